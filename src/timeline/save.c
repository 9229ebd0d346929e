/*
 * Saving and restoring a simulation; see sim.h.
 *
 * The world is saved as a deep copy. Events are shared between the simulation and its saves: a save
 * refers to each event, and keeps the event's context as long as the event is not over in the save,
 * so that an event that has fired since can fire again after a restore. For a one-step stepper the
 * state at the beginning of the step in which the saved time lies is saved; after a restore that
 * step is repeated. A restore first does everything that may fail, and only then changes the
 * simulation.
 */
#include "timeline/sim_internal.h"

#include "dynamics/contact/contact.h"
#include "model/copy.h"

#include <stdlib.h>
#include <string.h>

typedef struct saved_event {
    tw_planned *p;
    tw_plan plan;
} saved_event;

typedef struct saved_watch {
    tw_id id;
    int k;
} saved_watch;

typedef struct saved_strand {
    tw_role role;
    tw_marks member;
    int first;
    /* of the strand: owns: it had an engine of its own; anew: it was to be divided; between: the
     * saved time lies inside its last step, which a restore repeats */
    bool owns, anew, between;
    double hint;
    /* cost levels of the strand's bodies before the step that a restore repeats */
    tw_body_pace before;
    tw_held_list held;
    tw_resume resume;
} saved_strand;

struct tw_sim_save {
    tw_sim *sim; /* the simulation that made the save; NULL: that simulation has ended */
    tw_sim_save *next, *previous;
    tw_world_save *world;
    TW_ARRAY(saved_event) event;
    TW_ARRAY(saved_watch) watch;
    TW_ARRAY(saved_strand) strand;
    /* true: when saved, the steppers agreed with the world, so they continue after a restore;
     * false: they restart */
    bool goes_on;
    double hint, finish, rest_since, next_notice;
    bool regroup, touching_known;
    tw_meetings touching, begun;
    tw_contact_keep contacts;
    TW_ARRAY(int) root;
    TW_ARRAY(bool) meets;
};

/* ---- the stepper ---------------------------------------------------------------------------- */

static tw_status copy_resume(const tw_resume *from, tw_resume *to) {
    size_t n = (size_t)from->n;
    TW_TRY(tw_reserve(&to->y, n));
    if (n > 0) memcpy(to->y.data, from->y.data, n * sizeof *to->y.data);
    to->pending = from->pending;
    to->warm = from->warm;
    to->n = from->n;
    to->kind = from->kind;
    to->begin = from->begin;
    to->hint = from->hint;
    to->limit = from->limit;
    to->end = from->end;
    memcpy(to->mark, from->mark, sizeof to->mark);
    return TW_OK;
}

/* *r: last state of a stepper that will have to restart, and the memory that its `mark` gives, for
 * kinds that can use it */
static tw_status save_warmth(const tw_strand *g, tw_resume *r) {
    if (g->resume.warm || g->resume.pending) {
        TW_TRY(copy_resume(&g->resume, r));
        r->pending = false;
        r->warm = g->resume.warm || g->resume.end == g->resume.begin;
        return TW_OK;
    }
    if (!g->stepper || !g->kind->mark) return TW_OK;
    r->n = g->n;
    r->kind = g->kind;
    r->begin = g->end;
    r->hint = g->kind->next_step(g->stepper);
    g->kind->mark(g->stepper, r->mark);
    TW_TRY(tw_reserve(&r->y, (size_t)g->n));
    /* if this fails, the stepper has made no step, and there is nothing to use */
    r->warm = g->kind->dense(g->stepper, r->begin, r->y.data) == TW_OK;
    return TW_OK;
}

static tw_status save_stepper(const tw_sim *s, const tw_strand *g, tw_resume *r) {
    if (!tw_sim_runs_on(s) || g->anew) return save_warmth(g, r);
    if (g->resume.pending) return copy_resume(&g->resume, r);
    bool between = g->until > s->world->time;
    r->pending = true;
    r->n = g->n;
    r->kind = g->kind;
    r->begin = between ? g->step_begin : g->end;
    r->end = g->end;
    if (g->n == 0) {
        r->begin = g->end;
        return TW_OK;
    }
    r->limit = g->step_limit;
    r->hint = between ? g->step_hint : g->kind->next_step(g->stepper);
    if (between)
        memcpy(r->mark, g->step_mark, sizeof r->mark);
    else if (g->kind->mark)
        g->kind->mark(g->stepper, r->mark);
    TW_TRY(tw_reserve(&r->y, (size_t)g->n));
    return g->kind->dense(g->stepper, r->begin, r->y.data);
}

