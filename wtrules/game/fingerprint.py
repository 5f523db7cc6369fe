"""How a ruleset plays, and what a reading changes, as hashes."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from attrs import evolve

from wtrules.node import Node, rewrite
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n


def fingerprint(rules: Rules) -> str:
    """Return a hash of all that affects play; layout, comments and paraphrases do not matter."""
    entries = sorted(
        (kind, id, repr(_playing(entry.node)))
        for (kind, id), entry in rules.entries.items()
        if kind not in ("example", "assumption", "chapter", "label") and not _only_says(entry)
    )
    return sha256(repr(entries).encode()).hexdigest()[:16]


def changes_fingerprint(items: Sequence[n.Item]) -> str:
    """Return a hash of what some definitions change in play; texts of any kind do not matter."""
    return sha256(repr(rewrite(tuple(items), _without_texts)).encode()).hexdigest()[:16]


def _without_texts(node: object) -> Node | None:
    if isinstance(node, n.Phrase):
        return evolve(node, text="", blanks=())
    if isinstance(node, _DESCRIBED) and any(isinstance(c, n.DESCRIPTIONS) for c in node.clauses):
        bare: Node = rewrite(_playing(node), _without_texts)
        return bare
    return None


_DESCRIBED = (n.Rule, n.Card, n.Spell, n.Outcome, n.Piece)


def _only_says(entry: Entry) -> bool:
    """Whether a rule has no effect. One with a `chapter` counts, so that recorded games stay valid."""
    clauses = entry.clauses()
    return (
        isinstance(entry.node, n.Rule)
        and all(isinstance(clause, n.DESCRIPTIONS) for clause in clauses)
        and not any(isinstance(clause, n.InChapter) for clause in clauses)
    )


def _playing(node: n.Item | n.Setting) -> object:
    """Return the parts of a definition that affect play."""
    if isinstance(node, n.Setting):
        return node.value
    if isinstance(node, _DESCRIBED):
        acts = tuple(c for c in node.clauses if not isinstance(c, n.DESCRIPTIONS))
        return evolve(node, clauses=acts)
    return node
