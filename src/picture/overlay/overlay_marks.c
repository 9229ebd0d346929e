/*
 * The marks of the debug layer: control points, contacts, deviations as lines that fade, forces as
 * arrows, torques as curved arrows.
 *
 * The length of an arrow is a length in space, so that it is foreshortened and shrinks with
 * distance; the width of its stroke and its head are sizes in the picture. A short arrow is drawn
 * as a small head, so that it stays visible. An arrow that would leave the picture or be longer
 * than 0.4 picture heights is cut off, and gets a second head as a sign of that. Marks behind
 * bodies are drawn dimmer.
 */
#include "base/math/elementary.h"
#include "frame/marks/film/scale.h"
#include "picture/overlay/overlay.h"

#include <math.h>

enum { PIECES = 16, ARC = 32 };

/* longest arrow, heights of the picture; a longer one is cut off */
static const double longest = 0.4;
/* shortest arrow, heights of the picture; a shorter one is not drawn */
static const double least = 6e-4;
/* opacity of marks behind a body, relative to the same marks in front of it */
static const float dimmer = 0.38f;
static const double quarter3 = 4.71238898038469;

typedef struct end {
    double x, y;
} end;

/* projects the segment from *a to *b in space to s[2], after moving an end behind the eye to a
 * plane in front of it; false: both are behind */
static bool project_segment(const tw_overlay_layer *l, vec3 *a, vec3 *b, end s[2]) {
    const double near = 1e-3;
    double za = v3_dot(v3_sub(*a, l->eye), l->forward);
    double zb = v3_dot(v3_sub(*b, l->eye), l->forward);
    if (za < near && zb < near) return false;
    if (za < near) *a = v3_lerp(*a, *b, (near - za) / (zb - za));
    if (zb < near) *b = v3_lerp(*b, *a, (near - zb) / (za - zb));
    return tw_overlay_project(l, *a, &s[0].x, &s[0].y) > 0 &&
           tw_overlay_project(l, *b, &s[1].x, &s[1].y) > 0;
}

static tw_ink faded(tw_ink ink, double by) {
    ink.a *= (float)by;
    return ink;
}

/* *strength: factor of a mark's opacity at the place p in space: 1, or `dimmer` where a body hides
 * p */
static tw_status strength_at(const tw_overlay_layer *l, vec3 p, float *strength) {
    TW_TRY(tw_hidden_seen(l->hidden, &p, 1, strength));
    *strength = *strength > 0 ? 1 : dimmer;
    return TW_OK;
}

/* draws a stroke through xy [n][2] with a dark edge; its pieces are dimmer where the corresponding
 * places in space, at [n], are hidden by bodies */
static tw_status stroke(const tw_overlay_layer *l, const double *xy, const vec3 *at, int n,
                        double width, tw_ink ink) {
    if (n < 2) return TW_OK;
    vec3 middle[ARC] = {{0, 0, 0}};
    float strength[ARC];
    for (int i = 0; i + 1 < n; i++) middle[i] = v3_lerp(at[i], at[i + 1], 0.5);
    TW_TRY(tw_hidden_seen(l->hidden, middle, n - 1, strength));
    for (int i = 0; i + 1 < n; i++) strength[i] = strength[i] > 0 ? 1 : dimmer;
    tw_ink dark = faded(tw_overlay_dark, (double)ink.a);
    TW_TRY(tw_canvas_path(l->image, xy, n, strength, width + 1.6 * l->mark, dark));
    return tw_canvas_path(l->image, xy, n, strength, width, ink);
}

/* draws a straight stroke from a to b in space, which appear at s and e in the picture; in several
 * pieces, since a body may hide some of them */
static tw_status straight(const tw_overlay_layer *l, vec3 a, vec3 b, end s, end e, double width,
                          tw_ink ink) {
    double xy[2 * (PIECES + 1)],
        length = sqrt((e.x - s.x) * (e.x - s.x) + (e.y - s.y) * (e.y - s.y));
    vec3 at[PIECES + 1];
    double pieces = fmin(fmax(ceil(length / (5 * l->mark)), 2), PIECES);
    int n = (int)pieces;
    for (int i = 0; i <= n; i++) {
        double u = (double)i / n;
        at[i] = v3_lerp(a, b, u);
        xy[2 * i] = s.x + u * (e.x - s.x);
        xy[2 * i + 1] = s.y + u * (e.y - s.y);
    }
    return stroke(l, xy, at, n + 1, width, ink);
}

/* ---- points, contacts ----------------------------------------------------------------------- */

