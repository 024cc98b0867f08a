"""From a command line that is read to the function that does it."""

from __future__ import annotations

from importlib import import_module

from .commands import Parsed


def start(parsed: Parsed) -> int:
    """Load the module of a command and run it.

    Returns
    -------
    int
        The exit status.
    """
    module, _, function = parsed.command.run.partition(":")
    status: int = getattr(import_module(f"{__package__}.{module}"), function)(parsed)
    return status
