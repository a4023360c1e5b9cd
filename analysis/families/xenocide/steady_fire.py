"""Xenocide: a unit under steady fire, in the long run.

Each turn: one volley with its test, the unit's activation, and at its end one rally, with the command points that the
test left. Casualties count in the test and are then made good, so that only markers are carried over.

Rules     XEN-SUP-11, XEN-ORD-02, XEN-RALLY-01, XEN-RALLY-03, XEN-CP-05, XEN-CP-06
Rulings   those of shooting and rally
Outcome   (suppressed, markers)
Left out  trials: a long run has no end that one could sample
"""

from dataclasses import dataclass, replace

from analysis.chains import long_run
from analysis.errors import InputError
from analysis.families.xenocide.carrying import Carrier, Exact, Spread, merged
from analysis.families.xenocide.keys import STEADY_FIRE
from analysis.families.xenocide.morale import rally_test, run_single
from analysis.families.xenocide.settings import Settings
from analysis.families.xenocide.shooting import one_phase
from analysis.families.xenocide.volleys import ShootingPlan, shooting_plan
from analysis.scenarios import Scenario


@dataclass(frozen=True)
class SteadyFirePlan:
    """The volley of every turn, and the unit before the first."""

    fire: ShootingPlan
    markers: int
    support: bool


def steady_fire_plan(scenario: Scenario, say: Settings) -> SteadyFirePlan:
    """The volley of a `shooting` scenario, once a turn; a number of volleys is not read."""
    once = {key: value for key, value in scenario.situation.items() if key != "volleys"}
    return SteadyFirePlan(
        fire=shooting_plan(replace(scenario, situation=once), say),
        markers=scenario.target.state.get("markers", 0),
        support=scenario.situation.get("support", False),
    )


def run_steady_fire(plan: SteadyFirePlan, say: Settings, carrier: Carrier, weight: float) -> Spread:
    """The share of activations by markers; the chain is that of markers before the turn's fire."""
    if not isinstance(carrier, Exact):
        raise InputError(f"{STEADY_FIRE} has no trials: its long run is solved exactly; ask without monte-carlo")
    tests = markers_of_a_volley(plan, say, carrier)

    def activations(before: int) -> Spread:
        """XEN-SUP-11: markers at the activation and the points that are left, by the volley before it."""
        return merged([((before + new, cp), p) for (new, cp), p in tests.items()])

    def turn(before: int) -> Spread:
        """XEN-RALLY-01: what a rally at the end of the activation leaves."""
        rallies = [
            (left, weight)
            for (markers, cp), p in activations(before).items()
            for (left,), weight in run_single(rally_test(markers, cp, plan.support, say), carrier, p).items()
        ]
        return merged(rallies)

    shares = long_run(plan.markers, turn)
    met = [(markers, weight * share * p) for b, share in shares.items() for (markers, _), p in activations(b).items()]
    return merged([((int(markers > 0), markers), p) for markers, p in met])


def markers_of_a_volley(plan: SteadyFirePlan, say: Settings, carrier: Carrier) -> Spread:
    """XEN-SUP-11: new markers and command points left, after one volley at the unit in its full strength."""
    strength = tuple(group.models for group in plan.fire.groups)
    fired = one_phase(plan.fire, (strength, plan.fire.cp), say, carrier, 1.0)
    return merged([((t.suppressed * int(say["markers_per_failure"]), t.cp), p) for t, p in fired])
