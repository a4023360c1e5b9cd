"""Exoshift: laws that hold whatever the numbers are, and sampled runs against exact ones."""

import random
from itertools import pairwise

import numpy as np
import pytest

from analysis import Ask, InputError, build_scenario, load_ruleset, odds
from analysis.definitions import definitions
from analysis.odds import lower_one
from analysis.rulesets import PROFILE_KEYS
from tests.analysis.expectations import EXACT, found, near
from tests.analysis.test_exoshift_differential import random_scenario
from tests.analysis.test_exoshift_shooting import READ_LATER
from tests.oracles.exoshift_cases import gun53, roll53, shot53, shot60
from tests.statistics import assert_follows

ROUNDING = 1e-12
FEW = {"attacker": {"models": 2}, "action": "advance"}


def legal_scenarios(seeds, single=False):
    """Random scenarios that the rules allow, with their odds; `single`: of one attack."""
    for seed in seeds:
        scenario = random_scenario(random.Random(seed))
        if single:
            scenario["situation"].pop("actions", None)
            scenario["attacker"].pop("models", None)
            scenario["attacker"]["weapons"] = scenario["attacker"]["weapons"][:1]
            scenario["policy"] = {"focus": single}
        try:
            yield seed, scenario, odds(scenario)
        except InputError:
            continue


def with_stat(scenario, side, stat, more):
    stats = scenario[side]["stats"]
    return {**scenario, side: {**scenario[side], "stats": {**stats, stat: stats[stat] + more}}}


@pytest.mark.parametrize("start", range(5000, 5200, 50))
def test_odds_sum_to_one(start):
    for seed, _, got in legal_scenarios(range(start, start + 50)):
        assert abs(float(got.probabilities.sum()) - 1) <= EXACT, seed
        assert (got.probabilities > 0).all(), seed
        assert got.unfinished == 0


@pytest.mark.parametrize("start", range(6000, 6200, 50))
def test_better_combat_never_lowers_the_chance_of_downed_or_worse(start):
    asked = 0
    for seed, scenario, before in legal_scenarios(range(start, start + 50), single="best"):
        better = odds(with_stat(scenario, "attacker", "com", 1))
        assert better.at_least("result", "downed") >= before.at_least("result", "downed") - ROUNDING, seed
        asked += 1
    assert asked >= 10


@pytest.mark.parametrize("start", range(7000, 7200, 50))
def test_more_defence_never_raises_the_mean_damage(start):
    """For the same shots: another best purchase of focus may shoot more often."""
    asked = 0
    for seed, scenario, before in legal_scenarios(range(start, start + 50), single={"shots": 1}):
        assert odds(with_stat(scenario, "target", "def", 1)).mean("damage") <= before.mean("damage") + ROUNDING, seed
        asked += 1
    assert asked >= 10


@pytest.mark.parametrize("make", [shot53, shot60])
def test_more_defence_never_raises_the_mean_damage_of_the_printed_profiles(make):
    means = [odds(make(victim={"def": defence})).mean("damage") for defence in range(-2, 14)]
    assert all(after <= before + ROUNDING for before, after in pairwise(means))
    assert means[-1] == near("0")


def test_one_more_way_to_spend_focus_never_hurts():
    """More Quality of the shooter is a larger budget: all old ways are still there."""
    chances = [odds(shot53(shooter={"qlt": q}, guns=[gun53(rof=4)])).at_least("result", "downed") for q in range(12)]
    assert all(after >= before - ROUNDING for before, after in pairwise(chances))


# --- Rulings and constants that are not read


def other_options(ruling):
    definition = definitions("exoshift").rulings[ruling]
    return [option for option in definition.options if option != definition.default]


@pytest.mark.parametrize("ruling", sorted(READ_LATER))
def test_a_ruling_that_shooting_does_not_read_changes_nothing(ruling):
    assert other_options(ruling)
    for scenario in (shot53(**FEW), shot60(actions=["focus", "shoot"]), roll53(2, 5)):
        plain = odds(scenario)
        for option in other_options(ruling):
            assert found(odds({**scenario, "rulings": {ruling: option}})) == found(plain)


CASUALTY_READS = {
    "casualty-by",
    "damage-by",
    "casualty-quality-value",
    "quality-floor",
    "damage-avoided-count",
    "disruption-cap",
}


