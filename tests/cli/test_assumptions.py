"""`wtrules assumptions`: what a ruleset rests on; and `--assume` where it is taken."""

import json
from pathlib import Path

import pytest

from wtrules.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: Capture, *arguments: str) -> str:
    """Return what `wtrules assumptions` prints when all is well."""
    assert 0 == main(["assumptions", *arguments])
    out, err = capsys.readouterr()
    assert "" == err  # no progress but on a terminal
    return out


def listed(capsys: Capture, *arguments: str) -> dict[str, dict]:
    """Return the entries of the list as a program gets them."""
    document = json.loads(printed(capsys, *arguments, "--output-format", "json"))
    return {entry["id"]: entry for entry in document["assumptions"]}


@pytest.mark.slow
def test_the_most_consequential_first(capsys: Capture):
    """Every other reading is measured by pairs of random games, the number of them stated."""
    text = printed(capsys, "--games", "1", "--players", "2")
    head, *_ = text.split("\n")

    assert "en-capstone depends on" in head
    assert "1 random games for 2 players" in head
    assert text.index("amb.lock.optional") < text.index("amb.discard.no_step")
    assert "[1 of 1 games differ]" in text
    assert "[none of 1 games differs]" in text
    rest = text[text.index("not measured") :]
    assert "amb.wizard.lap\n    May a wizard go round the track several times? Yes." in rest


def test_without_games(capsys: Capture):
    """The list alone, in the order of the ledger, what is played marked with a star."""
    text = printed(capsys, "--games", "0")

    assert "  * a  No, a card must be carried out if possible.\n" in text
    assert "evidence: Capstone says (a) explicitly" in text
    assert "named by: turn.deck.reshuffle" in text
    assert "confidence: low" in text
    assert "differ]" not in text
    assert all(len(line) <= 130 for line in text.split("\n"))


def test_in_german(capsys: Capture):
    """Questions, readings and evidence for a German table."""
    text = printed(capsys, "en-abacus-24+nasty", "--games", "0", "--lang", "de")

    assert "en-abacus-24+nasty beruht auf" in text
    assert "Belege: " in text
    assert "nicht spielbar: " in text
    assert "Sicherheit: gering" in text


@pytest.mark.slow
def test_for_programs(capsys: Capture):
    """Texts in both languages, what is played and playable, and what the games said."""
    entries = listed(capsys, "en-abacus-30", "--games", "1", "--players", "2")
    entry = entries["amb.discard.decline_step"]

    assert {"en", "de"} == set(entry["question"])
    assert ["turn.discard"] == entry["named_by"]
    readings = {reading["name"]: reading for reading in entry["readings"]}
    assert readings["a"]["played"]
    assert {"games": 1, "differing": 1, "earliest": readings["b"]["consequence"]["earliest"]} == (
        readings["b"]["consequence"]
    )
    assert 1.0 == entry["share"]
    assert not entries["amb.tower.inside"]["readings"][1]["playable"]
    shares = [-1 if e["share"] is None else e["share"] for e in entries.values()]
    assert sorted(shares, reverse=True) == shares


def test_only_what_matters_here(capsys: Capture):
    """Teams and solo play have their questions, which nobody else is asked."""
    assert "amb.team.end" not in listed(capsys, "--games", "0")
    team = listed(capsys, "en-capstone+team", "--games", "0")
    assert ["b"] == [r["name"] for r in team["amb.team.end"]["readings"] if r["played"]]


def test_a_chosen_reading_is_the_one_that_is_played(capsys: Capture):
    """The list then is about the game as it would be."""
    entry = listed(capsys, "--games", "0", "--assume", "amb.lock.own=b")["amb.lock.own"]
    assert ["b"] == [reading["name"] for reading in entry["readings"] if reading["played"]]


@pytest.mark.slow
def test_a_house_rule(folder: Path, capsys: Capture):
    """Its own questions stand in the list, and so do names that nobody has explained."""
    (folder / "calm.wtr").write_text(
        """
        ruleset calm {
          extends en-capstone
          rule bonus {
            assumed amb.calm, amb.other
            on      turn ends
            do      fill 1 flask of active
          }
          assumption amb.calm {
            says     en "How much?" de "Wie viel?"
            reading  a en "One." de "Eine." { }
            reading  b en "None." de "Keine." { remove rule bonus }
            default  a
            evidence en "We argued." de "Wir haben gestritten."
            affects  bonus
          }
        }
        """,
        "utf-8",
    )
    text = printed(capsys, "calm.wtr", "--games", "1", "--players", "2")
    assert "amb.calm\n  How much?\n  * a  One.\n    b  None. [1 of 1 games differ]\n" in text
    assert "assumed, but not in the ledger: amb.other" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["en-capston"], "did you mean `en-capstone`?"),
        (["--players", "9"], "not 9"),
        (["--assume", "amb.lock.own"], "must be NAME=VALUE"),
        (["--assume", "amb.lock.own=z"], "the readings are"),
        (["--games", "-1"], "-1"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: Capture):
    """What cannot be done is said on standard error, with exit code 2."""
    assert 2 == main(["assumptions", *arguments])
    out, err = capsys.readouterr()
    assert "" == out
    assert said in err


