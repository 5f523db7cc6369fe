"""Rule files that grow out of proportion: small texts that mean a lot of work.

Each bomb is a function from a size to a rule file; `BOMBS` lists them with a size that the tests
always run and a size that was a hang or a crash, or would be one. To measure them, run

    python tests/validation/bombs.py [NAME …] [COMMAND …]

which reports processor time and peak memory of each command in a process of its own, and in the end
what is beyond the budget.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

Make = Callable[[int], str]
MORE = "\f"  # between a rule file and the others that it needs, each of which begins with its name


class Bomb(NamedTuple):
    """A rule file by size, and the sizes to test with."""

    make: Make
    small: int
    large: int


BOMBS: dict[str, Bomb] = {}


def bomb(small: int, large: int) -> Callable[[Make], Make]:
    """Register a bomb under the name of its function."""

    def register(make: Make) -> Make:
        BOMBS[make.__name__] = Bomb(make, small, large)
        return make

    return register


def ruleset(*parts: str, head: str = "extends en-capstone") -> str:
    """Return a ruleset called `bomb` with these parts."""
    return "\n".join((f'ruleset bomb {{ title en "Bomb" {head}', *parts, "}\n"))


def _lines(count: int, line: Callable[[int], str]) -> str:
    return "\n".join(line(i) for i in range(count))


def _deep(count: int, open: str, inside: str, close: str) -> str:
    return "\n".join((*[open] * count, inside, *[close] * count))


# --- words that use words ---


@bomb(6, 200)
def doubled_defines(size: int) -> str:
    """Each word is twice the one before it."""
    return ruleset(
        "define d0 = home of active",
        _lines(size, lambda i: f"define d{i + 1} = d{i} + d{i}"),
        f"rule r {{ on turn begins when d{size} > 3 do score 1 for active }}",
    )


@bomb(6, 100)
def doubled_predicates(size: int) -> str:
    """Each predicate of a space asks the one before it twice."""
    return ruleset(
        "define d0 of space s = height of s > 1",
        _lines(size, lambda i: f"define d{i + 1} of space s = s is d{i} or s + 1 is d{i}"),
        f"rule r {{ on turn begins when any space where d{size} do score 1 for active }}",
    )


@bomb(4, 30)
def nested_searches(size: int) -> str:
    """Each word searches all spaces for the one before it."""
    return ruleset(
        "define d0 of space s = height of s > 1",
        _lines(
            size,
            lambda i: f"define d{i + 1} of space s = any space q where q is d{i} and q is not s",
        ),
        f"rule r {{ on turn begins when any space where d{size} do score 1 for active }}",
    )


@bomb(4, 40)
def conjunctions(size: int) -> str:
    """Conditions joined with `and`, each made of two of the one before."""
    return ruleset(
        "define d0 of tower t = topmost",
        _lines(size, lambda i: f"define d{i + 1} of tower t = t is d{i} and t is d{i}"),
        f'spell s {{ name en "S" says en "S." cost 1 when castable_now choose tower t where d{size} do move t clockwise 1 }}',
        "add to spells.laid_out = s",
    )


@bomb(4, 40)
def uncertain_words(size: int) -> str:
    """Words for a piece that may not be there, each a choice between two of the one before."""
    return ruleset(
        "define d0 = first tower where shielded",
        _lines(size, lambda i: f"define d{i + 1} = (d{i} when home of active > {i} else d{i})"),
        f"rule r {{ on turn begins do move d{size} clockwise 1 }}",
    )


@bomb(20, 3000)
def chained_defines(size: int) -> str:
    """A long chain of words."""
    return ruleset(
        "define d0 = home of active",
        _lines(size, lambda i: f"define d{i + 1} = d{i} + 1"),
        f"rule r {{ on turn begins when d{size} > 3 do score 1 for active }}",
    )


@bomb(6, 60)
def doubled_allowance(size: int) -> str:
    """The amount of an allowance, and the cost of a spell, are long words."""
    return ruleset(
        "define d0 = home of active",
        _lines(size, lambda i: f"define d{i + 1} = d{i} + d{i}"),
        f"override spell.casting = d{size} per turn",
        f'spell s {{ name en "S" says en "S." cost d{size} when castable_now do draw 1 cards }}',
        "add to spells.laid_out = s",
    )


# --- rules that perform rules ---


@bomb(5, 60)
def doubled_performs(size: int) -> str:
    """Each rule performs the next one twice."""
    return ruleset(
        "rule r { on turn begins perform r0 }",
        _lines(size, lambda i: f"rule r{i} {{ perform r{i + 1} perform r{i + 1} }}"),
        f"rule r{size} {{ do score 1 for active }}",
    )


@bomb(20, 1500)
def chained_performs(size: int) -> str:
    """A long chain of rules."""
    return ruleset(
        "rule r { on turn begins perform r0 }",
        _lines(size, lambda i: f"rule r{i} {{ perform r{i + 1} }}"),
        f"rule r{size} {{ do score 1 for active }}",
    )


@bomb(20, 1500)
def chained_decisions(size: int) -> str:
    """A long chain of rules that end with a decision."""
    return ruleset(
        "rule r { on turn begins perform r0 }",
        _lines(size, lambda i: f"rule r{i} {{ do score 1 perform r{i + 1} }}"),
        f"rule r{size} {{ choose card c else {{ }} do discard c }}",
    )


@bomb(3, 25)
def doubled_choices(size: int) -> str:
    """Each rule begins with a choice between two performs of the next one."""
    return ruleset(
        "rule r { on turn begins perform r0 }",
        _lines(
            size,
            lambda i: (
                f"rule r{i} {{ either {{ perform r{i + 1} }} or {{ perform r{i + 1} }} else {{ }} }}"
            ),
        ),
        f"rule r{size} {{ choose card c else {{ }} do discard c }}",
    )


@bomb(3, 25)
def spells_in_spells(size: int) -> str:
    """Each spell performs the next one twice."""
    spell = 'spell s{} {{ name en "S{}" says en "S." cost 1 {} }}'
    return ruleset(
        _lines(size, lambda i: spell.format(i, i, f"do score 1 perform s{i + 1} perform s{i + 1}")),
        spell.format(size, size, "do draw 1 cards"),
        "add to spells.laid_out = s0",
    )


@bomb(3, 40)
def performs_of_spells(size: int) -> str:
    """Many rules perform any spell at all."""
    return ruleset(
        _lines(
            size,
            lambda i: (
                f"rule r{i} {{ on turn begins let s = random spell perform s let t = random spell perform t }}"
            ),
        )
    )


@bomb(3, 24)
def reactions(size: int) -> str:
    """Rules that all react to what the others do."""
    return ruleset(
        _lines(size, lambda i: f"rule r{i} {{ on player p scores points do score {i + 1} for p }}")
    )


@bomb(3, 16)
def asking_reactions(size: int) -> str:
    """Rules that all react to what the others do, with a decision."""
    return ruleset(
        _lines(
            size,
            lambda i: (
                f"rule r{i} {{ on tower t lands on s choose tower u where topmost else {{ }} do move u clockwise {i + 1} }}"
            ),
        )
    )


# --- statements ---


@bomb(5, 98)
def nested_each(size: int) -> str:
    """Loops over all spaces, one in the other."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f"each space s{i} {{"),
        "do score 1 for active",
        "}" * size,
        "}",
    )


@bomb(5, 98)
def nested_each_wizard(size: int) -> str:
    """Loops over all wizards, one in the other."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f"each wizard w{i} {{"),
        "do score 1 for active",
        "}" * size,
        "}",
    )


@bomb(10, 3000)
def many_each_wizard(size: int) -> str:
    """Many loops over all wizards, one after the other."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f"each wizard w{i} {{ do score 1 for owner of w{i} }}"),
        "}",
    )


