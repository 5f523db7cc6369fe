"""Moves, cards, players and rules in words, for people who play.

Names and paraphrases come from the rules, the rest from the catalogue of texts.
"""

from __future__ import annotations

import random

from wtrules.checks.wording import stale_says
from wtrules.game.bots import imagine
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.program.program import Alternative, CardKind, Deck
from wtrules.rules.changes import text
from wtrules.rules.chapters import label_of
from wtrules.rules.clauses import in_language, phrases_in
from wtrules.rules.describe import entry_of, piece_name, said
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_WORLDS = 3  # possible positions in which the effect of a move must be the same


class Words:
    """Describes a game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.texts = Texts(lang)

    def __call__(self, key: str, /, **parts: object) -> str:
        """Return a text of the catalogue with its placeholders filled in."""
        return self.texts(key, **parts)

    # --- names ---

    @property
    def title(self) -> str:
        """What the game is called."""
        return in_language(self.game.rules.title, self.lang) or self.game.name

    def player(self, state: State, seat: int) -> str:
        """Return a player's colour."""
        return self.game.colour_name(state.program.colours[seat], self.lang)

    def spell(self, id: str) -> str:
        """Return the name of a spell."""
        return self._name("spell", id)

    def cost(self, id: str) -> str:
        """Return the price of a spell, as it is written if it is not a plain number."""
        entry = self.game.rules.get("spell", id)
        clauses = entry.clauses() if entry is not None else ()
        return next((text(c.value.span) for c in clauses if isinstance(c, n.Cost)), "0")

    def outcome(self, id: str) -> str:
        """Return the name of a way to end."""
        return self._name("outcome", id)

    def _name(self, kind: str, id: str) -> str:
        entry = self.game.rules.get(kind, id)
        if entry is None:
            return id
        return in_language(phrases_in(entry.node, n.NameClause), self.lang) or id

    def card(self, state: State, index: int) -> str:
        """Return what a card allows: `tower card 4 or wizard card 2`."""
        return self._card(state.program.card_kinds[index])

    def card_called(self, state: State, code: str) -> str:
        """Return what the card with this code allows."""
        found = next((kind for kind in state.program.card_kinds if kind.code == code), None)
        return self._card(found) if found is not None else code

    def _card(self, card: CardKind) -> str:
        faces = []
        for face in card.faces:
            number = (
                self("play.die_card") if face.value < 0 else str(face.value) if face.value else ""
            )
            faces.append(f"{self._name('card', face.kind)} {number}".rstrip())
        rolls = f" ({self('play.rolls', n=card.rolls)})" if card.rolls > 1 else ""
        return self("play.or").join(faces) + rolls

    def deck(self, id: str) -> str:
        """Return the name of a deck."""
        names = label_of(self.game.rules, id).name
        return names.get(self.lang) or names.get("en") or id

    def deck_card(self, deck: Deck, code: str) -> str:
        """Return what a card of a named deck is called."""
        return self._card(next(card for card in deck.cards if card.code == code))

    # --- moves ---

    def move(self, state: State, move: Move, after: State | None = None) -> str:
        """Return a move in words; with the position *after* it, also where the piece goes."""
        decision = state.decision_point
        assert decision is not None
        alternative, numbers = decision.decode(move.option)
        parts = self._option(alternative)
        things = [
            self.thing(state, kind, value)
            for kind, value in zip(alternative.kinds, numbers, strict=True)
        ]
        said = ": ".join([*parts, ", ".join(things)] if things else parts)
        return said + (self._effect(state, after, alternative.kinds) if after is not None else "")

    def kind_of(self, state: State, move: Move) -> str:
        """Return what moves like this one are called, whichever piece they choose: `move a tower`."""
        decision = state.decision_point
        assert decision is not None
        alternative, _ = decision.decode(move.option)
        named = ": ".join(self._option(alternative))
        kind = next((k for k in alternative.kinds if f"play.kind.{k}" in self.texts), None)
        return named or (self(f"play.kind.{kind}") if kind is not None else self.move(state, move))

    def _option(self, alternative: Alternative) -> list[str]:
        """Return what an option is called, without the pieces that are chosen with it."""
        words, texts = alternative.words, dict(alternative.texts)
        text = texts.get(self.lang) or texts.get("en")
        if alternative.spell is not None:
            rest = text or " ".join(words[words.index(alternative.spell) + 1 :])
            name = self.spell(alternative.spell)
            return [self("play.cast", name=name), *([rest] if rest else [])]
        if text:
            return [text]
        if alternative.passes:
            return [self("play.pass")]
        return [" ".join(words)] if words else []

    def thing(self, state: State, kind: str, value: int) -> str:
        """Return a piece, place, card or player in words."""
        program = state.program
        match kind:
            case "player":
                return self.player(state, value)
            case "card":
                card = self.card(state, value)
                # Only cards of the main deck are played when they are chosen.
                is_played = value < len(program.cards)
                return self("play.card", card=card) if is_played else card
            case "spell":
                return self.spell(program.spells[value])
            case "space":
                return self("play.space", space=value)
            case "piece":
                return self._piece(state, value)
            case "wizard":
                place, owner, _ = program.wizard(value)
                who, space = self.player(state, owner), place // program.levels
                _, _, marks = state.name("wizard", value).partition(":")
                remembered = f" ({marks.replace('+', ', ')})" if marks else ""
                return self("play.wizard", who=who, space=space) + remembered
            case "tower" | "place":
                space, level = divmod(value, program.levels)
                height = state.numbers("height")[space]
                if kind == "place":
                    return self("play.surface", space=space, level=level)
                if height == 1:
                    return self("play.tower", space=space)
                return self("play.tower_level", space=space, level=level, height=height)
        return state.name(kind, value)

    def _piece(self, state: State, value: int) -> str:
        """Return a piece that is neither a wizard nor a tower, with where it is."""
        program = state.program
        kind = next(kind for kind in program.pieces if value in kind.members)
        name = piece_name(self.game.rules, kind.id, self.lang)
        if kind.number > 1:
            name = f"{name} {value - kind.first + 1}"
        place = state.numbers("piece")[value]
        return name if place < 0 else self("play.piece", name=name, space=place // program.levels)

    def move_and_effect(self, state: State, move: Move) -> str:
        """Return a move in words with its effect, unless that depends on chance or on a secret."""
        found = {
            self.move(world, move, None if after.numbers("rng") != world.numbers("rng") else after)
            for world in _possible(state)
            for after in (world.play(move),)
        }
        return found.pop() if len(found) == 1 else self.move(state, move, None)

    def _effect(self, state: State, after: State, kinds: tuple[str, ...]) -> str:
        """Return where a single piece went, and how many flasks that filled."""
        effect = ""
        seats = range(state.players)
        if any(after.numbers("home")[i] > state.numbers("home")[i] for i in seats):
            effect = self("play.to_home")
        elif len(kinds) == 1 and kinds[0] in ("wizard", "tower"):
            field = "height" if kinds == ("tower",) else "cell"
            before, now = state.numbers(field), after.numbers(field)
            width = 1 if field == "height" else state.program.levels
            grown = {i // width for i, (a, b) in enumerate(zip(before, now, strict=True)) if b > a}
            if len(grown) == 1:
                effect = self("play.to", space=grown.pop())
        filled = sum(max(0, state.numbers("empty")[i] - after.numbers("empty")[i]) for i in seats)
        if filled:
            effect += self("play.fills", n=filled)
        return effect

    # --- rules ---

    def rule(self, key: str, id: str) -> str:
        """Return a sentence about a rule, followed by the rule's paraphrase unless it is stale."""
        entry = entry_of(self.game.rules, id)
        is_current = entry is not None and stale_says(self.game.rules, entry) is None
        says = said(entry, self.lang) if entry is not None and is_current else ""
        return self(key, rule=f"{id}: {says}" if says else f"{id}.")


def _possible(state: State) -> list[State]:
    """Return what the position may be, for the player who decides."""
    if not state.program.secrets:
        return [state]
    return [imagine(state, random.Random(seed)) for seed in range(_WORLDS)]
