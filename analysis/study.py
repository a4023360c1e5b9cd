"""What is asked of a family: its analysis.toml, as data. The analyses themselves know no family."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from analysis.definitions import PROFILES
from analysis.distribution import Distribution
from analysis.errors import InputError
from analysis.measures import Measure, measure
from analysis.rulesets import Ruleset, bundled, load_bundled
from analysis.tomlfiles import check_format, read_toml
from analysis.topics import Topic, topic_of

NOTHING = "nothing"


@dataclass(frozen=True)
class Headline:
    """A number that a comparison explains; its measure may be another one in each edition."""

    name: str
    pipeline: str
    measures: Mapping[str, str]
    situation: Mapping[str, Any]
    activation: bool

    @property
    def measure(self) -> str:
        """In words, for an axis: every measure that it is read by."""
        return " / ".join(dict.fromkeys(self.measures.values()))


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
    loss_name: str
    pressure: str
    nothing: Mapping[str, int]
    choice: str | None
    cost_key: str
    cost_per_model: bool
    distance_key: str
    bands: str
    distance_unit: str
    cover_key: str
    covers: tuple[str, ...]
    actions: Mapping[str, Mapping[str, Mapping[str, Any]]]  # edition -> action -> what it sets
    counterparts: Mapping[str, str]
    sequence_key: str
    sequences: Mapping[str, tuple[tuple[str, ...], ...]]
    free_activation: Mapping[str, tuple[str, ...]]
    variants: tuple[Variant, ...]
    headlines: tuple[Headline, ...]
    topics: tuple[Topic, ...]
    pairs: tuple[Mapping[str, Any], ...]

    def action_names(self, edition: str) -> list[str]:
        return list(self.actions[edition])

    def cost(self, ruleset: Ruleset, unit: str, weapon: str | None = None) -> float:
        """Listed points of a unit, of all its models where they are a model's, with its weapon's on top."""
        profile = ruleset.units[unit]
        models = profile.get("models", 1) if self.cost_per_model else 1
        extra = ruleset.weapons[weapon].get(self.cost_key, 0) if weapon else 0
        return float(models * (profile.get(self.cost_key, 0) + extra))

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
        loss_name=tables["loss_name"],
        pressure=tables["pressure"],
        nothing=tables["nothing"],
        choice=tables.get("choice"),
        cost_key=tables["cost"]["key"],
        cost_per_model=tables["cost"]["per_model"],
        distance_key=distance["key"],
        bands=distance["bands"],
        distance_unit=distance["unit"],
        cover_key=cover["key"],
        covers=tuple(cover["values"]),
        actions={edition: actions_of(values, action.get("key", "")) for edition, values in action["values"].items()},
        counterparts=action.get("counterparts", {}),
        sequence_key=action.get("sequence_key", ""),
        sequences={e: tuple(tuple(s) for s in values) for e, values in action.get("sequences", {}).items()},
        free_activation={e: tuple(s) for e, s in tables.get("free_activation", {}).items()},
        variants=tuple(Variant(v["name"], v["changes"], v.get("sequences", False)) for v in tables["variants"]),
        headlines=tuple(headline_of(h, tables["pipeline"], action["values"]) for h in tables["headlines"]),
        topics=tuple(topic_of(t, tuple(action["values"])) for t in tables.get("topics", [])),
        pairs=tuple(tables.get("pairs", [])),
    )


def actions_of(values: Any, key: str) -> Mapping[str, Mapping[str, Any]]:
    """Actions by name, with what each sets: given so, or as the values of one key."""
    return values if isinstance(values, dict) else {name: {key: name} for name in values}


def headline_of(table: Mapping[str, Any], pipeline: str, editions: Iterable[str]) -> Headline:
    told = table["measure"]
    measures = told if isinstance(told, dict) else dict.fromkeys(editions, told)
    pipeline = table.get("pipeline", pipeline)
    return Headline(table["name"], pipeline, measures, table["situation"], table.get("activation", False))


def analysed() -> tuple[str, ...]:
    """The bundled rulesets whose family says what is asked of it."""
    return tuple(name for name in bundled() if (PROFILES / load_bundled(name).family / "analysis.toml").exists())
