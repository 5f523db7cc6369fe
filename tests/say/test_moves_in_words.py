"""Random moves of every game in words: no ids, no doubled words, no missing articles, one wording for one event."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tests.sampling import sampled
from wtrules.game.game import Game, State
from wtrules.game.happened import foreseen, happened
from wtrules.game.load import load
from wtrules.game.moves import Move
from wtrules.game.storyboard import storyboard
from wtrules.resources import examples_folder
from wtrules.say.things import Happened
from wtrules.say.voice import Voice
from wtrules.texts import LANGUAGES

MOVES = 500
GAMES = [
    *(("en-capstone", variants) for variants in ((), ("nasty",), ("team",), ("solo",), ("coop",))),
    ("de-abacus-30", ("nasty",)),
    *((path.stem, ()) for path in sorted(examples_folder().glob("*.wtr"))),
]

_ID = re.compile(
    r"\b(?:s\d+(?:\.\d+)?[a-z]?|[tw](?:\d|d\d?)+|\w*[a-z]_\w+|None|\w+\.\w+)\b|[{}`\[\]]|:\S"
)
_DOUBLED = re.compile(r"\b(\w+),? \1\b", re.IGNORECASE)
_QUOTED = re.compile("[“„][^”“]*[”“]")
_NOUN = {  # each with the word before it
    "en": re.compile(r"(\w+) (?:wizard|tower|stack|castle)\b(?! card)"),
    "de": re.compile(r"(\w+) (?:Turm|Stapel|Burg|Magier)\b"),
}
_NUMBER = {  # several things that do what one does
    "en": re.compile(
        r"(?:^| )(?:upper \w+ towers|[Tt](?:wo|hree) (?:\w+ )?wizards) (?:moves|goes|is|leaves)\b"
    ),
    "de": re.compile(
        r"(?:oberen \w+ Türme|(?:[Zz]wei|[Dd]rei) (?:\w+ )?Magier) (?:zieht|geht|kommt|wird|ist|verlässt)\b"
    ),
}
_BEFORE = {
    "en": {"the", "a", "no", "top", "second"},
    "de": {"der", "den", "die", "einen", "kein", "oberste", "obersten", "zweite"}
    | {"zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"},
}


def played(game: Game, count: int, seed: int) -> Iterator[tuple[State, Move, State]]:
    """Yield random moves, one game after the other, for different numbers of players."""
    chance = random.Random(seed)
    state = game.start(chance.choice(game.players), seed)
    for _ in range(count):
        if state.is_over:
            state = game.start(chance.choice(game.players), chance.randrange(1_000))
        move = chance.choice(state.legal_moves)
        after = state.play(move)
        yield state, move, after
        state = after


def problems(voice: Voice, found: Happened, text: str) -> Iterator[str]:
    """Yield what is wrong with a text that no rule file has written."""
    bare = _QUOTED.sub("…", text)
    yield from (f"id {match[0]}" for match in _ID.finditer(bare))
    yield from (f"doubled {match[0]}" for match in _DOUBLED.finditer(bare))
    yield from (f"number {match[0]}" for match in _NUMBER[voice.lang].finditer(bare))
    if _option(found) or ":" in bare:
        return
    without_colours = bare
    for colour in voice.colours.values():
        without_colours = re.sub(rf"\b{colour}(?:farben)?(?:e[nr]?)? ", "", without_colours)
    for match in _NOUN[voice.lang].finditer(without_colours):
        if match[1].casefold() not in _BEFORE[voice.lang]:
            yield f"no article: {match[0]}"


def _option(found: Happened) -> bool:
    """Whether an option has been chosen that a rule file names."""
    return bool(found.choice.says or found.choice.words)


@pytest.mark.parametrize("rules", sampled(GAMES, 4, "words"), ids=str)
def test_moves_in_words(rules: tuple[str, tuple[str, ...]]):
    """What a player does, and what happens: the same events, in the same words."""
    name, variants = rules
    path = examples_folder() / f"{name}.wtr"
    game = load(path if path.is_file() else name, variants=variants)
    voices = [Voice(game.rules, lang) for lang in LANGUAGES]
    wrong: dict[str, str] = {}

    for number, (state, move, after) in enumerate(played(game, MOVES, 11)):
        found = happened(state, move, after)
        known = foreseen(state, move) if not number % 5 else found
        is_known = known.motions == found.motions and known.filled == found.filled
        story = storyboard(state, [move]) if not number % 10 else None
        for voice in voices:
            deed, account = voice.deed(found), " ".join(voice.account(found))
            texts = (deed, account)
            for text in texts:
                for problem in problems(voice, found, text):
                    wrong.setdefault(problem, f"{move.text}: {text}")
            events = [voice.moved(found.chosen)] if found.chosen else []
            if not found.chosen and not _option(found):
                events = [voice.object(thing) for thing in found.choice.things]
            for event in events:
                wrong |= {
                    f"not in {text}: {event}": move.text for text in texts if event not in text
                }
            if is_known and voice.deed(known) != deed:
                wrong[f"foreseen as {voice.deed(known)}"] = deed
            if story is not None and story.described(voice.lang) != account:
                wrong[f"the storyboard says {story.described(voice.lang)}"] = account

    assert {} == wrong
