"""Definitions that every game needs: spaces, a deck, colours, the rule `game`, players."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules import resources
from wtrules.diagnostics import Diagnostic, error
from wtrules.diagnostics.fix import begin_block, delete
from wtrules.language.physical import PHYSICAL
from wtrules.phrase import listed, phrase
from wtrules.rules.meaning import Meaning


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
            name = phrase("{kind} `{id}`", kind=kind, id=id) if kind != "deck" else "deck"
            if gone is None:
                missing.append(name)
                continue
            yield error(
                "missing-definition",
                phrase("every game needs the {name}", name=name),
                gone.span,
                "removed here",
                delete(gone.span, "it cannot be removed; change it with `override`"),
            )
    if not rules.players:
        missing.append("`players`")
    if missing:
        extends = len(rules.layers) > 1
        base = f"extends {resources.default_ruleset()}"
        help = phrase("build on a complete game: `{base}`, or add what is missing", base=base)
        yield error(
            "missing-definition",
            phrase(
                "`{ruleset}` is missing {list}",
                ruleset=rules.name,
                list=listed(phrase("the {name}", name=m) if m[0] != "`" else m for m in missing),
            ),
            rules.span,
            "not a complete game",
            "add what is missing" if extends else begin_block(rules.span, base, help) or help,
        )
