"""Does a contender sample the distribution that the exact runner finds? Seeds are fixed, so this cannot flicker."""

from functools import cache

import numpy as np
import numpy.typing as npt

from kernels.pipeline import Pipeline
from kernels.run import exact
from tests.statistics import FALSE_ALARM, follows_p


@cache
def chances(pipeline: Pipeline) -> npt.NDArray[np.float64]:
    """The exact distribution in the dense table that samplers count into."""
    states, odds = exact(pipeline, pipeline.rules())
    table = np.zeros(pipeline.sizes(pipeline.rules()))
    table[tuple(states.T)] = odds
    return table.ravel()


def disagreement(counts: npt.NDArray[np.int64], pipeline: Pipeline) -> str:
    """What is wrong with a contender's outcomes, or nothing."""
    odds = chances(pipeline)
    if counts[odds == 0.0].any():
        return "an impossible outcome occurred"
    p = follows_p(counts, odds)
    return f"outcomes differ from the exact distribution (p = {p:.1e})" if p < FALSE_ALARM else ""
