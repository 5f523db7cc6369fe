"""Diagnostics as people and programs see them."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

import wtrules
from wtrules.diagnostics import (
    Diagnostic,
    Label,
    OutputFormat,
    Severity,
    from_source_error,
    render,
    snippet,
    sort_key,
    summary,
)
from wtrules.diagnostics.fix import replace
from wtrules.diagnostics.render import render_concise, render_full, render_github, render_sarif
from wtrules.source import SourceError, SourceFile, Span

FRIDAY = SourceFile(
    "friday.wtr",
    "ruleset friday {\n  extends en-capstone\n  override spell headwind_tower {\n    cost 1\n  }\n}\n",
)
CORE = SourceFile(
    "rulesets/core/spells.wtr", "#\n" * 40 + "spell headwind_for_a_tower {\n  cost 1\n}\n"
)


def at(source: SourceFile, text: str, message: str = "", nth: int = 0) -> Label:
    """Label the nth place where *source* has *text*."""
    start = [match.start() for match in re.finditer(re.escape(text), source.text)][nth]
    return Label(Span(source, start, start + len(text)), message)


OVERRIDE = Diagnostic(
    "unknown-override",
    "`core` has no spell called `headwind_tower`",
    at(FRIDAY, "headwind_tower", "nothing here to override"),
    (at(CORE, "headwind_for_a_tower", "did you mean this one?"),),
    ("write `override spell headwind_for_a_tower`, or drop `override` to add a new spell",),
    fixes=(replace(at(FRIDAY, "headwind_tower").span, "headwind_for_a_tower", is_safe=True),),
)
UNUSED = Diagnostic(
    "never-read",
    "nobody reads `cost`: 100% of it",
    at(FRIDAY, "cost 1"),
    severity=Severity.WARNING,
)
MISSING = from_source_error(
    SourceError("missing-file", "there is no file `x.wtr`", ("look again",))
)
EVERYTHING = [OVERRIDE, UNUSED, MISSING]


def test_the_style_guide_example():
    """A fault with its other place and its help, line for line."""
    expected = """\
