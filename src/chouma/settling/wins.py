"""Wins and draws of riichi: from the fields of a request to a ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import AND, HandError, Problem, RuleError, listed, show, worded
from ..families import made_ready
from ..result import NOT_A_WIN, NoScore, Score
from ..riichi.draws import EXHAUSTIVE, NAGASHI
from ..riichi.limits import payments
from ..riichi.names import YAKU_NAMES
from ..riichi.rules import RiichiRules
from ..riichi.table import AUTO, NOBODY, Claim, Pao, Stated, by_han, by_yakuman, claim_faults, settle_claims, settle_draw, settle_fault
from ..score import MOST_COUNTERS, score_hand
from ..seats import SEAT_WORDS, Wind
from ..settlement import LETTERS, Ledger
from ..switches import shown_value
from ..wire import Flaw, Refusal, flaws_of, score_fields
from .fields import (
    CHOMBO_FIELDS,
    DRAW_FIELDS,
    FIELDS,
    OF_A_HAND,
    PAO_FIELDS,
    WIN_FIELDS,
    checked,
    missing,
    seat_in,
    seats_in,
)

#: flags that all winners of one discard share
SHARED_FLAGS = ("houtei", "chankan")

#: what a draw of riichi has to tell
_DRAW_EXAMPLE = '{"kind": "exhaustive", "tenpai": ["E", "S"]}'

#: what stands for rules that couldn't be read, so that hands are judged as far as tiles go
_NO_RULES = Flaw("bad_rules", "", "rules")


def settle_riichi(fields: Mapping[str, Any], rules: RiichiRules | None, found: list[Flaw], notation: str | None = None) -> Ledger | None:
    """The ledger; None where something is wrong, which goes to `found`.

    Parameters
    ----------
    fields : mapping
        See `chouma.settling.fields.FIELDS`; a win may be a `Score`.
    rules : RiichiRules or None
        None where they couldn't be read.
    found : list of Flaw
        What is wrong already; more is added.
    notation : str, optional
        Read the hands as this notation and no other.
    """
    counters = {name: _counters(fields, name, found) for name in ("honba", "deposits")}
    _dealer(fields, found)
    ends = [name for name in ("wins", "draw", "chombo") if fields.get(name) not in (None, False, [], ())]
    if len(ends) > 1:
        told = worded("the hand ends in {ends}: keep one of them", ends=listed(ends, worded("{one} and in {other}")))
        found.append(Flaw(Problem.TWO_OUTCOMES.id, told, ends[1]))
    elif not ends and not any(flaw.where.partition(".")[0] in ("wins", "draw", "chombo") for flaw in found):
        found.append(Flaw(Problem.NO_WINNER.id, worded("nobody won: give wins, a draw or a chombo"), "wins"))
    if ends and ends[0] != "wins" and fields.get("from") is not None:
        found.append(Flaw(Problem.BAD_DISCARDER.id, "nobody takes a discard where nobody wins: take from away", "from"))
    settle = {"wins": _wins, "draw": _draw, "chombo": _chombo}
    try:
        ledgers = [settle[end](fields, rules, found, counters, notation) for end in ends]
    except HandError as refused:
        found += flaws_of(refused)
        return None
    return ledgers[0] if ledgers and not found else None


def _counters(fields: Mapping[str, Any], name: str, found: list[Flaw]) -> int:
    number = fields.get(name, 0)
    if type(number) is not int or not 0 <= number <= MOST_COUNTERS:
        found.append(Flaw("bad_value", worded(
            "{field} is {value}: it is a whole number from 0 to {most}", field=name, value=show(number), most=MOST_COUNTERS
        ), name))
        return 0
    return number


def _dealer(fields: Mapping[str, Any], found: list[Flaw]) -> None:
    seat = seat_in(fields.get("dealer"), "dealer", found)
    if seat not in (None, Wind.E):
        told = worded("dealer is {seat}: seats are named by their winds in this hand, so that the dealer is E", seat=LETTERS[seat])
        found.append(Flaw("bad_value", told, "dealer"))


# --------------------------------------------------------------------------------------------------- wins


def _wins(fields: Mapping[str, Any], rules: RiichiRules | None, found: list[Flaw], counters: dict[str, int], notation: str | None) -> Any:
    wins = fields["wins"]
    claims = [_claim(win, i, fields, rules, found, notation) for i, win in enumerate(wins)]
    if len(claims) > 1:
        found[:] = [_of_win(flaw, claims) for flaw in found]
    if rules is None:
        return None
    if not found:
        return settle_claims(claims, rules, honba=counters["honba"], deposits=counters["deposits"])
    known = {(flaw.id, flaw.where) for flaw in found} | {(flaw.where, "") for flaw in found}
    faults = [fault for fault in claim_faults(claims, rules) if not known & {(fault.problem.id, fault.where), (fault.where, "")}]
    found += flaws_of(HandError(faults))
    return None


def _of_win(flaw: Flaw, claims: Sequence[Claim]) -> Flaw:
    """What one of several wins has wrong, with whose it is."""
    for claim in claims:
        if flaw.where.startswith(f"{claim.where}.") and claim.seat is not None:
            return flaw._replace(message=worded("{seat}: {message}", seat=SEAT_WORDS[claim.seat], message=flaw.message))
    return flaw


def _claim(
    win: Mapping[str, Any] | Score, i: int, top: Mapping[str, Any], rules: RiichiRules | None, found: list[Flaw], notation: str | None
) -> Claim:
    """One win, with its price as far as it can be told."""
    where = f"wins[{i}]"
    giver = seat_in(top.get("from"), "from", found if i == 0 else [])
    if isinstance(win, Score):
        if rules is not None and win.rules != rules:
            told = worded(
                "it was scored under the rules {theirs}, and is settled under {mine}: score it under these",
                theirs=win.rules.name,
                mine=rules.name,
            )
            found.append(Flaw("bad_value", told, where))
        return _of_score(Claim(where, win.how.seat, win.hand.by, giver), win)
    given, flaws = checked(win, WIN_FIELDS, f"{where}.")
    if "seat" not in win:
        flaws.append(missing("seat", WIN_FIELDS, where))
    own = seat_in(given.get("from"), f"{where}.from", flaws)
    seat = seat_in(given.get("seat"), f"{where}.seat", flaws)
    claim = Claim(where, seat, given.get("by"), giver if own is None else own, pao=_pao(given.get("pao"), f"{where}.pao", flaws))
    worths = [name for name in ("hand", "han", "yakuman") if win.get(name) is not None]
    if len(worths) != 1:
        told = worded("no hand: give hand, or han and fu, or yakuman")
        if worths:
            told = worded("{things} are given: keep one of them", things=listed(worths, AND))
        flaws.append(Flaw("bad_value" if worths else "missing_key", told, f"{where}.hand"))
    elif worths == ["hand"]:
        claim = _of_hand(claim, given, top, rules, flaws, notation)
    elif not flaws:
        claim = _of_worth(claim, given, rules, flaws)
    found += flaws
    return claim


def _of_hand(
    claim: Claim, given: Mapping[str, Any], top: Mapping[str, Any], rules: RiichiRules | None, flaws: list[Flaw], notation: str | None
) -> Claim:
    if "fu" in given:
        flaws.append(Flaw("bad_value", worded("the hand tells its fu: take fu away"), f"{claim.where}.fu"))
    asked = {name: top[name] for name in ("round", "dora_indicators", "ura_indicators") if top.get(name) is not None}
    asked |= {name: given[name] for name in OF_A_HAND if name in given}
    if claim.seat is not None:
        asked["seat"] = LETTERS[claim.seat]
    if asked.get("round") is None and not any(flaw.where in ("round", f"{claim.where}.round") for flaw in flaws):
        flaws.append(missing("round", WIN_FIELDS, claim.where))
    if "hand" not in asked:
        return claim
    wrong = [_NO_RULES] if rules is None else []
    answer = score_fields(asked | ({"rules": rules} if rules is not None else {}), wrong, notation=notation)
    if isinstance(answer, Refusal):
        flaws += [flaw._replace(where=f"{claim.where}.{flaw.where}") for flaw in answer.flaws if flaw is not _NO_RULES]
    elif isinstance(answer, NoScore):
        no_win = worded("the hand doesn't win: mend it, or give it as a chombo")
        no_yaku = worded("the hand has no yaku: mend it, or give it as a chombo")
        told = no_win if answer.reason == NOT_A_WIN else no_yaku
        flaws.append(Flaw(Problem.NO_WINNER.id, told, f"{claim.where}.hand"))
        return claim._replace(by=answer.hand.by)
    else:
        return _of_score(claim, answer)  # type: ignore[arg-type]
    return claim


def _of_score(claim: Claim, score: Score) -> Claim:
    how = score.how
    shown = (*how.dora_indicators, *how.ura_indicators)
    return claim._replace(
        by=score.hand.by,
        base=score.base,
        points=score.points,
        yakuman=held_yakuman(score),
        hand=score.hand,
        shown=shown,
        detail=score,
    )


def held_yakuman(score: Score) -> tuple[tuple[str, int], ...]:
    """The yakuman that a hand holds, each with how many it counts, those too that lower ones don't add to."""
    if score.rules.aotenjou != "off":
        return tuple((hit.id, 1) for hit in score.yaku if hit.id in YAKU_NAMES and YAKU_NAMES[hit.id].is_yakuman)
    if score.yakuman and not score.rules.yakuman_stacking:
        again = score_hand(score.hand, score.how, made_ready(score.rules.but(yakuman_stacking=True)), strict=False)
        score = again if isinstance(again, Score) else score
    return tuple((hit.id, hit.yakuman) for hit in score.yaku if hit.yakuman)


