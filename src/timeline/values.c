/* Values that the equations of motion read; see values.h. */
#include "timeline/values.h"

typedef struct seer {
    void (*see)(void *context, const tw_value *v);
    void *context;
} seer;

static void see_one(const seer *s, const tw_value *v) {
    s->see(s->context, v);
}

static void see_table(const seer *s, const tw_param *p, int n, const void *base) {
    for (int i = 0; i < n; i++) {
        const tw_value *v = tw_param_value(&p[i], base);
        if (v) see_one(s, v);
    }
}

static void see_object(const seer *s, const tw_object *o) {
    see_table(s, o->kind->params, o->kind->param_count, o->own);
}

void tw_values_see(const tw_world *w, void (*see)(void *context, const tw_value *v),
                   void *context) {
    const seer s = {see, context};
    see_one(&s, &w->set.gravity);
    see_one(&s, &w->set.tau);
    for (size_t i = 0; i < w->point.count; i++)
        if (w->point.data[i]->source == TW_POINT_SPACE) see_one(&s, &w->point.data[i]->position);
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!b->collide) continue;
        see_one(&s, &b->friction);
        see_one(&s, &b->rolling_friction);
        see_one(&s, &b->spinning_friction);
    }
    see_one(&s, &w->stage.ground.friction);
    see_one(&s, &w->stage.ground.rolling_friction);
    see_one(&s, &w->stage.ground.spinning_friction);
    for (size_t i = 0; i < w->force.count; i++) see_object(&s, &w->force.data[i]->o);
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        see_table(&s, tw_constraint_params, tw_constraint_param_count, c);
        see_object(&s, &c->o);
    }
}
