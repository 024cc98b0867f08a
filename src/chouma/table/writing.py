"""How tables are written: aligned text, Markdown and CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..lines import aligned

#: marks of cells that reach a limit
MARKS = "*+#"

Grid = list[tuple[str, ...]]
Writer = Callable[[Grid, int], str]


def plain(grid: Grid, n_left: int) -> str:
    """A grid as aligned text; its first columns stand at the left."""
    return "\n".join(aligned(grid, range(n_left, len(grid[0]))))


def markdown(grid: Grid, n_left: int) -> str:
    """A grid as a table of Markdown."""
    rule = [":--" if c < n_left else "--:" for c in range(len(grid[0]))]
    told = [[escaped(text.strip()) for text in row] for row in grid]
    return "\n".join(f"| {' | '.join(row)} |" for row in (told[0], rule, *told[1:]))


def escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{one}" if one in f"|{MARKS}" else one for one in text)


def as_csv(lines: Sequence[Sequence[Any]]) -> str:
    """Lines as CSV, the first of them the head."""
    import csv
    import io

    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(lines)
    return written.getvalue().removesuffix("\n")


def title(text: str, write: Writer) -> str:
    """What stands above a table."""
    return f"## {text}" if write is markdown else text


def listed(lines: list[str], write: Writer) -> list[str]:
    """What stands below it, line by line."""
    return [f"- {escaped(line)}" for line in lines] if write is markdown else lines
