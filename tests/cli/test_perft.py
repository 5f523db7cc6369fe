"""`wtrules perft`: counting decisions."""

import json

import pytest

from wtrules.cli import main

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
