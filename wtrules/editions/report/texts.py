"""What a comparison says by itself, in English and German. Rules are told in the rule files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "de")

_TEXTS: Mapping[str, tuple[str, str]] = {
    "title": ("{one} against {two}", "{one} im Vergleich mit {two}"),
    "none": ("No difference.", "Kein Unterschied."),
    "none_left": ("No difference but those accepted.", "Kein Unterschied außer den angenommenen."),
    "none_shown": (
        "Nothing of that grade; {n} below it.",
        "Nichts von diesem Grad; {n} darunter.",
    ),
    "count.one": ("1 difference", "1 Unterschied"),
    "count": ("{n} differences", "{n} Unterschiede"),
    "compared": ("Compared: the game as it is", "Verglichen: das Spiel, wie es ist"),
    "and_with": (" and with {modes}", " und mit {modes}"),
    "behaviour": ("behaviour", "Spielweise"),
    "letter": ("by the letter", "Wortlaut"),
    "silence": ("silence", "Schweigen"),
    "wording": ("wording", "Formulierung"),
    "components": ("components", "Material"),
    "about.behaviour": (
        "some position plays differently",
        "in mindestens einer Stellung wird anders gespielt",
    ),
    "about.letter": (
        "the words differ, the default readings play alike as far as was seen; positions show them "
        "by the letter",
        "die Worte unterscheiden sich, gespielt wird nach der üblichen Lesart gleich, soweit gesehen; "
        "Stellungen zeigen sie beim Wort genommen",
    ),
    "about.silence": ("one says it, the other does not", "die eine sagt es, die andere nicht"),
    "about.wording": (
        "stated against implied, or put differently",
        "ausgesprochen gegen sinngemäß, oder anders ausgedrückt",
    ),
    "about.components": ("what is in the box", "was in der Schachtel liegt"),
    "states": ("stated", "ausgesprochen"),
    "implies": ("implied", "sinngemäß"),
    "omits": ("left out", "ausgelassen"),
    "added": ("only here", "nur hier"),
    "absent": ("not there", "nicht vorhanden"),
    "changes": ("changes", "Änderungen"),
    "added_there": ("added", "neu"),
    "removed": ("removed", "gestrichen"),
    "changed": ("changed", "geändert"),
    "stronger": ("stronger", "strenger"),
    "weaker": ("weaker", "milder"),
    "part.name": ("name", "Name"),
    "part.does": ("does", "tut"),
    "part.body": ("body", "Anweisungen"),
    "part.meaning": ("meaning", "Bedeutung"),
    "part.definition": ("definition", "Inhalt"),
    "part.parameters": ("parameters", "Angaben"),
    "part.players": ("players", "Spielerzahl"),
    "part.row": ("row", "Zeile"),
    "part.order of rows": ("order of rows", "Reihenfolge der Zeilen"),
    "part.size": ("size", "Anzahl"),
    "with_it": ("with it", "dazu gehört"),
    "because": ("explained by", "erklärt durch"),
    "witness": ("position", "Stellung"),
    "taken": (
        "by the letter: {question}={a} in {one}, ={b} in {two}",
        "beim Wort genommen: {question}={a} in {one}, ={b} in {two}",
    ),
    "to_move": ("{seat} to move", "{seat} am Zug"),
    "deciding": (
        "{seat} decides in the turn of {active}",
        "{seat} entscheidet im Zug von {active}",
    ),
    "after": ("after", "nach"),
    "hand": ("hand", "Hand"),
    "flasks": ("full flasks", "volle Flaschen"),
    "spells": ("spells laid out", "ausliegende Zaubersprüche"),
    "remembered": ("remembered", "gemerkt"),
    "may": ("may", "darf"),
    "only": ("only here", "nur hier"),
    "becomes": ("becomes", "wird"),
    "same_otherwise": ("the same but for this", "sonst gleich"),
    "setup": ("the set-up for {n} players", "der Aufbau zu {n}"),
    "ends": ("the game is over", "das Spiel ist aus"),
    "goes_on": ("the game goes on", "das Spiel geht weiter"),
    "nothing": ("nothing more than the other", "nichts, was die andere nicht auch erlaubt"),
    "more": ("… {n} more", "… {n} weitere"),
    "met": (
        "met in a random game: seed {seed}, after {n} moves of side one, then made smaller",
        "in einem Zufallsspiel gefunden: Startwert {seed}, nach {n} Zügen, dann verkleinert",
    ),
    "made_up": (
        "a position made up from a random game, then made smaller",
        "aus der Stellung eines Zufallsspiels abgewandelt, dann verkleinert",
    ),
    "not_alone": (
        "shown with this rule alone taken over; other differences meet in this position too",
        "gezeigt mit dieser Regel allein; in dieser Stellung wirken auch andere Unterschiede",
    ),
    "searched": (
        "no position found: {games} pairs of random games for {players} players and {positions:,} "
        "positions sampled; {boards} boards with one wizard and every numbered card exhausted",
        "keine Stellung gefunden: {games} Paare von Zufallsspielen zu {players} und {positions:,} "
        "Stellungen als Stichprobe; {boards} Spielpläne mit einem Magier und jeder Zahlenkarte "
        "erschöpfend",
    ),
    "reason.players": (
        "no position to show: the numbers of players differ",
        "keine Stellung zu zeigen: die Spielerzahlen unterscheiden sich",
    ),
    "reason.none": (
        "no position to show: there is no number of players that both are for",
        "keine Stellung zu zeigen: es gibt keine Spielerzahl, für die beide gedacht sind",
    ),
    "reason.never_asks": (
        "no position to show: one side goes on for ever there without asking anybody",
        "keine Stellung zu zeigen: auf einer Seite geht es dort endlos weiter, ohne dass jemand "
        "gefragt wird",
    ),
    "reason.setup": (
        "no position to show: nothing but the set-up reads it, and that comes out the same",
        "keine Stellung zu zeigen: nur der Aufbau liest es, und der ist am Ende derselbe",
    ),
    "lost": (
        "Not compared, because the text of one manual is lost there: {topics}",
        "Nicht verglichen, weil der Text einer Anleitung dort verloren ist: {topics}",
    ),
    "accepted": ("Accepted: {n}", "Angenommen: {n}"),
    "impact": ("impact", "Wirkung"),
    "impact.overall": (
        "All differences together, in the game as it is",
        "Alle Unterschiede zusammen, im Spiel, wie es ist",
    ),
    "impact.line": (
        "{share} of {games} pairs of random games go differently; length {length} decisions; "
        "first seat wins {seat}",
        "{share} von {games} Paaren von Zufallsspielen verlaufen anders; Länge {length} "
        "Entscheidungen; der erste Platz gewinnt {seat}",
    ),
    "field.board": ("board", "Spielplan"),
    "field.to act": ("decides", "entscheidet"),
    "field.on turn": ("on turn", "am Zug"),
    "field.home": ("wizards home", "Magier in der Burg"),
    "field.flasks": ("flasks (empty.full.spent)", "Flaschen (leer.voll.ausgegeben)"),
    "field.hands": ("hands", "Handkarten"),
    "field.spells": ("spells", "Zaubersprüche"),
    "field.points": ("points", "Punkte"),
    "field.pile": ("draw pile", "Nachziehstapel"),
    "field.discard": ("discards", "Ablage"),
    "refused": ("`{move}` is refused by", "`{move}` verbietet"),
    "filter": ("filter by word or address", "nach Wort oder Adresse filtern"),
    "grade": ("grade", "Grad"),
    "rule": ("rule", "Regel"),
    "matrix": ("Five manuals against one another", "Fünf Anleitungen im Vergleich"),
    "colophon": (
        "Written by wtrules {version}. The texts are paraphrases by fans; the game, its name and its "
        "manuals belong to their authors and publishers.",
        "Geschrieben von wtrules {version}. Die Texte sind Umschreibungen von Fans; das Spiel, sein "
        "Name und seine Anleitungen gehören ihren Autoren und Verlagen.",
    ),
    "mode.only": ("only {side} offers", "nur {side} bietet"),
}


class Texts:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._index = LANGUAGES.index(language)

    def __call__(self, key: str, **values: Any) -> str:
        text = _TEXTS[key][self._index]
        return text.format(**values) if values else text

    def part(self, name: str) -> str:
        """Return what a part of a rule is called; words of the language of rules stay as they are."""
        return self(f"part.{name}") if f"part.{name}" in _TEXTS else name

    def phrase(self, says: Mapping[str, str]) -> str:
        """Return what is said in this language, else in any."""
        return says.get(self.language) or next(iter(says.values()), "")

    def count(self, n: int) -> str:
        """Return `3 differences`."""
        return self("count.one") if n == 1 else self("count", n=n)
