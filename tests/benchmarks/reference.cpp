// Reference program of the benchmarks: the three bench pipelines in C++, to be timed beside Enfilade's kernels.
//
//   g++ -O3 -march=native -std=c++17 -shared -fPIC reference.cpp -o reference.so
//
// Loaded by ctypes, so that all contenders take turns inside one process. Every pipeline has the signature
//
//   void f(uint64_t seed, uint64_t first_trial, uint64_t trials, int64_t *counts)
//
// and adds its trials to a dense histogram, row-major over the outcome's fields:
//
//   P1 shooting        hits 0..24, casualties 0..6, suppressed 0..1                             25 x 7 x 2
//   P2 Exoshift shot   hits 0..3, damage 0..3, disruption 0..3, result 0..6                     4 x 4 x 4 x 7
//   P3 close assault   attackers 0..6, defenders 0..6, ending 0..4                              7 x 7 x 5
//                      (0 unfinished, 1 defender gone, 2 defender fled, 3 attacker gone, 4 attacker fled)
//
// Contenders: *_scalar (pool level, xoshiro256++), p1_die (die by die, with branches), *_block and p3_stepped
// (counter streams, left to the compiler to vectorise), p1_avx512 (counter streams, intrinsics). P3 draws the faces of
// both sides of a strike, and *_at_once the hits that are left, as Enfilade does.

#include <algorithm>
#include <cstdint>
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
#define HAS_AVX512 1
#else
#define HAS_AVX512 0
#endif

#define EXPORT extern "C" __attribute__((visibility("default")))
#define INLINE_MEMBER __attribute__((always_inline))
#define INLINE static inline INLINE_MEMBER

namespace {

using u64 = uint64_t;
using i64 = int64_t;
using u128 = unsigned __int128;

constexpr int BLOCK = 1024;  // trials a block

// ---------------------------------------------------------------------------------------------- generators

constexpr u64 G = 0x9E3779B97F4A7C15;   // step between trials
constexpr u64 G2 = 0xD1B54A32D192ED03;  // step between places, the draws of one trial
constexpr u64 MIX_1 = 0xBF58476D1CE4E5B9, MIX_2 = 0x94D049BB133111EB;

// The finaliser of splitmix64.
INLINE u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * MIX_1;
    z = (z ^ (z >> 27)) * MIX_2;
    return z ^ (z >> 31);
}

// Counter streams: trial and place alone decide a word, so trials are independent of each other's draws.
INLINE u64 trial_hash(u64 key, u64 trial) { return mix(key + trial * G); }
INLINE u64 word(u64 hash, u64 place) { return mix(hash + place * G2); }

// xoshiro256++ of Blackman and Vigna.
struct Xoshiro {
    u64 a, b, c, d;

    Xoshiro(u64 seed, u64 first_trial) {
        const u64 key = trial_hash(mix(seed), first_trial);
        a = word(key, 1), b = word(key, 2), c = word(key, 3), d = word(key, 4);
    }
    static u64 rotated(u64 x, int by) { return (x << by) | (x >> (64 - by)); }
    u64 operator()() {
        const u64 result = rotated(a + d, 23) + a, shifted = b << 17;
        c ^= a, d ^= b, b ^= c, a ^= d, c ^= shifted, d = rotated(d, 45);
        return result;
    }
};

// ------------------------------------------------------------------------------------------- alias tables

// Walker's alias method. An entry of a row keeps in one word the threshold (high bits), and in `value_bits` each
// the value of the alias and, if `both`, of the column itself (low bits). The weights are exact integers and so
// is the construction; only the threshold is rounded, to the bits that are left for it.
void fill_row(u64 *row, int width, const u64 *weight, const u64 *value, int outcomes, int value_bits, bool both) {
    u128 total = 0, mass[512];
    int small[512], large[512], n_small = 0, n_large = 0;
    for (int i = 0; i < outcomes; i++) total += weight[i];
    const int low_bits = both ? 2 * value_bits : value_bits;
    auto store = [&](int column, u128 keep, int alias) {
        u64 threshold = u64((keep << (64 - low_bits)) / total) << low_bits;
        if (column == alias) threshold = ~u64(0) << low_bits;  // a full column, whatever the threshold
        const u64 own = both && column < outcomes ? value[column] << value_bits : 0;
        row[column] = threshold | own | value[alias];
    };
    for (int i = 0; i < width; i++) {
        mass[i] = i < outcomes ? u128(weight[i]) * width : 0;
        if (mass[i] < total) small[n_small++] = i;
        else large[n_large++] = i;
    }
    while (n_small) {
        const int from = small[--n_small], to = large[n_large - 1];
        store(from, mass[from], to);
        mass[to] -= total - mass[from];
        if (mass[to] < total) n_large--, small[n_small++] = to;
    }
    while (n_large) n_large--, store(large[n_large], total, large[n_large]);
}

