"""Events: what rules can wait for with `on` and, some of them, prevent with `forbid`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from wtrules.language.scopes import SCOPES


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_BETWEEN = frozenset(("from", "to", "at", "of"))  # never names


@frozen(eq=False, repr=False)
class Event:
    """Something that happens; capital letters in its pattern are variables.

    A rule may name more of what has happened: the longer pattern has the variables of the pattern,
    and more after them.
    """

    id: str
    pattern: str  # `wizard W lands on P`
    types: tuple[str, ...] = field(converter=_words)  # of the variables, in order
    doc: str
    forbiddable: bool = False
    decisions: bool = True  # rules on it may contain decisions: the game can wait for the answer
    of_way: bool = False  # it is about the way of a move, so a move must note which way it was
    main_deck: bool = False  # it happens to no deck that has a name
    card_goes: str | None = None  # the place where its card is now, as a predicate says it
    longer: str | None = None  # `player P fills N flasks`
    one_by_one: bool = False  # whether it is forbidden is asked for each flask or card
    words: tuple[str, ...] = field(init=False)

    @words.default
    def _split(self) -> tuple[str, ...]:
        return _words(self.pattern)

    def match(self, words: Sequence[str]) -> tuple[str, ...] | None:
        """Return the names that *words* give to the variables; None if they are another event."""
        for pattern in map(_words, self.patterns):
            if len(words) != len(pattern):
                continue
            pairs = tuple(zip(pattern, words, strict=True))
            if all(
                wanted == word if not wanted.isupper() else word not in _BETWEEN
                for wanted, word in pairs
            ):
                return tuple(word for wanted, word in pairs if wanted.isupper())
        return None

    @property
    def patterns(self) -> tuple[str, ...]:
        """How it can be written, the shorter way first."""
        return (self.pattern, self.longer) if self.longer else (self.pattern,)


# In the order in which the language reference lists them; where the words of an event fit two
# patterns, the first one is meant.
EVENTS: dict[str, Event] = {
    event.id: event
    for event in (
        Event("wizard-lands", "wizard W lands on P", "wizard place",
              "a wizard's move ends on a surface", forbiddable=True),
        Event("wizard-released", "wizard W leaves castle", "wizard",
              "a wizard is brought out of the castle again"),
        Event("wizard-leaves", "wizard W leaves P", "wizard place",
              "a wizard moves away from a surface", forbiddable=True),
        Event("wizard-passes", "wizard W passes S", "wizard space",
              "a wizard moves past a space between start and end of its move",
              forbiddable=True, decisions=False, of_way=True),
        Event("wizard-steps", "wizard W steps from A to B", "wizard space space number number",
              "a wizard takes one step of its move, from a space to the next one on its way",
              forbiddable=True, decisions=False, of_way=True,
              longer="wizard W steps from A to B at step N of M"),
        Event("wizard-moves", "wizard W moves N", "wizard number space space",
              "a wizard has moved along the track, so many spaces in either direction",
              forbiddable=True, of_way=True,
              longer="wizard W moves N from A to B"),
        Event("wizard-home", "wizard W enters castle", "wizard",
              "a wizard is brought home, alone or with others", forbiddable=True),
        Event("tower-lands", "tower T lands on S", "tower space",
              "a tower, with everything above it, arrives in a space", forbiddable=True),
        Event("tower-leaves", "tower T leaves S", "tower space",
              "a tower, with everything above it, leaves a space", forbiddable=True),
        Event("tower-passes", "tower T passes S", "tower space",
              "a tower moves past a space between start and end of its move",
              forbiddable=True, decisions=False, of_way=True),
        Event("tower-steps", "tower T steps from A to B", "tower space space number number",
              "a tower takes one step of its move, from a space to the next one on its way",
              forbiddable=True, decisions=False, of_way=True,
              longer="tower T steps from A to B at step N of M"),
        Event("tower-moves", "tower T moves N", "tower number space space",
              "a tower has moved along the track, so many spaces in either direction",
              forbiddable=True, of_way=True,
              longer="tower T moves N from A to B"),
        Event("tower-hides", "tower T hides P", "tower place",
              "a tower covers a surface"),
        Event("tower-reveals", "tower T reveals P", "tower place",
              "a tower uncovers a surface by leaving it"),
        Event("tower-swapped", "tower T swaps into S", "tower space",
              "a tower has changed places with another; one event for each of the two",
              forbiddable=True),
        Event("castle-lands", "castle lands on P", "place",
              "the castle is put on a surface", forbiddable=True),
        Event("castle-leaves", "castle leaves P", "place",
              "the castle leaves a surface", forbiddable=True),
        Event("piece-lands", "piece X lands on P", "piece place",
              "a piece's move ends on a surface; with the name of a piece: `dragon lands on p`",
              forbiddable=True),
        Event("piece-leaves", "piece X leaves P", "piece place",
              "a piece moves away from a surface, or into the box", forbiddable=True),
        Event("piece-passes", "piece X passes S", "piece space",
              "a piece moves past a space between start and end of its move",
              forbiddable=True, decisions=False, of_way=True),
        Event("piece-steps", "piece X steps from A to B", "piece space space number number",
              "a piece takes one step of its move, from a space to the next one on its way",
              forbiddable=True, decisions=False, of_way=True,
              longer="piece X steps from A to B at step N of M"),
        Event("piece-moves", "piece X moves N", "piece number space space",
              "a piece has moved along the track, so many spaces in either direction",
              forbiddable=True, of_way=True,
              longer="piece X moves N from A to B"),
        Event("flask-filled", "player P fills flask", "player number",
              "an empty flask is filled", forbiddable=True,
              longer="player P fills N flasks", one_by_one=True),
        Event("flask-spent", "player P spends flask", "player number",
              "full flasks are spent", forbiddable=True,
              longer="player P spends N flasks"),
        Event("flask-emptied", "player P empties flask", "player number",
              "full flasks are turned back to their empty side",
              longer="player P empties N flasks"),
        Event("flask-recovered", "player P recovers flask", "player number",
              "spent flasks are taken back",
              longer="player P recovers N flasks"),
        Event("flask-received", "player P receives flask", "player number",
              "full flasks are handed to a player",
              longer="player P receives N flasks"),
        Event("card-played", "player P plays C", "player card",
              "a card is put on the table; its effect follows", forbiddable=True, card_goes="discarded"),
        Event("hand-discarded", "player P discards hand", "player",
              "a whole hand is discarded", forbiddable=True),
        Event("card-discarded", "player P discards C", "player card",
              "a single card is discarded unused", forbiddable=True, card_goes="discarded"),
        Event("card-drawn", "player P draws card", "player number",
              "cards have been drawn, one or several at once", forbiddable=True, main_deck=True,
              longer="player P draws N cards", one_by_one=True),
        Event("card-received", "player P receives C", "player card",
              "a card is handed to a player", forbiddable=True),
        Event("card-revealed", "card C revealed", "card",
              "a card is turned face up beside the pile of its deck", card_goes="revealed"),
        Event("points-scored", "player P scores points", "player number",
              "a player gets points",
              longer="player P scores N points"),
        Event("spell-cast", "player P casts S", "player spell",
              "a spell has been paid for; its effect follows", forbiddable=True),
        Event("die-rolled", "player P rolls die", "player number",
              "the die has been rolled",
              longer="player P rolls N"),
        Event("deck-empty", "deck empty", "",
              "the last card of the draw pile has been drawn", decisions=False, main_deck=True),
        *(
            Event(f"{scope.word}-{when}", f"{scope.word} {when}", "", doc)
            for scope in reversed(SCOPES)
            for when, doc in (("begins", scope.begins), ("ends", scope.ends))
        ),
    )
}  # fmt: skip


def matching_event(words: Sequence[str]) -> tuple[Event, tuple[str, ...]] | None:
    """Return the event that *words* mean, and the names they give to its variables."""
    matches = ((event, event.match(words)) for event in EVENTS.values())
    return next(((event, names) for event, names in matches if names is not None), None)
