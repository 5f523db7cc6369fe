"""`wtrules play`: whole sessions through a pipe, with everything people may type."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import wtrules
from tests.game.helpers import Trial, game, random_trial
from tests.game.test_explain import with_card
from tests.sampling import drawn
from wtrules.cli import main
from wtrules.cli.play_answers import why_illegal
from wtrules.cli.play_commands import COMMANDS
from wtrules.cli.play_files import Files, NotSaved
from wtrules.cli.play_seats import Seats
from wtrules.cli.play_view import View
from wtrules.game.game import Move, State
from wtrules.game.happened import Happened, chosen, ending, foreseen
from wtrules.game.load import load
from wtrules.game.playthrough import Playthrough, parse_game, replay
from wtrules.say.voice import Voice
from wtrules.source import SourceFile
from wtrules.texts import Texts

Capture = pytest.CaptureFixture[str]
ROOT = Path(wtrules.__file__).parent.parent


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, and a terminal of a known width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Play with lines typed in; return the exit code, the output and the messages."""

    def play(typed: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(["play", *arguments])
        return code, *capsys.readouterr()

    return play


def saved(path: str) -> Playthrough:
    """Return a game file, which must be in order."""
    found = parse_game(Path(path).read_text("utf-8"))
    assert isinstance(found, Playthrough)
    assert replay(game(), found).stop is None
    return found


def says(rule: str, lang: str = "en") -> str:
    """Return what a rule says."""
    return Voice(game().rules, lang, 2).says(rule)


HOUSE = """
ruleset odd {
  extends en-capstone
  override lock.reward = 2
  memory trapped = not yes for each space
  memory weather = one of sun, rain
  memory debts = 0 for each player
  memory leader = player
  memory quiet = 3
  secret memory kept = card for each player
  rule odd.start {
    says en "It rains, and there are traps."
    on game begins
    set weather = rain
    each space s where s is the_fifth or s is the_ninth { set trapped of s = yes }
    do add 4 to debts of next_player of first player
    set leader = first player
    do score 7 for first player
  }
  define the_fifth = first space s where number of spaces t where t < s = 5
  define the_ninth = first space s where number of spaces t where t < s = 9
  rule odd.aside {
    says en "Everybody chooses a card in secret."
    on round begins
    secretly each player p clockwise from first player {
      choose card c
      set kept of p = c
    }
    set quiet = 3
  }
  rule odd.use {
    on   turn ends
    when (any space s where trapped) and weather is rain and debts of active > 9 and leader is active
         and quiet > 5 and kept of active is known
    do   score 1 for active
  }
}
"""

# --- playing ---


@pytest.mark.slow
def test_what_a_house_rule_remembers_is_shown(session):
    """Points and memories that are no longer as at first; the shipped rules keep theirs to themselves."""
    Path("odd.wtr").write_text(HOUSE)
    _, out, _ = session("1\n", "odd.wtr", "--seed", "3", "--seats", "human,greedy")
    first, _, _ = out.partition("Your cards:")

    assert "          home  filled  cards  points " in first
    assert "b You     0/5   0 of 6  3      7 " in first
    assert "y Yellow  0/5   0 of 6  3      0 " in first
    for line in ("Trapped: space 5, space 9", "Weather: rain", "Debts: Yellow 4", "Leader: Blue"):
        assert f"\n{line}\n" in first
    for name in ("Quiet", "Kept", "Carrier", "Moment"):
        assert f"\n{name}:" not in first
    _, german, _ = session("1\n", "odd.wtr", "--seed", "3", "--lang", "de")
    assert "Burg  gefüllt  Karten  Punkte " in german
    assert "\nDebts: Gelb 4\n" in german
    _, plain, _ = session("1\n", "--seed", "3")
    assert "points" not in plain


@pytest.mark.parametrize(
    ("flasks", "english", "german"),
    [
        ("1.1.3", "4 of 5 (1 full)", "4 von 5 (1 voll)"),
        ("0.0.5", "5 of 5", "5 von 5"),
        ("5.0.0", "0 of 5", "0 von 5"),
    ],
)
def test_flasks_that_were_spent_stay_filled(flasks: str, english: str, german: str):
    """Players fill all their flasks to win: what has paid for a spell counts, and what can pay is named."""
    rules = game("en-capstone")
    state = rules.position(
        f"K/R/N/R/N/R/N/R/N/R/./././b/y/. b home=0,0 flasks={flasks},5.0.0 hands=w1,w1"
    )
    for lang, expected in (("en", english), ("de", german)):
        view = View(state, Voice(rules.rules, lang, 2), Seats(("human", "greedy")))
        shown = "\n".join(view.table(colour=False))
        assert f"  {expected}  " in shown


def test_why_tells_no_words_that_are_no_longer_true(session):
    """The rule is named; what it said before a house rule changed it is not repeated."""
    Path("odd.wtr").write_text(
        "ruleset odd { extends en-capstone\n"
        "override rule turn.action { either { choose card c  do play c } } }"
    )
    _, out, _ = session("why\n", "odd.wtr", "--seed", "3")

    assert "What is asked here: turn.action; en-capstone: “Playing the Game”, about p. 4\n" in out


def test_a_card_put_aside_is_shown_to_its_owner_alone(session):
    """The screen does not show which card another player has chosen in secret."""
    Path("odd.wtr").write_text(HOUSE)
    arguments = ("odd.wtr", "--seed", "3", "--seats", "human,human")
    _, out, _ = session("\ncard w3\n\n1\n\n", *arguments)
    _, blue, yellow, again = out.split("Pass the keyboard to ")

    assert "Blue: a secret decision" in blue
    assert "w3" not in yellow.partition("Your cards:")[0]
    assert "Kept:" not in yellow
    assert ["Kept: wizard card 3"] == [
        line for line in again.splitlines() if line.startswith("Kept")
    ]


def test_a_turn(session):
    """The board, the hand, numbered moves; a number plays one, the bot answers."""
    code, out, err = session("1\n1\n1\n1\n", "--seed", "3")

    assert (0, "") == (code, err)
    assert "Wandering Towers (en-capstone), basic game, 2 players.\n" in out
    assert "You are Blue. Yellow: greedy bot. Seed 3.\n" in out
    assert "│  ████K████  │" in out
    assert "Your turn, action 1 of 2. Your cards: w3, t5w1, t4w2" in out
    assert "  1  card w3    play wizard card 3" in out
    assert "  1  wizard s1b  move the blue wizard from space 1 to space 4" in out
    assert "Your turn, action 2 of 2. Your cards: t5w1, t4w2" in out
    assert "\nYellow: " in out
    assert out.endswith("The game ends here.\n")


def test_moves_can_be_typed_as_they_are_written(session):
    """Blanks do not matter."""
    _, out, _ = session("card w3\n  wizard   s1b \n", "--seed", "3", "--save", "a.game")

    assert "You: move the blue wizard from space 1 to space 4" in out
    assert ("card w3", "wizard s1b") == saved("a.game").moves


@pytest.mark.slow
def test_a_game_of_bots_runs_to_its_end(session):
    """Nobody has to type anything; the result is announced and kept."""
    arguments = ("--seats", "greedy,random,mcts", "--seed", "5", "--save", "bots.game")
    code, out, _ = session("", *arguments)

    assert 0 == code
    assert "The game is over: decided. " in out
    assert out.endswith("Saved to bots.game.\n")
    found = saved("bots.game")
    assert 3 == found.players
    assert found.result is not None
    assert found.result.startswith("won")
    assert replay(game(), found).agrees


@pytest.mark.slow
def test_a_person_can_play_to_the_end(session):
    """Every menu can be answered, until somebody has won."""
    moves = Trial("en-capstone", 2, 8, tuple(range(0, 30_000, 7))).history().moves
    handed = "\n".join(["", *(move.text for move in moves)])
    typed = handed.replace("\n", "\n\n")  # an empty line hands over, or does nothing
    code, out, _ = session(typed, "--seed", "8", "--seats", "human,human")

    assert 0 == code
    assert "The game is over: decided. " in out


def test_no_hidden_wizard_and_no_other_hand_is_shown(session):
    """Only the hand of the deciding player is shown, and no wizard under a tower."""
    _, out, _ = session("1\n" * 40, "--seed", "4", "--seats", "human,greedy")
    state = game().start(2, 4)
    cards = [card.code for card in state.program.cards]
    other = state.numbers("hand")[len(cards) :]
    theirs = [code for code, n in zip(cards, other, strict=True) if n]

    shown = [line for line in out.splitlines() if "Your cards: " in line]
    assert shown
    assert not [code for code in theirs if code in shown[0].replace(",", " ").split()]
    assert "Draw pile: 84, discarded: 0." in out
    # Five wizards each: in view, home or hidden; a picture never shows more than are in view.
    assert "by░" not in out


def test_a_shared_hand_is_nobodys(session):
    """In the cooperative mode, the open cards belong to all."""
    _, out, _ = session("", "--players", "3", "--with", "coop", "--lang", "de", "--seed", "3")
    assert "Du bist am Zug. Offene Karten: " in out

    _, out, _ = session("", "--players", "3", "--seed", "3")
    assert "Your cards: " in out
    assert "Open cards: " not in out


def test_colour_only_where_wanted(session, monkeypatch: pytest.MonkeyPatch):
    """NO_COLOR rules."""
    assert "\x1b[" not in session("", "--seed", "1")[1]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in session("", "--seed", "1")[1]


@pytest.mark.slow
def test_german(session):
    """Sentences, colours, cards, spells and rules in German."""
    typed = "hilfe\nwarum\ntipp\n1\n1\nbrett\nwizard s3y\nende\n"
    _, out, _ = session(typed, "--seed", "3", "--lang", "de")

    assert "Die wandelnden Türme (en-capstone), Grundspiel, 2 Personen.\n" in out
    assert "Du spielst Blau. Gelb: gieriger Bot. Startwert 3.\n" in out
    assert "Magierkarte 3 spielen" in out
    assert "den blauen Magier von Feld 1 auf Feld 4 bewegen" in out
    assert "Zauber: Magier bewegen (2), Turm bewegen (1)" in out
    assert "Du bist am Zug, Aktion 1 von 2. Deine Karten: w3, t5w1, t4w2" in out
    assert f"Worum es hier geht: {says('turn.action', 'de')}" in " ".join(out.split())
    assert "Vorschlag (vorausschauender Bot): " in out
    assert "`wizard s3y` ist hier kein erlaubter Zug." in out
    assert "the " not in out.replace("Playing the Game", "")


def test_several_people_hand_over(session):
    """No hand is shown before its owner is at the keyboard."""
    typed = "\n1\n1\n1\n1\n"
    _, out, _ = session(typed, "--seed", "3", "--seats", "human,human")
    before, _, after = out.partition("Pass the keyboard to Yellow, then press Enter:")

    assert "Pass the keyboard to Blue" in before
    assert "Blue's turn, action 1 of 2. Your cards: w3, t5w1, t4w2" in before
    assert "Your cards:" not in after.splitlines()[0]
    assert "Yellow>" not in out


def test_the_dice_are_told(session):
    """What was rolled is said at once."""
    for seed in range(30):
        state = game().start(2, seed)
        die = [m for m in state.legal_moves if m.text in ("card tdwd", "card td2", "card wd2")]
        if die:
            _, out, _ = session(f"{die[0].text}\n", "--seed", str(seed))
            roll = state.play(die[0]).numbers("roll")[0]
            assert f"The die shows {roll}." in out
            return
    pytest.fail("no die in thirty hands")


# --- commands ---


def test_help_lists_every_command(session):
    """The output says what can be typed."""
    _, out, _ = session("help\n?\n", "--seed", "1")

    assert 2 == out.count("  NUMBER or move ")
    for command in ("undo", "hint", "why", "moves", "board", "save", "load", "help", "quit"):
        assert f"  {command}" in out


def test_undo_goes_back_to_the_last_own_decision(session):
    """Over the moves of the bots, to the beginning and no further."""
    typed = "1\n1\n1\n1\nu\nundo\nundo\nu\nu\nu\n"
    _, out, _ = session(typed, "--seed", "3", "--save", "a.game")

    assert "moves undone." in out
    assert "There is nothing to undo." in out
    assert () == saved("a.game").moves
    counts = [line for line in out.splitlines() if "moves undone." in line]
    assert int(re.findall(r"\d+", counts[0])[-1]) > 1


def test_a_hint_can_be_followed(session):
    """The strongest bot names a move of the menu, by its number and in words."""
    _, out, _ = session("hint\n", "--seed", "3")
    found = re.search(r"The search bot suggests (\d): (.+)\.\n", out)

    assert found is not None
    moves = game().start(2, 3).legal_moves
    words = Voice(game().rules, "en")
    assert words.deed(foreseen(game().start(2, 3), moves[int(found[1]) - 1])) == found[2]


def test_why(session):
    """The rule behind the decision, behind a move by number or name, and against a move."""
    _, out, _ = session("why\nwhy 1\nwhy card w3\nwhy 9\nwhy wizard s3y\n", "--seed", "3")
    told = " ".join(out.split())
    rule = f"{says('turn.action')} (turn.action; en-capstone: “Playing the Game”, about p. 4)"

    assert says("turn.action")
    assert f"What is asked here: {rule}" in told
    assert 2 == told.count(f"Allowed: play wizard card 3. Rule: {rule}")
    assert "There is no move 9; choose one from 1 to 4." in out
    assert "`wizard s3y` is not a legal move here." in out


def test_why_a_tower_may_not_land():
    """A forbidden move is answered with the rule that forbids it, and its page."""
    found = with_card("t2", "tower s0", s0="R", s2="RK", s5="b")
    told = {lang: list(why_illegal(Voice(game().rules, lang), found)) for lang in ("en", "de")}

    assert [
        f"Rule: {says('castle.no_tower_on_top')} (castle.no_tower_on_top; en-capstone: "
        "“Cards That Move a Tower”, about p. 5)"
    ] == told["en"]
    assert [
        f"Regel: {says('castle.no_tower_on_top', 'de')} (castle.no_tower_on_top; "
        "en-capstone: „Cards That Move a Tower“, etwa S. 5)"
    ] == told["de"]


def test_why_a_tower_is_not_there(session):
    """A move that names nothing is answered with what is not there."""
    _, out, _ = session("card t5w1\nwhy tower s11\n", "--seed", "3")

    assert "`tower s11` is not a legal move here.\nThere is no tower on space 11.\n" in out


def test_rules_and_spells_can_be_looked_up(session):
    """Chapters, rules by chapter or word, and spells, with sources."""
    _, out, _ = session("rules\nrules the castle\nrules capacity\nrules xyzzy\nspells\n")
    words = " ".join(out.split())

    assert "Chapters: " in out
    assert "The castle, " in words
    rule = f"{says('castle.no_tower_on_top')} (castle.no_tower_on_top; en-capstone:"
    assert rule in words
    assert "No rule mentions `xyzzy`." in out
    assert f"Advance a Tower (1): {says('spell.move_tower')}" in words


def test_the_log_lists_all_moves(session):
    """Also those from before the game was saved, and none that were undone."""
    session("1\n1\n", "--seed", "3", "--save", "a.game")
    _, out, _ = session("log\n1\nundo\nlog\n", "--load", "a.game")
    told = "You: play wizard card 3\nYou: move the blue wizard from space 1 to space 4\nYou> "

    assert 2 == out.count(told)
    assert "Nobody has moved yet." in session("log\n", "--seed", "3")[1]


@pytest.mark.slow
def test_nothing_is_lost_by_quitting(session):
    """Unsaved moves are only dropped by a player who says so; a saved game is left at once."""
    _, out, _ = session("1\nquit\nno\nmoves\nquit\nsave b.game\n", "--seed", "3")
    assert 2 == out.count("This game is not saved. Quit?")
    assert ("card w3",) == saved("b.game").moves
    assert out.endswith("Saved to b.game.\nThe game ends here.\n")

    assert "Quit?" not in session("quit\n", "--seed", "3")[1]
    assert "Quit?" not in session("1\nquit\n", "--seed", "3", "--save", "c.game")[1]
    _, out, _ = session("1\nende\nja\n1\n", "--seed", "3", "--lang", "de")
    assert out.endswith("sichern DATEI) ja\nDas Spiel endet hier.\n")


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_lines_fit_the_terminal(columns: int, lang: str, session, monkeypatch: pytest.MonkeyPatch):
    """Everything is wrapped between words, at any width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    typed = "why\n1\nrules castle\nspells\nwizard s3y\n1\n1\n1\nlog\n"
    _, out, _ = session(typed, "--seed", "3", "--lang", lang)

    lines = out.splitlines()
    assert columns >= max(map(len, lines))
    assert "clock-" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        "--players 2 --lang en",
        "--players 6 --lang en",
        "--players 4",
        "--players 6 --with nasty",
        "--players 6 --with team",
        "--players 6 --with coop",
        "--players 6 --with random_spells",
        "--with solo",
        "--with solo,solo_spells",
        "examples/seven-players.wtr --players 7",
        "examples/werewolf.wtr --players 6",
    ],
)
def test_the_first_screen_fits(arguments: str, session, monkeypatch: pytest.MonkeyPatch):
    """On a terminal of 80 by 24, from the title to the prompt; German takes more room than English."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.chdir(ROOT)
    _, out, _ = session("", "--lang", "de", *arguments.split(), "--seed", "3")
    screen = out.splitlines()[:-1]  # without the farewell

    assert 24 >= len(screen)
    assert screen[-1].startswith(("You (a number, or help)> ", "Du (Nummer oder hilfe)> "))


def test_a_number_is_chosen_by_typing_it(session):
    """If a rule asks for a number, each move has the number that it chooses."""
    arguments = (str(ROOT / "examples/sealed-bids.wtr"), "--seed", "3")
    _, out, _ = session("why 0\n9\n2\n", *arguments, "--save", "a.game")

    assert "\n  0  number 0  choose number 0\n" in out
    assert "Allowed: choose number 0." in out
    assert "There is no move 9; choose one from 0 to 3." in out
    assert "number 2" in Path("a.game").read_text()


def test_what_moves_have_in_common_is_said_once(session, monkeypatch: pytest.MonkeyPatch):
    """Many moves with one spell are below its name, so that each has a line of its own."""
    monkeypatch.setenv("COLUMNS", "80")
    arguments = (str(ROOT / "examples/nine-nights.wtr"), "--seed", "5")
    _, out, _ = session("", *arguments)

    assert "\n  cast “Advance a Tower”:\n   1  move the tower from space 1 to space 3 and" in out
    assert 2 == out.count("ast “Advance a Tower”")


def test_memories_have_names(session):
    """A label names a memory and its words in both languages; an id without one is read as words."""
    Path("odd.wtr").write_text(
        HOUSE.replace("debts", "old_debts").replace(
            "memory weather =",
            'label weather { name en "the sky" de "Himmel" word rain en "rainy" de "Regen" }\n'
            "  memory weather =",
        )
    )
    _, english, _ = session("", "odd.wtr", "--seed", "3")
    _, german, _ = session("", "odd.wtr", "--seed", "3", "--lang", "de")

    assert "\nThe sky: rainy\n" in english
    assert "\nOld debts: Yellow 4\n" in english
    assert "\nHimmel: Regen\n" in german


def test_partners_are_named(session):
    """Who wins together is said at the beginning; a card for the partner is not played."""
    _, out, _ = session("1\n", "--with", "team", "--players", "4", "--seed", "5")

    assert "Team variant, 4 players" in out
    assert "Teams: You and Red against Yellow and Green." in " ".join(out.split())
    _, out, _ = session("2\n1\n1\n", "--with", "team", "--players", "4", "--seed", "5")
    assert "  1  card t1    choose tower card 1\n" in out


def test_a_goal_is_reached_or_missed():
    """With one player, the end says whether the goal was reached, and what was reached."""
    solo = load("en-capstone", variants=["solo"])
    state = solo.start(1, seed=3)
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    said = Voice(solo.rules, "en").ending(ending(state), "b")

    assert said.startswith("The game is over: ")
    assert ("The goal is reached." if state.result.goal_reached else "The goal is missed.") in said


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "There is no move 0; choose one from 1 to 4."),
        ("99", "There is no move 99"),
        ("9" * 5000, "is neither a move nor a command"),
        ("²", "is neither a move nor a command"),
        ("-1", "is neither a move nor a command"),
        ("card w33", "Did you mean `card w3`?"),
        ("udno", "Did you mean `undo`?"),
        ("save", "Name a file"),
        ("load", "Name a file"),
        ("load -", "Name a file"),
        ("save -", "Name a file"),
        ("wizard s1b", "(turn.action; en-capstone: “Playing the Game”"),
        ("wizard s99999999999999999999q", "is not a legal move here"),
        ("wizard", "is neither a move nor a command"),
        ("x" * 100_000, "is neither a move nor a command"),
        ("\x1b[31mred\x07", "is neither a move nor a command"),
        ("card \u202e3w", "is not a legal move here"),
    ],
)
def test_wrong_input_gets_a_friendly_line(typed: str, words: str, session):
    """The game goes on, nothing is lost, and the terminal is left alone."""
    code, out, err = session(f"{typed}\ncard w3\n", "--seed", "3", "--save", "a.game")

    assert (0, "") == (code, err)
    assert words in " ".join(out.split())
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) < 400
    assert ("card w3",) == saved("a.game").moves


