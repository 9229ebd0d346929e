/*
 * Marks of the debug layer, from the last evaluation of the engine; see marks.h.
 *
 * Every force and constraint gives its wrench on each body that it acts on. A wrench (F, T) about
 * the centre of mass is drawn as the force F at the point b of the body (relative to its centre) at
 * which it acts, and as the couple T - b x F that then remains. So gravity is an arrow at the
 * centre, a spring one at each end, and an orientation constraint a couple.
 */
#include "frame/marks/marks.h"

#include "analysis/conflict.h"
#include "base/array.h"
#include "base/math/elementary.h"
#include "dynamics/contact/contact.h"
#include "dynamics/pass/pass.h"
#include "frame/marks/film/plots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct collector {
    const tw_world *world;
    tw_dynamics *dynamics;
    tw_frame *frame;
    unsigned layers;
    /* [rows of all constraints] part of the constraints' unknowns (multipliers) that contacts
     * cause; NULL: there are no contacts */
    const double *by_contact;
    TW_ARRAY(tw_mark) marks;
    TW_ARRAY(tw_wrench) wrenches; /* scratch: wrench on each body (slot) of one object */
    /* constraints that conflict with others in this state */
    TW_ARRAY(tw_constraint *) conflicts;
    TW_ARRAY(tw_plot) plots;
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

/* true: the script has given the object a name; false: its name was made of kind and number */
static bool named(const tw_object *o) {
    if (!o->name) return false;
    const char *last = strrchr(o->name, '/');
    last = last ? last + 1 : o->name;
    size_t n = strlen(o->kind->name);
    return strncmp(last, o->kind->name, n) != 0 || !last[n] ||
           last[n + strspn(last + n, "0123456789")];
}

enum { RANK_AUTOMATIC, RANK_FIXED, RANK_REACTION, RANK_ARROW, RANK_BODY, RANK_CONFLICT };

static tw_status mark_names(collector *c) {
    for (size_t i = 0; i < c->world->body.count; i++) {
        const tw_body *b = c->world->body.data[i];
        if (!b->visible || !b->o.name || (b->fixed && !named(&b->o))) continue;
        char *text = tw_frame_text(c->frame, b->o.name);
        if (!text) return tw_fail_memory();
        TW_TRY(mark(c, (tw_mark){.kind = TW_MARK_NAME,
                                 .class_ = TW_CLASS_NEUTRAL,
                                 .a = b->position,
                                 .b = b->position,
                                 .rank = !named(&b->o) ? RANK_AUTOMATIC
                                         : b->fixed    ? RANK_FIXED
                                                       : RANK_BODY,
                                 .tag = b->o.serial,
                                 .text = text}));
    }
    return TW_OK;
}

/* labels the first arrow among the marks from number `first` on: `before`, then the object's name
 * if the script gave it one */
static tw_status name_arrow(collector *c, size_t first, const tw_object *o, const char *before) {
    if (!(c->layers & TW_LAYER_NAMES) || !named(o)) return TW_OK;
    for (size_t i = first; i < c->marks.count; i++) {
        tw_mark *m = &c->marks.data[i];
        if (m->kind != TW_MARK_ARROW && m->kind != TW_MARK_TORQUE) continue;
        const char *last = strrchr(o->name, '/');
        char text[120];
        snprintf(text, sizeof text, "%s%.100s", before, last ? last + 1 : o->name);
        m->text = tw_frame_text(c->frame, text);
        m->rank = *before ? RANK_REACTION : RANK_ARROW;
        m->tag = o->serial;
        return m->text ? TW_OK : tw_fail_memory();
    }
    return TW_OK;
}

