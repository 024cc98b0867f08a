"""One hand under several rule sets, side by side, with the lines that differ; or as both families count it, line beside line.

>>> both = compare("13p 555p 99s (666z) (234m) +2p", rules=["ningbo", "general"])
>>> [side.answer for side in both.sides]
[<ClassicalScore 20 fu 1 fan: 40>, <Score 1 han 30 fu: 1000 points, yakuhai_hatsu>]
>>> [(row.label, row.became) for row in both.rows if row.id in ("win", "dragons", "payers")]
[('winning', 'changed'), ('dragons', 'kept'), ('who pays', 'changed')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RuleError, show
from ..hand import Hand
from ..messages import Speaker, speaker
from ..rulesets import RuleSet
from ..seats import Wind

if TYPE_CHECKING:
    from .rows import Row
    from .sides import Cause, Side

SCHEMA = "chouma.compare/1"
#: more columns than this no page holds
MOST_RULES = 20


class _Comparison(NamedTuple):
    hand: str
    sides: tuple[Side, ...]
    rows: tuple[Row, ...]
    causes: tuple[Cause, ...]
    lang: str


class Comparison(_Comparison):
    """One hand under several rule sets: print it, or turn it into JSON with ``to_dict``.

    Attributes
    ----------
    hand : str
        Canonical text.
    sides : tuple of Side
        One for each rule set: its rules, its answer, or why it refuses the hand.
    rows : tuple of Row
        The lines, with a cell for each rule set.
    causes : tuple of Cause
        The switches that make a difference by themselves between the first rule set and others of its family.
    lang : str
    """

    @property
    def both_families(self) -> bool:
        """Whether classical rules and riichi stand side by side."""
        return len({side.is_riichi for side in self.sides}) > 1

    @property
    def differences(self) -> tuple[Row, ...]:
        """The lines that differ."""
        return tuple(row for row in self.rows if row.differs)

    def to_dict(self) -> dict[str, Any]:
        """The comparison for JSON."""
        from .writing import dict_of

        return dict_of(self)

    def text(self, differing: bool = False) -> str:
        """The comparison as text; `differing`: without the lines that are the same in all."""
        from .writing import text_of

        return text_of(self, differing)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Comparison of {self.hand!r} under {', '.join(side.rules.name for side in self.sides)}>"


def compare(
    hand: str | Hand,
    rules: Iterable[RuleSet | str | Mapping[str, Any]] = ("ningbo", "general"),
    *,
    win: str | int | None = None,
    by: str | None = None,
    seat: Wind | str = "S",
    round: Wind | str = "E",
    dora_indicators: str | Iterable[str | int] = (),
    ura_indicators: str | Iterable[str | int] = (),
    honba: int = 0,
    deposits: int = 0,
    flags: str | Iterable[str] = (),
    seen: str | Iterable[str | int] = (),
    won: bool | str = True,
    strict: bool = True,
    notation: str | None = None,
    lang: str = "en",
    **named: bool,
) -> Comparison:
    """One hand under several rule sets.

    Parameters
    ----------
    hand : str or Hand
        In any notation, with its winning tile: ``+5s`` by ron, ``*5s`` by self-draw.
    rules : iterable
        Two rule sets or more, of one family or both; as one text with commas between the names, too.
    win, by, seat, round, dora_indicators, ura_indicators, honba, deposits, flags, strict, notation
        As for `chouma.score`. What a rule set doesn't know (riichi and dora, red fives, flowers) it leaves aside, and says so.
    seen, won
        As for classical hands: tiles on the table; False for a hand that did not win.
    lang : str
        The language of the lines.
    **named : bool
        Flags by their names: ``riichi=True``.

    Returns
    -------
    Comparison
        A rule set that refuses the hand has a column that says why.

    Raises
    ------
    HandError, RuleError
        If the hand can't be read; if there is no such rule set, or fewer than two.

    Examples
    --------
    >>> found = compare("234m 345678p 6634s +5s", ["general", "mleague"], riichi=True, dora_indicators="2p")
    >>> [side.answer.points for side in found.sides], [(cause.switch, cause.theirs) for cause in found.causes]
    ([7700, 8000], [('kiriage_mangan', True)])
    """
    return _compared(
        hand, rules, speaker(lang), win=win, by=by, seat=seat, round=round, flags=flags, notation=notation, named=named, seen=seen, won=won,
        strict=strict, dora_indicators=dora_indicators, ura_indicators=ura_indicators, honba=honba, deposits=deposits,
    )  # fmt: skip


def _compared(hand: str | Hand, rules: Any, t: Speaker, **how: Any) -> Comparison:
    from .abreast import rows_abreast
    from .rows import family_rows
    from .sides import causes, houses_of, how_of, side

    houses = houses_of(rules)
    if not 2 <= len(houses) <= MOST_RULES:
        told = ", ".join(one.name for one in houses) or "nothing"
        raise RuleError(f"rules are {show(told)}: give 2 to {MOST_RULES} to compare, such as ningbo,general")
    won = how_of(hand, **how)
    sides = tuple(side(house, won, t) for house in houses)
    mixed = len({one.is_riichi for one in sides}) > 1
    rows = rows_abreast(sides, t) if mixed else family_rows(sides, t)
    found = [cause for other in sides[1:] if other.is_riichi is sides[0].is_riichi for cause in causes(sides[0], other, t)]
    return Comparison(str(won.hand), sides, tuple(rows), tuple(found), t.lang)
