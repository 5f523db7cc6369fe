"""Fixes: each one that is offered removes its mistake, and the file can still be read.

Those for faulty files are applied where the files are: `test_pages.py`, `tests/rules/test_bad_cases.py`.
"""

import tomllib
from pathlib import Path
from random import Random

import pytest

from tests.diagnostics.fixes import check_syntax, offered
from tests.diagnostics.german import without_german
from tests.rules.helpers import ROOT
from wtrules.cli import main
from wtrules.diagnostics import Fix, TextEdit, name_fix, suggest
from wtrules.diagnostics.fix import (
    append,
    apply,
    apply_to_bytes,
    begin_block,
    compatible,
    delete,
    delete_entry,
    replace,
)
from wtrules.source import SourceFile, Span
from wtrules.syntax.parse import parse

BROKEN = tomllib.loads((ROOT / "tests/syntax/broken_samples.toml").read_text("utf-8"))


def place(text: str, part: str) -> Span:
    """Return where a part of a text is."""
    start = text.index(part)
    return Span(SourceFile("test.wtr", text), start, start + len(part))


def fixed(fix: Fix) -> str:
    """Return the text of a file after a fix."""
    return apply(fix.edits[0].span.source, fix.edits).text


@pytest.mark.parametrize("code", BROKEN)
def test_fixes_of_syntax_errors(code: str):
    """Every fix that is offered for a broken text removes its syntax error."""
    for text in BROKEN[code]:
        faults = parse(SourceFile("test.wtr", text))[1]
        assert [] == without_german(faults)
        for fault, fix in offered(list(faults)):
            check_syntax(fault, fix)


def test_deleting_leaves_no_holes():
    """With a place go the blanks after it, or its whole line if nothing else is on it."""
    text = "rule a {\n  when yes\n  do roll die ; # now\n  x: 3\n  y:3\n}\n"

    assert "rule a {\n  do roll die ; # now" in fixed(delete(place(text, "when yes")))
    assert "  do roll die # now" in fixed(delete(place(text, ";")))
    assert "  roll die ; # now" in fixed(delete(place(text, "do")))
    assert "  x 3" in fixed(delete(place(text, ":")))
    assert "  y 3" in fixed(delete(place(text.replace("x: 3", ""), ":")))


def test_deleting_an_entry_of_a_list():
    """A comma goes with the entry, and the word before the list with the only entry."""
    assert "after y\n" == fixed(delete_entry(place("after x, y\n", "x")))
    assert "after x\n" == fixed(delete_entry(place("after x, y\n", "y")))
    assert "x { on y }" == fixed(delete_entry(place("x { after q on y }", "q"), keyword="after"))


def test_adding_to_a_block():
    """A line goes right after the brace, indented like the block, or on the line of a short one."""
    long, short = "  spell a {  # why\n    do roll die\n  }\n", "spell a { do roll die }"
    header = place(long, "a")

    added = begin_block(header, "cost 1")
    assert added is not None
    assert "  spell a {  # why\n    cost 1\n    do roll die\n  }\n" == fixed(added)
    added = begin_block(place(short, "a"), "cost 1")
    assert added is not None
    assert "spell a { cost 1 do roll die }" == fixed(added)
    assert begin_block(place("rule a\nspell b {}", "a"), "cost 1") is None


def test_the_sentence_is_the_title_unless_given():
    """A fix says what it does; the help line may say it in other words."""
    guess = name_fix(place("do roll dei", "dei"), ["die", "tower"])

    assert isinstance(guess, Fix)
    assert ("replace `dei` with `die`", "did you mean `die`?") == (guess.title, guess.help)
    assert "write `3`" == replace(place("x", "x"), "3").explained().help
    assert "count" == replace(place("x", "x"), "3").explained("count").help
    assert "did you mean `die`?" == guess.explained("count").help


