/*
 * Dragging a point of a body (the hand): a temporary `connect` of that point to a nail that follows
 * the pointer, critically damped like every constraint.
 *
 * While the motion runs, the constraint pulls with a limited force, so that a body that cannot
 * follow is not torn off. At rest the model is assembled at every move, with the pull as the only
 * constraint that may be violated (analysis/assembly/pull.c). Point, nail and constraint are made
 * by calls of the library (include/tauwerk.h).
 */
#include "app/view/live/live.h"
#include "app/view/message/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TAU = 0.1;    /* s */
static const double PULL = 100;   /* acceleration, m/s^2, that the largest force of the pull would
                                     give to the bodies joined together */
static const double RATE = 120;   /* least rate at which a pull takes up where the hand is, and
                                     shows the poses, 1/s */
static const double STILL = 1e-9; /* distance of a move below which it is ignored, m */
static const char NAME[] = "(hand)";

static vec3 vector_of(const cJSON *order, const char *name) {
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(order, name);
    double c[3] = {0};
    for (int i = 0; i < 3; i++) c[i] = cJSON_GetNumberValue(cJSON_GetArrayItem(x, i));
    return v3_load(c);
}

/* ---- taking hold ----------------------------------------------------------------------------- */

static tw_status find_body(tw_work *w, const cJSON *order, size_t *index) {
    size_t n = tw_scene_state_of(w->scene).bodies;
    double id = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(order, "id"));
    for (*index = 0; *index < n; ++*index) {
        const tw_body_state b = tw_body_state_of(w->scene, *index);
        if (b.o.serial != id) continue;
        if (b.fixed) return tw_fail(TW_ARGUMENT, "'%s' is fixed", b.o.name);
        if (b.driven) return tw_fail(TW_ARGUMENT, "'%s' moves on a path of its own", b.o.name);
        return TW_OK;
    }
    return tw_fail(TW_ARGUMENT, "there is no such body now");
}

static tw_status make_nail(tw_work *w) {
    const tw_hand *h = &w->hand;
    const tw_entry at[] = {{NULL, tw_number(h->target.x)},
                           {NULL, tw_number(h->target.y)},
                           {NULL, tw_number(h->target.z)}};
    const tw_variant table = tw_table(at, 3);
    tw_variant made;
    TW_TRY(tw_live_call(&w->door, w->scene_ref, "nail", &table, 1, &made));
    w->hand.nail = made.is.ref;
    return TW_OK;
}

static tw_status make_point(tw_work *w) {
    const tw_hand *h = &w->hand;
    const tw_entry at[] = {{NULL, tw_number(h->point.x)},
                           {NULL, tw_number(h->point.y)},
                           {NULL, tw_number(h->point.z)}};
    const tw_variant table = tw_table(at, 3);
    tw_variant made;
    tw_ref body;
    TW_TRY(tw_live_ref(&w->door, w->scene, h->body, &body));
    tw_status s = tw_live_call(&w->door, body, "point", &table, 1, &made);
    if (s == TW_OK) w->hand.at = made.is.ref;
    return s;
}

static tw_status make_pull(tw_work *w) {
    const tw_hand *h = &w->hand;
    const tw_entry how[] = {{"name", tw_text(NAME)},
                            {"tau", tw_number(h->tau)},
                            {"max_force", tw_number(h->max_force)}};
    /* max_force is left out unless the motion runs (h->pulls): an assembly has no forces to limit
     */
    const tw_variant argument[] = {tw_reference(h->at), tw_reference(h->nail),
                                   tw_table(how, h->pulls ? 3 : 2)};
    tw_variant made;
    TW_TRY(tw_live_call(&w->door, w->scene_ref, "connect", argument, 3, &made));
    w->hand.pull = made.is.ref;
    size_t last = tw_scene_state_of(w->scene).constraints - 1;
    w->hand.constraint = tw_constraint_about(w->scene, last).o.serial;
    return TW_OK;
}

static tw_status note_key(tw_work *w) {
    tw_hand *h = &w->hand;
    const double key[] = {tw_scene_state_of(w->scene).time, h->target.x, h->target.y, h->target.z};
    /* of several positions of the target at the same time the last one is kept */
    if (h->key.count && h->key.data[h->key.count - 4] == key[0]) h->key.count -= 4;
    for (int i = 0; i < 4; i++) TW_TRY(tw_push(&h->key, key[i]));
    return TW_OK;
}

