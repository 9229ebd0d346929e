/* Step 1 of [BB88 fig. 15]: the forces that do not depend on constraints, F_E, and their torques
 * T_E about each body's centre of mass: gravity, every enabled force object, and the damping of
 * joints. */
#include "dynamics/pass/pass.h"

#include <stdio.h>

static bool wrench_finite(const tw_wrench *w) {
    return isfinite(w->force.x + w->force.y + w->force.z + w->torque.x + w->torque.y + w->torque.z);
}

static tw_status apply(tw_dynamics *d, tw_force *f, tw_bind *b) {
    tw_pass *p = &d->pass;
    /* memory for the wrenches that the object writes, one per slot: most objects have one or two
     * slots, but drag may act on all bodies */
    tw_wrench small[8] = {0};
    /* p->constraint is used as scratch memory: its values are computed later in the pass, in step
     * 4 */
    tw_wrench *out = b->slots <= 8 ? small : p->constraint;
    for (int s = 0; s < b->slots; s++) out[s] = (tw_wrench){0};
    tw_bind_resolve(b, p->motion, p->t);
    tw_force_in in = {p->t,           f->o.own,     b->point, b->vector,
                      b->body_motion, b->body_slot, b->slots, b->joint};
    ((const tw_force_kind *)f->o.kind)->apply(&in, out);
    for (int s = 0; s < b->slots; s++) {
        tw_wrench *sum = &p->external[b->body[s]];
        if (!wrench_finite(&out[s])) {
            tw_object_label(&f->o, d->culprit, sizeof d->culprit);
            return tw_fail(TW_NONFINITE, "%s: its force is not finite", d->culprit);
        }
        sum->force = v3_add(sum->force, out[s].force);
        sum->torque = v3_add(sum->torque, out[s].torque);
    }
    return TW_OK;
}

/* adds the damping force -c q' of the joint `of` along its coordinate q, as wrenches along the
 * gradient row J of q. resolved: the binding has the motions of this pass */
static tw_status damp(tw_dynamics *d, const tw_constraint *of, tw_bind *b, bool resolved) {
    tw_pass *p = &d->pass;
    const tw_constraint_kind *kind = tw_constraint_kind_of(of);
    const void *own = of->o.own;
    double c = kind->damping ? kind->damping(own, p->t) : 0;
    if (c == 0) return TW_OK;
    double D = 0, rate = 0, bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    tw_terms row = {1, b->slots, &D, &rate, &bias, J, NULL};
    if (!resolved) tw_bind_resolve(b, p->motion, p->t);
    const tw_joint_ref joint = {kind, own, b->body_slot};
    tw_terms_in in = {p->t,           own,          b->point, b->vector,
                      b->body_motion, b->body_slot, b->slots, b->joint};
    bool turns = kind->coordinates >> TW_COORDINATE_ANGLE & 1;
    kind->coordinate(&joint, &in, turns ? TW_COORDINATE_ANGLE : TW_COORDINATE_POSITION, 1, &row, 0);
    for (int s = 0; s < b->slots; s++) {
        tw_wrench w = {v3_scale(v3_load(J + 6 * s), -c * rate),
                       v3_scale(v3_load(J + 6 * s + 3), -c * rate)};
        tw_wrench *sum = &p->external[b->body[s]];
        if (!wrench_finite(&w)) {
            tw_object_label(&of->o, d->culprit, sizeof d->culprit);
            return tw_fail(TW_NONFINITE, "%s: its damping is not finite", d->culprit);
        }
        sum->force = v3_add(sum->force, w.force);
        sum->torque = v3_add(sum->torque, w.torque);
    }
    return TW_OK;
}

static tw_status external(tw_dynamics *d, const tw_part *part, bool resolved) {
    tw_pass *p = &d->pass;
    const tw_world *w = d->world;
    vec3 g = tw_value3(&w->set.gravity, p->t);
    for (int n = 0; n < part->bodies; n++) {
        int i = part->body[n];
        p->external[i] = (tw_wrench){v3_scale(g, p->motion[i].m), {0, 0, 0}};
        if (!d->free_body[i]) p->external[i].force = v3_zero();
    }
    for (int i = 0; i < d->forces; i++) {
        tw_force *f = w->force.data[i];
        if (f->enabled && !d->force_bind[i].away) TW_TRY(apply(d, f, &d->force_bind[i]));
    }
    for (int i = 0; i < part->blocks; i++) {
        const tw_block *b = &p->block[part->block[i]];
        TW_TRY(damp(d, b->c, b->bind, resolved));
    }
    for (int i = 0; i < d->damps; i++) {
        int k = d->damped[i];
        TW_TRY(damp(d, w->constraint.data[k], &d->constraint_bind[k], false));
    }
    return TW_OK;
}

tw_status tw_external(tw_dynamics *d, const tw_part *part) {
    return external(d, part, false);
}

tw_status tw_external_resolved(tw_dynamics *d, const tw_part *part) {
    return external(d, part, true);
}
