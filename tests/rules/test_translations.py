"""The German of the rules says what the English says, as far as words can show it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import attrs
import pytest

from wtrules import resources
from wtrules.node import Node, walk
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

# What must be in both texts or in neither: if the English loses, the German does not win.
DECISIVE = {
    "lose": (r"\blos[te]|\bloses|given up|skip", r"verl(o|ier)|[Vv]erfäll|entfäll"),
    "win": (r"\bw[io]ns?\b|\bwinner|\bwinning|victory", r"gew(i|o)nn|[Ss]ieg"),
    "tie": (r"\btie", r"Gleichstand|Stichentscheid"),
    "backward": (r"counterclockwise|backward|back onto", r"[Gg]egen den Uhrzeigersinn|rückwärts"),
    "round": (r"\brounds?\b", r"[Rr]unde"),
    "clockwise": (r"(?<!counter)clockwise", r"im (oder gegen den )?Uhrzeigersinn"),
    "colour": (r"colour", r"[Ff]arb"),
    "Capstone": (r"Capstone", r"Capstone"),
    "four": (r"\bfour(?!teen)", r"[Vv]ier(?!zehn)"),
    "five": (r"\b(five|fifth)", r"[Ff]ünf(?!zehn)"),
    "six": (r"\b(?<!-)six(?!teen)", r"[Ss]echs(?!zehn|und)"),
    "a question": (r"\?$", r"\?$"),
    "a whole sentence": (r"[.?!:]$", r"[.?!:]$"),
    "yes": (r"^yes\b", r"^Ja\b"),
    "no": (r"^no[,:;.]", r"^Nein[,:;.]"),
}
# What both texts are about. A pronoun may stand for one of them, never for several.
SUBJECTS = {
    "wizard": (r"wizard|rider|carrier", r"Magier|Mitreiter|Träger"),
    "tower": (r"tower", r"[Tt](urm|ürm)(?<!Stu)"),
    "castle": (
        r"castle|\bhome\b|ravenskeep|\bentry|\benter|\bbr(ing|ought)\b.*\bin\b|wizards?,? in\b",
        r"[Bb]urg|[Ee]inz(ieh|ug|üge|og)|zieh[^.]* ein\b(?=[,.;?]|$)|\bheim|Hause|hinein",
    ),
    "flask": (r"flask|potion", r"[Ff]lasche|Trank|Tränke"),
    "spell": (r"\bspells?\b|\bcast(s|ing)?\b", r"[Zz]auber(spr|n|t\b|zeit)"),
    "card": (r"\bcards?\b", r"[Kk]arte"),
    "die": (r"\bdie\b|\bdice\b|roll", r"[Ww][uü]rf"),
    "hand": (r"\bhands?\b", r"\bHand|Hände"),
    "space": (r"\bspaces?\b", r"[Ff]eld"),
    "shield": (r"shield", r"[Ss]child"),
    "team": (r"\bteams?\b|partner", r"[Tt]eam|[Pp]artner"),
}


# Texts that say the same without the word, or name several subjects by pronouns.
FREE = {
    "It ends after the round; the player with the fewest empty flasks wins, then the one with the most full flasks.",
    "What you do and how you win",
    "Only the spell that frees a wizard provides for a failed attempt.",
    "In Capstone, you place wizards on the towers according to the lights; it does not say where to stop.",
    "A card for either has a value of its own for each kind of piece.",
    "To free a wizard, the caster lifts any one tower.",
    "You may also free a wizard between two turns, after the hand has been refilled.",
    "The game is also very good for teams with 4 or 6 players (see the variants).",
}


# German texts that stand for several English ones, apart from capital letters.
SHARED = {
    "Befreien": {"Free a wizard", "Freeing a wizard", "Freeing"},
    "Gegenwind für Magier": {"Headwind for a Wizard", "Headwind for wizards"},
    "Gegenwind für Türme": {"Headwind for a Tower", "Headwind for towers"},
    "Kooperatives Spiel": {"Cooperative play", "Cooperative mode"},
    "Magier bewegen": {"Moving wizards", "Advance a Wizard", "Move a wizard"},
    "Magier einsperren": {"Locking up wizards", "Locking wizards up"},
    "Rabenburg bewegen": {"Move the raven castle", "Nudge Ravenskeep"},
    "Startfeld der Burg": {"The castle starts on space", "Starting space of the castle"},
    "Sturm": {"gale", "storm"},
    "Turm bewegen": {"Advance a Tower", "Move a tower"},
    "Wer zaubern darf": {"Who may cast a spell", "Who may cast"},
}
# English texts with several German ones: names, and sentences that speak to one or to all.
SEVERAL = {
    "As soon as all {supply.wizards} wizards are in the castle and no flask is empty, the game is over. Count the cards on the discard pile to see how well you did. If a flask is still empty when the last wizard enters, you have lost.",
    "As soon as all {supply.wizards} wizards are in the castle, the game is over. Count the cards on the discard pile to see how well you did.",
    "Free a wizard",
    "Lay {spells.number|spell|spells} {spells.setup} face up beside the track. The others stay in the box.",
    "Nudge Ravenskeep",
    "Solo with spells",
}


@cache
def texts() -> tuple[tuple[str, str, str], ...]:
    """Return every text in two languages: where it is, in English, in German."""
    return tuple(_texts())


def _texts() -> Iterator[tuple[str, str, str]]:
    folders = (resources.rulesets_folder(), resources.examples_folder())
    for path in sorted(path for folder in folders for path in folder.rglob("*.wtr")):
        source = SourceFile(path.name, path.read_text("utf-8"))
        file, _ = parse(source)
        for node in walk(file):
            for phrases in phrases_of(node):
                if {"en", "de"} <= phrases.keys():
                    line = source.text.count("\n", 0, node.span.start) + 1
                    yield f"{path.name}:{line}", phrases["en"], phrases["de"]


def phrases_of(node: Node) -> Iterator[dict[str, str]]:
    """Yield each text that is part of a node, by language."""
    for attribute in attrs.fields(type(node)):
        value = getattr(node, attribute.name)
        if isinstance(value, tuple) and any(isinstance(part, n.Phrase) for part in value):
            yield {phrase.language: phrase.text for phrase in value}


def differing(concepts: dict[str, tuple[str, str]], english: str, german: str) -> list[str]:
    """Return the concepts that only one of two texts mentions."""
    return [
        concept
        for concept, (en, de) in concepts.items()
        if bool(re.search(en, english, re.IGNORECASE)) != bool(re.search(de, german))
    ]


def mistranslated(english: str, german: str) -> list[str]:
    """Return what two texts do not share, if it is enough to doubt that they say the same."""
    numbers = [sorted(re.findall(r"\d+", text)) for text in (english, german)]
    decisive = differing(DECISIVE, english, german)
    subjects = differing(SUBJECTS, english, german)
    return [
        *decisive,
        *(subjects if decisive or len(subjects) > 1 else []),
        *(["numbers"] if numbers[0] != numbers[1] else []),
    ]


@pytest.mark.slow
def test_english_and_german_speak_of_the_same():
    """Nobody wins in one language who loses in the other, and the pieces and numbers are the same."""
    assert [] == [
        (where, mistranslated(english, german), english, german)
        for where, english, german in texts()
        if english not in FREE and mistranslated(english, german)
    ]


def test_exceptions_are_needed():
    """A text that is listed as an exception exists, and would fail otherwise."""
    listed = {english for _, english, german in texts() if mistranslated(english, german)}
    assert set() == FREE - listed


def test_a_text_has_one_translation():
    """The same text has the same translation everywhere, and no two texts share one."""
    in_german, in_english = defaultdict(set), defaultdict(set)
    for _, english, german in texts():
        in_german[english].add(german)
        in_english[german].add(english.casefold())
    shared = {german: english for german, english in in_english.items() if len(english) > 1}
    assert {german: {*map(str.casefold, english)} for german, english in SHARED.items()} == shared
    assert SEVERAL == {english for english, german in in_german.items() if len(german) > 1}


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("You have all lost.", "Ihr habt gewonnen."),
        ("Move a wizard three spaces.", "Fülle eine Flasche."),
        ("Space 4 has a shield.", "Feld 5 hat einen Schild."),
        ("The tower moves counterclockwise.", "Der Turm zieht im Uhrzeigersinn."),
        ("The tower moves clockwise.", "Der Turm zieht gegen den Uhrzeigersinn."),
        ("Yes.", "Nein."),
        ("No.", "Dort."),
        ("Where?", "Dort."),
        ("There.", "Dort"),
        ("You take four.", "Du nimmst sechs."),
        ("You take five.", "Du nimmst viele."),
        ("Any colour.", "Jede Form."),
        ("In Capstone, you may.", "Bei Abacus darfst du das."),
    ],
)
def test_a_wrong_translation_is_noticed(english: str, german: str):
    """Another result, subject, number, direction, answer or form."""
    assert mistranslated(english, german)
