"""Keywords as names: each can be used wherever it can be defined, or its definition is reported."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import wtrules
from tests.playthrough_cases import line
from tests.sampling import drawn, sampled
from wtrules.diagnostics import Diagnostic, Severity
from wtrules.game.game import Game
from wtrules.game.happened import ending
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.pipeline import OpenedRuleset, open_ruleset
from wtrules.resolve.library import Library, LoadedFile
from wtrules.say.voice import Voice
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.parse import _parse, parse
from wtrules.syntax.scan import scan
from wtrules.syntax.tables import Tables
from wtrules.syntax.words import words

KEYWORDS = sorted(word for word in tables().terminal_of if word.replace("_", "").isalpha())
SMALL = Path(__file__).parents[1] / "fuzz" / "small.wtr"

# Every kind of definition, and the ways to use its name; `W` is the name.
DEFINITIONS = {
    "outcome": """
outcome W { name en "x" de "x" }
rule a { on turn ends if home of active > 1 { end game W } if home of active > 2 { end game W }
  end game W }
add to outcome W { goal reached }""",
    "memory": """
memory W = 0
rule a { on turn ends set W = W + 1 do add 1 to W
  if W > 2 and 3 < W or not W = 7 { set W = 2 - W } if 1 + W = 2 { do reshuffle } }
example e { with W = 2 given start for 2 players then W = 2 }""",
    "memory of a player": """
memory W = 0 for each player
rule a { on turn ends set W of active = W of active + 1 do add 1 to W of active
  if W of active > highest W of q for player q { do reshuffle } if any player q where W of q > 2 { do reshuffle } }
example e { with W of b = 2 given start for 2 players then W of b = 2 }""",
    "word of a memory": """
memory m = one of other, W
rule a { on turn ends set m = W if m = W { set m = other } if m is not W { set m = W }
  set m = W
  do reshuffle }""",
    "word of a setting": """
g { m one of other, W }
rule a { on turn ends if g.m = W { do reshuffle } if g.m is not W { do reshuffle } }""",
    "setting": """
g { W 3 }
rule a { on turn ends if g.W > 2 { do fill g.W flasks of active } }
override g.W = 4""",
    "group": """
W { a 3 }
rule a { on turn ends if W.a > 2 { do fill W.a flasks of active } }""",
    "rule": """
rule W { do reshuffle }
rule a { on turn ends perform W
  perform W }
rule c { on turn ends after W do reshuffle }
example e { illustrates W given start for 2 players then yes }""",
    "rule with a parameter": """
rule W(player p) { do fill 1 flask of p }
rule a { on turn ends perform W(active)
  each player q { perform W(q) } }""",
    "spell": """
spell W { name en "x" de "x" says en "x" de "x" cost 1 do reshuffle }
rule a { on player p casts s when s = W do reshuffle }
rule c { on turn ends perform W }
example e { illustrates spell W given start for 2 players then yes }""",
    "definition": """
define W = 1 + home of active
rule a { on turn ends if W = 1 and 2 > W { do fill W flasks of active } }""",
    "definition of a player": """
define W of player p = home of p
rule a { on turn ends if W of active = 1 { do fill W of active flasks of active }
  if any player p where W of p > 2 { do reshuffle } }""",
    "definition of a wizard": """
define W of wizard w = owner of w is active
rule a { on turn ends if any wizard w where W { do reshuffle } if 2 < number of wizards w where W { do reshuffle }
  each wizard w where W and visible { if w is not W { do reshuffle } } }""",
    "definition with a parameter": """
define W(number n) = n + 1
rule a { on turn ends if W(1) = 2 { do fill W(2) flasks of active } }""",
    "variant": """
variant W { name en "x" de "x" says en "x" de "x" override hand.size = 3 }
variant v { name en "y" de "y" says en "x" de "x" excludes W override board.capacity = 2 }
example e { with W given start for 2 players then yes }""",
    "deck": """
card storm { name en "x" de "x" do reshuffle }
deck W { 3 x storm }
add to deck W { 1 x storm }
rule a { on game begins do reshuffle W
  do reveal W
  perform revealed of W }
rule c { on turn ends if draw_pile of W = 0 { do reshuffle W } if any card from W { do reshuffle }
  do draw 1 card from W for active }""",
    "option": """
rule a { on turn ends either { option W en "x" de "x" do reshuffle } or { option other en "y" de "y" do fill 1 flask of active } }""",
    "card": """
card W { code q name en "x" de "x" do reshuffle }
add to deck { 2 x W
  1 x W or wizard 1 }
example e { illustrates card W given start for 2 players then yes }""",
    "piece": """
piece W { code Z on space 3 }
rule a { on turn ends do move W clockwise 1 do place W on space 1
  if space of W = space 2 { do reshuffle } if W is on space 3 { do reshuffle } }
