"""Exoshift: each built rule on its own, on scenarios small enough to count faces in the comment beside them.

The Sol of both versions has COM 6, QLT 6, HEA 1, the IGI-87 RoF 2 and Damage 1. 0.53.0: DEF 5, Power 2, so that the
Defence test is at 3 (1 and 2 save, 3 is a near miss, 4 to 10 damage) and a casualty score is a d10 less 4 (1 to 6
Unhurt, 7 and 8 Stunned, 9 and 10 Downed). 0.60.1: DEF 2, Power 8, so that the damage test is at 6.
"""

from fractions import Fraction

import pytest

from analysis import InputError, load_ruleset, odds
from tests.analysis.expectations import assert_refused, assert_same_odds, chance, near
from tests.oracles.exoshift_cases import gun53, gun60, roll53, shot53, shot60

STUNNED_ALWAYS = {"casualty.bands": [-20, 50, 50, 50, 50]}
DOWNED_ALWAYS = {"casualty.bands": [-20, -20, 50, 50, 50]}
WOUNDED_ALWAYS = {"casualty.bands": [-20, -20, -20, 50, 50]}
INCAPACITATED_ALWAYS = {"casualty.bands": [-20, -20, -20, -20, 50]}
DESTROYED_ALWAYS = {"casualty.bands": [-20, -20, -20, -20, -20]}
SURE = {"com": 10}  # hits on every face
SOFT = {"def": -20}  # and against this every hit damages


def snap53(**changes):
    """One shot, without focus."""
    return shot53(action="snap-fire", **changes)


def bought(shots, *aim, **changes):
    """Focus Fire with a purchase of our own; a gun of Accuracy 7 and RoF 9 sets no limit but the budget."""
    gun = gun53(accuracy=7, rof=9)
    return shot53(**{"guns": [gun], "focus": {"shots": shots, "aim": list(aim)}, **changes})


def assert_budget(budget, **changes):
    """So much focus may be spent, and not a point more. Further shots cost one each."""
    odds(bought(1 + budget, **changes))
    assert_refused(bought(2 + budget, **changes))


def hit_chance(scenario):
    """The chance that a single shot hits."""
    got = odds(scenario)
    assert got.at_least("hits", 2) == 0
    return got.at_least("hits", 1)


# --- Dice


@pytest.mark.rule("X53-DICE-01")
@pytest.mark.parametrize("com, faces", [(-3, 0), (0, 0), (1, 1), (6, 6), (9, 9), (10, 10), (13, 10)])
def test_a_test_succeeds_at_or_under_the_target_number(com, faces):
    assert hit_chance(snap53(shooter={"com": com})) == near(Fraction(faces, 10))


@pytest.mark.rule("X60-DICE-01")
@pytest.mark.parametrize("com, faces", [(-3, 0), (0, 0), (1, 1), (6, 6), (10, 10), (13, 10)])
def test_a_test_succeeds_at_or_under_the_target_number_60(com, faces):
    assert hit_chance(shot60(shooter={"com": com}, action="snap-fire")) == near(Fraction(faces, 10))


@pytest.mark.rule("X53-DICE-04", "X53-ACT-03")
@pytest.mark.parametrize("quality, budget", [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3), (7, 4)])
def test_half_a_focus_budget_is_rounded_up(quality, budget):
    assert_budget(budget, shooter={"qlt": quality}, action="advance")


@pytest.mark.rule("X53-DICE-04")
def test_rounding_down_is_a_constant_away():
    assert_budget(2, shooter={"qlt": 5}, action="advance", constants={"round.half": "down"})


@pytest.mark.rule("X53-DICE-05", "X53-CAS-09")
def test_a_high_casualty_roll_is_bad_for_the_model():
    # Power 12 against QLT 6: scores 7 to 16. 7, 8 Wounded; 9, 10 Incapacitated; six faces Destroyed.
    got = odds(roll53(1, 12))
    assert [chance(got, result=r) for r in ("downed", "wounded", "incapacitated", "destroyed")] == [
        near("0"),
        near("1/5"),
        near("1/5"),
        near("3/5"),
    ]


# --- Profiles


@pytest.mark.rule("X53-STAT-01", "X53-STAT-02")
def test_the_printed_profiles_of_053():
    rules = load_ruleset("exoshift-0.53.0")
    sol, gun = rules.units["Sol Line Infantry"], rules.weapons["IGI-87"]
    assert [sol[k] for k in ("mov", "com", "def", "qlt", "mrl", "hea", "siz")] == [[6, 4], 6, 5, 6, 6, 1, "M"]
    assert (sol["traits"], sol["weapons"], sol["source"], gun["source"]) == ([], ["IGI-87"], "seed", "seed")
    assert [gun[k] for k in ("type", "range", "range_modifiers")] == ["basic", [12, 16, 22], [0, 1, -2]]
    assert [gun[k] for k in ("rof", "accuracy", "power", "damage", "traits")] == [2, 2, 2, 1, []]


@pytest.mark.rule("X60-STAT-01", "X60-STAT-02")
def test_the_printed_profiles_of_060():
    rules = load_ruleset("exoshift-0.60.1")
    sol, gun = rules.units["Sol Line Infantry"], rules.weapons["IGI-87"]
    assert [sol[k] for k in ("mov", "com", "def", "qlt", "mrl", "hea", "siz")] == [[6, 4], 6, 2, 6, 6, 1, "M"]
    assert (sol["traits"], sol["weapons"], sol["source"], gun["source"]) == ([], ["IGI-87"], "seed", "seed")
    assert [gun[k] for k in ("type", "range", "range_modifiers")] == ["basic", [12, 18, 24], [0, 1, -2]]
    assert [gun[k] for k in ("rof", "power", "damage", "traits")] == [2, 8, 1, []]
    assert "accuracy" not in gun


@pytest.mark.rule("X53-STAT-01", "X53-STAT-02", "X60-STAT-01", "X60-STAT-02")
@pytest.mark.parametrize(
    "ruleset, result, expected",
    [("exoshift-0.53.0", "downed", "532/3125"), ("exoshift-0.60.1", "destroyed", "369/625")],  # EX-02 and EX-01
)
def test_the_printed_profiles_give_the_printed_odds(ruleset, result, expected):
    sol = {"unit": "Sol Line Infantry"}
    scenario = {"ruleset": ruleset, "pipeline": "shooting", "attacker": sol, "target": sol, "situation": {"range": 8}}
    assert odds(scenario).at_least("result", result) == near(expected)


