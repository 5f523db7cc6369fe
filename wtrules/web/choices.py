"""What the players choose before a game: who plays, and settings that the rules give a name.

A setting is offered if a label names it, so that people can read it: one number, one of the words
that its label lists, or a list of spells. What the pieces on the table are cannot be chosen here.
"""

from __future__ import annotations

from wtrules.language.physical import PHYSICAL
from wtrules.meaning import values
from wtrules.meaning.chapters import label_of
from wtrules.meaning.sentences import sentence
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.labels import label
from wtrules.say.describe import colour_name, name_of
from wtrules.texts import Texts
from wtrules.web import shapes
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Call

_MOST_NUMBER = 20


def choices(argument: Arguments, call: Call) -> shapes.Choices:
    """Return what can be chosen before a game of a project with its variants."""
    opened = call.projects.open(argument.project()).opened
    made = opened.compile(opened.chosen)
    if made is None:
        raise Refused("web.no_game")
    rules = made.rules
    found = (_setting(rules, entry, call.texts) for entry in rules.of_kind("setting"))
    return {
        "players": sorted(rules.players),
        "colours": _colours(rules, call.language),
        "settings": [setting for setting in found if setting is not None],
    }


def _colours(rules: Rules, lang: str) -> shapes.Colours:
    """Return the table with a row for each player, and its rows in turn order."""
    (id,) = PHYSICAL["table"]
    return {
        "id": id,
        "options": [
            {"value": name, "title": colour_name(rules, name, lang), "letter": letter}
            for name, letter in values.letters(rules).items()
        ],
    }


def _setting(rules: Rules, entry: Entry, texts: Texts) -> shapes.Setting | None:
    """Return a setting with its value and what else it can be; None if it is not for a form."""
    known = label_of(rules, entry.id)
    held = values.entries_of(rules, entry.id)
    if entry.id in PHYSICAL["setting"] or not known.name or not held:
        return None
    found: shapes.Setting = {
        "id": entry.id,
        "title": label(rules, entry.id, texts),
        "says": texts.phrase(known.says),
        "kind": "list",
        "value": "+".join(map(str, held)),
    }
    if all(isinstance(item, str) and rules.get("spell", item) for item in held):
        found["options"] = [
            {
                "value": spell.id,
                "title": name_of(spell.node, texts) or spell.id,
                "says": sentence(rules, spell.node, texts.language),
            }
            for spell in rules.of_kind("spell")
        ]
        return found
    if len(held) > 1:
        return None
    (value,) = held
    if isinstance(value, int):
        return {**found, "kind": "number", "least": 0, "most": max(_MOST_NUMBER, 2 * value)}
    if value not in known.words:
        return None
    options: list[shapes.Choice] = [
        {"value": word, "title": texts.phrase(phrases) or word}
        for word, phrases in known.words.items()
    ]
    return {**found, "kind": "word", "options": options}
