"""Planted truth: shares that can be computed by hand."""

from fractions import Fraction
from itertools import permutations

import pytest

from analysis.attribution import (
    Group,
    check_order,
    closed_subsets,
    make_groups,
    reversed_needs,
    shapley,
    single_groups,
)
from analysis.diffs import Edit
from analysis.errors import InputError


def groups(*named):
    return [Group(name, name, (), tuple(needs)) for name, needs in named]


def by_all_orders(members, value):
    """The definition itself: the mean over every order that respects the needs."""
    names = [g.name for g in members]
    needs = {g.name: set(g.needs) for g in members}
    legal = [p for p in permutations(names) if all(needs[n] <= set(p[:i]) for i, n in enumerate(p))]
    sums = dict.fromkeys(names, Fraction(0))
    for order in legal:
        for i, name in enumerate(order):
            sums[name] += Fraction(value(frozenset(order[: i + 1]))) - Fraction(value(frozenset(order[:i])))
    return {name: total / len(legal) for name, total in sums.items()}


def test_two_edits_with_a_known_interaction():
    # v({}) = 0, v({a}) = 1, v({b}) = 2, v({a, b}) = 7: the interaction of 4 is split evenly, 1 + 2 and 2 + 2
    table = {frozenset(): 0.0, frozenset("a"): 1.0, frozenset("b"): 2.0, frozenset("ab"): 7.0}
    a, b = shapley(groups(("a", ()), ("b", ())), lambda s: table[s])
    assert (a.share, b.share) == (3.0, 4.0)
    assert (a.early, a.late) == (1.0, 5.0)
    assert (b.early, b.late) == (2.0, 6.0)


def test_an_edit_that_changes_nothing_gets_exactly_zero():
    shares = shapley(groups(("a", ()), ("idle", ()), ("b", ("a",))), lambda s: 0.1 * ("a" in s) + 0.3 * ("b" in s))
    assert {s.group: s.share for s in shares}["idle"] == 0.0


def test_a_group_is_never_evaluated_without_what_it_needs():
    members = groups(("table", ()), ("damage", ("table",)), ("profile", ("damage",)), ("cover", ()))
    asked = []

    def value(subset):
        asked.append(subset)
        return float(len(subset)) ** 2

    shapley(members, value)
    for subset in asked:
        assert "damage" not in subset or "table" in subset
        assert "profile" not in subset or {"damage", "table"} <= subset


def test_shares_are_the_mean_over_all_legal_orders_and_add_up():
    members = groups(("a", ()), ("b", ("a",)), ("c", ()), ("d", ("c", "a")), ("e", ()))
    weights = {"a": 3, "b": -5, "c": 2, "d": 7, "e": 1}

    def value(subset):
        plain = sum(weights[n] for n in subset)
        return plain + (11 if {"b", "e"} <= subset else 0) - (4 if {"c", "d", "e"} <= subset else 0)

    shares = {s.group: s.share for s in shapley(members, value)}
    expected = by_all_orders(members, value)
    for name, share in shares.items():
        assert share == pytest.approx(float(expected[name]), abs=1e-12)
    everything = frozenset(weights)
    assert sum(shares.values()) == pytest.approx(value(everything) - value(frozenset()), abs=1e-12)


def test_opposite_signs_early_and_late_are_not_separable():
    table = {frozenset(): 0.0, frozenset("a"): 1.0, frozenset("b"): 5.0, frozenset("ab"): 2.0}
    a, b = shapley(groups(("a", ()), ("b", ())), lambda s: table[s])
    assert not a.separable  # +1 alone, -3 after b
    assert b.separable


def test_closed_subsets_of_a_chain():
    chain = groups(("a", ()), ("b", ("a",)), ("c", ("b",)))
    assert [len(s) for s in closed_subsets(chain)] == [0, 1, 2, 3]


def test_the_reverse_pair_has_the_reverse_precedence():
    forward = groups(("casualty", ()), ("damage", ("casualty",)))
    assert {g.name: g.needs for g in reversed_needs(forward)} == {"casualty": ("damage",), "damage": ()}


EDITS = [
    Edit("constants.focus.com", 2, 3),
    Edit("rulings.overkill", "discard", "retarget"),
    Edit("units.Sol.def", 2, 3),
]


def test_edits_that_no_group_names_form_the_last_one():
    made = make_groups(EDITS, {"profiles": ["units.*.def"]}, "draft")
    assert [(g.name, len(g.edits)) for g in made] == [("profiles", 1), ("other", 2)]


def test_each_edit_is_its_own_group_where_none_are_declared():
    assert [g.name for g in single_groups(EDITS)] == [e.key for e in EDITS]


@pytest.mark.parametrize(
    ("described", "said"),
    [
        ({"a": ["constants.focus.con"]}, "did you mean constants.focus.com"),
        ({"a": ["weapons.*.rof"]}, "names no edit"),
        ({"a": {"edits": ["constants.focus.com"], "needs": ["b"]}}, "which is no group"),
        ({"a": 3}, "must be a list"),
        (
            {
                "a": {"edits": ["constants.focus.com"], "needs": ["b"]},
                "b": {"edits": ["units.*.def"], "needs": ["a"]},
            },
            "in a circle",
        ),
    ],
)
def test_broken_groups_are_refused_in_a_sentence(described, said):
    with pytest.raises(InputError, match=said):
        make_groups(EDITS, described, "draft.toml")


def test_too_many_single_edits_ask_for_groups():
    many = [Edit(f"constants.{i}", 0, 1) for i in range(13)]
    with pytest.raises(InputError, match="group them"):
        single_groups(many)
    with pytest.raises(InputError, match="at most"):
        check_order([Group(str(i), "", ()) for i in range(13)], "draft")
