"""What an override leaves out: conditions, events and steps that the rule below it had.

An override replaces all statements of a rule together, so what it does not repeat is gone. The list of
changes names it, because it may have been forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.language.events import matching_event
from wtrules.meaning.changes import text
from wtrules.meaning.normal_form import conjuncts, implies, normal_form, required
from wtrules.node import Node, rewrite, walk
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def losses(old: Entry, new: Entry, texts: Texts) -> Iterator[str]:
    """Yield what a rule, card or spell no longer reacts to, forbids, requires or performs."""
    before, after = list(walk(*old.clauses())), list(walk(*new.clauses()))
    yield from _events(before, after, n.Trigger, "reacts", texts)
    yield from _events(before, after, n.Forbid, "forbids", texts)
    yield from _conditions(before, after, texts)
    performed, still = _performed(before), _performed(after)
    yield from (
        texts("changes.lost.performs", what=step) for step in performed if step not in still
    )
    names = _renamed(before, after)
    does, did = _done(after, {}), _done(before, names)
    yield from (texts("changes.lost.does", what=did[key]) for key in did if key not in does)
    yield from (texts("changes.gained.does", what=does[key]) for key in does if key not in did)


def _done(nodes: list[Node], names: dict[Node, Node]) -> dict[object, str]:
    """Return what statements do to the game, by their normal form, with the names of the other rule."""
    found: dict[object, str] = {}
    asked = {id(node.action) for node in nodes if isinstance(node, n.Can)}
    for node in nodes:
        if isinstance(node, n.Do | n.End | n.Set) and id(node) not in asked:
            renamed = rewrite(node, lambda part: names.get(part))  # type: ignore[call-overload]
            found.setdefault(normal_form(renamed), text(node.span))
    return found


def _performed(nodes: list[Node]) -> dict[str, None]:
    """Return what rules perform, each once; what was chosen is no step of the rule."""
    chosen = {query.variable.id for query in _choices(nodes) if query.variable is not None}
    steps = dict.fromkeys(text(node.target.span) for node in nodes if isinstance(node, n.Perform))
    return {step: None for step in steps if step not in chosen}


def _events(
    before: list[Node],
    after: list[Node],
    clause: type[n.Trigger | n.Forbid],
    verb: str,
    texts: Texts,
) -> Iterator[str]:
    still = {
        _event(event)[0] for node in after if isinstance(node, clause) for event in node.events
    }
    for node in before:
        if isinstance(node, clause):
            for event in node.events:
                if _event(event)[0] not in still:
                    yield texts(f"changes.lost.{verb}", what=" ".join(event.words))


def _event(event: n.Event) -> tuple[str, tuple[str, ...]]:
    """Return an event without the names of the rule, and these names."""
    match = matching_event(event.words)
    return (match[0].id, match[1]) if match is not None else (" ".join(event.words), ())


def _conditions(before: list[Node], after: list[Node], texts: Texts) -> Iterator[str]:
    """Yield conditions of the rule and of its choices that are nowhere in the new one."""
    still, names = required(*_asked(after)), _renamed(before, after)

    def is_lost(condition: n.Expr) -> bool:
        wanted = required(rewrite(condition, lambda part: names.get(part)))  # type: ignore[call-overload]
        return not all(any(implies(there, part) for there in still) for part in wanted)

    for node in before:
        if isinstance(node, n.When):
            for condition in filter(is_lost, conjuncts(node.condition)):
                yield texts("changes.lost.requires", what=text(condition.span))
    chosen = {query.kind for query in _choices(after)}
    for query in _choices(before):
        if query.where is not None and query.kind in chosen:
            for condition in filter(is_lost, conjuncts(query.where)):
                what = text(condition.span)
                yield texts("changes.lost.requires_of", kind=query.kind, what=what)


def _choices(nodes: list[Node]) -> list[n.Query]:
    return [query for node in nodes if isinstance(node, n.Choose) for query in node.queries]


def _asked(nodes: list[Node]) -> Iterator[n.Expr]:
    """Yield the conditions of statements, queries and terms, wherever a rule has them."""
    for node in nodes:
        match node:
            case n.When() | n.Conditional():
                yield node.condition
            case n.If():
                yield node.condition
                if node.otherwise is not None:
                    yield n.Unary("not", node.condition, span=node.condition.span)
            case n.Query(where=where) if where is not None:
                yield where
            case n.Repeat(mode="while", term=term) if term is not None:
                yield term


def _renamed(before: list[Node], after: list[Node]) -> dict[Node, Node]:
    """Return the names that the events and choices of a rule give, with the new name of each."""
    return {
        old: new
        for key, old in _given_names(before).items()
        if (new := _given_names(after).get(key)) is not None
    }


def _given_names(nodes: list[Node]) -> dict[object, Node]:
    """Return the names that events and choices give, by what they are names of."""
    found: dict[object, Node] = {}
    for node in nodes:
        if isinstance(node, n.Event):
            id, names = _event(node)
            found |= {(id, i): n.Name(name, span=node.span) for i, name in enumerate(names)}
    counted: dict[str, int] = {}
    for query in _choices(nodes):
        if query.variable is not None:
            found[query.kind, counted.setdefault(query.kind, 0)] = query.variable
            counted[query.kind] += 1
    return found
