"""Exoshift 0.53.0 and 0.60.1: exact odds of suppression, close assault, reactions and what an attack leaves.

An oracle: written from the rules texts alone, plain rather than fast, every number a Fraction. Single attacks
come from `exoshift.py`. `odds(scenario)` returns the joint distribution over the fields of the pipeline:

    suppression    0.60.1  (actions_lost, disruption)      0.53.0  (disruption,)
    close-assault  (attacker_result, target_result, aborted, target_driven_back)
    reaction       0.60.1  (reacted, attacker_result, target_result, disruption)
    aftermath      0.60.1  (result, actions_lost, disruption)
                   0.53.0  (result, can_act, disruption)

`long_run(scenario)` gives the shares under one given attack a round, for ever.
A scenario that the rules forbid raises `Illegal`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.oracles import exoshift as shots
from tests.oracles.exoshift import (
    CONSTANTS,
    DESTROYED,
    DOWNED,
    INCAPACITATED,
    LADDER,
    NONE,
    STUNNED,
    V53,
    V60,
    WOUNDED,
    Illegal,
    add,
    chance,
    has_trait,
    trait_level,
    worst_status,
)

FIELDS = {
    ("suppression", V53): ("disruption",),
    ("suppression", V60): ("actions_lost", "disruption"),
    ("close-assault", V53): ("attacker_result", "target_result", "aborted", "target_driven_back"),
    ("close-assault", V60): ("attacker_result", "target_result", "aborted", "target_driven_back"),
    ("reaction", V60): ("reacted", "attacker_result", "target_result", "disruption"),
    ("aftermath", V53): ("result", "can_act", "disruption"),
    ("aftermath", V60): ("result", "actions_lost", "disruption"),
}

# What a model may still do at its next activation (0.53.0), best first.
CAN_ACT = ("all", "primary", "recover", "rest", "crawl", "none")

# Rulings that only these pipelines read, with the version whose checklist has them; the default comes first.
# In the other version they are legal but not in force.
RULINGS = {
    V53: {
        "defensive-fire-costs": ("free", "as-action"),
        "assault-focus-bonus": ("none", "focus-fire", "advance"),
        "assault-point-blank": ("yes", "no"),
        "assault-morale-disruption": ("include", "exclude"),
        "assault-multi-model": ("model-pairs", "whole-unit"),
        "close-quarters-defensive": ("no", "yes"),
    },
    V60: {
        "assault-missing": ("disabled", "import-053-adapted"),
        "disruption-action-loss-cap": ("cap-at-two-no-carry", "carry-over"),
        "disruption-vs-third-action": ("allowed", "third-action-counts-in-pool", "forbidden"),
        "cp-auto-success-timing": ("before-roll", "after-roll"),
        "cp-auto-success-scope": ("activation-only", "both"),
        "reaction-vs-token": ("both-needed", "token-only", "reaction-only"),
        "reaction-simultaneous": ("unlimited-one-by-one", "one-per-action"),
        "reaction-test-timing": ("yes", "no"),
        "opfire-consumes-focus": ("consumed-no-bonus", "bonus-on-reaction"),
        "entrench-duration": ("until-move", "until-next-activation", "permanent"),
        "move-value-selection": ("by-move-count", "by-action-index"),
    },
}

# D is held at this many times Quality in the long run.
LONG_RUN_QUALITIES = 3

NUMBERS = {
    "assault.contact": 1,
    "assault.heavy_rof": 1,
    "assault.morale_minus_d": 1,
    "disruption.actions_per_fail": 1,
    "cp.disruption_pass": 1,
    "reaction.penalty_per_extra_token": -1,
    "reaction.fail_removes": 1,
}


class Case(shots.Case):
    """A scenario with the rulings and constants of these pipelines on top of those of a shot."""

    def __init__(self, scenario):
        super().__init__(scenario)
        for table in RULINGS.values():
            for name, options in table.items():
                if self.given.get(name, options[0]) not in options:
                    raise Illegal(f"ruling {name} has no option {self.given[name]}")

    def ruling(self, name):
        for version, table in RULINGS.items():
            if name in table:
                default = table[name][0]
                return self.given.get(name, default) if version == self.version else default
        return super().ruling(name)

    def constant(self, name):
        return self.constants.get(name, NUMBERS[name] if name in NUMBERS else CONSTANTS[name])


def view(scenario, attacker, target, situation, policy):
    """The same rules with other people in the two roles."""
    made = {"ruleset": scenario["ruleset"], "attacker": attacker, "target": target, "situation": situation}
    made["rulings"] = scenario.get("rulings") or {}
    made["constants"] = scenario.get("constants") or {}
    made["policy"] = {"focus": policy}
    return Case(made)


def side_focus(scenario, side):
    """`[policy.attacker] focus`, `[policy.target] focus` (or `[policy.defender]`), None where not given."""
    policy = scenario.get("policy") or {}
    names = ("target", "defender") if side == "target" else (side,)
    for name in names:
        if "focus" in (policy.get(name) or {}):
            return policy[name]["focus"]
    return None


def can_test_morale(case, side):
    """Traits that change a Morale test of 0.53.0 and are not modelled."""
    traits = (side.get("stats") or {}).get("traits")
    if case.version == V53:
        for word in ("Drone", "Loyalty Unto Death"):
            if has_trait(traits, word):
                raise Illegal(f"not modelled: {word}")


# ---------------------------------------------------------------------------------------------------------
# Suppression
# ---------------------------------------------------------------------------------------------------------


def binomial(n, p):
    """{successes: probability} of n tests."""
    result = {0: Fraction(1)}
    for _ in range(n):
        following = {}
        for k, weight in result.items():
            add(following, k + 1, weight * p)
            add(following, k, weight * (1 - p))
        result = following
    return result


def tests_bought(case, side):
    """How many disruption tests the side's CP make succeed."""
    price = case.constant("cp.disruption_pass")
    if price < 1:
        raise Illegal("a disruption test costs at least 1 CP")
    return side.get("cp", 0) // price


