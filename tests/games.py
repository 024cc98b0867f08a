"""Games for tests: random ones, and the whole ones of the records."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from chouma.families import rules
from chouma.game import Game
from chouma.riichi.cells import POSSIBLE_FU, possible
from chouma.riichi.rules import RiichiRules

RECORDS = Path(__file__).resolve().parent.parent.parent / "shared" / "records"
NAMES = ("Anna", "Bob", "Cleo", "Dan")

#: a private lobby that played by an uma of its own
OWN_UMA = {"2019020120gm-0009-10011-215330df": {"start_points": 30000, "return_points": 30000, "uma": [50, 20, 0, -70]}}

Event = dict[str, Any]

# ------------------------------------------------------------------------------------------- random games

#: rule sets that differ in what happens at the table
HOUSES = [
    *map(rules, ("general", "tenhou", "tenhou-sanma", "majsoul-sanma", "mleague", "wrc", "ema", "jpml")),
    rules("general").but(bankruptcy=False, multiple_ron="all", honba_on_multiple_ron="each", chips=2000, length="east"),
    rules("general").but(chombo="points", nagashi_mangan="win", leftover_deposits="dealer", extension=False, honba_points=1500),
    rules("general").but(chombo="after_uma", leftover_deposits="lost", ties="split", length="full", sudden_death=False, dealer_stop=False),
]

_WORTHS = [(han, fu) for han in (1, 2, 3, 4) for fu in POSSIBLE_FU]


def _some(draw: st.DrawFn, names: list[str]) -> list[str]:
    return draw(st.lists(st.sampled_from(names), unique=True)) if names else []


def event(draw: st.DrawFn, game: Game) -> Event:
    """Something that may well happen next."""
    names, house, state = list(game.names), game.rules, game.state
    assert isinstance(house, RiichiRules)
    can = [name for i, name in enumerate(names) if i not in state.riichi and (state.scores[i] >= 1000 or not house.bankruptcy)]
    new = draw(st.sampled_from([[], [], _some(draw, can)]))
    declared = [names[i] for i in state.riichi] + new
    told: Event = {"riichi": new} if new else {}
    kind = draw(st.sampled_from([*["ron"] * 3, *["tsumo"] * 2, *["draw"] * 2, "nagashi", "abortive", "chombo", "adjust", "riichi"]))
    if kind == "ron":
        giver = draw(st.sampled_from(names))
        others = [name for name in names if name != giver]
        winners = draw(st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=3))
        return told | {"from": giver, "wins": [_win(draw, name, "ron", house) for name in winners]}
    if kind == "tsumo":
        return told | {"wins": [_win(draw, draw(st.sampled_from(names)), "tsumo", house)]}
    if kind == "draw" or (kind == "nagashi" and house.nagashi_mangan == "off"):
        return told | {"draw": {"kind": "exhaustive", "tenpai": _tenpai(draw, names, declared)}}
    if kind == "nagashi":
        seats = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=2))
        return told | {"draw": {"kind": "nagashi", "tenpai": _tenpai(draw, names, declared), "nagashi": seats}}
    if kind == "abortive":
        return told | {"draw": {"kind": draw(st.sampled_from(["kyuushu_kyuuhai", "suukan_sanra"]))}}
    if kind == "chombo":
        return told | {"chombo": {"seat": draw(st.sampled_from(names))}}
    if kind == "adjust" or not new:
        one, other = draw(st.permutations(names))[:2]
        return {"adjust": {one: 300, other: -300}}
    return told


def _tenpai(draw: st.DrawFn, names: list[str], declared: list[str]) -> list[str]:
    return [name for name in names if name in declared or draw(st.booleans())]


def _win(draw: st.DrawFn, name: str, by: str, house: RiichiRules) -> Event:
    worth = draw(st.sampled_from([{"han": 5}, {"han": 6}, {"han": 8}, {"han": 13}, {"yakuman": 1}, *([None] * 6)]))
    if worth is None:
        han, fu = draw(st.sampled_from([(han, fu) for han, fu in _WORTHS if by in possible(han, fu, house)]))
        worth = {"han": han, "fu": fu}
    return {"seat": name, **worth}


@st.composite
def games(draw: st.DrawFn, least: int = 0) -> Game:
    """A game that goes on for some events, or to its end."""
    house = draw(st.sampled_from(HOUSES))
    game = Game.new(house, NAMES[: house.players])
    for _ in range(draw(st.integers(least, 20))):
        if game.over:
            break
        game = game.add(event(draw, game))
    return game


# ------------------------------------------------------------------------------------------- real games


class Real(NamedTuple):
    """A whole game of the records.

    Attributes
    ----------
    id : str
    house : RiichiRules
    hands : list of list of mapping
        The rows of each hand: several where several won.
    final : list of int
        The scores in the end.
    """

    id: str
    house: RiichiRules
    hands: list[list[Mapping[str, Any]]]
    final: list[int]


def _rows(name: str) -> Iterator[Mapping[str, Any]]:
    yield from map(json.loads, (RECORDS / name).read_text(encoding="utf8").splitlines())


def real_games() -> Iterator[Real]:
    """The games of Tenhou's own records that are there from the first hand to the last."""
    rows: dict[str, dict[int, list[tuple[int, Mapping[str, Any]]]]] = defaultdict(lambda: defaultdict(list))
    for name in ("wins.jsonl", "draws.jsonl"):
        for row in _rows(name):
            # the converted records don't tell who had declared riichi
            if row["platform"] == "tenhou" and row["file"].startswith("mjlog/"):
                game, _, place = row["id"].partition("#")
                hand, nth = map(int, place.split("."))
                rows[game][hand].append((nth, row))
    for final in _rows("finals.jsonl"):
        hands = rows.get(final["id"], {})
        if sorted(hands) != list(range(len(hands))) or not hands:
            continue
        in_turn = [[row for _, row in sorted(hands[i], key=lambda one: one[0])] for i in range(len(hands))]
        if (in_turn[0][0]["round"], in_turn[0][0]["honba"]) == ("E1", 0):
            yield Real(final["id"], _house(final), in_turn, final["final"])


