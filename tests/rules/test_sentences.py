"""What definitions say in words: conditions, blanks, both languages."""

from __future__ import annotations

import re

import pytest

from tests.rules.helpers import library
from wtrules import load
from wtrules.meaning import nodes as m
from wtrules.meaning.binder import binder_of
from wtrules.meaning.changes import ClauseChanged, changes
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.evaluate import depends_on_game, is_true
from wtrules.meaning.reach import rules_in_force
from wtrules.meaning.sentences import sentence, sentences
from wtrules.pipeline import load_rules, open_ruleset
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse


def rules_of(text: str, *variants: str, base: str = "en-capstone") -> Rules:
    """Return a house rule that contains a text."""
    source = SourceFile("house.wtr", f"ruleset house {{\n  extends {base}\n{text}\n}}\n")
    opened = open_ruleset(source, library())
    made = opened.compile(variants)
    assert made is not None
    assert [] == [x for x in made.diagnostics if x.severity.value == "error"]
    return made.rules


def said(
    text: str, *variants: str, language: str = "en", players: int | None = None, given=None
) -> str:
    """Return what a rule with these `says` clauses says."""
    rules = rules_of(f"  rule tea {{\n{text}\n}}", *variants)
    entry = rules.get("rule", "tea")
    assert entry is not None
    return sentence(rules, entry.node, language, players, given)


# --- blanks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blank", "english"),
    [
        # Three cards, two actions, and 4 to 6 flasks: the setup of the manual, p. 3.
        ("x {hand.size} x", "x three x"),
        ("x {turn.actions|action|actions} x", "x two actions x"),
        ("x {lock.reward|flask|flasks} x", "x one flask x"),
        ("x {lock.reward|a single flask|flasks} x", "x a single flask x"),
        ("x {board.spaces} x", "x 16 x"),
        ("x {supply.flasks} x", "x four to six x"),
        ("x {players} x", "x two to six x"),
        ("x {deck} x", "x 90 x"),
        ("x {spells.laid_out} x", "x Advance a Wizard and Advance a Tower x"),
        ("x {move_tower} x", "x Advance a Tower x"),
        ("x {spells.casters} x", "x the active player x"),
        ("x {spell.casting|spell|spells} x", "x one spell x"),
        ("{hand.size} x. {hand.size} x: {hand.size}", "Three x. Three x: three"),
        ("x {{y}} x", "x {y} x"),
        ('x \\"{ hand.size }\\" \\\\ x', 'x "three" \\ x'),
    ],
)
def test_blanks_are_filled_in(blank: str, english: str):
    """Numbers up to twelve are words, and what has a name is called by it."""
    assert english == said(f'says en "{blank}"')


def test_german_blanks():
    """German has several words for one, so the text has the right one."""
    german = (
        'says de "{hand.size|eine Karte|Karten}, {lock.reward|eine Flasche|Flaschen}, {players}"'
    )
    assert "Drei Karten, eine Flasche, zwei bis sechs" == said(german, language="de")


def test_a_book_for_one_number_of_players_has_no_ranges():
    """With two players everybody has six flasks, with five players four (p. 3)."""
    text = 'says en "Take {supply.flasks|flask|flasks}."'
    assert "Take six flasks." == said(text, players=2)
    assert "Take four flasks." == said(text, players=5)
    assert "Take no flasks." == said(text, "solo")


def test_values_that_only_the_caller_knows():
    """The points of a player are not in the rules."""
    rules = rules_of('outcome tired { says en "You used {points|card|cards}." }')
    entry = rules.get("outcome", "tired")
    assert entry is not None
    assert "You used 31 cards." == sentence(rules, entry.node, "en", given={"points": 31})


# --- conditions ----------------------------------------------------------------------------------

MODES = ["", "nasty", "team", "solo", "coop", "coop,coop_spells"]


@pytest.mark.parametrize(
    ("condition", "modes"),
    [
        ("supply.flasks > 0", ["", "nasty", "team", "coop,coop_spells"]),
        ("supply.flasks = 0", ["solo", "coop"]),
        ("spells.setup is none", ["solo", "coop"]),
        ("spells.setup is not none", ["", "nasty", "team", "coop,coop_spells"]),
        ("players = 1", ["solo"]),
        ("players > 1", ["", "nasty", "team", "coop", "coop,coop_spells"]),
        ("team", ["team"]),
        ("coop", ["coop", "coop,coop_spells"]),
        ("not (coop or solo)", ["", "nasty", "team"]),
        ("turn.discard is allowed", ["", "nasty", "team"]),
        ("spells.casters is everyone", ["nasty"]),
        ("move_tower in spells.laid_out", MODES),
        ("hand.size * 2 - 1 = 5 and (board.lights at 0) >= 0", MODES),
    ],
)
def test_sentences_for_modes(condition: str, modes: list[str]):
    """Settings, tables, the number of players and the names of variants say which mode it is."""
    text = f'says when {condition} en "Yes."'
    assert modes == [mode for mode in MODES if said(text, *filter(None, mode.split(",")))]


