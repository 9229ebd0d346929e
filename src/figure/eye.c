/* The eye of a figure; see impl.h. */
#include "base/math/elementary.h"
#include "figure/impl.h"

/* sets side i of the view: n: inward normal, of any length; offset: |n| times the distance of the
 * side from e->at along n */
static void side(fig_eye *e, int i, vec3 n, double offset) {
    double l = v3_length(n);
    e->side[i] = v3_scale(n, 1 / l);
    e->offset[i] = v3_dot(e->side[i], e->at) + offset / l;
}

void fig_eye_make(const tw_frame *f, int width, int height, fig_eye *e) {
    const tw_camera *c = &f->camera;
    *e = (fig_eye){.at = c->eye,
                   .width = width,
                   .height = height,
                   .parallel = c->projection == TW_ORTHOGRAPHIC};
    e->forward = v3_normalized(v3_sub(c->target, c->eye));
    vec3 r = v3_cross(e->forward, c->up);
    e->right = v3_length(r) > 1e-9 ? v3_normalized(r) : v3_orthogonal(e->forward);
    e->up = v3_cross(e->right, e->forward);
    e->k = e->parallel ? height / c->height : 0.5 * height / tw_tan(0.5 * c->fov);
    double w = (0.5 * width + FIG_MARGIN) / e->k, h = (0.5 * height + FIG_MARGIN) / e->k;
    /* in a perspective view a point at depth z is within the margin if |x| <= w z, in an
     * orthographic view if |x| <= w; for y likewise with h */
    vec3 ahead = e->parallel ? v3_zero() : e->forward;
    double at = e->parallel ? 1 : 0;
    side(e, 0, v3_add(v3_scale(ahead, w), e->right), -w * at);
    side(e, 1, v3_sub(v3_scale(ahead, w), e->right), -w * at);
    side(e, 2, v3_add(v3_scale(ahead, h), e->up), -h * at);
    side(e, 3, v3_sub(v3_scale(ahead, h), e->up), -h * at);
}

fig_spot fig_project(const fig_eye *e, vec3 p) {
    vec3 d = v3_sub(p, e->at);
    fig_spot s = {.z = v3_dot(d, e->forward)};
    double k = e->parallel ? e->k : e->k / fmax(s.z, 0.5 * e->near);
    s.x = 0.5 * e->width + k * v3_dot(d, e->right);
    s.y = 0.5 * e->height - k * v3_dot(d, e->up);
    return s;
}

double fig_pixel(const fig_eye *e, double z) {
    return e->parallel ? 1 / e->k : fmax(z, e->near) / e->k;
}

bool fig_outside(const fig_eye *e, vec3 center, double radius) {
    if (v3_dot(v3_sub(center, e->at), e->forward) + radius < e->near) return true;
    for (int i = 0; i < 4; i++)
        if (v3_dot(e->side[i], center) + radius < e->offset[i]) return true;
    return false;
}

bool fig_in_picture(const fig_eye *e, const fig_spot *s) {
    const double m = FIG_MARGIN;
    return s->z >= e->near && s->x >= -m && s->y >= -m && s->x <= e->width + m &&
           s->y <= e->height + m;
}

vec3 fig_to_eye(const fig_eye *e, vec3 p, double *distance) {
    vec3 d = v3_sub(e->at, p);
    double l = e->parallel ? -v3_dot(d, e->forward) : v3_length(d);
    if (distance) *distance = l;
    return e->parallel ? v3_neg(e->forward) : v3_scale(d, 1 / l);
}
