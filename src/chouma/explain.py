"""Why a hand is worth what it is: the derivation line by line, and why a yaku was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import UnknownNameError
from .features import FEATURES, reads
from .groups import WAITS
from .hand import FLAGS, RON
from .lang import Tree, clauses, describe, evaluate, leaves
from .lines import Explanation, Line
from .riichi.engine import BY_ID, Entry
from .riichi.limits import EXTRA_DOUBLES, MANGAN_HAN, YAKUMAN, honba_shares, hundred, shares
from .riichi.names import YAKU_NAMES
from .tiles import NAMES, name

if TYPE_CHECKING:
    from .result import NoScore, Reading, Score

LANGUAGES = ("en",)


def explain(score: Score, lang: str = "en") -> Explanation:
    """The derivation of a score.

    Parameters
    ----------
    score : Score
    lang : str
        ``en``.

    Raises
    ------
    UnknownNameError
        If the language isn't there.
    """
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)
    parts = [_reading_line(score), _yaku_lines(score)]
    if score.fu:
        parts.append(_fu_lines(score))
    parts += [_base_line(score), _payment_lines(score)]
    if score.alternatives:
        parts.append(_other_readings(score))
    parts += [Line("note", note) for note in notes(score)]
    return Explanation(tuple(parts))


def yaku_name(id: str) -> str:
    """The English name of a yaku beside its id; the id alone for a yaku that the user declared."""
    return f"{id} ({YAKU_NAMES[id].text('en')})" if id in YAKU_NAMES else id


def _reading_line(score: Score) -> Line:
    placed = next((group for group in score.reading.groups if group.wait), None)
    how = "by ron" if score.hand.by == RON else "by self-draw"
    wait = f", {WAITS[placed.wait]} in {name(placed.kinds)}" if placed else ""
    return Line("reading", f"read as {score.reading}, won on {NAMES[score.hand.win]} {how}{wait}")  # type: ignore[index]


def _yaku_lines(score: Score) -> Line:
    lines, total = [], 0
    unit = "yakuman" if score.yakuman else "han"
    for hit in score.yaku:
        amount = hit.yakuman or hit.han
        total += amount
        lines.append(Line(hit.id, yaku_name(hit.id), amount, unit, total))
    for id, amount in score.dora._asdict().items():
        if amount:
            total += amount
            lines.append(Line(id, _DORA_NAMES[id], amount, unit, total))
    return Line("yaku", "yaku and dora" if any(score.dora) else "yaku", total, unit, lines=tuple(lines))


_DORA_NAMES = {"dora": "dora", "ura": "ura dora", "aka": "red fives", "kita": "declared norths"}

_FU_NAMES = {
    "base": "base",
    "seven_pairs": "seven pairs, fixed",
    "closed_ron": "closed hand won by ron",
    "tsumo": "self-draw",
    "pair": "pair of a dragon or a wind of value",
    "kanchan": "kanchan (closed wait)",
    "penchan": "penchan (edge wait)",
    "tanki": "tanki (pair wait)",
}


def fu_name(id: str) -> str:
    """An item of the fu in words."""
    return _FU_NAMES.get(id, id.replace("_", " "))


def _fu_lines(score: Score) -> Line:
    lines, total = [], 0
    for item in score.fu_items:
        total += item.fu
        text = fu_name(item.id)
        if item.id == "open_triplet" and any(g.wait and not g.called and name(g.kinds) == item.tiles for g in score.reading.groups):
            text = "triplet completed by ron, counted as open"
        lines.append(Line(item.id, text, item.fu, "fu", total, item.tiles))
    fu = score.fu or 0
    if fu != total:
        bare = total == 20 and not score.hand.closed
        why = "an open hand won by ron with nothing but its base" if bare else "rounded up to ten"
        lines.append(Line("rounding", why, fu - total, "fu", fu))
    return Line("fu", "fu", fu, "fu", lines=tuple(lines))


def _base_line(score: Score) -> Line:
    limit = score.limit.replace("_", " ")
    if score.yakuman:
        text = f"base points: {score.yakuman} yakuman of {YAKUMAN}" if score.yakuman > 1 else "base points of a yakuman"
    elif score.limit in ("mangan", "kiriage_mangan") and score.fu and (score.han or 0) < MANGAN_HAN:
        plain = score.fu << (score.han or 0) + EXTRA_DOUBLES
        text = f"base points: {score.fu} fu x 2^({score.han} + {EXTRA_DOUBLES}) = {plain}, {limit}"
    elif score.limit:
        often = score.limit == "counted_yakuman" and score.base > YAKUMAN
        times = f", {score.han} han count {score.base // YAKUMAN} times" if often else ""
        text = f"base points of a {limit} ({score.han} han{times})"
    else:
        text = f"base points: {score.fu} fu x 2^({score.han} + {EXTRA_DOUBLES})"
    return Line("base", text, score.base, "points")


def _payment_lines(score: Score) -> Line:
    rules, how = score.rules, score.how
    dealer = score.facts.seat_bit == 1
    lines = []
    payers = ("the discarder", "the dealer", "each non-dealer" if not dealer else "each other player")
    ids = ("discarder", "dealer", "each_nondealer")
    unrounded = shares(score.base, dealer, score.hand.by, rules)  # type: ignore[arg-type]
    counters = how.honba * honba_shares(rules, score.hand.by)  # type: ignore[arg-type]
    for id, payer, twice, paid in zip(ids, payers, unrounded, score.payments[1:4], strict=True):
        if twice is None or paid is None:
            continue
        half = twice / 2
        exact = -(-twice // 2)
        rounded = f", rounded up to {hundred(exact)}" if hundred(exact) != half else ""
        added = f", and {counters} for {how.honba} counter{'s' if how.honba > 1 else ''}" if counters else ""
        times = f"{twice / 2 / score.base:g} x {score.base} = {half:g}"
        lines.append(Line(id, f"{payer} pays {times}{rounded}{added}", paid, "points"))
    if how.deposits:
        sticks = f"{how.deposits} riichi stick{'s' if how.deposits > 1 else ''} on the table"
        lines.append(Line("deposits", sticks, how.deposits * 1000, "points"))
    return Line("payments", "the winner receives", score.payments.total, "points", lines=tuple(lines))


def _other_readings(score: Score) -> Line:
    return Line("alternatives", "other readings", lines=tuple(_lost(reading) for reading in score.alternatives))


def _lost(reading: Reading) -> Line:
    placed = next((group for group in reading.groups if group.wait), None)
    text = f"{reading}" + (f", {WAITS[placed.wait]} in {name(placed.kinds)}" if placed else "")
    price = reading.price
    if price is None:
        return Line("alternative", f"{text}: no yaku")
    worth = f"{price.yakuman} yakuman" if price.yakuman else f"{price.han} han {price.fu} fu ({price.fu_raw} before rounding)"
    return Line("alternative", f"{text}: {worth}", price.base, "points")


def notes(score: Score) -> list[str]:
    """What was given and is worth nothing, and what was waived."""
    found = []
    facts, rules = score.facts, score.rules
    flags = score.how.flag_names
    if score.how.ura_indicators and not any("riichi" in flag for flag in flags):
        found.append("ura indicators count with riichi only")
    if score.yakuman and (facts.dora or facts.aka or facts.norths):
        found.append("dora add nothing to a yakuman")
    here = {entry.id for entry in score.engine.entries}
    for flag in flags:
        if flag in BY_ID and flag not in here:
            also = "counts as plain riichi" if flag == "open_riichi" else "worth nothing here"
            found.append(f"{flag}: not in the rules {rules.name}, {also}")
    if not rules.ippatsu and "ippatsu" in flags:
        found.append(f"ippatsu: not in the rules {rules.name}, worth nothing here")
    if "chankan" in flags and any(hit.id in ("kokushi", "kokushi_13") for hit in score.yaku):
        which = "a concealed kan too" if rules.kokushi_on_ankan else "an added kan only, never a concealed kan"
        found.append(f"thirteen orphans may rob {which} in the rules {rules.name}")
    found += [f"waived: {fault.message}" for fault in score.waived]
    return found


# ---------------------------------------------------------------------------------------------------------
# why not


class WhyNot(NamedTuple):
    """Why a hand doesn't have a yaku.

    Attributes
    ----------
    yaku : str
    has : bool
        Whether it has it after all.
    reason : str
        ``has``, ``not_in_rules``, ``closed_only``, ``open_only``, ``not_a_win``, ``clause``, ``superseded`` or ``yakuman``.
    text : str
    clause : str
        The first clause that fails, where that is the reason.
    values : dict
        The features in it, with their values in words.
    """

    yaku: str
    has: bool
    reason: str
    text: str
    clause: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "values": dict(self.values)}

    def __str__(self) -> str:
        return self.text


def _label(tree: Tree, value: Any) -> str:
    return FEATURES[tree[1]].label(value) if tree[0] == "feature" and tree[1] in FEATURES else str(value)


def _failed(result: Score | NoScore, entry: Entry, index: int) -> list[Tree]:
    """The clauses of a yaku that fail in one reading, in order."""
    values = result._values(index)
    return [clause for clause in clauses(entry.yaku.tree) if not evaluate(clause, values)]


def why_not(result: Score | NoScore, yaku: str) -> WhyNot:
    """Why a hand doesn't have a yaku; see `Score.why_not`."""
    entry = result.engine.entry(yaku)
    rules = result.rules.name
    if entry is None:
        return WhyNot(yaku, False, "not_in_rules", f"{yaku}: not in the rules {rules}")
    closed = result.facts.n_calls == 0
    if entry.worth.han(closed) is None:
        kind = "closed" if closed is False else "open"
        return WhyNot(yaku, False, f"{kind}_only", f"{yaku}: {kind} hands only, and this one is {'open' if kind == 'closed' else 'closed'}")
    n_readings = len(result._rows)
    if not n_readings:
        return WhyNot(yaku, False, "not_a_win", f"{yaku}: the hand doesn't win")
    if result.win and any(hit.id == yaku for hit in result.yaku):
        return WhyNot(yaku, True, "has", f"{yaku}: the hand has it")
    index = result._index if result.win else min(range(n_readings), key=lambda i: len(_failed(result, entry, i)))
    failed = _failed(result, entry, index)
    if not failed:
        return _taken(result, entry)
    values = result._values(index)
    read = tuple(dict.fromkeys(leaves(failed[0], "feature")))
    shown = tuple((one, FEATURES[one].label(values[one])) for one in read)
    switches = "".join(f", and the rules {rules} have {one} = {getattr(result.rules, one)}" for one in leaves(failed[0], "rule"))
    clause = describe(failed[0], _label)
    told = ", ".join(f"{one} is {value}" for one, value in shown)
    meaning = f" ({FEATURES[read[0]].meaning})" if len(read) == 1 else ""
    return WhyNot(yaku, False, "clause", f"{yaku} needs {clause}: {told}{meaning}{switches}", clause, shown)


