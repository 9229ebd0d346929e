/*
 * Form of a body: its shapes with their poses, and the mass, centre of mass and inertia that follow
 * from them.
 *
 * The engine zeroes a form, sets its density, and calls the body's kind to fill it. The form owns
 * its arrays, but not the meshes and looks: these belong to the kind's own parameters, which live
 * as long as the body. Coordinates are in body axes, with the origin at the centre of mass.
 */
#ifndef TW_MODEL_FIELD_FORM_H
#define TW_MODEL_FIELD_FORM_H

#include "base/math/vec.h"
#include "base/status.h"
#include "shape/shape.h"

#include <stdbool.h>

struct tw_material_fields;
struct tw_value;

/* colour and material of one shape, which a part of a compound gives; a NULL pointer: those of the
 * whole body hold */
typedef struct tw_form_look {
    const struct tw_value *color;
    const struct tw_material_fields *material;
} tw_form_look;

typedef struct tw_form {
    /* density, kg/m^3, of the shapes, and of parts of a compound that give none themselves; set by
     * the engine */
    double density;
    int count, room;
    tw_shape *shape;    /* [count] */
    tw_pose *pose;      /* [count] */
    tw_form_look *look; /* [count] */
    int part_count, part_room;
    /* [part_count] frames of the parts of a compound; a part that is itself a compound is followed
     * by the frames of its own parts */
    tw_pose *part;
    /* centre of mass, in the coordinates in which the shapes were given (those of a mesh's file) */
    vec3 com;
    /* true: the kind's parameters determine the body's pose, which is `at` (fields from =, to =);
     * or its orientation alone: then at.x is NaN. See tw_form_pose */
    bool has_pose;
    tw_pose at;
    /* true: a place `origin` was given (origin =) for the zero point of the coordinates in which
     * the shapes were given */
    bool has_origin;
    /* position of the zero point, m, in the frame of the body's group, or in the world if it is
     * in no group */
    vec3 origin;
    /* true: mass and inertia are given; false: they are integrated over the shapes */
    bool has_mass;
    /* mass, kg; NAN: unknown: the body's field `mass` must give it, and `inertia` then holds as it
     * is, unscaled */
    double mass;
    mat3 inertia; /* inertia tensor about the centre of mass, kg m^2, body axes */
} tw_form;

/* sets the place of the form's zero point; origin.x NAN: no place is given */
static inline void tw_form_begin_at(tw_form *f, vec3 origin) {
    f->has_origin = !isnan(origin.x);
    f->origin = origin;
}

/* pose of a body that is given as `own`, with the pose or orientation that the form sets itself */
static inline tw_pose tw_form_pose(const tw_form *f, tw_pose own) {
    if (!f->has_pose) return own;
    return (tw_pose){isnan(f->at.x.x) ? own.x : f->at.x, f->at.q};
}

/* position of the centre of mass of a body with orientation q, if the place of its zero point is
 * given (has_origin) */
static inline vec3 tw_form_centre(const tw_form *f, quat q) {
    return v3_add(f->origin, q_rotate(q, f->com));
}

/* row of the field `origin` for a kind's parameter table; OFFSET: offset of the vec3 in the kind's
 * own struct */
#define TW_FORM_ORIGIN(OFFSET)                                                           \
    {                                                                                    \
        .name = "origin", .offset = OFFSET, .type = TW_PARAM_VEC3,                       \
        .flags = TW_UNSET_OK | TW_AT_CREATION | TW_FRAME_POINT, .unit = "m",             \
        .preset = {TW_UNSET, TW_UNSET, TW_UNSET},                                        \
        .doc = "instead of position: where the coordinates that it is authored in begin" \
    }

/* appends a shape to the form; TW_MEMORY: memory ran out */
tw_status tw_form_add(tw_form *f, tw_shape shape, tw_pose pose);

/* makes the form a single shape, centred at the origin */
tw_status tw_form_one(tw_form *f, tw_shape shape);

/* adds a part to a compound: a frame at `pose`, and the shapes and frames of `inner`, moved to
 * `pose`; look: for those shapes that have no look of their own */
tw_status tw_form_join(tw_form *f, const tw_form *inner, const tw_pose *pose, tw_form_look look);

/* moves all shapes and parts by the vector `by`, m */
void tw_form_shift(tw_form *f, vec3 by);

/* Computes volume (m^3), mass (kg) and inertia (kg m^2, about the origin, body axes). given: a
 * mass, kg, that takes the place of the form's own; NAN: not given. TW_ARGUMENT: no positive
 * mass, or an inertia, given without a mass of its own, that no solid has; most messages name the
 * field */
tw_status tw_form_mass(const tw_form *f, double given, double *volume, double *mass, mat3 *inertia);

/* after a form was copied byte by byte: replaces its arrays by copies; if memory runs out the form
 * is left without arrays */
tw_status tw_form_own(tw_form *f);
void tw_form_free(tw_form *f);

/* changes the inertia of a mass m about its centre of mass to that about a point at the vector d
 * from it, by adding m (|d|^2 1 - d d^T) */
void tw_inertia_shift(mat3 *inertia, double m, vec3 d);

#endif
