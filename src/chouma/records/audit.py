"""Game records judged: every win, every draw and the final count computed again, and what differs told."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import IO, Any, NamedTuple

from ..errors import HandError, RuleError, listed, said_in, worded
from ..game.placing import final_count, thousands
from ..hand import RON, TSUMO, Hand, Win
from ..lines import Explanation
from ..messages import says, speaker
from ..result import Score
from ..riichi.draws import EXHAUSTIVE, NAGASHI, settle_abortive, settle_exhaustive, settle_nagashi
from ..riichi.engine import engine
from ..riichi.rules import RiichiRules
from ..riichi.rules import rules as riichi_rules
from ..riichi.settle import STICK, Settled, Won, settle_wins
from ..riichi.table import Claim, settle_claims
from ..rulesets import RuleSet
from ..score import score_hand
from ..seats import SEAT_WORDS, Wind
from ..settlement import signed
from ..settling.wins import held_yakuman
from ..tiles import name
from .formats import games
from .model import INDICATOR, Finals, Game, Round, ToldDraw, ToldWin
from .named import NamedEnd, NamedFu, NamedYaku
from .replay import NINE_KINDS, Table, replay
from .seats import told_hand
from .sources import Unread

#: what a finding is about
UNREADABLE, PLAY, HAND, INDICATORS, NO_WIN, YAKU, HAN, FU, LIMIT, POINTS, LIABLE, DELTAS, DRAW, TENPAI, NEXT, FINAL = TOPICS = (
    *("unreadable", "play", "hand", "indicators", "no_win", "yaku", "han", "fu", "limit", "points", "liable", "deltas"),
    *("draw", "tenpai", "next", "final"),
)

#: what each is called
TOPIC_WORDS = {
    **{UNREADABLE: says("can't be read"), PLAY: says("play"), HAND: says("hand"), INDICATORS: says("indicators"), NO_WIN: says("win")},
    **{YAKU: says("yaku"), HAN: says("han"), FU: says("fu"), LIMIT: says("limit"), POINTS: says("points"), LIABLE: says("liable")},
    **{DELTAS: says("payments"), DRAW: says("draw"), TENPAI: says("tenpai"), NEXT: says("next hand"), FINAL: says("final count")},
}

_NO_LIMIT = worded("none")
_DORA = ("dora", "ura", "aka", "kita")
_DORA_IDS = ("dora", "ura_dora", "aka_dora", "kita_dora")


class Finding(NamedTuple):
    """One thing in a record that isn't as it is computed.

    Attributes
    ----------
    record : str
        The file, and which game of it.
    round : str
        The hand, such as E3.1 for the first counter of East 3; empty for the whole game.
    seat : str
        The wind of the seat in that hand; empty where it is no matter of one.
    topic : str
        One of `TOPICS`.
    told, computed : str
        What the record says, and what is found.
    why : str
        In one sentence.
    detail : object
        What it was computed from, where it can tell: it can ``explain(lang)`` itself.
    """

    record: str
    round: str
    seat: str
    topic: str
    told: str
    computed: str
    why: str
    detail: Any = None

    @property
    def is_unreadable(self) -> bool:
        """Whether it tells of a part that can't be read."""
        return self.topic == UNREADABLE

    def to_dict(self, lang: str = "en", explain: bool = False) -> dict[str, Any]:
        """The finding for JSON."""
        told = {field: said_in(getattr(self, field), lang) for field in self._fields[:-1]}
        lines = self.explain(lang) if explain else None
        return told if lines is None else {**told, "lines": lines.to_dict()}

    def explain(self, lang: str = "en") -> Explanation | None:
        """The derivation of what was computed; None where there is none."""
        return None if self.detail is None else self.detail.explain(lang)

    def text(self, lang: str = "en") -> str:
        """The finding in one line."""
        t = speaker(lang)
        where = " ".join(part for part in (self.record, self.round, said_in(self.seat, lang)) if part)
        values = {"where": where, "topic": t(TOPIC_WORDS[self.topic]), "why": said_in(self.why, lang)}
        if not self.told and not self.computed:
            return t("{where}: {topic}: {why}", **values)
        values |= {"told": said_in(self.told, lang), "computed": said_in(self.computed, lang)}
        return t("{where}: {topic}: the record says {told}, computed {computed}: {why}", **values)

    def __str__(self) -> str:
        return self.text()


