"""Topics under two rulesets: the same numbers side by side, and what only one of them has."""

from dataclasses import dataclass

from analysis.asking import Ask
from analysis.rulesets import Ruleset
from analysis.study import Study
from analysis.topics import TopicRow, TopicTable, topic_tables


@dataclass(frozen=True)
class TopicChange:
    """One number of a topic under both rulesets."""

    topic: str
    place: str
    measure: str
    old: float
    new: float


def paired_topics(old: Ruleset, new: Ruleset, asked: Study, ask: Ask) -> tuple[list[TopicChange], list[str]]:
    """Numbers of topics that both rulesets have, row by row; and what only one of them has."""
    before, after = ({t.topic.name: t for t in topic_tables(asked.topics, r, ask)} for r in (old, new))
    found, lonely = [], []
    for name, table in before.items():
        other = after.get(name)
        if other is None:
            lonely.append(f"topic {name!r} of {old.name}")
            continue
        rows = {row.labels: row for row in other.rows}
        for row in table.legal:
            there = rows.get(tuple(counterpart_label(label, asked, old, new) for label in row.labels))
            if there is not None:
                found += topic_changes(table, row, other, there)
        lonely += only_in_one(table, other, old, new)
    lonely += [f"topic {name!r} of {new.name}" for name in after if name not in before]
    return found, lonely


def counterpart_label(label: str, asked: Study, old: Ruleset, new: Ruleset) -> str:
    """The label of a row in the new ruleset: of an action its counterpart."""
    return (asked.counterpart(label, old, new) or label) if label in asked.actions[old.edition] else label


def topic_changes(table: TopicTable, row: TopicRow, other: TopicTable, there: TopicRow) -> list[TopicChange]:
    if row.values is None or there.values is None:
        return []
    place = table.topic.said(row.labels)
    return [
        TopicChange(table.topic.name, place, name, row.values[i], there.values[other.column(name)])
        for i, name in enumerate(table.topic.measures)
        if name in other.topic.measures
    ]


def only_in_one(table: TopicTable, other: TopicTable, old: Ruleset, new: Ruleset) -> list[str]:
    """Numbers of a topic that the other ruleset has no word for."""
    out = []
    for here, there, ruleset in ((table, other, old), (other, table, new)):
        missing = [name for name in here.topic.measures if name not in there.topic.measures]
        out += [f"{name!r} of topic {here.topic.name!r} of {ruleset.name}" for name in missing]
    return out
