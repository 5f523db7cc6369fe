"""Two rulesets side by side: what differs, how much it matters, and where it shows.

    report = wtrules.diff("de-abacus-24", "en-capstone")
    for difference in report.differences:
        print(difference.grade, difference.address)

`compare.py` is the whole way on one page: `sides.py` opens two rulesets (`revisions.py` at a git
reference), `find/` finds what differs, `judge/` grades it with the witnesses of `search/`, `printed/`
adds passages of the manuals, `report/` words it. `changes.py`, `phrasing.py` and `differences.py` hold
the values that go from one to the next.
"""

from __future__ import annotations

from wtrules.editions.changes import Grade
from wtrules.editions.differences import Difference, Report
from wtrules.editions.sides import SideError

__all__ = ["Difference", "Grade", "Report", "SideError"]
