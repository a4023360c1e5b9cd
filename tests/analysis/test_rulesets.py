"""Rulesets: what is bundled, and drafts of it."""

import tomllib
from pathlib import Path

import pytest

from analysis import InputError, bundled, load_ruleset
from analysis.definitions import PROFILES, definitions
from analysis.rulesets import Ruleset
from analysis.templates import DRAFT

V53, V60 = "exoshift-0.53.0", "exoshift-0.60.1"


def write(folder: Path, name: str, text: str, base: str = V53) -> Path:
    path = folder / name
    path.write_text(f'format = 1\nextends = "{base}"\n{text}')
    return path


def test_every_folder_of_a_version_is_bundled():
    assert {V53, V60} <= set(bundled())
    assert set(bundled()) == {f"{p.parent.parent.name}-{p.parent.name}" for p in PROFILES.glob("*/*/ruleset.toml")}


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_ruleset_is_whole(name):
    rules = load_ruleset(name)
    assert isinstance(rules, Ruleset)
    assert (rules.id, rules.base) == (name, name)
    assert rules.edition == name.removeprefix(f"{rules.family}-")
    assert rules.units
    assert rules.weapons
    for unit in rules.units.values():
        assert unit["source"] in ("seed", "sample")
        assert set(unit["weapons"]) <= set(rules.weapons)
    assert load_ruleset(name) is rules, "loaded once"


@pytest.mark.parametrize("name", bundled())
def test_seeds_cite_the_rule_that_prints_them_and_samples_do_not(name):
    rules = load_ruleset(name)
    for profile in (*rules.units.values(), *rules.weapons.values()):
        assert (profile["source"] == "seed") == bool(profile.get("rules"))


@pytest.mark.parametrize("name", bundled())
def test_every_constant_and_ruling_has_a_value(name):
    rules = load_ruleset(name)
    for constant in rules.definitions.constants.values():
        constant.kind.check(rules.constant(constant.name))
    for ruling in rules.definitions.rulings.values():
        assert rules.ruling(ruling.name) in ruling.options
    assert set(rules.rulings_in_force()) == {
        n for n, r in rules.definitions.rulings.items() if rules.edition in r.editions
    }


@pytest.mark.parametrize("name", [V53, V60])
def test_a_version_of_several_sets_every_ruling_of_its_own(name):
    """Where there is one version only, the defaults of its family are its rulings."""
    rules = load_ruleset(name)
    assert set(rules.rulings) == set(rules.rulings_in_force())


def test_the_two_versions_differ_in_their_mechanisms():
    old, new = load_ruleset(V53), load_ruleset(V60)
    assert [old.ruling(r) for r in ("shots-by", "damage-by", "casualty-by")] == [
        "focus-budget",
        "defence-test",
        "table",
    ]
    assert [new.ruling(r) for r in ("shots-by", "damage-by", "casualty-by")] == [
        "rate-of-fire",
        "damage-test",
        "health",
    ]
    assert set(old.units) == set(new.units)
    assert set(old.weapons) == set(new.weapons)


@pytest.mark.parametrize(
    "option, light, heavy", [("zero", 0, 0), ("minus-one-all", -1, -1), ("minus-one-light-two-heavy", -1, -2)]
)
def test_a_constant_that_a_ruling_names_follows_it(option, light, heavy):
    rules = load_ruleset(V60).changed({}, {"cover-com-value": option})
    assert (rules.constant("cover.com.light"), rules.constant("cover.com.heavy")) == (light, heavy)


def test_a_constant_that_is_set_stands_before_its_ruling():
    rules = load_ruleset(V60).changed({"cover.com.heavy": -7}, {"cover-com-value": "zero"})
    assert (rules.constant("cover.com.light"), rules.constant("cover.com.heavy")) == (0, -7)


def test_a_ruling_of_the_other_version_is_not_in_force():
    rules = load_ruleset(V53).changed({}, {"focus-scope": "one-shot"})
    assert rules.ruling("focus-scope") == "whole-attack"
    assert "focus-scope" not in rules.rulings_in_force()
    assert load_ruleset(V60).changed({}, {"focus-scope": "one-shot"}).ruling("focus-scope") == "one-shot"


# --- Drafts


def test_a_draft_changes_only_what_it_names(tmp_path):
    text = """
    name = "More deadly"
    [constants]
    "casualty.bands" = [1, 3, 5, 7, 9]
    [rulings]
    status-ladder = "step-up"
    [units."Sol Medic"]
    com = 9
    [weapons."IGI-87"]
    power = 4
    """
    base, rules = load_ruleset(V53), load_ruleset(write(tmp_path, "deadly.toml", text))
    assert (rules.name, rules.base, rules.edition, rules.family) == ("More deadly", V53, base.edition, base.family)
    assert rules.constant("casualty.bands") == [1, 3, 5, 7, 9]
    assert rules.ruling("status-ladder") == "step-up"
    assert rules.units["Sol Medic"]["com"] == 9
    assert rules.units["Sol Medic"]["def"] == base.units["Sol Medic"]["def"]
    assert (rules.weapons["IGI-87"]["power"], rules.weapons["IGI-87"]["rof"]) == (4, 2)
    assert base.constant("casualty.bands") == [2, 4, 6, 8, 10], "the base is as it was"
    assert base.units["Sol Medic"]["com"] != 9
    assert {n: u for n, u in rules.units.items() if n != "Sol Medic"} == {
        n: u for n, u in base.units.items() if n != "Sol Medic"
    }
    assert {n: rules.ruling(n) for n in base.rulings if n != "status-ladder"} == {
        n: v for n, v in base.rulings.items() if n != "status-ladder"
    }


