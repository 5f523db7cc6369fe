"""What a picture shows, in words, for readers who cannot see it; it says nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen

from wtrules.board.pieces import Board, Stack
from wtrules.board.track import Track, in_words
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Words(Value):
    """The words of one picture: names of wizards and other pieces by letter, texts at spaces."""

    texts: Texts
    wizards: Mapping[str, str]
    pieces: Mapping[str, str]
    marks: Mapping[int, str]
    ground_shields: Collection[int]
    show_hidden: bool

    def board(self, board: Board, track: Track | None) -> str:
        """Return a description of the whole picture."""
        sentences = [*in_words(len(board.spaces), track, self.texts)]
        for space, stack in enumerate(board.spaces):
            if self._parts(space, stack):
                sentences.append(self.space(space, stack))
        return " ".join(sentences)

    def space(self, space: int, stack: Stack) -> str:
        """Return what is on a space."""
        parts = self._parts(space, stack) or [self.texts("picture.bare")]
        return self.texts("picture.space", space=space, what=", ".join(parts))

    def lights(self, lights: Mapping[int, int]) -> str:
        """Return how many wizards start on which spaces."""
        shown = [(space, n) for space, n in lights.items() if n]
        return " ".join(self.texts("picture.lights", space=space, n=n) for space, n in shown)

    def tower(self, shield: bool, level: int) -> str:
        """Return the name of a tower."""
        key = "picture.raven_tower" if shield else "picture.plain_tower"
        return self.texts("picture.level", tower=self.texts(key), level=level)

    def other(self, letter: str) -> str:
        """Return the name of a wizard or another piece."""
        if letter.isupper():
            return self.pieces.get(letter, letter)
        if name := self.wizards.get(letter):
            return self.texts("picture.named_wizard", letter=letter, name=name)
        return self.texts("picture.wizard", letter=letter)

    def _parts(self, space: int, stack: Stack) -> list[str]:
        parts: list[str] = []
        if space in self.ground_shields:
            parts.append(self.texts("picture.ground_shield"))
        for level, wizards in enumerate(stack.surfaces):
            if level:
                shield = stack.towers[level - 1].shield
                parts.append(self.texts("picture.raven_tower" if shield else "picture.plain_tower"))
            if wizards and (self.show_hidden or level == stack.height):
                parts.append(self.texts("picture.wizards", letters=" ".join(wizards)))
            if self.show_hidden or level == stack.height:
                parts += [self.pieces.get(letter, letter) for letter in stack.pieces[level]]
        if stack.castle:
            parts.append(self.texts("picture.castle"))
        if self.marks.get(space):
            parts.append(self.texts("picture.marked", text=self.marks[space]))
        return parts
