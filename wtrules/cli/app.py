"""The Typer application: which commands there are, each loaded only when it is called.

A command is a function with Typer annotations in a module of its own; its docstring is its help
and ends with a paragraph that starts with `Examples:`. It may return an exit code. Modules of
commands import what is heavy inside the function, so that `--help` stays quick.
"""

import inspect
from importlib import import_module
from io import StringIO
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from wtrules.cli.common import add_to
from wtrules.cli.configuration import defaults, reset_current
from wtrules.cli.terminal import reset_shared, say
from wtrules.safe_text import safe
from wtrules.version import __version__

# Name -> help text in the list of commands, short enough for 80 columns, in the order of that list.
# A command is the function of its name in the module of its name in this folder.
COMMANDS: dict[str, str] = {
    "validate": "Check rule files, and whether the rules can be played.",
    "fmt": "Format rule files.",
    "show": "Show the rules after all layers, with the origin of each.",
    "explain": "Explain a diagnostic, or why a move is legal or not.",
    "assumptions": "List the open questions a ruleset depends on.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the sequences of decisions from a position.",
    "render": "Draw a position as SVG or as text.",
    "diff": "Compare two rulesets, and show where they play differently.",
    "together": "Show whether house rules go together.",
    "changes": "Show what has changed in the rules since a git reference.",
    "new": "Write a house-rule file to start from.",
    "play": "Play a game, against bots or with people at one keyboard.",
    "replay": "Play a game file again, under its own or other rules.",
    "web": "Edit, play and measure rules in a browser.",
    "lsp": "Run the language server, for editors.",
    "simulate": "Play many games and show statistics.",
    "tune": "Search for values of the rules that meet your goals.",
    "train": "Train a bot that learns a ruleset by playing it.",
    "rulebook": "Write a rulebook to play from, in English or German.",
    "config": "Show the settings of the configuration file.",
    "coverage": "Show which topics of the manuals the rules cover.",
}

OLD_NAMES = {  # of options, which still work for scripts; no help shows them
    "--variants": "--with",
    "--workers": "--jobs",
    "--out": "--data",
    "--examples-out": "--write-examples",
    "--most": "--max-decisions",
}

_HELP = ["-h", "--help"]
_CONTEXT = {"help_option_names": _HELP}


class _LazyGroup(TyperGroup):
    """A group that knows the names of its commands without importing them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names: dict[str, Any] = dict.fromkeys(COMMANDS)
        self.commands = names  # for "Did you mean …?"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        # Typer would load every command for its line in the list.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


class _Command(TyperCommand):
    """A command with defaults from the configuration file, and with the old names of its options."""

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        is_to_run = not extra.get("resilient_parsing") and not {*_HELP} & {*args}
        if is_to_run:
            extra["default_map"] = defaults(self)
        return super().make_context(info_name, args, parent, **extra)

    def make_parser(self, ctx: Any) -> Any:
        parser = super().make_parser(ctx)
        for old, new in OLD_NAMES.items():
            for param in self.params:
                if isinstance(param, TyperOption) and new in param.opts:
                    action = "append" if param.multiple else "store"
                    parser.add_option(param, [old], param.name, action=action, nargs=param.nargs)
        return parser


def load(name: str) -> Any:
    """Import the command called *name* and return it ready to run."""
    function = getattr(import_module(f"wtrules.cli.{name}"), name)
    text = inspect.getdoc(function) or ""
    before, found, examples = text.partition("\nExamples:\n")
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(
        name,
        cls=_Command,
        help=before,
        short_help=COMMANDS[name],
        # \b keeps Typer from joining the lines of the paragraph.
        epilog=f"\b\nExamples:\n{examples}" if found else None,
        context_settings=_CONTEXT,
    )(function)
    command = typer.main.get_command(one)
    add_to(name, command)
    return command


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wtrules {__version__}")
        raise typer.Exit


def _wtrules(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_show_version, is_eager=True, help="Show the version."
        ),
    ] = False,
) -> None:
    """Check, run, compare and explain the rules of Wandering Towers."""


def build() -> Any:
    """Return the whole command line as one Typer command."""
    # Plain help: drawing it with rich triples the time until it shows.
    app = typer.Typer(
        cls=_LazyGroup,
        context_settings=_CONTEXT,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_wtrules)
    return typer.main.get_command(app)


def _show_safely(error: Any) -> None:
    """Write a usage error of Typer, whose message repeats arguments."""
    shown, message = StringIO(), error.format_message()
    error.show(file=shown)
    say(shown.getvalue().rstrip("\n").replace(message, safe(message)))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code; unexpected exceptions pass through."""
    reset_shared()
    reset_current()
    try:
        result = build().main(arguments, prog_name="wtrules", standalone_mode=False)
    except typer.Abort:
        return 130
    except Exception as error:
        # Typer's usage errors print themselves; their class is not public, so check for the method.
        show, code = getattr(error, "show", None), getattr(error, "exit_code", None)
        if callable(show) and isinstance(code, int):
            _show_safely(error)
            return code
        raise
    return result if isinstance(result, int) else 0
