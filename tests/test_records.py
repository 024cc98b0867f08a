"""Wins of real games: yaku, han, fu, points and payments as the platforms had them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import chouma
from chouma.errors import ChoumaError
from chouma.hand import Hand, Meld
from chouma.notation import read_tiles
from chouma.riichi.rules import RiichiRules, rules

RECORDS = Path(__file__).resolve().parent.parent.parent / "shared" / "records"
FILES = ("wins.jsonl", "wins_rare.jsonl")

pytestmark = pytest.mark.skipif(not RECORDS.exists(), reason="the folder ../shared/records is not here: no real games to compare with")

#: records whose numbers are a platform's own; the others are made by hand or by a test of some program
TRUE = ("tenhou+seed", "tenhou", "majsoul", "majsoul-converted")
N_WINS = {
    ("tenhou+seed", 4): 7081,
    ("tenhou+seed", 3): 630,
    ("tenhou", 4): 150,
    ("tenhou", 3): 98,
    ("majsoul", 4): 21,
    ("majsoul-converted", 4): 14,
    ("majsoul-converted", 3): 8,
}
# private lobbies that played by rules of their own
KIRIAGE_LOBBIES, LOBBIES_WITH_1500_A_COUNTER = (553, 1569), (1569,)

MELD_TYPES = {"daiminkan": "minkan"}
DORA = {"dora": ("dora", "kita"), "ura_dora": ("ura",), "aka_dora": ("aka",)}

Row = Mapping[str, Any]


def wins() -> Iterator[Row]:
    for name in FILES:
        yield from map(json.loads, (RECORDS / name).read_text(encoding="utf8").splitlines())


@cache
def ids() -> Mapping[str, str]:
    return json.loads((RECORDS / "yaku_ids.json").read_text(encoding="utf8"))["yaku"]


@cache
def house(platform: str, players: int, aka: bool, kuitan: bool, lobby: int | None) -> RiichiRules:
    """The rules of a lobby."""
    base = rules({"tenhou": "tenhou", "majsoul": "majsoul"}.get(platform, "general")) if players == 4 else rules(f"{platform}-sanma")
    changes: dict[str, Any] = {}
    if not aka:
        changes["red_fives"] = 0
    if not kuitan:
        changes["kuitan"] = False
    if lobby in KIRIAGE_LOBBIES:
        changes["kiriage_mangan"] = True
    if lobby in LOBBIES_WITH_1500_A_COUNTER:
        changes["honba_points"] = 1500
    return base.but(**changes) if changes else base


def score(row: Row) -> chouma.Score | chouma.NoScore:
    called = [(MELD_TYPES.get(meld["type"], meld["type"]), read_tiles(meld["tiles"])) for meld in row["melds"]]
    hand = Hand.of(
        read_tiles(row["concealed"]),
        [Meld.of(type, tiles) for type, tiles in called if type != "kita"],
        win=read_tiles(row["win_tile"])[0],
        by="tsumo" if row["tsumo"] else "ron",
        norths=sum(type == "kita" for type, _ in called),
    )
    return chouma.score(
        hand,
        seat=row["seat_wind"],
        round=row["round"][0],
        flags=row["flags"],
        dora_indicators=row["dora_ind"],
        ura_indicators=row["ura_ind"],
        honba=row["honba"],
        deposits=row["kyoutaku"],
        rules=house(row["platform"], row["players"], row.get("aka", True), row.get("kuitan", True), row.get("go_type")),
    )


def told_han(row: Row) -> dict[str, int]:
    """Yaku and dora with their han, as the record has them; those with 0 han are none, and declared norths are dora."""
    found: Counter[str] = Counter()
    for id, han, *more in row["yaku"]:
        found[ids()[str(id)] if id != "kita" else "dora"] += more[0] if id == "kita" else han
    return dict(+found)


def our_han(score: chouma.Score) -> dict[str, int]:
    found = {hit.id: hit.han for hit in score.yaku}
    dora = score.dora._asdict()
    bonus = {name: sum(dora[part] for part in parts) for name, parts in DORA.items()}
    return found | {name: han for name, han in bonus.items() if han}


def differences(row: Row, score: chouma.Score) -> dict[str, Any]:
    """What the record has that we have not; what it lacks is not compared."""
    pairs: dict[str, tuple[Any, Any]] = {}
    if row.get("yakuman"):
        pairs["yakuman"] = (sorted(ids()[str(id)] for id in row["yakuman"]), sorted(hit.id for hit in score.yaku))
        pairs["limit"] = ("yakuman", score.limit)
    else:
        pairs["yaku"] = (told_han(row), our_han(score))
        pairs["han"] = (row["han"], score.han)
        if row["fu"] is not None:
            pairs["fu"] = (row["fu"], score.fu)
        if row["limit"]:
            # the records call a counted yakuman a yakuman, and a mangan by rounding up a mangan
            pairs["limit"] = (row["limit"], score.limit.removeprefix("kiriage_").removeprefix("counted_"))
    if row["points"] is not None:
        pairs["points"] = (row["points"], score.points)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def payers(row: Row, score: chouma.Score) -> dict[int, int]:
    """What each other seat pays."""
    winner, players = row["seat"], row["players"]
    dealer = (winner - "ESWN".index(row["seat_wind"])) % players
    paid = score.payments
    if not row["tsumo"]:
        return {seat: paid.discarder if seat == row["from_seat"] else 0 for seat in range(players) if seat != winner}
    return {seat: paid.dealer if seat == dealer else paid.each_nondealer for seat in range(players) if seat != winner}


def test_every_win_of_the_platforms() -> None:
    compared: Counter[tuple[str, int]] = Counter()
    fields: Counter[str] = Counter()
    wrong = []
    for row in wins():
        if row["prov"] not in TRUE:
            continue
        compared[row["prov"], row["players"]] += 1
        fields.update(name for name in ("han", "fu", "points", "yakuman", "limit") if row.get(name))
        result = score(row)
        found = differences(row, result) if result else repr(result)
        if found:
            wrong.append((row["id"], found))
    print(f"{sum(compared.values())} wins compared, {len(wrong)} different: {dict(compared)}; fields: {dict(fields)}")
    assert not wrong
    assert compared == N_WINS
    assert fields["yakuman"] >= 30 and fields["fu"] >= 7900


def test_what_each_seat_pays() -> None:
    """Hands won alone and without liability: each seat's loss in the record is its payment, and the winner gets all and the deposits."""
    rows = [row for row in wins() if row["prov"] in TRUE]
    alone = Counter(row["id"].rsplit(".", 1)[0] for row in rows)
    compared, wrong = 0, []
    for row in rows:
        if alone[row["id"].rsplit(".", 1)[0]] > 1 or row.get("pao_seat") is not None:
            continue
        result = score(row)
        assert result
        lost = {seat: -delta for seat, delta in enumerate(row["deltas"]) if seat != row["seat"]}
        # Mahjong Soul gives a winner's own stick back elsewhere
        won = row["platform"] != "tenhou" or row["deltas"][row["seat"]] == result.payments.total
        compared += 1
        if lost != payers(row, result) or not won:
            wrong.append((row["id"], row["deltas"], result.payments))
    print(f"{compared} wins compared seat by seat")
    assert not wrong
    assert compared >= 7700


def test_records_made_by_hand_are_read_without_a_fall() -> None:
    read = Counter()
    for row in wins():
        if row["prov"] in TRUE:
            continue
        try:
            result = score(row)
            json.dumps(result.to_dict())
        except ChoumaError:
            pass
        read[row["prov"]] += 1
    assert read == {"bot-test": 17, "majsoul-edited": 11, "unverified": 13}


def test_the_lobbies_with_other_rules_need_them() -> None:
    """Under the plain rules of the platform some of their wins would differ, so the comparison above has bitten."""
    changed = 0
    for row in wins():
        if row.get("go_type") in KIRIAGE_LOBBIES:
            plain = score({**row, "go_type": None})
            changed += bool(plain and row["points"] != plain.points)
    assert changed
