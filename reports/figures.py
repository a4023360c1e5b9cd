"""Figures: data in, figure out. They know no family by name; the titles say the message with its numbers."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from analysis.compare import Attributed
from analysis.efficiency import Efficiency
from analysis.impact import Impact
from analysis.study import Study, study
from analysis.suite import band_ends
from analysis.topics import TopicTable
from reports.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    PALE,
    SERIES,
    VERMILION,
    WIDTH,
    listed,
    look,
    new_figure,
    number,
    short,
    signed,
    spread,
)
from reports.tables import ReferenceOdds, is_sample, loss_words, marked

if TYPE_CHECKING:
    import pandas as pd

NIL = 1e-12
FEW = 5
MARKERS = "os^Dv"
Line = tuple[str, Sequence[float], Sequence[float], str]


def draw_steps(axes: Any, lines: Sequence[Line], top: float, size: float = 7.5) -> None:
    """Step lines with their names at the ends, in their colours, apart from each other."""
    places = spread([float(line[2][-1]) for line in lines], 0.075 * top)
    right = max(float(line[1][-1]) for line in lines)
    for (name, distances, heights, colour), place in zip(lines, places, strict=True):
        axes.plot(distances, heights, drawstyle="steps-pre", color=colour, solid_joinstyle="miter")
        end = (float(distances[-1]), float(heights[-1]))
        axes.plot(*end, marker="o", markersize=3, color=colour)
        axes.annotate(short(name), end, (right * 1.03, place), color=colour, fontsize=size, va="center")
    axes.set_xlim(0, right * 1.01)
    axes.set_ylim(0, top)


def cover_lines(rows: "pd.DataFrame", field: str, covers: Sequence[str], prefix: str) -> list[Line]:
    """A line for each cover; covers with the same values share one."""
    found: dict[tuple[tuple[float, ...], tuple[float, ...]], list[str]] = {}
    for cover in covers:
        part = rows[rows["cover"] == cover].sort_values("distance")
        if len(part):
            key = (tuple(part["distance"]), tuple(np.round(part[field], 12)))
            found.setdefault(key, []).append(cover)
    return [
        (f"{prefix}{', '.join(names)}", distances, heights, SERIES[covers.index(names[0]) % len(SERIES)])
        for (distances, heights), names in found.items()
    ]


def odds_by_cover(odds: ReferenceOdds) -> Figure:
    """The reference unit: over distance where that matters, else by cover alone."""
    if not len(odds.rows):
        with look():
            return new_figure(0.5, odds_title(odds, study(odds.ruleset.family)))
    return cover_bars(odds) if odds.flat else cover_steps(odds)


def cover_steps(odds: ReferenceOdds) -> Figure:
    """Over distance: a column for each action, a line for each cover; loss above pressure."""
    asked = study(odds.ruleset.family)
    actions = odds.actions
    with look():
        figure = new_figure(3.7, odds_title(odds, asked))
        grid = figure.subplots(2, len(actions), sharex=True, sharey="row", squeeze=False)
        for row, (field, said) in enumerate((("loss", loss_words(asked)), ("pressure", f"mean {asked.pressure}"))):
            top = 1.12 * max(float(odds.rows[field].max()), 0.01) if len(odds.rows) else 1.0
            for axes, action in zip(grid[row], actions, strict=True):
                draw_steps(axes, cover_lines(odds.rows[odds.rows["action"] == action], field, asked.covers, ""), top, 7)
                if row == 0:
                    axes.set_title(short(action))
                else:
                    axes.set_xlabel(f"distance in {asked.distance_unit}")
            grid[row][0].set_ylabel(said)
    return figure


def cover_bars(odds: ReferenceOdds) -> Figure:
    """Where no distance matters: a group of bars for each cover, a bar for each action; loss beside pressure."""
    asked = study(odds.ruleset.family)
    actions, place = odds.actions, odds.last
    with look():
        figure = new_figure(2.6, odds_title(odds, asked))
        panels = figure.subplots(1, 2)
        for axes, (field, said) in zip(
            panels, (("loss", loss_words(asked)), ("pressure", asked.pressure)), strict=True
        ):
            for i, action in enumerate(actions):
                found = [odds.at(place, cover, action) for cover in asked.covers]
                heights = [0.0 if row is None else float(row[field]) for row in found]
                lefts = [j + (i - (len(actions) - 1) / 2) * 0.8 / len(actions) for j in range(len(heights))]
                bars = axes.bar(lefts, heights, 0.76 / len(actions), color=SERIES[i % len(SERIES)], label=short(action))
                axes.bar_label(bars, [number(h, 3) for h in heights], fontsize=6.5, padding=1)
            axes.set_xticks(range(len(asked.covers)), [short(c) for c in asked.covers])
            axes.set_xlabel("cover")
            axes.set_ylabel(said if field == "loss" else f"mean {said}")
            axes.margins(y=0.15)
        panels[1].legend(frameon=False, fontsize=7)
    return figure


def odds_title(odds: ReferenceOdds, asked: Study) -> str:
    """At the first band's end: what the first action takes in each cover."""
    unit, weapon = asked.reference_unit, asked.reference_weapon
    action = asked.action_names(odds.ruleset.edition)[0]
    place = first_band(odds, asked)
    values = [(cover, odds.at(place, cover, action)) for cover in asked.covers]
    said = [f"{number(row['loss'])} (cover {cover})" for cover, row in values if row is not None]
    head = f"One {action} by {marked(odds.ruleset, unit)} with {marked(odds.ruleset, weapon)} at its like"
    return f"{head} at {place:g} {asked.distance_unit} takes {listed(said)}" if said else f"{head} is not allowed"


