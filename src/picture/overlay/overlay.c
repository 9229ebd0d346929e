/*
 * The debug layer over a picture: marks, captions, legend, curves, and names that do not overlap.
 * It is never blurred. Sizes are proportional to the picture's height, but letters and marks stay
 * large enough to be seen in small pictures.
 */
#include "picture/overlay/overlay.h"

#include "base/math/elementary.h"
#include "frame/marks/film/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const tw_ink tw_overlay_inks[TW_CLASS_COUNT] = {
    [TW_CLASS_GRAVITY] = {1.00f, 0.80f, 0.16f, 0.95f},
    [TW_CLASS_SPRING] = {0.36f, 0.86f, 0.36f, 0.95f},
    [TW_CLASS_DRAG] = {0.70f, 0.72f, 0.78f, 0.95f},
    [TW_CLASS_APPLIED] = {1.00f, 0.52f, 0.86f, 0.95f},
    [TW_CLASS_CONSTRAINT] = {0.26f, 0.70f, 1.00f, 0.95f},
    [TW_CLASS_REACTION] = {0.62f, 0.56f, 1.00f, 0.95f},
    [TW_CLASS_SPLIT_EXTERNAL] = {1.00f, 0.80f, 0.16f, 0.95f},
    [TW_CLASS_SPLIT_VELOCITY] = {0.36f, 0.92f, 0.82f, 0.95f},
    [TW_CLASS_SPLIT_DEVIATION] = {1.00f, 0.52f, 0.22f, 0.95f},
    [TW_CLASS_NEUTRAL] = {0.97f, 0.97f, 0.97f, 0.95f},
    [TW_CLASS_CONFLICT] = {1.00f, 0.16f, 0.14f, 0.95f},
    [TW_CLASS_CONTACT] = {0.78f, 1.00f, 0.20f, 0.95f},
    [TW_CLASS_DEVIATION] = {1.00f, 0.52f, 0.22f, 0.95f},
};

const tw_ink tw_overlay_dark = {0.04f, 0.04f, 0.06f, 0.6f};
const tw_ink tw_overlay_nail = {1.00f, 0.62f, 0.18f, 1.00f};

static void begin(const tw_frame *f, tw_image *image, tw_overlay_layer *l) {
    const tw_camera *c = &f->camera;
    *l = (tw_overlay_layer){.f = f, .image = image, .eye = c->eye};
    l->forward = v3_normalized(v3_sub(c->target, c->eye));
    vec3 r = v3_cross(l->forward, c->up);
    l->right = v3_length(r) > 1e-9 ? v3_normalized(r) : v3_orthogonal(l->forward);
    l->up = v3_cross(l->right, l->forward);
    l->parallel = c->projection == TW_ORTHOGRAPHIC;
    l->k = image->height / (l->parallel ? c->height : 2 * tw_tan(0.5 * c->fov));
    l->view = tw_camera_view(c);
    l->unit = fmax(image->height / 540.0, 0.8);
    l->mark = fmax(l->unit * (f->mark_size > 0 ? f->mark_size : 1), 0.6);
    l->text = fmax(image->height / 46.0, 11);
    l->edge = fmax(image->height / 60.0, 3);
}

double tw_overlay_project(const tw_overlay_layer *l, vec3 p, double *x, double *y) {
    vec3 d = v3_sub(p, l->eye);
    double z = v3_dot(d, l->forward);
    *x = *y = 0;
    if (!(z > 1e-6)) return fmin(z, 0);
    double depth = l->parallel ? 1 : z;
    double right = 0.5 * l->image->width + l->k * v3_dot(d, l->right) / depth;
    double down = 0.5 * l->image->height - l->k * v3_dot(d, l->up) / depth;
    if (!isfinite(right) || !isfinite(down)) return 0;
    *x = right;
    *y = down;
    return z;
}

tw_status tw_overlay_busy_at(tw_overlay_layer *l, double x, double y, double r) {
    return tw_push(&l->busy, ((tw_box){x - r, y - r, x + r, y + r}));
}

/* ---- names ---------------------------------------------------------------------------------- */

/* greatest distance of a name from its anchor, picture heights: in a crowd, lines to distant names
 * would cross, so that names without room nearby are left out */
static double name_reach(const tw_frame *f) {
    double crowd = f->mark_size > 0 ? f->mark_size * f->mark_size : 1;
    return 0.13 * crowd;
}

tw_status tw_overlay_name_at(tw_overlay_layer *l, const tw_mark *m, double x, double y, double dx,
                             double dy) {
    double w, up, down;
    TW_TRY(tw_text_measure(m->text, l->text, &w, &up, &down));
    tw_label label = {.x = x,
                      .y = y,
                      .width = w,
                      .height = up + down,
                      .gap = 5 * l->unit,
                      .far = name_reach(l->f) * l->image->height,
                      .rank = m->rank,
                      .side = m->side,
                      .dx = dx,
                      .dy = dy,
                      .steady = true};
    TW_TRY(tw_push(&l->label, label));
    return tw_push(&l->name, ((tw_overlay_name){m->text, NULL, tw_overlay_inks[m->class_]}));
}

enum { RANK_PLOT = 100 };

