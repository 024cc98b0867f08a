"""Records of real games: every file is read, every row of the judges is found in its file, and the audit agrees with the platforms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from games import OWN_UMA
from test_records import MELD_TYPES, RECORDS, ids

from chouma.hand import FLAG_BITS
from chouma.notation import read_tiles
from chouma.records.audit import Report, audit_game
from chouma.records.formats import FORMATS, games
from chouma.records.model import Game, Round, ToldDraw, ToldWin
from chouma.records.replay import replay
from chouma.riichi.names import YAKU_NAMES
from chouma.tiles import tiles_of

pytestmark = pytest.mark.skipif(not RECORDS.exists(), reason="the folder ../shared/records is not here: no real games to compare with")

#: formats that are read, by the folders of their files
FOLDERS = {"kobalab": "majiang"}
READ = tuple(folder for name in FORMATS if (RECORDS / (folder := FOLDERS.get(name, name))).exists())
#: what the platforms wrote themselves
TRUE = ("tenhou", "tenhou+seed")
N_FILES = {"mjlog": 859, "tenhou6": 367, "majsoul": 5, "mjai": 10, "majiang": 37}
#: the description of a protocol: messages of both sides, some of each kind, and no game
PROTOCOL = "mjai/Apricot-S+mjai-manue-go/protocols.md.jsonl"
#: files that a program or a person changed, and in what they aren't right
EXPLAINED = {
    # a test of a bot: its record leaves out limits and ura dora, and who paid a stick
    "mjlog/MahjongRepository+tenhou-python-bot/24.mjlog": {"limit", "yaku", "next"},
    "mjlog/MahjongRepository+tenhou-python-bot/25.mjlog": {"limit", "yaku"},
    # the stick of a riichi isn't taken off, nor given to the winner
    "tenhou6/hidacow+mjai-reviewer3p/kokushi_peinuki.json": {"deltas", "final"},
    # the stick that lies on the table is given to nobody
    "tenhou6/Equim-chan+mjai-reviewer/confusing_nakis_1.json": {"deltas"},
    # made up to show calls that look alike: the hand that is said to win holds no pair
    "tenhou6/Equim-chan+mjai-reviewer/confusing_nakis_2.json": {"no_win"},
    # an editor's: three players hold the same thirteen winds and dragons, nine east winds on one table
    "majsoul/Fat-pig-Cui+majsoul-replay-editor/paipu_200610-50aa82d2-577d-4ac3-b0d9-838f1a1d9ac3.json": {"deltas"},
    "majsoul/Fat-pig-Cui+majsoul-replay-editor/paipu_200610-50aa82d2-577d-4ac3-b0d9-838f1a1d9ac3~2.json": {"deltas"},
    PROTOCOL: {"unreadable", "play", "no_win"},
}

Row = dict[str, Any]


@cache
def provenance() -> dict[str, str]:
    lines = (RECORDS / "MANIFEST.tsv").read_text(encoding="utf8").splitlines()[1:]
    return {line.split("\t")[0]: line.split("\t")[3] for line in lines}


@cache
def judged() -> dict[str, tuple[Game, Report]]:
    """Every file with its game and the audit of it."""
    found = {}
    for name in READ:
        for path in sorted((RECORDS / name).rglob("*.*")):
            if path.is_file():
                file = path.relative_to(RECORDS).as_posix()
                [game] = games([path])
                assert isinstance(game, Game), (file, game)
                found[file] = game, audit_game(game)
    return found


def rows(name: str) -> Iterator[Row]:
    for row in map(json.loads, (RECORDS / name).read_text(encoding="utf8").splitlines()):
        if row["file"].partition("/")[0] in READ:
            yield row


def round_of(row: Row) -> tuple[Round, int]:
    """The hand of a row, and which of its winners it is."""
    place, _, nth = row["id"].rpartition("#")[2].partition(".")
    game, _ = judged()[row["file"]]
    return next(round for round in game.rounds if round.index == int(place)), int(nth or 0)


def test_every_file_is_read() -> None:
    found = Counter(file.partition("/")[0] for file in judged())
    assert found == {name: N_FILES[name] for name in READ}
    assert [file for file, (game, _) in judged().items() if game.problems] == [PROTOCOL]


def test_the_audit_agrees_with_the_platforms() -> None:
    found = {file: {finding.topic for finding in report.findings} for file, (_, report) in judged().items() if report.findings}
    lobbies = {file for file in found if file.split("/")[-1].removesuffix(".mjlog") in OWN_UMA}
    assert {file: found[file] for file in lobbies} == {file: {"final"} for file in lobbies}, "lobbies with uma of their own"
    rest = {file: topics for file, topics in found.items() if file not in lobbies}
    assert {file for file in rest if provenance()[file] in TRUE} == set()
    assert rest == {file: topics for file, topics in EXPLAINED.items() if file.partition("/")[0] in READ}
    counts = Counter()
    for file, (_, report) in judged().items():
        counts[provenance()[file]] += report.wins
    print(f"wins computed again: {dict(counts)}")
    assert counts["tenhou+seed"] >= 7000


def test_every_row_of_wins_is_in_its_file() -> None:
    wrong, n = [], 0
    for row in rows("wins.jsonl"):
        round, nth = round_of(row)
        n += 1
        found = different(row, round, round.wins[nth])
        if found:
            wrong.append((row["id"], found))
    print(f"{n} wins found in their files")
    assert not wrong[:5], len(wrong)
    assert n >= 7300


def different(row: Row, round: Round, win: ToldWin) -> dict[str, Any]:
    """What a row has and the record read has not; tiles and flags come from the play."""
    played = replay(round).won(win.seat, win.giver, win.tile)
    hand = played.hand
    melds = [meld for meld in row["melds"] if meld["type"] != "kita"]
    flags = sorted(row["flags"])
    mine = sorted(flag for flag in FLAG_BITS if played.how.flags & FLAG_BITS[flag] and flag not in ("renhou",))
    if row.get("yakuman"):  # the record tells no others of a yakuman
        mine = [flag for flag in mine if flag in ("riichi", "tenhou", "chiihou")]
        flags = [flag for flag in flags if flag in ("riichi", "tenhou", "chiihou")]
    pairs: dict[str, tuple[Any, Any]] = {
        "round": (row["round"], f"{round.wind.name}{round.number}"),
        "seat": ((row["seat"], row["seat_wind"]), (win.seat, round.seat_wind(win.seat).name)),
        "from": (row["from_seat"], win.giver),
        # Mahjong Soul tells the payments of all winners together
        "deltas": (tuple(row["deltas"]), round.deltas if row["file"].startswith("majsoul/") else win.deltas),
        "flags": (flags, mine),
        "indicators": (read_tiles("".join(row["dora_ind"])), tuple(win.dora or ())),
        "yakuman": (sorted(map(yakuman_of, row.get("yakuman", ()))), sorted(win.yakuman)),
        "pao": (row.get("pao_seat"), win.pao),
        "before": (tuple(row["before"]), win.before or round.scores),  # tenhou.net/6 tells none but those of the deal
    }
    if not win.yakuman:  # they count for nothing there, and whose they are isn't always told
        pairs["ura"] = read_tiles("".join(row["ura_ind"])), tuple(win.ura or ())
    if row["nth"] == 0 and "round_honba" not in row:
        pairs["honba"] = row["honba"], round.honba
    for name in ("fu", "points"):
        if row[name]:
            pairs[name] = row[name], getattr(win, name)
    if hand is not None:
        pairs["tiles"] = sorted(read_tiles(row["concealed"] + row["win_tile"])), sorted(tiles_of(hand.counts))
        pairs["win tile"] = read_tiles(row["win_tile"])[0], hand.win
        pairs["melds"] = (
            sorted((MELD_TYPES.get(meld["type"], meld["type"]), sorted(read_tiles(meld["tiles"]))) for meld in melds),
            sorted((meld.type, sorted(meld.tiles)) for meld in hand.melds),
        )
        pairs["norths"] = len(row["melds"]) - len(melds), hand.norths
    if win.yaku is not None:
        pairs["yaku"] = yaku_of(row), dict(win.yaku)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def yakuman_of(told: int | str) -> str:
    """A yakuman that Tenhou hasn't stands in the rows by its number of Mahjong Soul, as a text."""
    if isinstance(told, str):
        return next(id for id, name in YAKU_NAMES.items() if name.majsoul == int(told))
    return ids()[str(told)]