static tw_status look_between(void *context, int k, double t) {
    tw_work *w = context;
    return k % w->hand.apart == 0 ? TW_OK : tw_stand_between(w, t);
}

/* registers looks at equal times between frames, so that the hand is followed faster than at the
 * film's frames. The present time is that of a frame */
static tw_status watch_between(tw_work *w) {
    double fps = tw_scene_state_of(w->scene).fps;
    w->hand.apart = fps < RATE ? (int)ceil(RATE / fps) : 1;
    if (w->hand.apart == 1) return TW_OK;
    return tw_scene_watch(w->scene, 1 / (fps * w->hand.apart), look_between, w, &w->hand.watch);
}

static tw_status note_poses(tw_work *w) {
    size_t n = tw_scene_state_of(w->scene).bodies;
    w->hand.pose.count = 0;
    for (size_t i = 0; i < n; i++)
        TW_TRY(tw_push(&w->hand.pose, tw_body_state_of(w->scene, i).pose));
    return TW_OK;
}

/* removes the hand's nail, point and pull */
static tw_status let_go(tw_work *w) {
    tw_hand *h = &w->hand;
    const tw_ref made[] = {h->pull, h->nail, h->at};
    tw_status s = TW_OK;
    for (int i = 0; i < 3; i++) {
        if (made[i].slot == 0) continue;
        tw_status removed = tw_live_call(&w->door, made[i], "remove", NULL, 0, NULL);
        tw_status released = tw_live_release(&w->door, made[i]);
        if (s == TW_OK) s = removed != TW_OK ? removed : released;
    }
    if (!tw_id_none(h->watch)) tw_scene_unwatch(w->scene, h->watch);
    h->watch = (tw_id){0, 0};
    h->pull = h->nail = h->at = tw_module();
    h->holds = h->pulls = h->ends = h->moved = false;
    return s;
}

static tw_status take_hold(tw_work *w, size_t index) {
    double mass;
    TW_TRY(tw_live_mass(w->scene, index, &mass));
    w->hand.max_force = PULL * mass;
    TW_TRY(make_point(w));
    TW_TRY(make_nail(w));
    TW_TRY(make_pull(w));
    if (!w->hand.pulls) return note_poses(w);
    TW_TRY(watch_between(w));
    return note_key(w);
}

tw_status tw_hand_begin(tw_work *w, const cJSON *order) {
    size_t index;
    if (w->hand.holds) TW_TRY(let_go(w));
    TW_TRY(find_body(w, order, &index));
    tw_hand *h = &w->hand;
    h->holds = h->moved = true;
    h->ends = h->keeps = false;
    h->pulls = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(order, "playing"));
    h->body = tw_body_state_of(w->scene, index).o.serial;
    h->point = vector_of(order, "point");
    h->target = vector_of(order, "target");
    h->tau = TAU;
    h->from = tw_scene_state_of(w->scene).time;
    h->key.count = 0;
    tw_status s = take_hold(w, index);
    if (s == TW_OK) return s;
    tw_kept kept = tw_failure_keep(s);
    (void)let_go(w);
    return tw_failure_again(&kept);
}

void tw_hand_hear(tw_work *w, const cJSON *order) {
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(order, "type"));
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(order, "what"));
    if (!w->hand.holds || !type || strcmp(type, "drag") != 0 || !what) return;
    if (!strcmp(what, "move")) {
        w->hand.target = vector_of(order, "target");
        w->hand.moved = true;
    } else if (!strcmp(what, "end")) {
        w->hand.ends = true;
        w->hand.keeps = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(order, "keep"));
    }
}

/* ---- kept drags ------------------------------------------------------------------------------ */

static void put_exact(FILE *out, const double *x, int n) {
    for (int i = 0; i < n; i++) fprintf(out, "%c%.17g", i ? ',' : '[', x[i]);
    fputc(']', out);
}

static void begin_kept(tw_work *w, tw_message *m, const char *sort, double time) {
    fprintf(m->out, "{\"type\":\"kept\",\"sort\":\"%s\",\"frame\":%d,\"time\":%.17g", sort,
            w->frame, time);
}

