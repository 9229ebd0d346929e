/* Converts seconds of the film to times of the scene, and back; see pace.h. */
#include "frame/film/pace.h"

#include <math.h>
#include <stdlib.h>

void tw_retime_free(tw_retime *r) {
    for (size_t i = 0; i < r->hold.count; i++) free(r->hold.data[i].file);
    tw_array_free(&r->hold);
    tw_array_free(&r->knot);
    free(r->file);
    *r = (tw_retime){.line = 0};
}

void tw_pace_free(tw_pace *p) {
    tw_array_free(&p->piece);
    tw_array_free(&p->stop);
}

int tw_pace_frames(double seconds, double fps) {
    double n = floor(seconds * fps + 0.5);
    return n < 1 ? 1 : n > TW_PACE_FRAMES ? TW_PACE_FRAMES : (int)n;
}

/* ---- pieces --------------------------------------------------------------------------------- */

static double mean_speed(const tw_pace_piece *p) {
    return (p->scene_end - p->scene) / (p->film_end - p->film);
}

/* time of the scene that belongs to u seconds of the film after the beginning of piece p */
static double inside(const tw_pace_piece *p, double u) {
    double h = p->film_end - p->film, rise = p->scene_end - p->scene, x = u / h, y = 1 - x;
    if (!p->smooth) return rise == h ? p->scene + u : p->scene + x * rise;
    /* the difference between Hermite's cubic, with the speeds at both ends, and the straight line
     */
    double bend = x * y * (y * (p->speed * h - rise) - x * (p->speed_end * h - rise));
    return fmin(fmax(p->scene + x * rise + bend, p->scene), p->scene_end);
}

static tw_status add_piece(tw_pace *p, tw_knot from, tw_knot to) {
    tw_pace_piece piece = {.film = from.film,
                           .scene = from.scene,
                           .film_end = to.film,
                           .scene_end = to.scene,
                           .smooth = to.smooth};
    if (!(to.film > from.film)) return TW_OK;
    piece.speed = piece.speed_end = mean_speed(&piece);
    return tw_push(&p->piece, piece);
}

static double harmonic(double a, double b) {
    return a > 0 && b > 0 ? 2 * a * b / (a + b) : 0;
}

/* chooses, for each smooth piece, the speeds (scene time per film time) at its beginning and end,
 * so that they fit those of its neighbours */
static void join(tw_pace *p) {
    for (size_t i = 0; i < p->piece.count; i++) {
        tw_pace_piece *now = &p->piece.data[i];
        double mean = mean_speed(now);
        if (!now->smooth) continue;
        if (i > 0) {
            const tw_pace_piece *before = now - 1;
            double other = mean_speed(before);
            now->speed = fmin(before->smooth ? harmonic(mean, other) : other, 3 * mean);
        }
        if (i + 1 < p->piece.count) {
            const tw_pace_piece *after = now + 1;
            double other = mean_speed(after);
            now->speed_end = fmin(after->smooth ? harmonic(mean, other) : other, 3 * mean);
        }
    }
}

static tw_status outside(const char *what, const char *file, int line, const tw_pace *p, double t) {
    return tw_fail(TW_SCRIPT,
                   "%s:%d: scene:%s: expected a time of the scene from %g to %g, where its film "
                   "begins and ends, got %g",
                   file ? file : "?", line, what, p->begin, p->end, t);
}

static tw_status add_knots(const tw_retime *r, tw_pace *p) {
    tw_knot last = {.scene = p->begin};
    for (size_t i = 0; i < r->knot.count; i++) {
        tw_knot k = r->knot.data[i];
        if (!(k.scene >= p->begin && k.scene <= p->end))
            return outside("retime", r->file, r->line, p, k.scene);
        TW_TRY(add_piece(p, last, k));
        last = k;
    }
    tw_knot end = {.film = last.film + (p->end - last.scene), .scene = p->end};
    return add_piece(p, last, end);
}

