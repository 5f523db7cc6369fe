"""Pictures of what a house rule changes: the same position before and now.

An example of the house rule itself is best, if it illustrates the changed thing. Otherwise
`wtrules.editions` searches for a position that shows the difference, which takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.compare import compare
from wtrules.editions.differences import Difference
from wtrules.editions.judge.judge import Step
from wtrules.editions.search.witness import Witness
from wtrules.editions.sides import SideError, side_of
from wtrules.game.storyboard import Storyboard, storyboard
from wtrules.meaning.changes import Added, Removed
from wtrules.pipeline import OpenedRuleset
from wtrules.rulebook.examples import figure_of
from wtrules.rulebook.parts import Figure
from wtrules.say.things import Against
from wtrules.texts import Texts

Key = tuple[str, str]  # kind and id of a definition


def witnesses(
    opened: OpenedRuleset,
    variants: Sequence[str],
    texts: Texts,
    note: Callable[[int, int], None],
    jobs: int | None = None,
) -> Mapping[Key, tuple[Figure, ...]]:
    """Return pictures of what a house rule changes, by kind and id; *note* hears how far it is."""
    try:
        house = side_of(opened, "")
        house = house.with_variants(tuple(variants)) or house if variants else house
        base = house.base()
    except SideError:
        return {}

    def step(done: Step) -> None:
        note(done.done, done.of)

    # The book has pictures of its own rules, not of those with a further variant.
    report = compare(base.without_modes(), house.without_modes(), note=step, jobs=jobs)
    keys = [_keys(difference) for difference in report.differences]
    changed = {id for own in keys for kind, id in own if kind == "rule"}
    found: dict[Key, tuple[Figure, ...]] = {}
    for difference, own in zip(report.differences, keys, strict=True):
        figures = _figures(difference, texts, changed - {id for _, id in own})
        for key in own:
            found.setdefault(key, figures)
    return found


def _keys(difference: Difference) -> tuple[Key, ...]:
    return (difference.key, *(part.key for part in difference.parts))


def _figures(difference: Difference, texts: Texts, others: Container[str]) -> tuple[Figure, ...]:
    """Return the witness of a difference before and now; nothing where no picture shows it.

    A position in which one of the *others* forbids a move shows that rule, not this one.
    """
    witness = difference.witness
    if witness is None or witness.scene is None:
        return ()
    headings = (texts("rulebook.before"), texts("rulebook.now"))
    try:
        stories = [(headings[side], _story(witness, side)) for side in _sides(difference)]
    except (EndlessPlay, ValueError):
        return ()
    if any(against.rule in others for _, story in stories for against in _against(story)):
        return ()
    return tuple(
        figure_of(story, texts, heading=heading, caption=_caption(story, texts))
        for heading, story in stories
        if story is not None
    )


def _against(story: Storyboard | None) -> Iterator[Against]:
    for step in story.steps if story is not None else ():
        yield from step.against


def _caption(story: Storyboard, texts: Texts) -> str:
    """Return what happens; of a forbidden move, the reason is printed anyway."""
    is_forbidden = any(step.is_forbidden for step in story.steps)
    return "" if is_forbidden else story.described(texts.language)


def _sides(difference: Difference) -> tuple[int, ...]:
    """Return which sides to show: a card or spell only where there is one."""
    if difference.kind in ("card", "spell"):
        for change in difference.changes:
            if isinstance(change, Added | Removed):
                return (1,) if isinstance(change, Added) else (0,)
    return (0, 1)


def _story(witness: Witness, side: int) -> Storyboard | None:
    """Return what happens on one side; a move that only the other side allows is crossed out."""
    answer = (witness.one, witness.two)[side]
    own, other = (witness.only_one, witness.only_two)[:: 1 if side == 0 else -1]
    moves = list(answer.line)
    telling = own or (other if witness.kind == "moves" else ())
    if telling:
        moves.append(max(telling, key=lambda move: len(move.split())))
    return storyboard(witness.before[side], moves) if moves else None