def failed_tests(case, side, tokens):
    """{failures: probability} of the Morale tests at activation, after CP."""
    bought = tests_bought(case, side)
    rolled = tokens
    if case.ruling("cp-auto-success-timing") == "before-roll":
        rolled = max(0, tokens - bought)
        bought = 0
    morale = case.stat(side, "mrl") if rolled else 0
    result = {}
    for failures, p in binomial(rolled, 1 - chance(case, morale)).items():
        add(result, max(0, failures - bought), p)
    return result


def actions_at_stake(case):
    """The cap of the actions that tokens may cost."""
    cap = case.constant("activation.actions")
    if case.ruling("disruption-vs-third-action") == "third-action-counts-in-pool":
        cap += case.constant("activation.reaction_actions")
    return cap


def actions_lost(case, side, tokens):
    """{actions lost: probability}; under carry-over those lost later count too."""
    result = {}
    for failures, p in failed_tests(case, side, tokens).items():
        lost = failures * case.constant("disruption.actions_per_fail")
        if case.ruling("disruption-action-loss-cap") == "cap-at-two-no-carry":
            lost = min(actions_at_stake(case), lost)
        add(result, lost, p)
    return result


def own_action(case, side, action, disruption, situation):
    """{D left: probability} after one action of a side's own (0.53.0): primary, rest or recover."""
    if action not in ("primary", "rest", "recover"):
        raise Illegal(f"unknown action {action}")
    if worst_status(side.get("statuses")) >= DOWNED:
        raise Illegal("a Downed model crawls, a worse one does nothing: not modelled")
    if action == "rest" and situation.get("enemy_in_los", True):
        can_test_morale(case, side)
    acting = Case({"ruleset": V53, "rulings": case.given, "constants": case.constants, "attacker": side})
    acting.situation = situation
    spent = case.constant("primary.per_round") if side.get("exhausted", False) else 0
    state = (disruption, False, spent, "stunned" in (side.get("statuses") or ()))
    name = "run" if action == "primary" else action  # Run: a Primary without dice
    result = {}
    for (left, *_), p in shots.begin_action_53(acting, name, state).items():
        add(result, left, p)
    return result


def suppression(case):
    tokens = case.start_disruption(case.target)
    result = {}
    if case.version == V60:
        for lost, p in actions_lost(case, case.target, tokens).items():
            add(result, (lost, 0), p)
        return result
    action = case.situation.get("action", "primary")
    for left, p in own_action(case, case.target, action, tokens, case.situation).items():
        add(result, (left,), p)
    return result


# ---------------------------------------------------------------------------------------------------------
# Aftermath: the state of the target at its next activation after an attack
# ---------------------------------------------------------------------------------------------------------


def attack_count(case):
    """How many attacks the scenario plans: the result of one is its band, of several the status."""
    per_model = sum(len(weapons) for _, weapons in shots.plan(case) if weapons)
    if case.version == V53 and case.ruling("unit-fire-resolution") == "combined-per-unit":
        return per_model
    return per_model * case.attacker.get("models", 1)


def status_now(case, result):
    """The target's status after the attack, from what `shooting` shows."""
    before = worst_status(case.target.get("statuses")) if case.statuses_count else NONE
    if result == "destroyed":
        return DESTROYED
    if not case.table:
        return before
    if attack_count(case) == 1:
        return shots.status_after(case, before, LADDER.index(result))
    return LADDER.index(result)