@bomb(5, 98)
def nested_if(size: int) -> str:
    """Decisions nested in `if`."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f"if home of active > {i} {{"),
        "choose card c else { } do discard c",
        "}" * size,
        "}",
    )


@bomb(5, 98)
def nested_either(size: int) -> str:
    """`either` in `either`, with statements after each."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f'either {{ option a{i} en "a" do score {i} }} or {{'),
        'option b en "b"',
        "} do score 1" * size,
        "}",
    )


@bomb(10, 2000)
def wide_either(size: int) -> str:
    """A decision with many branches."""
    return ruleset(
        "rule r { on turn begins either {",
        "} or {".join(f'option a{i} en "a{i}" do score {i}' for i in range(size)),
        "} }",
    )


@bomb(5, 98)
def nested_may(size: int) -> str:
    """`may` in `may`."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: "may { choose card c" + (f"{i} do discard c{i}")),
        "}" * size,
        "}",
    )


@bomb(2, 12)
def many_picks(size: int) -> str:
    """One decision over many things at once."""
    queries = ", ".join(f"space s{i}" for i in range(size))
    return ruleset(f"rule r {{ on turn begins choose {queries} else {{ }} do score 1 }}")


@bomb(2, 3)
def many_numbers(size: int) -> str:
    """One decision over many numbers at once."""
    queries = ", ".join(f"number n{i} from 0 to 127" for i in range(size))
    return ruleset(f"rule r {{ on turn begins choose {queries} else {{ }} do score 1 }}")


@bomb(10, 1_000_000)
def large_numbers(size: int) -> str:
    """Loops over numbers up to a million."""
    return ruleset(
        f"rule r {{ on turn begins each number n from 1 to {size} {{ do score n }}"
        f" repeat {size} times {{ do score 1 }} if any number k from 1 to {size} where k = {size} {{ do score 1 }} }}"
    )


@bomb(10, 4000)
def long_body(size: int) -> str:
    """A rule with many statements."""
    return ruleset("rule r { on turn begins", _lines(size, lambda i: f"do score {i}"), "}")


@bomb(10, 3000)
def long_asking_body(size: int) -> str:
    """A rule with many decisions."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: "may { choose card c do discard c }"),
        "}",
    )


