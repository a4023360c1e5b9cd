"""Exoshift: the constants and rulings of a ruleset, looked up once."""

from dataclasses import dataclass
from typing import Any

from analysis.errors import InputError, shown
from analysis.rulesets import Ruleset

KNOWN: dict[int, "Settings"] = {}
MOST_KNOWN = 4096
MOST_LEVEL, TOO_LONG = 100, 10  # a trait's level, and a number of digits that none needs


@dataclass(frozen=True)
class Settings:
    """A ruleset with quick look-ups; `edition` says whose action list is in force."""

    ruleset: Ruleset
    edition: str
    constants: dict[str, Any]
    rulings: dict[str, str]

    def __getitem__(self, name: str) -> Any:
        return self.constants[name]

    def says(self, ruling: str, option: str) -> bool:
        return self.rulings[ruling] == option

    @property
    def first_edition(self) -> bool:
        return self.edition == "0.53.0"

    @property
    def statuses_count(self) -> bool:
        """Do statuses of models matter? They belong to the casualty table."""
        return self.first_edition or self.says("casualty-by", "table")


def settings(ruleset: Ruleset) -> Settings:
    """The settings of a ruleset, remembered for as long as the same object is asked."""
    known = KNOWN.get(id(ruleset))
    if known is not None and known.ruleset is ruleset:
        return known
    made = Settings(ruleset, ruleset.edition, ruleset.all_constants(), ruleset.all_rulings())
    if len(KNOWN) >= MOST_KNOWN:
        KNOWN.clear()
    KNOWN[id(ruleset)] = made
    return made


def rounded_half(number: int, divisor: int, way: str) -> int:
    """X53-DICE-04, X60-DICE-04: a division rounds up, unless the constant says down."""
    return -(-number // divisor) if way == "up" else number // divisor


def behind(trait: str, name: str) -> list[str] | None:
    """What is written behind a trait's name: its level; None where it is another trait, like "Suppressive Drone"."""
    own, words = name.casefold().split(), trait.casefold().split()
    level = words[len(own) :]
    other = words[: len(own)] != own or (level and all(len(word) > 1 and word.isalpha() for word in level))
    return None if other else level


def trait_level(traits: list[str], name: str) -> int:
    """The level of a trait like "Suppression 2"; 0 where it is absent, 1 where no level is given."""
    for trait in traits:
        level = behind(trait, name)
        if level is None:
            continue
        if not level:
            return 1
        digits = level[0] if len(level) == 1 else ""
        if not (digits.isascii() and digits.isdigit() and len(digits) < TOO_LONG and int(digits) <= MOST_LEVEL):
            raise InputError(
                f"the trait {shown(trait)} has no level that can be read: "
                f"a whole number from 0 to {MOST_LEVEL}, like '{name} 2'"
            )
        return int(digits)
    return 0


def has_trait(traits: list[str], name: str) -> bool:
    return any(trait.casefold() == name.casefold() for trait in traits)
