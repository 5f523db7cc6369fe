"""Every word of the language that the program needs to know is registered with its lowering."""

from __future__ import annotations

from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import KINDS
from wtrules.program.lower.properties import ANSWERS, GROUPS, NAMED
from wtrules.program.lower.verbs import LOWERINGS, PERMISSIONS

CASTLE = {"castle"}  # the piece itself, a word of the grammar
MEANT = {"yes", "nothing"}  # constants that are numbers before anything is lowered


def test_every_kind_of_action_has_a_lowering() -> None:
    """What rules can do and what the program can do are the same."""
    assert set(KINDS) == set(LOWERINGS)


def test_every_kind_of_action_has_a_permission() -> None:
    """An action is always allowed only if its record says so."""
    assert {name for name, kind in KINDS.items() if not kind.always} == set(PERMISSIONS)


def test_every_property_and_predicate_and_constant_has_a_lowering() -> None:
    """What rules can ask and what the program can answer are the same."""
    asked = {p.op for p in PROPERTIES} | {p.op for p in PREDICATES}
    asked |= {c.name for c in CONSTANTS.values() if c.type != "group"}
    assert asked == (set(ANSWERS) | set(NAMED) | MEANT) - CASTLE


def test_every_group_has_a_field() -> None:
    """Constants that are groups of wizards are known where wizards move together."""
    assert {c.name for c in CONSTANTS.values() if c.type == "group"} == set(GROUPS)
