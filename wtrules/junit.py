"""Results of checks as JUnit XML, which build services show as tests.

One suite is one thing that was checked, such as a file; one case is one claim about it. Only elements
and attributes that all readers of JUnit files know are used: a place in a file is part of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from wtrules.safe_text import Medium, safe, safe_block
from wtrules.value import Value


@frozen
class Case(Value):
    """One claim: it passes, it fails, or there is something to say about it."""

    name: str
    failure: str = ""  # in one line
    details: str = ""  # in several lines: why it fails, or what else is to be said
    kind: str = ""  # of the failure


@frozen
class Suite(Value):
    """The claims about one thing."""

    name: str
    cases: tuple[Case, ...]

    @property
    def failures(self) -> int:
        """The number of claims that fail."""
        return sum(bool(case.failure) for case in self.cases)


def junit(suites: Sequence[Suite]) -> str:
    """Return suites as the text of an XML file."""
    counts = _attributes(
        name="wtrules",
        tests=sum(len(suite.cases) for suite in suites),
        failures=sum(suite.failures for suite in suites),
        errors=0,
    )
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites{counts}>"]
    for suite in suites:
        lines += _suite_lines(suite)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite_lines(suite: Suite) -> Iterable[str]:
    counts = {"tests": len(suite.cases), "failures": suite.failures, "errors": 0, "skipped": 0}
    yield f"  <testsuite{_attributes(name=suite.name, **counts)}>"
    for case in suite.cases:
        start = f"    <testcase{_attributes(name=case.name, classname=suite.name)}"
        details = safe_block(case.details, Medium.XML)
        if case.failure:
            about = _attributes(message=case.failure, type=case.kind or "failure")
            yield f"{start}>\n      <failure{about}>{details}</failure>\n    </testcase>"
        elif details:
            yield f"{start}>\n      <system-out>{details}</system-out>\n    </testcase>"
        else:
            yield f"{start}/>"
    yield "  </testsuite>"


def _attributes(**values: object) -> str:
    return "".join(f' {name}="{safe(value, Medium.XML)}"' for name, value in values.items())
