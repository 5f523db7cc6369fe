"""A report for other programs.

    {
      "schema": 2,
      "one": "de-abacus-24", "two": "en-capstone",
      "same_game": false,
      "evidence": {"witness": 13, "same-program": 2, "searched": 1, …},
      "counts": {"behaviour": 13, "letter": 14, …},
      "modes": ["nasty", "team"], "only_one": [], "only_two": ["solo", …],
      "lost": ["mat.track.spaces"],
      "differences": [
        {"fingerprint": "…", "grade": "behaviour", "evidence": "witness",
         "kind": "rule", "id": "castle.entry.ends_turn",
         "mode": [], "changes": [{"type": "condition-weaker", "text": "…", "old": "…", "new": "…"}],
         "one": {"says": {"en": "…"}, "cites": ["…"], "stance": null, "value": null,
                 "phrased": {"modality": "must", "term": {"en": "…", "de": "…"}, …},
                 "language": "en", "sections": ["Setup"],
                 "passage": {"runs": [{"text": "…", "is_marked": false}, …], "heading": "SETUP",
                             "is_whole": false} or null,
                 "read_as": {"question": "amb.discard.then_spell", "reading": "b"} or null},
         "two": {…},
         "phrasings": [{"aspect": "modality", "one": "must", "two": "may"}, …],
         "statements": [{"topic": "…", "type": "…", "one": {…}, "two": {…}, "phrasings": […]}],
         "parts": [{"kind": "rule", "id": "…", "changes": […]}],
         "taken": {"question": "amb.lock.hidden", "one": "a", "two": "b"} or null,
         "witness": {"kind": "moves", "mode": [], "players": 2, "board": "…", "seat": "b",
                     "positions": ["…", "…"], "line": ["discard"],
                     "games": ["…", "…"],
                     "one": {"table": {…}, "moves": […], "only": […], "outcome": null}, "two": {…},
                     "met": {"seed": 0, "moves": […]} or null, "example": null, "alone": true}
                    or null,
         "choice": {"mode": [], "players": [2, 3, 4], "rows": ["orange", "purple"],
                    "positions": [null, "…"]} or null,
         "searched": {"games": 12, "positions": 12024, "players": 2, "boards": 15,
                      "reason": null} or null,
         "proofs": [{"players": 2, "mode": [], "same": ["…"], "proved": ["…"],
                     "unsettled": [{"decision": "…", "reason": "…"}],
                     "counterexample": {"decision": "…", "states": [[0, …], […]],
                                        "only": [[…], […]]} or null, "is_whole": true}],
         "because": ["rule castle.entry.ends_turn"],
         "impact": {"players": 2, "effect": 0.3,
                    "runs": [{"bot": "greedy", "games": 500, "share": [0.2, 0.17, 0.24],
                              "statistics": [{"id": "turns", "one": [29.1, 28.8, 29.4],
                                              "two": […], "change": […]}, …]}, …]} or null}, …
      ],
      "accepted": [{"fingerprint": "…", "id": "…", "reason": "…"}],
      "impact": {…} or null,
      "gaps": [{"manual": "en-capstone", "problem": "no_file", "file": "texts", "sections": []}]
    }

`same_game` is true only if both are the same program, but for names, in all modes and for all numbers
of players. `evidence` says what is known of a difference: `witness` (a position), `choice` (before the
game), `same-program`, `proved` (all `proofs` are whole), `searched` (no position was found), `not-searched`, `words` (nothing that is
played differs).
An estimate is a list: the value, and the ends of its 95 % interval. `change` is two minus one; `effect`
is the largest change of length, wins, outcomes or flasks, in standard deviations between games.
`read_as` is there if a side is not played as its manual, read literally, says.
`modes_left_out` is only there if there were too many modes to compare all of them.
`passage` is only there with the texts of the manuals; `gaps` says what is missing of them.
A position is a whole line for `wtrules moves`; the two are the same scene under either ruleset.
`met` and `example` say where it comes from; without either, it was made up.
`games` are files for `wtrules replay`, with all forced moves; null if the answers are not those of the
two rulesets but of mixtures that differ in one rule (`alone` is false).
"""

from __future__ import annotations

from typing import Any

from attrs import AttrsInstance, asdict

from wtrules.board import format_board
from wtrules.editions.changes import Change, Statement, type_name
from wtrules.editions.differences import Difference, Impact, Report
from wtrules.editions.report.phrasing_text import difference_text
from wtrules.editions.search.choices import Choice
from wtrules.editions.search.witness import Witness
from wtrules.game.playthrough import History, record
from wtrules.meaning.changes import CitationChanged
from wtrules.prove.result import Proof
from wtrules.resolve.citations import Citation
from wtrules.sidebyside.answer import Answer
from wtrules.simulate.statistics import Estimate


