"""Exoshift under pressure: examples, corners and rulings of suppression, assault, reaction, aftermath.

EXAMPLES   (id, scenario, expected)            fractions as the checklists print them
NASTY      (name, reason, scenario, expected)  corners of the rules; "by hand" ones carry their arithmetic
RULINGS    (ruling, option, scenario, expected)
LONG_RUN   (name, reason, scenario, expected)  {"recover" or "actions_lost": "n/d"} and, where it is short,
                                               "stationary": {D or tokens at activation: "n/d"}

`expected` of the others has the forms of exoshift_cases.py: joint, cells, mean, given, illegal.
Run `python3 -m tests.oracles.exoshift_pressure_cases` to check all of it against the oracle.
"""

from __future__ import annotations

import time
from fractions import Fraction

from tests.oracles.exoshift_cases import SOFT, SURE, gun53, gun60, holds, shot53, shot60, sol53, sol60
from tests.oracles.exoshift_pressure import FIELDS, Illegal, long_run, odds

ILLEGAL = {"illegal": True}
IMPORTED = {"assault-missing": "import-053-adapted"}
HEALTH_DAMAGE = {"shots-by": "rate-of-fire", "damage-by": "damage-test", "casualty-by": "health"}

# ---------------------------------------------------------------------------------------------------------
# Scenarios
# ---------------------------------------------------------------------------------------------------------


def whole(ruleset, pipeline, **tables):
    """A scenario without its empty tables."""
    return {
        "ruleset": ruleset,
        "pipeline": pipeline,
        **{name: table for name, table in tables.items() if table},
    }


def own53(action, victim=None, target=None, rulings=None, constants=None, **situation):
    """An own action of a disrupted 0.53.0 unit."""
    return whole(
        "exoshift-0.53.0",
        "suppression",
        target={"stats": sol53(**(victim or {})), **(target or {})},
        situation={"action": action, **situation},
        rulings=rulings,
        constants=constants,
    )


def tokens60(tokens, cp=0, victim=None, target=None, rulings=None, constants=None):
    """The activation of a 0.60.1 model with tokens."""
    side = {"stats": sol60(**(victim or {})), "disruption": tokens, "cp": cp, **(target or {})}
    return whole("exoshift-0.60.1", "suppression", target=side, rulings=rulings, constants=constants)


def assault53(
    shooter=None,
    guns=None,
    victim=None,
    their_guns=None,
    attacker=None,
    target=None,
    rulings=None,
    constants=None,
    policy=None,
    **situation,
):
    """A 0.53.0 assault, Sol on Sol unless told otherwise."""
    one = {"stats": sol53(**(shooter or {})), "weapons": guns or [gun53()], **(attacker or {})}
    other = {"stats": sol53(**(victim or {})), "weapons": their_guns or [gun53()], **(target or {})}
    return whole(
        "exoshift-0.53.0",
        "close-assault",
        attacker=one,
        target=other,
        situation=situation,
        rulings=rulings,
        constants=constants,
        policy=policy,
    )


def assault60(
    shooter=None,
    guns=None,
    victim=None,
    their_guns=None,
    attacker=None,
    target=None,
    rulings=None,
    constants=None,
    policy=None,
    **situation,
):
    """The same in 0.60.1, with the import switched on."""
    one = {"stats": sol60(**(shooter or {})), "weapons": guns or [gun60()], **(attacker or {})}
    other = {"stats": sol60(**(victim or {})), "weapons": their_guns or [gun60()], **(target or {})}
    return whole(
        "exoshift-0.60.1",
        "close-assault",
        attacker=one,
        target=other,
        situation=situation,
        rulings={**IMPORTED, **(rulings or {})},
        constants=constants,
        policy=policy,
    )


def react60(
    shooter=None,
    guns=None,
    victim=None,
    their_guns=None,
    attacker=None,
    target=None,
    rulings=None,
    constants=None,
    **situation,
):
    """A reaction in 0.60.1 at short range in the open; the active Sol shoots unless told otherwise."""
    one = {"stats": sol60(**(shooter or {})), "weapons": guns or [gun60()], **(attacker or {})}
    other = {"stats": sol60(**(victim or {})), "weapons": their_guns or [gun60()], **(target or {})}
    return whole(
        "exoshift-0.60.1",
        "reaction",
        attacker=one,
        target=other,
        situation={"range": 8, **situation},
        rulings=rulings,
        constants=constants,
    )


def after53(**changes):
    return {**shot53(**changes), "pipeline": "aftermath"}


def after60(**changes):
    return {**shot60(**changes), "pipeline": "aftermath"}


# ---------------------------------------------------------------------------------------------------------
# Worked examples
# ---------------------------------------------------------------------------------------------------------


def assault_example(stopped, destroyed, driven, held):
    return {
        "cells": [
            ({"aborted": 1}, stopped),
            ({"target_result": "destroyed"}, destroyed),
            ({"target_driven_back": 1}, driven),
            ({"aborted": 0, "target_result": "none", "target_driven_back": 0}, held[0]),
            ({"aborted": 0, "target_result": "unhurt", "target_driven_back": 0}, held[1]),
            ({"aborted": 0, "target_result": "stunned", "target_driven_back": 0}, held[2]),
        ],
        "given": [
            ({"aborted": 0}, {"target_result": "destroyed"}, "532/3125"),
            ({"aborted": 0}, {"target_driven_back": 1}, "1356/3125"),
        ],
    }


def lost_example(*chances):
    return {"joint": {(lost, 0): p for lost, p in enumerate(chances) if p != "0"}}


def after_example(destroyed, both, mean):
    cells = [({"result": "destroyed"}, destroyed), ({"result": "none", "actions_lost": 0}, both)]
    return {"cells": cells, "mean": {"actions_lost": mean}}


def react_example(reacts, destroys):
    return {"cells": [({"reacted": 1}, reacts), ({"attacker_result": "destroyed"}, destroys)]}


SUPPRESSIVE = [gun60(traits=["Suppressive 1"])]

# "Holds" is split by band: given that the attack goes ahead 1/3125 * (341, 3346/5, 1134/5), together 1237;
# times 311/500 (unexhausted) or 97/125 (exhausted): 384707/1562500 and 119989/390625.
EXAMPLES = [
    (
        "X53-EX-08 unexhausted",
        assault53(),
        assault_example(
            "189/500",
            "41363/390625",
            "105429/390625",
            ("106051/1562500", "520303/3906250", "176337/3906250"),
        ),
    ),
    (
        "X53-EX-08 exhausted",
        assault53(target={"exhausted": True}),
        assault_example(
            "28/125",
            "51604/390625",
            "131532/390625",
            ("33077/390625", "324562/1953125", "109998/1953125"),
        ),
    ),
    (
        "X53-EX-11 Recover, enemy in LoS",
        own53("recover", target={"disruption": 5}),
        {"joint": {(3,): "1/5", (2,): "1/5", (1,): "1/5", (0,): "2/5"}},
    ),
    (
        "X53-EX-11 Recover, nobody in LoS",
        own53("recover", target={"disruption": 5}, enemy_in_los=False),
        {"joint": {(2,): "1/5", (1,): "1/5", (0,): "3/5"}},
    ),
    ("X60-EX-07 one token", tokens60(1), lost_example("3/5", "2/5")),
    ("X60-EX-07 two tokens", tokens60(2), lost_example("9/25", "12/25", "4/25")),
    ("X60-EX-07 three tokens", tokens60(3), lost_example("27/125", "54/125", "44/125")),
    ("X60-EX-07 CP before the roll", tokens60(2, cp=1), lost_example("3/5", "2/5")),
    (
        "X60-EX-07 CP after the roll",
        tokens60(2, cp=1, rulings={"cp-auto-success-timing": "after-roll"}),
        lost_example("21/25", "4/25"),
    ),
    ("X60-EX-08 shoot", after60(), after_example("369/625", "4624/15625", "384/3125")),
    (
        "X60-EX-08 suppress",
        after60(action="suppression-fire"),
        after_example("291/2500", "32761/62500", "1269/3125"),
    ),
    (
        "X60-EX-08 suppress with three shots",
        after60(action="suppression-fire", guns=SUPPRESSIVE),
        after_example("21177/125000", "5929741/15625000", "4394493/7812500"),
    ),
    ("X60-EX-09 no token", react60(action="move"), react_example("1", "369/625")),
    (
        "X60-EX-09 one token",
        react60(action="move", target={"disruption": 1}),
        react_example("3/5", "1107/3125"),
    ),
    (
        "X60-EX-09 two tokens",
        react60(action="move", target={"disruption": 2}),
        react_example("1/2", "369/1250"),
    ),
    (
        "X60-EX-09 three tokens",
        react60(action="move", target={"disruption": 3}),
        react_example("2/5", "738/3125"),
    ),
    (
        "X60-EX-09 four tokens",
        react60(action="move", target={"disruption": 4}),
        react_example("3/10", "1107/6250"),
    ),
    ("X60-EX-10", react60(), react_example("38/125", "14022/78125")),
]

# ---------------------------------------------------------------------------------------------------------
# Nasty corners
# ---------------------------------------------------------------------------------------------------------

STUNNED = {"statuses": ["stunned"]}
DOWNED = {"statuses": ["downed"]}
EXHAUSTED = {"exhausted": True}
BLIND = {"com": -20}  # never hits

# Two shots at TN 8, as in X53-EX-02, then MRL 6 - D: none 81, 36, 4 (D 0, 1, 2) in 625 hold at 6, 5, 4 in
# ten: 341/3125; Unhurt 756, 728 (D 1, 2) in 3125: 3346/15625; Stunned 252, 252: 1134/15625; the rest falls
# back.
PLAIN_ASSAULT = {
    "joint": {
        ("none", "none", 0, 0): "341/3125",
        ("none", "none", 0, 1): "264/3125",
        ("none", "unhurt", 0, 0): "3346/15625",
        ("none", "unhurt", 0, 1): "4074/15625",
        ("none", "stunned", 0, 0): "1134/15625",
        ("none", "stunned", 0, 1): "1386/15625",
        ("none", "destroyed", 0, 0): "532/3125",
    }
}

# Shoot at TN 6, damage TN 6: 369/625 destroyed, else T 0, 1, 2 at 100, 120, 36 in 625, both ways. Hold at
# 6, 5, 4 in ten: 60 + 60 + 14.4 of 625 = 672/3125, fall back 121.6/625 = 608/3125; all times 256/625.
ASSAULT_60 = {
    "joint": {
        ("destroyed", "none", 1, 0): "369/625",
        ("none", "destroyed", 0, 0): "94464/390625",
        ("none", "none", 0, 0): "172032/1953125",
        ("none", "none", 0, 1): "155648/1953125",
    }
}
# The same without Defensive Fire.
ASSAULT_60_UNSEEN = {
    "joint": {
        ("none", "destroyed", 0, 0): "369/625",
        ("none", "none", 0, 0): "672/3125",
        ("none", "none", 0, 1): "608/3125",
    }
}

