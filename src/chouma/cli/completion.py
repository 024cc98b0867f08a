"""``chouma completion``: the shell completes commands, options, presets, switches and yaku."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from ..errors import UnknownNameError
from . import SCORED
from .commands import COMMANDS, Command, Parsed
from .options import MARK

# bash and zsh ask a command for candidates, which finds the line so far in COMP_LINE; fish is told the same way
_BASH = "complete -o default -C 'chouma completion candidates' chouma"
SCRIPTS = {
    "bash": _BASH,
    "zsh": f"autoload -U +X bashcompinit && bashcompinit\n{_BASH}",
    "fish": "complete -c chouma -f -a '(env COMP_LINE=(commandline -cp) chouma completion candidates)'",
}
CANDIDATES = "candidates"


def run(parsed: Parsed) -> int:
    """Print what a shell reads at its start, or the candidates that it asks for."""
    shell = parsed.words[0]
    if shell == CANDIDATES:
        line = os.environ.get("COMP_LINE", "")
        point = os.environ.get("COMP_POINT", "")
        found = candidates(line[: int(point)] if point.isdecimal() else line)
        sys.stdout.write("\n".join(found) + "\n" if found else "")
        return SCORED
    if shell not in SCRIPTS:
        raise UnknownNameError("shell", shell, SCRIPTS)
    sys.stdout.write(SCRIPTS[shell] + "\n")
    return SCORED


def candidates(line: str) -> list[str]:
    """What can stand at the end of a command line.

    Parameters
    ----------
    line : str
        From its first word to the cursor.

    Examples
    --------
    >>> candidates("chouma rules sh"), candidates("chouma score --rules tenhou-s")
    (['show'], ['tenhou-sanma'])
    """
    *before, current = line.split(" ")
    words = [word for word in before[1:] if word]
    command = _command(words)
    last = words[-1] if words else ""
    if command is None:
        found = _next_words(words)
    elif last.startswith("--") and (option := command.options.get(last[2:])) and option.takes != MARK:
        found = _values(last[2:])
    elif current.startswith("-"):
        found = (f"--{name}" for name in command.options)
    else:
        found = _presets() if command.path[0] == "rules" and command.words else SCRIPTS if command.path == ("completion",) else ()
    return [one for one in found if one.startswith(current)]


def _command(words: Sequence[str]) -> Command | None:
    """The command that a line names, the longest name first."""
    return next((COMMANDS[path] for n in (2, 1) if (path := tuple(words[:n])) in COMMANDS and len(words) >= n), None)


def _next_words(words: Sequence[str]) -> Iterable[str]:
    begun = tuple(words)
    return dict.fromkeys(path[len(begun)] for path in COMMANDS if path[: len(begun)] == begun and len(path) > len(begun))


def _presets() -> Iterable[str]:
    from ..families import preset_names

    return preset_names()


def _values(option: str) -> Iterable[str]:
    """What an option takes, as far as it is one of a list."""
    if option == "rules":
        return _presets()
    if option == "set":
        from ..families import ALL, FAMILIES

        return dict.fromkeys(f"{switch}=" for family in FAMILIES for switch in ALL.family(family).switches)
    if option == "why-not":
        from ..riichi.engine import BY_ID

        return BY_ID
    if option == "lang":
        from ..messages import LANGUAGES

        return LANGUAGES
    return {"seat": "ESWN", "round": "ESWN", "by": ("ron", "tsumo"), "tiles": ("mpsz", "unicode", "kanji")}.get(option, ())
