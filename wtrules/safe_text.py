"""Text from outside, made safe for where it is shown.

Rule files, game files, file names and arguments may come from a stranger. Two functions keep what is
in them from being more than text, whatever the medium:

- `safe` takes one value that goes into an output. The result is one line in which nothing is hidden,
  escaped for the medium, so that it can end neither its line, nor its cell, nor its element.
- `guarded` takes a whole output just before it is written. No character that a terminal obeys and no
  line that a build service obeys gets through, even if a value was put in without `safe`.

Nobody needs to remember them: the texts of the catalogue, diagnostics, names of sources and pages
apply `safe` to all that is put into them, and everything that commands write is `guarded`.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class Medium(Enum):
    """Where a text is shown; each medium gives other characters a meaning."""

    TERMINAL = auto()  # and the log of a build service, and files in plain text
    MARKDOWN = auto()
    HTML = auto()
    SVG = auto()
    XML = auto()
    JSON = auto()
    GITHUB = auto()  # the message of a workflow command
    GITHUB_PROPERTY = auto()  # … and one of its properties


# Control and format characters (Unicode's Cc, Cf, Zl, Zp, Cs), what XML cannot hold, and letters
# without a shape. Not hidden are characters that do a job inside a word without moving or hiding
# anything around them: soft hyphen, the two joiners (in emoji, Arabic, Indian scripts), and the
# Arabic and Indian number signs, which can be seen.
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f"
    "\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f"
    "\ud800-\udfff\ufffe\uffff"
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
)
HIDDEN = re.compile(f"[{_HIDDEN}]")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# GitHub obeys `::name …::…` at the start of a line, blanks aside, and `##[name]` anywhere in it;
# Azure and TeamCity obey `##vso[…]` and `##teamcity[…]`. `:::` is not a command.
_COMMAND = re.compile(r"^([^\S\n]*):(?=:(?!:))|(?<=#)#(?=\w*\[)", re.MULTILINE)

_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>|#~$&]|^[-+=]|(?<=^\d)[.)](?=\s|$)|(?<=^\d\d)[.)](?=\s|$)")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;"})
_GITHUB = str.maketrans({"%": "%25"})
_GITHUB_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})

# How a sign is written so that it has no meaning in the medium; workflow commands keep theirs.
_DISARMED = {
    Medium.TERMINAL: {":": "\\x3a", "#": "\\x23"},
    Medium.MARKDOWN: {":": "\\:", "#": "\\#"},
    Medium.HTML: {":": "&#58;", "#": "&#35;"},
    Medium.SVG: {":": "&#58;", "#": "&#35;"},
    Medium.XML: {":": "&#58;", "#": "&#35;"},
    Medium.JSON: {":": "\\u003a", "#": "\\u0023"},
    Medium.GITHUB: {":": ":", "#": "\\x23"},
}


def safe(value: object, medium: Medium = Medium.TERMINAL) -> str:
    """Return a value as part of an output: on one line, nothing hidden, escaped for the medium."""
    text = str(value)
    if not (text.isascii() and text.isprintable()):
        text = HIDDEN.sub(_escape, text)
    match medium:
        case Medium.TERMINAL:
            return text
        case Medium.MARKDOWN:
            return _MARKDOWN.sub(r"\\\g<0>", " ".join(text.split()))
        case Medium.HTML | Medium.SVG | Medium.XML:
            return text.translate(_HTML)
        case Medium.GITHUB:
            return text.translate(_GITHUB)
        case Medium.GITHUB_PROPERTY:
            return text.translate(_GITHUB_PROPERTY)
        case Medium.JSON:
            return json_text(text)[1:-2]


def guarded(output: str, medium: Medium = Medium.TERMINAL, *, colour: bool = False) -> str:
    """Return a whole output without anything that a terminal or a build service would obey.

    With *colour*, sequences that only change colours stay.
    """
    if HIDDEN.search(output.replace("\n", "")):
        pieces = _COLOUR.split(output) if colour else [output]
        colours = [*_COLOUR.findall(output), ""] if colour else [""]
        output = "".join(
            HIDDEN.sub(lambda c: c[0] if c[0] in "\n\t" else _escape(c), piece) + sequence
            for piece, sequence in zip(pieces, colours, strict=True)
        )
    disarmed = _DISARMED[medium]
    return _COMMAND.sub(lambda m: (m[1] or "") + disarmed[m[0][-1]], output)


def json_text(document: object, indent: int | None = 2) -> str:
    """Return a document as JSON; without *indent*, on one line."""
    import json

    # In ASCII, every program can read it whatever the console's encoding.
    return guarded(json.dumps(document, indent=indent), Medium.JSON) + "\n"


def safe_block(text: str, medium: Medium = Medium.TERMINAL) -> str:
    """Return a text of several lines, each of them safe."""
    return "\n".join(safe(line, medium) for line in text.split("\n"))


def fenced(text: str, language: str = "text") -> str:
    """Return lines as a block of code in Markdown, which nothing in them can close."""
    runs = re.findall("`{3,}", text)
    fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
    return f"{fence}{language}\n{safe_block(text)}\n{fence}"


def code_span(text: str) -> str:
    """Return a text as code inside a line of Markdown, which nothing in it can close."""
    text = safe(text)
    runs = set(map(len, re.findall("`+", text)))
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    # A cell of a table ends at a bar even inside code.
    text = text.replace("|", "\\|")
    return f"{fence} {text} {fence}" if runs else f"{fence}{text}{fence}"


def _escape(match: re.Match[str]) -> str:
    # A tab is a blank like any other.
    return " " if match[0] == "\t" else match[0].encode("unicode_escape").decode("ascii")
