"""`wtrules web`: the page, served from this machine to this machine.

Only requests to this address, from this page and with the token in the path are answered. A call is
answered by a worker process (`lanes.py`); saving is done here.
"""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from wtrules.source import SourceError
from wtrules.texts import LANGUAGES
from wtrules.web.api import CALLS
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.lanes import Lanes
from wtrules.web.limits import MOST_TEXT
from wtrules.web.saving import OpenFile

STATIC = Path(__file__).with_name("static")
ADDRESS = "127.0.0.1"
USUAL_PORT = 8377
_MOST_BODY = 8 * MOST_TEXT  # bytes of a request
_HEADERS = {
    "cache-control": "no-cache",
    "content-security-policy": "frame-ancestors 'self'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def listen(port: int | None) -> socket.socket:
    """Return a socket on this machine alone: on *port*, else the usual one, else any free one.

    Raises OSError if the port that was asked for is taken.
    """
    for wanted in (USUAL_PORT, 0) if port is None else (port,):
        one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((ADDRESS, wanted))
            one.listen(64)
            return one
        except OSError:
            one.close()
            if port is not None or not wanted:
                raise
    raise AssertionError("there is a free port, or an exception")


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(18)


def serve(at: socket.socket, token: str, file: OpenFile | None, ready: Callable[[], None]) -> None:
    """Serve the page until the process is interrupted; *ready* is called once it answers."""
    app = application(at.getsockname()[1], token, file, ready=ready)
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[at])


def application(
    port: int,
    token: str,
    file: OpenFile | None,
    lanes: Lanes | None = None,
    ready: Callable[[], None] = lambda: None,
) -> ASGIApp:
    """Return the server as an application."""
    calls = Lanes() if lanes is None else lanes

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        calls.start()
        ready()
        try:
            yield
        finally:
            await calls.close()

    async def api(request: Request) -> Response:
        return await _answer(request, calls, file)

    inner = [
        Route("/api/{name}", api, methods=["POST"]),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    app = Starlette(routes=[Mount(f"/{token}", routes=inner)], lifespan=running)
    return _Guard(app, port, token)


class _Guard:
    """Lets only this page in: right host, right origin, right token."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app = app
        self.hosts = {f"{ADDRESS}:{port}", f"localhost:{port}"}
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not self._is_welcome(Request(scope)):
            refusal = PlainTextResponse("403: open the address that `wtrules web` printed", 403)
            await refusal(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode())
                    for name, value in _HEADERS.items()
                    if name.encode() not in given
                ]
            await send(message)

        await self.app(scope, receive, with_headers)

    def _is_welcome(self, request: Request) -> bool:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        # Another site can make a browser send requests here, but not with its own host or origin.
        if host not in self.hosts or (origin is not None and origin != f"http://{host}"):
            return False
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        given = request.url.path.split("/")[1]
        return secrets.compare_digest(given.encode(), self.token.encode())


async def _answer(request: Request, calls: Lanes, file: OpenFile | None) -> Response:
    name = request.path_params["name"]
    if not request.headers.get("content-type", "").startswith("application/json"):
        return PlainTextResponse("415: JSON only", 415)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BODY:
            return PlainTextResponse("413: too large", 413)
    try:
        argument = json.loads(body)
    except (ValueError, RecursionError):
        return PlainTextResponse("400: not JSON", 400)
    if name == "save":
        return _saved(argument, file)
    if name not in CALLS:
        return PlainTextResponse("404: there is no such call", 404)
    return StreamingResponse(
        _lines(calls.call(name, argument), name, file), media_type="application/x-ndjson"
    )


async def _lines(
    messages: AsyncIterator[dict[str, Any]], name: str, file: OpenFile | None
) -> AsyncIterator[bytes]:
    """Yield the messages of a call as lines; the catalogue has the file that was opened."""
    async for message in messages:
        value = message.get("value")
        if name == "catalog" and file is not None and isinstance(value, dict):
            with suppress(OSError, SourceError):  # gone, or no text any more: saving will say so
                message = {"value": {**value, **file.opened()}}
        yield json.dumps(message).encode() + b"\n"


def _saved(argument: object, file: OpenFile | None) -> JSONResponse:
    language = argument.get("lang") if isinstance(argument, dict) else None
    lang = language if language in LANGUAGES else LANGUAGES[0]
    try:
        if file is None:
            raise Refused("web.no_open_file")
        return JSONResponse(file.save(Arguments(argument)))
    except Refused as error:
        about = {"code": error.code, "message": error.text(lang), **error.details(lang)}
        return JSONResponse({"error": about})