static tw_status copy_marks(const tw_marks *from, tw_marks *to) {
    TW_TRY(tw_reserve(to, from->count));
    if (from->count > 0) memcpy(to->data, from->data, from->count);
    to->count = from->count;
    return TW_OK;
}

static tw_status save_strand(const tw_sim *s, const tw_strand *g, saved_strand *to) {
    bool between = tw_sim_runs_on(s) && g->until > s->world->time && g->n > 0 && !g->anew;
    to->role = g->role;
    to->first = g->first;
    to->owns = g->owns;
    to->anew = g->anew;
    to->hint = g->hint;
    to->between = between || (s->resuming && g->resume.pending && g->resume.end > g->resume.begin);
    to->before = g->before;
    TW_TRY(copy_marks(&g->member, &to->member));
    TW_TRY(tw_contact_held_save(g->dynamics, between, &to->held));
    return save_stepper(s, g, &to->resume);
}

static tw_status save_strands(const tw_sim *s, tw_sim_save *save) {
    size_t n = s->strand.count > 0 ? s->strand.data[0]->member.count : 0;
    TW_TRY(tw_reserve(&save->strand, s->strand.count));
    for (size_t k = 0; k < s->strand.count; k++) {
        save->strand.data[save->strand.count++] = (saved_strand){0};
        TW_TRY(save_strand(s, s->strand.data[k], &save->strand.data[k]));
    }
    TW_TRY(tw_reserve(&save->root, n));
    TW_TRY(tw_reserve(&save->meets, n));
    save->root.count = save->meets.count = n;
    for (size_t i = 0; i < n; i++) {
        save->root.data[i] = s->division.root.data[i];
        save->meets.data[i] = s->division.meets.data[i];
    }
    return TW_OK;
}

/* ---- saving --------------------------------------------------------------------------------- */

static tw_status save_events(const tw_sim *s, tw_sim_save *save) {
    TW_TRY(tw_reserve(&save->event, s->events.list.count));
    for (size_t i = 0; i < s->events.list.count; i++) {
        tw_planned *p = s->events.list.data[i];
        saved_event *e = &save->event.data[save->event.count++];
        *e = (saved_event){p, p->plan};
        /* the event that is being run now may be at its last firing */
        e->plan.done = tw_planned_over(p);
        p->saves++;
        if (!e->plan.done) p->needed++;
    }
    return TW_OK;
}

static tw_status save_watches(const tw_sim *s, tw_sim_save *save) {
    TW_TRY(tw_reserve(&save->watch, s->watches.list.count));
    for (size_t i = 0; i < s->watches.list.count; i++)
        save->watch.data[save->watch.count++] =
            (saved_watch){s->watches.list.data[i].id, s->watches.list.data[i].k};
    return TW_OK;
}

/* true: the saved time lies inside a step of `timestep` that a restore repeats, so the contact
 * memory from before that step must be saved. False if the steppers restart anyway, and right after
 * a restore, which has brought that memory back */
static bool inside_timestep(const tw_sim *s) {
    if (!tw_sim_runs_on(s) || s->resuming) return false;
    for (size_t k = 0; k < s->strand.count; k++) {
        const tw_strand *g = s->strand.data[k];
        if (g->kind && g->kind->contacts && g->n > 0 && g->end > s->world->time && !g->anew)
            return true;
    }
    return false;
}

tw_status tw_sim_save_create(tw_sim *s, tw_sim_save **out) {
    TW_TRY(tw_world_writable(s->world, "take a snapshot"));
    tw_world_tidy(s->world);
    tw_sim_save *save = calloc(1, sizeof *save);
    if (!save) return tw_fail_memory();
    save->hint = s->hint;
    save->goes_on = tw_sim_runs_on(s);
    save->regroup = s->regroup;
    save->touching_known = s->meetings.known;
    save->finish = s->advance.finish;
    save->rest_since = s->contradiction.since;
    save->next_notice = s->contradiction.next;
    tw_status status = tw_world_save_create(s->world, &save->world);
    if (status == TW_OK) status = save_strands(s, save);
    if (status == TW_OK)
        status = tw_contact_keep_copy(tw_strands_keeper(s), inside_timestep(s), &save->contacts);
    if (status == TW_OK) status = tw_meetings_copy(&s->meetings.touching, &save->touching);
    if (status == TW_OK) status = tw_meetings_copy(&s->meetings.begun, &save->begun);
    if (status == TW_OK) status = save_watches(s, save);
    if (status == TW_OK) status = save_events(s, save);
    if (status != TW_OK) {
        tw_sim_save_free(save);
        return status;
    }
    save->sim = s;
    save->next = s->saves;
    if (save->next) save->next->previous = save;
    s->saves = save;
    *out = save;
    return TW_OK;
}

