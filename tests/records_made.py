"""A small game that the tests write themselves, in each format: no record of others is in the project.

Every figure in it is counted by hand beside the hand it belongs to.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from chouma.notation import read_tiles
from chouma.tiles import NAMES

LIMITS = {"": 0, "mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "yakuman": 5}
# Tenhou's numbers and names of the yaku that occur
YAKU = {
    **{"menzen_tsumo": (0, "門前清自摸和"), "riichi": (1, "立直"), "ippatsu": (2, "一発")},
    **{"chankan": (3, "槍槓"), "rinshan": (4, "嶺上開花")},
    **{"pinfu": (7, "平和"), "yakuhai_haku": (18, "役牌 白"), "double_riichi": (21, "両立直"), "daisangen": (39, "大三元")},
    **{"tanyao": (8, "断幺九"), "dora": (52, "ドラ"), "ura_dora": (53, "裏ドラ"), "aka_dora": (54, "赤ドラ"), "kokushi": (47, "国士無双")},
}
_BEFORE = {1: 2, 2: 1, 3: 0}  # steps to the giver -> tiles before the letter of a pon


class Step(NamedTuple):
    """``draw``, ``discard``, ``riichi``, ``stick``, ``dora``, ``chi``, ``pon``, ``kakan``, ``ankan``, ``kita``."""

    what: str
    seat: int = 0
    tile: str = ""
    tiles: str = ""  # of a call, the claimed one among them
    giver: int = 0


def hand(
    dealer: int, honba: int, scores: Sequence[int], deal: Sequence[str], indicator: str, steps: list[Step], **end: Any
) -> dict[str, Any]:
    """One hand of the east round; `end` has ``wins`` (a list of dicts) or ``draw``."""
    about = {"dealer": dealer, "honba": honba, "scores": list(scores), "deal": list(deal), "indicator": indicator}
    return {**about, "steps": steps, **end}


def turns(*texts: str) -> list[Step]:
    """Steps as text: ``0+5m`` a draw, ``0-5m`` a discard, ``0!`` riichi, ``0$`` its stick, ``@1z`` an indicator, ``2pon0:555z`` a call."""
    found = []
    for text in " ".join(texts).split():
        if text[0] == "@":
            found.append(Step("dora", -1, text[1:]))
        elif text[1] in "+-":
            found.append(Step("draw" if text[1] == "+" else "discard", int(text[0]), text[2:]))
        elif text[1] in "!$":
            found.append(Step("riichi" if text[1] == "!" else "stick", int(text[0])))
        else:
            head, _, tiles = text[1:].partition(":")
            name = head.rstrip("0123")
            giver = int(head[len(name) :] or text[0])
            claimed = f"{tiles[0]}{tiles[-1]}"  # the first tile that is written is the claimed or added one
            found.append(Step(name, int(text[0]), claimed, tiles, giver))
    return found


JUNK = ("147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z")


def game() -> dict[str, Any]:
    """Four hands by Tenhou's rules, and the final count."""
    hands = [
        # double riichi 2, ippatsu 1, pinfu 1: 4 han 30 fu of the dealer cost 11600, and the stick comes back
        hand(0, 0, [25000] * 4, ["123m456p789s22s23p", *JUNK], "6z", turns("0+9p 0! 0-9p 0$ 1+4p 1-4p"), wins=[{
            **{"seat": 0, "giver": 1, "tile": "4p", "concealed": "123m456p789s22s23p", "ura": "7z", "fu": 30, "points": 11600, "limit": ""},
            **{"yaku": {"double_riichi": 2, "ippatsu": 1, "pinfu": 1}, "deltas": [12600, -11600, 0, 0]},
        }]),
        # self-draw 1, after a kan 1, white 1; 20 + 32 (a closed kan of honours) + 2: 60 fu, 2000 and 3900, a counter to each
        hand(0, 1, [36600, 13400, 25000, 25000], [JUNK[0], "555z234m567p88s45s", *JUNK[1:]], "6z",
             turns("0+9p 0-9p 1+5z 1ankan:5555z @6z 1+6s"), wins=[{
            **{"seat": 1, "giver": None, "tile": "6s", "concealed": "234m567p88s45s", "ura": "", "fu": 60, "points": 7900, "limit": ""},
            **{"yaku": {"menzen_tsumo": 1, "rinshan": 1, "yakuhai_haku": 1}, "deltas": [-4000, 8200, -2100, -2100]},
        }]),
        exhaustive(1, [32600, 21600, 22900, 22900]),
        # dragons called from 0, 3 and last from 1, who pays for all: 48000 of the dealer and one counter
        hand(2, 1, [35600, 20600, 21900, 21900],
             ["147m258p369s125z1p", "258m369p147s1237z", "556677z123m4p139s", "369m147p258s1236z"],
             "4z",
             turns("2+9m 2-9m 3+8p 3-8p 0+9m 0-5z 2pon0:555z 2-9s 3+8p 3-6z 2pon3:666z 2-1s 3+8s 3-8s 0+9m 0-9m 1+9p 1-7z",
                   "2pon1:777z 2-3s 3+9s 3-9s 0+1m 0-1m 1+9p 1-9p 2+4p"), wins=[{
            **{"seat": 2, "giver": None, "tile": "4p", "concealed": "123m4p", "ura": "", "fu": 40, "points": 48000, "limit": "yakuman"},
            **{"yaku": {}, "yakuman": ["daisangen"], "pao": 1, "deltas": [0, -48300, 48300, 0]},
        }]),
    ]
    # 70.2 - 30 + 20 + 20, 35.6 - 30 + 10, 21.9 - 30 - 10, -27.7 - 30 - 20
    finals = {"scores": [35600, -27700, 70200, 21900], "totals": ["15.6", "-77.7", "80.2", "-18.1"]}
    return {"hands": hands, "type": 1 | 8, "finals": finals}


