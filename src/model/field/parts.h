/*
 * The parts of a compound: small bodies, each with its kind's parameters, its place, its density or
 * mass and its looks. A list of parts is made once and never changes; the bodies that have it, and
 * saved states, share it by counting references.
 */
#ifndef TW_MODEL_FIELD_PARTS_H
#define TW_MODEL_FIELD_PARTS_H

#include "model/field/kind.h"
#include "model/field/material.h"

#include <stdatomic.h>

typedef struct tw_part {
    const tw_body_kind *kind;
    void *own;  /* the kind's parameters */
    char *name; /* NULL: none */
    vec3 position;
    quat orientation;
    double density, mass; /* NAN: the compound's density */
    tw_value color;       /* unset: the material's colour, or else the compound's */
    tw_material_fields material;
    bool has_material;
    tw_pose pose; /* pose of the part's centre of mass, in the compound's authored coordinates */
    int frame;    /* index of its frame in the form's array `part` */
} tw_part;

typedef struct tw_parts {
    atomic_size_t references;
    int count, room;
    int frames; /* number of frames of all parts, nested ones included */
    tw_part *part;
} tw_parts;

/* the fields common to all parts: name, position, orientation, density, mass, color, material */
extern const tw_param tw_part_params[];
extern const int tw_part_param_count;

tw_status tw_parts_create(int room, tw_parts **parts);
/* appends a part with default fields, which the list owns; at most `room` parts */
tw_status tw_parts_add(tw_parts *parts, const tw_body_kind *kind, tw_part **part);
/* completes the last part after its fields are filled: checks them, finds its pose and frame */
tw_status tw_parts_finish(tw_parts *parts);

tw_parts *tw_parts_retain(tw_parts *parts); /* NULL stays NULL */
void tw_parts_release(tw_parts *parts);

/* the inner parts of a part that is itself a compound; NULL: it is none */
const tw_parts *tw_part_parts(const tw_part *part);
/* the list of parts among a kind's parameters `own`; NULL: the kind has no such field */
const tw_parts *tw_kind_parts(const tw_kind *kind, const void *own);

/* form of the compound: shapes, frames, mass and inertia of all parts, about the centre of mass */
tw_status tw_parts_form(const tw_parts *parts, tw_form *form);

#endif