static tw_status plot_at(tw_overlay_layer *l, const tw_plot *p, double x, double y) {
    tw_label label = {.x = x,
                      .y = y,
                      .gap = 16 * l->unit,
                      .from = (double)p->far * l->image->height,
                      .far = 0.5 * l->image->height,
                      .rank = RANK_PLOT,
                      .side = p->side,
                      .steady = true};
    tw_overlay_plot_size(l, &label.width, &label.height);
    TW_TRY(tw_push(&l->label, label));
    tw_ink ink = tw_overlay_inks[TW_CLASS_NEUTRAL];
    ink.a = 0.6f;
    return tw_push(&l->name, ((tw_overlay_name){NULL, p, ink}));
}

/* lists the names of bodies; of equal ranks the nearer ones first */
static tw_status body_names(tw_overlay_layer *l) {
    size_t first = l->label.count;
    TW_ARRAY(double) depth = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; i < l->f->mark_count && s == TW_OK; i++) {
        const tw_mark *m = &l->f->mark[i];
        double x, y, z;
        if (m->kind != TW_MARK_NAME || !m->text) continue;
        z = tw_overlay_project(l, m->a, &x, &y);
        if (z <= 1e-6) continue;
        s = tw_overlay_name_at(l, m, x, y, 0, 0);
        if (s == TW_OK) s = tw_push(&depth, z);
    }
    for (size_t i = 1; i < depth.count && s == TW_OK; i++)
        for (size_t j = i; j > 0 && depth.data[j] < depth.data[j - 1]; j--) {
            double z = depth.data[j];
            depth.data[j] = depth.data[j - 1], depth.data[j - 1] = z;
            tw_label a = l->label.data[first + j];
            l->label.data[first + j] = l->label.data[first + j - 1];
            l->label.data[first + j - 1] = a;
            tw_overlay_name n = l->name.data[first + j];
            l->name.data[first + j] = l->name.data[first + j - 1];
            l->name.data[first + j - 1] = n;
        }
    tw_array_free(&depth);
    return s;
}

/* ink for letters of this colour: on dark pictures lighter than for arrows, as strokes of letters
 * are thin; on bright ones dark */
static tw_ink letters(tw_ink ink, bool bright) {
    const float white = 0.4f, shade = 0.45f;
    if (bright) return (tw_ink){shade * ink.r, shade * ink.g, shade * ink.b, 1};
    ink.r += white * (1 - ink.r), ink.g += white * (1 - ink.g), ink.b += white * (1 - ink.b);
    ink.a = 1;
    return ink;
}

static tw_status draw_names(tw_overlay_layer *l) {
    double width, up, down;
    TW_TRY(tw_text_measure("", l->text, &width, &up, &down));
    bool bright = l->label.count && tw_overlay_bright(l->image);
    for (size_t i = 0; i < l->label.count; i++) {
        const tw_label *at = &l->label.data[i];
        if (!at->placed || !at->leader) continue;
        tw_ink ink = l->name.data[i].ink;
        TW_TRY(
            tw_canvas_line(l->image, at->x, at->y, at->lx, at->ly, 2.4 * l->unit, tw_overlay_dark));
        TW_TRY(tw_canvas_line(l->image, at->x, at->y, at->lx, at->ly, l->unit, ink));
    }
    for (size_t i = 0; i < l->label.count; i++) {
        const tw_label *at = &l->label.data[i];
        const tw_overlay_name *n = &l->name.data[i];
        if (!at->placed) continue;
        if (n->plot)
            TW_TRY(tw_overlay_plot(l, n->plot, &at->box));
        else
            TW_TRY(tw_text_draw_in(l->image, TW_FONT_SANS, at->box.x0, at->box.y0 + up, l->text,
                                   n->text, letters(n->ink, bright)));
    }
    return TW_OK;
}

static tw_status place_names(tw_overlay_layer *l) {
    size_t n = l->label.count, all = n + l->taken.count;
    if (!n) return TW_OK;
    tw_box *memory = malloc(all * sizeof *memory);
    size_t *order = malloc(n * sizeof *order);
    tw_status s = memory && order ? TW_OK : tw_fail_memory();
    if (s == TW_OK)
        tw_labels_place(l->label.data, n, l->taken.data, l->taken.count, l->busy.data,
                        l->busy.count, l->image->width, l->image->height, memory, order);
    free(memory);
    free(order);
    return s;
}

static tw_status plots(tw_overlay_layer *l) {
    for (size_t i = 0; i < l->f->plot_count; i++) {
        const tw_plot *p = &l->f->plot[i];
        double x, y;
        if (p->count && tw_overlay_project(l, p->at, &x, &y) > 1e-6) TW_TRY(plot_at(l, p, x, y));
    }
    return TW_OK;
}

/* -------------------------------------------------------------------------------------------- */

static tw_status draw(tw_overlay_layer *l) {
    TW_TRY(tw_hidden_make(l->f, &l->hidden));
    TW_TRY(tw_overlay_marks(l));
    if (l->f->legend) TW_TRY(tw_overlay_legend(l));
    TW_TRY(tw_overlay_graphs(l));
    TW_TRY(tw_overlay_captions(l));
    TW_TRY(plots(l));
    TW_TRY(body_names(l));
    TW_TRY(place_names(l));
    return draw_names(l);
}

tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image) {
    (void)o;
    if (f->mark_count + f->caption_count + f->plot_count + f->graph_count == 0 && !f->legend)
        return TW_OK;
    tw_overlay_layer l;
    begin(f, image, &l);
    tw_status s = draw(&l);
    tw_hidden_free(l.hidden);
    tw_array_free(&l.taken);
    tw_array_free(&l.busy);
    tw_array_free(&l.label);
    tw_array_free(&l.name);
    return s;
}
