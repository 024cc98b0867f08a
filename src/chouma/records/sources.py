"""Where records come from: files, folders, archives and standard input. Everything is read in the memory, and nothing is written.

What comes out of an archive has a name to call it by, and no place: a member called ``../x`` is read like any other.
"""

from __future__ import annotations

import codecs
import io
import itertools
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

from ..errors import show, worded
from .model import RecordError

#: of one game in any format, unpacked; Tenhou's longest are 200 kB
MOST_GAME = 8 << 20
#: how many files one archive or folder may hold
MOST_MEMBERS = 1_000_000
MOST_DEPTH = 3

_CHUNK = 1 << 16
_GZIP, _ZIP, _TAR_AT = b"\x1f\x8b", b"PK\x03\x04", 257
_STDIN = "-"


class Share(NamedTuple):
    """One part of what a file holds, so that several readers can share it: of an archive every so many files, else blocks of records.

    Attributes
    ----------
    at, of : int
        Which part, from 0, and of how many.
    """

    at: int = 0
    of: int = 1

    @property
    def first(self) -> bool:
        """Whether it tells what is to be told once: that the whole can't be read."""
        return self.at == 0

    def has(self, index: int) -> bool:
        """Whether a record of a stream belongs to it."""
        return index // _BLOCK % self.of == self.at


_BLOCK = 16
WHOLE = Share()


class Document(NamedTuple):
    """A stream of records.

    Attributes
    ----------
    name : str
        What to call it.
    stream : binary stream
        Unpacked.
    share : Share
        Which of its records are wanted.
    """

    name: str
    stream: IO[bytes]
    share: Share = WHOLE


class Unread(NamedTuple):
    """A part that can't be read, and why."""

    name: str
    why: str


class Gunzip(io.RawIOBase):
    """Gzip unpacked while it is read, so that a small file that unpacks to a huge one costs no more than what is asked of it."""

    def __init__(self, packed: IO[bytes]):
        self._packed, self._gzip, self._left = packed, zlib.decompressobj(wbits=31), b""

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: object) -> int:
        """Some bytes, as `io.RawIOBase` has it."""
        room = memoryview(buffer)  # type: ignore[arg-type]
        while True:
            if self._gzip.eof:
                self._left = self._gzip.unused_data or self._packed.read(_CHUNK)
                if not self._left.startswith(_GZIP):
                    return 0
                self._gzip = zlib.decompressobj(wbits=31)
            if not self._left and not (packed := self._packed.read(_CHUNK)):
                raise RecordError(worded("the gzip file ends too early"))
            try:
                found = self._gzip.decompress(self._left or packed, len(room))
            except zlib.error as wrong:
                raise RecordError(worded("no gzip: {why}", why=show(str(wrong)))) from None
            self._left = self._gzip.unconsumed_tail
            if found:
                room[: len(found)] = found
                return len(found)


def documents(paths: Iterable[str | os.PathLike[str]], stdin: IO[bytes] | None = None) -> Iterator[Document | Unread]:
    """All that some paths hold, one after another.

    Parameters
    ----------
    paths : iterable of str or path
        Files, folders, zip and tar archives, ``-`` for standard input.
    stdin : binary stream, optional
    """
    for path in paths:
        if path == _STDIN and stdin is not None:
            yield from unpacked(_STDIN, stdin)
            continue
        for file in files(os.fspath(path)):
            yield from shared(file)


def files(path: str) -> Iterator[str]:
    """The files of a folder and of those in it, in order, links to folders not followed; any other path is itself."""
    if not os.path.isdir(path):
        yield path
        return
    for at, folders, found in os.walk(path):
        folders.sort()
        for file in sorted(found):
            if not file.startswith("."):
                yield os.path.join(at, file)


def shared(path: str, share: Share = WHOLE, name: str | None = None) -> Iterator[Document | Unread]:
    """What a file holds, or a share of it, by another name if one is given."""
    name = path if name is None else name
    try:
        with open(path, "rb") as stream:
            yield from unpacked(name, stream, share)
    except OSError as wrong:
        if share.first:
            yield Unread(name, wrong.strerror or str(wrong))


def unpacked(name: str, stream: IO[bytes], share: Share = WHOLE) -> Iterator[Document | Unread]:
    """What a stream holds, or a share of it; that the whole can't be read is told by the first share alone."""
    for one in _opened(name, stream, 0, share):
        if share.first or isinstance(one, Document) or one.name != name:
            yield one


