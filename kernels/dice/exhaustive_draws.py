"""The draws of the exhaustive source: every outcome in turn, with its probability.

The runner walks a step again and again. A draw that is known takes the outcome recorded for it; the last
known one has just been moved on and weighs itself anew; a new draw records its first outcome. Nothing is
recorded for a draw that has only one outcome. A path that needs more draws than there is room for says so.
"""

from math import exp, lgamma, log, log1p, pi, sqrt

import numpy as np

from kernels.compiler import kernel, rule
from kernels.dice import tables
from kernels.dice.draws import clash_is_prepared

KEEP_CHANCES = tables.keep_chances()
CLASH_CHANCES = tables.clash_chances()
CLASH_DICE = tables.CLASH_DICE
KEEP_DICE, KEEP_BEST = tables.KEEP_DICE, tables.KEEP_BEST
DIRECT = 60  # dice up to which a binomial chance is a plain product
RAREST = 1e-4  # of a miss, for that: its power of so many dice is still a normal number
LARGE = 15  # from here on Stirling's series has all digits


@rule
def turn(dice, last):
    """The next draw of the path: its index, whether it weighs itself now, and its outcome so far."""
    at = dice.cursor[0]
    if at >= len(dice.choice):
        dice.cursor[2] += 1
        return 0, False, 0
    dice.cursor[0] = at + 1
    if at >= dice.cursor[1]:
        dice.cursor[1] = at + 1
        dice.choice[at] = 0
        dice.last[at] = last
        return at, True, 0
    return at, at == dice.cursor[1] - 1, dice.choice[at]


@rule
def weigh(dice, at, chance):
    """The chance of the outcome taken, and of the path with it."""
    dice.chance[at] = chance
    dice.weight[at] = chance if at == 0 else dice.weight[at - 1] * chance


@rule
def beyond_stirling(n):
    """What Stirling's formula leaves out of log(n!)."""
    if n <= LARGE:
        return lgamma(n + 1.0) - (n + 0.5) * log(n) + n - 0.5 * log(2.0 * pi)
    square = 1.0 / n / n
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - square / 1188) * square) * square) * square) / n


@rule
def deviance(seen, mean, more):
    """seen log(seen / mean) - more, where `more` is seen - mean, also where the two are all but the same."""
    if abs(more) > 0.1 * (seen + mean):
        return seen * log(seen / mean) - more
    v = more / (seen + mean)
    power, total = 2.0 * seen * v, more * v
    for i in range(3, 23, 2):
        power *= v * v
        total += power / i
    return total


@rule
def log_share(good, sides):
    """The logarithm of good / sides, to the last digit also where it is nearly 1."""
    return log(good / sides) if 2 * good < sides else log1p(-(sides - good) / sides)


@kernel("large-pool-chance")
def large_pool_chance(n, hits, good, sides):
    """A binomial chance without loss of digits, by its distance from the mean (Loader's way)."""
    misses, bad = n - hits, sides - good
    if hits == 0:
        return exp(n * log_share(bad, sides))
    if misses == 0:
        return exp(n * log_share(good, sides))
    more = (np.float64(hits) * bad - np.float64(misses) * good) / sides
    away = deviance(hits, n * (good / sides), more) + deviance(misses, n * (bad / sides), -more)
    beyond = beyond_stirling(n) - beyond_stirling(hits) - beyond_stirling(misses)
    return exp(beyond - away) * sqrt(n / (2.0 * pi * hits * misses))


@rule
def binomial_chance(dice, at, n, hits, good, sides):
    """The chance of so many hits: from that of one hit less, which was the outcome before."""
    miss = (sides - good) / sides  # not 1 - good / sides: a rare miss would lose digits
    if n > DIRECT or miss < RAREST:
        return large_pool_chance(n, hits, good, sides)
    if hits > 0:
        return dice.chance[at] * ((n - hits + 1.0) * good) / (hits * (sides - good + 0.0))
    chance = 1.0
    for _ in range(n):
        chance *= miss
    return chance


