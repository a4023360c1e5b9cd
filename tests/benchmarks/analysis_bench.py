"""Rows about what a designer waits for: commands, many rows at once, the analyses."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd

from analysis import odds, odds_many
from analysis.compare import compare
from analysis.efficiency import efficiency
from analysis.rulesets import load_ruleset
from tests.benchmarks.rows import Effort, Group, Row
from tests.oracles.exoshift_pressure_cases import NASTY

COMMAND = [sys.executable, "-c", "from analysis.cli import main; main()"]
SCENARIO = """\
ruleset = "exoshift-0.53.0"
pipeline = "shooting"
[attacker]
unit = "Sol Line Infantry"
[target]
unit = "Sol Line Infantry"
[situation]
range = 8
"""
OLD, NEW = "exoshift-0.53.0", "exoshift-0.60.1"


def seconds(work: Callable[[], Any], times: int = 1) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def command(*words: str, **environment: str) -> Callable[[], Any]:
    return lambda: subprocess.run([*COMMAND, *words], env=os.environ | environment, capture_output=True, check=True)


def commands(effort: Effort) -> list[Row]:
    times = max(1, min(5, effort.rounds))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "first.toml"
        path.write_text(SCENARIO, encoding="utf-8")
        command("odds", str(path))()
        warm = seconds(command("odds", str(path)), times)
        cold = seconds(command("odds", str(path), ENFILADE_CACHE=folder))
        usage = seconds(command("--help"), times)
    return [
        Row("enfilade odds, warm, with interpreter start", warm, "s", "< 1"),
        Row("enfilade odds, cold", cold, "s", "< 15"),
        Row("enfilade --help", usage, "s", "< 0.5"),
    ]


def distinct_rows(count: int) -> pd.DataFrame:
    """Distinct situations of the bundled roster, rate of fire up to 3."""
    ruleset = load_ruleset(OLD)
    weapons = [name for name, weapon in ruleset.weapons.items() if weapon["rof"] <= 3]
    units, places = list(ruleset.units), (1, 6, 9, 11)
    keys = [
        *("attacker.unit", "attacker.weapon", "target.unit", "situation.range", "situation.cover", "situation.action"),
        *("attacker.disruption", "target.disruption"),
    ]
    every = list(product(units, weapons, units, places, ("none", "heavy"), ("focus-fire", "advance"), (0, 2), (0, 3)))
    return pd.DataFrame(Random(1).sample(every, count), columns=keys)


def many(effort: Effort) -> list[Row]:
    count = max(100, effort.of(100_000))
    table = distinct_rows(count)
    base = {"ruleset": OLD, "pipeline": "shooting"}
    odds_many(table.head(3), base)
    taken = seconds(lambda: odds_many(table, base))
    return [Row(f"odds_many on {count} distinct rows, one thread", taken, "s", "< 20")]


def analyses(effort: Effort) -> list[Row]:
    old, new = load_ruleset(OLD), load_ruleset(NEW)
    if effort.share < 1:
        return [Row("analyses (only in a full run)", None, "s")]
    return [
        Row("compare, whole suite and attribution", seconds(lambda: compare(old, new)), "s", "< 30"),
        Row("efficiency of the roster", seconds(lambda: efficiency(new)), "s", "< 10"),
    ]


def under_pressure(effort: Effort) -> list[Row]:
    """Every nasty scenario of suppression, assaults, reactions and aftermath, warm."""
    worst = 0.0
    legal = [scenario for _, _, scenario, expected in NASTY if not expected.get("illegal")]
    for scenario in legal[: max(3, effort.of(len(legal)))]:
        odds(scenario)
        worst = max(worst, seconds(lambda scenario=scenario: odds(scenario), 3))
    return [Row("slowest scenario under pressure, exact, warm", 1000 * worst, "ms", "< 50")]


GROUPS: dict[str, Group] = {"commands": commands, "many": many, "analyses": analyses, "pressure": under_pressure}
