"""The small games of `records_made` as Mahjong Soul's records hold them, in the forms that viewers and downloaders save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from records_made import Step, names_of

# Mahjong Soul's numbers of the yaku that occur
YAKU = {
    **{"menzen_tsumo": 1, "riichi": 2, "ippatsu": 30, "chankan": 3, "rinshan": 4, "pinfu": 14, "yakuhai_haku": 7},
    **{"double_riichi": 18, "daisangen": 37, "tanyao": 12, "dora": 31, "ura_dora": 33, "aka_dora": 32, "kokushi": 42},
}
LIMITS = {"": 0, "mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "yakuman": 5}
_CALLS = {"chi": 0, "pon": 1, "minkan": 2}
_NAMES = ("Anna", "Bob", "Cleo", "Dan")

Entry = tuple[str, dict[str, Any]]


class _Hand:
    """One hand, entry by entry."""

    def __init__(self, one: dict[str, Any]):
        self.one, self.entries = one, []
        self.doras = [one["indicator"]]
        self.told = 1  # how many of them an entry has told
        self.declares = -1
        self.drawn = ""
        self.melds: dict[int, list[tuple[str, str]]] = {}

    def add(self, name: str, **body: Any) -> None:
        if len(self.doras) > self.told:
            self.told = len(self.doras)
            body["doras"] = list(self.doras)
        self.entries.append((name, body))

    def step(self, step: Step) -> None:
        if step.what == "draw":
            self.drawn = step.tile
            self.add("RecordDealTile", seat=step.seat, tile=step.tile, left_tile_count=69)
        elif step.what == "discard":
            riichi = self.declares == step.seat
            self.add("RecordDiscardTile", seat=step.seat, tile=step.tile, is_liqi=riichi, moqie=step.tile == self.drawn)
            self.declares, self.drawn = -1, ""
        elif step.what == "riichi":
            self.declares = step.seat
        elif step.what == "dora":
            self.doras.append(step.tile)
        elif step.what in _CALLS:
            names = names_of(step.tiles)
            names.remove(step.tile)
            tiles, froms = [*names, step.tile], [*[step.seat] * len(names), step.giver]
            self.melds.setdefault(step.seat, []).append(("shunzi" if step.what == "chi" else "kezi", ",".join(names_of(step.tiles))))
            self.add("RecordChiPengGang", seat=step.seat, type=_CALLS[step.what], tiles=tiles, froms=froms)
            self.drawn = ""
        elif step.what in ("ankan", "kakan"):
            if step.what == "ankan":
                self.melds.setdefault(step.seat, []).append(("angang", ",".join(names_of(step.tiles))))
            self.add("RecordAnGangAddGang", seat=step.seat, type=3 if step.what == "ankan" else 2, tiles=step.tile)

    def end(self) -> None:
        one = self.one
        laid = [step.seat for step in one["steps"] if step.what == "stick"]
        before = [score - 1000 * (seat in laid) for seat, score in enumerate(one["scores"])]
        if "draw" in one:
            told = one["draw"]
            players = [{"tingpai": seat in told["tenpai"]} for seat in range(4)]
            self.add("RecordNoTile", liujumanguan=False, players=players, scores=[{"old_scores": before, "delta_scores": told["deltas"]}])
            return
        hules = [self.hule(win) for win in one["wins"]]
        deltas = [sum(parts) for parts in zip(*(win["deltas"] for win in one["wins"]), strict=True)]
        liable = next((win["pao"] + 1 for win in one["wins"] if "pao" in win), 0)
        self.entries.append(("RecordHule", {"hules": hules, "old_scores": before, "delta_scores": deltas, "baopai": liable}))

    def hule(self, win: dict[str, Any]) -> dict[str, Any]:
        seat, dealer, drawn = win["seat"], win["seat"] == self.one["dealer"], win["giver"] is None
        fans = [{"id": YAKU[id], "val": han} for id, han in win["yaku"].items()]
        fans += [{"id": YAKU[id], "val": 1} for id in win.get("yakuman", ())]
        found = {
            **{"hand": names_of(win["concealed"]), "ming": [f"{type}({tiles})" for type, tiles in self.melds.get(seat, ())]},
            **{"hu_tile": win["tile"], "seat": seat, "zimo": drawn, "qinjia": dealer, "doras": list(self.doras), "fans": fans},
            **{"li_doras": names_of(win["ura"]), "yiman": bool(win.get("yakuman")), "fu": win["fu"], "title_id": LIMITS[win["limit"]]},
            "count": len(win["yakuman"]) if win.get("yakuman") else sum(win["yaku"].values()),
        }
        points = win["points"]
        if not drawn:
            return found | {"point_rong": points}
        if dealer:
            return found | {"point_zimo_xian": points // 3}
        # the dealer pays twice as much, each part rounded up to a hundred
        each = next(n for n in range(0, 99999, 100) if any(2 * n + n2 == points for n2 in (2 * n, 2 * n - 100)))
        return found | {"point_zimo_qin": points - 2 * each, "point_zimo_xian": each}


def entries(made: dict[str, Any]) -> list[Entry]:
    """All that was played."""
    found = []
    for one in made["hands"]:
        hand, steps = _Hand(one), list(one["steps"])
        deal = [names_of(text) for text in one["deal"]]
        if steps and steps[0].what == "draw":
            # the dealer is dealt fourteen; the last is the one that is drawn
            first = steps.pop(0)
            deal[one["dealer"]] = [*deal[one["dealer"]], first.tile]
            hand.drawn = first.tile
        about = {"chang": 0, "ju": one["dealer"], "ben": one["honba"], "liqibang": 0, "scores": one["scores"], "doras": [one["indicator"]]}
        hand.add("RecordNewRound", **about, **{f"tiles{seat}": tiles for seat, tiles in enumerate(deal)})
        for step in steps:
            hand.step(step)
        hand.end()
        found += hand.entries
    return found


def head(made: dict[str, Any]) -> dict[str, Any]:
    """The head; by Mahjong Soul's rules uma are 15, 5, -5, -15, and the count begins at 25000."""
    accounts = [{"account_id": 7 + seat, "seat": seat, "nickname": name} for seat, name in enumerate(_NAMES)]
    found = {"uuid": "made", "config": {"category": 2, "mode": {"mode": 2}, "meta": {"mode_id": 9}}, "accounts": accounts}
    if made["finals"]:
        scores = made["finals"]["scores"]
        order = sorted(range(4), key=lambda seat: -scores[seat])
        uma = (15000, 5000, -5000, -15000)
        total = {seat: scores[seat] - 25000 + uma[place] for place, seat in enumerate(order)}
        found["result"] = {"players": [{"seat": seat, "part_point_1": scores[seat], "total_point": total[seat]} for seat in order]}
    return found


