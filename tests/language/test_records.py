"""The records of the language: each is complete, and they fit together."""

from __future__ import annotations

import re

import pytest

from wtrules import resources
from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS, Event
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import THINGS
from wtrules.language.verbs import KINDS, VERBS, Verb, kind_of

TYPES = {
    *THINGS,
    "deck",
    "castle",
    "number",
    "truth",
    "group",
    "memory",
    "pile",
    "secret",
    "key",
    "allowance",
    "thing",
}
WORDS = [*VERBS.values(), *EVENTS.values(), *PROPERTIES, *PREDICATES, *CONSTANTS.values()]

verbs = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)


def test_every_word_is_documented():
    """The reference says something about each word."""
    assert [] == [word for word in WORDS if not word.doc]


def test_every_type_exists():
    """A record names no type that the language does not have."""
    used = {type for verb in VERBS.values() for part in verb.parts for type in part.types}
    used |= {type for event in EVENTS.values() for type in event.types}
    used |= {type for p in PROPERTIES for type in (p.subject, p.result)}
    used |= {p.subject for p in PREDICATES} | {c.type for c in CONSTANTS.values()}

    assert set() == used - TYPES


def test_no_operation_is_defined_twice():
    """A property or predicate has one record for each type it can be asked of."""
    ops = [record.op for record in (*PROPERTIES, *PREDICATES)]

    assert len(ops) == len({*ops})


def test_every_verb_is_in_the_grammar():
    """The alternatives `act_…` of the grammar are the verbs, and no others."""
    grammar = (resources.grammar_folder() / "statements.lark").read_text("utf-8")
    aliases = re.findall(r"-> act_(\w+)", grammar)

    assert sorted(name.replace(" ", "_") for name in VERBS) == sorted(aliases)


@verbs
def test_the_form_names_every_part(verb: Verb):
    """What a verb's form shows in capitals are its parts, in order; optional ones in brackets."""
    words = [word for word in verb.form.split() if word.strip("[]").isupper()]
    named = [word.strip("[]").lower() for word in words if word != "DIRECTION"]

    assert [part.label for part in verb.parts] == named
    assert [part.optional for part in verb.parts] == [
        word.endswith("]") for word in words if word != "DIRECTION"
    ]


@verbs
def test_every_verb_says_when_it_is_possible(verb: Verb):
    """A verb that is always allowed says so, any other says what it needs."""
    assert verb.possible
    assert all(kind.always for kind in verb.kinds) == (verb.possible == "always")
    assert [] == [kind.name for kind in verb.kinds if kind.always and kind.forbidden_by]


@verbs
def test_every_action_has_a_kind(verb: Verb):
    """Whatever a verb acts on, there is a kind of action for it."""
    what = next((part.types for part in verb.parts if part.label == "what"), ("",))
    kinds = {kind_of(verb.name, type) for type in what}

    assert {kind.name for kind in verb.kinds} == kinds
    assert kinds <= KINDS.keys()


@verbs
def test_events_and_defaults_exist(verb: Verb):
    """A verb causes known events, and a part that is left out stands for a constant of its type."""
    assert {event for kind in verb.kinds for event in kind.events} <= EVENTS.keys()
    for part in verb.parts:
        if part.default is not None:
            assert part.optional
            assert CONSTANTS[part.default].type in part.types


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_an_event_has_a_type_for_each_variable(event: Event):
    """The types of an event are those of the capital letters in its longest pattern."""
    words = event.patterns[-1].split()
    assert len(event.types) == sum(word.isupper() for word in words)


def test_every_event_has_a_cause():
    """What rules can wait for happens: by an action, with a part of the game, or when a spell is cast."""
    caused = {event for kind in KINDS.values() for event in kind.events}
    parts = ("game", "setup", "round", "turn", "action")
    caused |= {f"{part}-{edge}" for part in parts for edge in ("begins", "ends")}

    assert EVENTS.keys() == caused | {"spell-cast"}
