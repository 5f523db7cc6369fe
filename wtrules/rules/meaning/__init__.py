"""What rules mean: terms and statements with every name bound and every type known.

Made by `wtrules.rules.elaborate`, read by the lowering. Spans take no part in equality.
"""

from wtrules.rules.meaning.definitions import *  # noqa: F403
from wtrules.rules.meaning.examples import *  # noqa: F403
from wtrules.rules.meaning.statements import *  # noqa: F403
from wtrules.rules.meaning.terms import *  # noqa: F403
from wtrules.rules.meaning.whole import *  # noqa: F403
