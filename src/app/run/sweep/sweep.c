/* Sweeps; see sweep.h. */
#include "app/run/sweep/sweep.h"

#include "app/base/stop.h"
#include "app/movie/sheet.h"
#include "app/render/manifest.h"
#include "app/run/sweep/points.h"
#include "base/file.h"
#include "base/text/path.h"
#include "base/thread.h"
#include "io/text/markup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct sweep {
    const tw_run_options *o;
    tw_report *report;
    char folder[2048];
    tw_sweep_points points;
} sweep;

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct keys {
    TW_ARRAY(const char *) name; /* the names, which the points own */
} keys;

static const tw_sweep_fact *fact(const tw_sweep_point *p, const char *key) {
    for (size_t i = 0; i < p->facts.count; i++)
        if (!strcmp(p->facts.data[i].key, key)) return &p->facts.data[i];
    return NULL;
}

/* k: the columns, all keys of all points, in order of their first appearance */
static tw_status gather(const sweep *s, keys *k) {
    for (size_t i = 0; i < s->points.point.count; i++) {
        const tw_sweep_point *p = &s->points.point.data[i];
        for (size_t j = 0; j < p->facts.count; j++) {
            bool known = false;
            for (size_t n = 0; n < k->name.count; n++)
                known = known || !strcmp(k->name.data[n], p->facts.data[j].key);
            if (!known) TW_TRY(tw_push(&k->name, (const char *)p->facts.data[j].key));
        }
    }
    return TW_OK;
}

static void put_table(const sweep *s, const keys *k, FILE *out) {
    const tw_sweep_points *all = &s->points;
    fputs("point", out);
    for (size_t a = 0; a < all->axes; a++) {
        fputc(',', out);
        tw_markup_csv(out, all->axis[a].name);
    }
    fputs(",status", out);
    for (size_t n = 0; n < k->name.count; n++) {
        fputc(',', out);
        tw_markup_csv(out, k->name.data[n]);
    }
    fputc('\n', out);
    for (size_t i = 0; i < all->point.count; i++) {
        const tw_sweep_point *p = &all->point.data[i];
        if (!p->done) continue;
        tw_markup_csv(out, p->name);
        for (size_t a = 0; a < all->axes; a++) {
            fputc(',', out);
            tw_markup_csv(out, tw_sweep_value(all, i, a));
        }
        fprintf(out, ",%d", p->status);
        for (size_t n = 0; n < k->name.count; n++) {
            const tw_sweep_fact *f = fact(p, k->name.data[n]);
            fprintf(out, ",%s", f ? f->value : "");
        }
        fputc('\n', out);
    }
}

/* writes the table of the points finished so far, whole or not at all; called after each of them */
static tw_status write_table(const sweep *s) {
    char path[2100];
    snprintf(path, sizeof path, "%s/sweep.csv", s->folder);
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    keys k = {0};
    tw_status status = gather(s, &k);
    if (status == TW_OK) put_table(s, &k, tw_file_stream(file));
    tw_array_free(&k.name);
    if (status == TW_OK) return tw_file_commit(file);
    tw_file_discard(file);
    return status;
}

/* ---- the sheet ------------------------------------------------------------------------------ */

static tw_status write_sheet(const sweep *s) {
    size_t n = s->points.point.count;
    char path[2100];
    tw_movie_frames frames = {0};
    const char **label = malloc((n + 1) * sizeof *label);
    if (!label) return tw_fail_memory();
    tw_status status = TW_OK;
    for (size_t i = 0; status == TW_OK && i < n; i++) {
        const tw_sweep_point *p = &s->points.point.data[i];
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/%s", s->folder, p->name);
        tw_movie_frames own = {0};
        /* a point without pictures gets no place in the sheet */
        if (p->done) status = tw_movie_frames_folder(&own, folder);
        if (status == TW_OK && own.count) {
            const tw_movie_frame *last = &own.data[own.count - 1];
            label[frames.count] = p->name;
            status = tw_movie_frames_push(&frames, last->path, last->time, last->timed);
        }
        tw_movie_frames_free(&own);
    }
    /* the last parameter varies along a row of the sheet */
    const tw_sweep_points *all = &s->points;
    size_t columns = all->axes > 1 ? all->axis[all->axes - 1].value.count : 0;
    if (columns > 12 || frames.count != n) columns = 0;
    tw_sheet sheet = {.frames = &frames, .labels = label, .columns = (int)columns};
    snprintf(path, sizeof path, "%s/sheet.png", s->folder);
    if (status == TW_OK && frames.count) status = tw_sheet_write(&sheet, path);
    tw_movie_frames_free(&frames);
    free(label);
    return status;
}

