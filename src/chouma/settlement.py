"""Who pays whom: transfers between seats, and the ledger that they make.

A `Ledger` knows no rules: a family of rules works out the transfers, and the ledger adds them up, checks that nothing is lost
between the seats, and tells how it came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import ChoumaError, show
from .lines import Explanation, Line, aligned
from .messages import Speaker, says, speaker
from .seats import Wind

SCHEMA = "chouma.settlement/1"

#: the seats in words, and by letter: tuples, as a member of an enum is slow to look up by and to ask for its name
SEAT_NAMES = (says("East"), says("South"), says("West"), says("North"))
LETTERS = tuple(seat.name for seat in Wind)

#: what stands for the table itself on the wire: it pays out the deposits that lie on it
TABLE = "table"

_SEATS = tuple(Wind)


class Said(NamedTuple):
    """A sentence that is said later, in whatever language is asked for; make one with `said`.

    Attributes
    ----------
    sentence : str
        In English, with named brackets.
    values : tuple of (str, object)
        What stands in them: numbers and texts as they are, a `Wind` as the seat's name, another `Said`, whatever has a ``text(lang)``
        such as the name of a yaku, and tuples of these with commas between them.
    """

    sentence: str
    values: tuple[tuple[str, Any], ...] = ()

    def text(self, lang: str = "en") -> str:
        """The sentence in a language.

        Examples
        --------
        >>> said("{seat} wins {points}", seat=Wind.S, points=5200).text()
        'South wins 5200'
        """
        t = speaker(lang)
        return t(self.sentence, **{name: _text_of(value, t) for name, value in self.values})


def said(sentence: str, **values: Any) -> Said:
    """A sentence to be said later, and what stands in its brackets; mark the sentence itself with `chouma.messages.says`."""
    return Said(sentence, tuple(values.items()))


def _text_of(value: Any, t: Speaker) -> Any:
    if isinstance(value, Wind):
        return t(SEAT_NAMES[value])
    if hasattr(value, "text"):
        return value.text(t.lang)
    return t(", ").join(str(_text_of(one, t)) for one in value) if isinstance(value, tuple) else value


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
        A stable id: ``win``, ``difference``, ``liability``, ``false_win``, ``honba``, ``deposits``, ``noten``, ``nagashi``, ``chombo`` …
    lines : tuple of str or Said
        How the amount comes about.
    """

    payer: Wind | None
    receiver: Wind
    amount: int
    why: str
    lines: tuple[str | Said, ...] = ()

    def explain(self, lang: str = "en") -> str:
        """The payment in words.

        Examples
        --------
        >>> why = "West 80 less East 6 is 74, doubled as East is the dealer: 148"
        >>> Transfer(Wind.E, Wind.W, 148, "difference", (why,)).explain()
        'East pays West 148: West 80 less East 6 is 74, doubled as East is the dealer: 148'
        """
        t = speaker(lang)
        payer = t("the table") if self.payer is None else t(SEAT_NAMES[self.payer])
        seats = {"payer": payer, "receiver": t(SEAT_NAMES[self.receiver]), "amount": self.amount}
        if not self.lines:
            return t("{payer} pays {receiver} {amount}", **seats)
        return t("{payer} pays {receiver} {amount}: {why}", **seats, why=t("; ").join(_said(line, t) for line in self.lines))

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
        Nobody after a draw or a false win; of several, the first in turn.
    next_dealer : Wind or None
        Who deals next, by the seats of this hand; None where that isn't known.
    deposits : int
        Points that were taken from the table: the deltas sum to them.
    players : int
    details : mapping of str to object
        What the scores come from, by the letter of the seat: each can ``explain(lang)`` itself and has ``to_dict()``.
    notes : tuple of str or Said
        What was found or taken for granted on the way.
    winners : tuple of Wind
        All who won, in turn; the winner alone if not given.
    outcome : str
        How the hand ended, as far as the rules name it: ``ron``, ``tsumo``, ``exhaustive``, ``nagashi``, ``kyuushu_kyuuhai``, ``chombo`` …
    next_honba, deposits_left : int or None
        Counters and riichi sticks that lie on the table for the next hand; None under rules without them.
    penalties : mapping of str to int
        Points that a seat loses at the final count, by its letter: they don't change hands.

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
    notes: tuple[str | Said, ...] = ()
    winners: tuple[Wind, ...] = ()
    outcome: str = ""
    next_honba: int | None = None
    deposits_left: int | None = None
    penalties: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "transfers", tuple(self.transfers))
        object.__setattr__(self, "scores", dict(self.scores))
        object.__setattr__(self, "penalties", dict(self.penalties))
        if not self.winners and self.winner is not None:
            object.__setattr__(self, "winners", (self.winner,))
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

    def cells(self, lang: str = "en") -> list[tuple[str, ...]]:
        """The matrix as cells of text: a head, and a row for each payer with his total."""
        t = speaker(lang)
        head = (t("pays"), *(t("to {seat}", seat=_letter(seat, t)) for seat in self.seats), t("total"))
        rows = [head]
        for payer, paid in self.matrix().items():
            name = t("the table") if payer == TABLE else t(SEAT_NAMES[Wind[payer]])
            total = signed(-self.deposits) if payer == TABLE else signed(self.deltas[payer])
            rows.append((name, *("-" if to == payer else str(amount) for to, amount in paid.items()), total))
        return rows

    def table(self, lang: str = "en") -> str:
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
        rows = self.cells(lang)
        return "\n".join(aligned(rows, right=range(1, len(rows[0]))))

    def explain(self, lang: str = "en") -> Explanation:
        """The whole derivation: every hand, every payment, the totals.

        Raises
        ------
        UnknownNameError
            If the language isn't there.
        """
        t = speaker(lang)
        told = {seat: detail.explain(t.lang) for seat, detail in self.details.items()}
        about = next((one.about for one in told.values()), "")
        hands = self._hand_lines(told, t)
        return Explanation((*hands, self._payment_lines(t), self._total_lines(t), *self._note_lines(t)), t.lang, about)

    def _hand_lines(self, told: Mapping[str, Explanation], t: Speaker) -> list[Line]:
        found = []
        for seat, score in self.scores.items():
            lines = told[seat].lines if seat in told else ()
            wins, deals = any(seat == one.name for one in self.winners), seat == Wind.E.name
            name = t(SEAT_NAMES[Wind[seat]])
            if wins and deals:
                name = t("{seat}, the dealer, who wins", seat=name)
            elif wins or deals:
                name = t("{seat}, who wins", seat=name) if wins else t("{seat}, the dealer", seat=name)
            found.append(Line("hand", name, score, "points", lines=tuple(lines)))
        return found

    def _payment_lines(self, t: Speaker) -> Line:
        if not self.transfers:
            return Line("payments", t("nobody pays"))
        return Line("payments", t("who pays whom"), lines=tuple(Line(one.why, one.explain(t.lang)) for one in self.transfers))

    def _total_lines(self, t: Speaker) -> Line:
        lines = tuple(Line("total", t(SEAT_NAMES[Wind[seat]]), amount, "points") for seat, amount in self.deltas.items())
        return Line("totals", t("totals"), lines=lines)

    def _note_lines(self, t: Speaker) -> list[Line]:
        told = [_said(note, t) for note in self.notes]
        if self.next_dealer is not None:
            again = self.next_dealer is Wind.E
            told.append(t("East deals again") if again else t("{seat} deals next", seat=t(SEAT_NAMES[self.next_dealer])))
        if self.next_honba:
            told.append(t.plural("{n} counter for the next hand", "{n} counters for the next hand", self.next_honba))
        if self.deposits_left:
            told.append(t.plural("{n} deposit stays on the table", "{n} deposits stay on the table", self.deposits_left))
        return [Line("note", note) for note in told]

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the wire form has it, its lines in a language."""
        table: dict[str, Any] = {"winners": [seat.name for seat in self.winners], "outcome": self.outcome} if self.outcome else {}
        table |= {"next_honba": self.next_honba, "deposits_left": self.deposits_left} if self.next_honba is not None else {}
        table |= {"penalties": dict(self.penalties)} if self.penalties else {}
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
            **table,
            "lines": self.explain(lang).to_dict(),
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


def _said(line: str | Said, t: Speaker) -> str:
    return line if isinstance(line, str) else line.text(t.lang)


def _letter(seat: Wind, t: Speaker) -> str:
    """A seat in a head of columns: its letter in English, its name where that is as short."""
    return seat.name if t.lang == "en" else t(SEAT_NAMES[seat])


def _without(answer: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in keys}
