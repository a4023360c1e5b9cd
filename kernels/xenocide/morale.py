"""Xenocide: a test on two dice: suppression by fire, suppression in close assault, rally.

Rules     XEN-SUP-02, XEN-SUP-10, XEN-CA-19, XEN-CA-26, XEN-RALLY-01, XEN-TITAN-14, XEN-CP-05, XEN-CP-06
Rulings   suppression-pass-direction, natural-11-12 are switches; cp-suppression-die and cp-die-repeat decide how
          many dice are rolled at once and how many may be added
Outcome   (failed, added): whether the test failed, and the dice that command points added
Left out  what the test has to reach: analysis/families/xenocide
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import die, keep_highest, named
from kernels.pipeline import Pipeline, repeat

ROLL, ADDED = named("xenocide test"), named("xenocide added die")


class Test(NamedTuple):
    dice: int
    keep: int  # the highest so many count
    sides: int
    pass_at_least: int
    auto_at_least: int  # a roll that passes whatever is asked
    may_add: int  # dice after a failure
    auto_on_total: int  # the automatic pass looks at the total with added dice
    high_fails: int


class Rolled(NamedTuple):
    total: int
    natural: int
    added: int
    failed: int


@rule
def unrolled(test):
    return Rolled(0, 0, 0, 1)


@rule
def fails(test, total, natural):
    """XEN-SUP-02, XEN-SUP-10: the direction of the test, and the rolls that always pass."""
    reached = total >= test.pass_at_least
    seen = total if test.auto_on_total else natural
    return int(reached == (test.high_fails == 1) and seen < test.auto_at_least)


@rule
def roll(dice, test, state):
    """XEN-SUP-02, XEN-CA-19, XEN-RALLY-01, XEN-TITAN-14: the highest dice of the roll."""
    total = keep_highest(dice, ROLL, test.dice, test.keep, test.sides)
    return Rolled(total, total, 0, fails(test, total, total))


@rule
def add_die(dice, test, state):
    """XEN-CP-05: a command point adds a die to a test that has failed."""
    total = state.total + die(dice, ADDED, test.sides)
    return Rolled(total, state.natural, state.added + 1, fails(test, total, state.natural))


@rule
def dice_to_add(test):
    return test.may_add


@rule
def nothing_to_gain(test, state):
    """A test that has passed, or that no die can save: nobody pays for such a die."""
    most = state.total + (test.may_add - state.added) * test.sides
    by_total = most >= test.pass_at_least and test.high_fails == 0
    by_nature = most >= test.auto_at_least and test.auto_on_total == 1
    return state.failed == 0 or not (by_total or by_nature)


@rule
def test_read(test, state):
    return state.failed, state.added


TEST = Pipeline(
    name="xenocide test",
    rules=Test,
    limits={
        "dice": (1, 1000),
        "keep": (1, 1000),
        "sides": (1, 100),
        "pass_at_least": (-100_000, 100_000),
        "auto_at_least": (-100_000, 100_000),
        "may_add": (0, 1000),
        "auto_on_total": (0, 1),
        "high_fails": (0, 1),
    },
    state=Rolled,
    start=unrolled,
    steps=(roll, repeat(add_die, dice_to_add, nothing_to_gain)),
    fields=("failed", "added"),
    outcome=test_read,
    sizes=lambda test: (2, test.may_add + 1),
)
