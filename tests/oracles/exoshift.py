"""Exoshift 0.53.0 and 0.60.1: exact odds of direct shots and casualty rolls, by counting faces.

An oracle: written from the rules texts alone, plain rather than fast, every number a Fraction.
`odds(scenario)` takes a scenario as a nested dict of the TOML shape and returns the joint distribution:

    shooting   (hits, damage, disruption, result)
    casualty   (result, disruption)

A scenario that the rules forbid raises `Illegal`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

V53 = "exoshift-0.53.0"
V60 = "exoshift-0.60.1"

LADDER = ("none", "unhurt", "stunned", "downed", "wounded", "incapacitated", "destroyed")
NONE, UNHURT, STUNNED, DOWNED, WOUNDED, INCAPACITATED, DESTROYED = range(7)

# Rulings that both versions read, each with its own default.
SHARED_DEFAULTS = {
    V53: {
        "shots-by": "focus-budget",
        "damage-by": "defence-test",
        "casualty-by": "table",
        "test-extremes": "none",
        "cover-com-value": "zero",
        "cover-defense-bonus": "import-053",
        "point-blank": "import-053",
    },
    V60: {
        "shots-by": "rate-of-fire",
        "damage-by": "damage-test",
        "casualty-by": "health",
        "test-extremes": "none",
        "cover-com-value": "minus-one-all",
        "cover-defense-bonus": "none",
        "point-blank": "none",
    },
}

# Rulings of one checklist only. In the other version they are legal but not in force: where a mechanism
# of the first version is mixed into the second, the default stands.
OWN_DEFAULTS = {
    V53: {
        "quality-floor": "unbounded",
        "disruption-cap": "none",
        "extra-shot-cap": "total-equals-rof",
        "point-blank-band": "replace",
        "hunker-needs-cover": "cover-only",
        "multi-weapon-focus": "per-model-shared",
        "focus-budget-scope": "per-model",
        "unit-fire-resolution": "sequential-per-model",
        "near-miss-defense-value": "modified-before-power",
        "near-miss-on-failed-test": "success-only",
        "defense-zero-auto-damage": "off",
        "quality-save": "casualty-roll-is-the-save",
        "partial-damage-disruption": "none",
        "casualty-roll-count": "one-per-attack",
        "disruption-timing": "within-attack",
        "casualty-quality-value": "printed-quality",
        "damage-avoided-count": "attack-damage",
        "status-ladder": "never-improves",
        "stunned-recover": "recover-allowed",
        "rest-self-disruption": "rest-exempt",
        "disruption-lock-scope": "secondary-only",
        "disruption-lock-quality": "printed",
        "heavy-after-move": "heavy-may-move",
        "suppression-per-hit": "per-hit",
        "suppression-damageable": "defense-tn-below-ten",
    },
    V60: {
        "rof-default-shots": "full-rof",
        "damage-accumulation": "accumulates",
        "repeat-actions": "allowed",
        "focus-scope": "whole-attack",
        "focus-expiry": "lost",
        "snap-fire-focus": "yes",
        "suppression-eligibility": "any-weapon",
        "suppression-trait-name": "rof-only",
        "suppression-natural-one": "normal-damage-test",
        "suppression-token-count": "one-per-hit",
        "entrench-vs-suppression": "ignored-too",
        "entrench-stack": "one",
        "heavy-setup-limits": "snap-only",
    },
}

OPTIONS = {
    "shots-by": ("focus-budget", "rate-of-fire"),
    "damage-by": ("defence-test", "damage-test"),
    "casualty-by": ("table", "health"),
    "test-extremes": ("none", "one-succeeds", "ten-fails", "both"),
    "cover-com-value": ("zero", "minus-one-all", "minus-one-light-two-heavy"),
    "cover-defense-bonus": ("none", "import-053"),
    "point-blank": ("none", "import-053"),
    "quality-floor": ("unbounded", "floor-zero"),
    "disruption-cap": ("none", "quality"),
    "extra-shot-cap": ("total-equals-rof", "extras-equal-rof"),
    "point-blank-band": ("replace", "keep-bonus"),
    "hunker-needs-cover": ("cover-only", "cover-or-obscured"),
    "multi-weapon-focus": ("per-model-shared", "per-weapon"),
    "focus-budget-scope": ("per-model", "per-unit-shared"),
    "unit-fire-resolution": ("sequential-per-model", "combined-per-unit"),
    "near-miss-defense-value": ("modified-before-power", "printed", "after-power"),
    "near-miss-on-failed-test": ("success-only", "also-on-failure"),
    "defense-zero-auto-damage": ("off", "on-zero-or-less", "on-exactly-zero"),
    "quality-save": ("casualty-roll-is-the-save", "quality-test"),
    "partial-damage-disruption": ("none", "per-damage"),
    "casualty-roll-count": ("one-per-attack", "one-per-hit"),
    "disruption-timing": ("within-attack", "before-casualty", "end-of-action"),
    "casualty-quality-value": ("printed-quality", "reduced-quality"),
    "damage-avoided-count": ("attack-damage", "one", "not-suffered"),
    "status-ladder": ("never-improves", "replace", "step-up"),
    "stunned-recover": ("recover-allowed", "recover-as-secondary"),
    "rest-self-disruption": ("rest-exempt", "rest-adds"),
    "disruption-lock-scope": ("secondary-only", "all-actions"),
    "disruption-lock-quality": ("printed", "reduced"),
    "heavy-after-move": ("heavy-may-move", "heavy-must-stand"),
    "suppression-per-hit": ("per-hit", "per-attack"),
    "suppression-damageable": ("defense-tn-below-ten", "always"),
    "rof-default-shots": ("full-rof", "one-shot", "rof-with-focus"),
    "damage-accumulation": ("accumulates", "per-attack"),
    "repeat-actions": ("allowed", "once-each"),
    "focus-scope": ("whole-attack", "one-shot"),
    "focus-expiry": ("lost", "kept"),
    "snap-fire-focus": ("yes", "no"),
    "suppression-eligibility": ("any-weapon", "suppressive-only"),
    "suppression-trait-name": ("rof-only", "rof-and-auto-tokens"),
    "suppression-natural-one": ("normal-damage-test", "automatic-damage", "token-and-damage-test"),
    "suppression-token-count": ("one-per-hit", "damage-value", "one-per-attack"),
    "entrench-vs-suppression": ("ignored-too", "still-applies"),
    "entrench-stack": ("one", "stack"),
    "heavy-setup-limits": ("snap-only", "import-053"),
}

CONSTANTS = {
    "dice.sides": 10,
    "dice.d5.divisor": 2,
    "disruption.quality_per_point": -1,
    "disruption.min": 0,
    "primary.remove_d": 1,
    "primary.per_round": 1,
    "focus.advance_divisor": 2,
    "recover.no_los_bonus": 1,
    "hunker.def": 1,
    "hunker.com": -1,
    "secondary.add_d": 1,
    "snap.rof": 1,
    "snap.focus": 0,
    "rest.remove_d": 1,
    "rest.cover_bonus": 1,
    "shots.base": 1,
    "aim.cost": 1,
    "aim.com": 1,
    "extra_shot.cost": 1,
    "pointblank.distance": 2,
    "pointblank.com": 2,
    "stunned.com": -2,
    "downed.com": 1,
    "downed.def": -1,
    "cautious.com": -1,
    "cautious.qlt": 1,
    "nearmiss.d_per_damage": 1,
    "casualty.bands": [2, 4, 6, 8, 10],
    "unhurt.d_per_damage": 1,
    "unhurt.heal": 1,
    "stunned.d_per_damage": 1,
    "stunned.heal": 1,
    "downed.free_damage": 1,
    "downed.heal": 1,
    "focus.com": 2,
    "entrench.com": -1,
    "entrench.def": 1,
    "damage_fail.tokens_per_damage": 1,
    "suppress.rof_per_level": 1,
    "suppress.natural": 1,
    "suppress.tokens": 1,
    "activation.actions": 2,
    "activation.reaction_actions": 1,
}

ATTACKS = {V53: ("focus-fire", "advance", "snap-fire"), V60: ("shoot", "snap-fire", "suppression-fire")}
PRIMARIES = ("focus-fire", "advance", "run", "recover", "hunker-down")
SECONDARIES = ("snap-fire", "march", "rest")
MOVES_53 = ("advance", "run", "march", "hunker-down")
ACTIONS_60 = (
    "move",
    "shoot",
    "snap-fire",
    "suppression-fire",
    "focus",
    "opfire",
    "recover",
    "interact",
    "entrench",
)

ALLOCATION_LIMIT = 200_000


class Illegal(ValueError):
    """The rules (or the contract) forbid this scenario."""


# ---------------------------------------------------------------------------------------------------------
# The scenario, read once
# ---------------------------------------------------------------------------------------------------------


def flatten(table, prefix=""):
    """Constants may be nested tables or quoted dotted names: one flat dict."""
    flat = {}
    for key, value in (table or {}).items():
        name = prefix + str(key)
        if isinstance(value, dict):
            flat.update(flatten(value, name + "."))
        else:
            flat[name] = value
    return flat


def trait_level(traits, name):
    """The number after a trait, 0 where it is absent; a trait without a number counts as level 1."""
    for trait in traits or ():
        words = trait.split()
        if trait.lower() == name.lower():
            return 1
        if " ".join(words[:-1]).lower() == name.lower():
            return int(words[-1])
    return 0


def has_trait(traits, name):
    return any(trait.lower().startswith(name.lower()) for trait in traits or ())


class Case:
    """A scenario with its rulings, constants and both sides made explicit."""

    def __init__(self, scenario):
        self.version = scenario["ruleset"]
        if self.version not in (V53, V60):
            raise Illegal(f"unknown ruleset {self.version}")
        self.own = OWN_DEFAULTS[self.version]
        self.given = {key: str(value) for key, value in (scenario.get("rulings") or {}).items()}
        for name, option in self.given.items():
            if name in OPTIONS and option not in OPTIONS[name]:
                raise Illegal(f"ruling {name} has no option {option}")
        self.constants = flatten(scenario.get("constants"))
        self.sides = self.constant("dice.sides")
        self.attacker = scenario.get("attacker") or {}
        self.target = scenario.get("target") or {}
        self.situation = scenario.get("situation") or {}
        self.policy = (scenario.get("policy") or {}).get("focus", "best")
        self.budgeted = self.ruling("shots-by") == "focus-budget"
        self.defence_test = self.ruling("damage-by") == "defence-test"
        self.table = self.ruling("casualty-by") == "table"
        if self.table and not self.defence_test:
            raise Illegal("damage-test with the casualty table: its score needs a Power of the 0.53.0 kind")
        # Statuses are rules of 0.53.0; in 0.60.1 they come with the casualty table.
        self.statuses_count = self.version == V53 or self.table
        self.memo = {}

    def ruling(self, name):
        if name in SHARED_DEFAULTS[self.version]:
            return self.given.get(name, SHARED_DEFAULTS[self.version][name])
        if name in self.own:
            return self.given.get(name, self.own[name])
        other = V60 if self.version == V53 else V53
        return OWN_DEFAULTS[other][name]

    def constant(self, name):
        return self.constants.get(name, CONSTANTS[name])

    def obscured_com(self):
        return self.constants.get("obscured.com", -1 if self.version == V53 else 0)

    def cover_com(self, cover):
        if cover == "none":
            return 0
        by_ruling = {
            "zero": {"light": 0, "heavy": 0},
            "minus-one-all": {"light": -1, "heavy": -1},
            "minus-one-light-two-heavy": {"light": -1, "heavy": -2},
        }[self.ruling("cover-com-value")]
        return self.constants.get(f"cover.com.{cover}", by_ruling[cover])

    def cover_def(self, cover):
        if cover == "none":
            return 0
        by_ruling = {"none": {"light": 0, "heavy": 0}, "import-053": {"light": 1, "heavy": 2}}[
            self.ruling("cover-defense-bonus")
        ]
        return self.constants.get(f"cover.def.{cover}", by_ruling[cover])

    def stat(self, side, name):
        stats = side.get("stats") or {}
        if name not in stats:
            raise Illegal(f"stat {name} is missing")
        return stats[name]

    def health(self):
        return (self.target.get("stats") or {}).get("hea", 1)

    def escort(self):
        """Cautious leadership is a rule of 0.53.0."""
        return self.version == V53 and bool(self.target.get("escorted", False))

    def disruption_cap(self, side):
        """The highest D a side may have, or None."""
        if self.ruling("disruption-cap") == "quality":
            return self.stat(side, "qlt")
        return None

    def raised(self, side, disruption, gain):
        """D after a gain, under the cap."""
        cap = self.disruption_cap(side)
        if cap is None:
            return disruption + gain
        return max(disruption, min(cap, disruption + gain))

    def lowered(self, disruption, loss):
        return max(self.constant("disruption.min"), disruption - loss)

    def effective_quality(self, side, disruption, bonus=0):
        quality = self.stat(side, "qlt") + self.constant("disruption.quality_per_point") * disruption + bonus
        if self.ruling("quality-floor") == "floor-zero":
            quality = max(0, quality)
        return quality

    def target_quality_bonus(self):
        return self.constant("cautious.qlt") if self.escort() else 0

    def start_disruption(self, side):
        start = side.get("disruption", 0)
        cap = self.disruption_cap(side) if start else None
        return start if cap is None else min(start, cap)


def worst_status(statuses):
    return max((LADDER.index(status) for status in statuses or ()), default=NONE)


# ---------------------------------------------------------------------------------------------------------
# Dice
# ---------------------------------------------------------------------------------------------------------


def passes(case, face, tn):
    """Roll at or under; the first and the last face may be automatic."""
    extremes = case.ruling("test-extremes")
    if face == 1 and extremes in ("one-succeeds", "both"):
        return True
    if face == case.sides and extremes in ("ten-fails", "both"):
        return False
    return face <= tn


def faces(case):
    return range(1, case.sides + 1)


def chance(case, tn):
    return Fraction(sum(passes(case, face, tn) for face in faces(case)), case.sides)


def add(table, key, weight):
    if weight:
        table[key] = table.get(key, 0) + weight


# ---------------------------------------------------------------------------------------------------------
# One hit, one shot, one attack
# ---------------------------------------------------------------------------------------------------------


def in_cover(case, suppressing):
    cover = case.situation.get("cover", "none")
    return "none" if suppressing else cover


def entrenchment(case, suppressing):
    """Entrench tokens that count against this attack (0.60.1)."""
    if case.version != V60 or case.situation.get("cover", "none") == "none":
        return 0
    if suppressing and case.ruling("entrench-vs-suppression") == "ignored-too":
        return 0
    tokens = int(case.target.get("entrench_token", 0))
    return tokens if case.ruling("entrench-stack") == "stack" else min(1, tokens)


def hunkered(case):
    """Is the hunker bonus on (0.53.0)?"""
    if case.version != V53 or not case.target.get("hunkered", False):
        return False
    if case.situation.get("cover", "none") != "none":
        return True
    return bool(case.situation.get("obscured", False)) and case.ruling("hunker-needs-cover") == "cover-or-obscured"


def band_modifier(case, weapon):
    """Range band or point blank."""
    distance = case.situation["range"]
    reach = weapon["range"]
    modifiers = list(weapon.get("range_modifiers", [])) + [0] * len(reach)
    modifier = None
    for limit, value in zip(reach, modifiers, strict=False):
        if distance <= limit:
            modifier = value
            break
    if modifier is None:
        raise Illegal(f"range {distance} is beyond the weapon's reach of {reach[-1]}")
    if case.ruling("point-blank") == "import-053" and distance <= case.constant("pointblank.distance"):
        kept = max(0, modifier) if case.ruling("point-blank-band") == "keep-bonus" else 0
        return case.constant("pointblank.com") + kept
    return modifier


def hit_number(case, weapon, status, stunned, suppressing):
    """The hit TN before aim and focus token."""
    cover = in_cover(case, suppressing)
    tn = case.stat(case.attacker, "com") + band_modifier(case, weapon)
    if cover != "none" or case.situation.get("obscured", False):
        tn += case.obscured_com()
    tn += case.cover_com(cover)
    tn += entrenchment(case, suppressing) * case.constant("entrench.com")
    if hunkered(case):
        tn += case.constant("hunker.com")
    if case.escort():
        tn += case.constant("cautious.com")
    if case.statuses_count:
        if stunned:
            tn += case.constant("stunned.com")
        if status in (DOWNED, WOUNDED):
            tn += case.constant("downed.com")
    return tn


def modified_defence(case, status, suppressing):
    """DEF with everything but Power."""
    value = case.stat(case.target, "def") + case.cover_def(in_cover(case, suppressing))
    value += entrenchment(case, suppressing) * case.constant("entrench.def")
    if hunkered(case):
        value += case.constant("hunker.def")
    if case.statuses_count and status in (DOWNED, WOUNDED):
        value += case.constant("downed.def")
    return value


def hit_odds(case, weapon, status, quality_tn, suppressing):
    """What one ordinary hit does: {(wounds 0 or 1, disruption): probability}."""
    power, damage = weapon["power"], weapon.get("damage", 1)
    defence = modified_defence(case, status, suppressing)
    one_face = Fraction(1, case.sides)
    result = {}
    if not case.defence_test:
        tokens = damage * case.constant("damage_fail.tokens_per_damage")
        for face in faces(case):
            add(result, (1, 0) if passes(case, face, power - defence) else (0, tokens), one_face)
        return result
    tn = defence - power
    toggle = case.ruling("defense-zero-auto-damage")
    if (toggle == "on-zero-or-less" and tn <= 0) or (toggle == "on-exactly-zero" and tn == 0):
        return {(1, 0): Fraction(1)}
    compared = {
        "modified-before-power": defence,
        "printed": case.stat(case.target, "def"),
        "after-power": tn,
    }[case.ruling("near-miss-defense-value")]
    for face in faces(case):
        near = damage * case.constant("nearmiss.d_per_damage") if face + power >= compared else 0
        if passes(case, face, tn):
            add(result, (0, near), one_face)
            continue
        if case.ruling("near-miss-on-failed-test") == "success-only":
            near = 0
        if case.ruling("quality-save") == "quality-test":
            saved = chance(case, quality_tn)
            add(result, (0, 0), one_face * saved)
            add(result, (1, near), one_face * (1 - saved))
        else:
            add(result, (1, near), one_face)
    return result


def auto_disruption(case, weapon, status, suppressing):
    """D that the weapon's trait gives for a hit, before any test."""
    if case.version == V53:
        level = trait_level(weapon.get("traits"), "Suppression")
    elif case.ruling("suppression-trait-name") == "rof-and-auto-tokens":
        level = trait_level(weapon.get("traits"), "Suppressive")
    else:
        level = 0
    if not level or case.ruling("suppression-damageable") == "always":
        return level
    defence = modified_defence(case, status, suppressing)
    if case.defence_test:
        can_be_hurt = chance(case, defence - weapon["power"]) < 1
    else:
        can_be_hurt = chance(case, weapon["power"] - defence) > 0
    return level if can_be_hurt else 0


