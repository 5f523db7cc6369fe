"""A wrong rule would be noticed: a sample of changes to the core rules, each judged by the tests."""

import random

import pytest

from tests.mutation.mutant import Mutant
from tests.mutation.python_changes import ROOT, mutants_of
from tests.mutation.rule_changes import mutants
from tests.mutation.rule_judge import Judge, judged
from tests.mutation.survivors import accepted

PROSE = {"page", "sentence", "stance"}  # which no game shows
CORE = [m for m in mutants("core/**/*.wtr") if m.kind not in PROSE]
# `python -m tests.mutation --what rules` judges all of them.
SAMPLE = sorted(random.Random(1).sample(CORE, 12), key=lambda mutant: mutant.id)


@pytest.mark.slow
def test_the_rules_themselves_pass():
    """Nothing is wrong with the rules as they stand."""
    assert Judge().verdict() is None


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.id)
def test_mutant_is_noticed(mutant: Mutant):
    """A change to a rule is noticed, or listed with the reason why it makes no difference."""
    assert mutant.id in accepted() or judged(mutant) is not None


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
