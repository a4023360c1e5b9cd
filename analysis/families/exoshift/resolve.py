"""Exoshift: attacks by the kernel, many at once, each with its best way to spend focus; and sequences of them.

Rules     X53-DEC-01, X53-DEF-07, X53-DIS-04, X53-CAS-10, X53-SHOOT-02, X60-SHOOT-06, X60-DMG-03, X60-STAT-03,
          X53-ACT-05, X53-ACT-11, X53-DICE-03, X53-ACT-08
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.errors import Illegal, InputError
from analysis.families.exoshift.focus import chosen_way, ways
from analysis.families.exoshift.plan import END_OF_ACTION, NEXT_MODEL, OTHER_SHOOTER, Act, Fire, Op, Plan, budget_for
from analysis.families.exoshift.shots import LADDER, UNLIMITED, TargetState, attack_integers, faces_limits
from analysis.sums import equal_rows, sum_by
from kernels.exoshift.attack import (
    AIMS,
    ATTACK,
    ATTACK_ROLL_A_HIT,
    DESTROYED,
    DOWNED,
    INCAPACITATED,
    NONE,
    Attack,
    status_after,
)
from kernels.exoshift.recovery import RECOVERY, Recovery
from kernels.pipeline import Pipeline
from kernels.run import BudgetReached, Stop, exact_rows, sample
from kernels.run import Spread as Distributions

FIRST_SHOTS = Attack._fields.index("shots_0")
A_ROLL_A_HIT = Attack._fields.index("a_roll_a_hit")
RESULT, DISRUPTION = 3, 2
TIE = 1e-12
PATHS, STATES = 10**8, 10**6  # of one scenario, answered exactly
AT_ONCE = 10**5  # outcomes, or so, of attacks that are resolved together

STAGE = 1 << 32  # trials apart: no two stages of a plan share dice

Outcomes = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]
Rolled = tuple[Outcomes, Chances]
Rows = Sequence[tuple[int, ...]]
Kind = TypeVar("Kind", bound=Hashable)


class Request(NamedTuple):
    """An attack to be resolved: integers without shots, and the ways to shoot among which the best is taken."""

    attack: Attack
    ways: npt.NDArray[np.int64]  # shots by level of aim, the simpler way first
    label: Hashable  # equal for equal ways
    room: int  # how much Disruption the target can still gain


class Resolved(NamedTuple):
    """The way taken and its outcomes (hits, damage, disruption, result, status, marked)."""

    way: int
    outcomes: Outcomes
    chances: Chances


def resolve(requests: Sequence[Request], threads: int = 1, at_least: int = DOWNED) -> list[Resolved]:
    """Every attack with its best way: most chance of this result or worse, then most expected disruption."""
    if not requests:
        return []
    counts = np.array([len(r.ways) for r in requests])
    rows = np.repeat(np.array([(*r.attack, r.room) for r in requests], np.int64), counts, axis=0)
    rows[:, FIRST_SHOTS : FIRST_SHOTS + AIMS] = np.concatenate([r.ways for r in requests])
    unique, back = equal_rows(rows)
    spread = attack_rows(unique[:, :-1], threads)
    edges = np.searchsorted(spread.rows, np.arange(len(unique) + 1))
    gains = np.minimum(spread.states[:, DISRUPTION], unique[spread.rows, -1])
    high = sum_by(spread.rows, spread.chances * (spread.states[:, RESULT] >= at_least), len(unique))
    mean = sum_by(spread.rows, spread.chances * gains, len(unique))
    ends = np.cumsum(counts)
    out = []
    for start, end in zip(ends - counts, ends, strict=True):
        candidates = back[start:end]
        way = best_way(high[candidates], mean[candidates])
        first, last = edges[candidates[way]], edges[candidates[way] + 1]
        out.append(Resolved(way, spread.states[first:last], spread.chances[first:last]))
    return out


def attack_rows(rows: npt.NDArray[np.int64], threads: int) -> Distributions:
    """The outcomes of every row, whichever of the two pipelines it needs."""
    several = rows[:, A_ROLL_A_HIT] == 1
    parts = []
    for pipeline, chosen in ((ATTACK, ~several), (ATTACK_ROLL_A_HIT, several)):
        index = np.flatnonzero(chosen)
        if len(index):
            spread, stops = exact_rows(pipeline, rows[index], paths=PATHS, threads=threads)
            if stops:
                raise BudgetReached(next(iter(stops.values())))
            parts.append(spread._replace(rows=index[spread.rows]))
    if len(parts) == 1:
        return parts[0]
    order = np.argsort(np.concatenate([part.rows for part in parts]), kind="stable")
    return Distributions(
        np.concatenate([part.rows for part in parts])[order],
        np.concatenate([part.states for part in parts])[order],
        np.concatenate([part.chances for part in parts])[order],
    )


def best_way(high: Chances, mean: Chances) -> int:
    """The first way within the tolerance of the best chance, and of the best mean among those."""
    if len(high) == 1:
        return 0
    best = high >= high.max() - TIE
    return int(np.flatnonzero(best & (mean >= mean[best].max() - TIE))[0])


class State(NamedTuple):
    """Both sides between two operations of a plan, and what has been counted so far."""

    disruption: int  # of the shooter
    stunned: bool
    budgets: tuple[int, ...]  # focus left, by pool
    held: int  # the target's Disruption
    before: int  # what it was when the action began
    counted: int  # what a casualty roll for the model now firing counts
    marked: int
    status: int
    hits: int = 0
    damage: int = 0
    gained: int = 0
    result: int = 0
    shown: int = 0  # what the bands rolled so far make together, by the ladder, whatever status was brought along
    aside: Hashable = None  # what no attack reads


Spread = dict[State, float]


def capped(plan: Plan, quality: int, disruption: int) -> int:
    """X53-DIS-06: Disruption, perhaps never more than Quality."""
    return min(disruption, max(0, quality)) if plan.say.says("disruption-cap", "quality") else disruption


def first_state(plan: Plan) -> State:
    held = capped(plan, plan.target.printed_quality, plan.target_disruption)
    own = capped(plan, plan.shooter_quality, plan.disruption)
    return State(own, plan.stunned, (), held, held, held, plan.marked, plan.status)


def request_for(fire: Fire, state: State, plan: Plan) -> tuple[Request, npt.NDArray[np.int64]]:
    """The attack that a fire op means in a state, and the focus that each way takes."""
    say = plan.say
    target = TargetState(state.counted, state.marked, state.status)
    room = max(0, capped(plan, plan.target.printed_quality, UNLIMITED) - state.held)
    attack = attack_integers(fire.weapon, plan.target, target, state.stunned, fire.token_com, say)
    if fire.budget is None:
        shots = np.zeros((1, AIMS), np.int64)
        shots[0, 0] = fire.shots
        if fire.token_com_once:
            shots[0, :2] = fire.shots - 1, 1
            attack = attack._replace(aim_com=fire.token_com_once)
        return Request(attack, shots, tuple(shots[0].tolist()), room), np.zeros(1, np.int64)
    left = state.budgets[fire.budget.pool] if fire.budget.pool < len(state.budgets) else 0
    budget = budget_for(fire.budget, state.disruption, left, say)
    if fire.explicit is not None:
        shots_, spent = chosen_way(budget, *fire.explicit)
        return Request(attack, np.array([shots_], np.int64), shots_, room), np.array([spent])
    _, table, costs = ways(budget)
    return Request(attack, table, budget, room), costs


class Standing(NamedTuple):
    """A status and how a new result changes it."""

    status: int
    ladder: int


def deciding(state: State) -> State:
    """The state without what has only been counted: equal ones are one attack."""
    return state._replace(hits=0, damage=0, gained=0, result=0, shown=0, aside=None)


def spent_budgets(fire: Fire, state: State, plan: Plan, cost: int) -> tuple[int, ...]:
    """The pools after an attack."""
    if fire.budget is None:
        return state.budgets
    pools = list(state.budgets) + [0] * (fire.budget.pool + 1 - len(state.budgets))
    pools[fire.budget.pool] = budget_for(fire.budget, state.disruption, pools[fire.budget.pool], plan.say).focus - cost
    return tuple(pools)


def after_attack(state: State, outcome: Sequence[int], budgets: tuple[int, ...], plan: Plan) -> State:
    """X53-DIS-04, X53-CAS-10: what an attack leaves; when its Disruption counts is a ruling."""
    hits, damage, gain, result, status, marked = outcome
    quality = plan.target.printed_quality
    held = capped(plan, quality, state.held + gain)
    waits = plan.say.says("disruption-timing", "end-of-action")
    return state._replace(
        budgets=budgets,
        held=held,
        counted=state.counted if waits else capped(plan, quality, state.counted + gain),
        marked=0 if plan.per_attack else marked,
        status=status,
        hits=state.hits + hits,
        damage=state.damage + damage,
        gained=state.gained + held - state.held,
        result=result,
        shown=status_after(Standing(state.shown, LADDER[plan.say.rulings["status-ladder"]]), result),
    )


def next_model(state: State, plan: Plan) -> State:
    """X53-DIS-04: what a model caused waits for the end of the action, unless all Disruption counts at once."""
    at_once = plan.say.says("disruption-timing", "before-casualty")
    return state._replace(counted=state.held if at_once else state.before)


def end_of_action(state: State, plan: Plan) -> State:
    return state._replace(before=state.held, counted=state.held, budgets=())


def other_shooter(state: State, plan: Plan) -> State:
    """X60-STAT-04: the next model begins with the Disruption that lay on it, whatever the one before it did."""
    return state._replace(disruption=first_state(plan).disruption)


BETWEEN: dict[str, Callable[[State, Plan], State]] = {
    NEXT_MODEL: next_model,
    END_OF_ACTION: end_of_action,
    OTHER_SHOOTER: other_shooter,
}


def act(state: State, op: Act, plan: Plan) -> tuple[State, Recovery | None]:
    """X53-ACT-01, -05, -07, -08, -11: what an action does to the shooter; Illegal where it may not be taken.

    The second part is the roll that is still to be made.
    """
    say = plan.say
    if op.needs_unstunned and state.stunned:
        raise Illegal(f"the unit is stunned: {op.name} is a Primary")
    if op.locked and state.disruption >= lock(state, plan):
        held, quality = state.disruption, plan.shooter_quality
        raise Illegal(f"the unit has {held} Disruption at Quality {quality}: {op.name} is barred")
    raised = max(state.disruption, capped(plan, plan.shooter_quality, state.disruption + op.adds))
    disruption = 0 if op.clears_tokens else max(0, raised - op.removes)
    after = state._replace(disruption=disruption)
    sides = say["dice.sides"]
    if op.rest is not None:
        at_most, certain = op.rest
        least, most = faces_limits(say)
        faces = sides if certain else max(least, min(at_most, most))
        return after, Recovery(sides, disruption, faces, say["rest.remove_d"], 0, 1, 0)
    if op.recover is not None:
        divisor = say["dice.d5.divisor"]
        return after._replace(stunned=False), Recovery(sides, disruption, 0, 0, 1, divisor, op.recover)
    return after, None


def lock(state: State, plan: Plan) -> int:
    """X53-ACT-08: the Quality that Disruption is compared with."""
    if plan.say.says("disruption-lock-quality", "reduced"):
        return plan.shooter_quality + state.disruption * int(plan.say["disruption.quality_per_point"])
    return plan.shooter_quality


@dataclass(frozen=True)
class Exact:
    """Carries probabilities."""

    threads: int = 1
    at_least: int = DOWNED  # the result that the best way to shoot aims for
    joins = True  # states that differ only in what has been counted meet one attack

    def attacks(self, requests: Sequence[Request], weights: Sequence[float], stage: int) -> list[Resolved]:
        return resolve(requests, self.threads, self.at_least)

    def rolls(self, pipeline: Pipeline, rows: Rows, weights: Sequence[float], stage: int) -> list[Rolled]:
        if not rows:
            return []
        spread, _ = exact_rows(pipeline, np.array(rows, np.int64))
        edges = np.searchsorted(spread.rows, np.arange(len(rows) + 1))
        return [(spread.states[a:b], spread.chances[a:b]) for a, b in pairwise(edges)]


@dataclass(frozen=True)
class Trials:
    """Carries whole trials: those that are in one state go on together, on dice of their own."""

    seed: int
    threads: int = 1
    at_least: int = DOWNED
    joins = False

    def attacks(self, requests: Sequence[Request], weights: Sequence[float], stage: int) -> list[Resolved]:
        rows = []
        only = Resolved(0, np.empty((0, 0), np.int64), np.empty(0))
        several = any(len(request.ways) > 1 for request in requests)
        chosen = resolve(requests, self.threads, self.at_least) if several else [only] * len(requests)
        for request, best in zip(requests, chosen, strict=True):
            row = np.array(request.attack, np.int64)
            row[FIRST_SHOTS : FIRST_SHOTS + AIMS] = request.ways[best.way]
            rows.append((ATTACK_ROLL_A_HIT if row[A_ROLL_A_HIT] else ATTACK, row))
        shares = self.shares(rows, weights, stage)
        return [Resolved(best.way, *share) for best, share in zip(chosen, shares, strict=True)]

    def rolls(self, pipeline: Pipeline, rows: Rows, weights: Sequence[float], stage: int) -> list[Rolled]:
        return self.shares([(pipeline, row) for row in rows], weights, stage)

    def shares(self, rows: Sequence[tuple[Pipeline, Any]], weights: Sequence[float], stage: int) -> list[Rolled]:
        """Of the trials in each state the share of each outcome; every trial and stage has dice of its own."""
        out, first = [], stage * STAGE
        for (pipeline, row), weight in zip(rows, weights, strict=True):
            trials = round(weight)
            try:
                counts = sample(pipeline, row, seed=self.seed, first=first, trials=trials, threads=self.threads)
            except ValueError as many:
                raise InputError(f"trials cannot count the outcomes ({many}); make the attack smaller") from None
            outcomes, often = counts.outcomes()
            out.append((outcomes, often / trials))
            first += trials
        return out


Carrier = Exact | Trials


def run_plan(plan: Plan, start: float, carrier: Carrier) -> Spread:
    """A plan from its first state to its end."""
    return run_ops({first_state(plan): start}, plan.ops, plan, carrier)


def run_ops(spread: Spread, ops: Sequence[Op], plan: Plan, carrier: Carrier, stage: int = 0) -> Spread:
    """Every operation in turn, over all states; attacks at a target that is out are not made."""
    for stage, op in enumerate(ops, start=stage):  # noqa: B020
        if isinstance(op, Fire):
            spread = fire_all(spread, op, plan, carrier, stage)
        elif isinstance(op, Act):
            spread = act_all(spread, op, plan, carrier, stage)
        else:
            change = BETWEEN[op]
            spread = merged((change(state, plan), weight) for state, weight in spread.items())
    return spread


def merged(items: Iterable[tuple[Kind, float]]) -> dict[Kind, float]:
    """Weights of equal states added up."""
    out: dict[Kind, float] = {}
    for state, weight in items:
        if weight:
            out[state] = out.get(state, 0.0) + weight
    return out


def act_all(spread: Spread, op: Act, plan: Plan, carrier: Carrier, stage: int) -> Spread:
    out, rolling = [], []
    for state, weight in spread.items():
        after, roll = (state, None) if state.status >= INCAPACITATED else act(state, op, plan)
        if roll is None:
            out.append((after, weight))
        else:
            rolling.append((after, weight, roll))
    rolls, weights = [roll for _, _, roll in rolling], [weight for _, weight, _ in rolling]
    rolled = carrier.rolls(RECOVERY, rolls, weights, stage)
    for (after, weight, _), (left, chances) in zip(rolling, rolled, strict=True):
        parts = zip(left[:, 0].tolist(), chances.tolist(), strict=True)
        out += [(after._replace(disruption=disruption), weight * chance) for disruption, chance in parts]
    return merged(out)


def fire_all(spread: Spread, fire: Fire, plan: Plan, carrier: Carrier, stage: int) -> Spread:
    out = {state: weight for state, weight in spread.items() if state.status >= INCAPACITATED and weight}
    going: dict[State, list[tuple[State, float]]] = {}
    for state, weight in spread.items():
        if state.status < INCAPACITATED:
            going.setdefault(deciding(state) if carrier.joins else state, []).append((state, weight))
    paths, keys = 0, list(going)
    shots = fire.shots if fire.budget is None else fire.budget.most
    together = max(1, AT_ONCE // (shots + 1) ** 2 if carrier.joins else len(keys))  # trials share the dice of a stage
    for first in range(0, len(keys), together):
        prepared = {key: request_for(fire, key, plan) for key in keys[first : first + together]}
        weights = [sum(weight for _, weight in going[key]) for key in prepared]
        resolved = carrier.attacks([request for request, _ in prepared.values()], weights, stage)
        for (key, (_, costs)), done in zip(prepared.items(), resolved, strict=True):
            budgets = spent_budgets(fire, key, plan, int(costs[done.way]))
            outcomes = list(zip(done.outcomes.tolist(), done.chances.tolist(), strict=True))
            paths += len(going[key]) * len(outcomes)
            for state, weight in going[key]:
                for outcome, chance in outcomes:
                    if share := weight * chance:
                        after = after_attack(state, outcome, budgets, plan)
                        out[after] = out.get(after, 0.0) + share
            if carrier.joins and (paths > PATHS or len(out) > STATES):
                raise BudgetReached(Stop(f"{fire.weapon.name} fires", paths, len(out)))
    return out


def outcome_of(state: State, plan: Plan) -> tuple[int, int, int, int]:
    """One attack: the band rolled; several: the status after the last. Health alone knows no other status."""
    result = state.status if plan.attacks > 1 else state.result
    if plan.say.says("casualty-by", "health") and result != DESTROYED:
        result = NONE
    return state.hits, state.damage, state.gained, result


def totals(spread: Spread, plan: Plan) -> dict[tuple[int, ...], float]:
    out: dict[tuple[int, ...], float] = {}
    for state, weight in spread.items():
        key = outcome_of(state, plan)
        out[key] = out.get(key, 0.0) + weight
    return out