/* releases the save's references to events */
static void forget_events(tw_sim_save *save) {
    for (size_t i = 0; i < save->event.count; i++) {
        saved_event *e = &save->event.data[i];
        e->p->saves--;
        if (!e->plan.done) e->p->needed--;
        tw_planned_let_go(e->p);
    }
    save->event.count = 0;
}

void tw_saves_orphan(tw_sim *s) {
    while (s->saves) {
        tw_sim_save *save = s->saves;
        forget_events(save);
        save->sim = NULL;
        s->saves = save->next;
        save->next = save->previous = NULL;
    }
}

void tw_sim_save_free(tw_sim_save *save) {
    if (!save) return;
    if (save->sim) {
        if (save->previous)
            save->previous->next = save->next;
        else
            save->sim->saves = save->next;
        if (save->next) save->next->previous = save->previous;
    }
    forget_events(save);
    tw_world_save_free(save->world);
    tw_array_free(&save->event);
    tw_array_free(&save->watch);
    for (size_t k = 0; k < save->strand.count; k++) {
        tw_array_free(&save->strand.data[k].member);
        tw_array_free(&save->strand.data[k].held);
        tw_array_free(&save->strand.data[k].resume.y);
    }
    tw_array_free(&save->strand);
    tw_array_free(&save->root);
    tw_array_free(&save->meets);
    tw_contact_keep_free(&save->contacts);
    tw_array_free(&save->touching);
    tw_array_free(&save->begun);
    free(save);
}

/* ---- restoring ------------------------------------------------------------------------------ */

typedef TW_ARRAY(tw_planned *) event_list;

static tw_status copy_list(const tw_sim *s, event_list *list) {
    TW_TRY(tw_reserve(list, s->events.list.count));
    for (size_t i = 0; i < s->events.list.count; i++)
        list->data[list->count++] = s->events.list.data[i];
    return TW_OK;
}

/* Restores the list of events and their plans. `before`: the list of the simulation until now.
 * Nothing can fail, since the arrays have room for all events. */
static void restore_events(tw_sim *s, const tw_sim_save *save, const event_list *before) {
    for (size_t i = 0; i < before->count; i++) before->data[i]->listed = false;
    s->events.list.count = save->event.count;
    for (size_t i = 0; i < save->event.count; i++) {
        tw_planned *p = save->event.data[i].p;
        p->plan = save->event.data[i].plan;
        p->listed = true;
        s->events.list.data[i] = p;
    }
    tw_events_plan_all(s);
    for (size_t i = 0; i < before->count; i++) tw_planned_let_go(before->data[i]);
}

static void restore_watches(tw_sim *s, const tw_sim_save *save) {
    for (size_t i = 0; i < s->watches.list.count; i++) {
        tw_watch *w = &s->watches.list.data[i];
        /* a watch that was registered after the save begins again */
        tw_watch_begin(w, s->world->time);
        for (size_t j = 0; j < save->watch.count; j++)
            if (tw_id_equal(save->watch.data[j].id, w->id)) w->k = save->watch.data[j].k;
    }
}

/* true: a stepper has a memory of several steps, which is not saved, so all steppers must
 * restart */
static bool restarts(const tw_sim_save *save) {
    for (size_t k = 0; k < save->strand.count; k++) {
        const tw_resume *r = &save->strand.data[k].resume;
        if (r->kind && !r->kind->one_step) return true;
    }
    return save->strand.count == 0;
}

/* makes strands like those of a save, in `list`; take_strands gives them to the simulation */
static tw_status make_strands(tw_sim *s, const tw_sim_save *save, tw_strands *list) {
    TW_TRY(tw_reserve(list, save->strand.count));
    for (size_t k = 0; k < save->strand.count; k++) {
        const saved_strand *from = &save->strand.data[k];
        tw_strand *g;
        TW_TRY(
            tw_strand_make(s, from->role, from->member.data, from->member.count, from->owns, &g));
        list->data[list->count++] = g;
        g->first = from->first;
        g->anew = from->anew;
        g->hint = from->hint;
        g->kind = from->resume.kind;
        g->n = from->resume.n;
        g->end = g->until = from->resume.end;
        TW_TRY(copy_resume(&from->resume, &g->resume));
        TW_TRY(tw_reserve(&g->y, (size_t)g->n));
        if (!from->owns)
            /* this strand uses the simulation's engine, whose contacts are restored only in
             * take_strands: if the restore fails before, the simulation needs them as they are */
            continue;
        TW_TRY(tw_contact_held_restore(g->dynamics, &from->held));
        if (from->role == TW_STRAND_COARSE)
            TW_TRY(tw_contact_keep_restore(g->dynamics, &save->contacts));
    }
    return TW_OK;
}

