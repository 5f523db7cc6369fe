"""Semantic tokens: what each word of a rule file is, for its colour.

Words get their kind from the index if they are names that mean something, else from the language.
"""

from __future__ import annotations

from wtrules.lsp.answers import Request
from wtrules.lsp.calls import TYPES
from wtrules.lsp.places import Json
from wtrules.services.index import Use
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.scan import scan
from wtrules.units import line_and_unit, unit_of

_OF_KIND = {
    "ruleset": "namespace", "variant": "class", "piece": "class", "table": "class", "deck": "class",
    "rule": "function", "card": "function", "spell": "function", "define": "function",
    "outcome": "function", "setting": "property", "memory": "property", "allowance": "property",
    "variable": "variable", "word": "enumMember", "constant": "enumMember",
    "predicate": "property", "property": "property", "verb": "method",
}  # fmt: skip


def tokens(request: Request) -> Json:
    """The words of a file, each as five numbers, relative to the word before it."""
    source = request.document.source
    names: dict[int, Use] = {}
    for one in request.document.index.uses:
        if one.meant.kind != "event" and "\n" not in one.span.text:
            names.setdefault(one.span.start, one)
    words, comments, _, _ = scan(source.text)
    keywords = tables().terminal_of
    data: list[int] = []
    last_line, last_unit = 0, 0
    for word in sorted([*words, *comments], key=lambda word: word.start):
        use = names.get(word.start)
        end, modifiers = word.end, 0
        if use is not None and use.meant.kind in _OF_KIND:
            kind, end = _OF_KIND[use.meant.kind], use.span.end
            modifiers = int(use.is_definition) | (2 if use.meant.span is None else 0)
        elif word.text.startswith("#"):
            kind = "comment"
        elif word.text.startswith('"'):
            kind = "string"
        elif word.text.isdecimal():
            kind = "number"
        elif word.text.isalpha() and word.text in keywords:
            kind = "keyword"
        else:
            continue
        text = source.text[word.start : end]
        if "\n" in text:
            continue
        line, unit = line_and_unit(source, word.start)
        start = unit - last_unit if line == last_line else unit
        data += [line - last_line, start, unit_of(text, len(text)), TYPES.index(kind), modifiers]
        last_line, last_unit = line, unit
    return {"data": data}
