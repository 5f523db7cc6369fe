"""The language as tables: what Lark makes of the grammar, in a form that needs no Lark to run.

The text of `grammar/*.lark` comes in; the parser's states, its productions and the patterns of
its words go out. Lark works them out once; from then on they come from the user's cache, so that
reading a rule file neither imports Lark nor waits for it.
"""

from __future__ import annotations

import hashlib
import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wtrules import resources
from wtrules.cache import cached_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Lark

END = "$END"
_LAYOUT = 1  # counts the changes of what is stored

# How a production takes over one of its parts.
NODE, INLINE, TERMINAL, NOTHING = range(4)


class Production(NamedTuple):
    """One way to write a construct: how many parts it takes off the stack, what it makes of them."""

    origin: str
    size: int
    method: str
    takes: tuple[tuple[int, int, str], ...]  # how, which part, name of a terminal
    is_unit: bool  # the value of its only part is its own
    is_list: bool  # its value is a list that its parent takes in


class _Rows(dict[int, dict[str, int]]):
    """Per state what to do or where to go for each symbol, unfolded when first asked for."""

    def __init__(self, folded: list[str], names: list[str]) -> None:
        super().__init__()
        self._folded = folded
        self._names = names

    def __missing__(self, state: int) -> dict[str, int]:
        numbers = list(map(int, self._folded[state].split()))
        symbols = map(self._names.__getitem__, numbers[::2])
        row = self[state] = dict(zip(symbols, numbers[1::2], strict=True))
        return row


class Tables:
    """The tables of the parser.

    An action is the next state, or the complement (`~`) of the number of a production.
    """

    def __init__(self, stored: dict[str, Any]) -> None:
        names = stored["symbols"]
        self.actions = _Rows(stored["actions"], names)
        self.gotos = _Rows(stored["gotos"], names)
        self.start: int = stored["start"]
        self.end: int = stored["end"]
        self.reached_by: list[str] = [names[number] for number in stored["reached_by"]]
        self.productions = [
            Production(origin, size, method, tuple((a, b, c) for a, b, c in takes), unit, is_list)
            for origin, size, method, takes, unit, is_list in stored["productions"]
        ]
        # Fixed words and signs: what is written -> the terminal, and back.
        self.terminal_of: dict[str, str] = stored["fixed"]
        self.text_of: dict[str, str] = {name: text for text, name in self.terminal_of.items()}
        self.patterns: dict[str, str] = stored["patterns"]
        # Patterns that win over words and numbers where the grammar allows them.
        self.special: frozenset[str] = frozenset(stored["special"])
        # Where a run of steps that change nothing but the state ends.
        self.shortcuts: dict[tuple[int, int, str], int] = {}
        self.comment: str = stored["comment"]
        self.blank: str = stored["blank"]

    def step(self, states: list[int], terminal: str) -> bool:
        """Feed a terminal to a stack of states; say whether it fits."""
        while True:
            action = self.actions[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            production = self.productions[~action]
            if production.size:
                del states[-production.size :]
            states.append(self.gotos[states[-1]][production.origin])
            if terminal == END and states[-1] == self.end:
                return True

    def shortcut(self, below: int, state: int, terminal: str) -> int:
        """Return the state after all steps that take one part over as it is."""
        key = (below, state, terminal)
        found = self.shortcuts.get(key)
        if found is None:
            found = state
            while (action := self.actions[found].get(terminal, 0)) < 0:
                production = self.productions[~action]
                if not production.is_unit:
                    break
                found = self.gotos[below][production.origin]
            self.shortcuts[key] = found
        return found

    def accepts(self, states: list[int]) -> frozenset[str]:
        """Return the terminals that can come next."""
        return frozenset(t for t in self.actions[states[-1]] if self.step(states.copy(), t))


def grammar_text() -> str:
    """Return the grammar: all its files, joined in the order of their names."""
    paths = sorted(resources.grammar_folder().glob("*.lark"))
    return "\n".join(path.read_text("utf-8") for path in paths)


@cache
def language_key() -> str:
    """Return a hash of all that the tables depend on."""
    parts = (str(_LAYOUT), grammar_text(), _lark_version(), str(sys.version_info[:2]))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


@cache
def tables() -> Tables:
    """Return the tables of the language."""
    import json

    data = cached_bytes("tables", language_key(), _fold)
    try:
        return Tables(json.loads(data))
    except (ValueError, KeyError, TypeError):  # whole, but not written by us
        return Tables(json.loads(_fold()))


def _lark_version() -> str:
    """Return the version of Lark without importing it, which would take longer than all else."""
    spec = find_spec("lark")
    if spec is None or spec.origin is None:
        return ""
    found = re.search(r'__version__.*=\s*"(.*)"', Path(spec.origin).read_text("utf-8"))
    return found[1] if found else ""


def lark_parser() -> Lark:
    """Return Lark's own parser for rule files, slower and without recovery: a second opinion."""
    from lark import Lark

    return Lark(
        grammar_text(),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _fold() -> bytes:
    """Compile the grammar and return the tables as they are stored."""
    import json

    from lark.lexer import PatternStr
    from lark.parsers.lalr_analysis import Shift

    parser = lark_parser()
    conf = parser.parse_interactive("").parser_state.parse_conf
    symbols: dict[str, int] = {}
    numbers: dict[Any, int] = {}
    reached_by = [0] * len(conf.states)
    actions: list[str] = []
    gotos: list[str] = []
    order = sorted(conf.states)
    renumbered = {state: number for number, state in enumerate(order)}
    for state in order:
        todo: list[int] = []
        going: list[int] = []
        for name, (action, argument) in sorted(conf.states[state].items()):
            symbol = symbols.setdefault(name, len(symbols))
            if action is Shift:
                target = renumbered[argument]
                reached_by[target] = symbol
                is_terminal = name.isupper() or name == END
                (todo if is_terminal else going).extend((symbol, target))
            else:
                todo.extend((symbol, ~numbers.setdefault(argument, len(numbers))))
        actions.append(" ".join(map(str, todo)))
        gotos.append(" ".join(map(str, going)))
    reached_by[renumbered[conf.start_state]] = symbols[END]
    terminals = sorted(parser.terminals, key=lambda t: (-t.priority, t.name))
    ignored = set(parser.ignore_tokens)
    fixed = {t.pattern.value: t.name for t in terminals if isinstance(t.pattern, PatternStr)}
    patterns = {t.name: t.pattern.to_regexp() for t in terminals if t.name not in fixed.values()}
    blank = next(name for name in ignored if name != "COMMENT")
    stored = {
        "symbols": list(symbols),
        "actions": actions,
        "gotos": gotos,
        "start": renumbered[conf.start_state],
        "end": renumbered[conf.end_state],
        "reached_by": reached_by,
        "productions": [_production(rule) for rule in numbers],
        "fixed": fixed,
        "patterns": {name: text for name, text in patterns.items() if name not in ignored},
        "special": [t.name for t in terminals if t.priority > 0],
        "comment": patterns["COMMENT"],
        "blank": patterns[blank],
    }
    return json.dumps(stored, separators=(",", ":")).encode()


def _production(rule: Any) -> tuple[Any, ...]:
    """Return a production of the grammar: Lark's tree-building conventions, spelled out."""
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
    """Return how many optional parts were left out before each part, and at the end."""
    present = rule.options.empty_indices
    if not present:
        return [0] * (len(rule.expansion) + 1)
    text = "".join("1" if left_out else "0" for left_out in present)
    return [len(ones) for ones in text.split("0")]
