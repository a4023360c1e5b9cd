"""Shares of chains in the long run; every expected fraction is derived by hand."""

from fractions import Fraction

import numpy as np
import pytest

from analysis.chains import long_run, stationary

ROUNDING = 1e-14  # a handful of operations on numbers below 1


def shares(*fractions):
    return pytest.approx([float(Fraction(f)) for f in fractions], rel=0, abs=ROUNDING)


def test_a_chain_of_one_state_stays_there():
    assert stationary(np.array([[1.0]]), 0).tolist() == [1.0]


def test_a_chain_that_can_stop_ends_where_it_stops():
    """State 2 is left by none and reached from both others: nothing else has a share."""
    moves = np.array([[0.5, 0.5, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]])
    for start in range(3):
        assert stationary(moves, start).tolist() == shares(0, 0, 1)


def test_two_states_share_by_what_flows_between_them():
    """x 1/3 = (1 - x) 1/5: x = 3/8."""
    moves = np.array([[2 / 3, 1 / 3], [1 / 5, 4 / 5]])
    assert stationary(moves, 0).tolist() == stationary(moves, 1).tolist() == shares("3/8", "5/8")


def test_three_states():
    """0 goes to 1, 1 to 0 or 2 alike, 2 to 0: of a cycle 1 is one turn, 0 one turn, 2 half a turn."""
    moves = np.array([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5], [1.0, 0.0, 0.0]])
    assert stationary(moves, 2).tolist() == shares("2/5", "2/5", "1/5")


def test_a_chain_with_a_period_has_a_long_run_too():
    moves = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    assert stationary(moves, 0).tolist() == shares("1/3", "1/3", "1/3")


def test_a_chain_ends_in_the_classes_that_it_can_reach():
    """From state 1 with 1/4 into state 0, with 3/4 into the pair 2 and 3, which change places for ever."""
    moves = np.array([[1.0, 0, 0, 0], [0.125, 0.5, 0.375, 0], [0, 0, 0, 1.0], [0, 0, 1.0, 0]])
    assert stationary(moves, 1).tolist() == shares("1/4", 0, "3/8", "3/8")
    assert stationary(moves, 0).tolist() == shares(1, 0, 0, 0)
    assert stationary(moves, 3).tolist() == shares(0, 0, "1/2", "1/2")


def test_a_rare_way_is_not_lost_in_rounding():
    """x 10^-12 = (1 - x) 3 10^-12: x = 3/4, to the last digits."""
    rare = 1e-12
    moves = np.array([[1 - rare, rare], [3 * rare, 1 - 3 * rare]])
    assert stationary(moves, 0).tolist() == shares("3/4", "1/4")


def test_states_may_be_anything_and_each_is_asked_once():
    """A walk over three words; what cannot be reached is not asked."""
    asked = []

    def step(state):
        asked.append(state)
        return {"calm": {"shaken": 1.0, "gone": 0.0}, "shaken": {"calm": 0.5, "shaken": 0.5}}[state]

    assert long_run("calm", step) == {"calm": pytest.approx(1 / 3), "shaken": pytest.approx(2 / 3)}
    assert sorted(asked) == ["calm", "shaken"]
