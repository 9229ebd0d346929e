/*
 * Objects in Lua: bodies, points, forces, constraints, groups and props are made from tables by the
 * parameter rows of their kinds, read and assigned; likewise parts of scenes and objects (camera,
 * ground, materials).
 */
#ifndef TW_SCRIPT_OBJECT_OBJECT_H
#define TW_SCRIPT_OBJECT_OBJECT_H

#include "script/value/value.h"

/* ---- fields.c, field_lists.c ---------------------------------------------------------------- */

/* reads a number, vector, quaternion, spline or function as a value of dimension 1, 3 or 4, which
 * the caller owns; change: transformation of its coordinates; NULL: none */
bool tw_read_value(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_value *v);
/* reads an object of this class, which must exist and belong to this scene; what: its description
 * for "expected ..." */
bool tw_read_id(tw_reader *r, int index, tw_class class_, const char *what, tw_id *id);
/* reads a point, or a body, which stands for its centre */
bool tw_read_place(tw_reader *r, int index, const tw_param *p, tw_id *id);
/* reads a value of `dim` components that may vary with time; pose: frame in which its coordinates
 * are given; NULL: the world */
bool tw_read_varying(tw_reader *r, int index, int dim, const tw_param *p, const tw_pose *pose,
                     tw_value *v);
/* field_lists.c: read a list of objects of a class, of bodies and groups, or of places; or a single
 * one */
bool tw_read_ids(tw_reader *r, int index, tw_class class_, tw_id_list *list);
bool tw_read_bodies(tw_reader *r, int index, const tw_param *p, tw_id_list *list);
bool tw_read_stations(tw_reader *r, int index, const tw_param *p, const tw_pose *pose,
                      tw_station_list *list);

void tw_push_value(lua_State *L, const tw_value *v, double t);

enum { TW_FIELD_MEMORY = 2048 };
typedef union tw_field_memory {
    max_align_t align;
    unsigned char bytes[TW_FIELD_MEMORY];
} tw_field_memory;

/* reads and checks the value at index as field p, and writes it to `memory` as if p's offset were
 * 0; pose: frame in which coordinates are given; NULL: the world */
bool tw_read_field(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, void *memory);
/* pushes the value of field p of the struct `base`; if it varies with time, the value at the
 * scene's time */
void tw_push_field(lua_State *L, tw_scene *scene, const tw_param *p, const void *base);
/* description of the values that the field takes, like "a positive number" */
const char *tw_param_expectation(const tw_param *p);
/* copy of a parameter row with the offset 0 */
tw_param tw_param_at_zero(const tw_param *p);
/* reads the table at index into fields p [n] of the struct `base`; what: for errors, like
 * "tw.scene" */
void tw_read_fields(lua_State *L, int index, tw_scene *scene, const char *what, const tw_param *p,
                    int n, void *base, const char *const *others);
bool tw_read_material(tw_reader *r, int index, void *look);
/* mesh.c: reads a mesh, given by the name of a file or by lists of vertices and triangles;
 * tw_push_mesh pushes what row p of it is: the file's name, the list of vertices, or that of
 * triangles */
bool tw_read_mesh(tw_reader *r, int index, const tw_param *p, tw_mesh_ref *ref);
void tw_push_mesh(lua_State *L, const tw_param *p, const tw_mesh_ref *ref);

/* pushes and returns the path of a file: `name` beside the script, or `name` itself; NULL: no such
 * file, nothing pushed */
const char *tw_push_beside(lua_State *L, const char *name);
/* sets the reader's error "no such file ..."; returns false */
bool tw_read_no_file(tw_reader *r, const char *name);
/* material.c: reads a texture: the name of a pattern, or of a picture file */
bool tw_read_texture(tw_reader *r, int index, const tw_param *p, tw_texture_ref *ref);

/* parts.c: the parts of a compound, in scripts {{kind = ..., ...}, ...}; the method
 * compound:part(name) */
struct tw_parts;
bool tw_read_parts(tw_reader *r, int index, struct tw_parts **parts);
void tw_push_parts(lua_State *L, int index, const struct tw_parts *list);
int tw_body_part(lua_State *L);
void tw_open_parts(lua_State *L);

/* ---- access.c ------------------------------------------------------------------------------- */

/* methods x:remove() and x:exists() of objects of a class; what: name of the method for errors,
 * like "prop:remove" */
int tw_method_remove(lua_State *L, tw_class class_, const char *what);
int tw_method_exists(lua_State *L);
void tw_open_handles(lua_State *L);
extern const luaL_Reg tw_body_methods[], tw_point_methods[], tw_force_methods[],
    tw_constraint_methods[], tw_group_methods[], tw_prop_methods[];
extern const tw_getter tw_body_getters[], tw_point_getters[], tw_force_getters[],
    tw_constraint_getters[], tw_group_getters[], tw_prop_getters[];

