"""Exoshift: a unit under steady fire, in the long run.

Each round the unit activates and is then attacked once. It is kept alive: damage and status of an attack are not
carried over, Disruption is. The chain of Disruption at activation is solved for its long-run shares.

Rules     X53-ACT-01, X53-ACT-05, X53-DIS-03, X60-DIS-01, X60-DIS-02, X60-DIS-03, X60-SEQ-05, X60-SEQ-06
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.errors import Illegal
from analysis.families.exoshift.chain import roll_each
from analysis.families.exoshift.plan import Plan, needed, shooting_plan
from analysis.families.exoshift.resolve import Exact, first_state, merged, run_ops, run_plan
from analysis.families.exoshift.settings import settings
from analysis.families.exoshift.suppression import actions_at_stake, activation_row, own_plan
from analysis.odds import as_scenario
from analysis.scenarios import Scenario
from kernels.exoshift.activation import ACTIVATION

MOST_QUALITIES = 3  # Disruption is held at this many times Quality
Shares = dict[int, float]
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LongRun:
    """The share of actions lost (0.60.1) or of activations spent on Recover (0.53.0), and Disruption at activation."""

    measure: str
    share: float
    stationary: Mapping[int, float]


def long_run(scenario: Scenario | Mapping[str, Any] | str | Path) -> LongRun:
    """Steady fire: the attack of a `shooting` scenario at its target, every round.

    0.60.1: which share of its actions the target loses. 0.53.0: which share of its activations it spends on Recover,
    taken when Disruption has reached Quality; else it takes another Primary.
    """
    given = as_scenario(scenario)
    plan = shooting_plan(given)
    return recovering(given, plan) if plan.say.first_edition else losing_actions(given, plan)


def gains(plan: Plan, held: Iterable[int]) -> dict[int, Shares]:
    """By Disruption before the attack: what the attack adds, with its chance."""
    first = first_state(plan)
    begun = {first._replace(held=d, before=d, counted=d, aside=d): 1.0 for d in held}
    out: dict[int, Shares] = {}
    for state, weight in run_ops(begun, plan.ops, plan, Exact()).items():
        assert isinstance(state.aside, int)
        found = out.setdefault(state.aside, {})
        found[state.gained] = found.get(state.gained, 0.0) + weight
    return out


def losing_actions(scenario: Scenario, plan: Plan) -> LongRun:
    """0.60.1: no token outlives an activation, so that every round is like the first.

    Under carry-over nothing is forgiven: what is failed is lost later, or the debt grows and every action is lost.
    """
    say, target = plan.say, scenario.target
    needed(target, "mrl")
    tokens = gains(plan, [0])[0]
    rolled = roll_each(tokens, ACTIVATION, lambda held: activation_row(target, held, say), Exact(), 0)
    mean = sum(lost * weight for _, (lost, _), weight in rolled)
    return LongRun("actions_lost", min(1.0, mean / actions_at_stake(say)), tokens)


def recovering(scenario: Scenario, plan: Plan) -> LongRun:
    """0.53.0: Disruption at activation as a chain."""
    needed(scenario.target, "qlt")
    quality = scenario.target.stats["qlt"]
    most = max(0, MOST_QUALITIES * quality)
    start = min(most, first_state(plan).held)
    left, barred = own_actions(scenario, quality, most)
    gained = gains(plan, sorted({d for shares in left.values() for d in shares}))
    moves = np.zeros((most + 1, most + 1))
    for held, shares in left.items():
        for after, p in shares.items():
            for more, q in gained[after].items():
                moves[held, min(most, after + more)] += p * q
    for held in np.flatnonzero(reachable(moves)[start]).tolist():
        if held in barred:
            raise barred[held]
    long = stationary(moves, start)
    share = float(long[max(0, quality) :].sum())
    return LongRun("recover", share, {held: float(p) for held, p in enumerate(long) if p > 0})


def own_actions(scenario: Scenario, quality: int, most: int) -> tuple[dict[int, Shares], dict[int, Illegal]]:
    """By Disruption at activation: what is left, or why no action is possible."""
    left: dict[int, Shares] = {}
    barred: dict[int, Illegal] = {}
    for held in range(most + 1):
        try:
            left[held] = after_own_action(scenario, held, quality)
        except Illegal as illegal:
            barred[held] = illegal
    return left, barred


def after_own_action(scenario: Scenario, held: int, quality: int) -> Shares:
    """What the unit's own action leaves of its Disruption; it stands and is not exhausted."""
    state = {**scenario.target.state, "disruption": held, "statuses": [], "exhausted": False}
    standing = replace(scenario, target=replace(scenario.target, state=state))
    action = "recover" if held >= quality else "primary"
    plan = own_plan(standing, action, settings(scenario.ruleset))
    return merged((state.disruption, weight) for state, weight in run_plan(plan, 1.0, Exact()).items())


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
        further = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
        if (further == reach).all():
            return reach
        reach = further


def balanced(moves: Matrix) -> Matrix:
    """The stationary distribution of one closed class."""
    n = len(moves)
    equations = np.vstack([moves.T - np.eye(n), np.ones(n)])
    found, *_ = np.linalg.lstsq(equations, np.append(np.zeros(n), 1.0), rcond=None)
    return np.asarray(found, np.float64)
