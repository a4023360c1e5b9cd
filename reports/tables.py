"""What the pages show beside the analyses: the reference unit over distance, cover and action."""

from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.asking import Ask
from analysis.efficiency import TIE, Finding, never_best_choices
from analysis.rulesets import Ruleset
from analysis.study import Study, study
from analysis.suite import Situation, ask_suite, band_ends
from reports.style import SAMPLE, plain

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ReferenceOdds:
    """The reference unit against its like: a row for each distance, cover and action."""

    ruleset: Ruleset
    rows: "pd.DataFrame"
    never_best: tuple[Finding, ...]

    @property
    def actions(self) -> list[str]:
        """The actions that are allowed somewhere, in the family's order."""
        return list(dict.fromkeys(self.rows["action"]))

    @property
    def last(self) -> float:
        return float(self.rows["distance"].max())

    @property
    def flat(self) -> bool:
        """Does no distance matter, as far as the weapon reaches?"""
        values = self.rows.groupby(["cover", "action"])[["loss", "pressure"]]
        return bool((values.max() - values.min()).to_numpy().max(initial=0.0) <= TIE)

    def at(self, distance: float, cover: str, action: str) -> "pd.Series[float] | None":
        """One situation, or nothing where it is illegal."""
        rows = self.rows
        found = rows[(rows["distance"] == distance) & (rows["cover"] == cover) & (rows["action"] == action)]
        return found.iloc[0] if len(found) else None

    def levels(self, cover: str, action: str, field: str = "loss") -> list[tuple[float, float]]:
        """The last distance of each level, with its value."""
        rows = self.rows[(self.rows["cover"] == cover) & (self.rows["action"] == action)].sort_values("distance")
        pairs = list(zip(rows["distance"], rows[field], strict=True))
        ends = [a for a, b in pairwise(pairs) if abs(a[1] - b[1]) > TIE]
        return [*ends, *pairs[-1:]]


def reference_odds(ruleset: Ruleset, *, reach: float | None = None, ask: Ask | None = None) -> ReferenceOdds:
    """The reference unit with its weapon at its like, inch by inch, for every cover and action."""
    import pandas as pd

    asked = study(ruleset.family)
    unit, weapon = asked.reference_unit, asked.reference_weapon
    last = int(reach if reach is not None else max(band_ends(ruleset, weapon, asked), default=0))
    shape = product(range(last + 1), asked.covers, asked.actions[ruleset.edition])
    plan = [Situation(unit, weapon, unit, d, c, a) for d, c, a in shape]
    answers = ask_suite(ruleset, plan, ask)
    lines = [
        {
            "distance": s.distance,
            "cover": s.cover,
            "action": s.action,
            "loss": asked.loss.of(row.distribution),
            "pressure": row.distribution.mean(asked.pressure),
            "nothing": asked.happens_nothing(row.distribution),
        }
        for s, row in zip(plan, answers, strict=True)
        if row.distribution is not None
    ]
    columns = ["distance", "cover", "action", "loss", "pressure", "nothing"]
    never = never_best_choices([row.distribution for row in answers], asked.choice)
    return ReferenceOdds(ruleset, pd.DataFrame(lines, columns=columns), tuple(never))


def is_sample(ruleset: Ruleset, name: str) -> bool:
    """Is a unit or weapon made up by us, not printed in the rules and not the user's own?"""
    profiles = [table[name] for table in (ruleset.units, ruleset.weapons) if name in table]
    return any(profile.get("source") == "sample" for profile in profiles)


def marked(ruleset: Ruleset, name: str) -> str:
    """A name with an asterisk where its profile is a sample."""
    return f"{plain(name)}{SAMPLE}" if is_sample(ruleset, name) else plain(name)


def shown_id(ruleset: Ruleset) -> str:
    """The id of a bundled ruleset, the file name of a draft."""
    return ruleset.id if ruleset.id == ruleset.base else Path(ruleset.id).name


def profile_source(ruleset: Ruleset, asked: Study) -> str:
    """Where the profile of the reference unit and its weapon is from."""
    sources = {ruleset.units[asked.reference_unit].get("source"), ruleset.weapons[asked.reference_weapon].get("source")}
    if sources == {"seed"}:
        return "printed in the rules"
    return "a sample" if "sample" in sources else "the draft's own"


def reference_is_sample(ruleset: Ruleset) -> bool:
    """Does what is said of the reference unit rest on a profile that the rules do not print?"""
    return profile_source(ruleset, study(ruleset.family)) == "a sample"


def loss_words(asked: Study) -> str:
    """What loss means in this family, for an axis."""
    return f"loss, {asked.loss.text}"
