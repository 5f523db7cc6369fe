"""The context of the lowering: the rules that come in, and everything written so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.budget import Budget
from wtrules.program.layout import Layout
from wtrules.program.lower.analysis import Analysis
from wtrules.program.lower.board import Board, Cards
from wtrules.resolve.model import Rules
from wtrules.value import Value

_SHORT = 60  # terms of a definition that is written out at each use


@define(eq=False, repr=False)
class WrittenBlock:
    """A block and the statements written into it so far."""

    name: str
    body: list[p.Statement] = field(factory=list)


@define(eq=False, repr=False)
class Procedure:
    """A rule or action that may need a decision: its blocks, parameters and way back."""

    name: str
    entry: int
    exit: int
    parameters: tuple[str, ...]
    back: str
    result: str
    frame: list[str] = field(factory=list)
    callers: set[str] = field(factory=set)


@frozen
class Unwinding(Value):
    """A function that clears the frames of what a scope has called, when the scope is left."""

    function: str
    procedure: str  # the one that has the scope
    kept: frozenset[str]  # its variables from before the scope


@frozen
class PieceList(Value):
    """The fields of pieces that a loop goes through, some of which may move before their turn."""

    kind: str
    pieces: str
    size: int
    count: str  # how many pieces there are
    turn: str  # how many of them have had their turn


@frozen
class Secrecy(Value):
    """The secret part that is being written, and who knows what it sets."""

    number: int
    statement: m.Secretly
    unknown: frozenset[str]  # variables that chance decides
    asks: bool
    asked: str | None = None  # the variable that says whether the player has been asked
    # The players whose memories it sets, if they are fixed before it begins; and where those are
    # kept who do not depend on the player who acts.
    places: Mapping[m.Term, p.Expr] = field(factory=dict)
    owners: Mapping[m.Term, p.Expr] = field(factory=dict)
    kept: tuple[str, ...] = ()  # the variables that were made for that


class Lowering:
    """One ruleset for one number of players, on its way to a program.

    Terms have queries in them and queries terms, statements have statements in them. The two
    functions that everything leads back to are handed in: *lower_term* returns the expression of a
    term, *write_body* writes statements.
    """

    def __init__(
        self,
        rules: Rules,
        meaning: m.Meaning,
        layout: Layout,
        lower_term: Callable[[m.Term, Any], p.Expr],
        write_body: Callable[[m.Body, Any], None],
    ) -> None:
        self.rules = rules
        self.meaning = meaning
        self.layout = layout
        self.lower_term = lower_term
        self.write_body = write_body
        self.budget = Budget(rules)
        self.board = Board(layout)
        self.analysis = Analysis(meaning, has_forks=self.board.routes > 1)
        self.functions: dict[str, p.Function] = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self.cards = Cards(layout.all_cards, self.tables)
        self.blocks: list[WrittenBlock] = []  # the number of a block is its place in the list
        self.turns: dict[int, int] = {}  # from where a turn begins to what follows it
        self.decisions: list[p.Decision] = []
        self.forbids: dict[str, list[p.Forbid]] = {}  # by event
        self.procedures: dict[str, Procedure] = {}
        self.current: list[Procedure] = []  # the procedures that are being written
        self.building: list[str] = []  # the rules whose bodies are being written
        self.unwindings: list[Unwinding] = []
        self.piece_lists: list[PieceList] = []
        # The functions that let the pieces in lists follow the moves of pieces: how many parameters
        # they have, and what is to be updated.
        self.list_updates: dict[str, tuple[int, Callable[[Any, Any], Any]]] = {}
        self.secret_parts: list[p.SecretPart] = []
        self.card_places: dict[str, str] = {}  # by variable: where rules have put the card
        self.secretly: Secrecy | None = None  # the secret part that is being written
        self.from_hands: set[str] = set()  # variables that tell what a player has in hand
        self.held: dict[str, p.Held] = {}  # … by their fields
        self.numbered: dict[str, p.Numbered] = {}  # by the word of a scope
        self.uncertain: set[str] = set()  # variables that may hold nothing
        # Names that a statement gives to places it looks for: these exist as long as it needs them.
        self.current_places: set[str] = set()
        self.stands_for: dict[str, str] = {}  # from such a name to the variable with that value
        # The functions of long defined words: by word, for things that may be nothing, in a group.
        self.shared: dict[tuple[str, bool, bool], str] = {}
        self.decision_names: Counter[str] = Counter()  # how many decisions have a name
        # Whether a defined word may be nothing, asked of a thing that may be or not.
        self.doubtful: dict[tuple[str, tuple[bool, ...]], bool] = {}
        self._by_code: dict[tuple[tuple[str, ...], p.Body], str] = {}
        self._names = 0

    def fresh(self, stem: str) -> str:
        """Return a name that is not in use yet."""
        self._names += 1
        return f"{stem}_{self._names}"

    def define(self, function: p.Function) -> None:
        """Add a function to the program, or replace the one of that name."""
        self.functions[function.name] = function
        if function.body:
            self._by_code.setdefault((function.parameters, function.body), function.name)

    def find(self, parameters: tuple[str, ...], body: p.Body) -> str | None:
        """Return the name of a function that has this code."""
        return self._by_code.get((parameters, body))

    def new_block(self, name: str) -> int:
        """Add an empty block and return its number."""
        self.blocks.append(WrittenBlock(name))
        return len(self.blocks) - 1

    def new_variable(
        self, stem: str, type: str = "number", *, maybe: bool = False,
        span: tuple[int, int] | None = None,
    ) -> str:  # fmt: skip
        """Add a variable to the frame of the current procedure; return the name of its field."""
        procedure = self.current[-1]
        name = f"frame.{procedure.name}.{self.fresh(stem)}"
        self.layout.add(name, 1, p.FieldRole.FRAME, type=type, maybe=maybe, span=span)
        procedure.frame.append(name)
        return name

    def is_shared(self, id: str) -> bool:
        """Whether a defined word is a function; a short definition is written out at each use."""
        return self.meaning.sizes[id] > _SHORT

    def unfold(self, term: m.Meant) -> m.Term:
        """Return the definition of a defined word, with the things it is asked of filled in."""
        return self.meaning.unfold(term)

    def conjuncts(self, term: m.Term | None) -> Iterator[m.Term]:
        """Yield the conditions that must all be true, defined words unfolded."""
        match term:
            case None:
                return
            case m.Calc(op="and"):
                for arg in term.args:
                    yield from self.conjuncts(arg)
            case m.Meant() if not self.is_shared(term.id):
                yield from self.conjuncts(self.unfold(term))
            case _:
                yield term
