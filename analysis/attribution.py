"""Because of which rule: Shapley values over groups of edits with declared precedence, exactly.

A group is never evaluated without what it needs. The share of a group is its mean effect over all orders in
which the groups can be applied; beside it stands what it does as early as it can stand, and as late.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from analysis.diffs import Edit
from analysis.errors import InputError, listed, nearest

MOST_GROUPS = 12
OTHER = "other"
Subset = frozenset[str]


@dataclass(frozen=True)
class Group:
    """Edits that only make sense together, and the groups that must be applied before."""

    name: str
    title: str
    edits: tuple[Edit, ...]
    needs: tuple[str, ...] = ()
    activation: bool = False  # only part of measures of a whole activation


@dataclass(frozen=True)
class Share:
    """What a group contributes: on average, as early as possible, as late as possible."""

    group: str
    share: float
    early: float
    late: float

    @property
    def separable(self) -> bool:
        return not (self.early * self.late < 0)


def matching(pattern: str, edits: Sequence[Edit]) -> list[Edit]:
    return [edit for edit in edits if fnmatchcase(edit.key, pattern)]


def make_groups(edits: Sequence[Edit], described: Mapping[str, Any], where: str) -> list[Group]:
    """Groups as a file describes them; edits that none of them names form a last one, `other`."""
    groups: list[Group] = []
    taken: set[str] = set()
    for name, entry in described.items():
        parts = {"edits": entry} if isinstance(entry, list) else entry
        if not isinstance(parts, dict) or not isinstance(parts.get("edits"), list):
            raise InputError(f"{where}: groups.{name} must be a list of edits, or a table with edits and needs")
        found: list[Edit] = []
        for pattern in parts["edits"]:
            hits = [e for e in matching(str(pattern), edits) if e.key not in taken]
            if not hits and "*" not in str(pattern):
                near = nearest(str(pattern), [e.key for e in edits])
                raise InputError(f"{where}: groups.{name} names {pattern!r}, which is no edit{near}")
            found += hits
            taken |= {e.key for e in hits}
        if not found:
            raise InputError(f"{where}: groups.{name} names no edit; the edits are {listed(e.key for e in edits)}")
        needs, title = tuple(parts.get("needs", ())), str(parts.get("title", name))
        groups.append(Group(name, title, tuple(found), needs, bool(parts.get("activation", False))))
    check_needs(groups, where)
    rest = tuple(e for e in edits if e.key not in taken)
    groups += [Group(OTHER, "everything else", rest)] if rest else []
    check_order(groups, where)
    return groups


def check_needs(groups: Sequence[Group], where: str) -> None:
    names = [g.name for g in groups]
    for group in groups:
        for need in group.needs:
            if need not in names:
                raise InputError(
                    f"{where}: groups.{group.name} needs {need!r}, which is no group{nearest(need, names)}"
                )


def single_groups(edits: Sequence[Edit]) -> list[Group]:
    """Each edit is its own group."""
    if len(edits) > MOST_GROUPS:
        raise InputError(
            f"{len(edits)} edits are too many to weigh one by one (at most {MOST_GROUPS}):"
            " group them in the draft's [groups]"
        )
    return [Group(edit.key, edit.key, (edit,)) for edit in edits]


def check_order(groups: Sequence[Group], where: str) -> None:
    """No circle of needs, not too many groups."""
    if len(groups) > MOST_GROUPS:
        raise InputError(f"{where}: {len(groups)} groups, at most {MOST_GROUPS} can be weighed")
    left, done = {g.name: set(g.needs) for g in groups}, set[str]()
    while left:
        free = [name for name, needs in left.items() if needs <= done]
        if not free:
            raise InputError(f"{where}: groups need each other in a circle: {listed(left)}")
        done |= set(free)
        left = {name: needs for name, needs in left.items() if name not in done}


def reversed_needs(groups: Sequence[Group]) -> list[Group]:
    """The groups of the reverse pair: what needed another one first is now needed by it."""
    out = []
    for group in groups:
        needs = tuple(other.name for other in groups if group.name in other.needs)
        out.append(Group(group.name, group.title, group.edits, needs, group.activation))
    return out


def closed_subsets(groups: Sequence[Group]) -> list[Subset]:
    """Every set of groups that holds what its members need, smaller ones first."""
    found = {frozenset[str]()}
    frontier = list(found)
    while frontier:
        after = []
        for subset in frontier:
            for group in groups:
                if group.name not in subset and set(group.needs) <= subset:
                    larger = subset | {group.name}
                    if larger not in found:
                        found.add(larger)
                        after.append(larger)
        frontier = after
    return sorted(found, key=lambda s: (len(s), sorted(s)))


def closure(name: str, groups: Sequence[Group]) -> Subset:
    """A group's needs, and theirs."""
    by_name = {g.name: g for g in groups}
    out: set[str] = set()
    frontier = list(by_name[name].needs)
    while frontier:
        need = frontier.pop()
        if need not in out:
            out.add(need)
            frontier += by_name[need].needs
    return frozenset(out)


def shapley(groups: Sequence[Group], value: Callable[[Subset], float]) -> list[Share]:
    """The share of every group; they add up to value(all) - value(none)."""
    everything = frozenset(g.name for g in groups)
    needs = {g.name: frozenset(g.needs) for g in groups}

    @cache
    def orders_to(subset: Subset) -> int:
        """In how many orders the members of a closed set can be applied."""
        if not subset:
            return 1
        lasts = [n for n in subset if not any(n in needs[other] for other in subset)]
        return sum(orders_to(subset - {n}) for n in lasts)

    @cache
    def orders_from(subset: Subset) -> int:
        if subset == everything:
            return 1
        return sum(orders_from(subset | {n}) for n in everything - subset if needs[n] <= subset)

    total = orders_from(frozenset())
    sums = dict.fromkeys((g.name for g in groups), 0.0)
    for subset in closed_subsets(groups):
        for name in everything - subset:
            if needs[name] <= subset:
                weight = orders_to(subset) * orders_from(subset | {name}) / total
                sums[name] += weight * (value(subset | {name}) - value(subset))
    shares = []
    for group in groups:
        before = closure(group.name, groups)
        dependents = frozenset(g.name for g in groups if group.name in closure(g.name, groups))
        late = everything - dependents
        shares.append(
            Share(
                group.name,
                sums[group.name],
                value(before | {group.name}) - value(before),
                value(late) - value(late - {group.name}),
            )
        )
    return shares
