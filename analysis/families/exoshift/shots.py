"""Exoshift: one weapon at one target, as the integers that the attack kernel reads.

Rules     X53-STAT-03, X53-SHOOT-03 to X53-SHOOT-10, X53-SHOOT-11, X53-SHOOT-12,
          X53-DEF-01, X53-DEF-03, X53-DEF-04, X53-DEF-05, X53-LEAD-03,
          X53-WTR-04, X53-DIS-01, X53-DIS-05, X53-DIS-06, X53-BLEED-01, X53-ACT-06, X53-WPN-01,
          X60-SHOOT-02, X60-SHOOT-03, X60-SHOOT-04, X60-SHOOT-05, X60-DMG-01, X60-TOK-02, X60-TOK-03, X60-ACT-11,
          X60-DIS-04, X60-STAT-04
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.errors import Illegal
from analysis.families.exoshift.settings import Settings, trait_level
from kernels.exoshift.attack import (
    ATTACK_DAMAGE,
    AUTOMATIC,
    DOWNED,
    NEVER_IMPROVES,
    NORMAL_TEST,
    NOT_SUFFERED,
    ONE_POINT,
    REPLACES,
    STEPS_UP,
    TOKEN_AND_TEST,
    WOUNDED,
    Attack,
)

UNLIMITED = 1 << 30
AVOIDED = {"attack-damage": ATTACK_DAMAGE, "one": ONE_POINT, "not-suffered": NOT_SUFFERED}
LADDER = {"never-improves": NEVER_IMPROVES, "replace": REPLACES, "step-up": STEPS_UP}
NATURAL = {"normal-damage-test": NORMAL_TEST, "automatic-damage": AUTOMATIC, "token-and-damage-test": TOKEN_AND_TEST}


@dataclass(frozen=True)
class Weapon:
    """A weapon firing in one way at one target: everything that no die and no earlier attack changes."""

    name: str
    hit_at_most: int  # with a standing target and a shooter that is not stunned
    defence: int  # modified Defence of a standing target
    printed_defence: int
    power: int
    damage: int
    suppression: int  # Suppression X
    suppressive: int  # Suppressive X as automatic tokens
    suppressing: bool  # Suppression Fire


@dataclass(frozen=True)
class TargetState:
    """The target as an attack meets it."""

    counted: int  # Disruption that counts in a casualty roll now
    marked: int
    status: int


@dataclass(frozen=True)
class TargetStats:
    quality: int  # with an escort's bonus
    printed_quality: int
    health: int


def range_modifier(weapon: Mapping[str, Any], distance: float, say: Settings, may_be_close: bool = True) -> int:
    """X53-SHOOT-08, X53-SHOOT-09, X60-SHOOT-02: the band's modifier, or point blank in its place if it may be."""
    ends, modifiers = weapon["range"], weapon.get("range_modifiers", [0, 0, 0])
    band = next((i for i, end in enumerate(ends) if distance <= end), None)
    if band is None:
        raise Illegal(f"{weapon['name']} reaches {ends[-1]:g} inches, the target is at {distance:g}")
    if may_be_close and say.says("point-blank", "import-053") and distance <= say["pointblank.distance"]:
        kept = max(0, modifiers[band]) if say.says("point-blank-band", "keep-bonus") else 0
        return int(say["pointblank.com"]) + kept
    return int(modifiers[band])


def tokens_held(value: bool | int) -> int:
    return int(value)


def cover_modifiers(target: Mapping[str, Any], situation: Mapping[str, Any], say: Settings) -> tuple[int, int]:
    """X53-SHOOT-10, -11, X53-ACT-06, X60-SHOOT-04, X60-TOK-03: what cover does to the hit test and to Defence."""
    cover = situation.get("cover", "none")
    obscured = situation.get("obscured", False) or cover != "none"
    com = say["obscured.com"] if obscured else 0
    defence = 0
    if cover != "none":
        com += say[f"cover.com.{cover}"]
        defence += say[f"cover.def.{cover}"]
    hunker_counts = cover != "none" or (obscured and say.says("hunker-needs-cover", "cover-or-obscured"))
    if say.first_edition and target.get("hunkered", False) and hunker_counts:
        com += say["hunker.com"]
        defence += say["hunker.def"]
    entrenched = entrench_tokens(target, say)
    if entrenched and cover != "none":
        com += entrenched * say["entrench.com"]
        defence += entrenched * say["entrench.def"]
    return com, defence


