"""Whatever is fed to the program, it answers in words, in time, and leaves everything as it was."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import wtrules
from wtrules.cli import main

ROOT = Path(wtrules.__file__).parent.parent
LIMIT = 300  # seconds; what is asserted is that there is an answer at all
SECRET = "correct horse battery staple"
Result = subprocess.CompletedProcess[str]


@pytest.fixture(autouse=True)
def _without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def run(folder: Path, *arguments: str) -> Result:
    """Run a command in *folder*, in this process."""
    # Like the streams of a real process, they can write only what UTF-8 has.
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    written = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]
    return subprocess.CompletedProcess(arguments, code, *written)


def run_process(folder: Path, *arguments: str, code: str = "") -> Result:
    """Run a command in a process that is stopped if it waits for ever; *code* runs before it."""
    start = f"import sys; from wtrules.cli import main\n{code}\nsys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", start, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )


def contents(folder: Path) -> dict[str, object]:
    """Return everything there is in a folder: names, kinds and bytes."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        found[str(path.relative_to(folder))] = (about.st_mode, about.st_mtime_ns, data)
    return found


def refused(folder: Path, *names: str, runner: Callable[..., Result] = run) -> tuple[int, str]:
    """Validate something bad; return the exit code and all that was said."""
    before = contents(folder)
    result = runner(folder, "validate", *names)
    assert before == contents(folder)
    return explained(result)


def explained(result: Result) -> tuple[int, str]:
    """Return the exit code and all that was said, which is meant for people and not too long."""
    said = result.stdout + result.stderr
    assert result.returncode in (1, 2), said
    assert "Traceback" not in said
    assert "internal error" not in said
    assert len(said) < 100_000
    return result.returncode, said


def rules(text: str, name: str = "bad") -> bytes:
    """Return a ruleset with *text* in it."""
    return f"ruleset {name} {{\n  extends en-capstone\n{text}\n}}\n".encode()


BYTES: dict[str, tuple[bytes, int, str]] = {
    "binary": (b"\x7fELF\x02\x01\x01\0\0\0\0\0" * 50, 2, "not a text file"),
    "zeros": (b"\0" * 5000, 2, "not a text file"),
    "empty": (b"", 1, "defines no ruleset"),
    "only a comment": (b"# nothing here\n", 1, "defines no ruleset"),
    "latin-1": (rules('title en "Türme"').decode().encode("latin-1"), 2, "Windows-1252"),
    "utf-16": (rules("").decode().encode("utf-16"), 2, "UTF-16"),
    "utf-32": (rules("").decode().encode("utf-32"), 2, "UTF-32"),
    "a bell": (rules("\x07"), 2, "control character U+0007"),
    "an escape sequence": (rules("\x1b[2J"), 2, "control character U+001B"),
    "ten megabytes": (rules("") + b"#" * 10_000_000, 2, "a rule file may have up to 1 MiB"),
    "a million braces": (b"{" * 1_000_000, 1, "bad.wtr:1:"),
    "half a million braces on lines": (b"{\n" * 500_000, 1, "bad.wtr:"),
    "a million closing braces": (b"}" * 1_000_000, 1, "bad.wtr:1:"),
    "deep parentheses": (
        rules(f"override board.capacity = {'(' * 5000}4{')' * 5000}"),
        1,
        "bad.wtr:3:",
    ),
    "a long line": (rules("# " + "x" * 100_000), 1, "bad.wtr:3:"),
    "a long name": (rules(f"override {'x' * 15_000} = 4"), 1, "bad.wtr:3:"),
    "a long number": (rules(f"override board.capacity = {'9' * 15_000}"), 1, "bad.wtr:3:"),
    "thousands of faults": (b"override a.b = 4\n" * 20_000, 1, "bad.wtr:"),
    "prose": (b"Dear friends, tonight we play with four wizards.\n", 1, "bad.wtr:1:"),
    "markup": (b"<html><body>404</body></html>\n", 1, "bad.wtr:1:"),
    "an unclosed text": (rules('title en "Friday'), 1, "bad.wtr:3:"),
    "itself": (b"ruleset bad { extends bad }", 1, "`bad` extends itself"),
    "look-alike letters": (
        rules("override spell mоve_tower { cost 2 }"),  # a Cyrillic о
        1,
        "no spell called",
    ),
    "accents composed in two ways": (
        rules("spell caf\u00e9 { cost 1 end turn }\nremove spell cafe\u0301"),
        1,
        "bad.wtr:",
    ),
}