def shot_odds(case, weapon, tn, status, quality_tn, suppressing):
    """One shot: {(hits, wounds, disruption, token hits): probability}."""
    result = {}
    one_face = Fraction(1, case.sides)
    damage = weapon.get("damage", 1)
    ordinary = hit_odds(case, weapon, status, quality_tn, suppressing)
    auto = 0
    if case.ruling("suppression-per-hit") == "per-hit":
        auto = auto_disruption(case, weapon, status, suppressing)
    token = {
        "one-per-hit": case.constant("suppress.tokens"),
        "damage-value": case.constant("suppress.tokens") * damage,
        "one-per-attack": 0,  # added once, for the whole attack
    }[case.ruling("suppression-token-count")]
    natural_one = case.ruling("suppression-natural-one")
    for face in faces(case):
        if not passes(case, face, tn):
            add(result, (0, 0, 0, 0), one_face)
        elif suppressing and face > case.constant("suppress.natural"):
            add(result, (1, 0, auto + token, 1), one_face)
        elif suppressing and natural_one == "automatic-damage":
            add(result, (1, 1, auto, 0), one_face)
        else:
            with_token = suppressing and natural_one == "token-and-damage-test"
            for (wounds, disruption), weight in ordinary.items():
                extra = token if with_token else 0
                add(result, (1, wounds, auto + disruption + extra, int(with_token)), one_face * weight)
    return result


