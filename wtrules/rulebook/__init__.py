"""A rulebook to play from, made from the rules alone, in English or German.

    book = rulebook("friday.wtr", language="de")
    html(book), markdown(book)

`book.py` is the table of contents. The chapters come from the rule files; `sections.py` has the
parts that a chapter can show, `paragraphs.py` turns rules into paragraphs, `box.py` makes tables,
`sources.py` finds the pages of manuals, `marks.py` and `summary.py` what a house rule changes,
`offers.py` the variants. `render.py` prints. All sentences of the book itself are in `texts/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from wtrules import resources
from wtrules.board.draw import draw
from wtrules.game.game import Game, State
from wtrules.game.load import load_atlas, load_opened
from wtrules.game.picture import picture
from wtrules.pipeline import OpenedRuleset, open_ruleset
from wtrules.rulebook.book import Book, write
from wtrules.rulebook.box import Supply
from wtrules.rulebook.offers import find_offers
from wtrules.rulebook.parts import Picture
from wtrules.rulebook.render import html, markdown
from wtrules.rulebook.sections import Material
from wtrules.rulebook.sources import Sources
from wtrules.rules.describe import colour_names, piece_names
from wtrules.rules.ledger import ledger_of
from wtrules.rules.library import RulesetName
from wtrules.texts import LANGUAGES, Texts
from wtrules.version import __version__

_DRAWING_WIDTH = 80
_MOST_CHOICES = 200  # before the first turn


def rulebook(
    ruleset: RulesetName | None = None,
    variants: Sequence[str] = (),
    language: str | None = None,
    players: int | None = None,
) -> Book:
    """Return the rulebook of a ruleset, by name, path or text, with some of its variants.

    The language is that of the edition unless given. With *players* it is for that number alone.
    Raises RulesetError for rules that cannot be played, ValueError for a number they are not for.
    """
    opened = open_ruleset(resources.default_ruleset() if ruleset is None else ruleset)
    return rulebook_of(opened, variants, language, players)


def rulebook_of(
    opened: OpenedRuleset,
    variants: Sequence[str] = (),
    language: str | None = None,
    players: int | None = None,
) -> Book:
    """Return the rulebook of a ruleset that has been read, as `rulebook` does."""
    chosen = (*opened.chosen, *variants)
    game = load_opened(opened, variants)
    rules = game.rules
    texts = Texts(language or rules.language or LANGUAGES[0])
    is_house = not [layer for layer in rules.layers if layer.kind == "ruleset"][-1].shipped
    counts = game.players if players is None else (players,)
    states = [_first_position(game, count) for count in counts]
    ledger = ledger_of(rules, opened.library)
    plain = opened.compile()
    base = opened.compile_base(chosen) if is_house else None
    material = Material(
        rules=rules,
        box=plain.rules if plain is not None else rules,
        base=base.rules if base is not None else None,
        sources=Sources(rules, load_atlas(), ledger, texts),
        offers=find_offers(
            opened, chosen, rules, counts if players is not None else None, is_house
        ),
        offer_sources=Sources(rules, load_atlas(), ledger, texts),
        pictures=tuple(_picture(state, texts) for state in states),
        supplies=tuple(map(_supply, states)),
        counts=counts,
        version=__version__,
        hash=game.hash,
    )
    return write(material, texts)


def _first_position(game: Game, players: int) -> State:
    """Return the position in which the first turn begins; before it, the first option is always chosen."""
    state = game.start(players, seed=0)
    for _ in range(_MOST_CHOICES):
        if state.is_over or state.has_begun:
            break
        state = state.play(state.legal_moves[0])
    return state


def _supply(state: State) -> Supply:
    flasks = zip(*(state.numbers(field) for field in ("empty", "full")), strict=True)
    return Supply(
        state.players,
        tuple(state.numbers("wizards")),
        tuple(map(sum, flasks)),
        tuple(state.numbers("hand_size")),
    )


def _picture(state: State, texts: Texts) -> Picture:
    letters = state.program.letters
    rules = state.game.rules
    names = colour_names(rules, texts.language)
    caption = texts(f"rulebook.start.{state.players}")
    return Picture(
        caption,
        picture(state, texts.language, title=caption),
        draw(
            state.board,
            colour=False,
            width=_DRAWING_WIDTH,
            ground_shields=state.program.ground_shields,
            track=state.program.track,
            pieces=piece_names(rules, texts.language),
            letters=letters,
            names={letter: name for letter, name in names.items() if letter in letters},
        ),
    )


__all__ = ["LANGUAGES", "Book", "html", "markdown", "rulebook"]
