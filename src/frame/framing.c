/* The automatic camera: chooses what cameras of a film leave open; see framing.h. */
#include "frame/framing.h"

#include "base/math/elementary.h"
#include "frame/framing/fit.h"
#include "frame/framing/moment.h"
#include "frame/framing/weigh.h"
#include "frame/look.h"
#include "frame/marks/chase.h"
#include "frame/marks/sweep.h"

#include <math.h>
#include <stdlib.h>

#define EMPTY 6.0 /* distance of the eye in an empty scene, m */
/* greatest distance of an orthographic eye from the target, picture heights */
#define FARTHEST 50
/* if captions and graphs leave less than this share of the picture's width (or height) free, no
 * room is left for graphs at its left and right (or top and bottom) */
#define LEAST_FREE 0.3
/* In films with arrows of forces, which reach beyond the bodies, the share of the picture for the
 * subject is multiplied by this. */
#define ARROWS 0.8
#define NARROW 0.02 /* least field of view chosen, rad */
#define WIDE 1.75   /* greatest field of view chosen, rad */

/* ---- choosing ------------------------------------------------------------------------------- */

typedef struct choice {
    const tw_survey *survey;
    double aspect;
    /* [survey glimpses] true: the glimpse (a frame of the survey) is one for which the current
     * setup is chosen */
    bool *chosen;
    double *weight; /* [survey seen] weights of the things in the chosen glimpses */
    tw_fit fit;
    tw_subject subject; /* bounds of the things in the chosen glimpses */
} choice;

/* true: the cameras of all chosen glimpses have the azimuth and elevation of `like` */
static bool stands(const choice *c, const tw_camera *like) {
    for (size_t g = 0; g < c->survey->glimpse.count; g++) {
        const tw_camera *k = &c->survey->glimpse.data[g].camera;
        if (c->chosen[g] && (k->around != like->around || k->above != like->above)) return false;
    }
    return true;
}

/* true: the subject may be shown beside the picture's middle, where graphs leave room. This is
 * allowed if the cameras of the chosen glimpses leave eye and target open, have one direction, and
 * do not follow the subject */
static bool shifts(const choice *c, const tw_camera *like) {
    return !like->has_eye && !like->has_target && like->fit != TW_FIT_MOMENT && stands(c, like);
}

/* Sets the sides of c->fit: the part of the picture that the subject is to fill. It is centred in
 * the area that captions leave free, and, if the subject may be shown off the middle, that graphs
 * leave free, too */
static void make_sides(choice *c, const tw_setup *m) {
    double graph[4] = {0}, text[4] = {0};
    double fill = m->like.fill > 0 ? m->like.fill : TW_CAMERA_FILL;
    bool arrows = false, shift = shifts(c, &m->like);
    for (size_t g = 0; g < c->survey->glimpse.count; g++) {
        const tw_glimpse *of = &c->survey->glimpse.data[g];
        if (!c->chosen[g]) continue;
        text[2] = fmax(text[2], of->top);
        text[3] = fmax(text[3], of->bottom);
        for (int k = 0; k < 4 && shift; k++) graph[k] = fmax(graph[k], of->graphs[k]);
        arrows |= of->arrows;
    }
    if (arrows) fill *= ARROWS;
    for (int k = 0; k < 4; k += 2) {
        double a = text[k] + graph[k], b = text[k + 1] + graph[k + 1];
        if (1 - a - b < LEAST_FREE) a = text[k], b = text[k + 1];
        double across = k ? 1 : c->aspect, half = fill * (1 - a - b), middle = b - a;
        c->fit.side[k] = across * (half + middle);
        c->fit.side[k + 1] = across * (half - middle);
    }
    c->fit.fill = fill;
    c->fit.slope = tw_tan(0.5 * m->fov);
}

/* distance of an orthographic eye from its target: so large that everything seen lies in front of
 * the eye and that the lowest rays begin above the floor, but at most FARTHEST */
