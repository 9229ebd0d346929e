/*
 * Films as people make them, framed automatically: what matters fills 60 to 80 % of the picture's
 * height or width, seen by projecting points of the surfaces; what flies off decides nothing; the
 * camera that goes along is smooth; a film a million times as large is framed alike.
 */
#include "frame/framing.h"

#include "base/math/elementary.h"
#include "frame/looking.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { FRAMES = 240, ITEMS = 24 };

static const double aspect = 16.0 / 9, fps = 30;

static struct {
    tw_frame frame[FRAMES];
    tw_frame *list[FRAMES];
    tw_frame_item item[FRAMES][ITEMS];
    tw_pose pose[FRAMES][ITEMS];
} film;

/* a film without items; the camera leaves everything open */
static void begin(void) {
    memset(&film, 0, sizeof film);
    for (int i = 0; i < FRAMES; i++) {
        tw_frame *f = &film.frame[i];
        *f = (tw_frame){.number = i + 1, .time = i / fps, .pose_count = 1};
        f->item = film.item[i];
        f->pose = film.pose[i];
        f->camera.up = v3(0, 0, 1);
        f->camera.free_around = f->camera.free_above = true;
        film.list[i] = f;
    }
}

/* one more item of the body `number`, in frame i */
static void put(int i, int number, tw_shape shape, vec3 x, quat q) {
    tw_frame *f = &film.frame[i];
    size_t n = f->item_count++;
    film.pose[i][n] = (tw_pose){x, q};
    film.item[i][n] =
        (tw_frame_item){.shape = shape, .first_pose = n, .tag = (uint32_t)number * 32};
}

static const tw_shape ball = {.type = TW_SHAPE_SPHERE, .p = {0.3}};
static const tw_shape brick = {.type = TW_SHAPE_BOX, .p = {0.4, 0.4, 0.5}};
static const tw_shape bar = {.type = TW_SHAPE_CYLINDER, .p = {0.05, 1}};

static quat about_y(double angle) {
    return (quat){tw_cos(0.5 * angle), 0, tw_sin(0.5 * angle), 0};
}

static double part(int i) {
    return (double)i / (FRAMES - 1);
}

/* ---- the films ------------------------------------------------------------------------------ */

static void model(void) {
    for (int i = 0; i < FRAMES; i++)
        for (int k = 0; k < 6; k++)
            put(i, k + 1, k % 2 ? brick : ball, v3(0.5 * k, 0.3 * (k % 3), 0.4 * k), q_identity());
}

/* two rods come from the sides in the first second, then they swing */
static void pendulum(void) {
    for (int i = 0; i < FRAMES; i++) {
        double t = i / fps, away = t < 1 ? 6 * (1 - t) * (1 - t) : 0;
        double a = 1.1 * tw_cos(3 * t), b = 1.4 * tw_cos(2.3 * t + 1);
        vec3 joint = v3(tw_sin(a), 0, 2 - tw_cos(a));
        put(i, 1, bar, v3(0.5 * tw_sin(a) - away, 0, 2 - 0.5 * tw_cos(a)), about_y(-a));
        put(i, 2, bar, v3(joint.x + 0.5 * tw_sin(b) + 1.3 * away, 0, joint.z - 0.5 * tw_cos(b)),
            about_y(-b));
    }
}

/* a tower that stands for a third of the film, then falls over */
static void tower(void) {
    for (int i = 0; i < FRAMES; i++)
        for (int k = 0; k < 8; k++) {
            double u = fmin(fmax(3 * part(i) - 1, 0), 1), lean = 1.5707963 * u * u;
            double h = 0.25 + 0.5 * k;
            put(i, k + 1, brick, v3(h * tw_sin(lean), 0.1 * k * u, 0.25 + h * tw_cos(lean)),
                about_y(lean));
        }
}

/* a body around another one that stands */
static void orbit(void) {
    for (int i = 0; i < FRAMES; i++) {
        double a = 12 * part(i);
        put(i, 1, ball, v3_zero(), q_identity());
        put(i, 2, ball, v3(4 * tw_cos(a), 4 * tw_sin(a), 0.5 * tw_sin(a)), q_identity());
    }
}

/* it grows a hundredfold */
static void growing(void) {
    for (int i = 0; i < FRAMES; i++) {
        double size = tw_exp(4.605170186 * part(i));
        for (int k = 0; k < 5; k++) {
            tw_shape s = ball;
            s.p[0] *= size;
            put(i, k + 1, s, v3(size * (k - 2), 0, size * 0.4 * (k % 2)), q_identity());
        }
    }
}