def volley_odds(case, weapon, tns, status, quality_tn, suppressing):
    """All shots of an attack before any casualty roll: {(hits, wounds, disruption): probability}."""
    total = {(0, 0, 0, 0): Fraction(1)}
    for tn in tns:
        shot = shot_odds(case, weapon, tn, status, quality_tn, suppressing)
        merged = {}
        for left, p in total.items():
            for right, q in shot.items():
                add(merged, tuple(a + b for a, b in zip(left, right, strict=True)), p * q)
        total = merged
    per_attack = 0
    if case.ruling("suppression-per-hit") == "per-attack":
        per_attack = auto_disruption(case, weapon, status, suppressing)
    once = 0
    if suppressing and case.ruling("suppression-token-count") == "one-per-attack":
        once = case.constant("suppress.tokens")
    result = {}
    for (hits, wounds, disruption, token_hits), p in total.items():
        if hits:
            disruption += per_attack
        if token_hits:
            disruption += once
        add(result, (hits, wounds, disruption), p)
    return result


def casualty_band(case, score):
    bands = case.constant("casualty.bands")
    for rank, limit in enumerate(bands):
        if score <= limit:
            return UNHURT + rank
    return DESTROYED


def band_after_roll(case, damage, health_before, band):
    """(health after, D gained) of one casualty result."""
    full = case.health()
    if band in (UNHURT, STUNNED):
        word = "unhurt" if band == UNHURT else "stunned"
        after = min(full, case.constant(word + ".heal"))
        counted = {
            "attack-damage": damage,
            "one": min(1, damage),
            "not-suffered": max(0, damage - max(0, health_before - after)),
        }[case.ruling("damage-avoided-count")]
        return after, counted * case.constant(word + ".d_per_damage")
    if band in (DOWNED, WOUNDED):
        return min(full, case.constant("downed.heal")), max(0, damage - case.constant("downed.free_damage"))
    return 0, 0


