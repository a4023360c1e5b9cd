"""Xenocide: the registry of its keys."""

from dataclasses import dataclass
from typing import Any

from analysis.keys import (
    Either,
    Flag,
    Int,
    Key,
    ListOf,
    Number,
    PipelineKeys,
    Registry,
    Table,
    Text,
    Word,
    Wrong,
    keyed,
)

SHOOTING, OVERWATCH, SUPPRESSION, RALLY, ASSAULT = "shooting", "overwatch", "suppression", "rally", "close-assault"
STEADY_FIRE = "steady-fire"
FIRING = (SHOOTING, OVERWATCH, STEADY_FIRE)
TESTED = (SHOOTING, SUPPRESSION, STEADY_FIRE)
TYPES = ("infantry", "walker", "wheeled", "tracked", "skimmer", "hover", "flyer")
COVERS = ("none", "soft", "hard", "fortified")
ORDERS = ("fire-and-move", "move-and-fire", "assault")
SPECIALS = ("suppression", "shield-breaker", "ignores-cover", "artillery", "bomb")
DIRECTED = ("in-cover", "out-of-cover")
RETREATS = ("never", "always", "best")
MOST_GROUPS = 4

COVER = Word(COVERS)
CAD = Either((Int(1, 6), Int(66, 66), Int(666, 666), Int(6666, 6666)))
DEFENCE_DICE = Either((Word(("best", "none", "max")), Int(0, 1000)))

STATS = keyed(
    Key("vp", Int(0, 1_000_000), "victory points of a model", default=1, reads=(*FIRING, ASSAULT)),
    Key("move", Int(0, 100), "movement in inches", reads=(ASSAULT,)),
    Key("type", ListOf(Word(TYPES), 7), "what it is; infantry has better cover and extra defence dice", default=[]),
    Key("move_special", ListOf(Text(), 20), "special movement, carried along"),
    Key("size", Int(1, 100), "transport space"),
    Key("transport", Int(0, 1000), "what it can carry"),
    Key("open", Flag(), "an open transport", default=False),
    Key("aspect", Int(-20, 20), "added to the shooter's accuracy", default=0, reads=FIRING),
    Key("armor", Int(0, 20), "armour: a die at or under it, less the strength, saves", needed=True, reads=FIRING),
    Key("shield", Int(0, 6), "shield: a die at or under it saves", default=0, reads=(*FIRING, ASSAULT)),
    Key("stealth", Flag(), "cannot be targeted from afar unless spotted", default=False, reads=FIRING),
    Key("recon", Flag(), "spots for others", default=False),
    Key("dig_in", Flag(), "may dig in although it is no infantry", default=False),
    Key("defense_special", ListOf(Text(), 20), 'the same as words: "shield 2", "stealth", "recon", "dig-in"'),
    Key("caa", Int(0, 100), "dice in close assault of each model", needed=True, reads=(ASSAULT,)),
    Key(
        "cad", CAD, "what a die must reach to kill it; 66 and more ask for several sixes", needed=True, reads=(ASSAULT,)
    ),
    Key("bonus_defence_dice", Int(0, 100), "extra defence dice of each model", default=0, reads=(ASSAULT,)),
    Key("ca_special", ListOf(Text(), 20), "close assault specials, carried along"),
    Key("core", Int(0, 100), "the core of a titan"),
    Key("deflector_layers", Int(0, 100), "deflector layers of a titan"),
    Key("boost", Int(0, 100), "boosted movement of a titan"),
    Key("structure", Int(0, 1000), "the structure of a building"),
    Key("cover", Int(0, 6), "the cover of a building"),
)

GROUP = Table(
    keyed(
        Key("models", Int(1, 100), "models of the group"),
        Key("stats", Table(STATS), "its stats, or what differs from those of the side"),
        Key("cover", COVER, "its cover; else that of the situation"),
    )
)

CHOICES = Table(
    keyed(
        Key("defence_dice", DEFENCE_DICE, "best, none, max or a number of dice of the pool"),
        Key("retreat", Word(RETREATS), "never, always or best"),
    )
)

LEVEL = Table(
    keyed(
        Key("power", Int(0, 20), "power of the level"),
        Key("shots", Int(0, 100), "dice"),
        Key("range", Number(0, 1000), "range"),
        Key("accuracy", Either((Int(-20, 20), Word(("artillery",)))), "accuracy"),
        Key("strength", Int(0, 20), "strength"),
        Key("aoe", Int(0, 12), "X of Xd3"),
        Key("special", ListOf(Word(SPECIALS), 10), "specials"),
    )
)