// A hit of face f is cancelled by a defence die of f or more, so cancelling as many as possible lets through the
// largest excess of hits over dice "at f or more", for f = 6, 5, 4 (Hall's theorem; the greedy matching reaches it).
INLINE i64 excess(u64 hits, u64 dice, int shift) { return i64((hits >> shift) & 15) - i64((dice >> shift) & 15); }
INLINE i64 uncancelled(u64 hits, u64 dice) {
    i64 through = std::max<i64>(excess(hits, dice, 0), 0);
    through = std::max(through, excess(hits, dice, 4));
    return std::max(through, excess(hits, dice, 8));
}

constexpr u64 ALIAS = 0xFF;                // pools: 8 bits of alias, the column is its own value
constexpr u64 FACES = 0xFFF;               // faces: 12 bits each for the column and for the alias
constexpr u64 BOTH_FACES = (FACES << 12) | FACES;

struct Tables {
    alignas(64) u64 hit_p1[32];            // Bin(24, 3/6)
    alignas(64) u64 armour_p1[25 * 32];    // Bin(n, 2/6): not saved by armour
    alignas(64) u64 cover_p1[25 * 32];     // Bin(n, 4/6): not saved by cover
    alignas(64) u64 two_d6[16];            // 2d6, counted from 0
    alignas(64) u64 hit_p2[4];             // Bin(3, 6/10)
    alignas(64) u64 damage_p2[4 * 4];      // Bin(n, 6/10)
    alignas(64) u64 disrupt_p2[4 * 4];     // Bin(n, 2/4): passes that disrupt
    alignas(64) u64 attack_p3[13 * 512];   // faces of 0..12 attack dice
    alignas(64) u64 defence_p3[7 * 128];   // faces of 0..6 defence dice
    alignas(64) u64 clash_p3[13 * 7 * 16]; // hits of 0..12 attack dice that 0..6 defence dice leave

    static void pool(u64 *row, int width, int n, u64 p, u64 q) {  // successes of n dice, odds p : q
        u64 weight[32], value[32];
        for (int k = 0; k <= n; k++) {
            weight[k] = 1, value[k] = k;
            for (int i = 0; i < k; i++) weight[k] = weight[k] * (n - i) / (i + 1);
            for (int i = 0; i < n; i++) weight[k] *= i < k ? p : q;
        }
        fill_row(row, width, weight, value, n + 1, 8, false);
    }

    // Counts of the dice at 6, at 5 or more, at 4 or more, four bits each: all that cancelling needs.
    static int faces_of(int n, u64 *weight, u64 *value) {
        u64 factorial[13] = {1};
        int outcomes = 0;
        for (int i = 1; i <= 12; i++) factorial[i] = factorial[i - 1] * i;
        for (int c6 = 0; c6 <= n; c6++)
            for (int c5 = 0; c5 <= n - c6; c5++)
                for (int c4 = 0; c4 <= n - c6 - c5; c4++, outcomes++) {
                    const int misses = n - c6 - c5 - c4;
                    u64 w = factorial[n] / factorial[c6] / factorial[c5] / factorial[c4] / factorial[misses];
                    for (int i = 0; i < misses; i++) w *= 3;
                    weight[outcomes] = w;
                    value[outcomes] = c6 | (c6 + c5) << 4 | (c6 + c5 + c4) << 8;
                }
        return outcomes;
    }
    static void faces(u64 *row, int width, int n) {
        u64 weight[512], value[512];
        const int outcomes = faces_of(n, weight, value);
        fill_row(row, width, weight, value, outcomes, 12, true);
    }
    // Hits of n attack dice that m defence dice leave.
    static void clash(u64 *row, int n, int m) {
        u64 attack_weight[512], attack[512], defence_weight[512], defence[512], weight[16] = {}, value[16];
        const int attacks = faces_of(n, attack_weight, attack), defences = faces_of(m, defence_weight, defence);
        for (int i = 0; i < attacks; i++)
            for (int j = 0; j < defences; j++)
                weight[uncancelled(attack[i], defence[j])] += attack_weight[i] * defence_weight[j];
        for (int k = 0; k <= n; k++) value[k] = k;
        fill_row(row, 16, weight, value, n + 1, 8, false);
    }