static tw_status draw_point(tw_overlay_layer *l, const tw_mark *m) {
    double x, y, r = 2.7 * l->mark;
    if (tw_overlay_project(l, m->a, &x, &y) <= 1e-6) return TW_OK;
    float strength;
    TW_TRY(strength_at(l, m->a, &strength));
    bool nail = m->kind == TW_MARK_NAIL;
    tw_ink ink = nail ? tw_overlay_nail : tw_overlay_inks[TW_CLASS_NEUTRAL];
    double s = (double)strength;
    tw_canvas_disc(l->image, x, y, r + l->mark, faded(tw_overlay_dark, s));
    tw_canvas_disc(l->image, x, y, r, faded(ink, s));
    if (nail) tw_canvas_disc(l->image, x, y, 0.42 * r, faded(tw_overlay_dark, 1.4 * s));
    return tw_overlay_busy_at(l, x, y, r);
}

/* draws a contact of two surfaces: a small ring in their tangent plane, and a line along the
 * contact's normal */
static tw_status draw_contact(tw_overlay_layer *l, const tw_mark *m) {
    double x, y, z = tw_overlay_project(l, m->a, &x, &y), xy[2 * (ARC + 1)];
    if (z <= 1e-6) return TW_OK;
    double metre = tw_overlay_pixel(l, z), r = 4.5 * l->mark * metre;
    vec3 n = m->vector, u = v3_orthogonal(n), w = v3_cross(n, u), at[ARC + 1];
    enum { ROUND = 16 };
    for (int i = 0; i <= ROUND; i++) {
        double a = 6.283185307179586 * i / ROUND;
        at[i] = v3_madd(v3_madd(m->a, r * tw_cos(a), u), r * tw_sin(a), w);
        if (tw_overlay_project(l, at[i], &xy[2 * i], &xy[2 * i + 1]) <= 1e-6) return TW_OK;
    }
    tw_ink ink = tw_overlay_inks[m->class_];
    TW_TRY(stroke(l, xy, at, ROUND + 1, 1.1 * l->mark, ink));
    vec3 a = m->a, b = v3_madd(m->a, 12 * l->mark * metre, n);
    end s[2];
    if (project_segment(l, &a, &b, s))
        TW_TRY(straight(l, a, b, s[0], s[1], 1.1 * l->mark, faded(ink, 0.8)));
    return tw_overlay_busy_at(l, x, y, 3 * l->mark);
}

/* ---- deviations ----------------------------------------------------------------------------- */

static double fade_of(const tw_mark *m) {
    if (m->class_ == TW_CLASS_CONFLICT) return 1;
    return tw_deviation_fade(m->strength, m->reference);
}

static tw_status conflict_name(tw_overlay_layer *l, const tw_mark *m, double x, double y) {
    if (!m->text) return TW_OK;
    return tw_overlay_name_at(l, m, x, y, 0, 0);
}

static tw_status draw_link(tw_overlay_layer *l, const tw_mark *m) {
    end s[2];
    vec3 a = m->a, b = m->b;
    double fade = fade_of(m);
    if (!(fade > 0.02) || !project_segment(l, &a, &b, s)) return TW_OK;
    tw_ink ink = faded(tw_overlay_inks[m->class_], fade);
    TW_TRY(straight(l, a, b, s[0], s[1], 1.8 * l->mark, ink));
    return conflict_name(l, m, 0.5 * (s[0].x + s[1].x), 0.5 * (s[0].y + s[1].y));
}

/* draws an angle: lines along its two directions and the arc between them. Their length, before
 * foreshortening, is the same share of every picture's height */
static tw_status draw_angle(tw_overlay_layer *l, const tw_mark *m) {
    double x, y, z = tw_overlay_project(l, m->a, &x, &y), fade = fade_of(m), xy[2 * (ARC + 2)];
    if (z <= 1e-6 || !(fade > 0.02)) return TW_OK;
    double r = 0.075 * l->image->height * tw_overlay_pixel(l, z);
    vec3 across = v3_cross(m->vector, m->b), at[ARC + 2];
    across = v3_length(across) > 1e-12 ? v3_normalized(across) : v3_orthogonal(m->vector);
    vec3 side = v3_cross(across, m->vector);
    tw_ink ink = faded(tw_overlay_inks[m->class_], fade);
    for (int i = 0; i < 2; i++) {
        vec3 a = m->a, b = v3_madd(m->a, 1.15 * r, i ? m->b : m->vector);
        end s[2];
        if (project_segment(l, &a, &b, s))
            TW_TRY(straight(l, a, b, s[0], s[1], 1.2 * l->mark, faded(ink, 0.8)));
    }
    enum { ROUND = 16 };
    for (int i = 0; i <= ROUND; i++) {
        double a = m->strength * i / ROUND;
        at[i] = v3_madd(v3_madd(m->a, r * tw_cos(a), m->vector), r * tw_sin(a), side);
        if (tw_overlay_project(l, at[i], &xy[2 * i], &xy[2 * i + 1]) <= 1e-6) return TW_OK;
    }
    TW_TRY(stroke(l, xy, at, ROUND + 1, 1.8 * l->mark, ink));
    return conflict_name(l, m, xy[ROUND], xy[ROUND + 1]);
}

