/*
 * Every kind: snapshot round trip. Per registered kind, in random worlds: save; change every field,
 * remove, add, let time go; restore: every field, every byte that a kind keeps for itself, ids,
 * names and states are as they were. Going on from a save gives the bits of the undisturbed run,
 * each time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/hash.h"
#include "model/copy.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"

#include "../../support/random_world.h"

/* Random worlds of each kind. A world that cannot hold is diagnosed at its first step, which takes
 * longest; so sanitizers see one world (tests/cmake/base.cmake). */
#ifndef WORLDS
#define WORLDS 2
#endif

/* ---- equal -------------------------------------------------------------------------------- */

static bool same_rows(const tw_param *p, int n, const void *a, const void *b);

static bool same_field(const tw_param *p, const void *a, const void *b) {
    const void *x = (const char *)a + p->offset, *y = (const char *)b + p->offset;
    const tw_value *v = x, *u = y;
    switch (p->type) {
    case TW_PARAM_TEXT: {
        const char *s = *(char *const *)x, *t = *(char *const *)y;
        return s && t ? !strcmp(s, t) && s != t : !s && !t;
    }
    case TW_PARAM_FORMULA: { /* a scratch of its own, the same tape */
        const tw_formula *s = *(tw_formula *const *)x, *t = *(tw_formula *const *)y;
        return s != t && s->tape == t->tape && s->points == t->points && s->bodies == t->bodies;
    }
    case TW_PARAM_POINTS:
    case TW_PARAM_BODIES: {
        const tw_id_list *s = x, *t = y;
        return s->count == t->count &&
               (!s->count || (s->id != t->id && !memcmp(s->id, t->id, s->count * sizeof *s->id)));
    }
    case TW_PARAM_VALUE:
    case TW_PARAM_VALUE3:
    case TW_PARAM_VALUE4:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return v->kind == u->kind && v->dim == u->dim && !memcmp(v->c, u->c, sizeof v->c) &&
               v->of.tape == u->of.tape;
    case TW_PARAM_DIRECTION:
        return tw_id_equal(((const tw_direction *)x)->body, ((const tw_direction *)y)->body) &&
               !memcmp(v->c, u->c, sizeof v->c) && v->of.tape == u->of.tape;
    case TW_PARAM_TURN:
        return tw_id_equal(((const tw_turn *)x)->body, ((const tw_turn *)y)->body) &&
               ((const tw_turn *)x)->posed == ((const tw_turn *)y)->posed && v->dim == u->dim &&
               !memcmp(v->c, u->c, sizeof v->c) && v->of.tape == u->of.tape;
    case TW_PARAM_MATERIAL:
        return same_rows(tw_material_params, tw_material_param_count, x, y);
    default:
        return memcmp(x, y, tw_param_size(p->type)) == 0;
    }
}

static bool same_rows(const tw_param *p, int n, const void *a, const void *b) {
    for (int i = 0; i < n; i++)
        if (!same_field(&p[i], a, b)) {
            print_message("field '%s' differs\n", p[i].name);
            return false;
        }
    return true;
}

/* the bytes of a kind's own struct that no row describes */
static bool same_private(const tw_kind *kind, const void *a, const void *b) {
    unsigned char *described = calloc(kind->size + 1, 1);
    assert_non_null(described);
    for (int i = 0; i < kind->param_count; i++)
        memset(described + kind->params[i].offset, 1, tw_param_size(kind->params[i].type));
    bool same = true;
    for (size_t k = 0; k < kind->size; k++)
        if (!described[k] && ((const char *)a)[k] != ((const char *)b)[k]) same = false;
    free(described);
    return same;
}

