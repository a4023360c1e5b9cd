"""Rulesets: bundled versions and users' drafts of them, validated, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from analysis.definitions import PROFILES, Definitions, definitions, families
from analysis.errors import InputError, listed, nearest, shown
from analysis.families import registry
from analysis.keys import Int, Key, ListOf, Text, Word, checked, keyed
from analysis.tomlfiles import check_format, read_toml

Profile = Mapping[str, Any]

PROFILE_KEYS = keyed(
    Key("source", Word(("seed", "sample", "draft")), "seed: printed in the rules; sample: made up; draft: the user's"),
    Key("rules", ListOf(Text(), 20), "the rules that print it"),
    Key("role", Text(), "what it is for"),
    Key("points", Int(0, 1_000_000), "listed cost; all bundled costs are samples"),
    Key("note", Text(), "a remark"),
)
UNIT_KEYS = PROFILE_KEYS | keyed(
    Key("weapons", ListOf(Text(), 20), "names of its weapons"),
    Key("models", Int(1, 100), "its size where a scenario gives none"),
)
LONGEST_CHAIN = 20  # of drafts that extend each other
DRAFT_KEYS = ("format", "extends", "name", "constants", "rulings", "units", "weapons", "remove", "groups")


class Noting(dict[str, Any]):
    """Values by name that note the ruling behind each value that is looked up."""

    def __init__(self, values: Mapping[str, Any], noted: set[str], behind: Mapping[str, str]) -> None:
        super().__init__(values)
        self.noted, self.behind = noted, behind

    def __getitem__(self, name: str) -> Any:
        if name in self.behind:
            self.noted.add(self.behind[name])
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401


@dataclass(frozen=True)
class Ruleset:
    """A family at a version: constants, rulings and roster."""

    id: str
    name: str
    family: str
    edition: str
    constants: Mapping[str, Any]  # those that a file sets
    rulings: Mapping[str, str]
    units: Mapping[str, Profile]
    weapons: Mapping[str, Profile]
    base: str  # the bundled ruleset that it rests on
    groups: Mapping[str, Any] = field(default_factory=dict)
    noted: set[str] | None = field(default=None, compare=False)  # rulings that were looked up, if one wants to know

    @property
    def definitions(self) -> Definitions:
        return definitions(self.family)

    def in_force(self, name: str) -> bool:
        """Does this version know the ruling? One that only another checklist has keeps its default reading."""
        return self.edition in self.definitions.rulings[name].editions

    def ruling(self, name: str) -> str:
        definition = self.definitions.rulings[name]
        return self.rulings.get(name, definition.default) if self.in_force(name) else definition.default

    def rulings_in_force(self) -> dict[str, str]:
        return {name: self.ruling(name) for name in self.definitions.rulings if self.in_force(name)}

    def constant(self, name: str) -> Any:
        """The value that a file sets, else the number that the ruling names, else the family's default."""
        if name in self.constants:
            return self.constants[name]
        definition = self.definitions.constants[name]
        if definition.ruled_by is not None and definition.by_option is not None:
            return definition.by_option[self.ruling(definition.ruled_by)]
        return definition.default

    def reads(self, name: str) -> bool:
        """May a mechanism in force read the constant: one of this version, or one that a ruling brings in?"""
        definition = self.definitions.constants[name]
        brought = any(self.ruling(ruling) == option for ruling, option in definition.read_under.items())
        return brought or self.edition in definition.editions

    def all_rulings(self) -> dict[str, str]:
        """Every ruling's option; it notes which of them are looked up, where that is asked."""
        found = {name: self.ruling(name) for name in self.definitions.rulings}
        return found if self.noted is None else Noting(found, self.noted, {name: name for name in found})

    def all_constants(self) -> dict[str, Any]:
        """Every constant's value; one that a ruling names counts as a look at the ruling."""
        found = {name: self.constant(name) for name in self.definitions.constants}
        ruled = {name: c.ruled_by for name, c in self.definitions.constants.items() if c.ruled_by is not None}
        return found if self.noted is None else Noting(found, self.noted, ruled)

    def changed(self, constants: Mapping[str, Any], rulings: Mapping[str, str]) -> "Ruleset":
        """The same with overrides of a scenario."""
        if not constants and not rulings:
            return self
        return replace(self, constants={**self.constants, **constants}, rulings={**self.rulings, **rulings})


@cache
def bundled() -> tuple[str, ...]:
    """The ids of the rulesets that come with Enfilade."""
    found = []
    for family in families():
        found += [f"{family}-{p.parent.name}" for p in sorted((PROFILES / family).glob("*/ruleset.toml"))]
    return tuple(found)


