"""How much work a program can be, known before it runs.

Loops with a fixed number of turns, and loops over the levels of a stack, end soon enough. All other
loops are *long*: a back end counts their turns and stops when there are too many of them between two
decisions. Deeply nested calls and loops can add up to a lot of work without any long loop; a program
that could do more than `MUCH` that way, or more than `MUCH_IN_TURN` in one turn of a long loop, is
*heavy*, and all its loops and calls are counted. The more work one turn or one block can be, the fewer
of them are allowed.
"""

from __future__ import annotations

from wtrules.program import program as p

PATIENCE = 200_000  # blocks between two decisions
MOST_TURNS = 500_000  # turns of what is counted, between two decisions
MUCH = 500_000  # steps that need no counting; the shipped games take up to 10,000
MUCH_TO_LIST = 5_000_000  # … while options are listed, of which there cannot be too many
MUCH_IN_TURN = 10_000  # in one turn of a long loop
_ALL = 100_000_000  # steps between two decisions
_FEW_BLOCKS, _FEW_TURNS = 20_000, 20_000  # that are allowed whatever they do
_FEW_HEAVY_TURNS = 2_000


class Effort:
    """What is counted in a program, and how many options its decisions can have."""

    def __init__(self, program: p.Program, *, is_trusted: bool = False) -> None:
        """With *is_trusted* the program is known to end, and nothing is counted."""
        self.program = program
        self.is_trusted = is_trusted
        self.is_heavy = False  # until the work is known, which asks for it
        self.most_options = 0
        self.most_steps = 0  # of a block or function, counting one turn of a long loop …
        self.most_to_list = 0  # … and while the options of a decision are listed
        self.patience = PATIENCE  # blocks between two decisions
        self.most_turns = MOST_TURNS  # of what is counted, between two decisions
        self._works: dict[str, int] = {}
        if is_trusted:
            return
        functions = program.functions.values()
        bodies = [block.body for block in program.blocks]
        works = [self._of_body(body) for body in bodies]
        most = max(
            [work - self._of_lists(body) for work, body in zip(works, bodies, strict=True)],
            default=0,
        )
        most = max([most, *(self.of_function(f.name) for f in functions if not f.options)])
        self.most_steps = most
        self.most_to_list = listing = max(
            [0, *(self.of_function(f.name) for f in functions if f.options)]
        )
        loops = [s for s in program.statements() if isinstance(s, p.For | p.While)]
        turn = max((self._of_body(s.body) for s in loops if self.turns(s) is None), default=0)
        block = max(works, default=0)
        self.is_heavy = most > MUCH or listing > MUCH_TO_LIST or turn > MUCH_IN_TURN
        if self.is_heavy:  # what is called, and loops inside, are counted by themselves
            inner = [*(f.body for f in functions), *(s.body for s in loops)]
            turn = max(len(p.parts_of(body)) for body in inner)
            block = max(len(p.parts_of(body)) for body in bodies)
        few = _FEW_HEAVY_TURNS if self.is_heavy else _FEW_TURNS
        self.most_turns = min(MOST_TURNS, max(few, _ALL // max(1, turn)))
        self.patience = min(PATIENCE, max(_FEW_BLOCKS, _ALL // max(1, block)))
        self.most_options = max((self._options(f.body) for f in functions if f.options), default=0)

    def is_counted(self, loop: p.For | p.While) -> bool:
        """Return whether the turns of a loop are counted."""
        return not self.is_trusted and (self.is_heavy or self.turns(loop) is None)

    def turns(self, loop: p.For | p.While) -> int | None:
        """Return how many turns a loop has at most; None: that is not known."""
        if isinstance(loop, p.While):
            return None
        if isinstance(loop.start, int) and isinstance(loop.stop, int):
            return max(0, loop.stop - loop.start)
        return self.program.board.levels if _is_of_levels(loop.stop) else None

    def of_function(self, name: str) -> int:
        """Return how many steps a function takes at most, counting one turn of a long loop."""
        if name not in self._works:
            self._works[name] = 1  # a function that calls itself would be counted by its loops
            self._works[name] = 1 + self._of_body(self.program.functions[name].body)
        return self._works[name]

    def _of_body(self, body: p.Body) -> int:
        return sum(map(self._of, body))

    def _of(self, part: p.Statement | p.Expr) -> int:
        """Return the work of a statement, or of the calls of an expression."""
        match part:
            case p.If():
                branches = max(self._of_body(part.then), self._of_body(part.otherwise))
                return 1 + self._of(part.condition) + branches
            case p.For():
                turns = self.turns(part)
                return 1 + (1 if turns is None else turns) * self._of_body(part.body)
            case p.Decide():
                return 1 + self.of_function(self.program.decisions[part.decision].options)
            case p.Call():
                return self.of_function(part.function) + sum(map(self._of, part.args))
        return int(isinstance(part, p.Statement)) + sum(map(self._of, p.inside(part)))

    def _of_lists(self, body: p.Body) -> int:
        """Return how many of the steps of a body list the options of a decision."""
        decisions = (s.decision for s in body if isinstance(s, p.Decide))
        return sum(self.of_function(self.program.decisions[at].options) for at in decisions)

    def _options(self, body: p.Body) -> int:
        """Return how many options a body lists at most."""
        options = 0
        for statement in body:
            match statement:
                case p.Emit():
                    options += 1
                case p.If():
                    branches = statement.then, statement.otherwise
                    options += max(map(self._options, branches))
                case p.While() | p.For() if inside := self._options(statement.body):
                    turns = self.turns(statement)
                    options += inside * (MOST_TURNS if turns is None else turns)
        return options


def _is_of_levels(stop: p.Expr) -> bool:
    """Return whether a loop ends with the height of a stack: `space * levels + height[space] + 1`."""
    match stop:
        case p.Op(op="+", args=(p.Op(op="+", args=(_, p.Load(array="height"))), int())):
            return True
    return False
