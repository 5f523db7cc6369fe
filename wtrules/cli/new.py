"""`wtrules new`: a house-rule file to start from."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.terminal import say
from wtrules.cli.usage import usage_error
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.rules.model import Rules

_NAME = re.compile(r"[^\W\d]\w*(-\w+)*")


@frozen
class Sample:
    """A change a player might want: why, the rule text, what it builds on and what it adds."""

    why: str
    text: str
    needs: tuple[tuple[str, str], ...] = ()
    adds: str = ""

    def fits(self, base: Rules) -> bool:
        """Whether the change makes sense on top of *base*."""
        taken = bool(base.by_id(self.adds)) or self.adds in base.variants
        return not taken and all(key in base.entries for key in self.needs)


SAMPLES = (
    Sample(
        "Room for four wizards on a space or tower, so that it gets crowded.",
        "override board.capacity = 4",
        (("setting", "board.capacity"),),
    ),
    Sample(
        "A bigger hand: more to choose from, less luck.",
        "override hand.size = 4",
        (("setting", "hand.size"),),
    ),
    Sample(
        "Two flasks for locking somebody up.",
        "override lock.reward = 2",
        (("setting", "lock.reward"),),
    ),
    Sample(
        "A shorter game: fewer wizards to bring home. These rows replace the table.",
        """
        override table supply {
          players | wizards | flasks
          2       | 4       | 5
          3, 4    | 3       | 4
          5, 6    | 2       | 3
        }
        """,
        (("table", "supply"),),
    ),
    Sample(
        "A spell that costs more. Everything else about it stays.",
        """
        override spell move_tower {
          cost 2
        }
        """,
        (("spell", "move_tower"),),
    ),
    Sample(
        "Take a spell out of the game.",
        "remove spell swap_towers",
        (("spell", "swap_towers"),),
    ),
    Sample(
        "A spell of your own, and a place for it beside the track.",
        """
        spell second_wind {
          name   en "Second Wind"
          says   en "Draw two more cards."
          cost   1
          when   spell.moment is not during
          do     draw 2 cards for actor
        }
        add to spells.laid_out = second_wind
        """,
        (("setting", "spells.laid_out"), ("memory", "spell.moment")),
        adds="second_wind",
    ),
    Sample(
        "A rule of your own: it answers something that happens in the game.",
        """
        rule homecoming {
          says   en "A player who brings a wizard home draws a card."
          on     wizard w enters castle
          do     draw 1 cards for owner of w
        }
        """,
        adds="homecoming",
    ),
    Sample(
        "A variant, chosen with `extends … with` or on the command line.",
        """
        variant hurry for 2..4 players {
          says     en "Three actions in a turn."
          override turn.actions = 3
        }
        """,
        (("setting", "turn.actions"),),
        adds="hurry",
    ),
)


def new(
    name: Annotated[
        str, typer.Argument(help="Name of the house rule: letters, digits and hyphens.")
    ],
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends",
            help="The ruleset it changes, if not the default one.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="VARIANT", help="A variant to play with; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file to write; by default NAME.wtr."
        ),
    ] = None,
) -> int:
    """Write a house-rule file to start from: playable, with changes to choose from.

    Existing files are never overwritten.

    Examples:
      wtrules new friday-night
      wtrules new crowded --extends en-capstone -o rules/crowded.wtr
    """
    from wtrules.resources import default_ruleset

    extends = default_ruleset() if extends is None else extends
    path = Path(f"{name}.wtr") if output is None else output
    variants = tuple(with_ or ())
    fault = _bad_name(name) or _bad_base(name, extends, variants, path)
    if fault is not None:
        say(f"wtrules: {fault}")
        return EXIT_USAGE
    try:
        _create(path, starting_text(name, extends, variants, _base(extends)))
    except OSError as error:
        return _cannot_write(path, error)
    say(Texts("en")("usage.new_wrote", file=path))
    return EXIT_CLEAN


def starting_text(name: str, extends: str, variants: tuple[str, ...], base: Rules | None) -> str:
    """Return the text of a new house rule; the changes on offer all fit *base*."""
    title = name.replace("-", " ").replace("_", " ")
    chosen = f" with {', '.join(variants)}" if variants else ""
    lines = [
        f"# {title[0].upper()}{title[1:]}: a house rule for Wandering Towers.",
        "#",
        "# Below, a `#` at the left edge holds back a rule. Take it away from all lines of the rule,",
        f"# change the rule as you like, and check it with: wtrules validate {name}.wtr",
        f"ruleset {name} {{",
        f'  title   en "{title[0].upper()}{title[1:]}"',
        f"  extends {extends}{chosen}",
    ]
    for sample in SAMPLES:
        if base is None or sample.fits(base):
            lines += ["", f"  # {sample.why}"]
            text = textwrap.dedent(sample.text).strip()
            lines += [f"#  {line}" for line in text.split("\n")]
    return "\n".join([*lines, "}"]) + "\n"


def _base(extends: str) -> Rules | None:
    from wtrules.pipeline import load_rules

    return load_rules(extends)[0]


def _bad_name(name: str) -> str | None:
    from wtrules.rules.library import ruleset_names
    from wtrules.source import SourceFile
    from wtrules.syntax.parse import parse

    texts = Texts("en")
    if not _NAME.fullmatch(name):
        return texts("usage.bad_name", name=name)
    _, faults = parse(SourceFile("name", f"ruleset {name} {{ extends {name} }}"))
    if faults:
        return texts("usage.name_is_a_keyword", name=name)
    if name in ruleset_names():
        return texts("usage.name_is_taken", name=name)
    return None


def _bad_base(name: str, extends: str, variants: tuple[str, ...], path: Path) -> str | None:
    """Return why the new file at *path* cannot extend *extends*; None if it can."""
    from wtrules.diagnostics import Severity
    from wtrules.pipeline import load_rules
    from wtrules.source import SourceFile

    start = starting_text(name, extends, variants, None)
    rules, faults = load_rules(SourceFile(str(path), start))
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        return "; ".join([first.message, *first.help])
    return None if rules is not None else Texts("en")("usage.bad_base", ruleset=extends)


def _create(path: Path, text: str) -> None:
    """Write a new file; an existing file is never overwritten, not even one created just now."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _cannot_write(path: Path, error: OSError) -> int:
    if isinstance(error, FileExistsError):
        return usage_error("usage.exists_new", file=path)
    if isinstance(error, FileNotFoundError):
        return usage_error("usage.no_folder", file=path, folder=path.parent)
    return usage_error("usage.cannot_write", file=path, reason=error.strerror)
