"""What is asked of the rules."""

from analysis.asking import Ask
from analysis.distribution import Distribution
from analysis.errors import Illegal, InputError
from analysis.odds import odds, odds_many
from analysis.rulesets import Ruleset, bundled, load_ruleset
from analysis.scenarios import Scenario, build_scenario, load_scenario

__all__ = [
    "Ask",
    "Distribution",
    "Illegal",
    "InputError",
    "Ruleset",
    "Scenario",
    "build_scenario",
    "bundled",
    "load_ruleset",
    "load_scenario",
    "odds",
    "odds_many",
]