@pytest.mark.parametrize("what", list(BYTES))
def test_bad_files(what: str, tmp_path: Path):
    """A file that is no set of rules is refused with a reason and, if it has one, a place."""
    data, code, words = BYTES[what]
    (tmp_path / "bad.wtr").write_bytes(data)
    found, said = refused(tmp_path, "bad.wtr", "--output-format", "concise")

    assert words in said
    assert code == found


def test_letters_that_only_look_alike(tmp_path: Path):
    """A Cyrillic о in a name leads to the spell that was meant."""
    (tmp_path / "bad.wtr").write_bytes(BYTES["look-alike letters"][0])

    assert "write `override spell move_tower`" in refused(tmp_path, "bad.wtr")[1]


@pytest.mark.parametrize("output_format", ["full", "json", "github", "sarif"])
@pytest.mark.parametrize("what", ["thousands of faults", "a long name"])
def test_bad_files_in_every_format(what: str, output_format: str, tmp_path: Path):
    """No format chokes on a file full of faults."""
    (tmp_path / "bad.wtr").write_bytes(BYTES[what][0][:30_000])
    result = run(tmp_path, "validate", "bad.wtr", "--output-format", output_format)

    assert 1 == result.returncode
    assert "" == result.stderr


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("a byte order mark", b"\xef\xbb\xbf" + rules("override board.capacity = 4")),
        ("line endings of Windows", rules("override board.capacity = 4").replace(b"\n", b"\r\n")),
        ("line endings of old", rules("override board.capacity = 4").replace(b"\n", b"\r")),
        ("tabs", rules("\toverride\tboard.capacity\t=\t4")),
        ("no newline at the end", rules("override board.capacity = 4").rstrip()),
    ],
)
def test_odd_but_fine(what: str, data: bytes, tmp_path: Path):
    """What editors leave behind is no fault."""
    (tmp_path / "fine.wtr").write_bytes(data.replace(b"ruleset bad", b"ruleset fine"))
    result = run(tmp_path, "validate", "fine.wtr")

    assert (0, "") == (result.returncode, result.stderr)
    assert "board.capacity    6 → 4" in result.stdout


def test_missing(tmp_path: Path):
    """A name that leads nowhere."""
    for name in ("gone.wtr", "gone/gone.wtr", "gone", "x" * 5000, "x" * 5000 + ".wtr", ""):
        code, said = refused(tmp_path, name)
        assert 2 == code
        assert "there is no" in said


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything"
)
def test_unreadable(tmp_path: Path):
    """A file one may not read."""
    (tmp_path / "bad.wtr").write_bytes(rules(""))
    (tmp_path / "bad.wtr").chmod(0)
    result = run(tmp_path, "validate", "bad.wtr")

    assert 2 == result.returncode
    assert "not allowed to read" in result.stdout


def test_a_folder_without_rules(tmp_path: Path):
    """A folder with nothing to check is reported."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("rules")

    assert (2, "wtrules: there are no rule files in `empty`; their names end in `.wtr`\n") == (
        refused(tmp_path, "empty")
    )


def test_a_folder_called_like_a_file(tmp_path: Path):
    """A folder that ends in `.wtr` is a folder, and one without rules."""
    (tmp_path / "bad.wtr").mkdir()

    assert "no rule files" in refused(tmp_path, "bad.wtr")[1]
    assert "no rule files" in refused(tmp_path, ".")[1]


def test_a_ring_of_rulesets(tmp_path: Path):
    """Three files that extend one another, from whichever end one begins."""
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.wtr").write_text(f"ruleset {name} {{ extends {base} }}")

    for names in (["a.wtr"], ["."]):
        code, said = refused(tmp_path, *names)
        assert 1 == code
        assert "extends itself: a → b → c → a" in said


def test_a_ring_of_paths(tmp_path: Path):
    """The same with file names in place of ruleset names."""
    (tmp_path / "a.wtr").write_text('ruleset a { extends "b.wtr" }')
    (tmp_path / "b.wtr").write_text('ruleset b { extends "a.wtr" }')

    assert "extends itself: a → b → a" in refused(tmp_path, "a.wtr")[1]


def test_a_diamond(tmp_path: Path):
    """Two bases that share one: fine as long as they do not fight over a rule."""
    (tmp_path / "left.wtr").write_text(
        "ruleset left { extends en-capstone override board.capacity = 4 }"
    )
    (tmp_path / "right.wtr").write_text(
        "ruleset right { extends en-capstone override hand.size = 4 }"
    )
    (tmp_path / "both.wtr").write_text("ruleset both { extends left, right }")
    assert 0 == run(tmp_path, "validate", "both.wtr").returncode

    (tmp_path / "right.wtr").write_text(
        "ruleset right { extends en-capstone override board.capacity = 5 }"
    )
    code, said = refused(tmp_path, "both.wtr")
    assert 1 == code
    assert "error[layer-conflict]" in said


@pytest.mark.parametrize(
    "clause",
    [
        'extends "../secret.wtr"',
        'extends "../../../../../../../../etc/passwd"',
        'extends "/etc/passwd"',
        'extends "link/secret.wtr"',
        'extends "link.wtr"',
        'includes "../secret.wtr"',
        'includes "a/../../secret.wtr"',
        r'includes "..\\secret.wtr"',
        'includes "link.wtr"',
        'extends "~/secret.wtr"',
        'includes "file:///etc/passwd"',
    ],
)
def test_climbing_out_of_the_folder(clause: str, tmp_path: Path):
    """A rule file from a stranger reads nothing outside its own folder."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.wtr").write_text(f"{SECRET} ruleset secret {{ }}")
    (inside / "link").symlink_to(tmp_path)
    (inside / "link.wtr").symlink_to(tmp_path / "secret.wtr")
    (inside / "bad.wtr").write_text(f"ruleset bad {{ extends core\n{clause} }}")
    code, said = refused(inside, "bad.wtr")

    assert 1 == code
    assert "bad.wtr:2:" in said
    assert SECRET not in said
    assert "root:" not in said


