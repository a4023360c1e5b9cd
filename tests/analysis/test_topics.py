"""Topics: further questions as data. Expected numbers are fractions of the printed rules, or planted choices."""

from dataclasses import replace

import pytest

from analysis import InputError, load_ruleset
from analysis.compare import compare
from analysis.measures import measure
from analysis.rulesets import bundled
from analysis.study import study
from analysis.topics import TopicRow, TopicTable, rests_on_samples, topic_of, topic_tables, topics_of
from tests.analysis.expectations import near


def asked(name):
    ruleset = load_ruleset(name)
    return {t.topic.name: t for t in topic_tables(study(ruleset.family).topics, ruleset)}


def cell(table, labels, name):
    row = next(row for row in table.rows if row.labels == labels)
    assert row.values is not None
    return row.values[table.column(name)]


@pytest.fixture(scope="module")
def sheet():
    return asked("exoshift-0.60.1")


@pytest.mark.rule("X60-DIS-01", "X60-DEC-03")
def test_activation_under_fire_loses_an_action_for_each_failed_test(sheet):
    # MRL 6: a test fails with 4/10; two tokens, none failed 36/100, both 16/100
    table = sheet["activation under fire"]
    assert cell(table, ("2", "0"), "keeps both") == near("9/25")
    assert cell(table, ("2", "0"), "loses both") == near("4/25")
    assert cell(table, ("2", "0"), "actions lost") == near("4/5")
    assert cell(table, ("2", "1"), "keeps both") == near("3/5")


@pytest.mark.rule("X60-DEC-04")
def test_shoot_or_suppress_has_the_printed_odds(sheet):
    table = sheet["shoot or suppress"]
    assert cell(table, ("shoot", "8", "none"), "out of action") == near("369/625")
    # two hit tests at 6: nothing hits 16/100; a hit without damage has 6/10 x 4/10 each and leaves a test at MRL 6
    # (4/10)^2 + 2 x 4/10 x 24/100 x 6/10 + (24/100)^2 x (6/10)^2
    assert cell(table, ("shoot", "8", "none"), "acts unhindered") == near("4624/15625")
    assert table.best() == {"shoot": 9, "snap-fire": 0, "suppression-fire": 0}


@pytest.mark.rule("XEN-SHOOT-06", "XEN-SHOOT-07", "XEN-SAVE-04")
def test_one_shot_is_the_hit_test_and_the_cover_save():
    table = asked("xenocide-0.34")["one shot"]
    assert cell(table, ("3", "none"), "removed") == near("1/2")
    assert cell(table, ("3", "hard"), "removed") == near("1/3")  # 3/6 x 4/6
    assert cell(table, ("0", "none"), "removed") == near("1/9")  # 1/6 x 4/6
    assert cell(table, ("-2", "fortified"), "removed") == near("1/72")  # 1/6 x 1/6 x 3/6


@pytest.mark.rule("XEN-SUP-02", "XEN-SUP-03", "XEN-SUP-09", "XEN-RALLY-01", "XEN-RALLY-02")
def test_tests_of_a_unit_are_those_of_two_dice():
    found = asked("xenocide-0.34")
    assert cell(found["suppression test"], ("missed", "1", "none"), "suppressed") == near("3/36")  # below 4
    assert cell(found["suppression test"], ("a casualty", "2", "hard"), "suppressed") == near("10/36")  # below 6
    assert cell(found["rally"], ("1", "alone"), "rallied") == near("21/36")  # 7 or more
    assert cell(found["rally"], ("2", "supported"), "rallied") == near("21/36")


@pytest.mark.parametrize("name", bundled())
def test_every_row_of_every_topic_is_legal_and_exact(name):
    for table in asked(name).values():
        assert [row.illegal for row in table.rows if row.illegal] == []
        assert table.exact


def test_topics_of_printed_numbers_rest_on_no_sample():
    for name in bundled():
        ruleset = load_ruleset(name)
        for topic in topics_of(study(ruleset.family).topics, ruleset):
            assert not rests_on_samples(topic, ruleset)


PLANTED = {
    "name": "planted",
    "asks": "?",
    "pipeline": "shooting",
    "axes": [
        {"name": "place", "changes": {"here": {}, "there": {}}},
        {"name": "way", "changes": {"a": {}, "b": {}, "c": {}}},
    ],
    "measures": {"x": "mean(hits)"},
    "choice": {"axis": "way", "by": "x", "want": "most"},
}


def test_a_choice_that_is_never_best_is_found_and_ties_count_for_all():
    topic = topic_of(PLANTED, ("1",))
    numbers = {("here", "a"): 1.0, ("here", "b"): 1.0, ("here", "c"): 0.5, ("there", "a"): 2.0, ("there", "b"): 0.0}
    rows = tuple(TopicRow(labels, (value,), None, "exact") for labels, value in numbers.items())
    illegal = TopicRow(("there", "c"), None, "barred", None)
    table = TopicTable(topic, (*rows, illegal))
    assert table.best() == {"a": 2, "b": 1, "c": 0}
    least = replace(table, topic=topic_of({**PLANTED, "choice": {"axis": "way", "by": "x", "want": "least"}}, ("1",)))
    assert least.best() == {"a": 0, "b": 1, "c": 1}


def test_a_topic_whose_profile_a_draft_removed_is_not_asked(tmp_path):
    text = 'format = 1\nextends = "exoshift-0.60.1"\n[remove]\nunits = ["Sol Line Infantry"]\n'
    (tmp_path / "draft.toml").write_text(text)
    ruleset = load_ruleset(tmp_path / "draft.toml")
    assert topics_of(study("exoshift").topics, ruleset) == []


def test_comparison_has_the_same_questions_side_by_side_and_names_what_cannot_be_compared():
    found = compare(load_ruleset("exoshift-0.53.0"), load_ruleset("exoshift-0.60.1"))
    numbers = {(t.topic, t.place, t.measure): (t.old, t.new) for t in found.topics}
    place = "action focus-fire, range 8, cover none"
    assert numbers["shoot or suppress", place, "out of action"] == (near("532/3125"), near("369/625"))
    assert numbers["shoot or suppress", place, "acts unhindered"][1] == near("4624/15625")
    assert any("topic 'close assault' of" in text for text in found.unmatched)
    assert any("actions lost" in text for text in found.unmatched)
    assert not any("advance" in t.place for t in found.topics)


def test_measures_of_several_conditions_and_of_shares():
    from analysis import odds

    found = odds(
        {
            "ruleset": "xenocide-0.34",
            "pipeline": "shooting",
            "attacker": {"models": 2, "weapons": [{"shots": 1, "accuracy": 3, "range": 12}]},
            "target": {"models": 2, "stats": {"armor": 0}},
        }
    )
    assert measure("share(casualties)").of(found) == near("1/2")
    assert measure("P(hits>=1, casualties=1)").of(found) == near("1/2")
    with pytest.raises(InputError, match="is no measure"):
        measure("P(hits>=1,)")
