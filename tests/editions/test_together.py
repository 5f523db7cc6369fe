"""House rules that meet: what they change, whether their order matters, whether one undoes another."""

from pathlib import Path

import pytest

from wtrules.cli import main
from wtrules.editions.together import Fit, Meeting, together
from wtrules.game.game import Game
from wtrules.pipeline import open_ruleset

FILES = {
    "evening": "ruleset evening {\n  extends en-capstone\n  override board.capacity = 4\n}\n",
    "peace": "ruleset peace {\n  extends en-capstone\n  after evening\n  override board.capacity = 3\n}\n",
    "war": "ruleset war {\n  extends en-capstone\n  override board.capacity = 3\n}\n",
    "homing": """ruleset homing {
  extends en-capstone
  rule castle.homes {
    says en "At the end of each round, the castle moves clockwise to the next shield."
    after end.finish_round, end.stalled
    on round ends
    do put castle on next place clockwise from castle where shielded and free
  }
}
""",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / f"{name}.wtr").write_text(text, "utf-8")
    return tmp_path


def meet(one: str, two: str) -> Meeting:
    [found] = together([one, two], jobs=1)
    return found


def test_rules_about_different_things_go_together():
    """A hot potato does not care how many wizards fit; the program is the same in both orders."""
    found = meet("hot-potato", "evening.wtr")
    assert (Fit.ANY_ORDER, (), True) == (found.fit, found.idle, found.is_clean)


def test_rules_about_the_same_thing_do_not():
    """Two capacities for one board: the layers conflict, and the message names both."""
    found = meet("evening", "war")
    assert Fit.CONFLICT == found.fit
    assert ["layer-conflict"] == [each.code for each in found.conflicts]
    assert "evening" in found.conflicts[0].message
    assert "war" in found.conflicts[0].message


def test_one_undoes_the_other():
    """Peace comes after the evening, whatever is named first, and leaves nothing of it."""
    for found in (meet("evening", "peace"), meet("peace", "evening")):
        assert (Fit.ANY_ORDER, ("evening",)) == (found.fit, found.idle)
        assert not found.is_clean


def test_an_order_that_matters_is_shown():
    """First to the next free place and then to a shield, or first to a shield: the castle is elsewhere.

    The move that ends the round is played under both orders, and leads to what is said.
    """
    found = meet("wandering-castle", "homing")
    assert (Fit.ORDER_MATTERS, ()) == (found.fit, found.idle)
    parting = found.disagreement
    assert parting is not None
    boards = {thing: sides for thing, *sides in parting.what}["board"]
    for order, board in zip((1, -1), boards, strict=True):
        names = ["wandering-castle", "homing"][::order]
        text = f"ruleset both {{ extends {', '.join(names)} }}"
        Path("both.wtr").write_text(text, "utf-8")
        made = open_ruleset("both.wtr").compile()
        assert made is not None
        state = Game(made).position(parting.position)
        assert board == state.play(parting.move).board_text


def test_files_of_several_folders_meet(folder: Path):
    """A file is found where it is, also above the folder of another one."""
    below = folder / "more rules"
    below.mkdir()
    (below / "war.wtr").write_text(FILES["war"], "utf-8")
    found = meet("homing.wtr", "more rules/war.wtr")
    assert Fit.ANY_ORDER == found.fit


def test_one_ruleset_does_not_meet_itself(capsys: pytest.CaptureFixture[str]):
    """However it is named: nothing is compared, and both names are said."""
    for one, two in (("evening", "evening"), ("evening", "./evening.wtr")):
        assert 2 == main(["together", one, two, "war"])
        assert f"`{one}` and `{two}` are the same ruleset" in capsys.readouterr().err


def test_two_rulesets_of_one_name_do_not_go_together(folder: Path):
    """In one game the first would count as both, and their contradiction would be lost."""
    (folder / "below").mkdir()
    text = FILES["war"].replace("war", "evening")
    (folder / "below" / "evening.wtr").write_text(text, "utf-8")
    found = meet("evening.wtr", "below/evening.wtr")
    assert Fit.CONFLICT == found.fit
    assert ["ignored-ruleset"] == [each.code for each in found.conflicts]
    assert "`evening`" in found.conflicts[0].message


def test_the_command(capsys: pytest.CaptureFixture[str]):
    """Two rules without a finding are clean; a conflict is a finding; a third file is short."""
    assert 0 == main(["together", "hot-potato", "evening.wtr"])
    assert "their order makes no difference" in capsys.readouterr().out
    assert 1 == main(["together", "hot-potato", "evening", "war", "--lang", "de"])
    out = capsys.readouterr().out
    assert "evening und war passen nicht zusammen" in out
    assert "hot-potato und" not in out
    assert "2 weitere Paare" in out
    assert 1 == main(["together", "homing", "wandering-castle"])
    assert "Board: " in capsys.readouterr().out
    assert 2 == main(["together", "evening"])
