"""Whatever the text: an answer, never an exception, and every fault has its place."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.syntax.helpers import FILES, parse_text, read
from wtrules.diagnostics.manual import is_syntax
from wtrules.source import SourceError, decode_source
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.parse import parse
from wtrules.syntax.recovery.work import MAX_FAULTS
from wtrules.syntax.scan import scan

_MANY = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random texts are not worth keeping."""
    monkeypatch.setenv("WTRULES_CACHE", "off")


def check(text: str) -> None:
    """Parse *text* and look at what comes out."""
    file, faults = parse_text(text)

    assert len(faults) <= 2 * MAX_FAULTS + 1
    for fault in faults:
        assert is_syntax(fault.code)
        for label in (fault.primary, *fault.related):
            assert label is not None
            assert 0 <= label.span.start <= label.span.end <= len(text)
    for member in file.members:
        assert 0 <= member.span.start <= member.span.end <= len(text)


_WORDS = [
    *sorted(tables().terminal_of),
    "x",
    "a.b",
    "12",
    '"text"',
    "'",
    '"',
    "#",
    "\n",
    "4 x",
    "p3",
]


@pytest.mark.slow
@_MANY
@given(st.lists(st.sampled_from(_WORDS), max_size=60))
@example(["add", "above", "action", "next"])
@example(["{"] * 60)
@example(["rule", "x", "{"] * 20)
def test_word_soup(words: list[str]):
    """Words of the language in any order."""
    check(" ".join(words))


@_MANY
@given(st.text(max_size=200))
def test_any_text(text: str):
    """Characters in any order."""
    check(text)


@_MANY
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes):
    """Bytes that happen to be text."""
    try:
        source = decode_source(data, "bytes.wtr")
    except SourceError:
        return
    check(source.text)


@pytest.mark.slow
@_MANY
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.integers(1, 8))
def test_damaged_files(path: Path, seed: int, errors: int):
    """Rule files with words left out, doubled, swapped or put in."""
    chance = random.Random(seed)
    text = read(path).text
    for _ in range(errors):
        words = scan(text).words
        if len(words) < 2:
            return
        index = chance.randrange(len(words) - 1)
        word, after = words[index], words[index + 1]
        match chance.randrange(5):
            case 0:
                text = text[: word.start] + text[word.end :]
            case 1:
                text = f"{text[: word.end]} {text[word.start :]}"
            case 2:
                between = text[word.end : after.start]
                text = text[: word.start] + after.text + between + word.text + text[after.end :]
            case 3:
                text = text[: word.start] + chance.choice(_WORDS) + " " + text[word.start :]
            case _:
                place = chance.randrange(word.start, word.end)
                text = text[:place] + chance.choice("ab;{}()'\"") + text[place + 1 :]
    check(text)


@pytest.mark.slow
def test_single_errors_give_single_reports():
    """One error, one report: in at least nine of ten random cases, and never many."""
    chance = random.Random(7)
    counts = []
    core = [path for path in FILES if path.parent.name in ("core", "examples")]
    for _ in range(300):
        source = read(chance.choice(core))
        word = chance.choice(scan(source.text).words)
        text = source.text[: word.start] + source.text[word.end :]
        _, faults = parse_text(text)
        counts.append(len(faults))
    faulty = [count for count in counts if count]

    assert sum(count == 1 for count in faulty) / len(faulty) > 0.9
    assert max(counts) < 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_half_a_file(path: Path):
    """A file that ends too early is at most an unclosed block or two, and what comes before is read."""
    text = read(path).text
    for share in (0.3, 0.6, 0.9):
        part = text[: int(len(text) * share)]
        check(part)
        assert len(parse_text(part)[1]) <= 4
    assert () == parse(read(path))[1]
