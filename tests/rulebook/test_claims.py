"""What a rulebook says about when something is allowed is true: the engine is asked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.rulebook.claims import RULESET, printed, tied
from wtrules.game.examples import run_example
from wtrules.game.load import load_opened
from wtrules.pipeline import open_ruleset
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.rulebook.examples import examples_of
from wtrules.syntax import nodes as n

CLAIMS = Path(__file__).parents[1] / "cases" / "claims.wtr"


@cache
def examples() -> dict[str, Entry]:
    """Return the examples of the ruleset, and those for sentences that no other one shows."""
    found = (*examples_of(open_ruleset(RULESET), ()), *examples_of(open_ruleset(str(CLAIMS)), ()))
    return {entry.id: entry for entry in found}


def test_every_sentence_is_tied():
    """A new or changed sentence needs a look: which example shows that it is true?"""
    assert printed() == list(tied())


def test_most_sentences_are_shown_by_an_example():
    """Only manners, and what is put away, are left to the table."""
    left = {rule for rule, examples in tied().items() if not examples}

    assert {
        "setup.cards.deal",
        "setup.unused",
        "lock.look",
        "move.tower.lift_commit",
        "castle.lift_penalty",
    } == {rule for rule, _ in left}


@pytest.mark.parametrize("example", sorted({each for names in tied().values() for each in names}))
def test_the_engine_agrees(example: str):
    """The example is there, says what happens then, and passes."""
    entry = examples()[example]
    game = load_opened(open_ruleset(RULESET))

    assert any(clauses_of(entry.node, n.Then))
    assert () == run_example(game, entry).failures


def test_no_example_is_for_nothing():
    """Each position of the file shows a sentence."""
    own = {id for id in examples() if id.startswith("claim.")}

    assert own == {each for names in tied().values() for each in names} & own
