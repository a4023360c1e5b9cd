"""The hash of (seed, trial, activation, named step, repetition) as a source of dice, at a false alarm of 1e-6."""

import numpy as np
import pytest

from kernels.dice import named
from kernels.dice.sources import GOLDEN, STRIDE
from tests.kernels import battery
from tests.statistics import FALSE_ALARM

SIZE = 1 << 17


def assert_unsuspicious(found):
    """All p-values together raise a false alarm once in a million times."""
    name = min(found, key=found.get)
    assert found[name] > FALSE_ALARM / len(found), f"{name}: p = {found[name]:.1e}"


@pytest.mark.parametrize("seed", [0, 1, 20260201, (1 << 62) + 5])
def test_words_are_uniform_and_neighbours_unrelated(seed):
    assert_unsuspicious(battery.p_values(battery.words, seed, SIZE))


@pytest.mark.parametrize("seed", [0, 1, 20260202])
def test_faces_and_pairs_of_consecutive_dice_are_uniform(seed):
    assert_unsuspicious(battery.face_p_values(seed, 4 * SIZE))


def test_every_bit_is_a_fair_coin():
    bits = battery.words(20260203, 0, SIZE, 0, battery.HIT)
    ones = np.array([np.count_nonzero(bits >> np.uint64(place) & np.uint64(1)) for place in range(64)])
    assert np.abs(ones - SIZE / 2).max() < 6.2 * np.sqrt(SIZE) / 2  # 64 bits, each beyond 6.2 sd in 5.6e-10


def test_bits_of_one_word_are_unrelated():
    bits = battery.words(20260204, 0, SIZE, 0, battery.HIT)
    signs = np.where(bits[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1), 1.0, -1.0)
    together = signs.T @ signs - SIZE * np.eye(64)
    assert np.abs(together).max() < 6.8 * np.sqrt(SIZE)  # 2016 pairs, each beyond 6.8 sd in 1e-11


def test_p_values_over_seeds_are_uniform():
    assert_unsuspicious(battery.long_battery(range(60), 1 << 15))


def unmixed(seed, first, trials, place, name):
    """A hash without its finaliser: the counters themselves."""
    trial = np.uint64(seed) + np.arange(first, first + trials, dtype=np.uint64) * GOLDEN
    return trial + np.array([place + name], np.uint64) * STRIDE


def low_bits_stuck(seed, first, trials, place, name):
    return battery.words(seed, first, trials, place, name) & ~np.uint64(7)


def seeds_that_overlap(seed, first, trials, place, name):
    """Seed and trial added up before they are mixed: the next seed is the same run, one trial later."""
    return battery.words(0, first + seed % 1000, trials, place, name)


def repetitions_forgotten(seed, first, trials, place, name):
    return battery.words(seed, first, trials, place >> 48 << 48, name)


def activations_forgotten(seed, first, trials, place, name):
    return battery.words(seed, first, trials, place & ((1 << 48) - 1), name)


def dice_that_repeat_after_1024_trials(seed, first, trials, place, name):
    """In one trial of eight the four highest bits are those of 1024 trials before."""
    trial = np.arange(first, first + trials)
    bits, repeated = (battery.words(seed, begin, n, place, name) for begin, n in ((first, trials), (0, 1024)))
    low = np.uint64((1 << 60) - 1)
    return np.where(trial % 8 == 0, bits & low | repeated[trial % 1024] & ~low, bits)


@pytest.mark.parametrize(
    "flawed, seen_in",
    [
        (unmixed, "trials 1 apart: pairs"),
        (low_bits_stuck, "low bits"),
        (seeds_that_overlap, "next seed and next trial: pairs"),
        (repetitions_forgotten, "repetitions: pairs"),
        (activations_forgotten, "activations: pairs"),
        (dice_that_repeat_after_1024_trials, "trials 1024 apart: pairs"),
    ],
)
def test_the_battery_sees_a_flawed_hash(flawed, seen_in):
    assert battery.p_values(flawed, 20260205, SIZE)[seen_in] < FALSE_ALARM**2


def test_named_steps_leave_room_for_bands_and_rerolls():
    names = [named(text) for text in ("hit", "armor", "cover", "test", "", "Größe")]
    assert len(set(names)) == len(names)
    assert all(0 <= number < 1 << 31 and number % 256 == 0 for number in names)
    assert (named("hit"), named("armor")) == (0x5AD22600, 0x3F27FE00)  # the same in every process
