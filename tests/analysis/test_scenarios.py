"""Scenarios: tables become validated sides, situations and rulesets."""

import tomllib

import pytest

from analysis import Illegal, InputError, build_scenario, load_ruleset, load_scenario, odds
from analysis.definitions import Ratio, definitions
from analysis.keys import ListOf, Word
from analysis.scenarios import with_changes
from analysis.templates import SCENARIO
from tests.analysis.conftest import SOL
from tests.analysis.expectations import found, near
from tests.oracles.exoshift_cases import gun53, gun60, shot53, shot60
from tests.oracles.exoshift_pressure_cases import after60, assault53, assault60, own53, react60, tokens60

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
        (shot60(attacker={"disruption": 2}), "attacker.disruption"),
        (after60(attacker={"disruption": 2}), "attacker.disruption"),
        (shot60(target={"disruption": 2}), "target.disruption"),
        (shot60(focus={"shots": 2}), "policy.focus"),
        (shot53(focus={"shots": 2}, rulings={"shots-by": "rate-of-fire"}), "policy.focus"),
        (assault60(policy={"target": {"focus": {"shots": 1}}}), "policy.target"),
        (shot60(enemy_in_los=False), "situation.enemy_in_los"),
        (shot60(actions=["shoot", "recover"], enemy_in_los=False), "situation.enemy_in_los"),
        (shot53(enemy_in_los=False), "situation.enemy_in_los"),
        (shot53(in_cover=True), "situation.in_cover"),
        (shot53(actions=["snap-fire", "recover"], in_cover=True), "situation.in_cover"),
        (own53("primary", enemy_in_los=False), "situation.enemy_in_los"),
        (own53("recover", in_cover=True), "situation.in_cover"),
        (shot60(target={"models": 3}), "target.models"),
        (shot53(target={"models": 3}), "target.models"),
        (tokens60(2, target={"models": 3}), "target.models"),
        (react60(attacker={"models": 2}), "attacker.models"),
        (assault53(attacker={"models": 2}), "attacker.models"),
        (tokens60(2, target={"damage": 1}), "target.damage"),
        (shot60(guns=[gun60(traits=["AoE 3 6"])]), "attacker.weapons:"),
        (shot60(guns=[gun60(traits=["Close Quarters 2", "Suppressive 1"])]), "attacker.weapons:"),
        (shot60(guns=[gun60(traits=["Suppression 1"])]), "attacker.weapons:"),
        (shot60(guns=[gun60(traits=["Suppressive Drone"])]), "attacker.weapons:"),
        (shot53(guns=[gun53(traits=["Suppressive 1"])]), "attacker.weapons:"),
        (react60(their_guns=[gun60(traits=["Fire on the Move"])]), "target.weapons:"),
    ],
)
def test_what_nothing_reads_is_accepted_with_a_note(scenario, key):
    notes = [note for note in odds(scenario).notes if "are assumed" not in note]
    assert [note for note in notes if note.startswith(f"{key} ")], notes
    assert len(notes) == 1
    assert found(odds(scenario)) == found(odds(without(scenario, key)))


def without(scenario, key):
    """The scenario without what the note names; of weapons, their traits."""
    table, _, name = key.rstrip(":").partition(".")
    rest = {k: v for k, v in scenario[table].items() if k != name}
    if name == "weapons":
        rest["weapons"] = [{**weapon, "traits": []} for weapon in scenario[table]["weapons"]]
    return {**scenario, table: rest}


def test_without_anything_unread_there_are_no_notes():
    assert odds(shot53()).notes == ()
    assert odds(shot60(attacker={"focus_token": True}, target={"entrench_token": 2}, cover="light")).notes == ()


@pytest.mark.parametrize(
    "scenario",
    [
        shot60(attacker={"disruption": 2}, guns=[gun60(accuracy=1)], rulings={"shots-by": "focus-budget"}),
        shot60(target={"disruption": 2}, rulings={"damage-by": "defence-test", "casualty-by": "table"}),
        shot60(target={"models": 1}, attacker={"models": 2}),
        shot53(attacker={"disruption": 2}, target={"disruption": 2}),
        shot53(actions=["snap-fire", "rest"], enemy_in_los=True, in_cover=True),
        shot53(actions=["snap-fire", "recover"], enemy_in_los=False),
        {**shot53(enemy_in_los=False), "pipeline": "steady-fire"},
        own53("rest", in_cover=True),
        after60(target={"disruption": 2}),
        react60(attacker={"disruption": 1}, target={"models": 2, "disruption": 1}),
        assault53(attacker={"models": 2}, rulings={"assault-multi-model": "whole-unit"}),
        assault60(guns=[gun60(traits=["Close Quarters 2"])]),
        shot53(guns=[gun53(traits=["Suppression 1", "Fire on the Move"])]),
        shot60(guns=[gun60(traits=["suppressive  2", "Suppressive"])]),
    ],
)
def test_what_is_read_has_no_note(scenario):
    assert [note for note in odds(scenario).notes if "are assumed" not in note] == []