def first_band(odds: ReferenceOdds, asked: Study) -> float:
    return float(band_ends(odds.ruleset, asked.reference_weapon, asked)[0])


def mean_loss(found: Efficiency) -> "pd.DataFrame":
    """Mean loss over the legal bands, covers and actions: a row for each unit with its weapon, a column a target."""
    legal = found.rows[found.rows["illegal"].isna()]
    table = legal.pivot_table(index=["unit", "weapon"], columns="target", values="loss", aggfunc="mean", sort=False)
    rows = table.mean(axis=1).sort_values(ascending=False, kind="stable").index
    columns = table.mean(axis=0).sort_values(ascending=False, kind="stable").index
    return table.loc[rows, columns]


def heat_map(found: Efficiency, most: int = 40) -> Figure:
    """Who takes how much from whom; samples have an asterisk, printed profiles are bold."""
    table = mean_loss(found).iloc[:most, :most]
    values = table.to_numpy(float)
    (unit, weapon), target = table.index[0], table.columns[0]
    title = (
        f"{marked(found.ruleset, unit)} with {marked(found.ruleset, weapon)} takes the most on average "
        f"({number(float(table.mean(axis=1).iloc[0]), 3)}); {marked(found.ruleset, target)} loses the most"
    )
    with look():
        figure = new_figure(1.6 + 0.2 * len(table), title)
        axes = figure.subplots()
        image = axes.imshow(values, cmap="cividis", aspect="auto", vmin=0)
        peak = max(float(np.nanmax(values)), NIL)
        for (i, j), value in np.ndenumerate(values):
            text = "" if np.isnan(value) else f"{100 * value:.0f}"
            axes.text(j, i, text, ha="center", va="center", fontsize=6, color="white" if value < 0.6 * peak else INK)
        units = [
            f"{short(marked(found.ruleset, u), 24)}, {short(marked(found.ruleset, w), 22)}" for u, w in table.index
        ]
        axes.set_yticks(range(len(units)), units, fontsize=6.5)
        names = [short(marked(found.ruleset, t), 24) for t in table.columns]
        axes.set_xticks(range(len(names)), names, rotation=50, ha="right", rotation_mode="anchor", fontsize=6.5)
        embolden(axes, found, table)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("target (* sample profile; bold: printed or the draft's own)")
        axes.set_ylabel("unit with weapon")
        figure.colorbar(image, ax=axes, shrink=0.5, pad=0.01, label="mean loss over bands, covers, actions")
    return figure


