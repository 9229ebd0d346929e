/*
 * Finds the pairs of bodies that begin to touch: the events of scene:on_contact.
 *
 * A pair touches if surfaces of it are as near as the solution of contacts leaves them and do not
 * separate, or if the last step of `timestep` pressed them together. A pair that touches has parted
 * if its surfaces are farther apart than that by a factor WIDER, or, between located impacts, if
 * they separate; so a bounce is one touching. Pairs that touch when they are first read have not
 * begun to touch.
 *
 * Contacts are read at the ends of pieces of motion, such as the time of a located impact, and
 * after events. `timestep` lets surfaces that meet within a step close until its end, and stops
 * them only in the next step. Such a pair is reported after that next step, when its velocity has
 * jumped.
 */
#include "timeline/sim_internal.h"

#include "model/side.h"

#include <string.h>

/* a touching pair has parted if its gap exceeds this multiple of the gap up to which surfaces count
 * as touching (tw_contact_reading.touch) */
static const double WIDER = 4;

tw_status tw_meetings_copy(const tw_meetings *from, tw_meetings *to) {
    TW_TRY(tw_reserve(to, from->count));
    if (from->count > 0) memcpy(to->data, from->data, from->count * sizeof *to->data);
    to->count = from->count;
    return TW_OK;
}

static bool begins(const tw_contact_reading *c) {
    return c->pressed || (c->touch <= 1 && c->rate <= TW_CONTACT_LASTING);
}

static bool goes_on(const tw_contact_reading *c) {
    return c->pressed || (c->touch <= WIDER && (c->coarse || c->rate <= TW_CONTACT_LASTING));
}

/* true: the contact still closes at the end of a step of `timestep`; the next step will stop it */
static bool comes_in(const tw_contact_reading *c) {
    return c->coarse && c->rate < -TW_CONTACT_LASTING;
}

static tw_meeting meeting_of(const tw_world *w, const tw_contact_reading *c) {
    return (tw_meeting){.a = w->body.data[c->a]->o.id,
                        .b = c->b < 0 ? (tw_id){0, 0} : w->body.data[c->b]->o.id,
                        .contact = *c,
                        .since = w->time};
}

static bool same_pair(const tw_meeting *x, const tw_meeting *y) {
    return tw_id_equal(x->a, y->a) && tw_id_equal(x->b, y->b);
}

/* entry of the pair of m in `list`; NULL: there is none. *from: index at which the search begins;
 * it is advanced to the entry found, since lists and callers follow the order of bodies in the
 * world */
static const tw_meeting *recall(const tw_meetings *list, const tw_meeting *m, size_t *from) {
    for (size_t i = 0; i < list->count; i++) {
        size_t k = (*from + i) % list->count;
        if (!same_pair(&list->data[k], m)) continue;
        *from = k + 1;
        return &list->data[k];
    }
    return NULL;
}

/* index in `list` after the last reading of the pair of list[i]; all readings of a pair are
 * adjacent */
static int end_of_pair(const tw_contact_reading *list, int count, int i) {
    int k = i + 1;
    while (k < count && list[k].a == list[i].a && list[k].b == list[i].b) k++;
    return k;
}

static tw_status tell(const tw_sim *s, const tw_meeting *m) {
    if (!s->calls.happened || s->advance.quiet) return TW_OK;
    return s->calls.happened(
        s->calls.happened_context,
        &(tw_happening){.kind = TW_EVENT_CONTACT,
                        .time = s->world->time,
                        .a = tw_world_body(s->world, m->a),
                        .b = tw_id_none(m->b) ? NULL : tw_world_body(s->world, m->b),
                        .met = &m->contact});
}

static tw_status begin(tw_sim *s, const tw_meeting *m) {
    TW_TRY(tw_push(&s->meetings.begun, *m));
    return tell(s, m);
}

/* looks at one pair, whose readings are list[0 .. n-1]: appends it to s->meetings.next if it
 * touches, and reports it if it did not before */
