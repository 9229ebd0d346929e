/* A scene's objects, events and curves in a reel; see reel.h. */
#include "app/view/message/json.h"
#include "app/view/reel/reel.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { MOST_CURVES = 600 }; /* largest number of curves that are recorded */

/* ---- curves ---------------------------------------------------------------------------------- */

typedef enum curve_sort { KINETIC, POTENTIAL, TOTAL, DEVIATION, FORCE, SPEED, SORTS } curve_sort;

static const struct {
    const char *name, *unit;
} sorts[SORTS] = {
    {"kinetic energy", "J"}, {"potential energy", "J"}, {"energy", "J"}, {"|D|", ""}, {"|F|", "N"},
    {"speed", "m/s"}};

static void tell_curve(tw_reel *r, uint32_t of, curve_sort s) {
    FILE *out = r->object_stream;
    fprintf(out, "{\"class\":\"curve\",\"of\":%lu,\"name\":", (unsigned long)of);
    tw_json_text(out, sorts[s].name);
    fprintf(out, ",\"unit\":");
    tw_json_text(out, sorts[s].unit);
    fputs("},\n", out);
}

/* true: no further curve can be added. hint: index of the curve if curves keep their order; one
 * that exists has a smaller index than their number */
static bool is_full(const tw_reel *r, size_t hint) {
    return r->curve.count >= MOST_CURVES && hint >= r->curve.count;
}

/* adds the value x of a curve to the present frame, whose values are in the order in which the
 * curves were first added to the film */
static tw_status set(tw_reel *r, size_t first, uint32_t key, curve_sort s, size_t *hint, double x) {
    size_t n = r->curve.count, k = 0;
    if (is_full(r, *hint)) return TW_OK;
    for (; k < n; k++) {
        const tw_reel_curve *c = &r->curve.data[(*hint + k) % n];
        if (c->key == key && c->sort == (int)s) break;
    }
    size_t at = k < n ? (*hint + k) % n : n;
    if (at == n && n >= MOST_CURVES) return TW_OK;
    if (at == n) {
        TW_TRY(tw_push(&r->curve, ((tw_reel_curve){key, (int)s})));
        tell_curve(r, key, s);
    }
    *hint = at + 1;
    while (r->value.count <= first + at) TW_TRY(tw_push(&r->value, (float)NAN));
    r->value.data[first + at] = (float)x;
    return TW_OK;
}

static tw_status add_curves(tw_reel *r, tw_scene *scene) {
    const tw_scene_state now = tw_scene_state_of(scene);
    size_t first = r->value.count, hint = 0;
    double kinetic, potential;
    TW_TRY(tw_scene_energy(scene, &kinetic, &potential));
    TW_TRY(set(r, first, 0, KINETIC, &hint, kinetic));
    TW_TRY(set(r, first, 0, POTENTIAL, &hint, potential));
    TW_TRY(set(r, first, 0, TOTAL, &hint, kinetic + potential));
    for (size_t i = 0; i < now.constraints && !is_full(r, hint); i++) {
        tw_constraint_state c;
        TW_TRY(tw_constraint_state_of(scene, i, &c));
        TW_TRY(set(r, first, c.o.serial, DEVIATION, &hint, c.deviation));
        TW_TRY(set(r, first, c.o.serial, FORCE, &hint, v3_length(c.force)));
    }
    for (size_t i = 0; i < now.bodies && !is_full(r, hint); i++) {
        const tw_body_state b = tw_body_state_of(scene, i);
        TW_TRY(set(r, first, b.o.serial, SPEED, &hint, v3_length(b.velocity)));
    }
    return TW_OK;
}

/* ---- objects --------------------------------------------------------------------------------- */

/* writes a file's name without its folder, since windows must not see paths of the machine */
static void tell_file(FILE *out, const char *file) {
    const char *slash = file ? strrchr(file, '/') : NULL;
    fputs(",\"file\":", out);
    tw_json_text(out, slash ? slash + 1 : file);
}

static void begin_object(FILE *out, const char *sort, const tw_origin *o) {
    fprintf(out, "{\"class\":\"%s\",\"id\":%lu,\"name\":", sort, (unsigned long)o->serial);
    tw_json_text(out, o->name);
    fputs(",\"kind\":", out);
    tw_json_text(out, o->kind);
    tell_file(out, o->file);
    fprintf(out, ",\"line\":%d", o->line);
}

static void tell_number(FILE *out, const char *name, double x) {
    fprintf(out, ",\"%s\":", name);
    tw_json_number(out, x);
}

/* a growing list of JSON members */
typedef struct members {
    FILE *out;
    bool some;
} members;

static void tell_place(void *context, const char *text, vec3 x) {
    members *m = context;
    fputs(m->some ? ",[" : "[", m->out);
    m->some = true;
    tw_json_text(m->out, text);
    fputc(',', m->out);
    tw_json_vec(m->out, x);
    fputc(']', m->out);
}

static void tell_value(void *context, const char *name, double x) {
    members *m = context;
    fprintf(m->out, "%s\"%s\":", m->some ? "," : "", name);
    tw_json_number(m->out, x);
    m->some = true;
}

