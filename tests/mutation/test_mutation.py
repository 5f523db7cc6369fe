"""A wrong rule would be noticed: a sample of changes to the core rules, each judged by the tests."""

from pathlib import Path

import pytest

from tests.mutation.forks import Forks
from tests.mutation.python_changes import ROOT, mutants_of
from tests.mutation.rule_changes import mutants
from tests.mutation.rule_steps import steps
from tests.mutation.suite import Bench, copy
from tests.mutation.survivors import accepted

PROSE = {"page", "sentence", "stance"}  # which no game shows
CORE = [m for m in mutants("core/**/*.wtr") if m.kind not in PROSE]
# Some that are noticed soon: `python -m tests.mutation --what rules` judges all of them.
SOON = {
    "rulesets/core/cards.wtr wizard: drop a part of `own and visible` → `visible`",
    "rulesets/core/spells.wtr swap_towers: number `2` → `3`",
    "rulesets/core/spells.wtr move_castle: drop `where free`",
}
SAMPLE = [mutant for mutant in CORE if mutant.id in SOON]


@pytest.mark.slow
def test_mutants_are_noticed(tmp_path: Path):
    """A change to a rule is noticed, or listed with the reason why it makes no difference."""
    assert len(SOON) == len(SAMPLE)
    copy(tmp_path / "copy")
    with Forks(tmp_path / "copy", "rules") as forks:
        bench = Bench(forks, set(), set())
        survivors = [m.id for m in SAMPLE if bench.verdict(m, steps(m)) is None]
    assert [] == [id for id in survivors if id not in accepted()]


@pytest.mark.slow
def test_listed_mutants_exist():
    """The list of harmless changes names changes that can be made."""
    listed = set(accepted())
    files = {id.partition(" ")[0] for id in listed if id.startswith("wtrules/")}
    code = [m for file in files for m in mutants_of(file, (ROOT / file).read_text("utf-8"))]
    assert set() == listed - {mutant.id for mutant in (*mutants(), *code)}


def test_listed_mutants_have_a_reason():
    """Nothing is listed without saying why."""
    assert [] == [id for id, reason in accepted().items() if not reason]
