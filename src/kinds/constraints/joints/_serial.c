/* Coordinates and rows of serial joints, several sliders and hinges between two bodies; see
 * _serial.h. */
#include "kinds/constraints/joints/_serial.h"

/* ---- numbers with their derivatives ---------------------------------------------------------- */

/* a number with its two derivatives along the motion without accelerations; g: gradient of its
 * rate, 0 .. 2 by the velocity of a's point relative to b's frame, in the axes B, 3 .. 5 by the
 * angular velocity w */
typedef struct tw_dual {
    double v, d1, d2, g[6];
} dual;

typedef struct dual3 {
    dual x, y, z;
} dual3;

static dual constant(double v) {
    return (dual){.v = v};
}

static dual3 constant3(vec3 v) {
    return (dual3){constant(v.x), constant(v.y), constant(v.z)};
}

/* p a + q b, for constant numbers p and q */
static dual blend(double p, dual a, double q, dual b) {
    dual r = {p * a.v + q * b.v, p * a.d1 + q * b.d1, p * a.d2 + q * b.d2, {0}};
    for (int i = 0; i < 6; i++) r.g[i] = p * a.g[i] + q * b.g[i];
    return r;
}

static dual add(dual a, dual b) {
    return blend(1, a, 1, b);
}

static dual sub(dual a, dual b) {
    return blend(1, a, -1, b);
}

static dual mul(dual a, dual b) {
    dual r = {a.v * b.v, a.d1 * b.v + a.v * b.d1, a.d2 * b.v + 2 * a.d1 * b.d1 + a.v * b.d2, {0}};
    for (int i = 0; i < 6; i++) r.g[i] = a.g[i] * b.v + a.v * b.g[i];
    return r;
}

/* f(a) by the chain rule; f, f1, f2: value and derivatives of the function at a.v */
static dual chain(double f, double f1, double f2, dual a) {
    dual r = {f, f1 * a.d1, f2 * a.d1 * a.d1 + f1 * a.d2, {0}};
    for (int i = 0; i < 6; i++) r.g[i] = f1 * a.g[i];
    return r;
}

static dual root(dual a) {
    double s = sqrt(fmax(a.v, 1e-20));
    return chain(s, 0.5 / s, -0.25 / (s * s * s), a);
}

static dual arc(dual y, dual x) {
    double s = fmax(x.v * x.v + y.v * y.v, 1e-20);
    double k = x.v * y.d1 - y.v * x.d1, s1 = 2 * (x.v * x.d1 + y.v * y.d1);
    dual r = {tw_atan2(y.v, x.v), k / s, (x.v * y.d2 - y.v * x.d2) / s - k * s1 / (s * s), {0}};
    for (int i = 0; i < 6; i++) r.g[i] = (x.v * y.g[i] - y.v * x.g[i]) / s;
    return r;
}

static dual3 add3(dual3 a, dual3 b) {
    return (dual3){add(a.x, b.x), add(a.y, b.y), add(a.z, b.z)};
}

static dual3 sub3(dual3 a, dual3 b) {
    return (dual3){sub(a.x, b.x), sub(a.y, b.y), sub(a.z, b.z)};
}

static dual3 scale3(dual3 a, dual s) {
    return (dual3){mul(a.x, s), mul(a.y, s), mul(a.z, s)};
}

static dual dot3(dual3 a, dual3 b) {
    return add(add(mul(a.x, b.x), mul(a.y, b.y)), mul(a.z, b.z));
}

static dual along(dual3 a, vec3 n) {
    return add(blend(n.x, a.x, n.y, a.y), blend(n.z, a.z, 0, a.z));
}

static dual3 cross3(dual3 a, dual3 b) {
    return (dual3){sub(mul(a.y, b.z), mul(a.z, b.y)), sub(mul(a.z, b.x), mul(a.x, b.z)),
                   sub(mul(a.x, b.y), mul(a.y, b.x))};
}

/* ---- the relative pose ---------------------------------------------------------------------- */

typedef struct turned {
    dual w, x, y, z; /* orientation of a's frame relative to b's, as a quaternion */
    dual3 rho;
} turned;