/* three swing about, the fourth leaves at 1 km/s after a second */
static void escape(void) {
    for (int i = 0; i < FRAMES; i++) {
        double t = i / fps;
        for (int k = 0; k < 3; k++)
            put(i, k + 1, ball, v3(k - 1, 0.2 * k, 0.5 * tw_sin(3 * t + k)), q_identity());
        put(i, 4, ball, v3(0.5, 0, 0.7 + (t > 1 ? 1000 * (t - 1) : 0)), q_identity());
    }
}

/* ---- measuring ------------------------------------------------------------------------------ */

typedef struct span {
    double lo[2], hi[2]; /* parts of the picture, 0 .. 1 */
} span;

/* widens it by the bodies from first to last, as points of their surfaces are seen */
static void look_at(const tw_frame *f, int first, int last, span *s) {
    tw_looking eye = tw_looking_of(&f->camera, aspect);
    for (size_t i = 0; i < f->item_count; i++) {
        int body = (int)f->item[i].tag / 32;
        if (body < first || body > last) continue;
        const tw_pose *p = &f->pose[i];
        for (int j = 0; j < 600; j++) {
            double z = 1 - (j + 0.5) / 300, r = sqrt(1 - z * z), a = 2.399963 * j, x = 0, y = 0;
            vec3 n = v3(r * tw_cos(a), r * tw_sin(a), z);
            /* the support point, by the gradient of the reach */
            vec3 local = v3_zero();
            const double h = 1e-4;
            double *to[3] = {&local.x, &local.y, &local.z};
            for (int k = 0; k < 3; k++) {
                vec3 up = n, down = n;
                double *pu[3] = {&up.x, &up.y, &up.z}, *pd[3] = {&down.x, &down.y, &down.z};
                *pu[k] += h;
                *pd[k] -= h;
                double lu = v3_length(up), ld = v3_length(down);
                *to[k] = (lu * tw_shape_extent(&f->item[i].shape, v3_scale(up, 1 / lu)) -
                          ld * tw_shape_extent(&f->item[i].shape, v3_scale(down, 1 / ld))) /
                         (2 * h);
            }
            if (!tw_looking_project(&eye, tw_pose_apply(p, local), &x, &y)) continue;
            x /= aspect;
            s->lo[0] = fmin(s->lo[0], x), s->hi[0] = fmax(s->hi[0], x);
            s->lo[1] = fmin(s->lo[1], y), s->hi[1] = fmax(s->hi[1], y);
        }
    }
}

static const span nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static double larger(const span *s) {
    return fmax(s->hi[0] - s->lo[0], s->hi[1] - s->lo[1]);
}

static void apply(void) {
    if (tw_film_frame(film.list, FRAMES, aspect) != TW_OK) fail_msg("%s", tw_failure());
}

/* over frames from .. to the bodies first .. last fill so much, and stay in the picture */
static void fills(const char *name, int from, int to, int first, int last, double least,
                  double most) {
    span s = nothing;
    apply();
    for (int i = from; i < to; i += 2) look_at(&film.frame[i], first, last, &s);
    double part_ = larger(&s);
    if (!(part_ >= least && part_ <= most))
        fail_msg("%s: filled to %.3f, expected %g .. %g", name, part_, least, most);
    for (int k = 0; k < 2; k++)
        if (!(s.lo[k] >= -0.015 && s.hi[k] <= 1.015)) /* targets are rounded */
            fail_msg("%s: from %.3f to %.3f of the picture", name, s.lo[k], s.hi[k]);
}

static const struct {
    const char *name;
    void (*make)(void);
    int from, to, first, last; /* frames and bodies that matter */
} films[] = {
    {"model", model, 0, FRAMES, 1, 9},     {"pendulum", pendulum, 32, FRAMES, 1, 2},
    {"tower", tower, 0, FRAMES, 1, 9},     {"orbit", orbit, 0, FRAMES, 1, 2},
    {"growing", growing, 0, FRAMES, 1, 9}, {"escape", escape, 0, FRAMES, 1, 3},
};
enum { FILMS = sizeof films / sizeof *films };

static void filled(void **state) {
    (void)state;
    for (int parallel = 0; parallel < 2; parallel++)
        for (int k = 0; k < FILMS; k++) {
            begin();
            for (int i = 0; i < FRAMES; i++)
                film.frame[i].camera.projection = parallel ? TW_ORTHOGRAPHIC : TW_PERSPECTIVE;
            films[k].make();
            fills(films[k].name, films[k].from, films[k].to, films[k].first, films[k].last, 0.6,
                  0.8);
        }
}

