"""From resolved rules to a program: the step `rules → program`.

Comes in: rules that passed their checks, their meaning, and a number of players. Goes out: a
`Program`. Every constant is known here and is folded in.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from wtrules.language import physical
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.track import Track
from wtrules.program import program as p
from wtrules.program.layout import Layout, layout
from wtrules.program.lower import (
    events,
    figures,
    followers,
    piles,
    procedures,
    scopes,
    statements,
    terms,
)
from wtrules.program.lower.code import Code
from wtrules.program.lower.faults import CannotCompile
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.worth import worth
from wtrules.program.optimise.blocks import shorten
from wtrules.program.optimise.inline import Inliner
from wtrules.program.program import ENTRY, OVER, Origin
from wtrules.program.text import for_each_deck, parse_functions
from wtrules.resolve.model import Rules

_FOLDER = Path(__file__).parent  # has what is written in the program form
_OF_A_PILE = ("reshuffle", "take_card", "show_top")  # also for the piles that players have


def program(rules: Rules, meaning: Meaning, players: int) -> p.Program:
    """Return the program of a ruleset for a number of players; raises CannotCompile."""
    low = lowering(rules, meaning, players)
    shape = low.layout
    _write_game(low)
    procedures.define_unwindings(low)
    followers.define_list_updates(low)
    low.budget.spend(shape.size, p.NOWHERE)
    worths = worth(low)
    for body in (*(f.body for f in low.functions.values()), *(b.body for b in low.blocks)):
        low.budget.check_nesting(body)
    written = [p.Block(block.name, tuple(block.body)) for block in low.blocks]
    entries = [part.entry for part in low.secret_parts]
    blocks, decisions, turns, entries = shorten(
        written, low.decisions, low.turns, ENTRY + 1, entries
    )
    inliner = Inliner(low.functions)
    return p.Program(
        ruleset=rules.name,
        players=players,
        board=shape.board,
        decks=shape.decks,
        fields=shape.fields,
        size=shape.size,
        tables=low.tables,
        functions=inliner.inlined(),
        blocks=tuple(p.Block(block.name, inliner.body(block.body)) for block in blocks),
        turns=turns,
        decisions=decisions,
        secret_parts=_secret_parts(low, entries),
        held=low.held,
        worth=worths,
        words=_words(low),
        notes=p.Notes(
            forbids={event: tuple(rules) for event, rules in low.forbids.items()},
            written=low.functions,
            numbered=low.numbered,
        ),
    )


def _words(low: Lowering) -> p.Words:
    meaning, nowhere = low.meaning, Code(low, {}, p.NOWHERE)
    costs = (nowhere.expr(spell.cost) for spell in meaning.spells.values())
    return p.Words(
        spells=low.layout.spells,
        costs=tuple(cost if isinstance(cost, int) else 0 for cost in costs),
        outcomes=meaning.outcomes,
        goals=meaning.goals,
        symbols=meaning.symbols,
    )


def _secret_parts(low: Lowering, entries: list[int]) -> tuple[p.SecretPart, ...]:
    """Return the secret parts with the numbers of their first blocks and decisions."""
    numbered = []
    for number, (part, entry) in enumerate(zip(low.secret_parts, entries, strict=True)):
        at = next(
            (
                i
                for i, decision in enumerate(low.decisions, 1)
                if any(alternative.secretly == number for alternative in decision.alternatives)
            ),
            0,
        )
        numbered.append(evolve(part, entry=entry, at=at))
    return tuple(numbered)


def lowering(rules: Rules, meaning: Meaning, players: int) -> Lowering:
    """Return a lowering that knows the pieces, the memories and the physics, and no rule yet."""
    shape = layout(rules, meaning, players)
    _add_memories(shape, rules, meaning)
    low = Lowering(rules, meaning, shape, terms.expr, statements.write_body)
    if len(shape.decks) > 1 or meaning.own_decks:  # otherwise nothing is left of them
        low.tables |= shape.deck_tables
    if not shape.board.track.is_ring:
        _add_track_tables(shape.board.track, low)
    _add_physics(low)
    if shape.slots > 1:
        figures.define_alike(low)
    return low


def _add_memories(shape: Layout, rules: Rules, meaning: Meaning) -> None:
    """Add the fields for what rules remember and what is used of allowances."""
    for memory in meaning.memories.values():
        size = shape.entries(memory.each)
        initial = m.constant(memory.initial) or 0
        name = shape.add(
            f"memory.{memory.id}",
            size,
            p.FieldRole.MEMORY,
            type=memory.type,
            first=initial,
            each=memory.each,
            hidden=memory.secret,
            maybe=True,
        )
        if memory.secret:
            span = (0, p.MOST)  # who does not know it, and the secret part that set it
            role = p.FieldRole.KNOWLEDGE
            shape.add(p.hidden_name(name), size, role, each=memory.each, span=span)
    if meaning.has_secret_parts:
        shape.add("imagining", 1, p.FieldRole.CONTROL, span=(0, 1))
    if meaning.shows_cards:
        cards, piles = len(shape.all_cards), [deck.size for deck in shape.decks]
        role, players = p.FieldRole.KNOWLEDGE, shape.players
        size = shape.fields["pile"].size
        shape.add(p.KNOWN_HAND, players * players * cards, role, span=(0, max(piles)))
        shape.add(p.KNOWN_PILE, size, role, span=(0, (1 << players) - 1))
    if values.entries_of(rules, COVERED) == COVERED_WORDS[1:]:
        role, most = p.FieldRole.KNOWLEDGE, (1 << shape.players) - 1
        shape.add(p.KNOWN_SURFACE, shape.board.cells, role, span=(0, most))
    for allowance in meaning.allowances.values():
        size = shape.players if allowance.each else 1
        used = f"used.{allowance.id}"
        shape.add(used, size, p.FieldRole.MEMORY, each=allowance.each, span=(0, p.MOST))


def _add_track_tables(track: Track, low: Lowering) -> None:
    """Add the tables of a track that is not a plain ring."""
    spaces = range(track.spaces)
    starts = [
        (space, way, route) for route in range(track.routes) for way in (1, -1) for space in spaces
    ]
    paths = [track.path(*start) for start in starts]
    low.tables |= {
        "track_path": _in_rows(paths, max(track.spaces, *map(len, paths))),
        "track_reach": tuple(map(len, paths)),
        "track_lap": tuple(track.lap(*start) for start in starts),
        "track_distance": tuple(track.distance(space, to) for space in spaces for to in spaces),
    }
    if track.crosses_itself:  # searches come through each space once
        orders = [track.order(space, way) for way in (1, -1) for space in spaces]
        low.tables["track_order"] = _in_rows(orders, track.spaces)
        low.tables["track_found"] = tuple(map(len, orders))
    low.budget.spend(sum(map(len, low.tables.values())), Origin(f"table.{physical.TRACK}"))


def _in_rows(paths: list[tuple[int, ...]], width: int) -> tuple[int, ...]:
    """Return paths one after another, each with the same room."""
    return tuple(space for path in paths for space in (*path, *(0,) * (width - len(path))))


def _add_physics(low: Lowering) -> None:
    """Add the functions that move pieces and cards, as far as the game has any use for them."""
    shape, meaning, track = low.layout, low.meaning, low.layout.board.track
    files = {
        "physics": True,
        "piles": True,
        "rows": shape.has_rows,  # cards can be face up
        "showing": meaning.shows_cards,  # to single players
        "moving": meaning.moves_cards,  # from any place to any other
        "wizards": shape.slots > 1,  # they can be told apart
        "track": not track.is_ring,
    }
    texts = [
        (_FOLDER / f"{name}.program").read_text("utf-8")
        for name, is_read in files.items()
        if is_read
    ]
    tables = shape.deck_tables | low.tables
    each = [
        _constants(low) | deck.constants(i, shape.players) for i, deck in enumerate(shape.decks)
    ]
    for text in texts:
        copies = [_functions(text, tuple(x.items()), tuple(tables.items())) for x in each]
        for function in for_each_deck(copies):
            low.define(function)

    def define_again(names: Iterable[str], new: str, parameter: str, **constants: p.Expr) -> None:
        """Define functions once more with a parameter in the place of constants."""
        for text in texts:
            for function in parse_functions(text, {**each[0], **constants}, tables):
                if function.name in names:
                    parameters = (parameter, *function.parameters)
                    name = new.format(function.name)
                    low.define(evolve(function, name=name, parameters=parameters))

    for number in sorted(meaning.own_decks):
        pile = p.Var("d")
        starts, discards = (
            p.entry(name, tables[name], pile) for name in ("start_of", "discard_of")
        )
        own = {**each[number], "PILE": pile, "START": starts, "DISCARD": discards}
        define_again(_OF_A_PILE, p.of_own_pile("{}", number), "d", **own)
    if track.routes > 1:
        define_again(("walk",), "{}_by", "r", ROUTE=p.Var("r"))


def _constants(low: Lowering) -> dict[str, int]:
    """Return the constants that occur in the physics, besides those of a deck."""
    shape, towers = low.layout, low.layout.board.towers
    rows = 2 * shape.board.track.routes * shape.board.spaces
    return shape.board.constants(shape.players) | {
        "KINDS": len(shape.all_cards),
        "DIE": shape.die,
        "TOWERS": len(towers),
        "SLOTS": shape.slots,
        "SHIELDED": sum(shield for _, shield in towers),
        "SHOWING": int(low.meaning.shows_cards),
        "ROWS": int(shape.has_rows),
        "BOX": int(shape.has_boxed_cards),
        "ROUTE": 0,
        "PATH": len(low.tables.get("track_path", ())) // rows,
    }


@lru_cache(maxsize=64)  # many rulesets are compared that share a box
def _functions(
    text: str,
    constants: tuple[tuple[str, int], ...],
    tables: tuple[tuple[str, tuple[int, ...]], ...],
) -> list[p.Function]:
    """Return the functions of a text for these constants."""
    return parse_functions(text, dict(constants), dict(tables))


def _write_game(low: Lowering) -> None:
    """Write the outermost procedure: begin, perform the rule `game`, end."""
    over, start = low.new_block("over"), low.new_block("start")
    assert (over, start) == (OVER, ENTRY)

    def write(code: Code) -> None:
        end = low.new_block("game ends")
        code.leave = (p.Goto(end),)
        scopes.reset("game", code)
        for deck in range(1, len(low.layout.decks)):  # when the main deck is, rules say
            code.write(p.Run(piles.call("reshuffle", deck)))
        events.emit("game-begins", [], code)
        procedures.perform(low.meaning.rules["game"], [], [], code)
        code.go_on(end)
        code.store("ending", 0)
        code.leave = (p.Goto(OVER),)
        events.emit("game-ends", [], code)
        code.store("ending", 0)
        code.write(p.Run(p.Call("unwind_all", ())))
        code.goto(OVER)

    code = Code(low, {}, Origin("game"), asking=True)
    code.begin(start)
    code.goto(procedures.main(write, code))


__all__ = ["CannotCompile", "lowering", "program"]
