/* The command `tauwerk export`, tables and arrays; see export.h. */
#include "app/export/export.h"

#include "app/import/text.h"
#include "app/run/trace.h"
#include "app/view/reel/page.h"
#include "base/text/path.h"
#include "io/text/npy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSV: the trace of `run --trace` -------------------------------------------------------- */

typedef struct table {
    tw_scene *scene;
    tw_trace trace;
} table;

static tw_status look_table(void *context, int number, double t) {
    table *c = context;
    return tw_trace_frame(&c->trace, c->scene, number, t);
}

static tw_status export_csv(tw_scene *scene, const char *path, tw_report *report) {
    table c = {.scene = scene};
    TW_TRY(tw_trace_open(&(tw_trace_paths){.bodies = path}, &c.trace));
    tw_scene_look looks = {.look = look_table, .context = &c};
    tw_status s = tw_scene_play(scene, &looks, report);
    if (s == TW_OK) return tw_trace_close(&c.trace);
    tw_trace_discard(&c.trace);
    return s;
}

/* ---- NumPy: [frame][body][14] --------------------------------------------------------------- */

enum { FIELDS = 1 + TW_BODY_NUMBERS };

typedef struct row {
    /* numbers of a row of the exported array: time, position, orientation, velocity, angular
     * velocity */
    double x[FIELDS];
    int frame;   /* number of the row's frame, from 0 */
    size_t body; /* index of the row's body, in the order in which bodies appear in the film */
} row;

typedef struct rows {
    const tw_scene *scene;
    TW_ARRAY(row) row;
    TW_ARRAY(uint32_t) serial;
    TW_ARRAY(char *) name; /* owned */
    TW_ARRAY(double) time; /* times of the frames, s */
} rows;

static tw_status number_of(rows *c, const tw_origin *o, size_t i, size_t *number) {
    size_t n = c->serial.count;
    for (size_t k = 0; k < n; k++) {
        *number = (i + k) % n;
        if (c->serial.data[*number] == o->serial) return TW_OK;
    }
    *number = n;
    char *name = strdup(o->name);
    if (!name) return tw_fail_memory();
    if (tw_push(&c->name, name) != TW_OK) {
        free(name);
        return TW_MEMORY;
    }
    return tw_push(&c->serial, o->serial);
}

static tw_status look_rows(void *context, int number, double t) {
    rows *c = context;
    size_t n = tw_scene_state_of(c->scene).bodies;
    TW_TRY(tw_push(&c->time, t));
    for (size_t i = 0; i < n; i++) {
        const tw_body_state b = tw_body_state_of(c->scene, i);
        row r = {.x = {t}, .frame = number - 1};
        tw_body_numbers(&b, r.x + 1);
        TW_TRY(number_of(c, &b.o, i, &r.body));
        TW_TRY(tw_push(&c->row, r));
    }
    return TW_OK;
}

/* writes the array; in a frame in which a body does not exist, its row has the time, and NAN for
 * all other numbers */
static tw_status write_rows(const rows *c, const char *path) {
    size_t frames = c->time.count, bodies = c->serial.count;
    double *x = malloc((frames * bodies * FIELDS + 1) * sizeof *x);
    if (!x) return tw_fail_memory();
    for (size_t f = 0; f < frames; f++)
        for (size_t b = 0; b < bodies; b++) {
            double *to = x + (f * bodies + b) * FIELDS;
            to[0] = c->time.data[f];
            for (int i = 1; i < FIELDS; i++) to[i] = (double)NAN;
        }
    for (size_t i = 0; i < c->row.count; i++) {
        const row *r = &c->row.data[i];
        memcpy(x + ((size_t)r->frame * bodies + r->body) * FIELDS, r->x, sizeof r->x);
    }
    tw_status s = tw_npy_write(path, x, (size_t[]){frames, bodies, FIELDS}, 3);
    free(x);
    return s;
}

/* writes a text file beside the array: the names of the bodies by index, one a line */
static tw_status write_names(const rows *c, const char *path) {
    char names[4200];
    snprintf(names, sizeof names, "%.*s.bodies.txt", (int)strlen(path) - 4, path);
    tw_file *file;
    TW_TRY(tw_file_open(names, &file));
    for (size_t i = 0; i < c->name.count; i++)
        fprintf(tw_file_stream(file), "%s\n", c->name.data[i]);
    return tw_file_commit(file);
}

static tw_status export_npy(tw_scene *scene, const char *path, tw_report *report) {
    rows c = {.scene = scene};
    tw_scene_look looks = {.look = look_rows, .context = &c};
    tw_status s = tw_scene_play(scene, &looks, report);
    if (s == TW_OK) s = write_rows(&c, path);
    if (s == TW_OK) s = write_names(&c, path);
    for (size_t i = 0; i < c.name.count; i++) free(c.name.data[i]);
    tw_array_free(&c.name);
    tw_array_free(&c.serial);
    tw_array_free(&c.row);
    tw_array_free(&c.time);
    return s;
}

/* ---- the command ---------------------------------------------------------------------------- */

static tw_status export_robot(const tw_scene_options *o);

static const tw_export_format formats[] = {
    {".html", tw_export_html, NULL, tw_export_html_baked},
    {".glb", tw_export_glb, NULL, tw_export_baked},
    {".usda", tw_export_glb, NULL, tw_export_baked},
    {".bvh", tw_export_bvh, NULL, NULL},
    {".csv", export_csv, NULL, NULL},
    {".npy", export_npy, NULL, NULL},
    {".gif", NULL, tw_export_video, tw_export_video_baked},
    {".apng", NULL, tw_export_video, tw_export_video_baked},
    {".urdf", NULL, export_robot, NULL},
    {".xml", NULL, export_robot, NULL},
    {".sdf", NULL, export_robot, NULL},
};

