"""The same three pipelines as others would write them: NumPy arrays, plain Python, Numba with np.random.

Every peer is a function of the number of trials that returns the counts of outcomes in the dense table of
reference.cpp.
"""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from kernels.dice.random_draws import POOLS

SEED = 2026
TUNED_BATCH = {"p1": 1 << 12, "p2": 1 << 15}  # trials whose arrays stay in the cache: the best of several
MANY = 1_000_000  # trials that are arrays at once
CELLS = {"p1": 25 * 7 * 2, "p2": 4 * 4 * 4 * 7, "p3": 7 * 7 * 5}

Counts = npt.NDArray[np.int64]
Peer = Callable[[int], Counts]


def in_batches(codes: Callable[[np.random.Generator, int], Any], size: int, cells: int) -> Peer:
    """A peer of arrays: codes of outcomes, batch by batch."""

    def run(trials: int) -> Counts:
        random = np.random.default_rng(SEED)
        counts = np.zeros(cells, np.int64)
        for done in range(0, trials, size):
            counts += np.bincount(codes(random, min(size, trials - done)), minlength=cells)
        return counts

    return run


def p1_codes(hits, unsaved, roll):
    """From hits, unsaved hits and 2d6 on: the same for all ways to draw them."""
    lost = np.minimum(unsaved, 6)
    bar = 5 + (hits > 0) + (lost > 0) + (lost > 3)
    return (hits.astype(np.int64) * 7 + lost) * 2 + (roll <= bar)


def p1_binomial_arrays(random, n):
    hits = random.binomial(24, 3 / 6, n)
    unsaved = random.binomial(random.binomial(hits, 2 / 6), 4 / 6)
    return p1_codes(hits, unsaved, random.integers(1, 7, (2, n), np.uint8).sum(axis=0))


def p1_dice_arrays(random, n, sums=None):
    hit = random.integers(1, 7, (24, n), np.uint8) <= 3
    pierced = hit & (random.integers(1, 7, (24, n), np.uint8) > 4)
    unsaved = pierced & (random.integers(1, 7, (24, n), np.uint8) > 2)
    roll = random.integers(1, 7, (2, n), np.uint8).sum(axis=0, dtype=sums)
    return p1_codes(hit.sum(axis=0, dtype=sums), unsaved.sum(axis=0, dtype=sums), roll)


def from_pools(random, n, pool, good):
    """Successes of a pool of d6 from Enfilade's own alias table, with arrays."""
    bits = random.integers(0, 1 << 64, n, np.uint64)
    column = (bits >> np.uint64(59)).astype(np.int64)
    entry = POOLS[(pool * 7 + good) * 32 + column]
    return np.where((bits << np.uint64(5)) < (entry & ~np.uint64(31)), column, (entry & np.uint64(31)).astype(np.int64))


def p1_table_arrays(random, n):
    hits = from_pools(random, n, 24, 3)
    unsaved = from_pools(random, n, from_pools(random, n, hits, 2), 4)
    return p1_codes(hits, unsaved, random.integers(1, 7, (2, n), np.uint8).sum(axis=0))


def p2_codes(hits, damage, near, face):
    band = np.clip((face + near - 3) >> 1, 1, 6)
    return ((hits * 4 + damage) * 4 + near) * 7 + np.where(damage > 0, band, 0)


def p2_binomial_arrays(random, n):
    hits = random.binomial(3, 0.6, n)
    damage = random.binomial(hits, 0.6)
    near = random.binomial(hits - damage, 0.5)
    return p2_codes(hits, damage, near, random.integers(1, 11, n))


def p2_dice_arrays(random, n, sums=None):
    hit = random.integers(1, 11, (3, n), np.uint8) <= 6
    save = random.integers(1, 11, (3, n), np.uint8)
    hits, damage = hit.sum(axis=0, dtype=sums), (hit & (save > 4)).sum(axis=0, dtype=sums)
    near = (hit & (save > 2)).sum(axis=0, dtype=sums) - damage
    return p2_codes(hits, damage, near, random.integers(1, 11, n, np.uint8).astype(sums or np.int64))


# ------------------------------------------- die by die: one text, run by Python and compiled by Numba


