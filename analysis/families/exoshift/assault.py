"""Exoshift: a close assault: Defensive Fire, assault attacks, a Morale test.

Rules     X53-ASLT-01, X53-ASLT-02, X53-ASLT-03, X53-ASLT-04, X53-ASLT-05, X53-ASLT-06, X53-ASLT-07, X53-ASLT-08,
          X53-ASLT-09, X53-ASLT-10, X53-WTR-03, X53-DEC-05, X53-SEQ-04, X53-BLEED-01, X60-ACT-12
Rulings   defensive-fire-costs, assault-focus-bonus, assault-point-blank, assault-morale-disruption,
          assault-multi-model, close-quarters-defensive, assault-missing, and all of shooting
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.errors import Illegal, InputError
from analysis.families.exoshift.chain import (
    Chain,
    Pair,
    Pairs,
    Weights,
    exchange,
    first_pair,
    plan_key,
    roll_each,
    rules_key,
    side_focus,
)
from analysis.families.exoshift.focus import Budget, chosen_way
from analysis.families.exoshift.keys import CLOSE_ASSAULT, RESULTS
from analysis.families.exoshift.plan import (
    Act,
    Fire,
    FocusRule,
    Op,
    Plan,
    Planner,
    check_alive,
    check_mechanisms,
    needed,
    plan_of,
    status_of,
    target_needs_quality,
)
from analysis.families.exoshift.resolve import Carrier, act, first_state, lock, merged
from analysis.families.exoshift.settings import Settings, settings, trait_level
from analysis.families.exoshift.shots import aimed_weapon
from analysis.families.exoshift.suppression import check_morale_traits, faces
from analysis.scenarios import Scenario
from kernels.exoshift.attack import DESTROYED, DOWNED, NONE, STUNNED
from kernels.exoshift.nerve import TEST, Nerve

ASSAULT = "assault"
INDIRECT = ("Indirect", "Only Indirect")
ASSUMED = (
    "0.60.1 has no rules for an Assault: those of 0.53.0 are assumed, with Shoot as the Defensive Fire of a model "
    "that is not exhausted, the hit and damage tests of this version, and destruction as the only result that stops "
    "the attacker or finishes the target"
)


@dataclass(frozen=True)
class Assault:
    """The parts of an assault, and the numbers between them."""

    defence: Plan  # Defensive Fire: the target against the attacker
    attack: Plan  # assault attacks
    beginning: Pair
    stop_at: int
    destroy_at: int
    morale: int
    per_point: int  # what a point of Disruption takes from Morale
    with_gained: bool  # Disruption of the assault attacks counts in the Morale test

    def run(self, start: float, carrier: Carrier) -> Weights:
        stages = len(self.defence.ops), len(self.defence.ops) + len(self.attack.ops)
        fired = exchange(
            {self.beginning: start}, self.defence.ops, self.defence, replace(carrier, at_least=STUNNED), 0, back=True
        )
        stopped = {p: w for p, w in fired.items() if p.attacker.status >= self.stop_at}
        closing = merged(
            (p._replace(aside=(p.target.disruption,)), w) for p, w in fired.items() if p.attacker.status < self.stop_at
        )
        fought = exchange(closing, self.attack.ops, self.attack, carrier, stages[0])
        out: list[tuple[tuple[int, ...], float]]
        out = [((p.attacker.shown, NONE, 1, 0), w) for p, w in stopped.items()]
        out += [((p.attacker.shown, DESTROYED, 0, 0), w) for p, w in fought.items() if self.finished(p)]
        standing = {p: w for p, w in fought.items() if not self.finished(p)}
        out += self.stand_or_fall(standing, carrier, stages[1])
        return merged(out)

    def finished(self, pair: Pair) -> bool:
        """X53-ASLT-08: Downed or worse becomes Destroyed, also by a status that was brought along."""
        return max(pair.target.status, self.beginning.target.status) >= self.destroy_at

    def stand_or_fall(self, spread: Pairs, carrier: Carrier, stage: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """X53-ASLT-09, X53-ASLT-10: Morale less Disruption, or the target falls back."""
        for pair, (stays, _), weight in roll_each(spread, TEST, self.morale_test, carrier, stage):
            yield (pair.attacker.shown, pair.target.shown, 0, 1 - stays), weight

    def morale_test(self, pair: Pair) -> Nerve:
        say = self.attack.say
        disruption = pair.target.disruption if self.with_gained else pair.aside[0]
        return Nerve(say["dice.sides"], faces(self.morale - disruption * self.per_point, say), 0, 0)


def assault_chain(scenario: Scenario) -> Chain:
    """A `close-assault` scenario, or Illegal with the reason."""
    say = settings(scenario.ruleset)
    if not say.first_edition and say.says("assault-missing", "disabled"):
        raise Illegal("the rules of an Assault are missing; assault-missing = import-053-adapted takes those of 0.53.0")
    check_sides(scenario, say)
    begin, attack = attack_plan(scenario, say)
    defence = defence_plan(scenario, say)
    begun, _ = act(first_state(attack), begin, attack)
    beginning = first_pair(attack, defence)
    beginning = beginning._replace(attacker=beginning.attacker._replace(disruption=begun.disruption))
    assault = Assault(
        defence=defence,
        attack=attack,
        beginning=beginning,
        stop_at=RESULTS.index(say["assault.stop_at"]),
        destroy_at=RESULTS.index(say["assault.destroy_at"]),
        morale=scenario.target.stats["mrl"],
        per_point=say["assault.morale_minus_d"],
        with_gained=say.says("assault-morale-disruption", "include"),
    )
    key = (CLOSE_ASSAULT, plan_key(defence), plan_key(attack), beginning, assault.morale, rules_key(attack))
    return Chain(key, assault.run, () if say.first_edition else (ASSUMED,))


def check_sides(scenario: Scenario, say: Settings) -> None:
    """What must be known of both sides, and that they may do this at all."""
    attacker, target, situation = scenario.attacker, scenario.target, scenario.situation
    check_mechanisms(say)
    needed(attacker, "com")
    needed(target, "def", "mrl", *(["qlt"] if target_needs_quality(say) else []))
    check_morale_traits(target, say)
    if not attacker.weapons:
        raise InputError("attacker.weapons is needed: the attacker has no weapon")
    for side in (attacker, target):
        check_alive(side, say)
    if status_of(attacker, say) >= DOWNED:
        raise Illegal(f"the attacker is {RESULTS[status_of(attacker, say)]}: it may not assault")
    reach = attacker.stats["mov"][0] + say["assault.contact"] if attacker.stats.get("mov") else None
    if reach is not None and situation.get("range", 0) > reach:  # X53-ASLT-02
        raise Illegal(f"the target is at {situation['range']:g} inches, an assault reaches {reach:g}")


class Closing(Planner):
    """The assault attacks (X53-ASLT-06, X53-ASLT-07): free shots at a target without cover."""

    def __init__(self, scenario: Scenario, say: Settings) -> None:
        super().__init__(scenario, say)
        if say.says("assault-multi-model", "model-pairs"):
            self.models = 1

    def buys_focus(self, action: str) -> bool:
        return self.say.says("shots-by", "focus-budget") and not self.say.says("assault-focus-bonus", "none")

    def firing_weapons(self, action: str) -> list[Mapping[str, Any]]:
        weapons = [self.one_weapon()] if not self.say.first_edition else list(self.attacker.weapons)
        firing = [w for w in weapons if self.free_shots(w) > 0]
        if not firing:
            raise Illegal("the attacker has no weapon for assault attacks: Basic and Heavy ones make them")
        for weapon in firing:
            self.check_traits(weapon)
        return firing

    def free_shots(self, weapon: Mapping[str, Any]) -> int:
        """X53-ASLT-06: full RoF of a Basic weapon, few shots of a Heavy one, none of Setup and Indirect ones."""
        kind, rof, traits = weapon.get("type", "basic"), weapon.get("rof", 1), weapon.get("traits", [])
        if kind == "setup" or (self.say.first_edition and any(trait_level(traits, t) for t in INDIRECT)):
            return 0
        return int(rof if kind == "basic" else min(rof, self.say["assault.heavy_rof"]))

    def fire(
        self,
        action: str,
        weapon: Mapping[str, Any],
        firing: int = 1,
        pool: tuple[int, bool] = (0, True),
        group: tuple[int, bool] = (1, False),
    ) -> Fire:
        say, target, shots = self.say, self.scenario.target, self.free_shots(weapon)
        aimed = aimed_weapon(
            weapon, self.attacker.stats, target.stats, target.state, self.situation, say, suppressing=False
        )
        if self.buys_focus(action):
            halved = say.says("assault-focus-bonus", "advance")
            divisor = say["focus.advance_divisor"] if halved else 1
            rule = FocusRule(self.attacker.stats["qlt"], divisor, shots, shots, self.accuracy(weapon), *group, *pool)
            return closer(Fire(aimed, shots, 0, 0, rule, self.explicit), weapon)
        if self.explicit is not None and say.says("shots-by", "focus-budget"):
            chosen_way(Budget(0, shots, shots, 0, 1, 1), *self.explicit)
        com = say["focus.com"] if self.token and say.says("shots-by", "rate-of-fire") else 0
        once = say.says("focus-scope", "one-shot")
        return closer(Fire(aimed, shots * group[0], 0 if once else com, com if once else 0, None, None), weapon)


class Defending(Planner):
    """Defensive Fire (X53-ASLT-03, X53-ASLT-04): a Focus Fire or Snap Fire at whoever comes."""

    def __init__(self, scenario: Scenario, say: Settings) -> None:
        super().__init__(scenario, say)
        if say.says("assault-multi-model", "model-pairs"):
            self.models = 1

    def firing_weapons(self, action: str) -> list[Mapping[str, Any]]:
        """Those that may fire, perhaps none."""
        weapons = self.attacker.weapons
        if len(weapons) > 1 and not self.say.first_edition:
            weapons = (self.one_weapon(),)
        firing = []
        for weapon in weapons:
            try:
                self.check_weapon(action, weapon)
                firing.append(weapon)
            except Illegal:
                continue
        return firing

    def fire(
        self,
        action: str,
        weapon: Mapping[str, Any],
        firing: int = 1,
        pool: tuple[int, bool] = (0, True),
        group: tuple[int, bool] = (1, False),
    ) -> Fire:
        fire = super().fire(action, weapon, firing, pool, group)
        return closer(fire, weapon) if self.say.says("close-quarters-defensive", "yes") else fire


def closer(fire: Fire, weapon: Mapping[str, Any]) -> Fire:
    """X53-WTR-03: Close Quarters X adds X to the hit test."""
    level = trait_level(weapon.get("traits", []), "Close Quarters")
    return replace(fire, weapon=replace(fire.weapon, hit_at_most=fire.weapon.hit_at_most + level))


def at_contact(scenario: Scenario, policy: Mapping[str, Any], say: Settings, *, close: bool = True) -> Scenario:
    """The same sides next to each other: no cover, nothing obscured, point blank unless a ruling denies it."""
    situation = {"range": say["assault.contact"], "may_be_close": close}
    return replace(scenario, situation=situation, policy=policy)


def attack_plan(scenario: Scenario, say: Settings) -> tuple[Act, Plan]:
    """X53-ASLT-01, X53-ASLT-06: what the assault does to its attacker, then its attacks."""
    close = say.says("assault-point-blank", "yes")
    planner = Closing(at_contact(scenario, side_focus(scenario, "attacker"), say, close=close), say)
    if say.first_edition:
        planner.check_primaries([ASSAULT])
        begin = planner.act_53(ASSAULT)
    else:
        planner.check_activation([ASSAULT])
        begin = Act(ASSAULT)
    if begin.locked or planner.buys_focus(ASSAULT) or say.says("disruption-cap", "quality"):
        needed(scenario.attacker, "qlt")
    return begin, plan_of(scenario, tuple(planner.fire_53(ASSAULT)), say)


def defensive_mode(scenario: Scenario, say: Settings) -> str | None:
    """X53-ASLT-03, X53-ASLT-04: the action that Defensive Fire counts as."""
    target, situation = scenario.target, scenario.situation
    status = status_of(target, say)
    if not (situation.get("seen", True) and situation.get("defensive_fire", True)) or status >= DOWNED:
        return None
    if target.state.get("exhausted", False) or status == STUNNED:
        return "snap-fire"
    return "focus-fire" if say.first_edition else "shoot"


def defence_plan(scenario: Scenario, say: Settings) -> Plan:
    """X53-ASLT-04: Defensive Fire, or a plan in which nothing is fired."""
    turned = replace(scenario, attacker=scenario.target, target=scenario.attacker)
    mode = defensive_mode(scenario, say)
    if mode is None or not scenario.target.weapons or barred(scenario, say):
        return plan_of(turned, (), say)
    planner = Defending(at_contact(turned, side_focus(scenario, "target"), say), say)
    if not planner.firing_weapons(mode):
        return plan_of(turned, (), say)
    needed(scenario.target, "com", *(["qlt"] if say.says("shots-by", "focus-budget") else []))
    needed(scenario.attacker, "def", *(["qlt"] if target_needs_quality(say) else []))
    return plan_of(turned, (*cost_of(mode, say), *planner.fire_53(mode)), say)


def barred(scenario: Scenario, say: Settings) -> bool:
    """X53-ACT-08: where the lock leaves Rest alone, a target under it does not fire."""
    if not say.says("disruption-lock-scope", "all-actions"):
        return False
    needed(scenario.target, "qlt")
    own = plan_of(replace(scenario, attacker=scenario.target), (), say)
    state = first_state(own)
    return state.disruption >= lock(state, own)


def cost_of(mode: str, say: Settings) -> tuple[Op, ...]:
    """Ruling defensive-fire-costs: nothing, or what the action does to Disruption."""
    if say.says("defensive-fire-costs", "free"):
        return ()
    if mode == "snap-fire":
        return (Act(mode, adds=say["secondary.add_d"]),)
    return (Act(mode, say["primary.remove_d"]),)
