"""What people read: every text that the command prints is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import AND, listed, said_in, shorten, worded
from ..messages import Speaker, says

if TYPE_CHECKING:
    from ..classical.result import ClassicalNoScore, ClassicalScore
    from ..lines import Explanation
    from ..records.audit import Finding
    from ..result import NoScore, Score
    from ..riichi.cells import Cell, KnownWorth
    from ..riichi.rules import RiichiRules
    from ..rulesets import Row as SwitchRow
    from ..rulesets import RulesDiff, RuleSet
    from ..whynot import WhyNot
    from ..wire import Flaw

HEAD, NAME, NUMBER, FAINT = "bold", "", "cyan", "dim"
#: labels wider than this leave their column
_LONGEST_LABEL = 72


class Piece(NamedTuple):
    """A text and how it looks in a terminal."""

    text: str
    style: str = ""


Row = tuple[Piece, ...]


def plain(rows: Iterable[Row]) -> str:
    """Rows as plain text."""
    return "\n".join("".join(piece.text for piece in row).rstrip() for row in rows)


# ------------------------------------------------------------------------------------------------ a score


def headline(han: int | None, fu: int | None, yakuman: int, limit: str, t: Speaker) -> str:
    """Han and fu and limit in one line: ``4 han 30 fu``, ``2 yakuman``, ``6 han 30 fu, haneman``."""
    from ..riichi.limits import LIMIT_WORDS  # whoever has han has loaded it

    if yakuman:
        return t.plural("yakuman", "{n} yakuman", yakuman)
    worth = t("{han} han {fu} fu", han=han, fu=fu) if fu else t("{han} han", han=han)
    return t("{worth}, {limit}", worth=worth, limit=t(LIMIT_WORDS[limit])) if limit else worth


_CLASSICAL_LIMITS = {"limit": says("limit"), "half_limit": says("half limit"), "part_limit": says("part limit")}


def points(n: int, t: Speaker) -> str:
    """Points with their unit."""
    return t("{n} points", n=n)


def score_rows(score: Score, t: Speaker, whole: bool = False, tiles: str = "mpsz") -> list[Row]:
    """A score: its worth, then yaku, fu, limit and payments line by line; `whole` tells the other readings too."""
    worth = headline(score.han, score.fu, score.yakuman, score.limit, t)
    return _derived(t("{worth}: {points}", worth=worth, points=points(score.points, t)), score, t, whole, tiles)


def classical_rows(score: ClassicalScore, t: Speaker, whole: bool = False, tiles: str = "mpsz") -> list[Row]:
    """The same for a classical score."""
    worth = t("{fu} fu {fan} fan", fu=score.fu, fan=score.fan) if score.fu or not score.limit else t("as dealt")
    if score.limit:
        worth = t("{worth}, {limit}", worth=worth, limit=t(_CLASSICAL_LIMITS[score.limit]))
    return _derived(t("{worth}: {points}", worth=worth, points=points(score.score, t)), score, t, whole, tiles)


def _derived(head: str, score: Score | ClassicalScore, t: Speaker, whole: bool, tiles: str) -> list[Row]:
    """A head, and the derivation under it."""
    told = score.explain(t.lang)
    told = told._replace(lines=tuple(line for line in told.lines if whole or line.id != "alternatives"))
    return [(Piece(head, HEAD),), *derivation_rows(told.spelt(tiles))]


def derivation_rows(told: Explanation) -> list[Row]:
    """The lines of a derivation, their amounts one under the other."""
    from ..lines import padded, width  # whoever has a derivation has loaded it

    found = told.rows()
    wide = max((width(label) for _, label, _, _ in found if width(label) <= _LONGEST_LABEL), default=0)
    amounts = max((width(amount) for _, _, amount, _ in found), default=0)
    rows: list[Row] = []
    for depth, label, amount, total in found:
        named = padded(label, wide) if amount else label
        style = NAME if depth or not amount else HEAD
        rows.append((Piece(named, style), Piece(f"  {padded(amount, amounts, right=True)}", NUMBER), Piece(f"  {total}", FAINT)))
    return rows


def no_han(rules: str) -> str:
    """Han and fu under rules that have no han."""
    return worded("the rules {rules} have fu and fan, no han: give the hand, or riichi rules", rules=rules)


def no_score_rows(missed: NoScore | ClassicalNoScore, t: Speaker) -> list[Row]:
    """A hand that isn't paid: why, and what came nearest."""
    near = " ".join(missed.nearest)
    if missed.reason == "no_yaku":
        from ..riichi.names import YAKU_NAMES  # whoever misses yaku has loaded it

        names = [id if t.lang == "en" or id not in YAKU_NAMES else YAKU_NAMES[id].text(t.lang) for id in missed.nearest]
        rows = [(Piece(t("no yaku: the hand wins, and isn't paid"), HEAD),), (Piece(t("nearest yaku: {yaku}", yaku=" ".join(names))),)]
    elif missed.reason == "not_under_rules":
        told = t("no win under the rules {rules}: they ask for more points, or fewer chows", rules=missed.rules.name)
        return [(Piece(told, HEAD),)]
    else:
        rows = [(Piece(t("not a win: the tiles are no complete hand"), HEAD),)]
        away = missed.shanten
        if near:
            rows.append((Piece(t("it waits for {tiles}", tiles=near)),))
        elif away > 0:
            rows.append((Piece(t.plural("{n} tile from ready", "{n} tiles from ready", away)),))
        else:
            rows.append((Piece(t("it waits for tiles that are all in the hand")),))
    return [*rows, *((Piece(t("waived: {fault}", fault=fault.text(t.lang)), FAINT),) for fault in missed.waived)]


