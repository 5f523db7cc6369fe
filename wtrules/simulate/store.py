"""Results in a folder: Parquet files of many games each, and JSON files about all of them.

| file | holds |
| --- | --- |
| `2-000000256-64.parquet` | games 256 to 319 of two players: one row for each game and side |
| `_wtrules/simulation.json` | the request, the rules, the version; the meaning of the columns |
| `_wtrules/statistics.json` | the results, once everything is played |
| `_wtrules/.lock` | nothing; it is locked while a command writes to the folder |

All parts have the same columns (`columns.py`), whatever the number of players, so that the folder can be
read as one table. Folders of older versions, with the games in `parts/`, are read and continued.

A part is written every two seconds of play, so that a run that is killed loses no more than that.
Every file is written under another name and then renamed, so there are no incomplete files. Games
that exist already are not played again; each part notes what it belongs to, so a part of other results
is not used. A folder with other results is refused, and one that another command is writing to.
Without that lock, two commands would divide the games into parts in two ways, and each game would be
there twice; folders of older versions can look like that.
"""

from __future__ import annotations

import contextlib
import json
import time
from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.canonical import is_of_other_form
from wtrules.files import Lock, replacing, write_whole
from wtrules.simulate.columns import column, schema
from wtrules.simulate.games import Arena, Choice
from wtrules.simulate.places import Places
from wtrules.simulate.plan import Chunk, Plan, Side
from wtrules.simulate.records import Played, Records
from wtrules.simulate.tally import tally
from wtrules.texts import TextError
from wtrules.value import Value

_FORMAT = 2
_SECONDS = 2.0  # of play in a part
_GAMES = 65_536  # in a part


class Unusable(TextError):
    """A folder, a library or a cluster cannot be used; the message says why and what to do."""


