"""Xenocide: one strike of a close assault at a unit of one CAD: in one draw, or face by face, the highest first.

Rules     XEN-CA-02, XEN-CA-12, XEN-CA-14, XEN-CA-15, XEN-CA-16, XEN-CA-18
Rulings   negation-66 and shield-in-ca choose among parameters; negation-policy makes no difference to one CAD
Outcome   (casualties)
Left out  how many dice each side has, and what a marker or a building does to a CAD: analysis/families/xenocide
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import clash_is_prepared, faces, named, successes, uncancelled
from kernels.dice.tables import CLASH_DICE
from kernels.pipeline import Pipeline, repeat

CLASH, ATTACK, DEFENCE = (named(f"xenocide {n}") for n in ("clash", "attack", "defence"))
SHIELD, RESCUED, POOL = (named(f"xenocide {n}") for n in ("shield", "rescued", "pool"))


class Strike(NamedTuple):
    attack: int  # dice
    defence: int
    sides: int
    hit_at_least: int  # the CAD, or the face that a CAD of several dice asks for
    dice_a_kill: int  # 1, or 2, 3, 4 for 66, 666, 6666
    by_pairs: int  # a defence die cancels a whole pair
    shield_a_hit: int  # faces that save, for each die that is left
    shield_a_casualty: int  # or for each model that would be removed
    models: int


class Blows(NamedTuple):
    face: int
    attack: int  # dice that show this face or less
    defence: int
    spare: int  # defence dice of higher faces that have cancelled nothing yet
    through: int  # dice, or pairs, that are not cancelled
    unpaired: int
    casualties: int


@rule
def raised(strike):
    return Blows(strike.sides, strike.attack, strike.defence, 0, 0, 0, 0)


@rule
def at_once(strike):
    """Pairs, and pools that no table has, are looked at face by face."""
    return strike.by_pairs == 0 and clash_is_prepared(strike.attack, strike.defence, strike.sides)


@rule
def clash(dice, strike, state):
    """XEN-CA-12, XEN-CA-14: dice that hit and are not cancelled, where one draw tells them."""
    attack = strike.attack if at_once(strike) else 0
    through = uncancelled(dice, CLASH, attack, strike.defence, strike.hit_at_least, strike.sides)
    return Blows(state.face, state.attack, state.defence, 0, through, 0, 0)


@rule
def one_face(dice, strike, state):
    """XEN-CA-12, XEN-CA-14: dice that show this face; each defence die cancels one die of its face or a lower one."""
    attack = successes(dice, ATTACK, state.attack, 1, state.face)
    defence = successes(dice, DEFENCE, state.defence, 1, state.face)
    spare = state.spare + defence
    dangerous, unpaired = attack, 0
    if strike.by_pairs:
        dangerous = (state.unpaired + attack) // strike.dice_a_kill
        unpaired = (state.unpaired + attack) % strike.dice_a_kill
    cancelled = min(spare, dangerous)
    return Blows(
        state.face - 1,
        state.attack - attack,
        state.defence - defence,
        spare - cancelled,
        state.through + dangerous - cancelled,
        unpaired,
        0,
    )


@rule
def remove_models(dice, strike, state):
    """XEN-CA-15, XEN-CA-16: shields, then one model for each die or each full set of sixes."""
    hits = state.through * (strike.dice_a_kill if strike.by_pairs else 1)
    hits -= successes(dice, SHIELD, hits, strike.shield_a_hit, strike.sides)
    removed = min(strike.models, hits // strike.dice_a_kill)
    removed -= successes(dice, RESCUED, removed, strike.shield_a_casualty, strike.sides)
    return Blows(0, 0, 0, 0, 0, 0, removed)


@rule
def faces_to_look_at(strike):
    return 0 if at_once(strike) else max(0, strike.sides - max(1, strike.hit_at_least) + 1)


@rule
def no_attack_left(strike, state):
    return state.attack == 0


@rule
def casualties_read(strike, state):
    return (state.casualties,)


COUNT = (0, 100_000)
STRIKE = Pipeline(
    name="xenocide strike",
    rules=Strike,
    limits=dict.fromkeys(Strike._fields, COUNT)
    | {"sides": (1, 100), "hit_at_least": (-1000, 1000), "dice_a_kill": (1, 100), "by_pairs": (0, 1)},
    prepared={"attack": (0, CLASH_DICE), "defence": (0, CLASH_DICE), "sides": (6, 6), "by_pairs": (0, 0)},
    state=Blows,
    start=raised,
    steps=(clash, repeat(one_face, faces_to_look_at, no_attack_left), remove_models),
    fields=("casualties",),
    outcome=casualties_read,
    sizes=lambda strike: (strike.models + 1,),
)


class Pool(NamedTuple):
    """Dice whose faces are all looked at: those that reach no CAD of a mixed unit count as one."""

    dice: int
    sides: int
    cut_1: int
    cut_2: int
    cut_3: int
    cut_4: int
    cut_5: int


class Shown(NamedTuple):
    band_0: int
    band_1: int
    band_2: int
    band_3: int
    band_4: int
    band_5: int


@rule
def unthrown(pool):
    return Shown(0, 0, 0, 0, 0, 0)


@rule
def throw(dice, pool, state):
    """XEN-CA-14: the dice of one side by what they show."""
    cuts = (pool.cut_1, pool.cut_2, pool.cut_3, pool.cut_4, pool.cut_5)
    a, b, c, d, e, f = faces(dice, POOL, pool.dice, cuts, pool.sides)
    return Shown(a, b, c, d, e, f)


@rule
def shown_read(pool, state):
    return state.band_0, state.band_1, state.band_2, state.band_3, state.band_4, state.band_5


POOL_FACES = Pipeline(
    name="xenocide pool faces",
    rules=Pool,
    limits=dict.fromkeys(Pool._fields, COUNT) | {"sides": (1, 100)},
    state=Shown,
    start=unthrown,
    steps=(throw,),
    fields=Shown._fields,
    outcome=shown_read,
    sizes=lambda pool: (pool.dice + 1,) * 6,
)
