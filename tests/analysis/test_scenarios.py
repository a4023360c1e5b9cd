"""Scenarios: tables become validated sides, situations and rulesets."""

import tomllib

import pytest

from analysis import Illegal, InputError, build_scenario, load_ruleset, load_scenario, odds
from analysis.scenarios import with_changes
from analysis.templates import SCENARIO
from tests.analysis.conftest import SOL
from tests.analysis.expectations import found, near
from tests.oracles.exoshift_cases import shot53, shot60

TABLES = tomllib.loads(SOL)


def test_a_file_and_its_tables_are_one_scenario(sol):
    loaded, built = load_scenario(sol), build_scenario(TABLES)
    assert (loaded.pipeline, loaded.situation, loaded.attacker) == (built.pipeline, built.situation, built.attacker)
    assert loaded.where == str(sol)
    assert found(odds(sol)) == found(odds(TABLES)) == found(odds(loaded)) == found(odds(str(sol)))


def test_a_side_from_the_roster():
    side = build_scenario(TABLES).attacker
    assert (side.name, side.unit, side.source) == ("attacker", "Sol Line Infantry", "seed")
    assert [weapon["name"] for weapon in side.weapons] == ["IGI-87"]
    assert (side.stats["com"], side.weapons[0]["power"], side.picked) == (6, 2, False)


def test_partial_stats_override_the_roster():
    tables = {**TABLES, "target": {"unit": "Sol Line Infantry", "stats": {"def": 9}}}
    side = build_scenario(tables).target
    assert (side.stats["def"], side.stats["qlt"]) == (9, 6)


def test_any_weapon_of_the_roster_may_be_picked():
    tables = {**TABLES, "attacker": {"unit": "Sol Line Infantry", "weapon": "IGI-91"}}
    side = build_scenario(tables).attacker
    assert [weapon["name"] for weapon in side.weapons] == ["IGI-91"]
    assert side.picked
    several = {**TABLES, "attacker": {"unit": "Sol Line Infantry", "weapons": ["IGI-87", "IGI-91"]}}
    assert [w["name"] for w in build_scenario(several).attacker.weapons] == ["IGI-87", "IGI-91"]


def test_inline_weapons_get_names():
    weapons = [{"range": [1, 2, 3], "power": 1}, {"range": [1, 2, 3], "power": 1, "name": "mine"}]
    side = build_scenario({**TABLES, "attacker": {"stats": {"com": 6, "qlt": 6}, "weapons": weapons}}).attacker
    assert [weapon["name"] for weapon in side.weapons] == ["weapon 1", "mine"]


def test_only_what_the_pipeline_reads_is_required():
    bare = {
        "ruleset": "exoshift-0.60.1",
        "pipeline": "shooting",
        "attacker": {"stats": {"com": 6}, "weapons": [{"range": [12, 18, 24], "power": 8}]},
        "target": {"stats": {"def": 2}},
        "situation": {"range": 8},
    }
    assert odds(bare).at_least("result", "destroyed") == near("9/25")  # one shot: 6/10 x 6/10
    roll = {"ruleset": "exoshift-0.53.0", "pipeline": "casualty", "target": {"stats": {"qlt": 6}}}
    assert odds({**roll, "situation": {"power": 2}}).at_least("result", "downed") == near("1/5")


def test_a_units_size_is_its_number_of_models(tmp_path):
    draft = tmp_path / "d.toml"
    draft.write_text('format = 1\nextends = "exoshift-0.53.0"\n[units."Sol Line Infantry"]\nmodels = 3\n')
    tables = {**TABLES, "ruleset": str(draft), "situation": {"range": 8, "action": "snap-fire"}}
    assert odds(tables).at_least("hits", 3) > 0
    tables["attacker"] = {"unit": "Sol Line Infantry", "models": 1}
    assert odds(tables).at_least("hits", 2) == 0


def test_rulings_and_constants_of_a_scenario_stay_in_it():
    before = load_ruleset("exoshift-0.53.0")
    tables = {**TABLES, "rulings": {"status-ladder": "replace"}, "constants": {"casualty": {"bands": [1, 2, 3, 4, 5]}}}
    scenario = build_scenario(tables)
    assert scenario.ruleset.ruling("status-ladder") == "replace"
    assert scenario.ruleset.constant("casualty.bands") == [1, 2, 3, 4, 5]
    assert load_ruleset("exoshift-0.53.0") is before
    assert before.ruling("status-ladder") == "never-improves"


