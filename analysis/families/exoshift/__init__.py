"""Exoshift: its registry of keys, and how a scenario becomes integers and an answer."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from analysis.asking import Answer, Ask
from analysis.errors import Illegal, InputError
from analysis.families.exoshift.aftermath import aftermath_chain
from analysis.families.exoshift.assault import assault_chain
from analysis.families.exoshift.chain import Chain, Weights, plan_key, rules_key
from analysis.families.exoshift.choices import choices, firing_plans
from analysis.families.exoshift.focus import Budget, labels
from analysis.families.exoshift.keys import (
    AFTERMATH,
    CASUALTY,
    CLOSE_ASSAULT,
    KEYS,
    REACTION,
    SHOOTING,
    STEADY_FIRE,
    SUPPRESSION,
)
from analysis.families.exoshift.plan import Act, Fire, Plan, check_not_out, needed, shooting_plan
from analysis.families.exoshift.reaction import reaction_chain
from analysis.families.exoshift.resolve import (
    Carrier,
    Exact,
    Request,
    Resolved,
    Trials,
    act,
    first_state,
    request_for,
    resolve,
    run_plan,
    totals,
)
from analysis.families.exoshift.settings import settings
from analysis.families.exoshift.shots import UNLIMITED, TargetState, TargetStats, Weapon, attack_integers
from analysis.families.exoshift.steady_fire import steady_fire_chain
from analysis.families.exoshift.suppression import suppression_chain
from analysis.families.exoshift.telling import explain
from analysis.families.exoshift.unread import unread
from analysis.scenarios import Scenario
from analysis.sums import equal_rows, sum_by
from kernels.exoshift.attack import AIMS
from kernels.run import Z95, BudgetReached

__all__ = ["KEYS", "Case", "answer", "choices", "explain", "firing_plans", "lower"]


@dataclass(frozen=True)
class Case:
    """A lowered scenario: one attack, a plan of several, or a chain; `key` is equal where the answer must be."""

    pipeline: str
    key: Hashable
    request: Request | None = None
    plan: Plan | None = None
    chain: Chain | None = None
    notes: tuple[str, ...] = ()

    def shown(self, outcomes: Any) -> Any:
        """The fields of an attack's outcome that the pipeline shows; Disruption as far as there is room for it."""
        assert self.request is not None
        shown = outcomes[:, [3, 2] if self.pipeline == CASUALTY else [0, 1, 2, 3]]
        gains = 1 if self.pipeline == CASUALTY else 2
        shown[:, gains] = np.minimum(shown[:, gains], self.request.room)
        return shown


def lower(scenario: Scenario) -> Case:
    """A scenario as integers, or Illegal with the reason."""
    notes = unread(scenario)
    if scenario.pipeline == CASUALTY:
        request = casualty_request(scenario)
        return Case(CASUALTY, (CASUALTY, request.attack, request.label, request.room), request, notes=notes)
    if scenario.pipeline in CHAINS:
        chain = CHAINS[scenario.pipeline](scenario)
        return Case(scenario.pipeline, chain.key, chain=chain, notes=(*notes, *chain.notes))
    plan = shooting_plan(scenario)
    if (single := single_attack(plan)) is not None:
        return Case(SHOOTING, (SHOOTING, single.attack, single.label, single.room), single, notes=notes)
    return Case(SHOOTING, (SHOOTING, plan_key(plan), rules_key(plan)), plan=plan, notes=notes)


def single_attack(plan: Plan) -> Request | None:
    """A plan of one attack and no other die is one row of the kernel."""
    if plan.attacks != 1:
        return None
    state, request = first_state(plan), None
    for op in plan.ops:
        if isinstance(op, Act):
            state, roll = act(state, op, plan)
            if roll is not None:
                return None
        if isinstance(op, Fire):
            request = request_for(op, state, plan)[0]
    return request


def casualty_request(scenario: Scenario) -> Request:
    """X53-CAS-01: the casualty roll alone, as an attack that is sure to damage."""
    say = settings(scenario.ruleset)
    if not say.says("casualty-by", "table"):
        raise Illegal(f"{scenario.ruleset.name} has no casualty roll: casualty-by is {say.rulings['casualty-by']}")
    target, situation = scenario.target, scenario.situation
    needed(target, "qlt")
    check_not_out(target)
    if "power" not in situation:
        raise InputError("situation.power is needed: the Power of the attack")
    damage, health = situation.get("damage", 1), target.stats.get("hea", 1)
    marked = max(target.state.get("damage", 0), health - damage)
    escort = say["cautious.qlt"] if say.first_edition and target.state.get("escorted", False) else 0
    stats = TargetStats(target.stats["qlt"] + escort, target.stats["qlt"], health)
    held = target.state.get("disruption", 0)
    if say.says("disruption-cap", "quality"):
        held = min(held, max(0, stats.printed_quality))
    weapon = Weapon("attack", 0, 0, 0, situation["power"], damage, 0, 0, False)
    attack = attack_integers(weapon, stats, TargetState(held, marked, 0), False, 0, say)
    sure = attack._replace(
        hit_at_most=attack.sides,
        most_faces=attack.sides,
        near=0,
        hurt=1,
        both=0,
        of=1,
        hit_disruption=0,
        a_roll_a_hit=0,
    )
    shots = np.zeros((1, AIMS), np.int64)
    shots[0, 0] = 1
    room = max(0, stats.printed_quality - held) if say.says("disruption-cap", "quality") else UNLIMITED
    return Request(sure, shots, "one", room)


