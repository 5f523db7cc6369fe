"""Bot files: written and read alike, refused in clear words; the commands that use them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from wtrules.backends.learned import Features, Mind
from wtrules.cli import main
from wtrules.game.load import load
from wtrules.game.trained import Trained, UnusableBot, bot_text, parse_bot
from wtrules.program.program import Program

POINT = {"games": 64, "loss": 0.5, "wins": 40, "of": 64, "turns": 7.5}
TRAINING = {"seed": 3, "games": 64, "generations": 1, "hurry": 0.0, "curve": [POINT]}


@pytest.fixture(scope="module")
def program() -> Program:
    return load("first-home").program(2)


@pytest.fixture(scope="module")
def text(program: Program) -> str:
    """The file of a bot that has learned nothing."""
    features = Features(program)
    mind = Mind(features.fingerprint, (0,) * features.mind_size)
    return bot_text("first-home", load("first-home").hash, {2: Trained(mind, TRAINING)})


@pytest.fixture
def bot(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same, as a file in the current folder."""
    (tmp_path / "bot.json").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "bot.json"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_a_file_is_read_as_it_was_written(text: str, program: Program) -> None:
    found = parse_bot("bot.json", text.encode())

    assert ("first-home", [2]) == (found.ruleset, list(found.minds))
    assert text == bot_text(found.ruleset, found.hash, found.minds)
    assert Features(program).mind_size == len(found.mind(program).weights)


def changed(text: str, path: str, value: object) -> str:
    """The file with another value at one place."""
    found = json.loads(text)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner = found
    for part in way:
        inner = inner[part]
    inner[last] = value
    return json.dumps(found)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("format", "another", "not a bot file"),
        ("version", 2, "another version"),
        ("version", None, "another version"),
        ("ruleset", ["x"], "`ruleset`"),
        ("minds", {}, "`minds`"),
        ("minds", [], "`minds`"),
        ("minds", [1], "`minds`"),
        ("minds.0.players", True, "`players`"),
        ("minds.0.players", 10**30, "`players`"),
        ("minds.0.weights.5", [1, 2], "`weights`"),
        ("minds.0.weights.5.1", 1.5, "`weights`"),
        ("minds.0.weights.5.1", 1 << 40, "`weights`"),
        ("minds.0.out", [0], "`out`"),
        ("minds.0.training", [], "`training`"),
        ("minds.0.training.games", -1, "`training.games`"),
        ("minds.0.training.hurry", float("nan"), "`training.hurry`"),
        ("minds.0.training.curve", [{"games": "x"}], "`training.curve`"),
    ],
)
def test_a_wrong_file_is_refused(text: str, path: str, value: object, why: str) -> None:
    with pytest.raises(UnusableBot, match=why):
        parse_bot("bot.json", changed(text, path, value).encode())


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 100_000, b'{"a": ' + b"9" * 10_000])
def test_what_is_not_json_is_refused(data: bytes) -> None:
    with pytest.raises(UnusableBot, match="is not a bot file"):
        parse_bot("bot.json", data)


def test_a_bot_plays_only_what_it_was_trained_for(text: str, program: Program) -> None:
    """Other numbers of players and other features are refused."""
    found = parse_bot("bot.json", text.encode())

    with pytest.raises(UnusableBot, match="not for 3"):
        found.mind(load("first-home").program(3))
    with pytest.raises(UnusableBot, match="cannot play"):
        found.mind(load("objectives").program(2))
    with pytest.raises(UnusableBot, match="`weights`"):
        parse_bot("x", changed(text, "minds.0.weights", []).encode()).mind(program)


