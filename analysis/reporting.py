"""What the analysis commands show: efficiency, diff, compare, and the impact of rulings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analysis.asking import Ask
from analysis.cli import note, print_json, print_table
from analysis.compare import Changed, Comparison, compare, verdict
from analysis.diffs import edits
from analysis.efficiency import Efficiency, efficiency
from analysis.errors import InputError, listed, nearest
from analysis.families import family_module
from analysis.files import write_table
from analysis.impact import impacts
from analysis.rulesets import Ruleset
from analysis.scenarios import Scenario
from analysis.study import study
from analysis.suite import Situation
from analysis.topics import TopicRow, TopicTable, rests_on_samples, topic_tables, topics_of

SHOWN = 25
Out = tuple[bool, Path | None, Path | None]


def show_diff(old: Ruleset, new: Ruleset, out: Out) -> None:
    as_json, csv, parquet = out
    rows = [{"key": e.key, "old": e.old, "new": e.new} for e in edits(old, new)]
    write_table([{k: str(v) for k, v in row.items()} for row in rows], csv, parquet)
    if as_json:
        print_json(rows)
        return
    if not rows:
        print(f"{old.name} and {new.name} do not differ in the data")
        return
    cells = [[r["key"], spelled(r["old"]), spelled(r["new"])] for r in rows]
    print_table(f"What differs: {old.name} -> {new.name}", ["key", "old", "new"], cells, left=3)


def spelled(value: Any) -> str:
    return "-" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def show_efficiency(ruleset: Ruleset, ask: Ask, out: Out) -> None:
    as_json, csv, parquet = out
    found = efficiency(ruleset, ask=ask)
    rows = found.rows.astype(object).where(found.rows.notna(), None).to_dict("records")
    write_table(rows, csv, parquet)
    if as_json:
        print_json(efficiency_json(found, rows))
        return
    print_efficiency(found)


def efficiency_json(found: Efficiency, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": 1,
        "ruleset": found.ruleset.id,
        "rows": list(rows),
        "curves": [
            {
                "unit": c.unit,
                "weapon": c.weapon,
                "action": c.action,
                "distances": list(c.distances),
                "loss": list(c.loss),
                "pressure": list(c.pressure),
                "breakpoints": list(c.breakpoints),
            }
            for c in found.curves
        ],
        "best_targets": [dict(zip(("unit", "weapon", "target", "points"), t, strict=True)) for t in found.best_targets],
        "dominated": [{"weapon": f.name, "text": f.text} for f in found.dominated],
        "never_best": [{"kind": f.kind, "name": f.name, "text": f.text} for f in found.never_best],
    }


def print_efficiency(found: Efficiency) -> None:
    asked = study(found.ruleset.family)
    legal = found.rows[found.rows["illegal"].isna()]
    marks = {name: "" if p.get("source") == "seed" else "*" for name, p in found.ruleset.units.items()}
    best = {(unit, weapon): target for unit, weapon, target, _ in found.best_targets}
    cells = []
    for (unit, weapon), rows in legal.groupby(["unit", "weapon"], sort=False):
        per_points = rows["loss_per_100_points"].dropna()
        cells.append(
            [
                f"{unit}{marks[unit]}",
                weapon,
                f"{rows['loss'].mean():.4f}",
                f"{per_points.mean():.4f}" if len(per_points) else "",
                f"{rows['pressure'].mean():.4f}",
                f"{rows['nothing'].mean():.4f}",
                f"{rows['pressure_5'].mean():.1f} to {rows['pressure_95'].mean():.1f}",
                f"{rows['dice'].mean():.2f}" if rows["dice"].notna().any() else "",
                best[(unit, weapon)],
            ]
        )
    cells.sort(key=lambda row: -float(row[2]))
    heads = ["unit", "weapon", "loss", "per 100 points", asked.pressure, "nothing", "5 to 95 %", "dice", "best target"]
    title = f"{found.ruleset.name}: means over every target, band, cover and action (exact; * sample profile)"
    print_table(title, heads, cells, left=2)
    illegal = int(found.rows["illegal"].notna().sum())
    print(f"\n{len(legal)} situations, {illegal} more are illegal (--csv says why)")
    for curve in found.curves:
        if curve.unit == asked.reference_unit:
            ends = ", ".join(f"{d:g}" for d in curve.breakpoints)
            said = f"changes beyond {ends} {asked.distance_unit}" if ends else "is the same as far as it reaches"
            print(f"{curve.unit} with {curve.weapon}: the loss {said}")
    for finding in (*found.dominated, *found.never_best):
        print(f"{finding.kind}: {finding.text}")


def show_impact(ruleset: Ruleset, ask: Ask, out: Out) -> None:
    as_json, csv, parquet = out
    found = impacts(ruleset, ask=ask)
    rows = [
        {
            "ruling": i.ruling,
            "option": i.option,
            "in_force": i.in_force,
            "largest": i.largest,
            "mean": i.mean,
            "largest_loss": i.largest_loss,
            "where": i.where,
            "changed": i.changed,
            "situations": i.situations,
            "sentence": i.sentence,
        }
        for i in found
    ]
    write_table(rows, csv, parquet)
    if as_json:
        print_json(rows)
        return
    cells = [
        [i.ruling, i.option, f"{i.largest:.4f}", f"{i.mean:.4f}", f"{i.largest_loss:+.4f}"] for i in found if i.changed
    ]
    heads = ["ruling", "option", "largest effect", "mean effect", "on loss"]
    print_table(f"What to clarify first: {ruleset.name} (exact)", heads, cells, left=2)
    print()
    for i in found:
        if i.changed:
            print(i.sentence)
    quiet = dict.fromkeys(i.ruling for i in found if not i.changed)
    print(f"\nno effect in the standard situations: {', '.join(quiet)}")


def show_compare(old: Ruleset, new: Ruleset, scenarios: Sequence[Path], ask: Ask, out: Out) -> None:
    as_json, csv, parquet = out
    found = compare(old, new, ask=ask, scenarios=scenarios)
    rows = [changed_row(row, len(found.rows)) for row in found.rows]
    write_table(rows, csv, parquet)
    for text in found.unmatched:
        note(f"{text} has no counterpart")
    if as_json:
        print_json(comparison_json(found, rows))
        return
    print_comparison(found, rows)


def changed_row(row: Changed, comparisons: int) -> dict[str, Any]:
    """One situation as a line of the table."""
    s = row.situation
    cells: dict[str, Any] = (
        {"scenario": s}
        if isinstance(s, str)
        else {
            "unit": s.unit,
            "weapon": s.weapon,
            "target": s.target,
            "distance": s.distance,
            "cover": s.cover,
            "action": s.action,
            "new_action": row.new_action,
        }
    )
    cells["distance_between"] = row.distance
    for name, (before, after) in (("loss", row.loss), ("pressure", row.pressure), ("nothing", row.nothing)):
        cells[f"{name}_old"], cells[f"{name}_new"] = before, after
        cells[f"{name}_change"] = None if before is None or after is None else after - before
    cells["error"] = row.error
    cells["verdict"] = verdict(row, comparisons)
    cells["illegal_old"], cells["illegal_new"] = row.illegal_old, row.illegal_new
    return cells


def comparison_json(found: Comparison, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": 1,
        "old": found.old.id,
        "new": found.new.id,
        "edits": [{"key": e.key, "old": e.old, "new": e.new} for e in found.edits],
        "rows": list(rows),
        "same": found.same,
        "illegal_in_both": found.illegal,
        "unmatched": list(found.unmatched),
        "topics": [
            {"topic": t.topic, "place": t.place, "measure": t.measure, "old": t.old, "new": t.new} for t in found.topics
        ],
        "groups": [
            {"name": g.name, "title": g.title, "edits": [e.key for e in g.edits], "needs": list(g.needs)}
            for g in found.groups
        ],
        "attribution": [
            {
                "headline": a.headline.name,
                "measure": a.headline.measure,
                "old": a.old,
                "new": a.new,
                "shares": [
                    {"group": s.group, "share": s.share, "early": s.early, "late": s.late, "separable": s.separable}
                    for s in a.shares
                ],
            }
            for a in found.attributed
        ],
        "not_attributed": found.not_attributed,
    }


def print_comparison(found: Comparison, rows: Sequence[dict[str, Any]]) -> None:
    print(f"{found.old.name} -> {found.new.name}: {len(found.edits)} edits (enfilade diff lists them)\n")
    for a in found.attributed:
        cells = []
        for share in a.shares:
            if share.share or share.early or share.late:
                remark = "" if share.separable else "not separable"
                cells.append([share.group, f"{share.share:+.4f}", f"{share.early:+.4f}", f"{share.late:+.4f}", remark])
        title = f"{a.headline.name}: {a.old:.4f} -> {a.new:.4f} (exact)"
        print_table(title, ["because of", "share", "as early", "as late", ""], cells)
        print()
    if found.not_attributed:
        print(f"not attributed: {found.not_attributed}\n")
    cells = []
    for row in rows[:SHOWN]:
        names = [
            str(row[k]) for k in ("scenario", "unit", "weapon", "target", "distance", "cover", "action") if k in row
        ]
        numbers = ["" if row[k] is None else f"{row[k]:.4f}" for k in ("loss_old", "loss_new", "distance_between")]
        cells.append([", ".join(names), *numbers, row["verdict"]])
    heads = ["situation", "loss, old", "loss, new", "distance", "verdict"]
    print_table(f"The largest {min(SHOWN, len(rows))} of {len(rows)} changes", heads, cells)
    if found.topics:
        print()
        cells = [[t.topic, t.measure, t.place, f"{t.old:.4f}", f"{t.new:.4f}"] for t in found.topics if t.old != t.new]
        print_table("The same questions under both", ["topic", "number", "situation", "old", "new"], cells, left=3)
    print(f"\n{found.same} situations stayed exactly the same; {found.illegal} are illegal in both")
    for text in found.unmatched:
        print(f"no counterpart: {text}")


def show_topics(ruleset: Ruleset, name: str | None, ask: Ask, out: Out) -> None:
    as_json, csv, parquet = out
    known = topics_of(study(ruleset.family).topics, ruleset)
    if name is not None and name not in [t.name for t in known]:
        names = [t.name for t in known]
        raise InputError(f"{ruleset.name} has no topic {name!r}; there are {listed(names)}{nearest(name, names)}")
    tables = topic_tables([t for t in known if name in (None, t.name)], ruleset, ask)
    rows = [topic_line(table, row) for table in tables for row in table.rows]
    write_table(rows, csv, parquet)
    if as_json:
        print_json(rows)
        return
    for table in tables:
        print_topic(table, rests_on_samples(table.topic, ruleset))


def topic_line(table: TopicTable, row: TopicRow) -> dict[str, Any]:
    """One row of a topic, for programs: its labels and numbers by name."""
    topic = table.topic
    cells: dict[str, Any] = {"topic": topic.name, "situation": topic.said(row.labels), "illegal": row.illegal}
    values = row.values or [None] * len(topic.measures)
    return cells | dict(zip(topic.measures, values, strict=True)) | {"method": row.method}


def print_topic(table: TopicTable, samples: bool) -> None:
    topic = table.topic
    cells = []
    for row in table.rows:
        values = [""] * len(topic.measures) if row.values is None else [f"{v:.4f}" for v in row.values]
        cells.append([*row.labels, *values, row.illegal or ""])
    heads = [*(axis.name or "situation" for axis in topic.axes), *topic.measures, ""]
    how = "exact" if table.exact else "partly estimated"
    print_table(f"{topic.name}: {topic.asks} ({how})", heads, cells, left=len(topic.axes))
    if topic.remark or samples:
        print(" ".join(filter(None, [topic.remark, "It rests on sample profiles." if samples else ""])))
    wins = table.best()
    if topic.choice is not None and wins:
        want = "most" if topic.choice.most else "least"
        best = ", ".join(f"{label} {count}" for label, count in wins.items())
        print(f"best {topic.choice.axis} of {len(table.rivals())} situations (the {want} {topic.choice.by!r}): {best}")
    print()


def show_plans(scenario: Scenario, cp: int, out: Out) -> None:
    as_json, csv, parquet = out
    choices = getattr(family_module(scenario.ruleset.family), "choices", None)
    if choices is None:
        raise InputError(f"{scenario.ruleset.family} has no sequences of actions to rank")
    rows = [
        {
            "actions": ", ".join(c.actions),
            "cp": c.cp,
            "spends_reaction": c.spends_reaction,
            "inches": c.inches,
            "out": c.out,
            "disruption": c.disruption,
            "illegal": c.illegal,
        }
        for c in choices(scenario, cp)
    ]
    write_table(rows, csv, parquet)
    if as_json:
        print_json(rows)
        return
    legal = [r for r in rows if r["illegal"] is None]
    cells = [
        [
            r["actions"],
            str(r["cp"]),
            "yes" if r["spends_reaction"] else "",
            str(r["inches"]),
            f"{r['out']:.4f}",
            f"{r['disruption']:.4f}",
        ]
        for r in legal[:SHOWN]
    ]
    heads = ["plan", "CP", "reaction", "inches", "target out", "mean disruption"]
    title = f"The best {len(cells)} of {len(legal)} plans under {scenario.ruleset.name} (exact)"
    print_table(title, heads, cells)


__all__ = ["Situation", "show_compare", "show_diff", "show_efficiency", "show_impact", "show_plans", "show_topics"]