def casualty_bands(case, power, disruption):
    """{band: probability} of one casualty roll at this D."""
    bonus = case.target_quality_bonus()
    if case.ruling("casualty-quality-value") == "reduced-quality":
        quality = case.effective_quality(case.target, disruption, bonus)
    else:
        quality = case.stat(case.target, "qlt") + bonus
    result = {}
    for face in faces(case):
        add(result, casualty_band(case, face + disruption + power - quality), Fraction(1, case.sides))
    return result


def attack_odds(case, weapon, tns, target, suppressing):
    """One attack at a target (status, marked damage, D in the pool, D that counts in this attack).

    Returns {(hits, damage, D gained uncapped, band rolled, marked damage after): probability}.
    """
    status, marked, _, counted = target
    key = (id(weapon), tuple(sorted(tns)), status, marked, counted, suppressing)
    if key in case.memo:
        return case.memo[key]
    quality_tn = None
    if case.defence_test and case.ruling("quality-save") == "quality-test":
        quality_tn = case.effective_quality(case.target, counted, case.target_quality_bonus())
    each = weapon.get("damage", 1)
    full = case.health()
    result = {}
    for (hits, wounds, gained), p in volley_odds(case, weapon, tns, status, quality_tn, suppressing).items():
        damage = wounds * each
        if not case.table:
            before = marked if case.ruling("damage-accumulation") == "accumulates" else 0
            destroyed = damage > 0 and before + damage >= full
            if damage and not destroyed and case.ruling("partial-damage-disruption") == "per-damage":
                gained += damage
            band = DESTROYED if destroyed else NONE
            add(result, (hits, damage, gained, band, marked + damage), p)
            continue
        if damage == 0 or marked + damage < full:
            if case.ruling("partial-damage-disruption") == "per-damage":
                gained += damage
            add(result, (hits, damage, gained, NONE, marked + damage), p)
            continue
        in_roll = counted
        if case.ruling("disruption-timing") != "end-of-action":
            in_roll = case.raised(case.target, counted, gained)
        bands = casualty_bands(case, weapon["power"], in_roll)
        if case.ruling("casualty-roll-count") == "one-per-attack":
            for band, q in bands.items():
                after, extra = band_after_roll(case, damage, full - marked, band)
                add(result, (hits, damage, gained + extra, band, full - after), p * q)
            continue
        # one-per-hit: every damaging hit from the one that uses up Health rolls; D of earlier rolls waits
        branches = {(full - marked, gained, NONE): p}
        for _ in range(wounds):
            following = {}
            for (left, so_far, worst), weight in branches.items():
                if each < left:
                    add(following, (left - each, so_far, worst), weight)
                    continue
                for band, q in bands.items():
                    after, extra = band_after_roll(case, each, left, band)
                    add(following, (after, so_far + extra, max(worst, band)), weight * q)
            branches = following
        for (left, so_far, worst), weight in branches.items():
            add(result, (hits, damage, so_far, worst, full - left), weight)
    case.memo[key] = result
    return result