def is_locked(case, side, disruption):
    quality = case.stat(side, "qlt")
    if case.ruling("disruption-lock-quality") == "reduced":
        quality = case.effective_quality(side, disruption)
    return disruption >= quality


def can_act(case, status, disruption):
    """(what is open, D once a Primary has taken its point off): 0.53.0."""
    if status >= WOUNDED:
        return "none", disruption
    if status == DOWNED:
        return "crawl", disruption
    locked = is_locked(case, case.target, disruption)
    if locked and case.ruling("disruption-lock-scope") == "all-actions":
        return "rest", disruption
    if status == STUNNED and case.ruling("stunned-recover") == "recover-as-secondary":
        return ("rest" if locked else "recover"), disruption
    less = case.lowered(disruption, case.constant("primary.remove_d"))
    if status == STUNNED:
        return "recover", less
    return ("primary" if locked else "all"), less


def aftermath(case):
    start = case.start_disruption(case.target)
    found = {}
    for (_, _, gained, result), p in shots.shooting(case).items():
        add(found, (result, start + gained), p)
    answer = {}
    for (result, disruption), p in found.items():
        status = status_now(case, result)
        if case.version == V53:
            add(answer, (result, *can_act(case, status, disruption)), p)
        elif status >= INCAPACITATED:
            add(answer, (result, 0, disruption), p)
        else:
            for lost, q in actions_lost(case, case.target, disruption).items():
                add(answer, (result, lost, 0), p * q)
    return answer


# ---------------------------------------------------------------------------------------------------------
# Close assault
# ---------------------------------------------------------------------------------------------------------


class Fire(NamedTuple):
    """How one side fires in an assault."""

    action: str  # the action whose shots it has: focus-fire, shoot, snap-fire or assault
    models: int
    weapons: tuple
    stunned: bool
    close_quarters: bool
    focused: bool  # spends a focus token
    purse: int  # focus points of each purse
    goal: int  # the band that `best` aims for


def assault_shots(case, weapon):
    """Shots of one weapon in an assault attack."""
    if weapon.get("type", "basic") == "heavy":
        return min(case.constant("assault.heavy_rof"), weapon["rof"])
    return weapon["rof"]


def purchases(case, fire, weapon, budget):
    """What one model may buy for one weapon: aims for each of its shots."""
    if fire.action == "snap-fire":
        return shots.snap_allocations(case, weapon, budget)
    if fire.action != "assault":
        return shots.allocations(case, weapon, budget)
    aims = range(weapon.get("accuracy", 0), -1, -1)
    choices = combinations_with_replacement(aims, assault_shots(case, weapon))
    return [each for each in choices if sum(each) * case.constant("aim.cost") <= budget]


def price(case, fire, aims):
    if fire.action in ("snap-fire", "assault"):
        return sum(aims) * case.constant("aim.cost")
    return shots.cost(case, aims)


def named_purchase(case, fire, weapon, budget):
    """The purchase that the policy spells out."""
    if fire.action != "assault":
        return shots.explicit_allocation(case, weapon, budget, fire.action == "snap-fire")
    number = assault_shots(case, weapon)
    aims = list(case.policy.get("aim", []))
    if case.policy.get("shots", max(1, len(aims))) != number or len(aims) > number:
        raise Illegal("assault attacks have their full rate of fire, neither more nor less")
    aims = tuple(aims + [0] * (number - len(aims)))
    if any(aim < 0 or aim > weapon.get("accuracy", 0) for aim in aims):
        raise Illegal("aim beyond the weapon's Accuracy")
    if price(case, fire, aims) > budget:
        raise Illegal(f"focus over budget: {price(case, fire, aims)} of {budget}")
    return aims


def worth(case, fire, weapon, tns, now):
    """The chance of the band aimed for in this attack, then the expected gain of D."""
    reached, mean = Fraction(0), Fraction(0)
    for (_, _, gained, band, _), p in shots.attack_odds(case, weapon, tns, now, False).items():
        if band >= fire.goal:
            reached += p
        mean += p * (case.raised(case.target, now[2], gained) - now[2])
    return reached, mean


def aimed(case, tn, aims):
    return tuple(tn + aim * case.constant("aim.com") for aim in aims)


