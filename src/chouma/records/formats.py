"""The formats: one table. What a stream holds is told by its first characters, never by its name."""

from __future__ import annotations

import codecs
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, NamedTuple

from ..errors import ChoumaError, shorten, worded
from . import kobalab, majsoul, mjai, mjlog, mjlog_write, tenhou6, tenhou6_write
from .checked import decoded
from .model import Game, RecordError
from .sources import Document, Unread, documents, pieces, whole_or_lines


class Format(NamedTuple):
    """A format of which each record is one JSON value.

    Attributes
    ----------
    name : str
    title : str
    is_one : callable
        Whether a value looks like one of its records.
    read : callable
        A value and what to call it -> a game.
    write : callable or None
        A game -> a text, where it can be written.
    """

    name: str
    title: str
    is_one: Callable[[Any], bool]
    read: Callable[[Any, str], Game]
    write: Callable[[Game], str] | None = None


#: formats of JSON, tried in this order; Tenhou's XML is told by its first bracket, mjai by the type of its first event
JSON_FORMATS = (
    Format(tenhou6.FORMAT, "tenhou.net/6 JSON", tenhou6.is_one, tenhou6.read, tenhou6_write.write),
    Format(majsoul.FORMAT, "Mahjong Soul JSON", majsoul.is_one, majsoul.read),
    Format(kobalab.FORMAT, "kobalab JSON", kobalab.is_one, kobalab.read, kobalab.write),
)

#: what a game can be written as
WRITERS: Mapping[str, Callable[[Game], str]] = {
    mjlog.FORMAT: mjlog_write.write,
    **{one.name: one.write for one in JSON_FORMATS if one.write is not None},
    mjai.FORMAT: mjai.write,
}

#: all formats
FORMATS = (mjlog.FORMAT, *(one.name for one in JSON_FORMATS), mjai.FORMAT)


def games(paths: Iterable[str | os.PathLike[str]], stdin: IO[bytes] | None = None) -> Iterator[Game | Unread]:
    """The games of some paths, one after another; what can't be read is told in its place.

    Parameters
    ----------
    paths : iterable of str or path
        Files, folders, archives; ``-`` for standard input.
    stdin : binary stream, optional
    """
    for one in documents(paths, stdin):
        if isinstance(one, Unread):
            yield one
        else:
            yield from _games_of(one)


def _games_of(document: Document) -> Iterator[Game | Unread]:
    found = _read(document)
    # one game is called by its file, several by their number too
    first = next(found, None)
    if first is None:
        yield Unread(document.name, worded("there is no record in it"))
        return
    second = next(found, None)
    if second is None:
        yield _called(first, document.name)
        return
    for i, one in enumerate(itertools.chain((first, second), found), 1):
        yield _called(one, f"{document.name}#{i}")


def _called(one: Game | Unread, name: str) -> Game | Unread:
    return one._replace(id=name) if isinstance(one, Game) else one._replace(name=name)


def _read(document: Document) -> Iterator[Game | Unread]:
    """The games of one stream; a fault in the stream itself ends it."""
    try:
        head = document.stream.peek(64)[:64]  # type: ignore[attr-defined]
        if not head:
            return
        text = head.removeprefix(codecs.BOM_UTF8).lstrip()
        if text.startswith(b"<"):
            for piece in pieces(document.stream, b"</mjloggm>"):
                yield from _one(lambda piece=piece: mjlog.read(piece.decode("utf-8", "replace")))  # type: ignore[misc]
        elif text[:1] in (b"{", b"["):
            yield from _of_json(whole_or_lines(document.stream))
        else:
            shown = text.decode("utf-8", "replace")
            raise RecordError(worded("no record of a known format: it begins with {text}", text=repr(shorten(shown, 20))))
    except RecordError as wrong:
        yield Unread(document.name, wrong.parts[0])
    except (OSError, EOFError) as wrong:
        yield Unread(document.name, str(wrong) or type(wrong).__name__)


def _one(read: Callable[[], Game]) -> Iterator[Game | Unread]:
    """One game; a broken one costs itself alone."""
    try:
        yield read()
    except ChoumaError as wrong:
        yield Unread("", wrong.parts[0])


def _of_json(texts: Iterable[bytes]) -> Iterator[Game | Unread]:
    """The games of JSON texts: each holds one, a list of them, or an event of a game of many lines."""
    events = mjai.Gathered()
    for text in texts:
        try:
            values = _values(decoded(text.removeprefix(codecs.BOM_UTF8)))
        except RecordError as wrong:
            if not events:
                yield Unread("", wrong.parts[0])
                continue
            values = [mjai.Broken(wrong.parts[0])]  # it costs the hand in which it stands
        for value in values:
            format = _format_of(value)
            if format is None and (events or mjai.is_event(value)):
                yield from _gathered(events.add(value, len(text) // len(values)))
                continue
            yield from _gathered(events.rest())
            yield from _one(lambda value=value, format=format: _of_value(value, format))  # type: ignore[misc]
    yield from _gathered(events.rest())


def _values(value: Any) -> list[Any]:
    """What a JSON value holds: itself, or all that stands in a list of records or of events."""
    first = value[0] if isinstance(value, list) and value else None
    listed = isinstance(first, dict) and (mjai.is_event(first) or _format_of(first) is not None) and _format_of(value) is None
    return value if listed else [value]


def _format_of(value: Any) -> Format | None:
    return next((one for one in JSON_FORMATS if one.is_one(value)), None)


def _of_value(value: Any, format: Format | None) -> Game:
    if format is None:
        names = ", ".join((*(one.title for one in JSON_FORMATS), "mjai"))
        raise RecordError(worded("the JSON is no record of a known format: {formats}", formats=names))
    return format.read(value, "")


def _gathered(events: list[Any]) -> Iterator[Game | Unread]:
    if events:
        yield from _one(lambda: mjai.read(events))
