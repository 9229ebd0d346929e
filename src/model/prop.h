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
    const vec3 *place; /* [places] m, world: of the rows POINT, in their order */
    int places;
} tw_prop_in;

/* a text that a prop has beside it: a caption of the frame */
typedef struct tw_prop_label {
    const char *text; /* the prop's, or `number` */
    char number[32];
    vec3 at;                   /* m, in the prop's root */
    double size;               /* of the letters, a part of the picture's height */
    double anchor_x, anchor_y; /* the part of the text that stands there, as in tw_caption */
} tw_prop_label;

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
    bool (*label)(const tw_prop_in *in, tw_prop_label *out); /* false: no text now; NULL: never */
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

/* where the points of its rows are now, in their order; returns how many. A point that is gone
 * counts as the world's origin */
enum { TW_PROP_PLACES = 4 };
int tw_prop_places(const tw_world *w, const tw_prop *p, vec3 place[TW_PROP_PLACES]);

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
