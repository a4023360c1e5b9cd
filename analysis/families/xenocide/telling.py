"""Xenocide: a scenario told step by step."""

from collections.abc import Iterator
from math import prod

from analysis.explain import Line
from analysis.families.xenocide.accuracy import OF
from analysis.families.xenocide.assault import Assault, assault_plan
from analysis.families.xenocide.carrying import Exact
from analysis.families.xenocide.fighters import Band, cads
from analysis.families.xenocide.keys import ASSAULT, RALLY, STEADY_FIRE, SUPPRESSION
from analysis.families.xenocide.morale import SingleTest, rally_plan, rally_test, suppression_plan
from analysis.families.xenocide.settings import SIDES, Settings, settings
from analysis.families.xenocide.shooting import Phase
from analysis.families.xenocide.steady_fire import steady_fire_plan
from analysis.families.xenocide.volleys import ShootingPlan, shooting_plan
from analysis.scenarios import Scenario

RALLIES = ("XEN-RALLY-01", "XEN-RALLY-02", "XEN-RALLY-03")


def explain(scenario: Scenario) -> list[Line]:
    """The steps of any pipeline."""
    say = settings(scenario.ruleset)
    if scenario.pipeline == ASSAULT:
        return list(assault_lines(scenario, say))
    if scenario.pipeline == STEADY_FIRE:
        return list(steady_fire_lines(scenario, say))
    if scenario.pipeline == RALLY:
        return [test_line(rally_plan(scenario, say), "rally", RALLIES)]
    if scenario.pipeline == SUPPRESSION:
        return [test_line(suppression_plan(scenario, say), "test", ("XEN-SUP-01", "XEN-SUP-02"))]
    return list(fire_lines(shooting_plan(scenario, say), say))


def test_line(plan: SingleTest, step: str, rules: tuple[str, ...]) -> Line:
    rulings = ("cp-suppression-die", "natural-11-12", "suppression-pass-direction")
    if plan.row is None:
        return Line(step, "no test is due", rules, rulings)
    row = plan.row
    text = f"{row.dice}d{row.sides}, the best {row.keep} count, against {row.pass_at_least}"
    text += f"; {row.may_add} more by command points" if row.may_add else ""
    return Line(step, text, rules, rulings)


def steady_fire_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    plan = steady_fire_plan(scenario, say)
    yield from fire_lines(plan.fire, say)
    text = f"a failed test adds {say['markers_per_failure']} to the markers; with any the activation is suppressed"
    yield Line("activation", text, ("XEN-SUP-11", "XEN-ORD-02"))
    yield test_line(rally_test(1, plan.fire.cp, plan.support, say), "rally from one marker", RALLIES)
    yield Line("every turn", "casualties are made good, markers that are left stay", ("XEN-RALLY-03",))


def fire_lines(plan: ShootingPlan, say: Settings) -> Iterator[Line]:
    phase = Phase(plan, tuple(g.models for g in plan.groups), say, Exact())
    for number, volley in enumerate(plan.volleys):
        low, high = phase.weights(volley)
        text = f"{volley.name}: {volley.dice} dice at accuracy {volley.accuracy + phase.aspect(volley)}, "
        text += f"strength {volley.strength}: each hits with {(low + high) / OF:.1%}"
        text += f", {volley.aoe}d3 hits a die" if volley.aoe else ""
        rules = ("XEN-AOE-01", "XEN-AOE-03") if volley.aoe else ("XEN-SHOOT-04", "XEN-SHOOT-06", "XEN-SHOOT-07")
        yield Line("hit dice", text, rules, ("suppression-accuracy", "natural-limits", "splash-nonpositive"))
        for index, group in enumerate(plan.groups):
            unsaved = prod(phase.faces(index, volley)) / SIDES**3
            text = f"{group.models} models: cover {group.cover}, shield {group.shield}, armour {group.armor} "
            text += f"less {volley.strength}: a hit removes one with {unsaved:.1%}"
            yield Line("saves", text, ("XEN-SAVE-01", "XEN-SAVE-02", "XEN-SAVE-03"), ("save-order", "split-cover"))
        if number == len(plan.volleys) - 1 and plan.tests:
            fire = phase.incoming(phase.untouched())
            text = f"{fire.shots} shots that could kill and {fire.aoe_d3}d3 at {fire.models} models"
            rulings = ("could-kill", "threshold-penetration", "suppression-pass-direction")
            yield Line("suppression test", text, ("XEN-SUP-01", "XEN-SUP-02", "XEN-SUP-10"), rulings)


def assault_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    plan = assault_plan(scenario, say)
    assault = Assault(plan, say, Exact())
    state = assault.start()
    dice = assault.chosen_dice(state)
    for name, band, tallied, defending in zip(
        ("attacker", "defender"), (plan.attacker, plan.defender), assault.tallies(state), dice, strict=True
    ):
        text = f"{name}: a pool of {tallied.pool}, {tallied.allowance} of it may defend; {tallied.pool - defending} "
        text += f"attack, {defending} and {tallied.bonus} extra dice defend; CAD {cad_words(band, say)}"
        rulings = ("third-rounding", "half-rounding", "firing-orders-ca", "suppressed-66-cad")
        yield Line("tally", text, ("XEN-CA-05", "XEN-CA-06", "XEN-CA-07", "XEN-CA-10", "XEN-CA-13"), rulings)
    text = "strike, strike back, tests, flight; then the next round, at most " + str(plan.max_rounds)
    yield Line(
        "rounds", text, ("XEN-CA-02", "XEN-CA-18", "XEN-CA-19", "XEN-CA-27"), ("strike-back-dice", "premarked-flee")
    )


def cad_words(band: Band, say: Settings) -> str:
    return ", ".join(
        str(face) * dice if face == SIDES else f"{face}+ x{dice}" for face, dice in cads(band, band.markers, say)
    )
