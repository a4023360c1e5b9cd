"""Exoshift: what a scenario gives and nothing in force reads. A note of it is never false; some are left out."""

from collections.abc import Iterator
from typing import Any

from analysis.families.exoshift.keys import (
    AFTERMATH,
    ANSWERED,
    CLOSE_ASSAULT,
    FIGHTING,
    FIRING,
    KEYS,
    REACTION,
    RESTING,
    SHOOTING,
    STEADY_FIRE,
    SUPPRESSION,
)
from analysis.families.exoshift.plan import TEMPLATES
from analysis.families.exoshift.settings import Settings, behind, settings
from analysis.scenarios import Scenario, Side

TRAITS = {"0.53.0": ("Suppression", "Fire on the Move", *TEMPLATES), "0.60.1": ("Suppressive",)}


def unread(scenario: Scenario) -> tuple[str, ...]:
    """Notes of what is given and known, but read by no mechanism in force."""
    say = settings(scenario.ruleset)
    notes = list(scenario.notes)
    for side in (scenario.attacker, scenario.target):
        notes += unread_state(scenario, side, say)
        notes += unread_traits(scenario, side, say)
    for table, keys in (("situation", KEYS.situation), ("policy", KEYS.policy)):
        for key in getattr(scenario, table):
            pipelines = keys[key].reads
            if pipelines and scenario.pipeline not in pipelines:
                notes.append(f"{table}.{key} is given, but {scenario.pipeline} does not read it")
            elif not (read_by_rest(key, scenario, say) if table == "situation" else buys_focus(say)):
                notes.append(f"{table}.{key} is given, but nothing in force reads it")
    return tuple(notes)


def unread_state(scenario: Scenario, side: Side, say: Settings) -> Iterator[str]:
    pipeline, only_53, only_60 = scenario.pipeline, say.first_edition, not say.first_edition
    attacking = side.name == "attacker"
    reads: dict[str, Any] = {
        "hunkered": only_53,
        "escorted": only_53,
        "entrench_token": only_60,
        "focus_token": not buys_focus(say),
        "statuses": say.statuses_count,
        "reaction_token": pipeline == REACTION,
        "reaction": pipeline == REACTION or (attacking and only_60 and pipeline in ANSWERED),
        "cp": only_60 and pipeline in (SUPPRESSION, AFTERMATH, STEADY_FIRE, REACTION),
        "damage": pipeline != SUPPRESSION,
        "disruption": only_53 or disruption_counts(pipeline, attacking, say),
    }
    for key in side.state:
        if not reads.get(key, True):
            yield f"{side.name}.{key} is given, but nothing in force reads it"
    given = scenario.tables.get(side.name) or {}  # where the size of a roster's unit does not stand
    if given.get("models", 1) > 1 and one_model(pipeline, attacking, say):
        yield f"{side.name}.models is given, but {pipeline} looks at one model of the {side.name}"


def disruption_counts(pipeline: str, attacking: bool, say: Settings) -> bool:
    """X60-DIS-04: tokens lower no stat, so that in 0.60.1 only an older mechanism looks at them in an attack."""
    if attacking:
        return pipeline not in FIRING or buys_focus(say)
    return pipeline != SHOOTING or say.says("casualty-by", "table")


def one_model(pipeline: str, attacking: bool, say: Settings) -> bool:
    """All fire goes at one model; the active model of a reaction is one; an assault may pair models off."""
    if pipeline == CLOSE_ASSAULT:
        return say.says("assault-multi-model", "model-pairs")
    return pipeline == REACTION if attacking else pipeline != REACTION


def unread_traits(scenario: Scenario, side: Side, say: Settings) -> Iterator[str]:
    """Traits of weapons that may be fired."""
    if scenario.pipeline not in (FIGHTING if side.name == "attacker" else (CLOSE_ASSAULT, REACTION)):
        return
    for weapon in side.weapons:
        for trait in weapon.get("traits", ()):
            known = TRAITS[say.edition] + (("Close Quarters",) if scenario.pipeline == CLOSE_ASSAULT else ())
            if all(behind(trait, name) is None for name in known):
                yield f"{side.name}.weapons: {weapon['name']} has the trait {trait!r}, but nothing in force reads it"


def buys_focus(say: Settings) -> bool:
    return say.says("shots-by", "focus-budget")


def read_by_rest(key: str, scenario: Scenario, say: Settings) -> bool:
    """X53-ACT-05, X53-ACT-11: only Rest and Recover of 0.53.0 ask who sees the unit, and Rest for its cover."""
    if key not in ("enemy_in_los", "in_cover") or scenario.pipeline not in RESTING:
        return True
    taken = {*scenario.situation.get("actions", ()), scenario.situation.get("action")}
    recovers = key == "enemy_in_los" and ("recover" in taken or scenario.pipeline == STEADY_FIRE)
    return say.first_edition and ("rest" in taken or recovers)
