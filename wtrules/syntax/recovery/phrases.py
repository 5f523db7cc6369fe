"""Words and phrases of everyday speech and other languages, in place of those of rules.

The table of phrases is in `diagnostics/phrases.toml`. The functions here find out which one was
written, and whether the file can be parsed with its replacement.
"""

from __future__ import annotations

from attrs import evolve

from wtrules.diagnostics import Label, wishes
from wtrules.diagnostics.phrases import replacements, units
from wtrules.source import Span
from wtrules.syntax.mistakes import report
from wtrules.syntax.recovery.place import Edit, Finding, Place
from wtrules.syntax.scan import make_word, scan
from wtrules.syntax.vocabulary import FILLERS, FIRM, VERBS

_LONGEST = 30  # words of a phrase
_LONGEST_TEXT = 300  # characters of a phrase
_COUNTING = ("do", "cost", "set", "let", "override", "when", "if")  # clauses that hold numbers


def other_words(place: Place) -> Finding | None:
    """A phrase of other languages or of everyday speech."""
    if place.container == "SETTINGS" or place.at >= len(place.words):
        return None
    for start, rewind in _starts(place):
        stop = _end_of_phrase(place, start)
        if stop < place.at:
            continue
        said = " ".join(place.text(index) for index in range(start, stop))
        if len(said) > _LONGEST_TEXT:
            continue
        low, high = place.words[start].start, place.words[stop - 1].end
        for right in replacements(said):
            words = tuple(w._replace(start=low, end=high) for w in scan(right.text).words)
            edit = Edit(start, stop, words, rewind=rewind)
            if _fits(place, edit):
                span = Span(place.source, low, high)
                word = " ".join(span.text.split())
                word = word if len(word) <= 60 else f"{word[:58]}…"
                diagnostic = report(
                    "other-words",
                    Label(span),
                    word=word,
                    problem=right.problem,
                    advice=right.advice,
                )
                return Finding(diagnostic, edit)
    return None


def _fits(place: Place, edit: Edit) -> bool:
    """Whether a clause can be read with *edit*, even if the next line is faulty as well."""
    if place.parses_with(edit, ahead=1):
        return True
    end = make_word("NAME", 0, 0, "rule") if place.is_file else make_word("sign", 0, 0, "}")
    whole = evolve(edit, words=(*edit.words, end))
    return place.starts_line(edit.stop) and place.parses_with(whole, ahead=0)


def _starts(place: Place) -> list[tuple[int, int | None]]:
    """Return where the phrase may begin: with the clause or the line, or the clause before."""
    line = place.at
    while line > 0 and not place.starts_line(line):
        line -= 1
    starts: list[tuple[int, int | None]] = [(place.begin, None)]
    if line > place.begin:
        starts.insert(0, (line, None))
    before = place.clause_before()
    if before is not None and not any(map(place.starts_line, range(before + 1, place.begin + 1))):
        starts.append((before, before))
    return starts


def _end_of_phrase(place: Place, start: int) -> int:
    """Return the word after a phrase: the next line or clause, or a brace."""
    stop = start + 1
    while stop < min(len(place.words), start + _LONGEST):
        word = place.text(stop)
        is_next = word in FIRM or word in ("{", "}", "else")
        if place.text(stop - 1) in ("of", "for") or place.text(stop + 1) == "of":
            is_next = is_next and word not in FIRM  # `at the end of each turn`
        if is_next or place.starts_line(stop):
            break
        stop += 1
    return stop


def unit(place: Place) -> Finding | None:
    """`cost 2 flasks`: it is clear what is counted."""
    stop = place.at
    while place.text(stop) in units() and not place.starts_line(stop):
        stop += 1
    if stop == place.at or place.text(place.begin) not in _COUNTING:
        return None
    if place.text(place.at - 1) in ("each", "a", "an", "the", "every", "all"):
        return None
    edit = place.delete(place.at, stop)
    if not place.parses_with(edit, ahead=1):
        return None
    word = " ".join(place.text(index) for index in range(place.at, stop))
    label = Label(place.span(place.at).join(place.span(stop - 1)))
    return Finding(report("stray-word", label, word=word), edit)


def filler_word(place: Place) -> Finding | None:
    for index in (place.at, place.at - 1):
        word = place.text(index)
        if index <= place.begin or word.lower() not in FILLERS:
            continue
        if index < place.at and len(word) < 3:  # more likely a name
            continue
        edit = place.delete(index)
        if place.parses_with(edit, ahead=1):
            return Finding(report("stray-word", place.label(index), word=word), edit)
    return None


def repeated_word(place: Place) -> Finding | None:
    """A word that was written twice."""
    for index in (place.at, place.at - 1):
        word = place.text(index)
        if index <= place.begin or word != place.text(index - 1) or not word[:1].isalpha():
            continue
        edit = place.delete(index)
        if place.parses_with(edit, ahead=1):
            return Finding(report("stray-word", place.label(index), word=word), edit)
    return None


def missing_kind(place: Place) -> Finding | None:
    """`remove swap_towers`, `override castle.move { … }`: the kind is missing."""
    verb, name = place.text(place.begin), place.begin + 1
    if verb == "add" and place.text(name) == "to":
        verb, name = "add to", name + 1
    if verb not in ("remove", "override", "add to"):
        return None
    if place.kind(name) not in ("NAME", "PATH") or place.starts_line(name):
        return None
    if verb == "remove":
        after = place.text(name + 1)
        # If more follows, it is more likely a misspelt kind.
        is_it = place.at == name and (place.starts_line(name + 1) or after in ("", "}"))
    else:
        is_it = place.at == name + 1 and place.text(place.at) == "{"
    if not is_it:
        return None
    kind = "rule" if place.kind(name) == "PATH" else "spell"
    what = place.shown(name)
    return Finding(report("missing-kind", place.label(name), verb=verb, what=what, kind=kind))


def action_of_another_game(place: Place) -> Finding | None:
    """`do announce …`: not an action, but what to write instead is known."""
    return unknown_action(place) if place.text(place.at).lower() in wishes.actions() else None


def unknown_action(place: Place) -> Finding | None:
    """`do announce …`: there is no such action."""
    word = place.text(place.at)
    if place.text(place.at - 1) not in ("do", "can") or not word.isalpha():
        return None
    known = ", ".join(sorted(VERBS))
    advice = wishes.actions().get(word.lower(), f"the actions are: {known}")
    if word in FIRM and word not in VERBS:
        clause = " ".join(map(place.text, range(place.at, _end_of_phrase(place, place.at))))
        advice = f"`{word}` is not an action: write `{clause}`, without `do`"
    label = place.label(place.at, "not an action")
    return Finding(report("unknown-action", label, word=word, advice=advice))


def unknown_quantity(place: Place) -> Finding | None:
    """`number of rounds`: a question about something that the game does not keep."""
    word = place.text(place.at)
    if word not in wishes.names() or place.text(place.at - 1) not in (
        "of",
        "any",
        "no",
        "first",
        "next",
    ):
        return None
    return Finding(
        report("syntax", place.label(place.at), word=f"`{word}`", advice=wishes.names()[word])
    )
