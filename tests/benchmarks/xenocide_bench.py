"""Rows about Xenocide: exact volleys and assaults, and trials a second beside plain Python and NumPy by hand."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from analysis import odds
from tests.benchmarks.analysis_bench import seconds
from tests.benchmarks.rows import Effort, Group, Row

MODELS, ROUNDS = 6, 20
STATS = {"armor": 2, "caa": 2, "cad": 4}
VOLLEY: dict[str, Any] = {
    "ruleset": "xenocide-0.34",
    "pipeline": "shooting",
    "attacker": {"models": MODELS, "weapons": [{"shots": 1, "range": 12, "accuracy": 3}]},
    "target": {"models": MODELS, "stats": STATS},
    "situation": {"cover": "hard"},
}
ASSAULT: dict[str, Any] = {
    "ruleset": "xenocide-0.34",
    "pipeline": "close-assault",
    "attacker": {"models": MODELS, "stats": STATS},
    "target": {"models": MODELS, "stats": STATS},
}
UNDEFENDED = {**ASSAULT, "policy": {"defence_dice": "none"}}


def python_volley(trials: int) -> float:
    """Mean casualties: accuracy 3, hard cover 2, armour 2; then the test, die by die."""
    die, total = Random(1).randint, 0
    for _ in range(trials):
        hits = sum(die(1, 6) <= 3 for _ in range(MODELS))
        casualties = sum(die(1, 6) > 2 and die(1, 6) > 2 for _ in range(hits))
        target = 3 + 1 + (hits > 0) + (casualties > 0) + (2 * (MODELS - casualties) < MODELS) - 1
        rolled = die(1, 6) + die(1, 6)
        _ = casualties < MODELS and rolled < target and rolled < 11
        total += casualties
    return total / trials


def numpy_volley(trials: int) -> float:
    dice = np.random.default_rng(1)
    hits = (dice.integers(1, 7, (trials, MODELS), np.uint8) <= 3).sum(axis=1)
    saves = dice.integers(1, 7, (2, trials, MODELS), np.uint8) > 2
    casualties = (saves.all(axis=0) & (np.arange(MODELS) < hits[:, None])).sum(axis=1)
    target = 3 + 1 + (hits > 0) + (casualties > 0) + (2 * (MODELS - casualties) < MODELS) - 1
    rolled = dice.integers(1, 7, (2, trials), np.uint8).sum(axis=0)
    _ = (casualties < MODELS) & (rolled < target) & (rolled < 11)
    return float(casualties.mean())


def modifier(lost: Any, left: Any, enemies: Any, late: bool) -> Any:
    """What a test in an assault asks for: casualties of the whole assault, half strength, numbers, later rounds."""
    steps = 1 * (lost >= 1) + 1 * (lost >= 2) + 1 * (lost >= 4)
    return 3 + steps + 1 * (2 * left < MODELS) + 1 * (enemies >= 2 * left) + late


def python_assault(trials: int) -> float:
    """Mean casualties of the target, die by die; no dice are kept for defence."""
    die, total = Random(1).randint, 0

    def fails(left: int, enemies: int, late: bool) -> bool:
        rolled = die(1, 6) + die(1, 6)
        return rolled < modifier(MODELS - left, left, enemies, late) and rolled < 11

    for _ in range(trials):
        own, other = MODELS, MODELS
        for number in range(ROUNDS):
            answer = 2 * other
            other = max(0, other - sum(die(1, 6) >= 4 for _ in range(2 * own)))
            own = max(0, own - sum(die(1, 6) >= 4 for _ in range(answer)))
            if not own or not other:
                break
            if any([fails(own, other, number > 0), fails(other, own, number > 0)]):
                break
        total += MODELS - other
    return total / trials


def numpy_assault(trials: int) -> float:
    dice = np.random.default_rng(1)
    own, other = np.full(trials, MODELS), np.full(trials, MODELS)
    going = np.arange(trials)
    for number in range(ROUNDS):
        a, d = own[going], other[going]
        left = np.maximum(0, d - dice.binomial(2 * a, 0.5))
        a = np.maximum(0, a - dice.binomial(2 * d, 0.5))
        own[going], other[going] = a, left
        on = (a > 0) & (left > 0)
        for mine, theirs in ((a, left), (left, a)):
            rolled = dice.integers(1, 7, (2, len(going))).sum(axis=0)
            on &= ~((rolled < modifier(MODELS - mine, mine, theirs, number > 0)) & (rolled < 11))
        going = going[on]
    return float(MODELS - other.mean())


Peer = Callable[[int], float]


def against(
    name: str, scenario: dict[str, Any], field: str, peers: dict[str, tuple[Peer, int]], trials: int
) -> list[Row]:
    """Trials a second of the sampler, and how many times as many as the peers; all must agree with the exact mean."""
    exact = odds(scenario)
    mean, spread = exact.mean(field), exact.summary()[field]["sd"]
    odds(scenario, method="monte-carlo", trials=1000)
    speed = trials / seconds(lambda: odds(scenario, method="monte-carlo", trials=trials), 3)
    rows = [Row(f"{name}: trials a second", speed, "1/s")]
    for peer, (work, count) in peers.items():
        found: list[float] = []
        ratio = speed * seconds(lambda work=work, count=count, found=found: found.append(work(count))) / count
        off = abs(found[0] - mean) > 5 * spread / count**0.5
        wrong = f"{peer} finds {found[0]:.4f}, exactly it is {mean:.4f}" if off else ""
        rows.append(Row(f"{name}: times as fast as {peer}", ratio, "x", "> 1", wrong=wrong))
    return rows


def exact_rows(effort: Effort) -> list[Row]:
    times = max(1, min(9, effort.rounds))
    odds(VOLLEY), odds(ASSAULT)
    return [
        Row("exact volley with suppression, warm", 1000 * seconds(lambda: odds(VOLLEY), times), "ms", "< 5"),
        Row("exact assault, 6 against 6 to its end, best, warm", seconds(lambda: odds(ASSAULT), times), "s", "< 1"),
    ]


def sampled_rows(effort: Effort) -> list[Row]:
    trials, some, few = effort.of(20_000_000), effort.of(1_000_000), max(1000, effort.of(50_000))
    volley = {"plain Python": (python_volley, few), "NumPy": (numpy_volley, some)}
    assault = {"plain Python": (python_assault, few), "NumPy": (numpy_assault, some)}
    return [
        *against("sampled volley", VOLLEY, "casualties", volley, trials),
        *against("sampled assault", UNDEFENDED, "defender_casualties", assault, trials),
    ]


GROUPS: dict[str, Group] = {"xenocide": lambda effort: [*exact_rows(effort), *sampled_rows(effort)]}
