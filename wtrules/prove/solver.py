"""What two programs do in every state: the options of their decisions, proved equal or refuted.

Both share one state, in which every number is anything within its bounds; what rules count, which has
no bounds of its own, is taken to be within COUNTED, and there are no more towers than at the start. Work is measured in the units of the solver, not in
seconds, so that the same question has the same answer on every machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import z3
from attrs import define, evolve, field

from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions
from wtrules.program import program as p
from wtrules.program.program import Program
from wtrules.prove.normal_form import NormalForm
from wtrules.prove.result import COUNTED, Counterexample, Proof, ProverError
from wtrules.prove.same import (
    alternatives,
    only_reads,
    same_function,
    same_options,
    same_program,
)
from wtrules.prove.symbolic import (
    WIDTH,
    Bool,
    Execution,
    Number,
    Unsupported,
    both,
    either,
    number,
    opposite,
)

_SMALL, _LARGE = 300_000, 6_000_000  # units of work for all options together, and for one
MOST_WORK = 150_000_000  # units for one decision
_MOST_PAIRS = 400  # of options, where the lists are not made alike


def prove(one: Program, two: Program) -> Proof:
    """Return what can be proved of two programs for the same number of players.

    Raises ProverError if a counterexample is none.
    """
    numbers = {decision.name: number for number, decision in enumerate(two.decisions)}
    same: list[str] = []
    proved: list[str] = []
    unsettled: list[tuple[str, str]] = []
    names = _matched(one, two)
    two = _with_equal_functions(one, two, names)
    two = _with_equal_conditions(one, two, names)
    for first, decision in enumerate(one.decisions):
        second = numbers.get(decision.name)
        if second is None:
            unsettled.append((decision.name, "only one side has it"))
            continue
        if same_options(one, two, first, second):
            same.append(decision.name)
            continue
        asked = two.decisions[second]
        try:
            if alternatives(decision) != alternatives(asked):
                raise Unsupported("other options can be listed there")
            task = _Task.of(one, two, (decision.options, asked.options), names)
            found = task.counterexample((first, second))
        except Unsupported as reason:
            unsettled.append((decision.name, str(reason)))
            continue
        if found is not None:
            return Proof(one.players, (), tuple(same), tuple(proved), tuple(unsettled), found)
        proved.append(decision.name)
        two = _with_function(two, asked.options, one, decision.options, names)
    is_whole = not unsettled and same_program(one, two)
    return Proof(one.players, (), tuple(same), tuple(proved), tuple(unsettled), None, is_whole)


def _with_equal_functions(one: Program, two: Program, names: Mapping[str, str]) -> Program:
    """Return the second program with functions of the first, where they return the same.

    That is so for all arguments for which the function of the first reads within its arrays.
    """
    shared = [name for name in one.functions if name in two.functions and only_reads(one, name)]
    for name in sorted(shared, key=lambda name: len(p.reached(one.functions, name))):
        functions = one.functions[name], two.functions[name]
        is_alike = len(functions[0].parameters) == len(functions[1].parameters)
        if not is_alike or not only_reads(two, name) or same_function(one, two, name):
            continue
        try:
            if _Task.of(one, two, (name, name), names).is_equal():
                two = _with_function(two, name, one, name, names)
        except Unsupported:
            continue  # it may still do the same where it is called
    return two


def _with_equal_conditions(one: Program, two: Program, names: Mapping[str, str]) -> Program:
    """Return the second program with conditions of the first in its blocks, where they are equal.

    Blocks are matched by their number, conditions by their place; the same for all values of all
    variables, as for functions.
    """
    if len(one.blocks) != len(two.blocks):
        return two
    forms = [NormalForm(program) for program in (one, two)]
    for at, pair in enumerate(zip(one.blocks, two.blocks, strict=True)):
        first, second = (f.body(block.body) for f, block in zip(forms, pair, strict=True))
        for a, b in _differing(first, second, names):
            variables = {v.name for v in p.parts_of(a, b) if isinstance(v, p.Var)}
            given = tuple(sorted(variables))
            asked = _asking(one, a, given), _asking(two, b, given)
            try:
                if not _Task.of(*asked, (_ASKED, _ASKED), names).is_equal():
                    continue
            except Unsupported:
                continue
            merged = _with_function(asked[1], _ASKED, asked[0], _ASKED, names)
            call = p.Call(_ASKED, tuple(map(p.Var, given)))
            name = _free(f"{_ASKED} {at}", merged.functions)
            functions = {n: f for n, f in merged.functions.items() if n != _ASKED}
            functions[name] = evolve(merged.functions[_ASKED], name=name)
            body = p.rewrite_exprs(
                forms[1].body(two.blocks[at].body),
                lambda expr, b=b, call=call, name=name: (  # type: ignore[misc]
                    p.Call(name, call.args) if expr == b else None
                ),
            )
            block = evolve(two.blocks[at], body=body)
            blocks = (*two.blocks[:at], block, *two.blocks[at + 1 :])
            two = evolve(merged, functions=functions, blocks=blocks)
            forms[1] = NormalForm(two)
    return two


_ASKED = "asked"  # a function that is nothing but a condition


def _asking(program: Program, condition: p.Expr, given: tuple[str, ...]) -> Program:
    """Return a program with a function for a condition."""
    function = p.Function(_ASKED, given, (p.Return(condition),))
    return evolve(program, functions={**program.functions, _ASKED: function})


def _differing(
    one: p.Body, two: p.Body, names: Mapping[str, str]
) -> Iterator[tuple[p.Expr, p.Expr]]:
    """Yield the conditions that differ in two bodies of the same shape."""
    for a, b in zip(one, two, strict=False):
        match a, b:
            case p.If(), p.If():
                if _with_names(a.condition, names) != _with_names(b.condition, {}):
                    yield a.condition, b.condition
                yield from _differing(a.then, b.then, names)
                yield from _differing(a.otherwise, b.otherwise, names)
            case ((p.For() | p.While()), (p.For() | p.While())):
                yield from _differing(a.body, b.body, names)


def _with_names(expr: p.Expr, names: Mapping[str, str]) -> p.Expr:
    """Return an expression with the names of fields that another program has, for a comparison."""
    return p.rewrite_expr(expr, partial(_renamed, fields=names, functions={}, tables={}))


# --- the same state for both -----------------------------------------------------------------------


def _matched(one: Program, two: Program) -> dict[str, str]:
    """Return the fields of one program by those of another: variables by name, without their number."""
    names: list[dict[tuple[str, int], str]] = []
    for program in (one, two):
        seen: Counter[str] = Counter()
        known: dict[tuple[str, int], str] = {}
        for about in program.fields.values():
            is_variable = about.role is p.FieldRole.FRAME
            base = re.sub(r"_\d+$", "", about.name) if is_variable else about.name
            known[base, seen[base]] = about.name
            seen[base] += 1
        names.append(known)
    return {name: names[1][key] for key, name in names[0].items() if key in names[1]}


def _spans(one: p.Field, two: p.Field) -> tuple[int, int]:
    """Return the bounds that a number is proved within: all that either program allows."""
    least, most = min(one.least, two.least), max(one.most, two.most)
    if _has_no_bounds(one) or _has_no_bounds(two):
        return max(least, -COUNTED), min(most, COUNTED)
    return least, most


def _has_no_bounds(about: p.Field) -> bool:
    """Whether a field has no bounds of its own."""
    return about.most >= p.MOST


@define(eq=False)
class _Task:
    """Whether a function does the same in two programs."""

    sides: tuple[Execution, Execution]
    returned: tuple[Number, Number]
    variables: Sequence[tuple[Any, int, int]]  # with their bounds
    _known: list[Any] = field(factory=list, init=False)
    _work: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        for variable, least, most in self.variables:
            self._known += [variable >= least, variable <= most]
        for side in self.sides:  # no tower is made in play
            heights = [each.bits for each in side.state.get("height", ())]
            if heights:
                self._known.append(z3.Sum(heights) <= len(side.program.board.towers))

    @classmethod
    def of(
        cls, one: Program, two: Program, functions: tuple[str, str], names: Mapping[str, str]
    ) -> _Task:
        """Run a function of each, in all states at once. Raises Unsupported."""
        read = [_read(*pair) for pair in zip((one, two), functions, strict=True)]
        variables: list[tuple[Any, int, int]] = []

        def numbers(name: str, size: int, span: tuple[int, int]) -> list[Number]:
            made = []
            for i in range(size):
                term = z3.BitVec(f"{name}[{i}]", WIDTH)
                made.append(number(*span, term))
                if span[0] != span[1]:
                    variables.append((term, *span))
            return made

        states: tuple[dict[str, list[Number]], dict[str, list[Number]]] = ({}, {})
        partners = {new: old for old, new in names.items()}
        for name in sorted(read[0] | {partners[n] for n in read[1] if n in partners}):
            about, partner = one.fields[name], names.get(name)
            other = two.fields[partner] if partner is not None else about
            if other.size != about.size:
                raise Unsupported(f"`{name}` has another size")
            made = numbers(name, about.size, _spans(about, other))
            states[0][name] = made
            if partner is not None:
                states[1][partner] = made
        for name in sorted(read[1] - states[1].keys()):
            about = two.fields[name]
            states[1][name] = numbers(f"two.{name}", about.size, _spans(about, about))
        sides = Execution(one, states[0]), Execution(two, states[1])
        most = max(COUNTED, one.board.spaces * one.board.levels * one.players * one.slots)
        count = len(one.functions[functions[0]].parameters)
        given = numbers("argument", count, (-most, most))
        first, second = (s.call(name, given) for s, name in zip(sides, functions, strict=True))
        return cls(sides, (first, second), sorted(variables, key=str))

    def counterexample(self, decisions: tuple[int, int]) -> Counterexample | None:
        """Return a state in which the options differ; None: there is none. Raises Unsupported."""
        cut = self._true_of([o for side in self.sides for o in side.obligations])
        if cut is not None:
            raise Unsupported("an index may be outside of its array")
        model = self._true_of(list(self._differences()))
        return self._replayed(model, decisions) if model is not None else None

    def is_equal(self) -> bool:
        """Whether both return the same wherever the first one reads within its arrays."""
        self._known += [_term(opposite(claim)) for claim in self.sides[0].obligations]
        claims = [*self.sides[1].obligations, _differ(*self.returned)]
        return self._true_of(claims) is None

    def _differences(self) -> Iterator[Bool]:
        """Yield when something is listed on one side only."""
        one, two = (side.options for side in self.sides)
        if len(one) == len(two):
            for (a, x), (b, y) in zip(one, two, strict=True):
                is_there = either(both(a, opposite(b)), both(b, opposite(a)))
                yield either(is_there, both(a, _differ(x, y)))
            return
        if len(one) * len(two) > _MOST_PAIRS:
            raise Unsupported("the lists of options are made in different ways")
        for here, there in ((one, two), (two, one)):
            for a, x in here:
                absent: Bool = a
                for b, y in there:
                    absent = both(absent, opposite(both(b, opposite(_differ(x, y)))))
                yield absent

    def _true_of(self, claims: Sequence[Bool]) -> Any | None:
        """Return a model in which one of some claims is true; None if there is none.

        Asked together first; if that is too much work, in halves.
        """
        claims = [claim for claim in claims if claim is not False]
        if not claims:
            return None
        if self._work > MOST_WORK:
            raise Unsupported("too much work")
        solver = z3.SolverFor("QF_BV")  # a new one each time: it keeps nothing of a search given up
        solver.set("rlimit", _SMALL if len(claims) > 1 else _LARGE)
        solver.add(*self._known)
        solver.add(z3.Or([_term(claim) for claim in claims]))
        answer = solver.check()
        model = solver.model() if answer == z3.sat else None
        self._work += _LARGE if len(claims) == 1 and answer == z3.unknown else _SMALL
        if answer == z3.unsat:
            return None
        if model is not None:
            return model
        if len(claims) == 1:
            raise Unsupported("too much work")
        half = len(claims) // 2
        return self._true_of(claims[:half]) or self._true_of(claims[half:])

    # --- counterexamples ---

    def _replayed(self, model: Any, decisions: tuple[int, int]) -> Counterexample:
        """Return a model as states in which both engines were asked. Raises ProverError."""
        states, found = [], []
        for side, decision in zip(self.sides, decisions, strict=True):
            state = state_of(side, model, decision)
            engine = Reference(side.program)
            try:
                found.append(engine.options(state))
            except (EndlessPlay, TooManyOptions) as reason:
                raise Unsupported("a state that cannot be replayed") from reason
            states.append(tuple(state))
            expected = [
                _in_model(model, value.bits)
                for guard, value in side.options
                if guard is True or (guard is not False and z3.is_true(model.eval(guard, True)))
            ]
            if found[-1] != expected:
                raise ProverError(f"{side.program.ruleset}: {expected} instead of {found[-1]}")
        only = (
            tuple(sorted(set(found[0]) - set(found[1]))),
            tuple(sorted(set(found[1]) - set(found[0]))),
        )
        if not any(only):
            raise ProverError("both list the same options")
        name = self.sides[0].program.decisions[decisions[0]].name
        return Counterexample(name, (states[0], states[1]), only)


def _term(claim: Bool) -> Any:
    return z3.BoolVal(claim) if isinstance(claim, bool) else claim


def _differ(x: Number, y: Number) -> Bool:
    if x.known is not None and y.known is not None:
        return x.known != y.known
    return False if x.bits.eq(y.bits) else x.bits != y.bits


def _in_model(model: Any, term: Any) -> int:
    return int(model.eval(term, model_completion=True).as_signed_long())


def state_of(side: Execution, model: Any, decision: int) -> list[int]:
    """Return a state of one side as numbers, at a decision; what is not read there is 0."""
    state = [0] * side.program.size
    for name, numbers in side.state.items():
        offset = side.program.fields[name].offset
        for i, each in enumerate(numbers):
            state[offset + i] = _in_model(model, each.bits)
    state[side.program.fields["at"].offset] = decision + 1
    return state


def _read(program: Program, function: str) -> set[str]:
    bodies = [program.functions[name].body for name in p.reached(program.functions, function)]
    return {part.array for part in p.parts_of(*bodies) if isinstance(part, p.Load)}


# --- what is left when proved code is the same --------------------------------------------------------


def _with_function(
    program: Program, function: str, other: Program, name: str, names: Mapping[str, str]
) -> Program:
    """Return a program in which a function does what one of another program does."""
    known = dict(program.functions)
    new: dict[str, str] = {}
    for each in p.reached(other.functions, name):
        is_there = each in known and same_function(other, program, each)
        new[each] = each if is_there and each != name else _free(f"other {each}", known)
    tables = {each: _free(f"other {each}", program.tables) for each in other.tables}
    for each, called in new.items():
        if each == called:
            continue
        change = partial(_renamed, fields=names, functions=new, tables=tables)
        body = p.rewrite_exprs(other.functions[each].body, change)
        known[function if each == name else called] = evolve(other.functions[each], body=body)
    more = {tables[each]: entries for each, entries in other.tables.items()}
    return evolve(program, functions=known, tables={**program.tables, **more})


def _free(name: str, known: Mapping[str, object]) -> str:
    while name in known:
        name += "'"
    return name


def _renamed(
    expr: p.Expr,
    fields: Mapping[str, str],
    functions: Mapping[str, str],
    tables: Mapping[str, str],
) -> p.Expr | None:
    change = partial(_renamed, fields=fields, functions=functions, tables=tables)
    match expr:
        case p.Load():
            return p.Load(fields.get(expr.array, expr.array), p.rewrite_expr(expr.index, change))
        case p.Entry():
            return p.Entry(tables.get(expr.table, expr.table), p.rewrite_expr(expr.index, change))
        case p.Call():
            args = tuple(p.rewrite_expr(arg, change) for arg in expr.args)
            return p.Call(functions.get(expr.function, expr.function), args)
    return None
