/*
 * Plots; see plot.h.
 *
 * D(t) is sampled at the frames and, in a film of few frames, between them. Where a constraint
 * obeys D'' + (2/tau) D' + D/tau^2 = 0 the closed form through its state at the beginning, |D0 +
 * (D0' + D0/tau) s| e^(-s/tau) (from rest: D0 (1 + s/tau) e^(-s/tau), [BB88 fig. 12]), is drawn
 * over it; a new closed form begins where tau changes, or where the curve jumps because something
 * was changed abruptly.
 */
#include "app/plot/plot.h"

#include "app/export/scene.h"
#include "app/plot/chart.h"
#include "base/text/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 600, CURVES = 8 };

typedef enum quantity { DEVIATION, ENERGY, FORCE, SPEED, RECORD, QUANTITIES } quantity;

static const char *const quantities[] = {"deviation", "energy", "force", "speed", "record", NULL};

typedef struct wanted {
    quantity what;
    const char *name; /* NULL: all */
} wanted;

typedef TW_ARRAY(wanted) wanteds;

typedef struct plot_options {
    tw_scene_options scene;
    wanteds what;
    bool log;
} plot_options;

/* a curve that is being sampled: one quantity of one object */
typedef struct track {
    quantity what;
    uint32_t serial;
    char *name; /* owned */
    const char *unit;
    TW_ARRAY(double) xy;
    TW_ARRAY(double) law;
    /* state at the begin of the present piece of the curve, from which its closed form is
     * computed */
    tw_deviation_state state;
    double begin; /* time of `state`, s */
    double last_t, last_value, last_rate, most;
    bool running;
} track;

typedef struct collector {
    const plot_options *o;
    tw_scene *scene;
    double dt;
    TW_ARRAY(track) track;
    /* t, E, t, E, ... of the kinetic, the potential and the total energy, J */
    TW_ARRAY(double) energy[3];
    /* [what.count] marks of the names given by --what that some curve has */
    TW_ARRAY(bool) found;
    double begin, end; /* s */
} collector;

/* ---- one sample ----------------------------------------------------------------------------- */

static tw_status track_of(collector *c, quantity what, const tw_origin *o, const char *unit,
                          track **out) {
    for (size_t i = 0; i < c->track.count; i++) {
        *out = &c->track.data[i];
        if ((*out)->what == what && (*out)->serial == o->serial && (*out)->unit == unit)
            return TW_OK;
    }
    track t = {.what = what, .serial = o->serial, .name = strdup(o->name), .unit = unit};
    if (t.name && tw_push(&c->track, t) == TW_OK) {
        *out = &c->track.data[c->track.count - 1];
        return TW_OK;
    }
    free(t.name);
    return tw_fail_memory();
}

/* begins a new piece of the curve, by a pair of NAN, if its last sample is older than one sampling
 * interval dt, s */
static tw_status begin_piece(track *t, double time, double dt) {
    if (t->running && time - t->last_t > 1.5 * dt) t->running = false;
    if (t->running || !t->xy.count) return TW_OK;
    TW_TRY(tw_push(&t->xy, (double)NAN));
    TW_TRY(tw_push(&t->xy, (double)NAN));
    TW_TRY(tw_push(&t->law, (double)NAN));
    return tw_push(&t->law, (double)NAN);
}

static tw_status add(track *t, double time, double value) {
    TW_TRY(tw_push(&t->xy, time));
    TW_TRY(tw_push(&t->xy, value));
    t->last_t = time;
    t->last_value = value;
    t->most = fmax(t->most, fabs(value));
    t->running = true;
    return TW_OK;
}

/* true: since the last sample, h seconds ago, the value has changed by more than its rates there
 * and now allow */
static bool jumped(const track *t, const tw_deviation_state *now, double h) {
    double change = fabs(now->value - t->last_value);
    double slope = fmax(fabs(now->rate), fabs(t->last_rate));
    return change > 2 * h * slope + 1e-3 * fmax(now->value, t->last_value) + 1e-9;
}

static tw_status add_deviation(collector *c, size_t i, const tw_origin *o, double time) {
    tw_deviation_state now;
    TW_TRY(tw_constraint_deviation(c->scene, i, &now));
    track *t;
    TW_TRY(track_of(c, DEVIATION, o, now.unit, &t));
    TW_TRY(begin_piece(t, time, c->dt));
    if (!t->running || jumped(t, &now, time - t->last_t) || now.lawful != t->state.lawful ||
        now.tau != t->state.tau) {
        if (t->running) {
            TW_TRY(tw_push(&t->law, (double)NAN));
            TW_TRY(tw_push(&t->law, (double)NAN));
        }
        t->state = now;
        t->begin = time;
    }
    if (t->state.lawful) {
        TW_TRY(tw_push(&t->law, time));
        TW_TRY(tw_push(&t->law, tw_deviation_later(&t->state, time - t->begin)));
    }
    TW_TRY(add(t, time, now.value));
    t->last_rate = now.rate;
    return TW_OK;
}

