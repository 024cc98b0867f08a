"""A riichi table when the hand is over: wins with their prices, or a draw, checked with every fault at once and settled.

The quick tables of prices are `chouma.table`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..errors import Fault, HandError, Problem, RuleError, UnknownNameError, listed, show, worded
from ..hand import RON, Hand
from ..lines import Explanation, Line
from ..messages import says, speaker
from ..seats import SEAT_WORDS, Wind
from ..settlement import LETTERS, Ledger, Said
from ..tiles import N_TILES, NAMES, ONE, copies, count
from .cells import KnownWorth, why_impossible, worth, yakuman_worth
from .draws import (
    ABORTIVE_DRAWS,
    EXHAUSTIVE,
    KINDS,
    NAGASHI,
    settle_abortive,
    settle_chombo,
    settle_exhaustive,
    settle_nagashi,
)
from .engine import BY_ID, engine
from .liability import fed
from .limits import LIMIT_WORDS, YAKUMAN
from .names import YAKU_NAMES
from .rules import RiichiRules
from .settle import CHOMBO, Liable, Settled, Won, in_turn, settle_wins

#: who is liable is read off the groups, or nobody is
AUTO, NOBODY = "auto", "none"


class Pao(NamedTuple):
    """A player who is said to be liable.

    Attributes
    ----------
    seat : Wind
    yakuman : tuple of str
        For which; empty for whichever of the hand's yakuman the rules know liability for.
    """

    seat: Wind
    yakuman: tuple[str, ...] = ()


class Claim(NamedTuple):
    """One win as it was given, with its price.

    Attributes
    ----------
    where : str
        The part of the input: ``wins[0]``.
    seat : Wind or None
        None where it couldn't be read.
    by : str or None
        ``ron`` or ``tsumo``.
    giver : Wind or None
        Who discarded the winning tile.
    base, points : int
        Base points; what the others pay together.
    yakuman : tuple of (str, int)
        The yakuman that the hand holds, each with how many it counts.
    hand : Hand or None
        Where it is known.
    shown : tuple of int
        The dora and ura indicators that were told with it.
    pao : str or tuple of Pao
    detail : object
        What the price comes from; it can ``explain(lang)`` itself and has ``to_dict()``.
    """

    where: str
    seat: Wind | None
    by: str | None
    giver: Wind | None
    base: int = 0
    points: int = 0
    yakuman: tuple[tuple[str, int], ...] = ()
    hand: Hand | None = None
    shown: tuple[int, ...] = ()
    pao: str | tuple[Pao, ...] = AUTO
    detail: Any = None


class Stated(NamedTuple):
    """A win that is known by han and fu, or by its yakuman.

    Attributes
    ----------
    known : KnownWorth
    yakuman : tuple of (str, int)
        Its yakuman by their ids, each with how many it counts, where they are told.
    """

    known: KnownWorth
    yakuman: tuple[tuple[str, int], ...] = ()

    def explain(self, lang: str = "en") -> Explanation:
        """The worth in words."""
        t = speaker(lang)
        han, fu, n, _, limit = self.known
        if self.yakuman:
            named = tuple(Line(id, YAKU_NAMES[id].text(lang), worth, "yakuman") for id, worth in self.yakuman)
            return Explanation(named, t.lang)
        if n:
            return Explanation((Line("worth", t.plural("{n} yakuman", "{n} yakuman", n)),), t.lang)
        lines = [Line("worth", t("{han} han {fu} fu", han=han, fu=fu) if fu else t("{han} han", han=han))]
        lines += [Line("limit", t(LIMIT_NAMES[limit]))] if limit else []
        return Explanation(tuple(lines), t.lang)

    def to_dict(self) -> dict[str, Any]:
        """The worth as the wire form has it."""
        han, fu, n, base, limit = self.known
        named = {"yaku": [{"id": id, "yakuman": worth} for id, worth in self.yakuman]} if self.yakuman else {}
        return {"han": han, "fu": fu, **named, "yakuman": n, "limit": limit, "base": base}


#: the limits that han and fu reach, in words
LIMIT_NAMES = {**LIMIT_WORDS, "kiriage_mangan": says("mangan, rounded up")}


def by_han(han: int, fu: int | None, by: str | None, rules: RiichiRules) -> Stated:
    """The worth of a win by han and fu.

    Raises
    ------
    RuleError
        If no hand that is won so has them.
    """
    known = worth(han, fu, rules)
    if fu is not None and by is not None and (why := why_impossible(han, fu, by, rules)):
        raise RuleError(worded("no hand has {han} han {fu} fu by {by}: {why}", han=han, fu=fu, by=by, why=why))
    return Stated(known)


def by_yakuman(ids: int | Sequence[str], rules: RiichiRules) -> Stated:
    """The worth of a win by its yakuman: their ids, or how many they count.

    Raises
    ------
    RuleError
        If there is no such yakuman under the rules, or two of them don't go together.
    """
    if isinstance(ids, int):
        return Stated(yakuman_worth(ids, rules))
    entries = {entry.id: entry for entry in engine(rules).in_order if entry.worth.yakuman}
    if rules.aotenjou != "off":
        yakuman_worth(1, rules)  # which tells that there are none
    found = {}
    for id in ids:
        if id not in entries:
            raise UnknownNameError("yakuman", id, entries)
        found[id] = entries[id].worth.yakuman * (2 if entries[id].doubled else 1)
    if not found:
        raise RuleError("yakuman is empty: name those of the hand, or give han and fu")
    for above in found:
        if dropped := [id for id in found if above in BY_ID and id in BY_ID[above].supersedes]:
            raise RuleError(worded("{yaku} takes the place of {other}: name it alone", yaku=above, other=dropped[0]))
    if not rules.yakuman_stacking:
        highest = max(found, key=lambda id: found[id])
        return Stated(yakuman_worth(found[highest], rules), tuple(found.items()))
    return Stated(yakuman_worth(sum(found.values()), rules), tuple(found.items()))


# --------------------------------------------------------------------------------------------------- wins


def settle_claims(
    claims: Sequence[Claim], rules: RiichiRules, *, honba: int = 0, deposits: int = 0, wrong: Iterable[Fault] = ()
) -> Ledger:
    """The ledger of one win, or several on one discard.

    Raises
    ------
    HandError
        Everything that is wrong, at once.
    """
    faults = [*wrong, *claim_faults(claims, rules)]
    if faults:
        raise HandError(faults)
    found = {claim.seat: (claim, *_liable(claim, rules)) for claim in claims}
    wins = [Won(claim.seat, claim.by, claim.base, claim.giver, liable) for claim, liable, _ in found.values()]  # type: ignore[arg-type]
    settled = settle_wins(wins, rules, honba=honba, deposits=deposits)
    paid = [found[seat] for seat in settled.winners]
    return ledger_of(settled, rules, [claim for claim, *_ in paid], [note for *_, told in paid for note in told])


def ledger_of(settled: Settled, rules: RiichiRules, claims: Iterable[Claim] = (), notes: Iterable[Said] = ()) -> Ledger:
    """A ledger of what was settled, and of the wins that are paid."""
    shown = {LETTERS[claim.seat]: claim for claim in claims if claim.seat is not None}
    return Ledger(
        settled.transfers,
        {seat: claim.points for seat, claim in shown.items()},
        rules=rules.wire,
        winner=settled.winners[0] if settled.winners else None,
        next_dealer=settled.next_dealer,
        deposits=settled.deposits_taken,
        players=rules.players,
        details={seat: claim.detail for seat, claim in shown.items() if claim.detail is not None},
        notes=(*notes, *settled.notes),
        winners=settled.winners,
        outcome=settled.outcome,
        next_honba=settled.next_honba,
        deposits_left=settled.deposits_left,
        penalties={LETTERS[seat]: points for seat, points in settled.penalties},
    )


def _liable(claim: Claim, rules: RiichiRules) -> tuple[tuple[Liable, ...], list[Said]]:
    """Who is liable for a win, as it was said or as the groups tell."""
    held = _liable_yakuman(claim, rules)
    if isinstance(claim.pao, tuple):
        given = [(one.seat, [id for id in one.yakuman or held if id in held]) for one in claim.pao]
        return tuple(Liable(seat, tuple(ids), sum(held[id] for id in ids)) for seat, ids in given), []
    if claim.pao == NOBODY or claim.hand is None or claim.seat is None:
        return (), []
    found: dict[Wind, list[str]] = {}
    notes = []
    for id in held:
        seat, note = fed(id, claim.hand, claim.seat, rules.players)
        notes += [note] if note else []
        if seat is not None:
            found.setdefault(seat, []).append(id)
    return tuple(Liable(seat, tuple(ids), sum(held[id] for id in ids)) for seat, ids in found.items()), notes


def _liable_yakuman(claim: Claim, rules: RiichiRules) -> dict[str, int]:
    """The yakuman of a win for which the rules know liability, each with how many it counts."""
    least = 0
    if not rules.yakuman_stacking and rules.pao_scope == "yakuman" and rules.aotenjou == "off":
        least = claim.base // YAKUMAN  # the highest alone is paid: for a lower one nobody is liable
    return {id: n for id, n in claim.yakuman if id in rules.pao and n >= least}


# --------------------------------------------------------------------------------------------------- what is wrong


def claim_faults(claims: Sequence[Claim], rules: RiichiRules) -> list[Fault]:
    """Everything that is wrong with some wins, but for what single hands have wrong."""
    if not claims:
        return [Fault(Problem.NO_WINNER, "nobody won: give the wins, or say that it was a draw", "wins")]
    return [
        *(fault for claim in claims for fault in _seat_faults(claim, rules)),
        *(fault for claim in claims for fault in _giver_faults(claim, claims)),
        *_company_faults(claims, rules),
        *(fault for claim in claims for fault in _pao_faults(claim, rules)),
        *_copy_faults(claims, rules),
    ]


def not_in_game(seat: Wind | None, where: str, rules: RiichiRules) -> list[Fault]:
    """What is wrong with a seat at a table of three."""
    if seat is None or seat < rules.players:
        return []
    return [Fault(Problem.SEAT_NOT_IN_GAME, worded(
        "{field} is {seat}: three players sit E, S and W",
        field=where, seat=LETTERS[seat],
    ), where)]


def _seat_faults(claim: Claim, rules: RiichiRules) -> Iterator[Fault]:
    yield from not_in_game(claim.seat, f"{claim.where}.seat", rules)
    yield from not_in_game(claim.giver, f"{claim.where}.from", rules)


def _giver_faults(claim: Claim, claims: Sequence[Claim]) -> Iterator[Fault]:
    where = f"{claim.where}.from"
    if claim.seat is None or claim.by is None:
        return
    who = SEAT_WORDS[claim.seat]
    if claim.by == RON and claim.giver is None:
        yield Fault(Problem.NO_DISCARDER, worded("{who} wins by ron: say from whom the tile came", who=who), where)
    elif claim.by != RON and claim.giver is not None:
        told = worded(
            "{who} wins by self-draw, and from is {giver}: take it away, or give the win by ron",
            who=who, giver=LETTERS[claim.giver],
        )
        yield Fault(Problem.BAD_DISCARDER, told, where)
    elif claim.giver is claim.seat:
        yield Fault(Problem.BAD_DISCARDER, worded("{who} wins and is said to have discarded the tile: name another seat", who=who), where)
    elif claim.giver is not None and any(other.seat is claim.giver for other in claims):
        told = worded("{who} wins on a tile of {seat}, who is said to win too: one of them is wrong", who=who, seat=SEAT_WORDS[claim.giver])
        yield Fault(Problem.BAD_DISCARDER, told, where)


def _company_faults(claims: Sequence[Claim], rules: RiichiRules) -> Iterator[Fault]:
    """What is wrong with several wins together."""
    if len(claims) < 2:
        return
    seats = [claim.seat for claim in claims if claim.seat is not None]
    for seat in dict.fromkeys(seats):
        if seats.count(seat) > 1:
            yield Fault(Problem.TWO_WINNERS, worded("{seat} wins twice: give each win once", seat=SEAT_WORDS[seat]), "wins")
    if drew := [claim for claim in claims if claim.by is not None and claim.by != RON]:
        told = worded("a self-draw ends the hand: several win by ron on one discard only")
        yield Fault(Problem.TWO_WINNERS, told, f"{drew[0].where}.by")
    givers = dict.fromkeys(claim.giver for claim in claims if claim.giver is not None)
    if len(givers) > 1:
        told = worded(
            "the winning tile is said to come from {seats}: one discard has one giver",
            seats=listed([SEAT_WORDS[seat] for seat in givers], worded("{one} and from {other}")),
        )
        yield Fault(Problem.BAD_DISCARDER, told, "wins")
    tiles = dict.fromkeys(claim.hand.win for claim in claims if claim.hand is not None and claim.hand.win is not None)
    if len(tiles) > 1:
        told = worded(
            "the hands win on {tiles}: one discard is one tile",
            tiles=listed([NAMES[tile] for tile in tiles], worded("{one} and on {other}")),
        )
        yield Fault(Problem.TWO_WINNERS, told, "wins")


def _pao_faults(claim: Claim, rules: RiichiRules) -> Iterator[Fault]:
    if not isinstance(claim.pao, tuple):
        return
    where, held = f"{claim.where}.pao", dict(claim.yakuman)
    known = _liable_yakuman(claim, rules)
    named = [id for one in claim.pao for id in one.yakuman]
    for i, one in enumerate(claim.pao):
        yield from not_in_game(one.seat, where, rules)
        if one.seat is claim.seat:
            yield Fault(Problem.BAD_LIABLE, worded(
                "{seat} wins and is said to be liable: name who fed the hand",
                seat=SEAT_WORDS[one.seat],
            ), where)
        if one.seat in [other.seat for other in claim.pao[:i]]:
            yield Fault(Problem.BAD_LIABLE, worded(
                "{seat} is said to be liable twice: name all yakuman together",
                seat=SEAT_WORDS[one.seat],
            ), where)
    for id in dict.fromkeys(named):
        if id not in rules.pao:
            have = ", ".join(rules.pao) or worded("no yakuman")
            yield Fault(Problem.BAD_LIABLE, worded(
                "the rules {rules} know no liability for {id}, but for {have}",
                rules=rules.name, id=id, have=have,
            ), where)
        elif id not in held:
            yield Fault(Problem.BAD_LIABLE, worded("the hand holds no {id}, for which a player is said to be liable", id=id), where)
        elif named.count(id) > 1:
            yield Fault(Problem.BAD_LIABLE, worded("two players are said to be liable for {id}: one is", id=id), where)
    if not all(one.yakuman for one in claim.pao) and (not known or len(claim.pao) > 1):
        each, away = worded("say for which yakuman each"), worded("take pao away")
        mend = each if known else away
        which = ", ".join(rules.pao) or worded("those with liability")
        two, none = worded("two players are liable"), worded("the hand holds none of {yakuman}", yakuman=which)
        what = two if known else none
        yield Fault(Problem.BAD_LIABLE, worded("{what}: {mend}", what=what, mend=mend), where)


def _copy_faults(claims: Sequence[Claim], rules: RiichiRules) -> Iterator[Fault]:
    """More copies in several hands than there are; what one hand alone has too many of, it is told itself."""
    hands = {claim.seat: claim.hand for claim in claims if claim.hand is not None and claim.seat is not None}
    if len(hands) < 2:
        return
    held = {seat: hand.all_counts for seat, hand in hands.items()}
    # the discard lies there once
    shared = [hand.win for hand in hands.values() if hand.win is not None]
    shown = max((claim.shown for claim in claims), key=len)
    total = sum(held.values()) + count(shown)
    total -= (len(shared) - 1) * ONE[shared[0]] if len(set(shared)) == 1 else 0
    if not total + rules.stock.room & rules.stock.high_bits:
        return
    for tile in range(N_TILES):
        n, most = copies(total, tile), rules.stock.available(tile)
        if n > most and max(copies(counts, tile) for counts in held.values()) <= most:
            having = [(seat, copies(counts, tile)) for seat, counts in held.items() if copies(counts, tile)]
            told = {"n": n, "tile": NAMES[tile], "most": most}
            told["where"] = listed([worded("{seat} {n}", seat=SEAT_WORDS[seat], n=has) for seat, has in having])
            sentence = worded("{n} copies of {tile} on the table ({where}), and there are {most}: change one", **told)
            yield Fault(Problem.FIFTH_COPY, sentence, "wins")


# --------------------------------------------------------------------------------------------------- draws


def settle_draw(
    kind: str,
    rules: RiichiRules,
    *,
    tenpai: Collection[Wind] | None = None,
    nagashi: Collection[Wind] = (),
    honba: int = 0,
    deposits: int = 0,
) -> Ledger:
    """The ledger of a draw.

    Parameters
    ----------
    kind : str
        One of `chouma.riichi.draws.KINDS`.
    rules : RiichiRules
    tenpai : collection of Wind, optional
        At an exhaustive draw, also with nagashi mangan; nobody if not given.
    nagashi : collection of Wind
        Who has nagashi mangan.
    honba, deposits : int

    Raises
    ------
    HandError
        Everything that is wrong, at once.
    """
    faults = list(draw_faults(kind, rules, tenpai, nagashi))
    if faults:
        raise HandError(faults)
    on_table = {"honba": honba, "deposits": deposits}
    if kind == NAGASHI:
        return ledger_of(settle_nagashi(nagashi, tenpai or (), rules, **on_table), rules)
    if kind == EXHAUSTIVE:
        return ledger_of(settle_exhaustive(tenpai or (), rules, **on_table), rules)
    return ledger_of(settle_abortive(kind, **on_table), rules)


def draw_faults(kind: str, rules: RiichiRules, tenpai: Collection[Wind] | None, nagashi: Collection[Wind]) -> Iterator[Fault]:
    """Everything that is wrong with a draw."""
    where = "draw.kind"
    if kind not in KINDS:
        yield Fault(Problem.BAD_VALUE, UnknownNameError("kind of draw", kind, KINDS).message, where)
        return
    if ABORTIVE_DRAWS.get(kind, 0) > rules.players:
        yield Fault(Problem.BAD_VALUE, worded("{kind} takes four players, and {players} play", kind=kind, players=rules.players), where)
    if kind in ABORTIVE_DRAWS and tenpai:
        yield Fault(Problem.BAD_VALUE, worded("{kind} pays nobody: take tenpai away", kind=kind), "draw.tenpai")
    if kind != NAGASHI and nagashi:
        yield Fault(Problem.TWO_OUTCOMES, worded(
            "kind is {kind}, and {seats} is said to have nagashi: one of them",
            kind=kind, seats=_names(nagashi),
        ), "draw.nagashi")
    if kind == NAGASHI and not nagashi:
        yield Fault(Problem.NO_WINNER, "kind is nagashi, and nobody is said to have it: name the seats", "draw.nagashi")
    if kind == NAGASHI and rules.nagashi_mangan == "off":
        yield Fault(Problem.BAD_VALUE, worded(
            "the rules {rules} know no nagashi mangan: it is an exhaustive draw",
            rules=rules.name,
        ), where)
    for name, seats in (("draw.tenpai", tenpai or ()), ("draw.nagashi", nagashi)):
        for seat in seats:
            yield from not_in_game(seat, name, rules)
    if kind == EXHAUSTIVE and (why := rules.why_noten_is_uneven()):
        yield Fault(Problem.BAD_VALUE, why, "rules.noten_points")


def _names(seats: Iterable[Wind]) -> str:
    return listed([SEAT_WORDS[seat] for seat in seats])


def settle_fault(
    seat: Wind,
    rules: RiichiRules,
    *,
    points: int | None = None,
    riichi: Collection[Wind] = (),
    honba: int = 0,
    deposits: int = 0,
) -> Ledger:
    """The ledger of a chombo; see `chouma.riichi.draws.settle_chombo`.

    Raises
    ------
    HandError
        Everything that is wrong, at once.
    """
    faults = not_in_game(seat, "chombo.seat", rules)
    for one in riichi:
        faults += not_in_game(one, "chombo.riichi", rules)
    if len(riichi) > deposits:
        told = worded(
            "{n} declared riichi in this hand, and deposits is {deposits}: it holds their sticks too",
            n=len(riichi), deposits=show(deposits),
        )
        faults.append(Fault(Problem.BAD_VALUE, told, "deposits"))
    try:
        settled = settle_chombo(seat, rules, points=points, riichi=riichi, honba=honba, deposits=deposits)
    except RuleError as refused:
        faults.append(Fault(Problem.BAD_VALUE, refused.reasons[0], "chombo.points"))
    if faults:
        raise HandError(faults)
    return ledger_of(settled, rules)


__all__ = [
    "AUTO",
    "CHOMBO",
    "NOBODY",
    "Claim",
    "Pao",
    "Stated",
    "by_han",
    "by_yakuman",
    "claim_faults",
    "in_turn",
    "ledger_of",
    "settle_claims",
    "settle_draw",
    "settle_fault",
]
