"""Exoshift under pressure: suppression, close assault, reactions, aftermath and the long run.

Expected values come from tests/oracles: the fractions that the checklists print, arithmetic by hand, and an oracle
that was written from the rules alone.
"""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from analysis import Ask, InputError, build_scenario, load_ruleset, odds
from analysis.definitions import definitions
from analysis.explain import explain
from analysis.families.exoshift.choices import choices, inches
from analysis.families.exoshift.keys import KEYS
from analysis.families.exoshift.settings import settings
from analysis.families.exoshift.suppression import actions_at_stake
from analysis.odds import batch
from tests.analysis.expectations import assert_refused, assert_same_odds, chance, found, near
from tests.oracles.exoshift_cases import gun53, gun60, shot53, shot60
from tests.oracles.exoshift_pressure import Illegal as OracleRefuses
from tests.oracles.exoshift_pressure import long_run as oracle_long_run
from tests.oracles.exoshift_pressure import odds as oracle_odds
from tests.oracles.exoshift_pressure_cases import (
    EXAMPLES,
    IMPORTED,
    LONG_RUN,
    NASTY,
    RULINGS,
    after53,
    after60,
    assault53,
    assault60,
    own53,
    react60,
    tokens60,
)
from tests.statistics import assert_follows

ASSAULT = ("X53-ASLT-01", "X53-ASLT-03", "X53-ASLT-04", "X53-ASLT-05", "X53-ASLT-06", "X53-ASLT-08", "X53-ASLT-09")
REACT = ("X60-REACT-01", "X60-REACT-02", "X60-REACT-03", "X60-REACT-04", "X60-REACT-05")
EXAMPLE_RULES = {
    "X53-EX-08": (*ASSAULT, "X53-ASLT-10", "X53-DEC-05", "X53-DIS-05"),
    "X53-EX-11": ("X53-ACT-05", "X53-DICE-03", "X53-DIS-03", "X53-ACT-01"),
    "X60-EX-07": ("X60-DIS-01", "X60-DIS-02", "X60-CP-06", "X60-DEC-03"),
    "X60-EX-08": ("X60-DIS-01", "X60-DIS-03", "X60-DEC-04"),
    "X60-EX-09": (*REACT, "X60-STAT-05", "X60-DEC-07", "X60-TOK-04"),
    "X60-EX-10": (*REACT, "X60-ACT-08", "X60-SEQ-01"),
}
NASTY_RULES = {
    "rest-when-locked-and-exhausted": ("X53-ACT-08", "X53-ACT-11", "X53-SEQ-04"),
    "rest-in-cover": ("X53-ACT-11",),
    "primary-at-zero": ("X53-ACT-01", "X53-DIS-03"),
    "rest-adds-at-the-cap": ("X53-DIS-06",),
    "primary-stunned": ("X53-BLEED-01",),
    "assault-heavy-one-shot": ("X53-ASLT-06",),
    "assault-cover-counts-for-nothing": ("X53-ASLT-07",),
    "assault-from-seven": ("X53-ASLT-02",),
    "assault-removes-a-point-first": ("X53-ASLT-01",),
    "assault60-plain": ("X60-ACT-12",),
    "assault60-heavy-and-close-quarters": ("X53-WTR-03",),
    "reaction-recover": ("X60-ACT-09",),
    "reaction-between-two-shots": ("X60-DEC-06", "X60-REACT-01"),
    "reaction-spent": ("X60-DEC-02", "X60-REACT-05"),
}


def assert_expected(scenario, expected):
    if expected.get("illegal"):
        assert_refused(scenario)
        return
    got = odds(scenario)
    assert got.exact
    assert float(np.sum(got.probabilities)) == near(1)
    assert expected
    assert set(expected) <= {"joint", "cells", "mean", "given"}
    if "joint" in expected:
        assert_same_odds(got, expected["joint"])
    for condition, wanted in expected.get("cells", ()):
        assert chance(got, **condition) == near(wanted), condition
    for name, wanted in expected.get("mean", {}).items():
        assert got.mean(name) == near(wanted), name
    for known, asked, wanted in expected.get("given", ()):
        assert chance(got, **known, **asked) / chance(got, **known) == near(wanted), (known, asked)


