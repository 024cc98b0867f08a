"""Why a hand is worth what it is: the derivation line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .about import red_fives, tiles_about, tiles_of_kind, whole, winning_tile
from .groups import WAITS, Group
from .hand import RON
from .lines import Explanation, Line
from .messages import Speaker, says, speaker
from .riichi.engine import BY_ID
from .riichi.limits import EXTRA_DOUBLES, LIMIT_WORDS, MANGAN_HAN, YAKUMAN, honba_shares, hundred, shares
from .riichi.names import YAKU_NAMES
from .riichi.pricing import Price
from .tiles import NAMES, NORTH, dora_of, name

if TYPE_CHECKING:
    from .answers import Reading
    from .result import Score


def explain(score: Score, lang: str = "en") -> Explanation:
    """The derivation of a score.

    Parameters
    ----------
    score : Score
    lang : str
        One of `chouma.messages.LANGUAGES`.

    Raises
    ------
    UnknownNameError
        If the language isn't there.
    """
    t = speaker(lang)
    parts = [_reading_line(score, t), _yaku_lines(score, t)]
    if score.fu:
        parts.append(_fu_lines(score, t))
    parts += [_base_line(score, t), _payment_lines(score, t)]
    if score.alternatives:
        parts.append(_other_readings(score, t))
    parts += [Line("note", note) for note in notes(score, lang)]
    return Explanation(tuple(parts), t.lang)


def yaku_name(id: str, lang: str = "en") -> str:
    """The name of a yaku; in English its id, with the name beside it. The id alone for a yaku that the user declared."""
    if id not in YAKU_NAMES:
        return id
    said = YAKU_NAMES[id].text(lang)
    return f"{id} ({said})" if lang == "en" else said


def _placed(groups: tuple[Group, ...], t: Speaker) -> dict[str, str]:
    """The wait and the group that the winning tile completed; empty where it completed none."""
    placed = next((group for group in groups if group.wait), None)
    return {"wait": t(WAITS[placed.wait]), "group": name(placed.kinds)} if placed else {}


def _reading_line(score: Score, t: Speaker) -> Line:
    placed = _placed(score.reading.groups, t)
    told = {"reading": str(score.reading), "tile": NAMES[score.hand.win], **placed}  # type: ignore[index]
    if score.hand.by == RON and placed:
        sentence = says("read as {reading}, won on {tile} by ron, {wait} in {group}")
    elif score.hand.by == RON:
        sentence = says("read as {reading}, won on {tile} by ron")
    elif placed:
        sentence = says("read as {reading}, won on {tile} by self-draw, {wait} in {group}")
    else:
        sentence = says("read as {reading}, won on {tile} by self-draw")
    return Line("reading", t(sentence, **told))


def _yaku_lines(score: Score, t: Speaker) -> Line:
    lines, total = [], 0
    unit = "yakuman" if score.yakuman else "han"
    for hit in score.yaku:
        amount = hit.yakuman or hit.han
        total += amount
        lines.append(Line(hit.id, yaku_name(hit.id, t.lang), amount, unit, total, _tiles_of_yaku(hit.id, score)))
    for id, amount in score.dora._asdict().items():
        if amount:
            total += amount
            tiles, indicators = _tiles_of_dora(id, amount, score)
            lines.append(Line(id, t(_DORA_NAMES[id]), amount, unit, total, tiles, indicators=indicators))
    return Line("yaku", t("yaku and dora") if any(score.dora) else t("yaku"), total, unit, lines=tuple(lines))


def _tiles_of_yaku(id: str, score: Score) -> str:
    entry = score.engine.entry(id)
    return tiles_about(entry.yaku.tree, score.hand, score.reading.groups, score.facts, score.rules) if entry else ""


def _tiles_of_dora(id: str, amount: int, score: Score) -> tuple[str, str]:
    """The tiles that are dora, and the indicators that make them so, one for each part."""
    hand, how = score.hand, score.how
    if id == "aka":
        return red_fives(hand), ""
    if id == "kita":
        return name([NORTH] * hand.norths), ""
    shown, whole_amount = (how.dora_indicators, score.facts.dora) if id == "dora" else (how.ura_indicators, score.facts.ura)
    counted = shown if amount == whole_amount else shown[:1]  # without kan dora the first alone counts
    made = [(tiles_of_kind(hand, dora_of(tile, score.engine.players)), NAMES[tile]) for tile in counted]
    return " ".join(tiles for tiles, _ in made if tiles), " ".join(indicator for tiles, indicator in made if tiles)


_DORA_NAMES = {"dora": says("dora"), "ura": says("ura dora"), "aka": says("red fives"), "kita": says("declared norths")}

#: the items of the fu that have names beside their ids
FU_NAMES = {
    "base": says("base"),
    "seven_pairs": says("seven pairs, fixed"),
    "closed_ron": says("closed hand won by ron"),
    "tsumo": says("self-draw"),
    "pair": says("pair of a dragon or a wind of value"),
    "kanchan": says("kanchan (closed wait)"),
    "penchan": says("penchan (edge wait)"),
    "tanki": says("tanki (pair wait)"),
    "open_triplet": says("open triplet"),
    "concealed_triplet": says("concealed triplet"),
    "open_quad": says("open quad"),
    "concealed_quad": says("concealed quad"),
}


def fu_name(id: str, lang: str = "en") -> str:
    """An item of the fu in words."""
    return speaker(lang)(FU_NAMES.get(id, id.replace("_", " ")))


def _tiles_of_fu(id: str, score: Score) -> str:
    """What an item of no group of its own speaks of."""
    if id == "tsumo":
        return winning_tile(score.hand)
    return whole(score.reading.groups) if id in ("seven_pairs", "closed_ron") else ""


def _fu_lines(score: Score, t: Speaker) -> Line:
    lines, total = [], 0
    for item in score.fu_items:
        total += item.fu
        text = fu_name(item.id, t.lang)
        if item.id == "open_triplet" and any(g.wait and not g.called and name(g.kinds) == item.tiles for g in score.reading.groups):
            text = t("triplet completed by ron, counted as open")
        lines.append(Line(item.id, item.named(text), item.fu, "fu", total, item.tiles or _tiles_of_fu(item.id, score)))
    fu = score.fu or 0
    if fu != total:
        bare = total == 20 and not score.hand.closed
        why = t("an open hand won by ron with nothing but its base") if bare else t("rounded up to ten")
        lines.append(Line("rounding", why, fu - total, "fu", fu))
    return Line("fu", t("fu"), fu, "fu", lines=tuple(lines))


def _base_line(score: Score, t: Speaker) -> Line:
    return Line("base", _base_text(score, t), score.base, "points")


def _base_text(score: Score, t: Speaker) -> str:
    if score.yakuman:
        several = says("base points: {n} yakuman of {points}")
        return t.plural("base points of a yakuman", several, score.yakuman, points=YAKUMAN)
    told = {"fu": score.fu, "han": score.han, "doubles": EXTRA_DOUBLES}
    if not score.limit:
        return t("base points: {fu} fu x 2^({han} + {doubles})", **told)
    limit = t(LIMIT_WORDS[score.limit])
    if score.limit in ("mangan", "kiriage_mangan") and score.fu and (score.han or 0) < MANGAN_HAN:
        plain = score.fu << (score.han or 0) + EXTRA_DOUBLES
        return t("base points: {fu} fu x 2^({han} + {doubles}) = {plain}, {limit}", **told, plain=plain, limit=limit)
    if score.limit == "counted_yakuman" and score.base > YAKUMAN:
        times = score.base // YAKUMAN
        return t("base points of a {limit} ({han} han, {han} han count {times} times)", limit=limit, han=score.han, times=times)
    return t("base points of a {limit} ({han} han)", limit=limit, han=score.han)


def _payment_lines(score: Score, t: Speaker) -> Line:
    rules, how = score.rules, score.how
    dealer = score.facts.seat_bit == 1
    lines = []
    payers = (t("the discarder"), t("the dealer"), t("each other player") if dealer else t("each non-dealer"))
    ids = ("discarder", "dealer", "each_nondealer")
    unrounded = shares(score.base, dealer, score.hand.by, rules)  # type: ignore[arg-type]
    counters = how.honba * honba_shares(rules, score.hand.by)  # type: ignore[arg-type]
    for id, payer, twice, paid in zip(ids, payers, unrounded, score.payments[1:4], strict=True):
        if twice is None or paid is None:
            continue
        half, rounded = twice / 2, hundred(-(-twice // 2))
        told = {"payer": payer, "times": f"{half / score.base:g}", "base": score.base, "product": f"{half:g}"}
        text = t("{payer} pays {times} x {base} = {product}", **told)
        if rounded != half:
            text = t("{payer} pays {times} x {base} = {product}, rounded up to {rounded}", **told, rounded=rounded)
        if counters:
            one, several = says("{paid}, and {points} for {n} counter"), says("{paid}, and {points} for {n} counters")
            text = t.plural(one, several, how.honba, paid=text, points=counters)
        lines.append(Line(id, text, paid, "points"))
    if how.deposits:
        sticks = t.plural("{n} riichi stick on the table", "{n} riichi sticks on the table", how.deposits)
        lines.append(Line("deposits", sticks, how.deposits * 1000, "points"))
    return Line("payments", t("the winner receives"), score.payments.total, "points", lines=tuple(lines))


def _other_readings(score: Score, t: Speaker) -> Line:
    return Line("alternatives", t("other readings"), lines=tuple(_lost(reading, score, t) for reading in score.alternatives))


def _lost(reading: Reading, score: Score, t: Speaker) -> Line:
    """A reading that isn't paid, and why: of several the one worth most counts."""
    placed = _placed(reading.groups, t)
    told = t("{reading}, {wait} in {group}", reading=str(reading), **placed) if placed else str(reading)
    price = reading.price
    if price is None:
        return Line("alternative", t("{reading}: no yaku", reading=told))
    worth = {"reading": told, "han": price.han, "fu": price.fu, "raw": price.fu_raw}
    text = t("{reading}: {han} han {fu} fu ({raw} before rounding)", **worth)
    if price.yakuman:
        text = t.plural("{reading}: {n} yakuman", "{reading}: {n} yakuman", price.yakuman, reading=told)
    return Line("alternative", text, price.base, "points", lines=(Line("lost", _why_lost(price, score, t)),))


