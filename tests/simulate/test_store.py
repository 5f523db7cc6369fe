"""Results in a folder: nothing lost, nothing played twice, nothing mixed."""

from __future__ import annotations

import errno
import json
import os
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from attrs import evolve

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.simulate.columns import column, schema
from wtrules.simulate.games import Arena
from wtrules.simulate.plan import Chunk, Plan, Side, arenas
from wtrules.simulate.records import Played, Records
from wtrules.simulate.run import Threads, play, play_chunk
from wtrules.simulate.store import Store, Unusable, _quoted

pytest.importorskip("duckdb", reason="the extra `sim` is not installed")


@cache
def sides() -> tuple[Game, ...]:
    return load("friday"), load("en-capstone")


def plan(games: int = 20, seed: int = 1, bots: tuple[str, ...] = ("mcts", "random")) -> Plan:
    """Return a plan with chunks of eight games, cut off early so that they take no time."""
    named = tuple(Side(game.name, game.hash) for game in sides())
    return Plan(named, (2,), bots, seed, games, None, 12)


@cache
def made() -> dict[int, tuple[Arena, ...]]:
    return arenas(sides(), plan())


class Counted:
    """A store that notes what is asked of it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.read_back: list[int] = []
        self.written: list[int] = []

    def read(self, chunk: Chunk) -> Played | None:
        found = self.store.read(chunk)
        self.read_back += [chunk.first] if found is not None else []
        return found

    def write(self, played: Played) -> None:
        self.written.append(played.chunk.first)
        self.store.write(played)

    def flush(self) -> None:
        self.store.flush()


@pytest.fixture(autouse=True)
def _one_chunk_per_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write every chunk at once, so that there are several parts."""
    monkeypatch.setattr("wtrules.simulate.store._GAMES", 1)


def run(folder: Path, games: int = 20) -> tuple[Records, Counted]:
    """Play the plan into a folder."""
    results = {2: Records(made()[2])}
    with Store.create(folder, plan(games), made()) as store:
        counted = Counted(store)
        play(plan(games), made(), Threads(1), results, counted)
    return results[2], counted


def noted(store: Store) -> list[tuple[str, str]]:
    """Return what a store has to say: the text, and the file or folder it is about."""
    return [(key, str(parts.get("file", parts.get("folder")))) for key, parts in store.notes()]


def names(folder: Path) -> list[str]:
    """Return the names of the parts in a folder."""
    return sorted(path.stem for path in folder.glob("*.parquet"))


def write_part(store: Store, first: int, number: int) -> None:
    """Write games into a part of their own, whatever else is there."""
    aside = Store(store.folder / "aside", store.facts, store.arenas)
    aside.folder.mkdir()
    aside.write(play_chunk(made()[2], plan().first_seed, 12, Chunk(2, first, number)))
    aside.flush()
    [part] = aside.folder.glob("*.parquet")
    part.rename(store.folder / part.name)
    rmtree(aside.folder)


@pytest.mark.slow
def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    """For both sides, whose columns differ by a spell."""
    chunk = Chunk(2, 8, 8)
    store = Store.create(tmp_path / "out", plan(), made())
    played = play_chunk(made()[2], 1, 12, chunk)
    store.write(played)
    store.flush()

    assert made()[2][0].columns != made()[2][1].columns
    assert played == store.read(chunk)
    assert store.read(Chunk(2, 0, 8)) is None


def test_going_on_plays_only_what_is_missing(tmp_path: Path) -> None:
    """A part that is gone or damaged is played again, the others are not."""
    folder = tmp_path / "out"
    whole, first = run(folder)
    parts = sorted(folder.glob("*.parquet"))
    parts[0].unlink()
    parts[1].write_bytes(parts[1].read_bytes()[:100])
    again, second = run(folder)

    assert ([0, 8, 16], []) == (first.written, first.read_back)
    assert ([0, 8], [16]) == (second.written, second.read_back)
    assert whole.tally == again.tally
    assert [("simulate.note.damaged", str(parts[1]))] == noted(second.store)


