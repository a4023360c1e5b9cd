"""Two rulesets of one family: the same situations under both, what changed, how much, and because of which rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from analysis.asking import Ask
from analysis.attribution import (
    OTHER,
    Group,
    Share,
    Subset,
    closed_subsets,
    make_groups,
    reversed_needs,
    shapley,
    single_groups,
)
from analysis.diffs import Edit, applied, check_family, edits
from analysis.distribution import Distribution
from analysis.errors import InputError
from analysis.odds import Row, batch
from analysis.rulesets import Ruleset
from analysis.study import Headline, Study, study
from analysis.suite import (
    Progress,
    Situation,
    armed_units,
    band_ends,
    in_batches,
    own_scenarios,
    scenario_of,
    scenarios_of,
)
from analysis.sums import equal_rows, sum_by
from analysis.topic_changes import TopicChange, paired_topics

EXACTLY = 1e-12
ROUNDING = 1e-14  # between sums of the same probabilities in another order
FALSE_ALARM = 0.05  # of all verdicts on sampled rows together


@dataclass(frozen=True)
class Changed:
    """One situation under both rulesets."""

    situation: Situation | str
    new_action: str
    old: Distribution | None
    new: Distribution | None
    illegal_old: str | None
    illegal_new: str | None
    loss: tuple[float | None, float | None]
    pressure: tuple[float | None, float | None]
    nothing: tuple[float | None, float | None]
    distance: float | None  # total variation between the two distributions
    error: float  # half-width of the loss difference; 0 where both are exact

    @property
    def loss_change(self) -> float | None:
        return None if self.loss[0] is None or self.loss[1] is None else self.loss[1] - self.loss[0]


@dataclass(frozen=True)
class Attributed:
    """A headline number of both rulesets and each group's part in the difference."""

    headline: Headline
    old: float
    new: float
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Comparison:
    """All of it."""

    old: Ruleset
    new: Ruleset
    edits: tuple[Edit, ...]
    groups: tuple[Group, ...]
    rows: tuple[Changed, ...]
    same: int
    illegal: int  # in both
    unmatched: tuple[str, ...]
    topics: tuple[TopicChange, ...]
    attributed: tuple[Attributed, ...]
    not_attributed: str | None


def total_variation(a: Distribution, b: Distribution) -> float:
    """Half the summed difference of all probabilities: the most that any chance can differ."""
    if a.outcomes is b.outcomes and a.probabilities is b.probabilities:
        return 0.0
    unique, back = equal_rows(np.concatenate([a.outcomes, b.outcomes]))
    change = sum_by(back, np.concatenate([a.probabilities, -b.probabilities]), len(unique))
    return float(np.abs(change).sum() / 2)


def paired_situations(old: Ruleset, new: Ruleset, asked: Study) -> tuple[list[tuple[Situation, str]], list[str]]:
    """Situations that both rulesets have, with the new one's action; and what has no counterpart."""
    pairs, unmatched = [], []
    for action in asked.actions[old.edition]:
        if asked.counterpart(action, old, new) is None:
            unmatched.append(f"action {action} of {old.name}")
    mapped = {asked.counterpart(a, old, new) for a in asked.actions[old.edition]}
    unmatched += [f"action {a} of {new.name}" for a in asked.actions[new.edition] if a not in mapped]
    both = set(armed_units(new))
    for unit, weapon in armed_units(old):
        if (unit, weapon) not in both:
            unmatched.append(f"{unit} with {weapon}")
            continue
        ends = sorted({*band_ends(old, weapon, asked), *band_ends(new, weapon, asked)})
        targets = [t for t in old.units if t in new.units]
        for target, distance, cover, action in product(targets, ends, asked.covers, asked.actions[old.edition]):
            other = asked.counterpart(action, old, new)
            if other is not None:
                pairs.append((Situation(unit, weapon, target, distance, cover, action), other))
    return pairs, unmatched


