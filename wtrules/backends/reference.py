"""The reference back end: the program form run as plain Python.

The program is printed as Python functions over one list of numbers and handed to Python itself.
Nothing is reordered or specialised on the way, so what runs is what `wtrules show --program`
shows.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Collection, Sequence
from typing import Any

from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.optimise.effort import ENDLESS, Effort
from wtrules.program.text import BINDING

State = list[int]
Options = list[int]


OVERFLOW = f"a decision has more than {MOST_OPTIONS:,} options"


class EndlessPlay(Exception):
    """The rules never reach another decision."""


class TooManyOptions(Exception):
    """A decision has more options than a back end lists."""


class _Rolled(State):
    """A state that knows what the die shows in the next rolls, and counts them."""

    rolls: Sequence[int] = ()
    times = 0


class Reference:
    """Runs one program. A state is a list of numbers; options are numbers too."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        effort = Effort(program)
        self.source = _Printer(program, effort).whole()
        self._most_turns = effort.most_turns
        self._patience = range(effort.patience)
        self._turns = [self._most_turns]  # remaining turns of loops that might never end
        space: dict[str, Any] = {
            "turns": self._turns,
            "EndlessPlay": EndlessPlay,
            "clamp": p.clamp,
        }
        exec(compile(self.source, f"<{program.ruleset}>", "exec"), space)
        natural = space["FUNCTIONS"]["roll_die"]
        space[natural.__name__] = _roll_die(natural, program.fields["roll"].offset)
        self._blocks: list[Callable[[State], int | Options]] = space["BLOCKS"]
        self._options: list[Callable[[State], Options]] = space["OPTIONS"]
        self._functions: dict[str, Callable[..., int]] = space["FUNCTIONS"]
        self._resume = [decision.resume for decision in program.decisions]
        self._at = program.fields["at"].offset
        self._choice = program.fields["choice"].offset
        self._initial = initial_state(program)

    def start(self, seed: int) -> tuple[State, Options]:
        """Return the position of the first decision, and its options."""
        state = self.before_start(seed)
        return state, self._run(state, p.ENTRY)

    def before_start(self, seed: int) -> State:
        """Return the state before set-up."""
        state = self._initial[:]
        state[self.program.fields["rng"].offset] = seed
        return state

    def play(self, state: State, option: int) -> Options:
        """Play an option: change *state*, and return the options of the next decision.

        No options means that the game is over.
        """
        return self._run(state, self.chosen(state, option))

    def chosen(self, state: State, option: int) -> int:
        """Choose an option, and return the block that follows."""
        state[self._choice] = option
        return self._resume[state[self._at] - 1]

    def play_rolled(self, state: State, option: int, rolls: Sequence[int]) -> tuple[Options, int]:
        """Play as `play` does, with the die showing *rolls* first; also return how often it is rolled.

        The random generator is used as always, so everything else stays the same.
        """
        rolled = _Rolled(state)
        rolled.rolls = rolls
        options = self.play(rolled, option)
        state[:] = rolled
        return options, rolled.times

    def options(self, state: State) -> Options:
        """Return the options of a position."""
        at = state[self._at]
        self._turns[0] = self._most_turns
        return self._checked(self._options[at - 1](state)) if at > 0 else []

    def _checked(self, options: Options) -> Options:
        if len(options) > MOST_OPTIONS:
            where = f"{self.program.ruleset}, {self.program.players} players"
            raise TooManyOptions(f"{where}: {OVERFLOW}")
        return options

    def advance(self, state: State, block: int, until: Collection[int] = ()) -> int | Options:
        """Run from a block up to one of *until*, or to a decision, whose options are returned."""
        blocks = self._blocks
        self._turns[0] = self._most_turns
        there: int | Options = block
        for _ in self._patience:
            if isinstance(there, list) or there in until:
                return there
            there = blocks[there](state)
        raise EndlessPlay(f"{self.program.ruleset}: {ENDLESS}")

    def step(self, state: State, block: int) -> int | Options:
        """Run one block, and return the next one, or the options of a decision."""
        self._turns[0] = self._most_turns
        return self._blocks[block](state)

    def ask(self, function: str, state: State, *args: int) -> int:
        """Call one function of the program on a state."""
        self._turns[0] = self._most_turns
        return self._functions[function](state, *args)

    def _run(self, state: State, block: int) -> Options:
        blocks = self._blocks
        self._turns[0] = self._most_turns
        there: int | Options = block
        for _ in self._patience:
            there = blocks[there](state)  # type: ignore[index]
            if there.__class__ is list:  # faster than isinstance, and this is the innermost loop
                return self._checked(there)
        raise EndlessPlay(f"{self.program.ruleset}: {ENDLESS}")