def why_not_rows(found: Iterable[WhyNot]) -> list[Row]:
    """Why a hand lacks some yaku, one a line."""
    return [(Piece(str(one)),) for one in found]


# ------------------------------------------------------------------------------------------- han and fu


def cells_rows(known: KnownWorth, cells: Sequence[Cell], rules: RiichiRules, t: Speaker) -> list[Row]:
    """What han and fu come to, as a small table."""
    from ..lines import padded, width

    head = headline(known.han, known.fu, known.yakuman, known.limit, t)
    rows: list[Row] = [(Piece(t("{worth}: base {points}", worth=head, points=points(known.base, t)), HEAD),)]
    names = [t(_WINS[cell.dealer, cell.by]) for cell in cells]
    amounts = [str(cell.payments.total) if cell.payments else "-" for cell in cells]
    wide, most = max(map(width, names)), max(map(len, amounts))
    for cell, name, amount in zip(cells, names, amounts, strict=True):
        told = Piece(f"  {_who_pays(cell, rules, t)}", FAINT)
        rows.append((Piece(f"  {padded(name, wide)}"), Piece(f"  {amount:>{most}}", NUMBER), told))
    return rows


_WINS = {
    (True, "ron"): says("dealer, ron"),
    (True, "tsumo"): says("dealer, self-draw"),
    (False, "ron"): says("non-dealer, ron"),
    (False, "tsumo"): says("non-dealer, self-draw"),
}


def _who_pays(cell: Cell, rules: RiichiRules, t: Speaker) -> str:
    paid = cell.payments
    if paid is None:
        return cell.reason
    if paid.discarder is not None:
        return t("the discarder pays {points}", points=paid.discarder)
    if paid.dealer is None:
        return t("each pays {points}", points=paid.each_nondealer)
    told = {"dealer": paid.dealer, "each": paid.each_nondealer}
    if rules.players == 4:
        return t("the dealer pays {dealer}, each non-dealer {each}", **told)
    return t("the dealer pays {dealer}, the non-dealer {each}", **told)


# ------------------------------------------------------------------------------------ notes and refusals


def assumed(seat: bool, round_wind: bool, t: Speaker) -> str:
    """What the command took for granted."""
    if not seat and not round_wind:
        return t("assumed: seat S, round E (say otherwise with --seat and --round)")
    if not seat:
        return t("assumed: seat S (say otherwise with --seat and --round)")
    return t("assumed: round E (say otherwise with --seat and --round)")


def refusal(flaws: Iterable[Flaw], t: Speaker) -> str:
    """Everything that is wrong, with the text and a mark under the character where it is one."""
    parts = []
    for flaw in flaws:
        key = flaw.where.partition(":")[0].partition("[")[0]
        message = said_in(flaw.message, t.lang)
        parts.append(t("{field}: {message}", field=key, message=message) if flaw.picture and key not in ("hand", "") else message)
        parts += [f"  {line}" for line in flaw.picture.split("\n") if flaw.picture]
    return "\n".join(parts)


def where_next(words: Sequence[str], t: Speaker) -> str:
    """What to try next."""
    return t("try {command} --explain, --json, --rules mleague; chouma rules list; chouma score --help", command=" ".join(words))


