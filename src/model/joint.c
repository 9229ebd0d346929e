/* Coordinates of joints now; see joint.h. */
#include "model/joint.h"

tw_body_motion tw_body_motion_now(const tw_body *b) {
    return (tw_body_motion){.x = b->position,
                            .q = b->orientation,
                            .R = q_matrix(b->orientation),
                            .v = b->velocity,
                            .omega = b->angular_velocity,
                            .m = b->mass,
                            .form = &b->form};
}

const tw_constraint *tw_world_joint(const tw_world *w, tw_id id) {
    const tw_constraint *c = tw_world_constraint(w, id);
    return c && ((const tw_constraint_kind *)c->o.kind)->coordinates ? c : NULL;
}

bool tw_joint_has(const tw_constraint *c, tw_coordinate which) {
    return ((const tw_constraint_kind *)c->o.kind)->coordinates >> which & 1;
}

/* what a joint's functions are asked with: its own bodies and no others */
typedef struct view {
    tw_body_motion motion[TW_TERMS_SLOTS];
    const tw_body_motion *body[TW_TERMS_SLOTS];
    int body_slot[TW_TERMS_SLOTS];
    tw_joint_ref joint;
    tw_terms_in in;
} view;

static void look(const tw_world *w, const tw_constraint *c, view *v) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    int slots = 0, n = 0;
    for (int i = 0; i < kind->kind.param_count && n < TW_TERMS_SLOTS; i++) {
        if (kind->kind.params[i].type != TW_PARAM_BODY) continue;
        const tw_body *b = tw_world_body(
            w, *(const tw_id *)((const char *)c->o.own + kind->kind.params[i].offset));
        v->body_slot[n++] = b ? slots : -1;
        if (!b) continue;
        v->motion[slots] = tw_body_motion_now(b);
        v->body[slots] = &v->motion[slots];
        slots++;
    }
    v->joint = (tw_joint_ref){kind, c->o.own, v->body_slot};
    v->in = (tw_terms_in){
        .t = w->time, .own = c->o.own, .body = v->body, .body_slot = v->body_slot, .slots = slots};
}

void tw_joint_now(const tw_world *w, const tw_constraint *c, tw_coordinate which, double *value,
                  double *rate) {
    view v;
    look(w, c, &v);
    double bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    *value = *rate = 0;
    tw_terms row = {1, v.in.slots, value, rate, &bias, J, NULL};
    v.joint.kind->coordinate(&v.joint, &v.in, which, 1, &row, 0);
}

void tw_world_count_turns(tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
        if (!kind->commit) continue;
        view v;
        look(w, c, &v);
        kind->commit(&v.joint, c->o.own, &v.in);
    }
}
