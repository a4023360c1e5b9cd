"""Scenarios: who does what to whom, under which circumstances. Validated tables, not yet integers."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analysis.errors import InputError, listed, nearest, shown
from analysis.families import registry
from analysis.keys import Key, ListOf, Registry, Text, Wrong, checked, keyed
from analysis.rulesets import PROFILE_KEYS, UNIT_KEYS, Ruleset, load_ruleset
from analysis.tomlfiles import check_depth, check_format, read_toml

SIDES = ("attacker", "target")
HERE = Path()
TABLES = ("format", "name", "ruleset", "pipeline", *SIDES, "situation", "rulings", "constants", "policy")
UNIT_ONLY = {name: key for name, key in UNIT_KEYS.items() if name != "weapons"}


@dataclass(frozen=True)
class Side:
    """One side: its stats and weapons, from the roster or inline, and its state."""

    name: str
    unit: str | None = None
    source: str | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)
    weapons: tuple[Mapping[str, Any], ...] = ()
    picked: bool = False  # a weapon was picked by name
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """A ruleset, a pipeline, two sides and a situation."""

    where: str
    ruleset: Ruleset
    pipeline: str
    attacker: Side
    target: Side
    situation: Mapping[str, Any]
    policy: Mapping[str, Any]
    tables: Mapping[str, Any]
    near: Path
    notes: tuple[str, ...] = ()


def load_scenario(path: str | Path, changes: Mapping[str, Any] | None = None) -> Scenario:
    """A scenario from a file, with `changes` of dotted keys."""
    path = Path(path)
    return build_scenario(read_toml(path), where=str(path), near=path.parent, changes=changes)


def build_scenario(
    tables: Mapping[str, Any],
    *,
    where: str = "scenario",
    near: Path | None = None,
    changes: Mapping[str, Any] | None = None,
    ruleset: Ruleset | None = None,
    known_sides: dict[str, Side] | None = None,
) -> Scenario:
    """A scenario from tables of the shape of a file.

    `known_sides` remembers sides between scenarios of one ruleset, where many are built.
    """
    tables = with_changes(tables, changes, where) if changes else dict(tables)
    check_depth(tables, where)
    check_format(tables, where, needed=False)
    if ruleset is None:
        ruleset = scenario_ruleset(tables, where, near or HERE)
    keys = registry(ruleset.family)
    allowed = (*TABLES, *keys.extra)
    for name in tables:
        if name not in allowed:
            raise InputError(f"{where}: {name} is unknown{nearest(name, allowed)}")
    pipeline = scenario_pipeline(tables, keys, where)
    known = ruleset.definitions
    constants = known.check_constants(tables.get("constants", {}), where)
    rulings = known.check_rulings(tables.get("rulings", {}), where)
    situation = checked(tables.get("situation", {}), keys.situation, where, "situation")
    policy = checked(tables.get("policy", {}), keys.policy, where, "policy")
    sides = {}
    for name in SIDES:
        told = "" if known_sides is None else f"{name} {tables.get(name)!r}"
        remembered = None if known_sides is None else known_sides.get(told)
        sides[name] = remembered or build_side(name, tables.get(name), ruleset, keys, where)
        if known_sides is not None:
            known_sides[told] = sides[name]
    changed = ruleset.changed(constants, rulings)
    notes = [
        f"constants.{name} is set, but no mechanism in force reads it" for name in constants if not changed.reads(name)
    ]
    notes += [f"rulings.{name} is not in force in {ruleset.edition}" for name in rulings if not ruleset.in_force(name)]
    return Scenario(
        where=where,
        ruleset=changed,
        pipeline=pipeline,
        situation=situation,
        policy=policy,
        tables=tables,
        near=near or HERE,
        notes=tuple(notes),
        **sides,
    )


def scenario_ruleset(tables: Mapping[str, Any], where: str, near: Path) -> Ruleset:
    name = tables.get("ruleset")
    if not isinstance(name, str):
        raise InputError(
            f"{where}: ruleset is {'missing' if name is None else shown(name)}; it names a bundled id or a draft"
        )
    try:
        return load_ruleset(name, near=near)
    except InputError as error:
        raise InputError(f"{where}: ruleset: {error}") from None


def scenario_pipeline(tables: Mapping[str, Any], keys: Registry, where: str) -> str:
    name = tables.get("pipeline")
    if not isinstance(name, str) or name not in keys.pipelines:
        found = "missing" if name is None else shown(name)
        near = nearest(name, keys.pipelines) if isinstance(name, str) else ""
        raise InputError(f"{where}: pipeline is {found}; {keys.family} has {listed(keys.pipelines)}{near}")
    return name


SIDE_KEYS = keyed(
    Key("unit", Text(), "a unit of the roster"),
    Key("weapon", Text(), "picks one of its weapons"),
    Key("stats", None, "the stat line, or what differs from the unit's"),
    Key("weapons", None, "weapons inline, or names that pick some"),
)


def build_side(name: str, tables: Any, ruleset: Ruleset, keys: Registry, where: str) -> Side:
    """A side from its table: roster profile, inline stats and weapons, state."""
    if tables is None:
        return Side(name)
    if not isinstance(tables, dict):
        raise InputError(f"{where}: {name} is {shown(tables)}, not a table")
    for key in tables:
        if key not in SIDE_KEYS and key not in keys.side:
            raise InputError(f"{where}: {name}.{key} is unknown{nearest(key, [*SIDE_KEYS, *keys.side])}")
    state = checked({k: v for k, v in tables.items() if k in keys.side}, keys.side, where, name)
    unit, profile = roster_unit(name, tables.get("unit"), ruleset, where)
    inline = checked(tables.get("stats", {}), keys.stats | UNIT_ONLY, where, f"{name}.stats")
    stats = {**profile, **inline}
    weapons, picked = side_weapons(name, tables, profile, ruleset, keys, where)
    if "models" in stats and "models" not in state:
        state["models"] = stats["models"]
    return Side(name, unit, profile.get("source"), stats, weapons, picked, state)


def roster_unit(name: str, unit: Any, ruleset: Ruleset, where: str) -> tuple[str | None, Mapping[str, Any]]:
    if unit is None:
        return None, {}
    if not isinstance(unit, str) or unit not in ruleset.units:
        near = nearest(unit, ruleset.units) if isinstance(unit, str) else ""
        raise InputError(f"{where}: {name}.unit is {shown(unit)}, which {ruleset.name} does not list{near}")
    return unit, ruleset.units[unit]


def side_weapons(
    name: str, tables: Mapping[str, Any], profile: Mapping[str, Any], ruleset: Ruleset, keys: Registry, where: str
) -> tuple[tuple[Mapping[str, Any], ...], bool]:
    """Inline weapons or the unit's, all or those that are picked."""
    given, names = tables.get("weapons"), None
    if isinstance(given, list) and given and all(isinstance(w, str) for w in given):
        names, given = given, None
    if given is None:
        available = [{"name": w, **ruleset.weapons[w]} for w in profile.get("weapons", [])]
    elif isinstance(given, list):
        weapon_keys = keys.weapon | PROFILE_KEYS | keyed(Key("name", Text(), "its name"))
        available = [checked(w, weapon_keys, where, f"{name}.weapons[{i}]") for i, w in enumerate(given)]
        available = [{"name": f"weapon {i + 1}", **w} for i, w in enumerate(available)]
        for weapon in available:
            for key in keys.weapon.values():
                if key.needed and key.name not in weapon:
                    raise InputError(f"{where}: {name}.weapons: {weapon['name']} lacks {key.name}")
    else:
        raise InputError(f"{where}: {name}.weapons is {shown(given)}, not a list of weapons or of names")
    if "weapon" in tables:
        if names is not None:
            raise InputError(f"{where}: {name} picks weapons twice, by weapon and by weapons")
        names = [tables["weapon"]]
    if names is None:
        return tuple(available), False
    return tuple(pick(name, n, available, ruleset, where) for n in names), True


