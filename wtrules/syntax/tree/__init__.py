"""From the parser's constructs to syntax nodes: one builder per rule of the grammar."""

from wtrules.syntax.tree import atlas, examples, layers, rules, settings, statements, terms
from wtrules.syntax.tree.builder import BUILDERS, Build, Builder, Token

__all__ = [
    "BUILDERS",
    "Build",
    "Builder",
    "Token",
    "atlas",
    "examples",
    "layers",
    "rules",
    "settings",
    "statements",
    "terms",
]