def check_extra(*modules: str) -> None:
    """Raise Unusable if a library of the extra `sim` is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise Unusable("simulate.error.missing_extra", module=missing[0], extra="sim")


class Store:
    """A folder of results; one that is written to has to be closed."""

    def __init__(
        self,
        folder: Path,
        facts: Mapping[str, Any],
        arenas: Mapping[int, tuple[Arena, ...]],
        lock: Lock | None = None,
    ) -> None:
        import duckdb

        self.folder = folder
        self.facts = facts
        self.arenas = arenas  # of each side, by number of players
        self._lock = lock  # None: only read
        self._damaged: list[Path] = []
        self._connection = duckdb.connect()
        self._failures = (OSError, duckdb.Error)
        # DuckDB runs in its own thread, because it would take Ctrl-C in the main thread for an error.
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._places = Places.of(folder)
        self._kept = _Parts(self._places.games)
        self._new: list[Played] = []
        self._since = time.monotonic()
        self._unit = self.plan().unit
        self._under_way: Future[None] | None = None
        self._loaded: tuple[Path, _Games | None] | None = None  # the part that was read last

    @classmethod
    def create(cls, folder: Path, plan: Plan, arenas: Mapping[int, tuple[Arena, ...]]) -> Store:
        """Return the folder for a plan, new or with some of its results; raises Unusable."""
        check_extra("duckdb", "numpy")
        facts = {
            "format": _FORMAT,
            **plan.provenance,
            "identity": {
                **plan.identity,
                "wtrules": plan.provenance["wtrules"],
                "program": _fingerprint(arenas),  # bots may change without a new version
            },
            "columns": {name: column(name).means for name in _columns(arenas)},
            "tables": {str(count): [_table(one) for one in arenas[count]] for count in arenas},
        }
        try:
            places = Places.of(folder)
            if places.is_foreign(folder):
                raise Unusable("simulate.error.not_empty", folder=folder)
            places.make()
            lock = _locked(folder, places)
            try:
                return cls._create(folder, places, facts, arenas, lock)
            except BaseException:
                lock.release()
                raise
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unwritable", path=folder, why=why) from error

    @classmethod
    def _create(
        cls,
        folder: Path,
        places: Places,
        facts: Mapping[str, Any],
        arenas: Mapping[int, tuple[Arena, ...]],
        lock: Lock,
    ) -> Store:
        known = _read(places)
        if known is not None:
            _refuse_other(folder, known["identity"], facts["identity"])
        for left in places.left:
            left.unlink()
        # The facts come first: a folder with parts but without facts would be a foreign one.
        _write_json(places.facts, facts)
        store = cls(folder, facts, arenas, lock)
        store._kept.resolve()
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Return a folder with results; raises Unusable."""
        check_extra("duckdb", "numpy")
        try:
            facts = _read(Places.of(folder))
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unreadable", folder=folder, why=why) from error
        if facts is None:
            raise Unusable("simulate.error.no_results", folder=folder)
        tables = facts["tables"].items()
        arenas = {int(n): tuple(_arena(table, int(n)) for table in sides) for n, sides in tables}
        return cls(folder, facts, arenas)

    def close(self) -> None:
        """Let other commands write to the folder."""
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def notes(self) -> list[tuple[str, dict[str, object]]]:
        """Return what the reader of the results should know about the folder, as keys of texts."""
        folder = {"folder": self.folder}
        is_read = self._lock is None
        found: list[tuple[str, dict[str, object]]] = []
        if self._lock is not None and not self._lock.works:
            found.append(("simulate.note.no_locks", {**folder}))
        if self._kept.overlap:
            key = "simulate.note.overlapping" if is_read else "simulate.note.resolved"
            found.append((key, {**folder}))
        if self._damaged:
            key = "simulate.note.left_out" if is_read else "simulate.note.damaged"
            found.append((key, {"n": len(self._damaged), "file": self._damaged[0]}))
        return found

    # --- parts ---

    def write(self, played: Played) -> None:
        """Keep a chunk, in a file from time to time; raises Unusable if that failed."""
        self._new.append(played)
        games = sum(one.chunk.number for one in self._new)
        if games < _GAMES and time.monotonic() - self._since < _SECONDS:
            return
        # Chunks behind a gap wait for the chunk that is missing, or there would be many small files.
        now: list[list[Played]] = []
        later: list[list[Played]] = []
        for run in _runs(self._new, self._unit):
            is_large = 4 * sum(one.chunk.number for one in run) >= games
            (now if is_large else later).append(run)
        self._new = [one for run in later for one in run]
        self._start(now)

    def flush(self) -> None:
        """Write what is not in a file yet; raises Unusable."""
        new, self._new = self._new, []
        self._start(list(_runs(new, self._unit)))
        self._wait()

    def _start(self, runs: Sequence[Sequence[Played]]) -> None:
        self._wait()
        self._since = time.monotonic()
        self._under_way = self._clerk.submit(self._write_all, runs)

    def _wait(self) -> None:
        if self._under_way is not None:
            under_way, self._under_way = self._under_way, None
            under_way.result()

    def _write_all(self, runs: Sequence[Sequence[Played]]) -> None:
        for run in runs:
            self._write(run)

    def _write(self, run: Sequence[Played]) -> None:
        """Write neighbouring chunks as one part."""
        import numpy

        chunk = run[0].chunk
        for one in run[1:]:
            chunk = chunk.followed_by(one.chunk)
        arenas, number = self.arenas[chunk.players], chunk.number
        tables = []
        for side, arena in enumerate(arenas):
            records = b"".join(one.records[side] for one in run)
            data = numpy.frombuffer(records, numpy.int32).reshape(number, len(arena.columns)).T
            tables.append(dict(zip(arena.columns, numpy.ascontiguousarray(data), strict=True)))
        names = dict.fromkeys(name for arena in arenas for name in arena.columns)
        nothing = numpy.zeros(number, numpy.int32)
        games = numpy.arange(chunk.first, chunk.end, dtype=numpy.int64)
        partings = [turn for one in run for turn in one.partings] or [0] * number
        rows = {
            "side": numpy.repeat(numpy.arange(len(arenas), dtype=numpy.int32), number),
            "game": numpy.tile(games, len(arenas)),
            "parting": numpy.tile(numpy.array(partings, numpy.int32), len(arenas)),
            **{
                name: numpy.concatenate([table.get(name, nothing) for table in tables])
                for name in names
            },
        }
        path = self._places.games / _part_name(chunk)
        try:
            with replacing(path) as temporary:
                self._connection.register("rows", rows)
                notes = {name: self.facts[name] for name in ("wtrules", "seed", "command")}
                notes["rulesets"] = self.facts["identity"]["rulesets"]
                notes["part"] = self._mark(chunk.players)
                metadata = ", ".join(f"{key}: {_quoted(json.dumps(v))}" for key, v in notes.items())
                self._connection.execute(
                    f"COPY (SELECT {self._selection(chunk.players)} FROM rows) TO {_quoted(str(temporary))} "
                    f"(FORMAT parquet, KV_METADATA {{{metadata}}})"
                )
                # Now, so that no reader finds a game twice; if it is lost, it is played again.
                self._kept.make_room(chunk, path)
            self._kept.add(chunk, path)
        except self._failures as error:
            why = _reason(error)
            raise Unusable("simulate.error.unwritable", path=path, why=why) from error
        finally:
            with contextlib.suppress(*self._failures):
                self._connection.unregister("rows")

    def _selection(self, players: int) -> str:
        """Return the columns of a part; NULL is what a ruleset or a number of players does not have."""
        own = {"players": str(players)} | {name: name for name in ("side", "game", "parting")}
        found = []
        for name in _columns(self.arenas):
            sides = [
                str(side) for side, one in enumerate(self.arenas[players]) if name in one.columns
            ]
            value = f"CASE WHEN side IN ({', '.join(sides)}) THEN {_named(name)} END"
            value = own.get(name, value if sides else "NULL")
            found.append(f"CAST({value} AS {column(name).type}) AS {_named(name)}")
        return ", ".join(found)

    def read(self, chunk: Chunk) -> Played | None:
        """Return a chunk, or None if it is missing or damaged."""
        for part in self._kept.covering(chunk):
            if self._loaded is None or self._loaded[0] != part.path:
                self._loaded = part.path, self._clerk.submit(self._load, part).result()
            games = self._loaded[1]
            if games is not None:
                return self._cut(chunk, part, games)
            if part.path not in self._damaged:
                self._damaged.append(part.path)
        return None

    def _cut(self, chunk: Chunk, part: _Saved, games: _Games) -> Played:
        """Return a chunk of a part."""
        first = chunk.first - part.chunk.first
        records = tuple(
            bytes(one[first * size : (first + chunk.number) * size])
            for one, size in zip(games.records, games.sizes, strict=True)
        )
        partings = games.partings[first : first + chunk.number]
        counted = tally(self.arenas[chunk.players], records, partings)
        return Played(chunk, counted, records, partings)

    def _load(self, part: _Saved) -> _Games | None:
        """Return the games of a part, or None if it is damaged or belongs to other results."""
        import numpy

        arenas, chunk, file = self.arenas[part.chunk.players], part.chunk, _quoted(str(part.path))
        try:
            # A part with another name, or of other results, is as good as none.
            marks = self._connection.execute(
                f"SELECT value FROM parquet_kv_metadata({file}) WHERE key = 'part'"
            ).fetchall()
            if [json.loads(value) for (value,) in marks] != [self._mark(chunk.players)]:
                return None
            rows = self._connection.execute(
                f"SELECT * FROM read_parquet({file}) ORDER BY side, game"
            ).fetchnumpy()
            expected = numpy.tile(numpy.arange(chunk.first, chunk.end), len(arenas))
            if not numpy.array_equal(rows["game"], expected):
                return None
            records = []
            for side, arena in enumerate(arenas):
                own = slice(side * chunk.number, (side + 1) * chunk.number)
                # With NULL for the other side, a column comes masked.
                columns = [numpy.ma.getdata(rows[name])[own] for name in arena.columns]
                data = numpy.stack(columns, axis=1)
                records.append(memoryview(data.astype(numpy.int32).tobytes()))
            partings = tuple(rows["parting"][: chunk.number].tolist()) if len(arenas) > 1 else ()
        except (*self._failures, KeyError, ValueError):
            return None
        return _Games(tuple(records), tuple(arena.record_size for arena in arenas), partings)

    def _mark(self, players: int) -> list[Any]:
        """Return what a part belongs to, apart from its games."""
        return [self.facts["identity"], players]

    def finish(self, statistics: Mapping[str, Any]) -> None:
        """Write the statistics."""
        try:
            _write_json(self._places.statistics, statistics)
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unwritable", path=self.folder, why=why) from error

    def statistics(self) -> dict[str, Any]:
        """Return the statistics; nothing before everything is played."""
        try:
            found: dict[str, Any] = json.loads(self._places.statistics.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    # --- the whole folder ---

    def plan(self) -> Plan:
        """Return the plan."""
        facts = self.facts
        return Plan(
            tuple(Side(name, hash) for name, hash in facts["identity"]["rulesets"]),
            tuple(facts["players"]),
            tuple(facts["bots"]),
            facts["seed"],
            facts["games"],
            facts["until"],
            facts["most_decisions"],
            tuple(facts["assume"].items()),
        )

    def records(self) -> dict[int, Records]:
        """Return all games played so far, in order."""
        plan = self.plan()
        found = {}
        for count in plan.players:
            found[count] = Records(self.arenas[count], plan.precision)
            for chunk in plan.units(count):
                played = None if found[count].is_precise else self.read(chunk)
                if played is None:
                    break
                found[count].add(played)
        return found


# --- parts in a folder ---


@frozen
class _Saved(Value):
    chunk: Chunk
    path: Path


@frozen
class _Games(Value):
    """The games of a part that was read."""

    records: tuple[memoryview, ...]
    sizes: tuple[int, ...]
    partings: tuple[int, ...]


class _Parts:
    """Which games are in which file, known from the names of the files."""

    def __init__(self, folder: Path) -> None:
        self._parts: dict[int, list[_Saved]] = {}  # by number of players, in order
        for path in folder.glob("*.parquet") if folder.is_dir() else ():
            numbers = path.stem.split("-")
            if len(numbers) == 3 and all(number.isdecimal() for number in numbers):
                players, first, number = map(int, numbers)
                self._parts.setdefault(players, []).append(
                    _Saved(Chunk(players, first, number), path)
                )
        self._longest = 0  # number of games of a part
        for parts in self._parts.values():
            parts.sort(key=_first)
            self._longest = max(self._longest, *(part.chunk.number for part in parts))
        self.overlap = any(
            part.chunk.end > next_.chunk.first
            for parts in self._parts.values()
            for part, next_ in pairwise(parts)
        )

    def covering(self, chunk: Chunk) -> Iterator[_Saved]:
        """Yield the parts that have all games of a chunk: one, unless parts overlap."""
        parts = self._parts.get(chunk.players, [])
        for part in reversed(parts[: bisect_right(parts, chunk.first, key=_first)]):
            if part.chunk.first + self._longest < chunk.end:
                return
            if chunk.end <= part.chunk.end:
                yield part

    def resolve(self) -> None:
        """Delete parts so that none overlap, and as few games as possible are lost."""
        if not self.overlap:
            return
        for players, parts in self._parts.items():
            best = _most_games(parts)
            for part in parts:
                if part not in best:
                    part.path.unlink(missing_ok=True)
            self._parts[players] = best

    def make_room(self, chunk: Chunk, path: Path) -> None:
        """Delete the parts that have games of a new one, except for the file that it replaces."""
        parts = self._parts.setdefault(chunk.players, [])
        for part in list(parts):
            if part.chunk.first < chunk.end and chunk.first < part.chunk.end:
                parts.remove(part)
                if part.path != path:
                    part.path.unlink(missing_ok=True)

    def add(self, chunk: Chunk, path: Path) -> None:
        """Add a part that overlaps with no other."""
        insort(self._parts.setdefault(chunk.players, []), _Saved(chunk, path), key=_first)
        self._longest = max(self._longest, chunk.number)


def _most_games(parts: Sequence[_Saved]) -> list[_Saved]:
    """Return parts that do not overlap and have as many games as possible; few rather than many."""
    parts = sorted(parts, key=_end)
    # The number of games, and minus that of parts, of the best choice of the first 0, 1, 2 … parts;
    # whether the last of them is chosen, and how many come before it without overlapping.
    best = [(0, 0)]
    steps: list[tuple[bool, int]] = []
    for i, part in enumerate(parts):
        before = bisect_right(parts, part.chunk.first, 0, i, key=_end)
        games, number = best[before]
        taken = games + part.chunk.number, number - 1
        steps.append((taken > best[-1], before))
        best.append(max(taken, best[-1]))
    chosen: list[_Saved] = []
    i = len(parts)
    while i:
        is_taken, before = steps[i - 1]
        if is_taken:
            chosen.append(parts[i - 1])
        i = before if is_taken else i - 1
    return chosen[::-1]


def _first(part: _Saved) -> int:
    return part.chunk.first


def _end(part: _Saved) -> int:
    return part.chunk.end


def _part_name(chunk: Chunk) -> str:
    return f"{chunk.players}-{chunk.first:09}-{chunk.number}.parquet"


def _runs(played: Sequence[Played], unit: int) -> Iterator[list[Played]]:
    """Yield chunks that follow each other; a short one is alone, so that it can be replaced."""
    run: list[Played] = []
    for one in sorted(played, key=lambda one: (one.chunk.players, one.chunk.first)):
        last = run[-1].chunk if run else one.chunk
        follows = (one.chunk.players, one.chunk.first) == (last.players, last.end)
        if run and (not follows or one.chunk.number % unit):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _locked(folder: Path, places: Places) -> Lock:
    try:
        return Lock(places.lock)
    except BlockingIOError as error:
        raise Unusable("simulate.error.busy", folder=folder) from error


def _write_json(path: Path, value: Mapping[str, Any]) -> None:
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, text.encode())


