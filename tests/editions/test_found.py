"""What is found to differ between two texts of a rule, whatever it means for the game."""

from __future__ import annotations

from functools import cache

from syrupy.assertion import SnapshotAssertion

from wtrules.editions.changes import type_name
from wtrules.editions.find.diff import Findings, find
from wtrules.editions.sides import open_side
from wtrules.say.changes import change_text
from wtrules.source import SourceFile
from wtrules.texts import Texts

ENGLISH, GERMAN = Texts("en"), Texts("de")

# The same entry in two rulesets: what only the second or only the first has is empty on the other side.
PAIRS = {
    "a condition more": ("rule a { on turn begins  do score 1 for active }",
                         "rule a { on turn begins  when home of active > 1  do score 1 for active }"),
    "a condition less": ("rule b { on turn begins  when home of active > 1 and mood = 1  set mood = 2 }",
                         "rule b { on turn begins  when mood = 1  set mood = 2 }"),
    "a stronger condition": ("rule c { on turn begins  when mood = 1  set mood = 2 }",
                             "rule c { on turn begins  when mood = 1 and home of active > 1  set mood = 2 }"),
    "a weaker condition": ("rule c2 { on turn begins  when mood = 1  set mood = 2 }",
                           "rule c2 { on turn begins  when mood = 1 or home of active > 1  set mood = 2 }"),
    "another condition": ("rule d { on turn begins  when mood = 1  set mood = 2 }",
                          "rule d { on turn begins  when mood = 2  set mood = 2 }"),
    "a statement more": ("rule e { on turn begins  set mood = 2 }",
                         "rule e { on turn begins  set mood = 2  do score 1 for active }"),
    "a statement less": ("rule f { on turn begins  set mood = 2  do score 1 for active }",
                         "rule f { on turn begins  set mood = 2 }"),
    "another number": ("rule g { on turn begins  do score 1 for active }",
                       "rule g { on turn begins  do score 2 for active }"),
    "another event": ("rule h { on turn begins  do score 1 for active }",
                      "rule h { on turn ends  do score 1 for active }"),
    "another order": ("rule i { on turn begins  set mood = 2  do score 1 for active }",
                      "rule i { on turn begins  do score 1 for active  set mood = 2 }"),
    "a filter more": ("rule j { on turn begins  choose wizard w  do score level of w for active }",
                      "rule j { on turn begins  choose wizard w where own  do score level of w for active }"),
    "a filter less": ("rule j2 { on turn begins  choose wizard w where own  do score level of w for active }",
                      "rule j2 { on turn begins  choose wizard w  do score level of w for active }"),
    "a stronger filter": ("rule k { on turn begins  choose wizard w where own  do score level of w for active }",
                          "rule k { on turn begins  choose wizard w where own and visible  do score level of w for active }"),
    "another piece": ("rule l { on turn begins  choose wizard w  do score level of w for active }",
                      "rule l { on turn begins  choose tower w  do score level of w for active }"),
    "may instead of must": ("rule m { on turn begins  do reshuffle }",
                            "rule m { on turn begins  may { do reshuffle } }"),
    "inside of a block": ("rule o { on turn begins  if mood = 1 { do score 1 for active } }",
                          "rule o { on turn begins  if mood = 1 { do score 3 for active } }"),
    "an else": ("rule o2 { on turn begins  if mood = 1 { set mood = 2 } }",
                "rule o2 { on turn begins  if mood = 1 { set mood = 2 } else { set mood = 3 } }"),
    "more often": ("rule p { on turn begins  repeat 2 times { do score 1 for active } }",
                   "rule p { on turn begins  repeat 3 times { do score 1 for active } }"),
    "for others": ("rule q { on turn begins  each player x { do score 1 for x } }",
                   "rule q { on turn begins  each player x where x is not active { do score 1 for x } }"),
    "words alone": ('rule r { says en "One." de "Eins."  on turn begins  do score 1 for active }',
                    'rule r { says en "Two." de "Zwei."  on turn begins  do score 1 for active }'),
    "words of one language": ('rule r2 { says en "One." de "Eins."  on turn begins  do score 1 for active }',
                              'rule r2 { says en "One." de "Zwei."  on turn begins  do score 1 for active }'),
    "a source": ('rule s { cites en-capstone "Setup" p3  on turn begins  do score 1 for active }',
                 'rule s { cites en-capstone "Setup" p4  on turn begins  do score 1 for active }'),
    "a source less": ('rule s2 { cites en-capstone "Setup" p3  on turn begins  do score 1 for active }',
                      "rule s2 { on turn begins  do score 1 for active }"),
    "a prohibition": ("rule t { forbid tower t lands on x  when mood = 1 }",
                      "rule t { forbid wizard t lands on x  when mood = 1 }"),
    "new": ("", "rule u { on turn begins  do score 1 for active }"),
    "gone": ("rule v { on turn begins  do score 1 for active }", ""),
    "a price": ('spell fly { name en "Fly" de "Flug"  cost 1  when castable_now  choose tower t  do move t clockwise 1 }',
                'spell fly { name en "Fly" de "Flug"  cost 2  when castable_now  choose tower t  do move t clockwise 1 }'),
    "a name": ('spell hop { name en "Hop" de "Hüpfer"  cost 1  when castable_now  choose tower t  do move t clockwise 1 }',
               'spell hop { name en "Leap" de "Sprung"  cost 1  when castable_now  choose tower t  do move t clockwise 1 }'),
    "a direction": ('spell run { name en "Run" de "Lauf"  cost 1  when castable_now  choose tower t  do move t clockwise 1 }',
                    'spell run { name en "Run" de "Lauf"  cost 1  when castable_now  choose tower t  do move t counterclockwise 1 }'),
    "a definition": ("define high of wizard w = level of w > 1", "define high of wizard w = level of w > 2"),
    "a memory": ("memory mood = 0", "memory mood = 0 per turn"),
    "an allowance": ("allowance luck = 1 per turn", "allowance luck = 2 per turn"),
    "a setting": ("override board.capacity = 5", "override board.capacity = 4"),
    "a list": ("override board.shields = 0, 4", "override board.shields = 0, 4, 8"),
    "a choice": ("override spells.casters = active", "override spells.casters = everyone"),
    "a cell": ("override table supply { players | wizards | flasks\n 2..6 | 3 | 4 }",
               "override table supply { players | wizards | flasks\n 2..6 | 3 | 3 }"),
    "a card": ("add to deck { 2 x wizard 5 }", "add to deck { 3 x wizard 5 }"),
    "a variant": ('variant calm for 2..4 players { name en "Calm" de "Ruhig"  override turn.actions = 1 }',
                  'variant calm for 2..3 players { name en "Calm" de "Ruhig"  override turn.actions = 1 }'),
    "what a variant excludes": ('variant wild for 2..4 players { name en "Wild" de "Wild"  override turn.actions = 1 }',
                                'variant wild for 2..4 players { name en "Wild" de "Wild"  excludes solo  override turn.actions = 1 }'),
}  # fmt: skip
USES = """
rule uses { on turn begins  when any wizard w where high of w and left of luck > 0  use luck  set mood = 3 }
"""


