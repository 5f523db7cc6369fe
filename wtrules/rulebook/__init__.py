"""A rulebook to play from, made from the rules alone, in English or German.

    book = rulebook("friday.wtr", language="de")
    html(book), markdown(book)

`book.py` is the table of contents. The chapters come from the rule files; `sections.py` has the
parts that a chapter can show, `paragraphs.py` turns rules into paragraphs, `wording.py` into
sentences, `box.py` makes tables and `drawings.py` pictures of pieces, `examples.py` pictures of
examples, `sources.py` finds the pages of manuals, `marks.py` and `changed.py` what a house rule
changes, `witnesses.py` positions that show it, `offers.py` the variants. `numbering.py` counts,
`on_one_page.py` makes the summary, `printed.py` says which topics are in a book, `render.py`
prints, `printing.py` makes a PDF file of it. All sentences of the book itself are in `texts/`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from wtrules import resources
from wtrules.backends.reference import EndlessPlay
from wtrules.game.game import Game, State
from wtrules.game.load import load_atlas, load_opened
from wtrules.game.picture import picture
from wtrules.pipeline import OpenedRuleset, open_ruleset
from wtrules.resolve.ledger import ledger_of
from wtrules.resolve.library import RulesetName
from wtrules.rulebook.book import Book, with_figures, write
from wtrules.rulebook.box import Supply
from wtrules.rulebook.drawings import Drawings
from wtrules.rulebook.examples import Illustrations, drawn, examples_of
from wtrules.rulebook.offers import find_offers
from wtrules.rulebook.parts import Picture
from wtrules.rulebook.printed import printed_topics
from wtrules.rulebook.render import html, markdown
from wtrules.rulebook.sections import Material
from wtrules.rulebook.sources import Sources
from wtrules.texts import LANGUAGES, Texts
from wtrules.version import __version__

_MOST_CHOICES = 200  # before the first turn
_COVER_CHOICES = 60  # until a game looks lively


def rulebook(
    ruleset: RulesetName | None = None,
    variants: Sequence[str] = (),
    language: str | None = None,
    players: int | None = None,
    *,
    pictures: bool = True,
    search: Callable[[int, int], None] | None = None,
) -> Book:
    """Return the rulebook of a ruleset, by name, path or text, with some of its variants.

    The language is that of the edition unless given. With *players* it is for that number alone.
    With *search*, positions that show the changes of a house rule are searched for, which takes
    seconds; it is called with the number of changes done, and of all.
    Raises RulesetError for rules that cannot be played, ValueError for a number they are not for.
    """
    name = resources.default_ruleset() if ruleset is None else ruleset
    opened = open_ruleset(name)
    book = rulebook_of(opened, variants, language, players, pictures=pictures)
    if search is None or not pictures or all(line.figures for line in book.changes):
        return book
    from wtrules.rulebook.witnesses import witnesses

    return with_figures(book, witnesses(opened, variants, book.texts, search))


def rulebook_of(
    opened: OpenedRuleset,
    variants: Sequence[str] = (),
    language: str | None = None,
    players: int | None = None,
    *,
    pictures: bool = True,
) -> Book:
    """Return the rulebook of a ruleset that has been read, as `rulebook` does."""
    chosen = (*opened.chosen, *variants)
    game = load_opened(opened, variants)
    rules = game.rules
    texts = Texts(language or rules.language or LANGUAGES[0])
    is_house = not [layer for layer in rules.layers if layer.kind == "ruleset"][-1].shipped
    counts = game.players if players is None else (players,)
    states = [_first_position(game, count) for count in counts]
    shown = states[len(states) // 2]  # neither the smallest nor the largest number of players
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
        picture=_picture(shown, texts) if pictures else None,
        drawings=Drawings(shown if pictures else None, texts),
        supplies=tuple(map(_supply, states)),
        counts=counts,
        version=__version__,
        hash=game.hash,
        cover=picture(_lively(shown), texts.language) if pictures else "",
    )
    examples = examples_of(opened, chosen) if pictures else ()
    return write(material, Illustrations(game, examples, texts), texts)


def printed(opened: OpenedRuleset, variants: Sequence[str] = ()) -> set[str]:
    """Return the topics of the atlas that a rulebook has a sentence about. Raises RulesetError."""
    rules = load_opened(opened, variants).rules
    return printed_topics(rulebook_of(opened, variants, pictures=False), rules)


def _first_position(game: Game, players: int) -> State:
    """Return the position in which the first turn begins; before it, the first option is always chosen."""
    state = game.start(players, seed=0)
    for _ in range(_MOST_CHOICES):
        if state.is_over or state.has_begun:
            break
        state = state.play(state.legal_moves[0])
    return state


def _lively(state: State) -> State:
    """Return a position some turns later, for a picture with something going on."""
    chance = random.Random(1)
    try:
        for _ in range(_COVER_CHOICES):
            following = state.play(chance.choice(state.legal_moves))
            if following.is_over:
                break
            state = following
    except EndlessPlay:
        pass
    return state


def _supply(state: State) -> Supply:
    flasks = zip(*(state.numbers(field) for field in ("empty", "full")), strict=True)
    return Supply(
        state.players,
        tuple(state.numbers("wizards")),
        tuple(map(sum, flasks)),
        tuple(map(len, state.hands)),
    )


def _picture(state: State, texts: Texts) -> Picture:
    caption = f"{texts(f'rulebook.start.{state.players}')}. {texts('rulebook.picture')}"
    title = texts(f"rulebook.start.{state.players}")
    return Picture(
        caption, picture(state, texts.language, title=title), drawn(state, texts.language)
    )


__all__ = ["LANGUAGES", "Book", "html", "markdown", "rulebook"]
