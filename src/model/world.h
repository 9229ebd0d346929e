/*
 * The world: all objects of a scene and its settings. It owns everything; others hold ids.
 *
 * Objects are made in two steps: tw_NOUN_new gives a draft with default fields, the caller fills
 * the fields that the parameter tables describe, tw_world_add checks the draft and puts it in.
 * Between steps fields change through tw_world_assign, which checks and tells the engine what
 * changed.
 */
#ifndef TW_MODEL_WORLD_H
#define TW_MODEL_WORLD_H

#include "base/array.h"
#include "base/pool.h"
#include "model/field/kind.h"
#include "model/field/param.h"
#include "model/field/stage.h"
#include "model/field/tables.h"

typedef enum tw_class {
    TW_BODY,
    TW_POINT,
    TW_FORCE,
    TW_CONSTRAINT,
    TW_GROUP,
    TW_PROP,
    TW_CLASS_TOTAL
} tw_class;

/* the beginning of every object */
typedef struct tw_object {
    tw_class class_;
    tw_id id;
    const tw_kind *kind;
    void *own;      /* the kind's struct [kind->size] */
    char *name;     /* full path, "chain/link3"; unique in its class */
    bool automatic; /* the name was made, not given */
    char *written; /* for messages in place of an automatic name: "connect(rod1.end1, nail1)"; NULL:
                      the name */
    tw_id group;
    char *file; /* script and line that made the object */
    int line;
    uint32_t serial; /* order of creation over all classes; props: among themselves */
    unsigned jumps;  /* number of times that it was put somewhere else by hand */
    /* remove.c */
    /* the object leaves, or has left and stands in the world's list until that is swept */
    bool leaving;
    bool doubtful;  /* some bodies of its list are leaving */
    bool shortened; /* the object's list of bodies names some that have gone */
    /* place in the list of an element that had not gone, when last looked for */
    uint32_t witness;
} tw_object;

/* items of the picture that belong to one serial, at most */
enum { TW_SERIAL_SHAPES = 32 };

/* How the timeline advances a body (timeline/strand.h). It is part of the state: the next steps
 * depend on it. A level is a count that decays with time: it rises if events outpace the decay */
typedef struct tw_body_pace {
    bool coarse;         /* the body moves by steps of `timestep`, because of contacts */
    int clear;           /* number of steps in a row without anything near */
    double blows, blown; /* impacts, level; s: time of the last one */
    double labour;       /* evaluations while contacts are held, level */
    double crawl, creep; /* levels of steps with too little progress, while contacts are held */
    int unsolved;        /* steps without a solution for the forces, minus steps with one */
} tw_body_pace;

typedef struct tw_body {
    tw_object o;
    /* state between steps */
    vec3 position;
    quat orientation;
    vec3 velocity, angular_velocity;
    /* fields */
    double density, mass_given; /* mass_given NAN: from the density */
    bool fixed;
    tw_id motion; /* a nail or path: the body is driven along it */
    bool collide;
    tw_value friction, restitution;
    tw_value rolling_friction, spinning_friction; /* m */
    bool visible;
    tw_value opacity;
    tw_value color; /* unset: the material's */
    tw_material_fields material;
    /* derived by tw_body_setup */
    tw_form form;
    double mass;  /* kg */
    mat3 inertia; /* kg m^2, body axes */
    mat3 inertia_inv;
    double volume; /* m^3 */
    int index;     /* index in world.body */
    tw_body_pace pace;
} tw_body;

typedef enum tw_point_source {
    TW_POINT_LOCAL,
    TW_POINT_FIELD,
    TW_POINT_METHOD,
    TW_POINT_SPACE
} tw_point_source;

typedef struct tw_point {
    tw_object o; /* kind: tw_point_kind_body, _nail or _path */
    tw_point_source source;
    tw_id body; /* body of the point; none for points in space */
    vec3 local; /* body coordinates, m */
    const tw_point_field *field;
    const tw_point_method *method;
    tw_point_argument argument; /* text owned */
    /* part of a compound that field and method belong to; NULL: the body */
    const struct tw_part *part;
    int part_frame;    /* frame of the part in the body's form */
    tw_value position; /* points in space, world */
} tw_point;

typedef struct tw_force {
    tw_object o;
    bool enabled;
    int index; /* index in world.force */
} tw_force;

