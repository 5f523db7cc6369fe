"""Rule files of earlier versions, `cases/kept/`: what was valid once stays valid, and plays as before.

`python -m tests.rules.kept_files` records the games of files that have none yet; with the name of a
folder it first keeps there all rule files of today that are not kept (`cases/kept/README.md`). It
never changes what is recorded.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tests.playthrough_cases import line
from tests.rules.helpers import library
from wtrules.game.game import Game, State
from wtrules.game.load import load

CASES = Path(__file__).parents[1] / "cases"
FOLDER = CASES / "kept"
FILE = FOLDER / "games.txt"
SEEDS = (1, 2)
LENGTH = 40  # moves of a game


def kept() -> dict[str, Path]:
    """Return the files that are whole rulesets, by their path in the folder."""
    return {
        path.relative_to(FOLDER).as_posix(): path
        for path in sorted(FOLDER.rglob("*.wtr"))
        if path.parent.name != "good"
    }


def only_read() -> list[Path]:
    """Return the files that show how rules are written, and cannot be played."""
    return sorted(FOLDER.glob("*/good/*.wtr"))


def recorded() -> dict[str, str]:
    """Return the fingerprints by file."""
    rows = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    return dict(row.rsplit(maxsplit=1) for row in rows if row and row[0] != "#")


def played(path: Path) -> str:
    """Return the fingerprint of two short random games, with as few and as many players as possible."""
    game = load(path, library=library())
    digest = sha256()
    for seed, players in zip(SEEDS, (game.players[0], game.players[-1]), strict=True):
        for text in _game(game, players, seed):
            digest.update(f"{text}\n".encode())
    return digest.hexdigest()[:16]


def _game(game: Game, players: int, seed: int) -> Iterator[str]:
    """Yield the moves of a game, and the position it ends with."""
    chance = random.Random(seed)
    state: State = game.start(players, seed)
    for _ in range(LENGTH):
        if state.is_over:
            break
        move = chance.choice(state.legal_moves)
        yield move.text
        state = state.play(move)
    yield line(state)


def _keep(name: str) -> None:
    """Keep the rule files of today that are not kept yet in a new folder."""
    from tests.test_reference import FILES

    known = {path.read_text("utf-8") for path in FOLDER.rglob("*.wtr")}
    found = {
        "examples": CASES.parents[1] / "examples",
        "rulesets": CASES / "rulesets",
        "good": CASES / "good",
    }
    texts = {
        f"{kind}/{path.name}": path.read_text("utf-8")
        for kind, folder in found.items()
        for path in sorted(folder.glob("*.wtr"))
    }
    texts |= {f"docs/{name}.wtr": text for name, text in FILES.items()}
    for place, text in texts.items():
        if text not in known:
            path = FOLDER / name / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def main() -> None:
    """Keep the files of today if a folder is named; record the games of new files."""
    for name in sys.argv[1:]:
        _keep(name)
    known = recorded()
    rows = {name: known.get(name) or played(path) for name, path in kept().items()}
    FILE.write_text(
        "# Written by `python -m tests.rules.kept_files`.\n"
        + "".join(f"{name} {games}\n" for name, games in rows.items()),
        "utf-8",
    )
    print(f"{len(rows) - len(known.keys() & rows.keys())} new rows in {FILE}")


if __name__ == "__main__":
    main()
