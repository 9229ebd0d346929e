/* Computes place and size of the stage on which a look puts lights and floor; see site.h. */
#include "frame/framing/site.h"

#include "base/math/elementary.h"
#include "frame/framing/weigh.h"

#include <math.h>

#define STEPS 20.0      /* sizes are rounded to this many steps per decade */
#define LOW_STEP 2e-4   /* step to which heights are rounded, in radii of the subject */
#define MIDDLE_STEP 0.1 /* step to which places are rounded, in radii of the subject */
/* step to which the rotation is rounded: 7.5 degrees, in rad */
#define TURN_STEP 0.1308996938995747
/* a thing whose lowest point is at most this far above the lowest point of the film counts as
 * standing on the floor; in radii of the subject */
#define THERE 0.01

/* d > 0 rounded up to one of STEPS per decade */
static double coarse(double d) {
    double step = 2.302585092994046 / STEPS;
    return tw_exp(ceil(tw_log(d) / step - 1e-6) * step);
}

static double snapped(double x, double step) {
    return floor(x / step + 0.5) * step;
}

/* z of the lowest point of the glimpse's things, without things that reach below `from`; INFINITY:
 * there are none */
static double lowest_of(const tw_survey *s, const tw_glimpse *g, double from) {
    double low = INFINITY;
    for (size_t i = g->first; i < g->first + g->count; i++) {
        double z = -tw_seen_reach(&s->seen.data[i], v3(0, 0, -1));
        if (z >= from && z < low) low = z;
    }
    return low;
}

static void stand(const tw_survey *s, double from, tw_site *site) {
    double low = INFINITY;
    size_t there = 0, all = 0;
    for (size_t g = 0; g < s->glimpse.count; g++)
        low = fmin(low, lowest_of(s, &s->glimpse.data[g], from));
    if (!isfinite(low)) return;
    for (size_t g = 0; g < s->glimpse.count; g++) {
        double z = lowest_of(s, &s->glimpse.data[g], from);
        all += isfinite(z) ? 1 : 0;
        there += z <= low + THERE * site->radius;
    }
    site->rests = 10 * there >= 7 * all;
    /* rounded down, so that things which tremble a little do not change it */
    double step = LOW_STEP * site->radius;
    site->low = floor(low / step + 1e-3) * step;
}

static vec3 level(vec3 v) {
    return v3(v.x, v.y, 0);
}

/* azimuth of the camera's eye as seen from its target, or from `middle` if it has none, rad; for a
 * view straight down, that of the picture's lower edge */
static double turn_of(const tw_camera *c, vec3 middle) {
    vec3 to = v3(tw_sin(c->around), -tw_cos(c->around), 0);
    if (c->has_eye) {
        to = v3_sub(c->eye, c->has_target ? c->target : middle);
        if (v3_length(level(to)) < 0.05 * v3_length(to)) to = v3_scale(c->up, -1);
    }
    if (!(v3_length(level(to)) > 0)) return 0;
    return snapped(tw_atan2(to.x, -to.y), TURN_STEP);
}

tw_site tw_site_of(const tw_survey *s, const tw_subject *subject, double distance) {
    double r = coarse(subject->radius), step = MIDDLE_STEP * r;
    vec3 m = subject->centre;
    tw_site site = {.middle = v3(snapped(m.x, step), snapped(m.y, step), snapped(m.z, step)),
                    .radius = r,
                    .low = subject->lowest,
                    .rests = true,
                    .away = fmax(distance, r),
                    .eye = INFINITY};
    for (size_t g = 0; g < s->glimpse.count; g++) {
        const tw_camera *c = &s->glimpse.data[g].camera;
        if (!c->has_eye) continue;
        site.eye = fmin(site.eye, c->eye.z);
        site.away = fmax(site.away, v3_length(v3_sub(c->eye, m)));
    }
    site.away = coarse(site.away);
    if (s->glimpse.count > 0) site.turn = turn_of(&s->glimpse.data[0].camera, m);
    if (subject->any) stand(s, subject->lowest - 1e-6 * r, &site);
    return site;
}

bool tw_site_same(const tw_site *a, const tw_site *b) {
    return a->middle.x == b->middle.x && a->middle.y == b->middle.y && a->middle.z == b->middle.z &&
           a->radius == b->radius && a->low == b->low && a->rests == b->rests &&
           a->turn == b->turn && a->away == b->away && a->eye == b->eye;
}