NASTY = [
    # --- tokens at activation (0.60.1) ---
    ("no-token", "by hand: no token, no test", tokens60(0), {"joint": {(0, 0): "1"}}),
    ("morale-ten", "by hand: TN 10 never fails", tokens60(5, victim={"mrl": 10}), {"joint": {(0, 0): "1"}}),
    (
        "morale-ten-fails",
        "by hand: the automatic 10 makes even MRL 12 fail once in ten",
        tokens60(1, victim={"mrl": 12}, rulings={"test-extremes": "ten-fails"}),
        {"joint": {(0, 0): "9/10", (1, 0): "1/10"}},
    ),
    (
        "morale-zero-one-succeeds",
        "by hand: two tokens at MRL 0, each held by a 1: 1/100, 18/100, 81/100",
        tokens60(2, victim={"mrl": 0}, rulings={"test-extremes": "one-succeeds"}),
        {"joint": {(0, 0): "1/100", (1, 0): "9/50", (2, 0): "81/100"}},
    ),
    (
        "more-cp-than-tokens",
        "by hand: spare CP do nothing",
        tokens60(2, cp=7, victim={"mrl": 0}),
        {"joint": {(0, 0): "1"}},
    ),
    # MRL 0, four tokens: four failures, one bought off, three left, two actions to lose
    (
        "cp-after-roll-under-the-cap",
        "by hand: a CP cancels a failure before the cap is applied, here in vain",
        tokens60(4, cp=1, victim={"mrl": 0}, rulings={"cp-auto-success-timing": "after-roll"}),
        {"joint": {(2, 0): "1"}},
    ),
    (
        "dear-cp",
        "by hand: a test costs 2 CP, 3 CP buy one of the two tests",
        tokens60(2, cp=3, constants={"cp.disruption_pass": 2}),
        {"joint": {(0, 0): "3/5", (1, 0): "2/5"}},
    ),
    (
        "two-actions-a-failure",
        "by hand: each failure costs two actions, the cap stays",
        tokens60(3, constants={"disruption.actions_per_fail": 2}),
        {"joint": {(0, 0): "27/125", (2, 0): "98/125"}},
    ),
    (
        "own-lock-not-in-force",
        "by hand: rulings of 0.53.0 are legal and do nothing to tokens",
        tokens60(2, rulings={"disruption-cap": "quality", "rest-self-disruption": "rest-adds"}),
        lost_example("9/25", "12/25", "4/25"),
    ),
    # --- own actions (0.53.0) ---
    ("primary-at-zero", "by hand: never below 0", own53("primary"), {"joint": {(0,): "1"}}),
    # 3 - 1 = 2, less d5: 1 left on a roll of 1
    (
        "recover-at-three",
        "by hand: the Primary's point first, then d5, floored at 0",
        own53("recover", target={"disruption": 3}),
        {"joint": {(1,): "1/5", (0,): "4/5"}},
    ),
    (
        "rest-in-cover",
        "by hand: MRL 6 + 1",
        own53("rest", target={"disruption": 2}, in_cover=True),
        {"joint": {(1,): "7/10", (2,): "3/10"}},
    ),
    (
        "rest-unseen",
        "by hand: certain with nobody in LoS, whatever the Morale",
        own53("rest", victim={"mrl": 0}, target={"disruption": 2}, enemy_in_los=False),
        {"joint": {(1,): "1"}},
    ),
    (
        "rest-when-locked-and-exhausted",
        "by hand: Rest is the Secondary that the lock leaves, and exhaustion bars Primaries only",
        own53("rest", target={"disruption": 9, "exhausted": True}),
        {"joint": {(8,): "3/5", (9,): "2/5"}},
    ),
    ("primary-exhausted", "one Primary a round", own53("primary", target=EXHAUSTED), ILLEGAL),
    ("primary-stunned", "Stunned bars Primaries but Recover", own53("primary", target=STUNNED), ILLEGAL),
    (
        "recover-stunned-exhausted",
        "Recover stays a Primary where it is allowed to the Stunned",
        own53("recover", target={**STUNNED, **EXHAUSTED}),
        ILLEGAL,
    ),
    (
        "recover-as-secondary-locked",
        "as a Secondary, Recover falls under the lock",
        own53(
            "recover",
            target={**STUNNED, "disruption": 6},
            rulings={"stunned-recover": "recover-as-secondary"},
        ),
        ILLEGAL,
    ),
    # 2 + 1 - d5, exhausted or not
    (
        "recover-as-secondary-exhausted",
        "by hand: as a Secondary it adds a point first and needs no unexhausted unit",
        own53(
            "recover",
            target={**STUNNED, **EXHAUSTED, "disruption": 2},
            rulings={"stunned-recover": "recover-as-secondary"},
        ),
        {"joint": {(2,): "1/5", (1,): "1/5", (0,): "3/5"}},
    ),
    # D 9 is cut to 6, the Secondary's point is lost at the cap, success leaves 5
    (
        "rest-adds-at-the-cap",
        "by hand: at the cap a Rest that adds cannot hurt",
        own53(
            "rest",
            target={"disruption": 9},
            rulings={"rest-self-disruption": "rest-adds", "disruption-cap": "quality"},
        ),
        {"joint": {(5,): "3/5", (6,): "2/5"}},
    ),
    (
        "rest-drone",
        "a trait that changes Morale tests is not modelled",
        own53("rest", victim={"traits": ["Drone"]}),
        ILLEGAL,
    ),
    (
        "downed-primary",
        "crawling has its own Disruption, not modelled here",
        own53("primary", target=DOWNED),
        ILLEGAL,
    ),
    # --- close assault (0.53.0) ---
    ("assault-unseen", "by hand: no Defensive Fire", assault53(seen=False), PLAIN_ASSAULT),
    ("assault-held-fire", "by hand: the target may decline", assault53(defensive_fire=False), PLAIN_ASSAULT),
    (
        "assault-cover-counts-for-nothing",
        "by hand: cover, obscured and hunkered are lost in an assault",
        assault53(seen=False, cover="heavy", obscured=True, target={"hunkered": True}),
        PLAIN_ASSAULT,
    ),
    (
        "assault-downed-target",
        "by hand: it cannot fire, and dies whatever is rolled",
        assault53(target=DOWNED, rulings={"status-ladder": "replace"}),
        {"joint": {("none", "destroyed", 0, 0): "1"}},
    ),
    # One shot at 6 + 2 - 2 = 6; damage 7/10; Stunned or Downed 4/10: stopped at 3/5 * 7/10 * 2/5 = 21/125,
    # half of it Stunned; Unhurt 3/5 * 7/10 * 3/5 = 63/250. Then PLAIN_ASSAULT.
    (
        "assault-stunned-target",
        "by hand: a Stunned target snaps at -2, unexhausted or not",
        assault53(target=STUNNED),
        {
            "cells": [
                ({"aborted": 1}, "21/125"),
                ({"attacker_result": "stunned", "aborted": 1}, "21/250"),
                ({"attacker_result": "downed", "target_result": "none"}, "21/250"),
                ({"attacker_result": "unhurt"}, "63/250"),
            ],
            "given": [({"aborted": 0}, {"target_result": "destroyed"}, "532/3125")],
        },
    ),
    # Stunned again steps up to Downed, so 504 more of 3125 are finished: 1036/3125
    (
        "assault-step-up-finishes",
        "by hand: a second Stunned is Downed under step-up, and Downed is destroyed",
        assault53(seen=False, target=STUNNED, rulings={"status-ladder": "step-up"}),
        {"cells": [({"target_result": "destroyed"}, "1036/3125"), ({"target_result": "stunned"}, "0")]},
    ),
    (
        "assault-heavy-defender-exhausted",
        "by hand: a Heavy weapon cannot snap, so nothing is fired",
        assault53(their_guns=[gun53(type="heavy")], target=EXHAUSTED),
        PLAIN_ASSAULT,
    ),
    (
        "assault-setup-defender",
        "by hand: a Setup weapon that has not moved fires as Focus Fire",
        assault53(their_guns=[gun53(type="setup")]),
        {"cells": [({"aborted": 1}, "189/500")]},
    ),
    (
        "assault-unarmed-defender",
        "by hand: no weapon, no Defensive Fire",
        {**assault53(), "target": {"stats": sol53()}},
        PLAIN_ASSAULT,
    ),
    # One shot at TN 8: casualty 4/5 * 7/10 = 14/25, Downed 1/5 of it
    (
        "assault-heavy-one-shot",
        "by hand: Heavy has one shot, whatever its RoF",
        assault53(guns=[gun53(type="heavy", rof=4)], seen=False),
        {"cells": [({"target_result": "destroyed"}, "14/125"), ({"target_result": "stunned"}, "14/125")]},
    ),
    (
        "assault-setup-attacker",
        "a Setup weapon makes no assault attacks",
        assault53(guns=[gun53(type="setup")]),
        ILLEGAL,
    ),
    (
        "assault-setup-and-basic",
        "by hand: of two weapons the Basic one attacks",
        assault53(guns=[gun53(name="gun", type="setup", power=9), gun53()], seen=False),
        PLAIN_ASSAULT,
    ),
    (
        "assault-two-weapons",
        "each Basic or Heavy weapon is an attack of its own, D and status carried over",
        assault53(guns=[gun53(), gun53(name="cannon", type="heavy", rof=3, power=4, damage=2)], seen=False),
        {
            "joint": {
                ("none", "destroyed", 0, 0): "37708/78125",
                ("none", "none", 0, 0): "429/15625",
                ("none", "none", 0, 1): "418/15625",
                ("none", "stunned", 0, 0): "114048/1953125",
                ("none", "stunned", 0, 1): "264222/1953125",
                ("none", "unhurt", 0, 0): "182802/1953125",
                ("none", "unhurt", 0, 1): "343478/1953125",
            }
        },
    ),
    (
        "assault-removes-a-point-first",
        "by hand: D 1 of the attacker is gone before Defensive Fire",
        assault53(attacker={"disruption": 1}),
        {"cells": [({"aborted": 1}, "189/500"), ({"target_result": "destroyed"}, "41363/390625")]},
    ),
    (
        "assault-both-disrupted",
        "D on both sides: focus, casualties and Morale",
        assault53(attacker={"disruption": 4}, target={"disruption": 3}),
        {
            "joint": {
                ("downed", "none", 1, 0): "217/1250",
                ("incapacitated", "none", 1, 0): "49/500",
                ("none", "destroyed", 0, 0): "21252/390625",
                ("none", "none", 0, 0): "10527/1562500",
                ("none", "none", 0, 1): "29403/1562500",
                ("none", "stunned", 0, 0): "6237/1953125",
                ("none", "stunned", 0, 1): "35343/1953125",
                ("none", "unhurt", 0, 0): "18249/3906250",
                ("none", "unhurt", 0, 1): "101871/3906250",
                ("stunned", "none", 1, 0): "217/1250",
                ("unhurt", "destroyed", 0, 0): "200606/1953125",
                ("unhurt", "none", 0, 0): "198737/15625000",
                ("unhurt", "none", 0, 1): "555093/15625000",
                ("unhurt", "stunned", 0, 0): "117747/19531250",
                ("unhurt", "stunned", 0, 1): "667233/19531250",
                ("unhurt", "unhurt", 0, 0): "344519/39062500",
                ("unhurt", "unhurt", 0, 1): "1923201/39062500",
                ("wounded", "none", 1, 0): "217/1250",
            }
        },
    ),
    ("assault-stunned-attacker", "an assault is a Primary", assault53(attacker=STUNNED), ILLEGAL),
    ("assault-exhausted-attacker", "an assault is a Primary", assault53(attacker=EXHAUSTED), ILLEGAL),
    ("assault-from-afar", "MOV 6 and 1 inch: 7 at most", assault53(range=7.5), ILLEGAL),
    ("assault-from-seven", "by hand: just in reach", assault53(range=7, seen=False), PLAIN_ASSAULT),
    # TN 6 - 6: nobody holds; casualty with D 6 and Power 2 against Quality 6: Unhurt 0, Stunned 2, the rest
    # of ten Downed or worse (m = 2, and more with near misses)
    (
        "assault-morale-gone",
        "by hand: at D 6 no survivor holds",
        assault53(seen=False, target={"disruption": 6}),
        {
            "cells": [
                ({"target_result": "none", "target_driven_back": 0}, "0"),
                ({"target_result": "unhurt"}, "0"),
            ]
        },
    ),
    # Budget 3: an extra shot and two aims. One shot at TN 6 and one at 4 stuns more, 5 and 5 downs more.
    (
        "assault-best-chases-stunned",
        "Defensive Fire aims for Stunned, where shooting would aim for Downed and split otherwise",
        assault53(shooter={"qlt": 9}, victim={"com": 2, "qlt": 3}, attacker={"disruption": 2}),
        {
            "joint": {
                ("downed", "none", 1, 0): "21/6250",
                ("none", "destroyed", 0, 0): "336168/1953125",
                ("none", "none", 0, 0): "89001/1953125",
                ("none", "none", 0, 1): "68904/1953125",
                ("none", "stunned", 0, 0): "295974/9765625",
                ("none", "stunned", 0, 1): "361746/9765625",
                ("none", "unhurt", 0, 0): "85869/1953125",
                ("none", "unhurt", 0, 1): "104139/1953125",
                ("stunned", "none", 1, 0): "364/3125",
                ("unhurt", "destroyed", 0, 0): "1861804/9765625",
                ("unhurt", "none", 0, 0): "985831/19531250",
                ("unhurt", "none", 0, 1): "381612/9765625",
                ("unhurt", "stunned", 0, 0): "1639197/48828125",
                ("unhurt", "stunned", 0, 1): "2003463/48828125",
                ("unhurt", "unhurt", 0, 0): "951139/19531250",
                ("unhurt", "unhurt", 0, 1): "1153509/19531250",
            }
        },
    ),
    (
        "assault-explicit-defence",
        "by hand: one unaimed shot at TN 8: stopped at 4/5 * 7/10 * 2/5",
        assault53(policy={"target": {"focus": {"shots": 1, "aim": [0]}}}),
        {"cells": [({"aborted": 1}, "28/125")]},
    ),
    (
        "assault-explicit-over-budget",
        "D 4 leaves two points of focus",
        assault53(target={"disruption": 4}, policy={"defender": {"focus": {"shots": 2, "aim": [2, 1]}}}),
        ILLEGAL,
    ),
    (
        "assault-explicit-shots",
        "an assault has its full rate of fire",
        assault53(
            rulings={"assault-focus-bonus": "focus-fire"},
            policy={"attacker": {"focus": {"shots": 1, "aim": [2]}}},
        ),
        ILLEGAL,
    ),
    (
        "assault-aim-without-grant",
        "no focus without the ruling",
        assault53(policy={"attacker": {"focus": {"shots": 2, "aim": [1, 0]}}}),
        ILLEGAL,
    ),
    (
        "assault-focus-after-defensive-fire",
        "the D of Defensive Fire lowers the budget of the assault attacks",
        assault53(shooter={"qlt": 3}, rulings={"assault-focus-bonus": "focus-fire"}),
        {
            "joint": {
                ("downed", "none", 1, 0): "91/500",
                ("incapacitated", "none", 1, 0): "21/200",
                ("none", "destroyed", 0, 0): "20979/1250000",
                ("none", "none", 0, 0): "15529/2500000",
                ("none", "none", 0, 1): "12841/2500000",
                ("none", "stunned", 0, 0): "86471/12500000",
                ("none", "stunned", 0, 1): "110159/12500000",
                ("none", "unhurt", 0, 0): "254149/12500000",
                ("none", "unhurt", 0, 1): "322581/12500000",
                ("stunned", "none", 1, 0): "91/500",
                ("unhurt", "destroyed", 0, 0): "116473/2500000",
                ("unhurt", "none", 0, 0): "109823/5000000",
                ("unhurt", "none", 0, 1): "88067/5000000",
                ("unhurt", "stunned", 0, 0): "487697/25000000",
                ("unhurt", "stunned", 0, 1): "609413/25000000",
                ("unhurt", "unhurt", 0, 0): "1436043/25000000",
                ("unhurt", "unhurt", 0, 1): "1787667/25000000",
                ("wounded", "none", 1, 0): "91/500",
            }
        },
    ),
    (
        "assault-locked-target",
        "by hand: where the lock bars all actions but Rest, a target at D 6 does not fire",
        assault53(target={"disruption": 6}, rulings={"disruption-lock-scope": "all-actions"}),
        {"cells": [({"aborted": 1}, "0")]},
    ),
    (
        "assault-drone",
        "a trait of Morale tests, not modelled",
        assault53(victim={"traits": ["Drone"]}),
        ILLEGAL,
    ),
    (
        "assault-health-damage",
        "by hand: the mechanisms of 0.60.1 in 0.53.0: hit TN 8, damage TN 6, two shots: 1 - (13/25)^2",
        assault53(
            guns=[gun53(power=8)],
            their_guns=[gun53(power=8)],
            shooter={"def": 2},
            victim={"def": 2},
            seen=False,
            rulings=HEALTH_DAMAGE,
        ),
        {"cells": [({"target_result": "destroyed"}, "456/625")]},
    ),
    # --- close assault (0.60.1) ---
    ("assault60-plain", "by hand: two Shoots and a Morale test under tokens", assault60(), ASSAULT_60),
    ("assault60-disabled", "no assault text", assault60(rulings={"assault-missing": "disabled"}), ILLEGAL),
    (
        "assault60-rulings-not-in-force",
        "by hand: the assault rulings of 0.53.0 keep their defaults",
        assault60(
            rulings={
                "assault-morale-disruption": "exclude",
                "assault-point-blank": "no",
                "defensive-fire-costs": "as-action",
            },
            target={"models": 3},
        ),
        ASSAULT_60,
    ),
    (
        "assault60-entrenched",
        "by hand: no cover, so no Entrench token either",
        assault60(seen=False, cover="heavy", target={"entrench_token": True}),
        ASSAULT_60_UNSEEN,
    ),
    # Snap Fire: k = 9/25
    (
        "assault60-exhausted",
        "by hand: an exhausted target fires one shot",
        assault60(target=EXHAUSTED),
        {"cells": [({"aborted": 1}, "9/25")]},
    ),
    (
        "assault60-point-blank",
        "by hand: the +2 comes with point-blank alone: TN 8 both ways",
        assault60(rulings={"point-blank": "import-053"}),
        {
            "cells": [({"aborted": 1}, "456/625")],
            "given": [({"aborted": 0}, {"target_result": "destroyed"}, "456/625")],
        },
    ),
    (
        "assault60-focus-tokens",
        "by hand: a focus token of either side is spent: TN 8 both ways",
        assault60(attacker={"focus_token": True}, target={"focus_token": True}),
        {
            "cells": [({"aborted": 1}, "456/625")],
            "given": [({"aborted": 0}, {"target_result": "destroyed"}, "456/625")],
        },
    ),
    (
        "assault60-heavy-and-close-quarters",
        "by hand: Heavy one shot, Close Quarters 2: TN 8, k = 12/25",
        assault60(guns=[gun60(type="heavy", traits=["Close Quarters 2"])], seen=False),
        {"cells": [({"target_result": "destroyed"}, "12/25")]},
    ),
    (
        "assault60-two-weapons",
        "an action uses one weapon: pick one",
        assault60(guns=[gun60(), gun60(name="other")]),
        ILLEGAL,
    ),
    # --- reaction (0.60.1) ---
    (
        "reaction-hopeless",
        "by hand: seven tokens, TN 6 - 6 = 0: wasted, one token gone",
        react60(action="move", target={"disruption": 7}),
        {"joint": {(0, "none", "none", 6): "1"}},
    ),
    (
        "reaction-recover",
        "by hand: passed at 6: all tokens go; failed: the one goes too",
        react60(action="move", reaction="recover", target={"disruption": 1}),
        {"joint": {(1, "none", "none", 0): "3/5", (0, "none", "none", 0): "2/5"}},
    ),
    (
        "reaction-recover-two",
        "by hand: TN 5; failed: one of two tokens is left",
        react60(action="move", reaction="recover", target={"disruption": 2}),
        {"joint": {(1, "none", "none", 0): "1/2", (0, "none", "none", 1): "1/2"}},
    ),
    # The reaction after the Move comes first: 369/625 end it. Else 256/625 times the odds of one Shoot.
    (
        "reaction-before-the-shot",
        "by hand: a reaction to the Move comes before the shot",
        react60(actions=["move", "shoot"]),
        {
            "joint": {
                (1, "destroyed", "none", 0): "369/625",
                (1, "none", "none", 0): "1024/15625",
                (1, "none", "none", 1): "6144/78125",
                (1, "none", "none", 2): "9216/390625",
                (1, "none", "destroyed", 0): "66816/390625",
                (1, "none", "destroyed", 1): "27648/390625",
            }
        },
    ),
    (
        "reaction-after-the-shot",
        "by hand: as X60-EX-10, the Move before changes nothing",
        react60(actions=["move", "shoot"], react_after=2),
        react_example("38/125", "14022/78125"),
    ),
    (
        "reaction-between-two-shots",
        "the first shot disrupts the reactor, the second is fired only if the reaction fails to destroy",
        react60(actions=["shoot", "shoot"]),
        {
            "joint": {
                (0, "none", "destroyed", 0): "175653/390625",
                (0, "none", "destroyed", 1): "77382/390625",
                (0, "none", "destroyed", 2): "1944/390625",
                (0, "none", "none", 0): "192/15625",
                (0, "none", "none", 1): "1512/78125",
                (0, "none", "none", 2): "3888/390625",
                (0, "none", "none", 3): "648/390625",
                (1, "destroyed", "none", 0): "1476/15625",
                (1, "destroyed", "none", 1): "26568/390625",
                (1, "destroyed", "none", 2): "6642/390625",
                (1, "none", "destroyed", 0): "267264/9765625",
                (1, "none", "destroyed", 1): "7575552/244140625",
                (1, "none", "destroyed", 2): "3193344/244140625",
                (1, "none", "destroyed", 3): "497664/244140625",
                (1, "none", "none", 0): "4096/390625",
                (1, "none", "none", 1): "196608/9765625",
                (1, "none", "none", 2): "718848/48828125",
                (1, "none", "none", 3): "1216512/244140625",
                (1, "none", "none", 4): "165888/244140625",
            }
        },
    ),
    (
        "reaction-spent",
        "by hand: a token without a reaction is no licence; the attack is that of X60-EX-01",
        react60(target={"reaction": False}),
        {"cells": [({"reacted": 0}, "1"), ({"target_result": "destroyed"}, "369/625")]},
    ),
    (
        "reaction-to-suppression",
        "tokens of Suppression Fire count in the test",
        react60(action="suppression-fire", guns=SUPPRESSIVE),
        {
            "joint": {
                (0, "none", "destroyed", 0): "4167/125000",
                (0, "none", "destroyed", 1): "10449/125000",
                (0, "none", "destroyed", 2): "6561/125000",
                (0, "none", "none", 0): "324/3125",
                (0, "none", "none", 1): "2187/12500",
                (0, "none", "none", 2): "59049/625000",
                (1, "destroyed", "none", 0): "2952/78125",
                (1, "destroyed", "none", 1): "179334/1953125",
                (1, "destroyed", "none", 2): "807003/7812500",
                (1, "destroyed", "none", 3): "7263027/195312500",
                (1, "none", "none", 0): "2048/78125",
                (1, "none", "none", 1): "124416/1953125",
                (1, "none", "none", 2): "139968/1953125",
                (1, "none", "none", 3): "1259712/48828125",
            }
        },
    ),
    (
        "reaction-by-suppression",
        "by hand: the active in cover, which Suppression Fire ignores: 291/2500",
        react60(action="move", reaction="suppression-fire", attacker_cover="heavy"),
        react_example("1", "291/2500"),
    ),
    (
        "reaction-focus-kept",
        "by hand: a focus token held by the reactor gives +2 to its first action",
        react60(action="move", target={"focus_token": True}),
        react_example("1", "456/625"),
    ),
    (
        "reaction-heavy-snap",
        "Heavy weapons may not snap fire",
        react60(action="move", reaction="snap-fire", their_guns=[gun60(type="heavy")]),
        ILLEGAL,
    ),
    (
        "reaction-out-of-range",
        "the reactor's gun does not reach",
        react60(range=20, action="move", their_guns=[gun60(range=[6, 8, 10])]),
        ILLEGAL,
    ),
    (
        "reaction-053",
        "0.53.0 has no reactions",
        {**shot53(), "pipeline": "reaction"},
        ILLEGAL,
    ),
    # A first reaction at 369/625 ends it; otherwise the second model reacts too.
    (
        "reaction-two-models",
        "by hand: two models react one by one: 1 - (256/625)^2",
        react60(action="move", target={"models": 2}),
        {
            "joint": {
                (1, "destroyed", "none", 0): "369/625",
                (2, "destroyed", "none", 0): "94464/390625",
                (2, "none", "none", 0): "65536/390625",
            }
        },
    ),
    (
        "reaction-survivor-of-two",
        "the model shot at may be destroyed, its comrade reacts without a test",
        react60(target={"models": 2}),
        {
            "joint": {
                (1, "destroyed", "destroyed", 0): "96309/390625",
                (1, "destroyed", "destroyed", 1): "39852/390625",
                (1, "destroyed", "none", 0): "54612/390625",
                (1, "destroyed", "none", 1): "6642/78125",
                (1, "destroyed", "none", 2): "6642/390625",
                (1, "none", "destroyed", 0): "66816/390625",
                (1, "none", "destroyed", 1): "27648/390625",
                (1, "none", "none", 0): "12288/390625",
                (1, "none", "none", 1): "4608/390625",
                (2, "destroyed", "none", 0): "377856/9765625",
                (2, "destroyed", "none", 1): "6801408/244140625",
                (2, "destroyed", "none", 2): "1700352/244140625",
                (2, "none", "none", 0): "262144/9765625",
                (2, "none", "none", 1): "4718592/244140625",
                (2, "none", "none", 2): "1179648/244140625",
            }
        },
    ),
    # --- aftermath ---
    (
        "aftermath-cp",
        "CP save actions, and cannot save the dead",
        after60(action="suppression-fire", guns=SUPPRESSIVE, target={"cp": 1}),
        {
            "joint": {
                ("destroyed", 0, 0): "4167/125000",
                ("destroyed", 0, 1): "10449/125000",
                ("destroyed", 0, 2): "6561/125000",
                ("none", 0, 0): "1843247/3125000",
                ("none", 1, 0): "168399/781250",
                ("none", 2, 0): "19683/781250",
            }
        },
    ),
    # Hit TN 10, damage TN 12 - 2 = 10: two points of damage, of three
    (
        "aftermath-wounds-do-not-slow",
        "by hand: every shot damages, Health 3 stands, no token, both actions",
        after60(shooter={"com": 10}, victim={"hea": 3}, guns=[gun60(power=12)]),
        {"joint": {("none", 0, 0): "1"}},
    ),
    (
        "aftermath-tokens-brought-along",
        "by hand: a blind shot, two tokens from before",
        after60(shooter=BLIND, target={"disruption": 2}),
        {"joint": {("none", 0, 0): "9/25", ("none", 1, 0): "12/25", ("none", 2, 0): "4/25"}},
    ),
    (
        "aftermath-53-locked",
        "by hand: D 6 locks the Secondaries; a Primary takes one off",
        after53(shooter=BLIND, target={"disruption": 6}),
        {"joint": {("none", "primary", 5): "1"}},
    ),
    (
        "aftermath-53-stunned-before",
        "by hand: a miss leaves the status brought along",
        after53(shooter=BLIND, target={**STUNNED, "disruption": 2}),
        {"joint": {("none", "recover", 1): "1"}},
    ),
    (
        "aftermath-53-crawl",
        "by hand: a Downed model crawls with the D it has",
        after53(shooter=BLIND, target={**DOWNED, "disruption": 2}),
        {"joint": {("none", "crawl", 2): "1"}},
    ),
    # Sure hit and damage, m = -4: Unhurt 6, Stunned 2, Downed 2 in ten; 1 D but for Downed
    (
        "aftermath-53-snap",
        "by hand: the three bands of one damaging shot",
        after53(action="snap-fire", shooter=SURE, victim=SOFT),
        {
            "joint": {
                ("unhurt", "all", 0): "3/5",
                ("stunned", "recover", 0): "1/5",
                ("downed", "crawl", 0): "1/5",
            }
        },
    ),
    # The same at D 5: m = 1: 1 Unhurt (D 6), 2 Stunned (D 6), 2 Downed, 2 Wounded, 2 Incapacitated, 1
    # Destroyed in ten
    (
        "aftermath-53-at-five",
        "by hand: the whole table",
        after53(action="snap-fire", shooter=SURE, victim=SOFT, target={"disruption": 5}),
        {
            "joint": {
                ("unhurt", "primary", 5): "1/10",
                ("stunned", "recover", 5): "1/5",
                ("downed", "crawl", 5): "1/5",
                ("wounded", "none", 5): "1/5",
                ("incapacitated", "none", 5): "1/5",
                ("destroyed", "none", 5): "1/10",
            }
        },
    ),
    (
        "aftermath-53-two-attacks",
        "Focus Fire and Snap Fire: the status after both",
        after53(actions=["focus-fire", "snap-fire"]),
        {
            "joint": {
                ("downed", "crawl", 0): "38871/781250",
                ("downed", "crawl", 1): "43974/390625",
                ("downed", "crawl", 2): "25053/390625",
                ("none", "all", 0): "657/6250",
                ("none", "all", 1): "106/15625",
                ("none", "all", 2): "6/15625",
                ("stunned", "recover", 0): "8253/156250",
                ("stunned", "recover", 1): "37359/390625",
                ("stunned", "recover", 2): "17682/390625",
                ("unhurt", "all", 0): "24759/156250",
                ("unhurt", "all", 1): "15512/78125",
                ("unhurt", "all", 2): "21168/390625",
                ("wounded", "none", 1): "9884/390625",
                ("wounded", "none", 2): "12117/390625",
            }
        },
    ),
    (
        "aftermath-53-suppression",
        "a weapon with Suppression 2 in heavy cover",
        after53(guns=[gun53(traits=["Suppression 2"])], cover="heavy"),
        {
            "joint": {
                ("destroyed", "none", 5): "49/10000",
                ("downed", "crawl", 2): "21/500",
                ("downed", "crawl", 4): "49/1250",
                ("downed", "crawl", 5): "343/10000",
                ("incapacitated", "none", 4): "637/10000",
                ("incapacitated", "none", 5): "49/5000",
                ("none", "all", 0): "9/100",
                ("none", "all", 1): "21/125",
                ("none", "all", 2): "21/500",
                ("none", "all", 3): "49/625",
                ("none", "all", 4): "49/1250",
                ("none", "primary", 5): "49/10000",
                ("stunned", "recover", 2): "21/500",
                ("stunned", "recover", 4): "49/1250",
                ("stunned", "recover", 5): "343/10000",
                ("unhurt", "all", 2): "21/250",
                ("unhurt", "all", 4): "49/1250",
                ("unhurt", "primary", 5): "147/5000",
                ("wounded", "none", 2): "21/500",
                ("wounded", "none", 4): "49/1250",
                ("wounded", "none", 5): "343/10000",
            }
        },
    ),
]

