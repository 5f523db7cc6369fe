"""What a name or keyword means, for people: its title, paraphrase, sources, value and history through the layers."""

from __future__ import annotations

from attrs import frozen

from wtrules.language.keywords import keyword_text, keywords
from wtrules.meaning.chapters import label_of
from wtrules.resolve.citations import citations_of
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.resolve.model import Rules
from wtrules.say.citations import citation_texts
from wtrules.say.describe import origin_lines, said, value_of
from wtrules.services.index import Meant, Use
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n
from wtrules.syntax.scan import scan
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Explained(Value):
    """What a page or an editor shows about a name."""

    title: str
    says: str
    cites: tuple[str, ...]
    origin: tuple[str, ...]  # one line for each layer that defined or changed it, the oldest first
    value: str | None


def explain(meant: Meant, texts: Texts, rules: Rules | None) -> Explained:
    """Return what a name means, in the language of *texts*."""
    entry, lang = meant.entry, texts.language
    if meant.kind == "keyword":
        return Explained(meant.id, keyword_text(meant.id, lang), (), (), None)
    if entry is None:
        doc = "" if meant.kind == "variable" else meant.doc
        return Explained(_title(meant, lang), doc, (), (), None)
    return Explained(
        _title(meant, lang),
        _says(meant, rules, texts) if rules is not None else "",
        tuple(citation_texts(citations_of(entry.node), texts)),
        tuple(origin_lines(entry, texts)),
        value_of(entry),
    )


def keyword_at(source: SourceFile, offset: int) -> Use | None:
    """Return the keyword at a place that is no name, if something is known about it."""
    words, _, _, _ = scan(source.text)
    for word in words:
        if word.start <= offset <= word.end and word.text in keywords():
            return Use(Span(source, word.start, word.end), Meant("keyword", word.text))
    return None


def _says(meant: Meant, rules: Rules, texts: Texts) -> str:
    """Return the paraphrase of a definition; of a setting or a table, what the rulebook calls it."""
    assert meant.entry is not None
    found = said(rules, meant.entry, texts.language)
    return found or texts.phrase(label_of(rules, meant.entry.id).name)


def _title(meant: Meant, lang: str) -> str:
    """Return what a name is: its kind, and what people call it."""
    if meant.kind == "variable":
        return f"{meant.doc} {meant.id}".strip()
    name = in_language(phrases_in(meant.entry.node, n.NameClause), lang) if meant.entry else ""
    if meant.entry is None and meant.kind not in ("variant", "ruleset"):
        return meant.id
    title = f"{meant.kind} {meant.id}"
    return f"{title} · {name}" if name else title