rule c { on W lands on p do reshuffle }""",
    "allowance": """
allowance W = 1 per turn
rule a { on turn ends if left of W > 0 { use W } }
override W = 2 per turn""",
    "let": """
rule a { on turn ends let W = 1 if W = 1 and 2 > W { do fill W flasks of active } }""",
    "choice": """
rule a { on turn ends
  choose wizard W where owner of W is active and can move W clockwise 1 else { do reshuffle }
  do move W clockwise 1 }""",
    "loop": """
rule a { on turn ends each wizard W { if W is visible { do move W clockwise 1 } } }""",
    "parameter": """
rule r(wizard W, number n) { if can move W clockwise n { do move W clockwise n } }
rule a { on turn ends each wizard w { perform r(w, 1) } }""",
    "event": """
rule a { on wizard W enters castle do fill 1 flask of owner of W }
rule c { forbid wizard W lands on p when level of p > 3 and height of W > 1 }""",
    "chapter": """
chapter W { name en "x" de "x" }
rule a { chapter W says en "x" de "x" on turn ends do reshuffle }""",
    "table": """
table W { players | a
  2, 3 | 1 }
rule a { on turn ends if W.a > 2 { do fill W.a flasks of active } }
add to table W { 4 | 2 }""",
    "column of a table": """
table t { players | W | a
  2, 3 | 1 | 3 }
rule a { on turn ends if t.W > 2 { do fill t.W flasks of active } }""",
    "word of a table": """
g { now one of W, other }
table t { word | W_of | a
  W | other | 3
  other | W | 4 }
rule a { on turn ends if t.a at g.now > 2 { do fill t.a at g.now flasks of active } }""",
    "reading": """
assumption amb.x { says en "x" de "x" evidence en "x" de "x"
  reading W en "x" de "x" { override hand.size = 3 }
  reading other en "x" de "x" { }
  default W }""",
    "topic": """
topic W { name en "x" de "x" }
rule a { covers W on turn ends do reshuffle }""",
    "example": """
rule a { on turn ends do reshuffle }
example W { given start for 2 players then yes }""",
    "pieces": """
piece W 2 { code Z on spaces 1, 3 }
rule a { on turn ends each piece x where x is W { do move x clockwise 1 } }
rule c { on W y lands on p do reshuffle }""",
    "code of a card": """
card storm { code W name en "x" de "x" do reshuffle }
add to deck { 2 x storm }""",
    "label": """