/* as much as is asked for */
static void asked(void **state) {
    (void)state;
    static const double parts[] = {0.3, 0.5, 0.9, 1};
    for (int k = 0; k < 4; k++) {
        begin();
        model();
        for (int i = 0; i < FRAMES; i++) film.frame[i].camera.fill = parts[k];
        fills("model", 0, FRAMES, 1, 9, parts[k] - 0.05, parts[k] + 1e-6);
    }
}

/* a given eye, a given target, a turntable */
static void partly_given(void **state) {
    (void)state;
    for (int way = 0; way < 6; way++) {
        begin();
        (way % 2 ? escape : tower)();
        for (int i = 0; i < FRAMES; i++) {
            tw_camera *c = &film.frame[i].camera;
            if (way / 2 == 0) c->has_eye = true, c->eye = v3(2, -15, 3);
            if (way / 2 == 1) c->has_target = true, c->target = v3(0.5, 0, 1);
            if (way / 2 == 2) c->free_around = false, c->around = 0.02 * i;
        }
        fills(way % 2 ? "escape" : "tower", 0, FRAMES, 1, way % 2 ? 3 : 9, 0.3, 0.85);
    }
}

/* a wall behind that stands, and much larger than all that moves, is background; a base is not */
static void background(void **state) {
    (void)state;
    for (int large = 0; large < 2; large++) {
        begin();
        orbit();
        double size = large ? 60 : 6;
        tw_shape wall = {.type = TW_SHAPE_BOX, .p = {size, 0.2, size}};
        for (int i = 0; i < FRAMES; i++) put(i, 3, wall, v3(0, 5, 0), q_identity());
        fills("wall", 0, FRAMES, large ? 1 : 3, large ? 2 : 3, large ? 0.5 : 0.4, 0.85);
    }
}

/* only what is framed counts */
static void chosen(void **state) {
    (void)state;
    begin();
    orbit();
    for (int i = 0; i < FRAMES; i++) {
        film.item[i][1].beside = true;
        film.frame[i].camera.framed = true;
    }
    fills("the middle one", 0, FRAMES, 1, 1, 0.6, 0.8);
}

/* text at the bottom covers nothing */
static void captions(void **state) {
    (void)state;
    static tw_caption lines[2] = {{.text = "one line", .size = 0.05, .opacity = 1},
                                  {.text = "and\nanother", .size = 0.05, .opacity = 1}};
    begin();
    model();
    for (int i = 0; i < FRAMES; i++) {
        film.frame[i].caption = lines;
        film.frame[i].caption_count = i > 100 && i < 150 ? 2 : 0;
        film.frame[i].camera.fill = 0.95;
    }
    span s = nothing;
    apply();
    look_at(&film.frame[0], 1, 9, &s);
    double text = 3 * 1.25 * 0.05 + 0.02;
    if (!(s.hi[1] <= 1 - text && s.hi[1] >= 1 - text - 0.06 && s.lo[1] <= 0.06 && s.lo[1] >= 0))
        fail_msg("from %g to %g of the height", s.lo[1], s.hi[1]);
}

/* ---- scale ---------------------------------------------------------------------------------- */

static void any_scale(void **state) {
    (void)state;
    static const double scales[] = {1e-3, 0.037, 1, 1000};
    for (int k = 0; k < FILMS; k++) {
        vec3 from = v3_zero();
        for (int j = 0; j < 4; j++) {
            begin();
            films[k].make();
            double scale = scales[j];
            for (int i = 0; i < FRAMES; i++)
                for (size_t n = 0; n < film.frame[i].item_count; n++) {
                    tw_shape *s = &film.item[i][n].shape;
                    for (int p = 0; p < TW_SHAPE_PARAMETERS; p++) s->p[p] *= scale;
                    film.pose[i][n].x = v3_scale(film.pose[i][n].x, scale);
                }
            fills(films[k].name, films[k].from, films[k].to, films[k].first, films[k].last, 0.6,
                  0.8);
            tw_camera *c = &film.frame[0].camera;
            vec3 d = v3_scale(v3_sub(c->eye, c->target), 1 / scale);
            if (j == 0) from = d;
            assert_true(v3_length(v3_sub(d, from)) < 0.05 * v3_length(from));
        }
    }
}

/* ---- the camera that goes along -------------------------------------------------------------- */

