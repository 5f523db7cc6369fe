"""`wtrules perft`: counting decisions."""

import json
import re
from pathlib import Path

import pytest

import wtrules
from wtrules.cli import main
from wtrules.cli.perft import Backend
from wtrules.position.text import frame_slots

Capture = pytest.CaptureFixture[str]

# One tower and nobody of blue: every tower card has one way, wizard cards have none.
BOARD = "K/././N/./././././y/./././././."


def test_counts_by_depth(capsys: Capture):
    """A line for each depth, from nothing decided on."""
    assert 0 == main(["perft", "--players", "3", "--seed", "7", "--depth", "2"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]

    assert ["0", "1", "2"] == [depth for depth, _ in lines]
    assert "1" == lines[0][1]
    assert 3 <= int(lines[1][1]) <= 4


def test_divide_adds_up(capsys: Capture):
    """The count of each first move, and the sum."""
    assert 0 == main(["perft", "--depth", "3", "--divide"])
    *moves, total = capsys.readouterr().out.splitlines()

    counts = [int(line.split()[-1].replace(",", "")) for line in moves]
    assert ["total", f"{sum(counts):,}"] == total.split()


def test_for_programs(capsys: Capture):
    """JSON, a line for each depth."""
    assert 0 == main(["perft", f"{BOARD} b", "-d", "1", "--output-format", "json"])
    first, second = map(json.loads, capsys.readouterr().out.splitlines())

    assert {"depth": 0, "count": 1} == first
    assert 1 == second["depth"]
    assert 0 == main(["perft", f"{BOARD} b", "-d", "1", "--divide", "--output-format", "json"])
    divided = json.loads(capsys.readouterr().out)
    assert second["count"] == divided["count"] == len(divided["moves"])


def test_the_same_every_time(capsys: Capture):
    """Chance comes from the seed alone."""
    shown = set()
    for _ in range(2):
        main(["perft", "--players", "4", "--seed", "9", "--depth", "3"])
        shown.add(capsys.readouterr().out)

    assert 1 == len(shown)


@pytest.mark.parametrize(
    "arguments",
    [["x/y"], ["--players", "9"], ["-r", "nowhere"], ["--depth", "-1"], ["--seed", "-1"]],
)
def test_bad_questions(arguments: list[str], capsys: Capture):
    """Exit code 2, nothing on standard output."""
    assert 2 == main(["perft", *arguments])
    assert "" == capsys.readouterr().out


@pytest.mark.slow
def test_both_back_ends_count_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Which back end counts changes the time and nothing else."""
    printed = []
    for backend in ("auto", "native", "reference"):
        assert 0 == main(["perft", "-p", "2", "--seed", "4", "-d", "3", "--backend", backend])
        assert 0 == main(["perft", "-p", "2", "-d", "3", "--divide", "--backend", backend])
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_too_many_options(backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A decision with more options than any back end lists is reported."""
    numbers = ", ".join(f"number n{i} from 0 to 127" for i in range(2))
    path = tmp_path / "many.wtr"
    path.write_text(
        f"""ruleset many {{ title en "Many" extends en-capstone
        spell many {{ says en "Many." cost 0 choose {numbers}, wizard w where visible
          do score n0 + n1 for owner of w }}
        add to spells.laid_out = many }}""",
        "utf-8",
    )
    assert 1 == main(["perft", "-r", str(path), "-p", "2", "-d", "1", "--backend", backend])
    assert "many, 2 players: a decision has more than 16,384 options" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["perft", "moves", "explain", "render"])
def test_an_edited_position(command: str, capsys: Capture):
    """A card that the deck does not have is refused by every command and back end."""
    state = wtrules.load().start(2, seed=0).play("card w1")
    card = next(
        frame_slots(state.program).index(f.offset)
        for f in state.program.fields.values()
        if f.role == "frame" and f.type == "card"
    )
    edited = re.sub(r"frame=[^ ]+", f"frame=16:1,{card}:1000", str(state))
    options = {"explain": [["wizard s1b"]], "perft": [["--backend", x] for x in Backend]}
    for more in options.get(command, [[]]):
        assert 2 == main([command, edited, *more])
        output = capsys.readouterr()
        assert "" == output.out
        assert f"error[bad-position]: `{card}` of `frame=` should be a number" in output.err