    Tables() {
        const u64 ways[11] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}, total[11] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        fill_row(two_d6, 16, ways, total, 11, 8, false);
        pool(hit_p1, 32, 24, 1, 1);
        for (int n = 0; n <= 24; n++) pool(armour_p1 + 32 * n, 32, n, 1, 2), pool(cover_p1 + 32 * n, 32, n, 2, 1);
        pool(hit_p2, 4, 3, 3, 2);
        for (int n = 0; n <= 3; n++) pool(damage_p2 + 4 * n, 4, n, 3, 2), pool(disrupt_p2 + 4 * n, 4, n, 1, 1);
        for (int n = 0; n <= 12; n++) faces(attack_p3 + 512 * n, 512, n);
        for (int n = 0; n <= 6; n++) faces(defence_p3 + 128 * n, 128, n);
        for (int n = 0; n <= 12; n++)
            for (int m = 0; m <= 6; m++) clash(clash_p3 + 16 * (7 * n + m), n, m);
    }
};

const Tables &tables() {
    static const Tables built;  // once, at the first call, safe between threads
    return built;
}

// A source of words, and its way to say `first ? a : b` without a branch. Vector code has a blend for it; in scalar
// code g++ turns some of them into jumps, which random words mispredict, so there it is arithmetic.
struct Sequential {
    Xoshiro &random;
    INLINE_MEMBER u64 operator()(u64) const { return random(); }
    INLINE_MEMBER static u64 choose(bool first, u64 a, u64 b) { return b + (a - b) * first; }
};
struct Counter {
    u64 hash, start;
    INLINE_MEMBER u64 operator()(u64 place) const { return word(hash, start + place); }
    INLINE_MEMBER static u64 choose(bool first, u64 a, u64 b) { return first ? a : b; }
};

// One draw from row `n`: the low bits of the word choose the column, the high ones decide between it and its alias.
template <u64 WIDTH, class Draw> INLINE u64 pick(const u64 *table, u64 n, Draw draw, u64 place) {
    const u64 w = draw(place), column = w & (WIDTH - 1), entry = table[n * WIDTH + column];
    return Draw::choose(w < (entry & ~ALIAS), column, entry & ALIAS);
}
// Here g++ finds the conditional move by itself.
template <u64 WIDTH, class Draw> INLINE u64 pick_faces(const u64 *table, u64 n, Draw draw, u64 place) {
    const u64 w = draw(place), entry = table[n * WIDTH + (w & (WIDTH - 1))];
    return (w < (entry & ~BOTH_FACES) ? entry >> 12 : entry) & FACES;
}

// ------------------------------------------------------------------------------------------------- the rules

// Each takes its words from `draw`, so that both kinds of stream share it.
template <class Draw> INLINE u64 p1_rule(const Tables &t, Draw draw) {
    const u64 hits = pick<32>(t.hit_p1, 0, draw, 1);
    const u64 pierced = pick<32>(t.armour_p1, hits, draw, 2);
    const u64 unsaved = pick<32>(t.cover_p1, pierced, draw, 3);
    const u64 casualties = unsaved < 6 ? unsaved : 6;
    const u64 at_most = 5 + (hits > 0) + (casualties > 0) + (2 * (6 - casualties) < 6);
    const u64 suppressed = pick<16>(t.two_d6, 0, draw, 4) + 2 <= at_most;
    return (hits * 7 + casualties) * 2 + suppressed;
}

template <class Draw> INLINE u64 p2_rule(const Tables &t, Draw draw) {
    const u64 hits = pick<4>(t.hit_p2, 0, draw, 1);
    const u64 damage = pick<4>(t.damage_p2, hits, draw, 2);
    const u64 disruption = pick<4>(t.disrupt_p2, hits - damage, draw, 3);
    const i64 face = i64(((draw(4) >> 32) * 10) >> 32) + 1;
    const i64 score = face + i64(disruption) + 2 - 6;
    const i64 band = std::min<i64>(std::max<i64>((score + 1) >> 1, 1), 6);  // bands of two, from "2 or less" on
    return ((hits * 4 + damage) * 4 + disruption) * 7 + Draw::choose(damage > 0, u64(band), 0);
}

