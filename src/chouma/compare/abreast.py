"""Both families side by side: what riichi kept of the classical rules, what it changed, what it added and what is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ..hand import RON, TSUMO
from ..messages import Speaker, says
from ..riichi.limits import COUNTED_HAN, EXTRA_DOUBLES, MANGAN_HAN, YAKUMAN, base_points, honba_shares, shares
from ..riichi.names import YAKU_NAMES
from ..table.riichi import LIMIT_NAMES
from .rows import (
    DOUBLES,
    EMPTY,
    FU,
    NOTHING,
    PAID,
    PRICE,
    SUM,
    UNKNOWN,
    Cell,
    Row,
    classical_paid,
    counted_items,
    dora_label,
    limit_cell,
    price_of,
    reading_of,
    united,
    yaku_label,
    yaku_word,
)
from .sides import Side

KEPT, CHANGED, ADDED, GONE = "kept", "changed", "added", "gone"
BECAME = {KEPT: says("kept"), CHANGED: says("changed"), ADDED: says("added"), GONE: says("gone")}

#: what both families know, by its classical id: the classical ids, and the ids of riichi
_SHARED = {
    "win": (("win",), ("base",)),
    "concealed_ron": (("concealed_ron",), ("closed_ron",)),
    "self_draw": (("self_draw",), ("tsumo",)),
    "concealed_kong": (("concealed_kong",), ("concealed_quad",)),
    "exposed_kong": (("exposed_kong",), ("open_quad",)),
    "concealed_pung": (("concealed_pung",), ("concealed_triplet",)),
    "exposed_pung": (("exposed_pung",), ("open_triplet",)),
    "pair": (("pair",), ("pair",)),
    "single_wait": (("single_wait",), ("tanki",)),
    "closed_wait": (("closed_wait",), ("kanchan",)),
    "edge_wait": (("edge_wait",), ("penchan",)),
    "all_pungs": (("all_pungs",), ("toitoi",)),
    "kong_replacement": (("kong_replacement",), ("rinshan",)),
    "last_tile": (("last_tile",), ("haitei",)),
    "last_discard": (("last_discard",), ("houtei",)),
    "robbing": (("robbing",), ("chankan",)),
    "no_score": (("no_score",), ("pinfu",)),
    "dragons": (("dragons",), ("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun")),
    "own_wind": (("own_wind",), ("seat_wind",)),
    "round_wind": (("round_wind",), ("round_wind",)),
    "half_flush": (("half_flush",), ("honitsu",)),
    "full_flush": (("full_flush", "concealed_full_flush"), ("chinitsu",)),
    "majors": (("majors", "all_majors"), ("honroutou",)),
    "three_concealed": (("three_concealed",), ("sanankou",)),
    "small_dragons": (("small_dragons",), ("shousangen",)),
    "self_draw_concealed": (("self_draw_concealed",), ("menzen_tsumo",)),
    "original_call": (("original_call",), ("double_riichi",)),
    "heavenly": (("heavenly",), ("tenhou",)),
    "earthly": (("earthly",), ("chiihou", "renhou")),
    "big_three_dragons": (("big_three_dragons", "big_dragons"), ("daisangen",)),
    "four_winds": (("four_winds", "big_four_winds", "small_winds", "big_winds"), ("daisuushii", "shousuushii")),
    "nine_gates": (("nine_gates",), ("chuuren", "junsei_chuuren")),
    "four_kongs": (("four_kongs",), ("suukantsu",)),
    "four_concealed_pungs": (("four_concealed_pungs",), ("suuankou", "suuankou_tanki")),
    "all_honours": (("all_honours",), ("tsuuiisou",)),
    "all_terminals": (("all_terminals",), ("chinroutou",)),
    "imperial_jade": (("imperial_jade",), ("ryuuiisou",)),
    "thirteen_wonders": (("thirteen_wonders", "dealt_orphans"), ("kokushi", "kokushi_13")),
    "unconnected": (("unconnected",), ("shiisan_puutaa",)),
    "moon": (("moon",), ("iipin_mooyue",)),
}
_OF_CLASSICAL = {id: concept for concept, (ids, _) in _SHARED.items() for id in ids}
_OF_RIICHI = {id: concept for concept, (_, ids) in _SHARED.items() for id in ids}
#: labels that no table of names has
_LABELS = {
    "concealed_ron": says("concealed hand by a discard"),
    "seven_pairs": says("seven pairs"),
    "rounding": says("rounded up to ten"),
}
_DORA = ("dora", "ura", "aka", "kita")
#: what stands for one tile or group: each has a line of its own
_BY_TILES = {"concealed_kong", "exposed_kong", "concealed_pung", "exposed_pung", "pair"}


class Part(NamedTuple):
    """What one thing gives in one rule set.

    Attributes
    ----------
    fu, doubles : int
        Doubles are fan or han.
    whole : str
        A limit that it pays whatever the rest; or how many yakuman.
    names : tuple of str
        What riichi calls it, where that is another word.
    """

    fu: int = 0
    doubles: int = 0
    whole: str = ""
    names: tuple[str, ...] = ()

    def plus(self, other: Part) -> Part:
        """Both together."""
        return Part(self.fu + other.fu, self.doubles + other.doubles, self.whole or other.whole, self.names + other.names)


Key = tuple[str, str]
Parts = dict[Key, Part]


def _add(parts: Parts, concept: str, tiles: str, part: Part) -> None:
    key = (concept, tiles if concept in _BY_TILES else "")
    parts[key] = parts[key].plus(part) if key in parts else part


def classical_parts(side: Side, t: Speaker) -> Parts:
    """What each thing gives in a classical hand."""
    found: Any = side.counted
    parts: Parts = {}
    for item in counted_items(found):
        fu = item.fu
        if item.id == "win" and found.hand.by == RON and not found.facts.n_calls and side.rules.concealed_ron_fu:  # type: ignore[attr-defined]
            more = side.rules.concealed_ron_fu  # type: ignore[attr-defined]
            fu -= more
            _add(parts, "concealed_ron", "", Part(more))
        _add(parts, _OF_CLASSICAL.get(item.id, item.id), item.tiles, Part(fu))
    if found.fu != found.fu_raw:
        _add(parts, "rounding", "", Part(found.fu - found.fu_raw))
    for fan in found.fans:
        _add(parts, _OF_CLASSICAL.get(fan.id, fan.id), "", Part(doubles=fan.fan))
    for entry in found.entries:
        if entry.worth.limit:
            whole = str(side.rules.value_of(entry.worth.limit))  # type: ignore[attr-defined]
            _add(parts, _OF_CLASSICAL.get(entry.id, entry.id), "", Part(whole=t("limit of {value}", value=whole)))
    return parts


def riichi_parts(side: Side, t: Speaker) -> Parts:
    """What each thing gives in a hand of riichi."""
    found: Any = side.counted
    parts: Parts = {}
    for item in found.fu_items:
        _add(parts, _OF_RIICHI.get(item.id, item.id), item.tiles, Part(item.fu))
    if found.fu and found.fu != found.fu_raw:
        _add(parts, "rounding", "", Part(found.fu - found.fu_raw))
    for hit in found.yaku if side.answer else ():
        whole = t.plural("yakuman", "{n} yakuman", hit.yakuman) if hit.yakuman else ""
        concept = _OF_RIICHI.get(hit.id, hit.id)
        names = (yaku_word(hit.id, t.lang),) if concept in _SHARED else ()
        _add(parts, concept, "", Part(doubles=hit.han, whole=whole, names=names))
    for id in _DORA:
        if han := getattr(found.dora, id):
            _add(parts, id, "", Part(doubles=han))
    return parts


def _label(key: Key, t: Speaker, riichi_alone: bool) -> str:
    """What a line is called: by its classical name, unless only riichi has it here and has one of its own."""
    from ..classical.names import ids, name_of

    concept, tiles = key
    of_riichi = [id for id in _SHARED[concept][1] if id in YAKU_NAMES] if riichi_alone and concept in _SHARED else []
    if len(of_riichi) == 1:
        named = yaku_label(of_riichi[0], t.lang)
    elif concept in _LABELS:
        named = t(_LABELS[concept])
    elif concept in _DORA:
        named = dora_label(concept, t)
    else:
        named = name_of(concept, t.lang) if concept in ids() else yaku_label(concept, t.lang)
    return f"{named} {tiles}".rstrip()


def _part_cell(part: Part | None, riichi: bool, t: Speaker) -> Cell:
    if part is None:
        return EMPTY
    told = [t("{n} fu", n=part.fu)] if part.fu else []
    if part.doubles:
        told.append(t("{n} han", n=part.doubles) if riichi else t("{n} fan", n=part.doubles))
    told += [part.whole] if part.whole else []
    text = " + ".join(told)
    return Cell(f"{text} ({', '.join(part.names)})" if part.names else text, " + ".join(told))


def _became(mine: Part | None, theirs: Part | None, silent: bool) -> str:
    """What became of a thing; `silent`: nothing can be said where riichi lacks it, as one thing stands in place of all others."""
    if theirs is None:
        return GONE if mine is not None and not silent else ""
    if mine is None:
        return ADDED
    same = mine[:2] == theirs[:2] and not mine.whole and not theirs.whole
    return KEPT if same else CHANGED


class Pair(NamedTuple):
    """The two rule sets whose lines are compared: the first of each family."""

    classical: int
    riichi: int


def pair_of(sides: Sequence[Side]) -> Pair:
    """The first rule set of each family."""
    return Pair(*(next(i for i, side in enumerate(sides) if side.is_riichi is wanted) for wanted in (False, True)))


def rows_abreast(sides: Sequence[Side], t: Speaker) -> list[Row]:
    """One hand as classical and as riichi rules count it, line beside line."""
    pair = pair_of(sides)
    rows = [*_price_rows(sides, t), *_part_rows(sides, pair, t), *_sum_rows(sides, pair, t)]
    rows += _paid_rows(sides, pair, t) if sides[0].how.won else ()
    return [row for row in rows if any(cell != UNKNOWN for cell in row.cells)]


# --------------------------------------------------------------------------------- price, fu and doubles


def _price_rows(sides: Sequence[Side], t: Speaker) -> Iterator[Row]:
    def worth(side: Side) -> Cell:
        found: Any = side.answer
        if not found:
            return Cell(t("{fu} fu, no yaku", fu=side.counted.fu), None) if side.counted else UNKNOWN
        if not side.is_riichi:
            return Cell(t("{fu} fu {fan} fan", fu=found.fu, fan=found.fan), f"{found.fu} {found.fan}")
        if found.yakuman:
            text = t.plural("yakuman", "{n} yakuman", found.yakuman)
        else:
            text = t("{fu} fu {han} han", fu=found.fu, han=found.han) if found.fu else t("{han} han", han=found.han)
        return Cell(text, text)

    yield Row(PRICE, "worth", t("counted"), tuple(map(worth, sides)))
    yield Row(PRICE, "price", t("worth"), tuple(price_of(side, t) for side in sides))
    yield Row(PRICE, "reading", t("read as"), tuple(reading_of(side.counted) if side.counted else UNKNOWN for side in sides))


def _part_rows(sides: Sequence[Side], pair: Pair, t: Speaker) -> Iterator[Row]:
    """Everything that gives something: what gives fu in either family, then what doubles."""
    parts = [((riichi_parts if one.is_riichi else classical_parts)(one, t) if one.counted else None) for one in sides]
    order = list(_SHARED)
    keys = united([one for one in parts if one is not None])
    keys.sort(key=lambda key: order.index(key[0]) if key[0] in order else len(order))  # what has no counterpart comes last, in its order
    keys.sort(key=lambda key: key[0] == "rounding")
    both = parts[pair.classical] is not None and parts[pair.riichi] is not None
    silent = both and not sides[pair.riichi].counted.fu

    def row(section: str, key: Key) -> Row:
        told = [None if one is None else one.get(key) for one in parts]
        alone = all(part is None or side.is_riichi for part, side in zip(told, sides, strict=True))
        named = [part._replace(names=()) if part and alone else part for part in told]
        cells = [UNKNOWN if one is None else _part_cell(p, s.is_riichi, t) for one, p, s in zip(parts, named, sides, strict=True)]
        became = _became(told[pair.classical], told[pair.riichi], silent) if both else ""
        return Row(section, ":".join(filter(None, key)), _label(key, t, alone), tuple(cells), became)

    gives_fu = {key for one in parts if one is not None for key, part in one.items() if part.fu}
    yield from (row(FU, key) for key in keys if key in gives_fu)
    yield Row(FU, "fu", t("in all"), tuple(_total(side, "fu", t) for side in sides))
    yield from (row(DOUBLES, key) for key in keys if key not in gives_fu)
    cells = tuple(_total(side, "han" if side.is_riichi else "fan", t) for side in sides)
    yield Row(DOUBLES, "doubles", t("in all"), cells)


_AMOUNTS = {"fu": says("{n} fu"), "han": says("{n} han"), "fan": says("{n} fan")}


def _total(side: Side, name: str, t: Speaker) -> Cell:
    found: Any = side.answer if name == "han" else side.counted
    if not found and side.counted:
        return Cell(t(NOTHING[side.reason]), None)
    amount = None if not found else getattr(found, name)
    if amount is None:
        return EMPTY if found else UNKNOWN
    return Cell(t(_AMOUNTS[name], n=amount), amount)


# ------------------------------------------------------------------------------------------- how it multiplies


def _sum_rows(sides: Sequence[Side], pair: Pair, t: Speaker) -> Iterator[Row]:
    extra = tuple(Cell(str(EXTRA_DOUBLES), EXTRA_DOUBLES) if side.is_riichi else EMPTY for side in sides)
    yield Row(SUM, "extra_doubles", t("doubles on every hand"), extra, ADDED)
    yield Row(SUM, "count", t("the count"), tuple(_count(side, t) for side in sides))
    ceilings = [_ceiling(side) for side in sides]
    same = ceilings[pair.classical] == ceilings[pair.riichi]
    told = tuple(_ceiling_cell(value, side, t) for value, side in zip(ceilings, sides, strict=True))
    yield Row(SUM, "limit", t("limit of fu x 2^n"), told, KEPT if same else CHANGED)
    steps = [_steps(side, t) for side in sides]
    if any(cell.value for cell in steps):
        yield Row(SUM, "steps", t("stacked limits"), tuple(steps), ADDED)
    reached = [_reached(side, t) for side in sides]
    if any(cell.value for cell in reached):
        yield Row(SUM, "reached", t("reached here"), tuple(reached))


def _ceiling_cell(value: int | None, side: Side, t: Speaker) -> Cell:
    if value is None:
        return Cell(t("none"), None)
    return Cell(f"{value} ({t(LIMIT_NAMES['mangan'])})" if side.is_riichi else str(value), value)


def _count(side: Side, t: Speaker) -> Cell:
    """Fu doubled, as a sum."""
    found: Any = side.answer
    if not found:
        return UNKNOWN
    if side.is_riichi:
        if not found.fu:
            return Cell(t("base {base}", base=found.base), found.base)
        return Cell(f"{found.fu} x 2^({found.han} + {EXTRA_DOUBLES}) = {found.fu << found.han + EXTRA_DOUBLES}", found.base)
    if not found.fu:  # won as dealt: a limit, and nothing to count
        return EMPTY
    return Cell(f"{found.fu} x 2^{found.fan} = {found.fu << found.fan}", found.score)


def _ceiling(side: Side) -> int | None:
    """The first limit, in fu x 2^(fan or han); None without one."""
    if not side.is_riichi:
        return side.rules.limit  # type: ignore[attr-defined]
    steps = _all_steps(side)
    return steps[0][1] >> EXTRA_DOUBLES if steps else None


def _all_steps(side: Side) -> list[tuple[str, int]]:
    """The limits of riichi, each with its base points."""
    rules: Any = side.rules
    if rules.aotenjou != "off":
        return []
    hans = range(MANGAN_HAN, COUNTED_HAN + 1)
    found = [(limit, value) for (value, limit), _ in groupby(hans, lambda han: base_points(han, 30, rules))]
    return [*(step for step in found if step[1] != YAKUMAN), ("yakuman", YAKUMAN)]


def _steps(side: Side, t: Speaker) -> Cell:
    """The limits beyond the first, in base points."""
    higher = _all_steps(side)[1:] if side.is_riichi else []
    if not higher:
        return EMPTY
    named = [t("{limit} {value}", limit=t(LIMIT_NAMES[limit]), value=value >> EXTRA_DOUBLES) for limit, value in higher]
    text = t(", ").join(named)
    return Cell(text, text)


def _reached(side: Side, t: Speaker) -> Cell:
    found: Any = side.answer
    if not found:
        return UNKNOWN
    if not side.is_riichi:
        return limit_cell(found, side.rules, t)
    return Cell(t(LIMIT_NAMES[found.limit]), found.limit) if found.limit else EMPTY


# -------------------------------------------------------------------------------------------------- who pays


def _paid_rows(sides: Sequence[Side], pair: Pair, t: Speaker) -> Iterator[Row]:
    by = sides[0].how.hand.by or TSUMO
    alone = [by == RON and (side.is_riichi or side.rules.payer == "discarder") for side in sides]  # type: ignore[attr-defined]
    payers = [Cell(t("the discarder, for all"), "discarder") if one else Cell(t("all the others"), "all") for one in alone]
    yield _compared("payers", t("who pays"), payers, pair)
    yield _compared("east", t("East double"), [_east_cell(side, by, t) for side in sides], pair)
    yield _compared("exactness", t("rounding of payments"), [_rounding(side, t) for side in sides], pair, FU_EXACT)
    settle = [not side.is_riichi and side.rules.losers_settle for side in sides]  # type: ignore[attr-defined]
    among = [Cell(t("by their own hands"), "settle") if one else EMPTY for one in settle]
    if any(settle):
        yield _compared("losers", t("settling among the other three"), among, pair, EMPTY)
    how = sides[pair.riichi].how
    if how.honba or how.deposits:
        yield _compared("counters", t("counters and sticks"), [_counters(side, by, t) for side in sides], pair, EMPTY)
    yield Row(PAID, "paid", t("paid here"), tuple(_shares(side, t) for side in sides))
    yield Row(PAID, "total", t("in all"), tuple(_in_all(side) for side in sides))


FU_EXACT = Cell("", "exact")


def _compared(id: str, label: str, cells: Sequence[Cell], pair: Pair, nothing: Cell = UNKNOWN) -> Row:
    """A line whose cells are compared by their values; `nothing` is what a family has that doesn't have the thing."""
    mine, theirs = cells[pair.classical].value, cells[pair.riichi].value
    became = KEPT if mine == theirs else ADDED if mine == nothing.value else GONE if theirs == nothing.value else CHANGED
    return Row(PAID, id, label, tuple(cells), became)


