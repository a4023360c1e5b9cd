"""Xenocide: what a test has to reach, and the rally and suppression pipelines.

Rules     XEN-SUP-01 to XEN-SUP-11 (XEN-SUP-06 among them), XEN-RALLY-01 to XEN-RALLY-03,
          XEN-TITAN-14, XEN-CP-05, XEN-CP-06
"""

from dataclasses import dataclass
from functools import lru_cache

from analysis.errors import InputError
from analysis.families.xenocide.carrying import Carrier, Exact
from analysis.families.xenocide.settings import SIDES, Settings
from analysis.families.xenocide.units import STRONG, check_digging, cover_word, starting_models
from analysis.scenarios import Scenario
from kernels.xenocide.morale import TEST, Test

PAIR = 2  # dice of a test that count
NEVER = 10_000  # no roll comes here
FIRE, CLOSE, RALLY = "fire", "close assault", "rally"  # what a test is about


@dataclass(frozen=True)
class Incoming:
    """The fire of a phase as a test sees it."""

    shots: int  # that could kill
    harmless: int
    aoe_d3: int
    models: int  # before this fire
    units: int
    lethal: bool  # some weapon could kill
    hit: bool
    casualty: bool
    trait_hits: int


def test_is_due(fire: Incoming, say: Settings) -> bool:
    """XEN-SUP-01: enough shots, a shot for each model, or enough area of effect."""
    for_models = fire.shots + (fire.harmless if say.says("threshold-penetration", "no") else 0)
    return bool(
        fire.shots >= say["thr_shots"]
        or for_models >= say["thr_per_model"] * fire.models
        or fire.aoe_d3 >= say["thr_aoe_d3"]
    )


def is_below_half(left: int, starting: int, say: Settings) -> bool:
    """XEN-SUP-07, XEN-CA-21."""
    return 2 * left < starting or (2 * left == starting and say.says("below-half", "at-most-half"))


def fire_target(fire: Incoming, left: int, starting: int, sheltered: bool, say: Settings) -> int:
    """XEN-SUP-02 to XEN-SUP-09: what 2d6 must reach after this fire."""
    heavy = fire.shots >= say["heavy_shots"] or fire.aoe_d3 >= say["heavy_aoe_d3"]
    target = say["sup_base"]
    target += say["sup_per_unit"] * fire.units * fire.lethal
    target += say["sup_heavy"] * heavy
    target += say["sup_hit"] * fire.hit
    target += say["sup_casualty"] * fire.casualty
    target += say["sup_below_half"] * is_below_half(left, starting, say)
    target += say["sup_trait"] * fire.trait_hits
    return int(target + say["sup_cover"] * sheltered)


@dataclass(frozen=True)
class Morale:
    """A test with the command points that may go into it: each die costs `price`."""

    row: Test
    before: int  # points spent before the roll
    price: int


def test_row(kind: str, target: int, auto: int | None, cp: int, titan: bool, say: Settings) -> Morale:
    """XEN-SUP-10, XEN-TITAN-14, XEN-CP-05, XEN-CP-06: the dice of a test, with those that points add."""
    price = int(say["cp_rally_dice" if kind == RALLY else "cp_suppression_die"])
    extra = cp // price
    extra = 1 if extra > 1 and (kind == RALLY or say.says("cp-die-repeat", "once")) else extra
    option = say.rulings["cp-suppression-die"] if extra else None
    at_once = option == "keep-best-two" or (option == "split-by-test" and kind == RALLY)
    may_add = 0 if at_once else extra
    dice, keep = (int(say["titan_sup_dice"]), int(say["titan_sup_keep"])) if titan else (PAIR, PAIR)
    upside_down = kind == FIRE and say.says("suppression-pass-direction", "high-fails")
    row = Test(
        dice=dice,
        keep=keep,
        sides=SIDES,
        pass_at_least=target,
        auto_at_least=NEVER if auto is None else auto,
        may_add=may_add,
        auto_on_total=int(may_add > 0 and say.says("natural-11-12", "final-total")),
        high_fails=int(upside_down),
    )
    if not at_once or not extra:
        return Morale(row, 0, price)
    more = dice_worth_buying(row, extra)
    return Morale(row._replace(dice=dice + more), more * price, price)


