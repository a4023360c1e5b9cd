"""Xenocide: the worked examples, nasty corners and rulings with their exact odds."""

from fractions import Fraction

import numpy as np
import pytest

from analysis import InputError, build_scenario, odds
from analysis.definitions import definitions
from analysis.explain import explain
from tests.oracles.xenocide_cases import EXAMPLES, LONG_RUN, NASTY, RULINGS, SMALL, shot, tank

HIT = ("XEN-SHOOT-01", "XEN-SHOOT-02", "XEN-SHOOT-04", "XEN-SHOOT-06")
SAVED = ("XEN-SAVE-01", "XEN-SAVE-03", "XEN-SAVE-04", "XEN-ALLOC-05", "XEN-SHOOT-11")
TESTED = (
    "XEN-SUP-01",
    "XEN-SUP-02",
    "XEN-SUP-03",
    "XEN-SUP-05",
    "XEN-SUP-06",
    "XEN-SUP-07",
    "XEN-SUP-10",
    "XEN-SUP-11",
)
FOUGHT = ("XEN-CA-01", "XEN-CA-02", "XEN-CA-05", "XEN-CA-06", "XEN-CA-12", "XEN-CA-14", "XEN-CA-16", "XEN-CA-18")
CHECKED = ("XEN-CA-19", "XEN-CA-20", "XEN-CA-21", "XEN-CA-22", "XEN-CA-24", "XEN-CA-26", "XEN-CA-27")
RULES = {
    "XEN-EX-01a": (*HIT, *SAVED),
    "XEN-EX-01b": (*HIT, *SAVED, "XEN-SAVE-05", "XEN-SAVE-06", "XEN-DIG-01"),
    "XEN-EX-02": ("XEN-SHOOT-05", "XEN-SHOOT-07", "XEN-SHOOT-08"),
    "XEN-EX-03a": ("XEN-AOE-01", "XEN-AOE-02", "XEN-AOE-03"),
    "XEN-EX-03b": ("XEN-ART-02", "XEN-ART-04", "XEN-AOE-03"),
    "XEN-EX-04a": ("XEN-SAVE-02", "XEN-SAVE-04"),
    "XEN-EX-04b": ("XEN-ALLOC-01", "XEN-ALLOC-02"),
    "XEN-EX-05": ("XEN-SHOOT-09", "XEN-ALLOC-03"),
    "XEN-EX-06a": ("XEN-SUP-02", "XEN-SUP-10", "XEN-TITAN-14"),
    "XEN-EX-06b": ("XEN-CP-05", "XEN-TITAN-14"),
    "XEN-EX-06c": (*TESTED, "XEN-CP-05", "XEN-ORD-02"),
    "XEN-EX-07": ("XEN-RALLY-01", "XEN-RALLY-02", "XEN-RALLY-03", "XEN-CP-06"),
    "XEN-EX-09": FOUGHT,
    "XEN-EX-10": (*FOUGHT, *CHECKED, "XEN-CA-07", "XEN-CA-13", "XEN-BLD-09"),
    "XEN-EX-10v": (*FOUGHT, *CHECKED, "XEN-CA-10", "XEN-SFX-01"),
    "XEN-EX-11a": ("XEN-CA-12", "XEN-CA-13", "XEN-SFX-01"),
    "XEN-EX-11b": ("XEN-CA-08", "XEN-CA-14", "XEN-CA-16", "XEN-CA-17"),
    "focus fire of twelve": ("XEN-FOCUS-01",),
    "ten shots": ("XEN-SUP-04",),
    "a single model under 3d3": ("XEN-AOE-04",),
    "AOE forgets aspects": ("XEN-ALLOC-04",),
    "a marked battery fires direct": ("XEN-ART-01", "XEN-ART-05"),
    "a marked battery fires indirect": ("XEN-ART-05",),
    "a spotted battery": ("XEN-ART-03",),
    "a stealthed target": ("XEN-SHOOT-10",),
    "fire on assault orders": ("XEN-ORD-01", "XEN-ORD-03"),
    "pinning weapons": ("XEN-SUP-08",),
    "most of the survivors in cover": ("XEN-SUP-09",),
    "fire at a building's garrison": ("XEN-SAVE-08",),
    "CP directs the fire": ("XEN-CP-04",),
    "overwatch": ("XEN-OW-01", "XEN-OW-02"),
    "overwatch of a marked unit": ("XEN-SUP-12",),
    "a flyer on firing orders": ("XEN-ORD-05", "XEN-CA-10"),
    "an asked number is cut later": ("XEN-CA-09", "XEN-CA-06"),
    "a shield in an assault": ("XEN-CA-15",),
    "a 66 weighs two": ("XEN-CA-25",),
    "to the end": ("XEN-CA-23", "XEN-CA-09"),
    "the attacker always leaves": ("XEN-CA-28",),
}


def marked(name):
    ids = RULES.get(name, RULES.get(name.split()[0], ()))
    return pytest.mark.rule(*ids)


EXACT = 1e-12  # rounding of a few thousand additions of numbers below 1


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


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=name, marks=marked(name)) for name, s, e in EXAMPLES]
)
def test_worked_example(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario, expected",
    [pytest.param(s, e, id=name, marks=marked(name)) for name, _, s, e in NASTY],
)
def test_nasty_corner(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=f"{ruling} = {option}") for ruling, option, s, e in RULINGS]
)
def test_ruling(scenario, expected):
    assert_expected(scenario, expected)


