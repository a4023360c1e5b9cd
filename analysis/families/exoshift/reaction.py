"""Exoshift 0.60.1: a model with a Reaction token answers an action of the active model.

Rules     X60-SEQ-01, X60-ACT-08, X60-ACT-09, X60-TOK-04, X60-STAT-05, X60-REACT-01, X60-REACT-02,
          X60-REACT-03, X60-REACT-04, X60-REACT-05, X60-CP-06, X60-DEC-02, X60-DEC-06, X60-DEC-07
Rulings   reaction-vs-token, reaction-simultaneous, reaction-test-timing, opfire-consumes-focus,
          cp-auto-success-scope, cp-auto-success-timing, entrench-duration, and all of shooting
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from analysis.errors import Illegal, InputError
from analysis.families.exoshift.chain import (
    Chain,
    Fighter,
    Pair,
    Pairs,
    Weights,
    exchange,
    first_pair,
    plan_key,
    roll_each,
    rules_key,
    side_focus,
)
from analysis.families.exoshift.keys import ATTACKS, REACTION
from analysis.families.exoshift.plan import (
    END_OF_ACTION,
    Op,
    Plan,
    Planner,
    check_alive,
    check_mechanisms,
    needed,
    plan_of,
    target_needs_quality,
)
from analysis.families.exoshift.resolve import Carrier, merged
from analysis.families.exoshift.settings import Settings, settings
from analysis.families.exoshift.shots import tokens_held
from analysis.families.exoshift.suppression import faces
from analysis.scenarios import Scenario, Side
from kernels.exoshift.attack import DOWNED, INCAPACITATED
from kernels.exoshift.nerve import TEST, Nerve

WITH_A_MOVE = ("move", "snap-fire", "suppression-fire")
SHOTS = ATTACKS["0.60.1"]
ROLL, ACT = 1, 2  # stages of one model's reaction


class Aside(NamedTuple):
    """What no attack reads: how many have reacted, command points left, and so on."""

    reacted: int = 0
    cp: int = 0
    before: int = 0  # tokens on the reactor when the action began
    declared: bool = False
    answered: bool = False  # the model shot at is among those that have reacted
    other: Fighter | None = None  # the model shot at, while a comrade reacts


@dataclass(frozen=True)
class Duel:
    """The active model's actions, and the reaction after one of them."""

    forward: Plan  # the active model against the reactor
    back: Plan  # the reaction
    actions: tuple[tuple[Op, ...], ...]
    answered: tuple[tuple[Op, ...], ...]  # the same, against a reactor that has acted
    react_after: int
    reactors: int
    beginning: Pair
    quality: int

    def run(self, start: float, carrier: Carrier) -> Weights:
        spread, stage = {self.beginning: start}, 0
        for number in range(len(self.actions)):
            spread = merged((noted(pair), weight) for pair, weight in spread.items())
            spread = self.act(spread, number, carrier, stage)
            stage += len(self.actions[number])
            if number + 1 == self.react_after:
                spread = self.react(spread, carrier, stage)
                stage += self.reactors * (ACT + len(self.back.ops))
        return merged((outcome(pair), weight) for pair, weight in spread.items())

    def act(self, spread: Pairs, number: int, carrier: Carrier, stage: int) -> Pairs:
        """One action of the active model, which must be able to act."""
        down = {p: w for p, w in spread.items() if p.attacker.status >= DOWNED}
        out = dict(down)
        for answered, ops in ((False, self.actions[number]), (True, self.answered[number])):
            acting = {p: w for p, w in spread.items() if p not in down and aside(p).answered == answered}
            out.update(exchange(acting, ops, self.forward, carrier, stage))
        return out

    def react(self, spread: Pairs, carrier: Carrier, stage: int) -> Pairs:
        """X60-REACT-01, X60-REACT-04: model by model; the first is the one that was shot at."""
        fresh = self.beginning.target
        for model in range(self.reactors):
            at = stage + model * (ACT + len(self.back.ops))
            if model == 0:
                spread = self.react_one(spread, carrier, at, first=True)
                continue
            swapped = merged((comrade(p, fresh), w) for p, w in spread.items())
            done = self.react_one(swapped, carrier, at, first=False)
            spread = merged((comrade_done(p), w) for p, w in done.items())
        return spread

    def react_one(self, spread: Pairs, carrier: Carrier, stage: int, *, first: bool) -> Pairs:
        able = {p: w for p, w in spread.items() if self.may_declare(p)}
        out = [(p, w) for p, w in spread.items() if p not in able]
        tested, passed = {}, []
        for pair, weight in able.items():
            at = self.prepared(pair, first)
            if at is None:
                tested[pair] = weight
            else:
                passed.append((at, weight))
        for pair, (good, left), weight in roll_each(
            tested, TEST, lambda p: self.quality_test(p, first), carrier, stage + ROLL
        ):
            after = self.after_test(pair, bool(good), left, first)
            (passed if good or self.pays_late(pair) else out).append((after, weight))
        acted = exchange(merged(passed), self.back.ops, self.back, carrier, stage + ACT, back=True)
        return merged([*out, *acted.items()])

    def may_declare(self, pair: Pair) -> bool:
        """Ruling reaction-simultaneous; who is out does not react, and is not reacted to."""
        alone = self.back.say.says("reaction-simultaneous", "one-per-action")
        able = pair.attacker.status < INCAPACITATED and pair.target.status < DOWNED
        return able and not (alone and aside(pair).declared)

    def counted(self, pair: Pair, first: bool) -> int:
        """Ruling reaction-test-timing: the tokens that the test counts."""
        new = self.back.say.says("reaction-test-timing", "yes") or not first
        return pair.target.disruption if new else aside(pair).before

    def payable(self, pair: Pair) -> bool:
        say = self.back.say
        return say.says("cp-auto-success-scope", "both") and aside(pair).cp >= say["cp.disruption_pass"]

    def pays_late(self, pair: Pair) -> bool:
        return self.payable(pair) and self.back.say.says("cp-auto-success-timing", "after-roll")

    def prepared(self, pair: Pair, first: bool) -> Pair | None:
        """A pair that reacts without a roll: no token counts, or command points pass the test beforehand."""
        if self.counted(pair, first) == 0:
            return reacting(pair, 0, first)
        if self.payable(pair) and not self.pays_late(pair):
            return reacting(pair, self.back.say["cp.disruption_pass"], first)
        return None

    def quality_test(self, pair: Pair, first: bool) -> Nerve:
        """X60-REACT-03: Quality, less one for each token after the first; failure takes a token off."""
        say = self.back.say
        extra = self.counted(pair, first) - 1
        good = faces(self.quality + extra * say["reaction.penalty_per_extra_token"], say)
        removes = 0 if self.pays_late(pair) else say["reaction.fail_removes"]
        return Nerve(say["dice.sides"], good, pair.target.disruption, removes)

    def after_test(self, pair: Pair, passed: bool, left: int, first: bool) -> Pair:
        if passed:
            return reacting(pair, 0, first)
        if self.pays_late(pair):
            return reacting(pair, self.back.say["cp.disruption_pass"], first)
        shaken = pair._replace(target=pair.target._replace(disruption=left))
        return shaken._replace(aside=aside(pair)._replace(declared=True))