def _east_cell(side: Side, by: str, t: Speaker) -> Cell:
    """By ron how often East receives the score or the base, and how often another; by self-draw how often East pays it, and another."""
    one, other = _east_of(side, by)
    told = {"east": f"{one:g}", "other": f"{other:g}"}
    if by == RON:
        sentence = says("gets {east} x base, others {other} x") if side.is_riichi else says("gets {east} x score, others {other} x")
    else:
        sentence = says("pays {east} x base, others {other} x") if side.is_riichi else says("pays {east} x score, others {other} x")
    return Cell(t(sentence, **told), f"{one / other:.3g}")


def _east_of(side: Side, by: str) -> tuple[float, float]:
    if side.is_riichi:
        rules: Any = side.rules
        if by == RON:
            one, other = (sum(n or 0 for n in shares(1, dealer, RON, rules)) for dealer in (True, False))
        else:
            _, one, other = shares(1, False, TSUMO, rules)  # type: ignore[assignment]
        return one / 2, other / 2  # shares are told twice, so that halves stay whole
    from ..classical.cells import paid

    east, another = (paid(1, east_wins, side.rules) for east_wins in (True, False))  # type: ignore[arg-type]
    return (east.total, another.total) if by == RON else (another.east or 0, another.each)


def _rounding(side: Side, t: Speaker) -> Cell:
    return Cell(t("each rounded up to 100"), "hundreds") if side.is_riichi else Cell(t("exact"), "exact")


