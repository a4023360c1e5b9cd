"""Xenocide: states carried from one roll to the next, by probabilities or by whole trials."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernels.pipeline import Pipeline
from kernels.run import BudgetReached, exact_rows, sample

PATHS = 10**8

Rolled = list[tuple[tuple[int, ...], float]]


@dataclass
class Exact:
    """Carries probabilities; a roll that has been walked once is remembered."""

    threads: int = 1
    known: dict[tuple[str, tuple[int, ...]], Rolled] = field(default_factory=dict)
    joins = True  # states that meet the same dice may be answered together

    def draw(self, pipeline: Pipeline, rows: Sequence[tuple[int, ...]], weights: Sequence[float]) -> list[Rolled]:
        """Of each row its outcomes with their probabilities."""
        keys = [(pipeline.name, tuple(row)) for row in rows]
        new = [key for key in dict.fromkeys(keys) if key not in self.known]
        if new:
            table = np.array([row for _, row in new], np.int64)
            spread, stops = exact_rows(pipeline, table, paths=PATHS, threads=self.threads)
            if stops:
                raise BudgetReached(next(iter(stops.values())))
            ends = np.searchsorted(spread.rows, np.arange(len(new) + 1))
            outcomes, chances = spread.states.tolist(), spread.chances.tolist()
            for key, first, last in zip(new, ends[:-1].tolist(), ends[1:].tolist(), strict=True):
                found = zip(map(tuple, outcomes[first:last]), chances[first:last], strict=True)
                self.known[key] = list(found)
        return [self.known[key] for key in keys]


@dataclass
class Trials:
    """Carries whole trials: those that are in one state go on together, on dice of their own."""

    seed: int
    threads: int = 1
    made: int = 0  # trials whose dice are used up
    joins = False

    def draw(self, pipeline: Pipeline, rows: Sequence[tuple[int, ...]], weights: Sequence[float]) -> list[Rolled]:
        """Of each row its outcomes with the share of the trials that met them."""
        out = []
        for row, weight in zip(rows, weights, strict=True):
            trials = round(weight)
            counts = sample(
                pipeline, [tuple(row)], seed=self.seed, first=self.made, trials=trials, threads=self.threads
            )
            self.made += trials
            outcomes, often = counts.outcomes()
            out.append(list(zip(map(tuple, outcomes.tolist()), (often / trials).tolist(), strict=True)))
        return out


Carrier = Exact | Trials
Spread = dict[Any, float]


def merged(parts: "Sequence[tuple[Any, float]]") -> Spread:
    """Equal states as one."""
    out: Spread = {}
    for state, weight in parts:
        if weight:
            out[state] = out.get(state, 0.0) + weight
    return out
