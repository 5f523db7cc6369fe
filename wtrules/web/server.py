"""`wtrules web`: the page, served from this machine to this machine.

The address that `wtrules web` prints has a secret token. It is exchanged for a cookie at once, so that it
stays in no link, no history and no referrer. Only requests to this address, from this page and with the
cookie are answered. A call is answered by a worker process; saving is done here.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from wtrules.lanes import Lane, Message
from wtrules.source import SourceError
from wtrules.texts import LANGUAGES, UserError
from wtrules.texts.errors import failure
from wtrules.web.api import CALLS
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.limits import LONG_CALLS, MOST_TEXT, SECONDS
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

_WORKER = "wtrules.web.worker"
_LATEST_ONLY = frozenset({"check", "complete", "hover"})


class Lanes:
    """One lane for answers that people wait for while typing and playing, one for long work."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        limits = SECONDS if seconds is None else seconds
        grace = dict.fromkeys(LONG_CALLS, 0.0)
        self._quick, self._long = (Lane(_WORKER, limits, _LATEST_ONLY, grace) for _ in range(2))

    def start(self) -> None:
        """Begin to answer calls."""
        self._quick.start()
        self._long.start()

    async def close(self) -> None:
        """Stop the workers."""
        await asyncio.gather(self._quick.close(), self._long.close())

    def call(self, name: str, argument: Any) -> AsyncIterator[Message]:
        """Yield the progress of a call, and its value at the end."""
        return (self._long if name in LONG_CALLS else self._quick).call(name, argument)


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


def serve(
    at: socket.socket,
    token: str,
    file: OpenFile | None,
    ready: Callable[[], None],
    page: str | None = None,
) -> None:
    """Serve the page until the process is interrupted; *ready* is called once it answers.

    *page* is the address that the links lead to which the page makes.
    """
    app = application(at.getsockname()[1], token, file, ready=ready, page=page)
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
    page: str | None = None,
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

    async def engine(_: Request) -> Response:
        return JSONResponse(_engine(file, page))

    routes = [
        Route("/api/{name}", api, methods=["POST"]),
        Route("/engine.json", engine),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    return _Guard(Starlette(routes=routes, lifespan=running), port, token)


def _engine(file: OpenFile | None, page: str | None) -> dict[str, Any]:
    """Return where the page finds its engine, and the file it was opened with."""
    found: dict[str, Any] = {"engine": "server", "api": "api/"}
    if page is not None:
        found["share"] = page
    if file is not None:
        with suppress(OSError, SourceError):  # gone, or no text any more: saving will say so
            found["opened"] = file.opened()
    return found


class _Guard:
    """Lets only this page in: right host, right origin, right token or the cookie it was exchanged for."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app = app
        self.hosts = {f"{ADDRESS}:{port}", f"localhost:{port}"}
        self.token = token
        self.cookie = (
            f"wtrules-{port}"  # cookies do not know ports, and there may be several servers
        )
        self.key = new_token()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if not self._is_from_here(request):
            await self._refuse(scope, receive, send)
            return
        if secrets.compare_digest(request.url.path.strip("/").encode(), self.token.encode()):
            await self._exchange(request)(scope, receive, send)
            return
        given = request.cookies.get(self.cookie, "")
        if not secrets.compare_digest(given.encode(), self.key.encode()):
            await self._refuse(scope, receive, send)
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

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        text = "403: open the address that `wtrules web` printed"
        await PlainTextResponse(text, 403)(scope, receive, send)

    def _exchange(self, request: Request) -> Response:
        """Return a cookie for the token, and the way to the page, whose address has no secret."""
        query = f"?{request.url.query}" if request.url.query else ""
        response = RedirectResponse(f"/{query}", 303, dict(_HEADERS))
        response.set_cookie(self.cookie, self.key, httponly=True, samesite="strict", path="/")
        return response

    def _is_from_here(self, request: Request) -> bool:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        # Another site can make a browser send requests here, but not with its own host or origin.
        if host not in self.hosts or (origin is not None and origin != f"http://{host}"):
            return False
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


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
    return StreamingResponse(_lines(calls.call(name, argument)), media_type="application/x-ndjson")


async def _lines(messages: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    """Yield the messages of a call as lines."""
    async for message in messages:
        yield json.dumps(message).encode() + b"\n"


def _saved(argument: object, file: OpenFile | None) -> JSONResponse:
    language = argument.get("lang") if isinstance(argument, dict) else None
    lang = language if language in LANGUAGES else LANGUAGES[0]
    try:
        if file is None:
            raise Refused("web.no_open_file")
        return JSONResponse(file.save(Arguments(argument)))
    except UserError as error:
        return JSONResponse(failure(error, lang))
