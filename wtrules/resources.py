"""Where the grammar, the rulesets and the examples are, in a checkout or in an installed wheel.

A wheel carries them inside the package, as `_grammar`, `_rulesets` and `_examples`; a checkout
has them beside it. No other module knows the difference.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
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