# ---------------------------------------------------------------------------------------------------------
# Rulings
# ---------------------------------------------------------------------------------------------------------


def ruled(make, name, option, *positional, **changes):
    rulings = {**changes.pop("rulings", {}), name: option}
    return (name, option, make(*positional, rulings=rulings, **changes))


CLOSE = [gun53(traits=["Close Quarters 1"])]
TOUGH = {"hea": 2}
DISRUPTED = {"disruption": 2}
ENTRENCHED = {"entrench_token": True}
LOCK_ALL = {"disruption-lock-scope": "all-actions"}

# move-value-selection changes a distance, no die: no pipeline here reads it (an assault is the only or first
# action of its model, so both options give the first MOV value), and it has no rows.
# disruption-vs-third-action: `allowed` and `forbidden` differ in the third action alone; no field counts it.
RULING_SCENARIOS = [
    ruled(assault60, "assault-missing", "disabled"),
    ruled(assault60, "assault-missing", "import-053-adapted"),
    ruled(assault53, "defensive-fire-costs", "free", target=DISRUPTED),
    ruled(assault53, "defensive-fire-costs", "as-action", target=DISRUPTED),
    ruled(assault53, "defensive-fire-costs", "free", target={**DISRUPTED, **EXHAUSTED}),
    ruled(assault53, "defensive-fire-costs", "as-action", target={**DISRUPTED, **EXHAUSTED}),
    ruled(assault53, "assault-focus-bonus", "none", attacker=DISRUPTED),
    ruled(assault53, "assault-focus-bonus", "focus-fire", attacker=DISRUPTED),
    ruled(assault53, "assault-focus-bonus", "advance", attacker=DISRUPTED),
    ruled(assault53, "assault-point-blank", "yes"),
    ruled(assault53, "assault-point-blank", "no"),
    ruled(assault53, "assault-morale-disruption", "include"),
    ruled(assault53, "assault-morale-disruption", "exclude"),
    ruled(assault53, "assault-multi-model", "model-pairs", attacker={"models": 2}, target={"models": 2}),
    ruled(assault53, "assault-multi-model", "whole-unit", attacker={"models": 2}, target={"models": 2}),
    ruled(assault53, "close-quarters-defensive", "no", victim={"com": 4}, their_guns=CLOSE),
    ruled(assault53, "close-quarters-defensive", "yes", victim={"com": 4}, their_guns=CLOSE),
    ruled(own53, "stunned-recover", "recover-allowed", "recover", target={**STUNNED, "disruption": 4}),
    ruled(own53, "stunned-recover", "recover-as-secondary", "recover", target={**STUNNED, "disruption": 4}),
    ruled(after53, "stunned-recover", "recover-allowed", target={"disruption": 5}),
    ruled(after53, "stunned-recover", "recover-as-secondary", target={"disruption": 5}),
    ruled(own53, "rest-self-disruption", "rest-exempt", "rest", target=DISRUPTED),
    ruled(own53, "rest-self-disruption", "rest-adds", "rest", target=DISRUPTED),
    ruled(own53, "disruption-lock-scope", "secondary-only", "recover", target={"disruption": 6}),
    ruled(own53, "disruption-lock-scope", "all-actions", "recover", target={"disruption": 6}),
    ruled(after53, "disruption-lock-scope", "secondary-only", target={"disruption": 5}),
    ruled(after53, "disruption-lock-scope", "all-actions", target={"disruption": 5}),
    ruled(own53, "disruption-lock-quality", "printed", "primary", target={"disruption": 3}, rulings=LOCK_ALL),
    ruled(own53, "disruption-lock-quality", "reduced", "primary", target={"disruption": 3}, rulings=LOCK_ALL),
    ruled(after53, "disruption-lock-quality", "printed", target=DISRUPTED),
    ruled(after53, "disruption-lock-quality", "reduced", target=DISRUPTED),
    ruled(tokens60, "disruption-action-loss-cap", "cap-at-two-no-carry", 4),
    ruled(tokens60, "disruption-action-loss-cap", "carry-over", 4),
    ruled(tokens60, "disruption-vs-third-action", "allowed", 4),
    ruled(tokens60, "disruption-vs-third-action", "third-action-counts-in-pool", 4),
    ruled(tokens60, "disruption-vs-third-action", "forbidden", 4),
    ruled(tokens60, "cp-auto-success-timing", "before-roll", 3, cp=1),
    ruled(tokens60, "cp-auto-success-timing", "after-roll", 3, cp=1),
    ruled(react60, "cp-auto-success-scope", "activation-only", target={"cp": 1}),
    ruled(react60, "cp-auto-success-scope", "both", target={"cp": 1}),
    ruled(react60, "reaction-vs-token", "both-needed", action="move", target={"reaction": False}),
    ruled(react60, "reaction-vs-token", "token-only", action="move", target={"reaction": False}),
    ruled(react60, "reaction-vs-token", "reaction-only", action="move", target={"reaction": False}),
    ruled(react60, "reaction-vs-token", "both-needed", action="move", target={"reaction_token": False}),
    ruled(react60, "reaction-vs-token", "token-only", action="move", target={"reaction_token": False}),
    ruled(react60, "reaction-vs-token", "reaction-only", action="move", target={"reaction_token": False}),
    ruled(react60, "reaction-simultaneous", "unlimited-one-by-one", target={"models": 2, "disruption": 1}),
    ruled(react60, "reaction-simultaneous", "one-per-action", target={"models": 2, "disruption": 1}),
    ruled(react60, "reaction-test-timing", "yes", victim=TOUGH, target={"disruption": 1}),
    ruled(react60, "reaction-test-timing", "no", victim=TOUGH, target={"disruption": 1}),
    ruled(react60, "opfire-consumes-focus", "consumed-no-bonus"),
    ruled(react60, "opfire-consumes-focus", "bonus-on-reaction"),
    ruled(react60, "entrench-duration", "until-move", attacker=ENTRENCHED, attacker_cover="light"),
    ruled(react60, "entrench-duration", "until-next-activation", attacker=ENTRENCHED, attacker_cover="light"),
    ruled(react60, "entrench-duration", "permanent", attacker=ENTRENCHED, attacker_cover="light"),
    ruled(
        react60,
        "entrench-duration",
        "until-move",
        action="snap-fire",
        attacker=ENTRENCHED,
        attacker_cover="light",
    ),
    ruled(
        react60,
        "entrench-duration",
        "permanent",
        action="snap-fire",
        attacker=ENTRENCHED,
        attacker_cover="light",
    ),
]

