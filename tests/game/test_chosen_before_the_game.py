"""What a manual lets players choose before the game is chosen by name, also from the command line."""

from __future__ import annotations

import pytest

from wtrules.cli import main
from wtrules.game.game import State
from wtrules.game.load import RulesetError, load
from wtrules.game.playthrough import History, parse_game, record, replay


def laid_out(state: State) -> list[str]:
    """The spells on the table."""
    spells = zip(state.program.words.spells, state.numbers("laid_out"), strict=True)
    return [name for name, here in spells if here]


@pytest.mark.parametrize("variants", [["random_spells"], ["random_spells", "nasty"]])
def test_how_many_spells_are_drawn(variants: list[str]):
    """The group decides how many spells are drawn; chance decides which."""
    game = load("en-capstone", variants, settings={"spells.number": 5})

    assert {5} == {len(laid_out(game.start(3, seed))) for seed in range(5)}
    assert 1 < len({tuple(laid_out(game.start(3, seed))) for seed in range(5)})


@pytest.mark.parametrize("players", [1, 2])
def test_which_spells_are_laid_out(players: int):
    """Alone or as a group, players choose their spells before the game."""
    variants = ["solo", "solo_spells"] if players == 1 else ["coop", "coop_spells"]
    wanted = ["move_wizard", "swap_towers", "free_wizard"]
    settings = {"spells.setup": "listed", "spells.laid_out": wanted}
    state = load("en-capstone", variants, settings=settings).start(players)

    assert wanted == laid_out(state)
    assert all(move.text.startswith("card") for move in state.legal_moves)


def test_who_plays_and_who_starts():
    """Players are named by colour, in turn order; the first one starts."""
    game = load("en-capstone", settings={"colours": ["red", "purple", "blue"]})
    state = game.start()

    assert (3,) == game.players
    assert "rpb" == "".join(state.program.board.letters)
    # Red, purple and blue in turn: three on each of the first towers.
    assert "K/Rrpb/Nrpb/Rrpb/Nrp/Rb/N/R/N/R/./././././." == state.board_text.replace("bpr", "rpb")


def test_four_players_leave_no_variant_without_players():
    """Teams are for four or six: naming four colours does not make that a mistake."""
    assert (4,) == load("en-capstone", settings={"colours": "red,green,orange,purple"}).players


def test_a_colour_with_too_few_wizards():
    """In the box with 24 wizards, two players cannot take red, which has only four."""
    assert (3,) == load("en-abacus-24", settings={"colours": "red green blue"}).players
    with pytest.raises(RulesetError, match="2 players need 5 wizards each"):
        load("en-abacus-24", settings={"colours": "red,blue"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"spells.nmber": 3}, "did you mean `spells.number`"),
        ({"spells.number": "many"}, "expected a number"),
        ({"spells.setup": "tossed"}, "listed, drawn, chosen, none"),
        ({"spells.laid_out": ["move_wizzard"]}, "is not a spell"),
        ({"colours": ["pink", "blue"]}, "has no row called `pink`"),
        ({"colours": ["red", "red"]}, "`red` is given twice"),
        ({"colours": ["red"]}, "the game is for 2, 3, 4, 5, 6 players"),
        ({"spells.number": "5 } rule r {"}, "error"),
        ({"spells.number": ""}, "error"),
    ],
)
def test_what_cannot_be_chosen(settings: dict[str, object], message: str):
    """A wrong name or value is reported with what there is."""
    with pytest.raises(RulesetError) as caught:
        load("en-capstone", settings=settings)

    assert message in str(caught.value)


def test_a_recorded_game_keeps_what_was_chosen():
    """A game file names the settings, so the game can be played again."""
    settings = {"spells.setup": "listed", "spells.laid_out": ["move_tower", "swap_towers"]}
    game = load("en-capstone", settings={**settings, "colours": "green,red"})
    text = record(History.begin(game, 2, 7))
    read = parse_game(text)
    again = load(read.ruleset, read.variants, read.assume)

    assert "assume: spells.setup=listed, spells.laid_out=move_tower+swap_towers" in text
    assert game.hash == again.hash
    assert replay(again, read).stop is None


@pytest.mark.parametrize(
    "command",
    [
        ["perft", "-d", "2", "-r"],
        ["moves", "-r"],
        ["simulate", "-n", "2", "-j", "1"],
        ["show"],
    ],
    ids=lambda command: command[0],
)
def test_from_the_command_line(command: list[str], capsys: pytest.CaptureFixture[str]):
    """`--set` works wherever a game is played, counted or shown."""
    choices = ["--set", "spells.number=8", "--set", "colours=green,red,blue"]

    assert 0 == main([*command, "en-capstone+random_spells", *choices])
    assert capsys.readouterr().out
    assert 0 < main([*command, "en-capstone", "--set", "spells.nmber=8"])
    assert "did you mean `spells.number`" in capsys.readouterr().err
