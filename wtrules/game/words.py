"""Moves, cards, players and rules in words, for people who play.

Names and paraphrases come from the rules, the rest from the catalogue of texts.
"""

from __future__ import annotations

import random

from attrs import frozen

from wtrules.checks.wording import stale_says
from wtrules.game.bots import imagine
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.game.naming import ownership, player_name
from wtrules.game.view import Result
from wtrules.program.program import Alternative, CardKind, Deck, Field
from wtrules.rules.changes import text
from wtrules.rules.chapters import label_of
from wtrules.rules.clauses import clauses_of, in_language, phrases_in
from wtrules.rules.describe import entry_of, piece_name, said
from wtrules.rules.in_words import name_of, page
from wtrules.rules.sentences import sentence
from wtrules.syntax import nodes as n
from wtrules.texts import Texts
from wtrules.value import Value

_WORLDS = 3  # possible positions in which the effect of a move must be the same

_MEMORY = "memory."  # before the name of a memory, where it is a field

Chosen = tuple[str, int]  # the kind of a thing, and its number


@frozen
class _Said(Value):
    """A move in words, part by part, and whether they say what is done, not just what is chosen."""

    parts: tuple[str, ...]
    is_deed: bool

    @property
    def text(self) -> str:
        return ": ".join(self.parts)


