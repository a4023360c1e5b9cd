"""Exoshift: suppression, assaults, reactions and their like, told step by step."""

from collections.abc import Iterator
from dataclasses import replace

from analysis.explain import Line
from analysis.families.exoshift.assault import at_contact, attack_plan, defence_plan, defensive_mode
from analysis.families.exoshift.chain import side_focus
from analysis.families.exoshift.keys import AFTERMATH, CLOSE_ASSAULT, MOST_QUALITIES, REACTION, STEADY_FIRE, SUPPRESSION
from analysis.families.exoshift.plan import Fire, Plan, needed, shooting_plan
from analysis.families.exoshift.reaction import action_ops, active_scenario, may_react, reaction_plan
from analysis.families.exoshift.resolve import act, first_state
from analysis.families.exoshift.settings import Settings
from analysis.families.exoshift.suppression import activation_row, faces, own_plan
from analysis.families.exoshift.telling import attack_lines, plan_lines
from analysis.scenarios import Scenario
from kernels.exoshift.attack import STUNNED


def chain_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    tellers = {
        SUPPRESSION: suppression_lines,
        CLOSE_ASSAULT: assault_lines,
        REACTION: reaction_lines,
        AFTERMATH: aftermath_lines,
        STEADY_FIRE: steady_fire_lines,
    }
    return tellers[scenario.pipeline](scenario, say)


def suppression_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    if not say.first_edition:
        yield token_line(scenario, f"{scenario.target.state.get('disruption', 0)} tokens", say)
        return
    action = scenario.situation.get("action", "primary")
    plan = own_plan(scenario, action, say)
    op = plan.ops[0]
    before = first_state(plan)
    after, roll = act(before, op, plan)  # type: ignore[arg-type]
    text = f"{action}: Disruption {before.disruption} becomes {after.disruption}"
    if roll is not None and roll.recovers:
        text += f", then a d{roll.sides} divided by {roll.divisor} and {roll.recover_bonus} more are taken off"
    elif roll is not None:
        text += f", then {roll.rest_removes} is taken off with {roll.rest_faces} of {roll.sides} faces"
    rules = {"rest": "X53-ACT-11", "recover": "X53-ACT-05"}.get(action, "X53-ACT-01")
    yield Line(
        action, text, (rules, "X53-DIS-03"), ("rest-self-disruption", "stunned-recover", "disruption-lock-scope")
    )


def token_line(scenario: Scenario, tokens: str, say: Settings) -> Line:
    row = activation_row(scenario.target, scenario.target.state.get("disruption", 0), say)
    text = (
        f"{tokens}: each is a Morale test passed on {row.morale_faces} of {row.sides} faces, a failure loses "
        f"{row.actions_per_fail} action, then all tokens go; {scenario.target.state.get('cp', 0)} CP are at hand"
    )
    rulings = ("disruption-action-loss-cap", "disruption-vs-third-action", "cp-auto-success-timing")
    return Line("activation", text, ("X60-DIS-01", "X60-CP-06"), rulings)


def fire_lines(scenario: Scenario, plan: Plan, at_least: int, say: Settings) -> Iterator[Line]:
    """The first attack of a plan; the others meet what it left."""
    fires = [op for op in plan.ops if isinstance(op, Fire)]
    if fires:
        yield from attack_lines(scenario, fires[0], first_state(plan), plan, say, at_least)


