"""The prepared tables: their odds to the last bit of a threshold, and no word that gives the impossible."""

from fractions import Fraction

import numpy as np
import pytest
from numba import njit

from kernels.dice import random_draws, tables
from tests.oracles import dice as oracle


def odds_of_row(entries, bits):
    """What an alias row of packed entries gives for all 2^64 words, as fractions."""
    columns, whole = 1 << bits, 1 << (64 - bits)
    odds = [Fraction(0)] * columns
    for column, entry in enumerate(int(e) for e in entries):
        own = Fraction(entry >> bits, whole)
        odds[column] += own / columns
        odds[entry & (columns - 1)] += (1 - own) / columns
    return odds


def assert_row(entries, bits, due):
    """Each odd is right to one unit of a threshold for every column; the impossible never comes."""
    found = odds_of_row(entries, bits)
    for value, p in enumerate(found):
        wanted = due.get((value,), Fraction(0))
        assert abs(p - wanted) <= Fraction(1, 1 << (64 - bits))
        if wanted == 0:
            assert p == 0


def test_prepared_pools_have_binomial_odds():
    rows = random_draws.POOLS.reshape(-1, tables.POOL_COLUMNS)
    for sides, most, first in ((6, tables.D6_DICE, 0), (10, tables.D10_DICE, tables.D6_ROWS)):
        for n in range(most + 1):
            for good in range(sides + 1):
                row = rows[first + n * (sides + 1) + good]
                assert_row(row, tables.POOL_BITS, oracle.successes(n, good, sides))


def test_prepared_keeps_have_the_odds_of_sorted_dice():
    rows = random_draws.KEEPS.reshape(-1, 1 << tables.KEEP_BITS)
    for n in range(1, tables.KEEP_DICE + 1):
        for best in range(1, min(n, tables.KEEP_BEST) + 1):
            due = {(total - best,): p for (total,), p in oracle.keep_highest(n, best, 6).items()}
            assert_row(rows[n * (tables.KEEP_BEST + 1) + best], tables.KEEP_BITS, due)


CLASHES = [
    (0, 0, 4),
    (1, 0, 4),
    (1, 1, 1),
    (2, 3, 1),
    (6, 3, 4),
    (3, 3, 2),
    (4, 4, 3),
    (12, 6, 4),
    (9, 12, 6),
    (5, 5, 7),
]


def clash_row(attack, defence, least):
    return ((least - 1) * (tables.CLASH_DICE + 1) + attack) * (tables.CLASH_DICE + 1) + defence


@pytest.mark.parametrize("attack, defence, least", CLASHES)
def test_prepared_clashes_have_the_odds_of_counted_pairs(attack, defence, least):
    due = oracle.uncancelled(attack, defence, least, 6)
    rows = random_draws.CLASHES.reshape(-1, 1 << tables.CLASH_BITS)
    assert_row(rows[clash_row(attack, defence, least)], tables.CLASH_BITS, due)
    chances = tables.clash_chances()[clash_row(attack, defence, least)].tolist()
    assert {(left,): p for left, p in enumerate(chances) if p} == {left: float(p) for left, p in due.items()}


def test_every_clash_counts_all_rolls():
    """Twelve dice a side are 6^24 rolls, the most that fit: nothing has overflowed."""
    weights = tables.clash_weights()
    assert (weights >= 0).all()
    for attack in range(tables.CLASH_DICE + 1):
        for defence in range(tables.CLASH_DICE + 1):
            assert {sum(w) for w in weights[:, attack, defence].tolist()} == {6 ** (attack + defence)}


@njit
def draws_at_the_edges(table, bits, words):
    """The outcome of every row for every given word."""
    rows = len(table) >> bits
    out = np.empty((rows, len(words)), np.int64)
    for row in range(rows):
        for i in range(len(words)):
            out[row, i] = random_draws.from_row(table, row << bits, words[i], np.uint64(bits))
    return out


def test_no_word_gives_an_impossible_count():
    """The alias bits are no part of the threshold: left in, the words just below it gave the column itself."""
    rows = random_draws.POOLS.reshape(-1, tables.POOL_COLUMNS)
    bits, most = tables.POOL_BITS, (1 << 64) - 1
    words = set()
    for row in rows[:: len(rows) // 50]:
        for column, entry in enumerate(row.tolist()):
            coin = entry >> bits  # the coin is the word's low 64 - bits bits
            for low in (0, coin - 1, coin, coin + 1, most >> bits):
                words.add((column << (64 - bits) | max(0, min(low, most >> bits))) & most)
    found = draws_at_the_edges(random_draws.POOLS, bits, np.array(sorted(words), np.uint64))
    for sides, dice, first in ((6, tables.D6_DICE, 0), (10, tables.D10_DICE, tables.D6_ROWS)):
        for n in range(dice + 1):
            for good in range(sides + 1):
                possible = [k for (k,) in oracle.successes(n, good, sides)]
                assert np.isin(found[first + n * (sides + 1) + good], possible).all(), (n, good, sides)


def test_a_row_keeps_its_coin_apart_from_its_alias():
    """Half of column 0 belongs to outcome 1: the word just below the coin is 0, the coin itself is 1."""
    row = np.array(tables.alias_row([1, 3], 1), np.uint64)
    coin = int(row[0]) >> 1
    words = np.array([0, coin - 1, coin, (1 << 63) - 1, 1 << 63, (1 << 64) - 1], np.uint64)
    assert draws_at_the_edges(row, 1, words)[0].tolist() == [0, 0, 1, 1, 1, 1]


def test_the_chances_of_the_exhaustive_source_are_the_same_odds():
    keep = tables.keep_chances()
    for n in range(1, tables.KEEP_DICE + 1):
        for best in range(1, min(n, tables.KEEP_BEST) + 1):
            due = oracle.keep_highest(n, best, 6)
            row = keep[n * (tables.KEEP_BEST + 1) + best]
            assert row[: len(due)].tolist() == [float(due[(best + above,)]) for above in range(len(due))]
            assert not row[len(due) :].any()


def test_a_table_of_certain_outcomes_never_uses_its_coin():
    for weights in ([5], [0, 7], [0, 0, 1, 0]):
        sure = next(i for i, w in enumerate(weights) if w)
        assert odds_of_row(np.array(tables.alias_row(weights, 2), np.uint64), 2)[sure] == 1
