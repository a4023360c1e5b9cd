"""Rows about the exact runner: its time, its rows in a sweep, and icepool beside it."""

import numpy as np

from kernels.pipeline import Pipeline
from kernels.presets import CONTEST, P1, P2, P3
from kernels.run import exact, exact_rows
from tests.benchmarks import icepool_peers
from tests.benchmarks.rows import Effort, Group, Row
from tests.benchmarks.timing import Contender, repeated, take_turns

MICRO, MILLI = 1e6, 1e3
WORST_DIFFERENCE = 1e-12

# pipeline, calls a round, unit, its parts of a second, goal
TIMES = [(P1, 100, "ms", MILLI, "< 0.1"), (P2, 500, "us", MICRO, "< 20"), (P3, 20, "ms", MILLI, "< 5")]


def distribution(pipeline: Pipeline) -> icepool_peers.Distribution:
    states, chances = exact(pipeline, pipeline.rules())
    return {tuple(state): chance for state, chance in zip(states.tolist(), chances.tolist(), strict=True)}


def worst_difference(pipeline: Pipeline) -> float:
    """The largest difference from icepool in the probability of any outcome."""
    mine = distribution(pipeline)
    theirs = icepool_peers.distribution(icepool_peers.PIPELINES[pipeline.name]())
    return max(abs(mine.get(key, 0.0) - theirs.get(key, 0.0)) for key in mine | theirs)


def exact_answers(effort: Effort) -> list[Row]:
    return [row for times in TIMES for row in exact_pipeline(*times, effort)]


def exact_pipeline(pipeline: Pipeline, calls: int, unit: str, parts: float, goal: str, effort: Effort) -> list[Row]:
    title, rules = pipeline.name.upper(), pipeline.rules()
    took = take_turns(
        [
            Contender("exact", repeated(lambda: exact(pipeline, rules)), calls),
            Contender("icepool", repeated(icepool_peers.PIPELINES[pipeline.name])),
        ],
        effort.rounds,
    )
    mine, theirs = took["exact"].seconds, took["icepool"].seconds
    worst = worst_difference(pipeline)
    wrong = "" if worst <= WORST_DIFFERENCE else f"exact and icepool differ by {worst:.1e}"
    return [
        Row(f"{title}: exact", mine * parts, unit, goal),
        Row(f"{title}: exact, icepool", theirs * MILLI, "ms"),
        Row(f"{title}: exact, faster than icepool", theirs / mine, "times", ">= 200"),
        Row(f"{title}: exact, worst difference from icepool", worst, "", f"<= {WORST_DIFFERENCE}", wrong),
    ]


def sweep(effort: Effort) -> list[Row]:
    """What a row of a sweep costs beside its own paths: rows that roll no dice have one path and no draw."""
    rows = max(100, effort.of(20_000))
    no_shots = np.tile(np.array(P2.rules(shots=0)), (rows, 1))
    nobody = np.tile(np.array(CONTEST.rules(first=0, second=0)), (rows, 1))
    exact(P2, P2.rules()), exact(CONTEST, CONTEST.rules())  # the room that real rows need
    took = take_turns(
        [
            Contender("plain", lambda n: exact_rows(P2, no_shots[:n]), rows),
            Contender("repeat", lambda n: exact_rows(CONTEST, nobody[:n]), rows),
            Contender("P2", lambda n: exact_rows(P2, np.tile(np.array(P2.rules()), (n, 1))), max(1, rows // 10)),
        ],
        effort.rounds,
    )
    return [
        Row("rows: cost of a row without dice (P2, no shots)", took["plain"].seconds * MICRO, "us/row", "<= 2"),
        Row("rows: cost of a row without dice (a repeat)", took["repeat"].seconds * MICRO, "us/row", "<= 2"),
        Row("rows: P2 in a sweep", took["P2"].seconds * MICRO, "us/row"),
    ]


GROUPS: dict[str, Group] = {"exact": exact_answers, "rows": sweep}
