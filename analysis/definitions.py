"""The constants and rulings of a family, as its rules.toml defines them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import profiles
from analysis.errors import InputError, listed, nearest, shown
from analysis.keys import Int, ListOf, Number, Word, Wrong
from analysis.tomlfiles import check_format, read_toml

PROFILES = Path(profiles.__file__).parent


@dataclass(frozen=True)
class Ratio:
    """A fraction written as a string: "1/3"."""

    low: int
    high: int

    def check(self, value: Any) -> Any:
        try:
            number = Fraction(value) if isinstance(value, str) and len(value) < 40 else None
        except (ValueError, ZeroDivisionError):
            number = None
        if number is None or not self.low <= number <= self.high:
            raise Wrong(f'a fraction from {self.low} to {self.high} as a text, like "1/2"')
        return value

    def words(self) -> str:
        return f"fraction {self.low}..{self.high}"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": r"^\d+(/\d+)?$"}


@dataclass(frozen=True)
class Numbers:
    """A table from whole numbers, written as texts, to whole numbers: { "0" = 4, "-1" = 2 }."""

    low: int
    high: int
    most: int = 12

    def check(self, value: Any) -> Any:
        if not isinstance(value, dict) or len(value) > self.most:
            raise Wrong(f'a table of at most {self.most} whole numbers, like {{ "1" = {self.low} }}')
        for key, number in value.items():
            if not re.fullmatch(r"-?\d{1,9}", key):
                raise Wrong(f"a table whose names are whole numbers, not {shown(key)}")
            Int(self.low, self.high).check(number)
        return value

    def words(self) -> str:
        return f"table of integers {self.low}..{self.high}"

    def json_schema(self) -> dict[str, Any]:
        number = Int(self.low, self.high).json_schema()
        return {"type": "object", "patternProperties": {r"^-?\d+$": number}, "additionalProperties": False}


@dataclass(frozen=True)
class Constant:
    """A number of the rules."""

    name: str
    kind: Any
    default: Any
    meaning: str
    rules: tuple[str, ...]
    editions: tuple[str, ...]
    ruled_by: str | None = None
    by_option: Mapping[str, Any] | None = None
    read_under: Mapping[str, str] = field(default_factory=dict)  # the option by which other editions read it, too


@dataclass(frozen=True)
class Ruling:
    """A named answer to an unclear sentence, with its other options."""

    name: str
    options: Mapping[str, str]
    default: str
    meaning: str
    rules: tuple[str, ...]
    editions: tuple[str, ...]
    selectable: bool
    mechanism: bool


@dataclass(frozen=True)
class Definitions:
    """All constants and rulings of a family, and how values of them are checked."""

    family: str
    meaning: str
    constants: Mapping[str, Constant]
    rulings: Mapping[str, Ruling]

    def check_constants(self, tables: Any, where: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name, value in flattened(tables, self.constants, where).items():
            try:
                out[name] = self.constants[name].kind.check(value)
            except Wrong as wrong:
                raise InputError(f"{where}: constants.{name} is {shown(value)}; allowed is {wrong}") from None
        return out

    def check_rulings(self, tables: Any, where: str) -> dict[str, str]:
        if not isinstance(tables, dict):
            raise InputError(f"{where}: rulings is {shown(tables)}, not a table")
        for name, value in tables.items():
            if name not in self.rulings:
                raise InputError(f"{where}: rulings.{name} is unknown{nearest(name, self.rulings)}")
            ruling = self.rulings[name]
            if not isinstance(value, str) or value not in ruling.options:
                near = nearest(value, ruling.options) if isinstance(value, str) else ""
                options = listed(ruling.options)
                raise InputError(f"{where}: rulings.{name} is {shown(value)}; options are {options}{near}")
            if not ruling.selectable and value != ruling.default:
                only = f"only {ruling.default!r} is ({ruling.meaning})"
                raise InputError(f"{where}: rulings.{name} = {value!r} is not modelled: {only}")
        return dict(tables)


def flattened(tables: Any, known: Mapping[str, Constant], where: str, prefix: str = "") -> dict[str, Any]:
    """Dotted names of constants, however they were written: bare (nested), quoted or flat."""
    if not isinstance(tables, dict):
        raise InputError(f"{where}: constants is {shown(tables)}, not a table")
    out: dict[str, Any] = {}
    for key, value in tables.items():
        name = f"{prefix}{key}"
        if name in known:
            out[name] = value
        elif isinstance(value, dict) and value:
            out.update(flattened(value, known, where, f"{name}."))
        else:
            raise InputError(f"{where}: constants.{name} is unknown{nearest(name, known)}")
    return out


def kind_of(entry: Mapping[str, Any]) -> Any:
    """The kind of value that a constant's definition describes."""
    if entry["type"] == "int":
        return Int(entry["low"], entry["high"])
    if entry["type"] == "ints":
        return ListOf(Int(entry["low"], entry["high"]), entry["length"], entry["length"], entry.get("rising", False))
    if entry["type"] == "table":
        return Numbers(entry["low"], entry["high"])
    if entry["type"] == "number":
        return Number(entry["low"], entry["high"])
    if entry["type"] == "fraction":
        return Ratio(entry["low"], entry["high"])
    return Word(tuple(entry["options"]))


@cache
def families() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in PROFILES.glob("*/rules.toml")))


@cache
def definitions(family: str) -> Definitions:
    """The rules.toml of a family."""
    path = PROFILES / family / "rules.toml"
    tables = read_toml(path)
    check_format(tables, str(path), needed=True)
    constants = {
        name: Constant(
            name=name,
            kind=kind_of(entry),
            default=entry["default"],
            meaning=entry["meaning"],
            rules=tuple(entry["rules"]),
            editions=tuple(entry["editions"]),
            ruled_by=entry.get("ruled_by"),
            by_option=entry.get("by_option"),
            read_under=entry.get("read_under", {}),
        )
        for name, entry in tables["constants"].items()
    }
    rulings = {
        name: Ruling(
            name=name,
            options=entry["options"],
            default=entry["default"],
            meaning=entry["meaning"],
            rules=tuple(entry["rules"]),
            editions=tuple(entry["editions"]),
            selectable=entry["status"] == "selectable",
            mechanism=entry.get("mechanism", False),
        )
        for name, entry in tables["rulings"].items()
    }
    return Definitions(family, tables["meaning"], constants, rulings)
