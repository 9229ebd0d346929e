/*
 * Waiting at a frame, leaving copies, and taking orders; see live.h.
 */
#include "app/view/live/live.h"

#include "app/base/stop.h"
#include "app/view/message/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static const double PAUSE = 0.05;  /* least real time between messages with poses, s */
static const double APART = 0.04;  /* least real time between copies at the begin of the film, s */
static const double BEHIND = 0.25; /* least real time between messages about the pace, s */
/* least real time between copies, as a multiple of the processor time that a fork takes: its
 * duration would also count other processes of a busy machine */
static const double RARELY = 100;
/* least real time between copies, as a multiple of the kernel time for copying pages after a
 * fork */
static const double SELDOM = 20;
enum { MANY = 12 }; /* number of copies after which the least time between them is doubled */

/* processor time that this process has used, s; *kernel: the part of the kernel, which Linux only
 * estimates, by samples 250 times a second */
static double used_time(double *kernel) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    *kernel = (double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec;
    return *kernel + (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* in a copy's fork: takes over the text that came with the letter, and tells so; if that is not
 * possible, ends the process */
static void take_text(tw_work *w, const tw_letter *l) {
    if (!tw_changed_with(w, l->data, l->bytes) || tw_tell(w, TW_LETTER_CHANGED, w->frame) != TW_OK)
        _exit(0);
}

/* Called in a copy: waits for the letter that wakes it, then forks. The child returns: it is to
 * continue, up to the frame that the letter names, with the line and the text that came with it.
 * The copy itself goes on waiting. Other letters are ignored. Ends the process when the line is
 * closed */
static void wait_to_be_woken(tw_work *w) {
    for (;;) {
        tw_letter l;
        bool came;
        if (tw_letter_take(w->line, -1, &l, &came) != TW_OK) _exit(0);
        if (!came) continue;
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        } /* collects the statuses of forks that were woken before and have ended */
        bool wakes = l.kind == TW_LETTER_WAKE && l.line >= 0;
        pid_t child = wakes ? fork() : -1;
        if (child == 0) {
            close(w->line);
            w->line = l.line;
            w->target = (int)l.first;
            if (l.bytes) take_text(w, &l);
        }
        free(l.data);
        if (child == 0) return;
        if (l.line >= 0) close(l.line);
    }
}

/* makes a copy of the process. Returns false in the process itself, and true in a fork of the copy
 * that was woken */
static bool leave_copy(tw_work *w) {
    int end[2];
    if (tw_line_make(end) != TW_OK) return false;
    fflush(stdout);
    double kernel;
    const double began = used_time(&kernel);
    pid_t child = fork();
    if (child == 0) {
        close(w->line);
        close(end[0]);
        w->line = end[1];
        wait_to_be_woken(w);
        w->copied = tw_clock();
        return true;
    }
    close(end[1]);
    tw_letter l = {
        .kind = TW_LETTER_COPY, .first = (uint32_t)w->frame, .pid = (int32_t)child, .line = end[0]};
    if (child > 0 && tw_letter_send(w->line, &l, NULL) != TW_OK) _exit(0);
    close(end[0]);
    w->copied = tw_clock();
    w->apart = fmax(w->apart, RARELY * (used_time(&w->kernel) - began));
    if (++w->copies >= MANY) {
        w->copies = 0;
        w->apart *= 2;
    }
    return false;
}

static void leave_copies(tw_work *w) {
    if (w->apart == 0) w->apart = APART;
    /* the kernel copies each page that is written after a fork; most of this work is done by the
     * next frame */
    double kernel;
    (void)used_time(&kernel);
    if (w->kernel > 0) w->apart = fmax(w->apart, SELDOM * (kernel - w->kernel));
    w->kernel = 0;
    if (w->frame > 0 && tw_clock() - w->copied < w->apart) return;
    leave_copy(w);
}

/* ---- orders ---------------------------------------------------------------------------------- */

void tw_stand_check(tw_work *w) {
    char byte;
    ssize_t n = recv(w->line, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n == 0) _exit(0);
}

/* returns the next order, waiting at most `ms`; to be freed by the caller; NULL: no order came in
 * that time */
static cJSON *hear(tw_work *w, int ms) {
    tw_letter l;
    bool came;
    if (tw_letter_take(w->line, ms, &l, &came) != TW_OK) _exit(0);
    if (!came) return NULL;
    cJSON *order = l.kind == TW_LETTER_ORDER ? cJSON_Parse(l.data) : NULL;
    if (l.line >= 0) close(l.line);
    free(l.data);
    return order;
}

static const char *type_of(const cJSON *order) {
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(order, "type"));
    return type ? type : "";
}

