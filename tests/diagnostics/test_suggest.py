"""Did you mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import sampled
from wtrules.diagnostics import Fix, closest, looks_like, name_fix, name_hint, suggest
from wtrules.source import SourceFile, Span

SPELLS = [
    "free_wizard",
    "headwind_for_a_tower",
    "headwind_for_a_wizard",
    "swap_towers",
    "swap_wizards",
    "cost",
    "do",
]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("free_wizzard", "free_wizard"),
        ("fere_wizard", "free_wizard"),
        ("FREE-WIZARD", "free_wizard"),
        ("swap towers", "swap_towers"),
        ("headwind_tower", "headwind_for_a_tower"),
        ("cots", "cost"),
        ("ｃｏｓｔ", "cost"),
        ("od", "do"),
        ("cost", None),
        ("q", None),
        ("", None),
        ("gargoyle", None),
    ],
)
def test_closest(name: str, meant: str | None):
    """A typing mistake finds its name; a name of its own finds none."""
    assert meant == closest(name, SPELLS)


def test_equal_guesses_go_by_alphabet():
    """The guess does not depend on the order of the names."""
    assert "tower_a" == closest("tower_c", ["tower_b", "tower_a"])
    assert "tower_a" == closest("tower_c", ["tower_a", "tower_b"])


def test_one_name_of_thousands_is_found():
    """The right one of ten thousand similar names is suggested."""
    names = [f"rule_{number}_of_the_{number % 7}_towers" for number in range(10_000)]

    assert "rule_77_of_the_0_towers" == closest("rule_77_of_teh_0_towers", names)


def slow_edits(a: str, b: str) -> int:
    """Count edits by the definition."""
    if not a or not b:
        return len(a) + len(b)
    counts = [
        slow_edits(a[1:], b) + 1,
        slow_edits(a, b[1:]) + 1,
        slow_edits(a[1:], b[1:]) + (a[0] != b[0]),
    ]
    if len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1]:
        counts.append(slow_edits(a[2:], b[2:]) + 1)
    return min(counts)


@given(st.text("abc", max_size=5), st.lists(st.text("abc", max_size=5), max_size=6))
def test_the_nearest_has_the_fewest_edits(wanted: str, names: list[str]):
    """The quick search agrees with the definition."""
    limit = suggest._allowed_edits(len(wanted))
    near = [(slow_edits(wanted, name), name) for name in names]
    edits, nearest = min(near, default=(limit + 1, None))

    assert (nearest if edits <= limit else None) == suggest._nearest(
        wanted, [(name, name) for name in names]
    )


def test_names_that_begin_alike_are_compared_together(monkeypatch: pytest.MonkeyPatch):
    """Twenty thousand similar names cost little more than a few."""
    rows = 0
    row = suggest._row

    def counting(*parts):
        nonlocal rows
        rows += 1
        return row(*parts)

    monkeypatch.setattr(suggest, "_row", counting)
    names = [f"house_rule_{number}" for number in range(20_000)]

    assert "house_rule_77" == closest("hoose_rule_77", names)
    assert rows < len(names)


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("cоst", "cost", True),  # Cyrillic о
        ("Türme", "Tu\u0308rme", True),
        ("cost\u200b", "cost", True),
        ("cost", "cost", False),
        ("Cost", "cost", False),
        ("cast", "cost", False),
    ],
)
def test_look_alikes(a: str, b: str, alike: bool):
    """Two names that look the same but are not."""
    assert alike == looks_like(a, b)


def test_hints():
    """A look-alike names the odd letter; a typing mistake gets a question; nothing near gets no hint."""
    assert (
        "there is a `cost` that only looks the same: `о` is U+043E CYRILLIC SMALL LETTER O;"
        " type the name again"
    ) == name_hint("cоst", SPELLS)
    assert "did you mean `cost`?" == name_hint("cots", SPELLS)
    assert name_hint("gargoyle", SPELLS) is None


def rows_counted(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return a list that has an entry for each row of a table of edits from now on."""
    rows: list[None] = []
    row = suggest._row

    def counting(*parts):
        rows.append(None)
        return row(*parts)

    monkeypatch.setattr(suggest, "_row", counting)
    return rows


