"""Rules, docstrings, data and tests are kept together: nothing is called built that is not cited and tested."""

import ast
import importlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.definitions import PROFILES, definitions, families
from analysis.families import registry
from analysis.rulesets import bundled, load_ruleset

PROJECT = Path(__file__).parent.parent.parent
ID = r"[A-Z][A-Z0-9]{1,2}-[A-Z]+"
ROW = re.compile(rf"^\| ({ID}-\d+) \| (.+) \| ([^|]+) \|$", re.M)
# X53-CAS-01; X53-CAS-01 to X53-CAS-10; X53-CAS-01 to -10; X53-CAS-01, -02 and -05
CITED = re.compile(rf"\b({ID})-(\d+)((?:\s+to\s+(?:{ID})?-\d+)|(?:(?:,|\s+and)\s+-\d+)+)?(?![\w-])")


def rule_rows() -> Iterator[tuple[str, str, str]]:
    for path in sorted(PROFILES.glob("*/*/RULES.md")):
        yield from ROW.findall(path.read_text(encoding="utf-8"))


RULE_STATES = {rule: state.strip() for rule, _, state in rule_rows()}
BUILT = sorted(rule for rule, state in RULE_STATES.items() if state == "built")
PREFIXES = {rule.split("-")[0] for rule in RULE_STATES}


def cited_in(text: str) -> set[str]:
    """All ids of a text, also those of a range or a list that shares its beginning."""
    found = set()
    for stem, first, rest in CITED.findall(text):
        if stem.split("-")[0] not in PREFIXES:
            continue
        numbers = [int(first), *map(int, re.findall(r"-(\d+)", rest))]
        width = len(first)
        if re.match(r"\s+to\s", rest):
            numbers = list(range(numbers[0], numbers[-1] + 1))
        found |= {f"{stem}-{n:0{width}}" for n in numbers}
    return found


def code_files() -> list[Path]:
    return [path for folder in ("kernels", "analysis") for path in sorted((PROJECT / folder).rglob("*.py"))]


