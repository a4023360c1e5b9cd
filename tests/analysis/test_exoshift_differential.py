"""Exoshift: random scenarios, legal and illegal, against the oracle that counts faces."""

import random
from typing import Any

import pytest

from analysis import InputError
from analysis.definitions import definitions
from tests.analysis.expectations import assert_as_oracle
from tests.oracles.exoshift_cases import RULINGS

TOLERANCE = 1e-11  # of probabilities that are sums over whole sequences of attacks
CHUNKS, CHUNK = 14, 100

READ = tuple(dict.fromkeys(ruling for ruling, *_ in RULINGS))
OPTIONS = {name: tuple(definitions("exoshift").rulings[name].options) for name in READ}
CONSTANTS: dict[str, list[Any]] = {
    "casualty.bands": [[1, 3, 5, 7, 9], [2, 2, 6, 8, 10]],
    "dice.sides": [6, 8, 12],
    "downed.free_damage": [0, 2],
    "unhurt.d_per_damage": [0, 2],
    "stunned.d_per_damage": [2],
    "nearmiss.d_per_damage": [0, 2],
    "primary.remove_d": [0, 2],
    "secondary.add_d": [2],
    "snap.rof": [2],
    "aim.com": [2],
    "aim.cost": [2],
    "extra_shot.cost": [0, 2],
    "focus.advance_divisor": [3],
    "suppress.natural": [2],
    "suppress.tokens": [2],
    "stunned.com": [-1],
    "downed.com": [2],
    "downed.def": [-2],
    "hunker.def": [2],
    "entrench.com": [-2],
    "focus.com": [1, 3],
    "pointblank.distance": [6],
    "cover.def.light": [3],
    "cover.com.heavy": [-3],
    "obscured.com": [-2],
    "disruption.quality_per_point": [-2],
    "unhurt.heal": [2],
    "downed.heal": [2],
    "damage_fail.tokens_per_damage": [2],
}
ACTIONS = {
    "exoshift-0.53.0": (["focus-fire", "advance", "snap-fire"], ["rest", "recover", "march"]),
    "exoshift-0.60.1": (["shoot", "snap-fire", "suppression-fire"], ["focus", "move", "recover", "opfire"]),
}


def random_stats(dice: random.Random, first: bool) -> dict[str, Any]:
    return {
        "com": dice.randint(1, 11),
        "def": dice.randint(-1, 9) if first else dice.randint(0, 8),
        "qlt": dice.randint(0, 8),
        "mrl": dice.randint(1, 9),
        "hea": dice.choice([1, 1, 1, 2, 3]),
        "traits": dice.choice([[], [], ["Weapons Platform"], ["Two Handed"]]),
    }


def random_weapon(dice: random.Random, first: bool, number: int) -> dict[str, Any]:
    known = ["Suppression 1", "Suppressive 1", "Fire on the Move", "Close Quarters 1"]
    weapon = {
        "name": f"weapon {number}",
        "type": dice.choice(["basic", "basic", "basic", "heavy", "setup"]),
        "range": [12, 16, 22],
        "range_modifiers": [dice.randint(-1, 2), 1, -2],
        "rof": dice.randint(1, 3),
        "power": dice.randint(-1, 6) if first else dice.randint(0, 12),
        "damage": dice.choice([1, 1, 2, 3]),
        "traits": dice.sample(known, dice.choice([0, 0, 1, 2])),
    }
    return weapon | ({"accuracy": dice.randint(0, 3)} if first or dice.random() < 0.5 else {})


def random_state(dice: random.Random, target: bool, health: int) -> dict[str, Any]:
    state: dict[str, Any] = {"disruption": dice.choice([0, 0, 1, 2, 4, 7] if target else [0, 0, 1, 2, 5])}
    if target:
        more = {
            "statuses": [dice.choice(["stunned", "downed", "wounded"])],
            "hunkered": True,
            "entrench_token": dice.choice([True, 2]),
            "escorted": True,
            "damage": dice.randint(0, health - 1),
        }
    else:
        more = {"statuses": ["stunned"], "focus_token": True, "models": dice.randint(2, 3), "exhausted": True}
    chance = {"exhausted": 0.05, "statuses": 0.25}
    return state | {key: value for key, value in more.items() if dice.random() < chance.get(key, 0.3)}


