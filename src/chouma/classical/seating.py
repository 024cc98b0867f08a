"""What is given of a table: four hands, who won, how and from whom, read with every fault at once."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..asked import flag_names
from ..errors import AND, Fault, HandError, Problem, UnknownNameError, listed, nearest, shorten, show, unknown_key, worded
from ..hand import CLASSICAL_FLAGS, PON, RON, Hand, Meld, stock
from ..notation import read, read_tiles
from ..seats import SEAT_WORDS, Wind, wind
from ..settlement import LETTERS
from ..tiles import FIRST_FLOWER, KIND_OF, N_KINDS, N_TILES, NAMES, copies
from .score import DEALT

#: who is liable is worked out, or nobody is
AUTO, NOBODY = "auto", "none"

#: what is told of one hand
HAND_KEYS = ("hand", "win", "by", "won", "flags")

_WITH_FLOWERS = stock(4, 0, flowers=True)


class Seated(NamedTuple):
    """One hand at the table.

    Attributes
    ----------
    hand : Hand
    won : bool or str
        True by discard or self-draw, ``dealt`` as it was dealt.
    flags : tuple of str
        Of `chouma.hand.CLASSICAL_FLAGS`.
    """

    hand: Hand
    won: bool | str = False
    flags: tuple[str, ...] = ()


class Seating(NamedTuple):
    """A table as it was given.

    Attributes
    ----------
    hands : dict of Wind to Seated
        Those that could be read, in turn.
    unread : frozenset of Wind
        Seats whose hand was given and couldn't be read.
    discarder : Wind or None
        Who gave the winning tile; the robbed player, too.
    liable : Wind or str
        A seat, `AUTO` or `NOBODY`.
    false_win : Wind or None
    draw : bool
    round : Wind or None
    winners : tuple of Wind
        Whoever's hand is marked as won.
    winner : Wind or None
        The one who won, if one did.
    """

    hands: dict[Wind, Seated]
    unread: frozenset[Wind]
    discarder: Wind | None
    liable: Wind | str
    false_win: Wind | None
    draw: bool
    round: Wind | None
    winners: tuple[Wind, ...]
    winner: Wind | None

    @property
    def robbed(self) -> bool:
        """Whether the winner robbed a kong."""
        return self.winner is not None and "chankan" in self.hands[self.winner].flags


def seating(
    hands: Mapping[Any, Any],
    *,
    discarder: Wind | str | None = None,
    liable: Wind | str | None = AUTO,
    false_win: Wind | str | None = None,
    draw: bool = False,
    round: Wind | str | None = None,
    flags: Iterable[str] = (),
    notation: str | None = None,
) -> tuple[Seating, list[HandError]]:
    """Read what is given of a table; see `chouma.classical.table.settle`.

    Returns
    -------
    Seating
        What could be read.
    list of HandError
        What couldn't.
    """
    wrong: list[HandError] = []
    found, unread = _hands(hands, notation, wrong)
    if liable is None or liable == NOBODY:
        named: Wind | str = NOBODY
    elif liable == AUTO:
        named = AUTO
    else:
        seat = _seat(liable, "liable", wrong)
        named = AUTO if seat is None else seat
    winners = tuple([seat for seat, seated in found.items() if seated.won])
    table = Seating(
        found,
        frozenset(unread),
        _seat(discarder, "from", wrong),
        named,
        _seat(false_win, "false_win", wrong),
        draw,
        _seat(round, "round", wrong),
        winners,
        winners[0] if len(winners) == 1 else None,
    )
    return (_with_flags(table, flags, wrong) if flags else table), wrong


def _seat(value: Any, where: str, wrong: list[HandError]) -> Wind | None:
    try:
        return None if value is None else wind(value, where)
    except HandError as refused:
        wrong.append(refused)
        return None


def _hands(given: Mapping[Any, Any], notation: str | None, wrong: list[HandError]) -> tuple[dict[Wind, Seated], set[Wind]]:
    """The hands by seat, in turn, and the seats of those that can't be read."""
    found: dict[Wind, Seated] = {}
    unread: set[Wind] = set()
    for key, value in given.items():
        if value is None:
            continue
        try:
            seat = wind(key, "hands")
        except HandError:
            told = worded("a hand for {key}: seats are E, S, W and N", key=show(key))
            wrong.append(HandError([Fault(Problem.BAD_VALUE, told, f"hands.{shorten(str(key))}")]))
            continue
        if seat in found or seat in unread:
            told = worded("two hands for {seat}: each seat has one", seat=SEAT_WORDS[seat])
            wrong.append(HandError([Fault(Problem.BAD_VALUE, told, f"hands.{seat.name}")]))
            continue
        try:
            found[seat] = _seated(value, f"hands.{LETTERS[seat]}", notation)
        except HandError as refused:
            wrong.append(of_seat(refused, seat))
            unread.add(seat)
    return dict(sorted(found.items())), unread


