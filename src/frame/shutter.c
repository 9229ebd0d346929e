/* Collects the poses that solids take while the shutter is open, for motion blur; see shutter.h. */
#include "frame/shutter.h"

#include "base/math/elementary.h"
#include "frame/marks/sweep.h"
#include "frame/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = TW_SWEEP, MIDDLE = 4 };

/* greatest distance of a carrier from its straight motion between two poses, relative to the size
 * of its items: too small to be seen on something that moves */
#define LEEWAY 0.004
/* greatest rotation between two neighbouring poses, rad; with nine poses, the most that there are,
 * it may be exceeded */
#define FARTHEST 0.7

struct tw_shutter {
    tw_sim *sim;
    tw_id look;
    tw_moments m;
    int number; /* number of the frame that is being exposed, or that comes next */
    /* index of the next sample of the exposure, 0 .. TIMES - 1; at MIDDLE the frame itself is made
     */
    int slot;
    double open; /* length of the exposure, s of the film */
    /* true: frames whose cameras have no exposure are sampled as well, to measure motion */
    bool motion;
    bool sharp; /* true: the camera of this frame has no exposure, and `motion` is set */
    /* the frame that is being exposed; NULL before the middle of its exposure, when it is made */
    tw_frame *frame;
    tw_root_list roots;
    /* [sample] motion of bodies and props at that time; valid where looked[sample] */
    tw_root_list sample[TIMES];
    tw_camera camera[TIMES];
    bool looked[TIMES];
};

double tw_moment(const tw_moments *m, int number, double later) {
    double u = (number - 1) / m->fps;
    if (m->pace->plain && m->from == 0) return m->pace->begin + u + later;
    return tw_pace_time(m->pace, m->from + u + later);
}

static double frame_time(const tw_shutter *s) {
    return tw_moment(&s->m, s->number, 0);
}

static double slot_time(const tw_shutter *s, int slot) {
    return tw_moment(&s->m, s->number, s->open * ((double)slot / (TIMES - 1) - 0.5));
}

/* true: the sample's time is before the beginning of the scene's film, where the scene has no state
 */
static bool too_early(const tw_shutter *s, int slot) {
    return slot_time(s, slot) < s->m.pace->begin;
}

/* begins the exposure of frame s->number; samples before the scene's film are skipped */
static void begin(tw_shutter *s) {
    const tw_world *w = tw_sim_world(s->sim);
    double part = tw_value1(&w->stage.camera.shutter, frame_time(s));
    s->sharp = s->motion && !(part > 0);
    s->open = s->sharp ? 1 / s->m.fps : part > 0 ? fmin(part, 1) / s->m.fps : 0;
    s->frame = NULL;
    s->roots.count = 0;
    memset(s->looked, 0, sizeof s->looked);
    s->slot = 0;
    while (s->slot < MIDDLE && (s->open == 0 || too_early(s, s->slot))) s->slot++;
}

static double next(void *context) {
    const tw_shutter *s = context;
    if (s->slot == MIDDLE || s->number > s->m.count) return INFINITY;
    return slot_time(s, s->slot);
}

/* ---- completing a frame -------------------------------------------------------------------- */

static int by_key(const void *key, const void *root) {
    uint32_t a = *(const uint32_t *)key, b = ((const tw_root *)root)->key;
    return (a > b) - (a < b);
}

static const tw_root *find(const tw_shutter *s, int slot, const tw_root *now) {
    const tw_root_list *l = &s->sample[slot];
    if (!s->looked[slot] || !l->count) return NULL;
    const tw_root *r = bsearch(&now->key, l->data, l->count, sizeof *l->data, by_key);
    return r && r->jumps == now->jumps ? r : NULL;
}

/* pose of a carrier (a body or prop that carries items) `ago` seconds before now, extrapolated by
 * its velocities now */
static tw_pose earlier(const tw_root *r, double ago) {
    vec3 turn = v3_scale(r->angular_velocity, -ago);
    double angle = v3_length(turn);
    tw_pose p = {v3_madd(r->pose.x, -ago, r->velocity), r->pose.q};
    if (!(angle > 0)) return p;
    vec3 v = v3_scale(turn, tw_sin(0.5 * angle) / angle);
    quat q = {tw_cos(0.5 * angle), v.x, v.y, v.z};
    p.q = q_normalized(q_mul(q, r->pose.q));
    vec3 arm = q_rotate(q, v3_sub(r->pose.x, r->pivot));
    p.x = v3_add(v3_madd(r->pivot, -ago, r->velocity), arm);
    return p;
}

/* pose: poses of one carrier over the exposure. From the middle to both ends they follow the
 * samples until the carrier jumps, appears or disappears; beyond that event it stands still */
