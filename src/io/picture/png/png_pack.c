/*
 * Deflate for differences of pixels.
 *
 * In deflate a byte is written as a literal or as part of a copy of earlier bytes. A literal takes
 * two or three bits here, and a copy more than twenty, so only copies of at least sixteen bytes
 * save bits, and they are searched only at every second pixel: they are compared with one
 * candidate, the last place whose sixteen bytes had the same hash. Every block has codes of its own
 * [Huffman 1952], no longer than 14 bits, so that four literals fit into the 64-bit buffer beside
 * the bits that are not yet written. The lengths of a block's codes are written with four bits
 * each, so that a block begins with about 160 bytes of them.
 */
#include "io/picture/png/png_pack.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 1 << 17, /* largest number of bytes of a block before compression */
    LITERALS = 286,
    DISTANCES = 30,
    END = 256,
    LONGEST = 14, /* code, bits */
    LEAST = 16,   /* copy, bytes */
    MOST = 258,
    WINDOW = 32768,
    HASH = 13, /* bits */
    COPIES = BLOCK / LEAST + 1
};

typedef struct copy {
    uint32_t before; /* number of literals between the end of the previous copy and this copy */
    uint16_t length, distance;
} copy;

typedef struct code {
    uint16_t bits[LITERALS];
    uint8_t length[LITERALS];
} code;

typedef struct coder {
    /* last place with each hash, a candidate for a copy: different bytes can have the same hash, so
     * the bytes are always compared */
    uint32_t last[1 << HASH];
    copy copy[COPIES];
    uint32_t copies;
    uint32_t tail; /* number of literals after the last copy of the block */
    /* frequencies of the symbols: literals and lengths of copies; distances of copies */
    uint32_t literal[LITERALS], distance[DISTANCES];
    code literals, distances;
    uint8_t length_code[MOST + 1], distance_code[512];
} coder;

/* ---- codes ----------------------------------------------------------------------------------- */

/* length [symbols]: code lengths, in bits, of a Huffman code for the n symbols, which are sorted by
 * frequency (often). The tree is made from two queues, one of leaves and one of inner nodes, both
 * sorted by weight [van Leeuwen 1976]
 */
static void tree_lengths(const uint32_t *symbol, const uint32_t *often, int n, uint8_t *length) {
    uint32_t weight[2 * LITERALS];
    uint16_t up[2 * LITERALS];
    int leaf = 0, inner = n, end = n;
    for (int i = 0; i < n; i++) weight[i] = often[symbol[i]];
    while (end < 2 * n - 1) {
        uint32_t sum = 0;
        for (int k = 0; k < 2; k++) {
            bool is_leaf = leaf < n && (inner == end || weight[leaf] <= weight[inner]);
            int at = is_leaf ? leaf++ : inner++;
            sum += weight[at];
            up[at] = (uint16_t)end;
        }
        weight[end++] = sum;
    }
    uint8_t depth[2 * LITERALS];
    depth[end - 1] = 0;
    for (int i = end - 2; i >= 0; i--) {
        depth[i] = (uint8_t)(depth[up[i]] + 1);
        if (i < n) length[symbol[i]] = depth[i];
    }
}

/* limits code lengths to LONGEST, and lengthens shorter codes until the lengths satisfy Kraft's
 * inequality again */
static void limit_lengths(const uint32_t *symbol, int n, uint8_t *length) {
    uint32_t taken = 0;
    for (int i = 0; i < n; i++) {
        uint8_t *a = &length[symbol[i]];
        if (*a > LONGEST) *a = LONGEST;
        taken += 1u << (LONGEST - *a);
    }
    /* rarest first */
    while (taken > 1u << LONGEST)
        for (int i = 0; i < n && taken > 1u << LONGEST; i++) {
            uint8_t *a = &length[symbol[i]];
            if (*a == LONGEST) continue;
            taken -= 1u << (LONGEST - *a);
            taken += 1u << (LONGEST - ++*a);
        }
    /* if code space is left, codes of the most frequent symbols are shortened */
    for (int i = n; i-- > 0;) {
        uint8_t *a = &length[symbol[i]];
        while (*a > 1 && taken + (1u << (LONGEST - *a)) <= 1u << LONGEST) {
            taken += 1u << (LONGEST - *a);
            --*a;
        }
    }
}

/* symbol: the symbols that occur, sorted by frequency, the rarest first, and by number if equal;
 * returns their number */
static int sort(const uint32_t *often, int count, uint32_t *symbol) {
    int n = 0;
    for (int s = 0; s < count; s++) {
        if (!often[s]) continue;
        int at = n++;
        for (; at > 0 && often[symbol[at - 1]] > often[s]; at--) symbol[at] = symbol[at - 1];
        symbol[at] = (uint32_t)s;
    }
    return n;
}

