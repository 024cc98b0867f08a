"""The same rules over columns: a million hands at a time.

>>> import chouma.batch
>>> chouma.batch.compiled() in (True, False)
True
"""

from .arrays import STATES, Columns, compiled, score_arrays, score_given
from .hands import Given, from_hands, given
from .price import LIMITS

__all__ = ["LIMITS", "STATES", "Columns", "Given", "compiled", "from_hands", "given", "score_arrays", "score_given"]
