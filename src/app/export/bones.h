/*
 * Skeleton of a film: a forest of its bodies, each connected to its parent by a constraint. Loops
 * are cut: constraints whose points coincide at some time of the film are preferred, then those
 * that were made first.
 */
#ifndef TW_APP_EXPORT_BONES_H
#define TW_APP_EXPORT_BONES_H

#include "app/export/glb.h"

typedef struct tw_bone {
    size_t course; /* course of its body */
    /* index of the parent bone, which comes before this one; TW_NO_PARENT: a root */
    size_t parent;
    size_t depth; /* 0: a root */
    vec3 own, on; /* position of the joint in the axes of this body, and of the parent's body, m */
    double reach; /* radius of a ball about the centre of mass that contains the body, m */
} tw_bone;

#define TW_NO_PARENT SIZE_MAX

/* a constraint between two bodies */
typedef struct tw_bond {
    uint32_t serial[2]; /* bodies */
    vec3 x[2];          /* points, in their axes */
    bool placed;        /* the constraint names a point of both bodies */
    /* rank, the least is tried first: 0: the points coincide at some time; 1: they never do; 2: not
     * `placed`; 3: never tried, as the film lacks a body */
    int order;
} tw_bond;

typedef struct tw_bones {
    tw_courses courses;
    TW_ARRAY(double) reach; /* for each course: radius of its body, as in tw_bone.reach, m */
    TW_ARRAY(tw_bond) bond;
    uint32_t last;          /* serial number of the newest constraint for which bonds were added */
    TW_ARRAY(tw_bone) bone; /* bones; each is followed by its descendants */
} tw_bones;

/* adds the scene's bodies and constraints at a frame, t seconds after the film's begin */
tw_status tw_bones_look(tw_bones *b, const tw_scene *scene, double t);
/* to be called at the film's end: makes the bones, one for each body */
tw_status tw_bones_make(tw_bones *b);
void tw_bones_free(tw_bones *b);

#endif