typedef struct tw_constraint {
    tw_object o;
    bool enabled;
    tw_value tau;  /* s; unset: the scene's */
    tw_value k, d; /* 1/s^2, 1/s; unset: 1/tau^2, 2/tau */
    tw_value weight;
    double tolerance;               /* m or rad */
    tw_value max_force, max_torque; /* N, N m; unset: no bound */
    bool plot;                      /* its curve is in the debug layer */
    int index;                      /* index in world.constraint */
    /* side of a limit beyond which its joint stands, and from which it comes back
     * (dynamics/limit.h): 1 below the lower bound, -1 above the upper one; as motion last began or
     * went on, and as it would now */
    int beyond, beyond_now;
} tw_constraint;

typedef struct tw_group {
    tw_object o;
    tw_pose pose; /* pose of its frame in the world */
} tw_group;

/* a thing that is only in the picture (prop.h) */
typedef struct tw_prop {
    tw_object o;
    bool visible;
    tw_value opacity;
    tw_value color; /* unset: the material's */
    tw_material_fields material;
} tw_prop;

extern const tw_kind tw_point_kind_body, tw_point_kind_nail, tw_point_kind_path, tw_kind_group;

typedef struct tw_settings {
    char *name;
    double duration, fps;
    tw_value gravity;         /* m/s^2 */
    tw_value tau;             /* s */
    int stepper;              /* index into tw_stepper_choices, stepper.h */
    int solver;               /* tw_solver */
    bool projection;          /* settle.h */
    double contact_tolerance; /* dynamics/contact/contact.h */
    int gradient;             /* tw_gradient; stepper project */
    double rtol, atol, step;
    int width, height, seed;
} tw_settings;

typedef enum tw_solver { TW_SOLVER_AUTO, TW_SOLVER_SVD, TW_SOLVER_SPARSE } tw_solver;

/* pose at which the stepper `project` takes the directions of the constraint forces */
typedef enum tw_gradient { TW_GRADIENT_START, TW_GRADIENT_PREDICTED } tw_gradient;

/* one side of a pair of bodies; side.h */
typedef enum tw_side_kind { TW_SIDE_ANY, TW_SIDE_BODY, TW_SIDE_GROUP, TW_SIDE_GROUND } tw_side_kind;

typedef struct tw_side {
    tw_side_kind kind;
    tw_id id;
} tw_side;

/* rule about pairs that collide, whatever else holds; the last rule for a pair counts */
typedef struct tw_collide_rule {
    tw_side a, b;
    bool collide;
} tw_collide_rule;

typedef TW_ARRAY(tw_collide_rule) tw_collide_rules;

typedef struct tw_world {
    tw_settings set;
    double time;
    tw_pool pool[TW_CLASS_TOTAL];
    /* bodies in order of creation; see tw_world_tidy */
    TW_ARRAY(tw_body *) body;
    TW_ARRAY(tw_point *) point;
    TW_ARRAY(tw_force *) force;
    TW_ARRAY(tw_constraint *) constraint;
    TW_ARRAY(tw_group *) group;
    TW_ARRAY(tw_prop *) prop;
    tw_stage stage;
    tw_collide_rules rule;
    uint32_t serial, prop_serial;
    struct tw_names *names;      /* model/field/names.h */
    struct tw_users *users;      /* users.h; NULL until asked for */
    size_t gone[TW_CLASS_TOTAL]; /* objects that have gone but still stand in the lists */
    bool shortened;              /* some objects are marked `shortened` */
    /* counters of changes, which the engine compares with those that it saw last */
    unsigned long topology; /* objects, participants, rows */
    unsigned long state;    /* positions, velocities */
    unsigned long fields;   /* anything that a right-hand side reads */
    unsigned long view;     /* the bodies show another instant (the engine looks inside a step) */
    bool frozen;            /* a callback that may only look is running */
    const char *frozen_by;  /* "a function given to scene:when" */
} tw_world;

tw_status tw_world_create(tw_world **world);
void tw_world_destroy(tw_world *world);

/* drafts; `name` NULL: KIND<n> is chosen at tw_world_add; texts are copied */
tw_status tw_body_new(tw_world *w, const tw_body_kind *kind, tw_body **body);
tw_status tw_force_new(tw_world *w, const tw_force_kind *kind, tw_force **force);
tw_status tw_constraint_new(tw_world *w, const tw_constraint_kind *kind,
                            tw_constraint **constraint);
