"""Practice: hands that can be, answers that are right, and what players type."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

import chouma
from chouma import practice, wire
from chouma.hand import Hand
from chouma.lines import Line
from chouma.practice import Question, kinds, questions
from chouma.practice.answers import FAN, FU, HAN, PAYMENTS, POINTS, SETTLEMENT, agrees, readings
from chouma.practice.wall import Dice, Wall
from chouma.settling import settle_request
from chouma.tiles import NAMES, copies, count

RIICHI = ("tenhou", "mleague", "tenhou-sanma")
CLASSICAL = ("ningbo", "chinese-classical", "babcock")
N = 170  # of each kind and rule set: more than 500 of each kind in all
EVERY = [(rules, kind) for rules in (*RIICHI, *CLASSICAL) for kind in kinds(rules)]


def some(n: int, *kind: str, **how: Any) -> list[Question]:
    return list(islice(questions(kind or None, **how), n))


@cache
def pool(rules: str, kind: str) -> list[Question]:
    """Questions that several tests look at."""
    return some(N, kind, rules=rules, seed=11 + kinds(rules).index(kind))


def pools(rules: str) -> list[Question]:
    return [question for kind in kinds(rules) for question in pool(rules, kind)]


def told(question: Question) -> dict[str, Any]:
    """The answer of the wire to the question's hand, which is read anew from its text."""
    request = json.loads(json.dumps(question.request))
    answer = settle_request(request) if question.kind == "settle" else wire.score_request(request)
    assert answer["ok"], answer
    return answer


# --------------------------------------------------------------------------------- the right answers


def by_hand(question: Question, answer: dict[str, Any]) -> str:
    """Fu of one part, counted as the rules of both families say, and the other figures as the wire gives them."""
    kind, ask = question.kind, question.ask
    if kind == "pair":
        tile = ask.split("pair ")[1].split()[0][-2:]
        return str(pair_fu(tile, question))
    if kind == "set":
        return str(set_fu(ask.split("set ")[1].split()[0], answer["reading"]))
    if kind == "wait":
        return str(wait_fu(question, answer))
    if kind == "payments":
        paid = answer["payments"]
        return "/".join(str(paid[who]) for who in ("discarder", "each_nondealer", "dealer") if who in paid)
    if kind == "settle":
        return ", ".join(f"{seat} {amount:+}" if amount else f"{seat} 0" for seat, amount in answer["deltas"].items())
    return str(answer["points" if kind == "price" else kind])


def pair_fu(tile: str, question: Question) -> int:
    """2 for dragons, 2 for the own wind, 2 for the round's where it counts; a pair of both winds 4, or 2 in some leagues."""
    if tile in ("5z", "6z", "7z"):
        return 2
    seat, round_ = (f"{wind + 1}z" for wind in (question.how.seat, question.how.round))
    with_round = question.rules not in ("ningbo", "babcock")
    both = (tile == seat) + (tile == round_ and with_round)
    return min(2 * both, 2) if question.rules == "mleague" else 2 * both


def set_fu(tiles: str, reading: list[dict[str, Any]]) -> int:
    """2 for three simple tiles, doubled for terminals and honours, doubled if concealed, four times as much for a kan."""
    (group, *_) = [group for group in reading if group["tiles"] == tiles]
    if group["form"] == "run":
        return 0
    outside = tiles[-1] == "z" or tiles[0] in "19"
    return 2 * (2 if outside else 1) * (2 if group["concealed"] else 1) * (4 if group["form"] == "quad" else 1)


def wait_fu(question: Question, answer: dict[str, Any]) -> int:
    """2 for a wait in the middle, at the edge or for the pair; classical: only if no other kind would have won, and then for any."""
    (wait,) = (group["wait"] for group in answer["reading"] if "wait" in group)
    if question.rules in RIICHI:
        return 0 if wait in ("ryanmen", "shanpon") else 2
    n = len(winning_tiles(question))
    if question.rules == "ningbo" and wait in ("ryanmen", "shanpon"):
        return 2 if wait == "shanpon" and n == 2 else 0  # Haibara: one of two pairs, and nothing else would have won
    only = 2 if n == 1 else 0  # even of two pairs, where all four of the other kind are in the hand
    if question.rules != "chinese-classical" or wait != "tanki":
        return only
    name = NAMES[question.hand.win]  # type: ignore[index]
    return only + (4 if name[1] == "z" or name[0] in "19" else 2)  # Millington: 2 for filling the pair, 4 with a terminal or honour


