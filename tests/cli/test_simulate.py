"""`wtrules simulate`: numbers to trust, and clear words when something is wrong."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from tests.sampling import sampled
from wtrules.cli import main


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run the command and return exit code, output and talk."""
    code = main(["simulate", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.slow
def test_the_numbers_do_not_depend_on_the_workers(capsys):
    """One worker or three, a fixed number of games or a wanted precision."""
    for how in (("--games", "300"), ("--until", "5%")):
        found = [
            run(capsys, "-p", "2", *how, "--seed", "3", "--jobs", workers, "--bots", "random")
            for workers in ("1", "3")
        ]
        assert found[0] == found[1]
        assert 0 == found[0][0]


@pytest.mark.slow
def test_games_go_on_until_the_shares_are_known(capsys):
    """At even chances, ±4 percentage points take 597 games; whole chunks of 256 make 768."""
    _, out, _ = run(
        capsys, "-p", "2", "--until", "4%", "--output-format", "json", "--bots", "random"
    )
    [result] = json.loads(out)["results"]
    wins = [one for one in result["statistics"] if one["id"].startswith("win.")]

    assert 768 == result["games"]
    assert all(side["high"] - side["low"] <= 0.08 for one in wins for side in one["sides"])


@pytest.mark.slow
def test_what_json_holds(capsys):
    """Provenance, and for every statistic its value, interval and number of games."""
    code, out, err = run(
        capsys, "friday", "--against", "en-capstone", "-p", "2", "-n", "50", "-b", "random",
        "--output-format", "json"
    )  # fmt: skip
    found = json.loads(out)

    assert (0, "") == (code, err)
    assert ("friday", "en-capstone") == (found["ruleset"]["name"], found["against"]["name"])
    assert found["ruleset"]["hash"] != found["against"]["hash"]
    [result] = found["results"]
    assert 50 == result["games"] == result["differing"]["games"]
    turns = next(one for one in result["statistics"] if one["id"] == "turns")
    one, base = turns["sides"]
    assert turns["difference"]["value"] == pytest.approx(one["value"] - base["value"], abs=1e-5)
    assert one["low"] < one["value"] < one["high"]
    assert one["p10"] <= one["p50"] <= one["p90"]
    second_wind = next(one for one in result["statistics"] if one["id"] == "cast.second_wind")
    assert 0 == second_wind["sides"][1]["value"] < second_wind["sides"][0]["value"]


@pytest.mark.slow
def test_a_ruleset_against_itself(capsys):
    """Nothing differs, and that is said in words."""
    code, out, _ = run(capsys, "--against", "en-capstone", "-p", "2", "-n", "20")

    assert 0 == code
    assert "No game differs: both play the same in these 20." in out


def test_greedy_plays_unless_others_are_named(capsys):
    """And the report says so, with what is known about its strength."""
    _, out, _ = run(capsys, "-p", "2", "-n", "20")
    turns = next(line for line in out.splitlines() if line.startswith("  turns "))

    assert "en-capstone: bots greedy, seed 0" in out
    assert re.search(r"greedy wins [\d.]+ % of its games against random and [\d.]+ %", out)
    assert float(turns.split()[1]) < 60  # random players need more than 200


@pytest.mark.slow
def test_alone_and_together(capsys):
    """One-player and co-operative games report their outcomes by name."""
    _, solo, _ = run(capsys, "en-capstone+solo", "-n", "60", "-b", "random")
    _, coop, _ = run(capsys, "en-capstone+coop", "-p", "3", "-n", "60", "-b", "greedy")

    assert "1 player" in solo
    assert "  lost " in solo
    assert "won together" in coop
    assert "  more than 45 cards: look and learn " in coop


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bots", "mcts:50ms"), "`mcts:800` sets the number of descents"),
        (("--bots", "gready"), "there is no bot called `gready`; did you mean `greedy`?"),
        (("--players", "7"), "en-capstone is for 2, 3, 4, 5, 6 players, not 7"),
        (("--players", "two"), "`two` must be a number of players, such as 2, 2-4 or 2,4"),
        (("--players", "4-2"), "`4-2` is not a range"),
        (("--until", "0"), "`0` must be a number of percentage points"),
        (("--until", "1%", "--games", "5"), "give --games or --until, not both"),
        (("--bots", "random,greedy,mcts"), "3 bots are too many for 2 players"),
        (("--games", "0"), "0 is not in the range"),
        (("--jobs", "0"), "0 is not in the range"),
        (("--seed", "-1"), "-1 is not in the range"),
        (("--against", "en-capston"), "there is no ruleset and no file called `en-capston`"),
        (("--against", "en-capstone+solo"), "are for different numbers of players"),
        (("--assume", "nonsense"), "`nonsense` must be NAME=VALUE"),
    ],
)
def test_bad_options_are_refused(capsys, arguments: tuple[str, ...], said: str):
    """Exit code 2, the cause in words, no traceback."""
    code, out, err = run(capsys, *arguments)

    assert (2, "") == (code, out)
    assert said in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err