static tw_status stamp(collector *c) {
    char text[160];
    const char *name = c->world->set.name ? c->world->set.name : "";
    snprintf(text, sizeof text, "%.100s  frame %d  t = %.3f s", name, c->frame->number,
             c->frame->time);
    tw_caption caption = {.text = tw_frame_text(c->frame, text),
                          .at = TW_AT_BOTTOM_LEFT,
                          .size = 0.025,
                          .opacity = 1,
                          .anchor_y = 1};
    return caption.text ? tw_frame_caption(c->frame, &caption) : tw_fail_memory();
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

/* place nearest to x on a plane (rows 1) or a line (rows 2) through p; n: normal of the plane or
 * direction of the line */
static vec3 foot(vec3 x, vec3 p, vec3 n, int rows) {
    double along = v3_dot(v3_sub(x, p), n);
    return rows == 1 ? v3_madd(x, -along, n) : v3_madd(p, along, n);
}

/* Rotation vector, rad, by which the first body would have to turn to meet the block's (a
 * constraint's rows') deviation D: each row that depends on rotations only, with the gradient g by
 * the body's rotation, contributes -D g / |g|^2. */
static vec3 turn_asked(const tw_pass *p, const tw_block *b) {
    vec3 turn = v3_zero();
    size_t row = (size_t)b->bind->slots * 6;
    for (int i = 0; i < b->rows; i++) {
        const double *j = b->J + (size_t)i * row;
        double linear = 0;
        for (int s = 0; s < b->bind->slots; s++) linear += v3_length(v3_load(j + 6 * s));
        vec3 g = v3_load(j + 3);
        double square = v3_dot(g, g);
        if (linear == 0 && square > 1e-12) turn = v3_madd(turn, -p->D[b->row + i] / square, g);
    }
    return turn;
}

/* *m: mark of the angle by which the constraint's first body still has to turn; false: the
 * constraint has no such angle, or it is too small or too large to be shown */
static bool angle_left(const collector *c, const tw_block *block, tw_mark *m) {
    const tw_bind *bind = block->bind;
    if (!bind->slots || bind->joints || !strcmp(block->kind->kind.name, "constraint") ||
        tw_level_of(block->kind, block->c->o.own) != TW_POSITION_LEVEL)
        return false;
    vec3 turn = turn_asked(&c->dynamics->pass, block), middle = bind->body_motion[0]->x;
    m->strength = v3_length(turn);
    if (!(m->strength > 1e-4) || m->strength > 3.2) return false;
    vec3 n = v3_scale(turn, 1 / m->strength);
    m->kind = TW_MARK_ANGLE;
    m->a = bind->points && bind->point[0].slot == 0 ? bind->point[0].x : middle;
    /* vector that is drawn at the beginning of the turn: the constraint's axis or, if it has none,
     * the direction from the constraint's point to the body's centre */
    vec3 u = bind->vectors && bind->vector[0].slot == 0 ? bind->vector[0].v : v3_sub(middle, m->a);
    u = v3_madd(u, -v3_dot(u, n), n);
    m->vector = v3_length(u) > 1e-6 ? v3_normalized(u) : v3_orthogonal(n);
    vec3 side = v3_cross(n, m->vector);
    m->b = v3_madd(v3_scale(m->vector, tw_cos(m->strength)), tw_sin(m->strength), side);
    return true;
}

static tw_status mark_link(collector *c, const tw_constraint *k, const tw_block *block) {
    const tw_bind *bind = block->bind;
    tw_constraint_reading r;
    TW_TRY(tw_read_constraint(c->dynamics, k, &r));
    bool conflict = in_conflict(c, k);
    tw_mark m = {.kind = TW_MARK_LINK,
                 .class_ = conflict ? TW_CLASS_CONFLICT : TW_CLASS_DEVIATION,
                 .tag = k->o.serial,
                 .met = r.met && !conflict};
    if (conflict) {
        m.rank = RANK_CONFLICT;
        m.text = tw_frame_text(c->frame, k->o.name ? k->o.name : k->o.kind->name);
        if (!m.text) return tw_fail_memory();
    }
    if (bind->points >= 2) {
        m.a = bind->point[0].x, m.b = bind->point[1].x;
        if (bind->vectors == 1 && block->rows <= 2)
            m.b = foot(m.a, m.b, v3_normalized(bind->vector[0].v), block->rows);
        m.strength = tw_norm(r.deviation, r.rows);
        TW_TRY(mark(c, m));
        m.text = NULL;
    }
    return angle_left(c, block, &m) ? mark(c, m) : TW_OK;
}

/* place of a constraint's curve: its first point or, if it has no points, the centre of its first
 * body */
static vec3 place_of(const collector *c, const tw_bind *bind) {
    if (bind->points) return bind->point[0].x;
    return bind->slots ? c->world->body.data[bind->body[0]]->position : v3_zero();
}

enum { CURVES = 256 }; /* beyond this number of curves only constraints with plot = true get one */

static tw_status mark_plot(collector *c, const tw_constraint *k, const tw_block *block) {
    bool wanted = k->plot || (c->layers & TW_LAYER_CURVES && c->plots.count < CURVES);
    if (!wanted || tw_level_of(block->kind, k->o.own) == TW_ACCELERATION_LEVEL) return TW_OK;
    tw_plot plot = {.text = tw_frame_text(c->frame, k->o.name ? k->o.name : k->o.kind->name)};
    if (!plot.text) return tw_fail_memory();
    plot.asked = k->plot;
    TW_TRY(tw_plot_now(c->dynamics, k, place_of(c, block->bind), &plot));
    return plot.tau > 0 ? tw_push(&c->plots, plot) : TW_OK;
}

/* ---- forces as arrows ---------------------------------------------------------------------- */

static tw_status arrow(collector *c, vec3 at, vec3 force, tw_mark_class class_) {
    if (!(v3_length(force) > 0)) return TW_OK;
    return mark(
        c, (tw_mark){.kind = TW_MARK_ARROW, .class_ = class_, .a = at, .b = at, .vector = force});
}

static tw_status couple(collector *c, vec3 at, const tw_wrench *w, vec3 b, tw_mark_class class_) {
    vec3 moment = v3_cross(b, w->force), left = v3_sub(w->torque, moment);
    /* no arrow for a remaining couple T - b x F that is only rounding */
    if (!(v3_length(left) > 1e-9 * (v3_length(w->torque) + v3_length(moment)))) return TW_OK;
    return mark(
        c, (tw_mark){.kind = TW_MARK_TORQUE, .class_ = class_, .a = at, .b = at, .vector = left});
}

/* vector from the centre of body `slot` to the first point of the object on that body; 0 if it has
 * none there */
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
                      .slots = bind->slots,
                      .joint = bind->joint};
    kind->apply(&in, c->wrenches.data);
    for (int s = 0; s < bind->slots; s++) {
        size_t first = c->marks.count;
        TW_TRY(mark_wrench(c, bind, s, &c->wrenches.data[s], class_of_force(&f->o)));
        /* a force on more than two bodies is not labelled: the same label would be repeated */
        if (bind->slots <= 2) TW_TRY(name_arrow(c, first, &f->o, ""));
    }
    return TW_OK;
}

