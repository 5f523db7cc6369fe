"""How a ruleset plays, as a hash."""

from __future__ import annotations

from hashlib import sha256

from attrs import evolve

from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n


def fingerprint(rules: Rules) -> str:
    """Return a hash of all that affects play; layout, comments and paraphrases do not matter."""
    entries = sorted(
        (kind, id, repr(_playing(entry.node)))
        for (kind, id), entry in rules.entries.items()
        if kind not in ("example", "assumption", "chapter", "label")
    )
    return sha256(repr(entries).encode()).hexdigest()[:16]


def _playing(node: n.Item | n.Setting) -> object:
    """Return the parts of a definition that affect play."""
    if isinstance(node, n.Setting):
        return node.value
    if isinstance(node, n.Rule | n.Card | n.Spell | n.Outcome | n.Piece):
        acts = tuple(c for c in node.clauses if not isinstance(c, n.DESCRIPTIONS))
        return evolve(node, clauses=acts)
    return node
