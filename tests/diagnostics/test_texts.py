"""The texts on the pages of codes fit the calls of `report` and `wording`, and one another.

All pages and all calls are read; nothing is run. A call may name several texts, as in
`report("bad-code.die" if … else "bad-code.card", …)` or `wording(f"secret-in-options.what.{what}")`.
"""

import ast
import itertools
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

import wtrules
from tests.rules.helpers import ROOT
from wtrules.cli import main
from wtrules.diagnostics import manual
from wtrules.diagnostics.diagnostic import Severity
from wtrules.diagnostics.manual import all_codes
from wtrules.texts import LANGUAGES

PACKAGE = Path(wtrules.__file__).parent
ALWAYS = ("message", "label", "help")  # texts that a diagnostic has; others are asked for by name
# The parameters of `report`, and of what calls it in some folders and modules, beside values.
OPTIONS = {"message", "label", "related", "severity", "edits", "is_safe", "ahead"}
REPORTING = {
    "syntax": ("finding", "repair", "reported", "_report", "_write"),
    "board": ("problem",),
    "game": ("problem", "refused"),
    "position": ("problem", "refused"),
    "position/reader.py": ("fail",),
}


@frozen
class Call:
    """A call of `report` or `wording`: which texts it can mean, and what it fills in."""

    place: str
    function: str
    names: frozenset[str]
    values: frozenset[str]
    is_open: bool  # whether there may be more values: `**values`
    is_sure: bool  # whether it can mean each of these texts; otherwise at least one


@cache
def tables() -> dict[str, Mapping[str, Mapping[str, str]]]:
    """Return the texts of each code, `code`, and of each of its wordings, `code.variant`."""
    names = [
        name
        for code in all_codes()
        for name in (code, *(f"{code}.{variant}" for variant in manual.variants(code)))
    ]
    return {name: manual.texts(name) for name in names}


def blanks(text: str) -> set[str]:
    """Return the names of what is filled into a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def possible(node: ast.expr, words: set[str]) -> set[str] | None:
    """Return the texts that an argument can be, if what is not written there is one of some words.

    None if it can be any of them.
    """
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            sides = [possible(side, words) for side in (node.body, node.orelse)]
            if any(side is not None for side in sides):
                return set().union(*(words if side is None else side for side in sides))
        case ast.FormattedValue(value=ast.Attribute()):  # a word of another module
            return all_words()
        case ast.FormattedValue():
            return possible(node.value, words)
        case ast.JoinedStr():
            parts = [possible(part, words) or words for part in node.values]
            return {"".join(texts) for texts in itertools.product(*parts)}
    return None


@cache
def modules() -> dict[str, ast.Module]:
    """Return all modules by their paths."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def is_written(node: ast.expr) -> bool:
    """Whether all texts that an argument can be are written there."""
    match node:
        case ast.IfExp():
            return is_written(node.body) and is_written(node.orelse)
        case ast.JoinedStr():
            return all(map(is_written, node.values))
        case ast.FormattedValue():
            return is_written(node.value)
    return isinstance(node, ast.Constant)


@cache
def calls() -> tuple[Call, ...]:
    """Return all calls in the source."""
    return tuple(call for file, tree in modules().items() for call in calls_in(file, tree))


@cache
def texts_passed_on() -> frozenset[str]:
    """Return the names of texts that are not in a call of `wording`, but given to who calls it."""
    keys = {f"{name}.{key}" for name, texts in tables().items() for key in texts}
    return frozenset(keys & all_words())


@cache
def all_words() -> set[str]:
    """Return the texts in all modules."""
    constants = (
        node.value
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    )
    return {text for text in constants if isinstance(text, str)}


def calls_in(file: str, tree: ast.Module) -> Iterator[Call]:
    """Yield the calls in a module. A name that is a variable can be any that is only mentioned in it."""
    keys = {f"{name}.{key}" for name, texts in tables().items() for key in texts}
    made = [
        (node, function)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args
        for function in [_function(node, file)]
        if function
    ]
    named = {id(part) for node, _ in made for part in ast.walk(node.args[0])}
    words = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in named
    }
    for node, function in made:
        known = tables().keys() if function == "report" else keys
        wanted = possible(node.args[0], words)
        names = known & (words if wanted is None else wanted)
        if not names and isinstance(node.args[0], ast.JoinedStr):  # with words of other modules
            first, *_, last = [possible(part, {""}) or {""} for part in node.args[0].values]
            (start,), (end,) = first, last
            names = {name for name in known if name.startswith(start) and name.endswith(end)}
        is_open = any(word.arg is None for word in node.keywords)
        if wanted is None and (is_open or not (names and isinstance(node.args[0], ast.Name))):
            continue  # it passes on what it was given, or is another function of that name
        values = {word.arg for word in node.keywords if word.arg is not None}
        place = f"{file}:{node.lineno}"
        is_sure = is_written(node.args[0])
        yield Call(place, function, frozenset(names), frozenset(values), is_open, is_sure)


