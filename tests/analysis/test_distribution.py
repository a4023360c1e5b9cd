"""Distributions: marginals, conditions, moments and how they are shown, on one small enough to do by hand."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from analysis import Distribution, InputError
from analysis.distribution import sorted_rows, wilson

WORDS = ("none", "stunned", "downed")


def small(trials=None, seed=None):
    """hits 0 to 2 and a result: 1/2 (0, none), 1/8 (1, none), 1/8 (1, downed), 1/4 (2, stunned)."""
    return Distribution(
        fields=("hits", "result"),
        outcomes=np.array([[0, 0], [1, 0], [1, 2], [2, 1]], np.int64),
        probabilities=np.array([0.5, 0.125, 0.125, 0.25]),
        names={"result": WORDS},
        ruleset="some-1.0",
        pipeline="shooting",
        trials=trials,
        seed=seed,
    )


def test_probabilities_of_conditions():
    d = small()
    assert d.probability(lambda o: o["hits"] >= 1) == 0.5
    assert d.probability(lambda o: (o["hits"] == 1) & (o["result"] == 2)) == 0.125
    assert [d.at_least("hits", n) for n in range(4)] == [1, 0.5, 0.25, 0]
    assert [d.at_least("result", word) for word in WORDS] == [1, 0.375, 0.125]
    assert d.at_least_table("result") == {"none": 1, "stunned": 0.375, "downed": 0.125}
    assert d.at_least_table("hits") == {0: 1, 1: 0.5, 2: 0.25}


def test_marginals_sum_what_they_do_not_show():
    one = small().marginal("result")
    assert one.rows() == [
        {"result": "none", "probability": 0.625},
        {"result": "stunned", "probability": 0.25},
        {"result": "downed", "probability": 0.125},
    ]
    turned = small().marginal("result", "hits")
    assert turned.fields == ("result", "hits")
    assert turned.rows()[0] == {"result": "none", "hits": 0, "probability": 0.5}


def test_conditions():
    given = small().given(lambda o: o["hits"] == 1)
    assert given.at_least("result", "downed") == 0.5
    assert given.probabilities.sum() == 1
    with pytest.raises(InputError, match="never holds"):
        small().given(lambda o: o["hits"] > 5)
    assert small(trials=1000).given(lambda o: o["hits"] == 1).trials == 250


def test_moments_and_quantiles():
    d = small()
    assert d.mean("hits") == 0.75  # 1/4 + 2/4
    assert d.sd("hits") == pytest.approx(sqrt(0.25 + 4 * 0.25 - 0.75**2))
    assert d.se("hits") == 0
    assert small(trials=400).se("hits") == pytest.approx(d.sd("hits") / 20)
    assert [d.quantile("hits", q) for q in (0, 0.5, 0.51, 0.75, 0.76, 1)] == [0, 0, 1, 1, 2, 2]
    assert d.quantile("result", 0.9) == "downed"


@pytest.mark.parametrize("ask", [lambda d: d.mean("hitz"), lambda d: d.marginal("hitz"), lambda d: d.column("hitz")])
def test_an_unknown_field_names_the_near_one(ask):
    with pytest.raises(InputError, match=r"'hitz'.*hits, result.*did you mean hits\?"):
        ask(small())


def test_an_unknown_word_names_the_near_one():
    with pytest.raises(InputError, match=r"'dwned'.*did you mean downed\?"):
        small().at_least("result", "dwned")
    with pytest.raises(InputError, match="numbers"):
        small().at_least("hits", "two")


def test_exact_and_estimated_say_so():
    exact, sampled = small(), small(trials=800, seed=7)
    assert (exact.exact, exact.method, exact.said()) == (True, "exact", "exact")
    assert (sampled.exact, sampled.method) == (False, "monte-carlo")
    assert all(word in sampled.said() for word in ("800 trials", "seed 7", "95 %"))
    assert exact.intervals() is None
    assert len(sampled.intervals()) == 4
    assert set(sampled.rows()[0]) == {"hits", "result", "probability", "low", "high"}
    assert set(exact.rows()[0]) == {"hits", "result", "probability"}


def test_the_summary_covers_numeric_fields_only():
    assert small().summary() == {"hits": {"mean": 0.75, "sd": small().sd("hits"), "se": 0.0, "low": None, "high": None}}
    ends = small(trials=10_000).summary()["hits"]
    assert ends["low"] == pytest.approx(0.75 - 1.959964 * small().sd("hits") / 100)
    assert ends["high"] == pytest.approx(0.75 + 1.959964 * small().sd("hits") / 100)


@pytest.mark.parametrize("count, trials", [(0, 10), (1, 10), (5, 10), (10, 10), (3, 100_000), (0, 1), (1, 1)])
def test_wilsons_interval_holds_near_0_and_1(count, trials):
    low, high = wilson(count / trials, trials)
    reference = stats.binomtest(count, trials).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((reference.low, reference.high), abs=1e-9)
    assert 0 <= low <= count / trials <= high <= 1
    assert high > low


def test_impossible_outcomes_are_left_out_and_the_rest_is_sorted():
    outcomes = np.array([[2, 1], [0, 1], [0, 0], [1, 5]])
    kept, chances = sorted_rows(outcomes, np.array([0.25, 0.5, 0.0, 0.25]))
    assert kept.tolist() == [[0, 1], [1, 5], [2, 1]]
    assert chances.tolist() == [0.5, 0.25, 0.25]


def test_a_frame_has_a_row_an_outcome():
    frame = small().to_frame()
    assert list(frame.columns) == ["hits", "result", "probability"]
    assert frame["probability"].sum() == 1
    assert frame["result"].tolist() == ["none", "none", "downed", "stunned"]


def test_the_text_and_the_page_show_every_outcome():
    d = small()
    text, page = repr(d), d._repr_html_()
    assert "shooting under some-1.0 (exact)" in text
    assert "hits 2, result stunned" in text
    assert "25.0000%" in text
    assert page.count("<tr>") == 4
    assert "some-1.0" in page


def test_the_page_escapes():
    from dataclasses import replace

    assert "<script>" not in replace(small(), ruleset="<script>")._repr_html_()


def test_long_tables_are_cut_to_the_likely_outcomes():
    chances = np.arange(1, 101) / 5050
    long = Distribution(("n",), np.arange(100)[:, None], chances)
    assert len(long.lines()) == 40
    assert long.lines()[0] == ("n 99", chances[-1])
    assert "... and 60 rarer outcomes" in repr(long)