@pytest.mark.slow
def test_thousands_of_misspelt_names(monkeypatch: pytest.MonkeyPatch):
    """The first ones get a suggestion, the work is limited, and afterwards there are suggestions again."""
    rows = rows_counted(monkeypatch)
    letters = "abcdefgh"
    names = [f"thing_{a}{b}{c}_of_towers" for a in letters for b in letters for c in "uvwxyz"]
    with suggest.sparingly(300_000):
        with suggest.sparingly():
            found = [name_hint(f"{name}q", names) for name in names]
        is_sure = suggest.is_sure("thing_aau_of_towerz", "thing_aau_of_towers", names[:1])

    assert "did you mean `thing_aau_of_towers`?" == found[0]
    assert found[-1] is None
    assert not is_sure
    assert len(rows) <= 300_000
    assert "did you mean `thing_hhz_of_towers`?" == name_hint("thing_hhz_of_towersq", names)


@pytest.mark.parametrize(("length", "is_found"), [(200, True), (201, False)])
def test_very_long_names_are_not_compared(length: int, is_found: bool):
    """Names of up to 200 letters get suggestions; a longer one only if it differs by its case."""
    name = "ab" * (length // 2) + "a" * (length % 2)
    other = name[:-1] + "c"

    assert (name if is_found else None) == closest(other, [name])
    assert name == closest(name.upper(), [name])


@pytest.mark.slow
@pytest.mark.parametrize("case", sampled([(1000, 500), (3000, 200)], 1), ids=str)
def test_hundreds_of_misspelt_names_get_suggestions(case: tuple[int, int]):
    """As many as the reference of limits promises, even if all names are alike."""
    size, enough = case
    names = [f"name_{number}" for number in range(size)]
    with suggest.sparingly():
        found = [
            name_fix(Span(SourceFile("a.wtr", name), 0, len(name)), names)
            for name in (f"nmae_{number}" for number in range(size))
        ]

    assert enough <= len([fix for fix in found if fix]) < size
    assert isinstance(found[77], Fix)
    assert "replace `nmae_77` with `name_77`" == found[77].title


def test_letters_rule_most_names_out(monkeypatch: pytest.MonkeyPatch):
    """Of hundreds of names that are not alike, few are compared letter by letter."""
    rows = rows_counted(monkeypatch)
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [(letters[i:] + letters[:i])[:8] + str(i) for i in range(26)]
    with suggest.sparingly():
        found = [name_hint(name[:3] + "x" + name[3:], names) for name in names]

    assert [f"did you mean `{name}`?" for name in names] == found
    assert len(rows) < 26 * 12 * 3


def test_the_same_mistake_is_compared_once(monkeypatch: pytest.MonkeyPatch):
    """A name that is misspelt a thousand times costs no more than one; its fix is the same each time."""
    rows = rows_counted(monkeypatch)
    source = SourceFile("a.wtr", "free_wizzard " * 1000)
    with suggest.sparingly():
        first = name_fix(Span(source, 0, 12), SPELLS)
        once = len(rows)
        fixes = [name_fix(Span(source, 13 * i, 13 * i + 12), SPELLS) for i in range(1000)]

    assert isinstance(first, Fix)
    assert first.is_safe
    assert first == fixes[0]
    assert {first.title} == {fix.title for fix in fixes if isinstance(fix, Fix) and fix.is_safe}
    assert once == len(rows)


def test_few_lists_of_names_are_kept():
    """Each list of names gets its own answers, however many there are, and only some are kept."""
    with suggest.sparingly():
        for number in range(50):
            assert f"tower_{number}" == closest(f"towre_{number}", [f"tower_{number}", "wizard"])
        work = suggest._work.get()

    assert work is not None
    assert suggest._PREPARED == len(work.prepared)
    assert ("tower_49", "wizard") in work.prepared
