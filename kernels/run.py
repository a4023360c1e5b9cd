"""Steps over a million random trials, or over every path of their dice: the two ways to run a pipeline.

exact     the distribution of one case's outcome; many cases at once with `exact_rows`
sample    outcome counts of random trials, the same bits for any number of threads and any split
solve     the best choices between dice, as a table from state to choice
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import prod, sqrt
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from kernels.exact import PATHS, PATHS_A_ROW, STATES, BudgetReached, Spread, Stop, walk_rows
from kernels.pipeline import Pipeline, Rows
from kernels.sampling import sampler
from kernels.solving import Chance, Choice, Solved, solve

__all__ = [
    "BudgetReached",
    "Chance",
    "Choice",
    "Counts",
    "Solved",
    "Spread",
    "Stop",
    "exact",
    "exact_rows",
    "sample",
    "sample_rows",
    "solve",
]

MOST_CELLS = 1 << 22  # of a table of outcome counts
MOST_TRIALS = 1 << 40
MOST_SEED = (1 << 63) - 1
MOST_BUDGET = 1 << 60
MOST_THREADS = 1024
FIRST_LOOK = 1000  # trials; the next looks are at twice as many each
CHUNK = 1 << 20  # trials a task
AHEAD = 4  # tasks a thread that may be done before they are asked for
ROWS_A_TASK = 4096
Z95 = 1.959963984540054

Progress = Callable[[int, int], None]


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number inside its range, or a sentence that says what is allowed."""
    if type(value) is int and low <= value <= high:
        return value
    if isinstance(value, bool) or not isinstance(value, Integral) or not low <= int(value) <= high:
        raise ValueError(f"{name} is {value}, allowed are whole numbers from {low} to {high}")
    return int(value)


def workers(threads: Any) -> int:
    """So many threads, but no more than there are cores: each holds tables of its own."""
    return min(whole("threads", threads, 1, MOST_THREADS), os.cpu_count() or 1)


def exact(
    pipeline: Pipeline, parameters: Any, *, paths: int = PATHS, states: int = STATES
) -> tuple[Rows, npt.NDArray[np.float64]]:
    """Every outcome of one case with its probability; BudgetReached where that would take too long."""
    rows = pipeline.rows(parameters)
    if len(rows) != 1:
        raise ValueError("exact answers one case; exact_rows takes many")
    paths, states = whole("paths", paths, 1, MOST_BUDGET), whole("states", states, 1, MOST_BUDGET)
    spread, stops = walk_rows(pipeline, rows, paths, states)
    if stops:
        raise BudgetReached(stops[0])
    return spread.states, spread.chances


def exact_rows(
    pipeline: Pipeline,
    parameters: Any,
    *,
    paths: int = PATHS_A_ROW,
    states: int = STATES,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[Spread, dict[int, Stop]]:
    """The outcomes of many cases in one table, rows ascending, and where rows met their budget."""
    rows = pipeline.rows(parameters)
    paths, states = whole("paths", paths, 1, MOST_BUDGET), whole("states", states, 1, MOST_BUDGET)
    threads = workers(threads)
    starts = range(0, max(1, len(rows)), ROWS_A_TASK)

    def task(start: int) -> tuple[Spread, dict[int, Stop]]:
        return walk_rows(pipeline, rows[start : start + ROWS_A_TASK], paths, states)

    spreads, stops = [], {}
    for start, (spread, stopped) in zip(starts, in_order(task, starts, threads), strict=True):
        spreads.append(spread._replace(rows=spread.rows + start))
        stops.update({row + start: stop for row, stop in stopped.items()})
        if progress:
            progress(min(start + ROWS_A_TASK, len(rows)), len(rows))
    return Spread(*(np.concatenate(parts) for parts in zip(*spreads, strict=True))), stops


def in_order(task: Callable[[int], Any], work: Sequence[int], threads: int) -> Any:
    """Results of tasks in the order of the work; compiled code leaves the GIL to the other threads.

    Only a few tasks are ahead of the one asked for: memory does not grow with their number.
    """
    if threads <= 1 or len(work) <= 1:
        yield from map(task, work)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Any]] = deque()
        try:
            for item in work:
                waiting.append(pool.submit(task, item))
                if len(waiting) > AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Counts:
    """How often each outcome occurred in random trials."""

    seed: int
    first: int
    trials: int
    sizes: tuple[int, ...]
    counts: npt.NDArray[np.int64]

    def outcomes(self) -> tuple[Rows, npt.NDArray[np.int64]]:
        """The outcomes that occurred, one a row, with their counts."""
        cells = np.flatnonzero(self.counts)
        return np.stack(np.unravel_index(cells, self.sizes), axis=1).astype(np.int64), self.counts[cells]

    def half_width(self) -> float:
        """The half-width of the widest 95 % interval (Wilson) of any outcome's probability."""
        n, z2 = self.trials, Z95**2
        shares = self.counts / n
        widest = float((shares * (1 - shares)).max())
        return Z95 / (1 + z2 / n) * sqrt(widest / n + z2 / (4 * n * n))

    def __add__(self, other: "Counts") -> "Counts":
        if (self.seed, self.sizes) != (other.seed, other.sizes) or self.first + self.trials != other.first:
            raise ValueError("only two neighbouring parts of one run can be added")
        counts = self.counts + other.counts
        return Counts(self.seed, self.first, self.trials + other.trials, self.sizes, counts)


