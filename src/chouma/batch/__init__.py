"""The same rules over columns: a million hands at a time.

>>> import chouma.batch
>>> chouma.batch.compiled() in (True, False)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    import numpy as _  # noqa: F401
except ImportError:
    raise ImportError("chouma.batch works on NumPy, which isn't installed: pip install 'chouma[batch]'") from None

from .arrays import STATES, Columns, compiled, score_arrays, score_given
from .hands import Given, from_hands, given
from .price import LIMITS

if TYPE_CHECKING:
    from .classical import ClassicalColumns
    from .classical_hands import ClassicalGiven
    from .tables import score_batches, score_table, table_schema

__all__ = [
    "LIMITS",
    "STATES",
    "ClassicalColumns",
    "ClassicalGiven",
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


# what is loaded when it is asked for: PyArrow takes its time, and riichi hands don't wait for the classical rules
_LATE = {
    **dict.fromkeys(("score_batches", "score_table", "table_schema"), "tables"),
    "ClassicalColumns": "classical",
    "ClassicalGiven": "classical_hands",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