@pytest.mark.slow
def test_parts_under_other_names(tmp_path: Path) -> None:
    """Games of another number, or of other results, are not taken for those that are missing."""
    whole, _ = run(tmp_path / "out", games=16)
    with Store.create(tmp_path / "other", plan(16, seed=2), made()) as other:
        play(plan(16, seed=2), made(), Threads(1), {2: Records(made()[2])}, other)
    parts = [tmp_path / "out" / f"2-{first:09}-8.parquet" for first in (0, 8)]
    strange = (tmp_path / "other" / parts[0].name).read_bytes()
    early, late = (part.read_bytes() for part in parts)

    for first, second in ((late, early), (strange, late), (early, early)):
        parts[0].write_bytes(first)
        parts[1].write_bytes(second)
        again, counted = run(tmp_path / "out", games=16)
        assert whole.tally == again.tally
        assert len(counted.written) == (first != early) + (second != late)


@pytest.mark.slow
def test_more_games_go_on_from_fewer(tmp_path: Path) -> None:
    """Whole chunks stay; a chunk that was shorter is played again."""
    run(tmp_path / "out", games=20)
    more, counted = run(tmp_path / "out", games=30)

    assert ([16, 24], [0, 8]) == (counted.written, counted.read_back)
    assert 30 == more.games
    names = ["2-000000000-8", "2-000000008-8", "2-000000016-8", "2-000000024-6"]
    assert names == sorted(path.stem for path in (tmp_path / "out").glob("*.parquet"))
    assert more.tally == run(tmp_path / "other", games=30)[0].tally


@pytest.mark.slow
def test_fewer_games_throw_nothing_away(tmp_path: Path) -> None:
    """They are read from what is there, and the next run still finds all of it."""
    whole, _ = run(tmp_path / "out", games=20)
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.parquet")}
    fewer, counted = run(tmp_path / "out", games=13)

    assert ([], [0, 8]) == (counted.written, counted.read_back)
    assert 13 == fewer.games
    assert fewer.tally == run(tmp_path / "other", games=13)[0].tally
    after = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.parquet")}
    assert before == after
    assert whole.tally == run(tmp_path / "out", games=20)[0].tally


def test_the_folder_says_where_it_comes_from(tmp_path: Path) -> None:
    """Version, rules, seed and command, in the page of facts and in every part."""
    import duckdb

    folder = tmp_path / "out"
    run(folder)
    facts = json.loads((folder / "_wtrules" / "simulation.json").read_text("utf-8"))
    part = next(folder.glob("*.parquet"))
    notes = {
        key.decode(): json.loads(value)
        for _, key, value in duckdb.execute(
            f"SELECT * FROM parquet_kv_metadata('{part}')"
        ).fetchall()
    }

    command = (
        "wtrules simulate friday --against en-capstone --players 2 --bots mcts,random "
        "--seed 1 --max-decisions 12 --games 20"
    )
    assert command == facts["command"] == notes["command"]
    assert [[g.name, g.hash] for g in sides()] == notes["rulesets"]
    assert 1 == notes["seed"] == facts["seed"]
    rows = duckdb.execute(
        f"SELECT count(*), count(DISTINCT game), max(decisions) FROM read_parquet('{folder}/*.parquet')"
    ).fetchone()
    assert (40, 20, 12) == rows


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (plan(seed=2), "seed 1, not 2"),
        (plan(bots=("mcts", "greedy")), "bots mcts,random, not mcts,greedy"),
    ],
)
def test_other_results_are_refused(tmp_path: Path, other: Plan, said: str) -> None:
    """What differs is named, and nothing is touched."""
    folder = tmp_path / "out"
    run(folder)
    before = (folder / "_wtrules" / "simulation.json").read_bytes()
    with pytest.raises(Unusable, match=f"holds results of another simulation: {said}; name"):
        Store.create(folder, other, made())
    assert before == (folder / "_wtrules" / "simulation.json").read_bytes()


