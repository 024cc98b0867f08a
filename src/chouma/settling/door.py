"""One front door for settling, whatever the rules: `settle`, and the same on the wire."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..asked import flag_names, hand_of, tiles_given
from ..errors import Fault, HandError, Problem, UnknownNameError, show, worded
from ..families import rules as rules_named
from ..hand import BITS_OF, Hand
from ..result import Score
from ..riichi.rules import RiichiRules
from ..riichi.table import AUTO
from ..rulesets import RuleSet
from ..seats import SPELLINGS, Wind
from ..settlement import Ledger
from ..tiles import NAMES
from ..wire import Flaw, Refusal, decode, language_of, read_rules
from .fields import DEFAULT, FIELDS, checked, default_for, refusal_of, strange, told_once
from .wins import settle_riichi, with_flags

Seats = str | Iterable[Wind | str]


def settle(
    *,
    E: str | Hand | Mapping[str, Any] | None = None,
    S: str | Hand | Mapping[str, Any] | None = None,
    W: str | Hand | Mapping[str, Any] | None = None,
    N: str | Hand | Mapping[str, Any] | None = None,
    wins: Iterable[Mapping[str, Any] | Score] = (),
    discarder: Wind | str | None = None,
    draw: bool | str | Mapping[str, Any] = False,
    tenpai: Seats = (),
    nagashi: Seats = (),
    chombo: Wind | str | Mapping[str, Any] | None = None,
    honba: int = 0,
    deposits: int = 0,
    rules: RuleSet | str | os.PathLike[str] | Mapping[str, Any] | None = None,
    round: Wind | str | None = None,
    dora_indicators: str | Iterable[str | int] = (),
    ura_indicators: str | Iterable[str | int] = (),
    liable: Wind | str | None = AUTO,
    false_win: Wind | str | None = None,
    flags: str | Iterable[str] = (),
    notation: str | None = None,
    **named_flags: bool,
) -> Ledger:
    """Settle one hand: who pays whom, and what stays on the table.

    Parameters
    ----------
    E, S, W, N : str, Hand or mapping
        Classical rules: the four hands; East is the dealer. See `chouma.classical.table.settle`.
    wins : iterable of mapping or Score
        Riichi: the win, or several on one discard. Each is a `Score`, or a mapping with ``seat``, with ``from`` unless it was drawn, and
        with ``hand`` (and what `chouma.score` takes), or ``han`` and ``fu``, or ``yakuman``: a list of ids. ``pao`` names who is
        liable, ``{"seat": "E", "yakuman": ["daisangen"]}``; it is read off the groups' sources if it isn't there.
    discarder : Wind or str, optional
        Who gave the winning tile, or was robbed of it.
    draw : bool, str or mapping
        Nobody won. Riichi: one of `chouma.riichi.draws.KINDS`, with `tenpai` and `nagashi`, or a mapping of the three.
    tenpai, nagashi : text or iterable of seats
        Riichi: who is tenpai at the draw (``"E, S"``), and who has nagashi mangan.
    chombo : Wind, str or mapping, optional
        Riichi: whose grave fault ended the hand; a mapping has ``seat``, ``points`` and ``riichi``, who gets a stick back.
    honba, deposits : int
        Riichi: counters and sticks on the table, those of this hand too.
    rules : RuleSet, str, path or mapping, optional
        If not given, those of a `Score`, else ``general`` for wins and draws of riichi, ``ningbo`` for four hands.
    round : Wind or str, optional
        The wind of the round; East under riichi rules if not given.
    dora_indicators, ura_indicators : str or iterable
        Riichi: for all wins that have none of their own.
    liable, false_win : Wind or str, optional
        Classical rules; see `chouma.classical.table.settle`.
    flags : text or iterable of str
        The winner's, such as ``rinshan``; also by name, ``rinshan=True``.
    notation : str, optional
        Read hands as this notation and no other.

    Returns
    -------
    Ledger

    Raises
    ------
    HandError, RuleError
        If that can't be: every reason at once; if there are no such rules.

    Examples
    --------
    >>> wins = [{"seat": "S", "han": 3, "fu": 40, "from": "N"}, {"seat": "W", "han": 2, "fu": 30, "from": "N"}]
    >>> settle(wins=wins, honba=1, deposits=2, rules="tenhou")
    <Ledger E 0, S +7500, W +2000, N -7500>
    >>> settle(draw="exhaustive", tenpai="E, S", rules="tenhou-sanma")
    <Ledger E +1000, S +1000, W -2000>
    """
    for name in named_flags:
        if name not in BITS_OF:
            raise TypeError(f"settle() got an {UnknownNameError('keyword or flag', name, BITS_OF).message}")
    given = tuple(flag_names(flags))
    given += tuple(name for name, is_set in named_flags.items() if is_set)
    hands = {seat: hand for seat, hand in zip("ESWN", (E, S, W, N), strict=True) if hand is not None}
    if not isinstance(wins or (), Iterable):
        raise HandError([Fault(Problem.BAD_VALUE, worded("wins is {wins}: it is a list of wins", wins=show(wins)), "wins")])
    fields: dict[str, Any] = {"wins": list(wins or ()), "from": discarder, "honba": honba, "deposits": deposits}
    fields |= {"draw": _draw(draw, tenpai, nagashi), "chombo": _chombo(chombo), "round": round, "false_win": false_win, "hands": hands}
    fields |= {name: _tiles(told, name) for name, told in (("dora_indicators", dora_indicators), ("ura_indicators", ura_indicators))}
    if rules is None:
        rules = next((win.rules for win in fields["wins"] if isinstance(win, Score)), default_for(fields))
    found: Any = rules_named(rules)
    if liable not in (None, AUTO):
        fields["liable"] = liable
    if wrong := strange(fields, found):
        raise _error(wrong)
    if not isinstance(found, RiichiRules):
        from ..classical.table import settle as settle_classical  # here and below: riichi doesn't wait for four hands

        about: dict[str, Any] = {"discarder": discarder, "liable": liable, "false_win": false_win, "round": round, "notation": notation}
        return settle_classical(E=E, S=S, W=W, N=N, rules=found, flags=given, draw=_plain_draw(fields["draw"]), **about)
    flaws: list[Flaw] = []
    fields["wins"] = [win if isinstance(win, Score) else _plain(win, notation) for win in fields["wins"]]
    if given:
        fields["wins"] = with_flags(fields["wins"], given, flaws)
    ledger = settle_riichi({**fields, "round": "E" if round is None else round}, found, flaws, notation)
    if ledger is None:
        raise _error(flaws)
    return ledger


def _plain_draw(draw: Any) -> bool:
    """Whether nobody won, under rules that don't ask how."""
    if draw is None or isinstance(draw, bool):
        return bool(draw)
    told = worded("draw is {value}: under classical rules it is True, and nobody is tenpai", value=show(draw))
    raise HandError([Fault(Problem.BAD_VALUE, told, "draw")])


