/* Read-outs of bodies, points, forces and constraints, evaluated on demand. */
#include "script/object/object.h"

#include "model/joint.h"

#include <string.h>

tw_dynamics *tw_evaluate(lua_State *L, tw_scene *scene, const char *what) {
    tw_refuse_traced(L, what);
    tw_dynamics *d;
    tw_try(L, tw_sim_pass(scene->sim, &d));
    return d;
}

vec3 tw_spin_of(const tw_body *b) {
    mat3 R = q_matrix(b->orientation), I = m3_rotate(&R, &b->inertia);
    return m3_mul_v(&I, b->angular_velocity);
}

/* ---- constraints ---------------------------------------------------------------------------- */

static void read(lua_State *L, const tw_handle *h, const void *o, tw_constraint_reading *r) {
    tw_try(L, tw_read_constraint(tw_evaluate(L, h->scene, h->label), o, r));
}

/* pushes the numbers x [rows]: a single one as a number, three as a vector, others as an array */
static int push_rows(lua_State *L, int rows, const double *x) {
    if (rows == 1) {
        lua_pushnumber(L, x[0]);
    } else if (rows == 3) {
        tw_push_vec3(L, v3_load(x));
    } else {
        lua_createtable(L, rows, 0);
        for (int i = 0; i < rows; i++) {
            lua_pushnumber(L, x[i]);
            lua_rawseti(L, -2, i + 1);
        }
    }
    return 1;
}

static int get_deviation(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    return push_rows(L, r.rows, r.deviation);
}

static int get_rate(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    return push_rows(L, r.rows, r.rate);
}

/* read-out `residual` of a constraint: Euclidean norm of its rows of A lambda + r, the system that
 * the solver solves */
static int get_residual(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    lua_pushnumber(L, tw_norm(r.residual, r.rows));
    return 1;
}

static int get_constraint_force(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    tw_push_vec3(L, r.force);
    return 1;
}

static int get_constraint_torque(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    tw_push_vec3(L, r.torque);
    return 1;
}

static int get_met(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    lua_pushboolean(L, r.met);
    return 1;
}

static int get_settled(lua_State *L, tw_handle *h, void *o) {
    tw_constraint_reading r;
    read(L, h, o, &r);
    lua_pushboolean(L, r.settled);
    return 1;
}

static int get_split(lua_State *L, tw_handle *h, void *o) {
    static const char *const names[TW_SPLIT_COUNT] = {"external", "inertial", "velocity",
                                                      "deviation"};
    vec3 part[TW_SPLIT_COUNT];
    tw_try(L, tw_read_split(tw_evaluate(L, h->scene, h->label), o, part));
    lua_createtable(L, 0, TW_SPLIT_COUNT);
    for (int i = 0; i < TW_SPLIT_COUNT; i++) {
        tw_push_vec3(L, part[i]);
        lua_setfield(L, -2, names[i]);
    }
    return 1;
}

/* joint that has the coordinate `which`: the constraint itself, or one to which a field of it
 * refers (rack: its hinge for `angle`, its slider for `position`); NULL: none */
static const tw_constraint *joint_with(const tw_world *w, const tw_object *o, tw_coordinate which) {
    const tw_constraint *c = tw_world_joint(w, o->id);
    if (c) return tw_joint_has(c, which) ? c : NULL;
    for (int i = 0; i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        if (p->type != TW_PARAM_JOINT) continue;
        c = tw_world_joint(w, *(const tw_id *)((const char *)o->own + p->offset));
        if (c && tw_joint_has(c, which)) return c;
    }
    return NULL;
}

/* pushes a joint's coordinate or its rate; a kind that has a field of that name (motor) gives the
 * field instead */
static int push_coordinate(lua_State *L, tw_handle *h, tw_object *o, const char *name,
                           tw_coordinate which, bool rate) {
    const tw_world *w = h->scene->world;
    void *base;
    const tw_param *p = tw_object_param(o, name, &base);
    if (p) {
        tw_push_field(L, h->scene, p, base);
        return 1;
    }
    const tw_constraint *c = joint_with(w, o, which);
    if (!c && rate) c = joint_with(w, o, which = TW_COORDINATE_POSITION);
    if (!c) tw_error(L, "%s has no field '%s'", h->label, name);
    tw_refuse_traced(L, h->label);
    double x[2];
    tw_joint_now(w, c, which, &x[0], &x[1]);
    lua_pushnumber(L, x[rate]);
    return 1;
}

static int get_angle(lua_State *L, tw_handle *h, void *o) {
    return push_coordinate(L, h, o, "angle", TW_COORDINATE_ANGLE, false);
}

static int get_speed(lua_State *L, tw_handle *h, void *o) {
    return push_coordinate(L, h, o, "speed", TW_COORDINATE_ANGLE, true);
}

static int get_position(lua_State *L, tw_handle *h, void *o) {
    return push_coordinate(L, h, o, "position", TW_COORDINATE_POSITION, false);
}

static int get_name(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    lua_pushstring(L, ((const tw_object *)o)->name);
    return 1;
}

static int get_kind(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    lua_pushstring(L, ((const tw_object *)o)->kind->name);
    return 1;
}

const tw_getter tw_constraint_getters[] = {{"deviation", get_deviation},
                                           {"rate", get_rate},
                                           {"residual", get_residual},
                                           {"force", get_constraint_force},
                                           {"torque", get_constraint_torque},
                                           {"met", get_met},
                                           {"settled", get_settled},
                                           {"split", get_split},
                                           {"angle", get_angle},
                                           {"speed", get_speed},
                                           {"position", get_position},
                                           {"name", get_name},
                                           {"kind", get_kind},
                                           {NULL, NULL}};

