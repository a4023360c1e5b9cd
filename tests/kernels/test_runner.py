"""Laws of the two runners: repeats, many rows, merging, precision, progress."""

from _thread import interrupt_main
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from threading import Event, Timer
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

from kernels import run
from kernels.compiler import rule
from kernels.dice import die, named
from kernels.exact import FIRST_ROOM, lessened, links
from kernels.pipeline import Pipeline, repeat
from kernels.presets import CONTEST, P1, P2, P3, Assault, Shots, Sides, Volley
from kernels.run import AHEAD, BudgetReached, exact, exact_rows, in_order, sample, sample_rows
from tests.kernels.campaign import NESTED, PAIRS, SHOTS_ONLY, TWO_PAIRS, TWO_ROUNDS_OF_TWO, Campaign
from tests.statistics import assert_exactly, assert_sampled

ROLL, AGAIN, THIRD = named("roll"), named("again"), named("third")


def odds(outcomes, chances):
    return {tuple(outcome): Fraction(p) for outcome, p in zip(outcomes.tolist(), chances.tolist(), strict=True)}


def campaign_odds(n_rounds, n_shots, models):
    """The nested campaign, round by round and shot by shot."""
    now = {(models, 0): Fraction(1)}
    for _ in range(n_rounds):
        after = Counter()
        for (left, fired), p in now.items():
            if left == 0:
                after[left, fired] += p
                continue
            for pace in (1, 2, 3):
                made = min(pace, n_shots)
                for hits in product((0, 1), repeat=made):
                    chance = p * Fraction(1, 3) ** (1 + sum(hits)) * Fraction(2, 3) ** (made - sum(hits))
                    after[max(0, left - sum(hits)), fired + made] += chance
        now = after
    return dict(now)


def test_a_nested_repeat_is_its_steps_written_out():
    for models in (1, 2, 3, 9):
        nested = odds(*exact(NESTED, Campaign(2, 2, models)))
        assert_exactly(*exact(TWO_ROUNDS_OF_TWO, Campaign(2, 2, models)), nested)


def test_a_nested_repeat_has_the_odds_of_plain_fractions():
    rows = [Campaign(2, 2, 3), Campaign(3, 2, 4), Campaign(4, 3, 2), Campaign(1, 1, 1), Campaign(5, 1, 2)]
    spread, stops = exact_rows(NESTED, rows)
    assert not stops
    for number, row in enumerate(rows):
        own = spread.rows == number
        assert_exactly(spread.states[own], spread.chances[own], campaign_odds(*row))


def test_the_sampler_of_a_nested_repeat_follows_its_exact_odds():
    for row, slip in [
        (Campaign(2, 2, 3), Campaign(2, 2, 2)),
        (Campaign(4, 3, 5), Campaign(4, 2, 5)),
        (Campaign(3, 1, 2), Campaign(2, 1, 2)),
    ]:
        counts = sample(NESTED, row, seed=20260401, trials=300_001)
        assert_sampled(counts, campaign_odds(*row), slip=campaign_odds(*slip))


def test_a_repeat_of_two_steps_is_its_steps_written_out():
    for models in (1, 2, 5):
        pairs = odds(*exact(PAIRS, Campaign(2, 1, models)))
        assert_exactly(*exact(TWO_PAIRS, Campaign(2, 1, models)), pairs)
        counts = sample(PAIRS, Campaign(2, 1, models), seed=20260402, trials=100_000)
        once = {(models - hit, 1): Fraction(2 - hit, 3) for hit in (0, 1)}  # the second pass forgotten
        assert_sampled(counts, pairs, slip=once)


@pytest.mark.parametrize(
    "pipeline, row",
    [
        (NESTED, Campaign(0, 3, 4)),  # no round
        (NESTED, Campaign(3, 3, 0)),  # over before the first round
        (NESTED, Campaign(3, 0, 4)),  # rounds without a shot
        (PAIRS, Campaign(0, 0, 4)),
        (PAIRS, Campaign(7, 0, 0)),
        (SHOTS_ONLY, Campaign(1, 0, 4)),
        (SHOTS_ONLY, Campaign(1, 9, 0)),
    ],
)
def test_a_repeat_of_no_passes_and_one_that_is_over_at_once_change_nothing(pipeline, row):
    assert_exactly(*exact(pipeline, row), {(row.models, 0): Fraction(1)})
    counts = sample(pipeline, row, seed=20260403, trials=3000)
    found, times = counts.outcomes()
    assert (found.tolist(), times.tolist()) == ([[row.models, 0]], [3000])