def assault_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    begin, attack = attack_plan(scenario, say)
    defence = defence_plan(scenario, say)
    text = f"the attacker's Primary takes {begin.removes} Disruption off" if begin.removes else "the attacker closes in"
    yield Line("assault", text, ("X53-ASLT-01", "X60-ACT-12"))
    mode = defensive_mode(scenario, say)
    fires = any(isinstance(op, Fire) for op in defence.ops)
    text = f"as {mode}; the attacker stops at {say['assault.stop_at']} or worse" if fires else "none"
    rulings = ("defensive-fire-costs", "close-quarters-defensive", "assault-multi-model")
    yield Line("Defensive Fire", text, ("X53-ASLT-03", "X53-ASLT-04", "X53-ASLT-05", "X60-ACT-12"), rulings)
    turned = replace(scenario, attacker=scenario.target, target=scenario.attacker)
    yield from fire_lines(at_contact(turned, side_focus(scenario, "target"), say), defence, STUNNED, say)
    text = f"without cover; {say['assault.destroy_at']} or worse afterwards is destroyed"
    rulings = ("assault-focus-bonus", "assault-point-blank", "assault-missing")
    yield Line("assault attacks", text, ("X53-ASLT-06", "X53-ASLT-07", "X53-ASLT-08", "X60-ACT-12"), rulings)
    close = say.says("assault-point-blank", "yes")
    near = at_contact(scenario, side_focus(scenario, "attacker"), say, close=close)
    yield from fire_lines(near, attack, STUNNED + 1, say)
    less = f"{say['assault.morale_minus_d']} for each Disruption"
    text = f"Morale {scenario.target.stats['mrl']} less {less}, or the target falls back"
    yield Line("Morale test", text, ("X53-ASLT-09", "X53-ASLT-10", "X60-ACT-12"), ("assault-morale-disruption",))


def reaction_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    target, situation = scenario.target, scenario.situation
    active = active_scenario(scenario)
    names, _ = action_ops(active, say)
    after, answer = situation.get("react_after", 1), situation.get("reaction", "shoot")
    yield Line("active model", f"takes {', '.join(names)}", ("X60-SEQ-02", "X60-REACT-01"))
    licence = "may react" if may_react(target, say) else "may not react"
    text = f"the target {licence} with {answer} once action {after} is finished"
    yield Line("reaction", text, ("X60-REACT-02", "X60-TOK-04"), ("reaction-vs-token", "reaction-simultaneous"))
    quality = target.stats.get("qlt", 0)
    text = (
        f"with tokens on it: Quality {quality}, {say['reaction.penalty_per_extra_token']} for each token after the "
        f"first (one token: {faces(quality, say)} of {say['dice.sides']} faces); "
        f"failure takes {say['reaction.fail_removes']} off"
    )
    yield Line("Quality test", text, ("X60-REACT-03",), ("reaction-test-timing", "cp-auto-success-scope"))
    plan = reaction_plan(scenario, names[:after], answer, say)
    place = {"range": situation.get("range", 0), "cover": situation.get("attacker_cover", "none")}
    turned = replace(scenario, attacker=target, target=scenario.attacker, situation=place)
    yield from fire_lines(turned, plan, STUNNED + 1, say)


def aftermath_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    yield from plan_lines(scenario, shooting_plan(scenario), say)
    if not say.first_edition:
        yield token_line(scenario, "tokens then on it", say)
        return
    text = "status and Disruption say what is open to the target; a Primary takes a point off first"
    rulings = ("disruption-lock-scope", "disruption-lock-quality", "stunned-recover")
    yield Line("next activation", text, ("X53-ACT-08", "X53-BLEED-01", "X53-ACT-01"), rulings)


def steady_fire_lines(scenario: Scenario, say: Settings) -> Iterator[Line]:
    needed(scenario.target, "qlt" if say.first_edition else "mrl")
    yield from plan_lines(scenario, shooting_plan(scenario), say)
    if not say.first_edition:
        yield token_line(scenario, "tokens of one attack", say)
        yield Line(
            "every round", "no token is left, so that every round is like this one", ("X60-DIS-03", "X60-SEQ-06")
        )
        return
    quality, less = scenario.target.stats["qlt"], say["primary.remove_d"]
    more = 0 if scenario.situation.get("enemy_in_los", True) else say["recover.no_los_bonus"]
    text = (
        f"with Disruption of {quality} or more the unit takes Recover: {less} off, then a d{say['dice.sides']} divided "
        f"by {say['dice.d5.divisor']} and {more} more; with less it takes another Primary: {less} off"
    )
    rulings = ("disruption-lock-scope", "disruption-cap")
    yield Line("activation", text, ("X53-ACT-01", "X53-ACT-05", "X53-DIS-03"), rulings)
    text = f"damage and status are forgotten, Disruption stays, at most {max(0, MOST_QUALITIES * quality)}"
    yield Line("every round", text, ("X53-DIS-03",), ("disruption-cap",))
