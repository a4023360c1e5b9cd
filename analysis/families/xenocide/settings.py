"""Xenocide: the constants and rulings of a ruleset, looked up once."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analysis.rulesets import Ruleset

KNOWN: dict[int, "Settings"] = {}
MOST_KNOWN = 4096
SIDES = 6  # every die of the game


@dataclass(frozen=True, eq=False)
class Settings:
    """A ruleset with quick look-ups."""

    ruleset: Ruleset
    constants: dict[str, Any]
    rulings: dict[str, str]
    key: Hashable = field(default=())

    def __getitem__(self, name: str) -> Any:
        return self.constants[name]

    def says(self, ruling: str, option: str) -> bool:
        return self.rulings[ruling] == option

    def share(self, name: str) -> Fraction:
        return Fraction(self.constants[name])


def settings(ruleset: Ruleset) -> Settings:
    """The settings of a ruleset, remembered for as long as the same object is asked."""
    known = KNOWN.get(id(ruleset))
    if known is not None and known.ruleset is ruleset:
        return known
    constants, rulings = ruleset.all_constants(), ruleset.all_rulings()
    key = (tuple(rulings.items()), tuple((name, str(value)) for name, value in constants.items()))
    if len(KNOWN) > MOST_KNOWN:
        KNOWN.clear()
    made = KNOWN[id(ruleset)] = Settings(ruleset, constants, rulings, key)
    return made