def _counters(side: Side, by: str, t: Speaker) -> Cell:
    if not side.is_riichi or side.answer is None:  # refused: the counters may be what is wrong
        return EMPTY
    how, rules = side.how, side.rules
    told = []
    if how.honba:
        each = honba_shares(rules, by) * how.honba  # type: ignore[arg-type]
        told.append(t.plural("{each} from each payer for {n} counter", "{each} from each payer for {n} counters", how.honba, each=each))
    if how.deposits:
        points = how.deposits * 1000
        told.append(t.plural("{points} for {n} riichi stick", "{points} for {n} riichi sticks", how.deposits, points=points))
    return Cell("; ".join(told), how.honba * 100_000 + how.deposits)


def _shares(side: Side, t: Speaker) -> Cell:
    """Who pays what for this hand."""
    found: Any = side.answer
    if not found:
        return UNKNOWN
    paid = found.payments.to_dict() if side.is_riichi else classical_paid(side)
    if paid is None:
        return UNKNOWN
    how = [_how_much(side, id) if side.is_riichi else "" for id in ("discarder", "dealer", "each_nondealer")]
    each = paid.get("each_nondealer") if side.is_riichi else paid.get("each")
    east = paid.get("dealer") if side.is_riichi else paid.get("east")
    if "discarder" in paid:
        text = t("the discarder {points}", points=f"{paid['discarder']}{how[0]}")
    elif east is None:
        text = t("each of the others {points}", points=f"{each}{how[2]}")
    else:
        text = t("East {east}, the others each {each}", east=f"{east}{how[1]}", each=f"{each}{how[2]}")
    return Cell(text, text)


