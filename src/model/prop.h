/*
 * Props: objects that are only in the picture. A prop has no mass and nothing depends on it; the
 * motion is the same with and without it: it has serial numbers of its own.
 *
 * A kind of prop is one const struct at the end of its own file in src/kinds/props/, found by the
 * build from the file's name; it makes pieces of solid shapes for one instant. Every kind of body
 * with a shape is a prop too: tw_prop_solid, with the same fields, which may then vary in time.
 */
#ifndef TW_MODEL_PROP_H
#define TW_MODEL_PROP_H

#include "model/world.h"

/* most pieces of a prop */
enum { TW_PROP_PIECES = 1024 };

typedef struct tw_piece {
    tw_shape shape; /* shape of the piece; a mesh belongs to the prop */
    tw_pose pose;   /* pose in the prop's root */
    /* material of one part of a compound; NULL: the prop's */
    const tw_material_fields *material;
    const tw_value *color;
    /* body whose colour and material are the prop's defaults; NULL: none */
    const struct tw_body *as;
    double fade; /* factor 1 - fade on its opacity: 1 is invisible */
} tw_piece;

typedef TW_ARRAY(tw_piece) tw_piece_list;

/* world position and velocity of a station */
typedef struct tw_spot {
    vec3 x, v;  /* m, m/s */
    bool point; /* the station is a point or a body; false: coordinates */
} tw_spot;

typedef struct tw_spots {
    const tw_spot *spot;
    size_t count;
} tw_spots;

enum { TW_PROP_STATIONS = 3 }; /* most rows of type STATIONS in a kind's table */

/* a body's pose at an earlier time, to be drawn with its present shape and look */
typedef struct tw_past {
    const struct tw_body *body;
    tw_pose pose;
    double age; /* s */
} tw_past;

/* a text beside a prop, shown as a caption of the frame */
typedef struct tw_prop_label {
    char text[160];
    vec3 at;     /* m, world */
    double size; /* height of the letters, as a fraction of the picture's height */
    /* point of the text's box that lies at `at`, as in tw_caption */
    double anchor_x, anchor_y;
} tw_prop_label;

/* sample of the path of a point */
typedef struct tw_track_sample {
    double t;       /* s */
    vec3 x, v;      /* world */
    unsigned jumps; /* when it changes, the point was moved by hand in between */
} tw_track_sample;

typedef struct tw_prop_in {
    double t;
    const tw_world *world;
    double *stroke; /* cache of tw_world_stroke, m: NAN until computed; NULL: no cache */
    const void *own;
    const struct tw_prop_kind *kind;
    vec3 force; /* N, world: force of the constraint in a JOINT row */
    const tw_track_sample
        *track; /* [track_count] path of the POINT row up to now, if the kind has `span` */
    size_t track_count;
    /* stations of the STATIONS rows, in the order of the table */
    tw_spots station[TW_PROP_STATIONS];
    const tw_past *image; /* [image_count] earlier poses, oldest first, if the kind has `every` */
    size_t image_count;
} tw_prop_in;

/* what carries the pieces along during an exposure */
typedef enum tw_anchor {
    TW_ANCHOR_WORLD,
    TW_ANCHOR_PLACE, /* place of the point or constraint in its row, without rotation */
    TW_ANCHOR_POSE,  /* pose of the point's body: turns with it */
    TW_ANCHOR_PIECES /* each piece by itself: `show` is called at several times of the exposure; the
                        number of pieces may change; pieces with equal indices belong together */
} tw_anchor;

struct tw_prop_kind {
    tw_kind kind;
    tw_anchor anchor;
    /* makes the prop's pieces at one instant; none if nothing is visible */
    tw_status (*show)(const tw_prop_in *in, tw_piece_list *out);
    /* pose of the prop's root relative to the anchor; NULL: identity */
    tw_pose (*local)(const void *own, double t);
    /* how far back in time `track` must reach, s; NULL: the kind needs no track */
    double (*span)(const void *own, double t);
    /* interval, s, at which poses of bodies in its BODIES row are kept as `image`; NULL: none */
    double (*every)(const void *own);
    /* text beside the prop at one instant; an empty text: none now; NULL: the kind has no texts */
    tw_status (*label)(const tw_prop_in *in, tw_prop_label *out);
    const char *look; /* preset of its material; NULL: none */
    double color[3];  /* colour if neither the prop nor its material gives one; linear RGB */
    const tw_body_kind *solid; /* kind of body whose shape a prop of tw_prop_solid has */
};

extern const tw_prop_kind *const tw_prop_kinds[]; /* NULL at the end */

/* kinds/props/_solid.c: kind of prop that looks like a body of that kind; TW_ARGUMENT: there is
 * none */
tw_status tw_prop_solid(const char *body_kind, const tw_prop_kind **kind);
/* name of the i-th kind of body that is also a kind of prop; NULL past the end */
const char *tw_prop_solid_name(int i);

/* the id in the prop's row of this type; empty if it has no such row or the field is unset */
tw_id tw_prop_reference(const tw_prop *p, tw_param_type type);

/* *in: the input of `show` and `label`: the time t and the stations now, or moved on by `ahead`
 * seconds at their present velocities. scratch: memory of the stations, which *in refers to */
typedef TW_ARRAY(tw_spot) tw_spot_list;
tw_status tw_prop_ask(const tw_world *w, const tw_prop *p, double t, double ahead,
                      tw_spot_list *scratch, tw_prop_in *in);

/* Radius, m, that suits lines drawn in the scene: 0.016 times the root of the sum of the squares of
 * the radii of all bodies that are not fixed (or, if there are none, of all bodies; without bodies:
 * 0.016), and at most a quarter of the root of the mean of these squares, so that lines in a crowd
 * are thinner than its bodies. It does not depend on poses, so lines keep their width. */
double tw_world_stroke(const tw_world *w);
/* radius of a prop's lines, m: its field `radius`, or tw_world_stroke if that is unset */
double tw_prop_stroke(const tw_prop_in *in, const tw_value *radius);

/* formats `value` by a text with at most one %f, %g or %e as in printf, and %% for a percent sign;
 * TW_ARGUMENT: the text has any other % */
tw_status tw_prop_text(const char *text, double value, char *out, size_t size);

/* present pose of the prop's root; not for a prop placed on a constraint. *jumps: changes whenever
 * the root was moved by hand */
tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps);

/* checks a field `every` (s) of strobes and graphs: TW_ARGUMENT if they would keep more than a
 * million samples of the scene; a quarter of a frame is always allowed */
tw_status tw_world_check_period(const tw_world *w, double dt);

/* checks the prop's fields as a whole, at creation and after each assignment */
tw_status tw_prop_begin(const tw_world *w, const tw_prop *p);
/* does assigning this field move the prop to another place? */
bool tw_prop_moves(const tw_object *o, const tw_param *p);

static inline const tw_prop_kind *tw_prop_kind_of(const tw_prop *p) {
    return (const tw_prop_kind *)(const void *)p->o.kind;
}

/* appends a piece; TW_ARGUMENT: there are TW_PROP_PIECES already */
tw_status tw_piece_push(tw_piece_list *list, const tw_piece *piece);
tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose);
/* a rotation that takes +z to the unit vector n. It is a smooth function of n
 * except opposite to one fixed direction, so that props along a moving n do not
 * spin */
quat tw_piece_along(vec3 n);
/* adds a rod from a to b with round ends; nothing if its length is 0 */
tw_status tw_piece_rod(tw_piece_list *list, vec3 a, vec3 b, double radius);

#endif
