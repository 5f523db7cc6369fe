"""Punctuation, operators, parentheses and braces that are missing or not needed."""

from __future__ import annotations

from wtrules.language.physical import TRACK
from wtrules.syntax.recovery.edits import Edit
from wtrules.syntax.recovery.place import Finding, Place
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.vocabulary import OPERATORS


def trailing_comma(place: Place) -> Finding | None:
    if place.word_before != "," or not (place.starts_line() or place.word in ("}", "{", ")")):
        return None
    comma = place.at - 1
    edit = place.delete(comma)
    return place.repair("stray-punctuation.trailing-comma", comma, edit, is_safe=True)


def second_operator(place: Place) -> Finding | None:
    if place.word == "=" and place.word_before in OPERATORS:
        edit = place.delete(place.at)
        shown, right = f"{place.word_before} =", place.word_before
    elif place.word == place.text(place.at + 1) == "|" and place.container != "TABLE":
        start = place.words[place.at].start
        edit = Edit(place.at, place.at + 2, (make_word("NAME", start, start + 1, "or"),))
        shown, right = "||", "or"
    else:
        return None
    return place.repair("wrong-operator", place.at, edit, word=shown, right=right, is_safe=True)


def negative_number(place: Place) -> Finding | None:
    is_number = "INT" in place.accepts and place.kind(place.at + 1) == "INT"
    if place.word != "-" or not is_number:
        return None
    return place.reported("negative-number", place.at, place.delete(place.at))


def stray_punctuation(place: Place) -> Finding | None:
    word = place.word
    if word not in (",", ":", "=", "|", ".", "..") or word == place.word_before == "|":
        return None
    edit = place.delete(place.at)
    if word in "=:" and place.container == "SETTINGS":
        setting = f"{place.word_before} {place.shown(place.at + 1)}"
        name = "stray-punctuation.setting"
        return place.repair(name, place.at, edit, word=word, setting=setting, is_safe=True)
    return place.repair("stray-punctuation", place.at, edit, word=word, is_safe=True)


def parenthesis(place: Place) -> Finding | None:
    opened: list[int] = []
    for index in range(place.begin, min(place.at, len(place.words))):
        if place.text(index) == "(":
            opened.append(index)
        elif place.text(index) == ")" and opened:
            opened.pop()
    if place.word == ")" and not opened:
        return place.reported("surplus-parenthesis", place.at, place.delete(place.at))
    if not opened or "RPAR" not in place.accepts:
        return None
    edit = place.insert(place.inserted(")"))
    if not place.parses_with(edit, ahead=1):
        return None
    return place.reported(
        "unclosed-parenthesis",
        place.gap,
        edit,
        side=place.side,
        opened=place.span(opened[-1]),
    )


def missing_equals(place: Place) -> Finding | None:
    first, *more = map(place.text, range(place.begin, place.at))
    if first not in ("let", "set", "define", "memory", "allowance", "override", "add"):
        return None
    if "EQUAL" not in place.accepts or "=" in more:
        return None
    edit = place.insert(place.inserted("="))
    where = place.gap_phrase()
    return place.repair("missing-equals", place.at, edit, ahead=2, place=where, is_safe=True)


def missing_bar(place: Place) -> Finding | None:
    if place.container != "TABLE" or "VBAR" not in place.accepts or place.starts_line():
        return None
    edit = place.insert(place.inserted("|"))
    return place.repair("missing-bar", place.at, edit, place=place.gap_phrase())


def ways_on(place: Place) -> Finding | None:
    """`5 | 6, 13` for `5 | 6 or 13`, and `5 from 4` for `5 coming from 4`."""
    if place.container != "TABLE":
        return None
    table = next(i for i in reversed(range(place.begin)) if place.text(i) == "table")
    if place.text(table + 1) != TRACK:
        return None
    if place.word == "from" and "COMING" in place.accepts:
        edit, where = place.insert(place.inserted("coming", "NAME")), place.gap_phrase()
        return place.repair("missing-word.coming", place.at, edit, place=where, is_safe=True)
    # `and` was read as the first word of the next row.
    for sign in (place.at, place.at - 1):
        is_between = place.kind(sign - 1) == place.kind(sign + 1) == "INT"
        if place.text(sign) in (",", "/", "and") and is_between and not place.starts_line(sign):
            right = f"{place.text(sign - 1)} or {place.text(sign + 1)}"
            return place.reported(
                "other-words.ways",
                sign,
                place.replace(sign, "or"),
                word=place.text(sign),
                right=right,
            )
    return None