def _of_worth(claim: Claim, given: Mapping[str, Any], rules: RiichiRules | None, flaws: list[Flaw]) -> Claim:
    by = claim.by or ("tsumo" if claim.giver is None else "ron")
    claim = claim._replace(by=by)
    strange = [name for name in OF_A_HAND if name not in ("by", "round") and given.get(name)]
    if strange:
        flaws.append(Flaw("bad_value", worded(
            "han and fu hold it already: take {options} away",
            options=", ".join(strange),
        ), f"{claim.where}.{strange[0]}"))
    if rules is None or claim.seat is None:
        return claim
    name = "han" if given.get("han") is not None else "yakuman"
    try:
        stated: Stated = by_han(given["han"], given.get("fu"), by, rules) if name == "han" else by_yakuman(given["yakuman"], rules)
    except RuleError as refused:
        flaws.append(Flaw("bad_value", str(refused), f"{claim.where}.{name}"))
        return claim
    points = payments(stated.known.base, claim.seat is Wind.E, by, rules).points
    return claim._replace(base=stated.known.base, points=points, yakuman=stated.yakuman, detail=stated)


def _pao(given: Any, where: str, flaws: list[Flaw]) -> str | tuple[Pao, ...]:
    if given is None or given == AUTO:
        return AUTO
    if given == NOBODY or given == []:
        return NOBODY
    if isinstance(given, str):
        seat = seat_in(given, where, flaws)
        return AUTO if seat is None else (Pao(seat),)
    one_by_one = given if isinstance(given, list) else [given]
    found = []
    for i, one in enumerate(one_by_one):
        place = where if one is given else f"{where}[{i}]"
        if not isinstance(one, Mapping):  # from Python: on the wire it has another type already
            told = worded("{field} is {value}: it is {allowed}", field=place, value=shown_value(one), allowed=WIN_FIELDS["pao"].allowed)
            flaws.append(Flaw("wrong_type", told, place))
            continue
        fields, wrong = checked(one, PAO_FIELDS, f"{place}.")
        flaws += wrong
        if "seat" not in one:
            flaws.append(missing("seat", PAO_FIELDS, place))
        seat = seat_in(fields.get("seat"), f"{place}.seat", flaws)
        if seat is not None:
            found.append(Pao(seat, tuple(fields.get("yakuman", ()))))
    return tuple(found) or AUTO


