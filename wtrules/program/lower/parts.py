"""The parts of the lowering, put together."""

from __future__ import annotations

from wtrules.program.layout import Layout
from wtrules.program.lower.actions import Actions
from wtrules.program.lower.cards import Cards
from wtrules.program.lower.decisions import Decisions
from wtrules.program.lower.events import Events
from wtrules.program.lower.followers import Followers
from wtrules.program.lower.loops import Loops
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.permissions import Permissions
from wtrules.program.lower.procedures import Procedures
from wtrules.program.lower.queries import Queries
from wtrules.program.lower.scopes import Scopes
from wtrules.program.lower.statements import Statements
from wtrules.program.lower.terms import Terms
from wtrules.program.lower.variables import Variables
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules


def assemble(rules: Rules, meaning: Meaning, layout: Layout) -> Lowering:
    """Return a lowering with all its parts, before anything is written."""
    low = Lowering(rules, meaning, layout)
    low.cards = Cards(low)
    low.variables = Variables(low)
    low.terms = Terms(low)
    low.queries = Queries(low)
    low.permissions = Permissions(low)
    low.followers = Followers(low)
    low.events = Events(low)
    low.actions = Actions(low)
    low.procedures = Procedures(low)
    low.decisions = Decisions(low)
    low.loops = Loops(low)
    low.scopes = Scopes(low)
    low.statements = Statements(low)
    return low
