/*
 * Marks of the debug layer, from the last evaluation of the engine; see marks.h.
 *
 * Every force and constraint is asked for its wrench on each body that it acts on. A wrench (F, T)
 * about the centre of mass is drawn as F at the point b where it acts and the couple T - b x F that
 * is left over, so gravity is an arrow at the centre, a spring one at each end, an orientation
 * constraint a couple.
 */
#include "frame/marks.h"

#include "base/array.h"
#include "dynamics/conflict.h"
#include "dynamics/contact.h"
#include "dynamics/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct collector {
    const tw_world *world;
    tw_dynamics *dynamics;
    tw_frame *frame;
    unsigned layers;
    const double *by_contact; /* [dofs] what contacts add to the unknowns; NULL: nothing */
    TW_ARRAY(tw_mark) marks;
    TW_ARRAY(tw_wrench) wrenches;        /* scratch: per slot */
    TW_ARRAY(tw_constraint *) conflicts; /* those that hold against each other now */
} collector;

static tw_status mark(collector *c, tw_mark m) {
    return tw_push(&c->marks, m);
}

/* ---- points, names, stamp ----------------------------------------------------------------- */

static tw_status mark_points(collector *c) {
    for (size_t i = 0; i < c->world->point.count; i++) {
        const tw_point *p = c->world->point.data[i];
        const tw_body *body = tw_world_body(c->world, p->body);
        if (body && !body->visible) continue;
        vec3 x, v;
        tw_point_now(c->world, p, &x, &v);
        tw_mark_kind kind = body ? TW_MARK_POINT : TW_MARK_NAIL;
        TW_TRY(mark(c, (tw_mark){.kind = kind, .class_ = TW_CLASS_NEUTRAL, .a = x, .b = x}));
    }
    return TW_OK;
}

static tw_status mark_names(collector *c) {
    for (size_t i = 0; i < c->world->body.count; i++) {
        const tw_body *b = c->world->body.data[i];
        if (!b->visible || !b->o.name) continue;
        char *text = tw_frame_text(c->frame, b->o.name);
        if (!text) return tw_fail_memory();
        TW_TRY(mark(c, (tw_mark){.kind = TW_MARK_NAME,
                                 .class_ = TW_CLASS_NEUTRAL,
                                 .a = b->position,
                                 .b = b->position,
                                 .text = text}));
    }
    return TW_OK;
}

static tw_status stamp(collector *c) {
    char text[160];
    const char *name = c->world->set.name ? c->world->set.name : "";
    snprintf(text, sizeof text, "%.100s  frame %d  t = %.3f s", name, c->frame->number,
             c->frame->time);
    tw_caption *caption = tw_frame_alloc(c->frame, sizeof *caption);
    char *copy = tw_frame_text(c->frame, text);
    if (!caption || !copy) return tw_fail_memory();
    *caption = (tw_caption){.text = copy, .at = TW_AT_BOTTOM_LEFT, .size = 0.025, .opacity = 1};
    c->frame->caption = caption;
    c->frame->caption_count = 1;
    return TW_OK;
}

/* ---- constraints as lines ------------------------------------------------------------------ */

static bool in_conflict(const collector *c, const tw_constraint *k) {
    for (size_t i = 0; i < c->conflicts.count; i++)
        if (c->conflicts.data[i] == k) return true;
    return false;
}

static tw_status find_conflicts(collector *c) {
    int count, most = (int)c->world->constraint.count;
    TW_TRY(tw_reserve(&c->conflicts, c->world->constraint.count));
    TW_TRY(tw_conflicts(c->dynamics, c->conflicts.data, most, &count));
    c->conflicts.count = (size_t)count;
    return TW_OK;
}

/* the nearest place on the plane (one row) or line (two rows) through p along n */
static vec3 foot(vec3 x, vec3 p, vec3 n, int rows) {
    double along = v3_dot(v3_sub(x, p), n);
    return rows == 1 ? v3_madd(x, -along, n) : v3_madd(p, along, n);
}

static tw_status mark_link(collector *c, const tw_constraint *k, const tw_block *block) {
    const tw_bind *bind = block->bind;
    if (bind->points < 2) return TW_OK;
    tw_constraint_reading r;
    TW_TRY(tw_read_constraint(c->dynamics, k, &r));
    vec3 a = bind->point[0].x, b = bind->point[1].x;
    if (bind->vectors == 1 && block->rows <= 2)
        b = foot(a, b, v3_normalized(bind->vector[0].v), block->rows);
    bool conflict = in_conflict(c, k);
    return mark(c, (tw_mark){.kind = TW_MARK_LINK,
                             .class_ = conflict ? TW_CLASS_CONFLICT : TW_CLASS_CONSTRAINT,
                             .a = a,
                             .b = b,
                             .strength = tw_norm(r.deviation, r.rows),
                             .met = r.met});
}

/* ---- forces as arrows ---------------------------------------------------------------------- */

