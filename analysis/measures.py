"""Measures written as text: P(result>=downed), P(actions_lost=0, result<destroyed), mean(damage), share(casualties)."""

import re
from dataclasses import dataclass
from math import isfinite
from typing import Any

from analysis.distribution import Distribution
from analysis.errors import InputError

CONDITION = r"\s*([a-z_]+)\s*(>=|<=|==|=|>|<)\s*([A-Za-z0-9_-]+)\s*"
CHANCE = re.compile(rf"\s*P\(({CONDITION}(?:,{CONDITION})*)\)\s*")
MEAN = re.compile(r"\s*(mean|E|share)\(\s*([a-z_]+)\s*\)\s*")
COMPARE = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}


@dataclass(frozen=True)
class Condition:
    """A field against a value: a number, or a word of a named field."""

    field: str
    sign: str
    value: str

    def holds(self, distribution: Distribution, columns: Any, text: str) -> Any:
        """Where it holds, outcome by outcome."""
        distribution.column(self.field)
        words = distribution.names.get(self.field)
        if words is None and not re.fullmatch(r"-?\d{1,9}", self.value):
            raise InputError(f"{text}: {self.field} is a number, {self.value!r} is none")
        number = distribution.value(self.field, self.value) if words else int(self.value)
        return COMPARE[self.sign](columns[self.field], number)


@dataclass(frozen=True)
class Measure:
    """One number of a distribution: the chance that all conditions hold, or the mean of a field.

    A share is a mean over the models that the target began with.
    """

    text: str
    field: str
    conditions: tuple[Condition, ...] = ()
    share: bool = False

    @property
    def is_chance(self) -> bool:
        return bool(self.conditions)

    def of(self, distribution: Distribution) -> float:
        if self.is_chance:
            return distribution.probability(lambda columns: self.all_hold(distribution, columns))
        distribution.column(self.field)
        if self.field in distribution.names:
            raise InputError(f"{self.text}: {self.field} has names, not numbers; ask for P({self.field}>=...)")
        return distribution.mean(self.field) / (distribution.strength if self.share else 1)

    def all_hold(self, distribution: Distribution, columns: Any) -> Any:
        found = self.conditions[0].holds(distribution, columns, self.text)
        for condition in self.conditions[1:]:
            found = found & condition.holds(distribution, columns, self.text)
        return found


def measure(text: str) -> Measure:
    """A measure from its text."""
    if found := CHANCE.fullmatch(text):
        conditions = tuple(Condition(*parts) for parts in re.findall(CONDITION, found.group(1)))
        return Measure(text.strip(), conditions[0].field, conditions)
    if found := MEAN.fullmatch(text):
        return Measure(text.strip(), found.group(2), share=found.group(1) == "share")
    raise InputError(f"{text!r} is no measure; write P(result>=downed), mean(damage) or share(casualties)")


def wanted(text: str) -> tuple[Measure, float]:
    """A measure with the value that it should have: P(result>=downed)=0.4."""
    left, _, right = text.rpartition("=")
    try:
        value = float(right.rstrip("%")) / (100 if right.endswith("%") else 1)
        if not isfinite(value):
            raise ValueError
    except ValueError:
        raise InputError(f"{text!r} names no wanted value; write P(result>=downed)=0.4") from None
    return measure(left), value
