"""Reads the answers that players type: ``30``, ``30 fu``, ``2000/3900``, ``2000-3900``, ``7,700``, ``E -220 S +160 W +186 N -126``."""

from __future__ import annotations

import re
import unicodedata

#: what is asked for, which is also the unit of the answer
FU, HAN, FAN, POINTS, PAYMENTS, SETTLEMENT = "fu", "han", "fan", "points", "payments", "settlement"

_POINTS = frozenset(("points", "point", "pts", "pt", "p", "点", "點", "分"))
#: the words that may stand beside the numbers
WORDS = {
    FU: frozenset(("fu", "f", "符", "副")),
    HAN: frozenset(("han", "h", "飜", "翻", "番")),
    FAN: frozenset(("fan", "f", "doubles", "double", "飜", "翻", "番")),
    POINTS: _POINTS,
    PAYMENTS: _POINTS | {"each", "all", "オール", "各"},
}

_SEATS_IN_TURN = "ESWN"
_SEAT_WORDS = ("e east 東 东", "s south 南", "w west 西", "n north 北")
_SEATS = {word: seat for seat, words in zip(_SEATS_IN_TURN, _SEAT_WORDS, strict=True) for word in words.split()}

_MOST = 200
_PLAIN = r"\d+"
# 7,700 and 7.700 and 7 700 are one number; 300,500 may be two
_GROUPED = r"\d{1,3}(?:[,. ]\d{3})+(?!\d)|\d+"
_BETWEEN = re.compile(r"[\s,;:/&+~.-]*")
_MINUS = str.maketrans("−–—‒‐", "-----")

Numbers = tuple[int, ...]


def readings(text: str, unit: str) -> list[Numbers]:
    """Every way to read an answer.

    Parameters
    ----------
    text : str
        As the player typed it.
    unit : str
        What was asked for: `FU` …

    Returns
    -------
    list of tuple of int
        Empty where it can't be read as such an answer.

    Examples
    --------
    >>> readings("30 fu", FU), readings("30 han", FU)
    ([(30,)], [])
    >>> readings("2,000-3,900", PAYMENTS), readings("300,500", PAYMENTS)
    ([(2000, 3900), (2, 0, 3, 900)], [(300500,), (300, 500)])
    """
    if len(text) > _MOST:
        return []
    plain = unicodedata.normalize("NFKC", text).translate(_MINUS).lower().strip()
    read = _settlement if unit == SETTLEMENT else _amounts
    found = [numbers for number in (_GROUPED, _PLAIN) if (numbers := read(plain, number, unit))]
    return list(dict.fromkeys(found))


def agrees(text: str, answer: str, unit: str) -> bool:
    """Whether what a player typed is the answer.

    Parameters
    ----------
    text, answer : str
    unit : str

    Examples
    --------
    >>> agrees("2000-3900", "2000/3900", PAYMENTS), agrees("2600 all", "2600", PAYMENTS), agrees("2000", "2000/3900", PAYMENTS)
    (True, True, False)
    """
    right = readings(answer, unit)[-1]
    if unit == PAYMENTS:  # 3900/2000 is as clear: the dealer never pays less
        return any(sorted(found) == sorted(right) for found in readings(text, unit))
    return right in readings(text, unit)


def _amounts(text: str, number: str, unit: str) -> Numbers | None:
    tokens = re.findall(rf"({number})|([^\W\d_]+)|(.)", text)
    if not tokens or not (tokens[0][0] or tokens[0][1]):
        return None
    for _, word, other in tokens:
        if (word and word not in WORDS[unit]) or (other and not _BETWEEN.fullmatch(other)):
            return None
    return tuple(int(re.sub(r"\D", "", digits)) for digits, _, _ in tokens if digits) or None


def _settlement(text: str, number: str, unit: str) -> Numbers | None:
    """Four seats with what each wins or loses; without letters in turn, with letters those that are left out have 0."""
    seat = "|".join(sorted(_SEATS, key=len, reverse=True))
    amounts: dict[str, int] = {}
    in_turn: list[int] = []
    place = 0
    for found in re.finditer(rf"(?:({seat})[\s:=]*)?([+-]?) ?({number})", text):
        if not _BETWEEN.fullmatch(text[place : found.start()]):
            return None
        place = found.end()
        named, sign, digits = found.groups()
        amount = int(re.sub(r"\D", "", digits)) * (-1 if sign == "-" else 1)
        if named is None:
            in_turn.append(amount)
        elif _SEATS[named] in amounts:
            return None
        else:
            amounts[_SEATS[named]] = amount
    if not _BETWEEN.fullmatch(text[place:]) or bool(amounts) == bool(in_turn):
        return None
    if amounts:
        return tuple(amounts.get(letter, 0) for letter in _SEATS_IN_TURN)
    return tuple(in_turn) if len(in_turn) == len(_SEATS_IN_TURN) else None