def _seated(value: Any, where: str, notation: str | None) -> Seated:
    """One hand, as text, as a `Hand`, or as the wire form has it."""
    if isinstance(value, Hand):
        return Seated(value, value.win is not None)
    if not isinstance(value, Mapping):
        hand = read(value, notation, where)
        return Seated(hand, hand.win is not None)
    faults = []
    for key in value:
        if key not in HAND_KEYS:
            near = nearest(str(key), HAND_KEYS)
            told = unknown_key(key, near, HAND_KEYS)
            faults.append(Fault(Problem.BAD_VALUE, told, f"{where}.{shorten(str(key))}"))
    flags = tuple(flag_names(value.get("flags") or (), f"{where}.flags"))
    faults += _flag_faults(flags, where)
    won = value.get("won")
    if won not in (None, True, False, DEALT):
        faults.append(Fault(Problem.BAD_VALUE, worded("won is {won}: it is true, false or 'dealt'", won=show(won)), f"{where}.won"))
    text = value.get("hand")
    hand = text if isinstance(text, Hand) else read("" if text is None else text, notation, where)
    hand = _winning(hand, value, where, faults)
    faults += [] if faults else _won_faults(hand, won, where)
    if faults:
        raise HandError(faults)
    return Seated(hand, DEALT if won == DEALT else hand.win is not None, flags)


def _winning(hand: Hand, value: Mapping[str, Any], where: str, faults: list[Fault]) -> Hand:
    """The hand with its winning tile, if ``win`` and ``by`` give it."""
    win, by = value.get("win"), value.get("by")
    if win is None and by is None:
        return hand
    if win is None or by is None:
        told = worded("win and by go together: the tile, and ron for a discard or tsumo for a self-draw")
        faults.append(Fault(Problem.BAD_VALUE, told, f"{where}.{'win' if win is None else 'by'}"))
        return hand
    found = read_tiles(win, f"{where}.win") if isinstance(win, str) else (win,)
    if len(found) != 1 or not isinstance(found[0], int) or not 0 <= found[0] < N_TILES:
        faults.append(Fault(Problem.BAD_VALUE, worded("win is {win}: it is one tile", win=show(win)), f"{where}.win"))
        return hand
    return hand.winning(found[0], by)


def _won_faults(hand: Hand, won: Any, where: str) -> list[Fault]:
    """Where ``won`` doesn't fit the tiles."""
    if won is True and hand.win is None:
        told = worded("it won, and has no winning tile: write +2p by discard or *2p by self-draw")
        return [Fault(Problem.NO_WINNING_TILE, told, where)]
    if won in (False, DEALT) and won is not None and hand.win is not None:
        lost = worded("it did not win, and carries the winning tile {tile}: take one away", tile=NAMES[hand.win])
        dealt = worded("it wins as it was dealt, and carries the winning tile {tile}: take one away", tile=NAMES[hand.win])
        return [Fault(Problem.BAD_VALUE, lost if won is False else dealt, f"{where}.won")]
    return []


def _flag_faults(flags: Iterable[Any], where: str) -> list[Fault]:
    return [
        Fault(Problem.BAD_VALUE, UnknownNameError("flag", flag, CLASSICAL_FLAGS).message, f"{where}.flags")
        for flag in flags
        if flag not in CLASSICAL_FLAGS
    ]