error[unknown-override]: `core` has no spell called `headwind_tower`
  --> friday.wtr:3:18
   |
 3 |   override spell headwind_tower {
   |                  ^^^^^^^^^^^^^^ nothing here to override
   |
  ::: rulesets/core/spells.wtr:41:7
   |
41 | spell headwind_for_a_tower {
   |       -------------------- did you mean this one?
   |
   = help: write `override spell headwind_for_a_tower`, or drop `override` to add a new spell
"""
    assert expected == render_full(OVERRIDE)


@pytest.mark.parametrize("output_format", list(OutputFormat))
def test_formats(snapshot: SnapshotAssertion, output_format: OutputFormat):
    """An error in two files; for people also a warning, and a file that is not there."""
    is_json = output_format in (OutputFormat.JSON, OutputFormat.SARIF)
    diagnostics = [OVERRIDE] if is_json else EVERYTHING
    text = render(diagnostics, output_format).replace(wtrules.__version__, "VERSION")
    assert snapshot == (page(json.loads(text)) if is_json else text)


def page(value: Any, indent: str = "") -> str:
    """Return JSON in as few lines as are easy to read: what fits in a line is not broken."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 100 or not isinstance(value, dict | list):
        return line
    if isinstance(value, list) and len(value) == 1:
        return f"[{page(value[0], indent)}]"
    inner = indent + "  "
    is_list = isinstance(value, list)
    names = [""] * len(value) if is_list else [f"{json.dumps(name)}: " for name in value]
    parts = value if is_list else value.values()
    rows = [inner + name + page(part, inner) for name, part in zip(names, parts, strict=True)]
    ends = "[]" if is_list else "{}"
    return "\n".join([ends[0], ",\n".join(rows), indent + ends[1]])


def test_related_places_nearby_share_a_snippet(snapshot: SnapshotAssertion):
    """Close labels are shown in one excerpt, the line between two of them too; far ones apart."""
    lines = "\n".join(f"line {number}" for number in range(1, 121))
    source = SourceFile("a.wtr", lines)
    diagnostic = Diagnostic(
        "two-layers",
        "two layers fight over one rule",
        at(source, "line 12", "primary", nth=0),
        (
            at(source, "12", "the same line"),
            at(source, "line 10", "two lines above", nth=0),
            at(source, "line 15", "three lines below"),
            at(source, "line 117", "far below"),
            at(source, "line 117", "far below"),
        ),
        ("first help", "second help"),
    )

    assert snapshot == render_full(diagnostic)


def test_spans_over_several_lines_show_the_first(snapshot: SnapshotAssertion):
    """A whole block is underlined on its first line, and the label says how far it goes."""
    block = Span(FRIDAY, FRIDAY.text.index("override"), FRIDAY.text.index("}") + 1)
    line = Span(FRIDAY, 0, FRIDAY.text.index("\n") + 1)
    end = Span(FRIDAY, len(FRIDAY.text), len(FRIDAY.text))

    assert snapshot == "\n".join(
        render_full(Diagnostic("a-fault", "x", Label(span, message)))
        for span, message in [(block, "this spell"), (block, ""), (line, "a line"), (end, "end")]
    )


def test_very_long_lines_are_clipped_around_the_fault(snapshot: SnapshotAssertion):
    """Start, middle and end of a long line each get a window; two far labels get one each."""
    text = "start " + "x" * 300 + " middle " + "y" * 300 + " end"
    source = SourceFile("a.wtr", text)
    diagnostic = Diagnostic(
        "a-fault",
        "x",
        at(source, "middle", "in the middle"),
        (at(source, "start", "first"), at(source, "y" * 300, "long"), at(source, "end", "last")),
    )

    assert snapshot == render_full(diagnostic)


def screen_column(line: str, index: int) -> int:
    """Count the screen columns in front of a character the slow way."""
    column = 0
    for character in line[:index]:
        if unicodedata.combining(character):
            continue
        column += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return column


@pytest.mark.parametrize("before", ["ü", "u\u0308", "魔法", "\t", "a\t", "🗼", "a\t魔\t", "\u202e"])
def test_carets_stand_under_the_fault(before: str):
    """Tabs, accents and wide letters in front of a fault do not shift its underlining."""
    source = SourceFile("a.wtr", f"{before}fault here")
    lines = render_full(Diagnostic("a-fault", "x", at(source, "fault"))).splitlines()

    assert lines[4].index("^") == screen_column(lines[3], lines[3].index("fault"))
    assert "^^^^^" == lines[4].split()[-1]
    assert "\t" not in lines[3]


@given(st.text(alphabet="a \t\nü魔\u0308", max_size=300), st.data())
def test_any_span_of_any_text_can_be_shown(text: str, data: st.DataObject):
    """Wherever two labels point, rendering works and every row is short."""
    source = SourceFile("a.wtr", text)
    ends = st.lists(st.integers(0, len(text)), min_size=2, max_size=2).map(sorted)
    one, two = (Label(Span(source, *data.draw(ends)), "m") for _ in range(2))
    shown = render_full(Diagnostic("a-fault", "x", one, (two,)))

    assert "^" in shown
    assert all(len(line) < 400 for line in shown.splitlines())


def test_terminal_escapes_in_a_message_are_harmless():
    """A name with control characters cannot paint the reader's terminal."""
    shown = render([Diagnostic("a-fault", "no `\x1b[31mred\u202e`", None)], "full")

    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert r"no `\x1b[31mred\u202e`" in shown


def test_colour_only_adds_colour():
    """Without its escape codes the coloured text is the plain one."""
    coloured = render(EVERYTHING, "full", colour=True)

    assert "\x1b[1;31merror[unknown-override]\x1b[0m" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == render(EVERYTHING, "full").splitlines()


def test_github_escapes_what_would_end_a_command():
    """Colons and commas in a file name, percent signs and newlines in a message."""
    source = SourceFile("a,b:c%.wtr", "x")
    label = Label(Span(source, 0, 1))
    diagnostic = Diagnostic("a-fault", "50% off\nreally: yes", label, help=("50% more",))

    assert (
        "::error file=a%2Cb%3Ac%25.wtr,line=1,col=1,endLine=1,endColumn=2,title=wtrules a-fault"
        r"::50%25 off\nreally: yes%0Ahelp: 50%25 more"
    ) == render_github(diagnostic)


def test_concise_is_one_line():
    """A message with a line break stays on its line."""
    diagnostic = Diagnostic(
        "a-fault", "one\n two", Label(Span(FRIDAY, 0, 1)), severity=Severity.NOTE
    )

    assert r"friday.wtr:1:1: note[a-fault] one\n two" == render_concise(diagnostic)


@pytest.mark.parametrize("diagnostics", [EVERYTHING, []])
def test_json_follows_its_schema(diagnostics: list[Diagnostic]):
    """The published schema describes what is written."""
    folder = Path(wtrules.__file__).parent
    schema = json.loads((folder / "diagnostics" / "schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)

    written = json.loads(render(diagnostics, "json", files_checked=3))
    assert [] == list(jsonschema.Draft202012Validator(schema).iter_errors(written))


@pytest.mark.parametrize("diagnostics", [EVERYTHING, []])
def test_sarif_follows_the_standard(diagnostics: list[Diagnostic]):
    """What code scanning services require is there, and rule indices lead to the rules."""
    schema = json.loads((Path(__file__).parent / "sarif-subset.schema.json").read_text())
    log = json.loads(render(diagnostics, "sarif"))
    jsonschema.validate(log, schema)
    (run,) = log["runs"]

    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert result["ruleId"] == rule["id"]
        assert rule["help"]["text"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("my rules/Türme.wtr", "my%20rules/T%C3%BCrme.wtr"),
        ("/home/a b.wtr", "file:///home/a%20b.wtr"),
        ("C:\\rules\\a.wtr", "file:///C:/rules/a.wtr"),
        ("<stdin>", "%3Cstdin%3E"),
        ("a:b.wtr", "a%3Ab.wtr"),
    ],
)
def test_sarif_names_files_by_uri(path: str, uri: str):
    """Spaces, umlauts and drive letters are written the way a URI wants them."""
    diagnostic = Diagnostic("a-fault", "x", Label(Span(SourceFile(path, "x"), 0, 1)))
    result = json.loads(render_sarif([diagnostic]))["runs"][0]["results"][0]

    assert uri == result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def test_sarif_carries_the_manual_page():
    """The page of a code is the help of its rule."""
    log = json.loads(render([OVERRIDE], "sarif", manual={"unknown-override": "# The page"}))

    assert "# The page" == log["runs"][0]["tool"]["driver"]["rules"][0]["help"]["markdown"]


def test_the_order_is_by_file_place_severity_and_code():
    """Diagnostics come as one reads the files, each once, whatever order they were found in."""
    note = Diagnostic("b-note", "x", UNUSED.primary, severity=Severity.NOTE)
    wanted = [MISSING, OVERRIDE, UNUSED, note]

    assert wanted == sorted([note, UNUSED, OVERRIDE, MISSING], key=sort_key)
    assert 1 == render([UNUSED, UNUSED], "concise").count("never-read")


@pytest.mark.parametrize(
    ("diagnostics", "files_checked", "line"),
    [
        ([], None, "No problems found."),
        ([], 1, "No problems found in 1 file."),
        ([OVERRIDE], 9, "1 error in 1 file."),
        ([OVERRIDE, MISSING, UNUSED], None, "2 errors, 1 warning in 1 file."),
        ([MISSING], None, "1 error."),
    ],
)
def test_summaries(diagnostics: list[Diagnostic], files_checked: int | None, line: str):
    """The last line counts what was found and in how many files."""
    assert line == summary(diagnostics, files_checked)


def test_a_line_with_many_mistakes_is_measured_once(monkeypatch: pytest.MonkeyPatch):
    """A long line full of mistakes takes time in proportion to its length."""
    measured = []
    cells = snippet._cells

    def counting(line: str) -> object:
        measured.append(line)
        return cells(line)

    monkeypatch.setattr(snippet, "_cells", counting)
    source = SourceFile("long.wtr", "a " * 300)

    text = render([Diagnostic("bad", "wrong", at(source, "a", nth=i)) for i in range(300)])

    assert [source.text] == measured
    assert 300 == text.count("error[bad]: wrong")