@dataclass(frozen=True)
class Reinforcement:
    """A side with the round that it arrives in; known by name, as it is not modelled."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise Wrong("a table")
        return value

    def words(self) -> str:
        return "table"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "object"}


FIRE_FIELDS = {
    "hits": "hits on models: after the AOE dice, splash and the cap, of all weapons",
    "casualties": "models removed",
    "suppressed": "new markers from this fire",
}

KEYS = Registry(
    family="xenocide",
    names={},
    pipelines={
        SHOOTING: PipelineKeys(
            SHOOTING,
            "the fire of one unit at another, to the suppression test; one phase or several",
            ("hits", "casualties", "suppressed"),
            FIRE_FIELDS,
        ),
        OVERWATCH: PipelineKeys(
            OVERWATCH,
            "fire at a unit that has moved: as shooting, without a test",
            ("hits", "casualties"),
            {name: FIRE_FIELDS[name] for name in ("hits", "casualties")},
        ),
        SUPPRESSION: PipelineKeys(
            SUPPRESSION,
            "the target's suppression test alone",
            ("suppressed",),
            {"suppressed": "1: the test was due and failed"},
            ("target",),
        ),
        STEADY_FIRE: PipelineKeys(
            STEADY_FIRE,
            "the long run: every turn the target is fired at as in shooting, has its activation, and rallies once with "
            "the command points that its test left; shares of its activations. Its casualties count in the test and "
            "are then made good. Exact only",
            ("suppressed", "markers"),
            {"suppressed": "1: the activation is spent suppressed", "markers": "at the activation, before the rally"},
        ),
        RALLY: PipelineKeys(
            RALLY,
            "the target's attempt to shake off its markers",
            ("markers",),
            {"markers": "markers left"},
            ("target",),
        ),
        ASSAULT: PipelineKeys(
            ASSAULT,
            "a close assault to its end; the attacker initiates",
            ("attacker_casualties", "defender_casualties", "attacker_fled", "defender_fled", "rounds"),
            {
                "attacker_casualties": "models that the attacker lost",
                "defender_casualties": "models that the target lost",
                "attacker_fled": "1: the attacker fled or retreated",
                "defender_fled": "1: the target fled or retreated",
                "rounds": "rounds that were fought",
            },
        ),
    },
    stats=STATS,
    weapon=keyed(
        Key("shots", Int(1, 100), "dice of each firing model", default=1),
        Key("range", Number(0, 1000), "range in inches"),
        Key("accuracy", Either((Int(-20, 20), Word(("artillery",)))), "a die at or under it hits"),
        Key("strength", Int(0, 20), "taken from armour", default=0),
        Key("aoe", Int(0, 12), "X of Xd3 hits of each hitting die; 0: none", default=0),
        Key("special", ListOf(Word(SPECIALS), 10), "specials of the weapon", default=[]),
        Key("levels", ListOf(LEVEL, 10), "power levels of a titan's weapon"),
    ),
    side=keyed(
        Key("models", Int(1, 100), "models of the unit", default=1),
        Key("starting_models", Int(1, 1000), "models that it began the game with; models if left out"),
        Key("markers", Int(0, 100), "suppression markers", default=0),
        Key("dug_in", Flag(), "is dug in", default=False),
        Key("order", Word(ORDERS), "move-and-fire for shooting, assault for an assault if left out"),
        Key("cp", Int(0, 100), "command points that its tests, or its directed fire, may spend", default=0),
        Key(
            "groups",
            ListOf(GROUP, MOST_GROUPS),
            "a mixed unit: groups of models in place of one",
            reads=(*FIRING, ASSAULT),
        ),
    ),
    situation=keyed(
        Key("range", Number(0, 1000), "distance in inches; left out: not checked", reads=(*FIRING, ASSAULT)),
        Key("cover", COVER, "cover of the target", default="none"),
        Key("in_building", Flag(), "the target is in a building", default=False),
        Key("focus_fire", Flag(), "shots are joined into stronger ones", default=False, reads=FIRING),
        Key("firing_units", Int(1, 100), "units that fire, in the test only", default=1, reads=TESTED),
        Key("indirect", Flag(), "indirect fire of artillery", default=False, reads=FIRING),
        Key("spotted", Flag(), "the target is spotted by the own unit or recon", default=False, reads=FIRING),
        Key("volleys", Int(1, 50), "phases in a row, each with its own test", default=1, reads=(SHOOTING,)),
        Key(
            "directed_at",
            Either((Int(1, MOST_GROUPS), Word(DIRECTED))),
            "a command point directs the fire: at a group by its number, or by cover",
            reads=FIRING,
        ),
        Key("shots", Int(0, 10_000), "shots that could kill", default=0, reads=(SUPPRESSION,)),
        Key(
            "shots_fired",
            Int(0, 10_000),
            "all shots but harmless AOE dice; left out: shots",
            reads=(SUPPRESSION,),
        ),
        Key("aoe_d3_hit", Int(0, 10_000), "d3 of AOE dice that hit; left out: aoe_d3", reads=(SUPPRESSION,)),
        Key("aoe_d3", Int(0, 10_000), "all d3 of AOE dice", default=0, reads=(SUPPRESSION,)),
        Key("models", Int(1, 100), "models before this fire; target.models if left out", reads=(SUPPRESSION,)),
        Key(
            "hit", Flag(), "hit by something that could kill; left out: when there are casualties", reads=(SUPPRESSION,)
        ),
        Key("casualties", Int(0, 100), "models lost by this fire", default=0, reads=(SUPPRESSION,)),
        Key("trait_hits", Int(0, 1000), "hits that the suppression trait counts", default=0, reads=(SUPPRESSION,)),
        Key("titan", Flag(), "a titan tests", default=False, reads=(SUPPRESSION,)),
        Key("support", Flag(), "another unit of the company is near", default=False, reads=(RALLY, STEADY_FIRE)),
        Key("max_rounds", Int(1, 1000), "rounds after which an assault is cut off", default=20, reads=(ASSAULT,)),
        Key("attacker_cover", COVER, "cover of the attacker, in its own test", default="none", reads=(ASSAULT,)),
        Key("reinforcements", ListOf(Reinforcement(), 10), "units that join later; not modelled", reads=(ASSAULT,)),
    ),
    policy=keyed(
        Key("attacker", CHOICES, "choices of the attacker", reads=(ASSAULT,)),
        Key("defender", CHOICES, "choices of the target", reads=(ASSAULT,)),
        Key("target", CHOICES, "the same under another name", reads=(ASSAULT,)),
        Key("defence_dice", DEFENCE_DICE, "of both sides: best weighs the round", default="best", reads=(ASSAULT,)),
        Key(
            "retreat",
            Word(RETREATS),
            "of both sides: best weighs all rounds to come",
            default="never",
            reads=(ASSAULT,),
        ),
    ),
)