static double stand_back(const choice *c, const tw_setup *m) {
    const tw_survey *s = c->survey;
    double half = 0.5 * m->height, far = 2 * half, ahead = 0;
    for (size_t g = 0; g < s->glimpse.count; g++) {
        const tw_glimpse *of = &s->glimpse.data[g];
        vec3 back = v3_neg(v3_normalized(tw_view_of(&of->camera)));
        vec3 target = of->camera.has_target ? of->camera.target : m->target;
        if (!c->chosen[g]) continue;
        for (size_t i = 0; i < m->path.way.count; i++)
            ahead = fmax(ahead, -v3_dot(back, v3_sub(m->path.way.data[i].target, target)));
        for (size_t i = of->first; i < of->first + of->count; i++)
            far = fmax(far, tw_seen_reach(&s->seen.data[i], back) - v3_dot(back, target) + half);
        double under = c->subject.lowest - target.z + half * sqrt(1 - back.z * back.z);
        if (back.z > 0.02) far = fmax(far, under / back.z);
    }
    return fmin(tw_coarse(far + ahead), FARTHEST * m->height);
}

static tw_status choose_eye(choice *c, tw_setup *m) {
    const tw_camera *like = &m->like;
    double size;
    if (!like->has_target && stands(c, like)) {
        tw_axes a = tw_axes_of(tw_view_of(like), like->up);
        TW_TRY(tw_fit_window(&c->fit, &a, c->subject.centre, &size, &m->target));
    } else {
        TW_TRY(tw_fit_size(&c->fit, like->has_target ? NULL : &c->subject.centre, &size));
    }
    if (!c->fit.parallel) {
        m->distance = size > 0 ? size : EMPTY;
        return TW_OK;
    }
    if (size > 0 && !like->has_height) m->height = 2 * size;
    m->distance = stand_back(c, m);
    return TW_OK;
}

static tw_status choose_zoom(choice *c, tw_setup *m) {
    double size;
    if (c->fit.parallel) {
        TW_TRY(tw_fit_size(&c->fit, m->like.has_target ? NULL : &m->target, &size));
        if (size > 0) m->height = 2 * size;
        return TW_OK;
    }
    TW_TRY(tw_fit_slope(&c->fit, &m->target, &size));
    if (size > 0) m->fov = fmin(fmax(2 * tw_atan(size), NARROW), WIDE);
    return TW_OK;
}

/* chooses the path of a camera that follows its subject (TW_FIT_MOMENT), and from it distance or
 * height of the setup */
static tw_status choose_path(choice *c, tw_setup *m) {
    double most = -INFINITY;
    TW_TRY(tw_moment_choose(&c->fit, c->weight, &c->subject, &m->path));
    for (size_t i = 0; i < m->path.way.count; i++) most = fmax(most, m->path.way.data[i].size);
    if (!m->path.way.count) return TW_OK;
    if (c->fit.parallel) {
        m->height = 2 * tw_exp(most);
        m->distance = stand_back(c, m);
    } else if (!m->like.has_eye) {
        m->distance = tw_exp(most);
    }
    return TW_OK;
}

static tw_status choose(choice *c, tw_setup *m) {
    const tw_survey *s = c->survey;
    m->fov = m->like.has_fov ? m->like.fov : TW_CAMERA_FOV;
    m->height = m->like.has_height ? m->like.height : 2 * EMPTY * tw_tan(0.5 * TW_CAMERA_FOV);
    m->distance = EMPTY;
    if (tw_camera_complete(&m->like)) return TW_OK;
    for (size_t g = 0; g < s->glimpse.count; g++)
        c->chosen[g] = tw_camera_alike(&s->glimpse.data[g].camera, &m->like);
    TW_TRY(tw_survey_weigh(s, c->chosen, c->weight));
    TW_TRY(tw_subject_within(s, c->chosen, c->weight, &c->subject));
    c->fit = (tw_fit){.survey = s,
                      .chosen = c->chosen,
                      .to = s->glimpse.count,
                      .weight = c->weight,
                      .price = TW_WINDOW_PRICE,
                      .parallel = m->like.projection == TW_ORTHOGRAPHIC};
    m->target = c->subject.centre;
    make_sides(c, m);
    bool moves = !m->like.has_eye || !tw_camera_zoomed(&m->like);
    if (m->like.fit == TW_FIT_MOMENT && moves) return choose_path(c, m);
    if (!m->like.has_eye) return choose_eye(c, m);
    return tw_camera_zoomed(&m->like) ? TW_OK : choose_zoom(c, m);
}