def entrench_tokens(target: Mapping[str, Any], say: Settings) -> int:
    """X60-TOK-03, X60-ACT-11: one token is as good as many, unless they stack."""
    if say.first_edition:
        return 0
    held = tokens_held(target.get("entrench_token", False))
    return held if say.says("entrench-stack", "stack") else min(1, held)


def aimed_weapon(
    weapon: Mapping[str, Any],
    shooter: Mapping[str, Any],
    target: Mapping[str, Any],
    target_state: Mapping[str, Any],
    situation: Mapping[str, Any],
    say: Settings,
    *,
    suppressing: bool,
) -> Weapon:
    """A weapon against this target in this situation."""
    if suppressing:  # X60-ACT-05: cover is ignored, and what needs cover with it
        keeps = say.says("entrench-vs-suppression", "still-applies") and situation.get("cover", "none") != "none"
        tokens = entrench_tokens(target_state, say) if keeps else 0
        obscured = say["obscured.com"] if situation.get("obscured", False) else 0
        com, defence = obscured + tokens * say["entrench.com"], tokens * say["entrench.def"]
    else:
        com, defence = cover_modifiers(target_state, situation, say)
    com += range_modifier(weapon, situation["range"], say, situation.get("may_be_close", True))
    if say.first_edition and target_state.get("escorted", False):
        com += say["cautious.com"]
    traits = weapon.get("traits", [])
    automatic = not say.first_edition and say.says("suppression-trait-name", "rof-and-auto-tokens")
    return Weapon(
        name=weapon["name"],
        hit_at_most=shooter["com"] + com,
        defence=target["def"] + defence,
        printed_defence=target["def"],
        power=weapon["power"],
        damage=weapon.get("damage", 1),
        suppression=trait_level(traits, "Suppression") if say.first_edition else 0,
        suppressive=trait_level(traits, "Suppressive") if automatic else 0,
        suppressing=suppressing,
    )


def faces_limits(say: Settings) -> tuple[int, int]:
    """X53-DICE-01, X60-DICE-01: how many faces a test succeeds on at the least and at the most."""
    least = 1 if say.rulings["test-extremes"] in ("one-succeeds", "both") else 0
    spare = 1 if say.rulings["test-extremes"] in ("ten-fails", "both") else 0
    return least, say["dice.sides"] - spare


def passes(face: int, at_most: int, say: Settings) -> bool:
    """Does this face of the die pass a test?"""
    least, most = faces_limits(say)
    return face <= max(least, min(at_most, most))


def near_miss_defence(weapon: Weapon, defence: int, say: Settings) -> int:
    """X53-DEF-03: the Defence that roll plus Power is held against."""
    option = say.rulings["near-miss-defense-value"]
    return {"modified-before-power": defence, "printed": weapon.printed_defence, "after-power": defence - weapon.power}[
        option
    ]


def defence_faces(weapon: Weapon, defence: int, say: Settings) -> tuple[int, int, int, bool]:
    """X53-DEF-01 to -04: faces that only disrupt, only damage, do both; and whether a die is rolled."""
    at_most, sides = defence - weapon.power, say["dice.sides"]
    toggle = say.rulings["defense-zero-auto-damage"]
    if (toggle == "on-zero-or-less" and at_most <= 0) or (toggle == "on-exactly-zero" and at_most == 0):
        return 0, sides, 0, False
    bar = near_miss_defence(weapon, defence, say) - weapon.power
    near = hurt = both = 0
    for face in range(1, sides + 1):
        saved, close = passes(face, at_most, say), face >= bar
        if saved:
            near += close
        elif close and say.says("near-miss-on-failed-test", "also-on-failure"):
            both += 1
        else:
            hurt += 1
    return near, hurt, both, True


