"""What a difference does to games, in words, tables and numbers; and what reports call things."""

from __future__ import annotations

import pytest

from wtrules.editions.differences import Impact, Report, Run, effect_of
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.impact_text import impact_in_short, impact_table, impact_text
from wtrules.editions.report.markdown import markdown
from wtrules.editions.report.names import Names
from wtrules.editions.report.text import text
from wtrules.pipeline import load_rules
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic
from wtrules.texts import Texts


def estimate(value: float, low: float, high: float) -> Estimate:
    return Estimate(value, low, high, 400)


def statistic(
    id: str, group: str, two: Estimate, one: Estimate, change: Estimate, kind: str = "mean"
) -> Statistic:
    return Statistic(id, group, f"label of {id}", kind, (two, one), (), change)


# 1,029.5 turns become 1,030; the shares of wins and casts change by 5 points and by less than is shown.
TURNS = statistic(
    "turns", "length", estimate(1030.0, 1029.0, 1031.0), estimate(1029.5, 1029.0, 1030.0),
    estimate(0.5, 0.25, 0.75),
)  # fmt: skip
WINS = statistic(
    "win.1", "wins", estimate(0.45, 0.4, 0.5), estimate(0.5, 0.45, 0.55),
    estimate(-0.05, -0.1, 0.01), "share",
)  # fmt: skip
CASTS = statistic(
    "cast.swap_towers", "spells", estimate(0.2, 0.2, 0.2), estimate(0.2, 0.2, 0.2),
    estimate(0.0, -0.0001, 0.0001), "share",
)  # fmt: skip
OUTCOME = statistic(
    "outcome.lost", "outcomes", estimate(0.9, 0.8, 1.0), estimate(0.1, 0.0, 0.2),
    estimate(0.8, 0.6, 1.0), "share",
)  # fmt: skip
OTHER = statistic(
    "odd", "others", estimate(2, 1, 3), estimate(4, 3, 5), estimate(-2, -3, -1)
)  # fmt: skip
RUN = Run("greedy", 1000, estimate(0.125, 0.1, 0.15), (CASTS, OTHER, WINS, OUTCOME, TURNS))
IMPACT = Impact(2, (RUN, Run("mcts", 20, estimate(1.0, 0.8, 1.0), (TURNS,))))


def names(lang: str = "en") -> Names:
    rules, _ = load_rules("en-capstone", ("solo",))
    assert rules is not None
    return Names(Report("en-capstone", "house", (), rules=(rules, rules)), Texts(lang))


def test_in_one_line():
    """Length, wins and goals first; then the rest in its order."""
    assert (
        "greedy bots, 1,000 pairs of games, 2 players: "
        "turns 1,029.5, +0.5 (+0.2 … +0.8); "
        "wins of the first seat 50.0 %, −5.0 points (−10.0 … +1.0); "
        "casts of “Swap a Tower” 20.0 %, 0.0 points; "
        "label of odd 4.0, −2.0 (−3.0 … −1.0); "
        "lost 10.0 %, +80.0 points (+60.0 … +100.0). "
        "bots that look ahead, 20 pairs of games, 2 players: turns 1,029.5, +0.5 (+0.2 … +0.8)"
    ) == impact_text(IMPACT, names())


def test_in_short():
    """Of the first bots, how many turns a game has; nothing if that was not measured."""
    assert "turns 1,029.5, +0.5 (+0.2 … +0.8)" == impact_in_short(IMPACT, names())
    assert "Züge 1.029,5, +0,5 (+0,2 … +0,8)" == impact_in_short(IMPACT, names("de"))
    assert "" == impact_in_short(Impact(2, (Run("greedy", 9, TURNS.sides[0], (WINS,)),)), names())
    assert "" == impact_in_short(Impact(2, ()), names())


def test_as_a_table():
    """The share of games that differ is the first row; only what excludes no change is sure."""
    table = impact_table(IMPACT, names())
    (who, rows), (others, (share, turns)) = table.runs

    assert "impact" == table.title
    assert "greedy bots, 1,000 pairs of games, 2 players" == who
    assert "bots that look ahead, 20 pairs of games, 2 players" == others
    assert ("games that differ", "", "100.0 % (80.0 … 100.0)", True) == (
        share.label, share.base, share.change, share.sure,
    )  # fmt: skip
    assert ("turns", "1,029.5", True) == (turns.label, turns.base, turns.sure)
    assert [True, False, True, False, True, True] == [row.sure for row in rows]
    assert "12.5 % (10.0 … 15.0)" == rows[0].change
    assert [
        "casts of “Swap a Tower”",
        "label of odd",
        "wins of the first seat",
        "lost",
        "turns",
    ] == [row.label for row in rows[1:]]