def _roll_die(natural: Callable[[State], int], roll: int) -> Callable[[State], int]:
    """Return a function that rolls the die, except where the roll is set."""

    def roll_die(state: State) -> int:
        natural(state)
        if isinstance(state, _Rolled):
            if state.times < len(state.rolls):
                state[roll] = state.rolls[state.times]
            state.times += 1
        return state[roll]

    return roll_die


def initial_state(program: p.Program) -> State:
    """Return the state before set-up: towers and castle on the board, all cards in the discard pile."""
    state = [0] * program.size
    fields = program.fields
    for space, shield in program.towers:
        height = fields["height"].offset + space
        state[height] += 1
        state[fields["shields"].offset + space] |= int(shield) << state[height]
    for space in program.ground_shields:
        state[fields["shields"].offset + space] |= 1
    state[fields["castle"].offset] = program.castle
    for i, card in enumerate(program.cards):
        state[fields["discard"].offset + i] = card.copies
    state[fields["discard_size"].offset] = sum(card.copies for card in program.cards)
    return state


# --- printing Python -------------------------------------------------------------------------


def python_source(program: p.Program) -> str:
    """Return the program as Python source."""
    return _Printer(program, Effort(program)).whole()


class _Printer:
    def __init__(self, program: p.Program, effort: Effort) -> None:
        self.program = program
        self.names = {name: f"f{i}" for i, name in enumerate(program.functions)}
        self.tables = {name: f"T{i}" for i, name in enumerate(program.tables)}
        self.effort = effort

    def whole(self) -> str:
        program = self.program
        lines = [f"# {program.ruleset}, {program.players} players"]
        for name, values in program.tables.items():
            lines.append(f"{self.tables[name]} = {tuple(values)!r}  # {name}")
        for function in program.functions.values():
            lines.append("")
            parameters = ", ".join(["S", *(_safe(x) for x in function.parameters)])
            lines.append(f"def {self.names[function.name]}({parameters}):  # {function.name}")
            if self.effort.is_heavy:
                lines += self.counted(1)
            if function.options:
                lines.append("    O = []")
                lines.append("    emit = O.append")
                lines += self.body(function.body[:-1], 1)
                lines.append("    return O")
            else:
                lines += self.body(function.body, 1)
        for number, block in enumerate(program.blocks):
            lines += ["", f"def b{number}(S):  # {block.name}"]
            if number == p.OVER:
                lines += [f"    S[{program.fields['at'].offset}] = 0", "    return []"]
            else:
                lines += self.body(block.body, 1)
        blocks = ", ".join(f"b{i}" for i in range(len(program.blocks)))
        options = ", ".join(self.names[d.options] for d in program.decisions)
        pairs = ", ".join(f"{name!r}: {safe}" for name, safe in self.names.items())
        lines += ["", f"BLOCKS = [{blocks}]", f"OPTIONS = [{options}]", f"FUNCTIONS = {{{pairs}}}"]
        return "\n".join(lines) + "\n"

    def body(self, body: p.Body, depth: int) -> list[str]:
        lines: list[str] = []
        pad = "    " * depth
        for statement in body:
            match statement:
                case p.Assign():
                    lines.append(f"{pad}{_safe(statement.name)} = {self.number(statement.value)}")
                case p.Store():
                    target = self.place(statement.array, statement.index)
                    lines.append(f"{pad}{target} = {self.number(statement.value)}")
                case p.If():
                    lines.append(f"{pad}if {self.show(statement.condition)}:")
                    lines += self.body(statement.then, depth + 1)
                    if statement.otherwise:
                        lines.append(f"{pad}else:")
                        lines += self.body(statement.otherwise, depth + 1)
                case p.While():
                    lines.append(f"{pad}while {self.show(statement.condition)}:")
                    lines += self.counted(depth + 1)
                    lines += self.body(statement.body, depth + 1)
                case p.For():
                    start, stop = self.show(statement.start), self.show(statement.stop)
                    lines.append(f"{pad}for {_safe(statement.name)} in range({start}, {stop}):")
                    if self.effort.is_counted(statement):
                        lines += self.counted(depth + 1)
                    lines += self.body(statement.body, depth + 1)
                case p.Break():
                    lines.append(f"{pad}break")
                case p.Return():
                    lines.append(f"{pad}return {self.number(statement.value)}")
                case p.Run():
                    lines.append(f"{pad}{self.show(statement.call)}")
                case p.Emit():
                    lines.append(f"{pad}emit({self.number(statement.value)})")
                case p.Goto():
                    lines.append(f"{pad}return {self.show(statement.block)}")
                case p.Decide():
                    at = self.program.fields["at"].offset
                    options = self.names[self.program.decisions[statement.decision].options]
                    lines += [
                        f"{pad}O = {options}(S)",
                        f"{pad}if not O:",
                        f"{pad}    return {statement.otherwise}",
                        f"{pad}S[{at}] = {statement.decision + 1}",
                        f"{pad}return O",
                    ]
        return lines or [f"{pad}pass"]

    def counted(self, depth: int) -> list[str]:
        """Print code that counts the turns of a loop that might never end."""
        pad = "    " * depth
        message = f"{self.program.ruleset}: {ENDLESS}"
        return [
            f"{pad}turns[0] -= 1",
            f"{pad}if not turns[0]:",
            f"{pad}    raise EndlessPlay({message!r})",
        ]

    def place(self, name: str, index: p.Expr) -> str:
        where = p.op("+", index, self.program.fields[name].offset)
        return f"S[{self.show(where)}]"

    def number(self, expr: p.Expr) -> str:
        """Print an expression whose value is stored; a truth value becomes 1 or 0."""
        text = self.show(expr)
        return f"1 if {text} else 0" if p.is_truth(expr) else text

    def show(self, expr: p.Expr, outer: int = 0) -> str:
        match expr:
            case int():
                return str(expr) if expr >= 0 or outer < 9 else f"({expr})"
            case p.Var():
                return _safe(expr.name)
            case p.Load():
                return self.place(expr.array, expr.index)
            case p.Entry():
                return f"{self.tables[expr.table]}[{self.show(expr.index)}]"
            case p.At():
                return str(expr.block)
            case p.Emitted():
                return "O"
            case p.Call():
                args = ", ".join(["S", *(self.show(a) for a in expr.args)])
                return f"{self.names[expr.function]}({args})"
            case p.Op(op="clamp", args=(inner,)):
                return f"(Q if {-p.MOST} <= (Q := {self.show(inner)}) <= {p.MOST} else clamp(Q))"
            case p.Op(op=("min" | "max") as name):
                return f"{name}({', '.join(self.show(a) for a in expr.args)})"
        binding = BINDING[expr.op]
        if len(expr.args) == 1:
            space = " " if expr.op == "not" else ""
            text = f"{expr.op}{space}{self.show(expr.args[0], 11 if expr.op != 'not' else 3)}"
        else:
            left = self.show(expr.args[0], binding if binding == 4 else binding - 1)
            text = f"{left} {expr.op} {self.show(expr.args[1], binding)}"
        return f"({text})" if outer >= binding else text


def _safe(name: str) -> str:
    made = name.replace(".", "_").replace("-", "_").replace(" ", "_")
    return (
        f"{made}_"
        if keyword.iskeyword(made)
        or made in ("S", "O", "Q", "emit", "min", "max", "clamp", "turns")
        else made
    )
