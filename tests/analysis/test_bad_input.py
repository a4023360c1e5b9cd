"""Every kind of error that a user can make: exit code 2 and one clear sentence, never a traceback."""

import os
import string
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis import InputError, build_scenario, odds
from analysis.definitions import definitions
from analysis.families import registry
from analysis.odds import lower_one
from tests.analysis.conftest import SOL, Enfilade
from tests.oracles import exoshift_pressure_cases as pressure_cases
from tests.oracles.exoshift_cases import EXAMPLES, NASTY, gun53, shot53, shot60

pytestmark = pytest.mark.usefixtures("warm")

SLOWEST = 5.0  # seconds; they take a few milliseconds


class Bad(NamedTuple):
    """A mistake: the scenario file (or none), the command line with FILE in its place, and words of the sentence."""

    name: str
    text: str | bytes | None
    arguments: tuple[str, ...]
    words: tuple[str, ...]
    more: dict[str, str] = {}  # noqa: RUF012  further files beside it


def scenario(name: str, text: str | bytes, *words: str, more: dict[str, str] | None = None) -> Bad:
    """`odds` of a file with this text; the sentence names the file."""
    return Bad(name, text, ("odds", "FILE"), ("bad.toml: ", *words), more or {})


def changed(name: str, old: str, new: str, *words: str) -> Bad:
    assert old in SOL
    return scenario(name, SOL.replace(old, new, 1), *words)


def added(name: str, text: str, *words: str) -> Bad:
    return scenario(name, SOL + text, *words)


def asked(name: str, *arguments: str, words: tuple[str, ...]) -> Bad:
    """`odds` of a good file with bad options."""
    return Bad(name, SOL, ("odds", "FILE", *arguments), words)


def command(name: str, *arguments: str, words: tuple[str, ...], more: dict[str, str] | None = None) -> Bad:
    return Bad(name, None, arguments, words, more or {})


def draft(name: str, text: str, *words: str, more: dict[str, str] | None = None) -> Bad:
    return Bad(name, text, ("units", "FILE"), ("bad.toml: ", *words), more or {})


RULESET, PIPELINE, UNIT, RANGE = 'ruleset = "exoshift-0.53.0"', 'pipeline = "shooting"', "[target]", "range = 8"
SOL60 = SOL.replace("0.53.0", "0.60.1")
SPENT = SOL60.replace("[target]", "STATE\n[target]").replace(RANGE, RANGE + '\nactions = ["shoot", "shoot", "shoot"]')
NONE_BACK = '[constants]\n"reaction.per_round" = 0\n'
INLINE = 'ruleset="exoshift-0.53.0"\npipeline="shooting"\n[target]\nunit="Sol Line Infantry"\n[situation]\nrange=8\n'
STEADY = SOL.replace(PIPELINE, 'pipeline = "steady-fire"')
BASE = 'format = 1\nextends = "exoshift-0.53.0"\n'

