"""Judges that end the process they work in: by its records, or as soon as they come to it."""

from __future__ import annotations

import os
import signal
from typing import Any

from chouma.records.formats import Text
from chouma.records.jobs import Judge, Judged
from chouma.records.sources import Unread


class Fatal(Judge):
    """Ends its process over every record that is called fatal."""

    __slots__ = ()

    def __call__(self, one: Text | Unread) -> Judged:
        if one.name.startswith("fatal"):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(one)


def _end() -> Any:
    os._exit(7)


class Unstartable(Judge):
    """Ends the process that it is handed to."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return _end, ()
