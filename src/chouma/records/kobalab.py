"""The 牌譜 of kobalab's programs: one JSON object a game, hands of entries named in Chinese.

Players are numbered by their winds of each hand there, 0 for the dealer; the game's own lists go by the chairs, and ``qijia`` tells
which of them dealt first. No entry tells of riichi sticks: they are laid once the discard has passed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar

from ..errors import ChoumaError, show, worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, Hand, Meld
from ..notation import kobalab as notation
from ..riichi.draws import ABORTIVE, EXHAUSTIVE, NAGASHI
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules, rules
from ..seats import Wind
from ..tiles import FIRST_FLOWER, KIND_OF, NAMES, NUMBERS, tiles_of
from .checked import MOST_COUNTED, MOST_POINTS, amounts, counted, listed_in, mapping, whole
from .melds import SOURCES
from .mjlog import MOST_EVENTS
from .model import (
    CALL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWS,
    INDICATOR,
    MOST_ROUNDS,
    RIICHI,
    STICK,
    UNKNOWN,
    Event,
    Finals,
    Game,
    RecordError,
    Round,
    ToldDraw,
    ToldWin,
)
from .replay import Table, replay
from .shown import not_written, shown_hands, without_reds, written_hand

FORMAT = "kobalab"

_DEALT = 13
_HIDDEN = "_"
_SIGNS = {"-": "<", "=": "^", "+": ">"}
_SIGN_OF = {source: sign for sign, source in _SIGNS.items()}
_TILES = {NAMES[tile][::-1]: tile for tile in range(FIRST_FLOWER)}
_TILE_NAMES = tuple(NAMES[tile][::-1] for tile in range(FIRST_FLOWER))
_MELD = re.compile(r"([mpsz])([0-9]{1,4})(?:([-=+])([0-9]{0,3}))?")
_LONGEST = 80

_DRAWS = {
    **{"荒牌平局": EXHAUSTIVE, "流局": EXHAUSTIVE, "流し満貫": NAGASHI, "九種九牌": "kyuushu_kyuuhai", "四風連打": "suufon_renda"},
    **{"四家立直": "suucha_riichi", "四開槓": "suukan_sanra", "四槓散了": "suukan_sanra", "三家和": "sanchahou", "三家和了": "sanchahou"},
    **{"途中流局": ABORTIVE},
}
_DRAW_NAMES = {kind: name for name, kind in reversed(_DRAWS.items())}

_WIND_NAMES = "東南西北"
#: yaku whose names end with a wind
_WIND_YAKU = {"場風": "round_wind", "自風": "seat_wind"}
_YAKU = {
    **{"翻牌 白": "yakuhai_haku", "翻牌 發": "yakuhai_hatsu", "翻牌 中": "yakuhai_chun", "断幺九": "tanyao", "断么九": "tanyao"},
    **{"国士無双十三面": "kokushi_13", "四暗刻単騎": "suuankou_tanki", "純正九蓮宝燈": "junsei_chuuren", "抜きドラ": "kita_dora"},
}
_YAKU_OF = {id: name for name, id in reversed(_YAKU.items())}

#: yakuman that count twice in kobalab's program
_DOUBLE = ("suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii")


def is_one(value: Any) -> bool:
    """Whether a JSON value looks like such a record."""
    if not isinstance(value, dict) or not isinstance(value.get("log"), list):
        return False
    first = value["log"][0] if value["log"] else None
    begins = isinstance(first, list) and bool(first) and isinstance(first[0], dict) and "qipai" in first[0]
    return begins or "qijia" in value


def read(value: Any, id: str = "") -> Game:
    """Read one game.

    Parameters
    ----------
    value : dict
        The JSON value.
    id : str
        What to call it.

    Raises
    ------
    RecordError
        If it is no such record. What is wrong in one hand costs that hand alone: see `chouma.records.model.Game`.
    """
    value = mapping(value, "a record")
    log = listed_in(value.get("log"), "log", 1, MOST_ROUNDS)
    players = _players(log)
    first = whole(value.get("qijia", 0), "qijia", 0, players - 1)
    rounds: list[Round] = []
    problems: list[tuple[int | None, str]] = []
    for i, entries in enumerate(log):
        try:
            rounds.append(_Reader(entries, i, players).read())
        except ChoumaError as wrong:
            problems.append((i, wrong.parts[0]))
    finals = None
    try:
        finals = _finals(value, players, first)
    except ChoumaError as wrong:
        problems.append((None, wrong.parts[0]))
    thousands = finals is not None and finals.totals is not None and not any(total % 1000 for total in finals.totals)
    rounded = thousands and any(score % 1000 for score in (finals.scores if finals else ()))
    house = _house(players, not without_reds(rounds), rounded)
    words = {key: value[key] for key in ("title",) if isinstance(value.get(key), str)}
    return Game(id, FORMAT, house, _names(value.get("player"), players, first), tuple(rounds), finals, tuple(problems), words)


def _players(log: Sequence[Any]) -> int:
    entry = log[0][0] if isinstance(log[0], list) and log[0] else None
    dealt = entry.get("qipai") if isinstance(entry, dict) else None
    hands = dealt.get("shoupai") if isinstance(dealt, dict) else None
    return 3 if isinstance(hands, list) and len(hands) == 3 else 4


def _from(told: Sequence[Any], first: int) -> tuple[Any, ...]:
    """A list that begins elsewhere in the circle."""
    return (*told[first:], *told[:first])


def _names(told: Any, players: int, first: int) -> tuple[str, ...]:
    names = [one if isinstance(one, str) else "" for one in told[:players]] if isinstance(told, list) else []
    return _from(names + [""] * (players - len(names)), first)


def _finals(value: Mapping[str, Any], players: int, first: int) -> Finals | None:
    scores, points = value.get("defen"), value.get("point")
    if scores is None:
        return None
    totals = None
    if points is not None:
        told = listed_in(points, "point", players, 4)[:players]
        totals = _from([_total(one) for one in told], first)
    return Finals(_from(amounts(scores, "defen", players), first), totals)


def _total(told: Any) -> int:
    """A final count in points: it is told in thousands, as a number or a text."""
    number = told
    if isinstance(told, str) and re.fullmatch(r"[-+]?[0-9]{1,6}(\.[0-9]{1,3})?", told):
        number = float(told)
    if type(number) not in (int, float) or not abs(number) < 1e6:
        raise RecordError(worded("{where} is {value}: it is a number", where="point", value=show(told)))
    return round(number * 1000)


@cache
def _house(players: int, reds: bool, rounded: bool) -> RiichiRules:
    """The rules of a game: those of kobalab's program as it comes, told as differences from the general ones."""
    changes: dict[str, Any] = {} if players == 3 else {"multiple_ron": "double", "double_yakuman": _DOUBLE}
    if not reds:
        changes["red_fives"] = 0
    if rounded:
        changes["final_rounding"] = "thousands_up"
    return rules("tenhou-sanma" if players == 3 else "general").but(**changes)