@pytest.mark.parametrize(
    ("mode", "absent"),
    [
        ("solo", "everybody, nobody, other players, your partner, euch, legt, niemand"),
        ("solo,solo_spells", "everybody, nobody, other players, your partner, euch, legt, niemand"),
        ("coop", "your own, yours, other players, your partner, eigene, deiner Magier"),
        ("coop,coop_spells", "your own, yours, other players, your partner, eigene, deiner Magier"),
        ("team", "somebody, jemand"),
    ],
)
def test_a_mode_says_only_what_is_true_in_it(mode: str, absent: str):
    """Alone, you have nobody beside you; together, nobody has wizards of their own."""
    rules = rules_of("", *mode.split(","))
    in_force = rules_in_force(rules)
    entries = [entry for entry in rules.of_kind("rule") if entry.id in in_force]
    entries += [*rules.of_kind("card"), *rules.of_kind("spell")]
    said = [text for entry in entries for text in sentences(rules, entry.node).values()]
    for words in absent.split(", "):
        assert [] == [text for text in said if re.search(rf"\b{words}\b", text, re.IGNORECASE)]


def test_a_variant_that_a_ruleset_does_not_offer_is_not_played():
    """The Abacus manuals have no cooperative mode; a sentence below them may name it."""
    text = 'rule tea { says en "A." says when coop en "B." says when not coop en "C." }'
    rules = rules_of(text, base="de-abacus-24")
    entry = rules.get("rule", "tea")
    assert entry is not None
    assert "A. C." == sentence(rules, entry.node, "en")


def test_a_sentence_is_read_if_it_is_true_for_one_number_of_players():
    """Unless the reader wants to know it for one number."""
    text = 'says en "A." says when players > 4 en "B."'
    assert "A. B." == said(text)
    assert "A." == said(text, players=3)
    assert "A. B." == said(text, players=6)


def test_by_language():
    """Each language has all sentences, in another one if there is no translation."""
    rules = rules_of('rule tea { says en "A." de "B." says when players > 1 en "C." }')
    entry = rules.get("rule", "tea")
    assert entry is not None
    assert {"en": "A. C.", "de": "B. C."} == sentences(rules, entry.node)


def test_an_override_replaces_all_sentences():
    """Half of a paraphrase would be wrong."""
    rules = rules_of(
        'rule tea { says en "A." says when players > 1 en "B." }\n'
        'variant calm { override rule tea { says when players > 2 en "C." } }',
        "calm",
    )
    entry = rules.get("rule", "tea")
    assert entry is not None
    assert "C." == sentence(rules, entry.node, "en")


# --- what follows from it ------------------------------------------------------------------------


def test_sentences_change_nothing_in_play():
    """Neither the hash nor the program knows them."""
    text = """
  override rule turn.no_move {{
    {says}
    detail
  }}"""
    bodies = [
        SourceFile(
            "house.wtr", f"ruleset house {{\n extends en-capstone\n{text.format(says=says)}\n}}"
        )
        for says in ('says en "A."', 'says when players > 2 en "{hand.size}"')
    ]
    one, two = (load(body) for body in bodies)
    assert load("en-capstone").hash == one.hash == two.hash


def test_sentences_that_read_the_same_are_no_difference():
    """A blank, or a condition that is true, is another way to write the same."""
    base = rules_of('rule tea { says en "You have three cards." }')
    same = rules_of('rule tea { says when players > 1 en "You have {hand.size} cards." }')
    other = rules_of('rule tea { says en "You have {turn.actions} cards." }')
    assert () == tuple(changes(same, base))
    assert (ClauseChanged("rule", "tea", "says"),) == tuple(changes(other, base))


# --- what is known before the game ---------------------------------------------------------------


def bound(rules: Rules, text: str) -> m.Term:
    """Return a condition of a sentence."""
    file, faults = parse(SourceFile("term.wtr", f'rule x {{ says when {text} en "Yes." }}'))
    assert () == faults
    (rule,) = file.members
    assert isinstance(rule, n.Rule)
    (says,) = rule.clauses
    return binder_of(rules).condition(says)


@pytest.mark.parametrize(
    ("condition", "players", "answer"),
    [
        ("supply.wizards = 5", 2, True),
        ("supply.wizards = 5", 3, False),
        ("supply.wizards at 5 = 3", 2, True),
        ("hand.size > 2 or any tower", 2, True),
        ("hand.size > 3 and any tower", 2, False),
        ("hand.size > 2 and any tower", 2, None),
        ("spell.moment is after", 2, None),
        ("left of spell.casting > 0", 2, None),
        ("(1 when players = 2 else 0) = 1", 2, True),
        ("hand.size / 0 = 1", 2, None),
        ("s in spells.laid_out", 2, None),
        ("doubled of hand.size = 6", 2, True),
        ("crowded", 5, True),
        ("crowded", 4, False),
        ("round_about", 4, None),
    ],
)
def test_decided_before_the_game(condition: str, players: int, answer: bool | None):
    """Settings, tables and defined words that need nothing else; None depends on the game."""
    rules, _ = load_rules(
        SourceFile(
            "house.wtr",
            """ruleset house {
  extends en-capstone
  define doubled of number k = 2 * k
  define crowded = players > 4
  define round_about = not round_about
}""",
        )
    )
    assert rules is not None
    assert answer is is_true(meaning_of(rules), bound(rules, condition), players)


