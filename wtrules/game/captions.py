"""A storyboard in words: a sentence for each thing that happened, from the catalogue of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wtrules.game.storyboard import Frame, Motion, Step, Storyboard
from wtrules.game.words import Words
from wtrules.rules.describe import colour_names, piece_names
from wtrules.texts import Texts

_VOWELS = "aeio"  # `orange`, `lila`; but `blau`


def caption(story: Storyboard, lang: str) -> str:
    """Return the caption of a storyboard: what its example says, or what happens in it."""
    return Texts(lang).phrase(story.says) or described(story, lang)


def described(story: Storyboard, lang: str) -> str:
    """Return what happens in a storyboard, in sentences."""
    return " ".join(" ".join(step_sentences(story, i, lang)) for i in range(len(story.steps))) or (
        _sentence(Texts(lang)("story.position"))
    )


def step_sentences(story: Storyboard, number: int, lang: str) -> list[str]:
    """Return what happens in one step, in sentences."""
    telling = _Telling(story, story.frames[number], story.steps[number], lang)
    return [_sentence(part) for part in telling.parts()]


def reasons(step: Step, lang: str) -> str:
    """Return why a step is forbidden, in sentences."""
    return " ".join(dict.fromkeys(_sentence(one.text(lang)) for one in step.against))


def colour_of(story: Storyboard, seat: int, lang: str) -> str:
    """Return what a player is called inside a sentence."""
    texts = Texts(lang)
    name = story.game.colour_name(story.start.program.colours[seat], lang)
    return _capital(name) if texts("story.nouns") == "capital" else name


class _Telling:
    """The words for one step; *frame* is the position before it."""

    def __init__(self, story: Storyboard, frame: Frame, step: Step, lang: str) -> None:
        self.story = story
        self.frame = frame
        self.step = step
        self.lang = lang
        self.texts = Texts(lang)
        self.words = Words(story.game, lang)

    def parts(self) -> Iterator[str]:
        """Yield what happens, as short sentences without a full stop."""
        step, texts = self.step, self.texts
        if step.is_forbidden:
            yield from self._forbidden()
            return
        yield from self._moved()
        locked = self._several("story.locked", step.locked)
        filled = [self._fills(letter, n) for letter, n in Counter(step.filled).items()]
        if locked and filled:
            yield texts("story.and", one=locked, two=filled[0])
            yield from filled[1:]
        else:
            yield from [locked] if locked else []
            yield from filled
        moved = {motion.piece for motion in step.motions}
        if freed := self._several("story.freed", [key for key in step.freed if key not in moved]):
            yield freed
        for seat, points in enumerate(step.scored):
            if points:
                yield self._numbered("story.scores" if points > 0 else "story.loses", seat, points)
        for seat, cards in enumerate(step.dealt):
            if cards:
                yield self._numbered("story.gets", seat, cards)
        if step.winners is not None:
            yield self._ended(step.winners)
        elif step.turn_over:
            yield texts("story.turn_over")

    def _forbidden(self) -> Iterator[str]:
        """Yield what may not be done, and why."""
        reason = reasons(self.step, self.lang)
        groups = list(_together(self.step.motions))
        if len(groups) != 1 or groups[0][0].end is None:
            yield self.texts("story.forbidden", reason=reason.removesuffix("."))
            return
        what, how = self._named(groups[0], "object"), self._way(groups[0], "object")
        yield self.texts("story.may_not", who=self._player(self.step.seat), what=what, how=how)
        yield reason

    # --- what moved ---

    def _moved(self) -> Iterator[str]:
        step, texts = self.step, self.texts
        who = self._player(step.seat)
        groups = list(_together(step.motions))
        chosen = [
            group for group in groups if group[0].is_chosen and group[0].start and group[0].end
        ]
        what = texts.join(
            [f"{self._named(group, 'object')} {self._way(group, 'object')}" for group in chosen]
        )
        spell = self.words.spell(step.played.spell) if step.played.spell is not None else None
        if spell is not None:
            key = "story.casts_and_moves" if chosen else "story.casts"
            yield texts(key, who=who, spell=spell, **({"what": what} if chosen else {}))
        elif chosen:
            yield texts("story.moves", who=who, what=what)
        elif step.played.card is not None:
            card = self.words.card_called(self.frame.state, step.played.card)
            yield texts("story.plays", who=who, card=card)
        for group in groups:
            if group not in chosen:
                yield self._goes(group)
        if step.is_idle and step.moves:
            yield texts("story.nothing")

    def _goes(self, group: Sequence[Motion]) -> str:
        first, what, n = group[0], self._named(group, "subject"), len(group)
        if first.start is None:
            assert first.end is not None
            return self.texts("story.appears", n=n, what=what, space=first.end[0])
        if first.end is None:
            return self.texts("story.vanishes", n=n, what=what)
        is_lifted = first.end[0] == first.start[0]
        key = "story.goes"
        if first.is_home or is_lifted:
            key = "story.goes.home" if first.is_home else "story.goes.up"
        return self.texts(key, n=n, what=what, how=self._way(group, "subject"))

    def _way(self, group: Sequence[Motion], case: str) -> str:
        """Return where something goes: `two spaces forward`, `to space 5`, `into the castle`."""
        motion, texts = group[0], self.texts
        if motion.is_home:
            return texts("story.into")
        assert motion.end is not None
        if motion.steps is not None:
            n = abs(motion.steps)
            return texts(
                "story.forward" if motion.steps > 0 else "story.back", n=n, number=self._number(n)
            )
        if motion.start is not None and motion.start[0] == motion.end[0]:
            is_up = motion.end[1] > motion.start[1]
            return texts("story.up" if is_up else "story.somewhere")
        return texts(f"story.{case}.to", space=motion.end[0])

    def _named(self, group: Sequence[Motion], case: str) -> str:
        """Return what moves, as the subject or the object of a sentence."""
        first = group[0]
        kind, _, rest = first.piece.partition(":")
        space = first.start[0] if first.start is not None else 0
        match kind:
            case "wizard":
                return self._wizards(rest[0], len(group), case, space)
            case "tower":
                return self._tower(first, case, space)
            case "castle":
                return self.texts(f"story.{case}.castle")
        name = piece_names(self.story.game.rules, self.lang).get(rest[0], rest[0])
        return self.texts(f"story.{case}.piece", name=name)

    def _tower(self, motion: Motion, case: str, space: int) -> str:
        level = motion.start[1] if motion.start is not None else 1
        height = self.frame.keys.board.height(space)
        # What is above a tower moves with it, unless it is taken out of the stack.
        moved = 1 + sum(key.startswith("tower:") for key in motion.carried)
        kind = "upper"
        if height <= 1:
            kind = "tower"
        elif moved == height:
            kind = "stack"
        elif moved == 1 and level == height:
            kind = "top"
        elif moved == 1:
            kind = "tower"
        more = {"number": self._number(moved)} if kind == "upper" else {}
        return self.texts(f"story.{case}.{kind}", space=space, **more)

    def _wizards(self, letter: str, count: int, case: str, space: int | None = None) -> str:
        """Return one wizard or several of a colour."""
        name = colour_names(self.story.game.rules, self.lang).get(letter, letter)
        texts = self.texts
        form = case if count == 1 else "several"
        colour = name if name[-1:] in _VOWELS else texts(f"story.colour.{form}", colour=name)
        key = f"story.{case}.{'wizard' if count == 1 else 'wizards'}"
        more = {"number": self._number(count)} if count > 1 else {}
        where = {"space": space} if case == "object" else {}
        return texts(key, colour=colour, **more, **where)

    # --- what else happened ---

    def _several(self, key: str, wizards: Iterable[str]) -> str:
        """Return what happens to some wizards; nothing without any."""
        counts = Counter(wizard.split(":")[1] for wizard in wizards)
        if not counts:
            return ""
        what = [self._wizards(letter, n, "subject") for letter, n in counts.items()]
        return self.texts(key, n=counts.total(), what=self.texts.join(what))

    def _fills(self, letter: str, n: int) -> str:
        return self._numbered("story.fills", self.story.start.program.letters.index(letter), n)

    def _numbered(self, key: str, seat: int, n: int) -> str:
        return self.texts(key, n=abs(n), who=self._player(seat), number=self._number(abs(n)))

    def _ended(self, winners: Sequence[int]) -> str:
        if not winners:
            return self.texts("story.over")
        who = self.texts.join([self._player(seat) for seat in winners])
        return self.texts("story.won", n=len(winners), who=who)

    def _player(self, seat: int) -> str:
        return colour_of(self.story, seat, self.lang)

    def _number(self, n: int) -> str:
        key = f"common.number.{n}"
        return self.texts(key) if key in self.texts else str(n)


def _together(motions: Iterable[Motion]) -> Iterator[list[Motion]]:
    """Yield the motions, wizards of one colour that go the same way as one."""
    groups: dict[object, list[Motion]] = {}
    for motion in motions:
        kind, _, rest = motion.piece.partition(":")
        name = (kind, rest[0]) if kind == "wizard" else motion.piece
        groups.setdefault((name, motion.start, motion.end, motion.is_home), []).append(motion)
    yield from groups.values()


def _sentence(text: str) -> str:
    text = _capital(text)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
