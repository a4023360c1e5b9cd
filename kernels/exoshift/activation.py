"""Exoshift: Morale tests against disruption tokens when a model activates.

Rules     X60-DIS-01, X60-DIS-02, X60-CP-06
Rulings   disruption-action-loss-cap, disruption-vs-third-action (the cap), cp-auto-success-timing
Outcome   (actions_lost, disruption): tokens never outlive the activation
Oracle    tests/oracles/exoshift_pressure.py; example X60-EX-07
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import named, successes
from kernels.pipeline import Pipeline

FAILED = named("exoshift activation")


class Activation(NamedTuple):
    """The tests of one activation."""

    sides: int
    tokens: int
    morale_faces: int  # on which a test succeeds
    passed_before: int  # tests that command points pass unrolled
    passed_after: int  # failures that command points turn
    actions_per_fail: int
    most_lost: int


class Shaken(NamedTuple):
    actions_lost: int
    disruption: int


@rule
def burdened(rules):
    return Shaken(0, rules.tokens)


@rule
def morale_tests(dice, rules, state):
    """X60-DIS-01, X60-DIS-02, X60-CP-06: one test a token, each failure loses actions, then all tokens go."""
    tests = max(0, state.disruption - rules.passed_before)
    failures = successes(dice, FAILED, tests, rules.sides - rules.morale_faces, rules.sides)
    failures = max(0, failures - rules.passed_after)
    return Shaken(min(rules.most_lost, failures * rules.actions_per_fail), 0)


@rule
def what_is_left(rules, state):
    return state.actions_lost, state.disruption


ACTIVATION = Pipeline(
    name="exoshift activation",
    rules=Activation,
    limits={
        "sides": (2, 100),
        "tokens": (0, 10_000),
        "morale_faces": (0, 100),
        "passed_before": (0, 10_000),
        "passed_after": (0, 10_000),
        "actions_per_fail": (0, 100),
        "most_lost": (0, 1 << 30),
    },
    state=Shaken,
    start=burdened,
    steps=(morale_tests,),
    fields=("actions_lost", "disruption"),
    outcome=what_is_left,
    sizes=lambda rules: (min(rules.most_lost, rules.tokens * rules.actions_per_fail) + 1, 1),
)
