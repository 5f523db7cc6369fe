"""The configuration file: found, read, checked, and the default of what nobody types."""

import json
import time
from pathlib import Path

import pytest

from tests.cli.test_startup import loaded_after
from wtrules.cli import configuration, main
from wtrules.cli.app import COMMANDS, load
from wtrules.cli.configuration import FORMAT_VARIABLE, SETTINGS, VARIABLE, option_of

HOUSE = 'ruleset house {\n  title    en "House" de "Haus"\n  extends  en-capstone\n  override board.capacity = 4\n}\n'
ALL = """\
ruleset = "rules/house.wtr"
lang = "de"
output-format = "full"
color = "always"
strict = true
paths = ["rules"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a rule file and an empty folder, which is the current one."""
    for name in (".git", "rules", "inner"):
        (tmp_path / name).mkdir()
    (tmp_path / "rules/house.wtr").write_text(HOUSE)
    monkeypatch.chdir(tmp_path / "inner")
    for name in (FORMAT_VARIABLE, VARIABLE, "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, tuple[object, str]]:
    """Return what `wtrules config` shows: of each setting its value and where it comes from."""
    assert 0 == main(["config", *options, "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)["settings"]
    return {one["name"]: (one["value"], one["from"]) for one in found}


def complaint(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said about a configuration file."""
    (folder / "wtrules.toml").write_text(text)
    assert 2 == main(["validate"])
    out, err = capsys.readouterr()
    assert "" == out
    return err


def test_each_setting_is_the_default_of_something():
    """No setting is without effect, and none has another name than its option."""
    commands = [load(name) for name in COMMANDS]
    for setting in SETTINGS:
        assert any(option_of(command, setting.name) for command in commands), setting.name


def test_without_a_file(capsys: pytest.CaptureFixture[str]):
    """All values are the usual ones."""
    assert {"default"} == {origin for name, (_, origin) in shown(capsys).items() if "-" not in name}
    assert 0 == main(["config"])
    assert "There is no configuration file" in capsys.readouterr().out


def test_a_file_above_the_current_folder(folder: Path, capsys: pytest.CaptureFixture[str]):
    """Its values are shown with their lines, and paths start from its folder."""
    (folder / "wtrules.toml").write_text(ALL)
    assert 0 == main(["config", "--lang", "en", "--output-format", "text"])
    lines = capsys.readouterr().out.splitlines()
    assert "Settings from ../wtrules.toml" == lines[0]
    assert ["ruleset", "../rules/house.wtr", "../wtrules.toml:1"] == lines[2].split()
    assert ["paths", "../rules", "../wtrules.toml:6"] == lines[7].split()


def test_commands_obey_the_file(folder: Path, capsys: pytest.CaptureFixture[str]):
    """Language, colour, format, strictness, paths and ruleset are those of the file."""
    (folder / "wtrules.toml").write_text(ALL)
    unused = HOUSE.replace("}", "  memory spare = 0\n}")
    (folder / "rules/house.wtr").write_text(unused)
    assert 1 == main(["validate"])  # warnings count
    out = capsys.readouterr().out
    assert "Warnung[" in out
    assert "\x1b[" in out
    assert "house.wtr:5" in out
    main(["show", "--rule", "board.capacity", "--color", "never"])
    assert "house" in capsys.readouterr().out
    assert 2 == main(["show", "nonsense"])
    assert "Fehler[" in capsys.readouterr().err
    assert 2 == main(["show", "nonsense", "--lang", "en"])
    assert "error[" in capsys.readouterr().err


def test_paths_are_for_all_commands_with_paths(folder: Path, capsys: pytest.CaptureFixture[str]):
    """`validate` and `fmt` work on the same files."""
    (folder / "wtrules.toml").write_text('paths = ["rules"]\n')
    (folder / "rules/house.wtr").write_text(HOUSE.replace("\n  ", "\n "))
    (folder / "inner/other.wtr").write_text("nonsense")
    assert 0 == main(["validate"])
    assert 1 == main(["fmt", "--check"])
    assert "../rules/house.wtr\n" == capsys.readouterr().out.splitlines(keepends=True)[-1]
    assert 1 == main(["validate", "other.wtr"])


def test_the_ruleset_is_only_for_commands_that_need_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """`show` alone lists the rulesets, and rule files mean what they meant."""
    main(["show"])
    before = capsys.readouterr().out
    (folder / "wtrules.toml").write_text('ruleset = "rules/house.wtr+nasty"\n')
    assert 0 == main(["show"])
    assert before == capsys.readouterr().out
    assert 0 == main(["show", "--rule", "board.capacity"])
    assert "house" in capsys.readouterr().out
    assert 0 == main(["new", "mine"])
    assert "extends  en-capstone\n" in (folder / "inner/mine.wtr").read_text()


def test_options_before_the_environment_before_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The first of them that says something decides."""
    (folder / "wtrules.toml").write_text(ALL)
    assert ("de", "file") == shown(capsys)["lang"]
    assert ("en", "option") == shown(capsys, "--lang", "en")["lang"]
    assert ("always", "file") == shown(capsys)["color"]
    monkeypatch.setenv("NO_COLOR", "1")
    assert ("never", "environment") == shown(capsys)["color"]
    assert ("auto", "option") == shown(capsys, "--color", "auto")["color"]
    (folder / "rules/house.wtr").write_text("nonsense")
    assert 1 == main(["validate"])
    assert "\x1b[" not in capsys.readouterr().out
    monkeypatch.setenv(FORMAT_VARIABLE, "github")
    assert 1 == main(["validate"])
    assert capsys.readouterr().out.startswith("::error")
    assert 1 == main(["validate", "--output-format", "json"])
    assert capsys.readouterr().out.startswith("{")


def test_a_format_that_a_command_does_not_have(folder: Path, capsys: pytest.CaptureFixture[str]):
    """It keeps its own, and the ending of a file says more."""
    (folder / "wtrules.toml").write_text('output-format = "sarif"\n')
    assert 0 == main(["show", "--rule", "board.capacity"])
    assert capsys.readouterr().out.startswith("setting board.capacity")
    (folder / "wtrules.toml").write_text('output-format = "json"\n')
    assert 0 == main(["fmt", "../rules"])
    assert 0 == main(["coverage", "-o", "coverage.html", "-q"])
    assert (folder / "inner/coverage.html").read_text().lstrip().startswith("<!")


def test_where_the_file_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The nearest one counts; none above a repository; the own file comes before the shared one."""
    (folder / "pyproject.toml").write_text('[tool.wtrules]\nlang = "de"\n')
    assert ("de", "file") == shown(capsys)["lang"]
    (folder / "wtrules.toml").write_text("strict = true\n")
    assert ("en", "default") == shown(capsys)["lang"]
    (folder / "inner/pyproject.toml").write_text('[project]\nname = "wtrules-house"\n')
    assert (True, "file") == shown(capsys)["strict"]
    (folder / "inner/.git").mkdir()
    assert (False, "default") == shown(capsys)["strict"]
    monkeypatch.setenv(VARIABLE, str(folder / "wtrules.toml"))
    assert (True, "file") == shown(capsys)["strict"]
    monkeypatch.setenv(VARIABLE, "off")
    assert (False, "default") == shown(capsys)["strict"]
    monkeypatch.setenv(VARIABLE, "missing.toml")
    assert 2 == main(["config"])
    assert "`missing.toml` cannot be read" in capsys.readouterr().err


def test_none_above_home(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """What is above the home folder belongs to others."""
    (folder / ".git").rmdir()
    (folder / "wtrules.toml").write_text("strict = true\n")
    assert (True, "file") == shown(capsys)["strict"]
    monkeypatch.setenv("HOME", str(folder / "inner"))
    monkeypatch.setenv("USERPROFILE", str(folder / "inner"))
    assert (False, "default") == shown(capsys)["strict"]


WRONG = """\
ruleset = "en-capston"
langage = "de"
lang = "{lang}"
output_format = "json"
output-format = "jsn"  # no
color = true
strict = "yes"
paths = ["nowhere", "../..", "rules"]
"""


def test_all_mistakes_at_once(folder: Path, capsys: pytest.CaptureFixture[str]):
    """Each is shown at its place, with what was meant, in the language that the file asks for."""
    said = complaint(WRONG.format(lang="fr"), folder, capsys)
    places = [line.split("-->")[1].strip() for line in said.splitlines() if "-->" in line]
    lines = [place.removeprefix("../wtrules.toml:") for place in places]
    assert ["1:11", "2:1", "3:8", "4:1", "5:17", "6:9", "7:10", "8:9", "8:9"] == lines
    for guess in ("en-capstone", "lang", "output-format", "json"):
        assert f"did you mean `{guess}`?" in said
    assert "possible values: `en`, `de`" in said
    german = complaint(WRONG.format(lang="de"), folder, capsys)
    assert "meinst du `output-format`?" in german
    assert "`strict` muss `true` oder `false` sein" in german
    assert "error" not in german


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lang = de", "not valid TOML: `Invalid value`"),
        ('lang = "de"\nlang = "en"', "wtrules.toml:2:"),
        ("[tool.wtrules]\nlang = 'de'", "`wtrules.toml` needs no table `tool`"),
        ("[[ruleset]]", "`ruleset` must be a text in quotes"),
        ("lang.x = 1", "`lang` must be a text in quotes"),
        ("paths = []", "`paths` names nothing"),
        ("paths = ['rules', 3]", "`paths` must be a list of texts"),
        ("ruleset = 'gone.wtr'", "there is no file or folder `gone.wtr`"),
        ("ruleset = '\\u0000'", "there is no ruleset called"),
        ('paths = ["\\u0000"]', "there is no file or folder"),
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("a." * 400_000 + "b = 1", "nested too deeply"),
        ("x = " + "9" * 5000, "not valid TOML"),
        ("x = 1\n" * 200_000, "larger than 1 MiB"),
        ("".join(f"k{n} = 1\n" for n in range(50_000)), "50 errors are shown"),
        ("a" * 900_000 + " = 1", "a…`"),
        ('lang = "\x00"', "not a text in UTF-8"),
    ],
    ids=range(17),
)
def test_hostile_files(text: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]):
    """Whatever a file is like, it is refused quickly, with a short message."""
    begin = time.process_time()
    found = complaint(text, folder, capsys)

    assert said in found
    assert "internal error" not in found
    assert len(found) < 30_000
    assert time.process_time() - begin < 20  # many times what it needs


def test_what_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]):
    """A folder of that name is reported."""
    (folder / "wtrules.toml").mkdir()
    assert 2 == main(["config"])
    assert "is a folder" in capsys.readouterr().err


def test_paths_stay_below_the_file(folder: Path, capsys: pytest.CaptureFixture[str]):
    """`fmt` changes no file elsewhere, whether it is named or linked."""
    (folder / "link").symlink_to("/")
    assert "outside the folder" in complaint('paths = ["link"]', folder, capsys)
    assert "outside the folder" in complaint('paths = ["/"]', folder, capsys)


def test_help_and_explanations_work_with_a_broken_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """Otherwise nobody could look up what is wrong."""
    (folder / "wtrules.toml").write_text("lnag = 1\n")
    assert 0 == main(["validate", "--help"])
    assert "" == capsys.readouterr().err
    assert 0 == main(["explain", "unknown-config-key"])
    out, err = capsys.readouterr()
    assert out.startswith("# unknown-config-key")
    assert "error[unknown-config-key]" in err


def test_nothing_is_loaded_without_a_file():
    """The language of the file is loaded only when there is one."""
    code = "from wtrules.cli import main; main(['config'])"
    assert not loaded_after(f"import os; os.environ['{VARIABLE}'] = 'off'; {code}") & {"tomllib"}


def test_the_samples_on_the_pages(folder: Path, capsys: pytest.CaptureFixture[str]):
    """What `wtrules explain` shows as faulty is, with that code; and the fixed one is right."""
    from tests.diagnostics.samples import samples

    (folder / "rules").rename(folder / "inner/rules")
    for code in ("bad-config-file", "bad-config-value", "unknown-config-key"):
        for heading, expected in (("Faulty", 2), ("Fixed", 0)):
            (sample,) = samples(code, heading)
            Path("wtrules.toml").write_text(sample.text)
            assert (code, expected) == (code, main(["config"]))
            err = capsys.readouterr().err
            assert err.count("error[") == err.count(f"error[{code}]")
            assert bool(expected) == bool(err)


def test_the_documented_file_works(folder: Path, capsys: pytest.CaptureFixture[str]):
    """The example in the manual names all settings."""
    text = (Path(configuration.__file__).parents[2] / "docs/commands.md").read_text("utf-8")
    Path("wtrules.toml").write_text(text.partition("```toml\n")[2].partition("```")[0])
    (folder / "rules").rename(folder / "inner/rules")
    Path("friday.wtr").write_text(HOUSE)
    assert {"file"} == {origin for name, (_, origin) in shown(capsys).items() if "-" not in name}


def test_only_new_means_the_shipped_default():
    """All other commands ask the configuration which ruleset is meant."""
    folder = Path(configuration.__file__).parent
    asking = [
        path.name
        for path in folder.glob("*.py")
        if "wtrules.resources import default_ruleset" in path.read_text("utf-8")
    ]
    assert ["new.py"] == asking