def compare(
    old: Ruleset,
    new: Ruleset,
    *,
    ask: Ask | None = None,
    scenarios: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Comparison:
    """Every row of the suite (or the user's own scenarios) under both rulesets, sorted by the size of the change."""
    check_family(old, new)
    asked, ask = study(old.family), ask or Ask()
    differences = edits(old, new)
    unmatched: list[str] = []
    topics: list[TopicChange] = []
    if scenarios:
        names: list[tuple[Any, str]] = [(str(path), "") for path in scenarios]
        first, second = own_scenarios(scenarios, old), own_scenarios(scenarios, new)
    else:
        pairs, unmatched = paired_situations(old, new, asked)
        topics, lonely = paired_topics(old, new, asked, ask)
        unmatched += lonely
        names = [(s, action) for s, action in pairs]
        first = scenarios_of(old, asked, (s.changes(asked, old.edition) for s, _ in pairs))
        second = scenarios_of(new, asked, (replace(s, action=a).changes(asked, new.edition) for s, a in pairs))
    answers = in_batches([*first, *second], ask, progress)
    rows = [
        changed(name, action, before, after, asked)
        for (name, action), before, after in zip(names, answers[: len(first)], answers[len(first) :], strict=True)
    ]
    moved = [row for row in rows if moved_at_all(row)]
    illegal = sum(row.old is None and row.new is None for row in rows)
    moved.sort(key=lambda row: (-abs(row.loss_change or 0.0), -(row.distance if row.distance is not None else -1)))
    groups, attributed, reason = attribute(old, new, differences, asked, ask)
    return Comparison(
        old,
        new,
        tuple(differences),
        tuple(groups),
        tuple(moved),
        len(rows) - len(moved) - illegal,
        illegal,
        tuple(unmatched),
        tuple(topics),
        attributed,
        reason,
    )


def moved_at_all(row: Changed) -> bool:
    """Legal in one only, or with other odds; illegal in both is no change."""
    if row.old is None or row.new is None:
        return row.old is not row.new
    return row.distance is not None and row.distance > EXACTLY


def changed(name: Any, action: str, before: Row, after: Row, asked: Study) -> Changed:
    """One situation: its measures under both, and how far apart they are."""
    a, b = before.distribution, after.distribution

    def pair(read: Any) -> tuple[float | None, float | None]:
        return None if a is None else read(a), None if b is None else read(b)

    shares = [d for d in (a, b) if d is not None and d.trials is not None]
    error = 1.96 * sqrt(sum(asked.loss.of(d) * (1 - asked.loss.of(d)) / (d.trials or 1) for d in shares))
    return Changed(
        name,
        action,
        a,
        b,
        before.illegal,
        after.illegal,
        pair(asked.loss.of),
        pair(lambda d: d.mean(asked.pressure)),
        pair(asked.happens_nothing),
        None if a is None or b is None else total_variation(a, b),
        error,
    )


def verdict(row: Changed, comparisons: int) -> str:
    """What can be said: exact differences as they are, sampled ones only beyond their noise."""
    change = row.loss_change
    if change is None:
        return "only legal in one"
    noise = row.error * sqrt(2 * np.log(max(2, comparisons) / FALSE_ALARM)) / 1.96 if row.error else EXACTLY
    if abs(change) <= noise:
        return "loss unchanged"
    return "deadlier" if change > 0 else "less deadly"


def groups_for(old: Ruleset, new: Ruleset, differences: Sequence[Edit], asked: Study) -> list[Group]:
    """The groups of a bundled pair, forwards or backwards; those that a draft declares; else one for each edit."""
    for pair in asked.pairs:
        if (pair["old"], pair["new"]) == (old.id, new.id):
            return make_groups(differences, pair["groups"], f"{old.family}/analysis.toml")
        if (pair["old"], pair["new"]) == (new.id, old.id):
            return reversed_needs(make_groups(differences, pair["groups"], f"{old.family}/analysis.toml"))
    for ruleset in (new, old):
        if ruleset.groups:
            made = make_groups(differences, ruleset.groups, ruleset.id)
            return made if ruleset is new else reversed_needs(made)
    return single_groups(differences)


def attribute(
    old: Ruleset, new: Ruleset, differences: Sequence[Edit], asked: Study, ask: Ask
) -> tuple[list[Group], tuple[Attributed, ...], str | None]:
    """Each headline's difference, split over the groups."""
    if not differences:
        return [], (), "the two rulesets are the same"
    groups = groups_for(old, new, differences, asked)
    try:
        return groups, tuple(attributed(old, new, groups, asked, ask)), None
    except Unanswerable as error:
        return groups, (), str(error)


class Unanswerable(Exception):
    """A mixture of the two rulesets is illegal: nothing can be split."""


def attributed(old: Ruleset, new: Ruleset, groups: Sequence[Group], asked: Study, ask: Ask) -> list[Attributed]:
    """All mixtures of all headlines in one batch, then the shares."""
    plan, scenarios = [], []
    mixed: dict[Subset, Ruleset] = {}
    for headline in asked.headlines:
        members = merged_for(headline, groups)
        for subset in closed_subsets(members):
            chosen = [e for g in members if g.name in subset for e in g.edits]
            label = frozenset(e.key for e in chosen)
            if label not in mixed:
                mixed[label] = applied(
                    old, new, chosen, f"{old.name} with {', '.join(sorted(subset)) or 'nothing'} changed"
                )
            plan.append((headline, subset, mixed[label].edition))
            scenarios.append(headline_scenario(headline, mixed[label], old, new, asked))
    values: dict[tuple[str, Subset], float] = {}
    for (headline, subset, edition), row in zip(plan, batch(scenarios, ask), strict=True):
        if row.distribution is None:
            if len(subset) in (0, len(merged_for(headline, groups))):
                values[(headline.name, subset)] = float("nan")
                continue
            raise Unanswerable(f"{headline.name} is illegal with {', '.join(sorted(subset))} changed: {row.illegal}")
        values[(headline.name, subset)] = asked.value(headline.measures[edition], row.distribution)
    values = settled(values)
    out = []
    for headline in asked.headlines:
        members = merged_for(headline, groups)
        everything = frozenset(g.name for g in members)
        ends = values[(headline.name, frozenset())], values[(headline.name, everything)]
        if any(np.isnan(end) for end in ends):
            continue
        shares = shapley(members, lambda s, h=headline: values[(h.name, s)])  # type: ignore[misc]
        out.append(Attributed(headline, *ends, tuple(shares)))
    return out


def settled(values: Mapping[tuple[str, Subset], float]) -> dict[tuple[str, Subset], float]:
    """Values that differ by less than rounding as one value, so that an edit that changes nothing has exactly 0."""
    out: dict[tuple[str, Subset], float] = {}
    before = float("-inf")
    for key, value in sorted(values.items(), key=lambda pair: pair[1]):
        before = before if value - before <= ROUNDING else value
        out[key] = before
    return out


def merged_for(headline: Headline, groups: Sequence[Group]) -> list[Group]:
    """The groups of a headline: those of whole activations are part of `other` where one attack is measured."""
    if headline.activation or not any(g.activation for g in groups):
        return list(groups)
    folded = tuple(e for g in groups if g.activation or g.name == OTHER for e in g.edits)
    kept = [g for g in groups if not g.activation and g.name != OTHER]
    return [*kept, Group(OTHER, "everything else", folded)]


def headline_scenario(headline: Headline, ruleset: Ruleset, old: Ruleset, new: Ruleset, asked: Study) -> Any:
    """The reference unit against its like, in the headline's situation, by the action of the edition in force."""
    unit, weapon = asked.reference_unit, asked.reference_weapon
    if unit not in ruleset.units or weapon not in ruleset.weapons:
        raise InputError(f"{ruleset.name} does not list {unit} with {weapon}, on which the headline numbers rest")
    changes = {"attacker": {"unit": unit, "weapon": weapon}, "target": {"unit": unit}, **headline.situation}
    if headline.activation:
        changes[asked.sequence_key] = list(asked.free_activation[ruleset.edition])
    else:
        changes |= next(iter(asked.actions[ruleset.edition].values()))
    return scenario_of(ruleset, asked, changes, headline.name, headline.pipeline)