# --- saving and loading ---


@pytest.mark.slow
def test_the_end_of_input_says_how_to_go_on(session):
    """Quietly, and with the command to type."""
    code, out, _ = session("1\n1\n", "--seed", "3", "--save", "a.game")

    assert 0 == code
    assert out.endswith(
        "The game is saved in a.game. To continue: wtrules play --load a.game --save a.game\n"
    )
    code, out, _ = session("1\n1\n", "--load", "a.game", "--save", "a.game")
    assert 0 == code
    assert "Your cards: t5w1, t4w2" in out
    assert len(saved("a.game").moves) > 4


@pytest.mark.slow
def test_a_loaded_game_goes_on_as_it_would_have(session):
    """Saving and loading change nothing, not even what the bots do."""
    session("1\n" * 30, "--seed", "6", "--save", "whole.game", "--seats", "human,greedy,random")
    session("1\n" * 13, "--seed", "6", "--save", "half.game", "--seats", "human,greedy,random")
    session("1\n" * 17, "--load", "half.game", "--save", "half.game")

    assert Path("whole.game").read_bytes() == Path("half.game").read_bytes()


def test_the_seats_come_from_the_file(session):
    """Or from the command line, if somebody else sits down."""
    session("", "--seed", "6", "--save", "a.game", "--seats", "human,random,greedy")

    assert "Yellow: random bot. Red: greedy bot." in session("", "--load", "a.game")[1]
    arguments = ("--load", "a.game", "--seats", "human,human,greedy")
    assert "People: Blue and Yellow. Red: greedy bot." in session("", *arguments)[1]