def assert_as_oracle(scenario):
    """The oracle's joint distribution, or its refusal; tells whether the scenario is legal."""
    try:
        wanted = oracle_odds(scenario)
    except OracleRefuses:
        assert_refused(scenario)
        return False
    assert_same_odds(odds(scenario), wanted)
    return True


def example_marks(name):
    example = name.split()[0]
    return pytest.mark.rule(example, *EXAMPLE_RULES.get(example, ()))


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=name, marks=example_marks(name)) for name, s, e in EXAMPLES]
)
def test_worked_example(scenario, expected):
    assert_expected(scenario, expected)
    assert_as_oracle(scenario)


@pytest.mark.parametrize(
    "scenario, expected",
    [pytest.param(s, e, id=name, marks=pytest.mark.rule(*NASTY_RULES.get(name, ()))) for name, _, s, e in NASTY],
)
def test_nasty_corner(scenario, expected):
    assert_expected(scenario, expected)
    assert_as_oracle(scenario)


@pytest.mark.parametrize(
    "scenario, expected", [pytest.param(s, e, id=f"{ruling} = {option}") for ruling, option, s, e in RULINGS]
)
def test_ruling(scenario, expected):
    assert_expected(scenario, expected)
    assert_as_oracle(scenario)


def test_every_ruling_of_the_table_shows_that_its_options_differ():
    """Two options in one scenario, with two answers: else a ruling that nobody reads would pass."""
    tables = defaultdict(lambda: defaultdict(dict))
    for ruling, option, scenario, expected in RULINGS:
        rest = repr({**scenario, "rulings": {k: v for k, v in scenario.get("rulings", {}).items() if k != ruling}})
        tables[ruling][rest][option] = None if expected.get("illegal") else found(odds(scenario))
    for ruling, scenarios in tables.items():
        answers = [list(options.values()) for options in scenarios.values()]
        assert any(a != b for options in answers for a in options for b in options), f"{ruling}: no two options differ"


def test_every_ruling_that_is_not_of_shooting_stands_in_the_table():
    from tests.analysis.test_exoshift_shooting import READ_LATER

    without_dice = {"move-value-selection"}  # how far a model moves; no die depends on it
    rulings = definitions("exoshift").rulings
    due = {(name, option) for name in READ_LATER - without_dice for option in rulings[name].options}
    assert due - {(ruling, option) for ruling, option, _, _ in RULINGS} == set()


@pytest.mark.parametrize("action", ["primary", "recover"])
@pytest.mark.rule("X53-SEQ-04")
def test_an_exhausted_unit_is_refused_as_the_side_it_is(action):
    with pytest.raises(InputError, match="the target is exhausted"):
        odds(own53(action, target={"exhausted": True}))
    with pytest.raises(InputError, match="the attacker is exhausted"):
        odds(assault53(attacker={"exhausted": True}))


@pytest.mark.parametrize("scenario, expected", [pytest.param(s, e, id=name) for name, _, s, e in LONG_RUN])
@pytest.mark.rule("X53-ACT-05", "X53-DIS-01", "X60-DIS-01", "X60-DIS-03", "X60-DIS-04")
def test_long_run(scenario, expected):
    if expected.get("illegal"):
        assert_refused(under_steady_fire(scenario))
        return
    assert_long_run(scenario, expected)


def under_steady_fire(scenario):
    return {**scenario, "pipeline": "steady-fire"}


def assert_long_run(scenario, expected):
    """The share of actions lost or of activations spent on Recover, and Disruption at activation."""
    got = odds(under_steady_fire(scenario))
    assert got.exact
    assert float(np.sum(got.probabilities)) == near(1)
    if "recover" in expected:
        assert got.fields == ("disruption", "recover")
        assert got.mean("recover") == near(expected["recover"])
    else:
        assert got.fields == ("disruption", "actions_lost")
        at_stake = actions_at_stake(settings(build_scenario(scenario).ruleset))
        assert min(1.0, got.mean("actions_lost") / at_stake) == near(expected["actions_lost"])
    if "stationary" in expected:
        assert_same_odds(got.marginal("disruption"), {(held,): p for held, p in expected["stationary"].items()})