class Report(NamedTuple):
    """What was found in one game, or in a part that can't be read.

    Attributes
    ----------
    record : str
    game : Game or None
    wins, draws : int
        How many were computed again.
    findings : tuple of Finding
    """

    record: str
    game: Game | None
    wins: int
    draws: int
    findings: tuple[Finding, ...]

    @property
    def unreadable(self) -> int:
        """How many parts couldn't be read."""
        return sum(one.is_unreadable for one in self.findings)


def unreadable(record: str, why: str, round: str = "") -> Finding:
    """The finding about a part that can't be read."""
    return Finding(record, round, "", UNREADABLE, "", "", why)


def audit_game(game: Game, rules: RiichiRules | None = None) -> Report:
    """Judge one game.

    Parameters
    ----------
    game : Game
    rules : RiichiRules, optional
        In place of those of the record.
    """
    house = rules or game.rules
    found: list[Finding] = []
    for index, why in game.problems:
        found.append(unreadable(game.id, why, "" if index is None else f"#{index + 1}"))
    wins = draws = 0
    before: JudgedHand | None = None
    whole = not game.problems
    for round in game.rounds:
        if round.players != house.players:
            told = {"n": round.players, "rules": house.name, "players": house.players}
            why = worded("{n} play in the record, and the rules {rules} are for {players}", **told)
            found.append(unreadable(game.id, why, str(round)))
            return Report(game.id, game, wins, draws, tuple(found))
        judged = JudgedHand(game.id, round, house)
        if whole and before is not None:
            found += before.followed_by(round)
        found += judged.findings()
        wins, draws = wins + len(round.wins), draws + (round.draw is not None)
        before = judged
    if before is not None and game.finals is not None:
        found += before.ended(game.finals, whole)
    return Report(game.id, game, wins, draws, tuple(found))


