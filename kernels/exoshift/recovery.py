"""Exoshift: shaking off Disruption by Rest or Recover.

Rules     X53-ACT-05, X53-ACT-11, X53-DICE-03, X53-DIS-03
Outcome   (disruption): what is left
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import at_most, divided_die, named
from kernels.pipeline import Pipeline

REST, RECOVER = named("exoshift rest"), named("exoshift recover")


class Recovery(NamedTuple):
    """One action that removes Disruption; the one that is not taken has zeros."""

    sides: int
    disruption: int  # after what the action itself adds or removes for certain
    rest_faces: int
    rest_removes: int
    recovers: int  # 1 for Recover
    divisor: int  # of the die that Recover throws
    recover_bonus: int


class Left(NamedTuple):
    disruption: int


@rule
def burdened(rules):
    return Left(rules.disruption)


@rule
def shake_off(dice, rules, state):
    """X53-ACT-05, X53-ACT-11: a Morale test for one point, or a d5 and perhaps one more; never below zero."""
    removed = at_most(dice, REST, rules.rest_faces, rules.sides) * rules.rest_removes
    if rules.recovers:
        removed += divided_die(dice, RECOVER, rules.sides, rules.divisor) + rules.recover_bonus
    return Left(max(0, state.disruption - removed))


@rule
def what_is_left(rules, state):
    return (state.disruption,)


RECOVERY = Pipeline(
    name="exoshift recovery",
    rules=Recovery,
    limits={
        "sides": (2, 100),
        "disruption": (0, 10_000),
        "rest_faces": (0, 100),
        "rest_removes": (0, 100),
        "recovers": (0, 1),
        "divisor": (1, 100),
        "recover_bonus": (0, 100),
    },
    state=Left,
    start=burdened,
    steps=(shake_off,),
    fields=("disruption",),
    outcome=what_is_left,
    sizes=lambda rules: (rules.disruption + 1,),
)
