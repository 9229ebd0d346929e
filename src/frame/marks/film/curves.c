/*
 * Where the curves of a film (tw_plot) stand; see sides.h.
 *
 * For some frames of the film, the bodies are entered into a coarse grid over the picture, as
 * points all over their boxes. Candidates for a curve's place lie around its constraint, in eight
 * directions and at several distances. The costs of a candidate in these frames grow with the
 * bodies and earlier curves that it covers, the part of it outside the picture, its distance, and
 * its nearness to the picture's middle. The cheapest candidate is the curve's place in the whole
 * film, so that the curve moves with its body and never jumps.
 */
#include "base/array.h"
#include "base/math/whole.h"
#include "frame/looking.h"
#include "frame/marks/film/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 16, ROWS = 72, MOST_COLUMNS = 288, POINTS = 24, FARS = 7 };

static const float away[FARS] = {0.03f, 0.07f, 0.12f, 0.18f, 0.24f, 0.3f, 0.36f};
/* costs of a place for a curve, in units of a box that is covered by bodies: of a box outside the
 * picture; of one over another curve; per distance in picture heights; of the picture's middle */
static const double outside_cost = 2, curve_cost = 2, far_cost = 0.4, middle_cost = 0.02;

typedef struct grid {
    tw_looking eye;
    int columns;
    bool there[ROWS * MOST_COLUMNS];
} grid;

static void enter(grid *g, vec3 p) {
    double x, y;
    if (!tw_looking_project(&g->eye, p, &x, &y)) return;
    x = floor(x * ROWS), y = floor(y * ROWS);
    if (x >= 0 && y >= 0 && x < g->columns && y < ROWS)
        g->there[(int)y * g->columns + (int)x] = true;
}

/* number of points along an edge of this length at this depth: as many as meet every cell of the
 * grid that the edge crosses, but at most POINTS, so that a long edge may miss some */
static int points_along(const grid *g, double length, double depth) {
    return tw_whole(ceil(g->eye.k * length / depth * ROWS) + 1, 1, POINTS);
}

static void enter_item(grid *g, const tw_frame_item *item, const tw_pose *pose) {
    tw_bounds b = tw_shape_bounds(&item->shape, &(tw_pose){v3(0, 0, 0), q_identity()});
    vec3 size = v3_sub(b.hi, b.lo);
    double depth = v3_dot(v3_sub(pose->x, g->eye.at), g->eye.forward);
    mat3 R = q_matrix(pose->q);
    if (!(depth > 1e-3)) return;
    int nx = points_along(g, size.x, depth), ny = points_along(g, size.y, depth);
    int nz = points_along(g, size.z, depth);
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j <= ny; j++)
            for (int k = 0; k <= nz; k++) {
                vec3 at = v3(b.lo.x + size.x * i / nx, b.lo.y + size.y * j / ny,
                             b.lo.z + size.z * k / nz);
                enter(g, v3_add(pose->x, m3_mul_v(&R, at)));
            }
}

static void enter_all(grid *g, const tw_frame *f, double aspect) {
    g->eye = tw_looking_of(&f->camera, aspect);
    g->columns = (int)fmin(ceil(aspect * ROWS), MOST_COLUMNS);
    memset(g->there, 0, sizeof g->there);
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_frame_item *item = &f->item[i];
        if (item->material.opacity < 0.5) continue;
        enter_item(g, item, tw_frame_pose(f, i));
    }
}

/* share of the box's cells that bodies cover; a cell outside the picture counts as `outside_cost`
 * cells */
static double covered(const grid *g, const tw_box *b) {
    /* bound for numbers of columns and rows, farther out than any box beside the picture reaches */
    const int far = 4 * MOST_COLUMNS;
    int x0 = tw_whole(floor(b->x0 * ROWS), -far, far),
        y0 = tw_whole(floor(b->y0 * ROWS), -far, far);
    int x1 = tw_whole(ceil(b->x1 * ROWS), -far, far), y1 = tw_whole(ceil(b->y1 * ROWS), -far, far);
    int all = 0;
    double sum = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++, all++) {
            bool in = x >= 0 && y >= 0 && x < g->columns && y < ROWS;
            sum += in ? g->there[y * g->columns + x] : outside_cost;
        }
    return all ? sum / all : 0;
}