class Words:
    """Describes a game in one language."""

    def __init__(self, game: Game, lang: str, players: int | None = None) -> None:
        """*players* is the number that rules are read for; without it, all that are possible."""
        self.game = game
        self.lang = lang
        self.players = players
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
        """Return what a player is called: `Blue`."""
        return player_name(self.game, state.program, seat, self.lang)

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

    def ending(self, state: State, you: int | None = None) -> str:
        """Return how a finished game ended; *you* is the seat of the reader."""
        result = state.result
        assert result is not None
        outcome = self.outcome(result.outcome) if result.outcome else "-"
        over = self("play.over", outcome=outcome)
        said = self._said_of_outcome(state, result)
        if result.goal_reached is not None:
            won = self("play.goal_reached" if result.goal_reached else "play.goal_missed")
        elif not result.winners:
            won = self("play.no_winner")
        elif result.winners == (you,):
            won = self("play.you_won")
        else:
            names = [self.player(state, seat) for seat in result.winners]
            if you in result.winners:
                mine = result.winners.index(you)
                names[mine] = self("play.you_are", who=names[mine])
            won = self("play.won", n=len(names), who=self.texts.join(names))
        return f"{over} {won} {said}".rstrip()

    def _said_of_outcome(self, state: State, result: Result) -> str:
        """Return what an outcome says to the players, once if it says the same to all of them."""
        entry = self.game.rules.get("outcome", result.outcome or "")
        if entry is None:
            return ""
        each = [
            sentence(self.game.rules, entry.node, self.lang, state.players, {"points": points})
            for points in result.points
        ]
        if len(set(each)) == 1:
            return each[0]
        return " ".join(f"{self.player(state, seat)}: {said}" for seat, said in enumerate(each))

    def _name(self, kind: str, id: str) -> str:
        entry = self.game.rules.get(kind, id)
        if entry is None:
            return id
        return in_language(phrases_in(entry.node, n.NameClause), self.lang) or _as_words(id)

    def card(self, state: State, index: int) -> str:
        """Return what a card allows: `tower card 4 or wizard card 2`."""
        return self.card_kind(state.program.card_kinds[index])

    def card_called(self, state: State, code: str) -> str:
        """Return what the card with this code allows."""
        found = next((kind for kind in state.program.card_kinds if kind.code == code), None)
        return self.card_kind(found) if found is not None else code

    def card_kind(self, card: CardKind) -> str:
        """Return what a card of a deck allows."""
        faces = []
        for face in card.faces:
            number = (
                self("words.die_card") if face.value < 0 else str(face.value) if face.value else ""
            )
            faces.append(f"{self._name('card', face.kind)} {number}".rstrip())
        rolls = f" ({self('words.rolls', n=card.rolls)})" if card.rolls > 1 else ""
        return self("words.or").join(faces) + rolls

    def deck(self, id: str) -> str:
        """Return the name of a deck."""
        return self.texts.phrase(label_of(self.game.rules, id).name) or _as_words(id)

    def deck_card(self, deck: Deck, code: str) -> str:
        """Return what a card of a named deck is called."""
        return self.card_kind(next(card for card in deck.cards if card.code == code))

    # --- memories ---

    def memory(self, id: str) -> str:
        """Return the name of a memory."""
        return self.texts.phrase(label_of(self.game.rules, id).name) or _as_words(id)

    def remembered(self, state: State, memory: Field, value: int) -> str:
        """Return a value of a memory in words."""
        match memory.type:
            case "number":
                return str(value)
            case "truth":
                return self("play.yes" if value else "play.no")
            case "symbol":
                word = state.program.symbols[value]
                label = label_of(self.game.rules, memory.name.removeprefix(_MEMORY))
                return self.texts.phrase(label.words.get(word, {})) or _as_words(word)
        return self.held(state, memory.type, value)

    def held(self, state: State, kind: str, value: int) -> str:
        """Return a piece, place, card or player that rules remember, or that there is none."""
        if value < 0:
            return self("play.nothing")
        match kind:
            case "card" | "space":
                return state.name(kind, value)
            case "wizard":  # of which rules may remember this one in turn
                return self._wizard(state, value)
        return self.thing(state, kind, value)

    # --- moves ---

    def move(self, state: State, move: Move, after: State | None = None) -> str:
        """Return a move in words; with the position *after* it, also what it does to pieces."""
        return self._said(state, move, after).text

    def _said(self, state: State, move: Move, after: State | None) -> _Said:
        alternative, numbers = _decoded(state, move)
        chosen = list(zip(alternative.kinds, numbers, strict=True))
        rivals = _with_other_numbers(state, move)
        parts = self._option(alternative)
        deeds = [deed for deed in [self._deed(state, after, alternative, chosen, rivals)] if deed]
        is_deed = bool(parts or deeds)
        if chosen and not deeds:
            # A number without an alternative says nothing, unless nothing else is said.
            things = [thing for thing in chosen if thing[0] != "number" or rivals]
            if things or not parts:
                parts.append(", ".join(self.thing(state, *thing) for thing in things or chosen))
        if after is not None:
            deeds += self._gains(state, after, chosen if deeds else [])
        done = f" {self('common.and')} ".join(deeds)
        if done and done not in parts:  # an option may be called what it does
            parts.append(done)
        return _Said(tuple(parts), is_deed)

    def _deed(
        self,
        state: State,
        after: State | None,
        alternative: Alternative,
        chosen: list[Chosen],
        rivals: list[int],
    ) -> str | None:
        """Return what is done with the thing that is chosen, if that is clear.

        *rivals* are the options to choose other numbers with it.
        """
        if len(chosen) == 1:
            [(kind, value)] = chosen
            ending = f"{kind}.{alternative.verb or ''}".replace(" ", "_")
            if (key := f"words.done.{ending}") in self.texts:
                return self(key, thing=self.thing(state, kind, value), n=value)
        is_one = bool(chosen) and all(kind == "number" for kind, _ in chosen[1:])
        if after is None or not is_one or chosen[0][0] not in ("wizard", "tower"):
            return None
        kind, value = chosen[0]
        to = self._destination(state, after, kind, value)
        if to is None:
            return None
        if kind == "tower":
            moved = self("words.move_tower", space=self._space_of_tower(state, value), to=to)
        else:
            how, parts = self._whose(state, value)
            moved = self(f"words.move_wizard.{how}", to=to, **parts) + self._marks(state, value)
        goes = (self._destination(state, state.play(option), kind, value) for option in rivals)
        if to not in goes:  # so where it goes tells the numbers
            return moved
        rest = ", ".join(self.thing(state, *number) for number in chosen[1:])
        return f"{moved} ({rest})"

    def kind_of(self, state: State, move: Move) -> str:
        """Return what moves like this one are called, whichever piece they choose: `move a tower`."""
        alternative = _alternative(state, move)
        if named := ": ".join(self._option(alternative)):
            return named
        if (act := f"words.act.{_act(alternative)}") in self.texts:
            return self(act)
        kind = next((k for k in alternative.kinds if f"words.kind.{k}" in self.texts), None)
        return self(f"words.kind.{kind}") if kind is not None else self.move(state, move)

    def is_clear(self, state: State, move: Move) -> bool:
        """Return whether the kind of a move says what is done, not just that something is chosen."""
        alternative = _alternative(state, move)
        is_act = not alternative.words and f"words.act.{_act(alternative)}" in self.texts
        return is_act or alternative.spell is not None

    def _option(self, alternative: Alternative) -> list[str]:
        """Return what an option is called, without the pieces that are chosen with it."""
        words, texts = alternative.words, dict(alternative.texts)
        text = texts.get(self.lang) or texts.get("en")
        if alternative.spell is not None:
            rest = text or " ".join(words[words.index(alternative.spell) + 1 :])
            name = self.spell(alternative.spell)
            return [self("words.cast", name=name), *([rest] if rest else [])]
        if text:
            return [text]
        if alternative.passes:
            return [self("words.pass")]
        return [_as_words(" ".join(words))] if words else []

    def thing(self, state: State, kind: str, value: int) -> str:
        """Return a piece, place, card or player in words."""
        program = state.program
        match kind:
            case "player":
                return self.player(state, value)
            case "card":
                return self.card(state, value)
            case "spell":
                return self.spell(program.spells[value])
            case "space":
                return self("words.space", space=value)
            case "number":
                return self("words.number", number=value)
            case "piece":
                return self._piece(state, value)
            case "wizard":
                return self._wizard(state, value) + self._marks(state, value)
            case "place":
                space, level = divmod(value, program.levels)
                return self("words.space", space=self("words.level", space=space, level=level))
            case "tower":
                return self("words.tower", space=self._space_of_tower(state, value))
        return state.name(kind, value)

    def _wizard(self, state: State, value: int) -> str:
        how, parts = self._whose(state, value)
        return self(f"words.wizard.{how}", **parts)

    def wizard_away(self, state: State, owner: int) -> str:
        """Return a wizard that is not on the track."""
        how, parts = ownership(state, owner, self.lang)
        return self(f"words.away.{how}", **parts)

    def _whose(self, state: State, value: int) -> tuple[str, dict[str, object]]:
        """Return how to put whose wizard it is, and what texts about a wizard need."""
        place, owner, _ = state.program.wizard(value)
        how, parts = ownership(state, owner, self.lang)
        return how, {"space": place // state.program.levels, **parts}

    def _marks(self, state: State, value: int) -> str:
        """Return what rules remember of a wizard."""
        marks = [self._mark(state, *known) for known in state.remembered_of(value)]
        return f" ({', '.join(marks)})" if marks else ""

    def _mark(self, state: State, memory: Field, value: int) -> str:
        name = self.memory(memory.name.removeprefix(_MEMORY))
        shown = self.remembered(state, memory, value)
        if memory.type == "symbol":
            return shown
        return name if memory.type == "truth" and value else f"{name}: {shown}"

    def _space_of_tower(self, state: State, value: int) -> str:
        """Return the space of a tower, and its level if others are there too."""
        space, level = divmod(value, state.program.levels)
        if state.numbers("height")[space] == 1:
            return str(space)
        return self("words.level", space=space, level=level)

    def _piece(self, state: State, value: int) -> str:
        """Return a piece that is neither a wizard nor a tower, with where it is."""
        program = state.program
        kind = next(kind for kind in program.pieces if value in kind.members)
        name = piece_name(self.game.rules, kind.id, self.lang)
        if kind.number > 1:
            name = f"{name} {value - kind.first + 1}"
        place = state.numbers("piece")[value]
        return name if place < 0 else self("words.piece", name=name, space=place // program.levels)

    def move_and_effect(self, state: State, move: Move) -> str:
        """Return a move in words with its effect, unless that depends on chance or on a secret."""
        return self._with_effect(state, move).text

    def parts(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the parts of a move in words with its effect: the spell, what is done with it."""
        return self._with_effect(state, move).parts

    def after_may(self, state: State, move: Move) -> str:
        """Return a move with its effect in words that fit behind `may`."""
        said = self._with_effect(state, move)
        first, *rest = said.parts if said.is_deed else (self.kind_of(state, move), *said.parts)
        return f"{first} ({': '.join(rest)})" if rest else first

    def _with_effect(self, state: State, move: Move) -> _Said:
        found = {
            self._said(world, move, None if after.numbers("rng") != world.numbers("rng") else after)
            for world in _possible(state)
            for after in (world.play(move),)
        }
        return found.pop() if len(found) == 1 else self._said(state, move, None)

    def _destination(self, state: State, after: State, kind: str, value: int) -> str | None:
        program = state.program
        if kind == "wizard":
            _, owner, _ = program.wizard(value)
            if after.numbers("home")[owner] > state.numbers("home")[owner]:
                return self("words.to.castle")
        field, width = ("height", 1) if kind == "tower" else ("cell", program.levels)
        before, now = state.numbers(field), after.numbers(field)
        grown = {i // width for i, (a, b) in enumerate(zip(before, now, strict=True)) if b > a}
        return self("words.to.space", space=grown.pop()) if len(grown) == 1 else None

    def _gains(self, state: State, after: State, told: list[Chosen]) -> list[str]:
        """Return how many wizards came home, without the one that is *told* of, and flasks were filled."""
        seats = range(state.players)
        came = [after.numbers("home")[i] - state.numbers("home")[i] for i in seats]
        for kind, value in told[:1]:
            if kind == "wizard" and came[owner := state.program.wizard(value)[1]] > 0:
                came[owner] -= 1
        arrived = sum(max(0, number) for number in came)
        filled = sum(max(0, state.numbers("empty")[i] - after.numbers("empty")[i]) for i in seats)
        gains = [self("words.home", n=arrived)] if arrived else []
        return [*gains, self("words.fill", n=filled)] if filled else gains

    # --- rules ---

    def says(self, id: str) -> str:
        """Return the paraphrase of a rule; nothing if it has none, or one that is no longer true."""
        entry = entry_of(self.game.rules, id)
        is_current = entry is not None and stale_says(self.game.rules, entry) is None
        if entry is None or not is_current:
            return ""
        return said(self.game.rules, entry, self.lang, self.players)

    def rule(self, id: str) -> str:
        """Return what a rule says, its id, and where the manual says so."""
        entry = entry_of(self.game.rules, id)
        cites = clauses_of(entry.node, n.Cites) if entry is not None else ()
        source = next((self._source(clause) for clause in cites), "")
        behind = f"{id}; {source}" if source else id
        says = self.says(id)
        return f"{says} ({behind})" if says else behind

    def _source(self, cites: n.Cites) -> str:
        section = self("play.section", section=cites.section) if cites.section else ""
        at = page(cites.page, self.texts) if cites.page else ""
        return ", ".join(part for part in (cites.manual.id, section, at) if part)

    def variant(self, id: str) -> str:
        """Return the name of a variant, and what it says."""
        node = self.game.rules.variants[id].node
        says = sentence(self.game.rules, node, self.lang, self.players)
        return f"{self.variant_name(id)}: {says}" if says else self.variant_name(id)

    def variant_name(self, id: str) -> str:
        """Return the name of a variant."""
        return name_of(self.game.rules.variants[id].node, self.texts) or _as_words(id)


def _as_words(id: str) -> str:
    """Return the id of something that has no name, as it reads best."""
    return id.rpartition(".")[2].replace("_", " ")


def _decoded(state: State, move: Move) -> tuple[Alternative, tuple[int, ...]]:
    decision = state.decision_point
    assert decision is not None
    return decision.decode(move.option)


def _with_other_numbers(state: State, move: Move) -> list[int]:
    """Return the options that choose the same as a move, but for other numbers."""
    alternative, numbers = _decoded(state, move)
    if "number" not in alternative.kinds:
        return []
    decision = state.decision_point
    assert decision is not None

    def things(values: tuple[int, ...]) -> list[Chosen]:
        chosen = zip(alternative.kinds, values, strict=True)
        return [(kind, value) for kind, value in chosen if kind != "number"]

    return [
        option
        for option in state.options
        if option != move.option
        and (decoded := decision.decode(option))[0] is alternative
        and things(decoded[1]) == things(numbers)
    ]


def _alternative(state: State, move: Move) -> Alternative:
    return _decoded(state, move)[0]


def _act(alternative: Alternative) -> str:
    """Return what is done with what kind of thing, as the keys of texts have it."""
    kind = alternative.kinds[0] if alternative.kinds else ""
    return kind if kind in ("tower", "wizard") else f"{alternative.verb}_{kind}"


def _possible(state: State) -> list[State]:
    """Return what the position may be, for the player who decides."""
    if not state.program.secrets:
        return [state]
    return [imagine(state, random.Random(seed)) for seed in range(_WORLDS)]
