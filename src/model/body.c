/*
 * Bodies: form, mass and inertia from the fields. Mass properties are those of the shapes, exact,
 * each moved to the body's centre by the parallel axis theorem; a given mass scales them.
 */
#include "model/object.h"

#include "shape/shape.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* sum over the shapes at density 1: volume, and inertia about the body's origin in body axes */
static void integrate(const tw_form *f, double *volume, mat3 *inertia) {
    vec3 moment = {0, 0, 0}; /* first moment: zero, or the form is not centred */
    double size = 0;
    *volume = 0;
    *inertia = (mat3){0};
    for (int i = 0; i < f->count; i++) {
        double v;
        mat3 local, R = q_matrix(f->pose[i].q);
        tw_shape_mass(&f->shape[i], &v, &local);
        mat3 turned = m3_rotate(&R, &local);
        const double c[3] = {f->pose[i].x.x, f->pose[i].x.y, f->pose[i].x.z};
        double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
        *volume += v;
        moment = v3_madd(moment, v, f->pose[i].x);
        size += v * v3_length(f->pose[i].x);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                inertia->m[a][b] += turned.m[a][b] + v * ((a == b ? cc : 0) - c[a] * c[b]);
    }
    assert(v3_length(moment) <= 1e-9 * size);
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

tw_status tw_body_setup(tw_body *b, bool at_creation) {
    const tw_body_kind *kind = (const tw_body_kind *)b->o.kind;
    tw_form form = {0};
    TW_TRY(kind->form(b->o.own, &form));
    double volume, mass;
    mat3 inertia;
    integrate(&form, &volume, &inertia);
    if (form.has_mass) {
        if (isnan(form.mass) && isnan(b->mass_given))
            return tw_fail(TW_ARGUMENT, "field 'mass' is missing");
        mass = isnan(b->mass_given) ? form.mass : b->mass_given;
        inertia = form.inertia;
        TW_TRY(check_inertia(&inertia));
    } else {
        if (!(volume > 0)) return tw_fail(TW_ARGUMENT, "a body without volume has no mass");
        mass = isnan(b->mass_given) ? b->density * volume : b->mass_given;
        scale(&inertia, mass / volume);
    }
    if (!(mass > 0 && isfinite(mass)))
        return tw_fail(TW_ARGUMENT, "field 'mass': expected a positive number, got %.9g", mass);
    mat3 inverse = m3_inverse(&inertia);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += inverse.m[i][j];
    if (!isfinite(sum))
        return tw_fail(TW_ARGUMENT, "the body is too small or too thin for its inertia");
    b->form = form;
    b->volume = volume;
    b->mass = mass;
    b->inertia = inertia;
    b->inertia_inv = inverse;
    if (at_creation && form.has_pose) {
        b->position = form.at.x;
        b->orientation = form.at.q;
    }
    return TW_OK;
}

void tw_body_place_driven(const tw_world *w, tw_body *b) {
    const tw_point *path = tw_world_point(w, b->motion);
    if (path) {
        tw_jet3 j = tw_value_jet3(&path->position, w->time);
        b->position = j.v;
        b->velocity = j.d1;
    }
    if (b->fixed && !path) b->velocity = v3_zero();
    if (b->fixed || path) b->angular_velocity = v3_zero();
}

tw_status tw_point_local(const tw_world *w, const tw_point *p, vec3 *local) {
    const tw_body *b = tw_world_body(w, p->body);
    if (!b)
        return tw_fail(TW_ARGUMENT, "the body of point '%s' was removed",
                       p->o.name ? p->o.name : "?");
    switch (p->source) {
    case TW_POINT_FIELD:
        *local = p->field->point(b->o.own);
        return TW_OK;
    case TW_POINT_METHOD:
        return p->method->point(b->o.own, &p->argument, local);
    default:
        *local = p->local;
        return TW_OK;
    }
}

void tw_point_now(const tw_world *w, const tw_point *p, vec3 *x, vec3 *v) {
    const tw_body *b = tw_world_body(w, p->body);
    vec3 local;
    if (p->source == TW_POINT_SPACE || !b || tw_point_local(w, p, &local) != TW_OK) {
        tw_jet3 j = tw_value_jet3(&p->position, w->time);
        *x = j.v;
        *v = j.d1;
        return;
    }
    vec3 arm = q_rotate(b->orientation, local);
    *x = v3_add(b->position, arm);
    *v = v3_add(b->velocity, v3_cross(b->angular_velocity, arm));
}
