"""Lowering of secrets: what is done in `secretly`, and who knows a secret memory.

Beside each number of a secret memory there is another one, with a bit for every player who does *not*
know it. Above these bits it has the number of the secret part that set it last, counted from 1; that
is no secret. A secret part hides what it may set when it begins, whether it then sets it or not, so that
nobody can tell from that what was decided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering, Secrecy
from wtrules.program.lower.nothing import may_be_nothing
from wtrules.program.program import OVER, Expr, Load, hidden_name, op

_ACTOR, _ACTIVE = Load("actor", 0), Load("active", 0)


def secretly(statement: m.Secretly, code: Code) -> None:
    """Write a secret part."""
    entry = code.low.new_block("secretly")
    secrecy = new_part(statement, entry, code)
    hide_targets(secrecy, code)
    code.go_on(entry)
    fields_before = begin(secrecy, code)
    if not secrecy.asks:
        code.write_block(statement.body)
    else:
        asked = code.low.new_variable("asked", "truth")
        code.low.secretly = secrecy = evolve(secrecy, asked=asked)
        code.store(asked, 0)
        code.write_block(statement.body)
        code.only_if(op("not", Load(asked, 0)), partial(_pass, secrecy), asks=True)
    end(secrecy, fields_before, code)
    forget_owners(secrecy, code)


def _pass(secrecy: Secrecy, code: Code) -> None:
    """Write a decision for a player who has not been asked anything: they can only pass.

    Otherwise everybody would see who is asked, and who is not.
    """
    low, rule = code.low, code.origin.rule
    number, options = len(low.decisions), f"options_{len(low.decisions)}"
    body = (p.Emit(0, origin=code.origin), p.Return(0, origin=code.origin))
    low.define(p.Function(options, (), body, options=True, origin=code.origin))
    resume, after = low.new_block("passed"), low.new_block("after")
    passes = p.Alternative(
        ("pass",), (), (), (), rule, passes=True, declines=True, secretly=secrecy.number
    )
    low.decision_names[name := f"{rule}.secretly"] += 1
    if low.decision_names[name] > 1:
        name = f"{name}#{low.decision_names[name]}"
    decision = p.Decision(name, rule, options, resume, (passes,), "may", secrecy.number)
    low.decisions.append(decision)
    code.write(p.Decide(number, after))
    code.begin(resume)
    code.store("choice", 0)
    code.go_on(after)


def new_part(statement: m.Secretly, entry: int, code: Code) -> Secrecy:
    """Add a secret part to the program; write whose memories it sets, before it begins."""
    low, body = code.low, statement.body
    asks = low.analysis.body_asks(body)
    fields = dict.fromkeys(f"memory.{id}" for id, _ in _set_in(body))
    owners: dict[m.Term, Expr] = {}
    kept: list[str] = []
    places: dict[m.Term, Expr] = {}
    for of in dict.fromkeys(_owners_in(body, code)):
        owner = code.expr(of)
        if may_be_nothing(of, low):
            owner = op("max", owner, 0)
        places[of] = owner
        if not any(map(_is_actor, walk(of))):
            if not isinstance(of, m.Local) and owner != _ACTIVE:
                name = low.new_variable("owner", "player")
                kept.append(name)
                code.store(name, owner)
                owner = Load(name, 0)
            owners[of] = places[of] = owner
    names = tuple(owner.array for owner in owners.values() if isinstance(owner, Load))
    secrecy = Secrecy(
        len(low.secret_parts),
        statement,
        frozenset(_left_to_chance(body, low)),
        asks,
        places=places,
        owners=owners,
        kept=tuple(kept),
    )
    shared = dict.fromkeys(
        f"memory.{id}"
        for id, of in _set_in(body)
        if of is not None and of not in owners and not _is_actor(of)
    )
    low.secret_parts.append(p.SecretPart(entry, tuple(fields), asks, names, tuple(shared)))
    return secrecy


def _owners_in(body: m.Body, code: Code) -> Iterator[m.Term]:
    """Yield the players whose memories are set and who are fixed before statements begin.

    Who the player who acts is, is known anyway. All other players are chosen in the statements, or
    depend on secrets.
    """
    low = code.low
    for id, of in _set_in(body):
        cell = low.meaning.memories[id]
        if of is None or cell.each != "player" or isinstance(of, m.Const) or _is_actor(of):
            continue
        parts = list(walk(of))
        bound = {part.variable for part in parts if isinstance(part, m.Query)}
        free = {part.name for part in parts if isinstance(part, m.Local)} - bound
        reads = (part for part in parts if isinstance(part, m.Recall))
        if (
            free <= code.env.keys()
            and not any(low.meaning.memories[read.id].secret for read in reads)
            and not any(isinstance(part, m.Meant) for part in parts)
            and low.meaning.chance_in(of) is None
        ):
            yield of


def forget_owners(secrecy: Secrecy, code: Code) -> None:
    """Write that it is not needed any longer whose memories a secret part set."""
    for name in secrecy.kept:
        code.store(name, 0)


def show_to_owners(part: m.Secretly, code: Code) -> None:
    """Write that players know what others have set for them in a secret part."""
    low = code.low
    everybody = _everybody(low)
    for id in dict.fromkeys(id for id, of in _set_in(part.body) if not _is_actor(of)):
        memory = low.meaning.memories[id]
        if memory.secret and memory.each == "player" and low.analysis.body_asks(part.body):
            hidden = hidden_name(id)
            for place in range(low.layout.players):
                others = op("|", outsiders(memory, place, low), ~everybody)
                code.store(hidden, op("&", Load(hidden, place), others), place)


def after_each(statement: m.Each, code: Code) -> None:
    """Write what follows if all players have decided in secret, one after another."""
    for part in m.statements_in(statement.body):
        if isinstance(part, m.Secretly) and part.together:
            show_to_owners(part, code)


def begin(secrecy: Secrecy, code: Code) -> frozenset[str]:
    """Begin to write a secret part; return the fields there are already."""
    code.low.secretly = secrecy
    return frozenset(code.low.layout.fields)


def end(secrecy: Secrecy, fields_before: Collection[str], code: Code) -> None:
    """Write the end of a secret part: its variables are forgotten.

    What the player has set for others they know now; if all decide at the same time, not before
    they all have.
    """
    layout = code.low.layout
    for name, field in list(layout.fields.items()):
        if name not in fields_before and field.role is p.FieldRole.FRAME:
            layout.hide(name)
            for i in range(field.size):
                code.store(name, 0, i)
    code.write(p.If(Load("imagining", 0), (p.Goto(OVER),)))
    code.low.secretly = None
    if not secrecy.statement.together:
        show_to_owners(secrecy.statement, code)


def hide_targets(secrecy: Secrecy, code: Code) -> None:
    """Write that nobody knows any longer what a secret part may set.

    The player who decides in it knows what they knew before, and what they set.
    """
    low = code.low
    targets: dict[str, list[Expr | None]] = {}
    for id, of in _set_in(secrecy.statement.body):
        memory = low.meaning.memories[id]
        if memory.secret:
            targets.setdefault(id, []).append(_public_index(of, secrecy))
    for id, indices in targets.items():
        memory = low.meaning.memories[id]
        places: list[Expr] = [index for index in indices if index is not None]
        if None in indices:
            places = list(range(low.layout.fields[f"memory.{id}"].size))
        for place in dict.fromkeys(places):
            hidden = outsiders(memory, place, low)
            if secrecy.asks:
                # The owner learns what others set when they have all decided.
                hidden = hidden if place == _ACTOR else _everybody(low)
                knew = op("&", Load(hidden_name(id), place), _bit(_ACTOR))
                others = op("&", hidden, op("-", _everybody(low), _bit(_ACTOR)))
                hidden = op("|", others, knew)
            tag = secrecy.number + 1 << low.layout.players
            code.store(hidden_name(id), op("|", hidden, tag), place)


def note_set(statement: m.SetMemory, index: Expr, code: Code) -> None:
    """Write who knows a memory that has just been set: in the open everybody, otherwise the actor."""
    low = code.low
    memory, secrecy = low.meaning.memories[statement.id], low.secretly
    if not memory.secret:
        return
    field = hidden_name(memory.id)
    if secrecy is None:
        code.store(field, 0, index)
    elif secrecy.asks and not _depends_on_chance(statement, secrecy.unknown, low):
        show_to(memory, index, _ACTOR, code)


def outsiders(memory: m.MemoryCell, index: Expr, low: Lowering) -> Expr:
    """Return the players who do not know a secret of their own accord: all but its owner."""
    if memory.each != "player":
        return _everybody(low)
    return op("-", _everybody(low), _bit(index))


def hide_from(memory: m.MemoryCell, index: Expr, hidden: Expr, code: Code) -> None:
    """Write that just these players do not know a secret."""
    field, everybody = hidden_name(memory.id), _everybody(code.low)
    tag = op("&", Load(field, index), ~everybody)
    code.store(field, op("|", tag, hidden), index)


def places_of(memory: m.MemoryCell, of: Expr | None, low: Lowering) -> list[Expr]:
    """Return the places of a memory that an action is about: one, or all of them."""
    if of is not None:
        return [of]
    return list(range(low.layout.fields[f"memory.{memory.id}"].size))


def show_to(memory: m.MemoryCell, index: Expr, viewer: Expr, code: Code) -> None:
    """Write that a player knows a secret from now on."""
    field = hidden_name(memory.id)
    others = op("-", -1, _bit(viewer))  # every bit but one
    code.store(field, op("&", Load(field, index), others), index)


def _bit(player: Expr) -> Expr:
    return op("<<", 1, player)


def _everybody(low: Lowering) -> int:
    return (1 << low.layout.players) - 1


def _public_index(of: m.Term | None, secrecy: Secrecy) -> Expr | None:
    """Return the number of a memory that is set, if everybody can tell which one it is."""
    if of is None:
        return 0
    if _is_actor(of):
        return _ACTOR
    if isinstance(of, m.Const):
        return max(0, of.value)
    return secrecy.places.get(of)


def _is_actor(of: object) -> bool:
    return isinstance(of, m.Prim) and of.op == "actor"


def _set_in(body: m.Body) -> Iterator[tuple[str, m.Term | None]]:
    """Yield the memories that statements set, and for what."""
    for statement in m.statements_in(body):
        match statement:
            case m.SetMemory():
                yield statement.id, statement.of
            case m.Act(verb="add"):
                memory = statement.part("to")
                assert isinstance(memory, m.Recall)
                yield memory.id, memory.of


def _left_to_chance(body: m.Body, low: Lowering) -> Iterator[str]:
    """Yield the variables that chance decides."""
    uncertain: set[str] = set()
    for statement in m.statements_in(body):
        if isinstance(statement, m.Let) and _depends_on_chance(statement, uncertain, low):
            uncertain.add(statement.name)
            yield statement.name


def _depends_on_chance(statement: m.Statement, unknown: Collection[str], low: Lowering) -> bool:
    if low.meaning.chance_in(statement) is not None:
        return True
    return any(isinstance(part, m.Local) and part.name in unknown for part in walk(statement))
