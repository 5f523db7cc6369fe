"""A wrong rule would be noticed: a sample of changes to the core rules, each judged by the tests."""

import pytest

from tests.mutation import Judge, Mutant, accepted, judged, mutants, sample

# `python tests/mutation.py` judges all of them.
SAMPLE = sample(40)


@pytest.mark.slow
def test_the_rules_themselves_pass():
    """Nothing is wrong with the rules as they stand."""
    assert Judge().verdict() is None


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.id)
def test_mutant_is_noticed(mutant: Mutant):
    """A change to a rule is noticed, or listed with the reason why it makes no difference."""
    assert mutant.id in accepted() or judged(mutant) is not None


def test_listed_mutants_exist():
    """The list of harmless changes names changes that can be made."""
    assert set() == set(accepted()) - {mutant.id for mutant in mutants()}


def test_listed_mutants_have_a_reason():
    """Nothing is listed without saying why."""
    assert [] == [id for id, reason in accepted().items() if not reason]
