/*
 * The debug layer over a picture: control points, constraints as lines that fade as they are met,
 * forces as arrows coloured by kind with one scale over the film, names that do not overlap,
 * captions. Never blurred; sizes follow the picture's height.
 */
#include "base/elementary.h"
#include "picture/canvas.h"
#include "picture/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rect {
    double x0, y0, x1, y1;
} rect;

typedef struct layer {
    const tw_frame *f;
    tw_image *image;
    vec3 right, up, forward;
    double k;    /* pixels per slope */
    double unit; /* pixels: the picture's height / 360 */
    rect *taken; /* where text stands */
    size_t taken_count;
} layer;

static const tw_ink inks[TW_CLASS_COUNT] = {
    [TW_CLASS_GRAVITY] = {0.98f, 0.78f, 0.20f, 0.95f},
    [TW_CLASS_SPRING] = {0.45f, 0.85f, 0.40f, 0.95f},
    [TW_CLASS_DRAG] = {0.65f, 0.65f, 0.70f, 0.95f},
    [TW_CLASS_APPLIED] = {0.95f, 0.55f, 0.85f, 0.95f},
    [TW_CLASS_CONSTRAINT] = {0.30f, 0.70f, 1.00f, 0.95f},
    [TW_CLASS_REACTION] = {0.55f, 0.55f, 1.00f, 0.95f},
    [TW_CLASS_SPLIT_EXTERNAL] = {0.98f, 0.78f, 0.20f, 0.95f},
    [TW_CLASS_SPLIT_VELOCITY] = {0.40f, 0.90f, 0.80f, 0.95f},
    [TW_CLASS_SPLIT_DEVIATION] = {1.00f, 0.50f, 0.25f, 0.95f},
    [TW_CLASS_NEUTRAL] = {0.96f, 0.96f, 0.96f, 0.95f},
    [TW_CLASS_CONFLICT] = {1.00f, 0.15f, 0.12f, 0.95f},
    [TW_CLASS_CONTACT] = {0.78f, 1.00f, 0.15f, 0.95f},
};

static const tw_ink dark = {0.06f, 0.06f, 0.08f, 0.85f};

static void layer_make(const tw_frame *f, tw_image *image, layer *l) {
    const tw_camera *c = &f->camera;
    l->f = f;
    l->image = image;
    l->forward = v3_normalized(v3_sub(c->target, c->eye));
    vec3 r = v3_cross(l->forward, c->up);
    l->right = v3_length(r) > 1e-9 ? v3_normalized(r) : v3_orthogonal(l->forward);
    l->up = v3_cross(l->right, l->forward);
    l->k = 0.5 * image->height / tw_tan(0.5 * c->fov);
    l->unit = fmax(image->height / 360.0, 0.5);
}

/* depth of a point; where it stands in the picture when it is before the eye */
static double project(const layer *l, vec3 p, double *x, double *y) {
    vec3 d = v3_sub(p, l->f->camera.eye);
    double z = v3_dot(d, l->forward);
    if (z > 1e-6) {
        *x = 0.5 * l->image->width + l->k * v3_dot(d, l->right) / z;
        *y = 0.5 * l->image->height - l->k * v3_dot(d, l->up) / z;
    }
    return z;
}

/* a segment of space, cut at a plane before the eye; false: it is behind */
static bool project_segment(const layer *l, vec3 a, vec3 b, double s[4]) {
    const double near = 1e-3;
    double za = v3_dot(v3_sub(a, l->f->camera.eye), l->forward);
    double zb = v3_dot(v3_sub(b, l->f->camera.eye), l->forward);
    if (za < near && zb < near) return false;
    if (za < near) a = v3_lerp(a, b, (near - za) / (zb - za));
    if (zb < near) b = v3_lerp(b, a, (near - zb) / (za - zb));
    project(l, a, &s[0], &s[1]);
    project(l, b, &s[2], &s[3]);
    return true;
}

/* ---- marks ---------------------------------------------------------------------------------- */

static void draw_point(const layer *l, const tw_mark *m) {
    double x, y, r = 2.2 * l->unit;
    if (project(l, m->a, &x, &y) <= 1e-6) return;
    tw_ink ink = m->kind == TW_MARK_NAIL ? (tw_ink){1, 0.62f, 0.18f, 1} : inks[TW_CLASS_NEUTRAL];
    tw_canvas_disc(l->image, x, y, r + 0.8 * l->unit, dark);
    tw_canvas_disc(l->image, x, y, r, ink);
    if (m->kind == TW_MARK_NAIL) tw_canvas_disc(l->image, x, y, 0.4 * r, dark);
}