class JudgedHand:
    """One hand, played again and settled.

    Attributes
    ----------
    table : Table
        At the end of the play.
    scores : dict of int to Score
        What each winner's hand is worth, by seat, as far as it is worth something.
    settled : Settled or None
        Once it is judged: who pays whom; None where that can't be told.
    """

    def __init__(self, record: str, round: Round, rules: RiichiRules):
        self.record, self.round, self.rules = record, round, rules
        self.table: Table = replay(round)
        self.deposits = round.deposits + len(self.table.sticks)
        self.scores: dict[int, Score] = {}
        self.settled: Settled | None = None
        self.found: list[Finding] = []

    def _find(self, topic: str, told: str, computed: str, why: str, seat: int | None = None, detail: Any = None) -> None:
        wind = "" if seat is None else SEAT_WORDS[self.round.seat_wind(seat)]
        self.found.append(Finding(self.record, str(self.round), wind, topic, told, computed, why, detail))

    @property
    def paid(self) -> list[int] | None:
        """What each seat won or lost, once it is judged; None where that can't be told."""
        if self.settled is None:
            return None
        paid = _paid(self.settled, self.round.players)
        return [paid[self.round.seat_wind(seat)] for seat in range(self.round.players)]

    def findings(self) -> list[Finding]:
        """Everything that differs in this hand."""
        for problem in self.table.problems:
            self._find(PLAY, "", "", problem)
        if self.round.wins:
            self._wins(self.round.wins)
        elif self.round.draw is not None:
            self._draw(self.round.draw)
        return self.found

    # ------------------------------------------------------------------------------------------ wins

    def _wins(self, wins: Sequence[ToldWin]) -> None:
        scored = [(told, self._scored(told)) for told in wins]
        if not all(score for _, score in scored):
            return
        claims = [self._claim(told, score) for told, score in scored if score]
        on_table = {"honba": self.round.honba, "deposits": self.deposits}
        try:
            # whether several wins can be of one discard is looked at there
            if len(claims) > 1 or any(claim.yakuman for claim in claims):
                ledger = settle_claims(claims, self.rules, **on_table)
                paid = [ledger.deltas[wind.name] for wind in ledger.seats]
                self._liable(wins, ledger.transfers)
                left = ledger.next_dealer or Wind.E, ledger.next_honba or 0, ledger.deposits_left or 0
                self.settled = Settled(ledger.outcome, ledger.transfers, ledger.winners, *left)
            else:
                won = [Won(claim.seat, claim.by, claim.base, claim.giver) for claim in claims]  # type: ignore[arg-type]
                self.settled = settle_wins(won, self.rules, **on_table)
                paid = _paid(self.settled, self.round.players)
        except (HandError, RuleError) as refused:
            self._find(DELTAS, "", "", worded("the wins can't be settled together: {why}", why=refused.parts[0]), wins[0].seat)
            return
        self._compare_deltas(paid, claims)

    def _claim(self, told: ToldWin, score: Score) -> Claim:
        seat = self.round.seat_wind(told.seat)
        giver = None if told.giver is None else self.round.seat_wind(told.giver)
        yakuman = held_yakuman(score) if score.yakuman else ()
        by = TSUMO if told.giver is None else RON
        return Claim("wins", seat, by, giver, score.base, 0, yakuman, score.hand, (), detail=score)

    def _scored(self, told: ToldWin) -> Score | None:
        played = self.table.won(told.seat, told.giver, told.tile)
        claimed = told_hand(told)
        if not self.table.offered(told.seat, told.giver):
            drew, threw = worded("the play ends without a draw of this seat"), worded("the play ends without a discard of that seat")
            self._find(PLAY, "", "", drew if told.giver is None else threw, told.seat)
        hand = played.hand or claimed
        if hand is None:
            self._find(NO_WIN, "", "", worded("the record shows neither the play nor the hand of this seat"), told.seat)
            return None
        if claimed is not None and played.hand is not None and not _same_hand(claimed, played.hand):
            self._find(HAND, str(claimed), str(played.hand), worded("the deal and the play come to other tiles"), told.seat)
            hand = claimed
        how = self._how(told, played.how)
        try:
            found = score_hand(hand, how, engine(self.rules))
        except HandError as refused:
            why = worded("the hand {hand} can't be: {why}", hand=str(hand), why=refused.faults[0].message)
            self._find(NO_WIN, _worth_told(told), worded("nothing"), why, told.seat)
            return None
        if not isinstance(found, Score):
            no_yaku, no_win = worded("{hand} has no yaku", hand=str(hand)), worded("{hand} doesn't win", hand=str(hand))
            self._find(NO_WIN, _worth_told(told), worded("nothing"), no_yaku if found.reason == "no_yaku" else no_win, told.seat)
            return None
        self.scores[told.seat] = found
        self._compare(told, found)
        return found

    def _how(self, told: ToldWin, how: Win) -> Win:
        shown = how.dora_indicators
        if told.dora is not None and told.dora != shown:
            if any(event.what == INDICATOR for event in self.round.events) or len(told.dora) < len(shown):
                self._find(INDICATORS, name(told.dora), name(shown), worded("the play turned other indicators"), told.seat)
            shown = told.dora
        return how._replace(dora_indicators=shown, ura_indicators=told.ura or ())

    def _compare(self, told: ToldWin, score: Score) -> None:
        seat = told.seat
        if told.yakuman:
            mine = tuple(hit.id for hit in score.yaku)
            if sorted(mine) != sorted(told.yakuman) or not score.yakuman:
                why = _why_yaku(dict.fromkeys(told.yakuman, 0), dict.fromkeys(mine, 0))
                self._find(YAKU, _ids(told.yakuman), _ids(mine), why, seat, score)
        elif told.yaku is not None:
            theirs = told_han(told.yaku)
            ours = computed_han(score, "kita_dora" in theirs)
            if theirs != ours:
                self._find(YAKU, _han_text(theirs), _han_text(ours), _why_yaku(theirs, ours), seat, score)
        if told.han is not None and score.han is not None and told.han != score.han:
            self._find(HAN, str(told.han), str(score.han), worded("the yaku and dora come to {n} han", n=score.han), seat, score)
        if told.fu is not None and score.fu is not None and told.fu != score.fu:
            items = listed([worded("{yaku} {n}", yaku=NamedFu(item.id), n=item.fu) for item in score.fu_items])
            self._find(FU, str(told.fu), str(score.fu), worded("the fu are {items}", items=items), seat, score)
        limit = score.limit.removeprefix("kiriage_").removeprefix("counted_")
        if told.limit is not None and told.limit != limit:
            why = worded("the base points are {n}", n=score.base)
            self._find(LIMIT, told.limit or _NO_LIMIT, limit or _NO_LIMIT, why, seat, score)
        if told.points is not None and told.points != score.points:
            why = worded("{worth} cost {n}", worth=_worth(score), n=score.points)
            self._find(POINTS, str(told.points), str(score.points), why, seat, score)

    def _liable(self, wins: Sequence[ToldWin], transfers: Iterable[Any]) -> None:
        mine = {one.payer for one in transfers if one.why == "liability"}
        theirs = {self.round.seat_wind(told.pao) for told in wins if told.pao is not None}
        if mine != theirs:
            nobody = worded("nobody")
            why = worded("whoever gave the last group that shows the yakuman is liable")
            self._find(LIABLE, _winds(theirs) or nobody, _winds(mine) or nobody, why, wins[0].seat)

    def _compare_deltas(self, paid: Sequence[int], claims: Sequence[Claim] = ()) -> None:
        deltas = self.round.deltas
        mine = tuple(paid[self.round.seat_wind(seat)] for seat in range(self.round.players))
        if deltas is None or deltas == mine:
            return
        n, sticks = self.round.honba, self.deposits
        why = worded("settled again with counters: {n}, sticks: {sticks}", n=n, sticks=sticks)
        detail = settle_claims(claims, self.rules, honba=n, deposits=sticks) if claims else None
        self._find(DELTAS, _amounts(deltas), _amounts(mine), why, detail=detail)

    # ------------------------------------------------------------------------------------------ draws

    def _draw(self, told: ToldDraw) -> None:
        on_table = {"honba": self.round.honba, "deposits": self.deposits}
        if told.kind not in (EXHAUSTIVE, NAGASHI):
            self._abortive(told)
            self.settled = settle_abortive(told.kind, **on_table)
            self._compare_deltas([0] * self.round.players)
            return
        tenpai = self._tenpai(told)
        if tenpai is None:
            return
        nagashi = self.table.nagashi() if self.rules.nagashi_mangan != "off" else ()
        if bool(nagashi) != (told.kind == NAGASHI):
            why = worded("{seats} discarded terminals and honours alone", seats=self._seats(nagashi) or worded("nobody"))
            self._find(DRAW, NamedEnd(told.kind), NamedEnd(NAGASHI if nagashi else EXHAUSTIVE), why)
        if self.table.wall:
            self._find(DRAW, NamedEnd(told.kind), worded("play goes on"), worded("{n} tiles are left in the wall", n=self.table.wall))
        winds = [self.round.seat_wind(seat) for seat in range(self.round.players) if tenpai[seat]]
        if nagashi:
            self.settled = settle_nagashi([self.round.seat_wind(seat) for seat in nagashi], winds, self.rules, **on_table)
        else:
            self.settled = settle_exhaustive(winds, self.rules, **on_table)
        self._compare_deltas(_paid(self.settled, self.round.players))

    def _tenpai(self, told: ToldDraw) -> list[bool] | None:
        """Who is tenpai, by the play or, where that isn't known, as the record has it; None where neither tells."""
        found: list[bool] = []
        for seat in range(self.round.players):
            waits = self.table.waits(seat)
            theirs = told.tenpai[seat] if told.tenpai is not None else None
            if waits is None and theirs is None:
                return None
            mine = theirs if waits is None else bool(waits)
            if theirs is not None and theirs != mine:
                words = worded("noten"), worded("tenpai")
                hand = self.table.hand(seat)
                waits_for = name(waits or ()) or worded("nothing")
                why = worded("{hand} waits for {tiles}", hand=str(hand), tiles=waits_for)
                self._find(TENPAI, words[theirs], words[bool(mine)], why, seat)
            found.append(bool(mine))
        return found

    def _abortive(self, told: ToldDraw) -> None:
        table = self.table
        why = None
        if told.kind == "kyuushu_kyuuhai":
            kinds = [table.orphan_kinds(seat) for seat in range(self.round.players)]
            if None not in kinds and max(kinds) < NINE_KINDS:  # type: ignore[type-var]
                why = worded("nobody holds nine kinds of terminals and honours")
        elif told.kind == "suufon_renda" and not table.same_winds():
            why = worded("the first four discards aren't the same wind")
        elif told.kind == "suucha_riichi" and sum(map(bool, table.riichi)) < self.round.players:
            why = worded("not everyone declared riichi")
        elif told.kind == "suukan_sanra" and table.kans() < 4:
            why = worded("{n} kans were declared", n=table.kans())
        if why is not None:
            self._find(DRAW, NamedEnd(told.kind), worded("play goes on"), why)

    # ------------------------------------------------------------------------------------------ the game

    def _after(self) -> list[int] | None:
        """Points at the end of the hand, as the record pays it; None where it doesn't tell."""
        deltas = self.round.deltas
        if deltas is None:
            return None
        laid = [STICK * (seat in self.table.sticks) for seat in range(self.round.players)]
        return [score - stick + delta for score, stick, delta in zip(self.round.scores, laid, deltas, strict=True)]

    def followed_by(self, after: Round) -> list[Finding]:
        """What the next hand begins with, and shouldn't."""
        self.found = []
        scores, settled = self._after(), self.settled
        if scores is not None and tuple(scores) != after.scores:
            why = worded("the hand {round} ended with these points", round=str(self.round))
            self._next(after, _plain(after.scores), _plain(scores), why)
        if settled is None:
            return self.found
        dealer = (self.round.dealer + settled.next_dealer) % self.round.players
        mine = dealer, settled.next_honba, settled.deposits_left
        theirs = after.dealer, after.honba, after.deposits
        if mine != theirs:
            texts = [
                worded("dealer: player {n}, counters: {honba}, sticks: {sticks}", n=seat + 1, honba=honba, sticks=sticks)
                for seat, honba, sticks in (theirs, mine)
            ]
            outcome = NamedEnd(settled.outcome)
            self._next(after, *texts, worded("the hand {round} ended by {outcome}", round=str(self.round), outcome=outcome))
        return self.found

    def _next(self, after: Round, told: str, computed: str, why: str) -> None:
        self.found.append(Finding(self.record, str(after), "", NEXT, told, computed, why))

    def ended(self, told: Finals, whole: bool) -> list[Finding]:
        """What the final count has, and shouldn't."""
        found = []
        scores = self._after()
        if whole and scores is not None and self.settled is not None:
            final = final_count(scores, self.rules, deposits=self.settled.deposits_left, dealer=self.round.dealer)
            mine = tuple(row.score for row in sorted(final.rows))
            if mine != told.scores:
                why = worded("the last hand ended with these points")
                found.append(Finding(self.record, "", "", FINAL, _plain(told.scores), _plain(mine), why))
        if told.totals is not None:
            totals = final_count(told.scores, self.rules).totals
            if totals != told.totals:
                why = worded("by the final count of the rules {rules}", rules=self.rules.name)
                found.append(Finding(self.record, "", "", FINAL, _thousands(told.totals), _thousands(totals), why))
        return found

    def _seats(self, seats: Iterable[int]) -> str:
        return _winds(self.round.seat_wind(seat) for seat in seats)


