"""Every keyword that a person meets has a sentence in both languages."""

import pytest

from wtrules.language.keywords import keywords
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.vocabulary import HOMES, OPENERS, RULESET_CLAUSES
from wtrules.texts import LANGUAGES

# `override` and `add` included: what can begin a clause or open a block.
BEGINNING = sorted(word for word in {*HOMES, *OPENERS, *RULESET_CLAUSES} if word.isalpha())


@pytest.mark.parametrize("word", BEGINNING)
def test_what_begins_a_clause_is_explained(word: str) -> None:
    """So that hovering over it, and completion, say what it does."""
    assert word in keywords()


def test_only_keywords_are_explained_and_in_every_language() -> None:
    """A word that the grammar no longer has would be left over."""
    assert set(keywords()) <= set(tables().terminal_of)
    for word, texts in keywords().items():
        assert set(LANGUAGES) == set(texts), word
        assert all(text.endswith(".") for text in texts.values()), word
