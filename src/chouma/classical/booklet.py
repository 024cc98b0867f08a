"""A classical rule set as a player would read it: sections of lines, each with what it gives.

Everything is told from the switches and the formulas: a rule set that changes changes its booklet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..features import worth_of
from ..groups import QUAD, TRIPLET, Group
from ..messages import CLASSICAL, Speaker, says, speaker
from ..switches import Worth
from .engine import BY_ID, engine
from .fan import FAN_PATTERNS
from .fu import FU_PATTERNS
from .names import name_of
from .rules import ClassicalRules, half_limit_value


class Told(NamedTuple):
    """One line of a booklet.

    Attributes
    ----------
    text : str
        What it is about.
    gives : str
        What it gives, such as ``4 fu``.
    more : str
        When it does.
    """

    text: str
    gives: str = ""
    more: str = ""


class Section(NamedTuple):
    """Lines under a head."""

    head: str
    lines: tuple[Told, ...]


# a simple and an honour stand for their likes: 5p, and east
_SETS = tuple(
    (name, [Group(form, kind, concealed=concealed, called=not concealed) for kind in (13, 27)])
    for name, form, concealed in (
        ("exposed_pung", TRIPLET, False),
        ("concealed_pung", TRIPLET, True),
        ("exposed_kong", QUAD, False),
        ("concealed_kong", QUAD, True),
    )
)
PAIRS = {"dragon": says("a dragon"), "own": says("one's own wind"), "round": says("the wind of the round")}
_LIABLE = {
    "full_flush": says("three sets of one suit laid down, and the win is a full flush"),
    "four_winds": says("three sets of winds laid down, and the win is four winds"),
    "big_three_dragons": says("two sets of dragons laid down, and the win is the big three dragons"),
}


def booklet(rules: ClassicalRules, lang: str = "en") -> tuple[Section, ...]:
    """A rule set in sections.

    Parameters
    ----------
    rules : ClassicalRules
    lang : str
    """
    t = speaker(lang, CLASSICAL)
    sections = (
        Section(t("How a hand is counted"), tuple(_counting(rules, t))),
        Section(t("Fu of sets and pairs, in every hand"), tuple(_sets(rules, t))),
        Section(t("Fu for the winner"), tuple(_winner(rules, t))),
        Section(t("Fan"), tuple(_fan(rules, t))),
        Section(t("Limit hands"), tuple(_limit_hands(rules, t))),
        Section(t("Who pays whom"), tuple(_settling(rules, t))),
    )
    return tuple(section for section in sections if section.lines)


def gives(worth: Worth, t: Speaker) -> str:
    """What something gives, in words."""
    parts = [t("{n} fu", n=worth.fu)] if worth.fu else []
    parts += [t("{n} fan", n=worth.fan)] if worth.fan else []
    if worth.limit:
        named = {(1, 1): t("the limit"), (1, 2): t("half the limit")}
        parts.append(named.get(worth.limit) or t("{part} of the limit", part=worth.limit.plain()))
    return " + ".join(parts)


def _counting(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    yield Told(t("score"), t("fu x 2^fan"), t("every fan doubles the fu; the three who did not win count their hands, too"))
    if rules.limit is None:
        yield Told(t("limit"), t("none"), t("limit hands score {n}", n=rules.limit_hand_value))
    else:
        yield Told(t("limit"), str(rules.limit), t("half the limit is {n}", n=half_limit_value(rules)))
    if rules.fu_rounding > 1:
        yield Told(t("rounding"), "", t("fu are rounded up to tens"))
    if rules.flowers:
        yield Told(t("flowers and seasons"), t("{n} fu", n=rules.flower_fu) if rules.flower_fu else "", t("in play"))
    if rules.max_chows is not None:
        yield Told(t("chows"), str(rules.max_chows), t("the most that a winning hand may have"))
    if rules.min_points:
        yield Told(t("least to win"), t("{n} fu", n=rules.min_points))


def _sets(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    for name, groups in _SETS:
        simple, outside = (worth_of(group, "triplet_fu") for group in groups)
        yield Told(name_of(name, t.lang), t("{n} fu", n=simple), t("{n} fu of terminals and honours", n=outside))
    if rules.pairs:
        yield Told(t("pair"), t("{n} fu", n=2), t("of {what}", what=t(", ").join(t(PAIRS[one]) for one in rules.pairs)))
        losers = {"all": t("all its scoring pairs"), "one": t("its best pair"), "none": t("none")}
        yield Told(t("a hand that did not win counts"), "", losers[rules.loser_pairs])
    exposed = t("as exposed") if rules.discard_pung_exposed else t("as concealed")
    yield Told(t("a pung completed by a discard counts"), "", exposed)


def _pattern_lines(ids: Iterable[str], rules: ClassicalRules, t: Speaker, unit: str) -> Iterable[Told]:
    for id in ids:
        worth = getattr(rules, id)
        if getattr(worth, unit) or (worth.limit and unit == "fan"):
            everybody = t("in every hand") if id in rules.every_hand else ""
            doc = t(BY_ID[id].doc)
            yield Told(name_of(id, t.lang), gives(worth, t), t("{what} ({when})", what=doc, when=everybody) if everybody else doc)


def _winner(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    yield Told(name_of("win", t.lang), t("{n} fu", n=rules.win_fu))
    if rules.concealed_ron_fu:
        yield Told(t("concealed hand on a discard"), t("{n} fu", n=rules.concealed_ron_fu))
    yield from _pattern_lines((pattern.id for pattern in FU_PATTERNS), rules, t, "fu")
    if rules.robbing.fu and rules.robbing_pure:
        beside = t("beside the fu of the wait") if rules.pheasant_stacks else t("in place of the fu of the wait")
        yield Told(t("robbing counts"), "", t("for a pure closed or edge wait only, {beside}", beside=beside))
    if rules.double_pung_bonus:
        text = t("Won on one of two pairs, and just these two kinds complete the hand.")
        yield Told(name_of("double_pung_wait", t.lang), t("{n} fu", n=rules.double_pung_bonus), text)
    if rules.pair_fill_minor or rules.pair_fill_major:
        fu = f"{rules.pair_fill_minor} / {rules.pair_fill_major}"
        yield Told(name_of("pair_fill", t.lang), t("{n} fu", n=fu), t("of a simple tile / of a terminal or honour"))
    if rules.last_copy:
        yield Told(name_of("last_copy", t.lang), t("{n} fu", n=rules.last_copy))


def _fan(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    of_set = t("doubles the fu of that set alone") if rules.dragon_fan_mode == "set" else t("in every hand")
    one = t("{n} fan", n=1)
    yield Told(t("each pung or kong of dragons"), one, of_set)
    yield Told(t("a pung or kong of one's own wind"), one, of_set)
    if rules.round_wind:
        yield Told(t("a pung or kong of the wind of the round"), one, of_set)
    yield from _pattern_lines((pattern.id for pattern in (*FU_PATTERNS, *FAN_PATTERNS)), rules, t, "fan")


def _limit_hands(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    for entry in engine(rules).entries:
        if entry.pattern.is_limit_hand:
            yield Told(name_of(entry.id, t.lang), gives(entry.worth, t), t(entry.pattern.doc))
    if rules.calling_share:
        text = t("a player who was calling a limit hand and did not win")
        yield Told(text, f"{rules.calling_share}%", t("of what it pays"))


def _settling(rules: ClassicalRules, t: Speaker) -> Iterable[Told]:
    if rules.payer == "all":
        yield Told(t("the winner"), "", t("is paid his score by each of the others, and pays nobody"))
    else:
        yield Told(t("the winner"), "", t("is paid by the discarder for all three, or by each on a self-draw"))
    if rules.losers_settle:
        most = t("at most the limit") if rules.limit_on_difference else ""
        yield Told(t("the others"), most, t("pay each other the difference of their scores"))
    else:
        yield Told(t("the others"), "", t("don't settle among themselves"))
    if rules.east_factor != 1:
        yield Told(t("East"), f"x {rules.east_factor}", t("whatever East pays or receives"))
    for id in rules.liability:
        yield Told(t("a liable discarder pays for all"), "", t(_LIABLE[id]))
    on_draw = t("all four settle their differences") if rules.settle_on_draw else t("nobody pays")
    stays = t("the deal stays") if rules.draw_keeps_dealer else t("the deal passes")
    yield Told(t("a drawn hand"), "", t("{one}; {other}", one=on_draw, other=stays))
    costs = {"limit": t("the limit"), "half_limit": t("half the limit")}.get(str(rules.false_win), str(rules.false_win))
    yield Told(t("a false win"), costs, t("to each of the others"))

