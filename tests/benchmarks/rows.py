"""One row of the report: a measured value, and the goal that it is held against."""

import operator
from collections.abc import Callable
from dataclasses import dataclass

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}


@dataclass(frozen=True)
class Row:
    """value  None where it could not be measured
    goal   such as "<= 0.6"; None where there is none
    wrong  what is wrong with the results themselves; speed is never wrong
    """

    name: str
    value: float | None
    unit: str
    goal: str | None = None
    wrong: str = ""

    @property
    def holds(self) -> bool | None:
        if self.goal is None or self.value is None:
            return None
        compare, bound = self.goal.split()
        return bool(COMPARE[compare](self.value, float(bound)))

    def as_json(self) -> dict[str, object]:
        return {"name": self.name, "value": self.value, "unit": self.unit, "goal": self.goal, "holds": self.holds}


@dataclass(frozen=True)
class Effort:
    """How much work a run of the harness makes."""

    rounds: int = 21
    share: float = 1.0  # of the usual amount of work

    def of(self, work: int) -> int:
        return max(1, int(work * self.share))


FULL = Effort()
QUICK = Effort(rounds=1, share=0.004)

Group = Callable[[Effort], list[Row]]
