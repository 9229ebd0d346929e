/*
 * Props: what is only in the picture. A prop has no mass, nothing depends on it, and the motion is
 * the same with it and without: it is numbered apart and touches nothing that the engine looks at.
 *
 * A kind of prop is one const struct at the end of its own file in src/kinds/props/, found by the
 * build from the file's name; it makes pieces of solid shapes for one instant. Every kind of body
 * that has a shape is a prop, too: tw_prop_solid, with the same fields, which may then vary.
 */
#ifndef TW_MODEL_PROP_H
#define TW_MODEL_PROP_H

#include "model/world.h"

/* a prop is never more pieces than this */
enum { TW_PROP_PIECES = 1024 };

typedef struct tw_piece {
    tw_shape shape; /* its mesh is kept by the prop */
    tw_pose pose;   /* in the prop's root */
    /* where a part of a compound has looks of its own; NULL: the prop's */
    const tw_material_fields *material;
    const tw_value *color;
} tw_piece;

typedef TW_ARRAY(tw_piece) tw_piece_list;

/* where a point was */
typedef struct tw_track_sample {
    double t;       /* s */
    vec3 x, v;      /* world */
    unsigned jumps; /* another number: it was put somewhere else in between */
} tw_track_sample;

typedef struct tw_prop_in {
    double t;
    const void *own;
    const struct tw_prop_kind *kind;
    vec3 force; /* N, world: of the constraint that a row JOINT names */
    const tw_track_sample
        *track; /* [track_count] of a row POINT of a kind with `span`, up to now */
    size_t track_count;
} tw_prop_in;

/* what the pieces move with during an exposure */
typedef enum tw_anchor {
    TW_ANCHOR_WORLD,
    TW_ANCHOR_PLACE, /* the point or constraint that its row names; does not turn */
    TW_ANCHOR_POSE   /* that point's body: turns with it */
} tw_anchor;

struct tw_prop_kind {
    tw_kind kind;
    tw_anchor anchor;
    /* the pieces at one instant; none where there is nothing to see */
    tw_status (*show)(const tw_prop_in *in, tw_piece_list *out);
    tw_pose (*local)(const void *own, double t); /* of the root, in the anchor; NULL: the same */
    /* how far back `track` must reach, s; NULL: none is wanted */
    double (*span)(const void *own, double t);
    const char *look;          /* preset of its material; NULL: none */
    double color[3];           /* where neither prop nor material says */
    const tw_body_kind *solid; /* of tw_prop_solid */
};

extern const tw_prop_kind *const tw_prop_kinds[]; /* NULL at the end */

/* the prop that looks as a body of that kind; TW_ARGUMENT when there is none */
tw_status tw_prop_solid(const char *body_kind, const tw_prop_kind **kind);
/* i-th name of a kind of body that is a prop, too; NULL past the end */
const char *tw_prop_solid_name(int i);

/* the id in its row of this type; none when it has no such row or it is unset */
tw_id tw_prop_reference(const tw_prop *p, tw_param_type type);

/* where its root is now, unless a constraint's place is that. *jumps: a number that changes
 * whenever it is put somewhere else */
tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps);

/* at creation and after each assignment: the fields as a whole */
tw_status tw_prop_begin(const tw_world *w, const tw_prop *p);
/* does assigning this field put it somewhere else? */
bool tw_prop_moves(const tw_object *o, const tw_param *p);

static inline const tw_prop_kind *tw_prop_kind_of(const tw_prop *p) {
    return (const tw_prop_kind *)(const void *)p->o.kind;
}

/* one more piece; nothing happens beyond TW_PROP_PIECES */
tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose);

#endif
