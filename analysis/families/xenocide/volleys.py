"""Xenocide: what a unit fires: its weapon systems, joined shots among them, and what may fire at all.

Rules     XEN-SHOOT-01, XEN-SHOOT-02, XEN-SHOOT-10, XEN-FOCUS-01, XEN-ORD-01, XEN-ORD-03, XEN-SUP-12, XEN-OW-01,
          XEN-CP-04
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.errors import Illegal, InputError
from analysis.families.xenocide.accuracy import is_artillery, own_accuracy, reads_table
from analysis.families.xenocide.keys import OVERWATCH
from analysis.families.xenocide.settings import Settings
from analysis.families.xenocide.units import Group, joined_groups, starting_models, target_groups
from analysis.scenarios import Scenario


@dataclass(frozen=True)
class Volley:
    """Dice of one system that share a strength. `shots` are those that they were before they were joined."""

    name: str
    system: int
    dice: int
    weapons: int  # that roll them
    dice_a_weapon: int
    most_weapons: int  # of the system: models that fire it
    accuracy: int  # before the target's aspect
    strength: int
    aoe: int
    table: bool  # a low accuracy may roll a second die
    suppresses: bool
    breaker: bool
    ignores_cover: bool
    shots: int


@dataclass(frozen=True)
class ShootingPlan:
    """A `shooting` or `overwatch` scenario: volleys at groups, so many phases, with or without a test."""

    volleys: tuple[Volley, ...]
    groups: tuple[Group, ...]
    starting: int
    dug_in: bool
    units: int
    phases: int
    cp: int  # of the target
    tests: bool
    directed: tuple[bool, ...] | None  # groups that the fire is directed at


def joined(n: int, strength: int, weapon: Mapping[str, Any], say: Settings) -> list[tuple[int, int, int]]:
    """XEN-FOCUS-01: dice, their strength, and the shots that went into them, the strongest first."""
    ratio, step = int(say["focus_ratio"]), int(say["focus_strength_step"])
    scope = say.rulings["focus-fire-scope"]
    if weapon.get("aoe", 0) or (scope == "s0-only" and strength > 0):
        return [(n, strength, n)]
    parts, each = [], 1
    while n:
        stronger, left = divmod(n, ratio) if each == 1 or scope == "chain" else (0, n)
        if left:
            parts.append((left, strength, left * each))
        n, strength, each = stronger, strength + step, each * ratio
    return parts[::-1]


def volleys_of(weapon: Mapping[str, Any], system: int, scenario: Scenario, say: Settings) -> Iterator[Volley]:
    """One weapon system of the attacker; joined shots are volleys of their own."""
    state = scenario.attacker.state
    models, shots, strength = state.get("models", 1), weapon.get("shots", 1), weapon.get("strength", 0)
    accuracy = own_accuracy(weapon, scenario.situation, state.get("markers", 0), say)
    focus = scenario.situation.get("focus_fire", False)
    by_model = say.says("focus-fire-pool", "per-model")
    parts = [(models * shots, strength, models * shots)]
    if focus:
        parts = joined(shots if by_model else models * shots, strength, weapon, say)
        parts = [(n * models, s, made * models) for n, s, made in parts] if by_model else parts
    for n, s, made in parts:
        weapons = min(models, n)
        yield Volley(
            name=weapon["name"],
            system=system,
            dice=n,
            weapons=weapons,
            dice_a_weapon=-(-n // weapons),
            most_weapons=models,
            accuracy=accuracy,
            strength=s,
            aoe=weapon.get("aoe", 0),
            table=reads_table(weapon, say),
            suppresses="suppression" in weapon.get("special", []),
            breaker="shield-breaker" in weapon.get("special", []),
            ignores_cover="ignores-cover" in weapon.get("special", []),
            shots=made,
        )


def check_orders(scenario: Scenario, say: Settings) -> None:
    """XEN-ORD-03, XEN-SUP-12: may the unit fire at all?"""
    state = scenario.attacker.state
    if state.get("order") == "assault" and say.says("assault-orders-shooting", "no-shooting"):
        raise Illegal("the attacker is on assault orders: it may not shoot")
    if scenario.pipeline == OVERWATCH and state.get("markers", 0):
        raise Illegal("the attacker is suppressed: it has lost its overwatch")


def firing_weapons(scenario: Scenario) -> list[Mapping[str, Any]]:
    """XEN-SHOOT-02: the weapons that reach; Illegal where none does."""
    weapons = scenario.attacker.weapons
    if not weapons:
        raise InputError("attacker.weapons is needed: the attacker has no weapon")
    for weapon in weapons:
        if "levels" in weapon:
            raise InputError(f"attacker.weapons: {weapon['name']} has power levels, which are not modelled")
        if "bomb" in weapon.get("special", []):
            raise InputError(f"attacker.weapons: {weapon['name']} is a bomb, which is not modelled: it has no rules")
    distance = scenario.situation.get("range")
    reach = [w for w in weapons if distance is None or w.get("range") is None or distance <= w["range"]]
    if not reach:
        far = max(w["range"] for w in weapons)
        raise Illegal(f"the target is at {distance:g} inches, the weapons reach {far:g}")
    return reach


def check_sight(scenario: Scenario, groups: tuple[Group, ...], say: Settings) -> None:
    """XEN-SHOOT-10: stealth."""
    distance = scenario.situation.get("range")
    hidden = all(g.stealth for g in groups) and not scenario.situation.get("spotted", False)
    if hidden and distance is not None and distance > say["stealth_range"]:
        raise Illegal(f"the target is stealthy: beyond {say['stealth_range']} inches it must be spotted")


def directed_groups(scenario: Scenario, groups: tuple[Group, ...], say: Settings) -> tuple[bool, ...] | None:
    """XEN-CP-04: the groups that a command point directs the fire at."""
    chosen = scenario.situation.get("directed_at")
    if chosen is None:
        return None
    if any(w.get("aoe", 0) for w in firing_weapons(scenario)):
        raise Illegal("fire with an area of effect cannot be directed")
    price = say["cp_direct_fire"] * scenario.situation.get("volleys", 1)
    if scenario.attacker.state.get("cp", 0) < price:
        raise Illegal(f"directed fire costs {price} CP, the attacker has {scenario.attacker.state.get('cp', 0)}")
    if isinstance(chosen, int) and chosen > len(groups):
        raise InputError(f"situation.directed_at is {chosen}, the target has {len(groups)} groups")
    if isinstance(chosen, int):
        found = tuple(index == chosen - 1 for index in range(len(groups)))
    else:
        found = tuple((g.cover > 0) == (chosen == "in-cover") for g in groups)
    if not any(found):
        raise Illegal(f"no model of the target is {chosen}")
    return found


def shooting_plan(scenario: Scenario, say: Settings) -> ShootingPlan:
    """A scenario as volleys, or Illegal with the reason."""
    check_orders(scenario, say)
    groups = target_groups(scenario, say)
    check_sight(scenario, groups, say)
    volleys: list[Volley] = []
    for system, weapon in enumerate(firing_weapons(scenario)):
        volleys += volleys_of(weapon, system, scenario, say)
    target, directed = scenario.target, directed_groups(scenario, groups, say)
    overwatch = scenario.pipeline == OVERWATCH
    return ShootingPlan(
        volleys=tuple(volleys),
        groups=joined_groups(groups) if directed is None else groups,
        starting=starting_models(target, sum(g.models for g in groups)),
        dug_in=target.state.get("dug_in", False),
        units=scenario.situation.get("firing_units", 1),
        phases=1 if overwatch else scenario.situation.get("volleys", 1),
        cp=target.state.get("cp", 0),
        tests=not overwatch,
        directed=directed,
    )


__all__ = ["ShootingPlan", "Volley", "is_artillery", "shooting_plan"]