def test_a_profile_that_a_draft_touches_is_a_draft(tmp_path):
    rules = load_ruleset(write(tmp_path, "d.toml", "[units.'Sol Line Infantry']\ncom = 7"))
    assert rules.units["Sol Line Infantry"]["source"] == "draft"
    assert rules.units["Sol Militia"]["source"] == "sample"
    assert rules.weapons["IGI-87"]["source"] == "seed"


def test_a_draft_adds_and_removes(tmp_path):
    text = """
    [weapons.Crossbow]
    range = [6, 9, 12.5]
    power = 1
    [units.Archer]
    com = 5
    def = 3
    qlt = 4
    weapons = ["Crossbow"]
    [remove]
    units = ["Sol Medic"]
    """
    rules = load_ruleset(write(tmp_path, "d.toml", text))
    assert rules.units["Archer"] == {"source": "draft", "com": 5, "def": 3, "qlt": 4, "weapons": ["Crossbow"]}
    assert rules.weapons["Crossbow"]["range"] == [6, 9, 12.5]
    assert "Sol Medic" not in rules.units
    assert "Sol Medic" in load_ruleset(V53).units


def test_drafts_of_drafts_and_paths_beside_the_file(tmp_path, monkeypatch):
    (tmp_path / "base").mkdir()
    write(tmp_path / "base", "first.toml", "[constants]\n'hunker.def' = 2\n'hunker.com' = -2")
    write(tmp_path, "second.toml", "[constants]\n'hunker.com' = -3", base="base/first.toml")
    monkeypatch.chdir(tmp_path.parent)
    rules = load_ruleset(tmp_path / "second.toml")
    assert (rules.constant("hunker.def"), rules.constant("hunker.com")) == (2, -3)
    assert rules.base == V53
    assert load_ruleset("second.toml", near=tmp_path).constants == rules.constants


def test_two_drafts_may_share_a_base(tmp_path):
    write(tmp_path, "shared.toml", "")
    for name in ("a.toml", "b.toml"):
        assert load_ruleset(write(tmp_path, name, "", base="shared.toml")).units == load_ruleset(V53).units


@pytest.mark.parametrize("how", ["'hunker.def' = 2", "hunker.def = 2", "hunker = { def = 2 }"])
def test_a_dotted_constant_may_be_written_bare_quoted_or_nested(how, tmp_path):
    rules = load_ruleset(write(tmp_path, "d.toml", f"[constants]\n{how}"))
    assert rules.constant("hunker.def") == 2


def test_a_circle_is_named(tmp_path):
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        write(tmp_path, f"{one}.toml", "", base=f"{other}.toml")
    with pytest.raises(InputError, match=r"a\.toml -> b\.toml -> c\.toml -> a\.toml"):
        load_ruleset(tmp_path / "a.toml")


def test_a_circle_behind_the_first_draft_is_named_without_it(tmp_path):
    write(tmp_path, "a.toml", "", base="b.toml")
    write(tmp_path, "b.toml", "", base="b.toml")
    with pytest.raises(InputError, match=r"circle: b\.toml -> b\.toml"):
        load_ruleset(tmp_path / "a.toml")


def test_the_template_of_a_draft_is_one(tmp_path):
    path = tmp_path / "draft.toml"
    path.write_text(DRAFT)
    rules = load_ruleset(path)
    assert rules.name == "My draft"
    assert rules.constant("focus.com") == 3
    commented = "\n".join(
        line.removeprefix("# ") if line.startswith("# [") or " = " in line else line for line in DRAFT.splitlines()[1:]
    )
    tomllib.loads(commented)
    path.write_text(commented)
    load_ruleset(path)  # also with every line that it offers


# --- Definitions


def test_constants_that_follow_a_ruling_know_all_its_options():
    known = definitions("exoshift")
    followers = [c for c in known.constants.values() if c.ruled_by]
    assert len(followers) >= 4
    for constant in followers:
        assert constant.by_option is not None
        assert set(constant.by_option) == set(known.rulings[constant.ruled_by].options)
        for value in constant.by_option.values():
            constant.kind.check(value)


def test_constants_of_another_mechanism_name_a_ruling_and_its_option():
    known = definitions("exoshift")
    brought = [c for c in known.constants.values() if c.read_under]
    assert len(brought) >= 20
    for constant in brought:
        for ruling, option in constant.read_under.items():
            assert known.rulings[ruling].selectable, constant.name
            assert option in known.rulings[ruling].options, constant.name


def test_every_definition_is_told_with_its_rules():
    known = definitions("exoshift")
    assert known.meaning
    for thing in (*known.constants.values(), *known.rulings.values()):
        assert thing.meaning
        assert thing.editions
        assert thing.rules or getattr(thing, "mechanism", False) or not getattr(thing, "selectable", True), thing.name
    for ruling in known.rulings.values():
        assert ruling.default in ruling.options
        assert all(ruling.options.values()), ruling.name
        assert not ruling.selectable or len(ruling.options) > 1
