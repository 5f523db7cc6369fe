"""What there is to choose from: rulesets with their variants, examples, bots, and the language's words."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from wtrules import resources
from wtrules.game.bots import BOTS
from wtrules.node import walk
from wtrules.rules.clauses import by_language, clauses_of, in_language, phrases_in
from wtrules.rules.library import Origin, permitted
from wtrules.rules.model import Rules
from wtrules.rules.sentences import sentence
from wtrules.rules.starting import read_samples
from wtrules.source import SourceFile, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.syntax.vocabulary import NAMING
from wtrules.syntax.words import HEADERS, words
from wtrules.version import __version__
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Answer, Call
from wtrules.web.projects import Project, Projects


def catalog(argument: Arguments, call: Call) -> Answer:
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


def source(argument: Arguments, call: Call) -> Answer:
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


def variant_list(rules: Rules, lang: str) -> list[dict[str, Any]]:
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


def _ruleset(rules: Rules, lang: str) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": _title(rules, lang),
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


def _examples(lang: str) -> list[dict[str, str]]:
    """Return the house rules to read and play; they are only parsed."""
    found = []
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
                "text": file.span.source.text,
            }
        )
    return found


@cache
def _parsed(path: Path) -> n.File:
    return parse(read_source(path, f"examples/{path.name}"))[0]


def _about(file: n.File, lang: str) -> str:
    """Return what a file is about: the comment at its top, which is English, or its first text."""
    lines = takewhile(lambda line: line.startswith("#"), file.span.source.text.split("\n"))
    comment = " ".join(line.lstrip("# ") for line in lines).strip()
    texts = (by_language(node.phrases) for node in walk(file) if isinstance(node, n.Says))
    other = next((text[lang] for text in texts if lang in text), "")
    return comment if lang == "en" and comment else other or comment