@pytest.mark.rule("X53-STAT-03", "X53-DIS-01", "X53-ACT-01", "X53-ACT-02")
@pytest.mark.parametrize("disruption, budget", [(0, 6), (1, 6), (2, 5), (5, 2), (6, 1), (7, 0), (9, 0)])
def test_the_budget_is_quality_less_disruption_after_the_primary_took_one_off(disruption, budget):
    assert_budget(budget, attacker={"disruption": disruption})


@pytest.mark.rule("X53-STAT-03", "X53-DIS-01", "X53-DEF-05")
@pytest.mark.parametrize("disruption, saved", [(0, 6), (2, 4), (7, 0)])
def test_a_quality_save_is_at_quality_less_disruption(disruption, saved):
    # every face hits, 7 of 10 fail the Defence test, and of those `saved` of 10 are saved
    scenario = snap53(shooter=SURE, target={"disruption": disruption}, rulings={"quality-save": "quality-test"})
    assert odds(scenario).at_least("damage", 1) == near(Fraction(7 * (10 - saved), 100))


@pytest.mark.rule("X53-STAT-04", "X53-ACT-07")
def test_disruption_belongs_to_the_unit_not_to_each_of_its_models():
    # At 4 of 6 a Secondary of three models makes it 5: the next is still allowed, and one after that is not.
    unit = {"models": 3, "disruption": 4}
    odds(shot53(attacker=unit, actions=["snap-fire", "snap-fire"]))
    assert_refused(shot53(attacker=unit, actions=["snap-fire", "snap-fire", "snap-fire"]))


@pytest.mark.rule("X53-STAT-04", "X53-SEQ-06")
def test_each_model_makes_an_attack_of_its_own():
    # Two models, one shot each, at a target that cannot be hurt: two hits 36/100. Where every hit damages, each attack
    # has a roll of its own: Power 12 against QLT 16 is a d10 less 4, so that 1/5 is Downed by one hit.
    pair = snap53(shooter=SURE, attacker={"models": 2}, guns=[gun53(power=12)], victim={"def": 0, "qlt": 16})
    one = snap53(shooter=SURE, guns=[gun53(power=12)], victim={"def": 0, "qlt": 16})
    assert chance(odds(snap53(attacker={"models": 2}, victim={"def": 13})), hits=2) == near("9/25")
    assert odds(one).at_least("result", "downed") == near("1/5")
    # the second roll counts no Disruption of the first (it waits for the end of the action): 1 - (4/5)^2
    assert odds(pair).at_least("result", "downed") == near("9/25")


@pytest.mark.rule("X60-STAT-04")
def test_models_of_060_act_one_after_the_other():
    # COM 5, power far above: a hit destroys. 1/2 the first hits; else the second may; never do both.
    scenario = shot60(shooter={"com": 5}, attacker={"models": 2}, guns=[gun60(power=20)], action="snap-fire")
    assert_same_odds(odds(scenario), {(0, 0, 0, "none"): "1/4", (1, 1, 0, "destroyed"): "3/4"})


@pytest.mark.rule("X60-STAT-04", "X60-ACT-09")
def test_recover_clears_the_tokens_of_its_own_model_only():
    """The state of the shooter was carried from model to model, so that the first one's Recover freed them all."""
    # QLT 5 less 4 tokens leaves each model one point of focus: aim 1, so COM 7. A shot misses with 3/10, damages with
    # 7/10 x 6/10 = 42/100, leaves a token with 28/100; two such shots, squared.
    scenario = shot60(
        shooter={"qlt": 5},
        attacker={"models": 2, "disruption": 4},
        guns=[gun60(rof=1, accuracy=2)],
        victim={"hea": 9},
        actions=["shoot", "recover"],
        rulings={"shots-by": "focus-budget"},
    )
    wanted = {
        (0, 0, 0, "none"): "9/100",
        (1, 0, 1, "none"): "168/1000",
        (1, 1, 0, "none"): "252/1000",
        (2, 0, 2, "none"): "784/10000",
        (2, 1, 1, "none"): "2352/10000",
        (2, 2, 0, "none"): "1764/10000",
    }
    assert_same_odds(odds(scenario), wanted)
    # Recover first: each model fires with the whole QLT of 5, so aim 2, COM 8; no model profits twice.
    scenario["situation"]["actions"] = ["recover", "shoot"]
    assert chance(odds(scenario), hits=0) == near("4/100")
    # three models, the last of which would be the second to profit
    scenario["attacker"]["models"] = 3
    scenario["situation"]["actions"] = ["shoot", "recover"]
    assert chance(odds(scenario), hits=0) == near("27/1000")


# --- Actions of 0.53.0


@pytest.mark.rule("X53-SEQ-04")
def test_a_unit_has_one_primary_in_a_round():
    assert_refused(shot53(actions=["focus-fire", "advance"]))
    assert_refused(shot53(attacker={"exhausted": True}))
    odds(snap53(attacker={"exhausted": True}))
    odds(shot53(actions=["focus-fire", "snap-fire"]))
    odds(shot53(actions=["focus-fire", "advance"], constants={"primary.per_round": 2}))


@pytest.mark.rule("X53-ACT-01")
def test_what_a_primary_takes_off_is_a_constant():
    assert_budget(5, attacker={"disruption": 1}, constants={"primary.remove_d": 0})
    assert_budget(6, attacker={"disruption": 3}, constants={"primary.remove_d": 3})


@pytest.mark.rule("X53-ACT-02")
def test_focus_fire_has_the_whole_budget():
    assert_budget(6)
    assert_budget(9, shooter={"qlt": 9}, guns=[gun53(rof=12, accuracy=0)])


@pytest.mark.rule("X53-ACT-06", "X53-SHOOT-12")
def test_hunkered_in_cover_is_harder_to_hit_and_to_hurt():
    # hit at 6 - 1 (obscured) - 1 (hunker) = 4; Defence test at 5 + 2 (heavy) + 1 (hunker) - 2 = 6: 4 of 10 damage
    got = odds(snap53(cover="heavy", target={"hunkered": True}))
    assert got.at_least("hits", 1) == near("2/5")
    assert got.at_least("damage", 1) == near("4/25")


