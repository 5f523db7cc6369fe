"""Two rulesets side by side: what differs, how much it matters, and where it shows.

    report = wtrules.diff("de-abacus-24", "en-capstone")
    for difference in report.differences:
        print(difference.grade, difference.address)

`sides.py` opens what is compared; `diff.py` finds the differences as typed `changes.py`; `judge.py`
grades them, with the positions of `witness.py` and the games of `impact.py` as evidence;
`report*.py` word them for people and programs.
"""

from __future__ import annotations

from wtrules.editions.changes import Difference, Grade, Report
from wtrules.editions.sides import SideError

__all__ = ["Difference", "Grade", "Report", "SideError"]
