"""What can't be under any rules: combinations of flags that every family refuses in the same words."""

from __future__ import annotations

from .declaring import Declaring
from .errors import Problem
from .lang import Names

# no switch bears on these
refusal = Declaring(Names("switch", {})).refusal


@refusal(Problem.CHANKAN_BY_TSUMO, "chankan")
def chankan_by_tsumo(h):
    """chankan by self-draw: the tile is robbed from another, so write the winning tile with + or take chankan away"""
    return h.chankan & h.tsumo


@refusal(Problem.CHANKAN_OF_HELD_TILE, "chankan")
def chankan_of_held_tile(h):
    """chankan of a tile that the hand holds: the other player has the other three, so take chankan away"""
    return h.chankan & ((h.n_win > 1) | h.win_in_meld)


@refusal(Problem.HOUTEI_BY_TSUMO, "houtei")
def houtei_by_tsumo(h):
    """houtei by self-draw: it is the last discard, and the last tile drawn is haitei"""
    return h.houtei & h.tsumo


@refusal(Problem.HOUTEI_WITH_CHANKAN, "houtei")
def houtei_with_chankan(h):
    """houtei with chankan: a robbed tile is no discard, so take one of the two away"""
    return h.houtei & h.chankan
