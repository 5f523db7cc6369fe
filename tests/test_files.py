"""Files are written whole or not at all, by every command."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import wtrules
from tests.sampling import sampled
from wtrules.cli import main
from wtrules.files import replacing, write_whole

resource = pytest.importorskip("resource", reason="needs limits")

ROOT = Path(wtrules.__file__).parent.parent
BOARD = "K/Rb/Ny/R/N/R/N/R/N/R/./././././."
OLD = "what was there before\n"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links and limits")


def names(folder: Path) -> list[str]:
    """Return what is in a folder."""
    return sorted(path.name for path in folder.iterdir())


# --- every command ---


def run(folder: Path, *arguments: str, limit: int | None = None) -> tuple[int, str, str]:
    """Run a command that may write at most *limit* bytes to a file, as on a full disk."""

    def full() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    code = "import sys; from wtrules.cli import main; sys.exit(main())"
    settings = {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "WTRULES_CACHE": "off"}
    done = subprocess.run(
        # Without -B, Python itself would leave parts of files in its cache.
        [sys.executable, "-B", "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        input="1\n1\n1\n",
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=full,
    )
    return done.returncode, done.stdout, done.stderr


OVERWRITING = {
    "rulebook": (["rulebook", "-o", "out.html", "--force"], "out.html"),
    "coverage": (["coverage", "-o", "out.html", "--force"], "out.html"),
    "render": (["render", BOARD, "-o", "out.svg", "--force"], "out.svg"),
    "diff": (["diff", "house.wtr", "-o", "out.html", "--force"], "out.html"),
    "diff accept": (["diff", "house.wtr", "--write-accept", "out.toml", "--force"], "out.toml"),
    "diff examples": (["diff", "house.wtr", "--write-examples", "out.wtr", "--force"], "out.wtr"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", sampled(OVERWRITING, 3))
def test_a_full_disk_spares_the_old_file(case: str, tmp_path: Path):
    """It stays, nothing else is left behind, and the reason is given."""
    arguments, name = OVERWRITING[case]
    (tmp_path / "house.wtr").write_text(
        "ruleset house { extends en-capstone override board.capacity = 4 }"
    )
    (tmp_path / name).write_text(OLD)
    before = names(tmp_path)
    code, _, err = run(tmp_path, *arguments, limit=100)

    assert 2 == code, err
    assert f"wtrules: cannot write `{name}`: File too large" in err
    assert OLD == (tmp_path / name).read_text()
    assert before == names(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["new", "mine"],
        ["play", "--seed", "1", "--save", "a.game"],
        ["rulebook", "-o", "out.md"],
        ["render", BOARD, "-o", "out.svg"],
    ],
)
def test_a_full_disk_leaves_no_part_of_a_new_file(arguments: list[str], tmp_path: Path):
    """There is no file, rather than the first lines of one."""
    code, _, err = run(tmp_path, *arguments, limit=20)

    assert 2 == code, err
    assert "File too large" in err
    assert [] == names(tmp_path)


def test_a_full_disk_spares_a_rule_file(tmp_path: Path):
    """Formatting it is not worth losing it."""
    messy = "ruleset   house { extends en-capstone }\n"
    (tmp_path / "house.wtr").write_text(messy)
    code, _, err = run(tmp_path, "fmt", "house.wtr", limit=20)

    assert 2 == code
    assert "cannot write `house.wtr`: file too large" in err
    assert messy == (tmp_path / "house.wtr").read_text()
    assert ["house.wtr"] == names(tmp_path)


def test_fixes_are_written_to_all_files_or_to_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """A protected file is named, and no other file is changed; names of a file stay the same file."""
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.wtr").write_text(
            f"ruleset {name} {{\n  extends en-capstone\n  override board.capacty = 4\n}}\n"
        )
    os.link("one.wtr", "other-name")
    old = (tmp_path / "one.wtr").read_text()
    (tmp_path / "two.wtr").chmod(0o444)

    assert 2 == main(["validate", "one.wtr", "two.wtr", "--fix"])
    assert "cannot write `two.wtr`: it is write-protected" in capsys.readouterr().err.replace(
        f"{tmp_path}/", ""
    )
    assert old == (tmp_path / "one.wtr").read_text()

    assert 0 == main(["validate", "one.wtr", "--fix"])
    assert "board.capacity" in (tmp_path / "other-name").read_text()
    assert (tmp_path / "one.wtr").samefile(tmp_path / "other-name")


# --- the one function ---


def test_permissions_are_kept(tmp_path: Path):
    """And a new file has those that the user's mask allows."""
    path = tmp_path / "a"
    before = os.umask(0o027)
    try:
        write_whole(path, b"one")
        assert 0o640 == stat.S_IMODE(path.stat().st_mode)
        path.chmod(0o604)
        write_whole(path, b"two")
    finally:
        os.umask(before)

    assert 0o604 == stat.S_IMODE(path.stat().st_mode)
    assert b"two" == path.read_bytes()


