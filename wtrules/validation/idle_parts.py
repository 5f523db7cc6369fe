"""Parts of rules that never did anything although their rules did: statements, options, memories.

Games that count come in (`counted.py`). A part is reported only if there was much occasion for it,
and only the first of several parts that follow from each other. What depends on settings, tables or
variants is left alone: other rulesets and variants change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from wtrules.diagnostics import Diagnostic, Label, report, wording
from wtrules.validation.counted import Counted
from wtrules.validation.probes import Key, Part, Probe
from wtrules.validation.reasons import Reason, blocked

if TYPE_CHECKING:
    from wtrules.game.game import Game

_OFTEN = 100  # times that there must have been occasion


def idle_parts(counted: Counted, others: Iterable[Game]) -> Iterator[Diagnostic]:
    """Report statements that were never carried out, and options that were never offered.

    Before that, more games are played, some of them by players who try the rules in question, and
    *others*, with the variants on offer.
    """
    doubtful = {key: found for key, probes in counted.parts() if (found := _idle(probes, counted))}
    if not doubtful:
        return
    counted.play_at_random(more=True)
    counted.play_curiously([id for _, id in doubtful])
    alive: set[tuple[Key, tuple[int, ...]]] = set()
    for other in others:
        again = Counted(other, {key: counted.wanted[key] for key in doubtful}, counted.progress)
        again.play_at_random()
        for key, probes in again.parts():
            alive |= {(key, p.part.path) for p in probes if p.part and again.sums[p.last]}
    for key, probes in counted.parts():
        for probe, part, times in _idle(probes, counted) if key in doubtful else ():
            if (key, part.path) in alive:
                continue
            reached = counted.sums[probe.reached]
            reason = blocked(probe.stages, reached, counted) if reached else None
            yield _report(key, part, times, reason, counted)


def unchanging_memories(counted: Counted) -> Iterator[Diagnostic]:
    """Report memories that were set often, but always to what they were already."""
    meaning = counted.game.meaning
    for (_, id), probes in counted.memories.items():
        times = sum(counted.sums[probe.reached] for probe in probes)
        counts_all = len(probes) == len(meaning.writes[id])
        if counts_all and times >= _OFTEN and not any(counted.sums[p.last] for p in probes):
            yield report(
                "unchanging-memory",
                meaning.memories[id].span,
                id=id,
                games=counted.games,
                times=times,
                set=probes[0].stages[0].span,
            )


def _idle(probes: Sequence[Probe], counted: Counted) -> list[tuple[Probe, Part, int]]:
    """Return the parts that did nothing, without those that follow from others.

    With each comes how often it was reached, or might have been.
    """
    found: list[tuple[Probe, Part, int]] = []
    idle: list[Part] = []
    others = {part.path: probe for probe in probes if (part := probe.part) and not part.is_option}
    for probe in probes:
        part = probe.part
        if part is None or counted.sums[probe.last]:
            continue
        reached = counted.sums[probe.reached]
        if not reached and any(_follows(part, there) for there in idle):
            continue
        if not part.is_option:
            idle.append(part if reached else evolve(part, leads=True))
        leading = () if reached else _leading(part, others)
        occasions = reached or max((counted.sums[one.last] for one in leading), default=0)
        chosen = any(one.part is not None and one.part.is_chosen for one in leading)
        if occasions >= _OFTEN and not part.is_chosen and not chosen:
            found.append((probe, part, occasions))
    return found


def _leading(part: Part, others: Mapping[tuple[int, ...], Probe]) -> list[Probe]:
    """Return the statement before a part and the one around it, as far as there are probes."""
    *around, last = part.path
    paths = ((*around, last - 1), part.path[:-2])
    return [others[path] for path in paths if path in others]


def _follows(part: Part, idle: Part) -> bool:
    """Whether a part is inside an idle one, or after it in a body that goes no further."""
    path, (*around, number) = part.path, idle.path
    last = len(around)
    if len(path) <= last or path[:last] != (*around,):
        return False
    return path[last] == number or (idle.leads and path[last] > number)


def _report(
    key: Key, part: Part, times: int, reason: Reason | None, counted: Counted
) -> Diagnostic:
    code = "idle-option" if part.is_option else "idle-statement"
    kind, id = key
    stage = reason.stage if reason is not None else None
    related = [Label(stage.span, reason.label)] if reason is not None and stage is not None else []
    return report(
        code,
        part.span,
        reason.text if reason is not None else wording("idle-statement.never-reached", times=times),
        kind=kind,
        id=id,
        games=counted.games,
        related=related,
    )
