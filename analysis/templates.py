"""Commented files to start from."""

SCENARIO = """\
# A scenario: who does what to whom. `enfilade odds FILE` answers it, `enfilade explain FILE` shows how.
format   = 1
ruleset  = "exoshift-0.53.0"        # a bundled id (enfilade rulesets), or the path of a draft
pipeline = "shooting"               # enfilade schema exoshift lists pipelines, keys and outcomes

[attacker]
unit = "Sol Line Infantry"          # from the roster (enfilade units); [attacker.stats] changes single stats

[target]
unit = "Sol Line Infantry"
disruption = 0

[situation]
range = 8                           # inches
cover = "none"                      # none, light, heavy
# action = "advance"

# [rulings]                         # answers to unclear rules (enfilade rulings), for this scenario
# near-miss-defense-value = "printed"

# [constants]                       # numbers of the rules
# "casualty.bands" = [2, 4, 6, 8, 10]
"""

DRAFT = """\
# A draft: a ruleset plus only what it changes. Use it wherever a ruleset is named: ruleset = "draft.toml"
format  = 1
extends = "exoshift-0.60.1"         # a bundled id, or another draft
name    = "My draft"

[constants]
"focus.com" = 3                     # enfilade schema exoshift lists every constant

[rulings]
cover-com-value = "minus-one-light-two-heavy"

[units."Sol Line Infantry"]         # changes a unit; a new name adds one (then every needed stat must be given)
def = 3

# [weapons."IGI-87"]
# power = 9

# [remove]
# units = ["Sol Militia"]
"""

TEMPLATES = {"scenario": SCENARIO, "draft": DRAFT}
