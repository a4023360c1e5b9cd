"""Weapon efficiency: what every unit's weapons take from every target, and what is never worth choosing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.asking import Ask
from analysis.distribution import Distribution
from analysis.families import firing_plans
from analysis.rulesets import Ruleset
from analysis.study import Study, study
from analysis.suite import Progress, Situation, armed_units, ask_suite, band_ends, in_batches, scenarios_of, situations

if TYPE_CHECKING:
    import pandas as pd

TIE = 1e-12


@dataclass(frozen=True)
class Curve:
    """A unit's weapon over distance, against the reference unit in the open, by its first legal action."""

    unit: str
    weapon: str
    action: str
    distances: tuple[float, ...]
    loss: tuple[float, ...]
    pressure: tuple[float, ...]

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Distances at which the loss changes: the last inch of each level."""
        return tuple(d for d, a, b in zip(self.distances, self.loss, self.loss[1:], strict=False) if abs(a - b) > TIE)


@dataclass(frozen=True)
class Finding:
    """Something that is never best, or dominated, in words."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True)
class Efficiency:
    """Rows of the suite, range curves, and findings."""

    ruleset: Ruleset
    rows: "pd.DataFrame"
    curves: tuple[Curve, ...]
    activations: "pd.DataFrame"  # whole activations of the reference unit
    best_targets: tuple[tuple[str, str, str, float], ...]  # unit, weapon, target, listed points taken
    dominated: tuple[Finding, ...]
    never_best: tuple[Finding, ...]


def swing(found: Distribution, field: str) -> tuple[int, int]:
    """The values that a field stays between, 5 to 95 %."""
    low, high = found.quantiles(field, 0.05, 0.95)
    return low, high


def row_of(
    ruleset: Ruleset, situation: Situation, found: Distribution | None, illegal: str | None, asked: Study
) -> dict[str, Any]:
    """One line of the table."""
    cells: dict[str, Any] = {
        "unit": situation.unit,
        "weapon": situation.weapon,
        "target": situation.target,
        "distance": situation.distance,
        "cover": situation.cover,
        "action": situation.action,
        "illegal": illegal,
    }
    if found is None:
        return cells
    points = asked.cost(ruleset, situation.unit, situation.weapon)
    loss, pressure = asked.loss.of(found), found.mean(asked.pressure)
    low, high = swing(found, asked.pressure)
    return cells | {
        "loss": loss,
        "pressure": pressure,
        "loss_per_100_points": 100 * loss / points if points else None,
        "pressure_per_100_points": 100 * pressure / points if points else None,
        "points_taken": loss * asked.cost(ruleset, situation.target),
        "nothing": asked.happens_nothing(found),
        "pressure_5": low,
        "pressure_95": high,
        "dice": found.dice,
        "choice": found.choice,
        "method": found.method,
    }


def curves(ruleset: Ruleset, asked: Study, ask: Ask) -> list[Curve]:
    """Every armed unit over distance, inch by inch."""
    plan = []
    action = next(iter(asked.actions[ruleset.edition]))
    for unit, weapon in armed_units(ruleset):
        reach = int(max(band_ends(ruleset, weapon, asked), default=0))
        plan += [Situation(unit, weapon, asked.reference_unit, d, asked.covers[0], action) for d in range(reach + 1)]
    answers = ask_suite(ruleset, plan, ask)
    by_weapon: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for situation, row in zip(plan, answers, strict=True):
        if row.distribution is not None:
            point = (situation.distance, asked.loss.of(row.distribution), row.distribution.mean(asked.pressure))
            by_weapon.setdefault((situation.unit, situation.weapon), []).append(point)
    return [
        Curve(unit, weapon, action, *(tuple(column) for column in zip(*points, strict=True)))  # type: ignore[arg-type]
        for (unit, weapon), points in by_weapon.items()
    ]


def best_targets(rows: "pd.DataFrame") -> list[tuple[str, str, str, float]]:
    """Of each weapon the target from which it takes the most listed points on average over the suite."""
    legal = rows[rows["illegal"].isna()]
    means = legal.groupby(["unit", "weapon", "target"], sort=False)["points_taken"].mean()
    out = []
    for (unit, weapon), group in means.groupby(level=[0, 1], sort=False):
        target = group.idxmax()[2]
        out.append((unit, weapon, target, float(group.max())))
    return out