def attack_integers(
    weapon: Weapon, target: TargetStats, state: TargetState, stunned: bool, token_com: int, say: Settings
) -> Attack:
    """The attack without its shots: what the kernel reads, for this target in this state."""
    downed = state.status in (DOWNED, WOUNDED) and say.statuses_count
    hit_at_most = weapon.hit_at_most + token_com
    hit_at_most += say["downed.com"] if downed else 0
    hit_at_most += say["stunned.com"] if stunned else 0
    defence = weapon.defence + (say["downed.def"] if downed else 0)
    least, most = faces_limits(say)
    sides = say["dice.sides"]
    quality = target.quality + state.counted * say["disruption.quality_per_point"]
    if say.says("damage-by", "defence-test"):
        near, hurt, both, rolled = defence_faces(weapon, defence, say)
        of, near_disruption = sides, weapon.damage * say["nearmiss.d_per_damage"]
        damageable = hurt + both > 0 if rolled else True
        if rolled and say.says("quality-save", "quality-test"):  # X53-DEF-05
            lost = sides - max(least, min(floored(quality, say), most))
            near, hurt, both, of = near * sides, hurt * lost, both * lost, sides * sides
    else:
        hurt = max(least, min(weapon.power - defence, most))
        near, both, of = sides - hurt, 0, sides
        near_disruption = weapon.damage * say["damage_fail.tokens_per_damage"]
        damageable = hurt > 0
    per_hit, per_attack = hit_tokens(weapon, damageable, say)
    table = say.says("casualty-by", "table")
    unhurt, stunned_health, downed_health = (
        min(target.health, say[f"{band}.heal"]) for band in ("unhurt", "stunned", "downed")
    )
    bands = say["casualty.bands"]
    token_hit, token_attack = suppression_tokens(weapon, say)
    return Attack(
        sides=sides,
        hit_at_most=hit_at_most,
        aim_com=say["aim.com"],
        least_faces=least,
        most_faces=most,
        shots_0=0,
        shots_1=0,
        shots_2=0,
        shots_3=0,
        shots_4=0,
        shots_5=0,
        shots_6=0,
        shots_7=0,
        near=near,
        hurt=hurt,
        both=both,
        of=of,
        damage=weapon.damage,
        near_disruption=near_disruption,
        hit_disruption=per_hit,
        attack_disruption=per_attack,
        suppressing=int(weapon.suppressing),
        natural=say["suppress.natural"],
        natural_rule=NATURAL[say.rulings["suppression-natural-one"]],
        token_a_hit=token_hit,
        token_an_attack=token_attack,
        by_table=int(table),
        a_roll_a_hit=int(table and say.says("casualty-roll-count", "one-per-hit")),
        health=target.health,
        marked=state.marked,
        partial_disruption=int(say.says("partial-damage-disruption", "per-damage")),
        disruption=state.counted,
        own_counts=int(not say.says("disruption-timing", "end-of-action")),
        quality=target.quality,
        quality_per_point=(
            say["disruption.quality_per_point"] if say.says("casualty-quality-value", "reduced-quality") else 0
        ),
        quality_floor=0 if say.says("quality-floor", "floor-zero") else -UNLIMITED,
        power=weapon.power,
        band_1=bands[0],
        band_2=bands[1],
        band_3=bands[2],
        band_4=bands[3],
        band_5=bands[4],
        avoided=AVOIDED[say.rulings["damage-avoided-count"]],
        unhurt_disruption=say["unhurt.d_per_damage"],
        stunned_disruption=say["stunned.d_per_damage"],
        downed_free=say["downed.free_damage"],
        unhurt_health=unhurt,
        stunned_health=stunned_health,
        downed_health=downed_health,
        room=(max(0, target.printed_quality - state.counted) if say.says("disruption-cap", "quality") else UNLIMITED),
        status=state.status,
        ladder=LADDER[say.rulings["status-ladder"]],
    )


def floored(quality: int, say: Settings) -> int:
    """X53-STAT-03: effective Quality, perhaps never below zero."""
    return max(0, quality) if say.says("quality-floor", "floor-zero") else quality


def hit_tokens(weapon: Weapon, damageable: bool, say: Settings) -> tuple[int, int]:
    """X53-WTR-04: Disruption of every hit, or of an attack that hits, by a suppression trait."""
    level = weapon.suppression + weapon.suppressive
    if not damageable and not say.says("suppression-damageable", "always"):
        return 0, 0
    return (0, level) if say.says("suppression-per-hit", "per-attack") else (level, 0)


def suppression_tokens(weapon: Weapon, say: Settings) -> tuple[int, int]:
    """X60-ACT-06: tokens of each hit of Suppression Fire, or of one that hits at all."""
    option, tokens = say.rulings["suppression-token-count"], say["suppress.tokens"]
    if option == "one-per-attack":
        return 0, tokens
    return (tokens * weapon.damage if option == "damage-value" else tokens), 0
