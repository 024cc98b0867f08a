"""What stands before every request: whose host it names, from which site it comes, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from ..errors import shorten, worded
from ..wire import Flaw
from .problems import SCHEMA, STATUS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: the names of this machine that only it can use
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

#: on everything that is served: nothing from elsewhere, no scripts in the text, in no frame; pictures also from what the page was sent
POLICY = "; ".join(
    (
        *("default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "object-src 'none'"),
        *("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """An application behind checks that hold for everything.

    Parameters
    ----------
    app : ASGI application
    hosts : collection of str
        Names that a request may be for, without a port; ``*`` is every address in figures, which no other site can point at this machine.
    """

    def __init__(self, app: App, hosts: Collection[str] = LOOPBACK):
        self.app, self.hosts = app, frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        if scope["type"] != "http":  # nothing begins with the server, or ends with it
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                kept = [one for one in message.get("headers", ()) if one[0] not in HEADERS]
                message["headers"] = [*kept, *_HEADERS]
            await send(message)

        flaw = self._flaw(scope)
        if flaw is None:
            await self.app(scope, receive, guarded)
        else:
            await _refuse(flaw, guarded)

    def _flaw(self, scope: Scope) -> Flaw | None:
        """Why a request isn't let in; None if it is."""
        sent: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name == b"host" and name in sent:
                return Flaw("unknown_host", worded("two hosts in one request: name one"), "host")
            if name in (b"host", b"origin", b"sec-fetch-site"):
                sent[name] = value
        host = sent.get(b"host", b"").decode("latin-1").lower()
        if not self._is_ours(_without_port(host)):
            told = worded("this server has another name than {name}: ask it by its own", name=repr(shorten(host)))
            return Flaw("unknown_host", told, "host")
        if scope["method"] in _SAFE:
            return None
        site, origin = (sent.get(name, b"").decode("latin-1").lower() for name in (b"sec-fetch-site", b"origin"))
        if site not in ("", "same-origin", "none") or (origin and origin.partition("://")[2] != host):
            return Flaw("cross_site", worded("the request comes from a page of another site: only our own may send one"), "origin")
        return None

    def _is_ours(self, name: str) -> bool:
        return name in self.hosts or ("*" in self.hosts and _is_address(name))


def _without_port(host: str) -> str:
    """A host's name; an address of the sixth version keeps its brackets.

    Examples
    --------
    >>> _without_port("127.0.0.1:8000"), _without_port("[::1]:80"), _without_port("localhost")
    ('127.0.0.1', '[::1]', 'localhost')
    """
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and not name.endswith(":") else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _refuse(flaw: Flaw, send: Send) -> None:
    body = json.dumps({"schema": SCHEMA, "ok": False, "problems": [flaw.to_dict()]}).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS[flaw.id], "headers": headers})
    await send({"type": "http.response.body", "body": body})
