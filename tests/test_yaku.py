"""Every yaku proves itself: its worth, its source, hands that have it and hands that just miss it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import chouma
from chouma.errors import ChoumaError, HandError, RuleError, UnknownNameError
from chouma.riichi.engine import BY_ID, DECLARED
from chouma.riichi.examples import Example
from chouma.riichi.local import LOCAL
from chouma.riichi.names import YAKU_NAMES
from chouma.riichi.yakuman import YAKUMAN

# The tables of the rule books: closed han, open han (None: closed hands only), yakuman
HAN = {
    **dict.fromkeys(("menzen_tsumo", "riichi", "ippatsu", "pinfu", "iipeikou"), (1, None, 0)),
    **dict.fromkeys(("chankan", "rinshan", "haitei", "houtei", "tanyao"), (1, 1, 0)),
    **dict.fromkeys(("seat_wind", "round_wind", "yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"), (1, 1, 0)),
    **dict.fromkeys(("double_riichi", "chiitoitsu"), (2, None, 0)),
    **dict.fromkeys(("chanta", "ittsuu", "sanshoku_doujun"), (2, 1, 0)),
    **dict.fromkeys(("sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"), (2, 2, 0)),
    "ryanpeikou": (3, None, 0),
    **dict.fromkeys(("junchan", "honitsu"), (3, 2, 0)),
    "chinitsu": (6, 5, 0),
    "renhou": (5, None, 0),
    **dict.fromkeys(("tenhou", "chiihou", "suuankou", "suuankou_tanki"), (0, None, 1)),
    **dict.fromkeys(("chuuren", "junsei_chuuren", "kokushi", "kokushi_13"), (0, None, 1)),
    **dict.fromkeys(("daisangen", "tsuuiisou", "ryuuiisou", "chinroutou", "daisuushii", "shousuushii", "suukantsu"), (0, 0, 1)),
    "open_riichi": (2, None, 0),
    **dict.fromkeys(("tsubame_gaeshi", "kanburi"), (1, 1, 0)),
    "shiiaru_raotai": (None, 1, 0),
    **dict.fromkeys(("uumensai", "sanrenkou"), (2, 2, 0)),
    "isshoku_sanjun": (3, 2, 0),
    **dict.fromkeys(("iipin_mooyue", "chuupin_raoyui"), (5, 5, 0)),
    **dict.fromkeys(("daisharin", "daichikurin", "daisuurin", "ishi_no_ue"), (0, None, 1)),
    **dict.fromkeys(("daichisei", "hyakumangoku", "toohoku_shinkansen"), (0, None, 1)),
    **dict.fromkeys(("paarenchan", "suurenkou", "isshoku_yonjun", "beni_kujaku", "koku_iisou", "kinmon_kyou"), (0, 0, 1)),
}

_WHEEL = {"chinitsu", "tanyao", "ryanpeikou", "chiitoitsu", "pinfu"}

# What takes the place of what, as the tables have it; more may follow from it (a yakuman on the pair drops what the plain one drops)
SUPERSEDES = {
    "double_riichi": {"riichi"},
    "honroutou": {"chanta"},
    "ryanpeikou": {"iipeikou"},
    "junchan": {"chanta"},
    "chinitsu": {"honitsu"},
    "daisangen": {"shousangen"},
    "suuankou": {"sanankou", "toitoi"},
    "suuankou_tanki": {"suuankou"},
    "tsuuiisou": {"honroutou", "toitoi"},
    "chinroutou": {"honroutou", "toitoi"},
    "chuuren": {"chinitsu"},
    "junsei_chuuren": {"chuuren"},
    "kokushi_13": {"kokushi"},
    "daisuushii": {"shousuushii", "toitoi"},
    "suukantsu": {"sankantsu", "toitoi"},
    "open_riichi": {"riichi"},
    "iipin_mooyue": {"haitei"},
    "chuupin_raoyui": {"houtei"},
    "daisharin": _WHEEL,
    "daichikurin": _WHEEL,
    "daisuurin": _WHEEL,
    "daichisei": {"tsuuiisou", "chiitoitsu"},
    "suurenkou": {"sanrenkou", "toitoi"},
}

#: known to the table, but no yaku of a finished hand: bonuses, a draw, a dealt hand
NOT_IN_A_HAND = {"dora", "ura_dora", "aka_dora", "kita_dora", "nagashi_mangan", "shiisan_puutaa"}


def scored(example: Example, id: str) -> chouma.Score | chouma.NoScore:
    """The score of an example, with a local yaku switched on."""
    if BY_ID[id] in LOCAL:
        example = example.under(local_yaku={id: True})
    return chouma.score(example.hand, **example.keywords)


def examples(kind: str) -> list[object]:
    return [pytest.param(yaku.id, text, id=f"{yaku.id}: {text}") for yaku in DECLARED for text in getattr(yaku, kind)]


@pytest.mark.parametrize(("id", "text"), examples("hits"))
def test_a_hit_has_the_yaku(id: str, text: str) -> None:
    score = scored(Example.read(text), id)
    assert score, score
    assert id in [hit.id for hit in score.yaku]
    assert score.why_not(id).has


@pytest.mark.parametrize(("id", "text"), examples("misses"))
def test_a_miss_has_it_not_and_says_why(id: str, text: str) -> None:
    result = scored(Example.read(text), id)
    assert not result or id not in [hit.id for hit in result.yaku]
    why = result.why_not(id)
    assert not why.has and why.text.startswith(id), why


@pytest.mark.parametrize("yaku", DECLARED, ids=lambda yaku: yaku.id)
def test_every_yaku_proves_itself(yaku: chouma.Yaku) -> None:
    assert yaku.hits, "a hand that has it"
    assert yaku.misses, "a hand that just misses it"
    assert yaku.source
    assert yaku.doc.endswith(".") and "\n" not in yaku.doc


def test_the_yaku_are_those_of_the_tables_in_their_order() -> None:
    assert set(BY_ID) == set(HAN)
    named = [id for id in YAKU_NAMES if id not in NOT_IN_A_HAND]
    assert set(named) == set(BY_ID)
    order = {id: i for i, id in enumerate(named)}
    # ties between yakuman go by the order of the table
    assert sorted((yaku.id for yaku in (*YAKUMAN, *LOCAL)), key=order.__getitem__) == [yaku.id for yaku in (*YAKUMAN, *LOCAL)]


@pytest.mark.parametrize("id", HAN)
def test_worth(id: str) -> None:
    worth = BY_ID[id].worth
    assert (worth.closed, worth.open, worth.yakuman) == HAN[id]


@pytest.mark.parametrize("id", HAN)
def test_what_takes_whose_place(id: str) -> None:
    told = set(BY_ID[id].supersedes)
    assert SUPERSEDES.get(id, set()) <= told
    # beyond the table only what is contained in every hand of that yaku, and so is never counted beside it
    beyond = {
        "suuankou_tanki": {"sanankou", "toitoi"},
        "junsei_chuuren": {"chinitsu"},
        "isshoku_sanjun": {"iipeikou", "ryanpeikou"},
        "isshoku_yonjun": {"isshoku_sanjun", "iipeikou", "ryanpeikou"},
    }
    assert told - SUPERSEDES.get(id, set()) == beyond.get(id, set())


def test_the_tables_agree_with_the_shared_one(root: Path) -> None:
    path = root.parent / "shared" / "spec" / "riichi_yaku.json"
    if not path.exists():
        pytest.skip("the table of yaku in ../shared/spec is not here")
    rows = {row["id"]: row for row in json.loads(path.read_text(encoding="utf8"))["yaku"]}
    assert set(rows) - NOT_IN_A_HAND == set(HAN)
    for id, (closed, open, yakuman) in HAN.items():
        row = rows[id]
        assert row["yakuman"]["default"] == yakuman
        if not yakuman:
            assert (row["han_closed"], row["han_open"]) == (closed, open)
        elif row["han_closed"] == "yakuman":
            assert (open is None) == (row["han_open"] is None)
        assert set(row["supersedes"]) == SUPERSEDES.get(id, set())
    assert [id for id in rows if id not in NOT_IN_A_HAND] == [yaku.id for yaku in DECLARED]


# ------------------------------------------------------------------------------- the format of the examples


def test_reading_an_example() -> None:
    hand = "46m 22z (333p) (555s) [1111z] +0m"
    words = "seat=N round=S houtei dora=4z5m honba=2 rules.red_fives=3 rules.double_yakuman=suuankou_tanki,kokushi_13"
    example = Example.read(f"{hand} | {words}")
    assert example.hand == hand
    assert example.keywords["flags"] == ("houtei",)
    assert example.keywords["dora_indicators"] == (30, 4)
    assert example.keywords["rules"] == {"red_fives": 3, "double_yakuman": ("suuankou_tanki", "kokushi_13")}
    assert (example.keywords["seat"], example.keywords["round"], example.keywords["honba"]) == (3, 1, 2)
    assert Example.read("123m +4m").keywords == {}


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("123m 99s +9s | richi", UnknownNameError, "did you mean riichi"),
        ("123m 99s +9s | set=E", UnknownNameError, "did you mean seat"),
        ("123m 99s +9s | rules.kuitna=true", UnknownNameError, "did you mean kuitan"),
        ("123m 99s +9s | rules.kuitan=maybe", RuleError, "kuitan"),
        ("123m 99s +9s | riichi riichi", RuleError, "given twice"),
        ("123m 99s +9s | seat=E seat=S", RuleError, "given twice"),
        ("123m 99s +9s | seat=X", HandError, "seat is 'X'"),
        ("123m 99s +9s | honba=two", RuleError, "whole number"),
        ("123m 99s +9s | dora=10z", HandError, "dora_indicators"),
        ("123q 99s +9s", HandError, "q"),
    ],
)
def test_an_example_with_a_slip_is_refused(text: str, error: type[ChoumaError], said: str) -> None:
    with pytest.raises(error) as caught:
        Example.read(text)
    told = "\n".join([str(caught.value), *(fault.where for fault in getattr(caught.value, "faults", ()))])
    assert said in told


def test_a_hand_is_no_hit_and_miss_at_once() -> None:
    hand = "123m 567m 99s 234p 67s *8s"
    with pytest.raises(chouma.RuleError, match="as a hit and as a miss"):
        chouma.yaku(id="drawn", closed=1, source="a test", hits=[hand], misses=[hand])(lambda h: h.tsumo)


def test_answers_are_equal_however_the_hand_was_written() -> None:
    text = "234m 345678p 6634s +5s"
    ways = [text, "m432p876543s6634+s5", chouma.read(text)]
    scores = [chouma.score(hand, riichi=True) for hand in ways]
    assert len(set(scores)) == 1
    assert scores[0] != chouma.score(text)


def test_why_not_refuses_what_is_no_name() -> None:
    with pytest.raises(chouma.UnknownNameError):
        chouma.score("234m 345678p 6634s +5s").why_not(["pinfu"])  # type: ignore[arg-type]
