"""`wtrules web FILE` in a browser: the file on the disk, and the secret of the address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import HOUSE, pane, write
from tests.web.test_server import Page

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Page]:
    """A server for a file that extends another one beside it."""
    made = Page(tmp_path)
    yield made
    made.process.kill()
    made.process.communicate()


@SIZES
def test_a_file_is_opened_changed_and_saved(
    browser: Any, server: Page, size: dict[str, int]
) -> None:
    """No other text is shown first, the token is nowhere, and no change on the disk is overwritten unseen."""
    context = browser.new_context(viewport=size, locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url + str(sent.headers.get("referer"))))
    page.goto(server.address)
    pane(page, "Rules")
    page.locator(".cm-line", has_text="ruleset house").wait_for()
    assert not page.locator("dialog").count()
    token = server.secret.strip("/")
    assert token not in page.url
    assert token not in page.evaluate("document.documentElement.outerHTML + document.referrer")
    assert [] == [url for url in asked[1:] if token in url]
    save = page.locator("[data-act=save]")
    assert "is saved as it is here" in save.get_attribute("title")

    write(page, HOUSE.replace("my-first-rule", "house"))
    page.locator("[data-act=save].unsaved").wait_for()
    save.click()
    page.get_by_text("house.wtr is saved.").wait_for()
    assert "board.capacity = 5" in server.file.read_text("utf-8")
    page.locator("[data-act=save]:not(.unsaved)").wait_for()

    other = server.file.read_text("utf-8").replace("= 5", "= 2")
    server.file.write_text(other, "utf-8")
    write(page, HOUSE.replace("my-first-rule", "house").replace("= 5", "= 3"))
    save.click()
    compared = page.get_by_role("dialog").locator(".compared")
    compared.wait_for()
    assert "capacity = 2" in compared.locator(".old").inner_text()
    assert "capacity = 3" in compared.locator(".new").inner_text()
    assert other == server.file.read_text("utf-8")
    page.get_by_role("button", name="Take the text of the file").click()
    page.locator(".cm-line", has_text="board.capacity = 2").wait_for()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    page.locator(".cm-line", has_text="board.capacity = 3").wait_for()

    # What is not saved is there after a reload, and in the next run of the program.
    page.reload()
    pane(page, "Rules")
    page.locator(".cm-line", has_text="board.capacity = 3").wait_for()
    page.locator("[data-act=save].unsaved").wait_for()
    context.close()
