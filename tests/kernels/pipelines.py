"""Pipelines of one or two draws, for the tests: one a draw verb, its arguments as parameters."""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import (
    at_most,
    bands,
    die,
    divided_die,
    faces,
    keep_highest,
    named,
    reroll_misses,
    reroll_successes,
    successes,
    two_d6,
    two_d6_at_most,
    uncancelled,
)
from kernels.pipeline import Pipeline

DRAW, OTHER = named("draw"), named("other")


class Value(NamedTuple):
    value: int


class Two(NamedTuple):
    first: int
    second: int


class Three(NamedTuple):
    first: int
    second: int
    third: int


class Four(NamedTuple):
    first: int
    second: int
    third: int
    fourth: int


class Pool(NamedTuple):
    n: int
    good: int
    sides: int


class Die(NamedTuple):
    sides: int


class Test(NamedTuple):
    good: int
    sides: int


class Cuts(NamedTuple):
    n: int
    first: int
    second: int
    third: int
    sides: int


class Kept(NamedTuple):
    n: int
    best: int
    sides: int


class Divided(NamedTuple):
    sides: int
    divisor: int


class Clash(NamedTuple):
    attack: int
    defence: int
    least: int
    sides: int


class Total(NamedTuple):
    total: int


@rule
def zero(rules):
    return Value(0)


@rule
def two_zeros(rules):
    return Two(0, 0)


@rule
def three_zeros(rules):
    return Three(0, 0, 0)


@rule
def four_zeros(rules):
    return Four(0, 0, 0, 0)


STARTS = {Value: zero, Two: two_zeros, Three: three_zeros, Four: four_zeros}


@rule
def as_it_is(rules, state):
    return state


@rule
def roll_die(dice, rules, state):
    return Value(die(dice, DRAW, rules.sides))


@rule
def roll_at_most(dice, rules, state):
    return Value(at_most(dice, DRAW, rules.good, rules.sides))


@rule
def roll_bands(dice, rules, state):
    return Value(bands(dice, DRAW, (rules.first, rules.second, rules.third), rules.sides))


@rule
def roll_successes(dice, rules, state):
    return Value(successes(dice, DRAW, rules.n, rules.good, rules.sides))


@rule
def roll_reroll_misses(dice, rules, state):
    return Value(reroll_misses(dice, DRAW, rules.n, rules.good, rules.sides))


@rule
def roll_reroll_successes(dice, rules, state):
    return Value(reroll_successes(dice, DRAW, rules.n, rules.good, rules.sides))


@rule
def roll_one_cut(dice, rules, state):
    low, high = faces(dice, DRAW, rules.n, (rules.good,), rules.sides)
    return Two(low, high)


@rule
def roll_faces(dice, rules, state):
    a, b, c, d = faces(dice, DRAW, rules.n, (rules.first, rules.second, rules.third), rules.sides)
    return Four(a, b, c, d)


@rule
def roll_uncancelled(dice, rules, state):
    return Value(uncancelled(dice, DRAW, rules.attack, rules.defence, rules.least, rules.sides))


@rule
def roll_keep_highest(dice, rules, state):
    return Value(keep_highest(dice, DRAW, rules.n, rules.best, rules.sides))


@rule
def roll_divided_die(dice, rules, state):
    return Value(divided_die(dice, DRAW, rules.sides, rules.divisor))


@rule
def roll_two_d6(dice, rules, state):
    return Two(two_d6(dice, DRAW), two_d6_at_most(dice, OTHER, rules.total))


def one_step(step, rules, limits, state, sizes, prepared):
    """A pipeline of one step whose state is its outcome; `prepared` None: never from prepared tables."""
    return Pipeline(
        name=f"test-{step.__name__}{'' if prepared is None else '-prepared'}",
        rules=rules,
        limits=limits,
        prepared=prepared or {},
        state=state,
        start=STARTS[state],
        steps=(step,),
        fields=state._fields,
        outcome=as_it_is,
        sizes=sizes,
    )
