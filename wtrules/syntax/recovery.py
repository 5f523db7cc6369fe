"""What is wrong with a file that cannot be read, and how to read the rest of it all the same.

The machine stops at a word that does not fit. Here the slip is recognised, reported once, and
mended if it is clear what was meant; else the smallest clause around it is left out. Then the
machine runs on, so that all slips of a file are reported in one run.
"""

from __future__ import annotations

import time
from typing import Any

from wtrules.diagnostics import Diagnostic
from wtrules.source import SourceFile
from wtrules.syntax.diagnosis import Diagnosis
from wtrules.syntax.machine import Halt, Machine
from wtrules.syntax.mistakes import MAX_FAULTS, report
from wtrules.syntax.place import Edit
from wtrules.syntax.scan import make_word

_MAX_ROUNDS = 400  # of mending and leaving out, reported or not
# Slips that are told even in a clause that was mended before.
_SURE = {"missing-language", "unknown-language", "missing-equals", "missing-do", "stray-word"}
_SECONDS = 1.2  # after the first slip; a file of a million slips must not keep anybody waiting


class Recovery:
    """Runs a machine to the end of its words, whatever they are."""

    def __init__(self, machine: Machine, source: SourceFile, faults: list[Diagnostic]) -> None:
        self.machine = machine
        self.language = machine.language
        self.source = source
        self.faults = faults
        # Where words were found faulty before: a clause with one of them is not reported again.
        labels = [label for fault in faults for label in (fault.primary, *fault.related)]
        self._known = [label.span.start for label in labels if label]
        self._mended: dict[int, int] = {}  # where clauses begin -> how often they were mended
        self.gave_up = False

    def run(self) -> Any:
        """Return the tree; the faults are in `faults`."""
        halt = self.machine.run()  # stops where it stopped before
        begun = time.process_time()
        rounds = 0
        while halt is not Halt.END:
            rounds += 1
            late = time.process_time() - begun > _SECONDS
            if len(self.faults) >= MAX_FAULTS or rounds > _MAX_ROUNDS or late:
                return self._give_up()
            self._recover(halt)
            halt = self.machine.run()
        return self.machine.values[-1]

    # --- going on ---

    def _recover(self, halt: Halt) -> None:
        place = Diagnosis(self.machine, self.source)
        if halt is Halt.FAULT and place.begins_anew():
            # The clause before is complete; the fault is in the next one.
            self.machine.run(only_before="RBRACE" if not place.is_file else "RULE")
            place = Diagnosis(self.machine, self.source)
        if halt is Halt.DEEP:
            self.faults.append(report("deep-nesting", place.label(place.at, "here")))
            self._leave_out(place)
            return
        if place.at >= len(self.machine.words) and not place.is_file:
            # Only a mended header can lead here: its block ends with the file.
            self.machine.words.append(place.made("}"))
            return
        origin = place.words[place.begin].start if place.begin < len(place.words) else -1
        times = self._mended.get(origin, 0)
        if self._is_known(place) or times > 2:
            self._leave_out(place)
            return
        finding = place.finding()
        if times and (finding.edit is None or finding.diagnostic.code not in _SURE):
            # Most likely a consequence of how the clause was mended.
            self._leave_out(place)
            return
        self.faults.append(finding.diagnostic)
        if finding.edit is None:
            self._leave_out(place)
        else:
            self._mended[origin] = times + 1
            self._apply(place, finding.edit)

    def _is_known(self, place: Diagnosis) -> bool:
        if place.begin >= len(place.words):
            return False
        low = place.words[place.begin].start
        high = place.words[min(place.at, len(place.words) - 1)].end
        return any(low <= known <= high for known in self._known)

    def _apply(self, place: Diagnosis, edit: Edit) -> None:
        machine = self.machine
        while edit.start < place.begin and edit.rewind is None:  # in the header of the block
            machine.cut(place.height - 1)
            place = Diagnosis(self.machine, self.source)
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

    def _leave_out(self, place: Diagnosis) -> None:
        """Take the faulty clause out and go on with the next one of the same block."""
        machine = self.machine
        machine.cut(place.height)
        stop = place.next_clause()
        del machine.words[place.begin : stop]
        machine.at = place.begin

    def _give_up(self) -> Any:
        """End the file here: close what is open and return what has been read."""
        self.gave_up = True
        machine = self.machine
        end = len(self.source.text)
        while machine.values:
            place = Diagnosis(self.machine, self.source)
            machine.cut(place.height)
            open_blocks = sum(self.language.reached_by[s] == "LBRACE" for s in machine.states)
            machine.words[place.begin :] = [make_word("sign", end, end, "}")] * open_blocks
            machine.at = place.begin
            if machine.run() is Halt.END:
                return machine.values[-1]
            # A clause that needs more than its block; leave it out as well.
            machine.cut(max(Diagnosis(self.machine, self.source).height - 1, 0))
        machine.words.clear()
        machine.at = 0
        machine.run()
        return machine.values[-1]
