"""What has changed in rulesets since a git reference, as text or as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.editions.report.markdown import markdown
from wtrules.editions.report.text import text
from wtrules.editions.report.view import View
from wtrules.editions.since import Comparison
from wtrules.safe_text import Medium, code_span, safe
from wtrules.texts import Texts


def since_text(
    reference: str, found: Sequence[Comparison], removed: Sequence[str], lang: str = "en"
) -> str:
    """Return all comparisons as plain text."""
    words = Texts(lang)
    lines = [words("report.since.title", reference=reference)]
    for one in found:
        lines += [f"  {safe(one.file)}: {_short(one, words)}"]
    lines += [f"  {safe(file)}: {words('report.since.removed')}" for file in removed]
    if not found and not removed:
        lines += [words("report.since.nothing")]
    for one in found:
        if one.report is not None:
            lines += ["", text(one.report, lang).rstrip("\n")]
    return "\n".join(lines) + "\n"


def since_markdown(
    reference: str, found: Sequence[Comparison], removed: Sequence[str], lang: str = "en"
) -> str:
    """Return all comparisons as Markdown: a table, and the details of each to unfold."""
    words = Texts(lang)
    title = words("report.since.title", reference=reference)
    lines = [f"## {safe(title, Medium.MARKDOWN)}", ""]
    if found or removed:
        lines += [f"| {words('report.since.ruleset')} | {words('report.since.change')} |"]
        lines += ["| --- | --- |"]
        lines += [
            f"| {code_span(one.file)} | {safe(_short(one, words), Medium.MARKDOWN)} |"
            for one in found
        ]
        lines += [f"| {code_span(file)} | {words('report.since.removed')} |" for file in removed]
    else:
        lines += [words("report.since.nothing")]
    for one in found:
        lines += _details(one, lang)
    return "\n".join(lines) + "\n"


def _details(one: Comparison, lang: str) -> Iterator[str]:
    if one.report is None or not one.report.differences:
        return
    # HTML around Markdown needs an empty line on either side.
    yield from ("", f"<details><summary>{safe(one.file, Medium.HTML)}</summary>", "")
    yield markdown(one.report, lang, level=3).rstrip("\n")
    yield from ("", "</details>")


def _short(one: Comparison, words: Texts) -> str:
    """Return what happened to a ruleset in one line."""
    if one.error is not None:
        return words("report.since.not_compared", reason=one.error.text(words.language))
    assert one.report is not None
    shown = View(one.report, words).counts
    return words("report.since.new", differences=shown) if one.is_new else shown