def _function(node: ast.Call, file: str) -> str:
    """Return which of the two functions is called, by itself or by another one in its place."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name in (*REPORTING.get(file.partition("/")[0], ()), *REPORTING.get(file, ())):
        return "report"
    return name if name in ("report", "wording") else ""


def used_by(call: Call, name: str) -> dict[str, Mapping[str, str]]:
    """Return the texts that a call uses if it means a name, by their full names."""
    if call.function == "wording":
        page, _, key = name.rpartition(".")
        return {name: tables()[page][key]}
    texts = tables()[name]
    keys = {*ALWAYS, *call.values} & texts.keys()
    return {f"{name}.{key}": texts[key] for key in keys}


@pytest.mark.parametrize("code", all_codes())
def test_texts_in_all_languages(code: str):
    """Each text is there in each language, with the same blanks."""
    for name, texts in tables().items():
        if name.partition(".")[0] == code:
            for key, text in texts.items():
                assert set(LANGUAGES) == set(text), f"{name}.{key}"
                assert blanks(text["de"]) <= blanks(text["en"]), f"{name}.{key}"
                assert all(text.values()), f"{name}.{key}"
    assert manual.severity(code) in {severity.value for severity in Severity}


def test_calls_name_texts_that_there_are():
    """Whatever is reported has a message, and whatever is worded is there."""
    assert len(calls()) > 100
    for call in calls():
        assert call.names, call.place
        if call.function == "report" and "message" not in call.values:
            has_message = ["message" in tables()[name] for name in call.names]
            assert all(has_message) if call.is_sure else any(has_message), call.place


def test_calls_fill_in_what_texts_need():
    """No blank stays empty, and no value is superfluous."""
    for call in calls():
        useful = set(OPTIONS) if call.function == "report" else set()
        missing = []
        for name in call.names:
            texts = used_by(call, name)
            needed = set().union(*(blanks(text["en"]) for text in texts.values()))
            places = {text.rpartition(".")[2] for text in texts} - {*ALWAYS}
            if call.function == "report":
                useful |= places
                assert not needed & places, (call.place, name)
            useful |= needed
            missing.append(needed - call.values if not call.is_open else set())

        assert not (any(missing) if call.is_sure else all(missing)), (call.place, missing)
        assert set() == call.values - useful, call.place


def test_no_text_is_unused():
    """Each text on a page is one that is reported."""
    used = {text for call in calls() for name in call.names for text in used_by(call, name)}
    texts = {f"{name}.{key}" for name, texts in tables().items() for key in texts}

    assert set() == texts - used - texts_passed_on()


def test_rules_without_faults_need_no_texts(monkeypatch: pytest.MonkeyPatch):
    """No page is read before there is something to report: commands must start quickly."""

    def read(name: str) -> None:
        raise AssertionError(name)

    monkeypatch.setattr(manual, "texts", read)

    assert 0 == main(["validate", str(ROOT / "examples/friday.wtr")])


def test_faulty_calls_are_found(monkeypatch: pytest.MonkeyPatch):
    """The tests above would notice a missing value, one too many, and a text that there is not."""
    good = list(calls_in("x.py", ast.parse('report("empty-rule", at, kind=k, id=i)')))
    assert [frozenset({"kind", "id"})] == [call.values for call in good]
    for text, test in [
        ('report("empty-rule", at, kind=k)', test_calls_fill_in_what_texts_need),
        ('report("empty-rule", at, kind=k, id=i, more=m)', test_calls_fill_in_what_texts_need),
        ('wording("wrong-deck.is", kinds=k)', test_calls_fill_in_what_texts_need),
        ('report("empty-rules", at)', test_calls_name_texts_that_there_are),
        ('wording("empty-rule.more")', test_calls_name_texts_that_there_are),
        ('report("empty-rule", at, kind=k, id=i)', test_no_text_is_unused),
    ]:
        found = tuple(calls_in("x.py", ast.parse(text))) * (
            200 if "rules" in text or "more" in text else 1
        )
        monkeypatch.setitem(globals(), "calls", lambda found=found: found)
        with pytest.raises(AssertionError):
            test()