@lru_cache(4096)
def dice_worth_buying(row: Test, most: int) -> int:
    """The number of further dice with the fewest failures; none where they change nothing, or hurt."""
    rows = [row._replace(dice=row.dice + more) for more in range(most + 1)]
    failing = [sum(p for (failed, _), p in rolled if failed) for rolled in Exact().draw(TEST, rows, [1.0] * len(rows))]
    return min(range(most + 1), key=lambda more: (round(failing[more], 12), more))


@dataclass(frozen=True)
class SingleTest:
    """A test that is all that is asked: None where it is not due."""

    row: Test | None
    failed: int  # outcome after a failure
    passed: int


def suppression_plan(scenario: Scenario, say: Settings) -> SingleTest:
    """The `suppression` pipeline: the target's test after fire that the situation describes."""
    side, situation = scenario.target, scenario.situation
    models = int(situation.get("models", side.state.get("models", 1)))
    casualties = int(situation.get("casualties", 0))
    if casualties > models:
        raise InputError(f"situation.casualties is {casualties}, but only {models} models were there")
    shots, hit = int(situation.get("shots", 0)), bool(situation.get("hit", casualties > 0))
    lethal, volume = shots > 0 or hit or casualties > 0, situation.get("aoe_d3", 0)
    fire = Incoming(
        shots=shots,
        harmless=max(0, int(situation.get("shots_fired", shots)) - shots),
        aoe_d3=int(situation.get("aoe_d3_hit", volume) if say.says("threshold-aoe-volume", "hit") else volume),
        models=models,
        units=int(situation.get("firing_units", 1)),
        lethal=lethal,
        hit=hit,
        casualty=casualties > 0,
        trait_hits=int(situation.get("trait_hits", 0)),
    )
    titan = situation.get("titan", False) or "core" in side.stats
    left, cover = models if titan else models - casualties, cover_word(scenario)  # a titan is damaged, not removed
    dug_in = side.state.get("dug_in", False)
    if dug_in and side.stats.get("type"):
        check_digging(side, side.stats, cover, situation.get("in_building", False), say)
    if left == 0 or not test_is_due(fire, say):
        return SingleTest(None, 0, 0)
    starting = left if titan else starting_models(side, models)  # a titan is never below half
    target = fire_target(fire, left, starting, dug_in or cover in STRONG, say)
    cp = side.state.get("cp", 0)
    return SingleTest(test_row(FIRE, target, say["sup_auto_pass"], cp, titan, say).row, 1, 0)


def rally_plan(scenario: Scenario, say: Settings) -> SingleTest:
    """The `rally` pipeline."""
    state, support = scenario.target.state, scenario.situation.get("support", False)
    return rally_test(int(state.get("markers", 0)), state.get("cp", 0), support, say)


def rally_test(markers: int, cp: int, support: bool, say: Settings) -> SingleTest:
    """XEN-RALLY-01 to -03: not due without a marker; a failure leaves one."""
    if markers == 0:
        return SingleTest(None, 0, 0)
    target = int(say["rally_base"]) + markers - (say["rally_support"] if support else 0)
    auto = say["sup_auto_pass"] if say.says("rally-auto-pass", "yes") else None
    row = test_row(RALLY, target, auto, cp, False, say).row
    return SingleTest(row, min(markers, int(say["rally_fail_floor"])), 0)


def run_single(plan: SingleTest, carrier: Carrier, weight: float) -> dict[tuple[int], float]:
    if plan.row is None:
        return {(plan.passed,): weight}
    out: dict[tuple[int], float] = {}
    for (failed, _), chance in carrier.draw(TEST, [plan.row], [weight])[0]:
        key = (plan.failed if failed else plan.passed,)
        out[key] = out.get(key, 0.0) + weight * chance
    return out
