"""What can't be: combinations of flags that are refused, each with its mend.

Written in the language of rules, so that one hand and a column of hands are checked by the same words.
"""

from __future__ import annotations

from .. import impossible
from ..declaring import Refusal, collect
from ..errors import Problem
from .declare import refusal


@refusal(Problem.RIICHI_TWICE, "riichi")
def riichi_twice(h):
    """riichi, double_riichi and open_riichi are one declaration: keep one of them"""
    return (h.riichi & h.double_riichi) | (h.riichi & h.open_riichi) | (h.double_riichi & h.open_riichi)


@refusal(Problem.RIICHI_OPEN, "riichi")
def riichi_open(h):
    """riichi on an open hand: take away the riichi or the open meld (a concealed kan is written [1111z])"""
    return h.riichi_any & h.open


@refusal(Problem.IPPATSU_WITHOUT_RIICHI, "ippatsu")
def ippatsu_without_riichi(h):
    """ippatsu without riichi: add riichi or take ippatsu away"""
    return h.ippatsu & ~h.riichi_any


@refusal(Problem.IPPATSU_WITH_RINSHAN, "ippatsu")
def ippatsu_with_rinshan(h):
    """ippatsu with rinshan: a kan or a declared north ends ippatsu, so take one of the two away"""
    return h.ippatsu & h.rinshan


@refusal(Problem.RINSHAN_BY_RON, "rinshan")
def rinshan_by_ron(h):
    """rinshan by ron: the replacement tile is self-drawn, so write the winning tile with * or take rinshan away"""
    return h.rinshan & h.ron


@refusal(Problem.RINSHAN_WITHOUT_KAN, "rinshan")
def rinshan_without_kan(h):
    """rinshan without a kan or a declared north: add the kan or take rinshan away"""
    return h.rinshan & (h.n_quads == 0) & (h.norths == 0)


chankan_by_tsumo = impossible.chankan_by_tsumo
chankan_of_held_tile = impossible.chankan_of_held_tile


@refusal(Problem.HAITEI_BY_RON, "haitei")
def haitei_by_ron(h):
    """haitei by ron: it is the last tile drawn, and the last discard is houtei"""
    return h.haitei & h.ron


@refusal(Problem.HAITEI_WITH_RINSHAN, "haitei")
def haitei_with_rinshan(h):
    """haitei with rinshan: a replacement tile is never the last tile of the wall, so take one of the two away"""
    return h.haitei & h.rinshan


houtei_by_tsumo = impossible.houtei_by_tsumo
houtei_with_chankan = impossible.houtei_with_chankan


@refusal(Problem.TENHOU_BY_RON, "tenhou")
def tenhou_by_ron(h):
    """tenhou by ron: it is the dealt hand, so write the winning tile with *"""
    return h.tenhou & h.ron


@refusal(Problem.TENHOU_NOT_DEALER, "tenhou")
def tenhou_not_dealer(h):
    """tenhou for a player who is not the dealer: it is chiihou there, or the seat is E"""
    return h.tenhou & ~h.dealer


@refusal(Problem.CHIIHOU_BY_RON, "chiihou")
def chiihou_by_ron(h):
    """chiihou by ron: it is a self-draw, so write the winning tile with * (by ron it is renhou)"""
    return h.chiihou & h.ron


@refusal(Problem.CHIIHOU_DEALER, "chiihou")
def chiihou_dealer(h):
    """chiihou for the dealer: it is tenhou there, or the seat is another"""
    return h.chiihou & h.dealer


@refusal(Problem.RENHOU_BY_TSUMO, "renhou")
def renhou_by_tsumo(h):
    """renhou by self-draw: it is a ron, so write the winning tile with + (by self-draw it is chiihou)"""
    return h.renhou & h.tsumo


@refusal(Problem.RENHOU_DEALER, "renhou")
def renhou_dealer(h):
    """renhou for the dealer, who has drawn before anyone discards: take it away, or the seat is another"""
    return h.renhou & h.dealer


@refusal(Problem.FIRST_TURN_WITH_MELD, "first_turn")
def first_turn_with_meld(h):
    """tenhou, chiihou or renhou with a meld: any call, even a concealed kan, ends the first turn"""
    return h.first_turn & ((h.n_calls > 0) | (h.n_quads > 0))


@refusal(Problem.FIRST_TURN_WITH_RIICHI, "first_turn")
def first_turn_with_riichi(h):
    """tenhou, chiihou or renhou with riichi: the hand is won before a first discard, so take one away"""
    return h.first_turn & h.riichi_any


@refusal(Problem.FIRST_TURN_TWICE, "first_turn")
def first_turn_twice(h):
    """tenhou, chiihou and renhou exclude one another: keep one"""
    return (h.tenhou & h.chiihou) | (h.tenhou & h.renhou) | (h.chiihou & h.renhou)


@refusal(Problem.FIRST_TURN_LATE, "first_turn")
def first_turn_late(h):
    """tenhou, chiihou or renhou with haitei, houtei, rinshan or chankan: the first turn has none of these"""
    return h.first_turn & (h.haitei | h.houtei | h.rinshan | h.chankan)


@refusal(Problem.TSUBAME_BY_TSUMO, "tsubame_gaeshi")
def tsubame_by_tsumo(h):
    """tsubame_gaeshi by self-draw: it is won on another's discard, so write the winning tile with +"""
    return h.tsubame_gaeshi & h.tsumo


@refusal(Problem.KANBURI_BY_TSUMO, "kanburi")
def kanburi_by_tsumo(h):
    """kanburi by self-draw: it is won on another's discard, so write the winning tile with +"""
    return h.kanburi & h.tsumo


@refusal(Problem.DISCARD_WITH_CHANKAN, "chankan")
def discard_with_chankan(h):
    """chankan with tsubame_gaeshi or kanburi: a robbed tile is no discard, so take one of the two away"""
    return h.chankan & (h.tsubame_gaeshi | h.kanburi)


@refusal(Problem.PAARENCHAN_NOT_DEALER, "paarenchan")
def paarenchan_not_dealer(h):
    """paarenchan for a player who is not the dealer: the seat is E, or take it away"""
    return h.paarenchan & ~h.dealer


REFUSALS: tuple[Refusal, ...] = collect(globals(), Refusal)
