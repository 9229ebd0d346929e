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

/* most pieces of a prop */
enum { TW_PROP_PIECES = 1024 };

typedef struct tw_piece {
    tw_shape shape; /* the shape; a mesh is kept by the prop */
    tw_pose pose;   /* pose in the prop's root */
    /* material of a compound's part with looks of its own; NULL: the prop's */
    const tw_material_fields *material;
    const tw_value *color;
    /* body whose looks the prop has unless it says otherwise; NULL: none */
    const struct tw_body *as;
    double fade; /* 0 as solid as the prop .. 1 not there */
} tw_piece;

typedef TW_ARRAY(tw_piece) tw_piece_list;

/* a place of a row STATIONS now, world */
typedef struct tw_spot {
    vec3 x, v;  /* m, m/s */
    bool point; /* place on a point or a body; false: given by coordinates */
} tw_spot;

typedef struct tw_spots {
    const tw_spot *spot;
    size_t count;
} tw_spots;

enum { TW_PROP_STATIONS = 3 }; /* row STATIONS that a kind has at most */

/* a body as it was at an earlier time: its shape and look are today's */
typedef struct tw_past {
    const struct tw_body *body;
    tw_pose pose;
    double age; /* s */
} tw_past;

/* a text that a prop has beside it: a caption of the frame */
typedef struct tw_prop_label {
    char text[160];
    vec3 at;     /* m, world */
    double size; /* size of the letters, a part of the picture's height */
    /* point of the text that stands at the place, as in tw_caption */
    double anchor_x, anchor_y;
} tw_prop_label;

/* sample of a point's path */
typedef struct tw_track_sample {
    double t;       /* s */
    vec3 x, v;      /* world */
    unsigned jumps; /* another number: the point was put somewhere else in between */
} tw_track_sample;

typedef struct tw_prop_in {
    double t;
    const tw_world *world;
    double *stroke; /* the world's stroke, m, NAN until it is needed; NULL: it is not kept */
    const void *own;
    const struct tw_prop_kind *kind;
    vec3 force; /* N, world: of the constraint that a row JOINT names */
    const tw_track_sample
        *track; /* [track_count] of a row POINT of a kind with `span`, up to now */
    size_t track_count;
    /* places of the rows STATIONS, in the order of the table */
    tw_spots station[TW_PROP_STATIONS];
    const tw_past *image; /* [image_count] of a kind with `every`, oldest first */
    size_t image_count;
} tw_prop_in;

/* carrier of the pieces during an exposure */
typedef enum tw_anchor {
    TW_ANCHOR_WORLD,
    TW_ANCHOR_PLACE, /* the point or constraint that its row names; does not turn */
    TW_ANCHOR_POSE,  /* pose of the point's body: turns with it */
    TW_ANCHOR_PIECES /* each piece by itself: `show` is asked at several times of the exposure; the
                        number of pieces may change; pieces with equal indices belong together */
} tw_anchor;

struct tw_prop_kind {
    tw_kind kind;
    tw_anchor anchor;
    /* the pieces at one instant; none where there is nothing to see */
    tw_status (*show)(const tw_prop_in *in, tw_piece_list *out);
    /* pose of the root in the anchor; NULL: the same */
    tw_pose (*local)(const void *own, double t);
    /* how far back `track` must reach, s; NULL: none is wanted */
    double (*span)(const void *own, double t);
    /* the bodies of its row BODIES are kept every so many seconds as `image`; NULL: none are */
    double (*every)(const void *own);
    /* letters of the prop at one instant; an empty text: none; NULL: the kind never has any */
    tw_status (*label)(const tw_prop_in *in, tw_prop_label *out);
    const char *look;          /* preset of its material; NULL: none */
    double color[3];           /* colour if neither prop nor material gives one */
    const tw_body_kind *solid; /* kind of the body, for tw_prop_solid */
};

extern const tw_prop_kind *const tw_prop_kinds[]; /* NULL at the end */

/* kinds/props/_solid.c: the prop that looks as a body of that kind; TW_ARGUMENT when there is none
 */
tw_status tw_prop_solid(const char *body_kind, const tw_prop_kind **kind);
/* i-th name of a kind of body that is a prop, too; NULL past the end */
const char *tw_prop_solid_name(int i);

/* the id in its row of this type; none when it has no such row or it is unset */
tw_id tw_prop_reference(const tw_prop *p, tw_param_type type);

/* fills the input of `show` and `label`: the time and the places now, or their places `ahead`
 * seconds later at present velocities. scratch: holds the places */
typedef TW_ARRAY(tw_spot) tw_spot_list;
tw_status tw_prop_ask(const tw_world *w, const tw_prop *p, double t, double ahead,
                      tw_spot_list *scratch, tw_prop_in *in);

/* Radius of lines that suits the bodies that move (else all bodies; without any: one of 1 m), m:
 * 0.016 times the root of the sum of the squares of their radii, and at most a quarter of the root
 * of the mean of these squares, so that lines in a crowd are thinner than its bodies. It does not
 * depend on where bodies are: lines keep their width as long as the bodies are the same. */
double tw_world_stroke(const tw_world *w);
/* radius of a prop's lines, m: its own, or the world's where that is unset */
double tw_prop_stroke(const tw_prop_in *in, const tw_value *radius);

/* a text in which one %f, %g or %e, written as in C, stands for the value; TW_ARGUMENT when there
 * is another %, which %% writes */
tw_status tw_prop_text(const char *text, double value, char *out, size_t size);

/* present pose of the prop's root, except of one on a constraint's place. *jumps: a number that
 * changes whenever the root is put somewhere else */
tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps);

/* TW_ARGUMENT for a field `every` (s) of strobes and graphs that would keep more than a million
 * samples of the scene; a quarter of a frame is always allowed */
tw_status tw_world_check_period(const tw_world *w, double dt);

/* at creation and after each assignment: the fields as a whole */
tw_status tw_prop_begin(const tw_world *w, const tw_prop *p);
/* does assigning this field put the prop somewhere else? */
bool tw_prop_moves(const tw_object *o, const tw_param *p);

static inline const tw_prop_kind *tw_prop_kind_of(const tw_prop *p) {
    return (const tw_prop_kind *)(const void *)p->o.kind;
}

/* one more piece; TW_ARGUMENT beyond TW_PROP_PIECES */
tw_status tw_piece_push(tw_piece_list *list, const tw_piece *piece);
tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose);
/* a rotation that takes +z to the unit vector n by way of a fixed direction. It is a smooth
 * function of n except opposite to that direction, which scenes do not use: props along n do not
 * spin */
quat tw_piece_along(vec3 n);
/* a round rod from a to b with round ends; nothing where it has no length */
tw_status tw_piece_rod(tw_piece_list *list, vec3 a, vec3 b, double radius);

#endif
