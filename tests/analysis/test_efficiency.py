"""Weapon efficiency and the weight of rulings: planted weapons, printed numbers, legality."""

from fractions import Fraction

import pytest

from analysis.asking import Ask
from analysis.efficiency import dominated_weapons, efficiency
from analysis.impact import impacts
from analysis.rulesets import load_ruleset
from analysis.study import study

NEW = "exoshift-0.60.1"


@pytest.fixture(scope="module")
def found():
    return efficiency(load_ruleset(NEW))


def test_every_listed_weapon_meets_every_target(found):
    ruleset = load_ruleset(NEW)
    pairs = {(u, w) for u, p in ruleset.units.items() for w in p.get("weapons", [])}
    assert set(map(tuple, found.rows[["unit", "weapon"]].drop_duplicates().to_numpy())) == pairs
    assert set(found.rows["target"]) == set(ruleset.units)


def test_illegal_rows_say_why(found):
    illegal = found.rows[found.rows["illegal"].notna()]
    assert len(illegal)
    assert illegal["illegal"].str.contains("snap fire").any()
    assert illegal["loss"].isna().all()


@pytest.mark.rule("X60-EX-01")
def test_the_printed_profile_has_the_checklists_odds(found):
    rows = found.rows
    one = rows[
        (rows["unit"] == "Sol Line Infantry")
        & (rows["target"] == "Sol Line Infantry")
        & (rows["distance"] == 12)
        & (rows["cover"] == "none")
        & (rows["action"] == "shoot")
    ].iloc[0]
    assert one["loss"] == pytest.approx(float(Fraction(369, 625)), abs=1e-12)
    assert one["pressure"] == pytest.approx(float(Fraction(12, 25)), abs=1e-12)
    assert one["nothing"] == pytest.approx(float(Fraction(4, 25)), abs=1e-12)
    assert one["dice"] == pytest.approx(2 + 1.2, abs=1e-12)  # two hit tests, a damage test for each hit
    assert (one["pressure_5"], one["pressure_95"]) == (0, 2)  # tokens: 0 with 3613/6250..., 2 with 36/625


def test_range_curves_break_at_the_printed_bands(found):
    curve = next(c for c in found.curves if c.unit == "Sol Line Infantry")
    assert curve.breakpoints == (12, 18)
    assert curve.distances[-1] == 24


def test_focus_then_shoot_is_never_best_for_the_printed_profile(found):
    assert any(f.kind == "activation" and f.name == "focus, shoot" for f in found.never_best)
    assert not any(f.kind == "activation" and f.name == "shoot, shoot" for f in found.never_best)


def planted(tmp_path, text):
    path = tmp_path / "planted.toml"
    path.write_text(f'format = 1\nextends = "{NEW}"\n{text}', encoding="utf-8")
    return load_ruleset(path)


def test_a_planted_dominated_weapon_is_found_and_no_other(tmp_path):
    ruleset = load_ruleset(NEW)
    keep = ["Sol Line Infantry"]
    remove = f"[remove]\nunits = {[u for u in ruleset.units if u not in keep]!r}\n".replace("'", '"')
    gone = [w for w in ruleset.weapons if w not in ("IGI-87", "Long Impulse Rifle")]
    remove += f"weapons = {gone!r}\n".replace("'", '"')
    weak = (
        '[weapons."Weak Gun"]\ntype = "basic"\nrange = [12, 18, 24]\nrange_modifiers = [-1, 0, -3]\n'
        "rof = 2\npower = 8\ndamage = 1\npoints = 0\n"
    )
    found = dominated_weapons(planted(tmp_path, remove + weak), study("exoshift"), Ask())
    assert [f.name for f in found] == ["Weak Gun"]


def test_a_cheaper_weak_weapon_is_not_dominated(tmp_path):
    ruleset = load_ruleset(NEW)
    gone = [w for w in ruleset.weapons if w != "IGI-87"]
    units = [u for u in ruleset.units if u != "Sol Line Infantry"]
    text = f"[remove]\nunits = {units!r}\nweapons = {gone!r}\n".replace("'", '"')
    text += (
        '[weapons."IGI-87"]\npoints = 5\n[weapons."Weak Gun"]\nrange = [12, 18, 24]\nrange_modifiers = [-1, 0, -3]\n'
    )
    text += "rof = 2\npower = 8\npoints = 4\n"
    assert not dominated_weapons(planted(tmp_path, text), study("exoshift"), Ask())


def test_rulings_are_sorted_by_effect_and_mechanisms_are_left_out():
    found = impacts(load_ruleset(NEW))
    assert [i.largest for i in found] == sorted((i.largest for i in found), reverse=True)
    names = {i.ruling for i in found}
    assert "rof-default-shots" in names
    assert not names & {"shots-by", "damage-by", "casualty-by"}
    one_shot = next(i for i in found if (i.ruling, i.option) == ("rof-default-shots", "one-shot"))
    assert one_shot.largest_loss < -0.2
    assert "the chance that a target is out goes down by" in one_shot.sentence
    quiet = [i for i in found if i.changed == 0]
    assert all(i.largest == i.mean == 0.0 and "changes nothing" in i.sentence for i in quiet)