def bought(case, fire, purses, group, index, tn, now):
    """(aims of all shots of the group, purses left)."""
    weapon = fire.weapons[index]
    purses = dict(purses)
    slots = [shots.slot_of(case, model, index) for model in group]
    if case.policy != "best":
        chosen = []
        for slot in slots:
            aims = named_purchase(case, fire, weapon, purses[slot])
            purses[slot] -= price(case, fire, aims)
            chosen.append(aims)
        return sum(chosen, ()), tuple(sorted(purses.items()))
    candidates = []
    for combination in product(*(purchases(case, fire, weapon, purses[slot]) for slot in slots)):
        left = dict(purses)
        for slot, aims in zip(slots, combination, strict=True):
            left[slot] -= price(case, fire, aims)
        if all(points >= 0 for points in left.values()):
            candidates.append((combination, left))
    candidates.sort(key=lambda pair: shots.simpler_first(sum(pair[0], ())))
    best = None
    for combination, left in candidates:
        aims = sum(combination, ())
        value = worth(case, fire, weapon, aimed(case, tn, aims), now)
        if best is None or value > best[0]:
            best = (value, aims, left)
    return best[1], tuple(sorted(best[2].items()))


def fire_all(case, fire, target):
    """All attacks of one side at one model (status, marked damage, D).

    Returns {(band shown, status, marked damage, D): probability}; the band shown is built by the ladder
    from the bands of these attacks alone.
    """
    start = target[2]
    timing = case.ruling("disruption-timing")
    indexes = range(len(fire.weapons))
    if case.ruling("unit-fire-resolution") == "combined-per-unit" and case.version == V53:
        attacks = [(tuple(range(fire.models)), index) for index in indexes]
    else:
        attacks = [((model,), index) for model in range(fire.models) for index in indexes]
    slots = {shots.slot_of(case, model, index) for model in range(fire.models) for index in indexes}
    purses = tuple(sorted((slot, fire.purse) for slot in slots))
    states = {(NONE, *target, start, purses): Fraction(1)}
    previous = None
    for group, index in attacks:
        weapon = fire.weapons[index]
        following = {}
        for state, p in states.items():
            shown, status, marked, pool, counted, purses = state
            if timing == "before-casualty":
                counted = pool
            elif timing == "end-of-action" or (previous is not None and group != previous):
                counted = start
            if status >= INCAPACITATED:
                add(following, (shown, status, marked, pool, counted, purses), p)
                continue
            now = (status, marked, pool, counted)
            tn = shots.hit_number(case, weapon, status, fire.stunned, False)
            if fire.close_quarters:
                tn += trait_level(weapon.get("traits"), "Close Quarters")
            if case.budgeted:
                aims, purses = bought(case, fire, purses, group, index, tn, now)
                tns = aimed(case, tn, aims)
            else:
                if fire.action == "assault":
                    number = assault_shots(case, weapon)
                else:
                    number = shots.fixed_shots(case, fire.action, weapon, fire.focused)
                tns = shots.fixed_tns(case, number, tn, fire.focused) * len(group)
            for (_, _, gained, band, after), q in shots.attack_odds(case, weapon, tns, now, False).items():
                key = (
                    shots.status_after(case, shown, band),
                    shots.status_after(case, status, band),
                    after,
                    case.raised(case.target, pool, gained),
                    case.raised(case.target, counted, gained),
                    purses,
                )
                add(following, key, p * q)
        states = following
        previous = group
    result = {}
    for (shown, status, marked, pool, _, _), p in states.items():
        add(result, (shown, status, marked, pool), p)
    return result


def check_assault(case):
    if case.version == V60 and case.ruling("assault-missing") == "disabled":
        raise Illegal("0.60.1 has no assault rules: switch assault-missing on")
    statuses = worst_status(case.attacker.get("statuses"))
    if case.statuses_count and statuses >= STUNNED:
        raise Illegal("an assault is a Primary: a Stunned model or worse may not make it")
    for side in (case.attacker, case.target):
        if worst_status(side.get("statuses")) >= INCAPACITATED:
            raise Illegal("a model that is out takes no part")
        kept = case.table or case.ruling("damage-accumulation") == "accumulates"
        marked = side.get("damage", 0)
        if kept and marked and marked >= (side.get("stats") or {}).get("hea", 1):
            raise Illegal("the damage marked has reached Health already")
    if case.version == V60 and case.attacker.get("exhausted", False):
        raise Illegal("an exhausted model is not activated")
    move = (case.attacker.get("stats") or {}).get("mov")
    distance = case.situation.get("range", 0)
    if move and distance > move[0] + case.constant("assault.contact"):
        raise Illegal("the assault does not reach its target")


