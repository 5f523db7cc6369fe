"""From text to tree: every construct, the places of nodes, comments, and Lark's opinion."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from lark import Token as LarkToken
from lark import Tree, UnexpectedToken

import wtrules
from tests.syntax.helpers import FILES, GOOD, parse_text, read
from wtrules.node import walk
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.from_grammar import grammar_text, tables
from wtrules.syntax.lark_tables import lark_parser
from wtrules.syntax.parse import parse
from wtrules.syntax.tree import BUILDERS, Builder, Token


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_good_files_have_no_faults(path: Path):
    """All shipped rules, examples and good cases can be read."""
    assert () == parse(read(path))[1]


def test_good_cases_show_every_construct():
    """Each kind of node is in a good case, so adding a node means adding a case."""
    kinds = {
        kind
        for kind in vars(n).values()
        if isinstance(kind, type) and attrs.has(kind) and kind.__module__.startswith(n.__name__)
    }
    found: set[type] = set()

    def visit(value: Any) -> None:
        if isinstance(value, tuple):
            for part in value:
                visit(part)
        elif type(value) in kinds:
            found.add(type(value))
            for field in attrs.fields(type(value)):
                visit(getattr(value, field.name))

    for path in GOOD:
        visit(parse(read(path))[0])

    assert set() == kinds - found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_lark_makes_the_same_tree(path: Path):
    """Our machine runs Lark's tables as Lark does."""
    source = read(path)
    builder = Builder(source)

    def built(tree: Any) -> Any:
        if isinstance(tree, Tree):
            place = (0, 0) if tree.meta.empty else (tree.meta.start_pos, tree.meta.end_pos)
            parts = [built(child) for child in tree.children]
            return BUILDERS[str(tree.data)](builder, place, parts)
        if isinstance(tree, LarkToken):
            return Token(tree.type, str(tree), tree.start_pos, tree.end_pos)
        return tree

    try:
        tree = _lark().parse(source.text)
    except UnexpectedToken as error:
        # Lark never takes a word of the language for a name where both could come next.
        if error.token.type == tables().terminal_of.get(error.token):
            pytest.skip(f"`{error.token}` is a name here")
        raise
    assert built(tree) == parse(source)[0]


_LARK: list[Any] = []


def _lark() -> Any:
    if not _LARK:
        _LARK.append(lark_parser(grammar_text()))
    return _LARK[0]


def test_every_construct_of_the_grammar_has_a_builder():
    """A rule of the grammar without a method would only be noticed when it is used."""
    methods = {production.method for production in tables().productions} - {"", "?"}

    assert [] == sorted(method for method in methods if method not in BUILDERS)


def test_places():
    """A node knows the text it was read from."""
    file, _ = parse_text("board {\n  spaces (1 + 2) * 3\n}\n")
    group = file.members[0]
    assert isinstance(group, n.Group)

    assert "board {\n  spaces (1 + 2) * 3\n}" == group.span.text
    assert "spaces (1 + 2) * 3" == group.settings[0].span.text
    assert "(1 + 2) * 3" == group.settings[0].value.span.text
    assert (2, 3) == (group.settings[0].span.line, group.settings[0].span.column)


def test_comments_are_kept_beside_the_tree():
    """Comments take no part in meaning, but they are not lost."""
    file, _ = parse_text('# one\nrule a { stop } # two "quoted"\n# three')

    assert ["# one", '# two "quoted"', "# three"] == [c.text for c in file.comments]
    assert [1, 2, 3] == [c.span.line for c in file.comments]
    assert parse_text("rule a { stop }")[0] == file


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"plain"', "plain"),
        (r'"say \"hi\""', 'say "hi"'),
        (r'"a\\b"', "a\\b"),
        ('"tab\there"', "tab\there"),
        ('"# no comment { }"', "# no comment { }"),
    ],
)
def test_texts(text: str, expected: str):
    """Escapes are replaced; signs in a text are only text."""
    file, faults = parse_text(f"define a = {text}")

    assert () == faults
    assert isinstance(file.members[0], n.Define)
    assert isinstance(file.members[0].value, n.Text)
    assert expected == file.members[0].value.value


@pytest.mark.parametrize(
    "word", ["cost", "to", "any", "title", "p3", "x", "CamelCase", "größe", "a-b_c1"]
)
def test_words_of_the_language_can_be_names_where_nothing_else_fits(word: str):
    """A word is only taken for a part of the language where the language allows it."""
    file, faults = parse_text(f"rule {word}(place {word}) {{ let {word} = 1 }}")

    assert () == faults
    assert isinstance(file.members[0], n.Rule)
    assert word == file.members[0].id.id


def test_empty_files():
    """Nothing is a rule file too."""
    for text in ("", "\n", "# only a comment", "   "):
        file, faults = parse_text(text)
        assert ((), ()) == (file.members, faults)


def test_a_file_is_read_the_same_under_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What is kept between runs knows nothing of names: places are in the file at hand."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = "rule a {\n  stop\n}\n" * 3

    trees = [parse(SourceFile(name, text))[0] for name in ("a.wtr", "b.wtr", "a.wtr")]

    assert trees[0] == trees[1] == trees[2]
    assert ["a.wtr", "b.wtr", "a.wtr"] == [tree.members[0].span.source.path for tree in trees]
    assert wtrules.__version__  # part of what the entries are called by


def test_new_keywords_are_still_names():
    """Files that were written before these words were clauses mean what they meant."""
    text = """\
detail { size 3 }
memory illustrates = 0
rule detail(wizard detail) {
  choose tower detail where topmost
  do move detail clockwise detail.size
  each wizard detail { do roll die }
  set illustrates = illustrates + 1
  let players = 2
}
example illustrates { given start for 2 players then illustrates = 0 }
"""
    file, faults = parse_text(text)

    assert () == faults
    assert [] == [node for node in walk(file) if isinstance(node, n.Detail | n.Illustrates)]


@pytest.mark.parametrize(
    "text",
    [
        "rule a { detail }",
        'rule a { says en "x" detail }',
        'rule a { detail says en "x" }',
        "rule a { chapter b detail }",
        "rule a {\n  choose tower\n  detail\n}",
    ],
)
def test_detail_is_a_clause(text: str):
    """At the beginning of a line or block, after a text, and wherever no name fits."""
    file, faults = parse_text(text)

    assert () == faults
    assert [n.Detail] == [type(node) for node in walk(file) if isinstance(node, n.Detail)]


def test_blanks_have_places():
    """Of the name, and of the whole blank; escapes before it are two characters in the file."""
    text = 'rule a { says en "\\"x\\" { hand.size } {a.b|one|more} {{c}}" }'
    file, faults = parse_text(text)
    blanks = [node for node in walk(file) if isinstance(node, n.Blank)]

    assert () == faults
    assert ["{ hand.size }", "{a.b|one|more}"] == [blank.span.text for blank in blanks]
    assert ["hand.size", "a.b"] == [blank.name.span.text for blank in blanks]
    assert [(), ("one", "more")] == [blank.words for blank in blanks]
