"""Many scenarios at once: one table in, one tidy table out."""

import pandas as pd
import pytest

import analysis.families.exoshift as family
from analysis import Ask, InputError, build_scenario, load_scenario, odds, odds_many
from analysis.asking import Answer
from analysis.odds import batch, lower_one, store_key
from tests.analysis.expectations import found, near
from tests.oracles.exoshift_cases import EXAMPLES, roll53, shot53, shot60

FIELDS = ["hits", "damage", "disruption", "result"]


def chance(table, row, **values):
    rows = table[table["row"] == row]
    for name, value in values.items():
        rows = rows[rows[name] == value]
    return rows["probability"].sum()


def test_a_list_of_scenarios_is_a_tidy_table():
    table = odds_many([shot53(action="snap-fire"), shot60()])
    assert list(table.columns) == ["row", "illegal", *FIELDS, "probability"]
    assert chance(table, 0, result="downed") == near("21/250")  # X53-EX-01
    assert chance(table, 1, result="destroyed") == near("369/625")  # X60-EX-01
    assert table.groupby("row")["probability"].sum().tolist() == [near("1"), near("1")]
    assert table["illegal"].isna().all()


def test_illegal_rows_say_why_and_have_no_odds():
    later = shot53(actions=["snap-fire", "snap-fire"], attacker={"disruption": 5})
    table = odds_many([shot53(range=30), shot53(), later, shot60(actions=["shoot"] * 4)])
    illegal = table[table["illegal"].notna()]
    assert illegal["row"].tolist() == [0, 2, 3]
    assert illegal["probability"].isna().all()
    assert "reaches 22 inches" in illegal["illegal"].iloc[0]
    assert "snap-fire is barred" in illegal["illegal"].iloc[1]
    assert "4 actions" in illegal["illegal"].iloc[2]
    assert table["row"].is_monotonic_increasing
    assert chance(table, 1, result="none") == near("121/625")


def test_a_wrong_row_is_an_error():
    with pytest.raises(InputError, match="situation.range is 'far'"):
        odds_many([shot53(), shot53(range="far")])


def test_nothing_asked_is_an_empty_table():
    assert len(odds_many([])) == 0
    assert list(odds_many([]).columns) == ["row", "illegal"]


def test_all_rows_may_be_illegal():
    table = odds_many([shot53(range=30), shot53(range=40)])
    assert table["row"].tolist() == [0, 1]
    assert table["illegal"].notna().all()


def test_pipelines_and_versions_may_be_mixed():
    table = odds_many([roll53(1, 2), shot53(action="snap-fire"), roll53(1, 12)])
    assert chance(table, 0, result="unhurt") == near("3/5")
    assert table[table["row"] == 0]["hits"].isna().all()
    assert chance(table, 1, hits=1) == near("3/5")
    assert chance(table, 2, result="destroyed") == near("3/5")


def test_a_data_frame_of_dotted_keys_varies_a_base():
    keys = pd.DataFrame(
        {
            "target.disruption": [0, 1, 2, 0],
            "situation.range": [8.0, 8.0, 8.0, 14.0],
            "situation.action": ["focus-fire", "focus-fire", "focus-fire", "snap-fire"],
            "attacker.weapons.0.rof": [2, 2, 2, 1],
            "rulings.status-ladder": ["replace"] * 4,
            "constants.casualty.bands": [[2, 4, 6, 8, 10]] * 4,
        }
    )
    table = odds_many(keys, base=shot53())
    worse = ["downed", "wounded", "incapacitated", "destroyed"]
    got = [table[(table["row"] == n) & table["result"].isin(worse)]["probability"].sum() for n in range(3)]
    assert got == [near(f"{n}/3125") for n in (532, 784, 1036)]  # X53-EX-04
    assert chance(table, 3, result="downed") == near("49/500")  # X53-EX-01 medium


def test_a_data_frame_may_vary_the_ruleset():
    base = {k: v for k, v in shot53().items() if k != "ruleset"}
    base["attacker"] = base["target"] = {"unit": "Sol Line Infantry"}
    table = odds_many(pd.DataFrame({"ruleset": ["exoshift-0.53.0", "exoshift-0.60.1"]}), base=base)
    assert chance(table, 0, result="none") == near("121/625")
    assert chance(table, 1, result="destroyed") == near("369/625")


def test_an_unknown_key_of_a_data_frame_names_the_near_one():
    with pytest.raises(InputError, match=r"situation\.rang is unknown; did you mean range\?"):
        odds_many(pd.DataFrame({"situation.rang": [1]}), base=shot53())


def test_a_batch_is_as_good_as_one_by_one():
    scenarios = [scenario for _, scenario, _ in EXAMPLES]
    rows = batch([build_scenario(scenario) for scenario in scenarios], Ask())
    for scenario, row in zip(scenarios, rows, strict=True):
        assert found(row.distribution) == found(odds(scenario))