@cache
def findings() -> Findings:
    sides = []
    for number, name in enumerate(("one", "two")):
        text = "\n".join(pair[number] for pair in PAIRS.values())
        head = f'ruleset {name} {{ extends en-capstone  title en "{name}" de "{name}" }}\n'
        sides.append(open_side(SourceFile(f"{name}.wtr", f"{head}{text}\n{USES}"), name))
    return find(*sides)


def test_what_is_found(snapshot: SnapshotAssertion):
    """Each entry with all that changes in it, in both languages, and in which mode."""
    rows = []
    for found in findings().entries:
        kind, id = found.key
        mode = f" with {'+'.join(found.mode)}" if found.mode else ""
        rows.append(f"{kind} {id}{mode}")
        for change in found.changes:
            rows.append(f"  {type_name(change)}: {change_text(change, ENGLISH)}")
            if (german := change_text(change, GERMAN)) != change_text(change, ENGLISH):
                rows.append(f"  {'de':>{len(type_name(change))}}: {german}")
    assert snapshot == "\n".join(rows) + "\n"


def test_everything_that_differs_is_found():
    """Every pair is in the list, and modes that both have are compared."""
    said = {found.key[1] for found in findings().entries}
    names = {id for one, two in PAIRS.values() for id in said if f" {id} " in f"{one} {two}"}
    assert {
        *"abcdefghijklmopqrstuv",
        "c2",
        "j2",
        "o2",
        "r2",
        "s2",
        "fly",
        "hop",
        "run",
        "calm",
    } <= names
    assert ("calm",) in findings().modes
    assert ((), ()) == (findings().only_one, findings().only_two)
