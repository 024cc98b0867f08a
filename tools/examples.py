"""Writes into pages what their examples give today: ``python tools/examples.py docs/guide/*.md``, after a sentence changed.

It takes the words of an explanation along, never the figures of the text around it: those are counted by hand, and so are the
figures that a change of an example moves. Read the difference before it is kept.
"""

from __future__ import annotations

import doctest
import io
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any


def refreshed(text: str, name: str = "page") -> str:
    """A page with the output of every example as it is today; the examples share their names, as they do in the tests."""
    names: dict[str, Any] = {"__name__": name}
    parts = []
    for part in doctest.DocTestParser().parse(text, name):
        parts.append(part if isinstance(part, str) else _shown(part, names, name))
    return "".join(parts)


def _shown(example: doctest.Example, names: dict[str, Any], name: str) -> str:
    first, *more = example.source.rstrip("\n").split("\n")
    asked = [f">>> {first}", *(f"... {line}".rstrip() for line in more)]
    output = io.StringIO()
    with redirect_stdout(output):
        try:
            exec(compile(example.source, f"<{name}>", "single"), names)
        except Exception as error:
            print(f"Traceback (most recent call last):\n    ...\n{type(error).__module__}.{type(error).__name__}: {error}")
    told = [line or "<BLANKLINE>" for line in output.getvalue().rstrip("\n").split("\n")] if output.getvalue() else []
    return "".join(f"{' ' * example.indent}{line}\n" for line in (*asked, *told))


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(refreshed(path.read_text(encoding="utf8"), path.name), encoding="utf8")