def robbed() -> dict[str, Any]:
    """One hand: an added kan is robbed within a turn of riichi.

    Riichi 1, ippatsu 1, chankan 1; 20 + 10 (closed, by ron) + 8 (a closed triplet of honours) + 2 (5s between 4s and 6s): 40 fu, 5200.
    """
    deal = ["123m456p222z99s46s", "147m258p369s3444z", "05s258m369p147s23z", "1258m147p369s33z1p"]
    steps = turns("2+9m 2-9m 3+9m 3-9m 0+9p 0-9p 1+5s 1-5s 2pon1:505s 2-2m 3+9m 3-9m 0+8m 0! 0-8m 0$ 1+8m 1-8m 2+5s 2kakan1:5505s")
    win = {
        **{"seat": 0, "giver": 2, "tile": "5s", "concealed": "123m456p222z99s46s", "ura": "7z", "fu": 40, "points": 5200, "limit": ""},
        **{"yaku": {"riichi": 1, "ippatsu": 1, "chankan": 1}, "deltas": [6200, 0, -5200, 0]},
    }
    return {"hands": [hand(2, 0, [25000] * 4, deal, "6z", steps, wins=[win])], "type": 1 | 8, "finals": None}


def exhaustive(dealer: int, scores: list[int]) -> dict[str, Any]:
    """Seventy tiles are drawn and thrown at once; player 0 alone is tenpai: 1000 from each."""
    deal = ["123m456p789s22s23p", *JUNK]
    pool = [f"{0 if copy == 0 and name[0] == '5' and name[1] != 'z' else name[0]}{name[1]}" for name in NAMES[:34] for copy in range(4)]
    for name in ["6z", *(NAMES[tile] for dealt in deal for tile in read_tiles(dealt))]:
        pool.remove(name)
    random.Random(8).shuffle(pool)
    steps = []
    for i, name in enumerate(pool[:70]):
        seat = (dealer + i) % 4
        steps += [Step("draw", seat, name), Step("discard", seat, name)]
    draw = {"tenpai": [0], "deltas": [3000, -1000, -1000, -1000]}
    return hand(dealer, 0, scores, deal, "6z", steps, draw=draw)


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The game with something changed in it."""
    found = copy.deepcopy(game())
    change(found)
    return found


def names_of(text: str) -> list[str]:
    """The tiles of a text by their names."""
    return [NAMES[tile] for tile in read_tiles(text)]


# ------------------------------------------------------------------------------------------------ Tenhou's XML


class _Wall:
    """Physical tiles by their names; what a player threw can be called back."""

    def __init__(self) -> None:
        self.left: dict[str, list[int]] = {}
        for tile in range(136):
            red = {16: "0m", 52: "0p", 88: "0s"}.get(tile)
            self.left.setdefault(red or NAMES[tile // 4], []).append(tile)

    def take(self, name: str) -> int:
        return self.left[name].pop(0)


class _Mjlog:
    def __init__(self, one: dict[str, Any]):
        self.one, self.wall = one, _Wall()
        self.held = [[self.wall.take(name) for name in names_of(text)] for text in one["deal"]]
        self.dora = [self.wall.take(one["indicator"])]
        self.melds: list[list[tuple[int, list[int]]]] = [[] for _ in range(4)]  # code, tiles
        self.thrown = -1
        self.tags: list[str] = []
        self.sticks = 0

    def out(self, seat: int, name: str) -> int:
        tile = next(tile for tile in reversed(self.held[seat]) if self.name(tile) == name)
        self.held[seat].remove(tile)
        return tile

    def name(self, tile: int) -> str:
        return {16: "0m", 52: "0p", 88: "0s"}.get(tile, NAMES[tile // 4])

    def step(self, step: Step) -> None:
        seat = step.seat
        if step.what == "draw":
            self.held[seat].append(self.wall.take(step.tile))
            self.tags.append(f"<{'TUVW'[seat]}{self.held[seat][-1]}/>")
        elif step.what == "discard":
            self.thrown = self.out(seat, step.tile)
            self.tags.append(f"<{'DEFG'[seat]}{self.thrown}/>")
        elif step.what == "riichi":
            self.tags.append(f'<REACH who="{seat}" step="1"/>')
        elif step.what == "stick":
            self.sticks += 1
            self.tags.append(f'<REACH who="{seat}" ten="0,0,0,0" step="2"/>')
        elif step.what == "dora":
            self.dora.append(self.wall.take(step.tile))
            self.tags.append(f'<DORA hai="{self.dora[-1]}" />')
        else:
            self.tags.append(f'<N who="{seat}" m="{self.call(step)}" />')

    def call(self, step: Step) -> int:
        seat, names = step.seat, names_of(step.tiles)
        steps = (step.giver - seat) % 4
        if step.what == "kakan":
            added = self.out(seat, step.tile)
            place = next(i for i, (_, tiles) in enumerate(self.melds[seat]) if tiles[0] // 4 == added // 4)
            code, tiles = self.melds[seat][place]
            self.melds[seat][place] = (code & ~0x18 | 0x10, sorted([*tiles, added]))
            return self.melds[seat][place][0]
        if step.what == "ankan":
            tiles = [self.out(seat, name) for name in names]
            self.melds[seat].append((tiles[0] << 8, tiles))
            return tiles[0] << 8
        names.remove(step.tile)
        tiles = sorted([self.thrown, *(self.out(seat, name) for name in names)])
        claimed = tiles.index(self.thrown)
        if step.what == "chi":
            kind = tiles[0] // 4
            code = (kind // 9 * 7 + kind % 9) * 3 + claimed << 10 | sum(tile % 4 << 3 + 2 * i for i, tile in enumerate(tiles)) | 4 | steps
        else:
            left = 6 - sum(tile % 4 for tile in tiles)
            code = (tiles[0] // 4 * 3 + claimed) << 9 | left << 5 | 8 | steps
        self.melds[seat].append((code, tiles))
        return code

    def win(self, win: dict[str, Any], owari: str) -> str:
        seat = win["seat"]
        if win["giver"] is None:
            tile = self.held[seat][-1]
        else:
            last = self.one["steps"][-1]
            tile = self.thrown if last.what == "discard" else next(t for t in self.melds[last.seat][-1][1] if self.name(t) == win["tile"])
        held = self.held[seat] + ([tile] if win["giver"] is not None else [])
        ura = [self.wall.take(name) for name in names_of(win["ura"])]
        worth = ",".join(f"{YAKU[id][0]},{han}" for id, han in win["yaku"].items())
        told = f'yakuman="{",".join(str(YAKU[id][0]) for id in win["yakuman"])}"' if win.get("yakuman") else f'yaku="{worth}"'
        melds = ",".join(str(code) for code, _ in reversed(self.melds[seat]))
        return (
            f'<AGARI ba="{self.one["honba"]},{self.sticks}" hai="{",".join(map(str, sorted(held)))}"'
            + (f' m="{melds}"' if melds else "")
            + f' machi="{tile}" ten="{win["fu"]},{win["points"]},{LIMITS[win["limit"]]}" {told} doraHai="{",".join(map(str, self.dora))}"'
            + (f' doraHaiUra="{",".join(map(str, ura))}"' if ura else "")
            + f' who="{seat}" fromWho="{seat if win["giver"] is None else win["giver"]}"'
            + (f' paoWho="{win["pao"]}"' if "pao" in win else "")
            + f' sc="{self.paid(win["deltas"])}"{owari} />'
        )

    def paid(self, deltas: Sequence[int]) -> str:
        laid = [step.seat for step in self.one["steps"] if step.what == "stick"]
        before = [score - 1000 * (seat in laid) for seat, score in enumerate(self.one["scores"])]
        return ",".join(f"{score // 100},{delta // 100}" for score, delta in zip(before, deltas, strict=True))

    def xml(self, owari: str) -> str:
        one = self.one
        dealt = " ".join(f'hai{seat}="{",".join(map(str, tiles))}"' for seat, tiles in enumerate(self.held))
        seed = f"{one['dealer']},{one['honba']},0,1,2,{self.dora[0]}"
        scores = ",".join(str(score // 100) for score in one["scores"])
        head = f'<INIT seed="{seed}" ten="{scores}" oya="{one["dealer"]}" {dealt}/>'
        for step in one["steps"]:
            self.step(step)
        if "draw" in one:
            shown = " ".join(f'hai{seat}="{",".join(map(str, self.held[seat]))}"' for seat in one["draw"]["tenpai"])
            end = f'<RYUUKYOKU ba="{one["honba"]},0" sc="{self.paid(one["draw"]["deltas"])}" {shown}{owari} />'
        else:
            end = "".join(self.win(win, owari) for win in one["wins"])
        return head + "".join(self.tags) + end


def mjlog(made: dict[str, Any]) -> str:
    """The game as Tenhou writes it."""
    owari = ""
    if made["finals"]:
        pairs = zip(made["finals"]["scores"], made["finals"]["totals"], strict=True)
        owari = f' owari="{",".join(f"{score // 100},{total}" for score, total in pairs)}"'
    last = made["hands"][-1]
    hands = "".join(_Mjlog(one).xml(owari if one is last else "") for one in made["hands"])
    names = 'n0="%41nna" n1="Bob" n2="Cleo" n3="Dan"'
    return f'<mjloggm ver="2.3"><GO type="{made["type"]}" lobby="0"/><UN {names}/><TAIKYOKU oya="0"/>{hands}</mjloggm>'


# ------------------------------------------------------------------------------------------------ tenhou.net/6


def number(name: str) -> int:
    """The number of a tile there."""
    suit = "mpsz".index(name[1]) + 1
    return 50 + suit if name[0] == "0" else 10 * suit + int(name[0])


def tenhou6(made: dict[str, Any]) -> dict[str, Any]:
    """The game as tenhou.net/6 has it."""
    found: dict[str, Any] = {"title": ["", ""], "name": ["Anna", "Bob", "Cleo", "Dan"], "rule": {"disp": "般南喰赤", "aka": 1}}
    found["log"] = [_entry(one) for one in made["hands"]]
    if made["finals"]:
        pairs = zip(made["finals"]["scores"], map(float, made["finals"]["totals"]), strict=True)
        found["sc"] = [part for pair in pairs for part in pair]
    return found


def _entry(one: dict[str, Any]) -> list[Any]:
    takes: list[list[Any]] = [[] for _ in range(4)]
    throws: list[list[Any]] = [[] for _ in range(4)]
    declared, drawn, pons = "", "", {}
    for step in one["steps"]:
        seat = step.seat
        if step.what == "draw":
            takes[seat].append(number(step.tile))
            drawn = step.tile
        elif step.what == "discard":
            shown = 60 if step.tile == drawn else number(step.tile)
            throws[seat].append(f"{declared}{shown}" if declared else shown)
            declared = drawn = ""
        elif step.what == "riichi":
            declared = "r"
        elif step.what in ("chi", "pon"):
            own = names_of(step.tiles)
            own.remove(step.tile)
            place = _BEFORE[(step.giver - seat) % 4]
            texts = [str(number(name)) for name in own]
            texts.insert(place, step.what[0] + str(number(step.tile)))
            takes[seat].append("".join(texts))
            pons[seat] = texts
            drawn = ""
        elif step.what == "kakan":
            texts = [text.replace("p", f"k{number(step.tile)}") for text in pons[seat]]
            throws[seat].append("".join(texts))
        elif step.what == "ankan":
            four = [str(number(name)) for name in names_of(step.tiles)]
            throws[seat].append("".join(four[:3]) + "a" + four[3])
    dora = [number(one["indicator"]), *(number(step.tile) for step in one["steps"] if step.what == "dora")]
    ura: list[int] = []
    if "draw" in one:
        end: list[Any] = ["流局", one["draw"]["deltas"]]
    else:
        end = ["和了"]
        for win in one["wins"]:
            ura = [number(name) for name in names_of(win["ura"])]
            giver = win["seat"] if win["giver"] is None else win["giver"]
            named = [f"{YAKU[id][1]}({han}飜)" for id, han in win["yaku"].items()]
            named += [f"{YAKU[id][1]}(役満)" for id in win.get("yakuman", ())]
            end += [win["deltas"], [win["seat"], giver, win.get("pao", win["seat"]), _points(one, win), *named]]
    lists = [part for seat in range(4) for part in ([number(name) for name in names_of(one["deal"][seat])], takes[seat], throws[seat])]
    return [[one["dealer"], one["honba"], 0], one["scores"], dora, ura, *lists, end]


def _points(one: dict[str, Any], win: dict[str, Any]) -> str:
    worth = "役満" if win["limit"] else f"{win['fu']}符{sum(win['yaku'].values())}飜"
    if win["giver"] is not None:
        return f"{worth}{win['points']}点"
    if win["seat"] == one["dealer"]:
        return f"{worth}{win['points'] // 3}点∀"
    # the dealer pays twice as much, each part rounded up to a hundred
    each = next(n for n in range(0, 99999, 100) if any(2 * n + n2 == win["points"] for n2 in (2 * n, 2 * n - 100)))
    return f"{worth}{each}-{win['points'] - 2 * each}点"
