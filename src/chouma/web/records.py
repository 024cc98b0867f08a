"""Game records that are sent: judged game by game, or counted. They are taken whole, within bounds, and nothing of them is kept."""

from __future__ import annotations

import importlib.util
import io
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import shorten, worded
from ..messages import speaker
from ..records.audit import TOPIC_WORDS, Finding, Report, judge
from ..records.board import Board, drawn
from ..records.formats import texts
from ..records.model import Game
from ..records.sources import Unread, unpacked
from ..records.stats import BY, PLAYER, SCHEMA, Counting
from ..records.stats_text import headline, sections
from ..riichi.rules import RiichiRules
from ..seats import SEAT_WORDS, Wind
from ..wire import Flaw, Refusal, decode, read_rules
from .encoding import encoded
from .parts import MULTIPART, Parts
from .problems import Refused
from .upload import MOST_SECONDS

#: what one body may hold: games, and parts that can't be read
MOST_GAMES = 20_000
#: so many hands are drawn; what is found beyond them is told without a drawing
MOST_DRAWN = 2_000
#: findings of one game that are told one by one
MOST_TOLD = 2_000
#: when statistics stop reading and begin to draw, in seconds
MOST_COUNTING = 90

#: what a body may call itself; what it holds is told by its content alone
TYPES = (
    *("application/octet-stream", "application/xml", "application/json", "application/x-ndjson", "application/gzip", "application/zip"),
    *("application/x-tar", MULTIPART),
)
AUDIT_WORDS = ("rules", "lang", "explain")
STATS_WORDS = ("rules", "lang", "by", "charts")
AUDIT = "chouma.audit/1"

#: one hand as Tenhou writes it: double riichi, ippatsu and pinfu at 30 fu, for which it tells 9600; the dealer gets 11600
EXAMPLE_RECORD = (
    '<mjloggm ver="2.3"><GO type="9" lobby="0"/><UN n0="Anna" n1="Bob" n2="Cleo" n3="Dan"/><TAIKYOKU oya="0"/>'
    '<INIT seed="0,0,0,1,2,128" ten="250,250,250,250" oya="0" hai0="0,4,8,48,53,56,96,100,104,76,77,40,44" '
    'hai1="1,12,24,41,54,64,80,92,105,108,112,116,120" hai2="5,17,28,45,57,68,72,84,97,109,113,117,121" '
    'hai3="9,20,32,36,49,60,78,89,101,110,114,118,122"/><T69/><REACH who="0" step="1"/><D69/>'
    '<REACH who="0" ten="0,0,0,0" step="2"/><U50/><E50/>'
    '<AGARI ba="0,1" hai="0,4,8,40,44,48,50,53,56,76,77,96,100,104" machi="50" ten="30,9600,0" yaku="21,2,2,1,7,1" '
    'doraHai="128" doraHaiUra="132" who="0" fromWho="1" sc="240,106,250,-96,250,0,250,0" /></mjloggm>'
)

_WINDS = {str(SEAT_WORDS[wind]): wind.name for wind in Wind}
_YES_NO = {"true": True, "false": False}
#: a part of the answers is sent on when it is so large, or so old in seconds
_PART, _WAIT = 1 << 15, 0.1


class _Records:
    """Records that came, and how to judge them."""

    def __init__(self, data: io.BytesIO, given: str, query: Mapping[str, str]):
        flaws: list[Flaw] = []
        self.lang = query["lang"]
        self.rules = _rules(query["rules"], flaws) if "rules" in query else None
        self._ask(query, flaws)
        if flaws:
            raise Refused(flaws)
        self._parts = Parts(data.getvalue(), given)

    def _ask(self, query: Mapping[str, str], flaws: list[Flaw]) -> None:
        """What else is asked for."""

    def games(self, seconds: float) -> Iterator[Game | Unread | None]:
        """The games, one after another; None, once, where there are more than are answered, or they take too long."""
        ends, n = time.monotonic() + seconds, 0
        for part in self._parts:
            for text in texts(unpacked(part.name, io.BytesIO(part.data))):
                if n == MOST_GAMES or time.monotonic() > ends:
                    yield None
                    return
                n += 1
                yield text if isinstance(text, Unread) else text.read()

    def left_out(self) -> str:
        """Why the rest isn't answered."""
        t, bounds = speaker(self.lang), {"n": MOST_GAMES, "seconds": MOST_SECONDS}
        return t("Answered as far as {n} games or {seconds} seconds reach: send fewer at a time, or use the command.", **bounds)


