"""A tour of everything that a page needs; it ends with a summary of what was seen.

It runs on a desktop, in a simulated browser and in Pyodide, and must see the same everywhere.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import Any

HOUSE = """ruleset tour {
  title   en "Tour" de "Rundgang"
  extends en-capstone
  override hand.size = 4
}
"""
ENDLESS = """ruleset endless {
  title   en "Endless"
  extends en-capstone
  override rule turn.course { do score 1 for active }
}
"""


def tour(games: int = 100) -> dict[str, Any]:
    """Check, build, play, simulate, compare, explain and print."""
    import wtrules
    from wtrules.editions.report.markdown import markdown
    from wtrules.game.bots import BOTS
    from wtrules.game.explain import explain
    from wtrules.rulebook import html, rulebook
    from wtrules.say.describe import find
    from wtrules.simulate.run import workers_here
    from wtrules.simulate.simulation import planned
    from wtrules.syntax.format import format_file
    from wtrules.syntax.parse import parse
    from wtrules.workers import Cancelled

    seen: dict[str, Any] = {}
    source = wtrules.SourceFile("tour.wtr", HOUSE)
    wrong = wtrules.SourceFile("wrong.wtr", HOUSE.replace("hand.size", "hand.seize"))
    seen["findings"] = [[d.code for d in wtrules.validate(each)[1]] for each in (source, wrong)]
    seen["formatted"] = format_file(parse(source)[0])

    game, base = wtrules.load(source), wtrules.load("en-capstone")
    state = game.start(2, seed=1)
    for name in ("random", "greedy", "mcts"):
        bot = BOTS[name](3)
        for _ in range(4):
            state = state.play(bot.choose(state))
    seen["played"] = str(state)
    seen["explained"] = explain(state, str(state.legal_moves[0])).describe("de")
    seen["refused"] = explain(state, "tower s1 > s2").describe()
    seen["shown"] = [entry.id for entry in find(game.rules, "hand.size")]

    for name in ("friday", source):  # seeds of 64 bits, too
        native = wtrules.load(name).native(2)
        states, lengths = native.finals(seed=2**64 - games, games=10 * games)
        seen.setdefault("finals", []).append([sha256(states).hexdigest(), sum(lengths)])

    endless = wtrules.SourceFile("endless.wtr", ENDLESS)
    try:
        wtrules.load(endless).native(2).start(1)
    except wtrules.EndlessPlay as error:
        seen["endless"] = str(error)

    simulation = planned((game, base), (2,), ("greedy",), games=games)
    counts: list[int] = []
    simulation.run(note=lambda _: counts.append(simulation.records[2].games))
    [summary] = simulation.summaries()
    seen["simulated"] = digest(json.dumps(summary.to_json()))
    seen["chunks"] = counts[-1]
    try:
        planned((game,), (2,), ("random",), games=10**6).run(is_cancelled=lambda: True)
    except Cancelled:
        seen["cancelled"] = True
    seen["workers"] = type(workers_here()).__name__

    steps: list[str] = []
    report = wtrules.diff(source, note=lambda step: steps.append(step.difference.id))
    seen["compared"] = [report.differences[0].grade.value, steps]
    seen["report"] = digest(markdown(report, "de"))
    seen["rulebook"] = digest(html(rulebook(source, language="de")))
    return seen


def digest(text: str) -> str:
    """Return a short text that stands for a long one."""
    return sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    if "browser" in sys.argv:
        from tests.browser.fake import install

        install()
    print(json.dumps(tour()))
