"""A comparison makes nothing twice."""

from collections import Counter
from pathlib import Path

import pytest

import wtrules
from wtrules.meaning.binder import Binder
from wtrules.resources import examples_folder


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_diff_elaborates_each_ruleset_once(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Both sides in each of eight modes, and one mixture for each of four sets of changes.

    Workers inherit what was made before them.
    """
    log = tmp_path / "elaborated"
    learn_names = Binder.learn_names

    def logged(binder: Binder) -> None:
        rules = binder.ctx.rules
        definitions = [(key, repr(entry.node)) for key, entry in rules.entries.items()]
        with log.open("a") as file:
            file.write(f"{rules.name} {'+'.join(rules.chosen)} {hash(repr(definitions))}\n")
        learn_names(binder)

    monkeypatch.setattr(Binder, "learn_names", logged)
    wtrules.diff(examples_folder() / "friday.wtr", jobs=jobs)

    counted = Counter(log.read_text().splitlines())
    # Two workers may both need a mixture that none of them had before.
    once = [ruleset for ruleset in counted if jobs == 1 or not ruleset.split()[0].endswith("~")]
    assert [] == [ruleset for ruleset in once if counted[ruleset] > 1]
    assert 2 * 8 + 4 <= len(counted)