def test_equal_rows_are_computed_once(monkeypatch):
    asked = []

    def counting(cases, ask, real=family.answer):
        asked.append(len(cases))
        return real(cases, ask)

    monkeypatch.setattr(family, "answer", counting)
    same = [
        shot53(),
        shot53(rulings={"assault-point-blank": "no"}),
        shot53(target={"models": 5}),
        shot53(obscured=False),
    ]
    table = odds_many([*same, shot53(range=14), shot53(range=30), *same])
    assert asked == [2]
    assert table["row"].nunique() == 10
    for row in (1, 2, 3, 6, 7, 8, 9):
        assert chance(table, row, result="none") == chance(table, 0, result="none")


def test_merged_rows_keep_their_own_notes_and_rulings():
    plain, other = batch(
        [build_scenario(s) for s in (shot53(), shot53(rulings={"assault-point-blank": "no"}, target={"cp": 3}))], Ask()
    )
    assert plain.distribution.rulings["assault-point-blank"] == "yes"
    assert other.distribution.rulings["assault-point-blank"] == "no"
    assert (plain.distribution.notes, len(other.distribution.notes)) == ((), 1)


def test_estimated_rows_have_intervals():
    table = odds_many([shot53(), shot53(range=30)], ask=Ask("monte-carlo", trials=2000, seed=3))
    legal = table[table["illegal"].isna()]
    assert {"low", "high"} <= set(table.columns)
    assert ((legal["low"] <= legal["probability"]) & (legal["probability"] <= legal["high"])).all()
    assert (legal["low"] < legal["high"]).all()


# --- Keys of the store


def key(scenario, ask=None):
    return store_key(lower_one(build_scenario(scenario)), ask or Ask())


def test_a_question_in_other_words_has_the_same_key(tmp_path, sol):
    base = key(shot53())
    assert key(shot53(action="focus-fire")) == base
    assert key(shot53(range=11.5)) == base  # the same band
    assert key(shot53(target={"models": 3})) == base
    assert key(shot53(rulings={"close-quarters-defensive": "yes"})) == base
    assert store_key(lower_one(load_scenario(sol)), Ask()) == base
    assert key(shot53(), Ask(seed=9, precision=0.5, threads=4)) == base, "an exact answer has no seed"
    assert key(shot53(), Ask("exact")) == base


def test_different_questions_have_different_keys():
    asked = [
        key(shot53()),
        key(shot60()),
        key(roll53(1, 2)),
        key(shot53(range=14)),
        key(shot53(victim={"def": 6})),
        key(shot53(target={"disruption": 1})),
        key(shot53(focus={"shots": 2, "aim": [2, 2]})),
        key(shot53(action="advance")),
        key(shot53(action="snap-fire")),
        key(shot53(actions=["snap-fire", "snap-fire"])),
        key(shot53(actions=["snap-fire", "snap-fire"], attacker={"disruption": 1})),
        key(shot53(rulings={"disruption-cap": "quality"})),
        key(shot53(rulings={"casualty-roll-count": "one-per-hit"})),
        key(shot53(constants={"casualty.bands": [1, 3, 5, 7, 9]})),
        key(shot53(), Ask("monte-carlo", trials=1000)),
        key(shot53(), Ask("monte-carlo", trials=2000)),
        key(shot53(), Ask("monte-carlo", trials=1000, seed=2)),
        key(shot53(), Ask("monte-carlo", precision=0.01)),
        key(shot53(), Ask("monte-carlo", precision=0.02)),
    ]
    assert len(set(asked)) == len(asked)
    assert key(shot53(), Ask("monte-carlo", trials=1000, threads=8)) == asked[14], "threads change no bit"
    assert key(shot53(), Ask("monte-carlo", trials=1000, precision=0.3)) == asked[14], "trials were given"


def test_different_answers_never_share_a_key():
    """Over all worked examples: where keys are equal, so are the odds."""
    by_key = {}
    for name, scenario, _ in EXAMPLES:
        got = by_key.setdefault(key(scenario), (name, found(odds(scenario))))
        assert got[1] == found(odds(scenario)), (got[0], name)
    assert len(by_key) > 60


PROGRAM = """
import json
from analysis import Ask, build_scenario
from analysis.odds import lower_one, store_key
from tests.oracles.exoshift_cases import roll53, shot53, shot60
asked = [shot53(), shot60(actions=["focus", "shoot"]), roll53(2, 5), shot53(actions=["rest", "advance"])]
print(json.dumps([store_key(lower_one(build_scenario(s)), Ask()) for s in asked]))
"""


@pytest.mark.process
@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_keys_are_the_same_in_another_process(run_process, hash_seed):
    asked = [shot53(), shot60(actions=["focus", "shoot"]), roll53(2, 5), shot53(actions=["rest", "advance"])]
    assert run_process(PROGRAM, PYTHONHASHSEED=hash_seed) == [key(s) for s in asked]


def test_answers_are_frozen():
    with pytest.raises(AttributeError):
        Answer(None, None).trials = 3
