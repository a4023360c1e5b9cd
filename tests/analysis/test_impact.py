"""Unclear rules weighed: what a situation did not look up cannot change it."""

from dataclasses import replace
from random import Random

import pytest

from analysis.asking import Ask
from analysis.impact import answers_noted, of_topics, standard
from analysis.odds import batch
from analysis.rulesets import load_ruleset
from analysis.study import study
from analysis.suite import scenario_of

ASK = Ask()


def same(a, b):
    """The same odds bit for bit, or illegal in the same words."""
    if a.distribution is None or b.distribution is None:
        return a == b
    return all(
        getattr(a.distribution, part).tobytes() == getattr(b.distribution, part).tobytes()
        for part in ("outcomes", "probabilities")
    )


@pytest.mark.parametrize("name", ["exoshift-0.53.0", "exoshift-0.60.1", "xenocide-0.34"])
def test_a_ruling_that_was_not_looked_up_changes_nothing(name):
    ruleset, random = load_ruleset(name), Random(8)
    asked = study(ruleset.family)
    every = [*standard(ruleset, asked), *of_topics(ruleset, asked)]
    rows = random.sample(every, 24)
    before = answers_noted(ruleset, rows, asked, ASK)
    rulings = [r for r in ruleset.definitions.rulings.values() if r.selectable and ruleset.in_force(r.name)]
    skipped = 0
    for ruling in rulings:
        for option in ruling.options:
            if option == ruleset.ruling(ruling.name):
                continue
            changed = replace(ruleset, rulings={**ruleset.rulings, ruling.name: option})
            quiet = [i for i, (_, noted) in enumerate(before) if ruling.name not in noted]
            chosen = random.sample(quiet, min(3, len(quiet)))
            asked_again = [scenario_of(changed, asked, rows[i].changes, rows[i].name, rows[i].pipeline) for i in chosen]
            skipped += len(chosen)
            for i, row in zip(chosen, batch(asked_again, ASK), strict=True):
                assert same(before[i][0], row), (ruling.name, option, rows[i].name)
    assert skipped >= 30


def test_a_constant_that_a_ruling_names_is_a_look_at_the_ruling():
    noted = set()
    ruleset = replace(load_ruleset("exoshift-0.53.0"), noted=noted)
    constants = ruleset.all_constants()
    ruled = {n: c.ruled_by for n, c in ruleset.definitions.constants.items() if c.ruled_by is not None}
    assert ruled
    assert not noted
    for name, ruling in ruled.items():
        noted.clear()
        assert constants[name] == ruleset.constant(name)
        assert noted == {ruling}
