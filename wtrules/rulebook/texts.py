"""What the rulebook says by itself, in English and German: headings, labels, short sentences.

Rules never stand here: they are said in the rule files. Braces are filled in by the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "de")

_TEXTS: Mapping[str, tuple[str, str]] = {
    # --- the title and what frames the book ---
    "subtitle": ("Rules for {players}", "Spielregeln für {players}"),
    "with": ("with {variants}", "mit {variants}"),
    "house": (
        "A house rule, built on {base}. What it changes is marked in the margin.",
        "Eine Hausregel auf der Grundlage von {base}. Was sie ändert, ist am Rand markiert.",
    ),
    "how_to_read": (
        "The small print below each paragraph names the rule by its address, and the manual, "
        "section and page it goes back to, or says that it is assumed. Abacus 24 and Abacus 30 are "
        "the boxes with 24 and with 30 wizards.",
        "Das Kleingedruckte unter jedem Absatz nennt die Adresse der Regel sowie Anleitung, "
        "Abschnitt und Seite, auf die sie zurückgeht, oder sagt, dass sie angenommen ist. Abacus 24 "
        "und Abacus 30 sind die Schachteln mit 24 und mit 30 Magiern.",
    ),
    "colophon": (
        "Written by wtrules {version} from the rules of {ruleset} ({hash}). The texts are paraphrases "
        "by fans; the game, its name and its manuals belong to their authors and publishers.",
        "Geschrieben von wtrules {version} aus den Regeln von {ruleset} ({hash}). Die Texte sind "
        "Umschreibungen von Fans; das Spiel, sein Name und seine Anleitungen gehören ihren Autoren "
        "und Verlagen.",
    ),
    "contents": ("Contents", "Inhalt"),
    "changes": ("What is different here", "Was hier anders ist"),
    "top": ("back to the top", "nach oben"),
    # --- chapters ---
    "chapter.goal": ("The goal", "Das Ziel"),
    "chapter.materials": ("What is in the box", "Das Spielmaterial"),
    "chapter.setup": ("Setting up", "Der Aufbau"),
    "chapter.turn": ("A turn", "Der Ablauf"),
    "chapter.cards": ("The movement cards", "Die Bewegungskarten"),
    "chapter.wizards": ("How wizards move", "Wie Magier ziehen"),
    "chapter.castle": ("The castle", "Die Rabenburg"),
    "chapter.towers": ("Towers and locking up", "Türme und Einsperren"),
    "chapter.spells": ("Spells", "Zaubersprüche"),
    "chapter.end": ("The end of the game", "Das Spielende"),
    "chapter.variant": ("Playing with {variants}", "Besonderheiten: {variants}"),
    "chapter.more": ("More rules", "Weitere Regeln"),
    "chapter.variants": ("Variants", "Varianten"),
    "chapter.questions": ("Open questions", "Offene Fragen"),
    "intro.questions": (
        "The manuals leave these questions open, or answer them differently. This is how they are "
        "read here; agree on another answer if you like it better.",
        "Diese Fragen lassen die Anleitungen offen oder beantworten sie verschieden. So werden sie "
        "hier gelesen; wem eine andere Antwort besser gefällt, der spricht sie vorher ab.",
    ),
    "intro.variants": (
        "All of the above is played unless you agree on one of these beforehand.",
        "Gespielt wird wie oben beschrieben, es sei denn, man einigt sich vorher auf eine dieser "
        "Varianten.",
    ),
    # --- the box ---
    "box": ("In the box", "In der Schachtel"),
    "piece": ("Piece", "Material"),
    "number": ("Number", "Anzahl"),
    "track": (
        "the track: a ring of {spaces} spaces, {shields} of them with a raven shield",
        "der Laufparcours: ein Ring aus {spaces} Feldern, {shields} davon mit Rabenschild",
    ),
    "castle": ("the castle", "die Rabenburg"),
    "towers": (
        "towers, {raven} with a raven shield and {plain} without",
        "Türme, {raven} mit und {plain} ohne Rabenschild",
    ),
    "cards": ("movement cards", "Bewegungskarten"),
    "spell_tiles": ("spell tiles", "Zaubersprüche"),
    "wizards": ("wizards", "Magier"),
    "flasks": ("flasks", "Zauberflaschen"),
    "die": ("die with the numbers 1 to {faces}", "Würfel mit den Zahlen 1 bis {faces}"),
    "colours": ("The colours", "Die Farben"),
    "colour": ("Colour", "Farbe"),
    "letter": ("In the pictures", "Im Bild"),
    "Wizards": ("Wizards", "Magier"),
    "Flasks": ("Flasks", "Flaschen"),
    "total": ("Total", "Zusammen"),
    # --- the deck ---
    "deck": ("The {size} movement cards", "Die {size} Bewegungskarten"),
    "card": ("Card", "Karte"),
    "shows": ("What it shows, and how often", "Was sie zeigt, und wie oft"),
    "or": ("or", "oder"),
    "dice.1": ("one die", "ein Würfel"),
    "dice.2": ("two dice", "zwei Würfel"),
    "dice.3": ("three dice", "drei Würfel"),
    "dice.n": ("{n} dice", "{n} Würfel"),
    # --- setting up ---
    "supply": ("What everybody gets", "Was alle bekommen"),
    "players": ("Players", "Personen"),
    "hand": ("Cards", "Karten"),
    "each": ("{n} each", "je {n}"),
    "in_all": ("{n} in all", "{n} für alle"),
    "fitting": ("Colours to choose from", "Farben zur Wahl"),
    "any_colour": ("any", "alle"),
    "start": ("The start with {n} players", "Der Aufbau zu {n}"),
    "start.1": ("The start with one player", "Der Aufbau allein"),
    "picture": (
        "The castle stands at the top, play runs clockwise. Numbers are spaces, letters wizards.",
        "Die Burg steht oben, gespielt wird im Uhrzeigersinn. Zahlen sind Felder, Buchstaben Magier.",
    ),
    "lights": ("Who starts where", "Wie viele Magier wo beginnen"),
    "tower_number": ("Towers behind the castle", "Türme hinter der Burg"),
    "lights.row": ("wizards at most", "Magier höchstens"),
    # --- spells ---
    "spells.listed": ("These spells are laid out:", "Diese Zaubersprüche liegen aus:"),
    "spells.others": ("The other spells", "Die übrigen Zaubersprüche"),
    "spells.all": ("The spells", "Die Zaubersprüche"),
    "spells.drawn": (
        "The spells are shuffled; {n} are drawn and laid out.",
        "Die Zaubersprüche werden gemischt; {n} werden gezogen und ausgelegt.",
    ),
    "spells.chosen": (
        "The starting player chooses {n} of these spells; they are laid out.",
        "Wer beginnt, sucht {n} dieser Zaubersprüche aus; sie werden ausgelegt.",
    ),
    "spells.none": ("No spells are used.", "Zaubersprüche werden nicht verwendet."),
    "spells.others.intro": (
        "They stay in the box unless a variant brings them into play.",
        "Sie bleiben in der Schachtel, wenn keine Variante sie ins Spiel bringt.",
    ),
    "spell": ("Spell", "Zauberspruch"),
    "kind.spell": ("Spell {name}", "Zauberspruch {name}"),
    "kind.card": ("Card {name}", "Karte {name}"),
    "kind.rule": ("Rule {name}", "Regel {name}"),
    "kind.table": ("Table {name}", "Tabelle {name}"),
    "kind.variant": ("Variant {name}", "Variante {name}"),
    "kind.define": ("The word {name}", "Das Wort {name}"),
    "cost": ("Cost", "Kosten"),
    "effect": ("Effect", "Wirkung"),
    "flask.1": ("1 flask", "1 Flasche"),
    "flask.n": ("{n} flasks", "{n} Flaschen"),
    "flask.term": ("flasks: {term}", "Flaschen: {term}"),
    "laid_out": ("laid out", "liegt aus"),
    # --- variants ---
    "for_players": ("for {players}", "für {players}"),
    "players.1": ("one player", "eine Person"),
    "players.n": ("{n} players", "{n} Personen"),
    "no": ("no", "keine"),
    "amount.wizards": ("wizards", "Magier"),
    "amount.flasks": ("flasks", "Flaschen"),
    "needs": ("Together with: {names}.", "Zusammen mit: {names}."),
    "excludes": ("Not together with: {names}.", "Nicht zusammen mit: {names}."),
    "and": ("and", "und"),
    "to": ("to", "bis"),
    "variant.values": ("What changes:", "Was sich ändert:"),
    "variant.rules": ("New and changed rules:", "Neue und geänderte Regeln:"),
    "variant.dropped": ("These rules do not hold:", "Diese Regeln gelten nicht:"),
    # --- marks ---
    "mark.added": ("new", "neu"),
    "mark.changed": ("changed", "geändert"),
    "mark.removed": ("removed", "entfällt"),
    "was": ("was: {old}", "bisher: {old}"),
    "was_text": ("Before: {old}", "Bisher: {old}"),
    "stale": ("No longer true, or not in full: {old}", "Gilt nicht mehr oder nicht mehr ganz: {old}"),
    "unworded.changed": (
        "The house rule changes what happens here without putting it into words. It is written:",
        "Die Hausregel ändert, was hier geschieht, ohne es in Worte zu fassen. Geschrieben steht:",
    ),
    "unworded.added": (
        "The house rule does not put this into words. It is written:",
        "Die Hausregel fasst das nicht in Worte. Geschrieben steht:",
    ),
    "unworded": ("not put into words", "nicht in Worte gefasst"),
    "means": ("{name} means: {term}", "{name} bedeutet: {term}"),
    "new_cost": ("cost {old} → {new}", "Kosten {old} → {new}"),
    "another_mix": ("another mix", "andere Mischung"),
    "another_table": ("other numbers, see the table", "andere Zahlen, siehe die Tabelle"),
    # --- where a rule comes from ---
    "page": ("p. {n}", "S. {n}"),
    "page.inferred": ("about p. {n}", "etwa S. {n}"),
    "quoted": ("“{text}”", "„{text}“"),
    "implied": ("implied", "sinngemäß"),
    "assumed": ("assumed", "angenommen"),
    "assumed.with": ("assumed: {names}", "angenommen: {names}"),
    "house_rule": ("house rule", "Hausregel"),
    # --- manuals ---
    "manual.en-abacus-24": ("Abacus 24, English", "Abacus 24, englisch"),
    "manual.de-abacus-24": ("Abacus 24, German", "Abacus 24, deutsch"),
    "manual.en-abacus-30": ("Abacus 30, English", "Abacus 30, englisch"),
    "manual.de-abacus-30": ("Abacus 30, German", "Abacus 30, deutsch"),
    "manual.en-capstone": ("Capstone", "Capstone"),
    # --- numbers that stand below the rules ---
    "value.board.capacity": ("Wizards on one surface, at most", "Magier auf einer Fläche, höchstens"),
    "value.hand.size": ("Cards in hand", "Handkarten"),
    "value.hand.visibility": ("The hands are", "Die Handkarten sind"),
    "value.turn.actions": ("Actions in a turn", "Aktionen im Zug"),
    "value.turn.discard": ("Discarding the hand is", "Die Hand abzuwerfen ist"),
    "value.lock.reward": ("Flasks filled", "Gefüllte Flaschen"),
    "value.spells.casters": ("Who may cast", "Wer zaubern darf"),
    "value.free.timing": ("Freeing a wizard", "Befreien"),
    "value.spells.number": ("Spells laid out", "Ausgelegte Zaubersprüche"),
    "value.spells.setup": ("Spells in play", "Zaubersprüche im Spiel"),
    "value.spells.laid_out": ("Spells laid out", "Ausgelegte Zaubersprüche"),
    "value.spell.casting": ("Spells", "Zaubersprüche"),
    "value.team.exchange": ("Exchanges of cards", "Kartentausch"),
    "value.team.end": ("The game ends", "Das Spiel endet"),
    "value.board.spaces": ("Spaces of the track", "Felder des Parcours"),
    "value.board.shields": ("Spaces with a raven shield", "Felder mit Rabenschild"),
    "value.board.castle": ("The castle starts on space", "Startfeld der Burg"),
    "value.board.towers": ("Towers", "Türme"),
    "value.board.lights": ("Wizards on the towers at the start", "Magier auf den Türmen zu Beginn"),
    "value.die.faces": ("Faces of the die", "Seiten des Würfels"),
    "value.players": ("Players", "Personen"),
    "value.deck": ("Movement cards", "Bewegungskarten"),
    "value.supply": ("Wizards and flasks", "Magier und Flaschen"),
    "value.colours": ("The colours", "Die Farben"),
    # --- words settings hold ---
    "word.active": ("the player on turn", "wer am Zug ist"),
    "word.everyone": ("everybody", "alle"),
    "word.ordinary": ("in the order of the spells", "in der Reihenfolge der Zaubersprüche"),
    "word.any_time": ("at any time", "jederzeit"),
    "word.secret": ("secret", "verdeckt"),
    "word.open": ("open", "offen"),
    "word.allowed": ("allowed", "erlaubt"),
    "word.barred": ("not allowed", "nicht erlaubt"),
    "word.listed": ("the named ones", "die genannten"),
    "word.drawn": ("drawn at random", "zufällig gezogen"),
    "word.chosen": ("of the players' choice", "nach Wahl"),
    "word.none": ("none", "keine"),
    "word.after_round": ("after the round", "nach der Runde"),
    "word.at_once": ("at once", "sofort"),
    "word.raven": ("with shield", "mit Schild"),
    "word.plain": ("plain", "ohne Schild"),
    # --- how often ---
    "per.turn": ("{n} per turn", "{n} je Zug"),
    "per.action": ("{n} per action", "{n} je Aktion"),
    "per.round": ("{n} per round", "{n} je Runde"),
    "per.game": ("{n} per game", "{n} je Spiel"),
    "per.each": ("{amount} and player", "{amount} und Person"),
}  # fmt: skip

_COUNT_WORDS_DE = {
    2: "zweit",
    3: "dritt",
    4: "viert",
    5: "fünft",
    6: "sechst",
    7: "siebt",
    8: "acht",
}


class Texts:
    """The fixed texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._column = LANGUAGES.index(language)

    def __call__(self, key: str, **parts: Any) -> str:
        """Return a text by its key, filled in."""
        text = _TEXTS[key][self._column]
        return text.format(**parts) if parts else text

    def get(self, key: str) -> str | None:
        """Return a text by its key, None if there is none."""
        return _TEXTS[key][self._column] if key in _TEXTS else None

    def phrase(self, phrases: Mapping[str, str]) -> str:
        """Return what rules say in this language, else in any there is."""
        return phrases.get(self.language) or next(iter(phrases.values()), "")

    def join(self, words: list[str]) -> str:
        """Return words as a list in a sentence: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self('and')} {words[-1]}"

    def players(self, numbers: list[int]) -> str:
        """Return player counts in words: `2 to 6 players`."""
        if numbers == [1]:
            return self("players.1")
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            span = f"{numbers[0]} {self('to')} {numbers[-1]}"
        else:
            span = self.join([str(number) for number in numbers])
        return self("players.n", n=span)

    def start(self, number: int) -> str:
        """Return the heading of a start position."""
        if number == 1:
            return self("start.1")
        if self.language == "de":
            return self("start", n=_COUNT_WORDS_DE.get(number, f"{number}t"))
        return self("start", n=number)

    def flasks(self, number: int) -> str:
        """Return an amount of flasks."""
        return self("flask.1") if number == 1 else self("flask.n", n=number)

    def dice(self, number: int) -> str:
        """Return an amount of dice on a card."""
        return self(f"dice.{number}") if number in (1, 2, 3) else self("dice.n", n=number)

    def page(self, page: str) -> str:
        """Return a page as it is cited: `p~3` is inferred."""
        number = page.lstrip("p~")
        return self("page.inferred" if "~" in page else "page", n=number)
