"""What people read: every text that the command prints is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import shorten

if TYPE_CHECKING:
    from ..classical.result import ClassicalNoScore, ClassicalScore
    from ..result import NoScore, Score
    from ..riichi.cells import Cell, KnownWorth
    from ..riichi.rules import RiichiRules
    from ..rulesets import Row as SwitchRow
    from ..rulesets import RulesDiff, RuleSet
    from ..wire import Flaw

HEAD, NAME, NUMBER, FAINT = "bold", "", "cyan", "dim"


class Piece(NamedTuple):
    """A text and how it looks in a terminal."""

    text: str
    style: str = ""


Row = tuple[Piece, ...]


def plain(rows: Iterable[Row]) -> str:
    """Rows as plain text."""
    return "\n".join("".join(piece.text for piece in row).rstrip() for row in rows)


# ------------------------------------------------------------------------------------------------ a score


def headline(han: int | None, fu: int | None, yakuman: int, limit: str) -> str:
    """Han and fu and limit in one line: ``4 han 30 fu``, ``2 yakuman``, ``6 han 30 fu, haneman``."""
    if yakuman:
        return f"{yakuman} yakuman" if yakuman > 1 else "yakuman"
    worth = f"{han} han" + (f" {fu} fu" if fu else "")
    return f"{worth}, {limit.replace('_', ' ')}" if limit else worth


def points(n: int) -> str:
    """Points with their unit."""
    return f"{n} points"


def score_rows(score: Score, whole: bool = False) -> list[Row]:
    """A score: its worth, then yaku, fu, limit and payments line by line; `whole` tells the other readings too."""
    return _derived(f"{headline(score.han, score.fu, score.yakuman, score.limit)}: {points(score.points)}", score, whole)


def classical_rows(score: ClassicalScore, whole: bool = False) -> list[Row]:
    """The same for a classical score."""
    limit = f", {score.limit.replace('_', ' ')}" if score.limit else ""
    counted = f"{score.fu} fu {score.fan} fan" if score.fu or not score.limit else "as dealt"
    return _derived(f"{counted}{limit}: {points(score.score)}", score, whole)


def _derived(head: str, score: Score | ClassicalScore, whole: bool) -> list[Row]:
    """A head, and the derivation under it."""
    from ..lines import flat  # whoever has a score has loaded it

    lines = [line for line in score.explain().lines if whole or line.id != "alternatives"]
    told = list(flat(lines))
    width = max(len(label) for _, label, _, _ in told if len(label) <= 72)
    amounts = max(len(amount) for _, _, amount, _ in told)
    rows: list[Row] = [(Piece(head, HEAD),)]
    for depth, label, amount, total in told:
        style = NAME if depth or not amount else HEAD
        named = f"{label:<{width}}" if amount else label
        rows.append((Piece(named, style), Piece(f"  {amount:>{amounts}}", NUMBER), Piece(f"  {total}", FAINT)))
    return rows


def no_han(rules: str) -> str:
    """Han and fu under rules that have no han."""
    return f"the rules {rules} have fu and fan, no han: give the hand, or riichi rules"


def no_score_rows(missed: NoScore | ClassicalNoScore) -> list[Row]:
    """A hand that isn't paid: why, and what came nearest."""
    near = " ".join(missed.nearest)
    if missed.reason == "no_yaku":
        rows = [(Piece("no yaku: the hand wins, and isn't paid", HEAD),), (Piece(f"nearest yaku: {near}"),)]
    elif missed.reason == "not_under_rules":
        told = f"no win under the rules {missed.rules.name}: they ask for more points, or fewer chows"
        return [(Piece(told, HEAD),)]
    else:
        rows = [(Piece("not a win: the tiles are no complete hand", HEAD),)]
        if near:
            rows.append((Piece(f"it waits for {near}"),))
        else:
            away = missed.shanten
            far = f"{away} {'tile' if away == 1 else 'tiles'} from ready" if away > 0 else "it waits for tiles that are all in the hand"
            rows.append((Piece(far),))
    return [*rows, *((Piece(f"waived: {fault.message}", FAINT),) for fault in missed.waived)]