def test_changed_rules_are_other_results(tmp_path: Path) -> None:
    """The same name is not enough: the fingerprint of the rules counts."""
    run(tmp_path / "out")
    named = (Side("friday", "1:0123456789abcdef"), Side(sides()[1].name, sides()[1].hash))
    other = Plan(named, (2,), ("mcts", "random"), 1, 20, None, 12)
    with pytest.raises(Unusable, match=r"rulesets friday \(1:.{8}\) .* not friday \(1:01234567\)"):
        Store.create(tmp_path / "out", other, made())


def test_results_with_a_hash_of_another_version(tmp_path: Path) -> None:
    """Nobody can see with which rules they were played, so nothing is added to them."""
    run(tmp_path / "out")
    facts = tmp_path / "out" / "_wtrules" / "simulation.json"
    facts.write_text(facts.read_text("utf-8").replace(sides()[0].hash, "4ce865722cc5be4f"), "utf-8")
    with pytest.raises(Unusable, match="holds results of another version of wtrules"):
        Store.create(tmp_path / "out", plan(), made())


def test_changed_bots_are_other_results(tmp_path: Path) -> None:
    """Bots that play another way without a new name or version do not add to what is there."""
    run(tmp_path / "out")
    other = {2: tuple(evolve(one, module=one.module + b"\0") for one in made()[2])}
    with pytest.raises(Unusable, match=r"program [0-9a-f]{16}, not [0-9a-f]{16}"):
        Store.create(tmp_path / "out", plan(), other)


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    """Nobody's holiday pictures get Parquet files among them."""
    (tmp_path / "holiday.jpg").write_bytes(b"")
    with pytest.raises(Unusable, match="is not empty and holds no results"):
        Store.create(tmp_path, plan(), made())
    (tmp_path / "holiday.jpg").rename(tmp_path / "simulation.json")
    with pytest.raises(Unusable, match="is damaged, or of another version"):
        Store.create(tmp_path, plan(), made())


