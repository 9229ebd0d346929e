/* The descent of a copy of the world to rest; see descent.h. */
#include "timeline/descent.h"

#include "base/math/random.h"
#include "base/math/turn.h"
#include "dynamics/pass/pass.h"
#include "model/copy.h"
#include "model/joint.h"
#include "steppers/stepper.h"
#include "timeline/sim.h"
#include "timeline/values.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* length of a step, as a part of the time in which the largest acceleration moves a body by the
 * model's extent */
static const double PART = 0.02;
/* The step is halved after SHAKY times in a row that energy falls at the second step after a stop,
 * since an oscillation is then as fast as steps; it is doubled when energy grows for STEADY steps,
 * to at most LONGEST and at least SHORTEST times its first length */
enum { SHAKY = 12, STEADY = 40 };
static const double LONGEST = 8, SHORTEST = 1e-4;
/* accelerations that count as rest, as a part of the largest by gravity and forces */
static const double REST_PART = 1e-6;
/* a body that has moved by this multiple of the model's extent and its distance from what is fixed
 * does not come to rest */
static const double LOST = 300;
/* distance, as away() measures it, that the second part of a run may lead without an end */
static const double CLOSE = 1e-3;
/* number of pushes; size of a push: displacements relative to a body's radius of gyration, and
 * rotations in rad. FAR: a rest this many pushes away is another one; NEAR: one nearer than this
 * part of a push is the same */
enum { PUSHES = 4 };
static const double PUSH = 1e-4, FAR = 100, NEAR = 0.3;

typedef struct descent {
    tw_world *w; /* the copy */
    tw_sim *sim;
    double step, first; /* present and first length of a step, s */
    double rest;        /* accelerations up to this count as rest, m/s^2 and rad/s^2 */
    double extent;      /* m */
    double reach;       /* extent, fixed bodies and the ground included, m */
    int most;
    tw_poll poll;
    bool exact;         /* contacts are located in time; see run() */
    tw_pose *start;     /* [bodies] poses at the beginning of a run */
    tw_pose *first_end; /* [bodies] poses at the end of its first part */
} descent;

static bool moves(const tw_body *b) {
    return !b->fixed && tw_id_none(b->motion);
}

static double size_of(const tw_body *b) {
    return sqrt(m3_largest(&b->inertia) / b->mass);
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* a value of the copy becomes the constant that it is now. The copy is no one else's, so that the
 * value, which is part of it, is not constant */
static void freeze_value(void *context, const tw_value *of) {
    const tw_world *w = context;
    tw_value *v = (tw_value *)(uintptr_t)of;
    double now[3][TW_VALUE_MAX];
    int dim = v->dim;
    if (tw_value_is_constant(v)) return;
    tw_value_eval(v, w->time, 0, now);
    tw_value_clear(v);
    *v = tw_value_constant(now[0], dim);
}

static void freeze(tw_world *w) {
    tw_values_see(w, freeze_value, w);
    freeze_value(w, &w->stage.ground.height);
    tw_world_touch_fields(w);
}

static int stepper_index(const char *name) {
    int i = 0;
    while (tw_stepper_choices[i] && strcmp(tw_stepper_choices[i], name) != 0) i++;
    return i;
}

/* largest acceleration of a body by gravity and forces without constraints, m/s^2; 1 if there is
 * none */
static tw_status greatest_pull(tw_dynamics *d, double *most) {
    const tw_world *w = d->world;
    TW_TRY(tw_dynamics_update(d));
    *most = v3_length(tw_value3(&w->set.gravity, w->time));
    for (int i = 0; i < d->pass.bodies; i++)
        if (d->free_body[i])
            *most = fmax(*most, v3_length(d->pass.external[i].force) / w->body.data[i]->mass);
    if (!(*most > 0)) *most = 1;
    return TW_OK;
}

static void stop(tw_world *w) {
    for (size_t i = 0; i < w->body.count; i++)
        w->body.data[i]->velocity = w->body.data[i]->angular_velocity = v3_zero();
    tw_world_touch_state(w);
}

static void set_step(descent *f, double step) {
    f->step = step;
    f->w->set.step = step;
    tw_world_touch_fields(f->w);
}

/* the model's extent and its largest distance from fixed bodies and the ground, m */
static double reach_of(const tw_world *w, double extent) {
    const tw_stage_ground *g = &w->stage.ground;
    double far = 0, height = g->present ? tw_value1(&g->height, w->time) : 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!moves(b)) continue;
        if (g->present) far = fmax(far, fabs(b->position.z - height));
        for (size_t k = 0; k < w->body.count; k++) {
            const tw_body *other = w->body.data[k];
            if (!moves(other)) far = fmax(far, v3_length(v3_sub(b->position, other->position)));
        }
    }
    return extent + far;
}

