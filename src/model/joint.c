/* Coordinates and turns of joints at the world's present state. */
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

bool tw_joint_is_angle(const tw_constraint *c) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    return tw_joint_has(c, TW_COORDINATE_ANGLE) && !(kind->slides && kind->slides(c->o.own));
}

/* input for the functions of a joint's kind: the motions of the joint's bodies only */
typedef struct view {
    tw_body_motion motion[TW_TERMS_SLOTS];
    const tw_body_motion *body[TW_TERMS_SLOTS];
    int body_slot[TW_TERMS_SLOTS];
    tw_joint_ref joint;
    tw_terms_in in;
} view;

static void look(const tw_world *w, const tw_constraint *c, const tw_body_motion *motion, double t,
                 view *v) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    int slots = 0, n = 0;
    for (int i = 0; i < kind->kind.param_count && n < TW_TERMS_SLOTS; i++) {
        if (kind->kind.params[i].type != TW_PARAM_BODY) continue;
        const tw_body *b = tw_world_body(
            w, *(const tw_id *)((const char *)c->o.own + kind->kind.params[i].offset));
        v->body_slot[n++] = b ? slots : -1;
        if (!b) continue;
        v->motion[slots] = motion ? motion[b->index] : tw_body_motion_now(b);
        v->body[slots] = &v->motion[slots];
        slots++;
    }
    v->joint = (tw_joint_ref){kind, c->o.own, v->body_slot};
    v->in = (tw_terms_in){
        .t = t, .own = c->o.own, .body = v->body, .body_slot = v->body_slot, .slots = slots};
}

void tw_joint_now(const tw_world *w, const tw_constraint *c, tw_coordinate which, double *value,
                  double *rate) {
    view v;
    look(w, c, NULL, w->time, &v);
    double bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    *value = *rate = 0;
    tw_terms row = {1, v.in.slots, value, rate, &bias, J, NULL};
    v.joint.kind->coordinate(&v.joint, &v.in, which, 1, &row, 0);
}

tw_turns *tw_joint_turns_of(const tw_constraint *c) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    return kind->turns ? kind->turns(c->o.own) : NULL;
}

bool tw_joint_moves(const tw_world *w, const tw_constraint *c, int bodies, const int *body) {
    const tw_kind *kind = c->o.kind;
    if (!tw_joint_turns_of(c)) return false;
    for (int i = 0; i < kind->param_count; i++) {
        if (kind->params[i].type != TW_PARAM_BODY) continue;
        const tw_body *b =
            tw_world_body(w, *(const tw_id *)((const char *)c->o.own + kind->params[i].offset));
        int lo = 0, hi = b ? bodies : 0;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (body[mid] == b->index) return true;
            if (body[mid] < b->index)
                lo = mid + 1;
            else
                hi = mid;
        }
    }
    return false;
}

void tw_joint_count(const tw_world *w, const tw_constraint *c, const tw_body_motion *motion,
                    double t) {
    view v;
    look(w, c, motion, t, &v);
    v.joint.kind->commit(&v.joint, c->o.own, &v.in);
}

void tw_world_count_turns(tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (tw_joint_turns_of(c)) tw_joint_count(w, c, NULL, w->time);
    }
}

void tw_turns_read(const tw_world *w, tw_turns *turns) {
    for (size_t i = 0; turns && i < w->constraint.count; i++) {
        const tw_turns *own = tw_joint_turns_of(w->constraint.data[i]);
        if (own) turns[i] = *own;
    }
}

void tw_turns_put(tw_world *w, const tw_turns *turns) {
    for (size_t i = 0; turns && i < w->constraint.count; i++) {
        tw_turns *own = tw_joint_turns_of(w->constraint.data[i]);
        if (own) *own = turns[i];
    }
}
