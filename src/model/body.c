/* Bodies: sets form, mass and inertia from the fields; computes where bodies and points on them
 * are. */
#include "model/object.h"

#include "model/field/parts.h"

static tw_status invert(const mat3 *inertia, mat3 *inverse) {
    *inverse = m3_inverse(inertia);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += inverse->m[i][j];
    if (!isfinite(sum))
        return tw_fail(TW_ARGUMENT, "the body is too small or too thin for its inertia");
    return TW_OK;
}

tw_status tw_body_setup(tw_body *b, bool at_creation) {
    const tw_body_kind *kind = (const tw_body_kind *)b->o.kind;
    tw_form form = {.density = b->density};
    double volume, mass;
    mat3 inertia, inverse;
    tw_status s = kind->form(b->o.own, &form);
    if (s == TW_OK) s = tw_form_mass(&form, b->mass_given, &volume, &mass, &inertia);
    if (s == TW_OK) s = invert(&inertia, &inverse);
    if (s != TW_OK) {
        tw_form_free(&form);
        return s;
    }
    tw_form_free(&b->form);
    b->form = form;
    b->volume = volume;
    b->mass = mass;
    b->inertia = inertia;
    b->inertia_inv = inverse;
    if (at_creation) {
        tw_pose pose = tw_form_pose(&form, tw_body_pose(b));
        b->position = pose.x;
        b->orientation = pose.q;
    }
    if (at_creation && form.has_origin) b->position = tw_form_centre(&form, b->orientation);
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
    const void *own = p->part ? p->part->own : b->o.own;
    *local = p->local;
    if (p->source == TW_POINT_FIELD) *local = p->field->point(own);
    if (p->source == TW_POINT_METHOD) TW_TRY(p->method->point(own, &p->argument, local));
    if (p->part) *local = tw_pose_apply(&b->form.part[p->part_frame], *local);
    return TW_OK;
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
