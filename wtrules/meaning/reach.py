"""Which rules, and which of their statements, can have an effect with the settings as they are.

A rule that nothing performs, that waits for another value of a setting, or for which the game never
lasts long enough, would only confuse the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import VERBS
from wtrules.meaning import nodes as m
from wtrules.meaning.binder import binder_of
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.evaluate import Players, counts_of, is_true
from wtrules.node import Node, walk
from wtrules.resolve.model import Entry, Rules, once
from wtrules.syntax import nodes as n

# Clauses that describe a rule; the others say what it does, and when.
_ABOUT = (*n.DESCRIPTIONS, n.RuleAfter)


def rules_in_force(rules: Rules, players: Players = None) -> set[str]:
    """Return the ids of the rules that can have an effect with one of these numbers of players.

    These are the ones that react to or forbid something, those that do nothing but say something,
    and all that are performed by them, by the cards or by the spells; but not those for which the
    game never lasts long enough.
    """
    return _in_force(rules, tuple(counts_of(rules, players)))


@once
def _in_force(rules: Rules, players: tuple[int, ...]) -> set[str]:
    meaning = meaning_of(rules)
    reached = _reached(meaning, players)
    return reached - _too_late(meaning, reached)


def is_as_known(rules: Rules, kind: str, id: str, players: Players = None) -> bool:
    """Whether a rule is in force, and no house rule has changed it; the same for a table or a deck.

    What other rules say about it is true then.
    """
    entry = rules.get(kind, id)
    if entry is None or (kind == "rule" and id not in rules_in_force(rules, players)):
        return False
    own = {layer.name for layer in rules.layers if not layer.shipped and layer.kind != "reading"}
    first, *later = entry.chain
    changing = [origin.span.source for origin in later if origin.layer in own]
    if entry.kind != "rule":
        return not changing
    # A house rule that gives nothing but a new text to a rule changes nothing of what it does.
    return not any(
        clause.span.source is source is not first.span.source
        for clause in entry.clauses()
        if not isinstance(clause, _ABOUT)
        for source in changing
    )


def _reached(meaning: m.Meaning, players: Players) -> set[str]:
    found: set[str] = set()
    pending: list[m.Body] = [one.body for one in meaning.cards.values()]
    pending += [one.body for one in meaning.spells.values()]
    for rule in meaning.rules.values():
        own = rule.on or rule.forbids or not rule.body
        if rule.id == "game" or (own and not _is_barred(meaning, rule.body, players)):
            found.add(rule.id)
            pending.append(rule.body)
    while pending:
        for part in live_parts(meaning, pending.pop(), players):
            if isinstance(part, m.Perform) and part.rule not in found:
                found.add(part.rule)
                pending.append(meaning.rules[part.rule].body)
    return found


def _is_barred(meaning: m.Meaning, body: m.Body, players: Players) -> bool:
    whens = (statement for statement in body if isinstance(statement, m.When))
    return any(is_true(meaning, when.condition, players) is False for when in whens)


def live_parts(meaning: m.Meaning, body: m.Body, players: Players = None) -> Iterator[Node]:
    """Yield all parts of statements, without branches that no setting leads to."""
    for statement in body:
        match statement:
            case m.When(condition=condition):
                yield from walk(statement)
                if is_true(meaning, condition, players) is False:
                    return
            case m.If(condition=condition):
                yield from walk(condition)
                known = is_true(meaning, condition, players)
                if known is not False:
                    yield from live_parts(meaning, statement.then, players)
                if known is not True:
                    yield from live_parts(meaning, statement.otherwise, players)
            case _:
                yield statement
                yield from walk(*m.terms_in(statement))
                for inner in m.inner_bodies(statement):
                    yield from live_parts(meaning, inner, players)


def does(parts: Iterable[object], verb: str) -> bool:
    """Whether one of the parts of statements is an action with this verb."""
    return any(isinstance(part, m.Act) and part.verb == verb for part in parts)


def body_of(rules: Rules, entry: Entry) -> m.Body:
    """Return what a rule, card or spell does, also one that these rules do not have any more."""
    if rules.get(entry.kind, entry.id) is not entry:
        return binder_of(rules).body(entry)
    meaning = meaning_of(rules)
    many: Mapping[str, Mapping[str, m.Rule | m.Card | m.Spell]] = {
        "rule": meaning.rules, "card": meaning.cards, "spell": meaning.spells,
    }  # fmt: skip
    return many[entry.kind][entry.id].body if entry.kind in many else ()


def ends_of(rules: Rules, entry: Entry) -> list[m.End]:
    """Return the statements with which an entry can end the game."""
    found = m.statements_in(body_of(rules, entry))
    return [one for one in found if isinstance(one, m.End) and one.scope == "game"]


def names_read(rules: Rules, entry: Entry, players: Players = None) -> set[str]:
    """Return the definitions that an entry reads where it can have an effect."""
    return set(_read_in(live_parts(meaning_of(rules), body_of(rules, entry), players)))


def names_in(rules: Rules, entry: Entry) -> set[str]:
    """Return the definitions that an entry reads, whether it can have an effect or not."""
    return set(_read_in(walk(body_of(rules, entry))))


def _read_in(parts: Iterable[Node]) -> Iterator[str]:
    return (id for kind, id in map(m.source_of, parts) if kind not in ("", "table"))


# --- rules for which the game never lasts long enough --------------------------------------------


def _too_late(meaning: m.Meaning, ids: Iterable[str]) -> set[str]:
    """Return those rules that never apply, because another one of them has ended the game before."""
    rules = [meaning.rules[id] for id in ids]
    final = {event for rule in rules for event in _ends_at_once(rule)}
    if not final:
        return set()
    return {
        rule.id
        for rule in rules
        if any(isinstance(s, m.When) and _needs(meaning, s.condition) & final for s in rule.body)
    }


def _needs(meaning: m.Meaning, condition: m.Term) -> set[str]:
    """Return events that must have happened before a condition can be true; there may be more."""
    match condition:
        case m.Calc(op="and", args=(left, right)):
            return _needs(meaning, left) | _needs(meaning, right)
        case m.Calc(op="or", args=(left, right)):
            return _needs(meaning, left) & _needs(meaning, right)
        case m.Calc(op="=" | ">" | ">=" as op, args=(m.Prim(op=asked), amount)):
            is_none = m.constant(amount) == 0
            return _raised_by(asked) if op == ">" or not is_none else set()
        case m.Search(word="any", query=m.Query(where=where)) if where is not None:
            return _needs(meaning, where)
        case m.Meant(id=id):
            return _needs(meaning, meaning.defines[id].value)
        case _:
            return set()


def _raised_by(asked: str) -> set[str]:
    """Return the events with which a number of things of a player grows from 0."""
    counts = (p for p in PROPERTIES if (p.op, p.subject, p.result) == (asked, "player", "number"))
    verbs = [verb for each in counts for verb in each.changed_by[:1]]
    return {event for verb in verbs for kind in VERBS[verb].kinds for event in kind.events}


def _ends_at_once(rule: m.Rule) -> Iterator[str]:
    """Yield the events with which a rule ends the game, whatever else is the case."""
    for statement in rule.body:
        match statement:
            case m.End(scope="game"):
                yield from (one.event for one in rule.on if one.condition is None)
                return
            case m.Act() | m.SetMemory():
                continue
            case _:
                return
