"""Rows about new processes: the first answer from cached machine code, and compiling without a cache."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.rows import Effort, Group, Row

ROOT = Path(__file__).parents[2]


def fresh(*words: str, **environment: str) -> dict[str, float]:
    """What a new process measured of itself."""
    command = [sys.executable, "-m", "tests.benchmarks.fresh", *words]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def best_warm(times: int, *words: str) -> dict[str, float]:
    """The best of a few processes, each part for itself; one before them fills the cache."""
    fresh("warm", *words)
    runs = [fresh("warm", *words) for _ in range(times)]
    return {part: min(run[part] for run in runs) for part in runs[0]}


def warm_starts(effort: Effort) -> list[Row]:
    times = max(1, min(5, effort.rounds))
    usual, lean = best_warm(times), best_warm(times, "without-scipy")
    return [
        Row("start: imports", usual["import"], "s"),
        Row("start: first exact P1, cached", usual["call"], "s", "<= 0.4"),
        Row("start: imports, no SciPy installed", lean["import"], "s"),
        Row("start: first exact P1, cached, no SciPy installed", lean["call"], "s", "<= 0.2"),
    ]


def cold_start() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        kernels = fresh("cold", ENFILADE_CACHE=folder)
    slowest = max(kernels, key=lambda name: kernels[name])
    return [
        Row(f"cold: slowest of {len(kernels)} kernels ({slowest.split('~')[0]})", kernels[slowest], "s", "<= 2.5"),
        Row("cold: mean of a kernel", sum(kernels.values()) / len(kernels), "s", "<= 2.5"),
    ]


def start(effort: Effort) -> list[Row]:
    return warm_starts(effort) + cold_start()


GROUPS: dict[str, Group] = {"start": start}
