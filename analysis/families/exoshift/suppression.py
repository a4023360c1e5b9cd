"""Exoshift: Disruption when its bearer activates.

Rules     X53-ACT-01, X53-ACT-05, X53-ACT-08, X53-ACT-11, X53-DIS-03, X53-BLEED-01, X53-SEQ-04,
          X60-DIS-01, X60-DIS-02, X60-DIS-03, X60-CP-06, X60-DEC-03
Rulings   rest-self-disruption, stunned-recover, disruption-lock-scope, disruption-lock-quality, disruption-cap,
          disruption-action-loss-cap, disruption-vs-third-action, cp-auto-success-timing
"""

from dataclasses import replace

from analysis.errors import Illegal, InputError, listed
from analysis.families.exoshift.chain import Chain, Weights, plan_key, rules_key
from analysis.families.exoshift.keys import RESULTS, SUPPRESSION
from analysis.families.exoshift.plan import Act, Plan, Planner, check_not_out, needed, plan_of, status_of, third_actions
from analysis.families.exoshift.resolve import Carrier, act, first_state, run_plan
from analysis.families.exoshift.settings import Settings, has_trait, settings
from analysis.families.exoshift.shots import UNLIMITED, faces_limits
from analysis.scenarios import Scenario, Side
from kernels.exoshift.activation import ACTIVATION, Activation
from kernels.exoshift.attack import DOWNED

MORALE_TRAITS = ("Drone", "Loyalty Unto Death")
OWN_ACTIONS = ("primary", "rest", "recover")


def suppression_chain(scenario: Scenario) -> Chain:
    """The `target` side under Disruption at its activation."""
    say = settings(scenario.ruleset)
    if say.first_edition:
        return own_action_chain(scenario, say)
    target = scenario.target
    needed(target, "mrl")
    check_not_out(target)
    row = activation_row(target, target.state.get("disruption", 0), say)

    def run(start: float, carrier: Carrier) -> Weights:
        outcomes, chances = carrier.rolls(ACTIVATION, [row], [start], 0)[0]
        return {(lost, left): start * p for (lost, left), p in zip(outcomes.tolist(), chances.tolist(), strict=True)}

    return Chain((SUPPRESSION, row), run)


def faces(at_most: int, say: Settings) -> int:
    """On how many faces a test at or under a number succeeds."""
    least, most = faces_limits(say)
    return int(max(least, min(at_most, most)))


def actions_at_stake(say: Settings) -> int:
    """X60-DIS-01: the actions that tokens can cost; with the third in the pool, that one too."""
    counts = say.says("disruption-vs-third-action", "third-action-counts-in-pool")
    return int(say["activation.actions"]) + (third_actions(say) if counts else 0)


def tests_paid(cp: int, price: int) -> int:
    return cp // price if price else UNLIMITED


def activation_row(side: Side, tokens: int, say: Settings) -> Activation:
    """X60-DIS-01, X60-DIS-02, X60-CP-06: the tests of an activation; under carry-over what is lost later counts too."""
    paid = min(tokens, tests_paid(side.state.get("cp", 0), say["cp.disruption_pass"]))
    before = say.says("cp-auto-success-timing", "before-roll")
    carried = say.says("disruption-action-loss-cap", "carry-over")
    return Activation(
        sides=say["dice.sides"],
        tokens=tokens,
        morale_faces=faces(side.stats["mrl"], say),
        passed_before=paid if before else 0,
        passed_after=0 if before else paid,
        actions_per_fail=say["disruption.actions_per_fail"],
        most_lost=UNLIMITED if carried else actions_at_stake(say),
    )


def check_morale_traits(side: Side, say: Settings) -> None:
    """Traits that change Morale tests of 0.53.0."""
    for trait in MORALE_TRAITS if say.first_edition else ():
        if has_trait(side.stats.get("traits", []), trait):
            raise InputError(f"the {side.name} has the trait {trait!r}, which is not modelled in Morale tests")


def own_action_chain(scenario: Scenario, say: Settings) -> Chain:
    """X53-DIS-03: what a Primary, Rest or Recover leaves."""
    plan = own_plan(scenario, scenario.situation.get("action", OWN_ACTIONS[0]), say)

    def run(start: float, carrier: Carrier) -> Weights:
        left: Weights = {}
        for state, weight in run_plan(plan, start, carrier).items():
            left[(state.disruption,)] = left.get((state.disruption,), 0.0) + weight
        return left

    return Chain((SUPPRESSION, plan_key(plan), rules_key(plan)), run)


def own_plan(scenario: Scenario, action: str, say: Settings) -> Plan:
    """One action of the target side's own, as a plan without an attack; Illegal where it may not be taken."""
    if action not in OWN_ACTIONS:
        raise Illegal(f"{action} is no action that {SUPPRESSION} follows; it has {listed(OWN_ACTIONS)}")
    side, turned = scenario.target, replace(scenario, attacker=scenario.target, target=Side("target"))
    status = status_of(side, say)
    if status >= DOWNED:
        raise Illegal(f"the target is {RESULTS[status]}: it may not take {action}")
    planner = Planner(turned, say)
    planner.check_primaries([action])
    op = planner.act_53(action)
    if op.rest is not None and not op.rest[1]:
        check_morale_traits(side, say)
    if reads_quality(op, say):
        needed(side, "qlt")
    plan = plan_of(turned, (op,), say)
    act(first_state(plan), op, plan)
    return plan


def reads_quality(op: Act, say: Settings) -> bool:
    return op.locked or say.says("disruption-cap", "quality")