# ------------------------------------------------------------------------------------------------- reading


def _tile(value: Any, where: str) -> int:
    if not isinstance(value, str) or value not in _TILES:
        raise RecordError(worded("{where} is {value}: tiles are m1 to s9, m0 p0 s0, z1 to z7", where=where, value=show(value)))
    return _TILES[value]


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise RecordError(worded("{where} is {value}: it is a short text", where=where, value=show(value)))
    return value


def _dealt(value: Any) -> tuple[int, ...] | None:
    text = _text(value, "shoupai")
    if _HIDDEN in text or not text:
        return None
    hand = notation.read(text)
    found = tiles_of(hand.counts)
    if len(found) != _DEALT or hand != Hand(hand.counts):
        raise RecordError(worded("{where} of {tag} has {n} tiles: 13 are dealt", where="shoupai", tag="qipai", n=len(found)))
    return found


@lru_cache(maxsize=1 << 12)
def _meld(text: str) -> Meld:
    """A group such as ``s340-``, ``z777=7``, ``m1111``: the claimed tile stands before the sign, an added one after it."""
    found = _MELD.fullmatch(text)
    if found is None:
        raise RecordError(worded("{text} is no group: s340- z777= z777=7 m1111", text=show(text)))
    suit, before, sign, after = found.groups()
    tiles = [NUMBERS.get(digit + suit, UNKNOWN) for digit in before + (after or "")]
    if UNKNOWN in tiles or len(tiles) not in (3, 4):
        raise RecordError(worded("{text} is no group: s340- z777= z777=7 m1111", text=show(text)))
    if sign is None:
        return Meld.of(ANKAN, tiles)
    called = tiles[len(before) - 1]
    if len(tiles) == 4:
        added = tiles[-1] if len(before) == 3 else None
        return Meld.of(MINKAN if added is None else KAKAN, tiles, called, _SIGNS[sign], added)
    same = len({KIND_OF[tile] for tile in tiles}) == 1
    return Meld.of(PON if same else CHI, tiles, called, _SIGNS[sign])


