"""Checking a project: diagnostics with their fixes, and what the rules change."""

from __future__ import annotations

import time

from wtrules.diagnostics import Diagnostic, has_errors
from wtrules.diagnostics.fix import Fix
from wtrules.diagnostics.in_language import translated
from wtrules.diagnostics.manual import page
from wtrules.meaning.sentences import sentence
from wtrules.resolve.clauses import in_language
from wtrules.resolve.model import Rules
from wtrules.rulebook.labels import changed_value, label
from wtrules.say.changes import Changed, change_list
from wtrules.say.describe import name_of
from wtrules.services.layout import tidied
from wtrules.texts import Texts
from wtrules.validation import validate_opened
from wtrules.web import shapes
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Call
from wtrules.web.catalogue import variant_list
from wtrules.web.places import place
from wtrules.web.projects import OpenProject


def check(argument: Arguments, call: Call) -> shapes.Check:
    """Return what is wrong with a project, and what it changes.

    Playing the examples of a file takes as long as everything else, so what is known before is
    reported as progress.
    """
    started = time.perf_counter()
    project = call.projects.open(argument.project())
    serial = argument.number("serial", 0, 2**53, 0)

    def made(rules: Rules | None, faults: tuple[Diagnostic, ...]) -> shapes.Check:
        ms = round(1000 * (time.perf_counter() - started), 1)
        known = _answer(project, rules, faults, call.language)
        return {**known, "serial": serial, "ms": ms, "examples": "waiting"}

    def early(rules: Rules, faults: tuple[Diagnostic, ...]) -> None:
        call.report(made(rules, faults))

    checked = project.once("check", lambda: validate_opened(project.opened, early=early))
    return {**made(*checked), "examples": "played"}


def _answer(
    project: OpenProject, rules: Rules | None, faults: tuple[Diagnostic, ...], lang: str
) -> shapes.Checked:
    playable = rules is not None and not has_errors(faults)
    base = project.opened.compile_base() if playable else None
    changed = change_list(rules, base.rules, lang) if rules and base else []
    return {
        "diagnostics": [_diagnostic(translated(fault, lang), project, lang) for fault in faults],
        "changes": [_change(one, rules, base.rules, lang) for one in changed]
        if rules and base
        else [],
        "playable": playable,
        "players": sorted(rules.players) if rules is not None and playable else [],
        "title": in_language(rules.title, lang) or rules.name if rules else "",
        "name": rules.name if rules is not None else "",
        "extends": base.rules.name if base is not None else "",
        "variants": variant_list(rules, lang) if rules is not None else [],
    }


def format_text(argument: Arguments, call: Call) -> shapes.Text:
    """Return a file as `wtrules fmt` writes it; one with mistakes in its syntax as it is."""
    project = call.projects.open(argument.project())
    name = argument.text("file")
    if name not in project.sources:
        raise Refused("web.no_file", name=name)
    source = project.sources[name]
    text, _ = tidied(source)
    return {"text": source.text if text is None else text}


def _change(one: Changed, rules: Rules, base: Rules, lang: str) -> shapes.Change:
    what = ", ".join(one.what)
    title, value, says = in_words(one, rules, base, Texts(lang))
    return {
        "text": f"{one.about}: {what}",
        "about": one.about,
        "what": what,
        "kind": one.kind,
        "title": title,
        "value": value,
        "says": says,
        "before": place(one.before) if one.before is not None else None,
        "lost": list(one.lost),
        "id": one.id,
        **place(one.span),
    }


def _diagnostic(fault: Diagnostic, project: OpenProject, lang: str) -> shapes.Diagnostic:
    manual = page(fault.code, lang)
    where = (
        place(fault.primary.span)
        if fault.primary is not None
        else {"file": project.project.main.split("+")[0], "from": 0, "to": 0}
    )
    return {
        "code": fault.code,
        "severity": fault.severity.value,
        "message": fault.message,
        "label": fault.primary.message if fault.primary is not None else "",
        **where,
        "related": [{**place(one.span), "message": one.message} for one in fault.related],
        "help": list(fault.help),
        "fixes": [_fix(fix) for fix in fault.fixes],
        "page": manual.text if manual is not None else "",
    }


def _fix(fix: Fix) -> shapes.Fix:
    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "edits": [{**place(edit.span), "insert": edit.text} for edit in fix.edits],
    }


def in_words(one: Changed, rules: Rules, base: Rules, texts: Texts) -> tuple[str, str, str]:
    """Return what a changed thing is called, its old and new value, and what it says now.

    Each is empty if the rules do not say it.
    """
    value = changed_value(one.id, base, rules, texts)
    if value is not None:
        return value.label, f"{value.was} → {value.value}", ""
    now = rules.get(one.kind, one.id)
    entry = now or base.get(one.kind, one.id)
    if entry is None:
        return "", "", ""
    title = label(rules, one.id, texts)
    name = name_of(entry.node, texts) or (title if title != one.id else "")
    return name, "", sentence(rules if now is not None else base, entry.node, texts.language)
