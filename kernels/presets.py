"""Small pipelines that prove the machinery and carry the benchmarks: no game, no ruleset.

P1  a volley of d6 with two saves, and a test on 2d6
P2  a few d10 shots with near misses and a banded casualty roll
P3  a close assault to its end, ten rounds at most
Contest  sorted dice in pairs until one side is gone
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import bands, faces, named, successes, two_d6_at_most, uncancelled
from kernels.dice.tables import CLASH_DICE, D6_DICE, D10_DICE
from kernels.pipeline import Pipeline, repeat

HIT, ARMOR, COVER, TEST = named("hit"), named("armor"), named("cover"), named("test")
DAMAGE, NEAR, CASUALTY = named("damage"), named("near miss"), named("casualty")
ATTACK, DEFEND = named("attack"), named("defend")


class Volley(NamedTuple):
    shots: int = 24
    hit_at_most: int = 3
    armor_at_most: int = 4
    cover_at_most: int = 2
    models: int = 6
    test_at_most: int = 5


class Hit(NamedTuple):
    hits: int
    casualties: int
    suppressed: int


@rule
def unhit(rules):
    return Hit(0, 0, 0)


@rule
def volley(dice, rules, state):
    """Hits, and what armour does not stop."""
    hits = successes(dice, HIT, rules.shots, rules.hit_at_most, 6)
    return Hit(hits, successes(dice, ARMOR, hits, 6 - rules.armor_at_most, 6), 0)


@rule
def casualties(dice, rules, state):
    """Cover, then models removed, then the test."""
    unsaved = successes(dice, COVER, state.casualties, 6 - rules.cover_at_most, 6)
    lost = min(unsaved, rules.models)
    bar = rules.test_at_most + (state.hits > 0) + (lost > 0) + (2 * (rules.models - lost) < rules.models)
    return Hit(state.hits, lost, two_d6_at_most(dice, TEST, bar))


@rule
def as_it_is(rules, state):
    return state


P1 = Pipeline(
    name="p1",
    rules=Volley,
    limits={
        "shots": (0, 1000),
        "hit_at_most": (0, 6),
        "armor_at_most": (0, 6),
        "cover_at_most": (0, 6),
        "models": (1, 1000),
        "test_at_most": (-10, 20),
    },
    prepared={"shots": (0, D6_DICE)},
    state=Hit,
    start=unhit,
    steps=(volley, casualties),
    fields=Hit._fields,
    outcome=as_it_is,
    sizes=lambda rules: (rules.shots + 1, rules.models + 1, 2),
)


class Shots(NamedTuple):
    shots: int = 3
    hit_at_most: int = 6
    defence_at_most: int = 4
    near_of_saved: int = 5  # of `sides`: the share of saved hits that disrupt
    casualty_modifier: int = -4
    sides: int = 10


class Shot(NamedTuple):
    hits: int
    damage: int
    disruption: int
    result: int


@rule
def unshot(rules):
    return Shot(0, 0, 0, 0)


@rule
def shoot(dice, rules, state):
    """Hits, damage, near misses, and one casualty roll if there was damage."""
    hits = successes(dice, HIT, rules.shots, rules.hit_at_most, rules.sides)
    damage = successes(dice, DAMAGE, hits, rules.sides - rules.defence_at_most, rules.sides)
    near = successes(dice, NEAR, hits - damage, rules.near_of_saved, rules.sides)
    m = rules.casualty_modifier + near if damage > 0 else -rules.sides  # no damage: one band only, no roll
    band = bands(dice, CASUALTY, (2 - m, 4 - m, 6 - m, 8 - m, 10 - m), rules.sides)
    return Shot(hits, damage, near, band + (damage > 0))


P2 = Pipeline(
    name="p2",
    rules=Shots,
    limits={
        "shots": (0, 1000),
        "hit_at_most": (-20, 30),
        "defence_at_most": (-20, 30),
        "near_of_saved": (0, 100),
        "casualty_modifier": (-50, 50),
        "sides": (2, 100),
    },
    prepared={"shots": (0, D10_DICE), "sides": (10, 10)},
    state=Shot,
    start=unshot,
    steps=(shoot,),
    fields=Shot._fields,
    outcome=as_it_is,
    sizes=lambda rules: (rules.shots + 1, rules.shots + 1, rules.shots + 1, 7),
)


class Assault(NamedTuple):
    attackers: int = 6
    defenders: int = 6
    dice_a_model: int = 2
    flee_at_most: int = 2
    rounds: int = 10
    hit_at_least: int = 4


class Melee(NamedTuple):
    attackers: int
    defenders: int
    defender_strikes: int
    ending: int  # 0 goes on, 1 defender gone, 2 defender fled, 3 attacker gone, 4 attacker fled


@rule
def face_to_face(rules):
    return Melee(rules.attackers, rules.defenders, 0, 0)


@rule
def strike(dice, rules, state):
    """One side strikes, the other may be gone or flee; then the other way round."""
    back = state.defender_strikes
    mine = state.defenders if back else state.attackers
    theirs = state.attackers if back else state.defenders
    at_first = rules.attackers if back else rules.defenders
    lost = min(uncancelled(dice, ATTACK, mine * rules.dice_a_model, theirs, rules.hit_at_least, 6), theirs)
    left = theirs - lost
    bar = rules.flee_at_most + (lost > 0) + (2 * left < at_first) + (left < mine)
    fled = two_d6_at_most(dice, TEST, bar if left > 0 else 0)
    ending = (1 if left == 0 else 2 * fled) + (2 * back if left == 0 or fled else 0)
    return Melee(left if back else mine, mine if back else left, 1 - back, ending)


@rule
def two_strikes_a_round(rules):
    return 2 * rules.rounds


@rule
def over(rules, state):
    return state.ending > 0


@rule
def who_is_left(rules, state):
    return state.attackers, state.defenders, state.ending


P3 = Pipeline(
    name="p3",
    rules=Assault,
    limits={
        "attackers": (1, 100),
        "defenders": (1, 100),
        "dice_a_model": (0, 10),
        "flee_at_most": (-10, 20),
        "rounds": (1, 1000),
        "hit_at_least": (1, 7),
    },
    prepared={"attackers": (1, CLASH_DICE // 2), "defenders": (1, CLASH_DICE // 2), "dice_a_model": (0, 2)},
    state=Melee,
    start=face_to_face,
    steps=(repeat(strike, two_strikes_a_round, over),),
    fields=("attackers", "defenders", "ending"),
    outcome=who_is_left,
    sizes=lambda rules: (rules.attackers + 1, rules.defenders + 1, 5),
)


class Sides(NamedTuple):
    first: int = 4
    second: int = 3
    exchanges: int = 400


class Left(NamedTuple):
    first: int
    second: int


@rule
def two_sides(rules):
    return Left(rules.first, rules.second)


@rule
def exchange(dice, rules, state):
    """Each side rolls a d6 a model; sorted dice are paired, the lower of a pair is removed, a tie nobody."""
    ours = faces(dice, ATTACK, state.first, (1, 2, 3, 4, 5), 6)
    theirs = faces(dice, DEFEND, state.second, (1, 2, 3, 4, 5), 6)
    pairs = min(state.first, state.second)
    first, second = state.first, state.second
    ours_above, theirs_above = 0, 0  # paired dice that show more than the face
    for face in range(5, 0, -1):
        ours_upper = min(pairs, ours_above + ours[face])
        theirs_upper = min(pairs, theirs_above + theirs[face])
        second -= max(0, ours_upper - max(ours_above, theirs_upper))
        first -= max(0, theirs_upper - max(theirs_above, ours_upper))
        ours_above, theirs_above = ours_upper, theirs_upper
    return Left(first, second)


@rule
def exchanges(rules):
    return rules.exchanges


@rule
def one_is_gone(rules, state):
    return state.first == 0 or state.second == 0


CONTEST = Pipeline(
    name="contest",
    rules=Sides,
    limits={"first": (0, 100), "second": (0, 100), "exchanges": (0, 10_000)},
    state=Left,
    start=two_sides,
    steps=(repeat(exchange, exchanges, one_is_gone),),
    fields=Left._fields,
    outcome=as_it_is,
    sizes=lambda rules: (rules.first + 1, rules.second + 1),
)
