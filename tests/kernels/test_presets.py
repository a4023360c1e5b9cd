"""The reference pipelines against plain fractions, values derived elsewhere, and their own samplers."""

import numpy as np
import pytest

from kernels.presets import CONTEST, P1, P2, P3, Assault, Shots, Sides, Volley
from kernels.run import BudgetReached, exact, exact_rows, sample
from tests.oracles import presets as oracle
from tests.statistics import assert_exactly, assert_sampled

CASES = {
    P1.name: (P1, oracle.p1, [Volley(), Volley(shots=0), Volley(3, 6, 0, 6, 1, 12), Volley(31, 5, 1, 1, 9, -5)]),
    P2.name: (P2, oracle.p2, [Shots(), Shots(0), Shots(4, 9, -2, 3, 0, 10), Shots(2, 12, 6, 6, -1, 12)]),
    P3.name: (P3, oracle.p3, [Assault(), Assault(3, 5, 1, 4, 3), Assault(1, 1, 0, 1, 2), Assault(6, 2, 2, 12, 1)]),
    CONTEST.name: (CONTEST, oracle.contest, [Sides(), Sides(1, 1), Sides(0, 3), Sides(2, 5), Sides(4, 4)]),
}


def oracle_odds(pipeline, row):
    return oracle.contest(row.first, row.second) if pipeline is CONTEST else CASES[pipeline.name][1](*row)


@pytest.mark.parametrize("name", CASES)
def test_presets_have_exactly_the_odds_of_plain_fractions(name):
    pipeline, _, rows = CASES[name]
    spread, stops = exact_rows(pipeline, rows)
    assert not stops
    for number, row in enumerate(rows):
        own = (spread.rows == number) & (spread.chances > 1e-50)  # 400 exchanges leave that much undecided
        assert_exactly(spread.states[own], spread.chances[own], oracle_odds(pipeline, row))


def share(outcomes, chances, column, value):
    return chances[outcomes[:, column] == value].sum()


def test_the_default_presets_have_the_values_that_were_derived_by_hand():
    outcomes, chances = exact(P1, Volley())
    assert share(outcomes, chances, 2, 1) == pytest.approx(0.611500326466, abs=1e-12)
    assert outcomes[:, 1] @ chances == pytest.approx(2.64944076182682, abs=1e-12)
    outcomes, chances = exact(P2, Shots())
    found = [share(outcomes, chances, 3, result) for result in range(7)]
    assert found == pytest.approx([0.262144, 0.4214592, 0.1475712, 0.1475712, 0.0212544, 0, 0], abs=1e-12)
    outcomes, chances = exact(P3, Assault())
    found = [share(outcomes, chances, 2, ending) for ending in range(5)]
    known = [2.3305308e-08, 0.596668889718, 0.220198495695, 0.103180763232, 0.079951828050]
    assert found == pytest.approx(known, abs=1e-12)


def test_four_sorted_dice_beat_three_in_76_of_100():
    outcomes, chances = exact(CONTEST, Sides(4, 3))
    assert share(outcomes, chances, 1, 0) == pytest.approx(0.76537611, abs=5e-9)
    assert share(outcomes, chances, 0, 4) == pytest.approx(0.47811790, abs=5e-9)


SLIPS = {
    P1.name: oracle.p1(24, 3, 4, 2, 6, 4),  # the bar of the test one too low
    P2.name: oracle.p2(3, 6, 4, 4, -4, 10),  # near misses at one face less
    P3.name: oracle.p3(6, 6, 2, 1, 10),  # the bar of fleeing one too low
    CONTEST.name: oracle.contest(3, 4),  # the sides swapped
}


@pytest.mark.parametrize("name", CASES)
def test_samplers_of_presets_follow_the_exact_odds(name):
    pipeline, _, rows = CASES[name]
    counts = sample(pipeline, rows[0], seed=20260301, trials=1_000_000, threads=2)
    assert_sampled(counts, oracle_odds(pipeline, rows[0]), slip=SLIPS[name])


@pytest.mark.parametrize(
    "pipeline, row, slip",
    [
        (P1, Volley(40, 2, 3, 1, 8, 6), Volley(39, 2, 3, 1, 8, 6)),  # pools beyond the tables
        (P2, Shots(3, 5, 3, 4, -3, 8), Shots(3, 5, 3, 4, -2, 8)),  # another die
        (P3, Assault(5, 4, 3, 3, 2), Assault(5, 4, 3, 2, 2)),  # fifteen dice for faces
    ],
    ids=["p1", "p2", "p3"],
)
def test_samplers_follow_the_exact_odds_where_no_table_reaches(pipeline, row, slip):
    assert not pipeline.fits_tables(row)
    counts = sample(pipeline, row, seed=20260302, trials=500_000, threads=2)
    odds, slipped = oracle_odds(pipeline, row), oracle_odds(pipeline, slip)
    assert_exactly(*exact(pipeline, row), odds)
    assert_sampled(counts, odds, slip=slipped)


def test_prepared_dice_serve_p1_as_far_as_their_table_reaches():
    assert P1.fits_tables(Volley(31))
    assert not P1.fits_tables(Volley(32))


def test_bands_and_pools_keep_the_tree_small():
    """P2 is 44 paths, not 2.4 million: dice are drawn at the level at which the rule looks."""
    assert np.isclose(exact(P2, Shots(), paths=44)[1].sum(), 1)
    with pytest.raises(BudgetReached):
        exact(P2, Shots(), paths=43)
