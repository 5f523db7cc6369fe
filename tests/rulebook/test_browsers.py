"""A browser that prints is found by every name and in every folder where people have one."""

import os
from pathlib import Path

import pytest

from wtrules.rulebook import printing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are recognised by their mode")

NAMES = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "brave-browser",
    "brave",
]
ON_A_MAC = [
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
]
ON_WINDOWS = [
    f"{variable}/{place}"
    for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
    for place in (
        "Google/Chrome/Application/chrome.exe",
        "Chromium/Application/chrome.exe",
        "Microsoft/Edge/Application/msedge.exe",
        "BraveSoftware/Brave-Browser/Application/brave.exe",
    )
]


@pytest.mark.parametrize("place", [*(f"bin/{name}" for name in NAMES), *ON_A_MAC, *ON_WINDOWS])
def test_a_browser_is_found(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """By its name, or where the systems install it."""
    browser = tmp_path / place
    browser.parent.mkdir(parents=True)
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    monkeypatch.delenv(printing.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
        monkeypatch.setenv(variable, str(tmp_path / variable))

    assert str(browser) == printing.find_browser()


def test_the_browser_somebody_names_is_used_or_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Another one is no substitute."""
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("WTRULES_BROWSER", "netscape")
    with pytest.raises(printing.NoBrowser) as caught:
        printing.find_browser()
    assert "netscape" == caught.value.parts["browser"]
