"""`wtrules show`: the rules after all layers, and where they come from."""

import json
from pathlib import Path

import pytest

from wtrules.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(capsys: Capture, *arguments: str) -> str:
    """Return what `wtrules show` prints when all is well."""
    assert 0 == main(["show", *arguments])
    return capsys.readouterr().out


def test_the_rulesets_there_are(capsys: Capture):
    """Without a name, all names with their titles."""
    text = shown(capsys)

    assert "rulesets\n" in text
    assert "  en-capstone  " in text
    assert "Friday night" in text
    assert "Freitagabend" in shown(capsys, "--lang", "de")
    document = json.loads(shown(capsys, "--output-format", "json"))
    assert "core" in [ruleset["name"] for ruleset in document["rulesets"]]
    assert {"en": "Friday night", "de": "Freitagabend"} in [
        ruleset["title"] for ruleset in document["examples"]
    ]


def test_a_whole_ruleset(capsys: Capture):
    """Layers, values, tables and rules, each with its paraphrase."""
    text = shown(capsys, "friday")

    assert text.startswith("friday: Friday night\nlayers    core         ruleset  rulesets/core/")
    assert "  board.capacity   4  (overridden by friday)\n" in text
    assert "    3, 4    | 4       | 5\n" in text
    assert "    6 x tower die or wizard die\n" in text
    assert (
        "  castle.no_tower_on_top\n      No tower may land on the castle, but towers may move past it.\n"
        in text
    )
    assert "“Advance a Tower”  cost 1\n" in text
    assert "swap_towers" not in text
    assert all(len(line) <= 110 for line in text.split("\n"))


def test_one_kind_in_german(capsys: Capture):
    """A list of the spells for the table."""
    text = shown(capsys, "en-capstone", "--kind", "spell", "--lang", "de")

    assert "“Turmtausch”" in text
    assert "castle.entry" not in text


def test_the_origin_of_a_value(capsys: Capture):
    """The chain begins with the oldest place, and shows what stands there."""
    lines = shown(capsys, "friday", "--rule", "board.capacity").split("\n")

    assert ["setting board.capacity = 4", "", "origins, oldest first:"] == lines[:3]
    assert lines[3].startswith("  core    defined     rulesets/core/board.wtr:")
    assert lines[4].startswith("      capacity 6 ")
    assert lines[5].startswith("  friday  overridden  examples/friday.wtr:")
    assert "      override board.capacity = 4" == lines[6]


def test_the_origin_in_a_file_of_ones_own(capsys: Capture):
    """A local file is found by its name, with or without the ending."""
    Path("mine.wtr").write_text("ruleset mine { extends friday override board.capacity = 3 }")
    text = shown(capsys, "mine", "--rule", "board.capacity")

    assert text == shown(capsys, "mine.wtr", "--rule", "board.capacity")
    assert ["core", "friday", "mine"] == [
        line.split()[0] for line in text.partition("used in:")[0].split("\n") if ".wtr:" in line
    ]


def test_a_definition_of_several_layers_is_put_together(capsys: Capture):
    """The clauses that finally apply are shown in one block, from whichever layer they come."""
    Path("mine.wtr").write_text(
        "ruleset mine { extends core override spell move_tower { cost 3 }\n"
        "add to deck { 2 x wizard 1 } }"
    )
    text = shown(capsys, "mine", "--rule", "move_tower")

    assert "    spell move_tower {\n" in text
    assert "      cost 3\n" in text
    assert "      do     move t clockwise 2\n" in text
    assert "    2 x wizard 1\n" in shown(capsys, "mine", "--rule", "deck")


def test_a_removed_spell_still_has_a_history(capsys: Capture):
    """Who took it out, and where."""
    text = shown(capsys, "friday", "--rule", "swap_towers")

    assert "spell swap_towers: removed\n" in text
    assert "  friday  removed  examples/friday.wtr:" in text
    assert "\n      remove spell swap_towers\n" in text


def test_where_an_entry_is_used(capsys: Capture):
    """In all files of the rules, but not where it is defined or changed; the first few as text."""
    text = shown(capsys, "friday", "--rule", "board.capacity")
    used = text.partition("used in:\n")[2]
    assert "  rulesets/core/movement.wtr:" in used
    assert "board.wtr" not in used
    (entry,) = json.loads(
        shown(capsys, "friday", "--rule", "second_wind", "--output-format", "json")
    )
    assert [("examples/friday.wtr", 11)] == [(one["file"], one["line"]) for one in entry["uses"]]


