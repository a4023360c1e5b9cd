"""Every path of the dice: a distribution over states, carried from step to step.

In each state all paths of the step's own dice are walked, and equal states are merged before the next step:
the tree is never larger than one step. A step that is repeated is walked once in each state and then carried
on by what it does there. Sums are compensated. One compiled kernel a step, over all rows of a batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernels.compiler import call, kernel, rule
from kernels.dice.sources import MOST_DRAWS, Exhaustive
from kernels.pipeline import Pipeline, Repeat, Rows, Rule
from kernels.tuples import as_wide, put_row, row_of, same_row, spot

PATHS = 10**8  # of one scenario
PATHS_A_ROW = 10**6  # in a sweep
STATES = 10**6
FIRST_ROOM = [16, 64, 256]  # states out for each state in, states and links of a row
AT_ONCE = 1 << 22  # states that a kernel gets room for before it has asked for more


class Spread(NamedTuple):
    """States of many rows with their probabilities, rows ascending."""

    rows: Rows
    states: Rows
    chances: npt.NDArray[np.float64]


def part_of(spread: Spread, chosen: Any) -> Spread:
    """Some of the states, in the order chosen."""
    return Spread(*(np.ascontiguousarray(column[chosen]) for column in spread))


@dataclass(frozen=True)
class Stop:
    """Where a row met its budget; a path of more than MOST_DRAWS draws is beyond any."""

    step: str
    paths: int  # that were walked
    states: int  # that the step had met and not carried on

    def __str__(self) -> str:
        return f"stopped in step {self.step} after {self.paths} paths with {self.states} states left"


class BudgetReached(Exception):
    """An exact answer would take more paths or states than allowed."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(str(stop))
        self.stop = stop


@rule
def find(slots, offset, states, first, used, state):
    """The index of a state: that of an equal one of the row, or `used`, where it is then written.

    A slot holds an index and `offset`; one that points before `first` belongs to a row that is done, and counts as
    empty.
    """
    place = spot(state) & (len(slots) - 1)
    while slots[place] >= first + offset and not same_row(states, slots[place] - offset, state):
        place = (place + 1) & (len(slots) - 1)
    if slots[place] < first + offset:
        slots[place] = used + offset
        put_row(states, used, state)
    return slots[place] - offset


@rule
def append(slots, offset, states, first, used, state):
    """The same for states of which no two are equal."""
    put_row(states, used, state)
    return used


@rule
def clear(slots):
    for place in range(len(slots)):
        slots[place] = -1


@rule
def add(sums, at, column, chance):
    """Compensated addition (Neumaier): what the sum loses is kept in the column beside it."""
    before = sums[at, column]
    after = before + chance
    sums[at, column + 1] += (before - after) + chance if before >= chance else (chance - after) + before
    sums[at, column] = after


@rule
def total(sums, chances):
    """The compensated sums as single numbers."""
    for at in range(len(chances)):
        chances[at] = sums[at, 0] + sums[at, 1]


@rule
def enter(masses, marks, at, mass, settled):
    """A new state of a chain: its mass, and no links yet."""
    masses[at, 0], masses[at, 1], masses[at, 2], masses[at, 3] = mass, 0.0, 0.0, 0.0
    marks[at, 0], marks[at, 1], marks[at, 2], marks[at, 3] = -1, -1, -1, np.int64(settled)


@rule
def unwalked(marks, used):
    """States of a chain that go on and whose paths nobody has walked."""
    number = 0
    for at in range(used):
        number += marks[at, 0] < 0 and marks[at, 3] == 0
    return number


@rule
def path_chance(dice):
    return dice.weight[dice.cursor[1] - 1] if dice.cursor[1] > 0 else 1.0


@rule
def next_path(dice):
    """Move the last unfinished draw on and forget what followed it; False when all paths are walked."""
    last = dice.cursor[1] - 1
    while last >= 0 and dice.choice[last] >= dice.last[last]:
        last -= 1
    if last < 0:
        return False
    dice.choice[last] += 1
    dice.cursor[0] = 0
    dice.cursor[1] = last + 1
    return True


