/*
 * The world: all objects of a scene and its settings. It owns all objects; others refer to them by
 * ids.
 *
 * Objects are made in two steps: `tw_NOUN_new` gives a draft with default fields, the caller fills
 * the fields that the parameter tables describe, tw_world_add checks the draft and puts it in.
 * Fields of objects in the world are changed by tw_world_assign, which checks them and counts the
 * change, so that the engine sees it.
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

/* Object: what body, point, force, constraint, group and prop have in common; first member of their
 * structs */
typedef struct tw_object {
    tw_class class_;
    tw_id id;
    const tw_kind *kind;
    void *own;      /* [kind->size] the kind's own struct, with the parameters of its table */
    char *name;     /* full path, like "chain/link3", which no other object of the class has */
    bool automatic; /* true: the name was chosen by tw_world_add; false: it was given */
    /* text that stands for an automatic name in messages, like "connect(rod1.end1, nail1)"; NULL:
     * messages use the name */
    char *written;
    tw_id group;
    char *file; /* script and line that made the object; NULL: unknown */
    int line;
    /* number in the order of creation, over all classes but props, which are numbered separately */
    uint32_t serial;
    /* number of times that the object was moved by hand, that is, that its pose was changed
     * other than by motion */
    unsigned jumps;
    /* true: the object is being removed, or is removed but still in the world's list */
    bool leaving;
    /* true, only during a removal: the object has a list of bodies, and refers to an object that is
     * being removed */
    bool doubtful;
    /* true: the object's list of bodies contains removed bodies, which are still to be taken out */
    bool shortened;
    /* index, in the object's list of bodies, of a body that remained at the last removal; the next
     * search begins there */
    uint32_t witness;
} tw_object;

/* greatest number of items of the picture (shapes of a body) to which one serial number belongs */
enum { TW_SERIAL_SHAPES = 32 };

/* How the timeline advances a body (timeline/strand.h). It is part of the saved state, since the
 * next steps depend on it. A "level" is a sum of costs or a count of events that decays with time,
 * so it is high if they are frequent */
typedef struct tw_body_pace {
    /* true: because of contacts, the body moves by steps of the stepper `timestep` instead of
     * the chosen one */
    bool coarse;
    int clear;           /* number of successive steps of `timestep` without another body nearby */
    double blows, blown; /* blows: level of impacts; blown: time of the last impact, s */
    double labour;       /* level of the cost of steps while contacts are held */
    /* crawl: level of steps with held contacts that make little progress, that is, are very short;
     * creep: the same for steps that friction limits */
    double crawl, creep;
    /* excess of steps in which no contact forces were found over steps in which they were */
    int unsolved;
} tw_body_pace;

/* time in which the constraints of the body's island count as contradicting each other
 * (dynamics/solve/strain.c): since <= t < until, s; empty at first */
typedef struct tw_body_strain {
    double since, until;
} tw_body_strain;

typedef struct tw_body {
    tw_object o;
    /* state at the end of the last step, world: m, rad, m/s, rad/s */
    vec3 position;
    quat orientation;
    vec3 velocity, angular_velocity;
    /* fields */
    /* density, kg/m^3; mass_given: given mass, kg; NAN: the mass follows from the density */
    double density, mass_given;
    bool fixed;
    tw_id motion; /* nail or path that drives the body; empty id: the body is not driven */
    bool collide;
    tw_value friction, restitution;
    tw_value rolling_friction, spinning_friction; /* m */
    bool visible;
    tw_value opacity;
    tw_value color; /* colour of the body; unset: that of its material */
    tw_material_fields material;
    /* members below are computed by tw_body_setup */
    tw_form form;
    double mass;  /* kg */
    mat3 inertia; /* inertia tensor about the centre of mass, kg m^2, body axes */
    mat3 inertia_inv;
    double volume; /* m^3 */
    int index;     /* index in world.body */
    tw_body_pace pace;
    tw_body_strain strain;
} tw_body;

typedef enum tw_point_source {
    TW_POINT_LOCAL,
    TW_POINT_FIELD,
    TW_POINT_METHOD,
    TW_POINT_SPACE
} tw_point_source;

typedef struct tw_point {
    tw_object o; /* what all objects have; the point's kind is tw_point_kind_body, _nail or _path */
    tw_point_source source;
    tw_id body; /* body that carries the point; empty id: the point is in space */
    vec3 local; /* position of the point on its body, body coordinates, m */
    const tw_point_field *field;
    const tw_point_method *method;
    tw_point_argument argument; /* text owned */
    /* part of a compound whose field or method gives the point; NULL: those of the body itself */
    const struct tw_part *part;
    int part_frame;    /* index of the part's frame in the array `part` of the body's form */
    tw_value position; /* position of a point in space, world, m */
} tw_point;

typedef struct tw_force {
    tw_object o;
    bool enabled;
    int index; /* index in world.force */
} tw_force;

