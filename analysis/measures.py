"""Measures written as text: P(result>=downed), mean(damage)."""

import re
from dataclasses import dataclass
from math import isfinite

from analysis.distribution import Distribution
from analysis.errors import InputError

CHANCE = re.compile(r"\s*P\(\s*([a-z_]+)\s*(>=|<=|==|=|>|<)\s*([A-Za-z0-9_-]+)\s*\)\s*")
MEAN = re.compile(r"\s*(?:mean|E)\(\s*([a-z_]+)\s*\)\s*")
COMPARE = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}


@dataclass(frozen=True)
class Measure:
    """One number of a distribution."""

    text: str
    field: str
    sign: str | None = None
    value: str | None = None

    def of(self, distribution: Distribution) -> float:
        if self.sign is None or self.value is None:
            distribution.column(self.field)
            if self.field in distribution.names:
                raise InputError(f"{self.text}: {self.field} has names, not numbers; ask for P({self.field}>=...)")
            return distribution.mean(self.field)
        distribution.column(self.field)
        words = distribution.names.get(self.field)
        if words is None and not re.fullmatch(r"-?\d{1,9}", self.value):
            raise InputError(f"{self.text}: {self.field} is a number, {self.value!r} is none")
        number = distribution.value(self.field, self.value) if words else int(self.value)
        return distribution.probability(lambda o: COMPARE[self.sign](o[self.field], number))  # type: ignore[index]


def measure(text: str) -> Measure:
    """A measure from its text."""
    if found := CHANCE.fullmatch(text):
        return Measure(text.strip(), *found.groups())
    if found := MEAN.fullmatch(text):
        return Measure(text.strip(), found.group(1))
    raise InputError(f"{text!r} is no measure; write P(result>=downed) or mean(damage)")


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