def _draw(draw: Any, tenpai: Seats, nagashi: Seats) -> Any:
    """A draw as the wire form has it."""
    if isinstance(draw, Mapping):
        return {name: seat_list(value) if name in ("tenpai", "nagashi") and value is not None else value for name, value in draw.items()}
    seats = {name: seat_list(value) for name, value in (("tenpai", tenpai), ("nagashi", nagashi)) if value}
    if isinstance(draw, str):
        return {"kind": draw, **seats}
    return seats or draw


def _chombo(chombo: Any) -> Any:
    if not isinstance(chombo, Mapping):
        return chombo.name if isinstance(chombo, Wind) else chombo
    plain = dict(chombo)
    if "seat" in plain:
        plain["seat"] = _letter(plain["seat"])
    if plain.get("riichi") is not None:
        plain["riichi"] = seat_list(plain["riichi"])
    return plain


def seat_list(value: Seats) -> list[Any]:
    """Seats as a list: ``"E, S"`` and ``"ES"`` are two."""
    if not isinstance(value, str):
        return [_letter(one) for one in value] if isinstance(value, Iterable) else value
    words = value.replace(",", " ").split()
    return [one for word in words for one in (word if word not in SPELLINGS and all(letter in SPELLINGS for letter in word) else [word])]


def _letter(seat: Any) -> Any:
    return seat.name if isinstance(seat, Wind) else seat


def _tiles(given: Any, where: str) -> Any:
    if isinstance(given, str) or not isinstance(given, Iterable):
        return [NAMES[tile] for tile in tiles_given(given, where)]
    return [NAMES[one] if isinstance(one, int) and 0 <= one < len(NAMES) else one for one in given]


