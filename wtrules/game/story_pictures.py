"""Storyboards as pictures: a frame for each position, or one picture with all of them.

`story_frames` returns separate pictures, which a page can put beside or below each other, and
`story_svg` one picture for a file. Only the part of the board that matters is drawn. If no row of
spaces can show it, the whole board is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from attrs import frozen

from wtrules.board import table
from wtrules.board.keys import Keys, pieces_of
from wtrules.board.landscape import Frame as Area
from wtrules.board.marks import mark
from wtrules.board.paint import fill, num, piece_colours, text, wizard_colours
from wtrules.board.pieces import Stack
from wtrules.board.section import Section, section
from wtrules.board.sheet import written
from wtrules.board.strip import Arrow, Scene, Strip
from wtrules.board.table import Drawing
from wtrules.board.words import Words as BoardWords
from wtrules.game.picture import card_drawing, picture, spell_drawing, starting_lights
from wtrules.game.storyboard import Frame, Storyboard
from wtrules.say.describe import colour_names, piece_looks, piece_names
from wtrules.say.things import Happened
from wtrules.say.voice import Voice
from wtrules.texts import Texts
from wtrules.value import Value

_BETWEEN = 26.0  # of two frames in one picture
_MOST_MOVABLE = 6  # pieces that may move, and are pointed out; of more, no single one matters


@frozen
class StoryFrame(Value):
    """One picture of a storyboard, and what to write with it."""

    heading: str  # `Before`, `After`, `Not allowed`
    svg: str
    text: str  # what happened, or why it is forbidden, for people who cannot see the picture
    is_forbidden: bool = False

    @property
    def width(self) -> int:
        """How wide the picture is; frames beside each other share the page in this proportion."""
        return _size(self.svg)[0]


def story_frames(story: Storyboard, lang: str = "en") -> tuple[StoryFrame, ...]:
    """Return the pictures of a storyboard, one for each position."""
    drawing = _Drawing(story, lang)
    made = drawing.bodies()
    return tuple(
        StoryFrame(
            drawing.heading(i),
            drawing.whole_board(i) if made is None else drawing.file(i, made),
            drawing.description(i),
            i < len(story.steps) and story.steps[i].is_forbidden,
        )
        for i in range(len(story.frames))
    )


def fits_beside(story: Storyboard, lang: str = "en") -> bool:
    """Return whether the first two frames fit beside each other on a page; if not, put them below."""
    strip = _Drawing(story, lang).strip
    return strip is not None and strip.fits_beside


def story_text(story: Storyboard, lang: str = "en") -> str:
    """Return a storyboard in words, for a terminal: the caption, and every frame space by space."""
    drawing = _Drawing(story, lang)
    lines = [story.caption(lang)]
    for i in range(len(story.frames)):
        lines += ["", *filter(None, [drawing.heading(i)])]
        lines += [f"  {line}" for line in drawing.space_lines(i)]
        lines += [f"  {drawing.description(i)}"] if drawing.description(i) else []
    return "\n".join(lines) + "\n"


def story_svg(story: Storyboard, lang: str = "en", *, captioned: bool = False) -> str:
    """Return a storyboard as one SVG, with its caption if asked for."""
    drawing = _Drawing(story, lang)
    return drawing.together(captioned)


class _Drawing:
    """Draws one storyboard in one language."""

    def __init__(self, story: Storyboard, lang: str) -> None:
        self.story = story
        self.lang = lang
        self.texts = Texts(lang)
        self.voice = Voice(story.game.rules, lang)
        rules, program = story.game.rules, story.start.program
        self.names = colour_names(rules, lang)
        pieces = piece_names(rules, lang)
        self.words = BoardWords(
            self.texts, self.names, pieces, {}, program.board.ground_shields, show_hidden=True
        )
        letters = "".join(
            "".join((*stack.surfaces, *stack.pieces))
            for frame in story.frames
            for stack in frame.keys.board.spaces
        )
        self.painted = (
            dict.fromkeys(letters, "#fff")
            | wizard_colours(program.board.letters, {})
            | piece_colours(list(pieces))
        )
        self.looks = piece_looks(rules)
        shown = self._section()
        self.strip = (
            Strip(shown, tuple(self._scenes()), self.words, self.painted)
            if shown is not None
            else None
        )

    # --- what is shown ---

    def _section(self) -> Section | None:
        """Return the spaces that matter; None if the whole board does."""
        needed: set[int] = set()
        for step in self.story.steps:
            for motion in step.motions:
                needed.update(spot[0] for spot in (motion.start, motion.end) if spot is not None)
        for frame, step in zip(self.story.frames[1:], self.story.steps, strict=False):
            spots = pieces_of(frame.keys)
            needed.update(spots[key][0] for key in (*step.locked, *step.freed))
        program = self.story.start.program
        if not needed and self.story.steps:
            needed = self._quiet_spaces()
        return section(program.board.spaces, program.board.track, needed) if needed else None

    def _quiet_spaces(self) -> set[int]:
        """Return where the pieces are that may move, or those of the player, if nothing moves."""
        keys, step = self.story.frames[0].keys, self.story.steps[0]
        letter = self.story.start.program.board.letters[step.seat]
        spots = pieces_of(keys)
        own = {spot[0] for key, spot in spots.items() if key.startswith(f"wizard:{letter}:")}
        named = {spots[key][0] for key in self.story.movable if key in spots}
        return own | named if len(named) <= _MOST_MOVABLE else set()

    def _scenes(self) -> Iterator[Scene]:
        story = self.story
        for i, frame in enumerate(story.frames):
            coming = story.steps[i] if i < len(story.steps) else None
            before = story.steps[i - 1] if i else None
            yield Scene(
                frame.keys,
                _arrows(coming) if coming is not None else (),
                _numbers(before) if before is not None else {},
                coming is not None and coming.is_forbidden,
                (
                    *(self._results(before) if before is not None else ()),
                    *(self._played(coming, frame) if coming is not None else ()),
                ),
                self._lit(frame.keys),
            )

    def _lit(self, keys: Keys) -> frozenset[str]:
        movable = self.story.movable
        return frozenset(key for key in movable if key in pieces_of(keys))

    def _played(self, step: Happened, frame: Frame) -> Iterator[Drawing]:
        """Yield the card, the die and the spell of a step."""
        game, played = self.story.game, step.played
        kinds = [kind for kind in frame.state.program.card_kinds if kind.code == played.card]
        for kind in kinds[:1]:
            yield card_drawing(game.rules, kind, self.lang)
        if played.roll is not None:
            yield table.die_drawing(played.roll)
        if played.spell is not None:
            yield spell_drawing(game.rules, played.spell, self.lang).scaled(0.86)

    def _results(self, step: Happened) -> Iterator[Drawing]:
        """Yield small marks for what happened in a step."""
        texts, letters = self.texts, self.story.start.program.board.letters
        if step.locked:
            caught = "".join(key.split(":")[1] for key in step.locked)
            yield mark("padlock", texts("story.mark.locked"), caught, self.painted)
        for letter, number in Counter(step.filled).items():
            yield mark("flask", texts("story.mark.filled"), letter, self.painted, number)
        if step.home:
            yield mark("home", texts("story.mark.home"), step.home, self.painted)
        for seat, points in enumerate(step.scored):
            if points:
                words = texts("story.mark.points", n=points)
                yield mark("points", words, letters[seat], self.painted)
        for seat, cards in enumerate(step.dealt):
            if cards:
                words = texts("story.mark.cards", n=cards)
                yield mark("cards", words, letters[seat], self.painted)
        if step.ending is not None:
            yield mark("over", texts("story.mark.over"), step.ending.winners, self.painted)
        elif step.turn_over:
            yield mark("turn", texts("story.mark.turn_over"), "", self.painted)

    # --- words ---

    def heading(self, i: int) -> str:
        """Return what a frame is called."""
        steps = self.story.steps
        if i < len(steps) and steps[i].is_forbidden:
            key = "forbidden"
        elif i and steps[i - 1].is_forbidden:
            key = "permitted"
        elif i == 0:
            return self.texts("story.frame.before") if len(self.story.frames) > 1 else ""
        else:
            is_first = all(step.is_forbidden for step in steps[: i - 1])
            key = "after" if is_first else "then"
        return self.texts(f"story.frame.{key}")

    def description(self, i: int) -> str:
        """Return what a frame shows and what happened, in words."""
        steps, said = self.story.steps, list[str]()
        if i and not steps[i - 1].is_forbidden:
            said += self.voice.account(steps[i - 1])
        if i < len(steps) and steps[i].is_forbidden:
            said += self.voice.account(steps[i])
        return " ".join(said)

    def space_lines(self, i: int) -> list[str]:
        """Return what is on the spaces of a frame, a sentence for each."""
        board = self.story.frames[i].keys.board
        if self.strip is None:
            shown = [space for space, stack in enumerate(board.spaces) if stack != Stack()]
        else:
            shown = [space for space in self.strip.section if space is not None]
        return [self.words.space(space, board.spaces[space]) for space in shown]

    # --- pictures ---

    def bodies(self) -> list[list[str]] | None:
        """Return the drawings of all frames; None if the whole board is to be drawn."""
        if self.strip is None:
            return None
        return [list(self.strip.draw(scene)) for scene in self.strip.scenes]

    def file(self, i: int, bodies: Sequence[Sequence[str]]) -> str:
        """Return one frame as a file."""
        assert self.strip is not None
        title = ": ".join(filter(None, (self.heading(i), self.story.caption(self.lang))))
        about = f"{' '.join(self.space_lines(i))} {self.description(i)}".strip()
        return written(
            bodies[i],
            self.painted,
            self.strip.frame(self.strip.scenes[i]),
            title,
            about,
            self.looks,
        )

    def whole_board(self, i: int) -> str:
        """Return one frame with the whole board."""
        story, frame = self.story, self.story.frames[i]
        steps = (
            story.steps[i - 1] if i else None,
            story.steps[i] if i < len(story.steps) else None,
        )
        lit = {m.piece for step in steps if step is not None for m in step.motions}
        return picture(
            frame.state,
            self.lang,
            title=self.heading(i) or None,
            show_hidden=True,
            keys=frame.keys,
            highlight=frozenset(lit) | self._lit(frame.keys),
            # Without a move, the example is about the set-up.
            lights=starting_lights(story.game.rules) if not story.steps else None,
        )

    def together(self, captioned: bool) -> str:
        """Return all frames in one file."""
        parts = self._parts()
        areas = [area for area, _ in parts]
        beside = self.strip is not None and self.strip.fits_beside
        body: list[str] = []
        x = y = 0.0
        for i, (area, drawn) in enumerate(parts):
            shift_x, shift_y = x - area.left, y - area.top
            body += [f'<g transform="translate({num(shift_x)} {num(shift_y)})">', *drawn, "</g>"]
            if i:
                body.append(_onward(x, y, area, beside))
            x += area.width + _BETWEEN if beside else 0.0
            y += 0.0 if beside else area.height + _BETWEEN
        width = x - _BETWEEN if beside else max(area.width for area in areas)
        height = areas[0].height if beside else y - _BETWEEN
        lines = self._caption_lines(width) if captioned else []
        size = _caption_size(width)
        for i, line in enumerate(lines):
            y = height + (i + 0.9) * size * 1.35
            body.append(text(4, y, line, size, bold=False, anchor="start"))
        whole = Area(0.0, 0.0, width, height + len(lines) * size * 1.35 + (14 if lines else 0))
        paper = f'<path d="M{num(whole.left)} {num(whole.top)}h{num(whole.width)}v{num(whole.height)}h{num(-whole.width)}Z" {fill("paper")}/>'
        about = " ".join(
            f"{self.heading(i)} {' '.join(self.space_lines(i))} {self.description(i)}".strip()
            for i in range(len(parts))
        )
        return written(
            [paper, *body], self.painted, whole, self.story.caption(self.lang), about, self.looks
        )

    def _parts(self) -> list[tuple[Area, list[str]]]:
        """Return the frames to put into one file, each with its size."""
        if self.strip is not None:
            scenes = self.strip.scenes
            return [(self.strip.frame(scene), list(self.strip.draw(scene))) for scene in scenes]
        boards = [self.whole_board(i) for i in range(len(self.story.frames))]
        return [(Area(0.0, 0.0, *_size(board)), [board]) for board in boards]

    def _caption_lines(self, width: float) -> list[str]:
        story = self.story
        said = story.caption(self.lang)
        lines = [said]
        for step in story.steps:
            if step.is_forbidden and story.says:
                lines.append(f"✗ {self.voice.reasons(step)}")
        letters = int(width / (_caption_size(width) * 0.52))
        return [line for words in lines for line in wrap(words, letters)]


def _size(svg: str) -> tuple[int, int]:
    """Return the width and height of a picture."""
    found = re.search(r' width="(\d+)" height="(\d+)"', svg)
    assert found is not None
    return int(found[1]), int(found[2])


def _caption_size(width: float) -> float:
    return max(17.0, width / 42)


def _arrows(step: Happened) -> tuple[Arrow, ...]:
    return tuple(
        Arrow(motion.number, motion.piece, motion.start, motion.end, bool(motion.carried))
        for motion in step.motions
        if motion.start is not None
    )


def _numbers(step: Happened) -> dict[str, int]:
    """Return the numbers of what has moved."""
    return {} if step.is_forbidden else {motion.piece: motion.number for motion in step.motions}


def _onward(x: float, y: float, area: Area, beside: bool) -> str:
    """An arrow to a frame from the one before."""
    if beside:
        at_x, at_y, turn = x - _BETWEEN / 2, area.height / 2, 0
    else:
        at_x, at_y, turn = area.width / 2, y - _BETWEEN / 2, 90
    return (
        f'<path d="M-8 -13L10 0L-8 13Z" {fill("way")} '
        f'transform="translate({num(at_x)} {num(at_y)}) rotate({turn})"/>'
    )


__all__ = ["StoryFrame", "fits_beside", "story_frames", "story_svg", "story_text"]
