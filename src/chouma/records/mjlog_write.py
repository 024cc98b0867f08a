"""Games written as Tenhou's XML.

Tenhou numbers the 136 tiles apart. A game knows their faces alone, so that each is given a number when it is first seen, and keeps it
to the end of the hand: the tile that is thrown is the one that was drawn, and the one that is called.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar
from urllib.parse import quote

from ..errors import UnknownNameError, worded
from ..hand import ANKAN, CHI, KAKAN, MINKAN, PON, Meld
from ..riichi.draws import EXHAUSTIVE
from ..riichi.names import YAKU_NAMES
from ..tiles import NAMES, NORTH
from . import mjlog
from .carry import Carried, checked, filled_wins, refuse, sticks, tenpai_of, totals_of, whole_game
from .melds import FACES, SOURCES
from .model import CALL, DISCARD, DRAW, INDICATOR, KITA, RIICHI, STICK, UNKNOWN, Event, Game, RecordError, Round, ToldDraw, ToldWin
from .replay import replay

TITLE = worded("Tenhou's XML")
_CARRIED = Carried(
    TITLE,
    tuple(field for field in ToldWin._fields if field != "words"),
    ("kind", "before", "deltas", "honba", "deposits"),
    indicators=True,
)

_SEATS = 4
_NOBODY = -1
_TYPES = {kind: type for type, kind in mjlog.DRAW_KINDS.items()}
_RULE_BITS = mjlog.NO_REDS | mjlog.NO_OPEN_TANYAO | mjlog.SOUTH | mjlog.THREE


def write(game: Game) -> str:
    """Write one game.

    Parameters
    ----------
    game : Game

    Returns
    -------
    str
        The XML. Of the rules it has what the type of a game of Tenhou tells: players, red fives, open tanyao, length.

    Raises
    ------
    RecordError
        If Tenhou's XML can't carry it: what of which hand, and why.
    """
    whole_game(game, TITLE)
    if game.rules.red_fives not in (0, 3):
        raise RecordError(worded("{format} can't carry {n} red fives: it has three or none", format=TITLE, n=game.rules.red_fives))
    owari = _owari(game)
    hands = [_Hand(game, round) for round in game.rounds]
    if owari and not (game.rounds[-1].wins or game.rounds[-1].draw):
        raise refuse(TITLE, worded("the game has final points, and its last hand has no end"), game.rounds[-1])
    body = "".join(hand.xml(owari if hand is hands[-1] else "") for hand in hands)
    lobby = game.words.get("lobby", "0") if game.format == mjlog.FORMAT else "0"
    log = f' log="{quote(str(game.words["log"]))}"' if game.format == mjlog.FORMAT and "log" in game.words else ""
    names = " ".join(f'n{seat}="{quote(str(name), safe="", errors="replace")}"' for seat, name in enumerate(_padded(game.names, "")))
    head = f'<GO type="{_type(game)}" lobby="{quote(str(lobby))}"/><UN {names}/><TAIKYOKU oya="0"{log}/>'
    return checked(game, f'<mjloggm ver="2.3">{head}{body}</mjloggm>', mjlog.read, _CARRIED)


def _type(game: Game) -> int:
    rules, told = game.rules, str(game.words.get("type", "")) if game.format == mjlog.FORMAT else ""
    other = int(told) & ~_RULE_BITS if told.isdecimal() and len(told) < 6 else 1
    bits = (
        (mjlog.NO_REDS, not rules.red_fives),
        (mjlog.NO_OPEN_TANYAO, not rules.kuitan),
        (mjlog.SOUTH, rules.length != "east"),
        (mjlog.THREE, rules.players == 3),
    )
    return other | sum(bit for bit, on in bits if on)


def _padded(values: Iterable[object], nothing: object) -> list[object]:
    """As at a table of four."""
    return list(itertools.islice(itertools.chain(values, itertools.repeat(nothing)), _SEATS))


def _owari(game: Game) -> str:
    totals = totals_of(game)
    if game.finals is None or totals is None:
        return ""
    scores = [_hundreds(score, game.rounds[-1]) for score in game.finals.scores]
    shown = [f"{total / 1000:.1f}" if total % 100 == 0 else f"{total / 1000:.3f}" for total in totals]
    pairs = zip(_padded(scores, 0), _padded(shown, "0.0"), strict=True)
    return f' owari="{",".join(f"{score},{total}" for score, total in pairs)}"'


def _hundreds(points: int, round: Round) -> int:
    if points % 100:
        raise refuse(TITLE, worded("{n} points aren't whole hundreds", n=points), round)
    return points // 100


def _joined(numbers: Iterable[object]) -> str:
    return ",".join(map(str, numbers))


class _Hand:
    """One hand while it is written."""

    def __init__(self, game: Game, round: Round):
        self.game, self.round, self.players = game, round, round.players
        self.faces = FACES[bool(game.rules.red_fives)]
        self.free: dict[int, list[int]] = {}
        for tile, face in enumerate(self.faces):
            self.free.setdefault(face, []).append(tile)
        self.held = [[self._take(tile) for tile in dealt or ()] for dealt in round.deal]
        self.dealt = [list(tiles) for tiles in self.held]
        self.dora = [self._take(round.indicator)]
        self.ura: list[int] = []
        self.drawn = self.thrown = self.offered = _NOBODY  # the tile just drawn, thrown, and that which can be won on
        self.thrower = _NOBODY
        self.codes: list[list[tuple[Meld | None, int, list[int]]]] = [[] for _ in range(self.players)]  # groups, numbers, tiles
        self.tags: list[str] = []
        self.laid = [0] * self.players

    # ------------------------------------------------------------------------------------------ tiles

    def _take(self, face: int) -> int:
        """A tile that wasn't seen yet."""
        if not self.free.get(face):
            name = NAMES[face] if face >= 0 else "?"
            raise refuse(TITLE, worded("there are more {tile} than Tenhou has tiles", tile=name), self.round)
        return self.free[face].pop(0)

    def _out(self, seat: int, face: int, spared: int = _NOBODY) -> int:
        """A tile that leaves a hand: any but the spared one, unless there is no other; of a hand that isn't shown a new one."""
        found = [tile for tile in self.held[seat] if self.faces[tile] == face]
        if not found:
            return self._take(face)
        tile = next((one for one in found if one != spared), found[0])
        self.held[seat].remove(tile)
        return tile

    def _tag(self, name: str, **values: object) -> str:
        given = " ".join(f'{key}="{value}"' for key, value in values.items())
        return f"<{name} {given}/>"

    # ------------------------------------------------------------------------------------------ the play

    def xml(self, owari: str) -> str:
        """The tags of the hand."""
        round = self.round
        scores = _padded([_hundreds(score, round) for score in round.scores], 0)
        seed = _joined((4 * round.wind + round.dealer, round.honba, round.deposits, 0, 0, self.dora[0]))
        shown = {f"hai{seat}": _joined(self.dealt[seat]) for seat in range(self.players) if round.deal[seat] is not None}
        self.tags.append(self._tag("INIT", seed=seed, ten=_joined(scores), oya=round.dealer, **shown))
        for event in round.events:
            self._ACTS[event.what](self, event)
        table = replay(round)
        wins = filled_wins(round, table, self.game.rules, TITLE)
        self.tags += [self._win(win, owari if win is wins[-1] else "") for win in wins]
        if round.draw is not None:
            before = tuple(score - stick for score, stick in zip(round.scores, sticks(table), strict=True))
            deposits = round.deposits + len(table.sticks)
            self.tags.append(self._ended(round.draw, tenpai_of(round, round.draw, table), before, deposits, owari))
        return "".join(self.tags)

    def _draws(self, event: Event) -> None:
        tile = self.drawn = _NOBODY if event.tile == UNKNOWN else self._take(event.tile)
        self.offered = tile
        if tile >= 0:
            self.held[event.seat].append(tile)
        self.tags.append(f"<{mjlog.DRAW_TAGS[event.seat]}{tile if tile >= 0 else ''}/>")

    def _discards(self, event: Event) -> None:
        seat, name = event.seat, mjlog.DISCARD_TAGS[event.seat]
        if event.tile == UNKNOWN:
            raise refuse(TITLE, worded("a discard isn't shown"), self.round)
        if event.drawn and self.drawn >= 0 and self.faces[self.drawn] == event.tile and self.drawn in self.held[seat]:
            tile = self.drawn
            self.held[seat].remove(tile)
        else:
            tile = self._out(seat, event.tile, self.drawn)
        # a small letter says that it was just drawn, where the number doesn't
        name = name.lower() if event.drawn and tile != self.drawn else name
        self.thrown = self.offered = tile
        self.thrower, self.drawn = seat, _NOBODY
        self.tags.append(f"<{name}{tile}/>")

    def _declares(self, event: Event) -> None:
        self.tags.append(self._tag("REACH", who=event.seat, step=1))

    def _lays(self, event: Event) -> None:
        self.laid[event.seat] = 1000
        points = [_hundreds(score - laid, self.round) for score, laid in zip(self.round.scores, self.laid, strict=True)]
        self.tags.append(self._tag("REACH", who=event.seat, ten=_joined(_padded(points, 0)), step=2))

    def _turns(self, event: Event) -> None:
        self.dora.append(self._take(event.tile))
        self.tags.append(self._tag("DORA", hai=self.dora[-1]))

    def _north(self, event: Event) -> None:
        tile = self.offered = self._out(event.seat, NORTH)
        code = tile << 8 | 0x20
        self.codes[event.seat].append((None, code, [tile]))
        self.drawn = _NOBODY
        self.tags.append(self._tag("N", who=event.seat, m=code))

    def _calls(self, event: Event) -> None:
        seat, meld = event.seat, event.meld
        assert meld is not None
        self.drawn = _NOBODY
        if meld.type == KAKAN:
            code = self._added(seat, meld)
        elif meld.type == ANKAN:
            group = sorted(self._out(seat, face) for face in meld.tiles)
            code = group[0] << 8
            self.codes[seat].append((meld, code, group))
            self.offered = group[-1]
        else:
            code = self._claims(seat, meld)
        self.tags.append(self._tag("N", who=seat, m=code))

    def _claims(self, seat: int, meld: Meld) -> int:
        faces = list(meld.tiles)
        called = meld.called if meld.called is not None else self.faces[self.thrown]
        if self.thrower in (_NOBODY, seat) or called not in faces or self.faces[self.thrown] != called:
            raise refuse(TITLE, worded("{meld} is called, and its tile wasn't discarded", meld=str(meld)), self.round)
        faces.remove(called)
        group = sorted([self.thrown, *(self._out(seat, face) for face in faces)])
        steps = (self._giver(seat, meld) - seat) % _SEATS
        code = self._code(meld, group, steps)
        self.codes[seat].append((meld, code, group))
        return code

    def _giver(self, seat: int, meld: Meld) -> int:
        """Whose tile it was, as the group says, or else as the play."""
        if not meld.source:
            return self.thrower
        return (seat + SOURCES[self.players].index(meld.source)) % self.players

    def _code(self, meld: Meld, group: Sequence[int], steps: int) -> int:
        place = group.index(self.thrown)
        if meld.type == MINKAN:
            return self.thrown << 8 | steps
        kind = group[0] // 4
        if meld.type == CHI:
            first = kind // 9 * 7 + kind % 9
            return (first * 3 + place) << 10 | sum(tile % 4 << 3 + 2 * i for i, tile in enumerate(group)) | 4 | steps
        left_out = 6 - sum(tile % 4 for tile in group)
        return (kind * 3 + place) << 9 | left_out << 5 | 8 | steps

    def _added(self, seat: int, meld: Meld) -> int:
        for i, (pon, code, group) in enumerate(self.codes[seat]):
            if pon is not None and pon.type == PON and pon.kind == meld.kind:
                left = list(meld.tiles)
                for face in pon.tiles:
                    if face in left:
                        left.remove(face)
                if len(left) != 1:
                    break
                tile = self.offered = self._out(seat, left[0])
                self.codes[seat][i] = (meld, code & ~0x18 | 0x10, [*group, tile])
                return code & ~0x18 | 0x10
        raise refuse(TITLE, worded("a tile is added to a triplet that isn't there: {meld}", meld=str(meld)), self.round)

    _ACTS: ClassVar[dict[str, Callable[[_Hand, Event], None]]] = {
        **{DRAW: _draws, DISCARD: _discards, RIICHI: _declares, STICK: _lays, INDICATOR: _turns, KITA: _north, CALL: _calls},
    }

    # ------------------------------------------------------------------------------------------ ends

    def _win(self, win: ToldWin, owari: str) -> str:
        if win.tile is None or win.concealed is None:
            raise refuse(TITLE, worded("the hand that won isn't shown"), self.round)
        if win.yaku is None and not win.yakuman:
            raise refuse(TITLE, worded("the yaku of a win aren't told"), self.round)
        machi = self._machi(win)
        worth = f'ten="{win.fu or 0},{win.points},{mjlog.LIMITS.index(win.limit or "")}"'
        if win.yakuman:
            yaku = f'yakuman="{_joined(self._number(id, win) for id in win.yakuman)}"'
        else:
            yaku = f'yaku="{_joined(itertools.chain(*((self._number(id, win), han) for id, han in win.yaku or ())))}"'
        melds = [self._melded(win.seat, meld) for meld in win.melds or ()]
        melds += [code for meld, code, _ in self.codes[win.seat] if meld is None][: win.norths or 0]
        self.dora = self._turned(self.dora, win.dora or ())
        self.ura = self._turned(self.ura, win.ura or ())
        parts = [
            f'ba="{win.honba},{win.deposits}" hai="{_joined(self._shown(win, machi))}"',
            f'm="{_joined(melds)}"' if melds else "",
            f'machi="{machi}" {worth} {yaku} doraHai="{_joined(self.dora[: len(win.dora or ())])}"',
            f'doraHaiUra="{_joined(self.ura[: len(win.ura)])}"' if win.ura else "",
            f'who="{win.seat}" fromWho="{win.seat if win.giver is None else win.giver}"',
            f'paoWho="{win.pao}"' if win.pao is not None else "",
            self._paid(win.before, win.deltas),
        ]
        return f"<AGARI {' '.join(part for part in parts if part)}{owari}/>"

    def _machi(self, win: ToldWin) -> int:
        assert win.tile is not None
        if self.offered >= 0 and self.faces[self.offered] == win.tile:
            return self.offered
        # thirteen orphans rob a concealed kan of any of its tiles
        for _, _, group in self.codes[win.giver] if win.giver is not None else ():
            if found := [tile for tile in group if self.faces[tile] == win.tile]:
                return found[0]
        return self._take(win.tile)

    def _shown(self, win: ToldWin, machi: int) -> list[int]:
        """The tiles of the hand that won, in the order of the record; the winning one at its place."""
        rest = [tile for tile in self.held[win.seat] if tile != machi]
        found = []
        for face in win.concealed or ():
            tile = next((one for one in rest if self.faces[one] == face), None)
            if tile is None:
                tile = self._take(face)
            else:
                rest.remove(tile)
            found.append(tile)
        # equal tiles have no order of their own
        if [self.faces[tile] for tile in sorted(found)] == [self.faces[tile] for tile in found]:
            found.sort()
            bisect.insort(found, machi)
            return found
        return [*found, machi]

    def _melded(self, seat: int, meld: Meld) -> int:
        for played, code, _ in self.codes[seat]:
            if played is not None and (played.type, played.counts) == (meld.type, meld.counts):
                return code
        raise refuse(TITLE, worded("the hand that won has {meld}, which it didn't call", meld=str(meld)), self.round)

    def _turned(self, ids: list[int], faces: Sequence[int]) -> list[int]:
        """Indicators with what the end of the hand shows beyond those that the play turned."""
        return [ids[i] if i < len(ids) and self.faces[ids[i]] == face else self._take(face) for i, face in enumerate(faces)]

    def _number(self, id: str, win: ToldWin) -> int:
        try:
            numbers = YAKU_NAMES[id].tenhou
        except UnknownNameError:
            numbers = ()
        if not numbers:
            raise refuse(TITLE, worded("Tenhou has no yaku {id}", id=id), self.round)
        # the winds have a number for each
        wind = self.round.wind if id == "round_wind" else self.round.seat_wind(win.seat)
        return numbers[wind] if len(numbers) > 1 else numbers[0]

    def _paid(self, before: Sequence[int] | None, deltas: Sequence[int] | None) -> str:
        if before is None or deltas is None:
            raise refuse(TITLE, worded("the payments aren't told"), self.round)
        parts = [(_hundreds(score, self.round), _hundreds(delta, self.round)) for score, delta in zip(before, deltas, strict=True)]
        return f'sc="{_joined(itertools.chain(*_padded(parts, (0, 0))))}"'  # type: ignore[arg-type]

    def _ended(self, draw: ToldDraw, tenpai: Sequence[bool], before: tuple[int, ...], deposits: int, owari: str) -> str:
        shown = []
        for seat in range(self.players):
            told = draw.hands[seat] if draw.hands is not None else None
            if told is None and not tenpai[seat]:
                continue
            if told is None and self.round.deal[seat] is None:
                raise refuse(TITLE, worded("a hand that is tenpai isn't shown"), self.round)
            rest, tiles = list(self.held[seat]), []
            for face in told if told is not None else [self.faces[tile] for tile in sorted(rest)]:
                tile = next((one for one in rest if self.faces[one] == face), None)
                tiles.append(self._take(face) if tile is None else tile)
                if tile is not None:
                    rest.remove(tile)
            shown.append(f'hai{seat}="{_joined(tiles)}"')
        type = f'type="{_TYPES[draw.kind]}"' if draw.kind != EXHAUSTIVE else ""
        table = (self.round.honba if draw.honba is None else draw.honba, deposits if draw.deposits is None else draw.deposits)
        parts = [type, f'ba="{_joined(table)}"', self._paid(draw.before or before, draw.deltas), *shown]
        return f"<RYUUKYOKU {' '.join(part for part in parts if part)}{owari}/>"
