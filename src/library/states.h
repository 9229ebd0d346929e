/*
 * States of a scene's objects at the present instant, as plain values: the contents of tables,
 * plots, golden files and web pages, without access to the engine's structs.
 *
 * Objects are counted from 0 in the order of their creation; tw_scene_state_of has their numbers.
 * Texts and shapes belong to the scene and are valid until it advances or changes. Lengths in m,
 * time in s, angles in rad.
 */
#ifndef TW_LIBRARY_STATES_H
#define TW_LIBRARY_STATES_H

#include "script/regress.h"
#include "script/script.h"
#include "shape/shape.h"

#include <stdint.h>

/* settings of a scene, its time, and the numbers of its objects */
typedef struct tw_scene_state {
    const char *name; /* name that the script gives the scene; "scene" if it gives none */
    bool named;       /* true: the script gives the scene a name */
    double time, duration, step;
    double fps; /* 1/s */
    int width, height;
    unsigned layers;        /* `scene.draw` (frame/layers.h) */
    unsigned long topology; /* counter that changes whenever objects are made or removed */
    size_t bodies, constraints, forces, points;
} tw_scene_state;
tw_scene_state tw_scene_state_of(const tw_scene *scene);
/* hash of the exact bits of the scene's time, and of the names, poses, velocities and masses of
 * bodies, names and switches (enabled) of constraints and forces, counted turns of joints, and
 * limits that joints are beyond */
uint64_t tw_scene_digest(tw_scene *scene);
/* tolerances of the scene's regression runs (`scene.check`) */
const tw_tolerances *tw_scene_allowed(const tw_scene *scene);
/* i-th record of scene:record; false past the end. Valid until the script runs again */
bool tw_scene_recorded(const tw_scene *scene, int i, tw_record *record);

/* what all objects have: name, kind, and the script that made the object */
typedef struct tw_origin {
    const char *name,
        *kind; /* name of the object, and name of its kind; kind "": a point, which has no kind */
    const char *file; /* script that made the object; NULL: unknown */
    int line;
    uint32_t serial; /* number of the object, never used twice in a scene */
} tw_origin;
/* finds the body, constraint, force or point with that serial number; false: there is none */
bool tw_origin_of(const tw_scene *scene, double serial, tw_origin *origin);
/* object with that serial number, for library/live.c; NULL: there is none */
const struct tw_object *tw_states_find(const tw_scene *scene, double serial);

/* hash of a shape's type, sizes and mesh: equal shapes have equal hashes */
uint64_t tw_shape_digest(const tw_shape *shape);

typedef struct tw_body_state {
    tw_origin o;
    tw_pose pose;
    vec3 velocity, angular_velocity; /* world */
    double mass, volume;             /* kg, m^3 */
    vec3 inertia; /* diagonal of the inertia tensor about the centre of mass, body axes, kg m^2 */
    bool fixed, driven, collide, visible;
    const tw_shape *shape;     /* [shapes] */
    const tw_pose *shape_pose; /* poses of the shapes in body axes */
    int shapes;
} tw_body_state;
tw_body_state tw_body_state_of(const tw_scene *scene, size_t i);
/* radius of a ball about the centre of mass that holds all shapes of the body, m */
double tw_body_reach(const tw_body_state *b);
/* true: the i-th body is the one with that serial number; then *pose is its pose */
bool tw_body_is(const tw_scene *scene, size_t i, uint32_t serial, tw_pose *pose);
/* numbers of a body's state: position 3, orientation 4 (w first), velocity 3, angular velocity 3 */
enum { TW_BODY_NUMBERS = 13 };
void tw_body_numbers(const tw_body_state *b, double x[TW_BODY_NUMBERS]);
/* tag (tw_frame item) by which frame items that show the body's i-th shape are marked */
uint32_t tw_body_tag(const tw_body_state *b, int i);
/* true: frame items with that tag belong to a prop, not a body */
bool tw_tag_is_prop(uint32_t tag);
/* serial number of the body one of whose shapes has that tag */
uint32_t tw_tag_serial(uint32_t tag);
/* calls `each` for the centre and the named points of a body, and for points that methods of its
 * kind give for the arguments 1 .. 8 or "+x" .. "-z"; text: how a script writes the point (".end1",
 * ":corner(3)"); x: position in body axes, m */
void tw_body_places(const tw_scene *scene, size_t i,
                    void (*each)(void *context, const char *text, vec3 x), void *context);
/* calls `each` for the fields of the body's kind that are finite numbers and may be assigned */
void tw_body_fields(const tw_scene *scene, size_t i,
                    void (*each)(void *context, const char *name, double x), void *context);

typedef struct tw_constraint_state {
    tw_origin o;
    bool enabled;
    double tau; /* time constant tau at the present time, s */
    /* norms, over the constraint's rows, of D, of D', and of the difference between the
     * acceleration that the constraint demands and the one reached */
    double deviation, rate, residual;
    vec3 force; /* force of the constraint on its first body, N, world axes */
} tw_constraint_state;
/* the state with only origin, enabled and tau, which need no evaluation of forces; the other
 * members are zero */
tw_constraint_state tw_constraint_about(const tw_scene *scene, size_t i);
/* fills all members; evaluates the scene's forces first if they are out of date */
tw_status tw_constraint_state_of(tw_scene *scene, size_t i, tw_constraint_state *c);
/* deviation |D| of a constraint at the present time, and the law by which it decays if
 * undisturbed */
typedef struct tw_deviation_state {
    double value, rate; /* |D|, in `unit`, and its time derivative, per second */
    const char *unit;
    double tau;    /* s */
    bool lawful;   /* `law` holds */
    double law[3]; /* |D|^2 = (law[0] + law[1] s + law[2] s^2) exp(-2 s / tau), s seconds later */
} tw_deviation_state;
tw_status tw_constraint_deviation(tw_scene *scene, size_t i, tw_deviation_state *d);
/* |D|, by its law, s seconds after d was taken; requires d->lawful */
double tw_deviation_later(const tw_deviation_state *d, double s);

typedef struct tw_force_state {
    tw_origin o;
    bool enabled;
    vec3 force; /* force on the force object's first body, N, world axes */
} tw_force_state;
/* origin, enabled */
tw_force_state tw_force_about(const tw_scene *scene, size_t i);
tw_status tw_force_state_of(tw_scene *scene, size_t i, tw_force_state *f);

/* state of a named point, which a body carries or which is fixed in space */
typedef struct tw_point_state {
    tw_origin o;
    bool on_body;
    uint32_t body; /* serial; on_body */
    vec3 x;        /* position of the point, m: in body axes if on_body, else in the world */
} tw_point_state;
tw_point_state tw_point_state_of(const tw_scene *scene, size_t i);

/* J */
tw_status tw_scene_energy(tw_scene *scene, double *kinetic, double *potential);

typedef struct tw_contacts_state {
    int count;
    /* largest penetration, m, at least 0: in the last step of the stepper `timestep`, or, if the
     * world is not at the end of one, at the present instant */
    double depth;
    /* error of complementarity of the contacts: the largest violation, over all contacts, of "no
     * penetrating speed, no pulling force, and not both a separating speed and a force", as a
     * fraction of the speeds that there would be without contact forces */
    double residual;
} tw_contacts_state;
/* fills *c; all zero in a scene in which nothing can collide */
tw_status tw_scene_contacts_state(tw_scene *scene, tw_contacts_state *c);

#endif
