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

tw_store_event tw_trace_happened(const tw_happening *h) {
    static const tw_store_sort sorts[] = {[TW_EVENT_AT] = TW_STORE_AT,
                                          [TW_EVENT_EVERY] = TW_STORE_EVERY,
                                          [TW_EVENT_DURING] = TW_STORE_DURING,
                                          [TW_EVENT_WHEN] = TW_STORE_WHEN,
                                          [TW_EVENT_CONTACT] = TW_STORE_CONTACT};
    tw_store_event e = {.sort = sorts[h->kind],
                        .time = h->time,
                        .file = h->file ? h->file : "",
                        .line = h->line,
                        .a = h->a ? h->a->o.name : "",
                        .b = h->b ? h->b->o.name : ""};
    if (h->met) {
        e.point = h->met->point;
        e.normal = h->met->normal;
        e.rate = h->met->rate;
    }
    return e;
}

/* columns that an event does not have are empty */
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

static void bodies(FILE *out, const tw_world *w, int frame, double t) {
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        vec3 x = b->position, v = b->velocity, o = b->angular_velocity;
        quat q = b->orientation;
        double row[] = {x.x, x.y, x.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, o.x, o.y, o.z};
        fprintf(out, "%d,%.17g,", frame, t);
        tw_markup_csv(out, b->o.name);
        put(out, row, sizeof row / sizeof row[0]);
        fputc('\n', out);
    }
}

static tw_status constraints(FILE *out, tw_sim *sim, int frame, double t) {
    const tw_world *w = tw_sim_world(sim);
    if (!w->constraint.count) return TW_OK;
    tw_dynamics *d;
    TW_TRY(tw_sim_pass(sim, &d));
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        tw_constraint_reading r;
        TW_TRY(tw_read_constraint(d, c, &r));
        double row[] = {
            tw_norm(r.deviation, r.rows), tw_norm(r.rate, r.rows), r.force.x, r.force.y, r.force.z,
            tw_norm(r.residual, r.rows)};
        fprintf(out, "%d,%.17g,", frame, t);
        tw_markup_csv(out, c->o.name);
        fputc(',', out);
        tw_markup_csv(out, c->o.kind->name);
        put(out, row, sizeof row / sizeof row[0]);
        fputc('\n', out);
    }
    return TW_OK;
}

tw_status tw_trace_frame(tw_trace *trace, tw_sim *sim, int frame, double t) {
    if (trace->bodies) bodies(tw_file_stream(trace->bodies), tw_sim_world(sim), frame, t);
    if (!trace->constraints) return TW_OK;
    return constraints(tw_file_stream(trace->constraints), sim, frame, t);
}

/* ---- records -------------------------------------------------------------------------------- */

typedef struct sample {
    double t;
    int record;
    size_t k; /* in its record */
} sample;

/* by time, then by registration, then as they were taken */
static int earlier(const void *a, const void *b) {
    const sample *x = a, *y = b;
    if (x->t != y->t) return x->t < y->t ? -1 : 1;
    if (x->record != y->record) return x->record < y->record ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

/* `part`: what is added to the name, ".x" */
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
    for (int i = 0; s == TW_OK && tw_scene_record(scene, i, &r); i++)
        for (size_t k = 0; s == TW_OK && k < r.count; k++)
            s = tw_push(&all, ((sample){r.t[k], i, k}));
    if (all.count) qsort(all.data, all.count, sizeof *all.data, earlier);
    FILE *out = tw_file_stream(trace->records);
    for (size_t i = 0; s == TW_OK && i < all.count; i++) {
        size_t k = all.data[i].k;
        tw_scene_record(scene, all.data[i].record, &r);
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