/* ---- stops ---------------------------------------------------------------------------------- */

/* time of the scene at second u of the film, if there were no holds */
static double moving(const tw_pace *p, double u) {
    size_t n = p->piece.count, lo = 0;
    const tw_pace_piece *first = p->piece.data, *last = first + n - 1;
    if (u < first->film) return first->scene + first->speed * (u - first->film);
    if (u >= last->film_end) return last->scene_end + last->speed_end * (u - last->film_end);
    for (size_t hi = n; hi - lo > 1;) {
        size_t mid = lo + (hi - lo) / 2;
        if (first[mid].film <= u)
            lo = mid;
        else
            hi = mid;
    }
    return inside(&first[lo], u - first[lo].film);
}

/* first second of the film, if there were no holds, at which the scene's time is t */
static double reached(const tw_pace *p, double t) {
    size_t i = 0;
    while (i + 1 < p->piece.count && p->piece.data[i].scene_end < t) i++;
    const tw_pace_piece *at = &p->piece.data[i];
    double lo = 0, hi = at->film_end - at->film, rise = at->scene_end - at->scene;
    if (t <= at->scene) return at->film;
    if (t >= at->scene_end) return rise > 0 ? at->film_end : at->film;
    if (!at->smooth) return at->film + fmin((t - at->scene) * (hi / rise), hi);
    /* bisection until lo and hi are neighbouring floating-point numbers; 200 steps always suffice
     */
    for (int k = 0; k < 200; k++) {
        double mid = lo + 0.5 * (hi - lo);
        if (!(mid > lo && mid < hi)) break;
        if (inside(at, mid) < t)
            lo = mid;
        else
            hi = mid;
    }
    return at->film + hi;
}

static int by_film(const void *a, const void *b) {
    double x = ((const tw_pace_stop *)a)->film, y = ((const tw_pace_stop *)b)->film;
    return (x > y) - (x < y);
}

static tw_status add_holds(const tw_retime *r, tw_pace *p) {
    for (size_t i = 0; i < r->hold.count; i++) {
        const tw_hold *h = &r->hold.data[i];
        if (!(h->at >= p->begin && h->at <= p->end))
            return outside("hold", h->file, h->line, p, h->at);
        TW_TRY(tw_push(&p->stop, ((tw_pace_stop){reached(p, h->at), h->seconds})));
        p->length += h->seconds;
    }
    if (p->stop.count) qsort(p->stop.data, p->stop.count, sizeof *p->stop.data, by_film);
    return TW_OK;
}

/* ---- the pace ------------------------------------------------------------------------------- */

tw_status tw_pace_make(const tw_retime *r, double begin, double end, tw_pace *p) {
    *p = (tw_pace){.begin = begin, .end = end, .length = end - begin, .plain = true};
    if (!r || !(r->knot.count || r->hold.count)) return TW_OK;
    p->plain = false;
    TW_TRY(add_knots(r, p));
    if (!p->piece.count) { /* the scene has no duration, so there is nothing to retime */
        p->plain = true;
        return TW_OK;
    }
    join(p);
    p->length = p->piece.data[p->piece.count - 1].film_end;
    return add_holds(r, p);
}

double tw_pace_time(const tw_pace *p, double u) {
    if (p->plain) return p->begin + u;
    for (size_t i = 0; i < p->stop.count; i++) {
        const tw_pace_stop *s = &p->stop.data[i];
        if (u <= s->film) break;
        u = fmax(u - s->seconds, s->film);
    }
    return moving(p, u);
}

double tw_pace_film(const tw_pace *p, double t) {
    double u = p->plain ? t - p->begin : reached(p, t), at = u;
    for (size_t i = 0; i < p->stop.count; i++)
        if (p->stop.data[i].film < at) u += p->stop.data[i].seconds;
    return fmin(fmax(u, 0), p->length);
}
