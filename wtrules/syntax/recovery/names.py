"""Names that are missing, reserved, or written in a way that names cannot have."""

from __future__ import annotations

from wtrules.diagnostics import TextEdit, wording
from wtrules.syntax.recovery.edits import Edit
from wtrules.syntax.recovery.place import Finding, Place
from wtrules.syntax.scan import DECIMAL, Word
from wtrules.syntax.vocabulary import LABELS, NAMED

# Words before the name of something that a term can mention.
_DEFINING = frozenset({"memory", "define", "allowance", "deck", "piece", "spell", "card", "let"})


def reserved_word(place: Place) -> Finding | None:
    """A keyword that was meant as a name: it is not accepted here, or has begun a new clause."""
    word = place.word
    if word in place.language.terminal_of and word.isalpha() and "NAME" in place.accepts:
        edit = place.replace_made_up(place.inserted("missing", "NAME"))
        renamed = (TextEdit(place.span(place.at), f"{word}_1"),)
        finding = place.repair(
            "reserved-word", place.at, edit, 2, word=word, other=f"{word}_1", edits=renamed
        )
        if finding is not None:
            return finding
    if place.at != place.begin + 1 or place.starts_line(place.begin):
        return None
    word = place.text(place.begin)
    before = place.clause_before()
    if word not in place.language.terminal_of or before is None:
        return None
    states = place.block_states.copy()
    origin = place.words[place.begin]
    name = Word("NAME", origin.start, origin.end, word, ("NAME",))
    rest = [*place.words[before : place.begin], name, *place.words[place.at : place.at + 2]]
    if not all(place.feed(states, part) for part in rest):
        return None
    renamed = (TextEdit(place.span(place.begin), f"{word}_1"),)
    return place.finding("reserved-word", place.begin, word=word, other=f"{word}_1", edits=renamed)


def keyword_as_name(place: Place) -> Finding | None:
    """`if total < 3` after `memory total = 0`: the file gives a keyword a meaning of its own."""
    for index in range(place.at - 1, place.begin, -1):
        word = place.text(index)
        if word not in place.language.terminal_of or not word.isalpha():
            continue
        defined = _definition(place, word)
        if defined is None:
            continue
        origin = place.words[index]
        edit = Edit(index, index + 1, (Word("NAME", origin.start, origin.end, word, ("NAME",)),))
        other = f"{word}_1"
        renamed = tuple(TextEdit(place.span(at), other) for at in (defined, index))
        return place.repair(
            "reserved-word.defined",
            index,
            edit,
            word=word,
            other=other,
            defined=place.span(defined),
            edits=renamed,
        )
    return None


def _definition(place: Place, word: str) -> int | None:
    """Return where a file defines a word as a name of its own, if it does."""
    for index in range(1, len(place.words)):
        if place.text(index) == word and place.text(index - 1) in _DEFINING:
            follows = place.text(index + 1)
            if follows in ("=", "of", "(", "{", "on") or place.kind(index + 1) == "INT":
                return index
    return None


def dotted_name(place: Place) -> Finding | None:
    """`spell castle.leap`: only names of rules, settings and the like contain dots."""
    if place.kind(place.at) != "PATH" or "NAME" not in place.accepts or "PATH" in place.accepts:
        return None
    joined = place.word.replace(".", "_")
    edit = place.replace(place.at, joined)
    return place.repair("dotted-name", place.at, edit, word=place.word, joined=joined)


def split_name(place: Place) -> Finding | None:
    if "LBRACE" not in place.accepts or place.text(place.begin) not in NAMED:
        return None
    stop = place.at
    while place.kind(stop) == "NAME" and not place.starts_line(stop):
        stop += 1
    follows_name = place.kind(place.at - 1) in ("NAME", "PATH")
    if stop == place.at or place.text(stop) != "{" or not follows_name:
        return None
    parts = [place.text(index) for index in range(place.at - 1, stop)]
    joined = ("." if "." in parts[0] else "_").join(parts)
    span = place.span(place.at - 1).join(place.span(stop - 1))
    edit = place.delete(place.at, stop)
    edits = (TextEdit(span, joined),)
    said = " ".join(parts)
    return place.repair(
        "split-name", span, edit, word=said, joined=joined, edits=edits, is_safe=True
    )


def missing_name(place: Place) -> Finding | None:
    names = {"NAME", "PATH"}
    accepts = place.accepts - {"LBRACE"}
    labels = {place.language.terminal_of.get(label, "") for label in LABELS}
    if not accepts & names or not accepts <= names | labels | {"STRING"}:
        return None
    kind = place.kind(place.at)
    name = place.inserted("missing", "NAME")
    edit = place.replace_made_up(name)
    if kind == "STRING":
        variant = "quoted"
    elif kind in ("INT", DECIMAL, "COPIES"):
        variant = "number"
        stop = place.at + 1
        touches = stop < len(place.words) and place.words[stop].start == place.words[place.at].end
        if touches and place.kind(stop) == "NAME":
            edit = place.replace_made_up(name, stop + 1)
    else:
        variant = "own"
        edit = place.insert(name, made_up=True)
    before = place.word_before
    where: str = wording("syntax.gap.after", word=before)
    if place.word in ("", "{", "}", "=", "("):
        where = place.gap_phrase()
    advice = wording(f"missing-name.{variant}", word=before)
    return place.finding(
        "missing-name", place.gap, edit, place=where, side=place.side, advice=advice
    )
