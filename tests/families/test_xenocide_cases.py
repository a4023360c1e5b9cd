"""Xenocide: the worked examples, nasty corners and rulings with their exact odds."""

from fractions import Fraction

import numpy as np
import pytest

from analysis import InputError, odds
from analysis.definitions import definitions
from tests.oracles.xenocide_cases import EXAMPLES, NASTY, RULINGS

EXACT = 1e-12  # rounding of a few thousand additions of numbers below 1

# read otherwise by the oracle: how a marked attacker came there is not asked (a note says so)
OTHERWISE = {"a marked attacker"}


def chance(distribution, condition):
    rows = distribution.rows()
    return sum(row["probability"] for row in rows if all(row[k] == v for k, v in condition.items()))


def near(value):
    return pytest.approx(float(Fraction(value)), rel=0, abs=EXACT)


def assert_expected(scenario, expected):
    if expected.get("illegal"):
        with pytest.raises(InputError) as refusal:
            odds(scenario)
        assert len(str(refusal.value)) > 20
        return
    got = odds(scenario)
    assert got.exact
    assert float(np.sum(got.probabilities)) == near(1)
    if "joint" in expected:
        have = {tuple(row[name] for name in got.fields): row["probability"] for row in got.rows()}
        for outcome in {*have, *expected["joint"]}:
            assert have.get(outcome, 0.0) == near(expected["joint"].get(outcome, 0)), outcome
    for condition, wanted in expected.get("cells", ()):
        assert chance(got, condition) == near(wanted), condition
    for name, wanted in expected.get("mean", {}).items():
        assert got.mean(name) == near(wanted), name
    for known, asked, wanted in expected.get("given", ()):
        assert chance(got, {**known, **asked}) / chance(got, known) == near(wanted)
    if "unfinished" in expected:
        assert got.unfinished == near(expected["unfinished"])


@pytest.mark.parametrize("scenario, expected", [pytest.param(s, e, id=name) for name, s, e in EXAMPLES])
def test_worked_example(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=name) for name, _, s, e in NASTY if name not in OTHERWISE]
)
def test_nasty_corner(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=f"{ruling} = {option}") for ruling, option, s, e in RULINGS]
)
def test_ruling(scenario, expected):
    assert_expected(scenario, expected)


def test_every_option_of_every_ruling_is_in_the_table():
    due = {(r.name, o) for r in definitions("xenocide").rulings.values() if r.selectable for o in r.options}
    assert due - {(ruling, option) for ruling, option, *_ in RULINGS} == set()
