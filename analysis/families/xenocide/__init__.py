"""Xenocide: its registry of keys, and how a scenario becomes integers and an answer."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.asking import Answer, Ask
from analysis.errors import Illegal, InputError
from analysis.families.xenocide.assault import assault_plan, run_assault
from analysis.families.xenocide.carrying import Carrier, Exact, Spread, Trials
from analysis.families.xenocide.keys import ASSAULT, KEYS, OVERWATCH, RALLY, SHOOTING, STEADY_FIRE, SUPPRESSION
from analysis.families.xenocide.morale import rally_plan, run_single, suppression_plan
from analysis.families.xenocide.settings import Settings, settings
from analysis.families.xenocide.shooting import run_shooting
from analysis.families.xenocide.steady_fire import run_steady_fire, steady_fire_plan
from analysis.families.xenocide.volleys import shooting_plan
from analysis.scenarios import Scenario
from kernels.run import Z95, BudgetReached

__all__ = ["KEYS", "Case", "answer", "explain", "lower"]

MOST_TRIALS = 1 << 30


@dataclass(frozen=True)
class Case:
    """A lowered scenario; `key` is equal where the answer must be."""

    pipeline: str
    key: Hashable
    plan: Any
    say: Settings
    notes: tuple[str, ...] = ()


PLANS = {
    SHOOTING: shooting_plan,
    OVERWATCH: shooting_plan,
    STEADY_FIRE: steady_fire_plan,
    SUPPRESSION: suppression_plan,
    RALLY: rally_plan,
    ASSAULT: assault_plan,
}


def lower(scenario: Scenario) -> Case:
    """A scenario as integers, or Illegal with the reason."""
    say = settings(scenario.ruleset)
    if scenario.pipeline == ASSAULT and scenario.attacker.state.get("markers", 0):  # XEN-TERR-11
        raise Illegal("the attacker is suppressed: it may not approach an enemy, and so not begin a close assault")
    plan = PLANS[scenario.pipeline](scenario, say)
    return Case(scenario.pipeline, (scenario.pipeline, plan, say.key), plan, say, unread(scenario))


def unread(scenario: Scenario) -> tuple[str, ...]:
    """Keys that are given and known, but not read by this pipeline."""
    notes = list(scenario.notes)
    for key in scenario.situation:
        reads = KEYS.situation[key].reads
        if reads and scenario.pipeline not in reads:
            notes.append(f"situation.{key} is given, but {scenario.pipeline} does not read it")
    return tuple(notes)


def run(case: Case, carrier: Carrier, weight: float) -> tuple[Spread, float]:
    """Outcomes with their weights, and the weight of what was cut off."""
    if case.pipeline in (SHOOTING, OVERWATCH):
        return run_shooting(case.plan, case.say, carrier, weight), 0.0
    if case.pipeline == STEADY_FIRE:
        return run_steady_fire(case.plan, case.say, carrier, weight), 0.0
    if case.pipeline == ASSAULT:
        return run_assault(case.plan, case.say, carrier, weight)
    return dict(run_single(case.plan, carrier, weight)), 0.0


def answer(cases: Sequence[Case], ask: Ask) -> list[Answer]:
    """Exact answers; trials where they are asked for, or where an exact answer is out of reach."""
    carrier = Exact(ask.threads)
    out = []
    for case in cases:
        if ask.method == "monte-carlo":
            out.append(estimate(case, ask))
            continue
        try:
            found, cut = run(case, carrier, 1.0)
            out.append(as_answer(found, cut, None))
        except BudgetReached as reached:
            if case.pipeline == STEADY_FIRE:
                raise InputError(f"an exact answer is out of reach: {reached}; make the fire smaller") from None
            if ask.method == "exact":
                raise InputError(f"an exact answer is out of reach: {reached}; ask with --method monte-carlo") from None
            out.append(estimate(case, ask))
    return out


def as_answer(found: Spread, cut: float, trials: int | None) -> Answer:
    keys = sorted(found)
    weights = np.array([found[k] for k in keys])
    return Answer(np.array(keys, np.int64), weights / (trials or 1), trials, cut / (trials or 1))


def estimate(case: Case, ask: Ask) -> Answer:
    """Trials: as many as asked, or 1000 times a power of two until the precision is reached."""
    trials = ask.trials or 1000
    while True:
        found, cut = run(case, Trials(ask.seed, ask.threads), float(trials))
        made = as_answer(found, cut, trials)
        widest = float((made.probabilities * (1 - made.probabilities)).max())
        if ask.trials is not None or Z95 * (widest / trials) ** 0.5 <= ask.precision or trials >= MOST_TRIALS:
            return made
        trials *= 2


def explain(scenario: Scenario) -> Any:
    """A scenario told step by step."""
    from analysis.families.xenocide.telling import explain as told

    return told(scenario)
