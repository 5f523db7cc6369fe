"""`wtrules new`: a house-rule file to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.terminal import say
from wtrules.cli.usage import usage_error
from wtrules.files import write_whole
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.rules.model import Rules

SAMPLES = Path(__file__).with_suffix(".wtr")
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


def read_samples() -> tuple[Sample, ...]:
    """Return the changes to offer, in order; the file says how they are written."""
    _, *blocks = SAMPLES.read_text("utf-8").strip().split("\n\n")
    return tuple(map(_sample, blocks))


def _sample(block: str) -> Sample:
    why, *lines = block.split("\n")
    needs, adds = "", ""
    while lines[0].startswith("# "):
        _, clause, names = lines.pop(0).split(" ", 2)
        match clause:
            case "needs":
                needs = names
            case "adds":
                adds = names
            case _:
                raise ValueError(f"{SAMPLES.name}: unknown clause `{clause}`")
    keys = (name.split(" ") for name in needs.split(", ") if name)
    return Sample(
        why.removeprefix("# "), "\n".join(lines), tuple((kind, id) for kind, id in keys), adds
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
    from wtrules.pipeline import load_rules
    from wtrules.resources import default_ruleset

    extends = default_ruleset() if extends is None else extends
    path = Path(f"{name}.wtr") if output is None else output
    variants = tuple(with_ or ())
    fault = _bad_name(name) or _bad_base(name, extends, variants, path)
    if fault is not None:
        say(f"wtrules: {fault}")
        return EXIT_USAGE
    try:
        text = starting_text(name, extends, variants, load_rules(extends)[0])
        write_whole(path, text.encode(), overwrite=False)
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
        "# The rules below are switched off by a `#` right before them. Remove it from a rule, change the",
        f"# rule as you like, and check it with: wtrules validate {name}.wtr",
        f"ruleset {name} {{",
        f'  title   en "{title[0].upper()}{title[1:]}"',
        f"  extends {extends}{chosen}",
    ]
    for sample in read_samples():
        if base is None or sample.fits(base):
            lines += ["", f"  # {sample.why}"]
            lines += [f"  #{line}" for line in sample.text.split("\n")]
    return _formatted("\n".join([*lines, "}"]) + "\n")


def _formatted(text: str) -> str:
    """Return the text of a rule file as `wtrules fmt` writes it; a faulty one as it is."""
    from wtrules.source import SourceFile
    from wtrules.syntax.format import format_file
    from wtrules.syntax.parse import parse

    file, faults = parse(SourceFile("new.wtr", text))
    return text if faults else format_file(file)


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


def _cannot_write(path: Path, error: OSError) -> int:
    if isinstance(error, FileExistsError):
        return usage_error("usage.exists_new", file=path)
    if isinstance(error, FileNotFoundError):
        return usage_error("usage.no_folder", file=path, folder=path.parent)
    return usage_error("usage.cannot_write", file=path, reason=error.strerror)