def embolden(axes: Any, found: Efficiency, table: "pd.DataFrame") -> None:
    for (unit, weapon), text in zip(table.index, axes.get_yticklabels(), strict=True):
        if not is_sample(found.ruleset, unit) and not is_sample(found.ruleset, weapon):
            text.set_fontweight("bold")
    for target, text in zip(table.columns, axes.get_xticklabels(), strict=True):
        if not is_sample(found.ruleset, target):
            text.set_fontweight("bold")


def range_curves(found: Efficiency, few: int = FEW) -> Figure:
    """Loss over distance: printed (or the draft's own) profiles in colour, samples in grey, the best few named."""
    ruleset, asked = found.ruleset, study(found.ruleset.family)
    own = [c for c in found.curves if not is_sample(ruleset, c.unit) and not is_sample(ruleset, c.weapon)]
    own = sorted(own, key=lambda c: c.unit != asked.reference_unit)[:few]
    samples = [c for c in found.curves if c not in own]
    best = sorted(samples, key=lambda c: -float(np.mean(c.loss)))[:few]
    top = 1.1 * max([NIL, *(max(c.loss) for c in found.curves)])
    with look():
        figure = new_figure(3.6, curves_title(found, own, samples, asked))
        axes = figure.subplots()
        for curve in samples:
            colour = GREY if curve in best else PALE
            axes.plot(curve.distances, curve.loss, drawstyle="steps-pre", color=colour, linewidth=1.0)
        shown = [(f"{marked(ruleset, c.weapon)} ({marked(ruleset, c.unit)})", c) for c in (*own, *best)]
        colours = [*SERIES, *SERIES][: len(own)] + [GREY] * len(best)
        lines = [(name, c.distances, c.loss, colour) for (name, c), colour in zip(shown, colours, strict=True)]
        if lines:
            draw_ends(axes, lines, top, max(max(c.distances) for c in found.curves))
        axes.set_xlabel(f"distance in {asked.distance_unit}")
        axes.set_ylabel(loss_words(asked))
    return figure


def draw_ends(axes: Any, lines: Sequence[Line], top: float, right: float) -> None:
    """Lines that end at different distances: names in a column at the right, a thin line leads there."""
    places = spread([float(line[2][-1]) for line in lines], 0.062 * top)
    for (name, distances, heights, colour), place in zip(lines, places, strict=True):
        width = 1.2 if colour == GREY else 2.0
        axes.plot(distances, heights, drawstyle="steps-pre", color=colour, linewidth=width)
        end = (float(distances[-1]), float(heights[-1]))
        axes.plot(*end, marker="o", markersize=3, color=colour)
        axes.plot([end[0], right * 1.02], [end[1], place], color=colour, linewidth=0.5, linestyle=":", clip_on=False)
        dark = INK if colour == GREY else colour
        axes.annotate(short(name, 46), end, (right * 1.03, place), color=dark, fontsize=7, va="center")
    axes.set_xlim(0, right * 1.01)
    axes.set_ylim(0, max(top, max(places) * 1.02))


def curves_title(found: Efficiency, own: Sequence[Any], samples: Sequence[Any], asked: Study) -> str:
    """How many samples beat the printed weapon at the end of its first band."""
    if not own:
        return f"{len(samples)} sample weapons over distance against {marked(found.ruleset, asked.reference_unit)}"
    first = own[0]
    place = first.breakpoints[0] if first.breakpoints else first.distances[-1]
    here = value_at(first, place)
    better = sum(value_at(c, place) > here + NIL for c in samples)
    return (
        f"At {place:g} {asked.distance_unit} {better} of {len(samples)} sample weapons take more than "
        f"{marked(found.ruleset, first.weapon)} ({number(here)}, {first.action}, open)"
    )


def value_at(curve: Any, place: float) -> float:
    return next((loss for d, loss in zip(curve.distances, curve.loss, strict=True) if d == place), 0.0)


