"""Best choices between dice, by backward induction: a table from state to choice.

A game is a list of stages. Every stage has states of its own, numbered from 0; a Choice sends each of them to a state
of the next stage by the option that its player takes, a Chance by dice. What the last stage leads to has values.
Values are rows of numbers and are compared in order: the first decides, the second where the first are equal, and so
on. One player wants them high, the other low; where all are equal the option listed first is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kernels.pipeline import Rows

TIE = 1e-12
HIGH, LOW = 1, -1  # what a player wants the values to be

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """One player chooses: `after[state, option]` is a state of the next stage, or -1 where there is no such option."""

    wants: int
    after: Rows


@dataclass(frozen=True)
class Chance:
    """Dice: links from a state to states of the next stage, each with its probability and what it brings."""

    states: int
    source: Rows
    to: Rows
    chances: Values
    gains: Values | None = None  # a row of numbers a link


@dataclass(frozen=True)
class Solved:
    """For each stage the values of its states, and of a Choice the option that is taken in each."""

    values: tuple[Values, ...]
    choices: tuple[Rows | None, ...]


def solve(stages: Sequence[Choice | Chance], ends: Values, *, tie: float = TIE) -> Solved:
    """The best choices of one player or two, each knowing what the other will do later."""
    values = np.asarray(ends, np.float64)
    values = values[:, None] if values.ndim == 1 else values
    found: list[Values] = []
    choices: list[Rows | None] = []
    for stage in reversed(stages):
        chosen = None
        if isinstance(stage, Choice):
            chosen = best_options(stage, values, tie)
            values = values[np.take_along_axis(stage.after, chosen[:, None], 1)[:, 0]]
        else:
            values = expected(stage, values)
        found.append(values)
        choices.append(chosen)
    return Solved(tuple(reversed(found)), tuple(reversed(choices)))


def best_options(stage: Choice, values: Values, tie: float) -> Rows:
    """In each state the first option that no other beats."""
    open_ = stage.after >= 0
    if not open_.any(axis=1).all():
        raise ValueError("a state has no option")
    offered = np.where(open_[:, :, None], values[np.maximum(stage.after, 0)] * stage.wants, -np.inf)
    for column in range(values.shape[1]):
        best = np.where(open_, offered[:, :, column], -np.inf).max(axis=1, keepdims=True)
        open_ = open_ & (offered[:, :, column] >= best - tie)
    return np.asarray(open_.argmax(axis=1), np.int64)


def expected(stage: Chance, values: Values) -> Values:
    """The mean of what the links lead to and bring."""
    gained = values[stage.to] if stage.gains is None else values[stage.to] + stage.gains
    out = np.zeros((stage.states, values.shape[1]))
    np.add.at(out, stage.source, gained * stage.chances[:, None])
    return out