def test_an_endless_rule_is_named(capsys, tmp_path):
    """Rules that never ask again stop the simulation with the cause."""
    file = tmp_path / "endless.wtr"
    file.write_text(ENDLESS)
    code, out, err = run(capsys, str(file), "-p", "2", "-n", "20")

    assert (1, "") == (code, out)
    assert (
        "endless, 2 players (in one of the games 1 to 20): the rules never reach another decision; "
        "look for a rule that repeats without a decision\n" in err
    )


ENDLESS = """\
ruleset endless {
  extends en-capstone
  override rule turn.action {
    says en "Nobody may do anything, ever."
    when players = 99
    do draw 1 cards for active
  }
}
"""


def test_help_has_examples(capsys):
    """The help shows what to type."""
    os.environ["COLUMNS"] = "100"
    code, out, _ = run(capsys, "--help")

    assert 0 == code
    assert "wtrules simulate friday.wtr --against en-capstone --players 2-4" in out


def wtrules(*arguments: str) -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "wtrules", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


MANY = ("-p", "2", "-n", "40000", "--seed", "4", "-j", "1", "--bots", "random")


@cache
def whole_run() -> str:
    """What the command prints if nobody stops it."""
    return wtrules(*MANY).communicate(timeout=300)[0]


@pytest.mark.slow
@pytest.mark.parametrize("how", sampled(["SIGKILL", "SIGINT"], 1))
def test_a_run_that_is_stopped_goes_on(tmp_path: Path, capsys, how: str):
    """Killed or interrupted, it is run again and gives what one run gives."""
    pytest.importorskip("duckdb", reason="the extra `sim` is not installed")
    if sys.platform == "win32":
        pytest.skip("signals work otherwise there")
    folder = tmp_path / "out"
    process = wtrules(*MANY, "--data", str(folder))
    while not list(folder.glob("*.parquet")):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(getattr(signal, how))
    _, err = process.communicate(timeout=300)
    games = sum(int(path.stem.split("-")[2]) for path in folder.glob("2-*.parquet"))
    code, out, _ = run(capsys, *MANY, "--data", str(folder))

    assert 0 < games < 40000
    assert (0, whole_run()) == (code, out)
    if how == "SIGINT":
        assert 130 == process.returncode
        assert f"The results so far are in `{folder}`; run the same command to continue" in err


