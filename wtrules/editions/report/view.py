"""A report as its readers see it: the same names, sentences and pictures for every format.

A `View` belongs to a report and a language. Pages, Markdown and plain text ask it what to print.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from wtrules.editions.changes import Grade, Mode, Statement, Wording, type_name
from wtrules.editions.differences import Difference, Impact, Report
from wtrules.editions.printed.passage import Passage
from wtrules.editions.report.boards import Boards
from wtrules.editions.report.history import Telling, history
from wtrules.editions.report.impact_text import (
    ImpactTable,
    impact_in_short,
    impact_table,
    impact_text,
)
from wtrules.editions.report.links import Links
from wtrules.editions.report.marked import Marked, excerpt, marked
from wtrules.editions.report.names import Names
from wtrules.editions.report.passage_text import gap_text
from wtrules.editions.report.phrasing_text import aspect_text, difference_text, note_texts
from wtrules.editions.report.why import why
from wtrules.editions.report.witness_text import WitnessText, chosen_text, set_up_text
from wtrules.editions.search.witness import (
    INSEPARABLE,
    NEVER_ASKS,
    SAME_PROGRAM,
    SET_UP_ONLY,
    TOO_MUCH,
    Searched,
)
from wtrules.editions.sides import shipped_ledger
from wtrules.game.picture import picture
from wtrules.prove.result import COUNTED
from wtrules.resolve.ledger import readings
from wtrules.texts import Texts
from wtrules.value import Value

# Grades whose differences need no more than a line of a table.
IN_SHORT = (Grade.SILENCE, Grade.WORDING, Grade.PHRASING, Grade.COMPONENTS)
_REASONS = {
    SET_UP_ONLY: "report.reason.setup",
    NEVER_ASKS: "report.reason.never_asks",
    SAME_PROGRAM: "report.reason.same",
    INSEPARABLE: "report.reason.inseparable",
    TOO_MUCH: "report.reason.too_much",
}


@frozen
class Side(Value):
    """What one side says about something, and where."""

    name: str
    says: str
    words: Marked  # the same, with what differs marked
    stance: str  # states, implies, omits; empty for rules that no manual is about
    said: str  # the stance in words
    cites: tuple[str, ...]
    link: str = ""  # into its rulebook
    put: tuple[tuple[str, str], ...] = ()  # how it puts it, by aspect, where the other differs
    passage: Passage | None = None  # what its manual prints, if its text is at hand


@frozen
class Pair(Value):
    """What both sides say about one thing."""

    title: str
    id: str
    sides: tuple[Side, Side]

    @property
    def same(self) -> str:
        """What both say, if they say the same."""
        one, two = self.sides
        return one.says if one.says == two.says else ""

    @property
    def is_empty(self) -> bool:
        """Whether neither side says anything."""
        return not any(side.says or side.stance or side.cites for side in self.sides)


@frozen
class Board(Value):
    """A picture with its caption."""

    name: str
    caption: str
    svg: str = ""
    steps: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    link: str = ""
    command: str = ""
    anchor: str = ""  # a name for a file


class View:
    """What a report shows, in one language."""

    def __init__(self, report: Report, words: Texts, links: Links | None = None) -> None:
        self.report = report
        self.words = words
        self.links = links or Links()
        self.names = Names(report, words)

    # --- the whole report ---

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides."""
        return self.names.sides

    @property
    def title(self) -> str:
        """The heading of the report."""
        return self.words("report.title", one=self.sides[0], two=self.sides[1])

    @property
    def none(self) -> str:
        """The sentence for an empty report, and why it is empty."""
        report = self.report
        if report.below:
            return self.words("report.none_shown", n=report.below)
        return self.words("report.none_left" if report.accepted else "report.none")

    @property
    def counts(self) -> str:
        """How many differences there are, by grade."""
        if not self.report.differences:
            return self.none
        found = self.report.counts().items()
        parts = [f"{self.words(f'report.grade.{grade}')} {n}" for grade, n in found if n]
        return f"{self.words('report.count', n=len(self.report.differences))}: {', '.join(parts)}"

    @property
    def compared(self) -> list[str]:
        """In which modes the two were compared, and which modes only one of them offers."""
        report = self.report
        first = self.words("report.compared")
        known = [
            f"{self.words(f'report.evidence.{kind}')} {n}"
            for kind, n in report.evidence().items()
            if n
        ]
        if report.modes:
            modes = ", ".join(self.names.mode(mode) for mode in report.modes)
            first += self.words("report.and_with", modes=modes)
        lines = [self.words("report.same_game")] if report.is_same_game else []
        lines.append(first)
        if known:
            lines.append(f"{self.words('report.evidence')}: {', '.join(known)}")
        if report.left_out:
            modes = ", ".join(self.names.mode(mode) for mode in report.left_out)
            lines.append(self.words("report.left_out", modes=modes))
        for side, only in zip(self.sides, (report.only_one, report.only_two), strict=True):
            if only:
                variants = self.words.join([self.names.mode((id,)) for id in only])
                lines.append(self.words("report.only_offers", side=side, variants=variants))
        return lines

    @property
    def overall(self) -> Impact | None:
        """The impact of all differences together."""
        return self.report.overall

    def lost(self) -> str:
        """Return which topics could not be compared; nothing if all were."""
        topics = [self.names.topic(topic) for topic in self.report.lost]
        return self.words("report.lost", topics=", ".join(topics)) if topics else ""

    def gaps(self) -> list[str]:
        """Return what is missing of the texts of the manuals."""
        return [gap_text(gap, self.words) for gap in self.report.gaps]

    # --- a difference ---

    def evidence(self, difference: Difference) -> str:
        """Return what a difference is known from."""
        return self.words(f"report.evidence.{difference.evidence}")

    def anchor(self, difference: Difference) -> str:
        """Return the place of a difference on the page."""
        return f"d-{difference.fingerprint}"

    def heading(self, difference: Difference) -> str:
        """Return the title of a difference."""
        return self.names.difference(difference)

    def mode(self, mode: Mode) -> str:
        """Return the names of variants."""
        return self.names.mode(mode)

    def chapter(self, difference: Difference) -> str:
        """Return the chapter of a difference."""
        return self.names.chapter(difference)

    def wording(self, difference: Difference) -> Pair:
        """Return what both sides say about a difference."""
        says = [self.names.says(difference, side) for side in (0, 1)]
        places = [f"{difference.kind}-{difference.id}", f"topic-{difference.id}"]
        places += [f"topic-{statement.topic}" for statement in difference.statements]
        both = (difference.one, difference.two)
        return self._pair(self.heading(difference), difference.id, says, both, places)

    def statements(self, difference: Difference) -> list[Pair]:
        """Return what both manuals say about the topics of a difference."""
        return [self._statement(statement) for statement in difference.statements]

    def _statement(self, statement: Statement) -> Pair:
        both = (statement.one, statement.two)
        says = [self.words.phrase(wording.says) for wording in both]
        title = self.names.topic(statement.topic)
        return self._pair(title, statement.topic, says, both, [f"topic-{statement.topic}"])

    def _pair(
        self,
        title: str,
        id: str,
        says: list[str],
        both: tuple[Wording, Wording],
        places: list[str],
    ) -> Pair:
        says = [self._as_played(*pair) for pair in zip(says, both, strict=True)]
        words = marked(*says)
        phrasings = both[0].phrasings(both[1])
        put = [(aspect_text(p, self.words), note_texts(p, self.words)) for p in phrasings]
        one, two = (
            Side(
                self.sides[i],
                says[i],
                words[i],
                wording.stance or "",
                self.stance(wording.stance, says[i]),
                tuple(
                    self.names.cites(
                        wording.cites, self.report.rules[i] if self.report.rules else None
                    )
                ),
                self.links.book(i, places),
                tuple((aspect, notes[i]) for aspect, notes in put),
                wording.passage,
            )
            for i, wording in enumerate(both)
        )
        return Pair(title, id, (one, two))

    def stance(self, stance: str | None, says: str = "") -> str:
        """Return whether a manual states, implies or leaves out something."""
        if stance:
            return self.words(f"report.stance.{stance}")
        return "" if says else self.words("report.absent")

    def excerpt(self, words: Marked) -> Marked:
        """Return a sentence for the overview: where it differs."""
        return excerpt(words)

    def changes(self, difference: Difference) -> list[tuple[str, str]]:
        """Return the changes of a difference and its parts as the rule language writes them."""
        found = [(type_name(c), difference_text(c, self.words)) for c in difference.changes]
        for part in difference.parts:
            name = f"{self.names.title(part.kind, part.id)} ({part.id})"
            found += [
                (type_name(c), f"{name}: {difference_text(c, self.words)}") for c in part.changes
            ]
        return found

    def literal(self, difference: Difference) -> str:
        """Return the readings of an open question that two manuals lead to when read literally."""
        taken = difference.taken
        assert taken is not None
        question = self.names.question(taken.question, shipped_ledger())
        answers = [self._reading(taken.question, each) for each in (taken.one, taken.two)]
        sides = {"one": self.sides[0], "two": self.sides[1]}
        return self.words("report.taken", question=question, a=answers[0], b=answers[1], **sides)

    def _as_played(self, says: str, wording: Wording) -> str:
        """Return what a side says, and how it is played if that is not the same."""
        read = wording.read_as
        if read is None:
            return says
        question = self.names.question(read.question, shipped_ledger())
        reading = self._reading(read.question, read.reading)
        return self.words("report.read_as", says=says, question=question, reading=reading)

    def _reading(self, question: str, name: str) -> str:
        """Return the answer of a reading to an open question."""
        entry = shipped_ledger().get(question)
        found = readings(entry).get(name) if entry is not None else None
        said = {p.language: p.text for p in found.phrases} if found is not None else {}
        return self.words.phrase(said) or name

    def because(self, difference: Difference) -> str:
        """Return the rules that explain a witness."""
        return self.names.because(difference)

    def searched(self, difference: Difference) -> str:
        """Return how far the search went."""
        searched = difference.searched
        assert searched is not None
        if difference.proofs:
            return self._proved(difference)
        return self._searched(searched)

    def _proved(self, difference: Difference) -> str:
        """Return what was proved, and how far the search went if that is not everything."""
        proofs = difference.proofs
        if difference.is_proved:
            players = self.words.join([str(n) for n in sorted({x.players for x in proofs})])
            return self.words("report.proved", players=players, most=COUNTED)
        assert difference.searched is not None
        searched, last = self._searched(difference.searched), proofs[-1]
        proved = len(last.same) + len(last.proved)
        known = {"searched": searched, "players": last.players, "proved": proved}
        if last.counterexample is not None:
            return self.words("report.refuted", **known, decision=last.counterexample.decision)
        return self.words("report.partly_proved", **known)

    def _searched(self, searched: Searched) -> str:
        if searched.reason is not None:
            return self.words(_REASONS.get(searched.reason, "report.reason.none"))
        return self.words(
            "report.searched",
            games=self.words.number(searched.games),
            players=searched.players,
            positions=self.words.number(searched.positions),
            boards=self.words.number(searched.boards),
        )

    def history(self, difference: Difference) -> list[Telling]:
        """Return the topics of a difference through all manuals, if the manuals are about it."""
        return history(difference, self.names)

    def impact(self, impact: Impact) -> str:
        """Return an impact in one sentence."""
        return impact_text(impact, self.names)

    def impact_in_short(self, impact: Impact) -> str:
        """Return what an impact does to the length of games."""
        return impact_in_short(impact, self.names)

    def impact_table(self, impact: Impact) -> ImpactTable:
        """Return an impact as a table."""
        return impact_table(impact, self.names)

    # --- positions ---

    def sentences(self, difference: Difference) -> WitnessText:
        """Return the sentences about the witness of a difference."""
        return WitnessText(self.names, difference)

    def before(self, difference: Difference, *, drawn: bool = True) -> Board:
        """Return the board before, with a caption that says what is there and what is played."""
        said = self.sentences(difference)
        witness = said.witness
        boards = Boards(witness, self.words.language)
        shared = said.shared_course()
        return Board(
            self.words("report.before"),
            said.given(),
            boards.before(self.words("report.before")) if drawn and boards.is_before_shown else "",
            tuple(shared or ()),
            tuple(said.table()),
            self.links.board(witness.before[0], ()) if witness.alone else "",
            self._command(difference, 0),
            f"{self.anchor(difference)}-before",
        )

    def after(self, difference: Difference, *, drawn: bool = True) -> list[Board]:
        """Return both boards after, each with what its side makes of it."""
        said = self.sentences(difference)
        witness = said.witness
        boards = Boards(witness, self.words.language)
        shared = said.shared_course()
        reasons = why(difference, said, self.names)
        found = []
        for side, name in enumerate(said.labels):
            answer = said.answer(side)
            line = said.answers[side].line
            plays_here = witness.alone and difference.taken is None
            found.append(
                Board(
                    name,
                    answer,
                    boards.after(side, name) if drawn and boards.is_after_shown else "",
                    tuple(said.course(side) if shared is None else ()),
                    reasons[side],
                    self.links.board(witness.before[side], line) if plays_here else "",
                    self._command(difference, side),
                    f"{self.anchor(difference)}-{side + 1}",
                )
            )
        return found

    def _command(self, difference: Difference, side: int) -> str:
        """Return the command line that shows the position; nothing for a mixture of two rulesets."""
        witness = difference.witness
        if witness is None or not witness.alone or difference.taken is not None:
            return ""
        if witness.scene is None:
            return ""
        ruleset = "+".join((self.names.ids[side], *witness.mode))
        return f"wtrules moves -r {shlex.quote(ruleset)} {shlex.quote(str(witness.before[side]))}"

    def choice(self, difference: Difference, *, drawn: bool = True) -> tuple[str, list[Board]]:
        """Return what can be chosen on one side only, and both sides of it."""
        choice = difference.choice
        assert choice is not None
        boards = []
        for side, state in enumerate((choice.one, choice.two)):
            caption = set_up_text(choice, side, self.names)
            name = self.sides[side]
            svg = picture(state, self.words.language, title=name) if drawn and state else ""
            link = self.links.board(state, ()) if state is not None else ""
            anchor = f"{self.anchor(difference)}-{side + 1}"
            boards.append(Board(name, caption, svg, link=link, anchor=anchor))
        return chosen_text(choice, self.names), boards

    # --- the order of the page ---

    def long(self) -> Iterator[Difference]:
        """Yield the differences that have a section of their own."""
        return (d for d in self.report.differences if self.is_long(d))

    def short(self, grade: Grade) -> list[Difference]:
        """Return the differences of a grade that are lines of a table."""
        return [d for d in self.report.of_grade(grade) if not self.is_long(d)]

    def is_long(self, difference: Difference) -> bool:
        """Whether there is more to say than what both sides say."""
        return (
            difference.grade not in IN_SHORT
            or difference.witness is not None
            or difference.choice is not None
        )
