"""What is done with a case, and what counts as a finding.

A case is a text of one of four sorts. It goes through the functions that the commands call; the dear
stages only now and then, unless the examination is thorough. What goes wrong is raised: an exception of
the program itself, or a `Disagreement`. Mistakes that the program reports as such are all right.
"""

from __future__ import annotations

import io
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from attrs import define, field

from tests.fuzz.seeds import HERE, library_files
from wtrules.cli import EXIT_INTERNAL, main
from wtrules.diagnostics import OutputFormat, from_source_error, has_errors, render
from wtrules.pipeline import OpenedRuleset, open_ruleset
from wtrules.resolve import library
from wtrules.resolve.library import Library
from wtrules.source import SourceError, SourceFile, decode_source
from wtrules.syntax.format import format_file
from wtrules.syntax.nodes import File
from wtrules.validation import validate_opened

if TYPE_CHECKING:
    from wtrules.backends.native import Native
    from wtrules.backends.reference import Reference

CASE = str(HERE / "case.wtr")


class Disagreement(Exception):
    """Two answers that should be the same: `kind` says which, the message how they differ."""

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


@define
class Examination:
    """The examination of cases: which stages they go through, with counts and times of each.

    Choices depend on the text of a case alone, so that a case can be repeated.
    """

    thorough: bool = False
    counts: Counter[str] = field(factory=Counter)
    seconds: Counter[str] = field(factory=Counter)
    stage_now: str = ""
    rng: random.Random = field(factory=random.Random)

    def begin(self, text: str) -> None:
        """Prepare for a case."""
        self.rng = random.Random(zlib.crc32(text.encode("utf-8", "surrogatepass")))

    def now_and_then(self, share: float) -> bool:
        """Whether a dear stage is due."""
        return self.rng.random() < share or self.thorough

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count a stage and the computing time it takes."""
        self.stage_now = name
        self.counts[name] += 1
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[name] += time.process_time() - start


# --- rule files ----------------------------------------------------------------------------------

# Validating takes most of the time; every case is parsed and formatted.
VALIDATED = 0.3
VALIDATED_ON_SHIPPED = 0.05  # of the rule files that build on a shipped game, which take far longer
RENDERED = 0.1
PLAYED = 0.04  # of those that are valid
COMMANDS = 0.002


def examine_rule_file(text: str, run: Examination) -> None:
    """Read, parse, format, validate, and now and then play a rule file."""
    on_shipped = "extends small" not in text
    with run.stage("parse"):
        try:
            source = decode_source(text.encode("utf-8", "surrogatepass"), CASE)
        except SourceError as error:
            render([from_source_error(error)])
            return
        file, faults = library.parse(source)
    if not faults:
        with run.stage("format"):
            _examine_format(source, file)
    # The choices are made in one order whatever happens, so that a thorough examination repeats them.
    wanted = {
        name: run.now_and_then(share)
        for name, share in (
            ("validate", VALIDATED_ON_SHIPPED if on_shipped else VALIDATED),
            ("render", RENDERED),
            ("play", PLAYED),
            ("commands", COMMANDS),
        )
    }
    if wanted["validate"]:
        with run.stage("validate shipped" if on_shipped else "validate"):
            opened = open_ruleset(source, Library(files=dict(library_files())))  # type: ignore[arg-type]
            rules, found = validate_opened(opened)
        if wanted["render"]:
            with run.stage("render"):
                for form in OutputFormat:
                    render(found, form)
        is_valid = rules is not None and not has_errors(found)
        run.counts["valid"] += is_valid
        if wanted["play"] and is_valid:
            with run.stage("play"):
                _examine_play(opened, run)
    if wanted["commands"]:
        with run.stage("commands"):
            form = run.rng.choice(list(OutputFormat))
            command(["validate", "-", "--output-format", form, "--stdin-filename", CASE], text)
            command(["fmt", "-"], text)


def _examine_format(source: SourceFile, file: File) -> None:
    text = format_file(file)
    again, faults = library.parse(SourceFile(source.path, text))
    if faults:
        raise Disagreement("formatted text has mistakes", f"{faults[0].message}\n{text}")
    if again != file:
        raise Disagreement("formatting changes the meaning", text)
    if [c.text.rstrip() for c in again.comments] != [c.text.rstrip() for c in file.comments]:
        raise Disagreement("formatting changes comments", text)
    if format_file(again) != text:
        raise Disagreement("formatting twice gives another text", text)


def _examine_play(opened: OpenedRuleset, run: Examination) -> None:
    """Play a valid ruleset on both back ends."""
    from wtrules.backends.native import NotNative, TooManyOptions
    from wtrules.backends.reference import EndlessPlay

    made = opened.compile(opened.chosen)
    assert made is not None
    players = run.rng.choice(sorted(made.rules.players))
    seed = run.rng.randrange(1 << 64)
    reference = made.engine(players)
    try:
        native = made.native(players)
        play_both(reference, native, seed, run.rng, 60)
    except (NotNative, TooManyOptions, EndlessPlay):
        run.counts["play: refused by a back end"] += 1


def play_both(
    reference: Reference, native: Native, seed: int, rng: random.Random, most: int
) -> None:
    """Play a game on both back ends and compare every position."""
    one, two = started(reference, seed), started(native, seed)
    for number in range(most):
        if one != two:
            raise Disagreement("back ends differ", f"after {number} decisions\n{one}\n{two}")
        if one is None or not one[1]:
            return
        state, options = one
        option = rng.choice(options)
        one, two = played(reference, state, option), played(native, state, option)


Reached = tuple[list[int], list[int]] | None  # a position and its options; None: endless play


def started(engine: Reference | Native, seed: int) -> Reached:
    """Return the first position of a game."""
    from wtrules.backends.reference import EndlessPlay

    try:
        return engine.start(seed)
    except EndlessPlay:
        return None


def played(engine: Reference | Native, state: list[int], option: int) -> Reached:
    """Return the position after an option."""
    from wtrules.backends.reference import EndlessPlay

    after = state[:]
    try:
        return after, engine.play(after, option)
    except EndlessPlay:
        return None


# --- commands ------------------------------------------------------------------------------------

_FRAME = re.compile(r"^  (wtrules/\S+:\d+ \S+)$", re.MULTILINE)


def command(arguments: list[str], text: str = "") -> str:
    """Run a command in this process with a standard input; return what it writes."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    data = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")), "utf-8")
    before = sys.stdin
    sys.stdin = data
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
    finally:
        sys.stdin = before
    written = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]  # type: ignore[attr-defined]
    if code not in (0, 1, 2):
        frames = _FRAME.findall(written[1])
        place = re.sub(r":\d+ ", " ", frames[-1]) if frames else ""
        kind = "exit code 101" if code == EXIT_INTERNAL else f"exit code {code}"
        raise Disagreement(f"{kind} of `{arguments[0]}` {place}", "".join(written))
    if "Traceback" in written[1]:
        raise Disagreement(f"traceback from `{arguments[0]}`", written[1])
    return written[0]
