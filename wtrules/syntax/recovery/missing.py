"""Numbers, texts, values and words that are missing; and what is left when nothing else explains it."""

from __future__ import annotations

from wtrules.syntax.mistakes import report
from wtrules.syntax.recovery.place import Edit, Finding, Place
from wtrules.syntax.vocabulary import FIRM, HOMES, OPERATORS, VALUE_STARTS, expectation


def _expects_only(place: Place, allowed: str) -> bool:
    """Whether only this fits; a brace does too where the word before could name settings."""
    return place.accepts - {"LBRACE"} == {allowed}


def missing_number(place: Place) -> Finding | None:
    if not _expects_only(place, "INT"):
        return None
    number = place.inserted("0", "INT")
    edit = Edit(place.at, place.at + 1, (number,), True)
    if (
        place.starts_line(place.at)
        or place.kind(place.at) == "sign"
        or not place.parses_with(edit, ahead=1)
    ):
        edit = place.insert(number, made_up=True)
    diagnostic = report(
        "missing-number", place.gap("a number is missing"), place=place.gap_phrase()
    )
    return Finding(diagnostic, edit if place.parses_with(edit, ahead=1) else None)


def missing_text(place: Place) -> Finding | None:
    if not _expects_only(place, "STRING"):
        return None
    return Finding(report("missing-text", place.gap("a text is missing"), place=place.gap_phrase()))


def missing_value(place: Place) -> Finding | None:
    is_cell = place.container == "TABLE" and {"INT", "STRING"} <= place.accepts
    if not (VALUE_STARTS <= place.accepts or is_cell):
        return None
    edit = place.insert(place.inserted("missing", "NAME"), made_up=True)
    ends = place.text(place.at) in ("{", "}", ")", "", "|", ",", *OPERATORS)
    if not (place.starts_line(place.at) or ends or place.text(place.at) in FIRM | HOMES.keys()):
        return None
    diagnostic = report("missing-value", place.gap("a value is missing"), place=place.gap_phrase())
    return Finding(diagnostic, edit if place.parses_with(edit, ahead=1) else None)


def missing_word(place: Place) -> Finding | None:
    possible = []
    for terminal in sorted(place.accepts):
        word = place.language.text_of.get(terminal, "")
        if word[:1].isalpha() and word not in OPERATORS and terminal not in ("EN", "DE"):
            edit = place.insert(place.inserted(word, "NAME"))
            if place.parses_with(edit, ahead=1):
                possible.append((word, edit))
    words = (
        {place.language.text_of.get(terminal, "") for terminal in place.accepts}
        - OPERATORS
        - place.block_word_set()
    )
    if len(possible) != 1:
        if len(words) != 1 or not (word := words.pop())[:1].isalpha():
            return None
        diagnostic = report(
            "missing-word", place.gap(f"`{word}` is missing"), place=place.gap_phrase(), right=word
        )
        return Finding(diagnostic)
    word, edit = possible[0]
    if word in place.block_word_set():
        return None
    diagnostic = report(
        "missing-word", place.gap(f"`{word}` is missing"), place=place.gap_phrase(), right=word
    )
    return Finding(diagnostic, edit)


def language_of_text(place: Place) -> Finding | None:
    if "EN" not in place.accepts:
        return None
    if place.kind(place.at) == "STRING":
        edit = place.insert(place.inserted("en", "NAME"))
        return Finding(report("missing-language", place.label(place.at)), edit)
    if place.kind(place.at) != "NAME" or place.kind(place.at + 1) != "STRING":
        return None
    word = place.text(place.at)
    guess = {"e": "en", "d": "de", "g": "de"}.get(word[0].lower(), "")
    names = ("en", "eng", "english", "englisch", "de", "deu", "ger", "german", "deutsch")
    if word.lower() in names and guess:
        edit = place.replace(place.at, guess)
    elif len(word) <= 3 or word.lower() in ("french", "spanish", "italian", "français"):
        edit = place.delete(place.at, place.at + 2)
    else:
        return None
    diagnostic = report("unknown-language", place.label(place.at), word=word)
    if not place.parses_with(edit, ahead=1):
        return Finding(diagnostic)
    return Finding(diagnostic, edit)


def unexplained(place: Place) -> Finding:
    accepts = place.accepts - {
        place.language.terminal_of[word]
        for word in place.block_words
        if place.at != place.begin and len(place.accepts) > 8
    }
    shown = f"`{place.shown(place.at)}`" if place.at < len(place.words) else "the end of the file"
    diagnostic = report(
        "syntax",
        place.label(place.at),
        word=shown,
        advice=expectation(accepts, place.language),
    )
    stop = place.at
    while place.text(stop) not in ("", "{", "}") and (
        stop == place.at or not place.starts_line(stop)
    ):
        stop += 1
        edit = place.delete(place.at, stop)
        if place.parses_with(edit, ahead=1 if place.starts_line(stop) else 2):
            return Finding(diagnostic, edit)
    return Finding(diagnostic)