def aside(pair: Pair) -> Aside:
    assert isinstance(pair.aside, Aside)
    return pair.aside


def noted(pair: Pair) -> Pair:
    """Before an action: what lies on the reactor; who has declared something before does not matter any more."""
    return pair._replace(aside=aside(pair)._replace(before=pair.target.disruption, declared=False))


def reacting(pair: Pair, price: int, first: bool) -> Pair:
    now = aside(pair)
    answered = now.answered or first
    return pair._replace(
        aside=now._replace(reacted=now.reacted + 1, cp=now.cp - price, declared=True, answered=answered)
    )


def comrade(pair: Pair, fresh: Fighter) -> Pair:
    return pair._replace(target=fresh, aside=aside(pair)._replace(other=pair.target))


def comrade_done(pair: Pair) -> Pair:
    shot_at = aside(pair).other
    assert shot_at is not None
    return pair._replace(target=shot_at, aside=aside(pair)._replace(other=None))


def outcome(pair: Pair) -> tuple[int, ...]:
    return aside(pair).reacted, pair.attacker.shown, pair.target.shown, pair.target.disruption


def reaction_chain(scenario: Scenario) -> Chain:
    """A `reaction` scenario, or Illegal with the reason."""
    say = settings(scenario.ruleset)
    if say.first_edition:
        raise Illegal(f"{scenario.ruleset.name} has no reactions; Defensive Fire is part of {'close-assault'!r}")
    check_sides(scenario, say)
    target, situation = scenario.target, scenario.situation
    active = active_scenario(scenario)
    names, actions = action_ops(active, say)
    after = situation.get("react_after", 1)
    if after > len(actions):
        raise Illegal(f"situation.react_after is {after}, the active model takes {len(actions)} actions")
    answer = situation.get("reaction", "shoot")
    _, later = action_ops(with_entrench(active, "target", entrenched(target, [answer], say, False)), say)
    forward, back = plan_of(active, (), say), reaction_plan(scenario, names[:after], answer, say)
    beginning = first_pair(forward, back)._replace(aside=Aside(cp=target.state.get("cp", 0)))
    duel = Duel(
        forward=forward,
        back=back,
        actions=actions,
        answered=later,
        react_after=after,
        reactors=target.state.get("models", 1) if may_react(target, say) else 0,
        beginning=beginning,
        quality=target.stats.get("qlt", 0),
    )
    parts = (duel.actions, duel.answered, after, duel.reactors, beginning, duel.quality)
    return Chain((REACTION, plan_key(forward), plan_key(back), parts, rules_key(forward)), duel.run)


