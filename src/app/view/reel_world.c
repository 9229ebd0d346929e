/* What the page says about a scene's objects, and the curves of its motion; see reel.h. */
#include "app/view/json.h"
#include "app/view/reel.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { MOST_CURVES = 600 }; /* of a film: more things than that are not looked at by their curves */

/* ---- curves --------------------------------------------------------------------------------- */

typedef enum curve_sort { KINETIC, POTENTIAL, TOTAL, DEVIATION, FORCE, SPEED, SORTS } curve_sort;

static const struct {
    const char *name, *unit;
} sorts[SORTS] = {
    {"kinetic energy", "J"}, {"potential energy", "J"}, {"energy", "J"}, {"|D|", ""}, {"|F|", "N"},
    {"speed", "m/s"}};

static void tell_curve(tw_reel *r, const tw_object *o, curve_sort s) {
    FILE *out = r->object_stream;
    fprintf(out, "{\"class\":\"curve\",\"of\":%lu,\"name\":", (unsigned long)(o ? o->serial : 0));
    tw_json_text(out, sorts[s].name);
    fprintf(out, ",\"unit\":");
    tw_json_text(out, sorts[s].unit);
    fputs("},\n", out);
}

/* the value of a curve in the frame that is being made; its values stand in the order in which
 * curves became known */
static tw_status set(tw_reel *r, size_t first, const tw_object *o, curve_sort s, size_t *hint,
                     double x) {
    uint32_t key = o ? o->serial : 0;
    size_t n = r->curve.count, k = 0;
    if (n >= MOST_CURVES && *hint >= n) return TW_OK;
    for (; k < n; k++) {
        const tw_reel_curve *c = &r->curve.data[(*hint + k) % n];
        if (c->key == key && c->sort == (int)s) break;
    }
    size_t at = k < n ? (*hint + k) % n : n;
    if (at == n && n >= MOST_CURVES) return TW_OK;
    if (at == n) {
        TW_TRY(tw_push(&r->curve, ((tw_reel_curve){key, (int)s})));
        tell_curve(r, o, s);
    }
    *hint = at + 1;
    while (r->value.count <= first + at) TW_TRY(tw_push(&r->value, (float)NAN));
    r->value.data[first + at] = (float)x;
    return TW_OK;
}

static double norm(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return sqrt(s);
}

static tw_status add_curves(tw_reel *r, tw_sim *sim) {
    const tw_world *w = tw_sim_world(sim);
    size_t first = r->value.count, hint = 0;
    tw_dynamics *d;
    tw_energy e;
    TW_TRY(tw_sim_pass(sim, &d));
    TW_TRY(tw_read_energy(d, NULL, &e));
    TW_TRY(set(r, first, NULL, KINETIC, &hint, e.kinetic));
    TW_TRY(set(r, first, NULL, POTENTIAL, &hint, e.potential));
    TW_TRY(set(r, first, NULL, TOTAL, &hint, e.kinetic + e.potential));
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        tw_constraint_reading q;
        TW_TRY(tw_read_constraint(d, c, &q));
        TW_TRY(set(r, first, &c->o, DEVIATION, &hint, norm(q.deviation, q.rows)));
        TW_TRY(set(r, first, &c->o, FORCE, &hint, v3_length(q.force)));
    }
    for (size_t i = 0; i < w->body.count; i++)
        TW_TRY(
            set(r, first, &w->body.data[i]->o, SPEED, &hint, v3_length(w->body.data[i]->velocity)));
    return TW_OK;
}

/* ---- objects -------------------------------------------------------------------------------- */

/* without its folder: where the script lies is nobody's business */
static void tell_file(FILE *out, const char *file) {
    const char *slash = file ? strrchr(file, '/') : NULL;
    fputs(",\"file\":", out);
    tw_json_text(out, slash ? slash + 1 : file);
}

static void begin_object(FILE *out, const char *sort, const tw_object *o) {
    fprintf(out, "{\"class\":\"%s\",\"id\":%lu,\"name\":", sort, (unsigned long)o->serial);
    tw_json_text(out, o->name);
    fputs(",\"kind\":", out);
    tw_json_text(out, o->kind ? o->kind->name : "");
    tell_file(out, o->file);
    fprintf(out, ",\"line\":%d", o->line);
}

static void tell_number(FILE *out, const char *name, double x) {
    fprintf(out, ",\"%s\":", name);
    tw_json_number(out, x);
}

static void tell_place(FILE *out, bool *first, const char *text, vec3 x) {
    fputs(*first ? "[" : ",[", out);
    *first = false;
    tw_json_text(out, text);
    fputc(',', out);
    tw_json_vec(out, x);
    fputc(']', out);
}

/* the argument of a method as a script writes it, and as its kind takes it; false: no more of them
 */
