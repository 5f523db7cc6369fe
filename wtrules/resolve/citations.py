"""Where a manual says something, as a value: manual, section, page, and how certain that is.

It stays a value until it is shown: `str` writes it as a rule file does, for lists that programs read,
and `say/citations.py` puts it into words.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.resolve.clauses import clauses_of
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Citation(Value):
    """A place in a manual, which states or implies something there."""

    manual: str
    section: str | None = None
    page: str | None = None  # as it is written: `p3`; `p~3` if the page is inferred
    stance: str | None = None  # `states`, `implies`; None: the rule file does not say

    @property
    def number(self) -> str:
        """The number of the page, if there is one."""
        return (self.page or "").lstrip("p~")

    @property
    def is_inferred(self) -> bool:
        """Whether the page is not printed there, but follows from what is around it."""
        return "~" in (self.page or "")

    @property
    def is_implied(self) -> bool:
        """Whether the manual does not say it outright."""
        return self.stance == "implies"

    def __str__(self) -> str:
        section = f'"{self.section}"' if self.section else None
        return " ".join(part for part in (self.manual, section, self.page) if part)


def citation(clause: n.Cites) -> Citation:
    """Return what a `cites` clause says."""
    return Citation(clause.manual.id, clause.section, clause.page, clause.stance)


def citations_of(node: object) -> list[Citation]:
    """Return the places in manuals that a definition goes back to."""
    return [citation(clause) for clause in clauses_of(node, n.Cites)]