@bomb(10, 2000)
def many_scopes(size: int) -> str:
    """A rule with many scopes."""
    return ruleset(
        "rule r { on round begins do score 1",
        _lines(size, lambda i: "action { may { choose card c do discard c } }"),
        "}",
    )


@bomb(10, 3000)
def many_whens(size: int) -> str:
    """A rule with many conditions, one after the other."""
    return ruleset(
        "rule r { on turn begins do score 1",
        _lines(size, lambda i: f"when home of active > {i} do score 1"),
        "}",
    )


@bomb(10, 3000)
def many_choices(size: int) -> str:
    """A rule in which each choice follows another."""
    return ruleset(
        "rule r { on turn begins do score 1",
        _lines(size, lambda i: f"choose tower t{i} else {{ }} do move t{i} clockwise 1"),
        "}",
    )


# --- terms ---


@bomb(10, 3000)
def long_or(size: int) -> str:
    """A long `or`."""
    chain = "\n or ".join(f"home of active = {i}" for i in range(size))
    return ruleset(f"rule r {{ on turn begins when {chain}\n do score 1 for active }}")


@bomb(10, 3000)
def long_sum(size: int) -> str:
    """A long sum."""
    chain = "\n + ".join(f"(home of active * {i})" for i in range(size))
    return ruleset(f"rule r {{ on turn begins when {chain} > 3 do score 1 for active }}")


@bomb(10, 98)
def deep_parentheses(size: int) -> str:
    """Parentheses in parentheses."""
    return ruleset(
        f"rule r {{ on turn begins when {'(' * size}home of active{' + 1)' * size} > 3 do score 1 for active }}"
    )