RULING_EXPECTED = [
    # assault-missing = disabled
    ILLEGAL,
    # assault-missing = import-053-adapted
    {
        "joint": {
            ("destroyed", "none", 1, 0): "369/625",
            ("none", "destroyed", 0, 0): "94464/390625",
            ("none", "none", 0, 0): "172032/1953125",
            ("none", "none", 0, 1): "155648/1953125",
        }
    },
    # defensive-fire-costs = free
    {
        "joint": {
            ("downed", "none", 1, 0): "889/5000",
            ("none", "destroyed", 0, 0): "28749/781250",
            ("none", "none", 0, 0): "1221/156250",
            ("none", "none", 0, 1): "8547/625000",
            ("none", "stunned", 0, 0): "6993/1562500",
            ("none", "stunned", 0, 1): "20979/1562500",
            ("none", "unhurt", 0, 0): "17094/1953125",
            ("none", "unhurt", 0, 1): "101787/3906250",
            ("stunned", "none", 1, 0): "889/5000",
            ("unhurt", "destroyed", 0, 0): "337218/1953125",
            ("unhurt", "none", 0, 0): "14322/390625",
            ("unhurt", "none", 0, 1): "50127/781250",
            ("unhurt", "stunned", 0, 0): "41013/1953125",
            ("unhurt", "stunned", 0, 1): "123039/1953125",
            ("unhurt", "unhurt", 0, 0): "401016/9765625",
            ("unhurt", "unhurt", 0, 1): "1193934/9765625",
            ("wounded", "none", 1, 0): "63/5000",
        }
    },
    # defensive-fire-costs = as-action
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1764/78125",
            ("none", "none", 0, 0): "5049/625000",
            ("none", "none", 0, 1): "5841/625000",
            ("none", "stunned", 0, 0): "3969/781250",
            ("none", "stunned", 0, 1): "7371/781250",
            ("none", "unhurt", 0, 0): "19467/1562500",
            ("none", "unhurt", 0, 1): "35973/1562500",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "52136/390625",
            ("unhurt", "none", 0, 0): "74613/1562500",
            ("unhurt", "none", 0, 1): "86317/1562500",
            ("unhurt", "stunned", 0, 0): "58653/1953125",
            ("unhurt", "stunned", 0, 1): "108927/1953125",
            ("unhurt", "unhurt", 0, 0): "287679/3906250",
            ("unhurt", "unhurt", 0, 1): "531601/3906250",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # defensive-fire-costs = free
    {
        "joint": {
            ("downed", "none", 1, 0): "14/125",
            ("none", "destroyed", 0, 0): "11396/78125",
            ("none", "none", 0, 0): "484/15625",
            ("none", "none", 0, 1): "847/15625",
            ("none", "stunned", 0, 0): "1386/78125",
            ("none", "stunned", 0, 1): "4158/78125",
            ("none", "unhurt", 0, 0): "13552/390625",
            ("none", "unhurt", 0, 1): "40348/390625",
            ("stunned", "none", 1, 0): "14/125",
            ("unhurt", "destroyed", 0, 0): "43512/390625",
            ("unhurt", "none", 0, 0): "1848/78125",
            ("unhurt", "none", 0, 1): "3234/78125",
            ("unhurt", "stunned", 0, 0): "5292/390625",
            ("unhurt", "stunned", 0, 1): "15876/390625",
            ("unhurt", "unhurt", 0, 0): "51744/1953125",
            ("unhurt", "unhurt", 0, 1): "154056/1953125",
        }
    },
    # defensive-fire-costs = as-action
    {
        "joint": {
            ("downed", "none", 1, 0): "14/125",
            ("none", "destroyed", 0, 0): "14168/78125",
            ("none", "none", 0, 0): "3509/156250",
            ("none", "none", 0, 1): "9801/156250",
            ("none", "stunned", 0, 0): "4158/390625",
            ("none", "stunned", 0, 1): "23562/390625",
            ("none", "unhurt", 0, 0): "6083/390625",
            ("none", "unhurt", 0, 1): "33957/390625",
            ("stunned", "none", 1, 0): "14/125",
            ("unhurt", "destroyed", 0, 0): "54096/390625",
            ("unhurt", "none", 0, 0): "6699/390625",
            ("unhurt", "none", 0, 1): "18711/390625",
            ("unhurt", "stunned", 0, 0): "15876/1953125",
            ("unhurt", "stunned", 0, 1): "89964/1953125",
            ("unhurt", "unhurt", 0, 0): "23226/1953125",
            ("unhurt", "unhurt", 0, 1): "129654/1953125",
        }
    },
    # assault-focus-bonus = none
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1197/78125",
            ("none", "none", 0, 0): "3069/312500",
            ("none", "none", 0, 1): "594/78125",
            ("none", "stunned", 0, 0): "5103/781250",
            ("none", "stunned", 0, 1): "6237/781250",
            ("none", "unhurt", 0, 0): "15057/781250",
            ("none", "unhurt", 0, 1): "18333/781250",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "58653/781250",
            ("unhurt", "none", 0, 0): "150381/3125000",
            ("unhurt", "none", 0, 1): "14553/390625",
            ("unhurt", "stunned", 0, 0): "250047/7812500",
            ("unhurt", "stunned", 0, 1): "305613/7812500",
            ("unhurt", "unhurt", 0, 0): "737793/7812500",
            ("unhurt", "unhurt", 0, 1): "898317/7812500",
            ("wounded", "none", 1, 0): "21/200",
        }
    },
    # assault-focus-bonus = focus-fire
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1099/62500",
            ("none", "none", 0, 0): "2221/500000",
            ("none", "none", 0, 1): "967/250000",
            ("none", "stunned", 0, 0): "17619/2500000",
            ("none", "stunned", 0, 1): "11613/1250000",
            ("none", "unhurt", 0, 0): "51611/2500000",
            ("none", "unhurt", 0, 1): "67809/2500000",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "52969/625000",
            ("unhurt", "none", 0, 0): "124201/5000000",
            ("unhurt", "none", 0, 1): "52927/2500000",
            ("unhurt", "stunned", 0, 0): "858039/25000000",
            ("unhurt", "stunned", 0, 1): "558453/12500000",
            ("unhurt", "unhurt", 0, 0): "2516591/25000000",
            ("unhurt", "unhurt", 0, 1): "3264429/25000000",
            ("wounded", "none", 1, 0): "21/200",
        }
    },
    # assault-focus-bonus = advance
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "2107/125000",
            ("none", "none", 0, 0): "1507/250000",
            ("none", "none", 0, 1): "1253/250000",
            ("none", "stunned", 0, 0): "8673/1250000",
            ("none", "stunned", 0, 1): "11067/1250000",
            ("none", "unhurt", 0, 0): "25487/1250000",
            ("none", "unhurt", 0, 1): "32403/1250000",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "101871/1250000",
            ("unhurt", "none", 0, 0): "79821/2500000",
            ("unhurt", "none", 0, 1): "65709/2500000",
            ("unhurt", "stunned", 0, 0): "422919/12500000",
            ("unhurt", "stunned", 0, 1): "534051/12500000",
            ("unhurt", "unhurt", 0, 0): "1244061/12500000",
            ("unhurt", "unhurt", 0, 1): "1565109/12500000",
            ("wounded", "none", 1, 0): "21/200",
        }
    },
    # assault-point-blank = yes
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1197/78125",
            ("none", "none", 0, 0): "3069/312500",
            ("none", "none", 0, 1): "594/78125",
            ("none", "stunned", 0, 0): "5103/781250",
            ("none", "stunned", 0, 1): "6237/781250",
            ("none", "unhurt", 0, 0): "15057/781250",
            ("none", "unhurt", 0, 1): "18333/781250",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "35378/390625",
            ("unhurt", "none", 0, 0): "45353/781250",
            ("unhurt", "none", 0, 1): "17556/390625",
            ("unhurt", "stunned", 0, 0): "75411/1953125",
            ("unhurt", "stunned", 0, 1): "92169/1953125",
            ("unhurt", "unhurt", 0, 0): "222509/1953125",
            ("unhurt", "unhurt", 0, 1): "270921/1953125",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # assault-point-blank = no
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "7749/625000",
            ("none", "none", 0, 0): "5481/312500",
            ("none", "none", 0, 1): "15921/1250000",
            ("none", "stunned", 0, 0): "4347/781250",
            ("none", "stunned", 0, 1): "39879/6250000",
            ("none", "unhurt", 0, 0): "51597/3125000",
            ("none", "unhurt", 0, 1): "7371/390625",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "114513/1562500",
            ("unhurt", "none", 0, 0): "80997/781250",
            ("unhurt", "none", 0, 1): "235277/3125000",
            ("unhurt", "stunned", 0, 0): "64239/1953125",
            ("unhurt", "stunned", 0, 1): "589323/15625000",
            ("unhurt", "unhurt", 0, 0): "762489/7812500",
            ("unhurt", "unhurt", 0, 1): "217854/1953125",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # assault-morale-disruption = include
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1197/78125",
            ("none", "none", 0, 0): "3069/312500",
            ("none", "none", 0, 1): "594/78125",
            ("none", "stunned", 0, 0): "5103/781250",
            ("none", "stunned", 0, 1): "6237/781250",
            ("none", "unhurt", 0, 0): "15057/781250",
            ("none", "unhurt", 0, 1): "18333/781250",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "35378/390625",
            ("unhurt", "none", 0, 0): "45353/781250",
            ("unhurt", "none", 0, 1): "17556/390625",
            ("unhurt", "stunned", 0, 0): "75411/1953125",
            ("unhurt", "stunned", 0, 1): "92169/1953125",
            ("unhurt", "unhurt", 0, 0): "222509/1953125",
            ("unhurt", "unhurt", 0, 1): "270921/1953125",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # assault-morale-disruption = exclude
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1197/78125",
            ("none", "none", 0, 0): "3267/312500",
            ("none", "none", 0, 1): "1089/156250",
            ("none", "stunned", 0, 0): "3402/390625",
            ("none", "stunned", 0, 1): "2268/390625",
            ("none", "unhurt", 0, 0): "10017/390625",
            ("none", "unhurt", 0, 1): "6678/390625",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "35378/390625",
            ("unhurt", "none", 0, 0): "48279/781250",
            ("unhurt", "none", 0, 1): "16093/390625",
            ("unhurt", "stunned", 0, 0): "100548/1953125",
            ("unhurt", "stunned", 0, 1): "67032/1953125",
            ("unhurt", "unhurt", 0, 0): "296058/1953125",
            ("unhurt", "unhurt", 0, 1): "197372/1953125",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # assault-multi-model = model-pairs
    {
        "joint": {
            ("downed", "none", 1, 0): "91/500",
            ("none", "destroyed", 0, 0): "1197/78125",
            ("none", "none", 0, 0): "3069/312500",
            ("none", "none", 0, 1): "594/78125",
            ("none", "stunned", 0, 0): "5103/781250",
            ("none", "stunned", 0, 1): "6237/781250",
            ("none", "unhurt", 0, 0): "15057/781250",
            ("none", "unhurt", 0, 1): "18333/781250",
            ("stunned", "none", 1, 0): "91/500",
            ("unhurt", "destroyed", 0, 0): "35378/390625",
            ("unhurt", "none", 0, 0): "45353/781250",
            ("unhurt", "none", 0, 1): "17556/390625",
            ("unhurt", "stunned", 0, 0): "75411/1953125",
            ("unhurt", "stunned", 0, 1): "92169/1953125",
            ("unhurt", "unhurt", 0, 0): "222509/1953125",
            ("unhurt", "unhurt", 0, 1): "270921/1953125",
            ("wounded", "none", 1, 0): "7/500",
        }
    },
    # assault-multi-model = whole-unit
    {
        "joint": {
            ("downed", "none", 1, 0): "40677/125000",
            ("none", "destroyed", 0, 0): "30800007/12207031250",
            ("none", "none", 0, 0): "3126519/19531250000",
            ("none", "none", 0, 1): "1401543/9765625000",
            ("none", "stunned", 0, 0): "78836247/122070312500",
            ("none", "stunned", 0, 1): "160086213/122070312500",
            ("none", "unhurt", 0, 0): "28537677/24414062500",
            ("none", "unhurt", 0, 1): "52419717/24414062500",
            ("stunned", "none", 1, 0): "64883/250000",
            ("unhurt", "destroyed", 0, 0): "18003934956/152587890625",
            ("unhurt", "none", 0, 0): "456896363/61035156250",
            ("unhurt", "none", 0, 1): "204815611/30517578125",
            ("unhurt", "stunned", 0, 0): "23041596438/762939453125",
            ("unhurt", "stunned", 0, 1): "46788654402/762939453125",
            ("unhurt", "unhurt", 0, 0): "8340752658/152587890625",
            ("unhurt", "unhurt", 0, 1): "15320794818/152587890625",
            ("wounded", "none", 1, 0): "3521/125000",
        }
    },
    # close-quarters-defensive = no
    {
        "joint": {
            ("downed", "none", 1, 0): "504/3125",
            ("none", "destroyed", 0, 0): "64372/1953125",
            ("none", "none", 0, 0): "41261/1953125",
            ("none", "none", 0, 1): "31944/1953125",
            ("none", "stunned", 0, 0): "137214/9765625",
            ("none", "stunned", 0, 1): "167706/9765625",
            ("none", "unhurt", 0, 0): "404866/9765625",
            ("none", "unhurt", 0, 1): "492954/9765625",
            ("stunned", "none", 1, 0): "504/3125",
            ("unhurt", "destroyed", 0, 0): "789488/9765625",
            ("unhurt", "none", 0, 0): "506044/9765625",
            ("unhurt", "none", 0, 1): "391776/9765625",
            ("unhurt", "stunned", 0, 0): "1682856/48828125",
            ("unhurt", "stunned", 0, 1): "2056824/48828125",
            ("unhurt", "unhurt", 0, 0): "4965464/48828125",
            ("unhurt", "unhurt", 0, 1): "6045816/48828125",
            ("wounded", "none", 1, 0): "28/3125",
        }
    },
    # close-quarters-defensive = yes
    {
        "joint": {
            ("downed", "none", 1, 0): "8631/50000",
            ("none", "destroyed", 0, 0): "182077/7812500",
            ("none", "none", 0, 0): "466829/31250000",
            ("none", "none", 0, 1): "45177/3906250",
            ("none", "stunned", 0, 0): "776223/78125000",
            ("none", "stunned", 0, 1): "948717/78125000",
            ("none", "unhurt", 0, 0): "2290337/78125000",
            ("none", "unhurt", 0, 1): "2788653/78125000",
            ("stunned", "none", 1, 0): "8631/50000",
            ("unhurt", "destroyed", 0, 0): "1684179/19531250",
            ("unhurt", "none", 0, 0): "4318083/78125000",
            ("unhurt", "none", 0, 1): "417879/9765625",
            ("unhurt", "stunned", 0, 0): "7179921/195312500",
            ("unhurt", "stunned", 0, 1): "8775459/195312500",
            ("unhurt", "unhurt", 0, 0): "21185199/195312500",
            ("unhurt", "unhurt", 0, 1): "25794531/195312500",
            ("wounded", "none", 1, 0): "567/50000",
        }
    },
    # stunned-recover = recover-allowed
    {"joint": {(0,): "3/5", (1,): "1/5", (2,): "1/5"}},
    # stunned-recover = recover-as-secondary
    {"joint": {(0,): "1/5", (1,): "1/5", (2,): "1/5", (3,): "1/5", (4,): "1/5"}},
    # stunned-recover = recover-allowed
    {
        "joint": {
            ("destroyed", "none", 5): "224/3125",
            ("destroyed", "none", 6): "56/3125",
            ("downed", "crawl", 5): "252/3125",
            ("downed", "crawl", 6): "252/3125",
            ("incapacitated", "none", 5): "448/3125",
            ("incapacitated", "none", 6): "56/3125",
            ("none", "all", 4): "81/625",
            ("none", "primary", 5): "36/625",
            ("none", "primary", 6): "4/625",
            ("stunned", "recover", 5): "252/3125",
            ("stunned", "recover", 6): "252/3125",
            ("unhurt", "primary", 5): "126/3125",
            ("unhurt", "primary", 6): "98/3125",
            ("wounded", "none", 5): "252/3125",
            ("wounded", "none", 6): "252/3125",
        }
    },
    # stunned-recover = recover-as-secondary
    {
        "joint": {
            ("destroyed", "none", 5): "224/3125",
            ("destroyed", "none", 6): "56/3125",
            ("downed", "crawl", 5): "252/3125",
            ("downed", "crawl", 6): "252/3125",
            ("incapacitated", "none", 5): "448/3125",
            ("incapacitated", "none", 6): "56/3125",
            ("none", "all", 4): "81/625",
            ("none", "primary", 5): "36/625",
            ("none", "primary", 6): "4/625",
            ("stunned", "rest", 6): "252/3125",
            ("stunned", "rest", 7): "252/3125",
            ("unhurt", "primary", 5): "126/3125",
            ("unhurt", "primary", 6): "98/3125",
            ("wounded", "none", 5): "252/3125",
            ("wounded", "none", 6): "252/3125",
        }
    },
    # rest-self-disruption = rest-exempt
    {"joint": {(1,): "3/5", (2,): "2/5"}},
    # rest-self-disruption = rest-adds
    {"joint": {(2,): "3/5", (3,): "2/5"}},
    # disruption-lock-scope = secondary-only
    {"joint": {(0,): "1/5", (1,): "1/5", (2,): "1/5", (3,): "1/5", (4,): "1/5"}},
    # disruption-lock-scope = all-actions
    ILLEGAL,
    # disruption-lock-scope = secondary-only
    {
        "joint": {
            ("destroyed", "none", 5): "224/3125",
            ("destroyed", "none", 6): "56/3125",
            ("downed", "crawl", 5): "252/3125",
            ("downed", "crawl", 6): "252/3125",
            ("incapacitated", "none", 5): "448/3125",
            ("incapacitated", "none", 6): "56/3125",
            ("none", "all", 4): "81/625",
            ("none", "primary", 5): "36/625",
            ("none", "primary", 6): "4/625",
            ("stunned", "recover", 5): "252/3125",
            ("stunned", "recover", 6): "252/3125",
            ("unhurt", "primary", 5): "126/3125",
            ("unhurt", "primary", 6): "98/3125",
            ("wounded", "none", 5): "252/3125",
            ("wounded", "none", 6): "252/3125",
        }
    },
    # disruption-lock-scope = all-actions
    {
        "joint": {
            ("destroyed", "none", 5): "224/3125",
            ("destroyed", "none", 6): "56/3125",
            ("downed", "crawl", 5): "252/3125",
            ("downed", "crawl", 6): "252/3125",
            ("incapacitated", "none", 5): "448/3125",
            ("incapacitated", "none", 6): "56/3125",
            ("none", "all", 4): "81/625",
            ("none", "rest", 6): "36/625",
            ("none", "rest", 7): "4/625",
            ("stunned", "rest", 6): "252/3125",
            ("stunned", "rest", 7): "252/3125",
            ("unhurt", "rest", 6): "126/3125",
            ("unhurt", "rest", 7): "98/3125",
            ("wounded", "none", 5): "252/3125",
            ("wounded", "none", 6): "252/3125",
        }
    },
    # disruption-lock-quality = printed
    {"joint": {(2,): "1"}},
    # disruption-lock-quality = reduced
    ILLEGAL,
    # disruption-lock-quality = printed
    {
        "joint": {
            ("downed", "crawl", 2): "252/3125",
            ("downed", "crawl", 3): "252/3125",
            ("incapacitated", "none", 3): "28/3125",
            ("none", "all", 1): "81/625",
            ("none", "all", 2): "36/625",
            ("none", "all", 3): "4/625",
            ("stunned", "recover", 2): "252/3125",
            ("stunned", "recover", 3): "252/3125",
            ("unhurt", "all", 2): "504/3125",
            ("unhurt", "all", 3): "476/3125",
            ("wounded", "none", 2): "252/3125",
            ("wounded", "none", 3): "252/3125",
        }
    },
    # disruption-lock-quality = reduced
    {
        "joint": {
            ("downed", "crawl", 2): "252/3125",
            ("downed", "crawl", 3): "252/3125",
            ("incapacitated", "none", 3): "28/3125",
            ("none", "all", 1): "81/625",
            ("none", "primary", 2): "36/625",
            ("none", "primary", 3): "4/625",
            ("stunned", "recover", 2): "252/3125",
            ("stunned", "recover", 3): "252/3125",
            ("unhurt", "primary", 2): "504/3125",
            ("unhurt", "primary", 3): "476/3125",
            ("wounded", "none", 2): "252/3125",
            ("wounded", "none", 3): "252/3125",
        }
    },
    # disruption-action-loss-cap = cap-at-two-no-carry
    {"joint": {(0, 0): "81/625", (1, 0): "216/625", (2, 0): "328/625"}},
    # disruption-action-loss-cap = carry-over
    {"joint": {(0, 0): "81/625", (1, 0): "216/625", (2, 0): "216/625", (3, 0): "96/625", (4, 0): "16/625"}},
    # disruption-vs-third-action = allowed
    {"joint": {(0, 0): "81/625", (1, 0): "216/625", (2, 0): "328/625"}},
    # disruption-vs-third-action = third-action-counts-in-pool
    {"joint": {(0, 0): "81/625", (1, 0): "216/625", (2, 0): "216/625", (3, 0): "112/625"}},
    # disruption-vs-third-action = forbidden
    {"joint": {(0, 0): "81/625", (1, 0): "216/625", (2, 0): "328/625"}},
    # cp-auto-success-timing = before-roll
    {"joint": {(0, 0): "9/25", (1, 0): "12/25", (2, 0): "4/25"}},
    # cp-auto-success-timing = after-roll
    {"joint": {(0, 0): "81/125", (1, 0): "36/125", (2, 0): "8/125"}},
    # cp-auto-success-scope = activation-only
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "1476/15625",
            (1, "destroyed", "none", 1): "26568/390625",
            (1, "destroyed", "none", 2): "6642/390625",
            (1, "none", "none", 0): "1024/15625",
            (1, "none", "none", 1): "18432/390625",
            (1, "none", "none", 2): "4608/390625",
        }
    },
    # cp-auto-success-scope = both
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (1, "destroyed", "none", 0): "1476/15625",
            (1, "destroyed", "none", 1): "8856/78125",
            (1, "destroyed", "none", 2): "13284/390625",
            (1, "none", "none", 0): "1024/15625",
            (1, "none", "none", 1): "6144/78125",
            (1, "none", "none", 2): "9216/390625",
        }
    },
    # reaction-vs-token = both-needed
    {"joint": {(0, "none", "none", 0): "1"}},
    # reaction-vs-token = token-only
    {"joint": {(1, "destroyed", "none", 0): "369/625", (1, "none", "none", 0): "256/625"}},
    # reaction-vs-token = reaction-only
    {"joint": {(0, "none", "none", 0): "1"}},
    # reaction-vs-token = both-needed
    {"joint": {(0, "none", "none", 0): "1"}},
    # reaction-vs-token = token-only
    {"joint": {(0, "none", "none", 0): "1"}},
    # reaction-vs-token = reaction-only
    {"joint": {(1, "destroyed", "none", 0): "369/625", (1, "none", "none", 0): "256/625"}},
    # reaction-simultaneous = unlimited-one-by-one
    {
        "joint": {
            (0, "none", "destroyed", 1): "522/3125",
            (0, "none", "destroyed", 2): "216/3125",
            (0, "none", "none", 0): "16/625",
            (0, "none", "none", 1): "24/625",
            (0, "none", "none", 2): "216/15625",
            (1, "destroyed", "destroyed", 1): "288927/1953125",
            (1, "destroyed", "destroyed", 2): "119556/1953125",
            (1, "destroyed", "none", 0): "8856/390625",
            (1, "destroyed", "none", 1): "35424/390625",
            (1, "destroyed", "none", 2): "673056/9765625",
            (1, "destroyed", "none", 3): "26568/1953125",
            (1, "none", "destroyed", 1): "200448/1953125",
            (1, "none", "destroyed", 2): "82944/1953125",
            (1, "none", "none", 0): "6144/390625",
            (1, "none", "none", 1): "3072/78125",
            (1, "none", "none", 2): "236544/9765625",
            (1, "none", "none", 3): "36864/9765625",
            (2, "destroyed", "none", 1): "3400704/244140625",
            (2, "destroyed", "none", 2): "3400704/244140625",
            (2, "destroyed", "none", 3): "20404224/6103515625",
            (2, "none", "none", 1): "2359296/244140625",
            (2, "none", "none", 2): "2359296/244140625",
            (2, "none", "none", 3): "14155776/6103515625",
        }
    },
    # reaction-simultaneous = one-per-action
    {
        "joint": {
            (0, "none", "destroyed", 1): "522/3125",
            (0, "none", "destroyed", 2): "216/3125",
            (0, "none", "none", 0): "8/125",
            (0, "none", "none", 1): "12/125",
            (0, "none", "none", 2): "108/3125",
            (1, "destroyed", "destroyed", 1): "288927/1953125",
            (1, "destroyed", "destroyed", 2): "119556/1953125",
            (1, "destroyed", "none", 1): "4428/78125",
            (1, "destroyed", "none", 2): "4428/78125",
            (1, "destroyed", "none", 3): "26568/1953125",
            (1, "none", "destroyed", 1): "200448/1953125",
            (1, "none", "destroyed", 2): "82944/1953125",
            (1, "none", "none", 1): "3072/78125",
            (1, "none", "none", 2): "3072/78125",
            (1, "none", "none", 3): "18432/1953125",
        }
    },
    # reaction-test-timing = yes
    {
        "joint": {
            (0, "none", "destroyed", 1): "81/625",
            (0, "none", "none", 0): "112/625",
            (0, "none", "none", 1): "114/625",
            (0, "none", "none", 2): "108/3125",
            (1, "destroyed", "none", 1): "61992/390625",
            (1, "destroyed", "none", 2): "42066/390625",
            (1, "destroyed", "none", 3): "26568/1953125",
            (1, "none", "none", 1): "43008/390625",
            (1, "none", "none", 2): "29184/390625",
            (1, "none", "none", 3): "18432/1953125",
        }
    },
    # reaction-test-timing = no
    {
        "joint": {
            (0, "none", "destroyed", 1): "81/625",
            (0, "none", "none", 0): "112/625",
            (0, "none", "none", 1): "456/3125",
            (0, "none", "none", 2): "72/3125",
            (1, "destroyed", "none", 1): "61992/390625",
            (1, "destroyed", "none", 2): "252396/1953125",
            (1, "destroyed", "none", 3): "39852/1953125",
            (1, "none", "none", 1): "43008/390625",
            (1, "none", "none", 2): "175104/1953125",
            (1, "none", "none", 3): "27648/1953125",
        }
    },
    # opfire-consumes-focus = consumed-no-bonus
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "1476/15625",
            (1, "destroyed", "none", 1): "26568/390625",
            (1, "destroyed", "none", 2): "6642/390625",
            (1, "none", "none", 0): "1024/15625",
            (1, "none", "none", 1): "18432/390625",
            (1, "none", "none", 2): "4608/390625",
        }
    },
    # opfire-consumes-focus = bonus-on-reaction
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "1824/15625",
            (1, "destroyed", "none", 1): "32832/390625",
            (1, "destroyed", "none", 2): "8208/390625",
            (1, "none", "none", 0): "676/15625",
            (1, "none", "none", 1): "12168/390625",
            (1, "none", "none", 2): "3042/390625",
        }
    },
    # entrench-duration = until-move
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "36/625",
            (1, "destroyed", "none", 1): "648/15625",
            (1, "destroyed", "none", 2): "162/15625",
            (1, "none", "none", 0): "64/625",
            (1, "none", "none", 1): "1152/15625",
            (1, "none", "none", 2): "288/15625",
        }
    },
    # entrench-duration = until-next-activation
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "51/625",
            (1, "destroyed", "none", 1): "918/15625",
            (1, "destroyed", "none", 2): "459/31250",
            (1, "none", "none", 0): "49/625",
            (1, "none", "none", 1): "882/15625",
            (1, "none", "none", 2): "441/31250",
        }
    },
    # entrench-duration = permanent
    {
        "joint": {
            (0, "none", "destroyed", 0): "261/625",
            (0, "none", "destroyed", 1): "108/625",
            (0, "none", "none", 0): "48/625",
            (0, "none", "none", 1): "18/625",
            (1, "destroyed", "none", 0): "36/625",
            (1, "destroyed", "none", 1): "648/15625",
            (1, "destroyed", "none", 2): "162/15625",
            (1, "none", "none", 0): "64/625",
            (1, "none", "none", 1): "1152/15625",
            (1, "none", "none", 2): "288/15625",
        }
    },
    # entrench-duration = until-move
    {
        "joint": {
            (0, "none", "destroyed", 0): "9/25",
            (0, "none", "none", 0): "12/125",
            (1, "destroyed", "none", 0): "51/250",
            (1, "destroyed", "none", 1): "459/6250",
            (1, "none", "none", 0): "49/250",
            (1, "none", "none", 1): "441/6250",
        }
    },
    # entrench-duration = permanent
    {
        "joint": {
            (0, "none", "destroyed", 0): "9/25",
            (0, "none", "none", 0): "12/125",
            (1, "destroyed", "none", 0): "18/125",
            (1, "destroyed", "none", 1): "162/3125",
            (1, "none", "none", 0): "32/125",
            (1, "none", "none", 1): "288/3125",
        }
    },
]

