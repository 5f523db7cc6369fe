"""From resolved rules to their meaning: names bound, types checked.

`Rules`, whose nodes still contain names, become a `Meaning` for checks, services and the lowering, with
a diagnostic for every mistake found on the way.
"""

from __future__ import annotations

from functools import partial

from attrs import evolve

from wtrules.diagnostics import Diagnostic
from wtrules.meaning import nodes as m
from wtrules.meaning.binder import binder_of
from wtrules.meaning.references_in import elsewhere
from wtrules.resolve.model import Entry, Rules, once


@once
def elaborate(rules: Rules) -> tuple[m.Meaning, tuple[Diagnostic, ...]]:
    """Return the meaning of *rules*, which is made once, and what is wrong with them."""
    binder = binder_of(rules)
    meaning = evolve(binder.meaning, elsewhere=partial(elsewhere, rules))
    return meaning, tuple(binder.ctx.diagnostics)


def meaning_of(rules: Rules) -> m.Meaning:
    """Return the meaning of *rules*."""
    return elaborate(rules)[0]


def elaborate_example(rules: Rules, entry: Entry) -> m.Example:
    """Return the meaning of an example that is not among *rules*, but is played with them."""
    binder = binder_of(rules)
    with binder.ctx.apart():
        return binder.examples.example(entry)
