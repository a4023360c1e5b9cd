"""Measures written as text."""

import pytest

from analysis import InputError, odds
from analysis.measures import measure, wanted
from tests.analysis.expectations import near
from tests.analysis.test_distribution import small
from tests.oracles.exoshift_cases import shot53


@pytest.mark.parametrize(
    "text, value",
    [
        ("P(hits>=1)", 0.5),
        ("P(hits>1)", 0.25),
        ("P(hits<=1)", 0.75),
        ("P(hits<1)", 0.5),
        ("P(hits=1)", 0.25),
        ("P(hits==1)", 0.25),
        ("P(hits>=-1)", 1.0),
        ("P(hits>=100)", 0.0),
        (" P( hits >= 1 ) ", 0.5),
        ("P(result>=stunned)", 0.375),
        ("P(result=stunned)", 0.25),
        ("P(result<downed)", 0.875),
        ("mean(hits)", 0.75),
        ("E(hits)", 0.75),
        (" mean( hits ) ", 0.75),
    ],
)
def test_a_measure_is_one_number_of_a_distribution(text, value):
    assert measure(text).of(small()) == value
    assert measure(text).text == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hits",
        "P(hits)",
        "P(hits>=)",
        "P(>=1)",
        "mean()",
        "mean(hits",
        "P(hits=>1)",
        "P(hits>=1) or so",
        "p(hits>1)",
    ],
)
def test_anything_else_is_no_measure(text):
    with pytest.raises(InputError, match="is no measure; write"):
        measure(text)


@pytest.mark.parametrize(
    "text, words",
    [
        ("P(hitz>=1)", r"'hitz'.*did you mean hits\?"),
        ("mean(hitz)", r"'hitz'.*did you mean hits\?"),
        ("P(result>=dwned)", r"'dwned'.*did you mean downed\?"),
        ("P(result>=1)", "'1' is no value of result"),
        ("P(hits>=two)", "'two'"),
        ("P(hits>=1-1)", "'1-1'"),
        ("mean(result)", "result has names"),
    ],
)
def test_a_measure_that_the_distribution_does_not_have(text, words):
    with pytest.raises(InputError, match=words):
        measure(text).of(small())


@pytest.mark.parametrize(
    "text, inner, value",
    [
        ("P(result>=downed)=0.4", "P(result>=downed)", 0.4),
        ("P(hits=2)=0.25", "P(hits=2)", 0.25),
        ("mean(hits)=1.5", "mean(hits)", 1.5),
        ("P(hits>=1)=40%", "P(hits>=1)", 0.4),
        ("mean(hits)= -1 ", "mean(hits)", -1.0),
    ],
)
def test_a_wanted_value_stands_behind_the_last_equals_sign(text, inner, value):
    found, number = wanted(text)
    assert (found.text, number) == (inner, value)


@pytest.mark.parametrize("text", ["", "P(hits>=1)", "P(hits>=1)=", "P(hits>=1)=x", "mean(hits)=nan", "mean(hits)=inf"])
def test_what_names_no_wanted_value(text):
    with pytest.raises(InputError, match="wanted value"):
        wanted(text)


def test_measures_of_a_scenario():
    got = odds(shot53(focus={"shots": 2, "aim": [2, 2]}))  # X53-EX-02
    assert measure("P(result>=downed)").of(got) == near("532/3125")
    assert measure("mean(disruption)").of(got) == near("3468/3125")
