"""What dice do, by counting: every function returns {outcome: Fraction}, outcomes are tuples.

The oracle of the draw verbs: textbook formulas and plain counting, nothing shared with the kernels.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod


def counted(ways):
    total = sum(ways.values())
    return {outcome: Fraction(n, total) for outcome, n in ways.items()}


def die(sides):
    return {(face,): Fraction(1, sides) for face in range(1, sides + 1)}


def mapped(odds, read):
    """The odds of what is read off an outcome."""
    out = {}
    for outcome, p in odds.items():
        out[read(*outcome)] = out.get(read(*outcome), Fraction(0)) + p
    return out


def together(*parts):
    """Independent draws side by side."""
    joint = {(): Fraction(1)}
    for part in parts:
        joint = {(*a, *b): p * q for a, p in joint.items() for b, q in part.items()}
    return joint


def at_most(good, sides):
    return mapped(die(sides), lambda face: (int(face <= good),))


def bands(cuts, sides):
    return mapped(die(sides), lambda face: (sum(face > cut for cut in cuts),))


def divided_die(sides, divisor):
    return mapped(die(sides), lambda face: (-(-face // divisor),))


def successes(n, good, sides):
    """The binomial distribution, from its formula."""
    n, good = max(n, 0), min(max(good, 0), sides)
    ways = {(k,): comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}
    return {outcome: Fraction(w, sides**n) for outcome, w in ways.items() if w}


def reroll_misses(n, good, sides):
    """Roll n dice, roll the misses again, add the successes."""
    out = {}
    for (first,), p in successes(n, good, sides).items():
        for (second,), q in successes(n - first, good, sides).items():
            out[(first + second,)] = out.get((first + second,), Fraction(0)) + p * q
    return out


def reroll_successes(n, good, sides):
    """Roll n dice, roll the successes again, keep those that succeed again."""
    out = {}
    for (first,), p in successes(n, good, sides).items():
        for kept, q in successes(first, good, sides).items():
            out[kept] = out.get(kept, Fraction(0)) + p * q
    return out


def splits(n, kinds):
    """All ways to write n as an ordered sum of `kinds` numbers from 0."""
    if kinds == 1:
        yield (n,)
        return
    for head in range(n + 1):
        for tail in splits(n - head, kinds - 1):
            yield (head, *tail)


def faces(n, cuts, sides):
    """Dice of a pool in each band of the cuts: the multinomial distribution, from its formula."""
    n = max(n, 0)
    widths = [0] * (len(cuts) + 1)
    for face in range(1, sides + 1):
        widths[sum(face > cut for cut in cuts)] += 1
    out = {}
    for split in splits(n, len(widths)):
        ways = factorial(n) // prod(map(factorial, split)) * prod(w**k for w, k in zip(widths, split, strict=True))
        if ways:
            out[split] = Fraction(ways, sides**n)
    return out


def left_over(attack, defence):
    """Attack dice that are left, both as counts of each face from the lowest: low defence dice choose first."""
    left = list(attack)
    for face, count in enumerate(defence):
        for _ in range(count):
            within = [f for f in range(face + 1) if left[f]]
            if within:
                left[within[-1]] -= 1
    return sum(left)


def uncancelled(attack, defence, least, sides):
    """Every pair of pools: dice below `least` neither hit nor cancel."""
    cuts = range(max(1, least) - 1, sides)
    out = {}
    for (_, *hits), p in faces(attack, cuts, sides).items():
        for (_, *shown), q in faces(defence, cuts, sides).items():
            key = (left_over(hits, shown),)
            out[key] = out.get(key, Fraction(0)) + p * q
    return out


def rolls(n, sides):
    """Every multiset of n dice with the number of ways to roll it."""
    for roll in combinations_with_replacement(range(1, sides + 1), n):
        yield roll, factorial(n) // prod(map(factorial, Counter(roll).values()))


def keep_highest(n, best, sides):
    ways = Counter()
    for roll, count in rolls(max(n, 0), sides):
        ways[(sum(sorted(roll, reverse=True)[: max(best, 0)]),)] += count
    return counted(ways)


def two_d6():
    return counted(Counter((a + b,) for a, b in product(range(1, 7), repeat=2)))


def two_d6_at_most(total):
    return mapped(two_d6(), lambda sum_of_two: (int(sum_of_two <= total),))
