/* Finds the next break (jump of a value or derivative) of a function of time in the fields of a
 * world; see breaks.h. */
#include "timeline/breaks.h"

typedef double next_fn(const tw_value *v, double t);

static double of_table(next_fn *of, const tw_param *p, int n, const void *base, double t) {
    double next = INFINITY;
    for (int i = 0; i < n; i++) {
        const tw_value *v = tw_param_value(&p[i], base);
        if (v) next = fmin(next, of(v, t));
    }
    return next;
}

static double of_object(next_fn *of, const tw_object *o, double t) {
    return of_table(of, o->kind->params, o->kind->param_count, o->own, t);
}

static double of_friction(next_fn *of, const tw_value *slip, const tw_value *roll,
                          const tw_value *spin, double t) {
    return fmin(of(slip, t), fmin(of(roll, t), of(spin, t)));
}

static double first_of(next_fn *of, const tw_world *w, double t) {
    double next = fmin(of(&w->set.gravity, t), of(&w->set.tau, t));
    for (size_t i = 0; i < w->point.count; i++)
        if (w->point.data[i]->source == TW_POINT_SPACE)
            next = fmin(next, of(&w->point.data[i]->position, t));
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (b->collide)
            next = fmin(next, of_friction(of, &b->friction, &b->rolling_friction,
                                          &b->spinning_friction, t));
    }
    const tw_stage_ground *ground = &w->stage.ground;
    next = fmin(next, of_friction(of, &ground->friction, &ground->rolling_friction,
                                  &ground->spinning_friction, t));
    for (size_t i = 0; i < w->force.count; i++)
        next = fmin(next, of_object(of, &w->force.data[i]->o, t));
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        next = fmin(next, of_table(of, tw_constraint_params, tw_constraint_param_count, c, t));
        next = fmin(next, of_object(of, &c->o, t));
    }
    return next;
}

double tw_world_next_break(const tw_world *w, double t) {
    return first_of(tw_value_next_break, w, t);
}

double tw_world_next_jump(const tw_world *w, double t) {
    return first_of(tw_value_next_jump, w, t);
}