def paired_curves(old: ReferenceOdds, new: ReferenceOdds, names: tuple[str, str]) -> Figure:
    """The reference unit under two rulesets: a panel for each cover, by each ruleset's first action."""
    asked = study(old.ruleset.family)
    sides = [(o, asked.action_names(o.ruleset.edition)[0], n) for o, n in zip((old, new), names, strict=True)]
    tops = [float(o.rows["loss"].max()) for o, _, _ in sides if len(o.rows)]
    top = 1.15 * max([NIL, *tops])
    with look():
        figure = new_figure(2.7, paired_title(old, new, asked))
        grid = figure.subplots(1, len(asked.covers), sharey=True, squeeze=False)[0]
        for axes, cover in zip(grid, asked.covers, strict=True):
            lines: list[Line] = []
            for (side, action, name), colour in zip(sides, (BLUE, VERMILION), strict=True):
                part = side.rows[(side.rows["cover"] == cover) & (side.rows["action"] == action)]
                if len(part):
                    last = cover == asked.covers[-1]
                    label = f"{short(name, 18)}\n{short(action, 18)}" if last else ""
                    lines.append((label, tuple(part["distance"]), tuple(part["loss"]), colour))
            pair_panel(axes, lines, top)
            axes.set_title(f"cover {short(cover)}")
            axes.set_xlabel(f"distance in {asked.distance_unit}")
        grid[0].set_ylabel(loss_words(asked))
    return figure


def pair_panel(axes: Any, lines: Sequence[Line], top: float) -> None:
    """Both lines; a label of two rows each needs twice the room."""
    places = spread([float(line[2][-1]) for line in lines], 0.16 * top)
    right = max((float(line[1][-1]) for line in lines), default=1.0)
    for (label, distances, heights, colour), place in zip(lines, places, strict=True):
        axes.plot(distances, heights, drawstyle="steps-pre", color=colour)
        axes.plot(distances[-1], heights[-1], marker="o", markersize=3, color=colour)
        axes.annotate(label, (right, heights[-1]), (right * 1.04, place), color=colour, fontsize=7, va="center")
    axes.set_xlim(0, right * 1.01)
    axes.set_ylim(0, top)


def paired_title(old: ReferenceOdds, new: ReferenceOdds, asked: Study) -> str:
    place, cover = first_band(old, asked), asked.covers[0]
    before = old.at(place, cover, asked.action_names(old.ruleset.edition)[0])
    after = new.at(place, cover, asked.action_names(new.ruleset.edition)[0])
    said = [number(row["loss"]) if row is not None else "not allowed" for row in (before, after)]
    unit = f"{marked(old.ruleset, asked.reference_unit)} with {marked(old.ruleset, asked.reference_weapon)}"
    return f"{unit} at its like, {place:g} {asked.distance_unit}, open: {said[0]} becomes {said[1]}"


def waterfall(item: Attributed, titles: Mapping[str, str], width: float = WIDTH) -> Figure:
    """From the old value to the new one, a bar for each group with a share; "not separable" is said at the bar."""
    shares = [s for s in item.shares if max(abs(s.share), abs(s.early), abs(s.late)) > NIL]
    levels = [item.old, *(item.old + np.cumsum([s.share for s in shares])).tolist(), item.new]
    with look():
        title = f"{item.headline.name}: {number(item.old)} → {number(item.new)}"
        figure = new_figure(0.95 + 0.33 * (len(shares) + 2), title, width)
        axes = figure.subplots()
        room = max(max(levels) - min(0.0, *levels), NIL)
        wrap = 26 if width < WIDTH else 48
        names = [fill(short(titles.get(s.group, s.group), 2 * wrap), wrap) for s in shares]
        axes.barh(0, item.old, color=GREY, height=0.6)
        axes.text(item.old + 0.01 * room, 0, number(item.old), va="center", fontsize=7)
        for i, share in enumerate(shares, 1):
            fall(axes, i, levels[i - 1], share, room)
        last = len(shares) + 1
        axes.barh(last, item.new, color=INK, height=0.6)
        axes.text(item.new + 0.01 * room, last, number(item.new), va="center", fontsize=7)
        axes.set_yticks(range(last + 1), ["old", *names, "new"], fontsize=7)
        axes.invert_yaxis()
        axes.set_xlim(min(0.0, 1.05 * min(levels)), max(levels) + 0.28 * room)
        axes.axvline(0, color=GREY, linewidth=0.8)
        axes.set_xlabel(item.headline.measure if item.headline.measure != "nothing" else "chance that nothing happens")
    return figure