FILES = [
    scenario("bad TOML", "a = = 2", "TOML", "line 1"),
    scenario("duplicate key", SOL + "range = 9", "TOML", "overwrite"),
    scenario("empty", "", "is empty"),
    scenario("only blanks", "\n \n", "is empty"),
    scenario("not UTF-8", b"\xff\xfe", "UTF-8", "byte 0"),
    scenario("a NUL", b"a = '\x00'", "TOML"),
    scenario("deep lists", "a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    scenario("deep inline tables", "a = " + "{a = " * 2000 + "1" + "}" * 2000, "nested too deeply"),
    scenario("deep tables", "[" + ".".join("a" * 5000) + "]", "nested too deeply"),
    added("deep constants", "[constants." + ".".join("a" * 3000) + "]\nb = 1", "nested too deeply"),
    changed("deep value", RANGE, "range." + ".".join("a" * 3000) + " = 1", "nested too deeply"),
    scenario("huge number", SOL + "[attacker.stats]\ncom = " + "9" * 5000, "TOML", "digits"),
    scenario("format 2", "format = 2\n" + SOL, "format is 2", "reads format 1"),
    scenario("format true", "format = true\n" + SOL, "format is True"),
    scenario("format as text", "format = '1'\n" + SOL, "format is '1'"),
    scenario("format as list", "format = [1]\n" + SOL, "format is [1]"),
]

TABLES = [
    scenario("unknown table", "targett = 1\n" + SOL, "targett is unknown", "did you mean target?"),
    changed("unknown key of a side", UNIT, "disruptoin = 1\n[target]", "attacker.disruptoin", "disruption?"),
    changed("unknown key of the situation", RANGE, "rang = 8", "situation.rang", "did you mean range?"),
    added("unknown key of the policy", "[policy]\nfocuss = 'best'", "policy.focuss", "did you mean focus?"),
    added("unknown stat", "[attacker.stats]\nqtl = 3", "attacker.stats.qtl", "did you mean qlt?"),
    scenario("unknown key of a weapon", INLINE + "[[attacker.weapons]]\nrfo = 2", "attacker.weapons[0].rfo", "rof?"),
    added("unknown key of a focus", "[policy]\nfocus = { shot = 1 }", "policy.focus", "did you mean shots?"),
    changed("no pipeline", PIPELINE, "", "pipeline is missing", "shooting"),
    changed("unknown pipeline", PIPELINE, 'pipeline = "shoting"', "'shoting'", "did you mean shooting?"),
    changed("a number as pipeline", PIPELINE, "pipeline = 3", "pipeline is 3"),
    changed("no ruleset", RULESET, "", "ruleset is missing"),
    changed("a number as ruleset", RULESET, "ruleset = 1", "ruleset is 1"),
    changed(
        "unknown ruleset", RULESET, 'ruleset = "exoshift-0.53"', "'exoshift-0.53'", "did you mean exoshift-0.53.0?"
    ),
    changed("no such draft", RULESET, 'ruleset = "none.toml"', "none.toml: there is no such file"),
    changed("an empty ruleset", RULESET, 'ruleset = ""', "ruleset"),
    changed("a folder as ruleset", RULESET, 'ruleset = "."', "is a folder"),
    changed("a NUL in the ruleset", RULESET, 'ruleset = "x\\u0000.toml"', "is no path"),
    changed("a long ruleset", RULESET, f'ruleset = "{"x" * 5000}.toml"', "ruleset"),
    changed("a table as ruleset", RULESET, "ruleset = {}", "ruleset is {}"),
    scenario("a side that is no table", f"{RULESET}\n{PIPELINE}\nattacker = 3", "attacker is 3, not a table"),
    scenario("a situation that is no table", f"{RULESET}\n{PIPELINE}\nsituation = []", "situation is [], not a table"),
    changed("stats that are no table", UNIT, "stats = 3\n[target]", "attacker.stats is 3, not a table"),
    scenario("constants that are no table", "constants = 3\n" + SOL, "constants is 3, not a table"),
    scenario("rulings that are no table", "rulings = 3\n" + SOL, "rulings is 3, not a table"),
    scenario("a policy that is no table", "policy = 'best'\n" + SOL, "policy is 'best', not a table"),
]

VALUES = [
    added("text for a number", "[attacker.stats]\ncom = 'six'", "attacker.stats.com is 'six'", "-20 to 60"),
    added("true for a number", "[attacker.stats]\ncom = true", "attacker.stats.com is True"),
    added("a float for a whole number", "[attacker.stats]\ncom = 6.0", "attacker.stats.com is 6.0"),
    added("out of range", "[attacker.stats]\ncom = 600", "attacker.stats.com is 600", "-20 to 60"),
    added("many digits", "[attacker.stats]\ncom = " + "9" * 300, "attacker.stats.com is 999", "..."),
    added("a zero Health", "[target.stats]\nhea = 0", "target.stats.hea is 0", "1 to 100"),
    added("an unknown size", "[target.stats]\nsiz = 'XXL'", "target.stats.siz is 'XXL'", "did you mean XL?"),
    added("an empty trait", "[target.stats]\ntraits = ['']", "target.stats.traits"),
    changed("beyond a float", RANGE, "range = 1" + "0" * 400, "situation.range is 1000", "0 to 1000"),
    changed("NaN", RANGE, "range = nan", "situation.range is nan", "0 to 1000"),
    changed("infinite", RANGE, "range = inf", "situation.range is inf"),
    changed("infinite by digits", RANGE, "range = 1e400", "situation.range is inf"),
    changed("negative", RANGE, "range = -1", "situation.range is -1", "0 to 1000"),
    changed("a date", RANGE, "range = 2020-01-01", "situation.range is", "a number"),
    changed("10^9 models", UNIT, "models = 1_000_000_000\n[target]", "attacker.models is 1000000000", "1 to 20"),
    changed("no models", UNIT, "models = 0\n[target]", "attacker.models is 0"),
    changed("unknown cover", RANGE, RANGE + "\ncover = 'lihgt'", "situation.cover is 'lihgt'", "did you mean light?"),
    changed("a number for a flag", RANGE, RANGE + "\nobscured = 1", "situation.obscured is 1", "true or false"),
    changed("unknown action", RANGE, RANGE + "\naction = 'snapfire'", "'snapfire'", "did you mean snap-fire?"),
    changed("a text for a list", UNIT, "statuses = 'stunned'\n[target]", "attacker.statuses is 'stunned'", "a list"),
    changed("unknown status", UNIT, "statuses = ['stuned']\n[target]", "attacker.statuses", "did you mean stunned?"),
    added(
        "unknown ruling", "[rulings]\nstatus-lader = 'replace'", "rulings.status-lader", "did you mean status-ladder?"
    ),
    added("unknown option", "[rulings]\nstatus-ladder = 'replaec'", "'replaec'", "step-up", "did you mean replace?"),
    added("a number as option", "[rulings]\nstatus-ladder = 3", "rulings.status-ladder is 3"),
    added(
        "a fixed ruling", "[rulings]\nwounded-health = 'zero'", "rulings.wounded-health", "not modelled", "as-downed"
    ),
    added("unknown constant", "[constants]\n'casualty.band' = [1]", "constants.casualty.band", "casualty.bands?"),
    added("unknown nested constant", "[constants.casualty]\nbandz = 1", "constants.casualty.bandz", "casualty.bands?"),
    added("a short list", "[constants]\n'casualty.bands' = [1, 2]", "constants.casualty.bands is [1, 2]", "5 values"),
    added("falling bands", "[constants]\n'casualty.bands' = [9, 8, 7, 6, 5]", "constants.casualty.bands", "not fall"),
    added("a die of one side", "[constants]\n'dice.sides' = 1", "constants.dice.sides is 1", "2 to 100"),
    added("a fraction over nothing", "[constants]\n'snap.move_fraction' = '1/0'", "constants.snap.move_fraction"),
    added("an unknown choice", "[constants]\n'round.half' = 'upp'", "constants.round.half", "did you mean up?"),
]

SIDES = [
    changed("unknown unit", 'unit = "Sol Line Infantry"', 'unit = "Sol Line Infntry"', "attacker.unit", "Infantry?"),
    changed("a number as unit", 'unit = "Sol Line Infantry"', "unit = 3", "attacker.unit is 3"),
    changed("unknown weapon", UNIT, 'weapon = "IGI-78"\n[target]', "attacker.weapon is 'IGI-78'", "IGI-87?"),
    changed("a number as weapon", UNIT, "weapon = 3\n[target]", "attacker.weapon is 3"),
    changed("a number as weapons", UNIT, "weapons = 3\n[target]", "attacker.weapons is 3"),
    changed("names and tables", UNIT, 'weapons = ["IGI-87", {}]\n[target]', "attacker.weapons[0] is 'IGI-87'"),
    changed("picked twice", UNIT, 'weapon = "IGI-87"\nweapons = ["IGI-87"]\n[target]', "twice"),
    changed("no weapon in the list", UNIT, "weapons = []\n[target]", "attacker.weapons is needed"),
    scenario("no attacker", INLINE, "attacker.stats.com is needed"),
    scenario(
        "no target", f"{RULESET}\n{PIPELINE}\n[attacker]\nunit = 'Sol Line Infantry'\n[situation]\nrange = 8", "def"
    ),
    scenario("missing stats", INLINE + "[attacker]\nstats.com = 3", "attacker.stats.qlt is needed"),
    scenario("missing weapon", INLINE + "[attacker]\nstats = { com = 3, qlt = 3 }", "attacker.weapons is needed"),
    scenario("a weapon without range", INLINE + "[[attacker.weapons]]\npower = 2", "attacker.weapons", "lacks range"),
    scenario("a weapon without Power", INLINE + "[[attacker.weapons]]\nrange = [1, 2, 3]", "lacks power"),
    changed("no range", RANGE, "", "situation.range is needed"),
    changed("no Power of a casualty roll", '"shooting"', '"casualty"', "situation.power is needed"),
]


def with_trait(trait: str, ruleset: str = "exoshift-0.60.1", **tables: str) -> str:
    """A shot with a weapon of this trait."""
    situation, pipeline = tables.get("situation", "range = 8"), tables.get("pipeline", "shooting")
    return (
        f'ruleset = "{ruleset}"\npipeline = "{pipeline}"\n[attacker.stats]\ncom = 6\nqlt = 6\n'
        f'[[attacker.weapons]]\nrange = [12, 18, 24]\npower = 8\ntraits = ["{trait}"]\n'
        f"[target.stats]\ndef = 2\nqlt = 6\nmrl = 6\n[situation]\n{situation}\n[rulings]\n{tables.get('rulings', '')}\n"
    )


def out60(pipeline: str, status: str) -> str:
    """A target of 0.60.1, where other statuses do not count."""
    text = SOL60.replace(PIPELINE, f'pipeline = "{pipeline}"')
    return text.replace("[situation]", f"statuses = ['{status}']\n[situation]")


def marked60(pipeline: str, side: str) -> str:
    after = "[target]" if side == "attacker" else "[situation]"
    return SOL60.replace(PIPELINE, f'pipeline = "{pipeline}"').replace(after, f"damage = 1\n{after}")


UNREADABLE = ("²", "99999999999", "9" * 5000, "101", "x", "1.5", "-1", "(2)", "2 3")
SUPPRESSING = 'range = 8\naction = "suppression-fire"'
CLOSE = {"pipeline": "close-assault", "rulings": 'assault-missing = "import-053-adapted"', "situation": ""}
LEVELS = [
    *[
        scenario(f"Suppressive {n[:12]}", with_trait(f"Suppressive {n}", situation=SUPPRESSING), "the trait", "like")
        for n in UNREADABLE
    ],
    scenario("an odd level of an action that does not read it", with_trait("Suppressive x"), "'Suppressive 2'"),
    scenario("Suppression x", with_trait("Suppression x", "exoshift-0.53.0"), "'Suppression x'", "'Suppression 2'"),
    scenario("Close Quarters 1.5", with_trait("Close Quarters 1.5", **CLOSE), "'Close Quarters 1.5'", "0 to 100"),
]

MANY = with_trait("Suppressive 30", situation=SUPPRESSING).replace("power = 8", "power = 8\nrof = 20\ndamage = 20")

IMPOSSIBLE = [
    Bad(
        "more outcomes than trials can count",
        MANY.replace("def = 2", "def = 2\nhea = 100"),
        ("odds", "FILE", "--method", "monte-carlo", "--trials", "1000"),
        ("possible outcomes", "make the attack smaller"),
    ),
    changed("out of weapon range", RANGE, "range = 80", "IGI-87 reaches 22 inches", "80"),
    changed("both action and actions", RANGE, RANGE + "\naction='advance'\nactions=['advance']", "action and actions"),
    changed("no attack in the sequence", RANGE, RANGE + "\nactions = ['march']", "attack"),
    changed("an empty sequence", RANGE, RANGE + "\nactions = []", "attack"),
    changed("an action of the other version", RANGE, RANGE + "\naction = 'shoot'", "shoot is no action of 0.53.0"),
    changed("two Primaries", RANGE, RANGE + "\nactions = ['focus-fire', 'advance']", "Primary"),
    changed("a Primary when exhausted", UNIT, "exhausted = true\n[target]", "exhausted"),
    changed("a Primary when stunned", UNIT, "statuses = ['stunned']\n[target]", "stunned"),
    changed("an attacker that is down", UNIT, "statuses = ['downed']\n[target]", "attacker is downed"),
    changed("a target that is out", "[situation]", "statuses = ['destroyed']\n[situation]", "target is destroyed"),
    changed("a target out by damage", "[situation]", "damage = 1\n[situation]", "damage", "Health 1"),
    changed("an attacker that is out", UNIT, "statuses = ['incapacitated']\n[target]", "attacker is incapacitated"),
    changed("an attacker out by damage", UNIT, "damage = 1\n[target]", "attacker has 1 damage marked and Health 1"),
    *[
        Bad(f"{status}, {pipeline} of 0.60.1", out60(pipeline, status), ("odds", "FILE"), (f"target is {status}",))
        for status in ("incapacitated", "destroyed")
        for pipeline in ("shooting", "aftermath", "steady-fire", "reaction", "suppression")
    ],
    *[
        Bad(
            f"{side} out by damage, {pipeline} of 0.60.1",
            marked60(pipeline, side),
            ("odds", "FILE"),
            (side, "Health 1"),
        )
        for side, pipeline in (("attacker", "shooting"), ("attacker", "aftermath"), ("target", "steady-fire"))
    ],
    Bad(
        "a casualty roll of a unit that is out",
        SOL.replace(PIPELINE, 'pipeline = "casualty"').replace(RANGE, "power = 2"),
        ("odds", "FILE", "--set", "target.statuses=['destroyed']"),
        ("target is destroyed",),
    ),
    scenario("a third action without the reaction", SPENT.replace("STATE", "reaction = false"), "attacker has spent"),
    scenario("a third action where none comes back", SPENT.replace("STATE", "") + NONE_BACK, "at most 2"),
    Bad(
        "a third action in a reaction",
        SPENT.replace("STATE", "reaction = false").replace(PIPELINE, 'pipeline = "reaction"'),
        ("odds", "FILE"),
        ("need the reaction",),
    ),
    scenario(
        "two weapons of a target that reacts",
        SOL60.replace(PIPELINE, 'pipeline = "reaction"').replace(
            "[situation]", 'weapons = ["IGI-87", "IGI-91"]\n[situation]'
        ),
        "with target.weapon",
    ),
    scenario(
        "bands that fall", INLINE + "[[attacker.weapons]]\nrange = [12, 8, 24]\npower = 2\n", "range", "do not fall"
    ),
    scenario(
        "locked by Disruption",
        SOL.replace(UNIT, "disruption = 6\n[target]").replace(RANGE, RANGE + "\naction = 'snap-fire'"),
        "6 Disruption at Quality 6",
        "snap-fire",
    ),
    changed("barred after the dice", RANGE, RANGE + "\nactions = [" + "'snap-fire'," * 8 + "]", "Disruption", "barred"),
    changed(
        "over-budget focus", RANGE, RANGE + "\naction='advance'\n[policy]\nfocus={shots=2,aim=[2,2]}", "costs 5", "3"
    ),
    added("too much aim", "[policy]\nfocus = { shots = 1, aim = [3] }", "policy.focus", "accuracy is 2"),
    added("too many shots", "[policy]\nfocus = { shots = 3 }", "policy.focus fires 3 shots", "2"),
    added("more aim than shots", "[policy]\nfocus = { shots = 1, aim = [1, 1] }", "policy.focus", "2 shots"),
    added("no focus", "[policy]\nfocus = 'bets'", "policy.focus is 'bets'", "best"),
    added("mechanisms that do not mix", "[rulings]\ndamage-by = 'damage-test'", "damage-by", "casualty-by"),
    scenario(
        "a template weapon",
        INLINE + "[attacker]\nstats = {com = 3, qlt = 3}\nweapons = [{range = [1, 2, 9], "
        "power = 1, traits = ['AoE 3 6']}]",
        "AoE 3 6",
        "not modelled",
    ),
    scenario(
        "weapons of a unit that fires as one",
        INLINE + "[attacker]\nmodels = 2\nstats = {com = 3, qlt = 3}\nweapons = [{range = [1, 2, 9], power = 1},"
        "{range = [1, 2, 9], power = 1}]\n[rulings]\nunit-fire-resolution = 'combined-per-unit'",
        "not modelled",
        "multi-weapon-focus",
    ),
    scenario(
        "too many ways to spend focus",
        INLINE + "[attacker]\nstats = {com = 3, qlt = 60}\nweapons = [{range = [1, 2, 9], power = 1, rof = 20, "
        "accuracy = 7}]",
        "policy.focus",
    ),
    scenario(
        "a casualty roll in 0.60.1",
        "ruleset = 'exoshift-0.60.1'\npipeline = 'casualty'\n[target]\nunit = 'Sol Medic'\n[situation]\npower=1",
        "casualty-by is health",
    ),
    scenario(
        "two weapons in 0.60.1",
        "ruleset = 'exoshift-0.60.1'\npipeline = 'shooting'\n[situation]\nrange = 6\n[target]\nunit = 'Sol Medic'\n"
        "[attacker]\nunit = 'Sol Medic'\nweapons = ['IGI-87', 'IGI-91']",
        "IGI-87, IGI-91",
        "attacker.weapon",
    ),
]

DRAFTS = [
    draft("a draft without format", 'extends = "exoshift-0.53.0"', "format = 1 is missing"),
    draft("a draft of format 2", 'format = 2\nextends = "exoshift-0.53.0"', "format is 2"),
    draft("a draft that extends nothing", "format = 1", "extends", "exoshift-0.53.0"),
    draft(
        "a draft of nothing known", 'format = 1\nextends = "exoshift-0.5"', "extends", "did you mean exoshift-0.53.0?"
    ),
    draft("a draft that extends itself", 'format = 1\nextends = "bad.toml"', "circle", "bad.toml -> bad.toml"),
    draft(
        "drafts in a circle",
        'format = 1\nextends = "other.toml"',
        "circle: bad.toml -> other.toml -> bad.toml",
        more={"other.toml": 'format = 1\nextends = "bad.toml"'},
    ),
    draft(
        "a bad base",
        'format = 1\nextends = "o.toml"',
        "o.toml: ",
        "com is 'x'",
        more={"o.toml": BASE + "[units.'Sol Medic']\ncom = 'x'"},
    ),
    draft("unknown key of a draft", BASE + "constant = 3", "constant is unknown", "did you mean constants?"),
    draft("a name that is no text", BASE + "name = 3", "name is 3"),
    draft("units that are no table", BASE + "units = 3", "units is 3"),
    draft("a unit that is no table", BASE + "[units]\nx = 3", "units.x is 3"),
    draft("unknown stat of a unit", BASE + "[units.'Sol Medic']\nqtl = 3", "units.Sol Medic.qtl", "did you mean qlt?"),
    draft("a stat out of range", BASE + "[units.'Sol Medic']\ncom = 99", "units.Sol Medic.com is 99", "-20 to 60"),
    draft("a new unit without stats", BASE + "[units.New]\ncom = 3", "units.New lacks def, qlt"),
    draft("a unit's unknown weapon", BASE + "[units.'Sol Medic']\nweapons = ['IGI-88']", "'IGI-88'", "IGI-87?"),
    draft("unknown key of a draft's weapon", BASE + "[weapons.IGI-87]\npwoer = 3", "weapons.IGI-87.pwoer", "power?"),
    draft(
        "an unknown unit removed", BASE + "[remove]\nunits = ['Sol Medik']", "'Sol Medik'", "did you mean Sol Medic?"
    ),
    draft("a weapon removed in use", BASE + "[remove]\nweapons = ['IGI-87']", "'IGI-87', which is not there"),
    draft("unknown key of remove", BASE + "[remove]\nunit = ['Sol Medic']", "remove.unit", "did you mean units?"),
    draft("a draft's unknown constant", BASE + "[constants]\nx = 3", "constants.x is unknown"),
    draft("a draft's unknown ruling", BASE + "[rulings]\nstatus-lader = 'replace'", "status-ladder?"),
    draft("a draft's fixed ruling", BASE + "[rulings]\nwounded-health = 'zero'", "not modelled"),
    Bad(
        "a scenario on a bad draft",
        SOL.replace(RULESET, 'ruleset = "d.toml"'),
        ("odds", "FILE"),
        ("bad.toml: ruleset: ", "d.toml: ", "rulings.x is unknown"),
        {"d.toml": BASE + "[rulings]\nx = '1'"},
    ),
]

OPTIONS = [
    *(
        asked(f"--set {text}", "--set", text, words=words)
        for text, *words in (
            ("situation.range", "--set", "KEY=VALUE"),
            ("=3", "--set", "KEY=VALUE"),
            ("situation.rang=3", "situation.rang", "did you mean range?"),
            ("situation.range=", "situation.range is ''"),
            ("situation.range=far", "situation.range is 'far'"),
            ("situation.range=[1", "situation.range is '[1'"),
            ("attacker=3", "attacker is 3, not a table"),
            ("attacker.unit.x=3", "attacker.unit.x cannot be set"),
            ("attacker.stats.com.x=3", "attacker.stats.com"),
            ("format=2", "format is 2"),
            ("constants.casualty.bands=3", "constants.casualty.bands is 3"),
            ("rulings.status-ladder=3", "rulings.status-ladder is 3"),
            (".".join("a" * 3000) + "=1", "nested too deeply"),
        )
    ),
    Bad(
        "--set into a list",
        INLINE + "[[attacker.weapons]]\nrange = [1, 2, 9]\npower = 1",
        ("odds", "FILE", "--set", "attacker.weapons.1.rof=2"),
        ("attacker.weapons.1.rof", "1 entries"),
    ),
    *(
        asked(f"--vary {text[:40]}", "--vary", text, words=words)
        for text, *words in (
            ("situation.range", "--vary", "FIRST:LAST:STEP"),
            ("situation.range=", "--vary", "FIRST:LAST:STEP"),
            ("=0:2", "--vary", "FIRST:LAST:STEP"),
            ("situation.range=9:1", "9:1", "span"),
            ("situation.range=0:1:0", "0:1:0", "span"),
            ("situation.range=0:1000000", "0:1000000", "10000"),
            ("situation.range=0:10:0.00001", "span", "10000"),
            ("situation.range=" + ",".join(["1"] * 10_001), "10001", "10000"),
            ("situation.rang=0:3", "situation.rang", "did you mean range?"),
            ("situation.range=near,far", "situation.range is 'near'"),
        )
    ),
    asked(
        "too many combinations",
        "--vary",
        "situation.range=0:20:0.1",
        "--vary",
        "target.stats.def=-20:60",
        words=("16281", "10000"),
    ),
    asked("--seek alone", "--seek", "target.stats.def", words=("--seek", "--want")),
    asked("--want alone", "--want", "P(result>=downed)=0.3", words=("--seek", "--want")),
    *(
        asked(f"--seek {key} --want {want}", "--seek", key, "--want", want, words=words)
        for key, want, *words in (
            ("target.stats.de", "mean(hits)=1", "target.stats.de", "sought"),
            ("attacker.unit", "mean(hits)=1", "attacker.unit", "sought"),
            ("target.stats.traits", "mean(hits)=1", "target.stats.traits", "sought"),
            ("target.stats.def", "P(result>=downed)", "P(result>=downed)=0.4"),
            ("target.stats.def", "mean(hits)=much", "'mean(hits)=much'", "wanted value"),
            ("target.stats.def", "mean(hits)=nan", "wanted value"),
            ("target.stats.def", "mean(hits)=inf", "wanted value"),
            ("target.stats.def", "hits=1", "'hits' is no measure"),
            ("target.stats.def", "mean(hitz)=1", "'hitz'", "did you mean hits?"),
            ("target.stats.def", "mean(result)=1", "result has names"),
            ("target.stats.def", "P(result>=dwned)=1", "'dwned'", "did you mean downed?"),
            ("target.stats.def", "P(hits>=two)=1", "'two'"),
        )
    ),
    asked(
        "--seek and --vary",
        "--seek",
        "target.stats.def",
        "--want",
        "mean(hits)=1",
        "--vary",
        "situation.range=1:3",
        words=("--seek", "--vary"),
    ),
    asked("--measure without a sweep", "--measure", "mean(hits)", words=("--measure", "--vary")),
    asked("a bad --measure", "--vary", "situation.range=1:3", "--measure", "hits", words=("'hits' is no measure",)),
    asked(
        "an unknown --measure", "--vary", "situation.range=1:3", "--measure", "P(hts>1)", words=("did you mean hits?",)
    ),
    asked("--plot without a sweep", "--plot", "x.png", words=("--plot", "--vary")),
    asked("--plot with a bad suffix", "--vary", "situation.range=1:3", "--plot", "x.txt", words=("x.txt", ".svg")),
    asked(
        "--plot of two keys",
        "--vary",
        "situation.range=1:3",
        "--vary",
        "target.disruption=0:1",
        "--plot",
        "x.png",
        words=("--plot", "one key"),
    ),
    asked("--plot into a missing folder", "--vary", "situation.range=1:3", "--plot", "none/x.png", words=("none",)),
    asked("--csv into a missing folder", "--csv", "none/x.csv", words=("none/x.csv", "there is no folder")),
    asked("--csv into a folder", "--csv", ".", words=("is a folder",)),
    asked("--parquet into a missing folder", "--parquet", "none/x.parquet", words=("none/x.parquet",)),
    asked("--csv of a sweep", "--vary", "situation.range=1:3", "--csv", "none/x.csv", words=("there is no folder",)),
    asked("--method", "--method", "fast", words=("--method", "'fast'", "monte-carlo")),
    asked("--trials 0", "--trials", "0", words=("--trials is 0", "1 to")),
    asked("--trials negative", "--trials", "-3", words=("--trials is -3",)),
    asked("--trials as a word", "--trials", "many", words=("--trials", "integer")),
    asked("--trials as a float", "--trials", "1e6", words=("--trials", "integer")),
    asked("--trials without a number", "--trials", words=("--trials", "argument")),
    asked("--precision 0", "--precision", "0", words=("--precision is 0",)),
    asked("--precision 2", "--precision", "2", words=("--precision is 2",)),
    asked("--precision nan", "--precision", "nan", words=("--precision is nan",)),
    asked("--precision as a word", "--precision", "fine", words=("--precision",)),
    asked("--seed negative", "--seed", "-1", words=("--seed is -1",)),
    asked("--seed too large", "--seed", str(1 << 63), words=("--seed", "2^63")),
    asked("--seed as a word", "--seed", "x", words=("--seed", "integer")),
    asked("--jobs 0", "--jobs", "0", words=("--jobs is 0",)),
    asked("--jobs too many", "--jobs", "100000", words=("--jobs", "256")),
    asked("--jobs as a word", "--jobs", "all", words=("--jobs", "integer")),
    asked("an unknown option", "--sed", "3", words=("--sed", "--seed")),
    asked("one argument too many", "other.toml", words=("other.toml",)),
]

COMMANDS = [
    command("unknown command", "ods", "x.toml", words=("'ods'", "'odds'")),
    command("unknown subcommand", "cache", "clar", words=("'clar'", "'clear'")),
    command("no scenario", "odds", words=("SCENARIO.toml",)),
    command("no scenario to explain", "explain", words=("SCENARIO.toml",)),
    command("no ruleset for units", "units", words=("RULESET",)),
    command("no such file", "odds", "none.toml", words=("none.toml: there is no such file",)),
    command("a folder", "odds", ".", words=("is a folder",)),
    command("no regular file", "odds", "/dev/null", words=("/dev/null", "not a regular file")),
    command("no such file to explain", "explain", "none.toml", words=("none.toml: there is no such file",)),
    command("units of nothing known", "units", "exoshift-0.53", words=("did you mean exoshift-0.53.0?",)),
    command("weapons of nothing known", "weapons", "nothing", words=("'nothing'", "exoshift-0.60.1")),
    command("rulings of nothing known", "rulings", "exoshift_0.60.1", words=("did you mean exoshift-0.60.1?",)),
    command("schema of nothing known", "schema", "exoshft", words=("'exoshft'", "did you mean exoshift?")),
    command("a new nothing", "new", "scenari", words=("'scenari'", "did you mean scenario?")),
    command(
        "new over a file",
        "new",
        "draft",
        "--out",
        "there.toml",
        words=("there.toml", "already"),
        more={"there.toml": "precious"},
    ),
    command("new into a missing folder", "new", "draft", "--out", "none/x.toml", words=("there is no folder none",)),
    command("units into a missing folder", "units", "exoshift-0.53.0", "--csv", "none/x.csv", words=("none/x.csv",)),
    Bad("explain out of range", SOL.replace(RANGE, "range = 80"), ("explain", "FILE"), ("bad.toml: ", "22 inches")),
    Bad(
        "explain what the dice bar",
        SOL.replace(RANGE, RANGE + "\nactions = [" + "'snap-fire'," * 8 + "]"),
        ("explain", "FILE"),
        ("bad.toml: ", "barred"),
    ),
    Bad("steady fire by trials", STEADY, ("odds", "FILE", "--method", "monte-carlo"), ("steady-fire has no trials",)),
    Bad("steady fire out of range", STEADY.replace(RANGE, "range = 80"), ("odds", "FILE"), ("bad.toml: ", "22 inches")),
    Bad("steady fire without a range", STEADY.replace(RANGE, ""), ("odds", "FILE"), ("bad.toml: ", "situation.range")),
    Bad(
        "steady fire at a unit that may not recover",
        STEADY
        + "[attacker.stats]\ncom = 10\n[target.stats]\nqlt = 1\n[rulings]\ndisruption-lock-scope = 'all-actions'\n",
        ("odds", "FILE"),
        ("bad.toml: ", "recover is barred"),
    ),
    Bad("explain with a bad --set", SOL, ("explain", "FILE", "--set", "x"), ("--set", "KEY=VALUE")),
]

MISTAKES = [*FILES, *TABLES, *VALUES, *SIDES, *LEVELS, *IMPOSSIBLE, *DRAFTS, *OPTIONS, *COMMANDS]


def assert_one_sentence(ran: Any, *words: str) -> None:
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("enfilade: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    assert ran.seconds < SLOWEST
    for word in words:
        assert word in ran.err, ran.err


@pytest.mark.parametrize("bad", [pytest.param(bad, id=bad.name[:60]) for bad in MISTAKES])
def test_a_mistake_is_one_sentence(bad: Bad, enfilade: Enfilade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    if bad.text is not None:
        (tmp_path / "bad.toml").write_bytes(bad.text if isinstance(bad.text, bytes) else bad.text.encode())
    for name, text in bad.more.items():
        (tmp_path / name).write_text(text)
    before = set(tmp_path.iterdir())
    ran = enfilade(*("bad.toml" if argument == "FILE" else argument for argument in bad.arguments))
    assert_one_sentence(ran, *bad.words)
    assert set(tmp_path.iterdir()) == before, "a file was left behind"
    for name, text in bad.more.items():
        assert (tmp_path / name).read_text() == text


@pytest.mark.parametrize(
    "trait, shots",
    [("Suppressive", 2), ("suppressive 2", 3), ("Suppressive  02", 3), ("Suppressive 0", 1), ("Suppressive Drone", 1)],
)
def test_levels_that_are_right(trait: str, shots: int):
    """RoF 1 and a further shot a level; a name that goes on is another trait."""
    got = odds(tomllib.loads(with_trait(trait, situation=SUPPRESSING)))
    assert got.at_least("hits", shots) > 0 == got.at_least("hits", shots + 1)


def test_names_of_mistakes_are_unique():
    names = [bad.name for bad in MISTAKES]
    assert len(names) == len(set(names))


def test_a_sparse_file_of_a_gigabyte_is_not_read(enfilade, tmp_path):
    path = tmp_path / "large.toml"
    path.touch()
    os.truncate(path, 1 << 30)
    assert_one_sentence(enfilade("odds", path), "large.toml: ", "1073741824 bytes")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(enfilade, sol):
    sol.chmod(0)
    assert_one_sentence(enfilade("odds", sol), "sol.toml: may not be read")


def test_a_pipe_is_not_read(enfilade, tmp_path):
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    assert_one_sentence(enfilade("odds", path), "pipe.toml: is not a regular file")


def test_a_long_chain_of_drafts_ends_in_a_sentence(enfilade, tmp_path):
    for n in range(1200):
        (tmp_path / f"{n}.toml").write_text(f'format = 1\nextends = "{n + 1}.toml"\n')
    assert_one_sentence(enfilade("units", tmp_path / "0.toml"), "0.toml: extends: ")


def test_without_a_command_the_help_is_shown(enfilade):
    ran = enfilade()
    assert ran.code == 2
    assert "odds" in ran.err
    assert ran.out == ""


# --- Anything at all: an InputError or success, and nothing else may come out

QUICK = settings(
    max_examples=1200,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
KEYS = registry("exoshift")
WORDS = sorted(
    {
        *("format", "name", "ruleset", "pipeline", "attacker", "target", "situation", "rulings", "constants", "policy"),
        *("unit", "weapon", "weapons", "stats", "exoshift-0.53.0", "exoshift-0.60.1", "Sol Line Infantry", "IGI-87"),
        *(*KEYS.stats, *KEYS.weapon, *KEYS.side, *KEYS.situation, *KEYS.pipelines, *KEYS.names["result"]),
        *("focus", "shots", "aim", "best", "none", "light", "heavy", "basic", "setup", "M", "Suppression 1", "AoE 3 6"),
        *("focus-fire", "advance", "snap-fire", "shoot", "suppression-fire", "rest", "recover", "opfire", "entrench"),
        *(definitions("exoshift").rulings),
        *(definitions("exoshift").constants),
    }
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.sampled_from([1 << 63, -(1 << 63), 10**400, 1000, 60, -20]),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(WORDS),
    st.binary(max_size=3),
)
NAMES = st.one_of(st.sampled_from(WORDS), st.text(string.printable, max_size=5))
VALUES_OF_TOML = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=8,
)
GOOD: list[dict[str, Any]] = [s for _, s, _ in EXAMPLES] + [s for _, _, s, _ in NASTY]
GOOD += [s for _, s, _ in pressure_cases.EXAMPLES] + [s for _, _, s, _ in pressure_cases.NASTY]
GOOD += [{**shot53(), "pipeline": "steady-fire"}, {**shot60(), "pipeline": "steady-fire"}]
GOOD += [shot53(guns=[gun53(), gun53(name="other", type="heavy")], attacker={"models": 3}), shot60(actions=["shoot"])]


def only_input_errors(tables: Any, changes: dict[str, Any] | None = None) -> None:
    with suppress(InputError):
        lower_one(build_scenario(tables, changes=changes))


@settings(QUICK, max_examples=400)
@given(st.dictionaries(st.one_of(st.sampled_from(WORDS[:40]), NAMES), VALUES_OF_TOML, max_size=6))
def test_random_tables(tables: dict[str, Any]):
    only_input_errors(tables)


@settings(QUICK, max_examples=800)
@given(
    st.fixed_dictionaries(
        {
            "ruleset": st.sampled_from(["exoshift-0.53.0", "exoshift-0.60.1"]),
            "pipeline": st.sampled_from([*KEYS.pipelines]),
        },
        optional={
            name: st.one_of(VALUES_OF_TOML, st.dictionaries(st.sampled_from(WORDS), VALUES_OF_TOML, max_size=5))
            for name in ("attacker", "target", "situation", "policy", "rulings", "constants")
        },
    )
)
def test_random_tables_of_the_right_names(tables: dict[str, Any]):
    only_input_errors(tables)


def places(tables: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value."""
    pairs = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    for key, inner in pairs:
        yield (*above, key)
        yield from places(inner, (*above, key))


def mutate(tables: dict[str, Any], path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> None:
    place: Any = tables
    for key in path[:-1]:
        place = place[key]
    change(place, path[-1])


@QUICK
@given(st.data())
def test_mutated_scenarios(data: st.DataObject):
    tables = deepcopy(data.draw(st.sampled_from(GOOD)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(tables))))
        kind = data.draw(st.sampled_from(["replace", "number", "drop", "add", "rename"]))
        if kind == "drop":
            mutate(tables, path, lambda place, key: place.pop(key))
            continue
        value = data.draw(st.integers(-25, 65) if kind == "number" else VALUES_OF_TOML)
        name = data.draw(NAMES)

        def change(place: Any, key: Any, kind: str = kind, value: Any = value, name: str = name) -> None:
            if isinstance(place, list):
                place[key] = value
            elif kind == "rename":
                place[name] = place.pop(key)
            else:
                place[name if kind == "add" else key] = value

        mutate(tables, path, change)
        if not list(places(tables)):
            break
    only_input_errors(tables)


@QUICK
@given(
    st.sampled_from(GOOD),
    st.dictionaries(
        st.lists(st.one_of(NAMES, st.sampled_from(["0", "1", "-1", ""])), min_size=1, max_size=4).map(".".join),
        VALUES_OF_TOML,
        max_size=3,
    ),
)
def test_changes_of_random_keys(tables: dict[str, Any], changes: dict[str, Any]):
    before = deepcopy(tables)
    only_input_errors(tables, changes)
    assert repr(tables) == repr(before), "the caller's tables were changed"