static void draw_link(const layer *l, const tw_mark *m) {
    double s[4];
    if (!project_segment(l, m->a, m->b, s)) return;
    tw_ink ink =
        inks[m->class_ == TW_CLASS_CONFLICT ? TW_CLASS_CONFLICT : TW_CLASS_SPLIT_DEVIATION];
    /* fades with the deviation: full at a tenth of a metre (or rad) */
    double strength = fmin(m->strength / 0.1, 1);
    if (m->class_ != TW_CLASS_CONFLICT) ink.a *= (float)(0.25 + 0.75 * strength);
    if (m->met) return;
    tw_canvas_line(l->image, s[0], s[1], s[2], s[3], 1.6 * l->unit, ink);
}

static void draw_head(const layer *l, double x, double y, double dx, double dy, tw_ink ink) {
    double n = sqrt(dx * dx + dy * dy), size = 6.5 * l->unit;
    if (!(n > 0)) return;
    dx *= size / n;
    dy *= size / n;
    const double tx[3] = {x, x - dx + 0.42 * dy, x - dx - 0.42 * dy};
    const double ty[3] = {y, y - dy - 0.42 * dx, y - dy + 0.42 * dx};
    tw_canvas_triangle(l->image, tx, ty, ink);
}

/* the tip of an arrow in the picture; false when there is nothing to draw */
static bool draw_arrow(const layer *l, const tw_mark *m, double tip[2]) {
    double s[4];
    vec3 end = v3_madd(m->a, l->f->force_scale, m->vector);
    if (!project_segment(l, m->a, end, s)) return false;
    double dx = s[2] - s[0], dy = s[3] - s[1], n = sqrt(dx * dx + dy * dy), head = 6.5 * l->unit;
    if (!(n > 0.8 * l->unit)) return false;
    tw_ink ink = inks[m->class_];
    double shaft = fmax(n - 0.8 * head, 0) / n;
    tw_canvas_line(l->image, s[0], s[1], s[0] + shaft * dx, s[1] + shaft * dy, 3.2 * l->unit, dark);
    tw_canvas_line(l->image, s[0], s[1], s[0] + shaft * dx, s[1] + shaft * dy, 1.8 * l->unit, ink);
    draw_head(l, s[2], s[3], dx, dy, ink);
    tip[0] = s[2];
    tip[1] = s[3];
    return true;
}

