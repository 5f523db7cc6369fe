"""Two printings of one year taken by the letter: where the German and the English words would part.

Worked out from the manuals: which words differ, and what each comes to if nobody asks what was meant.
"""

from __future__ import annotations

import pytest

from tests.editions import helpers
from wtrules.editions.changes import Grade, LiteralReadings
from wtrules.editions.differences import Difference, Report
from wtrules.editions.search.witness import SAME_PROGRAM, Witness
from wtrules.game.game import State
from wtrules.game.load import load

pytestmark = pytest.mark.slow  # all look at comparisons or books that take seconds to make

ONE, TWO = "de-abacus-24", "en-abacus-24"


def report() -> Report:
    """Return the comparison of the German with the English manual of the first printing."""
    return helpers.report(ONE, TWO)


def letter(topic: str) -> Difference:
    """Return a difference in words."""
    return next(d for d in report().of_grade(Grade.LETTER) if d.id == topic)


def shown(topic: str) -> Witness:
    """Return the position that shows it."""
    witness = letter(topic).witness
    assert witness is not None
    return witness


def test_each_manual_comes_to_its_own_reading() -> None:
    """Seven topics are worded differently; one makes no difference, whichever reading is meant."""
    expected = {
        # German ends the turn with the tower step (p~4), English only the action (p~4).
        "turn.discard.spell_after": LiteralReadings("amb.discard.then_spell", "b", "a"),
        # German asks for a shield on the tower alone (p~4), English on both (p~4).
        "castle.move.target": LiteralReadings("amb.castle.shield_scope", "b", "a"),
        # German forbids full spaces and towers (p~4), English full spaces (p~4).
        "move.wizard.capacity.block_tower": LiteralReadings("amb.capacity.tower_english", "a", "b"),
        # German locks up visible wizards (p~5), English wizards (p~5).
        "lock.visible": LiteralReadings("amb.lock.hidden", "a", "b"),
        # German names two targets for the spell (p7), English one (p7).
        "spell.castle_move.target": LiteralReadings("amb.castle.nudge_first", "b", "a"),
        # German breaks ties among those with both goals (p~6), English does not name flasks (p~6).
        "end.contenders": LiteralReadings("amb.end.contenders", "a", "b"),
    }

    assert expected == {d.id: d.taken for d in report().of_grade(Grade.LETTER)}
    # Whichever it is, the entry by card ends the turn too: it is a matter of wording.
    verb = next(d for d in report().differences if d.id == "spell.castle.verb")
    assert (Grade.WORDING, SAME_PROGRAM) == (verb.grade, verb.searched and verb.searched.reason)


def test_a_turn_goes_on_after_the_step() -> None:
    """In English the player with a full flask may still cast; in German it is the next player's turn."""
    witness = shown("turn.discard.spell_after")

    assert "discard" == witness.line[0]
    assert witness.one.get("on turn") != witness.two.get("on turn")
    assert any(move.startswith("cast ") for move in witness.only_two)


def test_a_seventh_wizard_ends_on_a_full_tower() -> None:
    """In English, six wizards on a tower do not keep a seventh away."""
    witness = shown("move.wizard.capacity.block_tower")

    assert () == witness.only_one
    assert witness.only_two
    surfaces = [x for stack in witness.before[0].board.spaces for x in stack.surfaces]
    assert 6 == max(map(len, surfaces))


def test_hidden_wizards_fill_a_flask() -> None:
    """In English, covering a bare stack with wizards in it fills one flask more."""
    witness = shown("lock.visible")
    full = [sum(answer.state.numbers("full")) for answer in (witness.one, witness.two)]

    assert full[0] + 1 == full[1]


def test_bare_ground_without_a_shield_takes_the_castle() -> None:
    """In German, the castle stops on the first free ground."""
    witness = shown("castle.move.target")
    german, english = (answer.state for answer in (witness.one, witness.two))

    def under_the_castle(state: State) -> tuple[int, bool]:
        space = state.numbers("castle")[0]
        height = state.numbers("height")[space]
        return height, bool(state.numbers("shields")[space] >> height & 1)

    assert (0, False) == under_the_castle(german)
    assert under_the_castle(english)[1]


def test_the_spell_has_two_targets() -> None:
    """In German, the caster may name the ground where a tower would come first."""
    witness = shown("spell.castle_move.target")

    assert witness.only_one
    assert all(move.startswith("cast move_castle") for move in witness.only_one)


def test_who_shares_the_last_round() -> None:
    """In English, bringing in the last wizard is enough to share the tie-break; flasks are not named."""
    witness = shown("end.contenders")
    german, english = (answer.state.result for answer in (witness.one, witness.two))

    assert german is not None
    assert english is not None
    assert german.winners != english.winners
    finisher = witness.before[0].to_act
    assert finisher in english.winners
    assert finisher not in german.winners


@pytest.mark.parametrize("side", [0, 1])
def test_each_answer_is_that_of_its_reading(side: int) -> None:
    """Played again from the text of the position, with the reading chosen by hand."""
    played = 0
    for difference in report().of_grade(Grade.LETTER):
        witness, taken = difference.witness, difference.taken
        if witness is None or taken is None:
            continue
        reading = (taken.one, taken.two)[side]
        game = load(ONE, witness.mode, {taken.question: reading})
        state = game.position(str(witness.before[side]))
        for move in witness.line:
            while move not in state.legal_moves and len(state.options) == 1:
                state = state.play(state.options[0])
            state = state.play(move)
        answer = (witness.one, witness.two)[side]
        while len(state.options) == 1 and state.board_text != answer.get("board"):
            state = state.play(state.options[0])
        assert answer.get("board") == state.board_text
        played += 1

    assert 6 == played


def against_capstone() -> Report:
    """Return the comparison of an Abacus manual with Capstone's."""
    return helpers.report(ONE, "en-capstone")


def in_words(topic: str) -> Witness:
    """Return the position that shows what Abacus, read literally, allows and Capstone does not."""
    (found,) = (d for d in against_capstone().differences if d.id == topic)
    assert Grade.LETTER is found.grade
    assert found.witness is not None
    return found.witness


def test_a_spell_after_an_entry() -> None:
    """Abacus ends only the action (p~4): read literally, the player who entered may still cast."""
    witness = in_words("castle.entry.spell_after")

    assert any(move.startswith("cast ") for move in witness.one.moves)
    assert not any(move.startswith("cast ") for move in witness.two.moves)


@pytest.mark.parametrize("spell", ["move_wizard", "headwind_wizard"])
def test_a_spell_for_a_hidden_wizard(spell: str) -> None:
    """Abacus says any wizard (p7), Capstone a visible one (p8): each spell is shown by itself."""
    witness = in_words(f"spell.{spell}.visible")

    casts = [move for move in witness.only_one if move.startswith("cast ")]
    assert casts
    for move in casts:  # the place of a hidden wizard has its level: `s9.0b`
        assert move.startswith(f"cast {spell} wizard ")
        assert "." in move.split()[3]
    assert () == tuple(move for move in witness.only_two if move.startswith("cast "))
