"""The man page, made from the help of the commands: `python -m wtrules.cli.manual > wtrules.1`.

The wheel carries it as `share/man/man1/wtrules.1`; `hatch_build.py` makes it when it is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.cli.app import COMMANDS, build, load
from wtrules.version import __version__

_ABOUT = """\
wtrules checks, plays, compares and explains the rules of the board game Wandering Towers. Rules are
text files: a house rule is a file of a few lines that changes the rules it extends.

Wherever a RULESET is expected, give the name of a shipped one (en-capstone), the path of a file
(friday.wtr), or either with variants (en-capstone+nasty). The command `wtrules show` lists the
shipped ones.

Results go to standard output, messages to standard error. A file called `-` is standard input or
standard output."""
_EXIT = (
    ("0", "No findings."),
    ("1", "Findings: mistakes, differences, an illegal move."),
    ("2", "Wrong usage, or input that cannot be read."),
    ("101", "An internal error: a bug in wtrules."),
)
_ENVIRONMENT = (
    ("NO_COLOR", "If set, nothing is coloured."),
    ("FORCE_COLOR", "If set, and not to 0, output is coloured even if it goes to a file."),
    ("WTRULES_OUTPUT_FORMAT", "The `--output-format` of all commands that know this format."),
    ("WTRULES_CONFIG", "The configuration file to read, or `off`."),
    ("WTRULES_CACHE", "A folder for results that are kept between runs, or `off`."),
    ("WTRULES_DEBUG", "If set to 1, an internal error shows its traceback."),
)


def man_page() -> str:
    """Return the man page as roff."""
    lines = [
        f'.TH WTRULES 1 "" "wtrules {__version__}" "User Commands"',
        ".nh",  # names and options stay whole
        ".ad l",
        ".SH NAME",
        f"wtrules \\- {_text('check, run, compare and explain the rules of Wandering Towers')}",
        ".SH SYNOPSIS",
        ".B wtrules",
        "[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        *_paragraphs(_ABOUT),
        ".SH OPTIONS",
        *_parameters(build().params),
        ".SH COMMANDS",
    ]
    for name in COMMANDS:
        lines += _command(name)
    lines += [".SH EXIT STATUS", *_list(_EXIT)]
    lines += [".SH ENVIRONMENT", *_list(_ENVIRONMENT)]
    return "\n".join(lines) + "\n"


def _command(name: str) -> Iterator[str]:
    command = load(name)
    context = command.make_context(name, [], resilient_parsing=True)
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    yield f".SS {_text(' '.join(['wtrules', name, '[OPTIONS]', *pieces]))}"
    yield from _paragraphs(command.help or "")
    yield from _parameters([param for param in command.params if not getattr(param, "hidden", 0)])
    examples = (command.epilog or "").partition("Examples:\n")[2]
    yield from (".PP", "Examples:", ".PP", ".RS 4", ".nf")
    yield from (_text(line.strip()) for line in examples.splitlines() if line.strip())
    yield from (".fi", ".RE")


def _parameters(params: list[Any]) -> Iterator[str]:
    for param in params:
        if param.param_type_name == "argument":
            yield from _item(f"\\fI{_text(param.metavar.strip('[].'))}\\fR", param.help or "")
            continue
        names = [*sorted(param.opts, key=len), *param.secondary_opts]
        lead = ", ".join(f"\\fB{_text(name)}\\fR" for name in names)
        if not param.is_flag:
            choices = getattr(param.type, "choices", ())
            value = param.metavar or "|".join(str(getattr(c, "value", c)) for c in choices)
            lead += f" \\fI{_text(value)}\\fR"
        yield from _item(lead, f"{param.help or ''}{_default(param)}")


def _default(param: Any) -> str:
    given = param.default
    if param.is_flag or given is None or not isinstance(given, (int, str)) or given == "":
        return ""
    return f" Default: {getattr(given, 'value', given)}."


def _list(entries: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for lead, words in entries:
        yield from _item(f"\\fB{_text(lead)}\\fR", words)


def _item(lead: str, words: str) -> Iterator[str]:
    yield from (".TP", lead, _text(words))


def _paragraphs(words: str) -> Iterator[str]:
    for paragraph in words.split("\n\n"):
        yield from (".PP", _text(" ".join(paragraph.split())))


def _text(words: str) -> str:
    """Return plain text as roff: nothing in it is a command, and hyphens can be copied."""
    safe = (
        words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    )
    return f"\\&{safe}" if safe.startswith(".") else safe


if __name__ == "__main__":
    from wtrules.cli.terminal import write_unchanged

    write_unchanged(man_page())
