"""`wtrules assumptions`: what a ruleset rests on that no manual settles, and how much it matters."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import define, evolve, field, frozen

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.options import AssumeOption, RulesetArgument, read_assume
from wtrules.cli.terminal import say, show_progress, write_data

if TYPE_CHECKING:
    from wtrules.game.consequence import Consequence
    from wtrules.game.game import Game
    from wtrules.rules.ledger import Assume
    from wtrules.rules.library import Library, LoadedFile
    from wtrules.rules.model import Rules
    from wtrules.syntax import nodes as n

_WIDTH = 96
_GAMES = 8  # enough to tell often from hardly ever, and soon done
_PLAYERS = 3


class AssumptionsFormat(StrEnum):
    """How the ledger is written."""

    TEXT = "text"
    JSON = "json"


class Language(StrEnum):
    """The language of questions and readings."""

    EN = "en"
    DE = "de"


def assumptions(
    ruleset: RulesetArgument = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", min=0, max=10_000, help="Random games for each reading; 0 measures nothing."
        ),
    ] = _GAMES,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many play in them; 3 if the rules allow."),
    ] = None,
    assume: AssumeOption = None,
    lang: Annotated[Language, typer.Option("--lang", help="English or German.")] = Language.EN,
    output_format: Annotated[
        AssumptionsFormat, typer.Option("--output-format", help="For people or for programs.")
    ] = AssumptionsFormat.TEXT,
) -> int:
    """List the open questions a ruleset rests on, the most consequential first.

    For every other reading that can be played, pairs of random games are played with the same
    cards, rolls and choices: by the rules as they are and by that reading. What counts is in how
    many pairs the moves on offer or the positions ever differ. Random players rarely play well,
    so a small number is a hint, not a proof.

    Examples:
      wtrules assumptions
      wtrules assumptions en-abacus-24+nasty --lang de
      wtrules assumptions friday.wtr --games 100
      wtrules assumptions --games 0 --output-format json
    """
    from wtrules.game.load import RulesetError, load
    from wtrules.resources import default_ruleset

    wanted, readings = ruleset or default_ruleset(), read_assume(assume)
    try:
        game = load(wanted, assume=readings)
    except RulesetError as error:
        say(str(error))
        return EXIT_USAGE
    if players is None:
        players = _PLAYERS if _PLAYERS in game.players else game.players[0]
    elif players not in game.players:
        counts = ", ".join(map(str, game.players))
        say(f"wtrules: {game.name} is for {counts} players, not {players}")
        return EXIT_USAGE
    work = _Work(game, wanted, readings, players, games)
    listed = work.listed()
    if games:
        listed = work.measured(listed)
    listed.sort(key=lambda a: a.weight, reverse=True)
    if output_format is AssumptionsFormat.JSON:
        write_data(_json(work, listed))
    else:
        write_data("\n".join(_text(work, listed, lang)) + "\n")
    return EXIT_CLEAN


# --- what there is ---------------------------------------------------------------------------------


@frozen
class _Reading:
    """One reading of a question, for the ruleset at hand."""

    node: n.Reading
    played: bool
    playable: bool
    consequence: Consequence | None = None

    @property
    def name(self) -> str:
        """What `--assume` calls it."""
        return self.node.name.id


@frozen
class _Assumption:
    """A question of the ledger that the ruleset rests on."""

    node: n.Assumption
    named_by: tuple[str, ...]
    readings: tuple[_Reading, ...]

    @property
    def id(self) -> str:
        """What `assumed` and `--assume` call it."""
        return self.node.id.id

    @property
    def share(self) -> float | None:
        """The largest part of the games that another reading changed; None if none was tried."""
        shares = [r.consequence.share for r in self.readings if r.consequence is not None]
        return max(shares, default=None)

    @property
    def weight(self) -> tuple[float, int]:
        """How much it matters: in many games rather than few, and early rather than late."""
        found = [r.consequence for r in self.readings if r.consequence is not None]
        weights = [(c.share, -(c.earliest or 0)) for c in found]
        return max(weights, default=(-1.0, 0))


@define
class _Work:
    """The ruleset, the ledger, and the games to measure by."""

    game: Game
    ruleset: str
    assume: Assume
    players: int
    games: int
    unlisted: tuple[str, ...] = ()
    _files: dict[Any, LoadedFile | None] = field(factory=dict)

    def listed(self) -> list[_Assumption]:
        """Return what the ruleset rests on, in the order of the ledger."""
        from wtrules.rules.ledger import affected, default, ledger_of

        rules = self.game.rules
        named = assumed_by(rules)
        ids = {entry.id for entry in rules.entries.values()} | set(rules.chosen) | _covered(rules)
        ledger = ledger_of(rules, self._library())
        self.unlisted = tuple(id for id in named if id not in ledger)
        layers = {layer.name for layer in rules.layers}
        chosen = dict(rules.assumed)
        found = []
        for id, node in ledger.items():
            comes_up = not (spoken := _variants(node, rules)) or spoken.intersection(rules.chosen)
            if id in named or id in chosen or (comes_up and ids.intersection(affected(node))):
                played = chosen.get(id, default(node, layers))
                readings = tuple(self._readings(node, played, layers))
                found.append(_Assumption(node, named.get(id, ()), readings))
        return found

    def _readings(
        self, node: n.Assumption, played: str | None, layers: set[str]
    ) -> Iterator[_Reading]:
        from wtrules.rules.ledger import body_of, readings

        for name, reading in readings(node).items():
            yield _Reading(reading, name == played, body_of(reading, layers) is not None)

    def measured(self, listed: list[_Assumption]) -> list[_Assumption]:
        """Return the list with the consequences of the readings that are not played."""
        from wtrules.game.consequence import Yardstick

        yardstick = Yardstick(self.game, self.players, self.games)
        number = sum(r.playable and not r.played for a in listed for r in a.readings)
        done = 0
        found = []
        for assumption in listed:
            readings = []
            for reading in assumption.readings:
                if reading.playable and not reading.played:
                    done += 1
                    show_progress(f"{done} of {number}: {assumption.id}={reading.name}")
                    other = self._other(assumption.id, reading.name)
                    if other is not None:
                        reading = evolve(reading, consequence=yardstick.measure(other))
                readings.append(reading)
            found.append(evolve(assumption, readings=tuple(readings)))
        show_progress("")
        return found

    def _other(self, id: str, reading: str) -> Game | None:
        """Return the game with one reading changed, None if it cannot be played here."""
        from wtrules.game.game import Game
        from wtrules.pipeline import has_errors, open_ruleset

        kept = [pair for pair in self.game.rules.assumed if pair[0] != id]
        opened = open_ruleset(self.ruleset, self._library())
        made = opened.compile(opened.chosen, [*kept, (id, reading)])
        if made is None or has_errors((*opened.diagnostics, *made.elaborated[1])):
            return None
        return Game(made)

    def _library(self) -> Library:
        """Return a library that reads every file only once."""
        from wtrules.rules.library import Library

        return Library(files=self._files)


def _variants(node: n.Assumption, rules: Rules) -> set[str]:
    """Return the variants a question is about, if it comes up with variants only."""
    from wtrules.rules.ledger import affected, readings

    bodies = [body for r in readings(node).values() for body in r.bodies if body.items]
    if bodies and all(body.variants for body in bodies):
        return {name.id for body in bodies for name in body.variants}
    return set(affected(node)).intersection(rules.variants)


def assumed_by(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the assumptions that clauses of a ruleset name, with what names them."""
    from wtrules.syntax import nodes as n

    found: dict[str, list[str]] = {}
    for id, clauses in _grounds(rules):
        for clause in clauses:
            if isinstance(clause, n.Assumed):
                for name in clause.entries:
                    found.setdefault(name.id, []).append(id)
    return {id: tuple(dict.fromkeys(places)) for id, places in found.items()}


