/*
 * The parts of a compound and their mass. Two solids put together have
 *     m = m1 + m2,  c = c1 + m2/m d,  I = I1 + I2 + m1 m2/m (|d|^2 1 - d d^T),  d = c2 - c1
 * (the parallel axis theorem for both, about the common centre), so a compound is summed part by
 * part without the cancellation that moments about a far origin have. Where parts overlap, the mass
 * of each is counted in full.
 */
#include "model/field/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PART(FIELD) .name = #FIELD, .offset = offsetof(tw_part, FIELD)

const tw_param tw_part_params[] = {
    {PART(name), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK, .doc = "for `part`"},
    {PART(position), .type = TW_PARAM_VEC3, .unit = "m",
     .doc = "of its centre of mass, in the compound's coordinates as authored"},
    {PART(orientation), .type = TW_PARAM_QUAT, .preset = {1, 0, 0, 0}, .doc = "orientation"},
    {PART(density), .type = TW_PARAM_NUMBER, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "kg/m^3", .preset = {TW_UNSET}, .doc = "unset: the compound's"},
    {PART(mass), .type = TW_PARAM_NUMBER, .flags = TW_UNSET_OK, .range = TW_POSITIVE, .unit = "kg",
     .preset = {TW_UNSET}, .doc = "unset: from the density"},
    {PART(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "linear RGB; unset: the material's, else the compound's"},
    {PART(material), .type = TW_PARAM_MATERIAL, .flags = TW_UNSET_OK,
     .doc = "a preset's name, or a table of fields; unset: the compound's"},
};
const int tw_part_param_count = sizeof tw_part_params / sizeof *tw_part_params;

/* ---- making --------------------------------------------------------------------------------- */

tw_status tw_parts_create(int room, tw_parts **parts) {
    tw_parts *p = calloc(1, sizeof *p);
    tw_part *part = calloc(room > 0 ? (size_t)room : 1, sizeof *part);
    if (!p || !part) {
        free(p);
        free(part);
        return tw_fail_memory();
    }
    atomic_init(&p->references, 1);
    p->room = room;
    p->part = part;
    *parts = p;
    return TW_OK;
}

static void clear_part(tw_part *part) {
    tw_params_clear(tw_part_params, tw_part_param_count, part);
    if (part->own)
        tw_params_clear(part->kind->kind.params, part->kind->kind.param_count, part->own);
    free(part->own);
}

tw_status tw_parts_add(tw_parts *parts, const tw_body_kind *kind, tw_part **part) {
    assert(parts->count < parts->room);
    tw_part *p = &parts->part[parts->count];
    *p = (tw_part){.kind = kind, .own = calloc(1, kind->kind.size ? kind->kind.size : 1)};
    tw_status s =
        p->own ? tw_params_preset(tw_part_params, tw_part_param_count, p) : tw_fail_memory();
    if (s == TW_OK) s = tw_params_preset(kind->kind.params, kind->kind.param_count, p->own);
    if (s != TW_OK) {
        clear_part(p);
        return s;
    }
    parts->count++;
    *part = p;
    return TW_OK;
}

tw_status tw_parts_finish(tw_parts *parts) {
    tw_part *p = &parts->part[parts->count - 1];
    for (int i = 0; p->name && i < parts->count - 1; i++)
        if (parts->part[i].name && !strcmp(parts->part[i].name, p->name))
            return tw_fail(TW_ARGUMENT, "field 'name': '%s' is used by part %d already", p->name,
                           i + 1);
    if (p->kind->begin) TW_TRY(p->kind->begin(p->own));
    p->orientation = q_normalized(p->orientation);
    p->pose = (tw_pose){p->position, p->orientation};
    tw_form form = {.density = isnan(p->density) ? 1000 : p->density};
    double volume, mass;
    mat3 inertia;
    tw_status s = p->kind->form(p->own, &form);
    if (s == TW_OK) s = tw_form_mass(&form, p->mass, &volume, &mass, &inertia);
    if (s == TW_OK) {
        p->pose = tw_form_pose(&form, p->pose);
        if (form.has_origin) p->pose.x = tw_form_centre(&form, p->orientation);
        p->frame = parts->frames;
        parts->frames += 1 + form.part_count;
    }
    tw_form_free(&form);
    return s;
}

tw_parts *tw_parts_retain(tw_parts *parts) {
    if (parts) atomic_fetch_add(&parts->references, 1);
    return parts;
}

void tw_parts_release(tw_parts *parts) {
    if (!parts || atomic_fetch_sub(&parts->references, 1) > 1) return;
    for (int i = 0; i < parts->count; i++) clear_part(&parts->part[i]);
    free(parts->part);
    free(parts);
}

const tw_parts *tw_kind_parts(const tw_kind *kind, const void *own) {
    for (int i = 0; i < kind->param_count; i++)
        if (kind->params[i].type == TW_PARAM_PARTS)
            return *(tw_parts *const *)(const void *)((const char *)own + kind->params[i].offset);
    return NULL;
}

const tw_parts *tw_part_parts(const tw_part *part) {
    return tw_kind_parts(&part->kind->kind, part->own);
}

/* ---- the whole ------------------------------------------------------------------------------ */

typedef struct sum {
    double m;
    vec3 c;
    mat3 inertia; /* inertia tensor about c, kg m^2 */
} sum;

static void put_together(sum *a, double m, vec3 c, const mat3 *inertia) {
    vec3 d = v3_sub(c, a->c);
    double both = a->m + m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a->inertia.m[i][j] += inertia->m[i][j];
    tw_inertia_shift(&a->inertia, a->m / both * m, d);
    a->c = v3_madd(a->c, m / both, d);
    a->m = both;
}

static tw_status add_part(const tw_part *p, tw_form *form, sum *total) {
    tw_form inner = {.density = isnan(p->density) ? form->density : p->density};
    bool colored = !tw_value_is_unset(&p->color);
    tw_form_look look = {colored ? &p->color : NULL, p->has_material ? &p->material : NULL};
    double volume, mass;
    mat3 inertia, R = q_matrix(p->pose.q);
    tw_status s = p->kind->form(p->own, &inner);
    if (s == TW_OK) s = tw_form_mass(&inner, p->mass, &volume, &mass, &inertia);
    if (s == TW_OK) s = tw_form_join(form, &inner, &p->pose, look);
    if (s == TW_OK) {
        mat3 turned = m3_rotate(&R, &inertia);
        put_together(total, mass, p->pose.x, &turned);
    }
    tw_form_free(&inner);
    return s;
}

tw_status tw_parts_form(const tw_parts *parts, tw_form *form) {
    sum total = {0};
    for (int i = 0; i < parts->count; i++) TW_TRY(add_part(&parts->part[i], form, &total));
    tw_form_shift(form, v3_neg(total.c));
    form->com = total.c;
    form->has_mass = true;
    form->mass = total.m;
    form->inertia = total.inertia;
    return TW_OK;
}

static bool is_one(quat q) {
    return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0;
}

tw_status tw_parts_place(const tw_parts *parts, tw_form *form) {
    sum total = {0};
    for (int i = 0; i < parts->count; i++) {
        const tw_part *p = &parts->part[i];
        tw_form inner = {.density = form->density};
        int first = form->count;
        tw_status s = p->kind->form(p->own, &inner);
        if (s == TW_OK) s = add_part(p, form, &total);
        /* the product of a turn with none is that turn, where add_part normalises it anew */
        if (s == TW_OK && inner.count == 1 && is_one(inner.pose[0].q))
            form->pose[first].q = p->pose.q;
        tw_form_free(&inner);
        TW_TRY(s);
    }
    return TW_OK;
}
