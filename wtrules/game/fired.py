"""Find out which rules take effect in random games.

A traced program has an additional field, `fired`, with a mark for each rule. Before each statement
with an effect, the mark of its rule is set. The marks are set by ordinary statements, so that any
back end can run a traced program. For rules that only forbid something, the tracer checks before
every decision whether they would stop a piece.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import evolve, frozen

from wtrules.backends.reference import Reference
from wtrules.game.game import Game
from wtrules.position import wizards
from wtrules.program import program as p
from wtrules.program.state import ON_TABLE
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

MAX_DECISIONS = 20_000  # a random game that is not over by then is assumed never to end
_FIELD = "fired"


# Chooses one of the options of a decision, given by its number in the program.
Choose = Callable[[p.Program, int, list[int], random.Random], int]


def fired(
    games: Sequence[Game],
    number: int,
    seed: int = 0,
    choose: Choose | None = None,
    with_bans: bool = True,
) -> Counter[str]:
    """Return in how many of *number* games each rule took effect.

    The games are spread over the rulesets and the numbers of players that each supports. Without
    *choose*, players choose at random. Rules that only forbid something are asked before every
    decision, which takes most of the time; without *with_bans* they are left out.
    """
    tables = [(game, players) for game in games for players in game.players]
    tracers: dict[int, _Tracer] = {}
    found: Counter[str] = Counter()
    for i in range(number):
        at = i % len(tables)
        if at not in tracers:
            game, players = tables[at]
            tracers[at] = _Tracer(game.program(players), with_bans)
        active = tracers[at].play(seed + i, choose or _at_random)
        found.update(active | _delegating(tables[at][0].rules, active))
    return found


def _at_random(_: p.Program, __: int, options: list[int], chance: random.Random) -> int:
    return chance.choice(options)


def _delegating(rules: Rules, active: Collection[str]) -> set[str]:
    """Return the rules that only perform other rules, all of which took effect."""
    found = set()
    for entry in rules.of_kind("rule"):
        actions = entry.statements()
        performed = {action.name for action in actions if isinstance(action, n.Perform)}
        if len(performed) == len(actions) and performed and performed <= set(active):
            found.add(entry.id)
    return found


class _Tracer:
    """A traced program on the reference back end."""

    def __init__(self, program: p.Program, with_bans: bool) -> None:
        self.rules = list(dict.fromkeys(_origins(program)))
        self.program = traced(program, self.rules)
        self.engine = Reference(self.program)
        self.marks = self.program.fields[_FIELD].offset
        self.at = self.program.fields["at"].offset
        bans = program.notes.forbids.items() if with_bans else ()
        self.bans = [(event, ban) for event, found in bans for ban in found]

    def play(self, seed: int, choose: Choose) -> set[str]:
        """Play one game; return the rules that took effect."""
        chance = random.Random(seed)
        found = set()
        state, options = self.engine.start(seed)
        for _ in range(MAX_DECISIONS):
            if not options:
                break
            for event, ban in self.bans:
                if ban.rule not in found and self._forbids(state, event, ban.function):
                    found.add(ban.rule)
            option = choose(self.program, state[self.at] - 1, options, chance)
            options = self.engine.play(state, option)
        return found | {rule for i, rule in enumerate(self.rules) if state[self.marks + i]}

    def _forbids(self, state: list[int], event: str, function: str) -> bool:
        """Whether a ban would stop some piece from landing on one of the next spaces.

        Of steps, which depend on the way, it is not known.
        """
        if event.endswith("-steps"):
            return True
        program = self.program
        wanted = len(program.functions[function].parameters)
        farthest = max([face.value for c in program.cards for face in c.faces], default=1)
        for space, piece in _pieces(program, state, event):
            for steps in range(1, max(farthest, 2) + 1):
                there = program.board.space_after(space, steps)
                if there < 0:
                    break
                end, moves = there, event.endswith("-moves")
                if event.startswith(("wizard", "piece")):
                    height = state[program.fields["height"].offset + there]
                    there = there * program.board.levels + height
                args = (piece, steps, space, end, 1) if moves else (piece, there, 1)
                if self.engine.ask(function, state, *args[:wanted]):
                    return True
        return False


def traced(program: p.Program, rules: Sequence[str], *, visible: bool = False) -> p.Program:
    """Return a program that marks in the field `fired` which of *rules* take effect.

    With *visible*, only what changes something that players have in front of them or that rules
    remember is an effect, not that a rule has asked or counted something on the way.
    """
    number = {rule: i for i, rule in enumerate(rules)}  # of others there are no marks
    marks = _Marks(program, number, visible)
    mark = p.Field(_FIELD, len(rules), p.FieldRole.MEMORY, offset=program.size)
    functions = {
        name: evolve(function, body=(*marks.entry(function), *marks.body(function.body)))
        for name, function in program.functions.items()
        if not function.options
    }
    return evolve(
        program,
        fields={**program.fields, _FIELD: mark},
        size=program.size + len(rules),
        functions={**program.functions, **functions},
        blocks=tuple(evolve(b, body=marks.body(b.body)) for b in program.blocks),
    )


def _origins(program: p.Program) -> Iterator[str]:
    yield from (s.origin.rule for s in program.statements())
    yield from (function.origin.rule for function in program.functions.values())


_VISIBLE = ON_TABLE | {p.FieldRole.WINNERS, p.FieldRole.MEMORY, p.FieldRole.TURN}


@frozen(eq=False, repr=False)
class _Marks:
    """Puts marks into the bodies of a program."""

    program: p.Program
    number: dict[str, int]  # of the rules with marks
    visible: bool

    def entry(self, function: p.Function) -> p.Body:
        """Return the mark at the beginning of a function."""
        # A rule that answers an event is called only if its conditions are true. A query may be
        # called without any effect.
        rule = function.origin.rule
        answers = function.name.startswith(("rule.", "answer.")) and not self.visible
        return (self._mark(rule),) if answers and rule in self.number else ()

    def body(self, body: p.Body) -> p.Body:
        """Return a body with marks before its effects."""
        made: list[p.Statement] = []
        for statement in body:
            if statement.origin.rule in self.number and self._has_effect(statement):
                made.append(self._mark(statement.origin.rule))
            match statement:
                case p.If():
                    then, otherwise = self.body(statement.then), self.body(statement.otherwise)
                    statement = evolve(statement, then=then, otherwise=otherwise)
                case p.While() | p.For():
                    statement = evolve(statement, body=self.body(statement.body))
            made.append(statement)
        return tuple(made)

    def _mark(self, rule: str) -> p.Statement:
        return p.Store(_FIELD, self.number[rule], 1)

    def _has_effect(self, statement: p.Statement) -> bool:
        match statement:
            case p.Store(array=name) if self.visible:
                return self.program.fields[name].role in _VISIBLE
            case p.Run(call=p.Call(function=name)) if self.visible:
                return not name.startswith(("rule.", "answer."))
            case p.Assign(value=p.Call(function=name)):
                return name.startswith("do_")  # others ask something
            case p.Decide() | p.Goto():
                return not self.visible
            case p.Store() | p.Run():
                return True
        return False


def _pieces(program: p.Program, state: list[int], event: str) -> Iterator[tuple[int, int]]:
    """Yield the towers, visible wizards or other pieces as numbers of the program, each after its space."""
    heights, cells = program.fields["height"].offset, program.fields["cell"].offset
    mask = program.board.mask
    if event.startswith("piece"):
        for piece in range(len(program.board.piece_names)):
            place = state[program.fields["piece"].offset + piece]
            if place >= 0:
                yield place // program.board.levels, piece
        return
    for space in range(program.board.spaces):
        height = state[heights + space]
        if event.startswith("tower"):
            for level in range(1, height + 1):
                yield space, space * program.board.levels + level
        elif event.startswith("wizard"):
            place = space * program.board.levels + height
            for player in range(program.players):
                if state[cells + place] >> player * program.board.bits & mask:
                    slots = wizards.slots_at(program, state, place, player)
                    yield from ((space, program.wizard_number(place, player, x)) for x in slots)