static bool is_on(const cJSON *order) {
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(order, "on"));
}

static bool is_what(const cJSON *order, const char *what) {
    const char *got = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(order, "what"));
    return !strcmp(type_of(order), "drag") && got && !strcmp(got, what);
}

static int frame_of(const cJSON *order) {
    return (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(order, "frame"));
}

/* reports a failed order, with status s, to the windows; returns TW_OK, or s if it is
 * TW_INTERRUPTED */
static tw_status refused(tw_work *w, tw_status s) {
    if (s == TW_OK || s == TW_INTERRUPTED) return s;
    return tw_say_word(w, TW_SAY_ONCE, "refused", tw_failure());
}

static tw_status runs(tw_work *w) {
    /* the cost of the last copy of the process (fork) can no longer be measured, since kernel time
     * was also used while the motion stood; 0: leave_copies does not count it */
    w->kernel = 0;
    w->paced = tw_clock();
    w->paced_time = tw_scene_state_of(w->scene).time;
    w->told_pace = w->paced;
    TW_TRY(tw_tell(w, TW_LETTER_GO, w->frame));
    return tw_say_live(w, true);
}

static tw_status goes_on(tw_work *w) {
    if ((w->touched || w->anew) && w->said_frames == w->reel.frame.count) {
        /* the present frame is sent again, by which the page discards the frames after it */
        w->said_frames--;
        TW_TRY(tw_say_new(w));
    }
    TW_TRY(runs(w));
    if (!w->anew) return TW_OK;
    w->anew = false;
    return tw_say_lists(w);
}

static tw_status stands(tw_work *w) {
    w->target = TW_NOWHERE;
    TW_TRY(tw_tell(w, TW_LETTER_STAND, w->frame));
    return tw_say_live(w, false);
}

static bool changes(const cJSON *order) {
    return is_what(order, "begin") || tw_touch_knows(type_of(order));
}

/* ---- within a look --------------------------------------------------------------------------- */

/* Waits for orders at a frame. The motion is only delayed, not stopped and started again, so that
 * its bits stay the same. An order that changes the scene is stored in w->order, and then the
 * motion is stopped */
static tw_status stand(tw_work *w) {
    TW_TRY(stands(w));
    for (;;) {
        cJSON *order = hear(w, -1);
        if (!order) continue;
        if (changes(order)) {
            w->order = order;
            tw_live_stop(w->scene);
            return TW_OK;
        }
        bool goes = !strcmp(type_of(order), "advance") && is_on(order);
        w->anew = goes && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(order, "anew"));
        tw_status s = TW_OK;
        if (!strcmp(type_of(order), "render")) s = refused(w, tw_draw_begin(w, frame_of(order)));
        cJSON_Delete(order);
        TW_TRY(s);
        if (goes) return goes_on(w);
    }
}

/* receives orders while the motion runs: stop, render, moves of the hand; ignores others */
static tw_status hear_running(tw_work *w, int ms, bool *stop) {
    cJSON *order = hear(w, ms);
    if (!order) return TW_OK;
    if (!strcmp(type_of(order), "advance") && !is_on(order)) *stop = true;
    if (!strcmp(type_of(order), "render")) w->render = frame_of(order);
    if (w->hand.holds) tw_hand_hear(w, order);
    cJSON_Delete(order);
    return TW_OK;
}

/* sends a message about the pace if the scene is simulated slower than in real time */
static tw_status tell_pace(tw_work *w) {
    double now = tw_clock(), seconds = now - w->paced;
    if (seconds < BEHIND || now - w->told_pace < BEHIND) return TW_OK;
    double ratio = (tw_scene_state_of(w->scene).time - w->paced_time) / seconds;
    /* 0: no step has been made, as in the first frame, before which the scene is assembled */
    if (ratio > 0.95 || ratio <= 0) return TW_OK;
    w->told_pace = now;
    tw_message m;
    TW_TRY(tw_message_begin(&m));
    fprintf(m.out, "{\"type\":\"pace\",\"ratio\":%.3g,\"stepper\":", ratio);
    tw_json_text(m.out, tw_live_stepper(w->scene));
    fputc('}', m.out);
    return tw_message_send(w, &m, TW_SAY_PACE, 0, true);
}

/* while a hand pulls: slows the motion down to real time, and receives orders while it waits */
static tw_status keep_pace(tw_work *w) {
    double due = w->paced + tw_scene_state_of(w->scene).time - w->paced_time;
    bool stop = false;
    TW_TRY(tell_pace(w));
    do {
        double left = due - tw_clock();
        TW_TRY(hear_running(w, left > 0 ? (int)ceil(1000 * left) : 0, &stop));
    } while (tw_clock() < due && !w->hand.ends && !stop);
    for (struct pollfd p = {.fd = w->line, .events = POLLIN}; poll(&p, 1, 0) > 0;)
        TW_TRY(hear_running(w, 0, &stop));
    if (stop) w->hand.ends = w->hand.keeps = true;
    if (w->hand.moved || w->hand.ends) tw_live_stop(w->scene);
    return TW_OK;
}

