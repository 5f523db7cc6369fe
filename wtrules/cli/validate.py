"""`wtrules validate`: everything that is wrong with rule files, and what house rules change."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import define, field, frozen

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE
from wtrules.cli.fixing import ROUNDS, Fixer, safe_fixes, write_fixes
from wtrules.cli.options import (
    DIFF,
    OUTPUT_FORMAT,
    AssumeOption,
    Language,
    LanguageOption,
    StdinFilenameOption,
    read_assume,
)
from wtrules.cli.terminal import (
    detail,
    note,
    say,
    shared,
    show_progress,
    use_colour,
    write_data,
)
from wtrules.cli.usage import UsageError
from wtrules.diagnostics import (
    Diagnostic,
    OutputFormat,
    Severity,
    from_source_error,
    render,
    report,
)
from wtrules.diagnostics.suggest import sparingly
from wtrules.safe_text import Medium
from wtrules.texts import Texts
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.resolve.ledger import Assume
    from wtrules.resolve.library import LoadedFile
    from wtrules.resolve.model import Rules
    from wtrules.source import SourceFile

_POLL = 0.3  # seconds between two checks for changed files, with --watch
_MEDIA = {OutputFormat.GITHUB: Medium.GITHUB, OutputFormat.JUNIT: Medium.XML}
_WIDTH = 60  # characters for the changes of one entry on one line
_UNREADABLE = {
    "missing-file",
    "not-a-file",
    "not-text",
    "too-large",
    "unknown-ruleset",
    "unreadable-file",
    "wrong-encoding",
}


def validate(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATHS]...",
            help="Rule files, folders of them, names of rulesets (`friday`, `en-capstone+nasty`), "
            "or `-` for standard input. If omitted, the current folder.",
        ),
    ] = None,
    output_format: Annotated[OutputFormat, OUTPUT_FORMAT.option()] = OutputFormat.FULL,
    assume: AssumeOption = None,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Also play random games with every number of players and every variant, to check "
            "that they end, that somebody wins and that every rule takes effect.",
        ),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings too.")] = False,
    changes: Annotated[
        bool,
        typer.Option(
            "--changes/--no-changes", help="List what a valid house rule changes in its base."
        ),
    ] = True,
    stdin_filename: StdinFilenameOption = "<stdin>",
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help="Change the files: apply every fix that leaves no doubt what is meant."
        ),
    ] = False,
    diff: Annotated[bool, DIFF.option("Works with or without --fix.")] = False,
    lang: LanguageOption = Language.EN,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Check again whenever a file changes.")
    ] = False,
    watch_cycles: Annotated[int, typer.Option("--watch-cycles", hidden=True)] = 0,
) -> int:
    """Check rule files: syntax, names, values, layers, and whether the rules can be played.

    All mistakes in all files are reported in one run. The exit code is 0 if there are none
    (warnings are allowed unless --strict), 1 if there are some, and 2 if a file cannot be read.
    With --fix, only what is left counts; with --diff, what --fix would change counts too.

    Examples:
      wtrules validate friday.wtr
      wtrules validate examples/ --output-format concise
      wtrules validate en-capstone+nasty
      wtrules validate friday.wtr --fix
      wtrules validate friday.wtr --lang de
      wtrules validate friday.wtr --deep
      wtrules validate friday.wtr --watch
      wtrules validate --quiet --output-format junit > results.xml
      cat friday.wtr | wtrules validate - --stdin-filename friday.wtr
    """
    wanted = paths or ["."]
    readings = read_assume(assume)
    if "-" in wanted and watch:
        raise UsageError("usage.watch_stdin")
    if fix and watch:
        raise UsageError("usage.fix.watch")
    if "-" in wanted and (fix or diff):
        raise UsageError("usage.fix.stdin")
    text = _standard_input(stdin_filename) if "-" in wanted else None

    for_people = output_format in (OutputFormat.FULL, OutputFormat.CONCISE)
    with_changes = changes and for_people and not shared.quiet

    @sparingly()
    def check(texts: Mapping[Path, SourceFile] | None = None, play: bool = deep) -> _Run:
        done = _Run(with_changes, text, readings, play, texts or {}, lang)
        done.check_all(wanted)
        return done

    def write(done: _Run) -> _Run:
        write_data(done.output(output_format, strict), _MEDIA.get(output_format, Medium.TERMINAL))
        for name, checked in done.checked.items():
            detail(Texts(lang)("usage.checked", file=name, n=len(checked.opened)))
        for message in done.complaints:
            say(f"wtrules: {message}")
        fixable = len(list(safe_fixes(done.diagnostics(), done.files())))
        if fixable and for_people:
            note(Texts(lang)("usage.fix.hint", n=fixable))
        return done

    if watch:
        return _watch(lambda: write(check()), wanted, watch_cycles, lang)
    if not (fix or diff):
        return write(check()).exit_code(strict)
    fixer = Fixer()
    with sparingly():  # all rounds together
        done = check(play=False)
        for _ in range(ROUNDS):
            if not fixer.apply(done.diagnostics(), done.files()):
                break
            done = check(fixer.texts, play=False)
    if diff:
        write_data(fixer.difference(done.files()))
        note(Texts(lang)("usage.fix.would_fix", n=len(fixer.applied)))
        return EXIT_FINDINGS if fixer.applied else done.exit_code(strict)
    write_fixes(fixer)
    return write(check() if deep else done).exit_code(strict)


@frozen
class _Checked(Value):
    """One ruleset, checked: its rules, the base they are compared with, and the faults."""

    rules: Rules | None
    base: Rules | None
    diagnostics: tuple[Diagnostic, ...]
    opened: frozenset[Path]
    unreadable: bool = False
    files: Mapping[str, Path] = field(factory=dict)  # those that a fix may change, as shown

    @property
    def is_part(self) -> bool:
        """Whether the file can be read but has no ruleset; other files may include it."""
        return self.rules is None and not self.unreadable


@define(eq=False, repr=False)
class _Run:
    """One run over everything that the user named."""

    with_changes: bool
    text: SourceFile | Diagnostic | None = None
    assume: Assume = ()
    deep: bool = False
    texts: Mapping[Path, SourceFile] = field(factory=dict)  # of files that are not yet written
    language: str = "en"
    checked: dict[str, _Checked] = field(factory=dict)
    complaints: list[str] = field(factory=list)
    _near: dict[Path, Mapping[str, Sequence[str]]] = field(factory=dict)

    def check_all(self, wanted: Iterable[str]) -> None:
        """Check everything; parts are checked with the files that include them."""
        for name in wanted:
            if name == "-":
                self._check_text()
                continue
            found = list(rule_files(name))
            if not found:
                self.complaints.append(Texts(self.language)("usage.no_rule_files", folder=name))
            for file in found:
                if file not in self.checked:
                    fault = _linked_out(file, name) if file != name else None
                    self.checked[file] = _unreadable(fault) if fault else self._check(file)
        included = {
            path for checked in self.checked.values() if checked.rules for path in checked.opened
        }
        for name in [name for name, checked in self.checked.items() if checked.is_part]:
            if Path(name).resolve() in included:
                del self.checked[name]
            elif (includer := self._check_includer(name)) is not None:
                included |= includer.opened
                del self.checked[name]

    def diagnostics(self) -> list[Diagnostic]:
        """Return all faults found."""
        return [fault for checked in self.checked.values() for fault in checked.diagnostics]

    def files(self) -> dict[str, Path]:
        """Return the files that a fix may change, by the names that messages show."""
        return {
            shown: path
            for checked in self.checked.values()
            for shown, path in checked.files.items()
        }

    def opened(self) -> set[Path]:
        """Return every file that was read."""
        return {path for checked in self.checked.values() for path in checked.opened}

    def exit_code(self, strict: bool) -> int:
        """Return 2 if something could not be read, 1 if there are findings that count."""
        if self.complaints or any(checked.unreadable for checked in self.checked.values()):
            return EXIT_USAGE
        faulty = any(fault.severity in _counting(strict) for fault in self.diagnostics())
        return EXIT_FINDINGS if faulty else EXIT_CLEAN

    def output(self, output_format: OutputFormat, strict: bool) -> str:
        """Return what goes to standard output."""
        if not self.checked and self.complaints:
            return ""
        faults = self.diagnostics()
        manual: dict[str, str] = {}
        if output_format is OutputFormat.SARIF:
            from wtrules.diagnostics.manual import page

            pages = (page(code, self.language) for code in {fault.code for fault in faults})
            manual = {shown.code: shown.body for shown in pages if shown is not None}
        number = len(self.checked)
        shown = render(
            faults,
            output_format,
            use_colour(),
            files_checked=number if number > 1 or output_format is OutputFormat.JSON else None,
            manual=manual,
            with_summary=not shared.quiet,
            checked=[self._shown(name) for name in self.checked],
            failing=_counting(strict),
            language=self.language,
        )
        changed = [
            _changes_text(checked, self.language)
            for checked in self.checked.values()
            if checked.base is not None
        ]
        gap = "\n" if changed and faults else ""
        return "".join(changed) + gap + shown

    def _shown(self, name: str) -> str:
        """Return the name that messages show for something checked."""
        if name != "-" or self.text is None or isinstance(self.text, Diagnostic):
            return name
        return self.text.path

    def _check_text(self) -> None:
        assert self.text is not None
        if isinstance(self.text, Diagnostic):
            self.checked["-"] = _unreadable(self.text)
        else:
            self.checked["-"] = self._check(self.text)

    def _check(self, what: str | SourceFile) -> _Checked:
        from wtrules.pipeline import open_ruleset
        from wtrules.resolve.library import Library
        from wtrules.validation import validate_opened

        files: dict[Path, LoadedFile | None] = {}
        library = Library(files=files, with_examples=_is_shipped_file(what), texts=self.texts)
        opened = open_ruleset(what, library)
        play = show_progress if self.deep else None
        rules, faults = validate_opened(opened, assume=self.assume, play=play)
        if play is not None:
            play("")
        base = None
        if self.with_changes and rules is not None and not rules.layers[-1].shipped:
            if not any(fault.severity is Severity.ERROR for fault in faults):
                made = opened.compile_base(opened.chosen, self.assume)
                base = made.rules if made is not None else None
        name = what if isinstance(what, str) else what.path
        unreadable = rules is None and any(
            fault.code in _UNREADABLE and fault.file in (None, name) for fault in faults
        )
        changeable = _changeable(what, opened.loaded, files)
        return _Checked(rules, base, faults, frozenset(files), unreadable, changeable)

    def _check_includer(self, name: str) -> _Checked | None:
        """Check the file near a part that includes it, and return it if there is one."""
        part = Path(name)
        for path in self._mentioning(part.parent).get(part.name, ()):
            if path in self.checked:
                continue
            checked = self._check(path)
            if checked.rules is not None and part.resolve() in checked.opened:
                self.checked[path] = checked
                return checked
        return None

    def _mentioning(self, folder: Path) -> Mapping[str, Sequence[str]]:
        """Return the files near a folder by the names of the files they mention."""
        if folder not in self._near:
            above = folder / ".."
            near = [*folder.glob("*.wtr"), *above.glob("*.wtr"), *above.glob("*/*.wtr")]
            found: dict[str, list[str]] = {}
            for path in sorted({Path(os.path.normpath(path)) for path in near}):
                for name in _mentioned(path):
                    found.setdefault(name, []).append(str(path))
            self._near[folder] = found
        return self._near[folder]


def _counting(strict: bool) -> frozenset[Severity]:
    """Return the severities that make the check fail."""
    return frozenset({Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR})


def _changeable(
    what: str | SourceFile, named: LoadedFile | None, files: Mapping[Path, LoadedFile | None]
) -> dict[str, Path]:
    """Return the files that a fix may change: the one that the user named, and parts of it."""
    from wtrules import resources

    if not isinstance(what, str) or named is None:
        return {}
    examples = resources.examples_folder().resolve()
    if not os.path.exists(what) and named.path.resolve().is_relative_to(examples):
        return {}  # named as a ruleset, and not as a file
    return {
        file.source.path: path
        for path, file in files.items()
        if file is not None and not file.shipped and (file is named or not file.rulesets())
    }


def _unreadable(fault: Diagnostic) -> _Checked:
    return _Checked(None, None, (fault,), frozenset(), unreadable=True)


def _linked_out(file: str, folder: str) -> Diagnostic | None:
    """Return what is wrong with a file in a folder if it is really somewhere else."""
    from wtrules.resolve.library import Origin, permitted

    origin = Origin(Path(folder), Path(folder), folder)
    if permitted(os.path.relpath(file, folder), origin) is not None:
        return None
    return report("outside-folder.on-the-way", None, file=file, folder=folder)


def _is_shipped_file(what: str | SourceFile) -> bool:
    """Return whether a file of the shipped rulesets is checked: then with its files of examples."""
    from wtrules import resources

    if not isinstance(what, str) or not os.path.exists(what):
        return False
    return Path(what).resolve().is_relative_to(resources.rulesets_folder().resolve())


def rule_files(name: str) -> Iterator[str]:
    """Yield the rule files in a folder and below it; anything else is yielded as it is."""
    if not os.path.isdir(name):
        yield name
        return
    for folder, folders, files in os.walk(name):
        folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
        for file in sorted(files):
            if file.endswith(".wtr"):
                yield os.path.normpath(os.path.join(folder, file))


def _mentioned(path: Path) -> set[str]:
    """Return the names of the files that a rule file mentions."""
    from wtrules.source import SourceError, read_source

    try:
        text = read_source(path).text
    except SourceError:
        return set()
    # What is before a quotation mark, on the same line and behind the last folder.
    return {part[max(part.rfind("/"), part.rfind("\n")) + 1 :] for part in text.split('"')[:-1]}


def _standard_input(shown: str) -> SourceFile | Diagnostic:
    from wtrules.source import SourceError, read_stream

    try:
        return read_stream(sys.stdin.buffer, shown)
    except SourceError as error:
        return from_source_error(error)


def _changes_text(checked: _Checked, lang: str) -> str:
    """Return what a house rule changes, one line per entry."""
    from wtrules.say.changes import change_list

    rules, base = checked.rules, checked.base
    assert rules is not None
    assert base is not None
    names = {"file": rules.span.source.path, "ruleset": rules.name, "base": base.name}
    found = change_list(rules, base, lang)
    if not found:
        return Texts(lang)("usage.changes_nothing", **names) + "\n"
    width = max(len(one.about) for one in found) + 4
    lines = []
    for one in found:
        joined = ", ".join(one.what)
        first, *rest = [joined] if len(joined) <= _WIDTH else one.what
        rest += one.lost
        lines += [f"  {one.about:<{width}}{first}\n", *(f"  {'':<{width}}{x}\n" for x in rest)]
    return "".join([Texts(lang)("usage.changes", **names) + "\n", *lines])


def _watch(run: Callable[[], _Run], wanted: Sequence[str], cycles: int, lang: str) -> int:
    """Run whenever something changes, until interrupted."""
    stamps: dict[Path, tuple[int, int] | None] = {}
    runs = 0
    try:
        while True:
            known = {Path(file) for name in wanted for file in rule_files(name)} | set(stamps)
            now = {path: _stamp(path) for path in known}
            if now != stamps or not runs:
                begin = time.perf_counter()
                done = run()
                took = time.perf_counter() - begin
                clock = time.strftime("%H:%M:%S")
                note(Texts(lang)("usage.watching", time=clock, seconds=f"{took:.2f}"))
                # Also watch the files that this run has read for the first time.
                stamps = now | {path: _stamp(path) for path in done.opened() - set(now)}
                runs += 1
            if runs == cycles:
                return EXIT_CLEAN
            time.sleep(_POLL)
    except KeyboardInterrupt:
        return EXIT_CLEAN


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size
