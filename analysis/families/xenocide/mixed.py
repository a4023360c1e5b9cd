"""Xenocide: a strike at a unit of several CADs: what the owner cancels, and which models fall.

Rules     XEN-CA-12, XEN-CA-14, XEN-CA-15, XEN-CA-16, XEN-CA-17
Rulings   negation-policy, casualty-policy
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

from analysis.errors import InputError
from analysis.families.xenocide.allocation import Counts
from analysis.families.xenocide.carrying import Exact, Rolled, merged
from analysis.families.xenocide.fighters import Band
from analysis.families.xenocide.settings import SIDES, Settings
from kernels.xenocide.assault import POOL_FACES, Pool
from kernels.xenocide.saves import SAVES, Saves

MOST_PAIRS = 60_000  # rolls of both sides that the owner weighs
CHEAPEST, RANDOM = "cheapest-first", "random"

Needs = tuple[tuple[int, int], ...]
Fallen = tuple[tuple[Counts, float], ...]


@dataclass(frozen=True)
class Struck:
    """A mixed unit as a strike meets it."""

    needs: Needs  # face and dice that a kill takes, by group
    alive: Counts
    worth: tuple[float, ...]  # VP that a kill costs, shields counted
    listed: tuple[int, ...]  # VP as listed
    policy: str


def pool_row(dice: int, lowest: int) -> Pool:
    """Faces below the lowest CAD are one band."""
    return Pool(dice, SIDES, *(max(cut, lowest - 1) for cut in range(1, SIDES)))


def mixed_strike(
    band: Band,
    needs: tuple[tuple[int, int], ...],
    alive: Counts,
    attack: int,
    defence: int,
    say: Settings,
    exact: Exact,
) -> Rolled:
    """Models lost by group, with their probabilities."""
    check_modelled(band, needs, say)
    shields = tuple(g.shield if say.says("shield-in-ca", "save-per-casualty") else 0 for g in band.groups)
    worth = tuple(g.vp * (SIDES - x) / SIDES for g, x in zip(band.groups, shields, strict=True))
    struck = Struck(needs, alive, worth, tuple(g.vp for g in band.groups), say.rulings["casualty-policy"])
    lowest = max(1, min(face for (face, _), n in zip(needs, alive, strict=True) if n))
    rolled, parried = exact.draw(POOL_FACES, [pool_row(attack, lowest), pool_row(defence, lowest)], [1.0, 1.0])
    if len(rolled) * len(parried) > MOST_PAIRS:
        raise InputError("a mixed unit with so many dice is not modelled; split the strike or take fewer models")
    parts = []
    for own, p in parried:
        for dice, q in rolled:
            answer = negated(struck, counted(dice, lowest), counted(own, lowest), say.rulings["negation-policy"])
            parts += [(lost, p * q * chance) for lost, chance in answer]
    found = merged(parts)
    for group, shield in enumerate(shields):
        found = shielded(found, group, shield, exact) if shield else found
    return list(found.items())


def counted(bands: tuple[int, ...], lowest: int) -> Counts:
    """Dice by face, the lowest that counts first; what reaches no CAD is left out."""
    return bands[lowest - 1 :]


def check_modelled(band: Band, needs: Needs, say: Settings) -> None:
    if say.says("shield-in-ca", "save-per-hit") and any(g.shield for g in band.groups):
        raise InputError("not modelled: shield-in-ca = save-per-hit in a mixed unit")
    if say.says("negation-66", "per-pair") and any(n > 1 for _, n in needs):
        raise InputError("not modelled: negation-66 = per-pair in a mixed unit")


def shielded(found: dict[Counts, float], group: int, shield: int, exact: Exact) -> dict[Counts, float]:
    """XEN-CA-15: a shield for each model that would be removed."""
    parts = []
    for lost, weight in found.items():
        n = lost[group]
        for (fallen,), chance in exact.draw(SAVES, [Saves(n, SIDES - shield, SIDES, n)], [1.0])[0]:
            parts.append(((*lost[:group], fallen, *lost[group + 1 :]), weight * chance))
    return merged(parts)


# --- negation


def may_cancel(attack: Counts, defence: Counts) -> list[Counts]:
    """XEN-CA-14: every set of attack dice that the defence dice can cancel, by face."""
    out = []
    for way in product(*(range(n + 1) for n in attack)):
        if all(sum(way[face:]) <= sum(defence[face:]) for face in range(len(way))):
            out.append(way)
    return out


def highest_cancelled(attack: Counts, defence: Counts) -> Counts:
    """The highest dice first, each by any defence die that reaches it."""
    spare, out = 0, []
    for n, own in zip(reversed(attack), reversed(defence), strict=True):
        spare += own
        out.append(min(spare, n))
        spare -= out[-1]
    return tuple(reversed(out))


def lowest_cancelled(attack: Counts, defence: Counts) -> Counts:
    """As many as can be: the lowest dice first, each by the lowest defence die that reaches it."""
    free, out = list(defence), [0] * len(attack)
    for face, n in enumerate(attack):
        for own in range(face, len(free)):
            used = min(n - out[face], free[own])
            out[face] += used
            free[own] -= used
    return tuple(out)


@cache
def negated(struck: Struck, attack: Counts, defence: Counts, policy: str) -> Fallen:
    """Ruling negation-policy: what falls when the owner has cancelled what it wants to."""
    if policy == "high-first":
        ways = [highest_cancelled(attack, defence)]
    elif policy == "max-count":
        ways = [lowest_cancelled(attack, defence)]
    else:
        ways = may_cancel(attack, defence)
    left = (tuple(a - c for a, c in zip(attack, way, strict=True)) for way in ways)
    return min((fallen(struck, dice) for dice in left), key=lambda answer: regret(struck, answer))


def regret(struck: Struck, answer: Fallen) -> tuple[float, ...]:
    """What the owner compares: expected VP; ties: the group listed first loses more."""
    means = [sum(p * lost[g] for lost, p in answer) for g in range(len(struck.alive))]
    return round(sum(w * n for w, n in zip(struck.worth, means, strict=True)), 11), *(-round(n, 11) for n in means)


# --- casualties


@cache
def fallen(struck: Struck, dice: Counts) -> Fallen:
    """XEN-CA-16, XEN-CA-17: the owner removes models, sets of high dice and single ones."""
    first = SIDES - len(dice) + 1
    several = [g for g, (_, n) in enumerate(struck.needs) if n > 1]
    options = []
    for sets in product(*(range(struck.alive[g] + 1) for g in several)):
        left = list(dice)
        if not all(take(left, struck.needs[g], n, first) for g, n in zip(several, sets, strict=True)):
            continue
        alive = list(struck.alive)
        for g, n in zip(several, sets, strict=True):
            alive[g] -= n
        answer = singles(struck, tuple(left), tuple(alive), first)
        if all(used_up(struck, rest, still, first) for still, rest, _ in answer):
            lost = tuple((tuple(a - b for a, b in zip(struck.alive, still, strict=True)), p) for still, _, p in answer)
            options.append(lost)
    if struck.policy == CHEAPEST:
        order = sorted(range(len(struck.alive)), key=lambda g: struck.listed[g])
        return min(options, key=lambda found: [-found[0][0][g] for g in order])
    if struck.policy == RANDOM:
        return options[0]
    return min(options, key=lambda found: regret(struck, found))


def take(left: list[int], need: tuple[int, int], sets: int, first: int) -> bool:
    """Take whole sets from the highest dice down; False where there are not enough."""
    face, wanted = need[0], sets * need[1]
    for index in range(len(left) - 1, max(face - first, 0) - 1, -1):
        taken = min(left[index], wanted)
        left[index] -= taken
        wanted -= taken
    return wanted == 0


def used_up(struck: Struck, rest: Counts, alive: Counts, first: int) -> bool:
    """XEN-CA-17: no full set may stay unused while a model is there that it would remove."""
    return not any(
        n > 1 and alive[g] and sum(rest[max(face - first, 0) :]) >= n for g, (face, n) in enumerate(struck.needs)
    )


@cache
def singles(struck: Struck, dice: Counts, alive: Counts, first: int) -> tuple[tuple[Counts, Counts, float], ...]:
    """XEN-CA-16: dice from the lowest up, each on a model that it reaches: (alive, dice that found none, chance)."""
    face = next((i for i, n in enumerate(dice) if n), None)
    if face is None:
        return ((alive, dice, 1.0),)
    less = (*dice[:face], dice[face] - 1, *dice[face + 1 :])
    able = [g for g, (need, n) in enumerate(struck.needs) if n == 1 and alive[g] and need <= face + first]
    if not able:
        nothing = (*dice[:face], 0, *dice[face + 1 :])
        found = singles(struck, nothing, alive, first)
        return tuple((a, (*r[:face], r[face] + dice[face], *r[face + 1 :]), p) for a, r, p in found)

    def after(g: int) -> tuple[tuple[Counts, Counts, float], ...]:
        return singles(struck, less, (*alive[:g], alive[g] - 1, *alive[g + 1 :]), first)

    if struck.policy == CHEAPEST:
        return after(min(able, key=lambda g: struck.listed[g]))
    if struck.policy == RANDOM:
        total = sum(alive[g] for g in able)
        return tuple((a, r, p * alive[g] / total) for g in able for a, r, p in after(g))
    return min((after(g) for g in able), key=lambda found: least_lost(struck, alive, found[0][0]))


def least_lost(struck: Struck, before: Counts, after: Counts) -> tuple[float, ...]:
    return regret(struck, ((tuple(a - b for a, b in zip(before, after, strict=True)), 1.0),))
