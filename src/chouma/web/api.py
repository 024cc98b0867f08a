"""The API as an application of its own: the table of routes, answered by the library's own forms.

Requests are read by `chouma.wire` and its like, which tell every problem at once: the forms are written once.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as Address

from ..errors import nearest, shorten, unknown_key, worded
from ..forms import refused
from ..wire import MOST_BYTES, Flaw, Refusal, decode, too_long
from . import records, upload
from .encoding import content_type, encoded
from .guard import Receive, Scope, Send
from .openapi import document
from .problems import SCHEMA, Refused, status_of
from .routes import ROUTES, Route
from .speech import language

JSON = "application/json"
#: how long a body may take to come, and an answer to be found, in seconds
BODY_SECONDS, UPLOAD_SECONDS, ANSWER_SECONDS = 20, 300, 20
#: threads that look for answers; more would only wait for each other, and each keeps memory of its own
THREADS = 4

_log = logging.getLogger("chouma.web")

Endpoint = Callable[[Request], Awaitable[Response]]


class Answers(Protocol):
    """What is answered to files that were sent."""

    @property
    def type(self) -> str:
        """Of the answers, such as ``text/csv``."""

    @property
    def filename(self) -> str:
        """What to save them as; empty for no file."""

    def answers(self) -> Iterator[bytes]:
        """The answers, a part at a time."""


class Taken(NamedTuple):
    """An address that takes files.

    Attributes
    ----------
    read : callable
        The body, its content type and what is asked for -> the answers.
    types : collection of str
        Content types that are taken.
    words : tuple of str
        What may be asked for.
    command : str
        What does the same without bounds.
    """

    read: Callable[[io.BytesIO, str, Mapping[str, str]], Answers]
    types: Collection[str]
    words: tuple[str, ...]
    command: str


#: addresses that take files, of hands or of game records
TAKEN = {
    "/batch": Taken(upload.Upload, tuple(upload.TYPES), ("rules", "columns", "format"), "chouma batch"),
    "/audit": Taken(records.Audit, records.TYPES, records.AUDIT_WORDS, "chouma audit"),
    "/stats": Taken(records.Stats, records.TYPES, records.STATS_WORDS, "chouma stats"),
}


class Api:
    """The API, as an ASGI application below a path.

    An address that is asked as it should be is answered at once; all else, words in the path and what is refused, goes through Starlette.

    Parameters
    ----------
    path : str
    """

    def __init__(self, path: str = "/api"):
        threads = CapacityLimiter(THREADS)
        endpoints = {(route.method, route.path): _endpoint(route, threads) for route in ROUTES}
        places, workers = asyncio.Semaphore(upload.MOST_AT_ONCE), CapacityLimiter(upload.MOST_AT_ONCE)
        endpoints |= {("POST", path): _files(taken, places, workers) for path, taken in TAKEN.items()}
        endpoints["GET", "/openapi.json"] = _openapi
        self._at_once = {(method, path + rest): endpoint for (method, rest), endpoint in endpoints.items() if "{" not in rest}
        self._others = _starlette(path, endpoints)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._at_once.get((scope["method"], scope["path"]))
        if endpoint is None:
            await self._others(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await endpoint(request)
        except Refused as refusal:
            response = await _refused(request, refusal)
        except Exception as error:
            response = await _fault(request, error)
        await response(scope, receive, send)


def _starlette(path: str, endpoints: Mapping[tuple[str, str], Endpoint]) -> Starlette:
    addresses = [Address(path + rest, endpoint, methods=[method]) for (method, rest), endpoint in endpoints.items()]
    api = Starlette(routes=addresses, exception_handlers={Refused: _refused, HTTPException: _no_such, Exception: _fault})  # type: ignore[dict-item]
    api.router.redirect_slashes = False
    return api


# ------------------------------------------------------------------------------------------------- answering


def _answered(answer: Mapping[str, Any], lang: str, headers: Mapping[str, str] | None = None) -> Response:
    head = {"cache-control": "no-store", "content-language": lang, "vary": "accept-language", **(headers or {})}
    return Response(encoded(answer), status_of(answer), head, JSON)


def _endpoint(route: Route, threads: CapacityLimiter) -> Endpoint:
    async def get(request: Request) -> Response:
        query = _check_query(request, ("lang",))
        lang = _language(query.get("lang"), request)
        found = partial(route.answer, lang, **request.path_params)
        return _answered(found() if route.quick else await _in_time(found, threads), lang)

    async def post(request: Request) -> Response:
        query = _check_query(request, ("lang",))
        value = decode(await _body(request))
        if isinstance(value, Refusal):
            raise Refused(value.flaws)
        asked = query.get("lang")
        if isinstance(value, dict) and "lang" in value:
            _language(asked, request)  # refused if it is none, even where the body says better
            asked = value.pop("lang")
            asked = "" if asked is None else asked
        lang = _language(asked, request)
        found = partial(route.answer, value, lang)
        return _answered(found() if route.quick else await _in_time(found, threads), lang)

    return get if route.fields is None else post


async def _in_time(answer: Callable[[], Any], threads: CapacityLimiter) -> Any:
    """An answer that takes its time, while others are answered; it is given up if it takes too long."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await run_sync(answer, limiter=threads, abandon_on_cancel=True)
    except TimeoutError:
        raise Refused([Flaw("too_slow", worded("no answer within {n} seconds: ask for less at a time", n=ANSWER_SECONDS))]) from None


def _language(asked: Any, request: Request) -> str:
    flaws: list[Flaw] = []
    lang = language(asked, request.headers.get("accept-language", ""), flaws)
    if flaws:
        raise Refused(flaws)
    return lang


