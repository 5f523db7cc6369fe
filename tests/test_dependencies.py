"""What wtrules is installed with: lower bounds, the versions of the tests, and the one upper bound that hurts."""

import re
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
CONSTRAINTS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def test_what_users_install_has_lower_bounds():
    """A version that is too old is not installed: the tests have passed with the lowest ones."""
    extras = [each for name, group in EXTRAS.items() if name != "dev" for each in group]
    unbounded = [
        each
        for each in [*PROJECT["dependencies"], *extras]
        if not re.search(r">=\d", str(Requirement(each).specifier))
    ]
    assert [] == unbounded


def test_the_versions_of_the_tests_are_complete_and_allowed():
    """Each dependency has one version in `constraints.txt`, and it is within the bounds."""
    versions = {each.name.replace("_", "-").lower(): each for each in CONSTRAINTS}
    groups = [PROJECT["dependencies"], *(each for name, each in EXTRAS.items() if name != "docs")]
    for each in map(Requirement, chain.from_iterable(groups)):
        name = each.name.replace("_", "-").lower()
        if name == PROJECT["name"]:
            continue
        pinned = next(iter(versions[name].specifier))
        assert "==" == pinned.operator
        assert (name, True) == (name, each.specifier.contains(pinned.version))


@pytest.mark.long
def test_the_newest_typer_still_needs_pydantic(tmp_path: Path):
    """Once it does not, the upper bound of typer can go."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(tmp_path), "typer"]
    if subprocess.run(pip, capture_output=True).returncode:
        pytest.skip("there is no network")
    (wheel,) = tmp_path.glob("typer-*.whl")
    with zipfile.ZipFile(wheel) as files:
        (name,) = (each for each in files.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = files.read(name).decode()
    assert re.search("^Requires-Dist: pydantic", metadata, re.M)
