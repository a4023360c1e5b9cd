"""Xenocide: a side of a close assault: its dice, its CAD, what its test has to reach.

Rules     XEN-CA-01, XEN-CA-05 to XEN-CA-08, XEN-CA-10, XEN-CA-12, XEN-CA-13, XEN-CA-19 to XEN-CA-25, XEN-BLD-09,
          XEN-ORD-03, XEN-ORD-04, XEN-ORD-05, XEN-SFX-01, XEN-TERR-11, XEN-DIG-01
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from analysis.errors import Illegal, InputError
from analysis.families.xenocide.allocation import Counts
from analysis.families.xenocide.morale import is_below_half
from analysis.families.xenocide.settings import SIDES, Settings
from analysis.families.xenocide.units import (
    STRONG,
    check_digging,
    cover_word,
    is_infantry,
    refuse_unbuilt,
    shield_of,
    starting_models,
)
from analysis.scenarios import Scenario, Side

LEVELS = ("6", "66", "666", "6666")


@dataclass(frozen=True)
class Fighters:
    """Models of one kind."""

    models: int
    caa: int
    cad: int  # as printed
    shield: int
    vp: int
    infantry: bool
    bonus: int  # defence dice of each model
    weight: int  # in casualties and numbers
    strong: bool  # in hard or fortified cover
    cad_bonus: int = 0  # where it stands


@dataclass(frozen=True)
class Band:
    """One side of the assault."""

    groups: tuple[Fighters, ...]
    starting: int
    markers: int
    cp: int
    firing_order: bool  # a cause of disadvantage for the whole assault
    dug_in: bool
    defence_dice: str | int
    retreat: str

    @property
    def models(self) -> Counts:
        return tuple(g.models for g in self.groups)


def weight_of(cad: int, say: Settings) -> int:
    """XEN-CA-25: a model of several sixes counts more than once; 6666 goes on with the pattern."""
    if cad <= SIDES:
        return 1
    return int(say["ca_weight"].get(str(cad), len(str(cad)) if cad == int(LEVELS[-1]) else 1))


def fighters_of(side: Side, stats: Mapping[str, Any], models: int, cover: str, say: Settings) -> Fighters:
    refuse_unbuilt(side, stats)
    for stat in ("caa", "cad"):
        if stat not in stats:
            raise InputError(f"{side.name}.stats.{stat} is needed: give a unit of the roster, or its stats")
    return Fighters(
        models=models,
        caa=stats["caa"],
        cad=stats["cad"],
        shield=shield_of(stats),
        vp=stats.get("vp", 1),
        infantry=is_infantry(stats),
        bonus=stats.get("bonus_defence_dice", 0),
        weight=weight_of(stats["cad"], say),
        strong=cover in STRONG,
    )


def band_parts(side: Side, cover: str) -> list[tuple[Mapping[str, Any], int, str]]:
    given = side.state.get("groups")
    if given is None:
        return [(side.stats, side.state.get("models", 1), cover)]
    if not given:
        raise InputError(f"{side.name}.groups is empty")
    return [({**side.stats, **g.get("stats", {})}, g.get("models", 1), g.get("cover", cover)) for g in given]


def policy_of(scenario: Scenario, names: tuple[str, ...], key: str, default: Any) -> Any:
    """The policy of a side: in its own table, or for both."""
    for name in names:
        if key in scenario.policy.get(name, {}):
            return scenario.policy[name][key]
    return scenario.policy.get(key, default)


def attacker_band(scenario: Scenario, say: Settings) -> Band:
    """XEN-ORD-03, XEN-ORD-05: the side that moved to assault."""
    side, cover = scenario.attacker, scenario.situation.get("attacker_cover", "none")
    order = side.state.get("order", "assault")
    # with another ruling the move to assault has ended it
    dug_in = side.state.get("dug_in", False) and say.says("dug-in-duration", "one-turn")
    parts = band_parts(side, cover)
    for stats, _, _ in parts:
        if order == "assault" and "flyer" in stats.get("type", []):
            raise Illegal("flyers take no assault orders")
        check_reach(scenario, stats, order, say)
    groups = tuple(fighters_of(side, *part, say) for part in parts)
    return Band(
        groups=groups,
        starting=starting_models(side, sum(g.models for g in groups)),
        markers=side.state.get("markers", 0),
        cp=side.state.get("cp", 0),
        firing_order=order != "assault" and not say.says("firing-orders-ca", "never"),
        dug_in=dug_in,
        defence_dice=policy_of(scenario, ("attacker",), "defence_dice", "best"),
        retreat=policy_of(scenario, ("attacker",), "retreat", "never"),
    )


def check_reach(scenario: Scenario, stats: Mapping[str, Any], order: str, say: Settings) -> None:
    """XEN-ORD-04, XEN-CA-01: can it move there? Slow infantry is faster on assault orders."""
    distance, move = scenario.situation.get("range"), stats.get("move")
    if distance is None or move is None:
        return
    slow = is_infantry(stats) and order == "assault" and move == say["assault_move_bonus"]
    reach = move + (say["assault_move_bonus"] if slow else 0) + say["ca_range"]
    if distance > reach:
        raise Illegal(f"the target is at {distance:g} inches, the assault reaches {reach}")


def defender_band(scenario: Scenario, say: Settings) -> Band:
    """XEN-CA-13, XEN-BLD-09: the side that is assaulted, where it stands."""
    side, cover = scenario.target, cover_word(scenario)
    inside, dug_in = scenario.situation.get("in_building", False), side.state.get("dug_in", False)
    parts = band_parts(side, cover)
    for stats, _, own_cover in parts if dug_in else ():
        check_digging(side, stats, own_cover, inside, say)
    groups = tuple(
        replace(fighters_of(side, *part, say), cad_bonus=position_bonus(part[2], inside, dug_in, say)) for part in parts
    )
    on_firing = side.state.get("order", "assault") != "assault" and say.says("firing-orders-ca", "always")
    return Band(
        groups=groups,
        starting=starting_models(side, sum(g.models for g in groups)),
        markers=side.state.get("markers", 0),
        cp=side.state.get("cp", 0),
        firing_order=on_firing,
        dug_in=dug_in,
        defence_dice=policy_of(scenario, ("defender", "target"), "defence_dice", "best"),
        retreat=policy_of(scenario, ("defender", "target"), "retreat", "never"),
    )


def position_bonus(cover: str, inside: bool, dug_in: bool, say: Settings) -> int:
    """XEN-CA-13, XEN-BLD-09, XEN-DIG-01: what a position adds to the CAD; never two of them."""
    entrenched = dug_in or (cover == "fortified" and say.says("fortified-cad", "yes"))
    return int(say["bld_cad"] if inside else say["dig_cad_bonus"] if entrenched else 0)


# --- dice


def part_of_pool(n: int, share: Fraction, option: str, *, loss: bool) -> int:
    """Ruling third-rounding: a share of a pool as whole dice."""
    exact = n * share
    if option == "ceil" or (option == "keep-floor" and loss):
        return ceil(exact)
    return floor(exact + Fraction(1, 2)) if option == "nearest" else floor(exact)


@dataclass(frozen=True)
class Tally:
    """XEN-CA-05 to XEN-CA-10: the dice of a side in a round."""

    pool: int  # after a disadvantage
    allowance: int  # of it may defend
    bonus: int  # defence dice on top


def tally(band: Band, alive: Counts, markers: int, say: Settings) -> Tally:
    pool = sum(g.caa * n for g, n in zip(band.groups, alive, strict=True))
    infantry = sum(n for g, n in zip(band.groups, alive, strict=True) if g.infantry)
    bonus = -(-infantry // int(say["infantry_def_per"]))
    bonus += sum(g.bonus * n for g, n in zip(band.groups, alive, strict=True))
    option = say.rulings["third-rounding"]
    third = part_of_pool(pool, say.share("def_share"), option, loss=False)
    causes = int(markers > 0) + int(band.firing_order)
    if not causes:
        return Tally(pool, min(pool, third), bonus)
    rest = pool
    for _ in range(causes if say.says("disadvantage-stacking", "multiply") else 1):
        rest -= part_of_pool(rest, say.share("disadv_loss"), option, loss=True)
    half = floor(rest * say.share("disadv_def_share"))
    allowed = min(half, third) if say.says("half-rounding", "capped-at-third") else half
    return Tally(rest, min(rest, allowed), bonus)


def effective_cad(cad: int, bonus: int, lowered: bool, say: Settings) -> tuple[int, int]:
    """XEN-CA-12, XEN-CA-13: the face that a die must show, and the dice that a kill takes."""
    net = bonus - (int(say["sup_cad_penalty"]) if lowered else 0)
    if cad <= SIDES:
        raised = min(max(cad, int(say["cad_cap"])), cad + net) if net > 0 else cad + net
        return 2 if raised < 2 and say.says("cad-floor", "two") else raised, 1
    sixes = {"6": 1, **{level: int(n) for level, n in say["sixes"].items()}}
    level = LEVELS.index(str(cad))
    if net > 0:
        option = say.rulings["building-66-cad"]
        level = {"stays-66": level, "becomes-6": 0, "becomes-666": min(level + 1, len(LEVELS) - 1)}[option]
    elif net < 0 and say.says("suppressed-66-cad", "five-five"):
        return SIDES - 1, sixes.get(LEVELS[level], level + 1)
    elif net < 0 and say.says("suppressed-66-cad", "level-down"):
        level -= 1
    return SIDES, sixes.get(LEVELS[level], level + 1)


def cads(band: Band, markers: int, say: Settings) -> tuple[tuple[int, int], ...]:
    """XEN-SFX-01: the CAD of each group; a marker lowers it, or any disadvantage does (disadvantage-cad)."""
    lowered = markers > 0 or (band.firing_order and say.says("disadvantage-cad", "any"))
    return tuple(effective_cad(g.cad, g.cad_bonus, lowered, say) for g in band.groups)


# --- the test


def weighed(band: Band, counts: Counts) -> int:
    """XEN-CA-25: models by their weight."""
    return sum(g.weight * n for g, n in zip(band.groups, counts, strict=True))


def casualty_modifier(casualties: int, say: Settings) -> int:
    """XEN-CA-20: the lines of the table that so many casualties reach."""
    reached = {int(step): int(value) for step, value in say["ca_cas_steps"].items() if casualties >= int(step)}
    if len(reached) < 2:
        return sum(reached.values())
    return reached[max(reached)] if say.says("ca-casualty-mods", "highest-only") else sum(reached.values())


def is_sheltered(band: Band, alive: Counts, say: Settings) -> bool:
    """XEN-CA-24: dug in, or most of those who are left in hard or fortified cover."""
    strong = sum(n for g, n in zip(band.groups, alive, strict=True) if g.strong)
    return band.dug_in or (strong > 0 and (2 * strong > sum(alive) or say.says("cover-majority", "any")))


def assault_target(band: Band, alive: Counts, counted: Counts, enemy: int, late: bool, say: Settings) -> int:
    """XEN-CA-19 to XEN-CA-24 (XEN-CA-22, XEN-CA-23 among them): what 2d6 must reach.

    `counted` are casualties, `enemy` is the weight of the other side.
    """
    target = say["ca_sup_base"] + casualty_modifier(weighed(band, counted), say)
    target += say["ca_below_half"] * is_below_half(sum(alive), band.starting, say)
    target += say["ca_outnumber"] * (enemy >= say["outnumber_ratio"] * weighed(band, alive))
    target += say["ca_late_round"] * late
    return int(target + say["ca_cover"] * is_sheltered(band, alive, say))
