"""The commands and their options: one table, from the flags of a hand and the switches of a rule set.

Most command lines are plain, and `quick` reads them at once. Whatever it doesn't know goes to Cyclopts (see `chouma.cli.app`),
which is made from the same table, and alone decides and explains: to load it takes longer than to score a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..hand import CLASSICAL_FLAGS, FLAGS
from ..riichi.rules import SWITCHES
from ..switches import HAND, value_text
from . import help
from .game_options import game_commands
from .kinds import BOTH, CLASSICAL, HOW, MANY, MARK, OUTPUT, PAID, PRACTICE, RULES, WORD, WORDS, Command, Option, Words

_FLAG_DOCS = {
    "riichi": "declared riichi",
    "double_riichi": "declared riichi on the first turn",
    "ippatsu": "won within a turn of riichi",
    "haitei": "by the last tile of the wall",
    "houtei": "by the last discard",
    "rinshan": "by a replacement tile",
    "chankan": "by robbing a kan",
    "tenhou": "the dealer's deal wins",
    "chiihou": "by the first draw",
    "renhou": "by ron before the first draw",
}


_CLASSICAL_DOCS = {
    "haitei": "by the last tile of the wall",
    "houtei": "by the last discard",
    "rinshan": "by the tile drawn after a kong",
    "chankan": "by robbing a kong; --from is who was robbed",
    "tenhou": "East's hand as dealt (heavenly)",
    "chiihou": "on East's first discard (earthly)",
    "original_call": "ready since the first discard",
    "calling": "ready, and said so; the hand did not win",
    "kong_on_kong": "by the tile drawn after a kong upon a kong",
    "east_streak": "East, who has won often enough in a row",
}


def _flag(name: str) -> Option:
    return Option(name.replace("_", "-"), MARK, _FLAG_DOCS.get(name, f"for the local yaku {name}"), HOW)


def _switch(name: str) -> Option:
    switch = SWITCHES[name]
    takes = BOTH if switch.choices and True in switch.choices and isinstance(switch.default, bool) else WORD
    choices = f" ({', '.join(value_text(choice) for choice in switch.choices)})" if switch.choices and takes == WORD else ""
    return Option(name.replace("_", "-"), takes, switch.doc + choices, RULES, "VALUE" if takes == WORD else "")


#: switches that bear on one hand and have an option of their own; ippatsu and renhou are flags here, and are set with --set
SWITCH_OPTIONS = tuple(name for name, switch in SWITCHES.items() if switch.stage == HAND and name not in FLAGS)

#: the options that name a rule set or change it
RULE_OPTIONS = ("rules", "set", *(name.replace("_", "-") for name in SWITCH_OPTIONS))

OPTIONS = {
    option.name: option
    for option in (
        Option("seat", WORD, "the winner's wind, E S W N; E is the dealer (S if not given)", HOW, "WIND"),
        Option("round", WORD, "the wind of the round (E if not given)", HOW, "WIND"),
        Option("by", WORD, "ron or tsumo, for han and fu without a hand", HOW, "WAY"),
        *map(_flag, FLAGS),
        *(Option(name.replace("_", "-"), MARK, _CLASSICAL_DOCS[name], CLASSICAL) for name in CLASSICAL_FLAGS if name not in FLAGS),
        Option("lost", MARK, "the hand did not win: it has 13 tiles, at any stage", CLASSICAL),
        Option("dealt", MARK, "the thirteen tiles win as they were dealt", CLASSICAL),
        Option("seen", WORDS, "tiles on the table beside the hand, for rules that ask", CLASSICAL, "TILES"),
        Option("dora", WORDS, "dora indicators as shown, such as 2p or 2p0s", PAID, "TILES"),
        Option("ura", WORDS, "ura dora indicators", PAID, "TILES"),
        Option("honba", WORD, "counters", PAID, "N"),
        Option("deposits", WORD, "riichi sticks", PAID, "N"),
        Option("rules", WORD, "a rule set (see chouma rules list), or a TOML file", RULES, "NAME"),
        Option("set", WORDS, "any switch of the rule set, such as --set kiriage_mangan=true", RULES, "SWITCH=VALUE"),
        *map(_switch, SWITCH_OPTIONS),
        Option("notation", WORD, "read the hand as canonical, mpsz, tenhou, kobalab, mjai, unicode or kanji", OUTPUT, "NAME"),
        Option("no-strict", MARK, "score a hypothetical hand, and say what was waived", OUTPUT),
        Option("explain", MARK, "tell the other readings too", OUTPUT),
        Option("json", MARK, "answer with one JSON object a hand; a JSON object on standard input is a request", OUTPUT),
        Option("jsonl", MARK, "read a JSON request a line on standard input, answer each with a line", OUTPUT),
        Option("lang", WORD, "the language: en, zh-Hans, zh-Hant or ja (that of the locale if not given)", OUTPUT, "LANG"),
        Option("tiles", WORD, "how tiles are written: mpsz (if not given), unicode or kanji", OUTPUT, "WAY"),
        Option("no-color", MARK, "no colour", OUTPUT),
    )
}


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
        *(_flag(name) for name in FLAGS),
        Option("winner", WORD, "riichi: who won, with --han and --fu or --yakuman in place of a hand", HOW, "SEAT"),
        Option("han", WORD, "han with dora", HOW, "N"),
        Option("fu", WORD, "fu", HOW, "N"),
        Option("yakuman", WORDS, "yakuman by their ids, such as daisangen, or how many", HOW, "NAME"),
        Option("pao", WORDS, "who is liable, such as E or E:daisangen, or none; read off the called groups if not given", HOW, "SEAT"),
        OPTIONS["dora"],
        OPTIONS["ura"],
        *_ON_TABLE.values(),
        *(Option(name.replace("_", "-"), MARK, _CLASSICAL_DOCS[name], CLASSICAL) for name in _CLASSICAL_ALONE),
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
        *game_commands(OPTIONS),
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
