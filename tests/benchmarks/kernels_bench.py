"""Rows about dice and samplers: against C++, NumPy, plain Python and Numba's own generator."""

import os
from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from kernels.compiler import kernel
from kernels.dice.sources import Prepared, seed_key, trial_counter, word
from kernels.pipeline import Pipeline
from kernels.presets import HIT, P1, P2, P3
from kernels.run import sample
from kernels.sampling import sampler
from tests.benchmarks import by_hand, native, peers
from tests.benchmarks.agreement import disagreement
from tests.benchmarks.rows import Effort, Group, Row
from tests.benchmarks.timing import Contender, Measured, take_turns

SEED = 2026
NANO = 1e9
OURS = "sampler"

# C++ contenders of each pipeline: title, export, trials a round, goal for our time over theirs.
CPP = {
    "p1": [
        ("C++ scalar", "p1_scalar", 4_000_000, "<= 0.6"),
        ("C++ AVX-512 by hand", "p1_avx512", 8_000_000, "<= 1.5"),
        ("C++ vectorised", "p1_block", 8_000_000, None),
        ("C++ die by die", "p1_die", 200_000, None),
    ],
    "p2": [("C++ scalar", "p2_scalar", 4_000_000, "<= 0.5"), ("C++ vectorised", "p2_block", 8_000_000, "<= 1.4")],
    "p3": [
        ("C++ scalar", "p3_scalar", 1_000_000, "<= 0.45"),
        ("C++ stepped", "p3_stepped", 2_000_000, "<= 1.2"),
        ("C++ scalar, our draws", "p3_scalar_at_once", 1_000_000, "<= 1"),
        ("C++ stepped, our draws", "p3_stepped_at_once", 2_000_000, "<= 1.2"),
    ],
}
TRIALS = {"p1": 8_000_000, "p2": 8_000_000, "p3": 2_000_000}
FAR_BEHIND = ("NumPy tuned", "C++ die by die", "Numba np.random", "plain Python")
NUMPY_TRIALS = peers.MANY
NUMPY_GOAL = {"p1": ">= 40", "p2": ">= 12"}
NUMBA_TRIALS = {"p1": 100_000, "p2": 400_000, "p3": 100_000}
PYTHON_TRIALS = {"p1": 4_000, "p2": 10_000, "p3": 1_000}


def ours(pipeline: Pipeline, threads: int = 1) -> Callable[[int], npt.NDArray[np.int64]]:
    """Our sampler as a function of trials."""
    return lambda trials: sample(pipeline, pipeline.rules(), seed=SEED, trials=trials, threads=threads).counts


def contenders(pipeline: Pipeline, effort: Effort) -> list[Contender]:
    name, cells = pipeline.name, prod(pipeline.sizes(pipeline.rules()))
    out = [Contender(OURS, ours(pipeline), effort.of(TRIALS[name]))]
    out += [
        Contender(title, native.pipeline(export, cells), effort.of(trials))
        for title, export, trials, _ in CPP[name]
        if native.has(export)
    ]
    arrays = peers.numpy_arrays(name) | peers.numpy_tuned(name)
    out += [Contender(title, run, effort.of(NUMPY_TRIALS)) for title, run in arrays.items()]
    out.append(Contender("Numba np.random", peers.numba_random(name), effort.of(NUMBA_TRIALS[name])))
    out.append(Contender("plain Python", peers.plain_python(name), effort.of(PYTHON_TRIALS[name])))
    return out


def sampler_rows(pipeline: Pipeline, effort: Effort) -> list[Row]:
    """A pipeline's trials against those of all contenders."""
    title, took = pipeline.name.upper(), take_turns(contenders(pipeline, effort), effort.rounds)
    rows = [
        Row(f"{title}: {name}", m.seconds * NANO, "ns/trial", wrong=disagreement(m.result, pipeline))
        for name, m in took.items()
    ]
    mine = took[OURS].seconds
    for name, _, _, goal in CPP[pipeline.name]:
        if name in FAR_BEHIND:
            continue
        share = mine / took[name].seconds if name in took else None
        rows.append(Row(f"{title}: {OURS} / {name}", share, "ratio", goal))
    return rows + faster_rows(pipeline.name, took)