def test_what_the_schema_says_of_once_each_of_damage_value_and_of_a_destroyed_target():
    """The words told less than is computed: Move may repeat, suppress.tokens multiplies, tokens stay on the dead."""
    known = definitions("exoshift").rulings
    assert "Move may repeat" in known["repeat-actions"].options["once-each"]
    odds(shot60(actions=["move", "move", "shoot"], rulings={"repeat-actions": "once-each"}))
    assert_refused(shot60(actions=["shoot", "move", "shoot"], rulings={"repeat-actions": "once-each"}))
    assert "suppress.tokens times" in known["suppression-token-count"].options["damage-value"]
    # one sure hit of Damage 3, two tokens for each point of it, no exempt face
    pinned = shot60(
        shooter={"com": 10},
        guns=[gun60(rof=1, damage=3)],
        action="suppression-fire",
        rulings={"suppression-token-count": "damage-value"},
        constants={"suppress.tokens": 2, "suppress.natural": 0},
    )
    assert_same_odds(odds(pinned), {(1, 0, 6, "none"): "1"})
    assert "destroyed" in KEYS.pipelines["aftermath"].meanings["disruption"]
    # two sure hits, each damages with 6/10: destroyed with one token on top of the two that lay there, 2 x 6/10 x 4/10
    shot = odds(after60(shooter={"com": 10}, target={"disruption": 2}))
    assert chance(shot, result="destroyed", disruption=3, actions_lost=0) == near("48/100")


@pytest.mark.rule("X60-SEQ-01", "X60-SEQ-03")
def test_without_reactions_in_a_round_nobody_reacts_and_there_is_no_third_action():
    """The constant was read nowhere: 0 still allowed both."""
    none = {"reaction.per_round": 0}
    shot = odds(react60(constants=none))
    assert chance(shot, reacted=0) == near(1)
    assert chance(shot, target_result="destroyed") == near("369/625")  # X60-EX-01: a Shoot that nobody answers
    # the token alone is licence enough where the ruling says so; else every way to react is gone
    assert chance(odds(react60(constants=none, rulings={"reaction-vs-token": "token-only"})), reacted=1) > 0
    assert chance(odds(react60(constants=none, rulings={"reaction-vs-token": "reaction-only"})), reacted=1) == 0
    assert_refused(shot60(actions=["shoot", "shoot", "shoot"], constants=none))
    # MRL 6, three tokens: with two actions in the pool, as without it (X60-EX-07), all are lost with 44/125
    pool = {"disruption-vs-third-action": "third-action-counts-in-pool"}
    assert chance(odds(tokens60(3, rulings=pool, constants=none)), actions_lost=2) == near("44/125")
    assert all(not choice.spends_reaction for choice in choices(shot60(constants=none)))
    assert all(not choice.spends_reaction for choice in choices(shot60(attacker={"reaction": False})))


@pytest.mark.rule("X60-SEQ-03")
def test_a_spent_reaction_leaves_two_actions():
    spent = {"reaction": False}
    assert_refused(shot60(attacker=spent, actions=["shoot", "shoot", "shoot"]))
    assert_refused(react60(attacker=spent, actions=["shoot", "move", "shoot"]))
    two = odds(shot60(attacker=spent, actions=["shoot", "shoot"]))
    assert chance(two, result="destroyed") == near("325089/390625")  # X60-EX-03
    assert two.notes == ()
    assert_refused(shot60(attacker=spent, actions=["shoot", "shoot"], constants={"activation.actions": 1}))


@pytest.mark.rule("X60-DIS-01", "X60-DIS-03")
def test_under_steady_fire_tokens_and_lost_actions_are_joint():
    """Two sure tokens a round at MRL 6: each is failed with 2/5, all of it at 2 tokens."""
    scenario = under_steady_fire(shot60(shooter={"com": 10}, victim={"def": 8, "hea": 99}))
    assert_same_odds(odds(scenario), {(2, 0): "9/25", (2, 1): "12/25", (2, 2): "4/25"})


