/*
 * Runs that meet end to end become one line; see impl.h. Where several runs meet, those that
 * continue each other most straightly are joined first. Only runs of one solid, of the same kind,
 * and both hidden or both visible are joined. So the pieces of a contour, and edges that continue
 * each other, become long lines.
 */
#include "figure/impl.h"

#include <stdlib.h>

/* distance below which two ends of runs count as one place, pixels */
static const double near = 0.05;
/* least cosine of the angle between two runs that are joined: a line that turns back more
 * sharply is not continued */
static const double back = -0.6;

typedef struct end {
    double x, y; /* pixels */
    /* unit direction in which the run leaves this end; both 0: the run has no length */
    double dx, dy;
    size_t run;
    int mate; /* index in `end` of the end that is joined to this one; -1: none is */
} end;

typedef struct match {
    int a, b;
    double straight; /* cosine */
} match;

typedef struct joining {
    const fig_scene *s;
    end *end; /* [2 runs] the first end and the last end of each run */
    bool *used;
    TW_ARRAY(match) match;
    TW_ARRAY(double) xy;
    tw_figure *figure;
} joining;

static int rank_of(const fig_scene *s, const fig_run *r) {
    if (r->hidden) return 0;
    switch (s->curve.data[r->curve].kind) {
    case TW_LINE_MEETING:
        return 1;
    case TW_LINE_CREASE:
        return 2;
    default:
        return 3;
    }
}

static uint32_t tag_of(const fig_scene *s, const fig_run *r) {
    return s->solid.data[s->curve.data[r->curve].own].tag;
}

static void end_of(joining *j, size_t run, bool last) {
    const fig_run *r = &j->s->run.data[run];
    const fig_sample *p = j->s->place.data + r->first;
    size_t n = r->count;
    const fig_spot *at = last ? &p[n - 1].s : &p[0].s;
    double dx = 0, dy = 0, l = 0;
    /* the direction is that of the last half pixel of the run */
    for (size_t i = 1; i < n && l < 0.5; i++) {
        const fig_spot *q = last ? &p[n - 1 - i].s : &p[i].s;
        dx = at->x - q->x, dy = at->y - q->y;
        l = sqrt(dx * dx + dy * dy);
    }
    j->end[2 * run + last] = (end){at->x, at->y, l > 0 ? dx / l : 0, l > 0 ? dy / l : 0, run, -1};
}

static int by_match(const void *a, const void *b) {
    const match *p = a, *q = b;
    if (p->straight != q->straight) return p->straight > q->straight ? -1 : 1;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

typedef struct key {
    double x;
    int end;
} key;

static int by_x(const void *a, const void *b) {
    const key *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->end < q->end ? -1 : p->end > q->end;
}

/* true: the run is a closed loop, not only so short that its ends are near each other */
static bool loops(const fig_scene *s, const fig_run *r) {
    const fig_sample *p = s->place.data + r->first;
    double far = 0;
    for (size_t i = 1; i < r->count; i++)
        far = fmax(far, fabs(p[i].s.x - p[0].s.x) + fabs(p[i].s.y - p[0].s.y));
    return far > 4 * near;
}

static tw_status consider(joining *j, int a, int b) {
    const end *p = &j->end[a], *q = &j->end[b];
    const fig_run *r = &j->s->run.data[p->run], *t = &j->s->run.data[q->run];
    double dx = p->x - q->x, dy = p->y - q->y;
    if (dx * dx + dy * dy > near * near) return TW_OK;
    if (p->run == q->run && !loops(j->s, r)) return TW_OK;
    if (rank_of(j->s, r) != rank_of(j->s, t) || tag_of(j->s, r) != tag_of(j->s, t)) return TW_OK;
    if (j->s->curve.data[r->curve].kind != j->s->curve.data[t->curve].kind) return TW_OK;
    double straight = -(p->dx * q->dx + p->dy * q->dy);
    if (straight < back) return TW_OK;
    return tw_push(&j->match, ((match){a < b ? a : b, a < b ? b : a, straight}));
}

static tw_status pair(joining *j, key *k) {
    int n = 2 * (int)j->s->run.count;
    for (int i = 0; i < n; i++) k[i] = (key){j->end[i].x, i};
    qsort(k, (size_t)n, sizeof *k, by_x);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n && k[b].x - k[a].x <= near; b++)
            TW_TRY(consider(j, k[a].end, k[b].end));
    if (j->match.count) qsort(j->match.data, j->match.count, sizeof *j->match.data, by_match);
    for (size_t i = 0; i < j->match.count; i++) {
        const match *m = &j->match.data[i];
        if (j->end[m->a].mate >= 0 || j->end[m->b].mate >= 0) continue;
        j->end[m->a].mate = m->b;
        j->end[m->b].mate = m->a;
    }
    return TW_OK;
}

