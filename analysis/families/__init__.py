"""One module a family. What stands outside of them knows no family by name."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

from analysis.keys import Registry

if TYPE_CHECKING:
    from analysis.rulesets import Ruleset


@cache
def family_module(name: str) -> ModuleType:
    """The module of a family: KEYS (its registry), lower(ruleset, scenario), answer(cases, ask)."""
    return import_module(f"analysis.families.{name}")


def registry(name: str) -> Registry:
    return cast("Registry", family_module(name).KEYS)


def firing_plans(ruleset: "Ruleset") -> list[tuple[str, ...]]:
    """Sequences of actions that are a whole activation at no price; none where the family has no such thing."""
    plans = getattr(family_module(ruleset.family), "firing_plans", None)
    return plans(ruleset) if plans else []
