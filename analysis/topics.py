"""Topics: further questions of a family, each a table over a few keys of one pipeline; data of its analysis.toml."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from analysis.asking import Ask
from analysis.measures import Measure, measure
from analysis.odds import Row, batch
from analysis.rulesets import Ruleset
from analysis.scenarios import SIDES, Scenario, build_scenario

TIE = 1e-12


@dataclass(frozen=True)
class Axis:
    """What varies: names of values, with what each sets."""

    name: str
    values: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Choosing:
    """An axis whose values are a player's choice, and the measure that the best one has most or least of."""

    axis: str
    by: str
    most: bool


@dataclass(frozen=True)
class Topic:
    """One question: a pipeline, what is common to all rows, what varies, which numbers answer it."""

    name: str
    asks: str
    pipeline: str
    editions: tuple[str, ...]
    common: Mapping[str, Any]
    axes: tuple[Axis, ...]
    measures: Mapping[str, Measure]
    choice: Choosing | None
    weighed: bool  # are unclear rules weighed here, too
    remark: str

    def places(self) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
        """Every row: its labels and all that it sets."""
        for labels in product(*(axis.values for axis in self.axes)):
            changes = dict(self.common)
            for axis, label in zip(self.axes, labels, strict=True):
                changes |= axis.values[label]
            yield labels, changes

    @property
    def choice_place(self) -> int:
        """Which axis is the choice."""
        assert self.choice is not None
        return [axis.name for axis in self.axes].index(self.choice.axis)

    def said(self, labels: Sequence[str]) -> str:
        """A row in words; a situation without its choice, too."""
        axes = list(self.axes)
        if len(labels) < len(axes):
            del axes[self.choice_place]
        return ", ".join(f"{axis.name} {label}".strip() for axis, label in zip(axes, labels, strict=True))


@dataclass(frozen=True)
class TopicRow:
    """One row of a topic's table: its numbers, or why it is illegal."""

    labels: tuple[str, ...]
    values: tuple[float, ...] | None
    illegal: str | None
    method: str | None


@dataclass(frozen=True)
class TopicTable:
    """A topic, answered."""

    topic: Topic
    rows: tuple[TopicRow, ...]

    @property
    def legal(self) -> list[TopicRow]:
        return [row for row in self.rows if row.values is not None]

    @property
    def exact(self) -> bool:
        return all(row.method == "exact" for row in self.legal)

    def column(self, name: str) -> int:
        return list(self.topic.measures).index(name)

    def rivals(self) -> dict[tuple[str, ...], dict[str, float]]:
        """By situation (the other labels): what each value of the choice has of the measure that decides."""
        choice = self.topic.choice
        if choice is None:
            return {}
        place, column = self.topic.choice_place, self.column(choice.by)
        found: dict[tuple[str, ...], dict[str, float]] = {}
        for row in self.legal:
            assert row.values is not None
            others = (*row.labels[:place], *row.labels[place + 1 :])
            found.setdefault(others, {})[row.labels[place]] = row.values[column]
        return found

    def best(self) -> dict[str, int]:
        """How often each value of the choice is best; ties count for all."""
        if self.topic.choice is None:
            return {}
        sign, rivals = (1 if self.topic.choice.most else -1), self.rivals().values()
        wins = dict.fromkeys((label for group in rivals for label in group), 0)
        for group in rivals:
            top = max(sign * value for value in group.values())
            for label, value in group.items():
                wins[label] += sign * value >= top - TIE
        return wins


def topic_of(table: Mapping[str, Any], editions: tuple[str, ...]) -> Topic:
    """A topic from its table."""
    choice = table.get("choice")
    return Topic(
        name=table["name"],
        asks=table["asks"],
        pipeline=table["pipeline"],
        editions=tuple(table.get("editions", editions)),
        common=table.get("common", {}),
        axes=tuple(axis_of(axis) for axis in table["axes"]),
        measures={name: measure(text) for name, text in table["measures"].items()},
        choice=None if choice is None else Choosing(choice["axis"], choice["by"], choice["want"] == "most"),
        weighed=table.get("weighed", True),
        remark=table.get("remark", ""),
    )


def axis_of(table: Mapping[str, Any]) -> Axis:
    """An axis: the values of one key, or names with what each sets."""
    if "key" in table:
        return Axis(table["name"], {label(value): {table["key"]: value} for value in table["values"]})
    return Axis(table["name"], table["changes"])


def label(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def named_profiles(topic: Topic) -> set[tuple[str, str]]:
    """The units and weapons that its rows name: (units or weapons, name)."""
    found = set()
    for _, changes in topic.places():
        for side, (kind, table) in product(SIDES, (("unit", "units"), ("weapon", "weapons"))):
            if f"{side}.{kind}" in changes:
                found.add((table, changes[f"{side}.{kind}"]))
    return found


def topics_of(topics: Sequence[Topic], ruleset: Ruleset) -> list[Topic]:
    """The topics that a ruleset can be asked: of its edition, with every profile that they name."""
    return [
        topic
        for topic in topics
        if ruleset.edition in topic.editions
        and all(name in getattr(ruleset, table) for table, name in named_profiles(topic))
    ]


def rests_on_samples(topic: Topic, ruleset: Ruleset) -> bool:
    """Does any row use a profile that the rules do not print?"""
    profiles = [getattr(ruleset, table)[name] for table, name in named_profiles(topic)]
    return any(profile.get("source") == "sample" for profile in profiles)


def topic_scenarios(topic: Topic, ruleset: Ruleset) -> list[Scenario]:
    base = {"ruleset": ruleset.id, "pipeline": topic.pipeline}
    return [
        build_scenario(base, where=f"{topic.name}: {topic.said(labels)}", changes=changes, ruleset=ruleset)
        for labels, changes in topic.places()
    ]


def topic_tables(topics: Sequence[Topic], ruleset: Ruleset, ask: Ask | None = None) -> list[TopicTable]:
    """Every topic that the ruleset can be asked, answered in one batch."""
    asked = topics_of(topics, ruleset)
    scenarios = [topic_scenarios(topic, ruleset) for topic in asked]
    rows = iter(batch([scenario for group in scenarios for scenario in group], ask or Ask()))
    return [answered(topic, [next(rows) for _ in group]) for topic, group in zip(asked, scenarios, strict=True)]


def answered(topic: Topic, rows: Sequence[Row]) -> TopicTable:
    places = [labels for labels, _ in topic.places()]
    return TopicTable(topic, tuple(topic_row(topic, p, r) for p, r in zip(places, rows, strict=True)))


def topic_row(topic: Topic, labels: tuple[str, ...], row: Row) -> TopicRow:
    found = row.distribution
    if found is None:
        return TopicRow(labels, None, row.illegal, None)
    return TopicRow(labels, tuple(m.of(found) for m in topic.measures.values()), None, found.method)
