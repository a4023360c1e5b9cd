"""Xenocide: a close assault to its end, round after round.

Rules     XEN-CA-02, XEN-CA-06, XEN-CA-09, XEN-CA-14 to XEN-CA-19, XEN-CA-26, XEN-CA-27, XEN-CA-28, XEN-CP-05
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analysis.errors import Illegal, InputError
from analysis.families.xenocide.allocation import Counts
from analysis.families.xenocide.carrying import Carrier, Exact, Rolled, Spread, merged
from analysis.families.xenocide.fighters import (
    Band,
    Tally,
    assault_target,
    attacker_band,
    cads,
    defender_band,
    tally,
    weighed,
)
from analysis.families.xenocide.mixed import mixed_strike
from analysis.families.xenocide.morale import CLOSE, Morale, test_row
from analysis.families.xenocide.settings import SIDES, Settings
from analysis.scenarios import Scenario
from kernels.run import Chance, Choice, solve
from kernels.solving import HIGH, LOW
from kernels.xenocide.assault import STRIKE, Strike
from kernels.xenocide.morale import TEST

MOST_STATES = 20_000
NOBODY, ATTACKER, DEFENDER = 0, 1, 2


class State(NamedTuple):
    """Both sides between rounds."""

    attackers: Counts
    defenders: Counts
    attacker_markers: int
    defender_markers: int
    attacker_cp: int
    defender_cp: int


class After(NamedTuple):
    """A state after a round, and who has fled; `over` when no round follows."""

    state: State
    fled: int
    over: bool


def over(left: State, fled: int) -> After:
    """The end: markers and CP no longer matter, so that more ends are equal."""
    return After(State(left.attackers, left.defenders, 0, 0, 0, 0), fled, True)


@dataclass(frozen=True)
class AssaultPlan:
    attacker: Band
    defender: Band
    max_rounds: int


def assault_plan(scenario: Scenario, say: Settings) -> AssaultPlan:
    """A `close-assault` scenario, or Illegal with the reason."""
    if scenario.situation.get("reinforcements"):
        raise InputError("situation.reinforcements are not modelled")
    plan = AssaultPlan(
        attacker_band(scenario, say), defender_band(scenario, say), scenario.situation.get("max_rounds", 20)
    )
    for name, band in (("attacker", plan.attacker), ("defender", plan.defender)):
        allowed = tally(band, band.models, band.markers, say).allowance
        if isinstance(band.defence_dice, int) and band.defence_dice > allowed:
            raise Illegal(f"policy.{name}.defence_dice is {band.defence_dice}, its pool allows {allowed}")
    return plan


class Assault:
    """One assault: its rounds, and the choices in them."""

    def __init__(self, plan: AssaultPlan, say: Settings, carrier: Carrier) -> None:
        self.plan, self.say, self.carrier = plan, say, carrier
        self.exact = carrier if isinstance(carrier, Exact) else Exact()
        self.splits: dict[tuple[Counts, Counts, bool, bool], tuple[int, int]] = {}
        self.known: dict[tuple[State, bool], list[tuple[After, float]]] = {}
        self.tests: dict[tuple[int, Counts, Counts, Counts, int, bool], Morale] = {}
        self.ends: dict[tuple[Counts, Counts, int], tuple[int, ...]] = {}
        self.recounts = say.says("strike-back-dice", "recount-survivors")
        self.began = sum(plan.attacker.models), sum(plan.defender.models)

    def start(self) -> State:
        a, d = self.plan.attacker, self.plan.defender
        return State(a.models, d.models, a.markers, d.markers, a.cp, d.cp)

    # --- strikes

    def strike_row(self, band: Band, alive: Counts, markers: int, attack: int, defence: int) -> Strike:
        """XEN-CA-14, XEN-CA-15, XEN-CA-16: a strike at a side of one CAD."""
        (hit_at_least, dice_a_kill), say = cads(band, markers, self.say)[0], self.say
        shield = band.groups[0].shield
        return Strike(
            attack=attack,
            defence=defence,
            sides=SIDES,
            hit_at_least=hit_at_least,
            dice_a_kill=dice_a_kill,
            by_pairs=int(dice_a_kill > 1 and say.says("negation-66", "per-pair")),
            shield_a_hit=shield if shield and say.says("shield-in-ca", "save-per-hit") else 0,
            shield_a_casualty=shield if shield and say.says("shield-in-ca", "save-per-casualty") else 0,
            models=sum(alive),
        )

    def strikes(
        self,
        band: Band,
        alive: Counts,
        markers: int,
        dice: list[tuple[int, int]],
        weights: list[float],
        carrier: Carrier,
    ) -> list[Rolled]:
        """Models lost by group, for each number of attack and defence dice."""
        if len(band.groups) == 1:
            rows = [self.strike_row(band, alive, markers, a, d) for a, d in dice]
            return carrier.draw(STRIKE, rows, weights)
        if not isinstance(carrier, Exact):
            raise InputError("a mixed unit in a close assault is answered exactly only; ask without monte-carlo")
        own = cads(band, markers, self.say)
        return [mixed_strike(band, own, alive, a, d, self.say, carrier) for a, d in dice]

    def striking_back(self, dice: int, lost: Counts) -> int:
        """XEN-CA-18: the dice of step 2, or those of the survivors."""
        if not self.recounts:
            return dice
        return max(0, dice - sum(g.caa * n for g, n in zip(self.plan.defender.groups, lost, strict=True)))

    # --- defence dice

    def chosen_dice(self, state: State) -> tuple[int, int]:
        """XEN-CA-06, XEN-CA-09: defence dice of attacker and defender; the defender declares first."""
        key = (state.attackers, state.defenders, state.attacker_markers > 0, state.defender_markers > 0)
        if key not in self.splits:
            own, other = self.tallies(state)
            ours = options(self.plan.attacker.defence_dice, own.allowance)
            theirs = options(self.plan.defender.defence_dice, other.allowance)
            if len(ours) * len(theirs) == 1:
                self.splits[key] = ours[0], theirs[0]
            else:
                self.splits[key] = self.best_dice(state, own, other, ours, theirs)
        return self.splits[key]

    def tallies(self, state: State) -> tuple[Tally, Tally]:
        own = tally(self.plan.attacker, state.attackers, state.attacker_markers, self.say)
        other = tally(self.plan.defender, state.defenders, state.defender_markers, self.say)
        return own, other

    def best_dice(self, state: State, own: Tally, other: Tally, ours: list[int], theirs: list[int]) -> tuple[int, int]:
        """The round as a game: VP that the attacker loses less those that the defender loses."""
        values = self.round_values(state, own, other, ours, theirs)
        numbers = np.arange(values.size).reshape(values.shape)
        declares = Choice(HIGH, np.arange(len(theirs))[None, :])
        solved = solve([declares, Choice(LOW, numbers)], values.ravel())
        assert solved.choices[0] is not None
        assert solved.choices[1] is not None
        their = int(solved.choices[0][0])
        return ours[int(solved.choices[1][their])], theirs[their]

    def round_values(self, state: State, own: Tally, other: Tally, ours: list[int], theirs: list[int]) -> np.ndarray:  # type: ignore[type-arg]
        """Rows: what the defender declares; columns: what the attacker answers."""
        a, d = self.plan.attacker, self.plan.defender
        pairs = [(own.pool - x, y + other.bonus) for y in theirs for x in ours]
        first = self.strikes(d, state.defenders, state.defender_markers, pairs, [1.0] * len(pairs), self.exact)
        back: dict[tuple[int, int], float] = {}
        needed = []
        for (y, x), rolled in zip(((y, x) for y in theirs for x in ours), first, strict=True):
            for lost, _ in rolled:
                needed.append((self.striking_back(other.pool - y, lost), x + own.bonus))
        needed = list(dict.fromkeys(needed))
        drawn = self.strikes(a, state.attackers, state.attacker_markers, needed, [1.0] * len(needed), self.exact)
        for dice, rolled in zip(needed, drawn, strict=True):
            back[dice] = sum(vp_of(a, lost) * chance for lost, chance in rolled)
        values = []
        for (y, x), rolled in zip(((y, x) for y in theirs for x in ours), first, strict=True):
            value = 0.0
            for lost, chance in rolled:
                answer = back[(self.striking_back(other.pool - y, lost), x + own.bonus)]
                value += chance * (answer - vp_of(d, lost))
            values.append(value)
        return np.array(values).reshape(len(theirs), len(ours))

    # --- a round

    def round(self, state: State, late: bool, weight: float) -> list[tuple[After, float]]:
        """XEN-CA-02: strike, strike back, tests, flight."""
        if self.carrier.joins and (state, late) in self.known:
            return [(after, weight * p) for after, p in self.known[state, late]]
        own, other = self.tallies(state)
        ours, theirs = self.chosen_dice(state)
        a, d = self.plan.attacker, self.plan.defender
        dice = (own.pool - ours, theirs + other.bonus)
        first = self.strikes(d, state.defenders, state.defender_markers, [dice], [weight], self.carrier)[0]
        back = [(self.striking_back(other.pool - theirs, lost), ours + own.bonus) for lost, _ in first]
        shares = [weight * p for _, p in first]
        second = self.strikes(a, state.attackers, state.attacker_markers, back, shares, self.carrier)
        struck: Spread = {}
        for (lost, _), share, rolled in zip(first, shares, second, strict=True):
            for own_lost, p in rolled:
                struck[own_lost, lost] = struck.get((own_lost, lost), 0.0) + share * p
        found = list(merged(self.tested(state, struck, late)).items())
        if self.carrier.joins:
            self.known[state, late] = [(after, p / weight) for after, p in found]
        return found

    def tested(self, state: State, struck: Spread, late: bool) -> list[tuple[After, float]]:
        """XEN-CA-19, XEN-CA-26: both sides test if both are still there."""
        out: list[tuple[After, float]] = []
        waiting: list[tuple[State, Morale, Morale, float]] = []
        for (own_lost, lost), weight in struck.items():
            attackers = tuple(n - k for n, k in zip(state.attackers, own_lost, strict=True))
            defenders = tuple(n - k for n, k in zip(state.defenders, lost, strict=True))
            left = State(attackers, defenders, *state[2:])
            if not any(left.attackers) or not any(left.defenders):
                out.append((over(left, NOBODY), weight))
            else:
                waiting.append((left, *self.morale(left, own_lost, lost, late), weight))
        rolled = self.carrier.draw(TEST, [m.row for _, m, _, _ in waiting], [w for *_, w in waiting])
        second: list[tuple[State, bool, Morale, float]] = []
        for (left, own, other, weight), results in zip(waiting, rolled, strict=True):
            for (failed, added), p in results:
                after = left._replace(
                    attacker_cp=left.attacker_cp - own.before - added * own.price,
                    attacker_markers=left.attacker_markers + failed * self.say["markers_per_failure"],
                )
                second.append((after, bool(failed), other, weight * p))
        rolled = self.carrier.draw(TEST, [m.row for _, _, m, _ in second], [w for *_, w in second])
        for (left, own_failed, other, weight), results in zip(second, rolled, strict=True):
            for (failed, added), p in results:
                after = left._replace(
                    defender_cp=left.defender_cp - other.before - added * other.price,
                    defender_markers=left.defender_markers + failed * self.say["markers_per_failure"],
                )
                out.append((self.flight(after, own_failed, bool(failed)), weight * p))
        return out

    def morale(self, left: State, own_lost: Counts, lost: Counts, late: bool) -> tuple[Morale, Morale]:
        """The tests of attacker and defender."""
        own = (ATTACKER, left.attackers, own_lost, left.defenders, left.attacker_cp, late)
        other = (DEFENDER, left.defenders, lost, left.attackers, left.defender_cp, late)
        for key in (own, other):
            if key not in self.tests:
                self.tests[key] = self.test(*key)
        return self.tests[own], self.tests[other]

    def test(self, side: int, alive: Counts, lost: Counts, enemies: Counts, cp: int, late: bool) -> Morale:
        """What one side has to reach, with these losses of the round."""
        a, d = self.plan.attacker, self.plan.defender
        band, enemy = (a, weighed(d, enemies)) if side == ATTACKER else (d, weighed(a, enemies))
        began = tuple(n - k for n, k in zip(band.models, alive, strict=True))
        whole = began != lost and self.say.says("ca-casualty-window", "whole-assault")
        target = assault_target(band, alive, began if whole else lost, enemy, late, self.say)
        return test_row(CLOSE, target, self.say["ca_auto_pass"], cp, False, self.say)

    def flight(self, left: State, own_failed: bool, failed: bool) -> After:
        """XEN-CA-27: marked attackers flee first; marked defenders only from an attacker without markers."""
        if self.flees(left.attacker_markers > 0, own_failed):
            return over(left, ATTACKER)
        if self.flees(left.defender_markers > 0, failed):
            return over(left, DEFENDER)
        return After(left, NOBODY, False)

    def flees(self, marked: bool, failed: bool) -> bool:
        """Ruling premarked-flee: do old markers count, or the test that was just made?"""
        return failed if marked == failed or self.say.says("premarked-flee", "stay") else marked

    # --- the assault

    def run(self, weight: float) -> tuple[Spread, float]:
        """Outcomes, and the weight of what is unfinished after the last round."""
        retreats = Retreats(self)
        going: Spread = {self.start(): weight}
        ended: Spread = {}
        for number in range(1, self.plan.max_rounds + 1):
            still: Spread = {}
            for state, w in going.items():
                for after, share in self.round(state, number > 1, w):
                    left, fled, over = after
                    fled = fled if over else retreats.who(number, left)
                    into, key = (ended, self.outcome(left, fled, number)) if over or fled else (still, left)
                    if share:
                        into[key] = into.get(key, 0.0) + share
            going = still
            if not going:
                break
        cut = sum(going.values())
        for state, w in going.items():
            key = self.outcome(state, NOBODY, self.plan.max_rounds)
            ended[key] = ended.get(key, 0.0) + w
        return ended, cut

    def outcome(self, state: State, fled: int, rounds: int) -> tuple[int, ...]:
        """What the pipeline tells of an end; the rounds apart, it is found once for each end."""
        end = (state.attackers, state.defenders, fled)
        if end not in self.ends:
            own, other = self.began
            lost = own - sum(state.attackers), other - sum(state.defenders)
            self.ends[end] = (*lost, int(fled == ATTACKER), int(fled == DEFENDER))
        return (*self.ends[end], rounds)


def options(policy: str | int, allowance: int) -> list[int]:
    """The numbers of defence dice that a policy weighs, fewer first."""
    if isinstance(policy, int):
        return [min(policy, allowance)]
    return {"none": [0], "max": [allowance], "best": list(range(allowance + 1))}[policy]


def vp_of(band: Band, lost: Counts) -> int:
    return sum(g.vp * n for g, n in zip(band.groups, lost, strict=True))


class Retreats:
    """XEN-CA-28: who goes after a round; `best` is solved over all rounds that may follow."""

    def __init__(self, assault: Assault) -> None:
        self.assault = assault
        self.policies = (assault.plan.attacker.retreat, assault.plan.defender.retreat)
        self.numbers: dict[State, int] = {}
        self.tables: list[tuple[np.ndarray, np.ndarray]] = []  # type: ignore[type-arg]
        if "best" in self.policies and "always" not in self.policies:
            self.solve()

    def who(self, number: int, state: State) -> int:
        """Who retreats after round `number`."""
        if self.policies[0] == "always":
            return ATTACKER
        if self.tables and number < self.assault.plan.max_rounds:
            own, other = self.tables[number - 1]
            index = self.numbers[state]
            return ATTACKER if own[index] else DEFENDER if other[index] else NOBODY
        return DEFENDER if self.policies[1] == "always" else NOBODY

    def reached(self) -> list[list[tuple[int, float, float]]]:
        """Every state that a round may follow, with links: where it leads (-1: the end), chance, VP."""
        exact = Assault(self.assault.plan, self.assault.say, self.assault.exact)
        exact.splits = self.assault.splits
        waiting = [s.state for s, _ in exact.round(exact.start(), False, 1.0) if not s.over]
        links: list[list[tuple[int, float, float]]] = []
        self.numbers = {state: i for i, state in enumerate(dict.fromkeys(waiting))}
        for state in (queue := list(self.numbers)):
            links.append([])
            for after, p in exact.round(state, True, 1.0):
                if not after.over and after.state not in self.numbers:
                    self.numbers[after.state] = len(queue)
                    queue.append(after.state)
                to = -1 if after.over else self.numbers[after.state]
                links[-1].append((to, p, self.gain(state, after.state)))
            if len(queue) > MOST_STATES:
                raise InputError("retreat = best would weigh too many states; name never or always")
        return links

    def gain(self, before: State, after: State) -> float:
        """VP that the attacker lost in a round, less those of the defender."""
        plan = self.assault.plan
        own = vp_of(plan.attacker, tuple(n - k for n, k in zip(before.attackers, after.attackers, strict=True)))
        other = vp_of(plan.defender, tuple(n - k for n, k in zip(before.defenders, after.defenders, strict=True)))
        return float(own - other)

    def solve(self) -> None:
        """Backward from the last round: the attacker decides, then the defender, then the dice."""
        links = self.reached()
        over, n = len(links), len(links) + 1
        flat = [(i, over if to < 0 else to, p, gain) for i, own in enumerate(links) for to, p, gain in own]
        flat.append((over, over, 1.0, 0.0))
        source, to, chances, gains = (np.array(column) for column in zip(*flat, strict=True))
        dice = Chance(n, source, to, chances, gains[:, None])
        stay, leave = np.arange(n), np.full(n, over)
        either = np.stack([stay, leave], axis=1)
        own = Choice(LOW, either if self.policies[0] == "best" else stay[:, None])
        other = Choice(HIGH, either if self.policies[1] == "best" else stay[:, None])
        rounds = self.assault.plan.max_rounds - 1
        solved = solve([own, other, dice] * rounds, np.zeros(n))
        for first in range(0, 3 * rounds, 3):
            mine, theirs = solved.choices[first], solved.choices[first + 1]
            assert mine is not None
            assert theirs is not None
            self.tables.append((mine, theirs))


def run_assault(plan: AssaultPlan, say: Settings, carrier: Carrier, weight: float) -> tuple[Spread, float]:
    return Assault(plan, say, carrier).run(weight)
