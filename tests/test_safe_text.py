"""Text from outside is made safe for where it is shown."""

import json
import sys
import tomllib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wtrules.editions.accept import _quoted
from wtrules.safe_text import HIDDEN, Medium, code_span, fenced, guarded, json_text, safe
from wtrules.texts import Texts

JOINERS = {"\xad", "\u200c", "\u200d"}  # soft hyphen, and what joins letters and emoji
BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def test_every_control_and_format_character_is_hidden():
    """Apart from the joiners, and from number signs, which can be seen."""
    kinds = ("Cc", "Cf", "Zl", "Zp", "Cs")
    shown = {
        c
        for c in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(c) in kinds and not HIDDEN.match(c)
    }

    assert all(HIDDEN.match(c) for c in BIDI_CONTROLS)
    assert JOINERS == {c for c in shown if unicodedata.bidirectional(c) == "BN"}
    assert all("SIGN" in (name := unicodedata.name(c)) or "MARK" in name or "AYAH" in name
               or "SAFHA" in name for c in shown - JOINERS)  # fmt: skip


@pytest.mark.parametrize(
    ("medium", "expected"),
    [
        (Medium.TERMINAL, r"""a\n<b> "c" `d` 5% \u202e"""),
        (Medium.MARKDOWN, r"""a\\n\<b\> "c" \`d\` 5% \\u202e"""),
        (Medium.HTML, r"""a\n&lt;b&gt; &#34;c&#34; `d` 5% \u202e"""),
        (Medium.SVG, r"""a\n&lt;b&gt; &#34;c&#34; `d` 5% \u202e"""),
        (Medium.JSON, r"""a\\n<b> \"c\" `d` 5% \\u202e"""),
        (Medium.GITHUB, r"""a\n<b> "c" `d` 5%25 \u202e"""),
    ],
)
def test_a_value_in_every_medium(medium: Medium, expected: str):
    """It is one line, what is hidden can be seen, and signs of the medium are only signs."""
    assert expected == safe('a\n<b> "c" `d` 5% \u202e', medium)


def test_properties_of_a_workflow_command():
    """A colon would end the command, a comma the property."""
    assert "a%3Ab%2Cc%25" == safe("a:b,c%", Medium.GITHUB_PROPERTY)


@given(st.text())
def test_safe_twice_is_safe_once(text: str):
    """A message made from a message does not change again."""
    assert safe(text) == safe(safe(text))
    assert not HIDDEN.search(safe(text))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("  \t::warning file=a::x", "  \t" + r"\x3a:warning file=a::x"),
        ("a ##[error]x", r"a #\x23[error]x"),
        ("###[group]", r"##\x23[group]"),
        ("##vso[task]", r"#\x23vso[task]"),
        (" ::: a.wtr:1:1", " ::: a.wtr:1:1"),
        ("std::map ## a [b]", "std::map ## a [b]"),
        ("\x1b[2J\x1b[31mred", r"\x1b[2J\x1b[31mred"),
    ],
)
def test_lines_that_a_build_service_obeys(line: str, expected: str):
    """They are disarmed wherever they come from; everything else stays as it is."""
    assert f"a\n{expected}\n" == guarded(f"a\n{line}\n")


def test_colours_of_our_own():
    """With colours, only sequences that change the colour stay."""
    assert "\x1b[1;31mred\x1b[0m \\x1b[2J" == guarded("\x1b[1;31mred\x1b[0m \x1b[2J", colour=True)


@given(st.text() | st.just("##[error]\u202e::x"))
def test_json_keeps_every_value(text: str):
    """JSON is ASCII without commands, and reads back as what it was."""
    written = json_text({"a": text})

    assert {"a": text} == json.loads(written)
    assert written.isascii()
    assert "##[" not in written


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.just("##[error]`"))
def test_a_reason_in_toml(text: str):
    """A reason can be written to a file of accepted differences and read again."""
    assert safe(text) == tomllib.loads(f"reason = {_quoted(text)}")["reason"]


def test_code_in_markdown():
    """The fence is longer than any in the text."""
    assert "````text\n```\n````" == fenced("```")
    assert "`a_b`" == code_span("a_b")
    assert "``` a``b`c ```" == code_span("a``b`c")


def test_texts_of_the_catalogue():
    """What is filled into a sentence stays on its line."""
    assert r"a\nb" in Texts("en")("usage.exists", file="a\nb")
