"""Exoshift: a unit under steady fire, in the long run.

Each round the unit activates and is then attacked once. It is kept alive: damage and status of an attack are not
carried over, Disruption is. The chain of Disruption at activation is solved for its long-run shares.

Rules     X53-ACT-01, X53-ACT-05, X53-DIS-03, X60-DIS-01, X60-DIS-02, X60-DIS-03, X60-SEQ-05, X60-SEQ-06
Rulings   those of shooting and suppression
Outcome   (disruption, recover) in 0.53.0, (disruption, actions_lost) in 0.60.1
Left out  trials: a long run has no end that one could sample
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from analysis.chains import long_run
from analysis.errors import InputError
from analysis.families.exoshift.chain import Chain, Weights, plan_key, roll_each, rules_key
from analysis.families.exoshift.keys import MOST_QUALITIES, STEADY_FIRE
from analysis.families.exoshift.plan import Plan, needed, shooting_plan
from analysis.families.exoshift.resolve import Carrier, Exact, first_state, merged, run_ops, run_plan
from analysis.families.exoshift.suppression import activation_row, own_plan
from analysis.scenarios import Scenario
from kernels.exoshift.activation import ACTIVATION

Shares = dict[int, float]


def steady_fire_chain(scenario: Scenario) -> Chain:
    """The attack of a `shooting` scenario at its target, every round."""
    plan, target = shooting_plan(scenario), scenario.target
    first = plan.say.first_edition
    needed(target, "qlt" if first else "mrl")
    own = (target.stats.get("mrl"), target.state.get("cp", 0), scenario.situation.get("enemy_in_los", True))
    key = (STEADY_FIRE, plan.say.edition, plan_key(plan), own, rules_key(plan))
    forgotten = not first and target.state.get("disruption", 0)
    notes = ("target.disruption is given, but no token outlives the first activation",) if forgotten else ()
    return Chain(key, SteadyFire(scenario, plan).run, notes)


@dataclass(frozen=True)
class SteadyFire:
    """One attack a round and what the unit does in between."""

    scenario: Scenario
    plan: Plan

    def run(self, start: float, carrier: Carrier) -> Weights:
        if not isinstance(carrier, Exact):
            raise InputError(f"{STEADY_FIRE} has no trials: its long run is solved exactly; ask without monte-carlo")
        found = self.recovering(carrier) if self.plan.say.first_edition else self.losing_actions(carrier)
        return {outcome: start * share for outcome, share in found.items()}

    def losing_actions(self, carrier: Exact) -> Weights:
        """X60-DIS-03: no token outlives an activation, so that every round is like the first."""
        target, say = self.scenario.target, self.plan.say
        tokens = gains(self.plan, [0], carrier)[0]
        rolled = roll_each(tokens, ACTIVATION, lambda held: activation_row(target, held, say), carrier, 0)
        return merged(((held, lost), weight) for held, (lost, _), weight in rolled)

    def recovering(self, carrier: Exact) -> Weights:
        """X53-DIS-03: Disruption at activation as a chain; Recover is taken once it has reached Quality."""
        quality = self.plan.target.printed_quality
        most = max(0, MOST_QUALITIES * quality)
        gained = gains(self.plan, range(most + 1), carrier)

        def a_round(held: int) -> Shares:
            return merged(
                (min(most, after + more), p * q)
                for after, p in self.after_own_action(held, carrier).items()
                for more, q in gained[min(most, after)].items()
            )

        shares = long_run(min(most, first_state(self.plan).held), a_round)
        return {(held, int(held >= quality)): share for held, share in shares.items()}

    def after_own_action(self, held: int, carrier: Exact) -> Shares:
        """X53-ACT-01, X53-ACT-05: what the unit's own action leaves; it stands and is not exhausted."""
        target = self.scenario.target
        state = {**target.state, "disruption": held, "statuses": [], "exhausted": False}
        standing = replace(self.scenario, target=replace(target, state=state))
        action = "recover" if held >= self.plan.target.printed_quality else "primary"
        plan = own_plan(standing, action, self.plan.say)
        return merged((state.disruption, weight) for state, weight in run_plan(plan, 1.0, carrier).items())


def gains(plan: Plan, held: Iterable[int], carrier: Exact) -> dict[int, Shares]:
    """By Disruption before the attack: what the attack adds, with its chance."""
    first = first_state(plan)
    begun = {first._replace(held=d, before=d, counted=d, aside=d): 1.0 for d in held}
    out: dict[int, Shares] = {}
    for state, weight in run_ops(begun, plan.ops, plan, carrier).items():
        assert isinstance(state.aside, int)
        found = out.setdefault(state.aside, {})
        found[state.gained] = found.get(state.gained, 0.0) + weight
    return out
