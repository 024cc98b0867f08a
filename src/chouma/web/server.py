"""The server itself: its socket, its bounds, and whose requests it takes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable

import uvicorn

from .app import application
from .guard import LOOPBACK

#: connections at once; more are refused with 503
MOST_CONNECTIONS = 512
_IDLE_SECONDS, _END_SECONDS, _BACKLOG = 5, 3, 256
_HOME = ("127.0.0.1", "localhost", "::1")


def opened(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one.

    Raises
    ------
    OSError
        If the port is taken, or there is no such address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=_BACKLOG)


def address_of(found: socket.socket) -> str:
    """What a browser opens to see what a socket serves."""
    host, port = found.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def hosts_for(host: str, named: Iterable[str] = ()) -> tuple[str, ...]:
    """The names that requests may be for: this machine's own alone, unless it serves others.

    Examples
    --------
    >>> hosts_for("127.0.0.1")
    ('localhost', '127.0.0.1', '[::1]')
    >>> hosts_for("127.0.0.1", ["scores.example"])[-1]
    'scores.example'
    """
    if host in _HOME:
        return (*LOOPBACK, *named)
    return (*LOOPBACK, f"[{host}]" if ":" in host else host, socket.gethostname(), *named, "*")


class _Server(uvicorn.Server):
    """A server that tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]):
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(found: socket.socket, hosts: Iterable[str], ready: Callable[[], None] = lambda: None) -> None:
    """Serve until it is interrupted.

    Parameters
    ----------
    found : socket
        It listens already.
    hosts : iterable of str
        See `hosts_for`.
    ready : callable
        Is called when requests are answered.
    """
    config = uvicorn.Config(
        application(tuple(hosts)),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_END_SECONDS,
    )
    _Server(config, ready).run([found])
