"""From the parser's constructs to syntax nodes.

`constructs` has a builder for each rule of the grammar. Most are made by `builder` from the class of
the node alone; the others are functions.
"""

from wtrules.syntax.tree.builder import Build, Builder, Token
from wtrules.syntax.tree.constructs import BUILDERS

__all__ = ["BUILDERS", "Build", "Builder", "Token"]