static tw_status add_plain(collector *c, quantity what, const tw_origin *o, const char *unit,
                           double time, double value) {
    track *t;
    TW_TRY(track_of(c, what, o, unit, &t));
    TW_TRY(begin_piece(t, time, c->dt));
    return add(t, time, value);
}

static bool meant(const wanted *w, const tw_origin *o) {
    return !w->name || !strcmp(w->name, o->name);
}

static tw_status add_forces(collector *c, const wanted *w, double time, bool *found) {
    const tw_scene_state now = tw_scene_state_of(c->scene);
    for (size_t i = 0; i < now.constraints; i++) {
        tw_constraint_state k = tw_constraint_about(c->scene, i);
        if (!meant(w, &k.o)) continue;
        *found = true;
        if (!k.enabled) continue;
        TW_TRY(tw_constraint_state_of(c->scene, i, &k));
        TW_TRY(add_plain(c, FORCE, &k.o, "N", time, v3_length(k.force)));
    }
    for (size_t i = 0; i < now.forces; i++) {
        tw_force_state f = tw_force_about(c->scene, i);
        if (!meant(w, &f.o)) continue;
        *found = true;
        if (!f.enabled) continue;
        TW_TRY(tw_force_state_of(c->scene, i, &f));
        TW_TRY(add_plain(c, FORCE, &f.o, "N", time, v3_length(f.force)));
    }
    return TW_OK;
}

static tw_status add_deviations(collector *c, const wanted *w, double time, bool *found) {
    size_t n = tw_scene_state_of(c->scene).constraints;
    for (size_t i = 0; i < n; i++) {
        const tw_constraint_state k = tw_constraint_about(c->scene, i);
        if (!meant(w, &k.o)) continue;
        *found = true;
        if (k.enabled) TW_TRY(add_deviation(c, i, &k.o, time));
    }
    return TW_OK;
}

static tw_status add_energy(collector *c, double time) {
    double value[3];
    TW_TRY(tw_scene_energy(c->scene, &value[0], &value[1]));
    value[2] = value[0] + value[1];
    for (int i = 0; i < 3; i++) {
        TW_TRY(tw_push(&c->energy[i], time));
        TW_TRY(tw_push(&c->energy[i], value[i]));
    }
    return TW_OK;
}

static tw_status add_speeds(collector *c, const wanted *w, double time, bool *found) {
    size_t n = tw_scene_state_of(c->scene).bodies;
    for (size_t i = 0; i < n; i++) {
        const tw_body_state b = tw_body_state_of(c->scene, i);
        if (!meant(w, &b.o)) continue;
        *found = true;
        TW_TRY(add_plain(c, SPEED, &b.o, "m/s", time, v3_length(b.velocity)));
    }
    return TW_OK;
}

static tw_status look(void *context, int number, double time) {
    collector *c = context;
    (void)number;
    c->end = time;
    for (size_t i = 0; i < c->o->what.count; i++) {
        const wanted *w = &c->o->what.data[i];
        bool *found = &c->found.data[i];
        if (w->what == DEVIATION) TW_TRY(add_deviations(c, w, time, found));
        if (w->what == FORCE) TW_TRY(add_forces(c, w, time, found));
        if (w->what == ENERGY) TW_TRY(add_energy(c, time));
        if (w->what == SPEED) TW_TRY(add_speeds(c, w, time, found));
    }
    return TW_OK;
}

/* ---- the chart ------------------------------------------------------------------------------ */

static tw_status copy(const double *xy, size_t n, tw_curve *to) {
    for (size_t i = 0; i + 1 < n; i += 2) TW_TRY(tw_curve_add(to, xy[i], xy[i + 1]));
    return TW_OK;
}

/* rank of a curve in its panel: number of curves of that panel with larger values. A panel shows
 * only the curves of low rank */
static int rank(const collector *c, const track *t) {
    int greater = 0;
    for (size_t i = 0; i < c->track.count; i++) {
        const track *u = &c->track.data[i];
        if (u->what != t->what || strcmp(u->unit, t->unit)) continue;
        greater += u->most > t->most || (u->most == t->most && u < t);
    }
    return greater;
}

