/*
 * A sphere, or a wheel, rolls on a plane without slipping: its material point at the contact has
 * the velocity that the plane has there.
 *
 *     V  = v + omega x c - v_O - omega_O x rho,   rho = X + c - X_O         (m/s, velocity level)
 *     V' = (accelerations) + omega x c' - b_O - omega_O x rho'
 *
 * with X, v, omega of the body, c from its centre of mass to the contact, O the plane's point, n
 * the plane's normal toward the body, and b_O the bias of O:
 *
 *     sphere:              c = -r n
 *     torus:               c = R d - r n,  d = -(n - (n . a) a) / |...|,  a its axis: the lowest
 *                          point of the tube, upright or tilted
 *     cylinder, disk:      c = R d: a thin wheel, the circle half-way between the ends
 *
 * touching = true (3 rows, V in world axes): the contact point neither slips nor leaves the plane.
 * The body keeps the height above the plane that it has at the start: place it on the plane first.
 * touching = false (2 rows, V along two directions perpendicular to n): only slipping is prevented;
 * another constraint (such as touch) must keep the body on the plane; with touching = true that one
 * would be redundant. A wheel that lies flat has no single point of contact: V is not finite there.
 * The plane belongs to the world or to body `on`, on which the reaction acts at the contact.
 */
#include "kinds/constraints/_across.h"
#include "model/world.h"

typedef struct own {
    tw_id body, on;
    tw_value through, normal;
    bool touching;
    /* computed: reference direction for U and V (_across.h), in the axes of the body, or the world,
     * to which the plane belongs */
    vec3 reference;
} own;

static int rows(const void *o) {
    return ((const own *)o)->touching ? 3 : 2;
}

/* arm c from the centre of mass to the contact; *rate: its time derivative; n: jet of the plane's
 * normal */
static vec3 contact(const tw_body_motion *m, tw_jet3 n, vec3 *rate) {
    const tw_shape *s = &m->form->shape[0];
    const tw_pose *pose = &m->form->pose[0];
    vec3 centre = m3_mul_v(&m->R, pose->x), centre1 = v3_cross(m->omega, centre);
    double tube = s->type == TW_SHAPE_CYLINDER ? 0 : s->p[s->type == TW_SHAPE_TORUS];
    vec3 c = v3_madd(centre, -tube, n.v), c1 = v3_madd(centre1, -tube, n.d1);
    if (s->type != TW_SHAPE_SPHERE) {
        vec3 axis = m3_mul_v(&m->R, q_rotate(pose->q, v3(0, 0, 1)));
        tw_jet3 a = j3_carried(axis, m->omega);
        tw_jet1 along = j3_dot(n, a);
        tw_jet3 down = {v3_madd(v3_neg(n.v), along.v, a.v), {0, 0, 0}, {0, 0, 0}};
        down.d1 = v3_madd(v3_madd(v3_neg(n.d1), along.d1, a.v), along.v, a.d1);
        down = j3_normalized(down);
        c = v3_madd(c, s->p[0], down.v);
        c1 = v3_madd(c1, s->p[0], down.d1);
    }
    *rate = c1;
    return c;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *self = in->own;
    int slot = in->body_slot[0];
    const tw_body_motion *m = in->body[slot];
    const tw_point_motion *o = &in->point[0];
    const tw_vector_motion *normal = &in->vector[0];
    tw_jet3 n = j3_of(normal);
    vec3 omega_o = o->slot < 0 ? v3_zero() : in->body[o->slot]->omega, c1;
    vec3 c = contact(m, n, &c1);
    vec3 rho = v3_sub(v3_add(m->x, c), o->x), rho1 = v3_sub(v3_add(m->v, c1), o->v);
    vec3 V = v3_sub(v3_add(m->v, v3_cross(m->omega, c)), v3_add(o->v, v3_cross(omega_o, rho)));
    vec3 bias = v3_sub(v3_cross(m->omega, c1), v3_add(o->bias, v3_cross(omega_o, rho1)));
    tw_jet3 e[3] = {{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                    {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}},
                    {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}};
    if (!self->touching) tw_across(n, j3_fixed_to(in, normal->slot, self->reference), &e[0], &e[1]);
    for (int i = 0; i < out->rows; i++) {
        out->D[i] = v3_dot(e[i].v, V);
        out->bias[i] = v3_dot(e[i].v, bias) + v3_dot(e[i].d1, V);
        tw_row_add(out, i, slot, e[i].v, v3_cross(c, e[i].v));
        tw_row_add(out, i, o->slot, v3_neg(e[i].v), v3_neg(v3_cross(v3_add(o->b, rho), e[i].v)));
    }
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    const tw_body *b = tw_world_body(w, o->body);
    int type = b->form.count == 1 ? b->form.shape[0].type : -1;
    bool round = type == TW_SHAPE_SPHERE || type == TW_SHAPE_CYLINDER || type == TW_SHAPE_TORUS;
    if (!round)
        return tw_fail(TW_ARGUMENT,
                       "field 'body': expected a sphere, cylinder, disk or torus, got %s '%s'",
                       b->o.kind->name, b->o.name);
    if (tw_id_equal(o->body, o->on))
        return tw_fail(TW_ARGUMENT, "field 'on': expected another body than 'body'");
    double end = fmax(w->set.duration, w->time + 10);
    o->reference = tw_across_reference(&o->normal, w->time, end);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "body",
     .offset = offsetof(own, body),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "a sphere, or a wheel: torus, cylinder, disk"},
    {.name = "through",
     .offset = offsetof(own, through),
     .type = TW_PARAM_PLACE,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "a point of the plane, in coordinates of `on` or the world; plane = {through=, "
            "normal=, on=} gives the three at once"},
    {.name = "normal",
     .offset = offsetof(own, normal),
     .type = TW_PARAM_AXIS,
     .flags = TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "on",
     .preset = {0, 0, 1},
     .doc = "the plane's normal, toward the body"},
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the plane; unset: the world"},
    {.name = "touching",
     .offset = offsetof(own, touching),
     .type = TW_PARAM_BOOL,
     .preset = {1},
     .doc = "it does not leave the plane either (3 rows); false: only no slip (2 rows)"},
};

const tw_constraint_kind tw_constraint_rolling = {
    .kind = {.name = "rolling",
             .doc = "a sphere or a wheel rolls on a plane without slipping (3 or 2 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_VELOCITY_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
