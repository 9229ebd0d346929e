/*
 * A force that a script wrote: a recorded function of time and of the motion of bodies. For each
 * body it gives a force F at the centre of mass and a torque T about it. For a force that the
 * script lets act at another point `at`, the torque (at - x) x F is recorded as part of T.
 */
#include "model/field/formula.h"
#include "model/field/kind.h"

typedef struct own {
    tw_id_list bodies;
    /* formula with 6 outputs for each body: force, torque about the centre of mass */
    tw_formula *force;
} own;

static void apply(const tw_force_in *in, tw_wrench *out) {
    const tw_formula *f = ((const own *)in->own)->force;
    f->x[0] = in->t;
    for (int k = 0; k < f->bodies; k++) {
        const tw_body_motion *m = in->body[in->body_slot[k]];
        double *x = f->x + tw_formula_body(0, true, k);
        v3_store(x, m->x);
        x[3] = m->q.w, x[4] = m->q.x, x[5] = m->q.y, x[6] = m->q.z;
        for (int j = 0; j < 3; j++) v3_store(x + TW_FORMULA_AXES + 3 * j, m3_column(&m->R, j));
        v3_store(x + TW_FORMULA_V, m->v);
        v3_store(x + TW_FORMULA_OMEGA, m->omega);
    }
    tw_tape_eval(f->tape, f->x, f->y, f->scratch);
    for (int k = 0; k < f->bodies; k++) {
        tw_wrench *w = &out[in->body_slot[k]];
        w->force = v3_add(w->force, v3_load(f->y + 6 * k));
        w->torque = v3_add(w->torque, v3_load(f->y + 6 * k + 3));
    }
}

static tw_status begin(void *self, const struct tw_world *w) {
    (void)w;
    const own *o = self;
    if (!o->force) return tw_fail(TW_ARGUMENT, "field 'force' is missing: expected a function");
    if (o->bodies.count == 0)
        return tw_fail(TW_ARGUMENT, "field 'bodies' is missing: expected a list of bodies");
    if ((size_t)o->force->bodies != o->bodies.count)
        return tw_fail(TW_ARGUMENT,
                       "field 'bodies': expected %d bodies, which 'force' was made for, got %zu",
                       o->force->bodies, o->bodies.count);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "bodies",
     .offset = offsetof(own, bodies),
     .type = TW_PARAM_BODIES,
     .flags = TW_REQUIRED | TW_LISTED,
     .doc = "bodies that the function reads or acts on"},
    {.name = "force",
     .offset = offsetof(own, force),
     .type = TW_PARAM_FORMULA,
     .flags = TW_REQUIRED,
     .doc = "function(t, x): x[body] has position, orientation, velocity, angular_velocity; "
            "returns {[body] = {force=, torque=, at=}} in world axes; recorded once"},
};

const tw_force_kind tw_force_custom_force = {
    .kind = {.name = "custom_force",
             .doc = "your own: a function of the motion of bodies",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .begin = begin,
};