def winning_tiles(question: Question) -> list[str]:
    """The kinds that would have won, each tried, except those that the hand has all four of."""
    hand = question.hand
    rest = hand.concealed
    held = count([*rest, *(tile for meld in hand.melds for tile in meld.tiles)])
    free = [kind for kind in range(34) if copies(held, kind) < 4]
    tried = {kind: Hand.of(rest, hand.melds, win=kind, by=hand.by) for kind in free}
    rules = chouma.rules("ningbo")
    return [NAMES[kind] for kind, one in tried.items() if chouma.score(one, rules=rules, strict=False)]


@pytest.mark.parametrize(("rules", "kind"), EVERY)
def test_the_answer_is_the_figure_of_the_score(rules: str, kind: str) -> None:
    for question in pool(rules, kind):
        assert question.kind == kind and question.rules == rules
        right = by_hand(question, told(question))
        assert question.answer == right, question
        assert question.check(right) and question.check(f"  {question.answer} ")
        assert not question.check("") and not question.check("no idea")


@pytest.mark.parametrize(("rules", "kind"), EVERY)
def test_the_explanation_holds_the_answer(rules: str, kind: str) -> None:
    for question in pool(rules, kind):
        lines = list(all_lines(question.explanation.lines))
        amounts = {line.id: line.amount for line in reversed(lines)}
        if kind in ("pair", "set", "wait", "price"):
            head, *derived = lines
            assert str(head.amount) == question.answer
            if kind == "pair":
                assert head.amount == sum(line.amount or 0 for line in derived if line.id == "pair")
            elif kind == "wait":
                assert head.amount == sum(line.amount or 0 for line in derived if line.id in WAITS)
            elif kind == "set" and head.amount:
                assert any(line.amount == head.amount and line.tiles in question.ask for line in derived if line.tiles)
        elif kind == "payments":
            paid = [str(amounts[id]) for id in ("discarder", "each_nondealer", "dealer") if id in amounts]
            assert "/".join(paid) == question.answer and question.answer in lines[0].text
        elif kind == "settle":
            totals = [line.amount for line in lines if line.id == "total"]
            assert tuple(totals) == readings(question.answer, SETTLEMENT)[-1]
        else:
            assert str(amounts[{"han": "yaku"}.get(kind, kind)]) == question.answer
        assert not any(line.id == "note" and "waived" in line.text for line in lines)


WAITS = ("kanchan", "penchan", "tanki", "single_wait", "closed_wait", "edge_wait", "only_place", "pair_fill", "double_pung_wait")


