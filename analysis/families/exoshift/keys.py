"""Exoshift: the registry of its keys."""

from analysis.keys import Either, Flag, Int, Key, ListOf, Number, PipelineKeys, Registry, Table, Text, Word, keyed

RESULTS = ("none", "unhurt", "stunned", "downed", "wounded", "incapacitated", "destroyed")
STATUSES = RESULTS[2:]
ATTACKS = {"0.53.0": ("focus-fire", "advance", "snap-fire"), "0.60.1": ("shoot", "snap-fire", "suppression-fire")}
OTHERS = {
    "0.53.0": ("run", "hunker-down", "recover", "march", "rest"),
    "0.60.1": ("move", "focus", "opfire", "recover", "interact", "entrench"),
}
ACTIONS = tuple(dict.fromkeys([*ATTACKS["0.53.0"], *ATTACKS["0.60.1"], *OTHERS["0.53.0"], *OTHERS["0.60.1"]]))
SHOOTING, CASUALTY, SUPPRESSION, AFTERMATH = "shooting", "casualty", "suppression", "aftermath"
FIRING = (SHOOTING, AFTERMATH)
RESTING = (*FIRING, SUPPRESSION)
COVERS = ("none", "light", "heavy")
CAN_ACT = ("all", "primary", "recover", "rest", "crawl", "none")

STAT = Int(-20, 60)

