/* CSV tables of bodies and constraints; see trace.h. */
#include "app/trace.h"

#include "io/markup.h"

static void put(FILE *out, const double *x, int n) {
    for (int i = 0; i < n; i++) fprintf(out, ",%.17g", x[i]);
}

tw_status tw_trace_open(const char *bodies, const char *constraints, tw_trace *trace) {
    *trace = (tw_trace){0};
    if (bodies) {
        TW_TRY(tw_file_open(bodies, &trace->bodies));
        fputs("frame,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n",
              tw_file_stream(trace->bodies));
    }
    if (constraints) {
        tw_status s = tw_file_open(constraints, &trace->constraints);
        if (s != TW_OK) {
            tw_trace_discard(trace);
            return s;
        }
        fputs("frame,time,constraint,kind,deviation,rate,fx,fy,fz,residual\n",
              tw_file_stream(trace->constraints));
    }
    return TW_OK;
}

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

tw_status tw_trace_close(tw_trace *trace) {
    tw_file *b = trace->bodies, *c = trace->constraints;
    *trace = (tw_trace){0};
    tw_status s = b ? tw_file_commit(b) : TW_OK;
    if (s != TW_OK) {
        if (c) tw_file_discard(c);
        return s;
    }
    return c ? tw_file_commit(c) : TW_OK;
}

void tw_trace_discard(tw_trace *trace) {
    if (trace->bodies) tw_file_discard(trace->bodies);
    if (trace->constraints) tw_file_discard(trace->constraints);
    *trace = (tw_trace){0};
}