@bomb(10, 4900)
def many_nots(size: int) -> str:
    """A long row of `not`."""
    return ruleset(
        f"rule r {{ on turn begins when {'not ' * size} home of active > 3 do score 1 }}"
    )


@bomb(10, 4900)
def many_minuses(size: int) -> str:
    """A long row of minus signs."""
    return ruleset(f"rule r {{ on turn begins do score {'- ' * size} home of active }}")


@bomb(10, 4900)
def many_ofs(size: int) -> str:
    """A long row of `of`."""
    return ruleset(
        f"rule r {{ on turn begins do score home of {'next_player of ' * size} active }}"
    )


@bomb(10, 98)
def conditionals(size: int) -> str:
    """Choices between values, one in the other."""
    return ruleset(
        f"rule r {{ on turn begins do score {'(' * size}1{' when home of active > 1 else 2)' * size} }}"
    )


@bomb(5, 60)
def searches_in_searches(size: int) -> str:
    """Searches in searches."""
    return ruleset(
        "rule r { on turn begins when ",
        _lines(size, lambda i: f"any space s{i} where height of s{i} > 1 and ("),
        "yes",
        ")" * size,
        "do score 1 }",
    )


@bomb(10, 2000)
def many_searches(size: int) -> str:
    """Many different searches."""
    return ruleset(
        "rule r { on turn begins",
        _lines(size, lambda i: f"if any space s where height of s > {i} {{ do score 1 }}"),
        "}",
    )


# --- settings, lists, tables, cards, spells, pieces ---


@bomb(100, 1_000_000)
def sparse_list(size: int) -> str:
    """Lists that begin far from zero."""
    return ruleset(
        "lists {",
        _lines(20, lambda i: f"list{i} from {size}: 1, 2"),
        "}",
        _lines(
            20, lambda i: f"rule r{i} {{ on turn begins do score lists.list{i} at home of active }}"
        ),
    )


@bomb(100, 1_000_000)
def sparse_table(size: int) -> str:
    """Tables with rows far apart."""
    return ruleset(
        _lines(20, lambda i: f"table t{i} {{\n n | v\n 0 | 1\n {size} | 2\n}}"),
        _lines(20, lambda i: f"rule r{i} {{ on turn begins do score t{i}.v at home of active }}"),
    )


@bomb(10, 3000)
def many_rows(size: int) -> str:
    """A table with many rows."""
    return ruleset(
        "table t {\n n | v",
        _lines(size, lambda i: f"{i * 3} | {i}"),
        "}",
        "rule r { on turn begins do score t.v at home of active }",
    )


@bomb(10, 300)
def many_columns(size: int) -> str:
    """A table with many columns and rows."""
    return ruleset(
        "table t {\n n |" + " | ".join(f"c{i}" for i in range(size)),
        _lines(60, lambda r: f"{r} |" + " | ".join(str(i) for i in range(size))),
        "}",
        "rule r { on turn begins do score "
        + " + ".join(f"(t.c{i} at home of active)" for i in range(size))
        + " }",
    )


@bomb(10, 3000)
def long_list(size: int) -> str:
    """A long list, and a search in it."""
    return ruleset(
        "lists { long " + ",\n".join(str(i * 2) for i in range(size)) + "}",
        "rule r { on turn begins when home of active in lists.long do score lists.long at home of active }",
    )


@bomb(10, 1000)
def many_ranges(size: int) -> str:
    """A list with many ranges."""
    return ruleset(
        "lists { long " + ",\n".join(f"{i * 1000}..{i * 1000 + 900}" for i in range(size)) + "}",
        "rule r { on turn begins when home of active in lists.long do score 1 }",
    )


@bomb(10, 1_000_000)
def wide_range(size: int) -> str:
    """A list with a wide range."""
    return ruleset(
        f"lists {{ long 0..{size} }}",
        "rule r { on turn begins when home of active in lists.long do score 1 }",
    )


