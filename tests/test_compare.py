"""One hand under several rule sets: of one family, and of both side by side. The figures come from the rules by hand."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from strategies import random_case

import chouma
from chouma.classical.score import score as classical_score
from chouma.compare import Comparison, compare
from chouma.compare.rows import Row, united
from chouma.compare.writing import wrapped
from chouma.errors import HandError, RuleError, TextError, UnknownNameError
from chouma.lines import width

WORKED = "13p 555p 99s (666z) (234m) +2p"  # South's hand of the worked example
PINFU = "234m 345678p 6634s +5s"


def texts(found: Comparison, section: str | None = None) -> dict[str, tuple[str, ...]]:
    """What stands in the cells of each line, by its id."""
    return {row.id: tuple(cell.text for cell in row.cells) for row in found.rows if section in (None, row.section)}


def fates(found: Comparison) -> dict[str, str]:
    """What became of each thing."""
    return {row.id: row.became for row in found.rows if row.became}


def answers(found: Comparison) -> list[Any]:
    """The answers, whatever their family."""
    return [side.answer for side in found.sides]


# --------------------------------------------------------------------------------------- rule sets of one family


def test_rule_sets_of_riichi_side_by_side() -> None:
    found = compare(PINFU, ["tenhou", "mleague", "wrc"], riichi=True, dora_indicators="2p", honba=1)
    told = texts(found)
    # riichi, pinfu, tanyao and the dora 3p: 4 han 30 fu, 1920 x 4 = 7680; M.League and WRC round it up to mangan
    assert told["points"] == ("7700", "8000", "8000") and told["discarder"] == ("8000", "8300", "8300")
    assert told["han"] == ("4",) * 3 and told["fu"] == ("30",) * 3 and told["limit"][0] == "-" != told["limit"][1]
    assert told["riichi"] == told["pinfu"] == told["tanyao"] == told["dora"] == ("1 han",) * 3
    assert told["base"] == ("20",) * 3 and told["closed_ron"] == ("10",) * 3
    assert {row.id for row in found.differences} == {"points", "limit", "discarder", "total"}
    assert {(cause.switch, cause.other) for cause in found.causes} == {("kiriage_mangan", "mleague"), ("kiriage_mangan", "wrc")}
    assert all(cause.instead.answer.points == 8000 for cause in found.causes)  # type: ignore[union-attr]
    assert not found.both_families and fates(found) == {}


def test_lines_that_differ_are_marked() -> None:
    # 20 + 2 self-draw + 4 concealed 333m + 4 or 2 for the pair of the seat and round wind: 30, or 28 rounded up to 30
    found = compare("22z 333m 123p 567s 34s *5s", "tenhou, wrc", seat="S", round="S")
    told = texts(found)
    assert told["pair:22z"] == ("4", "2") and told["rounding"] == ("-", "2") and told["points"] == ("1100", "1100")
    assert told["dealer"] == ("500", "500") and told["each_nondealer"] == ("300", "300")
    marked = {line.split("  ")[1] for line in str(found).splitlines() if line.endswith("*")}
    assert len(marked) == 2 and "rounded up" in marked
    short = found.text(differing=True)
    assert "rounded up" in short and "points" not in short and "self-draw" not in short
    assert found.causes == ()  # the price is the same


def test_a_switch_is_named_only_if_it_makes_a_difference_by_itself() -> None:
    # tanyao alone, open: nothing where kuitan isn't played; red fives are no matter here
    hand = "66p 78s (234m) (567p) (345s) +6s"
    found = compare(hand, ["general", {"base": "general", "kuitan": False, "red_fives": 0}])
    assert texts(found)["points"] == ("1000", "no yaku")
    assert [(cause.switch, cause.mine, cause.theirs) for cause in found.causes] == [("kuitan", True, False)]
    assert "kuitan=false (not true)" in str(found) and "no yaku (not 1 han 30 fu, 1000)" in str(found)
    assert "without a yaku nothing is paid" in str(found)


def test_two_switches_that_make_a_difference_together_alone() -> None:
    # 20 + 2 for drawing the replacement tile + 8 open kan + 4 double wind: 34, and 32 with one switch, are 40 fu: 400 and 700;
    # 30 with both are 30 fu: 300 and 500
    both = {"base": "general", "double_wind_pair_fu": 2, "rinshan_tsumo_fu": False}
    found = compare("22z 67s (2222p) (345m) (345s) *8s", ["general", both], seat="S", round="S", rinshan=True)
    assert texts(found)["points"] == ("1500", "1100") and found.causes == ()
    assert "no single switch makes the difference between general and general with" in str(found)


def test_a_yakuman() -> None:
    found = compare("1112345678999m +5m", ["tenhou", {"base": "tenhou", "double_yakuman": ["junsei_chuuren"]}])
    told = texts(found)
    assert told["points"] == ("32000", "64000") and told["yakuman"] == ("1", "2")
    assert told["junsei_chuuren"] == ("yakuman", "2 yakuman") and "fu" not in told and "han" not in told
    assert [cause.switch for cause in found.causes] == ["double_yakuman"]


def test_classical_rule_sets_side_by_side() -> None:
    later = {"base": "ningbo", "win_fu": 20, "payer": "discarder"}
    found = compare(WORKED, ["ningbo", later])
    told = texts(found)
    # 10 + 4 + 4 + 2, doubled by the dragons: 40; 80 from East, 40 from each of the others. With 20 for winning 60; the discarder pays 240
    assert told["score"] == ("40", "60") and told["fu"] == ("20", "30") and told["fan"] == ("1", "1")
    assert told["win"] == ("10", "20") and told["concealed_pung:555p"] == ("4", "4") and told["closed_wait:123p"] == ("2", "2")
    assert told["total"] == ("160", "240")
    assert told["east"] == ("80", "-") and told["each"] == ("40", "-") and told["discarder"] == ("-", "240")
    assert [cause.switch for cause in found.causes] == ["win_fu"]
    assert "Fan" in str(found).splitlines() and "yaku" not in str(found).lower()


def test_a_hand_that_did_not_win() -> None:
    # West of the worked example: 40 fu, doubled by the dragons; one scoring pair only: 38
    found = compare("446p33z55z(777z)[1111z]", ["ningbo", {"base": "ningbo", "loser_pairs": "one"}], won=False, seat="W")
    assert texts(found)["score"] == ("80", "76") and "total" not in texts(found)
    mixed = compare("446p33z55z(777z)[1111z]", ["ningbo", "tenhou"], won=False, seat="W")
    assert texts(mixed)["price"] == ("80", "not counted") and "only the hand that wins is paid" in str(mixed)
    assert not any(row.section == "payments" for row in mixed.rows)


def test_a_hand_that_wins_as_it_was_dealt() -> None:
    found = compare("27p159s16m123457z", ["ningbo", "tenhou"], won="dealt", seat="S")
    told = texts(found)
    assert told["price"] == ("200", "not counted") and told["unconnected"][0] == "limit of 200"
    assert told["paid"][0] == "East 400, the others each 200" and "win" not in told


# ------------------------------------------------------------------------------------------- both families


def test_the_worked_example_as_both_families_count_it() -> None:
    found = compare(WORKED, ["ningbo", "majsoul"])
    told = texts(found)
    assert found.both_families
    assert told["worth"] == ("20 fu 1 fan", "30 fu 1 han") and told["price"] == ("40", "1000")
    assert told["win"] == ("10 fu", "20 fu") and told["concealed_pung:555p"] == ("4 fu", "4 fu") == told["exposed_pung:666z"]
    assert told["closed_wait"] == ("2 fu", "2 fu") and told["dragons"] == ("1 fan", "1 han (yakuhai hatsu)")
    assert told["count"] == ("20 x 2^1 = 40", "30 x 2^(1 + 2) = 240")
    assert told["limit"] == ("200", "500 (mangan)")  # 2000 base points are 500 with the two doubles that every hand has
    assert told["steps"][1] == "haneman 750, baiman 1000, sanbaiman 1500, yakuman 2000"  # 3000, 4000, 6000, 8000 over four
    assert told["paid"] == ("East 80, the others each 40", "the discarder 1000 (4 x 240)") and told["total"] == ("160", "1000")
    assert told["east"] == ("gets 6 x score, others 4 x", "gets 6 x base, others 4 x")
    assert fates(found) == {
        **{"win": "changed", "concealed_pung:555p": "kept", "exposed_pung:666z": "kept", "closed_wait": "kept", "dragons": "kept"},
        **{"extra_doubles": "added", "limit": "changed", "steps": "added"},
        **{"payers": "changed", "east": "kept", "exactness": "added", "losers": "gone"},
    }
    text = str(found)
    assert "kept: concealed pung, exposed pung, closed wait, dragons, East double" in text
    assert "gone: settling among the other three" in text and "changed: winning, limit of fu x 2^n, who pays" in text


def test_what_riichi_added() -> None:
    found = compare("234m 345678p 6634s +0s", ["ningbo", "majsoul"], riichi=True, dora_indicators="2p", honba=1, deposits=1)
    told, became = texts(found), fates(found)
    # four chows and a worthless pair: 10 fu, 10 points; riichi, pinfu, tanyao, the dora 3p and the red five are a mangan
    assert told["price"] == ("10", "8000") and told["worth"] == ("10 fu 0 fan", "30 fu 5 han")
    for id in ("riichi", "no_score", "tanyao", "dora", "aka"):
        assert told[id] == ("-", "1 han") and became[id] == "added"
    assert became["concealed_ron"] == "added" and became["counters"] == "added"
    assert told["paid"][1] == "the discarder 8300 (4 x 2000 + 300)" and told["total"] == ("40", "9300")
    assert "ningbo: red fives are plain fives" in str(found) and "ningbo: no counterpart here: riichi" in str(found)


def test_what_became_of_classical_things() -> None:
    # four pungs and a double pung wait: 4 fu became 2 han, and the double pung wait is gone; the wind of the round counts in riichi alone
    found = compare("88p 22z (111z) (444p) (666s) +2z", ["ningbo", "general"], seat="S", round="E")
    told, became = texts(found), fates(found)
    assert told["all_pungs"] == ("4 fu", "2 han (toitoi)") and became["all_pungs"] == "changed"
    assert told["double_pung_wait"] == ("2 fu", "-") and became["double_pung_wait"] == "gone"
    assert told["round_wind"] == ("-", "1 han") and became["round_wind"] == "added"
    assert told["own_wind"] == ("1 fan", "1 han (seat wind)") and became["own_wind"] == "kept"


def test_flushes_and_self_draw() -> None:
    found = compare("67m 77z (555z) (666z) (234m) *8m", ["ningbo", "general"], seat="E")
    told, became = texts(found), fates(found)
    # half flush is 1 fan, and 2 han in an open hand; the pair of dragons 2 fu and the self-draw 2 fu in both
    assert told["half_flush"] == ("1 fan", "2 han (honitsu)") and became["half_flush"] == "changed"
    assert became["self_draw"] == became["pair:77z"] == "kept" and became["payers"] == "kept"
    # 10 + 2 + 4 + 4 + 2 = 22 fu, two dragons and the flush: 176, and East receives it twice from each
    assert told["price"][0] == "176" and told["paid"][0] == "each of the others 352" and told["east"][0] == "pays 2 x score, others 1 x"


def test_a_hand_without_a_yaku_is_shown_so() -> None:
    found = compare("66p 78s (222m) (333m) (444m) +9s", ["ningbo", "majsoul"])
    told = texts(found)
    assert told["price"] == ("16", "no yaku") and told["worth"] == ("16 fu 0 fan", "30 fu, no yaku")
    assert told["doubles"] == ("0 fan", "no yaku") and told["paid"] == ("East 32, the others each 16", "")
    # its fu are counted all the same: 20 and three open triplets, rounded up
    assert told["win"] == ("10 fu", "20 fu") and told["rounding"] == ("-", "4 fu") and told["fu"][1] == "30 fu"
    assert "majsoul: the hand wins, and without a yaku nothing is paid; nearest: tanyao" in str(found)
    assert "with riichi" not in str(found)  # it is open
    closed = compare("66p 78s 222m 333p 456m +9s", ["ningbo", "majsoul"])
    # 20 + 10 + 4 + 4 = 38, rounded up: riichi would be 1 han 40 fu, 320 x 4
    assert "with riichi it would have been 1 han 40 fu, 1300" in str(closed)


def test_a_hand_that_wins_in_riichi_alone() -> None:
    found = compare("1122m3344p5566s7z+7z", ["ningbo", "majsoul"], seat="E")
    assert texts(found)["price"] == ("no win here", "2400") and "ningbo: the tiles are no win" in str(found)
    assert "seven_pairs" in texts(found) and "seven_pairs" not in fates(found)  # nothing to compare it with


def test_limit_hands_and_yakuman() -> None:
    found = compare("67s 44z (111z) (222z) (333z) *8s", ["ningbo", "majsoul"], seat="S")
    told, became = texts(found), fates(found)
    assert told["four_winds"] == ("limit of 200", "yakuman (shousuushii)") and became["four_winds"] == "changed"
    assert told["price"] == ("200", "32000") and told["reached"] == ("the limit", "yakuman")
    assert told["paid"] == ("East 400, the others each 200", "East 16000 (2 x 8000), the others each 8000 (1 x 8000)")
    # beside a yakuman nothing counts, which doesn't mean that it is gone from riichi
    assert "win" not in became and "half_flush" not in became and "beside a yakuman nothing else counts" in str(found)


def test_a_wait_that_is_not_pure() -> None:
    # 3335s won on 4s: 4s and 5s complete it, so classical rules give nothing for the closed wait; riichi gives its 2 fu
    found = compare("3335s 678s (123m) (456p) +4s", ["ningbo", "general"])
    told, became = texts(found), fates(found)
    assert told["closed_wait"] == ("-", "2 fu") and became["closed_wait"] == "added"
    assert re.search(r"the wait: .*4s.* all complete the hand", str(found))


def test_pinfu_by_self_draw_takes_its_two_fu() -> None:
    found = compare(PINFU.replace("+", "*"), ["ningbo", "general"])
    assert fates(found)["self_draw"] == "gone" and texts(found)["fu"] == ("12 fu", "20 fu")
    assert "a pinfu has its 20 fu and no more" in str(found)


def test_three_columns_compare_the_first_of_each_family() -> None:
    found = compare(WORKED, ["general", "ningbo", {"base": "ningbo", "win_fu": 20}])
    assert texts(found)["win"] == ("20 fu", "10 fu", "20 fu") and fates(found)["win"] == "changed"
    assert found.causes == ()  # the first of riichi has no other to differ from
    swapped = compare(WORKED, [{"base": "ningbo", "win_fu": 20}, "general"])
    assert fates(swapped)["win"] == "kept"


def test_a_rule_set_that_refuses() -> None:
    found = compare(WORKED, ["ningbo", "tenhou-sanma"])
    assert texts(found)["price"] == ("40", "refused") and answers(found)[1] is None
    assert "tenhou-sanma: chi 234m: three players can't call chi" in str(found)
    neither = compare("88p 99m [2222m] (444p) (666s) *9m", ["general", "ningbo"], rinshan=True, haitei=True)
    assert answers(neither) == [None, None] and not neither.to_dict()["ok"]
    assert "general: haitei with rinshan" in str(neither) and "ningbo: haitei with rinshan" in str(neither)


def test_flags_go_where_they_are_known() -> None:
    # first draw: chiihou in riichi by self-draw; in ningbo the earthly hand is a win on East's first discard
    drawn = compare("123m 456p 78955s 23s *4s", ["ningbo", "general"], chiihou=True)
    assert answers(drawn)[1].yakuman == 1 and answers(drawn)[0].limit == "" and "ningbo: no counterpart here: chiihou" in str(drawn)
    discarded = compare("123m 456p 78955s 23s +4s", ["ningbo", "general"], chiihou=True)
    assert answers(discarded)[0].score == 100 and "general: no counterpart here: chiihou" in str(discarded)
    flowers = compare("234s 67s 99m 678p (555z) 2f +8s", ["ningbo", "general"])
    assert all(answers(flowers)) and str(flowers).count("flowers are not in play") == 2


# --------------------------------------------------------------------------------------------- whatever the hand


def amount(text: str, unit: str) -> int:
    """The amount of a unit in a cell such as ``10 fu + 3 fan``."""
    return sum(int(n) for n in re.findall(rf"(\d+) {unit}\b", text))


@pytest.mark.parametrize("seed", range(60))
def test_the_lines_add_up_to_the_scores(seed: int) -> None:
    random = Random(seed)
    case = random_case(random, chouma.rules(random.choice(("general", "tenhou", "wrc", "majsoul"))))
    found = compare(case.hand, ["ningbo", case.rules, "ema2016"], **case.keywords)
    items = [row for row in found.rows if row.section in ("fu", "doubles") and row.id not in ("fu", "doubles")]
    for i, side in enumerate(found.sides):
        cells = [row.cells[i].text for row in items]
        if side.answer is None:  # red fives or flags that it doesn't have
            continue
        answer: Any = side.answer
        if answer and side.is_riichi:
            if not side.notes:
                assert answer == chouma.score(case.hand, rules=side.rules, **case.keywords)
            assert sum(amount(cell, "fu") for cell in cells) == (answer.fu or 0)
            assert sum(amount(cell, "han") for cell in cells) == (answer.han or 0)
        elif answer:
            assert sum(amount(cell, "fu") for cell in cells) == answer.fu and sum(amount(cell, "fan") for cell in cells) == answer.fan
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
    assert str(found)


@pytest.mark.parametrize("seed", range(40))
def test_the_same_rules_agree_and_cells_are_the_scores(seed: int) -> None:
    random = Random(seed)
    case = random_case(random, chouma.rules("tenhou"))
    same = compare(case.hand, ["tenhou", "tenhou"], **case.keywords)
    assert not same.differences and not same.causes and "agree" in str(same)
    found = compare(case.hand, ["tenhou", "wrc", "jpml"], **case.keywords)
    for side, points in zip(found.sides, texts(found)["points"], strict=True):
        assert points == str(side.answer.points) if side.answer else not points.isdecimal()  # type: ignore[union-attr]
    for row in found.rows:
        known = [cell for cell in row.cells if cell.text]
        assert row.differs == any(cell.value != known[0].value for cell in known)
    for cause in found.causes:
        changed = found.sides[0].rules.but(**{cause.switch: cause.theirs})
        assert cause.instead.key != found.sides[0].key
        if not cause.instead.notes:
            assert cause.instead.answer == chouma.score(case.hand, rules=changed, **case.keywords)


def test_classical_cells_are_the_scores() -> None:
    random = Random(7)
    for _ in range(20):
        case = random_case(random, chouma.rules("ema"))
        keywords = {key: case.keywords[key] for key in ("seat", "round")}
        found = compare(case.hand, ["ningbo", {"base": "ningbo", "limit": 300}], **keywords)
        for side, told in zip(found.sides, texts(found)["score"], strict=True):
            right = classical_score(case.hand, rules=side.rules, **keywords)  # type: ignore[arg-type]
            assert told == str(right.score) if right else not told.isdecimal()  # type: ignore[union-attr]


# --------------------------------------------------------------------------------------------------- writing


def test_text_stands_in_columns() -> None:
    for found in (compare(WORKED, ["ningbo", "majsoul"]), compare(PINFU, list(chouma.preset_names("riichi"))[:5])):
        lines = str(found).splitlines()
        assert max(map(width, lines)) <= 110
    head = next(line for line in str(compare(WORKED, ["ningbo", "majsoul"])).splitlines() if "majsoul" in line)
    body = [line for line in str(compare(WORKED, ["ningbo", "majsoul"])).splitlines() if line.startswith("  ") and " fu " in line]
    assert body and all(line[head.index("ningbo") - 1] == " " != line[head.index("ningbo")] for line in body)


def test_long_cells_are_broken() -> None:
    assert wrapped("short", 10) == ["short"]
    assert wrapped("  label that is long", 12) == ["  label that", "is long"]
    assert wrapped("an_unbreakable_word", 8) == ["an_unbre", "akable_w", "ord"]
    sentence = "三人全員が払う点数"
    assert all(width(part) <= 7 for part in wrapped(sentence, 7)) and "".join(wrapped(sentence, 7)) == sentence


def test_keys_of_several_tables_keep_their_order() -> None:
    assert united([{"a": 1, "c": 1}, {"a": 1, "b": 1, "c": 1, "d": 1}]) == ["a", "b", "c", "d"]


def test_answers_do_not_change() -> None:
    found = compare(WORKED, ["ningbo", "general"])
    for one, name in ((found, "rows"), (found.rows[0], "cells"), (found.sides[0], "answer")):
        with pytest.raises(AttributeError):
            setattr(one, name, None)
    assert isinstance(found.rows[0], Row) and repr(found).startswith("<Comparison of ")


# -------------------------------------------------------------------------------------------------- refusals


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(TextError):
        compare("234x", ["ningbo", "general"])
    with pytest.raises(UnknownNameError, match="tenhou"):
        compare(PINFU, ["ningbo", "tenhuo"])
    for few in (["ningbo"], [], "general", ["general"] * 21):
        with pytest.raises(RuleError, match="to compare"):
            compare(PINFU, few)
    with pytest.raises(HandError, match="flag"):
        compare(PINFU, flags="reach ippatsu")
    with pytest.raises(TypeError, match="compare\\(\\) got an"):
        compare(PINFU, reach=True)
    with pytest.raises(HandError, match="seat"):
        compare(PINFU, seat="Q")
    with pytest.raises(UnknownNameError, match="language"):
        compare(PINFU, lang="fr")
    with pytest.raises(HandError, match="won is"):
        compare(PINFU, won="perhaps")