@pytest.mark.rule("X53-ACT-06")
def test_hunkered_without_cover_is_nothing():
    assert_same_odds(odds(snap53(target={"hunkered": True})), as_fractions(snap53()))


@pytest.mark.rule("X53-ACT-07", "X53-DIS-02")
@pytest.mark.parametrize("marches, budget", [(0, 6), (1, 6), (2, 5), (4, 3)])
def test_each_secondary_disrupts_its_unit(marches, budget):
    # so many points on, one off by the Primary
    assert_budget(budget, actions=["march"] * marches + ["focus-fire"])


@pytest.mark.rule("X53-ACT-09", "X53-SHOOT-03")
def test_snap_fire_is_one_shot_without_focus():
    assert hit_chance(snap53()) == near("3/5")
    assert_refused(snap53(focus={"shots": 2}))
    assert_refused(snap53(focus={"shots": 1, "aim": [1]}))
    assert_refused(snap53(guns=[gun53(type="heavy")]))
    assert chance(odds(snap53(constants={"snap.rof": 2})), hits=2) == near("9/25")


# --- Shooting in 0.53.0


@pytest.mark.rule("X53-SHOOT-01")
def test_a_target_number_beyond_the_die_still_takes_every_modifier_first():
    # COM 12, long range (-2), obscured (-1), hunkered (-1): 8, not 10 less something
    scenario = snap53(shooter={"com": 12}, range=22, cover="light", target={"hunkered": True})
    assert hit_chance(scenario) == near("4/5")


@pytest.mark.rule("X53-SHOOT-02", "X53-CAS-08", "X53-CAS-09")
@pytest.mark.parametrize("bands", [INCAPACITATED_ALWAYS, DESTROYED_ALWAYS])
def test_shots_at_a_target_that_is_gone_are_lost(bands):
    # each of two models hits with 1/2 and every hit ends it: 0 hits 1/4, 1 hit 3/4, never 2
    got = odds(snap53(shooter={"com": 5}, victim=SOFT, attacker={"models": 2}, constants=bands))
    assert [chance(got, hits=n) for n in (0, 1, 2)] == [near("1/4"), near("3/4"), near("0")]


@pytest.mark.rule("X53-SHOOT-03")
def test_without_focus_there_is_one_shot():
    assert hit_chance(shot53(shooter={"qlt": 0})) == near("3/5")
    assert chance(odds(shot53(shooter={"qlt": 0}, constants={"shots.base": 2})), hits=2) == near("9/25")


@pytest.mark.rule("X53-SHOOT-04")
@pytest.mark.parametrize("aim, faces", [(0, 6), (1, 7), (2, 8)])
def test_aim_makes_one_shot_easier(aim, faces):
    assert hit_chance(shot53(focus={"shots": 1, "aim": [aim]})) == near(Fraction(faces, 10))


@pytest.mark.rule("X53-SHOOT-04")
def test_aim_is_limited_by_accuracy_and_has_a_price():
    assert_refused(shot53(focus={"shots": 1, "aim": [3]}))
    assert hit_chance(shot53(focus={"shots": 1, "aim": [3]}, guns=[gun53(accuracy=3)])) == near("9/10")
    aimed = {"shots": 1, "aim": [2]}
    odds(shot53(shooter={"qlt": 2}, focus=aimed))
    assert_refused(shot53(shooter={"qlt": 1}, focus=aimed))
    assert_refused(shot53(shooter={"qlt": 3}, focus=aimed, constants={"aim.cost": 2}))


@pytest.mark.rule("X53-SHOOT-05")
def test_further_shots_are_bought_up_to_the_rate_of_fire():
    assert chance(odds(shot53(focus={"shots": 2})), hits=2) == near("9/25")
    assert_refused(shot53(focus={"shots": 3}))
    assert_refused(shot53(shooter={"qlt": 0}, focus={"shots": 2}))
    odds(shot53(shooter={"qlt": 1}, focus={"shots": 2}))
    odds(shot53(shooter={"qlt": 0}, focus={"shots": 2}, constants={"extra_shot.cost": 0}))


@pytest.mark.rule("X53-SHOOT-07", "X53-SHOOT-13")
def test_aim_is_spread_before_the_first_die():
    # shots at 8 and 6: both 48/100, none 8/100. Were the aim kept for a second shot after a hit, both would be 36/100.
    got = odds(shot53(focus={"shots": 2, "aim": [2, 0]}))
    assert [chance(got, hits=n) for n in (0, 1, 2)] == [near("2/25"), near("11/25"), near("12/25")]


@pytest.mark.rule("X53-SHOOT-08")
@pytest.mark.parametrize("distance, faces", [(2.5, 6), (12, 6), (12.1, 7), (16, 7), (16.5, 4), (22, 4)])
def test_the_range_band_changes_the_hit_test(distance, faces):
    assert hit_chance(snap53(range=distance)) == near(Fraction(faces, 10))


@pytest.mark.rule("X53-SHOOT-08")
def test_beyond_the_last_band_there_is_no_shot():
    assert_refused(snap53(range=22.1))


@pytest.mark.rule("X53-SHOOT-09")
@pytest.mark.parametrize("short", [-3, 0, 1])
def test_point_blank_is_easier_whatever_the_short_band_says(short):
    gun = gun53(range_modifiers=[short, 0, 0])
    assert hit_chance(snap53(range=2, guns=[gun])) == near("4/5")
    assert hit_chance(snap53(range=2.1, guns=[gun])) == near(Fraction(6 + short, 10))


@pytest.mark.rule("X53-SHOOT-10")
@pytest.mark.parametrize("situation", [{"obscured": True}, {"cover": "light"}, {"cover": "heavy", "obscured": True}])
def test_obscured_counts_once(situation):
    assert hit_chance(snap53(**situation)) == near("1/2")


