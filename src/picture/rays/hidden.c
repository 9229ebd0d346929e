/*
 * Test whether places are behind bodies, where marks are drawn dimmer.
 *
 * From each place a ray goes to the eye and one away from it. A solid met by the first ray alone
 * stands between; a solid met by both contains the place, and does not hide the mark. Only solids
 * whose bounding balls come near the rays' cone are tested.
 */
#include "picture/overlay/overlay.h"
#include "shape/mesh/mesh.h"
#include "shape/mesh/ray.h"

#include <math.h>
#include <stdlib.h>

typedef struct solid {
    const tw_frame_item *item;
    /* x: position relative to the eye; r: rotation from local to world axes, row-major */
    float x[3], r[9];
    float p[TW_SHAPE_PARAMETERS];
    /* of the solid's bounding ball: distance of its centre from the eye, and its radius, m */
    double distance, radius;
    vec3 to; /* unit vector from the eye to the solid */
} solid;

struct tw_hidden {
    vec3 eye, forward;
    bool parallel;
    solid *solid;
    int count;
    int *near; /* [count] scratch */
};

/* greatest number of solids times number of marks; above it the test would take too long and no
 * mark counts as hidden */
static const double most = 2e7;

tw_status tw_hidden_make(const tw_frame *f, struct tw_hidden **out) {
    *out = NULL;
    if (f->item_count == 0 || (double)f->item_count * (double)f->mark_count > most) return TW_OK;
    struct tw_hidden *h = calloc(1, sizeof *h);
    if (!h) return tw_fail_memory();
    h->eye = f->camera.eye;
    h->forward = v3_normalized(v3_sub(f->camera.target, h->eye));
    h->parallel = f->camera.projection == TW_ORTHOGRAPHIC;
    h->solid = malloc(f->item_count * sizeof *h->solid);
    h->near = malloc(f->item_count * sizeof *h->near);
    if (!h->solid || !h->near) {
        tw_hidden_free(h);
        return tw_fail_memory();
    }
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_frame_item *item = &f->item[i];
        if (item->material.opacity < 0.5) continue;
        const tw_pose *pose = tw_frame_pose(f, i);
        vec3 x = v3_sub(pose->x, h->eye);
        mat3 R = q_matrix(pose->q);
        solid *s = &h->solid[h->count++];
        s->item = item;
        s->x[0] = (float)x.x, s->x[1] = (float)x.y, s->x[2] = (float)x.z;
        for (int k = 0; k < 9; k++) s->r[k] = (float)R.m[k / 3][k % 3];
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) s->p[k] = (float)item->shape.p[k];
        s->distance = v3_length(x);
        s->radius = tw_shape_radius(&item->shape);
        s->to = s->distance > 0 ? v3_scale(x, 1 / s->distance) : v3(0, 0, 1);
    }
    *out = h;
    return TW_OK;
}

void tw_hidden_free(struct tw_hidden *h) {
    if (!h) return;
    free(h->solid);
    free(h->near);
    free(h);
}

/* start of the ray to a point, relative to the eye: the eye itself or, for parallel rays, the place
 * in the eye's plane in front of the point */
static vec3 start_of(const struct tw_hidden *h, vec3 point) {
    vec3 p = v3_sub(point, h->eye);
    return h->parallel ? v3_madd(p, -v3_dot(p, h->forward), h->forward) : v3_zero();
}

/* sets h->near to the solids whose bounding balls meet a cylinder around the parallel rays from the
 * points to the eye; returns their number */
static int gather_parallel(struct tw_hidden *h, const vec3 *point, int n) {
    vec3 middle = v3_zero();
    double wide = 0;
    int count = 0;
    for (int i = 0; i < n; i++) middle = v3_madd(middle, 1.0 / n, start_of(h, point[i]));
    for (int i = 0; i < n; i++) wide = fmax(wide, v3_length(v3_sub(start_of(h, point[i]), middle)));
    for (int i = 0; i < h->count; i++) {
        const solid *s = &h->solid[i];
        vec3 x = v3_scale(s->to, s->distance);
        vec3 across = v3_sub(v3_madd(x, -v3_dot(x, h->forward), h->forward), middle);
        if (v3_length(across) <= 1.00001 * (wide + s->radius)) h->near[count++] = i;
    }
    return count;
}

/* sets h->near to the solids whose bounding balls meet a cone with its apex at the eye around the
 * points; returns their number */
