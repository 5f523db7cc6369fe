"""The words of the language by what they are: the one list from which all highlighting comes.

Pygments (`highlight.py`) and the web page ask for it. Files for editors are made from it: after a change of
the grammar or of a record of the language, `python -m wtrules.syntax` writes them again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import VERBS
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.vocabulary import NAMED, NAMING, OPENERS, RULESET_CLAUSES

_EDITORS = Path(__file__).parents[2] / "editors"  # only in a checkout

# What a word is -> its scope in TextMate grammars, and its highlight group in Vim.
_LOOKS = {
    "opener": ("keyword.control", "Statement"),
    "verb": ("support.function", "Function"),
    "event": ("support.type", "Type"),
    "property": ("support.variable.property", "Identifier"),
    "predicate": ("support.variable.predicate", "Identifier"),
    "constant": ("constant.language", "Constant"),
    "keyword": ("keyword.other", "Keyword"),
}
_BEFORE, _AFTER = r"(?<![\w.-])", r"(?![\w-]|\.\w)"
_NAME = r"[^\W\d][\w.-]*"

# Where a word is a name, whatever it is called; elsewhere a name that is also a keyword looks like one.
# The words and blanks between the groups come first, the name last.
HEADERS = NAMED - {"override"}
NAMES_BY_PLACE = {
    "defined": rf"{_BEFORE}({'|'.join(sorted(HEADERS))})(\s+)(?!else\b)({_NAME})"
    r"(?=\s*(?:\([^)\n]*\)\s*|for\b[^{\n]*)?\{)",
    "named": rf"{_BEFORE}({'|'.join(sorted(NAMING))})(\s+)({_NAME})",
    "ending": rf"{_BEFORE}(end)(\s+)(game)([ \t]+)({_NAME})(?=\s*(?:[}}#]|$))",
}


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Return the words of the language by what they are; each word is in one list."""
    by_kind: dict[str, set[str]] = {
        "verb": {verb.form.split()[0] for verb in VERBS.values()},
        "event": {
            w for e in EVENTS.values() for w in " ".join(e.patterns).split() if not w.isupper()
        },
        "property": {record.name for record in PROPERTIES},
        "predicate": {record.name for record in PREDICATES},
        "constant": set(CONSTANTS),
    }
    keywords = {word for word in tables().terminal_of if word.replace("_", "").isalpha()}
    taken = keywords & (OPENERS | RULESET_CLAUSES)
    lists = {"opener": tuple(sorted(taken))}
    for kind, some in by_kind.items():
        lists[kind] = tuple(sorted(some - taken))
        taken |= some
    lists["keyword"] = tuple(sorted(keywords - taken))
    return lists


# --- files for editors ---------------------------------------------------------------------------


def files() -> dict[Path, str]:
    """Return the files that are made from the words, by their paths in a checkout."""
    return {
        _EDITORS / "vscode/syntaxes/wtr.tmLanguage.json": _textmate(),
        _EDITORS / "vim/syntax/wtr.vim": _vim(),
    }


def _textmate() -> str:
    def rule(scope: str, match: str) -> dict[str, str]:
        return {"name": f"{scope}.wtr", "match": match}

    by_class = [
        rule(_LOOKS[kind][0], f"{_BEFORE}(?:{'|'.join(some)}){_AFTER}")
        for kind, some in words().items()
    ]
    look = {
        "opener": {"name": f"{_LOOKS['opener'][0]}.wtr"},
        "keyword": {"name": f"{_LOOKS['keyword'][0]}.wtr"},
        "defined": {"name": "entity.name.function.wtr"},
        "name": {"name": "variable.other.wtr"},
    }
    by_place = [
        {
            "match": NAMES_BY_PLACE["defined"],
            "captures": {"1": look["opener"], "3": look["defined"]},
        },
        {"match": NAMES_BY_PLACE["named"], "captures": {"1": look["keyword"], "3": look["name"]}},
        {
            "match": NAMES_BY_PLACE["ending"],
            "captures": {"1": look["keyword"], "3": look["opener"], "5": look["name"]},
        },
    ]
    grammar: dict[str, Any] = {
        "information_for_contributors": [
            "Made by `python -m wtrules.syntax` from the words of the language; do not edit."
        ],
        "name": "Wandering Towers rules",
        "scopeName": "source.wtr",
        "fileTypes": ["wtr"],
        "patterns": [
            rule("comment.line.number-sign", "#.*$"),
            {
                "name": "string.quoted.double.wtr",
                "begin": '"',
                "end": '"|$',
                "patterns": [rule("constant.character.escape", r"\\.")],
            },
            *by_place,
            rule("constant.other.page", f"{_BEFORE}p~?\\d+{_AFTER}"),
            *by_class,
            rule("variable.other", _NAME),
            rule("constant.numeric", r"\d+"),
            rule("keyword.operator", r"\.\.|[-+*/<>]|[<>!]?="),
            rule("punctuation.separator", r"[,:|]"),
            rule("punctuation.section", r"[{}()]"),
        ],
    }
    return json.dumps(grammar, indent=2) + "\n"


