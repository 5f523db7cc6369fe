"""Proofs for what the search left unsettled: each change by itself, in every mode, for all players."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.editions.changes import Grade
from wtrules.editions.differences import Difference, Report
from wtrules.editions.judge.effects import Effect, Effects
from wtrules.editions.judge.judge import Verdict
from wtrules.prove.result import Proof
from wtrules.prove.same import same_program

_MOST = 10  # proofs for one difference: modes and numbers of players that are not the same program


def with_proofs(report: Report, verdict: Verdict) -> Report:
    """Return a report with what can be proved of its unsettled differences.

    One that is proved to make no difference is a matter of wording. Raises ProverError.
    """
    differences = tuple(_proved(each, report, verdict) for each in report.differences)
    ordered = sorted(differences, key=lambda each: -each.grade.weight)
    return evolve(report, differences=tuple(ordered))


def _proved(difference: Difference, report: Report, verdict: Verdict) -> Difference:
    effect = verdict.observable.get(difference.fingerprint)
    if difference.grade is not Grade.UNSETTLED or effect is None or report.left_out:
        return difference
    proofs = tuple(_proofs(effect, report, verdict.effects))
    known = evolve(difference, proofs=proofs)
    return evolve(known, grade=Grade.WORDING) if known.is_proved else known


def _proofs(effect: Effect, report: Report, effects: Effects) -> Iterator[Proof]:
    """Yield a proof for each number of players and each mode; the last one may have failed."""
    from wtrules.prove.solver import prove

    tried = 0
    for mode in dict.fromkeys([effect.mode, (), *report.modes]):
        mixtures = effects.mixtures(mode)
        keys = frozenset(mixtures.keys)
        if not (effect.group & keys):
            continue
        one, two = (mixtures.game(taken & keys) for taken in (effect.without, effect.with_it))
        for players in mixtures.players:
            if one is None or two is None:
                yield Proof(players, mode, unsettled=(("", "inseparable"),))
                return
            programs = one.program(players), two.program(players)
            if same_program(*programs):
                continue
            if tried == _MOST:
                yield Proof(players, mode, unsettled=(("", "too much work"),))
                return
            tried += 1
            proof = evolve(prove(*programs), mode=mode)
            yield proof
            if not proof.is_whole:
                return
