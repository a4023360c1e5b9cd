"""What is asked of a family: its analysis.toml, as data. The analyses themselves know no family."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from analysis.definitions import PROFILES
from analysis.distribution import Distribution
from analysis.errors import InputError
from analysis.measures import Measure, measure
from analysis.rulesets import Ruleset, bundled, load_bundled
from analysis.tomlfiles import check_format, read_toml

NOTHING = "nothing"


@dataclass(frozen=True)
class Headline:
    """A number that a comparison explains."""

    name: str
    measure: str
    situation: Mapping[str, Any]
    activation: bool


@dataclass(frozen=True)
class Variant:
    """A circumstance in which unclear rules are weighed."""

    name: str
    changes: Mapping[str, Any]
    sequences: bool


@dataclass(frozen=True)
class Study:
    """The questions of a family: what loss and pressure are, which situations, which actions."""

    family: str
    pipeline: str
    reference_unit: str
    reference_weapon: str
    loss: Measure
    pressure: str
    nothing: Mapping[str, int]
    choice: str
    distance_key: str
    bands: str
    distance_unit: str
    cover_key: str
    covers: tuple[str, ...]
    action_key: str
    sequence_key: str
    actions: Mapping[str, tuple[str, ...]]
    counterparts: Mapping[str, str]
    activations: Mapping[str, tuple[tuple[str, ...], ...]]
    sequences: Mapping[str, tuple[tuple[str, ...], ...]]
    free_activation: Mapping[str, tuple[str, ...]]
    variants: tuple["Variant", ...]
    headlines: tuple[Headline, ...]
    pairs: tuple[Mapping[str, Any], ...]

    def happens_nothing(self, found: Distribution) -> float:
        """The chance that an attack has no effect whatever."""

        def none(columns: Any) -> Any:
            parts = [columns[name] == value for name, value in self.nothing.items()]
            together = parts[0]
            for part in parts[1:]:
                together = together & part
            return together

        return found.probability(none)

    def value(self, name: str, found: Distribution) -> float:
        """A headline's measure."""
        return self.happens_nothing(found) if name == NOTHING else measure(name).of(found)

    def counterpart(self, action: str, old: Ruleset, new: Ruleset) -> str | None:
        """The action of the new ruleset that stands for one of the old."""
        if old.edition == new.edition:
            return action
        forward = self.counterparts
        backward = {there: here for here, there in forward.items()}
        table = forward if action in forward and forward[action] in self.actions[new.edition] else backward
        found = table.get(action)
        return found if found in self.actions[new.edition] else None


@cache
def study(family: str) -> Study:
    """The analysis.toml of a family."""
    path = PROFILES / family / "analysis.toml"
    if not path.exists():
        raise InputError(f"{family} has no analysis.toml: its rulesets can be asked for odds, not analysed")
    tables = read_toml(path)
    check_format(tables, str(path), needed=True)
    distance, cover, action = tables["distance"], tables["cover"], tables["action"]
    return Study(
        family=family,
        pipeline=tables["pipeline"],
        reference_unit=tables["reference_unit"],
        reference_weapon=tables["reference_weapon"],
        loss=measure(tables["loss"]),
        pressure=tables["pressure"],
        nothing=tables["nothing"],
        choice=tables["choice"],
        distance_key=distance["key"],
        bands=distance["bands"],
        distance_unit=distance["unit"],
        cover_key=cover["key"],
        covers=tuple(cover["values"]),
        action_key=action["key"],
        sequence_key=action["sequence_key"],
        actions={edition: tuple(values) for edition, values in action["values"].items()},
        counterparts=action["counterparts"],
        activations={e: tuple(tuple(s) for s in values) for e, values in action["activations"].items()},
        sequences={e: tuple(tuple(s) for s in values) for e, values in action["sequences"].items()},
        free_activation={e: tuple(s) for e, s in tables["free_activation"].items()},
        variants=tuple(Variant(v["name"], v["changes"], v.get("sequences", False)) for v in tables["variants"]),
        headlines=tuple(
            Headline(h["name"], h["measure"], h["situation"], h.get("activation", False)) for h in tables["headlines"]
        ),
        pairs=tuple(tables["pairs"]),
    )


def analysed() -> tuple[str, ...]:
    """The bundled rulesets whose family says what is asked of it."""
    return tuple(name for name in bundled() if (PROFILES / load_bundled(name).family / "analysis.toml").exists())
