"""The help of every command, as the command itself says it."""

from __future__ import annotations

import io

from chouma.cli.app import build
from chouma.cli.commands import COMMANDS

from .text import block, page

_WIDTH = 100


def pages() -> dict[str, str]:
    """The one page."""
    parts = []
    for path in ((), *COMMANDS):
        parts += [f"## {' '.join(('chouma', *path))}", block(help_of(path))]
    said = "What `chouma --help` says, and the help of each command. The [wire form](../wire.md) is what `--json` and `--jsonl` speak."
    return {"command": page("# The command", said, *parts)}


def help_of(path: tuple[str, ...]) -> str:
    """The help of a command as plain text."""
    from rich.console import Console

    text = io.StringIO()
    console = Console(file=text, width=_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    build().help_print(list(path), console=console)
    return "\n".join(line.rstrip() for line in text.getvalue().strip().splitlines())
