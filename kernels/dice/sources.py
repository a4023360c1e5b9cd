"""The dice sources, and the hash that is the only randomness of the project.

A rule takes a source as its first argument and never asks which one it has. The draws (draws.py) choose by
type, at compile time:

Prepared     random; every pool fits the prepared tables (checked before), no branches, vectorises
General      random; pools that fit use the same tables and so the same dice, all others a general draw
Exhaustive   every outcome of every draw with its probability, one path after the other

A random draw is a pure function of (seed, trial, activation, named step, repetition). Nothing about the
ruleset is in it, so two variants of a rule meet the same dice.
"""

import zlib
from typing import NamedTuple

import numpy as np

from kernels.compiler import rule

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STRIDE = np.uint64(0xD1342543DE82EF95)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)

ACTIVATION = 1 << 48  # place of a draw: activation, repetition, name
REPETITION = 1 << 32
MOST_ACTIVATIONS = 1 << 15
MOST_REPETITIONS = 1 << 16
MOST_DRAWS = 1024  # draws on one path of one step


class Prepared(NamedTuple):
    """Random dice from prepared tables: the counter of the trial, and where in it we are."""

    trial: np.uint64
    place: int


class General(NamedTuple):
    """Random dice of any kind and number."""

    trial: np.uint64
    place: int


class Exhaustive(NamedTuple):
    """All dice: the path that is being walked."""

    choice: np.ndarray  # the outcome taken at each draw of the path
    last: np.ndarray  # the last outcome that the draw has
    chance: np.ndarray  # probability of that outcome
    weight: np.ndarray  # probability of the path up to and including the draw
    cursor: np.ndarray  # [next draw, draws known, draws that found no room]


def named(name: str) -> int:
    """The number of a named step, the same in every process and on every machine.

    Below REPETITION; the highest bit is left to rerolls, the lowest eight to the bands of a pool.
    """
    return zlib.crc32(name.encode()) & 0x7FFFFF00


@rule
def stirred(x):
    """The splitmix64 finaliser but for its last step, which changes only the lower half."""
    x = (x ^ (x >> S30)) * MIX1
    return (x ^ (x >> S27)) * MIX2


@rule
def mix(x):
    """The splitmix64 finaliser."""
    x = stirred(x)
    return x ^ (x >> S31)


@rule
def seed_key(seed):
    return mix(np.uint64(seed) + GOLDEN)


@rule
def trial_counter(key, trial):
    return key + np.uint64(trial) * GOLDEN


@rule
def word(dice, name):
    """64 random bits for the draw `name` at the source's place; draws read them from the top.

    Each place has a splitmix64 stream of its own, and the trial counts the words in it. Where that stream begins is the
    same for all trials, so it is found once for a whole block.
    """
    return stirred(dice.trial + mix(np.uint64(dice.place + name) * STRIDE))


@rule
def further(bits, index):
    """More bits for the same draw, where one word is not enough."""
    return mix(bits + np.uint64(index + 1) * GOLDEN)