@pytest.mark.slow
def test_it_takes_a_seat(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In simulations against others, and at the table."""
    games = ("--players", "2", "--games", "8", "--output-format", "json")
    code, out, err = run(capsys, "simulate", "first-home", "--bots", f"{bot},mcts:{bot}", *games)
    [result] = json.loads(out)["results"]
    ids = [one["id"] for one in result["statistics"]]
    assert (0, "") == (code, err)
    assert {"bot.bot.json", "bot.mcts:bot.json"} <= set(ids)

    code, out, err = run(capsys, "play", "first-home", "--seats", f"{bot},greedy", "--seed", "1")
    assert (0, "") == (code, err)
    assert "trained bot (bot.json)" in out

    _, _, err = run(capsys, "simulate", "--bots", bot, "--players", "2", "--games", "2")
    assert "was trained for `first-home`, not for `en-capstone`" in err


@pytest.mark.slow
def test_a_hash_of_another_version(
    bot: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether the rules are the same cannot be seen: this is said in one line, and the bot is used."""
    monkeypatch.setattr("wtrules.training.train.MEASURED", 16)
    text = Path(bot).read_text("utf-8")
    old = text.replace(load("first-home").hash, "4ce865722cc5be4f")
    assert old != text
    Path("old.json").write_text(old, "utf-8")
    said = "was trained for `first-home` by another version of wtrules"
    games = ("--players", "2", "--games", "2")
    code, _, err = run(capsys, "simulate", "first-home", "--bots", "old.json", *games)
    assert (0, 1) == (code, err.count("\n"))
    assert said in err

    code, _, err = run(capsys, "train", "first-home", "-o", "old.json", "--resume", "--games", "32")
    assert 0 == code
    assert 1 == err.count(said)
    assert load("first-home").hash in Path("old.json").read_text("utf-8")


@pytest.mark.slow
def test_clear_words(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is said in a line, with exit code 2."""
    Path("other.json").write_text("{}", encoding="utf-8")
    for words, *arguments in [
        ("say which file", "train"),
        ("ends in .json", "train", "-o", "bot.txt"),
        ("is not a duration", "train", "-o", "new.json", "--time", "soon"),
        ("exists", "train", "first-home", "-o", bot, "--games", "1"),
        ("no `new.json`", "train", "first-home", "-o", "new.json", "--resume"),
        ("these rules differ", "train", "-o", bot, "--resume", "--games", "1"),
        ("seed 3", "train", "first-home", "-o", bot, "--resume", "--seed", "4"),
        ("not a bot file", "train", "report", "other.json"),
        ("cannot read", "train", "report", "missing.json"),
        ("which bot", "train", "report"),
        ("not a bot file", "simulate", "--bots", "other.json"),
        ("not for 3", "simulate", "first-home", "--bots", bot, "--players", "3"),
        ("cannot read", "play", "--seats", "human,missing.json"),
        ("cannot play", "play", "objectives", "--seats", f"human,{bot}"),
    ]:
        code, _, err = run(capsys, *arguments)
        assert 2 == code, arguments
        assert words in err, arguments


def test_without_numpy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "wtrules.cli.train.find_spec", lambda name: None if name == "numpy" else find(name)
    )
    code, _, err = run(capsys, "train", "first-home", "-o", str(tmp_path / "bot.json"))

    assert 2 == code
    assert "pip install 'wtrules[sim]'" in err


@pytest.mark.slow
def test_training_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new bot, its record, its curve, and going on with it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("wtrules.training.train.MEASURED", 16)
    short = ("train", "first-home", "--games", "32", "-o", "bot.json")
    code, out, err = run(capsys, *short, "--seed", "5")
    assert 0 == code
    assert "first-home, 2 players: 32 games, seed 5" in out
    assert "wrote bot.json" in err

    code, out, _ = run(capsys, *short, "--resume", "--output-format", "json")
    assert 0 == code
    [mind] = json.loads(out)["minds"]
    assert (5, 64, 2) == (mind["seed"], mind["games"], mind["generations"])
    assert [32, 64] == [point["games"] for point in mind["curve"]]

    code, _, _ = run(capsys, "train", "report", "bot.json", "-o", "curve.html", "--lang", "de")
    assert 0 == code
    page = Path("curve.html").read_text("utf-8")
    assert "Was ein Bot gelernt hat: first-home" in page
    assert "<svg" in page
