"""A position as the page shows it: the picture, the players, the moves in words, the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from wtrules.board import table as drawn_table
from wtrules.board.keys import pieces_of
from wtrules.game.explain import explain as explained
from wtrules.game.game import State
from wtrules.game.happened import ending, foreseen
from wtrules.game.moves import Move
from wtrules.game.picture import card_picture, picture
from wtrules.game.piece_keys import keys_of
from wtrules.game.remembered import is_secret, secret_lines
from wtrules.game.table import SeenTable, deed, memories
from wtrules.position.text import UNKNOWN
from wtrules.say.voice import Voice
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.games import Node, read_game
from wtrules.web.limits import MOST_OPTIONS, MOST_PLAYERS, MOST_PREVIEWS, MOST_SHORT
from wtrules.web.references import rule_reference


def view(argument: Arguments, call: Call) -> shapes.View:
    """Return a position."""
    node = call.games.node(read_game(argument))
    return Table(node, _seat(argument, node.state), call.language).view()


def play(argument: Arguments, call: Call) -> shapes.Played:
    """Return the position after one more move, and what the move did."""
    node = call.games.node(read_game(argument))
    seat = _seat(argument, node.state)
    after = call.games.next(node, argument.text("move"))
    table = Table(after, seat, call.language)
    return {**table.view(), "event": table.entry(after)}


def explain(argument: Arguments, call: Call) -> shapes.Explanation:
    """Return why a move is legal or not; the piece to be moved is enough."""
    state = call.games.node(read_game(argument)).state
    found = explained(state, argument.text("move", most=MOST_SHORT))
    sentences, rule = [], None
    for reason in found.reasons:
        text = reason.in_language(call.texts)
        if reason.ground is not None:
            about = rule_reference(state.game, reason.ground.rule, call.language)
            rule = rule or about
            text = f"{text} {about['title']}" if reason.names_rule else text
        sentences.append(text)
    answer: shapes.Explanation = {"legal": found.legal, "text": "; ".join(sentences)}
    if rule is not None:
        answer["rule"] = rule
    return answer


def _seat(argument: Arguments, state: State) -> int | None:
    """Return whose eyes see the position; None for those of the player to act."""
    if "seat" not in argument:
        return None
    return argument.number("seat", 0, min(MOST_PLAYERS, state.players) - 1)


class Table:
    """One position, in one language, as one player sees it."""

    def __init__(self, node: Node, seat: int | None, lang: str) -> None:
        self.node = node
        self.state = node.state
        self.lang = lang
        self.words = Voice(self.state.game.rules, lang)
        # A finished game has no secrets, unless one player's view is asked for.
        is_open = seat is None and self.state.is_over
        self.seat = None if is_open else self.state.to_act if seat is None else seat

        seen = self.state if self.seat is None else self.state.observation(self.seat)
        self.table = SeenTable(seen, self.words)

    def view(self) -> shapes.View:
        """Return everything about the position."""
        state, lang = self.state, self.lang
        decision = None if state.is_over else state.decision
        return {
            "position": str(state),
            "svg": picture(state, lang, keys=self.node.keys),
            "to_act": None if state.is_over else state.to_act,
            "active": None if state.is_over else state.active,
            "seat": self.seat,
            "secret": not state.is_over and self._has_secrets(),
            "players": list(self._players()),
            "spells": list(self._spells()),
            "decks": list(self._decks()),
            "art": self._art(),
            "roll": state.roll,
            "memories": list(self._memories()),
            "question": decision.question(lang) if decision is not None else None,
            "rule": rule_reference(state.game, decision.rule, lang) if decision else None,
            "options": [self._option(move) for move in state.legal_moves[:MOST_OPTIONS]],
            "more": max(0, len(state.legal_moves) - MOST_OPTIONS),
            "result": self._result(),
            "log": [self.entry(node) for node in self.node.path()],
            "turn": self.node.turn,
        }

    def _has_secrets(self) -> bool:
        """Return whether the player to act sees something that others must not see."""
        state = self.state
        seat, players = state.to_act, state.players
        if players < 2:
            return False
        others = state.observation((seat + 1) % players)
        hands = (others.hands, *(deck.hands for deck in others.decks.values()))
        return any(UNKNOWN in hand[seat] for hand in hands) or any(
            secret_lines(state, self.words, seat)
        )

    # --- players ---

    def _players(self) -> Iterator[shapes.Player]:
        for one in self.table.seats:
            yield {
                "letter": one.letter,
                "name": one.name,
                "colour": one.colour,
                "home": one.home,
                "wizards": one.wizards,
                "flasks": {
                    "empty": one.flasks.empty,
                    "full": one.flasks.full,
                    "spent": one.flasks.spent,
                },
                "points": one.points,
                "hand": [
                    self._card(code, f"card:{one.letter}:{i}") for i, code in enumerate(one.hand)
                ],
            }

    def _card(self, code: str, key: str) -> shapes.Card | None:
        if code == UNKNOWN:
            return None
        cards = self.state.program.cards
        index = [card.code for card in cards].index(code)
        return {
            "code": code,
            "words": self.words.card(self.state.program.card_kinds[index]),
            "key": key,
            "svg": card_picture(self.state.rules, cards[index], self.lang),
        }

    def _art(self) -> shapes.Art:
        """Return pictures of what is on the table beside the board and the cards."""
        return {
            "flasks": {
                "empty": drawn_table.flask("empty"),
                "full": drawn_table.flask("full"),
                "spent": drawn_table.flask("spent"),
            },
            "die": drawn_table.die(self.state.roll) if self.state.roll else None,
            "back": drawn_table.card_back(),
        }

    def _decks(self) -> Iterator[shapes.Deck]:
        """Yield what is to be seen of each deck; the main deck has no name of its own."""
        for deck, seen in zip(self.state.program.decks, self.table.decks, strict=True):
            shown: shapes.Deck = {
                "id": deck.name if seen.name is not None else None,
                "name": seen.name or self.words("web.main_deck"),
                "pile": seen.pile,
                "discards": sum(seen.discards.values()),
                "discarded": dict(seen.discards),
                "top": ", ".join(seen.revealed) or None,
                "revealed": list(seen.revealed),
            }
            if seen.name is None:
                shown["face"] = self._last_discard()
            else:
                shown["hands"] = [list(hand) for hand in seen.hands]
            yield shown

    def _last_discard(self) -> str | None:
        """Return a picture of the card that was discarded last, as far as the game is known."""
        node = self.node
        while node.before is not None:
            now, old = node.state.discards, node.before.state.discards
            if more := [code for code, count in now.items() if count > old.get(code, 0)]:
                card = self._card(more[-1], "")
                return card["svg"] if card is not None else None
            node = node.before
        return None

    def _spells(self) -> Iterator[shapes.Spell]:
        for one in self.table.spells:
            yield {
                "id": one.id,
                "name": one.name,
                "cost": one.cost,
                "svg": drawn_table.spell(one.name, int(one.cost) if one.cost.isdecimal() else None),
                "says": one.says,
                "key": f"spell:{one.id}",
            }

    def _memories(self) -> Iterator[shapes.Memory]:
        for line in memories(self.state, self.words, self.seat):
            label, _, value = line.partition(": ")
            yield {"label": label, "value": value}

    # --- moves ---

    def _option(self, move: Move) -> shapes.Option:
        state = self.state
        point = state.decision_point
        assert point is not None
        alternative, values = point.decode(move.option)
        kind: Literal["card", "piece", "spell", "answer"]
        if alternative.spell is not None or "spell" in alternative.kinds:
            kind = "spell"
        elif "card" in alternative.kinds:
            kind = "card"
        else:
            kind = "piece" if alternative.kinds else "answer"
        return {
            "move": move.text,
            "words": self.words.deed(foreseen(state, move)),
            "rule": rule_reference(state.game, move.rule, self.lang),
            "kind": kind,
            "keys": keys_of(state, self.node.keys, alternative, values),
        }

    def entry(self, node: Node) -> shapes.LogEntry:
        """Return a move that was made, for the log."""
        before = node.before
        assert before is not None
        assert node.move is not None
        state = before.state
        hidden = is_secret(state, node.move) and self.seat not in (None, state.to_act)
        if (self.lang, hidden) not in node.logged:
            node.logged[self.lang, hidden] = self._entry(node, before, node.move, hidden)
        return node.logged[self.lang, hidden]

    def _entry(self, node: Node, before: Node, move: Move, hidden: bool) -> shapes.LogEntry:
        state, words = before.state, self.words
        done = deed(state, move, node.state, words, hidden=hidden)
        who = words.player(state.program.board.letters[state.to_act])
        entry: shapes.LogEntry = {
            "move": node.text,
            "words": words("say.says", who=who, what=done.said),
            "then": [*done.news, *done.then],
            "seat": state.to_act,
            "rule": rule_reference(state.game, move.rule, self.lang),
            "turn": before.turn,
        }
        if done.roll is not None:
            entry["roll"] = done.roll
        return entry

    def _result(self) -> shapes.Result | None:
        # Everybody sees how a game has ended, also through the eyes of one player.
        result, ended = self.state.result, ending(self.state)
        if result is None or ended is None:
            return None
        return {
            "winners": list(result.winners),
            "goal_reached": result.goal_reached,
            "text": self.words.ending(ended),
        }


# --- where moves lead ------------------------------------------------------------------------------


def previews(argument: Arguments, call: Call) -> shapes.Previews:
    """Return, for each move that leads somewhere, its pieces with their old and new spaces."""
    node = call.games.node(read_game(argument))
    moves: dict[str, list[shapes.Travel]] = {}
    for move in node.state.legal_moves[:MOST_PREVIEWS]:
        call.pause()
        if found := _travels(node, move):
            moves[move.text] = found
    return {"moves": moves}


def _travels(node: Node, move: Move) -> list[shapes.Travel]:
    after = node.state.play(move)
    if after.numbers("rng") != node.state.numbers("rng"):
        return []  # it depends on chance, which nobody knows before
    old, new = pieces_of(node.keys), pieces_of(node.keys.after(after.board))
    return [
        {"key": key, "from": space, "to": new[key][0] if key in new else None}
        for key, (space, _) in old.items()
        if key not in new or new[key][0] != space
    ]
