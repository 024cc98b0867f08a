"""``chouma serve``: the page and the API."""

from __future__ import annotations

import sys
import webbrowser
from typing import Any

from ..errors import ChoumaError, worded
from . import BAD_INPUT, SCORED, words
from .commands import Parsed
from .score import whole_number
from .streams import tell
from .tongue import tongue

#: where it serves if nothing is said: only this machine can ask there
HOST, PORT = "127.0.0.1", 8000
_MOST_PORT = 65535


def run(parsed: Parsed) -> int:
    """Serve until it is interrupted, or answer one request and end.

    Returns
    -------
    int
        The exit status.
    """
    given = parsed.given
    try:
        from ..web import app, server
    except ImportError as missing:
        raise ChoumaError(words.extra_missing(str(missing.name), "serve", "web")) from None
    if "get" in given:
        return _one(str(given["get"]), app)
    host = str(given.get("host", HOST))
    port = whole_number(given, "port", 0) if "port" in given else PORT
    assert port is not None
    if port > _MOST_PORT:
        raise ChoumaError(words.bad_option("port", str(port), worded("a whole number from 0 to {most}", most=_MOST_PORT)))
    try:
        found = server.opened(host, port)
    except (OSError, UnicodeError) as wrong:
        told = getattr(wrong, "strerror", None) or wrong
        sentence = worded("can't serve at {host}, port {port}: {why}; -p 0 takes a free port", host=host, port=port, why=told)
        raise ChoumaError(sentence) from None
    address, t = server.address_of(found), tongue(given)

    def ready() -> None:
        print(t("serving at {address}", address=address), flush=True)
        tell(t("stop with Ctrl-C"))
        if given.get("open"):
            webbrowser.open(address)

    with found:
        server.serve(found, server.hosts_for(host, given.get("allow", ())), ready)  # type: ignore[arg-type]
    return SCORED


def _one(address: str, app: Any) -> int:
    """Answer one request without a server."""
    if not address.startswith("/"):
        raise ChoumaError(words.bad_option("get", address, worded("an address such as /api/rules/tenhou")))
    answer = app.ask(address)
    sys.stdout.flush()
    sys.stdout.buffer.write(answer.body + b"\n")
    return SCORED if answer.status == 200 else BAD_INPUT
