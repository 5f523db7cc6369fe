"""The tables of the parser as Lark computes them from the grammar.

Grammar text comes in; the tables go out as JSON text, the same on every machine. Only
`from_grammar.py` needs this module, and only if the grammar has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from wtrules.syntax.tables import END, INLINE, NODE, NOTHING, TERMINAL


def lark_parser(grammar: str) -> Lark:
    """Return Lark's own parser for rule files: slower and without recovery, for comparisons."""
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


def tables_text(grammar: str, key: str) -> str:
    """Return the tables of a grammar as `Tables` reads them, marked with *key*."""
    parser = lark_parser(grammar)
    stored = {"key": key, **_automaton(parser), **_terminals(parser)}
    return _readable(stored)


def _automaton(parser: Lark) -> dict[str, Any]:
    """Return states and productions, numbered in an order that depends on the grammar alone."""
    conf = parser.parse_interactive("").parser_state.parse_conf
    order = _states_in_order(conf)
    number_of = {state: number for number, state in enumerate(order)}
    symbols: dict[str, int] = {}
    productions: dict[Any, int] = {}
    lookaheads: dict[str, int] = {}
    reached_by = [0] * len(order)
    moves: list[str] = []
    reductions: list[str] = []
    for state in order:
        targets: list[int] = []
        reduced: dict[int, list[int]] = {}
        for name, (action, argument) in sorted(conf.states[state].items()):
            symbol = symbols.setdefault(str(name), len(symbols))
            if action is Shift:
                reached_by[number_of[argument]] = symbol
                targets += (symbol, number_of[argument])
            else:
                production = productions.setdefault(argument, len(productions))
                reduced.setdefault(production, []).append(symbol)
        moves.append(_numbers(targets))
        parts: list[int] = []
        for production, before in sorted(reduced.items()):
            parts += (production, lookaheads.setdefault(_numbers(before), len(lookaheads)))
        reductions.append(_numbers(parts))
    reached_by[number_of[conf.start_state]] = symbols[END]
    return {
        "start": number_of[conf.start_state],
        "end": number_of[conf.end_state],
        "symbols": list(symbols),
        "productions": [_production(rule) for rule in productions],
        "lookaheads": list(lookaheads),
        "moves": moves,
        "reductions": reductions,
        "reached_by": _numbers(reached_by),
    }


def _states_in_order(conf: Any) -> list[Any]:
    """Return the states as they are first reached from the start, symbols in alphabetical order."""
    order = {conf.start_state: None, conf.end_state: None}
    for state in (waiting := [conf.start_state]):
        for _, (action, argument) in sorted(conf.states[state].items()):
            if action is Shift and argument not in order:
                order[argument] = None
                waiting.append(argument)
    return list(order)


def _terminals(parser: Lark) -> dict[str, Any]:
    """Return keywords, signs and patterns; a terminal of higher priority comes first."""
    terminals = sorted(parser.terminals, key=lambda t: (-t.priority, t.name))
    fixed = {t.pattern.value: t.name for t in terminals if isinstance(t.pattern, PatternStr)}
    patterns = {t.name: t.pattern.to_regexp() for t in terminals if t.name not in fixed.values()}
    ignored = sorted(parser.ignore_tokens)
    (blank,) = [name for name in ignored if name != "COMMENT"]
    return {
        "fixed": fixed,
        "patterns": {name: text for name, text in patterns.items() if name not in ignored},
        "special": [t.name for t in terminals if t.priority > 0],
        "comment": patterns["COMMENT"],
        "blank": patterns[blank],
    }


def _production(rule: Any) -> tuple[Any, ...]:
    """Return a production, with Lark's conventions for building trees spelled out."""
    origin = rule.origin.name
    takes = list(_takes(rule))
    is_list = origin.startswith("_") and not rule.alias
    is_unit = len(takes) == 1 == len(rule.expansion) and (
        (rule.options.expand1 and not rule.alias and takes[0][0] == NODE)
        or (is_list and takes[0][0] == INLINE)
    )
    method = str(rule.alias or origin)
    if rule.options.expand1 and not rule.alias and len(takes) == 1:
        method = "?"
    return origin, len(rule.expansion), "" if is_list else method, takes, is_unit, is_list


def _takes(rule: Any) -> Iterator[tuple[int, int, str]]:
    gaps = _gaps(rule)
    for index, symbol in enumerate(rule.expansion):
        yield from [(NOTHING, 0, "")] * gaps[index]
        if symbol.is_term:
            if rule.options.keep_all_tokens or not symbol.filter_out:
                yield TERMINAL, index, symbol.name
        else:
            yield INLINE if symbol.name.startswith("_") else NODE, index, ""
    yield from [(NOTHING, 0, "")] * gaps[-1]


def _gaps(rule: Any) -> list[int]:
    """Return how many optional parts are left out before each part, and at the end."""
    present = rule.options.empty_indices
    if not present:
        return [0] * (len(rule.expansion) + 1)
    text = "".join("1" if left_out else "0" for left_out in present)
    return [len(ones) for ones in text.split("0")]


def _numbers(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _readable(stored: dict[str, Any]) -> str:
    """Return compact JSON with a line per entry of each list, so that changes can be compared."""
    lines = []
    for key, value in stored.items():
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        if isinstance(value, list):
            entries = [json.dumps(v, separators=(",", ":"), ensure_ascii=False) for v in value]
            text = "[\n" + ",\n".join(entries) + "\n]"
        lines.append(f'"{key}":{text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"
