"""The place where the parser stopped: the word that is not accepted, its clause, the block around it.

It answers what could be there instead, and whether the file can be parsed further with some words
changed. All explanations of an error and the recovery after it work on this one value.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import frozen

from wtrules.diagnostics import Diagnostic, TextEdit, closest, foreign_words, report, wording
from wtrules.diagnostics.fix import fix
from wtrules.source import SourceFile, Span
from wtrules.syntax.machine import Machine, reading
from wtrules.syntax.recovery.edits import Edit, text_edits
from wtrules.syntax.recovery.work import Work
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.tables import END, Tables, is_terminal
from wtrules.syntax.vocabulary import EVENT_CLAUSES, FIRM, HOMES, VERBS
from wtrules.value import Value


@frozen
class Finding(Value):
    """A syntax error, and how to repair it where that is clear."""

    diagnostic: Diagnostic
    edit: Edit | None = None


@frozen
class OpenClause(Value):
    """The clause that the parser has begun: its first word, and what the block around it holds."""

    height: int  # how many values on the stack belong to the block
    begin: int

    @classmethod
    def of(cls, machine: Machine) -> OpenClause:
        """Return the clause in which the parser stopped."""
        height = _block_height(machine)
        is_begun = height < len(machine.firsts)
        return cls(height, machine.firsts[height] if is_begun else machine.at)


def _block_height(machine: Machine) -> int:
    reached_by = machine.language.reached_by
    states = machine.states
    for index in range(len(states) - 1, -1, -1):
        symbol = reached_by[states[index]]
        if symbol in ("LBRACE", END):
            return index
        if _is_list(symbol) and reached_by[states[index - 1]] in ("LBRACE", END):
            return index
    return 0


def _is_list(symbol: str) -> bool:
    """Whether a symbol stands for the members of a block, read so far."""
    return symbol.startswith("__") and not symbol.isupper()


class Place:
    """Where the parser stopped: the word, the clause it is in, the block around the clause."""

    def __init__(self, machine: Machine, source: SourceFile, work: Work) -> None:
        self.machine = machine
        self.language: Tables = machine.language
        self.source = source
        self.work = work
        self.words = machine.words
        self.at = machine.at
        clause = OpenClause.of(machine)
        self.height, self.begin = clause.height, clause.begin
        self.block_states = machine.states[: self.height + 1]
        self.container = self._container()
        self.is_file = not self.container
        self.is_cut_short = False  # whether the next clause begins with the faulty word
        # The parser may have reduced more than it should before it noticed the error.
        self.states = self._states_at(self.at)
        self._look_back()
        self.accepts = self._accepts(self.states)
        self.word, self.word_before = self.text(self.at), self.text(self.at - 1)

    # --- what is around ---

    def _container(self) -> str:
        """Return the symbol that begins the block: RULE, IF, TABLE …; "" for the file."""
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
        """Move back to the start of the line if the clause before it is cut short there.

        After `cost` or a comma anything is read as a value, so the error is noticed too late.
        """
        line = self.at
        while line > self.begin and not self.starts_line(line):
            line -= 1
        if not self.begin < line < self.at or not self._begins_there(line):
            return
        self.at = line
        self.states = self._states_at(line)
        self.is_cut_short = True

    def _begins_there(self, line: int) -> bool:
        """Whether a clause may begin with the first word of a line, perhaps misspelt."""
        if (
            self.reach(self.block_states, line) > self.at
            or self.text(line) in foreign_words.clauses()
        ):
            return True
        is_verb = self.text(line) in VERBS or foreign_words.first_word(self.text(line)) is not None
        if self.text(self.begin) in EVENT_CLAUSES and is_verb:
            return True  # any words are read as an event
        guess = closest(self.text(line), self.block_words) if len(self.text(line)) > 2 else None
        if guess is None or self.text(line) in self.language.terminal_of:
            return False
        states = self.block_states.copy()
        return (
            self.feed(states, make_word("NAME", 0, 0, guess))
            and self.reach(states, line + 1) > self.at
        )

    def _states_at(self, index: int) -> list[int]:
        """Return the states right before a word of the faulty clause."""
        states = self.block_states.copy()
        for current in range(self.begin, index):
            self.step(states, current)
        return states

    def starts_new_clause(self) -> bool:
        """Whether the faulty word most likely begins a new clause."""
        if self.at == self.begin or self.is_cut_short:
            return False
        if ("RULE" if self.is_file else "RBRACE") not in self.accepts:
            return False
        word, kind = self.text(self.at), self.kind(self.at)
        if "EN" in self.accepts and (kind == "STRING" or self.kind(self.at + 1) == "STRING"):
            return False
        is_clause = word in VERBS or word in HOMES or word == "else"
        return is_clause or (self.starts_line(self.at) and kind in ("NAME", "PATH"))

    def starts_line(self, index: int | None = None) -> bool:
        """Whether a word, or the faulty one, is the first of its line; the end of the file is."""
        index = self.at if index is None else index
        if index == 0 or index >= len(self.words):
            return True
        between = self.source.text[self.words[index - 1].end : self.words[index].start]
        return "\n" in between

    def text(self, index: int) -> str:
        return self.words[index].text if 0 <= index < len(self.words) else ""

    def kind(self, index: int) -> str:
        if not 0 <= index < len(self.words):
            return ""
        return self.words[index].kind

    def step(self, states: list[int], index: int) -> bool:
        word = self.words[index] if index < len(self.words) else None
        return self.feed(states, word)

    def feed(self, states: list[int], word: Word | None) -> bool:
        """Feed a word to a stack of states and return whether it is accepted."""
        self.work.spend()
        terminal = reading(word, self.language.actions[states[-1]])
        if self.language.step(states, terminal):
            return True
        # As in the machine: after reductions a keyword may have to be read as a name.
        other = reading(word, self.language.actions[states[-1]])
        return other != terminal and self.language.step(states, other)

    def _accepts(self, states: list[int]) -> frozenset[str]:
        """Return the terminals that can come next."""
        terminals = list(filter(is_terminal, self.language.actions[states[-1]]))
        self.work.spend(len(terminals))
        return frozenset(t for t in terminals if self.language.step(states.copy(), t))

    def reach(self, states: list[int], index: int, most: int = 30) -> int:
        """Return the first word from *index* on that is not accepted after *states*."""
        states = states.copy()
        for current in range(index, min(index + most, len(self.words))):
            if not self.step(states, current):
                return current
        return index + most

    # --- trying repairs ---

    def parses_with(self, edit: Edit, ahead: int = 2) -> bool:
        """Whether the file can be parsed with *edit*, up to *ahead* words after it."""
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
        return all(self.feed(states, word) for word in rest)

    def inserted(self, text: str, kind: str = "sign", before: int | None = None) -> Word:
        """Return a word to insert before the faulty one, or before another one."""
        index = self.at if before is None else before
        offset = self.words[index - 1].end if 0 < index <= len(self.words) else 0
        return make_word(kind, offset, offset, text)

    def insert(self, *words: Word, made_up: bool = False) -> Edit:
        return Edit(self.at, self.at, words, made_up)

    def replace_made_up(self, word: Word, stop: int | None = None) -> Edit:
        """Return an edit that puts a made-up word in the place of the faulty one."""
        return Edit(self.at, self.at + 1 if stop is None else stop, (word,), True)

    def replace(self, index: int, text: str, kind: str = "NAME") -> Edit:
        word = self.words[index]
        return Edit(index, index + 1, (make_word(kind, word.start, word.end, text),))

    def delete(self, start: int, stop: int | None = None) -> Edit:
        return Edit(start, start + 1 if stop is None else stop)

    def next_clause(self) -> int:
        """Return the word after the faulty clause: the start of the next one, or the block's end."""
        if self.is_cut_short:
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
                    # At the top of a file no block is open: the brace belongs to what is left out.
                    return index if not self.is_file else index + 1
                depth -= 1
                after_block = depth == 0
            elif depth == 0:
                terminal = reading(self.words[index], row)
                can_begin = terminal in row and self.text(index - 1) != ","
                if can_begin and (
                    self.starts_line(index) or after_block or (text in FIRM and index > self.at)
                ):
                    return index
                after_block = False
            index += 1
            self.work.spend()
        return index

    # --- reporting ---

    def span(self, index: int) -> Span:
        """Return the place of a word; the end of the file is its last word."""
        if not self.words:
            return Span(self.source, 0, 0)
        word = self.words[min(index, len(self.words) - 1)]
        return Span(self.source, word.start, word.end)

    def finding(
        self, name: str, at: int | Span, edit: Edit | None = None, ahead: int = 1, **values: Any
    ) -> Finding:
        """Return an error at a word or place, with *edit* if the file can be parsed with it."""
        is_repaired = edit is not None and self.parses_with(edit, ahead)
        return self.reported(name, at, edit if is_repaired else None, **values)

    def reported(
        self,
        name: str,
        at: int | Span,
        edit: Edit | None,
        edits: tuple[TextEdit, ...] | None = None,
        is_safe: bool = False,
        **values: Any,
    ) -> Finding:
        """Return an error that *edit* is known to repair.

        Unless *edits* are given, the fix that is offered is the edit itself.
        """
        if edits is None:
            edits = text_edits(self.source, self.words, edit) if edit is not None else ()
        change = fix(edits, is_safe=is_safe) if edits else None
        place = self.span(at) if isinstance(at, int) else at
        return Finding(report(name, place, change, **values), edit)

    def repair(
        self, name: str, at: int | Span, edit: Edit, ahead: int = 1, **values: Any
    ) -> Finding | None:
        """Return an error that *edit* repairs; None if the file cannot be parsed with it."""
        finding = self.finding(name, at, edit, ahead, **values)
        return finding if finding.edit is not None else None

    @property
    def gap(self) -> int:
        """The word that something is missing beside: the faulty one, or the last one of a line."""
        return self.at - 1 if self.at > 0 and self.starts_line(self.at) else self.at

    @property
    def side(self) -> str:
        """On which side of that word it is missing, in words."""
        return wording("syntax.gap.here-before" if self.gap == self.at else "syntax.gap.here-after")

    def gap_phrase(self) -> str:
        """Return where something is missing, in words."""
        if self.at > 0 and (self.starts_line(self.at) or self.text(self.at) in "{}"):
            return wording("syntax.gap.after", word=self.shown(self.at - 1))
        return wording("syntax.gap.before", word=self.shown(self.at))

    def shown(self, index: int) -> str:
        """Return a word as it can be quoted in a message."""
        text = self.text(index) or "the end of the file"
        return text if len(text) <= 40 else f"{text[:38]}…"

    # --- what is accepted ---

    def accepted_words(self) -> list[str]:
        """Return the keywords that are accepted here."""
        texts = (self.language.text_of.get(terminal, "") for terminal in self.accepts)
        return sorted(text for text in texts if text[:1].isalpha())

    @cached_property
    def block_words(self) -> tuple[str, ...]:
        """The keywords that can begin a clause of this block."""
        texts = map(self.language.text_of.get, self._accepts(self.block_states))
        return tuple(sorted(text for text in texts if text and text[:1].isalpha()))

    @property
    def clause_ends(self) -> set[str]:
        """The words and signs that end a clause of this block."""
        return {*self.block_words, "}", "{", ",", ""}

    def expects_only(self, terminal: str) -> bool:
        """Whether only this fits; a brace does too where the word before could name settings."""
        return self.accepts - {"LBRACE"} == {terminal}

    def clause_before(self) -> int | None:
        """Return the first word of the clause before the faulty one, if that is in the same block."""
        members = self.machine.values[self.height - 1] if self.height else None
        if not isinstance(members, list) or not members:
            return None
        start = members[-1].span.start
        before = self.begin - 1
        while before > 0 and self.words[before].start > start:
            before -= 1
        return before
