"""Figures of sweeps: data in, figure out."""

from collections.abc import Sequence
from typing import Any

from analysis.errors import InputError
from analysis.measures import Measure
from analysis.scenarios import Scenario
from analysis.sweeps import Swept

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def sweep_figure(swept: Swept, measures: Sequence[Measure], scenario: Scenario) -> Any:
    """Each measure as a line over the first varied key, labelled at its end."""
    from matplotlib.figure import Figure

    if len(swept.keys) > 1:
        raise InputError("--plot shows a sweep over one key")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    values = [v[0] for v in swept.values]
    numeric = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    places = values if numeric else range(len(values))
    for colour, m in zip(COLOURS * 4, measures, strict=False):
        heights = [float("nan") if r.distribution is None else m.of(r.distribution) for r in swept.rows]
        axes.plot(places, heights, marker="o", markersize=3, color=colour, label=m.text)
    if not numeric:
        axes.set_xticks(list(places), [str(v) for v in values])
    axes.set_xlabel(swept.keys[0])
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    found = next((r.distribution for r in swept.rows if r.distribution), None)
    axes.set_title(
        f"{scenario.pipeline} under {scenario.ruleset.name} ({found.said() if found else 'illegal'})",
        fontsize=9,
        loc="left",
    )
    return figure
