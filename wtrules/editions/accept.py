"""Known differences: a file that accepts them, each with a reason.

    # wtrules diff de-abacus-24 en-abacus-24 --accept known.toml
    [[accept]]
    fingerprint = "1:3f2a9c01b7de"
    rule = "lock.visible"
    reason = "the translation is right, the English text is loose"

A fingerprint identifies exactly one difference. When anything about it changes, the fingerprint
changes too, and the entry is reported as unused.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen

from wtrules.editions.differences import Difference, Report
from wtrules.safe_text import Medium, guarded, safe
from wtrules.source import MAX_BYTES, SourceError, read_source
from wtrules.texts import TextError
from wtrules.value import Value

_KNOWN = {"fingerprint", "rule", "reason"}


class AcceptError(TextError):
    """A file that does not say what it accepts; the message says why."""


@frozen
class Accepted(Value):
    """One entry: which difference, what it is about, and why it is accepted."""

    fingerprint: str
    rule: str
    reason: str


def read_accepted(path: Path) -> tuple[Accepted, ...]:
    """Read a file of accepted differences; raises AcceptError."""
    try:
        content = tomllib.loads(read_source(path).text)
    except SourceError as error:
        raise _unusable(path, error) from None
    except tomllib.TOMLDecodeError as error:
        raise AcceptError("report.accept.not_toml", file=path, why=error) from None
    entries = content.pop("accept", None)
    if content:
        names = ", ".join(f"`{name}`" for name in content)
        raise AcceptError("report.accept.stray", file=path, names=names)
    if not isinstance(entries, list) or not entries:
        raise AcceptError("report.accept.nothing", file=path)
    return tuple(_entry(path, number, entry) for number, entry in enumerate(entries, 1))


def _unusable(path: Path, error: SourceError) -> AcceptError:
    """Return why a file cannot be used at all."""
    if isinstance(error.__cause__, OSError):
        return AcceptError("report.accept.unreadable", file=path, why=error.__cause__.strerror)
    if error.code == "too-large":
        return AcceptError("report.accept.too_large", file=path, most=MAX_BYTES // 1024 // 1024)
    if error.code == "not-a-file":
        return AcceptError("report.accept.not_a_file", file=path)
    return AcceptError("report.accept.not_utf8", file=path)


def _entry(path: Path, number: int, entry: object) -> Accepted:
    where = {"number": number, "file": path}
    if not isinstance(entry, dict):
        raise AcceptError("report.accept.no_table", **where)
    unknown = ", ".join(f"`{name}`" for name in entry if name not in _KNOWN)
    if unknown:
        raise AcceptError("report.accept.unknown", names=unknown, **where)
    for name in ("fingerprint", "reason"):
        value = entry.get(name)
        if not isinstance(value, str) or not value.strip():
            raise AcceptError("report.accept.missing", name=name, **where)
    return Accepted(entry["fingerprint"], str(entry.get("rule", "")), entry["reason"])


def accept(report: Report, known: Iterable[Accepted]) -> tuple[Report, tuple[Accepted, ...]]:
    """Take accepted differences out of a report; return it, and the entries that fit nothing."""
    reasons = {entry.fingerprint: entry for entry in known}
    kept: list[Difference] = []
    accepted: list[tuple[Difference, str]] = []
    for difference in report.differences:
        entry = reasons.get(difference.fingerprint)
        if entry is None:
            kept.append(difference)
        else:
            accepted.append((difference, entry.reason))
    used = {difference.fingerprint for difference, _ in accepted}
    unused = tuple(entry for mark, entry in reasons.items() if mark not in used)
    return evolve(report, differences=tuple(kept), accepted=tuple(accepted)), unused


def write_accepted(report: Report, reason: str) -> str:
    """Return a file that accepts every difference of a report, all for one reason."""
    lines = [f"# wtrules diff {safe(report.one)} {safe(report.two)} --accept FILE"]
    for difference in report.differences:
        lines += [
            "",
            "[[accept]]",
            f'fingerprint = "{difference.fingerprint}"',
            f"rule = {_quoted(difference.address)}",
            f"reason = {_quoted(reason)}",
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # The escapes of JSON are those of TOML too.
    return guarded('"' + safe(text).replace("\\", "\\\\").replace('"', '\\"') + '"', Medium.JSON)
