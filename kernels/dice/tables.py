"""Prepared tables, derived from whole numbers: no rounding before the last bit.

An alias row of 2^b columns serves a distribution with one random word: the top b bits name a column, the
rest is a coin. A packed entry holds the coin's threshold in its high bits and the alias in its low b bits.
"""

from math import comb

import numpy as np
import numpy.typing as npt

POOL_BITS = 5
POOL_COLUMNS = 1 << POOL_BITS
D6_DICE = POOL_COLUMNS - 1  # largest prepared pools
D10_DICE = 15
D6_ROWS = (D6_DICE + 1) * 7
KEEP_BITS = 4
KEEP_DICE, KEEP_BEST = 6, 3
FACE_BITS = 9
FACE_DICE = 12

Words = npt.NDArray[np.uint64]


def alias_columns(weights: list[int], columns: int) -> list[tuple[int, int]]:
    """Of each column what it keeps, as a part of the sum of weights, and its alias (Vose, on integers)."""
    total = sum(weights)
    need = [w * columns for w in weights] + [0] * (columns - len(weights))
    alias = list(range(columns))
    small = [i for i, w in enumerate(need) if w < total]
    large = [i for i, w in enumerate(need) if w >= total]
    keep = [total] * columns
    while small and large:
        poor, rich = small.pop(), large[-1]
        keep[poor], alias[poor] = need[poor], rich
        need[rich] -= total - need[poor]
        if need[rich] < total:
            small.append(large.pop())
    return list(zip(keep, alias, strict=True))


def threshold(part: int, total: int, bits: int) -> int:
    """A share of the whole as an integer of so many bits."""
    return min((part << bits) // total, (1 << bits) - 1)


def alias_row(weights: list[int], bits: int) -> list[int]:
    """Packed alias entries of a distribution given by whole weights."""
    total = sum(weights)
    return [(threshold(k, total, 64 - bits) << bits) | a for k, a in alias_columns(weights, 1 << bits)]


def binomial_weights(n: int, good: int, sides: int) -> list[int]:
    return [comb(n, j) * good**j * (sides - good) ** (n - j) for j in range(n + 1)]


def keep_highest_weights(n: int, best: int, sides: int) -> dict[int, int]:
    """How many of the sides^n rolls have each total of the `best` highest dice."""
    ways = {(0, 0): 1}  # (dice shown so far, total kept) from the highest face downwards
    for face in range(sides, 0, -1):
        after: dict[tuple[int, int], int] = {}
        for (shown, total), count in ways.items():
            for more in range(n - shown + 1):
                kept = min(best - min(best, shown), more)
                key = (shown + more, total + kept * face)
                after[key] = after.get(key, 0) + count * comb(n - shown, more)
        ways = after
    return {total: count for (shown, total), count in sorted(ways.items()) if shown == n}


def pool_table() -> Words:
    """Successes of pools: d6 rows (n, good), then d10 rows (n, good)."""
    rows = [alias_row(binomial_weights(n, k, 6), POOL_BITS) for n in range(D6_DICE + 1) for k in range(7)]
    rows += [alias_row(binomial_weights(n, k, 10), POOL_BITS) for n in range(D10_DICE + 1) for k in range(11)]
    return np.array(rows, np.uint64).ravel()


def keep_rows() -> list[list[int]]:
    """Weights of the best k of n d6, counted from the lowest total k; rows (n, k)."""
    rows = [[1] for _ in range((KEEP_DICE + 1) * (KEEP_BEST + 1))]
    for n in range(1, KEEP_DICE + 1):
        for k in range(1, min(n, KEEP_BEST) + 1):
            rows[n * (KEEP_BEST + 1) + k] = list(keep_highest_weights(n, k, 6).values())
    return rows


def keep_table() -> Words:
    return np.array([alias_row(row, KEEP_BITS) for row in keep_rows()], np.uint64).ravel()


def keep_chances() -> npt.NDArray[np.float64]:
    return chances(keep_rows(), KEEP_BITS)


def face_counts() -> list[tuple[int, int, int]]:
    """Every (fours, fives, sixes) of up to 12 d6, smaller sums first: a pool's own are a prefix."""
    most = range(FACE_DICE + 1)
    return sorted(((a, b, c) for a in most for b in most for c in most if a + b + c <= FACE_DICE), key=sum)


def face_rows() -> list[list[int]]:
    """Weights of (fours, fives, sixes) of n d6, in the order of `face_counts`; a row for each n."""
    rows = []
    for n in range(FACE_DICE + 1):
        fits = [c for c in face_counts() if sum(c) <= n]
        rows.append([comb(n, a) * comb(n - a, b) * comb(n - a - b, c) * 3 ** (n - a - b - c) for a, b, c in fits])
    return rows


def chances(rows: list[list[int]], bits: int) -> npt.NDArray[np.float64]:
    """The rows as probabilities."""
    table = np.zeros((len(rows), 1 << bits))
    for place, row in zip(table, rows, strict=True):
        total = sum(row)
        place[: len(row)] = [w / total for w in row]
    return table


def face_table() -> Words:
    """Entries that need no second look-up: a threshold of 40 bits, the alias's counts, the column's own."""
    codes = [a | b << 4 | c << 8 for a, b, c in face_counts()] + [0] * ((1 << FACE_BITS) - len(face_counts()))
    rows = []
    for row in face_rows():
        columns = enumerate(alias_columns(row, 1 << FACE_BITS))
        rows.append([threshold(k, sum(row), 40) << 24 | codes[a] << 12 | codes[own] for own, (k, a) in columns])
    return np.array(rows, np.uint64).ravel()


def face_chances() -> npt.NDArray[np.float64]:
    return chances(face_rows(), FACE_BITS)


def face_codes() -> npt.NDArray[np.int64]:
    """(fours, fives, sixes) of each column, a byte each."""
    codes = [a + (b << 8) + (c << 16) for a, b, c in face_counts()]
    return np.array(codes + [0] * ((1 << FACE_BITS) - len(codes)), np.int64)