def status_after(case, status, band):
    """The ladder: a new band on a model that may have a status."""
    ladder = case.ruling("status-ladder")
    if band == NONE:
        return status
    if ladder == "replace":
        return band
    if ladder == "step-up" and status >= STUNNED and band >= STUNNED:
        return min(DESTROYED, max(band, status + 1))
    return max(status, band)


# ---------------------------------------------------------------------------------------------------------
# Focus
# ---------------------------------------------------------------------------------------------------------


def shot_limit(case, weapon):
    base = case.constant("shots.base")
    if case.ruling("extra-shot-cap") == "extras-equal-rof":
        return base + weapon["rof"]
    return max(base, weapon["rof"])


def cost(case, aims):
    extra = len(aims) - case.constant("shots.base")
    return extra * case.constant("extra_shot.cost") + sum(aims) * case.constant("aim.cost")


def allocations(case, weapon, budget):
    """Every legal purchase as a tuple of aims, one for each shot, larger aims first."""
    found = []
    for shots in range(case.constant("shots.base"), shot_limit(case, weapon) + 1):
        for aims in combinations_with_replacement(range(weapon.get("accuracy", 0), -1, -1), shots):
            if cost(case, aims) <= budget:
                found.append(aims)
    return found


def snap_allocations(case, weapon, budget):
    """Snap Fire: no extra shots; aim only if a constant grants focus."""
    shots = min(case.constant("snap.rof"), weapon["rof"])
    choices = combinations_with_replacement(range(weapon.get("accuracy", 0), -1, -1), shots)
    return [aims for aims in choices if sum(aims) * case.constant("aim.cost") <= budget]


def simpler_first(aims):
    """Fewer shots, less aim, then more aim on the earlier shot."""
    return (len(aims), sum(aims), tuple(-aim for aim in aims))


def explicit_allocation(case, weapon, budget, snap):
    wanted = case.policy
    aims = list(wanted.get("aim", []))
    shots = wanted.get("shots", max(1, len(aims)))
    if len(aims) > shots:
        raise Illegal("more aims than shots")
    aims = tuple(aims + [0] * (shots - len(aims)))
    if any(aim < 0 or aim > weapon.get("accuracy", 0) for aim in aims):
        raise Illegal("aim beyond the weapon's Accuracy")
    if snap:
        if shots != min(case.constant("snap.rof"), weapon["rof"]):
            raise Illegal("Snap Fire buys no shots")
        price = sum(aims) * case.constant("aim.cost")
    else:
        if not case.constant("shots.base") <= shots <= shot_limit(case, weapon):
            raise Illegal("more shots than the rate of fire allows")
        price = cost(case, aims)
    if price > budget:
        raise Illegal(f"focus over budget: {price} of {budget}")
    return aims


def value(case, weapon, tns, target, suppressing):
    """What `best` compares: chance of Downed or worse in this attack, then the expected gain of D."""
    key = ("value", id(weapon), tuple(sorted(tns)), target, suppressing)
    if key in case.memo:
        return case.memo[key]
    p_downed, mean = Fraction(0), Fraction(0)
    pool = target[2]
    for (_, _, gained, band, _), p in attack_odds(case, weapon, tns, target, suppressing).items():
        if band >= DOWNED:
            p_downed += p
        mean += p * (case.raised(case.target, pool, gained) - pool)
    case.memo[key] = (p_downed, mean)
    return p_downed, mean


def best_of(case, weapon, candidates, base_tn, target):
    """The first of the simplest-first candidates with the highest value."""
    best, best_value = None, None
    for candidate in candidates:
        flat = candidate if not candidate or not isinstance(candidate[0], tuple) else sum(candidate, ())
        tns = tuple(base_tn + aim * case.constant("aim.com") for aim in flat)
        this = value(case, weapon, tns, target, False)
        if best_value is None or this > best_value:
            best, best_value = candidate, this
    return best


# ---------------------------------------------------------------------------------------------------------
# What may fire
# ---------------------------------------------------------------------------------------------------------