def test_nothing_is_overwritten(session):
    """Not by --save, and not by `save`."""
    Path("mine.txt").write_text("mine")
    code, out, err = session("1\n", "--seed", "3", "--save", "mine.txt")
    assert (2, "") == (code, out)
    assert "`mine.txt` already exists" in err

    _, out, _ = session("1\nsave mine.txt\nsave new.game\nsave new.game\nsave .\n", "--seed", "3")
    assert 2 == out.count("Saved to new.game.")
    assert 2 == out.count("already exists")
    assert "mine" == Path("mine.txt").read_text()


def test_a_file_changed_by_somebody_else_is_left_alone(tmp_path: Path):
    """Even one's own file, if it is not as it was left."""
    files, path = Files(), tmp_path / "a.game"
    files.write(path, "one")
    files.write(path, "two")
    path.write_text("theirs")
    with pytest.raises(NotSaved) as caught:
        files.write(path, "three")

    assert "play.changed" == caught.value.key
    assert "theirs" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


def test_a_file_that_was_deleted_is_made_again(tmp_path: Path):
    """And a failed write leaves the old file as it was."""
    files, path = Files(), tmp_path / "a.game"
    files.write(path, "one")
    path.unlink()
    files.write(path, "two")

    assert "two" == path.read_text()


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whole or not at all."""
    files, path = Files(), tmp_path / "a.game"
    files.write(path, "one")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotSaved) as caught:
        files.write(path, "two")

    assert ("play.cannot_write", "No space left on device") == (
        caught.value.key,
        caught.value.parts["reason"],
    )
    assert "one" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


def test_a_folder_that_is_not_there(session):
    """Told before the first move."""
    code, _, err = session("", "--save", "nowhere/a.game")

    assert 2 == code
    assert "there is no folder `nowhere`" in err


def test_loading_another_game_drops_nothing_unasked(session):
    """Moves that are saved nowhere are only dropped when one insists."""
    session("1\n1\n", "--seed", "6", "--save", "other.game")
    _, out, _ = session(
        "1\nload other.game\nmoves\nload other.game\nload other.game\n", "--seed", "3"
    )

    assert 2 == out.count("unsaved moves")
    assert "Loaded other.game: 2 moves." in out
    assert "Seed 6." in out


@pytest.mark.slow
def test_the_file_follows_the_game(session):
    """With --save the loaded game is the one that is kept from then on."""
    session("1\n1\n", "--seed", "6", "--save", "other.game")
    typed = "1\nload other.game\n1\n"
    _, out, _ = session(typed, "--seed", "3", "--save", "first.game")

    assert "From now on the game is saved to other.game." in out
    assert 1 == len(saved("first.game").moves)
    assert 6 == saved("other.game").seed
    assert len(saved("other.game").moves) > 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a\x00\x01\x02", "not a text file"),
        (b"hello", "should be `name: value`"),
        (b"ruleset: en-capstone\nplayers: 2\nseed: 1\n\ntower s3\n", "move 1 is not legal"),
        (b"ruleset: en-capstone\nplayers: 7\nseed: 1\n", "cannot begin"),
        (b"ruleset: nobody\nplayers: 2\nseed: 1\n", "there is no ruleset"),
    ],
)
def test_a_bad_game_is_not_loaded(content: bytes, words: str, session):
    """The game that is being played goes on as it was."""
    Path("bad.game").write_bytes(content)
    code, out, _ = session("load bad.game\n1\n", "--seed", "3", "--save", "a.game")

    assert 0 == code
    assert words in out
    assert "Not loaded; the current game continues." in out
    assert ("card w3",) == saved("a.game").moves
    code, out, err = session("", "--load", "bad.game")
    assert code in (1, 2)
    assert words in err
    assert content == Path("bad.game").read_bytes()


@pytest.mark.slow
def test_a_house_rule_is_found_again(session, folder: Path):
    """Below the game file by itself, elsewhere if the user names it."""
    Path("tight.wtr").write_text(
        "ruleset tight { extends en-capstone override board.capacity = 3 }"
    )
    (folder / "games").mkdir()
    session("1\n", "tight.wtr", "--seed", "3", "--save", "games/a.game")

    assert "ruleset: ../tight.wtr\n" in Path("games/a.game").read_text()
    code, out, _ = session("", "tight.wtr", "--load", "games/a.game", "--save", "games/a.game")
    assert 0 == code
    assert "(tight), 2 players" in out
    assert "ruleset: ../tight.wtr\n" in Path("games/a.game").read_text()
    code, out, _ = session("load games/a.game\n", "tight.wtr", "--save", "games/b.game")
    assert "(tight), 2 players" in out
    assert "Loaded games/a.game" in out

    (folder / "rules").mkdir()
    Path("tight.wtr").rename("rules/tight.wtr")
    session("1\n", "rules/tight.wtr", "--with", "nasty", "--seed", "3", "--save", "c.game")
    assert "ruleset: rules/tight.wtr\n" in Path("c.game").read_text()
    code, out, _ = session("", "--load", "c.game")
    assert 0 == code
    assert "tight" in out


# --- wrong use ---


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "-1"], "-1 is not in the range 0<=x<=18446744073709551615"),
        (["--seed", str(1 << 64)], "is not in the range 0<=x<=18446744073709551615"),
        (["--seed", "x"], "Invalid value"),
        (["--players", "1"], "is for 2, 3, 4, 5, 6 players, not 1"),
        (["--players", "7"], "is for 2, 3, 4, 5, 6 players, not 7"),
        (["--seats", "human"], "players, not 1"),
        (["--seats", "human,gredy"], "did you mean `greedy`?"),
        (["--seats", "human,greedy", "--players", "3"], "--seats names 2 players, but 3 play"),
        (["en-capston"], "did you mean `en-capstone`?"),
        (["--with", "nobody"], "nobody"),
        (["--load", "nowhere.game"], "there is no file `nowhere.game`"),
        (["--load", "x", "--seed", "4"], "leave out --seed"),
        (["--load", "-"], "--load and --save need the name of a file"),
        (["--lang", "fr"], "Invalid value"),
    ],
)
def test_wrong_use(arguments: list[str], words: str, session, folder: Path):
    """Exit code 2, a reason, and no file."""
    code, out, err = session("", *arguments, "--save", "a.game")

    assert (2, "") == (code, out)
    assert words in err
    assert [] == list(folder.iterdir())


# --- texts ---


def test_every_command_is_in_the_help():
    """In at least one of the languages."""
    pages = Texts("en")("play.help") + Texts("de")("play.help")

    assert not [word for word in COMMANDS if word != "exit" and word not in pages]


@cache
def foreseen_casts() -> tuple[Happened, ...]:
    """Return what casts of each spell will do, drawn from some random games."""
    casts: dict[str, list[tuple[State, Move]]] = defaultdict(list)
    for seed in range(6):
        for state in random_trial("every-spell", 2, seed).history().states:
            for move in state.legal_moves:
                if move.text.startswith("cast"):
                    casts[move.text.split()[1]].append((state, move))
    return tuple(foreseen(*one) for spell, all in casts.items() for one in drawn(all, 200, spell))


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_spell_move_can_be_said(lang: str):
    """Each spell by its name, each piece by its place."""
    words = Voice(game("every-spell").rules, lang)
    printed = {words.deed(cast) for cast in foreseen_casts()}

    for spell in game("every-spell").program(2).words.spells:
        assert any(words.spell(spell) in each for each in printed), spell
    assert all(printed)


# --- real processes ---


def run(typed: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Play in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "wtrules", "play", *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        check=False,
    )


@pytest.mark.slow
def test_a_real_pipe():
    """The same through a real pipe, with bytes that are no text in between."""
    done = run(b"\xff\xfe\x00junk\ncard w3\nwizard s1b\n", "--seed", "3", "--save", "a.game")

    assert (0, b"") == (done.returncode, done.stderr)
    assert "is neither a move nor a command" in done.stdout.decode()
    assert ("card w3", "wizard s1b") == saved("a.game").moves


def test_no_input_at_all():
    """A closed input is the end of it."""
    done = run(b"", "--seed", "3", "--save", "a.game")

    assert 0 == done.returncode
    assert "To continue: wtrules play --load a.game" in done.stdout.decode()


@pytest.mark.parametrize(
    ("reward", "lang", "expected"),
    [
        (1, "en", "fill a flask"),
        (2, "en", "fill two flasks"),
        (1, "de", "eine Flasche füllen"),
        (2, "de", "zwei Flaschen füllen"),
    ],
)
def test_how_many_flasks_are_filled(reward: int, lang: str, expected: str):
    """A tower that locks a wizard up fills as many flasks as the rules give for it."""
    text = f"ruleset odd {{ extends en-capstone  override lock.reward = {reward} }}"
    found = load(SourceFile("odd.wtr", text))
    words = Voice(found.rules, lang)
    state = found.start(2, seed=3)
    printed = set()
    for _ in range(400):
        for move in state.legal_moves:
            if move.text.startswith("tower "):
                told = words.deed(foreseen(state, move))
                printed.add(re.split(" and | und ", told + " and ")[1])
        if printed - {""}:
            break
        state = state.play(state.legal_moves[0])

    assert expected in printed


def test_wizards_that_differ_are_described():
    """What rules remember of a wizard is part of its description, in both languages."""
    rules = load("masters-and-novices")
    line = "K/bbR/N/R/N/R/N/R/N/R/y/././././b b home=2,4 flasks=6.0.0,6.0.0 hands=t1.w2.w2,w1.w2.w3"
    state = rules.position(line).play("card t1").play("tower s1").play("card w2")
    told = [
        [Voice(rules.rules, lang).deed(chosen(state, m)) for m in state.legal_moves]
        for lang in ("en", "de")
    ]

    assert "choose the blue wizard on space 1 (master)" == told[0][0]
    assert "choose the blue wizard on space 15" == told[0][1]
    assert "den blauen Magier auf Feld 1 (Meister) wählen" == told[1][0]
