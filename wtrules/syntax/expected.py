"""What can be written at a place of a rule file: the tables of the parser know which words can follow.

A text and a place come in; an `Expected` goes out. Mistakes before the place do no harm: a clause that
is not accepted is skipped, as when parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from wtrules.source import SourceFile
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.machine import Machine, reading
from wtrules.syntax.scan import FAULTY_KINDS, UNCLOSED_TEXT, Word, scan
from wtrules.syntax.tables import Tables, is_terminal
from wtrules.syntax.tree import Builder
from wtrules.syntax.vocabulary import HOMES, LABELS, OPENERS
from wtrules.value import Value

_NAMES = ("NAME", "PATH")
# `{`, but not `{{`, and the name behind it as far as it is written
_IN_BLANK = re.compile(r"(?<!\{)(?:\{\{)*\{[ \t]*([\w.-]*)\Z")
_PREFIX = re.compile(r"[^\W\d][\w.-]*\Z")
_ITEMS = {
    "rule",
    "card",
    "spell",
    "outcome",
    "piece",
    "example",
    "assumption",
    "variant",
    "ruleset",
}
# Definitions that have the same clauses, as far as the parser knows.
_ALIKE = ("rule", "card", "spell")


@frozen
class Place(Value):
    """Where something is written."""

    before: tuple[str, ...]  # the words of the clause before the place; the nearest last
    blocks: tuple[str, ...]  # the first words of the blocks around the place; the innermost last


@frozen
class Expected(Place):
    """What fits at a place."""

    start: int  # where the word that is being written begins
    prefix: str  # as much of it as there is
    terminals: frozenset[str]  # of the grammar
    keywords: frozenset[str]  # their texts
    begins_clause: bool  # whether a new clause of the block can begin here
    written: frozenset[str] = frozenset()  # what clauses of the block begin with

    @property
    def takes_name(self) -> bool:
        """Whether a name fits."""
        return not self.terminals.isdisjoint(_NAMES)

    @property
    def item(self) -> str:
        """The kind of the definition around the place: `rule`, `spell`, `variant` …; "" for a file."""
        return next((head for head in reversed(self.blocks) if head in _ITEMS), "")


def expected_at(text: str, offset: int) -> Expected | None:
    """Return what fits at a place; None inside a text, a number or a comment."""
    match = _PREFIX.search(text, text.rfind("\n", 0, offset) + 1, offset)
    start = match.start() if match is not None else offset
    words, comments, _, _ = scan(text[:start])
    line = text.rfind("\n", 0, start) + 1
    if any(comment.start >= line for comment in comments):
        return None
    if words and words[-1].kind in FAULTY_KINDS and words[-1].end == start:
        return None  # inside a text that is not closed
    if words and words[-1].end == start and words[-1].kind in ("STRING", "INT"):
        return None
    return _Reader(tables(), words, text).expected(start, text[start:offset])


def blank_at(text: str, offset: int) -> tuple[int, str] | None:
    """Return where the name begins that is being written in a blank of a sentence, and the name.

    None where there is no blank.
    """
    words, _, _, _ = scan(text[:offset])
    if not words or words[-1].kind != UNCLOSED_TEXT:
        return None
    match = _IN_BLANK.search(text, words[-1].start, offset)
    if match is None:
        return None
    clause = _Reader(tables(), words[:-1], text).expected(words[-1].start, "").before
    return (match.start(1), match[1]) if clause[:1] == ("says",) else None


def cited_at(text: str, offset: int) -> tuple[int, str, str] | None:
    """Return where the section begins that is being cited, as much as is written, and the manual.

    None where no section is being written.
    """
    words, _, _, _ = scan(text[:offset])
    if not words or words[-1].kind != UNCLOSED_TEXT:
        return None
    start = words[-1].start
    before = _Reader(tables(), words[:-1], text).expected(start, "").before
    if before[-2:-1] != ("cites",):
        return None
    return start + 1, text[start + 1 : offset], before[-1]


def places(text: str) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Yield the place of each word of a text, with the words from there to the end of the line."""
    words, _, _, _ = scan(text)
    reader = _Reader(tables(), words, text)
    for index in reader.steps():
        if index < len(words):
            end = next(
                (i for i in range(index + 1, len(words)) if reader.starts_line(i)), len(words)
            )
            yield reader.place(index), tuple(word.text for word in words[index:end])


