"""Where the grammar, the rulesets and the examples are, in a checkout or in an installed wheel.

A wheel carries them inside the package, as `_grammar`, `_rulesets` and `_examples`; a checkout
has them beside it. No other module knows the difference. If the environment variable
`WTRULES_DATA` names a folder that has a folder `rulesets`, `examples` or `grammar`, that one is
used instead.
"""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    if chosen := os.environ.get("WTRULES_DATA"):
        folder = Path(chosen) / name
        if folder.is_dir():
            return folder
    return _own_folder(name)


@cache
def _own_folder(name: str) -> Path:
    carried = _PACKAGE / f"_{name}"
    return carried if carried.is_dir() else _PACKAGE.parent / name


def grammar_folder() -> Path:
    """The folder of the language's `.lark` files."""
    return _folder("grammar")


def rulesets_folder() -> Path:
    """The folder of the shipped rulesets: core, editions, variants, assumptions."""
    return _folder("rulesets")


def examples_folder() -> Path:
    """The folder of the example house rules."""
    return _folder("examples")


def trees_folder() -> Path:
    """The folder of the parsed trees of the rulesets; only a wheel has one."""
    return _PACKAGE / "_trees"


def default_ruleset() -> str:
    """The name of the ruleset that is meant when none is named."""
    return _shipped(rulesets_folder())["default"]


def atlas_ruleset() -> str:
    """The name of the ruleset that holds the rule atlas: topics and manuals."""
    return _shipped(rulesets_folder())["atlas"]


def ledger_file() -> str:
    """The file of the open questions, seen from the folder of the rulesets."""
    return _shipped(rulesets_folder())["ledger"]


@cache
def _shipped(folder: Path) -> dict[str, str]:
    """What `shipped.json` says about the rulesets beside it."""
    import json  # most commands do without it

    content: dict[str, str] = json.loads((folder / "shipped.json").read_text("utf-8"))
    return content