@rule
def first_path(dice):
    dice.cursor[0] = 0
    dice.cursor[1] = 0


@rule
def as_it_came(rules, state):
    return state


@cache
def from_start(start: Rule) -> Rule:
    """Whatever state is handed over, the first step begins at the start."""

    @rule
    def begin(rules, state):
        return start(rules)

    return begin


def walk_kernel(
    name: str, step: Rule, begin: Rule, end: Rule, width: int, rules_type: Any, state_type: Any, keep: bool
) -> Any:
    """The kernel of a step that is made once: all its paths, in every state of every row.

    begin  (rules, state) -> the state that a state handed over begins with
    end    (rules, state) -> what is handed on of a state after the step, so many integers wide
    paths  walked so far, of each row; a row that meets a budget has most_paths + 1 added, and is done; they are counted
    left   of such a row, the states not carried on
    room   how many states fit in all and in one row; the kernel stops and says which was too small
    """
    a_row, a_state, a_result = (0,) * len(rules_type._fields), (0,) * len(state_type._fields), (0,) * width

    @kernel(name, keep=keep)
    def walk(parameters, rows, states, chances, paths, left, most_paths, most_states, room):
        choice, last, cursor = np.empty(MOST_DRAWS, np.int64), np.empty(MOST_DRAWS, np.int64), np.empty(3, np.int64)
        dice = Exhaustive(choice, last, np.empty(MOST_DRAWS, np.float64), np.empty(MOST_DRAWS, np.float64), cursor)
        cursor[2] = 0
        out_rows, out = np.empty(room[0], np.int64), np.empty((room[0], width), np.int64)
        sums, slots = np.empty((room[0], 2)), np.empty(4 * room[1], np.int64)
        clear(slots)
        used, short, stopped, widest, i = 0, 0, 0, 0, 0
        while i < len(rows) and short == 0:
            row, first, halt = rows[i], used, -1
            rules = rules_type(*row_of(parameters, row, a_row))
            walked, most_used = paths[row], min(room[0] - 1, first + room[1])
            while i < len(rows) and rows[i] == row:
                walking, chance = walked <= most_paths and short == 0, chances[i]
                state = begin(rules, state_type(*row_of(states, i, a_state)))
                first_path(dice)
                while walking:
                    if used >= most_used:
                        short = 1 if used + 1 >= room[0] else 2
                        break
                    result = as_wide(end(rules, step(dice, rules, state)), a_result)
                    at = find(slots, 0, out, first, used, result)
                    if at == used:
                        out_rows[at], sums[at, 0], sums[at, 1] = row, 0.0, 0.0
                        used += 1
                    add(sums, at, 0, chance * path_chance(dice))
                    walked += 1
                    walking = next_path(dice)
                    if walked > most_paths or used - first > most_states or cursor[2] > 0:
                        walked, stopped, halt = walked + most_paths + 1, stopped + 1, i
                        used, walking, cursor[2] = first, False, 0
                        clear(slots)  # they point at states that are dropped
                i += 1
            paths[row], widest = walked, max(widest, used - first)
            if halt >= 0:
                left[row] = i - halt
        out_chances = np.empty(used, np.float64)
        total(sums, out_chances)
        return out_rows[:used], out[:used], out_chances, short, stopped, widest, 0

    return walk


