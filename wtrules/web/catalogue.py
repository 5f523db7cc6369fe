"""What there is to choose from: rulesets with their variants, examples, bots, and the language's words."""

from __future__ import annotations

import json
from functools import cache
from itertools import takewhile
from pathlib import Path

from wtrules import resources
from wtrules.board import table as drawn_table
from wtrules.board.boardtext import parse_board
from wtrules.board.paint import piece_colours, wizard_colours
from wtrules.board.pieces import Board, Stack, Tower
from wtrules.game.bots import BOTS
from wtrules.game.load import load_atlas
from wtrules.meaning.chapters import label_of
from wtrules.meaning.sentences import sentence
from wtrules.node import walk
from wtrules.resolve.clauses import by_language, clauses_of, in_language, phrases_in
from wtrules.resolve.library import Origin, permitted
from wtrules.resolve.model import Rules
from wtrules.services.starting import read_samples
from wtrules.source import SourceFile, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.syntax.vocabulary import NAMING
from wtrules.syntax.words import HEADERS, words
from wtrules.texts import Texts
from wtrules.version import __version__
from wtrules.web import shapes
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Call
from wtrules.web.projects import Project, Projects


def catalog(argument: Arguments, call: Call) -> shapes.Catalog:
    """Return everything the page can offer before a rule is written."""
    lang = call.language
    return {
        "version": __version__,
        "default": resources.default_ruleset(),
        "rulesets": [_ruleset(rules, lang) for rules in _editions(call.projects)],
        "examples": _examples(lang),
        "bots": [{"name": bot, "title": call.texts(f"play.how.{bot}")} for bot in BOTS],
        "wishes": [
            {"id": sample.id, "title": call.texts.phrase(sample.why)} for sample in read_samples()
        ],
        "words": {kind: list(some) for kind, some in words().items()},
        "beforeNames": {"naming": sorted(NAMING), "header": sorted(HEADERS)},
    }


def source(argument: Arguments, call: Call) -> shapes.Source:
    """Return the text of a shipped file, by the name that places have."""
    name = argument.text("file")
    return {"file": name, "text": shipped_source(name).text}


def shipped_source(name: str) -> SourceFile:
    """Return a shipped file, by the name that places have."""
    top, _, inside = name.partition("/")
    folder = {"rulesets": resources.rulesets_folder, "examples": resources.examples_folder}.get(top)
    path = permitted(inside, Origin(folder(), folder(), name)) if folder and inside else None
    if path is None or path.suffix != ".wtr" or not path.is_file():
        raise Refused("web.no_file", name=name)
    return read_source(path, name)


def variant_list(rules: Rules, lang: str) -> list[shapes.Variant]:
    """Return the variants that a ruleset offers."""
    return [
        {
            "name": info.id,
            "title": in_language(phrases_in(info.node, n.NameClause), lang) or info.id,
            "says": sentence(rules, info.node, lang),
            "needs": [name.id for name in info.names(n.Needs)],
            "excludes": [name.id for name in info.names(n.Excludes)],
            "players": sorted(info.players or rules.players),
        }
        for info in rules.variants.values()
    ]


def _ruleset(rules: Rules, lang: str) -> shapes.Ruleset:
    return {
        "name": rules.name,
        "title": _title(rules, lang),
        "edition": Texts(lang).phrase(label_of(load_atlas(), rules.name).name),
        "language": rules.language or "",
        "players": sorted(rules.players),
        "variants": variant_list(rules, lang),
    }


def _title(rules: Rules, lang: str) -> str:
    return in_language(rules.title, lang) or rules.name


def _editions(projects: Projects) -> list[Rules]:
    """Return the rulesets of the printed manuals, the default one first."""
    first = resources.default_ruleset()
    names = sorted(
        (path.stem for path in resources.rulesets_folder().glob("editions/*.wtr")),
        key=lambda name: (name != first, name),
    )
    made = [projects.open(Project({}, name)).opened.compile() for name in names]
    return [one.rules for one in made if one is not None and one.rules.language is not None]


