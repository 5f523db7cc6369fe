"""The boards of a witness: one before, two after, with what moved pointed out in all of them."""

from __future__ import annotations

from wtrules.board.keys import Keys, pieces_of
from wtrules.editions.search.witness import Witness
from wtrules.game.game import State
from wtrules.game.moves import named_move
from wtrules.game.picture import picture
from wtrules.game.piece_keys import keys_of

_MOST = 6  # pieces of moves that are pointed out; of more, no single one matters


class Boards:
    """The pictures of a witness in one language."""

    def __init__(self, witness: Witness, lang: str) -> None:
        self.witness = witness
        self.lang = lang
        self._start = witness.before[0]
        self._before = Keys.of(self._start.board)
        self._after = tuple(
            self._before.after(answer.state.board) for answer in (witness.one, witness.two)
        )

    @property
    def is_before_shown(self) -> bool:
        """Whether there is a board before: not if the set-up itself differs."""
        return self.witness.scene is not None

    @property
    def is_after_shown(self) -> bool:
        """Whether boards after help: not if two set-ups differ only in what is beside the board."""
        one, two = (answer.state.board for answer in (self.witness.one, self.witness.two))
        return self.witness.scene is not None or one != two

    def before(self, title: str) -> str:
        """Return the board before, with what will move on either side."""
        now = pieces_of(self._before)
        moved: set[str] = set()
        for side, keys in enumerate(self._after):
            then = pieces_of(keys)
            moved |= {key for key, place in now.items() if then.get(key) != place}
            if not self._moves_anything(side):
                moved |= self._offered(side)
        return self._drawn(self._start, self._before, moved, title)

    def after(self, side: int, title: str) -> str:
        """Return the board of one side, with what has moved, or what may move only there."""
        answer = (self.witness.one, self.witness.two)[side]
        keys = self._after[side]
        if self.witness.scene is None:
            other = pieces_of(self._after[1 - side])
            lit = {key for key, place in pieces_of(keys).items() if other.get(key) != place}
            return self._drawn(answer.state, keys, lit, title)
        was = pieces_of(self._before)
        lit = {key for key, place in pieces_of(keys).items() if was.get(key) != place}
        return self._drawn(answer.state, keys, lit | self._offered(side), title)

    def _moves_anything(self, side: int) -> bool:
        return pieces_of(self._before) != pieces_of(self._after[side])

    def _offered(self, side: int) -> set[str]:
        """Return the pieces that may be moved on this side only."""
        answer = (self.witness.one, self.witness.two)[side]
        own = (self.witness.only_one, self.witness.only_two)[side]
        state, found = answer.state, set[str]()
        decision = state.decision_point
        for text in own if decision is not None and self.witness.kind == "moves" else ():
            move = named_move(text, state.legal_moves)
            if move is not None and decision is not None:
                found.update(keys_of(state, self._after[side], *decision.decode(move.option)))
        return found if len(found) <= _MOST else set()

    def _drawn(self, state: State, keys: Keys, lit: set[str], title: str) -> str:
        return picture(
            state, self.lang, title=title, show_hidden=True, keys=keys, highlight=frozenset(lit)
        )
