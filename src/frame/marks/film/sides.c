/*
 * One side for each name of a film; see sides.h.
 *
 * In some frames of the film, each of the eight sides of each name gets a cost: the number of other
 * marks that a box of about the name's size would cover there, and a fixed cost if the box would
 * lie partly outside the picture. The cheapest side is chosen, by the mean over these frames plus
 * side_cost times the side's number in tw_name_side. Lengths are in picture heights.
 */
#include "frame/marks/film/sides.h"

#include "base/array.h"
#include "frame/looking.h"
#include "frame/marks/film/tags.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 24 };

/* size of names in picture heights: height of a line, width of a letter */
static const double line = 1 / 40.0, letter = 0.55 / 46;
static const double outside_cost = 3, side_cost = 0.05;
/* frames whose number of marks squared exceeds this are not examined: each pair of marks costs time
 */
static const double most = 4e6;

tw_box tw_box_beside(double x, double y, double width, double height, tw_name_side side,
                     double gap) {
    static const double way[TW_NAME_SIDES][2] = {{1, -1}, {1, 1},  {-1, -1}, {-1, 1},
                                                 {1, 0},  {-1, 0}, {0, -1},  {0, 1}};
    double wx = way[side][0], wy = way[side][1];
    double d = wx != 0 && wy != 0 ? 0.70710678118654752 * gap : gap;
    double x0 = x + wx * d + 0.5 * (wx - 1) * width, y0 = y + wy * d + 0.5 * (wy - 1) * height;
    return (tw_box){x0, y0, x0 + width, y0 + height};
}

typedef TW_ARRAY(tw_box) boxes;

static tw_status add(boxes *list, const tw_looking *e, vec3 p, double r) {
    double x, y;
    if (!tw_looking_project(e, p, &x, &y)) return TW_OK;
    return tw_push(list, ((tw_box){x - r, y - r, x + r, y + r}));
}

/* list: boxes that the marks of a frame cover, in picture heights */
static tw_status busy_of(const tw_frame *f, const tw_looking *e, boxes *list) {
    list->count = 0;
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        double scale = m->scale > 0 ? m->scale : f->force_scale;
        switch (m->kind) {
        case TW_MARK_ARROW:
            for (int k = 1; k <= 8; k++)
                TW_TRY(add(list, e, v3_madd(m->a, scale * k / 8, m->vector), 0.006));
            break;
        case TW_MARK_LINK:
            TW_TRY(add(list, e, v3_lerp(m->a, m->b, 0.5), 0.004));
            break;
        case TW_MARK_NAME:
            TW_TRY(add(list, e, m->a, 0.004));
            break;
        default:
            TW_TRY(add(list, e, m->a, 0.006));
            break;
        }
    }
    return TW_OK;
}

/* cost[name][side], by the number of the name's tag (tags.h) */
typedef struct votes {
    double (*cost)[TW_NAME_SIDES];
    tw_tags tags;
} votes;

static void vote(const tw_frame *f, const tw_looking *e, const boxes *busy, const votes *v) {
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        double x, y;
        if (m->kind != TW_MARK_NAME || !m->text || !tw_looking_project(e, m->a, &x, &y)) continue;
        double width = letter * (double)strlen(m->text);
        double *its = v->cost[tw_tags_number(&v->tags, m->tag)];
        for (int side = 0; side < TW_NAME_SIDES; side++) {
            tw_box b = tw_box_beside(x, y, width, line, (tw_name_side)side, 0.009);
            double cost = b.x0 < 0 || b.y0 < 0 || b.x1 > e->width || b.y1 > 1 ? outside_cost : 0;
            for (size_t k = 0; k < busy->count; k++) cost += tw_boxes_overlap(&b, &busy->data[k]);
            its[side] += cost;
        }
    }
}

static tw_status look(tw_frame *const *frames, size_t count, double aspect, const votes *v) {
    boxes busy = {0};
    tw_status s = TW_OK;
    for (int i = 0; i < LOOKS && s == TW_OK; i++) {
        const tw_frame *f = frames[(size_t)i * (count - 1) / (LOOKS - 1)];
        tw_looking e = tw_looking_of(&f->camera, aspect);
        if ((double)f->mark_count * (double)f->mark_count > most) continue;
        s = busy_of(f, &e, &busy);
        if (s == TW_OK) vote(f, &e, &busy, v);
    }
    tw_array_free(&busy);
    return s;
}

static tw_name_side best_of(const double cost[TW_NAME_SIDES]) {
    int best = 0;
    for (int i = 1; i < TW_NAME_SIDES; i++)
        if (cost[i] / LOOKS + i * side_cost < cost[best] / LOOKS + best * side_cost) best = i;
    return (tw_name_side)best;
}

tw_status tw_film_sides(tw_frame *const *frames, size_t count, double aspect) {
    votes v = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < frames[i]->mark_count && s == TW_OK; k++) {
            const tw_mark *m = &frames[i]->mark[k];
            if (m->kind == TW_MARK_NAME) s = tw_tags_add(&v.tags, m->tag);
        }
    tw_tags_settle(&v.tags);
    v.cost = calloc(v.tags.tag.count + 1, sizeof *v.cost);
    if (s == TW_OK && !v.cost) s = tw_fail_memory();
    if (s == TW_OK && v.tags.tag.count) s = look(frames, count, aspect, &v);
    for (size_t i = 0; i < count && s == TW_OK; i++) {
        for (size_t k = 0; k < frames[i]->mark_count; k++) {
            tw_mark *m = &frames[i]->mark[k];
            if (m->kind == TW_MARK_NAME) m->side = best_of(v.cost[tw_tags_number(&v.tags, m->tag)]);
        }
    }
    free(v.cost);
    tw_tags_free(&v.tags);
    return s;
}