@pytest.mark.rule("X60-DIS-03")
def test_tokens_at_the_beginning_are_forgotten_in_the_long_run():
    plain, marked = (odds(under_steady_fire(shot60(target={"disruption": n}))) for n in (0, 5))
    assert found(plain) == found(marked)
    assert not plain.notes
    assert any("target.disruption" in note for note in marked.notes)


def test_steady_fire_has_no_trials():
    for scenario in (shot53(), shot60()):
        with pytest.raises(InputError, match="steady-fire has no trials"):
            odds(under_steady_fire(scenario), Ask(method="monte-carlo", trials=1000))


@pytest.mark.parametrize("edition, stat", [("0.53.0", "qlt"), ("0.60.1", "mrl")])
def test_steady_fire_names_the_stat_that_it_needs(edition, stat):
    scenario = under_steady_fire(shot53() if edition == "0.53.0" else shot60())
    stats = {name: value for name, value in scenario["target"]["stats"].items() if name != stat}
    bare = {**scenario, "target": {**scenario["target"], "stats": stats}}
    with pytest.raises(InputError, match=f"target.stats.{stat}"):
        odds(bare)
    with pytest.raises(InputError, match=f"target.stats.{stat}"):
        explain(build_scenario(bare))


@pytest.mark.rule("X53-ACT-05")
def test_an_unseen_unit_recovers_faster_under_steady_fire():
    """Equal scenarios but for enemy_in_los are not one answer."""
    scenario = under_steady_fire(shot53(guns=[gun53(traits=["Suppression 2"])]))
    hidden = {**scenario, "situation": {**scenario["situation"], "enemy_in_los": False}}
    shares = [
        float(row.distribution.mean("recover")) for row in batch(list(map(build_scenario, (scenario, hidden))), Ask())
    ]
    assert shares[1] < shares[0]


def random_steady_fire(rng):
    if rng.random() < 0.5:
        guns = [gun53(traits=[f"Suppression {rng.randint(1, 3)}"])] if rng.random() < 0.5 else None
        victim = {"qlt": rng.randint(0, 6), "def": rng.randint(2, 8)}
        target = {"disruption": rng.randint(0, 8)}
        rulings = {"disruption-cap": rng.choice(["none", "quality"])}
        return shot53(guns=guns, victim=victim, target=target, rulings=rulings, shooter={"com": rng.randint(2, 9)})
    action = rng.choice(["shoot", "suppression-fire", "snap-fire"])
    target = {"cp": rng.randint(0, 2)}
    return shot60(action=action, victim={"mrl": rng.randint(0, 10)}, target=target, shooter={"com": rng.randint(2, 9)})


@pytest.mark.parametrize("seed", range(20))
def test_random_long_runs_agree_with_the_oracle(seed):
    scenario = {**random_steady_fire(random.Random(seed)), "pipeline": "suppression"}
    assert_long_run(scenario, oracle_long_run(scenario))


# --- Where the oracle does not look


@pytest.mark.rule("X53-ASLT-05")
def test_the_constant_stop_at_decides_who_goes_on():
    """At downed, a Stunned attacker goes on, with its -2: hit TN 6 in place of 8."""
    plain, bold = odds(assault53()), odds(assault53(constants={"assault.stop_at": "downed"}))
    stunned = chance(plain, attacker_result="stunned")
    assert chance(plain, aborted=1) == near("189/500")
    assert chance(bold, aborted=1) == near(Fraction(189, 500) - Fraction(stunned).limit_denominator(10**6))
    shaken = chance(bold, attacker_result="stunned", target_result="destroyed")
    assert shaken / chance(bold, attacker_result="stunned") == near("861/6250")  # X53-EX-02: TN 6, 6
    nobody = odds(assault53(constants={"assault.stop_at": "destroyed"}))
    assert chance(nobody, aborted=1) == near(0)


