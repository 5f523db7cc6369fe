"""The open questions of a ruleset as text and as JSON, for `wtrules assumptions`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.cli.terminal import wrapped
from wtrules.game.assumptions import Assumption, OpenQuestions, Reading
from wtrules.rules.clauses import by_language, in_language, phrases_in
from wtrules.rules.ledger import affected, confidence
from wtrules.safe_text import json_text
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def text_lines(work: OpenQuestions, listed: list[Assumption], lang: str) -> Iterator[str]:
    """Yield the open questions as text."""
    texts = Texts(lang)
    about = {"name": work.game.name, "n": len(listed)}
    if work.games:
        yield texts("assumptions.head", **about, games=work.games, players=work.players)
    else:
        yield texts("assumptions.unmeasured_head", **about)
    measured = [a for a in listed if a.share is not None]
    for assumption in measured if work.games else listed:
        yield ""
        yield from _full(assumption, texts)
    rest = [a for a in listed if a.share is None] if work.games else []
    if rest:
        yield from ("", texts("assumptions.rest"))
        for assumption in rest:
            yield from _brief(assumption, texts)
    if work.unlisted:
        yield from ("", texts("assumptions.unlisted", ids=", ".join(work.unlisted)))
    yield from ("", texts("assumptions.foot"))


def _full(assumption: Assumption, texts: Texts) -> Iterator[str]:
    yield assumption.id
    yield from wrapped("  ", in_language(phrases_in(assumption.node, n.Says), texts.language))
    for reading in assumption.readings:
        mark = "*" if reading.played else " "
        says = in_language(reading.node.phrases, texts.language)
        yield from wrapped(f"  {mark} {reading.name}  ", f"{says}{_aside(reading, texts)}")
    evidence = in_language(phrases_in(assumption.node, n.Evidence), texts.language)
    if evidence:
        yield from wrapped(f"    {texts('assumptions.evidence')}: ", evidence, 6)
    for clause in assumption.node.clauses:
        if isinstance(clause, n.LetterReading):
            where = ", ".join(name.id for name in clause.rulesets)
            yield f"    {texts('assumptions.letter')}: {clause.name.id} ({where})"
    sure = confidence(assumption.node)
    if sure:
        key = f"assumptions.confidence.{sure}"
        yield f"    {texts('assumptions.confidence')}: {texts(key) if key in texts else sure}"
    if assumption.named_by:
        yield from wrapped(f"    {texts('assumptions.named')}: ", ", ".join(assumption.named_by), 6)


def _brief(assumption: Assumption, texts: Texts) -> Iterator[str]:
    played = [r for r in assumption.readings if r.played]
    answer = " ".join(in_language(reading.node.phrases, texts.language) for reading in played)
    yield f"  {assumption.id}"
    yield from wrapped(
        "    ", f"{in_language(phrases_in(assumption.node, n.Says), texts.language)} {answer}"
    )


def _aside(reading: Reading, texts: Texts) -> str:
    """Return a note about a reading: what it changes, or why it cannot be played."""
    found = reading.consequence
    if found is not None:
        key = "assumptions.differ" if found.differing else "assumptions.same"
        note = texts(key, differing=found.differing, games=found.games)
    elif reading.played:
        return ""
    elif reading.node.unplayable:
        why = in_language(reading.node.unplayable, texts.language)
        note = texts("assumptions.unplayable", why=why)
    elif not reading.playable:
        note = texts("assumptions.unfit")
    else:
        return ""
    return f" [{note}]"


# --- for programs ---------------------------------------------------------------------------------


def as_json(work: OpenQuestions, listed: list[Assumption]) -> str:
    """Return the open questions as JSON."""
    document = {
        "schema": 1,
        "ruleset": work.game.name,
        "hash": work.game.hash,
        "assumed": dict(work.game.rules.assumed),
        "games": work.games,
        "players": work.players,
        "unlisted": list(work.unlisted),
        "assumptions": [_assumption_json(assumption) for assumption in listed],
    }
    return json_text(document)


def _assumption_json(assumption: Assumption) -> dict[str, Any]:
    node = assumption.node
    return {
        "id": assumption.id,
        "question": by_language(phrases_in(node, n.Says)),
        "evidence": by_language(phrases_in(node, n.Evidence)),
        "confidence": confidence(node),
        "letter": [
            {"reading": c.name.id, "rulesets": [name.id for name in c.rulesets]}
            for c in node.clauses
            if isinstance(c, n.LetterReading)
        ],
        "affects": list(affected(node)),
        "named_by": list(assumption.named_by),
        "share": assumption.share,
        "readings": [_reading_json(reading) for reading in assumption.readings],
    }


def _reading_json(reading: Reading) -> dict[str, Any]:
    found = reading.consequence
    return {
        "name": reading.name,
        "text": by_language(reading.node.phrases),
        "played": reading.played,
        "playable": reading.playable,
        "unplayable": by_language(reading.node.unplayable) or None,
        "consequence": found
        and {"games": found.games, "differing": found.differing, "earliest": found.earliest},
    }
