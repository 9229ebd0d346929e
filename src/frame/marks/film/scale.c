/*
 * One scale of the arrows for the whole film; see scale.h.
 *
 * Forces: each frame has a greatest force; frames in which forces are next to nothing are left out.
 * The usual force is the one that four fifths of these greatest forces do not exceed. (A pull at
 * the start of an assembly, or an impact, is often a hundred times greater than the rest, and must
 * not make the rest invisible.) The usual force is drawn a fifth of the picture's height long, or
 * shorter if the tips of arrows up to it would leave the picture, but at least a fifteenth. Longer
 * arrows are cut off by the overlay, which marks them. Torques likewise.
 */
#include "frame/marks/film/scale.h"

#include "base/math/elementary.h"
#include "frame/marks/film/plots.h"
#include "frame/marks/film/sides.h"
#include "frame/marks/film/tags.h"

#include <math.h>
#include <stdlib.h>

static const double usual_part = 0.8;
/* a frame whose greatest vector is less than this times the greatest of the film counts as at rest
 */
static const double at_rest = 5e-4;
static const double arrow_most = 0.2, arrow_least = 1.0 / 15, ring_most = 0.06;
/* tips of arrows must stay within this share of half the picture */
static const double border = 0.94;

double tw_camera_view(const tw_camera *c) {
    if (c->projection == TW_ORTHOGRAPHIC) return c->height;
    return 2 * v3_length(v3_sub(c->target, c->eye)) * tw_tan(0.5 * c->fov);
}

double tw_deviation_fade(double deviation, double largest) {
    if (!(largest > 0)) return 1;
    if (!(deviation > 0)) return 0;
    return deviation < largest ? tw_exp(tw_log(deviation / largest) / 3) : 1;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sorts list [count]; returns the number that the share `part` of the list does not exceed; 0 for
 * an empty list */
static double quantile(double *list, size_t count, double part) {
    if (!count) return 0;
    qsort(list, count, sizeof *list, by_size);
    return list[(size_t)(part * (double)(count - 1))];
}

static bool scaled(const tw_mark *m, tw_mark_kind kind) {
    return m->kind == kind && (kind != TW_MARK_ARROW || m->scale == 0);
}

/* usual length of the vectors of one kind of mark: four fifths of the frames' greatest vectors do
 * not exceed it; frames at rest are left out. list [count]: scratch */
static double usual_of(tw_frame *const *frames, size_t count, tw_mark_kind kind, double *list) {
    size_t n = 0, counts = 0;
    double greatest = 0;
    for (size_t i = 0; i < count; i++) {
        double most = 0;
        for (size_t j = 0; j < frames[i]->mark_count; j++) {
            const tw_mark *m = &frames[i]->mark[j];
            double l = v3_length(m->vector);
            if (scaled(m, kind) && isfinite(l)) most = fmax(most, l);
        }
        list[n++] = most;
        greatest = fmax(greatest, most);
    }
    for (size_t i = 0; i < n; i++)
        if (list[i] > 0 && list[i] >= at_rest * greatest) list[counts++] = list[i];
    return quantile(list, counts, usual_part);
}

/* greatest scale, up to `scale`, with which the tip of an arrow from a to a + scale v stays within
 * the picture */
static double inside(const tw_camera *c, double aspect, vec3 a, vec3 v, double scale) {
    vec3 forward = v3_normalized(v3_sub(c->target, c->eye)), right = v3_cross(forward, c->up);
    right = v3_length(right) > 1e-9 ? v3_normalized(right) : v3_orthogonal(forward);
    vec3 up = v3_cross(right, forward), d = v3_sub(a, c->eye);
    bool parallel = c->projection == TW_ORTHOGRAPHIC;
    double ty = border * (parallel ? 0.5 * c->height : tw_tan(0.5 * c->fov)), tx = ty * aspect;
    /* outward normals `edge` and distances `out` of the picture's sides, which are planes through
     * the eye or, with parallel rays, parallel to the view */
    double out[4] = {parallel ? tx : 0, parallel ? tx : 0, parallel ? ty : 0, parallel ? ty : 0};
    if (parallel) forward = v3_zero();
    const vec3 edge[] = {v3_madd(right, -tx, forward), v3_madd(v3_neg(right), -tx, forward),
                         v3_madd(up, -ty, forward), v3_madd(v3_neg(up), -ty, forward)};
    for (int i = 0; i < 4; i++) {
        double at = v3_dot(d, edge[i]) - out[i], speed = v3_dot(v, edge[i]);
        /* the arrow begins outside the picture, so it does not limit the scale */
        if (at >= 0) return scale;
        if (speed > 0) scale = fmin(scale, -at / speed);
    }
    return scale;
}

static double force_scale(tw_frame *const *frames, size_t count, double aspect, double view,
                          double usual) {
    if (!(usual > 0)) return 1;
    double scale = arrow_most * view / usual;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < frames[i]->mark_count; j++) {
            const tw_mark *m = &frames[i]->mark[j];
            if (!scaled(m, TW_MARK_ARROW) || !(v3_length(m->vector) <= usual)) continue;
            scale = fmin(scale, inside(&frames[i]->camera, aspect, m->a, m->vector, scale));
        }
    return fmax(scale, arrow_least * view / usual);
}

