"""From text to checked rules, and what a ruleset changes compared with its base."""

from pathlib import Path

import pytest

import wtrules
from tests.rules.helpers import base_of
from tests.sampling import sampled
from wtrules.diagnostics import Severity
from wtrules.editions.find.details import detailed
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load_opened
from wtrules.meaning.changes import (
    Added,
    Change,
    ClauseChanged,
    Removed,
    ValueChanged,
    changes,
    number_list,
)
from wtrules.pipeline import load_rules, open_ruleset
from wtrules.resolve.library import Library, ruleset_names
from wtrules.resources import examples_folder
from wtrules.say.changes import change_text, title_of
from wtrules.source import SourceFile
from wtrules.texts import Texts
from wtrules.validation import validate


def house_rule(text: str, extends: str = "en-capstone") -> SourceFile:
    """Return a house rule with these lines in it."""
    return SourceFile("house.wtr", f"ruleset house {{\n  extends {extends}\n{text}\n}}\n")


def changed(text: str, extends: str = "en-capstone") -> list[Change]:
    """Return what these lines change; they have no faults."""
    source = house_rule(text, extends)
    rules, faults = load_rules(source)
    assert () == faults
    assert rules is not None
    return list(changes(rules, base_of(source)))


def test_public_names_are_there():
    """What `__all__` promises can be imported."""
    for name in wtrules.__all__:
        assert getattr(wtrules, name) is not None
    with pytest.raises(AttributeError):
        _ = wtrules.nothing


def test_public_functions_stay_functions():
    """No module that a call imports takes the place of a public function."""
    wtrules.validate("friday")

    for name in wtrules.__all__:
        assert callable(getattr(wtrules, name)), name


def test_every_stage_is_made_once():
    """All users of the rules, their meaning, a program or an engine share the same one."""
    opened = open_ruleset("friday+nasty")
    made = opened.compile(opened.chosen)

    assert made is not None
    assert opened.compile(("nasty",)) is made
    assert opened.compile() is not made
    assert opened.compile_base() is opened.compile_base()
    assert made.meaning is made.meaning
    assert made.program(2) is made.engine(2).program
    assert Game(made).program(2) is made.program(2)


def test_a_process_compiles_a_shipped_ruleset_once():
    """All who open it share its meaning and programs, which never change, and no engine."""
    made, again = (open_ruleset("en-capstone").compile(("nasty",)) for _ in range(2))

    assert made is not None
    assert again is not None
    assert made.rules is again.rules
    assert made.meaning is again.meaning
    assert made.findings is again.findings
    assert made.program(2) is again.program(2)
    assert made.engine(2) is not again.engine(2)
    assert made.native(2) is not again.native(2)


def test_what_is_compiled_without_examples_has_none():
    """Libraries with and without the examples of shipped rulesets have rules of their own."""
    without, with_examples = (
        open_ruleset("en-capstone", Library(with_examples=x)).compile() for x in (False, True)
    )

    assert without is not None
    assert with_examples is not None
    assert [] == list(without.rules.of_kind("example"))
    assert [] != list(with_examples.rules.of_kind("example"))


def test_only_the_last_choices_are_kept(tmp_path: Path):
    """A file with hundreds of variants does not fill the memory with the rules of each."""
    variants = "".join(f"variant v{i} {{ override hand.size = 2 }}\n" for i in range(40))
    path = tmp_path / "a.wtr"
    path.write_text(f"ruleset a {{ extends core\n{variants}}}", "utf-8")
    opened = open_ruleset(path)
    made = [opened.compile((f"v{i}",)) for i in range(40)]

    assert made[-1] is opened.compile(("v39",))
    assert made[8] is opened.compile(("v8",))
    assert made[7] is not opened.compile(("v7",))


@pytest.mark.parametrize("name", ["core", "en-capstone", "friday"])
def test_rulesets_are_found_by_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Shipped rulesets and examples are there in any folder."""
    monkeypatch.chdir(tmp_path)
    rules, faults = load_rules(name)

    assert () == faults
    assert rules is not None
    assert name == rules.name


def test_a_file_in_this_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A player's own `friday.wtr` is what `friday` means to that player."""
    monkeypatch.chdir(tmp_path)
    Path("friday.wtr").write_text("ruleset friday { extends core }")
    rules, _ = load_rules("friday")

    assert rules is not None
    assert ["core", "friday"] == [layer.name for layer in rules.layers]


def test_rulesets_are_found_by_path(tmp_path: Path):
    """A path is taken as it is, as text and as a path."""
    path = examples_folder() / "friday.wtr"

    assert load_rules(path) == load_rules(str(path))


