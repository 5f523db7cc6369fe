"""Definitions, parameters and variables that are never used, or only half."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wtrules.checks.conditions import condition_of
from wtrules.checks.survey import Key, Survey, blocks, survey
from wtrules.diagnostics import Advice, Diagnostic, Label, warning
from wtrules.diagnostics.fix import append, delete
from wtrules.language.physical import PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.evaluate import Evaluator
from wtrules.rules.model import Entry, Rules
from wtrules.rules.outcomes import outcome_cells
from wtrules.rules.pieces import GENERAL
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n

_READ_BY_NAME = {"setting": READ_BY_NAME, "table": TABLES_READ_BY_NAME}


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find definitions, parameters and variables without a use."""
    rules = meaning.resolved
    seen = survey(rules)
    heads = {name.partition(".")[0] for name in seen.uses}
    for (kind, id), entry in rules.entries.items():
        if id in PHYSICAL.get(kind, ()) or id in _READ_BY_NAME.get(kind, ()):
            continue
        if not (seen.is_own(entry.chain[0].span) or seen.is_own(entry.span)):
            continue
        judge = _JUDGES.get(kind)
        if judge is not None and not (kind == "table" and id in heads):
            yield from judge(meaning, entry, seen)
        yield from _locals(entry, seen)


def _plain(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.users(entry.id, (entry.kind, entry.id)):
        yield from _never_used(entry, seen)


def _never_used(entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    help = phrase(_FIXES.get(entry.kind, "use it, or remove it"), id=entry.id)
    is_whole = len(entry.chain) == 1 and entry.kind != "setting"
    advice = delete(entry.node.span, help) if is_whole else help
    yield _unused(entry, seen, "never used", advice)


def _outcome(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    tables = (part for nodes in seen.nodes.values() for part in nodes.of(n.Table, n.Add))
    cells = (cell for part in tables for cell in outcome_cells(meaning.resolved, part))
    if entry.id not in {cell.text for cell in cells}:
        yield from _plain(meaning, entry, seen)


_FIXES = {
    "outcome": "write `end game {id}` where the game ends that way, or remove it",
    "allowance": "write `use {id}` where it applies, or remove it",
}


def _memory(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Find a memory that is set but never read, or read but never set."""
    readers = seen.users(entry.id, (entry.kind, entry.id))
    written = seen.writes.get(entry.id)
    if not readers and not written:
        yield from _plain(meaning, entry, seen)
    elif not readers and written:
        yield _half(entry, seen, "set but never read", "use it in a rule", written[0], "set here")
    elif not written and not _decides(meaning, entry.id):
        unit = entry.node_as(n.Memory).unit
        whose = f" of {unit.each[0]}" if unit is not None and unit.each else ""
        help = phrase("write `set {id}{whose} = …` where it changes", id=entry.id, whose=whose)
        read = _first(entry.id, readers, seen)
        yield _half(entry, seen, "read but never set", help, read, "read here")


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
    users = seen.users(entry.id, (entry.kind, entry.id))
    nodes = [node for key in users for node in seen.nodes[key]]
    counted = [x for x in nodes if type(x) is n.Use and x.allowance.id == entry.id]
    asked = [
        x
        for x in nodes
        if type(x) is n.PropertyOf and type(x.subject) is n.Name and x.subject.id == entry.id
    ]
    if not asked and not counted:  # a sentence that names it does not use it up
        yield from _never_used(entry, seen)
    elif not asked:
        help = phrase("write `when left of {id} > 0` before `use {id}`", id=entry.id)
        yield _half(entry, seen, "used, but nothing asks what is left", help, counted[0], "used")
    elif not counted:
        help = phrase("write `use {id}` where it is used up", id=entry.id)
        yield _half(entry, seen, "asked for, but never used up", help, asked[0], "asked for here")


def _half(
    entry: Entry, seen: Survey, what: str, help: str, other: n.Expr | n.Use, label: str
) -> Diagnostic:
    return _unused(
        entry, seen, what, phrase("{help}, or remove it", help=help), (Label(other.span, label),)
    )


def _first(id: str, users: set[Key], seen: Survey) -> n.Name:
    """Return one of the places where a name is used, the first in its file."""
    found = (x for key in users for x in seen.nodes[key].of(n.Name))
    names: Iterator[n.Name] = (name for name in found if name.id == id)
    return min(names, key=lambda name: (name.span.source.path, name.span.start))


def _unused(
    entry: Entry, seen: Survey, label: str, help: Advice, related: tuple[Label, ...] = ()
) -> Diagnostic:
    # An inherited definition is reported where it is overridden.
    at = entry.name_span if seen.is_own(entry.name_span) else entry.span
    return warning(
        "unused-definition",
        phrase("{kind} `{id}` is {label}", kind=entry.kind, id=entry.id, label=label),
        at,
        label,
        help,
        related=related,
    )


def _rule(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if entry.id in _never_performed(meaning.resolved, seen):
        yield _unused(
            entry,
            seen,
            "never performed",
            phrase(
                "say when it happens, `on …`, or write `perform {id}` in another rule", id=entry.id
            ),
        )


class _NeverPerformed:
    """The key for the rules that nothing performs."""


def _never_performed(rules: Rules, seen: Survey) -> set[str]:
    """Return the rules that nothing performs and that react to nothing.

    Of rules that perform each other, only one is named: if that is performed, all are.
    """
    if _NeverPerformed not in rules.computed:
        rules.computed[_NeverPerformed] = set(_loose_ends(rules, seen))
    found: set[str] = rules.computed[_NeverPerformed]
    return found


def _loose_ends(rules: Rules, seen: Survey) -> Iterator[str]:
    waiting = {entry.id: entry for entry in rules.of_kind("rule") if _waits(entry)}
    reached: set[str] = set()

    def reach(keys: Iterable[Key]) -> None:
        pending = list(keys)
        while pending:
            for name in seen.performs.get(pending.pop(), ()):
                if name in waiting and name not in reached:
                    reached.add(name)
                    pending.append(("rule", name))

    reach(key for key in seen.nodes if not (key[0] == "rule" and key[1] in waiting))
    left = [id for id in waiting if id not in reached]
    performed = {name for id in left for name in seen.performs.get(("rule", id), ()) if name != id}
    # First those that no rule performs at all; what they perform is not named again.
    for id in sorted(left, key=lambda id: id in performed):
        if id not in reached:
            reached.add(id)
            reach([("rule", id)])
            yield id


def _waits(entry: Entry) -> bool:
    """Whether a rule does something only if it is performed."""
    return (
        bool(entry.statements())
        and entry.id not in PHYSICAL["rule"]
        and not any(isinstance(c, n.Trigger | n.Forbid) for c in entry.clauses())
    )


def _card(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    variants = {("variant", id) for id in meaning.resolved.variants}
    decks = {("deck", deck.id) for deck in meaning.resolved.of_kind("deck")}
    if not seen.users(entry.id) & {*decks, *variants}:
        where = "the deck" if len(decks) == 1 else "any deck"
        help = phrase("add it: `add to deck {{ 4 x {id} … }}`", id=entry.id)
        number = " 1" if getattr(entry.node, "parameters", ()) else ""
        line = f"\n\n{' ' * (entry.node.span.column - 1)}add to deck {{ 4 x {entry.id}{number} }}"
        is_own = seen.is_own(entry.node.span) and entry.chain[-1].verb == "defined"
        yield _unused(
            entry,
            seen,
            phrase("not in {where}", where=where),
            append(entry.node.span, line, help) if is_own else help,
        )


def _deck(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.users(entry.id, ("deck", entry.id)):
        help = phrase(
            "write `do reveal {id}` or `do draw 1 card from {id}` in a rule, or remove the deck",
            id=entry.id,
        )
        is_whole = len(entry.chain) == 1
        yield _unused(
            entry,
            seen,
            "never used",
            delete(entry.node.span, help) if is_whole else help,
        )


def _piece(meaning: m.Meaning, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.users(entry.id) and not seen.users(GENERAL):
        yield _unused(entry, seen, "never used", "move it in a rule, or remove it")


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
    "deck": _deck,
}


def _locals(entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Check parameters, and the variables of `choose`, `each` and `let`."""
    nodes = seen.nodes[entry.kind, entry.id]
    given = [pair for node in nodes for pair in _names_given(node)]
    if not given:
        return
    used = {node.id for node in nodes if type(node) is n.Name}
    if "it" not in used:
        yield from _forgotten(entry, used, seen)
    # `where own` refers to the wizard in question without naming it, but only in the query.
    for name, what in given:
        if what == "choice" and "it" in used:  # may be this one
            continue
        if entry.kind == "card" and what == "parameter" and "value" in seen.uses:
            continue  # other rules ask for the number on the card: `value of c`
        if name.id not in used and seen.is_own(name.span):
            help = phrase(_LOCAL_FIXES[what], id=name.id)
            advice: Advice = delete(name.span, help) if what == "variable" else help
            if what == "value":
                let = next(x for x in nodes if type(x) is n.Let and x.name is name)
                advice = delete(let.span, help)
            yield warning(
                "unused-definition",
                phrase("{what} `{name}` is never used", what=what, name=name.id),
                name.span,
                "never used",
                advice,
            )


def _forgotten(entry: Entry, used: set[str], seen: Survey) -> Iterator[Diagnostic]:
    """Find a choice at the end of a block, where nothing can use it, if its name is used elsewhere.

    `choose card c where … else { choose card c } do discard c` discards nothing if the second
    choice is made: `else` is carried out instead of the rest.
    """
    for statements, owner in blocks(entry):
        last = statements[-1] if statements else None
        if not isinstance(last, n.Choose) or not seen.is_own(last.span):
            continue
        is_else = isinstance(owner, n.Choose)
        for name in (query.variable for query in last.queries):
            if name is not None and name.id in used:
                yield warning(
                    "unused-definition",
                    phrase("nothing is done with this choice of `{name}`", name=name.id),
                    name.span,
                    "never used",
                    "`else` is carried out instead of all that follows the first choice: "
                    "do it inside `else { … }` as well"
                    if is_else
                    else "a name holds until the end of its block: use it there",
                )


_LOCAL_FIXES = {
    "parameter": "use it, or remove the parameter",
    "word for the thing asked about": "use `{id}` after `=`, or remove `of …`",
    "choice": "use `{id}`, or remove the choice",
    "variable": "use it, or remove the name",
    "value": "use it, or remove the `let`",
}


def _names_given(node: Any) -> Iterator[tuple[n.Name, str]]:
    match node:
        case n.Rule() | n.Card():
            yield from ((p.name, "parameter") for p in node.parameters)
        # A word for several things need not use them all: what other layers say may.
        case n.Define(parameters=(parameter,)) | n.Addition(parameters=(parameter,)):
            implied = any(isinstance(x, n.Name | n.Relation) for x in walk_uses(node.value))
            if not implied:
                yield parameter.name, "word for the thing asked about"
        case n.Choose():
            yield from ((q.variable, "choice") for q in node.queries if q.variable is not None)
        case n.Each(query=n.Query(variable=n.Name() as variable)):
            yield variable, "variable"
        case n.Let():
            yield node.name, "value"
