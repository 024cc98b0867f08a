"""Everything that is served, as one ASGI application; and one request answered without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from .api import Api
from .guard import LOOPBACK, App, Guard, Receive, Scope, Send
from .pages import Page

_API = "/api"


def application(hosts: Collection[str] = LOOPBACK) -> Guard:
    """The API under ``/api``, the page under ``/``.

    Parameters
    ----------
    hosts : collection of str
        Names that a request may be for; see `chouma.web.guard.Guard`.
    """
    api, page = Api(_API), Page()

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        asks_api = scope["path"] == _API or scope["path"].startswith(f"{_API}/")
        await (api if asks_api else page)(scope, receive, send)

    return Guard(both, hosts)


class Answered(NamedTuple):
    """An answer of the application.

    Attributes
    ----------
    status : int
    headers : dict
    body : bytes
    """

    status: int
    headers: dict[str, str]
    body: bytes


def ask(address: str, method: str = "GET", app: App | None = None) -> Answered:
    """Answer one request without a server.

    Parameters
    ----------
    address : str
        A path, and what stands after the question mark: ``/api/rules/tenhou?lang=ja``.
    method : str
    app : ASGI application, optional

    Examples
    --------
    >>> ask("/api/health").body
    b'{"schema":"chouma.health/1","ok":true}'
    """
    path, _, query = address.partition("?")
    scope = {
        **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http"},
        **{"path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "root_path": ""},
        **{"headers": [(b"host", b"localhost")], "client": None, "server": ("localhost", 80)},
    }
    messages: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        messages.append(message)

    asyncio.run((app or application())(scope, receive, send))  # type: ignore[arg-type]
    head = messages[0]
    headers = {name.decode(): value.decode() for name, value in head["headers"]}
    return Answered(head["status"], headers, b"".join(message.get("body", b"") for message in messages[1:]))