typedef struct tw_constraint {
    tw_object o;
    bool enabled;
    tw_value tau; /* time constant, s; unset: the scene's */
    /* stiffness k, 1/s^2, and damping d, 1/s, of the decay D'' + d D' + k D = 0; unset: k =
     * 1/tau^2, d = 2/tau */
    tw_value k, d;
    tw_value weight;
    double tolerance;               /* largest deviation that counts as met, m or rad */
    tw_value max_force, max_torque; /* largest force, N, and largest torque, N m; unset: no bound */
    bool plot; /* true: the deviation is drawn over time in the picture's debug layer */
    int index; /* index in world.constraint */
    /* of a limit whose joint is beyond its bounds and returns (dynamics/limit.h): 1: the coordinate
     * is below the lower bound; -1: above the upper one; 0: within. `beyond`: at the last start or
     * continuation of motion; `beyond_now`: at present */
    int beyond, beyond_now;
} tw_constraint;

typedef struct tw_group {
    tw_object o;
    tw_pose pose; /* pose of the group's axes, world */
} tw_group;

/* a thing that only the picture shows (prop.h) */
typedef struct tw_prop {
    tw_object o;
    bool visible;
    tw_value opacity;
    tw_value color; /* colour of the prop; unset: that of its material */
    tw_material_fields material;
} tw_prop;

extern const tw_kind tw_point_kind_body, tw_point_kind_nail, tw_point_kind_path, tw_kind_group;

typedef struct tw_settings {
    char *name;
    double duration, fps;
    tw_value gravity;         /* m/s^2 */
    tw_value tau;             /* s */
    int stepper;              /* index in tw_stepper_choices (steppers/stepper.h) */
    int solver;               /* tw_solver */
    bool projection;          /* settle.h */
    double contact_tolerance; /* dynamics/contact/contact.h */
    int gradient;             /* a tw_gradient, which only the stepper `project` uses */
    double rtol, atol, step;
    int width, height, seed;
} tw_settings;

typedef enum tw_solver { TW_SOLVER_AUTO, TW_SOLVER_SVD, TW_SOLVER_SPARSE } tw_solver;

/* the pose at which the stepper `project` computes the directions of constraint forces: at the
 * start of a step, or the pose predicted for the end of the step without these forces */
typedef enum tw_gradient { TW_GRADIENT_START, TW_GRADIENT_PREDICTED } tw_gradient;

/* kind of a side of a pair of bodies; see side.h */
typedef enum tw_side_kind { TW_SIDE_ANY, TW_SIDE_BODY, TW_SIDE_GROUP, TW_SIDE_GROUND } tw_side_kind;

typedef struct tw_side {
    tw_side_kind kind;
    tw_id id;
} tw_side;

/* a rule that pairs of bodies collide or do not, even if other reasons say otherwise; the last rule
 * for a pair is followed */
typedef struct tw_collide_rule {
    tw_side a, b;
    bool collide;
} tw_collide_rule;

typedef TW_ARRAY(tw_collide_rule) tw_collide_rules;

typedef struct tw_world {
    tw_settings set;
    double time;
    tw_pool pool[TW_CLASS_TOTAL];
    /* bodies in order of creation, also removed ones until tw_world_tidy takes them out; the lists
     * below likewise */
    TW_ARRAY(tw_body *) body;
    TW_ARRAY(tw_point *) point;
    TW_ARRAY(tw_force *) force;
    TW_ARRAY(tw_constraint *) constraint;
    TW_ARRAY(tw_group *) group;
    TW_ARRAY(tw_prop *) prop;
    tw_stage stage;
    tw_collide_rules rule;
    uint32_t serial, prop_serial;
    struct tw_names *names; /* model/field/names.h */
    /* index of which objects refer to which (users.h); NULL: not built yet */
    struct tw_users *users;
    /* for each class: number of removed objects that are still in the class's list */
    size_t gone[TW_CLASS_TOTAL];
    bool shortened; /* true: some object's `shortened` is set */
    /* the next four members count changes; the engine compares them with the counts that it saw
     * last */
    /* changes of objects, of the bodies that take part in forces and constraints, of numbers of
     * rows, or of the rules on collisions */
    unsigned long topology;
    unsigned long state;  /* positions, velocities */
    unsigned long fields; /* changes of anything else on which the motion depends */
    /* number of times that the bodies were set to another instant within a step of the engine, to
     * be looked at */
    unsigned long view;
    bool frozen; /* true: a callback is running that must not change the world */
    /* name of that callback for messages: "a function given to scene:when" */
    const char *frozen_by;
} tw_world;

tw_status tw_world_create(tw_world **world);
void tw_world_destroy(tw_world *world);

/* new drafts (objects not yet in the world) of each class, with default fields, which the caller
 * then fills */
tw_status tw_body_new(tw_world *w, const tw_body_kind *kind, tw_body **body);
tw_status tw_force_new(tw_world *w, const tw_force_kind *kind, tw_force **force);
tw_status tw_constraint_new(tw_world *w, const tw_constraint_kind *kind,
                            tw_constraint **constraint);
tw_status tw_point_new(tw_world *w, tw_point_source source, tw_point **point);
tw_status tw_group_new(tw_world *w, tw_group **group);
tw_status tw_prop_new(tw_world *w, const tw_prop_kind *kind, tw_prop **prop);

