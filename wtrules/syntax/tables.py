"""The tables of the parser: its states, its productions and the patterns of its words."""

from __future__ import annotations

from typing import Any, NamedTuple

END = "$END"

# How a production uses one of its parts: a node, a list to be spliced in, a token, or None for an
# optional part that was left out.
NODE, INLINE, TERMINAL, NOTHING = range(4)


class Production(NamedTuple):
    """One way to write a construct: how many parts it takes off the stack, what it makes of them."""

    origin: str
    size: int
    method: str
    takes: tuple[tuple[int, int, str], ...]  # how it is used, index of the part, terminal
    is_unit: bool  # the value of its only part is its own
    is_list: bool  # its value is a list that is spliced into the parent


class _Actions(dict[int, dict[str, int]]):
    """For each state what to do with each symbol; a row is decoded when it is first used."""

    def __init__(self, stored: dict[str, Any]) -> None:
        super().__init__()
        self._moves: list[str] = stored["moves"]
        self._reductions: list[str] = stored["reductions"]
        self._lookaheads: list[str] = stored["lookaheads"]
        self._names: list[str] = stored["symbols"]

    def __missing__(self, state: int) -> dict[str, int]:
        names = self._names
        row = self[state] = {names[symbol]: to for symbol, to in _pairs(self._moves[state])}
        for production, lookahead in _pairs(self._reductions[state]):
            for symbol in map(int, self._lookaheads[lookahead].split()):
                row[names[symbol]] = ~production
        return row


def _pairs(text: str) -> list[tuple[int, int]]:
    numbers = list(map(int, text.split()))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def is_terminal(symbol: str) -> bool:
    """Whether a symbol is a word, or the end of the file, and not a construct."""
    return symbol.isupper()


class Tables:
    """The tables of the parser.

    An action is the next state, or the complement (`~`) of the number of a production. After a
    construct the next state is found like after a word.
    """

    def __init__(self, stored: dict[str, Any]) -> None:
        names = stored["symbols"]
        self.actions = _Actions(stored)
        self.start: int = stored["start"]
        self.end: int = stored["end"]
        # The symbol each state is entered with; `$END` for the first state.
        self.reached_by: list[str] = [names[int(n)] for n in stored["reached_by"].split()]
        self.productions = [
            Production(origin, size, method, tuple((a, b, c) for a, b, c in takes), unit, is_list)
            for origin, size, method, takes, unit, is_list in stored["productions"]
        ]
        # Keywords and signs: what is written -> the terminal, and back.
        self.terminal_of: dict[str, str] = stored["fixed"]
        self.text_of: dict[str, str] = {name: text for text, name in self.terminal_of.items()}
        self.patterns: dict[str, str] = stored["patterns"]
        # Terminals that are preferred to names and numbers where the grammar allows them.
        self.special: frozenset[str] = frozenset(stored["special"])
        # Where a run of reductions that change nothing but the state ends.
        self.shortcuts: dict[tuple[int, int, str], int] = {}
        self.comment: str = stored["comment"]
        self.blank: str = stored["blank"]

    def step(self, states: list[int], terminal: str) -> bool:
        """Feed a terminal to a stack of states and return whether it is accepted."""
        while True:
            action = self.actions[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            production = self.productions[~action]
            if production.is_unit:
                states[-1] = self.shortcut(states[-2], states[-1], terminal)
                continue
            if production.size:
                del states[-production.size :]
            states.append(self.actions[states[-1]][production.origin])
            if terminal == END and states[-1] == self.end:
                return True

    def shortcut(self, below: int, state: int, terminal: str) -> int:
        """Return the state after all reductions that only pass on the value of their one part."""
        key = (below, state, terminal)
        target = self.shortcuts.get(key)
        if target is None:
            target = state
            while (action := self.actions[target].get(terminal, 0)) < 0:
                production = self.productions[~action]
                if not production.is_unit:
                    break
                target = self.actions[below][production.origin]
            self.shortcuts[key] = target
        return target