def test_rulings_that_a_casualty_roll_does_not_read_change_nothing():
    scenario = roll53(3, 5, victim={"hea": 2}, target={"disruption": 4})
    plain, asked = found(odds(scenario)), 0
    for ruling in definitions("exoshift").rulings.values():
        if ruling.selectable and ruling.name not in CASUALTY_READS:
            for option in ruling.options:
                assert found(odds({**scenario, "rulings": {ruling.name: option}})) == plain, (ruling.name, option)
                asked += 1
    assert asked > 80


@pytest.mark.parametrize("make, edition", [(shot53, "0.53.0"), (shot60, "0.60.1")])
def test_rulings_of_the_other_version_are_legal_and_change_nothing(make, edition):
    scenario = make(cover="light", attacker={"focus_token": True}, target={"hunkered": True, "entrench_token": True})
    plain, asked = found(odds(scenario)), 0
    for ruling in definitions("exoshift").rulings.values():
        if ruling.selectable and edition not in ruling.editions:
            for option in ruling.options:
                got = odds({**scenario, "rulings": {ruling.name: option}})
                assert found(got) == plain, (ruling.name, option)
                assert any(ruling.name in note for note in got.notes)
                assert ruling.name not in got.rulings
                asked += 1
    assert asked > 20


def test_what_is_not_read_lowers_to_the_same_integers():
    """So that a sweep over it costs one computation, and the difference is exactly 0."""
    base = lower_one(build_scenario(shot53())).key
    for changes in (
        {"rulings.assault-point-blank": "no"},
        {"constants.control.vp": 3},
        {"target.cp": 5},
        {"attacker.stats.siz": "XL"},
        {"target.entrench_token": True},
        {"target.models": 7},
    ):
        assert lower_one(build_scenario(shot53(), changes=changes)).key == base, changes
    assert lower_one(build_scenario(shot53(), changes={"target.stats.def": 6})).key != base


# --- The same question in other words


@pytest.mark.parametrize("ruleset", ["exoshift-0.53.0", "exoshift-0.60.1"])
def test_inline_and_roster_agree(ruleset):
    rules = load_ruleset(ruleset)
    compared = 0
    for name, unit in rules.units.items():
        stats = {key: unit[key] for key in ("mov", "com", "def", "qlt", "mrl", "hea", "siz", "traits")}
        for weapon in unit["weapons"]:
            own = {k: v for k, v in rules.weapons[weapon].items() if k not in PROFILE_KEYS}
            inline = {"stats": stats, "weapons": [{"name": weapon, **own}]}
            common = {"ruleset": ruleset, "pipeline": "shooting", "situation": {"range": 6, "cover": "light"}}
            listed = {**common, "attacker": {"unit": name, "weapon": weapon}, "target": {"unit": name}}
            spelled = {**common, "attacker": inline, "target": {"stats": stats}}
            listed_case, spelled_case = (lower(s) for s in (listed, spelled))
            assert isinstance(listed_case, str) == isinstance(spelled_case, str)
            if not isinstance(listed_case, str):
                assert found(odds(listed)) == found(odds(spelled))
                compared += 1
    assert compared >= 10


def lower(scenario):
    """The lowered case, or a text: why it is illegal or not modelled."""
    try:
        return lower_one(build_scenario(scenario))
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("ruleset", ["exoshift-0.53.0", "exoshift-0.60.1"])
def test_a_draft_that_changes_nothing_is_its_base(ruleset, tmp_path):
    draft = tmp_path / "same.toml"
    draft.write_text(f'format = 1\nextends = "{ruleset}"\n')
    sides = {"attacker": {"unit": "Sol Line Infantry"}, "target": {"unit": "Sol Line Infantry"}}
    scenario = {"ruleset": ruleset, "pipeline": "shooting", **sides, "situation": {"range": 14, "cover": "heavy"}}
    base, same = odds(scenario), odds({**scenario, "ruleset": str(draft)})
    assert found(same) == found(base)
    assert same.rulings == base.rulings
    assert lower({**scenario, "ruleset": str(draft)}).key == lower(scenario).key
    loaded, bundled = load_ruleset(draft), load_ruleset(ruleset)
    assert (loaded.constants, loaded.rulings, loaded.edition) == (bundled.constants, bundled.rulings, bundled.edition)
    assert (loaded.units, loaded.weapons) == (bundled.units, bundled.weapons)


