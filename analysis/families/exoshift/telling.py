"""Exoshift: a scenario told step by step."""

from collections.abc import Iterator
from dataclasses import replace

from analysis.explain import Line
from analysis.families.exoshift.focus import ways
from analysis.families.exoshift.keys import CASUALTY, RESULTS, SHOOTING
from analysis.families.exoshift.plan import Act, Fire, Plan, budget_for, shooting_plan
from analysis.families.exoshift.resolve import State, act, first_state, request_for, resolve
from analysis.families.exoshift.settings import Settings, settings
from analysis.families.exoshift.shots import range_modifier
from analysis.scenarios import Scenario
from kernels.exoshift.attack import DOWNED, Attack, score_modifier


def explain(scenario: Scenario) -> list[Line]:
    """Every pipeline; a casualty roll is the end of an attack."""
    say = settings(scenario.ruleset)
    if scenario.pipeline == CASUALTY:
        from analysis.families.exoshift import casualty_request

        lines = casualty_lines(casualty_request(scenario).attack, say)
    elif scenario.pipeline != SHOOTING:
        from analysis.families.exoshift.telling_chains import chain_lines

        lines = chain_lines(scenario, say)
    else:
        lines = plan_lines(scenario, shooting_plan(scenario), say)
    prefix = "X53" if say.first_edition else "X60"
    return [replace(x, rules=tuple(r for r in x.rules if r.startswith(prefix)) or x.rules) for x in lines]


def plan_lines(scenario: Scenario, plan: Plan, say: Settings) -> Iterator[Line]:
    state, fired = first_state(plan), 0
    for op in plan.ops:
        if isinstance(op, Act):
            before = state.disruption
            state, roll = act(state, op, plan)
            text = op.name + (
                f": the attacker's Disruption goes from {before} to {state.disruption}"
                if before != state.disruption
                else ""
            )
            text += ", then a die removes more" if roll is not None else ""
            rules = ("X53-ACT-01", "X53-ACT-07") if say.first_edition else ("X60-SEQ-02", "X60-ACT-03")
            yield Line("action", text, rules)
        elif isinstance(op, Fire):
            fired += 1
            if fired == 1:
                yield from attack_lines(scenario, op, state, plan, say)
    if fired > 1:
        text = f"{fired} attacks in all; each meets the state that the one before it left, until the target is out"
        yield Line(
            "sequence", text, ("X53-SEQ-06", "X53-CAS-10", "X60-SHOOT-06"), ("status-ladder", "disruption-timing")
        )


def attack_lines(
    scenario: Scenario, fire: Fire, state: State, plan: Plan, say: Settings, at_least: int = DOWNED
) -> Iterator[Line]:
    request, _ = request_for(fire, state, plan)
    attack, weapon = request.attack, fire.weapon
    named = next(w for w in scenario.attacker.weapons if w["name"] == weapon.name)
    may_be_close = scenario.situation.get("may_be_close", True)
    band = range_modifier(named, scenario.situation["range"], say, may_be_close)
    com = scenario.attacker.stats["com"]
    other = attack.hit_at_most - com - band
    text = (
        f"{weapon.name} at {scenario.situation['range']:g} inches: COM {com} {band:+d} for range {other:+d} for cover, "
        f"state and tokens: {attack.hit_at_most} or less on a d{attack.sides}"
    )
    yield Line("hit test", text, ("X53-SHOOT-13", "X60-SHOOT-05"), ("test-extremes", "point-blank", "cover-com-value"))
    yield shots_line(fire, state, plan, request.ways, resolve([request], at_least=at_least)[0].way, say)
    yield from damage_lines(attack, weapon.defence, weapon.power, say)
    yield from casualty_lines(attack, say)


def shots_line(fire: Fire, state: State, plan: Plan, table: object, way: int, say: Settings) -> Line:
    if fire.budget is None:
        text = f"{fire.shots} shots" + (f", {fire.token_com:+d} COM by a focus token" if fire.token_com else "")
        return Line("shots", text, ("X60-SHOOT-03", "X60-TOK-02"), ("shots-by", "rof-default-shots", "focus-scope"))
    budget = budget_for(fire.budget, state.disruption, 0, say)
    if fire.explicit is not None:
        text = f"focus {budget.focus}, spent as policy.focus says"
    else:
        all_ways, _, costs = ways(budget)
        aims = all_ways[way]
        text = (
            f"focus {budget.focus}: of {len(all_ways)} ways the best is {len(aims)} shot{'s' * (len(aims) != 1)} "
            f"with aim {', '.join(map(str, aims))} (costs {costs[way]})"
        )
    return Line("focus", text, ("X53-SHOOT-04", "X53-SHOOT-05", "X53-DEC-01"), ("shots-by", "extra-shot-cap"))


def damage_lines(attack: Attack, defence: int, power: int, say: Settings) -> Iterator[Line]:
    def share(part: int) -> str:
        return f"{part / attack.of:.0%}"

    if say.says("damage-by", "defence-test"):
        text = (
            f"Defence {defence} less Power {power}: a hit damages ({attack.damage}) with "
            f"{share(attack.hurt + attack.both)}, "
            f"disrupts ({attack.near_disruption}) with {share(attack.near + attack.both)}"
        )
        rulings = ("damage-by", "near-miss-defense-value", "near-miss-on-failed-test", "quality-save")
        yield Line("Defence test", text, ("X53-DEF-01", "X53-DEF-03"), rulings)
        return
    text = (
        f"Power {power} less Defence {defence}: a hit damages ({attack.damage}) with {share(attack.hurt)}, "
        f"else it leaves {attack.near_disruption} tokens"
    )
    yield Line("damage test", text, ("X60-DMG-01", "X60-DMG-02"), ("damage-by", "cover-defense-bonus"))
    if attack.suppressing:
        tokens = attack.token_a_hit or attack.token_an_attack
        text = f"hits leave {tokens} token only, but a die of {attack.natural} or less is an ordinary hit"
        yield Line("suppression", text, ("X60-ACT-06",), ("suppression-natural-one", "suppression-token-count"))


def casualty_lines(attack: Attack, say: Settings) -> Iterator[Line]:
    if not attack.by_table:
        left = attack.health - attack.marked
        yield Line(
            "health",
            f"{left} damage destroys the model",
            ("X60-DMG-03", "X60-STAT-03"),
            ("casualty-by", "damage-accumulation"),
        )
        return
    m = score_modifier(attack, 0)
    ends = (attack.band_1, attack.band_2, attack.band_3, attack.band_4, attack.band_5)
    chances, below = [], 0
    for band, end in zip(RESULTS[1:], (*ends, attack.sides + m), strict=True):
        upto = max(below, max(0, min(end - m, attack.sides)))
        chances.append(f"{band} {(upto - below) / attack.sides:.0%}")
        below = upto
    text = f"d{attack.sides} {m:+d} (Disruption {attack.disruption} + Power {attack.power} - Quality {attack.quality}"
    text += ", near misses of the attack on top): " if attack.own_counts else "): "
    rulings = ("casualty-by", "casualty-quality-value", "casualty-roll-count", "disruption-timing")
    yield Line("casualty roll", text + ", ".join(chances), ("X53-CAS-01", "X53-CAS-02"), rulings)
