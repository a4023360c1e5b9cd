"""Which unclear rule matters: every selectable ruling, every option, what it does to the odds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from analysis.asking import Ask
from analysis.compare import total_variation
from analysis.measures import Measure
from analysis.odds import Row, batch
from analysis.rulesets import Ruleset
from analysis.scenarios import Side
from analysis.study import Study, study
from analysis.suite import Progress, band_ends, in_batches, scenario_of
from analysis.topics import topics_of

NIL = 1e-12


@dataclass(frozen=True)
class Weighing:
    """A situation in which unclear rules are weighed, and the number that is told of it."""

    name: str
    pipeline: str
    changes: Mapping[str, Any]
    measured: str
    measure: Measure


@dataclass(frozen=True)
class Impact:
    """One option of a ruling against the one in force."""

    ruling: str
    option: str
    in_force: str
    meaning: str
    largest: float  # of the change in any chance: total variation
    mean: float
    largest_loss: float  # the largest change of a told number, signed
    measured: str  # which number that is
    where: str
    situations: int
    changed: int
    newly_illegal: int

    @property
    def sentence(self) -> str:
        """One plain sentence."""
        head = f"Reading {self.ruling} as {self.option} instead of {self.in_force}"
        if self.changed == 0:
            return f"{head} changes nothing in {self.situations} situations."
        text = f"{head} changes {self.changed} of {self.situations} situations, "
        text += f"some chance by up to {100 * self.largest:.1f} points"
        if abs(self.largest_loss) > NIL:
            way = "up" if self.largest_loss > 0 else "down"
            text += f"; {self.measured} goes {way} by {100 * abs(self.largest_loss):.1f} points ({self.where})"
        if self.newly_illegal:
            text += f"; {self.newly_illegal} situations are barred or allowed by it"
        return text + "."


def standard(ruleset: Ruleset, asked: Study) -> list[Weighing]:
    """The reference unit against its like: distances, covers, actions, activations, and the family's variants."""
    unit, weapon = asked.reference_unit, asked.reference_weapon
    ends = band_ends(ruleset, weapon, asked)
    base = {"attacker.unit": unit, "attacker.weapon": weapon, "target.unit": unit}
    rows = []
    places = [1, *ends] if len(ends) > 1 else ends
    for variant, distance, cover in product(asked.variants, places, (asked.covers[0], asked.covers[-1])):
        common = {**base, asked.distance_key: distance, asked.cover_key: cover, **variant.changes}
        place = f"at {distance:g}, cover {cover}"
        for action, changes in asked.actions[ruleset.edition].items():
            rows.append((f"{variant.name}, {action} {place}", {**common, **changes}))
        if variant.sequences and distance == ends[0]:
            for sequence in asked.sequences.get(ruleset.edition, ()):
                said = f"{variant.name}, {' then '.join(sequence)} {place}"
                rows.append((said, {**common, asked.sequence_key: list(sequence)}))
    return [Weighing(name, asked.pipeline, changes, asked.loss_name, asked.loss) for name, changes in rows]


def of_topics(ruleset: Ruleset, asked: Study) -> list[Weighing]:
    """The rows of the family's topics, told by the first number of each that is a chance or a share."""
    rows = []
    for topic in topics_of(asked.topics, ruleset):
        told = next(((n, m) for n, m in topic.measures.items() if m.is_chance or m.share), None)
        if topic.weighed and told is not None:
            rows += [
                Weighing(f"{topic.name}: {topic.said(labels)}", topic.pipeline, changes, *told)
                for labels, changes in topic.places()
            ]
    return rows


def impacts(ruleset: Ruleset, *, ask: Ask | None = None, progress: Progress | None = None) -> list[Impact]:
    """Every option of every selectable ruling in force, the largest effect first; the mechanisms excepted."""
    asked, ask = study(ruleset.family), ask or Ask()
    rows = [*standard(ruleset, asked), *of_topics(ruleset, asked)]
    rulings = [
        r for r in ruleset.definitions.rulings.values() if r.selectable and not r.mechanism and ruleset.in_force(r.name)
    ]
    options = [(r, o) for r in rulings for o in r.options if o != ruleset.ruling(r.name)]
    plain = answers_noted(ruleset, rows, asked, ask)
    plan, scenarios, known = [], [], dict[str, Side]()
    for ruling, option in options:
        changed = replace(ruleset, rulings={**ruleset.rulings, ruling.name: option})
        for index, (row, (_, noted)) in enumerate(zip(rows, plain, strict=True)):
            if ruling.name in noted:
                plan.append((ruling.name, option, index))
                scenarios.append(scenario_of(changed, asked, row.changes, row.name, row.pipeline, known))
    found = dict(zip(plan, in_batches(scenarios, ask, progress), strict=True))
    before = [row for row, _ in plain]
    out = []
    for ruling, option in options:
        after = [found.get((ruling.name, option, index), row) for index, row in enumerate(before)]
        out.append(weighed(ruling, option, ruleset, rows, before, after))
    return sorted(out, key=lambda i: (-i.largest, -i.mean, i.ruling, i.option))


def answers_noted(
    ruleset: Ruleset, rows: Sequence[Weighing], asked: Study, ask: Ask
) -> list[tuple[Row, frozenset[str]]]:
    """Each situation's odds with the rulings that it looked up: no other ruling can change them.

    Each is asked alone, since equal ones would be answered, and noted, only once.
    """
    found = []
    for row in rows:
        noted = set[str]()
        scenario = scenario_of(replace(ruleset, noted=noted), asked, row.changes, row.name, row.pipeline)
        answer = batch([scenario], ask)[0]
        found.append((answer, frozenset(noted)))
    return found


def weighed(
    ruling: Any, option: str, ruleset: Ruleset, rows: Sequence[Weighing], before: Sequence[Row], after: Sequence[Row]
) -> Impact:
    """How far an option moves the odds of the situations."""
    distances, moves, barred = [], [(0.0, "", "")], 0
    for row, a, b in zip(rows, before, after, strict=True):
        if a.distribution is None or b.distribution is None:
            barred += (a.distribution is None) != (b.distribution is None)
            continue
        distance = total_variation(a.distribution, b.distribution)
        distances.append(distance if distance > NIL else 0.0)
        if distance > NIL:
            moves.append((row.measure.of(b.distribution) - row.measure.of(a.distribution), row.measured, row.name))
    move, measured, where = max(moves, key=lambda m: abs(m[0]))
    return Impact(
        ruling.name,
        option,
        ruleset.ruling(ruling.name),
        ruling.meaning,
        max(distances, default=0.0),
        sum(distances) / max(1, len(distances)),
        move,
        measured,
        where,
        len(distances) + barred,
        sum(d > 0 for d in distances) + barred,
        barred,
    )
