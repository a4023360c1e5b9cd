"""Exoshift: what a side does, action by action: who may fire what, with how many shots, and what it costs.

Rules     X53-SEQ-04, X53-SEQ-06, X53-ACT-01 to X53-ACT-04, X53-ACT-07, X53-ACT-08, X53-ACT-09, X53-ACT-10,
          X53-SHOOT-02, X53-WPN-01, X53-WPN-02, X53-WPN-03, X53-WTR-02, X53-UTR-14, X53-UTR-15, X53-STAT-04,
          X53-DIS-03, X53-BLEED-01,
          X60-SEQ-01, X60-SEQ-02, X60-SEQ-03, X60-ACT-03, X60-ACT-04, X60-ACT-05, X60-ACT-07, X60-ACT-13, X60-TOK-01,
          X60-TOK-02, X60-SHOOT-03, X60-SHOOT-06, X60-STAT-04
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.errors import Illegal, InputError, listed
from analysis.families.exoshift.focus import Budget
from analysis.families.exoshift.keys import ATTACKS, OTHERS, RESULTS
from analysis.families.exoshift.settings import Settings, has_trait, rounded_half, settings, trait_level
from analysis.families.exoshift.shots import TargetStats, Weapon, aimed_weapon, floored, tokens_held
from analysis.scenarios import Scenario, Side
from kernels.exoshift.attack import DOWNED, INCAPACITATED, NONE, STUNNED

PRIMARY = ("focus-fire", "advance", "run", "hunker-down", "recover", "assault", "primary")
MOVES = ("advance", "run", "march", "hunker-down", "move")
TEMPLATES = ("AoE", "Indirect", "Only Indirect", "Thrown", "Spray Template", "Sweeping Fire")


@dataclass(frozen=True)
class Fire:
    """One attack of the plan. `budget` is None where the number of shots is given."""

    weapon: Weapon
    shots: int
    token_com: int  # of a focus token, on every shot
    token_com_once: int  # or on the first shot only
    budget: "FocusRule | None"
    explicit: tuple[int | None, tuple[int, ...]] | None


@dataclass(frozen=True)
class FocusRule:
    """How the focus budget follows from the shooter's Disruption, and who shares it."""

    quality: int
    divisor: int
    most: int
    base: int
    accuracy: int
    models: int
    shared: bool
    pool: int  # which of the unit's budgets
    fresh: bool  # begins anew here, or goes on with what earlier attacks left


@dataclass(frozen=True)
class Act:
    """What an action does to the shooter before it fires: Disruption, tests, what must be legal."""

    name: str
    removes: int = 0
    adds: int = 0
    locked: bool = False  # barred at Disruption equal to Quality
    needs_unstunned: bool = False
    rest: tuple[int, bool] | None = None  # (target number, certain)
    recover: int | None = None  # further points on top of the die
    clears_tokens: bool = False


NEXT_MODEL, END_OF_ACTION = "next model", "end of action"
OTHER_SHOOTER = "other shooter"  # with Disruption of its own, as it lay on it before the activation
Op = Act | Fire | str


@dataclass(frozen=True)
class Plan:
    """A scenario as a list of operations on the state of both sides."""

    ops: tuple[Op, ...]
    target: TargetStats
    shooter_quality: int
    disruption: int  # of the shooter
    stunned: bool
    target_disruption: int
    marked: int
    status: int
    per_attack: bool  # damage is not kept between attacks
    say: Settings

    @property
    def attacks(self) -> int:
        return sum(isinstance(op, Fire) for op in self.ops)


def needed(side: Side, *stats: str) -> None:
    for stat in stats:
        if stat not in side.stats:
            hint = "give a unit of the roster, or its stats" if not side.stats else "its stats lack it"
            raise InputError(f"{side.name}.stats.{stat} is needed: {hint}")


def status_of(side: Side, say: Settings) -> int:
    """The worst status that a side is in; statuses count with the casualty table only."""
    given = [RESULTS.index(s) for s in side.state.get("statuses", [])]
    return max(given, default=NONE) if say.statuses_count else NONE


def check_not_out(side: Side) -> None:
    """Incapacitated and destroyed models neither act nor are acted upon, also where no other status counts."""
    worst = max((RESULTS.index(s) for s in side.state.get("statuses", [])), default=NONE)
    if worst >= INCAPACITATED:
        raise Illegal(f"the {side.name} is {RESULTS[worst]}: it is out already")


