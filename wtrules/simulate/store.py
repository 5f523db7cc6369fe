"""Results in a folder: one Parquet file per chunk, and JSON files about all of them.

| file | holds |
| --- | --- |
| `simulation.json` | the request, the rules, the version; the meaning of the columns |
| `parts/2-000000256-64.parquet` | games 256 to 319 of two players: one row for each game and side |
| `statistics.json` | the results, once everything is played |

Every file is written under another name and then renamed, so there are no incomplete files. Chunks
that exist already are not played again; each notes what it belongs to, so a part of other results is
not used. A folder with other results is refused.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wtrules.files import replacing, write_whole
from wtrules.simulate.games import Arena, Choice
from wtrules.simulate.plan import Chunk, Plan, Side
from wtrules.simulate.run import Played, Records
from wtrules.texts import TextError

FACTS = "simulation.json"
STATISTICS = "statistics.json"
_PARTS = "parts"
_FORMAT = 1


class Unusable(TextError):
    """A folder, a library or a cluster cannot be used; the message says why and what to do."""


def check_extra(*modules: str) -> None:
    """Raise Unusable if a library of the extra `sim` is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise Unusable("simulate.error.missing_extra", module=missing[0], extra="sim")


class Store:
    """A folder of results."""

    def __init__(
        self, folder: Path, facts: Mapping[str, Any], arenas: Mapping[int, tuple[Arena, ...]]
    ) -> None:
        import duckdb

        self.folder = folder
        self.facts = facts
        self.arenas = arenas  # of each side, by number of players
        self._connection = duckdb.connect()
        self._failures = (OSError, duckdb.Error)
        # DuckDB runs in its own thread, because it would take Ctrl-C in the main thread for an error.
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="store")

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
            "tables": {str(count): [_table(one) for one in arenas[count]] for count in arenas},
        }
        store = cls(folder, facts, arenas)
        try:
            known = _read(folder)
            if known is not None:
                _refuse_other(folder, known["identity"], facts["identity"])
            elif folder.exists() and any(folder.iterdir()):
                raise Unusable("simulate.error.not_empty", folder=folder)
            (folder / _PARTS).mkdir(parents=True, exist_ok=True)
            for left in (folder / _PARTS).glob(".*.tmp"):  # left behind by a run that was killed
                left.unlink()
            store._write_json(FACTS, facts)
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unwritable", path=folder, why=why) from error
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Return a folder with results; raises Unusable."""
        check_extra("duckdb", "numpy")
        try:
            facts = _read(folder)
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unreadable", folder=folder, why=why) from error
        if facts is None:
            raise Unusable("simulate.error.no_results", folder=folder)
        tables = facts["tables"].items()
        arenas = {int(n): tuple(_arena(table, int(n)) for table in sides) for n, sides in tables}
        return cls(folder, facts, arenas)

    # --- parts ---

    def write(self, played: Played) -> None:
        """Write a chunk; raises Unusable if that fails."""
        self._clerk.submit(self._write, played).result()

    def _write(self, played: Played) -> None:
        import numpy

        arenas = self.arenas[played.chunk.players]
        columns = list(dict.fromkeys(name for arena in arenas for name in arena.columns))
        number = played.chunk.number
        tables = []
        for arena, records in zip(arenas, played.records, strict=True):
            data = numpy.frombuffer(records, numpy.int32).reshape(number, len(arena.columns))
            place = {name: i for i, name in enumerate(arena.columns)}
            nothing = numpy.zeros(number, numpy.int32)
            tables.append({c: data[:, place[c]] if c in place else nothing for c in columns})
        games = numpy.arange(played.chunk.first, played.chunk.first + number, dtype=numpy.int64)
        partings = numpy.array(played.partings or [0] * number, numpy.int32)
        rows = {
            "side": numpy.repeat(numpy.arange(len(arenas), dtype=numpy.int32), number),
            "game": numpy.tile(games, len(arenas)),
            "parting": numpy.tile(partings, len(arenas)),
            **{c: numpy.concatenate([table[c] for table in tables]) for c in columns},
        }
        path = self._part(played.chunk)
        try:
            with replacing(path) as temporary:
                self._connection.register("rows", rows)
                notes = {name: self.facts[name] for name in ("wtrules", "seed", "command")}
                notes["rulesets"] = self.facts["identity"]["rulesets"]
                notes["part"] = self._mark(played.chunk)
                metadata = ", ".join(f"{key}: {_quoted(json.dumps(v))}" for key, v in notes.items())
                self._connection.execute(
                    f"COPY (SELECT * FROM rows) TO {_quoted(str(temporary))} "
                    f"(FORMAT parquet, KV_METADATA {{{metadata}}})"
                )
            # A shorter or longer chunk with the same games would count them twice.
            for other in path.parent.glob(f"{played.chunk.players}-{played.chunk.first:09}-*"):
                if other != path:
                    other.unlink()
        except self._failures as error:
            why = _reason(error)
            raise Unusable("simulate.error.unwritable", path=path, why=why) from error
        finally:
            with contextlib.suppress(*self._failures):
                self._connection.unregister("rows")

    def read(self, chunk: Chunk) -> Played | None:
        """Return a chunk, or None if it is missing or damaged."""
        return self._clerk.submit(self._read, chunk).result()

    def _read(self, chunk: Chunk) -> Played | None:
        path = self._kept(chunk)
        if path is None:
            return None
        import numpy

        arenas = self.arenas[chunk.players]
        try:
            rows = self._connection.execute(
                f"SELECT * FROM read_parquet({_quoted(str(path))}) "
                f"WHERE game < {chunk.first + chunk.number} ORDER BY side, game"
            ).fetchnumpy()
            games = numpy.arange(chunk.first, chunk.first + chunk.number)
            if not numpy.array_equal(rows["game"], numpy.tile(games, len(arenas))):
                return None
            # A part with another name, or of other results, is as good as none.
            marks = self._connection.execute(
                f"SELECT value FROM parquet_kv_metadata({_quoted(str(path))}) WHERE key = 'part'"
            ).fetchall()
            if [json.loads(value) for (value,) in marks] != [self._mark(chunk)]:
                return None
            records = []
            for side, arena in enumerate(arenas):
                part = slice(side * chunk.number, (side + 1) * chunk.number)
                data = numpy.stack([rows[name][part] for name in arena.columns], axis=1)
                records.append(data.astype(numpy.int32).tobytes())
            partings = tuple(rows["parting"][: chunk.number].tolist()) if len(arenas) > 1 else ()
        except (*self._failures, KeyError, ValueError):
            return None
        return Played(chunk, tuple(records), partings)

    def _mark(self, chunk: Chunk) -> list[Any]:
        """Return what a part belongs to, apart from its games."""
        return [self.facts["identity"], chunk.players]

    def _kept(self, chunk: Chunk) -> Path | None:
        """Return the part that contains a chunk; it may be larger if more games were requested earlier."""
        for path in (self.folder / _PARTS).glob(f"{chunk.players}-{chunk.first:09}-*.parquet"):
            number = path.stem.rpartition("-")[2]
            if number.isdecimal() and int(number) >= chunk.number:
                return path
        return None

    def finish(self, statistics: Mapping[str, Any]) -> None:
        """Write the statistics."""
        try:
            self._write_json(STATISTICS, statistics)
        except OSError as error:
            why = error.strerror
            raise Unusable("simulate.error.unwritable", path=self.folder, why=why) from error

    def _part(self, chunk: Chunk) -> Path:
        name = f"{chunk.players}-{chunk.first:09}-{chunk.number}.parquet"
        return self.folder / _PARTS / name

    def _write_json(self, name: str, value: Mapping[str, Any]) -> None:
        text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        write_whole(self.folder / name, text.encode())

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
            for chunk in plan.chunks(count):
                played = None if found[count].is_precise else self.read(chunk)
                if played is None:
                    break
                found[count].add(played)
        return found


def _read(folder: Path) -> dict[str, Any] | None:
    path = folder / FACTS
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
            before, now = (_shown(name, found) for found in (known.get(name), value))
            what = name.replace("_", " ")
            raise Unusable(
                "simulate.error.other_results", folder=folder, what=what, before=before, now=now
            )


def _shown(name: str, value: Any) -> str:
    if name == "rulesets" and value:
        return " against ".join(f"{side} ({hash[:8]})" for side, hash in value)
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(arena: Arena) -> dict[str, Any]:
    """Return the description of an arena that is needed to read its records."""
    return {
        "ruleset": arena.ruleset,
        "letters": arena.letters,
        "outcomes": list(arena.outcomes),
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
    )


def _fingerprint(arenas: Mapping[int, tuple[Arena, ...]]) -> str:
    parts = (one.fingerprint for count in sorted(arenas) for one in arenas[count])
    return sha256(" ".join(parts).encode()).hexdigest()[:16]


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
