/* Parameter tables: defaults, copies, checks, by the type of the row; see param.h. */
#include "model/field/param.h"

#include "base/text/text.h"
#include "base/view.h"
#include "model/field/formula.h"
#include "model/field/material.h"
#include "model/field/parts.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t tw_param_size(tw_param_type type) {
    static const size_t sizes[TW_PARAM_TYPE_COUNT] = {
        [TW_PARAM_NUMBER] = sizeof(double),
        [TW_PARAM_INTEGER] = sizeof(int),
        [TW_PARAM_BOOL] = sizeof(bool),
        [TW_PARAM_TEXT] = sizeof(char *),
        [TW_PARAM_CHOICE] = sizeof(int),
        [TW_PARAM_VEC3] = sizeof(vec3),
        [TW_PARAM_QUAT] = sizeof(quat),
        [TW_PARAM_MAT3] = sizeof(mat3),
        [TW_PARAM_VALUE] = sizeof(tw_value),
        [TW_PARAM_VALUE3] = sizeof(tw_value),
        [TW_PARAM_POINT] = sizeof(tw_id),
        [TW_PARAM_BODY] = sizeof(tw_id),
        [TW_PARAM_JOINT] = sizeof(tw_id),
        [TW_PARAM_BODIES] = sizeof(tw_id_list),
        [TW_PARAM_PLACE] = sizeof(tw_value),
        [TW_PARAM_AXIS] = sizeof(tw_value),
        [TW_PARAM_DIRECTION] = sizeof(tw_direction),
        [TW_PARAM_MATERIAL] = sizeof(tw_material_fields),
        [TW_PARAM_VALUE4] = sizeof(tw_value),
        [TW_PARAM_POINTS] = sizeof(tw_id_list),
        [TW_PARAM_FORMULA] = sizeof(tw_formula *),
        [TW_PARAM_TURN] = sizeof(tw_turn),
        [TW_PARAM_MESH] = sizeof(tw_mesh_ref),
        [TW_PARAM_PARTS] = sizeof(tw_parts *),
        [TW_PARAM_TEXTURE] = sizeof(tw_texture_ref),
        [TW_PARAM_STATIONS] = sizeof(tw_station_list),
    };
    return sizes[type];
}

static bool is_value(tw_param_type t) {
    return t == TW_PARAM_VALUE || t == TW_PARAM_VALUE3 || t == TW_PARAM_VALUE4 ||
           t == TW_PARAM_PLACE || t == TW_PARAM_AXIS;
}

/* of a single place by coordinates */
static const tw_value *station_value(const tw_station_list *list) {
    return list->count == 1 && tw_id_none(list->station->point) ? &list->station->at : NULL;
}

const tw_value *tw_param_value(const tw_param *p, const void *base) {
    const void *field = (const char *)base + p->offset;
    if (p->type == TW_PARAM_STATIONS) return station_value(field);
    if (is_value(p->type)) return p->flags & TW_OF_PARAMETER ? NULL : field;
    if (p->type == TW_PARAM_DIRECTION) return &((const tw_direction *)field)->v;
    return p->type == TW_PARAM_TURN ? &((const tw_turn *)field)->v : NULL;
}

static tw_status preset_look(void *field) {
    tw_material_fields *look = field;
    memset(look, 0, sizeof *look);
    return tw_params_preset(tw_material_params, tw_material_param_count, look);
}

tw_status tw_param_preset(const tw_param *p, void *base) {
    void *f = (char *)base + p->offset;
    const double *d = p->preset;
    memset(f, 0, tw_param_size(p->type));
    switch (p->type) {
    case TW_PARAM_NUMBER:
        *(double *)f = d[0];
        break;
    case TW_PARAM_INTEGER:
    case TW_PARAM_CHOICE:
        *(int *)f = (int)d[0];
        break;
    case TW_PARAM_BOOL:
        *(bool *)f = d[0] != 0;
        break;
    case TW_PARAM_VEC3:
        *(vec3 *)f = v3(d[0], d[1], d[2]);
        break;
    case TW_PARAM_QUAT:
        *(quat *)f = (quat){d[0], d[1], d[2], d[3]};
        break;
    case TW_PARAM_MAT3:
        *(mat3 *)f = m3_diag(d[0], d[1], d[2]);
        break;
    case TW_PARAM_VALUE:
        *(tw_value *)f = tw_value_scalar(d[0]);
        break;
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        *(tw_value *)f = tw_value_constant(d, 3);
        break;
    case TW_PARAM_VALUE4:
        *(tw_value *)f = tw_value_constant(d, 4);
        break;
    case TW_PARAM_DIRECTION:
        ((tw_direction *)f)->v = tw_value_constant(d, 3);
        break;
    case TW_PARAM_TURN:
        ((tw_turn *)f)->v = tw_value_constant(d, 4);
        break;
    case TW_PARAM_TEXTURE:
        ((tw_texture_ref *)f)->pattern = (int)d[0];
        break;
    case TW_PARAM_MATERIAL:
        return preset_look(f);
    default: /* ids, lists and texts are empty */
        break;
    }
    return TW_OK;
}