/* Checks the draft and adds it to the world; on failure the caller still owns it. name: the last
 * part of its path; NULL: KIND<n> is chosen. TW_ARGUMENT if another object of the class and group
 * has the name. Texts are copied. */
tw_status tw_world_add(tw_world *w, tw_object *draft, const char *name, tw_id group,
                       const char *file, int line);
/* frees a draft, or a copy, that is in no world */
void tw_object_discard(tw_object *draft);

/* removes an object and all objects that depend on it: points, forces, constraints and props of a
 * body (those that have it in a list without TW_LISTED only with the list's last body); forces,
 * constraints and props of a point or a joint; members of a group */
tw_status tw_world_remove(tw_world *w, tw_class class_, tw_id id);
/* Like tw_world_remove, but takes no time proportional to the size of the world (except the first
 * time, when the index of users.h is built): ids and names of the removed objects become invalid at
 * once, but the objects stay in the world's lists until tw_world_tidy, which must be called before
 * a list is read. */
tw_status tw_world_retire(tw_world *w, tw_class class_, tw_id id);
void tw_world_tidy(tw_world *w);

/* the object of the class with this id; NULL: it was removed, or the id is empty */
void *tw_world_get(const tw_world *w, tw_class class_, tw_id id);
tw_body *tw_world_body(const tw_world *w, tw_id id);
tw_point *tw_world_point(const tw_world *w, tw_id id);
tw_force *tw_world_force(const tw_world *w, tw_id id);
tw_constraint *tw_world_constraint(const tw_world *w, tw_id id);
tw_group *tw_world_group(const tw_world *w, tw_id id);
tw_prop *tw_world_prop(const tw_world *w, tw_id id);

/* the object with this full path. If there are several, it is the first of body, constraint, force,
 * point, group, prop. NULL: there is no such object */
tw_object *tw_world_find(const tw_world *w, const char *path);

/* row of the field `name` in the table of the kind or of the class; *base: the struct to which the
 * row's offset refers. NULL: there is no such field */
const tw_param *tw_object_param(const tw_object *o, const char *name, void **base);
/* *common: the rows of the fields that all objects of its class have; *common_base: the struct to
 * which their offsets refer */
void tw_object_params(const tw_object *o, const tw_param **common, int *common_count,
                      void **common_base);
/* the body in whose axes the value of a PLACE, AXIS or TW_CARRIED_POINT row is; empty id: in world
 * axes */
tw_id tw_object_carrier(const tw_object *o, const tw_param *p);

/* Sets a field of the object to *value, of the row's type, checks the object's fields together, and
 * raises those counts of changes that the field affects. On success the field owns what the value
 * owns; on failure the field is as before */
tw_status tw_world_assign(tw_world *w, tw_object *o, const tw_param *p, void *base, void *value);
/* like tw_world_assign, for structs that are no objects: the scene's settings and those of the
 * stage */
tw_status tw_world_assign_setting(tw_world *w, const tw_param *p, void *base, void *value);

/* these three functions raise a count of changes of the world: of the state (positions,
 * velocities), of the fields, of the topology */
void tw_world_touch_state(tw_world *w);
void tw_world_touch_fields(tw_world *w);
void tw_world_touch_topology(tw_world *w);

/* computes form, mass and inertia from the fields; at creation also sets the pose, if the fields of
 * its kind determine one */
tw_status tw_body_setup(tw_body *b, bool at_creation);
/* *local: position of a point in the axes of its body, m, computed from the body's present
 * parameters */
tw_status tw_point_local(const tw_world *w, const tw_point *p, vec3 *local);
/* world position (m) and velocity (m/s) of a point at the present state */
void tw_point_now(const tw_world *w, const tw_point *p, vec3 *x, vec3 *v);

static inline const tw_constraint_kind *tw_constraint_kind_of(const tw_constraint *c) {
    return (const tw_constraint_kind *)(const void *)c->o.kind;
}

/* true: the constraint has a torque but no force, and its deviation is in rad; false: its deviation
 * is in m */
static inline bool tw_constraint_turns_only(const tw_world *w, const tw_constraint *c) {
    const tw_constraint_kind *kind = tw_constraint_kind_of(c);
    return kind->turns_only ? kind->turns_only(c->o.own, w) : kind->angular;
}

static inline tw_pose tw_body_pose(const tw_body *b) {
    return (tw_pose){b->position, b->orientation};
}

/* *pose: that of the body; or that of a group (group true), at its centre of mass. Returns false,
 * without setting *pose, if the object was removed */
bool tw_world_followed(const tw_world *w, tw_id id, bool group, tw_pose *pose);

/* true: the object belongs to the group, directly or to a group inside it */
bool tw_world_inside(const tw_world *w, const tw_object *o, tw_id group);

/* writes to buf what messages call an object: "constraint 'hinge 3' (scene.lua:41)"; returns buf */
const char *tw_object_label(const tw_object *o, char *buf, size_t size);

/* fails if a callback runs that must not change the world; what: what was to be done, for the
 * message: "remove objects" */
tw_status tw_world_writable(const tw_world *w, const char *what);

#endif