def _covered(rules: Rules) -> set[str]:
    from wtrules.syntax import nodes as n

    return {
        name.id
        for _, clauses in _grounds(rules)
        for clause in clauses
        if isinstance(clause, n.Covers)
        for name in clause.ids
    }


def _grounds(rules: Rules) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the clauses of every entry and chosen variant."""
    for entry in rules.entries.values():
        yield entry.id, (*entry.clauses(), *getattr(entry.node, "grounds", ()))
    for name in rules.chosen:
        if name in rules.variants:
            yield f"variant {name}", rules.variants[name].node.members


# --- for people -----------------------------------------------------------------------------------

_WORDS = {
    "en": {
        "head": "{name} rests on {number} open questions; the rules as they are against other "
        "readings in {games} random games for {players} players each",
        "unmeasured_head": "{name} rests on {number} open questions",
        "differ": "{differing} of {games} games differ",
        "same": "no game of {games} differs",
        "untold": "cannot be played: {why}",
        "unfit": "does not fit here",
        "evidence": "evidence",
        "letter": "by the letter",
        "named": "named by",
        "confidence": "confidence",
        "rest": "not measured: no other reading can be played here",
        "unlisted": "assumed, but not in the ledger: {ids}",
        "foot": "`--assume ID=READING` takes another reading.",
    },
    "de": {
        "head": "{name} beruht auf {number} offenen Fragen; die Regeln, wie sie sind, gegen andere "
        "Lesarten in je {games} Zufallspartien zu {players} Spielern",
        "unmeasured_head": "{name} beruht auf {number} offenen Fragen",
        "differ": "{differing} von {games} Partien verlaufen anders",
        "same": "keine von {games} Partien verläuft anders",
        "untold": "nicht spielbar: {why}",
        "unfit": "passt hier nicht",
        "evidence": "Belege",
        "letter": "dem Wortlaut nach",
        "named": "genannt in",
        "confidence": "Sicherheit",
        "rest": "nicht gemessen: hier ist keine andere Lesart spielbar",
        "unlisted": "angenommen, aber nicht im Verzeichnis: {ids}",
        "foot": "`--assume ID=LESART` wählt eine andere Lesart.",
    },
}
_SURE = {"certain": "sicher", "high": "hoch", "medium": "mittel", "low": "gering"}


def _text(work: _Work, listed: list[_Assumption], lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    head = words["head" if work.games else "unmeasured_head"]
    yield head.format(
        name=work.game.name, number=len(listed), games=work.games, players=work.players
    )
    measured = [a for a in listed if a.share is not None]
    for assumption in measured if work.games else listed:
        yield ""
        yield from _full(assumption, lang)
    rest = [a for a in listed if a.share is None] if work.games else []
    if rest:
        yield from ("", words["rest"])
        for assumption in rest:
            yield from _brief(assumption, lang)
    if work.unlisted:
        yield from ("", words["unlisted"].format(ids=", ".join(work.unlisted)))
    yield from ("", words["foot"])


def _full(assumption: _Assumption, lang: str) -> Iterator[str]:
    from wtrules.rules.ledger import confidence, phrases
    from wtrules.syntax import nodes as n

    words = _WORDS[lang]
    yield assumption.id
    yield from _wrapped("  ", _phrase(phrases(assumption.node, n.Says), lang))
    for reading in assumption.readings:
        mark = "*" if reading.played else " "
        told = _phrase(reading.node.phrases, lang)
        yield from _wrapped(f"  {mark} {reading.name}  ", f"{told}{_aside(reading, words, lang)}")
    evidence = _phrase(phrases(assumption.node, n.Evidence), lang)
    if evidence:
        yield from _wrapped(f"    {words['evidence']}: ", evidence, 6)
    for clause in assumption.node.clauses:
        if isinstance(clause, n.LetterReading):
            where = ", ".join(name.id for name in clause.rulesets)
            yield f"    {words['letter']}: {clause.name.id} ({where})"
    sure = confidence(assumption.node)
    if sure:
        yield f"    {words['confidence']}: {_SURE.get(sure, sure) if lang == 'de' else sure}"
    if assumption.named_by:
        yield from _wrapped(f"    {words['named']}: ", ", ".join(assumption.named_by), 6)


def _brief(assumption: _Assumption, lang: str) -> Iterator[str]:
    from wtrules.rules.ledger import phrases
    from wtrules.syntax import nodes as n

    played = [r for r in assumption.readings if r.played]
    answer = " ".join(_phrase(reading.node.phrases, lang) for reading in played)
    yield f"  {assumption.id}"
    yield from _wrapped("    ", f"{_phrase(phrases(assumption.node, n.Says), lang)} {answer}")


def _aside(reading: _Reading, words: dict[str, str], lang: str) -> str:
    """Return what is to be said of a reading beside its text."""
    if reading.consequence is not None:
        key = "differ" if reading.consequence.differing else "same"
        told = words[key].format(
            differing=reading.consequence.differing, games=reading.consequence.games
        )
    elif reading.played:
        return ""
    elif reading.node.unplayable:
        told = words["untold"].format(why=_phrase(reading.node.unplayable, lang))
    elif not reading.playable:
        told = words["unfit"]
    else:
        return ""
    return f" [{told}]"


def _phrase(phrases: Iterable[n.Phrase], lang: str) -> str:
    texts = {each.language: each.text for each in phrases}
    return texts.get(lang) or next(iter(texts.values()), "")


def _wrapped(lead: str, words: str, hang: int | None = None) -> list[str]:
    return textwrap.wrap(
        words,
        _WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) if hang is None else hang),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]


# --- for programs ---------------------------------------------------------------------------------


def _json(work: _Work, listed: list[_Assumption]) -> str:
    document = {
        "schema": 1,
        "ruleset": work.game.name,
        "hash": work.game.hash,
        "assumed": dict(work.game.rules.assumed),
        "games": work.games,
        "players": work.players,
        "unlisted": list(work.unlisted),
        "assumptions": [_assumption_json(assumption) for assumption in listed],
    }
    return json.dumps(document, indent=2) + "\n"


def _assumption_json(assumption: _Assumption) -> dict[str, Any]:
    from wtrules.rules.ledger import affected, confidence, phrases
    from wtrules.syntax import nodes as n

    node = assumption.node
    return {
        "id": assumption.id,
        "question": _by_language(phrases(node, n.Says)),
        "evidence": _by_language(phrases(node, n.Evidence)),
        "confidence": confidence(node),
        "letter": [
            {"reading": c.name.id, "rulesets": [name.id for name in c.rulesets]}
            for c in node.clauses
            if isinstance(c, n.LetterReading)
        ],
        "affects": list(affected(node)),
        "named_by": list(assumption.named_by),
        "share": assumption.share,
        "readings": [_reading_json(reading) for reading in assumption.readings],
    }


def _reading_json(reading: _Reading) -> dict[str, Any]:
    found = reading.consequence
    return {
        "name": reading.name,
        "text": _by_language(reading.node.phrases),
        "played": reading.played,
        "playable": reading.playable,
        "unplayable": _by_language(reading.node.unplayable) or None,
        "consequence": found
        and {"games": found.games, "differing": found.differing, "earliest": found.earliest},
    }


def _by_language(phrases: Iterable[n.Phrase]) -> dict[str, str]:
    return {each.language: each.text for each in phrases}
