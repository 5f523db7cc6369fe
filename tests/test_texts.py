"""The catalogues are complete, both languages agree, and the code uses every text."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

import wtrules
from wtrules.texts import LANGUAGES, Texts
from wtrules.texts.catalogue import Catalogue, read_catalogue

CODE = Path(wtrules.__file__).parent
FOLDER = CODE / "texts"
AREAS = sorted(path.stem for path in (FOLDER / "en").glob("*.po"))
FILES = [f"{language}/{area}.po" for language in LANGUAGES for area in AREAS]
KEY = re.compile(rf"(?:{'|'.join(AREAS)})(?:\.[A-Za-z0-9_-]+)+")
GERMAN = re.compile(r"[äöüß].* | .*[äöüß]| (?:der|das|und|nicht|ist|mit) ")
FILE_SUFFIXES = (".html", ".jinja", ".json", ".md", ".po", ".txt")
IN_TEMPLATE = re.compile(r"""\bt\(\s*["']([^"']+)["']\s*(~)?""")


def _read(file: str) -> Catalogue:
    return read_catalogue((FOLDER / file).read_text(encoding="utf-8"), file)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("file", FILES)
def test_a_catalogue_reads_as_gettext_reads_it(file: str) -> None:
    """The small reader finds the same messages and plural forms as polib."""
    expected = {
        entry.msgid: (
            tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural))
            if entry.msgid_plural
            else (entry.msgstr,)
        )
        for entry in polib.pofile(str(FOLDER / file), encoding="utf-8", check_for_duplicates=True)
    }
    assert expected == {key: message.forms for key, message in _read(file).messages.items()}


@pytest.mark.parametrize("file", FILES)
def test_keys_begin_with_their_area_and_no_text_is_empty(file: str) -> None:
    """`play.cast` is in `play.po`, and every text says something."""
    for key, message in _read(file).messages.items():
        assert Path(file).stem == key.partition(".")[0]
        assert all(message.forms), key


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_have_the_same_keys_and_placeholders(area: str) -> None:
    """A text in one language has its counterpart in the other, with the same blanks."""
    english, german = (_read(f"{language}/{area}.po").messages for language in LANGUAGES)
    assert list(english) == list(german)
    for key, message in english.items():
        names = [_placeholders(form) for form in message.forms]
        assert names[-1] == _placeholders(german[key].forms[-1]), key
        assert all(some <= names[-1] for some in names), key


def test_plural_forms_follow_the_number() -> None:
    """One is singular; none and many are plural."""
    head = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    forms = 'msgstr[0] "{n} tower"\nmsgstr[1] "{n} "\n"towers\\n"'
    text = (
        f'msgid ""\nmsgstr ""\n{head}\n\n#. a comment\nmsgid "x.y"\nmsgid_plural "x.y"\n{forms}\n'
    )
    read = read_catalogue(text, "x.po")
    assert ("{n} tower", "{n} towers\n") == read.messages["x.y"].forms
    assert [1, 0, 1] == [read.plural(n) for n in (0, 1, 2)]


def test_a_line_that_is_no_po_is_refused_with_its_number() -> None:
    """A translator finds the place of a slip."""
    with pytest.raises(ValueError, match=r"x\.po:2: "):
        read_catalogue('msgid "x.y"\nmsgstr nothing\n', "x.po")


def test_texts_are_filled_in_and_joined() -> None:
    """A list ends with the word for `and`, and thousands are set apart as is usual there."""
    assert ["a, b and c", "a, b und c"] == [Texts(x).join(["a", "b", "c"]) for x in LANGUAGES]
    assert ["12,345", "12.345"] == [Texts(x).number(12345) for x in LANGUAGES]
    assert "Turm" == Texts("de").phrase({"en": "tower", "de": "Turm"})
    with pytest.raises(ValueError, match="unknown language `fr`"):
        Texts("fr")


@pytest.mark.slow
def test_every_text_is_used() -> None:
    """No catalogue holds a text that nothing shows."""
    exact, starts = _used()
    unused = [
        key
        for area in AREAS
        for key in _read(f"en/{area}.po").messages
        if key not in exact and not any(key.startswith(start) for start in starts)
    ]
    assert [] == unused


@pytest.mark.slow
def test_every_key_in_the_code_is_defined() -> None:
    """Code and templates ask for no text that is not there."""
    exact, starts = _used()
    known = {key for area in AREAS for key in _read(f"en/{area}.po").messages}
    assert [] == sorted(exact - known)
    assert [] == [start for start in starts if not any(key.startswith(start) for key in known)]


@pytest.mark.slow
def test_no_text_in_two_languages_is_left_in_the_code() -> None:
    """No table by language and no German sentence is in a Python file."""
    found = []
    for path in sorted(CODE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = {id(text) for text in _docstrings(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict) and set(LANGUAGES) <= _constant_keys(node):
                found.append(f"{path.relative_to(CODE)}:{node.lineno}: a table by language")
            elif isinstance(node, ast.Constant) and id(node) not in documentation:
                if isinstance(node.value, str) and GERMAN.search(node.value):
                    found.append(f"{path.relative_to(CODE)}:{node.lineno}: {node.value}")
    assert [] == found


def _constant_keys(node: ast.Dict) -> set[object]:
    return {key.value for key in node.keys if isinstance(key, ast.Constant)}


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _used() -> tuple[set[str], set[str]]:
    """Return the keys in code and templates, and the fixed starts of those put together there."""
    exact: set[str] = set()
    starts: set[str] = set()
    for path in sorted(CODE.rglob("*.py")):
        for key, is_start in _keys_in(ast.parse(path.read_text(encoding="utf-8"))):
            (starts if is_start else exact).add(key)
    for path in sorted(CODE.rglob("*.jinja")):
        for key, joined in IN_TEMPLATE.findall(path.read_text(encoding="utf-8")):
            (starts if joined else exact).add(key)
    return exact, starts


def _keys_in(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Yield the constants that look like keys, and whether one is only the start of a key."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if KEY.fullmatch(start + "x"):
                yield start, True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if KEY.fullmatch(node.value) and not node.value.endswith(FILE_SUFFIXES):
                yield node.value, False
