"""A scenario told step by step: numbers of the worked examples, rules and rulings that exist."""

import json
import re

import pytest

from analysis import InputError, build_scenario
from analysis.definitions import definitions
from analysis.explain import explain
from tests.analysis.test_consistency import RULE_STATES
from tests.oracles.exoshift_cases import EXAMPLES, NASTY, gun53, roll53, shot53, shot60


def told(scenario):
    return explain(build_scenario(scenario))


def step(scenario, name):
    return next(line for line in told(scenario) if line.step == name)


def test_the_steps_of_the_first_edition():
    assert [line.step for line in told(shot53())] == ["action", "hit test", "focus", "Defence test", "casualty roll"]


def test_the_steps_of_the_second_edition():
    assert [line.step for line in told(shot60())] == ["action", "hit test", "shots", "damage test", "health"]
    suppressing = told(shot60(action="suppression-fire"))
    assert [line.step for line in suppressing][-2:] == ["suppression", "health"]


def test_a_sequence_is_told_once():
    lines = told(shot60(actions=["focus", "shoot", "shoot"]))
    assert [line.step for line in lines].count("action") == 3
    assert lines[-1].step == "sequence"
    assert "2 attacks" in lines[-1].text


def test_a_casualty_roll_alone():
    lines = told(roll53(1, 2, target={"disruption": 3}))
    assert [line.step for line in lines] == ["casualty roll"]
    for words in (
        "d10 -1",
        "unhurt 30%",
        "stunned 20%",
        "downed 20%",
        "wounded 20%",
        "incapacitated 10%",
        "destroyed 0%",
    ):
        assert words in lines[0].text  # 3 + 2 - 6


@pytest.mark.parametrize(
    "scenario, name, words",
    [
        (shot53(range=22, cover="light"), "hit test", ["COM 6", "-2 for range", "-1 for cover", "3 or less on a d10"]),
        (shot53(range=1), "hit test", ["+2 for range", "8 or less"]),
        (shot53(), "focus", ["focus 6", "2 shots with aim 2, 2", "costs 5"]),
        (shot53(action="advance"), "focus", ["focus 3", "2 shots with aim 2, 0", "costs 3"]),  # X53-EX-06
        (shot53(attacker={"disruption": 3}), "focus", ["focus 4"]),
        (shot53(focus={"shots": 1, "aim": [1]}), "focus", ["policy.focus"]),
        (shot53(shooter={"qlt": 0}), "focus", ["focus 0", "1 shot with aim 0", "costs 0"]),
        (shot53(), "Defence test", ["Defence 5 less Power 2", "70%", "10%"]),
        (shot53(cover="heavy"), "Defence test", ["Defence 7 less Power 2", "50%"]),
        (shot53(), "casualty roll", ["d10 -4", "unhurt 60%", "stunned 20%", "downed 20%", "wounded 0%"]),
        (shot60(), "shots", ["2 shots"]),
        (shot60(attacker={"focus_token": True}), "shots", ["2 shots", "+2 COM"]),
        (shot60(), "damage test", ["Power 8 less Defence 2", "60%", "1 tokens"]),
        (shot60(victim={"hea": 3}, target={"damage": 1}), "health", ["2 damage destroys"]),
        (shot60(action="suppression-fire"), "suppression", ["1 token", "die of 1 or less"]),
        (shot53(action="snap-fire"), "action", ["snap-fire", "from 0 to 1"]),
        (shot53(attacker={"disruption": 2}), "action", ["focus-fire", "from 2 to 1"]),
    ],
)
def test_the_numbers_are_those_of_the_rules(scenario, name, words):
    text = step(scenario, name).text
    for word in words:
        assert word in text, text


@pytest.mark.parametrize(
    "case", [*((n, s) for n, s, e in EXAMPLES), *((n, s) for n, _, s, e in NASTY if "illegal" not in e)]
)
def test_every_case_is_told_by_rules_and_rulings_that_exist(case):
    _, scenario = case
    prefix = "X53" if scenario["ruleset"].endswith("0.53.0") else "X60"
    lines = told(scenario)
    assert lines
    for line in lines:
        assert line.text
        assert line.rules
        assert set(line.rules) <= set(RULE_STATES)
        assert set(line.rulings) <= set(definitions("exoshift").rulings)
        if any(rule.startswith(prefix) for rule in line.rules):
            assert all(rule.startswith(prefix) for rule in line.rules)
        assert not re.search(r"\bnan\b|None|\{", line.text)


def test_an_illegal_scenario_is_not_told():
    with pytest.raises(InputError, match=r"^scenario: IGI-87 reaches 22"):
        told(shot53(range=30))
    with pytest.raises(InputError, match=r"^scenario: .*barred"):
        told(shot53(actions=["snap-fire", "snap-fire"], attacker={"disruption": 5}))


def test_the_command_line_tells_rulings_in_force(enfilade, sol):
    ran = enfilade("explain", sol, "--set", "rulings.casualty-quality-value=reduced-quality")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("shooting under Exoshift Tactics 0.53.0\n")
    assert "    ruling casualty-quality-value = reduced-quality\n" in ran.out
    assert "    rules X53-CAS-01, X53-CAS-02\n" in ran.out


def test_the_command_line_tells_it_as_json(enfilade, sol):
    ran = enfilade("explain", sol, "--json")
    lines = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert [set(line) for line in lines] == [{"step", "text", "rules", "rulings"}] * len(lines)
    casualty = next(line for line in lines if line["step"] == "casualty roll")
    assert casualty["rulings"]["casualty-roll-count"] == "one-per-attack"
    assert casualty["rules"] == ["X53-CAS-01", "X53-CAS-02"]


def test_several_weapons_are_told_by_the_first():
    lines = told(shot53(guns=[gun53(name="left"), gun53(name="right")]))
    assert next(line for line in lines if line.step == "hit test").text.startswith("left at 8 inches")
    assert "2 attacks" in lines[-1].text
