"""Random scenarios of Xenocide: small units, every ruling and many constants turned at random."""

from random import Random
from typing import Any

from analysis.definitions import definitions

Scenario = dict[str, Any]

COVERS = ("none", "soft", "hard", "fortified")
CONSTANTS = {
    "shooting": {
        "sup_acc_penalty": (0, 2),
        "low_acc_reroll": ({"0": 5, "-1": 3, "-2": 2}, {"0": 3, "-1": 1}),
        "acc_floor": (-3, -2, -1),
        "focus_ratio": (2, 3, 4),
        "focus_strength_step": (1, 2),
        "cover_soft": (1, 2),
        "cover_hard": (2, 3),
        "infantry_cover_bonus": (0, 1, 2),
        "dug_in_cover_bonus": (1, 2),
        "dug_in_open": (1, 2, 3),
        "splash_hits_per_d3": (1, 2),
        "art_direct": (2, 4),
        "art_indirect": (0, 2),
        "art_spotted": (3,),
        "thr_shots": (2, 5),
        "thr_per_model": (1, 2),
        "thr_aoe_d3": (1, 3),
        "sup_base": (2, 5),
        "sup_per_unit": (0, 2),
        "sup_heavy": (2,),
        "heavy_shots": (4, 6),
        "heavy_aoe_d3": (2, 4),
        "sup_hit": (0, 2),
        "sup_casualty": (0, 3),
        "sup_below_half": (2,),
        "sup_trait": (0, 2),
        "sup_cover": (-2, 0),
        "sup_auto_pass": (10, 12, 13),
        "cp_suppression_die": (1, 2),
    },
    "close-assault": {
        "def_share": ("1/2", "1/4", "2/3"),
        "infantry_def_per": (1, 3),
        "disadv_loss": ("1/2", "1/4"),
        "disadv_def_share": ("1/3", "2/3"),
        "sup_cad_penalty": (2,),
        "dig_cad_bonus": (0, 2),
        "bld_cad": (0, 2),
        "cad_cap": (5,),
        "sixes": ({"66": 3, "666": 4, "6666": 5},),
        "ca_sup_base": (2, 5),
        "ca_cas_steps": ({"1": 2}, {"2": 1, "3": 2}),
        "ca_below_half": (0, 2),
        "ca_outnumber": (2,),
        "outnumber_ratio": (1, 3),
        "ca_late_round": (0, 3),
        "ca_cover": (-2, 0),
        "ca_weight": ({"66": 3, "666": 4},),
        "ca_auto_pass": (10, 12, 13),
        "cp_suppression_die": (1, 2),
    },
    "rally": {
        "rally_base": (5, 7),
        "rally_support": (2,),
        "rally_fail_floor": (0, 2),
        "sup_auto_pass": (10, 12),
        "cp_rally_dice": (1, 2),
    },
}
CONSTANTS["suppression"] = CONSTANTS["shooting"]
CONSTANTS["overwatch"] = CONSTANTS["shooting"]


def selectable() -> dict[str, list[str]]:
    return {r.name: list(r.options) for r in definitions("xenocide").rulings.values() if r.selectable}


