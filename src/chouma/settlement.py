"""Who pays whom: transfers between seats, and the ledger that they make.

A `Ledger` knows no rules: a family of rules works out the transfers, and the ledger adds them up, checks that nothing is lost
between the seats, and tells how it came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import ChoumaError, UnknownNameError, show
from .lines import Explanation, Line
from .seats import Wind

SCHEMA = "chouma.settlement/1"

LANGUAGES = ("en",)

#: the seats in words, and by letter: tuples, as a member of an enum is slow to look up by and to ask for its name
SEAT_NAMES = ("East", "South", "West", "North")
LETTERS = tuple(seat.name for seat in Wind)

#: what stands for the table itself on the wire: it pays out the deposits that lie on it
TABLE = "table"

_SEATS = tuple(Wind)


class Transfer(NamedTuple):
    """One payment.

    Attributes
    ----------
    payer : Wind or None
        Who pays; None for the table, which pays out deposits.
    receiver : Wind
    amount : int
        Points, 1 or more.
    why : str
        A stable id: ``win``, ``difference``, ``liability``, ``false_win`` …
    lines : tuple of str
        How the amount comes about.
    """

    payer: Wind | None
    receiver: Wind
    amount: int
    why: str
    lines: tuple[str, ...] = ()

    def explain(self, lang: str = "en") -> str:
        """The payment in words.

        Examples
        --------
        >>> why = "West 80 less East 6 is 74, doubled as East is the dealer: 148"
        >>> Transfer(Wind.E, Wind.W, 148, "difference", (why,)).explain()
        'East pays West 148: West 80 less East 6 is 74, doubled as East is the dealer: 148'
        """
        _check_language(lang)
        payer = "the table" if self.payer is None else SEAT_NAMES[self.payer]
        because = f": {'; '.join(self.lines)}" if self.lines else ""
        return f"{payer} pays {SEAT_NAMES[self.receiver]} {self.amount}{because}"

    def to_dict(self) -> dict[str, Any]:
        """The payment as the wire form has it."""
        payer = TABLE if self.payer is None else self.payer.name
        return {"from": payer, "to": self.receiver.name, "amount": self.amount, "why": self.why}


@dataclass(frozen=True)
class Ledger:
    """What every seat pays and receives after one hand.

    Parameters
    ----------
    transfers : tuple of Transfer
    scores : mapping of str to int
        What each hand is worth, by the letter of its seat, as far as it counts.
    rules : str or mapping
        The rule set as the wire form names it.
    winner : Wind or None
        Nobody after a draw or a false win.
    next_dealer : Wind or None
        Who deals next, by the seats of this hand; None where that isn't known.
    deposits : int
        Points that were taken from the table: the deltas sum to them.
    players : int
    details : mapping of str to object
        What the scores come from, by the letter of the seat: each can ``explain(lang)`` itself and has ``to_dict()``.
    notes : tuple of str
        What was found or taken for granted on the way.

    Raises
    ------
    ChoumaError
        If a transfer can't be, or the deltas don't sum to the deposits.

    Examples
    --------
    >>> ledger = Ledger((Transfer(Wind.E, Wind.S, 80, "win"), Transfer(Wind.W, Wind.S, 40, "win")))
    >>> ledger
    <Ledger E -80, S +120, W -40, N 0>
    >>> ledger.matrix()["E"]
    {'E': 0, 'S': 80, 'W': 0, 'N': 0}
    """

    transfers: tuple[Transfer, ...]
    scores: Mapping[str, int] = field(default_factory=dict, hash=False)
    rules: str | Mapping[str, Any] = field(default="", hash=False)
    winner: Wind | None = None
    next_dealer: Wind | None = None
    deposits: int = 0
    players: int = 4
    details: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False, repr=False)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "transfers", tuple(self.transfers))
        object.__setattr__(self, "scores", dict(self.scores))
        self._check()

    def _check(self) -> None:
        seats = self.seats
        for one in self.transfers:
            if one.amount.__class__ is not int or one.amount <= 0:
                raise ChoumaError(f"a transfer of {show(one.amount)}: it is a whole number above 0; leave out what isn't paid")
            if one.payer is one.receiver or one.receiver not in seats or (one.payer is not None and one.payer not in seats):
                raise ChoumaError(f"a transfer from {show(one.payer)} to {show(one.receiver)}: they are two seats of this table")
        # between seats nothing can be lost, so that they come to what the table paid
        found = sum([one.amount for one in self.transfers if one.payer is None])
        if found != self.deposits:
            raise ChoumaError(f"the seats come to {found:+} together, and {self.deposits} lay on the table: they must be the same")

    @property
    def seats(self) -> tuple[Wind, ...]:
        """The seats of the table in turn."""
        return _SEATS[: self.players]

    @property
    def deltas(self) -> dict[str, int]:
        """What each seat gains or loses, in points, by its letter."""
        found = [0] * self.players
        for one in self.transfers:
            found[one.receiver] += one.amount
            if one.payer is not None:
                found[one.payer] -= one.amount
        return dict(zip(LETTERS, found, strict=False))

    def matrix(self) -> dict[str, dict[str, int]]:
        """Who pays whom, in points: payers, and under each the receivers, by letter; ``table`` is among the payers where it pays."""
        payers = [seat.name for seat in self.seats] + ([TABLE] if self.deposits else [])
        found = {payer: {seat.name: 0 for seat in self.seats} for payer in payers}
        for one in self.transfers:
            found[TABLE if one.payer is None else one.payer.name][one.receiver.name] += one.amount
        return found

    def cells(self) -> list[tuple[str, ...]]:
        """The matrix as cells of text: a head, and a row for each payer with his total."""
        head = ("pays", *(f"to {seat.name}" for seat in self.seats), "total")
        rows = [head]
        for payer, paid in self.matrix().items():
            name = "the table" if payer == TABLE else SEAT_NAMES[Wind[payer]]
            total = signed(-self.deposits) if payer == TABLE else signed(self.deltas[payer])
            rows.append((name, *("-" if to == payer else str(amount) for to, amount in paid.items()), total))
        return rows

    def table(self) -> str:
        """The matrix of who pays whom as plain text with aligned columns.

        Examples
        --------
        >>> print(Ledger((Transfer(Wind.E, Wind.S, 80, "win"), Transfer(Wind.W, Wind.S, 40, "win"))).table())
        pays   to E  to S  to W  to N  total
        East      -    80     0     0    -80
        South     0     -     0     0   +120
        West      0    40     -     0    -40
        North     0     0     0     -      0
        """
        rows = self.cells()
        name, *wide = (max(map(len, column)) for column in zip(*rows, strict=True))
        return "\n".join("  ".join([f"{row[0]:<{name}}", *(f"{cell:>{w}}" for cell, w in zip(row[1:], wide, strict=True))]) for row in rows)

    def explain(self, lang: str = "en") -> Explanation:
        """The whole derivation: every hand, every payment, the totals.

        Raises
        ------
        UnknownNameError
            If the language isn't there.
        """
        _check_language(lang)
        return Explanation((*self._hand_lines(lang), self._payment_lines(), self._total_lines(), *self._note_lines()))

    def _hand_lines(self, lang: str) -> list[Line]:
        found = []
        for seat, score in self.scores.items():
            detail = self.details.get(seat)
            lines = getattr(detail.explain(lang), "lines", ()) if detail is not None else ()
            dealer = ", the dealer" if seat == Wind.E.name else ""
            wins = ", who wins" if self.winner is not None and seat == self.winner.name else ""
            found.append(Line("hand", f"{SEAT_NAMES[Wind[seat]]}{dealer}{wins}", score, "points", lines=tuple(lines)))
        return found

    def _payment_lines(self) -> Line:
        if not self.transfers:
            return Line("payments", "nobody pays")
        return Line("payments", "who pays whom", lines=tuple(Line(one.why, one.explain()) for one in self.transfers))

    def _total_lines(self) -> Line:
        lines = tuple(Line("total", SEAT_NAMES[Wind[seat]], amount, "points") for seat, amount in self.deltas.items())
        return Line("totals", "totals", lines=lines)

    def _note_lines(self) -> list[Line]:
        told = [*self.notes]
        if self.next_dealer is not None:
            told.append("East deals again" if self.next_dealer is Wind.E else f"{SEAT_NAMES[self.next_dealer]} deals next")
        return [Line("note", note) for note in told]

    def to_dict(self) -> dict[str, Any]:
        """The answer as the wire form has it."""
        hands = {seat: _without(detail.to_dict(), "schema", "lines") for seat, detail in self.details.items()}
        return {
            "schema": SCHEMA,
            "ok": True,
            "rules": self.rules,
            "winner": None if self.winner is None else self.winner.name,
            "scores": dict(self.scores),
            "hands": hands,
            "transfers": [one.to_dict() for one in self.transfers],
            "deltas": self.deltas,
            "next_dealer": None if self.next_dealer is None else self.next_dealer.name,
            "lines": self.explain().to_dict(),
        }

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<Ledger {', '.join(f'{seat} {signed(amount)}' for seat, amount in self.deltas.items())}>"


def signed(amount: int) -> str:
    """A gain or a loss with its sign; 0 has none.

    Examples
    --------
    >>> signed(160), signed(-220), signed(0)
    ('+160', '-220', '0')
    """
    return f"{amount:+}" if amount else "0"


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)


def _without(answer: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in keys}