def chain_kernel(
    name: str,
    step: Rule,
    again: Repeat,
    begin: Rule,
    end: Rule | None,
    width: int,
    rules_type: Any,
    state_type: Any,
    keep: bool,
) -> Any:
    """The kernel of a step that is repeated: walked once a state, then carried on pass by pass.

    begin   (rules, state) -> the state that a state handed over begins with
    end     (rules, state) -> the outcome of a state at the end, so many integers wide; None: the state itself
    left    of a row that meets a budget, the states not carried on
    masses  of each state: now and after this pass, each with its compensation
    marks   of each state: where its links begin (-1: not walked yet) and end, the last link to it, settled
    room    how many states fit in all, in one row, and how many links in one row
    """
    a_row, a_state, a_result = (0,) * len(rules_type._fields), (0,) * len(state_type._fields), (0,) * width
    times, until = again.times, again.until
    finished, place = (end, find) if end else (as_it_came, append)

    @kernel(name, keep=keep)
    def carry(parameters, rows, states, chances, paths, left, most_paths, most_states, room):
        choice, last, cursor = np.empty(MOST_DRAWS, np.int64), np.empty(MOST_DRAWS, np.int64), np.empty(3, np.int64)
        dice = Exhaustive(choice, last, np.empty(MOST_DRAWS, np.float64), np.empty(MOST_DRAWS, np.float64), cursor)
        cursor[2] = 0
        known, slots = np.empty((room[1] + 1, len(a_state)), np.int64), np.empty(4 * room[1], np.int64)
        masses, marks = np.empty((room[1] + 1, 4)), np.empty((room[1] + 1, 4), np.int64)
        to, odds = np.empty(room[2], np.int64), np.empty((room[2], 2))
        out_rows, out, sums = np.empty(room[0], np.int64), np.empty((room[0], width), np.int64), np.empty((room[0], 2))
        n_out, i, short, stopped, offset, widest, most_links = 0, 0, 0, 0, 0, 0, 0
        clear(slots)
        while i < len(rows) and short == 0:
            row, used, links, turn, now = rows[i], 0, 0, 0, 0
            rules = rules_type(*row_of(parameters, row, a_row))
            passes = times(rules)
            while i < len(rows) and rows[i] == row:
                if used < room[1]:
                    state = begin(rules, state_type(*row_of(states, i, a_state)))
                    find(slots, offset, known, 0, used, as_wide(state, a_state))
                    enter(masses, marks, used, chances[i], until(rules, state))
                    used += 1
                else:
                    short = 2
                i += 1
            while turn < passes and paths[row] <= most_paths and short == 0:
                then, moved = 2 - now, False
                for source in range(used):
                    mass = masses[source, now] + masses[source, now + 1]
                    masses[source, now], masses[source, now + 1] = 0.0, 0.0
                    if mass == 0.0:
                        continue
                    if marks[source, 3] == 1:
                        add(masses, source, then, mass)
                        continue
                    moved = True
                    walking = marks[source, 0] < 0 and paths[row] <= most_paths
                    if walking:
                        marks[source, 0] = links
                    state = state_type(*row_of(known, source, a_state))
                    first_path(dice)
                    while walking:
                        if used >= room[1] or links >= room[2]:
                            short = 2 if used >= room[1] else 3
                            break
                        at = find(slots, offset, known, 0, used, as_wide(step(dice, rules, state), a_state))
                        if at == used:
                            after = state_type(*row_of(known, used, a_state))
                            enter(masses, marks, used, 0.0, until(rules, after))
                            used += 1
                        if marks[at, 2] < marks[source, 0]:
                            marks[at, 2], to[links], odds[links, 0], odds[links, 1] = links, at, 0.0, 0.0
                            links += 1
                        add(odds, marks[at, 2], 0, path_chance(dice))
                        marks[source, 1] = links
                        paths[row] += 1
                        walking = next_path(dice)
                        if paths[row] > most_paths or used > most_states or cursor[2] > 0:
                            paths[row], stopped = paths[row] + most_paths + 1, stopped + 1
                            left[row], walking, cursor[2] = 1 + unwalked(marks, used), False, 0
                    for link in range(marks[source, 0], marks[source, 1]):
                        add(masses, to[link], then, mass * (odds[link, 0] + odds[link, 1]))
                now = then
                turn = turn + 1 if moved else passes
            widest, most_links = max(widest, used), max(most_links, links)
            first, offset = n_out, offset + used
            for source in range(used):
                mass = masses[source, now] + masses[source, now + 1]
                if n_out >= room[0] and short == 0:
                    short = 1
                if mass > 0.0 and paths[row] <= most_paths and short == 0:
                    state = state_type(*row_of(known, source, a_state))
                    result = as_wide(finished(rules, state), a_result)
                    at = place(slots, offset - first, out, first, n_out, result)
                    if at == n_out:
                        out_rows[at], sums[at, 0], sums[at, 1] = row, 0.0, 0.0
                        n_out += 1
                    add(sums, at, 0, mass)
            offset += n_out - first
        out_chances = np.empty(n_out, np.float64)
        total(sums, out_chances)
        return out_rows[:n_out], out[:n_out], out_chances, short, stopped, widest, most_links

    return carry


