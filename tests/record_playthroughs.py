"""Record the games in tests/cases/playthroughs again: `python tests/record_playthroughs.py`.

Run it when the rules have changed on purpose, and read the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.playthrough_cases import FOLDER, Recording, made

ABACUS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")

RECORDINGS = (
    *(Recording("core", players) for players in (2, 3, 4, 5, 6)),
    Recording("core", 2, bot="greedy", most=300),
    *(Recording("en-capstone", players) for players in (2, 3, 4, 5, 6)),
    Recording("en-capstone", 2, bot="greedy", most=300),
    Recording("en-capstone", 3, bot="greedy", most=300),
    *(Recording("en-capstone", players, ("random_spells",)) for players in (2, 4)),
    Recording("en-capstone", 3, ("random_spells", "nasty")),
    Recording("en-capstone", 4, ("random_spells", "team")),
    *(Recording("en-capstone", players, ("nasty",)) for players in (2, 5)),
    *(Recording("en-capstone", players, ("team",)) for players in (4, 6)),
    Recording("en-capstone", 4, ("nasty", "team")),
    Recording("en-capstone", 1, ("solo",), most=250),
    Recording("en-capstone", 1, ("solo",), bot="greedy", most=150),
    Recording("en-capstone", 1, ("solo", "solo_spells"), most=150),
    *(Recording("en-capstone", players, ("coop",)) for players in (2, 4)),
    Recording("en-capstone", 3, ("coop", "coop_spells")),
    Recording("abacus", 2),
    Recording("abacus", 2, ("nasty",)),
    Recording("abacus", 4, ("team",)),
    *(Recording(name, players) for name in ABACUS for players in (2, 6)),
    *(Recording(name, 3, ("nasty",)) for name in ABACUS),
    *(Recording(name, 4, ("team",)) for name in ABACUS),
    *(Recording(name, 4, ("nasty", "team")) for name in ABACUS),
    # Small rulesets of the tests, for what an ordinary game rarely shows.
    *(Recording("core-every-spell", players, most=150) for players in (2, 4)),
    *(Recording("every-spell", players, most=150) for players in (2, 3)),
    Recording("every-spell", 3, ("nasty",), most=150),
    Recording("every-spell-abacus", 2, most=150),
    Recording("every-spell-abacus", 3, ("nasty",), most=150),
    Recording("every-spell-ordinary", 3, ("nasty",), most=150),
    *(Recording("everyone-casts", players, most=150) for players in (2, 3)),
    *(Recording("free-any-time", players, most=300) for players in (2, 3)),
    Recording("free-on-turn", 2, most=150),
    Recording("drawn-spells", 2),
    Recording("chosen-spells", 3),
    Recording("both-directions", 2, most=150),
    Recording("both-directions", 3, ("nasty",), most=150),
)


def main() -> None:
    """Write every recording, and remove files of recordings that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        recording.path.write_text(made(recording), "utf-8")
    wanted = {recording.path for recording in RECORDINGS}
    for path in set(FOLDER.glob("*.game")) - wanted:
        path.unlink()
    print(f"{len(wanted)} games in {FOLDER}")


if __name__ == "__main__":
    main()