def some_failed(n_failed: int, n: int, t: Speaker) -> str:
    """How many lines of many failed."""
    return t("{failed} of {n} lines failed", failed=n_failed, n=n)


def no_hand(t: Speaker) -> str:
    """There was nothing to score."""
    example = 'chouma score "234m 345678p 6634s +5s" --riichi'
    return t("no hand: {example}, or hands on standard input, one a line (chouma score --help)", example=example)


def request_unasked() -> str:
    """A JSON request came where hands were expected."""
    return worded("standard input holds a JSON request: add --json for one, --jsonl for one a line")


def says_itself(strange: Sequence[str], more: str | None) -> str:
    """Options, or something else, beside ``--jsonl``."""
    what = listed([" ".join(strange), more], AND) if strange and more else more or " ".join(strange)
    return worded("with --jsonl each line says everything itself: take {what} away", what=what)


def no_requests(example: str) -> str:
    """``--jsonl`` without standard input."""
    return worded("--jsonl reads standard input, and there is none: {example}", example=example)


def by_is_marked() -> str:
    """``--by`` beside a hand."""
    return worded("--by is for han and fu: a hand says it by its mark, +5s by ron or *5s by self-draw")


def line_too_long(most: int) -> str:
    """A line that is no hand."""
    return worded("longer than {most} bytes: a line is one hand", most=most)


def at_line(number: int, text: str, t: Speaker) -> str:
    """A message about one line of many."""
    return t("line {n}: {message}", n=number, message=text)


def bad_option(name: str, value: str, allowed: str) -> str:
    """An option with a value that it can't have."""
    return worded("--{option} is {value}: it is {allowed}", option=name, value=shorten(repr(value)), allowed=allowed)


def line_head(text: str, first: bool, t: Speaker) -> list[Row]:
    """What stands above the answer to one hand of many."""
    head: list[Row] = [(Piece(t("hand: {hand}", hand=shorten(text, 100)), FAINT),)]
    return head if first else [(Piece(""),), *head]


# ----------------------------------------------------------------------------------------------- the demo


def demo_head(hand: str) -> list[Row]:
    """What is scored, and how one asks for it."""
    return [
        (Piece(f'$ chouma score "{hand}" --riichi --seat S --round E --rules tenhou', FAINT),),
        (Piece(""),),
    ]


def demo_next(t: Speaker) -> str:
    """Where to go next."""
    from ..lines import padded

    lines = (
        ("chouma score 4h30f", t("who pays what for 4 han 30 fu")),
        ("chouma rules list", t("the rule sets, and chouma rules diff tenhou mleague")),
        ('chouma score "22z 333m 123p 567s 34s *5s" --explain', ""),
        ("chouma score --help", t("every flag and every switch")),
        ('python -c "import chouma; help(chouma.score)"', ""),
    )
    return "\n".join(("", t("Where to go next:"), *(f"  {padded(command, 37)}  {about}".rstrip() for command, about in lines)))


# ---------------------------------------------------------------------------------------------- rule sets

_UNVERIFIED = "?"
_UNVERIFIED_MEANS = says("? unverified: no good source confirms it")


def table(lines: Sequence[Sequence[str]], styles: Sequence[str], most: int = 44) -> list[Row]:
    """Aligned columns, the last as wide as it likes; a cell longer than `most` leaves its column."""
    from ..lines import padded, width

    columns = range(len(styles))
    widths = [max((width(line[column]) for line in lines if width(line[column]) <= most), default=0) for column in columns]
    last = len(styles) - 1
    return [tuple(Piece(line[c] if c == last else f"{padded(line[c], widths[c])}  ", styles[c]) for c in columns) for line in lines]


def rules_rows(found: Sequence[RuleSet], t: Speaker) -> list[Row]:
    """The rule sets: name, players, base, title; each family has a head, where there are several."""
    bases = [t("from {base}", base=one.base) if one.base else "" for one in found]
    lines = [(one.name, t("{n} players", n=players(one)), base, t(one.title)) for one, base in zip(found, bases, strict=True)]
    rows: list[Row] = []
    told = {found[0].family.name} if len({one.family.name for one in found}) == 1 else set()
    for one, row in zip(found, table(lines, (HEAD, FAINT, FAINT, NAME)), strict=True):
        if one.family.name not in told:
            told.add(one.family.name)
            rows += [(), (Piece(t(one.family.name), HEAD),)] if rows else [(Piece(t(one.family.name), HEAD),)]
        rows.append(row)
    return rows


