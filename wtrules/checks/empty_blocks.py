"""Blocks, variants and groups of settings with nothing in them that could have an effect."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import delete
from wtrules.meaning.nodes import Meaning
from wtrules.source import Span
from wtrules.syntax import nodes as n

# What only prepares or names something.
_IDLE = (n.When, n.Let, n.Option)
# What a variant says about itself; anything else changes the game.
ABOUT_A_VARIANT = (
    n.NameClause, n.Says, n.Cites, n.Assumed, n.Covers, n.Needs, n.Excludes, n.LayerAfter,
    n.Suppress, n.InChapter,
)  # fmt: skip


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find statements of the file whose block does nothing, and variants that change nothing."""
    rules = meaning.resolved
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            if seen.is_own(entry.span):
                for statements, _ in blocks(entry):
                    for statement in statements:
                        yield from _statement(statement)
    for variant in rules.variants.values():
        node = variant.node
        is_idle = not node.players and all(isinstance(x, ABOUT_A_VARIANT) for x in node.members)
        if is_idle and seen.is_own(node.span):
            yield report("empty-block.variant", node.id.span, delete(node.span), variant=variant.id)


def _statement(node: n.Statement) -> Iterator[Diagnostic]:
    match node:
        # `if yes { }` is how a rule says that it does nothing.
        case n.If(condition=n.Name(id="yes")):
            return
        case n.If(otherwise=n.Block(statements=())):
            assert node.otherwise is not None
            at = node.otherwise.span
            start = node.span.source.text.rfind("else", node.span.start, at.start)
            yield report("empty-block.else", at, delete(Span(at.source, start, at.end)))
        case (
            n.If(then=body, otherwise=None)
            | n.May(body=body)
            | n.Each(body=body)
            | n.As(body=body)
            | n.Secretly(body=body)
            | n.Repeat(mode="times" | "while", body=body)
        ) if all(isinstance(one, _IDLE) for one in body.statements):
            word = node.span.text.split()[0]
            yield report("empty-block", body.span, delete(node.span), word=word)
