"""Which slip it is: the place where the machine stopped, explained.

Explanations are tried in order, from the telling to the vague; each is sure of itself or passes.
A repair is only proposed if the file can be read further with it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from wtrules.diagnostics import Label, closest
from wtrules.diagnostics.wishes import ACTIONS, CLAUSES, NAMES
from wtrules.source import Span
from wtrules.syntax.mistakes import report
from wtrules.syntax.phrasing import Phrasing
from wtrules.syntax.place import Edit, Finding
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.vocabulary import (
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


class Diagnosis(Phrasing):
    """A place that knows what is wrong with it."""

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
            yield self.other_words()
            yield self._missing_copies()
            yield self._misplaced(self.begin)
            yield self._foreign_clause()
            yield self._misspelt(self.at, self.block_words())
            yield self._stray_punctuation()
            yield self._unknown_clause(self.begin)
            return
        yield self.other_words()
        yield self._foreign_clause()
        yield self._clauses_among_settings()
        yield self._twice()
        yield self.unit()
        yield self.missing_kind()
        yield self.block_behind_clause()
        yield self.comma_for_and()
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
        yield self._dotted_name()
        yield self._split_name()
        yield self._unknown_action(ACTIONS)
        yield self._misspelt(self.at, self.accepted_words())
        yield self._unknown_action()
        yield self._wish()
        yield self._filler()
        yield self._missing_bar()
        yield self._missing_comma()
        yield self._missing_brace()
        yield self._missing_name()
        yield self._missing_number()
        yield self._missing_text()
        yield self._missing_value()
        yield self._missing_word()

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
                made = make_word("NAME", self.words[index].start, self.words[index].start, keyword)
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
            name = make_word("NAME", self.words[index].end, self.words[index].end, "missing")
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
        made = make_word("NAME", self.words[index].start, self.words[index].start, keyword)
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
        possible = self.block_words()
        if self.container in ("", "RULESET", "VARIANT"):  # groups of settings may be called a lot
            possible = [word for word in possible if word in HOMES or word not in LABELS]
        words = ", ".join(f"`{word}`" for word in possible)
        diagnostic = report(
            "unknown-keyword",
            self.label(index),
            word=self.shown(index),
            problem=f"cannot begin anything {container_phrase(self.container)}",
            advice=f"what can stand here begins with {words}" if words else "leave it out",
        )
        return Finding(diagnostic)

    def _foreign_clause(self) -> Finding | None:
        """A word that begins a clause in other languages, or in everyday speech."""
        word = self.text(self.at)
        if word not in CLAUSES or word in self.block_words():
            return None
        if self.at != self.begin and not self.is_first(self.at):
            return None
        meant, advice = CLAUSES[word]
        start, end = self.words[self.at].start, self.words[self.at].end
        words = tuple(make_word("NAME", start, end, text) for text in meant.split())
        edit = Edit(self.at, self.at + 1, words)
        diagnostic = report(
            "unknown-keyword",
            self.label(self.at),
            word=word,
            problem="is not a word of the language",
            advice=advice,
        )
        return Finding(diagnostic, edit if self.mends(edit, ahead=1) else None)

    def _unknown_action(self, among: Container[str] | None = None) -> Finding | None:
        """`do announce …`: nothing of the sort can be done."""
        word = self.text(self.at)
        if self.text(self.at - 1) not in ("do", "can") or not word.isalpha():
            return None
        if among is not None and word.lower() not in among:
            return None
        known = ", ".join(sorted(VERBS))
        advice = ACTIONS.get(word.lower(), f"the actions are: {known}")
        if word in FIRM and word not in VERBS:
            clause = " ".join(map(self.text, range(self.at, self.end_of_phrase(self.at))))
            advice = f"`{word}` is no action: write `{clause}`, without `do`"
        label = self.label(self.at, "nothing that can be done")
        return Finding(report("unknown-action", label, word=word, advice=advice))

    def _wish(self) -> Finding | None:
        """`number of rounds`: a question about something nobody keeps."""
        word = self.text(self.at)
        if word not in NAMES or self.text(self.at - 1) not in ("of", "any", "no", "first", "next"):
            return None
        return Finding(report("syntax", self.label(self.at), word=f"`{word}`", advice=NAMES[word]))

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
            edit = Edit(self.at, self.at + 2, (make_word("NAME", start, start + 1, "or"),))
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

    def _comma_before(self) -> Finding | None:
        """A name that was taken for settings, but belongs to the list before it."""
        before = self.clause_before()
        if before is None or self.is_first(self.begin):
            return None
        states = self.block_states.copy()
        comma = self.made(",", before=self.begin)
        stop = self.at + (not self.is_first(self.at))
        rest = [*self.words[before : self.begin], comma, *self.words[self.begin : stop]]
        if not all(self.feed(states, word) for word in rest):
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
        before = self.clause_before()
        if word not in self.language.terminal_of or before is None:
            return None
        states = self.block_states.copy()
        origin = self.words[self.begin]
        name = Word("NAME", origin.start, origin.end, word, ("NAME",))
        rest = [*self.words[before : self.begin], name, *self.words[self.at : self.at + 2]]
        if not all(self.feed(states, part) for part in rest):
            return None
        diagnostic = report("reserved-word", self.label(self.begin), word=word, other=f"{word}_1")
        return Finding(diagnostic)

    def _dotted_name(self) -> Finding | None:
        """`spell castle.leap`: only rules, settings and the like have addresses."""
        if self.kind(self.at) != "PATH" or not self.accepts >= {"NAME"} or "PATH" in self.accepts:
            return None
        word = self.text(self.at)
        joined = word.replace(".", "_")
        edit = self.replace(self.at, joined)
        if not self.mends(edit, ahead=1):
            return None
        return Finding(report("dotted-name", self.label(self.at), word=word, joined=joined), edit)

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