static void make_code(const uint32_t *often, int count, code *c) {
    uint32_t symbol[LITERALS];
    uint32_t next[LONGEST + 2] = {0};
    memset(c->length, 0, sizeof c->length);
    int n = sort(often, count, symbol);
    tree_lengths(symbol, often, n, c->length);
    limit_lengths(symbol, n, c->length);
    for (int s = 0; s < count; s++)
        if (c->length[s]) next[c->length[s] + 1]++;
    for (int k = 1; k <= LONGEST + 1; k++) next[k] = (next[k] + next[k - 1]) << (k > 1);
    for (int s = 0; s < count; s++) {
        uint32_t k = c->length[s], a = k ? next[k]++ : 0, reversed = 0;
        for (uint32_t i = 0; i < k; i++) reversed |= (a >> i & 1) << (k - 1 - i);
        c->bits[s] = (uint16_t)reversed;
    }
}

static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[DISTANCES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

static uint32_t distance_extra(uint32_t code_) {
    return code_ < 4 ? 0 : code_ / 2 - 1;
}

static void make_tables(coder *c) {
    for (uint8_t k = 0; k < 29; k++)
        for (uint32_t i = length_base[k]; i <= MOST; i++) c->length_code[i] = k;
    /* fills distance_code [512]: the codes for distance - 1 = 0 .. 255, then for larger distances
     * in steps of 128 */
    for (int k = 0; k < DISTANCES; k++) {
        uint32_t from = distance_base[k] - 1u;
        for (uint32_t i = from; i < 256; i++) c->distance_code[i] = (uint8_t)k;
        for (uint32_t i = (from + 127) / 128; i < 256; i++) c->distance_code[256 + i] = (uint8_t)k;
    }
}

static uint32_t distance_code_of(const coder *c, uint32_t distance) {
    uint32_t d = distance - 1;
    return d < 256 ? c->distance_code[d] : c->distance_code[256 + d / 128];
}

/* ---- copies ---------------------------------------------------------------------------------- */

static uint64_t eight(const uint8_t *p) {
    uint64_t a;
    memcpy(&a, p, 8);
    return a;
}

static uint32_t hash_of(uint64_t a, uint64_t b) {
    return (uint32_t)(((a ^ (b << 31 | b >> 33)) * 0x9e3779b97f4a7c15u) >> (64 - HASH));
}

static uint32_t alike(const uint8_t *a, const uint8_t *b, uint32_t most) {
    uint32_t n = LEAST;
    while (n + 8 <= most && eight(a + n) == eight(b + n)) n += 8;
    while (n < most && a[n] == b[n]) n++;
    return n;
}

/* fills c->copy with the copies for the bytes at .. end - 1; row: length of a row, bytes; pair:
 * size of two pixels, bytes */
static void find_copies(coder *c, const uint8_t *from, size_t at, size_t end, size_t row,
                        size_t pair) {
    size_t done = at;
    c->copies = 0;
    /* offset of the row's first byte, the filter's; pixels begin after it */
    size_t line = at - at % row;
    while (at + LEAST <= end) {
        while (line + row <= at) line += row;
        size_t in = at - line, off = in ? (in - 1) % pair : 0;
        at += in == 0 ? 1 : off ? pair - off : 0;
        size_t stop = line + row < end - LEAST + 1 ? line + row : end - LEAST + 1;
        for (; at < stop; at += pair) {
            uint64_t a = eight(from + at), b = eight(from + at + 8);
            uint32_t *cell = &c->last[hash_of(a, b)], distance = (uint32_t)at - *cell;
            *cell = (uint32_t)at;
            if (distance - 1 >= WINDOW || distance > at) continue;
            const uint8_t *before = from + at - distance;
            if (((eight(before) ^ a) | (eight(before + 8) ^ b)) != 0) continue;
            size_t most = end - at < MOST ? end - at : MOST;
            uint32_t n = alike(from + at, before, (uint32_t)most);
            c->copy[c->copies++] = (copy){(uint32_t)(at - done), (uint16_t)n, (uint16_t)distance};
            at += n;
            done = at;
            break;
        }
        if (done != at && at > line + row) at = line + row;
    }
    c->tail = (uint32_t)(end - done);
}

static void count(coder *c, const uint8_t *p) {
    /* four counters for each byte, used in turn, so that increments for equal bytes in succession
     * need not wait for each other */
    uint32_t often[4][256];
    memset(often, 0, sizeof often);
    memset(c->literal, 0, sizeof c->literal);
    memset(c->distance, 0, sizeof c->distance);
    for (uint32_t i = 0; i <= c->copies; i++) {
        uint32_t n = i < c->copies ? c->copy[i].before : c->tail, k = 0;
        for (; k + 4 <= n; k += 4, p += 4)
            for (int j = 0; j < 4; j++) often[j][p[j]]++;
        for (; k < n; k++) often[0][*p++]++;
        if (i == c->copies) break;
        c->literal[257 + c->length_code[c->copy[i].length]]++;
        c->distance[distance_code_of(c, c->copy[i].distance)]++;
        p += c->copy[i].length;
    }
    for (int i = 0; i < 256; i++)
        c->literal[i] = often[0][i] + often[1][i] + often[2][i] + often[3][i];
    c->literal[END] = 1;
    /* a code must have at least two symbols, so symbols that do not occur are counted once */
    c->literal[257]++;
    c->distance[0]++;
    c->distance[1]++;
}

/* ---- bits ------------------------------------------------------------------------------------ */

typedef struct bits {
    uint64_t held;
    uint32_t count; /* number of bits in `held`; below 8 after flush */
    uint8_t *to;
} bits;

static inline void flush(bits *b) {
    uint64_t a = b->held;
    uint8_t low[8] = {(uint8_t)a,         (uint8_t)(a >> 8),  (uint8_t)(a >> 16),
                      (uint8_t)(a >> 24), (uint8_t)(a >> 32), (uint8_t)(a >> 40),
                      (uint8_t)(a >> 48), (uint8_t)(a >> 56)};
    memcpy(b->to, low, 8);
    b->to += b->count >> 3;
    b->held >>= b->count & ~7u;
    b->count &= 7;
}

static inline void put(bits *b, uint64_t value, uint32_t count_) {
    b->held |= value << b->count;
    b->count += count_;
}

static inline void put_symbol(bits *b, const uint32_t *table, uint32_t s) {
    put(b, table[s] & 0xffff, table[s] >> 16);
}

static void put_codes(const coder *c, bool last, bits *b) {
    /* the code for code lengths: each length 0 .. 15 is coded by four bits, its own bits in reverse
     * order. The format asks for the lengths of this code in the order 16 17 18 0 8 7 9 6 10 5 11 4
     * 12 3 13 2 14 1 15 */
    static const uint8_t reversed[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    put(b, last | 2 << 1, 3);
    put(b, LITERALS - 257, 5);
    put(b, DISTANCES - 1, 5);
    put(b, 19 - 4, 4);
    flush(b);
    for (int i = 0; i < 19; i++) {
        put(b, i < 3 ? 0 : 4, 3);
        flush(b);
    }
    for (int i = 0; i < LITERALS; i++) {
        put(b, reversed[c->literals.length[i]], 4);
        flush(b);
    }
    for (int i = 0; i < DISTANCES; i++) {
        put(b, reversed[c->distances.length[i]], 4);
        flush(b);
    }
}

static const uint8_t *put_literals(const uint32_t *table, const uint8_t *p, uint32_t n, bits *b) {
    bits w = *b;
    for (; n >= 4; n -= 4, p += 4) {
        for (int j = 0; j < 4; j++) put_symbol(&w, table, p[j]);
        flush(&w);
    }
    for (; n > 0; n--) put_symbol(&w, table, *p++);
    flush(&w);
    *b = w;
    return p;
}

static void put_block(coder *c, const uint8_t *p, bool last, bits *b) {
    uint32_t table[LITERALS], distance[DISTANCES];
    count(c, p);
    make_code(c->literal, LITERALS, &c->literals);
    make_code(c->distance, DISTANCES, &c->distances);
    for (int i = 0; i < LITERALS; i++)
        table[i] = c->literals.bits[i] | (uint32_t)c->literals.length[i] << 16;
    for (int i = 0; i < DISTANCES; i++)
        distance[i] = c->distances.bits[i] | (uint32_t)c->distances.length[i] << 16;
    put_codes(c, last, b);
    for (uint32_t i = 0; i < c->copies; i++) {
        const copy *a = &c->copy[i];
        p = put_literals(table, p, a->before, b) + a->length;
        uint32_t k = c->length_code[a->length], d = distance_code_of(c, a->distance);
        put_symbol(b, table, 257 + k);
        put(b, a->length - length_base[k], length_extra[k]);
        put_symbol(b, distance, d);
        put(b, a->distance - (uint32_t)distance_base[d], distance_extra(d));
        flush(b);
    }
    put_literals(table, p, c->tail, b);
    put_symbol(b, table, END);
    flush(b);
}

/* ---- the stream ------------------------------------------------------------------------------ */

size_t tw_png_pack_bound(size_t size) {
    /* upper bound: a block's own code takes at most nine bits for a byte, and a copy takes less
     * than its bytes as literals */
    return size + size / 8 + (size / BLOCK + 1) * 256 + 32;
}

size_t tw_png_pack(const uint8_t *from, size_t size, size_t row, size_t pixel, uint8_t *to) {
    coder *c = calloc(1, sizeof *c);
    if (!c) return 0;
    make_tables(c);
    bits b = {.to = to + 2};
    to[0] = 0x78;
    to[1] = 0x01;
    for (size_t at = 0; at == 0 || at < size; at += BLOCK) {
        size_t end = size - at < BLOCK ? size : at + BLOCK;
        find_copies(c, from, at, end, row, 2 * pixel);
        put_block(c, from + at, end == size, &b);
    }
    free(c);
    if (b.count) put(&b, 0, 8 - b.count);
    flush(&b);
    uint32_t sum = libdeflate_adler32(1, from, size);
    for (int i = 0; i < 4; i++) *b.to++ = (uint8_t)(sum >> (24 - 8 * i));
    return (size_t)(b.to - to);
}
