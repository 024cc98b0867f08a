"""Why not: every clause of every standard yaku has a hand that fails just there, and the sentence that a player should read."""

from __future__ import annotations

from typing import Any

import pytest

import chouma
from chouma.features import FEATURES
from chouma.lang import clauses, describe, evaluate
from chouma.messages import LANGUAGES
from chouma.riichi.engine import BY_ID
from chouma.riichi.yaku import YAKU
from chouma.riichi.yakuman import YAKUMAN
from chouma.whynot import failed

PLAIN = "123m 567m 99s 234p 67s +8s"
DRAWN = "123m 567m 99s 234p 67s *8s"
CHINROUTOU = "111m 99m 11p (999p) (111s) +1p"
KOKUSHI = "119m 19p 19s 123456z +7z"
RIICHI: dict[str, Any] = {"flags": "riichi"}
SOUTH: dict[str, Any] = {"seat": "S", "round": "E"}


def house(**switches: Any) -> dict[str, Any]:
    return {"rules": {"base": "general", "name": "house", **switches}}


#: yaku, which of its clauses, a hand, how it was won, and what a player reads
TABLE: list[tuple[str, int, str, dict[str, Any], str]] = [
    ("menzen_tsumo", 0, PLAIN, RIICHI, "won by ron, not by self-draw"),
    ("riichi", 0, PLAIN, {}, "riichi was not declared"),
    ("ippatsu", 0, PLAIN, RIICHI, "not won within a turn of riichi"),
    ("ippatsu", 1, PLAIN, {"flags": "riichi ippatsu", **house(ippatsu=False)}, "the rules house have ippatsu = false"),
    ("chankan", 0, "123m 678m 99p 456s 34p +5p", {}, "not won by robbing a kan"),
    ("rinshan", 0, "234m 67s 666p 99m [3333p] *8s", {}, "not won on a replacement tile"),
    ("haitei", 0, DRAWN, {}, "not won on the last tile of the wall"),
    ("houtei", 0, PLAIN, RIICHI, "not won on the last discard"),
    ("pinfu", 0, "222m 678m 99s 234p 67s +8s", RIICHI, "222m is no run"),
    ("pinfu", 0, "222m 666m 99s 234p 67s +8s", RIICHI, "222m 666m are no runs"),
    ("pinfu", 0, "1133m 5577p 2288s 6z +6z", {}, "it reads as seven pairs, not as four groups and a pair"),
    ("pinfu", 1, "123m 678m 11z 234p 67s +8s", {**RIICHI, **SOUTH}, "the pair of east is worth 2 fu here"),
    ("pinfu", 1, "123m 678m 11z 234p 67s +8s", {**RIICHI, "seat": "E", "round": "E"}, "the pair of east is worth 4 fu here"),
    (
        *("pinfu", 1, "123m 678m 11z 234p 67s +8s", {**RIICHI, "seat": "E", "round": "E", **house(double_wind_pair_fu=2)}),
        "the pair of east is worth 2 fu here",
    ),
    ("pinfu", 1, "234m 678m 55z 234p 67s +8s", RIICHI, "the pair of white dragons is worth 2 fu here"),
    ("pinfu", 2, "123m 678m 99s 234p 68s +7s", RIICHI, "the wait is closed, not two-sided"),
    ("pinfu", 2, "123m 678m 99s 234p 12s +3s", RIICHI, "the wait is an edge wait, not two-sided"),
    ("pinfu", 2, "123m 678m 9s 234p 678s +9s", RIICHI, "the wait is a pair wait, not two-sided"),
    ("pinfu", 3, DRAWN, house(pinfu_tsumo=False), "won by self-draw, not by ron, and the rules house have pinfu_tsumo = false"),
    ("tanyao", 0, "123m 678m 55s 234p 67s +8s", RIICHI, "it has a 1 or 9: 1m"),
    ("tanyao", 1, "234m 678m 77z 234p 67s +8s", RIICHI, "it has honours: 7z"),
    ("tanyao", 2, "345m 678m 22p 67s (456p) +8s", house(kuitan=False), "the hand is open, and the rules house have kuitan = false"),
    ("iipeikou", 0, PLAIN, RIICHI, "no two concealed runs are the same"),
    ("seat_wind", 0, "123m 567p 22z 67s (333z) +8s", SOUTH, "no triplet of south, one's own wind"),
    ("round_wind", 0, "123m 567p 33z 67s (222z) +8s", {"seat": "W", "round": "E"}, "no triplet of east, the wind of the round"),
    ("yakuhai_haku", 0, "123m 567p 55z 67s (111p) +8s", {}, "no triplet of white dragons"),
    ("yakuhai_hatsu", 0, "123m 567p 66z 67s (111p) +8s", {}, "no triplet of green dragons"),
    ("yakuhai_chun", 0, "123m 567p 77z 67s (111p) +8s", {}, "no triplet of red dragons"),
    ("double_riichi", 0, PLAIN, RIICHI, "riichi was not declared on the first turn"),
    ("chiitoitsu", 0, PLAIN, RIICHI, "it does not read as seven pairs"),
    ("chanta", 0, "123m 456p 789s 11z 78p +9p", RIICHI, "456p has no 1, 9 or honour"),
    ("chanta", 0, "234m 456p 789s 11z 78p +9p", RIICHI, "234m 456p have no 1, 9 or honour"),
    ("chanta", 1, "111m 99m 11p (999s) (222z) +9m", SOUTH, "it has no run"),
    ("chanta", 2, "123m 789p 99s 123s 78m +9m", RIICHI, "it has no wind and no dragon"),
    ("ittsuu", 0, "123m 345m 34s 99p (789m) +2s", {}, "no suit has all of 123 456 789: nearest is characters, without 456"),
    ("sanshoku_doujun", 0, "123m 123p 234s 99s 67s +8s", RIICHI, "no run is there in all three suits: nearest is 123, missing in bamboo"),
    ("sanshoku_doujun", 0, "123m 456m 234p 99s 67s +8s", RIICHI, "no run is there in more than one suit"),
    (
        *("sanshoku_doukou", 0, "222m 222p 456p 9p (3333s) +9p", {}),
        "no triplet is there in all three suits: nearest is 222, missing in bamboo",
    ),
    ("sankantsu", 0, "23m 99p (111p) [2222s] (3333z) +4m", {}, "2 quads, and it takes 3"),
    ("sankantsu", 0, PLAIN, RIICHI, "no quad, and it takes 3"),
    ("toitoi", 0, "444m 23s 99p (4444p) (333z) +4s", {}, "234s is no triplet"),
    (
        *("sanankou", 0, "222m 555p 88s 77s (123p) +8s", {"flags": "houtei"}),
        "2 concealed triplets, and it takes 3: 888s was completed by ron",
    ),
    ("shousangen", 0, "123m 678p 55z 77m 666z +7m", {}, "1 triplet of dragons, and it takes 2"),
    ("shousangen", 1, "123m 67p 555z 99m (666z) +8p", {}, "the pair is 99m, not of dragons"),
    ("honroutou", 0, "111m 99m 11p (789s) (222z) +9m", SOUTH, "it has tiles from 2 to 8: 78s"),
    ("honroutou", 1, "333z 77z 22z (444z) (666z) +7z", {}, "it has no 1 and no 9"),
    ("honroutou", 2, CHINROUTOU, {}, "it has no wind and no dragon"),
    (
        *("honroutou", 3, KOKUSHI, {}),
        "it reads as thirteen orphans, not as four groups and a pair, and it does not read as seven pairs",
    ),
    ("ryanpeikou", 0, "223344m 567p 678p 8s +8s", RIICHI, "two concealed runs are the same, and the other two are not"),
    ("junchan", 0, "123m 456p 789s 99p 78m +9m", RIICHI, "456p has no 1, 9 or honour"),
    ("junchan", 1, CHINROUTOU, {}, "it has no run"),
    ("junchan", 2, "12m 789p 99s (111z) (789s) +3m", {}, "it has honours: 1z"),
    ("honitsu", 0, "5699m (7777z) (111p) (678m) +7m", {}, "it has tiles of characters and dots, not of one suit"),
    ("honitsu", 1, "4446667788m [2222m] +7m", {}, "it has no wind and no dragon"),
    ("chinitsu", 0, "1122334455667z +7z", {}, "it has no tile of a suit"),
    ("chinitsu", 1, "4446667788m [2222z] +7m", {}, "it has honours: 2z"),
    ("renhou", 0, PLAIN, {**RIICHI, **house(renhou="yakuman")}, "not won by ron before the first draw"),
    ("tenhou", 0, DRAWN, {"seat": "E", "round": "E"}, "not won with the dealt hand"),
    ("chiihou", 0, DRAWN, {}, "not won on the first draw"),
    ("daisangen", 0, "123m 67p 555z 77z (666z) +8p", {}, "no triplet of red dragons"),
    ("daisangen", 0, "123m 67p 555z 99m (234m) +8p", {}, "no triplet of green dragons and red dragons"),
    (
        *("suuankou", 0, "222m 555p 888s 11p 99m +1p", {}),
        "3 concealed triplets, and it takes 4: 111p was completed by ron",
    ),
    (
        *("suuankou_tanki", 0, "222m 555p 888s 11p 99m +1p", {}),
        "3 concealed triplets, and it takes 4: 111p was completed by ron",
    ),
    ("suuankou_tanki", 1, "222m 555p 888s 11p 99m *1p", {}, "the wait is on two pairs, not a pair wait"),
    ("tsuuiisou", 0, "111m 77z 22z (444z) (666z) +7z", {}, "it has a 1 or 9: 1m"),
    ("tsuuiisou", 1, "555m 77z 22z (444z) (666z) +7z", {}, "it has tiles from 2 to 8: 5m"),
    ("ryuuiisou", 0, "234s 77z 88s (234s) (666s) +8s", {}, "not all is green: 7z"),
    ("chinroutou", 0, "111m 99m 11p (789s) (999s) +9m", {}, "it has tiles from 2 to 8: 78s"),
    ("chinroutou", 1, "111m 99m 11p (999p) (111z) +1p", {}, "it has honours: 1z"),
    ("chuuren", 0, "1113345678999m +3m", {}, "the tiles are not 1112345678999 and one more of the suit, all concealed"),
    ("junsei_chuuren", 0, "1113345678999m +3m", {}, "the tiles are not 1112345678999 and one more of the suit, all concealed"),
    (
        *("junsei_chuuren", 1, "1113345678999m +2m", {}),
        "not a wait on every tile: with the winning tile the hand holds 1 x 2m, and it takes 2 or 4",
    ),
    ("kokushi", 0, PLAIN, RIICHI, "it does not read as thirteen orphans"),
    ("kokushi_13", 0, PLAIN, RIICHI, "it does not read as thirteen orphans"),
    ("kokushi_13", 1, KOKUSHI, {}, "not a wait on every tile: with the winning tile the hand holds 1 x 7z, and it takes 2"),
    ("daisuushii", 0, "22333444z 55m (111z) +5m", {}, "no triplet of south"),
    ("shousuushii", 0, "22333z 234m 23m (111z) +4m", {"flags": "houtei"}, "2 triplets of winds, and it takes 3"),
    ("shousuushii", 1, "222333z 99m 23m (111z) +4m", {"flags": "houtei"}, "the pair is 99m, not of winds"),
    ("suukantsu", 0, "4m (2222p) [7777s] (999m) [3333z] +4m", {}, "3 quads, and it takes 4"),
]

