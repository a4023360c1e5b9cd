"""One registry of keys a family: it validates files, prints the schema and writes the JSON Schema for editors.

A Kind says what a value may be; a Key gives it a name, a default, a meaning and the pipelines that read it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.errors import InputError, listed, nearest, shown


class Wrong(Exception):
    """A value that a kind does not take: what is allowed instead."""


@dataclass(frozen=True)
class Int:
    """A whole number in a range."""

    low: int
    high: int

    def check(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise Wrong(f"a whole number from {self.low} to {self.high}")
        if not self.low <= value <= self.high:
            raise Wrong(f"{self.low} to {self.high}")
        return value

    def words(self) -> str:
        return f"integer {self.low}..{self.high}"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Number:
    """A distance or another number, whole or not."""

    low: float
    high: float

    def check(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Wrong(f"a number from {self.low:g} to {self.high:g}")
        if not self.low <= value <= self.high:
            raise Wrong(f"{self.low:g} to {self.high:g}")
        return value

    def words(self) -> str:
        return f"number {self.low:g}..{self.high:g}"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, bool):
            raise Wrong("true or false")
        return value

    def words(self) -> str:
        return "true or false"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Word:
    """One of a few words."""

    options: tuple[str, ...]

    def check(self, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.options:
            raise Wrong(listed(self.options) + (nearest(value, self.options) if isinstance(value, str) else ""))
        return value

    def words(self) -> str:
        return " | ".join(self.options)

    def json_schema(self) -> dict[str, Any]:
        return {"enum": list(self.options)}


@dataclass(frozen=True)
class Text:
    """Any text: a name."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.strip():
            raise Wrong("a text that is not empty")
        return value

    def words(self) -> str:
        return "text"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


@dataclass(frozen=True)
class ListOf:
    """A list of values of one kind, of a given length or up to one."""

    kind: Any
    most: int
    length: int | None = None
    rising: bool = False  # none is less than the one before it

    def check(self, value: Any) -> Any:
        if not isinstance(value, list) or len(value) > self.most or len(value) != (self.length or len(value)):
            size = f"{self.length}" if self.length else f"at most {self.most}"
            raise Wrong(f"a list of {size} values, each {self.kind.words()}")
        checked_values = [self.kind.check(v) for v in value]
        if self.rising and checked_values != sorted(checked_values):
            raise Wrong("a list whose values do not fall from left to right")
        return checked_values

    def words(self) -> str:
        size = f"{self.length}" if self.length else f"up to {self.most}"
        return f"list of {size}: {self.kind.words()}"

    def json_schema(self) -> dict[str, Any]:
        schema = {"type": "array", "items": self.kind.json_schema(), "maxItems": self.most}
        return schema | ({"minItems": self.length, "maxItems": self.length} if self.length else {})


@dataclass(frozen=True)
class Either:
    """A value of one of several kinds."""

    kinds: tuple[Any, ...]

    def check(self, value: Any) -> Any:
        reasons = []
        for kind in self.kinds:
            try:
                return kind.check(value)
            except Wrong as wrong:
                reasons.append(str(wrong))
        raise Wrong(" or ".join(reasons))

    def words(self) -> str:
        return " or ".join(kind.words() for kind in self.kinds)

    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.json_schema() for kind in self.kinds]}


@dataclass(frozen=True)
class Table:
    """A table with keys of its own."""

    keys: "Mapping[str, Key]"

    def check(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise Wrong(f"a table of {listed(self.keys)}")
        for name, inner in value.items():
            if name not in self.keys:
                raise Wrong(f"a table of {listed(self.keys)}{nearest(name, self.keys)}")
            try:
                self.keys[name].kind.check(inner)
            except Wrong as wrong:
                raise Wrong(f"in {name}: {wrong}") from None
        return value

    def words(self) -> str:
        return "table of " + ", ".join(f"{k.name} ({k.kind.words()})" for k in self.keys.values())

    def json_schema(self) -> dict[str, Any]:
        return object_schema(self.keys)


@dataclass(frozen=True)
class Key:
    """A name with its kind, default and meaning. `reads` names the pipelines that read it; empty: all."""

    name: str
    kind: Any
    meaning: str
    default: Any = None
    reads: tuple[str, ...] = ()
    needed: bool = False


def keyed(*keys: Key) -> dict[str, Key]:
    return {key.name: key for key in keys}


@dataclass(frozen=True)
class PipelineKeys:
    """What a pipeline tells: its outcome fields, what each means, its own meaning, the sides it reads.

    `in_edition` names the fields of editions that do not have all of them.
    """

    name: str
    meaning: str
    fields: tuple[str, ...]
    meanings: Mapping[str, str]
    sides: tuple[str, ...] = ("attacker", "target")
    in_edition: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def fields_of(self, edition: str) -> tuple[str, ...]:
        return self.in_edition.get(edition, self.fields)

    def editions_of(self, name: str) -> tuple[str, ...]:
        """The editions that have a field; empty: all."""
        having = tuple(edition for edition, names in self.in_edition.items() if name in names)
        return having if len(having) < len(self.in_edition) else ()


@dataclass(frozen=True)
class Registry:
    """Every key of a family, table by table."""

    family: str
    pipelines: Mapping[str, PipelineKeys]
    names: dict[str, tuple[str, ...]]  # of named outcome fields, from least to most severe
    stats: dict[str, Key]
    weapon: dict[str, Key]
    side: dict[str, Key]
    situation: dict[str, Key]
    policy: dict[str, Key]
    extra: Mapping[str, Mapping[str, Key]] = field(default_factory=dict)  # further tables of a scenario


def checked(tables: Any, keys: Mapping[str, Key], where: str, prefix: str) -> dict[str, Any]:
    """A table of a file against the registry: unknown keys and wrong values are errors that name the near one."""
    if not isinstance(tables, dict):
        raise InputError(f"{where}: {prefix} is {shown(tables)}, not a table")
    out = {}
    for name, value in tables.items():
        if name not in keys:
            raise InputError(f"{where}: {prefix}.{name} is unknown{nearest(name, keys)}")
        try:
            out[name] = keys[name].kind.check(value)
        except Wrong as wrong:
            raise InputError(f"{where}: {prefix}.{name} is {shown(value)}; allowed is {wrong}") from None
    return out


def object_schema(keys: Mapping[str, Key], needed: Sequence[str] = ()) -> dict[str, Any]:
    properties = {}
    for key in keys.values():
        properties[key.name] = key.kind.json_schema() | {"description": key.meaning}
        if key.default is not None:
            properties[key.name]["default"] = key.default
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(needed)} if needed else {})