/* ---- part.c --------------------------------------------------------------------------------- */

/* kinds of parts: structs within scenes and objects with fields of their own (scene.camera,
 * scene.ground, body.material) */
typedef enum tw_part_kind {
    TW_PART_CAMERA,
    TW_PART_GROUND,
    TW_PART_GROUND_MATERIAL,
    TW_PART_LIGHT,
    TW_PART_MATERIAL,
    TW_PART_PROP_MATERIAL,
    TW_PART_GRADIENT,
    TW_PART_FOG
} tw_part_kind;

/* handle of a part: a userdata whose user value keeps the scene alive */
typedef struct tw_part_handle {
    const void *tag;
    tw_scene *scene;
    tw_part_kind kind;
    tw_id body;
    size_t light;
} tw_part_handle;

extern const char tw_part_tag;

/* struct of a part; rows [*n]: its parameter rows; NULL: the object to which it belongs was removed
 */
void *tw_part_struct(const tw_part_handle *p, const tw_param **rows, int *n);
void tw_push_part(lua_State *L, tw_scene *scene, tw_part_kind kind, tw_id body, size_t light);
/* struct and rows of the part at index; NULL: the value is no part */
void *tw_test_part(lua_State *L, int index, tw_scene **scene, const tw_param **p, int *n);

/* ---- create.c, body.c, group.c -------------------------------------------------------------- */

void tw_open_makers(lua_State *L, int methods);
void tw_create(lua_State *L, tw_scene *scene, tw_id group, tw_class class_, const tw_kind *kind,
               const void *maker, int table);
void tw_open_group(lua_State *L, int makers);
tw_pose tw_group_pose(const tw_world *w, tw_id group);
/* pushes the point body.NAME, which the kind has or the script has made; false: there is none, and
 * nothing is pushed */
bool tw_push_body_point(lua_State *L, tw_scene *scene, const tw_body *b, const char *name);
/* pushes the body's point of that name; makes it with the members of `example` if there is none */
void tw_push_point(lua_State *L, tw_scene *scene, const tw_body *b, const tw_point *example,
                   const char *name);
/* reads the argument at stack index 2 of a point method; key [size]: text of the call, like
 * "corner(3)" */
void tw_check_point_argument(lua_State *L, const tw_point_method *m, const char *what,
                             tw_point_argument *argument, char *key, size_t size);
void tw_make_points(lua_State *L, tw_scene *scene, const tw_body *b, int table);
/* friction.c: makes the motor for the dry friction of a new joint o, if its field `friction` is
 * set */
void tw_make_friction(lua_State *L, tw_scene *scene, tw_id group, const tw_object *o);
extern const luaL_Reg tw_advance_functions[];
void tw_open_random(lua_State *L);

/* ---- prop.c --------------------------------------------------------------------------------- */

void tw_open_props(lua_State *L, int makers);
/* must be called after a prop was added to the world: begins to record what its trail shows */
tw_status tw_prop_made(tw_scene *scene, const tw_prop *p);
/* true: the value at index, for field p, is a function that is called at each frame (for a boolean
 * field, a spline counts as one) */
bool tw_is_callback(lua_State *L, int index, const tw_param *p);
/* calls the function that the object's field p has, with the scene's time, and pushes its result;
 * false: it has none, and nothing is pushed */
bool tw_push_answer(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p);
/* stores the function at index for the object's field p; nil: removes the one that the field had */
void tw_keep_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                      int index);
/* pushes the function or spline of the field; false: it has none, nothing pushed */
bool tw_push_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *row);
/* *truth: result of a boolean field's function, on top of the stack: true, or a number > 0, counts
 * as true; returns false if the result is neither boolean, nil nor a number */
bool tw_truth(lua_State *L, bool *truth);
/* calls the functions that fields of props and bodies have, and stores the results, for a frame at
 * time t */
tw_status tw_ask_functions(tw_scene *scene, double t);

/* ---- switch.c ------------------------------------------------------------------------------- */

/* must be called when the field `enabled` of a force or constraint gets or loses a function of t:
 * enables or disables the object now, and later by an event whenever the value of the function
 * changes */
void tw_keep_switch(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                    bool function);

/* ---- readout.c ------------------------------------------------------------------------------ */

/* evaluates the equations at the present state and returns the engine; raises an error if called
 * while a function of t is being recorded; what: name of the calling function for that error */
tw_dynamics *tw_evaluate(lua_State *L, tw_scene *scene, const char *what);
/* pushes {kinetic, potential, total} of the body `one`, or (NULL) of all bodies, and returns these
 * energies, J */
tw_energy tw_push_energy(lua_State *L, tw_scene *scene, const tw_body *one);
/* angular momentum of a body about its centre of mass, kg m^2/s, world axes */
vec3 tw_spin_of(const tw_body *b);

#endif
