"""Some cases of every sort, and whether the fuzzer notices what it should.

`python -m tests.fuzz` runs any number of them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import examine, findings
from tests.fuzz.findings import Examine, shorten
from tests.fuzz.run import Report, Sort, examine_apart, run_cases, save
from tests.fuzz.sorts import SORTS
from tests.sampling import sampled, seed
from wtrules.backends.reference import Reference
from wtrules.resolve import library
from wtrules.syntax import format as layout

PARTS = 20  # all but one only with `--long`


@pytest.fixture(autouse=True)
def _own_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer keeps few trees; the other tests keep many."""
    monkeypatch.setattr(library, "parse", library.parse)


def nothing_is_found(name: str, part: int, count: int) -> None:
    """Examine some cases that no run had before."""
    report = run_cases(SORTS[name], seed(), part * count, count)

    assert count == report.cases
    assert {} == {cause: cases[0][1:] for cause, cases in report.examples.items()}


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), count=1))
def test_rule_files(part: int):
    """Whatever a rule file says: an answer, in time, and a formatter that changes nothing."""
    nothing_is_found("rules", part, 20)


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), count=1))
def test_positions(part: int):
    """Whatever a position says: an answer, and the same options on both back ends."""
    nothing_is_found("positions", part, 20)


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), count=1))
def test_game_files(part: int):
    """Whatever a game file says: an answer, and what was played can be written and played again."""
    nothing_is_found("games", part, 5)


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), count=1))
def test_questions(part: int):
    """Whatever is asked: an answer in JSON."""
    nothing_is_found("questions", part, 20)


# --- planted bugs --------------------------------------------------------------------------------


def found(name: str, count: int = 15) -> Report:
    """Run a few cases."""
    return run_cases(SORTS[name], 1, 0, count)


def words(examine: Examine) -> Sort:
    """Cases that are quickly made: some words, often with `castle` among them."""
    return Sort(
        "words",
        ".words",
        lambda rng: " ".join(rng.choices(["castle", "tower", "wizard", "flask"], k=4)),
        examine,
        lambda: None,
    )


def test_an_exception_is_found(monkeypatch: pytest.MonkeyPatch):
    """It is named after the function that raised it."""

    def check(rules: Any) -> Iterator[Any]:
        yield from {}["nothing"]

    monkeypatch.setattr("wtrules.checks.CHECKS", (check,))

    assert any(cause.startswith("KeyError in ") for cause in found("rules").causes)


def test_a_formatter_that_adds_something_is_found(monkeypatch: pytest.MonkeyPatch):
    """Formatting twice gives the same text as formatting once."""
    original = layout.format_file
    monkeypatch.setattr(examine, "format_file", lambda file: f"{original(file)}# {id(file)}\n")

    assert ["formatting changes comments"] == list(found("rules").causes)


@pytest.mark.slow
def test_a_formatter_that_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch):
    """The formatted text means the same."""
    original = layout.format_file
    monkeypatch.setattr(
        examine,
        "format_file",
        lambda file: original(file).replace(" clockwise", " counterclockwise"),
    )

    assert "formatting changes the meaning" in found("rules").causes


@pytest.mark.slow
def test_back_ends_that_differ_are_found(monkeypatch: pytest.MonkeyPatch):
    """Both list the same options."""
    original = Reference.options
    monkeypatch.setattr(Reference, "options", lambda self, state: original(self, state)[1:])

    assert "back ends differ" in found("positions").causes


@pytest.mark.slow
def test_an_endless_loop_is_found(monkeypatch: pytest.MonkeyPatch):
    """A case has a limited time, whatever the program does with exceptions."""

    def hang(text: str, run: object) -> None:
        while "castle" in text:
            with suppress(Exception):
                sum(range(1000))

    monkeypatch.setattr(findings, "MOST_SECONDS", 0.05)
    sort = words(hang)
    report = run_cases(sort, 1, 0, 20)

    assert 20 == report.cases
    assert any(cause.startswith("more than ") for cause in report.causes)


@pytest.mark.slow
def test_a_crash_is_found():
    """If the process dies, the run goes on with the next case."""

    def crash(text: str, run: object) -> None:
        if "castle" in text:
            os.kill(os.getpid(), signal.SIGKILL)

    sort = words(crash)
    report = run_cases(sort, 1, 0, 20)

    assert 20 == report.cases
    assert ["the process died: SIGKILL"] == list(report.causes)


def test_too_much_memory_is_found():
    """A case has a limited memory."""

    def hoard(text: str, run: object) -> None:
        bytearray(2 * findings.MOST_BYTES)

    sort = words(hoard)
    finding = examine_apart(sort, "ruleset a { }")

    assert finding is not None
    assert finding.cause.startswith("more memory than allowed")


@pytest.mark.slow
def test_a_finding_is_saved_as_a_short_case(tmp_path: Path):
    """What does not matter for it is left out, and a note says how to repeat it."""

    def fail(text: str, run: object) -> None:
        if "castle" in text:
            raise examine.Disagreement("castle")

    sort = words(fail)
    report = run_cases(sort, 1, 0, 20)
    path = save(tmp_path, sort, 1, *report.examples["castle"][0])

    assert "castle" == path.read_text("utf-8")
    assert f"--repeat {path}" in path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.slow
def test_shortening_keeps_what_matters():
    """The result still fails, and nothing in it can be left out."""
    text = "one two\nthree four\nfive"

    assert "four\nfive" == shorten(text, lambda t: "four" in t and "five" in t and "\n" in t)


@pytest.mark.slow
def test_cases_are_the_same_every_time():
    """A case is known by its sort, its seed and its number."""
    for sort in SORTS.values():
        sort.prepare()
        assert sort.case(1, 7) == sort.case(1, 7)
        assert len({sort.case(1, number) for number in range(10)}) > 7
