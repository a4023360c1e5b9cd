"""How a question is asked: exactly or by trials, with which seed, how many, how precise."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Method = Literal["auto", "exact", "monte-carlo"]
DEFAULT_SEED = 1
DEFAULT_PRECISION = 0.001


@dataclass(frozen=True)
class Ask:
    """The way to answer. `auto` is exact within the budget, else Monte Carlo to the precision."""

    method: Method = "auto"
    seed: int = DEFAULT_SEED
    trials: int | None = None
    precision: float = DEFAULT_PRECISION
    threads: int = 1


@dataclass(frozen=True)
class Answer:
    """Outcomes as rows of integers with their probabilities; counts and trials where they are estimated."""

    outcomes: npt.NDArray[np.int64]
    probabilities: npt.NDArray[np.float64]
    trials: int | None = None
    unfinished: float = 0.0
    notes: tuple[str, ...] = ()
    choice: str | None = None  # what the best policy chose
    offered: tuple[str, ...] = ()  # among what
    dice: float | None = None  # expected number of dice rolled
