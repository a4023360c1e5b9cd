"""Every draw verb against the oracle: exactly, and by chi-square with the random sources.

A verb that has no prepared table is drawn the same way by both random sources, which is tested bit by bit.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, fsum, sqrt
from typing import Any

import icepool
import pytest
from numba import njit

from kernels.compiler import rule
from kernels.dice import draws, tables
from kernels.dice.sources import General, Prepared, seed_key, trial_counter
from kernels.pipeline import repeat
from kernels.run import exact, exact_rows, sample
from tests.kernels import pipelines
from tests.oracles import dice as oracle
from tests.statistics import Odds, assert_exactly, assert_sampled

ANY_GOOD, ANY_SIDES, ANY_CUT = (-20, 1000), (1, 1000), (-20, 1000)
POOL = {"n": (-5, 1000), "good": ANY_GOOD, "sides": ANY_SIDES}
CUTS = {"n": (-5, 1000), "first": ANY_CUT, "second": ANY_CUT, "third": ANY_CUT, "sides": ANY_SIDES}
D6 = {"n": (-5, tables.D6_DICE), "sides": (6, 6)}


@dataclass(frozen=True)
class Verb:
    """A draw verb as a pipeline of one step, its oracle, the odds of a likely mistake, and what to ask."""

    step: Callable[..., Any]
    rules: type
    limits: dict[str, tuple[int, int]]
    state: type
    sizes: Callable[[Any], tuple[int, ...]]
    odds: Callable[..., Odds]
    slip: Callable[..., Odds]
    rows: list[tuple[int, ...]]
    prepared: dict[str, tuple[int, int]] | None = None  # None: there is no table, and both sources draw the same way
    trials: int = 400_000

    def pipeline(self, prepared: bool) -> Any:
        ranges = self.prepared if prepared else None
        return pipelines.one_step(self.step, self.rules, self.limits, self.state, self.sizes, ranges)


def pool_size(rules):
    return (max(rules.n, 0) + 1,)


def two_d6_size(rules):
    return 13, 2


POOLS = [
    *((n, good, 6) for n in (0, 1, 2, 12, 31) for good in (1, 3, 5)),
    *((n, good, 10) for n in (1, 4, 15) for good in (1, 6, 9)),
    *((5, good, 6) for good in (-3, 0, 6, 9)),
    *((5, good, 10) for good in (-3, 0, 10, 12)),
    *((-2, 3, 6), (-2, 3, 10), (0, 3, 10)),
    *((32, 3, 6), (32, 1, 6), (16, 4, 10), (16, 9, 10)),
    *((7, 3, 8), (20, 19, 20), (3, 1, 2), (4, 1, 3), (9, 33, 100), (2, 1, 1), (0, 1, 7)),
    *((60, 3, 6), (61, 3, 6), (100, 2, 6), (100, 7, 10), (100, 19, 20), (600, 3, 6), (600, 5, 6)),
]
REROLLED = [(n, good, sides) for n, good, sides in POOLS if n <= 32] + [(40, 2, 6), (60, 19, 20), (60, 99, 100)]

VERBS = {
    "die": Verb(
        step=pipelines.roll_die,
        rules=pipelines.Die,
        limits={"sides": ANY_SIDES},
        state=pipelines.Value,
        sizes=lambda rules: (rules.sides + 1,),
        odds=oracle.die,
        slip=lambda sides: oracle.die(max(1, sides - 1)),  # the highest face never comes up
        rows=[(sides,) for sides in (1, 2, 3, 4, 6, 7, 8, 10, 12, 20, 100)],
    ),
    "at_most": Verb(
        step=pipelines.roll_at_most,
        rules=pipelines.Test,
        limits={"good": ANY_GOOD, "sides": ANY_SIDES},
        state=pipelines.Value,
        sizes=lambda rules: (2,),
        odds=oracle.at_most,
        slip=lambda good, sides: oracle.at_most(good - 1, sides),  # < for <=
        rows=[(g, s) for s in (1, 2, 3, 6, 7, 10, 20, 36, 100) for g in sorted({-3, 0, 1, s // 2, s - 1, s, s + 3})],
    ),
    "bands": Verb(
        step=pipelines.roll_bands,
        rules=pipelines.Cuts,
        limits=CUTS,
        state=pipelines.Value,
        sizes=lambda rules: (4,),
        odds=lambda n, a, b, c, sides: oracle.bands((a, b, c), sides),
        slip=lambda n, a, b, c, sides: oracle.bands((a - 1, b - 1, c - 1), sides),  # >= for >
        rows=[
            *((1, 2, 4, 6, 10), (1, 1, 2, 3, 6), (1, 3, 3, 3, 6), (1, 0, 3, 3, 7), (1, -5, -4, 3, 10)),
            *((1, 2, 20, 30, 6), (1, 0, 5, 6, 6), (1, -3, -2, -1, 6), (1, 6, 7, 8, 6), (1, 0, 0, 6, 6)),
            *((1, -9, 1, 30, 2), (1, 33, 50, 90, 100), (1, 0, 1, 2, 1), (1, 2, 2, 9, 20), (1, 0, 6, 7, 6)),
        ],
    ),
    "successes": Verb(
        step=pipelines.roll_successes,
        rules=pipelines.Pool,
        limits=POOL,
        state=pipelines.Value,
        sizes=pool_size,
        odds=oracle.successes,
        slip=lambda n, good, sides: oracle.successes(n - 1, good, sides),  # a die forgotten
        rows=POOLS,
        prepared=D6,
    ),
    "successes_of_d10": Verb(
        step=pipelines.roll_successes,
        rules=pipelines.Pool,
        limits=POOL,
        state=pipelines.Value,
        sizes=pool_size,
        odds=oracle.successes,
        slip=lambda n, good, sides: oracle.successes(n, good - 1, sides),  # < for <=
        rows=[row for row in POOLS if row[2] == 10],
        prepared={"n": (-5, tables.D10_DICE), "sides": (10, 10)},
    ),
    "reroll_misses": Verb(
        step=pipelines.roll_reroll_misses,
        rules=pipelines.Pool,
        limits=POOL,
        state=pipelines.Value,
        sizes=pool_size,
        odds=oracle.reroll_misses,
        slip=oracle.successes,  # the reroll forgotten
        rows=REROLLED,
        prepared=D6,
    ),
    "reroll_successes": Verb(
        step=pipelines.roll_reroll_successes,
        rules=pipelines.Pool,
        limits=POOL,
        state=pipelines.Value,
        sizes=pool_size,
        odds=oracle.reroll_successes,
        slip=oracle.successes,  # the reroll forgotten
        rows=REROLLED,
        prepared={"n": (-5, tables.D10_DICE), "sides": (10, 10)},
    ),
    "faces_of_one_cut": Verb(
        step=pipelines.roll_one_cut,
        rules=pipelines.Pool,
        limits=POOL,
        state=pipelines.Two,
        sizes=lambda rules: pool_size(rules) * 2,
        odds=lambda n, cut, sides: oracle.faces(n, (cut,), sides),
        slip=lambda n, cut, sides: oracle.faces(n, (cut - 1,), sides),  # >= for >
        rows=[(0, 3, 6), (-2, 3, 6), (1, 1, 2), (5, 0, 6), (5, 9, 6), (8, 2, 6), (9, 14, 20), (40, 6, 10)],
    ),
    "faces": Verb(
        step=pipelines.roll_faces,
        rules=pipelines.Cuts,
        limits=CUTS,
        state=pipelines.Four,
        sizes=lambda rules: pool_size(rules) * 4,
        odds=lambda n, a, b, c, sides: oracle.faces(n, (a, b, c), sides),
        slip=lambda n, a, b, c, sides: oracle.faces(n, (a - 1, b - 1, c - 1), sides),  # >= for >
        rows=[
            *((0, 1, 3, 5, 6), (-2, 1, 3, 5, 6), (1, 1, 3, 5, 6), (6, 1, 3, 5, 6), (4, 3, 4, 5, 6), (12, 2, 5, 9, 10)),
            *(
                (5, 3, 3, 3, 6),
                (5, -4, 0, 3, 6),
                (5, 4, 6, 6, 6),
                (5, 7, 8, 9, 6),
                (5, -3, -2, 0, 6),
                (3, 50, 60, 90, 100),
            ),
        ],
    ),
    "uncancelled": Verb(
        step=pipelines.roll_uncancelled,
        rules=pipelines.Clash,
        limits={"attack": (-5, 100), "defence": (-5, 100), "least": (-5, 100), "sides": ANY_SIDES},
        state=pipelines.Value,
        sizes=lambda rules: (max(rules.attack, 0) + 1,),
        odds=oracle.uncancelled,
        slip=lambda attack, defence, least, sides: oracle.uncancelled(attack - 1, defence, least, sides),
        rows=[
            *((-2, 3, 4, 6), (0, 3, 4, 6), (1, 1, 4, 6), (2, 1, 6, 6), (6, 3, 4, 6), (12, 6, 4, 6), (12, 12, 5, 6)),
            *((4, -1, 4, 6), (4, 0, 4, 6), (3, 1, 1, 6), (1, 3, 1, 6), (3, 2, -3, 6), (4, 3, 2, 6), (4, 4, 3, 6)),
            *((5, 2, 7, 6), (5, 2, 9, 6), (5, 0, 1, 6), (13, 2, 5, 6), (3, 13, 5, 6), (14, 0, 6, 6), (2, 2, 1, 4)),
            *((3, 2, 8, 10), (4, 2, 2, 3), (2, 3, 11, 10), (3, 1, 1, 1)),
        ],
        prepared={"attack": (-5, tables.CLASH_DICE), "defence": (-5, tables.CLASH_DICE), "sides": (6, 6)},
    ),
    "two_d6": Verb(
        step=pipelines.roll_two_d6,
        rules=pipelines.Total,
        limits={"total": (-20, 30)},
        state=pipelines.Two,
        sizes=two_d6_size,
        odds=lambda total: oracle.together(oracle.two_d6(), oracle.two_d6_at_most(total)),
        slip=lambda total: oracle.together(  # one flat die of eleven faces
            oracle.mapped(oracle.die(11), lambda face: (face + 1,)), oracle.two_d6_at_most(total)
        ),
        rows=[(total,) for total in (-5, *range(15), 30)],
        prepared={"total": (-20, 30)},
    ),
    "two_d6_at_most": Verb(
        step=pipelines.roll_two_d6,
        rules=pipelines.Total,
        limits={"total": (-20, 30)},
        state=pipelines.Two,
        sizes=two_d6_size,
        odds=lambda total: oracle.together(oracle.two_d6(), oracle.two_d6_at_most(total)),
        slip=lambda total: oracle.together(oracle.two_d6(), oracle.two_d6_at_most(total - 1)),  # < for <=
        rows=[(total,) for total in range(2, 13)],
        prepared={"total": (-20, 30)},
    ),
    "keep_highest": Verb(
        step=pipelines.roll_keep_highest,
        rules=pipelines.Kept,
        limits={"n": (-5, 100), "best": (-5, 100), "sides": ANY_SIDES},
        state=pipelines.Value,
        sizes=lambda rules: (max(0, min(rules.n, rules.best)) * rules.sides + 1,),
        odds=oracle.keep_highest,
        slip=lambda n, best, sides: oracle.keep_highest(n - 1, best, sides),  # a die forgotten
        rows=[
            *((n, best, 6) for n in range(7) for best in range(4)),
            *((-1, 2, 6), (3, -1, 6), (2, 5, 6), (4, 4, 6), (5, 5, 6), (7, 1, 6), (8, 3, 6), (8, 2, 6)),
            *((1, 1, 20), (2, 1, 20), (3, 1, 20), (2, 2, 10), (3, 2, 10), (4, 3, 8), (5, 2, 4), (3, 2, 2), (4, 2, 1)),
        ],
        prepared={"n": (-5, tables.KEEP_DICE), "best": (-5, tables.KEEP_BEST), "sides": (6, 6)},
    ),
    "divided_die": Verb(
        step=pipelines.roll_divided_die,
        rules=pipelines.Divided,
        limits={"sides": ANY_SIDES, "divisor": (1, 1000)},
        state=pipelines.Value,
        sizes=lambda rules: (-(-rules.sides // rules.divisor) + 1,),
        odds=oracle.divided_die,
        slip=lambda sides, divisor: oracle.mapped(oracle.die(sides), lambda face: (face // divisor,)),  # rounded down
        rows=[(6, 2), (10, 2), (7, 2), (5, 3), (1, 2), (2, 2), (6, 10), (100, 7), (20, 3)],
    ),
}
EACH_VERB = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS.keys())
TABLED = {name: verb for name, verb in VERBS.items() if verb.prepared}


@EACH_VERB
def test_every_draw_has_exactly_the_odds_of_the_oracle(verb):
    spread, stops = exact_rows(verb.pipeline(prepared=False), verb.rows)
    assert not stops
    for number, row in enumerate(verb.rows):
        own = spread.rows == number
        assert_exactly(spread.states[own], spread.chances[own], verb.odds(*row))


def binomial(n, p, outcomes):
    """The chances of these numbers of successes."""
    good, whole = p.numerator, p.denominator
    return [Fraction(comb(n, k) * good**k * (whole - good) ** (n - k), whole**n) for k in outcomes]


SHARES = {"successes": lambda p: p, "reroll_misses": lambda p: 1 - (1 - p) ** 2, "reroll_successes": lambda p: p * p}
FAR_OUT = [
    *((54, 999, 1000), (60, 999, 1000), (60, 1, 1000), (60, 449, 450), (61, 999, 1000)),
    *((78, 99, 100), (755, 1, 2), (1000, 5, 6), (1000, 1, 1000)),
]


@pytest.mark.parametrize("verb", SHARES)
def test_large_pools_and_rare_faces_lose_no_digit(verb):
    """Each chance in relation to its own size, also where that of the first outcome is too small for a number."""
    pipeline = VERBS[verb].pipeline(prepared=False)
    for n, good, sides in FAR_OUT:
        found, chances = exact(pipeline, (n, good, sides))
        due = binomial(n, SHARES[verb](Fraction(good, sides)), found[:, 0].tolist())
        assert sum(due) == 1
        for chance, exactly in zip(chances.tolist(), due, strict=True):
            assert chance == pytest.approx(float(exactly), rel=1e-12, abs=0 if exactly > 1e-300 else 1e-300)
        assert fsum(chances) == pytest.approx(1, abs=2e-14)


def test_near_the_mean_of_a_large_pool_only_the_last_digits_are_rounded():
    _, chances = exact(VERBS["successes"].pipeline(prepared=False), (1000, 1, 1000))
    for chance, exactly in zip(chances[:21].tolist(), binomial(1000, Fraction(1, 1000), range(21)), strict=True):
        assert abs(float(Fraction(chance) / exactly - 1)) < 3e-14


@pytest.mark.parametrize("sides", [0, -3])
def test_a_die_without_faces_is_in_the_first_band(sides):
    """No pipeline lets it in; a rule that computes it must still come to its end."""
    pipeline = replace(VERBS["bands"].pipeline(prepared=False), name="bands-of-nothing")
    pipeline = replace(pipeline, limits={**pipeline.limits, "sides": (-9, 9)})
    assert_exactly(*exact(pipeline, (1, 0, 3, 3, sides)), {(0,): Fraction(1)})


@EACH_VERB
def test_what_is_certain_costs_no_draw(verb):
    """One path only: a pool of no dice, a test that cannot fail, a die of one side make no draw."""
    for row in verb.rows:
        if len(verb.odds(*row)) == 1:
            assert_exactly(*exact(verb.pipeline(prepared=False), row, paths=1), verb.odds(*row))


@EACH_VERB
def test_general_dice_follow_the_oracle(verb):
    pipeline = verb.pipeline(prepared=False)
    for row in verb.rows:
        assert not pipeline.fits_tables(row)
        counts = sample(pipeline, row, seed=20260101, trials=verb.trials)
        assert_sampled(counts, verb.odds(*row), slip=verb.slip(*row))


@pytest.mark.parametrize("verb", TABLED.values(), ids=TABLED.keys())
def test_prepared_dice_follow_the_oracle(verb):
    pipeline = verb.pipeline(prepared=True)
    fitting = [row for row in verb.rows if pipeline.fits_tables(row)]
    assert len(fitting) >= min(9, len(verb.rows) - 1)
    for row in fitting:
        counts = sample(pipeline, row, seed=20260102, trials=verb.trials)
        assert_sampled(counts, verb.odds(*row), slip=verb.slip(*row))


def test_three_highest_of_four_d6_have_the_well_known_counts():
    known = [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]
    odds = {(total,): Fraction(count, 1296) for total, count in enumerate(known, start=3)}
    assert_exactly(*exact(VERBS["keep_highest"].pipeline(prepared=False), (4, 3, 6)), odds)


def test_a_pool_of_thousands_is_drawn_in_parts():
    """A power of so many dice is 0; the mean tells, within six standard errors (a false alarm of 2 in 10^9)."""
    verb, n, trials = VERBS["successes"], 4000, 20_000
    pipeline = replace(verb.pipeline(prepared=False), name="test-thousands", limits={**verb.limits, "n": (0, 10_000)})
    outcomes, times = sample(pipeline, (n, 1, 2), seed=20260110, trials=trials).outcomes()
    assert outcomes[:, 0] @ times / trials == pytest.approx(n / 2, abs=6 * sqrt(n / 4 / trials))


@rule
def a_reroll_and_the_one_before(dice, rules, state):
    return pipelines.Two(state.second, draws.reroll_misses(dice, pipelines.DRAW, 1, rules.good, rules.sides))


@rule
def a_reroll_and_the_next_name(dice, rules, state):
    rerolled = draws.reroll_misses(dice, pipelines.DRAW, 1, rules.good, rules.sides)
    return pipelines.Two(rerolled, draws.at_most(dice, pipelines.DRAW + 1, rules.good, rules.sides))


@rule
def two_passes(rules):
    return 2


def coin_pair(name, step):
    return replace(pipelines.one_step(step, pipelines.Pool, POOL, pipelines.Two, lambda rules: (2, 2), None), name=name)


def test_a_reroll_shares_its_die_with_no_other_draw():
    """Neither with the first roll of the next repetition nor with the next named step. Coins: a reroll has 3 of 4."""
    again = repeat(a_reroll_and_the_one_before, two_passes)
    pipeline = replace(coin_pair("test-reroll-again", a_reroll_and_the_one_before), steps=(again,))
    odds = {(a, b): Fraction(3 ** (a + b), 16) for a in (0, 1) for b in (0, 1)}
    shared = {(1, 1): Fraction(5, 8), (1, 0): Fraction(1, 8), (0, 1): Fraction(1, 8), (0, 0): Fraction(1, 8)}
    assert_sampled(sample(pipeline, (1, 3, 6), seed=20260111, trials=100_000), odds, slip=shared)
    odds = {(a, b): Fraction(3**a, 8) for a in (0, 1) for b in (0, 1)}
    shared = {(1, 1): Fraction(1, 2), (1, 0): Fraction(1, 4), (0, 0): Fraction(1, 4)}
    pipeline = coin_pair("test-reroll-next", a_reroll_and_the_next_name)
    assert_sampled(sample(pipeline, (1, 3, 6), seed=20260112, trials=100_000), odds, slip=shared)


def odds_of(die):
    return {(int(outcome),): Fraction(die.probability(outcome)) for outcome in die.outcomes()}


def test_the_oracle_agrees_with_icepool():
    for n, best, sides in [(4, 3, 6), (6, 3, 6), (8, 2, 6), (3, 2, 10), (2, 1, 20), (3, 3, 8)]:
        assert oracle.keep_highest(n, best, sides) == odds_of(icepool.d(sides).highest(n, best)), (n, best, sides)
    for n, good, sides in [(1, 1, 6), (12, 3, 6), (31, 5, 6), (16, 4, 10), (9, 33, 100)]:
        test = icepool.d(sides) <= good
        assert oracle.successes(n, good, sides) == odds_of(n @ test), (n, good, sides)
        twice = (icepool.d(sides) <= good) | (icepool.d(sides) <= good)
        assert oracle.reroll_misses(n, good, sides) == odds_of(n @ twice)
        both = (icepool.d(sides) <= good) & (icepool.d(sides) <= good)
        assert oracle.reroll_successes(n, good, sides) == odds_of(n @ both)
    assert oracle.two_d6() == odds_of(2 @ icepool.d6)
    assert oracle.divided_die(7, 2) == odds_of((icepool.d(7) + 1) // 2)
    for attack, defence, least in [(1, 1, 4), (6, 3, 4), (12, 6, 4), (4, 3, 2), (3, 5, 5)]:
        hits = icepool.d6.pool(attack).keep_outcomes(set(range(least, 7)))
        left = hits.max_pair_drop("<=", icepool.d6.pool(defence)).size()
        assert oracle.uncancelled(attack, defence, least, 6) == odds_of(left), (attack, defence, least)


@njit
def pool_draws(dice, name, n, good, sides):
    return (
        draws.successes(dice, name, n, good, sides),
        draws.reroll_misses(dice, name, n, good, sides),
        draws.reroll_successes(dice, name, n, good, sides),
    )


@njit
def other_draws(dice, name, n, cut, sides):
    """Draws that have no table, and those that have one of d6."""
    return (
        draws.die(dice, name, sides),
        draws.divided_die(dice, name, sides, 2),
        draws.at_most(dice, name, cut, sides),
        draws.bands(dice, name, (cut, cut + 2), sides),
        *draws.faces(dice, name, 3 * n, (cut, cut + 2), sides),
        draws.uncancelled(dice, name, 2 * n, n, cut, 6),
        draws.keep_highest(dice, name, n, cut % 4, 6),
        draws.two_d6(dice, name),
        draws.two_d6_at_most(dice, name, cut + 3),
    )


@njit
def differing_draws(seed, trials):
    """How often the two random sources disagree, over pools that fit the tables and draws that have none."""
    key = seed_key(seed)
    different = 0
    for trial in range(trials):
        table, other = Prepared(trial_counter(key, trial), 5), General(trial_counter(key, trial), 5)
        for n in range(-1, tables.D6_DICE + 1):
            good = (trial + n) % 8
            different += pool_draws(table, 3, n, good, 6) != pool_draws(other, 3, n, good, 6)
            if n <= tables.D10_DICE:
                different += pool_draws(table, 3, n, good + 2, 10) != pool_draws(other, 3, n, good + 2, 10)
            if n <= tables.CLASH_DICE // 2:
                different += other_draws(table, 3, n, good, 4 + n) != other_draws(other, 3, n, good, 4 + n)
    return different


def test_prepared_and_general_dice_are_the_same_dice_where_the_tables_reach():
    """Draw by draw, not only in their odds: so a general run can be compared with a prepared one."""
    assert differing_draws(20260103, 3000) == 0


def test_draws_say_that_they_need_compiled_code():
    for verb in (draws.die, draws.at_most, draws.bands, draws.successes, draws.faces, draws.keep_highest):
        with pytest.raises(NotImplementedError, match="compiled code only"):
            verb(*range(verb.__code__.co_argcount))
