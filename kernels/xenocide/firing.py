"""Xenocide: the hit dice of one weapon system, plain or with an area of effect.

Rules     XEN-SHOOT-02, XEN-SHOOT-06, XEN-SHOOT-07, XEN-SHOOT-09, XEN-AOE-01 to XEN-AOE-04
Rulings   xd3-roll is a switch; all others are in the weights of a die
Outcome   plain (low, high, weapons): dice that hit the low aspect too, dice that hit the high one only, weapons
          with a hit; area (hits, dice, counted, weapons): hits on models, dice that hit, dice and weapons whose
          hits count in the test
Left out  who fires how many dice at which accuracy: analysis/families/xenocide
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import bands, faces, keep_highest, named, successes
from kernels.pipeline import Pipeline, repeat

LOW, HIGH, BAND, AREA = (named(f"xenocide {n}") for n in ("low", "high", "band", "area"))
PER_DIE, HALVED_UP, HALVED_DOWN = 1, 2, 3


class Fire(NamedTuple):
    """Plain dice; weapons are told apart where the test asks how many of them hit."""

    weapons: int
    dice: int  # of each weapon
    more: int  # the first so many weapons have one die more
    low: int  # of `of`: a die that hits models of the low aspect, too
    high: int  # a die that hits those of the high aspect only
    of: int


class Shots(NamedTuple):
    low: int
    high: int
    weapons: int  # with at least one hit
    fired: int  # weapons that have fired


@rule
def unfired(fire):
    return Shots(0, 0, 0, 0)


@rule
def hit_dice(dice, fire, state):
    """XEN-SHOOT-06, XEN-SHOOT-07, XEN-SHOOT-09: the dice of one weapon, by the aspects that they hit."""
    n = fire.dice + (state.fired < fire.more)
    low = successes(dice, LOW, n, fire.low, fire.of)
    high = successes(dice, HIGH, n - low, fire.high, fire.of - fire.low)
    return Shots(state.low + low, state.high + high, state.weapons + (low + high > 0), state.fired + 1)


@rule
def every_weapon(fire):
    return fire.weapons


@rule
def shots_read(fire, state):
    return state.low, state.high, state.weapons


def fire_sizes(fire: Fire) -> tuple[int, ...]:
    dice = fire.weapons * fire.dice + fire.more
    return dice + 1, dice + 1, fire.weapons + 1


COUNT = (0, 100_000)
FIRE = Pipeline(
    name="xenocide fire",
    rules=Fire,
    limits=dict.fromkeys(Fire._fields, COUNT) | {"of": (1, 100_000)},
    state=Shots,
    start=unfired,
    steps=(repeat(hit_dice, every_weapon),),
    fields=("low", "high", "weapons"),
    outcome=shots_read,
    sizes=fire_sizes,
)


class Blast(NamedTuple):
    """Dice with an area of effect, one after the other."""

    dice: int
    dice_a_weapon: int
    hit: int  # of `of`
    near: int  # a near miss
    of: int
    d3s: int  # X of Xd3
    area: int  # PER_DIE, HALVED_UP, HALVED_DOWN
    area_faces: int  # of a d3
    halved_faces: int  # of the dice whose sum is halved
    divisor: int
    most: int  # hits of one die: models of the unit
    splash: int  # hits of a near miss
    splash_counts: int  # as a hit in the test


class Area(NamedTuple):
    hits: int
    dice: int
    counted: int
    weapons: int
    open: int  # 1: the weapon whose dice are rolled has hit already
    rolled: int


@rule
def unrolled(blast):
    return Area(0, 0, 0, 0, 0, 0)


@rule
def area_hits(dice, blast, rolls):
    """XEN-AOE-01, XEN-AOE-02: Xd3, or the sum of X dice halved; not more than the unit has models."""
    if blast.area == PER_DIE:
        ones, twos, threes = faces(dice, AREA, blast.d3s * rolls, (1, 2), blast.area_faces)
        return min(blast.most, ones + 2 * twos + 3 * threes)
    total = keep_highest(dice, AREA, blast.d3s * rolls, blast.d3s * rolls, blast.halved_faces)
    up = blast.divisor - 1 if blast.area == HALVED_UP else 0
    return min(blast.most, (total + up) // blast.divisor)


@rule
def area_die(dice, blast, state):
    """XEN-AOE-01, XEN-AOE-03, XEN-AOE-04: one die: a hit, a near miss that splashes, or nothing."""
    band = bands(dice, BAND, (blast.hit, blast.hit + blast.near), blast.of)
    hit = band == 0
    hits = area_hits(dice, blast, int(hit))
    splash = blast.splash * (band == 1)
    counts = hits > 0 or (splash > 0 and blast.splash_counts == 1)
    open_before = state.open * (state.rolled % blast.dice_a_weapon != 0)
    return Area(
        state.hits + hits + splash,
        state.dice + (hits > 0),
        state.counted + counts,
        state.weapons + (counts and open_before == 0),
        int(open_before == 1 or counts),
        state.rolled + 1,
    )


@rule
def every_die(blast):
    return blast.dice


@rule
def area_read(blast, state):
    return state.hits, state.dice, state.counted, state.weapons


def blast_sizes(blast: Blast) -> tuple[int, ...]:
    dice = blast.dice
    return dice * max(blast.most, blast.splash) + 1, dice + 1, dice + 1, dice + 1


BLAST = Pipeline(
    name="xenocide blast",
    rules=Blast,
    limits=dict.fromkeys(Blast._fields, COUNT)
    | {
        "dice_a_weapon": (1, 100_000),
        "of": (1, 100_000),
        "d3s": (1, 12),
        "area": (PER_DIE, HALVED_DOWN),
        "area_faces": (1, 100),
        "halved_faces": (1, 100),
        "divisor": (1, 100),
        "splash_counts": (0, 1),
    },
    state=Area,
    start=unrolled,
    steps=(repeat(area_die, every_die),),
    fields=("hits", "dice", "counted", "weapons"),
    outcome=area_read,
    sizes=blast_sizes,
)
