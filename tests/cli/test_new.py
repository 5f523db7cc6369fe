"""`wtrules new`: the file it writes can be played, and so can every change it offers."""

import re
from pathlib import Path

import pytest

from tests.rules.helpers import base_of
from wtrules.cli import main
from wtrules.meaning.changes import changes
from wtrules.pipeline import load_rules
from wtrules.services.starting import read_samples
from wtrules.source import SourceFile
from wtrules.validation import validate

SWITCHED_OFF = re.compile(r"^(\s*)#(?! \S)")  # a comment has one blank after the `#`
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_file_is_clean(capsys: Capture):
    """The new file can be played at once, and the output lists the next steps."""
    assert 0 == main(["new", "my-night"])
    assert "wtrules validate my-night.wtr" in capsys.readouterr().err
    assert 0 == main(["validate", "my-night.wtr", "--strict"])
    assert "my-night extends en-capstone and changes nothing" in capsys.readouterr().out
    assert 0 == main(["fmt", "my-night.wtr", "--check"])


@pytest.mark.parametrize("sample", read_samples(), ids=lambda sample: sample.id)
def test_every_change_on_offer_is_valid(sample: object):
    """Taking away the `#` of one of them gives a house rule without faults that changes something."""
    assert 0 == main(["new", "mine"])
    blocks = Path("mine.wtr").read_text("utf-8").split("\n\n")
    (index,) = [i for i, block in enumerate(blocks) if sample.why["en"] in block]  # type: ignore[attr-defined]
    freed = [SWITCHED_OFF.sub(r"\1", line) for line in blocks[index].split("\n")]
    text = "\n\n".join([*blocks[:index], "\n".join(freed), *blocks[index + 1 :]])
    source = SourceFile("mine.wtr", text)
    rules, faults = validate(source)

    assert () == faults
    assert rules is not None
    assert changes(rules, base_of(source))


@pytest.mark.parametrize("base", ["en-capstone", "core", "friday"])
def test_all_changes_on_offer_go_together(base: str):
    """Somebody will take away every `#`."""
    assert 0 == main(["new", "mine", "--extends", base])
    head, ruleset, body = Path("mine.wtr").read_text("utf-8").partition("ruleset mine")
    freed = [SWITCHED_OFF.sub(r"\1", line) for line in body.split("\n")]
    source = SourceFile("mine.wtr", head + ruleset + "\n".join(freed))

    assert () == validate(source)[1]


def test_a_base_and_a_variant_can_be_chosen(capsys: Capture):
    """A file beside the new one may be its base."""
    Path("party.wtr").write_text(
        "ruleset party { extends core variant hurry { override turn.actions = 3 } }"
    )

    assert 0 == main(["new", "late", "--extends", "party", "--with", "hurry", "-o", "x.wtr"])
    rules, _ = load_rules("x.wtr")
    assert rules is not None
    assert ["core", "party", "hurry", "late"] == [layer.name for layer in rules.layers]


def test_changes_that_do_not_fit_the_base_are_left_out():
    """A base without the spell offers no way to remove it, one with the spell none to add it."""
    Path("party.wtr").write_text(
        "ruleset party { extends core remove spell swap_towers spell second_wind { cost 1 } }"
    )

    assert 0 == main(["new", "late", "--extends", "party"])
    text = Path("late.wtr").read_text("utf-8")
    assert "swap_towers" not in text
    assert "second_wind" not in text
    assert "board.capacity" in text


def test_nothing_is_overwritten(capsys: Capture):
    """A file, a folder or a link of that name stays as it is."""
    Path("one.wtr").write_text("mine")
    Path("two.wtr").mkdir()
    Path("three.wtr").symlink_to("nowhere")
    for name in ("one", "two", "three"):
        assert 2 == main(["new", name])
        assert f"`{name}.wtr` already exists" in capsys.readouterr().err
    assert "mine" == Path("one.wtr").read_text()
    assert not Path("nowhere").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a b"], "cannot be the name of a ruleset"),
        (["../up"], "cannot be the name of a ruleset"),
        (["7up"], "cannot be the name of a ruleset"),
        ([""], "cannot be the name of a ruleset"),
        (["core"], "there is already a ruleset called `core`"),
        (["friday"], "there is already a ruleset called `friday`"),
        (["mine", "--extends", "en-capston"], "did you mean `en-capstone`?"),
        (["mine", "--extends", "mine"], "extends itself"),
        (["mine", "--with", "nobody"], "no variant called `nobody`"),
        (["mine", "-o", "nowhere/mine.wtr"], "there is no folder `nowhere`"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_made_is_refused(
    arguments: list[str], words: str, folder: Path, capsys: Capture
):
    """Exit code 2, a reason, and no file."""
    assert 2 == main(["new", *arguments])
    assert words in capsys.readouterr().err
    assert [] == list(folder.iterdir())
