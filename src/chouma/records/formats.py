"""The formats: one table. What a stream holds is told by its first characters, never by its name."""

from __future__ import annotations

import codecs
import itertools
import json
import os
import re
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

#: how a record is written
XML, JSON, MJAI = "xml", "json", "mjai"


class Text(NamedTuple):
    """One record, cut out of a stream and not read yet: it can be handed to another process.

    Attributes
    ----------
    name : str
        What to call its game.
    kind : str
        `XML`, `JSON` or `MJAI`, whose games are many lines.
    data : bytes
    """

    name: str
    kind: str
    data: bytes

    def read(self) -> Game | Unread:
        """The game; a broken one costs itself alone."""
        try:
            return _READERS[self.kind](self.data)._replace(id=self.name)
        except ChoumaError as wrong:
            return Unread(self.name, wrong.parts[0])


def games(paths: Iterable[str | os.PathLike[str]], stdin: IO[bytes] | None = None) -> Iterator[Game | Unread]:
    """The games of some paths, one after another; what can't be read is told in its place.

    Parameters
    ----------
    paths : iterable of str or path
        Files, folders, archives; ``-`` for standard input.
    stdin : binary stream, optional
    """
    for one in texts(documents(paths, stdin)):
        yield one if isinstance(one, Unread) else one.read()


def texts(found: Iterable[Document | Unread]) -> Iterator[Text | Unread]:
    """The records of some streams, one after another, as text.

    Parameters
    ----------
    found : iterable of Document or Unread
        What `chouma.records.sources.documents` yields.
    """
    for one in found:
        if isinstance(one, Unread):
            yield one
        else:
            yield from _texts_of(one)


def _texts_of(document: Document) -> Iterator[Text | Unread]:
    found, share = _cut(document), document.share
    # one game is called by its file, several by their number too
    first = next(found, None)
    if first is None:
        if share.first:
            yield Unread(document.name, worded("there is no record in it"))
        return
    second = next(found, None)
    if second is None:
        if share.first:
            yield first._replace(name=document.name)
        return
    for i, one in enumerate(itertools.chain((first, second), found)):
        if share.has(i):
            yield one._replace(name=f"{document.name}#{i + 1}")


def _cut(document: Document) -> Iterator[Text | Unread]:
    """The records of one stream; a fault in the stream itself ends it."""
    try:
        head = document.stream.peek(64)[:64]  # type: ignore[attr-defined]
        if not head:
            return
        text = head.removeprefix(codecs.BOM_UTF8).lstrip()
        if text.startswith(b"<"):
            for piece in pieces(document.stream, b"</mjloggm>"):
                yield Text("", XML, piece)
        elif text[:1] in (b"{", b"["):
            yield from _cut_json(whole_or_lines(document.stream))
        else:
            shown = text.decode("utf-8", "replace")
            raise RecordError(worded("no record of a known format: it begins with {text}", text=repr(shorten(shown, 20))))
    except RecordError as wrong:
        yield Unread(document.name, wrong.parts[0])
    except (OSError, EOFError) as wrong:
        yield Unread(document.name, str(wrong) or type(wrong).__name__)


def _cut_json(found: Iterable[bytes]) -> Iterator[Text | Unread]:
    """The records of JSON texts: each is one, a list of them, or an event of a game of many lines.

    A text that can be no event isn't decoded here: that is the work of whoever reads it.
    """
    events = mjai.Gathered()
    for text in found:
        text = text.removeprefix(codecs.BOM_UTF8).strip()
        if not (events or text.startswith(b"[") or _may_be_event(text)):
            yield Text("", JSON, text)
            continue
        try:
            values = _values(decoded(text))
        except RecordError as wrong:
            if events:  # it costs the hand in which it stands
                events.add(mjai.Broken(wrong.parts[0]), text.replace(b"\n", b" "))
            else:
                yield Unread("", wrong.parts[0])
            continue
        for value in values:
            line = text if len(values) == 1 and b"\n" not in text else json.dumps(value).encode()
            if _format_of(value) is None and (events or mjai.is_event(value)):
                yield from _of_mjai(events.add(value, line))
            else:
                yield from _of_mjai(events.rest())
                yield Text("", JSON, line)
    yield from _of_mjai(events.rest())


#: a type before any object in it: no other format begins so
_may_be_event = re.compile(rb'\s*\{[^{}]*"type"').match


def _of_mjai(lines: bytes) -> Iterator[Text]:
    if lines:
        yield Text("", MJAI, lines)


def _values(value: Any) -> list[Any]:
    """What a JSON value holds: itself, or all that stands in a list of records or of events."""
    first = value[0] if isinstance(value, list) and value else None
    listed = isinstance(first, dict) and (mjai.is_event(first) or _format_of(first) is not None) and _format_of(value) is None
    return value if listed else [value]


def _format_of(value: Any) -> Format | None:
    return next((one for one in JSON_FORMATS if one.is_one(value)), None)


def _of_xml(text: bytes) -> Game:
    return mjlog.read(text.decode("utf-8", "replace"))


def _of_json(text: bytes) -> Game:
    value = decoded(text)
    format = _format_of(value)
    if format is None:
        names = ", ".join((*(one.title for one in JSON_FORMATS), "mjai"))
        raise RecordError(worded("the JSON is no record of a known format: {formats}", formats=names))
    return format.read(value, "")


_READERS: dict[str, Callable[[bytes], Game]] = {XML: _of_xml, JSON: _of_json, MJAI: mjai.read_lines}
