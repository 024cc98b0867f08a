"""The command ``chouma``: a thin face of the library."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

SCORED, NOT_PAID, BAD_INPUT, SOME_FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``chouma``; those of the process if not given.

    Returns
    -------
    int
        The exit status: 0 scored, 1 no win or no yaku, 2 bad usage or input, 3 some lines of many failed, 130 interrupted.
    """
    from .streams import prepare, quiet

    try:
        prepare()
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        quiet()
        return INTERRUPTED
    except BrokenPipeError:  # who read the answers has read enough
        quiet()
        return SCORED
    except Exception as fault:
        if os.environ.get("CHOUMA_TRACEBACK"):
            raise
        quiet()
        return _unexpected(fault)


def _run(argv: list[str]) -> int:
    from ..errors import ChoumaError
    from .commands import quick

    if argv == ["--version"]:
        from .. import __version__

        print(__version__)
        return SCORED
    if argv[:2] == ["completion", "candidates"]:
        argv = argv[:2]  # the words that a shell sends along may be anything, and stand in COMP_LINE too
    try:
        parsed = quick(argv)
        if parsed is None:
            from .app import run

            return run(argv)
        from .start import start

        return start(parsed)
    except ChoumaError as refused:
        from .tongue import of_words

        print(refused.told(of_words(argv)), file=sys.stderr)
        return BAD_INPUT


def _unexpected(fault: Exception) -> int:
    told = f"{type(fault).__name__}: {fault}"[:300].replace("\n", " ")
    if isinstance(fault, OSError):
        print(f"chouma: {told}", file=sys.stderr)
    else:
        print(f"chouma: a fault of ours, please report it with the command line: {told}", file=sys.stderr)
    return BAD_INPUT