def _with_flags(table: Seating, flags: Iterable[str], wrong: list[HandError]) -> Seating:
    """The table with flags for the hand that won."""
    flags = tuple(flag_names(flags))
    faults = _flag_faults(flags, "hands")
    winner = table.winner
    if winner is None and not table.unread:
        given = " ".join(flags)
        told = worded("{flags}: flags are the winner's, and nobody won: take them away, or mark the winning tile", flags=given)
        faults += [] if faults or table.winners else [Fault(Problem.NO_WINNER, told, "flags")]
    if faults:
        wrong.append(HandError([fault._replace(where="flags") for fault in faults]))
    if faults or winner is None:
        return table
    seated = table.hands[winner]
    all_flags = tuple(dict.fromkeys((*seated.flags, *flags)))
    return table._replace(hands={**table.hands, winner: seated._replace(flags=all_flags)})


def of_seat(refused: HandError, seat: Wind) -> HandError:
    """What a hand has wrong, with whose it is."""
    here = f"hands.{seat.name}"
    told = copy.copy(refused)
    told.faults = tuple(
        fault._replace(
            message=worded("{seat}: {message}", seat=SEAT_WORDS[seat], message=fault.message),
            where=here if fault.where == "hand" else fault.where if fault.where.startswith(here) else f"{here}.{fault.where}",
        )
        for fault in refused.faults
    )
    told.args = ("\n".join(fault.message for fault in told.faults),)
    return told


# ---------------------------------------------------------------------------------------------- a robbed kong


def without_robbed_kong(table: Seating) -> tuple[Seating, str]:
    """The table with the kong that was robbed as the pung it stayed, and what was done; nothing where none was or none shows."""
    winner, robbed = table.winner, table.discarder
    if not table.robbed or winner is None or robbed is None or robbed not in table.hands:
        return table, ""
    tile = table.hands[winner].hand.win
    seated = table.hands[robbed]
    for i, meld in enumerate(seated.hand.melds):
        if meld.type == "kakan" and tile is not None and meld.kind == KIND_OF[tile]:
            pung = Meld.of(PON, (meld.kind,) * 3)
            melds = (*seated.hand.melds[:i], pung, *seated.hand.melds[i + 1 :])
            hands = {**table.hands, robbed: seated._replace(hand=seated.hand._replace(melds=melds))}
            told = worded(
                "{robbed}'s kong {kong} was robbed by {winner}: it counts as the exposed pung {pung}",
                **{"robbed": SEAT_WORDS[robbed], "kong": str(meld), "winner": SEAT_WORDS[winner], "pung": str(pung)},
            )
            return table._replace(hands=hands), told
    return table, ""


# -------------------------------------------------------------------------------------------------- what is wrong


def faults_of(table: Seating, rules: Any = None) -> list[Fault]:
    """Everything that is wrong with a table, but for what single hands have wrong.

    Parameters
    ----------
    table : Seating
        With a robbed kong as a pung: see `without_robbed_kong`.
    rules : ClassicalRules, optional
        Where there is none, what depends on it is passed over.
    """
    return [
        *_missing(table, rules),
        *_outcome_faults(table),
        *_discarder_faults(table),
        *_liable_faults(table, rules),
        *_robbing_faults(table),
        *_round_faults(table, rules),
        *_copy_faults(table),
    ]


def needs_hands(table: Seating, rules: Any) -> bool:
    """Whether four scores are asked for: neither after a false win nor in a draw that nobody pays for."""
    return table.false_win is None and not (table.draw and not (rules is not None and rules.settle_on_draw))


def _missing(table: Seating, rules: Any) -> list[Fault]:
    if len(table.hands) == len(LETTERS) or not needs_hands(table, rules):
        return []
    return [
        Fault(
            Problem.MISSING_HAND,
            worded("no hand for {seat}: all four score, give its 13 tiles and one more for each kong", seat=SEAT_WORDS[seat]),
            f"hands.{seat.name}",
        )
        for seat in Wind
        if seat not in table.hands and seat not in table.unread
    ]