def test_passes_are_counted_to_the_last():
    """Shots at 1000 models, a third of which hit: the number of passes is that of the shots, exactly."""
    for n in (1, 2, 7):
        outcomes, chances = exact(SHOTS_ONLY, Campaign(1, n, 1000))
        assert set(outcomes[:, 1].tolist()) == {n}
        assert chances == pytest.approx(stats.binom.pmf(1000 - outcomes[:, 0], n, 1 / 3), abs=1e-12)
        found, _ = sample(SHOTS_ONLY, Campaign(1, n, 1000), seed=20260404, trials=20_000).outcomes()
        assert set(found[:, 1].tolist()) == {n}


MANY = {
    "p1": (P1, [Volley(shots, hit, 4, 2, 6, 5) for shots in (0, 3, 24, 40) for hit in (0, 2, 6)]),
    "p2": (P2, [Shots(shots, 6, tn, 5, -4, 10) for shots in (0, 1, 3) for tn in (0, 4, 10)]),
    "p3": (P3, [Assault(a, d, 2, 2, 10) for a in (1, 3, 6) for d in (1, 2, 5)]),
    "contest": (CONTEST, [Sides(a, b) for a in range(4) for b in range(4)]),
    "nested": (NESTED, [Campaign(a, b, c) for a in range(3) for b in range(3) for c in range(3)]),
}


@pytest.mark.parametrize("name", MANY)
def test_many_rows_are_the_rows_one_by_one(name):
    """To the last bit: a row never depends on its neighbours."""
    pipeline, rows = MANY[name]
    spread, stops = exact_rows(pipeline, rows)
    assert not stops
    assert (np.diff(spread.rows) >= 0).all()
    for number, row in enumerate(rows):
        own = spread.rows == number
        outcomes, chances = exact(pipeline, row)
        assert spread.states[own].tolist() == outcomes.tolist()
        assert spread.chances[own].tolist() == chances.tolist()


