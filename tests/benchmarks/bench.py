"""The benchmarks: `python -m tests.benchmarks.bench [--quick] [GROUP...]`.

Prints one table and writes it to build/bench.json. A goal that does not hold is reported and decides nothing,
for speed depends on the machine and its load; results that disagree end with exit code 1.

A further group is a function of the effort that returns rows, in the GROUPS of a module listed here.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks import analysis_bench, battery_bench, exact_bench, kernels_bench, start_bench, xenocide_bench
from tests.benchmarks.rows import FULL, QUICK, Effort, Group, Row

GROUPS: dict[str, Group] = {
    **kernels_bench.GROUPS,
    **exact_bench.GROUPS,
    **start_bench.GROUPS,
    **battery_bench.GROUPS,
    **analysis_bench.GROUPS,
    **xenocide_bench.GROUPS,
}
REPORT = Path(__file__).parents[2] / "build" / "bench.json"
BUSY = 0.5  # load above which times are worth a note
HOLDS = {True: "yes", False: "NO", None: "-"}


def note_load() -> None:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > BUSY:
        print(f"note: the load of this machine is {load:.2f}; times and ratios may suffer", flush=True)


def collect(names: Sequence[str], effort: Effort) -> list[Row]:
    rows = []
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += GROUPS[name](effort)
    return rows


def cells(row: Row) -> tuple[str, ...]:
    value = "-" if row.value is None else f"{row.value:.4g}"
    return row.name, value, row.unit, row.goal or "", HOLDS[row.holds] if row.goal else ""


def print_table(rows: Sequence[Row]) -> None:
    lines = [("name", "value", "unit", "goal", "holds"), *map(cells, rows)]
    wide = [max(len(line[i]) for line in lines) for i in range(5)]
    for name, value, unit, goal, holds in lines:
        line = f"{name:<{wide[0]}}  {value:>{wide[1]}}  {unit:<{wide[2]}}  {goal:<{wide[3]}}  {holds}"
        print(line.rstrip())


def write(rows: Sequence[Row], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([row.as_json() for row in rows], indent=1) + "\n")


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Times Enfilade beside its peers.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"only these of: {', '.join(GROUPS)}")
    parser.add_argument("--quick", action="store_true", help="tiny amounts of work: only to see that all of it runs")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the JSON goes")
    given = parser.parse_args(words)
    if unknown := set(given.groups) - set(GROUPS):
        parser.error(f"no group {', '.join(sorted(unknown))}; there are {', '.join(GROUPS)}")
    return given


def main(words: Sequence[str] | None = None) -> int:
    given = arguments(words)
    note_load()
    rows = collect(given.groups or list(GROUPS), QUICK if given.quick else FULL)
    print_table(rows)
    write(rows, given.out)
    wrong = [f"WRONG {row.name}: {row.wrong}" for row in rows if row.wrong]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