static void tell_body(FILE *out, const tw_scene *scene, size_t i, bool points) {
    const tw_body_state b = tw_body_state_of(scene, i);
    begin_object(out, "body", &b.o);
    tell_number(out, "mass", b.mass);
    tell_number(out, "volume", b.volume);
    fputs(",\"inertia\":", out);
    tw_json_vec(out, b.inertia);
    if (points) {
        members place = {.out = out}, value = {.out = out};
        fputs(",\"points\":[", out);
        tw_body_places(scene, i, tell_place, &place);
        fputs("],\"values\":{", out);
        tw_body_fields(scene, i, tell_value, &value);
        fputc('}', out);
    }
    fprintf(out, ",\"fixed\":%s,\"driven\":%s,\"collide\":%s},\n", b.fixed ? "true" : "false",
            b.driven ? "true" : "false", b.collide ? "true" : "false");
}

static void tell_point(FILE *out, const tw_point_state *p) {
    begin_object(out, "point", &p->o);
    if (p->on_body)
        fprintf(out, ",\"body\":%lu,\"local\":", (unsigned long)p->body);
    else
        fputs(",\"at\":", out);
    tw_json_vec(out, p->x);
    fputs("},\n", out);
}

static bool is_new(tw_reel *r, const tw_origin *o, tw_status *s) {
    size_t word = o->serial / 64;
    uint64_t bit = 1ull << o->serial % 64;
    while (*s == TW_OK && r->known.count <= word) *s = tw_push(&r->known, 0);
    if (*s != TW_OK || r->known.data[word] & bit) return false;
    r->known.data[word] |= bit;
    return true;
}

static FILE *begin_event(tw_reel *r, double t, const char *sort) {
    FILE *out = r->event_stream;
    if (r->event_count++) fputs(",\n", out);
    fputs("{\"t\":", out);
    tw_json_number(out, t);
    fprintf(out, ",\"sort\":\"%s\"", sort);
    return out;
}

/* notes that a constraint or force was switched off or on; all begin switched on */
static void note_switch(tw_reel *r, const tw_origin *o, bool on, double t, tw_status *s) {
    size_t word = o->serial / 64;
    uint64_t bit = 1ull << o->serial % 64;
    if (on && word >= r->off.count) return;
    while (*s == TW_OK && r->off.count <= word) *s = tw_push(&r->off, 0);
    if (*s != TW_OK || on == !(r->off.data[word] & bit)) return;
    r->off.data[word] ^= bit;
    FILE *out = begin_event(r, t, "switch");
    fprintf(out, ",\"of\":%lu,\"on\":%s}", (unsigned long)o->serial, on ? "true" : "false");
}

static tw_status note_switches(tw_reel *r, const tw_scene *scene) {
    const tw_scene_state now = tw_scene_state_of(scene);
    tw_status s = TW_OK;
    for (size_t i = 0; i < now.constraints; i++) {
        const tw_constraint_state c = tw_constraint_about(scene, i);
        note_switch(r, &c.o, c.enabled, now.time, &s);
    }
    for (size_t i = 0; i < now.forces; i++) {
        const tw_force_state f = tw_force_about(scene, i);
        note_switch(r, &f.o, f.enabled, now.time, &s);
    }
    return s;
}

static tw_status add_objects(tw_reel *r, const tw_scene *scene) {
    const tw_scene_state now = tw_scene_state_of(scene);
    FILE *out = r->object_stream;
    tw_status s = TW_OK;
    for (size_t i = 0; i < now.bodies; i++) {
        const tw_body_state b = tw_body_state_of(scene, i);
        if (is_new(r, &b.o, &s)) tell_body(out, scene, i, r->points);
    }
    for (size_t i = 0; i < now.constraints; i++) {
        const tw_constraint_state c = tw_constraint_about(scene, i);
        if (!is_new(r, &c.o, &s)) continue;
        begin_object(out, "constraint", &c.o);
        tell_number(out, "tau", c.tau);
        fputs("},\n", out);
    }
    for (size_t i = 0; i < now.forces; i++) {
        const tw_force_state f = tw_force_about(scene, i);
        if (!is_new(r, &f.o, &s)) continue;
        begin_object(out, "force", &f.o);
        fputs("},\n", out);
    }
    for (size_t i = 0; i < now.points; i++) {
        const tw_point_state p = tw_point_state_of(scene, i);
        if (is_new(r, &p.o, &s)) tell_point(out, &p);
    }
    return s;
}

tw_status tw_reel_world(tw_reel *r, tw_scene *scene) {
    unsigned long topology = tw_scene_state_of(scene).topology;
    if (topology != r->topology) TW_TRY(add_objects(r, scene));
    r->topology = topology;
    TW_TRY(note_switches(r, scene));
    return add_curves(r, scene);
}

/* ---- events ---------------------------------------------------------------------------------- */

void tw_reel_event(tw_reel *r, const tw_store_event *e) {
    static const char *const names[] = {"at", "every", "during", "when", "contact"};
    /* not shown: such events occur too often for the timeline */
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