class _Reader:
    """One hand while it is read."""

    def __init__(self, entries: Any, index: int, players: int):
        self.entries = listed_in(entries, "a hand", 1, MOST_EVENTS)
        self.index, self.players = index, players
        self.found: list[Event] = []
        self.wins: list[ToldWin] = []
        self.draw: ToldDraw | None = None
        self.declared = -1  # who declared riichi with the last discard

    def read(self) -> Round:
        given = self._entry(self.entries[0])[1]
        if "qipai" not in self.entries[0]:
            other = show(next(iter(self.entries[0])))
            raise RecordError(worded("a hand begins with {what}: this one with {other}", what="qipai", other=other))
        players = self.players
        self.dealer = whole(given.get("jushu"), "jushu", 0, players - 1)
        about: dict[str, Any] = {
            **{"wind": Wind(whole(given.get("zhuangfeng"), "zhuangfeng", 0, 3)), "dealer": self.dealer},
            "honba": counted(given, "changbang") or 0,
            "deposits": counted(given, "lizhibang") or 0,
            **{"scores": self._by_seat(amounts(given.get("defen"), "defen", players)), "indicator": _tile(given.get("baopai"), "baopai")},
            "deal": self._by_seat([_dealt(one) for one in listed_in(given.get("shoupai"), "shoupai", players, 4)[:players]]),
        }
        for entry in self.entries[1:]:
            what, told = self._entry(entry)
            if what not in self._ACTS:
                raise RecordError(worded("there is no event {type}", type=show(what)))
            if self.draw is not None or (self.wins and what != "hule"):
                raise RecordError(worded("{type} happens after the hand has ended", type=what))
            # a discard that three win on counts as won on, though the hand is a draw
            if self.declared >= 0 and what != "hule" and not (what == "pingju" and _DRAWS.get(str(told.get("name"))) == "sanchahou"):
                self.found.append(Event(STICK, self.declared))
            self.declared = -1
            self._ACTS[what](self, told)
        if self.declared >= 0:
            self.found.append(Event(STICK, self.declared))
        return Round(self.index, events=tuple(self.found), wins=tuple(self.wins), draw=self.draw, **about)

    @staticmethod
    def _entry(entry: Any) -> tuple[str, dict[str, Any]]:
        entry = mapping(entry, "an entry")
        if len(entry) != 1:
            raise RecordError(worded("an entry has {n} names: one", n=len(entry)))
        [(what, told)] = entry.items()
        return what, mapping(told, what)

    def _by_seat(self, told: Sequence[Any]) -> tuple[Any, ...]:
        """What is told by winds, by our seats."""
        return _from(told, self.players - self.dealer)

    def _seat(self, given: Mapping[str, Any], key: str = "l") -> int:
        return (whole(given.get(key), key, 0, self.players - 1) + self.dealer) % self.players

    # ------------------------------------------------------------------------------------------ the play

    def _drawn(self, given: Mapping[str, Any]) -> None:
        shown = given.get("p")
        self.found.append(DRAWS[self._seat(given)][UNKNOWN if shown in ("", _HIDDEN) else _tile(shown, "p")])

    def _thrown(self, given: Mapping[str, Any]) -> None:
        text, seat = _text(given.get("p"), "p"), self._seat(given)
        tile, marks = _tile(text[:2], "p"), text[2:]
        if marks not in ("", "_", "*", "_*", "*_"):
            raise RecordError(worded("{where} is {value}: after the tile stands _ or *", where="p", value=show(text)))
        if "*" in marks:
            self.found.append(Event(RIICHI, seat))
            self.declared = seat
        self.found.append(DISCARDS["_" in marks][seat][tile])

    def _called(self, given: Mapping[str, Any]) -> None:
        seat, meld = self._seat(given), _meld(_text(given.get("m"), "m"))
        if meld.source and meld.source not in SOURCES[self.players]:
            raise RecordError(worded("a call comes from a player who isn't there: three play"))
        self.found.append(Event(CALL, seat, meld=meld))

    def _turned_up(self, given: Mapping[str, Any]) -> None:
        self.found.append(Event(INDICATOR, -1, _tile(given.get("baopai"), "baopai")))

    # ------------------------------------------------------------------------------------------ ends

    def _deltas(self, given: Mapping[str, Any]) -> tuple[int, ...] | None:
        told = given.get("fenpei")
        return None if told is None else self._by_seat(amounts(told, "fenpei", self.players))

    def _won(self, given: Mapping[str, Any]) -> None:
        seat = self._seat(given)
        giver = None if given.get("baojia") is None else self._seat(given, "baojia")
        if giver == seat or any(win.seat == seat for win in self.wins):
            raise RecordError(worded("a player wins from themselves, or twice"))
        shown = given.get("shoupai")
        hand = None if shown is None or _HIDDEN in _text(shown, "shoupai") else notation.read(shown)
        if hand is not None and hand.win is None:
            raise RecordError(worded("{where} is {value}: the winning tile stands last", where="shoupai", value=show(shown)))
        ura = given.get("fubaopai")
        yaku, yakuman, pao = self._yaku(given.get("hupai"), seat)
        self.wins.append(ToldWin(
            seat,
            giver,
            None if hand is None else hand.win,
            None if hand is None else hand.concealed,
            None if hand is None else hand.melds,
            None if hand is None else hand.norths,
            ura=() if ura is None else tuple(_tile(one, "fubaopai") for one in listed_in(ura, "fubaopai", 0, 5)),
            yaku=yaku,
            yakuman=yakuman,
            fu=counted(given, "fu") or None,
            han=None if yakuman else counted(given, "fanshu"),
            points=counted(given, "defen", MOST_POINTS),
            pao=pao,
            deltas=self._deltas(given),
            words={"hupai": given.get("hupai")},
        ))

    def _yaku(self, told: Any, seat: int) -> tuple[tuple[tuple[str, int], ...] | None, tuple[str, ...], int | None]:
        """Yaku with their han, or the yakuman; and who is liable."""
        if told is None:
            return None, (), None
        yaku: list[tuple[str, int]] = []
        yakuman: list[str] = []
        pao = None
        for one in listed_in(told, "hupai", 0, 40):
            one = mapping(one, "hupai")
            id, han = _yaku_id(_text(one.get("name"), "name")), one.get("fanshu")
            if han in ("*", "**"):
                yakuman.append(id)
            else:
                yaku.append((id, whole(han, "fanshu", 0, MOST_COUNTED)))
            if one.get("baojia") is not None:
                sign = one["baojia"]
                source = _SIGNS.get(sign) if isinstance(sign, str) else None
                if source not in SOURCES[self.players]:
                    raise RecordError(worded("{where} is {value}: it is one of - = +", where="baojia", value=show(sign)))
                pao = (seat + SOURCES[self.players].index(source)) % self.players
        return (None, tuple(yakuman), pao) if yakuman else (tuple(yaku), (), pao)

    def _nobody(self, given: Mapping[str, Any]) -> None:
        name = given.get("name")
        if not isinstance(name, str) or name not in _DRAWS:
            raise RecordError(worded("a hand ends with {value}, which isn't known", value=show(name)))
        tenpai = hands = None
        if given.get("shoupai") is not None:
            shown = [_text(one, "shoupai") for one in listed_in(given["shoupai"], "shoupai", self.players, 4)[: self.players]]
            hands = self._by_seat([None if not one or _HIDDEN in one else tiles_of(notation.read(one).counts) for one in shown])
            tenpai = self._by_seat([bool(one) for one in shown])
        self.draw = ToldDraw(_DRAWS[name], tenpai, hands, deltas=self._deltas(given), words={"name": name})

    _ACTS: ClassVar[dict[str, Callable[[_Reader, Mapping[str, Any]], None]]] = {
        **{"zimo": _drawn, "gangzimo": _drawn, "dapai": _thrown, "fulou": _called, "gang": _called, "kaigang": _turned_up},
        **{"hule": _won, "pingju": _nobody},
    }


