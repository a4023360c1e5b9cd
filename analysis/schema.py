"""What a family's files may hold: the registry in words, and as a JSON Schema for editors."""

from typing import Any

from analysis.definitions import definitions
from analysis.families import registry
from analysis.keys import Key, Text, object_schema
from analysis.rulesets import PROFILE_KEYS, UNIT_KEYS
from analysis.scenarios import UNIT_ONLY


def tables(family: str) -> list[tuple[str, list[Key]]]:
    """Every table of a scenario with its keys."""
    keys = registry(family)
    side = [
        Key("unit", None, "a unit of the roster; or give stats and weapons inline"),
        Key("weapon", None, "picks one weapon by name"),
        *keys.side.values(),
    ]
    return [
        ("[attacker] and [target]", side),
        ("[attacker.stats], [target.stats]; units.toml", [*keys.stats.values()]),
        ("[[attacker.weapons]]; weapons.toml", [*keys.weapon.values()]),
        ("[situation]", [*keys.situation.values()]),
        ("[policy]", [*keys.policy.values()]),
        ("further fields of units.toml", [*UNIT_KEYS.values()]),
    ]


def schema_json(family: str) -> dict[str, Any]:
    """A JSON Schema of scenario files of the family."""
    keys, known = registry(family), definitions(family)
    weapon = object_schema({**keys.weapon, **PROFILE_KEYS, "name": Key("name", Text(), "its name")})
    names = {"type": "array", "items": {"type": "string"}}
    side = object_schema(keys.side)
    side["properties"] |= {
        "unit": {"type": "string", "description": "a unit of the roster"},
        "weapon": {"type": "string", "description": "picks one weapon by name"},
        "stats": object_schema({**keys.stats, **UNIT_ONLY}),
        "weapons": {"anyOf": [{"type": "array", "items": weapon}, names]},
    }
    constants = {
        c.name: c.kind.json_schema() | {"description": c.meaning, "default": c.default}
        for c in known.constants.values()
    }
    rulings = {
        r.name: {
            "enum": list(r.options) if r.selectable else [r.default],
            "description": r.meaning,
            "default": r.default,
        }
        for r in known.rulings.values()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Enfilade scenario: {family}",
        "type": "object",
        "properties": {
            "format": {"const": 1},
            "name": {"type": "string"},
            "ruleset": {"type": "string", "description": "a bundled id, or the path of a draft"},
            "pipeline": {"enum": list(keys.pipelines)},
            "attacker": side,
            "target": side,
            "situation": object_schema(keys.situation),
            "policy": object_schema(keys.policy),
            "constants": {"type": "object", "properties": constants},
            "rulings": {"type": "object", "properties": rulings, "additionalProperties": False},
        },
        "required": ["ruleset", "pipeline"],
        "additionalProperties": False,
    }