static tw_status begin(tw_dynamics *d, double tolerance, descent *f) {
    double pull;
    TW_TRY(greatest_pull(d, &pull));
    f->rest = tolerance > 0 ? tolerance : REST_PART * pull;
    f->first = PART * sqrt(f->extent / pull);
    f->reach = reach_of(d->world, f->extent);
    tw_world_save *save;
    TW_TRY(tw_world_save_create(d->world, &save));
    tw_status status = tw_world_twin(d->world, save, &f->w);
    tw_world_save_free(save);
    TW_TRY(status);
    f->start = calloc(2 * f->w->body.count + 1, sizeof *f->start);
    if (!f->start) return tw_fail_memory();
    f->first_end = f->start + f->w->body.count;
    freeze(f->w);
    stop(f->w);
    f->poll = d->poll;
    return TW_OK;
}

static void end_simulation(descent *f) {
    if (f->sim) tw_sim_destroy(f->sim);
    f->sim = NULL;
}

/* the copy gets a new simulation by that stepper, which remembers no forces of earlier steps */
static tw_status simulate(descent *f, const char *stepper) {
    end_simulation(f);
    f->w->set.stepper = stepper_index(stepper);
    for (size_t i = 0; i < f->w->body.count; i++) f->w->body.data[i]->pace = (tw_body_pace){0};
    stop(f->w);
    set_step(f, f->first);
    TW_TRY(tw_sim_create(f->w, &f->sim));
    tw_sim_silence(f->sim, true);
    tw_sim_poll(f->sim, f->poll);
    return TW_OK;
}

static void finish(descent *f) {
    end_simulation(f);
    if (f->w) tw_world_destroy(f->w);
    free(f->start);
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* twice the kinetic energy, with each body's radius of gyration for all axes */
static double energy(const tw_world *w) {
    double sum = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        double turning = size_of(b) * v3_length(b->angular_velocity);
        if (moves(b)) sum += b->mass * (v3_dot(b->velocity, b->velocity) + turning * turning);
    }
    return sum;
}

/* sets r->acceleration and r->body to the largest of the accelerations a [bodies], m/s^2 and
 * rad/s^2 whichever is larger */
static void note(const descent *f, int body, vec3 a, vec3 alpha, tw_descent *r) {
    double most = fmax(v3_length(a), v3_length(alpha));
    if (!moves(f->w->body.data[body]) || (r->body >= 0 && most <= r->acceleration)) return;
    r->acceleration = most;
    r->body = body;
}

/* sets r->acceleration and r->body; f->exact: from the forces at the present pose, where bodies
 * stand still; otherwise from the velocities after one step from rest */
static tw_status look(const descent *f, tw_descent *r) {
    tw_dynamics *d = NULL;
    r->acceleration = 0;
    r->body = -1;
    if (f->exact) TW_TRY(tw_sim_pass(f->sim, &d));
    for (int i = 0; i < (int)f->w->body.count; i++) {
        const tw_body *b = f->w->body.data[i];
        vec3 force, torque, a, alpha;
        if (f->exact)
            TW_TRY(tw_read_body(d, b, &force, &torque, &a, &alpha));
        else
            a = v3_scale(b->velocity, 1 / f->step),
            alpha = v3_scale(b->angular_velocity, 1 / f->step);
        note(f, i, a, alpha, r);
    }
    return TW_OK;
}

