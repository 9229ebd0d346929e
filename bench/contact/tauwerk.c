/*
 * Tauwerk: the stepper `timestep`, through its engine's own interface. Contacts and impulses are
 * those that the step's problem had.
 *
 * Settings: tolerance of contacts, as the scene's contact_tolerance.
 */
#include "world.h"

#include "dynamics/contact/impl.h"
#include "timeline/sim.h"

#include <stdlib.h>
#include <string.h>

/* The step leaves the forces by the contacts' keys; places and gaps are those of the same search
 * where it began. Which corners of two faces are contacts may depend on how far they are looked for
 * (at most eight are), and that differs from pair to pair: so it is made for some distances, from
 * more than a step comes down to what touches */
enum { SEARCHES = 6 };
static const double REACH[SEARCHES] = {0.08, 0.02, 0.01, 0.005, 0.002, 0.0005};

typedef struct engine {
    const bench_scene *scene;
    tw_world *w;
    tw_sim *sim;
    double h;
    int steps;
    tw_contacts found[SEARCHES]; /* where the step began */
    unsigned char *taken;        /* of what the step remembers */
    bench_contact *list;
    size_t room;
} engine;

static void find(void *self) {
    engine *e = self;
    double *margin = malloc(e->w->body.count * sizeof *margin);
    if (!margin) bench_fail("no memory");
    for (int k = 0; k < SEARCHES; k++) {
        for (size_t i = 0; i < e->w->body.count; i++) margin[i] = REACH[k];
        tw_contact_query query = {.margin = margin};
        bench_must(tw_contacts_find(e->w, &query, &e->found[k]));
    }
    free(margin);
}

static void *create(const bench_scene *s, const bench_settings *set) {
    engine *e = calloc(1, sizeof *e);
    if (!e) bench_fail("no memory");
    e->scene = s;
    e->w = bench_world(s);
    e->h = 1.0 / BENCH_FPS / bench_number(set, "substeps", 1);
    e->w->set.stepper = bench_choice("stepper", "timestep");
    e->w->set.step = e->h;
    e->w->set.contact_tolerance = bench_number(set, "tolerance", 1e-5);
    bench_must(tw_sim_create(e->w, &e->sim));
    return e;
}

static int step(void *self) {
    engine *e = self;
    return tw_sim_advance(e->sim, ++e->steps * e->h) != TW_OK;
}

/* velocities are those that the step's problem was solved for: the angular momentum then stays
 * while the body turns, so that the angular velocity at the end is another one */
static void state(void *self, bench_body *body) {
    engine *e = self;
    const tw_contact_set *s = tw_sim_dynamics(e->sim)->contact;
    for (int i = 0; i < e->scene->moving; i++) {
        const tw_body *b = e->w->body.data[i];
        v3_store(body[i].x, b->position);
        v3_store(body[i].v, s ? s->twist.data[i].v : b->velocity);
        v3_store(body[i].omega, s ? s->twist.data[i].omega : b->angular_velocity);
        body[i].q[0] = b->orientation.w, body[i].q[1] = b->orientation.x;
        body[i].q[2] = b->orientation.y, body[i].q[3] = b->orientation.z;
    }
}

static void make_room(engine *e, size_t contacts) {
    if (contacts <= e->room) return;
    free(e->list);
    free(e->taken);
    e->room = 2 * contacts;
    e->list = calloc(e->room, sizeof *e->list);
    e->taken = calloc(e->room, 1);
    if (!e->list || !e->taken) bench_fail("no memory");
}

static int contacts(void *self, const bench_contact **list) {
    engine *e = self;
    tw_contact_set *s = tw_sim_dynamics(e->sim)->contact;
    size_t n = 0, known = s ? s->memory.list.count : 0;
    make_room(e, known);
    if (known > 0) memset(e->taken, 0, known);
    for (int search = 0; s && search < SEARCHES; search++)
        for (size_t i = 0; i < e->found[search].list.count; i++) {
            const tw_contact *k = &e->found[search].list.data[i];
            const tw_contact_memory *m = tw_contact_recall(&s->memory, k->key);
            if (!m || e->taken[m - s->memory.list.data]) continue;
            e->taken[m - s->memory.list.data] = 1;
            bench_contact *c = &e->list[n++];
            c->a = k->a, c->b = k->b;
            c->gap = k->gap;
            v3_store(c->point, k->point);
            tw_contact_frame(v3_scale(k->normal, -1), c->frame);
            for (int row = 0; row < 3; row++)
                c->lambda[row] = e->h * v3_dot(m->force, v3_load(c->frame[row]));
        }
    *list = e->list;
    return (int)n;
}

int main(int argc, char **argv) {
    static const char *const settings[] = {"tolerance", NULL};
    bench_engine self = {.settings = settings,
                         .cone = 1,
                         .create = create,
                         .step = step,
                         .state = state,
                         .begin = find,
                         .contacts = contacts};
    return bench_run(&self, argc, argv);
}