@cache
def _japanese() -> dict[str, str]:
    return {name.ja: id for id, name in YAKU_NAMES.items()}


def _yaku_id(name: str) -> str:
    """The id of a yaku by its name; what isn't known stays as it is."""
    wind = _WIND_YAKU.get(name[:2])
    return wind or _YAKU.get(name) or _japanese().get(name, name)


# ------------------------------------------------------------------------------------------------- writing


def write(game: Game) -> str:
    """Write a game as one JSON object.

    There is no place for the rules, nor for limits, and sticks are laid where the program lays them: after a discard that nobody wins on.

    Raises
    ------
    RecordError
        If it can't be written: what, and in which hand.
    """
    if not game.rounds:
        raise RecordError(worded("a game without a hand can't be written as {format}", format=FORMAT))
    title = game.words.get("title")
    found: dict[str, Any] = {"title": title if isinstance(title, str) else game.id, "player": list(game.names), "qijia": 0}
    found["log"] = [list(_Writer(round, game.rules).entries()) for round in game.rounds]
    if game.finals is not None:
        scores = game.finals.scores
        found["defen"] = list(scores)
        found["rank"] = [1 + sum((-other, i) < (-score, seat) for i, other in enumerate(scores)) for seat, score in enumerate(scores)]
        if game.finals.totals is not None:
            totals = game.finals.totals
            # the program writes numbers where it rounds, and else texts
            found["point"] = [str(total / 1000) if any(one % 1000 for one in totals) else total // 1000 for total in totals]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """One hand while it is written."""

    def __init__(self, round: Round, rules: RiichiRules):
        self.round, self.rules = round, rules
        self.table: Table = replay(round)

    def entries(self) -> Iterator[dict[str, Any]]:
        round = self.round
        yield {"qipai": {
            **{"zhuangfeng": int(round.wind), "jushu": round.dealer, "changbang": round.honba, "lizhibang": round.deposits},
            **{"defen": self._by_wind(round.scores), "baopai": _TILE_NAMES[round.indicator]},
            "shoupai": self._by_wind([_HIDDEN * _DEALT if dealt is None else _spell(Hand.of(dealt)) for dealt in round.deal]),
        }}
        yield from self._play()
        for win in round.wins:
            yield {"hule": self._win(win)}
        if round.draw is not None:
            yield {"pingju": self._draw(round.draw)}

    def _by_wind(self, told: Sequence[Any]) -> list[Any]:
        return list(_from(told, self.round.dealer))

    def _refused(self, why: str) -> RecordError:
        return not_written(self.round, FORMAT, why)

    def _play(self) -> Iterator[dict[str, Any]]:
        declares, kan = -1, False
        for i, (what, seat, tile, drawn, meld) in enumerate(self.round.events):
            wind = int(self.round.seat_wind(seat)) if seat >= 0 else -1
            if declares >= 0 and (what, seat) != (DISCARD, declares) and what != INDICATOR:
                raise self._refused(worded("riichi is declared and nothing discarded"))
            if what == DRAW:
                yield {"gangzimo" if kan else "zimo": {"l": wind, "p": _HIDDEN if tile == UNKNOWN else _TILE_NAMES[tile]}}
                kan = False
            elif what == DISCARD:
                if declares >= 0:
                    self._check_stick(i, seat)
                yield {"dapai": {"l": wind, "p": _TILE_NAMES[tile] + "_" * drawn + "*" * (declares >= 0)}}
                declares = -1
            elif what == CALL and meld is not None:
                kan = meld.is_quad
                yield {"gang" if meld.type in (KAKAN, ANKAN) else "fulou": {"l": wind, "m": self._spelled(meld)}}
            elif what == INDICATOR:
                yield {"kaigang": {"baopai": _TILE_NAMES[tile]}}
            elif what == RIICHI:
                declares = seat
            elif what != STICK:
                raise self._refused(worded("it has no place for declared norths"))
        if declares >= 0:
            raise self._refused(worded("riichi is declared and nothing discarded"))

    def _check_stick(self, place: int, seat: int) -> None:
        """A stick is laid unless somebody wins on the discard: the format can't say otherwise."""
        later = self.round.events[place + 1 :]
        laid = any(event.what == STICK and event.seat == seat for event in later)
        over = not any(event.what not in (STICK, INDICATOR) for event in later)
        won = over and (bool(self.round.wins) or (self.round.draw is not None and self.round.draw.kind == "sanchahou"))
        if laid == won:
            raise self._refused(worded("a riichi stick is laid where the discard was won on, or not laid where it wasn't"))

    def _spelled(self, meld: Meld) -> str:
        text = _spell_meld(meld)
        if text is None:
            raise self._refused(worded("the record doesn't tell whose tile {meld} took", meld=str(meld)))
        return text

    def _hand(self, hand: Hand, seat: int) -> str:
        """A hand with its groups; * tells of riichi."""
        melds = [self._spelled(meld) for meld in hand.melds]
        return ",".join([_spell(hand) + "*" * bool(self.table.riichi[seat]), *melds])

    def _win(self, told: ToldWin) -> dict[str, Any]:
        round = self.round
        hand = written_hand(told, self.table, FORMAT)
        found: dict[str, Any] = {"l": int(round.seat_wind(told.seat))}
        if hand is not None:
            if hand.norths:
                raise self._refused(worded("it has no place for declared norths"))
            found["shoupai"] = self._hand(hand, told.seat)
        found["baojia"] = None if told.giver is None else int(round.seat_wind(told.giver))
        found["fubaopai"] = [_TILE_NAMES[tile] for tile in told.ura] if told.ura else None
        numbers = {"fu": told.fu, "fanshu": None if told.yakuman else told.han, "defen": told.points}
        found |= {key: n for key, n in numbers.items() if n is not None}
        if told.yakuman:
            found["damanguan"] = sum(self._times(id) for id in told.yakuman)
        if told.yakuman or told.yaku is not None:
            found["hupai"] = self._yaku(told)
        if told.deltas is not None:
            found["fenpei"] = self._by_wind(told.deltas)
        return found

    def _times(self, id: str) -> int:
        return 2 if id in self.rules.double_yakuman else 1

    def _yaku(self, told: ToldWin) -> list[dict[str, Any]]:
        round = self.round
        winds = {"seat_wind": round.seat_wind(told.seat), "round_wind": round.wind}
        if not told.yakuman:
            return [{"name": _yaku_name(id, winds.get(id)), "fanshu": han} for id, han in told.yaku or ()]
        found: list[dict[str, Any]] = [{"name": _yaku_name(id, None), "fanshu": "*" * self._times(id)} for id in told.yakuman]
        if told.pao is not None:
            fed = [i for i, id in enumerate(told.yakuman) if id in ("daisangen", "daisuushii", "suukantsu")]
            source = SOURCES[round.players][(told.pao - told.seat) % round.players]
            found[fed[0] if fed else 0]["baojia"] = _SIGN_OF[source]
        return found

    def _draw(self, told: ToldDraw) -> dict[str, Any]:
        found: dict[str, Any] = {"name": _DRAW_NAMES[told.kind]}
        hands = shown_hands(told, self.table, FORMAT)
        if hands is not None:
            texts = ["" if hand is None else self._hand(hand, seat) for seat, hand in enumerate(hands)]
            for seat, tenpai in enumerate(told.tenpai or ()):
                if tenpai and not texts[seat]:
                    texts[seat] = _HIDDEN * (_DEALT - 3 * len(self.table.melds[seat]))
            found["shoupai"] = self._by_wind(texts)
        if told.deltas is not None:
            found["fenpei"] = self._by_wind(told.deltas)
        return found


def _spell(hand: Hand) -> str:
    """Concealed tiles, the winning one last."""
    parts: list[str] = []
    suit = ""
    for tile in (*hand.concealed, *(() if hand.win is None else (hand.win,))):
        digit, of = NAMES[tile]
        at_end = hand.win is not None and len(parts) == len(hand.concealed)
        parts.append(digit if of == suit and not at_end else of + digit)
        suit = of
    return "".join(parts)


def _spell_meld(meld: Meld) -> str | None:
    """A group; None where whose tile it took isn't known."""
    if meld.type == ANKAN:
        return _suited(meld.tiles)
    rest = list(meld.tiles)
    if meld.called is None or not meld.source or (meld.type == KAKAN and meld.added is None):
        return None
    sign = _SIGN_OF[meld.source]
    if meld.type == CHI:
        text = _suited(rest)
        place = 2 + rest.index(meld.called)
        return text[:place] + sign + text[place:]
    rest.remove(meld.called)
    added = ""
    if meld.type == KAKAN and meld.added is not None:
        rest.remove(meld.added)
        added = NAMES[meld.added][0]
    return _suited([*reversed(rest), meld.called]) + sign + added


def _suited(tiles: Sequence[int]) -> str:
    return NAMES[tiles[0]][1] + "".join(NAMES[tile][0] for tile in tiles)


def _yaku_name(id: str, wind: Wind | None) -> str:
    if wind is not None:
        prefix = next(text for text, one in _WIND_YAKU.items() if one == id)
        return f"{prefix} {_WIND_NAMES[wind]}"
    return _YAKU_OF.get(id) or (YAKU_NAMES[id].ja if id in YAKU_NAMES else id)