@pytest.mark.rule("X53-SHOOT-11", "X53-DEF-01")
@pytest.mark.parametrize("cover, failing", [("none", 7), ("light", 6), ("heavy", 5)])
def test_cover_raises_defence(cover, failing):
    # hits always (COM 11 less 1 in cover); the Defence test is at 3, 4 or 5
    assert odds(snap53(shooter={"com": 11}, cover=cover)).at_least("damage", 1) == near(Fraction(failing, 10))


@pytest.mark.rule("X53-SHOOT-12", "X53-BLEED-01", "X53-LEAD-03")
@pytest.mark.parametrize(
    "attacker, target, faces",
    [
        ({"statuses": ["stunned"]}, {}, 4),
        ({}, {"statuses": ["downed"]}, 7),
        ({}, {"statuses": ["wounded"]}, 7),
        ({}, {"statuses": ["stunned"]}, 6),
        ({}, {"escorted": True}, 5),
        ({"statuses": ["stunned"]}, {"statuses": ["downed"], "escorted": True}, 4),
    ],
)
def test_status_and_escort_change_the_hit_test(attacker, target, faces):
    assert hit_chance(snap53(attacker=attacker, target=target)) == near(Fraction(faces, 10))


@pytest.mark.rule("X53-SHOOT-13")
def test_all_modifiers_of_a_hit_test_are_added_up():
    # COM 6 + medium 1 + obscured -1 + hunkered -1 + stunned -2 + downed 1 + escorted -1 = 3
    target = {"hunkered": True, "statuses": ["downed"], "escorted": True}
    scenario = snap53(range=14, cover="light", attacker={"statuses": ["stunned"]}, target=target)
    assert hit_chance(scenario) == near("3/10")


@pytest.mark.rule("X53-LEAD-03")
def test_an_escorted_leader_suffers_milder_results():
    # QLT counts 7: a d10 less 5, so that only a 10 is Downed
    assert odds(roll53(1, 2, target={"escorted": True})).at_least("result", "downed") == near("1/10")
    assert odds(roll53(1, 2)).at_least("result", "downed") == near("1/5")


# --- Defence and damage in 0.53.0


@pytest.mark.rule("X53-DEF-01", "X53-DEF-02", "X53-DEF-05")
@pytest.mark.parametrize("defence, failing", [(1, 10), (2, 10), (3, 9), (5, 7), (11, 1), (12, 0), (15, 0)])
def test_a_hit_meets_defence_less_power(defence, failing):
    got = odds(snap53(shooter=SURE, victim={"def": defence}))
    assert got.at_least("damage", 1) == near(Fraction(failing, 10))
    assert chance(got, damage=0, result="none") == near(Fraction(10 - failing, 10))


@pytest.mark.rule("X53-DEF-01")
@pytest.mark.parametrize("status", ["downed", "wounded"])
def test_defence_of_a_downed_model_is_lower(status):
    assert odds(snap53(shooter=SURE, target={"statuses": [status]})).at_least("damage", 1) == near("4/5")


@pytest.mark.rule("X53-DEF-03", "X53-DIS-02")
@pytest.mark.parametrize("damage", [1, 2, 5])
def test_a_save_with_nothing_to_spare_disrupts_by_the_weapons_damage(damage):
    got = odds(snap53(shooter=SURE, guns=[gun53(damage=damage)]))
    assert chance(got, damage=0, disruption=damage) == near("1/10")
    assert chance(got, damage=0, disruption=0) == near("1/5")


@pytest.mark.rule("X53-DEF-04")
@pytest.mark.parametrize(
    "defence, option, disrupted",
    [
        (2, "off", 1),
        (2, "on-zero-or-less", 0),
        (2, "on-exactly-zero", 0),
        (1, "off", 1),
        (1, "on-zero-or-less", 0),
        (1, "on-exactly-zero", 1),
        (3, "on-zero-or-less", 1),
    ],
)
def test_without_a_defence_die_there_is_no_near_miss(defence, option, disrupted):
    """With `also-on-failure` a failed test disrupts, too; HEA 2 keeps the casualty roll away."""
    rulings = {"near-miss-on-failed-test": "also-on-failure", "defense-zero-auto-damage": option}
    got = odds(snap53(shooter=SURE, victim={"def": defence, "hea": 2}, rulings=rulings))
    assert got.at_least("damage", 1) == near("1" if defence <= 2 else "9/10")
    assert chance(got, damage=1, disruption=disrupted) == near("1" if defence <= 2 else "9/10")


@pytest.mark.rule("X53-DEF-05")
def test_a_failed_test_lets_the_whole_damage_through():
    got = odds(snap53(shooter=SURE, guns=[gun53(damage=3)], victim={"hea": 10}))
    assert_same_odds(got, {(1, 0, 0, "none"): "1/5", (1, 0, 3, "none"): "1/10", (1, 3, 0, "none"): "7/10"})


@pytest.mark.rule("X53-DEF-06")
@pytest.mark.parametrize("health, marked, rolls", [(1, 0, 1), (2, 0, 0), (2, 1, 1), (3, 1, 0), (3, 2, 1)])
def test_damage_is_marked_until_it_reaches_health(health, marked, rolls):
    scenario = snap53(shooter=SURE, victim={**SOFT, "hea": health}, target={"damage": marked})
    assert chance(odds(scenario), result="none") == near(1 - rolls)


@pytest.mark.rule("X53-DEF-06")
def test_marks_stay_between_attacks():
    # HEA 2: the first attack marks one point, the second reaches Health and rolls
    scenario = shot53(shooter=SURE, victim={**SOFT, "hea": 2}, actions=["snap-fire", "snap-fire"])
    assert chance(odds(scenario), result="none") == near("0")
    assert chance(odds({**scenario, "situation": {"range": 8, "action": "snap-fire"}}), result="none") == near("1")


@pytest.mark.rule("X53-DEF-07")
def test_shots_of_one_weapon_make_one_casualty_roll():
    # two sure hits that damage, Power 20 against QLT 24: a d10 less 4, rolled once
    volley = {"shooter": SURE, "guns": [gun53(power=20)], "victim": {"def": 0, "qlt": 24}, "focus": {"shots": 2}}
    got = odds(shot53(**volley))
    assert got.at_least("result", "downed") == near("1/5")
    assert got.mean("damage") == near("2")
    # Unhurt and Stunned disrupt for both points, Downed for all but the first
    assert (chance(got, disruption=2), chance(got, disruption=1)) == (near("4/5"), near("1/5"))
    each = odds(shot53(**volley, rulings={"casualty-roll-count": "one-per-hit"}))
    assert each.at_least("result", "downed") == near("9/25")  # 1 - (4/5)^2


