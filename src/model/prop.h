/*
 * Props: objects that are only in the picture. A prop has no mass, nothing depends on it, and props
 * are numbered (serial) separately, so the motion is the same with and without them.
 *
 * A kind of prop is one const struct at the end of its own file in src/kinds/props/, found by the
 * build from the file's name; it makes solid shapes ("pieces") for one instant. For every kind of
 * body except the bare `body` there is also a kind of prop that looks like it (tw_prop_solid) and
 * has the same fields, of which numbers and vectors may be functions of time.
 */
#ifndef TW_MODEL_PROP_H
#define TW_MODEL_PROP_H

#include "model/world.h"

/* greatest number of pieces of one prop */
enum { TW_PROP_PIECES = 1024 };

typedef struct tw_piece {
    tw_shape shape; /* shape of the piece; if it is a mesh, that belongs to the prop */
    tw_pose pose;   /* pose of the piece's shape relative to the prop's root */
    /* material of one part of a compound; NULL: the prop's own */
    const tw_material_fields *material;
    const tw_value *color;
    /* body from which the prop takes colour and material where it gives none; NULL: no such body */
    const struct tw_body *as;
    double fade; /* the opacity is multiplied by 1 - fade: 0: unchanged, 1: invisible */
} tw_piece;

typedef TW_ARRAY(tw_piece) tw_piece_list;

/* position (m) and velocity (m/s) of a station at present, world */
typedef struct tw_spot {
    vec3 x, v; /* m, m/s */
    /* true: the station is a point or a body of the scene; false: it is given by coordinates */
    bool point;
} tw_spot;

typedef struct tw_spots {
    const tw_spot *spot;
    size_t count;
} tw_spots;

/* greatest number of rows of type STATIONS in the parameter table of a kind of prop */
enum { TW_PROP_STATIONS = 3 };

/* an earlier pose of a body, at which the body is drawn with its present shape and look */
typedef struct tw_past {
    const struct tw_body *body;
    tw_pose pose;
    double age; /* s */
} tw_past;

/* a text beside a prop, which becomes a caption of the frame */
typedef struct tw_prop_label {
    char text[160];
    vec3 at;     /* m, world */
    double size; /* height of the letters, as a fraction of the picture's height */
    /* point of the text's box that is at the position `at`, as in tw_caption */
    double anchor_x, anchor_y;
} tw_prop_label;

/* sample of a point's path: where it was at one time */
typedef struct tw_track_sample {
    double t;  /* s */
    vec3 x, v; /* world */
    /* number of moves by hand (tw_object) of the point and its body so far: between two samples
     * with different numbers it was moved by hand */
    unsigned jumps;
} tw_track_sample;

typedef struct tw_prop_in {
    double t;
    const tw_world *world;
    /* memory for the result of tw_world_stroke, m; NAN: not computed yet; NULL: the result is not
     * stored */
    double *stroke;
    const void *own;
    const struct tw_prop_kind *kind;
    vec3 force; /* of the constraint to which a JOINT row refers: its force, N, world axes */
    const tw_track_sample
        /* [track_count] earlier places of the point in the POINT row, up to now; only if the kind
         * has `span` */
        *track;
    size_t track_count;
    /* stations of each row of type STATIONS, in the order of the parameter table */
    tw_spots station[TW_PROP_STATIONS];
    /* [image_count] poses of bodies at earlier times, oldest first; only if the kind has `every` */
    const tw_past *image;
    size_t image_count;
} tw_prop_in;

/* what the pieces of a prop move with while the shutter is open, for motion blur */
typedef enum tw_anchor {
    TW_ANCHOR_WORLD,
    /* with the point or constraint to which the prop's row refers, without rotating */
    TW_ANCHOR_PLACE,
    /* with the body of the point to which the prop's row refers, rotating with it */
    TW_ANCHOR_POSE,
    TW_ANCHOR_PIECES /* each piece by itself: `show` is called for several times while the shutter
                        is open, and pieces with the same index are one piece that moves; their
                        number may change */
} tw_anchor;