#: clauses that never fail first: a hand of seven pairs or orphans has no run, and orphans have tiles of every suit
NEVER_FIRST = {("chanta", 3), ("junchan", 3), ("honitsu", 2)}


@pytest.mark.parametrize(("yaku", "clause", "hand", "how", "sentence"), TABLE)
def test_a_clause_says_why(yaku: str, clause: int, hand: str, how: dict[str, Any], sentence: str) -> None:
    result = chouma.score(hand, **{**SOUTH, "rules": "general", **how})
    why = result.why_not(yaku)
    assert (why.reason, str(why)) == ("clause", f"{yaku}: {sentence}")
    formula = clauses(BY_ID[yaku].tree)
    entry = result.engine.entry(yaku)
    assert entry is not None
    index = result._index if result.win else min(range(len(result._rows)), key=lambda i: len(failed(result, entry, i)))
    assert formula.index(failed(result, entry, index)[0]) == clause, "it fails here first"
    assert why.clause == describe(formula[clause], lambda tree, value: FEATURES[tree[1]].label(value) if tree[0] == "feature" else value)


def test_every_clause_of_every_standard_yaku_is_in_the_table() -> None:
    all_clauses = {(yaku.id, i) for yaku in (*YAKU, *YAKUMAN) for i in range(len(clauses(yaku.tree)))}
    assert {(yaku, clause) for yaku, clause, *_ in TABLE} == all_clauses - NEVER_FIRST


