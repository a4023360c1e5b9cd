"""Exoshift: the single tests that hold a model in its place or let it react.

Rules     X53-ASLT-09, X53-ASLT-10, X60-REACT-03, X60-CP-06
Rulings   cp-auto-success-timing and cp-auto-success-scope give the paid test
Outcome   (passed, disruption)
Left out  which Disruption counts and what it does to the target number: analysis/families/exoshift
Oracle    tests/oracles/exoshift_pressure.py; examples X53-EX-08, X60-EX-09
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import at_most, named
from kernels.pipeline import Pipeline

NERVE = named("exoshift nerve")


class Nerve(NamedTuple):
    """One test at or under a number."""

    sides: int
    good_faces: int
    disruption: int
    fail_removes: int  # Disruption that a failure takes off


class Tested(NamedTuple):
    passed: int
    disruption: int


@rule
def untested(rules):
    return Tested(0, rules.disruption)


@rule
def keep_nerve(dice, rules, state):
    """X53-ASLT-09 (Morale), X60-REACT-03 (Quality): a failed reaction takes tokens off, a failed stand none."""
    passed = at_most(dice, NERVE, rules.good_faces, rules.sides)
    lighter = max(0, state.disruption - rules.fail_removes)
    return Tested(passed, state.disruption if passed else lighter)


@rule
def what_is_left(rules, state):
    return state.passed, state.disruption


TEST = Pipeline(
    name="exoshift nerve",
    rules=Nerve,
    limits={"sides": (2, 100), "good_faces": (0, 100), "disruption": (0, 10_000), "fail_removes": (0, 100)},
    state=Tested,
    start=untested,
    steps=(keep_nerve,),
    fields=("passed", "disruption"),
    outcome=what_is_left,
    sizes=lambda rules: (2, rules.disruption + 1),
)
