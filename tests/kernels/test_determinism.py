"""The same bits for any number of threads, any split of the trials and any process."""

import numpy as np
import pytest

from kernels import cache
from kernels.presets import CONTEST, P1, P2, P3, Assault, Shots, Sides, Volley
from kernels.run import exact, sample
from tests.kernels.campaign import NESTED, Campaign

RUNS = {
    "straight": (P1, Volley()),
    "straight, no tables": (P1, Volley(shots=40)),
    "repeated": (P3, Assault()),
    "repeated, no tables": (CONTEST, Sides(5, 4)),
    "nested": (NESTED, Campaign(3, 2, 3)),
}
EACH_RUN = pytest.mark.parametrize("name", RUNS)
TRIALS = 50_021  # of several blocks, the last one cut short


@EACH_RUN
def test_counts_do_not_depend_on_threads(name):
    pipeline, row = RUNS[name]
    one = sample(pipeline, row, seed=20260501, trials=TRIALS)
    assert one.counts.sum() == one.trials == TRIALS
    for threads in (2, 3, 7):
        assert (
            sample(pipeline, row, seed=20260501, trials=TRIALS, threads=threads).counts.tolist() == one.counts.tolist()
        )


@EACH_RUN
@pytest.mark.parametrize("cut", [1, 1024, 12_345, TRIALS - 1])
def test_a_run_is_the_sum_of_its_parts(name, cut):
    pipeline, row = RUNS[name]
    whole = sample(pipeline, row, seed=20260502, trials=TRIALS, first=99)
    left = sample(pipeline, row, seed=20260502, trials=cut, first=99)
    right = sample(pipeline, row, seed=20260502, trials=TRIALS - cut, first=99 + cut, threads=2)
    both = left + right
    assert (both.seed, both.first, both.trials, both.sizes) == (whole.seed, 99, TRIALS, whole.sizes)
    assert both.counts.tolist() == whole.counts.tolist()


@EACH_RUN
def test_another_seed_and_other_trials_are_other_dice(name):
    pipeline, row = RUNS[name]
    runs = [
        sample(pipeline, row, seed=seed, trials=TRIALS, first=first) for seed, first in ((1, 0), (2, 0), (1, TRIALS))
    ]
    assert len({run.counts.tobytes() for run in runs}) == 3


def test_a_trial_has_its_dice_wherever_it_stands_in_a_block():
    """Trials one by one are the trials of a block: no neighbour and no moving aside in a repeat changes them."""
    for pipeline, row in RUNS.values():
        singles = [sample(pipeline, row, seed=20260503, trials=1, first=i).counts for i in range(300)]
        assert np.sum(singles, axis=0).tolist() == sample(pipeline, row, seed=20260503, trials=300).counts.tolist()


PRINTED = """
import json
from kernels.presets import P1, P3, Assault, Volley
from kernels.run import exact, sample
runs = [sample(p, row, seed=20260504, trials=30_000, threads=2) for p, row in ((P1, Volley()), (P3, Assault()))]
print(json.dumps([[run.counts.tolist() for run in runs], [p.hex() for p in exact(P1, Volley())[1].tolist()]]))
"""


@pytest.mark.process
def test_a_new_process_gets_the_same_bits(run_process):
    counts, chances = run_process(PRINTED, ENFILADE_CACHE=str(cache.cache_root()))
    for pipeline, row, found in ((P1, Volley(), counts[0]), (P3, Assault(), counts[1])):
        assert sample(pipeline, row, seed=20260504, trials=30_000).counts.tolist() == found
    assert [p.hex() for p in exact(P1, Volley())[1].tolist()] == chances


GOLDEN = {
    "casualties of p1": (P1, Volley(), 1, [538, 1813, 2532, 2362, 1571, 739, 445]),
    "results of p2": (P2, Shots(), 3, [2622, 4244, 1452, 1481, 201]),
    "endings of p3": (P3, Assault(), 2, [0, 5990, 2250, 987, 773]),
    "survivors of a contest": (CONTEST, Sides(), 0, [2355, 327, 821, 1806, 4691]),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_counts_guard_the_streams(name):
    """No oracle, only a guard: whoever changes the dice of a seed changes every stored result, and says so here."""
    pipeline, row, column, known = GOLDEN[name]
    outcomes, times = sample(pipeline, row, seed=7, trials=10_000).outcomes()
    assert np.bincount(outcomes[:, column], times).tolist() == known
