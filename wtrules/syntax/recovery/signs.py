"""Punctuation, operators, parentheses and braces that are missing or not needed."""

from __future__ import annotations

from wtrules.diagnostics import Label
from wtrules.source import Span
from wtrules.syntax.mistakes import report
from wtrules.syntax.recovery.place import Edit, Finding, Place
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.vocabulary import OPERATORS


def trailing_comma(place: Place) -> Finding | None:
    if place.text(place.at - 1) != ",":
        return None
    if not (place.starts_line(place.at) or place.text(place.at) in ("}", "{", ")")):
        return None
    edit = place.delete(place.at - 1)
    if not place.parses_with(edit, ahead=1):
        return None
    advice = "nothing follows this comma: delete it"
    diagnostic = report("stray-punctuation", place.label(place.at - 1), word=",", advice=advice)
    return Finding(diagnostic, edit)


def second_operator(place: Place) -> Finding | None:
    before, word = place.text(place.at - 1), place.text(place.at)
    if word == "=" and before in OPERATORS:
        edit = place.delete(place.at)
        shown, right = f"{before} {word}", before
    elif word == "|" and place.text(place.at + 1) == "|" and place.container != "TABLE":
        start = place.words[place.at].start
        edit = Edit(place.at, place.at + 2, (make_word("NAME", start, start + 1, "or"),))
        shown, right = "||", "or"
    else:
        return None
    if not place.parses_with(edit, ahead=1):
        return None
    diagnostic = report("wrong-operator", place.label(place.at), word=shown, right=right)
    return Finding(diagnostic, edit)


def negative_number(place: Place) -> Finding | None:
    if (
        place.text(place.at) != "-"
        or "INT" not in place.accepts
        or place.kind(place.at + 1) != "INT"
    ):
        return None
    edit = place.delete(place.at)
    return Finding(report("negative-number", place.label(place.at)), edit)


def stray_punctuation(place: Place) -> Finding | None:
    word = place.text(place.at)
    if word not in (",", ":", "=", "|", ".", "..") or word == place.text(place.at - 1) == "|":
        return None
    edit = place.delete(place.at)
    if not place.parses_with(edit, ahead=1):
        return None
    if word in "=:" and place.container == "SETTINGS":
        key = place.text(place.at - 1)
        advice = (
            f"a setting has its value right after its name: `{key} {place.shown(place.at + 1)}`"
        )
    else:
        advice = "delete it; a clause ends where the next one begins"
    return Finding(
        report("stray-punctuation", place.label(place.at), word=word, advice=advice), edit
    )


def parenthesis(place: Place) -> Finding | None:
    opened = [
        i for i in range(place.begin, min(place.at, len(place.words))) if place.text(i) in "()"
    ]
    depth: list[int] = []
    for index in opened:
        if place.text(index) == "(":
            depth.append(index)
        elif depth:
            depth.pop()
    if place.text(place.at) == ")" and not depth:
        edit = place.delete(place.at)
        return Finding(report("surplus-parenthesis", place.label(place.at)), edit)
    if not depth or "RPAR" not in place.accepts:
        return None
    edit = place.insert(place.inserted(")"))
    if not place.parses_with(edit, ahead=1):
        return None
    related = (place.label(depth[-1], "opened here"),)
    return Finding(report("unclosed-parenthesis", place.gap("`)` is missing"), related), edit)


def missing_equals(place: Place) -> Finding | None:
    first = place.text(place.begin)
    if first not in ("let", "set", "define", "memory", "allowance", "override", "add"):
        return None
    if "EQUAL" not in place.accepts or any(
        place.text(index) == "=" for index in range(place.begin, place.at)
    ):
        return None
    edit = place.insert(place.inserted("="))
    if not place.parses_with(edit):
        return None
    return Finding(report("missing-equals", place.label(place.at), place=place.gap_phrase()), edit)


def missing_bar(place: Place) -> Finding | None:
    if place.container != "TABLE" or "VBAR" not in place.accepts:
        return None
    edit = place.insert(place.inserted("|"))
    if place.starts_line(place.at) or not place.parses_with(edit, ahead=1):
        return None
    return Finding(report("missing-bar", place.label(place.at), place=place.gap_phrase()), edit)


def missing_comma(place: Place) -> Finding | None:
    if "COMMA" not in place.accepts or place.starts_line(place.at):
        return None
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
    return Finding(report("missing-comma", place.label(place.at), place=place.gap_phrase()), edit)


def missing_brace(place: Place) -> Finding | None:
    if "LBRACE" not in place.accepts or place.text(place.at) == "{":
        return None
    line_end = place.at
    while line_end < len(place.words) and (line_end == place.at or not place.starts_line(line_end)):
        if place.text(line_end) in ("{", "}"):
            break
        line_end += 1
    before = place.words[place.at - 1]
    label = Label(Span(place.source, before.start, before.end), "`{` is missing after this")
    after = f"`{place.shown(place.at - 1)}`"
    opening = place.inserted("{")
    if place.text(place.at) not in ("}", "") and place.text(line_end) != "{":
        closing = place.inserted("}", before=line_end)
        words = (opening, *place.words[place.at : line_end], closing)
        edit = Edit(place.at, line_end, words)
        if place.parses_with(edit, ahead=1):
            return Finding(report("missing-brace", label, after=after), edit)
    header = place.accepts == {"LBRACE"} or place.text(place.at) in ("", "}")
    if header and place.text(line_end) != "{":
        return Finding(report("missing-brace", label, after=after))
    return None


def block_behind_clause(place: Place) -> Finding | None:
    """`on turn begins { … }`: the braces of the rule are enough."""
    first = place.text(place.begin)
    if place.text(place.at) != "{" or first not in ("on", "forbid", "when"):
        return None
    close, depth = place.at, 0
    while close < len(place.words):
        depth += {"{": 1, "}": -1}.get(place.text(close), 0)
        if depth == 0:
            break
        close += 1
    edit = Edit(place.at, close + 1, tuple(place.words[place.at + 1 : close]))
    if close >= len(place.words) or not place.parses_with(edit, ahead=1):
        return None
    advice = f"no braces after `{first} …`: delete this one and the `}}` that closes it"
    if first == "when":
        advice += ", or write `if … { … }`"
    label = place.label(place.at)
    return Finding(report("stray-punctuation", label, word="{", advice=advice), edit)


def comma_for_and(place: Place) -> Finding | None:
    """`where own, visible`: conditions in a row."""
    if place.text(place.at - 1) != ",":
        return None
    if not any(place.text(index) == "where" for index in range(place.begin, place.at)):
        return None
    edit = place.replace(place.at - 1, "and")
    if not place.parses_with(edit, ahead=1):
        return None
    problem = "does not join conditions"
    label = place.label(place.at - 1)
    diagnostic = report("other-words", label, word=",", problem=problem, advice="write `and`")
    return Finding(diagnostic, edit)
