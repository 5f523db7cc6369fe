"""The game that the page keeps: `web/src/state/game.ts` in Node, with an engine that answers on command.

Skipped where there is no Node, or where nobody ran `npm ci` in web/.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"

# Every call waits until `answer` gives it a view; `calls` remembers its name, the rules and the position it is about.
BEFORE = """
const calls = [], waiting = [];
const engine = { call: (name, { game }) => (calls.push([name, game.project.main, game.position ?? null]), new Promise((done) => waiting.push(done))) };
const view = (to_act, more) => ({ to_act, position: "p", log: [], players: [], event: { words: "moved", rule: null }, ...more });
const answer = async (...given) => { waiting.shift()(view(...given)); for (let i = 0; i < 9; i++) await null; };
const rules = (main) => ({ files: {}, main });
const game = new wt.Game(engine, rules("old"), { players: 2, seed: 1, seats: ["person", SECOND] }, () => {});
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The game's code as one script."""
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    if shutil.which("node") is None or not esbuild.exists():
        pytest.skip("needs Node, and `npm ci` in web/")
    options = ["--bundle", "--format=iife", "--global-name=wt", "--log-level=error"]
    made = subprocess.run(
        [esbuild, WEB / "src/state/game.ts", *options], check=True, capture_output=True
    )
    return made.stdout.decode()


def run(code: str, second: str, steps: str) -> Any:
    """Return what some steps with a game end in; the second seat is a person's or a bot's."""
    before = BEFORE.replace("SECOND", json.dumps(second))
    script = (
        f"{code}{before}(async () => {{ {steps} }})().then((x) => console.log(JSON.stringify(x)))"
    )
    done = subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_a_move_chosen_while_the_rules_change_is_not_lost(code: str) -> None:
    """It is played under the old rules; then its position is looked at under the new ones."""
    found = run(
        code,
        "greedy",
        """
        game.go(game.root, "en"); await answer(0);
        game.play("card t1", "en");
        const changed = game.change(rules("new"), "en");
        await answer(1); await answer(1); await changed;
        return [game.current.move, game.line().length, calls];
        """,
    )
    assert [
        "card t1",
        2,
        [["view", "old", None], ["play", "old", None], ["view", "new", "p"]],
    ] == found


def test_before_the_first_move_the_rules_set_the_game_up_anew(code: str) -> None:
    """Nothing was played that must stay, so that changes of the set-up are visible at once."""
    found = run(
        code,
        "greedy",
        """
        game.go(game.root, "en"); await answer(0);
        const changed = game.change(rules("new"), "en");
        for (let i = 0; i < 9; i++) await null;
        await answer(0); await changed;
        return calls;
        """,
    )
    assert [["view", "old", None], ["view", "new", None]] == found


@pytest.mark.parametrize(("secret", "covered"), [(True, True), (False, False)])
def test_only_secrets_are_covered(code: str, secret: bool, covered: bool) -> None:
    """The device is passed on face down if the next player sees what others must not see."""
    found = run(
        code,
        "person",
        f"""
        game.atScreen = 0;
        game.go(game.root, "en"); await answer(0, {{ secret: true }});
        game.play("card t1", "en"); await answer(1, {{ secret: {json.dumps(secret)} }});
        return [game.isCovered, game.atScreen];
        """,
    )
    assert [covered, 0 if covered else 1] == found
