"""Xenocide 0.34: exact odds of shooting, suppression, rally and close assault, by counting dice.

An oracle: written from the rules texts alone, plain rather than fast, every number a Fraction.
`odds(scenario)` takes a scenario as a nested dict of the TOML shape (stats and weapons inline) and returns
the joint distribution:

    shooting       (hits, casualties, suppressed)
    overwatch      (hits, casualties)
    suppression    (suppressed,)
    rally          (markers,)
    close-assault  (attacker_casualties, defender_casualties, attacker_fled, defender_fled, rounds)

A close assault that `max_rounds` may cut off has one more key, ("unfinished",): the share of outcomes that
were cut off, which also stand in the table. It is left out where that share is 0.
`long_run(scenario)` gives the share of activations that the target of a `shooting` scenario spends
suppressed. A scenario that the rules forbid raises `Illegal`.

Keys beyond those of the contract:
    situation.directed_at   shooting: the target group, from 1, at which a CP of the attacker directs the fire
    situation.shots_fired   suppression: all shots, harmless ones too (default: shots)
    situation.aoe_d3_hit    suppression: the d3 of AOE dice that hit (default: aoe_d3)
    situation.support       long_run: as in rally
    stats.dig_in            a vehicle that may dig in
    attacker.groups         close-assault: a mixed attacker, as target.groups
    attacker.deployed       close-assault: out of a transport, so disadvantaged in round 1
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, comb, factorial, floor, prod
from typing import NamedTuple

RULESET = "xenocide-0.34"

FIELDS = {
    "shooting": ("hits", "casualties", "suppressed"),
    "overwatch": ("hits", "casualties"),
    "suppression": ("suppressed",),
    "rally": ("markers",),
    "close-assault": (
        "attacker_casualties",
        "defender_casualties",
        "attacker_fled",
        "defender_fled",
        "rounds",
    ),
}
UNFINISHED = ("unfinished",)

# Rulings that can be chosen; the default comes first.
RULINGS = {
    "cp-suppression-die": ("split-by-test", "add-after", "keep-best-two"),
    "natural-11-12": ("base-two-dice", "final-total"),
    "cp-die-repeat": ("once", "unlimited"),
    "cp-hit-direction": ("restrict-before-roll", "allocate-after-roll"),
    "directed-fire-aspect": ("chosen-pool", "highest-in-unit"),
    "assault-orders-shooting": ("no-shooting", "may-shoot"),
    "firing-orders-ca": ("initiator-only", "never", "always"),
    "dug-in-duration": ("until-move-flee-or-attack", "one-turn"),
    "dig-in-hard": ("any-but-fortified", "open-soft-only"),
    "dig-in-vehicle-open": ("save-1", "save-0", "save-2"),
    "natural-limits": ("none", "six-misses"),
    "suppression-accuracy": ("per-marker", "flat"),
    "reroll-suppressed-aoe": ("yes", "no"),
    "low-aspect-nonpositive": ("roll-second-die", "cannot-be-hit"),
    "xd3-roll": ("per-die-d3", "sum-halved-up", "sum-halved-down"),
    "splash-cap": ("capped", "uncapped"),
    "splash-nonpositive": ("deciding-die", "first-die", "none"),
    "splash-counts": ("yes", "no"),
    "focus-fire-scope": ("one-step-any-strength", "s0-only", "chain"),
    "focus-fire-pool": ("per-unit-per-system", "per-model"),
    "allocation-remainder": ("defender-picks", "alternate-types", "proportional", "random"),
    "split-cover": ("separate-pools", "open-first"),
    "excess-hits": ("lost", "spill"),
    "hits-pooled": ("pooled", "per-model"),
    "threshold-penetration": ("yes", "no"),
    "threshold-aoe-volume": ("fired", "hit"),
    "threshold-aoe-shots": ("yes-if-lethal", "no"),
    "could-kill": ("hit-and-armor", "strength-only"),
    "shots-after-focus": ("after", "before"),
    "suppression-weapon-count": ("per-firing-weapon", "per-system", "per-hit"),
    "below-half": ("strict-after-casualties", "at-most-half"),
    "suppression-pass-direction": ("high-passes", "high-fails"),
    "cover-majority": ("strict-majority-of-survivors", "any"),
    "rally-auto-pass": ("no", "yes"),
    "third-rounding": ("floor", "ceil", "nearest", "keep-floor"),
    "half-rounding": ("capped-at-third", "floor-half"),
    "disadvantage-stacking": ("once", "multiply"),
    "disadvantage-cad": ("suppression-only", "any"),
    "strike-back-dice": ("tally-stands", "recount-survivors"),
    "negation-policy": ("defender-optimal", "high-first", "max-count"),
    "negation-66": ("before-pairing", "per-pair"),
    "suppressed-66-cad": ("level-down", "five-five", "unchanged"),
    "building-66-cad": ("stays-66", "becomes-6", "becomes-666"),
    "cad-floor": ("none", "two"),
    "fortified-cad": ("yes", "no"),
    "shield-in-ca": ("save-per-casualty", "save-per-hit", "none"),
    "casualty-policy": ("min-vp", "cheapest-first", "random"),
    "ca-casualty-mods": ("cumulative", "highest-only"),
    "ca-casualty-window": ("whole-assault", "this-round"),
    "premarked-flee": ("flee", "stay"),
}

# Rulings with one modelled option. Those that touch none of these pipelines are left out.
FIXED = {
    "stealth-spotting": "shooter-unit",
    "spotter-vs-recon": "same",
    "multi-type-benefits": "union",
    "cover-names": "synonyms",
    "cover-modifies-accuracy": "save-only",
    "reroll-table": "at-most",
    "aspect-basis": "visible",
    "aoe-cap-basis": "volley-start",
    "aoe-unseen": "yes",
    "art-spot-range": "24",
    "art-recon-range": "same-range",
    "art-implies-aoe": "no",
    "focus-fire-aoe": "no",
    "allocation-strength": "system-by-system",
    "save-order": "cover-shield-armor",
    "visible-cap": "capped",
    "volley-simultaneity": "sequential",
    "test-scope": "per-phase",
    "non-broken": "unsuppressed",
    "overwatch-timing": "instead-of-shooting",
    "overwatch-carry": "no",
    "rally-titan-dice": "no",
    "rally-support": "any",
    "engagement-distance": "six-for-dice-four-for-contact",
    "third-scope": "unit",
    "infantry-bonus-count": "whole-unit-at-tally",
    "defence-pool-multi": "one-pool-all-attackers",
    "cad-mod-order": "net-first",
    "attacker-dug-in": "defender-only",
    "casualty-die-loss": "no-equal-or-lower",
    "casualty-pool": "any-in-unit",
    "sixes-pool": "pooled-this-round",
    "outnumber-count": "all-in-units",
    "weight-half": "no",
    "weight-6666": "four",
    "retreat-step": "step-9",
    "round-cap": "none",
    "high-units-ca": "no",
    "both-wiped": "no-winner",
    "titan-half": "never",
}

CONSTANTS = {
    "cp_direct_fire": 1,
    "cp_suppression_die": 1,
    "cp_rally_dice": 1,
    "sup_acc_penalty": 1,
    "low_acc_reroll": {"0": 4, "-1": 2, "-2": 1},
    "acc_floor": -3,
    "stealth_range": 12,
    "focus_ratio": 3,
    "focus_strength_step": 1,
    "cover_soft": 1,
    "cover_hard": 2,
    "cover_fort": 3,
    "infantry_cover_bonus": 1,
    "dug_in_cover_bonus": 1,
    "dug_in_open": 2,
    "splash_miss_margin": 1,
    "splash_hits_per_d3": 1,
    "art_direct": 3,
    "art_indirect": 1,
    "art_spotted": 2,
    "thr_shots": 4,
    "thr_per_model": 1,
    "thr_aoe_d3": 2,
    "sup_base": 3,
    "sup_per_unit": 1,
    "sup_heavy": 1,
    "heavy_shots": 10,
    "heavy_aoe_d3": 5,
    "sup_hit": 1,
    "sup_casualty": 1,
    "sup_below_half": 1,
    "sup_trait": 1,
    "sup_cover": -1,
    "sup_auto_pass": 11,
    "markers_per_failure": 1,
    "sup_cad_penalty": 1,
    "rally_base": 6,
    "rally_support": 1,
    "rally_fail_floor": 1,
    "dig_cad_bonus": 1,
    "bld_cad": 1,
    "def_share": "1/3",
    "infantry_def_per": 2,
    "disadv_loss": "1/3",
    "disadv_def_share": "1/2",
    "sixes": {"66": 2, "666": 3, "6666": 4},
    "cad_cap": 6,
    "ca_sup_base": 3,
    "ca_cas_steps": {"1": 1, "2": 1, "4": 1},
    "ca_below_half": 1,
    "ca_outnumber": 1,
    "outnumber_ratio": 2,
    "ca_late_round": 1,
    "ca_cover": -1,
    "ca_weight": {"66": 2, "666": 3, "6666": 4},
    "ca_auto_pass": 11,
    "titan_sup_dice": 3,
    "titan_sup_keep": 2,
}

COVERS = ("none", "soft", "hard", "fortified")
ORDERS = ("fire-and-move", "move-and-fire", "assault")
SPECIALS = ("suppression", "shield-breaker", "ignores-cover")
LEVELS = (66, 666, 6666)


class Illegal(ValueError):
    """The rules (or the contract) forbid this scenario."""


# ---------------------------------------------------------------------------------------------------------
# Dice
# ---------------------------------------------------------------------------------------------------------


def add(table, key, p):
    if p:
        table[key] = table.get(key, Fraction(0)) + p


def at_most(value):
    """The chance that a d6 shows `value` or less."""
    return Fraction(min(max(value, 0), 6), 6)


@cache
def binomial(n, p):
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if p**k * (1 - p) ** (n - k)}


def sums(first, second):
    """Two independent counts added."""
    out = {}
    for a, p in first.items():
        for b, q in second.items():
            add(out, a + b, p * q)
    return out


@cache
def kept_dice(dice, keep):
    """The sum of the `keep` highest of some d6."""
    out = {}
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice) // prod(factorial(roll.count(face)) for face in set(roll))
        add(out, sum(sorted(roll)[-keep:]), Fraction(ways, 6**dice))
    return out


# ---------------------------------------------------------------------------------------------------------
# The scenario, read once
# ---------------------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Models of one kind in one kind of cover."""

    aspect: int
    armor: int
    shield: int
    cover: str
    save: int
    infantry: bool
    vp: Fraction
    caa: int
    cad: int
    bonus: int
    stealth: bool