static tw_status arrow(collector *c, vec3 at, vec3 force, tw_mark_class class_) {
    if (!(v3_length(force) > 0)) return TW_OK;
    return mark(
        c, (tw_mark){.kind = TW_MARK_ARROW, .class_ = class_, .a = at, .b = at, .vector = force});
}

static tw_status couple(collector *c, vec3 at, const tw_wrench *w, vec3 b, tw_mark_class class_) {
    vec3 moment = v3_cross(b, w->force), left = v3_sub(w->torque, moment);
    /* what rounding leaves of T - b x F is no couple */
    if (!(v3_length(left) > 1e-9 * (v3_length(w->torque) + v3_length(moment)))) return TW_OK;
    return mark(
        c, (tw_mark){.kind = TW_MARK_TORQUE, .class_ = class_, .a = at, .b = at, .vector = left});
}

/* where an object acts on its body `slot`: its first point there, else the centre of mass */
static vec3 arm(const tw_bind *bind, int slot) {
    for (int i = 0; i < bind->points; i++)
        if (bind->point[i].slot == slot) return bind->point[i].b;
    return v3_zero();
}

static bool shown(const collector *c, const tw_bind *bind, int slot) {
    int i = bind->body[slot];
    return c->world->body.data[i]->visible && c->dynamics->free_body[i];
}

static tw_status mark_wrench(collector *c, const tw_bind *bind, int slot, const tw_wrench *w,
                             tw_mark_class class_) {
    if (!shown(c, bind, slot)) return TW_OK;
    vec3 b = arm(bind, slot), at = v3_add(bind->body_motion[slot]->x, b);
    TW_TRY(arrow(c, at, w->force, class_));
    return couple(c, at, w, b, class_);
}

static tw_status mark_gravity(collector *c) {
    vec3 g = tw_value3(&c->world->set.gravity, c->world->time);
    for (size_t i = 0; i < c->world->body.count; i++) {
        const tw_body *b = c->world->body.data[i];
        if (!b->visible || !c->dynamics->free_body[i]) continue;
        TW_TRY(arrow(c, b->position, v3_scale(g, b->mass), TW_CLASS_GRAVITY));
    }
    return TW_OK;
}

static tw_status zero_wrenches(collector *c, int slots) {
    TW_TRY(tw_reserve(&c->wrenches, (size_t)slots + 1));
    memset(c->wrenches.data, 0, ((size_t)slots + 1) * sizeof *c->wrenches.data);
    return TW_OK;
}

static tw_mark_class class_of_force(const tw_object *o) {
    if (strstr(o->kind->name, "spring")) return TW_CLASS_SPRING;
    if (strstr(o->kind->name, "drag")) return TW_CLASS_DRAG;
    return TW_CLASS_APPLIED;
}

static tw_status mark_force(collector *c, const tw_force *f, const tw_bind *bind) {
    const tw_force_kind *kind = (const tw_force_kind *)(const void *)f->o.kind;
    TW_TRY(zero_wrenches(c, bind->slots));
    tw_force_in in = {.t = c->dynamics->pass.t,
                      .own = f->o.own,
                      .point = bind->point,
                      .vector = bind->vector,
                      .body = bind->body_motion,
                      .body_slot = bind->body_slot,
                      .slots = bind->slots};
    kind->apply(&in, c->wrenches.data);
    for (int s = 0; s < bind->slots; s++)
        TW_TRY(mark_wrench(c, bind, s, &c->wrenches.data[s], class_of_force(&f->o)));
    return TW_OK;
}

/* the wrench of a constraint's unknowns on each of its bodies: J^T lambda, or W^T Fc */
static void constraint_wrenches(const tw_pass *p, const double *add, const tw_block *b,
                                tw_wrench *out) {
    const double *map = b->W ? b->W : b->J;
    for (int i = 0; i < b->dofs; i++) {
        double u = p->lambda[b->dof + i] + (add ? add[b->dof + i] : 0);
        for (int s = 0; s < b->bind->slots; s++) {
            const double *m = map + ((size_t)i * (size_t)b->bind->slots + (size_t)s) * 6;
            out[s].force = v3_madd(out[s].force, u, v3_load(m));
            out[s].torque = v3_madd(out[s].torque, u, v3_load(m + 3));
        }
    }
}

