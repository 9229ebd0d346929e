/* Queries of a script: the first hit of a ray, and the distance between two of bodies, points and
 * the ground. */
#include "contact/query.h"

#include "shape/line.h"

#include <math.h>

/* replaces *hit by the ray's hit of one shape, if that is nearer to the ray's origin */
static void meet_shape(const tw_world *w, const tw_query_ray *ray, int body, int shape,
                       tw_query_hit *hit) {
    const tw_body *b = w->body.data[body];
    tw_pose own = tw_body_pose(b), pose = tw_pose_compose(&own, &b->form.pose[shape]);
    double t;
    vec3 n, apart = v3_sub(pose.x, ray->from);
    double along = v3_dot(apart, ray->direction), size = tw_shape_radius(&b->form.shape[shape]);
    vec3 across = v3_madd(apart, -along, ray->direction);
    if (v3_length(across) > size * (1 + 1e-9) || along < -size * (1 + 1e-9)) return;
    quat back = q_conj(pose.q);
    vec3 o = q_rotate(back, v3_neg(apart)), d = v3_normalized(q_rotate(back, ray->direction));
    if (!tw_shape_line(&b->form.shape[shape], o, d, 0, hit->distance, &t, &n)) return;
    if (hit->body != TW_CONTACT_GROUND && t >= hit->distance) return;
    *hit = (tw_query_hit){
        body, shape,           v3_madd(ray->from, t, ray->direction), q_rotate(pose.q, n),
        t,    v3_dot(n, d) > 0};
}

static double ground_height(const tw_world *w) {
    return tw_value1(&w->stage.ground.height, w->time);
}

static bool meet_ground(const tw_world *w, const tw_query_ray *ray, tw_query_hit *hit) {
    if (!ray->ground || !w->stage.ground.present || ray->direction.z == 0) return false;
    double height = ground_height(w), t = (height - ray->from.z) / ray->direction.z;
    if (!(t >= 0 && t <= ray->far)) return false;
    vec3 point = v3_madd(ray->from, t, ray->direction);
    point.z = height;
    *hit = (tw_query_hit){TW_CONTACT_GROUND, 0, point, v3(0, 0, 1), t, ray->direction.z > 0};
    return true;
}

bool tw_query_first(const tw_world *w, const tw_query_ray *ray, tw_query_hit *hit) {
    *hit = (tw_query_hit){.body = TW_CONTACT_GROUND, .distance = ray->far};
    bool found = meet_ground(w, ray, hit);
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_form *f = &w->body.data[i]->form;
        if (ray->only && !ray->only[i]) continue;
        for (int k = 0; k < f->count; k++) meet_shape(w, ray, (int)i, k, hit);
    }
    return found || hit->body != TW_CONTACT_GROUND;
}

/* ---- distances ------------------------------------------------------------------------------- */

static const tw_shape place = {.type = TW_SHAPE_SPHERE};

static int shapes_of(const tw_query_side *s) {
    return s->body ? s->body->form.count : 1;
}

static const tw_shape *shape_of(const tw_query_side *s, int k, tw_pose *pose) {
    if (!s->body) {
        *pose = (tw_pose){s->place, q_identity()};
        return &place;
    }
    tw_pose own = tw_body_pose(s->body);
    *pose = tw_pose_compose(&own, &s->body->form.pose[k]);
    return &s->body->form.shape[k];
}

static tw_nearest from_ground(const tw_world *w, const tw_query_side *a) {
    tw_nearest best = {.distance = INFINITY};
    for (int i = 0; i < shapes_of(a); i++) {
        tw_pose pose;
        const tw_shape *s = shape_of(a, i, &pose);
        tw_nearest n = tw_nearest_plane(s, &pose, v3(0, 0, 1), ground_height(w));
        if (n.distance < best.distance) best = n;
    }
    return best;
}

/* the distance of two points; if they are at the same place, the normal is +z */
static tw_nearest of_points(vec3 a, vec3 b) {
    vec3 d = v3_sub(a, b);
    double distance = v3_length(d);
    return (tw_nearest){distance, distance > 0 ? v3_scale(d, 1 / distance) : v3(0, 0, 1), a, b};
}

bool tw_query_distance(const tw_world *w, const tw_query_side *a, const tw_query_side *b,
                       tw_nearest *nearest) {
    *nearest = (tw_nearest){.distance = INFINITY};
    if (shapes_of(a) == 0 || shapes_of(b) == 0) return false;
    if (a->ground || b->ground) {
        tw_nearest n = from_ground(w, a->ground ? b : a);
        *nearest = a->ground ? (tw_nearest){n.distance, v3_neg(n.normal), n.on_b, n.on_a} : n;
        return true;
    }
    if (!a->body && !b->body) {
        *nearest = of_points(a->place, b->place);
        return true;
    }
    for (int i = 0; i < shapes_of(a); i++)
        for (int k = 0; k < shapes_of(b); k++) {
            tw_pose pa, pb;
            const tw_shape *sa = shape_of(a, i, &pa), *sb = shape_of(b, k, &pb);
            double bound =
                v3_length(v3_sub(pa.x, pb.x)) - tw_shape_radius(sa) - tw_shape_radius(sb);
            if (bound > nearest->distance) continue;
            tw_nearest n = tw_nearest_shapes(sa, &pa, sb, &pb);
            if (n.distance < nearest->distance) *nearest = n;
        }
    return true;
}
