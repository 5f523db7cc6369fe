"""Rules, cards and spells of a file that never do anything in play, and why.

The rules are played with probes that count (`probes.py`). Before it is said that something did
nothing, players try rare things too: they choose what is idle wherever it is offered, and save their
flasks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.diagnostics import Diagnostic, Label, report, wording
from wtrules.phrase import Verbatim, commas
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.coverage import address
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.validation.probes import Key, Probe, Probes, Side, Stage
from wtrules.validation.work import MOST_WORK, games_for, work_of
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.program.program import Alternative, Program

_GAMES = 60  # random games for each number of players
_CURIOUS = 20  # further games of players who try rare things
_TRACED = 30  # games in which rules are traced whose probes say nothing
_ENOUGH = 60  # games in all, before it is said that something did nothing
_MOST = 20_000  # decisions of a game
_SAVED = 0.9  # how often spells are left alone to save flasks for another one

Progress = Callable[[str], None]


def idle_rules(rules: Rules, game: Game, progress: Progress) -> Iterator[Diagnostic]:
    """Report the rules, cards and spells of the top layer that never did anything."""
    own = rules.layers[-1]
    wanted = {
        (kind, entry.id): entry
        for kind in ("rule", "card", "spell")
        for entry in rules.of_kind(kind)
        if entry.chain[0].layer == own.name and _does_something(entry)
    }
    if own.shipped or not wanted:
        return
    counted = _Counted(game, wanted, progress)
    counted.play_at_random()
    if counted.games < _ENOUGH:
        yield report("partly-played.idle", rules.span)
        return
    if counted.idle():
        counted.play_curiously()
    idle = counted.idle()
    traced = 0
    # A rule that ends the turn with its first action is not counted by its probes.
    unsure = [
        wanted[key]
        for key in wanted
        if idle.get(key, _UNKNOWN) is _UNKNOWN and key not in counted.busy()
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
                idle[entry.kind, entry.id] = _UNKNOWN
    for key, reason in idle.items():
        yield _report(wanted[key], counted.games + 2 * traced * (reason is _UNKNOWN), reason)


def _does_something(entry: Entry) -> bool:
    """Whether a rule has an effect that a game can show: statements, and no `forbid`."""
    return bool(entry.statements()) and not any(clauses_of(entry.node, n.Forbid))


def _report(entry: Entry, games: int, reason: Reason) -> Diagnostic:
    return report(
        "idle-rule",
        entry.name_span,
        wording("idle-rule.card") if reason is _UNKNOWN and entry.kind == "card" else reason.text,
        kind=entry.kind,
        id=entry.id,
        games=games,
        related=[Label(reason.stage.span, reason.label)] if reason.stage is not None else [],
    )


# --- players ---


@frozen
class Curious(Value):
    """Players who choose what is idle wherever it is offered, and save their flasks for it.

    Among other options they prefer those that were chosen least.
    """

    idle: frozenset[str]
    _chosen: Counter[tuple[str, int]] = field(factory=Counter, repr=False)

    def __call__(self, program: Program, decision: int, options: list[int], chance: Random) -> int:
        """Return one of the options of a decision."""
        asked = program.decisions[decision]
        saves = chance.random() < _SAVED
        wanted: list[int] = []
        others: list[int] = []
        for option in options:
            alternative, values = asked.decode(option)
            if _chosen_with(program, alternative, values) & self.idle:
                wanted.append(option)
            elif alternative.spell is None or not saves:
                others.append(option)
        if wanted:
            return chance.choice(wanted)
        among = others or options
        ways = [(asked.name, option % len(asked.alternatives)) for option in among]
        number = chance.choices(range(len(among)), [1 / (1 + self._chosen[way]) for way in ways])[0]
        self._chosen[ways[number]] += 1
        return among[number]


def _chosen_with(program: Program, way: Alternative, values: Sequence[int]) -> set[str | None]:
    """Return the rule, the spell and the cards that an option is about."""
    found = {way.rule, way.spell, way.card}
    for kind, value in zip(way.kinds, values, strict=True):
        if kind == "card" and value < len(program.cards):
            found |= {face.kind for face in program.cards[value].faces}
    return found


# --- games with probes ---


@define
class _Counted:
    """Games with probes, and what they have counted."""

    game: Game
    wanted: Mapping[Key, Entry]
    progress: Progress
    games: int = 0
    sums: Counter[str] = field(factory=Counter)
    lows: dict[str, int] = field(factory=dict)
    highs: dict[str, int] = field(factory=dict)
    _probes: dict[Key, list[Probe]] = field(factory=dict)
    _programs: list[Program] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        from wtrules.program.from_rules import CannotCompile, program

        made = Probes(self.game.meaning)
        meaning = made.counting(self.wanted)
        try:
            work = 0
            for players in self.game.players:
                made_for = program(self.game.rules, meaning, players)
                work += work_of(made_for, games_for(made_for, _GAMES))
                if work > MOST_WORK // 2:  # the games without probes are played as well
                    break
                self._programs.append(made_for)
        except CannotCompile:  # with what is counted, the rules are too large
            return
        for probe in made.found:
            self._probes.setdefault((probe.kind, probe.id), []).append(probe)

    def play_at_random(self) -> None:
        """Play random games for every number of players."""
        from wtrules.backends.native import Native

        for program in self._programs if self._probes else ():
            self.progress(f"{program.ruleset}: which rules do something, {program.players} players")
            native = Native(program)
            block, _ = native.finals(0, games_for(program, _GAMES), _MOST)
            for state in native.unpack(block):
                self._add(program, state)

    def play_curiously(self) -> None:
        """Play games for the fewest and the most players in which everybody tries what is idle."""
        from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions

        # One thing in each game: flasks spent on one spell cannot be saved for another.
        players = [Curious(frozenset({id})) for _, id in self.idle()]
        for program in {id(p): p for p in (self._programs[0], self._programs[-1])}.values():
            self.progress(f"{program.ruleset}: what is rare, {program.players} players")
            engine = Reference(program)
            at = program.fields["at"].offset
            games = max(_CURIOUS, min(5 * len(players), 3 * _CURIOUS))
            for seed in range(games_for(program, games)):
                chance, curious = Random(seed), players[seed % len(players)]
                try:
                    state, options = engine.start(seed)
                    for _ in range(_MOST):
                        if not options:
                            break
                        choice = curious(program, state[at] - 1, options, chance)
                        options = engine.play(state, choice)
                except (EndlessPlay, TooManyOptions):
                    continue  # random games did not find this, so it is very rare
                self._add(program, state)

    def _add(self, program: Program, state: Sequence[int]) -> None:
        def value(cell: str) -> int:
            return state[program.fields[f"memory.{cell}"].offset]

        self.games += 1
        for probe in (probe for found in self._probes.values() for probe in found):
            self.sums[probe.reached] += value(probe.reached)
            for stage in probe.stages:
                self.sums[stage.true] += value(stage.true)
                for side in stage.sides:
                    if isinstance(side, Side):
                        low, high = value(side.low), value(side.high)
                        self.lows[side.low] = min(low, self.lows.get(side.low, low))
                        self.highs[side.high] = max(high, self.highs.get(side.high, high))

    def busy(self) -> Collection[Key]:
        """Return what has done something so far."""
        return {
            key
            for key, found in self._probes.items()
            if any(probe.acts and self.sums[probe.last] for probe in found)
        }

    def idle(self) -> dict[Key, Reason]:
        """Return what has done nothing so far, and why."""
        busy = self.busy()
        return {
            key: _reason(key, found, self) for key, found in self._probes.items() if key not in busy
        }


# --- reasons ---


@frozen
class Reason(Value):
    """Why something did nothing, and the condition that was to blame; no text if nothing is known."""

    text: str = ""
    label: str = ""
    stage: Stage | None = None


_UNKNOWN = Reason()


def _reason(key: Key, probes: Sequence[Probe], counts: _Counted) -> Reason:
    """Return the first condition on the way through a rule that was never true."""
    if key[0] == "spell":
        return _offer_reason([probe for probe in probes if not probe.acts], counts)
    if probes[0].acts:  # it begins with a choice, so probes say little
        return _UNKNOWN
    if not counts.sums[probes[0].reached]:
        return Reason(wording("idle-rule.never-reached"))
    for probe in probes:
        times = counts.sums[probe.reached]
        reason = _blocked(probe.stages, times, counts) if times else None
        if reason is not None:
            return reason
    return _UNKNOWN


def _offer_reason(probes: Sequence[Probe], counts: _Counted) -> Reason:
    """Return why a spell was never cast: at the moment when most was true for it."""
    reached = [probe for probe in probes if counts.sums[probe.reached]]
    if not reached:
        return Reason(wording("idle-rule.no-spells"))

    def passed(probe: Probe) -> tuple[int, int]:
        true = sum(counts.sums[stage.true] > 0 for stage in probe.stages)
        return true, counts.sums[probe.reached]

    best = max(reached, key=passed)
    return _blocked(best.stages, counts.sums[best.reached], counts) or Reason(
        wording("idle-rule.rare")
    )


def _blocked(stages: Sequence[Stage], times: int, counts: _Counted) -> Reason | None:
    """Return the first of some conditions that was never true after those before it were."""
    for i, stage in enumerate(stages):
        true = counts.sums[stage.true]
        if true:
            times = true
            continue
        match stage.kind:
            case "choice" if i == 0:
                said = wording("idle-rule.stage.nothing", stage=Verbatim(stage.text))
            case "choice":
                said = wording("idle-rule.stage.choice", stage=stage.text)
            case "action":
                said = wording("idle-rule.stage.action", stage=stage.text)
            case _:
                said = wording("idle-rule.stage.condition", stage=stage.text)
        often = wording("idle-rule.once" if times == 1 else "idle-rule.often", n=times)
        follows = i and stage.kind == "condition"
        text = wording("idle-rule.after" if follows else "idle-rule.why", said=said, often=often)
        close = _closest(stage, counts)
        if close:
            text += wording("idle-rule.close", close=close)
        return Reason(text, wording("idle-rule.never", often=often), stage)
    return None


def _closest(stage: Stage, counts: _Counted) -> str:
    """Return how close a comparison came to being true."""
    if len(stage.sides) != 2:
        return ""
    left, right = stage.sides
    found: list[str] = []
    if stage.op in (">", ">=", "<", "<="):
        larger, smaller = (left, right) if stage.op in (">", ">=") else (right, left)
        if isinstance(larger, Side):
            found.append(_highest(larger, counts))
        if isinstance(smaller, Side):
            found.append(_lowest(smaller, counts))
        return commas(found) if found else ""
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Side):
            low, high = counts.lows[side.low], counts.highs[side.high]
            if isinstance(other, int) and high < other:
                found.append(_highest(side, counts))
            elif isinstance(other, int) and low > other:
                found.append(_lowest(side, counts))
            elif low == high:
                found.append(wording("idle-rule.stage.always", side=side.text, value=low))
            else:
                ends = {"low": low, "high": high}
                found.append(wording("idle-rule.stage.between", side=side.text, **ends))
    return commas(found) if found else ""


def _highest(side: Side, counts: _Counted) -> str:
    return wording("idle-rule.stage.highest", side=side.text, value=counts.highs[side.high])


def _lowest(side: Side, counts: _Counted) -> str:
    return wording("idle-rule.stage.lowest", side=side.text, value=counts.lows[side.low])
