"""The names of what a report has as JSON."""

import re

from wtrules.editions.differences import Report
from wtrules.editions.report import as_json


def test_a_report_has_the_names_that_are_described():
    """Programs read them: the description shows all that is in every report."""
    assert as_json.__doc__ is not None
    shown = re.findall(r'^ {6}"\w+".*', as_json.__doc__, re.MULTILINE)
    described = {
        name for row in shown for name in re.findall(r'"(\w+)": ', re.sub(r"\{.*?\}", "0", row))
    }
    assert described >= {"one", "two", "counts", "differences"}
    found = as_json.to_json(Report("a", "b", ()))
    assert described - {"differences", "modes_left_out"} <= found.keys()
    assert {"counts", "evidence", "modes", "only_one", "only_two", "lost"} <= found.keys()
