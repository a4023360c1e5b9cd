"""The schema: every key, constant and ruling is told, and the JSON Schema takes what the validator takes."""

import json
import re
import tomllib

import pytest
from jsonschema import Draft202012Validator

from analysis import InputError, build_scenario, bundled, load_ruleset
from analysis.definitions import definitions, families
from analysis.families import registry
from analysis.rulesets import PROFILE_KEYS
from analysis.schema import schema_json
from analysis.templates import SCENARIO
from tests.oracles import exoshift_pressure_cases as pressure_cases
from tests.oracles.exoshift_cases import EXAMPLES, NASTY, RULINGS, shot53

SCHEMAS = {family: schema_json(family) for family in families()}
VALIDATOR = Draft202012Validator(SCHEMAS["exoshift"])
CASES = {
    **{name: s for name, s, _ in pressure_cases.EXAMPLES},
    **{name: s for name, _, s, _ in pressure_cases.NASTY},
    **{f"{ruling} = {option}": s for ruling, option, s, _ in pressure_cases.RULINGS},
    **{name: s for name, s, _ in EXAMPLES},
    **{name: s for name, _, s, _ in NASTY},
    **{f"{ruling} = {option}": s for ruling, option, s, _ in RULINGS},
}


def told(enfilade, family):
    ran = enfilade("schema", family)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize("family", families())
def test_every_key_is_told_with_its_meaning(family, enfilade):
    text, keys = told(enfilade, family), registry(family)
    lines = text.splitlines()
    for table in (keys.stats, keys.weapon, keys.side, keys.situation, keys.policy):
        for key in table.values():
            assert any(re.match(rf"{re.escape(key.name)}\s", line) for line in lines), key.name
            assert key.meaning.split(";")[0][:30] in text, key.name
    for name in ("unit", "weapon"):
        assert any(re.match(rf"{name}\s", line) for line in lines)


@pytest.mark.parametrize("family", families())
def test_every_pipeline_and_outcome_is_told(family, enfilade):
    text = told(enfilade, family)
    for pipeline in registry(family).pipelines.values():
        assert f"pipeline {pipeline.name}: {pipeline.meaning}" in text
        assert set(pipeline.meanings) == set(pipeline.fields)
        for field in pipeline.fields:
            assert re.search(rf"  {field}( \(\S+ only\))?: {re.escape(pipeline.meanings[field])}", text), field
    for words in registry(family).names.values():
        assert ", ".join(words) in text


@pytest.mark.parametrize("family", families())
def test_every_constant_is_told_with_its_range_and_default(family, enfilade):
    lines = told(enfilade, family).splitlines()
    for constant in definitions(family).constants.values():
        line = next(line for line in lines if line.startswith(f"{constant.name} "))
        assert constant.kind.words() in line
        assert json.dumps(constant.default) in line


@pytest.mark.parametrize("family", families())
def test_every_ruling_is_told_with_its_options(family, enfilade):
    text = told(enfilade, family)
    for ruling in definitions(family).rulings.values():
        fixed = "" if ruling.selectable else " (fixed)"
        assert f"[rulings] {ruling.name}{fixed}: {ruling.meaning}\n" in text
        for option, meaning in ruling.options.items():
            default = " (default)" if option == ruling.default else ""
            assert f"    {option}{default}: {meaning}\n" in text


@pytest.mark.parametrize("family", families())
def test_the_json_schema_is_one_and_complete(family, enfilade):
    ran = enfilade("schema", family, "--json")
    schema = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert schema == json.loads(json.dumps(SCHEMAS[family]))
    Draft202012Validator.check_schema(schema)
    keys, known = registry(family), definitions(family)
    parts = schema["properties"]
    assert parts["pipeline"]["enum"] == list(keys.pipelines)
    assert set(parts["constants"]["properties"]) == set(known.constants)
    assert set(parts["rulings"]["properties"]) == set(known.rulings)
    assert set(parts["situation"]["properties"]) == set(keys.situation)
    assert set(parts["policy"]["properties"]) == set(keys.policy)
    for side in ("attacker", "target"):
        assert set(parts[side]["properties"]) == {*keys.side, "unit", "weapon", "weapons", "stats"}
        assert set(keys.stats) <= set(parts[side]["properties"]["stats"]["properties"])


def test_the_json_schema_takes_the_template():
    VALIDATOR.validate(tomllib.loads(SCENARIO))


@pytest.mark.parametrize("ruleset", [name for name in bundled() if name.startswith("exoshift")])
def test_the_json_schema_takes_every_bundled_unit(ruleset):
    rules = load_ruleset(ruleset)
    for name, unit in rules.units.items():
        listed = {"unit": name, "weapons": unit["weapons"]}
        weapons = [{"name": w, **rules.weapons[w]} for w in unit["weapons"]]
        inline = {"stats": {k: v for k, v in unit.items() if k != "weapons"}, "weapons": weapons}
        for side in (listed, inline):
            common = {"format": 1, "ruleset": ruleset, "pipeline": "shooting", "situation": {"range": 1}}
            scenario = {**common, "attacker": side, "target": {"unit": name}}
            VALIDATOR.validate(scenario)
            build_scenario(scenario)


@pytest.mark.parametrize("name", CASES)
def test_the_json_schema_takes_every_case(name):
    VALIDATOR.validate(CASES[name])


@pytest.mark.parametrize(
    "changes",
    [
        {"situation.rang": 8},
        {"situation.range": "far"},
        {"situation.range": -1},
        {"situation.cover": "some"},
        {"attacker.stats.com": 600},
        {"attacker.stats.com": True},
        {"attacker.stats.cmo": 6},
        {"attacker.models": 0},
        {"attacker.weapons.0.rof": 0},
        {"attacker.weapons.0.rfo": 1},
        {"attacker.weapons.0.range": [1, 2]},
        {"target.statuses": ["dead"]},
        {"target.statuses": "stunned"},
        {"policy.focus": "bets"},
        {"policy.focus": {"shot": 1}},
        {"rulings.status-ladder": "never"},
        {"rulings.status-lader": "replace"},
        {"rulings.wounded-health": "zero"},
        {"constants.dice.sides": 1},
        {"constants.casualty.bands": [1, 2]},
        {"constants.round.half": "sideways"},
        {"constants.snap.move_fraction": "half"},
        {"pipeline": "shoot"},
        {"format": 2},
        {"attackers": {}},
    ],
)
def test_the_json_schema_refuses_what_the_validator_refuses(changes):
    from analysis.scenarios import with_changes

    tables = with_changes(shot53(), changes, "here")
    assert not VALIDATOR.is_valid(tables)
    with pytest.raises(InputError):
        build_scenario(tables)


def test_fields_of_profiles_are_told_as_well(enfilade):
    text = told(enfilade, "exoshift")
    for key in PROFILE_KEYS.values():
        assert any(line.startswith(f"{key.name} ") for line in text.splitlines()), key.name
