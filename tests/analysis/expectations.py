"""Expected values of the oracle's case files, held against distributions of the code."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from analysis import Ask, Distribution, InputError, odds
from tests.oracles.exoshift import LADDER
from tests.oracles.exoshift import Illegal as OracleRefuses
from tests.oracles.exoshift import odds as oracle_odds

EXACT = 1e-12  # rounding of a few thousand additions of numbers below 1
Scenario = dict[str, Any]


def found(distribution: Distribution) -> dict[tuple[Any, ...], float]:
    """Outcome, in words, to probability."""
    rows = distribution.rows()
    out = {tuple(row[name] for name in distribution.fields): row["probability"] for row in rows}
    assert len(out) == len(rows), "an outcome is listed twice"
    return out


def chance(distribution: Distribution, **values: Any) -> float:
    """The chance that all these fields have these values; named results in words."""
    picked = [row["probability"] for row in distribution.rows() if all(row[k] == v for k, v in values.items())]
    return float(sum(picked))


def near(value: str | Fraction | float) -> Any:
    return pytest.approx(float(Fraction(value)), rel=0, abs=EXACT)


def assert_refused(scenario: Scenario) -> None:
    with pytest.raises(InputError) as refusal:
        odds(scenario)
    assert len(str(refusal.value)) > 20


def assert_expected(scenario: Scenario, expected: Mapping[str, Any], ask: Ask | None = None) -> None:
    """All forms of `expected` that the case files know."""
    if expected.get("illegal"):
        assert_refused(scenario)
        return
    assert set(expected) <= {"joint", "cells", "at_least", "mean", "given"}
    assert expected, "nothing is expected"
    got = odds(scenario, ask)
    assert got.exact
    assert float(np.sum(got.probabilities)) == near(1)
    if "joint" in expected:
        assert_same_odds(got, expected["joint"])
    for condition, wanted in expected.get("cells", ()):
        assert chance(got, **condition) == near(wanted), condition
    for name, wanted in expected.get("at_least", {}).items():
        assert got.at_least("result", name) == near(wanted), name
        assert sum(chance(got, result=worse) for worse in LADDER[LADDER.index(name) :]) == near(wanted), name
    for name, wanted in expected.get("mean", {}).items():
        assert got.mean(name) == near(wanted), name
    for known, asked, wanted in expected.get("given", ()):
        assert chance(got, **known, **asked) / chance(got, **known) == near(wanted), (known, asked)


def assert_same_odds(got: Distribution, wanted: Mapping[tuple[Any, ...], Any], tolerance: float = EXACT) -> None:
    """The whole joint distribution, outcome by outcome; nothing impossible is listed."""
    have, due = found(got), {outcome: Fraction(p) for outcome, p in wanted.items()}
    assert {o for o in have if not due.get(o)} == set()
    worst = max(due, key=lambda o: abs(have.get(o, 0.0) - due[o]))
    assert abs(have.get(worst, 0.0) - due[worst]) <= tolerance, (worst, have.get(worst), str(due[worst]))


def assert_as_oracle(scenario: Scenario, tolerance: float = EXACT) -> bool:
    """The oracle's joint distribution, or its refusal; tells whether the scenario is legal."""
    try:
        wanted = oracle_odds(scenario)
    except OracleRefuses:
        assert_refused(scenario)
        return False
    assert_same_odds(odds(scenario), wanted, tolerance)
    return True
