"""What every seat won and lost in real games: wins with all winners of one discard together, liability, and draws."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any

import pytest
from test_records import MELD_TYPES, RECORDS, house, wins

import chouma
from chouma.hand import Hand, Meld
from chouma.notation import read_tiles
from chouma.riichi.rules import RiichiRules
from chouma.seats import Wind
from chouma.settling import settle_request

pytestmark = pytest.mark.skipif(not RECORDS.exists(), reason="the folder ../shared/records is not here: no real games to compare with")

#: the platform's own numbers, whole: another platform leaves the winner's own stick out of its deltas
TENHOU = ("tenhou+seed", "tenhou")
#: whom a group came from, by the steps from its owner round the table
SOURCES = {4: {1: ">", 2: "^", 3: "<"}, 3: {1: ">", 2: "<"}}

N_WINS, N_HANDS, N_DRAWS = 7959, 7911, 1455

Row = Mapping[str, Any]


def rules_of(row: Row) -> RiichiRules:
    return house(row["platform"], row["players"], row.get("aka", True), row.get("kuitan", True), row.get("go_type"))


def wind_of(seat: int, row: Row, dealer: int) -> Wind:
    return Wind((seat - dealer) % row["players"])


def in_seats(deltas: Mapping[str, int], row: Row, dealer: int) -> list[int]:
    """Deltas by wind as the record has them, by seat."""
    return [deltas[wind_of(seat, row, dealer).name] for seat in range(row["players"])]


def score(row: Row) -> chouma.Score:
    """The hand with the sources of its groups."""
    melds = []
    for meld in row["melds"]:
        if meld["type"] != "kita":
            source = SOURCES[row["players"]].get((meld["from"] - row["seat"]) % row["players"], "") if "from" in meld else ""
            called = read_tiles(meld["called"])[0] if meld.get("called") else None
            melds.append(Meld.of(MELD_TYPES.get(meld["type"], meld["type"]), read_tiles(meld["tiles"]), called, source))
    hand = Hand.of(
        read_tiles(row["concealed"]),
        melds,
        win=read_tiles(row["win_tile"])[0],
        by="tsumo" if row["tsumo"] else "ron",
        norths=sum(meld["type"] == "kita" for meld in row["melds"]),
    )
    found = chouma.score(
        hand,
        seat=row["seat_wind"],
        round=row["round"][0],
        flags=row["flags"],
        dora_indicators=row["dora_ind"],
        ura_indicators=row["ura_ind"],
        rules=rules_of(row),
    )
    assert isinstance(found, chouma.Score), (row["id"], found)
    return found


def hands() -> Iterator[tuple[str, list[Row]]]:
    """The winners of each hand together, first in turn first."""

    def hand_of(row: Row) -> str:
        return str(row["id"].rsplit(".", 1)[0])

    rows = sorted((row for row in wins() if row["prov"] in TENHOU), key=lambda row: (hand_of(row), row["nth"]))
    for id, group in groupby(rows, hand_of):
        yield id, list(group)


def settled_win(rows: list[Row]) -> tuple[chouma.Ledger, int]:
    """The ledger of the winners of one hand, and who dealt."""
    first = rows[0]
    dealer = (first["seat"] - "ESWN".index(first["seat_wind"])) % first["players"]
    # a second winner whose companion isn't here gets neither counters nor deposits, and the row says so
    ledger = chouma.settle(
        wins=[score(row) for row in reversed(rows)],
        discarder=None if first["tsumo"] else wind_of(first["from_seat"], first, dealer),
        honba=first["honba"],
        deposits=first["kyoutaku"],
        rules=rules_of(first),
    )
    return ledger, dealer


@cache
def settled_wins() -> tuple[tuple[str, list[Row], chouma.Ledger, int], ...]:
    """Every hand that was won: who won it, its ledger, and who dealt."""
    return tuple((id, rows, *settled_win(rows)) for id, rows in hands())


def draws() -> Iterator[Row]:
    rows = map(json.loads, (RECORDS / "draws.jsonl").read_text(encoding="utf8").splitlines())
    return (row for row in rows if row["prov"] in TENHOU)


def settled_draw(row: Row) -> dict[str, Any]:
    """The answer to a draw on the wire."""
    dealer = row["dealer_seat"]
    draw: dict[str, Any] = {"kind": row["type"]}
    if row["type"] in ("exhaustive", "nagashi"):
        draw["tenpai"] = [wind_of(seat, row, dealer).name for seat, ready in enumerate(row["tenpai"]) if ready]
    if row["type"] == "nagashi":
        draw["nagashi"] = [wind_of(seat, row, dealer).name for seat in row["nagashi"]]
    return settle_request({"rules": rules_of(row).wire, "draw": draw, "honba": row["honba"], "deposits": row["kyoutaku"]})


def test_the_deltas_of_every_win() -> None:
    wrong, kinds, n_hands = [], Counter(), 0
    for id, rows, ledger, dealer in settled_wins():
        first = rows[0]
        told = [sum(deltas) for deltas in zip(*(row["deltas"] for row in rows), strict=True)]
        if in_seats(ledger.deltas, first, dealer) != told or sum(told) != ledger.deposits:
            wrong.append((id, told, ledger))
        liable = {one.payer for one in ledger.transfers if one.why == "liability"}
        told_liable = {wind_of(row["pao_seat"], row, dealer) for row in rows if row.get("pao_seat") is not None}
        if liable != told_liable:
            wrong.append((id, told_liable, ledger.transfers))
        n_hands += 1
        kinds[first["players"], "liable" if liable else "tsumo" if first["tsumo"] else f"{len(rows)} ron"] += 1
        kinds["counters"] += bool(first["honba"])
        kinds["deposits"] += bool(first["kyoutaku"])
    n_wins = sum(len(rows) for _, rows, _, _ in settled_wins())
    print(f"{n_wins} wins in {n_hands} hands compared, {len(wrong)} different: {dict(kinds)}")
    assert not wrong
    assert (n_wins, n_hands) == (N_WINS, N_HANDS)
    assert kinds[4, "2 ron"] >= 40 and kinds[4, "liable"] == 5 and kinds[3, "tsumo"] > 100


def test_the_deltas_of_every_draw() -> None:
    wrong, kinds = [], Counter()
    for row in draws():
        answer, dealer = settled_draw(row), row["dealer_seat"]
        if not answer["ok"] or in_seats(answer["deltas"], row, dealer) != row["deltas"]:
            wrong.append((row["id"], row["deltas"], answer))
        kinds[row["players"], row["type"]] += 1
    print(f"{sum(kinds.values())} draws compared, {len(wrong)} different: {dict(kinds)}")
    assert not wrong
    assert sum(kinds.values()) == N_DRAWS
    assert kinds[4, "nagashi"] == 4 and kinds[3, "nagashi"] == 2 and kinds[4, "sanchahou"] == 2


def test_what_each_hand_leaves_for_the_next() -> None:
    """Dealer, counters and sticks of the hand that followed in the same game."""
    starts: dict[tuple[str, int], tuple[int, int, int]] = {}  # game and number of the hand -> dealer, counters, sticks
    left: dict[tuple[str, int], tuple[int, int, int]] = {}
    outcomes: dict[tuple[str, int], str] = {}
    ended = [(rows[0], ledger.to_dict(), dealer) for _, rows, ledger, dealer in settled_wins() if rows[0]["nth"] == 0]
    # where a record of a draw leaves out who declared riichi, it leaves out the sticks too
    ended += [(row, settled_draw(row), row["dealer_seat"]) for row in draws() if row.get("riichi") is not None]
    for first, answer, dealer in ended:
        game, _, number = first["id"].rpartition("#")
        place = game, int(number.partition(".")[0])
        own = {name: first[name] if first.get(f"round_{name}") is None else first[f"round_{name}"] for name in ("honba", "kyoutaku")}
        starts[place] = dealer, own["honba"], own["kyoutaku"]
        following = (dealer + "ESWN".index(answer["next_dealer"])) % first["players"]
        left[place] = following, answer["next_honba"], answer["deposits_left"]
        outcomes[place] = answer["outcome"]
    followed = {place: starts[place[0], place[1] + 1] for place in left if (place[0], place[1] + 1) in starts}
    wrong = {place: (outcomes[place], left[place], start) for place, start in followed.items() if left[place] != start}
    kinds = Counter(outcomes[place] for place in followed)
    print(f"{len(followed)} hands compared with the next, {len(wrong)} different: {dict(kinds)}")
    assert not wrong
    assert len(followed) > 7800 and {"ron", "tsumo", "exhaustive", "nagashi", "kyuushu_kyuuhai"} <= kinds.keys()
