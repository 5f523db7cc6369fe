"""From records to statistics and words, on games made up by hand."""

from __future__ import annotations

from array import array

from attrs import evolve

from wtrules.simulate.findings import sentences
from wtrules.simulate.games import Arena, Choice
from wtrules.simulate.plan import Chunk, Plan, Side
from wtrules.simulate.records import Played, Records
from wtrules.simulate.summary import Summary, summarise
from wtrules.simulate.table import lines
from wtrules.simulate.tally import tally
from wtrules.texts import Texts

GAME = {"turns": 10, "rounds": 5, "decisions": 30, "outcome": 1, "enter.0": 3}


def arena(bots: tuple[str, ...] = ("random", "random"), spells: tuple[str, ...] = ()) -> Arena:
    """Return an arena that only knows its columns."""
    seats = range(len(bots))
    choices = tuple(Choice(f"cast {spell}", ()) for spell in spells)
    columns = (
        "turns", "rounds", "decisions", "outcome", "cut", "idle", "stuck", "castle", "leads",
        "filled", "spent", "enter.0",
        *(f"{name}.{seat}" for name in ("winner", "points", "bot") for seat in seats),
        *(choice.column for choice in choices),
    )  # fmt: skip
    return Arena(
        "made-up", len(bots), "byrg"[: len(bots)], ("won", "stalled"), choices, columns, bots, "", b"", {}
    )  # fmt: skip


def records(one: Arena, games: list[dict[str, int]]) -> bytes:
    """Return games as records."""
    return array(
        "i", [{**GAME, **game}.get(name, 0) for game in games for name in one.columns]
    ).tobytes()


def played(
    sides: tuple[Arena, ...],
    games: tuple[list[dict[str, int]], ...],
    partings: tuple[int, ...] = (),
    first: int = 0,
) -> Played:
    """Return games of one or two sides as a chunk."""
    data = tuple(records(one, own) for one, own in zip(sides, games, strict=True))
    return Played(Chunk(sides[0].players, first, len(games[0])), tally(sides, data, partings))


def summary(one: Arena, games: list[dict[str, int]]) -> Summary:
    """Return the statistics of some games."""
    found = Records((one,))
    found.add(played((one,), (games,)))
    return summarise(found, ["made-up"])


def values(found: Summary, group: str) -> dict[str, float]:
    """Return the values of a group by their labels."""
    return {one.label: one.sides[0].value for one in found.statistics if one.group == group}


def test_who_wins() -> None:
    """Four games: one for each seat, one shared, one for nobody."""
    found = summary(
        arena(),
        [{"winner.0": 1}, {"winner.1": 1}, {"winner.0": 1, "winner.1": 1}, {"outcome": 2}],
    )

    expected = {"seat 1 (b)": 0.5, "seat 2 (y)": 0.5, "shared": 0.25, "nobody": 0.25}
    assert expected == values(found, "wins")
    assert {"won": 0.75, "stalled": 0.25, "cut off": 0} == values(found, "outcomes")


def test_winning_together() -> None:
    """Where all seats win and lose together, there is one share."""
    found = summary(arena(), [{"winner.0": 1, "winner.1": 1}, {"outcome": 2}])

    assert {"won together": 0.5} == values(found, "wins")


def test_the_goal() -> None:
    """Four games: the goal is reached with the first outcome, missed with the second and if cut off."""
    games = [
        {"winner.0": 1},
        {"winner.0": 1, "outcome": 2},
        {"outcome": 2},
        {"outcome": 0, "cut": 1},
    ]
    found = summary(evolve(arena(("random",)), goals=(True, False)), games)

    assert {"won": 0.5, "goal reached": 0.25} == values(found, "wins")
    assert any("The goal is reached in 25.0 %" in said for said in sentences(found, Texts("en")))


def test_no_goal() -> None:
    """Where no outcome says whether a goal is reached, there is none."""
    assert {"won": 1} == values(summary(arena(("random",)), [{"winner.0": 1}]), "wins")


def test_a_goal_of_another_variant() -> None:
    """Outcomes that no game ends with do not make a goal: they belong to a variant that is not played."""
    one = evolve(arena(("random",)), goals=(None, True))

    assert {"won": 1} == values(summary(one, [{"winner.0": 1}]), "wins")


def test_nobody_ever_wins() -> None:
    """Games cut off are not won together, nor lost together: nobody wins them."""
    found = summary(arena(), [{"cut": 1, "outcome": 0}] * 3)

    assert {"seat 1 (b)": 0, "seat 2 (y)": 0, "nobody": 1} == values(found, "wins")
    assert {"cut off": 1} == values(found, "outcomes")


def test_what_a_bot_wins_with_a_seat() -> None:
    """Three seats, two of them greedy (1): it wins one of two, none, then random (0) its one."""
    one = arena(("greedy", "random", "greedy"))
    games = [
        {"bot.0": 1, "bot.2": 1, "winner.0": 1},
        {"bot.0": 1, "bot.1": 1, "winner.2": 1},
        {"bot.1": 1, "bot.2": 1, "winner.0": 1},
    ]
    wins = values(summary(one, games), "wins")

    assert (1 / 6, 2 / 3) == (wins["a seat of greedy"], wins["a seat of random"])


