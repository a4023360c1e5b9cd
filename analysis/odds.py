"""The odds of scenarios: one, or a table of them through one batch."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.asking import Answer, Ask
from analysis.distribution import Distribution, sorted_rows
from analysis.errors import Illegal, InputError
from analysis.families import family_module, registry
from analysis.scenarios import Scenario, Side, build_scenario, load_scenario, scenario_ruleset
from kernels.fingerprint import HASH

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Row:
    """One row of a batch: its distribution, or why the rules do not allow it."""

    distribution: Distribution | None
    illegal: str | None = None


def as_scenario(scenario: Scenario | Mapping[str, Any] | str | Path) -> Scenario:
    """A scenario from whatever names one: itself, tables, or a path."""
    if isinstance(scenario, Scenario):
        return scenario
    if isinstance(scenario, Mapping):
        return build_scenario(scenario)
    return load_scenario(scenario)


def odds(scenario: Scenario | Mapping[str, Any] | str | Path, ask: Ask | None = None, **asked: Any) -> Distribution:
    """The odds of one scenario; Illegal where the rules do not allow it."""
    row = batch([as_scenario(scenario)], ask or Ask(**asked))[0]
    if row.distribution is None:
        raise Illegal(str(row.illegal))
    return row.distribution


def batch(scenarios: Sequence[Scenario], ask: Ask, progress: Any = None) -> list[Row]:
    """Many scenarios: lowered, equal ones merged, all computed in one call a family."""
    numbers: dict[tuple[str, Any], int] = {}  # of distinct cases
    by_family: dict[str, dict[int, Any]] = {}
    lowered: list[tuple[Any, int]] = []
    for scenario in scenarios:
        case, family = lower_one(scenario), scenario.ruleset.family
        if isinstance(case, str):
            lowered.append((case, -1))
            continue
        number = numbers.setdefault((family, case.key), len(numbers))
        lowered.append((case, number))
        known = by_family.setdefault(family, {})
        if number not in known:
            known[number] = case
    answers: dict[int, Answer | Illegal] = {}
    for family, cases in by_family.items():
        found = family_module(family).answer(list(cases.values()), ask)
        answers.update(zip(cases, found, strict=True))
    finished = {n: sorted_rows(a.outcomes, a.probabilities) for n, a in answers.items() if isinstance(a, Answer)}
    rows = []
    for scenario, (case, number) in zip(scenarios, lowered, strict=True):
        answer = case if isinstance(case, str) else answers[number]
        if isinstance(answer, str):
            rows.append(Row(None, answer))
        elif isinstance(answer, Illegal):
            rows.append(Row(None, f"{scenario.where}: {answer}"))
        else:
            rows.append(Row(distribution_of(scenario, case, answer, finished[number], ask)))
    return rows


def lower_one(scenario: Scenario) -> Any:
    """The lowered case, or the reason why it is illegal."""
    try:
        return family_module(scenario.ruleset.family).lower(scenario)
    except Illegal as illegal:
        return f"{scenario.where}: {illegal}"
    except InputError as error:
        text = str(error)
        raise InputError(text if text.startswith(scenario.where) else f"{scenario.where}: {text}") from None


def distribution_of(scenario: Scenario, case: Any, answer: Answer, found: tuple[Any, Any], ask: Ask) -> Distribution:
    keys = registry(scenario.ruleset.family)
    fields = keys.pipelines[scenario.pipeline].fields_of(scenario.ruleset.edition)
    return Distribution(
        fields=fields,
        outcomes=found[0],
        probabilities=found[1],
        names={name: words for name, words in keys.names.items() if name in fields},
        ruleset=scenario.ruleset.id,
        pipeline=scenario.pipeline,
        trials=answer.trials,
        seed=None if answer.trials is None else ask.seed,
        unfinished=answer.unfinished,
        rulings=in_force(scenario),
        notes=(*case.notes, *answer.notes),
        choice=answer.choice,
        offered=answer.offered,
        dice=answer.dice,
        strength=strength(scenario.target),
    )


def strength(side: Side) -> int:
    """The models of a side, of all its groups where it has some."""
    groups = side.state.get("groups", [])
    return sum(g.get("models", 1) for g in groups) or int(side.state.get("models", 1))


FORCED: dict[int, tuple[Any, dict[str, str]]] = {}


def in_force(scenario: Scenario) -> dict[str, str]:
    """The rulings in force, found once for a ruleset."""
    known = FORCED.get(id(scenario.ruleset))
    if known is None or known[0] is not scenario.ruleset:
        if len(FORCED) > 4096:
            FORCED.clear()
        known = FORCED[id(scenario.ruleset)] = (scenario.ruleset, scenario.ruleset.rulings_in_force())
    return known[1]


def odds_many(
    scenarios: "Iterable[Scenario | Mapping[str, Any]] | pd.DataFrame",
    base: Mapping[str, Any] | None = None,
    ask: Ask | None = None,
) -> "pd.DataFrame":
    """A table of scenarios as a tidy table: the row's number, its outcome and probability, or `illegal` and why.

    A data frame has a column for each dotted key that varies (`situation.range`), over the tables of `base`.
    """
    import pandas as pd

    parts: dict[tuple[str, ...], list[tuple[int, Row]]] = {}
    for number, row in enumerate(batch(many(scenarios, base), ask or Ask())):
        fields = row.distribution.fields if row.distribution else ()
        parts.setdefault(fields, []).append((number, row))
    frames = [tidy(fields, numbered) for fields, numbered in parts.items()]
    if not frames:
        return pd.DataFrame({"row": [], "illegal": []})
    return pd.concat(frames).sort_values("row", kind="stable", ignore_index=True)


def tidy(fields: tuple[str, ...], numbered: Sequence[tuple[int, Row]]) -> "pd.DataFrame":
    """Rows of one shape, one line an outcome; illegal ones have a line each."""
    import pandas as pd

    if not fields:
        return pd.DataFrame({"row": [n for n, _ in numbered], "illegal": [row.illegal for _, row in numbered]})
    found = [(n, row.distribution) for n, row in numbered if row.distribution is not None]
    outcomes = np.concatenate([d.outcomes for _, d in found])
    columns: dict[str, Any] = {
        "row": np.repeat([n for n, _ in found], [len(d.probabilities) for _, d in found]),
        "illegal": None,
    }
    for i, name in enumerate(fields):
        words = found[0][1].names.get(name)
        columns[name] = np.array(words, object)[outcomes[:, i]] if words else outcomes[:, i]
    columns["probability"] = np.concatenate([d.probabilities for _, d in found])
    if any(d.trials is not None for _, d in found):
        nothing = (float("nan"), float("nan"))
        ends = [pair for _, d in found for pair in d.intervals() or [nothing] * len(d.probabilities)]
        columns["low"], columns["high"] = [low for low, _ in ends], [high for _, high in ends]
    return pd.DataFrame(columns)


def many(scenarios: Any, base: Mapping[str, Any] | None) -> list[Scenario]:
    """Scenarios of a table, validated; a ruleset that several name is loaded once."""
    if hasattr(scenarios, "columns"):
        keys = [str(c) for c in scenarios.columns]
        scenarios = [dict(zip(keys, values, strict=True)) for values in scenarios.itertuples(index=False, name=None)]
        return vary(base or {}, scenarios)
    return [as_scenario(scenario) for scenario in scenarios]


def vary(base: Mapping[str, Any], changes: Sequence[Mapping[str, Any]], where: str = "scenario") -> list[Scenario]:
    """The base with each set of changes of dotted keys; a ruleset that does not vary is loaded once."""
    fixed = not any("ruleset" in change for change in changes[:1]) and "ruleset" in base
    ruleset = scenario_ruleset(base, where, Path()) if fixed else None
    known = None if ruleset is None else dict[str, Any]()
    return [build_scenario(base, where=where, changes=change, ruleset=ruleset, known_sides=known) for change in changes]


def store_key(case: Any, ask: Ask) -> str:
    """The key of a result in the store: lowered integers, kernels, and how it was asked."""
    sampled = ask.method == "monte-carlo"
    asked = (ask.seed, ask.trials, None if ask.trials else ask.precision) if sampled else "exact"
    return hashlib.sha256(repr((case.pipeline, case.key, HASH, asked)).encode()).hexdigest()
