"""What differs between two rulesets of one family, in the data."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.errors import InputError
from analysis.rulesets import Ruleset

UNSET = "(default)"
TOLD_ELSEWHERE = ("source", "rules", "role", "note")


@dataclass(frozen=True)
class Edit:
    """One difference: where, what it was, what it is."""

    key: str
    old: Any
    new: Any


def check_family(old: Ruleset, new: Ruleset) -> None:
    if old.family != new.family:
        raise InputError(f"{old.name} is {old.family}, {new.name} is {new.family}: only rulesets of one family compare")


def edits(old: Ruleset, new: Ruleset) -> list[Edit]:
    """Every difference that the odds may depend on, in a fixed order."""
    check_family(old, new)
    known = old.definitions
    out = []
    if old.edition != new.edition:
        out.append(Edit("edition", old.edition, new.edition))
    for name, constant in known.constants.items():
        before, after = plain(old, name), plain(new, name)
        if before != after and constant is not None:
            out.append(Edit(f"constants.{name}", before, after))
    for name, ruling in known.rulings.items():
        before, after = old.rulings.get(name, ruling.default), new.rulings.get(name, ruling.default)
        if before != after:
            out.append(Edit(f"rulings.{name}", before, after))
    out += profile_edits("weapons", old.weapons, new.weapons)
    out += profile_edits("units", old.units, new.units)
    return out


def plain(ruleset: Ruleset, name: str) -> Any:
    """A constant as a file sets it; one that follows a ruling is no edit of its own."""
    constant = ruleset.definitions.constants[name]
    if constant.ruled_by is not None and name not in ruleset.constants:
        return UNSET
    return ruleset.constants.get(name, constant.default)


def profile_edits(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Edit]:
    out = []
    for name in dict.fromkeys([*old, *new]):
        if name not in new:
            out.append(Edit(f"{kind}.{name}", "there", "removed"))
        elif name not in old:
            out.append(Edit(f"{kind}.{name}", "absent", "added"))
        else:
            fields = dict.fromkeys([*old[name], *new[name]])
            for field in fields:
                before, after = old[name].get(field), new[name].get(field)
                if before != after and field not in TOLD_ELSEWHERE:
                    out.append(Edit(f"{kind}.{name}.{field}", before, after))
    return out


def applied(old: Ruleset, new: Ruleset, chosen: list[Edit], label: str) -> Ruleset:
    """The old ruleset with some of the edits."""
    constants, rulings = dict(old.constants), dict(old.rulings)
    units, weapons = {n: dict(p) for n, p in old.units.items()}, {n: dict(p) for n, p in old.weapons.items()}
    edition = old.edition
    for edit in chosen:
        first, _, rest = edit.key.partition(".")
        if first == "edition":
            edition = new.edition
        elif first == "constants":
            move(constants, new.constants, rest)
        elif first == "rulings":
            rulings[rest] = edit.new
        else:
            move_profile(units if first == "units" else weapons, new.units if first == "units" else new.weapons, rest)
    return replace(
        old, id=label, name=label, edition=edition, constants=constants, rulings=rulings, units=units, weapons=weapons
    )


def move(here: dict[str, Any], there: Mapping[str, Any], name: str) -> None:
    """Take a value over from the other side; one that it does not set falls back to its default."""
    if name in there:
        here[name] = there[name]
    else:
        here.pop(name, None)


def move_profile(here: dict[str, dict[str, Any]], there: Mapping[str, Any], path: str) -> None:
    name = next(
        (n for n in sorted([*here, *there], key=len, reverse=True) if path == n or path.startswith(f"{n}.")), path
    )
    if path == name:
        if name in there:
            here[name] = dict(there[name])
        else:
            here.pop(name, None)
        return
    move(here[name], there[name], path[len(name) + 1 :])