@bomb(5, 250)
def many_spells(size: int) -> str:
    """Many spells, all of them laid out."""
    return ruleset(
        _lines(
            size,
            lambda i: (
                f'spell x{i} {{ name en "X{i}" says en "X." cost 1 when castable_now choose tower t do move t clockwise {i % 9 + 1} }}'
            ),
        ),
        "add to spells.laid_out = " + ",\n".join(f"x{i}" for i in range(size)),
    )


@bomb(5, 2000)
def many_spells_not_laid_out(size: int) -> str:
    """Many spells that are never laid out."""
    return ruleset(
        _lines(
            size, lambda i: f'spell x{i} {{ name en "X{i}" says en "X." cost 1 do draw 1 cards }}'
        ),
    )


@bomb(5, 1000)
def many_kinds_of_cards(size: int) -> str:
    """A deck with many kinds of cards."""
    return ruleset("add to deck {", _lines(size, lambda i: f"1 x tower {i + 10}"), "}")


@bomb(90, 1_000_000)
def large_deck(size: int) -> str:
    """A deck with many copies of a card."""
    return ruleset(f"override deck {size} {{ {size} x wizard 2 }}")


@bomb(16, 100_000)
def large_board(size: int) -> str:
    """A board with many spaces."""
    return ruleset(f"override board.spaces = {size}")


@bomb(9, 63)
def many_towers(size: int) -> str:
    """A large board full of towers."""
    return ruleset(
        "override board.spaces = 64",
        "override board.towers = from 1: " + ", ".join(["raven"] * size),
    )


@bomb(10, 3000)
def many_memories(size: int) -> str:
    """Many memories for each space."""
    return ruleset(
        _lines(size, lambda i: f"memory m{i} = 0 for each space"),
        "rule r { on turn begins",
        _lines(size, lambda i: f"set m{i} of space 1 = 1 do score m{i} of space 2"),
        "}",
    )


@bomb(10, 1000)
def many_followed(size: int) -> str:
    """Many memories that follow a piece."""
    return ruleset(
        _lines(size, lambda i: f"memory m{i} = tower followed"),
        "rule r { on turn begins",
        _lines(size, lambda i: f"set m{i} = first tower do move m{i} clockwise 1"),
        "}",
    )


@bomb(7, 200)
def many_players(size: int) -> str:
    """A table of many colours, and rules for many players."""
    return ruleset(
        "add to table colours {",
        _lines(size, lambda i: f'c{i} | {chr(97 + i % 26)} | 5 | 6 | "c{i}" | "c{i}"'),
        "}",
        head=f"extends en-capstone players 2..{size}",
    )


@bomb(5, 500)
def many_rules(size: int) -> str:
    """Many rules that react to the same event."""
    return ruleset(
        _lines(size, lambda i: f"rule r{i} {{ on turn begins do score {i} for active }}")
    )


@bomb(5, 400)
def many_forbids(size: int) -> str:
    """Many rules that forbid the same event."""
    return ruleset(
        _lines(
            size, lambda i: f"rule r{i} {{ forbid tower t lands on s when height of s > {i + 5} }}"
        )
    )


@bomb(5, 400)
def many_afters(size: int) -> str:
    """Rules that each come after all before them."""
    return ruleset(
        "rule r0 { on turn begins do score 1 }",
        _lines(
            size,
            lambda i: (
                f"rule r{i + 1} {{ on turn begins after {', '.join(f'r{k}' for k in range(max(0, i - 30), i + 1))} do score {i} for active }}"
            ),
        ),
    )


@bomb(3, 300)
def many_variants(size: int) -> str:
    """Many variants."""
    return ruleset(
        _lines(
            size,
            lambda i: (
                f'variant v{i} {{ name en "V{i}" says en "V." override board.capacity = {i % 9 + 1} }}'
            ),
        )
    )


