"""Variables of events with the name of a spell or a kind of card: they stand for any, not for that one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import free_letter
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import replace
from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find `forbid player p casts move_castle`, which forbids all spells."""
    is_own = survey(meaning.resolved).is_own
    definitions = {"spell": meaning.spells, "card": meaning.cards}
    for rule in meaning.rules.values():
        events = (*rule.on, *rule.forbids)
        for event in events:
            for type, name in zip(EVENTS[event.event].types, event.names, strict=False):
                hidden = definitions.get(type, {}).get(name)
                if hidden is not None and is_own(event.span):
                    compared = _compared(event, name, free_letter(type, event.names))
                    yield report(
                        "hidden-definition",
                        event.span,
                        replace(event.span, compared) if len(events) == 1 else None,
                        name=name,
                        type=type,
                        compared=compared,
                        definition=hidden.span,
                    )


def _compared(event: m.Reaction, name: str, letter: str) -> str:
    """Return an event with another name for what it is about, compared with what the old one names."""
    text = re.sub(rf"\b{re.escape(name)}(?![\w.-])", letter, event.span.text)
    return f"{text} when {letter} is {name}"
