"""What rules mean: terms and statements with every name bound and every type known.

Made by `wtrules.meaning.elaborate`, read by the lowering. Spans take no part in equality.
"""

from wtrules.meaning.nodes.definitions import *  # noqa: F403
from wtrules.meaning.nodes.examples import *  # noqa: F403
from wtrules.meaning.nodes.statements import *  # noqa: F403
from wtrules.meaning.nodes.terms import *  # noqa: F403
from wtrules.meaning.nodes.whole import *  # noqa: F403
