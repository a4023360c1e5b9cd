"""Xenocide: which models take which hits.

Rules     XEN-ALLOC-02, XEN-ALLOC-03, XEN-ALLOC-04
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

TIE = 1e-12

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Rest:
    """Hits of a pass that is not complete: one each on some of the models that have none yet."""

    hits: int
    room: Counts
    serves: bool  # do they count as served when the pass goes on?


@dataclass(frozen=True)
class Allotted:
    """Hits by pool as far as they are forced, what is left to a choice, and who has been served in this pass."""

    taken: Counts
    rests: tuple[Rest, ...]
    served: Counts


@cache
def allot(low: int, high: int, models: Counts, served: Counts, lows: tuple[bool, ...]) -> Allotted:
    """XEN-ALLOC-02, XEN-ALLOC-03: pass by pass, `low` dice to low models and `high` dice to high ones.

    Where all models have one aspect, or none is asked for, all dice are high and no model is low.
    """
    taken, open_ = [0] * len(models), [m - s for m, s in zip(models, served, strict=True)]
    while low or high:
        open_low = sum(o for o, is_low in zip(open_, lows, strict=True) if is_low)
        open_high = sum(open_) - open_low
        if low < open_low:
            return last_pass(low, high, models, taken, open_, lows)
        low -= open_low
        to_high = min(high, open_high)
        high -= to_high
        if high == 0:
            spare = min(low, open_high - to_high)
            to_high, low = to_high + spare, low - spare
        if to_high < open_high:
            give(taken, open_, lows, True)
            rest = Rest(to_high, tuple(0 if is_low else o for o, is_low in zip(open_, lows, strict=True)), True)
            return Allotted(tuple(taken), (rest,) if to_high else (), after(models, open_))
        give(taken, open_, lows, True)
        give(taken, open_, lows, False)
        open_ = list(models)
    return Allotted(tuple(taken), (), after(models, open_))


def give(taken: list[int], open_: list[int], lows: tuple[bool, ...], low: bool) -> None:
    """One hit on every model of these that has none."""
    for pool, is_low in enumerate(lows):
        if is_low == low:
            taken[pool] += open_[pool]
            open_[pool] = 0


def after(models: Counts, open_: Sequence[int]) -> Counts:
    """Who has been served; a pass that is complete begins anew."""
    if not any(open_):
        return (0,) * len(models)
    return tuple(m - o for m, o in zip(models, open_, strict=True))


def last_pass(
    low: int, high: int, models: Counts, taken: list[int], open_: list[int], lows: tuple[bool, ...]
) -> Allotted:
    """XEN-ALLOC-03: low dice run out before all low models are served: every other die goes to high models."""
    rests = []
    if low:
        rests.append(Rest(low, tuple(o if is_low else 0 for o, is_low in zip(open_, lows, strict=True)), True))
    open_high = sum(o for o, is_low in zip(open_, lows, strict=True) if not is_low)
    if high < open_high:
        if high:
            room = tuple(0 if is_low else o for o, is_low in zip(open_, lows, strict=True))
            rests.append(Rest(high, room, True))
    elif high:
        give(taken, open_, lows, False)
        all_high = tuple(0 if is_low else m for m, is_low in zip(models, lows, strict=True))
        passes, left = divmod(high - open_high, sum(all_high))
        for pool, m in enumerate(all_high):
            taken[pool] += passes * m
        if left:
            rests.append(Rest(left, all_high, False))
    served = tuple(m - o for m, o in zip(models, open_, strict=True))
    return Allotted(tuple(taken), tuple(rests), served)


def splits(rest: Rest) -> list[Counts]:
    """Every way to place the hits, the pool listed first taking more in the earlier ones."""
    ranges = [range(min(rest.hits, room), -1, -1) for room in rest.room]
    return [way for way in product(*ranges) if sum(way) == rest.hits]


def alternating(rest: Rest) -> Counts:
    """One hit each in turn, in the order of the list."""
    placed, left = [0] * len(rest.room), rest.hits
    while left:
        for pool, room in enumerate(rest.room):
            if left and placed[pool] < room:
                placed[pool] += 1
                left -= 1
    return tuple(placed)


def proportional(rest: Rest) -> Counts:
    """By the models without a hit; what does not divide goes to the largest fractions, earlier pools first."""
    total = sum(rest.room)
    shares = [Fraction(rest.hits * room, total) for room in rest.room]
    placed = [int(share) for share in shares]
    order = sorted(range(len(shares)), key=lambda pool: (placed[pool] - shares[pool], pool))
    for pool in order[: rest.hits - sum(placed)]:
        placed[pool] += 1
    return tuple(placed)