@rule
def successes(dice, name, n, good, sides):
    if n <= 0 or good <= 0:
        return 0
    if good >= sides:
        return n
    at, weighs, hits = turn(dice, n)
    if weighs:
        weigh(dice, at, binomial_chance(dice, at, n, hits, good, sides))
    return hits


@rule
def share(dice, name, n, good, sides):
    return successes(dice, name, n, good, sides)


@rule
def at_most(dice, name, good, sides):
    return successes(dice, name, 1, good, sides)


@rule
def die(dice, name, sides):
    if sides <= 1:
        return 1
    at, weighs, face = turn(dice, sides - 1)
    if weighs:
        weigh(dice, at, 1.0 / sides)
    return face + 1


@rule
def divided_die(dice, name, sides, divisor):
    parts = (sides + divisor - 1) // divisor
    if parts <= 1:
        return 1
    at, weighs, part = turn(dice, parts - 1)
    if weighs:
        weigh(dice, at, (min(sides, (part + 1) * divisor) - part * divisor) / sides)
    return part + 1


@rule
def band_width(cuts, band, sides):
    """Faces of the die in a band: above the cut before it, up to its own."""
    low, high = 0, sides
    for i in range(len(cuts)):
        cut = max(0, min(cuts[i], sides))
        if i < band:
            low = max(low, cut)
        if i == band:
            high = cut
    return max(0, high - low)


@rule
def bands(dice, name, cuts, sides):
    first, final = -1, 0
    for band in range(len(cuts) + 1):
        if band_width(cuts, band, sides) > 0:
            final = band
            if first < 0:
                first = band
    if first == final or first < 0:  # one band, or no face at all
        return max(0, first)
    at, weighs, band = turn(dice, final)
    if weighs:
        while band_width(cuts, band, sides) == 0:
            band += 1
        dice.choice[at] = band
        weigh(dice, at, band_width(cuts, band, sides) / sides)
    return band


@rule
def reroll_misses(dice, name, n, good, sides):
    good = max(0, min(good, sides))
    return successes(dice, name, n, good * (2 * sides - good), sides * sides)


@rule
def reroll_successes(dice, name, n, good, sides):
    good = max(0, min(good, sides))
    return successes(dice, name, n, good * good, sides * sides)


@rule
def keep_highest(dice, name, n, best, sides):
    best = max(0, min(best, n))
    if best == 0:
        return 0
    if sides == 6 and n <= KEEP_DICE and best <= KEEP_BEST:
        at, weighs, above = turn(dice, 5 * best)
        if weighs:
            weigh(dice, at, KEEP_CHANCES[n * (KEEP_BEST + 1) + best, above])
        return best + above
    total, left, face = 0, n, sides
    while face > 0 and best > 0:
        shown = successes(dice, name, left, 1, face)
        total += min(shown, best) * face
        best -= min(shown, best)
        left -= shown
        face -= 1
    return total


@rule
def uncancelled(dice, name, attack, defence, least, sides):
    """One draw where the table reaches; else face by face, each defence die against its own face or a lower one."""
    attack, defence, least = max(0, attack), max(0, defence), max(1, least)
    if clash_is_prepared(attack, defence, sides):
        fewest = max(0, attack - defence) if least == 1 else 0  # every die counts: so many cannot be cancelled
        if least > sides or fewest == attack:
            return 0 if least > sides else attack
        at, weighs, more = turn(dice, attack - fewest)
        if weighs:
            row = ((least - 1) * (CLASH_DICE + 1) + attack) * (CLASH_DICE + 1) + defence
            weigh(dice, at, CLASH_CHANCES[row, fewest + more])
        return fewest + more
    left, spare, face = 0, 0, sides
    while face >= least and attack > 0:
        hits = successes(dice, name, attack, 1, face)
        shown = successes(dice, name, defence, 1, face)
        attack, defence, spare = attack - hits, defence - shown, spare + shown
        left += max(0, hits - spare)
        spare = max(0, spare - hits)
        face -= 1
    return left
