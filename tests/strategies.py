"""Legal hands, situations and rule sets at random: for Hypothesis, and from any `random.Random`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

import chouma
from chouma.groups import PAIR, RUN, TRIPLET
from chouma.hand import ANKAN, CHI, KAKAN, MINKAN, PON, RON, TSUMO, Hand, Meld
from chouma.riichi.local import LOCAL
from chouma.riichi.rules import SWITCHES, RiichiRules, rules
from chouma.tiles import DRAGONS, KIND_OF, NORTH, ORPHANS, RED_OF, WINDS

SIMPLE = tuple(kind for kind in range(34) if kind not in ORPHANS)
GREENS = (19, 20, 21, 23, 25, 32)

#: what the groups of a hand are drawn from: rare yaku need a narrow choice
STYLES: Mapping[str, tuple[int, ...]] = {
    "any": tuple(range(34)),
    "characters": tuple(range(9)),
    "dots": tuple(range(9, 18)),
    "bamboo": tuple(range(18, 27)),
    "dots and honours": (*range(9, 18), *range(27, 34)),
    "bamboo and honours": (*range(18, 27), *range(27, 34)),
    "simple": SIMPLE,
    "outside": ORPHANS,
    "honours": (*WINDS, *DRAGONS),
    "green": GREENS,
    "five ranks": tuple(kind for kind in range(27) if kind % 9 < 5),
    "three ranks": tuple(kind for kind in range(27) if 3 <= kind % 9 < 6),
}

Shape = tuple[str, int]


class Case(NamedTuple):
    """A hand and how it was won, under some rules."""

    hand: Hand
    keywords: Mapping[str, Any]
    rules: RiichiRules

    def score(self, **more: Any) -> chouma.Score | chouma.NoScore:
        return chouma.score(self.hand, rules=self.rules, **{**self.keywords, **more})


def kinds_in_game(players: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if players == 4 or not 0 < kind < 8)


def kinds_of(shape: Shape) -> tuple[int, ...]:
    form, kind = shape
    return (kind, kind + 1, kind + 2) if form == RUN else (kind,) * (3 if form == TRIPLET else 2)


# ------------------------------------------------------------------------------------------ hands


def standard_shapes(random: Random, kinds: Sequence[int]) -> list[Shape]:
    """Four groups and a pair out of some kinds, no kind more than four times."""
    there = set(kinds)
    runs = [kind for kind in kinds if kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} <= there]
    while True:
        held: Counter[int] = Counter()
        likes_runs = random.choice((0.1, 0.5, 0.9))
        shapes: list[Shape] = []
        for _ in range(40):
            form = PAIR if len(shapes) == 4 else RUN if runs and random.random() < likes_runs else TRIPLET
            # a group that is there already makes twin runs
            again = [kind for old, kind in shapes if old == form]
            kind = random.choice(again if again and form == RUN and random.random() < 0.3 else runs if form == RUN else kinds)
            added = held + Counter(kinds_of((form, kind)))
            if max(added.values()) <= 4:
                held, shapes = added, [*shapes, (form, kind)]
            if len(shapes) == 5:
                return shapes
        kinds = tuple({*kinds, *ORPHANS})  # they were too few for a hand


def melds_of(random: Random, shapes: list[Shape], players: int) -> tuple[list[Shape], list[Meld]]:
    """Some of the groups declared; the rest stays concealed."""
    concealed, melds = [], []
    held = Counter(kind for shape in shapes for kind in kinds_of(shape))
    declares = random.choice((0.0, 0.0, 0.4, 0.8))
    for form, kind in shapes:
        choices: list[str] = []
        if form == RUN and players == 4:
            choices = [CHI]
        elif form == TRIPLET:
            choices = [PON, PON, MINKAN, KAKAN, ANKAN, ANKAN] if held[kind] == 3 else [PON]
        if not choices or random.random() >= declares:
            concealed.append((form, kind))
            continue
        type = random.choice(choices)
        tiles = kinds_of((form, kind)) + ((kind,) if type in (MINKAN, KAKAN, ANKAN) else ())
        melds.append(Meld.of(type, tiles))
    return concealed, melds


def with_reds(random: Random, tiles: list[int], left: dict[int, int]) -> list[int]:
    """Some of the fives made red, as far as there are red ones."""
    found = []
    for tile in tiles:
        red = RED_OF.get(tile)
        if red is not None and left.get(red, 0) and random.random() < 0.4:
            left[red] -= 1
            tile = red
        found.append(tile)
    return found


def random_hand(random: Random, house: RiichiRules, form: str | None = None) -> Hand:
    """A hand of 14 tiles with its winning tile: standard, seven pairs, orphans, or (rarely) none of these."""
    kinds = kinds_in_game(house.players)
    form = form or random.choices(("standard", "pairs", "orphans", "junk"), (80, 12, 3, 5))[0]
    style = tuple(kind for kind in STYLES[random.choice(list(STYLES))] if kind in kinds)
    melds: list[Meld] = []
    if form == "standard":
        concealed, melds = melds_of(random, standard_shapes(random, style or kinds), house.players)
        tiles = [kind for shape in concealed for kind in kinds_of(shape)]
    elif form == "pairs":
        tiles = sorted(random.sample(style if len(style) >= 7 else kinds, 7) * 2)
    elif form == "orphans":
        tiles = [*ORPHANS, random.choice(ORPHANS)]
    else:
        tiles = random.sample([kind for kind in kinds for _ in range(4)], 14)
    norths = 0
    if house.players == 3:
        held = Counter([*tiles, *(KIND_OF[tile] for meld in melds for tile in meld.tiles)])
        norths = random.randint(0, 4 - held[NORTH]) if random.random() < 0.4 else 0
    left = {red: house.stock.available(red) for red in RED_OF.values()}
    melds = [Meld.of(meld.type, with_reds(random, list(meld.tiles), left)) for meld in melds]
    tiles = with_reds(random, tiles, left)
    random.shuffle(tiles)
    return Hand.of(tiles[1:], melds, win=tiles[0], by=random.choice((RON, TSUMO)), norths=norths)


# ------------------------------------------------------------------------------------- situations


def random_flags(random: Random, hand: Hand, dealer: bool) -> list[str]:
    """Flags that can be together, on this hand."""
    win = KIND_OF[hand.win]  # type: ignore[index]
    drawn, found = hand.by == TSUMO, []
    has_quad = any(meld.is_quad for meld in hand.melds)
    if not hand.melds and not hand.norths and random.random() < 0.1:
        first = ("tenhou" if drawn else None) if dealer else ("chiihou" if drawn else "renhou")
        return [first] if first else []
    if drawn:
        found += random.choices(([], ["haitei"], ["rinshan"] if has_quad or hand.norths else []), (6, 2, 3))[0]
    else:
        alone = hand.all_counts >> 8 * win & 255 == 1
        found += random.choices(([], ["houtei"], ["chankan"] if alone else []), (6, 2, 2))[0]
        if "chankan" not in found:
            found += [flag for flag in ("tsubame_gaeshi", "kanburi") if random.random() < 0.1]
    if hand.closed and random.random() < 0.5:
        found.append(random.choice(("riichi", "riichi", "double_riichi", "open_riichi")))
        if "rinshan" not in found and random.random() < 0.4:
            found.append("ippatsu")
    if dealer and random.random() < 0.05:
        found.append("paarenchan")
    return found


def random_indicators(random: Random, hand: Hand, house: RiichiRules) -> tuple[list[int], list[int]]:
    """Dora and ura indicators out of the tiles that are left."""
    held = hand.all_counts
    left = [kind for kind in kinds_in_game(house.players) for _ in range(4 - (held >> 8 * kind & 255))]
    n = random.choice((0, 1, 1, 2, 5))
    shown = random.sample(left, 2 * n)
    return shown[:n], shown[n:] if random.random() < 0.7 else []


def random_case(random: Random, house: RiichiRules, form: str | None = None) -> Case:
    """A legal hand in a legal situation."""
    hand = random_hand(random, house, form)
    seat = random.choice("ESWN"[: house.players])
    dora, ura = random_indicators(random, hand, house)
    keywords = {
        "seat": seat,
        "round": random.choice("ESW"),
        "flags": random_flags(random, hand, seat == "E"),
        "dora_indicators": dora,
        "ura_indicators": ura,
        "honba": random.choice((0, 0, 1, 3)),
        "deposits": random.choice((0, 0, 2)),
    }
    return Case(hand, keywords, house)


# ------------------------------------------------------------------------------------ for Hypothesis

#: the switches of one hand that are a choice of a few values
CHOICES = {name: switch.choices for name, switch in SWITCHES.items() if switch.stage == "hand" and switch.choices}
_WORTHS = (True, True, {"closed": 2, "open": 1}, {"closed": 3}, {"yakuman": 1}, {"yakuman": 2})
_DOUBLED = ("suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii", "daichisei", "hyakumangoku")


def random_house(random: Random, players: int | None = None) -> RiichiRules:
    """Any rule set, its switches set at random."""
    changes: dict[str, Any] = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.5}
    changes["players"] = players or random.choice((4, 4, 3))
    changes["double_yakuman"] = random.sample(_DOUBLED, random.randint(0, 3))
    changes["honba_points"] = random.choice((300, 1500, 0))
    changes["local_yaku"] = {yaku.id: random.choice(_WORTHS) for yaku in LOCAL if random.random() < 0.3}
    return rules("general").but(name="random", **changes)


@cache
def _houses(players: int | None) -> tuple[RiichiRules, ...]:
    return tuple(random_house(Random(seed), players) for seed in range(24))


def rule_sets(players: int | None = None) -> st.SearchStrategy[RiichiRules]:
    """One of two dozen rule sets with all switches at random: a rule set is costly at its first hand only."""
    return st.deferred(lambda: st.sampled_from(_houses(players)))


def new_rule_sets() -> st.SearchStrategy[RiichiRules]:
    """A rule set that nobody has seen."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_house(Random(seed)))


PRESETS = st.sampled_from([rules(name) for name in ("general", "tenhou", "majsoul", "tenhou-sanma", "majsoul-sanma", "wrc", "ema2016")])


@st.composite
def cases(draw: st.DrawFn, houses: st.SearchStrategy[RiichiRules] = PRESETS, form: str | None = None) -> Case:
    """A legal hand in a legal situation, under some rules."""
    house = draw(houses)
    return random_case(Random(draw(st.integers(0, 2**32 - 1))), house, form)