@pytest.mark.rule("X53-DEF-08")
def test_the_faces_of_a_defence_test_of_a_sol_in_the_open():
    got = odds(snap53(shooter=SURE))
    expected = {
        (1, 0, 0, "none"): "1/5",  # 1, 2
        (1, 0, 1, "none"): "1/10",  # 3
        (1, 1, 1, "unhurt"): "21/50",  # 4 to 10, and then a d10 less 4
        (1, 1, 1, "stunned"): "7/50",
        (1, 1, 0, "downed"): "7/50",
    }
    assert_same_odds(got, expected)


# --- Casualties


@pytest.mark.rule("X53-CAS-01", "X53-CAS-02")
def test_the_casualty_score_is_a_die_plus_disruption_and_power_less_quality():
    # 3 + 2 - 6: a d10 less 1. 1 to 3 Unhurt, then two faces a band, and a 10 is Incapacitated
    got = odds(roll53(1, 2, target={"disruption": 3}))
    words = ("unhurt", "stunned", "downed", "wounded", "incapacitated", "destroyed")
    assert [chance(got, result=w) for w in words] == [near(Fraction(n, 10)) for n in (3, 2, 2, 2, 1, 0)]


@pytest.mark.rule("X53-CAS-02", "X53-CAS-03")
@pytest.mark.parametrize("m", range(-12, 13))
def test_each_band_or_worse_in_closed_form(m):
    got = odds(roll53(1, m + 6))  # QLT 6, no Disruption
    ends = {"stunned": 8, "downed": 6, "wounded": 4, "incapacitated": 2, "destroyed": 0}
    for word, end in ends.items():
        assert got.at_least("result", word) == near(Fraction(max(0, min(10, end + m)), 10)), word


@pytest.mark.rule("X53-CAS-04", "X53-DIS-02")
@pytest.mark.parametrize("damage", [1, 3])
def test_unhurt_disrupts_for_the_damage_avoided(damage):
    assert_same_odds(odds(roll53(damage, -20)), {("unhurt", damage): "1"})


@pytest.mark.rule("X53-CAS-04")
@pytest.mark.parametrize("constants, disruption", [({}, 4), ({"unhurt.heal": 3}, 2)])
def test_unhurt_leaves_one_point_of_health(constants, disruption):
    """HEA 3 and hits of 2: the second reaches Health. With 1 point left the third rolls again, with 3 it does not."""
    sure = {"shooter": SURE, "guns": [gun53(power=-20, damage=2)], "victim": {"def": -20, "hea": 3}}
    got = odds(shot53(**sure, actions=["snap-fire"] * 3, constants=constants))
    assert_same_odds(got, {(3, 6, disruption, "unhurt"): "1"})


@pytest.mark.rule("X53-CAS-05", "X53-CAS-10")
def test_stunned_disrupts_and_is_a_status_that_lasts():
    assert_same_odds(odds(roll53(3, 2, constants=STUNNED_ALWAYS)), {("stunned", 3): "1"})
    # a second attack rolls again, and each disrupts for its own point
    got = odds(shot53(shooter=SURE, victim=SOFT, actions=["snap-fire", "snap-fire"], constants=STUNNED_ALWAYS))
    assert_same_odds(got, {(2, 2, 2, "stunned"): "1"})


@pytest.mark.rule("X53-CAS-06")
@pytest.mark.parametrize("damage, disruption", [(1, 0), (2, 1), (4, 3)])
def test_downed_disrupts_for_all_damage_but_the_first_point(damage, disruption):
    assert_same_odds(odds(roll53(damage, 2, constants=DOWNED_ALWAYS)), {("downed", disruption): "1"})


@pytest.mark.rule("X53-CAS-06", "X53-CAS-07", "X53-SHOOT-12")
@pytest.mark.parametrize("bands, word", [(DOWNED_ALWAYS, "downed"), (WOUNDED_ALWAYS, "wounded")])
def test_whoever_goes_down_is_easier_to_hit_from_then_on(bands, word):
    # first shot at 6, later ones at 7 once it is down: 0 hits 4/10 x 4/10, 1 hit 6/10 x 3/10 + 4/10 x 6/10, 2 hits
    # 6/10 x 7/10
    got = odds(shot53(victim=SOFT, actions=["snap-fire", "snap-fire"], constants=bands))
    assert [chance(got, hits=n) for n in (0, 1, 2)] == [near("4/25"), near("21/50"), near("21/50")]
    assert chance(got, result=word) == near("21/25")


@pytest.mark.rule("X53-CAS-07")
def test_wounded_disrupts_as_downed_does():
    assert_same_odds(odds(roll53(3, 2, constants=WOUNDED_ALWAYS)), {("wounded", 2): "1"})


@pytest.mark.rule("X53-CAS-08", "X53-CAS-09")
@pytest.mark.parametrize("bands, word", [(INCAPACITATED_ALWAYS, "incapacitated"), (DESTROYED_ALWAYS, "destroyed")])
def test_who_is_out_is_not_disrupted_and_not_shot_at(bands, word):
    assert_same_odds(odds(roll53(3, 2, constants=bands)), {(word, 0): "1"})
    with pytest.raises(InputError, match=word):
        odds(snap53(target={"statuses": [word]}))


@pytest.mark.rule("X53-CAS-10")
@pytest.mark.parametrize(
    "ladder, result", [("never-improves", "downed"), ("replace", "stunned"), ("step-up", "incapacitated")]
)
def test_who_has_a_status_rolls_again_when_hit_again(ladder, result):
    # Downed before, two attacks that always stun; step-up: Wounded, then Incapacitated
    scenario = shot53(
        shooter=SURE,
        victim=SOFT,
        target={"statuses": ["downed"]},
        actions=["snap-fire", "snap-fire"],
        constants=STUNNED_ALWAYS,
        rulings={"status-ladder": ladder},
    )
    assert chance(odds(scenario), result=result) == near("1")


