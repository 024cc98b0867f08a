"""A game on paper: the text sheet of a club, CSV and JSON; every row shows that it sums to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..lines import aligned, no_formula
from ..messages import Speaker, says, speaker
from ..riichi.draws import ABORTIVE, EXHAUSTIVE, NAGASHI
from ..riichi.rules import RiichiRules
from ..riichi.settle import SANCHAHOU, STICK
from ..seats import Wind
from ..settlement import LETTERS, Ledger, signed
from .course import BANKRUPTCY, DEALER_STOP, LAST_HAND, STOPPED, SUDDEN_DEATH
from .needs import Need, Needs, short, worth_text
from .placing import thousands
from .play import SCHEMA, Game, Step

DRAW_NAMES = {
    EXHAUSTIVE: says("exhaustive draw"),
    NAGASHI: says("nagashi mangan"),
    ABORTIVE: says("abortive draw"),
    "kyuushu_kyuuhai": says("nine terminals and honours, abortive draw"),
    "suukan_sanra": says("four kans, abortive draw"),
    "suufon_renda": says("four like winds, abortive draw"),
    "suucha_riichi": says("four riichi, abortive draw"),
    SANCHAHOU: says("three ron, abortive draw"),
}

WHY_OVER = {
    LAST_HAND: says("the last hand was played"),
    BANKRUPTCY: says("somebody fell below 0"),
    DEALER_STOP: says("the dealer leads and stops"),
    SUDDEN_DEATH: says("somebody has the target in the extra round"),
    STOPPED: says("the players ended it"),
}

LENGTHS = {"east": says("east round"), "half": says("east and south rounds"), "full": says("all four rounds")}


# ------------------------------------------------------------------------------------------- what happened, in words


def told(step: Step, game: Game, lang: str = "en") -> str:
    """What happened in one event, in a line.

    Examples
    --------
    >>> game = Game.new("tenhou").add({"wins": [{"seat": "B", "from": "A", "han": 3, "fu": 40}], "riichi": ["C"]})
    >>> told(game.steps[0], game)
    'B from A: 3 han 40 fu, 5200; riichi: C'
    """
    t = speaker(lang)
    fields = step.event.fields
    parts = list(_main(step, fields, game, t))
    if fields.get("riichi"):
        parts.append(t("riichi: {names}", names=t(", ").join(fields["riichi"])))
    if fields.get("chips"):
        parts.append(t("chips: {who}", who=t(", ").join(f"{name} {signed(n)}" for name, n in fields["chips"].items())))
    if fields.get("note"):
        parts.append(str(fields["note"]))
    return t("; ").join(parts)


def _main(step: Step, fields: dict[str, Any], game: Game, t: Speaker) -> Iterator[str]:
    kind, ledger = step.event.kind, step.ledger
    if ledger is not None:
        yield from _ended(step, fields, ledger, game, t)
    elif kind == "adjust":
        yield t("points change hands")
    elif kind == "penalty":
        yield t("{seat}: {points} points off at the final count", **fields["penalty"])
    elif kind == "stop":
        yield t("the players end the game")


def _ended(step: Step, fields: dict[str, Any], ledger: Ledger, game: Game, t: Speaker) -> Iterator[str]:
    if step.event.kind == "chombo":
        yield t("chombo of {seat}", seat=_who(fields["chombo"]))
    elif fields.get("false_win"):
        yield t("false win of {seat}", seat=fields["false_win"])
    elif ledger.outcome == NAGASHI:
        yield t("nagashi mangan of {seat}", seat=t(", ").join(fields["draw"]["nagashi"]))
    elif ledger.winners:
        yield from (_won(step, seat, ledger, game, t) for seat in ledger.winners)
    elif ledger.outcome:
        yield t(DRAW_NAMES[ledger.outcome])
        if ledger.outcome == EXHAUSTIVE:
            tenpai = t(", ").join(fields["draw"].get("tenpai") or ())
            yield t("tenpai: {names}", names=tenpai) if tenpai else t("nobody is tenpai")
    else:
        yield t("nobody won")


def _who(chombo: Any) -> str:
    return str(chombo["seat"] if isinstance(chombo, dict) else chombo)


def _won(step: Step, seat: Wind, ledger: Ledger, game: Game, t: Speaker) -> str:
    letter = LETTERS[seat]
    name = game.names[step.before.player_at(seat)]
    detail, points = ledger.details.get(letter), ledger.scores.get(letter, 0)
    giver = _giver(step, name)
    worth = _worth(detail, t)
    values = {"seat": name, "giver": giver, "worth": worth, "points": points}
    if worth:
        return t("{seat} from {giver}: {worth}, {points}", **values) if giver else t("{seat} by self-draw: {worth}, {points}", **values)
    return t("{seat} from {giver}: {points}", **values) if giver else t("{seat} by self-draw: {points}", **values)


def _giver(step: Step, winner: str) -> str:
    fields = step.event.fields
    for win in fields.get("wins", ()):
        if win["seat"] == winner and win.get("from"):
            return str(win["from"])
    return str(fields.get("from") or "")


def _worth(detail: Any, t: Speaker) -> str:
    known = getattr(detail, "known", detail)
    if known is None or not hasattr(known, "han"):
        return ""
    if not known.yakuman and known.fu is None and known.han is None:
        return ""
    return worth_text(known, t.lang)


def at(step: Step) -> str:
    """The hand an event belongs to, with its counters: ``S3.1``."""
    return f"{step.before.at}.{step.before.honba}" if step.before.honba else step.before.at


# ------------------------------------------------------------------------------------------- the sheet


def sheet(game: Game, title: str = "", lang: str = "en") -> str:
    """The whole game as text: what happened, row by row with its sum, the points after each round, and the final count.

    Parameters
    ----------
    game : Game
    title : str
    lang : str

    Examples
    --------
    >>> game = Game.new("tenhou", ["Anna", "Bob", "Cleo", "Dan"])
    >>> game = game.add({"wins": [{"seat": "Bob", "from": "Anna", "han": 3, "fu": 40}], "riichi": ["Bob"]})
    >>> print(sheet(game, "Friday"))
    Friday: rules tenhou, east and south rounds
    <BLANKLINE>
    n  hand  what                                            Anna    Bob   Cleo    Dan  table  sum
    1  E1    Bob from Anna: 3 han 40 fu, 5200; riichi: Bob  -5200  +5200      0      0      0    0
             points                                         19800  30200  25000  25000      0
    <BLANKLINE>
    E2, Bob deals
    """
    t = speaker(lang)
    head = t("rules {rules}, {length}", rules=game.rules.name, length=t(LENGTHS[game.course.length]))
    lines = [t("{title}: {about}", title=title, about=head) if title else head, ""]
    rows = [(t("n"), t("hand"), t("what"), *game.names, t("table"), t("sum")), *_rows(game, t)]
    lines += aligned(rows, range(3, len(rows[0])))
    lines += ["", _now(game, t)]
    if game.over:
        lines += ["", *final_lines(game, lang)]
    return "\n".join(lines)


def _rows(game: Game, t: Speaker) -> Iterator[tuple[str, ...]]:
    for i, step in enumerate(game.steps):
        total = sum(step.deltas) + step.to_table
        deltas = [signed(delta) for delta in (*step.deltas, step.to_table)]
        yield (str(i + 1), at(step), told(step, game, t.lang), *deltas, signed(total))
        last = i + 1 == len(game.steps)
        if last or step.after.round != step.before.round:
            after = step.after
            yield ("", "", t("points"), *map(str, after.scores), str(after.deposits * STICK), "")


def _now(game: Game, t: Speaker) -> str:
    state = game.state
    if state.over:
        return t("The game is over: {why}.", why=t(WHY_OVER[state.over]))
    parts = [t("{hand}, {seat} deals", hand=state.at, seat=game.names[state.dealer])]
    if state.honba:
        parts.append(t.plural("{n} counter", "{n} counters", state.honba))
    if state.deposits:
        parts.append(t.plural("{n} riichi stick", "{n} riichi sticks", state.deposits))
    if state.riichi:
        parts.append(t("riichi: {names}", names=t(", ").join(game.names[player] for player in state.riichi)))
    return t(", ").join(parts)


def latest(game: Game, lang: str = "en") -> list[str]:
    """The last event with what it moved, and where the game is now; the final count once it is over."""
    t = speaker(lang)
    rows = [(t("n"), t("hand"), t("what"), *game.names, t("table"), t("sum")), *list(_rows(game, t))[-2:]]
    if not game.steps:
        rows.append(("", "", t("points"), *map(str, game.state.scores), "0", ""))
    lines = [*aligned(rows, range(3, len(rows[0]))), "", _now(game, t)]
    return [*lines, "", *final_lines(game, lang)] if game.over else lines


def final_lines(game: Game, lang: str = "en") -> list[str]:
    """The final count as lines of text."""
    t = speaker(lang)
    final, rules = game.final(), game.rules
    riichi = isinstance(rules, RiichiRules)
    shown = [name for name in ("uma", "oka", "chips", "penalty") if any(getattr(row, name) for row in final.rows)]
    heads = {"uma": t("uma"), "oka": t("oka"), "chips": t("chips"), "penalty": t("penalty")}
    rows = [(t("place"), t("player"), t("points"), *(heads[name] for name in shown), t("total"))]
    for row in final.rows:
        extra = [signed(-row.penalty if name == "penalty" else getattr(row, name)) for name in shown]
        rows.append((str(row.place), game.names[row.player], str(row.score), *extra, thousands(row.total) if riichi else signed(row.total)))
    total = thousands(final.sum) if riichi else signed(final.sum)
    rows.append(("", t("sum"), str(sum(row.score for row in final.rows)), *([""] * len(shown)), total))
    lines = aligned(rows, range(2, len(rows[0])))
    if final.lost:
        lines.append(t("{points} points of deposits are lost", points=final.lost))
    return lines


# ------------------------------------------------------------------------------------------- for programs


def to_dict(game: Game, name: str = "") -> dict[str, Any]:
    """The whole game for JSON."""
    return {
        "schema": SCHEMA,
        "ok": True,
        **({"name": name} if name else {}),
        "rules": game.rules.wire,
        "length": game.course.length,
        "players": list(game.names),
        "state": game.state.to_dict(game.names),
        "events": [event_dict(game, number) for number in range(1, len(game.steps) + 1)],
        "final": game.final().to_dict(game.names) if game.over else None,
        "undo": len(game.back),
        "redo": len(game.forth),
    }


def event_dict(game: Game, number: int) -> dict[str, Any]:
    """One event for JSON, with what it moved; ``sum`` is 0."""
    step = game.steps[number - 1]
    transfers = [] if step.ledger is None else [_by_name(one.to_dict(), step, game) for one in step.ledger.transfers]
    return {
        "number": number,
        "at": step.before.at,
        "honba": step.before.honba,
        "kind": step.event.kind,
        "event": step.event.fields,
        "transfers": transfers,
        "deltas": dict(zip(game.names, step.deltas, strict=True)),
        "table": step.to_table,
        "sum": sum(step.deltas) + step.to_table,
        "scores": dict(zip(game.names, step.after.scores, strict=True)),
        "deposits": step.after.deposits,
    }


def _by_name(transfer: dict[str, Any], step: Step, game: Game) -> dict[str, Any]:
    seats = {LETTERS[step.before.wind_of(player)]: name for player, name in enumerate(game.names)}
    return transfer | {"from": seats.get(transfer["from"], transfer["from"]), "to": seats[transfer["to"]]}


def to_csv(game: Game) -> str:
    """The events as CSV, a row each: what every player gained, what went to the table, and that it sums to 0.

    Examples
    --------
    >>> print(to_csv(Game.new("tenhou").add({"riichi": ["A"]})))
    event,hand,honba,kind,what,A,B,C,D,table,sum,A points,B points,C points,D points,deposits
    1,E1,0,riichi,riichi: A,-1000,0,0,0,1000,0,24000,25000,25000,25000,1
    """
    from ..table.writing import as_csv

    head = ("event", "hand", "honba", "kind", "what", *game.names, "table", "sum", *(f"{name} points" for name in game.names), "deposits")
    rows: list[Sequence[Any]] = [head]
    for i, step in enumerate(game.steps):
        before, after = step.before, step.after
        moved = (*step.deltas, step.to_table, sum(step.deltas) + step.to_table)
        what = no_formula(told(step, game))
        rows.append((i + 1, before.at, before.honba, step.event.kind, what, *moved, *after.scores, after.deposits))
    return as_csv(rows)



# ------------------------------------------------------------------------------------------- what a player needs


def needs_lines(found: Needs, names: Sequence[str], lang: str = "en") -> list[str]:
    """What a player needs as a table: a row for each place, a column for each way of winning."""
    t = speaker(lang)
    points = found.state.scores[found.player]
    who = t("{seat} is in place {place} with {points} points", seat=names[found.player], place=found.place, points=points)
    ways = found.rows[0].ways
    head = (t("place"), *(t("self-draw") if way.giver is None else t("ron from {seat}", seat=names[way.giver]) for way in ways))
    rows = [head, *((str(row.place), *(_cell(way, t) for way in row.ways)) for row in found.rows)]
    lines = [who, *aligned(rows)]
    notes = [t("The lowest price that is enough, and the fewest fu that do with so many han.")]
    if any(not way.worths for row in found.rows for way in row.ways):
        notes.append(t("-: no hand is enough."))
    if any(way.worths and not way.over for row in found.rows for way in row.ways):
        notes.append(t("*: the game would go on."))
    return [*lines, "", *notes]


def _cell(need: Need, t: Speaker) -> str:
    if not need.worths:
        return "-"
    goes_on = "" if need.over else "*"
    if need.any_win:
        return t("any win") + goes_on
    return t("{points}: {hands}", points=f"{need.points}{goes_on}", hands=" ".join(map(short, need.choices)))