class Case:
    """A scenario with its rulings, constants and sides made explicit."""

    def __init__(self, scenario):
        if scenario.get("ruleset", RULESET) != RULESET:
            raise Illegal(f"unknown ruleset {scenario['ruleset']}")
        self.pipeline = scenario.get("pipeline")
        self.rulings = {name: options[0] for name, options in RULINGS.items()}
        for name, option in (scenario.get("rulings") or {}).items():
            if name in FIXED and option != FIXED[name]:
                raise Illegal(f"not modelled: {name} = {option}")
            if name in RULINGS and option not in RULINGS[name]:
                raise Illegal(f"ruling {name} has no option {option}")
            if name not in FIXED and name not in RULINGS:
                raise Illegal(f"no ruling {name} is read here")
            self.rulings[name] = option
        self.constants = dict(CONSTANTS)
        for name, value in (scenario.get("constants") or {}).items():
            if name not in CONSTANTS:
                raise Illegal(f"no constant {name} is read here")
            self.constants[name] = value
        for name in ("low_acc_reroll", "sixes", "ca_cas_steps", "ca_weight"):
            self.constants[name] = {int(key): value for key, value in self.constants[name].items()}
        for name in ("def_share", "disadv_loss", "disadv_def_share"):
            self.constants[name] = Fraction(self.constants[name])
        self.attacker = scenario.get("attacker") or {}
        self.target = scenario.get("target") or {}
        self.situation = scenario.get("situation") or {}
        self.policy = scenario.get("policy") or {}
        for side in (self.attacker, self.target):
            if side.get("order", "assault") not in ORDERS:
                raise Illegal(f"no order {side['order']}")
            if side.get("markers", 0) < 0 or side.get("cp", 0) < 0:
                raise Illegal("markers and command points are not negative")

    def ruling(self, name):
        return self.rulings[name]

    def constant(self, name):
        return self.constants[name]


def models_of(side):
    return side.get("models", (side.get("stats") or {}).get("models", 1))


def kinds_of(side):
    """[(models, stats, cover or None)] as the scenario lists them."""
    if "groups" in side:
        listed = [(group.get("models", 1), group["stats"], group.get("cover")) for group in side["groups"]]
        if not 1 <= len(listed) <= 4:
            raise Illegal("a unit has one to four groups")
        return listed
    return [(models_of(side), side.get("stats") or {}, None)]


def cover_of_target(case):
    """The cover named for the whole unit; a building is hard cover unless told otherwise."""
    cover = case.situation.get("cover", "hard" if case.situation.get("in_building") else "none")
    if cover not in COVERS:
        raise Illegal(f"no cover {cover}")
    return cover


def check_digging(case, stats, cover):
    if cover == "fortified" or case.situation.get("in_building"):
        raise Illegal("no digging in in fortified cover or buildings")
    if cover == "hard" and case.ruling("dig-in-hard") == "open-soft-only":
        raise Illegal("no digging in in hard cover")
    if "type" in stats and "infantry" not in stats["type"] and not stats.get("dig_in"):
        raise Illegal("only infantry digs in")


def cover_save(case, infantry, cover, dug_in):
    """XEN-SAVE-04 to 06."""
    if cover == "none":
        if not dug_in:
            return 0
        if infantry or case.ruling("dig-in-vehicle-open") == "save-2":
            return case.constant("dug_in_open")
        return case.constant("dug_in_cover_bonus") if case.ruling("dig-in-vehicle-open") == "save-1" else 0
    save = case.constant({"soft": "cover_soft", "hard": "cover_hard", "fortified": "cover_fort"}[cover])
    if infantry:
        save += case.constant("infantry_cover_bonus")
    return save + (case.constant("dug_in_cover_bonus") if dug_in else 0)


def unit(case, side, unit_cover, dug_in, needs):
    """The groups of a side, their sizes (equal groups are one), and in which each listed group is."""
    groups, sizes, places = [], [], []
    for models, stats, own_cover in kinds_of(side):
        cover = own_cover or unit_cover
        if cover not in COVERS:
            raise Illegal(f"no cover {cover}")
        if "core" in stats:
            raise Illegal("not modelled: titans")
        if models < 1:
            raise Illegal("a unit has models")
        for name in needs:
            if name not in stats:
                raise Illegal(f"the stat {name} is missing")
        if dug_in:
            check_digging(case, stats, cover)
        infantry = "infantry" in stats.get("type", ())
        cad = stats.get("cad", 6)
        if cad not in case.constant("sixes") and not 1 <= cad <= 6:
            raise Illegal(f"no CAD {cad}")
        group = Group(
            stats.get("aspect", 0),
            stats.get("armor", 0),
            stats.get("shield", 0),
            cover,
            cover_save(case, infantry, cover, dug_in),
            infantry,
            Fraction(str(stats.get("vp", 1))),
            stats.get("caa", 0),
            cad,
            stats.get("bonus_defence_dice", 0),
            bool(stats.get("stealth")),
        )
        if group not in groups:
            groups.append(group)
            sizes.append(0)
        sizes[groups.index(group)] += models
        places.append(groups.index(group))
    return groups, tuple(sizes), places


# ---------------------------------------------------------------------------------------------------------
# Suppression tests and rally
# ---------------------------------------------------------------------------------------------------------


def check(case, need, cp, auto, low_is_good=False, dice=2, keep=2):
    """One suppression check: {(failed, command points left): p}."""
    price = case.constant("cp_suppression_die")
    affordable = cp // price if price else 0
    if case.ruling("cp-die-repeat") == "once":
        affordable = min(affordable, 1)
    final_total = case.ruling("natural-11-12") == "final-total"

    def passes(total, base):
        if (total if final_total else base) >= auto:
            return True
        return total < need if low_is_good else total >= need

    if case.ruling("cp-suppression-die") == "keep-best-two":

        def failure(more):
            return sum(p for total, p in kept_dice(dice + more, keep).items() if not passes(total, total))

        bought = min(range(affordable + 1), key=lambda more: (failure(more), more))
        left, out = cp - bought * price, {}
        add(out, (1, left), failure(bought))
        add(out, (0, left), 1 - failure(bought))
        return out

    def hope(total, base, more):
        return more > 0 and any(passes(total + f, base) or hope(total + f, base, more - 1) for f in range(1, 7))

    out = {}

    def roll_on(total, base, more, spent, p):
        if passes(total, base):
            add(out, (0, cp - spent * price), p)
        elif hope(total, base, more):
            for face in range(1, 7):
                roll_on(total + face, base, more - 1, spent + 1, p / 6)
        else:
            add(out, (1, cp - spent * price), p)

    for total, p in kept_dice(dice, keep).items():
        roll_on(total, total, affordable, 0, p)
    return out


def shooting_check(case, need, cp, titan=False):
    """The check after fire, with its own auto-pass number and direction."""
    low_is_good = case.ruling("suppression-pass-direction") == "high-fails"
    dice, keep = (case.constant("titan_sup_dice"), case.constant("titan_sup_keep")) if titan else (2, 2)
    return check(case, need, cp, case.constant("sup_auto_pass"), low_is_good, dice, keep)


def test_due(case, shots, shots_per_model, volume, models):
    """XEN-SUP-01."""
    return (
        shots >= case.constant("thr_shots")
        or shots_per_model >= case.constant("thr_per_model") * models
        or volume >= case.constant("thr_aoe_d3")
    )


def below_half(case, left, starting):
    return 2 * left < starting or (2 * left == starting and case.ruling("below-half") == "at-most-half")


def in_hard_cover(case, covers, alive):
    """XEN-SUP-09, XEN-CA-24: among the survivors."""
    hard = sum(n for cover, n in zip(covers, alive, strict=True) if cover in ("hard", "fortified"))
    return hard > 0 if case.ruling("cover-majority") == "any" else 2 * hard > sum(alive)


def test_target(case, firing_units, heavy, hit, casualty, half, traits, cover):
    """XEN-SUP-02 to 09: what 2d6 must reach."""
    need = case.constant("sup_base") + case.constant("sup_per_unit") * firing_units
    need += case.constant("sup_heavy") * heavy + case.constant("sup_hit") * hit
    need += case.constant("sup_casualty") * casualty + case.constant("sup_below_half") * half
    return need + case.constant("sup_trait") * traits + case.constant("sup_cover") * cover


