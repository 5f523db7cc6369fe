"""Would anybody notice if a rule were wrong? `python tests/mutation.py [--sample N] [--list]`

Every number, condition, statement, rule, direction, comparison and definition of the core rules
is changed by itself, and each changed copy is judged by what a test run has: the rules cannot be
loaded or `validate` reports an error, a recorded game or a scene goes otherwise, a documented example
fails, or a count of decisions differs. Copies nobody notices are printed with their place; those that
are no worry stand in `tests/mutation-survivors.txt`, each with its reason.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from attrs import evolve, field, frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.box import BOX_OF_THIRTY, box
from tests.game import perft_cases
from tests.playthrough_cases import FOLDER, Case, fingerprint, line, read_case, ruleset_path
from tests.scenes import SCENES
from wtrules import resources
from wtrules.backends.reference import EndlessPlay
from wtrules.checks.examples import variants_of
from wtrules.diagnostics import Severity
from wtrules.game.examples import run_example
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load
from wtrules.game.perft import perft
from wtrules.game.playthrough import replay
from wtrules.game.position import BadPosition
from wtrules.rules.library import Library, LoadedFile
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.validation import validate

SURVIVORS = Path(__file__).parent / "mutation-survivors.txt"
UNTOUCHED = {"core.wtr", "facts.wtr", "examples.wtr"}
PATIENCE = (
    60  # seconds of computing for one mutant: rules that never come to a decision are noticed too
)


@frozen
class Mutant:
    """A core file with one change."""

    file: str
    place: str  # the item that contains it
    kind: str
    before: str
    after: str
    line: int
    number: int  # among those that would look alike
    text: str = field(repr=False)

    @property
    def id(self) -> str:
        """What it is called in the list of survivors; no line numbers, so that it lasts."""
        change = f"`{self.before}` → `{self.after}`" if self.after else f"`{self.before}`"
        alike = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file} {self.place}: {self.kind} {change}{alike}"


# --- making mutants ------------------------------------------------------------------------------

Change = tuple[str, int, int, str]  # kind, start, end, what stands there instead

_WORDS = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
_NUMBER = re.compile(r"(?<![\w.~])\d+(?=[ \t]*x(?![\w-])|(?![\w.])|\.\.)|(?<=\.\.)\d+(?!\w)")
_TURN = re.compile(r"(?<!option )\b(counterclockwise|clockwise)\b")
_FLIPPED = {
    "=": ("!=",), "!=": ("=",), "is": ("is not",), "is not": ("is",),
    "<": ("<=", ">"), "<=": ("<", ">"), ">": (">=", "<"), ">=": (">", "<"),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",),
}  # fmt: skip
_PROSE = (n.Says, n.NameClause, n.Cites, n.Assumed, n.Covers, n.Title, n.Suppress)
_STATEMENTS = (
    n.Choose, n.May, n.Either, n.Option, n.If, n.When, n.Repeat, n.Each, n.As, n.Scope,
    n.Perform, n.Set, n.Let, n.Use, n.Stop, n.End, n.Do,
)  # fmt: skip
_ITEMS = (n.Rule, n.Card, n.Spell, n.Define, n.Group, n.Table, n.Deck, n.Memory, n.Allowance)


def mutants() -> list[Mutant]:
    """Return every change to the core rules."""
    found: list[Mutant] = []
    for path in sorted((resources.rulesets_folder() / "core").glob("*.wtr")):
        if path.name not in UNTOUCHED:
            found += mutants_of(path.name, path.read_text("utf-8"))
    return found


def mutants_of(name: str, text: str) -> Iterator[Mutant]:
    """Yield every change to one file."""
    source = SourceFile(name, text)
    file, _ = parse(source)
    seen: set[str] = set()
    alike: Counter[tuple[str, ...]] = Counter()
    items = [item for item in file.members if isinstance(item, _ITEMS)]
    for kind, start, end, instead in sorted(_changes(file, text), key=lambda c: (c[1], c[2])):
        changed = text[:start] + instead + text[end:]
        if changed in seen:
            continue
        seen.add(changed)
        place = next((_name(i) for i in items if i.span.start <= start < i.span.end), "")
        before, after = _short(text[start:end]), _short(instead)
        alike[place, kind, before, after] += 1
        number = alike[place, kind, before, after]
        row = text.count("\n", 0, start) + 1
        yield Mutant(name, place, kind, before, after, row, number, changed)


def _name(item: n.Item) -> str:
    id = getattr(item, "id", None)
    return id.id if id is not None else type(item).__name__.lower()


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 70 else text[:69] + "…"


def _changes(file: n.File, text: str) -> Iterator[Change]:
    prose = [(m.start(), m.end()) for m in _WORDS.finditer(text)]
    for node in _walk(file):
        if isinstance(node, _PROSE):
            prose.append((node.span.start, node.span.end))
        else:
            yield from _of_node(node, text)
    for match in _NUMBER.finditer(text):
        if not any(start <= match.start() < end for start, end in prose):
            number = int(match[0])
            yield "number", match.start(), match.end(), str(number + 1)
            if number:
                yield "number", match.start(), match.end(), str(number - 1)
    for match in _TURN.finditer(text):
        if not any(start <= match.start() < end for start, end in prose):
            other = "clockwise" if match[0] == "counterclockwise" else "counterclockwise"
            yield "direction", match.start(), match.end(), other


def _of_node(node: object, text: str) -> Iterator[Change]:
    match node:
        case n.Binary(operator="and" | "or", left=left, right=right):
            start, end = node.span.start, node.span.end
            yield "drop a part of", start, end, text[left.span.start : left.span.end]
            yield "drop a part of", start, end, text[right.span.start : right.span.end]
        case n.Binary(left=left, right=right):
            start, end = left.span.end, right.span.start
            gap = text[start:end]
            written = " ".join(gap.replace("(", " ").replace(")", " ").split())
            for other in _FLIPPED.get(written, ()):
                yield "flip", start, end, re.sub(r"[^\s()](.*[^\s()])?", other, gap, flags=re.S)
        case n.Unary(operator="not", operand=operand):
            inner = text[operand.span.start : operand.span.end]
            yield "flip", node.span.start, node.span.end, inner
        case n.Query(where=where) if where is not None:
            at = text.rindex("where", node.span.start, where.span.start)
            yield "drop", at, node.span.end, ""
        case n.Define(value=value):
            inner = text[value.span.start : value.span.end]
            sum_of = isinstance(value, n.Binary) and value.operator in ("+", "-", "*", "/")
            other = f"({inner}) + 1" if sum_of else f"not ({inner})"
            yield "negate", value.span.start, value.span.end, other
        case n.Value(choices=choices) if len(choices) > 1:
            names = [name.id for name in choices]
            start, end = choices[0].span.start, choices[-1].span.end
            yield "choose", start, end, ", ".join([*names[1:], names[0]])
        case n.Unit(scope="turn" | "action" as scope):
            end = node.span.end
            other = "action" if scope == "turn" else "turn"
            at = text.index(scope, node.span.start, end)
            yield "scope", at, at + len(scope), other
        case n.Rule(clauses=clauses) if any(isinstance(c, n.Trigger | n.Forbid) for c in clauses):
            yield "remove rule", node.span.start, node.span.end, ""
    if isinstance(node, _STATEMENTS):
        yield "drop", node.span.start, node.span.end, ""


def _walk(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        for part in node:
            yield from _walk(part)
    elif hasattr(node, "__attrs_attrs__") and hasattr(node, "span"):
        yield node
        if isinstance(node, _PROSE):
            return
        for attribute in node.__attrs_attrs__:
            if attribute.name not in ("span", "comments"):
                yield from _walk(getattr(node, attribute.name))


# --- judging them --------------------------------------------------------------------------------

# The recorded games a mutant is judged by: those that notice most stand first.
JUDGES = (
    "en-capstone-2p-greedy", "every-spell-3p", "everyone-casts-3p", "en-capstone-3p-greedy",
    "en-capstone-2p", "en-capstone-3p", "en-capstone-4p", "en-capstone-5p", "en-capstone-6p",
    "drawn-spells-2p", "chosen-spells-3p", "free-any-time-3p", "free-any-time-2p",
    "free-on-turn-2p",
    "both-directions-2p",
    "both-directions+nasty-3p",
)  # fmt: skip


class _TooLongError(Exception):
    pass


def _alarm(*_: object) -> None:
    raise _TooLongError


class Judge:
    """The checks of a test run, against core rules with one changed file."""

    def __init__(self, mutant: Mutant | None = None) -> None:
        self._files = dict(_shipped_files())
        if mutant is not None:
            path = (resources.rulesets_folder() / "core" / mutant.file).resolve()
            loaded = self._files[path]
            source = evolve(loaded.source, text=mutant.text)
            tree, self.faults = parse(source)
            self._files[path] = evolve(loaded, file=tree)
        else:
            self.faults = ()
        self._games: dict[tuple[str, tuple[str, ...]], Game] = {}

    def verdict(self) -> str | None:
        """Return what notices the change, None if nothing does."""
        before = signal.signal(signal.SIGPROF, _alarm)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            if any(fault.severity is Severity.ERROR for fault in self.faults):
                return "syntax"
            checks: Iterable[Callable[[], str | None]] = (
                self.games, self.box, self.scenes, self.examples, self.valid, self.counts,
            )  # fmt: skip
            return next((found for check in checks if (found := check())), None)
        except RulesetError as error:
            return f"error {error.diagnostics[0].code}"
        except BadPosition as error:
            return f"position {error}"
        except (_TooLongError, EndlessPlay):
            return "takes for ever"
        except Exception as error:
            return f"crash {type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def _library(self, with_examples: bool) -> Library:
        return Library(with_examples=with_examples, files=dict(self._files))

    def game(self, ruleset: str, variants: tuple[str, ...] = ()) -> Game:
        """Return the game of a ruleset under the changed rules."""
        key = ruleset, variants
        if key not in self._games:
            library = self._library(with_examples=not variants)
            self._games[key] = load(ruleset_path(ruleset), variants, library=library)
        return self._games[key]

    def games(self) -> str | None:
        """Replay the recorded games."""
        for case in _cases():
            played = replay(
                self.game(case.playthrough.ruleset, case.playthrough.variants), case.playthrough
            )
            if played.stop is not None:
                return f"game {case.name}, move {played.stop.number}"
            if case.ends_at != line(played.states[-1]) or case.positions != fingerprint(
                played.states
            ):
                return f"game {case.name}"
        return None

    def examples(self) -> str | None:
        """Run the documented examples."""
        return next((f"example {id}" for id in self.failing() if id not in _failing()), None)

    def failing(self) -> Iterator[str]:
        """Yield the examples that fail."""
        game = self.game("en-capstone")
        for entry in game.rules.of_kind("example"):
            variants = variants_of(entry)
            played = self.game("en-capstone", variants) if variants else game
            if run_example(played, entry).failures:
                yield entry.id

    def box(self) -> str | None:
        """Look into the box, and at who sees which cards."""
        game = self.game("en-capstone")
        return None if box(game) == BOX_OF_THIRTY and not game.open_hands else "box"

    def scenes(self) -> str | None:
        """Play the scenes worked out by hand."""
        failing = (s for s in SCENES if s.failures(self.game("en-capstone", s.variants)))
        return next((f"scene {scene.name}" for scene in failing), None)

    def valid(self) -> str | None:
        """Validate the rules."""
        _, faults = validate("en-capstone", library=self._library(with_examples=False))
        errors = [fault.code for fault in faults if fault.severity is Severity.ERROR]
        return f"error {errors[0]}" if errors else None

    def counts(self) -> str | None:
        """Count decisions."""
        game = self.game("en-capstone")
        for case in _counts():
            state = case.state(game)
            for depth, count in case.counts.items():
                if depth <= 4 and perft(state, depth) != count:
                    return f"count {case.name}"
        return None


@cache
def _shipped_files() -> dict[Path, LoadedFile]:
    library = Library(with_examples=True)
    for ruleset in {case.playthrough.ruleset for case in _cases()}:
        load(ruleset_path(ruleset), library=library)
    validate("en-capstone", library=library)
    return {path: file for path, file in library._files.items() if file is not None}


@cache
def _failing() -> frozenset[str]:
    """The examples that fail anyway, which is for another test to say."""
    return frozenset(Judge().failing())


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(read_case(FOLDER / f"{name}.game") for name in JUDGES)


@cache
def _counts() -> tuple[perft_cases.Case, ...]:
    return tuple(perft_cases.read_case(path) for path in sorted(perft_cases.FOLDER.glob("*.perft")))


def judged(mutant: Mutant) -> str | None:
    """Return what notices a mutant, None if nothing does."""
    return Judge(mutant).verdict()


def accepted() -> dict[str, str]:
    """Return the survivors that are no worry, with the reason."""
    found = {}
    for row in SURVIVORS.read_text("utf-8").splitlines():
        if row and not row.startswith("#"):
            id, _, reason = row.partition(" -- ")
            found[id.strip()] = reason.strip()
    return found


def sample(number: int) -> list[Mutant]:
    """Return so many mutants, always the same while the rules stay as they are."""
    found = mutants()
    return sorted(random.Random(1).sample(found, min(number, len(found))), key=lambda m: m.id)


# --- the command ---------------------------------------------------------------------------------


def main() -> int:
    """Judge mutants and print what became of them."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--sample", type=int, metavar="N", help="judge only so many")
    options.add_argument("--list", action="store_true", help="list the mutants, judge none")
    options.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work")
    options.add_argument("--file", metavar="NAME", help="only the mutants of one file")
    options.add_argument("--verbose", action="store_true", help="say what noticed each")
    given = options.parse_args()
    chosen = mutants() if given.sample is None else sample(given.sample)
    if given.file:
        chosen = [mutant for mutant in chosen if mutant.file == given.file]
    if given.list:
        for mutant in chosen:
            print(f"{mutant.line:4}  {mutant.id}")
        print(f"{len(chosen)} mutants")
        return 0
    if (fault := Judge().verdict()) is not None:
        print(f"the rules as they stand do not pass: {fault}")
        return 2
    return report(chosen, given.jobs, given.verbose)


def report(chosen: list[Mutant], jobs: int, verbose: bool) -> int:
    """Judge mutants, print the figures, and return 1 if one goes unnoticed that should not."""
    reasons = accepted()
    noticed, listed, missed = Counter[str](), 0, 0
    with ProcessPoolExecutor(jobs) as pool:
        for mutant, found in zip(chosen, pool.map(judged, chosen), strict=True):
            if found is not None:
                noticed[found.split()[0]] += 1
                if verbose or found.startswith("crash"):
                    print(f"noticed by {found}: {mutant.line} {mutant.id}", flush=True)
            elif mutant.id in reasons:
                listed += 1
            else:
                missed += 1
                print(
                    f"SURVIVED rulesets/core/{mutant.file}:{mutant.line}  {mutant.id}", flush=True
                )
    total = noticed.total()
    print(f"{len(chosen)} mutants: {total} noticed ({100 * total / len(chosen):.1f} %),", end=" ")
    print(f"{listed} listed as no worry, {missed} survived")
    print("noticed by " + ", ".join(f"{word} {count}" for word, count in noticed.most_common()))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