def assault_weapons(case):
    """The weapons that make assault attacks."""
    weapons, picked = shots.chosen_weapons(case)
    if not weapons:
        raise Illegal("no weapon")
    if case.version == V60 and len(weapons) > 1:
        raise Illegal("an attack action uses one weapon: pick one")
    able = []
    for weapon in weapons:
        traits = weapon.get("traits")
        barred = weapon.get("type", "basic") == "setup"
        barred = barred or has_trait(traits, "Indirect") or has_trait(traits, "Only Indirect")
        if barred and picked:
            raise Illegal("setup and indirect weapons make no assault attacks")
        if barred:
            continue
        if case.version == V53 and any(has_trait(traits, word) for word in ("AoE", "Thrown", "Spray")):
            raise Illegal("not modelled: area, thrown and spray weapons")
        able.append(weapon)
    if not able:
        raise Illegal("no weapon that makes assault attacks")
    return tuple(able)


def defensive_mode(case, scenario_target):
    """The action that Defensive Fire counts as, or None; `case` has the target as its attacker."""
    status = worst_status(scenario_target.get("statuses")) if case.statuses_count else NONE
    if status >= DOWNED:
        return None
    if status == STUNNED or scenario_target.get("exhausted", False):
        return "snap-fire"
    return "shoot" if case.version == V60 else "focus-fire"


def defensive_weapons(case, action):
    """The weapons that may fire, perhaps none."""
    weapons, _ = shots.chosen_weapons(case)
    if case.version == V60 and len(weapons) > 1:
        raise Illegal("an attack action uses one weapon: pick one for Defensive Fire")
    able = []
    for weapon in weapons:
        reason = shots.barred(case, weapon, action, False)
        if reason and reason.startswith("not modelled"):
            raise Illegal(reason)
        if not reason:
            able.append(weapon)
    return tuple(able)


def spends_token(case, side, action):
    named = ("shoot" if case.version == V60 else "focus-fire") if action == "assault" else action
    return bool(side.get("focus_token", False)) and shots.tokens_usable(case, named)


def close_assault(case, scenario):
    check_assault(case)
    attacker, target, situation = case.attacker, case.target, case.situation
    place = {"range": case.constant("assault.contact"), "cover": "none"}
    back = view(scenario, target, attacker, place, side_focus(scenario, "target") or "best")
    forth = view(scenario, attacker, target, place, side_focus(scenario, "attacker") or "best")
    if case.ruling("assault-point-blank") == "no":
        forth.given["point-blank"] = "none"
    whole = case.ruling("assault-multi-model") == "whole-unit"
    weapons = assault_weapons(forth)
    can_test_morale(case, target)

    # The Primary takes its point of D off before anything else (0.53.0).
    d_attacker = case.start_disruption(attacker)
    if case.version == V53:
        spent = case.constant("primary.per_round") if attacker.get("exhausted", False) else 0
        begun = shots.begin_action_53(case, "run", (d_attacker, False, spent, False))
        ((d_attacker, *_),) = begun
    status_target = worst_status(target.get("statuses")) if case.statuses_count else NONE
    d_target = case.start_disruption(target)
    untouched = (NONE, attacker.get("damage", 0), d_attacker)

    # Defensive Fire
    after_fire = {(NONE, *untouched): Fraction(1)}
    mode = None
    if situation.get("seen", True) and situation.get("defensive_fire", True):
        mode = defensive_mode(back, target)
    if mode and case.version == V53 and case.ruling("disruption-lock-scope") == "all-actions":
        mode = None if is_locked(case, target, d_target) else mode
    guns = defensive_weapons(back, mode) if mode else ()
    if guns:
        if case.ruling("defensive-fire-costs") == "as-action":
            if mode == "snap-fire":
                d_target = case.raised(target, d_target, case.constant("secondary.add_d"))
            else:
                d_target = case.lowered(d_target, case.constant("primary.remove_d"))
        fire = Fire(
            action=mode,
            models=target.get("models", 1) if whole else 1,
            weapons=guns,
            stunned=status_target == STUNNED,
            close_quarters=case.ruling("close-quarters-defensive") == "yes",
            focused=spends_token(back, target, mode),
            purse=shots.focus_budget(back, mode, guns, d_target) if case.budgeted else 0,
            goal=STUNNED,
        )
        after_fire = fire_all(back, fire, untouched)

    # Abort or assault attacks, the finish, the Morale test
    result = {}
    answers = {}
    for (shown, status, _, d_now), p in after_fire.items():
        if status >= STUNNED:
            add(result, (LADDER[shown], "none", 1, 0), p)
            continue
        purse = assault_purse(case, d_now)
        if purse not in answers:
            fire = Fire(
                action="assault",
                models=attacker.get("models", 1) if whole else 1,
                weapons=weapons,
                stunned=False,
                close_quarters=True,
                focused=spends_token(forth, attacker, "assault"),
                purse=purse,
                goal=DOWNED,
            )
            hit = fire_all(forth, fire, (status_target, target.get("damage", 0), d_target))
            answers[purse] = stand_or_fall(case, hit, status_target, d_target)
        for (band, driven_back), q in answers[purse].items():
            add(result, (LADDER[shown], LADDER[band], 0, driven_back), p * q)
    return result


