"""Numbers, texts, values and words that are missing; and what is left when nothing else explains it."""

from __future__ import annotations

from wtrules.diagnostics.phrases import units
from wtrules.syntax.recovery.edits import Edit
from wtrules.syntax.recovery.place import Finding, Place
from wtrules.syntax.scan import SIGN
from wtrules.syntax.vocabulary import FIRM, HOMES, OPERATORS, VALUE_STARTS, VERBS, expectation

_LANGUAGES = {
    **dict.fromkeys(("en", "eng", "english", "englisch"), "en"),
    **dict.fromkeys(("de", "deu", "ger", "german", "deutsch"), "de"),
}
_OTHER_LANGUAGES = ("french", "spanish", "italian", "français")


def missing_number(place: Place) -> Finding | None:
    if not place.expects_only("INT"):
        return None
    number = place.inserted("0", "INT")
    edit = place.replace_made_up(number)
    is_sign = place.kind(place.at) == SIGN
    if place.starts_line() or is_sign or not place.parses_with(edit, ahead=1):
        edit = place.insert(number, made_up=True)
    return place.finding(
        "missing-number", place.gap, edit, place=place.gap_phrase(), side=place.side
    )


def missing_amount(place: Place) -> Finding | None:
    """`do fill flask`: the word for what is counted is read as how many."""
    for index in range(place.at - 1, place.begin, -1):
        word = place.text(index)
        if word in units() and place.text(index - 1) in VERBS:
            edit = Edit(index, index, (place.inserted("1", "INT", before=index),))
            return place.repair(
                "missing-number.amount",
                index,
                edit,
                word=word,
                is_safe=not word.endswith("s"),
            )
    return None


def missing_text(place: Place) -> Finding | None:
    if not place.expects_only("STRING"):
        return None
    return place.finding("missing-text", place.gap, place=place.gap_phrase(), side=place.side)


def missing_value(place: Place) -> Finding | None:
    is_cell = place.container == "TABLE" and {"INT", "STRING"} <= place.accepts
    if not (VALUE_STARTS <= place.accepts or is_cell):
        return None
    ends = place.word in ("{", "}", ")", "", "|", ",", *OPERATORS)
    if not (place.starts_line() or ends or place.word in FIRM | HOMES.keys()):
        return None
    edit = place.insert(place.inserted("missing", "NAME"), made_up=True)
    return place.finding(
        "missing-value", place.gap, edit, place=place.gap_phrase(), side=place.side
    )


def missing_word(place: Place) -> Finding | None:
    """The only word that can follow; never an action, which is for the author to choose."""
    possible = {}
    for terminal in sorted(place.accepts):
        word = place.language.text_of.get(terminal, "")
        is_choice = word in OPERATORS or word in VERBS or terminal in ("EN", "DE")
        if word[:1].isalpha() and not is_choice:
            edit = place.insert(place.inserted(word, "NAME"))
            if place.parses_with(edit, ahead=1):
                possible[word] = edit
    words = {place.language.text_of.get(terminal, "") for terminal in place.accepts}
    words -= OPERATORS | place.clause_ends
    if len(possible) == 1:
        words = possible.keys() - place.clause_ends
    if len(words) != 1 or not (word := words.pop())[:1].isalpha():
        return None
    return place.reported(
        "missing-word",
        place.gap,
        possible[word] if len(possible) == 1 and word in possible else None,
        is_safe=True,
        place=place.gap_phrase(),
        side=place.side,
        right=word,
    )


def language_of_text(place: Place) -> Finding | None:
    if "EN" not in place.accepts:
        return None
    if place.kind(place.at) == "STRING":
        edit = place.insert(place.inserted("en", "NAME"))
        return place.reported("missing-language", place.at, edit)
    if place.kind(place.at) != "NAME" or place.kind(place.at + 1) != "STRING":
        return None
    word = place.word.lower()
    if word in _LANGUAGES:
        edit = place.replace(place.at, _LANGUAGES[word])
        return place.finding("unknown-language", place.at, edit, word=place.word, is_safe=True)
    elif len(word) <= 3 or word in _OTHER_LANGUAGES:
        edit = place.delete(place.at, place.at + 2)
    else:
        return None
    return place.finding("unknown-language", place.at, edit, word=place.word, edits=())


def unexplained(place: Place) -> Finding:
    accepts = place.accepts
    if place.at != place.begin and len(accepts) > 8:
        accepts -= {place.language.terminal_of[word] for word in place.block_words}
    shown = f"`{place.shown(place.at)}`" if place.at < len(place.words) else "the end of the file"
    advice = expectation(accepts, place.language)
    stop = place.at
    while place.text(stop) not in ("", "{", "}") and (
        stop == place.at or not place.starts_line(stop)
    ):
        stop += 1
        ahead = 1 if place.starts_line(stop) else 2
        edit = place.delete(place.at, stop)
        # What to write instead is not known, so leaving it out is no fix.
        finding = place.repair("syntax", place.at, edit, ahead, word=shown, advice=advice, edits=())
        if finding is not None:
            return finding
    return place.finding("syntax", place.at, word=shown, advice=advice)
