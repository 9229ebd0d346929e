/*
 * The parts of a compound: small bodies, each with its kind's parameters, its place, its density or
 * mass, and its colour and material. A list of parts does not change once it is made; the bodies
 * that have it and saved states share it by counting references.
 */
#ifndef TW_MODEL_FIELD_PARTS_H
#define TW_MODEL_FIELD_PARTS_H

#include "model/field/kind.h"
#include "model/field/material.h"

#include <stdatomic.h>

typedef struct tw_part {
    const tw_body_kind *kind;
    void *own;  /* [kind->size] the parameters of the part's kind */
    char *name; /* NULL: none */
    vec3 position;
    quat orientation;
    /* density, kg/m^3; mass, kg; both NAN: the part has the compound's density */
    double density, mass;
    /* colour of the part; unset: the colour of its material, or else that of the compound */
    tw_value color;
    tw_material_fields material;
    bool has_material;
    /* pose of the part's centre of mass, in the coordinates in which the compound's parts are
     * given */
    tw_pose pose;
    int frame; /* index of the part's frame in the array `part` of the compound's form */
} tw_part;

typedef struct tw_parts {
    atomic_size_t references;
    int count, room;
    int frames; /* number of frames of all parts, including those of compounds inside */
    tw_part *part;
} tw_parts;

/* rows of the fields that all parts have: name, position, orientation, density, mass, color,
 * material */
extern const tw_param tw_part_params[];
extern const int tw_part_param_count;

tw_status tw_parts_create(int room, tw_parts **parts);
/* appends a part with default fields, which the list owns; the caller must not add more parts than
 * `room` of tw_parts_create */
tw_status tw_parts_add(tw_parts *parts, const tw_body_kind *kind, tw_part **part);
/* completes the last part when its fields are set: checks them, computes its pose, numbers its
 * frame */
tw_status tw_parts_finish(tw_parts *parts);

/* adds a reference to the list and returns it; NULL gives NULL */
tw_parts *tw_parts_retain(tw_parts *parts);
void tw_parts_release(tw_parts *parts);

/* the parts of a part that is itself a compound; NULL: it is no compound */
const tw_parts *tw_part_parts(const tw_part *part);
/* the list of parts in a kind's own struct; NULL: the kind has no such field, or it is unset */
const tw_parts *tw_kind_parts(const tw_kind *kind, const void *own);

/* fills the form of a compound: shapes, frames, mass and inertia of all parts, with the origin at
 * the centre of mass */
tw_status tw_parts_form(const tw_parts *parts, tw_form *form);
/* fills in shapes and frames alone, with the origin that the parts have and their poses to the last
 * bit */
tw_status tw_parts_place(const tw_parts *parts, tw_form *form);

#endif