# ------------------------------------------------------------------------------------------- han and fu


def cells_rows(known: KnownWorth, cells: Sequence[Cell], rules: RiichiRules) -> list[Row]:
    """What han and fu come to, as a small table."""
    head = headline(known.han, known.fu, known.yakuman, known.limit)
    rows: list[Row] = [(Piece(f"{head}: base {points(known.base)}", HEAD),)]
    names = [f"{'dealer' if cell.dealer else 'non-dealer'}, {'ron' if cell.by == 'ron' else 'self-draw'}" for cell in cells]
    amounts = [str(cell.payments.total) if cell.payments else "-" for cell in cells]
    width, wide = max(map(len, names)), max(map(len, amounts))
    for cell, name, amount in zip(cells, names, amounts, strict=True):
        rows.append((Piece(f"  {name:<{width}}"), Piece(f"  {amount:>{wide}}", NUMBER), Piece(f"  {_who_pays(cell, rules)}", FAINT)))
    return rows


def _who_pays(cell: Cell, rules: RiichiRules) -> str:
    paid = cell.payments
    if paid is None:
        return cell.reason
    if paid.discarder is not None:
        return f"the discarder pays {paid.discarder}"
    if paid.dealer is None:
        return f"each pays {paid.each_nondealer}"
    others = f"each non-dealer {paid.each_nondealer}" if rules.players == 4 else f"the non-dealer {paid.each_nondealer}"
    return f"the dealer pays {paid.dealer}, {others}"


# ------------------------------------------------------------------------------------ notes and refusals


def assumed(seat: bool, round_wind: bool) -> str:
    """What the command took for granted."""
    told = [text for given, text in ((seat, "seat S"), (round_wind, "round E")) if not given]
    return f"assumed: {', '.join(told)} (say otherwise with --seat and --round)"


def refusal(flaws: Iterable[Flaw]) -> str:
    """Everything that is wrong, with the text and a mark under the character where it is one."""
    parts = []
    for flaw in flaws:
        key = flaw.where.partition(":")[0].partition("[")[0]
        named = f"{key}: " if flaw.picture and key not in ("hand", "") else ""
        parts.append(named + flaw.message)
        parts += [f"  {line}" for line in flaw.picture.split("\n") if flaw.picture]
    return "\n".join(parts)


def where_next(words: Sequence[str]) -> str:
    """What to try next."""
    return f"try {' '.join(words)} --explain, --json, --rules mleague; chouma rules list; chouma score --help"


def some_failed(n_failed: int, n: int) -> str:
    """How many lines of many failed."""
    return f"{n_failed} of {n} lines failed"


def no_hand() -> str:
    """There was nothing to score."""
    return 'no hand: chouma score "234m 345678p 6634s +5s" --riichi, or hands on standard input, one a line (chouma score --help)'


def request_unasked() -> str:
    """A JSON request came where hands were expected."""
    return "standard input holds a JSON request: add --json for one, --jsonl for one a line"


def by_is_marked() -> str:
    """``--by`` beside a hand."""
    return "--by is for han and fu: a hand says it by its mark, +5s by ron or *5s by self-draw"


def line_too_long(most: int) -> str:
    """A line that is no hand."""
    return f"longer than {most} bytes: a line is one hand"


def at_line(number: int, text: str) -> str:
    """A message about one line of many."""
    return f"line {number}: {text}"


def bad_option(name: str, value: str, allowed: str) -> str:
    """An option with a value that it can't have."""
    return f"--{name} is {shorten(repr(value))}: it is {allowed}"


def line_head(text: str, first: bool) -> list[Row]:
    """What stands above the answer to one hand of many."""
    head: list[Row] = [(Piece(f"hand: {shorten(text, 100)}", FAINT),)]
    return head if first else [(Piece(""),), *head]


# ----------------------------------------------------------------------------------------------- the demo


def demo_head(hand: str) -> list[Row]:
    """What is scored, and how one asks for it."""
    return [
        (Piece(f'$ chouma score "{hand}" --riichi --seat S --round E --rules tenhou', FAINT),),
        (Piece(""),),
    ]


