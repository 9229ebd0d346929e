/*
 * Skeleton of a film: a forest of its bodies (bones), each connected to its parent by a constraint
 * (a bond between two bodies). Where constraints form a loop, one is left out. Kept are first the
 * constraints whose points on both bodies coincide at some time of the film, since a joint of a
 * skeleton is one point; then those that have such points; then the others; among equals those that
 * were made first.
 */
#ifndef TW_APP_EXPORT_BONES_H
#define TW_APP_EXPORT_BONES_H

#include "app/export/glb.h"

typedef struct tw_bone {
    /* index of the course (glb.h: the poses of a body through the film) of the bone's body */
    size_t course;
    /* index of the parent bone, which comes before this one; TW_NO_PARENT: a root */
    size_t parent;
    size_t depth; /* number of ancestors; 0: a root */
    /* position of the joint to the parent, m: `own` in the axes of this bone's body, `on` in
     * those of the parent's body */
    vec3 own, on;
    double reach; /* radius of a ball about the centre of mass that contains the body, m */
} tw_bone;

#define TW_NO_PARENT SIZE_MAX

/* a constraint between two bodies */
typedef struct tw_bond {
    uint32_t serial[2]; /* bodies */
    vec3 x[2];          /* the constraint's point on each body, in that body's axes, m */
    bool placed;        /* true: the constraint names a point on each of the two bodies */
    /* rank; bonds are tried in this order. 0: the points coincide at some time; 1: they never do;
     * 2: not `placed`; 3: not tried, since a body is not in the film */
    int order;
} tw_bond;

typedef struct tw_bones {
    tw_courses courses;
    TW_ARRAY(double) reach; /* [courses] radius of the body, as in tw_bone.reach, m */
    TW_ARRAY(tw_bond) bond;
    uint32_t last; /* serial number of the newest constraint for which bonds were added */
    /* the bones, in depth-first order: each is followed by its descendants */
    TW_ARRAY(tw_bone) bone;
} tw_bones;

/* adds the scene's bodies and constraints at a frame, t seconds after the film's begin */
tw_status tw_bones_look(tw_bones *b, const tw_scene *scene, double t);
/* to be called at the film's end: makes the bones, one for each body */
tw_status tw_bones_make(tw_bones *b);
void tw_bones_free(tw_bones *b);

#endif