def all_lines(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from all_lines(line.lines)


# ------------------------------------------------------------------------------- hands that can be


def tiles_in_sight(question: Question) -> int:
    texts = [one if isinstance(one, str) else one["hand"] for one in question.request.get("hands", {}).values()]
    hands = [chouma.read(text) for text in texts] or [question.hand]
    shown = (*question.how.dora_indicators, *question.how.ura_indicators)
    return sum(hand.all_counts + hand.flowers for hand in hands) + count(shown)


@pytest.mark.parametrize("rules", [*RIICHI, *CLASSICAL])
def test_no_tile_is_there_more_often_than_in_the_wall(rules: str) -> None:
    stock = chouma.rules(rules).stock
    for question in pools(rules):
        seen = tiles_in_sight(question)
        assert all(copies(seen, tile) <= stock.available(tile) for tile in range(len(NAMES))), question


@pytest.mark.parametrize("rules", RIICHI)
def test_what_lies_on_the_table_can_be(rules: str) -> None:
    flags: Counter[str] = Counter()
    for question in pools(rules):
        how, hand = question.how, question.hand
        names = set(how.flag_names)
        flags.update(names)
        has_riichi = bool(names & {"riichi", "double_riichi"})
        kans = sum(meld.is_quad for meld in hand.melds)
        assert len(how.dora_indicators) == 1 + kans
        assert len(how.ura_indicators) == (1 + kans) * has_riichi
        assert how.deposits == has_riichi, "one's own stick lies on the table"
        assert not has_riichi or hand.closed
        assert "ippatsu" not in names or has_riichi
        assert not how.honba or question.kind == "payments"
        if "chankan" in names:  # the other three lie before another player
            assert copies(tiles_in_sight(question), hand.win) == 1  # type: ignore[arg-type]
    assert {"riichi", "ippatsu", "rinshan"} <= flags.keys() and flags["riichi"] > 100


def test_hands_are_of_every_sort() -> None:
    found = pools("tenhou")
    hit = Counter(yaku["id"] for one in found for yaku in told(one)["yaku"])
    sorts = Counter(
        sort
        for one in found
        for sort, there in (
            ("open", not one.hand.closed),
            ("closed", one.hand.closed),
            ("kan", any(meld.is_quad for meld in one.hand.melds)),
            ("chi", any(meld.type == "chi" for meld in one.hand.melds)),
            ("ron", one.hand.by == "ron"),
            ("tsumo", one.hand.by == "tsumo"),
            ("red", any(copies(one.hand.all_counts, red) for red in (34, 35, 36))),
            ("dealer", one.how.seat == 0),
        )
        if there
    )
    assert all(sorts[sort] > 100 for sort in sorts) and len(sorts) == 8, sorts
    assert all(hit[id] >= 20 for id in ("pinfu", "tanyao", "chiitoitsu", "toitoi", "honitsu", "riichi", "yakuhai_chun")), hit
    assert hit["riichi"] < len(found) * 0.6


@pytest.mark.parametrize("rules", ["tenhou", "ningbo"])
def test_every_kind_takes_its_turn_and_no_answer_is_always_right(rules: str) -> None:
    assert [one.kind for one in some(15, rules=rules, seed=16)] == [*kinds(rules), *kinds(rules), kinds(rules)[0]]
    for kind in kinds(rules):
        counted = Counter(one.answer for one in pool(rules, kind))
        assert len(counted) >= 2 and counted.most_common(1)[0][1] <= 0.8 * N, f"{kind}: {counted}"


def test_classical_questions_are_of_winners_and_losers() -> None:
    found = [one for kind in ("fu", "fan", "score") for one in pool("ningbo", kind)]
    lost = sum(one.hand.win is None for one in found)
    assert 60 < lost < 260
    assert all(("won" in one.request) == (one.hand.win is None) for one in found)


def test_a_table_moves_points_and_loses_none() -> None:
    for question in pool("ningbo", "settle"):
        assert sum(readings(question.answer, SETTLEMENT)[-1]) == 0
        assert len(question.shown) == 5 and question.request["hands"].keys() == set("ESWN")
        assert ("from" in question.request) == (question.hand.by == "ron")


def test_rules_without_fu_for_waits_ask_for_none() -> None:
    assert "wait" not in kinds("bmja") and "wait" in kinds("ningbo")


# ---------------------------------------------------------------------------------------- the seed


@pytest.mark.parametrize("rules", ["tenhou", "ningbo"])
def test_a_seed_gives_its_questions(rules: str) -> None:
    one, again, other = (some(28, rules=rules, seed=seed) for seed in (5, 5, 6))
    assert one == again and hash(one[0]) == hash(again[0])
    assert [q.shown for q in one] != [q.shown for q in other]
    assert len({q.shown for q in one}) == 28


def test_dice_fall_alike_everywhere() -> None:
    """The first numbers of the Mersenne Twister for the seed 1: 0.134, 0.847, 0.764, 0.255, 0.495 …"""
    dice = Dice(1)
    assert [dice.below(10) for _ in range(5)] == [1, 8, 7, 2, 4]
    assert not Dice(1).chance(0.13) and Dice(1).chance(0.14)
    assert Dice(1).pick("ESWN") == "E" and Dice(1).weighted((("a", 0), ("b", 1), ("c", 9))) == "c"
    assert sorted(Dice(1).shuffled(range(9))) == list(range(9))


def test_a_wall_gives_what_it_has() -> None:
    wall = Wall(chouma.rules("tenhou").stock, Dice(1))
    fives = wall.take([4, 4, 4, 4])
    assert sorted(fives) == [4, 4, 4, 34] and not wall.has([4]) and wall.has([3, 3, 3, 3]) and not wall.has([3] * 5)
    assert len(wall.draw(132)) == 132 and not wall.has([0]) and wall.draw_flowers(2) == []


# ------------------------------------------------------------------------------ what players type


@pytest.mark.parametrize(
    ("text", "answer", "unit"),
    [
        ("30", "30", FU),
        ("30 fu", "30", FU),
        ("30fu", "30", FU),
        (" 30 FU ", "30", FU),
        ("30符", "30", FU),
        ("３０", "30", FU),
        ("fu: 30", "30", FU),
        ("3 han", "3", HAN),
        ("3翻", "3", HAN),
        ("2 fan", "2", FAN),
        ("7700", "7700", POINTS),
        ("7,700", "7700", POINTS),
        ("7 700 points", "7700", POINTS),
        ("7700点", "7700", POINTS),
        ("2000/3900", "2000/3900", PAYMENTS),
        ("2000-3900", "2000/3900", PAYMENTS),
        ("2000 – 3900", "2000/3900", PAYMENTS),
        ("2000 3900", "2000/3900", PAYMENTS),
        ("2,000/3,900", "2000/3900", PAYMENTS),
        ("300,500", "300/500", PAYMENTS),
        ("3900/2000", "2000/3900", PAYMENTS),
        ("4000 all", "4000", PAYMENTS),
        ("4000オール", "4000", PAYMENTS),
        ("E -220 S +160 W +186 N -126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("e:-220, s:160, w:186, n:-126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("-220/160/186/-126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("−220 +160 +186 −126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("N -126 W 186 S 160 E -220", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("東-220 南160 西186 北-126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("E -40 S 40", "E -40, S +40, W 0, N 0", SETTLEMENT),
    ],
)
def test_answers_as_players_write_them(text: str, answer: str, unit: str) -> None:
    assert agrees(text, answer, unit)


@pytest.mark.parametrize(
    ("text", "answer", "unit"),
    [
        ("", "30", FU),
        ("   ", "0", FU),
        ("40", "30", FU),
        ("30 han", "30", FU),
        ("-30", "30", FU),
        ("3 0", "30", FU),
        ("30 40", "30", FU),
        ("thirty", "30", FU),
        ("30 fu?", "30", FU),
        ("30\x00", "30", FU),
        ("9" * 5000, "30", FU),
        ("²", "2/0", PAYMENTS),
        ("2000", "2000/3900", PAYMENTS),
        ("2000/3900", "2000", PAYMENTS),
        ("2000/4000", "2000/3900", PAYMENTS),
        ("E 220 S 160 W 186 N 126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("E -220 S 160 W 186", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("-220 160 186", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("E -220 E -220 S 160 W 186 N -126", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("nobody", "E -220, S +160, W +186, N -126", SETTLEMENT),
        ("", "E -220, S +160, W +186, N -126", SETTLEMENT),
    ],
)
def test_answers_that_are_not_so(text: str, answer: str, unit: str) -> None:
    assert not agrees(text, answer, unit)


def test_what_can_be_read_and_what_cannot() -> None:
    question = some(1, "fu")[0]
    assert question.reads("110") and question.reads("20 fu") and not question.reads("") and not question.reads("fu")


# -------------------------------------------------------------------------------- what can't be asked


@pytest.mark.parametrize(
    ("kind", "how", "told"),
    [
        ("fan", {"rules": "tenhou"}, "under the rules tenhou there are pair, set, wait, fu, han, price, payments"),
        ("han", {"rules": "ningbo"}, "pair, set, wait, fu, fan, score, settle"),
        ([], {}, "unknown kind of question"),
        ("fu", {"rules": "tenhuo"}, "tenhou"),
        ("fu", {"seed": -1}, "seed is -1"),
        ("fu", {"seed": 1.5}, "seed is 1.5"),
        ("fu", {"lang": "fr"}, "language"),
    ],
)
def test_refusals_come_at_once(kind: Any, how: dict[str, Any], told: str) -> None:
    with pytest.raises(chouma.ChoumaError, match=told):
        questions(kind, **how)


def test_rules_that_leave_no_question_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "_MOST_TRIES", 30)
    hard = chouma.rules("ningbo").but(name="hard", min_points=100)
    with pytest.raises(chouma.ChoumaError, match="no question of the kind pair in 30 hands under the rules hard"):
        next(questions("pair", rules=hard))


def test_own_rules() -> None:
    club = chouma.rules("tenhou").but(name="club", red_fives=0, ippatsu=False, kan_dora=False)
    for question in some(140, rules=club, seed=3):
        assert question.rules == "club" and "0" not in str(question.hand).replace("+", "")
        assert len(question.how.dora_indicators) == 1 and "ippatsu" not in question.how.flag_names
        assert question.answer == by_hand(question, told(question))