@pytest.mark.rule("X53-BLEED-01")
def test_a_stunned_model_has_no_primary_but_recover():
    assert_refused(shot53(attacker={"statuses": ["stunned"]}))
    assert_refused(shot53(attacker={"statuses": ["stunned"]}, action="advance"))
    got = odds(shot53(attacker={"statuses": ["stunned"]}, actions=["recover", "snap-fire"]))
    assert got.at_least("hits", 1) == near("3/5")  # not -2 any more


# --- Disruption


@pytest.mark.rule("X53-DIS-02", "X53-WTR-04")
@pytest.mark.parametrize("level", [1, 2])
def test_suppression_disrupts_with_every_hit(level):
    # HEA 9 keeps the casualty roll away; the near miss on a 3 comes on top
    gun = gun53(traits=[f"Suppression {level}"])
    got = odds(snap53(shooter=SURE, guns=[gun], victim={"hea": 9}))
    expected = {(1, 0, level, "none"): "1/5", (1, 0, level + 1, "none"): "1/10", (1, 1, level, "none"): "7/10"}
    assert_same_odds(got, expected)


@pytest.mark.rule("X53-WTR-04")
def test_who_cannot_be_hurt_is_not_suppressed():
    # Defence test at 10: only its near miss on a 10 disrupts
    got = odds(snap53(shooter=SURE, guns=[gun53(traits=["Suppression 3"])], victim={"def": 12}))
    assert_same_odds(got, {(1, 0, 0, "none"): "9/10", (1, 0, 1, "none"): "1/10"})


@pytest.mark.rule("X53-DIS-04")
@pytest.mark.parametrize(
    "timing, downed",
    [
        ("within-attack", "3/10"),  # 1 + 12 - 16: a d10 less 3
        ("before-casualty", "3/10"),
        ("end-of-action", "1/5"),  # a d10 less 4
    ],
)
def test_disruption_of_an_attack_counts_in_its_own_casualty_roll(timing, downed):
    gun = gun53(power=12, traits=["Suppression 1"])
    scenario = snap53(shooter=SURE, guns=[gun], victim={"def": 0, "qlt": 16}, rulings={"disruption-timing": timing})
    assert odds(scenario).at_least("result", "downed") == near(downed)


@pytest.mark.rule("X53-DIS-05")
@pytest.mark.parametrize("disruption", range(6))
def test_disruption_leaves_combat_and_defence_alone(disruption):
    got = odds(snap53(attacker={"disruption": disruption}, target={"disruption": 2 * disruption}))
    assert got.at_least("hits", 1) == near("3/5")
    assert got.at_least("damage", 1) == near("21/50")


@pytest.mark.rule("X53-DIS-06")
@pytest.mark.parametrize("option, gained", [("none", 3), ("quality", 1)])
def test_disruption_has_no_limit_of_its_own(option, gained):
    # a hit of Suppression 3 that only marks damage, on a unit with 5 of Quality 6
    scenario = snap53(
        shooter=SURE,
        guns=[gun53(traits=["Suppression 3"])],
        victim={**SOFT, "hea": 9},
        target={"disruption": 5},
        rulings={"disruption-cap": option},
    )
    assert_same_odds(odds(scenario), {(1, 1, gained, "none"): "1"})


@pytest.mark.rule("X53-DIS-06", "X53-DIS-04")
@pytest.mark.parametrize("option, stunned", [("none", "2/5"), ("quality", "1/5")])
def test_a_limit_counts_in_the_casualty_roll_of_the_attack(option, stunned):
    # 5 and a hit of Suppression 3: 8, or cut at Quality 6. Power -6 less QLT 6: a d10 less 4 or less 6, Stunned from 3
    scenario = snap53(
        shooter=SURE,
        guns=[gun53(power=-6, traits=["Suppression 3"])],
        victim=SOFT,
        target={"disruption": 5},
        rulings={"disruption-cap": option},
    )
    assert odds(scenario).at_least("result", "stunned") == near(stunned)


# --- Weapons and traits of 0.53.0


@pytest.mark.rule("X53-WPN-01", "X53-WPN-02", "X53-WPN-03")
@pytest.mark.parametrize(
    "kind, actions, legal",
    [
        ("basic", ["focus-fire"], True),
        ("basic", ["advance"], True),
        ("basic", ["snap-fire"], True),
        ("basic", ["march", "snap-fire"], True),
        ("heavy", ["focus-fire"], True),
        ("heavy", ["advance"], True),
        ("heavy", ["snap-fire"], False),
        ("setup", ["focus-fire"], True),
        ("setup", ["advance"], False),
        ("setup", ["snap-fire"], False),
        ("setup", ["march", "focus-fire"], False),
    ],
)
def test_which_actions_fire_a_type_of_weapon(kind, actions, legal):
    scenario = shot53(guns=[gun53(type=kind)], actions=actions)
    if legal:
        assert odds(scenario).at_least("hits", 1) > 0
    else:
        assert_refused(scenario)


@pytest.mark.rule("X53-WTR-02")
def test_fire_on_the_move_keeps_the_whole_budget():
    mobile = gun53(accuracy=7, rof=9, traits=["Fire on the Move"])
    assert_budget(6, action="advance", guns=[mobile])
    # not for one of two weapons that fire: half of it, shared, so that each may have one further shot and not two
    both = [mobile, gun53(name="other", rof=9, accuracy=0)]
    odds(bought(2, action="advance", guns=both))
    assert_refused(bought(3, action="advance", guns=both))


@pytest.mark.rule("X53-UTR-14")
def test_two_weapons_are_two_attacks():
    # with QLT 0 one shot each, at 6 and (range modifier -3) at 3: both 18/100, none 28/100
    pair = [gun53(name="left"), gun53(name="right", range_modifiers=[-3, 0, 0])]
    scenario = shot53(shooter={"qlt": 0, "traits": ["Two Handed"]}, guns=pair, victim={"def": 12})
    assert [chance(odds(scenario), hits=n) for n in (0, 1, 2)] == [near("7/25"), near("27/50"), near("9/50")]
    one = {**scenario, "attacker": {**scenario["attacker"], "weapon": "right"}}
    assert hit_chance(one) == near("3/10")


