"""Statistics as pictures: one Vega-Lite document, as SVG or as a page that needs nothing from anywhere."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from typing import Any

import altair as alt

from ..messages import Speaker, says, speaker
from .stats import ALL, RATES, Figures, Statistics, group_title
from .stats_text import end_title, headline, limit_title, yaku_title

#: one colour for what is counted, one for what stands beside it; both are told apart in grey and by who sees red and green alike
INK, QUIET, ACCENT, SECOND = "#1f2933", "#7b8794", "#2f6f8f", "#d08c3f"
GROUND, GRID = "#ffffff", "#e4e7eb"

#: families that have the characters of each language; the first one that is there is taken
FONTS = {
    # the names of players may be in any letters
    "en": "'Noto Sans', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', 'Noto Sans CJK JP', 'Noto Sans CJK SC', sans-serif",
    "ja": "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif",
    "zh-Hans": "'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif",
    "zh-Hant": "'Noto Sans CJK TC', 'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif",
}

#: what each picture shows, by its id
TITLES = {
    "groups": says("Hands won and dealt in"),
    "ends": says("How hands ended"),
    "yaku": says("Yaku, as shares of the wins"),
    "han": says("Han of the wins, yakuman apart"),
    "fu": says("Fu of the wins"),
    "limits": says("Limits of the wins"),
    "places": says("Places"),
    "rates": says("Hands and wins"),
}

SVG, HTML = ENDINGS = (".svg", ".html")

_WIDTH, _STEP, _GAP = 360, 20, 28
#: the most bars of one picture: rarer yaku are in the tables
_MOST_YAKU, _MOST_GROUPS = 24, 12
_RATES = ("win_rate", "deal_in_rate", "riichi_rate", "call_rate", "tsumo_rate", "dealer_win_rate", "riichi_win_rate", "call_win_rate")


def chart(found: Statistics, lang: str = "en", of: str = "") -> alt.VConcatChart:
    """The pictures of some statistics, side by side and one under the other.

    Parameters
    ----------
    found : Statistics
    lang : str
        One of `chouma.messages.LANGUAGES`.
    of : str
        The player or seat whose figures they show; all, if it is empty.

    Raises
    ------
    UnknownNameError
        If there is nobody of that name.
    """
    t, one = speaker(lang), found.of(of)
    left = [_rates(one, t)] if one.hands else []
    right = [] if of or not found.hands else [_counts("ends", {end_title(end, t): n for end, n in found.ends.items()}, found.hands, t)]
    if one.yaku:
        most = dict(list(one.yaku.items())[:_MOST_YAKU])
        left.append(_counts("yaku", {yaku_title(id, t.lang): n for id, n in most.items()}, one.known_yaku, t))
    for id, side in (("limits", right), ("han", right), ("fu", right), ("places", left)):
        counts = getattr(one, id)
        if counts:
            named = {limit_title(key, t) if id == "limits" else str(key): n for key, n in counts.items()}
            side.append((_counts if id == "limits" else _columns)(id, named, sum(counts.values()), t))
    if found.by != ALL and not of and found.groups:
        right.insert(0, _groups(found, t))
    sides: list[Any] = [alt.vconcat(*side, spacing=_GAP) for side in (left, right) if side] or [_nothing()]
    whose = t("{title}: {who}", title=headline(found, t.lang), who=t.value(group_title(found.by, of))) if of else headline(found, t.lang)
    title = alt.TitleParams(whose, fontSize=15, anchor="start", offset=18, frame="bounds")
    return _looked(alt.vconcat(alt.hconcat(*sides, spacing=2 * _GAP), title=title), t.lang)


def _nothing() -> alt.Chart:
    """What stands under the title where nothing was counted."""
    return alt.Chart(alt.Data(values=[])).mark_point().properties(width=_WIDTH, height=1)


def _looked(picture: alt.VConcatChart, lang: str) -> alt.VConcatChart:
    """With quiet axes, on a light ground, in letters that the language has."""
    font = FONTS[lang]
    text = {"labelFont": font, "titleFont": font, "labelColor": INK, "titleColor": QUIET, "labelFontSize": 12, "titleFontSize": 12}
    return (
        picture.configure(background=GROUND, font=font, padding=20)
        .configure_view(stroke=None)
        .configure_axis(**text, grid=False, domain=False, ticks=False, labelPadding=6)
        .configure_title(font=font, color=INK, fontSize=13, fontWeight="bold", anchor="start", frame="group", offset=10)
    )


def _data(named: dict[str, int], whole: int) -> alt.Data:
    shares = [n / whole if whole else 0.0 for n in named.values()]
    rows = zip(named.items(), shares, strict=True)
    values = [{"name": name, "n": n, "share": share, **_labels(share)} for (name, n), share in rows]
    return alt.Data(values=values)


def _labels(share: float) -> dict[str, str]:
    """A share as it is written, and where there is little room: nothing where it would be 0."""
    short = f"{share:.0%}" if share >= 0.1 else f"{share:.1%}" if share >= 0.001 else ""
    return {"label": f"{share:.1%}" if share >= 0.001 else f"{share:.2%}", "short": short}


def _name_axis() -> alt.Y:
    return alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=290))


def _counts(id: str, named: dict[str, int], whole: int, t: Speaker) -> Any:
    """Bars that lie, each with its name before it and its share behind it: no axis is needed."""
    base = alt.Chart(_data(named, whole)).encode(
        _name_axis(),
        alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, 1.15 * max(1e-9, *named.values()) / (whole or 1)])),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("n:Q", format=","), alt.Tooltip("label:N", title="%")],
    )
    return _titled(base, id, t, lying=True).properties(height=alt.Step(_STEP))


def _columns(id: str, named: dict[str, int], whole: int, t: Speaker) -> Any:
    """Bars that stand, for numbers that have an order of their own."""
    base = alt.Chart(_data(named, whole)).encode(
        alt.X("name:N", sort=None, title=None, axis=alt.Axis(labelAngle=0)),
        alt.Y("share:Q", axis=None, scale=alt.Scale(domain=[0, 1.1 * max(1e-9, *named.values()) / (whole or 1)])),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("n:Q", format=","), alt.Tooltip("label:N", title="%")],
    )
    return _titled(base, id, t, lying=False).properties(height=130)


def _titled(base: alt.Chart, id: str, t: Speaker, lying: bool) -> Any:
    size: dict[str, Any] = {"height" if lying else "width": alt.RelativeBandSize(0.72)}
    beside: dict[str, Any] = {"align": "left", "baseline": "middle", "dx": 5}
    above: dict[str, Any] = {"align": "center", "baseline": "bottom", "dy": -4}
    bars = base.mark_bar(color=ACCENT, cornerRadiusEnd=2, **size)
    labels = base.mark_text(color=QUIET, fontSize=11, font=FONTS[t.lang], **(beside if lying else above))
    return alt.layer(bars, labels.encode(text="label:N" if lying else "short:N")).properties(title=t(TITLES[id]), width=_WIDTH)


def _rates(one: Figures, t: Speaker) -> Any:
    """The rates, one bar each."""
    shares = {name: share for name in _RATES if (share := one.rate(name)) is not None}
    most = max(shares.values(), default=0) or 1
    values = [{"name": t(RATES[name].title), "share": share, **_labels(share)} for name, share in shares.items()]
    base = alt.Chart(alt.Data(values=values)).encode(
        _name_axis(),
        alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, 1.15 * most])),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("label:N", title="%")],
    )
    return _titled(base, "rates", t, lying=True).properties(height=alt.Step(_STEP))


def _groups(found: Statistics, t: Speaker) -> Any:
    """Won and dealt in of each player or seat, two dots on a line: the further right the first and left the second, the better."""
    words = {"win_rate": t("won"), "deal_in_rate": t("dealt in")}
    values = [
        {"name": t.value(group_title(found.by, name)), "place": i, "what": words[rate], "share": one.rate(rate)}
        for i, (name, one) in enumerate(list(found.groups.items())[:_MOST_GROUPS])
        for rate in words
        if one.hands
    ]
    base = alt.Chart(alt.Data(values=values)).encode(_name_axis(), alt.X("share:Q", title=None, axis=_share_axis()))
    line = base.mark_line(color=GRID, strokeWidth=3).encode(detail="name:N")
    both = list(words.values())
    color = alt.Color("what:N", legend=None, scale=alt.Scale(domain=both, range=[ACCENT, SECOND]))
    shape = alt.Shape("what:N", legend=None, scale=alt.Scale(domain=both, range=["circle", "diamond"]))
    told = [alt.Tooltip("name:N", title=" "), alt.Tooltip("what:N", title=" "), alt.Tooltip("share:Q", format=".1%", title="%")]
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(color=color, shape=shape, tooltip=told)
    # in place of a legend the first two dots say what they are
    named = base.transform_filter("datum.place === 0").mark_text(dy=-12, fontSize=11, font=FONTS[t.lang]).encode(text="what:N", color=color)
    return alt.layer(line, dots, named).properties(title=t(TITLES["groups"]), width=_WIDTH, height=alt.Step(_STEP + 6))


def _share_axis() -> alt.Axis:
    return alt.Axis(format=".0%", tickCount=6, grid=True, gridColor=GRID, labelColor=QUIET)


def svg(found: Statistics, lang: str = "en", of: str = "") -> str:
    """The pictures as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart(found, lang, of).to_json()))