/* ---- running -------------------------------------------------------------------------------- */

static tw_status finished(sweep *s, tw_sweep_point *p) {
    TW_TRY(tw_sweep_point_read(&s->points, p));
    char line[4700];
    if (!p->done) {
        /* a wrong use, unreadable input, or lack of memory is no result, so it ends the sweep */
        return tw_fail(tw_sweep_status(p->status), "%s: %s", p->name,
                       *p->words ? p->words : "ended without a summary");
    }
    TW_TRY(write_table(s));
    if (p->status) {
        snprintf(line, sizeof line, "%s: status %d: %s", p->name, p->status, p->words);
        tw_report_line(s->report, "failure", NULL, line);
    }
    return TW_OK;
}

static void rest(void) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* runs all points, up to `jobs` processes at the same time */
static tw_status run_points(sweep *s, int jobs) {
    size_t n = s->points.point.count, next = 0, done = 0;
    int running = 0;
    tw_report_begin(s->report, "sweep", (double)n, "points");
    tw_status status = TW_OK;
    while (status == TW_OK && done < n) {
        status = tw_stop_poll(NULL);
        while (status == TW_OK && next < n && running < jobs) {
            tw_sweep_point *p = &s->points.point.data[next++];
            if (p->done) {
                done++;
                continue;
            }
            status = tw_sweep_point_start(&s->points, p);
            running++;
        }
        tw_report_at(s->report, (double)done);
        if (status != TW_OK || done == n) break;
        tw_sweep_point *p;
        status = tw_sweep_ended(&s->points, &p);
        if (status != TW_OK) break;
        if (!p) {
            rest();
            continue;
        }
        running--;
        done++;
        status = finished(s, p);
    }
    tw_report_end(s->report);
    if (status == TW_OK) return TW_OK;
    tw_kept kept = tw_failure_keep(status);
    tw_sweep_kill(&s->points);
    return tw_failure_again(&kept);
}

static tw_status conclude(sweep *s, size_t there) {
    size_t n = s->points.point.count;
    TW_TRY(write_table(s));
    if (!s->o->no_render && s->o->format == TW_FORMAT_PNG) TW_TRY(write_sheet(s));
    int failed = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (s->points.point.data[i].status) {
            failed++;
            if (!first) first = s->points.point.data[i].status;
        }
    char line[2300], already[60] = "";
    if (there) snprintf(already, sizeof already, ", %zu of them there already", there);
    snprintf(line, sizeof line, "%zu points in %s%s", n, s->folder, already);
    tw_report_line(s->report, "done", NULL, line);
    if (!failed) return TW_OK;
    return tw_fail(tw_sweep_status(first), "%d of %zu points failed (see %s/sweep.csv)", failed, n,
                   s->folder);
}

static tw_status work(sweep *s, int argc, char *const *argv) {
    const tw_run_options *o = s->o;
    const char *base = tw_path_name(o->script);
    int stem = (int)tw_path_stem(base, ".lua");
    int n = o->folder ? snprintf(s->folder, sizeof s->folder, "%s", o->folder)
                      : snprintf(s->folder, sizeof s->folder, "renders/%.*s.sweep", stem, base);
    if (n >= (int)sizeof s->folder) return tw_fail(TW_IO, "the path of the folder is too long");
    int jobs = o->jobs ? o->jobs : tw_processors();
    TW_TRY(tw_sweep_points_make(o, argc, argv, s->folder, jobs, &s->points));
    TW_TRY(tw_folder_make(s->folder));
    size_t there = 0;
    for (size_t i = 0; i < s->points.point.count; i++) {
        TW_TRY(tw_sweep_point_read(&s->points, &s->points.point.data[i]));
        there += s->points.point.data[i].done;
    }
    TW_TRY(run_points(s, jobs));
    return conclude(s, there);
}

tw_status tw_sweep(const tw_run_options *o, int argc, char *const *argv) {
    sweep s = {.o = o};
    tw_status status = tw_report_create(o->quiet, o->json, &s.report);
    if (status == TW_OK) {
        if (o->limit_time > 0) tw_stop_after(o->limit_time);
        status = work(&s, argc, argv);
    }
    tw_kept kept = tw_failure_keep(status);
    tw_status closed = tw_report_close(s.report);
    tw_sweep_points_free(&s.points);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
