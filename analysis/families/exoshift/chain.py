"""Exoshift: procedures of several parts, each an attack that exists or a single roll, over the states of both sides."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analysis.errors import InputError
from analysis.families.exoshift.plan import Op, Plan
from analysis.families.exoshift.resolve import Carrier, Kind, State, first_state, merged, run_ops
from analysis.scenarios import Scenario
from kernels.exoshift.attack import STUNNED
from kernels.pipeline import Pipeline

Weights = dict[tuple[int, ...], float]


@dataclass(frozen=True)
class Chain:
    """A lowered procedure: `run` carries a weight through it, to the outcomes; `key` is equal where `run` is."""

    key: Hashable
    run: Callable[[float, Carrier], Weights] = field(compare=False)
    notes: tuple[str, ...] = ()


class Fighter(NamedTuple):
    """One side between two parts."""

    disruption: int
    marked: int
    status: int
    shown: int = 0  # what the bands rolled since the beginning make together


class Pair(NamedTuple):
    """Both sides, and what no attack reads."""

    attacker: Fighter
    target: Fighter
    aside: Any = ()


Pairs = dict[Pair, float]


def first_pair(plan: Plan, own: Plan) -> Pair:
    """Both sides before anything happens: `plan` has the target as its target, `own` the attacker."""
    return Pair(as_target(first_state(own)), as_target(first_state(plan)))


def as_target(state: State) -> Fighter:
    return Fighter(state.held, state.marked, state.status, state.shown)


def facing(shooter: Fighter, target: Fighter) -> State:
    """The state that an attack of one at the other meets."""
    held = target.disruption
    stunned = shooter.status == STUNNED
    return State(shooter.disruption, stunned, (), held, held, held, target.marked, target.status, shown=target.shown)


def target_fires(pair: Pair) -> State:
    return facing(pair.target, pair.attacker)


def attacker_fires(pair: Pair) -> State:
    return facing(pair.attacker, pair.target)


def exchange(
    spread: Mapping[Pair, float], ops: Sequence[Op], plan: Plan, carrier: Carrier, stage: int, *, back: bool = False
) -> Pairs:
    """Operations of the attacker against the target, or of the target against the attacker (`back`)."""
    view = target_fires if back else attacker_fires
    begun = merged((view(pair)._replace(aside=pair), weight) for pair, weight in spread.items())
    done = run_ops(begun, ops, plan, carrier, stage)
    return merged((after_exchange(state, back), weight) for state, weight in done.items())


def after_exchange(state: State, back: bool) -> Pair:
    pair = state.aside
    assert isinstance(pair, Pair)
    shooter = pair.target if back else pair.attacker
    shooter = shooter._replace(disruption=state.disruption)
    struck = as_target(state)
    return pair._replace(attacker=struck, target=shooter) if back else pair._replace(attacker=shooter, target=struck)


def roll_each(
    spread: Mapping[Kind, float],
    pipeline: Pipeline,
    row_of: Callable[[Kind], tuple[int, ...]],
    carrier: Carrier,
    stage: int,
) -> Iterable[tuple[Kind, list[int], float]]:
    """A roll for each state: state, outcome and weight, one after the other."""
    rows, weights = [row_of(key) for key in spread], list(spread.values())
    for key, weight, (outcomes, chances) in zip(
        spread, weights, carrier.rolls(pipeline, rows, weights, stage), strict=True
    ):
        for outcome, chance in zip(outcomes.tolist(), chances.tolist(), strict=True):
            yield key, outcome, weight * chance


def plan_key(plan: Plan) -> Hashable:
    """What the answer of a plan depends on; the ruleset's part of it is `rules_key`."""
    sides = (plan.disruption, plan.stunned, plan.target_disruption, plan.marked, plan.status, plan.shooter_quality)
    return plan.ops, plan.target, sides, plan.per_attack


def rules_key(plan: Plan) -> Hashable:
    return tuple(plan.say.rulings.items()), tuple((k, str(v)) for k, v in plan.say.constants.items())


def side_focus(scenario: Scenario, side: str) -> Mapping[str, Any]:
    """The policy of one side in the shape that a plan reads; `defender` is another name of `target`."""
    tables = [scenario.policy[n] for n in ("target", "defender") if side == "target" and n in scenario.policy]
    tables += [scenario.policy[side]] if side != "target" and side in scenario.policy else []
    if len(tables) > 1:
        raise InputError("policy.target and policy.defender are two names of one table; give one of them")
    return tables[0] if tables else {}
