/*
 * Parameter tables: every field of every object is one row. The rows drive argument checking,
 * defaults, assignment, snapshots, help texts and the tests that walk the registry; there is no
 * binding code per kind.
 */
#ifndef TW_MODEL_FIELD_PARAM_H
#define TW_MODEL_FIELD_PARAM_H

#include "base/math/vec.h"
#include "base/pool.h"
#include "base/status.h"
#include "numeric/value/value.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* a direction: of the world, or carried by a body (then in its coordinates) */
typedef struct tw_direction {
    tw_value v; /* dim 3, need not be unit */
    tw_id body; /* none: the world's */
} tw_direction;

/* an orientation or an angle: of the world, relative to a body, or as it is when given */
typedef struct tw_turn {
    tw_value
        v; /* dim 4: a quaternion, normalise in use; dim 1: an angle, where TW_OR_ANGLE allows */
    tw_id body; /* instead of v, where TW_OR_BODY allows */
    bool posed; /* "posed", where TW_OR_POSED allows: begin puts the present turn into v */
} tw_turn;

/* a station: the place of a point, or coordinates; where a kind says so, the coordinates are a
 * direction */
typedef struct tw_station {
    tw_id point; /* the point; none: `at` counts */
    tw_value at; /* dim 3, world */
} tw_station;

/* stations of a field: one, or any number where the row is TW_LISTED; none when unset. The array is
 * owned */
typedef struct tw_station_list {
    tw_station *station;
    size_t count;
} tw_station_list;

/* a list of bodies or points; bodies, count 0: all bodies, also later ones, unless TW_LISTED */
typedef struct tw_id_list {
    tw_id *id;
    size_t count;
} tw_id_list;

/* a mesh that bodies share (shape/mesh/mesh.h): owned, and the file that it came from, or NULL */
typedef struct tw_mesh_ref {
    struct tw_mesh *mesh; /* NULL: none */
    char *file;
} tw_mesh_ref;

/* a pattern, or a picture (shape/map/pixmap.h) and the file that it came from: owned. With
 * TW_RADIANCE a light map (shape/map/lightmap.h) takes the picture's place */
typedef struct tw_texture_ref {
    int pattern;                     /* index into choices */
    const struct tw_pixmap *map;     /* instead of a pattern; NULL: none */
    const struct tw_lightmap *light; /* instead of a pattern; NULL: none */
    char *file;
} tw_texture_ref;

/* type of the field's memory */
typedef enum tw_param_type {
    TW_PARAM_NUMBER,  /* double; constant */
    TW_PARAM_INTEGER, /* int */
    TW_PARAM_BOOL,    /* bool */
    TW_PARAM_TEXT,    /* char *, owned, NULL when unset */
    TW_PARAM_CHOICE,  /* int, index into choices */
    TW_PARAM_VEC3,    /* vec3; constant */
    TW_PARAM_QUAT,    /* quat; constant, kept unit */
    TW_PARAM_MAT3,    /* mat3; {xx, yy, zz} or 3 x 3, symmetric */
    TW_PARAM_VALUE,   /* tw_value, dim 1: constant, ramp, spline or function of t */
    TW_PARAM_VALUE3,  /* tw_value, dim 3 */
    TW_PARAM_VALUE4,  /* tw_value, dim 4: a quaternion, not kept unit: normalise in use */
    TW_PARAM_POINT,   /* tw_id of a point */
    TW_PARAM_BODY,    /* tw_id of a body */
    TW_PARAM_BODIES,  /* tw_id_list */
    TW_PARAM_POINTS,  /* tw_id_list of points, none when empty; they are listed (TW_LISTED) */
    TW_PARAM_FORMULA, /* tw_formula *, owned (formula.h): a function of the points and
                         bodies that the object lists; stands after them in the table */
    TW_PARAM_JOINT,   /* tw_id of a constraint with coordinates */
    TW_PARAM_PLACE, /* tw_value, dim 3: a position carried by the body in field `carrier`, or world
                     */
    TW_PARAM_AXIS,  /* tw_value, dim 3: a direction carried by the body in field `carrier`, or world
                     */
    TW_PARAM_DIRECTION, /* tw_direction */
    TW_PARAM_TURN,      /* tw_turn; its body is a motion like that of a BODY row */
    TW_PARAM_MATERIAL,  /* tw_material_fields (material.h) */
    TW_PARAM_MESH,      /* tw_mesh_ref */
    TW_PARAM_PARTS,     /* struct tw_parts *, counted (parts.h), NULL when unset */
    TW_PARAM_TEXTURE,   /* tw_texture_ref */
    TW_PARAM_STATIONS,  /* tw_station_list; of props only */
    TW_PARAM_TYPE_COUNT
} tw_param_type;

