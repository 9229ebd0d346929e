/* CSV tables of bodies, constraints, events and records; see trace.h. */
#include "app/run/trace.h"

#include "base/array.h"
#include "io/text/markup.h"

#include <stdlib.h>
#include <string.h>

static void put(FILE *out, const double *x, int n) {
    for (int i = 0; i < n; i++) fprintf(out, ",%.17g", x[i]);
}

static tw_status open_table(const char *path, const char *columns, tw_file **file) {
    if (!path) return TW_OK;
    TW_TRY(tw_file_open(path, file));
    fprintf(tw_file_stream(*file), "%s\n", columns);
    return TW_OK;
}

tw_status tw_trace_open(const tw_trace_paths *p, tw_trace *t) {
    *t = (tw_trace){0};
    tw_status s =
        open_table(p->bodies, "frame,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz", &t->bodies);
    if (s == TW_OK)
        s = open_table(p->constraints,
                       "frame,time,constraint,kind,deviation,rate,fx,fy,fz,residual",
                       &t->constraints);
    if (s == TW_OK)
        s = open_table(p->events, "time,event,file,line,a,b,x,y,z,nx,ny,nz,rate", &t->events);
    if (s == TW_OK) s = open_table(p->records, "record,time,value", &t->records);
    if (s != TW_OK) tw_trace_discard(t);
    return s;
}

/* ---- events --------------------------------------------------------------------------------- */

/* adds a line for an event; columns for which the event has no value stay empty */
void tw_trace_event(tw_trace *trace, const tw_store_event *e) {
    static const char *const names[] = {"at", "every", "during", "when", "contact"};
    if (!trace->events) return;
    FILE *out = tw_file_stream(trace->events);
    fprintf(out, "%.17g,%s,", e->time, names[e->sort]);
    if (e->sort != TW_STORE_CONTACT) {
        tw_markup_csv(out, e->file);
        fprintf(out, ",%d,,,,,,,,,\n", e->line);
        return;
    }
    fputs(",,", out);
    tw_markup_csv(out, e->a);
    fputc(',', out);
    tw_markup_csv(out, *e->b ? e->b : "ground");
    double row[] = {e->point.x,  e->point.y,  e->point.z, e->normal.x,
                    e->normal.y, e->normal.z, e->rate};
    put(out, row, sizeof row / sizeof row[0]);
    fputc('\n', out);
}

/* ---- frames --------------------------------------------------------------------------------- */

static void bodies(FILE *out, const tw_scene *scene, int frame, double t) {
    size_t n = tw_scene_state_of(scene).bodies;
    for (size_t i = 0; i < n; i++) {
        const tw_body_state b = tw_body_state_of(scene, i);
        double row[TW_BODY_NUMBERS];
        tw_body_numbers(&b, row);
        fprintf(out, "%d,%.17g,", frame, t);
        tw_markup_csv(out, b.o.name);
        put(out, row, TW_BODY_NUMBERS);
        fputc('\n', out);
    }
}

static tw_status constraints(FILE *out, tw_scene *scene, int frame, double t) {
    size_t n = tw_scene_state_of(scene).constraints;
    for (size_t i = 0; i < n; i++) {
        tw_constraint_state c;
        TW_TRY(tw_constraint_state_of(scene, i, &c));
        double row[] = {c.deviation, c.rate, c.force.x, c.force.y, c.force.z, c.residual};
        fprintf(out, "%d,%.17g,", frame, t);
        tw_markup_csv(out, c.o.name);
        fputc(',', out);
        tw_markup_csv(out, c.o.kind);
        put(out, row, sizeof row / sizeof row[0]);
        fputc('\n', out);
    }
    return TW_OK;
}

tw_status tw_trace_frame(tw_trace *trace, tw_scene *scene, int frame, double t) {
    if (trace->bodies) bodies(tw_file_stream(trace->bodies), scene, frame, t);
    if (!trace->constraints) return TW_OK;
    return constraints(tw_file_stream(trace->constraints), scene, frame, t);
}

/* ---- records -------------------------------------------------------------------------------- */

typedef struct sample {
    double t;
    int record;
    size_t k; /* index of the sample in its record */
} sample;

/* order of samples: by time, then by the order in which the records were registered, then by
 * index */
static int earlier(const void *a, const void *b) {
    const sample *x = a, *y = b;
    if (x->t != y->t) return x->t < y->t ? -1 : 1;
    if (x->record != y->record) return x->record < y->record ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

/* writes a line for sample k of a record; part: suffix of the record's name, like ".x" */
static void put_value(FILE *out, const tw_record *r, size_t k, const char *part, double v) {
    bool quotes = strpbrk(r->name, ",\"\r\n") != NULL;
    if (quotes) fputc('"', out);
    for (const char *c = r->name; *c; c++) {
        if (*c == '"') fputc('"', out);
        fputc(*c, out);
    }
    fprintf(out, "%s%s,%.17g,%.17g\n", part, quotes ? "\"" : "", r->t[k], v);
}

tw_status tw_trace_records(tw_trace *trace, const tw_scene *scene) {
    TW_ARRAY(sample) all = {0};
    tw_record r;
    tw_status s = TW_OK;
    if (!trace->records) return TW_OK;
    for (int i = 0; s == TW_OK && tw_scene_recorded(scene, i, &r); i++)
        for (size_t k = 0; s == TW_OK && k < r.count; k++)
            s = tw_push(&all, ((sample){r.t[k], i, k}));
    if (all.count) qsort(all.data, all.count, sizeof *all.data, earlier);
    FILE *out = tw_file_stream(trace->records);
    for (size_t i = 0; s == TW_OK && i < all.count; i++) {
        size_t k = all.data[i].k;
        tw_scene_recorded(scene, all.data[i].record, &r);
        if (r.vector[k]) {
            put_value(out, &r, k, ".x", r.xyz[k].x);
            put_value(out, &r, k, ".y", r.xyz[k].y);
            put_value(out, &r, k, ".z", r.xyz[k].z);
        } else {
            put_value(out, &r, k, "", r.v[k]);
        }
    }
    tw_array_free(&all);
    return s;
}

tw_status tw_trace_close(tw_trace *trace) {
    tw_file *files[] = {trace->bodies, trace->constraints, trace->events, trace->records};
    *trace = (tw_trace){0};
    tw_status s = TW_OK;
    for (int i = 0; i < 4; i++) {
        if (s == TW_OK && files[i])
            s = tw_file_commit(files[i]);
        else
            tw_file_discard(files[i]);
    }
    return s;
}

void tw_trace_discard(tw_trace *trace) {
    tw_file_discard(trace->bodies);
    tw_file_discard(trace->constraints);
    tw_file_discard(trace->events);
    tw_file_discard(trace->records);
    *trace = (tw_trace){0};
}