def p1_by_dice(die, jit):
    def run(trials, counts):
        for _ in range(trials):
            hits, lost = 0, 0
            for _ in range(24):
                if die(6) <= 3:
                    hits += 1
                    if die(6) > 4 and die(6) > 2 and lost < 6:
                        lost += 1
            bar = 5 + (hits > 0) + (lost > 0) + (2 * (6 - lost) < 6)
            counts[(hits * 7 + lost) * 2 + (die(6) + die(6) <= bar)] += 1

    return jit(run)


def p2_by_dice(die, jit):
    def run(trials, counts):
        for _ in range(trials):
            hits, damage, near, result = 0, 0, 0, 0
            for _ in range(3):
                if die(10) <= 6:
                    hits += 1
                    save = die(10)
                    damage += save > 4
                    near += 3 <= save <= 4
            if damage > 0:
                result = min(max((die(10) + near - 3) // 2, 1), 6)
            counts[((hits * 4 + damage) * 4 + near) * 7 + result] += 1

    return jit(run)


def p3_by_dice(die, jit):
    @jit
    def rolled(n):
        fours, fives, sixes = 0, 0, 0
        for _ in range(n):
            face = die(6)
            fours += face == 4
            fives += face == 5
            sixes += face == 6
        return sixes, fives, fours

    @jit
    def struck(mine, theirs, at_first):
        """Models left, and whether they flee."""
        spare, through = 0, 0
        for hits, defence in zip(rolled(2 * mine), rolled(theirs)):  # noqa: B905 (Numba knows no strict)
            cancelled = min(spare + defence, hits)
            spare += defence - cancelled
            through += hits - cancelled
        left = max(0, theirs - through)
        bar = 2 + (through > 0) + (2 * left < at_first) + (left < mine)
        return left, left > 0 and die(6) + die(6) <= bar

    def run(trials, counts):
        for _ in range(trials):
            sides, ending, strikes = [6, 6], 0, 0
            while ending == 0 and strikes < 20:
                back = strikes % 2
                sides[1 - back], fled = struck(sides[back], sides[1 - back], 6)
                if sides[1 - back] == 0:
                    ending = 1 + 2 * back
                elif fled:
                    ending = 2 + 2 * back
                strikes += 1
            counts[(sides[0] * 7 + sides[1]) * 5 + ending] += 1

    return jit(run)


BY_DICE = {"p1": p1_by_dice, "p2": p2_by_dice, "p3": p3_by_dice}


def plain_python(name: str) -> Peer:
    """Die by die with the standard library's generator."""

    def run(trials: int) -> Counts:
        random = Random(SEED).random
        counts = [0] * CELLS[name]
        BY_DICE[name](lambda sides: int(random() * sides) + 1, lambda function: function)(trials, counts)
        return np.array(counts, np.int64)

    return run


@njit
def numba_die(sides):
    return np.random.randint(1, sides + 1)


@njit
def numba_seed(seed):
    np.random.seed(seed)


@cache
def numba_random(name: str) -> Peer:
    """The same text compiled, with the np.random that Numba offers."""
    compiled = BY_DICE[name](numba_die, njit)

    def run(trials: int) -> Counts:
        counts = np.zeros(CELLS[name], np.int64)
        numba_seed(SEED)
        compiled(trials, counts)
        return counts

    return run


# As one writes it: bytes as dice, all trials in one array. Tuned: narrow sums, and batches that stay in the cache.
ARRAYS = {
    "p1": {"NumPy binomial arrays": p1_binomial_arrays, "NumPy dice arrays": p1_dice_arrays},
    "p2": {"NumPy binomial arrays": p2_binomial_arrays, "NumPy dice arrays": p2_dice_arrays},
    "p3": {},
}
TUNED = {
    "p1": {"NumPy tuned": partial(p1_dice_arrays, sums=np.uint8), "NumPy tuned, our tables": p1_table_arrays},
    "p2": {"NumPy tuned": partial(p2_dice_arrays, sums=np.int16)},
    "p3": {},
}


def numpy_arrays(name: str) -> dict[str, Peer]:
    return {title: in_batches(codes, MANY, CELLS[name]) for title, codes in ARRAYS[name].items()}


def numpy_tuned(name: str) -> dict[str, Peer]:
    return {title: in_batches(codes, TUNED_BATCH[name], CELLS[name]) for title, codes in TUNED[name].items()}