// A strike on `struck` models, of which it leaves the survivors; returns 0, 1 if none is left, 2 if they flee.
// AT_ONCE: what the defence leaves is one draw; else the faces of both sides are drawn, and compared.
template <bool AT_ONCE, class Draw> INLINE i64 p3_strike(const Tables &t, Draw draw, i64 striker, i64 &struck) {
    i64 through;
    if constexpr (AT_ONCE) {
        through = i64(pick<16>(t.clash_p3, 14 * u64(striker) + u64(struck), draw, 1));
    } else {
        const u64 attack = pick_faces<512>(t.attack_p3, 2 * u64(striker), draw, 1);
        through = uncancelled(attack, pick_faces<128>(t.defence_p3, u64(struck), draw, 2));
    }
    struck -= std::min(through, struck);
    const i64 at_most = 2 + i64(through > 0) + i64(2 * struck < 6) + i64(struck < striker);
    if (struck == 0) return 1;
    return i64(pick<16>(t.two_d6, 0, draw, 3)) + 2 <= at_most ? 2 : 0;
}

}  // namespace

// ------------------------------------------------------------------------ scalar, pool level, xoshiro256++

EXPORT void p1_scalar(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    const Tables &t = tables();
    Xoshiro random(seed, first_trial);
    for (u64 i = 0; i < trials; i++) counts[p1_rule(t, Sequential{random})]++;
}

EXPORT void p2_scalar(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    const Tables &t = tables();
    Xoshiro random(seed, first_trial);
    for (u64 i = 0; i < trials; i++) counts[p2_rule(t, Sequential{random})]++;
}

template <bool AT_ONCE> INLINE void scalar_assaults(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    const Tables &t = tables();
    Xoshiro random(seed, first_trial);
    const Sequential draw{random};
    for (u64 i = 0; i < trials; i++) {
        i64 attackers = 6, defenders = 6, ending = 0;
        for (int round = 0; round < 10; round++) {
            ending = p3_strike<AT_ONCE>(t, draw, attackers, defenders);
            if (ending) break;
            ending = p3_strike<AT_ONCE>(t, draw, defenders, attackers);
            ending += ending ? 2 : 0;
            if (ending) break;
        }
        counts[(attackers * 7 + defenders) * 5 + ending]++;
    }
}

EXPORT void p3_scalar(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    scalar_assaults<false>(seed, first_trial, trials, counts);
}
EXPORT void p3_scalar_at_once(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    scalar_assaults<true>(seed, first_trial, trials, counts);
}

// ------------------------------------------------------------------ the naive program, die by die, xoshiro256++

EXPORT void p1_die(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    Xoshiro random(seed, first_trial);
    auto d6 = [&] { return int(((random() >> 32) * 6) >> 32) + 1; };
    for (u64 i = 0; i < trials; i++) {
        int hits = 0, casualties = 0;
        for (int shot = 0; shot < 24; shot++) {
            if (d6() > 3) continue;
            hits++;
            if (d6() <= 4) continue;  // armour
            if (d6() <= 2) continue;  // cover
            if (casualties < 6) casualties++;
        }
        int at_most = 5;
        if (hits > 0) at_most++;
        if (casualties > 0) at_most++;
        if (2 * (6 - casualties) < 6) at_most++;
        const int first = d6(), second = d6();
        counts[(hits * 7 + casualties) * 2 + (first + second <= at_most)]++;
    }
}

// -------------------------------------------------------- counter streams, vectorised across trials by the compiler

// A block: one tight loop that stores outcomes, then a pass that counts them. Narrow outcomes make g++ take 32 trials
// at a time, that is four vectors side by side, which hides the wait for the gathers.
using Outcome = uint16_t;
template <class Rule> INLINE void in_blocks(u64 key, u64 first_trial, u64 trials, i64 *counts, Rule rule) {
    const Tables &t = tables();
    alignas(64) Outcome outcome[BLOCK];
    for (u64 done = 0; done < trials; done += BLOCK) {
        const int n = int(std::min<u64>(BLOCK, trials - done));
        for (int i = 0; i < n; i++)
            outcome[i] = Outcome(rule(t, Counter{trial_hash(key, first_trial + done + u64(i)), 0}));
        for (int i = 0; i < n; i++) counts[outcome[i]]++;
    }
}

