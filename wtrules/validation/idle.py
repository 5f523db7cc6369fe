"""Rules, cards and spells of a file that never do anything in play, and why.

The rules are played with probes that count (`probes.py`). Before it is said that something did
nothing, players try rare things too: they choose what is idle wherever it is offered, and save their
flasks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wtrules.diagnostics import Diagnostic, Label, report, wording
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.coverage import address
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.validation.counted import Counted, Curious, Progress
from wtrules.validation.idle_parts import idle_parts, unchanging_memories
from wtrules.validation.probes import Key, Probe
from wtrules.validation.reasons import UNKNOWN, Reason, blocked
from wtrules.validation.work import games_for

if TYPE_CHECKING:
    from wtrules.game.game import Game

_TRACED = 30  # games in which rules are traced whose probes say nothing
_ENOUGH = 60  # games in all, before it is said that something did nothing


def idle_rules(
    rules: Rules, game: Game, progress: Progress, others: Iterable[Game] = ()
) -> Iterator[Diagnostic]:
    """Report the rules, cards and spells of the top layer that never did anything, or parts of them.

    *others* are the games with the variants on offer.
    """
    own = rules.layers[-1]
    wanted = {
        (kind, entry.id): entry
        for kind in ("rule", "card", "spell")
        for entry in rules.of_kind(kind)
        if entry.chain[0].layer == own.name and _does_something(entry)
    }
    if own.shipped or not wanted:
        return
    counted = Counted(game, wanted, progress)
    counted.play_at_random()
    if counted.games < _ENOUGH:
        yield report("partly-played.idle", rules.span)
        return
    if counted.idle():
        counted.play_curiously([id for _, id in counted.idle()])
    idle = {key: _reason(key, probes, counted) for key, probes in counted.idle().items()}
    traced = 0
    # A rule that ends the turn with its first action is not counted by its probes.
    unsure = [
        wanted[key]
        for key in wanted
        if idle.get(key, UNKNOWN) is UNKNOWN and key not in counted.busy()
    ]
    if unsure:
        from wtrules.game.fired import fired

        progress(f"{rules.name}: which of the other rules do something")
        curious = Curious(frozenset(entry.id for entry in unsure))
        traced = games_for(game.program(min(game.players)), _TRACED)
        found = fired([game], traced, with_bans=False)
        found += fired([game], traced, traced, curious, with_bans=False)
        for entry in unsure:
            if found[address(entry.kind, entry.id)]:
                idle.pop((entry.kind, entry.id), None)
            else:
                idle[entry.kind, entry.id] = UNKNOWN
    for key, reason in idle.items():
        yield _report(wanted[key], counted.games + 2 * traced * (reason is UNKNOWN), reason)
    yield from idle_parts(counted, others)
    yield from unchanging_memories(counted)


def _does_something(entry: Entry) -> bool:
    """Whether a rule has an effect that a game can show: statements, and no `forbid`."""
    return bool(entry.statements()) and not any(clauses_of(entry.node, n.Forbid))


def _report(entry: Entry, games: int, reason: Reason) -> Diagnostic:
    return report(
        "idle-rule",
        entry.name_span,
        wording("idle-rule.card") if reason is UNKNOWN and entry.kind == "card" else reason.text,
        kind=entry.kind,
        id=entry.id,
        games=games,
        related=[Label(reason.stage.span, reason.label)] if reason.stage is not None else [],
    )


# --- reasons ---


def _reason(key: Key, probes: Sequence[Probe], counts: Counted) -> Reason:
    """Return the first condition on the way through a rule that was never true."""
    if key[0] == "spell":
        return _offer_reason([probe for probe in probes if not probe.acts], counts)
    if probes[0].acts:  # it begins with a choice, so probes say little
        return UNKNOWN
    if not counts.sums[probes[0].reached]:
        return Reason(wording("idle-rule.never-reached"))
    for probe in probes:
        times = counts.sums[probe.reached]
        reason = blocked(probe.stages, times, counts) if times else None
        if reason is not None:
            return reason
    return UNKNOWN


def _offer_reason(probes: Sequence[Probe], counts: Counted) -> Reason:
    """Return why a spell was never cast: at the moment when most was true for it."""
    reached = [probe for probe in probes if counts.sums[probe.reached]]
    if not reached:
        return Reason(wording("idle-rule.no-spells"))

    def passed(probe: Probe) -> tuple[int, int]:
        true = sum(counts.sums[stage.true] > 0 for stage in probe.stages)
        return true, counts.sums[probe.reached]

    best = max(reached, key=passed)
    return blocked(best.stages, counts.sums[best.reached], counts) or Reason(
        wording("idle-rule.rare")
    )
