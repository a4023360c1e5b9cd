"""Equal rows, and sums by group."""

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

MOST_NUMBERS = 1 << 62


def sum_by(group: npt.NDArray[Any], weights: npt.NDArray[Any], groups: int) -> npt.NDArray[np.float64]:
    """The sum of the weights of each group."""
    return np.asarray(np.bincount(group.ravel(), weights, groups), np.float64)


def equal_rows(rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The distinct rows in order, and for each row which of them it is.

    A row is one number where the ranges of its columns leave room for that, which sorts much faster.
    """
    if not rows.size:
        return np.unique(rows, axis=0, return_inverse=True)
    low = rows.min(axis=0)
    spans = (rows.max(axis=0) - low + 1).tolist()
    if prod(spans) >= MOST_NUMBERS:
        unique, back = np.unique(rows, axis=0, return_inverse=True)
        return unique, back.ravel()
    places = np.array([prod(spans[i + 1 :]) for i in range(len(spans))], np.int64)
    _, first, back = np.unique((rows - low) @ places, return_index=True, return_inverse=True)
    return rows[first], back
