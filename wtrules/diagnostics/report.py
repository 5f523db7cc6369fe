"""Diagnostics by name: `report("unknown-column", at, table=t, column=c)`.

The texts are on the page of the code, `pages/<code>.md`, in all languages; this module fills them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wtrules.diagnostics import manual
from wtrules.diagnostics.diagnostic import Diagnostic, Label, Severity
from wtrules.diagnostics.fix import Advice, Fix
from wtrules.phrase import Phrase
from wtrules.source import Span


def report(
    name: str,
    at: Span | None,
    /,
    *advice: Advice,
    message: str | None = None,
    label: str | None = None,
    related: Iterable[Label] = (),
    severity: Severity | None = None,
    **values: object,
) -> Diagnostic:
    """Return a diagnostic with the texts of its page; its name is `code` or `code.variant`.

    A value that is a place is another place involved, labelled with the text of that name; the others are
    filled into the texts. A fix without a sentence gets the `help` of the page, which is also shown if
    there is no advice. *message* and *label* take the place of the texts of the page.
    """
    code = name.partition(".")[0]
    texts = manual.texts(name)
    parts = {key: value for key, value in values.items() if not isinstance(value, Span)}

    def text(key: str) -> Phrase | str:
        return _filled(texts[key], parts) if key in texts else ""

    places = [Label(at, text(key)) for key, at in values.items() if isinstance(at, Span)]
    sentences, fixes = _advice(advice, text("help"))
    return Diagnostic(
        code,
        text("message") if message is None else message,
        None if at is None else Label(at, text("label") if label is None else label),
        (*places, *related),
        sentences,
        severity or Severity(manual.severity(code)),
        fixes,
    )


def wording(name: str, /, **values: object) -> Phrase:
    """Return one text of a page, `code.key` or `code.variant.key`: a part of a longer one, or advice."""
    page, _, key = name.rpartition(".")
    return _filled(manual.texts(page)[key], values)


def _filled(text: Mapping[str, str], values: Mapping[str, object]) -> Phrase:
    return Phrase(text["en"], values, text)


def _advice(advice: Iterable[Advice], help: str) -> tuple[tuple[str, ...], tuple[Fix, ...]]:
    """Return the sentences and the fixes of some advice; *help* is for what has no sentence."""
    each: list[Fix | str] = []
    for one in advice:
        if isinstance(one, Fix) and not one.help:
            each.append(one.explained(help) if help else one.explained())
        elif one:
            each.append(one)
    sentences = [one.help if isinstance(one, Fix) else one for one in each] or [help]
    fixes = tuple(one for one in each if isinstance(one, Fix))
    return tuple(dict.fromkeys(filter(None, sentences))), fixes
