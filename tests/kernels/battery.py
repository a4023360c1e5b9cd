"""A statistical battery for the hash that is the only randomness: what relations between draws must not show.

`p_values(source, seed, size)` is a p-value for each property; `long_battery()` asks whether the p-values of
many seeds are uniform, which sees a bias that is too small for any one of them.
"""

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
from numba import njit
from scipy import stats

from kernels.dice import draws, named
from kernels.dice.sources import ACTIVATION, REPETITION, Prepared, seed_key, trial_counter, word
from tests.statistics import follows_p, independence, two_sided, uniformity

Words = npt.NDArray[np.uint64]
Source = Callable[[int, int, int, int, int], Words]  # seed, first trial, trials, place, name

HIT, ARMOR = named("hit"), named("armor")
DICE = (2, 3, 6, 7, 10, 20, 100)
LAGS = (1, 2, 3, 1024)
BITS = {"high": 56, "middle": 28, "low": 0}  # where eight bits of a word begin
POPULATION = stats.binom.pmf(np.arange(65), 64, 0.5)


@njit
def words(seed, first, trials, place, name):
    """The word of one draw, in neighbouring trials."""
    key = seed_key(seed)
    out = np.empty(trials, np.uint64)
    for i in range(trials):
        out[i] = word(Prepared(trial_counter(key, first + i), place), name)
    return out


@njit
def faces(seed, first, trials, place, name, sides):
    """The face of one die, in neighbouring trials."""
    key = seed_key(seed)
    out = np.empty(trials, np.int64)
    for i in range(trials):
        out[i] = draws.die(Prepared(trial_counter(key, first + i), place), name, sides)
    return out


def top(bits: Words) -> npt.NDArray[np.int64]:
    """The four highest bits: what decides a die."""
    return (bits >> np.uint64(60)).astype(np.int64)


def part(bits: Words, begin: int) -> npt.NDArray[np.int64]:
    return (bits >> np.uint64(begin) & np.uint64(255)).astype(np.int64)


def population(bits: Words) -> npt.NDArray[np.int64]:
    """How many words have so many ones."""
    return np.bincount(np.bitwise_count(bits), minlength=65)


def runs_p(bits: Words) -> float:
    """How often the highest bit changes from word to word: half of the time."""
    changes = np.count_nonzero(np.diff(bits >> np.uint64(63)))
    n = len(bits) - 1
    return two_sided(changes, n / 2, n / 4)


def ups_p(bits: Words) -> float:
    """Turning points of a series: two of three places are one (Bienaymé)."""
    rising = np.diff(bits.astype(np.float64)) > 0
    n = len(bits)
    return two_sided(np.count_nonzero(rising[1:] != rising[:-1]), 2 * (n - 2) / 3, (16 * n - 29) / 90)


def p_values(source: Source, seed: int, size: int) -> dict[str, float]:
    """A p-value for each property of the words of a source."""
    base = source(seed, 0, size, 0, HIT)
    longer = source(seed, 0, size + max(LAGS), 0, HIT)
    next_seed = source(seed + 1, 0, size, 0, HIT)
    pairs = {
        "named steps": (base, source(seed, 0, size, 0, ARMOR)),
        "bands of a pool": (base, source(seed, 0, size, 0, HIT + 1)),
        "a reroll": (base, source(seed, 0, size, 0, HIT + (1 << 31))),
        "repetitions": (base, source(seed, 0, size, REPETITION, HIT)),
        "distant repetitions": (base, source(seed, 0, size, 1000 * REPETITION, HIT)),
        "activations": (base, source(seed, 0, size, ACTIVATION, HIT)),
        "activations with repetitions": (base, source(seed, 0, size, ACTIVATION + REPETITION, HIT)),
        "neighbouring seeds": (base, next_seed),
        "seeds a bit apart": (base, source(seed ^ (1 << 40), 0, size, 0, HIT)),
        "next seed and next trial": (longer[1 : 1 + size], next_seed),
    } | {f"trials {lag} apart": (base, longer[lag : lag + size]) for lag in LAGS}
    found = {f"{name} bits": uniformity(np.bincount(part(base, at), minlength=256)) for name, at in BITS.items()}
    found["ones"] = follows_p(population(base), POPULATION)
    found["runs of trials"] = runs_p(base)
    found["turning points of trials"] = ups_p(base)
    for name, (left, right) in pairs.items():
        found[f"{name}: pairs"] = independence(top(left), top(right), 16)
        found[f"{name}: low pairs"] = independence(part(left, 0) & 15, part(right, 0) & 15, 16)
        found[f"{name}: difference"] = follows_p(population(left ^ right), POPULATION)
    return found


def face_p_values(seed: int, size: int) -> dict[str, float]:
    """Uniform faces of several dice, and of pairs of consecutive draws in one trial."""
    found = {}
    for sides in DICE:
        rolled = faces(seed, 0, size, 0, HIT, sides) - 1
        found[f"d{sides}"] = uniformity(np.bincount(rolled, minlength=sides))
        if sides <= 20:
            following = faces(seed, 0, size, 0, HIT + 1, sides) - 1
            found[f"pairs of d{sides}"] = independence(rolled, following, sides)
    return found


def long_battery(seeds: Iterable[int] = range(1000), size: int = 1 << 16) -> dict[str, float]:
    """For each property the p-value (Kolmogorov-Smirnov) that its p-values over many seeds are uniform."""
    several = [p_values(words, seed, size) | face_p_values(seed, size) for seed in seeds]
    return {name: float(stats.kstest([found[name] for found in several], "uniform").pvalue) for name in several[0]}
