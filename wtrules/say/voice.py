"""Pieces, places, moves and what happens, in words: the one place where they are put into words.

`Voice` takes values (`things.py`) and returns texts of one language. A deed is what a player does, as
an infinitive: `move the blue wizard from space 3 to space 5`. An account is all that happened, in
sentences: `Blue moves the blue wizard from space 3 to space 5.` Both say the same thing in the same
words. Names come from the rules, everything else from `say.po`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from wtrules.checks.stale_says import stale_says
from wtrules.meaning.changes import text
from wtrules.meaning.chapters import label_of
from wtrules.meaning.evaluate import Players
from wtrules.meaning.sentences import sentence
from wtrules.program.program import CardKind
from wtrules.resolve.citations import citations_of
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.resolve.model import Rules
from wtrules.say.citations import citation_texts
from wtrules.say.describe import colour_names, entry_of, name_of, piece_nouns, said
from wtrules.say.things import (
    Card,
    Castle,
    Choice,
    Ending,
    Happened,
    Mark,
    Motion,
    Number,
    Piece,
    Place,
    Player,
    Remembered,
    Spell,
    Thing,
    Tower,
    Wizard,
    Word,
    wizards_of,
)
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, as_sentence, capitalised
from wtrules.texts.declension import Adjective, as_object


class Voice:
    """Says what there is and what happens in a game, in one language."""

    def __init__(self, rules: Rules, lang: str, players: Players = None) -> None:
        """*players* is the number that rules are read for; without it, all that are possible."""
        self.rules = rules
        self.lang = lang
        self.players = players
        self.texts = Texts(lang)

    def __call__(self, key: str, /, **parts: object) -> str:
        """Return a text of the catalogue with its placeholders filled in."""
        return self.texts(key, **parts)

    # --- names ---

    @property
    def title(self) -> str:
        """What the game is called."""
        return in_language(self.rules.title, self.lang) or "+".join(
            [self.rules.name, *self.rules.chosen]
        )

    @cached_property
    def colours(self) -> dict[str, str]:
        """What people call the colours, by letter."""
        return colour_names(self.rules, self.lang)

    @cached_property
    def _pieces(self) -> dict[str, str]:
        return piece_nouns(self.rules, self.lang)

    def player(self, letter: str) -> str:
        """Return what a player is called: the colour as a name, `Blue`."""
        return capitalised(self.colours.get(letter, letter))

    def spell(self, id: str) -> str:
        """Return the name of a spell."""
        return self._name("spell", id)

    def cost(self, id: str) -> str:
        """Return the price of a spell, as it is written if it is not a plain number."""
        entry = self.rules.get("spell", id)
        clauses = entry.clauses() if entry is not None else ()
        return next((text(c.value.span) for c in clauses if isinstance(c, n.Cost)), "0")

    def outcome(self, id: str) -> str:
        """Return the name of a way to end."""
        return self._name("outcome", id)

    def card(self, card: CardKind) -> str:
        """Return what is printed on a card: `tower card 4 or wizard card 2`, `tower card with two dice`."""
        faces = []
        for face in card.faces:
            name = self.texts.without_article(self._name("card", face.kind))
            faces.append(f"{name} {face.value}" if face.value > 0 else name)
        # All dice of a card are for whatever is moved.
        shown = self("say.or").join(dict.fromkeys(faces))
        if any(face.value < 0 for face in card.faces):
            shown += f" {self('say.dice', n=card.rolls, number=self.number(card.rolls))}"
        which = f" ({self('say.number_of_card', n=card.number)})" if card.number else ""
        return shown + which

    def card_called(self, cards: Iterable[CardKind], code: str) -> str:
        """Return what the one of these cards with a code allows."""
        found = next((kind for kind in cards if kind.code == code), None)
        return self.card(found) if found is not None else code

    def label(self, id: str) -> str:
        """Return the name of a deck or a memory."""
        return self.texts.phrase(label_of(self.rules, id).name) or as_words(id)

    def variant(self, id: str) -> str:
        """Return the name of a variant, and what it says."""
        says = sentence(self.rules, self.rules.variants[id].node, self.lang, self.players)
        return f"{self.variant_name(id)}: {says}" if says else self.variant_name(id)

    def variant_name(self, id: str) -> str:
        """Return the name of a variant."""
        return name_of(self.rules.variants[id].node, self.texts) or as_words(id)

    def _name(self, kind: str, id: str) -> str:
        entry = self.rules.get(kind, id)
        if entry is None:
            return id
        return in_language(phrases_in(entry.node, n.NameClause), self.lang) or as_words(id)

    def number(self, number: int) -> str:
        """Return a number as a sentence has it: small ones as words."""
        key = f"common.number.{number}"
        return self(key) if key in self.texts else str(number)

    # --- rules ---

    def says(self, id: str) -> str:
        """Return the paraphrase of a rule; nothing if it has none, or one that is no longer true."""
        entry = entry_of(self.rules, id)
        if entry is None or stale_says(self.rules, entry) is not None:
            return ""
        return said(self.rules, entry, self.lang, self.players)

    def rule(self, id: str) -> str:
        """Return what a rule says, its id, and where the manual says so."""
        entry = entry_of(self.rules, id)
        cites = citations_of(entry.node)[:1] if entry is not None else ()
        behind = "; ".join([id, *citation_texts(cites, self.texts)])
        says = self.says(id)
        return f"{says} ({behind})" if says else behind

    # --- things ---

    def thing(self, thing: Thing) -> str:
        """Return a thing as it does something, or as it is listed: `the blue wizard on space 3`."""
        bare = self._bare(thing)
        match thing:
            case Wizard(space=None):
                return self("say.away", what=bare)
            case Wizard(space=int(space), marks=marks):
                return self._on(bare, Place(space)) + self._marked(marks)
            case Tower(space=space, level=level):
                return self._on(bare, Place(space, level))
            case Piece(space=int(space)):
                return self._on(bare, Place(space))
        return bare

    def object(self, thing: Thing) -> str:
        """Return a thing to which something is done: German `den blauen Magier auf Feld 3`."""
        return as_object(self.thing(thing), self.lang)

    def listed(self, things: Sequence[str]) -> str:
        """Return things as a list, in which a comma comes before `and` if one of them says `or`."""
        if len(things) > 1 and any(self("say.or") in each for each in things):
            return self("say.together", one=", ".join(things[:-1]), two=things[-1])
        return self.texts.join(things)

    def place(self, place: Place) -> str:
        """Return a place: `space 3`, or `space 3 (level 1)` inside a stack."""
        key = "say.space" if place.level is None else "say.level"
        return self(key, space=place.space, level=place.level)

    def _on(self, what: str, place: Place) -> str:
        return self("say.on", what=what, place=self.place(place))

    def _bare(self, thing: Thing) -> str:
        """Return a thing without where it is."""
        match thing:
            case Player(letter=letter):
                return self.player(letter)
            case Wizard(letter=letter, number=number):
                return self._wizards(letter, number)
            case Tower(part="upper", number=number):
                return self("say.tower.upper", number=self.number(number))
            case Tower(part="top" | "stack" as part):
                return self(f"say.tower.{part}")
            case Tower():
                return self("say.tower")
            case Castle():
                return self("say.castle")
            case Piece(id=id, number=number):
                return self._piece(id, number)
            case Place():
                return self.place(thing)
            case Card(kind=kind):
                return self.card(kind)
            case Spell(id=id):
                return self.spell(id)
            case Number(number=number):
                return self("say.number", number=number)
        return thing

    def _wizards(self, letter: str | None, number: int = 1) -> str:
        how, parts = self._ownership(letter)
        if number == 1:
            return self(f"say.wizard{how}", **parts)
        return self(f"say.wizards{how}", number=self.number(number), **parts)

    def _ownership(self, letter: str | None) -> tuple[str, dict[str, Adjective | str]]:
        """Return how texts put whose wizard it is, which is the end of their keys, and what they need for it."""
        if letter is None:
            return ".plain", {}
        colour = Adjective(self.colours.get(letter, letter))
        return (
            ("", {"colour": colour}) if colour.is_one else (".named", {"who": self.player(letter)})
        )

    def no_wizard(self, letter: str | None, place: Place) -> str:
        """Return that a player has no wizard somewhere."""
        how, parts = self._ownership(letter)
        return self(f"say.no_wizard{how}", place=self.place(place), **parts)

    def _piece(self, id: str, number: int | None) -> str:
        noun = self._pieces[id]
        bare = self.texts.without_article(noun)
        if number is not None:
            return f"{bare} {number}"
        if bare != noun or (self.lang == "en" and noun[:1].isupper()):
            return noun
        return self("say.piece", name=noun)

    def _marked(self, marks: Iterable[Mark]) -> str:
        """Return what rules remember of a wizard."""
        shown = ", ".join(self._mark(mark) for mark in marks)
        return f" ({shown})" if shown else ""

    def _mark(self, mark: Mark) -> str:
        if isinstance(mark.value, Word):
            return self.remembered(mark.memory, mark.value)
        if mark.value is True:
            return self.label(mark.memory)
        return f"{self.label(mark.memory)}: {self.remembered(mark.memory, mark.value)}"

    def remembered(self, memory: str, value: Remembered) -> str:
        """Return a value of a memory."""
        match value:
            case None:
                return self("say.nothing")
            case bool():
                return self("say.yes" if value else "say.no")
            case int():
                return str(value)
            case Word(id=id):
                word = label_of(self.rules, memory).words.get(id, {})
                return self.texts.phrase(word) or as_words(id)
        return self.thing(value)

    # --- what a player does ---

    def deed(self, happened: Happened) -> str:
        """Return what a player does: `cast “Brew”: fill a flask`."""
        return ": ".join(self.deed_parts(happened))

    def deed_after_may(self, happened: Happened) -> str:
        """Return what a player does, behind `may`: `cast “Brew” (fill a flask)`."""
        first, *rest = self.deed_parts(happened)
        return f"{first} ({': '.join(rest)})" if rest else first

    def deed_parts(self, happened: Happened) -> tuple[str, ...]:
        """Return what a player does in parts: the spell or option, then what is done with it."""
        choice = happened.choice
        parts = self._option(choice)
        deeds = [*self._acts(happened, choice, "do", is_named=bool(parts))]
        deeds += self._gains(happened)
        done = f" {self('common.and')} ".join(deeds)
        if done and done not in parts:  # an option may be called what it does
            parts.append(done)
        return tuple(parts)

    def kind(self, happened: Happened) -> str:
        """Return what moves like this one are called, whichever piece they choose: `move a tower`."""
        choice = happened.choice
        if named := ": ".join(self._option(choice)):
            return named
        for key in self._kinds(happened, choice):
            if f"say.kind.{key}" in self.texts:
                return self(f"say.kind.{key}")
        return self.deed(happened)

    def is_clear(self, happened: Happened) -> bool:
        """Return whether the kind of a move says what is done, not just that something is chosen."""
        choice = happened.choice
        act, *_ = [*self._kinds(happened, choice), ""]
        return choice.spell is not None or (
            not choice.words and "_" in act and f"say.kind.{act}" in self.texts
        )

    def _kinds(self, happened: Happened, choice: Choice) -> Iterator[str]:
        """Yield the keys of what moves of a kind are called, the one that says most first."""
        for thing in (*choice.things, *map(Number, choice.numbers)):
            kind = _kind(thing)
            yield f"{'move' if happened.chosen else choice.verb}_{kind}"
            yield kind

    def _option(self, choice: Choice) -> list[str]:
        """Return what an option is called, without the pieces that are chosen with it."""
        name = choice.says.get(self.lang) or choice.says.get("en") or ""
        if choice.spell is not None:
            cast = self("say.do.cast", spell=self.spell(choice.spell))
            return [cast, *filter(None, [name or " ".join(choice.words)])]
        if name:
            return [name]
        if choice.passes:
            return [self("say.do.pass")]
        return [as_words(" ".join(choice.words))] if choice.words else []

    def _acts(
        self, happened: Happened, choice: Choice, how: str, *, is_named: bool, who: str = ""
    ) -> Iterator[str]:
        """Yield what is done with what was chosen; *how* is `do` or `does`."""
        chosen: tuple[Thing, ...] = (*choice.things, *map(Number, choice.numbers))
        if len(chosen) == 1 and choice.verb is not None:
            [thing] = chosen
            key = _form(how, f"{choice.verb.replace(' ', '_')}_{_kind(thing)}")
            if key in self.texts:
                number = thing.number if isinstance(thing, Number) else 1
                yield self(key, who=who, what=self.object(thing), n=number)
                return
        numbers = ", ".join(self.thing(Number(number)) for number in choice.numbers)
        if happened.chosen:
            done = self(_form(how, "move"), who=who, moved=self.moved(happened.chosen))
        elif choice.things:
            what = self.listed([*map(self.object, choice.things)])
            done = self(_form(how, "choose"), who=who, what=what)
        elif numbers and not is_named:
            done, numbers = self(_form(how, "choose"), who=who, what=numbers), ""
        else:
            done, numbers = numbers, ""
        if done:
            yield f"{done} ({numbers})" if numbers else done

    def _gains(self, happened: Happened) -> Iterator[str]:
        """Yield how many wizards came into the castle beside those that were moved there, and flasks were filled."""
        moved = sum(motion.is_home for motion in happened.chosen)
        if (home := len(happened.home) - moved) > 0:
            yield self("say.do.home", n=home, number=self.number(home))
        if filled := len(happened.filled):
            yield self("say.do.fill", n=filled, number=self.number(filled))

    # --- what happened ---

    def account(self, happened: Happened) -> list[str]:
        """Return all that happened, in sentences."""
        return [as_sentence(part) for part in self._account(happened)]

    def _account(self, happened: Happened) -> Iterator[str]:
        """Yield what happened, as short sentences without a full stop."""
        if happened.is_forbidden:
            yield from self._forbidden(happened)
            return
        yield from self._done(happened)
        yield from self._others(happened)
        locked = self._several("say.locked", happened, happened.locked)
        filled = [*self._seats("say.does.fill", _counts(happened.filled))]
        if locked and filled:
            yield self("say.together", one=locked, two=filled.pop(0))
        elif locked:
            yield locked
        yield from filled
        yield from self._freed_and_scored(happened)
        yield from self._seats(
            "say.gets", dict(zip(happened.letters, happened.dealt, strict=False))
        )
        if happened.ending is not None:
            yield from self._ended(happened.ending)
        elif happened.turn_over:
            yield self("say.turn_over")
        elif happened.decides is not None:
            yield self("say.decides", who=self.player(happened.decides))

    def aftermath(self, happened: Happened) -> list[str]:
        """Return what happened beside what the player did, in sentences: what `deed` leaves out."""
        locked = self._several("say.locked", happened, happened.locked)
        parts = [*self._others(happened), locked, *self._freed_and_scored(happened)]
        return [as_sentence(part) for part in parts if part]

    def _others(self, happened: Happened) -> Iterator[str]:
        """Yield where pieces went that the player did not move."""
        rest = [motion for motion in happened.motions if motion not in happened.chosen]
        for group in self._together(rest):
            yield self._goes(group)

    def _freed_and_scored(self, happened: Happened) -> Iterator[str]:
        moved = {motion.piece for motion in happened.motions}
        freed = tuple(key for key in happened.freed if key not in moved)
        if said := self._several("say.freed", happened, freed):
            yield said
        points = dict(zip(happened.letters, happened.scored, strict=False))
        yield from self._seats("say.scores", {who: n for who, n in points.items() if n > 0})
        yield from self._seats("say.loses", {who: -n for who, n in points.items() if n < 0})

    def _done(self, happened: Happened) -> Iterator[str]:
        """Yield what the player did."""
        who, spell = self.player(happened.actor), happened.played.spell
        spell = self.spell(spell) if spell is not None else None
        things = happened.choice.things if happened.choice.spell is not None else ()
        if spell is not None and happened.chosen:
            moved = self.moved(happened.chosen)
            yield self("say.does.cast_and_move", who=who, spell=spell, moved=moved)
        elif spell is not None and things:
            what = self.listed([*map(self.object, things)])
            yield self("say.does.cast_and_choose", who=who, spell=spell, what=what)
        elif spell is not None:
            yield self("say.does.cast", who=who, spell=spell)
        elif happened.motions:
            yield from self._chosen(happened, happened.choice, who)
        else:
            for one in (*happened.earlier, happened.choice):
                yield from self._chosen(happened, one, who)

    def _chosen(self, happened: Happened, choice: Choice, who: str) -> Iterator[str]:
        """Yield what a player chose, as a sentence."""
        if choice.passes:
            yield self("say.does.pass", who=who)
        elif happened.chosen or choice.things or choice.numbers:
            yield from self._acts(happened, choice, "does", is_named=False, who=who)
        elif named := self._option(choice):
            yield self.does(happened.actor, ": ".join(named))

    def does(self, letter: str, deed: str) -> str:
        """Return who does something: `Blue: discard the hand`."""
        return self("say.says", who=self.player(letter), what=deed)

    def _forbidden(self, happened: Happened) -> Iterator[str]:
        """Yield what may not be done, and why."""
        reason = self.reasons(happened)
        groups = list(self._together(happened.motions))
        if len(groups) != 1 or groups[0][0].end is None:
            yield self("say.forbidden", reason=reason.removesuffix("."))
            return
        [group] = groups
        what, way = as_object(self._group(group), self.lang), self._way(group[0])
        yield self("say.may_not_move", who=self.player(happened.actor), what=what, way=way)
        yield reason

    def reasons(self, happened: Happened) -> str:
        """Return why a move is forbidden, in sentences."""
        return " ".join(dict.fromkeys(as_sentence(one.text(self.lang)) for one in happened.against))

    def moved(self, motions: Iterable[Motion]) -> str:
        """Return what is moved, and where to: `the blue wizard from space 3 to space 5`."""
        return self.texts.join(
            [
                self("say.moved", what=as_object(self._group(group), self.lang), way=self._way(one))
                for group in self._together(motions)
                for one in group[:1]
            ]
        )

    def _goes(self, group: Sequence[Motion]) -> str:
        first, what = group[0], self._group(group)
        # A stack is one thing, however many towers it has.
        are_towers = isinstance(first.what, Tower) and first.what.part == "upper"
        number = 2 if are_towers else len(group)
        if first.start is None:
            assert first.end is not None
            place = self.place(Place(first.end[0]))
            return self("say.appears", n=number, what=what, place=place)
        if first.end is None and not first.is_home:
            return self("say.vanishes", n=number, what=what)
        key = "say.goes"
        if first.is_home or first.end is None:
            key = "say.goes_home"
        elif first.end[0] == first.start[0]:
            key = "say.goes_up"
        return self(key, n=number, what=what, way=self._way(first))

    def _way(self, motion: Motion) -> str:
        """Return from where to where something goes: `from space 3 to space 5`."""
        assert motion.start is not None
        level = motion.what.level if isinstance(motion.what, Tower) else None
        start = self.place(Place(motion.start[0], level))
        if motion.is_home or motion.end is None:
            return self("say.way.home", start=start)
        if motion.start[0] == motion.end[0]:
            is_up = motion.end[1] > motion.start[1]
            return self("say.way.up" if is_up else "say.way.elsewhere", start=start)
        return self("say.way.to", start=start, end=self.place(Place(motion.end[0])))

    def _group(self, group: Sequence[Motion]) -> str:
        """Return pieces that move together, without where they are."""
        what = group[0].what
        if not isinstance(what, Wizard):
            return self._bare(what)
        marked = self._marked(what.marks) if len(group) == 1 else ""
        return self._wizards(what.letter, len(group)) + marked

    def _together(self, motions: Iterable[Motion]) -> Iterator[list[Motion]]:
        """Yield the motions, wizards of one colour that go the same way as one."""
        groups: dict[object, list[Motion]] = {}
        for motion in motions:
            is_wizard = isinstance(motion.what, Wizard)
            name = motion.what.letter if isinstance(motion.what, Wizard) else motion.piece
            key = (is_wizard, name, motion.start, motion.end, motion.is_home)
            groups.setdefault(key, []).append(motion)
        yield from groups.values()

    def _several(self, key: str, happened: Happened, keys: tuple[str, ...]) -> str:
        """Return what happens to some wizards; nothing without any."""
        counts = wizards_of(keys)
        if not counts:
            return ""
        if happened.is_shared:
            counts = {None: len(keys)}
        what = [self._wizards(letter, number) for letter, number in counts.items()]
        return self(key, n=len(keys), what=self.texts.join(what))

    def _seats(self, key: str, numbers: dict[str, int]) -> Iterator[str]:
        """Yield what happens to players, each so many times."""
        for letter, number in numbers.items():
            if number:
                yield self(key, n=number, who=self.player(letter), number=self.number(number))

    # --- how a game ends ---

    def ending(self, ending: Ending, you: str | None = None) -> str:
        """Return how a game ended, in sentences; *you* is the letter of the reader."""
        return " ".join(map(as_sentence, self._ended(ending, you)))

    def _ended(self, ending: Ending, you: str | None = None) -> Iterator[str]:
        if ending.outcome is None:
            yield self("say.over")
        else:
            yield self("say.over_by", outcome=self.outcome(ending.outcome))
        if ending.goal_reached is not None:
            yield self("say.goal_reached" if ending.goal_reached else "say.goal_missed")
        elif not ending.winners:
            yield self("say.nobody_won")
        elif ending.winners == you:
            yield self("say.you_won")
        else:
            names = [
                self("play.you_are", who=self.player(who)) if who == you else self.player(who)
                for who in ending.winners
            ]
            yield self("say.won", n=len(names), who=self.texts.join(names))
        yield from filter(None, [self._said_of_outcome(ending)])

    def _said_of_outcome(self, ending: Ending) -> str:
        """Return what an outcome says to the players, once if it says the same to all of them."""
        entry = self.rules.get("outcome", ending.outcome or "")
        if entry is None:
            return ""
        players = len(ending.points)
        each = [
            sentence(self.rules, entry.node, self.lang, players, {"points": points})
            for points in ending.points
        ]
        if len(set(each)) == 1:
            return each[0]
        return " ".join(
            f"{self.player(who)}: {said}" for who, said in zip(ending.letters, each, strict=True)
        )


def _kind(thing: Thing) -> str:
    """Return what kind of thing it is, as keys of texts have it."""
    return type(thing).__name__.lower()


def _form(how: str, deed: str) -> str:
    """Return the key of a deed: as an infinitive, or as a sentence."""
    return f"say.do.{deed}" if how == "do" else f"say.does.{deed}"


def _counts(letters: str) -> dict[str, int]:
    return {letter: letters.count(letter) for letter in letters}


def as_words(id: str) -> str:
    """Return the id of something that has no name, as it reads best."""
    return id.rpartition(".")[2].replace("_", " ")