def players(rules: RuleSet) -> int:
    """How many play; four, where the family has no switch for it."""
    return getattr(rules, "players", 4)


def booklet_rows(shown: Any, t: Speaker) -> list[Row]:
    """A classical rule set as a player would read it."""
    from ..classical.booklet import booklet

    rows = _title_rows(shown, t)
    for section in booklet(shown, t.lang):
        rows += [(), (Piece(section.head, HEAD),)]
        rows += table([("  " + one.text, one.gives, one.more) for one in section.lines], (NAME, NUMBER, FAINT), 40)
    if shown.unverified:
        rows += [(), (Piece(t("no good source confirms: {switches}", switches=", ".join(shown.unverified)), FAINT),)]
    return [*rows, (), (Piece(t("every switch with its source: {command}", command=f"chouma rules show {shown.name} --switches"), FAINT),)]


def _title_rows(shown: RuleSet, t: Speaker) -> list[Row]:
    title = t("{rules}: {title}", rules=shown.name, title=t(shown.title)) if shown.title else shown.name
    return [(Piece(title, HEAD),), *([(Piece(t(shown.note)),)] if shown.note else [])]


def switches_rows(shown: RuleSet, described: Sequence[SwitchRow], t: Speaker) -> list[Row]:
    """Every switch of a rule set; a ``*`` where it differs from its base, a ``?`` where no good source confirms it."""
    from ..switches import value_text

    rows = _title_rows(shown, t)
    lines = []
    for row in described:
        marks = ("*" if row.differs else " ") + (_UNVERIFIED if row.unverified else " ")
        lines.append((marks, row.switch, value_text(row.value), t(row.doc)))
    rows += table(lines, (NUMBER, NAME, NUMBER, FAINT), 30)
    base = [t("* differs from {base}", base=shown.base)] if shown.base and any(row.differs for row in described) else []
    unverified = [t(_UNVERIFIED_MEANS)] if any(row.unverified for row in described) else []
    rows += [(Piece(text, FAINT),) for text in (*base, *unverified)]
    return rows


def diff_rows(mine: RuleSet, theirs: RuleSet, diff: RulesDiff, t: Speaker) -> list[Row]:
    """In what two rule sets differ, side by side."""
    from ..switches import value_text

    if not diff:
        return [(Piece(t("{mine} and {theirs} have the same rules", mine=diff.mine, theirs=diff.theirs)),)]

    def value(side: RuleSet, switch: str, found: object) -> str:
        return value_text(found) + (f" {_UNVERIFIED}" if switch in side.unverified else "")

    lines = [(t("switch"), diff.mine, diff.theirs, "")]
    lines += [(row.switch, value(mine, row.switch, row.mine), value(theirs, row.switch, row.theirs), t(row.doc)) for row in diff.rows]
    rows = table(lines, (NAME, NUMBER, NUMBER, FAINT), 30)
    rows[0] = tuple(Piece(piece.text, HEAD) for piece in rows[0])
    if any(cell.endswith(f" {_UNVERIFIED}") for line in lines for cell in line[1:3]):
        rows.append((Piece(t(_UNVERIFIED_MEANS), FAINT),))
    return rows


# ---------------------------------------------------------------------------------- tables and comparisons


def table_rows(text: str) -> list[Row]:
    """A table that is written already: its title stands out."""
    title, *rest = text.split("\n")
    return [(Piece(title, HEAD),), *((Piece(line),) for line in rest)]


# --------------------------------------------------------------------------------------------- many hands


def extra_missing(module: str, command: str = "batch", extra: str = "batch") -> str:
    """What to do where the libraries of an extra aren't installed."""
    told = {"command": command, "module": module, "extra": extra}
    return worded("chouma {command} needs {module}, which isn't installed: pip install 'chouma[{extra}]'", **told)


def rate(n: int, a_second: float, t: Speaker) -> str:
    """How far a run is, and how fast."""
    return t("{n} hands, {rate} a second", n=f"{n:,}", rate=f"{a_second:,.0f}")


def batch_summary(n: int, n_scored: int, n_unpaid: int, n_refused: int, a_second: float, t: Speaker) -> str:
    """What became of many hands."""
    told = {"n": n, "scored": n_scored, "unpaid": n_unpaid, "refused": n_refused, "rate": round(a_second)}
    sentence = says("{n} hands: {scored} scored, {unpaid} no win or no yaku, {refused} refused; {rate} hands a second")
    return t(sentence, **{name: f"{number:,}" for name, number in told.items()})


