/* Finds the next break (jump of a value or derivative) of a function of time in the fields of a
 * world; see breaks.h. */
#include "timeline/breaks.h"

#include "timeline/values.h"

typedef struct search {
    double (*of)(const tw_value *v, double t); /* break of one value after t */
    double t, next;
} search;

static void see(void *context, const tw_value *v) {
    search *s = context;
    s->next = fmin(s->next, s->of(v, s->t));
}

double tw_world_next_break(const tw_world *w, double t) {
    search s = {tw_value_next_break, t, INFINITY};
    tw_values_see(w, see, &s);
    return s.next;
}

double tw_world_next_jump(const tw_world *w, double t) {
    search s = {tw_value_next_jump, t, INFINITY};
    tw_values_see(w, see, &s);
    return s.next;
}