memory W = 0
rule a { on turn ends set W = W + 1 if W > 2 { do reshuffle } }
label W { name en "x" de "x" }""",
}


# Words that mean something without being keywords.
OTHER_NAMES = sorted(
    {"it", "b", "blue", "own", "p1", *(word for some in words().values() for word in some)}
    - {*KEYWORDS, "active"}  # which the rules here use
)
HEAD = """\
ruleset house {
  title en "House" de "Haus"
  extends small
}
"""


@cache
def _files() -> dict[Path, LoadedFile | None]:
    """Return the small game, read once for all tests."""
    library = Library()
    open_ruleset(_house("zork", "memory"), library).compile()
    return library._files


def _house(word: str, kind: str) -> SourceFile:
    text = HEAD + re.sub(r"\bW\b", word, DEFINITIONS[kind]).strip() + "\n"
    return SourceFile(str(SMALL.with_name("house.wtr")), text)


def faults_of(word: str, kind: str) -> list[Diagnostic]:
    """Return what is wrong with a house rule for the small game that uses *word* as a name.

    That it is a name that readers may take for something else is no fault.
    """
    opened = _opened(word, kind)
    made = opened.compile()
    found = [*opened.diagnostics, *(made.findings if made is not None else ())]
    return [fault for fault in found if fault.code != "confusing-name"]


def _opened(word: str, kind: str) -> OpenedRuleset:
    library = Library() if not _files.cache_info().currsize else Library(files=dict(_files()))
    return open_ruleset(_house(word, kind), library)


def _is_at_definition(fault: Diagnostic, word: str, kind: str) -> bool:
    """Whether a report points to the name where it is defined, or the text cannot be read in that line."""
    house = _house(word, kind)
    at = len(HEAD) + re.search(r"\bW\b", DEFINITIONS[kind].strip()).start()  # type: ignore[union-attr]
    line = house.text.count("\n", 0, at) + 1
    is_unreadable = fault.code in {each.code for each in parse(house)[1]}
    spans = [label.span for label in (fault.primary, *fault.related) if label is not None]
    return any(
        span.line == line if is_unreadable else span.start - 10 <= at <= span.end
        for span in spans
        if span.source.path.endswith("house.wtr")
    )


@pytest.mark.parametrize("kind", sampled(DEFINITIONS, 8))
def test_a_keyword_that_can_be_defined_can_be_used(kind: str):
    """It means what any other name means there, or its definition is reported."""
    _files()
    usual = sorted(fault.code for fault in faults_of("zork", kind))
    assert not {"syntax", "unknown-name", "unknown-event", "type-error"} & {*usual}

    unusable = {}
    for word in drawn((*KEYWORDS, *OTHER_NAMES), 25):
        faults = faults_of(word, kind)
        codes = sorted(fault.code for fault in faults)
        if codes != usual and not any(
            fault.code not in usual and _is_at_definition(fault, word, kind) for fault in faults
        ):
            unusable[word] = codes

    assert {} == unusable


@pytest.mark.parametrize("kind", sampled(DEFINITIONS, 6, "play"))
def test_a_keyword_as_a_name_changes_nothing_else(kind: str):
    """The layout of the file is read as the same tree, and its game is the one with another name.

    That is not so for a name that the game itself has given to a rule, nor for a word that the text
    uses with its own meaning: there, the name hides it.
    """
    _files()
    usual = _game("zork", kind)
    taken = {*re.findall(r"\brule (\w+)", SMALL.read_text("utf-8"))}
    taken |= {*re.findall(r"\w+", DEFINITIONS[kind])}

    changed = {}
    for word in drawn((*KEYWORDS, *OTHER_NAMES), 12, kind):
        if word in taken or any(
            fault.severity is Severity.ERROR for fault in faults_of(word, kind)
        ):
            continue  # reported where it is defined
        house = _house(word, kind)
        file, _ = parse(house)
        if parse(SourceFile(house.path, format_file(file))) != (file, ()):
            changed[word] = "read as something else after `fmt`"
        elif _game(word, kind) != usual.replace("zork", word):
            changed[word] = "another game"

    assert {} == changed


def _game(word: str, kind: str) -> str:
    """Return the moves of a game with the house rule, and its last position."""
    made = _opened(word, kind).compile()
    assert made is not None
    state = Game(made).start(2, seed=3)
    texts = []
    for turn in range(12):
        if state.is_over:
            break
        move = state.legal_moves[turn % len(state.legal_moves)]
        texts.append(move.text)
        state = state.play(move)
    return "\n".join((*texts, line(state)))


@pytest.mark.parametrize(
    ("kind", "word", "noun", "reason"),
    [
        ("outcome", "stop", "an outcome", "where rules use it, `stop` ends a loop"),
        ("deck", "stop", "a deck", "where rules use it, `stop` ends a loop"),
        ("memory", "b", "a memory", "where examples use it, `b` is a player"),
        ("memory", "blue", "a memory", "where examples use it, `blue` is a player"),
        ("group", "p1", "a setting", "where rules use it, `p1` is a page"),
        *(
            (kind, "castle", noun, "where rules use it, `castle` is the castle")
            for kind, noun in [
                ("memory", "a memory"),
                ("word of a memory", "a word"),
                ("word of a setting", "a word"),
                ("definition", "a definition"),
                ("allowance", "an allowance"),
                ("spell", "a spell"),
                ("deck", "a deck"),
                ("variant", "a variant"),
                ("let", "a variable"),
                ("loop", "a variable"),
                ("choice", "a variable"),
                ("parameter", "a variable"),
                ("event", "a variable"),
            ]
        ),
        *(
            (
                "definition with a parameter",
                word,
                "a definition",
                f"where rules use it, `{word} (…)` is a condition",
            )
            for word in ("above", "beneath", "not", "on")
        ),
    ],
)
def test_names_that_are_read_otherwise(kind: str, word: str, noun: str, reason: str):
    """The report is at the definition, with the reason and what to do."""
    _files()
    fault = next(fault for fault in faults_of(word, kind) if fault.code == "already-defined")
    defined = re.search(r"\bW\b", DEFINITIONS[kind].strip())
    assert defined is not None
    assert fault.primary is not None

    assert f"`{word}` is already a word of the language" == fault.message
    assert f"cannot be the name of {noun}" == fault.primary.message
    assert (reason, f"give the {noun.split()[1]} another name") == fault.help
    if kind != "group":
        assert len(HEAD) + defined.start() == fault.primary.span.start


@pytest.mark.parametrize(("kind", "word"), [("memory", "b"), ("memory of a player", "b")])
def test_only_examples_know_letters_of_players(kind: str, word: str):
    """A memory called `b` is a name like any other as long as no example uses it."""
    _files()
    text = re.sub(r"(?m)^example .*$", "", _house(word, kind).text)
    text += "example e { given start for 2 players then home of b = 0 }"
    made = open_ruleset(
        SourceFile(str(SMALL.with_name("house.wtr")), text), Library(files=dict(_files()))
    ).compile()

    assert made is not None
    assert not {"already-defined", "type-error"} & {fault.code for fault in made.findings}


def test_a_memory_and_a_definition_of_one_name():
    """Rules could not tell them apart: the memory of a house rule hid the base game's definition."""
    _files()
    fault = next(fault for fault in faults_of("own", "memory") if fault.code == "already-defined")

    assert "`own` is the name of a memory and of a definition" == fault.message