def faster_rows(name: str, took: dict[str, Measured]) -> list[Row]:
    """How many times faster we are than those who are far behind; of the NumPy ways the fastest counts."""
    title, mine = name.upper(), took[OURS].seconds
    rows = []
    usual = [took[way].seconds for way in peers.numpy_arrays(name)]
    if usual:
        rows.append(Row(f"{title}: faster than NumPy arrays", min(usual) / mine, "times", NUMPY_GOAL[name]))
    for other in (name for name in FAR_BEHIND if name in took):
        rows.append(Row(f"{title}: faster than {other}", took[other].seconds / mine, "times"))
    return rows


def source(effort: Effort) -> list[Row]:
    """The price of the abstraction: rules through a source against the same kernel by hand."""
    trials = effort.of(8_000_000)
    took = take_turns(
        [
            Contender("source", ours(P1), trials),
            Contender("hand", partial(by_hand.sample_by_hand, SEED), trials),
        ],
        2 * effort.rounds,
    )
    same = np.array_equal(took["source"].result, took["hand"].result)
    return [
        Row("P1: kernel by hand", took["hand"].seconds * NANO, "ns/trial"),
        Row(
            "P1: rules through a source / kernel by hand",
            took["source"].seconds / took["hand"].seconds,
            "ratio",
            "<= 1.05",
            wrong="" if same else "counts of sampler and kernel by hand are not the same bits",
        ),
    ]


@kernel("bench:words", keep=False)
def xor_of_words(seed, n):
    key, together = seed_key(seed), np.uint64(0)
    for trial in range(n):
        together ^= word(Prepared(trial_counter(key, trial), 0), HIT)
    return together


def generator(effort: Effort) -> list[Row]:
    """Raw speed: our hash in Numba, the same in C++, and a sequential generator in C++."""
    words = effort.of(20_000_000)
    known = [("our hash", partial(xor_of_words, SEED))]
    exports = {"our hash in C++": "raw_hash", "xoshiro256++ in C++": "raw_xoshiro"}
    known += [(title, native.words(export)) for title, export in exports.items() if native.has(export)]
    took = take_turns([Contender(title, run, words) for title, run in known], effort.rounds)
    return [
        Row(f"generator: {title}", took[title].seconds * NANO if title in took else None, "ns/word")
        for title in ("our hash", *exports)
    ]


def cores(effort: Effort) -> list[Row]:
    """Two threads against one, in runs long enough for threads; the counts must be the same bits."""
    return [two_threads(p, effort.of(4 * TRIALS[p.name]), 4 * effort.rounds) for p in (P1, P2, P3)]


def two_threads(pipeline: Pipeline, trials: int, rounds: int) -> Row:
    took = take_turns([Contender(str(n), ours(pipeline, n), trials) for n in (1, 2)], rounds)
    same = np.array_equal(took["1"].result, took["2"].result)
    enough = (os.cpu_count() or 1) >= 2
    return Row(
        f"{pipeline.name.upper()}: speed-up of two threads",
        took["1"].seconds / took["2"].seconds if enough else None,
        "times",
        ">= 1.8",
        wrong="" if same else "two threads count other outcomes than one",
    )


BLOCK = 250  # trials of one block mean
VARIANTS = [
    ("cover 2 -> 1", {"cover_at_most": 1}, ">= 8"),
    ("accuracy 3 -> 4", {"hit_at_most": 4}, ">= 3"),
]


def block_means(rules: Any, seed: int, blocks: int) -> npt.NDArray[np.float64]:
    """Mean casualties of each block of trials."""
    sizes = tuple(P1.sizes(rules))
    compiled, means = sampler(P1, True), np.empty(blocks)
    lost = np.arange(sizes[1])
    for block in range(blocks):
        counts = np.zeros(prod(sizes) + 1, np.int64)
        compiled(seed, block * BLOCK, BLOCK, rules, sizes, counts)
        means[block] = counts[:-1].reshape(sizes).sum(axis=(0, 2)) @ lost / BLOCK
    return means


def variants(effort: Effort) -> list[Row]:
    """How many times fewer trials a comparison needs when both variants meet the same dice."""
    blocks = max(50, effort.of(20_000))
    base, rows = block_means(P1.rules(), SEED, blocks), []
    for title, change, goal in VARIANTS:
        changed = P1.rules(**change)
        shared = (block_means(changed, SEED, blocks) - base).var()
        apart = (block_means(changed, SEED + 1, blocks) - base).var()
        rows.append(Row(f"P1: same dice for two variants, {title}", apart / shared, "variance ratio", goal))
    return rows


GROUPS: dict[str, Group] = {
    **{pipeline.name: partial(sampler_rows, pipeline) for pipeline in (P1, P2, P3)},
    "source": source,
    "generator": generator,
    "cores": cores,
    "variants": variants,
}
