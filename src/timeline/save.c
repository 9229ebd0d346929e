/*
 * Going back in time: what a simulation keeps aside and takes up again; see sim.h.
 *
 * The world comes back as a deep copy. Events are shared: a save holds each event that it knows,
 * and its context as long as the event is not over in it, so that one that has fired since can fire
 * again. A one-step stepper is put where it was by its own numbers: those at the beginning of the
 * step that the saved time stands in, which is then done again. All that may fail comes first.
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

struct tw_sim_save {
    tw_sim *sim; /* NULL: it has ended */
    tw_sim_save *next, *previous;
    tw_world_save *world;
    TW_ARRAY(saved_event) event;
    TW_ARRAY(saved_watch) watch;
    tw_resume resume; /* pending: the stepper goes on; else it starts anew */
    double hint, finish, rest_since, next_notice;
    bool in_touch, touching_known;
    tw_recent impacts;
    tw_crawl crawl, creep, rattle;
    int unsolved;
    tw_meetings touching, begun;
    tw_contact_keep contacts;
    tw_held_list held;
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

/* the stepper will be started anew, and kinds with a mark may go on with something all the same */
static tw_status save_warmth(const tw_sim *s, tw_resume *r) {
    if (s->resume.warm || s->resume.pending) {
        TW_TRY(copy_resume(&s->resume, r));
        r->pending = false;
        r->warm = s->resume.warm || s->resume.end == s->resume.begin;
        return TW_OK;
    }
    if (!s->stepper || !s->kind->mark) return TW_OK;
    r->n = s->n;
    r->kind = s->kind;
    r->begin = s->end;
    r->hint = s->kind->next_step(s->stepper);
    s->kind->mark(s->stepper, r->mark);
    TW_TRY(tw_reserve(&r->y, (size_t)s->n));
    r->warm = s->kind->dense(s->stepper, r->begin, r->y.data) == TW_OK; /* else: it never ran */
    return TW_OK;
}

static tw_status save_stepper(const tw_sim *s, tw_resume *r) {
    if (!tw_sim_runs_on(s)) return save_warmth(s, r);
    if (!s->kind->one_step) return TW_OK;
    if (s->resume.pending) return copy_resume(&s->resume, r);
    bool between = s->end > s->world->time;
    r->pending = true;
    r->n = s->n;
    r->kind = s->kind;
    r->begin = between ? s->step_begin : s->end;
    r->end = s->end;
    if (s->n == 0) {
        r->begin = s->end;
        return TW_OK;
    }
    r->limit = s->step_limit;
    r->hint = between ? s->step_hint : s->kind->next_step(s->stepper);
    if (between)
        memcpy(r->mark, s->step_mark, sizeof r->mark);
    else if (s->kind->mark)
        s->kind->mark(s->stepper, r->mark);
    TW_TRY(tw_reserve(&r->y, (size_t)s->n));
    return s->kind->dense(s->stepper, r->begin, r->y.data);
}

/* ---- saving --------------------------------------------------------------------------------- */

static tw_status save_events(const tw_sim *s, tw_sim_save *save) {
    TW_TRY(tw_reserve(&save->event, s->event.count));
    for (size_t i = 0; i < s->event.count; i++) {
        tw_planned *p = s->event.data[i];
        saved_event *e = &save->event.data[save->event.count++];
        *e = (saved_event){p, p->plan};
        /* the one that runs at this moment may have been the last of its times */
        e->plan.done = tw_planned_over(p);
        p->saves++;
        if (!e->plan.done) p->needed++;
    }
    return TW_OK;
}

static tw_status save_watches(const tw_sim *s, tw_sim_save *save) {
    TW_TRY(tw_reserve(&save->watch, s->watch.count));
    for (size_t i = 0; i < s->watch.count; i++)
        save->watch.data[save->watch.count++] =
            (saved_watch){s->watch.data[i].id, s->watch.data[i].k};
    return TW_OK;
}

/* the last step, which is done again, has contacts of its own */
static bool inside_timestep(const tw_sim *s) {
    return s->end > s->world->time && s->n > 0 && s->kind->leaps == TW_LEAP_TIMESTEP;
}

