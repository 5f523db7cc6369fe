"""The wheel: what is installed is complete and works away from the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import attrs
import pytest

import wtrules
from wtrules.cli.manual import man_page

ROOT = Path(wtrules.__file__).parent.parent
CARRIED = {"grammar": "_grammar", "rulesets": "_rulesets", "examples": "_examples"}


def files_below(folder: Path) -> set[str]:
    """Return the files in a folder, relative to it, without what Python has compiled."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@pytest.mark.slow
@pytest.mark.skipif(
    not all((ROOT / name).is_dir() for name in CARRIED), reason="runs in a checkout only"
)
def test_the_wheel_carries_everything(tmp_path: Path):
    """Installed into an empty environment, the program and its data are all there."""
    # Built from a copy: other tests run beside this one, and the checkout stays clean.
    copy = tmp_path / "copy"
    ignore = shutil.ignore_patterns(".*", "__pycache__", "dist", "build", "tests", "benchmarks")
    shutil.copytree(ROOT, copy, ignore=ignore)
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, copy],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    for name, inside in {"wtrules": "", **CARRIED}.items():
        expected = {Path("wtrules", inside, file).as_posix() for file in files_below(copy / name)}
        assert set() == expected - carried

    (page,) = [name for name in carried if name.endswith("/data/share/man/man1/wtrules.1")]
    assert man_page() == zipfile.ZipFile(wheel).read(page).decode()

    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    site = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    # The dependencies come from the environment of the tests, so that no network is needed.
    Path(site, "dependencies.pth").write_text(str(Path(attrs.__file__).parents[1]))

    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    version = subprocess.run(
        [python.with_name("wtrules"), "--version"],
        cwd=tmp_path,
        env=alone,
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"wtrules {wtrules.__version__}\n" == version.stdout
    for name, inside in CARRIED.items():
        if not files_below(copy / name):
            continue  # an empty folder leaves no trace in a wheel
        code = f"from wtrules.resources import {name}_folder as find; print(find())"
        found = subprocess.run(
            [python, "-c", code],
            cwd=tmp_path,
            env=alone,
            capture_output=True,
            text=True,
            check=True,
        )
        folder = Path(found.stdout.strip())
        assert f"wtrules/{inside}" == "/".join(folder.parts[-2:])
        assert files_below(copy / name) == files_below(folder)

    # The shipped rules are parsed already, and the key of a build does not depend on file times.
    for path in Path(site, "wtrules").rglob("*.py"):
        os.utime(path, (1, 1))
    code = (
        "import sys; from wtrules.game.load import load; load('en-capstone')\n"
        "print([name for name in ('lark', 'wtrules.syntax.machine') if name in sys.modules])"
    )
    found = subprocess.run(
        [python, "-c", code],
        cwd=tmp_path,
        env={**alone, "WTRULES_CACHE": "off"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "[]\n" == found.stdout