def check_sides(scenario: Scenario, say: Settings) -> None:
    attacker, target, situation = scenario.attacker, scenario.target, scenario.situation
    check_mechanisms(say)
    check_alive(attacker, say)
    check_alive(target, say)
    taken = situation.get("actions", [situation.get("action", "shoot")])
    shoots, answers = any(a in SHOTS for a in taken), situation.get("reaction", "shoot") in SHOTS
    quality = ["qlt"] if target_needs_quality(say) else []
    if shoots:
        needed(attacker, "com")
        needed(target, "def", *quality)
    if may_react(target, say) and answers:
        needed(target, "com")
        needed(attacker, "def", *quality)
    if may_react(target, say) and (shoots or target.state.get("disruption", 0)):
        needed(target, "qlt")
    for side, fires in ((attacker, shoots), (target, answers and may_react(target, say))):
        if fires and not side.weapons:
            raise InputError(f"{side.name}.weapons is needed: the {side.name} has no weapon")
        if fires and say.says("shots-by", "focus-budget"):
            needed(side, "qlt")
        if fires and "range" not in situation:
            raise InputError("situation.range is needed: the distance in inches")


def may_react(target: Side, say: Settings) -> bool:
    """X60-REACT-01, X60-SEQ-01, ruling reaction-vs-token: what the licence to react is."""
    token = bool(target.state.get("reaction_token", True))
    unspent = bool(target.state.get("reaction", True)) and say["reaction.per_round"] > 0
    return {"both-needed": token and unspent, "token-only": token, "reaction-only": unspent}[
        say.rulings["reaction-vs-token"]
    ]


def active_scenario(scenario: Scenario) -> Scenario:
    """The active model alone, with its own policy."""
    policy = side_focus(scenario, "attacker") or scenario.policy
    one = replace(scenario.attacker, state={**scenario.attacker.state, "models": 1})
    return replace(scenario, attacker=one, policy=policy)


def action_ops(scenario: Scenario, say: Settings) -> tuple[list[str], tuple[tuple[Op, ...], ...]]:
    """The active model's actions, by name and as operations."""
    planner = Planner(scenario, say)
    names = planner.named_actions()
    planner.check_activation(names)
    return names, tuple((*planner.act_60(name), END_OF_ACTION) for name in names)


def entrenched(side: Side, taken: list[str], say: Settings, activated: bool) -> int:
    """X60-ACT-11, X60-TOK-03, ruling entrench-duration: the tokens after some actions."""
    duration = say.rulings["entrench-duration"]
    held = tokens_held(side.state.get("entrench_token", False))
    tokens = 0 if activated and duration == "until-next-activation" else held
    for action in taken:
        if duration == "until-move" and action in WITH_A_MOVE:
            tokens = 0
        tokens += action == "entrench"
    return tokens


def with_entrench(scenario: Scenario, side: str, tokens: int) -> Scenario:
    one: Side = getattr(scenario, side)
    changed = replace(one, state={**one.state, "entrench_token": tokens})
    return replace(scenario, target=changed) if side == "target" else replace(scenario, attacker=changed)


def reaction_plan(scenario: Scenario, taken: list[str], answer: str, say: Settings) -> Plan:
    """X60-REACT-02: one action of the reactor; whatever is hostile in it goes at the active model."""
    attacker, target, situation = scenario.attacker, scenario.target, scenario.situation
    place: Mapping[str, Any] = {k: v for k, v in situation.items() if k == "range"}
    place = {**place, "cover": situation.get("attacker_cover", "none")}
    turned = replace(
        with_entrench(scenario, "attacker", entrenched(attacker, taken, say, True)),
        situation=place,
        policy=side_focus(scenario, "target"),
    )
    turned = replace(turned, attacker=target, target=turned.attacker)
    if not may_react(target, say):
        return plan_of(turned, (), say)
    planner = Planner(turned, say)
    bonus = say.says("opfire-consumes-focus", "bonus-on-reaction") and target.state.get("reaction_token", True)
    planner.token = max(planner.token, int(bool(bonus)))
    return plan_of(turned, (*planner.act_60(answer), END_OF_ACTION), say)