def missing_comma(place: Place) -> Finding | None:
    if "COMMA" not in place.accepts or place.starts_line() or place.text(place.begin) == "then":
        return None  # a `then` is rather a sentence than a list
    words: list[Word] = []
    states = place.states.copy()
    stop = place.at
    # All commas of the list at once.
    while stop < len(place.words) and not place.starts_line(stop):
        pair = (place.inserted(",", before=stop), place.words[stop])
        if not all(place.feed(states, word) for word in pair):
            break
        words += pair
        stop += 1
    if not words:
        return None
    edit = Edit(place.at, stop, tuple(words))
    return place.reported("missing-comma", place.at, edit, place=place.gap_phrase(), is_safe=True)


def missing_brace(place: Place) -> Finding | None:
    if "LBRACE" not in place.accepts or place.word == "{":
        return None
    line_end = place.at
    while line_end < len(place.words) and (line_end == place.at or not place.starts_line(line_end)):
        if place.text(line_end) in ("{", "}"):
            break
        line_end += 1
    if place.text(line_end) == "{":
        return None
    after = f"`{place.shown(place.at - 1)}`"
    if place.word not in ("}", ""):
        opening, closing = place.inserted("{"), place.inserted("}", before=line_end)
        words = (opening, *place.words[place.at : line_end], closing)
        edit = Edit(place.at, line_end, words)
        finding = place.repair("missing-brace", place.at - 1, edit, after=after)
        if finding is not None:
            return finding
    is_header = place.accepts == {"LBRACE"} or place.word in ("", "}")
    return place.finding("missing-brace", place.at - 1, after=after) if is_header else None


def block_behind_clause(place: Place) -> Finding | None:
    """`on turn begins { … }`: the braces of the rule are enough."""
    first = place.text(place.begin)
    if place.word != "{" or first not in ("on", "forbid", "when"):
        return None
    close, depth = place.at, 0
    while close < len(place.words):
        depth += {"{": 1, "}": -1}.get(place.text(close), 0)
        if depth == 0:
            break
        close += 1
    if close >= len(place.words):
        return None
    edit = Edit(place.at, close + 1, tuple(place.words[place.at + 1 : close]))
    is_safe = first != "when"
    name = "stray-punctuation.block" if is_safe else "stray-punctuation.block-or-if"
    return place.repair(name, place.at, edit, first=first, is_safe=is_safe)


def sum_without_parentheses(place: Place) -> Finding | None:
    """`add 1 to cubes of s + 1`: `of` takes only the next thing, and nothing can be added here."""
    if place.word not in ("+", "-", "*", "/") or place.at == place.begin:
        return None
    last = place.at + 1
    for first in range(place.begin + 1, place.at):
        if place.text(first - 1) != "of" or last >= len(place.words):
            continue
        inner = place.words[first : last + 1]
        opening = place.inserted("(", before=first)
        closing = make_word("sign", inner[-1].end, inner[-1].end, ")")
        edit = Edit(first, last + 1, (opening, *inner, closing))
        span = place.span(first).join(place.span(last))
        finding = place.repair("missing-parentheses", span, edit, text=span.flat_text)
        if finding is not None:
            return finding
    return None


def comma_for_and(place: Place) -> Finding | None:
    """`where own, visible`: conditions in a row."""
    is_condition = "where" in map(place.text, range(place.begin, place.at))
    if place.word_before != "," or not is_condition:
        return None
    comma = place.at - 1
    edit = place.replace(comma, "and")
    return place.repair("other-words.conditions", comma, edit, is_safe=True)


def range_after_in(place: Place) -> Finding | None:
    """`s in 16..19`: only a setting holds a list."""
    low, high = place.at - 1, place.at + 1
    is_range = place.kind(low) == place.kind(high) == "INT"
    if place.word != ".." or not is_range or place.text(low - 1) != "in":
        return None
    start = place.words[low].start
    unknown = make_word("NAME", start, start, "missing")
    return place.finding(
        "other-words.range",
        place.span(low).join(place.span(high)),
        Edit(low, high + 1, (unknown,), is_made_up=True),
        low=place.text(low),
        high=place.text(high),
    )


def chained_comparison(place: Place) -> Finding | None:
    """`0 < home of q < 3`, `c is tower_card = d is tower_card`: one comparison after another."""
    if place.word not in _COMPARISONS or "AND" not in place.accepts:
        return None
    depth = 0
    for index in reversed(range(place.begin + 1, place.at)):
        word = place.text(index)
        depth += {")": 1, "(": -1}.get(word, 0)
        if depth < 0 or (depth == 0 and word in _BEFORE_A_COMPARISON):
            return None
        if depth == 0 and word in _COMPARISONS:
            first = place.span(index)
            return place.finding("other-words.comparison", place.at, word=place.word, first=first)
    return None


_COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">=", "is", "in"})
_BEFORE_A_COMPARISON = frozenset({"and", "or", "where", "when", "if", "while", ",", "{", "}"})