def demo_next() -> str:
    """Where to go next."""
    return "\n".join(
        (
            "",
            "Where to go next:",
            "  chouma score 4h30f                     who pays what for 4 han 30 fu",
            "  chouma rules list                      the rule sets, and chouma rules diff tenhou mleague",
            '  chouma score "22z 333m 123p 567s 34s *5s" --explain',
            "  chouma score --help                    every flag and every switch",
            '  python -c "import chouma; help(chouma.score)"',
        )
    )


# ---------------------------------------------------------------------------------------------- rule sets

_UNVERIFIED = "?"


def table(lines: Sequence[Sequence[str]], styles: Sequence[str], most: int = 44) -> list[Row]:
    """Aligned columns, the last as wide as it likes; a cell longer than `most` leaves its column."""
    columns = range(len(styles))
    widths = [max((len(line[column]) for line in lines if len(line[column]) <= most), default=0) for column in columns]
    last = len(styles) - 1
    return [tuple(Piece(line[c] if c == last else f"{line[c]:<{widths[c]}}  ", styles[c]) for c in columns) for line in lines]


def rules_rows(found: Sequence[RuleSet]) -> list[Row]:
    """The rule sets: name, players, base, title; each family has a head, where there are several."""
    lines = [(one.name, f"{players(one)} players", f"from {one.base}" if one.base else "", one.title) for one in found]
    rows: list[Row] = []
    told = {found[0].family.name} if len({one.family.name for one in found}) == 1 else set()
    for one, row in zip(found, table(lines, (HEAD, FAINT, FAINT, NAME)), strict=True):
        if one.family.name not in told:
            told.add(one.family.name)
            rows += [(), (Piece(one.family.name, HEAD),)] if rows else [(Piece(one.family.name, HEAD),)]
        rows.append(row)
    return rows


def players(rules: RuleSet) -> int:
    """How many play; four, where the family has no switch for it."""
    return getattr(rules, "players", 4)


def booklet_rows(shown: Any) -> list[Row]:
    """A classical rule set as a player would read it."""
    from ..classical.booklet import booklet

    rows: list[Row] = [(Piece(f"{shown.name}: {shown.title}", HEAD),)]
    if shown.note:
        rows.append((Piece(shown.note),))
    for section in booklet(shown):
        rows += [(), (Piece(section.head, HEAD),)]
        rows += table([("  " + one.text, one.gives, one.more) for one in section.lines], (NAME, NUMBER, FAINT), 40)
    if shown.unverified:
        rows += [(), (Piece("no good source confirms: " + ", ".join(shown.unverified), FAINT),)]
    return [*rows, (), (Piece(f"every switch with its source: chouma rules show {shown.name} --switches", FAINT),)]


def switches_rows(shown: RuleSet, described: Sequence[SwitchRow]) -> list[Row]:
    """Every switch of a rule set; a ``*`` where it differs from its base, a ``?`` where no good source confirms it."""
    from ..switches import value_text

    title = f"{shown.name}: {shown.title}" if shown.title else shown.name
    rows: list[Row] = [(Piece(title, HEAD),)]
    if shown.note:
        rows.append((Piece(shown.note),))
    lines = []
    for row in described:
        marks = ("*" if row.differs else " ") + (_UNVERIFIED if row.unverified else " ")
        lines.append((marks, row.switch, value_text(row.value), row.doc))
    rows += table(lines, (NUMBER, NAME, NUMBER, FAINT), 30)
    base = [f"* differs from {shown.base}"] if shown.base and any(row.differs for row in described) else []
    unverified = [f"{_UNVERIFIED} unverified: no good source confirms it"] if any(row.unverified for row in described) else []
    rows += [(Piece(text, FAINT),) for text in (*base, *unverified)]
    return rows