static tw_status copy_list(const tw_id_list *from, tw_id_list *to) {
    to->count = 0;
    to->id = NULL;
    if (from->count == 0) return TW_OK;
    to->id = malloc(from->count * sizeof *to->id);
    if (!to->id) return tw_fail_memory();
    memcpy(to->id, from->id, from->count * sizeof *to->id);
    to->count = from->count;
    return TW_OK;
}

static tw_status copy_stations(const tw_station_list *from, tw_station_list *to) {
    *to = (tw_station_list){0};
    if (from->count == 0) return TW_OK;
    to->station = malloc(from->count * sizeof *to->station);
    if (!to->station) return tw_fail_memory();
    for (; to->count < from->count; to->count++) {
        const tw_station *s = &from->station[to->count];
        to->station[to->count] = (tw_station){s->point, tw_value_copy(&s->at)};
    }
    return TW_OK;
}

static tw_status copy_mesh(const tw_mesh_ref *from, tw_mesh_ref *to) {
    char *file = from->file ? strdup(from->file) : NULL;
    if (from->file && !file) {
        *to = (tw_mesh_ref){0};
        return tw_fail_memory();
    }
    *to = (tw_mesh_ref){tw_mesh_retain(from->mesh), file};
    return TW_OK;
}

static tw_status copy_texture(const tw_texture_ref *from, tw_texture_ref *to) {
    char *file = from->file ? strdup(from->file) : NULL;
    *to = (tw_texture_ref){.pattern = from->pattern};
    if (from->file && !file) return tw_fail_memory();
    to->map = tw_pixmap_retain(from->map);
    to->light = tw_lightmap_retain(from->light);
    to->file = file;
    return TW_OK;
}

tw_status tw_param_copy(const tw_param *p, const void *from_base, void *to_base) {
    const void *from = (const char *)from_base + p->offset;
    void *to = (char *)to_base + p->offset;
    if (is_value(p->type)) {
        *(tw_value *)to = tw_value_copy(from);
        return TW_OK;
    }
    switch (p->type) {
    case TW_PARAM_TEXT: {
        const char *text = *(char *const *)from;
        *(char **)to = text ? strdup(text) : NULL;
        return text && !*(char **)to ? tw_fail_memory() : TW_OK;
    }
    case TW_PARAM_BODIES:
    case TW_PARAM_POINTS:
        return copy_list(from, to);
    case TW_PARAM_STATIONS:
        return copy_stations(from, to);
    case TW_PARAM_FORMULA:
        return tw_formula_copy(*(tw_formula *const *)from, to);
    case TW_PARAM_DIRECTION:
        *(tw_direction *)to = *(const tw_direction *)from;
        ((tw_direction *)to)->v = tw_value_copy(&((const tw_direction *)from)->v);
        return TW_OK;
    case TW_PARAM_TURN:
        *(tw_turn *)to = *(const tw_turn *)from;
        ((tw_turn *)to)->v = tw_value_copy(&((const tw_turn *)from)->v);
        return TW_OK;
    case TW_PARAM_MATERIAL:
        return tw_params_copy(tw_material_params, tw_material_param_count, from, to);
    case TW_PARAM_TEXTURE:
        return copy_texture(from, to);
    case TW_PARAM_MESH:
        return copy_mesh(from, to);
    case TW_PARAM_PARTS:
        *(tw_parts **)to = tw_parts_retain(*(tw_parts *const *)from);
        return TW_OK;
    default:
        memcpy(to, from, tw_param_size(p->type));
        return TW_OK;
    }
}