def random_scenario(dice: random.Random) -> dict[str, Any]:
    first = dice.random() < 0.55
    ruleset = "exoshift-0.53.0" if first else "exoshift-0.60.1"
    target_stats = random_stats(dice, first)
    weapons = [random_weapon(dice, first, n) for n in range(2 if dice.random() < (0.2 if first else 0.03) else 1)]
    situation: dict[str, Any] = {
        "range": dice.choice([1, 2, 5, 12, 14, 20, 22] + [23] * (dice.random() < 0.1)),
        "cover": dice.choice(["none", "light", "heavy"]),
    }
    if dice.random() < 0.3:
        situation["obscured"] = True
    if dice.random() < 0.1:
        situation["enemy_in_los"] = False
    attacks, others = ACTIONS[ruleset]
    if dice.random() < 0.3:
        situation["actions"] = [dice.choice(attacks + others) for _ in range(dice.randint(1, 3))]
    else:
        situation["action"] = dice.choice(attacks)
    made: dict[str, Any] = {
        "ruleset": ruleset,
        "pipeline": "shooting",
        "attacker": {"stats": random_stats(dice, first), "weapons": weapons, **random_state(dice, False, 1)},
        "target": {"stats": target_stats, **random_state(dice, True, target_stats["hea"])},
        "situation": situation,
        "rulings": {name: dice.choice(OPTIONS[name]) for name in READ if dice.random() < 0.12},
        "constants": {name: dice.choice(values) for name, values in CONSTANTS.items() if dice.random() < 0.05},
    }
    if dice.random() < 0.2:
        made["policy"] = {"focus": {"shots": dice.randint(1, 3), "aim": [dice.randint(0, 2)]}}
    return made


def random_casualty(dice: random.Random) -> dict[str, Any]:
    stats = random_stats(dice, True)
    names = ("casualty-quality-value", "quality-floor", "damage-avoided-count", "disruption-cap")
    return {
        "ruleset": "exoshift-0.53.0",
        "pipeline": "casualty",
        "target": {"stats": stats, "disruption": dice.randint(0, 9), "escorted": dice.random() < 0.3},
        "situation": {"damage": stats["hea"] + dice.randint(0, 3), "power": dice.randint(-3, 12)},
        "rulings": {name: dice.choice(OPTIONS[name]) for name in names},
        "constants": {name: dice.choice(values) for name, values in CONSTANTS.items() if dice.random() < 0.1},
    }


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_shooting_is_as_the_oracle_says(chunk):
    legal = 0
    for seed in range(CHUNK * chunk, CHUNK * (chunk + 1)):
        scenario = random_scenario(random.Random(seed))
        if fires_as_one_with_several_weapons(scenario):
            continue
        try:
            legal += assert_as_oracle(scenario, TOLERANCE)
        except (AssertionError, InputError) as error:
            raise AssertionError(f"seed {seed}: {error}\n{scenario}") from error
    assert 30 <= legal <= 70, "both legal and illegal scenarios are wanted"


def fires_as_one_with_several_weapons(scenario: dict[str, Any]) -> bool:
    """The one combination that the oracle answers and the code refuses, as not modelled."""
    attacker = scenario["attacker"]
    combined = scenario["rulings"].get("unit-fire-resolution") == "combined-per-unit"
    return combined and attacker.get("models", 1) > 1 and len(attacker["weapons"]) > 1


def test_random_casualty_rolls_are_as_the_oracle_says():
    for seed in range(200):
        scenario = random_casualty(random.Random(seed))
        try:
            assert assert_as_oracle(scenario, TOLERANCE)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}\n{scenario}") from error