def _camel(value: Any) -> Any:
    """Names with capitals; what is 0 or false is left out."""
    if isinstance(value, dict):
        kept = {key: _camel(one) for key, one in value.items() if one not in (0, False) or isinstance(one, (list, dict))}
        return {"".join(part.capitalize() if i else part for i, part in enumerate(key.split("_"))): one for key, one in kept.items()}
    return [_camel(one) for one in value] if isinstance(value, list) else value


def wrapped(made: dict[str, Any]) -> dict[str, Any]:
    """As downloaders save it: records with a name and their data."""
    records = [{"name": f".lq.{name}", "data": body} for name, body in entries(made)]
    return {"head": head(made), "data": {"name": ".lq.GameDetailRecords", "data": {"records": records}}}


def actions(made: dict[str, Any]) -> dict[str, Any]:
    """As newer games are kept: among what the players pressed."""
    found: list[dict[str, Any]] = []
    for name, body in entries(made):
        found.append({"passed": 10, "type": 2, "user_input": {"seat": 1, "type": 7}})
        found.append({"passed": 20, "type": 1, "result": {"name": f".lq.{name}", "data": body}})
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "records": [], "actions": found}}
    return {"head": head(made), "data": data, "data_url": ""}


def details(made: dict[str, Any]) -> dict[str, Any]:
    """As an older program saved it: with capitals, and without what is 0; the packed play beside it."""
    found = [{**_camel(body), "@type": name} for name, body in entries(made)]
    for entry in found:
        if len(told := entry.get("doras", ())) == 1 and entry["@type"] == "RecordNewRound":
            entry["dora"] = told[0]
            del entry["doras"]
    return {"head": _camel(head(made)), "data": "ChUubHEuR2FtZURldGFpbFJlY29yZHM", "details": found}


def edited(made: dict[str, Any]) -> dict[str, Any]:
    """As an editor saves it: the deal under other names."""
    found = wrapped(made)
    for record in found["data"]["data"]["records"]:
        for seat in range(4):
            if f"tiles{seat}" in record["data"]:
                record["data"][f"begin_tiles[{seat}]"] = record["data"].pop(f"tiles{seat}")
    return found


def bare(made: dict[str, Any]) -> list[dict[str, Any]]:
    """The play alone."""
    return [{"name": f".lq.{name}", "data": body} for name, body in entries(made)]


FORMS: dict[str, Callable[[dict[str, Any]], Any]] = {one.__name__: one for one in (wrapped, actions, details, edited, bare)}