def barred(case, weapon, action, moved):
    """Why this weapon may not fire in this action, or None. `moved`: before or in this action."""
    kind = weapon.get("type", "basic")
    traits = (case.attacker.get("stats") or {}).get("traits")
    platform = case.version == V53 and has_trait(traits, "Weapons Platform")
    if action == "snap-fire" and kind in ("heavy", "setup") and not (kind == "heavy" and platform):
        return f"{kind} weapons may not snap fire"
    limits = case.version == V53 or case.ruling("heavy-setup-limits") == "import-053"
    if limits and kind == "setup" and moved:
        return "a setup weapon may not fire after moving"
    must_stand = kind == "heavy" and case.ruling("heavy-after-move") == "heavy-must-stand"
    if limits and must_stand and moved and not platform:
        return "a heavy weapon may not fire after moving"
    needs_trait = case.ruling("suppression-eligibility") == "suppressive-only"
    if action == "suppression-fire" and needs_trait and not trait_level(weapon.get("traits"), "Suppressive"):
        return "only Suppressive weapons may suppress"
    if case.situation["range"] > weapon["range"][-1]:
        return f"range {case.situation['range']} is beyond {weapon['range'][-1]}"
    if case.version == V53:
        for word in ("AoE", "Indirect", "Only Indirect", "Thrown", "Spray"):
            if has_trait(weapon.get("traits"), word):
                return f"not modelled: {word}"
    return None


def chosen_weapons(case):
    """The weapons picked and whether they were picked by name."""
    weapons = list(case.attacker.get("weapons") or [])
    if any(isinstance(weapon, str) for weapon in weapons):
        raise Illegal("roster names are not read here")
    if "weapon" in case.attacker:
        name = case.attacker["weapon"]
        named = [weapon for weapon in weapons if weapon.get("name") == name]
        if not named:
            raise Illegal(f"no weapon {name}")
        return named[:1], True
    return weapons, len(weapons) == 1


def firing_weapons(case, action, moved):
    weapons, picked = chosen_weapons(case)
    if not weapons:
        raise Illegal("no weapon")
    if case.version == V60 and len(weapons) > 1:
        raise Illegal("an attack action uses one weapon: pick one")
    reasons = [barred(case, weapon, action, moved) for weapon in weapons]
    if picked and any(reasons):
        raise Illegal(next(reason for reason in reasons if reason))
    able = [weapon for weapon, reason in zip(weapons, reasons, strict=True) if not reason]
    if not able:
        raise Illegal(reasons[0])
    return able


def moves(case, action):
    if case.version == V53:
        return action in MOVES_53
    return action in ("move", "snap-fire", "suppression-fire")


def plan(case):
    """[(action, weapons that fire or None)], checked for what can be checked without dice."""
    situation = case.situation
    single = "shoot" if case.version == V60 else "focus-fire"
    actions = list(situation.get("actions") or [situation.get("action", single)])
    known = ACTIONS_60 if case.version == V60 else PRIMARIES + SECONDARIES
    steps = []
    moved = False
    for action in actions:
        if action not in known:
            raise Illegal(f"unknown or unmodelled action {action}")
        moved = moved or moves(case, action)
        fires = action in ATTACKS[case.version]
        steps.append((action, firing_weapons(case, action, moved) if fires else None))
    if not any(weapons for _, weapons in steps):
        raise Illegal("no attack in the sequence")
    if case.version == V53:
        primaries = sum(action in PRIMARIES for action in actions)
        stunned = "stunned" in (case.attacker.get("statuses") or ())
        if stunned and "recover" in actions and case.ruling("stunned-recover") == "recover-as-secondary":
            primaries -= 1
        if primaries > case.constant("primary.per_round"):
            raise Illegal("more Primary actions than a round gives")
    else:
        if len(actions) > case.constant("activation.actions") + case.constant("activation.reaction_actions"):
            raise Illegal("more actions than an activation gives")
        repeated = [action for action in actions if action != "move" and actions.count(action) > 1]
        if repeated and case.ruling("repeat-actions") == "once-each":
            raise Illegal(f"{repeated[0]} twice in one activation")
        if "suppression-fire" in actions and case.budgeted:
            raise Illegal("suppression-fire has no shots to buy under focus-budget")
    return steps


# ---------------------------------------------------------------------------------------------------------
# Actions. A state is (hits, damage, gained, band, target, shooter)
#   target   (status, marked damage, D)
#   shooter  (D, focus token, Primaries taken, stunned)
# ---------------------------------------------------------------------------------------------------------


