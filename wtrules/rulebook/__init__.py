"""A rulebook to play from, made from the rules alone, in English or German.

    book = rulebook("friday.wtr", language="de")
    html(book), markdown(book)

`texts.py` holds every word that is not a rule; `book.py` puts the chapters together, with the
tables of `box.py`, the places of `sources.py` and the changes of `marks.py`; `render.py` prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from wtrules import resources
from wtrules.board.draw import draw
from wtrules.board.svg import svg
from wtrules.diagnostics import Severity
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.pipeline import check, load_base, load_rules
from wtrules.rulebook.book import Book, Material, write
from wtrules.rulebook.box import Supply, colour_name
from wtrules.rulebook.marks import Offer
from wtrules.rulebook.parts import Picture
from wtrules.rulebook.render import html, markdown
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.texts import LANGUAGES, Texts
from wtrules.rules import values
from wtrules.rules.coverage import coverage
from wtrules.rules.ledger import ledger_of
from wtrules.rules.library import Library, LoadedFile
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n
from wtrules.version import __version__

_DRAWING_WIDTH = 80

# Rule files that were read before; each is read once for a book.
Files = dict[Path, LoadedFile | None]


def rulebook(
    ruleset: str | None = None,
    variants: Sequence[str] = (),
    language: str | None = None,
    players: int | None = None,
) -> Book:
    """Return the rulebook of a ruleset, by name or path, with some of its variants.

    The language is that of the edition unless given. With *players* it is for that number alone.
    Raises RulesetError for rules that cannot be played, ValueError for a number they are not for.
    """
    ruleset = resources.default_ruleset() if ruleset is None else ruleset
    opened: Files = {}
    game = load(ruleset, variants, library=Library(files=opened))
    rules = game.rules
    counts = game.players if players is None else (players,)
    if players is not None and players not in game.players:
        there = ", ".join(map(str, game.players))
        raise ValueError(f"{game.name} is for {there} players, not {players}")
    words = Texts(language or _language(rules))
    is_house = not [layer for layer in rules.layers if layer.kind == "ruleset"][-1].shipped
    states = [_start(game, count) for count in counts]
    material = Material(
        rules,
        _without_variants(ruleset, opened) or rules,
        load_base(ruleset, variants, Library(files=opened)) if is_house else None,
        Sources(rules, coverage(_atlas(), [rules]), ledger_of(rules, Library(files=opened)), words),
        _offers(
            ruleset,
            tuple(variants),
            rules,
            counts if players is not None else None,
            opened,
            is_house,
        ),
        tuple(_picture(state, words) for state in states),
        tuple(map(_supply, states)),
        counts,
        __version__,
        game.hash,
    )
    return write(material, words)


@cache
def _atlas() -> Rules:
    atlas, _ = load_rules(resources.atlas_ruleset())
    assert atlas is not None
    return atlas


def _without_variants(ruleset: str, opened: Files) -> Rules | None:
    name = ruleset if Path(ruleset).exists() else ruleset.partition("+")[0]
    return load_rules(name, library=Library(files=opened))[0]


def _language(rules: Rules) -> str:
    named = (layer.name.partition("-")[0] for layer in reversed(rules.layers))
    return next((name for name in named if name in LANGUAGES), LANGUAGES[0])


def _start(game: Game, players: int) -> State:
    """Return the first position of the game proper: choices during the set-up are made somehow."""
    state = game.start(players, seed=0)
    while state.decision is not None and state.decision.rule.startswith("setup"):
        state = state.play(state.legal_moves[0])
    return state


def _supply(state: State) -> Supply:
    flasks = zip(*(state.numbers(field) for field in ("empty", "full")), strict=True)
    return state.players, tuple(state.numbers("wizards")), tuple(map(sum, flasks))


def _picture(state: State, words: Texts) -> Picture:
    letters = state.program.letters
    rules = state.game.rules
    names = {letter: colour_name(rules, id, words) for id, letter in values.letters(rules).items()}
    caption = words.start(state.players)
    return Picture(
        caption,
        svg(
            state.board,
            ground_shields=state.program.ground_shields,
            letters=letters,
            title=caption,
        ),
        draw(
            state.board,
            colour=False,
            width=_DRAWING_WIDTH,
            ground_shields=state.program.ground_shields,
            letters=letters,
            names={letter: name for letter, name in names.items() if letter in letters},
        ),
    )


def _offers(
    ruleset: str,
    chosen: tuple[str, ...],
    rules: Rules,
    counts: tuple[int, ...] | None,
    opened: Files,
    is_house: bool,
) -> tuple[Offer, ...]:
    """Return the variants that could still be chosen, each with the rules it gives."""
    found = []
    for variant in rules.variants.values():
        needed = tuple(name.id for name in variant.names(n.Needs) if name.id not in rules.chosen)
        excluded = {name.id for name in variant.names(n.Excludes)}
        for id in rules.chosen:
            excluded |= {variant.id} & {x.id for x in rules.variants[id].names(n.Excludes)}
        if variant.id in (*rules.chosen, *excluded) or excluded & set(rules.chosen):
            continue
        below = (*chosen, *needed)
        played, faults = load_rules(ruleset, (*below, variant.id), Library(files=opened))
        without = load_rules(ruleset, below, Library(files=opened))[0] if needed else rules
        # What it needs may not go together with what is chosen, or with the house rule.
        faults = check(played, faults) if is_house and played is not None else faults
        faulty = any(fault.severity is Severity.ERROR for fault in faults)
        if played is None or without is None or faulty:
            continue
        there = sorted(played.players if counts is None else played.players & set(counts))
        if there:
            found.append(Offer(variant, played, without, tuple(there)))
    return tuple(found)


__all__ = ["LANGUAGES", "Book", "html", "markdown", "rulebook"]
