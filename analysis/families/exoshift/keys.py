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
REACTIONS = (*ATTACKS["0.60.1"], *OTHERS["0.60.1"])
SHOOTING, CASUALTY, SUPPRESSION, AFTERMATH = "shooting", "casualty", "suppression", "aftermath"
CLOSE_ASSAULT, REACTION, STEADY_FIRE = "close-assault", "reaction", "steady-fire"
FIRING = (SHOOTING, AFTERMATH, STEADY_FIRE)
FIGHTING = (*FIRING, CLOSE_ASSAULT, REACTION)
ANSWERED = (*FIRING, REACTION)
RESTING = (*FIRING, SUPPRESSION)
COVERS = ("none", "light", "heavy")
MOST_QUALITIES = 3  # under steady fire Disruption is held at this many times Quality
CAN_ACT = ("all", "primary", "recover", "rest", "crawl", "none")

STAT = Int(-20, 60)
FOCUS = Either(
    (
        Word(("best",)),
        Table(
            keyed(
                Key("shots", Int(1, 20), "shots fired"),
                Key("aim", ListOf(Int(0, 20), 20), "aim of each shot; 0 where none is given"),
            )
        ),
    )
)
OWN_FOCUS = Key("focus", FOCUS, "how this side spends focus", default="best")

KEYS = Registry(
    family="exoshift",
    names={"result": RESULTS, "attacker_result": RESULTS, "target_result": RESULTS, "can_act": CAN_ACT},
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
        CLOSE_ASSAULT: PipelineKeys(
            CLOSE_ASSAULT,
            "an assault of one model on another: Defensive Fire, assault attacks, a Morale test (0.60.1: only with "
            "assault-missing = import-053-adapted)",
            ("attacker_result", "target_result", "aborted", "target_driven_back"),
            {
                "attacker_result": "what Defensive Fire rolled; none without a roll",
                "target_result": "what the assault attacks rolled; destroyed where the finishing rule destroys it; "
                "none when aborted",
                "aborted": "1: Defensive Fire stopped the attacker",
                "target_driven_back": "1: the target failed its Morale test and falls back",
            },
        ),
        REACTION: PipelineKeys(
            REACTION,
            "0.60.1: the active model (attacker) acts, the target side reacts to one of its actions",
            ("reacted", "attacker_result", "target_result", "disruption"),
            {
                "reacted": "how many models of the target side reacted",
                "attacker_result": "what reactions made of the active model",
                "target_result": "what the active model made of the model it acts against",
                "disruption": "tokens left on the model it acts against",
            },
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
                "disruption": "0.60.1: left after the tests; 0.53.0: with which it acts, less the point that a "
                "Primary takes off first, where one is open to it; of a target that is destroyed or "
                "cannot act: what lies on it",
            },
            in_edition={
                "0.53.0": ("result", "can_act", "disruption"),
                "0.60.1": ("result", "actions_lost", "disruption"),
            },
        ),
        STEADY_FIRE: PipelineKeys(
            STEADY_FIRE,
            "the long run: every round the target activates and is then attacked as in shooting; shares of its "
            "activations. It is kept alive: damage and status are not carried over, Disruption is. Exact only",
            ("disruption", "actions_lost", "recover"),
            {
                "disruption": "at activation, before its own action or tests; 0.53.0: "
                f"held at {MOST_QUALITIES} times Quality at most, which is a number of ours",
                "actions_lost": "by the Morale tests of this activation; its mean over the actions at stake (two, or "
                "three with third-action-counts-in-pool) is the share that it loses. Under carry-over those lost in "
                "later activations too, and where the mean exceeds the actions at stake all are lost",
                "recover": "1: this activation is spent on Recover, taken when Disruption has reached Quality; "
                "0: on another Primary",
            },
            in_edition={"0.53.0": ("disruption", "recover"), "0.60.1": ("disruption", "actions_lost")},
        ),
    },
    stats=keyed(
        Key("mov", ListOf(Int(0, 100), 3), "movement values"),
        Key("com", STAT, "Combat: the stat of hit tests", needed=True, reads=FIGHTING),
        Key("def", STAT, "Defence", needed=True, reads=FIGHTING),
        Key("qlt", STAT, "Quality: focus, casualty rolls, the lock of Secondaries, reactions", needed=True),
        Key("mrl", STAT, "Morale: Rest, tests against tokens, standing in an assault", reads=(*FIGHTING, SUPPRESSION)),
        Key("hea", Int(1, 100), "Health", default=1, reads=(*FIGHTING, CASUALTY)),
        Key("siz", Word(("S", "M", "L", "XL")), "size; no die depends on it"),
        Key("traits", ListOf(Text(), 20), "unit traits: Weapons Platform is read, others are carried along"),
    ),
    weapon=keyed(
        Key("type", Word(("basic", "heavy", "setup")), "which actions may fire it", default="basic"),
        Key(
            "range",
            ListOf(Number(0, 1000), 3, 3, rising=True),
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
            reads=(SUPPRESSION, AFTERMATH, STEADY_FIRE, REACTION),
        ),
        Key("reaction_token", Flag(), "holds a Reaction token (0.60.1)", default=True, reads=(REACTION,)),
        Key(
            "reaction",
            Flag(),
            "still has its reaction of the round (0.60.1), to answer with or for a third action of its own",
            default=True,
            reads=ANSWERED,
        ),
    ),
    situation=keyed(
        Key(
            "action",
            Word((*ACTIONS, "primary")),
            "the attack made; focus-fire (0.53.0) or shoot (0.60.1) if left out; in suppression (0.53.0) primary, rest "
            "or recover, primary if left out",
            reads=(*ANSWERED, SUPPRESSION),
        ),
        Key("actions", ListOf(Word(ACTIONS), 20), "a sequence of actions in place of one", reads=ANSWERED),
        Key(
            "range",
            Number(0, 1000),
            "distance in inches; in close-assault where the attacker begins, checked against its reach when given",
            reads=FIGHTING,
            needed=True,
        ),
        Key("cover", Word(COVERS), "cover of the target", default="none", reads=ANSWERED),
        Key("obscured", Flag(), "the target is obscured; any cover is", default=False, reads=ANSWERED),
        Key("enemy_in_los", Flag(), "for Rest and Recover: an enemy sees the unit", default=True, reads=RESTING),
        Key("in_cover", Flag(), "for Rest: every model has cover from every enemy", default=False, reads=RESTING),
        Key("seen", Flag(), "the assault was visible: the target may fire", default=True, reads=(CLOSE_ASSAULT,)),
        Key("defensive_fire", Flag(), "the target fires if it may", default=True, reads=(CLOSE_ASSAULT,)),
        Key("reaction", Word(REACTIONS), "what the target side does as its reaction", "shoot", (REACTION,)),
        Key("react_after", Int(1, 20), "the action, by its number, that it reacts to", default=1, reads=(REACTION,)),
        Key("attacker_cover", Word(COVERS), "cover of the active model", default="none", reads=(REACTION,)),
        Key("damage", Int(1, 100), "damage of the attack", default=1, reads=(CASUALTY,)),
        Key("power", STAT, "Power of the attack", reads=(CASUALTY,), needed=True),
    ),
    policy=keyed(
        Key(
            "focus",
            FOCUS,
            "how focus is spent: best is most chance of downed or worse, then most expected disruption",
            default="best",
            reads=ANSWERED,
        ),
        Key("attacker", Table(keyed(OWN_FOCUS)), "the attacker's policy", reads=(CLOSE_ASSAULT, REACTION)),
        Key(
            "target",
            Table(keyed(OWN_FOCUS)),
            "the target's policy; best in Defensive Fire is most chance of stunned or worse, then most expected "
            "disruption",
            reads=(CLOSE_ASSAULT, REACTION),
        ),
        Key("defender", Table(keyed(OWN_FOCUS)), "another name of policy.target", reads=(CLOSE_ASSAULT, REACTION)),
    ),
)
