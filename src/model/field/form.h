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

/* colour and material of one shape, given by a part of a compound; NULL: the body's own */
typedef struct tw_form_look {
    const struct tw_value *color;
    const struct tw_material_fields *material;
} tw_form_look;

typedef struct tw_form {
    double density; /* density of parts without one of their own, kg/m^3; set by the engine */
    int count, room;
    tw_shape *shape;    /* [count] */
    tw_pose *pose;      /* [count] */
    tw_form_look *look; /* [count] */
    int part_count, part_room;
    tw_pose *part; /* [part_count] frames of a compound's parts; nested parts follow theirs */
    vec3 com;      /* centre of mass, in the coordinates of the given shapes (a file's) */
    bool has_pose; /* `at` is the body's pose, which the parameters give (from =, to =) */
    tw_pose at;
    bool has_origin; /* `origin`: where the parameters put the shapes' zero point (origin =) */
    vec3 origin;     /* m, in the frame of the body's group (or world) */
    bool has_mass;   /* mass and inertia are given, not integrated over the shapes */
    double mass;  /* kg; NAN: the body's field `mass` must give it, without scaling the inertia */
    mat3 inertia; /* kg m^2, body axes */
} tw_form;

/* sets the form's origin; NAN: none is given */
static inline void tw_form_begin_at(tw_form *f, vec3 origin) {
    f->has_origin = !isnan(origin.x);
    f->origin = origin;
}

/* place of the centre of mass of a body with orientation q, whose origin is given */
static inline vec3 tw_form_centre(const tw_form *f, quat q) {
    return v3_add(f->origin, q_rotate(q, f->com));
}

/* the row `origin` of a kind's parameter table; OFFSET: of a vec3 in the kind's struct */
#define TW_FORM_ORIGIN(OFFSET)                                                           \
    {                                                                                    \
        .name = "origin", .offset = OFFSET, .type = TW_PARAM_VEC3,                       \
        .flags = TW_UNSET_OK | TW_AT_CREATION | TW_FRAME_POINT, .unit = "m",             \
        .preset = {TW_UNSET, TW_UNSET, TW_UNSET},                                        \
        .doc = "instead of position: where the coordinates that it is authored in begin" \
    }

/* one more shape; TW_MEMORY */
tw_status tw_form_add(tw_form *f, tw_shape shape, tw_pose pose);

/* makes the form a single shape, centred at the origin */
tw_status tw_form_one(tw_form *f, tw_shape shape);

/* adds a part, moved to `pose`: frame, shapes, frames of `inner`; `look` for shapes without one */
tw_status tw_form_join(tw_form *f, const tw_form *inner, const tw_pose *pose, tw_form_look look);

/* moves all shapes and parts by the same vector */
void tw_form_shift(tw_form *f, vec3 by);

/* exact volume (m^3), mass (kg) and inertia (kg m^2, about the origin); given: a mass that replaces
 * the form's own; NAN: none. Failures name the field */
tw_status tw_form_mass(const tw_form *f, double given, double *volume, double *mass, mat3 *inertia);

/* replaces the arrays of a plain copy by copies of its own; without memory by none */
tw_status tw_form_own(tw_form *f);
void tw_form_free(tw_form *f);

/* moves an inertia from the centre of mass to a point at distance d: adds m (|d|^2 1 - d d^T) */
void tw_inertia_shift(mat3 *inertia, double m, vec3 d);

#endif