@bomb(3, 200)
def variants_that_need_others(size: int) -> str:
    """Variants that each need all before them."""
    return ruleset(
        'variant v0 { name en "V0" says en "V." rule q0 { on turn begins do score 1 } }',
        _lines(
            size,
            lambda i: (
                f'variant v{i + 1} {{ name en "V" says en "V." needs {", ".join(f"v{k}" for k in range(i + 1))} rule q{i + 1} {{ on turn begins do score 1 }} }}'
            ),
        ),
    )


@bomb(3, 300)
def many_examples(size: int) -> str:
    """Many examples."""
    return ruleset(
        _lines(
            size,
            lambda i: (
                f'example e{i} {{ says en "E." given "K/Ry/N/Ry/N/R/N/R/N/R/./././././b b" card w1 when "wizard s15b" then "./Ry/N/Ry/N/RK/N/R/N/R/./././././. y" }}'
            ),
        )
    )


@bomb(3, 2000)
def many_errors(size: int) -> str:
    """Many unknown names."""
    return ruleset("rule r { on turn begins", _lines(size, lambda i: f"do score nowhere{i}"), "}")


@bomb(3, 2000)
def many_unknown_overrides(size: int) -> str:
    """Many overrides of nothing."""
    return ruleset(_lines(size, lambda i: f"override board.capacty{i} = 4"))


@bomb(3, 2000)
def many_syntax_errors(size: int) -> str:
    """Many syntax errors."""
    return ruleset(_lines(size, lambda i: f"rule r{i} {{ on turn begins dou score }}"))


@bomb(3, 2000)
def repeated_overrides(size: int) -> str:
    """The same override again and again."""
    return ruleset(_lines(size, lambda i: f"override board.capacity = {i % 9 + 1}"))


@bomb(3, 2000)
def repeated_adds(size: int) -> str:
    """More and more statements for one rule."""
    return ruleset(
        _lines(size, lambda i: f"add to rule turn.discard.step {{ do score {i} for active }}")
    )


@bomb(3, 3000)
def long_covers(size: int) -> str:
    """A long `covers` list."""
    return ruleset(
        'rule r { says en "R." covers '
        + ",\n".join(f"a.b{i}" for i in range(size))
        + " on turn begins do score 1 }"
    )


@bomb(10, 19_000)
def long_name(size: int) -> str:
    """A very long name, and one that is almost the same."""
    return ruleset(
        f"memory {'a' * size} = 0", f"rule r {{ on turn begins do score {'a' * (size - 1)}b }}"
    )


@bomb(10, 19_000)
def long_text(size: int) -> str:
    """A very long text."""
    return ruleset("rule r { says en", f'"{"x" * size}"', "on turn begins do score 1 }")


@bomb(10, 19_000)
def long_number(size: int) -> str:
    """A very long number."""
    return ruleset(f"override board.capacity = {'9' * size}")


@bomb(3, 3000)
def many_settings(size: int) -> str:
    """Settings that each build on the one before."""
    return ruleset(
        "chain { a0 1",
        _lines(size, lambda i: f"a{i + 1} chain.a{i} + 1"),
        "}",
        f"rule r {{ on turn begins do score chain.a{size} }}",
    )


@bomb(3, 28)
def doubled_settings(size: int) -> str:
    """Settings that each use the one before twice."""
    return ruleset(
        "chain { a0 1",
        _lines(size, lambda i: f"a{i + 1} chain.a{i} + chain.a{i}"),
        "}",
        f"rule r {{ on turn begins do score chain.a{size} }}",
    )


@bomb(3, 2000)
def similar_rules(size: int) -> str:
    """Many rules with names that look alike, none of them used."""
    return ruleset(
        _lines(size, lambda i: f"rule look.alike{i} {{ do score 1 }}"),
        "rule r { on turn begins perform look.alike }",
    )


