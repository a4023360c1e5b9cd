"""Xenocide: a target as groups of models, each with the saves that it has where it stands.

Rules     XEN-SAVE-01 to XEN-SAVE-06, XEN-SAVE-08, XEN-DIG-01, XEN-ALLOC-01
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.errors import Illegal, InputError
from analysis.families.xenocide.settings import SIDES, Settings
from analysis.scenarios import Scenario, Side

STRONG = ("hard", "fortified")


@dataclass(frozen=True)
class Group:
    """Models of one type in one cover."""

    models: int
    aspect: int
    armor: int
    shield: int
    cover: int  # the save
    strong: bool  # hard or fortified cover
    vp: int
    stealth: bool
    kind: Any  # equal for models of one type

    def unsaved(self, strength: int, breaker: bool, ignores_cover: bool) -> tuple[int, int, int]:
        """XEN-SAVE-01 to -04: faces that do not save: of cover, shield and armour."""
        cover = 0 if ignores_cover else self.cover
        shield = 0 if breaker else self.shield
        return tuple(SIDES - max(0, min(SIDES, save)) for save in (cover, shield, self.armor - strength))  # type: ignore


def special(stats: Mapping[str, Any], name: str) -> str | None:
    """A word of defense_special: what follows its name, or None where it is not there."""
    for text in stats.get("defense_special", []):
        word, _, rest = text.strip().casefold().partition(" ")
        if word == name:
            return str(rest)
    return None


def has(stats: Mapping[str, Any], key: str) -> bool:
    return bool(stats.get(key, False)) or special(stats, key.replace("_", "-")) is not None


def shield_of(stats: Mapping[str, Any]) -> int:
    text = special(stats, "shield")
    if "shield" in stats or text is None:
        return int(stats.get("shield", 0))
    if not text.isdigit() or int(text) > SIDES:
        raise InputError(f'defense_special names a shield without its value; write "shield 2", not "shield {text}"')
    return int(text)


def is_infantry(stats: Mapping[str, Any]) -> bool:
    return "infantry" in stats.get("type", [])


def refuse_unbuilt(side: Side, stats: Mapping[str, Any]) -> None:
    for key, what in (("core", "titans"), ("structure", "buildings as targets")):
        if key in stats:
            raise InputError(f"{side.name}.stats.{key}: {what} are not modelled in this pipeline")


def cover_word(scenario: Scenario, given: str | None = None) -> str:
    """XEN-SAVE-08: the target's cover; a building brings hard cover unless another is given."""
    if given is not None:
        return given
    inside = scenario.situation.get("in_building", False)
    return str(scenario.situation.get("cover", "hard" if inside else "none"))


def may_dig_in(stats: Mapping[str, Any]) -> bool:
    return is_infantry(stats) or has(stats, "dig_in")


def check_digging(side: Side, stats: Mapping[str, Any], cover: str, inside: bool, say: Settings) -> None:
    """XEN-DIG-01: who may be dug in where."""
    if not may_dig_in(stats):
        raise Illegal(f"{side.name} cannot be dug in: it is no infantry and has no such trait")
    if inside:
        raise Illegal(f"{side.name} cannot be dug in: it is in a building")
    if cover == "fortified":
        raise Illegal(f"{side.name} cannot be dug in: fortified cover allows no digging in")
    if cover == "hard" and say.says("dig-in-hard", "open-soft-only"):
        raise Illegal(f"{side.name} cannot be dug in: only in the open or in soft cover (dig-in-hard)")


def cover_save(stats: Mapping[str, Any], cover: str, dug_in: bool, say: Settings) -> int:
    """XEN-SAVE-04, XEN-SAVE-05, XEN-SAVE-06: the cover save of a model."""
    infantry = is_infantry(stats)
    if cover == "none":
        if not dug_in:
            return 0
        option = "save-2" if infantry else say.rulings["dig-in-vehicle-open"]
        return {"save-0": 0, "save-1": int(say["dug_in_cover_bonus"]), "save-2": int(say["dug_in_open"])}[option]
    base = say[{"soft": "cover_soft", "hard": "cover_hard", "fortified": "cover_fort"}[cover]]
    bonus = say["infantry_cover_bonus"] if infantry else 0
    return int(base + bonus + (say["dug_in_cover_bonus"] if dug_in else 0))


def group_of(side: Side, stats: Mapping[str, Any], models: int, cover: str, dug_in: bool, say: Settings) -> Group:
    refuse_unbuilt(side, stats)
    if "armor" not in stats:
        raise InputError(f"{side.name}.stats.armor is needed: give a unit of the roster, or its stats")
    kind = tuple(sorted((key, str(value)) for key, value in stats.items()))
    return Group(
        models=models,
        aspect=stats.get("aspect", 0),
        armor=stats["armor"],
        shield=shield_of(stats),
        cover=cover_save(stats, cover, dug_in, say),
        strong=cover in STRONG,
        vp=stats.get("vp", 1),
        stealth=has(stats, "stealth"),
        kind=kind,
    )


def target_groups(scenario: Scenario, say: Settings) -> tuple[Group, ...]:
    """XEN-ALLOC-01: the target as pools of one type and cover each."""
    side, inside = scenario.target, scenario.situation.get("in_building", False)
    dug_in = side.state.get("dug_in", False)
    given = side.state.get("groups")
    if given is None:
        given = [{"models": side.state.get("models", 1)}]
    elif not given:
        raise InputError("target.groups is empty")
    parts = [
        ({**side.stats, **g.get("stats", {})}, g.get("models", 1), cover_word(scenario, g.get("cover"))) for g in given
    ]
    groups = []
    for stats, models, cover in parts:
        if dug_in:
            check_digging(side, stats, cover, inside, say)
        groups.append(group_of(side, stats, models, cover, dug_in, say))
    if len({g.aspect for g in groups}) > 2:
        raise InputError("target.groups have more than two aspects; at most two are modelled")
    total = sum(g.models for g in groups)
    if "groups" in side.state and side.state.get("models", total) not in (1, total):
        raise InputError(f"target.models is {side.state['models']}, its groups have {total}")
    return tuple(groups)


def joined_groups(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """XEN-ALLOC-01: models of one type and cover are one pool, however they are listed."""
    counts: dict[Group, int] = {}
    for group in groups:
        alike = replace(group, models=0)
        counts[alike] = counts.get(alike, 0) + group.models
    return tuple(replace(group, models=models) for group, models in counts.items())


def starting_models(side: Side, models: int) -> int:
    """The number of models that every test calls the original one."""
    starting = int(side.state.get("starting_models", models))
    if starting < models:
        raise InputError(f"{side.name}.starting_models is {starting}, but it has {models} models")
    return starting