def diff_rows(mine: RuleSet, theirs: RuleSet, diff: RulesDiff) -> list[Row]:
    """In what two rule sets differ, side by side."""
    from ..switches import value_text

    if not diff:
        return [(Piece(f"{diff.mine} and {diff.theirs} have the same rules"),)]

    def value(side: RuleSet, switch: str, found: object) -> str:
        return value_text(found) + (f" {_UNVERIFIED}" if switch in side.unverified else "")

    lines = [("switch", diff.mine, diff.theirs, "")]
    lines += [(row.switch, value(mine, row.switch, row.mine), value(theirs, row.switch, row.theirs), row.doc) for row in diff.rows]
    rows = table(lines, (NAME, NUMBER, NUMBER, FAINT), 30)
    rows[0] = tuple(Piece(piece.text, HEAD) for piece in rows[0])
    if any(cell.endswith(f" {_UNVERIFIED}") for line in lines for cell in line[1:3]):
        rows.append((Piece(f"{_UNVERIFIED} unverified: no good source confirms it", FAINT),))
    return rows


# ---------------------------------------------------------------------------------- tables and comparisons


def table_rows(text: str) -> list[Row]:
    """A table that is written already: its title stands out."""
    title, *rest = text.split("\n")
    return [(Piece(title, HEAD),), *((Piece(line),) for line in rest)]


# --------------------------------------------------------------------------------------------- many hands


def extra_missing(module: str, command: str = "batch", extra: str = "batch") -> str:
    """What to do where the libraries of an extra aren't installed."""
    return f"chouma {command} needs {module}, which isn't installed: pip install 'chouma[{extra}]'"


def rate(n: int, a_second: float) -> str:
    """How far a run is, and how fast."""
    return f"{n:,} hands, {a_second:,.0f} a second"


def batch_summary(n: int, n_scored: int, n_unpaid: int, n_refused: int, a_second: float) -> str:
    """What became of many hands."""
    return f"{n:,} hands: {n_scored:,} scored, {n_unpaid:,} no win or no yaku, {n_refused:,} refused; {a_second:,.0f} hands a second"


# ------------------------------------------------------------------------------------------------ census

_COUNTED = ("states", "yaku", "han", "fu", "limits", "yakuman", "points")


def census_rows(found: Mapping[str, Any]) -> list[Row]:
    """How many of all complete hands have each yaku, each han and so on, by self-draw and by ron."""
    lines: list[tuple[str, str, str]] = [("", "by self-draw", "by ron")]
    for counted in _COUNTED:
        one, other = found["tsumo"][counted], found["ron"][counted]
        names = [*one, *(name for name in other if name not in one)]
        if counted not in ("states", "yaku", "limits"):
            names.sort(key=int)
        lines += [("", "", ""), (counted, "", "")] if names else []
        lines += [(f"  {name}", *(f"{way[name]:,}" if name in way else "-" for way in (one, other))) for name in names]
    width, *wide = (max(len(line[i]) for line in lines) for i in range(3))
    rows: list[Row] = [(Piece(f"{found['rules']}: {_census_hands(found)}", HEAD),)]
    for name, *numbers in lines:
        counts = NUMBER if any(numbers) and name else HEAD
        pieces = [Piece(f"  {n:>{w}}", counts) for n, w in zip(numbers, wide, strict=True)]
        rows.append((Piece(f"{name:<{width}}", NAME if counts == NUMBER else HEAD), *pieces))
    return rows


def _census_hands(found: Mapping[str, Any]) -> str:
    sample = found["sample"]
    which = f" of all complete hands (seed {sample['seed']})" if sample else " complete hands"
    return f"{found['hands']:,}{which}, each by self-draw and by ron"


def census_check_rows(found: Mapping[str, Any], path: str, different: Sequence[tuple[str, Any, Any]]) -> list[Row]:
    """In what a census differs from that of a file."""
    if not different:
        return [(Piece(f"{found['rules']}: the same as {path}", HEAD),), (Piece(_census_hands(found)),)]
    lines = [("", path, "now")]
    lines += [(name, *("-" if n is None else f"{n:,}" if isinstance(n, int) else str(n) for n in numbers)) for name, *numbers in different]
    rows = table(lines, (NAME, NUMBER, NUMBER))
    rows[0] = tuple(Piece(piece.text, HEAD) for piece in rows[0])
    head = f"{found['rules']}: {len(different)} {'number' if len(different) == 1 else 'numbers'} unlike {path}"
    return [(Piece(head, HEAD),), (Piece(_census_hands(found)),), *rows]
