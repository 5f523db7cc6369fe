"""Parsing on after a syntax error, so that all errors of a file are reported in one run.

The parser stops at a word that it cannot accept. The error is diagnosed, reported once, and
repaired if it is clear what was meant; otherwise the smallest clause around it is left out. Then
the parser goes on.
"""

from __future__ import annotations

from typing import Any

from wtrules.diagnostics import Diagnostic, report
from wtrules.source import SourceFile, Span
from wtrules.syntax.machine import Halt, Machine
from wtrules.syntax.recovery.diagnosis import diagnose
from wtrules.syntax.recovery.edits import Edit
from wtrules.syntax.recovery.place import OpenClause, Place
from wtrules.syntax.recovery.work import MAX_FAULTS, OutOfWork, Work
from wtrules.syntax.scan import make_word

_MAX_ROUNDS = 400  # repairs and clauses left out, reported or not
# Errors that are reported even in a clause that was repaired before.
_SURE = {"missing-language", "unknown-language", "missing-equals", "missing-do", "stray-word"}


class Recovery:
    """Runs a parser to the end of its words, whatever they are."""

    def __init__(self, machine: Machine, source: SourceFile, faults: list[Diagnostic]) -> None:
        self.machine = machine
        self.language = machine.language
        self.source = source
        self.faults = faults
        self.work = Work()
        # Where words were found faulty before: a clause with one of them is not reported again.
        labels = [label for fault in faults for label in (fault.primary, *fault.related)]
        self._known = [label.span.start for label in labels if label]
        self._repairs: dict[int, int] = {}  # where clauses begin -> how often they were repaired
        self.gave_up = False

    def run(self) -> Any:
        """Return the tree; the errors are in `faults`."""
        try:
            for _ in range(_MAX_ROUNDS):
                halt = self.machine.run()
                if halt is Halt.END:
                    return self.machine.values[-1]
                if len(self.faults) >= MAX_FAULTS:
                    break
                self._recover(halt)
        except OutOfWork:
            if not self.faults:
                self.faults.append(self._undiagnosed())
        return self._give_up()

    def _undiagnosed(self) -> Diagnostic:
        """Return an error for a clause that is too long to be examined."""
        words = self.machine.words
        word = words[min(self.machine.at, len(words) - 1)]
        return report("syntax.long", Span(self.source, word.start, word.end), word=word.text[:40])

    def _place(self) -> Place:
        return Place(self.machine, self.source, self.work)

    def _recover(self, halt: Halt) -> None:
        place = self._place()
        if halt is Halt.FAULT and place.starts_new_clause():
            # The clause before is complete; the error is in the next one.
            self.machine.run(only_before="RBRACE" if not place.is_file else "RULE")
            place = self._place()
        if halt is Halt.DEEP:
            self.faults.append(report("deep-nesting.syntax", place.span(place.at)))
            self._leave_out(place)
            return
        if place.at >= len(self.machine.words) and not place.is_file:
            # Only a repaired header can lead here: its block ends with the file.
            self.machine.words.append(place.inserted("}"))
            return
        origin = place.words[place.begin].start if place.begin < len(place.words) else -1
        times = self._repairs.get(origin, 0)
        if self._is_known(place) or times > 2:
            self._leave_out(place)
            return
        finding = diagnose(place)
        if times and (finding.edit is None or finding.diagnostic.code not in _SURE):
            # Most likely a consequence of how the clause was repaired.
            self._leave_out(place)
            return
        self.faults.append(finding.diagnostic)
        if finding.edit is None:
            self._leave_out(place)
        else:
            self._repairs[origin] = times + 1
            self._apply(place, finding.edit)

    def _is_known(self, place: Place) -> bool:
        if place.begin >= len(place.words):
            return False
        low = place.words[place.begin].start
        high = place.words[min(place.at, len(place.words) - 1)].end
        return any(low <= known <= high for known in self._known)

    def _apply(self, place: Place, edit: Edit) -> None:
        machine = self.machine
        while edit.start < place.begin and edit.rewind is None:  # in the header of the block
            machine.cut(place.height - 1)
            place = self._place()
        machine.cut(place.height)
        machine.at = place.begin
        if edit.rewind is not None:
            machine.values[-1].pop()
            if not machine.values[-1]:  # a list of nothing has no first word
                machine.cut(len(machine.values) - 1)
            machine.at = edit.rewind
        machine.words[edit.start : edit.stop] = edit.words
        if edit.is_made_up:
            machine.made_up.extend(word.start for word in edit.words)

    def _leave_out(self, place: Place) -> None:
        """Leave the faulty clause out and go on with the next one of the same block."""
        machine = self.machine
        machine.cut(place.height)
        stop = place.next_clause()
        del machine.words[place.begin : stop]
        machine.at = place.begin

    def _give_up(self) -> Any:
        """End the file here: close all blocks and return what has been parsed."""
        self.gave_up = True
        machine = self.machine
        end = len(self.source.text)
        while machine.values:
            clause = OpenClause.of(machine)
            machine.cut(clause.height)
            open_blocks = sum(self.language.reached_by[s] == "LBRACE" for s in machine.states)
            machine.words[clause.begin :] = [make_word("sign", end, end, "}")] * open_blocks
            machine.at = clause.begin
            if machine.run() is Halt.END:
                return machine.values[-1]
            # A clause that needs more than its block; leave it out as well.
            machine.cut(max(OpenClause.of(machine).height - 1, 0))
        machine.words.clear()
        machine.at = 0
        machine.run()
        return machine.values[-1]
