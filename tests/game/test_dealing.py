"""A card that a question asks for is taken from wherever it is; none is lost, and none is made."""

import pytest

from tests.game.test_short import START, cards, game, hand
from tests.positions import short_position
from wtrules.game.game import State
from wtrules.position.decks import deck_view, put_deck


def played(code: str) -> State:
    """Return a position in which the copies of a card that lay in the pile were played."""
    state = short_position(game(), START, "b")
    program, data = state.program, state.data[:]
    at = {name: field.offset for name, field in program.fields.items()}
    card = [one.code for one in program.cards].index(code)
    pile = data[at["pile"] : at["pile"] + data[at["pile_size"]]]
    rest = [one for one in pile if one != card]
    data[at["pile"] : at["pile"] + len(pile)] = rest + [0] * (len(pile) - len(rest))
    data[at["pile_size"]] = len(rest)
    data[at["discard"] + card] = data[at["discard_size"]] = len(pile) - len(rest)
    return State(state.game, state.engine, data, state.options)


@pytest.mark.parametrize("is_whole_hand", [True, False])
def test_a_card_comes_from_the_discard_pile(is_whole_hand: bool):
    """All copies can be held: those in the pile, those played, and those of other players."""
    for kind in game().program(2).cards:
        before = played(kind.code)
        data = before.data[:]
        main, held = before.program.decks[0], [kind.code] * kind.copies
        seen = deck_view(before.program, data, main)
        put_deck(before.program, data, main, seen.with_hand(main, 0, held, is_whole=is_whole_hand))
        after = State(before.game, before.engine, data, before.options)

        assert kind.copies == hand(after, 0)[kind.code]
        assert max(kind.copies, 0 if is_whole_hand else 3) == hand(after, 0).total()
        assert 3 == hand(after, 1).total()
        assert cards(before) == cards(after)
        assert [0] == list(after.numbers("discard_size"))
        assert 0 == sum(after.numbers("discard"))
        assert hand(after, 0).total() == after.numbers("hand_size")[0]