def _opened(name: str, stream: IO[bytes], depth: int, share: Share = WHOLE) -> Iterator[Document | Unread]:
    """What a stream holds, by its first bytes."""
    if depth > MOST_DEPTH:
        yield Unread(name, worded("archives in archives: at most {n} deep", n=MOST_DEPTH))
        return
    buffered = io.BufferedReader(stream, _CHUNK) if isinstance(stream, io.RawIOBase) else stream
    if not hasattr(buffered, "peek"):
        buffered = io.BufferedReader(_Plain(stream), _CHUNK)
    try:
        head = buffered.peek(512)[:512]  # type: ignore[union-attr]
        if head.startswith(_GZIP):
            yield from _opened(name, Gunzip(buffered), depth + 1, share)  # type: ignore[arg-type]
        elif head.startswith(_ZIP):
            yield from _zipped(name, buffered, depth, share)
        elif head[_TAR_AT : _TAR_AT + 5] == b"ustar":
            yield from _tarred(name, buffered, depth, share)
        else:
            yield Document(name, buffered, share)
    except (RecordError, OSError, EOFError) as wrong:
        yield Unread(name, wrong.parts[0] if isinstance(wrong, RecordError) else _why(wrong))


class _Plain(io.RawIOBase):
    """A stream that has no more than ``read``."""

    def __init__(self, stream: IO[bytes]):
        self._stream = stream

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: object) -> int:
        """Some bytes, as `io.RawIOBase` has it."""
        room = memoryview(buffer)  # type: ignore[arg-type]
        found = self._stream.read(len(room))
        room[: len(found)] = found
        return len(found)


def _zipped(name: str, stream: IO[bytes], depth: int, share: Share) -> Iterator[Document | Unread]:
    seekable = stream if stream.seekable() else _held(stream)
    try:
        with zipfile.ZipFile(seekable) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            if len(members) > MOST_MEMBERS:
                raise RecordError(worded("an archive of {n} files: at most {most}", n=len(members), most=MOST_MEMBERS))
            for one in members[share.at :: share.of]:
                inside = f"{name}:{one.filename}"
                try:
                    with archive.open(one) as member:
                        yield from _opened(inside, member, depth + 1)
                except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as wrong:
                    yield Unread(inside, _why(wrong))
    except (zipfile.BadZipFile, ValueError, OverflowError) as wrong:
        yield Unread(name, worded("no zip archive: {why}", why=_why(wrong)))


def _tarred(name: str, stream: IO[bytes], depth: int, share: Share) -> Iterator[Document | Unread]:
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for one in itertools.islice(archive, share.at, None, share.of):
                if one.isfile() and (member := archive.extractfile(one)) is not None:
                    yield from _opened(f"{name}:{one.name}", member, depth + 1)
    except (tarfile.TarError, ValueError, EOFError) as wrong:
        yield Unread(name, worded("no tar archive: {why}", why=_why(wrong)))


_MOST_HELD = 256 << 20


def _held(stream: IO[bytes]) -> IO[bytes]:
    """A zip that is piped: its list of files stands at its end, so that the whole of it is held."""
    found = stream.read(_MOST_HELD + 1)
    if len(found) > _MOST_HELD:
        raise RecordError(worded("a zip archive of more than {n} bytes can't be piped: give it as a file", n=_MOST_HELD))
    return io.BytesIO(found)


def _why(wrong: Exception) -> str:
    return show(str(wrong) or type(wrong).__name__)


def pieces(stream: IO[bytes], end: bytes) -> Iterator[bytes]:
    """Parts of a stream up to and with an ending; what follows the last is a part too, if it is more than white space.

    Raises
    ------
    RecordError
        If a part is longer than `MOST_GAME`.
    """
    held = b""
    while chunk := stream.read(_CHUNK):
        # the ending may lie across two chunks
        start = max(0, len(held) - len(end))
        held += chunk
        while (at := held.find(end, start)) >= 0:
            yield held[: at + len(end)]
            held, start = held[at + len(end) :], 0
        if len(held) > MOST_GAME:
            raise _too_long()
    if held.strip():
        yield held


def _too_long() -> RecordError:
    return RecordError(worded("one game is longer than {n} bytes", n=MOST_GAME))


def whole_or_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """JSON texts: the lines of a stream, or all of it, where its first line isn't whole by itself.

    Raises
    ------
    RecordError
        If a text is longer than `MOST_GAME`.
    """
    first = stream.readline(MOST_GAME + 1)
    if len(first) > MOST_GAME:
        raise _too_long()
    if not _looks_whole(first):
        rest = stream.read(MOST_GAME + 1 - len(first))
        if len(first) + len(rest) > MOST_GAME:
            raise _too_long()
        yield first + rest
        return
    yield first
    while line := stream.readline(MOST_GAME + 1):
        if len(line) > MOST_GAME:
            raise _too_long()
        if line.strip():
            yield line


def _looks_whole(line: bytes) -> bool:
    text = line.removeprefix(codecs.BOM_UTF8).strip()
    return text[:1] + text[-1:] in (b"{}", b"[]") and text.count(b"{") == text.count(b"}") and text.count(b"[") == text.count(b"]")
