"""What the page expects of an answer is what it gets: the types in `web/src/calls.ts`."""

import pytest

from tests.web.contract import Types, faults, types
from wtrules.web.api import CALLS


def test_every_call_has_types():
    """The page knows all calls; to save a file is one of the server alone."""
    _, calls = types().named("Calls")
    assert {*CALLS, "save"} == set(calls)


@pytest.mark.parametrize(
    ("value", "is_right"),
    [
        ({"a": 1, "b": ["x", None]}, True),
        ({"a": 1.5, "b": [], "c": {"k": ["left", 2]}}, True),
        ({"a": 1, "b": [], "d": True, "e": 3}, True),
        ({"a": True, "b": []}, False),
        ({"a": 1}, False),
        ({"a": 1, "b": [2]}, False),
        ({"a": 1, "b": [], "f": 1}, False),
        ({"a": 1, "b": [], "c": {"k": ["up", 2]}}, False),
        ({"a": 1, "b": [], "c": {"k": ["left"]}}, False),
        ({"a": 1, "b": [], "d": 1}, False),
        (None, False),
    ],
)
def test_types_are_read(value: object, is_right: bool):
    """Objects, what may be missing, lists, pairs, words, either of two, and both of two."""
    read = Types(
        "export type X = { a: number; // one\n b: (string | null)[]; c?: Record<string, P> } & Y;\n"
        'type Z = 1; export type P = ["left" | "right", number];\n'
        "/** Y */ export type Y = { d?: boolean; e?: number };"
    )
    assert is_right == (not [*read.faults(value, "X")])


def test_a_failure_is_an_answer():
    """With a code and a message; nobody expects another word."""
    assert [] == faults("view", {"error": {"code": "illegal", "message": "No."}})
    assert faults("view", {"error": {"code": "illegal", "text_": "No."}})
