"""Sweeps over keys, and the search for the value that gives a wanted measure."""

import pytest

from analysis import Ask, InputError, build_scenario
from analysis.measures import measure, wanted
from analysis.sweeps import parse_set, parse_value, parse_vary, seek, sweep
from tests.analysis.expectations import near
from tests.oracles.exoshift_cases import shot53, shot60

DOWNED = measure("P(result>=downed)")


@pytest.mark.parametrize(
    "text, value",
    [
        ("3", 3),
        ("-3", -3),
        ("2.5", 2.5),
        ("true", True),
        ("light", "light"),
        ('"light"', "light"),
        ("[1, 2]", [1, 2]),
        ("{ shots = 2 }", {"shots": 2}),
        ("Sol Line Infantry", "Sol Line Infantry"),
        ("", ""),
        ("3\nother = 4", 3),
        ("[1", "[1"),
        ("9" * 5000, "9" * 5000),
        ("[" * 5000, "[" * 5000),
    ],
)
def test_a_value_is_toml_or_a_bare_word(text, value):
    assert parse_value(text) == value


def test_set_takes_several_and_keeps_later_equals_signs():
    assert parse_set(["situation.range=8", " target.stats.def = 3 ", "name=a=b"]) == {
        "situation.range": 8,
        "target.stats.def": 3,
        "name": "a=b",
    }


@pytest.mark.parametrize(
    "text, key, values",
    [
        ("situation.range=0:6:2", "situation.range", [0, 2, 4, 6]),
        ("situation.range=0:5:2", "situation.range", [0, 2, 4]),
        ("situation.range=3:5", "situation.range", [3, 4, 5]),
        ("situation.range=-2:1", "situation.range", [-2, -1, 0, 1]),
        ("situation.range=0:1:0.25", "situation.range", [0, 0.25, 0.5, 0.75, 1.0]),
        ("situation.range=0:0.3:0.1", "situation.range", [0, 0.1, 0.2, 0.3]),
        ("situation.range=4:4", "situation.range", [4]),
        ("situation.cover=none,light,heavy", "situation.cover", ["none", "light", "heavy"]),
        ("a.b = 1, 2.5 ,true", "a.b", [1, 2.5, True]),
    ],
)
def test_spans_include_both_ends(text, key, values):
    found, got = parse_vary(text)
    assert (found, got) == (key, values)
    assert [type(v) for v in got] == [type(v) for v in values] or any(isinstance(v, float) for v in values)


@pytest.mark.parametrize("text", ["a", "a=", "=1", "a=5:1", "a=1:5:0", "a=0:100000"])
def test_what_is_no_span(text):
    with pytest.raises(InputError):
        parse_vary(text)


def test_a_sweep_asks_every_combination():
    swept = sweep(build_scenario(shot53()), {"situation.range": [8, 14], "target.disruption": [0, 1, 2]}, Ask())
    assert swept.keys == ("situation.range", "target.disruption")
    assert swept.values == [(8, 0), (8, 1), (8, 2), (14, 0), (14, 1), (14, 2)]
    # X53-EX-04: 532, 784, 1036 of 3125 at short range
    assert [DOWNED.of(row.distribution) for row in swept.rows[:3]] == [near(f"{n}/3125") for n in (532, 784, 1036)]
    assert DOWNED.of(swept.rows[3].distribution) == near("4599/25000")


def test_an_illegal_row_says_why_and_the_others_go_on():
    swept = sweep(build_scenario(shot53()), {"situation.range": [20, 22, 23]}, Ask())
    assert [row.distribution is None for row in swept.rows] == [False, False, True]
    assert swept.rows[2].illegal == "scenario: IGI-87 reaches 22 inches, the target is at 23"
    assert swept.rows[0].illegal is None


def test_a_row_that_becomes_illegal_on_the_way_says_why_too():
    """The second Snap Fire meets the Disruption that the first one brought: that is known only when it is played."""
    scenario = build_scenario(shot53(actions=["snap-fire", "snap-fire"]))
    swept = sweep(scenario, {"attacker.disruption": [3, 4, 5, 6]}, Ask())
    assert [row.distribution is None for row in swept.rows] == [False, False, True, True]
    for row in swept.rows[2:]:
        assert row.illegal is not None
        assert row.illegal.startswith("scenario: ")
        assert "6 Disruption at Quality 6: snap-fire is barred" in row.illegal
    sampled = sweep(scenario, {"attacker.disruption": [4, 5]}, Ask("monte-carlo", trials=1000))
    assert [row.illegal is None for row in sampled.rows] == [True, False]


