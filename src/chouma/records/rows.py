"""Every hand of every seat as rows of Arrow, for the reader's own analysis; written as Parquet while the games are counted."""

from __future__ import annotations

import contextlib
from typing import Any, BinaryIO

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

from .seats import BONUSES, SeatHand, Worth

_TEXT, _WORD = pa.string(), pa.dictionary(pa.int32(), pa.string())
_NUMBER, _SMALL = pa.int32(), pa.int16()

#: the columns, and what each holds
SCHEMA = pa.schema([
    pa.field(name, kind, metadata={"doc": doc})
    for name, kind, doc in (
        ("record", _TEXT, "the file, and which game of it"),
        ("hand", _NUMBER, "which hand of the game, from 0"),
        ("round", _WORD, "such as E3.1 for the first counter of East 3"),
        ("seat", _SMALL, "0 for who dealt first in the game"),
        ("wind", _WORD, "the seat's wind in this hand; E deals"),
        ("player", _TEXT, "the name that the record has"),
        ("before", _NUMBER, "points at the deal"),
        ("end", _WORD, "how the hand ended: ron, double_ron, triple_ron, tsumo, or a kind of draw"),
        ("result", _WORD, "for this seat: ron, tsumo, deal_in, paid, other, draw"),
        ("giver", _WORD, "whose discard a ron was won on, by the wind"),
        ("han", _SMALL, "of a win, dora among them; null for yakuman"),
        ("fu", _SMALL, "of a win"),
        ("points", _NUMBER, "what the others pay for a win, without counters and deposits"),
        ("limit", _WORD, "of a win; empty for none"),
        ("yaku", pa.list_(_TEXT), "of a win: ids, without dora"),
        ("yakuman", pa.bool_(), "whether these are yakuman"),
        *((name, _SMALL, f"han of a win by {name}") for name in BONUSES.values()),
        ("lost", _NUMBER, "what the wins cost that this seat dealt into, without counters"),
        ("delta", _NUMBER, "what the seat won or lost at the end, the stick of its riichi not among it"),
        ("turn", _SMALL, "of a win: how manieth discard or draw of its player the winning tile was"),
        ("riichi", _SMALL, "the turn in which riichi was declared; 0 for none"),
        ("calls", _SMALL, "chi, pon and open kans"),
        ("kans", _SMALL, "kans of all sorts"),
        ("tenpai", pa.bool_(), "at an exhaustive draw"),
        ("furiten", pa.bool_(), "at an exhaustive draw, by a discard of its own"),
    )
])

_GROUP_ROWS = 1 << 16
_MOST = {_SMALL: (1 << 15) - 1, _NUMBER: (1 << 31) - 1}


class RowWriter:
    """A Parquet file of rows that is written while they come; it is whole once the ``with`` has ended.

    Parameters
    ----------
    stream : binary file
    """

    def __init__(self, stream: BinaryIO):
        self._writer = pyarrow.parquet.ParquetWriter(stream, SCHEMA, compression="zstd")
        self._waiting: list[SeatHand] = []
        self.n = 0

    def add(self, row: SeatHand) -> None:
        """Write a row, now or later."""
        self._waiting.append(row)
        if len(self._waiting) >= _GROUP_ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_batch(batch(self._waiting))
            self.n += len(self._waiting)
            self._waiting.clear()

    def __enter__(self) -> RowWriter:
        return self

    def __exit__(self, kind: object, *fault: object) -> None:
        """Write what waits, and the end of the file."""
        if kind is None:
            self._flush()
            self._writer.close()
        else:
            with contextlib.suppress(Exception):  # what went wrong before is what counts
                self._writer.close()


def batch(rows: list[SeatHand]) -> pa.RecordBatch:
    """Rows as a batch of Arrow, with the columns of `SCHEMA`.

    Parameters
    ----------
    rows : list of SeatHand

    Returns
    -------
    pyarrow.RecordBatch
    """
    columns = zip(*map(_cells, rows), strict=True) if rows else [()] * len(SCHEMA)
    return pa.RecordBatch.from_arrays(
        [pa.array(_fitting(column, field.type), field.type) for field, column in zip(SCHEMA, columns, strict=True)], schema=SCHEMA
    )


_NO_WIN = (None,) * (6 + len(BONUSES))


def _cells(row: SeatHand) -> tuple[Any, ...]:
    return (
        *(_text(row.record), row.hand, row.round, row.seat, row.wind, row.player, row.before, row.end, row.result, row.giver or None),
        *(_NO_WIN if row.worth is None else _worth_cells(row.worth)),
        *(row.lost, row.delta, row.turn, row.riichi, row.calls, row.kans, row.tenpai, row.furiten),
    )


def _text(name: str) -> str:
    """The name of a file, which needn't be UTF-8."""
    return name.encode("utf-8", "backslashreplace").decode()


def _worth_cells(worth: Worth) -> tuple[Any, ...]:
    yaku = None if worth.yaku is None else list(worth.yaku)
    return worth.han, worth.fu, worth.points, worth.limit, yaku, worth.yakuman, *(worth.bonuses or (None,) * len(BONUSES))


def _fitting(column: Any, kind: pa.DataType) -> Any:
    """A column whose numbers fit it: a record may tell of any, and what no game comes to is none."""
    most = _MOST.get(kind)
    return column if most is None else [None if value is None or abs(value) > most else value for value in column]