def under_steady_fire(scenario):
    return {**scenario, "pipeline": "steady-fire"}


@pytest.mark.parametrize("scenario, share", [pytest.param(s, share, id=name) for name, s, share in LONG_RUN])
@pytest.mark.rule("XEN-SUP-11", "XEN-RALLY-01", "XEN-RALLY-02", "XEN-RALLY-03", "XEN-CP-05", "XEN-CP-06", "XEN-ORD-02")
def test_long_run(scenario, share):
    got = odds(under_steady_fire(scenario))
    assert got.exact
    assert got.fields == ("suppressed", "markers")
    assert float(np.sum(got.probabilities)) == near(1)
    assert chance(got, {"suppressed": 1}) == near(share)
    assert got.probability(lambda o: (o["markers"] > 0) != (o["suppressed"] == 1)) == 0


@pytest.mark.rule("XEN-SUP-11", "XEN-RALLY-01", "XEN-RALLY-03")
def test_markers_at_the_activation_in_the_long_run():
    """A volley leaves a marker with p (XEN-EX-06c); a rally leaves one of one with 5/12, one of two with 7/12.

    x turns begin with a marker: x = ((1 - x) p + x (1 - p)) 5/12 + x p 7/12.
    """
    p = Fraction(59243, 236196)
    x = Fraction(5, 12) * p / (1 - Fraction(5, 12) * (1 - 2 * p) - Fraction(7, 12) * p)
    got = odds(under_steady_fire(shot(models=4)))
    assert chance(got, {"markers": 0}) == near((1 - x) * (1 - p))
    assert chance(got, {"markers": 1}) == near((1 - x) * p + x * (1 - p))
    assert chance(got, {"markers": 2}) == near(x * p)


@pytest.mark.rule("XEN-RALLY-03")
def test_a_unit_that_never_rallies_stays_suppressed_only_if_it_was():
    """Harmless fire, and a rally that no roll reaches: two long runs, by how the unit begins."""
    scenario = shot(models=4, guns=[SMALL], victim=tank(armor=6), constants={"rally_base": 50})
    calm = odds(under_steady_fire(scenario))
    marked = odds(under_steady_fire({**scenario, "target": {**scenario["target"], "markers": 3}}))
    assert chance(calm, {"suppressed": 0, "markers": 0}) == near(1)
    assert chance(marked, {"suppressed": 1, "markers": 1}) == near(1)


@pytest.mark.rule("XEN-SUP-11")
def test_markers_of_a_failure_add_up_under_steady_fire():
    """Two markers a failure and no rally that helps: one is left before the fire, so 1 or 3 at the activation."""
    constants = {"markers_per_failure": 2, "rally_base": 50}
    got = odds(under_steady_fire(shot(models=4, constants=constants)))
    assert chance(got, {"markers": 3}) == near("59243/236196")
    assert chance(got, {"markers": 1}) == near(1 - Fraction(59243, 236196))


def test_one_volley_a_turn_whatever_is_asked():
    plain = odds(under_steady_fire(shot(models=4)))
    several = odds(under_steady_fire(shot(models=4, volleys=3)))
    assert several.probabilities.tolist() == plain.probabilities.tolist()
    assert any("volleys" in note for note in several.notes)
    assert not plain.notes


def test_steady_fire_has_no_trials():
    with pytest.raises(InputError, match="steady-fire has no trials"):
        odds(under_steady_fire(shot(models=4)), method="monte-carlo", trials=1000)


def test_steady_fire_refuses_what_shooting_refuses():
    with pytest.raises(InputError, match="reach"):
        odds(under_steady_fire(shot(models=4, range=400)))
    with pytest.raises(InputError, match="not modelled"):
        odds(under_steady_fire(shot(models=4, victim=tank(core=3))))


def test_steady_fire_is_explained_to_the_rally():
    lines = explain(build_scenario(under_steady_fire(shot(models=4, target={"cp": 1}))))
    assert [line.step for line in lines][-4:] == [
        "suppression test",
        "activation",
        "rally from one marker",
        "every turn",
    ]
    assert "3d6, the best 2 count, against 7" in lines[-2].text
    assert all(line.rules for line in lines)


def test_every_option_of_every_ruling_is_in_the_table():
    due = {(r.name, o) for r in definitions("xenocide").rulings.values() if r.selectable for o in r.options}
    assert due - {(ruling, option) for ruling, option, *_ in RULINGS} == set()


@pytest.mark.rule("XEN-TERR-11", "XEN-ORD-04")
def test_reach_and_suppression_of_the_attacker():
    """Slow infantry reaches further on assault orders; a marked attacker may not approach."""
    line = {"caa": 1, "cad": 4, "type": ["infantry"], "move": 4}
    scenario = {
        "ruleset": "xenocide-0.34",
        "pipeline": "close-assault",
        "attacker": {"models": 2, "stats": line},
        "target": {"models": 2, "stats": line},
        "situation": {"range": 12},
    }
    with pytest.raises(InputError, match="suppressed"):
        odds({**scenario, "attacker": {**scenario["attacker"], "markers": 1}})
    with pytest.raises(InputError, match="reaches 12"):
        odds({**scenario, "situation": {"range": 13}})
    with pytest.raises(InputError, match="reaches 8"):
        odds({**scenario, "attacker": {**scenario["attacker"], "order": "move-and-fire"}})
