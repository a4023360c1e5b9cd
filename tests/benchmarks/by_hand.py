"""P1 written by hand for the compiler, without a source and without verbs: what the abstraction is held against.

The same tables, counter streams, blocks and histograms, so its counts are those of the sampler, bit for bit.
"""

import numpy as np
import numpy.typing as npt

from kernels.compiler import kernel, rule
from kernels.dice.random_draws import POOLS
from kernels.dice.sources import GOLDEN, MIX1, MIX2, S27, S30, S31, STRIDE
from kernels.presets import ARMOR, COVER, HIT, P1, TEST
from kernels.sampling import BLOCK, LANES

SIDES, THIRTY_TWO, FIVE, FIFTY_NINE, LOW = (np.uint64(x) for x in (36, 32, 5, 59, 31))


@rule
def stirred(x):
    x = (x ^ (x >> S30)) * MIX1
    return (x ^ (x >> S27)) * MIX2


@rule
def finished(x):
    x = stirred(x)
    return x ^ (x >> S31)


@rule
def of_pool(row, bits):
    column = bits >> FIFTY_NINE
    entry = POOLS[np.uint64(row << 5) + column]
    return np.int64(column) if (bits << FIVE) < (entry & ~LOW) else np.int64(entry & LOW)


@kernel("bench:p1 by hand", keep=False)
def count(seed, trials, rules, counts):
    shots, hit_at_most, armor_at_most, cover_at_most, models, test_at_most = rules
    key = finished(np.uint64(seed) + GOLDEN)
    hit, armor = key + finished(np.uint64(HIT) * STRIDE), key + finished(np.uint64(ARMOR) * STRIDE)
    cover, test = key + finished(np.uint64(COVER) * STRIDE), key + finished(np.uint64(TEST) * STRIDE)
    codes, lanes = np.empty(BLOCK, np.int32), np.zeros((LANES, len(counts)), np.int64)
    for done in range(0, trials, BLOCK):
        n = min(BLOCK, trials - done)
        for i in range(n):
            trial = np.uint64(done + i) * GOLDEN
            hits = of_pool(shots * 7 + hit_at_most, stirred(hit + trial))
            pierced = of_pool(hits * 7 + 6 - armor_at_most, stirred(armor + trial))
            unsaved = of_pool(pierced * 7 + 6 - cover_at_most, stirred(cover + trial))
            lost = min(unsaved, models)
            bar = test_at_most + (hits > 0) + (lost > 0) + (2 * (models - lost) < models)
            low, high = max(0, min(bar, 7) - 1), max(0, min(bar, 12) - 7)
            ways = (low * (low + 1) + high * (11 - high)) >> 1
            roll = ((stirred(test + trial) >> THIRTY_TWO) * SIDES) >> THIRTY_TWO
            codes[i] = (hits * (models + 1) + lost) * 2 + (np.int64(roll) < ways)
        for i in range(n):
            lanes[i & (LANES - 1), codes[i]] += 1
    for lane in range(LANES):
        for cell in range(len(counts)):
            counts[cell] += lanes[lane, cell]


def sample_by_hand(seed: int, trials: int) -> npt.NDArray[np.int64]:
    rules = P1.rules()
    counts = np.zeros(int(np.prod(P1.sizes(rules))), np.int64)
    count(seed, trials, rules, counts)
    return counts
