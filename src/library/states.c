/* Reads the states of a scene's objects as plain values; see states.h. */
#include "library/states.h"

#include "base/hash.h"
#include "dynamics/contact/contact.h"
#include "frame/marks/film/plots.h"
#include "frame/marks/root.h"
#include "model/object.h"
#include "shape/mesh/mesh.h"
#include "timeline/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- scenes --------------------------------------------------------------------------------- */

tw_scene_state tw_scene_state_of(const tw_scene *scene) {
    tw_world *w = tw_scene_world(scene);
    /* first takes removed objects out of the world's lists, so that they are not counted */
    tw_world_tidy(w);
    return (tw_scene_state){.name = w->set.name ? w->set.name : "scene",
                            .named = w->set.name != NULL,
                            .time = w->time,
                            .duration = w->set.duration,
                            .step = w->set.step,
                            .fps = w->set.fps,
                            .width = w->set.width,
                            .height = w->set.height,
                            .layers = tw_scene_layers(scene),
                            .topology = w->topology,
                            .bodies = w->body.count,
                            .constraints = w->constraint.count,
                            .forces = w->force.count,
                            .points = w->point.count};
}

uint64_t tw_scene_digest(tw_scene *scene) {
    return tw_scene_hash(scene);
}

const tw_tolerances *tw_scene_allowed(const tw_scene *scene) {
    return tw_scene_tolerances(scene);
}

bool tw_scene_recorded(const tw_scene *scene, int i, tw_record *record) {
    return tw_scene_record(scene, i, record);
}

static tw_origin origin(const tw_object *o) {
    return (tw_origin){o->name, o->kind ? o->kind->name : "", o->file, o->line, o->serial};
}

const tw_object *tw_states_find(const tw_scene *scene, double serial) {
    static const tw_class classes[] = {TW_BODY, TW_CONSTRAINT, TW_FORCE, TW_POINT};
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
        const tw_object_list *list = tw_world_list(tw_scene_world(scene), classes[k]);
        for (size_t i = 0; i < list->count; i++)
            if (list->data[i]->serial == serial) return list->data[i];
    }
    return NULL;
}

bool tw_origin_of(const tw_scene *scene, double serial, tw_origin *o) {
    const tw_object *found = tw_states_find(scene, serial);
    if (found) *o = origin(found);
    return found != NULL;
}

tw_status tw_scene_energy(tw_scene *scene, double *kinetic, double *potential) {
    tw_dynamics *d;
    tw_energy e;
    TW_TRY(tw_sim_engine(tw_scene_sim(scene), &d));
    TW_TRY(tw_read_energy(d, NULL, &e));
    *kinetic = e.kinetic;
    *potential = e.potential;
    return TW_OK;
}

tw_status tw_scene_contacts_state(tw_scene *scene, tw_contacts_state *c) {
    const tw_contact_reading *list;
    tw_contact_stats s;
    tw_dynamics *d;
    *c = (tw_contacts_state){0};
    if (!tw_contact_wanted(tw_scene_world(scene))) return TW_OK;
    TW_TRY(tw_sim_pass(tw_scene_sim(scene), &d));
    TW_TRY(tw_contact_read(d, &list, &c->count));
    tw_sim_contact_statistics(tw_scene_sim(scene), &s);
    c->depth = fmax(s.depth, 0);
    c->residual = s.scale_u > 0 ? s.residual_u / s.scale_u : 0;
    return TW_OK;
}

/* ---- bodies --------------------------------------------------------------------------------- */

uint64_t tw_shape_digest(const tw_shape *s) {
    tw_hash h = tw_hash_bytes(tw_hash_begin(), &s->type, sizeof s->type);
    h = tw_hash_bytes(h, s->p, sizeof s->p);
    if (s->type == TW_SHAPE_MESH) h = tw_hash_bytes(h, &s->mesh->hash, sizeof s->mesh->hash);
    return tw_hash_end(h);
}

double tw_body_reach(const tw_body_state *b) {
    return tw_shapes_radius(b->shape, b->shape_pose, b->shapes);
}

tw_body_state tw_body_state_of(const tw_scene *scene, size_t i) {
    const tw_body *b = tw_scene_world(scene)->body.data[i];
    return (tw_body_state){.o = origin(&b->o),
                           .pose = tw_body_pose(b),
                           .velocity = b->velocity,
                           .angular_velocity = b->angular_velocity,
                           .mass = b->mass,
                           .volume = b->volume,
                           .inertia =
                               v3(b->inertia.m[0][0], b->inertia.m[1][1], b->inertia.m[2][2]),
                           .fixed = b->fixed,
                           .driven = !tw_id_none(b->motion),
                           .collide = b->collide,
                           .visible = b->visible,
                           .shape = b->form.shape,
                           .shape_pose = b->form.pose,
                           .shapes = b->form.count};
}

bool tw_body_is(const tw_scene *scene, size_t i, uint32_t serial, tw_pose *pose) {
    const tw_body *b = tw_scene_world(scene)->body.data[i];
    if (b->o.serial != serial) return false;
    *pose = tw_body_pose(b);
    return true;
}

void tw_body_numbers(const tw_body_state *b, double x[TW_BODY_NUMBERS]) {
    v3_store(x, b->pose.x);
    q_store(x + 3, b->pose.q);
    v3_store(x + 7, b->velocity);
    v3_store(x + 10, b->angular_velocity);
}

uint32_t tw_body_tag(const tw_body_state *b, int i) {
    return b->o.serial * TW_SERIAL_SHAPES + (uint32_t)i;
}

