"""Exoshift: every plan of one activation against a target, ranked.

Rules     X53-DEC-02, X53-DEC-03, X53-ACT-04, X53-ACT-10, X53-CP-01, X60-DEC-01, X60-DEC-02, X60-ACT-01, X60-ACT-02,
          X60-DICE-04, X60-SEQ-02, X60-SEQ-03
Rulings   move-value-selection, repeat-actions, and all of shooting
Left out  Interact; the Snap Fire inside Hunker Down; what a move brings (cover, range and sight stay)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from pathlib import Path
from typing import Any

from analysis.asking import Ask
from analysis.distribution import Distribution
from analysis.families.exoshift.keys import ATTACKS, SHOOTING
from analysis.families.exoshift.plan import third_actions
from analysis.families.exoshift.settings import Settings, settings
from analysis.odds import as_scenario, batch
from analysis.rulesets import Ruleset
from analysis.scenarios import Scenario, build_scenario

MOST_SNAPS = 6  # where a price of nothing would never end
PRIMARIES = ("focus-fire", "advance", "hunker-down", "recover", "run")
ACTIONS_60 = ("shoot", "snap-fire", "suppression-fire", "focus", "opfire", "entrench", "recover", "move")
WITH_HALF_A_MOVE = {"snap-fire": "snap.move_fraction", "suppression-fire": "suppress.move_fraction"}


@dataclass(frozen=True)
class Choice:
    """A plan: its actions, the CP that it costs, the reaction that it spends, the inches that it may move."""

    actions: tuple[str, ...]
    cp: int
    spends_reaction: bool
    inches: int
    out: float  # chance that the target is downed or worse
    disruption: float  # expected
    illegal: str | None = None


def choices(scenario: Scenario | Mapping[str, Any] | str | Path, cp: int = 0, ask: Ask | None = None) -> list[Choice]:
    """All plans, the best first: most chance of downed or worse, then most expected disruption; illegal ones last."""
    given = as_scenario(scenario)
    say = settings(given.ruleset)
    spent = not given.attacker.state.get("reaction", True)
    plans = [plan for plan in (plans_53(cp, say) if say.first_edition else plans_60(say)) if not (plan[2] and spent)]
    firing = [plan for plan in plans if any(action in ATTACKS[say.edition] for action in plan[0])]
    rows = dict(zip(firing, batch([asked(given, plan[0]) for plan in firing], ask or Ask()), strict=True))
    mov = given.attacker.stats.get("mov", [])
    found = []
    for actions, price, reaction in plans:
        row = rows.get((actions, price, reaction))
        shown = None if row is None else row.distribution
        reason = None if row is None else row.illegal
        out, gained = measured(shown)
        found.append(Choice(actions, price, reaction, inches(actions, mov, say), out, gained, reason))
    return sorted(found, key=lambda c: (c.illegal is not None, -c.out, -c.disruption, c.cp, len(c.actions)))


def measured(found: Distribution | None) -> tuple[float, float]:
    return (0.0, 0.0) if found is None else (found.at_least("result", "downed"), found.mean("disruption"))


def asked(scenario: Scenario, actions: Sequence[str]) -> Scenario:
    """The scenario with these actions in place of its own."""
    situation = {k: v for k, v in scenario.situation.items() if k not in ("action", "actions")}
    tables = {**scenario.tables, "pipeline": SHOOTING, "situation": {**situation, "actions": list(actions)}}
    return build_scenario(tables, where=scenario.where, near=scenario.near)


Priced = tuple[tuple[str, ...], int, bool]


def plans_53(cp: int, say: Settings) -> Iterator[Priced]:
    """X53-DEC-02, X53-DEC-03: a Primary, free, and as many Snap Fires as the ladder of prices lets the CP pay."""
    for primary in PRIMARIES:
        snaps, price = 0, 0
        while price <= cp and snaps <= MOST_SNAPS:
            yield (primary, *["snap-fire"] * snaps), price, False
            price += say["cp.action.first"] + snaps * say["cp.action.step"]
            snaps += 1


def plans_60(say: Settings) -> Iterator[Priced]:
    """X60-DEC-01, X60-DEC-02: all ordered actions of an activation, the further ones for the reaction."""
    usual, most = say["activation.actions"], say["activation.actions"] + third_actions(say)
    for count in range(usual, most + 1):
        for actions in product(ACTIONS_60, repeat=count):
            yield actions, 0, count > usual


def firing_plans(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """Plans of an activation without CP and without the reaction, of nothing but attacks and what helps them.

    A plan that ends without an attack, or begins with Focus and wastes it, only repeats a shorter one.
    """
    say = settings(ruleset)
    plans = plans_53(0, say) if say.first_edition else plans_60(say)
    attacks = ATTACKS[say.edition]
    useful = {*attacks, "focus"}
    return [
        actions for actions, _, reaction in plans if not reaction and set(actions) <= useful and actions[-1] in attacks
    ]


def inches(actions: Sequence[str], mov: Sequence[int], say: Settings) -> int:
    """How far a plan may move; without MOV values nothing is known, and 0 is said."""
    if not mov:
        return 0
    if say.first_edition:  # X53-ACT-04, X53-ACT-10
        primary, secondary = mov[0], mov[min(1, len(mov) - 1)]
        reach = {"advance": primary, "run": say["run.multiplier"] * primary, "march": secondary}
        reach |= {"hunker-down": say["hunker.move"], "rest": say["rest.move"]}
        return int(sum(reach.get(action, 0) for action in actions))
    total, moves = 0, 0
    for index, action in enumerate(actions):
        if action == "move":  # X60-ACT-01, X60-ACT-02; a value that is not printed repeats the last one
            place = index if say.says("move-value-selection", "by-action-index") else moves
            total += mov[min(place, len(mov) - 1)]
            moves += 1
        elif action in WITH_HALF_A_MOVE:  # X60-DICE-04
            total += rounded(Fraction(say[WITH_HALF_A_MOVE[action]]) * mov[0], say)
    return int(total)


def rounded(number: Fraction, say: Settings) -> int:
    return ceil(number) if say["round.half"] == "up" else floor(number)