def yaku_of(row: Row) -> dict[str, int]:
    found: Counter[str] = Counter()
    for id, han, *more in row["yaku"]:
        found["kita_dora" if id == "kita" else ids()[str(id)]] += more[0] if more else han
    return dict(+found)


def test_every_row_of_draws_is_in_its_file() -> None:
    wrong, n = [], 0
    for row in rows("draws.jsonl"):
        round, _ = round_of(row)
        draw = round.draw
        n += 1
        assert isinstance(draw, ToldDraw), row["id"]
        table = replay(round)
        mine = draw.kind, draw.deltas, round.dealer, f"{round.wind.name}{round.number}", round.honba if draw.honba is None else draw.honba
        theirs = row["type"], tuple(row["deltas"]), row["dealer_seat"], row["round"], row["honba"]
        if mine != theirs or (row["type"] == "nagashi" and list(table.nagashi()) != row["nagashi"]):
            wrong.append((row["id"], mine, theirs))
        tenpai = [bool(table.waits(seat)) for seat in range(round.players)]
        if row["type"] == "exhaustive" and row["tenpai"] not in (None, tenpai):
            wrong.append((row["id"], "tenpai", row["tenpai"]))
    print(f"{n} draws found in their files")
    assert not wrong[:5], len(wrong)
    assert n >= 1500


def test_every_row_of_finals_is_in_its_file() -> None:
    n = 0
    for row in rows("finals.jsonl"):
        game, _ = judged()[row["file"]]
        assert game.finals is not None, row["id"]
        assert list(game.finals.scores) == row["final"], row["id"]
        assert [total / 1000 for total in game.finals.totals or ()] == row["points"], row["id"]
        n += 1
    assert n >= 840