@bomb(16, 64)
def ways_by_history(size: int) -> str:
    """A track on which every way depends on where a piece comes from: a row for each two spaces."""
    return ruleset(
        f"override board.spaces = {size}",
        "table track {\n space | clockwise | counterclockwise",
        *(
            f"{space} coming from {before} | {(space + steps) % size} | {(space - steps) % size}"
            for space in range(size)
            for steps, before in enumerate((i for i in range(size) if i != space), 1)
        ),
        "}",
    )


@bomb(5, 3000)
def labelled_memories(size: int) -> str:
    """Many memories, each with a name for people."""
    return ruleset(
        _lines(size, lambda i: f"memory m{i} = 0"),
        _lines(size, lambda i: f'label m{i} {{ name en "M{i}" de "M{i}" }}'),
        "rule r { on turn begins",
        _lines(size, lambda i: f"set m{i} = m{i} + 1"),
        "}",
    )


@bomb(3, 400)
def memories_of_wizards(size: int) -> str:
    """Many memories for each wizard."""
    return ruleset(
        _lines(size, lambda i: f"memory m{i} = 0 for each wizard"),
        "rule r { on wizard w lands on p",
        _lines(size, lambda i: f"do add 1 to m{i} of w"),
        "}",
    )


@bomb(4, 50)
def large_hand(size: int) -> str:
    """Many cards in each hand, all of them different."""
    return ruleset(
        f"override hand.size = {size}",
        "override deck {",
        _lines(400, lambda i: f"1 x tower {i // 20 + 1} or wizard {i % 20 + 1}"),
        "}",
    )


@bomb(6, 8)
def colours_by_number(size: int) -> str:
    """Colours that are numbers, with letters of their own and as many pieces as possible."""
    return ruleset(
        "override table colours {\n colour | letter | wizards | flasks | en | de",
        _lines(size, lambda i: f'{i + 1} | {"abcefghi"[i]} | 31 | 100 | "C{i}" | "F{i}"'),
        "}",
    )


@bomb(2, 8)
def colours_of_their_own(size: int) -> str:
    """Other colours than the shipped ones, for one to eight players."""
    return ruleset(
        "override table colours {\n colour | letter | wizards | flasks | en | de",
        _lines(size, lambda i: f'c{i} | {"abcefghi"[i]} | 7 | 100 | "C{i}" | "F{i}"'),
        "}",
        f"override table supply {{\n players | wizards | flasks\n 1..{size} | 2 | 3\n}}",
        head=f"extends en-capstone players 1..{size}",
    )


@bomb(4, 32)
def many_pieces(size: int) -> str:
    """A decision over three of many pieces at once."""
    return ruleset(
        f"piece goblin {size} {{ code G }}",
        "rule s { on game begins each piece x { do put x on space 3 } }",
        "rule r { on turn begins choose piece a, piece b, piece c else { } do put a on space 1 }",
    )


@bomb(16, 64)
def triple_loop(size: int) -> str:
    """Three loops over all spaces in one another, at the start of each turn."""
    return ruleset(
        f"override board.spaces = {size}",
        "rule r { on turn begins each space a { each space b { each space c {",
        "if a = b and b = c { do score 1 for active } } } } }",
    )


@bomb(3, 1000)
def many_layers(size: int) -> str:
    """A house rule on a house rule on a house rule."""
    return MORE.join(
        (
            ruleset("rule r { on turn begins do score 1 }", head=f'extends "layer{size}.wtr"'),
            *(
                f"layer{i}.wtr\nruleset layer{i} {{ extends "
                + (f'"layer{i - 1}.wtr"' if i > 1 else "en-capstone")
                + f" override board.capacity = {i % 9 + 1} }}"
                for i in range(1, size + 1)
            ),
        )
    )


# --- measuring ---

