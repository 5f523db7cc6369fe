"""The board as something to play with: `web/src/board/board.ts` in a browser.

Skipped where there is no browser, or where nobody ran `npm ci` in web/.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wtrules.board.boardtext import parse_board
from wtrules.board.keys import Keys
from wtrules.board.pieces import Board
from wtrules.board.svg import svg

WEB = Path(__file__).parents[2] / "web"
BEFORE = "K/Rbb/Ny/./RNb/y/././././././././././."
AFTER = "K/./Ny/./RNb/yRbb/././././././././././."
PAGE = "<style>body { margin: 0 } svg { width: 100%; height: auto }</style><div id=board></div>"
SIZES = {"desktop": {"width": 900, "height": 900}, "phone": {"width": 390, "height": 700}}


def read(text: str) -> Board:
    board = parse_board(text, "by", 16 if text.count("/") == 15 else None)
    assert isinstance(board, Board), board
    return board


def pictures(*boards: str, lang: str = "en") -> list[str]:
    """Return pictures of boards that follow from each other."""
    keys = Keys.of(read(boards[0]))
    found = []
    for text in boards:
        keys = keys.after(read(text))
        found.append(svg(read(text), ground_shields=(0, 4), letters="by", keys=keys, lang=lang))
    return found


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The board's code as one script."""
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("run `npm ci` in web/ to test the board")
    out = tmp_path_factory.mktemp("board") / "board.js"
    options = ["--bundle", "--format=iife", "--global-name=wt", "--log-level=error"]
    subprocess.run([esbuild, WEB / "src/board/board.ts", *options, f"--outfile={out}"], check=True)
    return out.read_text("utf-8")


