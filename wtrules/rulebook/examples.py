"""The examples that a book prints: those that illustrate something, and pass under its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.board.draw import draw
from wtrules.checks.examples import variants_of
from wtrules.game.examples import run_example
from wtrules.game.game import Game, State
from wtrules.game.story_pictures import story_frames
from wtrules.game.storyboard import Storyboard, example_storyboard
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.library import Library
from wtrules.resolve.model import Entry
from wtrules.rulebook.parts import Figure, Picture
from wtrules.say.describe import colour_names, piece_names
from wtrules.say.voice import Voice
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_DRAWING_WIDTH = 80


def examples_of(opened: OpenedRuleset, chosen: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return the examples of a ruleset and of all it extends."""
    library = Library(
        files={**opened.library.files_read()}, with_examples=True, texts=opened.library.texts
    )
    made = OpenedRuleset(library, opened.loaded, name=opened.name).compile(chosen)
    return tuple(made.rules.of_kind("example")) if made is not None else ()


class Illustrations:
    """The examples of a book as pictures, by what they illustrate."""

    def __init__(self, game: Game, examples: Iterable[Entry], texts: Texts) -> None:
        self._found: dict[tuple[str, str], list[Figure]] = {}
        self._own: set[str] = set()  # examples of the ruleset itself
        for entry in examples:
            targets = list(_targets(game, entry))
            if not targets or not set(variants_of(entry)) <= set(game.rules.chosen):
                continue
            figure = _figure(game, entry, texts)
            if figure is None:
                continue
            if entry.chain[-1].layer == game.rules.name:
                self._own.add(entry.id)
            for target in targets:
                self._found.setdefault(target, []).append(figure)

    def of(self, kind: str, id: str) -> tuple[Figure, ...]:
        """Return the examples that illustrate a rule, card or spell."""
        return tuple(self._found.get((kind, id), ()))

    def own(self) -> Iterator[tuple[str, str, Figure]]:
        """Yield the examples of the ruleset itself, with the kind and id of what they illustrate."""
        for (kind, id), figures in self._found.items():
            yield from ((kind, id, figure) for figure in figures if figure.id in self._own)


def _targets(game: Game, entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what an example illustrates; one of the ruleset itself also the rule that forbids a move."""
    named = [(each.kind, each.name.id) for each in clauses_of(entry.node, n.Illustrates)]
    yield from named
    if not named and entry.chain[-1].layer == game.rules.name:
        for result in clauses_of(entry.node, n.Then):
            if result.what == "forbidden" and result.value is not None:
                yield "rule", result.value


def _figure(game: Game, entry: Entry, texts: Texts) -> Figure | None:
    """Return an example as pictures; None if it does not pass under these rules."""
    if run_example(game, entry).failures:
        return None
    story = example_storyboard(game, entry)
    return figure_of(story, texts) if story is not None else None


def figure_of(
    story: Storyboard, texts: Texts, *, heading: str = "", caption: str | None = None
) -> Figure:
    """Return a storyboard as a figure, with its own caption unless another one is given."""
    frames = story_frames(story, texts.language)
    voice = Voice(story.game.rules, texts.language)
    forbidden = [step for step in story.steps if step.is_forbidden]
    return Figure(
        story.id,
        story.caption(texts.language) if caption is None else caption,
        tuple(
            Picture(frame.heading, frame.svg, drawn(shown.state, texts.language), width=frame.width)
            for frame, shown in zip(frames, story.frames, strict=True)
        ),
        heading=heading,
        reason=" ".join(voice.reasons(step) for step in forbidden),
        is_forbidden=bool(forbidden),
    )


def drawn(state: State, language: str) -> str:
    """Return a position drawn with characters."""
    letters, rules = state.program.board.letters, state.game.rules
    names = colour_names(rules, language)
    return draw(
        state.board,
        colour=False,
        width=_DRAWING_WIDTH,
        ground_shields=state.program.board.ground_shields,
        track=state.program.board.track,
        pieces=piece_names(rules, language),
        letters=letters,
        names={letter: name for letter, name in names.items() if letter in letters},
    )
