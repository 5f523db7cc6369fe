"""All highlighting comes from one list of words, and the files made from it are up to date."""

import json
import re

import pytest
from pygments.token import Name, Token

from tests.pages import ROOT
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.highlight import RuleFiles
from wtrules.syntax.words import NAMES_BY_PLACE, files, words

if not (ROOT / "editors").is_dir():
    pytest.skip("runs in a checkout only", allow_module_level=True)

ALL = sorted(word for some in words().values() for word in some)


def test_every_word_is_in_one_list() -> None:
    """What the grammar knows is there, and nothing twice."""
    assert len(ALL) == len(set(ALL))
    assert {word for word in tables().terminal_of if word.isalpha()} <= set(ALL)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_files_for_editors_are_up_to_date(path) -> None:
    """If this fails: python -m wtrules.syntax"""
    assert files()[path] == path.read_text("utf-8")


def test_pygments_knows_the_words() -> None:
    """Each word has a colour of its own, and none as part of a name."""
    lexer = RuleFiles()
    for word in ALL:
        assert [word, "\n"] == [text for _, text in lexer.get_tokens(word)]
        assert next(lexer.get_tokens(word))[0] not in (Name, Token.Text), word
        for name in (f"x.{word}", f"{word}.x", f"{word}-x"):
            assert (Name, name) == next(lexer.get_tokens(name))


def test_the_textmate_grammar_knows_the_words() -> None:
    """Of the patterns of the grammar, the one for a word's class is the first that matches it."""
    path = next(path for path in files() if path.suffix == ".json")
    patterns = json.loads(path.read_text("utf-8"))["patterns"]
    by_scope = {
        one["name"]: re.compile(one["match"])
        for one in patterns
        if "name" in one and "match" in one
    }
    scopes = {}
    for kind, some in words().items():
        for word in some:
            scope = next(name for name, pattern in by_scope.items() if pattern.match(word))
            scopes.setdefault(kind, set()).add(scope)
            assert by_scope[scope].match(word)[0] == word
            assert "variable.other.wtr" == next(
                name for name, pattern in by_scope.items() if pattern.match(f"{word}.x")
            )
    assert all(len(some) == 1 for some in scopes.values())
    assert len(words()) == len({min(some) for some in scopes.values()})


# A name that is also a keyword, where only a name can be.
NAMES = {
    "outcome goal {": "goal",
    "rule end(wizard w) {": "end",
    "variant turn for 2..4 players {": "turn",
    "memory total = 0": "total",
    "set label of p = 3": "label",
    "perform setup": "setup",
    "end game goal": "goal",
    "if yes { end game goal }": "goal",
}


@pytest.mark.parametrize("text", NAMES)
def test_a_name_is_no_keyword(text: str) -> None:
    """Colours by patterns know a name by its place; `rule` and `else` stay what they are."""
    (pattern,) = [
        found
        for match in NAMES_BY_PLACE.values()
        if (found := re.search(match, text, re.MULTILINE)) is not None
    ]
    tokens = [(kind, word) for kind, word in RuleFiles().get_tokens(text) if word.strip()]

    assert NAMES[text] == pattern[len(pattern.groups())]
    assert Name == next(kind for kind, word in tokens[::-1] if word == NAMES[text])


@pytest.mark.parametrize("text", ["choose card else {", "end game", "end turn", "override deck {"])
def test_a_keyword_is_no_name(text: str) -> None:
    """What follows these words is no name."""
    tokens = [kind for kind, word in RuleFiles().get_tokens(text) if word.strip().isalpha()]

    assert Name not in tokens