@pytest.mark.rule("X53-ASLT-08")
def test_the_constant_destroy_at_decides_who_is_finished():
    """Given that the attack goes ahead: Stunned or worse is 1036/3125, Wounded 28/3125 (X53-EX-02)."""
    unseen = {"seen": False}
    assert chance(odds(assault53(**unseen)), target_result="destroyed") == near("532/3125")
    for word, share in (("stunned", "1036/3125"), ("wounded", "28/3125"), ("incapacitated", "0")):
        got = odds(assault53(constants={"assault.destroy_at": word}, **unseen))
        assert chance(got, target_result="destroyed") == near(share), word


@pytest.mark.rule("X60-CP-06")
def test_tests_that_cost_nothing_are_all_passed():
    got = odds(tokens60(5, constants={"cp.disruption_pass": 0}))
    assert chance(got, actions_lost=0) == near(1)


@pytest.mark.rule("X60-ACT-11", "X60-TOK-03")
def test_the_active_model_that_entrenches_is_harder_to_hit_for_the_reaction():
    """Entrench in light cover: hit TN 6 - 1 - 1, damage TN 6 - 1: 1 - (1 - 4/10 * 5/10)^2 = 9/25 (X60-EX-04)."""
    got = odds(react60(actions=["entrench"], attacker_cover="light"))
    assert chance(got, attacker_result="destroyed") == near("9/25")
    moved = odds(react60(actions=["entrench", "move"], attacker_cover="light", react_after=2))
    assert chance(moved, attacker_result="destroyed") == near("51/100")


@pytest.mark.rule("X60-TOK-03", "X60-REACT-02")
def test_a_reactor_that_moves_loses_its_entrench_token_before_the_next_shot():
    """The reaction to a Move is a Move; the shot then finds TN 5 and 6: 51/100. A Focus keeps the token: 9/25."""
    plan = {"actions": ["move", "shoot"], "cover": "light", "target": {"entrench_token": True}}
    for reaction, destroyed in (("move", "51/100"), ("focus", "9/25")):
        got = odds(react60(reaction=reaction, **plan))
        assert chance(got, reacted=1, target_result="destroyed") == near(destroyed), reaction
    kept = odds(react60(reaction="move", rulings={"entrench-duration": "permanent"}, **plan))
    assert chance(kept, target_result="destroyed") == near("9/25")


def test_opfire_as_a_reaction_needs_a_focus_token():
    assert_refused(react60(reaction="opfire"))
    odds(react60(reaction="opfire", target={"focus_token": True}))


def test_an_imported_assault_says_what_it_assumes():
    notes = odds(assault60(rulings=IMPORTED)).notes
    assert any("0.60.1 has no rules for an Assault" in note for note in notes)
    assert odds(assault53()).notes == ()


def test_two_names_of_one_policy_are_refused():
    both = {"target": {"focus": "best"}, "defender": {"focus": "best"}}
    assert_refused(assault53(policy=both))


# --- Laws


@pytest.mark.rule("X60-DIS-01")
@pytest.mark.parametrize("mrl", range(-1, 12))
def test_more_tokens_never_give_actions_back(mrl):
    means = [odds(tokens60(tokens, victim={"mrl": mrl})).mean("actions_lost") for tokens in range(12)]
    assert means == sorted(means)
    assert means[0] == 0


@pytest.mark.rule("X53-ASLT-09")
def test_better_morale_never_drives_the_target_back_more():
    shares = [odds(assault53(victim={"mrl": mrl})).mean("target_driven_back") for mrl in range(-2, 14)]
    assert all(after <= before + 1e-15 for before, after in pairwise(shares))
    assert shares[-1] == near(0)


@pytest.mark.rule("X53-DEC-05")
def test_defensive_fire_never_helps_the_attacker():
    fired, silent = odds(assault53()), odds(assault53(defensive_fire=False))
    assert chance(fired, target_result="destroyed") < chance(silent, target_result="destroyed")
    assert chance(silent, aborted=1) == 0


