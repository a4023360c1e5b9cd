"""Xenocide: saves against hits, and the models that are removed.

Rules     XEN-SAVE-01 to XEN-SAVE-06, XEN-ALLOC-02, XEN-ALLOC-05
Rulings   hits-pooled: SAVES pools the hits of a group, MODELS keeps those of each model apart; split-cover =
          open-first: OPEN_FIRST; allocation-remainder = random: PLACE
Outcome   (lost): models removed; of OPEN_FIRST those of each class of cover
Left out  which group takes which hits: analysis/families/xenocide
"""

from typing import NamedTuple

from kernels.compiler import rule
from kernels.dice import at_most, bands, named, successes
from kernels.pipeline import Pipeline, repeat

UNSAVED, FALLEN, COVERED, PLACED = (named(f"xenocide {n}") for n in ("unsaved", "fallen", "covered", "placed"))
COUNT, WEIGHT = (0, 100_000), (1, 100_000)


class Saves(NamedTuple):
    """Hits on one group; a hit gets through all its saves with unsaved / of."""

    hits: int
    unsaved: int
    of: int
    room: int  # models that can still be removed


class Lost(NamedTuple):
    lost: int


@rule
def none_lost(rules):
    return Lost(0)


@rule
def pooled_saves(dice, saves, state):
    """XEN-SAVE-01 to -06, XEN-ALLOC-05: every unsaved hit removes one model; more than there are is lost."""
    return Lost(min(saves.room, successes(dice, UNSAVED, saves.hits, saves.unsaved, saves.of)))


@rule
def lost_read(rules, state):
    return (state.lost,)


SAVES = Pipeline(
    name="xenocide saves",
    rules=Saves,
    limits={"hits": COUNT, "unsaved": COUNT, "of": WEIGHT, "room": COUNT},
    state=Lost,
    start=none_lost,
    steps=(pooled_saves,),
    fields=("lost",),
    outcome=lost_read,
    sizes=lambda saves: (saves.room + 1,),
)


class Models(NamedTuple):
    """Models that take so many hits each."""

    models: int
    hits: int
    unsaved: int
    of: int


@rule
def one_hit_each(dice, rules, state):
    """XEN-ALLOC-05 under hits-pooled = per-model: a model falls once, whatever else hits it."""
    return Lost(state.lost + successes(dice, FALLEN, rules.models - state.lost, rules.unsaved, rules.of))


@rule
def hits_each(rules):
    return rules.hits


@rule
def all_lost(rules, state):
    return state.lost >= rules.models


MODELS = Pipeline(
    name="xenocide models",
    rules=Models,
    limits={"models": COUNT, "hits": (0, 60_000), "unsaved": COUNT, "of": WEIGHT},
    state=Lost,
    start=none_lost,
    steps=(repeat(one_hit_each, hits_each, all_lost),),
    fields=("lost",),
    outcome=lost_read,
    sizes=lambda rules: (rules.models + 1,),
)


class OpenFirst(NamedTuple):
    """Models of one type in up to four classes of cover, the least cover first."""

    hits: int
    unsaved: int  # by shield and armour, of `of`
    of: int
    room_0: int
    room_1: int
    room_2: int
    room_3: int
    bare_0: int  # faces of the cover die that do not save, by class
    bare_1: int
    bare_2: int
    bare_3: int
    sides: int


class Classes(NamedTuple):
    hits: int  # still to be placed
    lost_0: int
    lost_1: int
    lost_2: int
    lost_3: int


@rule
def unplaced(rules):
    return Classes(0, 0, 0, 0, 0)


@rule
def armour_first(dice, rules, state):
    """split-cover = open-first: shield and armour are rolled before anyone asks where a model stands."""
    return Classes(successes(dice, UNSAVED, rules.hits, rules.unsaved, rules.of), 0, 0, 0, 0)


@rule
def least_cover(dice, rules, state):
    """One hit on a model of the class with the least cover that has models left."""
    in_0, in_1 = state.lost_0 < rules.room_0, state.lost_1 < rules.room_1
    in_2, in_3 = state.lost_2 < rules.room_2, state.lost_3 < rules.room_3
    bare = rules.bare_0 if in_0 else rules.bare_1 if in_1 else rules.bare_2 if in_2 else rules.bare_3
    falls = at_most(dice, COVERED, bare * (in_0 or in_1 or in_2 or in_3), rules.sides)
    return Classes(
        state.hits - 1,
        state.lost_0 + falls * in_0,
        state.lost_1 + falls * (in_1 and not in_0),
        state.lost_2 + falls * (in_2 and not (in_0 or in_1)),
        state.lost_3 + falls * (in_3 and not (in_0 or in_1 or in_2)),
    )


@rule
def every_hit(rules):
    return rules.hits


@rule
def all_placed(rules, state):
    return state.hits == 0


@rule
def classes_read(rules, state):
    return state.lost_0, state.lost_1, state.lost_2, state.lost_3


OPEN_FIRST = Pipeline(
    name="xenocide open first",
    rules=OpenFirst,
    limits=dict.fromkeys(OpenFirst._fields, COUNT) | {"of": WEIGHT, "sides": WEIGHT, "hits": (0, 60_000)},
    state=Classes,
    start=unplaced,
    steps=(armour_first, repeat(least_cover, every_hit, all_placed)),
    fields=("lost_0", "lost_1", "lost_2", "lost_3"),
    outcome=classes_read,
    sizes=lambda r: (r.room_0 + 1, r.room_1 + 1, r.room_2 + 1, r.room_3 + 1),
)


class Place(NamedTuple):
    """Hits of an incomplete pass that chance spreads over models that have none yet, by group."""

    hits: int
    room_0: int
    room_1: int
    room_2: int
    room_3: int


class Placed(NamedTuple):
    on_0: int
    on_1: int
    on_2: int
    on_3: int


@rule
def nothing_placed(place):
    return Placed(0, 0, 0, 0)


@rule
def place_one(dice, place, state):
    """XEN-ALLOC-02 under allocation-remainder = random: one hit, on any model that has none."""
    to_0 = place.room_0 - state.on_0
    to_1 = to_0 + place.room_1 - state.on_1
    to_2 = to_1 + place.room_2 - state.on_2
    group = bands(dice, PLACED, (to_0, to_1, to_2), to_2 + place.room_3 - state.on_3)
    return Placed(
        state.on_0 + (group == 0), state.on_1 + (group == 1), state.on_2 + (group == 2), state.on_3 + (group == 3)
    )


@rule
def hits_with_room(place):
    return min(place.hits, place.room_0 + place.room_1 + place.room_2 + place.room_3)


@rule
def placed_read(place, state):
    return state.on_0, state.on_1, state.on_2, state.on_3


PLACE = Pipeline(
    name="xenocide place",
    rules=Place,
    limits=dict.fromkeys(Place._fields, (0, 60_000)),
    state=Placed,
    start=nothing_placed,
    steps=(repeat(place_one, hits_with_room),),
    fields=("on_0", "on_1", "on_2", "on_3"),
    outcome=placed_read,
    sizes=lambda p: (p.room_0 + 1, p.room_1 + 1, p.room_2 + 1, p.room_3 + 1),
)
