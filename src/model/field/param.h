/* Parameter tables: every field of every object is described by one row. The rows serve to check
 * arguments, to set defaults, to assign, to copy for saved states, to print help, and in tests of
 * all kinds; no kind needs code of its own for scripts. */
#ifndef TW_MODEL_FIELD_PARAM_H
#define TW_MODEL_FIELD_PARAM_H

#include "base/math/vec.h"
#include "base/pool.h"
#include "base/status.h"
#include "numeric/value/value.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* a direction in world axes, or in the axes of a body */
typedef struct tw_direction {
    tw_value v; /* components of the direction, dim 3; their length does not matter */
    tw_id body; /* the body in whose axes the direction is given; empty id: world axes */
} tw_direction;

/* a rotation, given in one of three ways: a value v, the orientation of a body, or the word
 * "posed" */
typedef struct tw_turn {
    tw_value
        /* the rotation: dim 4: a quaternion of any length, which the reader normalises; dim 1: an
         * angle, rad, if the row has TW_OR_ANGLE */
        v;
    /* not the empty id: the orientation of this body, in place of v; only if the row has
     * TW_OR_BODY */
    tw_id body;
    /* true: "posed" was given, if the row has TW_OR_POSED: the kind's `begin` then stores the
     * present rotation in v */
    bool posed;
} tw_turn;

/* a place: a point of the scene, or coordinates; for some kinds the coordinates are those of a
 * direction */
typedef struct tw_station {
    tw_id point; /* the point; empty id: the coordinates `at` are used */
    tw_value at; /* coordinates, dim 3, world, m */
} tw_station;

/* value of a field of type STATIONS: one station, or any number if the row has TW_LISTED; count 0:
 * unset. Owns its array */
typedef struct tw_station_list {
    tw_station *station;
    size_t count;
} tw_station_list;

/* a list of bodies or points. If the row does not have TW_LISTED, an empty list means all bodies,
 * also those made later */
typedef struct tw_id_list {
    tw_id *id;
    size_t count;
} tw_id_list;

/* a mesh (shape/mesh/mesh.h) that others may share, of which this holds one reference, and the name
 * of its file; NULL: not given */
typedef struct tw_mesh_ref {
    struct tw_mesh *mesh; /* NULL: none */
    char *file;
} tw_mesh_ref;

/* a pattern, a picture (shape/map/pixmap.h) or, if the row has TW_RADIANCE, a light map
 * (shape/map/lightmap.h), and the name of its file; owns the name, and one reference to each map,
 * which others may share */
typedef struct tw_texture_ref {
    int pattern; /* index of the pattern in the row's choices */
    /* picture, which takes the place of the pattern; NULL: no picture */
    const struct tw_pixmap *map;
    /* light map, which takes the place of the pattern; NULL: no light map */
    const struct tw_lightmap *light;
    char *file;
} tw_texture_ref;

/* type of a field, with the C type of its memory */
typedef enum tw_param_type {
    TW_PARAM_NUMBER,  /* double; constant */
    TW_PARAM_INTEGER, /* int */
    TW_PARAM_BOOL,    /* bool */
    TW_PARAM_TEXT,    /* char *, owned text; NULL: unset */
    TW_PARAM_CHOICE,  /* int, index in the row's choices */
    TW_PARAM_VEC3,    /* vec3; constant */
    TW_PARAM_QUAT,    /* quat, a constant; kept at unit length */
    TW_PARAM_MAT3,    /* mat3, symmetric; scripts give {xx, yy, zz}, or 3 x 3 numbers */
    /* tw_value with dim 1: a number that is constant, a ramp, a spline or a function of time */
    TW_PARAM_VALUE,
    TW_PARAM_VALUE3, /* tw_value with dim 3: a vector, constant or function of time */
    /* tw_value with dim 4: a quaternion of any length, to be normalised by the reader */
    TW_PARAM_VALUE4,
    TW_PARAM_POINT,  /* tw_id of a point; the empty id: unset */
    TW_PARAM_BODY,   /* tw_id of a body; the empty id: unset */
    TW_PARAM_BODIES, /* tw_id_list */
    TW_PARAM_POINTS, /* tw_id_list of points, which may be empty; the row always has TW_LISTED */
    /* tw_formula *, owned (formula.h): a function of the points and bodies in the object's lists;
     * its row must come after the rows of these lists */
    TW_PARAM_FORMULA,
    TW_PARAM_JOINT, /* tw_id of a joint, that is, of a constraint with coordinates */
    /* tw_value with dim 3: a position in the axes of the body in the field that `carrier` names, or
     * in the world if that is unset */
    TW_PARAM_PLACE,
    /* tw_value with dim 3: a direction in the axes of the body in the field that `carrier` names,
     * or in the world if that is unset */
    TW_PARAM_AXIS,
    TW_PARAM_DIRECTION, /* tw_direction */
    /* tw_turn; if it names a body, the kind gets that body's motion as for a row of type BODY */
    TW_PARAM_TURN,
    TW_PARAM_MATERIAL, /* tw_material_fields (material.h) */
    TW_PARAM_MESH,     /* tw_mesh_ref */
    TW_PARAM_PARTS,    /* struct tw_parts *, shared by reference counting (parts.h); NULL: unset */
    TW_PARAM_TEXTURE,  /* tw_texture_ref */
    TW_PARAM_STATIONS, /* tw_station_list, in props only */
    TW_PARAM_TYPE_COUNT
} tw_param_type;

