"""The configuration file: what options of commands are if nobody types them.

It is `wtrules.toml`, or the table `[tool.wtrules]` of `pyproject.toml`, in the current folder or the
nearest folder above it. `read` returns a `Configuration`, or raises `BrokenRules` with all mistakes in
the file. `app` gives its values to a command as defaults, so options and the environment come first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from wtrules.cli.terminal import Colour, say, use_colour
from wtrules.texts import UserError
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.diagnostics import Diagnostic
    from wtrules.source import SourceFile, Span

VARIABLE = "WTRULES_CONFIG"  # another file, or `off`
FORMAT_VARIABLE = "WTRULES_OUTPUT_FORMAT"
# What `--output-format` takes in at least one command.
FORMATS = frozenset(
    {"full", "concise", "text", "json", "markdown", "html", "github", "sarif", "junit"}
)
LANGUAGES = ("en", "de")
_OWN, _SHARED = "wtrules.toml", "pyproject.toml"
_TABLE = "tool.wtrules"  # in the shared file
_MOST = 50  # mistakes that are shown
_LONGEST = 60  # characters of a word in a message


@frozen
class Configuration(Value):
    """What a configuration file says: values by the name of their setting, and where each is."""

    file: str | None = None  # as it is shown
    values: Mapping[str, Any] = field(factory=dict)
    lines: Mapping[str, int] = field(factory=dict)


@define(eq=False, repr=False)
class Current:
    """The configuration of the command that runs, and its language, known even if the file has mistakes."""

    configuration: Configuration = Configuration()
    language: str = "en"


current = Current()


def reset_current() -> None:
    """Forget the configuration of an earlier command in this process."""
    current.__init__()  # type: ignore[misc]


@frozen
class Setting(Value):
    """A setting: the option, argument or choice that it is the default of, and its values."""

    name: str
    check: Callable[[_Value], Iterator[Diagnostic]]
    default: Any
    variables: tuple[str, ...] = ()  # of the environment, which come before the file

    @property
    def variable(self) -> str | None:
        """The variable of the environment that decides about the setting now."""
        return next((name for name in self.variables if _is_set(name)), None)


@frozen
class _Value(Value):
    """A value in a file, to be checked."""

    name: str
    value: Any
    span: Span
    folder: str

    def wrong(self, expected: str) -> Iterator[Diagnostic]:
        """Report a value of another type; *expected* is a wording of the page."""
        from wtrules.diagnostics import report, wording

        what = wording(f"bad-config-value.type.{expected}")
        yield report("bad-config-value", self.span, key=self.name, expected=what)


def _is_set(name: str) -> bool:
    value = os.environ.get(name, "")
    return value not in ("", "0") if name == "FORCE_COLOR" else bool(value)


def _one_of(words: tuple[str, ...]) -> Callable[[_Value], Iterator[Diagnostic]]:
    def check(given: _Value) -> Iterator[Diagnostic]:
        if not isinstance(given.value, str):
            yield from given.wrong("text")
        elif given.value not in words:
            from wtrules.diagnostics import name_hint, report
            from wtrules.phrase import names

            yield report(
                "bad-config-value.word",
                given.span,
                name_hint(given.value, words),
                key=given.name,
                value=_short(given.value),
                words=names([f"`{word}`" for word in words]),
            )

    return check


def _is_switch(given: _Value) -> Iterator[Diagnostic]:
    if not isinstance(given.value, bool):
        yield from given.wrong("switch")


def _is_ruleset(given: _Value) -> Iterator[Diagnostic]:
    if not isinstance(given.value, str):
        yield from given.wrong("text")
        return
    name = given.value.partition("+")[0]
    if _is_path(name):
        if not os.path.isfile(os.path.join(given.folder, name)):
            yield from _missing(given, name)
        return
    from wtrules.diagnostics import name_hint, report
    from wtrules.resolve.library import ruleset_names

    names = ruleset_names()
    if name not in names:
        hint = name_hint(name, names)
        yield report("bad-config-value.ruleset", given.span, hint, name=_short(name))


def _are_paths(given: _Value) -> Iterator[Diagnostic]:
    from wtrules.diagnostics import report

    paths = given.value
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        yield from given.wrong("paths")
    elif not paths:
        yield report("bad-config-value.empty", given.span, key=given.name)
    else:
        root = os.path.realpath(given.folder)
        for path in paths:
            real = os.path.realpath(os.path.join(root, path)) if "\0" not in path else ""
            # `fmt` changes what is named here, and the file may be somebody else's.
            if real and not Path(real).is_relative_to(root):
                yield report("bad-config-value.outside", given.span, path=_short(path))
            elif not os.path.exists(real):
                yield from _missing(given, path)


def _missing(given: _Value, path: str) -> Iterator[Diagnostic]:
    from wtrules.diagnostics import report

    yield report("bad-config-value.missing", given.span, path=_short(path))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _is_path(name: str) -> bool:
    return name.endswith(".wtr") or "/" in name or os.sep in name


SETTINGS = (
    Setting("ruleset", _is_ruleset, None),
    Setting("lang", _one_of(LANGUAGES), "en"),
    Setting("output-format", _one_of(tuple(sorted(FORMATS))), None, (FORMAT_VARIABLE,)),
    Setting("color", _one_of(tuple(Colour)), "auto", ("NO_COLOR", "FORCE_COLOR")),
    Setting("strict", _is_switch, False),
    Setting("paths", _are_paths, ["."]),
)


def default_ruleset() -> str:
    """Return the ruleset that a command means if none is named."""
    from wtrules import resources

    return current.configuration.values.get("ruleset") or resources.default_ruleset()


def defaults(command: Any) -> dict[str, Any]:
    """Return what the configuration says about the options of a command of Typer, by their names in Python.

    The ruleset is left out: commands that are given none may do something else.
    """
    found = {}
    try:
        configuration = read()
    except UserError as broken:
        if command.name != "explain":
            raise
        # It explains the very message.
        say(broken.written(current.language, use_colour(sys.stderr)))
        configuration = Configuration()
    current.configuration = configuration
    for setting in SETTINGS:
        value = configuration.values.get(setting.name)
        option = option_of(command, setting.name)
        if value is None or option is None or setting.variable or setting.name == "ruleset":
            continue
        # A format that this command does not have is for others.
        if value in getattr(option.type, "choices", (value,)):
            found[option.name] = value
    return found


def option_of(command: Any, name: str) -> Any | None:
    """Return the option, or the argument, that a setting is the default of."""
    names = (f"--{name}", name)
    return next((one for one in command.params if set(names) & set(one.opts)), None)


def read() -> Configuration:
    """Return the configuration of the current folder; raises BrokenRules."""
    for path in _candidates():
        if (found := _read(path)) is not None:
            return found
    return Configuration()


def _candidates() -> Iterator[str]:
    """Yield the files that can be the configuration, the nearest first."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen:
        if chosen != "off":
            yield chosen
        return
    folder, home = os.getcwd(), os.path.expanduser("~")
    while True:
        for name in (_OWN, _SHARED):
            path = os.path.join(folder, name)
            if os.path.lexists(path):
                yield path
        above = os.path.dirname(folder)
        if above == folder or folder == home or os.path.exists(os.path.join(folder, ".git")):
            return
        folder = above