def heavy_fire(case, shots, volume):
    return shots >= case.constant("heavy_shots") or volume >= case.constant("heavy_aoe_d3")


def suppression(case):
    target, here = case.target, case.situation
    stats = target.get("stats") or {}
    titan = bool(here.get("titan")) or "core" in stats
    models = here.get("models", target.get("models", 1))
    starting = target.get("starting_models", target.get("models", models))
    casualties, hit = here.get("casualties", 0), bool(here.get("hit", False))
    if casualties < 0 or (casualties > models and not titan):
        raise Illegal("more casualties than models")
    left = models if titan else models - casualties
    if left == 0:
        return {(0,): Fraction(1)}
    cover = cover_of_target(case)
    if target.get("dug_in"):
        check_digging(case, stats, cover)
    shots = here.get("shots", 0)
    per_model = shots
    if case.ruling("threshold-penetration") == "no":
        per_model = here.get("shots_fired", shots)
    volume = here.get("aoe_d3", 0)
    if case.ruling("threshold-aoe-volume") == "hit":
        volume = here.get("aoe_d3_hit", volume)
    if not test_due(case, shots, per_model, volume, models):
        return {(0,): Fraction(1)}
    lethal = shots > 0 or hit or casualties > 0
    need = test_target(
        case,
        here.get("firing_units", 1) if lethal else 0,
        heavy_fire(case, shots, volume),
        hit,
        casualties > 0,
        not titan and below_half(case, left, starting),
        here.get("trait_hits", 0),
        bool(target.get("dug_in")) or in_hard_cover(case, (cover,), (left,)),
    )
    out = {}
    for (failed, _), p in shooting_check(case, need, target.get("cp", 0), titan).items():
        add(out, (failed,), p)
    return out


def rally_odds(case, markers, support, cp):
    """{markers left: p}, XEN-RALLY-01 to 03."""
    if markers == 0:
        return {0: Fraction(1)}
    need = case.constant("rally_base") + markers - (case.constant("rally_support") if support else 0)
    auto = case.constant("sup_auto_pass") if case.ruling("rally-auto-pass") == "yes" else None
    helped = cp >= case.constant("cp_rally_dice")
    after = case.ruling("cp-suppression-die") == "add-after"
    passed = Fraction(0)
    for total, p in kept_dice(3 if helped and not after else 2, 2).items():
        if total >= need or (auto is not None and total >= auto):
            passed += p
        elif helped and after:
            passed += p * sum(Fraction(1, 6) for face in range(1, 7) if total + face >= need)
    out = {}
    add(out, 0, passed)
    add(out, min(markers, case.constant("rally_fail_floor")), 1 - passed)
    return out


def rally(case):
    if "core" in (case.target.get("stats") or {}):
        raise Illegal("not modelled: titans")
    left = rally_odds(
        case, case.target.get("markers", 0), case.situation.get("support", False), case.target.get("cp", 0)
    )
    return {(markers,): p for markers, p in left.items()}


# ---------------------------------------------------------------------------------------------------------
# Shooting: what one die does
# ---------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """Shots of one weapon system at one strength."""

    strength: int
    aoe: int
    weight: int  # shots before focus fire that each of these stands for
    shots: int
    accuracy: int  # against the highest aspect
    low_accuracy: int  # against the lowest
    table: bool  # may use the low-accuracy table
    breaker: bool
    no_cover: bool
    trait: bool
    lethal: bool


def second_die(case, accuracy, table):
    """What the second die must not exceed after a first die of 1; 0 if the weapon cannot hit at all."""
    if not table or accuracy <= case.constant("acc_floor"):
        return 0
    return case.constant("low_acc_reroll").get(accuracy, 0)


def hitting(case, face, bar):
    return face <= bar and not (face == 6 and case.ruling("natural-limits") == "six-misses")


def can_hit(case, accuracy, table):
    if accuracy >= 1:
        return True
    return second_die(case, accuracy, table) > 0


def plain_die(case, line):
    """{(able to hit low aspect, only high aspect): p} for one ordinary shot."""
    high, low, out = line.accuracy, line.low_accuracy, {}
    second_for_low = case.ruling("low-aspect-nonpositive") == "roll-second-die"
    for first, second in product(range(1, 7), repeat=2):
        if high >= 1:
            hit = hitting(case, first, high)
            if low >= 1:
                also_low = hit and hitting(case, first, low)
            else:
                bar = second_die(case, low, line.table)
                also_low = hit and first == 1 and second_for_low and hitting(case, second, bar)
        else:
            hit = first == 1 and hitting(case, second, second_die(case, high, line.table))
            also_low = hit and hitting(case, second, second_die(case, low, line.table))
        add(out, (int(also_low), int(hit and not also_low)), Fraction(1, 36))
    return out


