"""Example house rules changed at random: what checking finds no error in can be played."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

import pytest

from tests.sampling import sampled
from wtrules.backends.native import Native
from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions
from wtrules.diagnostics import has_errors
from wtrules.game.load import load
from wtrules.source import SourceFile
from wtrules.validation import validate

EXAMPLES = sorted(Path(__file__).parents[2].joinpath("examples").glob("*.wtr"))
WORD = re.compile(r'"[^"\n]*"|[A-Za-z][\w.-]*|\d+|[<>=!]+|\S')
# Words that can often take each other's place.
GROUPS = (
    ("wizard", "tower", "space", "place", "player", "card", "spell"),
    ("clockwise", "counterclockwise"),
    ("active", "actor", "next_player of active", "(first player)"),
    ("<", "<=", "=", ">=", ">", "!="),
    ("and", "or"),
    ("any", "no", "number of", "first", "random"),
    ("visible", "own", "topmost", "shielded", "not own"),
    ("turn", "round", "action", "game"),
    ("+", "-", "*", "/", "mod"),
    ("0", "1", "2", "3", "7", "100", "1000000"),
    ("may", "either"),
    ("move", "put", "swap", "bring"),
    ("on", "beneath", "above"),
)
DECISIONS = 60  # of each game


def mutant(text: str, chance: random.Random) -> str:
    """Return a rule file with one to three changes; its first lines, up to `extends`, stay."""
    start = text.index("\n", text.index("extends")) + 1
    head, lines = text[:start], text[start:].splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        match chance.choice(("word", "word", "word", "number", "drop", "double", "swap")):
            case "word":
                lines[at] = _other_word(lines[at], chance)
            case "number":
                lines[at] = re.sub(r"\b\d+\b", str(chance.choice((0, 1, 2, 5, 64))), lines[at])
            case "drop":
                del lines[at]
                lines = lines or [""]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
    return head + "\n".join(lines) + "\n"


def _other_word(line: str, chance: random.Random) -> str:
    found = list(WORD.finditer(line))
    found = [m for m in found if any(m.group() in group for group in GROUPS)] or found
    if not found:
        return line
    here = chance.choice(found)
    same = [group for group in GROUPS if here.group() in group]
    new = chance.choice(same[0] if same else [m.group() for m in found])
    return line[: here.start()] + new + line[here.end() :]


def play_three_games(text: str) -> None:
    """Play the first decisions of three games for few and for many players, on both back ends."""
    game = load(SourceFile("mutant.wtr", text))
    for players in {game.players[0], game.players[-1]}:
        one, two = Reference(game.program(players)), Native(game.program(players))
        for seed in range(3):
            chance = random.Random(seed)
            state, options = one.start(seed)
            assert (state, options) == two.start(seed)
            for _ in range(DECISIONS):
                if not options:
                    break
                choice = chance.choice(options)
                other = list(state)
                options = one.play(state, choice)
                assert options == two.play(other, choice)
                assert state == other


def is_played(path: Path, seed: int) -> bool:
    """Make a mutant of an example and play it; return False if it is not valid."""
    made = mutant(path.read_text("utf-8"), random.Random(f"{path.name} {seed}"))
    if has_errors(validate(SourceFile(path.name, made))[1]):
        return False
    try:
        play_three_games(made)
    except (EndlessPlay, TooManyOptions) as error:
        pytest.fail(f"{path.name}, mutant {seed}: {error}\n{made}")
    return True


@pytest.mark.slow
@pytest.mark.parametrize("path", sampled(EXAMPLES, 4), ids=lambda path: path.stem)
def test_mutants_that_are_valid_can_be_played(path: Path) -> None:
    """Mutants of each example, until two are valid: they compile for few and many players, and play."""
    valid = (seed for seed in range(60) if is_played(path, seed))

    assert 2 == len(list(islice(valid, 2)))