def _plain(win: Any, notation: str | None) -> dict[str, Any]:
    """A win as the wire form has it, from what Python callers like to give."""
    if not isinstance(win, Mapping):
        raise HandError([Fault(Problem.BAD_VALUE, worded("a win is {win}: it is a mapping or a Score", win=show(win)), "wins")])
    plain = {name: _letter(value) for name, value in win.items()}
    if isinstance(plain.get("hand"), Hand):
        plain["hand"] = str(hand_of(plain["hand"], notation))
    for name in ("dora_indicators", "ura_indicators"):
        if name in plain:
            plain[name] = _tiles(plain[name] or (), name)
    if "flags" in plain:
        flags = plain["flags"] or ()
        plain["flags"] = flags.replace(",", " ").split() if isinstance(flags, str) else _listed(flags)
    if "yakuman" in plain:
        plain["yakuman"] = _listed(plain["yakuman"])
    if "pao" in plain:
        plain["pao"] = "none" if plain["pao"] is None else _pao(plain["pao"])
    return plain


def _pao(given: Any) -> Any:
    if isinstance(given, Mapping):
        return {name: _letter(value) if name == "seat" else _listed(value) for name, value in given.items()}
    return [_pao(one) for one in given] if isinstance(given, list | tuple) else given


def _listed(value: Any) -> Any:
    """Names as a list; what is none is left for the check of types."""
    return value if isinstance(value, str | Mapping) or not isinstance(value, Iterable) else list(value)


def _error(flaws: Iterable[Flaw]) -> HandError:
    """What is wrong, as an exception: the ids of the wire form that no hand has are values that can't be."""
    of_hands = {problem.id: problem for problem in Problem}
    return HandError([Fault(of_hands.get(flaw.id, Problem.BAD_VALUE), flaw.message, flaw.where) for flaw in dict.fromkeys(flaws)])


# --------------------------------------------------------------------------------------------------- the wire


def settle_request(request: Mapping[str, Any] | bytes | str, lang: str = "en") -> dict[str, Any]:
    """Settle one table of the wire form.

    Parameters
    ----------
    request : mapping, bytes or str
        The request, or its JSON text.
    lang : str
        The language of lines and problems where the request names none.

    Returns
    -------
    dict
        The ledger, or ``{"ok": False, "problems": […]}`` with every reason at once.

    Examples
    --------
    >>> request = '{"rules": "ningbo", "hands": {"E": {"hand": "123m"}}, "form": "W", "draw": true}'
    >>> [(problem["id"], problem["where"]) for problem in settle_request(request)["problems"]][:2]
    [('unknown_key', 'form'), ('tile_count', 'hands.E')]
    >>> settle_request({"rules": "tenhou", "draw": {"kind": "exhaustive", "tenpai": ["E", "S"]}})["deltas"]
    {'E': 1500, 'S': 1500, 'W': -1500, 'N': -1500}
    """
    value = decode(request) if isinstance(request, bytes | str) else request
    if isinstance(value, Refusal):
        return refusal_of(value.flaws, lang)
    if not isinstance(value, Mapping):
        return refusal_of((Flaw("wrong_type", worded("the request is no object: it is one, {example}", example="{…}")),), lang)
    fields, flaws = check(value)
    spoken = language_of(fields, flaws, lang)
    answer = settle_fields(fields, flaws)
    return refusal_of(answer.flaws, spoken) if isinstance(answer, Refusal) else answer.to_dict(spoken)


def check(value: Mapping[Any, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """The fields of a request that have their type, and what is wrong with the others."""
    fields, flaws = checked(value, FIELDS)
    if "hands" in fields:
        from .hands import check_hands

        fields["hands"], wrong = check_hands(fields["hands"])
        flaws += wrong
    return fields, flaws


def settle_fields(
    fields: Mapping[str, Any], flaws: list[Flaw] | None = None, *, files: bool = False, notation: str | None = None
) -> Ledger | Refusal:
    """Settle what a request asks for, once its fields have their types.

    Parameters
    ----------
    fields : mapping
        See `FIELDS`; rules may be a `RuleSet`.
    flaws : list of Flaw, optional
        What is wrong already.
    files : bool
        Whether `rules` may be a file: not for requests of strangers.
    notation : str, optional
        Read the hands as this notation and no other.

    Returns
    -------
    Ledger or Refusal
    """
    found = [] if flaws is None else flaws
    default = default_for(fields)
    rules_known = not any(flaw.where.partition(".")[0] == "rules" for flaw in found)
    rules: Any = read_rules(fields.get("rules", default), found, files=files, default=default) if rules_known else None
    if rules is not None and (wrong := strange(fields, rules)):
        return told_once([*found, *wrong])
    if isinstance(rules, RiichiRules) or (rules is None and default != DEFAULT):
        ledger = settle_riichi(fields, rules, found, notation)
    else:
        from .hands import settle_hands

        ledger = settle_hands(fields, rules, found, notation)
    return ledger if ledger is not None and not found else told_once(found)


__all__ = ["check", "settle", "settle_fields", "settle_request"]
