"""The small reference pipelines by plain fractions, from their descriptions alone.

P1  shots hit on at most `hit`, armour saves first, then cover; the unit is suppressed when 2d6 are at most a bar
    that a hit, a casualty and being below half each raise by one
P2  shots hit, a failed defence test is damage, a passed one may disrupt; after damage one casualty roll of
    d10 + disruption + modifier: up to 2 unhurt, 4 stunned, 6 downed, 8 wounded, 10 incapacitated, else destroyed
P3  one side strikes, then what is left of the other, until one is gone or flees: hits are 4+, a defence die cancels
    one hit of its own face or lower, as many as possible
Contest  a d6 a model on both sides, sorted and paired: the lower die of a pair is a model lost, a tie nothing
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from tests.oracles import dice


def add(odds, outcome, p):
    if p:
        odds[outcome] = odds.get(outcome, Fraction(0)) + p


def p1(shots, hit, armor, cover, models, bar):
    """(hits, casualties, suppressed)"""
    odds = {}
    for (hits,), p in dice.successes(shots, hit, 6).items():
        for (through,), q in dice.successes(hits, 6 - armor, 6).items():
            for (unsaved,), r in dice.successes(through, 6 - cover, 6).items():
                lost = min(unsaved, models)
                raised = bar + (hits > 0) + (lost > 0) + (2 * (models - lost) < models)
                for (suppressed,), s in dice.two_d6_at_most(raised).items():
                    add(odds, (hits, lost, suppressed), p * q * r * s)
    return odds


def band_of(score):
    """1 unhurt to 6 destroyed."""
    return 1 + sum(score > last for last in (2, 4, 6, 8, 10))


def p2(shots, hit, defence, near, modifier, sides):
    """(hits, damage, disruption, result), shot by shot; `near` of `sides` saved shots disrupt."""
    p_hit, p_saved, p_near = (Fraction(min(max(k, 0), sides), sides) for k in (hit, defence, near))
    one_shot = {
        (0, 0, 0): 1 - p_hit,
        (1, 1, 0): p_hit * (1 - p_saved),
        (1, 0, 1): p_hit * p_saved * p_near,
        (1, 0, 0): p_hit * p_saved * (1 - p_near),
    }
    odds = {}
    for several in product(one_shot.items(), repeat=shots):
        p = Fraction(1)
        for _, q in several:
            p *= q
        hits, damage, disruption = (sum(kind[i] for kind, _ in several) for i in range(3))
        if damage == 0:
            add(odds, (hits, 0, disruption, 0), p)
            continue
        for face in range(1, sides + 1):
            add(odds, (hits, damage, disruption, band_of(face + disruption + modifier)), p / sides)
    return odds


@cache
def lost_in_a_strike(attack_dice, models, least):
    odds = {}
    for (left,), p in dice.uncancelled(attack_dice, models, least, 6).items():
        add(odds, min(left, models), p)
    return odds


def p3(attackers, defenders, dice_a_model, flee, rounds, least=4):
    """(attackers, defenders, ending): 0 undecided, 1 defender gone, 2 fled, 3 attacker gone, 4 fled"""
    fighting, ended = {(attackers, defenders): Fraction(1)}, {}
    for turn in range(2 * rounds):
        attacker_strikes, after = turn % 2 == 0, {}
        for (a, d), p in fighting.items():
            mine, theirs, at_first = (a, d, defenders) if attacker_strikes else (d, a, attackers)
            for lost, q in lost_in_a_strike(mine * dice_a_model, theirs, least).items():
                left = theirs - lost
                now = (a, left) if attacker_strikes else (left, d)
                if left == 0:
                    add(ended, (*now, 1 if attacker_strikes else 3), p * q)
                    continue
                bar = flee + (lost > 0) + (2 * left < at_first) + (left < mine)
                fled = dice.two_d6_at_most(bar).get((1,), Fraction(0))
                add(ended, (*now, 2 if attacker_strikes else 4), p * q * fled)
                add(after, now, p * q * (1 - fled))
        fighting = after
    for (a, d), p in fighting.items():
        add(ended, (a, d, 0), p)
    return ended


@cache
def exchange(first, second):
    """(lost by the first, lost by the second) in one exchange of sorted dice."""
    ways = Counter()
    for ours, p in dice.rolls(first, 6):
        for theirs, q in dice.rolls(second, 6):
            pairs = list(zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False))
            ways[sum(x < y for x, y in pairs), sum(x > y for x, y in pairs)] += p * q
    return dice.counted(ways)


@cache
def contest(first, second):
    """(first, second) when one side is gone; an exchange that removes nobody is rolled again for ever."""
    if first == 0 or second == 0:
        return {(first, second): Fraction(1)}
    step, odds = exchange(first, second), {}
    for (a, b), p in step.items():
        if a or b:
            for outcome, q in contest(first - a, second - b).items():
                add(odds, outcome, p * q / (1 - step.get((0, 0), Fraction(0))))
    return odds