class Audit(_Records):
    """Records to be judged: a line for each game, then one for each hand in which something differs, and a summary last.

    Parameters
    ----------
    data : binary stream
        The whole body.
    given : str
        Its content type.
    query : mapping
        ``lang`` and, as far as they were told, ``rules`` and ``explain``.

    Raises
    ------
    Refused
        If it can't be answered at all; what is wrong with one record is told in its place.
    """

    type, filename = "application/x-ndjson", ""

    def _ask(self, query: Mapping[str, str], flaws: list[Flaw]) -> None:
        self.explain = _yes(query, "explain", True, flaws)
        self._drawn = 0

    def answers(self) -> Iterator[bytes]:
        """The lines, some at a time."""
        held, size, since = [], 0, time.monotonic()
        for line in self._lines():
            held.append(encoded(line) + b"\n")
            size += len(held[-1])
            if size > _PART or time.monotonic() - since > _WAIT:
                yield b"".join(held)
                held, size, since = [], 0, time.monotonic()
        yield b"".join(held)

    def _lines(self) -> Iterator[dict[str, Any]]:
        ends = time.monotonic() + MOST_SECONDS
        n = Counter(dict.fromkeys(("games", "rounds", "wins", "draws", "findings", "unreadable"), 0))
        complete = True
        for one in self.games(MOST_SECONDS):
            if one is None:
                complete = False
                break
            report = judge(one, self.rules)
            told = _game_line(report, self.rules)
            for key in n:
                n[key] += told.get(key, 0)
            n["games"] += report.game is not None
            yield told
            for board, findings in self._hands(report):
                yield self._hand_line(report.record, board, findings)
                if time.monotonic() > ends:
                    complete = False
                    break
        yield {"schema": AUDIT, "is": "summary", **n, "complete": complete, "left_out": "" if complete else self.left_out()}

    def _hands(self, report: Report) -> Iterator[tuple[Board | None, tuple[Finding, ...]]]:
        report = report._replace(findings=report.findings[:MOST_TOLD])
        for board, findings in drawn(report, self.rules, MOST_DRAWN - self._drawn):
            self._drawn += board is not None
            yield board, findings

    def _hand_line(self, record: str, board: Board | None, findings: tuple[Finding, ...]) -> dict[str, Any]:
        told = [self._told(finding) for finding in findings]
        drawing = None if board is None else board.to_dict(self.lang)
        return {"schema": AUDIT, "is": "hand", "record": record, "round": findings[0].round, "findings": told, "board": drawing}

    def _told(self, finding: Finding) -> dict[str, Any]:
        told = finding.to_dict(self.lang, self.explain)
        kept = {name: told[name] for name in ("seat", "topic", "told", "computed", "why")}
        title = speaker(self.lang)(TOPIC_WORDS[finding.topic])
        return {**kept, "wind": _WINDS.get(finding.seat, ""), "title": title, "lines": told.get("lines", [])}


def _game_line(report: Report, rules: RiichiRules | None) -> dict[str, Any]:
    game = report.game
    house = None if game is None else rules or game.rules
    return {
        **{"schema": AUDIT, "is": "game", "record": report.record, "format": "" if game is None else game.format},
        **{"rules": "" if house is None else house.name, "players": 0 if house is None else house.players},
        **{"rounds": 0 if game is None else len(game.rounds), "wins": report.wins, "draws": report.draws},
        **{"findings": len(report.findings) - report.unreadable, "unreadable": report.unreadable},
    }


class Stats(_Records):
    """Records to be counted: one answer, with tables and, where Altair is there, pictures.

    Parameters
    ----------
    data : binary stream
        The whole body.
    given : str
        Its content type.
    query : mapping
        ``lang`` and, as far as they were told, ``rules``, ``by`` and ``charts``.
    """

    type, filename = "application/json", ""

    def _ask(self, query: Mapping[str, str], flaws: list[Flaw]) -> None:
        self.by = query.get("by", PLAYER)
        if self.by not in BY:
            flaws.append(_bad("by", self.by, BY))
        self.charts = _yes(query, "charts", True, flaws)

    def answers(self) -> Iterator[bytes]:
        """The answer."""
        counting, complete = Counting(self.by, self.rules), True
        for one in self.games(MOST_COUNTING):
            if one is None:
                complete = False
                break
            counting.add(one)
        found = counting.result()
        tables = [{**section._asdict(), "head": list(section.head)} for section in sections(found, self.lang)]
        yield encoded(
            {
                **{**found.to_dict(self.lang), "schema": SCHEMA, "ok": True, "headline": headline(found, self.lang), "tables": tables},
                "svg": self._svg(found) if self.charts and found.hands else None,
                **{"complete": complete, "left_out": "" if complete else self.left_out()},
            }
        )

    def _svg(self, found: Any) -> str | None:
        if any(importlib.util.find_spec(name) is None for name in ("altair", "vl_convert")):
            return None
        from ..records import charts  # here: it takes a second, and the extra charts

        return charts.svg(found, self.lang)


def _rules(told: str, flaws: list[Flaw]) -> RiichiRules | None:
    """The rules that are named, or told as an object of a base and switches."""
    found = read_rules(_spec(told), flaws)
    if found is not None and not isinstance(found, RiichiRules):
        why = worded("the rules {name} are none of riichi: records are of riichi", name=found.name)
        flaws.append(Flaw("bad_rules", why, "rules"))
        return None
    return found


def _spec(told: str) -> Any:
    if not told.lstrip().startswith("{"):
        return told
    found = decode(told.encode("utf-8", "replace"))
    if isinstance(found, Refusal):
        raise Refused(found.flaws)
    return found


def _yes(query: Mapping[str, str], name: str, usual: bool, flaws: list[Flaw]) -> bool:
    told = query.get(name)
    if told is not None and told not in _YES_NO:
        flaws.append(_bad(name, told, tuple(_YES_NO)))
    return usual if told is None else _YES_NO.get(told, usual)


def _bad(field: str, value: str, allowed: tuple[str, ...]) -> Flaw:
    names = worded("one of {names}", names=", ".join(allowed))
    told = worded("{field} is {value}: it is {allowed}", field=field, value=repr(shorten(value)), allowed=names)
    return Flaw("bad_value", told, field)
