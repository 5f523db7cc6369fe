"""What a proof results in, as values; no solver is needed to read them."""

from __future__ import annotations

from attrs import frozen

from wtrules.value import Value

COUNTED = 1000  # flasks, points and the like are proved from as much below zero up to this


@frozen
class Counterexample(Value):
    """A state in which the options differ; it may be one that no game reaches."""

    decision: str
    states: tuple[tuple[int, ...], tuple[int, ...]]
    only: tuple[tuple[int, ...], tuple[int, ...]]  # options that only one side has


@frozen
class Proof(Value):
    """What is known of two programs for one number of players."""

    players: int
    mode: tuple[str, ...] = ()  # variants that both have
    same: tuple[str, ...] = ()  # decisions whose options are listed by the same code
    proved: tuple[str, ...] = ()
    unsettled: tuple[tuple[str, str], ...] = ()  # with the reason
    counterexample: Counterexample | None = None
    is_whole: bool = False  # nothing else differs, so that both play alike in every position


class ProverError(Exception):
    """The prover and the reference back end disagree: a bug of the prover, not a difference."""