def dominated_weapons(ruleset: Ruleset, asked: Study, ask: Ask) -> list[Finding]:
    """Weapons that another beats everywhere, at no more cost, in the hands of the reference unit."""
    weapons = list(ruleset.weapons)
    places = sorted({end for w in weapons for end in band_ends(ruleset, w, asked)})
    covers = (asked.covers[0], asked.covers[-1])
    shape = list(product(distinct_targets(ruleset), places, covers, asked.actions[ruleset.edition]))
    plan = [Situation(asked.reference_unit, w, t, d, c, a) for w in weapons for t, d, c, a in shape]
    answers = ask_suite(ruleset, plan, ask)
    values = np.zeros((len(weapons), len(shape), 2))
    for i, row in enumerate(answers):
        if row.distribution is not None:
            found = row.distribution
            values[i // len(shape), i % len(shape)] = asked.loss.of(found), found.mean(asked.pressure)
    findings = []
    for i, weak in enumerate(weapons):
        for j, strong in enumerate(weapons):
            points = [float(ruleset.weapons[w].get(asked.cost_key, 0)) for w in (weak, strong)]
            never_less = bool((values[j] >= values[i] - TIE).all())
            ever_more = bool((values[j] > values[i] + TIE).any())
            if i != j and points[1] <= points[0] and never_less and ever_more:
                text = (
                    f"{strong} ({points[1]:g} points) is never worse than {weak} ({points[0]:g} points), often better"
                )
                findings.append(Finding("dominated weapon", weak, text))
                break
    return findings


def distinct_targets(ruleset: Ruleset) -> list[str]:
    """Units that differ in what a shot can see: one of each stat line."""
    seen: dict[str, str] = {}
    for name, profile in ruleset.units.items():
        stats = {
            k: v for k, v in profile.items() if k not in ("source", "rules", "role", "note", "points", "vp", "weapons")
        }
        seen.setdefault(repr(sorted(stats.items(), key=str)), name)
    return list(seen.values())


def never_taking_most(rows: "pd.DataFrame", keys: list[str], choice: str, names: Sequence[str]) -> list[str]:
    """Of the choices that are legal somewhere those that never take the most: loss first, then pressure."""
    legal = rows[rows["illegal"].isna()]
    top = legal[legal["loss"] >= legal.groupby(keys)["loss"].transform("max") - TIE]
    winners = set(top[top["pressure"] >= top.groupby(keys)["pressure"].transform("max") - TIE][choice])
    offered = set(legal[choice])
    return [name for name in names if name in offered and name not in winners]


def never_best_actions(rows: "pd.DataFrame", actions: Sequence[str]) -> list[Finding]:
    """Actions that never take the most, whatever the weapon, target, distance and cover."""
    never = never_taking_most(rows, ["unit", "weapon", "target", "distance", "cover"], "action", actions)
    said = "never takes the most (loss first, then pressure) in any situation of the suite"
    return [Finding("action", action, f"{action} {said}") for action in never]


def never_best_choices(found: Sequence[Distribution | None], name: str | None) -> list[Finding]:
    """Splits that were on offer and never chosen; nothing where the family has no such choice."""
    if name is None:
        return []
    offered: dict[str, None] = {}
    chosen = set()
    for distribution in found:
        if distribution is not None and distribution.choice is not None:
            offered |= dict.fromkeys(distribution.offered)
            chosen.add(distribution.choice)
    return [
        Finding(name, way, f"the {name} {way!r} was on offer and never best") for way in offered if way not in chosen
    ]


def activations(ruleset: Ruleset, asked: Study, ask: Ask) -> tuple["pd.DataFrame", list[Finding]]:
    """Every plan of a whole activation of the reference unit against every target; and those that are never best."""
    import pandas as pd

    sequences = firing_plans(ruleset)
    unit, weapon = asked.reference_unit, asked.reference_weapon
    shape = product(distinct_targets(ruleset), band_ends(ruleset, weapon, asked), asked.covers)
    plan = [(t, d, c, s) for t, d, c in shape for s in sequences]
    changes = [
        {
            "attacker": {"unit": unit, "weapon": weapon},
            "target": {"unit": target},
            asked.distance_key: distance,
            asked.cover_key: cover,
            asked.sequence_key: list(sequence),
        }
        for target, distance, cover, sequence in plan
    ]
    scenarios = scenarios_of(ruleset, asked, changes)
    lines = []
    for (target, distance, cover, sequence), row in zip(plan, in_batches(scenarios, ask), strict=True):
        found = row.distribution
        lines.append(
            {
                "target": target,
                "distance": distance,
                "cover": cover,
                "activation": ", ".join(sequence),
                "illegal": row.illegal,
                "loss": None if found is None else asked.loss.of(found),
                "pressure": None if found is None else found.mean(asked.pressure),
            }
        )
    columns = ["target", "distance", "cover", "activation", "illegal", "loss", "pressure"]
    table = pd.DataFrame(lines, columns=columns)
    never = never_taking_most(table, ["target", "distance", "cover"], "activation", [", ".join(s) for s in sequences])
    said = f"of {unit} with {weapon} never takes the most"
    return table, [Finding("activation", name, f"the activation {name!r} {said}") for name in never]


def efficiency(ruleset: Ruleset, *, ask: Ask | None = None, progress: Progress | None = None) -> Efficiency:
    """Everything about the weapons of a ruleset."""
    import pandas as pd

    ask, asked = ask or Ask(), study(ruleset.family)
    plan = situations(ruleset)
    answers = ask_suite(ruleset, plan, ask, progress)
    rows = pd.DataFrame(
        [row_of(ruleset, s, r.distribution, r.illegal, asked) for s, r in zip(plan, answers, strict=True)]
    )
    whole, never_activations = activations(ruleset, asked, ask)
    never = [
        *never_best_actions(rows, list(asked.actions[ruleset.edition])),
        *never_best_choices([row.distribution for row in answers], asked.choice),
        *never_activations,
    ]
    return Efficiency(
        ruleset,
        rows,
        tuple(curves(ruleset, asked, ask)),
        whole,
        tuple(best_targets(rows)),
        tuple(dominated_weapons(ruleset, asked, ask)),
        tuple(never),
    )
