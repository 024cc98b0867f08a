"""What can't be: combinations of flags that are refused, each with its mend."""

from __future__ import annotations

from .. import impossible
from ..declaring import Refusal, collect
from ..errors import Problem
from .declare import refusal


@refusal(Problem.RINSHAN_BY_RON, "rinshan")
def rinshan_by_ron(h):
    """rinshan by a discard: the replacement tile is self-drawn, so write the winning tile with * or take rinshan away"""
    return h.rinshan & h.ron


@refusal(Problem.RINSHAN_WITHOUT_KAN, "rinshan")
def rinshan_without_kong(h, r):
    """rinshan without a kong (or a flower, where there are some): add the kong or take rinshan away"""
    return h.rinshan & (h.n_quads == 0) & ~(r.flowers & (h.n_flowers > 0))


chankan_by_tsumo = impossible.chankan_by_tsumo
chankan_of_held_tile = impossible.chankan_of_held_tile


@refusal(Problem.HAITEI_BY_RON, "haitei")
def haitei_by_ron(h):
    """haitei by a discard: it is the last tile drawn, and the last discard is houtei"""
    return h.haitei & h.ron


@refusal(Problem.HAITEI_WITH_RINSHAN, "haitei")
def haitei_with_rinshan(h, r):
    """haitei with rinshan: under these rules the last tile is no replacement tile, so take one of the two away"""
    return h.haitei & h.rinshan & (r.last_tile_with_replacement == "refused")


houtei_by_tsumo = impossible.houtei_by_tsumo
houtei_with_chankan = impossible.houtei_with_chankan


@refusal(Problem.TENHOU_BY_RON, "tenhou")
def heavenly_by_discard(h):
    """tenhou by a discard: it is the dealt hand, so write the winning tile with *"""
    return h.tenhou & h.ron


@refusal(Problem.TENHOU_NOT_DEALER, "tenhou")
def heavenly_not_east(h):
    """tenhou for a player who is not East: it is chiihou there, or the seat is E"""
    return h.tenhou & ~h.dealer


@refusal(Problem.CHIIHOU_BY_TSUMO, "chiihou")
def earthly_by_self_draw(h, r):
    """chiihou by self-draw: under these rules it is a win on East's first discard, so write the winning tile with +"""
    return h.chiihou & h.tsumo & (r.earthly_on == "discard")


@refusal(Problem.CHIIHOU_BY_RON, "chiihou")
def earthly_by_discard(h, r):
    """chiihou by a discard: under these rules it is a win on one's own first draw, so write the winning tile with *"""
    return h.chiihou & h.ron & (r.earthly_on == "draw")


@refusal(Problem.CHIIHOU_DEALER, "chiihou")
def earthly_for_east(h):
    """chiihou for East: it is tenhou there, or the seat is another"""
    return h.chiihou & h.dealer


@refusal(Problem.FIRST_TURN_WITH_MELD, "first_turn")
def first_turn_with_meld(h):
    """tenhou or chiihou with a declared set: the hand is won as it was dealt, so take one of the two away"""
    return (h.tenhou | h.chiihou) & ((h.n_calls > 0) | (h.n_quads > 0))


@refusal(Problem.FIRST_TURN_TWICE, "first_turn")
def first_turn_twice(h):
    """tenhou and chiihou exclude one another: keep one"""
    return h.tenhou & h.chiihou


@refusal(Problem.FIRST_TURN_LATE, "first_turn")
def first_turn_late(h):
    """tenhou or chiihou with haitei, houtei, rinshan or chankan: the first turn has none of these"""
    return (h.tenhou | h.chiihou) & (h.haitei | h.houtei | h.rinshan | h.chankan)


@refusal(Problem.KONG_ON_KONG_WITHOUT_KONGS, "kong_on_kong")
def kong_on_kong_without_kongs(h):
    """kong_on_kong without rinshan, or with fewer than two kongs: add them or take it away"""
    return h.kong_on_kong & ((h.n_quads < 2) | ~h.rinshan)


@refusal(Problem.EAST_STREAK_NOT_DEALER, "east_streak")
def east_streak_not_east(h):
    """east_streak for a player who is not East: the seat is E, or take it away"""
    return h.east_streak & ~h.dealer


@refusal(Problem.FLAG_OF_A_WIN, "won")
def flag_of_a_win(h):
    """a hand that did not win can be calling, and nothing else: take the other flags away"""
    won_only = h.haitei | h.houtei | h.rinshan | h.chankan | h.tenhou | h.chiihou | h.original_call | h.kong_on_kong | h.east_streak
    return ~h.won & won_only


REFUSALS: tuple[Refusal, ...] = collect(globals(), Refusal)