@cache
def several_d3(x, how):
    """{hits: p} of Xd3."""
    sides = 3 if how == "per-die-d3" else 6
    out = {}
    for roll in product(range(1, sides + 1), repeat=x):
        total = sum(roll)
        if how == "sum-halved-up":
            total = -(-total // 2)
        elif how == "sum-halved-down":
            total //= 2
        add(out, total, Fraction(1, sides**x))
    return out


def aoe_die(case, line, models):
    """{(hits, hits that count for the test, d3 that hit): p} for one AOE shot."""
    margin = case.constant("splash_miss_margin")
    how = case.ruling("splash-nonpositive")
    p_hit = p_near = Fraction(0)
    for first, second in product(range(1, 7), repeat=2):
        if line.accuracy >= 1:
            if hitting(case, first, line.accuracy):
                p_hit += Fraction(1, 36)
            elif line.accuracy < first <= line.accuracy + margin:
                p_near += Fraction(1, 36)
            continue
        bar = second_die(case, line.accuracy, line.table)
        if bar == 0:
            continue
        if first == 1 and hitting(case, second, bar):
            p_hit += Fraction(1, 36)
        elif first == 1:
            by_second = how == "deciding-die" and bar < second <= bar + margin
            by_first = how == "first-die" and line.accuracy + margin >= 1
            p_near += Fraction(int(by_second or by_first), 36)
    out = {}
    add(out, (0, 0, 0), 1 - p_hit - p_near)
    for rolled, p in several_d3(line.aoe, case.ruling("xd3-roll")).items():
        hits = min(rolled, models)
        add(out, (hits, int(hits > 0), line.aoe if hits else 0), p_hit * p)
    splash = line.aoe * case.constant("splash_hits_per_d3")
    if case.ruling("splash-cap") == "capped" or models == 1:
        splash = min(splash, models)
    add(out, (splash, int(splash > 0 and case.ruling("splash-counts") == "yes"), 0), p_near)
    return out


def focused(case, weapon, models):
    """For every firing model the levels of its shots: 0 plain, 1 focused once, and so on."""
    shots, ratio = weapon["shots"], case.constant("focus_ratio")
    plain = [[0] * shots for _ in range(models)]
    if not case.situation.get("focus_fire") or weapon.get("aoe", 0):
        return plain
    scope = case.ruling("focus-fire-scope")
    if scope == "s0-only" and weapon["strength"] != 0:
        return plain
    fired = [[] for _ in range(models)]

    def convert(owners):
        level = 0
        while len(owners) >= ratio and (level == 0 or scope == "chain"):
            whole = len(owners) // ratio * ratio
            for owner in owners[whole:]:
                fired[owner].append(level)
            owners = owners[:whole:ratio]
            level += 1
        for owner in owners:
            fired[owner].append(level)

    if case.ruling("focus-fire-pool") == "per-model":
        for model in range(models):
            convert([model] * shots)
    else:
        convert([model for model in range(models) for _ in range(shots)])
    return fired


# ---------------------------------------------------------------------------------------------------------
# Shooting: allocation and saves
# ---------------------------------------------------------------------------------------------------------


class Pool(NamedTuple):
    """Models that take hits together: group numbers with their living models, least cover first."""

    members: tuple
    aspect: int
    vp: Fraction

    @property
    def size(self):
        return sum(n for _, n in self.members)


def pools_of(case, groups, alive, directed):
    """XEN-ALLOC-01, split-cover."""
    made = {}
    for number, group in enumerate(groups):
        if not alive[number]:
            continue
        key = number
        if case.ruling("split-cover") == "open-first" and number != directed:
            key = group._replace(cover="", save=0)
        made.setdefault(key, []).append((number, alive[number]))
    pools = []
    for members in made.values():
        members.sort(key=lambda member: (groups[member[0]].save, member[0]))
        first = groups[members[0][0]]
        pools.append(Pool(tuple(members), first.aspect, first.vp))
    return pools


def unsaved(group, line, with_cover=True):
    """The chance that a hit removes a model."""
    p = 1 - at_most(group.armor - line.strength)
    if not line.breaker:
        p *= 1 - at_most(group.shield)
    if with_cover and not line.no_cover:
        p *= 1 - at_most(group.save)
    return p


def pool_losses(case, groups, pool, hits, lines):
    """{(losses by member, surplus unsaved hits): p}; `hits` is [(line number, count)] in order."""
    if len(pool.members) > 1:  # open-first: the barest model left takes what came through shield and armour
        now = {(tuple(n for _, n in pool.members), 0): Fraction(1)}
        for number, count in hits:
            for _ in range(count):
                after = {}
                for (left, surplus), p in now.items():
                    front = next((i for i, n in enumerate(left) if n), None)
                    through = unsaved(groups[pool.members[0][0]], lines[number], with_cover=False)
                    if front is None:
                        add(after, (left, surplus + 1), p * through)
                        add(after, (left, surplus), p * (1 - through))
                        continue
                    killed = unsaved(groups[pool.members[front][0]], lines[number])
                    fewer = tuple(n - (i == front) for i, n in enumerate(left))
                    add(after, (fewer, surplus), p * killed)
                    add(after, (left, surplus), p * (1 - killed))
                now = after
        out = {}
        for (left, surplus), p in now.items():
            lost = tuple(n - m for (_, n), m in zip(pool.members, left, strict=True))
            add(out, (lost, surplus), p)
        return out
    ((number, size),) = pool.members
    group = groups[number]
    if case.ruling("hits-pooled") == "per-model":
        safe, turn = [Fraction(1)] * size, 0
        for line, count in hits:
            for _ in range(count):
                safe[turn % size] *= 1 - unsaved(group, lines[line])
                turn += 1
        lost = {0: Fraction(1)}
        for p in safe:
            lost = sums(lost, {0: p, 1: 1 - p})
        return {((n,), 0): p for n, p in lost.items()}
    total = {0: Fraction(1)}
    for line, count in hits:
        total = sums(total, binomial(count, unsaved(group, lines[line])))
    out = {}
    for n, p in total.items():
        add(out, ((min(n, size),), max(n - size, 0)), p)
    return out


def removal(case, groups, pools, losses, directed):
    """{losses by group: p} once every hit is allocated; `losses` are the `pool_losses` of every pool."""
    now = {((0,) * len(groups), 0): Fraction(1)}
    for pool, found in zip(pools, losses, strict=True):
        after = {}
        spills = case.ruling("excess-hits") == "spill" and pool.members[0][0] != directed
        for (lost, surplus), p in now.items():
            for (own, more), q in found.items():
                together = list(lost)
                for (number, _), n in zip(pool.members, own, strict=True):
                    together[number] += n
                add(after, (tuple(together), surplus + (more if spills else 0)), p * q)
        now = after
    out = {}
    cheapest = sorted(
        (member for pool in pools for member in pool.members),
        key=lambda member: (groups[member[0]].vp, member[0]),
    )
    for (lost, surplus), p in now.items():
        spilled = list(lost)
        for number, size in cheapest:
            more = min(surplus, size - spilled[number])
            spilled[number] += more
            surplus -= more
        add(out, tuple(spilled), p)
    return out


def splits(total, limits):
    """All ways to hand `total` hits to pools with room `limits`."""
    if len(limits) == 1:
        if total <= limits[0]:
            yield (total,)
        return
    for head in range(min(total, limits[0]), -1, -1):
        for tail in splits(total - head, limits[1:]):
            yield (head, *tail)


def dealt_out(low_hits, high_hits, sizes, served, low):
    """XEN-ALLOC-02, 03: the hits that have no choice, and [(hits, room by pool)] that have one.

    `low[i]` tells whether pool i has the low aspect; with one aspect all are low and there are no high hits.
    """
    given = [0] * len(sizes)
    served = list(served)
    open_choices = []

    def room(is_low):
        return [sizes[i] - served[i] if low[i] == is_low else 0 for i in range(len(sizes))]

    def serve(rooms):
        for i, n in enumerate(rooms):
            given[i] += n
            served[i] += n

    while low_hits or high_hits:
        low_room, high_room = room(True), room(False)
        if low_hits < sum(low_room):
            open_choices.append((low_hits, low_room))
            if high_hits >= sum(high_room):
                high_hits -= sum(high_room)
                serve(high_room)
                whole = [0 if low[i] else sizes[i] for i in range(len(sizes))]
                while sum(whole) and high_hits >= sum(whole):
                    high_hits -= sum(whole)
                    for i, n in enumerate(whole):
                        given[i] += n
                if high_hits:  # beyond their turn: it does not count towards the next system's pass
                    open_choices.append((high_hits, whole))
            elif high_hits:
                open_choices.append((high_hits, high_room))
            break
        low_hits -= sum(low_room)
        serve(low_room)
        more = min(low_hits, max(sum(high_room) - high_hits, 0))
        if high_hits + more < sum(high_room):
            open_choices.append((high_hits + more, high_room))
            break
        low_hits -= more
        high_hits -= sum(high_room) - more
        serve(high_room)
        served = [0] * len(sizes)
    return given, served, open_choices


def by_turns(total, limits):
    split = [0] * len(limits)
    while total:
        for i, limit in enumerate(limits):
            if total and split[i] < limit:
                split[i] += 1
                total -= 1
    return tuple(split)


def by_share(total, limits):
    exact = [Fraction(total * limit, sum(limits)) for limit in limits]
    split = [floor(share) for share in exact]
    for i in sorted(range(len(limits)), key=lambda i: (split[i] - exact[i], i))[: total - sum(split)]:
        split[i] += 1
    return tuple(split)


def allocate(case, low_hits, high_hits, pools, served, low, loss):
    """{(hits by pool, served): p} for one line; `loss(hits by pool)` is what the owner expects to lose."""
    sizes = [pool.size for pool in pools]
    given, served, open_choices = dealt_out(low_hits, high_hits, sizes, served, low)

    def outcome(choice):
        hits, then = list(given), list(served)
        for split in choice:
            for i, n in enumerate(split):
                hits[i] += n
                then[i] = min(then[i] + n, sizes[i])
        return tuple(hits), tuple(then)

    how = case.ruling("allocation-remainder")
    if how == "alternate-types":
        return {outcome([by_turns(n, limits) for n, limits in open_choices]): Fraction(1)}
    if how == "proportional":
        return {outcome([by_share(n, limits) for n, limits in open_choices if n]): Fraction(1)}
    every = list(product(*(list(splits(n, limits)) for n, limits in open_choices)))
    if how == "random":
        out = {}
        for choice in every:
            p = Fraction(1)
            for split, (n, limits) in zip(choice, open_choices, strict=True):
                ways = prod(comb(limit, k) for limit, k in zip(limits, split, strict=True))
                p *= Fraction(ways, comb(sum(limits), n))
            add(out, outcome(choice), p)
        return out
    if len(every) == 1:
        return {outcome(every[0]): Fraction(1)}
    found = [outcome(choice) for choice in every]
    return {min(found, key=lambda made: (loss(made[0]), tuple(-n for n in made[0]))): Fraction(1)}


# ---------------------------------------------------------------------------------------------------------
# Shooting: the volley
# ---------------------------------------------------------------------------------------------------------


def firing_weapons(case):
    """The weapons that fire; refuses what cannot."""
    side, here = case.attacker, case.situation
    weapons = side.get("weapons") or []
    picked = side.get("weapon")
    if picked is not None:
        names = [picked] if isinstance(picked, str) else list(picked)
        for name in names:
            if name not in [weapon.get("name") for weapon in weapons]:
                raise Illegal(f"no weapon {name}")
        weapons = [weapon for weapon in weapons if weapon.get("name") in names]
    for weapon in weapons:
        for special in weapon.get("special", ()):
            if special not in SPECIALS:
                raise Illegal(f"not modelled: {special}")
        accuracy = weapon.get("accuracy")
        if accuracy != "artillery" and not (isinstance(accuracy, int) and 1 <= accuracy <= 6):
            raise Illegal("accuracy is 1 to 6 or artillery")
        if here.get("indirect") and accuracy != "artillery":
            raise Illegal("indirect fire with an ordinary gun")
        if weapon.get("shots", 0) < 1 or weapon.get("strength", 0) < 0:
            raise Illegal("a weapon has shots and no negative strength")
    if here.get("indirect") and side.get("markers", 0):
        raise Illegal("suppressed artillery does not fire indirectly")
    if "range" in here:
        weapons = [weapon for weapon in weapons if weapon.get("range", here["range"]) >= here["range"]]
    if not weapons:
        raise Illegal("no weapon reaches the target")
    return weapons


def accuracy_of(case, weapon):
    """Before aspect."""
    if weapon["accuracy"] != "artillery":
        accuracy = weapon["accuracy"]
    elif not case.situation.get("indirect"):
        accuracy = case.constant("art_direct")
    else:
        accuracy = case.constant("art_spotted" if case.situation.get("spotted") else "art_indirect")
    markers = case.attacker.get("markers", 0)
    if case.ruling("suppression-accuracy") == "flat":
        markers = min(markers, 1)
    return accuracy - markers * case.constant("sup_acc_penalty")


def lethal_line(case, line, groups, pools, accuracies):
    """could-kill: `accuracies` by pool."""
    for pool, accuracy in zip(pools, accuracies, strict=True):
        pierces = groups[pool.members[0][0]].armor - line.strength < 6
        reached = can_hit(case, accuracy, line.table)
        if not line.aoe and accuracy < 1 and line.accuracy >= 1:
            reached = reached and case.ruling("low-aspect-nonpositive") == "roll-second-die"
        if pierces and (reached or case.ruling("could-kill") == "strength-only"):
            return True
    return False


class System(NamedTuple):
    """One weapon system of the firing unit against the pools as they stand."""

    numbers: tuple  # of its lines
    by_model: tuple  # for every model the line numbers of its shots
    trait: bool
    open_to: tuple  # pools that plain hits may go to
    low: tuple  # which pools have the low aspect
    chosen: int | None  # the pool that plain hits are handed to after the roll


def systems_of(case, weapons, groups, pools, directed):
    """The systems and their lines, with accuracies, lethality and pools worked out."""
    lines, systems = [], []
    chosen = next((i for i, pool in enumerate(pools) if pool.members[0][0] == directed), None)
    for weapon in weapons:
        aoe = weapon.get("aoe", 0)
        base = accuracy_of(case, weapon)
        aspects = [pool.aspect for pool in pools]
        open_to = tuple(range(len(pools)))
        handed = None
        if chosen is not None and not aoe:
            if case.ruling("cp-hit-direction") == "allocate-after-roll":
                handed = chosen
            else:
                open_to = (chosen,)
                if case.ruling("directed-fire-aspect") == "chosen-pool":
                    aspects = [pools[chosen].aspect] * len(pools)
                else:
                    aspects = [max(aspects)] * len(pools)
        high = max(aspects)
        lowest = high if aoe else min(aspects)
        table = case.ruling("reroll-suppressed-aoe") == "yes" or not (aoe or weapon["accuracy"] == "artillery")
        special = weapon.get("special", ())
        levels = focused(case, weapon, models_of(case.attacker))
        used = sorted({level for shots in levels for level in shots}, reverse=True)
        numbers = {}
        for level in used:
            line = Line(
                weapon.get("strength", 0) + level * case.constant("focus_strength_step"),
                aoe,
                case.constant("focus_ratio") ** level,
                sum(shots.count(level) for shots in levels),
                base + high,
                base + lowest,
                table,
                "shield-breaker" in special,
                "ignores-cover" in special,
                "suppression" in special,
                False,
            )
            reach = [pools[i] for i in open_to]
            own = [base + (high if aoe else aspects[i]) for i in open_to]
            numbers[level] = len(lines)
            lines.append(line._replace(lethal=lethal_line(case, line, groups, reach, own)))
        by_model = tuple(tuple(numbers[level] for level in shots) for shots in levels)
        low = tuple(aoe > 0 or aspects[i] == lowest for i in range(len(pools)))
        systems.append(System(tuple(numbers.values()), by_model, "suppression" in special, open_to, low, handed))
    return systems, lines


def system_odds(case, system, lines, models):
    """{(hits by line, lethal hit, trait count, d3 that hit): p}; hits of a line are (low, high only)."""
    width = len(system.numbers)
    by_volume = case.ruling("threshold-aoe-volume") == "hit"
    dice = {}
    for place, number in enumerate(system.numbers):
        line, own = lines[number], {}
        if line.aoe:
            for (hits, counts, volume), p in aoe_die(case, line, models).items():
                add(own, ((hits, 0), counts, volume if by_volume else 0), p)
        else:
            for (low, high), p in plain_die(case, line).items():
                add(own, ((low, high), low + high, 0), p)
        dice[number] = (place, line.lethal, own)
    counting = case.ruling("suppression-weapon-count")
    nothing = (((0, 0),) * width, False, 0, 0)

    @cache
    def one_model(shots):
        now = {nothing: Fraction(1)}
        for number in shots:
            place, lethal, own = dice[number]
            after = {}
            for (hits, killer, count, volume), p in now.items():
                for ((low, high), counts, more), q in own.items():
                    grown = list(hits)
                    grown[place] = (hits[place][0] + low, hits[place][1] + high)
                    told = count + counts if counting == "per-hit" else min(count + counts, 1)
                    state = (tuple(grown), killer or (lethal and counts > 0), told, volume + more)
                    add(after, state, p * q)
            now = after
        return now

    total = {nothing: Fraction(1)}
    for shots in system.by_model:
        after = {}
        for (hits, killer, count, volume), p in total.items():
            for (own, own_killer, told, more), q in one_model(shots).items():
                grown = tuple((a + c, b + d) for (a, b), (c, d) in zip(hits, own, strict=True))
                number = count + told if system.trait else 0
                if counting == "per-system":
                    number = min(number, 1)
                add(after, (grown, killer or own_killer, number, volume + more), p * q)
        total = after
    return total


def volley_hits(case, weapons, groups, alive, directed):
    """All fire of one phase up to the removal.

    {(hits, losses by group, lethal hit, trait count, d3 that hit): p} and the lines.
    """
    pools = pools_of(case, groups, alive, directed)
    systems, lines = systems_of(case, weapons, groups, pools, directed)
    models = sum(alive)

    @cache
    def losses_of(number, hits):
        return pool_losses(case, groups, pools[number], hits, lines)

    @cache
    def vp_of(number, hits):
        return pools[number].vp * sum(p * sum(own) for (own, _), p in losses_of(number, hits).items())

    @cache
    def removed(allocated):
        losses = [losses_of(number, hits) for number, hits in enumerate(allocated)]
        return removal(case, groups, pools, losses, directed)

    @cache
    def expected_loss(allocated):
        if case.ruling("excess-hits") == "lost":
            return sum(vp_of(number, hits) for number, hits in enumerate(allocated))
        vps = [group.vp for group in groups]
        return sum(p * sum(n * vp for n, vp in zip(lost, vps, strict=True)) for lost, p in removed(allocated).items())

    def with_hits(allocated, number, hits):
        return tuple((*had, (number, n)) if n else had for had, n in zip(allocated, hits, strict=True))

    def placed(allocated, served, system, number, low_hits, high_hits):
        """{(allocated, served): p} after one line of one system."""
        if len(pools) == 1 or system.open_to != tuple(range(len(pools))):
            hits = tuple(low_hits + high_hits if i in system.open_to else 0 for i in range(len(pools)))
            return {(with_hits(allocated, number, hits), served): Fraction(1)}
        if system.chosen is not None:
            high_too = 0 if system.low[system.chosen] else high_hits
            hits = tuple(low_hits + high_too if i == system.chosen else 0 for i in range(len(pools)))
            allocated = with_hits(allocated, number, hits)
            low_hits, high_hits = 0, high_hits - high_too
        out = {}
        choose = allocate(
            case,
            low_hits,
            high_hits,
            pools,
            served,
            system.low,
            lambda hits: expected_loss(with_hits(allocated, number, hits)),
        )
        for (hits, then), p in choose.items():
            add(out, (with_hits(allocated, number, hits), then), p)
        return out

    start = (0, ((),) * len(pools), (0,) * len(pools), False, 0, 0)
    now = {start: Fraction(1)}
    for system in systems:
        after = {}
        rolled = system_odds(case, system, lines, models)
        for (total, allocated, served, killer, traits, volume), p in now.items():
            for (by_line, own_killer, own_traits, own_volume), q in rolled.items():
                spots = {(allocated, served): Fraction(1)}
                for number, (low_hits, high_hits) in zip(system.numbers, by_line, strict=True):
                    moved = {}
                    for (had, turn), r in spots.items():
                        for key, s in placed(had, turn, system, number, low_hits, high_hits).items():
                            add(moved, key, r * s)
                    spots = moved
                hits = total + sum(low_hits + high_hits for low_hits, high_hits in by_line)
                for (had, turn), r in spots.items():
                    state = (hits, had, turn, killer or own_killer, traits + own_traits, volume + own_volume)
                    add(after, state, p * q * r)
        now = after
    out = {}
    for (hits, allocated, _, killer, traits, volume), p in now.items():
        for lost, q in removed(allocated).items():
            add(out, (hits, lost, killer, traits, volume), p * q)
    return out, lines


def volley(case, weapons, groups, alive, starting, dug_in, directed, cp, tested=True):
    """{(hits, living models by group, suppressed, command points left): p} for one phase of fire."""
    if directed is not None and not alive[directed]:
        directed = None
    fired, lines = volley_hits(case, weapons, groups, alive, directed)
    before = case.ruling("shots-after-focus") == "before"

    def number_of(chosen):
        return sum(line.shots * (line.weight if before else 1) for line in chosen)

    aoe_counts = case.ruling("threshold-aoe-shots") == "yes-if-lethal"
    shots = number_of(line for line in lines if line.lethal and (aoe_counts or not line.aoe))
    per_model = shots
    if case.ruling("threshold-penetration") == "no":
        per_model = number_of(line for line in lines if not line.aoe or (line.lethal and aoe_counts))
    fired_volume = sum(line.shots * line.aoe for line in lines)
    units = case.situation.get("firing_units", 1) if any(line.lethal for line in lines) else 0
    covers = [group.cover for group in groups]
    out = {}
    for (hits, lost, killer, traits, hit_volume), p in fired.items():
        left = tuple(n - k for n, k in zip(alive, lost, strict=True))
        volume = hit_volume if case.ruling("threshold-aoe-volume") == "hit" else fired_volume
        if not tested or sum(left) == 0 or not test_due(case, shots, per_model, volume, sum(alive)):
            add(out, (hits, left, 0, cp), p)
            continue
        need = test_target(
            case,
            units,
            heavy_fire(case, shots, volume),
            killer,
            sum(lost) > 0,
            below_half(case, sum(left), starting),
            traits,
            dug_in or in_hard_cover(case, covers, left),
        )
        for (failed, cp_left), q in shooting_check(case, need, cp).items():
            add(out, (hits, left, failed, cp_left), p * q)
    return out


class Fire(NamedTuple):
    """What a shooting scenario says, checked."""

    weapons: list
    groups: list
    sizes: tuple
    starting: int
    dug_in: bool
    directed: int | None
    volleys: int


def read_fire(case):
    side, target, here = case.attacker, case.target, case.situation
    if case.pipeline == "overwatch":
        if side.get("markers", 0):
            raise Illegal("a suppressed unit has no overwatch")
        if target.get("dug_in"):
            raise Illegal("a unit that has just moved is not dug in")
    elif side.get("order", "move-and-fire") == "assault" and case.ruling("assault-orders-shooting") == "no-shooting":
        raise Illegal("no shooting on assault orders")
    if "core" in (side.get("stats") or {}):
        raise Illegal("not modelled: titans")
    if models_of(side) < 1:
        raise Illegal("a unit has models")
    weapons = firing_weapons(case)
    dug_in = bool(target.get("dug_in"))
    groups, sizes, places = unit(case, target, cover_of_target(case), dug_in, ("armor",))
    if len({group.aspect for group in groups}) > 2:
        raise Illegal("at most two aspects")
    if (
        any(group.stealth for group in groups)
        and here.get("range", 0) > case.constant("stealth_range")
        and not here.get("spotted")
    ):
        raise Illegal("a stealthed target out of sight")
    volleys = here.get("volleys", 1) if case.pipeline != "overwatch" else 1
    if volleys < 1:
        raise Illegal("at least one volley")
    directed = None
    if "directed_at" in here:
        if not 1 <= here["directed_at"] <= len(places):
            raise Illegal("no such group")
        if side.get("cp", 0) < case.constant("cp_direct_fire") * volleys:
            raise Illegal("directed fire costs a command point")
        if all(weapon.get("aoe", 0) for weapon in weapons):
            raise Illegal("AOE fire cannot be directed")
        directed = places[here["directed_at"] - 1]
    starting = target.get("starting_models", sum(sizes))
    return Fire(weapons, groups, sizes, starting, dug_in, directed, volleys)


def shooting(case):
    """Volley after volley; for overwatch one, without a test."""
    fire = read_fire(case)
    tested = case.pipeline == "shooting"
    now = {(0, fire.sizes, 0, case.target.get("cp", 0)): Fraction(1)}
    for _ in range(fire.volleys):
        after = {}
        seen = {}
        for (hits, alive, suppressed, cp), p in now.items():
            if sum(alive) == 0:
                add(after, (hits, alive, suppressed, cp), p)
                continue
            if (alive, cp) not in seen:
                seen[alive, cp] = volley(
                    case,
                    fire.weapons,
                    fire.groups,
                    alive,
                    fire.starting,
                    fire.dug_in,
                    fire.directed,
                    cp,
                    tested,
                )
            for (more, left, failed, cp_left), q in seen[alive, cp].items():
                add(after, (hits + more, left, suppressed + failed, cp_left), p * q)
        now = after
    out = {}
    for (hits, alive, suppressed, _), p in now.items():
        casualties = sum(fire.sizes) - sum(alive)
        add(out, (hits, casualties, suppressed) if tested else (hits, casualties), p)
    return out


def long_run(scenario):
    """The share of a unit's activations that it spends suppressed, in the long run.

    Each turn: one volley at full strength with its test, the unit's activation, one rally with the command
    points that the test left over.
    """
    case = Case(scenario)
    if case.pipeline != "shooting":
        raise Illegal("the long run is asked of a shooting scenario")
    fire = read_fire(case)
    cp, support = case.target.get("cp", 0), case.situation.get("support", False)
    tests = {}
    fired = volley(case, fire.weapons, fire.groups, fire.sizes, fire.starting, fire.dug_in, fire.directed, cp)
    for (_, _, failed, cp_left), p in fired.items():
        add(tests, (failed, cp_left), p)

    def turn(markers):
        """{(suppressed in its activation, markers at the turn's end): p}"""
        out = {}
        for (failed, cp_left), p in tests.items():
            now = markers + failed * case.constant("markers_per_failure")
            for left, q in rally_odds(case, now, support, cp_left).items():
                add(out, (now > 0, left), p * q)
        return out

    states = [case.target.get("markers", 0)]
    for markers in states:
        states.extend(sorted({left for _, left in turn(markers)} - set(states)))
    shares = stationary([[sum_to(turn(a), b) for b in states] for a in states])
    return sum(
        share * p
        for markers, share in zip(states, shares, strict=True)
        for (suppressed, _), p in turn(markers).items()
        if suppressed
    )


def sum_to(odds_of_turn, markers):
    return sum(p for (_, left), p in odds_of_turn.items() if left == markers)


def stationary(matrix):
    """Shares x with x = xM and sum 1, by elimination; the chain has one class that it never leaves."""
    n = len(matrix)
    rows = [[Fraction(matrix[j][i]) - (i == j) for j in range(n)] + [Fraction(0)] for i in range(n - 1)]
    rows.append([Fraction(1)] * (n + 1))
    for column in range(n):
        pivot = next(row for row in range(column, n) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(n):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]


# ---------------------------------------------------------------------------------------------------------
# Close assault: one strike
# ---------------------------------------------------------------------------------------------------------


class Strike:
    """What attack dice do to a unit, by its own rulings and its owner's best play."""

    def __init__(self, case, groups):
        self.groups = groups
        self.policy = case.ruling("casualty-policy")
        self.negation = case.ruling("negation-policy")
        self.per_pair = case.ruling("negation-66") == "per-pair"
        self.shields = case.ruling("shield-in-ca")
        self.known = {}
        self.assigned = {}

    def losses(self, attack, defence, needs, alive):
        """{losses by group: p}; `needs` by group is (face, how many dice of that face or more)."""
        key = (attack, defence, needs, alive)
        if key not in self.known:
            here = {need for need, n in zip(needs, alive, strict=True) if n}
            if len(here) == 1:
                self.known[key] = self.against_one_cad(attack, defence, needs, alive, here.pop())
            else:
                self.known[key] = self.against_many(attack, defence, needs, alive)
        return self.known[key]

    # One CAD in the whole unit: only the number of uncancelled dice matters.

    def against_one_cad(self, attack, defence, needs, alive, need):
        face, dice = need
        out = {}
        for through, p in uncancelled(attack, defence, face, dice if self.per_pair else 1).items():
            for lost, q in self.taken((6,) * through, needs, alive).items():
                add(out, lost, p * q)
        return out

    # Several: every multiset of faces, and every way to cancel.

    def against_many(self, attack, defence, needs, alive):
        lowest = max(1, min(face for (face, _), n in zip(needs, alive, strict=True) if n))
        out = {}
        for struck, p in useful_faces(attack, lowest).items():
            for held, q in useful_faces(defence, lowest).items():
                left = self.after_negation(struck, held, needs, alive)
                for lost, r in self.taken(left, needs, alive).items():
                    add(out, lost, p * q * r)
        return out

    def after_negation(self, struck, held, needs, alive):
        """The attack dice that the owner leaves standing."""
        several = [need for need, n in zip(needs, alive, strict=True) if n and need[1] > 1]
        group_face, group_size = 7, 1
        if several and self.per_pair:
            group_face, group_size = max(several, key=lambda need: need[1])
        if self.negation != "defender-optimal":
            left = list(struck)
            free = sorted(held)
            for die in sorted(struck, reverse=self.negation == "high-first"):
                fitting = [x for x in free if x >= die]
                if die not in left or not fitting:
                    continue
                free.remove(fitting[0])
                left.remove(die)
                for _ in range(group_size - 1 if die >= group_face else 0):
                    others = [x for x in left if group_face <= x <= fitting[0]]
                    if others:
                        left.remove(max(others))
            return tuple(sorted(left))

        def worth(left):
            lost = self.taken(left, needs, alive)
            expected = [sum(p * key[i] for key, p in lost.items()) for i in range(len(alive))]
            loss = sum(n * group.vp for n, group in zip(expected, self.groups, strict=True))
            return loss, tuple(-n for n in expected)

        return min(sorted(standing(struck, held, group_face, group_size)), key=worth)

    def taken(self, dice, needs, alive):
        """{losses by group: p} of dice that nothing cancels, shields included."""
        key = (dice, needs, alive)
        if key not in self.assigned:
            self.assigned[key] = self.with_shields(dice, needs, alive)
        return self.assigned[key]

    def with_shields(self, dice, needs, alive):
        if self.shields == "save-per-hit" and any(group.shield for group in self.groups):
            kinds = {group.shield for group, n in zip(self.groups, alive, strict=True) if n}
            if len(kinds) > 1:
                raise Illegal("not modelled: save-per-hit with different shields in one unit")
            out = {}
            for left, p in thinned(dice, 1 - at_most(kinds.pop())).items():
                for lost, q in self.assign(left, needs, alive).items():
                    add(out, lost, p * q)
            return out
        found = self.assign(dice, needs, alive)
        if self.shields != "save-per-casualty":
            return found
        out = {}
        for lost, p in found.items():
            spread = {(): p}
            for n, group in zip(lost, self.groups, strict=True):
                spread = {
                    (*had, k): q * r
                    for had, q in spread.items()
                    for k, r in binomial(n, 1 - at_most(group.shield)).items()
                }
            for key, q in spread.items():
                add(out, key, q)
        return out

    def weight(self, number):
        """What the owner expects to lose with a model assigned."""
        group = self.groups[number]
        return group.vp * (1 - at_most(group.shield)) if self.shields == "save-per-casualty" else group.vp

    def assign(self, dice, needs, alive):
        """{models assigned by group: p}, lowest dice first."""
        if self.policy == "min-vp":
            return {self.cheapest(tuple(sorted(dice)), needs, alive)[1]: Fraction(1)}
        out = {}
        self.walk(tuple(sorted(dice)), needs, alive, alive, Fraction(1), out)
        return out

    def choices(self, dice, needs, left):
        """Groups that can lose a model to the lowest die, with the dice that it takes."""
        return [
            (number, count)
            for number, (face, count) in enumerate(needs)
            if left[number] and face <= dice[0] and count <= len(dice)
        ]

    def cheapest(self, dice, needs, left):
        """(expected VP, losses) at the owner's best; ties: the group listed first loses more."""
        key = ("cheapest", dice, needs, left)
        if key not in self.assigned:
            if not dice:
                return Fraction(0), (0,) * len(left)
            found = []
            for number, count in self.choices(dice, needs, left):
                fewer = tuple(n - (i == number) for i, n in enumerate(left))
                loss, lost = self.cheapest(dice[count:], needs, fewer)
                more = tuple(n + (i == number) for i, n in enumerate(lost))
                found.append((loss + self.weight(number), more))
            if not found:
                found.append(self.cheapest(dice[1:], needs, left))
            self.assigned[key] = min(found, key=lambda made: (made[0], tuple(-n for n in made[1])))
        return self.assigned[key]

    def walk(self, dice, needs, alive, left, p, out):
        """cheapest-first and random: die by die."""
        while dice and not self.choices(dice, needs, left):
            dice = dice[1:]
        if not dice:
            add(out, tuple(n - k for n, k in zip(alive, left, strict=True)), p)
            return
        able = self.choices(dice, needs, left)
        if self.policy == "cheapest-first":
            able = [min(able, key=lambda choice: (self.groups[choice[0]].vp, choice[0]))]
        total = sum(left[number] for number, _ in able)
        for number, count in able:
            fewer = tuple(n - (i == number) for i, n in enumerate(left))
            self.walk(dice[count:], needs, alive, fewer, p * Fraction(left[number], total), out)


@cache
def uncancelled(attack, defence, face, each):
    """{attack dice of `face` or more that are left: p}; a defence die cancels `each` of its face or less."""
    lowest = max(face, 1)
    ways = {(attack, defence, 0, 0): 1}
    for _shown in range(6, lowest - 1, -1):
        after = {}
        for (a, d, spare, through), n in ways.items():
            for i in range(a + 1):
                for j in range(d + 1):
                    able = spare + j * each
                    cancelled = min(able, i)
                    state = (a - i, d - j, able - cancelled, through + i - cancelled)
                    after[state] = after.get(state, 0) + n * comb(a, i) * comb(d, j)
        ways = after
    out = {}
    for (a, d, _, through), n in ways.items():
        add(out, through, Fraction(n * (lowest - 1) ** (a + d), 6 ** (attack + defence)))
    return out


@cache
def useful_faces(dice, lowest):
    """{sorted faces of `lowest` or more: p} of some d6."""
    out = {}
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice) // prod(factorial(roll.count(face)) for face in set(roll))
        add(out, tuple(face for face in roll if face >= lowest), Fraction(ways, 6**dice))
    return out


