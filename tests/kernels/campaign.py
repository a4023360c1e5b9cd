"""A repeat inside a repeat, and the same thing written out: for the laws of the runner.

Each round a d3 is rolled for the pace; then shots follow while there is pace, each hitting on 1 or 2 of a d6.
A round begins only while there are models.
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import at_most, divided_die, named
from kernels.pipeline import Pipeline, repeat

PACE, SHOT = named("pace"), named("shot")


class Campaign(NamedTuple):
    rounds: int
    shots: int
    models: int


class Field(NamedTuple):
    models: int
    pace: int
    fired: int


@rule
def begin(rules):
    return Field(rules.models, 0, 0)


@rule
def advance(dice, rules, state):
    return Field(state.models, divided_die(dice, PACE, 6, 2), state.fired)


@rule
def shoot(dice, rules, state):
    hit = at_most(dice, SHOT, 2, 6)
    return Field(max(0, state.models - hit), state.pace - 1, state.fired + 1)


@rule
def rounds(rules):
    return rules.rounds


@rule
def shots(rules):
    return rules.shots


@rule
def out_of_models(rules, state):
    return state.models == 0


@rule
def out_of_pace(rules, state):
    return state.pace == 0


@rule
def models_and_shots(rules, state):
    return state.models, state.fired


@rule
def advance_if_models(dice, rules, state):
    if state.models == 0:
        return Field(0, 0, state.fired)
    return advance(dice, rules, state)


@rule
def shoot_if_pace(dice, rules, state):
    if state.pace == 0:
        return state
    return shoot(dice, rules, state)


def campaign(name, steps, *, most=1000):
    return Pipeline(
        name=f"test-campaign-{name}",
        rules=Campaign,
        limits={"rounds": (0, most), "shots": (0, most), "models": (0, 1000)},
        state=Field,
        start=begin,
        steps=steps,
        fields=("models", "fired"),
        outcome=models_and_shots,
        sizes=lambda rules: (rules.models + 1, rules.rounds * rules.shots + 1),
    )


# A shot that finds no pace is no shot; pace that is left over at the end of a round is lost.
NESTED = campaign("nested", (repeat([advance, repeat(shoot, shots, out_of_pace)], rounds, out_of_models),))
TWO_ROUNDS_OF_TWO = campaign(
    "two-rounds-of-two",
    (advance_if_models, shoot_if_pace, shoot_if_pace, advance_if_models, shoot_if_pace, shoot_if_pace),
)
PAIRS = campaign("pairs", (repeat([advance, shoot], rounds, out_of_models),))
TWO_PAIRS = campaign("two-pairs", (advance, shoot, advance_if_models, shoot_if_pace))
SHOTS_ONLY = campaign("shots-only", (repeat(shoot, shots, out_of_models),), most=1 << 20)
ROUNDS_OF_ROUNDS = campaign("rounds-of-rounds", (repeat([repeat(shoot, shots)], rounds, out_of_models),), most=1 << 20)