static void assert_same(const tw_object *a, const tw_object *b) {
    const tw_param *p;
    int n;
    void *base;
    assert_int_equal(a->class_, b->class_);
    assert_true(tw_id_equal(a->id, b->id) && tw_id_equal(a->group, b->group));
    assert_ptr_equal(a->kind, b->kind);
    assert_string_equal(a->name, b->name);
    assert_ptr_not_equal(a->name, b->name);
    assert_string_equal(a->file, b->file);
    assert_true(a->line == b->line && a->serial == b->serial);
    tw_object_params(a, &p, &n, &base);
    if (!same_rows(p, n, a, b) || !same_rows(a->kind->params, a->kind->param_count, a->own, b->own))
        fail_msg("%s '%s'", a->kind->name, a->name);
    if (!same_private(a->kind, a->own, b->own)) fail_msg("%s: what it keeps", a->kind->name);
    if (a->class_ == TW_BODY) {
        const tw_body *s = (const tw_body *)a, *t = (const tw_body *)b;
        assert_memory_equal(&s->position, &t->position, sizeof s->position);
        assert_memory_equal(&s->inertia, &t->inertia, sizeof s->inertia);
        assert_memory_equal(&s->mass, &t->mass, sizeof s->mass);
    }
}

static uint64_t state_of(const tw_world *w) {
    tw_hash h = tw_hash_bytes(tw_hash_begin(), &w->time, sizeof w->time);
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        h = tw_hash_bytes(h, &b->position, sizeof b->position);
        h = tw_hash_bytes(h, &b->orientation, sizeof b->orientation);
        h = tw_hash_bytes(h, &b->velocity, sizeof b->velocity);
        h = tw_hash_bytes(h, &b->angular_velocity, sizeof b->angular_velocity);
    }
    return tw_hash_end(h);
}

/* ---- all objects of a world ------------------------------------------------------------------ */

typedef struct objects {
    tw_object *o[64];
    size_t count;
} objects;

static void collect(const tw_world *w, objects *all) {
    all->count = 0;
    for (size_t i = 0; i < w->body.count; i++) all->o[all->count++] = &w->body.data[i]->o;
    for (size_t i = 0; i < w->point.count; i++) all->o[all->count++] = &w->point.data[i]->o;
    for (size_t i = 0; i < w->force.count; i++) all->o[all->count++] = &w->force.data[i]->o;
    for (size_t i = 0; i < w->constraint.count; i++)
        all->o[all->count++] = &w->constraint.data[i]->o;
    assert_true(all->count < 60);
}

/* every field gets another value, as far as it accepts one */
static void change_rows(random_world *r, tw_object *o, const tw_param *p, int n, void *base) {
    for (int i = 0; i < n; i++) {
        union {
            max_align_t align;
            unsigned char bytes[2048];
        } memory;
        tw_param zero = p[i];
        zero.offset = 0;
        assert_int_equal(tw_param_preset(&zero, &memory), TW_OK);
        if (!random_field(r, &p[i], o->class_ == TW_BODY, &memory) ||
            tw_world_assign(r->w, o, &p[i], base, &memory) != TW_OK)
            tw_param_clear(&zero, &memory);
    }
}

static void change(random_world *r, tw_object *o) {
    const tw_param *p;
    int n;
    void *base;
    tw_object_params(o, &p, &n, &base);
    r->of_force = o->class_ == TW_FORCE;
    change_rows(r, o, p, n, o);
    change_rows(r, o, o->kind->params, o->kind->param_count, o->own);
}

/* Random fields may make a motion of very many steps: some are enough. They are counted from the
 * first instant after the beginning on, since a restore within a step does that step again. */
enum { ENOUGH = 12, STUCK = 60 }; /* STUCK: where no step leaves the beginning */
static double begin;              /* s */
static unsigned long first_step;  /* as a run begins */
static unsigned long last_step;   /* of a run, rejected ones as well; 0: none is counted yet */

static unsigned long steps_of(const tw_sim *sim) {
    tw_sim_stats s;
    tw_sim_statistics(sim, &s);
    return s.steps + s.rejected;
}

static tw_status few_steps(void *context) {
    tw_sim *sim = context;
    if (tw_sim_world(sim)->time <= begin)
        return steps_of(sim) < first_step + STUCK ? TW_OK : TW_INTERRUPTED;
    if (last_step == 0) last_step = steps_of(sim) + ENOUGH;
    return steps_of(sim) < last_step ? TW_OK : TW_INTERRUPTED;
}

/* how a run to t ends: stopping is an end too, when it comes again */
static uint64_t run(tw_sim *sim, double t) {
    begin = tw_sim_world(sim)->time;
    first_step = steps_of(sim);
    last_step = 0;
    tw_sim_poll(sim, (tw_poll){few_steps, sim});
    tw_status s = tw_sim_advance(sim, t);
    return state_of(tw_sim_world(sim)) + (uint64_t)s;
}

