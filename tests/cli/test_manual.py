"""The man page: every command with every option, as roff that `man` can show."""

import shutil
import subprocess

import pytest

from wtrules.cli.app import COMMANDS, load
from wtrules.cli.manual import man_page


def test_the_man_page_has_every_command_and_option():
    """Nothing that the help shows is missing."""
    sections = man_page().split("\n.SS ")[1:]
    assert len(COMMANDS) == len(sections)
    for name, section in zip(COMMANDS, sections, strict=True):
        plain = section.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
        assert plain.startswith(f"wtrules {name} [OPTIONS]")
        for param in load(name).params:
            if param.param_type_name == "option" and not param.hidden:
                assert all(option in plain for option in param.opts)
        assert "Examples:" in plain


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_man_page_has_no_mistakes():
    """groff shows it without a warning, and text stays text."""
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-c"],
        input=man_page().encode(),
        capture_output=True,
        check=True,
    )

    assert b"" == done.stderr
    shown = done.stdout.decode()
    assert "wtrules fmt --diff" in shown
    assert "cat friday.wtr | wtrules fmt - > tidy.wtr" in shown