typedef struct curve {
    uint32_t tag;
    tw_name_side side;
    float far;
    double cost[TW_NAME_SIDES][FARS];
} curve;
typedef TW_ARRAY(curve) curves;

static const tw_plot *plot_of(const tw_frame *f, uint32_t tag) {
    for (size_t i = 0; i < f->plot_count; i++)
        if (f->plot[i].tag == tag) return f->plot[i].count ? &f->plot[i] : NULL;
    return NULL;
}

static bool box_of(const tw_looking *e, const tw_plot *p, tw_name_side side, float far,
                   tw_box *box) {
    double x, y;
    if (!tw_looking_project(e, p->at, &x, &y) || x < 0 || y < 0 || x > e->width || y > 1)
        return false;
    *box = tw_box_beside(x, y, TW_CURVE_WIDTH, TW_CURVE_HEIGHT, side, (double)far);
    return true;
}

/* adds, for curve number `at`, the costs of all its candidates in one frame */
static void look(const tw_frame *f, const grid *g, curves *list, size_t at) {
    curve *c = &list->data[at];
    const tw_plot *p = plot_of(f, c->tag);
    tw_box box, other;
    if (!p) return;
    for (int side = 0; side < TW_NAME_SIDES; side++)
        for (int k = 0; k < FARS; k++) {
            if (!box_of(&g->eye, p, (tw_name_side)side, away[k], &box)) return;
            double cost = covered(g, &box) + far_cost * (double)away[k];
            double middle = 0.5 * (box.x0 + box.x1) - 0.5 * g->eye.width;
            cost -= middle_cost * fmin(fabs(middle), 1);
            for (size_t j = 0; j < at; j++) {
                const curve *d = &list->data[j];
                const tw_plot *q = plot_of(f, d->tag);
                if (q && box_of(&g->eye, q, d->side, d->far, &other) &&
                    tw_boxes_overlap(&box, &other))
                    cost += curve_cost;
            }
            c->cost[side][k] += cost;
        }
}

static void choose(curve *c) {
    double least = INFINITY;
    for (int side = 0; side < TW_NAME_SIDES; side++)
        for (int k = 0; k < FARS; k++)
            if (c->cost[side][k] < least) {
                least = c->cost[side][k];
                c->side = (tw_name_side)side;
                c->far = away[k];
            }
}

/* list: all curves that appear in some frame, in the order of their first frames */
static tw_status collect(tw_frame *const *frames, size_t count, curves *list) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < frames[i]->plot_count; k++) {
            const tw_plot *p = &frames[i]->plot[k];
            size_t j = 0;
            while (j < list->count && list->data[j].tag != p->tag) j++;
            if (p->count && j == list->count) TW_TRY(tw_push(list, ((curve){.tag = p->tag})));
        }
    return TW_OK;
}

tw_status tw_film_curves(tw_frame *const *frames, size_t count, double aspect) {
    curves list = {0};
    tw_status s = collect(frames, count, &list);
    grid *g = s == TW_OK && list.count ? malloc(LOOKS * sizeof *g) : NULL;
    if (s == TW_OK && list.count && !g) s = tw_fail_memory();
    if (s != TW_OK || !list.count) {
        tw_array_free(&list);
        return s;
    }
    for (int i = 0; i < LOOKS; i++)
        enter_all(&g[i], frames[(size_t)i * (count - 1) / (LOOKS - 1)], aspect);
    for (size_t k = 0; k < list.count; k++) {
        for (int i = 0; i < LOOKS; i++)
            look(frames[(size_t)i * (count - 1) / (LOOKS - 1)], &g[i], &list, k);
        choose(&list.data[k]);
    }
    free(g);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < list.count; k++)
            for (size_t j = 0; j < frames[i]->plot_count; j++) {
                tw_plot *p = &frames[i]->plot[j];
                if (p->tag != list.data[k].tag) continue;
                p->side = list.data[k].side;
                p->far = list.data[k].far;
            }
    tw_array_free(&list);
    return TW_OK;
}