def test_a_bad_value_is_an_error_not_a_row():
    with pytest.raises(InputError, match=r"situation\.range is 'far'"):
        sweep(build_scenario(shot53()), {"situation.range": [8, "far"]}, Ask())


def test_too_many_combinations_are_refused_before_any_work():
    with pytest.raises(InputError, match="1000000 combinations, at most 10000"):
        sweep(build_scenario(shot53()), {"situation.range": range(1000), "target.disruption": range(1000)}, Ask())


def test_rulings_weapons_and_constants_can_be_swept():
    scenario = build_scenario(shot60())
    for key, values in {
        "rulings.rof-default-shots": ["full-rof", "one-shot"],
        "attacker.weapons.0.rof": [2, 1],
    }.items():
        got = [
            measure("P(result=destroyed)").of(row.distribution) for row in sweep(scenario, {key: values}, Ask()).rows
        ]
        assert got == [near("369/625"), near("9/25")]
    focused = build_scenario(shot60(attacker={"focus_token": True}))
    rows = sweep(focused, {"constants.focus.com": [0, 2]}, Ask()).rows
    assert [measure("P(result=destroyed)").of(row.distribution) for row in rows] == [near("369/625"), near("456/625")]


# --- Seeking


def test_seek_finds_the_nearest_value():
    """P(downed or worse) of Sol on Sol by Disruption: 532, 784, 1036, 1288, 1540, ... of 3125 (X53-EX-04)."""
    found = seek(build_scenario(shot53()), "target.disruption", *wanted("P(result>=downed)=0.4"), Ask())
    assert found.nearest == 3  # 0.41216; 2 gives 0.33152
    table = {value: got for value, got, _ in found.table}
    assert (table[0], table[3]) == (near("532/3125"), near("1288/3125"))
    assert [value for value, _, _ in found.table] == list(range(101)), "all values that the key may have"


def test_seek_passes_over_illegal_values():
    found = seek(build_scenario(shot53()), "situation.range", *wanted("P(result>=downed)=0"), Ask())
    assert 16 < found.nearest <= 22  # long range, the last legal band
    illegal = [value for value, got, why in found.table if got is None and why]
    assert min(illegal) == 22.5
    assert all(got is None or value <= 22 for value, got, _ in found.table)


def test_of_equally_near_values_the_first_is_taken():
    found = seek(build_scenario(shot53(action="snap-fire")), "situation.range", *wanted("P(hits>=1)=0.7"), Ask())
    assert found.nearest == 12.5  # medium range begins


@pytest.mark.parametrize(
    "key, want, nearest",
    [
        ("situation.cover", "P(hits>=1)=0.5", "light"),
        ("rulings.near-miss-on-failed-test", "mean(disruption)=9", "also-on-failure"),
        ("constants.pointblank.distance", "P(hits>=1)=0.8", 8),
        ("attacker.weapons.0.range_modifiers", "P(hits>=1)=0.8", None),
        ("attacker.weapons.0.power", "P(damage>=1)=0", -8),
        ("attacker.stats.com", "P(hits>=1)=0.3", 3),
    ],
)
def test_words_rulings_constants_and_weapons_can_be_sought(key, want, nearest):
    scenario = build_scenario(shot53(action="snap-fire"))
    if nearest is None:
        with pytest.raises(InputError, match="cannot be sought"):
            seek(scenario, key, *wanted(want), Ask())
        return
    found = seek(scenario, key, *wanted(want), Ask())
    best = min(abs(got - wanted(want)[1]) for _, got, _ in found.table if got is not None)
    chosen = next(got for value, got, _ in found.table if value == found.nearest)
    assert abs(chosen - wanted(want)[1]) == pytest.approx(best, abs=1e-12)
    if key != "attacker.weapons.0.power":
        assert found.nearest == nearest


def test_where_no_value_is_legal_the_first_reason_is_told():
    scenario = build_scenario(shot53(range=50))
    with pytest.raises(InputError, match=r"no value of target\.disruption is legal.*22 inches"):
        seek(scenario, "target.disruption", *wanted("mean(hits)=1"), Ask())