def test_a_full_disk_leaves_whole_parts_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier results stay, no partial file is ever visible, and the reason is reported."""
    folder = tmp_path / "out"
    replace = os.replace

    def full(source: Path, target: Path) -> None:
        if "000000008" in str(target):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Unusable, match=r"cannot write `.*2-000000008-8\.parquet`: No space left"):
        run(folder)
    monkeypatch.undo()

    assert ["2-000000000-8.parquet"] == [path.name for path in folder.glob("*.parquet")]
    assert [8, 16] == run(folder)[1].written


# --- two writers ---


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """A second one is refused as long as the first has the folder, and changes nothing in it."""
    folder = tmp_path / "out"
    with Store.create(folder, plan(), made()):
        before = (folder / "_wtrules" / "simulation.json").read_bytes()
        with pytest.raises(Unusable, match=r"another command is writing to `.*out`; wait for it"):
            Store.create(folder, plan(30), made())
        assert before == (folder / "_wtrules" / "simulation.json").read_bytes()
        Store.open(folder)  # reading needs no lock
    Store.create(folder, plan(30), made()).close()


def test_a_refused_folder_is_not_locked(tmp_path: Path) -> None:
    """If a command cannot use a folder, the next one that can need not wait for it."""
    Store.create(tmp_path / "out", plan(), made()).close()
    with pytest.raises(Unusable, match="holds results of another simulation") as refused:
        Store.create(tmp_path / "out", plan(seed=2), made())
    Store.create(tmp_path / "out", plan(), made()).close()
    assert refused.value.key == "simulate.error.other_results"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "holiday.jpg").write_bytes(b"")
    with pytest.raises(Unusable, match="is not empty"):
        Store.create(tmp_path / "mine", plan(), made())
    assert ["holiday.jpg"] == os.listdir(tmp_path / "mine")


def test_a_lock_file_that_was_left_behind_locks_nothing(tmp_path: Path) -> None:
    """The system ends a lock with its process; the file alone, and files half written, are no results."""
    about = tmp_path / "_wtrules"
    about.mkdir()
    (about / ".lock").touch()
    for folder in (tmp_path, about):
        (folder / ".wtrules-0123456789abcdef.tmp").write_bytes(b"{")
    Store.create(tmp_path, plan(), made()).close()
    assert ["_wtrules"] == os.listdir(tmp_path)
    assert {".lock", "simulation.json"} == set(os.listdir(about))


def test_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network drives have none: the results are written all the same, with a warning."""
    fcntl = pytest.importorskip("fcntl", reason="Windows locks otherwise")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with Store.create(tmp_path / "out", plan(), made()) as store:
        assert [("simulate.note.no_locks", str(tmp_path / "out"))] == noted(store)


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    """A folder from elsewhere cannot make the command create files outside of it."""
    if not hasattr(os, "O_NOFOLLOW"):
        pytest.skip("links cannot be told apart here")
    about = tmp_path / "out" / "_wtrules"
    about.mkdir(parents=True)
    (about / ".lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unusable, match="cannot write `"):
        Store.create(tmp_path / "out", plan(), made())
    assert not (tmp_path / "elsewhere").exists()

    rmtree(about)
    (tmp_path / "mine").mkdir()
    about.symlink_to(tmp_path / "mine")
    with pytest.raises(Unusable, match="is not empty"):
        Store.create(tmp_path / "out", plan(), made())
    assert [] == os.listdir(tmp_path / "mine")


@pytest.mark.slow
def test_readers_count_no_game_twice(tmp_path: Path) -> None:
    """Two writers of an older version leave parts that overlap: each game is read once, and it is said."""
    whole, _ = run(tmp_path / "whole", games=40)
    with Store.create(tmp_path / "out", plan(40), made()) as store:
        pass
    for first, number in ((0, 32), (8, 8), (24, 16), (0, 8)):
        write_part(store, first, number)
    reader = Store.open(tmp_path / "out")

    assert whole.tally == reader.records()[2].tally
    assert [("simulate.note.overlapping", str(tmp_path / "out"))] == noted(reader)
    assert 4 == len(names(tmp_path / "out"))  # a reader deletes nothing


@pytest.mark.slow
def test_a_writer_resolves_parts_that_overlap(tmp_path: Path) -> None:
    """It keeps as many games as possible, plays only those that are missing then, and says so."""
    import duckdb

    with Store.create(tmp_path / "out", plan(40), made()) as store:
        pass
    for first, number in ((0, 16), (8, 8), (16, 16), (0, 8), (24, 16)):
        write_part(store, first, number)
    again, counted = run(tmp_path / "out", games=40)

    assert ([32], [0, 8, 16, 24]) == (counted.written, counted.read_back)
    assert ["2-000000000-16", "2-000000016-16", "2-000000032-8"] == names(tmp_path / "out")
    assert [("simulate.note.resolved", str(tmp_path / "out"))] == noted(counted.store)
    assert run(tmp_path / "whole", games=40)[0].tally == again.tally
    rows = f"SELECT count(*), count(DISTINCT game) FROM '{tmp_path}/out/*.parquet'"
    assert (80, 40) == duckdb.execute(rows).fetchone()


def test_readers_say_which_parts_are_damaged(tmp_path: Path) -> None:
    """Games after a part that was cut in half are left out."""
    run(tmp_path / "out")
    part = tmp_path / "out" / "2-000000008-8.parquet"
    part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])
    reader = Store.open(tmp_path / "out")

    assert 8 == reader.records()[2].games
    assert [("simulate.note.left_out", str(part))] == noted(reader)


def test_no_reader_finds_a_game_twice_while_a_part_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old part goes before the new one comes; a game that is missing would be played again."""
    run(tmp_path / "out", games=20)
    seen: list[list[str]] = []
    replace = os.replace

    def watched(source: Path, target: Path) -> None:
        replace(source, target)
        seen.append([name for name in names(tmp_path / "out") if name.startswith("2-000000016")])

    monkeypatch.setattr(os, "replace", watched)
    run(tmp_path / "out", games=24)
    assert [["2-000000016-8"]] == seen[-1:]
    assert ["2-000000016-4", "2-000000016-8"] not in seen


# --- as one table ---


@pytest.mark.slow
def test_the_folder_is_one_table(tmp_path: Path) -> None:
    """All parts have the columns of the schema; what a ruleset or a number of players lacks is NULL."""
    import duckdb

    folder = tmp_path / "out"
    both = evolve(plan(8), players=(2, 3))
    all_made = arenas(sides(), both)
    results = {count: Records(all_made[count]) for count in both.players}
    with Store.create(folder, both, all_made) as store:
        play(both, all_made, Threads(1), results, store)
    for whole in (str(folder), f"{folder}/*.parquet"):
        rows = duckdb.execute(
            'SELECT players, side, count(*), count(DISTINCT game), count("winner.1"), '
            'count("winner.2"), count("cast swap_towers"), count("cast second_wind") '
            f"FROM read_parquet('{whole}') GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        # `friday` has a spell that the edition lacks, and lacks one that the edition has.
        assert [
            (2, 0, 8, 8, 8, 0, 0, 8), (2, 1, 8, 8, 8, 0, 8, 0),
            (3, 0, 8, 8, 8, 8, 0, 8), (3, 1, 8, 8, 8, 8, 8, 0),
        ] == rows  # fmt: skip
    described = [
        duckdb.execute(f"DESCRIBE FROM read_parquet('{part}')").fetchall()
        for part in folder.glob("*.parquet")
    ]
    written = [(name, kind) for name, kind, *_ in described[0]]

    assert 2 == len(described)
    assert described[0] == described[1]
    assert [(name, column(name).type) for name, _ in written] == written
    facts = json.loads((folder / "_wtrules" / "simulation.json").read_text("utf-8"))
    assert {name: column(name).means for name, _ in written} == facts["columns"]
    kinds = list(dict.fromkeys(column(name) for name, _ in written))
    assert [one for one in schema() if one.name != "card CARD"] == kinds
    again = Store.open(folder).records()
    assert {count: results[count].tally for count in both.players} == {
        count: again[count].tally for count in both.players
    }


def test_the_schema_has_every_kind_of_column() -> None:
    """Each name has one line, and what is none has no line."""
    for name, line in (
        ("winner.3", "winner.N"),
        ("card t1", "card CARD"),
        ("option dice.rolls.reroll", "option RULE.WORD"),
        ("castle", "castle"),
    ):
        assert [line] == [one.name for one in schema() if one.pattern.fullmatch(name)]
    with pytest.raises(LookupError):
        column("winner.x")


@pytest.mark.slow
def test_folders_of_older_versions_go_on(tmp_path: Path) -> None:
    """Games in `parts/`, with the columns of their number of players alone, stay and are counted."""
    import duckdb

    old = tmp_path / "old"
    whole, _ = run(tmp_path / "out", games=16)
    copytree(tmp_path / "out" / "_wtrules", old)
    (old / "parts").mkdir()
    for part in (tmp_path / "out").glob("*.parquet"):
        mark = Store.open(tmp_path / "out")._mark(2)
        duckdb.execute(
            f'COPY (SELECT * EXCLUDE players REPLACE (coalesce("cast swap_towers", 0) AS '
            f"\"cast swap_towers\") FROM '{part}') TO '{old / 'parts' / part.name}' "
            f"(FORMAT parquet, KV_METADATA {{part: {_quoted(json.dumps(mark))}}})"
        )
    assert whole.tally == Store.open(old).records()[2].tally

    more, counted = run(old, games=24)
    assert ([16], [0, 8]) == (counted.written, counted.read_back)
    assert run(tmp_path / "new", games=24)[0].tally == more.tally
    assert {".lock", "parts", "simulation.json"} == set(os.listdir(old))
    rows = f"SELECT count(*) FROM read_parquet('{old}/parts/*.parquet', union_by_name = true)"
    assert (48,) == duckdb.execute(rows).fetchone()


def test_a_folder_may_have_an_apostrophe() -> None:
    """In SQL, it is written twice."""
    assert ["'results'", "'it''s'"] == [*map(_quoted, ("results", "it's"))]
