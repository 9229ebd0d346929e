/*
 * The world: all objects of a scene and its settings. It owns everything; others hold ids.
 *
 * Objects are made in two steps: `tw_NOUN_new` gives a draft with default fields, the caller fills
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

/* first member of every object's struct */
typedef struct tw_object {
    tw_class class_;
    tw_id id;
    const tw_kind *kind;
    void *own;      /* the kind's struct [kind->size] */
    char *name;     /* full path, "chain/link3"; unique in its class */
    bool automatic; /* the name was chosen by tw_world_add, not given */
    char *written;  /* text for messages in place of an automatic name: "connect(rod1.end1, nail1)";
                       NULL: none, the name is used */
    tw_id group;
    char *file; /* script and line that made the object */
    int line;
    uint32_t serial; /* order of creation over all classes; props are counted by themselves */
    unsigned jumps;  /* counts moves by hand: changes of pose other than by motion */
    /* being removed, or removed but still in the world's list until it is swept */
    bool leaving;
    bool doubtful;  /* during a removal: some bodies of its list are being removed */
    bool shortened; /* the object's list of bodies contains removed ones */
    /* place in its list of bodies of one that remained at the last removal */
    uint32_t witness;
} tw_object;

/* most items of the picture (shapes of a body) under one serial */
enum { TW_SERIAL_SHAPES = 32 };

/* How the timeline advances a body (timeline/strand.h). Part of the state: the next steps depend on
 * it. A "level" is a count that decays with time, so it rises if events are frequent */
typedef struct tw_body_pace {
    bool coarse;         /* the body moves by steps of `timestep`, because of contacts */
    int clear;           /* number of successive steps without another body nearby */
    double blows, blown; /* level of impacts; time of the last one, s */
    double labour;       /* level of evaluations while contacts are held */
    double crawl, creep; /* levels of short steps with contacts held; creep: short by friction */
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
    tw_id motion; /* nail or path along which the body is driven; empty id: it is not */
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
    tw_id body; /* body of the point; empty id: a point in space */
    vec3 local; /* body coordinates, m */
    const tw_point_field *field;
    const tw_point_method *method;
    tw_point_argument argument; /* text owned */
    /* part of a compound to which field and method belong; NULL: the body itself */
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
    bool plot;                      /* the constraint's plot is shown in the debug layer */
    int index;                      /* index in world.constraint */
    /* side on which a limit's joint is beyond its bounds and returns (dynamics/limit.h): 1 below
     * the lower bound, -1 above the upper one, 0 within; when motion last started or continued, and
     * as of now */
    int beyond, beyond_now;
} tw_constraint;

typedef struct tw_group {
    tw_object o;
    tw_pose pose; /* pose of the group's frame in the world */
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

/* rule about pairs that collide, whatever other reasons say; the last rule for a pair counts */
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
    struct tw_users *users;      /* users.h; NULL: not built yet */
    size_t gone[TW_CLASS_TOTAL]; /* removed objects that are still in the lists, per class */
    bool shortened;              /* some objects have `shortened` set */
    /* counters of changes; the engine compares them with their values at its last visit */
    unsigned long topology; /* objects, participants, rows */
    unsigned long state;    /* positions, velocities */
    unsigned long fields;   /* anything that a right-hand side reads */
    unsigned long view;     /* the bodies show another instant, inside a step of the engine */
    bool frozen;            /* a callback that must not change the world is running */
    const char *frozen_by; /* name of that callback in messages: "a function given to scene:when" */
} tw_world;

tw_status tw_world_create(tw_world **world);
void tw_world_destroy(tw_world *world);

/* new drafts of each class, with default fields; the caller fills the fields */
tw_status tw_body_new(tw_world *w, const tw_body_kind *kind, tw_body **body);
tw_status tw_force_new(tw_world *w, const tw_force_kind *kind, tw_force **force);
tw_status tw_constraint_new(tw_world *w, const tw_constraint_kind *kind,
                            tw_constraint **constraint);
tw_status tw_point_new(tw_world *w, tw_point_source source, tw_point **point);
tw_status tw_group_new(tw_world *w, tw_group **group);
tw_status tw_prop_new(tw_world *w, const tw_prop_kind *kind, tw_prop **prop);

/* checks the draft and adds it; on failure the caller still owns it. `name`: last part of the path,
 * NULL: KIND<n>; texts are copied. A name used twice in a class and group is an error. */
tw_status tw_world_add(tw_world *w, tw_object *draft, const char *name, tw_id group,
                       const char *file, int line);
/* frees a draft that was not added */
void tw_object_discard(tw_object *draft);

/* removes an object and all that depends on it: of a body its points, constraints and forces; of a
 * point its constraints and forces; of a group its members */
tw_status tw_world_remove(tw_world *w, tw_class class_, tw_id id);
/* Like tw_world_remove, but costs no sweep of the world: removed objects lose id and name at once,
 * but stay in the lists until tw_world_tidy, to be called before a list is read. */
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

/* the object with this full path; of equal paths the first class of body, constraint, force, point,
 * group, prop; NULL: there is none */
tw_object *tw_world_find(const tw_world *w, const char *path);

/* the row of the field `name`, common or of the kind, and the struct to which its offset refers */
const tw_param *tw_object_param(const tw_object *o, const char *name, void **base);
/* the rows of the fields common to the object's class, and the struct to which they refer */
void tw_object_params(const tw_object *o, const tw_param **common, int *common_count,
                      void **common_base);
/* the body that carries a PLACE, AXIS or carried VEC3 of the object; empty id: it is in world
 * axes */
tw_id tw_object_carrier(const tw_object *o, const tw_param *p);

/* assigns *value (of the row's type, owned by the field on success): checks the object as a whole
 * and raises the counters of changes; on failure the field is as before */
tw_status tw_world_assign(tw_world *w, tw_object *o, const tw_param *p, void *base, void *value);
/* like tw_world_assign for settings of the scene and structs of the stage, which are not objects */
tw_status tw_world_assign_setting(tw_world *w, const tw_param *p, void *base, void *value);

/* raise a counter of changes: of state (positions, velocities), of fields, of topology */
void tw_world_touch_state(tw_world *w);
void tw_world_touch_fields(tw_world *w);
void tw_world_touch_topology(tw_world *w);

/* derives form, mass and inertia from the fields; sets the pose if its kind's fields give one */
tw_status tw_body_setup(tw_body *b, bool at_creation);
/* body coordinates of a point on a body, m, computed from the body's present parameters */
tw_status tw_point_local(const tw_world *w, const tw_point *p, vec3 *local);
/* world position and velocity of a point now */
void tw_point_now(const tw_world *w, const tw_point *p, vec3 *x, vec3 *v);

static inline const tw_constraint_kind *tw_constraint_kind_of(const tw_constraint *c) {
    return (const tw_constraint_kind *)(const void *)c->o.kind;
}

static inline tw_pose tw_body_pose(const tw_body *b) {
    return (tw_pose){b->position, b->orientation};
}

/* pose of the body, or of the centre of mass of the group, that a camera follows; false: the id is
 * stale */
bool tw_world_followed(const tw_world *w, tw_id id, bool group, tw_pose *pose);

/* is the object a member of the group, or of a group inside it? */
bool tw_world_inside(const tw_world *w, const tw_object *o, tw_id group);

/* writes a label for messages into buf: "constraint 'hinge 3' (scene.lua:41)"; returns buf */
const char *tw_object_label(const tw_object *o, char *buf, size_t size);

/* fails while a callback runs that must not change the world; what: "remove objects" */
tw_status tw_world_writable(const tw_world *w, const char *what);

#endif
