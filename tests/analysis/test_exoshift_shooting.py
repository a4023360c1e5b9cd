"""Exoshift, shooting and casualty: the worked examples, nasty corners and rulings with their exact odds.

All expected values come from tests/oracles: the fractions that the checklists print, arithmetic by hand, and an
oracle that counts faces.
"""

from collections import defaultdict
from importlib import import_module

import pytest

from analysis import InputError
from analysis.definitions import definitions
from analysis.odds import odds
from tests.analysis.expectations import assert_as_oracle, assert_expected, chance, found
from tests.oracles.exoshift_cases import EXAMPLES, NASTY, RULINGS, shot60

HIT_53 = ("X53-DICE-01", "X53-SHOOT-01", "X53-SHOOT-13")
DAMAGE_53 = ("X53-DEF-01", "X53-DEF-02", "X53-DEF-03", "X53-DEF-05", "X53-DEF-08")
CASUALTY_53 = ("X53-DICE-05", "X53-CAS-01", "X53-CAS-02", "X53-CAS-04", "X53-CAS-05", "X53-CAS-06")
BOUGHT_53 = ("X53-ACT-02", "X53-SHOOT-04", "X53-SHOOT-05", "X53-SHOOT-07", "X53-DEF-07")
SHOT_60 = ("X60-DICE-01", "X60-SHOOT-01", "X60-SHOOT-03", "X60-SHOOT-05", "X60-DMG-01", "X60-DMG-02", "X60-DMG-03")

EXAMPLE_RULES = {
    "X53-EX-01": (*HIT_53, *DAMAGE_53, *CASUALTY_53, "X53-ACT-09", "X53-SHOOT-08"),
    "X53-EX-02": (*HIT_53, *DAMAGE_53, *CASUALTY_53, *BOUGHT_53, "X53-CAS-07", "X53-DIS-02", "X53-DIS-04"),
    "X53-EX-03": (*HIT_53, *BOUGHT_53, "X53-SHOOT-10", "X53-SHOOT-11", "X53-DEF-01", "X53-DEF-03"),
    "X53-EX-04": (*CASUALTY_53, "X53-CAS-03", "X53-CAS-08"),
    "X53-EX-05": (*CASUALTY_53, "X53-DEF-03", "X53-DIS-04"),
    "X53-EX-06": ("X53-ACT-03", "X53-DICE-04", "X53-SHOOT-04", "X53-SHOOT-05"),
    "X53-EX-07": ("X53-ACT-07", "X53-CAS-10", "X53-DIS-04", "X53-SHOOT-12"),
    "X60-EX-01": (*SHOT_60, "X60-ACT-03", "X60-DMG-04", "X60-DMG-05"),
    "X60-EX-02": (*SHOT_60, "X60-SHOOT-02", "X60-TOK-02"),
    "X60-EX-03": (*SHOT_60, "X60-SEQ-02", "X60-SEQ-03", "X60-SHOOT-06", "X60-ACT-07", "X60-TOK-01", "X60-TOK-02"),
    "X60-EX-04": ("X60-SHOOT-04", "X60-SHOOT-05", "X60-DMG-01"),
    "X60-EX-05": ("X60-SHOOT-03",),
    "X60-EX-06": ("X60-ACT-05", "X60-ACT-06"),
    "X60-EX-11": ("X60-STAT-03", "X60-DMG-03"),
    "X60 section": (*SHOT_60, "X53-DEF-01", "X53-CAS-03"),
}
CASE_RULES = {
    "X53-EX-02 best": ("X53-DEC-01",),
    "X53-EX-02 escorted leader": ("X53-LEAD-03", "X53-SHOOT-12"),
    "X53-EX-03 hunkered": ("X53-ACT-06", "X53-SHOOT-12"),
    "X53-EX-04 reduced-quality": ("X53-CAS-09", "X53-STAT-03"),
    "X53-EX-06 best": ("X53-DEC-01",),
    "X60-EX-04 entrenched zero": ("X60-TOK-03", "X60-ACT-11"),
    "X60-EX-04 entrenched": ("X60-TOK-03", "X60-ACT-11"),
    "X60-EX-04 entrenched heavy import": ("X60-TOK-03", "X60-ACT-11"),
    "X60-EX-03 snap-fire, snap-fire at 8": ("X60-ACT-04",),
}
NASTY_RULES = {
    "stunned-snap-long-cover": ("X53-SHOOT-13", "X53-SHOOT-12", "X53-SHOOT-10", "X53-BLEED-01"),
    "suppression-cannot-damage": ("X53-WTR-04",),
    "two-models-within-attack": ("X53-SEQ-06", "X53-DIS-04"),
    "two-weapons-shared-budget": ("X53-UTR-14",),
    "sequence-ends-early": ("X53-SHOOT-02", "X53-CAS-09"),
    "platform-snap": ("X53-UTR-15",),
    "heavy-snap": ("X53-WPN-02",),
    "setup-advance": ("X53-WPN-03",),
    "two-primaries": ("X53-SEQ-04",),
    "fire-on-the-move-alone": ("X53-WTR-02",),
    "four-actions": ("X60-SEQ-03",),
    "heavy-snap-60": ("X60-ACT-04",),
    "two-weapons-60": ("X60-ACT-03",),
    "two-models-60": ("X60-STAT-04",),
    "focus-lost-by-moving": ("X60-TOK-01",),
}


