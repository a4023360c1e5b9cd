"""Exoshift: one attack of one weapon at one model, from the hit tests to what the model is afterwards.

Rules     X53-DICE-01, X53-DICE-05, X53-SHOOT-01, X53-SHOOT-13, X53-DEF-01, X53-DEF-02, X53-DEF-03, X53-DEF-05,
          X53-DEF-06, X53-DEF-07, X53-DEF-08, X53-CAS-01, X53-CAS-02, X53-CAS-03, X53-CAS-04,
          X53-CAS-05, X53-CAS-06, X53-CAS-07, X53-CAS-08, X53-CAS-09, X53-CAS-10, X53-DIS-02, X53-DIS-04, X53-WTR-04,
          X60-DICE-01, X60-ACT-05, X60-ACT-06, X60-SHOOT-01, X60-SHOOT-05, X60-DMG-01, X60-DMG-02,
          X60-DMG-03, X60-DMG-04, X60-DMG-05, X60-STAT-03
Rulings   shots-by, damage-by and casualty-by choose which parameters are not zero; casualty-quality-value,
          quality-floor, damage-avoided-count, status-ladder, suppression-natural-one are switches
Outcome   (hits, damage, disruption, result, status, marked): the first four are what a user sees
Left out  who may fire, with how many shots and at which target number: analysis/families/exoshift
Oracle    tests/oracles/exoshift.py
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import bands, named, successes
from kernels.pipeline import Pipeline, repeat

HIT, NATURAL, NEAR, HURT, BOTH = (named(f"exoshift {n}") for n in ("hit", "natural", "near", "hurt", "both"))
CASUALTY = named("exoshift casualty")

AIMS = 8  # levels of aim that the shots of one attack may have
NONE, UNHURT, STUNNED, DOWNED, WOUNDED, INCAPACITATED, DESTROYED = range(7)
ATTACK_DAMAGE, ONE_POINT, NOT_SUFFERED = 1, 2, 3
NEVER_IMPROVES, REPLACES, STEPS_UP = 1, 2, 3
NORMAL_TEST, AUTOMATIC, TOKEN_AND_TEST = 1, 2, 3


class Attack(NamedTuple):
    """All that an attack reads. Faces and weights are counts; a mechanism that is not in force has zeros."""

    sides: int
    hit_at_most: int  # target number of a shot without aim
    aim_com: int  # what one level of aim adds to it
    least_faces: int  # a target number below this is this (a 1 that always succeeds)
    most_faces: int  # and above this is this (a highest face that always fails)
    shots_0: int  # shots by level of aim
    shots_1: int
    shots_2: int
    shots_3: int
    shots_4: int
    shots_5: int
    shots_6: int
    shots_7: int
    near: int  # of `of`: a hit that only disrupts
    hurt: int  # a hit that only damages
    both: int  # a hit that does both
    of: int
    damage: int  # of a damaging hit
    near_disruption: int  # of a disrupting hit
    hit_disruption: int  # of every hit, whatever becomes of it
    attack_disruption: int  # of an attack with a hit
    suppressing: int  # Suppression Fire: hits leave tokens only, natural ones excepted
    natural: int  # faces up to this are natural
    natural_rule: int  # NORMAL_TEST, AUTOMATIC, TOKEN_AND_TEST
    token_a_hit: int
    token_an_attack: int
    by_table: int  # a casualty roll; else health alone
    a_roll_a_hit: int
    health: int
    marked: int  # damage before this attack
    partial_disruption: int  # per point, where damage leaves health
    disruption: int  # on the target as the casualty roll counts it
    own_counts: int  # disruption of this attack counts in its casualty roll
    quality: int
    quality_per_point: int  # of disruption, where the roll takes the reduced Quality; else 0
    quality_floor: int
    power: int
    band_1: int  # highest score of each band but the last
    band_2: int
    band_3: int
    band_4: int
    band_5: int
    avoided: int  # ATTACK_DAMAGE, ONE_POINT, NOT_SUFFERED
    unhurt_disruption: int  # per point avoided
    stunned_disruption: int
    downed_free: int  # points of damage that leave no disruption
    unhurt_health: int  # health after each result
    stunned_health: int
    downed_health: int
    room: int  # how much more disruption the casualty roll can count
    status: int
    ladder: int  # NEVER_IMPROVES, REPLACES, STEPS_UP


class Target(NamedTuple):
    """The attack so far."""

    hits: int
    naturals: int
    damage: int
    disruption: int  # of hits
    banded: int  # of casualty results
    wounds: int  # damaging hits, or the attack's whole damage, that health has still to meet
    left: int  # health
    result: int


@rule
def untouched(attack):
    return Target(0, 0, 0, 0, 0, 0, attack.health - attack.marked, NONE)


@rule
def shots_by_aim(attack):
    return (
        attack.shots_0,
        attack.shots_1,
        attack.shots_2,
        attack.shots_3,
        attack.shots_4,
        attack.shots_5,
        attack.shots_6,
        attack.shots_7,
    )


@rule
def hit_tests(dice, attack, state):
    """X53-SHOOT-13, X60-SHOOT-05: one test a shot; X60-ACT-06: which hits of Suppression Fire are natural."""
    hits, naturals = 0, 0
    shots = shots_by_aim(attack)
    for aim in range(AIMS):
        at_most = attack.hit_at_most + aim * attack.aim_com
        good = max(attack.least_faces, min(at_most, attack.most_faces))
        hit = successes(dice, HIT + aim, shots[aim], good, attack.sides)
        natural = min(attack.natural, good)
        naturals += successes(dice, NATURAL + aim, hit * attack.suppressing, natural, good)
        hits += hit
    return Target(hits, naturals, 0, 0, 0, 0, state.left, NONE)


@rule
def damage_tests(dice, attack, state):
    """X53-DEF-01 to -05 (Defence), X60-DMG-01 and -02 (damage test), X60-ACT-06, X53-WTR-04: what hits do."""
    tested = state.naturals if attack.suppressing else state.hits
    automatic = tested if attack.suppressing and attack.natural_rule == AUTOMATIC else 0
    tested -= automatic
    near = successes(dice, NEAR, tested, attack.near, attack.of)
    hurt = successes(dice, HURT, tested - near, attack.hurt, attack.of - attack.near)
    both = successes(dice, BOTH, tested - near - hurt, attack.both, attack.of - attack.near - attack.hurt)
    damaging = automatic + hurt + both
    pinned = state.hits if attack.natural_rule == TOKEN_AND_TEST else state.hits - state.naturals
    disruption = (near + both) * attack.near_disruption + state.hits * attack.hit_disruption
    disruption += attack.attack_disruption * (state.hits > 0)
    disruption += attack.suppressing * (pinned * attack.token_a_hit + attack.token_an_attack * (pinned > 0))
    damage = damaging * attack.damage
    out = damage >= state.left and damaging > 0
    disruption += damage * attack.partial_disruption * (not out)
    wounds = damaging if attack.a_roll_a_hit else int(out)
    if not attack.by_table:
        return Target(state.hits, 0, damage, disruption, 0, 0, state.left - damage, DESTROYED if out else NONE)
    left = state.left if out or attack.a_roll_a_hit else state.left - damage
    return Target(state.hits, 0, damage, disruption, 0, wounds, left, NONE)


@rule
def score_modifier(attack, own):
    """X53-CAS-01: disruption plus Power minus Quality; Quality may itself be lowered by disruption."""
    disruption = attack.disruption + min(own, attack.room) * attack.own_counts
    quality = max(attack.quality_floor, attack.quality + disruption * attack.quality_per_point)
    return disruption + attack.power - quality


@rule
def avoided_points(attack, damage, health_before, health_after):
    """X53-CAS-04: the points of damage that Unhurt and Stunned count."""
    if attack.avoided == ONE_POINT:
        return min(1, damage)
    if attack.avoided == NOT_SUFFERED:
        return max(0, damage - max(0, health_before - health_after))
    return damage


@rule
def health_after(attack, band):
    """X53-CAS-04 to -09: health that a result leaves."""
    if band == UNHURT:
        return attack.unhurt_health
    if band == STUNNED:
        return attack.stunned_health
    return attack.downed_health if band in (DOWNED, WOUNDED) else 0


@rule
def band_disruption(attack, band, damage, before):
    """X53-CAS-04 to -07: disruption that a result brings along."""
    if band == UNHURT:
        return avoided_points(attack, damage, before, attack.unhurt_health) * attack.unhurt_disruption
    if band == STUNNED:
        return avoided_points(attack, damage, before, attack.stunned_health) * attack.stunned_disruption
    if band in (DOWNED, WOUNDED):
        return max(0, damage - attack.downed_free)
    return 0


@rule
def casualty_roll(dice, attack, state):
    """X53-DEF-06, -07, X53-CAS-02, -03: damage that health does not bear is one roll on the table, else it is marked.

    With no roll due there is one band only, and so no draw.
    """
    damage = attack.damage if attack.a_roll_a_hit else state.damage
    rolled = state.wounds > 0 and damage >= state.left
    m = score_modifier(attack, state.disruption) if rolled else min(0, attack.band_1) - attack.sides
    cuts = (attack.band_1 - m, attack.band_2 - m, attack.band_3 - m, attack.band_4 - m, attack.band_5 - m)
    band = UNHURT + bands(dice, CASUALTY, cuts, attack.sides)
    gained = band_disruption(attack, band, damage, state.left) if rolled else 0
    borne = state.left - damage if state.wounds > 0 else state.left
    return Target(
        state.hits,
        0,
        state.damage,
        state.disruption,
        state.banded + gained,
        max(0, state.wounds - 1),
        health_after(attack, band) if rolled else borne,
        max(state.result, band) if rolled else state.result,
    )


@rule
def status_after(attack, result):
    """X53-CAS-10: what the model is, given what it was and the worst result of this attack."""
    if result == NONE:
        return attack.status
    if attack.ladder == REPLACES:
        return result
    if attack.ladder == STEPS_UP and result >= STUNNED and attack.status >= STUNNED:
        return min(DESTROYED, max(result, attack.status + 1))
    return max(result, attack.status)


@rule
def read_off(attack, state):
    """X53-DEF-06, X60-STAT-03: what the attack did, and what stays on the model."""
    status = status_after(attack, state.result)
    marked = max(0, min(attack.health, attack.health - state.left))
    return state.hits, state.damage, state.disruption + state.banded, state.result, status, marked


@rule
def every_shot(attack):
    total = 0
    for shots in shots_by_aim(attack):
        total += shots
    return total


@rule
def no_wound_left(attack, state):
    return state.wounds == 0


def sizes(attack: Attack) -> tuple[int, ...]:
    shots = every_shot(attack)
    damage = shots * attack.damage
    of_hits = shots * (attack.near_disruption + attack.hit_disruption + attack.token_a_hit)
    of_attack = attack.attack_disruption + attack.token_an_attack + damage * attack.partial_disruption
    banded = damage * max(1, attack.unhurt_disruption, attack.stunned_disruption)
    disruption = of_hits + of_attack + banded
    return shots + 1, damage + 1, disruption + 1, DESTROYED + 1, DESTROYED + 1, attack.health + 1


NUMBER, COUNT, SWITCH, FACES = (-10_000, 10_000), (0, 10_000), (0, 1), (0, 10_000)
LIMITS = dict.fromkeys(Attack._fields, COUNT) | {
    "sides": (2, 100),
    "hit_at_most": NUMBER,
    "aim_com": NUMBER,
    "of": (1, 10_000),
    "suppressing": SWITCH,
    "natural_rule": (NORMAL_TEST, TOKEN_AND_TEST),
    "by_table": SWITCH,
    "a_roll_a_hit": SWITCH,
    "own_counts": SWITCH,
    "disruption": NUMBER,
    "quality": NUMBER,
    "quality_per_point": NUMBER,
    "quality_floor": (-(1 << 30), 10_000),
    "power": NUMBER,
    **{f"band_{i}": NUMBER for i in range(1, 6)},
    "avoided": (ATTACK_DAMAGE, NOT_SUFFERED),
    "room": (0, 1 << 30),
    "status": (NONE, DESTROYED),
    "ladder": (NEVER_IMPROVES, STEPS_UP),
}
FIELDS = ("hits", "damage", "disruption", "result", "status", "marked")

ATTACK = Pipeline(
    name="exoshift attack",
    rules=Attack,
    limits=LIMITS,
    state=Target,
    start=untouched,
    steps=(hit_tests, damage_tests, casualty_roll),
    fields=FIELDS,
    outcome=read_off,
    sizes=sizes,
)

# casualty-roll-count = one-per-hit: the roll is repeated, everything else is the same
ATTACK_ROLL_A_HIT = Pipeline(
    name="exoshift attack, a roll a hit",
    rules=Attack,
    limits=LIMITS,
    state=Target,
    start=untouched,
    steps=(hit_tests, damage_tests, repeat(casualty_roll, every_shot, no_wound_left)),
    fields=FIELDS,
    outcome=read_off,
    sizes=sizes,
)
