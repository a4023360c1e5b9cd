"""Sums by group."""

from typing import Any

import numpy as np
import numpy.typing as npt


def sum_by(group: npt.NDArray[Any], weights: npt.NDArray[Any], groups: int) -> npt.NDArray[np.float64]:
    """The sum of the weights of each group."""
    return np.asarray(np.bincount(group.ravel(), weights, groups), np.float64)