@rule
def unchanged(dice, rules, state):
    return state


def chained(steps: Sequence[Rule]) -> Rule:
    """Several steps as one; its tree is their product."""
    if len(steps) == 1:
        return steps[0]
    head, tail = steps[0], chained(steps[1:])

    @rule
    def both(dice, rules, state):
        return tail(dice, rules, head(dice, rules, state))

    return both


def settled_kernel(name: str, again: Repeat, rules_type: Any, state_type: Any, keep: bool) -> Any:
    """Which states are done before a pass, by a repeat that holds several links."""
    a_row, a_state = (0,) * len(rules_type._fields), (0,) * len(state_type._fields)
    times, until = again.times, again.until

    @kernel(name, keep=keep)
    def settled(parameters, rows, states, turn):
        done = np.empty(len(rows), np.bool_)
        for i in range(len(rows)):
            rules = rules_type(*row_of(parameters, rows[i], a_row))
            done[i] = turn >= times(rules) or until(rules, state_type(*row_of(states, i, a_state)))
        return done

    return settled


def lessened(room: int, needed: int, least: int) -> int:
    """Room for next time: less where it was far too much, since room has to be cleared; a power of two stays one."""
    return room // 4 if room > least and room // 4 > 2 * needed else room


@dataclass(frozen=True)
class Link:
    """A compiled step of a pipeline, or a repeat of links, with the words to name it by.

    room  what its kernel begins with: states out for each state in, states of a row, links of a row
    """

    name: str
    compiled: Any
    repeat: Repeat | None = None
    inner: tuple["Link", ...] = ()
    room: list[int] = field(default_factory=FIRST_ROOM.copy, compare=False)


def title(function: Rule) -> str:
    return f"{function.__module__}.{function.__qualname__}"


plain_link = cache(walk_kernel)
chain_link = cache(chain_kernel)
settled_link = cache(settled_kernel)


def link_repeat(again: Repeat, pipeline: Pipeline, first: bool = False, last: bool = False) -> Link:
    """A repeat of plain steps is one kernel; one that holds a repeat is carried on link by link."""
    kinds = (pipeline.rules, pipeline.state, pipeline.ours)
    width = len(pipeline.state._fields)  # type: ignore[attr-defined]
    bare = [s for s in again.steps if not isinstance(s, Repeat)]
    name = "+".join(title(s) for s in bare)
    unique = f"{name}~{title(again.times)}~{title(again.until)}~{pipeline.rules.__qualname__}"
    if len(bare) < len(again.steps):
        inner = tuple(
            link_repeat(s, pipeline) if isinstance(s, Repeat) else link_plain(title(s), s, width, pipeline)
            for s in again.steps
        )
        return Link(name, settled_link(f"until:{unique}", again, *kinds), again, inner)
    begin, unique = (from_start(pipeline.start), f"{pipeline.name}:{unique}") if first else (as_it_came, unique)
    end, width, unique = (
        (pipeline.outcome, len(pipeline.fields), f"{unique}:{pipeline.name}") if last else (None, width, unique)
    )
    step = chained_once(tuple(bare))
    return Link(name, chain_link(f"repeat:{unique}", step, again, begin, end, width, *kinds), again)


chained_once = cache(chained)


def link_plain(
    name: str, step: Rule, width: int, pipeline: Pipeline, begin: Rule = as_it_came, end: Rule = as_it_came
) -> Link:
    unique = f"walk:{name}~{pipeline.rules.__qualname__}"
    return Link(name, plain_link(unique, step, begin, end, width, pipeline.rules, pipeline.state, pipeline.ours))


