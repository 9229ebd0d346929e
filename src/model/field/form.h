/*
 * What is a body made of? Its shapes with their poses, and from them its mass, centre and inertia.
 *
 * The engine zeroes a form, sets the density and asks the body's kind to fill it; the form owns
 * its arrays. A form is in body axes with the origin at the centre of mass. Meshes and looks are
 * borrowed from the kind's own parameters, which live as long as the body.
 */
#ifndef TW_MODEL_FIELD_FORM_H
#define TW_MODEL_FIELD_FORM_H

#include "base/math/vec.h"
#include "base/status.h"
#include "shape/shape.h"

#include <stdbool.h>

struct tw_material_fields;
struct tw_value;

/* colour and material of a shape of a part; NULL: the body's */
typedef struct tw_form_look {
    const struct tw_value *color;
    const struct tw_material_fields *material;
} tw_form_look;

typedef struct tw_form {
    double density; /* kg/m^3, of parts without one of their own; set by the engine */
    int count, room;
    tw_shape *shape;    /* [count] */
    tw_pose *pose;      /* [count] */
    tw_form_look *look; /* [count] */
    int part_count, part_room;
    tw_pose *part; /* [part_count] frames of the parts of a compound, nested ones after theirs */
    vec3 com; /* the centre of mass in the coordinates that the shapes are given in (a file's) */
    bool has_pose; /* the parameters also say where the body is (from =, to =) */
    tw_pose at;
    bool has_origin; /* the parameters also say where the coordinates of `com` begin (origin =) */
    vec3 origin;     /* m, in the coordinates that the body is placed in */
    bool has_mass;   /* mass and inertia are given, not integrated over the shapes */
    double mass;     /* kg; NAN: a body's field must give it, and does not scale the inertia */
    mat3 inertia;    /* kg m^2, body axes */
} tw_form;

/* an origin that is given, NAN: none */
static inline void tw_form_begin_at(tw_form *f, vec3 origin) {
    f->has_origin = !isnan(origin.x);
    f->origin = origin;
}

/* place of the centre of mass with the axes at q */
static inline vec3 tw_form_centre(const tw_form *f, quat q) {
    return v3_add(f->origin, q_rotate(q, f->com));
}

/* the parameter row: offset of a vec3 in the kind's struct */
#define TW_FORM_ORIGIN(OFFSET)                                                           \
    {                                                                                    \
        .name = "origin", .offset = OFFSET, .type = TW_PARAM_VEC3,                       \
        .flags = TW_UNSET_OK | TW_AT_CREATION | TW_FRAME_POINT, .unit = "m",             \
        .preset = {TW_UNSET, TW_UNSET, TW_UNSET},                                        \
        .doc = "instead of position: where the coordinates that it is authored in begin" \
    }

/* one more shape; TW_MEMORY */
tw_status tw_form_add(tw_form *f, tw_shape shape, tw_pose pose);

/* one shape in the middle */
tw_status tw_form_one(tw_form *f, tw_shape shape);

/* the frame of a part, then all that `inner` has, put through it; `look` where inner has none */
tw_status tw_form_join(tw_form *f, const tw_form *inner, const tw_pose *pose, tw_form_look look);

/* moves all shapes and parts */
void tw_form_shift(tw_form *f, vec3 by);

/* exact volume (m^3), mass (kg) and inertia (kg m^2, about the origin); given: a mass instead of
 * the form's, NAN: none. Failures name the field */
tw_status tw_form_mass(const tw_form *f, double given, double *volume, double *mass, mat3 *inertia);

/* afterwards `f` owns arrays of its own, or none when there is no memory */
tw_status tw_form_own(tw_form *f);
void tw_form_free(tw_form *f);

/* an inertia about another point: I + m (|d|^2 1 - d d^T) */
void tw_inertia_shift(mat3 *inertia, double m, vec3 d);

#endif