# ---------------------------------------------------------------------------------------------------- words and sums


def _paid(settled: Settled, players: int) -> list[int]:
    """What each wind won and lost."""
    found = [0] * players
    for one in settled.transfers:
        found[one.receiver] += one.amount
        if one.payer is not None:
            found[one.payer] -= one.amount
    return found


def _same_hand(mine: Hand, theirs: Hand) -> bool:
    melds = [sorted((meld.group, meld.counts) for meld in hand.melds) for hand in (mine, theirs)]
    return (mine.counts, mine.norths, mine.win) == (theirs.counts, theirs.norths, theirs.win) and melds[0] == melds[1]


def told_han(yaku: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Yaku and dora with their han as a record tells them, each once."""
    found: dict[str, int] = {}
    for id, han in yaku:
        if han:
            found[id] = found.get(id, 0) + han
    return found


def computed_han(score: Score, norths_apart: bool) -> dict[str, int]:
    """Yaku and dora with their han; declared norths among the dora, unless the record tells them apart."""
    found = {hit.id: hit.han for hit in score.yaku}
    dora, ura, aka, kita = score.dora
    if not norths_apart:
        dora, kita = dora + kita, 0
    return found | {id: han for id, han in zip(_DORA_IDS, (dora, ura, aka, kita), strict=True) if han}


def _why_yaku(theirs: Mapping[str, int], ours: Mapping[str, int]) -> str:
    more = [id for id in ours if ours[id] != theirs.get(id)]
    less = [id for id in theirs if id not in ours]
    if more and less:
        return worded("hand and play give {more}, and not {less}", more=_ids(more), less=_ids(less))
    if more:
        return worded("hand and play give {more}", more=_ids(more))
    return worded("hand and play don't give {less}", less=_ids(less))


def _ids(ids: Iterable[str]) -> str:
    return listed([NamedYaku(id) for id in ids])


def _han_text(yaku: Mapping[str, int]) -> str:
    return listed([worded("{yaku} {n}", yaku=NamedYaku(id), n=han) for id, han in yaku.items()])


def _worth(score: Score) -> str:
    if score.yakuman:
        return worded("yakuman") if score.yakuman == 1 else worded("{n} yakuman", n=score.yakuman)
    return worded("{han} han {fu} fu", han=score.han, fu=score.fu) if score.fu else worded("{han} han", han=score.han)


def _worth_told(told: ToldWin) -> str:
    if told.points is not None:
        return worded("{n} points", n=told.points)
    return worded("a win")


def _winds(winds: Iterable[Wind]) -> str:
    return listed([SEAT_WORDS[wind] for wind in sorted(winds)])


def _amounts(deltas: Iterable[int]) -> str:
    return " ".join(map(signed, deltas))


def _plain(scores: Iterable[int]) -> str:
    return " ".join(map(str, scores))


def _thousands(totals: Iterable[int]) -> str:
    return " ".join(map(thousands, totals))


@lru_cache(maxsize=256)
def _changed(rules: RiichiRules, changes: tuple[tuple[str, Any], ...]) -> RiichiRules:
    return rules.but(**dict(changes))


def reports(
    paths: Iterable[str | os.PathLike[str]],
    rules: RuleSet | str | Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    stdin: IO[bytes] | None = None,
) -> Iterator[Report]:
    """Judge all games of some paths, one after another.

    Parameters
    ----------
    paths : iterable of str or path
        Files, folders, archives; ``-`` for standard input.
    rules : RuleSet, str or mapping, optional
        In place of those that the records tell.
    changes : mapping, optional
        Switches to set in the rules, whoever tells those.
    stdin : binary stream, optional
    """
    house = None if rules is None else riichi_rules(rules)  # type: ignore[arg-type]
    for one in games(paths, stdin):
        yield judge(one, house, tuple((changes or {}).items()))


def judge(one: Game | Unread, house: RiichiRules | None = None, changes: tuple[tuple[str, Any], ...] = ()) -> Report:
    """Judge a game by its own rules or those given, with some switches changed; of what can't be read that alone is told."""
    if isinstance(one, Unread):
        return Report(one.name, None, 0, 0, (unreadable(one.name, one.why),))
    rules = house or one.rules
    return audit_game(one, _changed(rules, changes) if changes else rules)


def audit(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, rules: RuleSet | str | Mapping[str, Any] | None = None
) -> Iterator[Finding]:
    """Recompute every win, every draw and the final count of game records, and tell what differs.

    Parameters
    ----------
    path : str, path or iterable of them
        Files, folders, zip and tar archives, plain or gzip. Tenhou's XML, the JSON of tenhou.net/6 and of Mahjong Soul, the lines of
        mjai and the 牌譜 of kobalab's programs are told by their content.
    rules : RuleSet, str or mapping, optional
        Riichi rules in place of those that the records tell.

    Yields
    ------
    Finding
        What differs, hand by hand; a part that can't be read is a finding too, of the topic ``unreadable``.

    Examples
    --------
    >>> import chouma
    >>> for finding in chouma.audit("nowhere.mjlog"): print(finding)
    nowhere.mjlog: can't be read: No such file or directory
    """
    paths = (path,) if isinstance(path, str | os.PathLike) else path
    for report in reports(paths, rules):
        yield from report.findings