#: the page may do nothing but draw what is in it
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body {{ margin: 0; background: {ground} }} #pictures {{ overflow-x: auto }}</style>
</head>
<body>
<div id="pictures"></div>
<script type="application/json" id="shown">{shown}</script>
<script type="module">
{programs}
</script>
</body>
</html>
"""


def html(found: Statistics, lang: str = "en", of: str = "") -> str:
    """The pictures as a page that asks nobody for anything: the programs that draw it are in it, and its policy forbids all else."""
    t = speaker(lang)
    # a name may hold the end of a script
    shown = json.dumps(spec(found, lang, of)).replace("<", "\\u003c")
    told = {"title": escape(headline(found, t.lang)), "ground": GROUND, "policy": _POLICY, "shown": shown}
    return _PAGE.format(lang=t.lang, programs=_programs(), **told)


@cache
def _programs() -> str:
    """What draws the pictures; expressions are interpreted, as the policy lets no text become a program."""
    import vl_convert

    options = json.dumps({"actions": False, "renderer": "svg", "mode": "vega-lite", "ast": True})
    return str(vl_convert.javascript_bundle(f"""
        const shown = JSON.parse(document.getElementById("shown").textContent);
        vegaEmbed("#pictures", shown, {options});
    """))


def spec(found: Statistics, lang: str = "en", of: str = "") -> dict[str, Any]:
    """The pictures as a document of Vega-Lite."""
    told: dict[str, Any] = json.loads(chart(found, lang, of).to_json())
    return told
