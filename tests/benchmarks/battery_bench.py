"""The row of the long statistical battery, when that battery is there."""

import importlib
import importlib.util

from tests.benchmarks.rows import Effort, Group, Row

MODULE = "tests.kernels.battery"
SEEDS = 1000


def battery(effort: Effort) -> list[Row]:
    """The smallest p-value of all properties: are their p-values over many seeds uniform?"""
    name, goal = "generator: KS p over seeds, the smallest", "> 1e-4"
    if importlib.util.find_spec(MODULE) is None:
        return [Row(name, None, "p", goal)]
    found = importlib.import_module(MODULE).long_battery(range(max(10, effort.of(SEEDS))))
    return [Row(f"{name} of {len(found)}", min(found.values()), "p", goal)]


GROUPS: dict[str, Group] = {"battery": battery}
