"""Actions that show players what everybody sees anyway, and choices that tell what nobody should see."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import Nodes, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import begin_block
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.meaning import values
from wtrules.meaning.nodes import Meaning
from wtrules.node import walk
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

_VISIBILITY = "hand.visibility"
_FORGOTTEN = f"covered {{ wizards {COVERED_WORDS[1]} }}"

_SHOWING = ("show hand", "reveal hand")  # those of the main deck, if no deck is named


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Compare what rules show with what is open."""
    rules = meaning.resolved
    seen = survey(rules)
    forgotten = values.entries_of(rules, COVERED) == COVERED_WORDS[1:]
    open_hands = values.entries_of(rules, _VISIBILITY) == ("open",)
    for nodes in seen.nodes.values():
        actions = [node for node in nodes.of(n.Do) if seen.is_own(node.span)]
        does_more = len(actions) > 1 or bool(nodes.of(n.Perform, n.Set))
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
            yield from _choices_under_towers(nodes, rules)


def _choices_under_towers(nodes: Nodes, rules: Rules) -> Iterator[Diagnostic]:
    """Yield the choices whose options tell which wizards are under a tower that nobody has lifted."""
    lifted = [node.span.start for node in nodes.of(n.Do) if node.verb == "lift"]
    for choose in nodes.of(n.Choose):
        if not survey(rules).is_own(choose.span):
            continue
        if any(start < choose.span.start for start in lifted):
            continue
        for part in walk(choose.queries):
            if isinstance(part, n.Query) and part.kind == "wizard":
                below = [r for r in part.relations if r.word == "beneath"]
                if below:
                    yield report("secret-in-options.covered", part.span)
                    break
