/* The operations on fields of each type, one table row for each. A new type needs a number in
 * param.h, a row here, and functions by which scripts read and write it
 * (script/object/fields.c). */
#include "model/field/param_type.h"

#include "base/view.h"
#include "model/field/formula.h"
#include "model/field/material.h"
#include "model/field/parts.h"
#include "model/world.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- defaults ------------------------------------------------------------------------------- */

static tw_status preset_number(const tw_param *p, void *f) {
    *(double *)f = p->preset[0];
    return TW_OK;
}

static tw_status preset_integer(const tw_param *p, void *f) {
    *(int *)f = (int)p->preset[0];
    return TW_OK;
}

static tw_status preset_bool(const tw_param *p, void *f) {
    *(bool *)f = p->preset[0] != 0;
    return TW_OK;
}

static tw_status preset_vec3(const tw_param *p, void *f) {
    *(vec3 *)f = v3_load(p->preset);
    return TW_OK;
}

static tw_status preset_quat(const tw_param *p, void *f) {
    *(quat *)f = q_load(p->preset);
    return TW_OK;
}

static tw_status preset_mat3(const tw_param *p, void *f) {
    *(mat3 *)f = m3_diag(p->preset[0], p->preset[1], p->preset[2]);
    return TW_OK;
}

static tw_status preset_value(const tw_param *p, void *f) {
    *(tw_value *)f = tw_value_scalar(p->preset[0]);
    return TW_OK;
}

static tw_status preset_value3(const tw_param *p, void *f) {
    *(tw_value *)f = tw_value_constant(p->preset, 3);
    return TW_OK;
}

static tw_status preset_value4(const tw_param *p, void *f) {
    *(tw_value *)f = tw_value_constant(p->preset, 4);
    return TW_OK;
}

static tw_status preset_direction(const tw_param *p, void *f) {
    return preset_value3(p, &((tw_direction *)f)->v);
}

static tw_status preset_turn(const tw_param *p, void *f) {
    return preset_value4(p, &((tw_turn *)f)->v);
}

static tw_status preset_texture(const tw_param *p, void *f) {
    ((tw_texture_ref *)f)->pattern = (int)p->preset[0];
    return TW_OK;
}

static tw_status preset_material(const tw_param *p, void *f) {
    (void)p;
    return tw_params_preset(tw_material_params, tw_material_param_count, f);
}

/* ---- copies --------------------------------------------------------------------------------- */

static tw_status copy_text(const void *from, void *to) {
    const char *text = *(char *const *)from;
    *(char **)to = text ? strdup(text) : NULL;
    return text && !*(char **)to ? tw_fail_memory() : TW_OK;
}

static tw_status copy_value(const void *from, void *to) {
    *(tw_value *)to = tw_value_copy(from);
    return TW_OK;
}

static tw_status copy_list(const void *from_, void *to_) {
    const tw_id_list *from = from_;
    tw_id_list *to = to_;
    to->count = 0;
    to->id = NULL;
    if (from->count == 0) return TW_OK;
    to->id = malloc(from->count * sizeof *to->id);
    if (!to->id) return tw_fail_memory();
    memcpy(to->id, from->id, from->count * sizeof *to->id);
    to->count = from->count;
    return TW_OK;
}

