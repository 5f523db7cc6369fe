"""Grades for what was found: behaviour, unsettled, letter, silence, wording, phrasing, components.

A change counts as behaviour if a position was found in which it shows, or if it shows in what may be
chosen before the game; it is unsettled if the search found no position but the programs differ. What
the manuals say is behaviour where the rule that models it is; where two manuals differ and the rules
play the same, the grade is letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat

from attrs import define, evolve, field, frozen

from wtrules.editions.budget import (
    AT_ONCE,
    MOST_CHOSEN,
    MOST_FOR_ONE,
    MOST_SEARCHED,
    Budget,
    size,
)
from wtrules.editions.changes import (
    Grade,
    Key,
    Mode,
    ReadAs,
    StanceChanged,
    Statement,
    TellingChanged,
    Wording,
)
from wtrules.editions.differences import Difference
from wtrules.editions.find.diff import Findings, Found
from wtrules.editions.judge.effects import (
    Effect,
    Effects,
    is_helper,
    is_same_game,
    is_text,
    mentions,
    users,
)
from wtrules.editions.judge.evidence import Evidence, EvidenceSearch
from wtrules.editions.judge.literal_readings import (
    LiteralResult,
    literal_questions,
    search_literal_readings,
)
from wtrules.editions.judge.mixtures import names_in
from wtrules.editions.search.choices import Choice, players_choice, seats_choice, variant_choice
from wtrules.editions.search.turns import RandomTurns
from wtrules.editions.search.witness import (
    NEVER_ASKS,
    SAME_PROGRAM,
    SET_UP_ONLY,
    TOO_MUCH,
    Searched,
    Witness,
)
from wtrules.editions.sides import Side, is_component, questions_of
from wtrules.language.physical import PHYSICAL
from wtrules.resolve.clauses import covered
from wtrules.resolve.ledger import affected, default, letter, readings
from wtrules.syntax import nodes as n
from wtrules.value import Value
from wtrules.workers import Cancelled, Staged, never

# Physics reads these tables for names and for what is in the box; no rule depends on them.
_COMPONENT_TABLES = {("table", id) for id in PHYSICAL["table"]}


@frozen
class Verdict(Value):
    """Graded differences, and for each observable one the games that show it."""

    differences: tuple[Difference, ...]
    is_same_game: bool
    effects: Effects
    observable: Mapping[str, Effect]  # by fingerprint


@define
class Judged:
    """An entry on its way to a grade."""

    found: Found
    effect: Effect | None = None
    grade: Grade | None = None
    witness: Witness | None = None
    searched: Searched | None = None
    because: tuple[str, ...] = ()
    choice: Choice | None = None
    statements: list[Statement] = field(factory=list)
    parts: list[Difference] = field(factory=list)


@frozen
class Step(Value):
    """How far a comparison is, and a difference as it is known so far: others may still join it."""

    done: int
    of: int
    difference: Difference


def ignore(step: Step) -> None:
    """Do nothing."""


def judging(
    one: Side,
    two: Side,
    findings: Findings,
    *,
    seed: int = 0,
    turns: dict[tuple[int, int], RandomTurns] | None = None,
    note: Callable[[Step], None] = ignore,
    is_cancelled: Callable[[], bool] = never,
) -> Staged[Verdict]:
    """Return what was found as graded differences, and the games behind them.

    The searches are left to the caller, who runs them in any number of processes. *turns* are known
    from other comparisons. *note* is called for each difference once its grade is known;
    *is_cancelled* is asked between them.
    """
    contrary = _contrary(one, two) if findings.statements else {}
    findings = evolve(findings, statements=_as_played(findings.statements, contrary, one, two))
    effects = Effects(one, two)
    tried = Budget(MOST_CHOSEN)
    helpers: list[Found] = []
    judged: list[Judged] = []
    for found in findings.entries:
        if _serves_others(found, one, two):
            helpers.append(found)
        else:
            judged.append(_grade_by_kind(found, effects, seed, tried))
    judged = _grouped(judged, findings, one, two)
    settled = [each for each in judged if each.grade is not None]
    is_same = not any(each.grade is Grade.BEHAVIOUR for each in settled) and is_same_game(
        effects, findings
    )
    search = EvidenceSearch(effects, findings.modes, seed, turns if turns is not None else {})
    waiting = [each for each in judged if each.grade is None]
    done = 0

    def tell(graded: Iterable[Judged]) -> None:
        nonlocal done
        for each in graded:
            done += 1
            note(Step(done, len(judged), _difference(each)))
            if is_cancelled():
                raise Cancelled

    tell(settled)
    if is_same:
        known = repeat(Evidence(searched=Searched(reason=SAME_PROGRAM)), len(waiting))
        tell(_with_evidence(waiting, known, search, Budget(0)))
    else:
        yield from _search(waiting, search, tell)
    alone = _assign_parts(helpers, judged, one, two, findings.modes)
    judged += alone
    loose = _attach(findings, judged, contrary, one, two)
    differences = [(_difference(each), each.effect) for each in judged]
    shown = yield from search_literal_readings(loose, search)
    rest = (*loose, *findings.phrasings)
    differences += [(_statement(each, shown.get(each.topic)), None) for each in rest]
    differences.sort(key=lambda pair: (-pair[0].grade.weight, pair[0].is_of_variant))
    observable = {d.fingerprint: effect for d, effect in differences if effect is not None}
    return Verdict(tuple(d for d, _ in differences), is_same, effects, observable)


def _search(
    waiting: list[Judged], search: EvidenceSearch, tell: Callable[[Iterable[Judged]], None]
) -> Staged[None]:
    """Search for evidence for changes, as long as there is work left."""
    budget = Budget(MOST_SEARCHED)
    while waiting:
        # As many at a time as there is work left for, however many processes there are.
        most = max(AT_ONCE, budget.left // MOST_FOR_ONE) if budget.left else 0
        portion, waiting = waiting[:most], waiting[most:]
        if not portion:
            tell(_not_searched(waiting))
            return
        search.prepare(each.found for each in portion)
        gathered = yield [partial(search.evidence, each.found) for each in portion]
        tell(_with_evidence(portion, gathered, search, budget))


def _serves_others(found: Found, one: Side, two: Side) -> bool:
    """Whether a change is one of an entry that only others use, on both sides."""
    old, new = one.mode(found.mode), two.mode(found.mode)
    assert old is not None
    assert new is not None
    return found.key[0] not in ("variant", "players") and is_helper(found, old, new)


def _grade_by_kind(found: Found, effects: Effects, seed: int, tried: Budget) -> Judged:
    """Return a change with the grade its kind gives it; None means that evidence is needed."""
    kind, id = found.key
    if kind != "players" and is_text(found):
        return Judged(found, None, Grade.WORDING)
    if kind in ("players", "variant"):
        if kind == "players":
            choice = players_choice(effects.one, effects.two, seed)
        elif not tried.allows(_size_with(id, effects)):
            return Judged(found, None, Grade.BEHAVIOUR, searched=Searched(reason=TOO_MUCH))
        else:
            choice = variant_choice(effects.one, effects.two, id, seed)
        # Without such a choice, other variants can be combined with it.
        return Judged(found, None, Grade.BEHAVIOUR, choice=choice)
    if found.key in _COMPONENT_TABLES and not found.mode:
        choice = seats_choice(effects.one, effects.two, seed)
        if choice is not None:
            return Judged(found, None, Grade.BEHAVIOUR, choice=choice)
    if not effects.mixtures(found.mode).players:
        reason = "there is no number of players that both are for"
        return Judged(found, None, Grade.BEHAVIOUR, searched=Searched(reason=reason))
    return Judged(found)


def _size_with(variant: str, effects: Effects) -> int:
    """Return the size of the sides that have a variant."""
    sides = (effects.one, effects.two)
    return size(*(side.game() for side in sides if variant in side.rules.variants))


def _grouped(judged: Sequence[Judged], findings: Findings, one: Side, two: Side) -> list[Judged]:
    """Join changes that need evidence and model one topic that two manuals describe differently.

    A manual says in one sentence what takes several rules: that is one difference.
    """
    waiting = [each for each in judged if each.grade is None]
    tellings = [s for s in findings.statements if isinstance(s.change, TellingChanged)]
    linked = _ledger_links(one) if tellings else {}
    topics = [
        _topics(each.found, linked, one, two) if tellings else frozenset() for each in waiting
    ]
    joined: dict[int, Judged] = {}
    for statement in tellings:
        behind: dict[Mode, list[Judged]] = {}
        for each, known in zip(waiting, topics, strict=True):
            if statement.topic in known and id(each) not in joined:
                behind.setdefault(each.found.mode, []).append(each)
        for mode, group in behind.items():
            if len(group) > 1:
                whole = Judged(_whole(statement, mode, [each.found for each in group]))
                joined |= {id(each): whole for each in group}
    return list({id(each): each for each in (joined.get(id(x), x) for x in judged)}.values())


def _whole(statement: Statement, mode: Mode, members: Sequence[Found]) -> Found:
    return Found(
        ("topic", statement.topic),
        (statement.change,),
        statement.one,
        statement.two,
        mode,
        frozenset[str]().union(*(member.topics for member in members)),
        tuple(members),
    )


def _not_searched(waiting: Iterable[Judged]) -> Iterator[Judged]:
    """Yield changes for which there is no work left."""
    for each in waiting:
        each.grade, each.searched = Grade.UNSETTLED, Searched(reason=TOO_MUCH)
        yield each


def _with_evidence(
    waiting: Sequence[Judged], found: Iterator[Evidence], search: EvidenceSearch, budget: Budget
) -> Iterator[Judged]:
    """Yield changes with their grades and the evidence for them; count the work for it."""
    for each, evidence in zip(waiting, found, strict=True):
        budget.done += evidence.work
        each.effect, each.searched = evidence.effect, evidence.searched
        each.grade = Grade.UNSETTLED
        reason = each.searched.reason if each.searched is not None else None
        if reason == NEVER_ASKS:
            each.grade = Grade.BEHAVIOUR
        elif each.found.key in _COMPONENT_TABLES and reason in (SET_UP_ONLY, SAME_PROGRAM):
            each.grade = Grade.COMPONENTS
        elif reason == SAME_PROGRAM:
            each.grade = Grade.WORDING
        if evidence.effect is not None and evidence.clue is not None:
            each.witness = search.witness(evidence.effect, evidence.clue)
            assert each.witness is not None
            each.grade = Grade.BEHAVIOUR
            each.because = evidence.because
        yield each


# --- parts -----------------------------------------------------------------------------------------


def _assign_parts(
    helpers: Iterable[Found],
    judged: Sequence[Judged],
    one: Side,
    two: Side,
    modes: tuple[Mode, ...],
) -> list[Judged]:
    """Assign entries that only serve others to the changes that use them; return the rest."""
    known = {(key, each.found.mode): each for each in judged for key in each.found.keys}
    waiting = list(helpers)
    alone: list[Judged] = []
    while waiting:
        left = []
        for found in waiting:
            parent = _parent(found, known, one, two, modes)
            if parent is None:
                left.append(found)
                continue
            parent.parts.append(_difference(Judged(found, None, parent.grade)))
            known[found.key, found.mode] = parent
        if len(left) == len(waiting):
            alone = [Judged(found, None, Grade.LETTER) for found in left]
            break
        waiting = left
    return alone


def _parent(
    found: Found,
    known: dict[tuple[Key, Mode], Judged],
    one: Side,
    two: Side,
    modes: tuple[Mode, ...],
) -> Judged | None:
    for mode in [found.mode] if found.mode else [(), *modes]:
        for side in (one, two):
            rules = side.mode(mode)
            if rules is None or found.key not in rules.entries:
                continue
            for user in users(found.key, rules):
                for where in (mode, ()):
                    if (user, where) in known:
                        return known[user, where]
    for side in (one, two):
        for id, variant in side.rules.variants.items():
            if mentions(names_in(variant.node), found.key) and (("variant", id), ()) in known:
                return known[("variant", id), ()]
    return None


# --- what the manuals say --------------------------------------------------------------------------


def _attach(
    findings: Findings,
    judged: Sequence[Judged],
    contrary: Mapping[str, n.Assumption],
    one: Side,
    two: Side,
) -> list[Statement]:
    """Assign each statement to the observable changes that model it; return the rest."""
    observable = [each for each in judged if each.grade is Grade.BEHAVIOUR]
    linked = _ledger_links(one) if observable else {}
    direct = [_topics(each.found, {}, one, two) for each in observable]
    indirect = [_topics(each.found, linked, one, two) for each in observable]
    alike = literal_questions(one, two).keys() - contrary if observable else set()
    loose: list[Statement] = []
    for statement in findings.statements:
        # Where the default readings differ, it does not matter that both say nearly the same; where
        # they agree, it does not matter what both say.
        if statement.topic in alike:
            continue
        telling = isinstance(statement.change, TellingChanged)
        topics = indirect if telling else direct
        pairs = zip(observable, topics, strict=True)
        behind = [each for each, known in pairs if statement.topic in known]
        if not behind or not (telling or statement.topic in contrary):
            loose.append(statement)
            continue
        for each in behind:
            each.statements.append(statement)
    loose = _attach_to_modes(loose, observable, findings.chapters, one, two)
    # A change without any other statement is explained by what one manual leaves out.
    still = set(alike)
    bare = [pair for pair in zip(observable, direct, strict=True) if not pair[0].statements]
    for statement in loose:
        behind = [each for each, own in bare if statement.topic in own]
        if behind and statement.is_silent:
            behind[0].statements.append(statement)
        else:
            still.add(statement.topic)
    return [statement for statement in findings.statements if statement.topic in still]


def _attach_to_modes(
    loose: Iterable[Statement],
    observable: Sequence[Judged],
    chapters: Mapping[str, str],
    one: Side,
    two: Side,
) -> list[Statement]:
    """Assign what a manual says about a mode that the other does not have to that mode."""
    modes = [
        (each, _about(each.choice.mode, one, two))
        for each in observable
        if each.found.key[0] == "variant" and each.choice is not None
    ]
    left: list[Statement] = []
    for statement in loose:
        homes = [each for each, topics in modes if statement.topic in topics]
        if not homes or not statement.is_silent:
            left.append(statement)
            continue
        # A rule may serve several modes: the one about the same chapter is meant.
        chapter = chapters.get(statement.topic)
        near = [sum(chapters.get(x) == chapter for x in each.found.topics) for each in homes]
        homes[near.index(max(near))].statements.append(statement)
    return left


def _contrary(one: Side, two: Side) -> dict[str, n.Assumption]:
    """Return open questions whose default readings differ between the two sides, by topic."""
    found: dict[str, n.Assumption] = {}
    for assumption in questions_of(one):
        a, b = (default(assumption, _layers(side)) for side in (one, two))
        if a != b:
            found |= {topic: assumption for topic in affected(assumption) if topic not in found}
    return found


def _as_played(
    statements: Iterable[Statement], contrary: Mapping[str, n.Assumption], one: Side, two: Side
) -> tuple[Statement, ...]:
    """Return what two manuals say with a note where one of them is not played as it is worded.

    Where the default readings differ, one sentence is not true of both.
    """
    found: list[Statement] = []
    for statement in statements:
        question = contrary.get(statement.topic)
        if question is not None and isinstance(statement.change, StanceChanged):
            worded = [
                _noted(wording, question, _layers(side))
                for wording, side in ((statement.one, one), (statement.two, two))
            ]
            statement = evolve(statement, one=worded[0], two=worded[1])
        found.append(statement)
    return tuple(found)


def _noted(wording: Wording, question: n.Assumption, layers: set[str]) -> Wording:
    played = default(question, layers)
    if played is None or played == letter(question, layers) or not wording.says:
        return wording
    return evolve(wording, read_as=ReadAs(question.id.id, played))


def _layers(side: Side) -> set[str]:
    return {layer.name for layer in side.rules.layers}


def _topics(found: Found, linked: Mapping[str, set[str]], one: Side, two: Side) -> frozenset[str]:
    """Return the topics that a change models, by itself or linked; of its mode if it has one."""
    topics = found.topics | {topic for topic, ids in linked.items() if found.key[1] in ids}
    if found.key in _COMPONENT_TABLES and linked:
        topics |= _box_links(one)
    return topics & _about(found.mode, one, two) if found.mode else topics


def _about(mode: Mode, one: Side, two: Side) -> set[str]:
    """Return the topics that a mode covers, by itself or with what it overrides, where there is one."""
    topics: set[str] = set()
    for side in (one, two):
        rules = side.mode(mode) if set(mode) <= side.rules.variants.keys() else None
        if rules is None:
            continue
        for id in mode:
            topics |= set(covered(rules.variants[id].node))
        for key, entry in rules.entries.items():
            if entry.chain[-1].layer in mode:
                plain = side.rules.entries.get(key)
                known = covered(plain.node) if plain is not None else ()
                topics |= set(covered(entry.node)) - set(known)
    return topics


def _ledger_links(side: Side) -> dict[str, set[str]]:
    """Return, by topic, what the readings of an open question about it would change."""
    found: dict[str, set[str]] = {}
    for assumption in questions_of(side):
        changed: set[str] = set()
        for reading in readings(assumption).values():
            for body in reading.bodies:
                for item in body.changes:
                    if isinstance(item, n.Override):
                        changed.add(_name(item.item))
        for clause in assumption.clauses:
            if isinstance(clause, n.Affects):
                for name in clause.ids:
                    found.setdefault(name.id, set()).update(changed)
    return found


def _box_links(side: Side) -> set[str]:
    """Return the topics that an open question connects with what is in the box."""
    found: set[str] = set()
    for assumption in questions_of(side):
        topics = affected(assumption)
        if any(is_component(topic) for topic in topics):
            found |= {topic for topic in topics if not is_component(topic)}
    return found


def _name(item: object) -> str:
    name = getattr(item, "id", None) or getattr(item, "key", None) or getattr(item, "name", None)
    return name.id if isinstance(name, n.Name) else ""


def _statement(statement: Statement, shown: LiteralResult | None = None) -> Difference:
    change = statement.change
    is_telling = isinstance(change, TellingChanged)
    if shown is not None and shown.searched.reason != SAME_PROGRAM:
        grade = Grade.LETTER
    elif isinstance(change, StanceChanged):
        grade = Grade.SILENCE if "omits" in (change.old, change.new) else Grade.WORDING
    elif is_telling and is_component(statement.topic):
        grade = Grade.COMPONENTS
    elif is_telling:  # whichever reading is meant, the game may be the same
        grade = Grade.LETTER if shown is None else Grade.WORDING
    else:
        grade = Grade.PHRASING
    found = Difference("topic", statement.topic, (change,), grade, statement.one, statement.two)
    if shown is None:
        return found
    return evolve(found, taken=shown.readings, witness=shown.witness, searched=shown.searched)


def _difference(judged: Judged) -> Difference:
    found = judged.found
    mode = found.mode
    if judged.witness is not None:
        mode = judged.witness.mode
    assert judged.grade is not None
    parts = [_difference(Judged(member, None, judged.grade)) for member in found.members]
    return Difference(
        found.key[0],
        found.key[1],
        found.changes,
        judged.grade,
        found.one,
        found.two,
        mode,
        tuple(s for s in judged.statements if ("topic", s.topic) != found.key),
        (*parts, *judged.parts),
        judged.witness,
        judged.searched,
        judged.because,
        choice=judged.choice,
    )