def test_a_scenario_finds_its_draft_beside_itself(tmp_path, monkeypatch):
    (tmp_path / "draft.toml").write_text('format = 1\nextends = "exoshift-0.60.1"\n[constants]\n"focus.com" = 3\n')
    path = tmp_path / "s.toml"
    path.write_text(SOL.replace("exoshift-0.53.0", "draft.toml"))
    monkeypatch.chdir(tmp_path.parent)
    assert load_scenario(path).ruleset.constant("focus.com") == 3


def test_the_template_of_a_scenario_is_one(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(SCENARIO)
    assert odds(path).at_least("result", "downed") == near("532/3125")
    offered = "\n".join(
        line.removeprefix("# ") if line.startswith(("# [", '# "', "# action", "# near")) else line
        for line in SCENARIO.splitlines()
    )
    assert "\n[rulings]" in offered
    path.write_text(offered)
    assert load_scenario(path).situation["action"] == "advance"
    assert odds(path).exact


# --- Notes


@pytest.mark.parametrize(
    "scenario, key",
    [
        (shot53(target={"entrench_token": True}), "target.entrench_token"),
        (shot53(attacker={"focus_token": True}), "attacker.focus_token"),
        (shot60(target={"hunkered": True}), "target.hunkered"),
        (shot60(target={"escorted": True}), "target.escorted"),
        (shot60(target={"statuses": ["downed"]}), "target.statuses"),
        (shot53(target={"cp": 3}), "target.cp"),
        (shot53(power=3), "situation.power"),
        (shot53(rulings={"focus-scope": "one-shot"}), "rulings.focus-scope"),
        (shot53(constants={"activation.actions": 3}), "constants.activation.actions"),
    ],
)
def test_what_nothing_reads_is_accepted_with_a_note(scenario, key):
    notes = odds(scenario).notes
    assert [note for note in notes if note.startswith(f"{key} ")], notes
    assert len(notes) == 1


def test_without_anything_unread_there_are_no_notes():
    assert odds(shot53()).notes == ()
    assert odds(shot60(attacker={"focus_token": True}, target={"entrench_token": 2}, cover="light")).notes == ()


# --- Changes of dotted keys


def test_changes_reach_tables_lists_and_constants():
    tables = shot53()
    changes = {
        "situation.range": 3,
        "attacker.weapons.0.rof": 5,
        "attacker.stats.com": 7,
        "constants.casualty.bands": [1, 2, 3, 4, 5],
        "rulings.status-ladder": "replace",
        "policy.focus.shots": 2,
    }
    out = with_changes(tables, changes, "here")
    assert out["situation"]["range"] == 3
    assert out["attacker"]["weapons"][0]["rof"] == 5
    assert out["constants"] == {"casualty.bands": [1, 2, 3, 4, 5]}
    assert out["rulings"] == {"status-ladder": "replace"}
    assert out["policy"] == {"focus": {"shots": 2}}
    assert tables == shot53(), "the given tables are as they were"
    assert build_scenario(tables, changes=changes).ruleset.constant("casualty.bands") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("key", ["attacker.weapons.9.rof", "attacker.weapons.x.rof", "attacker.weapons.-1.rof"])
def test_a_list_has_only_its_entries(key):
    with pytest.raises(InputError, match="1 entries"):
        with_changes(shot53(), {key: 1}, "here")


def test_nothing_lies_below_a_plain_value():
    with pytest.raises(InputError, match=r"situation\.range\.far\.away cannot be set"):
        with_changes(shot53(), {"situation.range.far.away": 1}, "here")


# --- Illegal or wrong


def test_illegal_is_a_kind_of_bad_input():
    with pytest.raises(Illegal, match=r"^scenario: IGI-87 reaches 22 inches, the target is at 30$"):
        odds(shot53(range=30))
    with pytest.raises(InputError) as wrong:
        odds(shot53(range="far"))
    assert not isinstance(wrong.value, Illegal)


def test_a_change_inside_a_changed_table_leaves_the_given_table_alone():
    """Tables among the changes were set as they are, so that a later change of one key reached into them for good."""
    stats = {"com": 6, "def": 5}
    changes = {"target.stats": stats, "target.stats.def": 4}
    made = with_changes({"pipeline": "shooting"}, changes, "here")
    assert made["target"]["stats"] == {"com": 6, "def": 4}
    assert stats == {"com": 6, "def": 5}
