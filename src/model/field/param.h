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

/* a direction in world axes, or in the axes of a body that carries it */
typedef struct tw_direction {
    tw_value v; /* dim 3, need not be unit */
    tw_id body; /* none: the world's */
} tw_direction;

/* a rotation: a value v, the orientation of a body, or the present one ("posed") */
typedef struct tw_turn {
    tw_value
        v; /* dim 4: a quaternion, normalise in use; dim 1: an angle, where TW_OR_ANGLE allows */
    tw_id body; /* instead of v: orientation of this body; where TW_OR_BODY allows */
    bool posed; /* "posed", where TW_OR_POSED allows: `begin` stores the present rotation in v */
} tw_turn;

/* a place: that of a point, or given by coordinates; of some kinds the coordinates are those of a
 * direction */
typedef struct tw_station {
    tw_id point; /* the point; empty id: `at` holds instead */
    tw_value at; /* dim 3, world */
} tw_station;

/* value of a field of type STATIONS: one station, or any number where the row is TW_LISTED; unset:
 * none. Owns its array */
typedef struct tw_station_list {
    tw_station *station;
    size_t count;
} tw_station_list;

/* a list of bodies or points; without TW_LISTED no body means all bodies, also later ones */
typedef struct tw_id_list {
    tw_id *id;
    size_t count;
} tw_id_list;

/* a shared mesh (shape/mesh/mesh.h), one reference of it owned, and its file's name, or NULL */
typedef struct tw_mesh_ref {
    struct tw_mesh *mesh; /* NULL: none */
    char *file;
} tw_mesh_ref;

/* a pattern, a picture (shape/map/pixmap.h) or, with TW_RADIANCE, a light map
 * (shape/map/lightmap.h), and the name of its file; all owned */
typedef struct tw_texture_ref {
    int pattern;                     /* index into choices */
    const struct tw_pixmap *map;     /* picture in place of a pattern; NULL: none */
    const struct tw_lightmap *light; /* light map in place of a pattern; NULL: none */
    char *file;
} tw_texture_ref;

/* type of a field: C type of its memory, and its meaning */
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
    TW_PARAM_POINTS,  /* tw_id_list of points; empty: none; always TW_LISTED */
    TW_PARAM_FORMULA, /* tw_formula *, owned (formula.h): a function of the points and
                         bodies that the object lists; stands after them in the table */
    TW_PARAM_JOINT,   /* tw_id of a constraint with coordinates */
    TW_PARAM_PLACE,   /* tw_value, dim 3: a position in the axes of the body in field `carrier`, or
                         world */
    TW_PARAM_AXIS,    /* tw_value, dim 3: a direction in the axes of the body in field `carrier`, or
                         world */
    TW_PARAM_DIRECTION, /* tw_direction */
    TW_PARAM_TURN,      /* tw_turn; for its body the kind gets a body motion, as for a BODY row */
    TW_PARAM_MATERIAL,  /* tw_material_fields (material.h) */
    TW_PARAM_MESH,      /* tw_mesh_ref */
    TW_PARAM_PARTS,     /* struct tw_parts *, reference-counted (parts.h); NULL: unset */
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
    /* VEC3: a point in the axes of the body in field `carrier`, like a PLACE but constant */
    TW_CARRIED_POINT = 4096,
    /* how the frame of the object's group transforms the field at creation */
    TW_FRAME_POINT = 16,
    TW_FRAME_VECTOR = 32,
    TW_FRAME_ROTATION = 64,
    /* lists of any length, empty: none. The kind gets one motion per element, in order; the object
     * is removed with the first element that is removed */
    TW_LISTED = 128,
    /* TURN: other forms besides a quaternion (TW_OR_BODY too) */
    TW_OR_ANGLE = 256,
    TW_OR_POSED = 512,
    TW_OR_BODY = 1024, /* TURN: orientation of a body; POINT: a body, for its centre */
    /* VALUE: a function not of time but of a parameter of the kind's own (s of a curve) */
    TW_OF_PARAMETER = 2048,
    /* JOINT: any constraint is accepted, not only one with coordinates */
    TW_ANY_CONSTRAINT = 8192,
    /* VALUE3, BOOL or TEXT that only the picture reads: may be a function of the script that is
     * called at each frame to give the value */
    TW_OR_CALLBACK = 16384,
    /* TEXTURE: a light map */
    TW_RADIANCE = 32768,
    /* VALUE3: a colour, linear RGB, which may be given as text too (base/text/color.h) */
    TW_COLOR = 65536,
    /* BODIES: a group is accepted and stands for its members at the time of assignment */
    TW_OR_GROUP = 131072,
    /* CHOICE of a tw_level: at velocity level the formula of the object reads velocities, too */
    TW_FORMULA_LEVEL = 262144
};

typedef struct tw_param {
    const char *name;
    size_t offset; /* offset in the object's struct (common fields) or in the kind's own struct */
    tw_param_type type;
    unsigned flags;
    tw_range range;
    const char *unit;           /* "m", "kg m^2", "" */
    double preset[4];           /* default; NAN: unset */
    const char *const *choices; /* TW_PARAM_CHOICE: NULL-terminated */
    unsigned kinds;             /* bits of the choices of row `kind` that have the field; 0: all */
    const char *carrier;        /* PLACE, AXIS: name of the BODY row whose body carries the value */
    /* offset from which the field is read, if not `offset` (field mass); 0: the same */
    size_t read_offset;
    const char *doc;
} tw_param;

#define TW_UNSET NAN

/* bytes of a field of this type */
size_t tw_param_size(tw_param_type type);

/* sets the field in the struct at `base` to its default; the struct owns values and texts */
tw_status tw_param_preset(const tw_param *p, void *base);
/* the field's function of time, also of a direction or a turn; NULL: the field is constant, or
 * depends on another argument (TW_OF_PARAMETER) */
const tw_value *tw_param_value(const tw_param *p, const void *base);

/* deep copy: values retained, texts and lists duplicated */
tw_status tw_param_copy(const tw_param *p, const void *from_base, void *to_base);

/* frees memory and references that the field owns */
void tw_param_clear(const tw_param *p, void *base);

/* checks finiteness and range of the field's value, of functions at time t; a failure's text is
 * like "expected a positive number, got -1" */
tw_status tw_param_check(const tw_param *p, const void *base, double t);

/* set to defaults, copy or clear the fields of all n rows of a table */
tw_status tw_params_preset(const tw_param *p, int n, void *base);
tw_status tw_params_copy(const tw_param *p, int n, const void *from_base, void *to_base);
void tw_params_clear(const tw_param *p, int n, void *base);
const tw_param *tw_params_find(const tw_param *p, int n, const char *name);

#endif
