"""What `wtrules play` says, in English and German.

`TEXTS` holds the sentences. `Words` puts moves, cards and players into words: names and
paraphrases come from the rules themselves, so a house rule speaks for itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from wtrules.checks.wording import stale_says
from wtrules.cli.show import phrase, said
from wtrules.game.game import Game, Move, State
from wtrules.program.program import Alternative
from wtrules.rules import values
from wtrules.rules.changes import text
from wtrules.rules.model import Entry
from wtrules.syntax import nodes as n

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "welcome": "{title}: {rules}, players: {players}, seed: {seed}.",
        "seats": "At the table: {seats}.",
        "seat": "{who} ({how})",
        "how.human": "you",
        "how.random": "random bot",
        "how.greedy": "greedy bot",
        "how.mcts": "searching bot",
        "try_help": "Type the number of a move, or `help`.",
        "turn": "{who} to decide",
        "turn_of": "{who} to decide, in the turn of {active}",
        "home": "home",
        "flasks": "flasks",
        "empty": "empty",
        "full": "full",
        "spent": "spent",
        "cards": "cards",
        "points": "points",
        "yes": "yes",
        "no": "no",
        "nothing": "nothing",
        "castle": "The castle stands on s{space}.",
        "hand": "Hand: {cards}",
        "no_cards": "no cards",
        "die": "The die shows {roll}.",
        "spells": "Spells: {spells}",
        "cost": "{name} ({cost})",
        "moves": "Moves ({rule}):",
        "did": "{who}: {move}",
        "aside": "puts a card aside",
        "handover": "Hand over to {who}, then press Enter: ",
        "prompt": "{who}> ",
        "cast": "cast “{name}”",
        "pass": "do nothing",
        "card": "play {card}",
        "or": " or ",
        "die_card": "by the die",
        "rolls": "up to {rolls} rolls",
        "wizard": "wizard of {who} on s{space}",
        "tower": "tower on s{space}",
        "tower_level": "tower {level} of {height} on s{space}",
        "surface": "place on s{space}, level {level}",
        "space": "space s{space}",
        "to": " → s{space}",
        "to_home": " → castle",
        "fills": ", fills a flask",
        "fills_some": ", fills {number} flasks",
        "hint": "greedy would choose `{text}`: {words}",
        "allowed_by": "Allowed by {rule}: {says}",
        "allowed_by_rule": "Allowed by {rule}.",
        "asked_by": "You are asked by {rule}: {says}",
        "asked_by_rule": "You are asked by {rule}.",
        "not_legal": "`{text}` is no move here.",
        "against": "Against it: {rule}: {says}",
        "against_rule": "Against it: {rule}.",
        "no_number": "There is no move {number}; the moves are 1 to {last}.",
        "did_you_mean": "Did you mean `{near}`?",
        "see_help": "`moves` lists the moves, `help` the commands.",
        "nothing_to_undo": "There is nothing to take back.",
        "undone": "Taken back: {count}.",
        "needs_file": "Say which file, as in `{command} evening.game`.",
        "saved": "Saved in {file}.",
        "not_saved": "Not saved: {reason}.",
        "exists": "`{file}` is there already, and this session has not made it",
        "changed": "`{file}` has been changed by somebody else meanwhile",
        "no_folder": "there is no folder `{folder}`",
        "cannot_write": "`{file}` cannot be written: {reason}",
        "loaded": "Loaded {file}: {moves} moves.",
        "not_loaded": "Not loaded; the game goes on as it was.",
        "unsaved": "This game has moves that are saved nowhere. `save FILE` keeps them; `load {file}` again drops them.",
        "autosave": "From now on the game is kept in {file}.",
        "stops": "{file}:{line}: move {number} is not legal: {reason}",
        "cannot_begin": "{file}:{line}: the game cannot begin: {reason}",
        "seats_wrong": "{number} seats are named, but {players} play",
        "no_seat": "nobody is called `{name}`; a seat is one of {known}",
        "won": "The game is over ({outcome}): {who} wins!",
        "shared": "The game is over ({outcome}): {who} share the win!",
        "no_winner": "The game is over ({outcome}): nobody wins.",
        "and": " and ",
        "endless": "The bots have gone on for {number} decisions; that is enough.",
        "bye": "The game ends here.",
        "resume": "The game is kept in {file}. To go on: wtrules play --load {file} --save {file}",
        "help": (
            "  NUMBER or move     play it, as in `3` or `tower s4`\n"
            "  undo, u            back to your last decision\n"
            "  hint, h            what greedy would do, and why it may\n"
            "  why [MOVE]         the rule behind this decision, or a move\n"
            "  moves, m           the moves again\n"
            "  board, b           the board again\n"
            "  save FILE          keep the game\n"
            "  load FILE          go on with another game\n"
            "  help, ?            this list\n"
            "  quit, q            stop playing"
        ),
    },
    "de": {
        "welcome": "{title}: {rules}, Spieler: {players}, Startzahl: {seed}.",
        "seats": "Am Tisch: {seats}.",
        "seat": "{who} ({how})",
        "how.human": "Mensch",
        "how.random": "Zufallsspieler",
        "how.greedy": "gieriger Spieler",
        "how.mcts": "vorausschauender Spieler",
        "try_help": "Die Nummer eines Zugs eingeben oder `hilfe`.",
        "turn": "{who} entscheidet",
        "turn_of": "{who} entscheidet, am Zug ist {active}",
        "home": "daheim",
        "flasks": "Flaschen",
        "empty": "leer",
        "full": "voll",
        "spent": "verbraucht",
        "cards": "Karten",
        "points": "Punkte",
        "yes": "ja",
        "no": "nein",
        "nothing": "nichts",
        "castle": "Die Burg steht auf s{space}.",
        "hand": "Hand: {cards}",
        "no_cards": "keine Karten",
        "die": "Der Würfel zeigt {roll}.",
        "spells": "Zaubersprüche: {spells}",
        "cost": "{name} ({cost})",
        "moves": "Züge ({rule}):",
        "did": "{who}: {move}",
        "aside": "legt eine Karte beiseite",
        "handover": "An {who} weitergeben, dann Eingabetaste drücken: ",
        "prompt": "{who}> ",
        "cast": "„{name}“ sprechen",
        "pass": "nichts tun",
        "card": "{card} spielen",
        "or": " oder ",
        "die_card": "nach Würfel",
        "rolls": "bis zu {rolls} Würfe",
        "wizard": "Magier von {who} auf s{space}",
        "tower": "Turm auf s{space}",
        "tower_level": "Turm {level} von {height} auf s{space}",
        "surface": "Fläche auf s{space}, Ebene {level}",
        "space": "Feld s{space}",
        "to": " → s{space}",
        "to_home": " → Burg",
        "fills": ", füllt eine Flasche",
        "fills_some": ", füllt {number} Flaschen",
        "hint": "Der gierige Spieler nähme `{text}`: {words}",
        "allowed_by": "Erlaubt durch {rule}: {says}",
        "allowed_by_rule": "Erlaubt durch {rule}.",
        "asked_by": "Gefragt wird nach {rule}: {says}",
        "asked_by_rule": "Gefragt wird nach {rule}.",
        "not_legal": "`{text}` ist hier kein Zug.",
        "against": "Dagegen steht {rule}: {says}",
        "against_rule": "Dagegen steht {rule}.",
        "no_number": "Einen Zug {number} gibt es nicht; es gibt 1 bis {last}.",
        "did_you_mean": "War `{near}` gemeint?",
        "see_help": "`züge` zeigt die Züge, `hilfe` die Befehle.",
        "nothing_to_undo": "Es gibt nichts zurückzunehmen.",
        "undone": "Zurückgenommen: {count}.",
        "needs_file": "Bitte eine Datei nennen, etwa `{command} abend.game`.",
        "saved": "Gesichert in {file}.",
        "not_saved": "Nicht gesichert: {reason}.",
        "exists": "`{file}` gibt es schon, und sie stammt nicht aus dieser Sitzung",
        "changed": "`{file}` ist inzwischen von anderer Hand geändert worden",
        "no_folder": "einen Ordner `{folder}` gibt es nicht",
        "cannot_write": "`{file}` lässt sich nicht schreiben: {reason}",
        "loaded": "{file} geladen: {moves} Züge.",
        "not_loaded": "Nicht geladen; das Spiel geht weiter wie bisher.",
        "unsaved": "Züge dieses Spiels sind nirgends gesichert. `save DATEI` hebt sie auf; noch einmal `load {file}` lässt sie fallen.",
        "autosave": "Von nun an wird das Spiel in {file} aufgehoben.",
        "stops": "{file}:{line}: Zug {number} ist nicht erlaubt: {reason}",
        "cannot_begin": "{file}:{line}: das Spiel kann nicht beginnen: {reason}",
        "seats_wrong": "{number} Plätze sind genannt, es spielen aber {players}",
        "no_seat": "niemand heißt `{name}`; auf einem Platz sitzt {known}",
        "won": "Das Spiel ist aus ({outcome}): {who} gewinnt!",
        "shared": "Das Spiel ist aus ({outcome}): {who} teilen sich den Sieg!",
        "no_winner": "Das Spiel ist aus ({outcome}): Niemand gewinnt.",
        "and": " und ",
        "endless": "Die Computerspieler haben {number} Entscheidungen getroffen; das genügt.",
        "bye": "Das Spiel endet hier.",
        "resume": "Das Spiel liegt in {file}. Weiter geht es mit: wtrules play --load {file} --save {file}",
        "help": (
            "  NUMMER oder Zug       spielen, etwa `3` oder `tower s4`\n"
            "  undo, u, zurück       zurück zur letzten eigenen Entscheidung\n"
            "  hint, h, tipp         was der gierige Spieler täte, und warum er darf\n"
            "  why, warum [ZUG]      die Regel hinter dieser Entscheidung oder einem Zug\n"
            "  moves, m, züge        die Züge noch einmal\n"
            "  board, b, brett       das Brett noch einmal\n"
            "  save, sichern DATEI   das Spiel aufheben\n"
            "  load, laden DATEI     mit einem anderen Spiel weitermachen\n"
            "  help, ?, hilfe        diese Liste\n"
            "  quit, q, ende         aufhören"
        ),
    },
}

# What may be typed -> what is meant. German words work in English too, and the other way round.
COMMANDS = {
    "undo": "undo", "u": "undo", "zurück": "undo",
    "hint": "hint", "h": "hint", "tipp": "hint",
    "why": "why", "warum": "why",
    "moves": "moves", "m": "moves", "züge": "moves",
    "board": "board", "b": "board", "brett": "board",
    "save": "save", "sichern": "save",
    "load": "load", "laden": "load",
    "help": "help", "?": "help", "hilfe": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "ende": "quit",
}  # fmt: skip


class Words:
    """Puts what happens in a game into words of one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self._texts = TEXTS[lang]

    def __call__(self, key: str, **parts: object) -> str:
        """Return a sentence with its blanks filled in."""
        return self._texts[key].format(**parts)

    # --- names ---

    @property
    def title(self) -> str:
        """What the game is called."""
        return phrase(self.game.rules.title, self.lang) or self.game.name

    def player(self, state: State, seat: int) -> str:
        """Return a player's colour."""
        colour = state.program.colours[seat]
        table = values.table(self.game.rules, "colours")
        name = table.cell(colour, self.lang) if table is not None else None
        return str(name) if name else colour

    def spell(self, id: str) -> str:
        """Return the name of a spell."""
        return self._name("spell", id)

    def cost(self, id: str) -> str:
        """Return the price of a spell, as it is written if it is no plain number."""
        entry = self.game.rules.get("spell", id)
        clauses = entry.clauses() if entry is not None else ()
        return next((text(c.value.span) for c in clauses if isinstance(c, n.Cost)), "0")

    def outcome(self, id: str) -> str:
        """Return the name of a way to end."""
        return self._name("outcome", id)

    def _name(self, kind: str, id: str) -> str:
        entry = self.game.rules.get(kind, id)
        clauses = entry.clauses() if entry is not None else ()
        phrases = [p for c in clauses if isinstance(c, n.NameClause) for p in c.phrases]
        return phrase(phrases, self.lang) or id

    def card(self, state: State, index: int) -> str:
        """Return what a card allows: `tower card 4 or wizard card 2`."""
        card = state.program.cards[index]
        faces = []
        for face in card.faces:
            number = self("die_card") if face.value < 0 else str(face.value) if face.value else ""
            faces.append(f"{self._name('card', face.kind)} {number}".rstrip())
        rolls = f" ({self('rolls', rolls=card.rolls)})" if card.rolls > 1 else ""
        return self("or").join(faces) + rolls

    # --- moves ---

    def move(self, state: State, move: Move, after: State | None = None) -> str:
        """Return a move in words; with the position *after* it, also where the piece goes."""
        decision = state.decision
        assert decision is not None
        alternative, numbers = decision.decode(move.option)
        parts = self._option(alternative)
        things = [
            self.thing(state, kind, value)
            for kind, value in zip(alternative.kinds, numbers, strict=True)
        ]
        said = ": ".join([*parts, ", ".join(things)] if things else parts)
        return said + (self._effect(state, after, alternative.kinds) if after is not None else "")

    def _option(self, alternative: Alternative) -> list[str]:
        """Return what an option is called, without the pieces that are chosen with it."""
        words, texts = alternative.words, dict(alternative.texts)
        text = texts.get(self.lang) or texts.get("en")
        if alternative.spell is not None:
            rest = text or " ".join(words[words.index(alternative.spell) + 1 :])
            return [self("cast", name=self.spell(alternative.spell)), *([rest] if rest else [])]
        if text:
            return [text]
        if alternative.passes:
            return [self("pass")]
        return [" ".join(words)] if words else []

    def thing(self, state: State, kind: str, value: int) -> str:
        """Return a piece, place, card or player in words."""
        program = state.program
        match kind:
            case "player":
                return self.player(state, value)
            case "card":
                return self("card", card=self.card(state, value))
            case "spell":
                return self.spell(program.spells[value])
            case "space":
                return self("space", space=value)
            case "wizard":
                place, owner = divmod(value, program.players)
                return self("wizard", who=self.player(state, owner), space=place // program.levels)
            case "tower" | "place":
                space, level = divmod(value, program.levels)
                height = state.numbers("height")[space]
                if kind == "place":
                    return self("surface", space=space, level=level)
                if height == 1:
                    return self("tower", space=space)
                return self("tower_level", space=space, level=level, height=height)
        return state.name(kind, value)

    def foretell(self, state: State, move: Move) -> str:
        """Return a move in words with what it does, as far as anybody can tell beforehand."""
        after = state.play(move)
        by_chance = after.numbers("rng") != state.numbers("rng")
        return self.move(state, move, None if by_chance else after)

    def _effect(self, state: State, after: State, kinds: tuple[str, ...]) -> str:
        """Return where a single piece went, and what came of it."""
        told = ""
        seats = range(state.players)
        if any(after.numbers("home")[i] > state.numbers("home")[i] for i in seats):
            told = self("to_home")
        elif len(kinds) == 1 and kinds[0] in ("wizard", "tower"):
            field = "height" if kinds == ("tower",) else "cell"
            before, now = state.numbers(field), after.numbers(field)
            width = 1 if field == "height" else state.program.levels
            grown = {i // width for i, (a, b) in enumerate(zip(before, now, strict=True)) if b > a}
            if len(grown) == 1:
                told = self("to", space=grown.pop())
        filled = sum(max(0, state.numbers("empty")[i] - after.numbers("empty")[i]) for i in seats)
        if filled:
            told += self("fills") if filled == 1 else self("fills_some", number=filled)
        return told

    # --- rules ---

    def rule(self, key: str, id: str) -> str:
        """Return a sentence about a rule, with what the rule says where it says something."""
        entry = entry_of(self.game, id)
        true = entry is not None and stale_says(self.game.rules, entry) is None
        says = said(entry, self.lang) if entry is not None and true else ""
        return self(key, rule=id, says=says) if says else self(f"{key}_rule", rule=id)


def entry_of(game: Game, rule: str) -> Entry | None:
    """Return the entry of a rule as moves name it: `turn.action`, `spell.move_tower`, `card.tower`."""
    kind, _, rest = rule.partition(".")
    return game.rules.get("rule", rule) or game.rules.get(kind, rest)
