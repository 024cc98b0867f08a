"""Every way to divide the tiles of one suit: the reference that all tables are built from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..groups import KANCHAN, PAIR, PENCHAN, RUN, RYANMEN, SHANPON, TANKI, TRIPLET, Group

#: what the lowest tile can be part of, and the copies that it takes of each rank from there on
_CUTS = ((TRIPLET, (3,)), (RUN, (1, 1, 1)), (PAIR, (2,)))


def divisions(counts: Sequence[int], first_kind: int = 0, pairs: int = 1, cuts: int = 0) -> Iterator[tuple[Group, ...]]:
    """Every way to divide the tiles of one suit into triplets, runs and at most one pair, each once.

    Parameters
    ----------
    counts : sequence of int
        How many of each rank: nine in a suit, seven of the honours, which make no runs.
    first_kind : int
        The kind of the lowest rank.
    pairs : int
        How many pairs may be made.
    cuts : int
        Which of triplet, run, pair (0, 1, 2) come next at the lowest rank: 11123 is read as 123 11, never again as 11 123.

    Yields
    ------
    tuple of Group
        In an order that the tiles alone fix: by the lowest tile, at each as a triplet, then in a run, then in the pair.
    """
    rank = next((i for i, n in enumerate(counts) if n), None)
    if rank is None:
        yield ()
        return
    kind, runs = first_kind + rank, len(counts) == 9 and rank < 7
    for cut, (form, shape) in enumerate(_CUTS[cuts:], cuts):
        if (form == RUN and not runs) or (form == PAIR and not pairs):
            continue
        rest = list(counts)
        for i, n in enumerate(shape):
            rest[rank + i] -= n
        if min(rest) >= 0:
            for others in divisions(rest, first_kind, pairs - (form == PAIR), cut if rest[rank] else 0):
                yield (Group(form, kind), *others)


def placements(groups: tuple[Group, ...], win: int, ron: bool) -> Iterator[tuple[Group, ...]]:
    """Every group that the winning tile can have completed, one after the other."""
    for i, group in enumerate(groups):
        if win in group.kinds and group not in groups[:i]:
            yield (*groups[:i], placed(group, win, ron), *groups[i + 1 :])


def placed(group: Group, win: int, ron: bool) -> Group:
    """A concealed group that the winning tile completed.

    A triplet completed by ron is not concealed: in 11m 345m 444p 789p 99s +9s the 999s counts as open.
    """
    return group._replace(wait=wait_of(group, win), concealed=not (ron and group.form == TRIPLET))


def wait_of(group: Group, win: int) -> int:
    """The wait that a group was, before the winning tile completed it."""
    if group.form == RUN:
        place, rank = win - group.kind, group.kind % 9
        if place == 1:
            return KANCHAN
        # 12 waits for 3 alone, 89 for 7 alone
        return PENCHAN if (rank == 0 and place == 2) or (rank == 6 and place == 0) else RYANMEN
    return SHANPON if group.form == TRIPLET else TANKI
