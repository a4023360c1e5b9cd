"""What cannot be is refused with a sentence, before compiled code sees it; what is too large says where."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from kernels import run
from kernels.compiler import rule
from kernels.dice import at_most, named, successes
from kernels.dice.sources import MOST_DRAWS
from kernels.exact import Stop
from kernels.pipeline import Pipeline, repeat
from kernels.presets import CONTEST, P1, P2, P3, Assault, Shots, Sides, Volley
from kernels.run import BudgetReached, exact, exact_rows, sample, sample_rows
from tests.kernels.campaign import NESTED, ROUNDS_OF_ROUNDS, SHOTS_ONLY, TWO_ROUNDS_OF_TWO, Campaign, shoot, shots
from tests.kernels.pipelines import Value, as_it_is, zero
from tests.statistics import assert_exactly

HIT, MORE = named("hit"), named("more")


@pytest.fixture
def nothing_runs(monkeypatch):
    """No compiled code may be entered, nor even be made."""

    def refuse(*arguments):
        raise AssertionError("compiled code was reached")

    monkeypatch.setattr(run, "walk_rows", refuse)
    monkeypatch.setattr(run, "sampler", refuse)


ROW = list(Volley())


@pytest.mark.parametrize(
    "pipeline, row, sentence",
    [
        (P1, Volley(shots=-1), "p1: shots is -1, allowed are 0 to 1000"),
        (P1, Volley(shots=1001), "p1: shots is 1001, allowed are 0 to 1000"),
        (P1, Volley(hit_at_most=7), "hit_at_most is 7"),
        (P1, Volley(models=0), "models is 0, allowed are 1 to"),
        (P1, Volley(shots=10**15), "shots is 1000000000000000"),
        (P1, np.array([2**63, *ROW[1:]], np.uint64), "shots is 9223372036854775808"),
        (P1, np.array([2**64 - 1, *ROW[1:]], np.uint64), "shots is 18446744073709551615"),
        (P1, Volley(shots=2**63), "6 integers"),
        (P1, Volley(test_at_most=-(2**63)), "test_at_most is -9223372036854775808"),
        (P1, Volley(shots=10**30), "6 integers"),
        (P2, Shots(sides=0), "sides is 0, allowed are 2 to 100"),
        (P2, Shots(sides=-6), "sides is -6"),
        (P3, Assault(rounds=0), "rounds is 0"),
        (P1, [24.0, 3, 4, 2, 6, 5], "6 integers"),
        (P1, [nan, 3, 4, 2, 6, 5], "6 integers"),
        (P1, [inf, 3, 4, 2, 6, 5], "6 integers"),
        (P1, [None, 3, 4, 2, 6, 5], "6 integers"),
        (P1, ["24", "3", "4", "2", "6", "5"], "6 integers"),
        (P1, [True, True, True, True, True, True], "6 integers"),
        (P1, ROW[:-1], r"6 integers \(shots, hit_at_most, armor_at_most"),
        (P1, [*ROW, 1], "6 integers"),
        (P1, [[ROW]], "6 integers"),
        (P1, [], "6 integers"),
        (P1, 24, "6 integers"),
    ],
)
def test_parameters_that_cannot_be_are_refused(nothing_runs, pipeline, row, sentence):
    for ask in (
        lambda: exact(pipeline, row),
        lambda: exact_rows(pipeline, row),
        lambda: sample(pipeline, row, seed=1, trials=1000),
        lambda: sample_rows(pipeline, row, seed=1, trials=1000),
    ):
        with pytest.raises(ValueError, match=sentence):
            ask()


def test_one_bad_row_of_many_is_named(nothing_runs):
    with pytest.raises(ValueError, match="models is 0"):
        exact_rows(P1, [Volley(), Volley(models=0), Volley()])


def test_a_limit_beyond_all_reason_does_not_let_numbers_wrap(nothing_runs):
    generous = replace(P1, name="test-generous", limits={**P1.limits, "shots": (0, 2**62)})
    with pytest.raises(ValueError, match="shots is"):
        exact(generous, Volley(shots=2**61))


def test_one_case_is_one_row(nothing_runs):
    for rows in ([Volley(), Volley()], np.empty((0, 6), np.int64)):
        with pytest.raises(ValueError, match="one case; exact_rows takes many"):
            exact(P1, rows)
        with pytest.raises(ValueError, match="one case; sample_rows takes many"):
            sample(P1, rows, seed=1, trials=10)


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"seed": -1, "trials": 10}, "seed"),
        ({"seed": 2**63, "trials": 10}, "seed"),
        ({"seed": 1.5, "trials": 10}, "seed"),
        ({"seed": nan, "trials": 10}, "seed"),
        ({"seed": "7", "trials": 10}, "seed"),
        ({"seed": None, "trials": 10}, "seed"),
        ({"seed": True, "trials": 10}, "seed is True"),
        ({"seed": 1, "trials": True}, "trials is True"),
        ({"seed": 1, "trials": 0}, "trials"),
        ({"seed": 1, "trials": -5}, "trials"),
        ({"seed": 1, "trials": 1000.0}, "trials"),
        ({"seed": 1, "trials": nan}, "trials"),
        ({"seed": 1, "trials": 2**41}, "trials"),
        ({"seed": 1}, "trials or a precision"),
        ({"seed": 1, "trials": 10, "first": -1}, "first"),
        ({"seed": 1, "trials": 10, "first": 0.5}, "first"),
        ({"seed": 1, "trials": 10, "first": 2**50}, "first"),
        ({"seed": 1, "precision": 0}, "precision is 0"),
        ({"seed": 1, "precision": 1}, "precision is 1"),
        ({"seed": 1, "precision": -0.1}, "precision"),
        ({"seed": 1, "precision": nan}, "precision is nan"),
        ({"seed": 1, "precision": "fine"}, "precision is fine"),
        ({"seed": 1, "trials": 10, "threads": 0}, "threads is 0"),
        ({"seed": 1, "trials": 10, "threads": -2}, "threads"),
        ({"seed": 1, "trials": 10, "threads": 1.5}, "threads"),
    ],
)
def test_runs_that_cannot_be_are_refused(nothing_runs, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        sample(P1, Volley(), **options)


@pytest.mark.parametrize("budget", [0, -1, 1.5, 2**60 + 1, nan, inf, "many", None, True])
def test_budgets_are_whole_numbers(nothing_runs, budget):
    for name in ("paths", "states"):
        for ask in (exact, exact_rows):
            with pytest.raises(ValueError, match=f"{name} is"):
                ask(P1, Volley(), **{name: budget})
    with pytest.raises(ValueError, match="threads is"):
        exact_rows(P1, [Volley()], threads=budget)


def test_a_seed_must_be_named():
    with pytest.raises(TypeError, match="seed"):
        sample(P1, Volley(), trials=10)


def test_whole_numbers_of_numpy_are_whole_numbers():
    plain = sample(P2, Shots(), seed=5, trials=2000, first=7).counts
    numpy = sample(P2, np.array(Shots(), np.int8), seed=np.uint64(5), trials=np.int32(2000), first=np.int16(7))
    assert plain.tolist() == numpy.counts.tolist()


def test_limits_name_just_the_parameters():
    for limits in ({}, {"shots": (0, 5)}, {**P1.limits, "luck": (0, 1)}):
        with pytest.raises(ValueError, match="limits must name just the parameters"):
            replace(P1, limits=limits)
    with pytest.raises(ValueError, match="prepared names an unknown parameter"):
        replace(P1, prepared={"luck": (0, 1)})


def test_repeats_are_nested_once_at_most():
    with pytest.raises(ValueError, match="activation and repetition"):
        repeat([repeat([repeat(shoot, shots)], shots)], shots)


def test_repetitions_without_a_place_in_the_hash_are_refused(nothing_runs):
    for pipeline, row in [
        (SHOTS_ONLY, Campaign(1, 1 << 16, 5)),
        (ROUNDS_OF_ROUNDS, Campaign(1 << 15, 1, 5)),
        (ROUNDS_OF_ROUNDS, Campaign(1, 1 << 16, 5)),
    ]:
        with pytest.raises(ValueError, match="repetitions"):
            sample(pipeline, row, seed=1, trials=10)


def test_a_step_that_stands_twice_is_refused(nothing_runs):
    """It would meet the same dice both times."""
    for pipeline, row in ((TWO_ROUNDS_OF_TWO, Campaign(2, 2, 3)), (MISSES_NESTED, Coins(3))):
        with pytest.raises(ValueError, match="a step stands twice"):
            sample(pipeline, row, seed=1, trials=10)


def test_too_many_possible_outcomes_are_refused(nothing_runs):
    with pytest.raises(ValueError, match=r"p2: .* possible outcomes, at most"):
        sample(P2, Shots(shots=1000), seed=1, trials=10)


def test_as_many_outcomes_as_can_be_counted_are_counted():
    wide = replace(P1, sizes=lambda rules: (1 << 18, 8, 2))  # 2^22 cells
    assert sample(wide, Volley(), seed=1, trials=100).counts.sum() == 100


def test_the_largest_seed_is_a_seed():
    assert sample(P1, Volley(), seed=2**63 - 1, trials=10).counts.sum() == 10


def test_an_outcome_beyond_its_sizes_is_an_error_and_no_count():
    for sizes in ((24, 7, 2), (25, 6, 2), (25, 7, 1), (1, 7, 2)):
        narrow = replace(P1, sizes=lambda rules, sizes=sizes: sizes)
        with pytest.raises(RuntimeError, match=r"p1: .* outcomes are larger than its sizes say"):
            sample(narrow, Volley(hit_at_most=6, armor_at_most=0, cover_at_most=0), seed=1, trials=5000)


def test_declarations_that_do_not_fit_the_rules_are_refused():
    """Compiled code would write beyond its tables, or hand out what nobody wrote."""
    for fields in ((), ("a", "b")):
        wrong = replace(MISSES, name=f"test-of-{len(fields)}", fields=fields)
        with pytest.raises(TypingError, match=f"returns 1 values where {len(fields)} are declared"):
            exact(wrong, Coins(3))
        with pytest.raises(ValueError, match="sizes"):
            sample(wrong, Coins(3), seed=1, trials=10)
    for sizes in ((25, 7), (25, 7, 2, 1), (0, 7, 2), (-25, -7, 2)):
        wrong = replace(P1, sizes=lambda rules, sizes=sizes: sizes)
        with pytest.raises(ValueError, match=r"p1: its fields .* have the sizes"):
            sample(wrong, Volley(), seed=1, trials=10)


def test_more_threads_than_cores_are_no_more_than_cores(monkeypatch):
    asked = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, threads):
            asked.append(threads)
            super().__init__(threads)

    monkeypatch.setattr(run, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(run.os, "cpu_count", lambda: 3)
    many = sample(P2, Shots(), seed=1, trials=10_000, threads=1000)
    assert asked == [3]
    assert many.counts.tolist() == sample(P2, Shots(), seed=1, trials=10_000).counts.tolist()


def test_only_neighbouring_parts_of_one_run_add_up():
    part = sample(P2, Shots(), seed=1, trials=100)
    for other in (
        sample(P2, Shots(), seed=1, trials=100),
        sample(P2, Shots(), seed=1, trials=100, first=101),
        sample(P2, Shots(), seed=2, trials=100, first=100),
        sample(P2, Shots(2), seed=1, trials=100, first=100),
    ):
        with pytest.raises(ValueError, match="neighbouring parts"):
            part + other


class Coins(NamedTuple):
    n: int


@rule
def parity(dice, rules, state):
    """Whether an odd number of n coins show heads, coin by coin."""
    heads = 0
    for coin in range(rules.n):
        heads ^= at_most(dice, HIT + coin, 1, 2)
    return Value(heads)


@rule
def dice_that_miss(dice, rules, state):
    """Counted from the largest number down."""
    return Value(rules.n - successes(dice, HIT, rules.n, 3, 6))


@rule
def and_more_misses(dice, rules, state):
    return Value(state.value + rules.n - successes(dice, MORE, rules.n, 3, 6))


@rule
def twice(rules):
    return 2


def coins(name, *steps):
    limits = {"n": (0, 10_000)}
    return Pipeline(name, Coins, limits, Value, zero, steps, ("value",), as_it_is, lambda rules: (3 * rules.n + 1,))


PARITY = coins("test-parity", parity)
MISSES = coins("test-misses", dice_that_miss)
MISSES_AGAIN = coins("test-misses-again", dice_that_miss, and_more_misses)
MISSES_REPEATED = coins("test-misses-repeated", repeat(and_more_misses, twice))
MISSES_NESTED = coins(
    "test-misses-nested", dice_that_miss, repeat([and_more_misses, repeat(and_more_misses, twice)], twice)
)


@rule
def once(rules):
    return 1


@rule
def unlucky(dice, rules, state):
    """How many of n coins show tails before the first that shows heads."""
    tails, going = 0, 1
    for coin in range(rules.n):
        going *= 1 - at_most(dice, HIT + coin, 1, 2 if going else 1)
        tails += going
    return Value(tails)


@rule
def unlucky_again(dice, rules, state):
    return unlucky(dice, rules, state)


UNLUCKY = coins("test-unlucky", unlucky)
UNLUCKY_REPEATED = coins("test-unlucky-repeated", repeat(unlucky_again, once))


@pytest.mark.parametrize(
    "pipeline, left", [(UNLUCKY, 1), (UNLUCKY_REPEATED, 2)], ids=["once", "repeated"]
)  # the repeat has also met the state that the long path led to
def test_a_path_of_just_enough_draws_is_walked_and_one_of_more_is_beyond_the_budget(pipeline, left):
    """A tree of one long path: a thousand draws, and hardly more paths. Other rows are left alone."""
    rows = [Coins(3), Coins(MOST_DRAWS + 1), Coins(MOST_DRAWS), Coins(2)]
    spread, stops = exact_rows(pipeline, rows)
    assert list(stops) == [1]
    assert "unlucky" in stops[1].step
    assert (stops[1].paths, stops[1].states) == (1, left)
    for number in (0, 2, 3):
        n, own = rows[number].n, spread.rows == number
        due = {(k,): Fraction(1, 2 ** min(k + 1, n)) for k in range(n + 1)}
        assert_exactly(spread.states[own], spread.chances[own], due)


def stop_of(*arguments, **options):
    with pytest.raises(BudgetReached) as reached:
        exact(*arguments, **options)
    assert str(reached.value) == str(reached.value.stop)
    return reached.value.stop


def test_a_budget_of_paths_names_step_paths_and_states():
    stop = stop_of(P1, Volley(), paths=100)
    assert (stop.paths, stop.states) == (101, 1)
    assert "volley" in stop.step
    # 25 * 26 / 2 paths of the first step to as many states. Of these (hits, unsaved) has 2 * (unsaved + 1) paths: 70
    # for the 15 states of up to four hits, two for (5, 0), and in the last of the four for (5, 1) the budget is met.
    stop = stop_of(P1, Volley(), paths=400)
    assert (stop.paths, stop.states) == (401, 325 - 16)
    assert "casualties" in stop.step
    assert str(stop) == f"stopped in step {stop.step} after 401 paths with 309 states left"
    # 19 paths of six against six, 19 more of those who strike back: 12 dice, and a test where some are left; 17 of the
    # next five. To walk are then these five, four to one of the first strike, five to one of the second, six to one of
    # the last.
    stop = stop_of(P3, Assault(), paths=50)
    assert (stop.paths, stop.states) == (51, 1 + 4 + 5 + 6)
    assert "strike" in stop.step


def test_a_budget_of_states_tells_the_paths_that_were_walked():
    assert stop_of(MISSES, Coins(50), states=10) == Stop(
        "test-misses:" + name_of(dice_that_miss) + ":test-misses", 11, 1
    )
    stop = stop_of(MISSES_REPEATED, Coins(50), states=20)
    assert stop == Stop(name_of(and_more_misses), 20, 21)  # the first state and twenty new ones


def name_of(function):
    return f"{function.__module__}.{function.__qualname__}"


def test_a_budget_that_is_just_enough_is_enough():
    for pipeline, row, paths in ((MISSES, Coins(15), 16), (MISSES_AGAIN, Coins(3), 4 + 4 * 4)):
        assert exact(pipeline, row, paths=paths)[1].sum() == pytest.approx(1, abs=1e-12)
        assert stop_of(pipeline, row, paths=paths - 1).paths == paths
    assert len(exact(MISSES, Coins(15), states=16)[1]) == 16
    assert stop_of(MISSES, Coins(15), states=15).paths == 16


@pytest.mark.parametrize("pipeline", [MISSES, MISSES_AGAIN, MISSES_REPEATED, MISSES_NESTED], ids=lambda p: p.name)
@pytest.mark.parametrize("budget", [{"paths": 1500}, {"states": 60}], ids=str)
def test_rows_that_meet_their_budget_leave_the_others_alone(pipeline, budget):
    """A dropped row left its states in the merge table, and the next row lost what it counted there."""
    rows = [Coins(n) for n in (2, 2000, 5, 4, 3000, 4000, 3, 6, 2000)]
    spread, stops = exact_rows(pipeline, rows, **budget)
    assert sorted(stops) == [1, 4, 5, 8]
    assert set(spread.rows.tolist()) == {0, 2, 3, 6, 7}
    for number, row in enumerate(rows):
        if number in stops:
            alone = stop_of(pipeline, row, **{"paths": 10**6, **budget})
            assert stops[number] == alone
        else:
            own = spread.rows == number
            outcomes, chances = exact(pipeline, row)
            assert spread.states[own].tolist() == outcomes.tolist()
            assert spread.chances[own].tolist() == chances.tolist()


def test_a_stop_names_the_step_in_which_its_row_stopped():
    rows = [Coins(20), Coins(5), Coins(3)]  # 21 paths in the first step; 6 and 6 times 6; 4 and 4 times 4
    _, stops = exact_rows(MISSES_AGAIN, rows, paths=20)
    assert sorted(stops) == [0, 1]
    assert name_of(dice_that_miss) in stops[0].step
    assert name_of(and_more_misses) in stops[1].step


def test_a_dropped_row_hides_nothing_of_the_next():
    rows = [Coins(20), Coins(15), Coins(18), Coins(10)]
    spread, stops = exact_rows(MISSES, rows, paths=16)
    assert sorted(stops) == [0, 2]
    assert np.bincount(spread.rows, spread.chances).tolist() == pytest.approx([0, 1, 0, 1], abs=1e-12)


def test_stops_of_a_long_sweep_carry_the_numbers_of_their_rows():
    rows = [Coins(3)] * (run.ROWS_A_TASK + 7)
    for place in (5, run.ROWS_A_TASK - 1, run.ROWS_A_TASK, run.ROWS_A_TASK + 3):
        rows[place] = Coins(100)
    for threads in (1, 2):
        spread, stops = exact_rows(MISSES, rows, paths=50, threads=threads)
        assert sorted(stops) == [5, run.ROWS_A_TASK - 1, run.ROWS_A_TASK, run.ROWS_A_TASK + 3]
        sums = np.bincount(spread.rows, spread.chances, minlength=len(rows))
        assert sums == pytest.approx([0.0 if row in stops else 1.0 for row in range(len(rows))])


def test_contests_beyond_the_budget_say_so():
    assert "exchange" in stop_of(CONTEST, Sides(30, 30), paths=10_000).step
    assert "shoot" in stop_of(NESTED, Campaign(50, 50, 900), paths=300).step
