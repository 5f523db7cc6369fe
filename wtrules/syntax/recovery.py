"""What is wrong with a file that cannot be read, and how to read the rest of it all the same.

The machine stops at a word that does not fit. Here the slip is recognised, reported once, and
mended if it is clear what was meant; else the smallest clause around it is left out. Then the
machine runs on, so that all slips of a file are reported in one run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from wtrules.diagnostics import Diagnostic, Label, closest
from wtrules.source import SourceFile, Span
from wtrules.syntax.machine import Halt, Machine
from wtrules.syntax.mistakes import MAX_FAULTS, report
from wtrules.syntax.places import (
    FILLERS,
    FIRM,
    HOMES,
    LABELS,
    NAMED,
    OPERATORS,
    RULESET_CLAUSES,
    VALUE_STARTS,
    VERBS,
    container_phrase,
    expectation,
)
from wtrules.syntax.scan import Word
from wtrules.syntax.tables import END

_MAX_ROUNDS = 400  # of mending and leaving out, reported or not
# Slips that are told even in a clause that was mended before.
_SURE = {"missing-language", "unknown-language", "missing-equals", "missing-do", "stray-word"}
_SECONDS = 1.2  # after the first slip; a file of a million slips must not keep anybody waiting


@frozen
class Edit:
    """Words to take the place of those from *start* up to *stop*."""

    start: int
    stop: int
    words: tuple[Word, ...] = ()
    is_made_up: bool = False
    rewind: int | None = None  # the first word of the clause before, if that is to be read again


@frozen
class Finding:
    """A slip, and how to mend it where that is clear."""

    diagnostic: Diagnostic
    edit: Edit | None = None


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
        begun = time.monotonic()
        rounds = 0
        while halt is not Halt.END:
            rounds += 1
            late = time.monotonic() - begun > _SECONDS
            if len(self.faults) >= MAX_FAULTS or rounds > _MAX_ROUNDS or late:
                return self._give_up()
            self._recover(halt)
            halt = self.machine.run()
        return self.machine.values[-1]

    # --- going on ---

    def _recover(self, halt: Halt) -> None:
        place = Place(self)
        if halt is Halt.FAULT and place.begins_anew():
            # The clause before is complete; the fault is in the next one.
            self.machine.run(only_before="RBRACE" if not place.is_file else "RULE")
            place = Place(self)
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

    def _is_known(self, place: Place) -> bool:
        if place.begin >= len(place.words):
            return False
        low = place.words[place.begin].start
        high = place.words[min(place.at, len(place.words) - 1)].end
        return any(low <= known <= high for known in self._known)

    def _apply(self, place: Place, edit: Edit) -> None:
        machine = self.machine
        while edit.start < place.begin:  # in the header of the block
            machine.cut(place.height - 1)
            place = Place(self)
        machine.cut(place.height)
        machine.at = place.begin
        if edit.rewind is not None:
            machine.values[-1].pop()
            machine.at = edit.rewind
        machine.words[edit.start : edit.stop] = edit.words
        if edit.is_made_up:
            machine.made_up.extend(word.start for word in edit.words)

    def _leave_out(self, place: Place) -> None:
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
            place = Place(self)
            machine.cut(place.height)
            open_blocks = sum(self.language.reached_by[s] == "LBRACE" for s in machine.states)
            machine.words[place.begin :] = [Word("sign", end, end, "}")] * open_blocks
            machine.at = place.begin
            if machine.run() is Halt.END:
                return machine.values[-1]
            # A clause that needs more than its block; leave it out as well.
            machine.cut(max(Place(self).height - 1, 0))
        machine.words.clear()
        machine.at = 0
        machine.run()
        return machine.values[-1]


class Place:
    """Where the machine stopped: the word, the clause it is in, the block that is in."""

    def __init__(self, recovery: Recovery) -> None:
        self.machine = recovery.machine
        self.language = recovery.language
        self.source = recovery.source
        self.words = self.machine.words
        self.at = self.machine.at
        self.height = self._height()
        is_clause_begun = self.height < len(self.machine.firsts)
        self.begin = self.machine.firsts[self.height] if is_clause_begun else self.at
        self.block_states = self.machine.states[: self.height + 1]
        self.container = self._container()
        self.is_file = not self.container
        self.broke_off = False  # whether the next clause begins with the faulty word
        # The machine may have taken in more than it should before it noticed the fault.
        self.states = self._states_at(self.at)
        self._look_back()
        self.accepts = self.language.accepts(self.states)

    # --- what is around ---

    def _height(self) -> int:
        """Return how many values belong to the block around the faulty clause."""
        reached_by = self.language.reached_by
        states = self.machine.states
        for index in range(len(states) - 1, -1, -1):
            symbol = reached_by[states[index]]
            if symbol in ("LBRACE", END):
                return index
            if _is_list(symbol) and reached_by[states[index - 1]] in ("LBRACE", END):
                return index
        return 0

    def _container(self) -> str:
        """Return the symbol that begins the block: RULE, IF, TABLE …; nothing for the file."""
        names = [self.language.reached_by[state] for state in self.block_states]
        if "LBRACE" not in names:
            return ""
        brace = len(names) - 1 - names[::-1].index("LBRACE")
        header = []
        for name in reversed(names[:brace]):
            if name in ("LBRACE", END) or _is_list(name):
                break
            header.append(name)
        header.reverse()
        while header and header[0] in ("OVERRIDE", "ADD", "TO"):
            header.pop(0)
        first = header[0] if header else "_label"
        return "SETTINGS" if first in ("_label", "NAME", "label_word") else first

    def _look_back(self) -> None:
        """Move back to the start of the line if the clause before it broke off there.

        After `cost` or a comma anything is taken for a value, so the fault is noticed too late.
        """
        line = self.at
        while line > self.begin and not self.is_first(line):
            line -= 1
        if not self.begin < line < self.at or not self._begins_there(line):
            return
        self.at = line
        self.states = self._states_at(line)
        self.broke_off = True

    def _begins_there(self, line: int) -> bool:
        """Whether a clause may begin with the first word of a line, perhaps misspelt."""
        if self._reach(self.block_states, line) > self.at:
            return True
        guess = closest(self.text(line), self.block_words()) if len(self.text(line)) > 2 else None
        if guess is None or self.text(line) in self.language.terminal_of:
            return False
        states = self.block_states.copy()
        return (
            self._feed(states, Word("NAME", 0, 0, guess))
            and self._reach(states, line + 1) > self.at
        )

    def _states_at(self, index: int) -> list[int]:
        """Return the states right before a word of the faulty clause."""
        states = self.block_states.copy()
        for current in range(self.begin, index):
            self._step(states, current)
        return states

    def begins_anew(self) -> bool:
        """Whether the faulty word is most likely meant to begin a clause."""
        if self.at == self.begin or ("RULE" if self.is_file else "RBRACE") not in self.accepts:
            return False
        word, kind = self.text(self.at), self.kind(self.at)
        if "EN" in self.accepts and (kind == "STRING" or self.kind(self.at + 1) == "STRING"):
            return False
        is_clause = word in VERBS or word in HOMES or word == "else"
        return is_clause or (self.is_first(self.at) and kind in ("NAME", "PATH"))

    def is_first(self, index: int) -> bool:
        """Whether a word is the first of its line; the end of the file counts as one."""
        if index == 0 or index >= len(self.words):
            return True
        between = self.source.text[self.words[index - 1].end : self.words[index].start]
        return "\n" in between

    def text(self, index: int) -> str:
        return self.words[index].text if 0 <= index < len(self.words) else ""

    def kind(self, index: int) -> str:
        if not 0 <= index < len(self.words):
            return ""
        return self.words[index].kind.rpartition(" ")[2]

    def _terminal(self, word: Word | None, row: dict[str, int]) -> str:
        if word is None:
            return END
        kind, _, other = word.kind.partition(" ")
        if kind in row and kind in self.language.special:
            return kind
        fixed = self.language.terminal_of.get(word.text)
        if fixed is not None and (fixed in row or word.kind == "sign") and kind != "plain":
            return fixed
        return other or kind

    def _step(self, states: list[int], index: int) -> bool:
        word = self.words[index] if index < len(self.words) else None
        return self._feed(states, word)

    def _feed(self, states: list[int], word: Word | None) -> bool:
        terminal = self._terminal(word, self.language.actions[states[-1]])
        if self.language.step(states, terminal):
            return True
        # As in the machine: a word of the language, or else a name.
        other = self._terminal(word, self.language.actions[states[-1]])
        return other != terminal and self.language.step(states, other)

    def _reach(self, states: list[int], index: int, most: int = 30) -> int:
        """Return the first word from *index* on that does not fit after *states*."""
        states = states.copy()
        for current in range(index, min(index + most, len(self.words))):
            if not self._step(states, current):
                return current
        return index + most

    # --- trying repairs ---

    def mends(self, edit: Edit, ahead: int = 2) -> bool:
        """Whether the file can be read a little further with *edit*."""
        if edit.start >= self.at:
            states = self.states.copy()
            index = self.at
        else:
            states = self.block_states.copy()
            index = self.begin
        rest: list[Word | None] = [*self.words[index : edit.start], *edit.words]
        rest += self.words[edit.stop : edit.stop + ahead]
        if edit.stop >= len(self.words) and self.is_file:
            rest.append(None)
        return all(self._feed(states, word) for word in rest)

    def made(self, text: str, kind: str = "sign", before: int | None = None) -> Word:
        """Return a word that is put in before the faulty one."""
        index = self.at if before is None else before
        offset = self.words[index - 1].end if 0 < index <= len(self.words) else 0
        return Word(kind, offset, offset, text)

    def insert(self, *words: Word, made_up: bool = False) -> Edit:
        return Edit(self.at, self.at, words, made_up)

    def replace(self, index: int, text: str, kind: str = "NAME") -> Edit:
        word = self.words[index]
        return Edit(index, index + 1, (Word(kind, word.start, word.end, text),))

    def delete(self, start: int, stop: int | None = None) -> Edit:
        return Edit(start, start + 1 if stop is None else stop)

    def next_clause(self) -> int:
        """Return the word after the faulty clause: the start of the next one, or the block's end."""
        if self.broke_off:
            return self.at
        row = self.language.actions[self.block_states[-1]]
        index = max(self.at, self.begin + (self.at == self.begin))
        if self.at == self.begin and self.text(self.begin) == "{":
            index = self.begin
        depth = 0
        after_block = False
        while index < len(self.words):
            text = self.text(index)
            if text == "{":
                depth += 1
            elif text == "}":
                if depth == 0:
                    # At the top of a file nothing is open: the brace belongs to what is left out.
                    return index if not self.is_file else index + 1
                depth -= 1
                after_block = depth == 0
            elif depth == 0:
                terminal = self._terminal(self.words[index], row)
                can_begin = terminal in row and self.text(index - 1) != ","
                if can_begin and (
                    self.is_first(index) or after_block or (text in FIRM and index > self.at)
                ):
                    return index
                after_block = False
            index += 1
        return index

    # --- reporting ---

    def span(self, index: int) -> Span:
        """Return the place of a word; the end of the file is its last word."""
        if not self.words:
            return Span(self.source, 0, 0)
        word = self.words[min(index, len(self.words) - 1)]
        return Span(self.source, word.start, word.end)

    def label(self, index: int, message: str = "") -> Label:
        return Label(self.span(index), message)

    def gap(self, message: str) -> Label:
        """Return a label where something is missing: at the faulty word or after the one before."""
        if self.at > 0 and self.is_first(self.at):
            return self.label(self.at - 1, f"{message} after this")
        return self.label(self.at, f"{message} before this")

    def where(self) -> str:
        """Return where something is missing, in words."""
        if self.at > 0 and (self.is_first(self.at) or self.text(self.at) in "{}"):
            return f"after `{self.shown(self.at - 1)}`"
        return f"before `{self.shown(self.at)}`"

    def shown(self, index: int) -> str:
        """Return a word as it can be quoted in a message."""
        text = self.text(index) or "the end of the file"
        return text if len(text) <= 40 else f"{text[:38]}…"

    # --- finding out ---

    def finding(self) -> Finding:
        """Return what is wrong here; the first explanation that fits is the best one."""
        for finding in self._explanations():
            if finding is not None:
                return finding
        return self._unexplained()

    def _explanations(self) -> Iterator[Finding | None]:
        if self.at == self.begin:
            yield self._else()
            yield self._block_without_header()
            yield self._missing_do()
            yield self._missing_keyword(self.begin)
            yield self._missing_copies()
            yield self._misplaced(self.begin)
            yield self._misspelt(self.at, self.block_words())
            yield self._stray_punctuation()
            yield self._unknown_clause(self.begin)
            return
        yield self._clauses_among_settings()
        yield self._twice()
        yield self._trailing_comma()
        yield self._second_operator()
        yield self._negative()
        yield self._stray_punctuation()
        yield self._parenthesis()
        yield self._language()
        yield self._missing_equals()
        yield self._group_header()
        yield self._missing_copies()
        yield self._reserved_word()
        yield self._split_name()
        yield self._misspelt(self.at, self.accepted_words())
        yield self._filler()
        yield self._missing_bar()
        yield self._missing_comma()
        yield self._missing_brace()
        yield self._missing_name()
        yield self._missing_number()
        yield self._missing_text()
        yield self._missing_value()
        yield self._missing_word()

    def accepted_words(self) -> list[str]:
        """The fixed words that fit here."""
        texts = (self.language.text_of.get(terminal, "") for terminal in self.accepts)
        return sorted(text for text in texts if text[:1].isalpha())

    def block_words(self) -> list[str]:
        """The fixed words that can begin a clause of this block."""
        texts = map(self.language.text_of.get, self.language.accepts(self.block_states))
        return sorted(text for text in texts if text and text[:1].isalpha())

    def _else(self) -> Finding | None:
        if self.text(self.at) != "else":
            return None
        return Finding(report("else-without-if", self.label(self.at)))

    def _block_without_header(self) -> Finding | None:
        if self.text(self.at) != "{":
            return None
        advice = "say what the block is, such as `rule castle.entry {` or `board {`"
        label = self.label(self.at)
        return Finding(report("missing-name", label, place="before `{`", advice=advice))

    def _missing_do(self) -> Finding | None:
        word = self.text(self.at)
        if word not in VERBS or "DO" not in self.accepts:
            return None
        edit = self.insert(self.made("do", "NAME"))
        if not self.mends(edit):
            return None
        return Finding(report("missing-do", self.label(self.at), word=word), edit)

    def _missing_keyword(self, index: int) -> Finding | None:
        """`board.capacity = 4` without `override` or `set`."""
        if self.kind(index) not in ("NAME", "PATH") or self.text(index + 1) != "=":
            return None
        word = self.text(index)
        for keyword in ("override", "set"):
            if keyword in self.block_words():
                made = Word("NAME", self.words[index].start, self.words[index].start, keyword)
                what = f"{word} = …"
                diagnostic = report(
                    "missing-keyword", self.label(index), what=what, right=f"{keyword} {what}"
                )
                return Finding(diagnostic, Edit(index, index, (made,)))
        return None

    def _clauses_among_settings(self) -> Finding | None:
        """`low-towers { title …`, `spell { cost …`: a header too short, taken for settings."""
        if self.container != "SETTINGS" or self.height < 2:
            return None
        if self.language.reached_by[self.block_states[-1]] != "LBRACE":
            return None
        first = self.text(self.begin)
        if HOMES.get(first) is None or self.text(self.begin + 1) in ("=", ":"):
            return None
        if not self.is_first(self.begin) and self.text(self.begin - 1) != "{":
            return None
        index = self.machine.firsts[self.height - 2]
        word = self.text(index)
        if word in NAMED:
            name = Word("NAME", self.words[index].end, self.words[index].end, "missing")
            advice = f"write a name of your own after `{word}`"
            diagnostic = report(
                "missing-name", self.label(index), place=f"after `{word}`", advice=advice
            )
            return Finding(diagnostic, Edit(index + 1, index + 1, (name,), True))
        keyword = "ruleset" if first in RULESET_CLAUSES else "rule"
        if keyword == "rule" and any(
            self.text(later) == "cost" for later in range(self.begin, self.begin + 60)
        ):
            keyword = "spell"
        made = Word("NAME", self.words[index].start, self.words[index].start, keyword)
        what = f"{word} {{ {first} …"
        diagnostic = report(
            "missing-keyword", self.label(index), what=what, right=f"{keyword} {what}"
        )
        return Finding(diagnostic, Edit(index, index, (made,)))

    def _missing_copies(self) -> Finding | None:
        if self.container != "DECK" or "COPIES" not in self.language.actions[self.block_states[-1]]:
            return None
        if self.at == self.begin and self.text(self.at) not in ("}", ""):
            return Finding(report("missing-copies", self.label(self.at, "how many of these?")))
        return None

    def _misplaced(self, index: int) -> Finding | None:
        word = self.text(index)
        home = HOMES.get(word)
        if home is None or word in self.block_words():
            return None
        container = container_phrase(self.container)
        diagnostic = report(
            "misplaced-clause", self.label(index), word=word, container=container, home=home
        )
        return Finding(diagnostic)

    def _misspelt(self, index: int, candidates: list[str]) -> Finding | None:
        word = self.text(index)
        if self.kind(index) != "NAME" or len(word) < (2 if index == self.begin else 4):
            return None
        guess = closest(word, candidates)
        if guess is None:
            return None
        edit = self.replace(index, guess)
        if not self.mends(edit, ahead=1 if index == self.begin else 2):
            return None
        diagnostic = report(
            "unknown-keyword",
            self.label(index),
            word=word,
            problem="is not a word of the language" if index == self.begin else "does not fit here",
            advice=f"did you mean `{guess}`?",
        )
        return Finding(diagnostic, edit)

    def _unknown_clause(self, index: int) -> Finding | None:
        if self.kind(index) not in ("NAME", "PATH"):
            return None
        words = ", ".join(f"`{word}`" for word in self.block_words())
        diagnostic = report(
            "unknown-keyword",
            self.label(index),
            word=self.shown(index),
            problem=f"cannot begin anything {container_phrase(self.container)}",
            advice=f"what can stand here begins with {words}" if words else "leave it out",
        )
        return Finding(diagnostic)

    def _trailing_comma(self) -> Finding | None:
        if self.text(self.at - 1) != ",":
            return None
        if not (self.is_first(self.at) or self.text(self.at) in ("}", "{", ")")):
            return None
        edit = self.delete(self.at - 1)
        if not self.mends(edit, ahead=1):
            return None
        advice = "nothing follows this comma: delete it"
        diagnostic = report("stray-punctuation", self.label(self.at - 1), word=",", advice=advice)
        return Finding(diagnostic, edit)

    def _second_operator(self) -> Finding | None:
        before, word = self.text(self.at - 1), self.text(self.at)
        if word == "=" and before in OPERATORS:
            edit = self.delete(self.at)
            shown, right = f"{before} {word}", before
        elif word == "|" and self.text(self.at + 1) == "|" and self.container != "TABLE":
            start = self.words[self.at].start
            edit = Edit(self.at, self.at + 2, (Word("NAME", start, start + 1, "or"),))
            shown, right = "||", "or"
        else:
            return None
        if not self.mends(edit, ahead=1):
            return None
        diagnostic = report("wrong-operator", self.label(self.at), word=shown, right=right)
        return Finding(diagnostic, edit)

    def _negative(self) -> Finding | None:
        if (
            self.text(self.at) != "-"
            or "INT" not in self.accepts
            or self.kind(self.at + 1) != "INT"
        ):
            return None
        edit = self.delete(self.at)
        return Finding(report("negative-number", self.label(self.at)), edit)

    def _stray_punctuation(self) -> Finding | None:
        word = self.text(self.at)
        if word not in (",", ":", "=", "|", ".", "..") or word == self.text(self.at - 1) == "|":
            return None
        edit = self.delete(self.at)
        if not self.mends(edit, ahead=1):
            return None
        if word in "=:" and self.container == "SETTINGS":
            key = self.text(self.at - 1)
            advice = (
                f"a setting has its value right after its name: `{key} {self.shown(self.at + 1)}`"
            )
        else:
            advice = "delete it; a clause ends where the next one begins"
        return Finding(
            report("stray-punctuation", self.label(self.at), word=word, advice=advice), edit
        )

    def _parenthesis(self) -> Finding | None:
        opened = [
            i for i in range(self.begin, min(self.at, len(self.words))) if self.text(i) in "()"
        ]
        depth: list[int] = []
        for index in opened:
            if self.text(index) == "(":
                depth.append(index)
            elif depth:
                depth.pop()
        if self.text(self.at) == ")" and not depth:
            edit = self.delete(self.at)
            return Finding(report("surplus-parenthesis", self.label(self.at)), edit)
        if not depth or "RPAR" not in self.accepts:
            return None
        edit = self.insert(self.made(")"))
        if not self.mends(edit, ahead=1):
            return None
        related = (self.label(depth[-1], "opened here"),)
        return Finding(report("unclosed-parenthesis", self.gap("`)` is missing"), related), edit)

    def _language(self) -> Finding | None:
        if "EN" not in self.accepts:
            return None
        if self.kind(self.at) == "STRING":
            edit = self.insert(self.made("en", "NAME"))
            return Finding(report("missing-language", self.label(self.at)), edit)
        if self.kind(self.at) != "NAME" or self.kind(self.at + 1) != "STRING":
            return None
        word = self.text(self.at)
        guess = {"e": "en", "d": "de", "g": "de"}.get(word[0].lower(), "")
        names = ("en", "eng", "english", "englisch", "de", "deu", "ger", "german", "deutsch")
        if word.lower() in names and guess:
            edit = self.replace(self.at, guess)
        elif len(word) <= 3 or word.lower() in ("french", "spanish", "italian", "français"):
            edit = self.delete(self.at, self.at + 2)
        else:
            return None
        diagnostic = report("unknown-language", self.label(self.at), word=word)
        if not self.mends(edit, ahead=1):
            return Finding(diagnostic)
        return Finding(diagnostic, edit)

    def _missing_equals(self) -> Finding | None:
        first = self.text(self.begin)
        if first not in ("let", "set", "define", "memory", "allowance", "override", "add"):
            return None
        if "EQUAL" not in self.accepts or any(
            self.text(index) == "=" for index in range(self.begin, self.at)
        ):
            return None
        edit = self.insert(self.made("="))
        if not self.mends(edit):
            return None
        return Finding(report("missing-equals", self.label(self.at), place=self.where()), edit)

    def _group_header(self) -> Finding | None:
        """A first word that was taken for the name of a group of settings, and is none."""
        if self.at != self.begin + 1 or self.accepts != {"LBRACE"}:
            return None
        if self.language.reached_by[self.states[-1]] not in ("NAME", "_label", "label_word"):
            return None
        found = (
            self._misplaced(self.begin) or self._missing_keyword(self.begin) or self._comma_before()
        )
        if found is None and not self.is_first(self.at):
            found = self._misspelt(self.begin, self.block_words()) or self._unknown_clause(
                self.begin
            )
        if found is None and (self.text(self.at) in HOMES or self.text(self.at) in ("", "}")):
            unknown = self._unknown_clause(self.begin)
            found = unknown and Finding(unknown.diagnostic, self.delete(self.begin, self.at))
        return found

    def _clause_before(self) -> int | None:
        """Return the first word of the clause before the faulty one, if that is in the same block."""
        members = self.machine.values[self.height - 1] if self.height else None
        if not isinstance(members, list) or not members:
            return None
        start = members[-1].span.start
        before = self.begin - 1
        while before > 0 and self.words[before].start > start:
            before -= 1
        return before

    def _comma_before(self) -> Finding | None:
        """A name that was taken for settings, but belongs to the list before it."""
        before = self._clause_before()
        if before is None or self.is_first(self.begin):
            return None
        states = self.block_states.copy()
        comma = self.made(",", before=self.begin)
        stop = self.at + (not self.is_first(self.at))
        rest = [*self.words[before : self.begin], comma, *self.words[self.begin : stop]]
        if not all(self._feed(states, word) for word in rest):
            return None
        edit = Edit(self.begin, self.begin, (comma,), rewind=before)
        place = f"before `{self.shown(self.begin)}`"
        return Finding(report("missing-comma", self.label(self.begin), place=place), edit)

    def _reserved_word(self) -> Finding | None:
        """A word that began a new clause but was meant as a name of the one before."""
        word = self.text(self.at)
        if word in self.language.terminal_of and word.isalpha() and "NAME" in self.accepts:
            edit = Edit(self.at, self.at + 1, (self.made("missing", "NAME"),), True)
            if self.mends(edit):
                diagnostic = report(
                    "reserved-word", self.label(self.at), word=word, other=f"{word}_1"
                )
                return Finding(diagnostic, edit)
        if self.at != self.begin + 1 or self.is_first(self.begin):
            return None
        word = self.text(self.begin)
        before = self._clause_before()
        if word not in self.language.terminal_of or before is None:
            return None
        states = self.block_states.copy()
        origin = self.words[self.begin]
        name = Word("plain NAME", origin.start, origin.end, word)
        rest = [*self.words[before : self.begin], name, *self.words[self.at : self.at + 2]]
        if not all(self._feed(states, part) for part in rest):
            return None
        diagnostic = report("reserved-word", self.label(self.begin), word=word, other=f"{word}_1")
        return Finding(diagnostic)

    def _split_name(self) -> Finding | None:
        if "LBRACE" not in self.accepts or self.text(self.begin) not in NAMED:
            return None
        stop = self.at
        while self.kind(stop) == "NAME" and not self.is_first(stop):
            stop += 1
        if (
            stop == self.at
            or self.text(stop) != "{"
            or self.kind(self.at - 1) not in ("NAME", "PATH")
        ):
            return None
        edit = self.delete(self.at, stop)
        if not self.mends(edit, ahead=1):
            return None
        parts = [self.text(index) for index in range(self.at - 1, stop)]
        joined = ("." if "." in parts[0] else "_").join(parts)
        span = self.span(self.at - 1).join(self.span(stop - 1))
        diagnostic = report("split-name", Label(span), word=" ".join(parts), joined=joined)
        return Finding(diagnostic, edit)

    def _filler(self) -> Finding | None:
        for index in (self.at, self.at - 1):
            word = self.text(index)
            if index <= self.begin or word.lower() not in FILLERS:
                continue
            if index < self.at and len(word) < 3:  # more likely a name
                continue
            edit = self.delete(index)
            if self.mends(edit, ahead=1):
                return Finding(report("stray-word", self.label(index), word=word), edit)
        return None

    def _twice(self) -> Finding | None:
        """A word that was written twice."""
        for index in (self.at, self.at - 1):
            word = self.text(index)
            if index <= self.begin or word != self.text(index - 1) or not word[:1].isalpha():
                continue
            edit = self.delete(index)
            if self.mends(edit, ahead=1):
                return Finding(report("stray-word", self.label(index), word=word), edit)
        return None

    def _missing_bar(self) -> Finding | None:
        if self.container != "TABLE" or "VBAR" not in self.accepts:
            return None
        edit = self.insert(self.made("|"))
        if self.is_first(self.at) or not self.mends(edit, ahead=1):
            return None
        return Finding(report("missing-bar", self.label(self.at), place=self.where()), edit)

    def _missing_comma(self) -> Finding | None:
        if "COMMA" not in self.accepts or self.is_first(self.at):
            return None
        words: list[Word] = []
        stop = self.at
        # All commas of the list at once.
        while True:
            edit = Edit(self.at, stop, (*words, self.made(",", before=stop)))
            if self.is_first(stop) or stop >= len(self.words) or not self.mends(edit, ahead=1):
                break
            words += [self.made(",", before=stop), self.words[stop]]
            stop += 1
        if not words:
            return None
        edit = Edit(self.at, stop, tuple(words))
        return Finding(report("missing-comma", self.label(self.at), place=self.where()), edit)

    def _missing_brace(self) -> Finding | None:
        if "LBRACE" not in self.accepts or self.text(self.at) == "{":
            return None
        line_end = self.at
        while line_end < len(self.words) and (line_end == self.at or not self.is_first(line_end)):
            if self.text(line_end) in ("{", "}"):
                break
            line_end += 1
        before = self.words[self.at - 1]
        label = Label(Span(self.source, before.start, before.end), "`{` is missing after this")
        after = f"`{self.shown(self.at - 1)}`"
        opening = self.made("{")
        if self.text(self.at) not in ("}", "") and self.text(line_end) != "{":
            closing = self.made("}", before=line_end)
            words = (opening, *self.words[self.at : line_end], closing)
            edit = Edit(self.at, line_end, words)
            if self.mends(edit, ahead=1):
                return Finding(report("missing-brace", label, after=after), edit)
        header = self.accepts == {"LBRACE"} or self.text(self.at) in ("", "}")
        if header and self.text(line_end) != "{":
            return Finding(report("missing-brace", label, after=after))
        return None

    def _only(self, allowed: str) -> bool:
        """Whether only this fits; a brace does too where the word before could name settings."""
        return self.accepts - {"LBRACE"} == {allowed}

    def _missing_name(self) -> Finding | None:
        names = {"NAME", "PATH"}
        accepts = self.accepts - {"LBRACE"}
        if not accepts & names:
            return None
        word, kind = self.text(self.at), self.kind(self.at)
        follows = self.text(self.at - 1)
        labels = {self.language.terminal_of.get(label, "") for label in LABELS}
        if not accepts <= names | labels | {"STRING"}:
            return None
        name = self.made("missing", "NAME")
        if kind == "STRING":
            advice = "names stand without quotes; the title for people goes into a `name` clause"
            edit = Edit(self.at, self.at + 1, (name,), True)
        elif kind in ("INT", "decimal", "COPIES"):
            advice = "a name begins with a letter"
            stop = self.at + 1
            glued = stop < len(self.words) and self.words[stop].start == self.words[self.at].end
            edit = Edit(self.at, stop + (glued and self.kind(stop) == "NAME"), (name,), True)
        else:
            advice = f"write a name of your own after `{follows}`"
            edit = self.insert(name, made_up=True)
        place = self.where() if word in ("", "{", "}", "=", "(") else f"after `{follows}`"
        diagnostic = report(
            "missing-name", self.gap("a name is missing"), place=place, advice=advice
        )
        return Finding(diagnostic, edit if self.mends(edit, ahead=1) else None)

    def _missing_number(self) -> Finding | None:
        if not self._only("INT"):
            return None
        number = self.made("0", "INT")
        edit = Edit(self.at, self.at + 1, (number,), True)
        if self.is_first(self.at) or self.kind(self.at) == "sign" or not self.mends(edit, ahead=1):
            edit = self.insert(number, made_up=True)
        diagnostic = report("missing-number", self.gap("a number is missing"), place=self.where())
        return Finding(diagnostic, edit if self.mends(edit, ahead=1) else None)

    def _missing_text(self) -> Finding | None:
        if not self._only("STRING"):
            return None
        return Finding(report("missing-text", self.gap("a text is missing"), place=self.where()))

    def _missing_value(self) -> Finding | None:
        is_cell = self.container == "TABLE" and {"INT", "STRING"} <= self.accepts
        if not (VALUE_STARTS <= self.accepts or is_cell):
            return None
        edit = self.insert(self.made("missing", "NAME"), made_up=True)
        ends = self.text(self.at) in ("{", "}", ")", "", "|", ",", *OPERATORS)
        if not (self.is_first(self.at) or ends or self.text(self.at) in FIRM | HOMES.keys()):
            return None
        diagnostic = report("missing-value", self.gap("a value is missing"), place=self.where())
        return Finding(diagnostic, edit if self.mends(edit, ahead=1) else None)

    def _missing_word(self) -> Finding | None:
        possible = []
        for terminal in sorted(self.accepts):
            word = self.language.text_of.get(terminal, "")
            if word[:1].isalpha() and word not in OPERATORS and terminal not in ("EN", "DE"):
                edit = self.insert(self.made(word, "NAME"))
                if self.mends(edit, ahead=1):
                    possible.append((word, edit))
        words = (
            {self.language.text_of.get(terminal, "") for terminal in self.accepts}
            - OPERATORS
            - self.block_word_set()
        )
        if len(possible) != 1:
            if len(words) != 1 or not (word := words.pop())[:1].isalpha():
                return None
            diagnostic = report(
                "missing-word", self.gap(f"`{word}` is missing"), place=self.where(), right=word
            )
            return Finding(diagnostic)
        word, edit = possible[0]
        if word in self.block_word_set():
            return None
        diagnostic = report(
            "missing-word", self.gap(f"`{word}` is missing"), place=self.where(), right=word
        )
        return Finding(diagnostic, edit)

    def block_word_set(self) -> set[str]:
        return {*self.block_words(), "}", "{", ",", ""}

    def _unexplained(self) -> Finding:
        accepts = self.accepts - {
            self.language.terminal_of[word]
            for word in self.block_words()
            if self.at != self.begin and len(self.accepts) > 8
        }
        shown = f"`{self.shown(self.at)}`" if self.at < len(self.words) else "the end of the file"
        diagnostic = report(
            "syntax",
            self.label(self.at),
            word=shown,
            advice=expectation(accepts, self.language),
        )
        stop = self.at
        while self.text(stop) not in ("", "{", "}") and (
            stop == self.at or not self.is_first(stop)
        ):
            stop += 1
            edit = self.delete(self.at, stop)
            if self.mends(edit, ahead=1 if self.is_first(stop) else 2):
                return Finding(diagnostic, edit)
        return Finding(diagnostic)


def _is_list(symbol: str) -> bool:
    """Whether a symbol stands for the members of a block, read so far."""
    return symbol.startswith("__") and not symbol.isupper()