/* has a body moved so far since the run began that it will not come to rest? */
static bool is_lost(const descent *f, tw_descent *r) {
    for (size_t i = 0; i < f->w->body.count; i++) {
        const tw_body *b = f->w->body.data[i];
        vec3 way = v3_sub(b->position, f->start[i].x);
        if (!moves(b) || v3_length(way) <= LOST * f->reach) continue;
        r->leaves = way;
        r->body = (int)i;
        return true;
    }
    return false;
}

/* the step becomes longer or shorter, as SHAKY and STEADY say; since: steps since the last stop;
 * *shaky: stops after two steps in a row */
static void adapt(descent *f, int since, bool falls, int *shaky) {
    if (falls)
        *shaky = since == 2 ? *shaky + 1 : 0;
    else if (since % STEADY == 0 && f->step < LONGEST * f->first)
        set_step(f, 2 * f->step);
    if (*shaky < SHAKY) return;
    *shaky = 0;
    if (f->step > SHORTEST * f->first) set_step(f, f->step / 2);
}

/* the copy descends from its present pose, at rest at first, in at most `most` steps */
static tw_status go(descent *f, int most, tw_descent *r) {
    double before = 0;
    int since = 0, shaky = 0;
    for (int i = 0; i < most; i++, r->steps++) {
        if (since == 0 && f->exact) TW_TRY(look(f, r));
        if (since == 0 && f->exact && (r->found = r->acceleration <= f->rest)) break;
        TW_TRY(tw_sim_advance(f->sim, f->w->time + f->step));
        double now = energy(f->w);
        if (since++ == 0 && !f->exact) TW_TRY(look(f, r));
        r->found = since == 1 && !f->exact && r->acceleration <= f->rest;
        if (r->found || is_lost(f, r)) break;
        bool falls = now < before;
        adapt(f, since, falls, &shaky);
        if (falls) {
            stop(f->w);
            since = 0, now = 0;
        }
        before = now;
    }
    stop(f->w);
    return TW_OK;
}

/* largest distance of a body from its pose in pose [bodies], relative to its radius of gyration, or
 * rotation from it, rad */
static double away(const tw_world *w, const tw_pose *pose) {
    double most = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!moves(b)) continue;
        quat q = q_mul(b->orientation, q_conj(pose[i].q));
        double turn = 2 * sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
        double way = v3_length(v3_sub(b->position, pose[i].x)) / size_of(b);
        most = fmax(most, fmax(way, turn));
    }
    return most;
}

/* true: a motion has no further steps. Other failures are those of the search itself */
static bool breaks_off(tw_status s) {
    return s == TW_DIVERGED || s == TW_UNDERFLOW || s == TW_NONFINITE;
}

/* The copy descends from its present pose: by `timestep`, whose contacts are closed up to a ten
 * thousandth of a body's size, then by `auto`, which locates them, so that forces at that instant
 * hold the bodies. Where the second part does not end, since a gap of rounding's size opens again
 * and again, it counts for its poses alone, which are more accurate; where it leads further than
 * CLOSE, or fails, the first part counts. */