static void poses_of(const tw_shutter *s, const tw_root *now, tw_pose pose[TIMES]) {
    pose[MIDDLE] = now->pose;
    for (int side = -1; side <= 1; side += 2) {
        bool known = true;
        for (int k = MIDDLE + side; k >= 0 && k < TIMES; k += side) {
            const tw_root *r = known ? find(s, k, now) : NULL;
            bool before = side < 0 && too_early(s, k);
            if (r)
                pose[k] = r->pose;
            else
                pose[k] = known && before ? earlier(now, frame_time(s) - slot_time(s, k))
                                          : pose[k - side];
            known = known && (r || before);
        }
    }
}

static bool same(const tw_pose *a, const tw_pose *b) {
    return a->x.x == b->x.x && a->x.y == b->x.y && a->x.z == b->x.z && a->q.w == b->q.w &&
           a->q.x == b->q.x && a->q.y == b->q.y && a->q.z == b->q.z;
}

static quat toward(quat q, quat near) {
    return q_dot(q, near) < 0 ? (quat){-q.w, -q.x, -q.y, -q.z} : q;
}

static double turned(const quat *a, const quat *b) {
    return 2 * tw_acos(fmin(fabs(q_dot(*a, *b)), 1));
}

/* distance of pose p from the pose at the share u of a straight motion from a to b, for a body of
 * this size, m; the rotation counts by how far it moves a point at that radius */
static double error(const tw_pose *a, const tw_pose *b, double u, const tw_pose *p, double size) {
    quat qa = toward(a->q, p->q), qb = toward(b->q, p->q), q;
    q = q_normalized((quat){qa.w + u * (qb.w - qa.w), qa.x + u * (qb.x - qa.x),
                            qa.y + u * (qb.y - qa.y), qa.z + u * (qb.z - qa.z)});
    double dw = q.w - p->q.w, dx = q.x - p->q.x, dy = q.y - p->q.y, dz = q.z - p->q.z;
    double turn = 2 * sqrt(dw * dw + dx * dx + dy * dy + dz * dz);
    return v3_length(v3_sub(v3_lerp(a->x, b->x, u), p->x)) + turn * size;
}

/* least number of evenly spaced poses that describe the motion p [TIMES]: 1 (at rest), 2, 3, 5 or 9
 */
static int enough(const tw_pose *p, double size) {
    bool still = true;
    for (int k = 1; k < TIMES; k++) still = still && same(&p[0], &p[k]);
    if (still) return 1;
    for (int n = 2; n < TIMES; n = 2 * n - 1) {
        int step = (TIMES - 1) / (n - 1);
        double worst = 0;
        for (int k = 0; k < TIMES; k++) {
            int a = k / step * step;
            /* Few poses cannot describe a large rotation: the one of a full turn looks like rest at
             * the poses themselves. */
            if (a == k && k > 0 && turned(&p[k - step].q, &p[k].q) > FARTHEST) worst = INFINITY;
            if (a != k)
                worst =
                    fmax(worst, error(&p[a], &p[a + step], (double)(k - a) / step, &p[k], size));
        }
        if (worst <= LEEWAY * size) return n;
    }
    return TIMES;
}

static double size_of(const tw_frame *f, const tw_root *r) {
    double size = 0;
    for (size_t i = r->first; i < r->first + r->count; i++)
        size = fmax(size, tw_shape_radius(&f->item[i].shape) +
                              v3_length(v3_sub(f->pose[f->item[i].first_pose].x, r->pose.x)));
    return size;
}

/* writes `count` >= 2 poses of each item to the frame; all [carriers][TIMES]: poses of the carriers
 * of the items */
static tw_status fill(const tw_shutter *s, const tw_pose *all, int count) {
    tw_frame *f = s->frame;
    tw_pose *to = tw_frame_alloc(f, f->item_count * (size_t)count * sizeof *to);
    if (!to) return tw_fail_memory();
    int step = (TIMES - 1) / (count - 1);
    for (size_t i = 0; i < s->roots.count; i++) {
        const tw_root *r = &s->roots.data[i];
        tw_pose back = {q_rotate(q_conj(r->pose.q), v3_scale(r->pose.x, -1)), q_conj(r->pose.q)};
        for (size_t j = r->first; j < r->first + r->count; j++) {
            tw_pose middle = f->pose[f->item[j].first_pose],
                    local = tw_pose_compose(&back, &middle);
            for (int k = 0; k < count; k++) {
                const tw_pose *p = &all[i * TIMES + (size_t)(k * step)];
                to[j * (size_t)count + (size_t)k] =
                    same(p, &r->pose) ? middle : tw_pose_compose(p, &local);
            }
        }
    }
    for (size_t j = 0; j < f->item_count; j++) f->item[j].first_pose = j * (size_t)count;
    if (f->pose_count == 1)
        /* for a frame with several poses: the poses at its own time, in the order of the items */
        f->still = f->pose;
    f->pose = to;
    f->pose_count = count;
    return TW_OK;
}