/* in each frame the whole is in the picture, and not too small */
static void along(void **state) {
    (void)state;
    for (int parallel = 0; parallel < 2; parallel++)
        for (int k = 0; k < FILMS; k++) {
            begin();
            films[k].make();
            for (int i = 0; i < FRAMES; i++) {
                film.frame[i].camera.fit = TW_FIT_MOMENT;
                film.frame[i].camera.projection = parallel ? TW_ORTHOGRAPHIC : TW_PERSPECTIVE;
            }
            apply();
            double sum = 0, least = 1;
            int n = 0;
            /* rods that come from far have to arrive first */
            int from = films[k].make == pendulum ? 80 : films[k].from;
            for (int i = from; i < films[k].to; i += 5) {
                span s = nothing;
                look_at(&film.frame[i], films[k].first, films[k].last, &s);
                double size = larger(&s);
                sum += size, n++;
                least = fmin(least, size);
                for (int d = 0; d < 2; d++)
                    if (!(s.lo[d] >= -0.01 && s.hi[d] <= 1.01))
                        fail_msg("%s, frame %d: from %g to %g", films[k].name, i, s.lo[d], s.hi[d]);
            }
            if (!(sum / n >= 0.5 && sum / n <= 0.8 && least >= 0.25))
                fail_msg("%s: filled to %g on average, %g at least", films[k].name, sum / n, least);
        }
}

/* second differences, in the picture's heights and in octaves, are bounded: 1/s^2 */
static void smooth(void **state) {
    (void)state;
    for (int k = 0; k < FILMS; k++) {
        begin();
        films[k].make();
        for (int i = 0; i < FRAMES; i++) film.frame[i].camera.fit = TW_FIT_MOMENT;
        apply();
        double worst = 0, jerk = 0;
        double last[4] = {0, 0, 0, 0};
        for (int i = 1; i + 1 < FRAMES; i++) {
            const tw_camera *c[3] = {&film.frame[i - 1].camera, &film.frame[i].camera,
                                     &film.frame[i + 1].camera};
            double d[3], now[4];
            for (int j = 0; j < 3; j++) d[j] = v3_length(v3_sub(c[j]->eye, c[j]->target));
            vec3 x = v3_add(v3_sub(c[0]->target, v3_scale(c[1]->target, 2)), c[2]->target);
            double height = 2 * d[1] * tw_tan(0.5 * c[1]->fov);
            now[0] = x.x / height * fps * fps, now[1] = x.y / height * fps * fps;
            now[2] = x.z / height * fps * fps;
            now[3] = tw_log(d[0] * d[2] / (d[1] * d[1])) * fps * fps;
            for (int j = 0; j < 4; j++) {
                worst = fmax(worst, fabs(now[j]));
                if (i > 1) jerk = fmax(jerk, fabs(now[j] - last[j]));
                last[j] = now[j];
            }
        }
        /* as a pan by a third of the height in a second, begun and ended in half of one, at most;
         * and the second difference itself does not jump */
        if (!(worst < 3)) fail_msg("%s: second differences up to %g", films[k].name, worst);
        if (!(jerk < 0.35)) fail_msg("%s: they jump by %g", films[k].name, jerk);
    }
}

/* what grows evenly is followed evenly, to both ends, without lag */
static void no_lag(void **state) {
    (void)state;
    begin();
    growing();
    for (int i = 0; i < FRAMES; i++) film.frame[i].camera.fit = TW_FIT_MOMENT;
    apply();
    for (int i = 0; i < FRAMES; i++) {
        const tw_camera *c = &film.frame[i].camera;
        double size = tw_exp(4.605170186 * part(i));
        double first = v3_length(v3_sub(film.frame[0].camera.eye, film.frame[0].camera.target));
        double d = v3_length(v3_sub(c->eye, c->target)) / size;
        assert_true(fabs(d / first - 1) < 0.02);
    }
}

/* while a frame is exposed the camera goes on as from frame to frame */
static void exposed(void **state) {
    (void)state;
    begin();
    growing();
    for (int i = 0; i < FRAMES; i++) {
        film.frame[i].camera.fit = TW_FIT_MOMENT;
        film.frame[i].open = 1 / fps;
    }
    apply();
    for (int i = 1; i < FRAMES; i++) {
        const tw_frame *f = &film.frame[i], *before = &film.frame[i - 1];
        assert_int_equal(f->sweep_count, TW_SWEEP);
        /* the shutters of neighbours meet */
        assert_true(v3_length(v3_sub(f->sweep[0].eye, before->sweep[TW_SWEEP - 1].eye)) <
                    1e-9 * v3_length(f->camera.eye));
        assert_true(v3_length(v3_sub(f->sweep[TW_SWEEP / 2].eye, f->camera.eye)) <
                    1e-9 * v3_length(f->camera.eye));
    }
    for (int i = 0; i < FRAMES; i++) tw_frame_free(&film.frame[i]);
}

