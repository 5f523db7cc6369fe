"""The syntax tree: frozen values, one class per construct of the language, each with its span.

Names are still strings here; `wtrules.meaning` binds them. The span never takes part in equality,
so two texts that differ only in layout have equal trees.
"""

from wtrules.syntax.nodes.about import *  # noqa: F403
from wtrules.syntax.nodes.atlas import *  # noqa: F403
from wtrules.syntax.nodes.examples import *  # noqa: F403
from wtrules.syntax.nodes.layers import *  # noqa: F403
from wtrules.syntax.nodes.rules import *  # noqa: F403
from wtrules.syntax.nodes.settings import *  # noqa: F403
from wtrules.syntax.nodes.statements import *  # noqa: F403
from wtrules.syntax.nodes.terms import *  # noqa: F403