tw_status tw_sim_save_create(tw_sim *s, tw_sim_save **out) {
    TW_TRY(tw_world_writable(s->world, "take a snapshot"));
    tw_world_tidy(s->world);
    tw_sim_save *save = calloc(1, sizeof *save);
    if (!save) return tw_fail_memory();
    save->hint = s->hint;
    save->in_touch = s->in_touch;
    save->impacts = s->impacts;
    save->crawl = s->crawl;
    save->creep = s->creep;
    save->unsolved = s->unsolved;
    save->rattle = s->rattle;
    save->touching_known = s->touching_known;
    save->finish = s->finish;
    save->rest_since = s->rest_since;
    save->next_notice = s->next_notice;
    tw_status status = tw_world_save_create(s->world, &save->world);
    if (status == TW_OK) status = save_stepper(s, &save->resume);
    if (status == TW_OK)
        status = tw_contact_keep_copy(s->dynamics, inside_timestep(s), &save->contacts);
    if (status == TW_OK)
        status = tw_contact_held_save(s->dynamics, s->end > s->world->time, &save->held);
    if (status == TW_OK) status = tw_meetings_copy(&s->touching, &save->touching);
    if (status == TW_OK) status = tw_meetings_copy(&s->begun, &save->begun);
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

/* lets go of the simulation's events */
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
    tw_array_free(&save->resume.y);
    tw_contact_keep_free(&save->contacts);
    tw_array_free(&save->held);
    tw_array_free(&save->touching);
    tw_array_free(&save->begun);
    free(save);
}

/* ---- restoring ------------------------------------------------------------------------------ */

typedef TW_ARRAY(tw_planned *) event_list;

static tw_status copy_list(const tw_sim *s, event_list *list) {
    TW_TRY(tw_reserve(list, s->event.count));
    for (size_t i = 0; i < s->event.count; i++) list->data[list->count++] = s->event.data[i];
    return TW_OK;
}

/* the list of events is that of the save again; `before`: what it is now. The arrays have had room
 * for the saved ones and have it still. */
static void restore_events(tw_sim *s, const tw_sim_save *save, const event_list *before) {
    for (size_t i = 0; i < before->count; i++) before->data[i]->listed = false;
    s->event.count = save->event.count;
    for (size_t i = 0; i < save->event.count; i++) {
        tw_planned *p = save->event.data[i].p;
        p->plan = save->event.data[i].plan;
        p->listed = true;
        s->event.data[i] = p;
    }
    tw_events_plan_all(s);
    for (size_t i = 0; i < before->count; i++) tw_planned_let_go(before->data[i]);
}

static void restore_watches(tw_sim *s, const tw_sim_save *save) {
    for (size_t i = 0; i < s->watch.count; i++) {
        tw_watch *w = &s->watch.data[i];
        w->k = 0; /* those begun since begin again: not before the saved time */
        for (size_t j = 0; j < save->watch.count; j++)
            if (tw_id_equal(save->watch.data[j].id, w->id)) w->k = save->watch.data[j].k;
    }
}

static tw_status restore(tw_sim *s, const tw_sim_save *save, event_list *events, tw_resume *r) {
    TW_TRY(copy_list(s, events));
    if (save->resume.pending || save->resume.warm) TW_TRY(copy_resume(&save->resume, r));
    TW_TRY(tw_reserve(&s->y, (size_t)r->n));
    TW_TRY(tw_reserve(&s->touching, save->touching.count));
    TW_TRY(tw_reserve(&s->begun, save->begun.count));
    TW_TRY(tw_contact_keep_restore(s->dynamics, &save->contacts));
    TW_TRY(tw_contact_held_restore(s->dynamics, &save->held));
    TW_TRY(tw_world_restore(s->world, save->world));
    /* nothing fails from here on */
    tw_contact_keep_holds(s->dynamics, &save->contacts);
    tw_contact_held_stands(s->dynamics);
    tw_sim_drop_stepper(s);
    s->running_stepper = false;
    s->break_known = false;
    s->hint = save->hint;
    s->in_touch = save->in_touch;
    s->impacts = save->impacts;
    s->crawl = save->crawl;
    s->creep = save->creep;
    s->unsolved = save->unsolved;
    s->rattle = save->rattle;
    s->finish = save->finish;
    s->rest_since = save->rest_since;
    s->next_notice = save->next_notice;
    s->end = s->world->time;
    tw_array_free(&s->resume.y);
    s->resume = *r;
    r->y.data = NULL;
    if (s->resume.pending) {
        s->kind = s->resume.kind;
        s->n = s->resume.n;
        s->end = s->resume.end;
        tw_sim_seen(s);
    }
    s->touching_known = save->touching_known;
    TW_TRY(tw_meetings_copy(&save->touching, &s->touching)); /* there is room */
    TW_TRY(tw_meetings_copy(&save->begun, &s->begun));
    restore_watches(s, save);
    restore_events(s, save, events);
    return TW_OK;
}

tw_status tw_sim_restore(tw_sim *s, const tw_sim_save *save) {
    if (save->sim != s) return tw_fail(TW_ARGUMENT, "it was taken of another scene");
    if (s->advancing)
        return tw_fail(TW_ARGUMENT, "the scene is advancing: an event may not take it back");
    event_list events = {0};
    tw_resume r = {0};
    tw_status status = restore(s, save, &events, &r);
    tw_array_free(&events);
    tw_array_free(&r.y);
    return status;
}
