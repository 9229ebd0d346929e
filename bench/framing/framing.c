/*
 * How well the automatic camera fills the picture: scenes are simulated, the cameras that they give
 * are dropped, and of each frame the silhouettes' part of the picture is measured, by the slopes at
 * which shapes are touched (no pixels).
 *
 * usage: bench_framing [--own] SCENE.lua...      --own: with the scenes' own cameras
 *
 * A line for each scene: the part of the height and of the width that is filled by all that is in
 * the picture at any time (film), and by a frame's (quarter, median, three quarters of the frames);
 * the part of all solids, at all times, that stand wholly in the picture.
 */
#include "frame/framing.h"
#include "base/math/elementary.h"
#include "frame/film.h"
#include "frame/framing/fit.h"
#include "frame/framing/weigh.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct film {
    tw_scene *scene;
    TW_ARRAY(tw_frame *) frames;
} film;

static tw_status ready(void *context, double t) {
    return tw_scene_ready(((film *)context)->scene, t);
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    film *f = context;
    TW_TRY(tw_scene_on_frame(f->scene, number, t));
    return frame ? tw_scene_captions(f->scene, t, frame) : TW_OK;
}

static tw_status finished(void *context, tw_frame *frame) {
    return tw_push(&((film *)context)->frames, frame);
}

/* left, right, bottom, top; the edges of the picture are -1 and 1 */
typedef struct span {
    double lo[2], hi[2];
} span;

static const span none = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static void join(span *to, const span *s) {
    for (int i = 0; i < 2; i++) {
        to->lo[i] = fmin(to->lo[i], s->lo[i]);
        to->hi[i] = fmax(to->hi[i], s->hi[i]);
    }
}

/* the largest slope at which the thing is touched, by bisection */
static double slope(const tw_seen *s, vec3 eye, vec3 out, vec3 forward) {
    double lo = -1e3, hi = 1e3;
    for (int i = 0; i < 50; i++) {
        double k = 0.5 * (lo + hi);
        vec3 n = v3_madd(out, -k, forward);
        if (tw_seen_reach(s, n) > v3_dot(n, eye))
            lo = k;
        else
            hi = k;
    }
    return hi;
}

static bool span_of(const tw_camera *c, double aspect, const tw_seen *s, span *to) {
    tw_axes a = tw_axes_of(v3_sub(c->target, c->eye), c->up);
    double unit = tw_tan(0.5 * c->fov);
    if (-tw_seen_reach(s, v3_neg(a.forward)) - v3_dot(a.forward, c->eye) <= 0) return false;
    for (int i = 0; i < 2; i++) {
        double side = unit * (i ? 1 : aspect);
        vec3 out = i ? a.up : a.right;
        to->hi[i] = slope(s, c->eye, out, a.forward) / side;
        to->lo[i] = -slope(s, c->eye, v3_neg(out), a.forward) / side;
    }
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const film *f, const char *name, double aspect) {
    size_t count = f->frames.count, whole = 0, all = 0;
    double *part[2] = {malloc((count + 1) * sizeof(double)), malloc((count + 1) * sizeof(double))};
    span ever = none;
    for (size_t k = 0; k < count; k++) {
        tw_frame *frame = f->frames.data[k];
        tw_survey s = {0};
        span now = none;
        tw_frame_stop(frame);
        tw_survey_add(&s, frame, aspect);
        for (size_t i = 0; i < s.seen.count; i++) {
            span one;
            if (!s.seen.data[i].root) continue;
            all++;
            if (!span_of(&frame->camera, aspect, &s.seen.data[i], &one)) continue;
            if (one.hi[0] < -1 || one.lo[0] > 1 || one.hi[1] < -1 || one.lo[1] > 1) continue;
            whole += one.lo[0] >= -1 && one.hi[0] <= 1 && one.lo[1] >= -1 && one.hi[1] <= 1;
            for (int d = 0; d < 2; d++) {
                one.lo[d] = fmax(one.lo[d], -1);
                one.hi[d] = fmin(one.hi[d], 1);
            }
            join(&now, &one);
        }
        join(&ever, &now);
        for (int d = 0; d < 2; d++) part[d][k] = fmax(0.5 * (now.hi[d] - now.lo[d]), 0);
        tw_survey_free(&s);
    }
    for (int d = 0; d < 2; d++) qsort(part[d], count, sizeof(double), by_size);
    printf("%-28s %5zu", name, count);
    for (int d = 1; d >= 0 && count; d--)
        printf("   %4.2f  %4.2f %4.2f %4.2f", fmax(0.5 * (ever.hi[d] - ever.lo[d]), 0),
               part[d][count / 4], part[d][count / 2], part[d][3 * count / 4]);
    printf("   %5.3f\n", all ? (double)whole / (double)all : 1);
    free(part[0]);
    free(part[1]);
}

static void drop_camera(tw_frame *f) {
    tw_camera plain = {.up = {0, 0, 1},
                       .around = f->camera.around,
                       .above = f->camera.above,
                       .fill = f->camera.fill};
    f->camera = plain;
    f->sweep = NULL;
    f->sweep_count = 0;
}

static tw_status one_scene(tw_scene *scene, bool own) {
    film f = {.scene = scene};
    tw_film result;
    const tw_world *w = tw_scene_world(scene);
    double aspect = (double)w->set.width / w->set.height;
    tw_film_options o = {
        .snapshot = {.layers = tw_scene_layers(scene), .tracks = tw_scene_tracks(scene)},
        .frames = true,
        .aspect = aspect,
        .look = look,
        .ready = ready,
        .finished = finished,
        .context = &f};
    tw_status s = tw_film_run(tw_scene_sim(scene), &o, &result);
    for (size_t i = 0; i < f.frames.count && !own; i++) drop_camera(f.frames.data[i]);
    if (s == TW_OK || f.frames.count) s = tw_film_frame(f.frames.data, f.frames.count, aspect);
    if (s == TW_OK) measure(&f, w->set.name, aspect);
    for (size_t i = 0; i < f.frames.count; i++) {
        tw_frame_free(f.frames.data[i]);
        free(f.frames.data[i]);
    }
    tw_array_free(&f.frames);
    tw_film_free(&result);
    return s;
}

static void quiet(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

static tw_status one_script(const char *path, bool own) {
    tw_script *script;
    tw_script_options o = {.output = quiet};
    TW_TRY(tw_script_create(&o, &script));
    tw_status s = tw_script_run_file(script, path, 0, NULL);
    for (int i = 0; s == TW_OK && i < tw_script_scene_count(script); i++)
        s = one_scene(tw_script_scene(script, i), own);
    tw_script_destroy(script);
    return s;
}

int main(int argc, char **argv) {
    bool own = argc > 1 && !strcmp(argv[1], "--own");
    int failed = 0;
    printf("%-28s %5s   %-22s   %-22s   %5s\n%-28s %5s   %-22s   %-22s\n", "", "", "height",
           "width", "whole", "scene", "frames", "film  1/4  1/2  3/4", "film  1/4  1/2  3/4");
    for (int i = 1 + own; i < argc; i++) {
        if (one_script(argv[i], own) == TW_OK) continue;
        fprintf(stderr, "%s: %s\n", argv[i], tw_failure());
        failed = 1;
    }
    return failed;
}
