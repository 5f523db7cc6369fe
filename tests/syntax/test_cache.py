"""What is kept between runs: never needed, never trusted, never in the way."""

import os
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import wtrules
from tests.syntax.helpers import SHIPPED, parse_text
from wtrules import cache, resources
from wtrules.source import read_source
from wtrules.syntax import tree_cache
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.parse import parse

ROOT = Path(wtrules.__file__).parent.parent
TEXT = "rule a {\n  stop\n}\n" * 5


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of one's own, which does not exist yet."""
    monkeypatch.delenv("WTRULES_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "wtrules"


class Maker:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> bytes:
        self.asked += 1
        return b"made"


def test_bytes_are_made_once(folder: Path):
    """The second time they come from the cache, which is nobody else's business."""
    make = Maker()

    assert [b"made"] * 3 == [cache.cached_bytes("thing", "0a", make) for _ in range(3)]
    assert 1 == make.asked
    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert ["thing-0a"] == [path.name for path in folder.iterdir()]


def test_a_full_cache_is_sorted_now_and_then(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """When there are too many entries, the oldest ones make room for several new ones."""
    counted = []
    for i in range(75):
        cache.store("thing", f"{i:02}", b"", keep=40)
        os.utime(folder / f"thing-{i:02}", (i, i))
        counted.append(len(list(folder.iterdir())))

    assert 40 == max(counted)
    assert 35 == min(counted[40:])
    assert 6 == sum(b < a for a, b in pairwise(counted))
    assert {f"thing-{i:02}" for i in range(75 - 35, 75)} <= {each.name for each in folder.iterdir()}


def test_another_key_is_another_entry(folder: Path):
    """What depends on something else is made again."""
    make = Maker()
    for key in ("0a", "0b", "0a"):
        cache.cached_bytes("thing", key, make)

    assert 2 == make.asked


@pytest.mark.parametrize("content", [b"", b"made", b"x" * 100, None])
def test_damaged_entries_are_made_again(folder: Path, content: bytes | None):
    """Nobody notices that a disk was full or an editor curious."""
    make = Maker()
    cache.cached_bytes("thing", "0a", make)
    path = folder / "thing-0a"
    path.write_bytes(path.read_bytes()[:-1] + b"!" if content is None else content)

    assert b"made" == cache.cached_bytes("thing", "0a", make)
    assert b"made" == cache.cached_bytes("thing", "0a", make)
    assert 2 == make.asked


def swap(one: Path, two: Path) -> None:
    """Give two files each other's names."""
    aside = one.with_name("aside")
    one.rename(aside)
    two.rename(one)
    aside.rename(two)


def test_an_entry_under_another_name(folder: Path):
    """What was made for one key is not given out for another one."""
    cache.cached_bytes("thing", "0a", lambda: b"one")
    cache.cached_bytes("thing", "0b", lambda: b"two")
    swap(folder / "thing-0a", folder / "thing-0b")

    assert b"one" == cache.cached_bytes("thing", "0a", lambda: b"one")
    assert b"two" == cache.cached_bytes("thing", "0b", lambda: b"two")


def test_trees_under_each_others_names(folder: Path):
    """A file is never taken for another one."""
    texts = [f"rule {name} {{\n  stop\n}}\n" for name in "ab"]
    for text in texts:
        parse_text(text)
    swap(*(path for path in folder.iterdir() if path.name.startswith("tree-")))

    assert ["a", "b"] == [parse_text(text)[0].members[0].id.id for text in texts]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other means")
def test_a_folder_others_can_write_to_is_not_used(folder: Path):
    """Anyone who can write there could inject code."""
    make = Maker()
    cache.cached_bytes("thing", "0a", make)
    folder.chmod(0o777)
    cache.cached_bytes("thing", "0a", make)
    folder.chmod(0o700)
    (folder / "thing-0a").chmod(0o666)
    cache.cached_bytes("thing", "0a", make)

    assert 3 == make.asked


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs links")
def test_links_are_not_followed(folder: Path, tmp_path: Path):
    """Neither a folder nor an entry that lies elsewhere."""
    make = Maker()
    cache.cached_bytes("thing", "0a", make)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    cache.cached_bytes("thing", "0a", make)
    folder.unlink()
    folder.mkdir(0o700)
    (folder / "thing-0a").symlink_to(tmp_path / "elsewhere" / "thing-0a")
    cache.cached_bytes("thing", "0a", make)

    assert 3 == make.asked


def test_a_file_in_the_way(folder: Path):
    """No cache then; all works without."""
    folder.parent.mkdir(parents=True)
    folder.write_text("I was here first")
    make = Maker()

    assert b"made" == cache.cached_bytes("thing", "0a", make)
    assert "I was here first" == folder.read_text()


def test_it_can_be_turned_off_or_moved(folder: Path, tmp_path: Path, monkeypatch):  # type: ignore[no-untyped-def]
    """`WTRULES_CACHE=off`, or the name of another folder."""
    make = Maker()
    monkeypatch.setenv("WTRULES_CACHE", "off")
    cache.cached_bytes("thing", "0a", make)
    assert not folder.exists()
    monkeypatch.setenv("WTRULES_CACHE", str(tmp_path / "mine"))
    cache.cached_bytes("thing", "0a", make)

    assert 2 == make.asked
    assert (tmp_path / "mine" / "thing-0a").exists()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/wtrules"),
        ("linux", {"XDG_CACHE_HOME": "x"}, "/home/me/.cache/wtrules"),
        ("linux", {}, "/home/me/.cache/wtrules"),
        ("darwin", {}, "/home/me/Library/Caches/wtrules"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/wtrules/Cache"),
        ("win32", {}, "/home/me/AppData/Local/wtrules/Cache"),
        ("win32", {"WTRULES_CACHE": "/here"}, "/here"),
    ],
)
def test_each_system_has_its_own_place(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
):
    """Where programs keep what can be made again, unless a variable says otherwise."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)

    assert Path(expected) == cache.cache_folder()


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch):
    """Some services run as users that have no folder."""

    def none() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("pathlib.Path.home", none)

    assert cache.cache_folder() is None


def test_old_entries_go(folder: Path):
    """The folder does not grow for ever."""
    for number in range(12):
        cache.cached_bytes("thing", f"{number:02}", Maker())
    cache.cached_bytes("other", "00", Maker())

    assert 8 == len(list(folder.glob("thing-*")))
    assert 1 == len(list(folder.glob("other-*")))


def test_trees_of_sound_files_are_kept(folder: Path):
    """A file with faults is read afresh each time; so is one that was changed."""
    parse_text(TEXT)
    assert 1 == len(list(folder.glob("tree-*")))
    parse_text(TEXT)
    parse_text(f"{TEXT}rul")
    assert 1 == len(list(folder.glob("tree-*")))
    parse_text(f"{TEXT}\n# changed")
    assert 2 == len(list(folder.glob("tree-*")))


def test_kept_trees_are_whole(folder: Path):
    """Nodes, places and comments come back as they were."""
    text = f"# comment\n{TEXT}"
    first, _ = parse_text(text)
    again, _ = parse_text(text)

    assert first is not again
    assert first == again
    assert [c.text for c in first.comments] == [c.text for c in again.comments]
    assert first.members[1].span == again.members[1].span


def test_kept_trees_hold_nothing_but_nodes(folder: Path):
    """What was made by somebody else is not run, only parsed afresh."""
    import pickle

    first, _ = parse_text(TEXT)
    key = tree_cache._key(first.span.source)
    harm = pickle.dumps(Harm(folder / "harm"))
    cache.store("tree", key, harm)

    assert first == parse_text(TEXT)[0]
    assert not (folder / "harm").exists()


class Harm:
    """Something that acts when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> object:
        return Path.touch, (self.path,)


def test_very_deep_trees_are_just_not_kept():
    """What cannot be stored can still be read."""
    deep = "rule a { when " + "not " * 200 + "x }"

    assert () == parse_text(deep)[1]
    assert () == parse_text(deep)[1]


_WARM = """
import sys, time
from pathlib import Path
from wtrules import resources
from wtrules.source import read_source
from wtrules.syntax.parse import parse
begun = time.process_time()
for path in sorted((resources.rulesets_folder() / "core").glob("*.wtr")):
    assert not parse(read_source(path))[1]
print(time.process_time() - begun, "lark" in sys.modules, "wtrules.syntax.machine" in sys.modules)
"""


@pytest.mark.slow
def test_a_second_run_needs_no_parser(folder: Path):
    """All core rules come from the cache, soon, without Lark and without our own parser."""
    runs = [
        subprocess.run([sys.executable, "-c", _WARM], cwd=ROOT, capture_output=True, text=True)
        for _ in range(4)
    ]
    assert all(run.returncode == 0 for run in runs)
    (first, *_), *others = [run.stdout.split() for run in runs]

    assert {("False", "False")} == {tuple(loaded) for _, *loaded in others}
    assert (
        min(float(took) for took, *_ in others) < float(first) / 2
    )  # a fifth if nothing else runs


def test_shipped_files_do_not_crowd_each_other_out():
    """All that ships fits on the tree_cache."""
    assert len(SHIPPED) < tree_cache._MAX_ENTRIES
    assert tables() is tables()


def test_old_entries_are_deleted_many_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Room is made for several, so that not each new entry makes all others be looked at."""
    monkeypatch.setenv("WTRULES_CACHE", str(tmp_path / "cache"))
    left = []
    for number in range(24):
        cache.store("thing", f"{number:02}", b"", keep=20)
        entry = tmp_path / "cache" / f"thing-{number:02}"
        os.utime(entry, (number, number))
        left.append(len(list((tmp_path / "cache").glob("thing-*"))))
    assert [20, 18, 19, 20, 18] == left[19:]
    assert not (tmp_path / "cache" / "thing-05").exists()
    assert (tmp_path / "cache" / "thing-06").exists()


def test_shipped_entries_are_bound_to_their_keys(tmp_path: Path):
    """What comes with the program is read without a folder of one's own, but only under its name."""
    for key in ("0a", "0b"):
        name, content = cache.packed("thing", key, key.encode())
        (tmp_path / name).write_bytes(content)
    assert b"0a" == cache.load_shipped(tmp_path, "thing", "0a")
    assert cache.load_shipped(tmp_path, "thing", "0c") is None
    swap(tmp_path / "thing-0a", tmp_path / "thing-0b")
    assert cache.load_shipped(tmp_path, "thing", "0a") is None
    (tmp_path / "thing-0a").write_bytes(b"short")
    assert cache.load_shipped(tmp_path, "thing", "0a") is None


def test_a_build_is_its_own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An installed wheel is known by its hash, whatever the times of its files are."""
    path = tmp_path / "code.py"
    path.write_text("1")
    one = cache.code_key([path])
    os.utime(path, (1, 1))
    assert one != cache.code_key([path])
    monkeypatch.setattr(cache, "_build", lambda: "0123")
    assert "0123" == cache.code_key([path])


def test_shipped_trees_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A tree that comes with the program is used even without a cache; a tree of another build is not."""
    first, _ = parse_text(TEXT)
    monkeypatch.setenv("WTRULES_CACHE", "off")
    monkeypatch.setattr(resources, "trees_folder", lambda: tmp_path)
    monkeypatch.setattr(tree_cache, "_code_key", lambda: "this build")
    for build in ("another build", "this build"):
        assert tree_cache.find(first.span.source) is None
        name, content = tree_cache.pack(first, build)
        (tmp_path / name).write_bytes(content)
    assert first == tree_cache.find(first.span.source)


def test_a_packed_tree_is_the_same_whether_parsed_or_read(monkeypatch: pytest.MonkeyPatch):
    """What a wheel or a site contains does not depend on what the cache has."""
    source = read_source(resources.rulesets_folder() / "core" / "cards.wtr")
    monkeypatch.setenv("WTRULES_CACHE", "off")
    parsed, _ = parse(source)
    kept = tree_cache._Reader(tree_cache._written(parsed), source).load()

    assert tree_cache._written(parsed) != tree_cache._written(kept)
    assert tree_cache.pack(parsed, "a build") == tree_cache.pack(kept, "a build")