RULINGS = [(*case, expected) for case, expected in zip(RULING_SCENARIOS, RULING_EXPECTED, strict=True)]

# ---------------------------------------------------------------------------------------------------------
# The long run
# ---------------------------------------------------------------------------------------------------------

# Always hit, Defence never passed, Health never used up: the attack adds its Suppression and nothing else.
STEADY = {"shooter": SURE, "victim": {"def": 2, "hea": 99}, "action": "snap-fire"}
CARRIED = {"disruption-action-loss-cap": "carry-over"}


def steady(level, **changes):
    made = shot53(guns=[gun53(traits=[f"Suppression {level}"] if level else [])], **STEADY, **changes)
    return {**made, "pipeline": "suppression"}


def under_fire60(**changes):
    return {**shot60(**changes), "pipeline": "suppression"}


LONG_RUN = [
    # D < 6: -1 + 2 = +1 a round. D = 6: 6 - 1 - d5 + 2 = 2..6. A cycle is one Recover and 0..4 Primaries, on
    # average 2: Recover a third of the time.
    (
        "plus-two",
        "by hand: a cycle of three activations on average",
        steady(2),
        {"recover": "1/3", "stationary": {2: "1/15", 3: "2/15", 4: "1/5", 5: "4/15", 6: "1/3"}},
    ),
    (
        "never-hit",
        "by hand: nothing happens",
        {**shot53(shooter=BLIND), "pipeline": "suppression"},
        {"recover": "0", "stationary": {0: "1"}},
    ),
    # The Primary removes what the attack adds; from D 6 one Recover, then 1..5 for ever.
    (
        "plus-one-from-six",
        "by hand: five closed classes, none of them recovers",
        steady(1, target={"disruption": 6}),
        {"recover": "0", "stationary": {1: "1/5", 2: "1/5", 3: "1/5", 4: "1/5", 5: "1/5"}},
    ),
    (
        "plus-thirty",
        "by hand: D is held at 3 x Quality",
        steady(30),
        {"recover": "1", "stationary": {18: "1"}},
    ),
    # Quality 0: D 0 is at Quality already.
    (
        "quality-zero",
        "by hand: always recovering",
        {**shot53(victim={"qlt": 0}, shooter=BLIND), "pipeline": "suppression"},
        {"recover": "1", "stationary": {0: "1"}},
    ),
    (
        "recover-barred",
        "the lock on all actions bars Recover",
        steady(2, rulings={"disruption-lock-scope": "all-actions"}),
        ILLEGAL,
    ),
    (
        "reference-53",
        "Focus Fire at short range every round",
        {**shot53(), "pipeline": "suppression"},
        {"recover": "1613522696192/179427530153755"},
    ),
    (
        "heavy-suppression-53",
        "Suppression 2 with two shots",
        {**shot53(guns=[gun53(traits=["Suppression 2"])]), "pipeline": "suppression"},
        {
            "recover": (
                "3132556667655059013390315606647032310242817033665200/"
                "3693822635958982475226978879007401478682079828097337"
            )
        },
    ),
    # A token with 27/50 for each of two shots, lost with 2/5: 27/125 of an action each, of two actions
    (
        "reference-60-suppress",
        "by hand: two independent shots",
        under_fire60(action="suppression-fire"),
        {"actions_lost": "27/125", "stationary": {0: "529/2500", 1: "621/1250", 2: "729/2500"}},
    ),
    # A token with 6/25 for each of two shots: 12/125 of an action each
    (
        "reference-60-shoot",
        "by hand: tokens of a destroying attack count too",
        under_fire60(),
        {"actions_lost": "12/125", "stationary": {0: "361/625", 1: "228/625", 2: "36/625"}},
    ),
    (
        "cp-every-round",
        "1 CP before the roll at every activation: P(T = 2) * 2/5 / 2",
        under_fire60(action="suppression-fire", target={"cp": 1}),
        {"actions_lost": "729/12500"},
    ),
    (
        "capped-60",
        "four sure tokens a round at MRL 6, two actions",
        under_fire60(shooter=SURE, guns=[gun60(power=2, rof=4)]),
        {"actions_lost": "436/625"},
    ),
    # Four tokens at 2/5 are 8/5 failures, of two actions
    (
        "carried-60",
        "by hand: nothing is forgiven",
        under_fire60(shooter=SURE, guns=[gun60(power=2, rof=4)], rulings=CARRIED),
        {"actions_lost": "4/5"},
    ),
    (
        "carried-60-for-ever",
        "by hand: the debt grows without end",
        under_fire60(shooter=SURE, guns=[gun60(power=2, rof=6)], rulings=CARRIED),
        {"actions_lost": "1"},
    ),
    # Three actions at stake: E min(3, F), F of Binomial(4, 2/5): 8/5 - P(F = 4) = 984/625, over 3
    (
        "pool-of-three-60",
        "by hand: the share is of three actions",
        under_fire60(
            shooter=SURE,
            guns=[gun60(power=2, rof=4)],
            rulings={"disruption-vs-third-action": "third-action-counts-in-pool"},
        ),
        {"actions_lost": "328/625"},
    ),
]