def to_json(report: Report) -> dict[str, Any]:
    """Return a report as plain values; the module says what is what."""
    left_out = ["+".join(mode) for mode in report.left_out]
    return {
        "schema": 2,
        "one": report.one,
        "two": report.two,
        "same_game": report.is_same_game,
        "evidence": {str(kind): number for kind, number in report.evidence().items()},
        "counts": {str(grade): number for grade, number in report.counts().items()},
        "modes": ["+".join(mode) for mode in report.modes],
        "only_one": list(report.only_one),
        "only_two": list(report.only_two),
        "lost": list(report.lost),
        "differences": [_difference(difference) for difference in report.differences],
        "accepted": [
            {"fingerprint": d.fingerprint, "id": d.address, "reason": reason}
            for d, reason in report.accepted
        ],
        "impact": _impact(report.overall),
        "gaps": [_plain(gap) for gap in report.gaps],
        **({"modes_left_out": left_out} if left_out else {}),
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "fingerprint": difference.fingerprint,
        "grade": str(difference.grade),
        "evidence": str(difference.evidence),
        "kind": difference.kind,
        "id": difference.id,
        "mode": list(difference.mode),
        "changes": [_change(change) for change in difference.changes],
        "one": _plain(difference.one),
        "two": _plain(difference.two),
        "phrasings": _phrasings(difference),
        "statements": [
            {
                "topic": statement.topic,
                "type": type_name(statement.change),
                "one": _plain(statement.one),
                "two": _plain(statement.two),
                "phrasings": _phrasings(statement),
            }
            for statement in difference.statements
        ],
        "parts": [
            {"kind": p.kind, "id": p.id, "changes": [_change(change) for change in p.changes]}
            for p in difference.parts
        ],
        "taken": _plain(difference.taken),
        "witness": _witness(difference.witness) if difference.witness is not None else None,
        "choice": _choice(difference.choice) if difference.choice is not None else None,
        "searched": _plain(difference.searched),
        "proofs": [_proof(proof) for proof in difference.proofs],
        "because": list(difference.because),
        "impact": _impact(difference.impact),
    }


def _proof(proof: Proof) -> dict[str, Any]:
    found = proof.counterexample
    return {
        "players": proof.players,
        "mode": list(proof.mode),
        "same": list(proof.same),
        "proved": list(proof.proved),
        "unsettled": [{"decision": name, "reason": why} for name, why in proof.unsettled],
        "counterexample": _plain(found),
        "is_whole": proof.is_whole,
    }


def _phrasings(about: Difference | Statement) -> list[dict[str, Any]]:
    return [{"aspect": p.aspect, "one": p.one, "two": p.two} for p in about.phrasings]


def _plain(value: AttrsInstance | None) -> dict[str, Any] | None:
    return asdict(value, value_serializer=_written) if value is not None else None


def _written(_: object, field: object, value: object) -> object:
    """Return a value of a field as JSON has it: places in manuals as rule files write them."""
    if isinstance(value, tuple) and any(isinstance(each, Citation) for each in value):
        return [*map(str, value)]
    return value


def _change(change: Change) -> dict[str, Any]:
    sides = [getattr(change, name, None) for name in ("old", "new")]
    if isinstance(change, CitationChanged):
        sides = ["; ".join(map(str, side)) for side in (change.before, change.after)]
    return {
        "type": type_name(change),
        "text": difference_text(change),
        "old": sides[0],
        "new": sides[1],
    }


def _witness(witness: Witness) -> dict[str, Any]:
    scene = witness.scene
    return {
        "kind": witness.kind,
        "mode": list(witness.mode),
        "players": witness.before[0].players,
        "board": format_board(scene.board) if scene is not None else None,
        "seat": scene.seat if scene is not None else None,
        "positions": [str(state) for state in witness.before],
        "line": list(witness.line),
        "games": [_game(witness, side) for side in (0, 1)],
        "one": _answer(witness.one, witness.only_one),
        "two": _answer(witness.two, witness.only_two),
        "met": _plain(witness.met),
        "example": witness.example,
        "alone": witness.alone,
    }


def _game(witness: Witness, side: int) -> str | None:
    """Return a game file that begins with the position; None for a mixture of two rulesets."""
    if not witness.alone:
        return None
    before, answer = witness.before[side], (witness.one, witness.two)[side]
    history = History(0, [before], position=str(before))
    for move in answer.line:
        history.play(move)
    return record(history)


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "mode": list(choice.mode),
        "players": list(choice.players),
        "rows": list(choice.rows),
        "positions": [
            str(state) if state is not None else None for state in (choice.one, choice.two)
        ],
    }


def _answer(answer: Answer, only: tuple[str, ...]) -> dict[str, Any]:
    return {
        "table": dict(answer.table),
        "moves": list(answer.moves),
        "only": list(only),
        "outcome": answer.outcome,
    }


def _impact(impact: Impact | None) -> dict[str, Any] | None:
    if impact is None:
        return None

    def interval(estimate: Estimate) -> list[float]:
        return [round(x, 6) for x in (estimate.value, estimate.low, estimate.high)]

    return {
        "players": impact.players,
        "effect": round(impact.effect, 6),
        "runs": [
            {
                "bot": run.bot,
                "games": run.games,
                "share": interval(run.share),
                "statistics": [
                    {
                        "id": one.id,
                        "one": interval(one.sides[1]),
                        "two": interval(one.sides[0]),
                        "change": interval(one.difference),
                    }
                    for one in run.statistics
                    if one.difference is not None
                ],
            }
            for run in impact.runs
        ],
    }