/* adds to out [slots] the wrenches of a constraint on its bodies: J^T lambda from its multipliers
 * or, for a constraint with forces Fc, W^T Fc. add: [rows of all constraints] numbers added to the
 * multipliers; NULL: none */
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

/* adds arrows for the three parts F_g, F_v, F_D of a constraint's force; gyroscopic terms belong to
 * F_v */
static tw_status mark_split(collector *c, const tw_constraint *k, const tw_bind *bind) {
    static const struct {
        tw_mark_class class_;
        const char *label;
    } parts[] = {{TW_CLASS_SPLIT_EXTERNAL, "F\016g\017"},
                 {TW_CLASS_SPLIT_VELOCITY, "F\016v\017"},
                 {TW_CLASS_SPLIT_DEVIATION, "F\016D\017"}};
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
        c->marks.data[before].rank = RANK_ARROW;
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
    for (int s = 0; s < bind->slots; s++) {
        size_t first = c->marks.count;
        TW_TRY(mark_wrench(c, bind, s, &c->wrenches.data[s],
                           s == 0 ? TW_CLASS_CONSTRAINT : TW_CLASS_REACTION));
        if (!in_conflict(c, k)) TW_TRY(name_arrow(c, first, &k->o, s == 0 ? "" : "\u2212"));
    }
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
        if (c->layers & (TW_LAYER_CONSTRAINTS | TW_LAYER_CURVES)) TW_TRY(mark_plot(c, k, b));
        if (c->layers & TW_LAYER_FORCES) TW_TRY(mark_constraint_force(c, k, b));
    }
    return TW_OK;
}

