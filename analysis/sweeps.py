"""Sweeps: one scenario with a key varied, and the search for the value that gives a wanted probability."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from analysis.asking import Ask
from analysis.errors import InputError
from analysis.families import registry
from analysis.keys import Int, Number, Word
from analysis.measures import Measure
from analysis.odds import Row, batch
from analysis.scenarios import Scenario, build_scenario

MOST_STEPS = 10_000
SPAN = re.compile(r"(-?\d+(?:\.\d+)?):(-?\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?")


def parse_value(text: str) -> Any:
    """A value as TOML spells it; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return text


def parse_set(texts: Sequence[str]) -> dict[str, Any]:
    """--set KEY=VALUE, several times."""
    changes = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise InputError(f"--set {text!r} is not KEY=VALUE")
        changes[key.strip()] = parse_value(value.strip())
    return changes


def parse_vary(text: str) -> tuple[str, list[Any]]:
    """--vary KEY=0:24:2 or KEY=a,b,c."""
    key, equals, values = text.partition("=")
    if not equals or not key.strip() or not values.strip():
        raise InputError(f"--vary {text!r} is not KEY=FIRST:LAST:STEP or KEY=A,B,C")
    if found := SPAN.fullmatch(values.strip()):
        return key.strip(), span(*(parse_value(part) if part else 1 for part in found.groups()))
    return key.strip(), [parse_value(part.strip()) for part in values.split(",")]


def span(first: Any, last: Any, step: Any) -> list[Any]:
    """From first to last, both included."""
    if step <= 0 or last < first or (last - first) / step > MOST_STEPS:
        raise InputError(f"{first}:{last}:{step} is no span of at most {MOST_STEPS} steps")
    whole = all(isinstance(v, int) for v in (first, last, step))
    count = int((last - first) / step + 1e-9) + 1
    return [first + i * step if whole else round(first + i * step, 9) for i in range(count)]


@dataclass(frozen=True)
class Swept:
    """Values of the varied keys with what came out."""

    keys: tuple[str, ...]
    values: list[tuple[Any, ...]]
    rows: list[Row]


def sweep(scenario: Scenario, varied: Mapping[str, Sequence[Any]], ask: Ask) -> Swept:
    """The scenario with every combination of the varied values, in one batch."""
    keys = tuple(varied)
    values = list(product(*varied.values()))
    if len(values) > MOST_STEPS:
        raise InputError(f"{len(values)} combinations, at most {MOST_STEPS} are swept")
    scenarios = [changed(scenario, dict(zip(keys, v, strict=True))) for v in values]
    return Swept(keys, values, batch(scenarios, ask))


def changed(scenario: Scenario, changes: Mapping[str, Any]) -> Scenario:
    return build_scenario(scenario.tables, where=scenario.where, near=scenario.near, changes=changes)


@dataclass(frozen=True)
class Found:
    """The value of a key that comes nearest to a wanted measure, and its neighbours."""

    key: str
    wanted: float
    nearest: Any
    table: list[tuple[Any, float | None, str | None]]


def seek(scenario: Scenario, key: str, measure: Measure, wanted: float, ask: Ask) -> Found:
    """Every value that the key may take is asked in one batch; the nearest is found, whatever the curve's shape."""
    values = candidates(scenario, key)
    swept = sweep(scenario, {key: values}, ask)
    table = [
        (value, None if row.distribution is None else measure.of(row.distribution), row.illegal)
        for (value,), row in zip(swept.values, swept.rows, strict=True)
    ]
    legal = [(abs(got - wanted), i) for i, (_, got, _) in enumerate(table) if got is not None]
    if not legal:
        raise InputError(f"{scenario.where}: no value of {key} is legal: {table[0][2]}")
    return Found(key, wanted, table[min(legal)[1]][0], table)


def candidates(scenario: Scenario, key: str) -> list[Any]:
    """The values that a key may take: all words, all whole numbers of its range, half inches."""
    kind = kind_of(scenario, key)
    if isinstance(kind, Int):
        return list(range(max(kind.low, -60), min(kind.high, 200) + 1))
    if isinstance(kind, Number):
        return [n / 2 for n in range(int(2 * kind.low), int(2 * min(kind.high, 100)) + 1)]
    if isinstance(kind, Word):
        return list(kind.options)
    raise InputError(f"{scenario.where}: {key} cannot be sought: it is not a number or a word")


def kind_of(scenario: Scenario, key: str) -> Any:
    keys, known = registry(scenario.ruleset.family), scenario.ruleset.definitions
    first, _, rest = key.partition(".")
    last = key.rpartition(".")[2]
    if first == "constants" and rest in known.constants:
        return known.constants[rest].kind
    if first == "rulings" and rest in known.rulings:
        return Word(tuple(known.rulings[rest].options))
    tables = {"situation": keys.situation, "attacker": keys.side, "target": keys.side}
    for table in (
        tables.get(first, {}),
        keys.stats if ".stats." in key else {},
        keys.weapon if ".weapons." in key else {},
    ):
        if last in table:
            return table[last].kind
    raise InputError(f"{scenario.where}: {key} is no key that can be sought")