def test_links_that_lead_in_circles(tmp_path: Path):
    """A link to itself, and a folder that holds itself."""
    (tmp_path / "loop.wtr").symlink_to("loop.wtr")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "again").symlink_to("..")

    code, said = refused(tmp_path, "loop.wtr")
    assert (2, True) == (code, "points to itself" in said)
    code, said = refused(tmp_path, ".")
    assert (2, True) == (code, "points to itself" in said)


def test_a_file_that_disappears(tmp_path: Path):
    """Between looking and reading the file is gone."""
    (tmp_path / "bad.wtr").write_bytes(rules(""))
    code = """
import os
real = os.open
def vanish(path, *rest, **more):
    if str(path).endswith("bad.wtr"):
        os.unlink(path)
    return real(path, *rest, **more)
os.open = vanish
"""
    found, said = explained(run_process(tmp_path, "validate", "bad.wtr", code=code))

    assert (2, True) == (found, "there is no file `bad.wtr`" in said)


def make_pipe(folder: Path) -> str:
    """Make a pipe that nobody writes to."""
    os.mkfifo(folder / "pipe.wtr")
    return "pipe.wtr"


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
@pytest.mark.parametrize(
    "make", [make_pipe, lambda _: "/dev/zero", lambda _: "/dev/stdin", lambda _: "/proc/self/mem"]
)
def test_what_is_no_file(make: Callable[[Path], str], tmp_path: Path):
    """Pipes, devices and other things that never end are not waited for."""
    name = make(tmp_path)

    assert 2 == refused(tmp_path, name, runner=run_process)[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes of this kind there")
def test_a_pipe_in_a_folder(tmp_path: Path):
    """A pipe among the rule files is reported and does not stop the rest."""
    make_pipe(tmp_path)
    (tmp_path / "fine.wtr").write_text("ruleset fine { extends en-capstone }")
    code, said = refused(tmp_path, ".", runner=run_process)

    assert 2 == code
    assert "`pipe.wtr` is a device or a pipe" in said
    assert "fine.wtr: fine extends en-capstone" in said


def test_a_name_no_terminal_can_show(tmp_path: Path):
    """A file name with control characters or broken bytes is escaped."""
    for name in ("a\nb.wtr", "a\x1b[2Jb.wtr", os.fsdecode(b"a\xffb.wtr")):
        (tmp_path / name).write_bytes(rules("override board.capacty = 4"))
        code, said = refused(tmp_path, name)
        assert code == 1
        assert "\x1b" not in said
        assert "a\nb" not in said
        (tmp_path / name).unlink()


@pytest.mark.parametrize("command", ["show", "explain", "new"])
@pytest.mark.parametrize(
    "argument", ["", "\n", "a\0b"[:1] + "\x01", "x" * 5000, "../../etc/passwd"]
)
def test_odd_arguments(command: str, argument: str, tmp_path: Path):
    """The other commands answer in words too."""
    result = run(tmp_path, command, argument)

    assert result.returncode == 2, result.stdout
    assert "Traceback" not in result.stderr
    assert [] == list(tmp_path.iterdir())
