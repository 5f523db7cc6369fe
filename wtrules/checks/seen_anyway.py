"""Actions that show players what everybody sees anyway, and choices that tell what nobody should see."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import Nodes, survey
from wtrules.diagnostics import Diagnostic, warning
from wtrules.diagnostics.fix import begin_block
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules import values
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n

_VISIBILITY = "hand.visibility"
_FORGOTTEN = f"covered {{ wizards {COVERED_WORDS[1]} }}"


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
                yield warning(
                    "seen-anyway",
                    "everybody remembers the wizards under towers, so `do lift` shows nothing new",
                    action.span,
                    "has no effect",
                    begin_block(
                        rules.span,
                        _FORGOTTEN,
                        phrase(
                            "to play that nobody may look again, write `{forgotten}` in the ruleset",
                            forgotten=_FORGOTTEN,
                        ),
                    )
                    or phrase(
                        "to play that nobody may look again, write `{forgotten}`",
                        forgotten=_FORGOTTEN,
                    ),
                )
            elif action.verb in ("show hand", "reveal hand") and open_hands:
                yield warning(
                    "seen-anyway",
                    phrase("hands are open, so `do {verb}` shows nothing new", verb=action.verb),
                    action.span,
                    "has no effect",
                    phrase(
                        "remove it, or write `override {visibility} = secret`",
                        visibility=_VISIBILITY,
                    ),
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
                    yield warning(
                        "secret-in-options",
                        "what is offered here tells which wizards are under which tower, and they are forgotten",
                        part.span,
                        "wizards that nobody sees",
                        "let the player look first, with `do lift t for actor`, or offer all towers",
                    )
                    break