# ---------------------------------------------------------------------------------------------------------
# The check
# ---------------------------------------------------------------------------------------------------------


def disagreements(made, expected):
    """What the oracle says differently, as sentences; an empty list is agreement."""
    try:
        found = odds(made)
    except Illegal as reason:
        return [] if expected.get("illegal") else [f"refused: {reason}"]
    if expected.get("illegal"):
        return ["should be refused"]
    fields = FIELDS[made["pipeline"], made["ruleset"]]
    wrong = []

    def compare(what, value, wanted):
        if value != Fraction(wanted):
            wrong.append(f"{what}: {value}, expected {wanted}")

    if "joint" in expected:
        for outcome in {*found, *expected["joint"]}:
            compare(outcome, found.get(outcome, 0), expected["joint"].get(outcome, "0"))
    for condition, wanted in expected.get("cells", ()):
        compare(condition, sum(p for key, p in found.items() if holds(condition, key, fields)), wanted)
    for name, wanted in expected.get("mean", {}).items():
        compare(f"mean {name}", sum(p * key[fields.index(name)] for key, p in found.items()), wanted)
    for known, asked, wanted in expected.get("given", ()):
        base = sum(p for key, p in found.items() if holds(known, key, fields))
        both = sum(p for key, p in found.items() if holds({**known, **asked}, key, fields))
        compare(f"{asked} given {known}", both / base, wanted)
    return wrong


