/* The forms of bodies. Volume and inertia are computed exactly for each shape, and moved to the
 * body's centre of mass by the parallel axis theorem. If a mass is given, the inertia is scaled in
 * proportion. */
#include "model/field/form.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- arrays --------------------------------------------------------------------------------- */

/* makes room for `room` elements of `size` bytes in an array; data: address of the pointer to the
 * array */
static tw_status grow(void *data, int room, size_t size) {
    void *more;
    memcpy(&more, data, sizeof more);
    more = realloc(more, (size_t)room * size);
    if (!more) return tw_fail_memory();
    memcpy(data, &more, sizeof more);
    return TW_OK;
}

static tw_status reserve(tw_form *f, int count, int parts) {
    if (count > f->room) {
        int room = count > 2 * f->room ? count : 2 * f->room;
        TW_TRY(grow(&f->shape, room, sizeof *f->shape));
        TW_TRY(grow(&f->pose, room, sizeof *f->pose));
        TW_TRY(grow(&f->look, room, sizeof *f->look));
        f->room = room;
    }
    if (parts > f->part_room) {
        int room = parts > 2 * f->part_room ? parts : 2 * f->part_room;
        TW_TRY(grow(&f->part, room, sizeof *f->part));
        f->part_room = room;
    }
    return TW_OK;
}

tw_status tw_form_add(tw_form *f, tw_shape shape, tw_pose pose) {
    TW_TRY(reserve(f, f->count + 1, f->part_count));
    f->shape[f->count] = shape;
    f->pose[f->count] = pose;
    f->look[f->count++] = (tw_form_look){NULL, NULL};
    return TW_OK;
}

tw_status tw_form_one(tw_form *f, tw_shape shape) {
    return tw_form_add(f, shape, (tw_pose){{0, 0, 0}, {1, 0, 0, 0}});
}

tw_status tw_form_join(tw_form *f, const tw_form *inner, const tw_pose *pose, tw_form_look look) {
    enum { TOO_MANY = 1 << 24 };
    if (inner->count + f->count > TOO_MANY || inner->part_count + f->part_count > TOO_MANY)
        return tw_fail(TW_ARGUMENT, "too many parts");
    TW_TRY(reserve(f, f->count + inner->count, f->part_count + 1 + inner->part_count));
    f->part[f->part_count++] = *pose;
    for (int i = 0; i < inner->part_count; i++)
        f->part[f->part_count++] = tw_pose_compose(pose, &inner->part[i]);
    for (int i = 0; i < inner->count; i++, f->count++) {
        tw_form_look own = inner->look[i];
        f->shape[f->count] = inner->shape[i];
        f->pose[f->count] = tw_pose_compose(pose, &inner->pose[i]);
        f->look[f->count] = (tw_form_look){own.color || own.material ? own.color : look.color,
                                           own.material ? own.material : look.material};
    }
    return TW_OK;
}

void tw_form_shift(tw_form *f, vec3 by) {
    for (int i = 0; i < f->count; i++) f->pose[i].x = v3_add(f->pose[i].x, by);
    for (int i = 0; i < f->part_count; i++) f->part[i].x = v3_add(f->part[i].x, by);
}

static void *duplicate(const void *from, int count, size_t size) {
    void *to = count ? malloc((size_t)count * size) : NULL;
    if (to) memcpy(to, from, (size_t)count * size);
    return to;
}

tw_status tw_form_own(tw_form *f) {
    f->shape = duplicate(f->shape, f->count, sizeof *f->shape);
    f->pose = duplicate(f->pose, f->count, sizeof *f->pose);
    f->look = duplicate(f->look, f->count, sizeof *f->look);
    f->part = duplicate(f->part, f->part_count, sizeof *f->part);
    f->room = f->count;
    f->part_room = f->part_count;
    if ((!f->count || (f->shape && f->pose && f->look)) && (!f->part_count || f->part))
        return TW_OK;
    tw_form_free(f);
    return tw_fail_memory();
}

void tw_form_free(tw_form *f) {
    free(f->shape);
    free(f->pose);
    free(f->look);
    free(f->part);
    f->shape = NULL;
    f->pose = NULL;
    f->look = NULL;
    f->part = NULL;
    f->count = f->room = f->part_count = f->part_room = 0;
}

/* ---- mass ----------------------------------------------------------------------------------- */

