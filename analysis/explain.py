"""A scenario step by step, in words, with the rules and rulings behind each step."""

from dataclasses import dataclass

from analysis.errors import InputError
from analysis.families import family_module
from analysis.scenarios import Scenario


@dataclass(frozen=True)
class Line:
    """One step: what is done, with which numbers, by which rules, under which rulings."""

    step: str
    text: str
    rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


def explain(scenario: Scenario) -> list[Line]:
    """The steps of a scenario; the family knows them."""
    try:
        lines: list[Line] = family_module(scenario.ruleset.family).explain(scenario)
    except InputError as error:
        raise InputError(f"{scenario.where}: {error}") from None
    return lines
