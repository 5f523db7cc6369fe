"""Older versions from git are unpacked into a folder, and into nothing else."""

from __future__ import annotations

import tarfile
from io import BytesIO
from pathlib import Path

from wtrules.editions.revisions import _extract

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