def long_run_disagreements(made, expected):
    try:
        found = long_run(made)
    except Illegal as reason:
        return [] if expected.get("illegal") else [f"refused: {reason}"]
    if expected.get("illegal"):
        return ["should be refused"]
    wrong = []
    for name, wanted in expected.items():
        if name == "stationary":
            if found[name] != {state: Fraction(p) for state, p in wanted.items()}:
                wrong.append(f"stationary: {found[name]}, expected {wanted}")
        elif found[name] != Fraction(wanted):
            wrong.append(f"{name}: {found[name]}, expected {wanted}")
    return wrong


def all_cases():
    for name, made, expected in EXAMPLES:
        yield f"EXAMPLES {name}", made, expected, disagreements
    for name, _, made, expected in NASTY:
        yield f"NASTY {name}", made, expected, disagreements
    for ruling, option, made, expected in RULINGS:
        yield f"RULINGS {ruling} = {option}", made, expected, disagreements
    for name, _, made, expected in LONG_RUN:
        yield f"LONG_RUN {name}", made, expected, long_run_disagreements


def main():
    failures, count, slowest = 0, 0, (0.0, "")
    for name, made, expected, check in all_cases():
        start = time.perf_counter()
        wrong = check(made, expected)
        slowest = max(slowest, (time.perf_counter() - start, name))
        count += 1
        if wrong:
            failures += 1
            print(name, *wrong, sep="\n    ")
    print(f"{count} cases, {failures} disagree; slowest {slowest[0]:.2f} s ({slowest[1]})")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
