"""Xenocide: random scenarios against the oracle, sampled against exact, laws, and what solve does."""

from random import Random

import numpy as np
import pytest

from analysis import InputError, odds
from kernels.run import Chance, Choice, exact, sample, solve
from kernels.solving import HIGH, LOW
from kernels.xenocide.saves import PLACE
from tests.families import xenocide_scenarios as scenarios
from tests.oracles.xenocide import Illegal as OracleRefuses
from tests.oracles.xenocide import long_run as oracle_long_run
from tests.oracles.xenocide import odds as oracle_odds

EXACT = 1e-11
MAKERS = {
    "shooting": lambda rng: scenarios.shooting(rng, mixed=False),
    "mixed": lambda rng: scenarios.shooting(rng, mixed=True),
    "suppression": scenarios.suppression,
    "rally": scenarios.rally,
    "assault": lambda rng: scenarios.assault(rng, most=2),
}


def settled(scenario):
    """Without the two points that the oracle reads otherwise: a marked attacker, high-fails in an assault."""
    if scenario["pipeline"] == "close-assault":
        scenario["attacker"].pop("markers", None)
        scenario["rulings"].pop("suppression-pass-direction", None)
    return scenario


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", range(30))
def test_random_scenario_as_the_oracle(kind, seed):
    scenario = settled(MAKERS[kind](Random(7000 + seed)))
    try:
        wanted = oracle_odds(scenario)
    except OracleRefuses:
        with pytest.raises(InputError):
            odds(scenario)
        return
    got = odds(scenario)
    unfinished = wanted.pop(("unfinished",), 0)
    have = {tuple(row[name] for name in got.fields): row["probability"] for row in got.rows()}
    for outcome in {*have, *wanted}:
        assert abs(have.get(outcome, 0.0) - float(wanted.get(outcome, 0))) < EXACT, outcome
    assert abs(got.unfinished - float(unfinished)) < EXACT


@pytest.mark.parametrize("kind", ["shooting", "mixed"])
@pytest.mark.parametrize("seed", range(20))
def test_random_long_run_as_the_oracle(kind, seed):
    rng = Random(8000 + seed)
    scenario = settled(MAKERS[kind](rng))
    scenario["situation"].pop("volleys", None)
    scenario["situation"]["support"] = rng.random() < 0.5
    scenario["target"]["markers"] = rng.randint(0, 3)
    steady = {**scenario, "pipeline": "steady-fire"}
    try:
        wanted = oracle_long_run(scenario)
    except OracleRefuses:
        with pytest.raises(InputError):
            odds(steady)
        return
    assert abs(odds(steady).mean("suppressed") - float(wanted)) < EXACT


@pytest.mark.parametrize("kind", MAKERS)
def test_sampled_as_exact(kind):
    """A false alarm of 1e-6: five standard errors, over 40 scenarios of each kind."""
    for seed in range(12):
        scenario = settled(MAKERS[kind](Random(9000 + seed)))
        try:
            exact = odds(scenario)
        except InputError:
            continue
        sampled = odds(scenario, method="monte-carlo", trials=20_000, seed=3)
        for name in exact.fields:
            error = max(1e-9, 5.5 * exact.sd(name) / np.sqrt(20_000))
            assert abs(sampled.mean(name) - exact.mean(name)) <= error, (seed, name)


def assault(**policy):
    line = {"caa": 2, "cad": 4, "type": ["infantry"], "vp": 3}
    side = {"models": 4, "stats": line}
    return {
        "ruleset": "xenocide-0.34",
        "pipeline": "close-assault",
        "attacker": side,
        "target": side,
        "situation": {"max_rounds": 1},
        "policy": policy,
    }


@pytest.mark.rule("XEN-ALLOC-02")
def test_hits_for_which_there_is_no_room_are_placed_nowhere():
    """Three hits on two models: each has one."""
    for hits, rooms in [(3, (1, 1, 0, 0)), (9, (0, 0, 0, 0)), (2, (0, 2, 0, 0))]:
        outcomes, chances = exact(PLACE, (hits, *rooms))
        assert (outcomes.tolist(), chances.tolist()) == ([list(rooms)], [1.0])
    assert sample(PLACE, (5, 1, 0, 2, 0), seed=1, trials=100).outcomes()[0].tolist() == [[1, 0, 2, 0]]


def test_best_is_no_worse_than_any_fixed_number():
    def value(found):
        return found.mean("attacker_casualties") - found.mean("defender_casualties")

    for number in (0, 1, 2):
        fixed = {"defender": {"defence_dice": number}}
        best = value(odds(assault(**fixed, attacker={"defence_dice": "best"})))
        for other in ("none", "max", 1):
            assert best <= value(odds(assault(**fixed, attacker={"defence_dice": other}))) + 1e-12


def test_solve_knows_what_the_other_will_answer():
    """The first player would like 5, but the second would answer with 0."""
    first, second = Choice(HIGH, np.array([[0, 1]])), Choice(LOW, np.array([[0, 1], [2, 3]]))
    solved = solve([first, second], np.array([5.0, 0.0, 2.0, 1.0]))
    assert solved.choices[0].tolist() == [1]
    assert solved.choices[1].tolist() == [1, 1]
    assert solved.values[0].tolist() == [[1.0]]


def test_solve_compares_in_order_and_prefers_the_first():
    ends = np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 3.0]])
    assert solve([Choice(HIGH, np.array([[0, 1, 2]]))], ends).choices[0].tolist() == [1]
    coin = Chance(1, np.array([0, 0]), np.array([0, 1]), np.array([0.5, 0.5]))
    assert solve([coin], ends).values[0].tolist() == [[1.0, 2.5]]