void tw_inertia_shift(mat3 *inertia, double m, vec3 d) {
    const double c[3] = {d.x, d.y, d.z};
    double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) inertia->m[a][b] += m * ((a == b ? cc : 0) - c[a] * c[b]);
}

/* sums the shapes' volumes, m^3, and inertias for density 1, m^5, about the body's origin in body
 * axes */
static void integrate(const tw_form *f, double *volume, mat3 *inertia) {
    /* integral of x over the volume, m^4: zero if the centre of mass is at the origin */
    vec3 moment = {0, 0, 0};
    double size = 0;
    *volume = 0;
    *inertia = (mat3){0};
    for (int i = 0; i < f->count; i++) {
        double v;
        mat3 local, R = q_matrix(f->pose[i].q);
        tw_shape_mass(&f->shape[i], &v, &local);
        mat3 turned = m3_rotate(&R, &local);
        *volume += v;
        moment = v3_madd(moment, v, f->pose[i].x);
        size += v * v3_length(f->pose[i].x);
        tw_inertia_shift(&turned, v, f->pose[i].x);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) inertia->m[a][b] += turned.m[a][b];
    }
    /* infinite sizes are allowed here; the check of the mass refuses them later */
    assert(f->has_mass || !isfinite(size) || v3_length(moment) <= 1e-9 * size);
    (void)moment;
    (void)size;
}

static void scale(mat3 *a, double s) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a->m[i][j] *= s;
}

/* an inertia tensor is symmetric, positive definite, and no principal moment exceeds the sum of the
 * other two: equivalently tr(I)/2 1 - I, the second moments of mass, is positive semidefinite */
static tw_status check_inertia(const mat3 *I) {
    double size = fabs(I->m[0][0]) + fabs(I->m[1][1]) + fabs(I->m[2][2]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (!(fabs(I->m[i][j] - I->m[j][i]) <= 1e-12 * size))
                return tw_fail(TW_ARGUMENT, "field 'inertia': expected a symmetric matrix");
    double minor = I->m[0][0] * I->m[1][1] - I->m[0][1] * I->m[1][0];
    if (!(I->m[0][0] > 0 && minor > 0 && m3_det(I) > 0))
        return tw_fail(TW_ARGUMENT, "field 'inertia': expected a positive definite matrix");
    double h = 0.5 * (I->m[0][0] + I->m[1][1] + I->m[2][2]) * (1 + 1e-9);
    mat3 P = *I;
    scale(&P, -1);
    for (int i = 0; i < 3; i++) P.m[i][i] += h;
    double p2 = P.m[0][0] * P.m[1][1] - P.m[0][1] * P.m[1][0];
    double p2b = P.m[0][0] * P.m[2][2] - P.m[0][2] * P.m[2][0];
    double p2c = P.m[1][1] * P.m[2][2] - P.m[1][2] * P.m[2][1];
    double e = 1e-9 * size;
    if (P.m[0][0] < -e || P.m[1][1] < -e || P.m[2][2] < -e || p2 < -e * size || p2b < -e * size ||
        p2c < -e * size || m3_det(&P) < -e * size * size)
        return tw_fail(TW_ARGUMENT,
                       "field 'inertia': no solid has these moments: the largest exceeds the "
                       "sum of the other two");
    return TW_OK;
}

tw_status tw_form_mass(const tw_form *f, double given, double *volume, double *mass,
                       mat3 *inertia) {
    integrate(f, volume, inertia);
    if (f->has_mass && isnan(f->mass)) {
        if (isnan(given)) return tw_fail(TW_ARGUMENT, "field 'mass' is missing");
        *mass = given;
        *inertia = f->inertia;
        TW_TRY(check_inertia(inertia));
    } else if (f->has_mass) {
        *mass = isnan(given) ? f->mass : given;
        *inertia = f->inertia;
        if (!isnan(given)) scale(inertia, given / f->mass);
    } else {
        if (!(*volume > 0)) return tw_fail(TW_ARGUMENT, "a body without volume has no mass");
        *mass = isnan(given) ? f->density * *volume : given;
        scale(inertia, *mass / *volume);
    }
    if (!(*mass > 0 && isfinite(*mass)))
        return tw_fail(TW_ARGUMENT, "field 'mass': expected a positive number, got %.9g", *mass);
    return TW_OK;
}