def test_a_guess_is_safe_if_nothing_else_is_near():
    """A slip in a long name leaves no doubt; a short name, or two names as near, do."""

    def is_safe(written: str, *names: str) -> bool:
        guess = name_fix(place(written, written), names)
        assert isinstance(guess, Fix)
        return guess.is_safe

    assert is_safe("board.capacty", "board.capacity", "board.castle")
    assert is_safe("Move-Tower", "move_tower", "move_towel")
    assert not is_safe("movetowe", "move_tower", "move_towel")
    assert not is_safe("dei", "die")


def test_of_fixes_that_overlap_the_first_counts():
    """Fixes of the same place are not applied together, nor two texts added at one place."""
    text = "one two three"
    source = SourceFile("test.wtr", text)
    first, second = replace(Span(source, 0, 7), "a"), replace(Span(source, 4, 13), "b")
    third, fourth = append(Span(source, 8, 13), "c"), append(Span(source, 8, 13), "d")

    assert [first, third] == compatible([first, second, third, fourth])
    assert [replace(Span(source, 0, 3), "a"), replace(Span(source, 3, 4), "b")] == compatible(
        [replace(Span(source, 0, 3), "a"), replace(Span(source, 3, 4), "b")]
    )


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_all_other_bytes_stay(mark: bytes):
    """The byte order mark and every line ending stay; new lines end like the first line."""
    data = mark + "a\r\nü\nb\r\nc\r\n".encode()
    source = SourceFile("test.wtr", "a\nü\nb\nc\n")
    edits = [TextEdit(Span(source, 4, 5), "B\nC"), TextEdit(Span(source, 2, 3), "u")]

    assert mark + b"a\r\nu\nB\r\nC\r\nc\r\n" == apply_to_bytes(data, edits)
    assert "a\nu\nB\nC\nc\n" == apply(source, edits).text
    assert mark + b"x" == apply_to_bytes(mark, [TextEdit(Span(source, 0, 0), "x")])


@pytest.mark.slow
def test_thousands_of_fixes_take_few_attempts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The file is read a few times, not once for each fix; a fix that damages it is found and left out."""
    from wtrules.cli import fixing

    path = tmp_path / "many.wtr"
    text = "ruleset many {\n" + "".join(f"  remove rule r{i}\n" for i in range(1000)) + "}\n"
    path.write_text(text, encoding="utf-8")
    source = SourceFile("many.wtr", text)
    reads: list[None] = []
    mistakes = fixing._mistakes

    def counting(data: bytes, shown: str) -> int:
        reads.append(None)
        return mistakes(data, shown)

    monkeypatch.setattr(fixing, "_mistakes", counting)
    fixes = [
        replace(Span(source, start, start + len(f"r{i}")), "{{" if i == 500 else f"q{i}")
        for i in range(1000)
        for start in [text.index(f" r{i}\n") + 1]
    ]
    fixer = fixing.Fixer()
    done = fixer._change("many.wtr", path, fixes)

    assert 999 == len(done)
    assert len(reads) < 50
    assert "remove rule r500\n" in fixer.texts[path].text
    assert "remove rule q999\n" in fixer.texts[path].text


def test_all_rounds_share_the_work_for_suggestions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`validate --fix` of a file with many misspelt names stops when the work of one run is used up."""
    chance = Random(1)
    names = ["q" + "".join(chance.choices("abcdefghijklmnop", k=9)) for _ in range(100)]
    text = "".join(f"memory {name} = 0\n" for name in names)
    text += "rule a { on turn ends\n" + "".join(f"  set {name}z = 1\n" for name in names) + "}\n"
    path = tmp_path / "many.wtr"
    path.write_text(f'ruleset many {{ title en "M" de "M" extends en-capstone }}\n{text}')
    rows: list[int] = []
    row = suggest._row

    def counting(a: str, b: str, before: list[list[int]], limit: int) -> list[int]:
        rows.append(2 * limit + 1)
        return row(a, b, before, limit)

    monkeypatch.setattr(suggest, "_row", counting)
    monkeypatch.setattr(suggest, "WORK", 40_000)

    assert 1 == main(["validate", "--fix", "--quiet", str(path)])
    assert 0 < sum(rows) <= 40_000
    fixed = [name for name in names if f"set {name} =" in path.read_text()]
    assert 0 < len(fixed) < len(names)