static tw_status copy_stations(const void *from_, void *to_) {
    const tw_station_list *from = from_;
    tw_station_list *to = to_;
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

static tw_status copy_mesh(const void *from_, void *to_) {
    const tw_mesh_ref *from = from_;
    tw_mesh_ref *to = to_;
    char *file = from->file ? strdup(from->file) : NULL;
    if (from->file && !file) {
        *to = (tw_mesh_ref){0};
        return tw_fail_memory();
    }
    *to = (tw_mesh_ref){tw_mesh_retain(from->mesh), file};
    return TW_OK;
}

static tw_status copy_texture(const void *from_, void *to_) {
    const tw_texture_ref *from = from_;
    tw_texture_ref *to = to_;
    char *file = from->file ? strdup(from->file) : NULL;
    *to = (tw_texture_ref){.pattern = from->pattern};
    if (from->file && !file) return tw_fail_memory();
    to->map = tw_pixmap_retain(from->map);
    to->light = tw_lightmap_retain(from->light);
    to->file = file;
    return TW_OK;
}

static tw_status copy_formula(const void *from, void *to) {
    return tw_formula_copy(*(tw_formula *const *)from, to);
}

static tw_status copy_direction(const void *from, void *to) {
    *(tw_direction *)to = *(const tw_direction *)from;
    return copy_value(&((const tw_direction *)from)->v, &((tw_direction *)to)->v);
}

static tw_status copy_turn(const void *from, void *to) {
    *(tw_turn *)to = *(const tw_turn *)from;
    return copy_value(&((const tw_turn *)from)->v, &((tw_turn *)to)->v);
}

static tw_status copy_material(const void *from, void *to) {
    return tw_params_copy(tw_material_params, tw_material_param_count, from, to);
}

static tw_status copy_parts(const void *from, void *to) {
    *(tw_parts **)to = tw_parts_retain(*(tw_parts *const *)from);
    return TW_OK;
}

/* ---- releases ------------------------------------------------------------------------------- */

static void clear_value(void *f) {
    tw_value_clear(f);
}

static void clear_text(void *f) {
    free(*(char **)f);
    *(char **)f = NULL;
}

static void clear_formula(void *f) {
    tw_formula_destroy(*(tw_formula **)f);
    *(tw_formula **)f = NULL;
}

static void clear_list(void *f) {
    free(((tw_id_list *)f)->id);
    *(tw_id_list *)f = (tw_id_list){0};
}

static void clear_stations(void *f) {
    tw_station_list *list = f;
    for (size_t i = 0; i < list->count; i++) tw_value_clear(&list->station[i].at);
    free(list->station);
    *list = (tw_station_list){0};
}

static void clear_direction(void *f) {
    tw_value_clear(&((tw_direction *)f)->v);
}

static void clear_turn(void *f) {
    tw_value_clear(&((tw_turn *)f)->v);
}

static void clear_material(void *f) {
    tw_params_clear(tw_material_params, tw_material_param_count, f);
}

static void clear_mesh(void *f) {
    tw_mesh_release(((tw_mesh_ref *)f)->mesh);
    free(((tw_mesh_ref *)f)->file);
    *(tw_mesh_ref *)f = (tw_mesh_ref){0};
}

static void clear_texture(void *f) {
    tw_texture_ref *t = f;
    tw_pixmap_release(t->map);
    tw_lightmap_release(t->light);
    free(t->file);
    *t = (tw_texture_ref){0};
}

static void clear_parts(void *f) {
    tw_parts_release(*(tw_parts **)f);
    *(tw_parts **)f = NULL;
}

/* ---- checks --------------------------------------------------------------------------------- */

/* failure for a field of view x that is out of range; if x looks like degrees, the message says how
 * to write radians. when: end of the message */
static tw_status no_view(double x, const char *when) {
    char hint[80] = "";
    if (x >= M_PI && x < 180) snprintf(hint, sizeof hint, " (%.9g degrees are tw.deg(%.9g))", x, x);
    return tw_fail(TW_ARGUMENT,
                   "expected a field of view above 0 and below %.9g radians, got %.9g%s%s",
                   TW_VIEW_ANGLE_END, x, when, hint);
}

/* checks a number, or one component of a vector, against the range of the row; when: end of the
 * message, such as the time at which a function was evaluated */
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

static tw_status check_value(const tw_param *p, const void *f, double t) {
    const tw_value *v = f;
    if (p->flags & TW_OF_PARAMETER) return TW_OK;
    double out[3][TW_VALUE_MAX];
    char when[48] = "";
    if (!tw_value_is_constant(v)) snprintf(when, sizeof when, " at t = %.6g s", t);
    tw_value_eval(v, t, 0, out);
    /* a constant may be unset (NAN), and a ramp is NAN before it begins; but a function of time
     * must give a number */
    tw_param row = *p;
    if (v->kind == TW_VALUE_TAPE) row.flags &= ~(unsigned)TW_UNSET_OK;
    return v->dim == 1 ? check_number(&row, out[0][0], when)
                       : check_vector(&row, out[0], v->dim, when);
}

static tw_status check_quat(const tw_param *p, const void *f, double t) {
    const quat *q = f;
    double n = q_dot(*q, *q);
    (void)p, (void)t;
    if (!isfinite(n)) return tw_fail(TW_ARGUMENT, "expected finite numbers in a quaternion");
    if (!(n > 1e-12)) return tw_fail(TW_ARGUMENT, "expected a quaternion longer than 1e-6");
    return TW_OK;
}

static tw_status check_value4(const tw_param *p, const void *f, double t) {
    const tw_value *v = f;
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 0, out);
    quat q = {out[0][0], out[0][1], out[0][2], out[0][3]};
    if ((p->flags & TW_UNSET_OK) && tw_value_is_constant(v) && isnan(q.w)) return TW_OK;
    return check_quat(p, &q, t);
}