/* each shot has a camera of its own, which stands still */
static void shots(void **state) {
    (void)state;
    begin();
    growing();
    for (int i = 0; i < FRAMES; i++) {
        film.frame[i].camera.fit = TW_FIT_SHOT;
        film.frame[i].camera.shot = (uint32_t)(i / (FRAMES / 4));
    }
    apply();
    for (int k = 0; k < 4; k++) {
        span s = nothing;
        for (int i = k * FRAMES / 4; i < (k + 1) * FRAMES / 4; i++) {
            look_at(&film.frame[i], 1, 9, &s);
            assert_memory_equal(&film.frame[i].camera.eye, &film.frame[k * FRAMES / 4].camera.eye,
                                sizeof(vec3));
        }
        double size = larger(&s);
        if (!(size >= 0.6 && size <= 0.8)) fail_msg("shot %d: filled to %g", k, size);
    }
}

/* planar things are seen in their plane, others from a corner */
static void bearings(void **state) {
    (void)state;
    begin();
    pendulum();
    apply();
    vec3 d = v3_sub(film.frame[0].camera.eye, film.frame[0].camera.target);
    assert_true(d.y < 0 && fabs(d.x) < 0.1 * fabs(d.y) && d.z > 0 && d.z < 0.3 * fabs(d.y));
    begin();
    for (int i = 0; i < FRAMES; i++) put(i, 1, brick, v3_zero(), q_identity());
    apply();
    d = v3_sub(film.frame[0].camera.eye, film.frame[0].camera.target);
    assert_true(d.y < 0 && d.x > 0.2 * fabs(d.y) && d.z > 0.1 * fabs(d.y));
    begin();
    orbit(); /* flat on the ground: from above */
    apply();
    d = v3_sub(film.frame[0].camera.eye, film.frame[0].camera.target);
    assert_true(d.z > 0.4 * fabs(d.y));
}

/* cards that lean on each other in a plane are not seen on edge, bars of the same length are seen
 * in it */
static void on_edge(void **state) {
    (void)state;
    for (int cards = 0; cards < 2; cards++) {
        tw_shape card = {.type = TW_SHAPE_BOX, .p = {0.01, cards ? 0.4 : 0.01, 1}};
        begin();
        for (int i = 0; i < FRAMES; i++)
            for (int k = 0; k < 4; k++)
                put(i, k + 1, card, v3(0.34 * k, 0, 0.5),
                    (quat){0.985, 0, k % 2 ? -0.17 : 0.17, 0});
        apply();
        vec3 d = v3_sub(film.frame[0].camera.eye, film.frame[0].camera.target);
        assert_true(cards ? d.x > 0.2 * fabs(d.y) : fabs(d.x) < 0.1 * fabs(d.y));
    }
}

/* ---- the subject ---------------------------------------------------------------------------- */

static tw_subject subject(void) {
    tw_survey survey;
    tw_subject s;
    assert_int_equal(tw_survey_make(film.list, FRAMES, aspect, &survey), TW_OK);
    assert_int_equal(tw_subject_of(&survey, &s), TW_OK);
    tw_survey_free(&survey);
    return s;
}

static void subjects(void **state) {
    (void)state;
    tw_subject s;
    begin();
    escape();
    s = subject();
    assert_true(s.any && s.radius > 1.2 && s.radius < 2 && s.box.hi.z < 2);
    assert_true(s.lowest <= -0.79 && s.lowest > -0.83);
    begin();
    tower();
    s = subject();
    assert_true(s.box.lo.x <= -0.2 && s.box.hi.x >= 4 && s.box.hi.z >= 4 && s.box.hi.z < 4.6);
    begin();
    s = subject();
    assert_true(!s.any && s.radius == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filled),     cmocka_unit_test(asked),   cmocka_unit_test(partly_given),
        cmocka_unit_test(background), cmocka_unit_test(chosen),  cmocka_unit_test(captions),
        cmocka_unit_test(any_scale),  cmocka_unit_test(along),   cmocka_unit_test(smooth),
        cmocka_unit_test(no_lag),     cmocka_unit_test(exposed), cmocka_unit_test(shots),
        cmocka_unit_test(bearings),   cmocka_unit_test(on_edge), cmocka_unit_test(subjects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