/* ---- deviations, colours -------------------------------------------------------------------- */

static bool of_constraint(const tw_mark *m) {
    return m->tag && (m->kind == TW_MARK_LINK || m->kind == TW_MARK_ANGLE);
}

static tw_status references(tw_frame *const *frames, size_t count) {
    tw_tags tags = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < frames[i]->mark_count && s == TW_OK; j++)
            if (of_constraint(&frames[i]->mark[j])) s = tw_tags_add(&tags, frames[i]->mark[j].tag);
    tw_tags_settle(&tags);
    double *most = calloc(tags.tag.count + 1, sizeof *most);
    if (s == TW_OK && !most) s = tw_fail_memory();
    for (int pass = 0; pass < 2 && s == TW_OK; pass++)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < frames[i]->mark_count; j++) {
                tw_mark *m = &frames[i]->mark[j];
                if (!of_constraint(m)) continue;
                double *its = &most[tw_tags_number(&tags, m->tag)];
                if (pass)
                    m->reference = *its;
                else
                    *its = fmax(*its, m->strength);
            }
    free(most);
    tw_tags_free(&tags);
    return s;
}

static void occurring(tw_frame *const *frames, size_t count) {
    uint32_t classes = 0, kinds = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < frames[i]->mark_count; j++) {
            const tw_mark *m = &frames[i]->mark[j];
            /* a constraint that is met shows no deviation */
            if (of_constraint(m) && m->met) continue;
            classes |= 1u << m->class_;
            kinds |= 1u << m->kind;
        }
    for (size_t i = 0; i < count; i++) frames[i]->classes = classes, frames[i]->kinds = kinds;
}

/* factor of the sizes of all marks: 1 up to 300 marks in one frame; with more they shrink, down to
 * 0.45, so that their total area stays the same */
static double size_of(tw_frame *const *frames, size_t count) {
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        if (frames[i]->mark_count > most) most = frames[i]->mark_count;
    return fmin(fmax(sqrt(300 / (double)most), 0.45), 1);
}

tw_status tw_film_scale(tw_frame *const *frames, size_t count, double aspect) {
    if (count == 0) return TW_OK;
    double *list = malloc(count * sizeof *list);
    if (!list) return tw_fail_memory();
    double force = usual_of(frames, count, TW_MARK_ARROW, list);
    double torque = usual_of(frames, count, TW_MARK_TORQUE, list);
    for (size_t i = 0; i < count; i++) list[i] = tw_camera_view(&frames[i]->camera);
    double view = quantile(list, count, 1 - usual_part);
    free(list);
    force = force_scale(frames, count, aspect, view, force);
    torque = torque > 0 ? ring_most * view / torque : 1;
    double size = size_of(frames, count);
    for (size_t i = 0; i < count; i++) {
        frames[i]->mark_size = size;
        if (frames[i]->force_scale == 0) frames[i]->force_scale = force;
        if (frames[i]->torque_scale == 0) frames[i]->torque_scale = torque;
    }
    occurring(frames, count);
    TW_TRY(references(frames, count));
    TW_TRY(tw_film_sides(frames, count, aspect));
    TW_TRY(tw_film_plots(frames, count));
    return tw_film_curves(frames, count, aspect);
}
