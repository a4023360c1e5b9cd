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
CLASH_BITS = 4
CLASH_DICE = 12  # of either side: 6^24 rolls are the most that 64 bits count

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


def clash_weights() -> npt.NDArray[np.int64]:
    """Of how many rolls of two pools of d6 so many attack dice are left: [least - 1, attack, defence, left].

    What is left is the largest surplus of attack dice at some face or higher (Hall's theorem). So the pools grow from
    the highest face downwards, and at each face all that is less than the surplus there is lifted to it.
    """
    pool = np.arange(CLASH_DICE + 1)
    ways = np.array([[comb(n, k) for k in pool] for n in pool])
    surplus = np.subtract.outer(pool, pool)
    high = np.zeros((len(pool),) * 3, np.int64)  # rolls whose dice all show this face or more
    high[0, 0, 0] = 1
    weights = np.zeros((7, *high.shape), np.int64)
    weights[6, :, :, 0] = 6 ** np.add.outer(pool, pool)  # no die shows more than six
    for face in range(6, 0, -1):
        at_most = np.cumsum(np.einsum("ai,dj,ijk->adk", ways, ways, high), axis=2)
        high = np.diff(np.where(pool < surplus[:, :, None], 0, at_most), axis=2, prepend=0)
        rest = ways * (face - 1) ** np.maximum(surplus, 0)  # dice that show less
        weights[face - 1] = np.einsum("ai,dj,ijk->adk", rest, rest, high)
    return weights


def clash_rows() -> list[list[int]]:
    """The weights as rows (least, attack, defence)."""
    return clash_weights().reshape(-1, CLASH_DICE + 1).tolist()


def clash_table() -> Words:
    return np.array([alias_row(row, CLASH_BITS) for row in clash_rows()], np.uint64).ravel()


def clash_chances() -> npt.NDArray[np.float64]:
    return chances(clash_rows(), CLASH_BITS)


def chances(rows: list[list[int]], bits: int) -> npt.NDArray[np.float64]:
    """The rows as probabilities."""
    table = np.zeros((len(rows), 1 << bits))
    for place, row in zip(table, rows, strict=True):
        total = sum(row)
        place[: len(row)] = [w / total for w in row]
    return table