EXPORT void p1_block(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    in_blocks(mix(seed), first_trial, trials, counts, [](const Tables &t, auto draw) { return p1_rule(t, draw); });
}

EXPORT void p2_block(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    in_blocks(mix(seed), first_trial, trials, counts, [](const Tables &t, auto draw) { return p2_rule(t, draw); });
}

// All trials of a block strike together; those that ended then leave it, without a branch. A state packs attackers,
// defenders and ending in three bits each.
using State = int32_t;
struct Assaults {
    int n, n_ended;
    alignas(64) u64 hash[BLOCK];
    alignas(64) State state[BLOCK], ended[BLOCK];
};

template <bool AT_ONCE, bool BY_DEFENDER> INLINE void strike_together(const Tables &t, Assaults &on, u64 strike) {
    constexpr int STRIKER = BY_DEFENDER ? 3 : 6, STRUCK = BY_DEFENDER ? 6 : 3;
    for (int i = 0; i < on.n; i++) {
        const i64 state = on.state[i], striker = (state >> STRIKER) & 7;
        i64 struck = (state >> STRUCK) & 7;
        const i64 ending = p3_strike<AT_ONCE>(t, Counter{on.hash[i], strike * 4}, striker, struck);
        on.state[i] = State(striker << STRIKER | struck << STRUCK | (BY_DEFENDER && ending ? ending + 2 : ending));
    }
    int kept = 0, n_ended = on.n_ended;
    for (int i = 0; i < on.n; i++) {
        const State state = on.state[i];
        const u64 hash = on.hash[i];
        const int over = (state & 7) != 0;
        on.ended[n_ended] = on.state[kept] = state;
        on.hash[kept] = hash;
        n_ended += over;
        kept += !over;
    }
    on.n = kept, on.n_ended = n_ended;
}

template <bool AT_ONCE> INLINE void stepped_assaults(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    const Tables &t = tables();
    const u64 key = mix(seed);
    Assaults on;
    i64 seen[512] = {};
    for (u64 done = 0; done < trials; done += BLOCK) {
        on.n = int(std::min<u64>(BLOCK, trials - done)), on.n_ended = 0;
        for (int i = 0; i < on.n; i++) {
            on.hash[i] = trial_hash(key, first_trial + done + u64(i));
            on.state[i] = 6 << 6 | 6 << 3;
        }
        for (u64 strike = 0; strike < 20 && on.n; strike += 2) {
            strike_together<AT_ONCE, false>(t, on, strike);
            strike_together<AT_ONCE, true>(t, on, strike + 1);
        }
        for (int i = 0; i < on.n_ended; i++) seen[on.ended[i]]++;
        for (int i = 0; i < on.n; i++) seen[on.state[i]]++;
    }
    for (int s = 0; s < 512; s++)
        if (seen[s]) counts[((s >> 6) * 7 + (s >> 3 & 7)) * 5 + (s & 7)] += seen[s];
}

EXPORT void p3_stepped(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    stepped_assaults<false>(seed, first_trial, trials, counts);
}
EXPORT void p3_stepped_at_once(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    stepped_assaults<true>(seed, first_trial, trials, counts);
}

// ------------------------------------------------------------------------- counter streams, AVX-512 intrinsics

EXPORT int has_avx512(void) { return HAS_AVX512; }

#if HAS_AVX512

// A gather is slow to answer, so several vectors of 8 trials go through each step together.
constexpr int VECTORS = 4;
struct Wide {
    __m512i v[VECTORS];
};
template <class Step> INLINE Wide each(Step step) {
    Wide result;
    for (int v = 0; v < VECTORS; v++) result.v[v] = step(v);
    return result;
}

INLINE __m512i wide(u64 x) { return _mm512_set1_epi64(i64(x)); }

INLINE __m512i wide_mix(__m512i z) {
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 30)), wide(MIX_1));
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), wide(MIX_2));
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