static tw_status run(descent *f, tw_descent *r) {
    for (size_t i = 0; i < f->w->body.count; i++) f->start[i] = tw_body_pose(f->w->body.data[i]);
    f->exact = false;
    TW_TRY(simulate(f, "timestep"));
    TW_TRY(go(f, f->most, r));
    if (!r->found) return TW_OK;
    tw_world_save *save;
    TW_TRY(tw_world_save_create(f->w, &save));
    for (size_t i = 0; i < f->w->body.count; i++)
        f->first_end[i] = tw_body_pose(f->w->body.data[i]);
    tw_descent exact = {.steps = r->steps, .body = -1};
    f->exact = true;
    tw_status status = simulate(f, "auto");
    if (status == TW_OK) status = go(f, f->most / 10, &exact);
    if (status == TW_OK && exact.found) {
        *r = exact;
    } else if (breaks_off(status) || (status == TW_OK && away(f->w, f->first_end) > CLOSE)) {
        end_simulation(f);
        status = tw_world_restore(f->w, save);
    }
    tw_world_save_free(save);
    return status;
}

/* ---- pushes ---------------------------------------------------------------------------------- */

static vec3 either(tw_random *random, double most) {
    double x = tw_random_uniform(random), y = tw_random_uniform(random),
           z = tw_random_uniform(random);
    return v3(most * (2 * x - 1), most * (2 * y - 1), most * (2 * z - 1));
}

/* sets r->stable and r->unique; pose [bodies]: poses of rest */
static tw_status push(descent *f, const tw_pose *pose, tw_descent *r) {
    tw_random random = tw_random_seed(1);
    r->stable = r->unique = true;
    for (int k = 0; k < PUSHES && r->stable; k++) {
        for (size_t i = 0; i < f->w->body.count; i++) {
            tw_body *b = f->w->body.data[i];
            if (!moves(b)) continue;
            b->position = v3_add(pose[i].x, either(&random, PUSH * size_of(b)));
            b->orientation = q_turned(either(&random, PUSH), pose[i].q);
        }
        tw_descent again = {0};
        tw_status status = run(f, &again);
        if (status != TW_OK && !breaks_off(status)) return status;
        double from = away(f->w, pose);
        r->stable = status == TW_OK && again.found && from <= FAR * PUSH;
        r->unique = r->unique && r->stable && from <= NEAR * PUSH;
    }
    return TW_OK;
}

static void take_over(tw_dynamics *d, const descent *f) {
    tw_world *w = d->world;
    for (size_t i = 0; i < w->body.count; i++) {
        tw_body *b = w->body.data[i];
        if (!moves(b)) continue;
        b->position = f->w->body.data[i]->position;
        b->orientation = f->w->body.data[i]->orientation;
        b->velocity = b->angular_velocity = v3_zero();
        b->o.jumps++;
    }
    for (size_t i = 0; i < w->constraint.count; i++) {
        tw_turns *own = tw_joint_turns_of(w->constraint.data[i]);
        if (own) *own = *tw_joint_turns_of(f->w->constraint.data[i]);
    }
    tw_world_touch_state(w);
}

/* sets r->deviation at the world's present pose */
static tw_status look_deviation(tw_dynamics *d, tw_descent *r) {
    TW_TRY(tw_dynamics_update(d));
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_block *b = &d->pass.block[k];
        if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL || b->c->beyond_now) continue;
        for (int i = b->row; i < b->row + b->rows; i++)
            r->deviation = fmax(r->deviation, fabs(d->pass.D[i]));
    }
    return TW_OK;
}

tw_status tw_descent_find(tw_dynamics *d, double tolerance, double extent, int most,
                          tw_descent *r) {
    descent f = {.extent = extent, .most = most};
    tw_pose *pose = NULL;
    *r = (tw_descent){.body = -1};
    tw_status status = begin(d, tolerance, &f);
    if (status == TW_OK) status = run(&f, r);
    if (status == TW_OK && r->found) {
        take_over(d, &f);
        pose = calloc(f.w->body.count + 1, sizeof *pose);
        if (!pose) status = tw_fail_memory();
        for (size_t i = 0; i < f.w->body.count && pose; i++)
            pose[i] = tw_body_pose(f.w->body.data[i]);
    }
    if (pose && status == TW_OK) status = look_deviation(d, r);
    if (pose && status == TW_OK) status = push(&f, pose, r);
    free(pose);
    finish(&f);
    return status;
}