def _read(path: str) -> Configuration | None:
    """Return what a file says; None if it is about other programs only."""
    from wtrules.cli.toml import read_toml
    from wtrules.source import SourceError, read_source

    table = _TABLE if os.path.basename(path) == _SHARED else ""
    shown = _from_here(path)
    try:
        source = read_source(path, shown)
    except SourceError as error:
        raise _broken([_unreadable(error, shown)]) from None
    if table and "wtrules" not in source.text:
        return None
    content: Any = read_toml(source)
    for part in filter(None, table.split(".")):
        content = content.get(part) if isinstance(content, dict) else None
    if content is None:
        return None
    return _checked(source, content, table, os.path.dirname(os.path.abspath(path)))


def _checked(source: SourceFile, content: Any, table: str, folder: str) -> Configuration:
    from wtrules.cli.toml import first_place, places_in
    from wtrules.diagnostics import report
    from wtrules.diagnostics.suggest import sparingly

    if not isinstance(content, dict):
        raise _broken([report("bad-config-value.table", first_place(source, "wtrules"))])
    places = places_in(source, table)
    with sparingly():
        faults = list(islice(_mistakes(source, content, table, folder, places), _MOST + 1))
    if len(faults) > _MOST:
        last = faults.pop().primary
        at = last.span if last is not None else None
        faults.append(report("too-many-faults", at, label="", count=_MOST))
    if content.get("lang") in LANGUAGES:
        current.language = content["lang"]
    if faults:
        raise _broken(faults)
    values = {key: _from_file(key, value, folder) for key, value in content.items()}
    lines = {key: (places.get(key) or (first_place(source, key),))[0].line for key in content}
    return Configuration(source.path, values, lines)


def _mistakes(
    source: SourceFile,
    content: dict[str, Any],
    table: str,
    folder: str,
    places: Mapping[str, tuple[Span, Span]],
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the settings of a file."""
    from wtrules.cli.toml import first_place
    from wtrules.diagnostics import report

    known = {setting.name: setting for setting in SETTINGS}
    for key, value in content.items():
        at, value_at = places.get(key) or (first_place(source, key),) * 2
        if key in known:
            yield from known[key].check(_Value(key, value, value_at, folder))
        elif key == "tool" and not table:
            yield report("unknown-config-key.table", at)
        else:
            yield _unknown(key, at, list(known))


def _unknown(key: str, at: Span, known: list[str]) -> Diagnostic:
    from wtrules.diagnostics import name_hint, report
    from wtrules.phrase import names

    all_names = names([f"`{name}`" for name in known])
    return report("unknown-config-key", at, name_hint(key, known), key=_short(key), names=all_names)


def _from_file(key: str, value: Any, folder: str) -> Any:
    """Return a value with its paths seen from the current folder."""
    if key == "paths":
        return [_from_here(os.path.join(folder, path)) for path in value]
    if key == "ruleset" and _is_path(value.partition("+")[0]):
        path, plus, variants = value.partition("+")
        return f"{_from_here(os.path.join(folder, path))}{plus}{variants}"
    return value


def _from_here(path: str) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return os.path.abspath(path)


def _unreadable(error: Any, shown: str) -> Diagnostic:
    """Return why a file cannot be read at all."""
    from wtrules.diagnostics import report

    match error.code:
        case "too-large":
            return report("bad-config-file.large", None, file=shown)
        case "not-a-file":
            return report("bad-config-file.kind", None, file=shown)
        case "missing-file" | "unreadable-file":
            return report("bad-config-file.unreadable", None, file=shown)
        case _:
            return report("bad-config-file.binary", error.span, file=shown)


def _broken(faults: list[Diagnostic]) -> Exception:
    from wtrules.diagnostics import BrokenRules, in_order

    return BrokenRules(in_order(faults))