struct tw_prop_kind {
    tw_kind kind;
    tw_anchor anchor;
    /* appends the pieces of the prop at one instant to `out`; no pieces: nothing is visible */
    tw_status (*show)(const tw_prop_in *in, tw_piece_list *out);
    /* pose of the prop's root relative to what it moves with (`anchor`); NULL: the identity */
    tw_pose (*local)(const void *own, double t);
    /* duration before the present time that `track` must cover, s; NULL: the kind needs no track */
    double (*span)(const void *own, double t);
    /* time between the poses in `image`, s, which are stored for the bodies in the prop's BODIES
     * row; NULL: the kind needs no earlier poses */
    double (*every)(const void *own);
    /* sets *out to the text beside the prop at one instant; empty: no text now. NULL: the kind
     * never has texts */
    tw_status (*label)(const tw_prop_in *in, tw_prop_label *out);
    const char *look; /* name of the preset that is the kind's default material; NULL: no preset */
    /* default colour, linear RGB, used if neither the prop nor its material gives one */
    double color[3];
    /* for props made by tw_prop_solid: the kind of body whose shape they have; otherwise NULL */
    const tw_body_kind *solid;
};

extern const tw_prop_kind *const tw_prop_kinds[]; /* all kinds of props; NULL at the end */

/* *kind: the kind of prop that looks like bodies of the kind `body_kind`; TW_ARGUMENT: there is no
 * such kind; in kinds/props/_solid.c */
tw_status tw_prop_solid(const char *body_kind, const tw_prop_kind **kind);
/* name of the i-th kind of body for which there is a kind of prop; NULL: there are not so many */
const char *tw_prop_solid_name(int i);

/* the id in the prop's field of this type; empty id: it has no such field, or it is unset */
tw_id tw_prop_reference(const tw_prop *p, tw_param_type type);

/* Prepares in *in the input of `show` and `label` for time t. Its stations are at their present
 * positions, or, for ahead > 0, displaced by their present velocities times `ahead`, s. They are
 * stored in `scratch`, which must live as long as *in */
typedef TW_ARRAY(tw_spot) tw_spot_list;
tw_status tw_prop_ask(const tw_world *w, const tw_prop *p, double t, double ahead,
                      tw_spot_list *scratch, tw_prop_in *in);

/* Radius, m, that suits lines drawn in the scene. Let r be the radii of the bodies with shapes that
 * are not fixed; if there are none, of all with shapes. The result is 0.016 sqrt(sum r^2), but at
 * most sqrt(mean r^2)/4, so that among many bodies lines are thinner than the bodies. If no body
 * has a shape it is 0.016. It does not depend on poses, so lines keep their width. */
double tw_world_stroke(const tw_world *w);
/* radius of a prop's lines, m: the value of its field `radius`, or, if that is unset, the result of
 * tw_world_stroke */
double tw_prop_stroke(const tw_prop_in *in, const tw_value *radius);

/* writes `value` to out by a format with at most one %f, %g, %e, %F, %G or %E as in printf, and %%
 * for a percent sign; TW_ARGUMENT: the format contains another % */
tw_status tw_prop_text(const char *text, double value, char *out, size_t size);

/* the present pose of the prop's root: that of what the prop moves with, followed by the kind's
 * `local`; not for a prop at a constraint's place. *jumps: a count that changes whenever the root,
 * or a body that carries a station of the prop, was moved by hand */
tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps);

/* checks a field `every`, s, of a kind of prop that keeps samples: TW_ARGUMENT if there would be
 * more than a million in the film; a quarter of the time between frames is always allowed */
tw_status tw_world_check_period(const tw_world *w, double dt);

/* checks the prop's fields together; called at creation and after each assignment */
tw_status tw_prop_begin(const tw_world *w, const tw_prop *p);
/* true: an assignment to field p moves the prop o to another place, so that its earlier places no
 * longer count */
bool tw_prop_moves(const tw_object *o, const tw_param *p);

static inline const tw_prop_kind *tw_prop_kind_of(const tw_prop *p) {
    return (const tw_prop_kind *)(const void *)p->o.kind;
}

/* appends a piece; TW_ARGUMENT: the list has TW_PROP_PIECES already */
tw_status tw_piece_push(tw_piece_list *list, const tw_piece *piece);
tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose);
/* a rotation that takes +z to the unit vector n. It depends smoothly on n except at one fixed
 * direction, so that props along a moving n do not spin */
quat tw_piece_along(vec3 n);
/* adds a rod with round ends from a to b; adds nothing if they coincide */
tw_status tw_piece_rod(tw_piece_list *list, vec3 a, vec3 b, double radius);

#endif
