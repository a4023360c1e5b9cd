"""What `enfilade odds` shows: one distribution, a sweep, or a value that was sought."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analysis.asking import Ask
from analysis.cli import note, print_json, print_table
from analysis.distribution import BAR, Distribution, wilson
from analysis.errors import InputError
from analysis.families import registry
from analysis.files import write_table, write_whole
from analysis.measures import Measure, measure, wanted
from analysis.odds import odds
from analysis.scenarios import Scenario
from analysis.sweeps import Swept, parse_vary, seek, sweep


def percent(value: float) -> str:
    return f"{100 * value:.3f} %"


def bar(share: float) -> str:
    return "█" * round(BAR * share)


def show_odds(scenario: Scenario, ask: Ask, as_json: bool, csv: Path | None, parquet: Path | None) -> None:
    found = odds(scenario, ask)
    for text in found.notes:
        note(text)
    write_table(found.rows(), csv, parquet)
    if as_json:
        print_json(found.to_json())
        return
    print_distribution(found, scenario)


def print_distribution(found: Distribution, scenario: Scenario) -> None:
    sides = [s for s in (scenario.attacker, scenario.target) if s.source is not None and s.source != "seed"]
    samples = "".join(f"; {s.unit} is a {s.source} profile" for s in sides)
    title = f"{found.pipeline} under {scenario.ruleset.name} ({found.said()}{samples})"
    shown = found.rows() if len(found.outcomes) <= 60 else sorted(found.rows(), key=lambda r: -r["probability"])[:60]
    rows = []
    for row in shown:
        chance = row["probability"]
        interval = [] if found.exact else [f"{percent(row['low'])} to {percent(row['high'])}"]
        rows.append([*(row[f] for f in found.fields), percent(chance), *interval, bar(chance)])
    heads = [*found.fields, "probability", *([] if found.exact else ["95 % interval"]), ""]
    print_table(title, heads, rows, left=0)
    if len(shown) < len(found.outcomes):
        print(f"... and {len(found.outcomes) - len(shown)} rarer outcomes")
    for name in found.names:
        cells = [[word, percent(p), *margin(found, p), bar(p)] for word, p in found.at_least_table(name).items()]
        print()
        print_table(
            f"{name}: this or worse", [name, "probability", *([] if found.exact else ["95 % interval"]), ""], cells
        )
    print()
    summary = [[n, f"{s['mean']:.4f}", f"{s['sd']:.4f}", *error(s)] for n, s in found.summary().items()]
    print_table("means", ["", "mean", "sd", *([] if found.exact else ["95 % interval"])], summary)


def margin(found: Distribution, chance: float) -> list[str]:
    if found.trials is None:
        return []
    low, high = wilson(chance, found.trials)
    return [f"{percent(low)} to {percent(high)}"]


def error(summary: dict[str, Any]) -> list[str]:
    return [] if summary["low"] is None else [f"{summary['low']:.4f} to {summary['high']:.4f}"]


def default_measures(scenario: Scenario) -> list[Measure]:
    """Means of numbers, and for a named field the chance of each step but the first."""
    keys = registry(scenario.ruleset.family)
    out = []
    for name in keys.pipelines[scenario.pipeline].fields_of(scenario.ruleset.edition):
        words = keys.names.get(name)
        out += [measure(f"P({name}>={w})") for w in words[2:]] if words else [measure(f"mean({name})")]
    return out


def show_sweep(
    scenario: Scenario,
    vary: Sequence[str],
    asked: Sequence[str],
    plot: Path | None,
    ask: Ask,
    as_json: bool,
    csv: Path | None,
    parquet: Path | None,
) -> None:
    varied = dict(parse_vary(text) for text in vary)
    measures = [measure(text) for text in asked] or default_measures(scenario)
    swept = sweep(scenario, varied, ask)
    for text in dict.fromkeys(text for row in swept.rows if row.distribution for text in row.distribution.notes):
        note(text)
    rows = sweep_rows(swept, measures)
    write_table(rows, csv, parquet)
    if plot is not None:
        if plot.suffix not in (".png", ".svg", ".pdf"):
            raise InputError(f"--plot {plot}: the file's name must end in .png, .svg or .pdf")
        from analysis.plots import sweep_figure

        write_whole(plot, sweep_figure(swept, measures, scenario).savefig)
    if as_json:
        print_json(rows)
        return
    said = next((r.distribution.said() for r in swept.rows if r.distribution), "all illegal")
    first = measures[0] if len(measures) == 1 else next((m for m in measures if m.is_chance), measures[0])
    cells = []
    for row in rows:
        values = ["" if row[m.text] is None else f"{row[m.text]:.4f}" for m in measures]
        last = row["illegal"] or bar(min(1.0, row[first.text] or 0.0))
        cells.append([*(str(row[k]) for k in swept.keys), *values, last])
    heads = [*swept.keys, *(m.text for m in measures), ""]
    print_table(f"{scenario.pipeline} under {scenario.ruleset.name} ({said})", heads, cells, left=len(swept.keys))


def sweep_rows(swept: Swept, measures: Sequence[Measure]) -> list[dict[str, Any]]:
    rows = []
    for values, row in zip(swept.values, swept.rows, strict=True):
        found = row.distribution
        cells: dict[str, Any] = {**dict(zip(swept.keys, values, strict=True)), "illegal": row.illegal}
        for m in measures:
            cells[m.text] = None if found is None else m.of(found)
            if found is not None and found.trials is not None:
                cells[f"{m.text} low"], cells[f"{m.text} high"] = interval(found, m)
        cells["method"] = None if found is None else found.method
        rows.append(cells)
    return rows


def interval(found: Distribution, m: Measure) -> tuple[float, float]:
    """The 95 % interval of an estimated measure."""
    assert found.trials is not None
    if m.is_chance:
        return wilson(m.of(found), found.trials)
    ends, models = found.summary()[m.field], found.strength if m.share else 1
    return float(ends["low"] or 0.0) / models, float(ends["high"] or 0.0) / models


def show_seek(
    scenario: Scenario, key: str, want: str, ask: Ask, as_json: bool, csv: Path | None, parquet: Path | None
) -> None:
    sought, value = wanted(want)
    found = seek(scenario, key, sought, value, ask)
    rows = [{key: v, sought.text: got, "illegal": illegal} for v, got, illegal in found.table]
    write_table(rows, csv, parquet)
    best = next(row for row in rows if row[key] == found.nearest)
    if as_json:
        print_json(
            {
                "key": key,
                "want": value,
                "measure": sought.text,
                "nearest": found.nearest,
                "value": best[sought.text],
                "table": rows,
            }
        )
        return
    index = rows.index(best)
    near = rows[max(0, index - 3) : index + 4]
    cells = [
        [
            str(r[key]),
            "" if r[sought.text] is None else f"{r[sought.text]:.6f}",
            "<- nearest" if r is best else r["illegal"] or "",
        ]
        for r in near
    ]
    print_table(f"{key} for {sought.text} = {value:g}", [key, sought.text, ""], cells)
