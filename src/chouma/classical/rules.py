"""Classical rule sets: `ClassicalRules`, one frozen value with a field for each switch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Protocol

from .. import hand
from ..rulesets import Family, RuleSet, family
from ..switches import HAND, TABLE, Share, Worth, amount, flag, id_set, number, one_of, shares, worth

#: what pays the limit, or a part of it, in one rule set or another
LIMIT_HANDS = (
    *("heavenly", "earthly", "unconnected", "dealt_orphans", "thirteen_wonders"),
    *("big_three_dragons", "four_winds", "big_four_winds", "nine_gates", "four_kongs"),
    *("four_concealed_pungs", "buried_treasure"),
    *("all_honours", "all_terminals", "all_majors", "imperial_jade", "concealed_full_flush", "wriggling_snake"),
    *("kong_on_kong", "east_streak", "plum_blossom", "moon", "carrying_pole"),
    *("knitting", "triple_knitting", "all_pair_honours"),
)
#: patterns that some rules give to every hand, won or not
OPEN_TO_ALL = (
    *("half_flush", "full_flush", "majors", "three_concealed", "small_dragons", "big_dragons", "small_winds", "big_winds"),
    *("own_flower", "own_season", "own_flower_and_season", "all_flowers", "all_seasons"),
)
#: what makes a discarder liable
LIABILITY = ("full_flush", "four_winds", "big_three_dragons")


@family(
    "classical",
    folder=os.path.join(os.path.dirname(__file__), "presets"),
    default="ningbo",
    example={"base": "ningbo", "limit": 300},
)
@dataclass(init=False, frozen=True, eq=False, repr=False)
class ClassicalRules(RuleSet):
    """A classical rule set: each switch is a plain attribute.

    Get one with `chouma.rules`, change one with `but`. What a pattern gives is a `Worth`: fu, fan or a part of the limit.
    """

    limit: int | None = number(200, "the most that a hand scores; none: no limit", HAND, step=1, words=("none",))
    half_limit: int = number(100, "what a hand scores that pays half the limit", HAND, step=1)
    limit_hand_value: int = number(200, "what a limit hand scores where there is no limit", HAND, step=1)
    flowers: bool = flag(False, "flowers and seasons are in play")
    round_wind: bool = flag(False, "a set of the wind of the round is worth a fan")
    win_fu: int = amount(10, "fu for winning")
    concealed_ron_fu: int = amount(0, "fu more for a concealed hand that wins on a discard")
    pairs: tuple[str, ...] = id_set(("dragon", "own", "round"), ("dragon", "own"), doc="the pairs that are worth 2 fu")
    loser_pairs: str = one_of("all", "one", "none", doc="a hand that did not win counts all its scoring pairs, the best one or none")
    self_draw: Worth = worth("2 fu", "winning by self-draw")
    self_draw_concealed: Worth = worth("none", "winning a concealed hand by self-draw, beside the self-draw")
    single_wait: Worth = worth("2 fu", "winning on the tile of the pair")
    closed_wait: Worth = worth("2 fu", "winning on the middle of a chow")
    edge_wait: Worth = worth("2 fu", "winning on 3 for 12, or on 7 for 89")
    only_place: Worth = worth("none", "winning on the only kind that completes the hand, wherever it goes")
    pure_waits: bool = flag(True, "single, closed and edge waits count only where that kind alone completes the hand")
    double_pung_bonus: int = one_of(2, 0, doc="fu for winning on one of two pairs, where just two kinds complete the hand")
    pair_fill_minor: int = amount(0, "fu for completing the pair with a simple tile")
    pair_fill_major: int = amount(0, "fu for completing the pair with a terminal or honour")
    wait_excludes: str = one_of(
        "own", "none", "table", doc="no wait is a kind that the hand itself holds four times, or that all copies of are seen anywhere"
    )
    last_copy: int = one_of(0, 4, doc="fu for a pure closed or edge wait on the last copy, the other three lying on the table")
    all_pungs: Worth = worth("4 fu", "four pungs or kongs")
    no_score: Worth = worth("none", "a hand without a scoring set or pair")
    no_score_means: str = one_of("everything", "sets", doc="no fu at all beside those for winning, or none by sets and the pair")
    kong_replacement: Worth = worth("4 fu", "winning on the tile drawn after a kong")
    last_tile: Worth = worth("4 fu", "winning on the last tile of the wall")
    last_discard: Worth = worth("none", "winning on the last discard")
    last_tile_with_replacement: str = one_of("refused", "both", doc="the last tile drawn as the replacement of a kong")
    robbing: Worth = worth("4 fu", "winning on a tile that another adds to a pung")
    robbing_pure: bool = flag(True, "robbing a kong counts for a pure closed or edge wait only")
    pheasant_stacks: bool = flag(True, "the fu of the wait count beside those for robbing the kong")
    original_call: Worth = worth("none", "ready since the first discard")
    concealed_hand: Worth = worth("none", "winning without an exposed set")
    half_flush: Worth = worth("1 fan", "one suit and honours")
    full_flush: Worth = worth("3 fan", "one suit alone")
    full_flush_no_chow: bool = flag(False, "a full flush counts without chows only")
    all_honours: str = one_of("half_flush", "none", "full_flush", doc="what a hand of honours alone counts as, unless it is a limit hand")
    majors: Worth = worth("none", "terminals and honours alone")
    three_concealed: Worth = worth("none", "three concealed pungs or kongs")
    small_dragons: Worth = worth("none", "two sets of dragons and a pair of the third")
    big_dragons: Worth = worth("none", "sets of all three dragons, beside their own fan")
    small_winds: Worth = worth("none", "three sets of winds and a pair of the fourth")
    big_winds: Worth = worth("none", "sets of all four winds")
    every_hand: tuple[str, ...] = id_set(OPEN_TO_ALL, (), doc="the patterns that hands count that did not win, too")
    calling_hands: tuple[str, ...] = id_set(OPEN_TO_ALL, (), doc="the patterns that a hand counts that was calling and did not win")
    dragon_fan_mode: str = one_of("hand", "set", doc="a set of fan tiles doubles the whole hand, or its own fu only")
    flower_fu: int = amount(0, "fu of each flower and season")
    own_flower: Worth = worth("none", "the flower of one's seat")
    own_season: Worth = worth("none", "the season of one's seat")
    own_flower_and_season: Worth = worth("none", "both of one's seat")
    all_flowers: Worth = worth("none", "all four flowers")
    all_seasons: Worth = worth("none", "all four seasons")
    discard_pung_exposed: bool = flag(True, "a pung completed by a discard counts as exposed")
    undeclared_four: str = one_of("pung", "kong", doc="four alike in hand that were not declared count as a pung or as a concealed kong")
    limit_hands: Mapping[str, Share] = shares(
        LIMIT_HANDS,
        {"heavenly": 1, "earthly": 0.5, "unconnected": 1, "dealt_orphans": 1, "big_three_dragons": 1, "four_winds": 1, "nine_gates": 1},
        doc="the hands that pay the limit, or a part of it",
    )
    own_wind_needed: bool = flag(True, "four winds need a pung or kong of one's own wind")
    big_dragons_no_chow: bool = flag(False, "the three dragons pay the limit in a hand without chows only")
    nine_gates_pure: bool = flag(True, "nine gates need all nine waits")
    earthly_on: str = one_of("discard", "draw", doc="earthly is a win on East's first discard, or on one's own first draw")
    earthly_floor: str = one_of("at_least", "exactly", doc="earthly pays its part of the limit at the least, or just that")
    calling_share: int = number(
        0, "per cent of a limit hand that a player scores who was calling it and did not win", HAND, step=1, most=100
    )
    max_chows: int | None = number(None, "the most chows that a winning hand may have", HAND, step=1, most=4, words=("none",))
    min_points: int = number(0, "the least fu that a winning hand needs", HAND, step=1, most=100)
    fu_rounding: int = one_of(1, 10, doc="fu are exact, or rounded up to ten")

    payer: str = one_of("all", "discarder", doc="all three pay the winner of a discard, or the discarder for all", stage=TABLE)
    losers_settle: bool = flag(True, "the three who did not win pay each other the difference of their scores", TABLE)
    east_factor: int = number(2, "how often a payment counts that East makes or receives", TABLE, step=1, most=10)
    liability: tuple[str, ...] = id_set(
        LIABILITY, LIABILITY, doc="the hands for which a discarder who completed them is liable", stage=TABLE
    )
    liable_losers_settle: bool = flag(True, "the others settle among themselves where a discarder is liable", TABLE)
    settle_on_draw: bool = flag(False, "after a draw all four pay each other the difference of their scores", TABLE)
    draw_keeps_dealer: bool = flag(False, "East stays after a draw", TABLE)
    false_win: int | str = number("limit", "what a false win costs to each of the others", TABLE, step=1, words=("limit", "half_limit"))
    limit_on_difference: bool = flag(False, "the differences that losers pay are limited, too", TABLE)
    multiple_winners: str = one_of("nearest", doc="of several who claim a discard the nearest after the discarder wins", stage=TABLE)

    family: ClassVar[Family[ClassicalRules]]

    @cached_property
    def stock(self) -> hand.Stock:
        """The tiles that the game is played with."""
        return hand.stock(4, 0, self.flowers)

    def value_of(self, share: Share) -> int:
        """What a part of the limit comes to."""
        if share == (1, 2):
            return half_limit_value(self)
        return limit_value(self) * share.times // share.of


class Limited(Protocol):
    """Rules with a limit, or with what limit hands score without one."""

    @property
    def limit(self) -> int | None: ...
    @property
    def half_limit(self) -> int: ...
    @property
    def limit_hand_value(self) -> int: ...


def limit_value(rules: Limited) -> int:
    """What the limit comes to, and what a limit hand scores where there is none, in points."""
    return rules.limit_hand_value if rules.limit is None else rules.limit


def half_limit_value(rules: Limited) -> int:
    """What half the limit comes to, in points: no more than the limit, though the two are switches of their own."""
    return min(rules.half_limit, limit_value(rules))