typedef enum tw_range {
    TW_ANY,
    TW_POSITIVE,     /* > 0 */
    TW_NOT_NEGATIVE, /* >= 0 */
    TW_UNIT_RANGE,   /* 0 .. 1 */
    TW_SHARE,        /* > 0, <= 1 */
    TW_NOT_ZERO,     /* vectors: length > 0 */
    TW_VIEW_ANGLE    /* > 0, < TW_VIEW_ANGLE_END */
} tw_range;

enum {
    TW_REQUIRED = 1,    /* field that must be given at creation */
    TW_AT_CREATION = 2, /* field that can be given at creation only */
    TW_READ_ONLY = 4,   /* field that is never given */
    TW_UNSET_OK = 8,    /* may be absent: NAN, NULL or the empty id */
    /* VEC3: a point in coordinates of `carrier`, bound like a PLACE */
    TW_CARRIED_POINT = 4096,
    /* how a group's frame acts on it at creation (constants, splines and functions alike) */
    TW_FRAME_POINT = 16,
    TW_FRAME_VECTOR = 32,
    TW_FRAME_ROTATION = 64,
    /* lists: one motion per element, in order; empty means none, and the object is removed with the
     * first of its elements */
    TW_LISTED = 128,
    /* turns: other forms besides a quaternion */
    TW_OR_ANGLE = 256,
    TW_OR_POSED = 512,
    TW_OR_BODY = 1024, /* POINT: a body may be given, for its centre */
    /* values: the argument is not the time but a parameter of the kind's own (a curve's s) */
    TW_OF_PARAMETER = 2048,
    /* JOINT: any constraint, not only one with coordinates */
    TW_ANY_CONSTRAINT = 8192,
    /* VALUE3, BOOL or TEXT that only the picture reads: may be a function of the script that reads
     * the scene, asked at each frame */
    TW_OR_CALLBACK = 16384,
    /* TEXTURE: a light map */
    TW_RADIANCE = 32768,
    /* VALUE3: a colour, linear RGB, which may be given as text too (base/text/color.h) */
    TW_COLOR = 65536,
    /* BODIES: a group stands for the bodies that are in it when it is given */
    TW_OR_GROUP = 131072,
    /* CHOICE, a tw_level: at velocity level the formula of the object is one of velocities, too */
    TW_FORMULA_LEVEL = 262144
};

typedef struct tw_param {
    const char *name;
    size_t offset; /* in the object's struct or in the kind's own struct */
    tw_param_type type;
    unsigned flags;
    tw_range range;
    const char *unit;           /* "m", "kg m^2", "" */
    double preset[4];           /* default; NAN: unset */
    const char *const *choices; /* TW_PARAM_CHOICE: NULL-terminated */
    unsigned kinds;             /* bits of the choices of row `kind` that have the field; 0: all */
    const char *carrier;        /* PLACE, AXIS: name of the TW_PARAM_BODY row that carries it */
    /* offset for reading, where it differs from the one for writing (mass); 0: the same */
    size_t read_offset;
    const char *doc;
} tw_param;

#define TW_UNSET NAN

/* the memory that a field of this type takes */
size_t tw_param_size(tw_param_type type);

/* puts the default into base + offset (values and texts are owned by the memory from then on) */
tw_status tw_param_preset(const tw_param *p, void *base);
/* the field as a function of time, also of a direction or a turn; NULL: it is constant, or depends
 * on something else (TW_OF_PARAMETER) */
const tw_value *tw_param_value(const tw_param *p, const void *base);

/* deep copy: values retained, texts and lists duplicated */
tw_status tw_param_copy(const tw_param *p, const void *from_base, void *to_base);

/* releases what the field owns */
void tw_param_clear(const tw_param *p, void *base);

/* checks finiteness and range of the field's value (functions of t: at time t); the text of a
 * failure is "expected a positive number, got -1" */
tw_status tw_param_check(const tw_param *p, const void *base, double t);

/* presets, copies and clears a table of n rows */
tw_status tw_params_preset(const tw_param *p, int n, void *base);
tw_status tw_params_copy(const tw_param *p, int n, const void *from_base, void *to_base);
void tw_params_clear(const tw_param *p, int n, void *base);
const tw_param *tw_params_find(const tw_param *p, int n, const char *name);

#endif
