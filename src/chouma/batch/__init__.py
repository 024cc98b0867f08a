"""The same rules over columns: a million hands at a time.

>>> import chouma.batch
>>> chouma.batch.compiled() in (True, False)
True
"""

from typing import TYPE_CHECKING, Any

try:
    import numpy as _  # noqa: F401
except ImportError:
    raise ImportError("chouma.batch works on NumPy, which isn't installed: pip install 'chouma[batch]'") from None

from .arrays import STATES, Columns, compiled, score_arrays, score_given
from .hands import Given, from_hands, given
from .price import LIMITS

if TYPE_CHECKING:
    from .tables import score_batches, score_table, table_schema

__all__ = [
    "LIMITS",
    "STATES",
    "Columns",
    "Given",
    "compiled",
    "from_hands",
    "given",
    "score_arrays",
    "score_batches",
    "score_given",
    "score_table",
    "table_schema",
]


def __getattr__(name: str) -> Any:
    if name not in ("score_batches", "score_table", "table_schema"):  # these need PyArrow, which takes its time to load
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import tables

    return getattr(tables, name)