tw_status tw_point_new(tw_world *w, tw_point_source source, tw_point **point);
tw_status tw_group_new(tw_world *w, tw_group **group);
tw_status tw_prop_new(tw_world *w, const tw_prop_kind *kind, tw_prop **prop);

/* checks the draft and puts it in; on failure the draft is still the caller's. `name` is the last
 * part of the path. A name used twice in one class and group is an error. */
tw_status tw_world_add(tw_world *w, tw_object *draft, const char *name, tw_id group,
                       const char *file, int line);
/* frees a draft that was not added */
void tw_object_discard(tw_object *draft);

/* removes an object and what hangs on it: a body's points, constraints and forces; a point's; a
 * group's all */
tw_status tw_world_remove(tw_world *w, tw_class class_, tw_id id);
/* The same in time that does not grow with the world: what goes has no id and no name any more, but
 * stands in the lists until tw_world_tidy, which whoever looks at a list has to call first. */
tw_status tw_world_retire(tw_world *w, tw_class class_, tw_id id);
void tw_world_tidy(tw_world *w);

/* the object or NULL when the id is stale */
void *tw_world_get(const tw_world *w, tw_class class_, tw_id id);
tw_body *tw_world_body(const tw_world *w, tw_id id);
tw_point *tw_world_point(const tw_world *w, tw_id id);
tw_force *tw_world_force(const tw_world *w, tw_id id);
tw_constraint *tw_world_constraint(const tw_world *w, tw_id id);
tw_group *tw_world_group(const tw_world *w, tw_id id);
tw_prop *tw_world_prop(const tw_world *w, tw_id id);

/* by full path, over all classes in the order body, constraint, force, point, group; NULL when
 * there is none */
tw_object *tw_world_find(const tw_world *w, const char *path);

/* the row called `name` of an object and the struct that it points into */
const tw_param *tw_object_param(const tw_object *o, const char *name, void **base);
/* calls f for all rows, common ones first */
void tw_object_params(const tw_object *o, const tw_param **common, int *common_count,
                      void **common_base);
/* the body in the field that carries a PLACE, AXIS or carried VEC3 of the object; none: the world
 */
tw_id tw_object_carrier(const tw_object *o, const tw_param *p);

/* puts *value (memory of the row's type; ownership moves in on success) into the field, checks the
 * object as a whole, and tells the engine; on failure the field is as before */
tw_status tw_world_assign(tw_world *w, tw_object *o, const tw_param *p, void *base, void *value);
/* the same for the scene's own settings and for stage structs: only the check and the flags */
tw_status tw_world_assign_setting(tw_world *w, const tw_param *p, void *base, void *value);

/* notes a direct change of state: positions, velocities */
void tw_world_touch_state(tw_world *w);
void tw_world_touch_fields(tw_world *w);
void tw_world_touch_topology(tw_world *w);

/* derives form, mass and inertia from the fields; sets the pose where the fields give one */
tw_status tw_body_setup(tw_body *b, bool at_creation);
/* local coordinates of a point on a body (follows the body's parameters) */
tw_status tw_point_local(const tw_world *w, const tw_point *p, vec3 *local);
/* world position and velocity of a point now */
void tw_point_now(const tw_world *w, const tw_point *p, vec3 *x, vec3 *v);

static inline const tw_constraint_kind *tw_constraint_kind_of(const tw_constraint *c) {
    return (const tw_constraint_kind *)(const void *)c->o.kind;
}

static inline tw_pose tw_body_pose(const tw_body *b) {
    return (tw_pose){b->position, b->orientation};
}

/* pose of the body, or of the centre of mass of the group, that a camera follows; false: there is
 * none */
bool tw_world_followed(const tw_world *w, tw_id id, bool group, tw_pose *pose);

/* does the object stand in the group, or in one that stands in it? */
bool tw_world_inside(const tw_world *w, const tw_object *o, tw_id group);

/* "constraint 'hinge 3' (scene.lua:41)" into buf */
const char *tw_object_label(const tw_object *o, char *buf, size_t size);

/* refuses changes while a read-only callback runs */
tw_status tw_world_writable(const tw_world *w, const char *what);

#endif
