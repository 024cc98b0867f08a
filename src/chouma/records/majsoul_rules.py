"""The rules of a game of Mahjong Soul, as the head of its record tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RuleError, worded
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules, rules
from .model import RecordError

#: the numbers of the modes: tens digit 1 for three players, units digit 2 where the south round is played
_THREE, _HALF = 1, 2

#: ways to play that aren't riichi as it is scored here
_OTHER_GAMES = ("chuanma", "xuezhandaodi", "hunzhiyiji_mode")

#: switches of a room that are on or off, and ours: what it is where it is on, and where it is off
_SWITCHES: Mapping[str, tuple[str, Any, Any]] = {
    "can_jifei": ("bankruptcy", True, False),
    "have_liujumanguan": ("nagashi_mangan", "draw", "off"),
    "have_qieshangmanguan": ("kiriage_mangan", True, False),
    "have_gang_biao_dora": ("kan_dora", True, False),
    "have_li_dora": ("ura_dora", True, False),
    "have_helezhongju": ("dealer_stop", True, False),
    "have_yifa": ("ippatsu", True, False),
    "have_nanruxiru": ("extension", True, False),
}
#: switches that take something away where they are on
_TAKEN_AWAY: Mapping[str, Mapping[str, Any]] = {
    "have_sanjiahele": {"multiple_ron": "double"},
    "have_toutiao": {"multiple_ron": "head_bump"},
    "disable_multi_yukaman": {"double_yakuman": (), "yakuman_stacking": False},
    "disable_double_yakuman": {"double_yakuman": ()},
    "disable_composite_yakuman": {"yakuman_stacking": False},
    "disable_leijiyiman": {"counted_yakuman": "sanbaiman"},
    "disable_double_wind_four_fu": {"double_wind_pair_fu": 2},
    "disable_angang_guoshi": {"kokushi_on_ankan": False},
}


def camel(name: str) -> str:
    """A name as other downloaders write it: ``left_tile_count`` is ``leftTileCount`` there.

    Examples
    --------
    >>> camel("left_tile_count")
    'leftTileCount'
    """
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def field(body: Mapping[str, Any], name: str, default: Any = None) -> Any:
    """A value by its name in either way of writing; numbers and marks that are 0 are often left out."""
    found = body.get(name)
    if found is None:
        found = body.get(camel(name))
    return default if found is None else found


def inside(value: Any, *names: str) -> dict[str, Any]:
    """An object within objects; an empty one, where there is none."""
    for name in names:
        value = field(value, name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def number_of_mode(head: Mapping[str, Any]) -> int | None:
    """The number of the mode; None where the head doesn't tell."""
    found = inside(head, "config", "mode").get("mode")
    return found if type(found) is int and 0 < found < 100 else None


def players_of(head: Mapping[str, Any]) -> int | None:
    """How many play, by the mode; None where it doesn't tell."""
    mode = number_of_mode(head)
    return None if mode is None else 3 if mode // 10 == _THREE else 4


def rules_of(head: Mapping[str, Any], players: int) -> RiichiRules:
    """The rules of a game.

    What a ranked room leaves out is as the preset has it; a private room tells its points, and a tournament every switch.

    Raises
    ------
    RecordError
        If it is another game than riichi, or a switch can't be so.
    """
    told = inside(head, "config", "mode", "detail_rule")
    for name in _OTHER_GAMES:
        if field(told, name):
            raise RecordError(worded("a game of the mode {mode} isn't riichi as it is scored here", mode=name))
    changes: dict[str, Any] = {}
    mode = number_of_mode(head)
    if mode is not None and mode % 10 != _HALF:
        changes["length"] = "east"
    if _number(told, "init_point"):
        changes |= _of_room(told, players)
    # where all of them are off, a downloader has filled in what the record leaves out
    if any(field(told, name) for name in (*_SWITCHES, "have_zimosun")):
        changes |= _of_tournament(told, players)
    house = rules("majsoul-sanma" if players == 3 else "majsoul")
    try:
        return house.but(**changes) if changes else house
    except RuleError as wrong:
        raise RecordError(worded("the rules of the room can't be so: {why}", why=wrong.parts[0])) from None


def _number(told: Mapping[str, Any], name: str) -> int:
    found = field(told, name, 0)
    return found if type(found) is int and abs(found) <= 10**7 else 0


def _of_room(told: Mapping[str, Any], players: int) -> dict[str, Any]:
    start = _number(told, "init_point")
    changes: dict[str, Any] = {"start_points": start, "return_points": _number(told, "jingsuanyuandian") or start}
    if _number(told, "fandian"):
        changes["end_target"] = _number(told, "fandian")
    reds = _number(told, "dora_count")
    changes["red_fives"] = 4 if reds == 4 else 3 if reds else 0
    if players == 4:
        changes["kuitan"] = bool(field(told, "shiduan"))
    if field(told, "guyi_mode"):
        changes["renhou"] = "yakuman"
        changes["local_yaku"] = {name.id: True for name in YAKU_NAMES.values() if name.category == "local" and name.majsoul is not None}
    return changes


def _of_tournament(told: Mapping[str, Any], players: int) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for name, (switch, on, off) in _SWITCHES.items():
        changes[switch] = on if field(told, name) else off
    for name, taken in _TAKEN_AWAY.items():
        if field(told, name):
            changes |= taken
    if players == 3:
        changes["tsumo_loss"] = "loss" if field(told, "have_zimosun") else "split"
    if _number(told, "changbang_value"):
        changes["honba_points"] = _number(told, "changbang_value")
    if _number(told, "noting_fafu_1"):
        changes["noten_points"] = _number(told, "noting_fafu_1") * (players - 1)
    uma = [_number(told, f"shunweima_{place}") for place in range(2, players + 1)]
    if any(uma):
        changes["uma"] = (-sum(uma), *uma)
    return changes
