"""The fingerprint of rules: what decides how they play, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve, frozen
from syrupy.assertion import SnapshotAssertion

import wtrules
from tests.mutation.mutant import Mutant
from tests.mutation.rule_changes import mutants
from tests.playthrough_cases import FOLDER, Case, line, read_case, ruleset_path
from tests.sampling import drawn
from wtrules.canonical import canonical, is_of_other_form
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load
from wtrules.game.playthrough import replay
from wtrules.meaning.fingerprint import canonical_form
from wtrules.node import Node
from wtrules.pipeline import Compilation
from wtrules.resolve import model
from wtrules.resolve.library import Library
from wtrules.source import SourceFile, Span

ROOT = Path(__file__).resolve().parents[2]
SMALL = (ROOT / "tests/fuzz/small.wtr").read_text("utf-8")
CASES = [read_case(FOLDER / f"{name}.game") for name in ("en-capstone-3p-greedy", "every-spell-3p")]
TEXTS = ("page", "stance", "sentence")  # kinds of mutants that change no game

TINY = """
ruleset tiny {
  title   en "Tiny"
  players 2
  board { spaces 4 shields 0 castle 0 towers from 1: raven, plain, raven capacity 3 }
  die { faces 2 }
  pace { mode one of slow, quick }
  table colours {
    colour | letter | wizards | en
    blue   | b      | 1       | "blue"
    yellow | y      | 1       | "yellow"
  }
  table steps {
    players | most
    2       | 3
    >2      | 1
  }
  deck 5 { 3 x wizard 1 2 x wizard die rolls 2 }
  memory moved = 0 per turn
  secret memory role = one of loyal, traitor for each player
  define near(wizard w, number n) = space of w is space n
  card wizard(number n) {
    says   en "Move a wizard."
    code   w
    choose wizard w where visible and not near(w, n)
    do     move w clockwise n
    set    moved = moved + n
  }
  rule game {
    repeat steps.most times { turn of first player { set role of active = traitor } }
  }
  rule second {
    on     wizard w lands on p
    when   pace.mode is quick or moved > 2
    do     bring w home
  }
  rule first {
    on     wizard w lands on p
    do     declare owner of w winner
  }
}
"""


def text_of(text: str) -> str:
    """Return the canonical form of the rules in a text; they may be no whole game."""
    made = wtrules.pipeline.open_ruleset(SourceFile("small.wtr", text)).compile()
    assert made is not None
    assert made.elaborated[1] == ()
    return canonical_form(made.rules, made.meaning)


def test_the_form_of_a_small_ruleset(snapshot: SnapshotAssertion) -> None:
    """What decides a game is in it, with its order where that counts, and no text."""
    assert snapshot == text_of(TINY)


def swapped(text: str, one: str, two: str) -> str:
    """Return a text in which two parts have changed places."""
    assert text.count(one) == text.count(two) == 1
    return text.replace(one, "\0").replace(two, one).replace("\0", two)


def part(opening: str) -> str:
    """Return a definition of the small game."""
    found = re.search(rf"^  {re.escape(opening)}.*?^  }}\n", SMALL, re.M | re.S)
    assert found is not None
    return found[0]


SAME = {
    "comments": re.sub(r"\n", "  # why\n", SMALL),
    "layout": re.sub(r"  +", "   ", SMALL),
    "sentences": re.sub(r'(says.*?en) "[^"]*"', r'\1 "Other words."', SMALL),
    "names of what is shown": SMALL.replace('name en "decided"', 'name en "settled"'),
    "the title": SMALL.replace("Small towers", "Tiny towers"),
    "the name": SMALL.replace("ruleset small", "ruleset other"),
    "a rule that only speaks": SMALL.replace(
        "  rule game {", '  rule hint { says en "Hm." de "Hm." }\n\n  rule game {'
    ),
    "a chosen thing": SMALL.replace("tower t where can move t clockwise n\n    do     move t", "tower x where can move x clockwise n\n    do     move x"),
    "a parameter": SMALL.replace("of player p = home of p = wizards of p and empty_flasks of p", "of player x = home of x = wizards of x and empty_flasks of x"),
    "an event's names": SMALL.replace("on     tower t hides p\n    when   any wizard on p", "on     tower it_hid hides place_x\n    when   any wizard on place_x"),
    "rules of different events": swapped(SMALL, part("rule turn.refill"), part("rule castle.entry")),
    "the order of memories": swapped(SMALL, "memory turn.played = 0 per turn", "memory last_mover = player"),
    "the order of tables": swapped(SMALL, part("table colours"), part("table supply")),
    "the order of settings": swapped(SMALL, "    castle   0\n", "    capacity 3\n"),
    "the order of columns": SMALL.replace(
        "    players | wizards | flasks\n    2       | 2       | 2\n    3       | 1       | 1",
        "    players | flasks | wizards\n    2 | 2 | 2\n    3 | 1 | 1",
    ),
    "a number with a name": SMALL.replace("rolls of c > 0", "rolls of c > board.castle"),
    "another way to write a setting": SMALL.replace("capacity 3", "capacity 2 + 1"),
    "another way to write a deck": SMALL.replace("3 x wizard 1\n", "2 x wizard 1\n    1 x wizard 1\n"),
}  # fmt: skip

OTHER = {
    "a number": SMALL.replace("rolls of c > 0", "rolls of c > 1"),
    "a condition": SMALL.replace("    when   castle is on p\n", ""),
    "an event": SMALL.replace("on     round ends", "on     turn ends"),
    "a cell": SMALL.replace("3       | 1       | 1", "3       | 2       | 1"),
    "a deck": SMALL.replace("3 x wizard 1", "4 x wizard 1").replace("deck 12", "deck 13"),
    "what a card rolls": SMALL.replace("die rolls 2", "die rolls 3"),
    "a scope": SMALL.replace("turn.played = 0 per turn", "turn.played = 0 per round"),
    "a secret": SMALL.replace("memory last_mover = player", "secret memory last_mover = player"),
    "a setting": SMALL.replace("capacity 3", "capacity 2"),
    "a list": SMALL.replace("lights   from 1: 2, 2, 2", "lights   from 1: 2, 2, 1"),
    "where a list begins": SMALL.replace("lights   from 1:", "lights   from 2:"),
    "a choice before the game": SMALL.replace("one of all_home, any_home", "one of any_home, all_home"),
    "who can play": SMALL.replace("players  2..3", "players  2"),
    "the towers": SMALL.replace("raven, plain, raven", "raven, raven, raven"),
    "the die": SMALL.replace("faces 3", "faces 4"),
    "hands": SMALL.replace("size 2", "size 2 visibility open"),
    "a letter": SMALL.replace("red    | r ", "red    | x "),
    "a code": SMALL.replace("code   t", "code   x"),
    "a cost": SMALL.replace("cost   1", "cost   2"),
    "an allowance": SMALL.replace("casting = 1", "casting = 2"),
    "a piece": SMALL.replace("  die {", "  piece dragon 1 { name en \"d\" de \"D\" on spaces 3 }\n  die {"),
    "the order of a deck": swapped(SMALL, "3 x wizard 1\n", "2 x wizard 2\n"),
    "the order of colours": swapped(SMALL, "blue   | b ", "red    | r "),
    "the order of statements": swapped(SMALL, "      use casting\n", "      perform s\n"),
}  # fmt: skip


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_does_not_count(text: str) -> None:
    """What is written differently and plays alike has the same form."""
    assert text != SMALL
    assert text_of(SMALL) == text_of(text)


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_what_counts(text: str) -> None:
    """What decides a game is in the form."""
    assert text != SMALL
    assert text_of(SMALL) != text_of(text)


ADDED = "  rule one { on turn ends do roll die }\n  rule two { on turn ends do reshuffle }\n"
LATER = (
    "  rule one { on turn ends after two do roll die }\n  rule two { on turn ends do reshuffle }\n"
)


def test_the_order_of_rules_that_react_to_one_event() -> None:
    """It counts, whether it is that of the file or is said with `after`."""
    one, two = ADDED.splitlines(keepends=True)
    forms = [
        text_of(SMALL.replace("  rule setup {", f"{rules}  rule setup {{"))
        for rules in (one + two, two + one, LATER)
    ]
    assert forms[0] != forms[1]
    assert forms[1] == forms[2]


def test_the_order_of_spells() -> None:
    """It counts: spells are numbered, and drawn by their numbers."""
    calm = "  spell calm { cost 1 do roll die }\n"
    before, after = (
        SMALL.replace(f"  {place}", f"{calm}  {place}")
        for place in ("spell gust {", "rule setup {")
    )
    assert text_of(before) != text_of(after)


# --- all of the shipped rules ----------------------------------------------------------------------


@pytest.mark.parametrize("mutant", drawn(mutants("core/*.wtr"), 20), ids=lambda mutant: mutant.id)
def test_changed_rules(mutant: Mutant) -> None:
    """A change that a game notices changes the fingerprint; a change of a text does not."""
    for case in CASES:
        try:
            game = changed_game(mutant, case)
        except RulesetError:
            continue
        is_same = game.hash == case.playthrough.hash
        assert is_same or mutant.kind not in TEXTS
        if is_same:
            assert case.ends_at == line(replay(game, case.playthrough).states[-1])


def changed_game(mutant: Mutant, case: Case) -> Game:
    """Return the game of a case with one rule file changed."""
    path = (ROOT / mutant.file).resolve()
    library = Library(texts={path: SourceFile(str(path), mutant.text)})
    playthrough = case.playthrough
    return load(ruleset_path(playthrough.ruleset), playthrough.variants, library=library)


@pytest.mark.parametrize("ruleset", ["en-capstone+nasty", "examples/weather.wtr"])
def test_definitions_in_another_order(ruleset: str) -> None:
    """Rules with the same fingerprint play the same game, in whatever order they are written."""
    game = wtrules.load(ruleset)
    for kind in model.KINDS:
        entries = list(game.rules.entries.items())
        places = [i for i, (key, _) in enumerate(entries) if key[0] == kind]
        for i, entry in zip(places, [entries[i] for i in reversed(places)], strict=True):
            entries[i] = entry
        other = Game(Compilation(evolve(game.rules, entries=dict(entries))))
        if other.hash == game.hash:
            assert played(game) == played(other)
        else:
            assert kind in ("card", "spell", "deck", "rule")


def played(game: Game) -> list[object]:
    """Return the choices and the moves of a game, up to the 60th, and the random numbers to come."""
    state = game.start(seed=3)
    found: list[object] = []
    while not state.is_over and len(found) < 60:
        moves = state.legal_moves
        found.append([move.text for move in moves])
        state = state.play(moves[len(found) * 7 % len(moves)])
    return [*found, state.numbers("rng")]


def test_everything_that_the_lowering_reads_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and tables that decide a game by their names are in the form."""
    game = wtrules.load("en-capstone+nasty")
    text = canonical_form(game.rules, game.meaning)
    read = set()
    get = model.Rules.get
    monkeypatch.setattr(
        model.Rules, "get", lambda self, kind, id: read.add((kind, id)) or get(self, kind, id)
    )
    fresh = Compilation(game.rules)
    _ = fresh.meaning
    read.clear()
    fresh.program(2)
    named = {key for key in read if key[0] in ("setting", "table") and key in game.rules.entries}
    assert {("setting", "board.lights"), ("table", "supply")} <= named
    assert [] == [(kind, id) for kind, id in sorted(named) if f"\n{kind} {id}: " not in text]


