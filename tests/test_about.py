"""Which tiles each line of an explanation speaks of: what the page lights up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import chouma
from chouma.lines import Line
from chouma.riichi.engine import DECLARED
from chouma.riichi.examples import Example
from chouma.riichi.local import LOCAL
from chouma.tiles import KIND_OF, NAMES, NUMBERS

#: yaku of what was declared or counted before the win: no tile has a share in them
OF_NO_TILE = {"riichi", "double_riichi", "open_riichi", "paarenchan"}
OF_THE_WINNING_TILE = {
    *("menzen_tsumo", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "renhou", "tenhou", "chiihou"),
    *("tsubame_gaeshi", "kanburi", "iipin_mooyue", "chuupin_raoyui", "ishi_no_ue"),
}


def _all(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from _all(line.lines)


def tiles(hand: str, id: str, **how: Any) -> str:
    """What the lines of one id speak of."""
    (found,) = {line.tiles for line in _all(chouma.score(hand, **how).explain().lines) if line.id == id}
    return found


@pytest.mark.parametrize(
    ("hand", "id", "told"),
    [
        ("222m 222p 456p 9p (2222s) +9p", "sanshoku_doukou", "222m 222p 2222s"),
        ("123m 123p 123s 99s 67s +8s", "sanshoku_doujun", "123m 123p 123s"),
        ("123456m 34s 99p (789m) +2s", "ittsuu", "123m 456m 789m"),
        ("223344m 567p 678p 8s +8s", "iipeikou", "234m 234m"),
        ("223344m 556677p 8s +8s", "ryanpeikou", "234m 234m 567p 567p"),
        ("123m 567p 22m 67s (6666z) +8s", "yakuhai_hatsu", "6666z"),
        ("123m 567p 22z 67s (333z) +8s", "seat_wind", "333z"),
        ("222m 555p 888s 11p 99m +1p", "sanankou", "222m 555p 888s"),
        ("444m 44s 99p (4444p) (333z) +4s", "toitoi", "444m 444s 4444p 333z"),
        ("23m 99p (1111p) [2222s] (3333z) +4m", "sankantsu", "1111p 2222s 3333z"),
        ("123m 67p 555z 77z (666z) +8p", "shousangen", "555z 77z 666z"),
        ("22333444z 23m (111z) +4m", "shousuushii", "22z 333z 444z 111z"),
        ("12m 99m 555z 666z (777z) +3m", "daisangen", "555z 666z 777z"),
        ("222m 555p 888s 111z 9m +9m", "suuankou_tanki", "222m 99m 555p 888s 111z"),
        ("123m 567m 99s 234p 67s *8s", "menzen_tsumo", "*8s"),
        ("123m 567m 99s 234p 67s *8s", "tsumo", None),  # pinfu: no fu for it
        ("123m 56m 99s 234p 678s *7m", "pinfu", "123m 567m 234p 678s 99s"),
        ("1133m 5577p 2288s 6z +6z", "chiitoitsu", "11m 33m 55p 77p 22s 88s 66z"),
        ("46m 22z 333p 555z [1111z] *0m", "tsumo", "*0m"),
        ("46m 22z 333p 555z [1111z] +5m", "kanchan", "456m"),
    ],
)
def test_a_line_speaks_of_its_tiles(hand: str, id: str, told: str | None) -> None:
    found = [line.tiles for line in _all(chouma.score(hand, seat="W", rules="tenhou").explain().lines) if line.id == id]
    assert [sorted(one.split()) for one in found] == ([] if told is None else [sorted(told.split())])


def test_dora_are_told_with_the_indicator_of_each() -> None:
    lines = {line.id: line for line in _all(chouma.score(
        "055m 46p 0s55s 22z 777z *5p", rules="tenhou", riichi=True, seat="W", dora_indicators="4m 9m 4s", ura_indicators="1z 2m 1z"
    ).explain().lines)}  # fmt: skip
    assert (lines["dora"].tiles, lines["dora"].indicators, lines["dora"].amount) == ("055m 055s", "4m 4s", 6)  # nobody has a 1m
    assert (lines["ura"].tiles, lines["ura"].indicators, lines["ura"].amount) == ("22z 22z", "1z 1z", 4)
    assert lines["aka"].tiles == "0m 0s"


def test_without_kan_dora_the_first_indicator_alone_is_told() -> None:
    house = {"base": "tenhou", "kan_dora": False}
    score = chouma.score("234m 345678p 6634s +5s", seat="S", rules=house, dora_indicators="2p 3m")
    lines = {line.id: line for line in _all(score.explain().lines)}
    assert (lines["dora"].tiles, lines["dora"].indicators) == ("3p", "2p")


def test_declared_norths_are_their_own_dora() -> None:
    found = chouma.score("123p 456p 789s 99s 1z1z {44z} *1z", seat="S", rules="tenhou-sanma")
    assert [line.tiles for line in _all(found.explain().lines) if line.id == "kita"] == ["44z"]


@pytest.mark.parametrize(("id", "text"), [(yaku.id, text) for yaku in DECLARED for text in yaku.hits])
def test_every_yaku_speaks_of_tiles_that_the_hand_has(id: str, text: str) -> None:
    example = Example.read(text)
    score = chouma.score(example.hand, **(example.under(local_yaku={id: True}) if any(id == one.id for one in LOCAL) else example).keywords)
    held = Counter()
    for group in score.reading.groups:
        held.update(group.kinds)
    for line in _all(score.explain().lines):
        told = Counter(KIND_OF[NUMBERS[digit + part[-1]]] for part in line.tiles.split() for digit in part.lstrip("+*")[:-1])
        assert not told - held, line
        if line.id != id:
            continue
        if id in OF_NO_TILE:
            assert not told
        elif id in OF_THE_WINNING_TILE:
            assert line.tiles == ("+" if score.hand.by == "ron" else "*") + NAMES[score.hand.win]
        else:
            # groups of the reading that counts, each whole
            groups = Counter("".join(NAMES[kind][0] for kind in group.kinds) + NAMES[group.kind][1] for group in score.reading.groups)
            assert line.tiles and not Counter(line.tiles.split()) - groups


def test_classical_lines_speak_of_their_tiles_too() -> None:
    assert tiles("13p555p99s(666z)(234m)+2p 26f", "own_flower_and_season", seat="S", rules="dmjl") == "26f"
    assert tiles("55p 67s (555z) (666z) (777z) +8s", "score", seat="S", rules="ningbo") == "555z 666z 777z"
    assert tiles("446p33z55z(777z)[1111z]", "dragons", won=False, seat="W", rules="ningbo") == "777z"
    flush = tiles("12399m 46m (234m) (567m) +5m", "full_flush", seat="S", rules="ningbo")
    assert sorted(flush.split()) == ["123m", "234m", "456m", "567m", "99m"]


def test_the_winning_tile_is_told_once_where_its_like_lies_in_the_hand() -> None:
    """Of 33m 34m *2m … the page must light the tile that was drawn, not another of its kind."""
    assert tiles("33m 24m 567p 678p 678s *3m", "menzen_tsumo", rules="tenhou") == "*3m"