@pytest.mark.parametrize("target", ["real", "folder/real", "not yet there"])
def test_a_link_stays_a_link(target: str, tmp_path: Path):
    """The file it points to is written."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(target)
    if "yet" not in target:
        (tmp_path / target).write_bytes(b"one")
    write_whole(tmp_path / "link", b"two")

    assert (tmp_path / "link").is_symlink()
    assert b"two" == (tmp_path / target).read_bytes()


def test_a_file_keeps_all_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file with two names is written under both, and stays as it was if that fails."""
    (tmp_path / "a").write_bytes(b"one, and more")
    os.link(tmp_path / "a", tmp_path / "b")
    write_whole(tmp_path / "a", b"two")

    assert (b"two", b"two") == ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes())
    assert (tmp_path / "a").samefile(tmp_path / "b")
    assert ["a", "b"] == names(tmp_path)

    flushed: list[int] = []

    def full(descriptor: int) -> None:
        flushed.append(descriptor)
        if len(flushed) == 2:  # the new content is written beside the file first
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "b", b"three, four")
    assert b"two" == (tmp_path / "a").read_bytes()
    assert ["a", "b"] == names(tmp_path)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, OSError])
def test_nothing_is_left_behind(stop: type[BaseException], tmp_path: Path):
    """Whatever ends the writing."""
    path = tmp_path / "a"
    path.write_bytes(b"one")

    def write() -> None:
        with replacing(path) as temporary:
            temporary.write_bytes(b"tw")
            raise stop

    with pytest.raises(stop):
        write()

    assert b"one" == path.read_bytes()
    assert ["a"] == names(tmp_path)


def test_a_file_that_somebody_else_creates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A new file takes the place of nothing, not even of one created just now."""
    path = tmp_path / "a"

    def write() -> None:
        with replacing(path, overwrite=False) as temporary:
            temporary.write_bytes(b"mine")
            path.write_bytes(b"theirs")

    with pytest.raises(FileExistsError):
        write()
    assert (b"theirs", ["a"]) == (path.read_bytes(), names(tmp_path))

    path.unlink()

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="Input/output"):
        write_whole(path, b"mine", overwrite=False)
    assert [] == names(tmp_path)


@pytest.mark.slow
def test_devices_and_pipes_are_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """They cannot be replaced, and a device that is full says so."""
    write_whole("/dev/null", b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    if Path("/dev/full").exists():
        assert 2 == main(["rulebook", "-o", str(link(tmp_path, "/dev/full")), "--force"])
        assert "No space left on device" in capsys.readouterr().err
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def link(folder: Path, target: str) -> Path:
    """Make a link to a device that looks like a page."""
    path = folder / "out.html"
    path.symlink_to(target)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda path: path.mkdir(), "is a folder; name a file"),
        (lambda path: (path.write_text(OLD), path.chmod(0o444)), "it is write-protected"),
    ],
)
def test_what_cannot_be_replaced(
    prepare: Callable[[Path], None], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """A folder and a protected file stay as they are."""
    path = tmp_path / "out.md"
    prepare(path)

    assert 2 == main(["rulebook", "-o", str(path), "--force"])
    assert words in capsys.readouterr().err
    assert ["out.md"] == names(tmp_path)
