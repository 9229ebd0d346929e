/*
 * Props; see prop.h.
 *
 * The kinds that look as bodies are made from the bodies' tables when first asked for: a constant
 * of the body's kind becomes a value that may vary, and at each instant a body's own struct is
 * filled from these values and asked for its form.
 */
#include "model/prop.h"

#include "base/suggest.h"
#include "model/parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define PROP(field) .name = #field, .offset = offsetof(tw_prop, field)

const tw_param tw_prop_params[] = {
    {PROP(visible), .type = TW_PARAM_BOOL, .flags = TW_OR_CALLBACK, .preset = {1}, .doc = "drawn"},
    {PROP(opacity), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {1},
     .doc = "1 solid .. 0 not there"},
    {PROP(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "linear RGB; unset: the material's"},
    {PROP(material), .type = TW_PARAM_MATERIAL, .doc = "a preset's name, or a table of fields"},
};
const int tw_prop_param_count = sizeof tw_prop_params / sizeof *tw_prop_params;

tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose) {
    if (list->count >= TW_PROP_PIECES) return TW_OK;
    return tw_push(list, ((tw_piece){.shape = shape, .pose = pose}));
}

/* ---- solids --------------------------------------------------------------------------------- */

typedef struct solid {
    tw_id on; /* a point, of a body or in space */
    tw_value position, orientation;
    max_align_t rows[]; /* of the body's kind, as `kind` says */
} solid;

enum { SOLIDS = 32, SOLID_ROWS = 24, HEAD = 3 };

static const tw_param head[HEAD] = {
    {.name = "on",
     .offset = offsetof(solid, on),
     .type = TW_PARAM_POINT,
     .flags = TW_UNSET_OK | TW_OR_BODY,
     .doc = "body or point that it moves with; unset: it stands in the world"},
    {.name = "position",
     .offset = offsetof(solid, position),
     .type = TW_PARAM_VALUE3,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "of its centre, seen from `on`"},
    {.name = "orientation",
     .offset = offsetof(solid, orientation),
     .type = TW_PARAM_VALUE4,
     .flags = TW_FRAME_ROTATION,
     .preset = {1, 0, 0, 0},
     .carrier = "on",
     .doc = "how it is turned, seen from `on`"},
};

static struct mirror {
    tw_prop_kind kind;
    tw_param row[SOLID_ROWS];
} mirrors[SOLIDS];
static int mirror_count;

static tw_param mirrored(const tw_param *p, size_t offset) {
    tw_param q = *p;
    q.offset = offset;
    q.read_offset = 0;
    if (p->type == TW_PARAM_NUMBER) q.type = TW_PARAM_VALUE;
    if (p->type == TW_PARAM_VEC3) q.type = TW_PARAM_VALUE3;
    if (q.type == p->type) return q;
    q.flags &= ~(unsigned)TW_AT_CREATION;
    /* what shrinks to nothing is not seen */
    if (q.range == TW_POSITIVE) q.range = TW_NOT_NEGATIVE;
    if (q.flags & TW_FRAME_POINT) q.carrier = "on";
    return q;
}

static tw_status solid_show(const tw_prop_in *in, tw_piece_list *out);

static tw_pose solid_local(const void *own, double t) {
    const solid *o = own;
    double q[3][TW_VALUE_MAX];
    tw_value_eval(&o->orientation, t, 0, q);
    return (tw_pose){tw_value3(&o->position, t),
                     q_normalized((quat){q[0][0], q[0][1], q[0][2], q[0][3]})};
}

/* bodies without a shape of their own are no props */
static bool has_shape(const tw_body_kind *k) {
    return strcmp(k->kind.name, "body") != 0;
}

static void make_mirrors(void) {
    for (int i = 0; tw_body_kinds[i] && mirror_count < SOLIDS; i++) {
        const tw_body_kind *k = tw_body_kinds[i];
        if (!has_shape(k) || k->kind.param_count > SOLID_ROWS - HEAD) continue;
        struct mirror *m = &mirrors[mirror_count++];
        size_t end = offsetof(solid, rows);
        memcpy(m->row, head, sizeof head);
        for (int j = 0; j < k->kind.param_count; j++) {
            tw_param *row = &m->row[HEAD + j];
            *row = mirrored(&k->kind.params[j], end);
            size_t size = tw_param_size(row->type), unit = sizeof(max_align_t);
            end += (size + unit - 1) / unit * unit;
        }
        m->kind = (tw_prop_kind){.kind = {.name = "prop",
                                          .doc = k->kind.doc,
                                          .params = m->row,
                                          .param_count = HEAD + k->kind.param_count,
                                          .size = end},
                                 .anchor = TW_ANCHOR_POSE,
                                 .show = solid_show,
                                 .local = solid_local,
                                 .solid = k};
    }
}

static void mirror_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_mirrors);
}

tw_status tw_prop_solid(const char *name, const tw_prop_kind **kind) {
    mirror_once();
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; i < mirror_count; i++) {
        *kind = &mirrors[i].kind;
        if (!strcmp((*kind)->solid->kind.name, name)) return TW_OK;
        tw_suggestion_offer(&s, (*kind)->solid->kind.name);
    }
    return tw_fail(TW_ARGUMENT, "expected a kind of body, got '%s'%s%s%s", name,
                   s.best ? "; did you mean '" : "", s.best ? s.best : "", s.best ? "'?" : "");
}