def _taken(result: Score | NoScore, entry: Entry) -> WhyNot:
    """Why a yaku whose clauses all hold is not counted."""
    if result.win and result.yakuman and not entry.limits:
        return WhyNot(entry.id, False, "yakuman", f"{entry.id}: beside a yakuman only yakuman count")
    above = [other.id for other in result.engine.in_order if entry.dropped_by & other.bit and result.win and result._price.hits & other.bit]
    by = above[0] if above else "another yaku of this hand"
    return WhyNot(entry.id, False, "superseded", f"{entry.id}: {by} takes its place")


def nearest_yaku(result: NoScore, most: int) -> tuple[str, ...]:
    """The yaku that a hand without one came nearest to: those with the fewest clauses that fail.

    What only luck gives (haitei, tenhou …) is left out; riichi is not, which a closed hand can declare.
    """
    closed = result.facts.n_calls == 0
    chance = set(FLAGS) - {"riichi"}
    near = []
    for entry in result.engine.in_order:
        wants = reads(entry.yaku.tree)
        if entry.worth.han(closed) is None or (wants <= chance | {"riichi"} and not wants & {"riichi"}) or entry.id == "double_riichi":
            continue
        least = min(len(_failed(result, entry, i)) for i in range(len(result._rows)))
        near.append((least, entry.limits, entry.bit, entry.id))
    return tuple(id for _, _, _, id in sorted(near)[:most])
