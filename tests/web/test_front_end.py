"""The front end as it is built: up to date, in both languages, and asking nobody else. No Node is needed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wtrules.web.export import start

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "wtrules" / "web" / "static"
SOURCES = sorted(path for path in (WEB / "src").rglob("*.ts*") if path.is_file())


def source_hash() -> str:
    """Return the hash that `web/build.mjs` writes into `build.json`."""
    paths = [path for path in (WEB / "src").rglob("*") if path.is_file()]
    paths += [WEB / "build.mjs", WEB / "package-lock.json"]
    found = hashlib.sha256()
    for name, path in sorted((path.relative_to(WEB).as_posix(), path) for path in paths):
        found.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def test_the_build_is_up_to_date() -> None:
    """What is shipped was built from the sources as they are: `npm run build` in web/."""
    built = json.loads((STATIC / "build.json").read_text())
    assert source_hash() == built["sources"]


def texts(lang: str) -> dict[str, str]:
    """Return the page's sentences in one language."""
    found: dict[str, str] = json.loads((WEB / f"src/text/{lang}.json").read_text("utf-8"))
    return found


def test_both_languages_have_the_same_texts() -> None:
    """Every sentence exists in English and in German, with the same parts to fill in."""
    english, german = texts("en"), texts("de")
    assert list(english) == list(german)
    for key, text in english.items():
        parts = [sorted(re.findall(r"\{\w+\}", one)) for one in (text, german[key])]
        assert parts[0] == parts[1], key
        assert text.strip(), key
        assert german[key].strip(), key


def test_every_text_is_used() -> None:
    """No sentence is left over, and none is missing."""
    code = "".join(path.read_text("utf-8") for path in SOURCES)
    used = set(re.findall(r'\bt\(\s*"([\w.]+)"', code))
    assert set(texts("en")) == used


@pytest.mark.parametrize("name", ["app.js", "worker.js", "sw.js", "style.css", "index.html"])
def test_nothing_is_loaded_from_elsewhere(name: str) -> None:
    """The page is served from one place: no address of another server is in it, names of formats aside."""
    text = (STATIC / name).read_text("utf-8")
    found = set(re.findall(r"https?://[\w./-]+", text))
    formats = {"2000/svg", "1999/xhtml", "1998/Math/MathML"}
    assert found <= {f"http://www.w3.org/{name}" for name in formats}


def test_the_page_has_a_strict_policy() -> None:
    """Scripts come from the page's own files only, and nothing is allowed that is not named."""
    page = (STATIC / "index.html").read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    assert "'none'" == rules["default-src"]
    assert "'self' 'wasm-unsafe-eval'" == rules["script-src"]
    assert "'self'" == rules["connect-src"]
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=", page)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["test", "check", "lint"])
def test_the_sources_are_in_order(name: str) -> None:
    """The logic does what its tests say, the types fit, and the code is laid out as Prettier does."""
    if shutil.which("npm") is None or not (WEB / "node_modules" / "eslint").is_dir():
        pytest.skip("needs Node, and `npm ci` in web/")
    done = subprocess.run(
        ["npm", "run", "--silent", name], cwd=WEB, capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stdout + done.stderr


def test_what_is_shown_first_has_no_problems() -> None:
    """The page starts with a house rule that can be played, in both languages."""
    found = start()
    assert {"en", "de"} == set(found)
    for prepared in found.values():
        assert [] == prepared["check"]["diagnostics"]
        assert prepared["check"]["changes"]
        assert prepared["view"]["options"]
