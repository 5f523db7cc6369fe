"""Phrases that rules say in other words: each is answered with what can be written instead."""

import re

import pytest

from tests.syntax.helpers import codes, parse_text
from wtrules.diagnostics.phrases import phrases, replacements
from wtrules.syntax.scan import scan

# What somebody wrote at the top of a house rule, and what should be written.
AT_THE_TOP = {
    "board.capacity: 4": "override board.capacity = 4",
    "board.capacity 4": "override board.capacity = 4",
    "set board.spaces = 20": "override board.spaces = 20",
    "override hand.size to 4": "override hand.size = 4",
    "spells.laid_out += zap": "add to spells.laid_out = zap",
    "add to spells.laid_out: zap": "add to spells.laid_out = zap",
    "add zap to spells.laid_out": "add to spells.laid_out = zap",
    "variable storms = 0": "memory storms = 0",
    "counter storms": "memory storms = 0",
    "memory rank of wizard = one of a, b": "memory rank = one of a, b for each wizard",
    "memory hits for every tower = 0": "memory hits = 0 for each tower",
    "memory hits = 0 per wizard": "memory hits = 0 for each wizard",
    "memory wet = no for each space": "memory wet = not yes for each space",
    "memory role = random a, b for each player": "memory role = one of a, b for each player",
    "memory wet = no": "memory wet = not yes",
    "secret memory wet = no per turn": "secret memory wet = not yes per turn",
    "resource coins = 0 for each player": "memory coins = 0 for each player",
    "token coin 5": "piece coin 5",
    "hidden memory role = 0": "secret memory role = 0",
    "secret role = one of a, b": "secret memory role = one of a, b",
    "let half = 8": "define half = 8",
    "add to deck: 4 x jump 3": "add to deck { 4 x jump 3 }",
    "add 4 x jump 3 to deck": "add to deck { 4 x jump 3 }",
    "players 2-4": "players 2..4",
    "players 2 to 4": "players 2..4",
    "memory hits = 0 for each tower per turn": "memory hits = 0 per turn for each tower",
    "memory hits = 0 for each player, space": "memory hits = 0 for each player and space",
}
# The same, in a rule that has begun with `on round begins`.
IN_A_RULE = {
    "storms += 1": "do add 1 to storms",
    "set debts of q += 2": "do add 2 to debts of q",
    "storms -= 1": "set storms = storms - 1",
    "storms++": "do add 1 to storms",
    "storms--": "set storms = storms - 1",
    "storms = storms + 1": "set storms = storms + 1",
    "set debts of q to 2": "set debts of q = 2",
    "do deal 2 damage to t": "do add 2 to damage of t",
    "do give active a coin": "do add 1 to coin of active",
    "do flip a coin": "do roll die",
    "do roll the dice": "do roll die",
    "do roll 2 dice": "do roll die",
    "do move w back 2 spaces": "do move w counterclockwise 2",
    "do discard all cards": "do discard hand of active",
    "do discard 2 cards": "repeat 2 times { choose card c do discard c }",
    "do discard 2 cards of q": "as q { repeat 2 times { choose card c do discard c } }",
    "do reduce debts of q by 2": "set debts of q = debts of q - 2",
    "do increase storms by 2": "do add 2 to storms",
    "when tower t is empty": "when no wizard on t",
    "when tower t has 2 wizards": "when number of wizards on t >= 2",
    "when the die shows 6": "when roll = 6",
    "choose another player": "choose player q where q is not actor",
    "choose between points and a card": 'either { option points en "points" do score 1 } or { option card en "card" do draw 1 card }',
    "choose random tower t": "let t = random tower",
    "choose random tower t where height of t > 1": "let t = random tower u where height of u > 1",
    "choose enemy wizard w": "choose wizard w where not own",
    "choose own wizard w where visible": "choose wizard w where own and visible",
    "choose my wizard w where a or b": "choose wizard w where own and (a or b)",
    "choose another player q": "choose player q where q is not actor",
    "choose any tower t": "choose tower t",
    "when any hidden wizard": "when any wizard where hidden",
    "when active has 3 full flasks": "when full_flasks of active >= 3",
    "when p has at least 2 cards": "when hand_size of p >= 2",
    "do move w to space 9": "do put w on top of space 9",
    "do move w to place of v": "do put w on place of v",
    "do move w to the castle": "do bring w home",
    "do move t 3 spaces clockwise": "do move t clockwise 3",
    "do move t clockwise by 3 steps": "do move t clockwise 3",
    "do move t 3": "do move t clockwise 3",
    "do draw 1 card for each player": "each player p { do draw 1 card for p }",
    "do give 1 flask to active": "do give 1 flask of next_player of active to active",
    "do score 2 points": "do score 2",
    "do reveal the top card of events": "do reveal events",
    "do turn over events": "do reveal events",
    "do reveal 3 cards of market": "do reveal 3 cards from market",
    "do draw from objectives for q": "do draw 1 card from objectives for q",
    "do draw 2 cards of objectives": "do draw 2 cards from objectives",
    "do draw 1 objective card": "do draw 1 card from objective",
    "choose player q with the most points of q": "choose player q whose points of q is highest",
    "choose tower t with the lowest height of t": "choose tower t whose height of t is lowest",
    "choose player q other than active": "choose player q except active",
}
# The same, as the first clause of a rule.
AS_EVENTS = {
    "when a wizard enters the castle": "on wizard w enters castle",
    "when tower t hides p": "on tower t hides p",
    "when the turn begins": "on turn begins",
    "when the round is over": "on round ends",
    "on start of turn": "on turn begins",
    "at the end of each round": "on round ends",
    "on every 3rd round": "on round begins",
    "on wizard w lands on space 5": "on wizard w lands on p when space of p = space 5",
    "on wizard lands on space 5": "on wizard w lands on p when space of p = space 5",
    "on tower passes space 5": "on tower x passes s when s = space 5",
    "on castle lands on space 5": "on castle lands on p when space of p = space 5",
    "forbid tower t leaves 5": "forbid tower t leaves s when s = space 5",
    "on a roll of 6": "on player p rolls n when n = 6",
    "on player p rolls a 6": "on player p rolls n when n = 6",
    "on player p fills 2 flasks": "on player p fills n flasks when n = 2",
    "on player p draws 2 cards": "on player p draws n cards when n = 2",
    "on wizard w moves 3 spaces": "on wizard w moves n when n = 3",
    "on wizard w lands on wizard v": "on wizard w lands on p when number of wizards on p > 1",
    "on wizard w lands on a tower": "on wizard w lands on p when level of p > 0",
}
# The same, in an example.
IN_AN_EXAMPLE = {
    "given coins of b = 2": "with coins of b = 2",
    "then b gets 3 points": "then b scores 3",
    "then b fills two flasks": "then b fills 2 flasks",
    "then wizard b on space 1": "then any wizard w on space 1 where owner of w is b",
    "with b has 2 full flasks": "with full_flasks of b = 2",
    "then b has 3 points": "then points of b = 3",
    "then b has 2 cards": "then hand_size of b = 2",
    "then b has 2 coins": "then coins of b = 2",
    "with b coins = 2": "with coins of b = 2",
    "with coins b 2": "with coins of b = 2",
    "then b pays 1 coins": "then coins of b = 1",
    "then spells move_tower, swap_towers": "then spells = move_tower, swap_towers",
    "then b hand = w1.t2": "then hand of b = w1.t2",
    "then turn ends": "then turn over",
    "then the turn goes on": "then turn continues",
    "then b won": "then b wins",
    "then y is next": "then y to act",
    "then the move is refused by x": "then forbidden by x",
    "then b comes home": "then b home",
    "given start with b on 3 and tower 2 on 5": "given start with b on 3, tower 2 on 5",
    "given start, b on 3": "given start with b on 3",
    "given start with b on 3, b to move": "given start with b on 3 b to move",
    "given b on 3": "given start with b on 3",
    'when "card tdwd", roll 3': 'when "card tdwd" roll 3',
}
FORMS = (
    *[("ruleset a {{\n{}\n}}", *pair) for pair in AT_THE_TOP.items()],
    *[("rule a {{\non round begins\n{}\nstop\n}}", *pair) for pair in IN_A_RULE.items()],
    *[("rule a {{\n{}\ndo reshuffle\n}}", *pair) for pair in AS_EVENTS.items()],
    *[("example a {{\n{}\ncovers x\n}}", *pair) for pair in IN_AN_EXAMPLE.items()],
)