# ------------------------------------------------------------------------------------------------ census

_COUNTED = {
    **{"states": says("states"), "yaku": says("yaku"), "han": says("han"), "fu": says("fu"), "limits": says("limits")},
    **{"yakuman": says("yakuman"), "points": says("points")},
}


def audit_summary(n: Mapping[str, int], t: Speaker) -> str:
    """What a run over game records came to."""
    told = [
        t.plural("{n} game", "{n} games", n["games"]),
        t.plural("{n} win", "{n} wins", n["wins"]),
        t.plural("{n} draw", "{n} draws", n["draws"]),
        t.plural("{n} finding", "{n} findings", n["findings"]),
    ]
    if n["unreadable"]:
        told.append(t.plural("{n} part can't be read", "{n} parts can't be read", n["unreadable"]))
    return t(", ").join(told)


def convert_summary(n: Mapping[str, int], t: Speaker) -> str:
    """What a run that converts game records came to."""
    told = [t.plural("{n} game written", "{n} games written", n["written"])]
    if n["failed"]:
        told.append(t.plural("{n} game isn't", "{n} games aren't", n["failed"]))
    return t(", ").join(told)


def finding_rows(finding: Finding, t: Speaker, whole: bool) -> list[Row]:
    """A finding in one line, and its derivation, if it is asked for."""
    rows: list[Row] = [(Piece(finding.text(t.lang), HEAD if whole else NAME),)]
    told = finding.explain(t.lang) if whole else None
    return rows if told is None else [*rows, *derivation_rows(told), ()]


def census_rows(found: Mapping[str, Any], t: Speaker) -> list[Row]:
    """How many of all complete hands have each yaku, each han and so on, by self-draw and by ron."""
    from ..lines import padded, width

    lines: list[tuple[str, ...]] = [("", t("by self-draw"), t("by ron"))]
    for counted, head in _COUNTED.items():
        one, other = found["tsumo"][counted], found["ron"][counted]
        names = [*one, *(name for name in other if name not in one)]
        if counted not in ("states", "yaku", "limits"):
            names.sort(key=int)
        lines += [("", "", ""), (t(head), "", "")] if names else []
        lines += [(f"  {name}", *(f"{way[name]:,}" if name in way else "-" for way in (one, other))) for name in names]
    wide, *counts_wide = (max(width(line[i]) for line in lines) for i in range(3))
    rows: list[Row] = [(Piece(t("{rules}: {hands}", rules=found["rules"], hands=_census_hands(found, t)), HEAD),)]
    for name, *numbers in lines:
        counts = NUMBER if any(numbers) and name else HEAD
        pieces = [Piece(f"  {padded(n, w, right=True)}", counts) for n, w in zip(numbers, counts_wide, strict=True)]
        rows.append((Piece(padded(name, wide), NAME if counts == NUMBER else HEAD), *pieces))
    return rows


def _census_hands(found: Mapping[str, Any], t: Speaker) -> str:
    sample, n = found["sample"], f"{found['hands']:,}"
    if sample:
        return t("{n} of all complete hands (seed {seed}), each by self-draw and by ron", n=n, seed=sample["seed"])
    return t("{n} complete hands, each by self-draw and by ron", n=n)


def census_check_rows(found: Mapping[str, Any], path: str, different: Sequence[tuple[str, Any, Any]], t: Speaker) -> list[Row]:
    """In what a census differs from that of a file."""
    if not different:
        same = t("{rules}: the same as {file}", rules=found["rules"], file=path)
        return [(Piece(same, HEAD),), (Piece(_census_hands(found, t)),)]
    lines: list[tuple[str, ...]] = [("", path, t("now"))]
    lines += [(name, *("-" if n is None else f"{n:,}" if isinstance(n, int) else str(n) for n in numbers)) for name, *numbers in different]
    rows = table(lines, (NAME, NUMBER, NUMBER))
    rows[0] = tuple(Piece(piece.text, HEAD) for piece in rows[0])
    one, many = says("{rules}: {n} number unlike {file}"), says("{rules}: {n} numbers unlike {file}")
    head = t.plural(one, many, len(different), rules=found["rules"], file=path)
    return [(Piece(head, HEAD),), (Piece(_census_hands(found, t)),), *rows]