@pytest.fixture
def board(browser: Any, script: str) -> Iterator[Callable[..., Any]]:
    """Opens an empty page with a board that records what is chosen in it."""
    contexts, mistakes = [], []

    def opened(drawn: str, offered: tuple[str, ...] = (), size: str = "desktop", **how: Any) -> Any:
        context = browser.new_context(viewport=SIZES[size], **how)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.set_content(PAGE)
        page.add_script_tag(content=script)
        page.evaluate(
            """([drawn, offered]) => {
              window.log = [];
              window.board = new wt.Board(document.querySelector("#board"));
              board.onChoose((key) => log.push(["chosen", key]));
              board.onRefused((key) => log.push(["refused", key]));
              board.show({ svg: drawn }, { animate: false });
              board.offer(offered);
            }""",
            [drawn, list(offered)],
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [] == mistakes


def log(page: Any) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("log")
    return found


def key(name: str) -> str:
    return f"[data-key='{name}']"


def middle(page: Any, name: str) -> tuple[float, float]:
    box = page.locator(key(name)).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def focused(page: Any) -> str:
    found: str = page.evaluate("document.activeElement.dataset.key ?? ''")
    return found


def settle(page: Any) -> None:
    """Wait until the page has done all that was waiting, and shown it."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def test_what_is_offered_is_a_button(board: Callable[..., Any]) -> None:
    """Pieces that may be chosen are buttons with names; all others say what they are."""
    page = board(pictures(BEFORE)[0], ("tower:R0", "wizard:b:2"))
    assert 2 == page.get_by_role("button").count()
    assert 1 == page.get_by_role("button", name="raven tower, level 1").count()
    assert 1 == page.get_by_role("button", name="wizard b").count()
    assert 1 == page.get_by_role("img", name="castle", exact=True).count()


def test_names_in_german(board: Callable[..., Any]) -> None:
    """The names are those of the picture."""
    page = board(pictures(BEFORE, lang="de")[0], ("tower:R0",))
    assert 1 == page.get_by_role("button", name="Rabenturm, Etage 1").count()


def test_clicks(board: Callable[..., Any]) -> None:
    """A click on an offered piece chooses it; on another one the page is asked to say why."""
    page = board(pictures(BEFORE)[0], ("tower:R0",))
    page.locator(key("tower:R0")).click(position={"x": 20, "y": 40})
    page.locator(key("wizard:y:0")).click()
    assert [["chosen", "tower:R0"], ["refused", "wizard:y:0"]] == log(page)


def test_taps_beside_a_small_piece(board: Callable[..., Any]) -> None:
    """On a phone, a tap up to 20 pixels beside the middle of a wizard means that wizard."""
    page = board(pictures(BEFORE)[0], ("wizard:y:1",), "phone", has_touch=True)
    x, y = middle(page, "wizard:y:1")
    assert page.locator(key("wizard:y:1")).bounding_box()["width"] < 20
    for dx, dy in ((-18, 0), (18, 0), (0, 18), (0, -18)):
        page.touchscreen.tap(x + dx, y + dy)
    page.touchscreen.tap(x - 60, y + 60)
    assert [["chosen", "wizard:y:1"]] * 4 == log(page)[:4]
    assert ["chosen", "wizard:y:1"] not in log(page)[4:]


def test_a_space_is_meant_by_its_stack(board: Callable[..., Any]) -> None:
    """Where a space is offered, a click on its tower chooses the space."""
    page = board(pictures(BEFORE)[0], ("space:4",))
    page.locator(key("tower:R1")).click(position={"x": 12, "y": 44})
    assert [["chosen", "space:4"]] == log(page)


def test_the_keyboard(board: Callable[..., Any]) -> None:
    """Arrow keys go around the ring and up the stack, Page Down to the next choice; Enter chooses."""
    page = board(pictures(BEFORE)[0], ("tower:N1", "wizard:y:1"))
    # Elsewhere on the page, arrow keys go through the moves of the game.
    page.evaluate(
        "addEventListener('keydown', e => e.key.startsWith('Arrow') && log.push([e.key]))"
    )
    page.keyboard.press("Tab")
    assert "tower:N1" == focused(page)
    for press, where in (
        ("ArrowUp", "wizard:b:2"),
        ("ArrowDown", "tower:N1"),
        ("ArrowDown", "tower:R1"),
        ("ArrowDown", "space:4"),
        ("ArrowRight", "wizard:y:1"),
        ("ArrowRight", "space:6"),
        ("ArrowLeft", "wizard:y:1"),
        ("PageDown", "tower:N1"),
    ):
        page.keyboard.press(press)
        assert where == focused(page), press
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert [["chosen", "tower:N1"], ["refused", "wizard:b:2"]] == log(page)


def test_the_keyboard_stays_where_it_was(board: Callable[..., Any]) -> None:
    """After a move, the same piece is still focused; if it is gone, something that may be chosen."""
    before, after, gone = pictures(BEFORE, AFTER, "K/./Ny/./RNb/y/././././././././././.")
    page = board(before, ("tower:R0",))
    page.keyboard.press("Tab")
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    assert "tower:R0" == focused(page)
    page.evaluate(
        "drawn => (board.offer(['wizard:y:1']), board.show({svg: drawn}, {animate: true}))", gone
    )
    assert "wizard:y:1" == focused(page)


def place(page: Any, name: str) -> tuple[float, float]:
    box = page.locator(key(name)).bounding_box()
    return round(box["x"]), round(box["y"])


def test_moves_are_animated(board: Callable[..., Any]) -> None:
    """A tower starts where it was, goes around the ring with its wizards, and ends in its place."""
    before, after = pictures(BEFORE, AFTER)
    page = board(before)
    start = place(page, "tower:R0")
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    page.evaluate("document.getAnimations().forEach(a => { a.pause(); a.currentTime = 0; })")
    assert start == place(page, "tower:R0")
    moving = page.evaluate(
        "document.getAnimations().map(a => a.effect.target.dataset.key).filter(k => k).sort()"
    )
    assert ["tower:R0", "wizard:b:0", "wizard:b:1"] == moving
    page.evaluate("document.getAnimations().forEach(a => { a.currentTime = 350; })")
    halfway = place(page, "tower:R0")
    assert halfway not in (start, place(page, "space:5"))
    # Another picture may come at any time; pieces go on from where they are.
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", before)
    page.evaluate("document.getAnimations().forEach(a => { a.pause(); a.currentTime = 0; })")
    found = place(page, "tower:R0")
    assert abs(found[0] - halfway[0]) <= 1
    assert abs(found[1] - halfway[1]) <= 1
    page.evaluate("Promise.all(document.getAnimations().map(a => (a.finish(), a.finished)))")
    settle(page)
    assert start == place(page, "tower:R0")
    keys = "[...document.querySelectorAll('svg > [data-kind=space]')].map(s => [...s.querySelectorAll('[data-key]')].map(e => e.dataset.key).join(' '))"
    shown = page.evaluate(keys)
    page.evaluate("drawn => board.show({svg: drawn}, {animate: false})", before)
    assert shown == page.evaluate(keys)


def test_clicks_while_pieces_move(board: Callable[..., Any]) -> None:
    """An animation never blocks the next choice."""
    before, after = pictures(BEFORE, AFTER)
    page = board(before, ("tower:N1",))
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    page.evaluate("document.getAnimations().forEach(a => a.pause())")
    x, y = middle(page, "tower:N1")
    page.mouse.click(x, y + 12)
    assert [["chosen", "tower:N1"]] == log(page)


def test_the_last_move_is_marked(board: Callable[..., Any]) -> None:
    """Where the pieces came from and where they went."""
    before, after = pictures(BEFORE, AFTER)
    page = board(before)
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    assert 1 == page.locator(f"{key('space:1')} > .wt-trace.from").count()
    assert 1 == page.locator(f"{key('space:5')} > .wt-trace.to").count()


def test_a_wizard_goes_home(board: Callable[..., Any]) -> None:
    """A wizard that is no longer on the board walks to the castle and is gone."""
    before, after = pictures(BEFORE, BEFORE.replace("Rbb", "Rb"))
    page = board(before)
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    assert 1 == page.locator("svg > g > g[data-kind=wizard]:not([data-key])").count()
    page.evaluate("Promise.all(document.getAnimations().map(a => (a.finish(), a.finished)))")
    settle(page)
    assert 0 == page.locator("g[data-kind=wizard]:not([data-key])").count()


def test_reduced_motion(board: Callable[..., Any]) -> None:
    """Nothing moves for readers who do not want it."""
    before, after = pictures(BEFORE, AFTER)
    page = board(before, reduced_motion="reduce")
    page.evaluate("drawn => board.show({svg: drawn}, {animate: true})", after)
    assert [] == page.evaluate("document.getAnimations()")


def test_dragging(board: Callable[..., Any]) -> None:
    """In the position editor, a piece is dragged to a space, whatever is on it; then it is no click."""
    page = board(pictures(BEFORE)[0], ("wizard:y:0",))
    page.evaluate("board.onDrop((key, target) => log.push([key, target]))")
    for name, target in (("wizard:y:0", "space:7"), ("tower:R0", "tower:R1")):
        x, y = middle(page, name)
        to_x, to_y = middle(page, target)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        page.mouse.move(to_x, to_y)
        page.mouse.up()
        settle(page)
    assert [["wizard:y:0", "space:7"], ["tower:R0", "space:4"]] == log(page)


def test_night(board: Callable[..., Any]) -> None:
    """The picture follows the page into the dark."""
    meadow = "getComputedStyle(document.querySelector('.wt-meadow')).fill"
    day = board(pictures(BEFORE)[0], color_scheme="light").evaluate(meadow)
    night = board(pictures(BEFORE)[0], color_scheme="dark")
    assert "rgb(198, 217, 160)" == day
    assert day != night.evaluate(meadow)
    night.evaluate("document.documentElement.dataset.theme = 'light'")
    assert day == night.evaluate(meadow)


def test_hostile_pictures(board: Callable[..., Any]) -> None:
    """A picture cannot run anything, whatever it says."""
    page = board(pictures(BEFORE)[0])
    bad = '<svg xmlns="http://www.w3.org/2000/svg" onload="log.push(1)"><script>log.push(2)</script></svg>'
    page.evaluate(f"board.show({{svg: {json.dumps(bad)}}}, {{animate: true}})")
    page.evaluate("board.show({svg: 'no picture'}, {animate: true})")
    settle(page)
    assert [] == log(page)