@cache
def thinned(dice, p):
    """{dice that are left: probability} when each stays with probability p."""
    out = {(): Fraction(1)}
    for die in dice:
        after = {}
        for had, q in out.items():
            add(after, (*had, die), q * p)
            add(after, had, q * (1 - p))
        out = after
    return out


@cache
def standing(struck, held, group_face, group_size):
    """All sets of attack dice that may be left: each defence die cancels one die, or a set, or nothing."""
    if not held:
        return frozenset([struck])
    out = set(standing(struck, held[1:], group_face, group_size))

    def without(left, die, more, top):
        rest = list(left)
        rest.remove(die)
        rest = tuple(rest)
        others = {x for x in rest if group_face <= x <= top}
        if more and others:
            for other in others:
                without(rest, other, more - 1, top)
        else:
            out.update(standing(rest, held[1:], group_face, group_size))

    for die in set(struck):
        if die <= held[0]:
            without(struck, die, group_size - 1 if die >= group_face else 0, held[0])
    return frozenset(out)


# ---------------------------------------------------------------------------------------------------------
# Close assault: rounds
# ---------------------------------------------------------------------------------------------------------


class Force(NamedTuple):
    """One side of an assault as it begins."""

    groups: list
    sizes: tuple
    starting: int
    markers: int
    cp: int
    firing_orders: bool
    deployed: bool
    dug_in_cad: bool
    dug_in_test: bool
    building: bool
    dice: object
    retreat: str


