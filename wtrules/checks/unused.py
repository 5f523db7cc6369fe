"""Definitions, parameters and variables that are never used, or only half."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wtrules.checks.conditions import condition_of
from wtrules.checks.survey import Key, Survey, blocks, survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.diagnostics.fix import append, delete
from wtrules.language.physical import PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.meaning import nodes as m
from wtrules.meaning.bind_names import IT
from wtrules.meaning.evaluate import Evaluator
from wtrules.meaning.outcomes import outcome_cells
from wtrules.meaning.pieces import GENERAL
from wtrules.meaning.references import PERFORMS, READS, WRITES
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

_READ_BY_NAME = {"setting": READ_BY_NAME, "table": TABLES_READ_BY_NAME}


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find definitions, parameters and variables without a use."""
    rules = meaning.resolved
    seen = survey(rules)
    for (kind, id), entry in rules.entries.items():
        if id in PHYSICAL.get(kind, ()) or id in _READ_BY_NAME.get(kind, ()):
            continue
        if not (seen.is_own(entry.chain[0].span) or seen.is_own(entry.span)):
            continue
        judge = _JUDGES.get(kind)
        if judge is not None:
            yield from judge(meaning, entry, seen)
        yield from _locals(meaning, entry, seen)


def _plain(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    # What has the same name may be meant, which is reported.
    if not any(seen.is_used(same.kind, same.id) for same in meaning.resolved.by_id(entry.id)):
        yield from _never_used(entry, seen)


def _never_used(entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    help = wording(f"unused-definition.use.{_use(entry.kind)}", id=entry.id)
    is_whole = len(entry.chain) == 1 and entry.kind != "setting"
    yield report(
        "unused-definition",
        _place(entry, seen),
        delete(entry.node.span, help) if is_whole else help,
        kind=entry.kind,
        id=entry.id,
    )


def _outcome(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.is_used("outcome", entry.id):
        # A variant that is not chosen may end the game with a table.
        tables = (part for nodes in seen.nodes.values() for part in nodes.of(n.Table, n.Add))
        cells = (cell for part in tables for cell in outcome_cells(meaning.resolved, part))
        if entry.id not in {cell.text for cell in cells}:
            yield from _never_used(entry, seen)


def _use(kind: str) -> str:
    """Return the name of the text that says how to use a definition."""
    return kind if kind in ("outcome", "allowance", "deck", "piece") else "any"


def _memory(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Find a memory that is set but never read, or read but never set."""
    readers = next(seen.references("memory", entry.id), None)
    written = next(seen.references("memory", entry.id, WRITES), None)
    if not readers and not written:
        yield from _plain(meaning, entry, seen)
    elif not readers and written:
        yield report(
            "unused-definition.never-read",
            _place(entry, seen),
            kind=entry.kind,
            id=entry.id,
            written=written[1].span,
        )
    elif readers and not written and not _decides(meaning, entry.id):
        unit = entry.node_as(n.Memory).unit
        yield report(
            "unused-definition.never-set",
            _place(entry, seen),
            kind=entry.kind,
            id=entry.id,
            whose=f" of {unit.each[0]}" if unit is not None and unit.each else "",
            read=min((x.span for _, x in seen.references("memory", entry.id)), key=_in_order),
        )


def _decides(meaning: m.Meaning, id: str) -> bool:
    """Whether a condition with a memory is always or never true: that is reported instead."""
    values = Evaluator(meaning)
    return any(
        values.truth(condition) is not None
        for _, definition in meaning.definitions
        for node in walk(definition)
        if not isinstance(node, m.Define)
        and (condition := condition_of(node)) is not None
        and any(isinstance(part, m.Recall) and part.id == id for part in walk(condition))
    )


def _allowance(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Find an allowance that is used but never runs out, or that nothing uses up."""
    counted = next(seen.references("allowance", entry.id, WRITES), None)
    asked = next(seen.references("allowance", entry.id), None)
    if not asked and not counted:  # a sentence that names it does not use it up
        yield from _never_used(entry, seen)
    elif not asked and counted:
        at, used = _place(entry, seen), counted[1].span
        yield report("unused-definition.never-asked", at, kind=entry.kind, id=entry.id, used=used)
    elif asked and not counted:
        at, use = _place(entry, seen), asked[1].span
        yield report("unused-definition.never-used-up", at, kind=entry.kind, id=entry.id, asked=use)


def _in_order(span: Span) -> tuple[str, int]:
    return span.source.path, span.start


def _place(entry: Entry, seen: Survey) -> Span:
    """Return where to report an entry: an inherited one where it is overridden."""
    return entry.name_span if seen.is_own(entry.name_span) else entry.span


def _rule(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if entry.id in _never_performed(meaning.resolved):
        at = _place(entry, seen)
        yield report("unused-definition.never-performed", at, kind=entry.kind, id=entry.id)


@once
def _never_performed(rules: Rules) -> set[str]:
    """Return the rules that nothing performs and that react to nothing.

    Of rules that perform each other, only one is named: if that is performed, all are.
    """
    seen, never = survey(rules), set[str]()
    waiting = {entry.id: entry for entry in rules.of_kind("rule") if _waits(entry)}
    reached: set[str] = set()

    def reach(keys: Iterable[Key]) -> None:
        pending = list(keys)
        while pending:
            for name in seen.performed(pending.pop()):
                if name in waiting and name not in reached:
                    reached.add(name)
                    pending.append(("rule", name))

    reach(key for key in rules.entries if not (key[0] == "rule" and key[1] in waiting))
    for id in waiting:
        if id not in reached and any(
            key not in rules.entries or key[0] == "assumption"
            for key, _ in seen.references("rule", id, PERFORMS)
        ):
            reached.add(id)
            reach([("rule", id)])
    left = [id for id in waiting if id not in reached]
    performed = {name for id in left for name in seen.performed(("rule", id)) if name != id}
    # First those that no rule performs at all; what they perform is not named again.
    for id in sorted(left, key=lambda id: id in performed):
        if id not in reached:
            reached.add(id)
            reach([("rule", id)])
            never.add(id)
    return never


def _waits(entry: Entry) -> bool:
    """Whether a rule does something only if it is performed."""
    return (
        bool(entry.statements())
        and entry.id not in PHYSICAL["rule"]
        and not any(isinstance(c, n.Trigger | n.Forbid) for c in entry.clauses())
    )


def _card(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    decks = [deck.id for deck in meaning.resolved.of_kind("deck")]
    if not any(kind in ("deck", "variant") for (kind, _), _ in seen.references("card", entry.id)):
        number = " 1" if getattr(entry.node, "parameters", ()) else ""
        line = f"\n\n{' ' * (entry.node.span.column - 1)}add to deck {{ 4 x {entry.id}{number} }}"
        is_own = seen.is_own(entry.node.span) and entry.chain[-1].verb == "defined"
        yield report(
            "unused-definition.not-in-deck" if len(decks) == 1 else "unused-definition.in-no-deck",
            _place(entry, seen),
            append(entry.node.span, line) if is_own else None,
            kind=entry.kind,
            id=entry.id,
        )


def _piece(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.is_used("piece", entry.id) and not seen.is_used("thing", GENERAL):
        help = wording("unused-definition.use.piece")
        at = _place(entry, seen)
        yield report("unused-definition", at, help, kind=entry.kind, id=entry.id)


_JUDGES: dict[str, Callable[[m.Meaning, Entry, Survey], Iterator[Diagnostic]]] = {
    "setting": _plain,
    "table": _plain,
    "define": _plain,
    "memory": _memory,
    "allowance": _allowance,
    "outcome": _outcome,
    "piece": _piece,
    "rule": _rule,
    "card": _card,
    "deck": _plain,
}


def _locals(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Check parameters, and the variables of `choose`, `each` and `let`."""
    nodes = seen.nodes[entry.kind, entry.id]
    given = [pair for node in nodes for pair in _names_given_once(node)]
    if not given:
        return
    references = meaning.references[entry.kind, entry.id]
    read = [one for one in references if one.kind == "variable" and one.use == READS]
    used = {one.place for one in read}
    if all(one.id != IT for one in read):
        for choose, name in _forgotten(entry, {one.id for one in read}, seen):
            used.add(name.span)
            yield report(f"unused-definition.{choose}", name.span, name=name.id)
    removable = {name.span: name.span for name, what in given if what == "variable"}
    removable |= {let.name.span: let.span for let in nodes.of(n.Let)}
    for name, what in given:
        if name.span in used or not seen.is_own(name.span):
            continue
        if not _is_meant_anyway(meaning, entry, what, seen):
            fix = delete(removable[name.span]) if name.span in removable else None
            yield report(f"unused-definition.{what}", name.span, fix, name=name.id)


def _is_meant_anyway(meaning: m.Meaning, entry: Entry, what: str, seen: Survey) -> bool:
    """Whether a parameter has a use although its name has none."""
    if what == "of":
        return _is_implied(meaning.defines[entry.id])
    # Other rules ask for the number on the card: `value of c`.
    return (entry.kind, what) == ("card", "parameter") and seen.is_used("property", "value")


def _is_implied(define: m.Define) -> bool:
    """Whether a word says something of its parameter without naming it, or the same of all things."""
    names = {parameter.name for parameter in define.parameters}
    parts = list(walk(define.value))
    says_something = any(isinstance(part, m.Local) and part.name in names for part in parts)
    return says_something or all(isinstance(part, m.Const | m.Calc) for part in parts)


def _forgotten(entry: Entry, used: set[str], seen: Survey) -> Iterator[tuple[str, n.Name]]:
    """Yield choices at the end of a block, where nothing can use them, if their names are used elsewhere.

    `choose card c where … else { choose card c } do discard c` discards nothing if the second
    choice is made: `else` is carried out instead of the rest.
    """
    for statements, owner in blocks(entry):
        last = statements[-1] if statements else None
        if isinstance(last, n.Choose) and seen.is_own(last.span):
            where = "in-else" if isinstance(owner, n.Choose) else "at-the-end"
            named = (query.variable for query in last.queries if query.variable is not None)
            yield from ((where, name) for name in named if name.id in used)


def _names_given_once(node: Any) -> Iterator[tuple[n.Name, str]]:
    """Yield the names that a node gives to one thing only, which is reported."""
    pairs = list(_names_given(node))
    ids = [name.id for name, _ in pairs]
    return (pair for pair in pairs if ids.count(pair[0].id) == 1)


def _names_given(node: Any) -> Iterator[tuple[n.Name, str]]:
    """Yield the names that a node gives, and what they are the names of."""
    match node:
        case n.Rule() | n.Card():
            yield from ((p.name, "parameter") for p in node.parameters)
        # A word for several things need not use them all: what other layers say may.
        case n.Define(parameters=(parameter,)) | n.Addition(parameters=(parameter,)):
            yield parameter.name, "of"
        case n.Choose():
            yield from ((q.variable, "choice") for q in node.queries if q.variable is not None)
        case n.Each(query=n.Query(variable=n.Name() as variable)):
            yield variable, "variable"
        case n.Let():
            yield node.name, "value"
