"""All manuals against one another: who plays alike, who says what, and how many differences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from string import ascii_uppercase

from attrs import frozen

from wtrules.editions.changes import Grade, Key, Mode
from wtrules.editions.compare import Matrix
from wtrules.editions.differences import Difference, Report
from wtrules.editions.report.history import Telling, all_tellings
from wtrules.editions.report.names import Names
from wtrules.editions.report.view import View
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Played(Value):
    """A rule that does not play the same in all manuals."""

    title: str
    id: str
    mode: str
    letters: tuple[str, ...]  # by manual; those with the same letter play alike
    says: tuple[tuple[str, str], ...]  # by letter


class MatrixView:
    """What the page of all manuals shows."""

    def __init__(self, matrix: Matrix, words: Texts) -> None:
        self.matrix = matrix
        self.words = words
        self._views = {pair: View(report, words) for pair, report in matrix.reports.items()}
        some = next(iter(matrix.reports.values()), Report("", "", ()))
        self.names = Names(some, words)

    @cached_property
    def manuals(self) -> tuple[str, ...]:
        """The names of the manuals."""
        return tuple(self.names.manual(id) or id for id in self.matrix.names)

    def name(self, id: str) -> str:
        """Return the name of a manual."""
        return self.names.manual(id) or id

    @cached_property
    def tellings(self) -> list[Telling]:
        """Every topic through all manuals."""
        return list(all_tellings(self.names))

    @cached_property
    def chapters(self) -> list[str]:
        """The chapters of the topics, in order."""
        return list(dict.fromkeys(telling.chapter for telling in self.tellings))

    def pairs_of(self, telling: Telling) -> str:
        """Return the pairs of manuals that differ in a topic, for the filter of the page."""
        told = telling.manuals
        return " ".join(
            f"{a.id}/{b.id}"
            for i, a in enumerate(told)
            for b in told[i + 1 :]
            if (a.stance, a.version) != (b.stance, b.version)
        )

    # --- what plays differently ---

    @cached_property
    def played(self) -> list[Played]:
        """The rules that play differently in any two manuals."""
        keys: dict[tuple[Key, Mode], None] = {}
        for report in self.matrix.reports.values():
            for difference in report.of_grade(Grade.BEHAVIOUR):
                keys[difference.key, difference.mode] = None
        return [self._played(key, mode) for key, mode in keys]

    def _played(self, key: Key, mode: Mode) -> Played:
        names = self.matrix.names
        letters: list[int] = []
        for i, two in enumerate(names):
            alike = (letters[j] for j in range(i) if not self._found(names[j], two, key, mode))
            letters.append(next(alike, max(letters, default=-1) + 1))
        title, says = key[1], dict[str, str]()
        shown = tuple(ascii_uppercase[letter % 26] for letter in letters)
        for i, one in enumerate(names):
            for j, two in enumerate(names):
                found = self._found(one, two, key, mode) if i < j else None
                if found is None:
                    continue
                view = self._views[one, two]
                title = view.heading(found)
                for at, text in zip((i, j), _texts(view, found), strict=True):
                    says.setdefault(shown[at], text)
        return Played(title, key[1], self.names.mode(mode), shown, tuple(sorted(says.items())))

    def _found(self, one: str, two: str, key: Key, mode: Mode) -> Difference | None:
        report = self.matrix.report(one, two)
        if report is None:
            return None
        found = (d for d in report.of_grade(Grade.BEHAVIOUR) if (d.key, d.mode) == (key, mode))
        return next(found, None)

    # --- pair by pair ---

    def pairs(self) -> Iterator[tuple[str, str, View]]:
        """Yield every pair of manuals with its report."""
        for (one, two), view in self._views.items():
            yield one, two, view

    def shown(self, view: View) -> list[tuple[Difference, list[tuple[str, str]]]]:
        """Return the differences in play of a pair, each with what both sides make of it."""
        found = []
        for difference in view.report.of_grade(Grade.BEHAVIOUR):
            if difference.witness is not None:
                boards = view.after(difference, drawn=False)
            elif difference.choice is not None:
                boards = view.choice(difference, drawn=False)[1]
            else:
                boards = []
            found.append((difference, [(board.name, board.caption) for board in boards]))
        return found


def _texts(view: View, difference: Difference) -> list[str]:
    """Return what both sides say about a difference, if need be about its first topic."""
    pairs = [view.wording(difference), *view.statements(difference)]
    pair = next((one for one in pairs if any(side.says for side in one.sides)), pairs[0])
    return [side.says or side.said for side in pair.sides]