def begin_action_53(case, action, shooter):
    """Legality and the shooter's own D before the action resolves: {shooter: probability}."""
    disruption, token, primaries, stunned = shooter
    quality = case.stat(case.attacker, "qlt")
    if case.ruling("disruption-lock-quality") == "reduced":
        quality = case.effective_quality(case.attacker, disruption)
    locked = disruption >= quality
    as_secondary = action == "recover" and stunned and case.ruling("stunned-recover") == "recover-as-secondary"
    if action in PRIMARIES and not as_secondary:
        if primaries >= case.constant("primary.per_round"):
            raise Illegal(f"{action}: the unit is exhausted")
        if stunned and action != "recover":
            raise Illegal(f"{action}: a stunned model takes Secondary actions only")
        if locked and case.ruling("disruption-lock-scope") == "all-actions":
            raise Illegal(f"{action}: D at or over Quality leaves Rest alone")
        disruption = case.lowered(disruption, case.constant("primary.remove_d"))
        primaries += 1
    else:
        if locked and action != "rest":
            raise Illegal(f"{action}: D at or over Quality leaves Rest alone")
        if action != "rest" or case.ruling("rest-self-disruption") == "rest-adds":
            disruption = case.raised(case.attacker, disruption, case.constant("secondary.add_d"))
    result = {}
    if action == "recover":
        bonus = 0 if case.situation.get("enemy_in_los", True) else case.constant("recover.no_los_bonus")
        for face in faces(case):
            loss = -(-face // case.constant("dice.d5.divisor")) + bonus
            add(result, (case.lowered(disruption, loss), token, primaries, False), Fraction(1, case.sides))
    elif action == "rest":
        bonus = case.constant("rest.cover_bonus") if case.situation.get("in_cover", False) else 0
        p = chance(case, case.stat(case.attacker, "mrl") + bonus)
        if not case.situation.get("enemy_in_los", True):
            p = Fraction(1)
        less = case.lowered(disruption, case.constant("rest.remove_d"))
        add(result, (less, token, primaries, stunned), p)
        add(result, (disruption, token, primaries, stunned), 1 - p)
    else:
        result[(disruption, token, primaries, stunned)] = Fraction(1)
    return result


def begin_action_60(case, action, shooter):
    """Tokens of the shooter before and after an action that is no attack: {shooter: probability}."""
    disruption, token, primaries, stunned = shooter
    if action == "opfire":
        if not token:
            raise Illegal("OpFire needs a focus token")
        token = False
    elif action == "focus":
        token = True
    elif action not in ATTACKS[V60] and case.ruling("focus-expiry") == "lost":
        token = False
    if action == "recover":
        disruption = 0
    return {(disruption, token, primaries, stunned): Fraction(1)}


def focus_budget(case, action, weapons, disruption):
    """Focus that one action grants, after the Primary's removal of D."""
    if action == "snap-fire":
        return case.constant("snap.focus")
    full = max(0, case.effective_quality(case.attacker, disruption))
    if action == "advance":
        alone = len(weapons) == 1 and has_trait(weapons[0].get("traits"), "Fire on the Move")
        if not alone:
            return -(-full // case.constant("focus.advance_divisor"))
    return full


def tokens_usable(case, action):
    """May this attack spend the focus token?"""
    if case.budgeted:
        return False
    if case.version == V53:
        return action != "snap-fire"
    return action == "shoot" or case.ruling("snap-fire-focus") == "yes"


def fixed_shots(case, action, weapon, focused):
    """Shots under rate-of-fire."""
    if action == "snap-fire":
        return min(case.constant("snap.rof"), weapon["rof"])
    shots = weapon["rof"]
    by = case.ruling("rof-default-shots")
    if by == "one-shot" or (by == "rof-with-focus" and not focused):
        shots = 1
    if action == "suppression-fire":
        shots += trait_level(weapon.get("traits"), "Suppressive") * case.constant("suppress.rof_per_level")
    return shots


def fixed_tns(case, shots, tn, focused):
    """Hit TNs under rate-of-fire, with the token on all shots or on one."""
    if not focused:
        return (tn,) * shots
    bonus = case.constant("focus.com")
    if case.ruling("focus-scope") == "one-shot":
        return (tn + bonus,) + (tn,) * (shots - 1)
    return (tn + bonus,) * shots


def slot_of(case, model, index):
    """Which purse of focus pays: by model or unit, by weapon or not."""
    by_model = case.ruling("focus-budget-scope") == "per-model"
    by_weapon = case.ruling("multi-weapon-focus") == "per-weapon"
    return (model if by_model else 0, index if by_weapon else 0)


def remembered_allocation(case, *asked):
    """`group_allocation`, worked out once for each state it is asked in."""
    key = ("allocation", *(id(each) if isinstance(each, dict) else each for each in asked))
    if key not in case.memo:
        case.memo[key] = group_allocation(case, *asked)
    return case.memo[key]


def group_allocation(case, action, weapon, purses, group, index, base_tn, target):
    """Aims for each model of a group that makes one attack together; returns (aims by model, purses)."""
    snap = action == "snap-fire"
    purses = dict(purses)
    chosen = None
    if case.policy != "best":
        chosen = []
        for model in group:
            slot = slot_of(case, model, index)
            aims = explicit_allocation(case, weapon, purses[slot], snap)
            price = sum(aims) * case.constant("aim.cost") if snap else cost(case, aims)
            purses[slot] -= price
            chosen.append(aims)
        return tuple(chosen), tuple(sorted(purses.items()))
    lists = []
    for model in group:
        budget = purses[slot_of(case, model, index)]
        make = snap_allocations if snap else allocations
        lists.append(make(case, weapon, budget))
    alike = len(group) > 1 and all(one == lists[0] for one in lists)
    if alike and len(purses) == len(group):
        size = 1
        for number in range(len(group)):
            size = size * (len(lists[0]) + number) // (number + 1)
        joint = combinations_with_replacement(lists[0], len(group))
    else:
        size = 1
        for one in lists:
            size *= len(one)
        joint = product(*lists)
    if size > ALLOCATION_LIMIT:
        raise Illegal("best is beyond this oracle's budget; give a fixed focus")
    candidates = []
    for combination in joint:
        spent = {}
        for model, aims in zip(group, combination, strict=True):
            slot = slot_of(case, model, index)
            price = sum(aims) * case.constant("aim.cost") if snap else cost(case, aims)
            spent[slot] = spent.get(slot, 0) + price
        if all(spent[slot] <= purses[slot] for slot in spent):
            candidates.append((combination, spent))
    candidates.sort(key=lambda pair: simpler_first(sum(pair[0], ())))
    best = best_of(case, weapon, [pair[0] for pair in candidates], base_tn, target)
    spent = next(pair[1] for pair in candidates if pair[0] == best)
    for slot, price in spent.items():
        purses[slot] -= price
    return best, tuple(sorted(purses.items()))


def attack_action(case, action, weapons, models, target, shooter):
    """All attacks of one action: {(hits, damage, gained, band, target, shooter): probability}."""
    disruption, token, primaries, stunned = shooter
    suppressing = action == "suppression-fire"
    focused = bool(token) and tokens_usable(case, action)
    if focused or case.version == V53 or case.ruling("focus-expiry") == "lost":
        token = False
    shooter_after = (disruption, token, primaries, stunned)
    start = target[2]
    timing = case.ruling("disruption-timing")
    combined = case.ruling("unit-fire-resolution") == "combined-per-unit" and case.version == V53
    if combined:
        attacks = [(tuple(range(models)), index) for index in range(len(weapons))]
    else:
        attacks = [((model,), index) for model in range(models) for index in range(len(weapons))]
    purse = focus_budget(case, action, weapons, disruption) if case.budgeted else 0
    slots = {slot_of(case, model, index) for model in range(models) for index in range(len(weapons))}
    purses = tuple(sorted((slot, purse) for slot in slots))
    # inner state: (hits, damage, gained, band, status, marked, pool, counted D, purses)
    states = {(0, 0, 0, NONE, target[0], target[1], start, start, purses): Fraction(1)}
    previous = None
    for group, index in attacks:
        weapon = weapons[index]
        following = {}
        for state, p in states.items():
            hits, damage, gained, band, status, marked, pool, counted, purses = state
            if timing == "before-casualty":
                counted = pool
            elif timing == "end-of-action" or (previous is not None and group != previous):
                counted = start
            if status >= INCAPACITATED:
                add(following, (hits, damage, gained, band, status, marked, pool, counted, purses), p)
                continue
            now = (status, marked, pool, counted)
            tn = hit_number(case, weapon, status, stunned, suppressing)
            if case.budgeted:
                chosen, purses = remembered_allocation(case, action, weapon, purses, group, index, tn, now)
                tns = tuple(tn + aim * case.constant("aim.com") for aims in chosen for aim in aims)
            else:
                shots = fixed_shots(case, action, weapon, focused)
                tns = fixed_tns(case, shots, tn, focused) * len(group)
            for outcome, q in attack_odds(case, weapon, tns, now, suppressing).items():
                more_hits, more_damage, gain, rolled, marked_after = outcome
                pool_after = case.raised(case.target, pool, gain)
                key = (
                    hits + more_hits,
                    damage + more_damage,
                    gained + pool_after - pool,
                    rolled,
                    status_after(case, status, rolled),
                    marked_after,
                    pool_after,
                    case.raised(case.target, counted, gain),
                    purses,
                )
                add(following, key, p * q)
        states = following
        previous = group
    result = {}
    for (hits, damage, gained, band, status, marked, pool, _, _), p in states.items():
        add(result, (hits, damage, gained, band, (status, marked, pool), shooter_after), p)
    return result


# ---------------------------------------------------------------------------------------------------------
# Pipelines
# ---------------------------------------------------------------------------------------------------------


def check_sides(case):
    """States in which nobody may shoot, or nobody may be shot."""
    if "range" not in case.situation:
        raise Illegal("range is required")
    if case.situation.get("cover", "none") not in ("none", "light", "heavy"):
        raise Illegal("cover is none, light or heavy")
    if case.statuses_count and worst_status(case.attacker.get("statuses")) >= DOWNED:
        raise Illegal("the shooter is Downed or worse")
    for side in (case.attacker, case.target):
        if worst_status(side.get("statuses")) >= INCAPACITATED:
            raise Illegal("a model that is out neither shoots nor is shot at")
    marked = case.target.get("damage", 0)
    kept = case.table or case.ruling("damage-accumulation") == "accumulates"
    if kept and marked and marked >= case.health():
        raise Illegal("the target's damage has reached its Health already")
    if case.version == V60 and case.attacker.get("exhausted", False):
        raise Illegal("an exhausted model is not activated")


def shooting(case):
    check_sides(case)
    steps = plan(case)
    models = case.attacker.get("models", 1)
    # 0.53.0: the unit acts as one, action by action.
    # 0.60.1: one model after the other, each its whole activation.
    together = models if case.version == V53 else 1
    activations = 1 if case.version == V53 else models
    attacks = sum(len(weapons) for _, weapons in steps if weapons) * activations
    if not (case.version == V53 and case.ruling("unit-fire-resolution") == "combined-per-unit"):
        attacks *= together
    fresh = (
        case.start_disruption(case.attacker),
        bool(case.attacker.get("focus_token", False)),
        case.constant("primary.per_round") if case.attacker.get("exhausted", False) else 0,
        "stunned" in (case.attacker.get("statuses") or ()),
    )
    status = worst_status(case.target.get("statuses")) if case.statuses_count else NONE
    target = (status, case.target.get("damage", 0), case.start_disruption(case.target))
    states = {(0, 0, 0, NONE, target, fresh): Fraction(1)}
    begin = begin_action_53 if case.version == V53 else begin_action_60
    for _ in range(activations):
        states = merge_shooters(states, fresh)
        for action, weapons in steps:
            following = {}
            for state, p in states.items():
                hits, damage, gained, band, target, shooter = state
                if target[0] >= INCAPACITATED:
                    add(following, state, p)
                    continue
                for begun, q in begin(case, action, shooter).items():
                    if weapons is None:
                        add(following, (hits, damage, gained, band, target, begun), p * q)
                        continue
                    fired = attack_action(case, action, weapons, together, target, begun)
                    for (more, hurt, gain, rolled, after, shooter_after), r in fired.items():
                        key = (hits + more, damage + hurt, gained + gain, rolled, after, shooter_after)
                        add(following, key, p * q * r)
            states = following
    result = {}
    for (hits, damage, gained, band, target, _), p in states.items():
        if not case.table:
            shown = DESTROYED if target[0] == DESTROYED else NONE
        elif attacks == 1:
            shown = band
        else:
            shown = target[0]
        add(result, (hits, damage, gained, LADDER[shown]), p)
    return result


def merge_shooters(states, fresh):
    """The next model steps up."""
    result = {}
    for (hits, damage, gained, band, target, _), p in states.items():
        add(result, (hits, damage, gained, band, target, fresh), p)
    return result


def casualty(case):
    """The casualty roll alone."""
    if not case.table:
        raise Illegal("no casualty roll without the casualty table")
    damage, power = case.situation["damage"], case.situation["power"]
    disruption = case.start_disruption(case.target)
    left = case.health() - case.target.get("damage", 0)
    result = {}
    for band, p in casualty_bands(case, power, disruption).items():
        _, gain = band_after_roll(case, damage, left, band)
        add(result, (LADDER[band], case.raised(case.target, disruption, gain) - disruption), p)
    return result


def odds(scenario):
    """The exact joint distribution over the outcome fields of the scenario's pipeline."""
    case = Case(scenario)
    pipeline = scenario.get("pipeline", "shooting")
    if pipeline == "shooting":
        result = shooting(case)
    elif pipeline == "casualty":
        result = casualty(case)
    else:
        raise Illegal(f"pipeline {pipeline} is not answered here")
    assert sum(result.values()) == 1
    return result