static bool pushed(const collector *c, int body) {
    return body >= 0 && c->world->body.data[body]->visible && c->dynamics->free_body[body];
}

/* adds marks for contacts that touch, and for the forces of all contacts on visible bodies that can
 * move */
static tw_status mark_contacts(collector *c) {
    if (!tw_contact_wanted(c->world)) return TW_OK;
    const tw_contact_reading *list;
    int count;
    TW_TRY(tw_contact_read(c->dynamics, &list, &count));
    for (int i = 0; i < count; i++) {
        const tw_contact_reading *k = &list[i];
        bool touch = k->pressed || k->touch <= 1;
        if (c->layers & TW_LAYER_CONTACTS && touch)
            TW_TRY(mark(c, (tw_mark){.kind = TW_MARK_CONTACT,
                                     .class_ = TW_CLASS_CONTACT,
                                     .a = k->point,
                                     .b = k->point,
                                     .vector = k->normal}));
        if (!(c->layers & TW_LAYER_FORCES)) continue;
        if (pushed(c, k->a)) TW_TRY(arrow(c, k->point, k->force, TW_CLASS_CONTACT));
        if (pushed(c, k->b)) TW_TRY(arrow(c, k->point, v3_scale(k->force, -1), TW_CLASS_CONTACT));
    }
    return TW_OK;
}

/* layers that show forces or deviations, for which the engine evaluates its equations */
enum { OF_ENGINE = TW_LAYER_CONSTRAINTS | TW_LAYER_FORCES | TW_LAYER_CURVES | TW_LAYER_CONTACTS };

static tw_status collect(collector *c, tw_sim *sim) {
    if (c->layers & OF_ENGINE) {
        TW_TRY(tw_sim_pass(sim, &c->dynamics));
        if (c->layers & TW_LAYER_CONSTRAINTS) TW_TRY(find_conflicts(c));
        if (c->layers & TW_LAYER_FORCES) TW_TRY(mark_forces(c));
        TW_TRY(mark_constraints(c));
        if (c->layers & (TW_LAYER_FORCES | TW_LAYER_CONTACTS))
            /* after all other marks, because it solves for the forces of contacts and so changes
             * the engine's results */
            TW_TRY(mark_contacts(c));
    }
    if (c->layers & TW_LAYER_POINTS) TW_TRY(mark_points(c));
    if (c->layers & TW_LAYER_NAMES) TW_TRY(mark_names(c));
    if (c->layers & TW_LAYER_STAMP) TW_TRY(stamp(c));
    c->frame->legend = (c->layers & TW_LAYER_LEGEND) != 0;
    return TW_OK;
}

/* copies the collected marks and plots into memory of the frame */
static tw_status keep(const collector *c) {
    tw_frame *f = c->frame;
    f->mark = tw_frame_alloc(f, (c->marks.count + 1) * sizeof *f->mark);
    f->plot = tw_frame_alloc(f, (c->plots.count + 1) * sizeof *f->plot);
    if (!f->mark || !f->plot) return tw_fail_memory();
    if (c->marks.count) memcpy(f->mark, c->marks.data, c->marks.count * sizeof *f->mark);
    if (c->plots.count) memcpy(f->plot, c->plots.data, c->plots.count * sizeof *f->plot);
    f->mark_count = c->marks.count;
    f->plot_count = c->plots.count;
    return TW_OK;
}

tw_status tw_marks_make(tw_sim *sim, unsigned layers, tw_frame *frame) {
    collector c = {.world = tw_sim_world(sim), .frame = frame, .layers = layers};
    tw_status s = collect(&c, sim);
    if (s == TW_OK) s = keep(&c);
    tw_array_free(&c.marks);
    tw_array_free(&c.wrenches);
    tw_array_free(&c.conflicts);
    tw_array_free(&c.plots);
    return s;
}
