"""The options of the commands: one table, from the flags of a hand and the switches of a rule set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Any, NamedTuple

from ..errors import RuleError, UnknownNameError
from ..hand import CLASSICAL_FLAGS, FLAGS
from ..riichi.rules import SWITCHES
from ..switches import HAND, Switch, value_text

#: what an option takes: nothing, a word, several words, or nothing with a ``--no-`` of its own
MARK, WORD, WORDS, BOTH = "mark", "word", "words", "both"


class Option(NamedTuple):
    """One option.

    Attributes
    ----------
    name : str
        Without the dashes before it.
    takes : str
        `MARK`, `WORD`, `WORDS` or `BOTH`.
    doc : str
    group : str
        The head under which the help lists it.
    metavar : str
        What it takes, in one word.
    letter : str
        Its short form, of one letter.
    """

    name: str
    takes: str
    doc: str
    group: str
    metavar: str = ""
    letter: str = ""

    @property
    def field(self) -> str:
        """The name as Python has it; ``from`` is a word of its own there."""
        return self.name.replace("-", "_") + "_" * iskeyword(self.name)


HOW, CLASSICAL, PAID, RULES, OUTPUT = "How it was won", "Classical rules", "On the table", "Rules", "Input and output"
PRACTICE = "Questions"

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


#: what the flags of classical hands say
CLASSICAL_DOCS = {
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


def flag_option(name: str) -> Option:
    """The option of a flag of a riichi hand."""
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
        *map(flag_option, FLAGS),
        *(Option(name.replace("_", "-"), MARK, CLASSICAL_DOCS[name], CLASSICAL) for name in CLASSICAL_FLAGS if name not in FLAGS),
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


class Words(NamedTuple):
    """Words that are no options.

    Attributes
    ----------
    name : str
    least, most : int
        How many there may be.
    doc : str
    dash : bool
        Whether it may be ``-``.
    """

    name: str
    least: int
    most: int
    doc: str
    dash: bool = False


def set_pairs(told: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The switches that ``--set`` names, each with the text of its value: one that stands alone is switched on."""
    for text in told:
        name, equals, value = text.partition("=")
        yield name.strip().replace("-", "_"), value if equals else "true"


def read_switches(pairs: Iterable[tuple[str, bool | str]], switches: Mapping[str, Switch]) -> tuple[dict[str, Any], list[str]]:
    """The values of switches that were given as text, and every reason why one can't be so.

    Parameters
    ----------
    pairs : iterable of (str, bool or str)
        Names and values; a truth needs no reading.
    switches : mapping
        Those of the family.
    """
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for name, told in pairs:
        try:
            if name not in switches:
                raise UnknownNameError("switch", name, switches)
            values[name] = told if isinstance(told, bool) else switches[name].read(told)
        except RuleError as refused:
            wrong += refused.reasons
    return values, wrong
