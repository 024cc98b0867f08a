"""What the answers of every family are made of: items of the fu, and readings."""

from __future__ import annotations

from typing import Any, NamedTuple

from .groups import WAITS, Group
from .tiles import name


class FuItem(NamedTuple):
    """One item of the fu.

    Attributes
    ----------
    id : str
    fu : int
    tiles : str
        The tiles it speaks of, where it speaks of some.
    """

    id: str
    fu: int
    tiles: str = ""

    def named(self, text: str) -> str:
        """Its words, and the group that it is for."""
        return f"{text}  {self.tiles}" if self.tiles else text

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "fu": self.fu, **({"tiles": self.tiles} if self.tiles else {})}


class Reading(NamedTuple):
    """One way to read a hand, and what it comes to.

    Attributes
    ----------
    groups : tuple of Group
    price : Price or None
        As the family has it; None if this reading isn't paid: it has no yaku, or is no win under the rules.
    """

    groups: tuple[Group, ...]
    price: Any

    def to_dict(self) -> list[dict[str, Any]]:
        return [
            {
                "form": group.form,
                "tiles": name(group.kinds),
                "concealed": group.concealed,
                "called": group.called,
                **({"wait": WAITS[group.wait]} if group.wait else {}),
            }
            for group in self.groups
        ]

    def __str__(self) -> str:
        return " ".join(name(group.kinds) for group in self.groups)