def _outcome_faults(table: Seating) -> list[Fault]:
    winners = table.winners
    found = []
    ends = [worded("a false win of {seat}", seat=SEAT_WORDS[table.false_win])] if table.false_win is not None else []
    ends += [worded("a draw")] if table.draw else []
    if winners:
        marks = listed([_mark(table, seat) for seat in winners], AND)
        ends.append(worded("{winners} winning on {tiles}", winners=_names(winners), tiles=marks))
    if len(ends) > 1:
        where = "draw" if table.draw else "false_win"
        told = worded("the hand ends in {ends}: keep one of them", ends=listed(ends, worded("{one} and in {other}")))
        found.append(Fault(Problem.TWO_OUTCOMES, told, where))
    if len(winners) > 1:
        found.append(Fault(Problem.TWO_WINNERS, _two_winners(table), "hands"))
    if not ends and not table.unread:
        told = worded("nobody won: mark the winning tile, +2p by discard or *2p by self-draw, or say that it was a draw or a false win")
        found.append(Fault(Problem.NO_WINNER, told, "hands"))
    return found


def _two_winners(table: Seating) -> str:
    winners = table.winners
    dealt = all(table.hands[seat].won == DEALT for seat in winners)
    names = _names(winners)
    both, every = worded(
        "{winners} are both marked as winners",
        winners=names,
    ), worded("{winners} are all marked as winners", winners=names)
    told = both if len(winners) == 2 else every
    if table.discarder is None and not dealt:
        return worded("{told}: one wins, the nearest in turn after the discarder; write the others without their winning tile", told=told)
    start = 0 if dealt else table.discarder + 1  # type: ignore[operator]
    first = min(winners, key=lambda seat: (seat - start) % 4)
    others = [seat for seat in winners if seat is not first]
    mends = [worded("{seat} is a loser, write its hand without {mark}", seat=SEAT_WORDS[seat], mark=_mark(table, seat)) for seat in others]
    about = {"told": told, "seat": SEAT_WORDS[first], "mend": listed(mends, worded("{one}; {other}"))}
    if dealt:
        return worded("{told}: one wins, the nearest in turn from East on, {seat}; {mend}", **about)
    giver = SEAT_WORDS[table.discarder]  # type: ignore[index]
    return worded("{told}: one wins, the nearest in turn after {giver}, {seat}; {mend}", **about, giver=giver)


def _discarder_faults(table: Seating) -> list[Fault]:
    giver, winner = table.discarder, table.winner
    if giver is not None and giver in table.winners:
        who = SEAT_WORDS[giver]
        told = worded(
            "{who} wins on {mark} and is said to have discarded it: name another seat, or mark a self-draw with *",
            who=who, mark=_mark(table, giver),
        )
        return [Fault(Problem.BAD_DISCARDER, told, "from")]
    if giver is not None and not table.winners and (table.draw or table.false_win is not None):
        told = worded("from {giver}: nobody takes a discard in a draw or a false win: take it away", giver=giver.name)
        return [Fault(Problem.BAD_DISCARDER, told, "from")]
    taker = next((seat for seat in table.winners if table.hands[seat].hand.by == RON), None)
    if taker is not None and giver is None:
        told = worded(
            "{seat} wins on the discard {mark}: say from whom it came, or mark a self-draw with *",
            seat=SEAT_WORDS[taker], mark=_mark(table, taker),
        )
        return [Fault(Problem.NO_DISCARDER, told, "from")]
    if giver is not None and winner is not None and taker is None:
        mend = worded("take from {giver} away, or mark a discard with +", giver=giver.name)
        told = worded(
            "{seat} wins on {mark}, which nobody discarded: {mend}",
            seat=SEAT_WORDS[winner], mark=_mark(table, winner), mend=mend,
        )
        return [Fault(Problem.BAD_DISCARDER, told, "from")]
    return []


