/* Collects glimpses, which are what framing needs of a film's frames; see survey.h. */
#include "frame/framing/survey.h"

#include "frame/marks/items.h"
#include "model/prop.h"
#include "model/world.h"
#include "shape/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

/* when only every so many-th frame is kept, a full survey is not thinned out further: then the
 * camera changes in every frame, and such frames are never dropped */
#define LONGEST ((size_t)1 << 30)

bool tw_camera_zoomed(const tw_camera *c) {
    return c->projection == TW_ORTHOGRAPHIC ? c->has_height : c->has_fov;
}

bool tw_camera_complete(const tw_camera *c) {
    return c->has_eye && c->has_target && tw_camera_zoomed(c);
}

bool tw_camera_alike(const tw_camera *a, const tw_camera *b) {
    return a->has_eye == b->has_eye && a->has_target == b->has_target &&
           a->projection == b->projection && tw_camera_zoomed(a) == tw_camera_zoomed(b) &&
           a->fit == b->fit && a->fill == b->fill && (a->fit != TW_FIT_SHOT || a->shot == b->shot);
}

/* estimated number of lines of a caption: letters count as half as wide as high */
static double rows_of(const tw_caption *c, double aspect) {
    double room = aspect / (0.5 * fmax(c->size, 1e-3)), rows = 0;
    for (const char *p = c->text; p && *p;) {
        size_t n = strcspn(p, "\n");
        rows += fmax(1, ceil((double)n / room));
        p += n + (p[n] == '\n');
    }
    return rows;
}

static void leave_room(const tw_frame *f, double aspect, tw_glimpse *g) {
    const double edge = 0.02, pitch = 1.25;
    for (size_t i = 0; i < f->caption_count; i++) {
        const tw_caption *c = &f->caption[i];
        double tall = pitch * c->size * rows_of(c, aspect);
        if (c->title || !(c->opacity > 0) || !(tall > 0)) continue;
        if (c->at == TW_AT_BOTTOM) g->bottom += tall + (g->bottom > 0 ? 0 : edge);
        if (c->at == TW_AT_TOP) g->top += tall + (g->top > 0 ? 0 : edge);
    }
    g->top = fmin(g->top, 0.25);
    g->bottom = fmin(g->bottom, 0.25);
}

/* sets the shares that graphs take from the picture. A graph takes the side, from the picture's
 * edge to its far side, that leaves room for the largest square; it takes nothing if that would be
 * more than half of the picture */
static void leave_graphs(const tw_frame *f, double aspect, tw_glimpse *g) {
    const double edge = 0.02;
    for (size_t i = 0; i < f->graph_count; i++) {
        const tw_graph *of = &f->graph[i];
        double x = of->placed ? of->x : edge + of->x * (1 - 2 * edge - of->width);
        double y = of->placed ? of->y : edge + of->y * (1 - 2 * edge - of->height);
        double share[4] = {1 - x, x + of->width, y + of->height, 1 - y};
        double most = -1;
        int side = 0;
        for (int k = 0; k < 4; k++) {
            double rest = 1 - share[k];
            double square = k < 2 ? fmin(aspect * rest, 1) : fmin(aspect, rest);
            if (square > most) most = square, side = k;
        }
        if (!(of->opacity > 0) || !(share[side] < 0.5)) continue;
        g->graphs[side] = fmax(g->graphs[side], share[side]);
    }
    /* nothing is taken if graphs on two opposite sides together would take more than half */
    for (int k = 0; k < 4; k += 2)
        if (g->graphs[k] + g->graphs[k + 1] > 0.5) g->graphs[k] = g->graphs[k + 1] = 0;
}

static uint32_t root_of(uint32_t tag) {
    return tag & TW_PROP_TAGS ? TW_PROP_TAGS | (tag & ~TW_PROP_TAGS) / TW_PROP_PIECES
                              : tag / TW_SERIAL_SHAPES + 1;
}

/* true: all numbers of the pose are finite; those of a diverged motion are not */
static bool finite_pose(const tw_pose *p) {
    return isfinite(p->x.x) && isfinite(p->x.y) && isfinite(p->x.z) && isfinite(q_dot(p->q, p->q));
}

static tw_status look_at(tw_survey *s, const tw_frame *f, tw_glimpse *g) {
    TW_TRY(tw_reserve(&s->seen, s->seen.count + f->item_count + f->mark_count + 1));
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_frame_item *item = &f->item[i];
        const tw_pose *pose = tw_frame_pose(f, i);
        if (!finite_pose(pose)) continue;
        s->seen.data[s->seen.count++] =
            (tw_seen){item->shape, *pose, item->tag, root_of(item->tag), item->beside};
        tw_mesh_retain(item->shape.mesh);
    }
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        tw_pose at = {m->a, q_identity()};
        g->arrows |= m->kind == TW_MARK_ARROW;
        if ((m->kind != TW_MARK_POINT && m->kind != TW_MARK_NAIL) || !finite_pose(&at)) continue;
        s->seen.data[s->seen.count++] =
            (tw_seen){.shape = {.type = TW_SHAPE_SPHERE}, .pose = at, .beside = f->camera.framed};
    }
    g->count = s->seen.count - g->first;
    return TW_OK;
}

static void let_go(tw_survey *s, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i++) tw_mesh_release(s->seen.data[i].shape.mesh);
}

/* doubles the stride: drops the glimpses in between, except those at which the camera changes */
static void thin_out(tw_survey *s) {
    size_t kept = 0, seen = 0;
    s->stride *= 2;
    for (size_t i = 0; i < s->glimpse.count; i++) {
        tw_glimpse g = s->glimpse.data[i];
        if (g.index % s->stride && !g.turn) {
            let_go(s, g.first, g.count);
            continue;
        }
        memmove(s->seen.data + seen, s->seen.data + g.first, g.count * sizeof *s->seen.data);
        g.first = seen;
        seen += g.count;
        s->glimpse.data[kept++] = g;
    }
    s->glimpse.count = kept;
    s->seen.count = seen;
}

static bool full(const tw_survey *s) {
    return (s->glimpse.count > TW_SURVEY_GLIMPSES && s->stride < LONGEST) ||
           (s->seen.count > TW_SURVEY_SEEN && s->glimpse.count > 16 && s->stride < LONGEST);
}

tw_status tw_survey_add(tw_survey *s, const tw_frame *f, double aspect) {
    tw_glimpse g = {
        .index = s->frames, .time = f->time, .camera = f->camera, .first = s->seen.count};
    if (!s->stride) s->stride = 1;
    g.turn = s->frames == 0 || !tw_camera_alike(&s->last, &f->camera);
    s->last = f->camera;
    s->frames++;
    if (g.index % s->stride && !g.turn) return TW_OK;
    leave_room(f, aspect, &g);
    leave_graphs(f, aspect, &g);
    TW_TRY(tw_reserve(&s->glimpse, s->glimpse.count + 1));
    TW_TRY(look_at(s, f, &g));
    s->glimpse.data[s->glimpse.count++] = g;
    for (size_t before = 0; full(s) && s->glimpse.count != before;) {
        before = s->glimpse.count;
        thin_out(s);
    }
    return TW_OK;
}

tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *s) {
    *s = (tw_survey){0};
    for (size_t i = 0; i < count; i++) TW_TRY(tw_survey_add(s, frames[i], aspect));
    return TW_OK;
}

void tw_survey_free(tw_survey *s) {
    let_go(s, 0, s->seen.count);
    tw_array_free(&s->seen);
    tw_array_free(&s->glimpse);
    *s = (tw_survey){0};
}