static bool argument(const tw_point_method *m, int i, char *text, size_t size,
                     tw_point_argument *a) {
    static const char *const faces[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
    if (!strcmp(m->argument, "integer") && i < 8) {
        a->number = i + 1;
        snprintf(text, size, ":%s(%d)", m->name, i + 1);
        return true;
    }
    if (strcmp(m->argument, "text") != 0 || i >= 6) return false;
    a->text = faces[i];
    snprintf(text, size, ":%s\"%s\"", m->name, faces[i]);
    return true;
}

/* where its kind has points, in body axes, and how a script says them */
static void tell_points(FILE *out, const tw_body *b) {
    const tw_body_kind *k = (const tw_body_kind *)(const void *)b->o.kind;
    bool first = true;
    char text[80];
    vec3 x;
    fputs(",\"points\":[", out);
    tell_place(out, &first, ".center", v3_zero());
    for (const tw_point_field *f = k->fields; f && f->name; f++) {
        snprintf(text, sizeof text, ".%s", f->name);
        tell_place(out, &first, text, f->point(b->o.own));
    }
    for (const tw_point_method *m = k->methods; m && m->name; m++) {
        tw_point_argument a = {0};
        for (int i = 0; argument(m, i, text, sizeof text, &a); i++)
            if (m->point(b->o.own, &a, &x) == TW_OK) tell_place(out, &first, text, x);
    }
    fputc(']', out);
}

/* numbers that a script may give its kind, and change */
static void tell_values(FILE *out, const tw_body *b) {
    const tw_kind *k = b->o.kind;
    bool first = true;
    fputs(",\"values\":{", out);
    for (int i = 0; i < k->param_count; i++) {
        const tw_param *p = &k->params[i];
        double x;
        if (p->type != TW_PARAM_NUMBER || p->flags & (TW_AT_CREATION | TW_READ_ONLY)) continue;
        memcpy(&x, (const char *)b->o.own + p->offset, sizeof x);
        if (!isfinite(x)) continue;
        fprintf(out, "%s\"%s\":", first ? "" : ",", p->name);
        tw_json_number(out, x);
        first = false;
    }
    fputc('}', out);
}

static void tell_body(FILE *out, const tw_body *b, bool points) {
    begin_object(out, "body", &b->o);
    tell_number(out, "mass", b->mass);
    tell_number(out, "volume", b->volume);
    fputs(",\"inertia\":", out);
    tw_json_vec(out, v3(b->inertia.m[0][0], b->inertia.m[1][1], b->inertia.m[2][2]));
    if (points) tell_points(out, b);
    if (points) tell_values(out, b);
    fprintf(out, ",\"fixed\":%s,\"driven\":%s,\"collide\":%s},\n", b->fixed ? "true" : "false",
            tw_id_none(b->motion) ? "false" : "true", b->collide ? "true" : "false");
}

static void tell_point(FILE *out, const tw_world *w, const tw_point *p) {
    vec3 x, v;
    const tw_body *b = tw_world_body(w, p->body);
    begin_object(out, "point", &p->o);
    if (b && tw_point_local(w, p, &x) == TW_OK) {
        fprintf(out, ",\"body\":%lu,\"local\":", (unsigned long)b->o.serial);
        tw_json_vec(out, x);
    } else {
        tw_point_now(w, p, &x, &v);
        fputs(",\"at\":", out);
        tw_json_vec(out, x);
    }
    fputs("},\n", out);
}

static bool is_new(tw_reel *r, const tw_object *o, tw_status *s) {
    size_t word = o->serial / 64;
    uint64_t bit = 1ull << o->serial % 64;
    while (*s == TW_OK && r->known.count <= word) *s = tw_push(&r->known, 0);
    if (*s != TW_OK || r->known.data[word] & bit) return false;
    r->known.data[word] |= bit;
    return true;
}

static tw_status add_objects(tw_reel *r, const tw_world *w) {
    FILE *out = r->object_stream;
    tw_status s = TW_OK;
    for (size_t i = 0; i < w->body.count; i++)
        if (is_new(r, &w->body.data[i]->o, &s)) tell_body(out, w->body.data[i], r->points);
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (!is_new(r, &c->o, &s)) continue;
        begin_object(out, "constraint", &c->o);
        tell_number(out, "tau",
                    tw_value_is_unset(&c->tau) ? tw_value1(&w->set.tau, w->time)
                                               : tw_value1(&c->tau, w->time));
        fputs("},\n", out);
    }
    for (size_t i = 0; i < w->force.count; i++)
        if (is_new(r, &w->force.data[i]->o, &s)) {
            begin_object(out, "force", &w->force.data[i]->o);
            fputs("},\n", out);
        }
    for (size_t i = 0; i < w->point.count; i++)
        if (is_new(r, &w->point.data[i]->o, &s)) tell_point(out, w, w->point.data[i]);
    return s;
}

tw_status tw_reel_world(tw_reel *r, tw_sim *sim) {
    const tw_world *w = tw_sim_world(sim);
    if (w->topology != r->topology) TW_TRY(add_objects(r, w));
    r->topology = w->topology;
    return add_curves(r, sim);
}

/* ---- what happens --------------------------------------------------------------------------- */

static FILE *begin_event(tw_reel *r, double t, const char *sort) {
    FILE *out = r->event_stream;
    if (r->event_count++) fputs(",\n", out);
    fputs("{\"t\":", out);
    tw_json_number(out, t);
    fprintf(out, ",\"sort\":\"%s\"", sort);
    return out;
}

void tw_reel_event(tw_reel *r, const tw_store_event *e) {
    static const char *const names[] = {"at", "every", "during", "when", "contact"};
    /* what goes on all the time is no mark */
    if (e->sort == TW_STORE_EVERY || e->sort == TW_STORE_DURING) return;
    FILE *out = begin_event(r, e->time, names[e->sort]);
    if (e->sort == TW_STORE_CONTACT) {
        fputs(",\"a\":", out);
        tw_json_text(out, e->a);
        fputs(",\"b\":", out);
        tw_json_text(out, *e->b ? e->b : "ground");
        fputs(",\"point\":", out);
        tw_json_vec(out, e->point);
        fputs(",\"rate\":", out);
        tw_json_number(out, e->rate);
    } else {
        tell_file(out, e->file);
        fprintf(out, ",\"line\":%d", e->line);
    }
    fputc('}', out);
}

void tw_reel_conflict(tw_reel *r, double t, const char *text) {
    FILE *out = begin_event(r, t, "conflict");
    fputs(",\"text\":", out);
    tw_json_text(out, text);
    fputc('}', out);
}