KEYS = Registry(
    family="exoshift",
    names={"result": RESULTS, "can_act": CAN_ACT},
    pipelines={
        SHOOTING: PipelineKeys(
            SHOOTING,
            "direct fire at one model: an action, or a sequence of actions, with one weapon or several",
            ("hits", "damage", "disruption", "result"),
            {
                "hits": "passed hit tests, summed over all attacks",
                "damage": "unsaved damage, not cut at Health",
                "disruption": "what the target gained: near misses, tokens, traits and casualty results",
                "result": "one attack: the band rolled; several: the status after the last",
            },
        ),
        CASUALTY: PipelineKeys(
            CASUALTY,
            "one roll on the casualty table",
            ("result", "disruption"),
            {"result": "the band rolled", "disruption": "gained by this result"},
            ("target",),
        ),
        SUPPRESSION: PipelineKeys(
            SUPPRESSION,
            "the target side acts under Disruption: tokens tested at activation (0.60.1), or one action of its own "
            "that takes Disruption off (0.53.0)",
            ("actions_lost", "disruption"),
            {
                "actions_lost": "by failed Morale tests; under carry-over those lost in later activations too",
                "disruption": "what is left",
            },
            ("target",),
            {"0.53.0": ("disruption",), "0.60.1": ("actions_lost", "disruption")},
        ),
        AFTERMATH: PipelineKeys(
            AFTERMATH,
            "shoot or suppress: an attack as in shooting, then what the target can still do at its next activation",
            ("result", "can_act", "actions_lost", "disruption"),
            {
                "result": "as in shooting",
                "can_act": "what is open to it. all: every action; primary: Primaries and Rest, other Secondaries are "
                "locked; recover: stunned, so Recover, and Secondaries if they are not locked; rest: Rest alone; "
                "crawl: downed; none: wounded or out",
                "actions_lost": "by failed Morale tests; 0 for a target that is out",
                "disruption": "0.60.1: left after the tests; 0.53.0: with which it acts, less the point that a Primary "
                "takes off first, where one is open to it; of a target that cannot act: what lies on it",
            },
            in_edition={
                "0.53.0": ("result", "can_act", "disruption"),
                "0.60.1": ("result", "actions_lost", "disruption"),
            },
        ),
    },
    stats=keyed(
        Key("mov", ListOf(Int(0, 100), 3), "movement values"),
        Key("com", STAT, "Combat: the stat of hit tests", needed=True, reads=FIRING),
        Key("def", STAT, "Defence", needed=True, reads=FIRING),
        Key("qlt", STAT, "Quality: focus, casualty rolls, the lock of Secondaries, reactions", needed=True),
        Key("mrl", STAT, "Morale: Rest, tests against tokens, standing in an assault", reads=(*FIRING, SUPPRESSION)),
        Key("hea", Int(1, 100), "Health", default=1, reads=(*FIRING, CASUALTY)),
        Key("siz", Word(("S", "M", "L", "XL")), "size; no die depends on it"),
        Key("traits", ListOf(Text(), 20), "unit traits: Weapons Platform is read, others are carried along"),
    ),
    weapon=keyed(
        Key("type", Word(("basic", "heavy", "setup")), "which actions may fire it", default="basic"),
        Key(
            "range",
            ListOf(Number(0, 1000), 3, 3),
            "the ends of the short, medium and long band, in inches",
            needed=True,
        ),
        Key("range_modifiers", ListOf(STAT, 3, 3), "what each band adds to the hit test", default=[0, 0, 0]),
        Key("rof", Int(1, 20), "rate of fire", default=1),
        Key("accuracy", Int(0, 7), "most aim on one shot (0.53.0)", default=0),
        Key("power", STAT, "Power", needed=True),
        Key("damage", Int(0, 20), "Damage of a hit that is not saved", default=1),
        Key("traits", ListOf(Text(), 20), 'weapon traits: "Suppression 1", "Suppressive 2", "Fire on the Move", ...'),
    ),
    side=keyed(
        Key("models", Int(1, 20), "models of the unit; all fire goes at one of the target's", default=1),
        Key("disruption", Int(0, 100), "Disruption or tokens before the action", default=0),
        Key("statuses", ListOf(Word(STATUSES), 5), "what the model suffers; wounded implies downed", default=[]),
        Key("damage", Int(0, 100), "damage already marked on the model", default=0),
        Key("focus_token", Either((Flag(), Int(0, 20))), "holds a focus token (rate of fire)", default=False),
        Key("entrench_token", Either((Flag(), Int(0, 20))), "holds Entrench tokens (0.60.1)", default=False),
        Key("hunkered", Flag(), "holds a hunker token (0.53.0)", default=False),
        Key("escorted", Flag(), "a leader behind a friend that it commands (0.53.0)", default=False),
        Key("exhausted", Flag(), "has had its activation", default=False),
        Key(
            "cp",
            Int(0, 100),
            "command points for disruption tests (0.60.1), spent as soon as one is due",
            default=0,
            reads=(SUPPRESSION, AFTERMATH),
        ),
    ),
    situation=keyed(
        Key(
            "action",
            Word((*ACTIONS, "primary")),
            "the attack made; focus-fire (0.53.0) or shoot (0.60.1) if left out; in suppression (0.53.0) primary, rest "
            "or recover, primary if left out",
            reads=(*FIRING, SUPPRESSION),
        ),
        Key("actions", ListOf(Word(ACTIONS), 20), "a sequence of actions in place of one", reads=FIRING),
        Key("range", Number(0, 1000), "distance in inches", reads=FIRING, needed=True),
        Key("cover", Word(COVERS), "cover of the target", default="none", reads=FIRING),
        Key("obscured", Flag(), "the target is obscured; any cover is", default=False, reads=FIRING),
        Key("enemy_in_los", Flag(), "for Rest and Recover: an enemy sees the unit", default=True, reads=RESTING),
        Key("in_cover", Flag(), "for Rest: every model has cover from every enemy", default=False, reads=RESTING),
        Key("damage", Int(1, 100), "damage of the attack", default=1, reads=(CASUALTY,)),
        Key("power", STAT, "Power of the attack", reads=(CASUALTY,), needed=True),
    ),
    policy=keyed(
        Key(
            "focus",
            Either(
                (
                    Word(("best",)),
                    Table(
                        keyed(
                            Key("shots", Int(1, 20), "shots fired"),
                            Key("aim", ListOf(Int(0, 20), 20), "aim of each shot; 0 where none is given"),
                        )
                    ),
                )
            ),
            "how focus is spent: best is most chance of downed or worse, then most expected disruption",
            default="best",
            reads=FIRING,
        ),
    ),
)
