"""`wtrules show`: the rules of a ruleset after all layers, and the origin of each."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.completion import complete_entries
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.options import (
    KIND,
    AssumeOption,
    DataFormat,
    FormatOption,
    Language,
    LanguageOption,
    PlayersOption,
    RulesetArgument,
    VariantsOption,
    read_assume,
    read_variants,
)
from wtrules.cli.terminal import say, write_data
from wtrules.cli.usage import complain
from wtrules.safe_text import json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.resolve.ledger import Assume
    from wtrules.resolve.library import Library
    from wtrules.resolve.model import Rules


class Kind(StrEnum):
    """What an entry can be."""

    SETTING = "setting"
    TABLE = "table"
    DECK = "deck"
    CARD = "card"
    SPELL = "spell"
    RULE = "rule"
    DEFINE = "define"
    MEMORY = "memory"
    ALLOWANCE = "allowance"
    OUTCOME = "outcome"
    PIECE = "piece"
    EXAMPLE = "example"
    ASSUMPTION = "assumption"


def show(
    ruleset: RulesetArgument = None,
    rule: Annotated[
        str | None,
        typer.Option(
            "--rule",
            metavar="ID",
            help="Show one entry and where it comes from: a setting, rule, spell, card or table, "
            "or a topic that a `covers` clause names.",
            autocompletion=complete_entries,
        ),
    ] = None,
    kind: Annotated[
        Kind | None,
        KIND.option(f"The kinds are: {', '.join(Kind)}."),
    ] = None,
    program: Annotated[
        bool,
        typer.Option("--program", help="Show the compiled program, each statement with its rule."),
    ] = False,
    wat: Annotated[
        bool, typer.Option("--wat", help="Show the compiled program as WebAssembly text.")
    ] = False,
    players: PlayersOption = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """Show the rules of a ruleset after all layers, with the origin of each.

    Without arguments, list the rulesets and examples.

    Examples:
      wtrules show
      wtrules show en-capstone --kind spell --lang de
      wtrules show en-capstone --with nasty --kind allowance
      wtrules show friday --rule board.capacity
      wtrules show friday.wtr --output-format json
      wtrules show en-capstone --program --players 3
      wtrules show --rule castle.move --assume amb.castle.buried_shield=b
    """
    as_json = output_format is DataFormat.JSON
    if variants:
        ruleset = "+".join([ruleset or default_ruleset(), *read_variants(variants)])
    readings = read_assume(assume)
    named = default_ruleset() if ruleset is None else ruleset
    if program or wat:
        return _show_program(named, readings, players, wat)
    from wtrules.cli.show_text import list_json, list_text, rules_json, rules_text

    if ruleset is None and rule is None and kind is None and not readings:
        write_data(list_json() if as_json else list_text(lang))
        return EXIT_CLEAN

    from wtrules.diagnostics import BrokenRules, render, summary
    from wtrules.pipeline import load_rules
    from wtrules.resolve.library import Library

    library = Library()
    rules, faults = load_rules(named, library=library, assume=readings)
    if rules is None:
        raise BrokenRules(faults)
    chosen = [kind] if kind else list(Kind)
    if rule is None:
        write_data(rules_json(rules, chosen) if as_json else rules_text(rules, chosen, lang))
    elif not _show_entries(rules, rule, chosen, library, as_json, lang):
        complain("usage.unknown_entry", lang, **_unknown(rules, rule, lang))
        return EXIT_FINDINGS
    if not faults:
        return EXIT_CLEAN
    if readings:
        say(render(faults, language=lang).rstrip("\n"))
    else:
        see = Texts(lang)("usage.see_validate", file=rules.span.source.path)
        say(f"{summary(faults, language=lang)} {see}")
    return EXIT_FINDINGS


def _show_entries(
    rules: Rules, id: str, kinds: Collection[str], library: Library, as_json: bool, lang: str
) -> bool:
    """Write the entries that an id stands for; return whether there are any."""
    from wtrules.cli.show_text import entry_json, entry_text, uses_of
    from wtrules.say.describe import find

    found = [entry for entry in find(rules, id) if entry.kind in kinds]
    used = [(entry, uses_of(rules, library, entry)) for entry in found]
    if as_json and found:
        write_data(json_text([entry_json(rules, *one) for one in used]))
    elif found:
        write_data("\n".join(entry_text(rules, entry, id, lang, uses) for entry, uses in used))
    return bool(found)


def _show_program(ruleset: str, readings: Assume, players: int | None, wat: bool) -> int:
    """Write the compiled program of a ruleset."""
    from wtrules.game.load import load

    game = load(ruleset, assume=readings)
    compiled = game.program(players if players is not None else game.players[0])
    if wat:
        from wtrules.backends.wasm.module import wat as printed

        write_data(printed(compiled) + "\n")
    else:
        from wtrules.program.text import print_program

        write_data(print_program(compiled))
    return EXIT_CLEAN


def _unknown(rules: Rules, id: str, lang: str) -> dict[str, object]:
    """Return the parts of the message about an unknown id."""
    from wtrules.diagnostics import name_hint
    from wtrules.resolve.clauses import covered

    names = [entry.id for entry in (*rules.entries.values(), *rules.removed.values())]
    names += [topic for entry in rules.entries.values() for topic in covered(entry.node)]
    variant = id.removeprefix("variant").strip()
    if variant in rules.variants:
        hint = Texts(lang)("usage.is_variant", name=variant, ruleset=rules.name)
    else:
        hint = name_hint(id, names) or Texts(lang)("usage.list_entries", ruleset=rules.name)
    return {"ruleset": rules.name, "id": id, "hint": hint}