/* ---- forces --------------------------------------------------------------------------------- */

static int get_force_force(lua_State *L, tw_handle *h, void *o) {
    vec3 force, torque;
    tw_try(L, tw_read_force(tw_evaluate(L, h->scene, h->label), o, &force, &torque));
    tw_push_vec3(L, force);
    return 1;
}

static int get_force_torque(lua_State *L, tw_handle *h, void *o) {
    vec3 force, torque;
    tw_try(L, tw_read_force(tw_evaluate(L, h->scene, h->label), o, &force, &torque));
    tw_push_vec3(L, torque);
    return 1;
}

const tw_getter tw_force_getters[] = {{"force", get_force_force},
                                      {"torque", get_force_torque},
                                      {"name", get_name},
                                      {"kind", get_kind},
                                      {NULL, NULL}};

/* ---- bodies --------------------------------------------------------------------------------- */

/* read-out `inertia` in body axes: {xx, yy, zz} if these are principal axes, otherwise the 3 x 3
 * matrix */
static int get_inertia(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    const mat3 *I = &((const tw_body *)o)->inertia;
    bool diagonal = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) diagonal = diagonal && (i == j || I->m[i][j] == 0);
    if (diagonal) {
        tw_push_vec3(L, v3(I->m[0][0], I->m[1][1], I->m[2][2]));
        return 1;
    }
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        tw_push_vec3(L, v3_load(I->m[i]));
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int get_volume(lua_State *L, tw_handle *h, void *o) {
    (void)h;
    lua_pushnumber(L, ((const tw_body *)o)->volume);
    return 1;
}

/* read-out `origin`: world position of the origin of the coordinates in which the script described
 * the body */
static int get_origin(lua_State *L, tw_handle *h, void *o) {
    const tw_body *b = o;
    tw_refuse_traced(L, h->label);
    tw_push_vec3(L, v3_sub(b->position, q_rotate(b->orientation, b->form.com)));
    return 1;
}

static int get_momentum(lua_State *L, tw_handle *h, void *o) {
    const tw_body *b = o;
    tw_refuse_traced(L, h->label);
    tw_push_vec3(L, v3_scale(b->velocity, b->mass));
    return 1;
}

static int get_angular_momentum(lua_State *L, tw_handle *h, void *o) {
    tw_refuse_traced(L, h->label);
    tw_push_vec3(L, tw_spin_of(o));
    return 1;
}

static int get_energy(lua_State *L, tw_handle *h, void *o) {
    tw_push_energy(L, h->scene, o);
    return 1;
}

static int push_net(lua_State *L, tw_handle *h, const tw_body *b, int which) {
    vec3 v[4];
    tw_try(L, tw_read_body(tw_evaluate(L, h->scene, h->label), b, &v[0], &v[1], &v[2], &v[3]));
    tw_push_vec3(L, v[which]);
    return 1;
}

static int get_net_force(lua_State *L, tw_handle *h, void *o) {
    return push_net(L, h, o, 0);
}

static int get_net_torque(lua_State *L, tw_handle *h, void *o) {
    return push_net(L, h, o, 1);
}

static int get_acceleration(lua_State *L, tw_handle *h, void *o) {
    return push_net(L, h, o, 2);
}

static int get_angular_acceleration(lua_State *L, tw_handle *h, void *o) {
    return push_net(L, h, o, 3);
}

const tw_getter tw_body_getters[] = {{"name", get_name},
                                     {"kind", get_kind},
                                     {"inertia", get_inertia},
                                     {"volume", get_volume},
                                     {"origin", get_origin},
                                     {"momentum", get_momentum},
                                     {"angular_momentum", get_angular_momentum},
                                     {"energy", get_energy},
                                     {"force", get_net_force},
                                     {"torque", get_net_torque},
                                     {"acceleration", get_acceleration},
                                     {"angular_acceleration", get_angular_acceleration},
                                     {NULL, NULL}};

/* ---- points --------------------------------------------------------------------------------- */

static int push_motion(lua_State *L, tw_handle *h, const tw_point *p, int which) {
    vec3 v[3];
    tw_try(L, tw_read_point(tw_evaluate(L, h->scene, h->label), p, &v[0], &v[1], &v[2]));
    tw_push_vec3(L, v[which]);
    return 1;
}

static int get_point_position(lua_State *L, tw_handle *h, void *o) {
    vec3 x, v;
    tw_refuse_traced(L, h->label);
    tw_point_now(h->scene->world, o, &x, &v);
    tw_push_vec3(L, x);
    return 1;
}

static int get_point_velocity(lua_State *L, tw_handle *h, void *o) {
    vec3 x, v;
    tw_refuse_traced(L, h->label);
    tw_point_now(h->scene->world, o, &x, &v);
    tw_push_vec3(L, v);
    return 1;
}

static int get_point_acceleration(lua_State *L, tw_handle *h, void *o) {
    return push_motion(L, h, o, 2);
}

static int get_point_body(lua_State *L, tw_handle *h, void *o) {
    tw_push_id(L, h->scene, TW_BODY, ((const tw_point *)o)->body);
    return 1;
}

const tw_getter tw_point_getters[] = {{"position", get_point_position},
                                      {"velocity", get_point_velocity},
                                      {"acceleration", get_point_acceleration},
                                      {"body", get_point_body},
                                      {"name", get_name},
                                      {"kind", get_kind},
                                      {NULL, NULL}};
