"""Older versions from git are unpacked into a folder, and into nothing else."""

from __future__ import annotations

import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from wtrules.editions.revisions import _extract, git
from wtrules.editions.sides import SideError

LINKS = {
    "rules/same.wtr": "house.wtr",
    "rules/up.wtr": "../../secret.wtr",
    "rules/root.wtr": "/secret.wtr",
}
FILES = ("rules/house.wtr", "rules/deep/other.wtr", "../stray.wtr")


def packed() -> BytesIO:
    """Return an archive with files and links, some of which lead outside."""
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name in FILES:
            member = tarfile.TarInfo(name)
            member.size = len(name)
            archive.addfile(member, BytesIO(name.encode()))
        for name, target in LINKS.items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, target
            archive.addfile(member)
    data.seek(0)
    return data


def test_nothing_is_written_outside_and_no_link_leads_there(tmp_path: Path):
    """Links inside the folder are kept."""
    place = tmp_path / "place"
    place.mkdir()
    with tarfile.open(fileobj=packed()) as archive:
        _extract(archive, place)

    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.wtr")}
    assert {
        "place/rules/house.wtr",
        "place/rules/deep/other.wtr",
        "place/rules/same.wtr",
    } == written
    assert "rules/house.wtr" == (place / "rules" / "same.wtr").read_text()


def test_git_never_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It would wait for an answer that nobody gives, and must not speak other languages."""
    fake = tmp_path / "git"
    fake.write_text('#!/bin/sh\necho "$GIT_TERMINAL_PROMPT $LC_ALL $*"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    assert f"0 C -C {tmp_path} log -1\n".encode() == git(tmp_path, "log", "-1")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("fatal: not a git repository (or any parent)", "is not in a git repository"),
        ("warning: old\nfatal: bad object", "fatal: bad object"),
        ("", "3"),
    ],
)
def test_why_git_failed(said: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its last line, or else its exit code."""
    fake = tmp_path / "git"
    fake.write_text(f"#!/bin/sh\nprintf '{said}' >&2\nexit 3\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    with pytest.raises(SideError) as caught:
        git(tmp_path, "log")
    assert message in str(caught.value)