def sample(
    pipeline: Pipeline,
    parameters: Any,
    *,
    seed: int,
    trials: int | None = None,
    precision: float | None = None,
    first: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Counts:
    """Random trials of one case: so many, or until the widest interval is as narrow as `precision`.

    Precision is looked at only after 1000 trials and each doubling, so that the answer does not depend on
    the machine; `trials` is then the most that may be made. `progress` hears of every million trials.
    """
    rows = pipeline.rows(parameters)
    if len(rows) != 1:
        raise ValueError("sample runs one case; sample_rows takes many")
    most = check_run(pipeline, rows[0].tolist(), seed, trials, precision, first)
    seed, first, threads = int(seed), int(first), workers(threads)

    def run(done: int, trials: int) -> Counts:
        def tell(more: int) -> None:
            if progress:
                progress(done + more, most)

        return part(pipeline, rows[0].tolist(), seed, first + done, trials, threads, tell)

    made = run(0, most if precision is None else min(FIRST_LOOK, most))
    while precision is not None and made.half_width() > precision and made.trials < most:
        made += run(made.trials, min(made.trials, most - made.trials))
    return made


def sample_rows(pipeline: Pipeline, parameters: Any, **options: Any) -> list[Counts]:
    """Random trials of many cases, all on the same dice."""
    return [sample(pipeline, row, **options) for row in pipeline.rows(parameters)]


def check_run(
    pipeline: Pipeline, row: list[int], seed: int, trials: int | None, precision: float | None, first: int
) -> int:
    """The most trials that the run may make; nothing unchecked reaches the compiled sampler."""
    if trials is None and precision is None:
        raise ValueError("a run needs a number of trials or a precision")
    if precision is not None and not (isinstance(precision, Real) and 0 < precision < 1):
        raise ValueError(f"precision is {precision}, allowed is more than 0 and less than 1")
    most = MOST_TRIALS if trials is None else whole("trials", trials, 1, MOST_TRIALS)
    whole("first", first, 0, MOST_TRIALS)
    whole("seed", seed, 0, MOST_SEED)
    cells = prod(pipeline.shape(pipeline.rules(*row)))
    if cells > MOST_CELLS:
        raise ValueError(f"{pipeline.name}: {cells} possible outcomes, at most {MOST_CELLS} can be counted")
    pipeline.check_places(row)
    return most


def part(
    pipeline: Pipeline,
    row: list[int],
    seed: int,
    first: int,
    trials: int,
    threads: int,
    tell: Callable[[int], None],
) -> Counts:
    """Trials first to first + trials, in tasks; each counts into a table of its own, and tells how far it is."""
    rules = pipeline.rules(*row)
    sizes = pipeline.shape(rules)
    compiled = sampler(pipeline, pipeline.fits_tables(row))
    size = max(1, min(CHUNK, -(-trials // (4 * threads))))
    starts = range(0, trials, size)

    def task(start: int) -> npt.NDArray[np.int64]:
        counts = np.zeros(prod(sizes) + 1, np.int64)
        compiled(seed, first + start, min(size, trials - start), rules, sizes, counts)
        return counts

    total = np.zeros(prod(sizes) + 1, np.int64)
    for start, counts in zip(starts, in_order(task, starts, threads), strict=True):
        total += counts
        tell(min(start + size, trials))
    if total[-1]:
        raise RuntimeError(f"{pipeline.name}: {total[-1]} outcomes are larger than its sizes say")
    return Counts(seed, first, trials, sizes, total[:-1])
