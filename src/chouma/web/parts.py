"""Several files in one body: multipart/form-data, taken apart where it lies. Nothing goes to a disk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import shorten, worded
from ..wire import Flaw
from .encoding import content_type
from .problems import Refused

MULTIPART = "multipart/form-data"
#: what each file in such a body is sent as
FIELD = "record"
#: files in one body
MOST_FILES = 20_000

_MOST_HEAD = 8192
_BOUNDARY = re.compile(r'boundary=(?:"([^"\\]{1,70})"|([^\s;,"]{1,70}))', re.IGNORECASE)
_NAMED = re.compile(rb'\b(filename|name)="([^"]*)"')
_ESCAPED = {"%22": '"', "%0D": " ", "%0A": " "}


class Part(NamedTuple):
    """A file in a body.

    Attributes
    ----------
    name : str
    data : bytes
    """

    name: str
    data: bytes


class Parts:
    """The files of a body, which is one file or several.

    Parameters
    ----------
    body : bytes
    given : str
        Its content type, with the boundary of the parts.

    Raises
    ------
    Refused
        If it can't be taken apart.
    """

    def __init__(self, body: bytes, given: str):
        self._body = body
        self._places = _places(body, given) if content_type(given) == MULTIPART else [("body", 0, len(body))]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Part]:
        for name, start, end in self._places:
            yield Part(name, self._body[start:end])


def _places(body: bytes, given: str) -> list[tuple[str, int, int]]:
    """Where each file lies.

    Examples
    --------
    >>> body = b'--x\\r\\nContent-Disposition: form-data; name="record"; filename="b.xml"\\r\\n\\r\\n<GO/>\\r\\n--x--\\r\\n'
    >>> [(name, body[start:end]) for name, start, end in _places(body, "multipart/form-data; boundary=x")]
    [('b.xml', b'<GO/>')]
    """
    named = _BOUNDARY.search(given)
    if named is None:
        raise _broken(worded("the content type names no boundary"))
    mark = b"--" + (named[1] or named[2]).encode("latin-1", "replace")
    at = 0 if body.startswith(mark) else body.find(b"\r\n" + mark) + 2
    if at == 1:
        raise _broken(worded("the boundary of the content type isn't in the body"))
    found: list[tuple[str, int, int]] = []
    while True:
        at += len(mark)
        if body.startswith(b"--", at):
            if not found:
                raise _broken(worded("there is no file in it"))
            return found
        head = body.find(b"\r\n\r\n", at, at + _MOST_HEAD)
        end = body.find(b"\r\n" + mark, head + 2)
        if head < 0 or end < 0:
            raise _broken(worded("part {n} breaks off", n=len(found) + 1))
        if len(found) == MOST_FILES:
            told = worded("more than {most} files: send some at a time, or as an archive", most=MOST_FILES)
            raise Refused([Flaw("too_many_rows", told, "body")])
        found.append((_name(body[at:head], len(found) + 1), head + 4, max(end, head + 4)))
        at = end + 2


def _name(head: bytes, n: int) -> str:
    told = {key: value.decode("utf-8", "replace") for key, value in reversed(_NAMED.findall(head))}
    if told.get(b"name") != FIELD:
        named = repr(shorten(told.get(b"name", "")))
        raise _broken(worded("part {n} is called {name}: send each file as {field}", n=n, name=named, field=FIELD))
    name = told.get(b"filename") or f"{FIELD} {n}"
    for escaped, plain in _ESCAPED.items():
        name = name.replace(escaped, plain)
    return shorten(name, 200)


def _broken(why: str) -> Refused:
    return Refused([Flaw("unreadable", worded("the body can't be taken apart into files: {why}", why=why), "body")])