def test_variants_follow_a_plus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`NAME+variant` is the ruleset with the variant, and a file name may contain a plus."""
    monkeypatch.chdir(tmp_path)
    variants = """
      variant hurry { override turn.actions = 3 }
      variant rush { override hand.size = 5 }
    """
    Path("a.wtr").write_text(f"ruleset a {{ extends core {variants} }}")
    Path("a+b.wtr").write_text("ruleset b { extends core }")
    rules, faults = load_rules("a+hurry+rush")
    other, _ = load_rules("a+b.wtr")

    assert () == faults
    assert rules is not None
    assert other is not None
    assert ("hurry", "rush") == rules.chosen
    assert load_rules("a.wtr+hurry+rush")[0] == rules == load_rules("a", ["hurry", "rush"])[0]
    assert "b" == other.name


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("frday", "unknown-ruleset", "did you mean `friday`?"),
        ("zzz", "unknown-ruleset", "`wtrules show` lists the shipped rulesets"),
        ("frday.wtr", "missing-file", "check the spelling"),
        ("a/frday", "missing-file", "check the spelling"),
        ("friday+hury", "unknown-variant", "the variants are"),
    ],
)
def test_what_is_missing_is_reported(name: str, code: str, hint: str):
    """Faults are returned beside the rules, even if there are no rules."""
    _, (fault,) = load_rules(name)

    assert code == fault.code
    assert hint in fault.help[0]


def test_validating_finds_everything_at_once():
    """Faults of the layers and of the meaning come together, in the order of the text."""
    source = house_rule("""
      rule a { on turn begins do draw 1 cards for actr }
      override board.capacty = 4
      rule b { on turn begins do draw 1 cards for actr }
    """)
    _, faults = validate(source)

    assert [(4, "unknown-name"), (5, "unknown-override"), (6, "unknown-name")] == [
        (fault.primary.span.line, fault.code) for fault in faults if fault.primary is not None
    ]


def test_a_missing_base_is_one_fault():
    """What builds on a base that is not there is not reported as wrong too."""
    text = (
        "override board.capacity = 4\n  rule y { perform setup do draw hand.size cards for actor }"
    )
    _, faults = validate(house_rule(text, extends="en-capston"))
    _, both = validate(house_rule("rule y { drow }", extends="en-capston"))

    assert ["unknown-ruleset"] == [fault.code for fault in faults]
    assert ["unknown-ruleset", "unknown-keyword"] == [fault.code for fault in both]


def test_a_faulty_line_is_one_fault():
    """What only a faulty line uses is not reported as unused."""
    _, faults = validate(house_rule("spell a { cost 1 choose tower t do move t clockwise }"))

    assert ["missing-value"] == [fault.code for fault in faults]


def test_variants_on_offer_are_tried_out():
    """A mistake in a variant is found before anybody chooses it, with the item it breaks."""
    source = house_rule("""
      variant hurry { override turn.actons = 3 }
      variant calm { remove define free }
      variant calmer { needs calm override turn.actions = 1 }
    """)
    _, faults = validate(source)
    own = [fault for fault in faults if fault.file == "house.wtr"]
    caused = {fault for fault in faults if fault.file != "house.wtr"}

    assert ["unknown-override"] == [fault.code for fault in own]
    assert caused
    assert all("variant `calm" in fault.help[-1] for fault in caused)


def test_a_house_rule_may_leave_no_room_for_a_shipped_variant():
    """It can be played without the variant, so one note for each says why, at the change."""
    _, faults = validate(house_rule("remove rule end.winner"))
    notes = [(fault.code, fault.severity, fault.message.split(":")[0]) for fault in faults]

    assert {
        ("unplayable-variant", Severity.NOTE, f"not playable with the variant `{name}`")
        for name in ("team", "solo", "coop")
    } == set(notes)
    assert 3 == len(notes)
    assert {"remove rule end.winner"} == {fault.primary.span.text for fault in faults}


def test_an_unplayable_variant_can_be_meant():
    """The note can be suppressed, and a variant nobody plays can be removed."""
    meant = 'remove rule end.winner suppress unplayable-variant "we play the ordinary game"'

    assert () == validate(house_rule(meant))[1]
    assert () == validate(house_rule("remove spell piggyback remove variant nasty"))[1]


def test_what_comes_after_something_removed():
    """An inherited `after` only asks for an order; one of your own is a mistake."""
    inherited = "remove rule end.finish_round"
    own = "remove rule lock.reward rule mine { after lock.reward on turn begins do score 1 for active }"

    assert "unknown-after" not in {fault.code for fault in validate(house_rule(inherited))[1]}
    assert ["unknown-after"] == [fault.code for fault in validate(house_rule(own))[1]]


def test_variants_wait_until_the_rules_make_sense():
    """While a house rule has errors of its own, nothing is reported about shipped variants."""
    _, faults = validate(house_rule("remove allowance spell.casting"))

    assert {Severity.ERROR} == {fault.severity for fault in faults}


def test_a_missing_definition_is_reported_with_its_removal():
    """A shipped rule that still uses it is not at fault: the report shows the removal too."""
    _, faults = validate(house_rule("remove allowance spell.casting"))

    for fault in faults:
        assert ["remove allowance spell.casting"] == [x.span.text for x in fault.related]
        assert ("keep allowance `spell.casting`, or override what still uses it",) == fault.help


def test_an_override_that_nothing_reads_is_reported_at_its_place():
    """The setting is inherited, its new value is not."""
    rule = (
        "override turn.actions = 3 "
        'override rule turn.course { says en "One action." action { perform turn.action } }'
    )
    (fault,) = validate(house_rule(rule))[1]

    assert ("unused-definition", "turn.actions = 3") == (fault.code, fault.primary.span.text)


@pytest.mark.parametrize("name", sampled(ruleset_names(), 24))
def test_what_is_shipped_is_clean(name: str):
    """The shipped rulesets give no diagnostics, not even a note.

    Only what others build on may be less than a whole game.
    """
    rules, faults = validate(name)
    assert rules is not None
    part = rules.get("rule", "game") is None

    assert [] == [fault for fault in faults if not (part and fault.code == "missing-definition")]


def test_a_word_that_is_there_for_others_is_not_judged():
    """`not yes` of a wizard is a place for house rules; what compares numbers is judged as ever."""
    rule = "rule gust { on turn ends each wizard w where w is far { do move w clockwise 1 } }"
    found = [
        {x.code for x in validate(house_rule(f"define far of wizard w = {value}\n{rule}"))[1]}
        for value in ("not yes", "number of wizards on w > 50")
    ]
    assert [False, True] == ["never-fires" in codes for codes in found]


def test_the_base_is_what_a_ruleset_extends():
    """The base of a house rule has the same variants, and its name says so."""
    source = house_rule("override hand.size = 4")
    base = base_of(source)

    assert base is not None
    assert "en-capstone" == base.name
    assert ["core", "en-capstone"] == [layer.name for layer in base.layers]
    assert base_of("core") is None
    assert base_of("nowhere") is None


def test_the_friday_example_changes_something():
    """Smaller towers and no swapping, among other things."""
    rules, _ = load_rules("friday")
    assert rules is not None
    found = changes(rules, base_of("friday"))

    assert ValueChanged("board.capacity", "6", "4") in found
    assert Removed("spell", "swap_towers") in found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "override board.capacity = 6",
        "override board.capacity = 5 + 1",
        "override spell move_tower { cost 1 }",
        "override spell move_tower { cites en-capstone p8 }",
        "override table supply { players | wizards | flasks 2 | 5 | 6 3 | 4 | 5 4 | 4 | 5 5..6 | 3 | 4 }",
        "override table supply { players | wizards | flasks 5..6 | 3 | 4 3, 4 | 4 | 5 2 | 5 | 6 }",
        "override define own of wizard w = owner of w is actor",
    ],
)
def test_equal_meaning_is_no_change(text: str):
    """An override with what was there already changes nothing, however it is written."""
    assert [] == changed(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("override board.capacity = 4", ["board.capacity: 6 → 4"]),
        ("add to board.shields = 2", ["board.shields: 0, 4, 8, 12 → 0, 4, 8, 12, 2"]),
        (
            "override spell.casting = 1 per action for each player",
            ["spell.casting: 1 per turn → 1 per action for each player"],
        ),
        ("override spell move_tower { cost 2 }", ["spell move_tower: cost 1 → 2"]),
        (
            "override spell move_tower { choose tower t do move t clockwise 3 }",
            ["spell move_tower: when changed", "spell move_tower: body changed"],
        ),
        (
            'override spell move_tower { cost 3 name en "Shove" }',
            ["spell move_tower: name changed", "spell move_tower: cost 1 → 3"],
        ),
        (
            "override rule castle.no_tower_on_top { when castle is on s and s is s }",
            ["rule castle.no_tower_on_top: when changed"],
        ),
        ("remove rule end.stalled", ["rule end.stalled: removed"]),
        ("spell nap { cost 1 end turn }", ["spell nap: added"]),
        ("variant hurry { override turn.actions = 3 }", ["variant hurry: added"]),
        ("players 2..4", ["players: 2..6 → 2..4"]),
        (
            "override table supply { players | wizards | flasks 2 | 5 | 6 3..6 | 4 | 5 }",
            [
                "table supply: wizards at 5, 6: 3 → 4",
                "table supply: flasks at 5, 6: 4 → 5",
            ],
        ),
        (
            "override table supply { players | wizards | flasks 2 | 5 | 6 3..5 | 4 | 5 7 | 2 | 3 }",
            [
                "table supply: row 6 | 3 | 4 removed",
                "table supply: wizards at 5: 3 → 4",
                "table supply: flasks at 5: 4 → 5",
                "table supply: row 7 | 2 | 3 added",
            ],
        ),
        ("party { cake 3 }", ["party.cake: added: 3"]),
        (
            "add to deck { 2 x wizard 6  1 x wizard 1 }",
            [
                "deck: size 90 → 93",
                "deck: wizard 1: 4 → 5",
                "deck: wizard 6: 0 → 2",
            ],
        ),
        (
            "override define free of place p = number of wizards on p < 2",
            ["define free: meaning no wizard on p → number of wizards on p < 2"],
        ),
    ],
)
def test_changes_in_words(text: str, expected: list[str]):
    """Resolved rules are compared, definition by definition."""
    assert expected == [
        ": ".join((title_of(change), change_text(change, Texts("en")))) for change in changed(text)
    ]


def test_without_a_base_everything_is_added():
    """The core extends nothing."""
    rules, _ = load_rules("core")
    assert rules is not None
    found = changes(rules)

    assert Added("setting", "board.spaces", "16") in found
    assert len(rules.entries) + len(rules.variants) == len(found)


def test_a_clause_that_comes_or_goes():
    """A cost that was not there before is reported as added."""
    added, removed = (
        ClauseChanged("spell", "a", "cost", *cost) for cost in ((None, "1"), ("1", None))
    )
    assert "spell a" == title_of(added) == title_of(removed)
    assert "cost 1 added" == change_text(added, Texts("en"))
    assert "cost 1 removed" == change_text(removed, Texts("en"))


def test_consecutive_numbers_become_ranges():
    """Player counts are written as people write them."""
    assert "2..4, 6" == number_list({6, 2, 3, 4})
    assert "none" == number_list(())


def test_a_set_up_without_lights():
    """A ruleset that places the wizards elsewhere needs no lights for them."""
    source = house_rule("""
      override board.lights = from 1: 1, 1
      override rule setup.place.order {
        says en "Everybody begins behind the towers."
        each player p {
          repeat supply.wizards times { do place wizard of p on top of (space 10 + seat of p) }
        }
      }
    """)
    _, faults = validate(source)

    assert "too-few-places" not in [fault.code for fault in faults]


def test_a_misnamed_file_is_noticed_wherever_a_ruleset_is_validated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Python reports a ruleset with another name than its file too; a text has no file."""
    file = tmp_path / "house.wtr"
    file.write_text("ruleset friday { extends en-capstone }\n", "utf-8")
    monkeypatch.chdir(tmp_path)

    for named in (file, str(file), "house"):
        assert ["misnamed-file"] == [fault.code for fault in wtrules.validate(named)[1]]
    text = SourceFile("house.wtr", file.read_text("utf-8"))
    assert () == wtrules.validate(text)[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("add to rule lock.reward { after end.stalled }", "after end.stalled added"),
        ("override rule lock.reward { on turn ends }", "on tower t hides p → turn ends"),
    ],
)
def test_a_changed_clause_names_its_word_once(text: str, said: str):
    """A comparison says `after x added`, and never `after after x`."""
    source = house_rule(text)
    new, old = load_rules(source)[0], base_of(source)
    assert new is not None
    assert old is not None
    entries = old.get("rule", "lock.reward"), new.get("rule", "lock.reward")
    assert entries[0] is not None
    assert entries[1] is not None
    (change,) = (x for x in changes(new, old) if isinstance(x, ClauseChanged))
    (found,) = detailed(change, entries[0].node, entries[1].node)

    assert said == change_text(found, Texts("en"))


def test_a_choice_is_judged_by_the_text_and_by_its_own_conflicts():
    """A mistake in the text counts for every choice of variants, a conflict of one choice only there."""
    faulty = open_ruleset(house_rule('rule x { says en "A." on turn ends do fill flask }'))
    for variants in ((), ("nasty",), ("team",)):
        with pytest.raises(RulesetError):
            load_opened(faulty, variants)

    opened = open_ruleset("en-capstone")
    with pytest.raises(RulesetError):
        load_opened(opened, ("random_spells", "coop"))
    assert "nasty" in load_opened(opened, ("nasty",)).rules.chosen