def test_true_for_all_numbers_of_players():
    """What is true for some of them only is neither true nor false."""
    rules = rules_of("")
    assert True is is_true(meaning_of(rules), bound(rules, "supply.flasks > 3"))
    assert None is is_true(meaning_of(rules), bound(rules, "supply.flasks > 4"))
    assert False is is_true(meaning_of(rules), bound(rules, "supply.flasks > 6"))


def test_words_that_multiply_do_no_harm():
    """Thirty words that each use the one before twice would be a billion terms."""
    words = "\n".join(f"define x{i} = x{i - 1} + x{i - 1}" for i in range(1, 29))
    rules = rules_of(f"define x0 = 0\n{words}")
    assert True is is_true(meaning_of(rules), bound(rules, "x28 = 0"))
    assert None is depends_on_game(bound(rules, "x28 = 0"), meaning_of(rules).defines)


def test_rules_that_need_flasks_are_dead_where_nobody_has_any():
    """The table of the solo mode gives no flasks; in other modes there are some."""
    text = """
  rule tea {
    says   en "A flask for everybody."
    on     round begins
    when   supply.flasks > 0
    do     roll die
  }"""
    assert "tea" in rules_in_force(rules_of(text))
    assert "tea" not in rules_in_force(rules_of(text, "solo"))


def test_rules_for_some_numbers_of_players_only():
    """In a book for two players, a rule for five has no effect."""
    rules = rules_of("rule crowd { on round begins when players >= 5 do roll die }")
    assert "crowd" in rules_in_force(rules)
    assert "crowd" not in rules_in_force(rules, 2)
    assert "crowd" in rules_in_force(rules, [2, 5])


def said_of(rules: Rules, id: str) -> str:
    """Return what a rule says."""
    entry = rules.get("rule", id)
    return sentence(rules, entry.node, "en") if entry is not None else ""


def test_what_is_said_about_a_rule_is_true_while_the_rule_is_as_it_was():
    """Removed, or changed by a house rule, a rule takes along what others say about it; new words do not."""
    about = 'rule tea { says when castle.move en "Tea." }'
    change = "override rule castle.move { do put castle on space 3 }"

    assert "Tea." == said_of(rules_of(about), "tea")
    assert "" == said_of(rules_of(f"{about} remove rule castle.move"), "tea")
    assert "" == said_of(rules_of(f"{about} {change}"), "tea")
    worded = f'{about} override rule castle.move {{ says en "It moves." }}'
    assert "Tea." == said_of(rules_of(worded), "tea")
    assert "" != said_of(rules_of(""), "castle.alone") != said_of(rules_of(change), "castle.alone")


def test_what_is_said_about_a_deck_or_table_is_true_while_nobody_changes_it():
    """With more cards or another colour, what the core says about their number is not printed."""
    assert "90 movement cards" in said_of(rules_of(""), "facts.cards")
    assert "" == said_of(rules_of("add to deck { 4 x wizard 1 }"), "facts.cards")
    seventh = 'add to table colours { white | w | 5 | 6 | "white" | "weiß" }'
    assert "" == said_of(rules_of(seventh), "facts.figures")


def test_rules_that_come_too_late():
    """If the first wizard home ends the game, nobody ever brings all of them home."""
    race = "rule race { on wizard w enters castle do declare owner of w winner end game won }"
    late = {"end.finish_round", "team.end_at_once"}

    assert not late & rules_in_force(rules_of(race, "team"))
    assert "castle.move" in rules_in_force(rules_of(race))
    assert "" == said_of(rules_of(race), "end.keep_playing")


def test_rules_that_may_still_come():
    """An end with a condition, of one's own, or of something else leaves the usual one in force."""
    sometimes = "rule race { on wizard w enters castle when home of owner of w = 2 end game won }"
    flasks = "rule race { on player p rolls die end game won }"
    other = "define finished of player p = empty_flasks of p = 0 or home of p = 1"

    assert "end.finish_round" in rules_in_force(rules_of(sometimes))
    assert "end.finish_round" in rules_in_force(rules_of(flasks))
    race = "rule race { on wizard w enters castle end game won }"
    assert "end.finish_round" in rules_in_force(rules_of(f"override {other} {race}"))


def test_a_word_of_a_setting_stays_one_when_a_memory_is_called_so():
    """Next to a setting, a name is one of its values: a memory `drawn` changes no sentence."""
    rules = rules_of(
        '  memory drawn = 0 per turn\n  rule tea { says when spells.setup is not drawn en "Tea." }'
    )
    entry = rules.get("rule", "tea")

    assert entry is not None
    assert "Tea." == sentence(rules, entry.node, "en")
