"""Blocks, variants and groups of settings with nothing in them that could have an effect."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, warning
from wtrules.diagnostics.fix import delete
from wtrules.phrase import phrase
from wtrules.rules.meaning import Meaning
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
            yield empty_block(
                phrase("variant `{variant}` changes nothing", variant=variant.id),
                node.id.span,
                node.span,
                phrase(
                    "write what it changes: `variant {variant} {{ override board.capacity = 4 }}`",
                    variant=variant.id,
                ),
            )


def _statement(node: n.Statement) -> Iterator[Diagnostic]:
    match node:
        # `if yes { }` is how a rule says that it does nothing.
        case n.If(condition=n.Name(id="yes")):
            return
        case n.If(otherwise=n.Block(statements=())):
            assert node.otherwise is not None
            at = node.otherwise.span
            start = node.span.source.text.rfind("else", node.span.start, at.start)
            yield empty_block(
                "nothing happens in `else`",
                at,
                Span(at.source, start, at.end),
                "write what happens",
            )
        case (
            n.If(then=body, otherwise=None)
            | n.May(body=body)
            | n.Each(body=body)
            | n.As(body=body)
            | n.Secretly(body=body)
            | n.Repeat(mode="times" | "while", body=body)
        ) if all(isinstance(one, _IDLE) for one in body.statements):
            word = node.span.text.split()[0]
            yield empty_block(
                phrase("nothing happens in this `{word}`", word=word),
                body.span,
                node.span,
                "write what happens between the braces",
            )


def empty_block(message: str, at: Span, whole: Span, help: str) -> Diagnostic:
    """Return the warning about something empty, with the fix that removes all of it."""
    return warning(
        "empty-block",
        message,
        at,
        "no effect",
        delete(whole, phrase("{help}, or remove it", help=help)),
    )
