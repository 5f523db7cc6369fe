"""What something is worth to bots is what the rules say, and worked out only where they say nothing."""

from __future__ import annotations

from functools import cache

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.pipeline import open_ruleset
from wtrules.source import SourceFile

HEAD = "ruleset fair { extends en-capstone\n"
SAID = """
  memory coins = 2 for each player worth 6
  memory rain = not yes worth 9
  outcome rained { name en "rained off" de "verregnet" worth -50 }
  deck fruit 4 { 2 x plum 3  2 x pear 2 }
  card plum(number n) { says en "x" de "x" worth 10 * n  do score n }
  card pear(number n) { says en "x" de "x" do score n }
  rule fair.coins {
    on     turn ends
    worth  7 * full_flasks of actor
    do     add 1 to coins of active
    set    rain = yes
    if coins of active > 90 { do draw 1 card from fruit for active  perform revealed of fruit
                              do reveal fruit end game rained }
  }
}"""


@cache
def fair(text: str = SAID) -> Game:
    return load(SourceFile("fair.wtr", HEAD + text))


def said(game: Game, **fields: tuple[int, int]) -> list[int]:
    """Return the points that the rules say for two players, with some numbers of the state changed."""
    program = game.program(2)
    assert program.worth.now is not None
    state = list(game.start(2, 1).data)
    for name, values in fields.items():
        at = program.fields[name.replace("__", ".")].offset
        state[at : at + len(values)] = values
    return [game.engine(2).ask(program.worth.now, state, seat) for seat in (0, 1)]


def gain(game: Game, **fields: tuple[int, ...]) -> list[int]:
    """Return what changed numbers of the state are worth to two players."""
    zero = {name: (0,) * len(values) for name, values in fields.items()}
    pairs = zip(said(game, **fields), said(game, **zero), strict=True)
    return [more - less for more, less in pairs]


def test_what_memories_cards_and_rules_are_worth():
    """Each coin 6 points, rain 9 to everybody, a plum in hand 10 for each number on it, a flask 7."""
    assert [18, 6] == gain(fair(), memory__coins=(3, 1))
    assert [9, 9] == gain(fair(), memory__rain=(1,))
    assert [7 + 1, 14 + 2] == gain(fair(), full=(1, 2))  # full flasks also decide ties: 1 for each

    program = fair().program(2)
    deck = program.named_decks[0]
    plum = next(i for i, card in enumerate(deck.cards) if card.faces[0].kind == "plum")
    state = list(fair().start(2, 1).data)
    ask, worth = fair().engine(2).ask, program.worth.now
    assert worth is not None
    before = [ask(worth, state, seat) for seat in (0, 1)]
    for seat, number in ((0, 2), (1, 1)):
        at = seat * len(deck.cards) + deck.first + plum + deck.hands(2)
        state[program.fields["hand"].offset + at] = number
    after = [ask(worth, state, seat) for seat in (0, 1)]
    assert [60, 30] == [more - less for more, less in zip(after, before, strict=True)]


def test_what_an_end_is_worth():
    """An outcome is worth what it says; the shipped grades 200 points, or -200 if the goal is missed."""
    program = fair().program(2)
    state = list(fair().start(2, 1).data)
    ending = program.worth.ending
    assert ending is not None

    def worth(outcome: str) -> int:
        state[program.fields["outcome"].offset] = program.words.outcomes.index(outcome) + 1
        return fair().engine(2).ask(ending, state, 0)

    assert [-50, 200, -200, 0] == [worth(id) for id in ("rained", "good", "beginner", "won")]


def test_a_defined_goal_is_worth_what_it_says():
    """A wizard in the castle 100, a filled flask 20: a quarter of five wizards for six flasks."""
    assert [100, 200] == gain(load("en-capstone"), home=(1, 2))
    assert [-40, 0] == gain(load("en-capstone"), empty=(2, 0))


def test_another_goal_is_not_worth_what_the_old_one_was():
    """An override of the definition takes its worth away; then it is worked out."""
    house = fair("override define finished of player p = full_flasks of p > 4 }")
    # Five of them are all that is asked for, 500 points; and full flasks decide ties.
    assert [100 + 1, 200 + 2] == gain(house, full=(1, 2))
    assert [0, 0] == gain(house, home=(1, 2))


def test_new_statements_take_worth_away():
    """An override that says what a rule does replaces what it was worth; one of its text does not."""

    def worths(override: str) -> int:
        text = f"{HEAD}{SAID.rpartition('}')[0]} variant v {{ says en 'x' {override} }} }}".replace(
            "'", '"'
        )
        compiled = open_ruleset(SourceFile("fair.wtr", text)).compile(["v"])
        assert compiled is not None
        return ("rule", "fair.coins") in compiled.meaning.worths

    assert worths('override rule fair.coins { says en "x" de "x" }')
    assert worths("override rule fair.coins { worth 3 }")
    assert worths("override rule fair.coins { worth 3 do draw 1 card for active }")
    assert not worths("override rule fair.coins { do draw 1 card for active }")


def test_worth_changes_nothing_in_play():
    """With and without it, the rules have the same fingerprint."""
    bare = SAID
    for clause in (
        "worth 6",
        "worth 9",
        "worth -50",
        "worth 10 * n",
        "worth  7 * full_flasks of actor",
    ):
        bare = bare.replace(clause, "")
    assert fair(bare).hash == fair().hash