def test_a_sweep_is_the_same_for_any_number_of_threads():
    rows = [Shots(1 + i % 3, i % 11, i // 11 % 11, i % 7, -4, 10) for i in range(3 * run.ROWS_A_TASK // 2)]
    seen = []
    one, stops = exact_rows(P2, rows, progress=lambda done, of: seen.append((done, of)))
    two, _ = exact_rows(P2, rows, threads=2)
    assert not stops
    assert seen == [(run.ROWS_A_TASK, len(rows)), (len(rows), len(rows))]
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    last = one.rows == len(rows) - 1
    assert one.chances[last].tolist() == exact(P2, rows[-1])[1].tolist()
    assert np.bincount(one.rows, one.chances) == pytest.approx(np.ones(len(rows)), abs=1e-12)


def test_a_large_case_leaves_later_ones_as_quick_as_before():
    """What it needed is no measure for a batch, and is forgotten step by step."""
    small, large = Dice(6), Dice(100)
    pipeline = sums("test-room", (repeat(one_die, thrice),))
    link = links(pipeline)[0]
    assert link.room == FIRST_ROOM
    exact_rows(pipeline, [large, small])
    assert link.room[1:] == [1024, 256 * 4**4]  # of the larger row: 301 states, 201 times 100 links
    exact(pipeline, large)
    assert link.room[0] == 373  # 298 outcomes, and a quarter more
    exact(pipeline, small)
    assert link.room[0] == 93
    for _ in range(5):
        exact(pipeline, small)
    assert link.room == [20, *FIRST_ROOM[1:]]  # 16 outcomes, and a quarter more
    link.room[0] = 1 << 40  # of states for each state: more than any memory
    spread, _ = exact_rows(pipeline, [large, small])
    assert np.bincount(spread.rows, spread.chances) == pytest.approx([1, 1], abs=1e-12)


def test_room_is_lessened_only_where_twice_as_much_is_left():
    assert [lessened(1024, needed, 64) for needed in (0, 127, 128, 500)] == [256, 256, 1024, 1024]
    assert lessened(64, 0, 64) == 64


def test_budgets_are_a_million_paths_a_row_and_a_million_states():
    generous = {"sides": (1, 10**7)}
    pipeline = replace(sums("test-budgets", (three_dice,)), limits=generous)
    assert not exact_rows(pipeline, [Dice(100)])[1]
    assert exact_rows(pipeline, [Dice(101)])[1][0].paths == 10**6 + 1
    single = replace(sums("test-states", (one_die,)), limits=generous)
    assert len(exact(single, Dice(10**6))[1]) == 10**6
    with pytest.raises(BudgetReached):
        exact(single, Dice(10**6 + 1))


def test_ctrl_c_while_a_kernel_runs_is_just_that():
    """Numba's own answer is a SystemError: the kernel returned a result with an exception set."""
    pipeline = sums("test-ctrl-c", (three_dice,))
    exact(pipeline, Dice(6))
    timer = Timer(0.1, interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        exact(pipeline, Dice(1000), paths=3 * 10**7)
    timer.join()


def test_ctrl_c_drops_the_tasks_that_have_not_begun(monkeypatch):
    begun, gate = [], Event()

    def task(item):
        begun.append(item)
        return item == 0 or gate.wait(10)

    results = in_order(task, range(1000), 2)
    next(results)
    Timer(0.2, gate.set).start()  # until then each thread is held up in a task
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt)
    assert len(begun) <= 3  # the first, and one a thread


def test_no_rows_are_no_outcomes():
    for pipeline in (P1, P3, NESTED):
        spread, stops = exact_rows(pipeline, np.empty((0, len(pipeline.rules._fields)), np.int64))
        assert (len(spread.rows), len(spread.chances), stops) == (0, 0, {})


def test_equal_rows_of_a_sample_meet_the_same_dice():
    first, other, again = sample_rows(P1, [Volley(), Volley(shots=20), Volley()], seed=20260405, trials=20_000)
    assert first.counts.tolist() == again.counts.tolist() != other.counts.tolist()


class Dice(NamedTuple):
    sides: int


class Sum(NamedTuple):
    total: int


@rule
def nothing(rules):
    return Sum(0)


@rule
def three_dice(dice, rules, state):
    return Sum(die(dice, ROLL, rules.sides) + die(dice, AGAIN, rules.sides) + die(dice, THIRD, rules.sides))


@rule
def one_die(dice, rules, state):
    return Sum(state.total + die(dice, ROLL, rules.sides))


@rule
def thrice(rules):
    return 3


@rule
def total(rules, state):
    return (state.total,)


def sums(name, steps):
    limits = {"sides": (1, 1000)}
    return Pipeline(name, Dice, limits, Sum, nothing, steps, ("total",), total, lambda rules: (3 * rules.sides + 1,))


def test_a_million_paths_merge_without_losing_a_digit():
    one = np.ones(100, np.int64)
    ways = np.convolve(np.convolve(one, one), one)  # of 3, 4, ... 300
    due = {(3 + i,): Fraction(int(n), 10**6) for i, n in enumerate(ways)}
    assert_exactly(*exact(sums("test-a-million-paths", (three_dice,)), Dice(100), paths=10**6), due)
    again = sums("test-a-die-three-times", (repeat(one_die, thrice),))
    enough = 201 * 100  # states 0 to 200 once each
    assert_exactly(*exact(again, Dice(100), paths=enough), due)
    with pytest.raises(BudgetReached):
        exact(again, Dice(100), paths=enough - 1)
    counts = sample(again, Dice(6), seed=20260406, trials=200_000)
    d6 = np.ones(6, np.int64)
    due = {(3 + i,): Fraction(int(n), 216) for i, n in enumerate(np.convolve(np.convolve(d6, d6), d6))}
    same_die_thrice = {(3 * face,): Fraction(1, 6) for face in range(1, 7)}
    assert_sampled(counts, due, slip=same_die_thrice)


@rule
def three_more(dice, rules, state):
    more = die(dice, ROLL, rules.sides) + die(dice, AGAIN, rules.sides)
    return Sum(state.total + more + die(dice, THIRD, rules.sides))


@rule
def once(rules):
    return 1


LONG_SUMS = {  # equal paths, equal paths of a link, and links
    "once": ((three_dice,), 100),
    "repeated": ((repeat(three_more, once),), 100),
    "passes": ((repeat(one_die, thrice),), 1000),
}


@pytest.mark.parametrize("name", LONG_SUMS)
def test_what_a_sum_loses_is_made_good(name):
    """Without compensation some chances lose two digits."""
    steps, sides = LONG_SUMS[name]
    one = np.ones(sides, np.int64)
    ways = np.convolve(np.convolve(one, one), one)
    outcomes, chances = exact(sums(f"test-digits-{name}", steps), Dice(sides))
    errors = chances / (ways / sides**3)[outcomes[:, 0] - 3] - 1
    assert np.abs(errors).max() < 5e-16


@pytest.mark.parametrize("precision", [0.02, 0.004, 0.0011])
def test_precision_is_looked_at_after_a_thousand_trials_and_each_doubling(precision):
    seen = []
    made = sample(P1, Volley(), seed=20260407, precision=precision, progress=lambda n, of: seen.append(n))
    assert made.half_width() <= precision
    assert made.trials in {1000 << k for k in range(12)}
    assert seen == sorted(set(seen))
    assert {1000 << k for k in range(12) if 1000 << k <= made.trials} <= set(seen)
    assert seen[-1] == made.trials
    if made.trials > 1000:
        assert sample(P1, Volley(), seed=20260407, trials=made.trials // 2).half_width() > precision
    for threads in (2, 3):
        again = sample(P1, Volley(), seed=20260407, precision=precision, threads=threads)
        assert (again.trials, again.counts.tolist()) == (made.trials, made.counts.tolist())
    assert made.counts.tolist() == sample(P1, Volley(), seed=20260407, trials=made.trials).counts.tolist()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_long_run_tells_how_far_it_is(threads):
    trials, seen = 5_000_000, []
    sample(P1, Volley(), seed=1, trials=trials, threads=threads, progress=lambda *now: seen.append(now))
    made = [done for done, _ in seen]
    assert {of for _, of in seen} == {trials}
    assert made[-1] == trials
    assert all(0 < more - done <= 1 << 20 for done, more in pairwise([0, *made]))


def test_few_tasks_are_ahead_of_the_one_asked_for():
    begun = []
    results = in_order(lambda item: begun.append(item) or item, range(1000), 2)
    assert next(results) == 0
    assert len(begun) <= 2 * AHEAD + 2
    assert list(results) == list(range(1, 1000))


def test_a_precision_never_makes_more_trials_than_allowed():
    assert sample(P1, Volley(), seed=1, precision=1e-6, trials=5000).trials == 5000
    seen = []
    made = sample(P1, Volley(), seed=1, precision=1e-6, trials=300, progress=lambda *now: seen.append(now))
    assert made.trials == 300
    assert seen[-1] == (300, 300)


def test_progress_towards_a_precision_is_of_the_most_trials():
    seen = []
    sample(P1, Volley(), seed=1, precision=1e-6, trials=5000, progress=lambda done, of: seen.append(of))
    assert set(seen) == {5000}


def test_the_half_width_is_that_of_the_widest_wilson_interval():
    made = sample(P2, Shots(), seed=20260408, trials=3000)
    intervals = [stats.binomtest(int(k), 3000).proportion_ci(method="wilson") for k in made.counts]
    assert made.half_width() == pytest.approx(max(i.high - i.low for i in intervals) / 2, rel=1e-12)


def test_outcomes_of_a_run_are_those_that_occurred():
    made = sample(P2, Shots(), seed=20260409, trials=5000)
    outcomes, times = made.outcomes()
    possible = {tuple(o) for o in exact(P2, Shots())[0].tolist()}
    assert {tuple(o) for o in outcomes.tolist()} <= possible
    assert (times > 0).all()
    assert times.sum() == 5000
    table = made.counts.reshape(made.sizes)
    assert [table[tuple(o)] for o in outcomes.tolist()] == times.tolist()
