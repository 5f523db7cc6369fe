"""Help with writing: completion and hover, through the calls of the page."""

import json
from typing import Any

import pytest

from tests.web.contract import CheckedApi
from wtrules import resources
from wtrules.services.completion import _snippets
from wtrules.web.api import Api

HEAD = 'ruleset a {\n  title en "x"\n  extends en-capstone\n'


@pytest.fixture(scope="module")
def api() -> Api:
    """One interface for all tests, as a page has one."""
    return CheckedApi()


def call(api: Api, name: str, text: str, at: int, **more: Any) -> Any:
    """Return the answer of a call about a place in a file."""
    project = {"files": {"a.wtr": text}, "main": "a.wtr"}
    return api.answer(name, {"project": project, "file": "a.wtr", "at": at, **more})


def labels(api: Api, text: str, rest: str = "\n}\n") -> list[str]:
    """Return what is offered at the end of a text."""
    answer = call(api, "complete", text + rest, len(text))
    json.dumps(answer)
    return [option["label"] for option in answer["options"]]


def test_names_are_offered_by_kind(api: Api):
    """After `remove spell` only spells, after `override` settings and what can be overridden."""
    assert "swap_towers" in labels(api, HEAD + "  remove spell ")
    assert "board.capacity" not in labels(api, HEAD + "  remove spell ")
    assert ["board.castle", "board.capacity"] == labels(api, HEAD + "  override board.c")
    assert {"hand.size", "spell", "rule"} <= set(labels(api, HEAD + "  override "))
    assert ["en-capstone", "en-abacus-24", "en-abacus-30"] == labels(
        api, "ruleset a {\n  extends en"
    )
    assert {"nasty", "team"} <= set(labels(api, "ruleset a {\n  extends en-capstone with "))
    assert {"won", "stalled"} <= set(labels(api, HEAD + "  rule x {\n    end game ", "}}"))
    assert "turn.action" in labels(api, HEAD + "  rule x {\n    perform ", "}}")


def test_events_and_verbs_come_with_fields_to_fill_in(api: Api):
    """`forbid` offers only what can be forbidden."""
    text = HEAD + "  rule x {\n    on wiz"
    answer = call(api, "complete", text, len(text))
    first = next(one for one in answer["options"] if one["label"].startswith("wizard W lands"))
    assert ("wizard W lands on P", "wizard ${1:w} lands on ${2:p}") == (
        first["label"],
        first["insert"],
    )
    assert first["documentation"]
    assert len(text) - 3 == answer["from"]
    assert "game begins" in labels(api, HEAD + "  rule x {\n    on ", "}}")
    assert "game begins" not in labels(api, HEAD + "  rule x {\n    forbid ", "}}")


def test_variables_in_scope_come_first_if_they_fit(api: Api):
    """After `do move` a wizard fits, a player does not."""
    text = (
        HEAD + "  rule x {\n    on player q rolls die\n    choose wizard w where own\n    do move "
    )
    offered = labels(api, text, "\n  }\n}\n")
    assert "w" == offered[0]
    assert "q" not in offered
    assert "hand.size" not in offered


def test_words_that_a_memory_can_hold_are_offered_after_is(api: Api):
    """And no others before them."""
    offered = labels(api, HEAD + "  rule x {\n    when spell.moment is ", "\n  }\n}\n")
    assert {"before", "shown", "during", "after"} == set(offered[:4])
    assert "visible" not in offered


def test_nothing_is_offered_where_a_new_name_is_needed(api: Api):
    """Nor inside texts and comments."""
    for text in ("  rule ", "  spell x", "  # rule ", '  title en "a ', "  memory "):
        assert [] == labels(api, HEAD + text), text


def test_what_is_known_about_the_word_is_found(api: Api):
    """A setting with its value, origin and definition; in German too."""
    text = (resources.examples_folder() / "friday.wtr").read_text("utf-8")
    found = call(api, "hover", text, text.index("board.capacity") + 3, lang="de")
    assert ("setting board.capacity", "4") == (found["title"], found["value"])
    assert ["core definiert rulesets/core/board.wtr:16", "friday ersetzt a.wtr:7"] == found[
        "origin"
    ]
    assert "board.capacity" == text[found["from"] : found["to"]]
    assert "a.wtr" == found["definition"]["file"] or "rulesets/" in found["definition"]["file"]
    spell = call(api, "hover", text, text.index("swap_towers") + 3)
    assert spell["cites"]
    assert spell["says"]
    assert call(api, "hover", text, text.index("# ") + 3) is None


def test_keywords_are_explained_in_both_languages(api: Api):
    """Where they are keywords; a definition of the same name is explained as such."""
    text = HEAD + "  outcome goal { goal missed }\n}\n"
    found = call(api, "hover", text, text.index("extends") + 1)
    assert ("extends", "keyword") == (found["title"], found["kind"])
    assert "builds on" in found["says"]
    assert "extends" == text[found["from"] : found["to"]]
    assert "aufbauen" in call(api, "hover", text, text.index("extends") + 1, lang="de")["says"]
    assert "outcome goal" == call(api, "hover", text, text.index("goal") + 1)["title"]
    assert "keyword" == call(api, "hover", text, text.rindex("goal") + 1)["kind"]


@pytest.mark.parametrize("at", [-1, 10**9, "x", None])
def test_a_place_outside_the_text_is_no_problem(api: Api, at: Any):
    """Only nonsense is refused."""
    answer = call(api, "hover", HEAD, at)
    assert answer is None or "argument" == answer["error"]["code"]


@pytest.mark.parametrize("word", sorted(_snippets()))
def test_a_snippet_is_about_a_word_that_begins_a_clause(api: Api, word: str):
    """It can be offered somewhere."""
    places = ("", HEAD + "  ", HEAD + "  rule x {\n    ", HEAD + "  spell x {\n    ")
    assert any(word in labels(api, place, "") for place in places)


@pytest.mark.slow
def test_help_works_at_every_place_of_every_example(api: Api):
    """Complete and hover never fail, wherever the cursor is."""
    for path in sorted(resources.examples_folder().glob("*.wtr"))[::8]:
        text = path.read_text("utf-8")
        for at in range(0, len(text), 37):
            for name in ("complete", "hover"):
                answer = call(api, name, text, at)
                assert answer is None or "error" not in answer, (path.name, at, name)


def test_names_in_a_shipped_file_are_explained(api: Api):
    """A file that is open to read is no file of the project, but its names have the same meaning."""
    name = "rulesets/core/board.wtr"
    text = api.answer("source", {"file": name})["text"]
    project = {"files": {"a.wtr": HEAD + "}\n"}, "main": "a.wtr"}
    place = {"project": project, "file": name, "at": text.index("capacity") + 2}
    found = api.answer("hover", place)
    assert ("setting board.capacity", "6") == (found["title"], found["value"])
    assert "error" in api.answer("hover", place | {"file": "rulesets/../pyproject.toml"})
