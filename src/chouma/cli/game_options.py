"""The options of ``chouma game`` and ``chouma needs``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..hand import CLASSICAL_FLAGS, FLAGS
from . import help
from .kinds import CLASSICAL, HOW, MANY, MARK, OUTPUT, PAID, RULES, WORD, WORDS, Command, Option, Words

_PLAYER = "a player's name, or a wind of this hand"

_GAME = (Words("game", 0, 1, "the game; the newest if not given"),)


def _named(options: Iterable[Option]) -> dict[str, Option]:
    return {option.name: option for option in options}


def _file(shared: Mapping[str, Option]) -> dict[str, Option]:
    """Where the games are, and how the answer is given."""
    return _named(
        (
            Option("file", WORD, "the file that keeps the games (games.db if not given)", OUTPUT, "FILE"),
            shared["lang"],
            Option("json", MARK, "one JSON object", OUTPUT),
            shared["no-color"],
        )
    )


def _new(shared: Mapping[str, Option]) -> dict[str, Option]:
    return _named(
        (
            Option("players", WORDS, "their names in turn, East first (A, B, C and D if not given)", HOW, "NAMES"),
            Option("length", WORD, "east, half or full; as the rules have it if not given", HOW, "NAME"),
            Option("rules", WORD, "a rule set (see chouma rules list), or a TOML file; general if not given", RULES, "NAME"),
            shared["set"],
            *_file(shared).values(),
        )
    )


def _add(shared: Mapping[str, Option]) -> dict[str, Option]:
    return _named(
        (
            Option("from", WORD, f"who discarded the winning tile, or was robbed of it: {_PLAYER}", HOW, "SEAT"),
            *(shared[name.replace("_", "-")] for name in FLAGS if name != "riichi"),
            shared["dora"],
            shared["ura"],
            Option("pao", WORDS, "who is liable, such as Anna or Anna:daisangen, or none; read off the groups if not given", HOW, "SEAT"),
            Option("riichi", WORDS, "who declared riichi, such as Anna,Bob", HOW, "SEATS"),
            Option("draw", MARK, "nobody won", HOW),
            Option("kind", WORD, "how a riichi hand was drawn: exhaustive (if not given), kyuushu_kyuuhai …", HOW, "NAME"),
            Option("tenpai", WORDS, "who is tenpai at the draw, such as Anna,Bob, or none", HOW, "SEATS"),
            Option("nagashi", WORDS, "who has nagashi mangan", HOW, "SEATS"),
            Option("chombo", WORD, "whose grave fault ended the hand", HOW, "SEAT"),
            *(shared[name.replace("_", "-")] for name in CLASSICAL_FLAGS if name not in FLAGS and name != "calling"),
            Option("dealt", WORD, "whose hand wins as it was dealt", CLASSICAL, "SEAT"),
            Option("calling", WORDS, "whose hand was calling, where the rules ask", CLASSICAL, "SEAT"),
            Option("liable", WORD, "who pays for all, or none; worked out if not given", CLASSICAL, "SEAT"),
            Option("false-win", WORD, "who claimed a win that was none", CLASSICAL, "SEAT"),
            Option("adjust", WORDS, "points that change hands, such as Anna=1000; all sum to 0", PAID, "SEAT=N"),
            Option("chips", WORDS, "chips that change hands, such as Bob=-2; all sum to 0", PAID, "SEAT=N"),
            Option("penalty", WORD, "who loses points at the final count, with --points", PAID, "SEAT"),
            Option("points", WORD, "what a penalty costs, or a chombo where the rules make it points", PAID, "N"),
            Option("correct", WORD, "put this in place of an earlier event, by its number, and play on from there", OUTPUT, "N"),
            Option("at", WORD, "the hand it belongs to, such as S3: refused if the game is in another", OUTPUT, "HAND"),
            Option("note", WORD, "a text to remember with it", OUTPUT, "TEXT"),
            shared["notation"],
            *_file(shared).values(),
        )
    )


def _needs(shared: Mapping[str, Option]) -> dict[str, Option]:
    return _named(
        (
            Option("seat", WORD, f"whose needs: {_PLAYER}; all players' if not given", HOW, "SEAT"),
            Option("riichi", MARK, "the player declares riichi first", HOW),
            Option("scores", WORD, "points of the seats in turn, East first, rather than a game", PAID, "A,B,C,D"),
            *(shared[name] for name in ("honba", "deposits")),
            Option("at", WORD, "the hand, such as S4; the last of the game if not given", PAID, "HAND"),
            Option("rules", WORD, "riichi rules, with --scores; general if not given", RULES, "NAME"),
            shared["set"],
            *_file(shared).values(),
        )
    )


def game_commands(shared: Mapping[str, Option]) -> tuple[Command, ...]:
    """The commands.

    Parameters
    ----------
    shared : mapping of str to Option
        The options that other commands have too.
    """
    return (*_changing(shared), *_showing(shared))


def _changing(shared: Mapping[str, Option]) -> tuple[Command, ...]:
    file = _file(shared)
    return (
        Command(
            ("game", "new"),
            "game:run_new",
            "Begin a game.",
            help.NEW_EXAMPLES,
            help.NEW_NOTES,
            (Words("name", 1, 1, "what to call it"),),
            _new(shared),
        ),
        Command(
            ("game", "add"),
            "game:run_add",
            "Add what happened: a win, a draw, a riichi, a fault, a correction.",
            help.ADD_EXAMPLES,
            help.ADD_NOTES,
            (Words("hand", 0, MANY, "the game, then NAME:hand for each hand that won; classical rules: for all four"),),
            _add(shared),
        ),
        Command(
            ("game", "undo"),
            "game:run_undo",
            "Take the last change back, or one event out.",
            help.UNDO_EXAMPLES,
            "",
            _GAME,
            {"event": Option("event", WORD, "take out this event, by its number, and play on from there", HOW, "N"), **file},
        ),
    )


def _showing(shared: Mapping[str, Option]) -> tuple[Command, ...]:
    file = _file(shared)
    return (
        Command(("game", "redo"), "game:run_redo", "Make the last undone change again.", help.REDO_EXAMPLES, "", _GAME, file),
        Command(("game", "show"), "game:run_show", "Show a game as a sheet to print.", help.GAME_SHOW_EXAMPLES, "", _GAME, file),
        Command(
            ("game", "export"),
            "game:run_export",
            "Write a game as CSV or JSON.",
            help.EXPORT_EXAMPLES,
            "",
            _GAME,
            {"format": Option("format", WORD, "csv (if not given) or json", OUTPUT, "NAME"), **file},
        ),
        Command(
            ("game", "finish"),
            "game:run_finish",
            "End a game if it goes on, and show the final count.",
            help.FINISH_EXAMPLES,
            "",
            _GAME,
            file,
        ),
        Command(("game", "list"), "game:run_list", "List the games of a file.", help.GAMES_EXAMPLES, "", (), file),
        Command(
            ("needs",),
            "needs:run",
            "Say what a player needs to win for each place.",
            help.NEEDS_EXAMPLES,
            help.NEEDS_NOTES,
            _GAME,
            _needs(shared),
        ),
    )