def check_alive(side: Side, say: Settings) -> None:
    check_not_out(side)
    marked, health = side.state.get("damage", 0), side.stats.get("hea", 1)
    if marked >= health and not keeps_no_damage(say):
        raise Illegal(f"the {side.name} has {marked} damage marked and Health {health}: it is out already")


def keeps_no_damage(say: Settings) -> bool:
    return say.says("casualty-by", "health") and say.says("damage-accumulation", "per-attack")


def shooting_plan(scenario: Scenario) -> Plan:
    """A `shooting` scenario as operations, or Illegal with the reason."""
    say = settings(scenario.ruleset)
    attacker, target, situation = scenario.attacker, scenario.target, scenario.situation
    check_mechanisms(say)
    needed(attacker, "com", *(["qlt"] if say.first_edition or say.says("shots-by", "focus-budget") else []))
    needed(target, "def", *(["qlt"] if target_needs_quality(say) else []))
    if "range" not in situation:
        raise InputError("situation.range is needed: the distance in inches")
    if not attacker.weapons:
        raise InputError("attacker.weapons is needed: the attacker has no weapon")
    check_alive(target, say)
    check_alive(attacker, say)
    shooter_status = status_of(attacker, say)
    if shooter_status >= DOWNED:
        raise Illegal(f"the attacker is {RESULTS[shooter_status]}: it may not attack")
    return plan_of(scenario, tuple(Planner(scenario, say).ops()), say)


def plan_of(scenario: Scenario, ops: tuple["Op", ...], say: Settings) -> Plan:
    """Operations of the attacker against the target, as both stand before them."""
    attacker, target = scenario.attacker, scenario.target
    quality = target.stats.get("qlt", 0)
    escort = say["cautious.qlt"] if say.first_edition and target.state.get("escorted", False) else 0
    per_attack = keeps_no_damage(say)
    return Plan(
        ops=ops,
        target=TargetStats(quality + escort, quality, target.stats.get("hea", 1)),
        shooter_quality=attacker.stats.get("qlt", 0),
        disruption=attacker.state.get("disruption", 0),
        stunned=status_of(attacker, say) == STUNNED,
        target_disruption=target.state.get("disruption", 0),
        marked=0 if per_attack else target.state.get("damage", 0),
        status=status_of(target, say),
        per_attack=per_attack,
        say=say,
    )


def check_mechanisms(say: Settings) -> None:
    if say.says("damage-by", "damage-test") and say.says("casualty-by", "table"):
        raise Illegal(
            "damage-by = damage-test with casualty-by = table: the table's score needs a Power of the older kind"
        )


def target_needs_quality(say: Settings) -> bool:
    return (
        say.says("casualty-by", "table")
        or say.says("disruption-cap", "quality")
        or (say.says("damage-by", "defence-test") and say.says("quality-save", "quality-test"))
    )


def third_actions(say: Settings) -> int:
    """X60-SEQ-01, X60-SEQ-03: further actions for the reaction; none where no reaction comes back."""
    return int(say["activation.reaction_actions"]) if say["reaction.per_round"] else 0