# --- the form itself -------------------------------------------------------------------------------

HERE = Span(SourceFile("here", ""), 0, 0)


@frozen
class Before(Node):
    """A node."""

    word: str
    inside: Node | None


@frozen
class After(Node):
    """The same node later: its parts in another order, and one part more."""

    inside: Node | None
    word: str
    is_new: bool = False


def test_a_part_that_is_added_later() -> None:
    """A part with its default is not written, nor does the order of the parts count."""
    before = Before("a", Before("b", None, span=HERE), span=HERE)
    after = After(After(None, "b", span=HERE), "a", span=HERE)
    assert canonical(before).replace("before", "after") == canonical(after)
    assert canonical(after) != canonical(evolve(after, is_new=True))


def test_nothing_and_an_empty_list_differ() -> None:
    """A body without statements is another one than none at all."""
    one, two = After(None, "x", span=HERE), After((), "x", span=HERE)  # type: ignore[arg-type]
    assert canonical(one) != canonical(two)


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("4ce865722cc5be4f", True), ("1f6991cab836", True), ("7:4ce865722cc5be4f", True),
        ("1:4ce865722cc5be4f", False), ("banana", False), ("x:4ce8", False), ("", False),
    ],
)  # fmt: skip
def test_fingerprints_of_other_forms(text: str, is_other: bool) -> None:
    """A fingerprint says of which form it is; those before version 1 are known by their length."""
    assert is_other == is_of_other_form(text)