def docstrings(path: Path) -> Iterator[str]:
    """Docstrings of a module, its classes and functions, without what they say is left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield re.sub(r"^Left out.*(?:\n\s{4,}.*)*", "", text, flags=re.M)


def test_ids_are_read_as_they_are_written():
    assert cited_in("X53-CAS-01 to -03, X60-DMG-05") == {"X53-CAS-01", "X53-CAS-02", "X53-CAS-03", "X60-DMG-05"}
    assert cited_in("X53-CAS-01 to\n  X53-CAS-03") == {"X53-CAS-01", "X53-CAS-02", "X53-CAS-03"}
    assert cited_in("X53-ACT-01, -05, -07 and -08") == {f"X53-ACT-{n}" for n in ("01", "05", "07", "08")}
    assert cited_in("X53-DEF-06, X60-STAT-03: two") == {"X53-DEF-06", "X60-STAT-03"}


# --- RULES.md


def test_there_are_rules():
    assert len(BUILT) > 80
    assert len(RULE_STATES) > 200


def test_every_rule_id_is_unique():
    counts = Counter(rule for rule, _, _ in rule_rows())
    assert [rule for rule, n in counts.items() if n > 1] == []


def test_every_rule_has_a_text_and_a_known_state():
    for rule, text, state in rule_rows():
        assert len(text) > 10, rule
        assert re.fullmatch(r"built|open|open later|excluded: .{10,}", state.strip()), (rule, state)


def test_every_line_of_a_rule_table_was_read():
    for path in PROFILES.glob("*/*/RULES.md"):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"\|\s*[A-Z]", line)]
        assert len(lines) == len(ROW.findall(path.read_text(encoding="utf-8"))), path


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*/*/RULES.md")), ids=lambda path: path.parent.name)
def test_rulings_that_are_read_in_words_exist(path):
    """The section of readings names rulings and their options."""
    known = definitions(path.parent.parent.name)
    _, _, readings = path.read_text(encoding="utf-8").partition("## Readings")
    assert readings
    for name, option in re.findall(r"`([a-z0-9-]+)`\s+=\s+`([a-z0-9-]+)`", readings):
        assert option in known.rulings[name].options, (name, option)


# --- Code


def test_every_built_rule_is_cited_where_it_is_implemented():
    cited = {rule for path in code_files() for text in docstrings(path) for rule in cited_in(text)}
    printed = set()
    for path in (*PROFILES.glob("*/*/units.toml"), *PROFILES.glob("*/*/weapons.toml")):
        printed |= cited_in(path.read_text(encoding="utf-8"))
    assert [rule for rule in BUILT if rule not in cited | printed] == []


def test_every_rule_that_code_or_data_cites_exists():
    for path in (*code_files(), *PROFILES.glob("*/*.toml"), *PROFILES.glob("*/*/*.toml")):
        cited = {rule for rule in cited_in(path.read_text(encoding="utf-8")) if "-EX-" not in rule}
        assert cited - set(RULE_STATES) == set(), path


def test_no_rule_that_is_excluded_is_cited_by_itself():
    for path in code_files():
        written = set(re.findall(rf"\b{ID}-\d+", path.read_text(encoding="utf-8")))
        excluded = {rule for rule in written & set(RULE_STATES) if RULE_STATES[rule].startswith("excluded")}
        assert excluded == set(), path


def family_files(family: str) -> list[Path]:
    return sorted((PROJECT / "analysis" / "families").glob(f"{family}/*.py")) + sorted(
        (PROJECT / "kernels").glob(f"{family}/*.py")
    )


def constant_texts(node: ast.AST) -> list[str]:
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


@pytest.mark.parametrize("family", families())
def test_every_ruling_that_code_asks_for_exists_with_its_option(family):
    rulings = definitions(family).rulings
    asked = 0
    for path in family_files(family):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "says":
                ruling, option = constant_texts(node.args[0]), constant_texts(node.args[1])
                assert len(ruling) == len(option) == 1, (path, node.lineno)
                assert option[0] in rulings[ruling[0]].options, (path, node.lineno, ruling, option)
                assert rulings[ruling[0]].selectable, (path, node.lineno, "only its default can be chosen")
                asked += 1
            if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "rulings":
                for name in constant_texts(node.slice):
                    assert name in rulings, (path, node.lineno, name)
                    asked += 1
    assert asked > 30


@pytest.mark.parametrize("family", families())
def test_every_constant_that_code_asks_for_exists(family):
    constants = definitions(family).constants
    asked = set()
    for path in family_files(family):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and getattr(node.value, "id", getattr(node.value, "attr", "")) == "say":
                asked |= {n.value for n in [node.slice] if isinstance(n, ast.Constant)}
    assert asked
    assert asked - set(constants) == set()


def test_tables_of_options_in_code_are_complete():
    from analysis.families.exoshift.shots import AVOIDED, LADDER, NATURAL

    rulings = definitions("exoshift").rulings
    for name, table in (
        ("damage-avoided-count", AVOIDED),
        ("status-ladder", LADDER),
        ("suppression-natural-one", NATURAL),
    ):
        assert set(table) == set(rulings[name].options)
        assert len(set(table.values())) == len(table)
        assert 0 not in table.values(), "0 means none"


# --- Data


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*/*/ruleset.toml")), ids=lambda path: path.parent.name)
def test_a_version_sets_only_names_of_its_own(path):
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    known, edition = definitions(tables["family"]), tables["edition"]
    assert (path.parent.name, path.parent.parent.name) == (tables["version"], tables["family"])
    for name, value in tables["rulings"].items():
        assert value in known.rulings[name].options
        assert edition in known.rulings[name].editions, name
    for name in tables["constants"]:
        assert edition in known.constants[name].editions, name


@pytest.mark.parametrize("family", families())
def test_editions_of_constants_and_rulings_are_versions(family):
    versions = {name.removeprefix(f"{family}-") for name in bundled() if name.startswith(f"{family}-")}
    known = definitions(family)
    for thing in (*known.constants.values(), *known.rulings.values()):
        assert set(thing.editions) <= versions, thing.name


@pytest.mark.parametrize("family", families())
def test_constants_that_follow_a_ruling_are_not_set_beside_it(family):
    for path in PROFILES.glob(f"{family}/*/ruleset.toml"):
        given = tomllib.loads(path.read_text(encoding="utf-8"))["constants"]
        assert not [name for name in given if definitions(family).constants[name].ruled_by], path


@pytest.mark.parametrize("ruleset", bundled())
def test_a_trait_is_spelled_one_way(ruleset):
    rules = load_ruleset(ruleset)
    for profiles in (rules.units, rules.weapons):
        spelled = {re.sub(r"( \d+)+$", "", t) for p in profiles.values() for t in p.get("traits", [])}
        folded = Counter(re.sub(r"[^a-z]", "", name.casefold()) for name in spelled)
        assert [name for name, n in folded.items() if n > 1] == []


def test_names_of_results_are_in_the_order_of_the_kernel():
    from kernels.exoshift import attack

    words = registry("exoshift").names["result"]
    assert [getattr(attack, word.upper()) for word in words] == list(range(len(words)))


# --- Tests


def marked_rules(path: Path) -> set[str]:
    """Rules of the marks of a test module: of functions, and of single parameters."""
    module = importlib.import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))
    marks = []
    for name, thing in vars(module).items():
        if name.startswith("test") and callable(thing):
            own = list(getattr(thing, "pytestmark", []))
            marks += own
            for mark in own:
                if mark.name == "parametrize":
                    marks += [m for case in mark.args[1] for m in getattr(case, "marks", ())]
    return {rule for mark in marks if mark.name == "rule" for rule in mark.args}


def rules_with_tests() -> set[str]:
    found = set()
    for path in sorted((PROJECT / "tests").rglob("test_*.py")):
        if path != Path(__file__) and "mark.rule(" in path.read_text(encoding="utf-8"):
            found |= marked_rules(path)
    return found


def test_every_built_rule_has_a_test_that_carries_its_id():
    tested = rules_with_tests()
    assert [rule for rule in BUILT if rule not in tested] == []
    examples = {rule for rule in tested if "-EX-" in rule}
    assert tested - examples - set(RULE_STATES) == set(), "marks of rules that do not exist"
    assert len(examples) >= 14
