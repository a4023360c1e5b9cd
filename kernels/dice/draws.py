"""The draw verbs: what a rule may ask of its dice. One overload a verb chooses the source by type.

Draw at the level at which the rule looks: successes of a pool are one draw, faces of a pool only where the
rule looks at faces. `name` is the named step (sources.named); two draws of one step have two names.
A pool of no dice makes no draw, nor does a test that cannot fail or cannot succeed.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from kernels.compiler import INLINE, rule
from kernels.dice.sources import Exhaustive, General, Prepared
from kernels.dice.tables import CLASH_DICE


def die(dice, name, sides):
    """One die: 1 to `sides`, of which there are less than 2^32."""
    raise NotImplementedError("draws exist in compiled code only")


def divided_die(dice, name, sides, divisor):
    """A die divided and rounded up: d3 is a d6 by 2, d5 a d10 by 2."""
    raise NotImplementedError("draws exist in compiled code only")


def at_most(dice, name, good, sides):
    """A two-way test: 1 when the die shows at most `good`."""
    raise NotImplementedError("draws exist in compiled code only")


def bands(dice, name, cuts, sides):
    """The band of a die: how many of the ascending `cuts` it exceeds."""
    raise NotImplementedError("draws exist in compiled code only")


def successes(dice, name, n, good, sides):
    """How many of n dice show one of `good` faces."""
    raise NotImplementedError("draws exist in compiled code only")


def reroll_misses(dice, name, n, good, sides):
    """Successes when every miss is rolled once more."""
    raise NotImplementedError("draws exist in compiled code only")


def reroll_successes(dice, name, n, good, sides):
    """Successes that stand when every success has to be rolled once more."""
    raise NotImplementedError("draws exist in compiled code only")


def keep_highest(dice, name, n, best, sides):
    """Total of the `best` highest of n dice."""
    raise NotImplementedError("draws exist in compiled code only")


def uncancelled(dice, name, attack, defence, least, sides):
    """Attack dice that show `least` or more and are left, when each defence die cancels one of its face or lower."""
    raise NotImplementedError("draws exist in compiled code only")


def share(dice, name, n, good, sides):
    """Successes of a pool of any die, from no prepared table: what `faces` is made of."""
    raise NotImplementedError("draws exist in compiled code only")


def faces(dice, name, n, cuts, sides):
    """Dice of the pool in each band of `cuts`, as a tuple, the lowest band first."""
    raise NotImplementedError("draws exist in compiled code only")


@rule
def clash_is_prepared(attack, defence, sides):
    """Is `uncancelled` one draw for these pools? Larger ones are many: a pipeline should take them face by face."""
    return sides == 6 and attack <= CLASH_DICE and defence <= CLASH_DICE


@rule
def two_d6(dice, name):
    """The total of two d6."""
    return keep_highest(dice, name, 2, 2, 6)


@rule
def two_d6_at_most(dice, name, total):
    """A two-way test on two d6: the ways to roll at most `total`, of 36."""
    low = max(0, min(total, 7) - 1)
    high = max(0, min(total, 12) - 7)
    return at_most(dice, name, (low * (low + 1) + high * (11 - high)) >> 1, 36)


def implementation(dice: Any, verb: str) -> Callable[..., Any]:
    """The function that serves a verb for the source's type; the modules load only for a compilation."""
    from kernels.dice import exhaustive_draws, random_draws

    if dice.instance_class is Exhaustive:
        return getattr(exhaustive_draws, verb)
    flavour = {Prepared: "prepared", General: "general"}[dice.instance_class]
    return getattr(random_draws, f"{verb}_{flavour}", None) or getattr(random_draws, verb)


@overload(die, jit_options=INLINE)
def _die(dice, name, sides):
    return implementation(dice, "die")


@overload(divided_die, jit_options=INLINE)
def _divided_die(dice, name, sides, divisor):
    return implementation(dice, "divided_die")


@overload(at_most, jit_options=INLINE)
def _at_most(dice, name, good, sides):
    return implementation(dice, "at_most")


@overload(bands, jit_options=INLINE)
def _bands(dice, name, cuts, sides):
    return implementation(dice, "bands")


@overload(successes, jit_options=INLINE)
def _successes(dice, name, n, good, sides):
    return implementation(dice, "successes")


@overload(reroll_misses, jit_options=INLINE)
def _reroll_misses(dice, name, n, good, sides):
    return implementation(dice, "reroll_misses")


@overload(reroll_successes, jit_options=INLINE)
def _reroll_successes(dice, name, n, good, sides):
    return implementation(dice, "reroll_successes")


@overload(keep_highest, jit_options=INLINE)
def _keep_highest(dice, name, n, best, sides):
    return implementation(dice, "keep_highest")


@overload(uncancelled, jit_options=INLINE)
def _uncancelled(dice, name, attack, defence, least, sides):
    return implementation(dice, "uncancelled")


@overload(share, jit_options=INLINE)
def _share(dice, name, n, good, sides):
    return implementation(dice, "share")


def bands_of_pool(dice, name, n, below, cuts, sides):
    """Conditional binomials, one a band; the recursion ends at compile time, with the tuple of cuts."""
    raise NotImplementedError("draws exist in compiled code only")


@overload(bands_of_pool, jit_options=INLINE)
def _bands_of_pool(dice, name, n, below, cuts, sides):
    if len(cuts) == 0:
        return lambda dice, name, n, below, cuts, sides: (n,)

    def split(dice, name, n, below, cuts, sides):
        upper = max(below, min(cuts[0], sides))
        shown = share(dice, name, n, upper - below, sides - below)
        return (shown, *bands_of_pool(dice, name + 1, n - shown, upper, cuts[1:], sides))

    return split


@overload(faces, jit_options=INLINE)
def _faces(dice, name, n, cuts, sides):
    return lambda dice, name, n, cuts, sides: bands_of_pool(dice, name, max(n, 0), 0, cuts, sides)