/* ---- forces --------------------------------------------------------------------------------- */

void tw_overlay_head(tw_overlay_layer *l, double x, double y, double dx, double dy, double size,
                     tw_ink ink) {
    double n = sqrt(dx * dx + dy * dy);
    if (!(n > 0)) return;
    dx *= size / n;
    dy *= size / n;
    /* the head is drawn twice, first dark and larger by the factor g: its dark edge */
    double g = 1 + 1.6 * l->unit / size;
    double ex = x + 0.62 * (g - 1) * dx, ey = y + 0.62 * (g - 1) * dy;
    const double ox[3] = {ex, ex - g * (dx - 0.4 * dy), ex - g * (dx + 0.4 * dy)};
    const double oy[3] = {ey, ey - g * (dy + 0.4 * dx), ey - g * (dy - 0.4 * dx)};
    const double tx[3] = {x, x - dx + 0.4 * dy, x - dx - 0.4 * dy};
    const double ty[3] = {y, y - dy - 0.4 * dx, y - dy + 0.4 * dx};
    tw_canvas_triangle(l->image, ox, oy, faded(tw_overlay_dark, (double)ink.a));
    tw_canvas_triangle(l->image, tx, ty, ink);
}

/* share 0 .. 1 of the way from s to e that an arrow is drawn: less than 1 if it would leave the
 * picture or be longer than `longest` */
static double allowed(const tw_overlay_layer *l, end s, end e) {
    double m = 0.5 * l->edge, w = l->image->width - m, h = l->image->height - m, u = 1;
    double dx = e.x - s.x, dy = e.y - s.y, length = sqrt(dx * dx + dy * dy);
    if (length > longest * l->image->height) u = longest * l->image->height / length;
    if (s.x < m || s.x > w || s.y < m || s.y > h) return u;
    if (e.x < m) u = fmin(u, (m - s.x) / dx);
    if (e.x > w) u = fmin(u, (w - s.x) / dx);
    if (e.y < m) u = fmin(u, (m - s.y) / dy);
    if (e.y > h) u = fmin(u, (h - s.y) / dy);
    return u;
}

/* draws an arrow that points toward or away from the eye: a ring with a dot (toward) or a cross
 * (away) */
static tw_status draw_end_on(tw_overlay_layer *l, end s, bool away, tw_ink ink) {
    double r = 4 * l->mark, d = 0.7 * r;
    tw_canvas_disc(l->image, s.x, s.y, r + l->mark, tw_overlay_dark);
    tw_canvas_ring(l->image, s.x, s.y, r, 1.2 * l->mark, ink);
    if (!away) {
        tw_canvas_disc(l->image, s.x, s.y, 0.35 * r, ink);
        return TW_OK;
    }
    TW_TRY(tw_canvas_line(l->image, s.x - d, s.y - d, s.x + d, s.y + d, l->mark, ink));
    return tw_canvas_line(l->image, s.x - d, s.y + d, s.x + d, s.y - d, l->mark, ink);
}

static tw_status draw_arrow(tw_overlay_layer *l, const tw_mark *m) {
    end s[2];
    double scale = m->scale > 0 ? m->scale : l->f->force_scale;
    double metres = scale * v3_length(m->vector), head = 8 * l->mark;
    vec3 a = m->a, b = v3_madd(m->a, scale, m->vector);
    if (!(metres > least * l->view) || !project_segment(l, &a, &b, s)) return TW_OK;
    tw_ink ink = tw_overlay_inks[m->class_];
    double dx = s[1].x - s[0].x, dy = s[1].y - s[0].y, n = sqrt(dx * dx + dy * dy);
    double depth = v3_dot(v3_sub(b, a), l->forward);
    double pixel = tw_overlay_pixel(l, fmax(v3_dot(v3_sub(a, l->eye), l->forward), 1e-6));
    if (n < 0.15 * metres / pixel && fabs(depth) > 0.9 * metres)
        return draw_end_on(l, s[0], depth > 0, ink);
    if (!(n > 0)) return TW_OK;
    double u = allowed(l, s[0], s[1]), small = 5 * l->mark;
    bool cut = u < 1;
    if (n * u < small && !cut) u = small / n; /* still seen */
    end tip = {s[0].x + u * dx, s[0].y + u * dy};
    double length = n * u, size = fmin(head, fmax(0.55 * length, small));
    double shaft = fmax(length - 0.8 * size - (cut ? 0.6 * size : 0), 0) / length;
    end neck = {s[0].x + shaft * u * dx, s[0].y + shaft * u * dy};
    b = v3_lerp(a, b, fmin(u, 1));
    if (shaft > 0) TW_TRY(straight(l, a, v3_lerp(a, b, shaft), s[0], neck, 2.2 * l->mark, ink));
    float seen;
    TW_TRY(strength_at(l, b, &seen));
    ink = faded(ink, (double)seen);
    if (cut)
        tw_overlay_head(l, tip.x - 0.6 * size * dx / n, tip.y - 0.6 * size * dy / n, dx, dy, size,
                        ink);
    tw_overlay_head(l, tip.x, tip.y, dx, dy, size, ink);
    TW_TRY(tw_overlay_busy_at(l, tip.x - 0.5 * size * dx / n, tip.y - 0.5 * size * dy / n,
                              0.5 * size));
    TW_TRY(tw_overlay_busy_at(l, 0.5 * (s[0].x + tip.x), 0.5 * (s[0].y + tip.y), 2 * l->mark));
    if (!m->text) return TW_OK;
    return tw_overlay_name_at(l, m, tip.x, tip.y, dx, dy);
}