def turned(rng: Random, pipeline: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Some rulings and constants."""
    rulings = {name: rng.choice(options) for name, options in selectable().items() if rng.random() < 0.25}
    known = CONSTANTS[pipeline]
    constants = {name: rng.choice(values) for name, values in known.items() if rng.random() < 0.08}
    return rulings, constants


def stats(rng: Random) -> dict[str, Any]:
    kind = rng.choice((["infantry"], ["tracked"], ["walker"]))
    out: dict[str, Any] = {
        "aspect": rng.choice((-2, -1, 0, 0, 1)),
        "armor": rng.choice((0, 1, 3, 5, 6, 7)),
        "type": kind,
    }
    if rng.random() < 0.3:
        out["shield"] = rng.randint(1, 4)
    if rng.random() < 0.5:
        out["vp"] = rng.randint(1, 9)
    if "infantry" not in kind and rng.random() < 0.3:
        out["dig_in"] = True
    return out


def weapon(rng: Random, number: int) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": f"gun {number}",
        "shots": rng.choice((1, 1, 2, 3)),
        "accuracy": rng.choice((1, 2, 3, 4, 5, 6, "artillery")),
        "strength": rng.randint(0, 3),
    }
    if rng.random() < 0.35:
        out["aoe"] = rng.choice((1, 1, 2, 3))
    out["special"] = [s for s in ("suppression", "shield-breaker", "ignores-cover") if rng.random() < 0.25]
    return out


def groups(rng: Random) -> list[dict[str, Any]]:
    aspects = rng.sample((-2, -1, 0, 1), 2)
    out = []
    for _ in range(rng.choice((2, 2, 3))):
        one = {"models": rng.randint(1, 3), "stats": {**stats(rng), "aspect": rng.choice(aspects)}}
        if rng.random() < 0.5:
            one["cover"] = rng.choice(COVERS)
        out.append(one)
    if rng.random() < 0.5:
        out[1]["stats"] = dict(out[0]["stats"])
    return out


def shooting(rng: Random, *, mixed: bool) -> Scenario:
    rulings, constants = turned(rng, "shooting")
    attacker: Scenario = {
        "models": rng.choice((1, 2, 3)),
        "weapons": [weapon(rng, i) for i in range(rng.choice((1, 1, 2)))],
    }
    if rng.random() < 0.3:
        attacker["markers"] = rng.randint(1, 3)
    target: Scenario = {"groups": groups(rng)} if mixed else {"models": rng.randint(1, 5), "stats": stats(rng)}
    size = sum(g["models"] for g in target["groups"]) if mixed else target["models"]
    if rng.random() < 0.3:
        target["starting_models"] = size + rng.randint(0, 4)
    if rng.random() < 0.2:
        target["dug_in"] = True
    if rng.random() < 0.3:
        target["cp"] = rng.randint(1, 3)
    situation: Scenario = {}
    if rng.random() < 0.5:
        situation["cover"] = rng.choice(COVERS)
    if rng.random() < 0.2:
        situation["focus_fire"] = True
    if rng.random() < 0.2:
        situation["firing_units"] = rng.randint(1, 3)
    if rng.random() < 0.1:
        situation["indirect"], situation["spotted"] = True, rng.random() < 0.5
    if rng.random() < 0.2 and not mixed:
        situation["volleys"] = 2
    return made("shooting", rulings, constants, situation, target=target, attacker=attacker)


def suppression(rng: Random) -> Scenario:
    rulings, constants = turned(rng, "suppression")
    models = rng.randint(1, 6)
    casualties = rng.choice((0, 0, rng.randint(0, models)))
    situation: Scenario = {
        "shots": rng.randint(0, 12),
        "models": models,
        "hit": casualties > 0 or rng.random() < 0.5,
        "casualties": casualties,
    }
    for key, value in (
        ("aoe_d3", rng.randint(0, 6)),
        ("firing_units", rng.randint(1, 4)),
        ("trait_hits", rng.randint(0, 3)),
        ("cover", rng.choice(COVERS)),
        ("titan", rng.random() < 0.5),
    ):
        if rng.random() < 0.5:
            situation[key] = value
    if situation["shots"] == 0:
        situation["hit"], situation["casualties"] = False, 0
    target: Scenario = {"models": models, "cp": rng.choice((0, 0, 1, 2, 3))}
    if rng.random() < 0.3:
        target["starting_models"] = models + rng.randint(0, 5)
    return made("suppression", rulings, constants, situation, target=target)


def rally(rng: Random) -> Scenario:
    rulings, constants = turned(rng, "rally")
    target = {"markers": rng.randint(0, 5), "cp": rng.choice((0, 0, 1, 2, 3))}
    return made("rally", rulings, constants, {"support": rng.random() < 0.5}, target=target)


def fighter(rng: Random, most: int, cads: tuple[int, ...]) -> Scenario:
    line = {"caa": rng.randint(0, 3), "cad": rng.choice(cads), "type": rng.choice((["infantry"], ["tracked"]))}
    if rng.random() < 0.3:
        line["shield"] = rng.randint(1, 4)
    if rng.random() < 0.5:
        line["vp"] = rng.randint(1, 9)
    if rng.random() < 0.2:
        line["bonus_defence_dice"] = 1
    side: Scenario = {"models": rng.randint(1, most), "stats": line}
    if rng.random() < 0.25:
        side["markers"] = rng.randint(1, 2)
    if rng.random() < 0.25:
        side["cp"] = rng.randint(1, 2)
    if rng.random() < 0.25:
        side["starting_models"] = side["models"] + rng.randint(0, 4)
    if rng.random() < 0.3:
        side["order"] = rng.choice(("fire-and-move", "move-and-fire", "assault"))
    return side


def assault(rng: Random, *, most: int = 4) -> Scenario:
    rulings, constants = turned(rng, "close-assault")
    cads = (2, 3, 4, 5, 6, 66, 666)
    attacker, target = fighter(rng, most, cads), fighter(rng, most, cads)
    situation: Scenario = {"max_rounds": rng.choice((1, 2, 3, 5))}
    if rng.random() < 0.4:
        situation["cover"] = rng.choice(COVERS)
    if rng.random() < 0.2:
        situation["in_building"] = True
    elif rng.random() < 0.2 and target["stats"]["type"] == ["infantry"]:
        target["dug_in"] = True
    if rng.random() < 0.2:
        situation["attacker_cover"] = rng.choice(COVERS)
    policy: Scenario = {}
    for side in ("attacker", "defender"):
        own: Scenario = {}
        if rng.random() < 0.6:
            own["defence_dice"] = rng.choice(("best", "none", "max", 0, 1))
        if rng.random() < 0.3:
            own["retreat"] = rng.choice(("never", "always", "best"))
        if own:
            policy[side] = own
    return made("close-assault", rulings, constants, situation, policy=policy, target=target, attacker=attacker)


def made(pipeline: str, rulings: Scenario, constants: Scenario, situation: Scenario, **tables: Any) -> Scenario:
    return {
        "ruleset": "xenocide-0.34",
        "pipeline": pipeline,
        **tables,
        "situation": situation,
        "rulings": rulings,
        "constants": constants,
    }