@pytest.mark.rule("X60-DEC-04")
def test_shooting_destroys_more_and_suppressing_costs_more_actions():
    shot, pinned = odds(after60(action="shoot")), odds(after60(action="suppression-fire"))
    assert chance(shot, result="destroyed") > chance(pinned, result="destroyed")
    assert shot.mean("actions_lost") < pinned.mean("actions_lost")


def test_rulings_of_the_other_version_change_nothing():
    for scenario, edition in ((assault53(), "0.53.0"), (react60(), "0.60.1"), (after53(), "0.53.0")):
        plain = found(odds(scenario))
        for ruling in definitions("exoshift").rulings.values():
            if ruling.selectable and edition not in ruling.editions:
                for option in ruling.options:
                    assert found(odds({**scenario, "rulings": {ruling.name: option}})) == plain, ruling.name


# --- Random scenarios against the oracle


def random_assault(rng):
    stats = lambda: {"com": rng.randint(2, 9), "def": rng.randint(2, 8), "qlt": rng.randint(0, 8)}  # noqa: E731
    state = lambda: {"disruption": rng.randint(0, 6), "exhausted": rng.random() < 0.2}  # noqa: E731
    rulings = {}
    for ruling in definitions("exoshift").rulings.values():
        if ruling.selectable and not ruling.mechanism and "0.53.0" in ruling.editions and rng.random() < 0.15:
            rulings[ruling.name] = rng.choice(list(ruling.options))
    victim = {**stats(), "mrl": rng.randint(0, 10), "hea": rng.choice([1, 1, 2])}
    target = {**state(), "models": rng.choice([1, 1, 2]), "statuses": rng.choice([[], [], ["stunned"], ["downed"]])}
    attacker = {**state(), "exhausted": False, "models": rng.choice([1, 1, 2])}
    return assault53(shooter=stats(), victim=victim, attacker=attacker, target=target, rulings=rulings)


def random_reaction(rng):
    stats = lambda: {"com": rng.randint(2, 9), "def": rng.randint(0, 5), "qlt": rng.randint(0, 8)}  # noqa: E731
    rulings = {}
    for ruling in definitions("exoshift").rulings.values():
        if ruling.selectable and not ruling.mechanism and "0.60.1" in ruling.editions and rng.random() < 0.15:
            rulings[ruling.name] = rng.choice(list(ruling.options))
    target = {"disruption": rng.randint(0, 4), "models": rng.randint(1, 3), "cp": rng.randint(0, 2)}
    return react60(
        shooter={**stats(), "hea": rng.choice([1, 2])},
        victim={**stats(), "hea": rng.choice([1, 2])},
        target=target,
        rulings=rulings,
        actions=[rng.choice(["shoot", "snap-fire", "suppression-fire", "focus"]) for _ in range(rng.randint(1, 3))],
        reaction=rng.choice(["shoot", "snap-fire", "recover", "suppression-fire"]),
    )


@pytest.mark.parametrize("make", [random_assault, random_reaction])
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_scenarios_agree_with_the_oracle(make, first):
    legal = sum(assert_as_oracle(make(random.Random(seed))) for seed in range(first, first + 50))
    assert legal >= 20


# --- Sampled against exact, explained


SAMPLED = [
    pytest.param(tokens60(3, cp=1, rulings={"cp-auto-success-timing": "after-roll"}), tokens60(3), id="tokens"),
    pytest.param(own53("recover", target={"disruption": 6}), own53("recover", target={"disruption": 5}), id="recover"),
    pytest.param(assault53(), assault53(target={"exhausted": True}), id="assault"),
    pytest.param(react60(target={"disruption": 1, "models": 2}), react60(target={"models": 2}), id="reaction"),
    pytest.param(after60(action="suppression-fire"), after60(action="shoot"), id="aftermath 0.60.1"),
    pytest.param(after53(), after53(action="advance"), id="aftermath 0.53.0"),
]


