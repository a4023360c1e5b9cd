"""The draws of the random sources: one alias look-up each where a table is prepared."""

import numpy as np

from kernels.compiler import rule
from kernels.dice import tables
from kernels.dice.draws import clash_is_prepared
from kernels.dice.sources import further, word

POOLS = tables.pool_table()
KEEPS = tables.keep_table()
CLASHES = tables.clash_table()
D6_DICE, D10_DICE, D6_ROWS = tables.D6_DICE, tables.D10_DICE, tables.D6_ROWS
KEEP_DICE, KEEP_BEST, CLASH_DICE = tables.KEEP_DICE, tables.KEEP_BEST, tables.CLASH_DICE
BITS = (tables.POOL_BITS, tables.KEEP_BITS, tables.CLASH_BITS)
POOL_BITS, KEEP_BITS, CLASH_BITS = (np.uint64(b) for b in BITS)
POOL_COLUMNS, KEEP_COLUMNS, CLASH_COLUMNS = (1 << b for b in BITS)
SIXTY_FOUR, THIRTY_TWO, ELEVEN = np.uint64(64), np.uint64(32), np.uint64(11)
HALF = np.uint64(0xFFFFFFFF)  # numbers that are known to be this small have a product that vectors find at once
TO_UNIT = 2.0**-53
CHUNK = 500  # dice drawn by one word: 2^-500 is still a normal number
REROLL = 1 << 31


@rule
def from_row(table, first, bits, width):
    """One outcome of the alias row that begins at entry `first`; the alias bits are no part of the threshold."""
    column = bits >> (SIXTY_FOUR - width)
    entry = table[np.uint64(first) + column]  # unsigned: no look for negative indices
    low = (np.uint64(1) << width) - np.uint64(1)
    return np.int64(column) if (bits << width) < (entry & ~low) else np.int64(entry & low)


@rule
def die(dice, name, sides):
    return np.int64(((word(dice, name) >> THIRTY_TWO) * (np.uint64(sides) & HALF)) >> THIRTY_TWO) + 1


@rule
def divided_die(dice, name, sides, divisor):
    return (die(dice, name, sides) + divisor - 1) // divisor


@rule
def at_most(dice, name, good, sides):
    return np.int64(die(dice, name, sides) <= good)


@rule
def bands(dice, name, cuts, sides):
    face = die(dice, name, sides)
    band = 0
    for cut in cuts:
        band += face > cut
    return band


@rule
def successes_prepared(dice, name, n, good, sides):
    good = max(0, min(good, sides))
    n = max(0, min(n, D6_DICE if sides == 6 else D10_DICE))
    no_dice = good if sides == 6 else D6_ROWS + good
    first = n * ((sides + 1) * POOL_COLUMNS & 0xFFFFFFFF) + no_dice * POOL_COLUMNS  # one product a trial
    return from_row(POOLS, first, word(dice, name), POOL_BITS)


@rule
def invert_binomial(bits, n, good, sides):
    """Walk up the cumulated odds of n dice, n at most CHUNK, good at most half of sides."""
    p = good / sides
    chance = (1.0 - p) ** n
    left = np.float64(bits >> ELEVEN) * TO_UNIT - chance
    hits = 0
    while left >= 0.0 and hits < n:
        chance *= (n - hits) * p / ((hits + 1) * (1.0 - p))
        hits += 1
        left -= chance
    return hits


@rule
def binomial(bits, n, good, sides):
    """Successes of any pool, from one word and what follows from it."""
    if n <= 0 or good <= 0:
        return 0
    if good >= sides:
        return n
    rare = min(good, sides - good)
    hits = 0
    for first in range(0, n, CHUNK):
        hits += invert_binomial(further(bits, first // CHUNK), min(CHUNK, n - first), rare, sides)
    return hits if rare == good else n - hits


@rule
def successes_general(dice, name, n, good, sides):
    if (sides == 6 and n <= D6_DICE) or (sides == 10 and n <= D10_DICE):
        return successes_prepared(dice, name, n, good, sides)
    return binomial(word(dice, name), n, good, sides)


@rule
def reroll_misses_prepared(dice, name, n, good, sides):
    first = successes_prepared(dice, name, n, good, sides)
    return first + successes_prepared(dice, name + REROLL, n - first, good, sides)


@rule
def reroll_misses_general(dice, name, n, good, sides):
    first = successes_general(dice, name, n, good, sides)
    return first + successes_general(dice, name + REROLL, n - first, good, sides)


@rule
def reroll_successes_prepared(dice, name, n, good, sides):
    first = successes_prepared(dice, name, n, good, sides)
    return successes_prepared(dice, name + REROLL, first, good, sides)


@rule
def reroll_successes_general(dice, name, n, good, sides):
    first = successes_general(dice, name, n, good, sides)
    return successes_general(dice, name + REROLL, first, good, sides)


@rule
def share(dice, name, n, good, sides):
    return binomial(word(dice, name), n, good, sides)


@rule
def keep_highest_prepared(dice, name, n, best, sides):
    n = max(0, min(n, KEEP_DICE))
    best = max(0, min(best, n, KEEP_BEST))
    return best + from_row(KEEPS, (n * (KEEP_BEST + 1) + best) * KEEP_COLUMNS, word(dice, name), KEEP_BITS)


@rule
def keep_highest_general(dice, name, n, best, sides):
    if sides == 6 and n <= KEEP_DICE and best <= KEEP_BEST:
        return keep_highest_prepared(dice, name, n, best, sides)
    bits = word(dice, name)
    total, left, wanted = 0, max(n, 0), max(0, min(best, n))
    face = sides
    while face > 0 and wanted > 0:
        shown = binomial(further(bits, face), left, 1, face)
        total += min(shown, wanted) * face
        wanted -= min(shown, wanted)
        left -= shown
        face -= 1
    return total


@rule
def uncancelled_prepared(dice, name, attack, defence, least, sides):
    attack, defence = max(0, min(attack, CLASH_DICE)), max(0, min(defence, CLASH_DICE))
    nobody = (max(1, min(least, 7)) - 1) * ((CLASH_DICE + 1) * (CLASH_DICE + 1) * CLASH_COLUMNS)
    first = nobody + attack * ((CLASH_DICE + 1) * CLASH_COLUMNS) + defence * CLASH_COLUMNS
    return from_row(CLASHES, first, word(dice, name), CLASH_BITS)


@rule
def uncancelled_general(dice, name, attack, defence, least, sides):
    if clash_is_prepared(attack, defence, sides):
        return uncancelled_prepared(dice, name, attack, defence, least, sides)
    bits = word(dice, name)
    left, spare, face = 0, 0, sides
    while face >= max(1, least) and attack > 0:
        hits = binomial(further(bits, 2 * face), attack, 1, face)
        shown = binomial(further(bits, 2 * face + 1), defence, 1, face)
        attack, defence, spare = attack - hits, defence - shown, spare + shown
        left += max(0, hits - spare)
        spare = max(0, spare - hits)
        face -= 1
    return left