bool tw_tag_is_prop(uint32_t tag) {
    return tag & TW_PROP_TAGS;
}

uint32_t tw_tag_serial(uint32_t tag) {
    return tag / TW_SERIAL_SHAPES;
}

/* the i-th possible argument of a method that gives a point (`corner(3)`); text: the call as a
 * script writes it; a: the same argument as the kind's function takes it; false: no more arguments
 */
static bool argument(const tw_point_method *m, int i, char *text, size_t size,
                     tw_point_argument *a) {
    static const char *const faces[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
    if (!strcmp(m->argument, "integer") && i < 8) {
        a->number = i + 1;
        snprintf(text, size, ":%s(%d)", m->name, i + 1);
        return true;
    }
    if (strcmp(m->argument, "text") != 0 || i >= 6) return false;
    a->text = faces[i];
    snprintf(text, size, ":%s\"%s\"", m->name, faces[i]);
    return true;
}

void tw_body_places(const tw_scene *scene, size_t i,
                    void (*each)(void *context, const char *text, vec3 x), void *context) {
    const tw_body *b = tw_scene_world(scene)->body.data[i];
    const tw_body_kind *k = (const tw_body_kind *)(const void *)b->o.kind;
    char text[80];
    vec3 x;
    each(context, ".center", v3_zero());
    for (const tw_point_field *f = k->fields; f && f->name; f++) {
        snprintf(text, sizeof text, ".%s", f->name);
        each(context, text, f->point(b->o.own));
    }
    for (const tw_point_method *m = k->methods; m && m->name; m++) {
        tw_point_argument a = {0};
        for (int n = 0; argument(m, n, text, sizeof text, &a); n++)
            if (m->point(b->o.own, &a, &x) == TW_OK) each(context, text, x);
    }
}

void tw_body_fields(const tw_scene *scene, size_t i,
                    void (*each)(void *context, const char *name, double x), void *context) {
    const tw_object *o = &tw_scene_world(scene)->body.data[i]->o;
    for (int n = 0; n < o->kind->param_count; n++) {
        const tw_param *p = &o->kind->params[n];
        double x;
        if (p->type != TW_PARAM_NUMBER || p->flags & (TW_AT_CREATION | TW_READ_ONLY)) continue;
        memcpy(&x, (const char *)o->own + p->offset, sizeof x);
        if (isfinite(x)) each(context, p->name, x);
    }
}

/* ---- constraints, forces, points ------------------------------------------------------------ */

tw_constraint_state tw_constraint_about(const tw_scene *scene, size_t i) {
    const tw_world *w = tw_scene_world(scene);
    const tw_constraint *c = w->constraint.data[i];
    const tw_value *tau = tw_value_is_unset(&c->tau) ? &w->set.tau : &c->tau;
    return (tw_constraint_state){
        .o = origin(&c->o), .enabled = c->enabled, .tau = tw_value1(tau, w->time)};
}

tw_status tw_constraint_state_of(tw_scene *scene, size_t i, tw_constraint_state *c) {
    tw_constraint_reading r;
    tw_dynamics *d;
    *c = tw_constraint_about(scene, i);
    TW_TRY(tw_sim_pass(tw_scene_sim(scene), &d));
    TW_TRY(tw_read_constraint(d, tw_scene_world(scene)->constraint.data[i], &r));
    c->deviation = tw_norm(r.deviation, r.rows);
    c->rate = tw_norm(r.rate, r.rows);
    c->residual = tw_norm(r.residual, r.rows);
    c->force = r.force;
    return TW_OK;
}

tw_status tw_constraint_deviation(tw_scene *scene, size_t i, tw_deviation_state *out) {
    tw_dynamics *d;
    tw_plot p = {0};
    TW_TRY(tw_sim_pass(tw_scene_sim(scene), &d));
    TW_TRY(tw_plot_now(d, tw_scene_world(scene)->constraint.data[i], v3_zero(), &p));
    *out = (tw_deviation_state){.value = p.value,
                                .rate = p.rate,
                                .unit = p.velocity  ? p.angular ? "rad/s" : "m/s"
                                        : p.angular ? "rad"
                                                    : "m",
                                .tau = p.tau,
                                .lawful = p.lawful,
                                .law = {p.law[0], p.law[1], p.law[2]}};
    return TW_OK;
}

double tw_deviation_later(const tw_deviation_state *d, double s) {
    return tw_plot_law(&(tw_plot){.law = {d->law[0], d->law[1], d->law[2]}, .tau = d->tau}, s);
}

tw_force_state tw_force_about(const tw_scene *scene, size_t i) {
    const tw_force *f = tw_scene_world(scene)->force.data[i];
    return (tw_force_state){.o = origin(&f->o), .enabled = f->enabled};
}

tw_status tw_force_state_of(tw_scene *scene, size_t i, tw_force_state *f) {
    tw_dynamics *d;
    vec3 torque;
    *f = tw_force_about(scene, i);
    TW_TRY(tw_sim_pass(tw_scene_sim(scene), &d));
    return tw_read_force(d, tw_scene_world(scene)->force.data[i], &f->force, &torque);
}

tw_point_state tw_point_state_of(const tw_scene *scene, size_t i) {
    const tw_world *w = tw_scene_world(scene);
    const tw_point *p = w->point.data[i];
    const tw_body *b = tw_world_body(w, p->body);
    tw_point_state s = {.o = origin(&p->o)};
    vec3 v;
    s.on_body = b && tw_point_local(w, p, &s.x) == TW_OK;
    if (s.on_body)
        s.body = b->o.serial;
    else
        tw_point_now(w, p, &s.x, &v);
    return s;
}