def example_marks(name: str) -> pytest.MarkDecorator:
    example = " ".join(name.split()[:2]) if name.startswith("X60 section") else name.split()[0]
    ids = EXAMPLE_RULES[example] + CASE_RULES.get(name, ())
    own = (example,) if "-EX-" in example else ()
    return pytest.mark.rule(*own, *dict.fromkeys(ids))


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=name, marks=example_marks(name)) for name, s, e in EXAMPLES]
)
def test_worked_example(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario, expected",
    [pytest.param(s, e, id=name, marks=pytest.mark.rule(*NASTY_RULES.get(name, ()))) for name, _, s, e in NASTY],
)
def test_nasty_corner(scenario, expected):
    assert_expected(scenario, expected)


@pytest.mark.parametrize(
    "scenario",
    [pytest.param(s, id=name) for name, s, _ in EXAMPLES] + [pytest.param(s, id=name) for name, _, s, _ in NASTY],
)
def test_the_whole_joint_distribution_is_the_oracles(scenario):
    assert_as_oracle(scenario)


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=f"{ruling} = {option}") for ruling, option, s, e in RULINGS]
)
def test_ruling(scenario, expected):
    assert_expected(scenario, expected)
    assert_as_oracle(scenario)


def ruling_answers():
    """By ruling and by the rest of its scenario what each option answers; None where it is refused."""
    tables = defaultdict(lambda: defaultdict(dict))
    for ruling, option, scenario, expected in RULINGS:
        rest = repr({**scenario, "rulings": {k: v for k, v in scenario.get("rulings", {}).items() if k != ruling}})
        tables[ruling][rest][option] = None if expected.get("illegal") else found(odds(scenario))
    return tables


def test_every_ruling_of_the_table_shows_that_its_options_differ():
    """Two options in one scenario, with two answers: else a ruling that nobody reads would pass."""
    for ruling, scenarios in ruling_answers().items():
        answers = [options for options in scenarios.values() if len(options) > 1]
        assert any(differ(options) for options in answers), f"{ruling}: no two options differ"


def differ(options):
    kinds = list(options.values())
    return any(a != b for i, a in enumerate(kinds) for b in kinds[:i])


def test_a_sequence_beyond_its_budget_is_refused_or_sampled(monkeypatch):
    """A sequence was carried on exactly whatever its size, until memory ended."""
    scenario = shot60(victim={"hea": 9}, actions=["shoot", "shoot"])
    exact = found(odds(scenario))
    module = import_module("analysis.families.exoshift.resolve")
    monkeypatch.setattr(module, "AT_ONCE", 1)
    assert found(odds(scenario)) == exact, "however many attacks are resolved together"
    monkeypatch.setattr(module, "STATES", 8)
    with pytest.raises(InputError, match=r"out of reach: stopped in step IGI-87 fires after .* --method monte-carlo"):
        odds(scenario, method="exact")
    sampled = odds(scenario, precision=0.02)
    assert sampled.trials
    # two Shoots of two shots each: no hit at all with (4/10)^4; five standard errors of so many trials
    p = 0.4**4
    assert abs(chance(sampled, hits=0) - p) <= 5 * (p * (1 - p) / sampled.trials) ** 0.5
    with pytest.raises(InputError, match="make the fire smaller"):
        odds({**scenario, "pipeline": "steady-fire"})


READ_LATER = {
    "disruption-action-loss-cap",
    "disruption-vs-third-action",
    "cp-auto-success-timing",
    "cp-auto-success-scope",
    "assault-missing",
    "defensive-fire-costs",
    "assault-focus-bonus",
    "assault-point-blank",
    "assault-morale-disruption",
    "assault-multi-model",
    "close-quarters-defensive",
    "move-value-selection",
    "reaction-vs-token",
    "reaction-simultaneous",
    "reaction-test-timing",
    "opfire-consumes-focus",
    "entrench-duration",
}  # by suppression, close-assault, reaction and moves, none of which shooting or casualty ask for


def test_the_table_has_every_option_of_every_ruling_that_shooting_reads():
    rulings = definitions("exoshift").rulings
    due = {(r.name, o) for r in rulings.values() if r.selectable and r.name not in READ_LATER for o in r.options}
    assert due - {(ruling, option) for ruling, option, _, _ in RULINGS} == set()
    assert {ruling for ruling, *_ in RULINGS} <= {r.name for r in rulings.values() if r.selectable}
    assert not {ruling for ruling, *_ in RULINGS} & READ_LATER
