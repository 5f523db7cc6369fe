"""`suppress` in an item is about the item, wherever its parts are written, and about nothing else."""

from pathlib import Path

from tests.rules.helpers import check, library
from wtrules.resolve.from_syntax import resolve

BASE = """\
ruleset base {
  extends en-capstone
  rule gust {
    suppress unhandled-choice "no wizard, no gust"
    on       turn begins
    choose   wizard w where own and visible
    do       move w clockwise 1
  }
}
"""


def warned(folder: Path, changes: str) -> list[str]:
    """Return what a house rule on top of the base is warned about: the text in question."""
    (folder / "base.wtr").write_text(BASE)
    path = folder / "house.wtr"
    path.write_text(f'ruleset house {{\n  extends "base.wtr"\n  {changes}\n}}\n')
    books = library()
    loaded = books.open_path(path, path.name)
    assert loaded is not None
    rules = resolve(books, loaded)
    assert rules is not None
    return [
        fault.primary.span.text
        for fault in check(rules, books.diagnostics)
        if fault.primary is not None and fault.code in ("unhandled-choice", "unused-suppression")
    ]


def test_parts_that_others_add_belong_to_the_item(tmp_path: Path):
    """The author of the rule has accepted the warning for all of it."""
    choice = "choose wizard v where own and visible do move v clockwise 1"
    assert [] == warned(tmp_path, f"add to rule gust {{ {choice} }}")


def test_other_items_are_not_meant(tmp_path: Path):
    """A rule beside it is warned about."""
    choice = "choose wizard v where own and visible"
    other = f"rule breeze {{ on turn begins {choice} do move v clockwise 1 }}"
    assert [choice] == warned(tmp_path, other)
