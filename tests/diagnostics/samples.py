"""The samples on the manual pages of diagnostic codes: rule files and commands that can be run."""

import re

from attrs import frozen

from wtrules.diagnostics.manual import Page, page

_SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.M | re.S)
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


@frozen
class Sample:
    """A piece of a page that can be run: a rule file (`wtr`), with its name, or commands (`sh`)."""

    language: str
    name: str
    text: str


def read_page(code: str) -> Page:
    """Return the page of a code that exists."""
    found = page(code)
    assert found is not None
    return found


def samples(code: str, heading: str, language: str = "") -> list[Sample]:
    """Return the samples, or those in one language, below the heading `Faulty` or `Fixed` of a page.

    The first rule file is the one to validate; a file without a name is called like its ruleset.
    """
    found = []
    body = dict(_SECTION.findall(read_page(code).text)).get(heading, "")
    for kind, name, text in _BLOCK.findall(body):
        title = re.search(r"^ruleset\s+([\w-]+)", text, re.M)
        found.append(Sample(kind, name or f"{title[1] if title else 'example'}.wtr", text))
    return [one for one in found if language in ("", one.language)]
