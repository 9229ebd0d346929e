/*
 * Skeleton of a film: a forest of its bodies, each hanging on another one by a constraint that
 * joins them. Loops are cut: of several ways those count first whose points come together in the
 * film, then the ones that were made first.
 */
#ifndef TW_APP_EXPORT_BONES_H
#define TW_APP_EXPORT_BONES_H

#include "app/export/glb.h"

typedef struct tw_bone {
    size_t course; /* course of its body */
    /* number of the parent bone, which stands before this one; TW_NO_PARENT: a root */
    size_t parent;
    size_t depth; /* 0: a root */
    vec3 own, on; /* the joint in the body's axes, and in the parent's body's axes */
    double reach; /* m: the body lies in a ball of this radius about its centre of mass */
} tw_bone;

#define TW_NO_PARENT SIZE_MAX

/* a constraint between two bodies */
typedef struct tw_bond {
    uint32_t serial[2]; /* bodies */
    vec3 x[2];          /* points, in their axes */
    bool placed;        /* the constraint names a point of both bodies */
    /* rank of the bond: 0: its points coincide; 1: it names points; 2: it names none */
    int order;
} tw_bond;

typedef struct tw_bones {
    tw_courses courses;
    TW_ARRAY(double) reach; /* reach of each course's body, m */
    TW_ARRAY(tw_bond) bond;
    uint32_t last;          /* serial of the newest constraint that has been looked at */
    TW_ARRAY(tw_bone) bone; /* bones; each is followed by all that hang on it */
} tw_bones;

/* the scene's bodies and constraints at a frame, t s after the film's begin */
tw_status tw_bones_look(tw_bones *b, const tw_scene *scene, double t);
/* the film has ended: makes the bones, one for each body */
tw_status tw_bones_make(tw_bones *b);
void tw_bones_free(tw_bones *b);

#endif