class State(NamedTuple):
    attackers: tuple
    defenders: tuple
    attacker_markers: int
    defender_markers: int
    attacker_cp: int
    defender_cp: int


def rounded(case, number, share, loss):
    how = case.ruling("third-rounding")
    exact = number * share
    if how == "nearest":
        return floor(exact + Fraction(1, 2))
    if how == "ceil" or (how == "keep-floor" and loss):
        return ceil(exact)
    return floor(exact)


class Assault:
    def __init__(self, case):
        self.case = case
        self.attacker, self.defender = self.read_attacker(), self.read_defender()
        self.strikes = (Strike(case, self.attacker.groups), Strike(case, self.defender.groups))
        self.max_rounds = case.situation.get("max_rounds", 20)
        if self.max_rounds < 1:
            raise Illegal("at least one round")
        self.rounds = {}
        self.values = {}
        for force in (self.attacker, self.defender):
            _, allowance, _ = self.tally(force, force.sizes, force.markers, 1)
            if isinstance(force.dice, int) and force.dice > allowance:
                raise Illegal("more defence dice than the allowance")

    # The scenario

    def policy_of(self, *names):
        dice, retreat = "best", self.case.policy.get("retreat", "never")
        for name in names:
            own = self.case.policy.get(name) or {}
            dice, retreat = own.get("defence_dice", dice), own.get("retreat", retreat)
        number = isinstance(dice, int) and not isinstance(dice, bool) and dice >= 0
        if not number and dice not in ("best", "none", "max"):
            raise Illegal(f"no policy {dice}")
        if retreat not in ("never", "always", "best"):
            raise Illegal(f"no policy {retreat}")
        return dice, retreat

    def read_attacker(self):
        case, side = self.case, self.case.attacker
        if case.situation.get("reinforcements"):
            raise Illegal("not modelled: reinforcements")
        if side.get("markers", 0):
            raise Illegal("a suppressed unit may not approach the enemy")
        order = side.get("order", "assault")
        kinds = [stats.get("type", ()) for _, stats, _ in kinds_of(side)]
        if order == "assault" and any("flyer" in kind for kind in kinds):
            raise Illegal("flyers are never on assault orders")
        cover = case.situation.get("attacker_cover", "none")
        groups, sizes, _ = unit(case, side, cover, False, ("caa", "cad"))
        kept = bool(side.get("dug_in")) and case.ruling("dug-in-duration") == "one-turn"
        firing = order != "assault" and case.ruling("firing-orders-ca") != "never"
        return Force(
            groups,
            sizes,
            side.get("starting_models", sum(sizes)),
            0,
            side.get("cp", 0),
            firing,
            bool(side.get("deployed")),
            False,
            kept,
            False,
            *self.policy_of("attacker"),
        )

    def read_defender(self):
        case, side = self.case, self.case.target
        dug_in = bool(side.get("dug_in"))
        groups, sizes, _ = unit(case, side, cover_of_target(case), dug_in, ("caa", "cad"))
        order = side.get("order", "assault")
        return Force(
            groups,
            sizes,
            side.get("starting_models", sum(sizes)),
            side.get("markers", 0),
            side.get("cp", 0),
            order != "assault" and case.ruling("firing-orders-ca") == "always",
            False,
            dug_in,
            dug_in,
            bool(case.situation.get("in_building")),
            *self.policy_of("target", "defender"),
        )

    # One round

    def causes(self, force, markers, number):
        """How many reasons for disadvantage there are."""
        return (markers > 0) + force.firing_orders + (force.deployed and number == 1)

    def tally(self, force, alive, markers, number):
        """(dice of the pool, how many of them may defend, dice on top), XEN-CA-05 to 10."""
        case = self.case
        pool = sum(n * group.caa for n, group in zip(alive, force.groups, strict=True))
        third = rounded(case, pool, case.constant("def_share"), loss=False)
        rest, allowance = pool, third
        causes = self.causes(force, markers, number)
        if causes:
            for _ in range(causes if case.ruling("disadvantage-stacking") == "multiply" else 1):
                rest -= rounded(case, rest, case.constant("disadv_loss"), loss=True)
            rest = max(rest, 0)
            allowance = floor(rest * case.constant("disadv_def_share"))
            if case.ruling("half-rounding") == "capped-at-third":
                allowance = min(allowance, third)
        infantry = sum(n for n, group in zip(alive, force.groups, strict=True) if group.infantry)
        bonus = ceil(Fraction(infantry, case.constant("infantry_def_per")))
        bonus += sum(n * group.bonus for n, group in zip(alive, force.groups, strict=True))
        return rest, min(allowance, rest), bonus

    def needs(self, force, markers, number):
        """What kills a model of each group: (face, how many dice)."""
        case = self.case
        penalised = markers > 0
        if case.ruling("disadvantage-cad") == "any":
            penalised = self.causes(force, markers, number) > 0
        found = []
        for group in force.groups:
            net = -case.constant("sup_cad_penalty") if penalised else 0
            fortified = group.cover == "fortified" and case.ruling("fortified-cad") == "yes"
            if force is self.defender and force.building:
                net += case.constant("bld_cad")
            elif force is self.defender and (force.dug_in_cad or fortified):
                net += case.constant("dig_cad_bonus")
            found.append(self.need(group.cad, net))
        return tuple(found)

    def need(self, cad, net):
        case, sixes = self.case, self.case.constant("sixes")
        if cad not in sixes:
            if net > 0:
                return min(cad + net, max(cad, case.constant("cad_cap"))), 1
            return (max(cad + net, min(cad, 2)) if case.ruling("cad-floor") == "two" else cad + net), 1
        if net > 0:
            how = case.ruling("building-66-cad")
            if how == "becomes-6":
                return 6, 1
            if how == "becomes-666":
                return 6, sixes[LEVELS[min(LEVELS.index(cad) + net, len(LEVELS) - 1)]]
        if net < 0:
            how = case.ruling("suppressed-66-cad")
            if how == "five-five":
                return 6 + net, sixes[cad]
            if how == "level-down":
                level = LEVELS.index(cad) + net
                return (6, sixes[LEVELS[level]]) if level >= 0 else (6 + level + 1, 1)
        return 6, sixes[cad]

    def exchange(self, state, number, attacker_defends, defender_defends):
        """{(attackers lost, defenders lost): p} with so many dice of the pools in defence."""
        a_pool, _, a_bonus = self.tally(self.attacker, state.attackers, state.attacker_markers, number)
        d_pool, _, d_bonus = self.tally(self.defender, state.defenders, state.defender_markers, number)
        a_needs = self.needs(self.attacker, state.attacker_markers, number)
        d_needs = self.needs(self.defender, state.defender_markers, number)
        recount = self.case.ruling("strike-back-dice") == "recount-survivors"
        out = {}
        struck = self.strikes[1].losses(a_pool - attacker_defends, defender_defends + d_bonus, d_needs, state.defenders)
        for d_lost, p in struck.items():
            dice = d_pool - defender_defends
            if recount:
                dead = sum(n * group.caa for n, group in zip(d_lost, self.defender.groups, strict=True))
                dice = max(dice - dead, 0)
            back = self.strikes[0].losses(dice, attacker_defends + a_bonus, a_needs, state.attackers)
            for a_lost, q in back.items():
                add(out, (a_lost, d_lost), p * q)
        return out

    def margin(self, exchanged):
        """VP that the attacker loses minus VP that the defender loses."""
        return sum(
            p * (points(self.attacker, a_lost) - points(self.defender, d_lost))
            for (a_lost, d_lost), p in exchanged.items()
        )

    def split(self, state, number):
        """(attacker's, defender's) dice of the pools in defence: the defender declares first."""
        _, a_most, _ = self.tally(self.attacker, state.attackers, state.attacker_markers, number)
        _, d_most, _ = self.tally(self.defender, state.defenders, state.defender_markers, number)

        def offered(dice, most):
            if dice == "best":
                return range(most + 1)
            return [0 if dice == "none" else most if dice == "max" else min(dice, most)]

        answers = []
        for d in offered(self.defender.dice, d_most):
            tried = []
            for a in offered(self.attacker.dice, a_most):
                tried.append((self.margin(self.exchange(state, number, a, d)), a))
            margin, a = min(tried)
            answers.append((-margin, d, a))
        _, d, a = min(answers)
        return a, d

    def check_target(self, force, before, after, enemy, enemy_after, number):
        """XEN-CA-19 to 25."""
        case = self.case
        weights = case.constant("ca_weight")

        def weighed(groups, counts):
            return sum(n * weights.get(group.cad, 1) for n, group in zip(counts, groups, strict=True))

        start = force.sizes if case.ruling("ca-casualty-window") == "whole-assault" else before
        lost = weighed(force.groups, [n - k for n, k in zip(start, after, strict=True)])
        need = case.constant("ca_sup_base")
        reached = [bonus for line, bonus in sorted(case.constant("ca_cas_steps").items()) if lost >= line]
        need += sum(reached[-1:] if case.ruling("ca-casualty-mods") == "highest-only" else reached)
        if below_half(case, sum(after), force.starting):
            need += case.constant("ca_below_half")
        against = case.constant("outnumber_ratio") * weighed(force.groups, after)
        if weighed(enemy.groups, enemy_after) >= against:
            need += case.constant("ca_outnumber")
        if number > 1:
            need += case.constant("ca_late_round")
        covers = [group.cover for group in force.groups]
        if force.dug_in_test or in_hard_cover(case, covers, after):
            need += case.constant("ca_cover")
        return need

    def one_round(self, state, number):
        """{(attackers lost, defenders lost, state after, attacker fled, defender fled, over): p}"""
        key = (state, number == 1)
        if key in self.rounds:
            return self.rounds[key]
        case, out = self.case, {}
        per_failure, stay = case.constant("markers_per_failure"), case.ruling("premarked-flee") == "stay"
        for (a_lost, d_lost), p in self.exchange(state, number, *self.split(state, number)).items():
            a_left = tuple(n - k for n, k in zip(state.attackers, a_lost, strict=True))
            d_left = tuple(n - k for n, k in zip(state.defenders, d_lost, strict=True))
            if sum(a_left) == 0 or sum(d_left) == 0:
                after = state._replace(attackers=a_left, defenders=d_left)
                add(out, (a_lost, d_lost, after, 0, 0, True), p)
                continue
            a_need = self.check_target(self.attacker, state.attackers, a_left, self.defender, d_left, number)
            d_need = self.check_target(self.defender, state.defenders, d_left, self.attacker, a_left, number)
            auto = case.constant("ca_auto_pass")
            for (a_failed, a_cp), q in check(case, a_need, state.attacker_cp, auto).items():
                for (d_failed, d_cp), r in check(case, d_need, state.defender_cp, auto).items():
                    a_markers = state.attacker_markers + a_failed * per_failure
                    d_markers = state.defender_markers + d_failed * per_failure
                    a_flees = a_failed if stay else int(a_markers > 0)
                    d_flees = 0 if a_flees else d_failed if stay else int(d_markers > 0)
                    after = State(a_left, d_left, a_markers, d_markers, a_cp, d_cp)
                    over = bool(a_flees or d_flees)
                    add(out, (a_lost, d_lost, after, a_flees, d_flees, over), p * q * r)
        self.rounds[key] = out
        return out

    # Retreat and the whole assault

    def value(self, state, done):
        """Attacker's minus defender's VP lost from here on, after `done` rounds, nobody retreating now."""
        if done >= self.max_rounds:
            return Fraction(0)
        key = (state, done)
        if key not in self.values:
            total = Fraction(0)
            for (a_lost, d_lost, after, _, _, over), p in self.one_round(state, done + 1).items():
                ahead = Fraction(0)
                if not over and not any(self.retreats(after, done + 1)):
                    ahead = self.value(after, done + 1)
                total += p * (points(self.attacker, a_lost) - points(self.defender, d_lost) + ahead)
            self.values[key] = total
        return self.values[key]

    def retreats(self, state, done):
        """(attacker retreats, defender retreats) in step 9."""
        attacker, defender = self.attacker.retreat, self.defender.retreat
        if attacker == "always":
            return 1, 0
        if "best" not in (attacker, defender):
            return 0, int(defender == "always")
        ahead = self.value(state, done) if defender != "always" else Fraction(0)
        defender_goes = defender == "always" or (defender == "best" and ahead < 0)
        if attacker == "best" and not defender_goes and ahead > 0:
            return 1, 0
        return 0, int(defender_goes)

    def odds(self):
        force_a, force_d = self.attacker, self.defender
        start = State(force_a.sizes, force_d.sizes, force_a.markers, force_d.markers, force_a.cp, force_d.cp)
        now, out, unfinished = {start: Fraction(1)}, {}, Fraction(0)

        def casualties(state):
            return sum(force_a.sizes) - sum(state.attackers), sum(force_d.sizes) - sum(state.defenders)

        for number in range(1, self.max_rounds + 1):
            after_round = {}
            for state, p in now.items():
                for (_, _, after, a_fled, d_fled, over), q in self.one_round(state, number).items():
                    if over:
                        add(out, (*casualties(after), a_fled, d_fled, number), p * q)
                    else:
                        add(after_round, after, p * q)
            now = {}
            for state, p in after_round.items():
                a_goes, d_goes = self.retreats(state, number)
                if a_goes or d_goes:
                    add(out, (*casualties(state), a_goes, d_goes, number), p)
                elif number == self.max_rounds:
                    add(out, (*casualties(state), 0, 0, number), p)
                    unfinished += p
                else:
                    now[state] = p
        if unfinished:
            out[UNFINISHED] = unfinished
        return out


def points(force, lost):
    return sum(n * group.vp for n, group in zip(lost, force.groups, strict=True))


# ---------------------------------------------------------------------------------------------------------


def odds(scenario):
    """The joint distribution over the outcome fields of the scenario's pipeline."""
    case = Case(scenario)
    if case.pipeline in ("shooting", "overwatch"):
        return shooting(case)
    if case.pipeline == "suppression":
        return suppression(case)
    if case.pipeline == "rally":
        return rally(case)
    if case.pipeline == "close-assault":
        return Assault(case).odds()
    raise Illegal(f"no pipeline {case.pipeline}")