static tw_status check_turn(const tw_param *p, const void *f, double t) {
    const tw_turn *turn = f;
    if (turn->posed || !tw_id_none(turn->body)) return TW_OK;
    return turn->v.dim == 1 ? check_value(p, &turn->v, t) : check_value4(p, &turn->v, t);
}

static tw_status check_stations(const tw_param *p, const void *f, double t) {
    const tw_station_list *list = f;
    for (size_t i = 0; i < list->count; i++)
        if (tw_id_none(list->station[i].point)) TW_TRY(check_value(p, &list->station[i].at, t));
    return TW_OK;
}

static tw_status check_mat3(const tw_param *p, const void *f, double t) {
    const mat3 *a = f;
    int unset = 0;
    double bad = 0;
    (void)t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            unset += isnan(a->m[i][j]) ? 1 : 0;
            if (!isfinite(a->m[i][j])) bad = a->m[i][j];
        }
    if (bad == 0 || ((p->flags & TW_UNSET_OK) && unset == 9)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected finite numbers in a matrix, got %g", bad);
}

static tw_status check_choice(const tw_param *p, const void *f, double t) {
    int n = 0, choice = *(const int *)f;
    (void)t;
    while (p->choices[n]) n++;
    if (choice >= 0 && choice < n) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected a choice from 0 to %d, got %d", n - 1, choice);
}

static tw_status check_double(const tw_param *p, const void *f, double t) {
    (void)t;
    return check_number(p, *(const double *)f, "");
}

static tw_status check_integer(const tw_param *p, const void *f, double t) {
    (void)t;
    return check_number(p, *(const int *)f, "");
}

static tw_status check_vec3(const tw_param *p, const void *f, double t) {
    (void)t;
    return check_vector(p, f, 3, "");
}

static tw_status check_direction(const tw_param *p, const void *f, double t) {
    return check_value(p, &((const tw_direction *)f)->v, t);
}

static tw_status check_material(const tw_param *p, const void *f, double t) {
    (void)p;
    for (int i = 0; i < tw_material_param_count; i++)
        TW_TRY(tw_param_check(&tw_material_params[i], f, t));
    return TW_OK;
}

/* ---- a field's value as a function of time -------------------------------------------------- */

static const tw_value *value_itself(const void *f) {
    return f;
}

/* the coordinates of a list that is a single station without a point; otherwise NULL */
static const tw_value *value_of_stations(const void *f) {
    const tw_station_list *list = f;
    return list->count == 1 && tw_id_none(list->station->point) ? &list->station->at : NULL;
}

static const tw_value *value_of_direction(const void *f) {
    return &((const tw_direction *)f)->v;
}

static const tw_value *value_of_turn(const void *f) {
    return &((const tw_turn *)f)->v;
}

/* ---- objects -------------------------------------------------------------------------------- */

static bool refer_point(const void *f, tw_param_visit *visit, void *context) {
    return visit(context, TW_POINT, *(const tw_id *)f);
}

static bool refer_body(const void *f, tw_param_visit *visit, void *context) {
    return visit(context, TW_BODY, *(const tw_id *)f);
}

static bool refer_joint(const void *f, tw_param_visit *visit, void *context) {
    return visit(context, TW_CONSTRAINT, *(const tw_id *)f);
}

static bool refer_list(const tw_id_list *list, int class_, tw_param_visit *visit, void *context) {
    for (size_t i = 0; i < list->count; i++)
        if (visit(context, class_, list->id[i])) return true;
    return false;
}

