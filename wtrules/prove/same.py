"""Whether two programs are the same but for names and ways to write it: as a whole, or in part.

Both are for the same number of players. What is reached from a beginning is written as one value, in
which variables, functions, blocks and memories are numbered as they are first used, so that equal
values mean equal play. What explains a program does not matter; what a move is called does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, evolve, field

from wtrules.program import program as p
from wtrules.program.program import Program
from wtrules.prove.normal_form import NUMBERED, NormalForm

Form = tuple[Any, ...]
_T = TypeVar("_T")


def same_program(one: Program, two: Program) -> bool:
    """Whether two programs play the same game, from the set-up to the end."""
    if one == two:
        return True
    return _fixed(one) == _fixed(two) and _whole(one) == _whole(two)


def same_after_setup(one: Program, two: Program) -> bool:
    """Whether everything after the first decision is the same, so that only set-ups may differ."""
    if one == two:
        return True
    return _fixed(one, box=()) == _fixed(two, box=()) and _after_setup(one) == _after_setup(two)


def same_options(one: Program, two: Program, first: int, second: int) -> bool:
    """Whether a decision of each lists the same options in every state.

    Memories are the same if they have the same name, variables of a rule if they are used alike.
    """
    if _fixed(one, box=()) != _fixed(two, box=()):
        return False
    return _options(one, first) == _options(two, second)


def same_function(one: Program, two: Program, name: str) -> bool:
    """Whether a function of this name returns the same in both; all fields by their names."""
    return _function(one, name) == _function(two, name)


def only_reads(program: Program, name: str) -> bool:
    """Whether a function changes nothing, so that all it does is to return a number."""
    normal = _once(program, NormalForm, lambda: NormalForm(program))
    return not program.functions[name].options and normal.only_reads(name)


def _function(program: Program, name: str) -> Form:
    def form() -> Form:
        writer = _Writer(program, frozenset())
        return writer.function(name), writer.rest()

    return _once(program, name, form)


def _whole(program: Program) -> Form:
    def form() -> Form:
        writer = _Writer(program)
        entry = writer.block(p.ENTRY)
        secrets = tuple(map(writer.secret_part, program.secret_parts))
        return entry, secrets, writer.rest()

    return _once(program, "whole", form)


def _after_setup(program: Program) -> Form:
    """Write what follows the decisions, and what follows the blocks that rules come back to."""

    def form() -> Form:
        writer = _Writer(program)
        asked = tuple(map(writer.decision, range(len(program.decisions))))
        kept = (s.value for s in program.statements() if isinstance(s, p.Store))
        begun = tuple(writer.block(value.block) for value in kept if isinstance(value, p.At))
        secrets = tuple(map(writer.secret_part, program.secret_parts))
        return asked, begun, secrets, writer.rest()

    return _once(program, "after setup", form)


def _options(program: Program, number: int) -> Form:
    def form() -> Form:
        writer = _Writer(program, frozenset({p.FieldRole.FRAME}))
        decision = program.decisions[number]
        listed = writer.function(decision.options)
        return alternatives(decision), listed, writer.rest()

    return _once(program, number, form)


def _once(program: Program, key: object, make: Callable[[], _T]) -> _T:
    about = (_once, key)
    if about not in program.computed:
        program.computed[about] = make()
    found: _T = program.computed[about]
    return found


def _fixed(program: Program, **about: Any) -> Form:
    """Return what is fixed before anything is run, with some of it changed."""
    board = evolve(program.board, colours=(), **about)
    physics = (f for f in program.fields.values() if f.role not in NUMBERED)
    shapes = tuple((f.name, f.size, f.role, f.wide, f.each, f.first, f.hidden) for f in physics)
    words = program.words.spells, program.words.costs, program.words.goals
    return program.players, board, program.decks, words, shapes


def alternatives(decision: p.Decision) -> Form:
    """Return what the options of a decision are, as a player sees them."""
    return tuple(
        (a.words, a.kinds, a.radices, a.passes, a.declines, a.secretly)
        for a in decision.alternatives
    )


@define
class _Writer:
    """Writes parts of a program as values, with numbers for names, in the order of their use."""

    program: Program
    numbered: frozenset[p.FieldRole] = NUMBERED
    _normal: NormalForm = field(init=False)
    _numbers: dict[tuple[str, object], int] = field(factory=dict, init=False)
    _waiting: list[tuple[str, Any]] = field(factory=list, init=False)
    _variables: dict[str, int] = field(factory=dict, init=False)  # of the part being written

    def __attrs_post_init__(self) -> None:
        self._normal = _once(self.program, NormalForm, lambda: NormalForm(self.program))

    def rest(self) -> Form:
        """Return all parts that were named, and those that these name."""
        written: list[Form] = []
        for kind, name in self._waiting:  # grows
            self._variables = {}
            if kind == "function":
                function = self.program.functions[name]
                parameters = tuple(map(self._variable, function.parameters))
                body = self._body(self._normal.function(name))
                written.append((kind, parameters, function.options, body))
            elif kind == "block":
                body = self._normal.body(self.program.blocks[name].body)
                written.append((kind, self._body(body)))
            else:
                decision = self.program.decisions[name]
                listed, resumed = self.function(decision.options), self.block(decision.resume)
                about = alternatives(decision), decision.kind, decision.secretly
                written.append((kind, listed, resumed, about))
        return tuple(written)

    # --- names ---

    def function(self, name: str) -> Form:
        return self._number("function", name)

    def block(self, number: int) -> Form:
        return ("over",) if number == p.OVER else self._number("block", number)

    def decision(self, number: int) -> Form:
        return self._number("decision", number)

    def secret_part(self, part: p.SecretPart) -> Form:
        fields = [
            tuple(map(self._field, names)) for names in (part.fields, part.owners, part.shared)
        ]
        return self.block(part.entry), *fields, part.asks, part.at

    def _number(self, kind: str, name: object) -> Form:
        number = self._numbers.get((kind, name))
        if number is None:
            number = self._numbers[kind, name] = len(self._numbers)
            self._waiting.append((kind, name))
        return kind, number

    def _variable(self, name: str) -> int:
        return self._variables.setdefault(name, len(self._variables))

    def _field(self, name: str) -> Form:
        about = self.program.fields[name]
        if about.role not in self.numbered:
            return (name,)
        number = self._numbers.setdefault(("field", name), len(self._numbers))
        return number, about.size, about.role, about.wide, about.each, about.first, about.hidden

    # --- parts ---

    def _body(self, body: p.Body) -> Form:
        return tuple(map(self._part, body))

    def _part(self, part: Any) -> Any:
        """Write a statement, an expression or several of them."""
        if isinstance(part, tuple):
            return tuple(map(self._part, part))
        if type(part) not in p.PARTS:
            return part
        values = [self._written(name, getattr(part, name)) for name in p.PARTS[type(part)]]
        return type(part).__name__, *values

    def _written(self, name: str, value: Any) -> Any:
        match name:
            case "name":
                return self._variable(value)
            case "array":
                return self._field(value)
            case "table":
                return self.program.tables[value]
            case "function":
                return self.function(value)
            case "decision":
                return self.decision(value)
            case "block" | "otherwise" if isinstance(value, int):
                return self.block(value)
        return self._part(value)
