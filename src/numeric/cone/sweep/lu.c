/* Symbolic part of lu.h: which blocks the factor has, and in which order they are eliminated. */
#include "numeric/cone/sweep/lu.h"

#include <amd.h>
#include <stdlib.h>
#include <string.h>

void tw_cone_lu_free(tw_cone_lu *m) {
    int *integers[] = {m->order, m->rank, m->first, m->below,    m->place,     m->head,
                       m->next,  m->at,   m->mark,  m->pointers, m->neighbours};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) free(integers[i]);
    free(m->diagonal);
    free(m->lower);
    free(m->upper);
    memset(m, 0, sizeof *m);
}

/* enlarges arrays, so that each has at least `need` elements of `size` bytes, and keeps their
 * contents. places [count]: addresses of the pointers to the arrays; *room: their present number of
 * elements; false: no memory */
static bool grow(void *const places[], int count, size_t *room, size_t need, size_t size) {
    if (need <= *room) return true;
    size_t more = need + need / 2 + 16;
    for (int i = 0; i < count; i++) {
        void *p; /* pointer to an array of any type */
        memcpy(&p, places[i], sizeof p);
        p = realloc(p, more * size);
        if (!p) return false;
        memcpy(places[i], &p, sizeof p);
    }
    *room = more;
    return true;
}

#define GROW(count, room, need, size, ...) grow((void *[]){__VA_ARGS__}, count, room, need, size)

static bool make_room(tw_cone_lu *m, int bodies, int pairs) {
    return GROW(8, &m->room.bodies, (size_t)bodies + 1, sizeof(int), &m->order, &m->rank, &m->first,
                &m->head, &m->next, &m->at, &m->mark, &m->pointers) &&
           GROW(1, &m->room.pairs, (size_t)pairs + 1, sizeof(int), &m->place) &&
           GROW(1, &m->room.neighbours, 2 * (size_t)pairs + 1, sizeof(int), &m->neighbours);
}

/* sets m->pointers, m->neighbours: for each body the bodies with which it shares a pair, each once
 * (CSR) */
static void touch(tw_cone_lu *m, int pairs, const int (*pair)[2]) {
    int n = m->bodies;
    memset(m->pointers, 0, ((size_t)n + 1) * sizeof(int));
    for (int i = 0; i < pairs; i++)
        if (pair[i][0] < n && pair[i][1] < n) {
            m->pointers[pair[i][0] + 1]++;
            m->pointers[pair[i][1] + 1]++;
        }
    for (int k = 0; k < n; k++) m->pointers[k + 1] += m->pointers[k];
    memcpy(m->at, m->pointers, (size_t)n * sizeof(int));
    for (int i = 0; i < pairs; i++)
        if (pair[i][0] < n && pair[i][1] < n) {
            m->neighbours[m->at[pair[i][0]]++] = pair[i][1];
            m->neighbours[m->at[pair[i][1]]++] = pair[i][0];
        }
    for (int k = 0; k < n; k++) m->mark[k] = -1;
    int to = 0;
    for (int k = 0, from = 0; k < n; k++) {
        int end = m->pointers[k + 1];
        m->pointers[k] = to;
        for (; from < end; from++) {
            int j = m->neighbours[from];
            if (m->mark[j] != k) m->neighbours[to++] = j;
            m->mark[j] = k;
        }
    }
    m->pointers[n] = to;
}

static int rising(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Sets m->first and m->below, the rows of each column of the factor: those of A and those of the
 * column's children in the elimination tree. *fits = false: factoring takes more than `most`
 * products of blocks, and the work was stopped */
static tw_status fill(tw_cone_lu *m, double most, bool *fits) {
    int n = m->bodies;
    for (int k = 0; k < n; k++) m->head[k] = m->mark[k] = -1;
    m->first[0] = 0;
    m->products = 0;
    *fits = true;
    for (int k = 0; k < n; k++) {
        int begin = m->first[k], end = begin, body = m->order[k];
        if (!GROW(1, &m->room.fill, (size_t)begin + (size_t)n, sizeof(int), &m->below))
            return tw_fail_memory();
        m->mark[k] = k;
        for (int i = m->pointers[body]; i < m->pointers[body + 1]; i++) {
            int row = m->rank[m->neighbours[i]];
            if (row > k && m->mark[row] != k) m->below[end++] = row;
            if (row > k) m->mark[row] = k;
        }
        for (int c = m->head[k]; c >= 0; c = m->next[c])
            for (int i = m->first[c]; i < m->first[c + 1]; i++) {
                int row = m->below[i];
                if (m->mark[row] != k) m->below[end++] = row;
                m->mark[row] = k;
            }
        qsort(m->below + begin, (size_t)(end - begin), sizeof(int), rising);
        m->first[k + 1] = end;
        double rows = end - begin;
        m->products += rows * rows + rows;
        if (m->products > most) {
            *fits = false;
            return TW_OK;
        }
        if (end > begin) {
            int parent = m->below[begin];
            m->next[k] = m->head[parent];
            m->head[parent] = k;
        }
    }
    return TW_OK;
}

static int find(const tw_cone_lu *m, int column, int row) {
    int low = m->first[column], high = m->first[column + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (m->below[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

tw_status tw_cone_lu_analyse(tw_cone_lu *m, int bodies, int pairs, const int (*pair)[2],
                             double most, bool *fits) {
    m->bodies = bodies;
    *fits = false;
    if (!make_room(m, bodies, pairs)) return tw_fail_memory();
    touch(m, pairs, pair);
    if (bodies > 0 && amd_order(bodies, m->pointers, m->neighbours, m->order, NULL, NULL) < AMD_OK)
        return tw_fail_memory();
    for (int k = 0; k < bodies; k++) m->rank[m->order[k]] = k;
    TW_TRY(fill(m, most, fits));
    if (!*fits) return TW_OK;
    for (int i = 0; i < pairs; i++) {
        m->place[i] = -1;
        if (pair[i][0] >= bodies || pair[i][1] >= bodies) continue;
        int a = m->rank[pair[i][0]], b = m->rank[pair[i][1]];
        m->place[i] = a < b ? find(m, a, b) : find(m, b, a);
    }
    size_t blocks = (size_t)m->first[bodies] + (size_t)bodies;
    if (!GROW(3, &m->room.numbers, blocks * TW_CONE_LU_BLOCK, sizeof(double), &m->diagonal,
              &m->lower, &m->upper))
        return tw_fail_memory();
    return TW_OK;
}

void tw_cone_lu_begin(tw_cone_lu *m) {
    size_t block = TW_CONE_LU_BLOCK * sizeof(double), fill = (size_t)m->first[m->bodies] * block;
    memset(m->diagonal, 0, (size_t)m->bodies * block);
    memset(m->lower, 0, fill);
    memset(m->upper, 0, fill);
    for (int k = 0; k < m->bodies; k++)
        for (int i = 0; i < 6; i++) m->diagonal[k * TW_CONE_LU_BLOCK + 9 * i] = 1;
}
