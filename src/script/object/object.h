/*
 * Objects in Lua: bodies, points, forces, constraints, groups and props are made from tables by the
 * rows of their kinds, read and assigned; parts of scenes and objects (camera, ground, materials).
 */
#ifndef TW_SCRIPT_OBJECT_OBJECT_H
#define TW_SCRIPT_OBJECT_OBJECT_H

#include "script/value/value.h"

/* ---- fields.c, field_lists.c ---------------------------------------------------------------- */

/* number, vector, quaternion, spline or function as a value of dim 1, 3 or 4, owned by the caller
 */
bool tw_read_value(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_value *v);
/* an object of this class, living and of this scene; `what` was expected */
bool tw_read_id(tw_reader *r, int index, tw_class class_, const char *what, tw_id *id);
/* a point, or a body, which stands for its centre */
bool tw_read_place(tw_reader *r, int index, const tw_param *p, tw_id *id);
/* a number or a vector that may vary, of `dim` components */
bool tw_read_varying(tw_reader *r, int index, int dim, const tw_param *p, const tw_pose *pose,
                     tw_value *v);
/* field_lists.c: a list of bodies or points, or one of them; with groups among them; places */
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

/* reads the value at index as a field of row p into memory (offset 0), checked; pose: the frame
 * that its coordinates are given in (NULL: the world's) */
bool tw_read_field(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, void *memory);
/* pushes the field; values that vary: at the scene's time */
void tw_push_field(lua_State *L, tw_scene *scene, const tw_param *p, const void *base);
/* expected value of the field: "a positive number" */
const char *tw_param_expectation(const tw_param *p);
/* copy of a row with the offset 0 */
tw_param tw_param_at_zero(const tw_param *p);
/* the table at index as fields of rows [n], into base; what: "tw.scene" */
void tw_read_fields(lua_State *L, int index, tw_scene *scene, const char *what, const tw_param *p,
                    int n, void *base, const char *const *others);
bool tw_read_material(tw_reader *r, int index, void *look);
/* mesh.c: a file's name, or lists of vertices and triangles; push gives back the same */
bool tw_read_mesh(tw_reader *r, int index, const tw_param *p, tw_mesh_ref *ref);
void tw_push_mesh(lua_State *L, const tw_param *p, const tw_mesh_ref *ref);

/* pushes the path of a file beside the script, or as it stands; NULL, nothing pushed: none */
const char *tw_push_beside(lua_State *L, const char *name);
/* fails the reading: the file was not found; returns false */
bool tw_read_no_file(tw_reader *r, const char *name);
/* material.c: a pattern's or a file's name */
bool tw_read_texture(tw_reader *r, int index, const tw_param *p, tw_texture_ref *ref);

/* parts.c: {{kind = ..., ...}, ...}; compound:part(name) */
struct tw_parts;
bool tw_read_parts(tw_reader *r, int index, struct tw_parts **parts);
void tw_push_parts(lua_State *L, int index, const struct tw_parts *list);
int tw_body_part(lua_State *L);
void tw_open_parts(lua_State *L);

/* ---- access.c ------------------------------------------------------------------------------- */

/* methods of a class: x:remove() (what: "prop:remove"), x:exists() */
int tw_method_remove(lua_State *L, tw_class class_, const char *what);
int tw_method_exists(lua_State *L);
void tw_open_handles(lua_State *L);
extern const luaL_Reg tw_body_methods[], tw_point_methods[], tw_force_methods[],
    tw_constraint_methods[], tw_group_methods[], tw_prop_methods[];
extern const tw_getter tw_body_getters[], tw_point_getters[], tw_force_getters[],
    tw_constraint_getters[], tw_group_getters[], tw_prop_getters[];

/* ---- part.c --------------------------------------------------------------------------------- */

/* scene.camera, scene.ground, body.material: a part of something, with rows of its own */
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

/* userdata of a part; its user value keeps the scene alive */
typedef struct tw_part_handle {
    const void *tag;
    tw_scene *scene;
    tw_part_kind kind;
    tw_id body;
    size_t light;
} tw_part_handle;

extern const char tw_part_tag;

/* the struct of a part and its rows [*n]; NULL: it is gone */
void *tw_part_struct(const tw_part_handle *p, const tw_param **rows, int *n);
void tw_push_part(lua_State *L, tw_scene *scene, tw_part_kind kind, tw_id body, size_t light);
/* the struct and rows of a part; NULL: not a part */
void *tw_test_part(lua_State *L, int index, tw_scene **scene, const tw_param **p, int *n);

/* ---- create.c, body.c, group.c -------------------------------------------------------------- */

void tw_open_makers(lua_State *L, int methods);
void tw_create(lua_State *L, tw_scene *scene, tw_id group, tw_class class_, const tw_kind *kind,
               const void *maker, int table);
void tw_open_group(lua_State *L, int makers);
tw_pose tw_group_pose(const tw_world *w, tw_id group);
/* pushes body.NAME for a point field or custom point; false (nothing pushed): no such */
bool tw_push_body_point(lua_State *L, tw_scene *scene, const tw_body *b, const char *name);
/* makes a point of the body from a filled example, or finds the one of that name, and pushes it */
void tw_push_point(lua_State *L, tw_scene *scene, const tw_body *b, const tw_point *example,
                   const char *name);
/* the argument at 2 of a point method, and "corner(3)" */
void tw_check_point_argument(lua_State *L, const tw_point_method *m, const char *what,
                             tw_point_argument *argument, char *key, size_t size);
void tw_make_points(lua_State *L, tw_scene *scene, const tw_body *b, int table);
/* friction.c: the motor that is the dry friction of a new joint, where it has some */
void tw_make_friction(lua_State *L, tw_scene *scene, tw_id group, const tw_object *o);
extern const luaL_Reg tw_advance_functions[];
void tw_open_random(lua_State *L);

/* ---- prop.c --------------------------------------------------------------------------------- */

void tw_open_props(lua_State *L, int makers);
/* to be called after a prop was put into the world */
tw_status tw_prop_made(tw_scene *scene, const tw_prop *p);
/* is the value at index a function that is asked at each frame? */
bool tw_is_callback(lua_State *L, int index, const tw_param *p);
/* pushes what such a function of the field gives now; false: there is none */
bool tw_push_answer(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p);
/* keeps the function at index for the object's field, or forgets the one that it had */
void tw_keep_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                      int index);
/* pushes the function or spline of the field; false: it has none */
bool tw_push_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *row);
/* what a function of a boolean field gave, on top of the stack: true, or a number above 0; false:
 * it is neither boolean, nil nor a number */
bool tw_truth(lua_State *L, bool *truth);
/* asks the functions of props and bodies at the frame at t */
tw_status tw_ask_functions(tw_scene *scene, double t);

/* ---- switch.c ------------------------------------------------------------------------------- */

/* the field `enabled` of a force or constraint has got a function of t (or has one no more): the
 * object is switched now, and by an event wherever the function changes */
void tw_keep_switch(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                    bool function);

/* ---- readout.c ------------------------------------------------------------------------------ */

/* the engine at the present state; what: named in the failure while a function of t is traced */
tw_dynamics *tw_evaluate(lua_State *L, tw_scene *scene, const char *what);
/* pushes {kinetic, potential, total} of one body, or of all (NULL) */
tw_energy tw_push_energy(lua_State *L, tw_scene *scene, const tw_body *one);
/* angular momentum about the centre of mass, world axes */
vec3 tw_spin_of(const tw_body *b);

#endif
