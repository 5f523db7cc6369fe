"""Errors in the first word of a clause, in its header, or in where it is."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from wtrules.diagnostics import Fix, TextEdit, closest, foreign_words, wording
from wtrules.diagnostics.suggest import is_sure
from wtrules.source import Span
from wtrules.syntax.recovery.edits import Edit, text_edits
from wtrules.syntax.recovery.place import Finding, Place
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.vocabulary import (
    EVENT_CLAUSES,
    FIRM,
    HOMES,
    LABELS,
    NAMED,
    RULESET_CLAUSES,
    VERBS,
    container_phrase,
)


def stray_else(place: Place) -> Finding | None:
    return place.finding("else-without-if", place.at) if place.word == "else" else None


def block_without_header(place: Place) -> Finding | None:
    if place.word != "{":
        return None
    return place.finding("missing-name.block", place.at)


def missing_do(place: Place) -> Finding | None:
    if place.word not in VERBS or "DO" not in place.accepts:
        return None
    edit = place.insert(place.inserted("do", "NAME"))
    return place.repair("missing-do", place.at, edit, ahead=2, word=place.word, is_safe=True)


def missing_do_after_event(place: Place) -> Finding | None:
    """`on turn begins` and, in the next line, `roll die`: the event has ended before the verb."""
    if place.text(place.begin) not in EVENT_CLAUSES or place.word not in VERBS:
        return None
    if not place.is_cut_short:
        return None
    edit = place.insert(place.inserted("do", "NAME"))
    return place.repair("missing-do", place.at, edit, ahead=2, word=place.word, is_safe=True)


def missing_keyword(place: Place) -> Finding | None:
    """`board.capacity = 4` without `override` or `set`."""
    if place.kind(place.begin) not in ("NAME", "PATH") or place.text(place.begin + 1) != "=":
        return None
    for keyword in ("override", "set"):
        if keyword in place.block_words:
            return _keyword_before(place, place.begin, keyword, f"{place.text(place.begin)} = …")
    return None


def _keyword_before(place: Place, index: int, keyword: str, what: str) -> Finding:
    """Return the error that a keyword is missing before a word, which is inserted."""
    start = place.words[index].start
    edit = Edit(index, index, (make_word("NAME", start, start, keyword),))
    right = f"{keyword} {what}"
    return place.reported("missing-keyword", index, edit, what=what, right=right, is_safe=True)


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
        end = place.words[index].end
        edit = Edit(index + 1, index + 1, (make_word("NAME", end, end, "missing"),), True)
        return place.reported("missing-name.after", index, edit, word=word)
    keyword = "ruleset" if first in RULESET_CLAUSES else "rule"
    if keyword == "rule" and "cost" in map(place.text, range(place.begin, place.begin + 60)):
        keyword = "spell"
    return _keyword_before(place, index, keyword, f"{word} {{ {first} …")


def missing_copies(place: Place) -> Finding | None:
    if place.container != "DECK" or "COPIES" not in place.language.actions[place.block_states[-1]]:
        return None
    if place.at != place.begin or place.word in ("}", ""):
        return None
    start = place.span(place.at).start
    insertion = (TextEdit(Span(place.source, start, start), "1 x "),)
    return place.finding("missing-copies", place.at, edits=insertion if place.starts_line() else ())


def start_before_braces(place: Place) -> Finding | None:
    """`piece troll on space 3 { … }`: where a piece begins is one of its clauses."""
    if place.word != "{" or place.text(place.begin) != "piece":
        return None
    on = next((i for i in range(place.begin + 2, place.at) if place.text(i) == "on"), None)
    if on is None:
        return None
    brace = place.inserted("{", "LBRACE", before=on)
    edit = Edit(on, place.at + 1, (brace, *place.words[on : place.at]))
    span = Span(place.source, place.words[on].start, place.words[place.at - 1].end)
    header = " ".join(map(place.text, range(place.begin, on)))
    start = span.flat_text
    return place.repair(
        "misplaced-clause.start", span, edit, start=start, header=header, is_safe=True
    )


def misplaced_clause(place: Place) -> Finding | None:
    word = place.text(place.begin)
    home = HOMES.get(word)
    if home is None or word in place.block_words:
        return None
    container = container_phrase(place.container)
    return place.finding(
        "misplaced-clause.word", place.begin, word=word, container=container, home=home
    )


def foreign_clause(place: Place) -> Finding | None:
    """A word that begins a clause in other languages, or in everyday speech."""
    wish = foreign_words.clauses().get(place.word)
    if wish is None or place.word in place.block_words:
        return None
    if place.at != place.begin and not place.starts_line():
        return None
    start, end = place.words[place.at].start, place.words[place.at].end
    words = tuple(make_word("NAME", start, end, text) for text in wish.meant.split())
    edit = Edit(place.at, place.at + 1, words)
    repair = place.finding("unknown-keyword", place.at, edit, word=place.word, advice=wish.advice)
    if wish.is_exact:
        return repair
    edits = _in_parentheses(place, words) if repair.edit is not None else ()
    fixes = (Fix(wish.advice, edits),) if edits else ()
    return evolve(repair, diagnostic=evolve(repair.diagnostic, fixes=fixes))


def notion_of_another_game(place: Place) -> Finding | None:
    """`role traitor { … }`, `lose 1 life`: what to write instead is known by the first word."""
    index = place.at if place.is_cut_short else place.begin
    if place.text(index) in place.block_words or place.text(index + 1) in ("{", "=", ":"):
        return None
    advice = foreign_words.first_word(place.text(index), verbs="do" in place.block_words)
    if advice is None:
        return None
    edit = place.delete(index, _end_of_line(place, index)) if place.is_cut_short else None
    container, word = container_phrase(place.container), place.shown(index)
    return place.finding(
        "unknown-keyword.clause", index, edit, container=container, word=word, advice=advice
    )


def _end_of_line(place: Place, index: int) -> int:
    """Return the first word after the line of a word, or the brace that ends it."""
    stop = index + 1
    while stop < len(place.words) and not place.starts_line(stop) and place.text(stop) != "}":
        stop += 1
    return stop


def _in_parentheses(place: Place, words: tuple[Word, ...]) -> tuple[TextEdit, ...]:
    """Return the edits that put the rest of the line in parentheses after *words*."""
    stop = place.at + 1
    while not place.starts_line(stop) and place.text(stop) not in ("{", "}", *FIRM):
        stop += 1
    rest = place.words[place.at + 1 : stop]
    inner = (*words, place.inserted("("), *rest, place.inserted(")", before=stop))
    edit = Edit(place.at, stop, inner)
    is_clear = rest and place.parses_with(edit, ahead=1)
    return text_edits(place.source, place.words, edit) if is_clear else ()


def misspelt_clause(place: Place) -> Finding | None:
    return _misspelt(place, place.at, place.block_words)


def misspelt_word(place: Place) -> Finding | None:
    return _misspelt(place, place.at, place.accepted_words())


def _misspelt(place: Place, index: int, candidates: Sequence[str]) -> Finding | None:
    word, is_first = place.text(index), index == place.begin
    if place.kind(index) != "NAME" or len(word) < (2 if is_first else 4):
        return None
    guess = closest(word, candidates)
    if guess is None:
        return None
    return place.repair(
        "unknown-keyword.misspelt" if is_first else "unknown-keyword.unexpected",
        index,
        place.replace(index, guess),
        ahead=1 if is_first else 2,
        word=word,
        guess=guess,
        is_safe=is_sure(word, guess, candidates),
    )


def unknown_clause(place: Place) -> Finding | None:
    if place.kind(place.begin) not in ("NAME", "PATH"):
        return None
    possible = list(place.block_words)
    if place.container in ("", "RULESET", "VARIANT"):
        # These words can also name a group of settings.
        possible = [word for word in possible if word in HOMES or word not in LABELS]
    words = ", ".join(f"`{word}`" for word in possible)
    return place.finding(
        "unknown-keyword.clause",
        place.begin,
        container=container_phrase(place.container),
        word=place.shown(place.begin),
        advice=wording("unknown-keyword.clause.expected", words=words)
        if words
        else wording("syntax.leave-out"),
    )


def group_header(place: Place) -> Finding | None:
    """A first word that was parsed as the name of a group of settings, but is not."""
    if place.at != place.begin + 1 or place.accepts != {"LBRACE"}:
        return None
    if place.language.reached_by[place.states[-1]] not in ("NAME", "_label", "label_word"):
        return None
    finding = misplaced_clause(place) or missing_keyword(place) or _comma_before(place)
    if finding is None and not place.starts_line():
        finding = _misspelt(place, place.begin, place.block_words) or unknown_clause(place)
    if finding is None and (place.word in HOMES or place.word in ("", "}")):
        unknown = unknown_clause(place)
        finding = unknown and Finding(unknown.diagnostic, place.delete(place.begin, place.at))
    return finding


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
    where = wording("syntax.gap.before", word=place.shown(place.begin))
    return place.reported("missing-comma", place.begin, edit, place=where, is_safe=True)
