"""A copy of the shipped rule files in which every text for people is hostile, and hostile file names."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from wtrules import resources

# What some reader obeys: a terminal, a build service, a browser, Markdown, a template engine.
COMMANDS = "##[error]one ##vso[task.complete]two"
MARKUP = (
    "</text></pre></style></title><script>alert(1)</script><img src=x onerror=alert(2)>"
    '" onclick="alert(3)\' ``` ~~~ ` ](javascript:alert(4)) ![x](x) | a | {{ 7*7 }} {% raw %} **b** &lt;'
)
HIDDEN = "\u202e\u2066\u200b\u2028\u061c\ufeff\U000e0041"
# Blanks before it, so that a text that is wrapped has it at the start of a line.
PAYLOAD = f"{MARKUP} {HIDDEN} {COMMANDS} ::error::three ::add-mask::four"
# A file name cannot have a slash in it.
CONTROL = "\n::error::five\r::error::six\x1b[2J\x1b]0;seven\x07\x9b31m"
FILE_NAME = f"x{CONTROL}{HIDDEN}##[error]eight <b onclick=alert(9)> ``` | {{{{ 7*7 }}}}"

_WORDS = re.compile(r'#[^\n]*|"(?:\\.|[^"\\\n])*"|[^\W\d][\w.-]*|\S')
# Texts after these words are read by the program, not by people.
_READ = {"given", "when", "then", "includes", "examples", "extends"}
_CLAUSES = _READ | {"says", "name", "title", "cites", "reading", "evidence", "differs", "option"}


def hostile(text: str, clause: str = "") -> str:
    """Return a text as a hostile one, in quotes as in a rule file."""
    # A single brace in what a rule says would be a blank.
    payload = re.sub("[{}]", r"\g<0>\g<0>", PAYLOAD) if clause == "says" else PAYLOAD
    return '"' + f"{text} {payload}".replace("\\", "\\\\").replace('"', '\\"') + '"'


def hostile_file(text: str) -> str:
    """Return a rule file in which the texts that people read are hostile."""
    clause = ""

    def replaced(match: re.Match[str]) -> str:
        nonlocal clause
        word = match[0]
        if word in _CLAUSES and (clause, word) != ("says", "when"):
            clause = word
        if not word.startswith('"') or clause in _READ:
            return word
        return hostile(word[1:-1], clause)

    text = _WORDS.sub(replaced, text)
    # The names of the colours are texts too.
    return re.sub(
        r"^  (blue|yellow|red|green|orange|purple)\b",
        lambda colour: "  " + hostile(colour[1]),
        text,
        flags=re.MULTILINE,
    )


def copy_data(to: Path, change: bool) -> None:
    """Copy the shipped rulesets and examples to a folder for `WTRULES_DATA`."""
    for folder in (resources.rulesets_folder(), resources.examples_folder()):
        shutil.copytree(folder, to / folder.name.lstrip("_"))
    if change:
        for path in to.rglob("*.wtr"):
            path.write_text(hostile_file(path.read_text("utf-8")), "utf-8")
