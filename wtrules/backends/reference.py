"""The reference back end: the program form run as plain Python.

The program is printed as Python functions over one list of numbers and handed to Python itself.
Nothing is reordered or specialised on the way, so what runs is what `wtrules show --program`
shows. A function is named after its text, so programs of similar rules share what is the same in
both, and two blocks with the same text do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import zip_longest
from types import CodeType
from typing import Any

from wtrules.backends.stepping import Stepper
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.optimise.effort import Effort
from wtrules.program.state import signed
from wtrules.program.text import Printer
from wtrules.texts import TextError, UserError

_FEW = 4  # zeros that are stored one by one

State = list[int]
Options = list[int]


OVERFLOW = f"a decision has more than {MOST_OPTIONS:,} options"


class EndlessPlay(TextError):
    """The rules never reach another decision."""

    code = "endless"
    exit_code = 1

    def __init__(self, where: str) -> None:
        super().__init__("common.endless", where=where)


class TooManyOptions(UserError):
    """A decision has more options than a back end lists."""

    code = "too_many_options"
    exit_code = 1


class _Rolled(State):
    """A state that knows what the die shows in the next rolls, and counts them."""

    rolls: Sequence[int] = ()
    times = 0


class Reference:
    """Runs one program. A state is a list of numbers; options are numbers too.

    Blocks and functions are printed and compiled when they are first run: an example in a rule file
    runs a tenth of them.
    """

    def __init__(
        self, program: p.Program, inside: Mapping[str, Callable[..., Any]] | None = None
    ) -> None:
        """Besides its own functions a program may call those *inside* Python; it is known to end then."""
        self.program = program
        effort = Effort(program, is_trusted=inside is not None)
        self._printer = _Printer(program, effort, inside or {})
        self._most_turns = effort.most_turns
        self._patience = range(effort.patience)
        self._turns = [self._most_turns]  # remaining turns of loops that might never end
        self._space: dict[str, Any] = {
            "turns": self._turns,
            "EndlessPlay": EndlessPlay,
            "endless": program.ruleset,
            "clamp": p.clamp,
            **(inside or {}),
        }
        # Until a block is run for the first time, a function that makes it is in its place.
        self._blocks: list[Callable[[State], int | Options]] = [
            partial(self._first_run, number) for number in range(len(program.blocks))
        ]
        self._functions: dict[str, Callable[..., Any]] = {}
        self._is_die_set = False
        self._resume = [decision.resume for decision in program.decisions]
        self._at = program.fields["at"].offset
        self._choice = program.fields["choice"].offset
        self._initial = initial_state(program)
        self.stepper = Stepper()  # without native code, unless somebody gives it another

    # --- making functions ---

    def _first_run(self, number: int, state: State) -> int | Options:
        text = self._printer.block(number)
        self._define_printed()
        exec(_code(text), self._space)
        block: Callable[[State], int | Options] = self._space[_block_name(number)]
        self._blocks[number] = block
        return block(state)

    def _function(self, name: str) -> Callable[..., Any]:
        if name not in self._functions:
            printed = self._printer.name(name)
            self._define_printed()
            self._functions[name] = self._space[printed]
        return self._functions[name]

    def _define_printed(self) -> None:
        """Define what has been printed since the last time."""
        printer, space = self._printer, self._space
        for text in printer.definitions:
            exec(_code(text), space)
        printer.definitions.clear()
        die = printer.printed("roll_die")
        if die is not None and not self._is_die_set:
            space[die] = _roll_die(space[die], self.program.fields["roll"].offset)
            self._is_die_set = True

    # --- running them ---

    def start(self, seed: int) -> tuple[State, Options]:
        """Return the position of the first decision, and its options."""
        state = self.before_start(seed)
        return state, self._run(state, p.ENTRY)

    def before_start(self, seed: int) -> State:
        """Return the state before set-up."""
        state = self._initial[:]
        state[self.program.fields["rng"].offset] = signed(seed)
        return state

    def play(self, state: State, option: int) -> Options:
        """Play an option: change *state*, and return the options of the next decision.

        No options means that the game is over.
        """
        state[self._choice] = option
        return self._run(state, self._resume[state[self._at] - 1])

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
        return (
            self._checked(self._function(self.program.decisions[at - 1].options)(state))
            if at > 0
            else []
        )

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
        raise EndlessPlay(self.program.ruleset)

    def step(self, state: State, block: int) -> int | Options:
        """Run one block, and return the next one, or the options of a decision."""
        self._turns[0] = self._most_turns
        return self._blocks[block](state)

    def ask(self, function: str, state: State, *args: int) -> int:
        """Call one function of the program on a state."""
        self._turns[0] = self._most_turns
        return int(self._function(function)(state, *args))

    def decisions(self, state: State, block: int) -> Iterator[tuple[int, Options]]:
        """Run from a block to the next decision, and yield what comes up on the way.

        That is the number of a decision and its options; those without options are skipped. The
        state is the one in which the decision comes up, until the next one is asked for.
        """
        there: int | Options = block
        for _ in self._patience:
            if isinstance(there, list):
                return
            last = self.program.blocks[there].body[-1:]
            there = self.step(state, there)
            if last and isinstance(last[0], p.Decide):
                yield last[0].decision, there if isinstance(there, list) else []
        raise EndlessPlay(self.program.ruleset)

    def _run(self, state: State, block: int) -> Options:
        blocks = self._blocks
        self._turns[0] = self._most_turns
        there: int | Options = block
        for _ in self._patience:
            there = blocks[there](state)  # type: ignore[index]
            if there.__class__ is list:  # faster than isinstance, and this is the innermost loop
                return there if len(there) <= MOST_OPTIONS else self._checked(there)
        raise EndlessPlay(self.program.ruleset)


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
    for space, shield in program.board.towers:
        height = fields["height"].offset + space
        state[height] += 1
        state[fields["shields"].offset + space] |= int(shield) << state[height]
    for space in program.board.ground_shields:
        state[fields["shields"].offset + space] |= 1
    state[fields["castle"].offset] = program.board.castle
    for kind in program.board.pieces:
        for piece, space in zip_longest(kind.members, kind.starts):
            height = state[fields["height"].offset + space] if space is not None else 0
            there = p.NOTHING if space is None else space * program.board.levels + height
            state[fields["piece"].offset + piece] = there
    for i, card in enumerate(program.card_kinds):
        state[fields["discard"].offset + i] = card.copies
    for number, deck in enumerate(program.decks):
        state[fields["discard_size"].offset + number] = deck.size
    return state


# --- printing Python -------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # many rulesets are compared that differ in a few rules
def _code(text: str) -> CodeType:
    return compile(text, "<program>", "exec")


def _named_after(letter: str, text: str) -> str:
    return letter + sha256(text.encode()).hexdigest()[:20]


def _block_name(number: int) -> str:
    return f"b{number}"


class _Printer(Printer):
    """Prints the parts of one program, each as the definition of a Python function.

    Variables are numbered in the order in which they occur, so that their names do not matter.
    """

    def __init__(self, program: p.Program, effort: Effort, inside: Collection[str]) -> None:
        super().__init__(rules=False)
        self.program = program
        self.effort = effort
        self.inside = inside
        # Tables, and functions after those they call, that are printed but not defined yet.
        self.definitions: list[str] = []
        self._names: dict[str, str] = {}
        self._tables: dict[str, str] = {}
        self._variables: dict[str, str] = {}  # of the part that is being printed

    def name(self, function: str) -> str:
        """Return the name of a function, which says what it does; print it if it is new."""
        if function in self.inside:
            return function
        if function not in self._names:
            outer, self._variables = self._variables, {}
            text = self.function(self.program.functions[function])
            self._variables = outer
            name = self._names[function] = _named_after("f", text)
            self.definitions.append(f"def {name}{text}")
        return self._names[function]

    def printed(self, function: str) -> str | None:
        """Return the name of a function that has been printed already."""
        return self._names.get(function)

    def table(self, table: str) -> str:
        """Return the name of a table; print it if it is new."""
        if table not in self._tables:
            text = repr(self.program.tables[table])
            name = self._tables[table] = _named_after("T", text)
            self.definitions.append(f"{name} = {text}")
        return self._tables[table]

    def function(self, function: p.Function) -> str:
        """Print a function without its name."""
        parameters = ", ".join(["S", *map(self.variable, function.parameters)])
        lines = [f"({parameters}):"]
        if self.effort.is_heavy:
            lines += self.counted(1)
        if function.options:
            lines.append("    O = []")
            lines.append("    emit = O.append")
            lines += self.body(function.body[:-1], 1)
            lines.append("    return O")
        else:
            lines += self.body(function.body, 1)
        return "\n".join(lines)

    def block(self, number: int) -> str:
        """Print a block."""
        self._variables = {}
        if number == p.OVER:
            lines = [f"    S[{self.program.fields['at'].offset}] = 0", "    return []"]
        else:
            lines = self.body(self.program.blocks[number].body, 1)
        return "\n".join([f"def {_block_name(number)}(S):", *lines])

    def variable(self, name: str) -> str:
        """Return the name of a variable of the part that is being printed."""
        return self._variables.setdefault(name, f"v{len(self._variables)}")

    def body(self, body: p.Body, depth: int) -> list[str]:
        """Print statements; stores of zeros to adjacent places become one."""
        cleared = self.cleared(body)
        lines: list[str] = []
        for i, statement in enumerate(body):
            if i not in cleared:
                lines += self.statement(statement, depth)
            elif cleared[i]:
                lines.append("    " * depth + cleared[i])
        return lines or super().body((), depth)

    def goto(self, block: p.Expr) -> str:
        return f"return {self.show(block)}"

    def decide(self, statement: p.Decide) -> list[str]:
        options = self.name(self.program.decisions[statement.decision].options)
        return [
            f"O = {options}(S)",
            "if not O:",
            f"    return {statement.otherwise}",
            f"S[{self.program.fields['at'].offset}] = {statement.decision + 1}",
            "return O",
        ]

    def cleared(self, body: p.Body) -> dict[int, str]:
        """Return stores of zeros to adjacent places as one, by the statement they begin with.

        The other statements have an empty text.
        """
        places = []
        for statement in body:
            match statement:
                case p.Store(index=int(index), value=0, array=array):
                    places.append(self.program.fields[array].offset + index)
                case _:
                    places.append(-2)
        lines: dict[int, str] = {}
        i = 0
        while i < len(places):
            end = i + 1
            while end < len(places) and places[end] == places[i] + end - i:
                end += 1
            if end - i >= _FEW and places[i] >= 0:
                lines |= dict.fromkeys(range(i, end), "")
                lines[i] = f"S[{places[i]}:{places[i] + end - i}] = (0,) * {end - i}"
            i = end
        return lines

    def turn(self, loop: p.While | p.For, depth: int) -> list[str]:
        return self.counted(depth) if self.effort.is_counted(loop) else []

    def counted(self, depth: int) -> list[str]:
        """Print code that counts the turns of a loop that might never end."""
        pad = "    " * depth
        return [
            f"{pad}turns[0] -= 1",
            f"{pad}if not turns[0]:",
            f"{pad}    raise EndlessPlay(endless)",
        ]

    def place(self, array: str, index: p.Expr) -> str:
        where = p.op("+", index, self.program.fields[array].offset)
        return f"S[{self.show(where)}]"

    def call(self, call: p.Call) -> str:
        args = ", ".join(["S", *map(self.show, call.args)])
        return f"{self.name(call.function)}({args})"

    def number(self, expr: p.Expr) -> str:
        """Print an expression whose value is stored; a truth value becomes 1 or 0."""
        text = self.show(expr)
        return f"1 if {text} else 0" if p.is_truth(expr) else text

    def show(self, expr: p.Expr, outer: int = 0) -> str:
        match expr:
            case p.At():
                return str(expr.block)
            case p.Emitted():
                return "O"
            case p.Op(op="clamp", args=(inner,)):
                return f"(Q if {-p.MOST} <= (Q := {self.show(inner)}) <= {p.MOST} else clamp(Q))"
        return super().show(expr, outer)