@cache
def load_bundled(ruleset_id: str) -> Ruleset:
    family, _, version = ruleset_id.partition("-")
    folder = PROFILES / family / version
    tables = read_toml(folder / "ruleset.toml")
    known = definitions(family)
    where = str(folder / "ruleset.toml")
    empty = Ruleset(
        id=ruleset_id,
        name=tables["name"],
        family=family,
        edition=tables["edition"],
        constants=known.check_constants(tables["constants"], where),
        rulings=known.check_rulings(tables["rulings"], where),
        units={},
        weapons={},
        base=ruleset_id,
    )
    weapons = read_toml(folder / "weapons.toml")["weapons"]
    units = read_toml(folder / "units.toml")["units"]
    return with_roster(empty, units, weapons, {}, ruleset_id, source="sample")


def load_ruleset(name: str | Path, *, near: Path | None = None) -> Ruleset:
    """A bundled ruleset by its id, or a draft by its path (relative to the file that names it)."""
    return load_chain(str(name), near or Path(), ())


def load_chain(name: str, near: Path, seen: tuple[Path, ...]) -> Ruleset:
    if name in bundled():
        return load_bundled(name)
    path = near / name
    looks_like_file = name.endswith(".toml") or "/" in name or "\\" in name or path.exists()
    if not looks_like_file:
        raise InputError(
            f"there is no ruleset {name!r}; bundled are {listed(bundled())}{nearest(name, bundled())}"
            " (a draft is named by the path of its .toml file)"
        )
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{name!r}: is no path ({error})") from None
    if resolved in seen:
        chain = " -> ".join(p.name for p in (*seen[seen.index(resolved) :], resolved))
        raise InputError(f"{path}: drafts extend each other in a circle: {chain}")
    if len(seen) >= LONGEST_CHAIN:
        raise InputError(f"{path}: more than {LONGEST_CHAIN} drafts extend each other")
    return load_draft(path, (*seen, resolved))


def load_draft(path: Path, seen: tuple[Path, ...]) -> Ruleset:
    """A draft: a ruleset that it extends, plus only what it changes."""
    tables, where = read_toml(path), str(path)
    check_format(tables, where, needed=True)
    for key in tables:
        if key not in DRAFT_KEYS:
            raise InputError(f"{where}: {key} is unknown{nearest(key, DRAFT_KEYS)}")
    extends = tables.get("extends")
    if not isinstance(extends, str):
        raise InputError(
            f"{where}: extends must name the ruleset that the draft changes; bundled are {listed(bundled())}"
        )
    try:
        base = load_chain(extends, path.parent, seen)
    except InputError as error:
        raise InputError(f"{where}: extends: {error}") from None
    name = tables.get("name", path.stem)
    if not isinstance(name, str):
        raise InputError(f"{where}: name is {shown(name)}, not a text")
    known = base.definitions
    changed = replace(
        base.changed(
            known.check_constants(tables.get("constants", {}), where),
            known.check_rulings(tables.get("rulings", {}), where),
        ),
        id=str(path),
        name=name,
        groups=tables.get("groups", {}),
    )
    remove = checked(tables.get("remove", {}), REMOVE_KEYS, where, "remove")
    units, weapons = tables.get("units", {}), tables.get("weapons", {})
    return with_roster(changed, units, weapons, remove, where, source="draft")


REMOVE_KEYS = keyed(
    Key("units", ListOf(Text(), 1000), "units to leave out"),
    Key("weapons", ListOf(Text(), 1000), "weapons to leave out"),
)


def with_roster(
    base: Ruleset, units: Any, weapons: Any, remove: Mapping[str, list[str]], where: str, source: str
) -> Ruleset:
    """The ruleset with profiles added, changed and removed; every unit's weapons exist in the end."""
    keys = registry(base.family)
    new_weapons = merged(base.weapons, weapons, keys.weapon | PROFILE_KEYS, where, "weapons", source)
    new_units = merged(base.units, units, keys.stats | UNIT_KEYS, where, "units", source)
    for kind, profiles_ in (("units", new_units), ("weapons", new_weapons)):
        for name in remove.get(kind, []):
            if name not in profiles_:
                raise InputError(f"{where}: remove.{kind} names {name!r}, which is not there{nearest(name, profiles_)}")
            del profiles_[name]
    for name, unit in new_units.items():
        for weapon in unit.get("weapons", []):
            if weapon not in new_weapons:
                raise InputError(
                    f"{where}: units.{name}.weapons names {weapon!r}, which is not there{nearest(weapon, new_weapons)}"
                )
    return replace(base, units=new_units, weapons=new_weapons)


def merged(
    old: Mapping[str, Profile], new: Any, keys: Mapping[str, Key], where: str, kind: str, source: str
) -> dict[str, Profile]:
    """Profiles of a roster with those of a file: a name that is there is changed, another one is added."""
    if not isinstance(new, dict):
        raise InputError(f"{where}: {kind} is {shown(new)}, not a table of profiles")
    out = dict(old)
    for name, profile in new.items():
        values = checked(profile, keys, where, f"{kind}.{name}")
        changes_old = name in old and source == "draft"
        out[name] = {**(old[name] if changes_old else {}), "source": source, **values}
        missing = [k.name for k in keys.values() if k.needed and k.name not in out[name]]
        if missing:
            raise InputError(f"{where}: {kind}.{name} lacks {listed(missing)}")
    return out
