"""Names that are missing, reserved, or written in a way that names cannot have."""

from __future__ import annotations

from wtrules.diagnostics import Label
from wtrules.syntax.mistakes import report
from wtrules.syntax.recovery.place import Edit, Finding, Place
from wtrules.syntax.scan import Word
from wtrules.syntax.vocabulary import LABELS, NAMED


def reserved_word(place: Place) -> Finding | None:
    """A keyword that was meant as a name: it is not accepted here, or has begun a new clause."""
    word = place.text(place.at)
    if word in place.language.terminal_of and word.isalpha() and "NAME" in place.accepts:
        edit = Edit(place.at, place.at + 1, (place.inserted("missing", "NAME"),), True)
        if place.parses_with(edit):
            diagnostic = report(
                "reserved-word", place.label(place.at), word=word, other=f"{word}_1"
            )
            return Finding(diagnostic, edit)
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
    diagnostic = report("reserved-word", place.label(place.begin), word=word, other=f"{word}_1")
    return Finding(diagnostic)


def dotted_name(place: Place) -> Finding | None:
    """`spell castle.leap`: only names of rules, settings and the like contain dots."""
    if place.kind(place.at) != "PATH" or not place.accepts >= {"NAME"} or "PATH" in place.accepts:
        return None
    word = place.text(place.at)
    joined = word.replace(".", "_")
    edit = place.replace(place.at, joined)
    if not place.parses_with(edit, ahead=1):
        return None
    return Finding(report("dotted-name", place.label(place.at), word=word, joined=joined), edit)


def split_name(place: Place) -> Finding | None:
    if "LBRACE" not in place.accepts or place.text(place.begin) not in NAMED:
        return None
    stop = place.at
    while place.kind(stop) == "NAME" and not place.starts_line(stop):
        stop += 1
    if (
        stop == place.at
        or place.text(stop) != "{"
        or place.kind(place.at - 1) not in ("NAME", "PATH")
    ):
        return None
    edit = place.delete(place.at, stop)
    if not place.parses_with(edit, ahead=1):
        return None
    parts = [place.text(index) for index in range(place.at - 1, stop)]
    joined = ("." if "." in parts[0] else "_").join(parts)
    span = place.span(place.at - 1).join(place.span(stop - 1))
    diagnostic = report("split-name", Label(span), word=" ".join(parts), joined=joined)
    return Finding(diagnostic, edit)


def missing_name(place: Place) -> Finding | None:
    names = {"NAME", "PATH"}
    accepts = place.accepts - {"LBRACE"}
    if not accepts & names:
        return None
    word, kind = place.text(place.at), place.kind(place.at)
    follows = place.text(place.at - 1)
    labels = {place.language.terminal_of.get(label, "") for label in LABELS}
    if not accepts <= names | labels | {"STRING"}:
        return None
    name = place.inserted("missing", "NAME")
    if kind == "STRING":
        advice = "write names without quotes, and the title for readers in a `name` clause"
        edit = Edit(place.at, place.at + 1, (name,), True)
    elif kind in ("INT", "decimal", "COPIES"):
        advice = "a name begins with a letter"
        stop = place.at + 1
        touches = stop < len(place.words) and place.words[stop].start == place.words[place.at].end
        edit = Edit(place.at, stop + (touches and place.kind(stop) == "NAME"), (name,), True)
    else:
        advice = f"write a name of your own after `{follows}`"
        edit = place.insert(name, made_up=True)
    where = place.gap_phrase() if word in ("", "{", "}", "=", "(") else f"after `{follows}`"
    diagnostic = report("missing-name", place.gap("a name is missing"), place=where, advice=advice)
    return Finding(diagnostic, edit if place.parses_with(edit, ahead=1) else None)
