"""The sorts of cases."""

from __future__ import annotations

import random
from functools import lru_cache

from tests.fuzz import play, play_texts
from tests.fuzz.examine import examine_rule_file
from tests.fuzz.rule_files import make_rule_file
from tests.fuzz.run import Sort
from tests.fuzz.seeds import house_seeds, library_files, small_seeds
from wtrules.resolve import library


def _prepare_rules() -> None:
    if not hasattr(library.parse, "cache_info"):
        # A case is parsed to be formatted, and again to be validated; trees never change.
        library.parse = lru_cache(maxsize=8)(library.parse)
    small_seeds()
    house_seeds()
    library_files()


def _rule_file(rng: random.Random) -> str:
    return make_rule_file(rng).text


SORTS = {
    sort.name: sort
    for sort in (
        Sort("rules", ".wtr", _rule_file, examine_rule_file, _prepare_rules),
        Sort(
            "positions",
            ".position",
            play_texts.make_position,
            play.examine_position,
            play_texts.prepare,
        ),
        Sort(
            "games", ".game", play_texts.make_game_file, play.examine_game_file, play_texts.prepare
        ),
        Sort(
            "questions",
            ".json",
            play_texts.make_question,
            play.examine_question,
            play_texts.prepare,
        ),
    )
}
