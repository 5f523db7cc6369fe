"""Slips of whoever knows what to say but not yet how rules say it: phrases, units, kinds, braces.

The table of phrases is in `diagnostics/phrases.py`; here it is found out which one was meant, and
whether the file can be read with what should stand there instead.
"""

from __future__ import annotations

from attrs import evolve

from wtrules.diagnostics import Label
from wtrules.diagnostics.phrases import UNITS, other_words
from wtrules.source import Span
from wtrules.syntax.mistakes import report
from wtrules.syntax.place import Edit, Finding, Place
from wtrules.syntax.scan import make_word, scan
from wtrules.syntax.vocabulary import FIRM

_LONGEST = 30  # words of a phrase
_COUNTING = ("do", "cost", "set", "let", "override", "when", "if")  # clauses that hold numbers


class Phrasing(Place):
    """A place that knows how else to say what stands there."""

    def other_words(self) -> Finding | None:
        """A phrase of other languages or of everyday speech."""
        if self.container == "SETTINGS" or self.at >= len(self.words):
            return None
        for start, rewind in self._starts():
            stop = self.end_of_phrase(start)
            if stop < self.at:
                continue
            said = " ".join(self.text(index) for index in range(start, stop))
            low, high = self.words[start].start, self.words[stop - 1].end
            for right, advice, problem in other_words(said):
                words = tuple(w._replace(start=low, end=high) for w in scan(right).words)
                edit = Edit(start, stop, words, rewind=rewind)
                if self._stands(edit):
                    span = Span(self.source, low, high)
                    word = " ".join(span.text.split())
                    word = word if len(word) <= 60 else f"{word[:58]}…"
                    diagnostic = report(
                        "other-words", Label(span), word=word, problem=problem, advice=advice
                    )
                    return Finding(diagnostic, edit)
        return None

    def _stands(self, edit: Edit) -> bool:
        """Whether a clause can be read with *edit*, even if the next line is faulty as well."""
        if self.mends(edit, ahead=1):
            return True
        end = make_word("NAME", 0, 0, "rule") if self.is_file else make_word("sign", 0, 0, "}")
        whole = evolve(edit, words=(*edit.words, end))
        return self.is_first(edit.stop) and self.mends(whole, ahead=0)

    def _starts(self) -> list[tuple[int, int | None]]:
        """Return where the phrase may begin: with the clause or the line, or the clause before."""
        line = self.at
        while line > 0 and not self.is_first(line):
            line -= 1
        starts: list[tuple[int, int | None]] = [(self.begin, None)]
        if line > self.begin:
            starts.insert(0, (line, None))
        before = self.clause_before()
        if before is not None and not any(map(self.is_first, range(before + 1, self.begin + 1))):
            starts.append((before, before))
        return starts

    def end_of_phrase(self, start: int) -> int:
        """Return the word after a phrase: the next line or clause, or a brace."""
        stop = start + 1
        while stop < min(len(self.words), start + _LONGEST):
            word = self.text(stop)
            is_next = word in FIRM or word in ("{", "}", "else")
            if self.text(stop - 1) in ("of", "for") or self.text(stop + 1) == "of":
                is_next = is_next and word not in FIRM  # `at the end of each turn`
            if is_next or self.is_first(stop):
                break
            stop += 1
        return stop

    def unit(self) -> Finding | None:
        """`cost 2 flasks`: what is counted is clear without it."""
        stop = self.at
        while self.text(stop) in UNITS and not self.is_first(stop):
            stop += 1
        if stop == self.at or self.text(self.begin) not in _COUNTING:
            return None
        if self.text(self.at - 1) in ("each", "a", "an", "the", "every", "all"):
            return None
        edit = self.delete(self.at, stop)
        if not self.mends(edit, ahead=1):
            return None
        word = " ".join(self.text(index) for index in range(self.at, stop))
        label = Label(self.span(self.at).join(self.span(stop - 1)))
        return Finding(report("stray-word", label, word=word), edit)

    def comma_for_and(self) -> Finding | None:
        """`where own, visible`: conditions in a row."""
        if self.text(self.at - 1) != ",":
            return None
        if not any(self.text(index) == "where" for index in range(self.begin, self.at)):
            return None
        edit = self.replace(self.at - 1, "and")
        if not self.mends(edit, ahead=1):
            return None
        problem = "does not join conditions"
        label = self.label(self.at - 1)
        diagnostic = report("other-words", label, word=",", problem=problem, advice="write `and`")
        return Finding(diagnostic, edit)

    def block_behind_clause(self) -> Finding | None:
        """`on turn begins { … }`: the rule's own braces are enough."""
        first = self.text(self.begin)
        if self.text(self.at) != "{" or first not in ("on", "forbid", "when"):
            return None
        close, depth = self.at, 0
        while close < len(self.words):
            depth += {"{": 1, "}": -1}.get(self.text(close), 0)
            if depth == 0:
                break
            close += 1
        edit = Edit(self.at, close + 1, tuple(self.words[self.at + 1 : close]))
        if close >= len(self.words) or not self.mends(edit, ahead=1):
            return None
        advice = f"no braces behind `{first} …`: delete this one and the `}}` that belongs to it"
        if first == "when":
            advice += ", or write `if … { … }`"
        label = self.label(self.at)
        return Finding(report("stray-punctuation", label, word="{", advice=advice), edit)

    def missing_kind(self) -> Finding | None:
        """`remove swap_towers`, `override castle.move { … }`: what is it?"""
        verb, name = self.text(self.begin), self.begin + 1
        if verb == "add" and self.text(name) == "to":
            verb, name = "add to", name + 1
        if verb not in ("remove", "override", "add to"):
            return None
        if self.kind(name) not in ("NAME", "PATH") or self.is_first(name):
            return None
        if verb == "remove":
            after = self.text(name + 1)
            # If more follows, it is rather a kind that was misspelt.
            is_it = self.at == name and (self.is_first(name + 1) or after in ("", "}"))
        else:
            is_it = self.at == name + 1 and self.text(self.at) == "{"
        if not is_it:
            return None
        kind = "rule" if self.kind(name) == "PATH" else "spell"
        what = self.shown(name)
        return Finding(report("missing-kind", self.label(name), verb=verb, what=what, kind=kind))