static turned pose_of(const tw_joint_motion *m) {
    turned p;
    tw_joint_quat r = tw_joint_quat_rates(m);
    const double v[4] = {m->q.w, m->q.x, m->q.y, m->q.z};
    const double d1[4] = {r.d1.w, r.d1.x, r.d1.y, r.d1.z};
    const double d2[4] = {r.d2.w, r.d2.x, r.d2.y, r.d2.z};
    dual *q[4] = {&p.w, &p.x, &p.y, &p.z}, *e[3] = {&p.rho.x, &p.rho.y, &p.rho.z};
    for (int k = 0; k < 4; k++) *q[k] = (dual){v[k], d1[k], d2[k], {0}};
    for (int i = 0; i < 3; i++) {
        quat by = q_rate(m->q, v3(i == 0, i == 1, i == 2));
        p.w.g[3 + i] = by.w, p.x.g[3 + i] = by.x, p.y.g[3 + i] = by.y, p.z.g[3 + i] = by.z;
        *e[i] = (dual){tw_part(m->rho.v, i), tw_part(m->rho.d1, i), tw_part(m->rho.d2, i), {0}};
        e[i]->g[i] = 1;
    }
    return p;
}

/* R n, where R is the rotation of a's frame relative to b's; back: R^T n */
static dual3 rotated(const turned *p, vec3 n, bool back) {
    dual3 u = {p->x, p->y, p->z}, c = constant3(n);
    dual3 t = cross3(u, c);
    dual two = constant(2), w = back ? blend(-2, p->w, 0, p->w) : blend(2, p->w, 0, p->w);
    return add3(c, add3(scale3(t, w), scale3(cross3(u, t), two)));
}

/* angle by which a must be rotated about the constant unit axis n so that its part perpendicular to
 * n has the direction of that of b */
static dual angle_about(vec3 n, dual3 a, dual3 b) {
    dual3 axis = constant3(n);
    return arc(along(cross3(a, b), n), sub(dot3(a, b), mul(dot3(axis, a), dot3(axis, b))));
}

/* a rotated about n by `angle`; back: by -angle */
static dual3 turned_about(vec3 n, dual angle, dual3 a, bool back) {
    double s = tw_sin(angle.v), c = tw_cos(angle.v);
    dual sine = chain(s, c, -s, angle), cosine = chain(c, -s, -c, angle);
    if (back) sine = blend(-1, sine, 0, sine);
    dual3 axis = constant3(n);
    dual3 in = scale3(axis, dot3(axis, a)), out = sub3(a, in);
    return add3(in, add3(scale3(out, cosine), scale3(cross3(axis, a), sine)));
}

/* theta [turns] */
static void angles_of(const tw_serial *s, const turned *p, dual theta[TW_SERIAL_AXES]) {
    const vec3 *n = s->axis;
    if (s->turns == 1) {
        dual y = along((dual3){p->x, p->y, p->z}, n[0]);
        theta[0] = arc(y, p->w);
        theta[0] = blend(2, theta[0], 0, theta[0]);
    } else if (s->turns == 2) {
        theta[0] = angle_about(n[0], constant3(n[1]), rotated(p, n[1], false));
        theta[1] = angle_about(n[1], rotated(p, n[0], true), constant3(n[0]));
    } else if (s->turns == 3) {
        double in = v3_dot(n[0], n[1]) * v3_dot(n[1], n[2]);
        double A = v3_dot(n[0], n[2]) - in, B = v3_dot(n[0], v3_cross(n[1], n[2]));
        dual3 last = rotated(p, n[2], false);
        dual x = along(last, n[0]);
        double size = sqrt(A * A + B * B), most = 1 - 1e-8;
        dual c = chain((x.v - in) / size, 1 / size, 0, x);
        if (fabs(c.v) > most)
            c = constant(c.v > 0 ? most
                                 /* at gimbal lock, or where no theta_2 solves the equation, theta_2
                                  * counts as constant, slightly away from gimbal lock */
                                 : -most);
        dual sine = root(sub(constant(1), mul(c, c)));
        dual bend = arc(sine, c);
        theta[1] = blend(s->side, bend, 1, constant(s->phase));
        theta[0] = angle_about(n[0], turned_about(n[1], theta[1], constant3(n[2]), false), last);
        theta[2] = angle_about(n[2], rotated(p, n[0], true),
                               turned_about(n[1], theta[1], constant3(n[0]), true));
    }
}

/* e = rho - T_1 T_2 T_3 0 of _serial.h, the displacement by the slides alone; the point of the last
 * rotation is the origin, so it does not appear */
