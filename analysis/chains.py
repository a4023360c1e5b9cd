"""Chains of states with chances from each to the next: the share of time that each state has in the long run."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
State = TypeVar("State", bound=Hashable)


def long_run(start: State, step: Callable[[State], Mapping[State, float]]) -> dict[State, float]:
    """The shares of a chain that begins in `start`; `step` is asked once of each state that it can come to."""
    moves: dict[State, Mapping[State, float]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in moves:
            moves[state] = step(state)
            waiting += [after for after, chance in moves[state].items() if chance > 0]
    places = {state: place for place, state in enumerate(moves)}
    table = np.zeros((len(places), len(places)))
    for state, chances in moves.items():
        for after, chance in chances.items():
            if chance > 0:
                table[places[state], places[after]] += chance
    shares = stationary(table, places[start])
    return {state: float(shares[place]) for state, place in places.items() if shares[place] > 0}


def stationary(moves: Matrix, start: int) -> Matrix:
    """The share of time in each state in the long run, from `start`: by closed classes and the way into each."""
    reach = reachable(moves)
    seen = np.flatnonzero(reach[start])
    closed = [i for i in seen if all(reach[j, i] for j in np.flatnonzero(reach[i]))]
    passing = [i for i in seen if i not in set(closed)]
    out = np.zeros(len(moves))
    visits = np.zeros(len(moves))
    if start in closed:
        visits[start] = 1.0
    else:
        inner = np.eye(len(passing)) - moves[np.ix_(passing, passing)]
        times = np.linalg.solve(inner.T, np.array([float(i == start) for i in passing]))
        visits[closed] = times @ moves[np.ix_(passing, closed)]
    for members in {tuple(np.flatnonzero(reach[i])) for i in closed}:
        out[list(members)] = visits[list(members)].sum() * balanced(moves[np.ix_(members, members)])
    return out


def reachable(moves: Matrix) -> npt.NDArray[np.bool_]:
    """Which state can come after which, in any number of steps, none included."""
    reach = (moves > 0) | np.eye(len(moves), dtype=bool)
    while True:
        further = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
        if (further == reach).all():
            return reach
        reach = further


def balanced(moves: Matrix) -> Matrix:
    """The shares of one closed class: states are taken out one by one, without a difference (Grassmann and others)."""
    left = moves.copy()
    for last in range(len(left) - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    shares = np.ones(len(left))
    for state in range(1, len(left)):
        shares[state] = shares[:state] @ left[:state, state]
    return np.asarray(shares / shares.sum(), np.float64)