def assault_purse(case, disruption):
    """Focus points for the assault attacks."""
    by = case.ruling("assault-focus-bonus")
    if not case.budgeted or by == "none":
        return 0
    full = max(0, case.effective_quality(case.attacker, disruption))
    return full if by == "focus-fire" else -(-full // case.constant("focus.advance_divisor"))


def stand_or_fall(case, hit, status_before, d_before):
    """{(band shown, driven back): probability} after the assault attacks."""
    result = {}
    for (shown, status, _, d_after), p in hit.items():
        if status >= DOWNED or status_before >= DOWNED:
            add(result, (DESTROYED, 0), p)
            continue
        counted = d_after if case.ruling("assault-morale-disruption") == "include" else d_before
        tn = case.stat(case.target, "mrl") - counted * case.constant("assault.morale_minus_d")
        holds = chance(case, tn)
        add(result, (shown, 0), p * holds)
        add(result, (shown, 1), p * (1 - holds))
    return result


# ---------------------------------------------------------------------------------------------------------
# Reaction (0.60.1). A state is (reacted, cp, active, focus token of the active, reactor, the reactor's tokens
# before the last action), a model is (band shown, status, marked damage, tokens)
# ---------------------------------------------------------------------------------------------------------


def active_steps(case):
    """[(action, weapons or None)] of the active model."""
    situation = case.situation
    actions = list(situation.get("actions") or [situation.get("action", "shoot")])
    if any(action in shots.ATTACKS[V60] for action in actions):
        return shots.plan(case)
    for action in actions:
        if action not in shots.ACTIONS_60:
            raise Illegal(f"unknown or unmodelled action {action}")
    if len(actions) > case.constant("activation.actions") + case.constant("activation.reaction_actions"):
        raise Illegal("more actions than an activation gives")
    repeated = [action for action in actions if action != "move" and actions.count(action) > 1]
    if repeated and case.ruling("repeat-actions") == "once-each":
        raise Illegal(f"{repeated[0]} twice in one activation")
    return [(action, None) for action in actions]


def entrenched_now(case, moved):
    """The active model's entrench tokens when it is shot at in its own activation."""
    tokens = case.attacker.get("entrench_token", 0)
    duration = case.ruling("entrench-duration")
    if duration == "until-next-activation" or (duration == "until-move" and moved):
        return 0
    return tokens


def may_react(case):
    token = case.target.get("reaction_token", True)
    unspent = case.target.get("reaction", True)
    return {"both-needed": token and unspent, "token-only": token, "reaction-only": unspent}[
        case.ruling("reaction-vs-token")
    ]


def shot_at(case, action, weapons, model, shooter):
    """{(model after, shooter after): probability} of one attack action at a model."""
    shown, *target = model
    result = {}
    fired = shots.attack_action(case, action, weapons, 1, tuple(target), shooter)
    for (_, _, _, band, after, shooter_after), p in fired.items():
        add(result, ((shots.status_after(case, shown, band), *after), shooter_after), p)
    return result


def act(case, action, weapons, actor, token, other):
    """One action of one model against another: {(actor, token, other): probability}."""
    result = {}
    shooter = (actor[3], token, 0, actor[1] == STUNNED)
    for begun, p in shots.begin_action_60(case, action, shooter).items():
        actor_now = (*actor[:3], begun[0])
        if weapons is None:
            add(result, (actor_now, begun[1], other), p)
            continue
        for (other_after, shooter_after), q in shot_at(case, action, weapons, other, begun).items():
            add(result, (actor_now, shooter_after[1], other_after), p * q)
    return result


def quality_test(case, tested, tokens, cp):
    """{(passes, tokens left, cp left): probability}; `tested` tokens count, `tokens` are held."""
    if not tested:
        return {(True, tokens, cp): Fraction(1)}
    price = case.constant("cp.disruption_pass")
    payable = case.ruling("cp-auto-success-scope") == "both" and cp >= price
    if payable and case.ruling("cp-auto-success-timing") == "before-roll":
        return {(True, tokens, cp - price): Fraction(1)}
    penalty = (tested - 1) * case.constant("reaction.penalty_per_extra_token")
    p = chance(case, case.stat(case.target, "qlt") + penalty)
    result = {}
    add(result, (True, tokens, cp), p)
    if payable:
        add(result, (True, tokens, cp - price), 1 - p)
    else:
        add(result, (False, case.lowered(tokens, case.constant("reaction.fail_removes")), cp), 1 - p)
    return result


def reaction(case, scenario):
    if case.version != V60:
        raise Illegal("0.53.0 has no reactions")
    shots.check_sides(case)
    situation = case.situation
    focus = side_focus(scenario, "attacker")
    case.policy = case.policy if focus is None else focus
    steps = active_steps(case)
    react_after = situation.get("react_after", 1)
    if not 1 <= react_after <= len(steps):
        raise Illegal("react_after names no action of the active model")
    moved = any(shots.moves(case, action) for action, _ in steps[:react_after])
    answer = situation.get("reaction", "shoot")
    if answer not in shots.ACTIONS_60:
        raise Illegal(f"unknown or unmodelled reaction {answer}")
    place = {"range": situation["range"], "cover": situation.get("attacker_cover", "none")}
    if place["cover"] not in ("none", "light", "heavy"):
        raise Illegal("cover is none, light or heavy")
    active_side = {**case.attacker, "entrench_token": entrenched_now(case, moved)}
    back = view(scenario, case.target, active_side, place, side_focus(scenario, "target") or "best")
    guns = None
    if may_react(case) and answer in shots.ATTACKS[V60]:
        guns = shots.firing_weapons(back, answer, shots.moves(back, answer))
        if back.budgeted and answer == "suppression-fire":
            raise Illegal("suppression-fire has no shots to buy under focus-budget")

    def fresh(side):
        status = worst_status(side.get("statuses")) if case.statuses_count else NONE
        return (NONE, status, side.get("damage", 0), case.start_disruption(side))

    token = bool(case.attacker.get("focus_token", False))
    reactor = fresh(case.target)
    start = (0, case.target.get("cp", 0), fresh(case.attacker), token, reactor, reactor[3])
    states = {start: Fraction(1)}
    for number, (action, weapons) in enumerate(steps, start=1):
        following = {}
        for state, p in states.items():
            reacted, cp, active, token, reactor, _ = state
            if active[1] >= DOWNED or (reactor[1] >= INCAPACITATED and weapons is not None):
                add(following, state, p)
                continue
            acted = act(case, action, weapons, active, token, reactor)
            for (active_now, token_now, reactor_now), q in acted.items():
                add(following, (reacted, cp, active_now, token_now, reactor_now, reactor[3]), p * q)
        states = following
        if number == react_after and may_react(case):
            states = all_react(case, back, answer, guns, states, fresh(case.target))
    result = {}
    for (reacted, _, active, _, reactor, _), p in states.items():
        add(result, (reacted, LADDER[active[0]], LADDER[reactor[0]], reactor[3]), p)
    return result


def all_react(case, back, answer, guns, states, bystander):
    """The reactions to one finished action, model by model: the first model is the one that was shot at."""
    alone = case.ruling("reaction-simultaneous") == "one-per-action"
    models = case.target.get("models", 1)
    counts_new = case.ruling("reaction-test-timing") == "yes"
    focused = bool(case.target.get("focus_token", False))
    if case.target.get("reaction_token", True):
        focused = focused or case.ruling("opfire-consumes-focus") == "bonus-on-reaction"
    branches = {(state, False): p for state, p in states.items()}
    for model in range(models):
        following = {}
        for (state, declared), p in branches.items():
            reacted, cp, active, token, reactor, before = state
            own = reactor if model == 0 else bystander
            if active[1] >= INCAPACITATED or own[1] >= DOWNED or (alone and declared):
                add(following, (state, declared), p)
                continue
            tested = before if model == 0 and not counts_new else own[3]
            for (passed, tokens, cp_left), q in quality_test(case, tested, own[3], cp).items():
                own_now = (*own[:3], tokens)
                if not passed:
                    kept = own_now if model == 0 else reactor
                    add(following, ((reacted, cp_left, active, token, kept, before), True), p * q)
                    continue
                acted = act(back, answer, guns, own_now, focused, active)
                for (own_after, _, active_after), r in acted.items():
                    kept = own_after if model == 0 else reactor
                    state_after = (reacted + 1, cp_left, active_after, token, kept, before)
                    add(following, (state_after, True), p * q * r)
        branches = following
    result = {}
    for (state, _), p in branches.items():
        add(result, state, p)
    return result


# ---------------------------------------------------------------------------------------------------------
# The long run
# ---------------------------------------------------------------------------------------------------------


def solve(rows, right):
    """The solution of a square linear system, by elimination in Fractions."""
    size = len(rows)
    table = [[Fraction(x) for x in row] + [Fraction(b)] for row, b in zip(rows, right, strict=True)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if table[row][column])
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column][column]
        table[column] = [x / head for x in table[column]]
        for row in range(size):
            factor = table[row][column]
            if row != column and factor:
                table[row] = [x - factor * y for x, y in zip(table[row], table[column], strict=True)]
    return [table[row][size] for row in range(size)]