@cache
def links(pipeline: Pipeline) -> tuple[Link, ...]:
    """The kernels of a pipeline, in order; those of middle steps are shared with other pipelines."""
    items = list(pipeline.steps)
    if holds_repeat(items[0]):
        items.insert(0, unchanged)
    if holds_repeat(items[-1]):
        items.append(unchanged)
    out = []
    for i, item in enumerate(items):
        first, last = i == 0, i == len(items) - 1
        if isinstance(item, Repeat):
            out.append(link_repeat(item, pipeline, first, last))
            continue
        name, width = title(item), len(pipeline.state._fields)  # type: ignore[attr-defined]
        begin, end = as_it_came, as_it_came
        if first:
            begin, name = from_start(pipeline.start), f"{pipeline.name}:{name}"
        if last:
            end, name, width = pipeline.outcome, f"{name}:{pipeline.name}", len(pipeline.fields)
        out.append(link_plain(name, item, width, pipeline, begin, end))
    return tuple(out)


def holds_repeat(step: Rule | Repeat) -> bool:
    """Is it a repeat of repeats, which takes several kernels and neither begins nor ends a pipeline by itself?"""
    return isinstance(step, Repeat) and any(isinstance(s, Repeat) for s in step.steps)


@dataclass
class Walk:
    """One exact run over many rows: parameters, budgets, and the rows that met theirs."""

    pipeline: Pipeline
    rows: Rows
    most_paths: int
    most_states: int

    def __post_init__(self) -> None:
        self.paths, self.left = np.zeros((2, len(self.rows)), np.int64)
        self.stops: dict[int, Stop] = {}

    def through(self, spread: Spread, chain: Sequence[Link]) -> Spread:
        """Carry a distribution over states through links."""
        for link in chain:
            if link.inner:
                spread = self.again(spread, link)
                continue
            spread = self.compiled(link, spread)
        return spread

    def compiled(self, link: Link, spread: Spread) -> Spread:
        """One link's kernel, again with four times the room for as long as it says that something was short."""
        before = max(1, len(spread.rows))
        room, short = [min(link.room[0] * before, max(AT_ONCE, FIRST_ROOM[0] * before)), *link.room[1:]], 1
        while short:
            paths = self.paths.copy()
            limits = (self.left, self.most_paths, self.most_states, tuple(room))
            rows, states, chances, short, stopped, widest, links = call(
                link.compiled, self.rows, *spread, paths, *limits
            )
            if short:
                room[short - 1] *= 4
        self.paths = paths
        if stopped:
            self.note_stops(link.name)
        link.room[0] = max(FIRST_ROOM[0], link.room[0] // 4, -(-len(rows) * 5 // (4 * before)))
        link.room[1:] = lessened(room[1], widest, FIRST_ROOM[1]), lessened(room[2], links, FIRST_ROOM[2])
        return Spread(rows, states, chances)

    def again(self, spread: Spread, link: Link) -> Spread:
        """A repeat that holds several links: states that are done wait beside, and join at the end."""
        done, turn = [part_of(spread, slice(0))], 0
        while len(spread.rows):
            rest = call(link.compiled, self.rows, spread.rows, spread.states, turn)
            done.append(part_of(spread, rest))
            spread = self.through(part_of(spread, ~rest), link.inner)
            turn += 1
        joined = Spread(*(np.concatenate(column) for column in zip(*done, strict=True)))
        merge = link_plain(title(unchanged), unchanged, joined.states.shape[1], self.pipeline)
        return self.through(part_of(joined, np.argsort(joined.rows, kind="stable")), [merge])

    def note_stops(self, name: str) -> None:
        for row in np.flatnonzero(self.paths > self.most_paths).tolist():
            walked = int(self.paths[row]) - self.most_paths - 1
            self.stops.setdefault(row, Stop(name, walked, int(self.left[row])))


def walk_rows(pipeline: Pipeline, rows: Rows, most_paths: int, most_states: int) -> tuple[Spread, dict[int, Stop]]:
    """The outcomes of every row, and where rows met their budget."""
    walk = Walk(pipeline, rows, most_paths, most_states)
    width = len(pipeline.state._fields)  # type: ignore[attr-defined]
    return walk.through(beginning(len(rows), width), links(pipeline)), walk.stops


@lru_cache(16)
def beginning(rows: int, width: int) -> Spread:
    """One state a row, whose values nobody reads."""
    return Spread(np.arange(rows), np.zeros((rows, width), np.int64), np.ones(rows))
