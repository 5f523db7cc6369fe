"""Definitions, parameters and variables that are never used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Advice, Diagnostic, Label, warning
from wtrules.diagnostics.fix import append, delete
from wtrules.language.physical import PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import GENERAL
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n

_READ_BY_NAME = {"setting": READ_BY_NAME, "table": TABLES_READ_BY_NAME}


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Find definitions, parameters and variables without a use."""
    seen = survey(rules)
    heads = {name.partition(".")[0] for name in seen.uses}
    for (kind, id), entry in rules.entries.items():
        if id in PHYSICAL.get(kind, ()) or id in _READ_BY_NAME.get(kind, ()):
            continue
        if not (seen.is_own(entry.chain[0].span) or seen.is_own(entry.span)):
            continue
        judge = _JUDGES.get(kind)
        if judge is not None and not (kind == "table" and id in heads):
            yield from judge(rules, entry, seen)
        yield from _locals(entry, seen)


def _plain(rules: Rules, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if seen.users(entry.id, (entry.kind, entry.id)):
        return
    written = seen.writes.get(entry.id)
    if entry.kind == "memory" and written:
        yield warning(
            "unused-definition",
            f"memory `{entry.id}` is set but never read",
            entry.name_span,
            "never read",
            "use it in a rule, or remove it",
            related=(Label(written[0].span, "set here"),),
        )
        return
    help = _FIXES.get(entry.kind, "use it, or remove it").format(id=entry.id)
    is_whole = len(entry.chain) == 1 and entry.kind != "setting"
    yield _unused(entry, seen, "never used", delete(entry.node.span, help) if is_whole else help)


_FIXES = {
    "outcome": "write `end game {id}` where the game ends that way, or remove it",
    "allowance": "write `use {id}` where it applies, or remove it",
}


def _unused(entry: Entry, seen: Survey, label: str, help: Advice) -> Diagnostic:
    # An inherited definition is reported where it is overridden.
    at = entry.name_span if seen.is_own(entry.name_span) else entry.span
    return warning(
        "unused-definition",
        f"{entry.kind} `{entry.id}` is {label}",
        at,
        label,
        help,
    )


def _rule(rules: Rules, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not entry.statements() or any(isinstance(c, n.Trigger | n.Forbid) for c in entry.clauses()):
        return
    if not seen.users(entry.id, ("rule", entry.id)):
        yield _unused(
            entry,
            seen,
            "never performed",
            f"add `on …`, or write `perform {entry.id}` in another rule",
        )


def _card(rules: Rules, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    variants = {("variant", id) for id in rules.variants}
    decks = {("deck", deck.id) for deck in rules.of_kind("deck")}
    if not seen.users(entry.id) & {*decks, *variants}:
        where = "the deck" if len(decks) == 1 else "any deck"
        help = f"add it: `add to deck {{ 4 x {entry.id} … }}`"
        number = " 1" if getattr(entry.node, "parameters", ()) else ""
        line = f"\n\n{' ' * (entry.node.span.column - 1)}add to deck {{ 4 x {entry.id}{number} }}"
        is_own = seen.is_own(entry.node.span) and entry.chain[-1].verb == "defined"
        yield _unused(
            entry, seen, f"not in {where}", append(entry.node.span, line, help) if is_own else help
        )


def _deck(rules: Rules, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.users(entry.id, ("deck", entry.id)):
        help = f"write `do reveal {entry.id}` or `do draw 1 card from {entry.id}` in a rule, or "
        is_whole = len(entry.chain) == 1
        yield _unused(
            entry,
            seen,
            "never used",
            delete(entry.node.span, f"{help}remove the deck")
            if is_whole
            else f"{help}remove the deck",
        )


def _piece(rules: Rules, entry: Entry, seen: Survey) -> Iterator[Diagnostic]:
    if not seen.users(entry.id) and not seen.users(GENERAL):
        yield _unused(entry, seen, "never used", "move it in a rule, or remove it")


_JUDGES: dict[str, Callable[[Rules, Entry, Survey], Iterator[Diagnostic]]] = {
    "setting": _plain,
    "table": _plain,
    "define": _plain,
    "memory": _plain,
    "allowance": _plain,
    "outcome": _plain,
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
    # `where own` refers to the wizard in question without naming it, but only in the query.
    for name, what in given:
        if what == "choice" and "it" in used:  # may be this one
            continue
        if name.id not in used and seen.is_own(name.span):
            help = _LOCAL_FIXES[what].format(id=name.id)
            advice: Advice = delete(name.span, help) if what == "variable" else help
            if what == "value":
                let = next(x for x in nodes if type(x) is n.Let and x.name is name)
                advice = delete(let.span, help)
            yield warning(
                "unused-definition",
                f"{what} `{name.id}` is never used",
                name.span,
                "never used",
                advice,
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