def _read(places: Places) -> dict[str, Any] | None:
    path = places.facts
    if not path.is_file():
        return None
    try:
        facts: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if facts["format"] != _FORMAT or not isinstance(facts["identity"], dict):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unusable("simulate.error.damaged", file=path) from None
    return facts


def _refuse_other(folder: Path, known: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        if known.get(name) != value:
            if name == "rulesets" and any(is_of_other_form(hash) for _, hash in known[name]):
                raise Unusable("simulate.error.other_hashes", folder=folder)
            before, now = (_shown(name, found) for found in (known.get(name), value))
            what = name.replace("_", " ")
            raise Unusable(
                "simulate.error.other_results", folder=folder, what=what, before=before, now=now
            )


def _shown(name: str, value: Any) -> str:
    if name == "rulesets" and value:
        return " against ".join(f"{side} ({hash[:10]})" for side, hash in value)
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(arena: Arena) -> dict[str, Any]:
    """Return the description of an arena that is needed to read its records."""
    return {
        "ruleset": arena.ruleset,
        "letters": arena.letters,
        "outcomes": list(arena.outcomes),
        "goals": list(arena.goals),
        "outcome_texts": [dict(texts) for texts in arena.outcome_texts],
        "choices": [[choice.column, dict(choice.texts)] for choice in arena.choices],
        "columns": list(arena.columns),
        "lineup": list(arena.lineup),
    }


def _arena(table: Mapping[str, Any], players: int) -> Arena:
    """Return an arena with its columns but without a program."""
    return Arena(
        table["ruleset"],
        players,
        table["letters"],
        tuple(table["outcomes"]),
        tuple(Choice(column, tuple(texts.items())) for column, texts in table["choices"]),
        tuple(table["columns"]),
        tuple(table["lineup"]),
        b"",
        b"",
        {},
        goals=tuple(table.get("goals", ())),  # not in results of older versions
        outcome_texts=tuple(tuple(texts.items()) for texts in table["outcome_texts"]),
    )


def _fingerprint(arenas: Mapping[int, tuple[Arena, ...]]) -> str:
    parts = (one.fingerprint for count in sorted(arenas) for one in arenas[count])
    return sha256(" ".join(parts).encode()).hexdigest()[:16]


def _columns(arenas: Mapping[int, tuple[Arena, ...]]) -> list[str]:
    """Return the columns that all parts of a folder have, in the order of the schema."""
    own = ["players", "side", "game", "parting"]
    recorded = dict.fromkeys(
        name for count in sorted(arenas) for one in arenas[count] for name in one.columns
    )
    order = schema().index
    return sorted([*own, *recorded], key=lambda name: order(column(name)))


def _named(name: str) -> str:
    """Return a name for SQL."""
    return '"' + name.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _reason(error: BaseException) -> str:
    """Return a short reason why a file could not be written."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error)
    for known in ("No space left on device", "Permission denied", "Read-only file system",
                  "Disk quota exceeded", "File too large"):  # fmt: skip
        if known in text:
            return known
    return text.splitlines()[0] if text else type(error).__name__
