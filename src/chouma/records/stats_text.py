"""Statistics as tables: for people, in their language, and as plain columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import said_in, worded
from ..game.sheet import DRAW_NAMES
from ..lines import aligned
from ..messages import Speaker, says, speaker
from ..riichi.limits import LIMIT_WORDS
from ..riichi.names import YAKU_NAMES
from .seats import BONUSES
from .stats import ALL, PLAYER, RATES, Figures, Rate, Statistics, group_title

if TYPE_CHECKING:
    from collections.abc import Callable

#: so many players are shown, those with most hands
MOST_SHOWN = 20

#: how hands end with a winner
WIN_ENDS = {"ron": says("ron"), "double_ron": says("double ron"), "triple_ron": says("triple ron"), "tsumo": says("self-draw")}

NO_LIMIT = says("below mangan")

#: heads of the table of players: short, as there are many
_HEADS = {
    **{"win_rate": says("won"), "deal_in_rate": says("dealt in"), "riichi_rate": says("with riichi"), "call_rate": says("with calls")},
    **{"average_won": says("per win"), "average_lost": says("per deal-in"), "average_place": says("place")},
}
#: what is told with the places
_OF_GAMES = ("average_place", "rentai_rate", "busted_rate", "average_total")


class Section(NamedTuple):
    """A table with its title.

    Attributes
    ----------
    id : str
    title : str
    head : tuple of str
        Of the columns; empty where they need none.
    rows : tuple of tuple of str
        The first cell of each is a name, the others are numbers.
    """

    id: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def number(value: float | None, rate: Rate) -> str:
    """A rate or an average as it is shown; a dash where there is none.

    Examples
    --------
    >>> number(0.2127, RATES["win_rate"]), number(5972.37, RATES["average_won"]), number(None, RATES["win_rate"])
    ('21.3 %', '5,972', '-')
    """
    if value is None:
        return "-"
    return f"{value:.{rate.places}%}".replace("%", " %") if rate.percent else f"{value:,.{rate.places}f}"


def share(n: int, of: int) -> str:
    """A share of a whole, as it is shown."""
    return f"{n / of:.2%}".replace("%", " %") if of else "-"


def end_title(end: str, t: Speaker) -> str:
    """What an end of a hand is called."""
    return t(WIN_ENDS[end] if end in WIN_ENDS else DRAW_NAMES[end])


def limit_title(limit: str, t: Speaker) -> str:
    """What a limit is called."""
    return t(LIMIT_WORDS[limit]) if limit else t(NO_LIMIT)


def yaku_title(id: str, lang: str) -> str:
    """What a yaku is called: in English its id, which is its usual name there."""
    return id.replace("_", " ") if lang == "en" else YAKU_NAMES[id].text(lang)


def sections(found: Statistics, lang: str = "en", of: str = "") -> Iterator[Section]:
    """The tables of some statistics.

    Parameters
    ----------
    found : Statistics
    lang : str
    of : str
        Who is told of at length; all, if it is empty.

    Raises
    ------
    UnknownNameError
        If there is nobody of that name.
    """
    t, one = speaker(lang), found.of(of)
    who = t.value(group_title(found.by, of)) if of else ""
    if not found.hands:
        return
    if not of:
        rows = tuple((end_title(end, t), f"{n:,}", share(n, found.hands)) for end, n in found.ends.items())
        yield Section("ends", t("How hands ended"), (), rows)
    if found.by != ALL:
        yield _groups(found, t)
    yield Section("rates", _titled(t("Hands and wins"), who, t), (), _rates(one, t, lambda name: name not in _OF_GAMES))
    if one.finished:
        placed = tuple((t("place {n}", n=place), f"{n:,}", share(n, one.finished)) for place, n in one.places.items())
        rates = tuple((title, "", value) for title, value in _rates(one, t, lambda name: name in _OF_GAMES))
        yield Section("places", _titled(t("Places"), who, t), (), (*placed, *rates))
    yield from _wins(one, who, t)


def _titled(title: str, who: str, t: Speaker) -> str:
    return t("{title}: {who}", title=title, who=who) if who else title


def _groups(found: Statistics, t: Speaker) -> Section:
    """A row a player or seat, all together first."""
    shown = list(found.groups.items())[:MOST_SHOWN]
    left = len(found.groups) - len(shown)
    title = t("Players") if found.by == PLAYER else t("Seats at first")
    if left:
        title = t.plural("{title} ({n} more isn't shown)", "{title} ({n} more aren't shown)", left, title=title)
    rows = [(t("all"), found.whole, found.games, found.hands)]
    rows += [(t.value(group_title(found.by, name)), one, one.games, one.hands) for name, one in shown]
    if found.others is not None:
        rows.append((t("others"), found.others, found.others.games, found.others.hands))
    head = ("", t("games"), t("hands"), *map(t, _HEADS.values()))
    cells = ((name, f"{n:,}", f"{hands:,}", *(number(one.rate(rate), RATES[rate]) for rate in _HEADS)) for name, one, n, hands in rows)
    return Section("groups", title, head, tuple(cells))


def _rates(one: Figures, t: Speaker, wanted: Callable[[str], bool]) -> tuple[tuple[str, str], ...]:
    told = ((rate.title, number(one.rate(name), rate)) for name, rate in RATES.items() if wanted(name))
    return tuple((t(title), value) for title, value in told if value != "-")


def _wins(one: Figures, who: str, t: Speaker) -> Iterator[Section]:
    tables: tuple[tuple[str, str, Mapping[Any, int], Callable[[Any], str]], ...] = (
        ("yaku", t("Yaku, as shares of the wins"), one.yaku, lambda id: yaku_title(id, t.lang)),
        ("han", t("Han of the wins, yakuman apart"), one.han, lambda n: t("{n} han", n=n)),
        ("fu", t("Fu of the wins"), one.fu, lambda n: t("{n} fu", n=n)),
        ("limits", t("Limits of the wins"), one.limits, lambda limit: limit_title(limit, t)),
    )
    for id, title, counts, called in tables:
        if counts:
            whole = one.known_yaku if id == "yaku" else sum(counts.values())
            yield Section(id, _titled(title, who, t), (), tuple((called(key), f"{n:,}", share(n, whole)) for key, n in counts.items()))
    if one.dora:
        called_dora = {short: yaku_title(id, t.lang) for id, short in BONUSES.items()}
        each = one.known_yaku - one.yakuman_wins
        rows = tuple((called_dora[name], f"{n:,}", f"{n / each:.2f}" if each else "-") for name, n in one.dora.items())
        yield Section("dora", _titled(t("Dora of the wins, and han a win"), who, t), (), rows)


def headline(found: Statistics, lang: str = "en") -> str:
    """What was counted, in a line."""
    t = speaker(lang)
    told = [
        t.plural("{n} game", "{n} games", found.games),
        t.plural("{n} hand", "{n} hands", found.hands),
        t.plural("{n} win", "{n} wins", found.whole.wins),
    ]
    if found.unfinished:
        told.append(t.plural("{n} hand without an end", "{n} hands without an end", found.unfinished))
    if found.unreadable:
        told.append(t.plural("{n} part can't be read", "{n} parts can't be read", found.unreadable))
    return t(", ").join(told)


def text(found: Statistics, lang: str = "en", of: str = "") -> str:
    """All tables as text, one under the other."""
    parts = [headline(found, lang)]
    for section in sections(found, lang, of):
        rows = [section.head, *section.rows] if section.head else list(section.rows)
        lines = aligned(rows, range(1, len(rows[0]))) if rows else []
        parts.append("\n".join((section.title, *(f"  {line}" for line in lines))))
    return "\n\n".join(parts)


# ------------------------------------------------------------------------------------------------ columns


def tables(found: Statistics, lang: str = "en") -> dict[str, dict[str, list[Any]]]:
    """Plain columns: see `chouma.records.stats.Statistics.tables`."""
    t = speaker(lang)
    groups = [("", found.whole), *found.groups.items()]
    if found.others is not None:
        groups.append((t("others"), found.others))
    counts = [name for name in Figures._fields if not isinstance(getattr(found.whole, name), Mapping)]
    names = {
        **{"yaku": lambda id: yaku_title(id, t.lang), "limits": lambda limit: limit_title(limit, t)},
        "dora": {short: yaku_title(id, t.lang) for id, short in BONUSES.items()}.__getitem__,
    }
    wholes = {"yaku": "known_yaku", "dora": "known_yaku", "places": "finished"}
    told: dict[str, dict[str, list[Any]]] = {
        "figures": {
            "of": [name for name, _ in groups],
            **{name: [getattr(one, name) for _, one in groups] for name in counts},
            **{name: [one.rate(name) for _, one in groups] for name in RATES},
        },
        "ends": {
            "end": list(found.ends),
            "name": [end_title(end, t) for end in found.ends],
            "n": list(found.ends.values()),
            "share": [n / found.hands for n in found.ends.values()],
        },
    }
    for table in ("yaku", "han", "fu", "limits", "dora", "places"):
        rows = [(name, key, n, one) for name, one in groups for key, n in getattr(one, table).items()]
        wholes_of = [getattr(one, wholes[table]) if table in wholes else sum(getattr(one, table).values()) for _, _, _, one in rows]
        key = [what for _, what, _, _ in rows]
        named = {"name": [names[table](what) for what in key]} if table in names else {}
        told[table] = {
            "of": [name for name, _, _, _ in rows],
            table if table == "fu" else table.removesuffix("s"): key,
            **named,
            "n": [n for _, _, n, _ in rows],
            "share": [n / whole for (_, _, n, _), whole in zip(rows, wholes_of, strict=True)],
        }
    return told


#: columns of the one long table that CSV and Parquet hold
LONG = ("of", "table", "key", "name", "value", "share")


def long_rows(found: Statistics, lang: str = "en") -> Iterator[tuple[str, str, str, str, float | None, float | None]]:
    """All tables as one: whom it is of, which table, what is counted, what that is called, how much, and its share.

    Parameters
    ----------
    found : Statistics
    lang : str
    """
    t, all_tables = speaker(lang), tables(found, lang)
    figures = all_tables.pop("figures")
    for row, of in enumerate(figures["of"]):
        for name, column in figures.items():
            if name != "of" and column[row] is not None:
                title = t(RATES[name].title) if name in RATES else name.replace("_", " ")
                yield of, "figures", name, title, column[row], None
    for table, columns in all_tables.items():
        keys = next(column for name, column in columns.items() if name != "of")
        named = columns.get("name", keys)
        whose = columns.get("of", [""] * len(keys))
        for of, key, name, n, share in zip(whose, keys, named, columns["n"], columns["share"], strict=True):
            yield of, table, str(key), str(name), n, share


def unread_line(problem: str, lang: str = "en") -> str:
    """A part that couldn't be read, in a line."""
    return said_in(worded("can't be read: {problem}", problem=problem), lang)