static dual3 moved(const tw_serial *s, const turned *p, const dual *theta) {
    dual3 y = constant3(v3_zero());
    for (int i = s->turns - 2; i >= 0; i--) {
        dual3 from = constant3(s->point[i]);
        y = add3(from, turned_about(s->axis[i], theta[i], sub3(y, from), false));
    }
    return sub3(p->rho, y);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void put(const tw_joint_motion *m, double scale, const dual *a, const tw_terms *out,
                int row) {
    vec3 n = v3_scale(m3_mul_v(&m->B, v3_load(a->g)), scale);
    vec3 torque = v3_scale(m3_mul_v(&m->B, v3_load(a->g + 3)), scale);
    out->D[row] += scale * a->v;
    out->D1[row] += scale * a->d1;
    out->bias[row] += scale * a->d2;
    tw_row_add(out, row, m->a, n, v3_add(v3_cross(m->arm_a, n), torque));
    tw_row_add(out, row, m->b, v3_neg(n),
               v3_neg(v3_add(v3_cross(v3_add(m->arm_b, m->r), n), torque)));
}

int tw_serial_rows(const tw_serial *s) {
    return !s->rows || s->free ? 0 : 6 - s->slides - s->turns;
}

/* the motion m expressed in other frames, whose z is along `axis`, the only axis of rotation of the
 * joint */
static tw_joint_motion upright(const tw_joint_motion *m, vec3 axis) {
    quat z = q_between(v3(0, 0, 1), axis), back = q_conj(z);
    tw_joint_motion r = *m;
    mat3 turn = q_matrix(z);
    r.B = m3_mul(&m->B, &turn);
    r.q = q_mul(q_mul(back, m->q), z);
    r.w = q_rotate(back, m->w);
    r.w_bias = q_rotate(back, m->w_bias);
    return r;
}

void tw_serial_terms(const tw_serial *s, const tw_joint_motion *m, const tw_terms *out) {
    if (tw_serial_rows(s) == 0) return;
    turned p = pose_of(m);
    dual theta[TW_SERIAL_AXES];
    angles_of(s, &p, theta);
    dual3 e = moved(s, &p, theta);
    int row = 0;
    for (int i = 0; i < 3 - s->slides; i++) {
        dual across = along(e, s->across[i]);
        put(m, 1, &across, out, row++);
    }
    if (s->turns == 0) {
        tw_joint_rotation(m, out, row);
    } else if (s->turns == 1) {
        tw_joint_motion z = upright(m, s->axis[0]);
        tw_joint_align(&z, out, row);
    } else if (s->turns == 2) {
        dual3 first = constant3(s->axis[0]), second = rotated(&p, s->axis[1], false);
        dual3 c = cross3(first, second);
        dual angle = sub(arc(root(dot3(c, c)), dot3(first, second)), constant(s->angle));
        put(m, 1, &angle, out, row);
    }
}

void tw_serial_coordinate(const tw_serial *s, const tw_joint_motion *m, double t, double scale,
                          const tw_terms *out, int row) {
    turned p = pose_of(m);
    dual theta[TW_SERIAL_AXES], q;
    angles_of(s, &p, theta);
    if (tw_serial_turns(s)) {
        q = theta[s->coordinate - s->slides - 1];
        const tw_turns *count = &s->j.turns;
        double predicted = count->angle + count->speed * (t - count->time);
        q.v += 2 * TW_PI * floor((predicted - q.v) / (2 * TW_PI) + 0.5);
    } else {
        q = along(moved(s, &p, theta), s->dual[s->coordinate - 1]);
    }
    put(m, scale, &q, out, row);
}

/* ---- making --------------------------------------------------------------------------------- */

/* number of vectors v up to the last one that the script gives; *gap: true if one before it is not
 * given, otherwise unchanged */
static int given(const vec3 *v, bool *gap) {
    int n = 0;
    for (int i = 0; i < TW_SERIAL_AXES; i++) {
        if (!tw_joint_is(v[i])) continue;
        *gap = *gap || n < i;
        n = i + 1;
    }
    return n;
}

static tw_status choose_slides(tw_serial *s) {
    vec3 u[TW_SERIAL_AXES];
    for (int j = 0; j < s->slides; j++) u[j] = v3_normalized(s->slide[j]);
    if (s->slides == 0) {
        for (int i = 0; i < 3; i++) s->across[i] = v3(i == 0, i == 1, i == 2);
        return TW_OK;
    }
    /* u: a basis of space: the directions of the slides, then unit vectors perpendicular to these
     */
    if (s->slides == 1) {
        quat z = q_between(v3(0, 0, 1), u[0]);
        s->across[0] = u[1] = q_rotate(z, v3(1, 0, 0));
        s->across[1] = u[2] = q_rotate(z, v3(0, 1, 0));
    } else if (s->slides == 2) {
        vec3 n = v3_cross(u[0], u[1]);
        if (!(v3_length(n) > 1e-6))
            return tw_fail(TW_ARGUMENT, "field 'slide2': expected another direction than 'slide1'");
        s->across[0] = u[2] = v3_normalized(n);
    }
    double volume = v3_dot(u[0], v3_cross(u[1], u[2]));
    if (!(fabs(volume) > 1e-6))
        return tw_fail(TW_ARGUMENT,
                       "field 'slide%d': expected a direction that the others do not "
                       "span",
                       s->slides);
    for (int j = 0; j < s->slides; j++)
        s->dual[j] = v3_scale(v3_cross(u[(j + 1) % 3], u[(j + 2) % 3]), 1 / volume);
    return TW_OK;
}

static tw_status choose_turns(tw_serial *s, const vec3 *at) {
    const vec3 *n = s->axis;
    for (int i = 0; i < s->turns; i++) {
        s->axis[i] = v3_normalized(s->turn[i]);
        s->point[i] = v3_sub(at[i], at[s->turns - 1]);
    }
    for (int i = 1; i < s->turns; i++)
        if (!(v3_length(v3_cross(n[i - 1], n[i])) > 1e-6))
            return tw_fail(TW_ARGUMENT,
                           "field 'turn%d': expected an axis that is not parallel to 'turn%d'",
                           i + 1, i);
    if (s->turns == 2) s->angle = tw_atan2(v3_length(v3_cross(n[0], n[1])), v3_dot(n[0], n[1]));
    if (s->turns == 3) {
        double in = v3_dot(n[0], n[1]) * v3_dot(n[1], n[2]);
        s->phase = tw_atan2(v3_dot(n[0], v3_cross(n[1], n[2])), v3_dot(n[0], n[2]) - in);
        if (!(fabs(s->phase) > 1e-6 && fabs(s->phase) < TW_PI - 1e-6))
            return tw_fail(TW_ARGUMENT,
                           "field 'turn3': expected three axes that do not lie in one plane");
        s->side = s->phase > 0 ? -1 : 1;
    }
    return TW_OK;
}

tw_status tw_serial_choose(tw_serial *s, const struct tw_world *w) {
    bool gap = false, point_gap = false;
    if (tw_id_equal(s->j.a, s->j.b))
        return tw_fail(TW_ARGUMENT, "field 'b': expected another body than 'a'");
    s->slides = given(s->slide, &gap);
    s->turns = given(s->turn, &gap);
    int points = given(s->at, &point_gap), freedoms = s->slides + s->turns;
    if (gap)
        return tw_fail(TW_ARGUMENT, "expected slide1, slide2 ... and turn1, turn2 ... without "
                                    "a gap");
    if (point_gap || points != s->turns)
        return tw_fail(TW_ARGUMENT,
                       "expected a point 'at1', 'at2' ... for each of 'turn1', 'turn2' "
                       "..., got %d for %d",
                       points, s->turns);
    if (s->free != (freedoms == 0))
        return tw_fail(TW_ARGUMENT, s->free ? "field 'free': expected no axes beside it"
                                            : "expected at least one of 'slide1', 'turn1' ...");
    if (!s->free && (s->coordinate < 1 || s->coordinate > freedoms))
        return tw_fail(TW_ARGUMENT, "field 'coordinate': expected a number from 1 to %d, got %d",
                       freedoms, s->coordinate);
    tw_pose a = tw_joint_pose(w, s->j.a), b = tw_joint_pose(w, s->j.b);
    vec3 origin = s->turns ? s->at[s->turns - 1] : a.x;
    s->j.on_a = (tw_joint_frame){tw_joint_local(a, origin), q_conj(a.q)};
    s->j.on_b = (tw_joint_frame){tw_joint_local(b, origin), q_conj(b.q)};
    TW_TRY(choose_slides(s));
    return choose_turns(s, s->at);
}