def test_games_that_cannot_be_played():
    """There is a sentence instead of a table."""
    said = "Not measured: with this change the games cannot be played to their end"
    assert said == impact_text(Impact(3, ()), names())
    table = impact_table(Impact(3, ()), names())
    assert (said, ()) == (table.title, table.runs)
    report = Report("en-capstone", "house", (), overall=Impact(3, ()))
    assert said in markdown(report)


def test_in_a_report():
    """A table in Markdown with what is sure in bold, a line of text, and numbers in JSON."""
    report = Report("en-capstone", "house", (), overall=IMPACT)
    lines = markdown(report).splitlines()
    at = lines.index("**All differences together, under the rules as given**")
    assert [
        "",
        "| greedy bots, 1,000 pairs of games, 2 players | Capstone | change |",
        "| --- | ---: | --- |",
        "| games that differ |  | **12.5 % (10.0 … 15.0)** |",
        r"| casts of “swap\_towers” | 20.0 % | 0.0 points |",
        "| label of odd | 4.0 | **−2.0 (−3.0 … −1.0)** |",
        "| wins of the first seat | 50.0 % | −5.0 points (−10.0 … +1.0) |",
        r"| lost | 10.0 % | **\+80.0 points (+60.0 … +100.0)** |",
        r"| turns | 1,029.5 | **\+0.5 (+0.2 … +0.8)** |",
        "",
        "| bots that look ahead, 20 pairs of games, 2 players | Capstone | change |",
    ] == lines[at + 1 : at + 12]
    assert "1,029.5, +0.5 (+0.2 … +0.8)" in text(report)

    told = to_json(report)["impact"]
    assert (2, 2) == (told["players"], len(told["runs"]))
    first = told["runs"][0]
    assert ("greedy", 1000, [0.125, 0.1, 0.15]) == (first["bot"], first["games"], first["share"])
    assert ["cast.swap_towers", "odd", "win.1", "outcome.lost", "turns"] == [
        row["id"] for row in first["statistics"]
    ]
    assert [[1029.5, 1029.0, 1030.0], [1030.0, 1029.0, 1031.0], [0.5, 0.25, 0.75]] == [
        first["statistics"][-1][side] for side in ("one", "two", "change")
    ]
    assert to_json(Report("a", "b", ()))["impact"] is None


def test_the_effect_is_the_largest_change_by_how_much_it_varies():
    """A share of 10 % varies by 0.3, one of 90 % as well; a change that may be chance has no effect."""
    assert 0.8 / 0.3 == pytest.approx(effect_of(OUTCOME))
    assert 0.0 == effect_of(WINS)
    assert 0.0 == effect_of(
        statistic("turns", "length", TURNS.sides[0], TURNS.sides[1], estimate(1, 0, 2))
    )
    # The half interval of 400 games is 1.96 standard deviations, divided by 20.
    assert 0.5 / (20 / 1.959963984540054) == pytest.approx(effect_of(TURNS))
    fixed = estimate(4, 4, 4)
    assert 10.0 == effect_of(statistic("turns", "length", fixed, fixed, estimate(-2, -3, -1)))
    assert 0.8 / 0.3 == pytest.approx(IMPACT.effect)
    assert 0.0 == Impact(2, ()).effect


@pytest.mark.parametrize(
    ("kind", "id", "lang", "title"),
    [
        ("topic", "castle.entry.ends_turn", "en", "An entry by card ends the turn"),
        ("topic", "no.such_topic", "en", "no.such_topic"),
        ("spell", "swap_towers", "en", "Swap a Tower"),
        ("spell", "swap_towers", "de", "Turmtausch"),
        ("variant", "solo", "de", "Solospiel"),
        ("outcome", "lost", "de", "verloren"),
        ("players", "players", "en", "Number of players"),
        ("players", "elsewhere", "en", "elsewhere"),
        ("spell", "unknown", "en", "unknown"),
    ],
)
def test_titles(kind: str, id: str, lang: str, title: str):
    """An entry has its own name, or that of its topic; what has none is called by its id."""
    assert title == names(lang).title(kind, id)


def test_chapters_and_modes():
    """A topic is in a chapter of the atlas; modes are named one after the other."""
    assert "The castle" == names().chapter_of("castle.entry.ends_turn")
    assert "" == names().chapter_of("no.such_topic")
    assert "Solo mode" == names().mode(("solo",))
    assert "Solo mode + other" == names().mode(("solo", "other"))
    assert ("Capstone", "Wandering Towers") == names().sides
    assert "no question" == names().question("no question", {})
