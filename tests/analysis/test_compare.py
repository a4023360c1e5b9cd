"""Two rulesets compared: planted edits, the flagship's printed numbers, what has no counterpart."""

from fractions import Fraction

import pytest

from analysis.asking import Ask
from analysis.compare import attribute, compare, total_variation
from analysis.diffs import applied, edits
from analysis.errors import InputError
from analysis.odds import odds
from analysis.rulesets import load_ruleset
from analysis.study import study

OLD, NEW = "exoshift-0.53.0", "exoshift-0.60.1"


@pytest.fixture(scope="module")
def flagship():
    return compare(load_ruleset(OLD), load_ruleset(NEW))


def draft(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(f'format = 1\nextends = "{NEW}"\n{text}', encoding="utf-8")
    return load_ruleset(path)


def headline(attributed, name):
    return next(a for a in attributed if a.headline.name == name)


def split(old, new):
    """Only the part of a comparison that says because of which rule: groups, and each headline's shares."""
    groups, attributed, reason = attribute(old, new, edits(old, new), study(old.family), Ask())
    assert reason is None
    return groups, attributed


@pytest.mark.rule("X60-EX-01", "X53-EX-02")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("out of action, one attack, short range, open", "532/3125", "369/625"),
        ("out of action, one attack, short range, heavy cover", "301/2500", "51/100"),
        ("out for good at once, one attack, short range, open", "0", "369/625"),
        ("nothing happens, one attack, short range, open", "81/625", "4/25"),
        ("out of action, whole free activation, short range, open", "532/3125", "325089/390625"),
    ],
)
def test_the_flagship_agrees_with_the_side_by_side_numbers(flagship, name, old, new):
    found = headline(flagship.attributed, name)
    assert found.old == pytest.approx(float(Fraction(old)), abs=1e-12)
    assert found.new == pytest.approx(float(Fraction(new)), abs=1e-12)


def test_the_parts_add_up_to_the_whole(flagship):
    assert len(flagship.attributed) == len(study("exoshift").headlines)
    for found in flagship.attributed:
        assert sum(s.share for s in found.shares) == pytest.approx(found.new - found.old, abs=1e-12)


def test_lethality_comes_from_the_dropped_table_and_not_from_the_damage_step(flagship):
    shares = {
        s.group: s.share for s in headline(flagship.attributed, "out of action, one attack, short range, open").shares
    }
    assert shares["casualty"] > 0.4
    assert shares["damage"] < 0
    assert shares["range"] == shares["cover"] == 0.0


def test_the_damage_step_alone_is_ten_points_a_hit(flagship):
    # after the table is dropped: two shots at 8 of 10 with 7/10 or 6/10, 1 - (1 - k)^2
    one_attack = headline(flagship.attributed, "out of action, one attack, short range, open")
    share = next(s for s in one_attack.shares if s.group == "damage")
    before, after = 1 - (1 - Fraction(56, 100)) ** 2, 1 - (1 - Fraction(48, 100)) ** 2
    assert share.early == pytest.approx(float(after - before), abs=1e-12)


def test_actions_without_a_counterpart_are_listed(flagship):
    assert any("advance" in text for text in flagship.unmatched)
    assert any("suppression-fire" in text for text in flagship.unmatched)


def test_rows_are_sorted_by_the_size_of_the_change(flagship):
    sizes = [abs(row.loss_change or 0.0) for row in flagship.rows]
    assert sizes == sorted(sizes, reverse=True)


def test_the_reverse_pair_is_the_mirror_image(flagship):
    _, back = split(load_ruleset(NEW), load_ruleset(OLD))
    for found in flagship.attributed:
        mirror = headline(back, found.headline.name)
        assert (mirror.old, mirror.new) == (found.new, found.old)
        forward = {s.group: s.share for s in found.shares}
        assert {s.group: -s.share for s in mirror.shares} == pytest.approx(forward, abs=1e-12)


def test_a_draft_that_changes_one_constant_is_attributed_wholly_to_it(tmp_path):
    changed = draft(tmp_path, "one.toml", '[constants]\n"damage_fail.tokens_per_damage" = 2\n')
    found = compare(load_ruleset(NEW), changed)
    assert [e.key for e in found.edits] == ["constants.damage_fail.tokens_per_damage"]
    share = headline(found.attributed, "mean disruption, one attack, short range, open")
    # 12/25 tokens expected (X60-EX-01: two shots, 6/25 each), now twice as many
    assert share.shares[0].share == pytest.approx(float(Fraction(12, 25)), abs=1e-12)
    assert len(share.shares) == 1


def test_an_edit_that_changes_nothing_gets_exactly_zero(tmp_path):
    changed = draft(tmp_path, "two.toml", '[constants]\n"focus.com" = 3\n[weapons."IGI-87"]\npower = 9\n')
    _, found = split(load_ruleset(NEW), changed)
    shares = {s.group: s for s in headline(found, "out of action, one attack, short range, open").shares}
    assert shares["constants.focus.com"].share == 0.0  # no focus token is spent
    # hit 6, damage test at 7 instead of 6: 1 - (1 - 42/100)^2 against 369/625
    expected = 1 - Fraction(58, 100) ** 2 - Fraction(369, 625)
    assert shares["weapons.IGI-87.power"].share == pytest.approx(float(expected), abs=1e-12)


