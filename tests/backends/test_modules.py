"""Compiled modules are kept between runs, and nothing but our own is ever run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wtrules.backends import on_wasmtime as modules
from wtrules.backends.native import Native
from wtrules.backends.players import Search, players
from wtrules.backends.wasm import module as wat
from wtrules.backends.wasm.instructions import Data
from wtrules.backends.wasm.layout import Extension
from wtrules.game.load import load
from wtrules.source import SourceFile

TEXT = '(module (func (export "answer") (result i32) (i32.const 42)))'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a cache folder of its own and a process that knows no module yet."""
    monkeypatch.setenv("WTRULES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(modules, "_ready", {})
    return tmp_path / "cache"


def answer(text: str = TEXT) -> int:
    """Compile and run."""
    import wasmtime

    engine, module = modules.compiled(text, lambda: bytes(wasmtime.wat2wasm(text)))
    store = wasmtime.Store(engine)
    function = wasmtime.Instance(store, module, []).exports(store)["answer"]
    assert isinstance(function, wasmtime.Func)
    result: int = function(store)
    return result


def again(monkeypatch: pytest.MonkeyPatch, *, compiles: bool) -> int:
    """Run once more as a new process would, and check whether that had to compile."""
    count = 0
    real = modules._compile

    def counting(key: str, binary: bytes) -> object:
        nonlocal count
        count += 1
        return real(key, binary)

    monkeypatch.setattr(modules, "_ready", {})
    monkeypatch.setattr(modules, "_compile", counting)
    found = answer()
    monkeypatch.setattr(modules, "_compile", real)
    assert int(compiles) == count
    return found


def the_entry(folder: Path) -> Path:
    (entry,) = folder.iterdir()
    return entry


def test_the_second_run_compiles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled once is read back."""
    assert 42 == answer()
    assert 42 == again(monkeypatch, compiles=False)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "code without checksum"])
def test_a_damaged_entry_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """An entry that is not as it was written is never run; it is replaced."""
    answer()
    entry = the_entry(folder)
    whole = entry.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    entry.write_bytes(
        {
            "cut": whole[:-100],
            "changed": bytes(changed),
            "empty": b"",
            "code without checksum": whole[32:],
        }[damage]
    )
    assert 42 == again(monkeypatch, compiles=True)
    assert whole == the_entry(folder).read_bytes()
    assert 42 == again(monkeypatch, compiles=False)


def test_bytes_that_are_no_module(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry with a good checksum that wasmtime does not know is compiled again."""
    from wtrules import cache

    answer()
    key = the_entry(folder).name.removeprefix("native-")
    cache.store("native", key, b"\x7fELF" + bytes(2000))
    assert 42 == again(monkeypatch, compiles=True)
    assert 42 == again(monkeypatch, compiles=False)


def test_another_version_or_processor(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of another wasmtime or another processor has another name."""
    answer()
    monkeypatch.setattr(modules, "_version", lambda: "0.1")
    assert 42 == again(monkeypatch, compiles=True)
    monkeypatch.setattr(modules, "_processor", lambda: "abacus")
    assert 42 == again(monkeypatch, compiles=True)
    assert 3 == len(list(folder.iterdir()))


def test_another_key(folder: Path) -> None:
    """A module is found by its key."""
    assert 42 == answer()
    assert 43 == answer(TEXT.replace("42", "43"))


def test_modules_under_each_others_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that was compiled from another module is never run."""
    other = TEXT.replace("42", "43")
    answer(), answer(other)
    one, two = folder.iterdir()
    one.rename(folder / "aside")
    two.rename(one)
    (folder / "aside").rename(two)
    monkeypatch.setattr(modules, "_ready", {})

    assert (42, 43) == (answer(), answer(other))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such rights here")
def test_a_folder_others_can_write_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code from a folder that others can write to is not run."""
    answer()
    folder.chmod(0o777)
    assert 42 == again(monkeypatch, compiles=True)


def test_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache, or where none can be made, everything is compiled."""
    monkeypatch.setattr(modules, "_ready", {})
    for wanted in ("off", os.devnull, f"{os.devnull}/cache"):
        monkeypatch.setenv("WTRULES_CACHE", wanted)
        assert 42 == again(monkeypatch, compiles=True)


@pytest.mark.slow
def test_two_processes_share_a_folder(folder: Path) -> None:
    """Processes that compile the same at the same time do not disturb each other."""
    program = (
        "from tests.backends.test_modules import answer, TEXT\n"
        "for i in range(20): assert i == answer(TEXT.replace('42', str(i)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = [subprocess.Popen([sys.executable, "-c", program], env=environment) for _ in range(2)]
    assert [0, 0] == [process.wait(60) for process in running]
    assert 20 == len([path for path in folder.iterdir() if path.name.startswith("native-")])
    assert not [path for path in folder.iterdir() if not path.name.startswith("native-")]


# --- modules of programs, found without making them ---


def test_the_second_run_makes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of a program that was compiled before is found by the program alone."""
    program = load("en-capstone").program(2)
    length = Native(program).playouts(1, 1)

    def refuse(*_: object) -> bytes:
        raise AssertionError("made again")

    monkeypatch.setattr(modules, "_ready", {})
    monkeypatch.setattr("wtrules.backends.native.binary", refuse)
    assert length == Native(program).playouts(1, 1)


def test_what_tells_modules_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rules, players, parts and wtrules code each make another module; reading again does not."""
    game = load("en-capstone")
    house = SourceFile("h.wtr", "ruleset h { extends en-capstone override hand.size = 4 }")
    program = game.program(2)
    found = [
        wat.cache_key(program),
        wat.cache_key(game.program(3)),
        wat.cache_key(load(house).program(2)),
        wat.cache_key(program, [players()]),
        wat.cache_key(program, [players(open_hands=True)]),
        wat.cache_key(program, [players(search=Search(iterations=7))]),
    ]
    assert wat.cache_key(load("en-capstone").program(2)) == found[0]
    monkeypatch.setattr(wat, "_code_key", lambda: "another back end")
    assert 7 == len({*found, wat.cache_key(program)})


def test_a_part_without_a_key_is_known_by_what_it_adds() -> None:
    """The key of a part without a key depends on what the part adds."""
    program = load("en-capstone").program(2)
    one, two = (
        wat.cache_key(program, [Extension("odd", lambda *_, data=data: [data])])
        for data in (Data(0, b"one"), Data(0, b"two"))
    )
    assert one != two


FORKING = """
import os, sys
from wtrules.game.load import load

game = load("en-capstone")
game.native(2)
child = os.fork()
if child == 0:
    game.native(3)
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_compiles_modules_of_its_own():
    """The threads that compile are not inherited, so a forked process must not wait for them."""
    done = subprocess.run(
        [sys.executable, "-c", FORKING],
        env={**os.environ, "WTRULES_CACHE": "off"},
        timeout=120,
        check=False,
    )

    assert 0 == done.returncode