def _vim() -> str:
    name = r"\%(\a\|_\|[^\x00-\x7F]\)\k*"
    header = r"\s*\%(([^)]*)\s*\|for\>[^{]*\)\?{"
    openers = r"\|".join(sorted(NAMED))
    groups = {kind: f"wtr{kind.capitalize()}" for kind in _LOOKS}
    links = {groups[kind]: look for kind, (_, look) in _LOOKS.items()} | {
        "wtrDefinition": "Function",
        "wtrGame": _LOOKS["opener"][1],
        "wtrPage": "Special",
        "wtrNumber": "Number",
        "wtrOperator": "Operator",
        "wtrString": "String",
        "wtrEscape": "SpecialChar",
        "wtrComment": "Comment",
        "wtrTodo": "Todo",
    }
    lines = [
        '" Vim syntax file: rule files of wtrules (*.wtr)',
        '" Made by `python -m wtrules.syntax` from the words of the language; do not edit.',
        "",
        'if exists("b:current_syntax")',
        "  finish",
        "endif",
        "let s:cpo_save = &cpo",
        "set cpo&vim",
        "",
        "syn case match",
        '" A name may have dots and hyphens; a keyword inside one is part of the name.',
        "syn iskeyword @,48-57,_,-,.,192-255",
        "",
        f"syn match wtrName /{name}/",
        f"syn match wtrDefinition /\\%(\\<\\%({openers}\\)\\s\\+\\)\\@<={name}\\ze{header}/",
        '" Names that are also keywords, where only a name can be.',
        f"syn match wtrDefinition /\\%(else\\>\\)\\@!{name}\\ze{header}/ contained",
        f"syn match wtrEnding /game\\s\\+{name}\\ze\\s*\\%($\\|[}}#]\\)/ contained contains=wtrGame",
        r"syn match wtrGame /\%(end\s\+\)\@<=game/ contained",
        r"syn match wtrPage /\<p\~\?\d\+\>/",
        r"syn match wtrNumber /\d\+/",
        r"syn match wtrOperator @\.\.\|[-+*<>/=]\|[<>!]=@",
        r'syn region wtrString start=/"/ skip=/\\./ end=/"/ oneline contains=wtrEscape',
        r"syn match wtrEscape /\\./ contained",
        "syn match wtrComment /#.*$/ contains=wtrTodo,@Spell",
        "syn keyword wtrTodo TODO FIXME contained",
        "syn region wtrBlock start=/{/ end=/}/ transparent fold",
        "",
        *_vim_words(groups),
        "",
        *(f"hi def link {group} {look}" for group, look in links.items()),
        "",
        'let b:current_syntax = "wtr"',
        "let &cpo = s:cpo_save",
        "unlet s:cpo_save",
    ]
    return "\n".join(lines) + "\n"


def _vim_words(groups: dict[str, str]) -> list[str]:
    import textwrap

    before = {"wtrDefinition": HEADERS, "wtrName": NAMING, "wtrEnding": {"end"}}
    lines = []
    for kind, some in words().items():
        plain = set(some).difference(*before.values())
        lines += [
            f"syn keyword {groups[kind]} {w}" for w in textwrap.wrap(" ".join(sorted(plain)), 80)
        ]
        for then, members in before.items():
            if here := sorted(members & {*some}):
                lines.append(
                    f"syn keyword {groups[kind]} nextgroup={then} skipwhite {' '.join(here)}"
                )
    return lines
