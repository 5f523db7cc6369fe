"""Completion offers first what people want to write: the places of `cases/completion.txt`."""

from pathlib import Path

import pytest

from wtrules import resources
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library, ruleset_names
from wtrules.resolve.model import Rules
from wtrules.services.completion import complete
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse
from wtrules.syntax.usage import SHIPPED, usage_text

CASES = Path(__file__).parents[1] / "cases" / "completion.txt"
RULESET = 'ruleset a {\n  title en "A"\n  extends en-capstone\n  '


def cases() -> list[tuple[str, str, list[str]]]:
    """Return where, what is written up to the cursor, and what is wanted, of each case."""
    found = []
    for line in CASES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            there, wanted = line.split("▮ -> ")
            where, _, written = there.partition(": ")
            found.append((where, written, wanted.split(", ")))
    return found


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules that the file of each case extends."""
    library = Library()
    loaded = library.find_ruleset(resources.default_ruleset())
    assert loaded is not None
    return resolve(library, loaded)


def offered(rules: Rules, text: str, lang: str = "en") -> list[str]:
    """Return what is offered at the end of a text, which more follows."""
    file, _ = parse(SourceFile("a.wtr", text + "\n}\n}\n"))
    found = complete(file, len(text), rules, ruleset_names(), lang)
    return [option.label for option in found.options]


def text_of(where: str, written: str) -> str:
    """Return the text of a file up to the cursor; after a whole word it is behind a blank."""
    lines = written.replace("  ", "\n    ").replace("{ ", "{\n  ")
    match where:
        case "file":
            return lines
        case "ruleset":
            return RULESET + lines
        case _:
            return f"{RULESET}{where} x {{\n    {lines}"


def fails(rules: Rules, where: str, written: str, wanted: list[str]) -> str | None:
    """Return what is offered where something wanted is not, or not early enough."""
    first = offered(rules, text_of(where, written))[:5]
    for wish in wanted:
        label = wish.strip().removesuffix("!")
        if label not in first or (wish.endswith("!") and label != first[0]):
            return f"{where}: {written} -> {wish}, not {first}"
    return None


def test_what_people_want_is_among_the_first_five(rules: Rules) -> None:
    """At each place of the benchmark."""
    found = cases()
    assert len(found) >= 60
    assert [] == [case for case in (fails(rules, *one) for one in found) if case]


def test_the_table_of_likely_words_is_up_to_date() -> None:
    """If this fails: python -m wtrules.syntax"""
    assert usage_text() == SHIPPED.read_text("utf-8")


def test_languages_follow_that_of_the_user(rules: Rules) -> None:
    """A sentence is written in one's own language first."""
    assert "en" == offered(rules, "ruleset a {\n  title ")[0]
    assert "de" == offered(rules, "ruleset a {\n  title ", "de")[0]


def test_a_section_is_offered_with_and_without_its_quotes(rules: Rules) -> None:
    """Of the manual that is cited, in the words of the atlas; then its pages, then what it does."""
    rule = f"{RULESET}rule x {{\n    cites en-abacus-24 "
    assert '"Set-up of the game"' in offered(rules, rule)
    assert ["Set-up of the game"] == offered(rules, f'{rule}"Set')
    assert [] == offered(rules, f'{RULESET}rule x {{\n    says en "Set')
    after = offered(rules, f'{rule}"Set-up of the game" ')
    assert after[0].startswith("p")
    assert {"states", "implies"} <= set(after)


def test_what_is_already_in_the_block_comes_last(rules: Rules) -> None:
    """If a block has only one of it."""
    assert "cost" in offered(rules, f"{RULESET}spell x {{\n    ")[:5]
    assert "cost" not in offered(rules, f"{RULESET}spell x {{\n    cost 1\n    ")[:5]


def test_a_ruleset_does_not_extend_itself(rules: Rules) -> None:
    """Its own name is not offered."""
    file, _ = parse(SourceFile("a.wtr", text := "ruleset a {\n  extends "))
    found = complete(file, len(text), rules, ("a", *ruleset_names()))
    assert "a" not in [option.label for option in found.options]
