"""The values of switches, and where they come from, in the reader's words.

Sources are cited as they are; what stands around them, and what is no citation ("common usage"), is said in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..classical.booklet import PAIRS, gives
from ..classical.names import ids as pattern_ids
from ..classical.names import name_of
from ..messages import Speaker, says
from ..riichi.names import YAKU_NAMES
from ..switches import Share, Switch, Worth, value_text

#: what the words of a switch mean, where its values are words
_VALUES: Mapping[str, Mapping[Any, str]] = {
    "chiitoitsu": {"25fu2han": says("25 fu, 2 han"), "50fu1han": says("50 fu, 1 han")},
    "counted_yakuman": {"yakuman": says("a yakuman"), "sanbaiman": says("a sanbaiman"), "unlimited": says("a yakuman for every 13 han")},
    "aotenjou": {"off": says("not played"), "all": says("yakuman drop no other yaku"), "reduced": says("yakuman drop what they contain")},
    "renhou": {
        "none": says("doesn't count"),
        "mangan_fixed": says("a mangan, unless the hand is worth more"),
        "mangan_additive": says("5 han more"),
        "yakuman": says("a yakuman"),
    },
    "tsumo_loss": {"loss": says("lost"), "split": says("split between the payers"), "even": says("both pay half a ron")},
    "multiple_ron": {"all": says("all win"), "double": says("two win, three are a draw"), "head_bump": says("the first in turn alone")},
    "honba_on_multiple_ron": {"first": says("to the first in turn"), "each": says("to each")},
    "pao_scope": {"yakuman": says("for that yakuman alone"), "hand": says("for every yakuman of the hand")},
    "pao_honba": {"liable": says("the liable player"), "discarder": says("the discarder")},
    "nagashi_mangan": {"draw": says("paid as a draw"), "win": says("counts as a win"), "off": says("not played")},
    "final_rounding": {"none": says("exact"), "thousands": says("to thousands")},
    "length": {"half": says("east and south"), "east": says("east alone"), "full": says("all four rounds")},
    "chombo": {"reverse_mangan": says("a mangan to the others"), "points": says("points"), "after_uma": says("points off after uma")},
    "ties": {"seat": says("the earlier seat is ahead"), "split": says("they share")},
    "leftover_deposits": {"first": says("the first"), "lost": says("nobody"), "dealer": says("the last dealer")},
    "loser_pairs": {"all": says("all"), "one": says("the best one"), "none": says("none")},
    "wait_excludes": {"own": says("held four times"), "none": says("every kind is a wait"), "table": says("seen four times anywhere")},
    "no_score_means": {"everything": says("no fu at all"), "sets": says("none by sets and the pair")},
    "last_tile_with_replacement": {"refused": says("can't be"), "both": says("counts as both")},
    "all_honours": {"none": says("doesn't count")},
    "dragon_fan_mode": {"hand": says("the whole hand"), "set": says("its own fu")},
    "undeclared_four": {"pung": says("a pung"), "kong": says("a concealed kong")},
    "earthly_on": {"discard": says("East's first discard"), "draw": says("one's own first draw")},
    "earthly_floor": {"at_least": says("at the least"), "exactly": says("just that")},
    "payer": {"all": says("all three"), "discarder": says("the discarder for all")},
    "false_win": {"limit": says("the limit"), "half_limit": says("half the limit")},
    "multiple_winners": {"nearest": says("the nearest in turn")},
}

#: what sources say of themselves, and is no title
_FRAMES = (
    says("changed by the user"),
    says("later rules"),
    says("common usage"),
    says("tables differ"),
    says("tables differ widely"),
    says("general Japanese rules"),
    says("no good source found"),
    says("to be agreed before the game"),
    says("an option"),
    says("none"),
    says("some tables want tanyao closed"),
    says("25 fu and 2 han, no other fu"),
    says("a hand has limits"),
    says("east and south"),
    says("common usage with three players"),
    says("counted as 30 fu, so that a win is worth at least 1000"),
    says("300 on a ron, 100 from each payer of a self-draw"),
    says("3000 in all"),
    says("the two yakuman that a call can settle"),
    says("one red five in each suit"),
    says("robbing a concealed kan is an option"),
    says("rounding 1920 up to a mangan is an option"),
    says("2 fu for each wind"),
    says("with 2 in all, 110 fu and 1 han could not be reached"),
    says("13 han are one yakuman"),
    says("no yakuman counts twice"),
    says("different yakuman add up"),
    says("counters and deposits go to the first winner in turn alone"),
    says("counters wholly on the liable player"),
    says("an oka of 20 for the first"),
    says("a comparison of eleven rule books (2026)"),
    says("other sources say yakuman"),
    says("the sources list both and never add them up"),
    says("exact calculation"),
    says("as the limit"),
    says("half of the limit"),
    says("as the general rules"),
    says("as the rules of 2025"),
    says("later rules, in place of the three waits"),
    says("both are silent"),
    says("so in every relative"),
    says("not said"),
    says("a third ron is a draw"),
    says("4 han 30 fu is no mangan"),
    says("in other accounts nobody else settles then"),
    says("a hand of 10 fu has a name here, and no more"),
    says("for which hands it holds is not said"),
    says("Tenhou records compared"),
    says("Tenhou records replayed"),
    says("Tenhou final scores compared"),
    says("Mahjong Soul wins compared"),
    says("a Japanese account of the rules of the 1910s and 1920s"),
)
_AS = says("as {rules}")


def value_said(switch: Switch, value: Any, t: Speaker) -> str:
    """A value of a switch in words; numbers stay what they are.

    Examples
    --------
    >>> from chouma.families import rules
    >>> from chouma.messages import speaker
    >>> club = rules("tenhou")
    >>> [value_said(club.switches[name], getattr(club, name), speaker("en")) for name in ("kuitan", "multiple_ron", "red_fives")]
    ['yes', 'two win, three are a draw', '3']
    """
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if value is None or value in ((), {}):
        return t("none")
    if isinstance(value, str) and value in _VALUES.get(switch.name, {}):
        return t(_VALUES[switch.name][value])
    if isinstance(value, str) and value in pattern_ids():
        return name_of(value, t.lang)
    if isinstance(value, Worth):
        return gives(value, t) or t("none")
    if isinstance(value, Mapping) and switch.kind.name == "shares":
        return t(", ").join(_share(name_said(id, t), share, t) for id, share in value.items())
    if isinstance(value, Mapping) and switch.kind.name == "local_yaku":
        return t(", ").join(name_said(id, t) for id in value)
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return t(", ").join(name_said(one, t) for one in value)
    if isinstance(value, tuple):
        return " / ".join(map(str, value))
    return value_text(value)


def name_said(id: str, t: Speaker) -> str:
    """A yaku, a pattern, a sort of pair or a unit in words."""
    if id in YAKU_NAMES:
        return YAKU_NAMES[id].text(t.lang)
    if id in PAIRS:
        return t(PAIRS[id])
    return name_of(id, t.lang) if id in pattern_ids() else id.replace("_", " ")


def _share(name: str, share: Share, t: Speaker) -> str:
    return name if share == (1, 1) else t("{name}: {worth}", name=name, worth=gives(Worth(limit=share), t))


def source_said(source: str, t: Speaker) -> str:
    """Where a value comes from.

    Examples
    --------
    >>> from chouma.messages import speaker
    >>> source_said("Haibara 1952; not said: as ningbo", speaker("en"))
    'Haibara 1952; not said: as ningbo'
    """
    return t("; ").join(_piece(piece, t) for piece in source.split("; "))


def _piece(piece: str, t: Speaker) -> str:
    if piece in _FRAMES:
        return t(piece)
    first, colon, more = piece.partition(": ")
    if colon:
        return t("{source}: {what}", source=_piece(first, t), what=_piece(more, t))
    word, _, rules = piece.partition(" ")
    return t(_AS, rules=rules) if word == "as" and rules else piece