const char *tw_prop_solid_name(int i) {
    mirror_once();
    return i >= 0 && i < mirror_count ? mirrors[i].kind.solid->kind.name : NULL;
}

/* the body's own struct from the values at time t; *there false: something has shrunk to nothing */
static tw_status fill(const tw_prop_in *in, void *body, bool *there) {
    const tw_kind *k = &in->kind->solid->kind;
    *there = true;
    for (int i = 0; i < k->param_count; i++) {
        const tw_param *to = &k->params[i], *from = &in->kind->kind.params[HEAD + i];
        void *field = (char *)body + to->offset;
        const char *value = (const char *)in->own + from->offset;
        if (from->type == to->type) {
            tw_param at = *from;
            at.offset = 0;
            TW_TRY(tw_param_copy(&at, value, field));
            continue;
        }
        const tw_value *v = (const tw_value *)(const void *)value;
        if (from->type == TW_PARAM_VALUE)
            *(double *)field = tw_value1(v, in->t);
        else
            *(vec3 *)field = tw_value3(v, in->t);
        *there = *there && tw_param_check(to, body, in->t) == TW_OK;
    }
    return TW_OK;
}

static tw_status add_form(const tw_form *f, tw_piece_list *out) {
    for (int s = 0; s < f->count && out->count < TW_PROP_PIECES; s++) {
        tw_pose pose = f->has_pose ? tw_pose_compose(&f->at, &f->pose[s]) : f->pose[s];
        tw_piece piece = {f->shape[s], pose, f->look[s].material, f->look[s].color};
        TW_TRY(tw_push(out, piece));
    }
    return TW_OK;
}

static tw_status solid_show(const tw_prop_in *in, tw_piece_list *out) {
    const tw_body_kind *k = in->kind->solid;
    void *body = calloc(1, k->kind.size ? k->kind.size : 1);
    if (!body) return tw_fail_memory();
    tw_form form = {.density = 1};
    bool there = false;
    tw_status s = fill(in, body, &there);
    if (s == TW_OK && there && k->begin) s = k->begin(body);
    if (s == TW_OK && there) s = k->form(body, &form);
    if (s == TW_OK && there) s = add_form(&form, out);
    tw_form_free(&form);
    tw_params_clear(k->kind.params, k->kind.param_count, body);
    free(body);
    return s;
}

/* ---- all ------------------------------------------------------------------------------------ */

tw_id tw_prop_reference(const tw_prop *p, tw_param_type type) {
    for (int i = 0; i < p->o.kind->param_count; i++)
        if (p->o.kind->params[i].type == type)
            return *(const tw_id *)(const void *)((const char *)p->o.own +
                                                  p->o.kind->params[i].offset);
    return (tw_id){0, 0};
}

int tw_prop_places(const tw_world *w, const tw_prop *p, vec3 place[TW_PROP_PLACES]) {
    const tw_kind *k = p->o.kind;
    int n = 0;
    vec3 v;
    for (int i = 0; i < k->param_count && n < TW_PROP_PLACES; i++) {
        if (k->params[i].type != TW_PARAM_POINT) continue;
        const void *row = (const char *)p->o.own + k->params[i].offset;
        const tw_point *point = tw_world_point(w, *(const tw_id *)row);
        place[n] = v3_zero();
        if (point) tw_point_now(w, point, &place[n], &v);
        n++;
    }
    return n;
}

tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps) {
    const tw_prop_kind *k = tw_prop_kind_of(p);
    const tw_point *point = tw_world_point(w, tw_prop_reference(p, TW_PARAM_POINT));
    const tw_body *body = point ? tw_world_body(w, point->body) : NULL;
    tw_pose root = {v3_zero(), q_identity()};
    vec3 v;
    if (point) tw_point_now(w, point, &root.x, &v);
    if (body && k->anchor == TW_ANCHOR_POSE) root.q = body->orientation;
    if (k->anchor == TW_ANCHOR_WORLD) root = (tw_pose){v3_zero(), q_identity()};
    *jumps = p->o.jumps + (body ? body->o.jumps : 0);
    if (!k->local) return root;
    tw_pose local = k->local(p->o.own, w->time);
    return tw_pose_compose(&root, &local);
}

tw_status tw_prop_begin(const tw_world *w, const tw_prop *p) {
    vec3 place[TW_PROP_PLACES];
    tw_prop_in in = {.t = w->time, .own = p->o.own, .kind = tw_prop_kind_of(p), .place = place};
    in.places = tw_prop_places(w, p, place);
    tw_piece_list list = {0};
    tw_status s = in.kind->show(&in, &list);
    tw_array_free(&list);
    return s;
}

bool tw_prop_moves(const tw_object *o, const tw_param *p) {
    return p->type == TW_PARAM_POINT || p->type == TW_PARAM_JOINT ||
           (tw_prop_kind_of((const tw_prop *)(const void *)o)->solid &&
            (!strcmp(p->name, "position") || !strcmp(p->name, "orientation")));
}
