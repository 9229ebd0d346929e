/* Records the intervals in which motion is not smooth; see sim.h. */
#include "timeline/sim_internal.h"

#include <stdlib.h>

void tw_sim_rough_begin(tw_sim *s) {
    s->rough.list.count = 0;
    s->rough.wanted = true;
}

void tw_sim_rough_end(tw_sim *s) {
    tw_array_free(&s->rough.list);
    s->rough.wanted = false;
}

const tw_rough *tw_sim_rough(const tw_sim *s, size_t *count) {
    *count = s->rough.list.count;
    return s->rough.list.data;
}

unsigned long tw_rough_counts(const tw_sim *s) {
    return s->world->topology + s->world->state + s->world->fields;
}

static tw_status note(tw_sim *s, double from, double to) {
    tw_rough *last = s->rough.list.count > 0 ? &s->rough.list.data[s->rough.list.count - 1] : NULL;
    if (last && last->to >= from && last->to < to) {
        last->to = to;
        return TW_OK;
    }
    if (last && last->to >= to) return TW_OK;
    return tw_push(&s->rough.list, ((tw_rough){from, to}));
}

tw_status tw_rough_changed(tw_sim *s, unsigned long counts) {
    if (!s->rough.wanted || counts == tw_rough_counts(s)) return TW_OK;
    return note(s, s->world->time, s->world->time);
}

tw_status tw_rough_piece(tw_sim *s, double from, double to, bool met) {
    if (!s->rough.wanted) return TW_OK;
    for (size_t k = 0; k < s->strand.count; k++) {
        const tw_strand *g = s->strand.data[k];
        bool smooth = g->kind->adaptive && tw_contact_held(g->dynamics) == 0;
        if (g->n > 0 && !smooth) return note(s, from, to);
    }
    return met ? note(s, to, to) : TW_OK;
}