class Planner:
    """Turns the actions of a scenario into operations, checking what may be done."""

    def __init__(self, scenario: Scenario, say: Settings) -> None:
        self.scenario, self.say = scenario, say
        self.attacker, self.situation = scenario.attacker, scenario.situation
        self.models = self.attacker.state.get("models", 1)
        self.traits = self.attacker.stats.get("traits", [])
        self.token = min(1, tokens_held(self.attacker.state.get("focus_token", False)))
        self.moved = False
        self.explicit = self.explicit_focus()

    def explicit_focus(self) -> tuple[int | None, tuple[int, ...]] | None:
        focus = self.scenario.policy.get("focus", "best")
        if focus == "best":
            return None
        return focus.get("shots"), tuple(focus.get("aim", ()))

    def named_actions(self) -> list[str]:
        """The actions of the situation, one or a sequence, known to the edition."""
        edition = self.say.edition
        given = self.situation.get("actions")
        if given is not None and "action" in self.situation:
            raise InputError("situation gives both action and actions; one of them is enough")
        actions = list(given) if given is not None else [self.situation.get("action", ATTACKS[edition][0])]
        known = (*ATTACKS[edition], *OTHERS[edition])
        for action in actions:
            if action not in known:
                raise Illegal(f"{action} is no action of {edition}; it has {listed(known)}")
        return actions

    def actions(self) -> list[str]:
        actions = self.named_actions()
        if not any(action in ATTACKS[self.say.edition] for action in actions):
            raise Illegal("no action of the sequence is an attack")
        return actions

    def ops(self) -> Iterator[Op]:
        actions = self.actions()
        if self.say.first_edition:
            self.check_primaries(actions)
            for action in actions:
                yield self.act_53(action)
                if action in ATTACKS["0.53.0"]:
                    yield from self.fire_53(action)
                yield END_OF_ACTION
                self.token = 0  # the very next action uses it or loses it
            return
        self.check_activation(actions)
        token = self.token
        for model in range(self.models):
            self.token, self.moved = token, False
            if model and "recover" in actions:  # X60-STAT-04: tokens are of a model, and only its own are cleared
                yield OTHER_SHOOTER
            for action in actions:
                yield from self.act_60(action)
                yield END_OF_ACTION

    # --- 0.53.0

    def check_primaries(self, actions: list[str]) -> None:
        """X53-SEQ-04: a Primary needs an unexhausted unit and exhausts it."""
        primaries = [a for a in actions if a in PRIMARY and not (a == "recover" and self.recovers_as_secondary())]
        allowed = 0 if self.attacker.state.get("exhausted", False) else self.say["primary.per_round"]
        if len(primaries) > allowed:
            side = self.attacker.name
            reason = f"a unit takes {allowed} Primary a round" if allowed else f"the {side} is exhausted"
            raise Illegal(f"{reason}, the sequence has {listed(primaries)}")

    def recovers_as_secondary(self) -> bool:
        stunned = status_of(self.attacker, self.say) == STUNNED
        return stunned and self.say.says("stunned-recover", "recover-as-secondary")

    def act_53(self, action: str) -> Act:
        """X53-ACT-01, X53-ACT-07, X53-ACT-08: what an action does before anything else."""
        say = self.say
        if action in MOVES:
            self.moved = True
        if action == "rest":
            bonus = say["rest.cover_bonus"] if self.situation.get("in_cover", False) else 0
            needed(self.attacker, "mrl")
            certain = not self.situation.get("enemy_in_los", True)
            adds = 0 if say.says("rest-self-disruption", "rest-exempt") else say["secondary.add_d"]
            return Act(action, adds=adds, rest=(self.attacker.stats["mrl"] + bonus, certain))
        locked_all = say.says("disruption-lock-scope", "all-actions")
        extra = 0 if self.situation.get("enemy_in_los", True) else say["recover.no_los_bonus"]
        recover = extra if action == "recover" else None
        if action in PRIMARY and not (action == "recover" and self.recovers_as_secondary()):
            unstunned = action != "recover"
            return Act(action, say["primary.remove_d"], locked=locked_all, needs_unstunned=unstunned, recover=recover)
        return Act(action, adds=say["secondary.add_d"], locked=True, recover=recover)

    def fire_53(self, action: str) -> Iterator[Op]:
        """X53-SEQ-06: model by model, each with all of its weapons, in order."""
        firing = self.firing_weapons(action)
        combined = self.say.says("unit-fire-resolution", "combined-per-unit") and self.models > 1
        per_weapon = self.say.says("multi-weapon-focus", "per-weapon")
        unit_shared = self.say.says("focus-budget-scope", "per-unit-shared")
        budgeted = self.buys_focus(action)
        if combined and budgeted and len(firing) > 1 and not per_weapon and not unit_shared:
            raise InputError(
                "not modelled: several weapons of several models that fire as one unit from budgets of each model;"
                " set multi-weapon-focus = per-weapon or focus-budget-scope = per-unit-shared, or pick one weapon"
            )
        for model in range(1 if combined else self.models):
            for index, weapon in enumerate(firing):
                begins = (model == 0 or not unit_shared) and (index == 0 or per_weapon)
                pool = (index if per_weapon else 0, begins)
                group = (self.models, unit_shared) if combined else (1, False)
                yield self.fire(action, weapon, len(firing), pool, group)
            if not combined:
                yield NEXT_MODEL

    def buys_focus(self, action: str) -> bool:
        return self.say.says("shots-by", "focus-budget") and action != "snap-fire"

    def firing_weapons(self, action: str) -> list[Mapping[str, Any]]:
        """All weapons that may fire; one that was picked, or is the only one, must be able to."""
        weapons = self.attacker.weapons
        if len(weapons) == 1 or self.attacker.picked:
            for weapon in weapons:
                self.check_weapon(action, weapon)
            return list(weapons)
        firing, reason = [], ""
        for weapon in weapons:
            try:
                self.check_weapon(action, weapon)
                firing.append(weapon)
            except Illegal as illegal:
                reason = reason or str(illegal)
        if not firing:
            raise Illegal(reason)
        return firing

    def check_weapon(self, action: str, weapon: Mapping[str, Any]) -> None:
        """X53-WPN-01 to -03, X53-UTR-15, X60-ACT-04, X60-ACT-13, X53-SHOOT-08: may this weapon fire so?"""
        say, kind, name = self.say, weapon.get("type", "basic"), weapon["name"]
        self.check_traits(weapon)
        if self.situation["range"] > weapon["range"][-1]:
            raise Illegal(
                f"{name} reaches {weapon['range'][-1]:g} inches, the target is at {self.situation['range']:g}"
            )
        platform = say.first_edition and has_trait(self.traits, "Weapons Platform")
        if action == "snap-fire" and kind != "basic" and not (kind == "heavy" and platform):
            raise Illegal(f"{name} is {kind}: it may not snap fire")
        if say.first_edition and self.moved:
            if kind == "setup":
                raise Illegal(f"{name} is a setup weapon: it may not fire after a move")
            if kind == "heavy" and say.says("heavy-after-move", "heavy-must-stand") and not platform:
                raise Illegal(f"{name} is heavy: it may not fire after a move")
        after_move = self.moved or action == "suppression-fire"
        limited = not say.first_edition and say.says("heavy-setup-limits", "import-053")
        if kind == "setup" and limited and after_move:
            raise Illegal(f"{name} is a setup weapon: it may not fire after a move")

    def check_traits(self, weapon: Mapping[str, Any]) -> None:
        if not self.say.first_edition:
            trait_level(weapon.get("traits", []), "Suppressive")  # must be readable, whatever the action
        for trait in weapon.get("traits", []):
            if self.say.first_edition and any(trait.casefold().startswith(t.casefold()) for t in TEMPLATES):
                raise InputError(f"{weapon['name']} has the trait {trait!r}, which is not modelled in shooting")

    def fire(
        self,
        action: str,
        weapon: Mapping[str, Any],
        firing: int = 1,
        pool: tuple[int, bool] = (0, True),
        group: tuple[int, bool] = (1, False),
    ) -> Fire:
        """One attack of one weapon, of a model or of a group with budgets of their own or a shared one."""
        say, rof = self.say, weapon.get("rof", 1)
        suppressing = action == "suppression-fire"
        target = self.scenario.target
        aimed = aimed_weapon(
            weapon, self.attacker.stats, target.stats, target.state, self.situation, say, suppressing=suppressing
        )
        if say.says("shots-by", "rate-of-fire"):
            shots, com, once = self.rate_of_fire(action, weapon)
            return Fire(aimed, shots * group[0], com, once, None, None)
        if suppressing:
            raise Illegal("suppression-fire needs shots-by = rate-of-fire")
        quality = self.attacker.stats["qlt"]
        if action == "snap-fire":
            snap = min(say["snap.rof"], rof)
            rule = FocusRule(quality, 0, snap, snap, self.accuracy(weapon), *group, *pool)
            return Fire(aimed, snap, 0, 0, rule, self.explicit)
        on_the_move = firing == 1 and has_trait(weapon.get("traits", []), "Fire on the Move")
        divisor = say["focus.advance_divisor"] if action == "advance" and not on_the_move else 1
        base = min(say["shots.base"], rof)
        most = base + rof if say.says("extra-shot-cap", "extras-equal-rof") else rof
        rule = FocusRule(quality, divisor, max(most, base), base, self.accuracy(weapon), *group, *pool)
        return Fire(aimed, base, 0, 0, rule, self.explicit)

    def accuracy(self, weapon: Mapping[str, Any]) -> int:
        return int(weapon.get("accuracy", 0))

    # --- 0.60.1

    def check_activation(self, actions: list[str]) -> None:
        """X60-SEQ-02, X60-SEQ-03: two actions, a third by the reaction."""
        if self.attacker.state.get("exhausted", False):
            raise Illegal("the attacker is exhausted")
        usual, further = self.say["activation.actions"], third_actions(self.say)
        if len(actions) > usual + further:
            raise Illegal(f"{len(actions)} actions in one activation, at most {usual + further} are possible")
        if len(actions) > usual and not self.attacker.state.get("reaction", True):
            side = self.attacker.name
            raise Illegal(
                f"{len(actions)} actions need the reaction, which the {side} has spent; without it there are {usual}"
            )
        if self.say.says("repeat-actions", "once-each"):
            repeated = [a for a in dict.fromkeys(actions) if actions.count(a) > 1 and a != "move"]
            if repeated:
                raise Illegal(f"{listed(repeated)} is taken twice, but repeat-actions is once-each")

    def act_60(self, action: str) -> Iterator[Op]:
        """X60-ACT-03 to -08, X60-TOK-01: one action, and what becomes of a focus token."""
        if action in ATTACKS["0.60.1"]:
            weapon = self.one_weapon()
            self.check_weapon(action, weapon)
            if action == "suppression-fire":
                self.check_suppression(weapon)
            yield Act(action)
            yield self.fire(action, weapon)
            usable = action == "shoot" or self.say.says("snap-fire-focus", "yes")
            if usable or self.say.says("focus-expiry", "lost"):
                self.token = 0
            return
        if action == "opfire" and not self.token:
            raise Illegal("opfire needs a focus token")
        if action == "focus":
            self.token = 1
        elif action == "opfire" or self.say.says("focus-expiry", "lost"):
            self.token = 0
        self.moved = self.moved or action in MOVES
        yield Act(action, clears_tokens=action == "recover")

    def one_weapon(self) -> Mapping[str, Any]:
        """X60-ACT-03: an attack action uses one weapon."""
        if len(self.attacker.weapons) > 1:
            names = listed(w["name"] for w in self.attacker.weapons)
            raise Illegal(f"an attack action uses one weapon; pick one of {names} with {self.attacker.name}.weapon")
        return self.attacker.weapons[0]

    def check_suppression(self, weapon: Mapping[str, Any]) -> None:
        if self.say.says("shots-by", "focus-budget"):
            raise Illegal("suppression-fire needs shots-by = rate-of-fire")
        level = trait_level(weapon.get("traits", []), "Suppressive")
        if self.say.says("suppression-eligibility", "suppressive-only") and level == 0:
            raise Illegal(f"{weapon['name']} has no Suppressive trait, which suppression-eligibility asks for")

    def rate_of_fire(self, action: str, weapon: Mapping[str, Any]) -> tuple[int, int, int]:
        """X60-SHOOT-03, X60-TOK-02: shots, and what a focus token adds to all of them or to the first."""
        say, rof = self.say, weapon.get("rof", 1)
        may_use = action in ("shoot", "focus-fire", "advance")
        may_use = may_use or (not say.first_edition and say.says("snap-fire-focus", "yes"))
        token = bool(self.token and may_use)
        option = say.rulings["rof-default-shots"]
        shots = rof if option == "full-rof" or (option == "rof-with-focus" and token) else 1
        if action == "snap-fire":
            shots = min(say["snap.rof"], rof)
        if action == "suppression-fire":
            shots += trait_level(weapon.get("traits", []), "Suppressive") * say["suppress.rof_per_level"]
        com = say["focus.com"] if token else 0
        return (shots, 0, com) if say.says("focus-scope", "one-shot") else (shots, com, 0)


def budget_for(rule: FocusRule, disruption: int, left: int, say: Settings) -> Budget:
    """X53-ACT-02, X53-ACT-03, X53-STAT-03: the focus of an attack, from the shooter's Disruption or what is left."""
    quality = floored(rule.quality + disruption * say["disruption.quality_per_point"], say)
    fresh = say["snap.focus"] if rule.divisor == 0 else rounded_half(max(0, quality), rule.divisor, say["round.half"])
    return Budget(
        focus=fresh if rule.fresh else left,
        base=rule.base,
        most=rule.most,
        accuracy=rule.accuracy,
        shot_cost=say["extra_shot.cost"],
        aim_cost=say["aim.cost"],
        models=rule.models,
        shared=rule.shared,
    )