/* reserves all memory that take_strands and tw_strands_share need in s->division and in the
 * simulation's engine */
static tw_status make_room(tw_sim *s, const tw_sim_save *save) {
    size_t held = 0;
    for (size_t k = 0; k < save->strand.count; k++) held += save->strand.data[k].held.count;
    TW_TRY(tw_division_reserve(&s->division, save->root.count));
    return tw_contact_make_room(s->dynamics, save->root.count, held, &save->contacts);
}

/* replaces the simulation's strands by those of the save in `list`; to be called after the world is
 * restored and memory reserved (make_room) */
static tw_status take_strands(tw_sim *s, const tw_sim_save *save, tw_strands *list) {
    tw_strands_free(s);
    tw_strands none = s->strand;
    s->strand = *list;
    *list = none;
    TW_TRY(tw_contact_keep_restore(s->dynamics, &save->contacts));
    tw_contact_keep_holds(s->dynamics, &save->contacts);
    tw_contact_held_stands(s->dynamics);
    for (size_t i = 0; i < save->root.count; i++) {
        s->division.root.data[i] = save->root.data[i];
        s->division.meets.data[i] = save->meets.data[i];
    }
    for (size_t k = 0; k < save->strand.count; k++) {
        const saved_strand *from = &save->strand.data[k];
        tw_strand *g = s->strand.data[k];
        if (!g->owns) TW_TRY(tw_contact_held_restore(g->dynamics, &from->held));
        tw_contact_held_stands(g->dynamics);
        if (g->owns && g->role == TW_STRAND_COARSE)
            tw_contact_keep_holds(g->dynamics, &save->contacts);
        g->before = from->before;
        /* if bodies were added or removed after the strands were made, no step can be repeated */
        bool same = save->root.count == s->world->body.count && from->between;
        if (same && g->role == TW_STRAND_HELD) tw_touch_put_levels(s, g, &from->before);
    }
    return TW_OK;
}

static tw_status restore(tw_sim *s, const tw_sim_save *save, event_list *events, tw_strands *list) {
    TW_TRY(copy_list(s, events));
    TW_TRY(tw_reserve(&s->meetings.touching, save->touching.count));
    TW_TRY(tw_reserve(&s->meetings.begun, save->begun.count));
    TW_TRY(make_strands(s, save, list));
    TW_TRY(make_room(s, save));
    TW_TRY(tw_world_restore(s->world, save->world));
    /* nothing from here on can fail, since memory is reserved */
    TW_TRY(take_strands(s, save, list));
    s->running_stepper = false;
    s->breaks.known = false;
    s->hint = save->hint;
    s->regroup = save->regroup;
    s->advance.finish = save->finish;
    s->contradiction.since = save->rest_since;
    s->contradiction.next = save->next_notice;
    s->contradiction.next_early = 0;
    s->end = s->world->time;
    TW_TRY(tw_strands_share(s));
    s->resuming = save->goes_on && !restarts(save);
    if (s->resuming) tw_sim_seen(s);
    s->meetings.known = save->touching_known;
    TW_TRY(tw_meetings_copy(&save->touching, &s->meetings.touching));
    TW_TRY(tw_meetings_copy(&save->begun, &s->meetings.begun));
    restore_watches(s, save);
    restore_events(s, save, events);
    return TW_OK;
}

tw_status tw_sim_restore(tw_sim *s, const tw_sim_save *save) {
    if (save->sim != s) return tw_fail(TW_ARGUMENT, "it was taken of another scene");
    if (s->advance.active)
        return tw_fail(TW_ARGUMENT, "the scene is advancing: an event may not take it back");
    event_list events = {0};
    tw_strands list = {0};
    tw_status status = restore(s, save, &events, &list);
    tw_array_free(&events);
    for (size_t k = 0; k < list.count; k++) tw_strand_free(s, list.data[k]);
    tw_array_free(&list);
    return status;
}