def test_an_address_of_the_manual_finds_its_rule(capsys: Capture):
    """Single statements of the manuals stand in rules; the default ruleset is understood."""
    text = shown(capsys, "--rule", "castle.move.target")

    assert text.startswith("castle.move.target is part of rule castle.move\n\nrule castle.move\n")
    assert "put castle on next place clockwise" in text
    assert "assumed  amb.castle.covered_ground" in text


def test_an_id_with_two_meanings_shows_both(capsys: Capture):
    """A setting and a rule may have the same name; `--kind` picks one."""
    both = shown(capsys, "core", "--rule", "lock.reward")

    assert "setting lock.reward = 1" in both
    assert "\nrule lock.reward\n" in both
    assert "setting" not in shown(capsys, "core", "--rule", "lock.reward", "--kind", "rule")


def test_one_entry_for_programs(capsys: Capture):
    """The same, as data."""
    (entry,) = json.loads(
        shown(capsys, "friday", "--rule", "board.capacity", "--output-format", "json")
    )

    assert ("setting", "board.capacity", "4") == (entry["kind"], entry["id"], entry["value"])
    assert ["defined", "overridden"] == [origin["did"] for origin in entry["origins"]]
    assert ("examples/friday.wtr", 12) == tuple(
        entry["origins"][1][key] for key in ("file", "column")
    )


def test_a_whole_ruleset_for_programs(capsys: Capture):
    """Every entry is there."""
    document = json.loads(shown(capsys, "friday", "--output-format", "json"))

    assert ["core", "en-capstone", "friday"] == [layer["name"] for layer in document["layers"]]
    assert {"castle.entry", "supply", "board.capacity"} <= {
        entry["id"] for entry in document["entries"]
    }


def test_an_unknown_id(capsys: Capture):
    """A typing mistake gets a hint: exit code 1."""
    assert 1 == main(["show", "friday", "--rule", "board.capacty"])
    assert "did you mean `board.capacity`?" in capsys.readouterr().err


def test_an_unknown_ruleset(capsys: Capture):
    """A ruleset that is not there is a usage error."""
    assert 2 == main(["show", "fridy"])
    assert "did you mean `friday`?" in capsys.readouterr().err


def test_a_ruleset_with_faults_is_shown_as_far_as_it_goes(capsys: Capture):
    """The readable part is shown, with a note that it is incomplete."""
    Path("mine.wtr").write_text("ruleset mine { extends core override board.capacty = 3 }")

    assert 1 == main(["show", "mine", "--kind", "setting"])
    result = capsys.readouterr()
    assert "board.capacity   6" in result.out
    assert "1 error in 1 file. `wtrules validate mine.wtr` shows them.\n" == result.err


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("card.wizard", "card wizard\n"),
        ("spell.move_tower", "spell move_tower\n"),
        ("spell move_tower", "spell move_tower\n"),
        ("rule castle.move", "rule castle.move\n"),
        ("setting board.capacity", "setting board.capacity = 6\n"),
        ("supply.wizards", "table supply\n"),
        ("table supply", "table supply\n"),
    ],
)
def test_names_as_other_commands_print_them(capsys: Capture, written: str, title: str):
    """An entry can be named with its kind, as moves name it, or by a column of a table."""
    assert shown(capsys, "en-capstone", "--rule", written).startswith(title)


def test_a_variant_is_no_entry(capsys: Capture):
    """The message says how to show a variant."""
    assert 1 == main(["show", "en-capstone", "--rule", "variant nasty"])
    assert "wtrules show en-capstone+nasty" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_kind_of_definition_has_a_heading(capsys: Capture, lang: str):
    """Pieces and named decks are listed like everything else."""
    Path("zoo.wtr").write_text(
        "ruleset zoo { extends en-capstone\n"
        "piece dragon on space 8\n"
        'deck weather { 2 x gale } card gale { says en "Nothing happens." }\n}',
        "utf-8",
    )

    text = shown(capsys, "zoo.wtr", "--lang", lang)

    assert {"en": "\npieces\n  dragon", "de": "\nFiguren\n  dragon"}[lang] in text