/* Sets the frame's sweep, the cameras over the exposure. In place of a sample that was not taken
 * stands its neighbour toward the middle; samples before the scene's film are extrapolated unless
 * the camera jumps (tw_sweep_goes_on). If the camera stands still, the frame gets no sweep */
static tw_status sweep(const tw_shutter *s) {
    tw_frame *f = s->frame;
    tw_camera all[TIMES];
    all[MIDDLE] = f->camera;
    for (int k = MIDDLE + 1; k < TIMES; k++) all[k] = s->looked[k] ? s->camera[k] : all[k - 1];
    bool goes = tw_sweep_goes_on(&all[MIDDLE]);
    for (int k = MIDDLE - 1; k >= 0; k--) {
        if (s->looked[k])
            all[k] = s->camera[k];
        else if (goes && too_early(s, k))
            all[k] = tw_camera_earlier(&all[MIDDLE], &all[MIDDLE + 1], MIDDLE - k);
        else
            all[k] = all[k + 1];
    }
    if (tw_sweep_still(all, TIMES)) return TW_OK;
    f->sweep = tw_frame_alloc(f, sizeof all);
    if (!f->sweep) return tw_fail_memory();
    memcpy(f->sweep, all, sizeof all);
    f->sweep_count = TIMES;
    return TW_OK;
}

static tw_status complete(const tw_shutter *s) {
    size_t n = s->roots.count;
    if (!s->frame || s->open == 0) return TW_OK;
    s->frame->shutter = s->open * s->m.fps;
    s->frame->sharp = s->sharp;
    s->frame->open = s->m.pace->plain ? s->open : slot_time(s, TIMES - 1) - slot_time(s, 0);
    TW_TRY(sweep(s));
    if (!n) return TW_OK;
    tw_pose *all = malloc(n * TIMES * sizeof *all);
    if (!all) return tw_fail_memory();
    int count = 1;
    for (size_t i = 0; i < n; i++) {
        poses_of(s, &s->roots.data[i], all + i * TIMES);
        int need = enough(all + i * TIMES, size_of(s->frame, &s->roots.data[i]));
        count = need > count ? need : count;
    }
    tw_status status = count > 1 ? fill(s, all, count) : TW_OK;
    free(all);
    return status;
}

/* ---- looking ------------------------------------------------------------------------------- */

static tw_status look(void *context, int k, double t) {
    (void)k;
    tw_shutter *s = context;
    TW_TRY(tw_roots_now(tw_sim_world(s->sim), &s->sample[s->slot]));
    tw_camera_now(tw_sim_world(s->sim), t, &s->camera[s->slot]);
    s->looked[s->slot] = true;
    if (++s->slot < TIMES) return TW_OK;
    TW_TRY(complete(s));
    s->number++;
    begin(s);
    return TW_OK;
}

tw_status tw_shutter_open(tw_sim *sim, const tw_moments *moments, bool motion, tw_shutter **out) {
    tw_shutter *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    *s = (tw_shutter){.sim = sim, .m = *moments, .number = 1, .motion = motion};
    begin(s);
    tw_status status = tw_sim_watch_times(sim, next, look, s, &s->look);
    if (status != TW_OK) {
        free(s);
        return status;
    }
    *out = s;
    return TW_OK;
}

tw_status tw_shutter_frame(tw_shutter *s, int number, tw_frame *frame, tw_root_list *roots) {
    s->number = number;
    s->frame = frame;
    tw_array_free(&s->roots);
    s->roots = *roots;
    *roots = (tw_root_list){0};
    s->slot = MIDDLE + 1;
    if (s->open > 0) return TW_OK;
    s->number++;
    begin(s);
    return TW_OK;
}

tw_status tw_shutter_close(tw_shutter *s) {
    int number = s->number;
    if (!s->frame) return TW_OK;
    /* takes the samples after the film's end; if the simulation fails there, everything stands
     * still in them */
    TW_TRY(tw_sim_look_on(s->sim, slot_time(s, TIMES - 1)));
    if (s->number != number) return TW_OK;
    TW_TRY(complete(s));
    s->frame = NULL;
    return TW_OK;
}

void tw_shutter_free(tw_shutter *s) {
    if (!s) return;
    tw_sim_unwatch(s->sim, s->look);
    tw_array_free(&s->roots);
    for (int k = 0; k < TIMES; k++) tw_array_free(&s->sample[k]);
    free(s);
}