tw_status tw_stand_between(tw_work *w, double t) {
    TW_TRY(tw_say_between(w, t));
    return keep_pace(w);
}

tw_status tw_stand_look(tw_work *w) {
    /* this frame was already shown; after a change of the scene it was taken once more, so it is
     * sent, and nothing else is done */
    if (w->again) {
        w->again = false;
        return tw_say_new(w);
    }
    leave_copies(w);
    if (w->target > w->frame) {
        tw_stand_check(w);
        return TW_OK;
    }
    if (w->target == w->frame) {
        /* this is a woken copy: all frames up to here were sent before, by the process that left
         * it */
        w->said_frames = w->reel.frame.count;
        w->said_things = w->reel.thing.count;
        w->said_meshes = w->reel.mesh.count;
        return stand(w);
    }
    if (w->hand.pulls) {
        TW_TRY(tw_say_new(w));
        return keep_pace(w);
    }
    if (tw_clock() - w->said > PAUSE) {
        TW_TRY(tw_say_new(w));
        TW_TRY(tell_pace(w));
    }
    bool stop = false;
    TW_TRY(hear_running(w, 0, &stop));
    if (!stop) return TW_OK;
    TW_TRY(tw_say_new(w));
    return stand(w);
}

/* ---- the motion has stopped ------------------------------------------------------------------ */

/* carries out an order while the motion stands; *goes: the motion is to continue; *again: the frame
 * must be taken and shown again */
static tw_status obey(tw_work *w, const cJSON *order, bool *goes, bool *again) {
    const char *type = type_of(order);
    if (!strcmp(type, "advance")) {
        *goes = is_on(order);
        return TW_OK;
    }
    if (!strcmp(type, "render")) return tw_draw_begin(w, frame_of(order));
    *again = w->hand.holds;
    if (tw_touch_knows(type)) {
        TW_TRY(tw_touch_do(w, type, order));
        w->touched = w->fresh = *again = true;
        return TW_OK;
    }
    if (is_what(order, "begin")) {
        TW_TRY(tw_hand_begin(w, order));
        w->touched = w->fresh = true;
        *goes = w->hand.pulls;
        *again = !*goes;
        return *goes ? TW_OK : tw_hand_apply(w);
    }
    tw_hand_hear(w, order);
    /* of several waiting moves of the hand only the last one is applied */
    for (cJSON *next; w->hand.holds && !w->hand.ends && (next = hear(w, 0));) {
        tw_hand_hear(w, next);
        cJSON_Delete(next);
    }
    return tw_hand_apply(w);
}

static tw_status shows_again(tw_work *w) {
    w->again = true;
    if (w->said_frames == w->reel.frame.count) w->said_frames--;
    tw_reel_drop(&w->reel);
    if (w->told_touched == w->touched) return TW_OK;
    w->told_touched = w->touched;
    return tw_say_live(w, false);
}

tw_status tw_stand_stopped(tw_work *w, bool *again) {
    if (w->hand.pulls) {
        TW_TRY(refused(w, tw_hand_apply(w)));
        return w->hand.pulls ? TW_OK : runs(w);
    }
    for (bool goes = false; !goes && !*again;) {
        cJSON *order = w->order ? w->order : hear(w, -1);
        w->order = NULL;
        if (!order) continue;
        tw_status s = refused(w, obey(w, order, &goes, again));
        cJSON_Delete(order);
        TW_TRY(s);
        if (goes && w->fresh && !w->hand.pulls) {
            w->fresh = false;
            /* a copy that was woken here waits at this frame, or continues if it was woken for a
             * later one */
            goes = !leave_copy(w) || w->target > w->frame;
            if (!goes) TW_TRY(stands(w));
            if (w->target > w->frame) return TW_OK;
        }
        if (goes) TW_TRY(goes_on(w));
    }
    return *again ? shows_again(w) : TW_OK;
}

void tw_stand_end(tw_work *w) {
    w->ended = true;
    if (w->render != TW_NOWHERE) (void)refused(w, tw_draw_begin(w, w->render));
    for (;;) {
        cJSON *order = hear(w, -1);
        if (order && !strcmp(type_of(order), "render"))
            (void)refused(w, tw_draw_begin(w, frame_of(order)));
        cJSON_Delete(order);
    }
}