def reachable(moves, start):
    found, waiting = {start}, [start]
    while waiting:
        for after in moves[waiting.pop()]:
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def stationary(moves, start):
    """{state: share of time in the long run} of a chain {state: {next state: probability}} from `start`.

    Where several closed classes can be reached, each counts by the chance to end in it.
    """
    states = sorted(reachable(moves, start))
    ahead = {state: reachable(moves, state) for state in states}
    closed = []
    for state in states:
        if all(state in ahead[other] for other in ahead[state]) and ahead[state] not in closed:
            closed.append(ahead[state])
    share = {}
    passing = [state for state in states if not any(state in each for each in closed)]
    for each in closed:
        inside = sorted(each)
        # pi P = pi, the last equation replaced by sum(pi) = 1
        rows = [[moves[a].get(b, Fraction(0)) - (a == b) for a in inside] for b in inside]
        rows[-1] = [Fraction(1)] * len(inside)
        pi = solve(rows, [Fraction(0)] * (len(inside) - 1) + [Fraction(1)])
        ends_here = Fraction(start in each)
        if start in passing:
            rows = [[(a == b) - moves[a].get(b, Fraction(0)) for b in passing] for a in passing]
            right = [sum((moves[a].get(b, Fraction(0)) for b in inside), Fraction(0)) for a in passing]
            ends_here = solve(rows, right)[passing.index(start)]
        for state, p in zip(inside, pi, strict=True):
            add(share, state, p * ends_here)
    assert sum(share.values()) == 1
    return share