# What a house rule adds, by the constructs that are in it: to choose one by.
_TAGS: dict[type, str] = {
    n.Piece: "piece",
    n.Spell: "spell",
    n.Card: "card",
    n.Deck: "card",
    n.Outcome: "end",
    n.Memory: "memory",
    n.Secretly: "secret",
    n.Variant: "variant",
}


_SHORT = 30  # characters of a sentence that says too little


def _examples(lang: str) -> list[shapes.Example]:
    """Return the house rules to read and play; they are only parsed."""
    found: list[shapes.Example] = []
    effects = json.loads((resources.examples_folder() / "effects.json").read_text("utf-8"))
    for path in sorted(resources.examples_folder().glob("*.wtr")):
        file = _parsed(path)
        block = next(clauses_of(file, n.Ruleset), None)
        if block is None:
            continue  # a part of another one
        title = in_language((p for c in clauses_of(block, n.Title) for p in c.phrases), lang)
        found.append(
            {
                "name": path.stem,
                "title": title or path.stem,
                "says": _about(file, lang),
                "tags": sorted({tag for node in walk(file) if (tag := _TAGS.get(type(node)))}),
                "lines": len([line for line in file.span.source.text.split("\n") if line.strip()]),
                "svg": _portrait(file, lang),
                "effect": effects.get(path.stem, {}).get(lang, []),
                "words": _words_to_say(file, lang),
                "text": file.span.source.text,
            }
        )
    return found


def _words_to_say(file: n.File, lang: str) -> int:
    """Return how many words the sentences of a house rule have: that long it takes to teach it."""
    texts = (by_language(node.phrases) for node in walk(file) if isinstance(node, n.Says))
    return sum(len(text[lang].split()) for text in texts if lang in text)


def _portrait(file: n.File, lang: str) -> str:
    """Return a picture of what a house rule adds; of one that adds nothing to see, the board of an example."""
    for node in walk(file):
        match node:
            case n.Picture():
                return drawn_table.piece_drawing("", piece_colours("P")["P"], node.look.name).svg()
            case n.Spell():
                names = (p for c in clauses_of(node, n.NameClause) for p in c.phrases)
                return drawn_table.spell(in_language(names, lang) or "", _cost(node))
            case n.Card() | n.Deck():
                return drawn_table.card_back()
            case _:
                pass
    given = (node.board.value for node in walk(file) if isinstance(node, n.Given) and node.board)
    return _scene(next(given, ""))


def _cost(spell: n.Spell) -> int | None:
    """Return how many flasks a spell costs; None if the rules have to be asked."""
    costs = (cost.value for cost in clauses_of(spell, n.Cost))
    return next((cost.value for cost in costs if isinstance(cost, n.Number)), None)


def _scene(text: str) -> str:
    """Return a picture of the most crowded space of a board; a tower if there is none to be seen."""
    letters = "".join(sorted({letter for letter in text if letter.islower()}))
    board = parse_board(text, letters, None)
    spaces = board.spaces if isinstance(board, Board) else (Stack(towers=(Tower(shield=True),)),)
    stack = max(spaces, key=lambda stack: (len(stack.top), stack.height))
    return drawn_table.stack_drawing(stack, wizard_colours(letters, {})).svg()


@cache
def _parsed(path: Path) -> n.File:
    return parse(read_source(path, f"examples/{path.name}"))[0]


def _about(file: n.File, lang: str) -> str:
    """Return what a file is about: the comment at its top, which is English, or its first text."""
    lines = takewhile(lambda line: line.startswith("#"), file.span.source.text.split("\n"))
    comment = " ".join(line.lstrip("# ") for line in lines).strip()
    said = (by_language(node.phrases) for node in walk(file) if isinstance(node, n.Says))
    # A sentence with a value of the rules in it needs the rules.
    texts = [text[lang] for text in said if lang in text and "{" not in text[lang]]
    other = next((text for text in texts if len(text) > _SHORT), next(iter(texts), ""))
    return comment if lang == "en" and comment else other or comment