class _Reader:
    """Reads words up to a place, clause by clause."""

    def __init__(self, language: Tables, words: list[Word], text: str) -> None:
        self.language = language
        self.words = words
        self.text = text
        self.states = [language.start]
        self._machine = Machine(language, Builder(SourceFile("", text)), words, text)
        # For each open block: the states at its beginning, those at its last complete clause, its
        # first word, and the word that begins the current clause.
        self.blocks: list[tuple[list[int], list[int], str, int]] = [
            (self.states.copy(), self.states.copy(), "", 0)
        ]

    def steps(self) -> Iterator[int]:
        """Read the words; yield the number of those read, before each of them and at the end."""
        index = 0
        while index < len(self.words):
            word = self.words[index]
            if self.starts_line(index) and self._is_complete():
                begin, _, head, _ = self.blocks[-1]
                self.blocks[-1] = (begin, self.states.copy(), head, index)
            yield index
            if self._feed(self.states, word, index):
                if word.text == "{":
                    head = self._head(self.blocks[-1][3])
                    states = self.states
                    self.blocks.append((states.copy(), states.copy(), head, index + 1))
                elif word.text == "}" and len(self.blocks) > 1:
                    self.blocks.pop()
                index += 1
            else:
                index = self._skip(index)
        yield index

    def place(self, index: int) -> Place:
        """Return where the word with this number is, when those before it have been read."""
        before = tuple(word.text for word in self.words[self.blocks[-1][3] : index])
        return Place(before, tuple(head for _, _, head, _ in self.blocks[1:]))

    def _head(self, index: int) -> str:
        """Return the word that says what a block is; `override` and `add to` come before it."""
        while index < len(self.words) - 1 and self.words[index].text in ("override", "add", "to"):
            index += 1
        return self.words[index].text

    def _skip(self, index: int) -> int:
        """Leave out the clause with a word that is not accepted; return the word to go on with."""
        begin, complete, head, first = self.blocks[-1]
        self.states[:] = complete
        depth = 0
        # From the start of the clause: its braces are left out with it.
        for i in range(first, index):
            depth += {"{": 1, "}": -1}.get(self.words[i].text, 0)
        while index < len(self.words):
            text = self.words[index].text
            if depth <= 0:
                is_new = index > first and self.starts_line(index)
                if (text == "}" or is_new) and self._feed(self.states.copy(), self.words[index]):
                    break
            depth += {"{": 1, "}": -1}.get(text, 0)
            index += 1
        self.blocks[-1] = (begin, complete, head, index)
        return index

    def starts_line(self, index: int) -> bool:
        """Whether a word is the first one on its line."""
        if index == 0:
            return True
        end = self.words[index].start if index < len(self.words) else len(self.text)
        return "\n" in self.text[self.words[index - 1].end : end]

    def _is_complete(self) -> bool:
        """Whether the block, or the file, could end here."""
        end = "RBRACE" if len(self.blocks) > 1 else "$END"
        return self.language.step(self.states.copy(), end)

    def _feed(self, states: list[int], word: Word, index: int = 0) -> bool:
        row = self.language.actions[states[-1]]
        terminal = reading(word, row)
        if index and word.readings[-1] == "NAME" != terminal and "NAME" in row:
            self._machine.states = states
            if self._machine.takes_as_name(index, terminal, row):
                terminal = "NAME"
        if self.language.step(states, terminal):
            return True
        # After reductions a keyword may have to be read as a name.
        other = reading(word, self.language.actions[states[-1]])
        return other != terminal and self.language.step(states, other)

    def _accepted(self, states: list[int]) -> frozenset[str]:
        row = self.language.actions[states[-1]]
        return frozenset(t for t in row if is_terminal(t) and self.language.step(states.copy(), t))

    def expected(self, start: int, prefix: str) -> Expected:
        """Return what fits behind all the words."""
        for _ in self.steps():
            pass
        begin, _, _, first = self.blocks[-1]
        accepted = self._accepted(self.states)
        opening = self._accepted(begin)
        last = self.words[-1] if self.words else None
        fresh = last is None or "\n" in self.text[last.end : start] or last.text in ("{", "}")
        is_complete = self._is_complete()
        unfinished = fresh and not is_complete and accepted <= {"LBRACE"}
        begins_clause = (fresh and is_complete) or unfinished
        if begins_clause:
            accepted = opening if unfinished else accepted & opening
            first = len(self.words)
        elif is_complete and accepted - opening:
            # On the same line a clause goes on; what begins the next one is on the next line.
            accepted -= opening - set(_NAMES) - {"INT", "STRING", "LPAR"}
        texts = self.language.text_of
        keywords = frozenset(texts[t] for t in accepted if texts.get(t, "")[:1].isalpha())
        before = tuple(word.text for word in self.words[first:])
        heads = tuple(head for _, _, head, _ in self.blocks[1:])
        expectation = Expected(before, heads, start, prefix, accepted, keywords, begins_clause)
        if not begins_clause:
            return expectation
        belonging = frozenset(k for k in keywords if _belongs(k, expectation))
        return evolve(expectation, keywords=belonging, written=self._written())

    def _written(self) -> frozenset[str]:
        """Return the words that begin a line in the block around the end of the words."""
        found = set()
        depth = 0
        for index in range(len(self.words) - 1, -1, -1):
            text = self.words[index].text
            depth += {"}": 1, "{": -1}.get(text, 0)
            if depth < 0:
                break
            if depth == 0 and self.starts_line(index):
                found.add(text)
        return frozenset(found)


def _belongs(keyword: str, there: Expected) -> bool:
    """Whether a clause that begins with a keyword makes sense in this block, not only to the parser."""
    if keyword in HOMES:
        words = HOMES[keyword].replace(":", " ").replace(",", " ").split()
        return there.item in words or there.item not in _ALIKE
    # In a ruleset, words such as `turn` can only be the names of groups of settings.
    return keyword in OPENERS and not (there.takes_name and keyword in LABELS)