/* three quarters of a circle around the torque's axis, right-handed */
static bool draw_torque(const layer *l, const tw_mark *m, double tip[2]) {
    double T = v3_length(m->vector), r = T * l->f->force_scale;
    if (!(r > 0)) return false;
    double view =
        v3_length(v3_sub(l->f->camera.target, l->f->camera.eye)) / l->k * l->image->height;
    r = fmin(r, 0.15 * view);
    vec3 n = v3_scale(m->vector, 1 / T), u = v3_orthogonal(n), w = v3_cross(n, u);
    enum { PIECES = 24 };
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    for (int i = 0; i <= PIECES; i++) {
        double a = 4.71238898038469 * i / PIECES;
        vec3 p = v3_madd(v3_madd(m->a, r * tw_cos(a), u), r * tw_sin(a), w);
        if (project(l, p, &x1, &y1) <= 1e-6) return false;
        if (i > 0) tw_canvas_line(l->image, x0, y0, x1, y1, 1.6 * l->unit, inks[m->class_]);
        if (i < PIECES) x0 = x1, y0 = y1;
    }
    draw_head(l, x1, y1, x1 - x0, y1 - y0, inks[m->class_]);
    tip[0] = x1;
    tip[1] = y1;
    return true;
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool collides(const layer *l, const rect *r) {
    for (size_t i = 0; i < l->taken_count; i++) {
        const rect *t = &l->taken[i];
        if (r->x0 < t->x1 && t->x0 < r->x1 && r->y0 < t->y1 && t->y0 < r->y1) return true;
    }
    return false;
}

/* text beside a place, at the first of some positions around it that is free and inside */
static tw_status draw_beside(layer *l, double x, double y, const char *text, tw_ink ink) {
    double size = 11 * l->unit, width, up, down;
    TW_TRY(tw_text_measure(text, size, &width, &up, &down));
    for (int ring = 1; ring <= 6; ring++)
        for (int side = 0; side < 4; side++) {
            double gap = (2 + 3 * ring) * l->unit;
            double left = side & 1 ? x - gap - width : x + gap;
            double base = side & 2 ? y + gap + up : y - gap;
            rect r = {left - 1, base - up, left + width + 1, base + down};
            bool inside =
                r.x0 >= 0 && r.y0 >= 0 && r.x1 <= l->image->width && r.y1 <= l->image->height;
            if (!inside || collides(l, &r)) continue;
            l->taken[l->taken_count++] = r;
            if (ring > 2)
                tw_canvas_line(l->image, x, y, side & 1 ? r.x1 : r.x0, base, 0.6 * l->unit, ink);
            return tw_text_draw(l->image, left, base, size, text, ink);
        }
    return TW_OK; /* no room at all: better no name than an unreadable heap */
}

static tw_status draw_caption(layer *l, const tw_caption *c) {
    double size = c->size * l->image->height, width, up, down, x, y, edge = 6 * l->unit;
    TW_TRY(tw_text_measure(c->text, size, &width, &up, &down));
    double middle = 0.5 * (l->image->width - width), right = l->image->width - width - edge;
    double top = edge + up, bottom = l->image->height - edge - down;
    tw_ink ink = inks[TW_CLASS_NEUTRAL];
    ink.a = (float)c->opacity;
    switch (c->at) {
    case TW_AT_BOTTOM:
        x = middle, y = bottom;
        break;
    case TW_AT_TOP:
        x = middle, y = top;
        break;
    case TW_AT_TOP_LEFT:
        x = edge, y = top;
        break;
    case TW_AT_TOP_RIGHT:
        x = right, y = top;
        break;
    case TW_AT_BOTTOM_LEFT:
        x = edge, y = bottom;
        break;
    case TW_AT_BOTTOM_RIGHT:
        x = right, y = bottom;
        break;
    default:
        if (project(l, c->point, &x, &y) <= 1e-6) return TW_OK;
        x -= 0.5 * width;
        y -= edge;
        break;
    }
    l->taken[l->taken_count++] = (rect){x, y - up, x + width, y + down};
    return tw_text_draw(l->image, x, y, size, c->text, ink);
}

static tw_status draw_text(layer *l) {
    const tw_frame *f = l->f;
    for (size_t i = 0; i < f->caption_count; i++) TW_TRY(draw_caption(l, &f->caption[i]));
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        double x, y;
        if (m->kind != TW_MARK_NAME || !m->text || project(l, m->a, &x, &y) <= 1e-6) continue;
        TW_TRY(draw_beside(l, x, y, m->text, inks[TW_CLASS_NEUTRAL]));
    }
    return TW_OK;
}

static tw_status draw_marks(layer *l) {
    const tw_frame *f = l->f;
    for (size_t i = 0; i < f->mark_count; i++)
        if (f->mark[i].kind == TW_MARK_LINK) draw_link(l, &f->mark[i]);
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        double tip[2];
        bool drawn = m->kind == TW_MARK_ARROW    ? draw_arrow(l, m, tip)
                     : m->kind == TW_MARK_TORQUE ? draw_torque(l, m, tip)
                                                 : false;
        if (drawn && m->text) TW_TRY(draw_beside(l, tip[0], tip[1], m->text, inks[m->class_]));
    }
    for (size_t i = 0; i < f->mark_count; i++)
        if (f->mark[i].kind == TW_MARK_POINT || f->mark[i].kind == TW_MARK_NAIL)
            draw_point(l, &f->mark[i]);
    return TW_OK;
}

tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image) {
    (void)o;
    if (f->mark_count + f->caption_count == 0) return TW_OK;
    layer l = {0};
    layer_make(f, image, &l);
    l.taken = malloc((2 * f->mark_count + f->caption_count + 1) * sizeof *l.taken);
    if (!l.taken) return tw_fail_memory();
    tw_status s = draw_marks(&l);
    if (s == TW_OK) s = draw_text(&l);
    free(l.taken);
    return s;
}