def gains(scenario, disruption):
    """{D gained: probability} of the given attack at a target that has this D now."""
    target = {**scenario["target"], "disruption": disruption}
    case = Case({**scenario, "pipeline": "shooting", "target": target})
    result = {}
    for (_, _, gained, _), p in shots.shooting(case).items():
        add(result, gained, p)
    return result


def long_run(scenario):
    """Steady fire at a unit that is kept alive: each round it activates, then is attacked once.

    0.60.1: {"actions_lost": share of its actions lost, "stationary": {tokens at activation: share}}
    0.53.0: {"recover": share of activations spent on Recover, "stationary": {D at activation: share}}
    """
    case = Case(scenario)
    side = case.target
    if case.version == V60:
        found = gains(scenario, 0)  # no token outlives an activation
        cap = actions_at_stake(case)
        mean = Fraction(0)
        for tokens, p in found.items():
            mean += p * sum(lost * q for lost, q in actions_lost(case, side, tokens).items())
        # Under carry-over nothing is forgiven: what is failed is lost sooner or later, or the debt grows
        # without end and every action is lost.
        return {"actions_lost": min(Fraction(1), mean / cap), "stationary": found}
    quality = case.stat(side, "qlt")
    most = LONG_RUN_QUALITIES * quality
    standing = {**side, "statuses": [], "exhausted": False}
    situation = {"enemy_in_los": case.situation.get("enemy_in_los", True)}
    start = min(most, case.start_disruption(side))
    moves, waiting = {}, [start]
    while waiting:
        before = waiting.pop()
        if before in moves:
            continue
        action = "recover" if before >= quality else "primary"
        moves[before] = {}
        for left, p in own_action(case, standing, action, before, situation).items():
            for gained, q in gains(scenario, left).items():
                add(moves[before], min(most, left + gained), p * q)
        waiting.extend(moves[before])
    share = stationary(moves, start)
    recover = sum((p for disruption, p in share.items() if disruption >= quality), Fraction(0))
    return {"recover": recover, "stationary": share}


# ---------------------------------------------------------------------------------------------------------


def odds(scenario: dict) -> dict[tuple, Fraction]:
    """The exact joint distribution over the outcome fields of the scenario's pipeline."""
    case = Case(scenario)
    pipeline = scenario["pipeline"]
    if pipeline == "suppression":
        result = suppression(case)
    elif pipeline == "close-assault":
        result = close_assault(case, scenario)
    elif pipeline == "reaction":
        result = reaction(case, scenario)
    elif pipeline == "aftermath":
        result = aftermath(case)
    else:
        raise Illegal(f"pipeline {pipeline} is not answered here")
    assert sum(result.values()) == 1
    return result
