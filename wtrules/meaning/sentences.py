"""What definitions say in words: the sentences that are true here, with their blanks filled in.

Rules and a definition come in; a text in one language goes out, or one for each language. Everything
that shows a paraphrase asks here: the rulebook, `explain`, `show`, `diff`, editors and the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.meaning.binder import binder_of
from wtrules.meaning.blanks import NAMED, blank_values
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.evaluate import Players, evaluators
from wtrules.meaning.reach import is_as_known
from wtrules.node import rewrite
from wtrules.resolve.clauses import clauses_of, in_language
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.syntax.blanks import Written, pieces
from wtrules.texts import LANGUAGES, Texts
from wtrules.value import Value

_MOST_IN_WORDS = 12
_ENDS = (".", "!", "?")  # a capital letter follows


def sentence(
    rules: Rules,
    node: object,
    language: str,
    players: Players = None,
    given: Mapping[str, int] | None = None,
) -> str:
    """Return what a definition says, else in any other language; nothing if it says nothing here.

    *players* are the numbers of players that it is read for, all of the rules if there are none. A
    sentence is read if it is true for one of them. *given* are values of blanks that only the caller
    knows, such as the points of a player.
    """
    return "".join(part.text for part in told(rules, node, language, players, given))


@frozen
class Told(Value):
    """A part of a sentence; `blank` is the name whose value it is, `was` its value in other rules."""

    text: str
    blank: str = ""
    was: str | None = None


def told(
    rules: Rules,
    node: object,
    language: str,
    players: Players = None,
    given: Mapping[str, int] | None = None,
    before: Rules | None = None,
) -> Iterator[Told]:
    """Yield what a definition says in parts, as `sentence` does.

    With other rules *before*, values that differ there come with what they were.
    """
    is_first = True
    for says in _true(rules, node, players):
        if says.phrases:
            yield from () if is_first else (Told(" "),)
            yield from _filled(rules, says, language, players, given or {}, before)
            is_first = False


def sentences(rules: Rules, node: object, players: Players = None) -> dict[str, str]:
    """Return what a definition says by language."""
    there = {p.language: None for says in _true(rules, node, players) for p in says.phrases}
    return {language: sentence(rules, node, language, players) for language in there}


def _true(rules: Rules, node: object, players: Players) -> Iterator[n.Says]:
    """Yield the `says` clauses of a definition that are true for these numbers of players."""
    for says in clauses_of(node, n.Says):
        if says.condition is None or _is_said(rules, says, players):
            yield says


def _is_said(rules: Rules, says: n.Says, players: Players) -> bool:
    """Whether the condition of a sentence is true for one of these numbers of players."""
    binder = binder_of(rules)

    def stands(part: object) -> m.Const | None:
        if not isinstance(part, m.Stands):
            return None
        is_so = part.id in rules.chosen
        if part.kind != "variant":
            is_so = is_as_known(rules, part.kind, part.id, players)
        return m.Const("truth", int(is_so), span=part.span)

    condition = rewrite(binder.condition(says), stands)
    return any(one.truth(condition) for one in evaluators(binder.meaning, players))


def _filled(
    rules: Rules,
    says: n.Says,
    language: str,
    players: Players,
    given: Mapping[str, int],
    before: Rules | None,
) -> Iterator[Told]:
    """Yield a clause in a language, else in another one, with its blanks filled in."""
    phrase = next((p for p in says.phrases if p.language == language), says.phrases[0])
    if not any(brace in phrase.text for brace in "{}"):
        yield Told(phrase.text)
        return
    texts = Texts(phrase.language if phrase.language in LANGUAGES else LANGUAGES[0])
    text = ""
    for piece in pieces(phrase.text):
        if isinstance(piece, str):
            part = Told(piece)
        else:
            word = _word(rules, piece, texts, players, given)
            old = _word(before, piece, texts, players, given) if before is not None else word
            left = text.rstrip(' "“„»«(')
            if not left or (left.endswith(_ENDS) and left != text):
                word = word[:1].upper() + word[1:]
                old = old[:1].upper() + old[1:]
            part = Told(word, piece.name, old if old != word else None)
        text += part.text
        yield part


def _word(
    rules: Rules, blank: Written, texts: Texts, players: Players, given: Mapping[str, int]
) -> str:
    """Return what is written for a blank; the blank itself if it has no value."""
    if blank.fault:
        return blank.written
    if blank.name in given:
        figures = texts.number(given[blank.name])
        return f"{figures} {blank.words[given[blank.name] != 1]}" if blank.words else figures
    return _printed(rules, blank.name, blank.words, texts, players) or blank.written


def printed(rules: Rules, name: str, language: str) -> str | None:
    """Return what a blank with this name prints; None if it cannot be printed."""
    return _printed(rules, name, (), Texts(language), None) or None


def _printed(
    rules: Rules, name: str, words: tuple[str, ...], texts: Texts, players: Players
) -> str:
    found = blank_values(meaning_of(rules), name, players)
    if not found:
        return _name(rules, name, texts)
    numbers = [value for value in found if isinstance(value, int)]
    if numbers:
        return _numbers(numbers, words, texts)
    items = found[0] if isinstance(found[0], tuple) else (found[0],)
    listed = texts.join([_item(rules, name, item, texts) for item in items])
    return f"{listed} {words[len(items) != 1]}" if words else listed


def _name(rules: Rules, id: str, texts: Texts) -> str:
    """Return what people call a spell, card, piece, outcome, chapter or variant."""
    for kind in NAMED:
        entry = rules.get(kind, id)
        if entry is not None:
            return _called(entry.node, texts) or id
    return (_called(rules.variants[id].node, texts) or id) if id in rules.variants else ""


def _called(node: object, texts: Texts) -> str:
    phrases = (phrase for clause in clauses_of(node, n.NameClause) for phrase in clause.phrases)
    return in_language(phrases, texts.language)


def _item(rules: Rules, setting: str, item: values.Constant, texts: Texts) -> str:
    """Return a number, word or name that a setting holds."""
    if isinstance(item, range):
        return _span(texts, str(item[0]), str(item[-1])) if item else ""
    if isinstance(item, int):
        return str(item)
    label = rules.get("label", setting)
    words = clauses_of(label.node, n.Word) if label is not None else ()
    word = next((one for one in words if one.name.id == item), None)
    said = in_language(word.phrases, texts.language) if word is not None else ""
    return said or _name(rules, item, texts) or item


def _numbers(found: Sequence[int], words: tuple[str, ...], texts: Texts) -> str:
    """Return a number in words, or the range of several, with the word for one or for several."""
    first, last = found[0], found[-1]
    if not words:
        return _range(found, texts)
    one, several = words
    if first == last == 1:
        # German has several words for one: then the text has the right one, `eine Aktion`.
        return one if " " in one else f"{_in_words(1, texts)} {one}"
    if first == last == 0:
        return f"{texts('common.no')} {several}"
    return f"{_range(found, texts)} {several}"


def _range(found: Sequence[int], texts: Texts) -> str:
    first, last = found[0], found[-1]
    if first == last:
        return _in_words(first, texts)
    shown = [_in_words(number, texts) for number in (first, last)]
    if any(word[:1].isdigit() for word in shown):  # never `1 to three`
        shown = [texts.number(number) for number in (first, last)]
    if len(found) == 2:
        return texts("common.or", first=shown[0], last=shown[1])
    return _span(texts, *shown)


def _span(texts: Texts, first: str, last: str) -> str:
    return texts("common.range", first=first, last=last)


def _in_words(number: int, texts: Texts) -> str:
    key = f"common.number.{number}"
    is_small = 0 < number <= _MOST_IN_WORDS
    return texts(key) if is_small and key in texts else texts.number(number)