def _why_lost(price: Price, score: Score, t: Speaker) -> str:
    best = score.reading.price
    assert best is not None
    if price.base != best.base:
        return t("lost: {points} base points less than the reading that counts", points=best.base - price.base)
    if price.han != best.han:
        return t("lost: as many points, and the reading with more han counts")
    if price.fu_raw != best.fu_raw:
        return t("lost: as many points and han, and the reading with more fu counts")
    return t("as good: either may count")


def notes(score: Score, lang: str = "en") -> list[str]:
    """What was given and is worth nothing, and what was waived."""
    t = speaker(lang)
    found = []
    facts, rules = score.facts, score.rules
    flags = score.how.flag_names
    if score.how.ura_indicators and not any("riichi" in flag for flag in flags):
        found.append(t("ura indicators count with riichi only"))
    if score.yakuman and (facts.dora or facts.aka or facts.norths):
        found.append(t("dora add nothing to a yakuman"))
    here = {entry.id for entry in score.engine.entries}
    for flag in flags:
        told = {"yaku": flag if t.lang == "en" else yaku_name(flag, t.lang), "rules": rules.name}
        if flag in BY_ID and flag not in here:
            if flag == "open_riichi":
                found.append(t("{yaku}: not in the rules {rules}, counts as plain riichi", **told))
            else:
                found.append(t("{yaku}: not in the rules {rules}, worth nothing here", **told))
        elif flag == "ippatsu" and not rules.ippatsu:
            found.append(t("{yaku}: not in the rules {rules}, worth nothing here", **told))
    if "chankan" in flags and any(hit.id in ("kokushi", "kokushi_13") for hit in score.yaku):
        if rules.kokushi_on_ankan:
            found.append(t("thirteen orphans may rob a concealed kan too in the rules {rules}", rules=rules.name))
        else:
            found.append(t("thirteen orphans may rob an added kan only, never a concealed kan in the rules {rules}", rules=rules.name))
    return found + [t("waived: {fault}", fault=fault.text(t.lang)) for fault in score.waived]