static tw_setup *setup_of(const tw_framing *framing, const tw_camera *c) {
    for (size_t i = 0; i < framing->setup.count; i++)
        if (tw_camera_alike(&framing->setup.data[i].like, c)) return &framing->setup.data[i];
    return NULL;
}

static tw_status choose_all(choice *c, tw_survey *survey, tw_framing *framing) {
    TW_TRY(tw_subject_of(survey, &framing->subject));
    framing->bearing = tw_bearing_of(&framing->subject);
    for (size_t g = 0; g < survey->glimpse.count; g++)
        tw_bearing_apply(&framing->bearing, &survey->glimpse.data[g].camera);
    for (size_t g = 0; g < c->survey->glimpse.count; g++) {
        const tw_camera *camera = &c->survey->glimpse.data[g].camera;
        if (setup_of(framing, camera)) continue;
        TW_TRY(tw_push(&framing->setup, ((tw_setup){.like = *camera})));
        TW_TRY(choose(c, &framing->setup.data[framing->setup.count - 1]));
    }
    double distance = 0;
    for (size_t i = 0; i < framing->setup.count; i++)
        if (!framing->setup.data[i].like.has_eye)
            distance = fmax(distance, framing->setup.data[i].distance);
    framing->site = tw_site_of(c->survey, &framing->subject, distance);
    return TW_OK;
}

tw_status tw_framing_choose(tw_survey *survey, double aspect, tw_framing *framing) {
    choice c = {.survey = survey, .aspect = aspect};
    *framing = (tw_framing){0};
    c.chosen = malloc((survey->glimpse.count + 1) * sizeof *c.chosen);
    c.weight = malloc((survey->seen.count + 1) * sizeof *c.weight);
    tw_status s = c.chosen && c.weight ? choose_all(&c, survey, framing) : tw_fail_memory();
    free(c.chosen);
    free(c.weight);
    return s;
}

void tw_framing_free(tw_framing *framing) {
    for (size_t i = 0; i < framing->setup.count; i++)
        tw_array_free(&framing->setup.data[i].path.way);
    tw_array_free(&framing->setup);
}