def pick(
    side: str, weapon: Any, available: Sequence[Mapping[str, Any]], ruleset: Ruleset, where: str
) -> Mapping[str, Any]:
    """A weapon by name: one of the side's own, or any of the roster where the side lists none of its own."""
    try:
        Text().check(weapon)
    except Wrong as wrong:
        raise InputError(f"{where}: {side}.weapon is {shown(weapon)}; allowed is {wrong}") from None
    for own in available:
        if own["name"] == weapon:
            return own
    if weapon in ruleset.weapons:
        return {"name": weapon, **ruleset.weapons[weapon]}
    known = [*(w["name"] for w in available), *ruleset.weapons]
    raise InputError(f"{where}: {side}.weapon is {shown(weapon)}, which is not there{nearest(weapon, known)}")


def with_changes(tables: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The tables with dotted keys set; `attacker.weapons.0.rof` reaches into a list.

    A name with dots of its own (a constant) is one key below `constants`. What a change reaches into is copied, so that
    neither the tables nor an earlier value is touched.
    """
    out = dict(tables)
    for dotted, value in changes.items():
        first, _, rest = dotted.partition(".")
        parts = [first, rest] if first == "constants" and rest else dotted.split(".")
        place: Any = out
        for part in parts[:-1]:
            inner = copy(held(place, part, dotted, where))
            place[int(part) if isinstance(place, list) else part] = inner
            place = inner
        held(place, parts[-1], dotted, where)
        place[int(parts[-1]) if isinstance(place, list) else parts[-1]] = value
    return out


def held(place: Any, part: str, dotted: str, where: str) -> Any:
    """What a table or a list holds; an empty table where there is no such key."""
    if isinstance(place, list):
        return list_item(place, part, dotted, where)
    if isinstance(place, dict):
        return place.get(part, {})
    raise InputError(f"{where}: {dotted} cannot be set: {part} lies below a plain value")


def list_item(items: list[Any], index: str, dotted: str, where: str) -> Any:
    if not index.isdigit() or int(index) >= len(items):
        raise InputError(f"{where}: {dotted} cannot be set: the list has {len(items)} entries, counted from 0")
    return items[int(index)]


__all__ = ["ListOf", "Scenario", "Side", "build_scenario", "load_scenario"]