# --- --assume elsewhere --------------------------------------------------------------------------

LOCKED = "K/Rb/N/Rb/N/R/N/R/N/R/./././././."


def test_moves(capsys: Capture):
    """The reading decides what a move does."""
    asked = ["moves", LOCKED, "--seat", "b", "--card", "t2"]
    assert 0 == main(asked)
    assert "+1" in capsys.readouterr().out
    assert 0 == main([*asked, "--assume", "amb.lock.own=b"])
    assert "+1" not in capsys.readouterr().out


def test_perft(capsys: Capture):
    """More may be chosen, so there are more ways to go on."""
    counts = []
    for reading in ("a", "b"):
        assert 0 == main(
            ["perft", "-d", "3", "--assume", f"amb.card.decline={reading}", "--seed", "3"]
        )
        counts.append(capsys.readouterr().out)
    assert 0 == main(["perft", "-d", "3", "--seed", "3"])
    assert counts[0] == capsys.readouterr().out


def test_show(capsys: Capture):
    """The chosen reading is a layer, and changed rules name it."""
    assert 0 == main(["show", "--rule", "castle.move", "--assume", "amb.castle.buried_shield=b"])
    assert "amb.castle.buried_shield=b  overridden" in capsys.readouterr().out
    assert 0 == main(["show", "--assume", "amb.castle.buried_shield=b", "--kind", "setting"])
    assert "amb.castle.buried_shield=b  reading" in capsys.readouterr().out
    assert 1 == main(["show", "--assume", "amb.castle.buried_shield=x"])
    assert "error[unknown-reading]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("amb.lock.ow=b", "unknown-assumption"),
        ("amb.lock.own=z", "unknown-reading"),
        ("amb.tower.inside=b", "unplayable-reading"),
        ("amb.team.end=a", "unfit-reading"),
    ],
)
def test_validate(given: str, code: str, capsys: Capture):
    """What is wrong with a choice is a finding like any other, and has a page."""
    assert 1 == main(["validate", "en-capstone", "--assume", given])
    assert f"error[{code}]" in capsys.readouterr().out
    assert 0 == main(["explain", code])
    assert "## Fixed" in capsys.readouterr().out


def test_validate_tells_what_a_house_rule_changes(folder: Path, capsys: Capture):
    """What the reading changes is not the doing of the house rule."""
    text = "ruleset four { extends en-capstone override board.capacity = 4 }"
    (folder / "four.wtr").write_text(text, "utf-8")
    assert 0 == main(["validate", "four.wtr", "--assume", "amb.lock.own=b"])
    out = capsys.readouterr().out
    assert "board.capacity    6 → 4" in out
    assert "lock.reward" not in out


def test_a_saved_game_remembers_its_readings(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """It is replayed by the same reading; by another one it may stop being legal."""
    arguments = ["--seats", "random,random", "--seed", "3", "--save", "evening.game"]
    assert 0 == main(["play", *arguments, "--assume", "amb.lock.optional=b"])
    capsys.readouterr()
    saved = (folder / "evening.game").read_text("utf-8")
    assert "assume: amb.lock.optional=b\n" in saved
    assert "fill_flask\n" in saved
    assert 0 == main(["replay", "evening.game"])
    capsys.readouterr()
    assert 1 == main(["replay", "evening.game", "--assume", "amb.lock.optional=a"])
    assert 2 == main(["play", "--load", "evening.game", "--assume", "amb.lock.own=b"])
    assert "leave out --assume" in capsys.readouterr().err


def test_a_faulty_line_in_a_game_file(folder: Path, capsys: Capture):
    """A reading is written with an equals sign there too."""
    text = "ruleset: en-capstone\nassume: amb.lock.own\nplayers: 2\nseed: 1\n\nresult: open\n"
    (folder / "a.game").write_text(text, "utf-8")
    assert 2 == main(["replay", "a.game"])
    assert "`assume: amb.lock.own=b`" in capsys.readouterr().err