def _how_much(side: Side, id: str) -> str:
    """How a payment comes of the base points: `` (4 x 240)``, `` (4 x 2000 + 300)``."""
    found: Any = side.answer
    by = found.hand.by
    payers = ("discarder", "dealer", "each_nondealer")
    twice = dict(zip(payers, shares(1, found.facts.seat_bit == 1, by, found.rules), strict=True))[id]
    counters = found.how.honba * honba_shares(found.rules, by)
    return "" if twice is None else f" ({twice / 2:g} x {found.base}{f' + {counters}' if counters else ''})"


def _in_all(side: Side) -> Cell:
    found: Any = side.answer
    paid = None if not found else found.payments.to_dict() if side.is_riichi else classical_paid(side)
    return UNKNOWN if paid is None else Cell(str(paid["total"]), paid["total"])


def by_fate(rows: Iterable[Row]) -> dict[str, list[str]]:
    """The things by what became of them, in the order kept, changed, added, gone."""
    found: dict[str, list[str]] = {fate: [] for fate in BECAME}
    for row in rows:
        label = row.label.removesuffix(f" {row.id.partition(':')[2]}")  # one for all groups of its sort
        if row.became and label not in found[row.became]:
            found[row.became].append(label)
    return {fate: labels for fate, labels in found.items() if labels}
