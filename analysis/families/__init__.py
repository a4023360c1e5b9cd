"""One module a family. What stands outside of them knows no family by name."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import cast

from analysis.keys import Registry


@cache
def family_module(name: str) -> ModuleType:
    """The module of a family: KEYS (its registry), lower(ruleset, scenario), answer(cases, ask)."""
    return import_module(f"analysis.families.{name}")


def registry(name: str) -> Registry:
    return cast("Registry", family_module(name).KEYS)