@pytest.mark.rule("X53-UTR-15")
def test_a_weapons_platform_snap_fires_and_moves_with_heavy_weapons():
    platform, heavy = {"traits": ["Weapons Platform"]}, [gun53(type="heavy")]
    must_stand = {"heavy-after-move": "heavy-must-stand"}
    assert hit_chance(snap53(shooter=platform, guns=heavy)) == near("3/5")
    odds(shot53(shooter=platform, guns=heavy, action="advance", rulings=must_stand))
    assert_refused(shot53(guns=heavy, action="advance", rulings=must_stand))
    assert_refused(snap53(shooter=platform, guns=[gun53(type="setup")]))


@pytest.mark.rule("X53-DEC-01")
def test_the_best_way_is_most_chance_of_downed_then_most_disruption():
    # No hit can damage (Defence test at 11): P(downed) is 0 for all ways, so Disruption decides. With `printed` DEF 13
    # every saved hit needs a face of 11 to disrupt: nothing matters, and the simplest way is a single plain shot.
    assert hit_chance(shot53(victim={"def": 13})) == near("3/5")
    # A Defence test at 10 disrupts on a 10: more hits are more Disruption, so both shots with full aim (8/10 each).
    assert chance(odds(shot53(victim={"def": 12})), hits=2) == near("16/25")
    # An Advance (X53-EX-06): aim 2 and 0 has more chance of Downed, aim 1 and 1 more Disruption; the first decides.
    assert chance(odds(shot53(action="advance")), hits=2) == near("12/25")  # 8/10 x 6/10, not (7/10)^2


# --- 0.60.1


@pytest.mark.rule("X60-STAT-03", "X60-DMG-03")
@pytest.mark.parametrize("health, marked, word", [(1, 0, "destroyed"), (2, 0, "none"), (2, 1, "destroyed")])
def test_damage_up_to_health_destroys(health, marked, word):
    # every face hits and damages
    scenario = shot60(
        shooter=SURE, guns=[gun60(power=20)], victim={"hea": health}, target={"damage": marked}, action="snap-fire"
    )
    assert_same_odds(odds(scenario), {(1, 1, 0, word): "1"})


@pytest.mark.rule("X60-SEQ-02", "X60-SEQ-03", "X60-SHOOT-06")
def test_an_activation_has_two_actions_and_a_third_by_the_reaction():
    # DEF far above Power: nothing is ever damaged, and each sure hit leaves a token
    pinned = {"shooter": SURE, "victim": {"def": 20}}
    assert_same_odds(odds(shot60(**pinned, actions=["snap-fire"] * 2)), {(2, 0, 2, "none"): "1"})
    assert_same_odds(odds(shot60(**pinned, actions=["snap-fire"] * 3)), {(3, 0, 3, "none"): "1"})
    assert_refused(shot60(actions=["snap-fire"] * 4))
    assert_refused(shot60(actions=["snap-fire"] * 3, constants={"activation.reaction_actions": 0}))
    odds(shot60(actions=["snap-fire"] * 4, constants={"activation.actions": 3}))
    assert_refused(shot60(attacker={"exhausted": True}))


@pytest.mark.rule("X60-ACT-03", "X60-SHOOT-03")
def test_shoot_is_rate_of_fire_with_one_weapon():
    assert chance(odds(shot60(guns=[gun60(rof=3)])), hits=3) == near("27/125")
    assert_refused(shot60(guns=[gun60(), gun60(name="other")]))
    odds(shot60(guns=[gun60(), gun60(name="other")], attacker={"weapon": "other"}))


@pytest.mark.rule("X60-ACT-04", "X60-ACT-13")
def test_snap_fire_is_one_shot_of_a_basic_weapon():
    assert hit_chance(shot60(action="snap-fire", guns=[gun60(rof=5)])) == near("3/5")
    for kind in ("heavy", "setup"):
        assert_refused(shot60(action="snap-fire", guns=[gun60(type=kind)]))
        odds(shot60(guns=[gun60(type=kind)]))
        odds(shot60(actions=["move", "shoot"], guns=[gun60(type=kind)]))
        odds(shot60(action="suppression-fire", guns=[gun60(type=kind)]))


@pytest.mark.rule("X60-ACT-05", "X60-SHOOT-03")
@pytest.mark.parametrize("level", [0, 1, 3])
def test_suppression_fire_has_more_shots_and_ignores_cover(level):
    # RoF 2 and the level, each at 6 though the target is entrenched in heavy cover
    gun = gun60(traits=[f"Suppressive {level}"] if level else [])
    got = odds(shot60(action="suppression-fire", guns=[gun], cover="heavy", target={"entrench_token": True}))
    assert chance(got, hits=2 + level) == near(Fraction(6, 10) ** (2 + level))
    assert chance(got, hits=0) == near(Fraction(4, 10) ** (2 + level))


@pytest.mark.rule("X60-ACT-06")
def test_suppressing_hits_leave_a_token_but_a_one_is_an_ordinary_hit():
    # one shot at 6: 2 to 6 a token, 1 a damage test at 6: 6/100 destroyed, else Damage tokens (3)
    gun = gun60(rof=1, damage=3)
    got = odds(shot60(action="suppression-fire", guns=[gun]))
    expected = {
        (0, 0, 0, "none"): "2/5",
        (1, 0, 1, "none"): "1/2",
        (1, 0, 3, "none"): "1/25",
        (1, 3, 0, "destroyed"): "3/50",
    }
    assert_same_odds(got, expected)


@pytest.mark.rule("X60-ACT-07", "X60-TOK-01", "X60-TOK-02", "X60-SHOOT-06")
@pytest.mark.parametrize(
    "actions, both",
    [
        (["focus", "shoot"], "16/25"),  # 8 of 10, twice
        (["move", "shoot"], "9/25"),
        (["focus", "move", "shoot"], "9/25"),  # for the very next action only
        (["move", "focus", "shoot"], "16/25"),
    ],
)
def test_a_focus_token_helps_the_very_next_action(actions, both):
    assert chance(odds(shot60(actions=actions)), hits=2) == near(both)


@pytest.mark.rule("X60-TOK-01")
def test_a_focus_token_helps_one_attack_only():
    # snap shots at 8 and then at 6, never damaging
    got = odds(shot60(actions=["focus", "snap-fire", "snap-fire"], victim={"def": 20}))
    assert [chance(got, hits=n) for n in (0, 1, 2)] == [near("2/25"), near("11/25"), near("12/25")]