def answer(cases: Sequence[Case], ask: Ask) -> list[Answer | Illegal]:
    """Exact answers of all cases in one batch; trials where they are asked for or an exact answer is out of reach."""
    if ask.method == "monte-carlo":
        return [legal(partial(estimate, case, ask)) for case in cases]
    single = [case for case in cases if case.request is not None]
    try:
        resolved = iter(resolve([case.request for case in single if case.request], ask.threads))
    except BudgetReached:
        return [answer_alone(case, ask) for case in cases]
    out: list[Answer | Illegal] = []
    for case in cases:
        if case.request is not None:
            done = next(resolved)
            one_roll = not case.request.attack.a_roll_a_hit
            plain = case.pipeline == SHOOTING and case.request.room == UNLIMITED and one_roll
            shown = case.shown(done.outcomes)
            found = Answer(shown, done.chances) if plain else joined(shown, done.chances)
            out.append(with_choice(replace(found, dice=dice_rolled(case, done)), case.request, done.way))
        else:
            out.append(legal(partial(in_reach, case, ask)))
    return out


def answer_alone(case: Case, ask: Ask) -> Answer | Illegal:
    """An answer of its own, where one of the batch is out of reach."""
    if case.request is None:
        return legal(partial(in_reach, case, ask))
    try:
        resolve([case.request], ask.threads)
    except BudgetReached as reached:
        return beyond(case, ask, reached)
    return answer([case], ask)[0]


def in_reach(case: Case, ask: Ask) -> Answer:
    try:
        return exact_plan(case, ask)
    except BudgetReached as reached:
        return beyond(case, ask, reached)


def beyond(case: Case, ask: Ask, reached: BudgetReached) -> Answer:
    """Trials in place of an exact answer, unless it was asked for or there are none."""
    if case.pipeline == STEADY_FIRE:
        raise InputError(f"an exact answer is out of reach: {reached}; make the fire smaller") from None
    if ask.method == "exact":
        raise InputError(f"an exact answer is out of reach: {reached}; ask with --method monte-carlo") from None
    return estimate(case, ask)


def exact_plan(case: Case, ask: Ask) -> Answer:
    return from_totals(carried(case, 1.0, Exact(ask.threads)))


def carried(case: Case, start: float, carrier: Carrier) -> Weights:
    """What a plan or a chain makes of a weight."""
    if case.chain is not None:
        return case.chain.run(start, carrier)
    assert case.plan is not None
    return totals(run_plan(case.plan, start, carrier), case.plan)


def legal(find: Callable[[], Answer]) -> Answer | Illegal:
    """An answer, or why a later action of a plan is not allowed in a state that the dice lead to."""
    try:
        return find()
    except Illegal as illegal:
        return illegal


def dice_rolled(case: Case, done: Resolved) -> float | None:
    """The expected number of dice of one attack: hit tests, a test for each hit that is tested, casualty rolls."""
    assert case.request is not None
    attack = case.request.attack
    if case.pipeline == CASUALTY or attack.a_roll_a_hit or attack.suppressing:
        return None
    shots = float(case.request.ways[done.way].sum())
    hits = float(done.chances @ done.outcomes[:, 0])
    rolls = float(done.chances[done.outcomes[:, 3] > 0].sum()) if attack.by_table else 0.0
    return shots + hits + rolls


def with_choice(found: Answer, request: Request, way: int) -> Answer:
    """The answer with the focus split that was chosen, where there was a choice."""
    if not isinstance(request.label, Budget) or len(request.ways) == 1:
        return found
    offered = labels(request.label)
    return replace(found, choice=offered[way], offered=offered)


def joined(outcomes: Any, weights: Any) -> Answer:
    """Equal rows merged; status and marks follow from the result, but for a cap and a roll a hit."""
    unique, back = equal_rows(outcomes)
    return Answer(unique, sum_by(back, weights, len(unique)))


def from_totals(found: Weights, trials: int | None = None) -> Answer:
    keys = sorted(found)
    weights = np.array([found[k] for k in keys])
    return Answer(np.array(keys, np.int64), weights / (trials or 1), trials)


def estimate(case: Case, ask: Ask) -> Answer:
    """Trials: as many as asked, or 1000 times a power of two until the precision is reached."""
    trials = ask.trials or 1000
    while True:
        made = by_trials(case, ask, trials)
        widest = float((made.probabilities * (1 - made.probabilities)).max())
        if ask.trials is not None or Z95 * (widest / trials) ** 0.5 <= ask.precision:
            return made
        trials *= 2


def by_trials(case: Case, ask: Ask, trials: int) -> Answer:
    carrier = Trials(ask.seed, ask.threads)
    if case.request is not None:
        done = carrier.attacks([case.request], [trials], 0)[0]
        shares = joined(case.shown(done.outcomes), done.chances)
        return Answer(shares.outcomes, shares.probabilities, trials)
    return from_totals(carried(case, float(trials), carrier), trials)


CHAINS: dict[str, Callable[[Scenario], Chain]] = {
    SUPPRESSION: suppression_chain,
    CLOSE_ASSAULT: assault_chain,
    REACTION: reaction_chain,
    AFTERMATH: aftermath_chain,
    STEADY_FIRE: steady_fire_chain,
}
