"""Help with writing rules: completion, what a name means, the text of a new house rule."""

from __future__ import annotations

from wtrules import resources
from wtrules.resolve.library import ruleset_names
from wtrules.resolve.model import Rules
from wtrules.services import completion
from wtrules.services.index import index_of
from wtrules.services.meant import explain, keyword_at
from wtrules.services.starting import is_name, name_for, read_samples, starting_text
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.units import character_of, unit_of
from wtrules.web import shapes
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Call
from wtrules.web.catalogue import shipped_source
from wtrules.web.limits import MOST_FILES, MOST_TEXT
from wtrules.web.places import place
from wtrules.web.projects import Project


def new_rule(argument: Arguments, call: Call) -> shapes.NewRule:
    """Return a house rule to start from: its name, made from the title, and its text."""
    extends = argument.text("extends", resources.default_ruleset())
    title = argument.text("title", most=80)
    wishes = argument.texts("wishes", MOST_FILES)
    known = {sample.id for sample in read_samples()}
    for wish in wishes:
        if wish not in known:
            raise Refused("web.no_wish", name=wish)
    name, *variants = extends.split("+")
    base = call.projects.open(Project({}, name)).opened.compile(tuple(variants))
    if base is None or not is_name(name):
        raise Refused("web.no_ruleset", name=name)
    own = name_for(title)
    text = starting_text(
        own,
        name,
        tuple(variants),
        base.rules,
        title=title if title.strip() else own,
        wishes=wishes,
        lang=call.language,
    )
    return {"name": own, "text": text}


def complete(argument: Arguments, call: Call) -> shapes.Completions:
    """Return what can be written at a place."""
    source, file, rules, project = _place(argument, call)
    at = character_of(source.text, argument.number("at", 0, 2 * MOST_TEXT))
    others = [name.removesuffix(".wtr") for name in project.files if "/" not in name]
    names = [*others, *ruleset_names()]
    found = completion.complete(file, at, rules, names, call.language)
    return {
        "from": unit_of(source.text, found.start),
        "options": [
            {
                "label": option.label,
                "kind": option.kind,
                "detail": option.detail,
                "documentation": option.documentation,
                "insert": option.text,
            }
            for option in found.options
        ],
    }


def hover(argument: Arguments, call: Call) -> shapes.Hover | None:
    """Return what the name or keyword at a place means, what it says and cites, where it comes from."""
    source, file, rules, _ = _place(argument, call)
    at = character_of(source.text, argument.number("at", 0, 2 * MOST_TEXT))
    use = index_of(file, rules).at(at) or keyword_at(source, at)
    if use is None:
        return None
    where, about = place(use.span), explain(use.meant, call.texts, rules)
    found: shapes.Hover = {
        "from": where["from"],
        "to": where["to"],
        "title": about.title,
        "kind": use.meant.kind,
        "says": about.says,
        "cites": list(about.cites),
        "origin": list(about.origin),
    }
    if about.value is not None:
        found["value"] = about.value
    if use.meant.span is not None:
        found["definition"] = place(use.meant.span)
    return found


def _place(argument: Arguments, call: Call) -> tuple[SourceFile, n.File, Rules | None, Project]:
    """Return the file that a call is about, its tree, and the rules of the project."""
    project = call.projects.open(argument.project())
    name = argument.text("file")
    source = project.sources.get(name) or shipped_source(name)
    made = project.opened.compile(project.opened.chosen)
    if made is None or len(made.rules.layers) < 2:
        # What it extends is not written yet: the names of the default rules are better than none.
        made = call.projects.open(Project({}, resources.default_ruleset())).opened.compile()
    file, _ = parse(source)
    return source, file, made.rules if made is not None else None, project.project
