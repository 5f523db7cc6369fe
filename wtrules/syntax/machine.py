"""The LALR parser: an automaton with a stack of states, driven by the tables of the grammar.

Words come in; the tree goes out, built from the bottom up, so that no depth of nesting can exhaust
Python's own stack. The parser stops at a word that it cannot accept; `recovery/` changes the words
or the stack and lets it run on.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

from wtrules.syntax.scan import Word, split
from wtrules.syntax.tables import END, INLINE, NODE, TERMINAL, Tables
from wtrules.syntax.tree import BUILDERS, Builder, Token

MAX_DEPTH = 250  # levels of the tree; every later step may walk it with plain recursion
MAX_STACK = 2000
_text = itemgetter(3)  # of a word
_AHEAD = 6  # words that tell a keyword from a name that the file defines: `total of p +`
# Names follow these words; but `each wizard where own` and `space of w` have none.
_TYPES = frozenset(("number", "place", "player", "space", "tower", "wizard"))
_LINKING = frozenset(("of", "on", "where"))
_DEFINING = _TYPES | {
    *("allowance", "card", "chapter", "deck", "define", "example", "label", "let", "memory"),
    *("outcome", "piece", "rule", "spell", "table", "variant"),
}


class Halt(Enum):
    """Why the parser stopped."""

    END = "all words are read"
    FAULT = "a word is not accepted"
    DEEP = "the nesting is too deep"


def reading(word: Word | None, row: dict[str, int]) -> str:
    """Return the first reading of a word that *row* accepts, else its last one.

    No word is the end of the file.
    """
    if word is None:
        return END
    for terminal in word.readings:
        if terminal in row:
            return terminal
    return word.readings[-1]


class Machine:
    """A run of the parser over the words of one file."""

    def __init__(self, language: Tables, builder: Builder, words: list[Word], text: str):
        self.language = language
        self.words = words
        self.text = text
        self.at = 0  # the word to be read next
        self.states = [language.start]
        # For each state but the first: its value, the first word and the end of its text, its depth.
        self.values: list[Any] = []
        self.firsts: list[int] = []
        self.ends: list[int] = []
        self.depths: list[int] = []
        # Where words were made up; what is built from them is not kept.
        self.made_up: list[int] = []
        self._builder = builder
        self._builders = [
            BUILDERS[production.method] if production.method not in ("", "?") else None
            for production in language.productions
        ]

    def cut(self, height: int) -> None:
        """Drop everything above the first *height* values."""
        del self.states[height + 1 :]
        del self.values[height:]
        del self.firsts[height:]
        del self.ends[height:]
        del self.depths[height:]

    def terminal(self, index: int, row: dict[str, int]) -> str:
        """Return what a word stands for in a state that accepts the terminals of *row*."""
        words = self.words
        if index >= len(words):
            return END
        terminal = reading(words[index], row)
        if terminal not in row and terminal in self.language.special:
            # It only looked special; read its characters again as plain words.
            plain = split(self.text, words[index].start, words[index].end)
            stop = index + 1
            while stop < len(words) and words[stop].start < plain[-1].end:
                stop += 1
            words[index:stop] = plain
            terminal = reading(words[index], row)
        return terminal

    def takes_as_name(self, index: int, keyword: str, row: dict[str, int]) -> bool:
        """Whether a word is a name in a state that accepts both the keyword and a name.

        At the beginning of a line a keyword begins a clause; a mistake in it is reported.
        """
        word = self.words[index].text
        if (row[keyword] < 0 or word in self._own_names) and not self._begins_line(index):
            if self._is_name(index):
                return True
        return self._is_group(index)

    def _is_name(self, index: int) -> bool:
        """Whether a keyword in the middle of a line is a name: what follows fits nothing else.

        In `end game goal }` no clause can follow, and in `do move next clockwise 2` no piece.
        """
        word = self.words[index]
        ahead = _AHEAD if word.text in self._own_names else 0
        fits = -1
        for terminal in word.readings[:-1]:
            fits = max(fits, self._fitting(index, terminal, ahead))
            if fits == ahead:
                return False
        return fits < self._fitting(index, "NAME", ahead)

    def _is_group(self, index: int) -> bool:
        """Whether a keyword before `{` is the name of a group of settings: `label { size 3 }`.

        Where the keyword needs a name, the braces contain settings and no clause.
        """
        words = self.words
        if index + 1 >= len(words) or words[index + 1].text != "{":
            return False
        keywords = words[index].readings[:-1]
        if any(self._fitting(index, terminal, 1) for terminal in keywords):
            return False
        end = index + 2
        while end < len(words) and words[end].text not in ("{", "}"):
            begins = end == index + 2 or self._begins_line(end)
            if begins and words[end].readings != ("NAME",):
                return False
            end += 1
        return end > index + 2 and self._fitting(index, "NAME", end - index) == end - index

    def _begins_line(self, index: int) -> bool:
        before = self.words[index - 1].end if index else 0
        return not index or "\n" in self.text[before : self.words[index].start]

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """The words that the file defines as names, and some that only look like it."""
        texts = list(map(_text, self.words))
        pairs = {pair for pair in pairwise(texts) if pair[0] in _DEFINING}
        names = {name for before, name in pairs if name not in _LINKING or before not in _TYPES}
        at = -1
        for _ in range(texts.count("one")):  # the words of a memory: `one of dry, wet`
            at = texts.index("one", at + 1)
            end = at + 3
            while texts[end : end + 1] == [","]:
                end += 2
            names.update(texts[at + 2 : end])
        return frozenset(names)

    def _fitting(self, index: int, terminal: str, ahead: int) -> int:
        """Return how many of the next words fit if one stands for *terminal*; -1 if it does not fit."""
        language, words = self.language, self.words
        states = self.states.copy()
        if not language.step(states, terminal):
            return -1
        for count in range(ahead):
            following = index + count + 1
            if following >= len(words):
                return ahead if language.step(states, END) else count
            readings = words[following].readings
            if len(readings) == 1:
                if not language.step(states, readings[0]):
                    return count
                continue
            begins_line = self._begins_line(following)
            for kind in readings:
                tried = states.copy()
                if not (begins_line and kind == "NAME") and language.step(tried, kind):
                    states = tried
                    break
            else:
                return count
        return ahead

    def run(self, only_before: str = "") -> Halt:
        """Parse on until the end of the words, or a word that is not accepted.

        Given a terminal, only complete the constructs that this terminal would complete.
        """
        language = self.language
        actions, productions = language.actions, language.productions
        shortcuts, shortcut = language.shortcuts, language.shortcut
        states, values, firsts = self.states, self.values, self.firsts
        ends, depths, words = self.ends, self.depths, self.words
        builder, builders, made_up = self._builder, self._builders, self.made_up
        at = self.at
        while True:
            state = states[-1]
            row = actions[state]
            if only_before:
                terminal, end = only_before, 0
            elif at < len(words):
                _, _, end, _, readings = words[at]
                terminal = readings[0]
                if terminal not in row:
                    terminal = self.terminal(at, row)
                    _, _, end, _, readings = words[at]
                if (
                    readings[-1] == "NAME" != terminal
                    and "NAME" in row
                    and at
                    and self.takes_as_name(at, terminal, row)
                ):
                    terminal = "NAME"
            else:
                terminal, end = END, 0
            while True:
                action = row.get(terminal)
                if action is None:
                    # After reductions the keyword may have to be read as a name.
                    other = terminal if only_before else self.terminal(at, row)
                    if other != terminal and other in row:
                        terminal = other
                        continue
                    self.at = at
                    return Halt.FAULT
                if action >= 0:
                    if only_before:
                        return Halt.FAULT
                    if len(states) > MAX_STACK:
                        self.at = at
                        return Halt.DEEP
                    states.append(action)
                    values.append(at)
                    firsts.append(at)
                    ends.append(end)
                    depths.append(0)
                    at += 1
                    break
                number = ~action
                origin, size, _, takes, is_unit, is_list = productions[number]
                if is_unit:
                    below = states[-2]
                    if made_up:
                        state = actions[below][origin]
                        if origin.startswith("__"):
                            self._drop_made_up(values[-1], below)
                    else:
                        target = shortcuts.get((below, state, terminal))
                        state = shortcut(below, state, terminal) if target is None else target
                    states[-1] = state
                    row = actions[state]
                    continue
                if size:
                    depth = depths[-1] if size == 1 else max(depths[-size:])
                    if not is_list:
                        depth += 1
                        if depth > MAX_DEPTH:
                            self.at = at
                            return Halt.DEEP
                    parts = values[-size:]
                    first = firsts[-size]
                    place = (words[first].start, ends[-1])
                    del states[-size:], values[-size:], firsts[-size:], ends[-size:], depths[-size:]
                else:
                    depth, parts, first, place = 0, [], at, (0, 0)
                children: list[Any] = []
                for how, part, name in takes:
                    if how == NODE:
                        children.append(parts[part])
                    elif how == INLINE:
                        if children:
                            children += parts[part]
                        else:
                            children = parts[part]
                    elif how == TERMINAL:
                        _, token_start, token_end, token_text, _ = words[parts[part]]
                        children.append(Token(name, token_text, token_start, token_end))
                    else:
                        children.append(None)
                value: Any
                build = builders[number]
                if build is not None:
                    value = build(builder, place, children)
                elif is_list:
                    value = children
                    if made_up and origin.startswith("__"):
                        self._drop_made_up(children, states[-1])
                else:
                    value = children[0]
                state = actions[states[-1]][origin]
                states.append(state)
                values.append(value)
                firsts.append(first)
                ends.append(place[1])
                depths.append(depth)
                if terminal == END and state == language.end:
                    self.at = at
                    return Halt.END
                row = actions[state]

    def _drop_made_up(self, members: list[Any], below: int) -> None:
        """Remove the newest member of a block if it contains a made-up word."""
        if self.language.reached_by[below] not in ("LBRACE", END) or not members:
            return
        span = members[-1].span
        inside = [place for place in self.made_up if span.start <= place <= span.end]
        if inside:
            members.pop()
            for place in inside:
                self.made_up.remove(place)
