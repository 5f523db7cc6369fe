"""`wtrules show`: the rules as they stand after all layers, and where each of them comes from."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.options import AssumeOption, read_assume
from wtrules.cli.terminal import say, write_data

if TYPE_CHECKING:
    from wtrules.rules.model import Entry, Origin, Rules
    from wtrules.source import Span
    from wtrules.syntax import nodes as n

_WIDTH = 96


class ShowFormat(StrEnum):
    """How the rules are written."""

    TEXT = "text"
    JSON = "json"


class Language(StrEnum):
    """The language of titles and paraphrases."""

    EN = "en"
    DE = "de"


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
    EXAMPLE = "example"
    ASSUMPTION = "assumption"


_HEADINGS = {kind: f"{kind}s" for kind in Kind} | {
    Kind.DECK: "deck",
    Kind.DEFINE: "words",
    Kind.MEMORY: "memories",
}


def show(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            help="A ruleset by name or path, perhaps with variants: `en-capstone+nasty`. "
            "Without it, the rulesets there are.",
            show_default=False,
            autocompletion=complete_rulesets,
        ),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(
            "--rule",
            metavar="ID",
            help="One entry and all places it comes from: a setting, rule, spell, card or table, "
            "or an address that a `covers` clause names.",
        ),
    ] = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="Only entries of this kind.")] = None,
    program: Annotated[
        bool, typer.Option("--program", help="The compiled program, each statement with its rule.")
    ] = False,
    wat: Annotated[
        bool, typer.Option("--wat", help="The compiled program as WebAssembly text.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option("--players", help="For how many players to compile.", show_default=False),
    ] = None,
    assume: AssumeOption = None,
    lang: Annotated[Language, typer.Option("--lang", help="The language.")] = Language.EN,
    output_format: Annotated[
        ShowFormat, typer.Option("--output-format", help="How the rules are written.")
    ] = ShowFormat.TEXT,
) -> int:
    """Show the rules of a ruleset after all layers, with the origin of each.

    Examples:
      wtrules show
      wtrules show en-capstone --kind spell --lang de
      wtrules show friday --rule board.capacity
      wtrules show friday.wtr --output-format json
      wtrules show en-capstone --program --players 3
      wtrules show en-capstone --rule castle.move --assume amb.castle.buried_shield=b
    """
    as_json = output_format is ShowFormat.JSON
    readings = read_assume(assume)
    if program or wat:
        return _show_program(ruleset, readings, players, wat)
    if ruleset is None and rule is None and kind is None and not readings:
        write_data(_list_json() if as_json else _list_text(lang))
        return EXIT_CLEAN

    from wtrules.pipeline import load_rules
    from wtrules.resources import default_ruleset

    rules, faults = load_rules(default_ruleset() if ruleset is None else ruleset, assume=readings)
    if rules is None:
        from wtrules.diagnostics import render

        say(render(faults).rstrip("\n"))
        return EXIT_USAGE
    if rule is None:
        chosen = [kind] if kind else list(Kind)
        write_data(_rules_json(rules, chosen) if as_json else _rules_text(rules, chosen, lang))
    else:
        found = [entry for entry in find(rules, rule) if kind in (None, entry.kind)]
        if not found:
            say(_unknown(rules, rule))
            return EXIT_FINDINGS
        if as_json:
            write_data(_dump([_entry_json(rules, entry) for entry in found]))
        else:
            write_data("\n".join(_entry_text(rules, entry, rule, lang) for entry in found))
    if faults:
        from wtrules.diagnostics import render, summary

        if readings:
            say(render(faults).rstrip("\n"))
            return EXIT_FINDINGS
        say(f"{summary(faults)} `wtrules validate {rules.span.source.path}` shows them.")
        return EXIT_FINDINGS
    return EXIT_CLEAN


def _show_program(ruleset: str | None, readings: Any, players: int | None, wat: bool) -> int:
    """Write the compiled program of a ruleset."""
    from wtrules.game.load import RulesetError, load
    from wtrules.resources import default_ruleset

    try:
        game = load(default_ruleset() if ruleset is None else ruleset, assume=readings)
        compiled = game.program(players if players is not None else game.players[0])
    except RulesetError as error:
        say(str(error))
        return EXIT_FINDINGS
    except ValueError as error:
        say(f"wtrules: {error}")
        return EXIT_USAGE
    if wat:
        from wtrules.backends.wasm.module import wat as printed

        write_data(printed(compiled) + "\n")
    else:
        from wtrules.program.text import print_program

        write_data(print_program(compiled))
    return EXIT_CLEAN


def find(rules: Rules, id: str) -> list[Entry]:
    """Return the entries an id means, removed ones too; else those that cover it as an address."""
    removed = [entry for entry in rules.removed.values() if entry.id == id]
    if found := [*rules.by_id(id), *removed]:
        return found
    return [entry for entry in rules.entries.values() if id in covered(entry)]


def covered(entry: Entry) -> list[str]:
    """Return the addresses of the rule atlas that stand in an entry."""
    from wtrules.syntax import nodes as n

    return [name.id for ground in grounds(entry, n.Covers) for name in ground.ids]


def grounds(entry: Entry, kind: Any) -> list[Any]:
    """Return what an entry rests on: its clauses of a kind, such as `Cites`."""
    clauses = (*entry.clauses(), *getattr(entry.node, "grounds", ()))
    return [clause for clause in clauses if isinstance(clause, kind)]


def _unknown(rules: Rules, id: str) -> str:
    from wtrules.diagnostics import name_hint

    names = [entry.id for entry in (*rules.entries.values(), *rules.removed.values())]
    names += [address for entry in rules.entries.values() for address in covered(entry)]
    hint = name_hint(id, names) or f"`wtrules show {rules.name}` lists what there is"
    return f"wtrules: `{rules.name}` has nothing called `{id}`; {hint}"


# --- the list of rulesets ---


def _shipped() -> tuple[list[Rules], list[Rules]]:
    """Return the shipped rulesets and the examples."""
    from wtrules.pipeline import load_rules
    from wtrules.rules.library import Library, LoadedFile, ruleset_names

    opened: dict[Any, LoadedFile | None] = {}
    found = [load_rules(name, library=Library(files=opened))[0] for name in ruleset_names()]
    there = [rules for rules in found if rules is not None]
    return (
        [rules for rules in there if rules.layers[-1].shipped],
        [rules for rules in there if not rules.layers[-1].shipped],
    )


def _list_text(lang: str) -> str:
    rulesets, examples = _shipped()
    lines: list[str] = []
    for heading, members in (("rulesets", rulesets), ("examples", examples)):
        lines += ["", heading] if lines else [heading]
        width = max((len(rules.name) for rules in members), default=0) + 2
        for rules in members:
            lines.append(f"  {rules.name:<{width}}{phrase(rules.title, lang)}")
            if rules.variants and rules.layers[-1].shipped:
                lines.append(f"  {'':<{width}}variants: {', '.join(rules.variants)}")
    lines += ["", "`wtrules show NAME` shows the rules of one of them."]
    return "\n".join(lines) + "\n"


def _list_json() -> str:
    rulesets, examples = _shipped()
    return _dump(
        {
            "schema": 1,
            "rulesets": [_head_json(rules) for rules in rulesets],
            "examples": [_head_json(rules) for rules in examples],
        }
    )


# --- a whole ruleset ---


def _rules_text(rules: Rules, kinds: Iterable[Kind], lang: str) -> str:
    from wtrules.rules.changes import number_list

    title = phrase(rules.title, lang)
    lines = [f"{rules.name}: {title}" if title else rules.name]
    width = max(len(layer.name) for layer in rules.layers) + 2
    for index, layer in enumerate(rules.layers):
        lead = "layers  " if index == 0 else "        "
        lines.append(f"{lead}  {layer.name:<{width}}{layer.kind:<9}{layer.span.source.path}")
    lines.append(f"players   {number_list(rules.players)}")
    if rules.variants:
        lines.append(f"variants  {', '.join(rules.variants)}")
    for kind in kinds:
        entries = list(rules.of_kind(kind))
        if entries:
            lines += ["", _HEADINGS[kind], *_group_lines(entries, kind, lang)]
    return "\n".join(lines) + "\n"


def _group_lines(entries: Sequence[Entry], kind: Kind, lang: str) -> Iterator[str]:
    """Yield the lines for all entries of one kind."""
    if kind in ("setting", "memory", "allowance"):
        width = max(len(entry.id) for entry in entries) + 2
        for entry in entries:
            value = value_of(entry) or ""
            yield from _wrapped(f"  {entry.id:<{width}}", f"{value}{_changed(entry)}")
        return
    for entry in entries:
        yield from _wrapped("  ", f"{_headline(entry, lang)}{_changed(entry)}", hang=8)
        if kind in ("table", "deck"):
            yield from (f"    {line}" for line in drawn(entry))
        says = said(entry, lang)
        if says:
            yield from _wrapped("      ", says)


def _headline(entry: Entry, lang: str) -> str:
    """Return an entry on one line: its name, and what is short enough to stand beside it."""
    from wtrules.rules.changes import text
    from wtrules.syntax import nodes as n

    node = entry.node
    name = phrase(_phrases(entry, n.NameClause), lang)
    aside = [f"“{name}”"] if name else []
    match node:
        case n.Define():
            subject = (
                f" of {node.parameter.kind} {node.parameter.name.id}" if node.parameter else ""
            )
            return f"{entry.id}{subject} = {text(node.value.span)}"
        case n.Rule() | n.Card():
            return "  ".join([f"{entry.id}{_parameters(node)}", *aside])
        case n.Deck():
            return f"{node.size} cards"
        case n.Spell():
            aside += [f"cost {text(cost.value.span)}" for cost in grounds(entry, n.Cost)]
    return "  ".join([entry.id, *aside])


def _changed(entry: Entry) -> str:
    """Return who had the last word on an entry, if it was not who defined it."""
    last = entry.chain[-1]
    return "" if last.verb == "defined" else f"  ({last.verb} by {last.layer})"


def value_of(entry: Entry) -> str | None:
    """Return the value of a setting, memory, allowance or word on one line; None for the rest."""
    from wtrules.rules.changes import amount_text, text, value_text
    from wtrules.syntax import nodes as n

    match entry.node:
        case n.Setting() as node:
            return value_text(node.value)
        case n.Memory() | n.Allowance() as node:
            return amount_text(node)
        case n.Define() as node:
            return text(node.value.span)
        case _:
            return None


def drawn(entry: Entry) -> list[str]:
    """Return a table or the deck as lines in columns."""
    from wtrules.rules.changes import card_text, cell_text
    from wtrules.syntax import nodes as n

    match entry.node:
        case n.Table() as table:
            rows = [
                [", ".join(map(cell_text, row.keys)), *map(cell_text, row.cells)]
                for row in table.rows
            ]
            columns = max(map(len, rows), default=0)
            rows = [[*row, *[""] * (columns - len(row))] for row in rows]
            widths = [max(len(row[column]) for row in rows) for column in range(columns)]
            return [
                " | ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
                for row in rows
            ]
        case n.Deck() as deck:
            width = max((len(str(line.copies)) for line in deck.lines), default=1)
            return [f"{line.copies:>{width}} x {card_text(line)}" for line in deck.lines]
        case _:
            return []


# --- one entry ---


def _entry_text(rules: Rules, entry: Entry, asked: str, lang: str) -> str:
    lines = []
    title = entry.kind if entry.kind == entry.id else f"{entry.kind} {entry.id}"
    if asked != entry.id:
        lines += [f"{asked} stands in {title}", ""]
    removed = (entry.kind, entry.id) in rules.removed
    value = value_of(entry)
    if removed:
        lines.append(f"{title}: removed")
    else:
        lines.append(f"{title} = {value}" if value is not None else title)
        lines += _wrapped("  ", said(entry, lang)) if said(entry, lang) else []
        if value is None:
            lines += ["", *(f"    {line}".rstrip() for line in definition(entry).split("\n"))]
    lines += ["", "where it comes from, oldest first:", *_chain_lines(entry.chain)]
    about = _ground_texts(entry)
    if about:
        lines.append("")
    for word, texts in about.items():
        lines += _wrapped(f"{word:<9}", ", ".join(texts))
    return "\n".join(lines) + "\n"


def _chain_lines(chain: Sequence[Origin]) -> Iterator[str]:
    layer_width = max(len(origin.layer) for origin in chain) + 2
    verb_width = max(len(origin.verb) for origin in chain) + 2
    for origin in chain:
        span = origin.span
        place = f"{span.source.path}:{span.line}:{span.column}"
        yield f"  {origin.layer:<{layer_width}}{origin.verb:<{verb_width}}{place}"
        yield f"      {span.source.line_text(span.line).strip()}"


def definition(entry: Entry) -> str:
    """Return the text of a definition as it stands after all layers.

    What several layers have written is put together clause by clause.
    """
    clauses = entry.clauses()
    if clauses and len(entry.chain) > 1:
        lines = [line for clause in clauses for line in _source(clause.span).split("\n")]
        head = f"{entry.kind} {entry.id}{_parameters(entry.node)}"
        return "\n".join([f"{head} {{", *(f"  {line}" for line in lines), "}"])
    if len(entry.chain) > 1 and (lines := drawn(entry)):
        return "\n".join(lines)
    return _source(entry.node.span)


def _source(span: Span) -> str:
    """Return the text of a place without the indentation it has there."""
    return textwrap.dedent(" " * (span.column - 1) + span.text)


def _parameters(node: object) -> str:
    parameters = getattr(node, "parameters", ())
    return f"({', '.join(f'{p.kind} {p.name.id}' for p in parameters)})" if parameters else ""


def _ground_texts(entry: Entry) -> dict[str, list[str]]:
    from wtrules.syntax import nodes as n

    assumed = [name.id for ground in grounds(entry, n.Assumed) for name in ground.entries]
    found = {
        "cites": [_cites_text(cites) for cites in grounds(entry, n.Cites)],
        "assumed": assumed,
        "covers": covered(entry),
    }
    return {word: texts for word, texts in found.items() if texts}


def _cites_text(cites: n.Cites) -> str:
    parts = [
        cites.manual.id,
        f'"{cites.section}"' if cites.section else None,
        cites.page,
        f"({cites.stance})" if cites.stance else None,
    ]
    return " ".join(part for part in parts if part)


# --- words ---


def phrase(phrases: Sequence[n.Phrase], lang: str) -> str:
    """Return the text in the wanted language, else in any there is."""
    texts = {each.language: each.text for each in phrases}
    return texts.get(lang) or next(iter(texts.values()), "")


def said(entry: Entry, lang: str) -> str:
    """Return the paraphrase of an entry."""
    from wtrules.syntax import nodes as n

    return phrase(_phrases(entry, n.Says), lang)


def _phrases(entry: Entry, kind: Any) -> list[n.Phrase]:
    return [each for clause in grounds(entry, kind) for each in clause.phrases]


def _wrapped(lead: str, words: str, hang: int | None = None) -> list[str]:
    """Return *words* behind *lead*; further lines are indented by *hang*, or like the first."""
    return textwrap.wrap(
        words,
        _WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) if hang is None else hang),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]


# --- for programs ---


def _dump(document: object) -> str:
    return json.dumps(document, indent=2) + "\n"


def _by_language(phrases: Iterable[n.Phrase]) -> Mapping[str, str]:
    return {each.language: each.text for each in phrases}


def _head_json(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": _by_language(rules.title),
        "players": sorted(rules.players),
        "variants": list(rules.variants),
        "layers": [
            {"name": layer.name, "kind": layer.kind, "file": layer.span.source.path}
            for layer in rules.layers
        ],
    }


def _rules_json(rules: Rules, kinds: Iterable[str]) -> str:
    entries = [_entry_json(rules, entry) for kind in kinds for entry in rules.of_kind(kind)]
    return _dump({"schema": 1, **_head_json(rules), "entries": entries})


def _entry_json(rules: Rules, entry: Entry) -> dict[str, Any]:
    from wtrules.syntax import nodes as n

    return {
        "kind": entry.kind,
        "id": entry.id,
        "removed": (entry.kind, entry.id) in rules.removed,
        "value": value_of(entry),
        "definition": definition(entry),
        "name": _by_language(_phrases(entry, n.NameClause)),
        "says": _by_language(_phrases(entry, n.Says)),
        "cites": [
            {
                "manual": cites.manual.id,
                "section": cites.section,
                "page": cites.page,
                "stance": cites.stance,
            }
            for cites in grounds(entry, n.Cites)
        ],
        "assumed": _ground_texts(entry).get("assumed", []),
        "covers": covered(entry),
        "origins": [
            {
                "layer": origin.layer,
                "did": origin.verb,
                "file": origin.span.source.path,
                "line": origin.span.line,
                "column": origin.span.column,
                "text": origin.span.source.line_text(origin.span.line),
            }
            for origin in entry.chain
        ],
    }