def _house(final: Mapping[str, Any]) -> RiichiRules:
    changes: dict[str, Any] = {} if final["hanchan"] else {"length": "east"}
    # private lobbies that the records' notes name
    if final["go_type"] in (553, 1569):
        changes["kiriage_mangan"] = True
    if final["go_type"] == 1569:
        changes["honba_points"] = 1500
    changes |= OWN_UMA.get(final["id"], {})
    found = rules("tenhou" if final["players"] == 4 else "tenhou-sanma")
    return found.but(**changes) if changes else found


def real_event(rows: list[Mapping[str, Any]], game: Game, ids: Mapping[str, str]) -> Event:
    """One hand of a record as an event."""
    row, names, state = rows[0], game.names, game.state
    if "type" in row:
        riichi = [names[seat] for seat in row["riichi"]]
        draw: Event = {"kind": row["type"]}
        if row["type"] in ("exhaustive", "nagashi"):
            draw["tenpai"] = [name for name, ready in zip(names, row["tenpai"] or [False] * len(names), strict=True) if ready]
        if row["type"] == "nagashi":
            draw["nagashi"] = [names[seat] for seat in row["nagashi"]]
        told: Event = {"draw": draw}
    else:
        riichi = [name for name, now, then in zip(names, row["before"], state.scores, strict=True) if now == then - 1000]
        told = {"wins": [_real_win(one, names, ids) for one in rows]}
    about = {"at": row["round"], "honba": row.get("round_honba", row["honba"])}
    return told | about | ({"riichi": riichi} if riichi else {})


def _real_win(row: Mapping[str, Any], names: tuple[str, ...], ids: Mapping[str, str]) -> Event:
    win: Event = {"seat": names[row["seat"]]}
    if row["from_seat"] is not None:
        win["from"] = names[row["from_seat"]]
    if row.get("yakuman"):
        win["yakuman"] = [ids[str(number)] for number in row["yakuman"]]
        if row.get("pao_seat") is not None:
            win["pao"] = {"seat": names[row["pao_seat"]]}
        return win
    return win | {"han": row["han"]} | ({"fu": row["fu"]} if row["han"] < 5 else {})
