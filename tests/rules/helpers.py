"""What the tests of rule files share: validating a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from attrs import evolve

from wtrules import resources
from wtrules.diagnostics import Diagnostic, Label, render
from wtrules.pipeline import Compilation, open_ruleset, settled
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library, LoadedFile, RulesetName
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile, Span
from wtrules.validation import validate

ROOT = Path(__file__).resolve().parents[2]
BAD = ROOT / "tests" / "cases" / "bad"


@cache
def _shipped() -> dict[Path, LoadedFile | None]:
    """Return the shipped files, read once for all tests."""
    library = Library()
    for path in sorted(resources.rulesets_folder().glob("editions/*.wtr")):
        loaded = library.find_ruleset(path.stem)
        assert loaded is not None
        resolve(library, loaded)
    assert not library.diagnostics
    return library._files


def library() -> Library:
    """Return a library that knows the shipped rulesets already."""
    return Library(files=dict(_shipped()))


def validate_file(path: Path, shown: str | None = None) -> list[Diagnostic]:
    """Return everything that is wrong with a rule file.

    A file with a line `# shipped` is checked as strictly as a shipped ruleset.
    """
    books = library()
    loaded = books.open_path(path, shown or path.name)
    if loaded is None or "\n# shipped\n" not in f"\n{loaded.source.text}":
        faults = validate(path, (), books)[1]
    else:
        rules = resolve(books, evolve(loaded, shipped=True))
        assert rules is not None
        faults = check(rules, books.diagnostics)
    # Many cases are named after the mistake in them, and not after their ruleset.
    known = _faults_of_the_base()
    return [fault for fault in faults if fault not in known and fault.code != "misnamed-file"]


def check(rules: Rules, faults: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """Return *faults* and everything that is wrong with *rules*, except what is suppressed."""
    return settled(rules, Compilation(rules, tuple(faults)).diagnostics)


def base_of(ruleset: RulesetName) -> Rules | None:
    """Return what a ruleset is built on: all it extends, with the same variants; None if nothing."""
    opened = open_ruleset(ruleset)
    base = opened.compile_base(opened.chosen)
    return base.rules if base is not None else None


@cache
def _faults_of_the_base() -> frozenset[Diagnostic]:
    """Return what is wrong with the ruleset that the cases build on; it has tests of its own."""
    return frozenset(validate("en-capstone", (), library())[1])


def report(diagnostics: list[Diagnostic]) -> str:
    """Return the report people see, with every place in a shipped ruleset cut out, as line 1.

    What a case shows does not change when other words of the ruleset it builds on do.
    """
    shown = [
        evolve(
            fault,
            primary=_on_line_1(fault.primary) if fault.primary is not None else None,
            related=tuple(_on_line_1(label) for label in fault.related),
        )
        for fault in diagnostics
    ]
    full = render(shown)
    return full if full.count("\n") <= 80 else render(shown, "concise")


def _on_line_1(label: Label) -> Label:
    span = label.span
    if not span.source.path.startswith("rulesets/"):
        return label
    text = span.source.line_text(span.line)
    start = span.column - 1
    end = min(start + span.end - span.start, len(text))
    more = " …" if text[end:].strip() else ""
    return Label(Span(SourceFile(span.source.path, text[:end] + more), start, end), label.message)


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    """Return the codes that were reported, each once."""
    return sorted({diagnostic.code for diagnostic in diagnostics})


@cache
def plain() -> str:
    """Return the ordinary game of Capstone without its variants.

    `validate` tries each variant that a house rule may affect, which takes longer than all the rest.
    """
    rules = open_ruleset("en-capstone", library()).compile()
    assert rules is not None
    removed = (f"remove variant {name}" for name in rules.rules.variants)
    return "\n".join(["ruleset plain {", "extends en-capstone", *removed, "}"])


def validate_files(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    """Write files, texts by name, into a folder and return what is wrong with the first one.

    They may extend `plain`, the ordinary game without variants.
    """
    for name, text in {**files, "plain.wtr": plain()}.items():
        (folder / name).write_text(text, "utf-8")
    return validate_file(folder / next(iter(files)))
