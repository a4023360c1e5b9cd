"""Xenocide: what one die of a weapon does, by its accuracy against the target's aspects.

Rules     XEN-SHOOT-04 to XEN-SHOOT-09, XEN-SHOOT-11, XEN-AOE-03, XEN-ART-01 to XEN-ART-05
"""

from collections.abc import Mapping
from typing import Any

from analysis.errors import Illegal, InputError
from analysis.families.xenocide.settings import SIDES, Settings

OF = SIDES * SIDES  # two dice at the most


def penalty(markers: int, say: Settings) -> int:
    """XEN-SHOOT-05: what markers take from the shooter's accuracy."""
    return int(say["sup_acc_penalty"]) * (min(1, markers) if say.says("suppression-accuracy", "flat") else markers)


def is_artillery(weapon: Mapping[str, Any]) -> bool:
    return weapon.get("accuracy") == "artillery" or "artillery" in weapon.get("special", [])


def own_accuracy(weapon: Mapping[str, Any], situation: Mapping[str, Any], markers: int, say: Settings) -> int:
    """XEN-ART-01, XEN-ART-02, XEN-ART-03, XEN-ART-05, XEN-SHOOT-04: its accuracy, less the suppression."""
    name, accuracy = weapon["name"], weapon.get("accuracy")
    if accuracy is None:
        raise InputError(f"attacker.weapons: {name} lacks accuracy")
    if not situation.get("indirect", False):
        accuracy = say["art_direct"] if accuracy == "artillery" else accuracy
    elif not is_artillery(weapon):
        raise Illegal(f"{name} is no artillery: it may not fire indirectly")
    elif markers:
        raise Illegal(f"the attacker is suppressed: {name} may not fire indirectly")
    else:
        accuracy = say["art_spotted"] if situation.get("spotted", False) else say["art_indirect"]
    return int(accuracy) - penalty(markers, say)


def most_faces(say: Settings) -> int:
    """XEN-SHOOT-11: no die misses by nature, unless the ruling natural-limits says so."""
    return SIDES - 1 if say.says("natural-limits", "six-misses") else SIDES


def second_die(accuracy: int, table: bool, say: Settings) -> int | None:
    """XEN-SHOOT-07, XEN-SHOOT-08: what the second die may show at most after a 1; None where there is none."""
    if not table or accuracy <= say["acc_floor"]:
        return None
    faces = say["low_acc_reroll"].get(str(accuracy))
    return None if faces is None else min(int(faces), most_faces(say))


def hit_weight(accuracy: int, table: bool, say: Settings) -> int:
    """XEN-SHOOT-06, XEN-SHOOT-07: how many of 36 pairs of dice hit."""
    if accuracy >= 1:
        return min(accuracy, most_faces(say)) * SIDES
    return second_die(accuracy, table, say) or 0


def low_weight(high: int, low: int, table: bool, say: Settings) -> int:
    """XEN-SHOOT-09: how many of 36 hit models of the lower aspect, too."""
    if low >= 1:
        return hit_weight(low, table, say)
    if high >= 1 and say.says("low-aspect-nonpositive", "cannot-be-hit"):
        return 0
    return min(hit_weight(high, table, say), second_die(low, table, say) or 0)


def near_weight(accuracy: int, table: bool, say: Settings) -> int:
    """XEN-AOE-03: how many of 36 miss by just the margin."""
    margin = int(say["splash_miss_margin"])
    face = accuracy + margin
    if accuracy >= 1:
        return SIDES if face <= SIDES else 0  # a six that misses by nature alone is no near miss
    option = say.rulings["splash-nonpositive"]
    if option == "none" or accuracy <= say["acc_floor"]:
        return 0
    second = second_die(accuracy, table, say)
    if option == "first-die":
        if not 1 <= face <= SIDES:
            return 0
        return SIDES - (second or 0) if face == 1 else SIDES
    return int(second is not None and int(say["low_acc_reroll"][str(accuracy)]) + margin <= SIDES)


def reads_table(weapon: Mapping[str, Any], say: Settings) -> bool:
    """XEN-ART-04: may a low accuracy be rolled with a second die?"""
    general = not weapon.get("aoe", 0) and not is_artillery(weapon)
    return general or say.says("reroll-suppressed-aoe", "yes")
