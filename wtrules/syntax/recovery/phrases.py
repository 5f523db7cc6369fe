"""Words and phrases of everyday speech and other languages, in place of those of rules.

The table of phrases is in `diagnostics/phrases.toml`. The functions here find out which one was
written, and whether the file can be parsed with its replacement.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from wtrules.diagnostics import TextEdit, foreign_words, wording
from wtrules.diagnostics.fix import deletion
from wtrules.diagnostics.phrases import opponents, replacements, units
from wtrules.phrase import names
from wtrules.source import Span
from wtrules.syntax.recovery.edits import Edit, spaced
from wtrules.syntax.recovery.place import Finding, Place
from wtrules.syntax.scan import make_word, scan
from wtrules.syntax.vocabulary import FILLERS, FIRM, KINDS, VERBS

_LONGEST = 30  # words of a phrase
_LONGEST_TEXT = 300  # characters of a phrase
_COUNTING = (
    "do",
    "cost",
    "set",
    "let",
    "override",
    "when",
    "if",
    "then",
    "with",
)  # clauses that hold numbers


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
                word = span.flat_text
                word = word if len(word) <= 60 else f"{word[:58]}…"
                return place.reported(
                    "other-words",
                    span,
                    edit,
                    word=word,
                    problem=right.problem,
                    advice=right.advice,
                    edits=_as_written(span, right.text) if right.is_whole else (),
                    is_safe=right.is_sure,
                )
    return None


def impossible(place: Place) -> Finding | None:
    """A line about something that the language cannot say; the clause is left out."""
    for index in dict.fromkeys((place.begin, place.at)):
        wish = foreign_words.impossible(place.span(index)) if index < len(place.words) else None
        if wish is not None and wish.at.end > place.span(place.begin).start:
            at, because, nearest = wish.at, wish.because, wish.nearest
            return place.finding("cannot-say", at, text=at.text, because=because, nearest=nearest)
    return None


def _as_written(span: Span, text: str) -> tuple[TextEdit, ...]:
    """Return the replacement of a phrase, unless a comment would be lost."""
    return (TextEdit(span, spaced(text.split(" "))),) if "#" not in span.text else ()


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


def then_after_if(place: Place) -> Finding | None:
    """`if roll = 6 then do …`: a block follows the condition of an `if`."""
    if place.word != "then" or place.text(place.begin) != "if" or place.text(place.at + 1) == "{":
        return None
    stop = place.at + 1
    while stop < len(place.words) and place.text(stop) not in ("{", "}", "else"):
        if place.starts_line(stop) and stop > place.at + 1:
            break
        stop += 1
    inner = place.words[place.at + 1 : stop]
    braces = (place.inserted("{"), *inner, place.inserted("}", before=stop))
    edit = Edit(place.at, stop, braces)
    return place.finding("syntax.then", place.at, edit)


def unit(place: Place) -> Finding | None:
    """`cost 2 flasks`: it is clear what is counted."""
    stop = place.at
    while place.text(stop) in units() and not place.starts_line(stop):
        stop += 1
    if stop == place.at or place.text(place.begin) not in _COUNTING:
        return None
    if place.word_before in ("each", "a", "an", "the", "every", "all"):
        return None
    word = " ".join(map(place.text, range(place.at, stop)))
    span = place.span(place.at).join(place.span(stop - 1))
    edit = place.delete(place.at, stop)
    return place.repair("stray-word", span, edit, word=word, is_safe=True)


def filler_word(place: Place) -> Finding | None:
    """`choose the wizard w`: an article or another word that rules do without."""

    def is_filler(index: int) -> bool:
        word = place.text(index)
        # A short word before the faulty one is more likely a name.
        return word.lower() in FILLERS and (index == place.at or len(word) > 2)

    return _without_word(place, is_filler)


def other_player(place: Place) -> Finding | None:
    """`each enemy q`: the word is `opponent`."""
    if place.word not in opponents() or not {"OPPONENT", "OPPONENTS"} <= place.accepts:
        return None
    right = "opponents" if place.word.endswith("s") else "opponent"
    return place.repair(
        "unknown-keyword.player",
        place.at,
        Edit(place.at, place.at + 1, (place.inserted(right, "NAME", before=place.at),)),
        word=place.word,
        right=right,
    )


def kind_before_name(place: Place) -> Finding | None:
    """`do put wizard w on s`: the name says enough."""
    before = place.at - 1
    if place.word_before not in KINDS or place.starts_line():
        return None
    if not _is_new_name(place, place.at):
        return None
    edit = place.delete(before, place.at)
    return place.repair("stray-word", before, edit, 2, word=place.text(before), is_safe=True)


def _is_new_name(place: Place, index: int) -> bool:
    """Whether a word is a name and no keyword."""
    return place.kind(index) == "NAME" and place.text(index) not in place.language.text_of.values()


def named_piece(place: Place) -> Finding | None:
    """`choose boulder b`: the name of a piece where only kinds of things are expected."""
    if not {"PIECE", "PIECES"} <= place.accepts or place.kind(place.at) != "NAME":
        return None
    after = place.text(place.at + 1)
    is_name = _is_new_name(place, place.at + 1)
    variable = after if is_name else "x"
    right = f"piece {variable} where {variable} is {place.word.removesuffix('s')}"
    before = place.text(place.at - 1)
    if before == "of":
        right = f"number of {right.replace('piece', 'pieces', 1)}"
    elif before.isalpha():
        right = f"{before} {right}"
    more = " and …" if place.text(place.at + 1 + is_name) == "where" else ""
    return place.repair(
        "unknown-keyword.piece",
        place.at,
        place.replace(place.at, "piece"),
        word=place.word,
        right=right + more,
    )


def repeated_word(place: Place) -> Finding | None:
    """A word that was written twice."""

    def is_repeated(index: int) -> bool:
        word = place.text(index)
        return word == place.text(index - 1) and word[:1].isalpha()

    return _without_word(place, is_repeated)


def _without_word(place: Place, is_stray: Callable[[int], bool]) -> Finding | None:
    """Leave out the faulty word or the one before it."""
    for index in (place.at, place.at - 1):
        if index > place.begin and is_stray(index):
            word = place.text(index)
            edit = place.delete(index)
            finding = place.repair("stray-word", index, edit, word=word, is_safe=True)
            if finding is not None:
                return finding
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
    start = place.span(name).start
    # What is in a block shows better what it is than its name; the layers will know.
    edits = (TextEdit(Span(place.source, start, start), f"{kind} "),) if verb == "remove" else ()
    return place.finding(
        "missing-kind", name, verb=verb, what=place.shown(name), kind=kind, edits=edits
    )


def action_of_another_game(place: Place) -> Finding | None:
    """`do announce …`: not an action, but what to write instead is known."""
    return unknown_action(place) if place.word.lower() in foreign_words.actions() else None


def unknown_action(place: Place) -> Finding | None:
    """`do announce …`: there is no such action."""
    word = place.word
    if place.word_before not in ("do", "can") or not word.isalpha():
        return None
    without: tuple[TextEdit, ...] = ()
    advice = foreign_words.actions().get(word.lower()) or wording(
        "unknown-action.known", list=names(sorted(VERBS))
    )
    if word in FIRM and word not in VERBS:
        clause = " ".join(map(place.text, range(place.at, _end_of_phrase(place, place.at))))
        advice = wording("unknown-action.clause", word=word, clause=clause)
        if place.word_before == "do":
            without = (deletion(place.span(place.at - 1)),)
    return place.finding(
        "unknown-action", place.at, word=word, advice=advice, edits=without, is_safe=True
    )


def unknown_quantity(place: Place) -> Finding | None:
    """`number of rounds`: a question about something that the game does not keep."""
    wish = foreign_words.names().get(place.word)
    if wish is None or place.word_before not in ("of", "any", "no", "first", "next"):
        return None
    return place.finding("syntax", place.at, word=f"`{place.word}`", advice=wish.advice)