# --------------------------------------------------------------------------------------- draws and chombo


def _draw(fields: Mapping[str, Any], rules: RiichiRules | None, found: list[Flaw], counters: dict[str, int], _: object) -> Any:
    draw = fields["draw"]
    if not isinstance(draw, Mapping):
        found.append(Flaw("wrong_type", worded(
            "draw is {value}: for riichi rules say how, {example}",
            value=show(draw), example=_DRAW_EXAMPLE,
        ), "draw"))
        return None
    given, flaws = checked(draw, DRAW_FIELDS, "draw.")
    nagashi = seats_in(given.get("nagashi"), "draw.nagashi", flaws)
    tenpai = seats_in(given.get("tenpai"), "draw.tenpai", flaws)
    found += flaws
    if rules is None or flaws:
        return None
    kind = given.get("kind", NAGASHI if nagashi else EXHAUSTIVE)
    return settle_draw(kind, rules, tenpai=tenpai, nagashi=nagashi, **counters)


def _chombo(fields: Mapping[str, Any], rules: RiichiRules | None, found: list[Flaw], counters: dict[str, int], _: object) -> Any:
    chombo = fields["chombo"]
    if not isinstance(chombo, str | Mapping):
        told = worded("{field} is {value}: it is {allowed}", field="chombo", value=show(chombo), allowed=FIELDS["chombo"].allowed)
        found.append(Flaw("wrong_type", told, "chombo"))
        return None
    given, flaws = checked({"seat": chombo} if isinstance(chombo, str) else chombo, CHOMBO_FIELDS, "chombo.")
    if "seat" not in given and not flaws:
        flaws.append(missing("seat", CHOMBO_FIELDS, "chombo"))
    seat = seat_in(given.get("seat"), "chombo.seat", flaws)
    riichi = seats_in(given.get("riichi"), "chombo.riichi", flaws)
    found += flaws
    if rules is None or flaws or seat is None:
        return None
    return settle_fault(seat, rules, points=given.get("points"), riichi=riichi, **counters)


def with_flags(wins: Sequence[Mapping[str, Any]], flags: Sequence[str], flaws: list[Flaw]) -> list[dict[str, Any]]:
    """Wins with flags that were given beside them: to all what all share, else to the only one."""
    own = [flag for flag in flags if flag not in SHARED_FLAGS]
    if flags and wins and not any("hand" in win for win in wins):
        flaws.append(Flaw("bad_value", worded("han and fu hold it already: take {options} away", options=" ".join(flags)), "flags"))
    if own and len(wins) > 1:
        told = worded(
            "{flags}: {n} hands win, and flags beside them are of one; write them with each win",
            flags=" ".join(own), n=len(wins),
        )
        flaws.append(Flaw("bad_value", told, "flags"))
    return [{**win, "flags": [*dict.fromkeys([*win.get("flags", ()), *flags])]} if "hand" in win else dict(win) for win in wins]
