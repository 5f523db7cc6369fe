"""Where a name begins and ends, and how long it may be."""

import pytest

from wtrules.resolve.library import _is_foreign, _is_plain
from wtrules.services.index import Index, Meant, Use
from wtrules.source import SourceFile, Span

SOURCE = SourceFile("house.wtr", "set board.capacity = 4\n")


def test_a_cursor_behind_a_name_is_at_it():
    """From before its first letter to behind its last; of two names, the shorter one is meant."""
    whole, part = (
        Use(Span(SOURCE, *place), Meant("setting", "x")) for place in ((4, 18), (10, 18))
    )
    index = Index([part, whole])
    found = {offset: index.at(offset) for offset in range(len(SOURCE.text))}

    assert {4, 5, 6, 7, 8, 9} == {offset for offset, use in found.items() if use is whole}
    assert {*range(10, 19)} == {offset for offset, use in found.items() if use is part}


@pytest.mark.parametrize("name", ["house.wtr", "a" * 200, "ä b", "…"])
def test_names_that_a_file_can_have(name: str):
    """Any name of up to 200 characters."""
    assert _is_plain(name)


@pytest.mark.parametrize("name", ["a/b", "a\\b", "a\0b", ".house", "a" * 201, "a\ud800"])
def test_names_that_no_file_has(name: str):
    """Parts of paths, hidden files, and what no system can write."""
    assert not _is_plain(name)


def test_paths_that_mean_a_file_only_on_some_systems():
    """Absolute ones, those with a drive, and those with backslashes."""
    assert [True] * 4 == [_is_foreign(path) for path in ("/a", "C:a", "C:/a", "a\\b")]
    assert [False] * 2 == [_is_foreign(path) for path in ("a/b", "../a")]
