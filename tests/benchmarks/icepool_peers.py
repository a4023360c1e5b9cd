"""The three pipelines in ordinary icepool: exact as well, and by another author's engine."""

from collections.abc import Callable
from functools import cache

from icepool import Die, d, d6, d10, tupleize

Distribution = dict[tuple[int, ...], float]


def p1():
    two = 2 @ d6

    def test(hits, lost):
        bar = 5 + (hits > 0) + (lost > 0) + (2 * (6 - lost) < 6)
        return tupleize(hits, lost, two <= bar)

    def saves(hits):
        unsaved = hits @ (d6 > 4) @ (d6 > 2)
        return unsaved.map(lambda u: test(hits, min(u, 6)))

    return (24 @ (d6 <= 3)).map(saves)


def p2():
    def casualty(hits, damage, near):
        if damage == 0:
            return hits, damage, near, 0
        return (d10 + near - 4).map(lambda score: (hits, damage, near, min(max((score + 1) // 2, 1), 6)))

    def defence(hits, damage):
        near = (hits - damage) @ (d(4) > 2)
        return near.map(lambda n: casualty(hits, damage, n))

    def shot(hits):
        return (hits @ (d10 > 4)).map(lambda damage: defence(hits, damage))

    return (3 @ (d10 <= 6)).map(shot)


def p3():
    two = 2 @ d6

    @cache
    def uncancelled(dice, against):
        return d6.pool(dice).keep_outcomes({4, 5, 6}).max_pair_drop("<=", d6.pool(against)).size()

    @cache
    def strike(attackers, defenders, back, ending):
        if ending:
            return attackers, defenders, back, ending
        mine, theirs = (defenders, attackers) if back else (attackers, defenders)

        def after(through):
            left = max(0, theirs - through)
            sides = (left, mine) if back else (mine, left)
            if left == 0:
                return *sides, 1 - back, 1 + 2 * back
            bar = 2 + (through > 0) + (2 * left < 6) + (left < mine)
            return (two <= bar).map(lambda fled: (*sides, 1 - back, 2 + 2 * back if fled else 0))

        return uncancelled(2 * mine, theirs).map(after)

    last = Die([(6, 6, 0, 0)]).map(strike, star=True, repeat=20)
    return last.map(lambda attackers, defenders, back, ending: (attackers, defenders, ending), star=True)


PIPELINES: dict[str, Callable[[], Die]] = {"p1": p1, "p2": p2, "p3": p3}


def distribution(die: Die) -> Distribution:
    """Outcomes as whole numbers, with their probabilities."""
    whole = die.denominator()
    return {tuple(int(v) for v in outcome): quantity / whole for outcome, quantity in die.items()}