static bool refer_points(const void *f, tw_param_visit *visit, void *context) {
    return refer_list(f, TW_POINT, visit, context);
}

static bool refer_bodies(const void *f, tw_param_visit *visit, void *context) {
    return refer_list(f, TW_BODY, visit, context);
}

static bool refer_stations(const void *f, tw_param_visit *visit, void *context) {
    const tw_station_list *list = f;
    for (size_t i = 0; i < list->count; i++)
        if (visit(context, TW_POINT, list->station[i].point)) return true;
    return false;
}

static bool refer_direction(const void *f, tw_param_visit *visit, void *context) {
    return visit(context, TW_BODY, ((const tw_direction *)f)->body);
}

static bool refer_turn(const void *f, tw_param_visit *visit, void *context) {
    return visit(context, TW_BODY, ((const tw_turn *)f)->body);
}

/* ---- the table ------------------------------------------------------------------------------ */

#define PLAIN(type, ...) \
    { .size = sizeof(type), __VA_ARGS__ }
#define VALUE(PRESET, CHECK)                                                                  \
    {                                                                                         \
        .size = sizeof(tw_value), .preset = PRESET, .copy = copy_value, .clear = clear_value, \
        .check = CHECK, .value = value_itself                                                 \
    }
#define OWNED(type, name, ...) \
    { .size = sizeof(type), .copy = copy_##name, .clear = clear_##name, __VA_ARGS__ }

const tw_param_operations tw_param_types[TW_PARAM_TYPE_COUNT] = {
    [TW_PARAM_NUMBER] = PLAIN(double, .preset = preset_number, .check = check_double),
    [TW_PARAM_INTEGER] = PLAIN(int, .preset = preset_integer, .check = check_integer),
    [TW_PARAM_BOOL] = PLAIN(bool, .preset = preset_bool),
    [TW_PARAM_TEXT] = OWNED(char *, text),
    [TW_PARAM_CHOICE] = PLAIN(int, .preset = preset_integer, .check = check_choice),
    [TW_PARAM_VEC3] = PLAIN(vec3, .preset = preset_vec3, .check = check_vec3),
    [TW_PARAM_QUAT] = PLAIN(quat, .preset = preset_quat, .check = check_quat),
    [TW_PARAM_MAT3] = PLAIN(mat3, .preset = preset_mat3, .check = check_mat3),
    [TW_PARAM_VALUE] = VALUE(preset_value, check_value),
    [TW_PARAM_VALUE3] = VALUE(preset_value3, check_value),
    [TW_PARAM_VALUE4] = VALUE(preset_value4, check_value4),
    [TW_PARAM_PLACE] = VALUE(preset_value3, check_value),
    [TW_PARAM_AXIS] = VALUE(preset_value3, check_value),
    [TW_PARAM_POINT] = PLAIN(tw_id, .refer = refer_point),
    [TW_PARAM_BODY] = PLAIN(tw_id, .refer = refer_body),
    [TW_PARAM_JOINT] = PLAIN(tw_id, .refer = refer_joint),
    [TW_PARAM_BODIES] = OWNED(tw_id_list, list, .refer = refer_bodies),
    [TW_PARAM_POINTS] = OWNED(tw_id_list, list, .refer = refer_points),
    [TW_PARAM_FORMULA] = OWNED(tw_formula *, formula),
    [TW_PARAM_DIRECTION] =
        OWNED(tw_direction, direction, .preset = preset_direction, .check = check_direction,
              .value = value_of_direction, .refer = refer_direction),
    [TW_PARAM_TURN] = OWNED(tw_turn, turn, .preset = preset_turn, .check = check_turn,
                            .value = value_of_turn, .refer = refer_turn),
    [TW_PARAM_MATERIAL] =
        OWNED(tw_material_fields, material, .preset = preset_material, .check = check_material),
    [TW_PARAM_MESH] = OWNED(tw_mesh_ref, mesh),
    [TW_PARAM_PARTS] = OWNED(tw_parts *, parts),
    [TW_PARAM_TEXTURE] = OWNED(tw_texture_ref, texture, .preset = preset_texture),
    [TW_PARAM_STATIONS] = OWNED(tw_station_list, stations, .check = check_stations,
                                .value = value_of_stations, .refer = refer_stations),
};