def test_two_edits_with_an_interaction_are_split_by_hand(tmp_path):
    text = '[units."Sol Line Infantry"]\ncom = 7\n[weapons."IGI-87"]\npower = 9\n'
    _, found = split(load_ruleset(NEW), draft(tmp_path, "three.toml", text))

    def destroyed(com, power):
        k = Fraction(com, 10) * Fraction(power - 2, 10)
        return 1 - (1 - k) ** 2

    com = (destroyed(7, 8) - destroyed(6, 8) + destroyed(7, 9) - destroyed(6, 9)) / 2
    power = (destroyed(6, 9) - destroyed(6, 8) + destroyed(7, 9) - destroyed(7, 8)) / 2
    shares = {s.group: s.share for s in headline(found, "out of action, one attack, short range, open").shares}
    assert shares["units.Sol Line Infantry.com"] == pytest.approx(float(com), abs=1e-12)
    assert shares["weapons.IGI-87.power"] == pytest.approx(float(power), abs=1e-12)


def test_a_drafts_own_groups_are_used(tmp_path):
    text = (
        '[units."Sol Line Infantry"]\ncom = 7\n[weapons."IGI-87"]\npower = 9\n'
        '[groups]\nprofile = ["units.*.com", "weapons.IGI-87.power"]\n'
    )
    groups, _ = split(load_ruleset(NEW), draft(tmp_path, "four.toml", text))
    assert [g.name for g in groups] == ["profile"]


def test_a_ruleset_against_itself_has_no_change():
    found = compare(load_ruleset(NEW), load_ruleset(NEW))
    assert not found.rows
    assert not found.edits
    assert found.same > 1000


def test_own_scenarios_in_place_of_the_suite(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        f'ruleset = "{NEW}"\npipeline = "shooting"\n[attacker]\nunit = "Sol Line Infantry"\n'
        '[target]\nunit = "Sol Line Infantry"\n[situation]\nrange = 8\n',
        encoding="utf-8",
    )
    found = compare(load_ruleset(OLD), load_ruleset(NEW), scenarios=[path])
    assert len(found.rows) == 1
    assert found.rows[0].loss == pytest.approx((532 / 3125, 369 / 625), abs=1e-12)


def test_applying_every_edit_gives_the_new_ruleset():
    old, new = load_ruleset(OLD), load_ruleset(NEW)
    hybrid = applied(old, new, edits(old, new), "all of it")
    assert not edits(hybrid, new)


def test_the_distance_is_the_most_that_any_chance_differs():
    base = {
        "ruleset": NEW,
        "pipeline": "shooting",
        "attacker": {"unit": "Sol Line Infantry"},
        "target": {"unit": "Sol Line Infantry"},
        "situation": {"range": 8},
    }
    here = odds(base)
    there = odds({**base, "situation": {"range": 15}})

    # two shots of 6 or 7 in 10, then 6 in 10: half the summed difference of the trinomials, by hand
    def cells(hit):
        k, token, miss = hit * Fraction(6, 10), hit * Fraction(4, 10), 1 - hit
        return [miss**2, 2 * miss * token, token**2, 2 * k * miss, 2 * k * token, k**2]

    expected = sum(abs(a - b) for a, b in zip(cells(Fraction(6, 10)), cells(Fraction(7, 10)), strict=True)) / 2
    assert total_variation(here, there) == pytest.approx(float(expected), abs=1e-12)


def test_two_families_do_not_compare():
    from dataclasses import replace

    with pytest.raises(InputError, match="one family"):
        compare(load_ruleset(OLD), replace(load_ruleset(NEW), family="xenocide"))


def test_an_edit_that_changes_nothing_has_exactly_no_share_where_sums_are_rounded(tmp_path):
    """Casualties do not depend on the suppression test, but were summed over other outcomes: 1e-17 was shown as -0."""
    path = tmp_path / "draft.toml"
    path.write_text('format = 1\nextends = "xenocide-0.34"\n[constants]\ncover_hard = 3\nsup_base = 4\n')
    _, found = split(load_ruleset("xenocide-0.34"), load_ruleset(path))
    lost = headline(found, "models lost, one volley of infantry, hard cover")
    shares = {s.group: s.share for s in lost.shares}
    assert shares["constants.sup_base"] == 0.0
    # accuracy 3 less 1 of aspect; cover 2 or 3, one more for infantry; armour 2 stops 2 of 6
    assert lost.old == pytest.approx(2 / 6 * 3 / 6 * 4 / 6, abs=1e-12)
    assert lost.new == pytest.approx(2 / 6 * 2 / 6 * 4 / 6, abs=1e-12)
    assert sum(shares.values()) == pytest.approx(lost.new - lost.old, abs=1e-12)
