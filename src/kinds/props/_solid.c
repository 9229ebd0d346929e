/*
 * Props that look like bodies: for every kind of body except the bare `body` there is one kind of
 * prop, made from the body kind's table of fields; all are made when one is first asked for.
 * Numbers and vectors that are constant for a body may vary with time for a prop: for each frame, a
 * struct of the body's kind is filled with their values, and gives the shapes.
 */
#include "base/text/suggest.h"
#include "model/field/parts.h"
#include "model/prop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct solid {
    tw_id on; /* body or point to which the prop is attached; no id: the world */
    tw_value position, orientation;
    /* values of the fields of the body's kind, one after the other, in the order of its rows */
    max_align_t rows[];
} solid;

enum { SOLIDS = 32, SOLID_ROWS = 24, HEAD = 3 };

static const tw_param head[HEAD] = {
    {.name = "on",
     .offset = offsetof(solid, on),
     .type = TW_PARAM_POINT,
     .flags = TW_UNSET_OK | TW_OR_BODY,
     .doc = "body or point that it moves with; unset: the world"},
    {.name = "position",
     .offset = offsetof(solid, position),
     .type = TW_PARAM_VALUE3,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "place of its centre, relative to `on`"},
    {.name = "orientation",
     .offset = offsetof(solid, orientation),
     .type = TW_PARAM_VALUE4,
     .flags = TW_FRAME_ROTATION,
     .preset = {1, 0, 0, 0},
     .carrier = "on",
     .doc = "orientation relative to `on`"},
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
    /* a size may be 0 here: then the prop is not drawn */
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

/* true: bodies of this kind have a shape by the kind itself, so there is a prop of this kind; a
 * bare body has only the shapes that its script lists */
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

/* fills `body`, a struct of the body's kind, with the prop's values at time t; *there: false if a
 * size is 0 or out of its range, and nothing is to be drawn */
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
    vec3 shift = f->has_origin ? tw_form_centre(f, q_identity()) : v3_zero();
    tw_pose at = tw_form_pose(f, (tw_pose){v3_zero(), q_identity()});
    for (int s = 0; s < f->count; s++) {
        tw_pose pose = f->has_pose ? tw_pose_compose(&at, &f->pose[s]) : f->pose[s];
        pose.x = v3_add(pose.x, shift);
        tw_piece piece = {.shape = f->shape[s],
                          .pose = pose,
                          .material = f->look[s].material,
                          .color = f->look[s].color};
        TW_TRY(tw_piece_push(out, &piece));
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
