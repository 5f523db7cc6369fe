"""Actions that show players what everybody sees anyway, and choices that tell what nobody should see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wtrules.checks.survey import own_definitions, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import begin_block
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.node import walk

_VISIBILITY = "hand.visibility"
_FORGOTTEN = f"covered {{ wizards {COVERED_WORDS[1]} }}"

_SHOWING = ("show hand", "reveal hand")  # those of the main deck, if no deck is named


# What a rule may do beside an action.
_DOING = (m.Perform, m.PerformCard, m.PerformSpell, m.SetMemory)


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Compare what rules show with what is open."""
    rules = meaning.resolved
    seen = survey(rules)
    forgotten = values.entries_of(rules, COVERED) == COVERED_WORDS[1:]
    open_hands = values.entries_of(rules, _VISIBILITY) == ("open",)
    for _, definition in own_definitions(meaning):
        parts = list(walk(definition))
        actions = [part for part in parts if isinstance(part, m.Act) and seen.is_own(part.span)]
        does_more = len(actions) > 1 or any(isinstance(part, _DOING) for part in parts)
        for action in actions:
            # A rule that lifts a tower and does more may say it to be complete.
            told = action.part("for") is not None or not does_more
            if action.verb == "lift" and not forgotten and told:
                yield report(
                    "seen-anyway.covered",
                    action.span,
                    begin_block(rules.span, _FORGOTTEN),
                    forgotten=_FORGOTTEN,
                )
            elif action.verb in _SHOWING and action.part("from") is None and open_hands:
                yield report(
                    "seen-anyway.hands", action.span, verb=action.verb, visibility=_VISIBILITY
                )
        if forgotten:
            chosen = (part for part in parts if isinstance(part, m.Choose))
            yield from _choices_under_towers(actions, filter(lambda x: seen.is_own(x.span), chosen))


def _choices_under_towers(
    actions: Sequence[m.Act], choices: Iterable[m.Choose]
) -> Iterator[Diagnostic]:
    """Yield the choices whose options tell which wizards are under a tower that nobody has lifted."""
    lifted = min((act.span.start for act in actions if act.verb == "lift"), default=None)
    for choose in choices:
        below = (
            part.span
            for part in walk(choose.queries)
            if isinstance(part, m.Query) and part.kind == "wizard"
            if any(relation.word == "beneath" for relation in part.relations)
        )
        at = next(below, None)
        if at is not None and (lifted is None or choose.span.start <= lifted):
            yield report("secret-in-options.covered", at)