static void one_world(tw_class class_, const tw_kind *kind) {
    random_world r = random_world_new();
    tw_world *w = r.w;
    tw_sim *sim;
    tw_sim_save *save;
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    tw_object *o = random_object(&r, class_, kind);
    tw_id id = o->id;
    (void)run(sim, 0.0321);
    assert_int_equal(tw_sim_save_create(sim, &save), TW_OK);

    objects now, then = {0};
    collect(w, &now);
    for (size_t i = 0; i < now.count; i++) {
        assert_int_equal(tw_object_copy(now.o[i], &then.o[i]), TW_OK);
        assert_same(now.o[i], then.o[i]);
    }
    uint64_t here = state_of(w);
    double t = w->time + 0.1;
    uint64_t there = run(sim, t);

    change(&r, tw_world_get(w, class_, id));
    tw_object *other = random_object(&r, class_, kind);
    tw_id other_id = other->id;
    if (random_int(2)) assert_int_equal(tw_world_remove(w, class_, id), TW_OK);
    if (random_int(2)) assert_int_equal(tw_world_remove(w, TW_BODY, r.body[0]->o.id), TW_OK);
    (void)run(sim, t + 0.05);

    for (int k = 0; k < 2; k++) {
        assert_int_equal(tw_sim_restore(sim, save), TW_OK);
        assert_true(state_of(w) == here);
        collect(w, &now);
        assert_int_equal(now.count,
                         w->body.count + w->point.count + w->force.count + w->constraint.count);
        for (size_t i = 0; i < now.count; i++) {
            assert_non_null(then.o[i]);
            assert_same(now.o[i], then.o[i]);
            assert_ptr_equal(tw_world_get(w, now.o[i]->class_, then.o[i]->id), now.o[i]);
        }
        assert_null(then.o[now.count]);
        assert_null(tw_world_get(w, class_, other_id));
        if (run(sim, t) != there) fail_msg("%s: other bits", kind->name);
    }
    for (size_t i = 0; then.o[i]; i++) tw_object_discard(then.o[i]);
    tw_sim_save_free(save);
    tw_sim_destroy(sim);
    tw_world_destroy(w);
}

static void one_kind(tw_class class_, const tw_kind *kind) {
    for (int i = 0; i < WORLDS; i++) one_world(class_, kind);
}

static void every_kind(void **state) {
    (void)state;
    for_every_kind(one_kind);
}

/* ---- every stepper, at every time -------------------------------------------------------------
 */

static void on_with_the_same_bits(void **state) {
    (void)state;
    for (int k = 0; tw_stepper_choices[k]; k++) {
        const char *name = tw_stepper_choices[k];
        const tw_stepper_kind *kind = tw_stepper_find(name);
        if (!kind || !kind->one_step) continue;
        for (int i = 0; i < 12; i++) {
            random_world r = random_world_new();
            random_object(&r, TW_CONSTRAINT, &kind_of_constraint("point_to_point")->kind);
            r.w->set.stepper = k;
            tw_sim *sim;
            tw_sim_save *save;
            assert_int_equal(tw_sim_create(r.w, &sim), TW_OK);
            (void)run(sim, uniform(0, 0.3));
            if (i % 2) { /* it starts anew, from something that has changed little */
                r.w->set.tau = tw_value_scalar(0.3);
                tw_world_touch_fields(r.w);
            }
            assert_int_equal(tw_sim_save_create(sim, &save), TW_OK);
            double t1 = r.w->time + uniform(0, 0.1), t2 = t1 + uniform(0.001, 0.2);
            uint64_t first = run(sim, t1), second = run(sim, t2);
            for (int j = 0; j < 2; j++) {
                assert_int_equal(tw_sim_restore(sim, save), TW_OK);
                if (run(sim, t1) != first) fail_msg("%s: other bits", name);
                if (run(sim, t2) != second) fail_msg("%s: other bits", name);
            }
            tw_sim_save_free(save);
            tw_sim_destroy(sim);
            tw_world_destroy(r.w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind),
                                       cmocka_unit_test(on_with_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