/* draws a torque: a line along its axis, and three quarters of a circle around it with an arrow
 * head, turned by the right-hand rule */
static tw_status draw_torque(tw_overlay_layer *l, const tw_mark *m) {
    double T = v3_length(m->vector), r = T * l->f->torque_scale, x, y;
    double z = tw_overlay_project(l, m->a, &x, &y), xy[2 * (ARC + 1)];
    if (z <= 1e-6 || !(r > 4 * least * l->view)) return TW_OK;
    r = fmin(fmax(r, 6 * l->mark * tw_overlay_pixel(l, z)), 0.12 * l->view);
    vec3 n = v3_scale(m->vector, 1 / T), u = v3_orthogonal(n), w = v3_cross(n, u), at[ARC];
    tw_ink ink = tw_overlay_inks[m->class_];
    for (int i = 0; i < ARC; i++) {
        double a = quarter3 * i / (ARC - 1);
        at[i] = v3_madd(v3_madd(m->a, r * tw_cos(a), u), r * tw_sin(a), w);
        if (tw_overlay_project(l, at[i], &xy[2 * i], &xy[2 * i + 1]) <= 1e-6) return TW_OK;
    }
    vec3 from = v3_madd(m->a, -0.35 * r, n), to = v3_madd(m->a, 0.35 * r, n);
    end s[2];
    if (project_segment(l, &from, &to, s))
        TW_TRY(straight(l, from, to, s[0], s[1], 1.1 * l->mark, faded(ink, 0.6)));
    TW_TRY(stroke(l, xy, at, ARC, 2.2 * l->mark, ink));
    const double *e = xy + 2 * (ARC - 2);
    float seen;
    TW_TRY(strength_at(l, at[ARC - 1], &seen));
    double dx = e[2] - e[0], dy = e[3] - e[1], d = sqrt(dx * dx + dy * dy), size = 8 * l->mark;
    double tx = e[2] + (d > 0 ? 0.5 * size * dx / d : 0),
           ty = e[3] + (d > 0 ? 0.5 * size * dy / d : 0);
    tw_overlay_head(l, tx, ty, dx, dy, size, faded(ink, (double)seen));
    TW_TRY(tw_overlay_busy_at(l, tx, ty, 0.5 * size));
    if (!m->text) return TW_OK;
    return tw_overlay_name_at(l, m, tx, ty, tx - x, ty - y);
}

/* -------------------------------------------------------------------------------------------- */

static tw_status draw_mark(tw_overlay_layer *l, const tw_mark *m) {
    switch (m->kind) {
    case TW_MARK_LINK:
        return draw_link(l, m);
    case TW_MARK_ANGLE:
        return draw_angle(l, m);
    case TW_MARK_ARROW:
        return draw_arrow(l, m);
    case TW_MARK_TORQUE:
        return draw_torque(l, m);
    case TW_MARK_CONTACT:
        return draw_contact(l, m);
    case TW_MARK_POINT:
    case TW_MARK_NAIL:
        return draw_point(l, m);
    case TW_MARK_NAME:
        /* names are not drawn here: they are placed after all other marks, where there is room */
        break;
    }
    return TW_OK;
}

tw_status tw_overlay_marks(tw_overlay_layer *l) {
    /* order in which kinds of marks are drawn: lines under arrows under points */
    static const tw_mark_kind order[] = {TW_MARK_LINK,  TW_MARK_ANGLE,   TW_MARK_TORQUE,
                                         TW_MARK_ARROW, TW_MARK_CONTACT, TW_MARK_POINT,
                                         TW_MARK_NAIL};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < l->f->mark_count; i++)
            if (l->f->mark[i].kind == order[k]) TW_TRY(draw_mark(l, &l->f->mark[i]));
    return TW_OK;
}
