"""What a pipeline is: parameters, a small integer state, a list of steps, and the outcome read off at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kernels.compiler import is_ours, rule
from kernels.dice.sources import MOST_ACTIVATIONS, MOST_REPETITIONS

Rule = Callable[..., Any]
Rows = npt.NDArray[np.int64]
LARGEST = 1 << 40  # of any parameter: sums and products of a few stay far inside 64 bits


@rule
def never(rules, state):
    return False


@dataclass(frozen=True)
class Repeat:
    """Steps that recur: at most `times(rules)` passes, for each state until `until(rules, state)`."""

    steps: tuple["Rule | Repeat", ...]
    times: Rule
    until: Rule = never


def repeat(steps: "Rule | Repeat | Sequence[Rule | Repeat]", times: Rule, until: Rule = never) -> Repeat:
    """Repeat one step or several; a repeat inside a repeat is the activation around the repetition."""
    several = (steps,) if callable(steps) or isinstance(steps, Repeat) else tuple(steps)
    inner = [s for s in several if isinstance(s, Repeat)]
    if any(isinstance(s, Repeat) for r in inner for s in r.steps):
        raise ValueError("a repeat may hold repeats, but those may hold none: activation and repetition")
    return Repeat(several, times, until)


@dataclass(frozen=True)
class Pipeline:
    """A rules procedure from start to end, written once for every dice source.

    rules     the NamedTuple of integers that its steps read
    limits    the legal range of every parameter, checked before any compiled code sees it
    prepared  narrower ranges within which all pools fit the prepared tables
    state     the NamedTuple of integers that the steps hand on
    start     rules -> state
    steps     each (dice, rules, state) -> state, or a Repeat of such
    fields    names of the outcome
    outcome   (rules, state) -> tuple of small integers
    sizes     rules -> how many values each field may take, from 0
    """

    name: str
    rules: type
    limits: Mapping[str, tuple[int, int]]
    state: type
    start: Rule
    steps: tuple[Rule | Repeat, ...]
    fields: tuple[str, ...]
    outcome: Rule
    sizes: Callable[[Any], tuple[int, ...]]
    prepared: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = self.rules._fields  # type: ignore[attr-defined]
        if set(self.limits) != set(names):
            raise ValueError(f"{self.name}: limits must name just the parameters {names}")
        if not set(self.prepared) <= set(names):
            raise ValueError(f"{self.name}: prepared names an unknown parameter")

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def ours(self) -> bool:
        """Is every rule of it part of the kernels, so that its machine code may be kept?"""
        return all(is_ours(f) for f in (self.start, self.outcome, *flat(self.steps)))

    def rows(self, parameters: Any) -> Rows:
        """Parameters as a table of integers, one row a case, each value inside its limits."""
        table = np.array(parameters, ndmin=2)
        names = self.rules._fields  # type: ignore[attr-defined]
        if table.dtype.kind not in "iu" or table.ndim != 2 or table.shape[1] != len(names):
            raise ValueError(f"{self.name}: a row is {len(names)} integers ({', '.join(names)})")
        low, high = bounds(self)
        outside = (table < low) | (table > high)
        if np.count_nonzero(outside):  # several times as fast as any() on one row
            row, column = np.argwhere(outside)[0]
            name, value = names[column], table[row, column]
            raise ValueError(f"{self.name}: {name} is {value}, allowed are {low[column]} to {high[column]}")
        return np.ascontiguousarray(table, np.int64)

    def shape(self, rules: Any) -> tuple[int, ...]:
        """The sizes of the outcome: one for each of its fields, and none empty."""
        sizes = tuple(int(size) for size in self.sizes(rules))
        if len(sizes) != len(self.fields) or min(sizes) < 1:
            raise ValueError(f"{self.name}: its fields {self.fields} have the sizes {sizes}")
        return sizes

    def fits_tables(self, row: Sequence[int]) -> bool:
        """Do all pools of this row fit the prepared tables?"""
        values = dict(zip(self.rules._fields, row, strict=True))  # type: ignore[attr-defined]
        return bool(self.prepared) and all(a <= values[n] <= b for n, (a, b) in self.prepared.items())

    def check_places(self, row: Sequence[int], steps: Sequence[Rule | Repeat] | None = None) -> None:
        """Every step and repetition of a random run has a place of its own in the hash, or there is no run."""
        if steps is None and len(set(rolled(self.steps))) < len(rolled(self.steps)):
            raise ValueError(f"{self.name}: a step stands twice and would meet the same dice both times; repeat it")
        for step in self.steps if steps is None else steps:
            if isinstance(step, Repeat):
                holds_repeat = any(isinstance(s, Repeat) for s in step.steps)
                most = MOST_ACTIVATIONS if holds_repeat else MOST_REPETITIONS
                if int(step.times(self.rules(*row))) >= most:
                    raise ValueError(f"{self.name}: more than {most} repetitions")
                self.check_places(row, step.steps)


@cache
def bounds(pipeline: Pipeline) -> tuple[Rows, Rows]:
    """The lowest and highest value of each parameter, in their order."""
    limits = [pipeline.limits[name] for name in pipeline.rules._fields]  # type: ignore[attr-defined]
    return np.array([low for low, _ in limits]), np.array([min(high, LARGEST) for _, high in limits])


def rolled(steps: "Sequence[Rule | Repeat]") -> list[Rule]:
    """Every step of a list, those of repeats included."""
    return [s for step in steps for s in (rolled(step.steps) if isinstance(step, Repeat) else [step])]


def flat(steps: Sequence[Rule | Repeat]) -> list[Rule]:
    """Every rule function of a list of steps."""
    out: list[Rule] = []
    for step in steps:
        out += [*flat(step.steps), step.times, step.until] if isinstance(step, Repeat) else [step]
    return out