typedef enum tw_range {
    TW_ANY,
    TW_POSITIVE,     /* > 0 */
    TW_NOT_NEGATIVE, /* >= 0 */
    TW_UNIT_RANGE,   /* range: 0 <= x <= 1 */
    TW_SHARE,        /* range: 0 < x <= 1 */
    TW_NOT_ZERO,     /* range: a vector of length > 0 */
    TW_VIEW_ANGLE    /* range: 0 < x < TW_VIEW_ANGLE_END, rad */
} tw_range;

enum {
    TW_REQUIRED = 1,    /* the field must be given at creation */
    TW_AT_CREATION = 2, /* the field can be given at creation only */
    TW_READ_ONLY = 4,   /* the field can be read only */
    TW_UNSET_OK = 8,    /* the field may be unset: NAN, NULL or the empty id */
    /* for VEC3: a point in the axes of the body in the field that `carrier` names, like PLACE but
     * constant */
    TW_CARRIED_POINT = 4096,
    /* three flags: the frame of the object's group transforms a field given at creation as a point,
     * as a vector, or as a rotation */
    TW_FRAME_POINT = 16,
    TW_FRAME_VECTOR = 32,
    TW_FRAME_ROTATION = 64,
    /* for list types: the list may have any length, 0 too. The kind gets one motion for each
     * element, in order. The object is removed as soon as one of the elements is */
    TW_LISTED = 128,
    /* for TURN: three flags: it may also be given as an angle (TW_OR_ANGLE), by the word "posed"
     * (TW_OR_POSED), or as a body (TW_OR_BODY) */
    TW_OR_ANGLE = 256,
    TW_OR_POSED = 512,
    /* for TURN: the orientation of a body may be given; for POINT: a body may be given, and stands
     * for its centre of mass */
    TW_OR_BODY = 1024,
    /* for VALUE: the function's argument is not time, but a parameter that the kind defines (such
       as s of a curve) */
    TW_OF_PARAMETER = 2048,
    /* for JOINT: any constraint may be given, not only one with coordinates */
    TW_ANY_CONSTRAINT = 8192,
    /* for VALUE3, BOOL or TEXT: may be a script function, or a spline for BOOL. If only the picture
     * reads the field, it is called for each frame to give the value; that of `enabled` (force,
     * constraint) is watched by an event, which acts when its value changes */
    TW_OR_CALLBACK = 16384,
    /* for TEXTURE: the field may be a light map */
    TW_RADIANCE = 32768,
    /* for VALUE3: a colour, linear RGB, which may also be given as text (base/text/color.h) */
    TW_COLOR = 65536,
    /* for BODIES: a group may be given, and stands for the bodies that it has at the time of
     * assignment */
    TW_OR_GROUP = 131072,
    /* for CHOICE of a tw_level: at velocity level the object's formula has velocities as inputs
     * too */
    TW_FORMULA_LEVEL = 262144
};

typedef struct tw_param {
    const char *name;
    /* offset of the field in the object's struct (fields common to a class) or in the kind's own
     * struct */
    size_t offset;
    tw_param_type type;
    unsigned flags;
    tw_range range;
    const char *unit;           /* unit in texts of help and messages: "m", "kg m^2", "" */
    double preset[4];           /* default value; NAN: unset */
    const char *const *choices; /* TW_PARAM_CHOICE: NULL-terminated */
    /* for fields of some choices only: bits of the choices of the row `kind` that have this field;
     * 0: all have it */
    unsigned kinds;
    /* for PLACE, AXIS and TW_CARRIED_POINT: name of the BODY row; its body carries the value */
    const char *carrier;
    /* offset of the member that is read, if it is not the one that is written (field `mass`); 0:
     * `offset` holds */
    size_t read_offset;
    const char *doc;
} tw_param;

#define TW_UNSET NAN

/* size in bytes of a field of this type */
size_t tw_param_size(tw_param_type type);

/* sets the field in the struct at `base` to its default; what the field contained before is not
 * freed */
tw_status tw_param_preset(const tw_param *p, void *base);
/* the tw_value that the field is, or that a direction, a turn or a single station contains; NULL:
 * the field contains none, or one whose argument is not time (TW_OF_PARAMETER) */
const tw_value *tw_param_value(const tw_param *p, const void *base);

/* copies a field to another struct, whose field is overwritten without being freed; texts and lists
 * are duplicated, shared values get one more reference */
tw_status tw_param_copy(const tw_param *p, const void *from_base, void *to_base);

/* frees the memory and releases the references that the field owns */
void tw_param_clear(const tw_param *p, void *base);

/* checks that the field's value is finite and in range, of a function of time that of its value at
 * t; TW_ARGUMENT with a message like "expected a positive number, got -1" */
tw_status tw_param_check(const tw_param *p, const void *base, double t);

/* tw_params_preset, tw_params_copy, tw_params_clear: for all n rows of a table, set the fields to
 * their defaults, copy them, or clear them */
tw_status tw_params_preset(const tw_param *p, int n, void *base);
tw_status tw_params_copy(const tw_param *p, int n, const void *from_base, void *to_base);
void tw_params_clear(const tw_param *p, int n, void *base);
const tw_param *tw_params_find(const tw_param *p, int n, const char *name);

#endif