/* appends the places of a run to the line, beginning at its end `from` */
static tw_status add_places(joining *j, int from) {
    const fig_run *r = &j->s->run.data[j->end[from].run];
    const fig_sample *p = j->s->place.data + r->first;
    for (size_t i = 0; i < r->count; i++) {
        const fig_spot *at = from % 2 ? &p[r->count - 1 - i].s : &p[i].s;
        /* the place at which this run joins the previous one is already in the line */
        if (i == 0 && j->xy.count > 0) continue;
        TW_TRY(tw_push(&j->xy, at->x));
        TW_TRY(tw_push(&j->xy, at->y));
    }
    return TW_OK;
}

static tw_status follow(joining *j, int from) {
    const fig_run *r = &j->s->run.data[j->end[from].run];
    int at = from;
    bool closed = false;
    j->xy.count = 0;
    for (;;) {
        j->used[j->end[at].run] = true;
        TW_TRY(add_places(j, at));
        int next = j->end[at ^ 1].mate;
        closed = next == from;
        if (next < 0 || j->used[j->end[next].run]) break;
        at = next;
    }
    size_t n = j->xy.count / 2, first = j->figure->piece.count;
    if (closed) {
        j->xy.data[2 * n - 2] = j->xy.data[0];
        j->xy.data[2 * n - 1] = j->xy.data[1];
    }
    TW_TRY(fig_fit(j->xy.data, n, closed, j->figure));
    tw_line line = {.kind = j->s->curve.data[r->curve].kind,
                    .hidden = r->hidden,
                    .closed = closed,
                    .tag = tag_of(j->s, r),
                    .first = first,
                    .count = j->figure->piece.count - first};
    return line.count ? tw_push(&j->figure->line, line) : TW_OK;
}

static tw_status follow_all(joining *j) {
    size_t n = j->s->run.count;
    for (int rank = 0; rank < 4; rank++) {
        /* first the lines with free ends, then closed ones, which consist of the runs left */
        for (size_t i = 0; i < 2 * n; i++) {
            const end *e = &j->end[i];
            if (j->used[e->run] || e->mate >= 0) continue;
            if (rank_of(j->s, &j->s->run.data[e->run]) == rank) TW_TRY(follow(j, (int)i));
        }
        for (size_t i = 0; i < n; i++)
            if (!j->used[i] && rank_of(j->s, &j->s->run.data[i]) == rank)
                TW_TRY(follow(j, (int)(2 * i)));
    }
    return TW_OK;
}

tw_status fig_join(const fig_scene *s, tw_figure *figure) {
    size_t n = s->run.count;
    joining j = {.s = s, .figure = figure};
    j.end = malloc((2 * n + 1) * sizeof *j.end);
    j.used = calloc(n + 1, sizeof *j.used);
    key *k = malloc((2 * n + 1) * sizeof *k);
    tw_status st = j.end && j.used && k ? TW_OK : tw_fail_memory();
    for (size_t i = 0; i < n && st == TW_OK; i++) {
        end_of(&j, i, false);
        end_of(&j, i, true);
    }
    if (st == TW_OK) st = pair(&j, k);
    if (st == TW_OK) st = follow_all(&j);
    free(j.end);
    free(j.used);
    free(k);
    tw_array_free(&j.match);
    tw_array_free(&j.xy);
    return st;
}