def fall(axes: Any, place: int, start: float, share: Any, room: float) -> None:
    """One step: its bar, its number, and a hatch where its sign depends on the order."""
    colour = GREEN if share.share > 0 else VERMILION
    hatch = None if share.separable else "////"
    axes.barh(place, share.share, left=start, color=colour, height=0.6, hatch=hatch, edgecolor="white", linewidth=0)
    axes.plot([start, start], [place - 0.7, place + 0.3], color=GREY, linewidth=0.6)
    said = signed(share.share) + ("" if share.separable else " not separable")
    axes.text(max(start, start + share.share) + 0.01 * room, place, said, va="center", fontsize=7)


def impact_bars(found: Sequence[Impact], most: int = 15) -> Figure:
    """Unclear rules by what they can change: the largest change of any chance, and the mean."""
    shown = [i for i in found if i.changed and i.largest > NIL][:most]
    with look():
        if not shown:
            figure = new_figure(1.0, "No unclear rule changes any chance in the standard situations")
            figure.subplots().set_axis_off()
            return figure
        first = shown[0]
        title = (
            f"{first.ruling} matters most: read as {first.option}, some chance moves by "
            f"{number(100 * first.largest, 1)} points"
        )
        figure = new_figure(0.9 + 0.22 * len(shown), title)
        axes = figure.subplots()
        places = range(len(shown))
        axes.barh(places, [100 * i.largest for i in shown], color=BLUE, height=0.62)
        axes.plot([100 * i.mean for i in shown], places, "o", color=VERMILION, markersize=3.5)
        for place, impact in zip(places, shown, strict=True):
            said = f"{number(100 * impact.largest, 1)}, mean {number(100 * impact.mean, 1)}"
            axes.text(100 * impact.largest + 1, place, said, va="center", fontsize=6.5)
        axes.set_yticks(places, [f"{short(i.ruling, 34)}: {short(i.option, 28)}" for i in shown], fontsize=7)
        axes.invert_yaxis()
        axes.set_xlim(0, 118 * first.largest)
        axes.set_xlabel("largest change of any chance over the situations, in points (dot: mean)")
        axes.set_ylabel("ruling: option instead of the one in force")
    return figure


def choice_dots(table: TopicTable) -> Figure:
    """A topic with a choice: a line for each situation, a dot for each value of the choice."""
    topic, found = table.topic, table.rivals()
    assert topic.choice is not None
    names = list(topic.axes[topic.choice_place].values)
    with look():
        figure = new_figure(1.15 + 0.2 * len(found), choice_title(table))
        axes = figure.subplots()
        for height, values in enumerate(found.values()):
            axes.plot([min(values.values()), max(values.values())], [height, height], color=PALE, linewidth=1, zorder=0)
        for i, name in enumerate(names):
            points = [(values[name], height) for height, values in enumerate(found.values()) if name in values]
            if points:
                marker, colour = MARKERS[i % len(MARKERS)], SERIES[i % len(SERIES)]
                axes.plot(*zip(*points, strict=True), marker, color=colour, markersize=5, label=short(name))
        axes.set_yticks(range(len(found)), [short(topic.said(place), 60) for place in found], fontsize=7)
        axes.invert_yaxis()
        axes.set_xlim(left=0)
        want = "most" if topic.choice.most else "least"
        axes.set_xlabel(f"{topic.choice.by}, {topic.measures[topic.choice.by].text} (wanted: the {want})")
        axes.legend(frameon=False, fontsize=7, ncols=len(names), loc="lower left", bbox_to_anchor=(0, 1), borderpad=0)
    return figure


def choice_title(table: TopicTable) -> str:
    """How often each value of the choice is best."""
    choice = table.topic.choice
    assert choice is not None
    wins = sorted(table.best().items(), key=lambda pair: -pair[1])
    said = listed([f"“{name}” in {count}" for name, count in wins])
    want = "most" if choice.most else "least"
    return f"The {want} “{choice.by}”: {said} of {len(table.rivals())} situations"