@pytest.mark.parametrize("scenario, other", SAMPLED)
def test_a_sampled_run_follows_the_exact_odds(scenario, other):
    """At a false alarm of one in a million; the slip is another scenario's odds."""
    trials = 200_000
    exact, slip = found(odds(scenario)), found(odds(other))
    sampled = found(odds(scenario, Ask(method="monte-carlo", seed=20, trials=trials)))
    cells = sorted(exact.keys() | slip.keys() | sampled.keys())
    counts = np.array([round(sampled.get(c, 0.0) * trials) for c in cells])
    assert counts.sum() == trials
    table = [np.array([odds_.get(c, 0.0) for c in cells]) for odds_ in (exact, slip)]
    assert_follows(counts, table[0], slip=table[1])


@pytest.mark.parametrize(
    "scenario",
    [
        assault53(),
        assault60(rulings=IMPORTED),
        react60(),
        after53(),
        after60(),
        tokens60(2),
        own53("rest"),
        {**shot53(), "pipeline": "steady-fire"},
        {**shot60(), "pipeline": "steady-fire"},
    ],
)
def test_every_step_is_explained_with_its_rules(scenario):
    lines = explain(build_scenario(scenario))
    assert lines
    assert all(line.rules for line in lines)


# --- Choices


@pytest.mark.rule("X60-DEC-01", "X60-DEC-02", "X60-EX-03")
def test_plans_of_an_activation_are_ranked():
    """X60-EX-03: the third Shoot for the reaction is best, and Focus with Shoot is worse than two Shoots."""
    found_ = {c.actions: c for c in choices(shot60())}
    assert len(found_) == 8**2 + 8**3
    assert next(iter(found_)) == ("shoot", "shoot", "shoot")
    assert found_["shoot", "shoot", "shoot"].spends_reaction
    assert found_["shoot", "shoot"].out == near("325089/390625")
    assert found_["focus", "shoot"].out == near("456/625")
    assert found_["opfire", "shoot"].illegal


@pytest.mark.rule("X53-DEC-02", "X53-DEC-03", "X53-EX-07")
def test_snap_fires_are_paid_by_the_ladder():
    """Prices 1, 2, 3: with 3 CP two Snap Fires after the free Primary."""
    found_ = {c.actions: c for c in choices(shot53(), cp=3)}
    assert max(len(actions) for actions in found_) == 3
    assert found_["focus-fire", "snap-fire"].cp == 1
    assert found_["focus-fire", "snap-fire"].out == near("220927/781250")
    assert found_["focus-fire", "snap-fire", "snap-fire"].cp == 3
    assert found_["run",].out == 0


@pytest.mark.rule("X53-ACT-04", "X53-ACT-10", "X60-ACT-01", "X60-ACT-02", "X60-DICE-04")
def test_inches_of_a_plan():
    """MOV 6/4 and 5/3: Run doubles, March is the second value; a half of 5 is 3; the place may decide the value."""
    old, new = (settings(load_ruleset(f"exoshift-{v}")) for v in ("0.53.0", "0.60.1"))
    assert inches(["run", "march"], [6, 4], old) == 16
    assert inches(["advance", "snap-fire"], [6, 4], old) == 6
    assert inches(["move", "move", "move"], [6, 4], new) == 14
    assert inches(["snap-fire", "suppression-fire"], [5, 3], new) == 6
    assert inches(["shoot", "move"], [6, 4], new) == 6
    by_place = load_ruleset("exoshift-0.60.1").changed({}, {"move-value-selection": "by-action-index"})
    assert inches(["shoot", "move"], [6, 4], settings(by_place)) == 4


@pytest.mark.rule("X60-SEQ-05")
def test_an_exhausted_model_is_not_the_active_one():
    assert_refused(react60(attacker={"exhausted": True}))
    odds(react60(target={"exhausted": True}))


@pytest.mark.rule("X60-SEQ-06")
def test_in_the_long_run_a_round_is_one_activation_and_one_attack():
    """Two sure tokens a round, MRL 6: 2 * 2/5 of 2 actions."""
    scenario = shot60(shooter={"com": 10}, victim={"def": 8, "hea": 99})
    assert odds(under_steady_fire(scenario)).mean("actions_lost") == near("4/5")
