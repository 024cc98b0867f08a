"""The commands and their options: one table.

Most command lines are plain, and `quick` reads them at once. Whatever it doesn't know goes to Cyclopts (see `chouma.cli.app`),
which is made from the same table, and alone decides and explains: to load it takes longer than to score a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..hand import CLASSICAL_FLAGS, FLAGS
from . import help
from .options import (
    BOTH,
    CLASSICAL,
    CLASSICAL_DOCS,
    HOW,
    MARK,
    OPTIONS,
    OUTPUT,
    PAID,
    PRACTICE,
    RULE_OPTIONS,
    RULES,
    WORD,
    WORDS,
    Option,
    Words,
    flag_option,
)

MANY = 10_000


class Command(NamedTuple):
    """One command.

    Attributes
    ----------
    path : tuple of str
        The words that call it: ``("rules", "show")``.
    run : str
        The module of `chouma.cli` that does it, and the function: ``score:run``.
    doc : str
    examples, notes : str
        What the help opens with, and what it closes with.
    words : tuple of Words
    options : dict of str to Option
    """

    path: tuple[str, ...]
    run: str
    doc: str
    examples: str
    notes: str
    words: tuple[Words, ...]
    options: dict[str, Option]


_TABLES = {name: OPTIONS[name] for name in ("lang", "no-color")} | {"json": Option("json", MARK, "one JSON object", OUTPUT)}
_NAME = "a rule set (see chouma rules list), or a TOML file"

_EXPLAIN = {
    **{name: option for name, option in OPTIONS.items() if name not in ("by", "explain", "jsonl")},
    "why-not": Option("why-not", WORDS, "a yaku that the hand lacks, such as pinfu: the first clause that fails", OUTPUT, "YAKU"),
}

_BATCH = {
    **{name: OPTIONS[name] for name in RULE_OPTIONS},
    "columns": Option("columns", WORD, "what to give back, such as hand,han,fu,points; all if not given", OUTPUT, "A,B,C"),
    "format": Option("format", WORD, "parquet, csv or jsonl, where a file's ending doesn't tell", OUTPUT, "NAME"),
    "threads": Option("threads", WORD, "how many to use (all cores if not given)", OUTPUT, "N"),
    "batch-size": Option("batch-size", WORD, "about how many rows to hold at a time", OUTPUT, "N"),
    "lang": OPTIONS["lang"],
}

_CENSUS = {
    **{name: OPTIONS[name] for name in RULE_OPTIONS},
    "sample": Option("sample", WORD, "so many hands, spread over all of them, rather than all", OUTPUT, "N"),
    "seed": Option("seed", WORD, "which hands of a sample (0 if not given)", OUTPUT, "N"),
    "check": Option("check", WORD, "compare with a census that was written with --json", OUTPUT, "FILE"),
    "threads": Option("threads", WORD, "how many to use (all cores if not given)", OUTPUT, "N"),
    "json": _TABLES["json"],
    "lang": OPTIONS["lang"],
    "no-color": OPTIONS["no-color"],
}

_MACHINES = "Machines"
_AUDIT = {
    "rules": Option("rules", WORD, "riichi rules in place of those that a record tells, or a TOML file", RULES, "NAME"),
    "set": Option("set", WORDS, "any switch of the rules of every record, such as --set kiriage_mangan=true", RULES, "SWITCH=VALUE"),
    "format": Option("format", WORD, "text (if not given), json with one object a line, csv, or parquet", OUTPUT, "NAME"),
    "out": Option("out", WORD, "the file to write in place of standard output; a new folder with --engine spark", OUTPUT, "FILE"),
    "games": Option("games", WORD, "a Parquet file of one row a game to write beside it", OUTPUT, "FILE"),
    "explain": Option("explain", MARK, "tell the derivation of each finding too", OUTPUT),
    "jobs": Option("jobs", WORD, "how many processes judge (one for each core if not given)", _MACHINES, "N"),
    "engine": Option("engine", WORD, "spark, for a cluster of machines, in place of this one", _MACHINES, "NAME"),
    "master": Option("master", WORD, "the cluster: spark://HOST:PORT, yarn …; Spark's own settings if not given", _MACHINES, "URL"),
    "exit-zero": Option("exit-zero", MARK, "exit with 0 whatever is found", OUTPUT),
    "lang": OPTIONS["lang"],
    "no-color": OPTIONS["no-color"],
}

_CONVERT = {
    "to": Option("to", WORD, "mjlog, tenhou6, mjai or kobalab", OUTPUT, "FORMAT"),
    "out": Option("out", WORD, "the file of one game, or the folder of many; standard output if not given", OUTPUT, "PATH"),
    "force": Option("force", MARK, "write over files that are there already", OUTPUT),
    "lang": OPTIONS["lang"],
}

_STATS = {
    "by": Option("by", WORD, "what is counted apart too: player (if not given), seat (at first), or all for nothing", OUTPUT, "WHAT"),
    "of": Option("of", WORD, "the player or seat to tell of at length; all if not given", OUTPUT, "NAME"),
    "rules": Option("rules", WORD, "riichi rules to compute by what a record doesn't tell, or a TOML file", RULES, "NAME"),
    "format": Option("format", WORD, "text (if not given), json, csv or parquet; the ending of --out tells too", OUTPUT, "NAME"),
    "json": _TABLES["json"],
    "out": Option("out", WORD, "the file to write in place of standard output", OUTPUT, "FILE"),
    "charts": Option("charts", WORD, "pictures too, into a file that ends with .svg or .html", OUTPUT, "FILE"),
    "rows": Option("rows", WORD, "a row for every seat of every hand too, into a file of Parquet", OUTPUT, "FILE"),
    "lang": OPTIONS["lang"],
    "no-color": OPTIONS["no-color"],
}

_SEAT = "E, S, W or N"
_ON_TABLE = {name: OPTIONS[name] for name in ("honba", "deposits")}
_CLASSICAL_ALONE = tuple(name for name in CLASSICAL_FLAGS if name not in FLAGS and name != "calling")
_WHOLE_DERIVATION = Option("explain", MARK, "tell the whole derivation, hand by hand and payment by payment", OUTPUT)
_ONE_ANSWER = Option("json", MARK, "answer with one JSON object; a JSON object on standard input is a request", OUTPUT)

_SETTLE = {
    option.name: option
    for option in (
        Option("from", WORD, "who discarded the winning tile, or was robbed of it", HOW, "SEAT"),
        Option("round", WORD, "the wind of the round, where it counts (E if not given)", HOW, "WIND"),
        *(flag_option(name) for name in FLAGS),
        Option("winner", WORD, "riichi: who won, with --han and --fu or --yakuman in place of a hand", HOW, "SEAT"),
        Option("han", WORD, "han with dora", HOW, "N"),
        Option("fu", WORD, "fu", HOW, "N"),
        Option("yakuman", WORDS, "yakuman by their ids, such as daisangen, or how many", HOW, "NAME"),
        Option("pao", WORDS, "who is liable, such as E or E:daisangen, or none; read off the called groups if not given", HOW, "SEAT"),
        OPTIONS["dora"],
        OPTIONS["ura"],
        *_ON_TABLE.values(),
        *(Option(name.replace("_", "-"), MARK, CLASSICAL_DOCS[name], CLASSICAL) for name in _CLASSICAL_ALONE),
        Option("dealt", WORD, "whose hand wins as it was dealt", CLASSICAL, "SEAT"),
        Option("calling", WORDS, "whose hand was calling, where the rules ask", CLASSICAL, "SEAT"),
        Option("liable", WORD, f"who pays for all, {_SEAT}, or none; worked out if not given", CLASSICAL, "SEAT"),
        Option("draw", MARK, "nobody won", CLASSICAL),
        Option("false-win", WORD, "who claimed a win that was none", CLASSICAL, "SEAT"),
        Option("rules", WORD, "a rule set (see chouma rules list), or a TOML file; ningbo for four hands, general for wins", RULES, "NAME"),
        Option("set", WORDS, "any switch of the rule set, such as --set limit=300", RULES, "SWITCH=VALUE"),
        OPTIONS["notation"],
        _WHOLE_DERIVATION,
        _ONE_ANSWER,
        OPTIONS["jsonl"],
        OPTIONS["lang"],
        OPTIONS["tiles"],
        OPTIONS["no-color"],
    )
}

_DRAW = {
    option.name: option
    for option in (
        Option("tenpai", WORDS, "who is tenpai at an exhaustive draw, such as E,S, or none", HOW, "SEATS"),
        Option("nagashi", WORDS, "who has nagashi mangan", HOW, "SEATS"),
        Option("chombo", WORD, "whose grave fault ended the hand", HOW, "SEAT"),
        Option("points", WORD, "what chombo costs, where the rules make it points", HOW, "N"),
        Option("riichi", WORDS, "who declared riichi in a hand that ends in chombo, and gets the stick back", HOW, "SEATS"),
        *_ON_TABLE.values(),
        Option("rules", WORD, "riichi rules (see chouma rules list), or a TOML file; general if not given", RULES, "NAME"),
        Option("set", WORDS, "any switch of the rule set, such as --set nagashi_mangan=win", RULES, "SWITCH=VALUE"),
        _WHOLE_DERIVATION,
        Option("json", MARK, "answer with one JSON object", OUTPUT),
        OPTIONS["lang"],
        OPTIONS["tiles"],
        OPTIONS["no-color"],
    )
}

_TABLE = {
    "dealer": Option("dealer", BOTH, "the dealer's table alone; --no-dealer: the others' alone", HOW),
    "honba": Option("honba", WORD, "counters, which every payment includes", PAID, "N"),
    **{name: OPTIONS[name] for name in RULE_OPTIONS},
    "format": Option("format", WORD, "text (if not given), markdown, csv or json", OUTPUT, "NAME"),
    "lang": OPTIONS["lang"],
    "json": _TABLES["json"],
    "no-color": OPTIONS["no-color"],
}

_WAITS = {
    **{name: OPTIONS[name] for name in ("seat", "round", *(flag.replace("_", "-") for flag in dict.fromkeys((*FLAGS, *CLASSICAL_FLAGS))))},
    "discards": Option("discards", WORDS, "the player's own discards, such as 9m5s1z: a wait among them is furiten", PAID, "TILES"),
    "seen": Option("seen", WORDS, "other tiles on the table: the others' discards and melds", PAID, "TILES"),
    **{name: OPTIONS[name] for name in ("dora", "ura", "honba", "deposits", "rules", "set", "notation")},
    "lang": OPTIONS["lang"],
    "json": Option("json", MARK, "answer with one JSON object a hand", OUTPUT),
    **{name: OPTIONS[name] for name in ("jsonl", "no-color")},
}

_COMPARE = {
    **{name: option for name, option in OPTIONS.items() if option.group in (HOW, CLASSICAL, PAID) and name != "by"},
    "rules": Option("rules", WORDS, "the rule sets, two or more, such as tenhou,wrc (ningbo,general if not given)", RULES, "A,B"),
    "notation": OPTIONS["notation"],
    "no-strict": OPTIONS["no-strict"],
    "differing": Option("differing", MARK, "the lines that differ, and no others", OUTPUT),
    "lang": OPTIONS["lang"],
    "json": _TABLES["json"],
    "no-color": OPTIONS["no-color"],
}

_PRACTICE = {
    "kind": Option("kind", WORDS, "what to ask, such as fu or fu,han; everything in turn if not given", PRACTICE, "KIND"),
    "n": Option("n", WORD, "how many questions (10 if not given)", PRACTICE, "N"),
    "seed": Option("seed", WORD, "the same questions for the same number", PRACTICE, "N"),
    **{name: OPTIONS[name] for name in RULE_OPTIONS},
    "lang": OPTIONS["lang"],
    "json": Option("json", MARK, "the questions with their answers as one JSON object, and nothing is asked", OUTPUT),
    "no-color": OPTIONS["no-color"],
}
_GAME_FILE = {
    "file": Option("file", WORD, "the file that keeps the games (games.db if not given)", OUTPUT, "FILE"),
    "lang": OPTIONS["lang"],
    "json": _TABLES["json"],
    "no-color": OPTIONS["no-color"],
}
_PLAYER = "a player's name, or a wind of this hand"

_GAME_NEW = {
    "players": Option("players", WORDS, "their names in turn, East first (A, B, C and D if not given)", HOW, "NAMES"),
    "length": Option("length", WORD, "east, half or full; as the rules have it if not given", HOW, "NAME"),
    "rules": Option("rules", WORD, "a rule set (see chouma rules list), or a TOML file; general if not given", RULES, "NAME"),
    "set": OPTIONS["set"],
    **_GAME_FILE,
}

_GAME_ADD = {
    option.name: option
    for option in (
        Option("from", WORD, f"who discarded the winning tile, or was robbed of it: {_PLAYER}", HOW, "SEAT"),
        *(flag_option(name) for name in FLAGS if name != "riichi"),
        OPTIONS["dora"],
        OPTIONS["ura"],
        Option("pao", WORDS, "who is liable, such as Anna or Anna:daisangen, or none; read off the groups if not given", HOW, "SEAT"),
        Option("riichi", WORDS, "who declared riichi, such as Anna,Bob", HOW, "SEATS"),
        Option("draw", MARK, "nobody won", HOW),
        Option("kind", WORD, "how a riichi hand was drawn: exhaustive (if not given), kyuushu_kyuuhai …", HOW, "NAME"),
        Option("tenpai", WORDS, "who is tenpai at the draw, such as Anna,Bob, or none", HOW, "SEATS"),
        Option("nagashi", WORDS, "who has nagashi mangan", HOW, "SEATS"),
        Option("chombo", WORD, "whose grave fault ended the hand", HOW, "SEAT"),
        *(Option(name.replace("_", "-"), MARK, CLASSICAL_DOCS[name], CLASSICAL) for name in _CLASSICAL_ALONE),
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
        OPTIONS["notation"],
        *_GAME_FILE.values(),
    )
}

_NEEDS = {
    option.name: option
    for option in (
        Option("seat", WORD, f"whose needs: {_PLAYER}; all players' if not given", HOW, "SEAT"),
        Option("riichi", MARK, "the player declares riichi first", HOW),
        Option("scores", WORD, "points of the seats in turn, East first, rather than a game", PAID, "A,B,C,D"),
        *_ON_TABLE.values(),
        Option("at", WORD, "the hand, such as S4; the last of the game if not given", PAID, "HAND"),
        Option("rules", WORD, "riichi rules, with --scores; general if not given", RULES, "NAME"),
        OPTIONS["set"],
        *_GAME_FILE.values(),
    )
}

_GAME = (Words("game", 0, 1, "the game; the newest if not given"),)

_GAME_COMMANDS = (
    Command(
        ("game", "new"),
        "game:run_new",
        "Begin a game.",
        help.NEW_EXAMPLES,
        help.NEW_NOTES,
        (Words("name", 1, 1, "what to call it"),),
        _GAME_NEW,
    ),
    Command(
        ("game", "add"),
        "game:run_add",
        "Add what happened: a win, a draw, a riichi, a fault, a correction.",
        help.ADD_EXAMPLES,
        help.ADD_NOTES,
        (Words("hand", 0, MANY, "the game, then NAME:hand for each hand that won; classical rules: for all four"),),
        _GAME_ADD,
    ),
    Command(
        ("game", "undo"),
        "game:run_undo",
        "Take the last change back, or one event out.",
        help.UNDO_EXAMPLES,
        "",
        _GAME,
        {"event": Option("event", WORD, "take out this event, by its number, and play on from there", HOW, "N"), **_GAME_FILE},
    ),
    Command(("game", "redo"), "game:run_redo", "Make the last undone change again.", help.REDO_EXAMPLES, "", _GAME, _GAME_FILE),
    Command(("game", "show"), "game:run_show", "Show a game as a sheet to print.", help.GAME_SHOW_EXAMPLES, "", _GAME, _GAME_FILE),
    Command(
        ("game", "export"),
        "game:run_export",
        "Write a game as CSV or JSON.",
        help.EXPORT_EXAMPLES,
        "",
        _GAME,
        {"format": Option("format", WORD, "csv (if not given) or json", OUTPUT, "NAME"), **_GAME_FILE},
    ),
    Command(
        ("game", "finish"),
        "game:run_finish",
        "End a game if it goes on, and show the final count.",
        help.FINISH_EXAMPLES,
        "",
        _GAME,
        _GAME_FILE,
    ),
    Command(("game", "list"), "game:run_list", "List the games of a file.", help.GAMES_EXAMPLES, "", (), _GAME_FILE),
    Command(
        ("needs",), "needs:run", "Say what a player needs to win for each place.", help.NEEDS_EXAMPLES, help.NEEDS_NOTES, _GAME, _NEEDS
    ),
)

_SERVING = "Serving"
_SERVE = {
    option.name: option
    for option in (
        Option("port", WORD, "8000 if not given; 0 takes a free one, and its address is printed", _SERVING, "N", "p"),
        Option("open", MARK, "open the page in the browser", _SERVING),
        Option("host", WORD, "the address to serve at: 127.0.0.1, this machine alone, if not given", _SERVING, "ADDRESS"),
        Option("allow", WORDS, "another name that this server is asked by", _SERVING, "NAME"),
        Option("get", WORD, "answer one request without a server, such as /api/rules/tenhou", _SERVING, "PATH"),
        OPTIONS["lang"],
    )
}

COMMANDS = {
    command.path: command
    for command in (
        Command(
            ("score",),
            "score:run",
            "Score a hand, or say who pays what for han and fu.",
            help.SCORE_EXAMPLES,
            help.SCORE_NOTES,
            (Words("hand", 0, MANY, "a hand and its winning tile, or han and fu"),),
            OPTIONS,
        ),
        Command(
            ("explain",),
            "score:run_explain",
            "Tell the whole derivation of a hand, and why it lacks a yaku.",
            help.EXPLAIN_EXAMPLES,
            help.EXPLAIN_NOTES,
            (Words("hand", 0, MANY, "a hand and its winning tile"),),
            _EXPLAIN,
        ),
        Command(
            ("waits",),
            "waits:run",
            "Tell what a hand waits for, or how far it is and what brings it nearer.",
            help.WAITS_EXAMPLES,
            help.WAITS_NOTES,
            (Words("hand", 0, MANY, "13 tiles, or 14 to see what to discard"),),
            _WAITS,
        ),
        Command(
            ("settle",),
            "settle:run",
            "Settle a hand: who pays whom, for wins of riichi or for four classical hands.",
            help.SETTLE_EXAMPLES,
            help.SETTLE_NOTES,
            (Words("hand", 0, MANY, "a seat and its hand, such as E:123m…; riichi: those that won, or their han and fu, S:3h40f"),),
            _SETTLE,
        ),
        Command(
            ("draw",),
            "draw:run",
            "Settle a riichi hand that nobody won: who pays whom, and who deals next.",
            help.DRAW_EXAMPLES,
            help.DRAW_NOTES,
            (Words("kind", 0, 1, "how it ended: exhaustive, nagashi, kyuushu_kyuuhai …; told by the options if not given"),),
            _DRAW,
        ),
        Command(
            ("batch",),
            "batch:run",
            "Score every hand of a Parquet, CSV or JSON lines file.",
            help.BATCH_EXAMPLES,
            help.BATCH_NOTES,
            (
                Words("in", 1, 1, "the file to read, - for standard input", dash=True),
                Words("out", 1, 1, "the file to write, - for standard output", dash=True),
            ),
            _BATCH,
        ),
        Command(
            ("census",),
            "census:run",
            "Count what all complete hands are worth.",
            help.CENSUS_EXAMPLES,
            help.CENSUS_NOTES,
            (),
            _CENSUS,
        ),
        Command(
            ("audit",),
            "audit:run",
            "Read game records, and compute every win, draw and final count again.",
            help.AUDIT_EXAMPLES,
            help.AUDIT_NOTES,
            (Words("path", 1, MANY, "files, folders, zip or tar archives; - for standard input", dash=True),),
            _AUDIT,
        ),
        Command(
            ("convert",),
            "convert:run",
            "Write game records in another format.",
            help.CONVERT_EXAMPLES,
            help.CONVERT_NOTES,
            (Words("path", 1, MANY, "files, folders, zip or tar archives; - for standard input", dash=True),),
            _CONVERT,
        ),
        Command(
            ("stats",),
            "stats:run",
            "Count what game records come to: wins, yaku, prices, riichi, calls, places.",
            help.STATS_EXAMPLES,
            help.STATS_NOTES,
            (Words("path", 1, MANY, "files, folders, zip or tar archives; - for standard input", dash=True),),
            _STATS,
        ),
        Command(("table",), "table:run", "Show the quick tables of a rule set.", help.TABLE_EXAMPLES, help.TABLE_NOTES, (), _TABLE),
        Command(
            ("dealt",),
            "dealt:run",
            "Ask of thirteen dealt tiles: do they win as they are, may they be dealt again?",
            help.DEALT_EXAMPLES,
            "",
            (Words("hand", 1, MANY, "thirteen tiles"),),
            {
                "rules": Option("rules", WORD, "classical rules, or a TOML file; ningbo if not given", RULES, "NAME"),
                **_TABLES,
            },
        ),
        Command(
            ("compare",),
            "compare:run",
            "Compare what rule sets make of one hand, of one family or both.",
            help.COMPARE_EXAMPLES,
            help.COMPARE_NOTES,
            (Words("hand", 1, MANY, "a hand and its winning tile"),),
            _COMPARE,
        ),
        Command(
            ("practice",),
            "practice:run",
            "Practise counting: hands are dealt, you answer, and each answer is explained.",
            help.PRACTICE_EXAMPLES,
            help.PRACTICE_NOTES,
            (),
            _PRACTICE,
        ),
        Command(("rules", "list"), "rules:run_list", "List the rule sets that come with chouma.", help.LIST_EXAMPLES, "", (), _TABLES),
        Command(
            ("rules", "show"),
            "rules:run_show",
            "Show a rule set: a classical one as players read it, else every switch.",
            help.SHOW_EXAMPLES,
            "",
            (Words("name", 0, 1, f"{_NAME}; general if not given"),),
            _TABLES | {"switches": Option("switches", MARK, "every switch with its source, of any rule set", OUTPUT)},
        ),
        Command(
            ("rules", "diff"),
            "rules:run_diff",
            "Show in what two rule sets differ.",
            help.DIFF_EXAMPLES,
            "",
            (Words("a", 1, 1, _NAME), Words("b", 1, 1, _NAME)),
            _TABLES,
        ),
        *_GAME_COMMANDS,
        Command(
            ("completion",),
            "completion:run",
            "Print what a shell reads to complete commands, options, presets, switches and yaku.",
            help.COMPLETION_EXAMPLES,
            "",
            (Words("shell", 1, 1, "bash, zsh or fish"),),
            {},
        ),
        Command(("serve",), "serve:run", "Serve the page and the JSON API.", help.SERVE_EXAMPLES, help.SERVE_NOTES, (), _SERVE),
        Command(
            ("demo",),
            "demo:run",
            "Score a first hand, and say where to go next.",
            help.DEMO_EXAMPLES,
            "",
            (),
            {name: OPTIONS[name] for name in ("lang", "no-color")},
        ),
    )
}


class Parsed(NamedTuple):
    """A command line, read.

    Attributes
    ----------
    command : Command
    words : tuple of str
        The words that are no options.
    given : dict
        The options that were given, by name: True or False, a text, or a tuple of texts.
    """

    command: Command
    words: tuple[str, ...]
    given: dict[str, bool | str | tuple[str, ...]]


def quick(argv: Sequence[str]) -> Parsed | None:
    """Read a plain command line; None for all the rest, right or wrong.

    Examples
    --------
    >>> read = quick(["score", "123m", "--riichi", "+5s", "--seat", "E"])
    >>> read.words, read.given
    (('123m', '+5s'), {'riichi': True, 'seat': 'E'})
    >>> quick(["score", "--reach"]) is None
    True
    """
    command = COMMANDS.get(tuple(argv[:1])) or COMMANDS.get(tuple(argv[:2]))
    if command is None:
        return None
    words: list[str] = []
    given: dict[str, bool | str | tuple[str, ...]] = {}
    rest = iter(argv[len(command.path) :])
    for word in rest:
        if word == "-" or not word.startswith("-"):
            words.append(word)
            continue
        name, equals, value = word.removeprefix("--").partition("=")
        option = command.options.get(name) if word.startswith("--") else None
        positive = option is not None
        if option is None and name.startswith("no-"):
            option = command.options.get(name[3:])
            option = option if option and option.takes == BOTH else None
        if option is None or (option.name in given and option.takes != WORDS):
            return None
        if option.takes in (MARK, BOTH):
            if equals:
                return None
            given[option.name] = positive
            continue
        if not equals:
            value = next(rest, "-")
        if not value or value.startswith("-"):
            return None
        given[option.name] = (*given.get(option.name, ()), value) if option.takes == WORDS else value  # type: ignore[misc]
    fits = sum(one.least for one in command.words) <= len(words) <= sum(one.most for one in command.words)
    return Parsed(command, tuple(words), given) if fits else None
