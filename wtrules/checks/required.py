"""Definitions that every game needs: spaces, a deck, colours, the rule `game`, players."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules import resources
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.diagnostics.fix import begin_block, delete
from wtrules.language.physical import PHYSICAL
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find missing definitions; an atlas of topics is not a game and needs none."""
    rules = meaning.resolved
    if any(rules.of_kind("topic")) and not any(rules.of_kind("rule")):
        return
    missing: list[str] = []
    for kind, ids in PHYSICAL.items():
        for id in ids:
            if (kind, id) in rules.entries:
                continue
            gone = rules.removed.get((kind, id))
            what = "definition" if kind != "deck" else "deck"
            if gone is None:
                missing.append(wording(f"missing-definition.{what}", kind=kind, id=id))
            elif kind == "deck":
                yield report("missing-definition.removed-deck", gone.span, delete(gone.span))
            else:
                yield report(
                    "missing-definition.removed", gone.span, delete(gone.span), kind=kind, id=id
                )
    if not rules.players:
        missing.append("`players`")
    if missing:
        extends = len(rules.layers) > 1
        base = f"extends {resources.default_ruleset()}"
        yield report(
            "missing-definition",
            rules.span,
            wording("missing-definition.add") if extends else begin_block(rules.span, base),
            ruleset=rules.name,
            list=listed(missing),
            base=base,
        )
