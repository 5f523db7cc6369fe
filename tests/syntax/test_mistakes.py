"""The table of slips: each sample gives its code, each page shows what it speaks of."""

import re

import pytest

from tests.syntax.helpers import codes, parse_text
from wtrules.diagnostics.wishes import ACTIONS, CLAUSES, NAMES
from wtrules.syntax import vocabulary
from wtrules.syntax.mistakes import SYNTAX_MISTAKES, Mistake
from wtrules.syntax.tables import tables

SAMPLES = [
    pytest.param(mistake.code, sample, id=f"{mistake.code}-{number}")
    for mistake in SYNTAX_MISTAKES.values()
    for number, sample in enumerate(mistake.samples)
]
# They come on top of others.
NOTES = {"too-many-faults"}


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_sample(code: str, sample: str):
    """A slip is reported by its name, and nothing else is."""
    found = codes(sample)

    if code in NOTES:
        assert code == found[-1]
    else:
        assert {code} == set(found)


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_one_slip_gives_one_report(code: str, sample: str):
    """Nobody wants to hear the same thing twice."""
    several = {"board {\n  spaces: 16;\n}"}

    assert code in NOTES or sample in several or 1 == len(codes(sample))


@pytest.mark.parametrize("mistake", SYNTAX_MISTAKES.values(), ids=lambda mistake: mistake.code)
def test_page(mistake: Mistake):
    """A page shows a faulty file and, if it fits, the mended one."""
    shown = re.findall(r"(Faulty|Mended):\n\n```wtr\n(.*?)\n```", mistake.page, re.DOTALL)

    assert mistake.page.startswith(mistake.about)
    assert [] == codes(mistake.mended)
    if mistake.shown:
        assert len(mistake.page) < 600
    else:
        assert [("Faulty", mistake.faulty), ("Mended", mistake.mended)] == shown


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_messages_are_for_people(code: str, sample: str):
    """No message shows the name of a terminal, or a placeholder."""
    for fault in parse_text(sample)[1]:
        told = " ".join((fault.message, *fault.help, *(label.message for label in fault.related)))
        assert not re.search(r"[A-Z]{3,}|__|\{\w+\}|None", re.sub(r"U\+\w+", "", told))
        assert fault.primary is not None
        assert fault.message[0].islower() or fault.message[0] in "`0123456789"
        assert not fault.message.endswith(".")


def test_the_words_we_speak_of_are_words_of_the_language():
    """Lists of words for messages keep up with the grammar."""
    known = set(tables().terminal_of)
    spoken = (
        set(vocabulary.HOMES)
        | vocabulary.FIRM
        | vocabulary.VERBS
        | vocabulary.NAMED
        | vocabulary.LABELS
    )
    spoken |= vocabulary.OPENERS | vocabulary.RULESET_CLAUSES

    assert set() == spoken - known


def test_every_clause_has_a_home():
    """Whatever can begin a clause somewhere is known when it stands in the wrong place."""
    language = tables()
    beginners: set[str] = set()
    for state, symbol in enumerate(language.reached_by):
        if symbol == "LBRACE" or state == language.start:
            beginners |= {
                language.text_of.get(terminal, "") for terminal in language.actions[state]
            }
    words = {word for word in beginners if word[:1].isalpha()}

    # Settings may be called like pieces, manuals begin their lines with what they do.
    others = vocabulary.LABELS | {"add", "after", "with", "states", "implies", "omits", "lost"}
    assert set() == words - set(vocabulary.HOMES) - others


# --- wishes ---------------------------------------------------------------------------------------


def quoted(advice: str) -> list[str]:
    """The pieces of rules an advice shows."""
    return [text for text in re.findall("`([^`]+)`", advice) if "…" not in text and " " in text]


@pytest.mark.parametrize("word", [*ACTIONS, *CLAUSES, *NAMES])
def test_advice_can_be_followed(word: str):
    """What is shown in place of a foreign word can be read: as a statement, a term or an item."""
    clause = CLAUSES[word][1] if word in CLAUSES else ""
    for shown in quoted(ACTIONS.get(word) or NAMES.get(word) or clause):
        ways = [f"rule a {{ {shown} }}", f"rule a {{ when {shown} }}", shown]
        assert any(codes(text) == [] for text in ways), shown


@pytest.mark.parametrize("word", ACTIONS)
def test_a_foreign_verb_is_known(word: str):
    """Whatever somebody wants to do, the advice is about that and not about grammar."""
    (fault,) = parse_text(f"rule a {{ do {word} w }}")[1]

    assert ("unknown-action", (ACTIONS[word],)) == (fault.code, fault.help)


def test_a_verb_nobody_knows():
    """All actions are listed, none left out."""
    (fault,) = parse_text("rule a { do frobnicate w }")[1]

    assert "the actions are: add, bring, declare, discard," in fault.help[0]
    assert all(f" {verb}" in fault.help[0] for verb in vocabulary.VERBS)


@pytest.mark.parametrize("word", CLAUSES)
def test_a_foreign_clause_is_known(word: str):
    """A clause of another language is told by its first word, whatever stands before it."""
    for before in ("", "on turn begins\n", "do reshuffle\n"):
        faults = parse_text(f"rule a {{\n{before}{word} x > 2\n}}")[1]

        assert ("unknown-keyword", (CLAUSES[word][1],)) == (faults[0].code, faults[0].help)
