"""Files of hands that are sent: taken whole, within bounds, then scored and answered a block at a time."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import ChoumaError, HandError, RuleError, shorten, worded
from ..wire import Flaw, flaws_of, read_rules
from .encoding import content_type
from .problems import Refused

if TYPE_CHECKING:
    from ..batch.files import Source
    from ..batch.tables import Job

#: the largest file, in bytes, and the most hands in it
MOST_UPLOAD, MOST_ROWS = 64 << 20, 1_000_000
#: how long an answer may take, in seconds
MOST_SECONDS = 120
#: files that are worked on at once
MOST_AT_ONCE = 2

#: the type of a body -> the format of the file
TYPES = {
    "application/x-ndjson": "jsonl",
    "application/jsonl": "jsonl",
    "text/csv": "csv",
    "application/vnd.apache.parquet": "parquet",
}
#: the format of a file -> the type of a body
TYPE_OF = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}


class Upload:
    """A file that came, and what is asked for.

    Parameters
    ----------
    data : binary stream
        The whole file.
    given : str
        Its content type, one of `TYPES`.
    query : mapping
        ``rules``, ``columns`` and ``format``, as far as they were told.

    Raises
    ------
    Refused
        If it can't be answered at all; what is wrong with one row is told in that row.
    """

    def __init__(self, data: io.BytesIO, given: str, query: Mapping[str, str]):
        from ..batch import files, tables  # here: a server without NumPy scores hands one by one

        flaws: list[Flaw] = []
        given = TYPES[content_type(given)]
        self.format = query.get("format", given)
        if self.format not in files.FORMATS:
            allowed = worded("one of {names}", names=", ".join(files.FORMATS))
            told = worded("{field} is {value}: it is {allowed}", field="format", value=repr(shorten(self.format)), allowed=allowed)
            flaws.append(Flaw("bad_value", told, "format"))
        rules = read_rules(query["rules"], flaws, default="general") if "rules" in query else None
        columns = query["columns"].replace(",", " ").split() if "columns" in query else None
        if flaws:
            raise Refused(flaws)
        try:
            self.source: Source = files.source(data, given, tables.MOST_ROWS)
            _check_rows(self.source, data, given)
            self.job: Job = tables.Job(self.source.schema, rules, columns, dictionaries=self.format == files.PARQUET).narrowed()
            self._answers = self._scored()
            self._first = next(self._answers, b"")
        except HandError as wrong:
            raise Refused(flaws_of(wrong)) from None
        except RuleError as wrong:
            raise Refused([Flaw("bad_rules", reason, "rules") for reason in wrong.reasons]) from None
        except ChoumaError as wrong:
            raise Refused([Flaw("unreadable", str(wrong), "body")]) from None

    @property
    def type(self) -> str:
        """The type of the answers."""
        return TYPE_OF[self.format]

    @property
    def filename(self) -> str:
        """What to save the answers as."""
        return f"scores.{self.format}"

    def answers(self) -> Iterator[bytes]:
        """The file of answers, a part at a time; it breaks off where the rest can't be read, or takes too long."""
        ends = time.monotonic() + MOST_SECONDS
        if self._first:
            yield self._first
        for part in self._answers:
            if time.monotonic() > ends:
                raise TimeoutError(f"more than {MOST_SECONDS} seconds")
            yield part

    def _scored(self) -> Iterator[bytes]:
        from ..batch import files

        told = _Parts()
        with files.Sink(told, self.format, self.job.schema) as sink:  # type: ignore[arg-type]
            for block in self.source.blocks(self.job.source):
                for found, _ in self.job.answers(block.batch, block.faulty):
                    sink.write(found)
                    if part := told.taken():
                        yield part
        if part := told.taken():
            yield part


def _check_rows(source: Source, data: io.BytesIO, given: str) -> None:
    """Refuse a file of too many hands before any is scored."""
    n = source.total or 0 if given == "parquet" else data.getvalue().count(b"\n")
    if n > MOST_ROWS + 1:
        told = worded("{n} rows: send {most} at a time, or use chouma batch", n=n, most=MOST_ROWS)
        raise Refused([Flaw("too_many_rows", told, "body")])


class _Parts(io.RawIOBase):
    """What is written, until it is taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._size += len(part)
        return len(part)

    def tell(self) -> int:
        return self._size

    def taken(self) -> bytes:
        """What was written since the last time."""
        found = b"".join(self._parts)
        self._parts.clear()
        return found