def test_a_word_that_the_language_learned_later(tmp_path: Path):
    """A memory is meant by it where it is defined, the language's word in the file below."""
    below = """\
ruleset below {
  extends small
  deck storms { 3 x storm }
  card storm { name en "x" de "x" do reshuffle }
  rule storms.come { on turn begins do reveal storms perform revealed of storms }
}
"""
    house = """\
ruleset house {
  extends below
  memory revealed = 0
  rule counted { on turn ends set revealed = revealed + 1 if revealed > 2 { do reshuffle } }
}
"""
    for name, text in {"small": SMALL.read_text("utf-8"), "below": below, "house": house}.items():
        (tmp_path / f"{name}.wtr").write_text(text, "utf-8")
    opened = open_ruleset(tmp_path / "house.wtr")
    made = opened.compile()
    assert made is not None
    found = [*opened.diagnostics, *made.findings]
    rules = made.meaning.rules

    assert [] == [fault for fault in found if fault.severity is Severity.ERROR]
    assert "revealed" in {
        fault.primary.span.text
        for fault in found
        if fault.code == "confusing-name" and fault.primary
    }
    assert not any(isinstance(part, m.Recall) for part in walk(rules["storms.come"].body))
    assert any(isinstance(part, m.Recall) for part in walk(rules["counted"].body))


def test_an_outcome_called_goal():
    """`goal` became a clause of outcomes; files that call an outcome so are played as before."""
    text = """\
ruleset race {
  title en "Race" de "Rennen"
  extends en-capstone
}
outcome goal { name en "goal" de "Ziel" }
rule race.end {
  says en "The first wizard in the castle ends the game." de "Der erste Magier beendet das Spiel."
  on wizard w enters castle
  end game goal
}
add to rule end.winner { if home of active > 90 { end game goal } }
"""
    opened = open_ruleset(SourceFile("race.wtr", text))
    made = opened.compile()
    assert made is not None
    assert [] == [fault for fault in opened.diagnostics if fault.code != "misnamed-file"]
    assert () == made.elaborated[1]

    game = wtrules.load(SourceFile("race.wtr", text))
    state = game.start(2, seed=1)
    while not state.is_over:
        state = state.play(state.legal_moves[0])

    assert "goal" in Voice(game.rules, "en").ending(ending(state))


def test_the_outcome_may_be_defined_in_another_file():
    """Where a keyword cannot stand at all, it is a name, whatever this file defines."""
    assert () == parse(SourceFile("part.wtr", "rule a { on turn ends end game goal }"))[1]


@pytest.mark.parametrize("word", ["chapter", "label", "outcome"])
def test_a_group_of_settings_with_the_name_of_a_later_word(word: str):
    """What needs a name and has none is a group, if there are settings in its braces and no clauses."""
    text = "ruleset a {{\n  {} {{ size 3 }}\n  {} {{\n    {}\n  }}\n}}\n"
    group, clause = text.format("zork", word, "size 4"), text.format("zork", word, 'name en "x"')

    assert () == parse(SourceFile("a.wtr", group))[1]
    assert ["missing-name"] == [fault.code for fault in parse(SourceFile("a.wtr", clause))[1]]


def test_a_keyword_at_the_beginning_of_a_line_begins_a_clause():
    """The missing braces of `may` are reported, even if the file has a rule called `may`."""
    text = "rule may { stop }\nrule a {\n  choose wizard\n  may\n  do move w clockwise 1\n}"

    assert ["missing-brace"] == [fault.code for fault in parse(SourceFile("a.wtr", text))[1]]


@pytest.mark.slow
def test_the_parser_seldom_looks_ahead(monkeypatch: pytest.MonkeyPatch):
    """Keywords that begin a line or can only be keywords cost nothing: parsing stays fast."""
    steps: list[str] = []
    step = Tables.step

    def counted(self: Tables, states: list[int], terminal: str) -> bool:
        steps.append(terminal)
        return step(self, states, terminal)

    monkeypatch.setattr(Tables, "step", counted)
    words = 0
    for path in sorted((SMALL.parents[2] / "rulesets").rglob("*.wtr")):
        text = path.read_text(encoding="utf-8")
        words += len(scan(text).words)
        assert [] == _parse(SourceFile(str(path), text))[1]

    assert 30_000 < words
    assert 0 < len(steps) < words / 8