def _liable_faults(table: Seating, rules: Any) -> list[Fault]:
    liable, winner = table.liable, table.winner
    if not isinstance(liable, Wind) or (winner is None and (table.winners or table.unread)):
        return []
    who = SEAT_WORDS[liable]
    if winner is None:
        told = worded("{who} is said to be liable, and nobody won: take it away", who=who)
    elif liable is winner:
        told = worded("{who} is said to be liable, and is the winner: the liable seat pays for a win of another", who=who)
    elif table.hands[winner].hand.by != RON or table.robbed:
        what = worded("a robbed kong") if table.robbed else worded("{mark}, which nobody discarded", mark=_mark(table, winner))
        told = worded("{who} is said to be liable for {what}: only a discard makes liable, take it away", who=who, what=what)
    elif table.discarder is not None and table.discarder is not liable:
        told = worded(
            "{who} is said to be liable, and {seat} discarded {mark}: only the discarder can be",
            who=who, seat=SEAT_WORDS[table.discarder], mark=_mark(table, winner),
        )
    elif rules is not None and not rules.liability:
        told = worded("{who} is said to be liable: the rules {rules} know no liability, take it away", who=who, rules=rules.name)
    else:
        return []
    return [Fault(Problem.BAD_LIABLE, told, "liable")]


def _robbing_faults(table: Seating) -> list[Fault]:
    """The robbed player shows the pung that the robbed tile was added to."""
    winner, robbed = table.winner, table.discarder
    if not table.robbed or winner is None or robbed is None or robbed is winner or robbed not in table.hands:
        return []
    tile = table.hands[winner].hand.win
    if tile is None or any(meld.type == PON and meld.kind == KIND_OF[tile] for meld in table.hands[robbed].hand.melds):
        return []
    name = NAMES[KIND_OF[tile]]
    shown = f"({name[0] * 3}{name[1]})"
    told = worded(
        "{seat} was robbed of {name} and shows no pung of it: write {shown}, or take chankan away",
        seat=SEAT_WORDS[robbed], name=name, shown=shown,
    )
    return [Fault(Problem.NOT_ROBBED, told, f"hands.{robbed.name}")]


def _round_faults(table: Seating, rules: Any) -> list[Fault]:
    if rules is None or table.round is not None or not rules.round_wind or not table.hands or table.false_win is not None:
        return []
    return [Fault(Problem.BAD_VALUE, worded(
        "no round: under the rules {rules} its wind counts, give E, S, W or N",
        rules=rules.name,
    ), "round")]


def _copy_faults(table: Seating) -> list[Fault]:
    """More copies on the whole table than there are; what one hand alone has too many of, it is told itself."""
    all_counts = {seat: seated[0].all_counts + seated[0].flowers for seat, seated in table.hands.items()}
    total = sum(all_counts.values())
    if not total + _WITH_FLOWERS.room & _WITH_FLOWERS.high_bits:
        return []
    found = []
    for tile in (*range(N_KINDS), *range(FIRST_FLOWER, N_TILES)):
        n, most = copies(total, tile), _WITH_FLOWERS.available(tile)
        held = {seat: copies(counts, tile) for seat, counts in all_counts.items() if copies(counts, tile)}
        if n <= most or max(held.values()) > most:
            continue
        where = listed([worded("{seat} {n}", seat=SEAT_WORDS[seat], n=count) for seat, count in held.items()])
        is_all = worded("there is only one") if most == 1 else worded("there are only {most}", most=most)
        told = worded(
            "{n} copies of {tile} on the table ({where}): {is_all}; change one, and write a discard in the winner's hand alone",
            **{"n": n, "tile": NAMES[tile], "where": where, "is_all": is_all},
        )
        found.append(Fault(Problem.FIFTH_COPY, told, "hands"))
    return found


def _names(seats: Iterable[Wind]) -> str:
    return listed([SEAT_WORDS[seat] for seat in seats], AND)


def _mark(table: Seating, seat: Wind) -> str:
    """The winning tile as it was marked."""
    hand = table.hands[seat].hand
    if hand.win is None:
        return worded("the tiles as dealt")
    return f"{'+' if hand.by == RON else '*'}{NAMES[hand.win]}"
