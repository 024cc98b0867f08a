"""What a player may ask of the thirteen tiles that were dealt: do they win as they are, may they be dealt again?

>>> dealt("27p159s16m123457z").wins, dealt("19m19p19s123z258m2p").may_redeal
('unconnected', True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..asked import hand_of
from ..errors import HandError
from ..hand import Hand, tile_faults
from ..messages import Speaker, speaker
from ..tiles import NAMES, ORPHANS, copies
from .facts import unconnected
from .names import name_of
from .rules import ClassicalRules

SCHEMA = "chouma.dealt/1"
#: so many different terminals and honours without a pair may be dealt again
NINE = 9


class Dealt(NamedTuple):
    """What thirteen dealt tiles are.

    Attributes
    ----------
    hand : str
        Canonical text.
    wins : str
        ``unconnected`` or ``dealt_orphans`` where they win as they are, else empty.
    score : int
        What they score then, in points.
    singles : tuple of str
        The terminals and honours of which there is just one.
    may_redeal : bool
        Whether there are nine of these: the player may ask for another deal, and East stays.
    lang : str
    """

    hand: str
    wins: str
    score: int
    singles: tuple[str, ...]
    may_redeal: bool
    lang: str = "en"

    def to_dict(self) -> dict[str, Any]:
        """The answer for JSON."""
        fields = self._asdict()
        del fields["lang"]
        return {"schema": SCHEMA, "ok": True, **fields, "singles": list(self.singles)}

    def __str__(self) -> str:
        t = speaker(self.lang)
        return "\n".join((_wins(self, t), _redeal(self, t)))


def _wins(found: Dealt, t: Speaker) -> str:
    if not found.wins:
        return t("no win as dealt: there is a pair, or in one suit two tiles that are less than three apart")
    if not found.score:
        return t("{what}, which these rules don't pay", what=name_of(found.wins, found.lang))
    return t("{what}: wins as dealt, {n} points", what=name_of(found.wins, found.lang), n=found.score)


def _redeal(found: Dealt, t: Speaker) -> str:
    n, which = len(found.singles), " ".join(found.singles) or "-"
    if found.may_redeal:
        return t("{n} terminals and honours without a pair ({which}): the player may ask for another deal", n=n, which=which)
    return t("{n} terminals and honours without a pair ({which}): nine are needed for another deal", n=n, which=which)


def dealt(hand: str | Hand, *, rules: ClassicalRules | str | Mapping[str, Any] = "ningbo", lang: str = "en") -> Dealt:
    """What thirteen dealt tiles are.

    Parameters
    ----------
    hand : str or Hand
        Thirteen concealed tiles.
    rules : ClassicalRules, str or mapping
    lang : str

    Raises
    ------
    HandError
        If these are no thirteen dealt tiles.
    """
    found, house = hand_of(hand), ClassicalRules.family.rules(rules)
    taken = found._replace(melds=()) if found.melds else found  # nothing is declared yet: what is, is missing from the thirteen
    if faults := tile_faults(taken, {}, house.stock, won=False):
        raise HandError(faults)
    singles = tuple(NAMES[kind] for kind in ORPHANS if copies(found.counts, kind) == 1)
    wins = ""
    if unconnected(found.counts):
        wins = "dealt_orphans" if len(singles) == len(ORPHANS) else "unconnected"
    share = house.limit_hands.get(wins) or (house.limit_hands.get("unconnected") if wins else None)
    return Dealt(str(found), wins, house.value_of(share) if share else 0, singles, len(singles) >= NINE, speaker(lang).lang)
