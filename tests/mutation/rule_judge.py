"""Play with changed rules: what a test run would notice in a game, in seconds and without a copy."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import evolve

from tests.box import BOX_OF_THIRTY, box
from tests.game import perft_cases
from tests.mutation.mutant import Mutant
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
from wtrules.syntax.parse import parse
from wtrules.validation import validate

# Seconds of computing for one mutant: rules that never come to a decision are noticed, too.
PATIENCE = 60

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
    """The checks of a test run, against rules with one changed file."""

    def __init__(self, mutant: Mutant | None = None) -> None:
        self._files = dict(_shipped_files())
        if mutant is not None:
            path = (resources.rulesets_folder().parent / mutant.file).resolve()
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
