"""Random trials by the hundred million: one compiled sampler a pipeline.

Blocks of trials go through the steps together, one tight loop a run of steps, so that the compiler can
vectorise the rules. In a repeat, trials that are done make room for those that go on. The trial number
alone decides the dice and counts are whole numbers: any split of the trials gives the same bits.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kernels.compiler import kernel, rule
from kernels.dice.sources import ACTIVATION, REPETITION, General, Prepared, seed_key, trial_counter
from kernels.pipeline import Pipeline, Repeat, Rule, never
from kernels.tuples import as_wide, chosen, code, column_of, put_column

BLOCK = 1024
IDLE, NO_IDLE = 4, BLOCK + 1  # of a repeat's trials at most one in so many is done and still carried along
LANES = 4  # histograms side by side: neighbouring trials often have the same outcome


def one_loop(steps: Sequence[Rule], source: type, state_type: Any, until: Rule = never) -> Rule:
    """Several steps in one loop over the trials of a block; a trial that is done stays as it is."""
    body = in_turn(tuple(steps))
    like = (0,) * len(state_type._fields)

    @rule
    def segment(counters, cells, done_at, going_at, n, rules, place):
        for i in range(n):
            before = column_of(cells, i, like)
            after = body(source(counters[i], place), rules, state_type(*before))
            put_column(cells, i, chosen(until(rules, state_type(*before)), before, after))

    return segment


def in_turn(steps: tuple[Rule, ...]) -> Rule:
    """Several steps as one."""
    if len(steps) == 1:
        return steps[0]
    head, tail = steps[0], in_turn(steps[1:])

    @rule
    def both(dice, rules, state):
        return tail(dice, rules, head(dice, rules, state))

    return both


def parting(until: Rule, state_type: Any) -> tuple[Rule, Rule]:
    """Is a trial done; and the exchange of those that are with those that are not, which then stand first."""
    like = (0,) * len(state_type._fields)

    @rule
    def over(cells, i, rules):
        return np.int64(until(rules, state_type(*column_of(cells, i, like))))

    @rule
    def part(counters, cells, done_at, going_at, kept, n, rules):
        done, going = 0, 0
        for i in range(kept):
            done_at[done] = i
            done += over(cells, i, rules)
        for i in range(kept, n):
            going_at[going] = i
            going += 1 - over(cells, i, rules)
        for pair in range(done):
            i, j = np.int64(done_at[pair]), np.int64(going_at[pair])  # one kind of index, one compilation of load
            counters[i], counters[j] = counters[j], counters[i]
            state = column_of(cells, i, like)
            put_column(cells, i, column_of(cells, j, like))
            put_column(cells, j, state)

    return over, part


def repeat_loop(again: Repeat, source: type, state_type: Any) -> Rule:
    """A repeat: before a pass, trials that are done change places with those that go on.

    Where a pass is one loop of vectors, some of them may wait in it: a wasted lane is cheaper than an exchange.
    """
    times = again.times
    over, part = parting(again.until, state_type)
    plain = [s for s in again.steps if not isinstance(s, Repeat)]
    innermost = len(plain) == len(again.steps)
    unit = REPETITION if innermost else ACTIVATION
    if innermost and source is Prepared:
        body, idle = one_loop(plain, source, state_type, again.until), IDLE
    else:
        body, idle = segments(again.steps, source, state_type), NO_IDLE

    @rule
    def segment(counters, cells, done_at, going_at, n, rules, place):
        going = n
        for turn in range(times(rules)):
            done = 0
            for i in range(going):
                done += over(cells, i, rules)
            if done == going:
                break
            if done > going // idle:
                part(counters, cells, done_at, going_at, going - done, going, rules)
                going -= done
            body(counters, cells, done_at, going_at, going, rules, place + turn * unit)

    return segment


def segments(steps: Sequence[Rule | Repeat], source: type, state_type: Any) -> Rule:
    """All steps as loops over a block: runs of plain steps share one loop."""
    parts: list[Rule] = []
    plain: list[Rule] = []
    for step in steps:
        if isinstance(step, Repeat):
            parts += [one_loop(plain, source, state_type)] if plain else []
            parts.append(repeat_loop(step, source, state_type))
            plain = []
        else:
            plain.append(step)
    parts += [one_loop(plain, source, state_type)] if plain else []
    return after_each_other(parts)


def after_each_other(parts: Sequence[Rule]) -> Rule:
    if len(parts) == 1:
        return parts[0]
    head, tail = parts[0], after_each_other(parts[1:])

    @rule
    def segment(counters, cells, done_at, going_at, n, rules, place):
        head(counters, cells, done_at, going_at, n, rules, place)
        tail(counters, cells, done_at, going_at, n, rules, place)

    return segment


@rule
def tally(codes, n, lanes):
    for i in range(n):
        lanes[i & (LANES - 1), codes[i]] += 1


@rule
def add_up(lanes, counts):
    for lane in range(LANES):
        for cell in range(len(counts)):
            counts[cell] += lanes[lane, cell]


def straight_sampler(name: str, pipeline: Pipeline, source: type) -> Any:
    """No repeats: a trial from start to outcome in one loop, its state in registers."""
    steps = in_turn(pipeline.steps)  # type: ignore[arg-type]
    start, outcome = pipeline.start, pipeline.outcome

    @kernel(name, keep=pipeline.ours)
    def sample(seed, first, trials, rules, sizes, counts):
        codes, lanes = np.empty(BLOCK, np.uint32), np.zeros((LANES, len(counts)), np.int64)
        key, done = seed_key(seed), 0
        while done < trials:
            n, block = min(BLOCK, trials - done), np.uint64(first + done)
            for i in range(n):
                dice = source(trial_counter(key, block + np.uint64(i)), 0)
                codes[i] = np.uint32(code(outcome(rules, steps(dice, rules, start(rules))), sizes))
            tally(codes, n, lanes)
            done += n
        add_up(lanes, counts)

    return sample


def looped_sampler(name: str, pipeline: Pipeline, source: type) -> Any:
    """With repeats: the states of a block in cells, one loop after the other."""
    body = segments(pipeline.steps, source, pipeline.state)
    start, outcome, state_type = pipeline.start, pipeline.outcome, pipeline.state
    like = (0,) * len(state_type._fields)  # type: ignore[attr-defined]
    width = len(like)

    @kernel(name, keep=pipeline.ours)
    def sample(seed, first, trials, rules, sizes, counts):
        counters, cells = np.empty(BLOCK, np.uint64), np.empty((width, BLOCK), np.int64)
        done_at, going_at = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
        codes, lanes = np.empty(BLOCK, np.uint32), np.zeros((LANES, len(counts)), np.int64)
        key, done = seed_key(seed), 0
        while done < trials:
            n, block = min(BLOCK, trials - done), np.uint64(first + done)
            for i in range(n):
                counters[i] = trial_counter(key, block + np.uint64(i))
                put_column(cells, i, as_wide(start(rules), like))
            body(counters, cells, done_at, going_at, n, rules, 0)
            for i in range(n):
                codes[i] = np.uint32(code(outcome(rules, state_type(*column_of(cells, i, like))), sizes))
            tally(codes, n, lanes)
            done += n
        add_up(lanes, counts)

    return sample


@cache
def sampler(pipeline: Pipeline, prepared: bool) -> Any:
    """The compiled sampler: trials first to first + trials, counted into a dense table of outcomes.

    Blocks of trials; the last cell of the table counts outcomes that do not fit; there must be none.
    """
    source: type = Prepared if prepared else General
    looped = any(isinstance(s, Repeat) for s in pipeline.steps)
    made = looped_sampler if looped else straight_sampler
    return made(f"sample:{pipeline.name}:{source.__name__}", pipeline, source)
