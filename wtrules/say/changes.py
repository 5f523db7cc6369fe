"""Changes of rules in words: a single one, and all that a house rule changes, with their places."""

from __future__ import annotations

from attrs import frozen

from wtrules.meaning.changes import (
    Added,
    CellChanged,
    Change,
    CitationChanged,
    ClauseChanged,
    ConditionChanged,
    NameChanged,
    Removed,
    Source,
    ValueChanged,
    changes,
)
from wtrules.meaning.losses import losses
from wtrules.resolve.citations import Citation
from wtrules.resolve.model import Rules
from wtrules.say.citations import citation_texts
from wtrules.source import Span
from wtrules.texts import Texts
from wtrules.value import Value

_WITH_VALUES = ("setting", "memory", "allowance")


@frozen
class Changed(Value):
    """One thing that a ruleset changes: what happened to it, what it lost, and where that is said."""

    about: str
    kind: str
    id: str
    what: tuple[str, ...]
    lost: tuple[str, ...]
    span: Span
    before: Span | None  # where the rules that are changed say it, if they do


def change_list(rules: Rules, base: Rules | None, lang: str = "en") -> list[Changed]:
    """Return what *rules* changes compared with *base*, in the order of the kinds of definitions."""
    texts = Texts(lang)
    found: dict[str, list[Change]] = {}
    what: dict[str, list[str]] = {}
    for change in changes(rules, base):
        about = title_of(change)
        found.setdefault(about, []).append(change)
        what.setdefault(about, []).append(change_text(change, texts))
    return [
        Changed(
            about,
            (kind := _kind(all[0], rules)),
            _id(all[0]),
            tuple(what[about]),
            _lost(all, rules, base, texts),
            _span(all[0], rules),
            old.span if base is not None and (old := base.get(kind, _id(all[0]))) else None,
        )
        for about, all in found.items()
    ]


def title_of(change: Change) -> str:
    """Return what a change is about: `hand.size`, `spell brew`."""
    if isinstance(change, ValueChanged):
        return change.path
    if change.kind == "setting" or change.kind == change.id:
        return change.id
    return f"{change.kind} {change.id}"


def change_text(change: Change, texts: Texts) -> str:
    """Return what happened to a thing; rules are quoted as they are written."""
    match change:
        case ValueChanged(old=old, new=new):
            return f"{old} → {new}"
        case Added(value=None):
            return texts("changes.added")
        case Added(value=value):
            return texts("changes.added_value", value=value)
        case Removed():
            return texts("changes.removed")
    before, after = _sides(change, texts)
    key = {
        (True, True): "changes.part_changed",
        (True, False): "changes.part_added",
        (False, True): "changes.part_removed",
        (False, False): "changes.part_replaced",
    }[before is None, after is None]
    return texts(key, part=_part(change, texts), old=before, new=after)


def _sides(change: ClauseChanged, texts: Texts) -> tuple[str | None, str | None]:
    """Return a part of a definition before and after a change; None where there is none to quote."""
    match change:
        case NameChanged(old=old, new=new):
            one, two = (texts("say.quoted", text=name) if name else name for name in (old, new))
            return one, two
        case CitationChanged(before=before, after=after):
            return _sources(before, texts), _sources(after, texts)
    return change.old, change.new


def _sources(sources: tuple[Source, ...], texts: Texts) -> str | None:
    cited = citation_texts((one for one in sources if isinstance(one, Citation)), texts)
    return "; ".join([*cited, *(one for one in sources if isinstance(one, str))]) or None


def _part(change: ClauseChanged, texts: Texts) -> str:
    """Return what a part of a definition is called; clauses are called by their keywords."""
    if isinstance(change, CellChanged):
        return texts("changes.cell", column=change.column, keys=", ".join(change.keys))
    key = f"changes.name.{change.what.replace(' ', '_')}"
    name = texts(key) if key in texts else change.what
    match change:
        case NameChanged(language=language):
            return f"{name} {language}"
        case ConditionChanged(strength="stronger" | "weaker" as strength):
            return f"{name} {texts(f'changes.{strength}')}:"
    return name


def _id(change: Change) -> str:
    return change.id if isinstance(change, Added | Removed | ClauseChanged) else change.path


def _kind(change: Change, rules: Rules) -> str:
    """Return what kind of definition a change is about; nothing for the ruleset itself."""
    if isinstance(change, Added | Removed | ClauseChanged):
        return change.kind
    return next((kind for kind in _WITH_VALUES if rules.get(kind, change.path)), "")


def _lost(all: list[Change], rules: Rules, base: Rules | None, texts: Texts) -> tuple[str, ...]:
    """Return what an override leaves out of what was there before."""
    for change in all:
        if base is not None and isinstance(change, ClauseChanged):
            old, new = base.get(change.kind, change.id), rules.get(change.kind, change.id)
            return tuple(losses(old, new, texts)) if old and new else ()
    return ()


def _span(change: Change, rules: Rules) -> Span:
    """Return where a ruleset says the change; its own place if it is not said at one place."""
    id = _id(change)
    kinds = (change.kind,) if isinstance(change, Added | Removed | ClauseChanged) else _WITH_VALUES
    for kind in kinds:
        entry = rules.get(kind, id) or rules.removed.get((kind, id))
        if entry is not None:
            return entry.span
        if kind == "variant" and id in rules.variants:
            return rules.variants[id].node.span
    return rules.span