static bool same_place(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_path(const tw_path *a, const tw_path *b) {
    bool same = a->way.count == b->way.count && a->reach == b->reach;
    for (size_t i = 0; same && i < a->way.count; i++) {
        const tw_way *x = &a->way.data[i], *y = &b->way.data[i];
        same = x->time == y->time && x->size == y->size && same_place(x->target, y->target);
    }
    return same;
}

bool tw_framing_same(const tw_framing *a, const tw_framing *b) {
    bool same = a->setup.count == b->setup.count && a->bearing.around == b->bearing.around &&
                a->bearing.above == b->bearing.above && tw_subject_same(&a->subject, &b->subject) &&
                tw_site_same(&a->site, &b->site);
    for (size_t i = 0; same && i < a->setup.count; i++) {
        const tw_setup *x = &a->setup.data[i], *y = &b->setup.data[i];
        same = tw_camera_alike(&x->like, &y->like) && x->fov == y->fov && x->height == y->height &&
               x->distance == y->distance && same_place(x->target, y->target) &&
               same_path(&x->path, &y->path);
    }
    return same;
}

bool tw_framing_serves(const tw_framing *framing, const tw_frame *f) {
    return setup_of(framing, &f->camera) != NULL;
}

/* ---- one frame ------------------------------------------------------------------------------ */

/* sets the members of camera c that are open, at time t, from the setup m and the direction of view
 * d */
static void complete(tw_camera *c, const tw_setup *m, const tw_bearing *d, double t) {
    double distance = m->distance, fov = m->fov, height = m->height;
    vec3 target = m->target;
    tw_bearing_apply(d, c);
    if (m->path.way.count) {
        tw_way w = tw_path_at(&m->path, t);
        double size = tw_exp(w.size);
        target = w.target;
        if (c->projection == TW_ORTHOGRAPHIC)
            height = 2 * size;
        else if (c->has_eye)
            fov = fmin(fmax(2 * tw_atan(size), NARROW), WIDE);
        else
            distance = size;
    }
    if (!c->has_target) c->target = target;
    if (!c->has_fov) c->fov = fov;
    if (!c->has_height) c->height = height;
    /* if the script does not set the eye, it moves with the target */
    if (!c->has_eye) c->eye = v3_madd(c->target, -distance, v3_normalized(tw_view_of(c)));
}

static void mark_complete(tw_camera *c) {
    tw_camera_sharpen(c);
    if (!c->has_focus) c->focus = v3_length(v3_sub(c->target, c->eye));
    c->has_eye = c->has_target = c->has_fov = c->has_height = c->has_focus = true;
}

/* gives the frame a sweep (cameras over the exposure) if its camera moves only because it follows
 * its subject */
static tw_status begin_sweep(tw_frame *f) {
    if (f->sweep_count || !(f->open > 0)) return TW_OK;
    f->sweep = tw_frame_alloc(f, TW_SWEEP * sizeof *f->sweep);
    if (!f->sweep) return tw_fail_memory();
    for (int k = 0; k < TW_SWEEP; k++) f->sweep[k] = f->camera;
    f->sweep_count = TW_SWEEP;
    return TW_OK;
}

/* completes the cameras over the exposure. Those that are not like the frame's own camera
 * (tw_camera_alike) are replaced by their neighbour toward the middle of the exposure */
static void complete_sweep(tw_frame *f, const tw_setup *m, const tw_bearing *d) {
    int n = f->sweep_count;
    for (int side = -1; side <= 1; side += 2)
        for (int k = n / 2 + side; k >= 0 && k < n; k += side) {
            tw_camera *c = &f->sweep[k];
            if (!tw_camera_alike(c, &f->camera)) *c = *(c - side);
        }
    for (int k = 0; k < n; k++) {
        double t = f->time + f->open * ((double)k / (n - 1) - 0.5);
        complete(&f->sweep[k], m, d, t);
        mark_complete(&f->sweep[k]);
    }
}

tw_status tw_framing_apply(const tw_framing *framing, tw_frame *f) {
    static const tw_setup nothing; /* to choose */
    const tw_setup *m = setup_of(framing, &f->camera);
    if (!m && !tw_camera_complete(&f->camera)) return TW_OK;
    if (!m) m = &nothing;
    if (m->path.way.count) TW_TRY(begin_sweep(f));
    complete_sweep(f, m, &framing->bearing);
    complete(&f->camera, m, &framing->bearing, f->time);
    mark_complete(&f->camera);
    tw_sweep_settle(f);
    return TW_OK;
}

tw_status tw_film_frame(tw_frame *const *frames, size_t count, double aspect) {
    tw_survey survey;
    tw_framing framing = {0};
    tw_status s = tw_survey_make(frames, count, aspect, &survey);
    if (s == TW_OK) s = tw_framing_choose(&survey, aspect, &framing);
    for (size_t i = 0; i < count && s == TW_OK; i++) {
        s = tw_framing_apply(&framing, frames[i]);
        if (s == TW_OK) s = tw_look_apply(frames[i], &framing.site);
    }
    tw_framing_free(&framing);
    tw_survey_free(&survey);
    return s;
}
