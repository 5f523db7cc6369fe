"""Errors in the first word of a clause, in its header, or in where it is."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.diagnostics import closest, wishes
from wtrules.syntax.mistakes import report
from wtrules.syntax.recovery.place import Edit, Finding, Place
from wtrules.syntax.scan import make_word
from wtrules.syntax.vocabulary import (
    HOMES,
    LABELS,
    NAMED,
    RULESET_CLAUSES,
    VERBS,
    container_phrase,
)


def stray_else(place: Place) -> Finding | None:
    if place.text(place.at) != "else":
        return None
    return Finding(report("else-without-if", place.label(place.at)))


def block_without_header(place: Place) -> Finding | None:
    if place.text(place.at) != "{":
        return None
    advice = "say what the block is, such as `rule castle.entry {` or `board {`"
    label = place.label(place.at)
    return Finding(report("missing-name", label, place="before `{`", advice=advice))


def missing_do(place: Place) -> Finding | None:
    word = place.text(place.at)
    if word not in VERBS or "DO" not in place.accepts:
        return None
    edit = place.insert(place.inserted("do", "NAME"))
    if not place.parses_with(edit):
        return None
    return Finding(report("missing-do", place.label(place.at), word=word), edit)


def missing_keyword(place: Place) -> Finding | None:
    """`board.capacity = 4` without `override` or `set`."""
    if place.kind(place.begin) not in ("NAME", "PATH") or place.text(place.begin + 1) != "=":
        return None
    word = place.text(place.begin)
    for keyword in ("override", "set"):
        if keyword in place.block_words:
            made = make_word(
                "NAME", place.words[place.begin].start, place.words[place.begin].start, keyword
            )
            what = f"{word} = …"
            diagnostic = report(
                "missing-keyword", place.label(place.begin), what=what, right=f"{keyword} {what}"
            )
            return Finding(diagnostic, Edit(place.begin, place.begin, (made,)))
    return None


def clauses_among_settings(place: Place) -> Finding | None:
    """`low-towers { title …`, `spell { cost …`: the header is too short and was parsed as settings."""
    if place.container != "SETTINGS" or place.height < 2:
        return None
    if place.language.reached_by[place.block_states[-1]] != "LBRACE":
        return None
    first = place.text(place.begin)
    if HOMES.get(first) is None or place.text(place.begin + 1) in ("=", ":"):
        return None
    if not place.starts_line(place.begin) and place.text(place.begin - 1) != "{":
        return None
    index = place.machine.firsts[place.height - 2]
    word = place.text(index)
    if word in NAMED:
        name = make_word("NAME", place.words[index].end, place.words[index].end, "missing")
        advice = f"write a name of your own after `{word}`"
        diagnostic = report(
            "missing-name", place.label(index), place=f"after `{word}`", advice=advice
        )
        return Finding(diagnostic, Edit(index + 1, index + 1, (name,), True))
    keyword = "ruleset" if first in RULESET_CLAUSES else "rule"
    if keyword == "rule" and any(
        place.text(later) == "cost" for later in range(place.begin, place.begin + 60)
    ):
        keyword = "spell"
    made = make_word("NAME", place.words[index].start, place.words[index].start, keyword)
    what = f"{word} {{ {first} …"
    diagnostic = report("missing-keyword", place.label(index), what=what, right=f"{keyword} {what}")
    return Finding(diagnostic, Edit(index, index, (made,)))


def missing_copies(place: Place) -> Finding | None:
    if place.container != "DECK" or "COPIES" not in place.language.actions[place.block_states[-1]]:
        return None
    if place.at == place.begin and place.text(place.at) not in ("}", ""):
        return Finding(report("missing-copies", place.label(place.at, "how many of these?")))
    return None


def misplaced_clause(place: Place) -> Finding | None:
    word = place.text(place.begin)
    home = HOMES.get(word)
    if home is None or word in place.block_words:
        return None
    container = container_phrase(place.container)
    diagnostic = report(
        "misplaced-clause", place.label(place.begin), word=word, container=container, home=home
    )
    return Finding(diagnostic)


def foreign_clause(place: Place) -> Finding | None:
    """A word that begins a clause in other languages, or in everyday speech."""
    word = place.text(place.at)
    wish = wishes.clauses().get(word)
    if wish is None or word in place.block_words:
        return None
    if place.at != place.begin and not place.starts_line(place.at):
        return None
    start, end = place.words[place.at].start, place.words[place.at].end
    words = tuple(make_word("NAME", start, end, text) for text in wish.meant.split())
    edit = Edit(place.at, place.at + 1, words)
    diagnostic = report(
        "unknown-keyword",
        place.label(place.at),
        word=word,
        problem="is not a keyword",
        advice=wish.advice,
    )
    return Finding(diagnostic, edit if place.parses_with(edit, ahead=1) else None)


def misspelt_clause(place: Place) -> Finding | None:
    return _misspelt(place, place.at, place.block_words)


def misspelt_word(place: Place) -> Finding | None:
    return _misspelt(place, place.at, place.accepted_words())


def _misspelt(place: Place, index: int, candidates: Sequence[str]) -> Finding | None:
    word = place.text(index)
    if place.kind(index) != "NAME" or len(word) < (2 if index == place.begin else 4):
        return None
    guess = closest(word, candidates)
    if guess is None:
        return None
    edit = place.replace(index, guess)
    if not place.parses_with(edit, ahead=1 if index == place.begin else 2):
        return None
    diagnostic = report(
        "unknown-keyword",
        place.label(index),
        word=word,
        problem="is not a keyword" if index == place.begin else "is not expected here",
        advice=f"did you mean `{guess}`?",
    )
    return Finding(diagnostic, edit)


def unknown_clause(place: Place) -> Finding | None:
    if place.kind(place.begin) not in ("NAME", "PATH"):
        return None
    possible = list(place.block_words)
    if place.container in ("", "RULESET", "VARIANT"):
        # These words can also name a group of settings.
        possible = [word for word in possible if word in HOMES or word not in LABELS]
    words = ", ".join(f"`{word}`" for word in possible)
    diagnostic = report(
        "unknown-keyword",
        place.label(place.begin),
        word=place.shown(place.begin),
        problem=f"cannot begin a clause {container_phrase(place.container)}",
        advice=f"expected one of {words}" if words else "leave it out",
    )
    return Finding(diagnostic)


def group_header(place: Place) -> Finding | None:
    """A first word that was parsed as the name of a group of settings, but is not."""
    if place.at != place.begin + 1 or place.accepts != {"LBRACE"}:
        return None
    if place.language.reached_by[place.states[-1]] not in ("NAME", "_label", "label_word"):
        return None
    found = misplaced_clause(place) or missing_keyword(place) or _comma_before(place)
    if found is None and not place.starts_line(place.at):
        found = _misspelt(place, place.begin, place.block_words) or unknown_clause(place)
    if found is None and (place.text(place.at) in HOMES or place.text(place.at) in ("", "}")):
        unknown = unknown_clause(place)
        found = unknown and Finding(unknown.diagnostic, place.delete(place.begin, place.at))
    return found


def _comma_before(place: Place) -> Finding | None:
    """A name that was parsed as a group of settings, but belongs to the list before it."""
    before = place.clause_before()
    if before is None or place.starts_line(place.begin):
        return None
    states = place.block_states.copy()
    comma = place.inserted(",", before=place.begin)
    stop = place.at + (not place.starts_line(place.at))
    rest = [*place.words[before : place.begin], comma, *place.words[place.begin : stop]]
    if not all(place.feed(states, word) for word in rest):
        return None
    edit = Edit(place.begin, place.begin, (comma,), rewind=before)
    where = f"before `{place.shown(place.begin)}`"
    return Finding(report("missing-comma", place.label(place.begin), place=where), edit)