static int gather(struct tw_hidden *h, const vec3 *point, int n) {
    if (h->parallel) return gather_parallel(h, point, n);
    vec3 middle = v3_zero();
    double far = 0, angle = 0;
    for (int i = 0; i < n; i++) middle = v3_madd(middle, 1.0 / n, v3_sub(point[i], h->eye));
    vec3 axis = v3_normalized(middle);
    for (int i = 0; i < n; i++) {
        vec3 d = v3_sub(point[i], h->eye);
        far = fmax(far, v3_length(d));
        /* the angle between two directions is measured by the chord between their unit vectors.
         * Sums of chords may be compared in place of sums of angles: they are at least the chord of
         * the sum. */
        angle = fmax(angle, v3_length(v3_sub(v3_normalized(d), axis)));
    }
    int count = 0;
    for (int i = 0; i < h->count; i++) {
        const solid *s = &h->solid[i];
        if (s->distance - s->radius > far) continue;
        double half = s->radius < 0.7 * s->distance ? 1.5 * s->radius / s->distance : 2;
        if (v3_length(v3_sub(s->to, axis)) <= half + angle) h->near[count++] = i;
    }
    return count;
}

static fv3 to_local(const solid *s, fv3 w) {
    fv3 out;
    out.x = fv_all(s->r[0]) * w.x + fv_all(s->r[3]) * w.y + fv_all(s->r[6]) * w.z;
    out.y = fv_all(s->r[1]) * w.x + fv_all(s->r[4]) * w.y + fv_all(s->r[7]) * w.z;
    out.z = fv_all(s->r[2]) * w.x + fv_all(s->r[5]) * w.y + fv_all(s->r[8]) * w.z;
    return out;
}

/* mask of the rays o + t d that hit the solid at 0 < t < far; o, d: relative to the solid, in its
 * axes */
static iv meets(const solid *s, fv3 o, fv3 d, fv far) {
    fv shift, t;
    if (s->item->shape.type == TW_SHAPE_MESH) {
        fv scale = fv_all(s->p[0]), inv = fv_all(1) / scale;
        fv3 small = {o.x * inv, o.y * inv, o.z * inv};
        tw_ray ray = tw_ray_near(small, d, fv_all(0), &shift);
        iv part, on = iv_all(-1);
        fv end = far * inv - shift;
        t = tw_mesh_hit(s->item->shape.mesh, &ray, end, on, 0, true, &part);
        return t < end;
    }
    tw_ray ray = tw_ray_near(o, d, fv_all(0), &shift);
    t = tw_shape_of(&s->item->shape)->ray->hit(s->p, &ray) + shift;
    return t < far;
}

tw_status tw_hidden_seen(struct tw_hidden *h, const vec3 *point, int n, float *seen) {
    for (int i = 0; i < n; i++) seen[i] = 1;
    if (!h || n == 0) return TW_OK;
    int near = gather(h, point, n);
    for (int first = 0; first < n; first += TW_LANES) {
        fv x[3], d[3], far;
        for (int k = 0; k < TW_LANES; k++) {
            vec3 p = v3_sub(point[first + k < n ? first + k : n - 1], h->eye);
            vec3 way = v3_sub(p, start_of(h, v3_add(p, h->eye)));
            double l = v3_length(way), w = l > 0 ? -1 / l : 0;
            x[0][k] = (float)p.x, x[1][k] = (float)p.y, x[2][k] = (float)p.z;
            d[0][k] = (float)(w * way.x), d[1][k] = (float)(w * way.y);
            d[2][k] = (float)(w * way.z);
            far[k] = (float)l;
        }
        iv behind = iv_all(0);
        for (int i = 0; i < near; i++) {
            const solid *s = &h->solid[h->near[i]];
            fv3 o = {x[0] - fv_all(s->x[0]), x[1] - fv_all(s->x[1]), x[2] - fv_all(s->x[2])};
            fv3 to = {d[0], d[1], d[2]}, away = {-d[0], -d[1], -d[2]};
            o = to_local(s, o);
            behind |= meets(s, o, to_local(s, to), far) &
                      ~meets(s, o, to_local(s, away), fv_all(INFINITY));
        }
        for (int k = 0; k < TW_LANES && first + k < n; k++)
            if (behind[k]) seen[first + k] = 0;
    }
    return TW_OK;
}
