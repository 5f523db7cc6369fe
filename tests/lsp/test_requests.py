"""Every request of the language server, asked by a client."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import Document, Editor

Write = Callable[..., Document]

HOUSE = """# Four wizards on a space.
ruleset house {
  title    en "House 🏰 rule" de "Hausregel"
  extends  en-capstone

  override board.capacity = 4

  memory mood = one of calm, wild

  storm {
    strength 2
  }

  rule storm.rage {
    says   en "🌩 The storm draws cards."
    on     turn ends
    when   mood is wild
    each player p {
      do draw storm.strength cards for p
    }
    set    mood = calm
  }

  spell second_wind {
    name   en "Second Wind" de "Zweite Luft"
    says   en "Draw two cards."
           de "Ziehe zwei Karten."
    cost   1
    when   spell.moment is before
    do     draw 2 cards for actor
    set    mood = wild
  }

  add to spells.laid_out = second_wind

  example crowd.four {
    says   en "No room for a fifth."
    given  "K/R/N/R/N/R/N/R/N/Rb/yyyy/./././b/." b to move card w1
    when   "wizard s9b"
    then   forbidden by move.wizard.capacity
  }
}
"""


def texts(document: Document, found: list[t.Location]) -> list[str]:
    """Return what is written at some places of a document."""
    return [document.textual(one.range) for one in found]


# --- diagnostics and fixes ---


def test_mistakes_are_published_and_disappear_when_they_are_fixed(write: Write) -> None:
    """Each with its code, its place and the other place involved."""
    house = write(HOUSE.replace("board.capacity", "board.capacty"))
    (fault,) = house.codes("unknown-override")
    assert "board.capacty" == house.textual(fault.range)
    assert t.DiagnosticSeverity.Error == fault.severity
    assert fault.related_information
    assert fault.related_information[0].location.uri.endswith("/core/board.wtr")
    house.change(HOUSE)
    house.codes()


def test_a_failed_example_is_reported_after_the_rest(write: Write) -> None:
    """Playing the examples takes longer than everything else."""
    house = write(HOUSE.replace("capacity = 4", "capacity = 5"))
    (fault,) = house.codes("failed-example")
    assert "crowd.four" in fault.message


def test_a_change_below_is_reported_in_the_file_that_is_built_on_it(
    editor: Editor, write: Write, folder: Path
) -> None:
    """Also if neither of the two is saved."""
    base = write(HOUSE)
    upper = write(
        "ruleset upper {\n"
        '  title   en "Upper" de "Oben"\n'
        "  extends house\n"
        "  override storm.strength = 3\n"
        "}\n",
        "upper.wtr",
    )
    upper.codes()
    editor.wait_until_idle(upper.uri)  # else a check that is still running would find it anyway
    base.change(HOUSE.replace("strength", "power"))
    (fault,) = editor.faults(upper.uri, lambda found: len(found) == 1)
    assert "unknown-override" == fault.code


def test_a_change_on_the_disk_is_noticed(editor: Editor, write: Write, folder: Path) -> None:
    """If the editor reports it."""
    base = folder / "house.wtr"
    base.write_text(HOUSE, "utf-8")
    text = 'ruleset upper {\n  title   en "U" de "O"\n  extends house\n  override storm.strength = 3\n}\n'
    upper = write(text, "upper.wtr")
    upper.codes()
    base.write_text(HOUSE.replace("strength", "power"), "utf-8")
    changed = t.FileEvent(uri=base.as_uri(), type=t.FileChangeType.Changed)
    params = t.DidChangeWatchedFilesParams(changes=[changed])
    editor.tell("workspace_did_change_watched_files", params)
    (fault,) = upper.codes("unknown-override")
    assert "storm.strength" in fault.message


def test_fixes_are_code_actions(write: Write) -> None:
    """One for each fix, and one for all that are safe."""
    house = write(HOUSE.replace("board.capacity", "board.capacty").replace("for actor", "for actr"))
    house.codes("unknown-override", "unknown-name")
    context = t.CodeActionContext(diagnostics=[])
    found = house.ask("code_action", range=house.whole(), context=context)
    # What has a command, lsprotocol reads as one.
    fixes = [one for one in found if isinstance(one, t.CodeAction)]
    assert ["quickfix", "quickfix", "source.fixAll"] == [one.kind for one in fixes]
    assert HOUSE == house.after(found[-1].edit.changes[house.uri])
    place = t.Range(start=house.at("board.capacty"), end=house.at("board.capacty"))
    (first, page, _) = house.ask("code_action", range=place, context=context)
    assert "explain unknown-override" == page.title
    assert "board.capacity" in house.after(first.edit.changes[house.uri])


# --- reading ---


def test_hover_shows_value_sources_and_layers(write: Write) -> None:
    """For a setting of the game that the file overrides."""
    house = write(HOUSE)
    found = house.ask("hover", "board.capacity", 8)
    text = found.contents.value
    assert "board.capacity" == house.textual(found.range)
    assert "`4`" in text
    assert text.index("rulesets/core/board.wtr") < text.index("house.wtr")
    assert "Draw two cards." in house.ask("hover", "second_wind", 3).contents.value
    assert "builds on" in house.ask("hover", "extends", 3).contents.value
    assert house.ask("hover", "# Four", 3) is None


def test_definition_goes_through_the_layers_to_a_file_that_exists(write: Write) -> None:
    """From an override to what it changes; shipped files are opened where they are installed."""
    house = write(HOUSE)
    (found,) = house.ask("definition", "board.capacity", 3)
    path = Path(found.uri.removeprefix("file://"))
    assert "capacity" in path.read_text("utf-8").split("\n")[found.range.start.line]
    (found,) = house.ask("definition", "storm.strength", 3)
    assert "strength" == house.textual(found.range)
    (found,) = house.ask("definition", "cards for p", 10)
    assert house.at("p {") == found.range.start
    layers = house.ask("implementation", "board.capacity", 3)
    assert 2 == len(layers)


def test_references_are_found_in_all_files(write: Write) -> None:
    """In shipped ones too."""
    house = write(HOUSE)
    context = t.ReferenceContext(include_declaration=True)
    found = house.ask("references", "second_wind", 3, context=context)
    assert ["second_wind", "second_wind"] == texts(house, found)
    (only,) = house.ask(
        "references", "second_wind", 3, context=t.ReferenceContext(include_declaration=False)
    )
    assert house.at("second_wind\n\n  example") == only.range.start
    files = {one.uri for one in house.ask("references", "board.capacity", 3, context=context)}
    assert 1 < len(files)
    found = house.ask("references", "capacity\n", 0, context=context)
    assert any(one.uri.endswith("movement.wtr") for one in found)  # the rule that forbids the move


def test_highlights_tell_definitions_from_uses(write: Write) -> None:
    """In one file."""
    house = write(HOUSE)
    found = house.ask("document_highlight", "mood is", 1)
    assert ["mood"] * 4 == [house.textual(one.range) for one in found]


def test_symbols(editor: Editor, write: Write) -> None:
    """The outline of a file, and a search in all of them."""
    house = write(HOUSE)
    (ruleset,) = house.ask("document_symbol")
    names = [one.name for one in ruleset.children]
    assert "house" == ruleset.name
    assert {"mood", "storm", "storm.rage", "second_wind", "crowd.four"} <= set(names)
    storm = ruleset.children[names.index("storm")]
    assert ["storm.strength"] == [one.name for one in storm.children]
    found = editor.ask("workspace_symbol", t.WorkspaceSymbolParams(query="second_wi"))
    assert house.uri in {one.location.uri for one in found}


def test_folding_works_in_a_broken_file(write: Write) -> None:
    """A block that is not closed hides nothing."""
    house = write(HOUSE.replace("on     turn ends", "on on on {"))
    lines = {one.start_line for one in house.ask("folding_range")}
    assert house.at("spell second_wind {").line in lines


def test_semantic_tokens_count_utf16_units(editor: Editor, write: Write) -> None:
    """Each word has the type of what it means."""
    house = write(HOUSE)
    data = house.ask("semantic_tokens_full").data
    provider = editor.result.capabilities.semantic_tokens_provider
    assert provider is not None
    found, line, unit = {}, 0, 0
    for i in range(0, len(data), 5):
        unit = data[i + 1] + (unit if data[i] == 0 else 0)
        line += data[i]
        start = t.Position(line=line, character=unit)
        end = t.Position(line=line, character=unit + data[i + 2])
        word = house.textual(t.Range(start=start, end=end))
        found[word] = provider.legend.token_types[data[i + 3]]
    assert "string" == found['"House 🏰 rule"']
    assert "keyword" == found["extends"]
    assert "property" == found["board.capacity"]
    assert "function" == found["second_wind"]
    assert "enumMember" == found["wild"]
    assert "method" == found["draw"]
    assert "variable" == found["p"]
    assert "comment" == found["# Four wizards on a space."]


def test_signature_help_for_verbs(write: Write) -> None:
    """The form of the verb, and the part that comes now."""
    house = write(HOUSE)
    found = house.ask("signature_help", "2 cards for", 0)
    label = found.signatures[0].label
    assert label.startswith("draw N cards")
    start, end = found.signatures[0].parameters[found.active_parameter or 0].label
    assert "N" == label[start:end]
    assert house.ask("signature_help", "extends", 0) is None


def test_inlay_hints_show_what_an_override_replaces(write: Write) -> None:
    """Six wizards fit on a space in the printed game (en-capstone, p. 5)."""
    house = write(HOUSE)
    (hint,) = house.ask("inlay_hint", range=house.whole())
    assert "was 6" == hint.label
    assert house.at("= 4", 3) == hint.position


# --- writing ---


@pytest.mark.parametrize(
    ("before", "offered", "not_offered"),
    [
        ("  over", "override", "draw"),
        ("  override board.", "board.capacity", "second_wind"),
        ("  remove spell ", "swap_towers", "board.capacity"),
        ("  spell x { do ", "draw N cards [from PILE] [for PLAYER]", "spell"),
        ("  manual m { states turn.order phrased modality ", "must", "you"),
    ],
)
def test_completion_offers_what_fits(
    write: Write, before: str, offered: str, not_offered: str
) -> None:
    """And nothing else."""
    head, tail = HOUSE.rsplit("}", 1)
    house = write(f"{head}{before}§\n}}{tail}")
    house.change(house.text.replace("§", ""))
    end = house.text.rindex(before) + len(before)
    line = house.text.count("\n", 0, end)
    params = t.CompletionParams(
        text_document=house.id, position=t.Position(line=line, character=len(before))
    )
    found = {one.label: one for one in house.editor.ask("text_document_completion", params).items}
    assert offered in found
    assert not_offered not in found
    if "$" in found[offered].text_edit.new_text:
        assert t.InsertTextFormat.Snippet == found[offered].insert_text_format


def test_formatting_the_whole_file_and_a_range(write: Write) -> None:
    """A range leaves other lines as they are; a file with syntax errors stays as it is."""
    options = t.FormattingOptions(tab_size=2, insert_spaces=True)
    untidy = HOUSE.replace("extends  en", "extends en").replace("cost   1", "cost 1")
    house = write(untidy)
    params = t.DocumentFormattingParams(text_document=house.id, options=options)
    assert HOUSE == house.after(house.editor.ask("text_document_formatting", params))
    line = house.at("extends").line
    place = t.Range(
        start=t.Position(line=line, character=0), end=t.Position(line=line, character=4)
    )
    edits = house.editor.ask(
        "text_document_range_formatting",
        t.DocumentRangeFormattingParams(text_document=house.id, range=place, options=options),
    )
    assert untidy.replace("extends en", "extends  en") == house.after(edits)
    house.change("ruleset {{")
    assert not house.editor.ask("text_document_formatting", params)


@pytest.mark.parametrize(
    ("words", "inside", "new", "count"),
    [
        ("second_wind", 2, "third_wind", 2),
        ("storm.strength", 9, "storm.power", 2),
        ("strength 2", 2, "power", 2),
        ("mood is", 1, "temper", 4),
        ("storm.rage", 7, "storm.blow", 1),
        ("cards for p", 10, "someone", 2),
        ("wild\n", 1, "raging", 3),
    ],
)
def test_rename(write: Write, words: str, inside: int, new: str, count: int) -> None:
    """Settings, memories, rules, spells, and names within a rule; nothing is wrong afterwards."""
    house = write(HOUSE)
    prepared = house.ask("prepare_rename", words, inside)
    assert house.textual(prepared.range) == prepared.placeholder
    found = house.ask("rename", words, inside, new_name=new)
    assert [house.uri] == list(found.changes)
    assert count == len(found.changes[house.uri])
    house.change(house.after(found.changes[house.uri]))
    house.codes()


def test_rename_reaches_the_files_that_are_built_on_this_one(write: Write) -> None:
    """And names of spells in the moves of examples."""
    house = write(HOUSE)
    upper = write(
        "ruleset upper {\n"
        '  title   en "Upper" de "Oben"\n'
        "  extends house\n"
        "  remove  spell second_wind\n"
        "  override spells.laid_out = move_wizard, move_tower\n"
        "}\n",
        "upper.wtr",
    )
    found = house.ask("rename", "spell second_wind", 8, new_name="breath")
    assert {house.uri, upper.uri} == set(found.changes)
    assert "remove  spell breath" in upper.after(found.changes[upper.uri])


@pytest.mark.parametrize(
    ("words", "new", "reason"),
    [
        ("board.capacity", "board.room", "shipped with wtrules"),
        ("extends", "x", "no name here"),
        ("actor", "x", "word of the language"),
        ("house", "x", "rename the file"),
        ("second_wind", "2nd", "cannot be a name"),
        ("second_wind", "swap_towers", "already something called"),
        ("mood is", "p", "already something called"),  # a variable of a rule that uses it
        ("mood is", "actor", "already something called"),
    ],
)
def test_rename_is_refused_with_a_reason(write: Write, words: str, new: str, reason: str) -> None:
    """What is shipped keeps its name."""
    house = write(HOUSE)
    with pytest.raises(JsonRpcException, match=reason):
        house.ask("rename", words, 2, new_name=new)


# --- lenses and commands ---


def lenses(house: Document) -> list[str]:
    """Return the titles of the lenses, in order."""
    return [one.command.title for one in house.ask("code_lens")]


def run(house: Document, command: str, *arguments: object) -> dict[str, object]:
    """Run a command about a document."""
    params = t.ExecuteCommandParams(command=command, arguments=[house.uri, *arguments])
    found: dict[str, object] = house.editor.ask("workspace_execute_command", params)
    return found


def test_lenses_say_whether_examples_pass_and_what_a_ruleset_changes(write: Write) -> None:
    """And offer what to do about them."""
    house = write(HOUSE)
    house.editor.wait_until_idle(house.uri)
    assert ["passes", "run", "show the board", "7 changes", "play", "measure"] == lenses(house)


def test_the_commands_of_an_example(write: Write) -> None:
    """They return plain values, and show them to people."""
    house = write(HOUSE)
    found = run(house, "wtrules.runExample", "crowd.four")
    assert found["passes"]
    assert any("crowd.four passes" in one for one in house.editor.messages)
    board = run(house, "wtrules.showBoard", "crowd.four")
    assert str(board["svg"]).startswith("<svg")
    assert house.editor.shown[-1].uri.endswith("board.txt")
    assert run(house, "wtrules.runExample", "nothing") is None
    assert "there is no example called `nothing`" == house.editor.messages[-1]


def test_the_commands_of_a_ruleset(write: Write) -> None:
    """What it changes, and what that does to the game."""
    house = write(HOUSE)
    changes = run(house, "wtrules.showChanges")["changes"]
    assert isinstance(changes, list)
    assert "board.capacity: 6 → 4" in [one["text"] for one in changes]
    params = t.ExecuteCommandParams(command="wtrules.explain", arguments=["unknown-override"])
    manual = house.editor.ask("workspace_execute_command", params)
    assert manual["text"].startswith("# unknown-override")
    assert run(house, "wtrules.play") is None  # not saved
    assert "save house.wtr first" in house.editor.messages[-1]


@pytest.mark.slow
def test_measuring_and_playing(write: Write) -> None:
    """Many games, and the page with the saved file."""
    house = write(HOUSE, saved=True)
    params = t.ExecuteCommandParams(command="wtrules.measure", arguments=[house.uri, 20])
    found = house.editor.ask("workspace_execute_command", params)
    assert ["house", "en-capstone"] == found["names"]
    assert 20 == found["games"]
    page = run(house, "wtrules.play")
    assert str(page["address"]).startswith("http://127.0.0.1:")
    assert house.editor.shown[-1].external
