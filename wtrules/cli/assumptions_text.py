"""The open questions of a ruleset as text and as JSON, for `wtrules assumptions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field

from wtrules.cli import terminal
from wtrules.cli.terminal import line_width, use_colour
from wtrules.game.assumptions import Assumption, OpenQuestions, Reading
from wtrules.resolve.citations import Citation
from wtrules.resolve.clauses import by_language, in_language, phrases_in
from wtrules.resolve.ledger import affected, confidence, kind
from wtrules.safe_text import json_text, safe
from wtrules.say.citations import place_text
from wtrules.simulate.readings import GAMES, Effect, Effects, known, known_effects, measured_effects
from wtrules.simulate.statistics import Estimate
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_SCHEMA = 2
_LINES = 3  # of a question in the list, at most
_MARGIN = " " * 7


@define
class Listing:
    """Some of the questions of a ruleset, with what is known about their effects."""

    work: OpenQuestions
    listed: list[Assumption]
    total: int  # of questions, before any were left out
    players: int
    games: int = 0
    seed: int = 0
    effects: Effects = field(factory=dict)
    with_positions: bool = False

    def measure(
        self,
        games: int | None,
        seed: int,
        progress: Callable[[int, int, str], None],
        jobs: int | None,
    ) -> None:
        """Measure the effects of all readings."""
        self.games, self.seed = games or GAMES, seed
        self.effects = measured_effects(
            self.work,
            self.listed,
            self.players,
            games=self.games,
            seed=seed,
            progress=progress,
            jobs=jobs,
        )
        self._sort()

    def look_up(self) -> None:
        """Use the effects that have been measured before."""
        self.effects = known_effects(self.work.game, self.listed, self.players)
        if self.effects:
            self.games, self.seed = known().games, known().seed
        self._sort()

    def _sort(self) -> None:
        def weight(assumption: Assumption) -> tuple[float, float]:
            found = self.strongest(assumption)
            return _weight(found[1]) if found is not None else (-1.0, -1.0)

        self.listed.sort(key=weight, reverse=True)

    def keep_at_least(self, least: float) -> None:
        """Leave out questions with a smaller effect, or one that is not known."""
        self.listed = [
            one for one in self.listed if (size := self.effect(one)) is not None and size >= least
        ]

    def effect(self, assumption: Assumption) -> float | None:
        """Return the largest effect of another reading; None if none was measured."""
        found = self.strongest(assumption)
        return found[1].size if found is not None else None

    def strongest(self, assumption: Assumption) -> tuple[Reading, Effect] | None:
        """Return the reading with the largest effect."""
        found = [
            (reading, effect)
            for reading in assumption.others
            if (effect := self.effects.get((assumption.id, reading.name))) is not None
        ]
        return max(found, key=lambda pair: _weight(pair[1]), default=None)

    def does_not_fit(self, assumption: Assumption, reading: Reading) -> bool:
        """Whether a reading was tried and cannot be played with these rules."""
        key = assumption.id, reading.name
        return reading.body is None or (key in self.effects and self.effects[key] is None)


def _weight(effect: Effect) -> tuple[float, float]:
    size = effect.size
    return (-1.0 if size is None else size), effect.comes_up.value


# --- for people -------------------------------------------------------------------------------------


def text_lines(listing: Listing, lang: str, full: bool, most: int) -> Iterator[str]:
    """Yield *most* of the questions as text: briefly, or with everything that is known about each."""
    texts, work = Texts(lang), listing.work
    listed = listing.listed[:most]
    yield from _wrapped("", _head(listing, listed, texts, full))
    if not listed:
        yield from ("", texts("assumptions.nothing"))
        return
    settled = [] if full else [one for one in listed if not one.others]
    if len(settled) < len(listed) and not full:
        yield ""
    for assumption in listed:
        if full:
            yield ""
            yield from _full(listing, assumption, texts)
        elif assumption.others:
            yield from _brief(listing, assumption, texts)
    if settled:
        yield from ("", texts("assumptions.rest"), "")
        for assumption in settled:
            yield from _brief(listing, assumption, texts)
    if work.unlisted and len(listing.listed) == listing.total:
        yield from ("", texts("assumptions.unlisted", ids=", ".join(work.unlisted)))
    yield ""
    more = len(listing.listed) - len(listed)
    foot = texts("assumptions.foot" if full else "assumptions.brief_foot")
    yield from _wrapped("", f"{texts('assumptions.more', n=more)} {foot}" if more else foot)


def _head(listing: Listing, listed: list[Assumption], texts: Texts, full: bool) -> str:
    shown, total = len(listed), listing.total
    sentences = [texts("assumptions.head", name=listing.work.game.name, n=total)]
    if shown < total:
        sentences.append(texts("assumptions.shown", n=shown))
    if listing.effects:
        about = {"games": texts.number(listing.games), "n": listing.players}
        sentences.append(texts("assumptions.played" if full else "assumptions.measured", **about))
    elif any(one.others for one in listed):
        sentences.append(texts("assumptions.unmeasured"))
    return " ".join(sentences)


def _brief(listing: Listing, assumption: Assumption, texts: Texts) -> Iterator[str]:
    """Yield a question in three lines at most: what is asked, our reading, and how much it matters."""
    played = (r for r in assumption.readings if r.played)
    answers = (in_language(reading.node.phrases, texts.language) for reading in played)
    said = " ".join([_question(assumption, texts), *answers])
    effect = listing.effect(assumption)
    number = _percent(effect, texts) if effect is not None else "–" if assumption.others else ""
    first, *more = _cut(_wrapped(_MARGIN, safe(said)), _LINES - 1)
    yield _styled("1", f"{number:>5}") + first[5:]
    yield from more
    yield _styled("2", _notes(listing, assumption, texts))


def _notes(listing: Listing, assumption: Assumption, texts: Texts) -> str:
    """Return a line about a question: its id, how sure we are, and whether it was measured."""
    notes = [safe(assumption.id)]
    if listing.work.stated(assumption):
        notes.append(texts("assumptions.in_manual"))
    elif sure := confidence(assumption.node):
        notes.append(texts("assumptions.sure", word=_word("confidence", sure, texts)))
    found = listing.strongest(assumption)
    if found is not None and found[1].result is None:
        notes.append(texts("assumptions.misjudged_briefly"))
    elif found is None and assumption.others:
        notes.append(texts("assumptions.not_measured"))
    line = _MARGIN + notes[0]
    for note in notes[1:]:  # what has no room is left to the details
        if len(line) + len(note) + 3 <= line_width():
            line += f" · {note}"
    return line


def _cut(lines: list[str], most: int) -> list[str]:
    """Return the first lines, the last of them shortened to say that there are more."""
    if len(lines) <= most:
        return lines
    *kept, last = lines[:most]
    short = last[: line_width() - 2].rsplit(" ", 1)[0] if len(last) > line_width() - 2 else last
    return [*kept, f"{short.rstrip('.,;: ')} …"]


def _full(listing: Listing, assumption: Assumption, texts: Texts) -> Iterator[str]:
    """Yield all that is known about a question."""
    yield _styled("1", safe(assumption.id))
    yield from _wrapped("  ", safe(_question(assumption, texts)))
    for reading in assumption.readings:
        mark = "*" if reading.played else " "
        says = in_language(reading.node.phrases, texts.language)
        aside = _aside(listing, assumption, reading, texts)
        yield from _wrapped(f"  {mark} {reading.name}  ", safe(f"{says}{aside}"))
    labelled = [
        ("evidence", in_language(phrases_in(assumption.node, n.Evidence), texts.language)),
        *(
            ("letter", f"{clause.name.id} ({', '.join(name.id for name in clause.rulesets)})")
            for clause in assumption.node.clauses
            if isinstance(clause, n.LetterReading)
        ),
        ("stated", texts.join(list(dict.fromkeys(_places(listing, assumption, texts))))),
        ("confidence", _word("confidence", confidence(assumption.node) or "", texts)),
        ("kind", _word("kind", kind(assumption.node), texts)),
        ("named", ", ".join(assumption.named_by)),
        ("affects", ", ".join(affected(assumption.node))),
    ]
    for key, said in labelled:
        if said:
            yield from _wrapped(f"    {texts(f'assumptions.{key}')}: ", safe(said), 6)
    if listing.with_positions:
        yield from _positions(listing, assumption, texts)


def _places(listing: Listing, assumption: Assumption, texts: Texts) -> Iterator[str]:
    """Yield where the manual states the answer."""
    for each in listing.work.stated(assumption):
        yield place_text(Citation("", each.section, each.page), texts)


def _positions(listing: Listing, assumption: Assumption, texts: Texts) -> Iterator[str]:
    """Yield a position for each other reading in which it differs from ours."""
    from wtrules.editions.report.reading import position_lines

    played = next((reading.name for reading in assumption.readings if reading.played), None)
    for reading in assumption.others:
        other = listing.work.other(assumption.id, reading.name)
        if other is None or played is None:
            continue
        names = (played, reading.name)
        games = (listing.work.game, other)
        for line in position_lines(assumption.id, names, games, texts.language):
            words = line.lstrip()
            indent = len(line) - len(words) + 2
            yield from _wrapped(" " * indent, safe(words), indent + 2)


def _question(assumption: Assumption, texts: Texts) -> str:
    return in_language(phrases_in(assumption.node, n.Says), texts.language)


def _word(group: str, word: str, texts: Texts) -> str:
    """Return what a word of the ledger is called."""
    key = f"assumptions.{group}.{word}"
    return texts(key) if key in texts else word


def _aside(listing: Listing, assumption: Assumption, reading: Reading, texts: Texts) -> str:
    """Return a note about a reading: what it changes, or why it cannot be played."""
    if reading.played:
        return ""
    effect = listing.effects.get((assumption.id, reading.name))
    if effect is not None:
        note = "; ".join(_intervals(effect, texts))
    elif reading.node.unplayable:
        why = in_language(reading.node.unplayable, texts.language)
        note = texts("assumptions.unplayable", why=why)
    elif listing.does_not_fit(assumption, reading):
        note = texts("assumptions.unfit")
    else:
        note = texts("assumptions.not_measured")
    return f" [{note}]"


def _intervals(effect: Effect, texts: Texts) -> Iterator[str]:
    """Yield all that was measured, with intervals."""
    if effect.result is not None:
        said = texts("assumptions.result", share=_percent(effect.result.value, texts))
        yield _with_span(said, effect.result, texts)
    yield _with_span(_comes_up(effect, texts), effect.comes_up, texts)
    if effect.result is None:
        yield texts("assumptions.misjudged")
    for name, change in _differences(effect):
        said = texts(f"assumptions.{name}", change=_signed(change.value, texts))
        low, high = _signed(change.low, texts), _signed(change.high, texts)
        yield f"{said} ({low} … {high})" if low != high else said


def _differences(effect: Effect) -> Iterator[tuple[str, Estimate]]:
    """Yield what is longer or more, where enough games were played to the end to say so."""
    for name, change in (("turns", effect.turns), ("casts", effect.casts)):
        if change is not None and change.games > 1:
            yield name, change


def _comes_up(effect: Effect, texts: Texts) -> str:
    if not effect.comes_up.value:
        return texts("assumptions.never")
    return texts("assumptions.comes_up", share=_percent(effect.comes_up.value, texts))


def _with_span(said: str, share: Estimate, texts: Texts) -> str:
    low, high = (texts.figures(f"{100 * x:.0f}") for x in (share.low, share.high))
    return f"{said} ({low}–{high})"


def _percent(share: float, texts: Texts) -> str:
    return "<1 %" if 0 < share < 0.005 else texts.figures(f"{100 * share:.0f} %")


def _signed(number: float, texts: Texts) -> str:
    shown = f"{round(number, 1) + 0.0:+,.1f}"
    return texts.figures("0.0" if shown in ("+0.0", "-0.0") else shown).replace("-", "−")


def _wrapped(lead: str, words: str, hang: int | None = None) -> list[str]:
    return terminal.wrapped(lead, words, hang, line_width())


def _styled(code: str, text: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if use_colour() and text.strip() else text


# --- for programs ---------------------------------------------------------------------------------


def as_json(listing: Listing) -> str:
    """Return the open questions as JSON."""
    work = listing.work
    document = {
        "schema": _SCHEMA,
        "ruleset": work.game.name,
        "hash": work.game.hash,
        "assumed": dict(work.game.rules.assumed),
        "players": listing.players,
        "games": listing.games,
        "seed": listing.seed,
        "measured": bool(listing.effects),
        "unlisted": list(work.unlisted),
        "total": listing.total,
        "assumptions": [_assumption_json(listing, assumption) for assumption in listing.listed],
    }
    return json_text(document)


def _assumption_json(listing: Listing, assumption: Assumption) -> dict[str, Any]:
    node = assumption.node
    return {
        "id": assumption.id,
        "kind": kind(node),
        "question": by_language(phrases_in(node, n.Says)),
        "evidence": by_language(phrases_in(node, n.Evidence)),
        "confidence": confidence(node),
        "stated": [
            {"section": place.section, "page": place.page}
            for place in listing.work.stated(assumption)
        ],
        "letter": [
            {"reading": c.name.id, "rulesets": [name.id for name in c.rulesets]}
            for c in node.clauses
            if isinstance(c, n.LetterReading)
        ],
        "affects": list(affected(node)),
        "named_by": list(assumption.named_by),
        "effect": listing.effect(assumption),
        "readings": [
            _reading_json(listing, assumption, reading) for reading in assumption.readings
        ],
    }


def _reading_json(listing: Listing, assumption: Assumption, reading: Reading) -> dict[str, Any]:
    effect = listing.effects.get((assumption.id, reading.name))
    return {
        "name": reading.name,
        "text": by_language(reading.node.phrases),
        "played": reading.played,
        "playable": not listing.does_not_fit(assumption, reading),
        "unplayable": by_language(reading.node.unplayable) or None,
        "effect": None
        if effect is None
        else {
            name: numbers and dict(zip(("value", "low", "high", "games"), numbers, strict=True))
            for name, numbers in effect.to_json().items()
        },
    }