/* text: list of the possible outputs, "FILE.html, FILE.glb, ..."; baked: only those possible from a
 * baked film */
static const char *expected(bool baked, char text[200]) {
    size_t n = 0, count = sizeof formats / sizeof *formats;
    for (size_t i = 0; i < count; i++)
        if (!baked || formats[i].baked)
            n += (size_t)snprintf(text + n, 200 - n, "%s%s", n ? ", " : "FILE", formats[i].ending);
    return text;
}

static const tw_export_format *format_of(const char *path) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (tw_ends_in(path, formats[i].ending)) return &formats[i];
    return NULL;
}

static tw_status export_scene(void *context, tw_scene *scene, const char *path, tw_report *report) {
    (void)context;
    TW_TRY(format_of(path)->scene(scene, path, report));
    const tw_scene_state now = tw_scene_state_of(scene);
    tw_report_line(report, "done", now.named ? now.name : NULL, path);
    return TW_OK;
}

static const tw_option options[] = {
    {"output", 'o', "FILE",
     "FILE.html (a page with a player), FILE.glb (glTF 2.0), FILE.usda (USD), FILE.bvh (a "
     "skeleton), FILE.csv or FILE.npy (the trace), FILE.gif or FILE.apng (the pictures), "
     "FILE.urdf, FILE.xml (MJCF) or FILE.sdf (a robot)",
     tw_set_word, offsetof(tw_scene_options, output)},
    {"at", 0, "S", "of a robot: as the scene stands at this time (default: where it begins)",
     tw_set_word, offsetof(tw_scene_options, at)},
    TW_OPTION_SETS(tw_scene_options, sets),
    TW_OPTION_TRUST(tw_scene_options, trust),
    TW_OPTION_LIMIT_TIME(tw_scene_options, limit_time),
    TW_OPTION_QUIET(tw_scene_options, quiet),
    TW_OPTION_JSON(tw_scene_options, json),
};

const tw_option_table tw_export_table = {.command = "export",
                                         .option = options,
                                         .count = sizeof options / sizeof options[0],
                                         .only_word = "script",
                                         .word_place = offsetof(tw_scene_options, script)};

static tw_status check(const tw_scene_options *o) {
    char text[200];
    if (!o->script)
        return tw_fail(
            TW_USAGE,
            "export: expected a script or a baked film, got none (see 'tauwerk help export')");
    if (!o->output)
        return tw_fail(TW_USAGE, "export: option '-o': expected %s, got none",
                       expected(false, text));
    const tw_export_format *format = format_of(o->output);
    if (!format)
        return tw_fail(TW_USAGE, "export: option '-o': expected %s, got '%s'",
                       expected(false, text), o->output);
    if (o->at && format->script != export_robot)
        return tw_fail(TW_USAGE, "export: option '--at' is for FILE.urdf, FILE.xml and FILE.sdf");
    if (tw_ends_in(o->output, ".html")) TW_TRY(tw_page_there("export"));
    if (!tw_ends_in(o->script, ".twb")) return TW_OK;
    if (!format->baked)
        return tw_fail(TW_USAGE,
                       "export: a baked film has no bodies, only their looks (%s): %s needs the "
                       "script",
                       expected(true, text), o->output);
    if (o->sets.count)
        return tw_fail(TW_USAGE, "export: --set is for scripts; %s is baked already", o->script);
    return TW_OK;
}

static tw_status export_baked(const tw_scene_options *o) {
    tw_report *report;
    TW_TRY(tw_report_create(o->quiet, o->json, &report));
    tw_status s = format_of(o->output)->baked(o->script, o->output);
    if (s == TW_OK) tw_report_line(report, "done", NULL, o->output);
    tw_status closed = tw_report_close(report);
    return s == TW_OK ? closed : s;
}

/* exports FILE.urdf, FILE.xml or FILE.sdf, which a Lua module generates from the scene */
static tw_status export_robot(const tw_scene_options *o) {
    double at;
    if (o->at && tw_option_positive(o->at, &at) != TW_OK)
        return tw_fail(TW_USAGE, "export: option '--at': %s", tw_failure());
    char *arguments[] = {tw_ends_in(o->output, ".urdf")  ? "urdf"
                         : tw_ends_in(o->output, ".sdf") ? "sdf"
                                                         : "mjcf",
                         (char *)(uintptr_t)o->at};
    tw_robot_text job = {.command = "export",
                         .file = o->script,
                         .chunk = "tauwerk.robot.export",
                         .argv = arguments,
                         .argc = o->at ? 2 : 1,
                         .output = o->output,
                         .sets = o->sets,
                         .limit_time = o->limit_time,
                         .trust = o->trust};
    return tw_robot_text_write(&job);
}

tw_status tw_export_command(int argc, char *const *argv) {
    tw_scene_options o = {0};
    int used;
    tw_status s = tw_options_read(&tw_export_table, argc, argv, &o, &used);
    if (s == TW_OK) s = check(&o);
    tw_scene_job job = {.command = "export", .options = &o, .scene = export_scene};
    if (s == TW_OK)
        s = tw_ends_in(o.script, ".twb")  ? export_baked(&o)
            : format_of(o.output)->script ? format_of(o.output)->script(&o)
                                          : tw_scene_job_run(&job);
    tw_array_free(&o.sets);
    return s;
}