BUDGET = {"disruption.quality_per_point", "snap.focus", "shots.base", "aim.cost", "aim.com", "extra_shot.cost"}
CLOSE = {"pointblank.distance", "pointblank.com"}
ASSAULT = {f"assault.{name}" for name in ("contact", "stop_at", "heavy_rof", "destroy_at", "morale_minus_d")}
TABLE = {"casualty.bands", "stunned.com", "downed.com", "downed.def", "downed.free_damage"}
TABLE |= {f"{band}.heal" for band in ("unhurt", "stunned", "downed")} | {"unhurt.d_per_damage", "stunned.d_per_damage"}


def foreign(edition):
    """Constants of the other version alone, each with a value that is not its default."""
    constants = definitions("exoshift").constants.values()
    return {c.name: another(c) for c in constants if edition not in c.editions}


def another(constant):
    kind = constant.kind
    if isinstance(kind, ListOf):
        return [kind.kind.low] * kind.length
    if isinstance(kind, Word):
        return next(option for option in reversed(kind.options) if option != constant.default)
    if isinstance(kind, Ratio):
        return "1/7"
    return kind.high if kind.high != constant.default else kind.low


def noted(scenario):
    starts = "constants."
    return {note.split(" is set")[0].removeprefix(starts) for note in odds(scenario).notes if note.startswith(starts)}


@pytest.mark.parametrize(
    "made, rulings, read",
    [
        (shot60, {}, set()),
        (shot60, {"shots-by": "focus-budget"}, BUDGET),
        (shot60, {"point-blank": "import-053"}, CLOSE),
        (shot60, {"damage-by": "defence-test"}, {"nearmiss.d_per_damage"}),
        (shot60, {"damage-by": "defence-test", "casualty-by": "table"}, {"nearmiss.d_per_damage", *TABLE}),
        (assault60, {}, ASSAULT),
        (shot53, {}, set()),
        (shot53, {"shots-by": "rate-of-fire"}, {"focus.com"}),
        (shot53, {"damage-by": "damage-test", "casualty-by": "health"}, {"damage_fail.tokens_per_damage"}),
    ],
)
def test_constants_of_the_other_version_are_noted_unless_a_ruling_brings_their_mechanism_in(made, rulings, read):
    """The note looked at the version alone, and told of constants that do change the odds that nothing reads them."""
    edition = made().get("ruleset").removeprefix("exoshift-")
    others = foreign(edition)
    assert noted(made(rulings=rulings, constants=others)) == set(others) - read


MIXTURES = [
    {"shots-by": shots, "damage-by": damage, "casualty-by": casualty, "point-blank": close}
    for shots in ("focus-budget", "rate-of-fire")
    for damage, casualty in (("damage-test", "health"), ("defence-test", "health"), ("defence-test", "table"))
    for close in ("none", "import-053")
]


@pytest.mark.parametrize("rulings", MIXTURES, ids=lambda rulings: " ".join(rulings.values()))
@pytest.mark.parametrize(
    "made", [shot60, after60, react60, assault60, shot53, assault53], ids=lambda made: made.__name__
)
def test_a_constant_that_is_noted_as_unread_changes_nothing(made, rulings):
    plain = made(rulings=rulings)
    if "range" in plain.get("situation", {}):
        plain["situation"]["range"] = 2
    others = foreign(plain["ruleset"].removeprefix("exoshift-"))
    unread = noted({**plain, "constants": others})
    assert unread
    assert found(odds({**plain, "constants": {name: others[name] for name in unread}})) == found(odds(plain))


@pytest.mark.parametrize(
    "name, value, rulings",
    [
        ("pointblank.com", 4, {"point-blank": "import-053"}),
        ("pointblank.distance", 1, {"point-blank": "import-053"}),
        ("snap.focus", 1, {"shots-by": "focus-budget"}),
        ("disruption.quality_per_point", -3, {"shots-by": "focus-budget"}),
        ("aim.com", 2, {"shots-by": "focus-budget"}),
        ("nearmiss.d_per_damage", 3, {"damage-by": "defence-test"}),
        ("casualty.bands", [1, 2, 3, 4, 5], {"damage-by": "defence-test", "casualty-by": "table"}),
        ("downed.com", 3, {"damage-by": "defence-test", "casualty-by": "table"}),
    ],
)
def test_a_constant_that_a_ruling_brings_in_changes_the_odds_without_a_note(name, value, rulings):
    action = "snap-fire" if name == "snap.focus" else "shoot"
    guns = [gun60(accuracy=2, rof=1, power=4)]
    sides = {"attacker": {"disruption": 2} if "shots-by" in rulings else {}, "guns": guns, "victim": {"def": 8}}
    target = {"statuses": ["downed"]} if "casualty-by" in rulings else {}
    plain = shot60(**sides, target=target, rulings=rulings, range=2, action=action)
    changed = {**plain, "constants": {name: value}}
    assert found(odds(plain)) != found(odds(changed))
    assert odds(changed).notes == ()


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
