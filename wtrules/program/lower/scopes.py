"""Lowering of scopes: the turn, round or action that a rule opens and that rules can end."""

from __future__ import annotations

from wtrules.language.scopes import LEVEL
from wtrules.language.things import is_pair
from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower import events, figures, procedures
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, Var, op


def scope(statement: m.Scope, code: Code) -> None:
    """Write a scope with its events."""
    low = code.low
    word, level = statement.word, LEVEL[statement.word]
    if word == "setup" and not low.analysis.refers_to_setup:
        code.write_block(statement.body)  # statistics count turns and rounds, but no set-ups
        return
    # A turn may be inside another: the outer one is in progress again afterwards.
    bit = 1 << level - 1
    outer = code.keep("outer", op("&", Load("open", 0), bit))
    before: Expr = 0
    if statement.player is not None:
        player = code.name(code.expr(statement.player))
        before = code.keep("before", Load("active", 0), "player")
        code.store("active", player)
        code.store("actor", player)
    # A position at the beginning of a turn is made by skipping the turns before it.
    begin, after = (low.new_block(f"{word} {at}") for at in ("begins", "is over"))
    if word == "turn":
        low.turns[begin] = after
    code.go_on(begin)
    code.store("open", op("|", Load("open", 0), bit))
    reset(word, code)
    kept = frozenset(low.current[-1].frame)
    end = low.new_block(f"{word} ends")
    leave, stop = code.leave, code.stop
    code.leave, code.stop = (p.Goto(end),), ()
    with code.running_body(statement.body):
        events.emit(f"{word}-begins", [], code)
        code.write_block(statement.body)
    code.go_on(end)
    code.leave, code.stop = leave, stop
    ending = Load("ending", 0)
    code.write(p.If(ending, (p.Run(p.Call(procedures.unwind(kept, low), ())),)))
    if level < LEVEL["game"]:  # what has ended cannot be ended again by a reaction to its end
        code.store("open", op("|", op("&", Load("open", 0), ~bit), outer))
        code.store("actor", Load("active", 0))
    restore: tuple[p.Statement, ...] = ()
    if statement.player is not None:
        restore = (p.Store("active", 0, before), p.Store("actor", 0, before))
    if not low.analysis.reacting(f"{word}-ends"):
        code.go_on(after)
        code.write(*restore)
        code.write(p.If(op(">", ending, level), leave), p.Store("ending", 0, 0))
        return
    # A larger end goes on outwards, after the rules have reacted to the end of this scope.
    code.write(p.If(op("==", ending, LEVEL["game"]), leave))
    larger = low.new_variable("ending")
    code.store(larger, op("*", ending, op(">", ending, level)))
    code.store("ending", 0)
    with code.followed_by(None):
        events.emit(f"{word}-ends", [], code)
    code.go_on(after)
    code.write(*restore)
    code.write(
        p.If(
            Load(larger, 0),
            (p.Store("ending", 0, Load(larger, 0)), p.Store(larger, 0, 0), *leave),
        )
    )


def opens(statement: p.Statement, word: str) -> bool:
    """Return whether a statement of a program is the one with which a scope begins."""
    match statement:
        case p.Store("open", value=p.Op("|", (p.Load("open", 0), bit))):
            return bit == 1 << LEVEL[word] - 1
    return False


def end(statement: m.End, code: Code) -> None:
    """Write the end of a scope; nothing happens if none of its kind is in progress."""
    level = LEVEL[statement.scope]
    in_progress = 1 if level == LEVEL["game"] else op("&", Load("open", 0), 1 << level - 1)

    def write(inner: Code) -> None:
        inner.store("ending", level)
        if statement.outcome is not None:
            # All rules react to an event; the first that ends the game decides the outcome.
            outcome = Load("outcome", 0)
            named = statement.outcome
            number = (
                code.low.meaning.outcomes.index(named) + 1
                if isinstance(named, str)
                else inner.expr(named)
            )
            inner.store("outcome", op("+", outcome, op("*", number, op("==", outcome, 0))))
        inner.write(*code.leaving())

    code.only_if(in_progress, write)


def reset(scope: str, code: Code) -> None:
    """Write the first values of what is remembered and used up within a scope."""
    low = code.low
    layout, meaning = low.layout, low.meaning
    figures.reset(scope, code)
    for memory in meaning.memories.values():
        first = code.expr(memory.initial)
        # Before the first turn, rules already read what is remembered per turn; all fields are 0.
        if memory.scope == scope or (scope == "game" and first != 0):
            size = layout.entries(memory.each)
            if memory.each in ("tower", "wizard") or is_pair(memory.each):  # many
                k = Var(low.fresh("k"))
                code.write(p.For(k.name, 0, size, (p.Store(f"memory.{memory.id}", k, first),)))
                continue
            for i in range(size):
                code.store(f"memory.{memory.id}", first, i)
                if memory.secret and scope != "game":  # at first, everybody knows everything
                    code.store(p.hidden_name(memory.id), 0, i)
    for allowance in meaning.allowances.values():
        if allowance.scope == scope:
            for i in range(layout.players if allowance.each else 1):
                code.store(f"used.{allowance.id}", 0, i)
