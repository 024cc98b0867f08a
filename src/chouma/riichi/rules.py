"""Rule sets of riichi: the fields of `RiichiRules` are its switches.

What every family's rule sets have (presets, changing, comparing, telling them) is in `chouma.rulesets`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from .. import hand
from ..errors import RuleError, worded
from ..rulesets import DiffRow, Family, RuleSet, family
from ..switches import HAND, TABLE, Switch, flag, number, one_of, shown_value, value_text
from .names import YAKU_NAMES
from .switches import local_yaku_table, uma_lists, yakuman_list


@family(
    "riichi",
    folder=os.path.join(os.path.dirname(__file__), "presets"),
    default="general",
    example={"base": "tenhou", "red_fives": 0},
)
@dataclass(init=False, frozen=True, eq=False, repr=False)
class RiichiRules(RuleSet):
    """A riichi rule set: each switch is a plain attribute.

    Get one with `rules`, change one with `but`. Each switch is checked on construction; lists become
    tuples and mappings `Frozen`, so that a rule set can be a key.

    Attributes
    ----------
    name, title, note : str
    base : str or None
        The preset that it differs from; None for ``general``.
    extra_yaku : tuple
        Yaku that the user declared and added.
    """

    family: ClassVar[Family[RiichiRules]]
    unreadable: ClassVar[Mapping[str, str]] = {
        "extra_yaku": "extra_yaku can't be read: declare the yaku in Python and add them with .adding(...)"
    }

    players: int = one_of(4, 3, doc="how many play; three play without 2m to 8m, the dora after 1m is 9m, and north can be declared")
    red_fives: int = one_of(3, 0, 4, doc="how many red fives there are: one a suit, none, or one a suit and a second 5p")
    kuitan: bool = flag(True, "tanyao counts in an open hand")
    double_wind_pair_fu: int = one_of(4, 2, doc="fu of a pair that is both seat wind and round wind")
    pinfu_tsumo: bool = flag(True, "pinfu counts by self-draw, with 20 fu; if not, there are 2 fu for the self-draw and no pinfu")
    rinshan_tsumo_fu: bool = flag(True, "2 fu for the self-draw of a replacement tile; a pinfu there keeps its 20 fu")
    open_pinfu_ron_fu: int = one_of(30, 20, doc="fu of an open hand by ron that would have 20")
    chiitoitsu: str = one_of("25fu2han", "50fu1han", doc="fu and han of seven pairs")
    kiriage_mangan: bool = flag(False, "4 han 30 fu and 3 han 60 fu are rounded up to mangan")
    counted_yakuman: str = one_of(
        "yakuman", "sanbaiman", "unlimited", doc="13 han and more: one yakuman, no more than sanbaiman, or a yakuman for every 13 han"
    )
    double_yakuman: tuple[str, ...] = yakuman_list(doc="the yakuman that count twice", stage=HAND)
    yakuman_stacking: bool = flag(True, "different yakuman add up; if not, the highest alone counts")
    aotenjou: str = one_of(
        "off", "all", "reduced", doc="no limits: yakuman are 13 han each and drop no other yaku (all), or drop those they contain (reduced)"
    )
    renhou: str = one_of(
        "none",
        "mangan_fixed",
        "mangan_additive",
        "yakuman",
        doc="a ron before one's first draw: nothing, a mangan unless the hand is worth more, 5 han more, or a yakuman",
    )
    ippatsu: bool = flag(True, "ippatsu counts")
    ura_dora: bool = flag(True, "ura dora count")
    kan_dora: bool = flag(True, "every kan turns one more indicator; if not, the first indicator alone counts")
    kokushi_on_ankan: bool = flag(False, "thirteen orphans may rob a concealed kan")
    local_yaku: Mapping[str, Any] = local_yaku_table(doc="the local yaku that count, and what each is worth")
    honba_points: int = number(300, "points that each counter adds to a ron; a third of it from each payer of a self-draw", HAND, step=300)
    tsumo_loss: str = one_of(
        "loss",
        "split",
        "even",
        doc="three players, self-draw: the absent north's share is lost, is split between the payers, or both pay half the price of a ron",
    )
    multiple_ron: str = one_of(
        "all",
        "double",
        "head_bump",
        doc="several ron on one discard: all win, two may win and three are a draw, or only the first in turn",
        stage=TABLE,
    )
    honba_on_multiple_ron: str = one_of(
        "first", "each", doc="several ron: counters go to the first winner in turn, or to each", stage=TABLE
    )
    pao: tuple[str, ...] = yakuman_list(
        "daisangen", "daisuushii", doc="the yakuman for which the player who fed the last group is liable", stage=TABLE
    )
    pao_scope: str = one_of("yakuman", "hand", doc="liable for that yakuman alone, or for every yakuman of the hand", stage=TABLE)
    pao_honba: str = one_of("liable", "discarder", doc="who pays the counters of a ron with a liable player", stage=TABLE)
    noten_points: int = number(3000, "points that move between the tenpai and the noten players at an exhaustive draw")
    nagashi_mangan: str = one_of(
        "draw", "win", "off", doc="nagashi mangan is paid as a draw, counts as a win, or is not played", stage=TABLE
    )
    start_points: int = number(25000, "points that each player starts with")
    return_points: int = number(30000, "points that the final count starts from; oka is return less start, from each player, for the first")
    end_target: int = number(30000, "points that somebody must have for the game to end without more rounds")
    final_rounding: str = one_of(
        "none",
        "thousands",
        "thousands_up",
        doc="final points are exact, or rounded to thousands (half away from zero, or half up; the first takes the rest)",
        stage=TABLE,
    )
    length: str = one_of("half", "east", "full", doc="rounds of a game: east and south, east alone, or all four", stage=TABLE)
    extension: bool = flag(True, "one more round is played while nobody has the target", TABLE)
    sudden_death: bool = flag(True, "the extra round ends as soon as somebody has the target", TABLE)
    bankruptcy: bool = flag(True, "a player below 0 ends the game; if not, riichi with less than 1000 points is allowed", TABLE)
    dealer_stop: bool = flag(True, "in the last round a dealer who leads and wins or is tenpai ends the game", TABLE)
    deposits_before_target: bool = flag(True, "deposits left over go to the leader before the target is looked at", TABLE)
    chombo: str = one_of(
        "reverse_mangan",
        "points",
        "after_uma",
        doc="the penalty for a grave fault: a mangan paid to the others, points, or points taken off after uma",
        stage=TABLE,
    )
    chips: int = number(0, "points that a chip is worth", step=1)
    uma: tuple[int, ...] | Mapping[str, tuple[int, ...]] = uma_lists(
        *(20, 10, -10, -20),
        doc="thousands added by final place, or such lists by how many players (1, 2, 3) have the return points or more",
    )
    ties: str = one_of("seat", "split", doc="players with equal points: the earlier seat is ahead, or they share", stage=TABLE)
    leftover_deposits: str = one_of("first", "lost", "dealer", doc="who gets deposits that nobody won in the game", stage=TABLE)

    extra_yaku: tuple[Any, ...] = ()

    def __init__(self, *, extra_yaku: Iterable[Any] = (), **given: Any):
        super().__init__(extra_yaku=tuple(extra_yaku), **given)

    @property
    def additions(self) -> tuple[Any, ...]:
        """The yaku that the user added."""
        return self.extra_yaku

    def _carried(self) -> dict[str, Any]:
        return {"extra_yaku": self.extra_yaku}

    @cached_property
    def stock(self) -> hand.Stock:
        """The tiles that the game is played with."""
        return hand.stock(self.players, self.red_fives)

    @cached_property
    def local(self) -> dict[str, Any]:
        """`local_yaku` as a dict of id to True or to its worth."""
        return dict(self.local_yaku)

    def uma_of(self, at_return: int) -> tuple[int, ...]:
        """The uma by place, in thousands, when `at_return` players have the return points or more."""
        if isinstance(self.uma, Mapping):
            return self.uma.get(str(at_return), (0,) * self.players)
        return self.uma

    def for_table(self) -> RiichiRules:
        """The same rule set, if a whole game can be settled under it.

        Raises
        ------
        RuleError
            If uma or noten points don't fit the number of players.
        """
        wrong: list[str] = []
        lists = self.uma.values() if isinstance(self.uma, Mapping) else [self.uma]
        if any(len(numbers) != self.players for numbers in lists):
            told = {"value": value_text(self.uma), "n": self.players}
            wrong.append(worded("uma is {value}: with {n} players it has {n} numbers", **told))
        if why := self.why_noten_is_uneven():
            wrong.append(why)
        if wrong:
            raise RuleError(*wrong)
        return self

    def why_noten_is_uneven(self) -> str:
        """Why the points of an exhaustive draw can't be shared evenly; empty if they can."""
        step = 300 if self.players == 4 else 200
        if not self.noten_points % step:
            return ""
        told = {"value": self.noten_points, "n": self.players, "step": step}
        return worded("noten_points is {value}: with {n} players it is a multiple of {step}, so that they share evenly", **told)

    def adding(self, *yaku: Any, name: str | None = None) -> RiichiRules:
        """The same rule set with more yaku; one that has the id of an earlier addition takes its place.

        Raises
        ------
        RuleError
            If something isn't a declared yaku, or the rule set has one of that id itself.
        """
        added = {one.id: one for one in self.extra_yaku}
        for one in yaku:
            id = getattr(one, "id", None)
            if not isinstance(id, str):
                raise RuleError(worded("{value} is no yaku: declare it with @chouma.yaku(...)", value=shown_value(one)))
            if id in self.local_yaku or (id in YAKU_NAMES and YAKU_NAMES[id].category != "local"):
                raise RuleError(worded("the rule set has a yaku {id} already: give yours another id", id=id))
            added[id] = one
        called = name or (None if self._is_named_after_changes else self.name)
        return self.derived({}, {}, name=called, extra_yaku=tuple(added.values()))

    def _diff_rows(self, theirs: RiichiRules) -> Iterator[DiffRow]:
        yield from super()._diff_rows(theirs)
        if set(self.extra_yaku) != set(theirs.extra_yaku):
            mine_ids, their_ids = (tuple(one.id for one in side.extra_yaku) for side in (self, theirs))
            yield DiffRow("extra_yaku", mine_ids, their_ids, "yaku that the user added")

    def to_dict(self) -> dict[str, Any]:
        """The wire form: a base and what differs. `rules` reads it back, but for added yaku, which are named only."""
        told = super().to_dict()
        if self.extra_yaku:
            told["extra_yaku"] = [one.id for one in self.extra_yaku]
        return told


_RIICHI = RiichiRules.family

#: name -> `Switch`, in the order of the fields
SWITCHES: dict[str, Switch] = _RIICHI.switches


def preset_names() -> tuple[str, ...]:
    """The names of the riichi rule sets that come with chouma, ``general`` first."""
    return _RIICHI.names


def rules(spec: RiichiRules | str | os.PathLike[str] | Mapping[str, Any] = _RIICHI.default, *, files: bool = True) -> RiichiRules:
    """A riichi rule set, as `chouma.rules` gives one of any family.

    Examples
    --------
    >>> rules("tenhou").multiple_ron
    'double'
    """
    return _RIICHI.rules(spec, files=files)
