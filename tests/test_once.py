"""Nothing is made twice: a command resolves, elaborates and lowers each ruleset once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest

from wtrules import pipeline
from wtrules.cli import main
from wtrules.meaning.binder import Binder
from wtrules.meaning.elaborate import elaborate
from wtrules.program import from_rules
from wtrules.resolve.model import Rules

FRIDAY = str(Path(__file__).parents[1] / "examples" / "friday.wtr")

COMMANDS = {
    "rulebook": ["rulebook", FRIDAY, "-o", "book.html"],
    "diff": ["diff", FRIDAY, "--rulebooks", "-o", "report.html", "--jobs", "1"],
    "coverage": ["coverage", "--book", "de-abacus-24"],
    "tune": [
        *("tune", FRIDAY, "--goal", "turns 20..40", "--vary", "board.capacity=3..4"),
        *("--games", "16", "--trials", "2", "--jobs", "1"),
    ],
    "validate": ["validate", "--deep", FRIDAY],
}


def content(rules: Rules) -> Hashable:
    """Return what two rulesets have in common that are the same."""
    nodes = ((key, entry.node) for key, entry in rules.entries.items())
    return rules.name, rules.chosen, rules.assumed, hash(tuple(nodes))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counter[Hashable]]:
    """What is made during a test, and how often."""
    found: dict[str, Counter[Hashable]] = {}

    def count(owner: object, name: str, key: Callable[..., Hashable]) -> None:
        make = getattr(owner, name)
        counts = found.setdefault(name.strip("_"), Counter())

        def counted(*args: Any, **about: Any) -> Any:
            counts[key(*args, **about)] += 1
            return make(*args, **about)

        monkeypatch.setattr(owner, name, counted)

    def resolved(library: Any, loaded: Any, variants: Any = (), assume: Any = ()) -> Hashable:
        about = tuple(variants), tuple(assume), library.with_examples
        return loaded.path, loaded.file, about

    def lowered(rules: Rules, meaning: object, players: int) -> Hashable:
        # Probes lower another meaning of the same rules.
        is_own = meaning is rules.computed.get(elaborate, (None,))[0]
        return content(rules), players, 0 if is_own else id(meaning)

    # What another test has made of shipped files is not at hand.
    monkeypatch.setattr("wtrules.resolve.library._SHIPPED", {})
    count(pipeline, "resolve", resolved)
    count(Binder, "learn_names", lambda binder: content(binder.ctx.rules))
    count(from_rules, "program", lowered)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_made_twice(
    command: str,
    made: dict[str, Counter[Hashable]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Each choice of variants is resolved once, and each ruleset elaborated and lowered once."""
    monkeypatch.chdir(tmp_path)
    assert main(COMMANDS[command]) in (0, 1), capsys.readouterr().err

    twice = {
        (what, str(key)[:300]): times
        for what, counts in made.items()
        for key, times in counts.items()
        if times > 1
    }
    assert {} == twice
    assert all(made.values())
