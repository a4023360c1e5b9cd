"""Xenocide: the fire of a phase, system by system, then the target's test; phase after phase.

Rules     XEN-SHOOT-01, XEN-SHOOT-09, XEN-AOE-01, XEN-ALLOC-01 to XEN-ALLOC-05, XEN-SUP-01 to XEN-SUP-11, XEN-ORD-02,
          XEN-OW-02, XEN-CP-04, XEN-CP-05
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from analysis.families.xenocide.accuracy import OF, hit_weight, low_weight, near_weight
from analysis.families.xenocide.allocation import TIE, Allotted, Counts, allot, alternating, proportional, splits
from analysis.families.xenocide.carrying import Carrier, Exact, Spread, merged
from analysis.families.xenocide.keys import MOST_GROUPS
from analysis.families.xenocide.morale import FIRE as FIRE_TEST
from analysis.families.xenocide.morale import Incoming, fire_target, test_is_due, test_row
from analysis.families.xenocide.settings import SIDES, Settings
from analysis.families.xenocide.units import Group
from analysis.families.xenocide.volleys import ShootingPlan, Volley
from kernels.xenocide.firing import BLAST, FIRE, HALVED_DOWN, HALVED_UP, PER_DIE, Blast, Fire
from kernels.xenocide.morale import TEST
from kernels.xenocide.saves import MODELS, OPEN_FIRST, PLACE, SAVES, Models, OpenFirst, Place, Saves

AREA = {"per-die-d3": PER_DIE, "sum-halved-up": HALVED_UP, "sum-halved-down": HALVED_DOWN}
AREA_FACES, DIVISOR = 3, 2  # a d3, and what the sum of dice is divided by


Kept = tuple[tuple[int, int], ...]  # of a pool: hits, and the number of the volley that they come from


class State(NamedTuple):
    """A phase so far. Counts of `lost` are by group, all others by pool."""

    hits: int
    struck: bool  # by something that could kill
    traits: int
    system_hits: int  # of traits, by the system that is firing
    volume: int  # d3s of dice that hit
    lost: Counts
    served: Counts
    kept: tuple[Kept, ...]  # hits that wait for their saves until all are placed


class Landed(NamedTuple):
    """Hits of a volley that are being placed."""

    state: State
    low: int
    high: int


class Target(NamedTuple):
    """The unit between phases."""

    alive: Counts
    cp: int
    hits: int
    suppressed: int


@dataclass(frozen=True)
class Pool:
    """Models that hits are spread over together: one group, or all groups of a type (split-cover = open-first)."""

    groups: tuple[int, ...]  # of least cover first
    models: int
    aspect: int
    vp: int


class Phase:
    """One phase of fire at what is left of the target."""

    def __init__(self, plan: ShootingPlan, alive: Counts, say: Settings, carrier: Carrier) -> None:
        self.plan, self.alive, self.say, self.carrier = plan, alive, say, carrier
        self.groups = plan.groups
        self.pools = self.made_pools()
        self.models = tuple(pool.models for pool in self.pools)
        self.by_model = say.says("hits-pooled", "per-model")
        self.spills = say.says("excess-hits", "spill")
        self.highest = max(p.aspect for p in self.pools if p.models)
        self.waits = self.by_model or len(self.pools) > 1
        self.losses: dict[object, float] = {}

    def made_pools(self) -> tuple[Pool, ...]:
        """XEN-ALLOC-01: pools of models, by type and cover or by type alone."""
        keys: dict[object, list[int]] = {}
        by_type = self.say.says("split-cover", "open-first")
        for index, group in enumerate(self.groups):
            keys.setdefault((group.kind, group.aspect) if by_type else index, []).append(index)
        out = []
        for members in keys.values():
            ordered = tuple(sorted(members, key=lambda g: self.groups[g].cover))
            first = self.groups[ordered[0]]
            out.append(Pool(ordered, sum(self.alive[g] for g in ordered), first.aspect, first.vp))
        return tuple(out)

    # --- what a volley can do

    def chosen(self, volley: Volley) -> tuple[bool, ...] | None:
        """XEN-CP-04: pools that directed fire is meant for; not with an area of effect."""
        directed = self.plan.directed
        if directed is None or volley.aoe:
            return None
        pools = tuple(any(directed[g] and self.alive[g] for g in pool.groups) for pool in self.pools)
        return pools if any(pools) else None

    def restricted(self, volley: Volley) -> tuple[bool, ...] | None:
        restricts = self.say.says("cp-hit-direction", "restrict-before-roll")
        return self.chosen(volley) if restricts else None

    def aspect(self, volley: Volley) -> int:
        """XEN-SHOOT-04: the highest aspect of the models that are shot at."""
        only = self.restricted(volley)
        if only is None or self.say.says("directed-fire-aspect", "highest-in-unit"):
            return self.highest
        return max(p.aspect for p, meant in zip(self.pools, only, strict=True) if meant)

    def weights(self, volley: Volley) -> tuple[int, int]:
        """XEN-SHOOT-09: of 36 the dice that hit every aspect, and those that hit the highest only."""
        accuracy = volley.accuracy + self.aspect(volley)
        hit = hit_weight(accuracy, volley.table, self.say)
        lower = [p.aspect for p in self.pools if p.models and p.aspect < self.aspect(volley)]
        if volley.aoe or not lower or self.restricted(volley) is not None:
            return 0, hit
        low = low_weight(accuracy, volley.accuracy + min(lower), volley.table, self.say)
        return low, hit - low

    def could_kill(self, volley: Volley, strength: int) -> bool:
        """Ruling could-kill: a hit is possible, and armour does not save from it for certain."""
        low, high = self.weights(volley)
        accuracy = volley.accuracy + self.aspect(volley)
        splash = near_weight(accuracy, volley.table, self.say) if volley.aoe else 0
        only = self.restricted(volley)
        for index, pool in enumerate(self.pools):
            if not pool.models or (only is not None and not only[index]):
                continue
            lower = pool.aspect < self.aspect(volley) and not volley.aoe and only is None
            hits = low if lower else low + high + splash
            possible = hits > 0 or self.say.says("could-kill", "strength-only")
            if possible and self.groups[pool.groups[0]].armor - strength < SIDES:
                return True
        return False

    # --- hit dice

    def fire(self, spread: Spread, volley: Volley, number: int, first: bool) -> Spread:
        """XEN-SHOOT-01: the dice of one volley, their hits on models, the saves."""
        states = [s._replace(system_hits=0) if first else s for s in spread]
        lethal = self.could_kill(volley, volley.strength)
        landed = (
            self.blast(states, spread, volley, lethal) if volley.aoe else self.shots(states, spread, volley, lethal)
        )
        placed = self.placed(merged(landed), volley, number)
        return self.saved(placed, volley, number)

    def shots(self, states: list[State], spread: Spread, volley: Volley, lethal: bool) -> list[tuple[Landed, float]]:
        low, high = self.weights(volley)
        apart = volley.suppresses and self.say.says("suppression-weapon-count", "per-firing-weapon")
        weapons = volley.weapons if apart else 1
        row = Fire(weapons, volley.dice // weapons, volley.dice % weapons, low, high, OF)
        drawn = self.carrier.draw(FIRE, [row] * len(states), list(spread.values()))
        out = []
        for state, weight, rolled in zip(states, spread.values(), drawn, strict=True):
            for (lows, highs, struck), chance in rolled:
                counted = self.counted(state, volley, lows + highs, lows + highs, struck, 0, lethal)
                out.append((Landed(counted, lows, highs), weight * chance))
        return out

    def blast(self, states: list[State], spread: Spread, volley: Volley, lethal: bool) -> list[tuple[Landed, float]]:
        """XEN-AOE-01 to -04: dice with an area of effect; their hits ignore aspects (XEN-ALLOC-04)."""
        say, most = self.say, sum(self.alive)
        accuracy = volley.accuracy + self.highest
        splash = volley.aoe * int(say["splash_hits_per_d3"])
        row = Blast(
            dice=volley.dice,
            dice_a_weapon=volley.dice_a_weapon,
            hit=hit_weight(accuracy, volley.table, say),
            near=near_weight(accuracy, volley.table, say),
            of=OF,
            d3s=volley.aoe,
            area=AREA[say.rulings["xd3-roll"]],
            area_faces=AREA_FACES,
            halved_faces=SIDES,
            divisor=DIVISOR,
            most=most,
            splash=min(most, splash) if most == 1 or say.says("splash-cap", "capped") else splash,
            splash_counts=int(say.says("splash-counts", "yes")),
        )
        drawn = self.carrier.draw(BLAST, [row] * len(states), list(spread.values()))
        out = []
        for state, weight, rolled in zip(states, spread.values(), drawn, strict=True):
            for (hits, dice, counting, struck), chance in rolled:
                counted = self.counted(state, volley, hits, counting, struck, dice, lethal)
                out.append((Landed(counted, 0, hits), weight * chance))
        return out

    def counted(
        self, state: State, volley: Volley, hits: int, counting: int, weapons: int, dice: int, lethal: bool
    ) -> State:
        """XEN-SUP-05, XEN-SUP-08: what the test will ask about these hits."""
        system = state.system_hits
        if volley.suppresses:
            option = self.say.rulings["suppression-weapon-count"]
            new = {"per-hit": counting, "per-system": min(1, counting), "per-firing-weapon": weapons}[option]
            most = {"per-hit": system + new, "per-system": 1, "per-firing-weapon": volley.most_weapons}[option]
            system = min(most, system + new)
        by_hits = self.say.says("threshold-aoe-volume", "hit")
        return state._replace(
            hits=state.hits + hits,
            struck=state.struck or (lethal and counting > 0),
            traits=state.traits + system - state.system_hits,
            system_hits=system,
            volume=state.volume + volley.aoe * dice * by_hits,
        )

    # --- who is hit

    def allotted(self, landed: Landed, volley: Volley) -> Allotted:
        """XEN-ALLOC-02 to -04; directed fire serves its own pools only."""
        low, high, served = landed.low, landed.high, landed.state.served
        lows = tuple(not volley.aoe and pool.aspect < self.aspect(volley) for pool in self.pools)
        chosen = self.chosen(volley)
        if chosen is None:
            return allot(low, high, self.models, served, lows)
        if self.restricted(volley) is not None:
            return self.inside(chosen, 0, low + high, served, (False,) * len(lows))
        to_low = all(is_low for is_low, meant in zip(lows, chosen, strict=True) if meant)
        meant = self.inside(chosen, 0, low if to_low else low + high, served, (False,) * len(lows))
        if not to_low or not high:
            return meant
        others = self.inside(tuple(not is_low for is_low in lows), 0, high, meant.served, (False,) * len(lows))
        taken = tuple(a + b for a, b in zip(meant.taken, others.taken, strict=True))
        return Allotted(taken, (*meant.rests, *others.rests), others.served)

    def inside(self, chosen: tuple[bool, ...], low: int, high: int, served: Counts, lows: tuple[bool, ...]) -> Allotted:
        """Passes over some of the pools; what was served elsewhere stays."""
        models = tuple(m * c for m, c in zip(self.models, chosen, strict=True))
        found = allot(low, high, models, tuple(s * c for s, c in zip(served, chosen, strict=True)), lows)
        kept = tuple(new if c else old for new, old, c in zip(found.served, served, chosen, strict=True))
        return Allotted(found.taken, found.rests, kept)

    def placed(self, landed: Spread, volley: Volley, number: int) -> list[tuple[State, Counts, float]]:
        """Hits by pool, with what an incomplete pass leaves open (ruling allocation-remainder)."""
        out: list[tuple[State, Counts, float]] = []
        for (state, *dice), weight in landed.items():
            found = self.allotted(Landed(state, *dice), volley)
            for ways, chance in self.ways(state, found, number, weight):
                taken, served = list(found.taken), list(found.served)
                for rest, way in zip(found.rests, ways, strict=True):
                    for pool, n in enumerate(way[: len(taken)]):
                        taken[pool] += n
                        served[pool] += n * rest.serves
                out.append((state._replace(served=tuple(served)), tuple(taken), weight * chance))
        return out

    def ways(self, state: State, found: Allotted, number: int, weight: float) -> list[tuple[tuple[Counts, ...], float]]:
        """How the open hits are split: one way, or those that chance may take."""
        option, rests = self.say.rulings["allocation-remainder"], found.rests
        if all(len(splits(rest)) == 1 for rest in rests):
            return [(tuple(splits(rest)[0] for rest in rests), 1.0)]
        if option == "alternate-types":
            return [(tuple(alternating(rest) for rest in rests), 1.0)]
        if option == "proportional":
            return [(tuple(proportional(rest) for rest in rests), 1.0)]
        if option == "defender-picks":
            return [(self.picked(state, found, number), 1.0)]
        parts: list[tuple[tuple[Counts, ...], float]] = [((), 1.0)]
        for rest in rests:
            row = Place(rest.hits, *(*rest.room, 0, 0, 0, 0)[:MOST_GROUPS])
            drawn = self.carrier.draw(PLACE, [row] * len(parts), [weight * p for _, p in parts])
            parts = [
                ((*ways, way), p * chance)
                for (ways, p), rolled in zip(parts, drawn, strict=True)
                for way, chance in rolled
            ]
        return parts

    def picked(self, state: State, found: Allotted, number: int) -> tuple[Counts, ...]:
        """The owner's split: the fewest expected VP lost; ties: the pool listed first takes more."""
        best: tuple[float, Counts, tuple[Counts, ...]] | None = None
        for ways in product(*(splits(rest) for rest in found.rests)):
            taken = tuple(t + sum(way[pool] for way in ways) for pool, t in enumerate(found.taken))
            value = self.expected_loss(with_kept(state, taken, number).kept)
            order = tuple(-n for n in taken)
            if best is None or value < best[0] - TIE or (value <= best[0] + TIE and order < best[1]):
                best = (value, order, ways)
        assert best is not None
        return best[2]

    def expected_loss(self, kept: tuple[Kept, ...]) -> float:
        """VP that these hits cost on average, before any save is rolled."""
        if self.spills:
            return self.mean_vp(kept)
        parts = 0.0
        for pool, own in enumerate(kept):
            if (pool, own) not in self.losses:
                alone = tuple(own if index == pool else () for index in range(len(kept)))
                self.losses[pool, own] = self.mean_vp(alone)
            parts += self.losses[pool, own]
        return parts

    def mean_vp(self, kept: tuple[Kept, ...]) -> float:
        if not isinstance(self.carrier, Exact):
            exact = Phase(self.plan, self.alive, self.say, Exact())
            return exact.mean_vp(kept)
        state = self.untouched()._replace(kept=kept)
        found = self.fallen({state: 1.0})
        return float(sum(w * sum(g.vp * n for g, n in zip(self.groups, s.lost, strict=True)) for s, w in found.items()))

    # --- saves

    def faces(self, group: int, volley: Volley) -> tuple[int, int, int]:
        return self.groups[group].unsaved(volley.strength, volley.breaker, volley.ignores_cover)

    def open_first(self, members: tuple[int, ...], room: Counts, hits: int, volley: Volley) -> OpenFirst:
        """Ruling split-cover = open-first: cover is rolled last, and only where no model in less cover is left."""
        bare = [self.faces(g, volley)[0] for g in members]
        _, shield, armor = self.faces(members[0], volley)
        rooms = (*room, 0, 0, 0, 0)[:MOST_GROUPS]
        bares = (*bare, 0, 0, 0, 0)[:MOST_GROUPS]
        return OpenFirst(*(hits, shield * armor, SIDES**2, *rooms, *bares, SIDES))

    def saved(self, placed: list[tuple[State, Counts, float]], volley: Volley, number: int) -> Spread:
        """XEN-SAVE-01, XEN-ALLOC-05: saves at once where only one pool is there, else when all hits are placed."""
        if self.waits:
            return merged([(with_kept(state, taken, number), weight) for state, taken, weight in placed])
        done = self.pool_saves([(state, taken[0], weight) for state, taken, weight in placed], self.pools[0], volley)
        return merged(done)

    def pool_saves(
        self, placed: list[tuple[State, int, float]], pool: Pool, volley: Volley
    ) -> list[tuple[State, float]]:
        """Hits of one volley on one pool."""
        out = [(state, weight) for state, hits, weight in placed if not hits]
        hit = [item for item in placed if item[1]]
        rows: list[tuple[int, ...]] = []
        single = len(pool.groups) == 1
        for state, hits, _ in hit:
            room = tuple(self.alive[g] - state.lost[g] for g in pool.groups)
            if single:
                unsaved = prod(self.faces(pool.groups[0], volley))
                rows.append(Saves(hits, unsaved, SIDES**3, hits if self.spills else room[0]))
            else:
                rows.append(self.open_first(pool.groups, room, hits, volley))
        drawn = self.carrier.draw(SAVES if single else OPEN_FIRST, rows, [w for *_, w in hit])
        for (state, _, weight), rolled in zip(hit, drawn, strict=True):
            out += [(self.with_lost(state, pool.groups, lost), weight * chance) for lost, chance in rolled]
        return out

    def with_lost(self, state: State, groups: tuple[int, ...], lost: tuple[int, ...]) -> State:
        """XEN-ALLOC-05: models removed; what exceeds a pool is lost, or falls on the cheapest models elsewhere."""
        now, over = list(state.lost), 0
        for group, n in zip(groups, lost, strict=False):
            room = self.alive[group] - now[group]
            now[group] += min(room, n)
            over += max(0, n - room)
        for group in sorted(range(len(now)), key=lambda g: self.groups[g].vp) if over else ():
            more = min(over, self.alive[group] - now[group])
            now[group] += more
            over -= more
        return state._replace(lost=tuple(now))

    def fallen(self, spread: Spread) -> Spread:
        """The saves that waited, pool by pool."""
        for index, pool in enumerate(self.pools):
            out: list[tuple[State, float]] = []
            for state, weight in spread.items():
                kept, bare = state.kept[index], without(state, index)
                if self.by_model and len(pool.groups) == 1:
                    out += self.models_fallen({bare: weight}, pool, kept).items()
                    continue
                parts: Spread = {bare: weight}
                for hits, number in kept:
                    placed = [(s, hits, w) for s, w in parts.items()]
                    parts = merged(self.pool_saves(placed, pool, self.plan.volleys[number]))
                out += parts.items()
            spread = merged(out)
        return spread

    def models_fallen(self, parts: Spread, pool: Pool, kept: Kept) -> Spread:
        """Ruling hits-pooled = per-model: models that were hit alike, volley after volley those that still stand."""
        group = pool.groups[0]
        for models, profile in hit_classes(kept, pool.models):
            standing: Spread = {(state, models): weight for state, weight in parts.items()}
            for n, (_, number) in zip(profile, kept, strict=True):
                unsaved = prod(self.faces(group, self.plan.volleys[number]))
                rows = [Models(left, n, unsaved, SIDES**3) for _, left in standing]
                drawn = self.carrier.draw(MODELS, rows, list(standing.values()))
                after = []
                for ((state, left), weight), rolled in zip(standing.items(), drawn, strict=True):
                    for (lost,), chance in rolled:
                        after.append(((self.with_lost(state, (group,), (lost,)), left - lost), weight * chance))
                standing = merged(after)
            parts = merged([(state, weight) for (state, _), weight in standing.items()])
        return parts

    # --- the phase

    def untouched(self) -> State:
        pools = len(self.pools)
        return State(0, False, 0, 0, 0, (0,) * len(self.groups), (0,) * pools, ((),) * pools)

    def run(self, weight: float) -> Spread:
        """All volleys, in the order of the weapons."""
        spread: Spread = {self.untouched(): weight}
        system = -1
        for number, volley in enumerate(self.plan.volleys):
            spread = self.fire(spread, volley, number, volley.system != system)
            system = volley.system
        spread = merged([(s._replace(served=()), w) for s, w in spread.items()])
        spread = self.fallen(spread) if self.waits else spread
        return merged([(s._replace(served=(), system_hits=0), w) for s, w in spread.items()])

    def incoming(self, state: State) -> Incoming:
        """XEN-SUP-01, XEN-SUP-03, XEN-SUP-04: the fire as the test counts it."""
        say, shots, harmless, volume, lethal = self.say, 0, 0, 0, False
        before = say.says("shots-after-focus", "before")
        aoe_counts = say.says("threshold-aoe-shots", "yes-if-lethal")
        for volley in self.plan.volleys:
            n = volley.shots if before else volley.dice
            kills = self.could_kill(volley, volley.strength)
            shots += n * (kills and (aoe_counts or not volley.aoe))
            harmless += n * (not kills and not volley.aoe)
            volume += volley.aoe * volley.dice
            lethal = lethal or kills
        volume = state.volume if say.says("threshold-aoe-volume", "hit") else volume
        return Incoming(
            shots=shots,
            harmless=harmless,
            aoe_d3=volume,
            models=sum(self.alive),
            units=self.plan.units,
            lethal=lethal,
            hit=state.struck,
            casualty=any(state.lost),
            trait_hits=state.traits,
        )