def _check_query(request: Request, known: tuple[str, ...]) -> dict[str, str]:
    """The words of the address after the question mark; an unknown one, or one that is given twice, is refused."""
    if not request.scope["query_string"]:
        return {}
    found, flaws = {}, []
    for name, value in request.query_params.multi_items():
        if name not in known:
            flaws.append(Flaw("unknown_key", unknown_key(name, nearest(name, known), known or ("none",)), shorten(name)))
        elif name in found:
            flaws.append(Flaw("duplicate_key", worded("the key {key} stands twice: give it once", key=repr(name)), name))
        found[name] = value
    if flaws:
        raise Refused(flaws[:20])
    return found


async def _openapi(request: Request) -> Response:
    _check_query(request, ())
    return Response(encoded(document()), media_type=JSON, headers={"cache-control": "no-store"})


# --------------------------------------------------------------------------------------------------- bodies


def _type_of(request: Request) -> str:
    return content_type(request.headers.get("content-type", ""))


async def _body(request: Request) -> bytes:
    if _type_of(request) != JSON:
        given = shorten(_type_of(request)) or "nothing"
        told = worded("the content type is {given}: send {wanted}", given=given, wanted=JSON)
        raise Refused([Flaw("unsupported_type", told, "content-type")])
    return (await _taken(request, MOST_BYTES, BODY_SECONDS, too_long())).getvalue()


async def _taken(request: Request, most: int, seconds: int, too_long: Flaw) -> io.BytesIO:
    """The whole body, if it isn't too long and comes in time."""
    length = request.headers.get("content-length", "")
    closing = {"connection": "close"}
    if length.isdecimal() and int(length[:20]) > most:
        raise Refused([too_long], closing)
    data = io.BytesIO()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                data.write(part)
                if data.tell() > most:
                    raise Refused([too_long], closing)
    except TimeoutError:
        raise Refused([Flaw("too_slow", worded("the body didn't come within {n} seconds", n=seconds))], closing) from None
    except ClientDisconnect:
        raise Refused([Flaw("json", worded("the body broke off"))], closing) from None
    data.seek(0)
    return data


def _files(taken: Taken, places: asyncio.Semaphore, threads: CapacityLimiter) -> Endpoint:
    async def files(request: Request) -> Response:
        query = _check_query(request, taken.words)
        lang = ""
        if "lang" in taken.words:
            lang = query["lang"] = _language(query.get("lang"), request)
        given = _type_of(request)
        if given not in taken.types:
            wanted = worded("one of {names}", names=", ".join(taken.types))
            told = worded("the content type is {given}: send {wanted}", given=shorten(given) or "nothing", wanted=wanted)
            raise Refused([Flaw("unsupported_type", told, "content-type")])
        if places.locked():
            told = worded("{n} files are being scored: send this one again in a moment", n=upload.MOST_AT_ONCE)
            raise Refused([Flaw("busy", told)], {"retry-after": "1", "connection": "close"})
        await places.acquire()
        try:
            told = worded("longer than {most} bytes: send it in parts, or use {command}", most=upload.MOST_UPLOAD, command=taken.command)
            data = await _taken(request, upload.MOST_UPLOAD, UPLOAD_SECONDS, Flaw("too_long", told, "body"))
            found = await run_sync(taken.read, data, request.headers["content-type"], query, limiter=threads)
        except BaseException:
            places.release()
            raise
        return _Freeing(found, places, threads, {"content-language": lang, "vary": "accept-language"} if lang else {})

    return files


class _Freeing(StreamingResponse):
    """Answers that give their place free at the end, however it comes."""

    def __init__(self, found: Answers, places: asyncio.Semaphore, threads: CapacityLimiter, headers: Mapping[str, str]):
        self._places = places
        head = {"cache-control": "no-store", **headers}
        if found.filename:
            head["content-disposition"] = f'attachment; filename="{found.filename}"'
        super().__init__(_parts(found.answers(), threads), 200, head, found.type)

    async def __call__(self, *args: Any) -> None:
        try:
            await super().__call__(*args)
        finally:
            self._places.release()


async def _parts(answers: Iterator[bytes], threads: CapacityLimiter) -> AsyncIterator[bytes]:
    """The parts of a file, each worked out in a thread while others are answered."""
    while part := await run_sync(next, answers, b"", limiter=threads):
        yield part


# -------------------------------------------------------------------------------------------------- refusals


async def _refused(request: Request, refusal: Refused) -> Response:
    return _refusal(refusal.flaws, request, refusal.headers)


async def _no_such(request: Request, error: HTTPException) -> Response:
    if error.status_code == 405:
        told = {"method": shorten(request.method), "known": (error.headers or {}).get("Allow", "")}
        flaw = Flaw("method_not_allowed", worded("this address is asked by {known}, not by {method}", **told))
    else:
        flaw = Flaw("not_found", worded("there is no {path}: /api/openapi.json tells what there is", path=shorten(request.url.path)))
    return _refusal([flaw], request, error.headers)


async def _fault(request: Request, error: Exception) -> Response:
    _log.error("a fault of ours at %s", request.url.path, exc_info=error)
    return _refusal([Flaw("fault", worded("a fault of ours: please report it with the request"))], request)


def _refusal(flaws: Sequence[Flaw], request: Request, headers: Mapping[str, str] | None = None) -> Response:
    lang = language(request.query_params.get("lang"), request.headers.get("accept-language", ""), [])
    return _answered(refused(SCHEMA, flaws, lang), lang, headers)