static bool has_moved(const tw_pose *a, const tw_pose *b) {
    double turn = fabs(a->q.w * b->q.w + a->q.x * b->q.x + a->q.y * b->q.y + a->q.z * b->q.z);
    return v3_length(v3_sub(a->x, b->x)) > STILL || turn < 1 - STILL * STILL;
}

static tw_status say_poses(tw_work *w) {
    const tw_scene_state scene = tw_scene_state_of(w->scene);
    tw_message m;
    int count = 0;
    TW_TRY(tw_message_begin(&m));
    begin_kept(w, &m, "pose", scene.time);
    fputs(",\"bodies\":[", m.out);
    for (size_t i = 0; i < scene.bodies && i < w->hand.pose.count; i++) {
        const tw_body_state b = tw_body_state_of(w->scene, i);
        const tw_pose now = b.pose;
        if (!has_moved(&now, &w->hand.pose.data[i])) continue;
        fputs(count++ ? ",{" : "{", m.out);
        tw_put_object(m.out, &b.o);
        fputs(",\"position\":", m.out);
        put_exact(m.out, (const double[]){now.x.x, now.x.y, now.x.z}, 3);
        fputs(",\"orientation\":", m.out);
        put_exact(m.out, (const double[]){now.q.w, now.q.x, now.q.y, now.q.z}, 4);
        fputc('}', m.out);
    }
    fputs("]}", m.out);
    return tw_message_send(w, &m, TW_SAY_ONCE, 0, true);
}

static tw_status say_pull(tw_work *w) {
    const tw_hand *h = &w->hand;
    tw_origin o;
    tw_message m;
    if (!tw_origin_of(w->scene, h->body, &o))
        return TW_OK; /* the dragged body was removed, and with it the hand's objects, so nothing is
                         left to remove */
    TW_TRY(tw_message_begin(&m));
    begin_kept(w, &m, "pull", h->from);
    fputc(',', m.out);
    tw_put_object(m.out, &o);
    fputs(",\"point\":", m.out);
    put_exact(m.out, (const double[]){h->point.x, h->point.y, h->point.z}, 3);
    fprintf(m.out, ",\"tau\":%.17g,\"max_force\":%.17g,\"keys\":[", h->tau, h->max_force);
    for (size_t i = 0; i < h->key.count; i += 4) {
        if (i) fputc(',', m.out);
        put_exact(m.out, h->key.data + i, 4);
    }
    fprintf(m.out, "],\"end\":%.17g}", tw_scene_state_of(w->scene).time);
    return tw_message_send(w, &m, TW_SAY_ONCE, 0, true);
}

/* ---- moving and letting go ------------------------------------------------------------------- */

static tw_status end_at_rest(tw_work *w) {
    bool keeps = w->hand.keeps;
    TW_TRY(let_go(w));
    if (!keeps) {
        tw_live_place(w->scene, w->hand.pose.data, w->hand.pose.count);
        return TW_OK;
    }
    TW_TRY(tw_live_settle(w->scene));
    return say_poses(w);
}

static tw_status end_pull(tw_work *w) {
    bool keeps = w->hand.keeps;
    TW_TRY(let_go(w));
    return keeps ? say_pull(w) : TW_OK;
}

static tw_status move_nail(tw_work *w) {
    const tw_hand *h = &w->hand;
    const tw_variant at = tw_vector(h->target.x, h->target.y, h->target.z);
    return tw_live_set(&w->door, h->nail, "position", &at);
}

tw_status tw_hand_apply(tw_work *w) {
    tw_hand *h = &w->hand;
    if (!h->holds) return TW_OK;
    tw_status s = TW_OK;
    if (h->moved) {
        h->moved = false;
        s = move_nail(w);
        if (s == TW_OK) s = h->pulls ? note_key(w) : tw_live_pull(w->scene, h->constraint);
    }
    if (s == TW_OK && h->ends) s = h->pulls ? end_pull(w) : end_at_rest(w);
    if (s == TW_OK) return s;
    tw_kept kept = tw_failure_keep(s);
    if (h->holds) (void)let_go(w);
    return tw_failure_again(&kept);
}

tw_status tw_hand_end(tw_work *w) {
    w->hand.ends = w->hand.keeps = true;
    return tw_hand_apply(w);
}
