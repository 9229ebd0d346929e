/* The places that a camera follows; see chase.h. */
#include "frame/marks/chase.h"

#include "base/math/elementary.h"

/* *x: place that a field of the camera (eye, target, focus) follows or is set to, at time t,
 * without smoothing; false: the field neither follows anything nor is set */
static bool raw_place(const tw_world *w, tw_camera_field field, double t, vec3 *x) {
    const tw_stage_camera *s = &w->stage.camera;
    tw_pose at;
    if (field == TW_CAMERA_FOCUS) {
        if (!tw_world_followed(w, s->focus_follow, s->focus_group, &at)) return false;
        *x = at.x;
        return true;
    }
    bool eye = field == TW_CAMERA_EYE;
    const tw_value *v = eye ? &s->eye : &s->target;
    bool follows = tw_world_followed(w, eye ? s->eye_follow : s->target_follow,
                                     eye ? s->eye_group : s->target_group, &at);
    if (tw_value_is_unset(v) && !follows) return false;
    vec3 offset = tw_value_is_unset(v) ? v3_zero() : tw_value3(v, t);
    if (follows && (eye ? s->eye_turn : s->target_turn)) offset = q_rotate(at.q, offset);
    *x = follows ? v3_add(at.x, offset) : offset;
    return true;
}

static const tw_chase *chase_of(const tw_world *w, tw_camera_field field) {
    const tw_stage_camera *s = &w->stage.camera;
    return field == TW_CAMERA_EYE      ? &s->eye_chase
           : field == TW_CAMERA_TARGET ? &s->target_chase
                                       : &s->focus_chase;
}

static unsigned jumps_of(const tw_world *w, tw_camera_field field) {
    const tw_stage_camera *s = &w->stage.camera;
    tw_id id = field == TW_CAMERA_EYE      ? s->eye_follow
               : field == TW_CAMERA_TARGET ? s->target_follow
                                           : s->focus_follow;
    const tw_body *b = tw_world_body(w, id);
    return b ? b->o.jumps : 0;
}

/* The smoothed place y follows the place x with the time constant T. While x moves straight, the
 * error e = y - x obeys e'' + 2 e'/T + e/T^2 = 0; s seconds after the values e0, e0' it is e = (e0
 * + (e0' + e0/T) s) exp(-s/T) */
static tw_chase step(const tw_chase *c, double t, vec3 x, unsigned jumps) {
    tw_chase next = {.seconds = c->seconds, .begun = true, .t = t, .x = x, .y = x, .jumps = jumps};
    double s = t - c->t, T = c->seconds;
    if (!c->begun || !(s >= 0) || jumps != c->jumps) return next;
    if (s == 0) {
        next = *c;
        return next;
    }
    vec3 rate = v3_scale(v3_sub(x, c->x), 1 / s);
    vec3 e = v3_sub(c->y, c->x), d = v3_sub(c->moves ? c->v : rate, rate);
    vec3 g = v3_madd(d, 1 / T, e);
    double fade = tw_exp(-s / T);
    vec3 after = v3_scale(v3_madd(e, s, g), fade);
    next.y = v3_add(x, after);
    next.v = v3_add(rate, v3_madd(v3_scale(g, fade), -1 / T, after));
    next.moves = true;
    return next;
}

bool tw_camera_place(const tw_world *w, tw_camera_field field, double t, vec3 *x) {
    const tw_chase *c = chase_of(w, field);
    if (!raw_place(w, field, t, x)) return false;
    if (c->seconds > 0) *x = step(c, t, *x, jumps_of(w, field)).y;
    return true;
}

void tw_camera_chase(tw_world *w) {
    tw_stage_camera *s = &w->stage.camera;
    tw_chase *all[] = {&s->eye_chase, &s->target_chase, &s->focus_chase};
    for (int i = 0; i < 3; i++) {
        tw_camera_field field = (tw_camera_field)i;
        vec3 x;
        if (all[i]->seconds > 0 && raw_place(w, field, w->time, &x))
            *all[i] = step(all[i], w->time, x, jumps_of(w, field));
    }
}

void tw_camera_sharpen(tw_camera *c) {
    vec3 way = v3_sub(c->target, c->eye);
    if (!c->has_sharp || !(v3_length(way) > 0)) return;
    double depth = v3_dot(v3_sub(c->sharp, c->eye), v3_normalized(way));
    /* a place behind the eye cannot be in focus; then the target is */
    c->focus = depth > 0 ? depth : v3_length(way);
    c->has_focus = true;
}