void tw_param_clear(const tw_param *p, void *base) {
    void *f = (char *)base + p->offset;
    if (is_value(p->type)) {
        tw_value_clear(f);
        return;
    }
    switch (p->type) {
    case TW_PARAM_TEXT:
        free(*(char **)f);
        *(char **)f = NULL;
        break;
    case TW_PARAM_FORMULA:
        tw_formula_destroy(*(tw_formula **)f);
        *(tw_formula **)f = NULL;
        break;
    case TW_PARAM_BODIES:
    case TW_PARAM_POINTS:
        free(((tw_id_list *)f)->id);
        *(tw_id_list *)f = (tw_id_list){0};
        break;
    case TW_PARAM_STATIONS:
        for (size_t i = 0; i < ((tw_station_list *)f)->count; i++)
            tw_value_clear(&((tw_station_list *)f)->station[i].at);
        free(((tw_station_list *)f)->station);
        *(tw_station_list *)f = (tw_station_list){0};
        break;
    case TW_PARAM_DIRECTION:
        tw_value_clear(&((tw_direction *)f)->v);
        break;
    case TW_PARAM_TURN:
        tw_value_clear(&((tw_turn *)f)->v);
        break;
    case TW_PARAM_MATERIAL:
        tw_params_clear(tw_material_params, tw_material_param_count, f);
        break;
    case TW_PARAM_MESH:
        tw_mesh_release(((tw_mesh_ref *)f)->mesh);
        free(((tw_mesh_ref *)f)->file);
        *(tw_mesh_ref *)f = (tw_mesh_ref){0};
        break;
    case TW_PARAM_TEXTURE:
        tw_pixmap_release(((tw_texture_ref *)f)->map);
        tw_lightmap_release(((tw_texture_ref *)f)->light);
        free(((tw_texture_ref *)f)->file);
        *(tw_texture_ref *)f = (tw_texture_ref){0};
        break;
    case TW_PARAM_PARTS:
        tw_parts_release(*(tw_parts **)f);
        *(tw_parts **)f = NULL;
        break;
    default:
        break;
    }
}

/* degrees by mistake are told how to become radians */
static tw_status no_view(double x, const char *when) {
    char hint[80] = "";
    if (x >= M_PI && x < 180) snprintf(hint, sizeof hint, " (%.9g degrees are tw.deg(%.9g))", x, x);
    return tw_fail(TW_ARGUMENT,
                   "expected a field of view above 0 and below %.9g radians, got %.9g%s%s",
                   TW_VIEW_ANGLE_END, x, when, hint);
}

/* one number against a range; `what` is number or vector component */
static tw_status check_number(const tw_param *p, double x, const char *when) {
    bool optional = p->flags & TW_UNSET_OK;
    if (isnan(x) && optional) return TW_OK;
    if (!isfinite(x)) return tw_fail(TW_ARGUMENT, "expected a finite number, got %g%s", x, when);
    if (p->range == TW_POSITIVE && !(x > 0))
        return tw_fail(TW_ARGUMENT, "expected a positive number, got %.9g%s", x, when);
    if (p->range == TW_NOT_NEGATIVE && !(x >= 0))
        return tw_fail(TW_ARGUMENT, "expected a number that is not negative, got %.9g%s", x, when);
    if (p->range == TW_VIEW_ANGLE && !(x > 0 && x < TW_VIEW_ANGLE_END)) return no_view(x, when);
    if (p->range == TW_SHARE && !(x > 0 && x <= 1))
        return tw_fail(TW_ARGUMENT, "expected a number above 0, up to 1, got %.9g%s", x, when);
    if (p->range == TW_UNIT_RANGE && !(x >= 0 && x <= 1))
        return tw_fail(TW_ARGUMENT, "expected a number from 0 to 1, got %.9g%s", x, when);
    return TW_OK;
}

static tw_status check_vector(const tw_param *p, const double *x, int n, const char *when) {
    bool optional = p->flags & TW_UNSET_OK, all_nan = true;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        all_nan = all_nan && isnan(x[i]);
        sum += x[i] * x[i];
    }
    if (optional && all_nan) return TW_OK;
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i]))
            return tw_fail(TW_ARGUMENT, "expected finite numbers, got %g%s", x[i], when);
        if (p->range != TW_NOT_ZERO) TW_TRY(check_number(p, x[i], when));
    }
    if (p->range == TW_NOT_ZERO && !(sum > 0))
        return tw_fail(TW_ARGUMENT, "expected a vector of some length, got {0, 0, 0}%s", when);
    return TW_OK;
}