# Every command that reads a rule file, with as few games as it can play. `changes` does what `diff`
# does, `replay` and `explain` what `moves` does; `web` and `lsp` call the same functions as these.
COMMANDS = {
    "validate": ("validate", "{file}"),
    "deep": ("validate", "{file}", "--deep"),
    "fmt": ("fmt", "{file}", "--check"),
    "show": ("show", "{file}"),
    "program": ("show", "{file}", "--program"),
    "assumptions": ("assumptions", "{file}", "--question", "castle"),
    "moves": ("moves", "-r", "{file}"),
    "perft": ("perft", "-r", "{file}", "--depth", "1"),
    "render": ("render", "-r", "{file}", "-o", "-"),
    "diff": ("diff", "{file}"),
    "new": ("new", "child", "--extends", "bomb", "-o", "{folder}/child.wtr"),
    "play": ("play", "{file}", "--seats", "random,random"),
    "simulate": ("simulate", "{file}", "--games", "10", "-j", "1", "-p", "2"),
    "tune": (
        *("tune", "{file}", "--goal", "turns 1..999", "--vary", "die.faces=5|6"),
        *("--trials", "2", "--games", "16", "-j", "1"),
    ),
    "train": ("train", "{file}", "-o", "{folder}/bot.json", "--games", "1", "-j", "1"),
    "rulebook": ("rulebook", "{file}", "-o", "{folder}/book.html"),
    "coverage": ("coverage", "{file}"),
}  # fmt: skip
SECONDS, MEBIBYTES = 5, 512  # the budget
CPU = 60  # seconds after which a measured process is ended
MEMORY = 4 * 1024**3


class Cost(NamedTuple):
    """What a command took: its exit code, processor time, peak memory, and the end of its output."""

    code: int
    seconds: float
    mebibytes: float
    last: str


_CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({cpu}, {cpu} + 1))
resource.setrlimit(resource.RLIMIT_DATA, ({memory}, {memory}))
import os
pid = os.fork()
if pid == 0:
    os.execv(sys.executable, [sys.executable, "-m", "wtrules", *sys.argv[1:]])
_, status = os.waitpid(pid, 0)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("\\n@", os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def write(text: str, folder: Path) -> Path:
    """Write a bomb, and the files that it needs, into a folder; return the file to read."""
    file = folder / "bomb.wtr"
    first, *others = text.split(MORE)
    file.write_text(first, "utf-8")
    for other in others:
        name, _, content = other.partition("\n")
        (folder / name).write_text(content, "utf-8")
    return file


def measure(text: str, command: str) -> Cost:
    """Run a command on a rule file in a process of its own and return what it took."""
    with tempfile.TemporaryDirectory() as folder:
        file = write(text, Path(folder))
        arguments = [part.format(file=file, folder=folder) for part in COMMANDS[command]]
        child = _CHILD.format(cpu=CPU, memory=MEMORY)
        done = subprocess.run(
            [sys.executable, "-c", child, *arguments], cwd=folder,
            capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    out, _, numbers = done.stdout.rpartition("\n@ ")
    code, seconds, mebibytes = numbers.split()
    said = (out + done.stderr).strip().splitlines()
    told = [line for line in said if line.startswith(("error", "warning", "note"))]
    last = " | ".join([*told[:1], *said[-1:]])
    return Cost(int(code), float(seconds), float(mebibytes), last)


def main() -> None:
    """Measure the bombs named on the command line, or all of them."""
    names = [name for name in sys.argv[1:] if name in BOMBS] or [*BOMBS]
    commands = [name for name in sys.argv[1:] if name in COMMANDS] or [*COMMANDS]
    beyond = []
    for name in names:
        one = BOMBS[name]
        for command in commands:
            cost = measure(one.make(one.large), command)
            line = (
                f"{name:26} {command:11} exit {cost.code:4} {cost.seconds:6.1f} s"
                f" {cost.mebibytes:6.0f} MiB  {cost.last[:150]}"
            )
            print(line, flush=True)
            if cost.seconds > SECONDS or cost.mebibytes > MEBIBYTES or cost.code not in (0, 1, 2):
                beyond.append(line)
    print(f"\n{len(beyond)} beyond {SECONDS} s or {MEBIBYTES} MiB", *beyond, sep="\n")


if __name__ == "__main__":
    main()
