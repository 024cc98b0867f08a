"""What can't be is refused, with every reason at once; what can be is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import test_classical_refusals as of_classical

import chouma
from chouma.errors import ChoumaError, HandError, Problem, RuleError, TextError, UnknownNameError
from chouma.hand import FLAGS, Hand, Meld
from chouma.riichi.examples import Example
from chouma.riichi.refusals import REFUSALS

_READY = "123m 678m 99s 234p 67s"  # wins on 5s and 8s
_KAN = "234m 67s 666p 99m [3333p]"  # wins on 5s and 8s
_OPEN = "678m 99s 234p 67s (123m)"

# problem -> hands that have it and no other, in the format of the examples; and what the message names
ONE_PROBLEM: Mapping[Problem, list[tuple[str, str]]] = {
    Problem.TEXT: [("123q 99s +9s", "q"), ("123m 999 +1m", "9"), ("123m (99s +1m", "never closed"), ("8z 123m +4m", "8z")],
    Problem.TILE_COUNT: [
        ("123m 678m 99s 234p 6s +8s", "add 1"),
        ("123m 678m 99s 234p 678s +8s", "take away 1"),
        ("123m 678m 99s 234p [1111z] 67s +8s", "take away 3"),
        ("1m +1m", "add 12"),
        ("2m (1111p) (2222p) (3333p) (4444p) 2m +2m", "4 of its tiles are extra"),
    ],
    Problem.FIFTH_COPY: [
        ("11111m 9s 234p 67s 55z +8s", "5 copies of 1m"),
        ("123m 678m 99s 234p 67s +8s | dora=9s9s9s", "indicators counted"),
        ("123m 678m 99s 234p 67s +8s | dora=1z1z1z ura=1z1z", "5 copies of 1z"),
        ("[1111m] 123m 99s 234p 67s +8s", "5 copies of 1m"),
        ("999m 99s 234p 67s 111z {4444z} +8s | dora=4z rules.players=3", "5 copies of 4z"),
    ],
    Problem.RED_FIVES: [
        ("00m 678m 99s 234p 67s 5m +8s", "0m"),
        ("055m 678m 99s 234p 67s +8s | rules.red_fives=0", "write the others as 5m"),
        ("055m 678m 99s 234p 67s +8s | dora=0m", "indicators counted"),
        ("000p 678m 99s 234s 67s +8s | rules.red_fives=4", "3 red fives 0p"),
        ("00m 678m 99s 234p 67s 5m +8s | rules.red_fives=4", "these rules have 1"),
    ],
    Problem.TILE_NOT_IN_GAME: [
        ("222m 99s 234p 67s 111z +8s | rules.players=3", "2m"),
        ("999m 99s 234p 67s 111z +8s | rules.players=3 dora=5m", "5m"),
    ],
    Problem.NO_WINNING_TILE: [("123m 678m 99s 234p 67s", "+5s by ron or *5s")],
    Problem.CHI_WITH_THREE: [("99s 234p 67s 111z (123p) +8s | rules.players=3", "three players can't call chi")],
    Problem.NORTH_WITH_FOUR: [(f"{_READY} {{4z}} +8s", "three players")],
    Problem.FLOWERS: [(f"{_READY} 1f +8s", "1f is a flower")],
    Problem.SEAT_NOT_IN_GAME: [
        ("999m 99s 234p 67s 111z +8s | rules.players=3 seat=N", "seat is N"),
        ("999m 99s 234p 67s 111z +8s | rules.players=3 round=N", "round is N"),
    ],
    Problem.BAD_VALUE: [(f"{_READY} +8s | honba=10001", "honba"), (f"{_READY} +8s | deposits=99999", "deposits")],
    Problem.RIICHI_TWICE: [
        (f"{_READY} +8s | riichi double_riichi", "keep one"),
        (f"{_READY} +8s | open_riichi double_riichi", "keep one"),
        (f"{_READY} +8s | riichi open_riichi", "keep one"),
    ],
    Problem.RIICHI_OPEN: [(f"{_OPEN} +8s | {flag}", "open hand") for flag in ("riichi", "double_riichi", "open_riichi")],
    Problem.IPPATSU_WITHOUT_RIICHI: [(f"{_READY} +8s | ippatsu", "ippatsu without riichi")],
    Problem.IPPATSU_WITH_RINSHAN: [(f"{_KAN} *8s | riichi ippatsu rinshan", "ends ippatsu")],
    Problem.RINSHAN_BY_RON: [(f"{_KAN} +8s | rinshan", "rinshan by ron")],
    Problem.RINSHAN_WITHOUT_KAN: [(f"{_READY} *8s | rinshan", "rinshan without a kan")],
    Problem.CHANKAN_BY_TSUMO: [(f"{_READY} *8s | chankan", "chankan by self-draw")],
    Problem.CHANKAN_OF_HELD_TILE: [
        ("123m 678m 99s 88s 555z +8s | chankan", "a tile that the hand holds"),
        ("99s 234p 67s 555z (678s) +8s | chankan", "a tile that the hand holds"),
        ("19m 19p 19s 1234567z +1z | chankan", "a tile that the hand holds"),
    ],
    Problem.HAITEI_BY_RON: [(f"{_READY} +8s | haitei", "the last discard is houtei")],
    Problem.HAITEI_WITH_RINSHAN: [(f"{_KAN} *8s | haitei rinshan", "haitei with rinshan")],
    Problem.HOUTEI_BY_TSUMO: [(f"{_READY} *8s | houtei", "the last tile drawn is haitei")],
    Problem.HOUTEI_WITH_CHANKAN: [(f"{_READY} +8s | houtei chankan", "houtei with chankan")],
    Problem.TENHOU_BY_RON: [(f"{_READY} +8s | tenhou seat=E", "tenhou by ron")],
    Problem.TENHOU_NOT_DEALER: [(f"{_READY} *8s | tenhou seat=S", "chiihou there")],
    Problem.CHIIHOU_BY_RON: [(f"{_READY} +8s | chiihou seat=S", "by ron it is renhou")],
    Problem.CHIIHOU_DEALER: [(f"{_READY} *8s | chiihou seat=E", "tenhou there")],
    Problem.RENHOU_BY_TSUMO: [(f"{_READY} *8s | renhou seat=W", "by self-draw it is chiihou")],
    Problem.RENHOU_DEALER: [(f"{_READY} +8s | renhou seat=E", "renhou for the dealer")],
    Problem.FIRST_TURN_WITH_MELD: [
        (f"{_OPEN} *8s | tenhou seat=E", "ends the first turn"),
        (f"{_KAN} *8s | chiihou seat=S", "even a concealed kan"),
        (f"{_OPEN} +8s | renhou seat=S", "ends the first turn"),
    ],
    Problem.FIRST_TURN_WITH_RIICHI: [
        (f"{_READY} *8s | tenhou riichi seat=E", "before a first discard"),
        (f"{_READY} *8s | chiihou double_riichi", "before a first discard"),
        (f"{_READY} +8s | renhou open_riichi", "before a first discard"),
    ],
    Problem.FIRST_TURN_LATE: [
        (f"{_READY} *8s | tenhou haitei seat=E", "the first turn has none of these"),
        (f"{_READY} +8s | renhou houtei", "the first turn has none of these"),
        (f"{_READY} +8s | renhou chankan", "the first turn has none of these"),
    ],
    Problem.TSUBAME_BY_TSUMO: [(f"{_READY} *8s | tsubame_gaeshi", "another's discard")],
    Problem.KANBURI_BY_TSUMO: [(f"{_READY} *8s | kanburi", "another's discard")],
    Problem.DISCARD_WITH_CHANKAN: [
        (f"{_READY} +8s | chankan kanburi", "a robbed tile is no discard"),
        (f"{_READY} +8s | chankan tsubame_gaeshi", "a robbed tile is no discard"),
    ],
    Problem.PAARENCHAN_NOT_DEALER: [(f"{_READY} +8s | paarenchan seat=S", "the seat is E")],
    Problem.TOO_MANY_INDICATORS: [(f"{_READY} +8s | dora=1z2z3z4z5z6z", "6 dora indicators")],
    Problem.URA_MORE_THAN_DORA: [
        (f"{_READY} +8s | riichi dora=1z ura=2z3z", "2 ura indicators"),
        (f"{_READY} +8s | riichi ura=2z", "0 dora"),
    ],
}

#: a meld is refused when it is made, before there is a hand; text that has a bad one is refused at its place
BEFORE_THE_HAND = {Problem.BAD_MELD}

#: these can only come together with another one
NEVER_ALONE = {
    # two of the three always differ in seat or in how they are won
    Problem.FIRST_TURN_TWICE: (f"{_READY} *8s | tenhou chiihou seat=E", Problem.CHIIHOU_DEALER),
}


def faults(text: str, **more: Any) -> tuple[chouma.Fault, ...]:
    hand, _, words = text.partition("|")
    keywords: dict[str, Any] = {**Example.read(f"123m 678m 99s 234p 67s +8s | {words}").keywords, **more}
    try:
        chouma.score(hand, **keywords)
    except HandError as error:
        return error.faults
    return ()


ROWS = [pytest.param(problem, text, said, id=f"{problem.id}: {text}") for problem, rows in ONE_PROBLEM.items() for text, said in rows]


@pytest.mark.parametrize(("problem", "text", "said"), ROWS)
def test_one_problem_alone(problem: Problem, text: str, said: str) -> None:
    found = faults(text)
    assert [fault.problem for fault in found] == [problem]
    (fault,) = found
    assert said in fault.message
    assert fault.to_dict() == {"id": problem.id, "message": fault.message, "where": fault.where}
    assert fault.where.split(".")[0].split("[")[0].split(":")[0] in _PLACES


_PLACES = {"hand", "win", "by", "flags", "dora_indicators", "ura_indicators", "seat", "round", "honba", "deposits"}


def test_every_problem_has_its_hand() -> None:
    classical = {*of_classical.ONE_PROBLEM, *of_classical.NEVER_ALONE, *of_classical.OF_A_TABLE}
    assert {*ONE_PROBLEM, *NEVER_ALONE, *BEFORE_THE_HAND} | classical == set(Problem)
    assert {rule.problem for rule in REFUSALS} <= set(Problem)


def test_two_first_turns() -> None:
    """Tenhou is the dealer's, chiihou and renhou the others', one by self-draw and one by ron: a second reason comes along."""
    for problem, (text, other) in NEVER_ALONE.items():
        assert {fault.problem for fault in faults(text)} == {problem, other}
    assert Problem.FIRST_TURN_TWICE in {fault.problem for fault in faults(f"{_READY} *8s | chiihou renhou seat=S")}


def test_all_problems_at_once() -> None:
    words = "riichi ippatsu haitei tenhou seat=S dora=1p1p1p2p3p4p ura=1p1p5p6p7p8p9p honba=10001"
    found = faults(f"00m 11111z 99s 234p 67s (678m) +8s | {words}")
    assert {fault.problem for fault in found} == {
        Problem.TILE_COUNT,
        Problem.FIFTH_COPY,
        Problem.RED_FIVES,
        Problem.BAD_VALUE,
        Problem.TOO_MANY_INDICATORS,
        Problem.URA_MORE_THAN_DORA,
        Problem.RIICHI_OPEN,
        Problem.HAITEI_BY_RON,
        Problem.TENHOU_BY_RON,
        Problem.TENHOU_NOT_DEALER,
        Problem.FIRST_TURN_WITH_MELD,
        Problem.FIRST_TURN_WITH_RIICHI,
        Problem.FIRST_TURN_LATE,
    }
    # two fifth copies are two reasons, each naming its tile
    assert sorted(fault.message[:14] for fault in found if fault.problem == Problem.FIFTH_COPY) == ["5 copies of 1p", "5 copies of 1z"]
    with pytest.raises(HandError) as caught:
        chouma.score("11111m 9s 234p 67s 55z +8s", flags=["houtei", "chankan"])
    assert caught.value.problems == Problem.FIFTH_COPY | Problem.HOUTEI_WITH_CHANKAN
    assert str(caught.value).count("\n") == 1


def test_faults_of_flags_name_the_flag_as_it_was_given() -> None:
    for text, flag in (
        (f"{_OPEN} +8s | double_riichi", "double_riichi"),
        (f"{_OPEN} +8s | open_riichi", "open_riichi"),
        (f"{_OPEN} +8s | renhou seat=S", "renhou"),
        (f"{_READY} *8s | kanburi", "kanburi"),
    ):
        assert [fault.where for fault in faults(text)] == [f"flags.{flag}"]


@pytest.mark.parametrize(
    "text",
    [
        f"{_READY} +8s | riichi dora=1z2z3z4z5z",  # five indicators, no kan of one's own: others' kans turned them
        f"{_READY} +8s | dora=1z ura=2z",  # ura without riichi are worth nothing
        f"{_READY} *8s",
        f"{_READY} +8s | riichi ippatsu houtei",
        f"{_READY} +8s | riichi ippatsu chankan",  # a robbed kan doesn't end ippatsu
        f"{_READY} +8s | tsubame_gaeshi kanburi houtei",  # local flags whose yaku are off
        f"{_READY} +8s | paarenchan seat=E",
        f"{_KAN} +8s | riichi",  # a concealed kan keeps the hand closed
        f"{_KAN} *8s | riichi rinshan",
        f"{_READY} *8s | double_riichi ippatsu haitei",
        f"{_READY} +8s | dora=9s9s",  # four copies with the indicators
        f"{_READY} +8s | honba=10000 deposits=10000",
        "055m 678m 99s 234p 67s +8s",
        "055m 678m 99s 067p 67s +0s | riichi",
        "005p 678m 99s 234s 67s +8s | riichi rules.red_fives=4",
        "999m 99s 234p 67s 111z {44z} *8s | rinshan rules.players=3",  # after a declared north
        "999m 99s 234p 67s 111z {4444z} +8s | rules.players=3",
        "1111m 99s 234p 67s 11z +8s | rules.players=3",
    ],
)
def test_what_is_not_refused(text: str) -> None:
    assert faults(text) == ()


def test_three_players_have_no_2m_to_8m() -> None:
    for rank in range(1, 10):
        hand = Hand.of([rank - 1, rank - 1, *range(10, 16), *range(18, 20), *(27, 27, 27)], win=20, by="ron")
        try:
            chouma.score(hand, rules="tenhou-sanma")
            refused = False
        except HandError as error:
            refused = error.problems == Problem.TILE_NOT_IN_GAME
        assert refused == (2 <= rank <= 8), rank


def test_ura_without_riichi_are_told() -> None:
    score = chouma.score(f"{_READY} +8s", dora_indicators="1z", ura_indicators="8s")
    assert score and score.dora.ura == 0
    assert "ura indicators count with riichi only" in str(score.explain())


@pytest.mark.parametrize("flag", ["tsubame_gaeshi", "kanburi"])
def test_local_flags_whose_yaku_are_off_are_told(flag: str) -> None:
    score = chouma.score(f"{_READY} +8s", flags=[flag])
    assert score and score.han == 1
    assert f"{flag}: not in the rules general, worth nothing here" in str(score.explain())


def test_open_riichi_where_it_is_off_is_plain_riichi_and_told() -> None:
    score = chouma.score(f"{_READY} +8s", flags=["open_riichi"])
    assert score and [hit.id for hit in score.yaku] == ["riichi", "pinfu"]
    assert "counts as plain riichi" in str(score.explain())


# ------------------------------------------------------------------------------------ not a hand at all


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"hand": 5}, HandError, "give text or a Hand"),
        ({"hand": None}, HandError, "give text or a Hand"),
        ({"hand": b"123m"}, HandError, "give text or a Hand"),
        ({"seat": "X"}, HandError, "E, S, W or N"),
        ({"seat": 1}, HandError, "E, S, W or N"),
        ({"round": None}, HandError, "E, S, W or N"),
        ({"flags": ["richi"]}, HandError, "did you mean riichi"),
        ({"flags": "riichi, ipatsu"}, HandError, "did you mean ippatsu"),
        ({"dora_indicators": "1q"}, HandError, "q"),
        ({"dora_indicators": ["1m2m"]}, HandError, "one tile an entry"),
        ({"dora_indicators": [1.5]}, HandError, "no tile"),
        ({"dora_indicators": [99]}, HandError, "no tile"),
        ({"dora_indicators": 7}, HandError, "give text"),
        ({"honba": -1}, HandError, "honba"),
        ({"honba": "1"}, HandError, "honba"),
        ({"honba": True}, HandError, "honba"),
        ({"deposits": 1.0}, HandError, "deposits"),
        ({"win": "8s"}, HandError, "'ron' or 'tsumo'"),
        ({"by": "ron"}, HandError, "winning tile"),
        ({"rules": "tenho"}, UnknownNameError, "did you mean tenhou"),
        ({"rules": {"base": "tenhou", "kuitna": True}}, RuleError, "kuitan"),
        ({"notation": "tenho"}, UnknownNameError, "tenhou"),
    ],
)
def test_arguments_that_are_wrong(arguments: dict[str, Any], error: type[ChoumaError], said: str) -> None:
    with pytest.raises(error) as caught:
        chouma.score(**{"hand": f"{_READY} +8s", **arguments})
    assert said in str(caught.value)


def test_a_flag_by_an_unknown_name_is_a_slip_of_the_caller() -> None:
    with pytest.raises(TypeError, match="did you mean riichi"):
        chouma.score(f"{_READY} +8s", richi=True)
    assert chouma.score(f"{_READY} +8s", riichi=False).to_dict() == chouma.score(f"{_READY} +8s").to_dict()


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_is_known_by_name_and_in_the_list(flag: str) -> None:
    hand, seat = (f"{_READY} *8s", "S") if flag in ("haitei", "chiihou") else (f"{_READY} +8s", "E" if flag == "paarenchan" else "S")
    hand, seat = (f"{_READY} *8s", "E") if flag == "tenhou" else (f"{_KAN} *8s", "S") if flag == "rinshan" else (hand, seat)
    more = {"riichi": True} if flag == "ippatsu" else {}
    one, other = chouma.score(hand, seat=seat, flags=[flag, *more]), chouma.score(hand, seat=seat, **{flag: True, **more})
    assert one.to_dict() == other.to_dict() and one.how.flag_names == other.how.flag_names
    assert flag in one.how.flag_names


# ------------------------------------------------------------------------------------- what if


def test_a_hypothetical_hand_is_scored_and_says_what_was_waived() -> None:
    score = chouma.score(f"{_OPEN} +8s", flags=["riichi", "houtei"], strict=False)
    assert [fault.problem for fault in score.waived] == [Problem.RIICHI_OPEN]
    assert score and [hit.id for hit in score.yaku] == ["houtei"]
    assert "waived: riichi on an open hand" in str(score.explain())
    assert score.to_dict()["waived"][0]["id"] == "riichi_open"
    fifth = chouma.score("11111m 9s 234p 678s 5z +5z", flags=["riichi"], strict=False)
    assert fifth.win is False and [fault.problem for fault in fifth.waived] == [Problem.FIFTH_COPY]
    assert chouma.score(f"{_READY} +8s", strict=False).waived == ()


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ("123m 678m 99s 234p 6s +8s", Problem.TILE_COUNT),
        (f"{_READY}", Problem.NO_WINNING_TILE),
        (f"{_READY} 1f +8s", Problem.FLOWERS),
    ],
)
def test_what_cannot_be_counted_is_refused_all_the_same(hand: str, problem: Problem) -> None:
    with pytest.raises(HandError) as caught:
        chouma.score(hand, strict=False)
    assert problem in caught.value.problems


def test_a_winning_tile_that_is_not_among_the_tiles() -> None:
    whole = chouma.read(f"{_READY} +8s")
    for strict in (True, False):
        with pytest.raises(HandError) as caught:
            chouma.score(whole._replace(win=27), strict=strict)
        assert caught.value.problems == Problem.NO_WINNING_TILE
        assert "1z" in str(caught.value)


@pytest.mark.parametrize("meld", ["(124m)", "[111z]", "(89m1p)", "(123z)", "(11m)", "(12345m)"])
def test_text_with_a_bad_meld_is_refused_at_its_place(meld: str) -> None:
    with pytest.raises(TextError) as caught:
        chouma.score(f"678m 99s 234p 67s {meld} +8s")
    assert meld in str(caught.value)
    assert 18 <= caught.value.position <= 24


def test_melds_that_are_none() -> None:
    for type, tiles, said in (
        ("chi", (0, 1, 3), "three tiles of a suit in a row"),
        ("chi", (27, 28, 29), "three tiles of a suit in a row"),
        ("chi", (7, 8, 9), "three tiles of a suit in a row"),
        ("pon", (0, 0), "three tiles of a kind"),
        ("ankan", (0, 0, 0), "four tiles of a kind"),
        ("kan", (0, 0, 0, 0), "melds: chi, pon"),
        ("pon", (), "nothing is no pon"),
        ("pon", (37, 37, 37), "three tiles of a kind"),
    ):
        with pytest.raises(HandError) as caught:
            Meld.of(type, tiles)
        assert caught.value.problems == Problem.BAD_MELD and said in str(caught.value)
    with pytest.raises(HandError, match="is not in the pon"):
        Meld.of("pon", (0, 0, 0), called=1)
    assert Meld.of("pon", (34, 4, 4)).tiles == (34, 4, 4)


def test_a_winning_tile_given_twice_or_by_neither() -> None:
    with pytest.raises(HandError, match="give it once"):
        chouma.read(f"{_READY} +8s").winning(0, "ron")
    with pytest.raises(HandError, match="'ron' or 'tsumo'"):
        Hand.of(range(13)).winning(0, "steal")


def test_a_whole_hand_without_its_mark_loses_no_tile() -> None:
    with pytest.raises(HandError, match=r"14 tiles, .*: mark the one that won"):
        chouma.score("234m 345678p 6634s 5s")
