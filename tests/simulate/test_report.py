"""The page about a simulation."""

from __future__ import annotations

from pathlib import Path
from shutil import copy, copytree

import pytest

from wtrules.cli import main

pytest.importorskip("vl_convert", reason="the extra `sim` is not installed")
pytest.importorskip("duckdb", reason="the extra `sim` is not installed")

# Nobody plays the new card: it loses the game.
SURRENDER = """
ruleset surrender {
  extends en-capstone
  card surrender {
    name en "white flag" de "weiße Fahne"
    says en "You lose the game." de "Du verlierst das Spiel."
    code f
    each player q where q is not actor { do declare q winner }
    end game won
  }
  add to deck { 1 x surrender }
}
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with some games of two rulesets."""
    folder = tmp_path_factory.mktemp("results") / "out"
    file = folder.with_name("surrender.wtr")
    file.write_text(SURRENDER)
    arguments = [
        str(file),
        "--against",
        "en-capstone",
        "-p",
        "2",
        "-n",
        "40",
        "--data",
        str(folder),
    ]
    assert 0 == main(["simulate", *arguments])
    return folder


@pytest.mark.slow
def test_a_page_with_charts(results: Path, tmp_path: Path, capsys) -> None:
    """It has a chart for each topic, all numbers and their origin, and loads nothing."""
    page = tmp_path / "report.html"

    assert 0 == main(["simulate", "report", str(results), "-o", str(page)])

    text = page.read_text("utf-8")
    titles = (
        "Differences of numbers",
        "Length",
        "Who wins",
        "Spells",
        "Flasks and wizards over time",
    )
    assert [] == [title for title in titles if f"<h3>{title}</h3>" not in text]
    assert text.count("<figure>") == text.count("<svg") >= 5
    assert "“white flag” is new, and was never played by greedy. mcts never plays it" in text
    assert 1 == text.count(" is new, and was never ")
    assert "surrender compared with en-capstone, 2 players, 40 games each with the same" in text
    assert "surrender.wtr --against en-capstone --players 2" in text
    assert [] == [word for word in (" src=", " href=", "import(", "@import") if word in text]
    assert len(text) < 1_000_000
    assert f"wrote {page}" in capsys.readouterr().err


@pytest.mark.slow
def test_a_report_from_one_command(results: Path, tmp_path: Path, capsys) -> None:
    """It is the page that `simulate report` makes of saved games; the numbers are printed as always."""
    later, now = tmp_path / "later.html", tmp_path / "now.html"
    assert 0 == main(["simulate", "report", str(results), "-o", str(later), "--lang", "de"])
    arguments = [str(results.with_name("surrender.wtr")), "--against", "en-capstone", "-p", "2"]
    capsys.readouterr()
    assert 0 == main(["simulate", *arguments, "-n", "40", "-o", str(now), "--lang", "de"])

    assert later.read_bytes() == now.read_bytes()
    out, err = capsys.readouterr()
    assert "surrender" in out
    assert f"wtrules: {now} geschrieben\n" == err


@pytest.mark.slow
def test_a_picture(results: Path, tmp_path: Path) -> None:
    """All charts in one SVG or PNG."""
    for name, start in (("all.svg", b"<svg"), ("all.png", b"\x89PNG")):
        assert 0 == main(["simulate", "report", str(results), "-o", str(tmp_path / name)])
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.slow
def test_what_is_wrong_with_the_files(results: Path, tmp_path: Path, capsys) -> None:
    """Parts that overlap are reported in the language of the page, and games are counted once."""
    folder = tmp_path / "out"
    copytree(results, folder)
    copy(folder / "2-000000000-40.parquet", folder / "2-000000000-50.parquet")
    page = tmp_path / "report.html"

    assert 0 == main(["simulate", "report", str(folder), "-o", str(page), "--lang", "de"])
    assert "hineingeschrieben haben; jede Partie zählt einmal" in capsys.readouterr().err
    assert ", je 40 Partien" in page.read_text("utf-8")


def test_bad_requests(results: Path, tmp_path: Path, capsys) -> None:
    """Each says what is wrong and exits with 2."""
    (tmp_path / "there.html").write_text("mine")
    for arguments, said in (
        (["report"], "name the folder and the file to write"),
        (["report", str(results), "-o", "x.pdf"], "`x.pdf` must end in .html, .svg, .png"),
        (["report", str(tmp_path), "-o", str(tmp_path / "x.html")], "holds no results"),
        (["report", str(results), "-o", str(tmp_path / "there.html")], "already exists; --force"),
        (["-o", "x.pdf"], "`x.pdf` must end in .html, .svg, .png"),
        (["-o", str(tmp_path / "there.html")], "already exists; --force"),
        (["en-capstone", str(results)], "belongs to `wtrules simulate report FOLDER -o FILE`"),
    ):
        assert 2 == main(["simulate", *arguments])
        assert said in capsys.readouterr().err
    assert "mine" == (tmp_path / "there.html").read_text()