// pick(): `entry_at(v, column)` finds the entries, by a gather or in registers.
template <u64 WIDTH, class EntryAt> INLINE Wide wide_pick(const Wide &hash, u64 place, EntryAt entry_at) {
    const Wide w = each([&](int v) { return wide_mix(_mm512_add_epi64(hash.v[v], wide(place * G2))); });
    const Wide column = each([&](int v) { return _mm512_and_si512(w.v[v], wide(WIDTH - 1)); });
    const Wide entry = each([&](int v) { return entry_at(v, column.v[v]); });
    return each([&](int v) {
        const __m512i threshold = _mm512_and_si512(entry.v[v], wide(~ALIAS));
        return _mm512_mask_and_epi64(column.v[v], _mm512_cmpge_epu64_mask(w.v[v], threshold), entry.v[v], wide(ALIAS));
    });
}
INLINE __m512i of_16(const u64 *row, __m512i column) {
    return _mm512_permutex2var_epi64(_mm512_load_si512(row), column, _mm512_load_si512(row + 8));
}
INLINE __m512i of_32(const u64 *row, __m512i column) {
    const __mmask8 upper = _mm512_test_epi64_mask(column, wide(16));
    return _mm512_mask_blend_epi64(upper, of_16(row, column), of_16(row + 16, column));
}
INLINE __m512i gathered(const u64 *table, __m512i n, __m512i column) {
    return _mm512_i64gather_epi64(_mm512_or_si512(_mm512_slli_epi64(n, 5), column), table, 8);
}

EXPORT void p1_avx512(u64 seed, u64 first_trial, u64 trials, i64 *counts) {
    const Tables &t = tables();
    const u64 key = mix(seed);
    const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), one = wide(1);
    alignas(64) Outcome outcome[BLOCK];
    for (u64 done = 0; done < trials; done += BLOCK) {
        const int n = int(std::min<u64>(BLOCK, trials - done));
        for (int i = 0; i < n; i += 8 * VECTORS) {
            const Wide hash = each([&](int v) {
                const __m512i trial = _mm512_add_epi64(wide(first_trial + done + u64(i + 8 * v)), lane);
                return wide_mix(_mm512_add_epi64(wide(key), _mm512_mullo_epi64(trial, wide(G))));
            });
            const Wide hits = wide_pick<32>(hash, 1, [&](int, __m512i at) { return of_32(t.hit_p1, at); });
            const Wide pierced =
                wide_pick<32>(hash, 2, [&](int v, __m512i at) { return gathered(t.armour_p1, hits.v[v], at); });
            const Wide unsaved =
                wide_pick<32>(hash, 3, [&](int v, __m512i at) { return gathered(t.cover_p1, pierced.v[v], at); });
            const Wide total = wide_pick<16>(hash, 4, [&](int, __m512i at) { return of_16(t.two_d6, at); });
            for (int v = 0; v < VECTORS; v++) {
                const __m512i h = hits.v[v], casualties = _mm512_min_epi64(unsaved.v[v], wide(6));
                __m512i at_most = wide(5 - 2);  // the table counts 2d6 from 0
                at_most = _mm512_mask_add_epi64(at_most, _mm512_test_epi64_mask(h, h), at_most, one);
                at_most = _mm512_mask_add_epi64(at_most, _mm512_test_epi64_mask(casualties, casualties), at_most, one);
                at_most = _mm512_mask_add_epi64(at_most, _mm512_cmpgt_epi64_mask(casualties, wide(3)), at_most, one);
                const __mmask8 suppressed = _mm512_cmple_epi64_mask(total.v[v], at_most);
                __m512i index = _mm512_add_epi64(_mm512_sub_epi64(_mm512_slli_epi64(h, 3), h), casualties);
                index = _mm512_add_epi64(index, index);
                index = _mm512_mask_add_epi64(index, suppressed, index, one);
                _mm_store_si128((__m128i *)(outcome + i + 8 * v), _mm512_cvtepi64_epi16(index));
            }
        }
        for (int i = 0; i < n; i++) counts[outcome[i]]++;
    }
}

#endif

// --------------------------------------------------------------------------------- raw speed of the generators

// Each xors n words into *out.
EXPORT void raw_hash(u64 seed, u64 first, u64 n, u64 *out) {
    const u64 hash = trial_hash(mix(seed), 0);
    u64 all = 0;
    for (u64 i = 0; i < n; i++) all ^= word(hash, first + i);
    *out ^= all;
}

EXPORT void raw_xoshiro(u64 seed, u64 first, u64 n, u64 *out) {
    Xoshiro random(seed, first);
    u64 all = 0;
    for (u64 i = 0; i < n; i++) all ^= random();
    *out ^= all;
}
