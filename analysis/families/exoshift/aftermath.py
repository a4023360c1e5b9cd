"""Exoshift: shoot or suppress, by what the target can still do at its next activation.

Rules     X53-ACT-01, X53-ACT-08, X53-BLEED-01, X53-BLEED-02, X53-BLEED-06, X53-DIS-01, X60-DIS-01, X60-DIS-03,
          X60-DEC-04
Rulings   those of shooting and suppression; disruption-lock-scope, disruption-lock-quality, stunned-recover
"""

from dataclasses import dataclass, replace

from analysis.families.exoshift.chain import Chain, Weights, plan_key, roll_each, rules_key
from analysis.families.exoshift.keys import AFTERMATH, CAN_ACT
from analysis.families.exoshift.plan import Plan, needed, shooting_plan
from analysis.families.exoshift.resolve import Carrier, State, lock, merged, outcome_of, run_plan
from analysis.families.exoshift.suppression import activation_row
from analysis.scenarios import Scenario, Side
from kernels.exoshift.activation import ACTIVATION
from kernels.exoshift.attack import DOWNED, INCAPACITATED, STUNNED, WOUNDED

RESULT = 3


def aftermath_chain(scenario: Scenario) -> Chain:
    """An attack, and the target's next activation."""
    plan = shooting_plan(scenario)
    target = scenario.target
    if plan.say.first_edition:
        needed(target, "qlt")
        key = (AFTERMATH, plan_key(plan), rules_key(plan))
        return Chain(key, lambda start, carrier: open_actions(plan, start, carrier))
    needed(target, "mrl")
    later = NextActivation(plan, target)
    tests = (target.stats["mrl"], target.state.get("cp", 0))
    return Chain((AFTERMATH, plan_key(plan), tests, rules_key(plan)), later.run)


@dataclass(frozen=True)
class NextActivation:
    """0.60.1: tokens are tested one by one."""

    plan: Plan
    target: Side

    def run(self, start: float, carrier: Carrier) -> Weights:
        say = self.plan.say
        spread = run_plan(self.plan, start, carrier)
        after = merged(((result_of(s, self.plan), s.held, s.status), weight) for s, weight in spread.items())
        out = [((result, 0, held), weight) for (result, held, status), weight in after.items() if status >= OUT]
        alive = {key: weight for key, weight in after.items() if key[2] < OUT}
        rolled = roll_each(
            alive, ACTIVATION, lambda key: activation_row(self.target, key[1], say), carrier, len(self.plan.ops)
        )
        out += [((result, lost, left), weight) for (result, _, _), (lost, left), weight in rolled]
        return merged(out)


OUT = INCAPACITATED


def result_of(state: State, plan: Plan) -> int:
    return outcome_of(state, plan)[RESULT]


def open_actions(plan: Plan, start: float, carrier: Carrier) -> Weights:
    """0.53.0: what status and Disruption leave open."""
    spread = run_plan(plan, start, carrier)
    return merged(((result_of(s, plan), *open_to(s, plan)), weight) for s, weight in spread.items())


def open_to(state: State, plan: Plan) -> tuple[int, int]:
    """X53-ACT-08, X53-BLEED-01, -02, -06: the widest word that holds, and the Disruption with which it acts."""
    say, held = plan.say, state.held
    word = {DOWNED: "crawl"}.get(state.status, "none" if state.status >= WOUNDED else "all")
    if word != "all":
        return CAN_ACT.index(word), held
    own = replace(plan, shooter_quality=plan.target.printed_quality)
    locked = held >= lock(state._replace(disruption=held), own)
    if locked and say.says("disruption-lock-scope", "all-actions"):
        return CAN_ACT.index("rest"), held
    if state.status == STUNNED and say.says("stunned-recover", "recover-as-secondary"):
        return CAN_ACT.index("rest" if locked else "recover"), held
    less = max(0, held - say["primary.remove_d"])
    word = "recover" if state.status == STUNNED else "primary" if locked else "all"
    return CAN_ACT.index(word), less