def test_an_action_is_a_sequence_of_one():
    assert found(odds(shot53(action="advance"))) == found(odds(shot53(actions=["advance"])))
    assert found(odds(shot60(action="snap-fire"))) == found(odds(shot60(actions=["snap-fire"])))


def test_threads_do_not_change_exact_odds():
    scenario = shot53(actions=["rest", "advance", "snap-fire"], attacker={"disruption": 3})
    one, two = odds(scenario, threads=1), odds(scenario, threads=2)
    assert np.array_equal(one.outcomes, two.outcomes)
    assert np.array_equal(one.probabilities, two.probabilities)


# --- Sampled runs: exact odds and those of a likely slip are known, the sample must be able to tell them apart

SAMPLED = {
    "one attack": (shot53(cover="light"), shot53(cover="light", rulings={"point-blank-band": "keep-bonus"}, range=2)),
    "one attack of 0.60.1": (
        shot60(action="suppression-fire"),
        shot60(action="suppression-fire", rulings={"suppression-natural-one": "automatic-damage"}),
    ),
    "sequence with rest": (
        shot53(actions=["rest", "focus-fire", "snap-fire"], attacker={"disruption": 4}),
        shot53(actions=["rest", "focus-fire", "snap-fire"], attacker={"disruption": 4}, enemy_in_los=False),
    ),
    "a roll a hit": (
        shot53(rulings={"casualty-roll-count": "one-per-hit"}),
        shot53(rulings={"casualty-roll-count": "one-per-attack"}),
    ),
    "casualty": (roll53(2, 5), roll53(2, 6)),
}
TRIALS = 200_000


@pytest.mark.parametrize("name", SAMPLED)
def test_sampled_odds_follow_the_exact_ones(name):
    scenario, slip = SAMPLED[name]
    sampled = odds(scenario, Ask("monte-carlo", seed=20, trials=TRIALS))
    assert (sampled.method, sampled.trials, sampled.seed) == ("monte-carlo", TRIALS, 20)
    seen, due, slipped = (found(d) for d in (sampled, odds(scenario), odds(slip)))
    outcomes = sorted({*seen, *due, *slipped}, key=str)
    counts = np.array([round(seen.get(o, 0.0) * TRIALS) for o in outcomes])
    assert counts.sum() == TRIALS
    pmf, wrong = (np.array([table.get(o, 0.0) for o in outcomes]) for table in (due, slipped))
    assert_follows(counts, pmf, slip=wrong)


@pytest.mark.parametrize("name", SAMPLED)
def test_samples_are_the_same_bits_for_one_and_two_threads(name):
    scenario, _ = SAMPLED[name]
    one, two = (odds(scenario, Ask("monte-carlo", seed=3, trials=50_000, threads=n)) for n in (1, 2))
    assert np.array_equal(one.outcomes, two.outcomes)
    assert np.array_equal(one.probabilities, two.probabilities)


def test_another_seed_is_another_sample():
    first, second = (odds(shot53(), Ask("monte-carlo", seed=n, trials=50_000)) for n in (1, 2))
    assert found(first) != found(second)


def test_two_rulings_meet_the_same_dice():
    """Common random numbers: the difference of two samples has far less noise than either."""
    plain, printed = (
        odds(shot53(cover="heavy", rulings={"near-miss-defense-value": option}), Ask("monte-carlo", trials=20_000))
        for option in ("modified-before-power", "after-power")
    )
    # both rulings have the same hit and Defence dice, and differ only in what disrupts
    for n in (1, 2):
        assert plain.at_least("hits", n) == near(printed.at_least("hits", n))


@pytest.mark.parametrize("precision", [0.02, 0.005])
def test_sampling_stops_at_the_precision(precision):
    got = odds(shot53(), Ask("monte-carlo", precision=precision))
    half = max((high - low) / 2 for low, high in got.intervals())
    assert half <= precision * 1.001  # Wilson's interval is a shade wider or narrower than the normal one
    assert got.trials % 1000 == 0
    assert (got.trials // 1000).bit_count() == 1
    fewer = got.trials // 2
    widest = max(p * (1 - p) for p in odds(shot53(), Ask("monte-carlo", trials=fewer)).probabilities)
    assert 1.96 * (widest / fewer) ** 0.5 > precision, "half as many trials would have done"