@pytest.mark.parametrize(("yaku", "clause"), sorted(NEVER_FIRST))
def test_some_clauses_never_fail_first(yaku: str, clause: int) -> None:
    for hand in ("1133m 5577p 2288s 6z +6z", "1122334455667z +7z", "1199m 1199p 1199s 5z +5z", KOKUSHI, "19m 19p 19s 1234567z +1m"):
        result = chouma.score(hand, seat="S", round="E")
        formula, values = clauses(BY_ID[yaku].tree), result._values(0)
        assert evaluate(formula[clause], values) or not all(evaluate(one, values) for one in formula[:clause])


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_sentence_has_its_words_in_every_language(lang: str) -> None:
    pytest.importorskip("babel", reason="the catalogues are read by babel")
    for yaku, _, hand, how, sentence in TABLE:
        result = chouma.score(hand, **{**SOUTH, "rules": "general", **how})
        said = str(result.why_not(yaku, lang))
        assert sentence not in said and not said.startswith(yaku), said


def test_a_rule_that_changes_changes_what_is_said() -> None:
    """The sentence comes from the formula: another formula, another sentence."""

    def declared(most: int) -> Any:
        @chouma.yaku(id="few_triplets", closed=1, source="a test", hits=[], misses=[])
        def few_triplets(h):
            "Some concealed triplets."
            return h.n_concealed_triplets >= most

        return chouma.rules("general").adding(few_triplets)

    hand = "222m 555p 678s 99m 34p +5p"
    assert str(chouma.score(hand, riichi=True, rules=declared(3)).why_not("few_triplets")) == (
        "few_triplets: 2 concealed triplets, and it takes 3"
    )
    assert str(chouma.score(hand, riichi=True, rules=declared(4)).why_not("few_triplets")) == (
        "few_triplets: 2 concealed triplets, and it takes 4"
    )
    assert chouma.score(hand, riichi=True, rules=declared(2)).why_not("few_triplets").has


def test_a_formula_of_ones_own_is_told_by_the_meanings_of_its_features() -> None:
    @chouma.yaku(id="heavy", closed=1, source="a test", hits=[], misses=[])
    def heavy(h):
        "Characters that add up to 90."
        return h.sum_m >= 90

    @chouma.yaku(id="no_red_five", closed=1, source="a test", hits=[], misses=[])
    def no_red_five(h):
        "No red five."
        return h.aka == 0

    house = chouma.rules("general").adding(heavy, no_red_five)
    score = chouma.score("123m 067m 99s 234p 67s +8s", riichi=True, rules=house)
    assert str(score.why_not("heavy")) == "heavy: the numbers on all character tiles, added up: 24 here, and it takes 90 or more"
    assert str(score.why_not("no_red_five")) == "no_red_five: red fives: 1 here, and it takes 0"
