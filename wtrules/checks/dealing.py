"""Dealing cards of a named deck to all players: are there enough of them?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.possible_values import Folding
from wtrules.checks.survey import survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.phrase import phrase
from wtrules.rules.decks import named_decks
from wtrules.rules.model import Rules
from wtrules.rules.uses import used_parts
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every loop over all players in which each draws from a named deck."""
    seen, fold = survey(rules), Folding(rules)
    decks = {entry.id: entry for entry in named_decks(rules)}
    most = max(rules.players, default=0)
    for kind in ("rule", "card", "spell") if decks else ():
        for entry in rules.of_kind(kind):
            for node in seen.nodes[kind, entry.id]:
                if not _is_for_all(node) or not seen.is_own(node.span):
                    continue
                for do in _draws(node.body):
                    deck, amount = do.part("from"), do.part("amount")
                    found = decks.get(deck.id) if isinstance(deck, n.Name) else None
                    number = fold.possible(amount) if amount is not None else None
                    if found is None or number is None or number.low is None:
                        continue
                    copies = found.node_as(n.Deck).copies
                    needed = number.low * most
                    if copies < needed:
                        yield warning(
                            "too-few-cards",
                            phrase(
                                "deck `{found}` has {cards}, but {most} players draw {needed}",
                                found=found.id,
                                cards=plural(copies, "card"),
                                most=most,
                                needed=needed,
                            ),
                            do.span,
                            "the last players get fewer",
                            phrase(
                                "add cards to the deck, or write `players` with at most {copies} in the ruleset",
                                copies=copies // max(number.low, 1),
                            ),
                            related=(Label(found.name_span, plural(copies, "card")),),
                        )


def _is_for_all(node: Any) -> bool:
    """Whether a node is a loop over all players, none left out."""
    return type(node) is n.Each and node.query.kind == "player" and node.query.where is None


def _draws(block: Any) -> Iterator[n.Do]:
    """Yield what a block certainly draws from named decks, one by one."""
    stack = [block]
    while stack:
        node = stack.pop()
        if type(node) is n.Do and node.verb == "draw from":
            yield node
        elif isinstance(node, n.Block):
            for statement in node.statements:
                if isinstance(statement, n.When | n.Choose):
                    break
                stack.append(statement)
        elif isinstance(node, n.As):
            stack += [part for part in used_parts(node) if isinstance(part, n.Block)]
