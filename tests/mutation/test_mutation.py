"""A wrong rule would be noticed: changes to the core rules, judged by the tests."""

from pathlib import Path

import pytest

from tests.mutation import python_changes, rule_changes
from tests.mutation.forks import Forks
from tests.mutation.python_changes import ROOT
from tests.mutation.rule_changes import mutants
from tests.mutation.rule_steps import steps
from tests.mutation.suite import Bench, copy
from tests.mutation.survivors import accepted

# Some that are noticed soon: `python -m tests.mutation --what rules` judges all of them.
SOON = {
    "rulesets/core/cards.wtr wizard: drop a part of `own and visible` → `visible`",
    "rulesets/core/spells.wtr swap_towers: number `2` → `3`",
    "rulesets/core/spells.wtr move_castle: drop `where free`",
}


@pytest.mark.long
@pytest.mark.parametrize("id", sorted(SOON))
def test_mutants_are_noticed(id: str, tmp_path: Path):
    """A change to a rule is noticed."""
    (mutant,) = [mutant for mutant in mutants("core/**/*.wtr") if mutant.id == id]
    copy(tmp_path / "copy")
    with Forks(tmp_path / "copy", "rules") as forks:
        assert Bench(forks, set(), set()).verdict(mutant, steps(mutant)) is not None


@pytest.mark.slow
def test_listed_mutants_exist():
    """The list of harmless changes names changes that can be made."""
    listed = set(accepted())
    possible: set[str] = set()
    for file in {id.partition(" ")[0] for id in listed}:
        changes = rule_changes if file.endswith(".wtr") else python_changes
        possible |= {m.id for m in changes.mutants_of(file, (ROOT / file).read_text("utf-8"))}
    assert set() == listed - possible


def test_listed_mutants_have_a_reason():
    """Nothing is listed without saying why."""
    assert [] == [id for id, reason in accepted().items() if not reason]