def test_games_without_an_answer_are_left_out() -> None:
    """The round of the first wizard home is a mean over games in which one came home."""
    found = summary(arena(), [{"winner.0": 1}, {"winner.1": 1, "enter.0": 6}, {"enter.0": 0}])
    first = found.get("first_home")

    assert first is not None
    assert (4.5, 2) == (first.sides[0].value, first.sides[0].games)


def test_two_sides_in_words() -> None:
    """A spell that only one side has counts as never cast by the other; the difference is shown."""
    one, base = arena(spells=("gust",)), arena()
    pairs = 40
    games = [{"winner.0": i % 2, "winner.1": 1 - i % 2, "turns": 10 + i % 3} for i in range(pairs)]
    changed = [{**game, "turns": game["turns"] - 4, "cast gust": 2} for game in games]
    found = Records((one, base))
    partings = tuple(3 if i < 30 else 0 for i in range(pairs))
    found.add(played((one, base), (changed, games), partings))
    plan = Plan((Side("windy", "1"), Side("calm", "2")), (2,), ("random",), 7, pairs, None, 99)
    text = list(lines(plan, [summarise(found, ["windy", "calm"])]))

    assert [
        "windy compared with calm, 2 players, 40 games each with the same seeds:",
        "75.0 % of the games differ, half of them by turn 3.",
        # (10 + 11 + 12) · 13 + 10 = 439 turns in 40 games; each pair differs by exactly 4,
        # give or take what z²/(40 + z²) = 8.8 % of the games may differ from that.
        "A game is 4.0 turns shorter (-4.09 to -3.91): 7.0 instead of 11.0.",
        # Nothing gained or lost in 40 games: ± 1.96 · √(2/42/42) = 0.066.
        "No clear change in who wins: at most 6.6 percentage points either way.",
        "Gust is cast 2.00 times a game instead of 0.00 (+1.91 to +2.09).",
        "Bots random, seed 7; 95 % intervals in brackets.",
    ] == text[:6]
    gust = next(line for line in text if line.startswith("  gust "))
    assert "gust 0.00 (0.00–0.09) 2.00 (1.91–2.09) +2.00 (+1.91 to +2.09) *" == " ".join(
        gust.split()
    )


def test_two_sides_that_do_not_differ() -> None:
    """In none of 40 games; z²/(40 + z²) = 8.8 % of all games may still differ."""
    one, base = arena(), arena()
    games = [{"winner.0": i % 2, "winner.1": 1 - i % 2, "turns": 10 + i % 3} for i in range(40)]
    found = Records((one, base))
    found.add(played((one, base), (games, games), (3,) * 40))
    plan = Plan((Side("windy", "1"), Side("calm", "2")), (2,), ("random",), 7, 40, None, 99)
    text = "\n".join(lines(plan, [summarise(found, ["windy", "calm"])]))

    assert "No clear change in length: -0.09 to +0.09 turns, of 11.0." in text
    assert "+0.00 to +0.00" not in text


def test_chunks_are_put_in_order() -> None:
    """Whichever comes first; and what comes after enough is known does not count."""
    one = arena()
    win, lose = {"winner.0": 1}, {"winner.1": 1}
    chunks = [played((one,), ([win, lose] * 2,), first=4 * i) for i in range(5)]
    forward, backward = Records((one,), 0.3), Records((one,), 0.3)
    for chunk in chunks:
        forward.add(chunk)
    for chunk in reversed(chunks):
        backward.add(chunk)

    # Half of 8: Wilson's interval is 0.5 ± 0.285; half of 4: ± 0.350.
    assert 8 == forward.games == backward.games
    assert forward.tally == backward.tally


def test_points_of_every_seat() -> None:
    """If anybody has points, the average points of all players are shown."""
    found = summary(arena(), [{"winner.0": 1, "points.1": 3}, {"winner.1": 1, "points.1": 4}])

    assert {"seat 1 (b)": 0, "seat 2 (y)": 3.5} == values(found, "points")
    assert {} == values(summary(arena(), [{"winner.0": 1}, {"winner.1": 1}]), "points")


def test_seats_stand_together() -> None:
    """Wins that were shared by two stand behind the third seat, however much else two know of."""
    two = summary(
        arena(spells=("gust", "calm")),
        [{"winner.0": 1, "winner.1": 1, "cast gust": 1, "cast calm": 1}, {"winner.1": 1}],
    )
    three = summary(arena(("random",) * 3), [{"winner.0": 1}, {"winner.2": 1}])
    plan = Plan((Side("made-up", "1"),), (2, 3), ("random",), 0, 2, None, 99)
    rows = [line.strip() for line in lines(plan, [two, three])]
    found = rows[rows.index("wins") + 1 : rows.index("outcomes")]

    assert ["seat 1", "seat 2", "seat 3", "shared"] == [row[:6] for row in found]
