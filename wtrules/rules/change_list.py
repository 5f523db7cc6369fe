"""What a house rule changes, as a list for people: one entry for each thing, with its place."""

from __future__ import annotations

from attrs import frozen

from wtrules.rules.changes import Added, Change, ClauseChanged, Removed, changes, describe
from wtrules.rules.losses import losses
from wtrules.rules.model import Rules
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
        about, happened = describe(change, lang)
        found.setdefault(about, []).append(change)
        what.setdefault(about, []).append(happened)
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