/* the paper's F_g, F_v, F_D; what turning bodies add is part of the velocity's share */
static tw_status mark_split(collector *c, const tw_constraint *k, const tw_bind *bind) {
    static const struct {
        tw_mark_class class_;
        const char *label;
    } parts[] = {{TW_CLASS_SPLIT_EXTERNAL, "F_g"},
                 {TW_CLASS_SPLIT_VELOCITY, "F_v"},
                 {TW_CLASS_SPLIT_DEVIATION, "F_D"}};
    vec3 part[TW_SPLIT_COUNT];
    TW_TRY(tw_read_split(c->dynamics, k, part));
    vec3 force[] = {part[TW_SPLIT_EXTERNAL],
                    v3_add(part[TW_SPLIT_INERTIAL], part[TW_SPLIT_VELOCITY]),
                    part[TW_SPLIT_DEVIATION]};
    vec3 at = v3_add(bind->body_motion[0]->x, arm(bind, 0));
    for (int i = 0; i < 3; i++) {
        size_t before = c->marks.count;
        TW_TRY(arrow(c, at, force[i], parts[i].class_));
        if (c->marks.count == before) continue;
        char *label = tw_frame_text(c->frame, parts[i].label);
        if (!label) return tw_fail_memory();
        c->marks.data[before].text = label;
    }
    return TW_OK;
}

static tw_status mark_constraint_force(collector *c, const tw_constraint *k,
                                       const tw_block *block) {
    const tw_bind *bind = block->bind;
    if (!bind->slots) return TW_OK;
    if ((c->layers & TW_LAYER_SPLIT) && bind->points > 0) return mark_split(c, k, bind);
    TW_TRY(zero_wrenches(c, bind->slots));
    constraint_wrenches(&c->dynamics->pass, c->by_contact, block, c->wrenches.data);
    for (int s = 0; s < bind->slots; s++)
        TW_TRY(mark_wrench(c, bind, s, &c->wrenches.data[s],
                           s == 0 ? TW_CLASS_CONSTRAINT : TW_CLASS_REACTION));
    return TW_OK;
}

static tw_status mark_forces(collector *c) {
    TW_TRY(mark_gravity(c));
    for (size_t i = 0; i < c->world->force.count; i++)
        if (c->world->force.data[i]->enabled)
            TW_TRY(mark_force(c, c->world->force.data[i], &c->dynamics->force_bind[i]));
    return TW_OK;
}

static tw_status mark_constraints(collector *c) {
    const tw_wrench *body;
    if (c->layers & TW_LAYER_FORCES) TW_TRY(tw_contact_net(c->dynamics, &body, &c->by_contact));
    for (size_t i = 0; i < c->world->constraint.count; i++) {
        int block = c->dynamics->block_of[i];
        if (block < 0) continue;
        const tw_block *b = &c->dynamics->pass.block[block];
        const tw_constraint *k = c->world->constraint.data[i];
        if (c->layers & TW_LAYER_CONSTRAINTS) TW_TRY(mark_link(c, k, b));
        if (c->layers & TW_LAYER_FORCES) TW_TRY(mark_constraint_force(c, k, b));
    }
    return TW_OK;
}

static bool pushed(const collector *c, int body) {
    return body >= 0 && c->world->body.data[body]->visible && c->dynamics->free_body[body];
}

/* what bodies that touch do to each other, at the place: on each that may move */
static tw_status mark_contacts(collector *c) {
    const tw_contact_reading *list;
    int count;
    TW_TRY(tw_contact_read(c->dynamics, &list, &count));
    for (int i = 0; i < count; i++) {
        const tw_contact_reading *k = &list[i];
        if (pushed(c, k->a)) TW_TRY(arrow(c, k->point, k->force, TW_CLASS_CONTACT));
        if (pushed(c, k->b)) TW_TRY(arrow(c, k->point, v3_scale(k->force, -1), TW_CLASS_CONTACT));
    }
    return TW_OK;
}

static tw_status collect(collector *c, tw_sim *sim) {
    if (c->layers & (TW_LAYER_CONSTRAINTS | TW_LAYER_FORCES)) {
        TW_TRY(tw_sim_pass(sim, &c->dynamics));
        if (c->layers & TW_LAYER_CONSTRAINTS) TW_TRY(find_conflicts(c));
        if (c->layers & TW_LAYER_FORCES) TW_TRY(mark_forces(c));
        TW_TRY(mark_constraints(c));
        if (c->layers & TW_LAYER_FORCES) TW_TRY(mark_contacts(c)); /* it solves: the last */
    }
    if (c->layers & TW_LAYER_POINTS) TW_TRY(mark_points(c));
    if (c->layers & TW_LAYER_NAMES) TW_TRY(mark_names(c));
    if (c->layers & TW_LAYER_STAMP) TW_TRY(stamp(c));
    if (!c->marks.count) return TW_OK;
    tw_mark *kept = tw_frame_alloc(c->frame, c->marks.count * sizeof *kept);
    if (!kept) return tw_fail_memory();
    memcpy(kept, c->marks.data, c->marks.count * sizeof *kept);
    c->frame->mark = kept;
    c->frame->mark_count = c->marks.count;
    return TW_OK;
}

tw_status tw_marks_make(tw_sim *sim, unsigned layers, tw_frame *frame) {
    collector c = {.world = tw_sim_world(sim), .frame = frame, .layers = layers};
    tw_status s = collect(&c, sim);
    tw_array_free(&c.marks);
    tw_array_free(&c.wrenches);
    tw_array_free(&c.conflicts);
    return s;
}