static tw_status look_at(tw_sim *s, const tw_contact_reading *list, int n, size_t *from) {
    tw_meeting m = meeting_of(s->world, &list[0]);
    const tw_meeting *old = recall(&s->meetings.touching, &m, from);
    bool now = false, best = false, arrived = false;
    for (int i = 0; i < n; i++) {
        if (!(old ? goes_on(&list[i]) : begins(&list[i]))) continue;
        best = !now || list[i].gap < m.contact.gap;
        if (best) m.contact = list[i];
        now = true;
        arrived = arrived || !comes_in(&list[i]);
    }
    if (!now) return TW_OK;
    bool told = old && !old->comes_in, waited = old && m.since > old->since;
    m.comes_in = s->meetings.known && !told && !arrived && !waited;
    if (m.comes_in && old) m.since = old->since;
    TW_TRY(tw_push(&s->meetings.next, m));
    return told || m.comes_in || !s->meetings.known ? TW_OK : begin(s, &m);
}

/* reports pairs that were pressed only in the last step, and have separated at its end; until then
 * they were approaching, and not yet reported */
static tw_status look_back(tw_sim *s) {
    size_t from = 0;
    for (size_t i = 0; i < s->meetings.touching.count; i++) {
        tw_meeting *m = &s->meetings.touching.data[i];
        if (!m->comes_in || !m->contact.pressed || recall(&s->meetings.next, m, &from)) continue;
        bool there =
            tw_world_body(s->world, m->a) && (tw_id_none(m->b) || tw_world_body(s->world, m->b));
        if (there && s->world->time > m->since) TW_TRY(begin(s, m));
    }
    return TW_OK;
}

/* true: all CONTACT events have seen all meetings in s->meetings.begun */
static bool all_seen(const tw_sim *s) {
    for (size_t i = 0; i < s->events.meeting.count; i++)
        if (s->events.meeting.data[i]->plan.seen < s->meetings.begun.count) return false;
    return true;
}

static void forget_begun(tw_sim *s) {
    for (size_t i = 0; i < s->events.meeting.count; i++) s->events.meeting.data[i]->plan.seen = 0;
    s->meetings.begun.count = 0;
}

tw_status tw_meet_look(tw_sim *s) {
    const tw_contact_reading *list;
    int count;
    bool told = s->calls.happened && tw_contact_wanted(s->world);
    if (s->events.meeting.count == 0 && !told) {
        s->meetings.known = false;
        s->meetings.touching.count = s->meetings.begun.count = 0;
        return TW_OK;
    }
    tw_world_tidy(s->world);
    TW_TRY(tw_contact_list(s->dynamics, WIDER, &list, &count));
    if (all_seen(s)) forget_begun(s);
    s->meetings.next.count = 0;
    size_t from = 0;
    for (int i = 0, next; i < count; i = next) {
        next = end_of_pair(list, count, i);
        TW_TRY(look_at(s, list + i, next - i, &from));
    }
    TW_TRY(look_back(s));
    tw_meetings before = s->meetings.touching;
    s->meetings.touching = s->meetings.next;
    s->meetings.next = before;
    s->meetings.known = true;
    return TW_OK;
}

/* true: the event is registered for the bodies of this meeting, and both bodies still exist */
static bool about(const tw_sim *s, const tw_event *e, const tw_meeting *m) {
    const tw_world *w = s->world;
    const tw_body *a = tw_world_body(w, m->a);
    const tw_body *b = tw_id_none(m->b) ? NULL : tw_world_body(w, m->b);
    if (!a || (!b && !tw_id_none(m->b))) return false;
    return tw_sides_have(w, &e->a, &e->b, a, b);
}

tw_planned *tw_meet_due(tw_sim *s) {
    for (size_t i = 0; i < s->events.meeting.count; i++) {
        tw_planned *p = s->events.meeting.data[i];
        for (; p->plan.seen < s->meetings.begun.count; p->plan.seen++)
            if (about(s, &p->e, &s->meetings.begun.data[p->plan.seen])) return p;
    }
    return NULL;
}

bool tw_meet_take(tw_sim *s, tw_planned *p, tw_contact_reading *contact) {
    if (p->plan.seen >= s->meetings.begun.count) return false;
    /* brings the bodies' indices up to date, since an earlier event may have removed bodies */
    tw_world_tidy(s->world);
    const tw_meeting *m = &s->meetings.begun.data[p->plan.seen++];
    const tw_body *a = tw_world_body(s->world, m->a);
    const tw_body *b = tw_world_body(s->world, m->b);
    *contact = m->contact;
    contact->a = a ? a->index : contact->a;
    contact->b = b ? b->index : contact->b;
    return true;
}
