"""The formats: one table. What a stream holds is told by its first characters, never by its name."""

from __future__ import annotations

import codecs
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

from ..errors import ChoumaError, shorten, worded
from . import mjlog, tenhou6
from .checked import decoded
from .model import Game, RecordError
from .sources import Document, Unread, documents, pieces, whole_or_lines


class Format(NamedTuple):
    """A format whose records are JSON values.

    Attributes
    ----------
    name : str
    title : str
    is_one : callable
        Whether a value looks like one of its records.
    read : callable
        A value and what to call it -> a game.
    """

    name: str
    title: str
    is_one: Callable[[Any], bool]
    read: Callable[[Any, str], Game]


#: formats of JSON, tried in this order; Tenhou's XML is told by its first bracket
JSON_FORMATS = (Format(tenhou6.FORMAT, "tenhou.net/6 JSON", tenhou6.is_one, tenhou6.read),)

#: all formats
FORMATS = (mjlog.FORMAT, *(one.name for one in JSON_FORMATS))

#: how a record is written
XML, JSON = "xml", "json"


class Text(NamedTuple):
    """One record, cut out of a stream and not read yet: it can be handed to another process.

    Attributes
    ----------
    name : str
        What to call its game.
    kind : str
        `XML` or `JSON`.
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
            for piece in whole_or_lines(document.stream):
                yield Text("", JSON, piece)
        else:
            shown = text.decode("utf-8", "replace")
            raise RecordError(worded("no record of a known format: it begins with {text}", text=repr(shorten(shown, 20))))
    except RecordError as wrong:
        yield Unread(document.name, wrong.parts[0])
    except (OSError, EOFError) as wrong:
        yield Unread(document.name, str(wrong) or type(wrong).__name__)


def _of_xml(text: bytes) -> Game:
    return mjlog.read(text.decode("utf-8", "replace"))


def _of_json(text: bytes) -> Game:
    value = decoded(text.removeprefix(codecs.BOM_UTF8))
    for one in JSON_FORMATS:
        if one.is_one(value):
            return one.read(value, "")
    raise RecordError(worded("the JSON is no record of a known format: {formats}", formats=", ".join(one.title for one in JSON_FORMATS)))


_READERS: dict[str, Callable[[bytes], Game]] = {XML: _of_xml, JSON: _of_json}
