"""Which unclear rule matters: every selectable ruling, every option, what it does to the odds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from analysis.asking import Ask
from analysis.compare import total_variation
from analysis.odds import Row
from analysis.rulesets import Ruleset
from analysis.study import Study, study
from analysis.suite import Progress, band_ends, in_batches, scenario_of


@dataclass(frozen=True)
class Impact:
    """One option of a ruling against the one in force."""

    ruling: str
    option: str
    in_force: str
    meaning: str
    largest: float  # of the change in any chance: total variation
    mean: float
    largest_loss: float  # the largest change in loss, signed
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
        if abs(self.largest_loss) > 1e-12:
            more = "more" if self.largest_loss > 0 else "less"
            text += f"; a target is out {100 * abs(self.largest_loss):.1f} points {more} often"
            text += f" ({self.where})"
        if self.newly_illegal:
            text += f"; {self.newly_illegal} situations are barred or allowed by it"
        return text + "."


def standard(ruleset: Ruleset, asked: Study) -> list[tuple[str, dict[str, Any]]]:
    """The reference unit against its like: distances, covers, actions, activations, and the family's variants."""
    unit, weapon = asked.reference_unit, asked.reference_weapon
    ends = band_ends(ruleset, weapon, asked)
    base = {"attacker.unit": unit, "attacker.weapon": weapon, "target.unit": unit}
    rows = []
    places = [1, *ends]
    for variant, distance, cover in product(asked.variants, places, (asked.covers[0], asked.covers[-1])):
        name = variant.name
        common = {**base, asked.distance_key: distance, asked.cover_key: cover, **variant.changes}
        for action in asked.actions[ruleset.edition]:
            rows.append((f"{name}, {action} at {distance:g}, cover {cover}", {**common, asked.action_key: action}))
        if variant.sequences and distance == ends[0]:
            for sequence in asked.sequences[ruleset.edition]:
                said = f"{name}, {' then '.join(sequence)} at {distance:g}, cover {cover}"
                rows.append((said, {**common, asked.sequence_key: list(sequence)}))
    return rows


def impacts(ruleset: Ruleset, *, ask: Ask | None = None, progress: Progress | None = None) -> list[Impact]:
    """Every option of every selectable ruling in force, the largest effect first; the mechanisms excepted."""
    asked, ask = study(ruleset.family), ask or Ask()
    rows = standard(ruleset, asked)
    rulings = [
        r for r in ruleset.definitions.rulings.values() if r.selectable and not r.mechanism and ruleset.in_force(r.name)
    ]
    options = [(r, o) for r in rulings for o in r.options if o != ruleset.ruling(r.name)]
    plain = in_batches([scenario_of(ruleset, asked, changes, name) for name, changes in rows], ask)
    out = []
    for done, (ruling, option) in enumerate(options):
        changed = replace(ruleset, rulings={**ruleset.rulings, ruling.name: option})
        answers = in_batches([scenario_of(changed, asked, changes, name) for name, changes in rows], ask)
        out.append(weighed(ruling, option, ruleset, rows, plain, answers, asked))
        if progress:
            progress(done + 1, len(options))
    return sorted(out, key=lambda i: (-i.largest, -i.mean, i.ruling, i.option))


def weighed(
    ruling: Any,
    option: str,
    ruleset: Ruleset,
    rows: Sequence[tuple[str, Any]],
    before: Sequence[Row],
    after: Sequence[Row],
    asked: Study,
) -> Impact:
    """How far an option moves the odds of the standard situations."""
    distances, losses, barred = [], [], 0
    for (name, _), a, b in zip(rows, before, after, strict=True):
        if a.distribution is None or b.distribution is None:
            barred += (a.distribution is None) != (b.distribution is None)
            continue
        distance = total_variation(a.distribution, b.distribution)
        distances.append(distance if distance > 1e-12 else 0.0)
        losses.append((asked.loss.of(b.distribution) - asked.loss.of(a.distribution), name))
    loss, where = max(losses, key=lambda x: abs(x[0]), default=(0.0, ""))
    return Impact(
        ruling.name,
        option,
        ruleset.ruling(ruling.name),
        ruling.meaning,
        max(distances, default=0.0),
        sum(distances) / max(1, len(distances)),
        loss,
        where,
        len(distances) + barred,
        sum(d > 0 for d in distances) + barred,
        barred,
    )