static tw_status put_track(const collector *c, tw_chart *chart, const track *t, int *left_out) {
    static const char *const titles[] = {
        [DEVIATION] = "deviation |D|", [FORCE] = "force |F|", [SPEED] = "speed |v|"};
    if (rank(c, t) >= CURVES) {
        ++*left_out;
        return TW_OK;
    }
    tw_panel *panel;
    tw_curve *curve;
    TW_TRY(tw_chart_panel(chart, titles[t->what], t->unit, true, &panel));
    TW_TRY(tw_panel_curve(panel, t->name, false, &curve));
    TW_TRY(copy(t->xy.data, t->xy.count, curve));
    bool lawful = false;
    for (size_t i = 0; i < t->law.count; i++) lawful = lawful || isfinite(t->law.data[i]);
    if (!lawful || t->most < 1e-9) return TW_OK;
    /* named once */
    bool named = false;
    for (size_t i = 0; i < panel->curve.count; i++)
        named = named || (panel->curve.data[i].dashed && *panel->curve.data[i].name);
    TW_TRY(tw_panel_curve(panel, named ? "" : "closed form (D\u2080 + E t) e^(\u2212t/\u03c4)",
                          true, &curve));
    return copy(t->law.data, t->law.count, curve);
}

static tw_status put_energy(const collector *c, tw_chart *chart) {
    static const char *const names[] = {"kinetic", "potential", "total"};
    for (int i = 0; i < 3 && c->energy[0].count; i++) {
        tw_panel *panel;
        tw_curve *curve;
        TW_TRY(tw_chart_panel(chart, "energy", "J", false, &panel));
        TW_TRY(tw_panel_curve(panel, names[i], false, &curve));
        TW_TRY(copy(c->energy[i].data, c->energy[i].count, curve));
    }
    return TW_OK;
}

static tw_status put_records(const wanted *w, tw_scene *scene, tw_chart *chart, bool *found) {
    tw_record r;
    for (int i = 0; tw_scene_recorded(scene, i, &r); i++) {
        if (w->name && strcmp(w->name, r.name)) continue;
        tw_panel *panel;
        tw_curve *curve;
        *found = true;
        TW_TRY(tw_chart_panel(chart, r.name, "", false, &panel));
        TW_TRY(tw_panel_curve(panel, r.name, false, &curve));
        for (size_t k = 0; k < r.count; k++) TW_TRY(tw_curve_add(curve, r.t[k], r.v[k]));
    }
    return TW_OK;
}

static tw_status fill(collector *c, tw_scene *scene, tw_chart *chart, int *left_out) {
    for (size_t i = 0; i < c->o->what.count; i++) {
        const wanted *w = &c->o->what.data[i];
        if (w->what == RECORD) TW_TRY(put_records(w, scene, chart, &c->found.data[i]));
        if (w->what == ENERGY) TW_TRY(put_energy(c, chart));
        if (w->name && !c->found.data[i])
            return tw_fail(TW_USAGE,
                           "plot: option '--what': the scene has nothing called '%s' of "
                           "which there is a %s",
                           w->name, quantities[w->what]);
        for (size_t k = 0; k < c->track.count; k++) {
            track *t = &c->track.data[k];
            if (t->what != w->what || (w->name && strcmp(t->name, w->name))) continue;
            TW_TRY(put_track(c, chart, t, left_out));
        }
    }
    if (chart->panel.count) return TW_OK;
    return tw_fail(TW_USAGE, "plot: option '--what': the scene has no such curve; expected "
                             "deviation, energy, force, speed or record");
}

static void collector_free(collector *c) {
    for (size_t i = 0; i < c->track.count; i++) {
        free(c->track.data[i].name);
        tw_array_free(&c->track.data[i].xy);
        tw_array_free(&c->track.data[i].law);
    }
    tw_array_free(&c->track);
    tw_array_free(&c->found);
    for (int i = 0; i < 3; i++) tw_array_free(&c->energy[i]);
}

static tw_status collect(collector *c, tw_scene *scene, tw_report *report) {
    const tw_scene_state now = tw_scene_state_of(scene);
    double frames = now.fps * now.duration;
    int between = frames >= SAMPLES ? 1 : (int)ceil(SAMPLES / fmax(frames, 1));
    c->begin = c->end = now.time;
    c->dt = 1 / (now.fps * between);
    for (size_t i = 0; i < c->o->what.count; i++) TW_TRY(tw_push(&c->found, false));
    tw_scene_look looks = {.look = look, .context = c, .between = between};
    tw_status s = tw_scene_play(scene, &looks, report);
    c->end = fmax(c->end, tw_scene_state_of(scene).time);
    return s;
}

