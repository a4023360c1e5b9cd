"""The suite: every weapon against every target at its range bands, covers and actions; what the analyses share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from analysis.asking import Ask
from analysis.odds import Row, batch
from analysis.rulesets import Ruleset
from analysis.scenarios import Scenario, Side, build_scenario, load_scenario
from analysis.study import Study, study

BATCH = 2000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Situation:
    """One row of the suite: who fires what at whom, from how far, at which cover, how."""

    unit: str
    weapon: str
    target: str
    distance: float
    cover: str
    action: str

    def changes(self, asked: Study, edition: str) -> dict[str, Any]:
        return {
            "attacker": {"unit": self.unit, "weapon": self.weapon},
            "target": {"unit": self.target},
            asked.distance_key: self.distance,
            asked.cover_key: self.cover,
            **asked.actions[edition][self.action],
        }


def armed_units(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Every unit with each weapon that it lists."""
    return [(unit, weapon) for unit, profile in ruleset.units.items() for weapon in profile.get("weapons", [])]


def band_ends(ruleset: Ruleset, weapon: str, asked: Study) -> list[float]:
    """The ends of a weapon's bands; a single number is one band."""
    ends = ruleset.weapons[weapon].get(asked.bands, [])
    return list(ends) if isinstance(ends, list) else [ends]


def situations(ruleset: Ruleset, targets: Sequence[str] | None = None) -> list[Situation]:
    """Every armed unit against every target at the ends of its weapon's bands, all covers and actions."""
    asked = study(ruleset.family)
    actions = asked.actions[ruleset.edition]
    rows = []
    for (unit, weapon), target in product(armed_units(ruleset), targets or list(ruleset.units)):
        for distance, cover, action in product(band_ends(ruleset, weapon, asked), asked.covers, actions):
            rows.append(Situation(unit, weapon, target, distance, cover, action))
    return rows


def scenario_of(
    ruleset: Ruleset,
    asked: Study,
    changes: Mapping[str, Any],
    where: str = "suite",
    pipeline: str | None = None,
    known_sides: dict[str, Side] | None = None,
) -> Scenario:
    """A scenario of the suite's pipeline, or of another one, with these changes."""
    base = {"ruleset": ruleset.id, "pipeline": pipeline or asked.pipeline}
    return build_scenario(base, where=where, changes=changes, ruleset=ruleset, known_sides=known_sides)


def scenarios_of(ruleset: Ruleset, asked: Study, changes: Iterable[Mapping[str, Any]]) -> list[Scenario]:
    """Scenarios of the suite's pipeline; a side that several have is built once."""
    known: dict[str, Side] = {}
    return [scenario_of(ruleset, asked, each, known_sides=known) for each in changes]


def ask_suite(
    ruleset: Ruleset, rows: Iterable[Situation], ask: Ask | None = None, progress: Progress | None = None
) -> list[Row]:
    """The odds of every situation, or why it is illegal."""
    asked = study(ruleset.family)
    scenarios = scenarios_of(ruleset, asked, (row.changes(asked, ruleset.edition) for row in rows))
    return in_batches(scenarios, ask or Ask(), progress)


def in_batches(scenarios: Sequence[Scenario], ask: Ask, progress: Progress | None = None) -> list[Row]:
    out: list[Row] = []
    for first in range(0, len(scenarios), BATCH):
        out += batch(scenarios[first : first + BATCH], ask)
        if progress:
            progress(len(out), len(scenarios))
    return out


def own_scenarios(paths: Sequence[Path], ruleset: Ruleset) -> list[Scenario]:
    """The user's own scenario files, asked under a ruleset in place of the one that they name."""
    out = []
    for path in paths:
        loaded = load_scenario(path)
        out.append(build_scenario(loaded.tables, where=str(path), near=path.parent, ruleset=ruleset))
    return out
