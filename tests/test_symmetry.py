"""What must not matter: which suit, which end, which order, which notation. And dora never lower a price."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Case, cases, rule_sets

import chouma
from chouma.hand import ANKAN, Hand, Meld
from chouma.notation import NOTATIONS, read, write
from chouma.riichi.rules import rules
from chouma.tiles import KIND_OF, ONE, RED_5P, RED_OF, REDS, copies

#: yaku that name a suit or a tile
OF_A_SUIT = {
    *("ryuuiisou", "daisharin", "daichikurin", "daisuurin", "hyakumangoku"),
    *("beni_kujaku", "koku_iisou", "iipin_mooyue", "chuupin_raoyui"),
}

Mapped = Callable[[int], int]


def mapped_hand(hand: Hand, tile_of: Mapped) -> Hand:
    melds = [Meld.of(meld.type, map(tile_of, meld.tiles)) for meld in hand.melds]
    return Hand.of(map(tile_of, hand.concealed), melds, win=tile_of(hand.win), by=hand.by, norths=hand.norths)  # type: ignore[arg-type]


def mapped(case: Case, tile_of: Mapped) -> Case:
    return case._replace(hand=mapped_hand(case.hand, tile_of), keywords={**case.keywords, "dora_indicators": (), "ura_indicators": ()})


def permuted(order: tuple[int, ...]) -> Mapped:
    """Each suit becomes another; red fives with it."""
    return lambda tile: REDS[order[tile - REDS[0]]] if tile in REDS else order[tile // 9] * 9 + tile % 9 if tile < 27 else tile


def mirrored(tile: int) -> int:
    """1 becomes 9, 2 becomes 8 …; the fives, red and plain, stay."""
    return tile // 9 * 9 + 8 - tile % 9 if tile < 27 else tile


def worth(score: chouma.Score | chouma.NoScore) -> object:
    if not score:
        return score.reason
    fu = (score.fu, score.fu_raw, sorted(item.fu for item in score.fu_items))
    return (score.han, fu, sorted(score.yaku), score.dora, score.limit, score.payments)


def named(score: chouma.Score | chouma.NoScore) -> set[str]:
    return {hit.id for hit in score.yaku} if score else set()


FOUR = rule_sets(players=4)


@settings(max_examples=300)
@given(cases(FOUR), st.sampled_from(list(permutations(range(3)))))
def test_suits_are_alike(case: Case, order: tuple[int, ...]) -> None:
    assume(copies(case.hand.all_counts, RED_5P) < 2)  # a second red 5p has no brothers
    one, other = mapped(case, lambda tile: tile).score(), mapped(case, permuted(order)).score()
    if named(one) & OF_A_SUIT or named(other) & OF_A_SUIT:
        return
    assert worth(one) == worth(other)


@settings(max_examples=300)
@given(cases(FOUR))
def test_both_ends_are_alike(case: Case) -> None:
    one, other = mapped(case, lambda tile: tile).score(), mapped(case, mirrored).score()
    if named(one) & OF_A_SUIT or named(other) & OF_A_SUIT:
        return
    assert worth(one) == worth(other)


@pytest.mark.parametrize(
    ("hand", "yaku"),
    [
        ("2223344466688s +3s", "ryuuiisou"),
        ("2233445566778p +8p", "daisharin"),
        ("2233445566778s +8s", "daichikurin"),
        ("2233445566778m +8m", "daisuurin"),
        ("6667777888899m +9m", "hyakumangoku"),
        ("111s 555s 77z 99s (777s) +7z", "beni_kujaku"),
        ("222p 444p 11z 33z (888p) +1z", "koku_iisou"),
    ],
)
def test_yaku_of_a_suit_are_lost_in_another(hand: str, yaku: str) -> None:
    """What the tests above leave out is left out for a reason."""
    house = rules("general").but(local_yaku={yaku: True} if yaku != "ryuuiisou" else {})
    case = Case(read(hand), {}, house)
    assert yaku in named(case.score())
    assert all(yaku not in named(mapped(case, permuted(order)).score()) for order in ((1, 2, 0), (2, 0, 1)))


@settings(max_examples=200)
@given(cases(rule_sets()), st.randoms(use_true_random=False))
def test_order_never_matters(case: Case, random: Random) -> None:
    """Of tiles, melds, flags, indicators beyond the first, and the tiles within a meld."""

    def shuffled(things: Iterable) -> list:
        things = list(things)
        random.shuffle(things)
        return things

    hand = case.hand
    melds = [Meld.of(meld.type, shuffled(meld.tiles)) for meld in shuffled(hand.melds)]
    other = Hand.of(shuffled(hand.concealed), melds, win=hand.win, by=hand.by, norths=hand.norths)
    told = {**case.keywords, "flags": shuffled(case.keywords["flags"])}
    for name in ("dora_indicators", "ura_indicators"):
        told[name] = case.keywords[name][:1] + shuffled(case.keywords[name][1:])
    assert worth(case.score()) == worth(case._replace(hand=other, keywords=told).score())


@settings(max_examples=200)
@given(cases(rule_sets()))
def test_a_dora_never_lowers_a_price(case: Case) -> None:
    """Indicators that make every tile of the hand a dora, one after the other; those without one are the price to beat."""
    plain = case._replace(keywords={**case.keywords, "dora_indicators": (), "ura_indicators": ()}).score()
    more = case.score()
    assert bool(plain) == bool(more)
    if plain and more:
        assert more.payments.total >= plain.payments.total
        assert more.base >= plain.base
        # a red five for a plain one
        fives = [kind for kind in RED_OF if case.hand.counts >> 8 * kind & 255 and KIND_OF[case.hand.win or 0] != kind]
        for kind in fives:
            if case.hand.all_counts >> 8 * RED_OF[kind] & 255 < case.rules.stock.available(RED_OF[kind]):
                red = case.hand._replace(counts=case.hand.counts - ONE[kind] + ONE[RED_OF[kind]])
                if red.counts >> 8 * kind & 255 >= red.counts >> 8 * RED_OF[kind] & 255:
                    assert case._replace(hand=red).score().payments.total >= more.payments.total


@settings(max_examples=150)
@given(cases(rule_sets()), st.sampled_from([name for name in NOTATIONS if name != "mpsz"]))
def test_the_notation_never_matters(case: Case, notation: str) -> None:
    try:
        text = write(case.hand, notation)
    except chouma.ChoumaError:
        return  # what a notation can't carry, such as declared norths, it refuses to write
    again = read(text, notation)
    assert worth(case._replace(hand=again).score()) == worth(case.score())


@settings(max_examples=150)
@given(cases(rule_sets()))
def test_a_kan_is_worth_no_less_than_its_triplet(case: Case) -> None:
    """A concealed kan for three concealed tiles keeps the hand closed and its fu grow; the yaku may be lost with the readings."""
    score = case.score()
    for meld in case.hand.melds:
        if meld.type == ANKAN and score and not score.yakuman and score.fu:
            fu = [item.fu for item in score.fu_items if item.id == "concealed_quad"]
            assert all(n in (16, 32) for n in fu) and fu


def test_text_of_the_same_hand_in_any_order() -> None:
    texts = ("46m 22z (333p) (555s) [1111z] +5m", "[1111z] (555s) 2z6m4m2z (333p) +5m", "(555s)(333p)[1111z]22z46m+5m")
    assert len({repr(chouma.score(text, flags=["houtei"])) for text in texts}) == 1
