"""Exoshift: how focus may be spent, every legal way, the simpler one first.

Rules     X53-DEC-01, X53-SHOOT-03, X53-SHOOT-04, X53-SHOOT-05, X53-SHOOT-07
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from analysis.errors import Illegal, InputError
from kernels.exoshift.attack import AIMS

MOST_WAYS = 20_000


@dataclass(frozen=True)
class Budget:
    """What may be bought for one attack: up to `most` shots with up to `accuracy` aim each."""

    focus: int
    base: int  # shots that cost nothing
    most: int
    accuracy: int
    shot_cost: int
    aim_cost: int
    models: int = 1  # whose purchases make one attack together, each with a budget of its own
    shared: bool = False  # or all from one budget


Shots = tuple[int, ...]  # shots by level of aim


def cost(budget: Budget, aims: tuple[int, ...]) -> int:
    return max(0, len(aims) - budget.base) * budget.shot_cost + sum(aims) * budget.aim_cost


def simpler_first(aims: tuple[int, ...], spent: int) -> tuple[int, int, int, tuple[int, ...]]:
    """Fewer tokens spent (none are), fewer shots, less aim, then more aim on the earlier shot."""
    return (0, len(aims), sum(aims), tuple(-a for a in aims))


def single_ways(budget: Budget) -> list[tuple[int, ...]]:
    """Aims of each shot, highest first, for every legal purchase of one model."""
    ways = []
    for shots in range(min(budget.base, budget.most), budget.most + 1):
        levels = range(min(budget.accuracy, AIMS - 1), -1, -1)
        for aims in combinations_with_replacement(levels, shots):
            if cost(budget, aims) <= budget.focus:
                ways.append(aims)
            if len(ways) > MOST_WAYS:
                raise InputError(
                    f"focus = best would weigh more than {MOST_WAYS} ways to spend focus;"
                    " give policy.focus = { shots = ..., aim = [...] }"
                )
    return ways


@cache
def ways(budget: Budget) -> tuple[tuple[tuple[int, ...], ...], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Every way: the aims of its shots, its shots by level of aim, and the focus that it takes."""
    one = single_ways(budget)
    found = {aims: cost(budget, aims) for aims in one} if budget.models == 1 else joint_ways(budget, one)
    ordered = sorted(found, key=lambda aims: simpler_first(aims, found[aims]))
    table = np.zeros((len(ordered), AIMS), np.int64)
    for row, aims in zip(table, ordered, strict=True):
        for aim in aims:
            row[aim] += 1
    return tuple(ordered), table, np.array([found[aims] for aims in ordered], np.int64)


@cache
def labels(budget: Budget) -> tuple[str, ...]:
    """Every way in words, in the order of `ways`."""
    return tuple(
        f"{len(aims)} shot{'s' * (len(aims) != 1)}, aim {'+'.join(map(str, aims))}" for aims in ways(budget)[0]
    )


def joint_ways(budget: Budget, one: list[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """Purchases of several models that make one attack together."""
    found: dict[tuple[int, ...], int] = {(): 0}
    for _ in range(budget.models):
        after: dict[tuple[int, ...], int] = {}
        for before, own in product(found, one):
            spent = found[before] + cost(budget, own)
            if budget.shared and spent > budget.focus:
                continue
            aims = tuple(sorted((*before, *own), reverse=True))
            after[aims] = min(spent, after.get(aims, spent))
        if len(after) > MOST_WAYS:
            raise InputError(
                f"focus = best would weigh more than {MOST_WAYS} ways to spend focus;"
                " give policy.focus = { shots = ..., aim = [...] }"
            )
        found = after
    return found


def chosen_way(budget: Budget, shots: int | None, aim: tuple[int, ...]) -> tuple[Shots, int]:
    """A way that the user chose: legal or not."""
    count = shots if shots is not None else max(len(aim), budget.base)
    if len(aim) > count:
        raise Illegal(f"policy.focus gives aim for {len(aim)} shots, but fires {count}")
    aims = tuple(sorted((*aim, *[0] * (count - len(aim))), reverse=True))
    if count > budget.most:
        raise Illegal(f"policy.focus fires {count} shots, allowed are {budget.most}")
    if count < min(budget.base, budget.most):
        raise Illegal(f"policy.focus fires {count} shots, the attack makes at least {min(budget.base, budget.most)}")
    if aims and aims[0] > budget.accuracy:
        raise Illegal(f"policy.focus aims {aims[0]} with one shot, the weapon's accuracy is {budget.accuracy}")
    one = cost(budget, aims)
    if one * (budget.models if budget.shared else 1) > budget.focus:
        raise Illegal(f"policy.focus costs {one}, the budget is {budget.focus}")
    counts = [0] * AIMS
    for level in aims:
        counts[level] += budget.models
    return tuple(counts), one * budget.models