def with_kept(state: State, taken: Counts, number: int) -> State:
    """Hits of a volley put aside, by pool."""
    kept = tuple((*own, (hits, number)) if hits else own for own, hits in zip(state.kept, taken, strict=True))
    return state._replace(kept=kept)


def without(state: State, pool: int) -> State:
    return state._replace(kept=(*state.kept[:pool], (), *state.kept[pool + 1 :]))


def hit_classes(kept: Kept, models: int) -> list[tuple[int, Counts]]:
    """How many models took how many hits of each volley, dealt one after the other."""
    profiles: dict[Counts, int] = {}
    for model in range(models):
        first, profile = 0, []
        for hits, _ in kept:
            profile.append((first + hits - model + models - 1) // models - (first - model + models - 1) // models)
            first += hits
        profiles[tuple(profile)] = profiles.get(tuple(profile), 0) + 1
    return [(count, profile) for profile, count in profiles.items() if any(profile)]


def sheltered(groups: tuple[Group, ...], left: Counts, dug_in: bool, say: Settings) -> bool:
    """XEN-SUP-09: dug in, or most of those who are left in hard or fortified cover."""
    strong = sum(n for group, n in zip(groups, left, strict=True) if group.strong)
    return dug_in or (strong > 0 and (2 * strong > sum(left) or say.says("cover-majority", "any")))


def run_shooting(plan: ShootingPlan, say: Settings, carrier: Carrier, weight: float) -> Spread:
    """Phase after phase; a unit that is wiped out is fired at no more."""
    total = sum(g.models for g in plan.groups)
    spread: Spread = {Target(tuple(g.models for g in plan.groups), plan.cp, 0, 0): weight}
    for _ in range(plan.phases):
        known: dict[tuple[Counts, int], list[tuple[Target, float]]] = {}
        after: list[tuple[Target, float]] = []
        for target, w in spread.items():
            if not any(target.alive):
                after.append((target, w))
                continue
            key = (target.alive, target.cp)
            if not carrier.joins or key not in known:
                share = 1.0 if carrier.joins else w
                known[key] = [(t, p / share) for t, p in one_phase(plan, key, say, carrier, share)]
            for then, p in known[key]:
                gained = then._replace(hits=target.hits + then.hits, suppressed=target.suppressed + then.suppressed)
                after.append((gained, w * p))
        spread = merged(after)
    fields = [((t.hits, total - sum(t.alive), t.suppressed), w) for t, w in spread.items()]
    return merged(fields if plan.tests else [((hits, lost), w) for (hits, lost, _), w in fields])


def one_phase(
    plan: ShootingPlan, key: tuple[Counts, int], say: Settings, carrier: Carrier, weight: float
) -> list[tuple[Target, float]]:
    """XEN-SUP-11: fire, then one test."""
    alive, cp = key
    phase = Phase(plan, alive, say, carrier)
    waiting, out = [], []
    for state, w in phase.run(weight).items():
        left = tuple(a - n for a, n in zip(alive, state.lost, strict=True))
        fire = phase.incoming(state)
        target = Target(left, cp, state.hits, 0)
        if not plan.tests or not any(left) or not test_is_due(fire, say):
            out.append((target, w))
            continue
        needed = fire_target(fire, sum(left), plan.starting, sheltered(plan.groups, left, plan.dug_in, say), say)
        waiting.append((target, w, test_row(FIRE_TEST, needed, say["sup_auto_pass"], cp, False, say)))
    drawn = carrier.draw(TEST, [m.row for *_, m in waiting], [w for _, w, _ in waiting])
    for (target, w, morale), rolled in zip(waiting, drawn, strict=True):
        for (failed, added), chance in rolled:
            spent = morale.before + added * morale.price
            out.append((target._replace(cp=cp - spent, suppressed=failed), w * chance))
    return out