static tw_status check_value(const tw_param *p, const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    char when[48] = "";
    if (!tw_value_is_constant(v)) snprintf(when, sizeof when, " at t = %.6g s", t);
    tw_value_eval(v, t, 0, out);
    /* constants may be unset, and ramps of such before they begin; functions return numbers */
    tw_param row = *p;
    if (v->kind == TW_VALUE_TAPE) row.flags &= ~(unsigned)TW_UNSET_OK;
    return v->dim == 1 ? check_number(&row, out[0][0], when)
                       : check_vector(&row, out[0], v->dim, when);
}

static tw_status check_quat(const quat *q) {
    double n = q_dot(*q, *q);
    if (!isfinite(n)) return tw_fail(TW_ARGUMENT, "expected finite numbers in a quaternion");
    if (!(n > 1e-12))
        return tw_fail(TW_ARGUMENT, "expected a quaternion of some length, got zeros");
    return TW_OK;
}

static tw_status check_value4(const tw_param *p, const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 0, out);
    quat q = {out[0][0], out[0][1], out[0][2], out[0][3]};
    if ((p->flags & TW_UNSET_OK) && tw_value_is_constant(v) && isnan(q.w)) return TW_OK;
    return check_quat(&q);
}

static tw_status check_turn(const tw_param *p, const tw_turn *turn, double t) {
    if (turn->posed || !tw_id_none(turn->body)) return TW_OK;
    return turn->v.dim == 1 ? check_value(p, &turn->v, t) : check_value4(p, &turn->v, t);
}

static tw_status check_stations(const tw_param *p, const tw_station_list *list, double t) {
    for (size_t i = 0; i < list->count; i++)
        if (tw_id_none(list->station[i].point)) TW_TRY(check_value(p, &list->station[i].at, t));
    return TW_OK;
}

static tw_status check_mat3(const tw_param *p, const mat3 *a) {
    int unset = 0;
    double bad = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            unset += isnan(a->m[i][j]) ? 1 : 0;
            if (!isfinite(a->m[i][j])) bad = a->m[i][j];
        }
    if (bad == 0 || ((p->flags & TW_UNSET_OK) && unset == 9)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected finite numbers in a matrix, got %g", bad);
}

static tw_status check_choice(const tw_param *p, int choice) {
    int n = 0;
    while (p->choices[n]) n++;
    if (choice >= 0 && choice < n) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected a choice from 0 to %d, got %d", n - 1, choice);
}

tw_status tw_param_check(const tw_param *p, const void *base, double t) {
    const void *f = (const char *)base + p->offset;
    switch (p->type) {
    case TW_PARAM_NUMBER:
        return check_number(p, *(const double *)f, "");
    case TW_PARAM_INTEGER:
        return check_number(p, *(const int *)f, "");
    case TW_PARAM_VEC3:
        return check_vector(p, (const double *)f, 3, "");
    case TW_PARAM_QUAT:
        return check_quat(f);
    case TW_PARAM_MAT3:
        return check_mat3(p, f);
    case TW_PARAM_CHOICE:
        return check_choice(p, *(const int *)f);
    case TW_PARAM_VALUE:
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return p->flags & TW_OF_PARAMETER ? TW_OK : check_value(p, f, t);
    case TW_PARAM_VALUE4:
        return check_value4(p, f, t);
    case TW_PARAM_DIRECTION:
        return check_value(p, &((const tw_direction *)f)->v, t);
    case TW_PARAM_TURN:
        return check_turn(p, f, t);
    case TW_PARAM_STATIONS:
        return check_stations(p, f, t);
    case TW_PARAM_MATERIAL:
        for (int i = 0; i < tw_material_param_count; i++)
            TW_TRY(tw_param_check(&tw_material_params[i], f, t));
        return TW_OK;
    default:
        return TW_OK;
    }
}

tw_status tw_params_preset(const tw_param *p, int n, void *base) {
    for (int i = 0; i < n; i++) TW_TRY(tw_param_preset(&p[i], base));
    return TW_OK;
}

tw_status tw_params_copy(const tw_param *p, int n, const void *from_base, void *to_base) {
    for (int i = 0; i < n; i++) {
        tw_status s = tw_param_copy(&p[i], from_base, to_base);
        if (s == TW_OK) continue;
        tw_params_clear(p, i, to_base);
        return s;
    }
    return TW_OK;
}

void tw_params_clear(const tw_param *p, int n, void *base) {
    for (int i = 0; i < n; i++) tw_param_clear(&p[i], base);
}

const tw_param *tw_params_find(const tw_param *p, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (tw_text_same(p[i].name, name)) return &p[i];
    return NULL;
}