@pytest.mark.slow
def test_two_commands_started_together(tmp_path: Path):
    """One plays, the other is refused; no game is in the folder twice."""
    duckdb = pytest.importorskip("duckdb", reason="the extra `sim` is not installed")
    folder = tmp_path / "out"
    arguments = ("-p", "2", "-n", "3000", "-j", "1", "--bots", "random", "--data", str(folder))
    both = [wtrules(*arguments, "--lang", lang) for lang in ("en", "de")]
    said = [one.communicate(timeout=300) for one in both]
    codes = [one.returncode for one in both]

    # One may have ended before the other began, on a machine with much to do.
    assert codes in ([0, 2], [2, 0], [0, 0])
    busy = [
        f"wtrules: another command is writing to `{folder}`; wait for it, or name another folder\n",
        f"wtrules: ein anderer Befehl schreibt gerade in `{folder}`; warte, bis er fertig ist, oder nenne einen anderen Ordner\n",
    ]
    for (out, err), code, words in zip(said, codes, busy, strict=True):
        assert ("", words) == (out, err) if code else (bool(out), err) == (True, "")
    rows = f"SELECT count(*), count(DISTINCT game) FROM '{folder}/*.parquet'"
    assert (3000, 3000) == duckdb.execute(rows).fetchone()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")
def test_a_writer_that_was_killed_locks_nothing(tmp_path: Path, capsys):
    """While it writes, others are refused; once it is killed, the next command continues."""
    duckdb = pytest.importorskip("duckdb", reason="the extra `sim` is not installed")
    folder = tmp_path / "out"
    arguments = ("-p", "2", "-j", "1", "--bots", "random", "--data", str(folder))
    process = wtrules(*arguments, "-n", "100000000")
    try:
        while not (folder / "_wtrules" / "simulation.json").is_file():
            assert process.poll() is None
            time.sleep(0.02)
        refused = run(capsys, *arguments, "-n", "300")
    finally:
        process.kill()
        process.wait()
    for part in folder.glob("*.parquet"):
        part.unlink()
    half = folder / "2-000000000-256.parquet"
    half.write_bytes(b"PAR1")
    code, _, err = run(capsys, *arguments, "-n", "300")

    assert (2, "") == refused[:2]
    assert "another command is writing" in refused[2]
    assert (0, f"wtrules: `{half}` is damaged; its games are played again\n") == (code, err)
    rows = f"SELECT count(*), count(DISTINCT game) FROM '{folder}/*.parquet'"
    assert (300, 300) == duckdb.execute(rows).fetchone()


def test_a_full_disk_is_said(capsys, monkeypatch, tmp_path):
    """Exit 2, the cause, and how to go on; what was written before is whole."""
    pytest.importorskip("duckdb", reason="the extra `sim` is not installed")

    folder = tmp_path / "out"
    replace = os.replace

    def full(source: Path, target: Path) -> None:
        if "000000256" in str(target):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr("wtrules.simulate.store._GAMES", 1)
    code, out, err = run(
        capsys, "-p", "2", "-n", "300", "-j", "1", "-b", "random", "--data", str(folder)
    )

    assert (2, "") == (code, out)
    assert (
        "2-000000256-44.parquet`: No space left on device\nwtrules: The results so far are in"
        in err
    )
    assert ["2-000000000-256.parquet"] == [path.name for path in folder.glob("*.parquet")]


@pytest.mark.slow
def test_a_missing_library_is_named(capsys, monkeypatch, tmp_path):
    """In one line, with the command that installs it; tables work without."""
    from wtrules.simulate import store

    monkeypatch.setattr(store, "find_spec", lambda name: None)

    code, out, err = run(capsys, "-n", "20", "-p", "2", "--data", str(tmp_path / "out"))

    assert (2, "") == (code, out)
    assert "wtrules: this needs duckdb; install it with: pip install 'wtrules[sim]'\n" == err
    assert 0 == run(capsys, "-n", "20", "-p", "2")[0]


@pytest.mark.slow
def test_tables_need_no_extra():
    """Neither numpy nor duckdb is loaded for a table."""
    code = (
        "import sys; from wtrules.cli import main; main(['simulate', '-n', '5', '-p', '2']); "
        "print([m for m in ('numpy', 'duckdb', 'vl_convert', 'dask') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert out.stdout.endswith("[]\n")