@pytest.mark.parametrize(("form", "wrote", "wanted"), FORMS, ids=[wrote for _, wrote, _ in FORMS])
def test_phrase(form: str, wrote: str, wanted: str):
    """A phrase is answered with words that can be put in its place, and only once."""
    (fault,) = parse_text(form.format(wrote))[1]

    assert "other-words" == fault.code
    assert wanted in re.findall("`([^`]+)`", fault.help[0])
    assert [] == codes(form.format(wanted))


def test_the_rest_is_read_as_if_it_had_been_said_right():
    """A file with a phrase gives the same tree as the corrected one."""
    form = "rule a {{\n  on round begins\n  {}\n  stop\n}}"

    wrote = parse_text(form.format("choose enemy wizard w where visible"))[0]
    wanted = parse_text(form.format("choose wizard w where not own and visible"))[0]

    assert wanted == wrote


def test_every_phrase_is_shown():
    """No line of the table is there for nothing: each is met by one of the examples above."""
    said = [" ".join(word.text for word in scan(wrote).words) for _, wrote, _ in FORMS]
    # In a table; events by their form.
    others = ["2 - 4 | 1", "on each round", "on tower t hides wizard w", "repeat until roll = 6"]
    others += ["forbid spells", "forbid spells when quiet", "on wizard w passes wizard v"]
    unmet = [
        phrase.pattern.pattern
        for phrase in phrases()
        if not any(phrase.pattern.fullmatch(wrote) for wrote in [*said, *others])
    ]

    assert [] == unmet


def test_right_words_are_left_alone():
    """What is said as rules say it has no other words."""
    for right in ("do move t clockwise 3", "on turn begins", "players 2..4", "set storms = 1"):
        assert [] == [found.text for found in replacements(right) if found.text == right]


@pytest.mark.parametrize(
    ("wrote", "unit"),
    [
        ("do score 2 points for active", "points"),
        ("do score 2 full flasks for active", "full flasks"),
        ("if home of p > 2 wizards { stop }", "wizards"),
    ],
)
def test_what_is_counted_is_clear(wrote: str, unit: str):
    """A unit behind a number is left out."""
    (fault,) = parse_text(f"rule a {{ {wrote} }}")[1]

    assert ("stray-word", f"`{unit}` is not needed here") == (fault.code, fault.message)


@pytest.mark.parametrize("clause", ["on turn begins", "forbid wizard w leaves p", "when x > 2"])
def test_no_braces_after_a_clause(clause: str):
    """The braces of a rule are enough; statements in additional braces are read anyway."""
    tree, (fault,) = parse_text(f"rule a {{\n  {clause} {{\n    stop\n  }}\n}}")

    assert "stray-punctuation" == fault.code
    assert f"no braces after `{clause.split()[0]} …`" in fault.help[0]
    assert parse_text(f"rule a {{\n  {clause}\n  stop\n}}")[0] == tree