@pytest.mark.rule("X60-TOK-02")
@pytest.mark.parametrize("bonus, faces", [(0, 6), (2, 8), (3, 9)])
def test_what_a_focus_token_adds_is_a_constant(bonus, faces):
    scenario = shot60(attacker={"focus_token": True}, action="snap-fire", constants={"focus.com": bonus})
    assert hit_chance(scenario) == near(Fraction(faces, 10))


@pytest.mark.rule("X60-TOK-03", "X60-ACT-11")
@pytest.mark.parametrize(
    "cover, tokens, hit, damaging",
    [("none", True, 6, 6), ("light", False, 5, 6), ("light", True, 4, 5), ("heavy", 2, 4, 5)],
)
def test_an_entrenched_target_in_cover_is_harder_to_hit_and_to_hurt(cover, tokens, hit, damaging):
    got = odds(shot60(action="snap-fire", cover=cover, target={"entrench_token": tokens}))
    assert got.at_least("hits", 1) == near(Fraction(hit, 10))
    assert got.at_least("damage", 1) == near(Fraction(hit * damaging, 100))


@pytest.mark.rule("X60-ACT-11")
def test_entrench_is_an_action_of_the_activation():
    # it takes one of the three actions, and loses a focus token that is not used by it
    assert chance(odds(shot60(actions=["entrench", "shoot"])), hits=2) == near("9/25")
    assert chance(odds(shot60(actions=["focus", "entrench", "shoot"])), hits=2) == near("9/25")
    assert_refused(shot60(actions=["entrench", "shoot", "shoot", "shoot"]))


@pytest.mark.rule("X60-ACT-13")
def test_a_setup_weapon_stands_still_only_where_a_ruling_imports_it():
    moving = {"guns": [gun60(type="setup")], "actions": ["move", "shoot"]}
    assert chance(odds(shot60(**moving)), hits=2) == near("9/25")
    assert_refused(shot60(**moving, rulings={"heavy-setup-limits": "import-053"}))
    odds(shot60(guns=[gun60(type="setup")], rulings={"heavy-setup-limits": "import-053"}))


@pytest.mark.rule("X60-SHOOT-01")
def test_a_target_number_beyond_the_die_still_takes_every_modifier_first_60():
    # COM 9, focus 2, cover -1, entrenched -1, long -2: 7
    scenario = shot60(
        shooter={"com": 9},
        attacker={"focus_token": True},
        target={"entrench_token": True},
        cover="light",
        range=24,
        action="snap-fire",
    )
    assert hit_chance(scenario) == near("7/10")


@pytest.mark.rule("X60-SHOOT-02")
@pytest.mark.parametrize("distance, faces", [(0, 6), (2, 6), (12, 6), (12.5, 7), (18, 7), (18.5, 4), (24, 4)])
def test_the_range_band_changes_the_hit_test_60(distance, faces):
    """There is no point blank here."""
    assert hit_chance(shot60(action="snap-fire", range=distance)) == near(Fraction(faces, 10))


@pytest.mark.rule("X60-SHOOT-02")
def test_beyond_the_last_band_there_is_no_shot_60():
    assert_refused(shot60(range=24.5))


@pytest.mark.rule("X60-SHOOT-04", "X60-SHOOT-05")
@pytest.mark.parametrize(
    "option, cover, faces",
    [
        ("zero", "heavy", 6),
        ("minus-one-all", "light", 5),
        ("minus-one-all", "heavy", 5),
        ("minus-one-light-two-heavy", "light", 5),
        ("minus-one-light-two-heavy", "heavy", 4),
    ],
)
def test_cover_makes_hits_harder_by_the_rulings_number(option, cover, faces):
    scenario = shot60(action="snap-fire", cover=cover, rulings={"cover-com-value": option})
    assert hit_chance(scenario) == near(Fraction(faces, 10))


@pytest.mark.rule("X60-DMG-01", "X60-DMG-02")
@pytest.mark.parametrize("defence, faces", [(-3, 10), (0, 8), (2, 6), (7, 1), (8, 0), (12, 0)])
def test_a_hit_tests_power_less_defence_and_leaves_tokens_where_it_fails(defence, faces):
    got = odds(shot60(shooter=SURE, guns=[gun60(damage=2)], victim={"def": defence, "hea": 5}, action="snap-fire"))
    assert chance(got, damage=2, disruption=0) == near(Fraction(faces, 10))
    assert chance(got, damage=0, disruption=2) == near(Fraction(10 - faces, 10))


@pytest.mark.rule("X60-DMG-04")
@pytest.mark.parametrize("shots", [1, 2, 5])
def test_several_shots_are_a_trinomial(shots):
    # a shot damages with 36/100, leaves a token with 24/100
    got = odds(shot60(guns=[gun60(rof=shots)]))
    k, s = Fraction(36, 100), Fraction(24, 100)
    assert chance(got, result="none") == near((1 - k) ** shots)
    assert chance(got, damage=shots) == near(k**shots)
    assert chance(got, damage=0, disruption=shots) == near(s**shots)
    assert chance(got, damage=1, disruption=shots - 1) == near(shots * k * s ** (shots - 1))


@pytest.mark.rule("X60-DMG-05")
def test_a_shot_of_an_igi_87_at_a_sol_in_the_open():
    got = odds(shot60(action="snap-fire"))
    assert_same_odds(got, {(0, 0, 0, "none"): "2/5", (1, 0, 1, "none"): "6/25", (1, 1, 0, "destroyed"): "9/25"})


@pytest.mark.rule("X60-DIS-04")
@pytest.mark.parametrize("tokens", [1, 9])
def test_tokens_change_no_stat_and_have_no_limit(tokens):
    got = odds(shot60(attacker={"disruption": tokens}, target={"disruption": tokens}))
    assert_same_odds(got, as_fractions(shot60()))
    assert chance(got, disruption=2) == near("36/625")


def as_fractions(scenario):
    """The oracle's odds of a scenario that must come out the same."""
    from tests.oracles.exoshift import odds as oracle

    return oracle(scenario)