static tw_status write(collector *c, tw_scene *scene, const char *path, tw_report *report) {
    tw_chart chart = {.title = strdup(tw_scene_state_of(scene).name),
                      .x0 = c->begin,
                      .x1 = c->end,
                      .log = c->o->log};
    if (!chart.title) return tw_fail_memory();
    int left_out = 0;
    if (!(chart.x1 > chart.x0)) chart.x1 = chart.x0 + 1;
    tw_status s = fill(c, scene, &chart, &left_out);
    if (s == TW_OK) s = tw_chart_write(&chart, path);
    if (s == TW_OK) {
        char line[4300], more[80] = "";
        if (left_out)
            snprintf(more, sizeof more, "; the %d smallest curves of more than %d are left out",
                     left_out, CURVES);
        snprintf(line, sizeof line, "%s%s", path, more);
        tw_report_line(report, "done", chart.title, line);
    }
    tw_chart_free(&chart);
    return s;
}

/* plots a scene; if the simulation fails, plots the part before the failure, and returns the
 * failure */
static tw_status plot_scene(void *context, tw_scene *scene, const char *path, tw_report *report) {
    collector c = {.o = context, .scene = scene};
    tw_status s = collect(&c, scene, report);
    bool partly = tw_status_exit(s) == tw_status_exit(TW_DIVERGED) && c.end > 0;
    tw_kept kept = tw_failure_keep(s);
    if (s == TW_OK || partly) {
        tw_status written = write(&c, scene, path, report);
        if (s == TW_OK)
            s = written;
        else if (written != TW_OK)
            tw_report_line(report, "failure", NULL, tw_failure());
    }
    collector_free(&c);
    return kept.status == TW_OK ? s : tw_failure_again(&kept);
}

/* ---- the command ---------------------------------------------------------------------------- */

static tw_status add_what(void *place, const char *value) {
    char word[24];
    int i;
    const char *colon = strchr(value, ':');
    snprintf(word, sizeof word, "%.*s", (int)strcspn(value, ":"), value);
    TW_TRY(tw_option_choice(word, quantities, &i));
    if (colon && (i == ENERGY || !colon[1]))
        return tw_fail(TW_USAGE,
                       i == ENERGY ? "energy is of the whole scene, got '%s'"
                                   : "expected a name after the colon, got '%s'",
                       value);
    wanted w = {(quantity)i, colon ? colon + 1 : NULL};
    return tw_push((wanteds *)place, w);
}

static const tw_option options[] = {
    {"output", 'o', "FILE", "FILE.svg or FILE.png", tw_set_word,
     offsetof(plot_options, scene.output)},
    {"what", 0, "Q[:NAME]",
     "deviation, energy, force, speed or record, of all objects or of one; repeatable (default: "
     "deviation and energy)",
     add_what, offsetof(plot_options, what)},
    {"log", 0, NULL, "logarithmic axes of deviations, forces and speeds", tw_set_switch,
     offsetof(plot_options, log)},
    TW_OPTION_SETS(plot_options, scene.sets),
    TW_OPTION_TRUST(plot_options, scene.trust),
    TW_OPTION_LIMIT_TIME(plot_options, scene.limit_time),
    TW_OPTION_QUIET(plot_options, scene.quiet),
    TW_OPTION_JSON(plot_options, scene.json),
};

const tw_option_table tw_plot_table = {.command = "plot",
                                       .option = options,
                                       .count = sizeof options / sizeof options[0],
                                       .only_word = "script",
                                       .word_place = offsetof(plot_options, scene.script)};

static tw_status check(plot_options *o) {
    if (!o->scene.script)
        return tw_fail(TW_USAGE, "plot: expected a script, got none (see 'tauwerk help plot')");
    if (!o->scene.output)
        return tw_fail(TW_USAGE, "plot: option '-o': expected FILE.svg or FILE.png, got none");
    if (!tw_ends_in(o->scene.output, ".svg") && !tw_ends_in(o->scene.output, ".png"))
        return tw_fail(TW_USAGE, "plot: option '-o': expected FILE.svg or FILE.png, got '%s'",
                       o->scene.output);
    if (o->what.count) return TW_OK;
    wanted deviation = {DEVIATION, NULL}, energy = {ENERGY, NULL};
    TW_TRY(tw_push(&o->what, deviation));
    return tw_push(&o->what, energy);
}

tw_status tw_plot_command(int argc, char *const *argv) {
    plot_options o = {0};
    int used;
    tw_status s = tw_options_read(&tw_plot_table, argc, argv, &o, &used);
    if (s == TW_OK) s = check(&o);
    tw_scene_job job = {.command = "plot", .options = &o.scene, .scene = plot_scene, .context = &o};
    if (s == TW_OK) s = tw_scene_job_run(&job);
    tw_array_free(&o.scene.sets);
    tw_array_free(&o.what);
    return s;
}
