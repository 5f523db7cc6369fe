"""What rules did by themselves after a move, in the words of their `says`.

A rule of a house rule that reacts to an event and takes effect is announced: "A storm blows all
wizards back one space." Otherwise people would see a board that has changed. Shipped rules are not:
everybody knows them. What a secret part of a rule does is not announced either.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.backends.reference import Reference
from wtrules.checks.stale_says import stale_says
from wtrules.game.fired import traced
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.game.remembered import is_secret
from wtrules.meaning.sentences import sentences
from wtrules.node import walk
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n


@frozen(eq=False, repr=False)
class _Tracer:
    """A program that notes which of the announced rules take effect."""

    engine: Reference
    marks: int  # the place of the first mark in a state
    entries: tuple[Entry, ...]


_TRACERS: WeakKeyDictionary[Reference, _Tracer] = WeakKeyDictionary()


def announced(state: State, move: Move, after: State, lang: str) -> Iterator[str]:
    """Yield what the rules say that took effect between a move and the next decision."""
    tracer = _tracer(state)
    if not tracer.entries or is_secret(state, move):
        return
    for data in _played(tracer, state, move, after):
        for number, entry in enumerate(tracer.entries):
            said = sentences(state.game.rules, entry.node, state.players)
            if data[tracer.marks + number] and entry.id != move.rule and said:
                yield said.get(lang) or next(iter(said.values()))


def _tracer(state: State) -> _Tracer:
    if state.engine not in _TRACERS:
        entries = tuple(_announcing(state.game))
        program = state.program
        if entries:
            program = traced(program, [entry.id for entry in entries], visible=True)
        _TRACERS[state.engine] = _Tracer(Reference(program), state.program.size, entries)
    return _TRACERS[state.engine]


def _announcing(game: Game) -> Iterator[Entry]:
    """Yield the rules that are announced."""
    rules = game.rules
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for entry in rules.of_kind("rule"):
        reacts = any(True for _ in clauses_of(entry.node, n.Trigger))
        is_open = not any(isinstance(part, n.Secretly) for part in walk(entry.node))
        if reacts and is_open and entry.layer not in shipped and not stale_says(rules, entry):
            yield entry


def _played(tracer: _Tracer, state: State, move: Move, after: State) -> Iterator[list[int]]:
    """Yield the state after the move, with marks; nothing if the die was set to more than one roll."""
    size = state.program.size
    for rolls in ((), (after.roll,) if after.roll else ()):
        data = state.data + [0] * len(tracer.entries)
        tracer.engine.play_rolled(data, move.option, rolls)
        if data[:size] == after.data:
            yield data
            return
