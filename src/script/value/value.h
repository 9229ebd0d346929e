/*
 * Values of Tauwerk in Lua: vectors, quaternions, splines, traced values, scenes and handles of
 * objects; descriptions of Lua values; calls of the engine into Lua.
 */
#ifndef TW_SCRIPT_VALUE_VALUE_H
#define TW_SCRIPT_VALUE_VALUE_H

#include "script/lua/state.h"

/* ---- describe.c: values in words, failures of reading ------------------------------------ */

/* description of a wrong value for messages, like "-1", "'text'", "a table" or "rod 'r1'", into
 * buf */
const char *tw_describe(lua_State *L, int index, char *buf, size_t size);

typedef struct tw_reader {
    lua_State *L;
    tw_scene *scene; /* scene to which the objects must belong; NULL: the value can refer to none */
    /* object whose field is being read; NULL: it is the field of something else */
    const tw_object *object;
    /* tables of parts around the one that is being read (parts.c) */
    const struct tw_enclosing *enclosing;
    /* stack index of the table from which the object is being made; 0: none is being made */
    int given;
    char error[1024];
} tw_reader;

bool tw_read_fail(tw_reader *r, const char *format, ...);
/* sets the reader's error from the last failure of the engine, with "WHAT: " before it (what NULL:
 * nothing); missing memory (TW_MEMORY) is remembered as such. Returns false */
bool tw_read_failed(tw_reader *r, const char *what);
bool tw_read_no_memory(tw_reader *r);
/* sets the reader's error to "expected WHAT, got ...", which describes the value at index; returns
 * false */
bool tw_read_expected(tw_reader *r, int index, const char *what);
/* reads a colour, given as a name, "#rrggbb" or {r, g, b}, and converts it to linear light */
bool tw_read_color(tw_reader *r, int index, vec3 *light);
extern const char tw_color_expectation[];

/* ---- vec.c, trace.c, spline.c --------------------------------------------------------------- */

/* the userdata at index if it begins with this tag; otherwise NULL */
void *tw_test_tag(lua_State *L, int index, const void *tag);
/* pushes a new metatable of that name with these functions, which scripts can neither see nor
 * change */
void tw_open_metatable(lua_State *L, const char *name, const luaL_Reg *functions);

void tw_push_vec3(lua_State *L, vec3 v);
void tw_push_quat(lua_State *L, quat q);
const vec3 *tw_test_vec3(lua_State *L, int index);
const quat *tw_test_quat(lua_State *L, int index);
/* reads a list of n numbers; below, a vector ({x, y, z}, {x=, y=, z=} or a vec3) and a quaternion;
 * false: the value is none */
bool tw_get_numbers(lua_State *L, int index, int n, double *out);
bool tw_get_vec3(lua_State *L, int index, vec3 *v);
bool tw_get_quat(lua_State *L, int index, quat *q);
vec3 tw_check_vec3(lua_State *L, int index, const char *what);
void tw_open_vec(lua_State *L, int module);
extern const luaL_Reg tw_vec3_methods[], tw_quat_methods[];

/* transformation of a field's coordinates from a group's frame to the world */
typedef struct tw_frame_change {
    /* point: the value is a position; vector: it is a direction; neither: the value is not
     * transformed */
    bool point, vector;
    bool rotation; /* true: quaternions are transformed as orientations; false: unchanged */
    bool color;    /* true: the value is a colour, and a function may return it as text */
    tw_pose pose;
} tw_frame_change;

bool tw_is_traced(lua_State *L, int index);  /* true: the value at index is a traced number */
bool tw_is_traced3(lua_State *L, int index); /* true: the value at index is a traced vector */
/* records the function of t at index, which must return a value of dim numbers, as a new tape */
bool tw_trace(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_tape **tape);
int tw_traced_vector(lua_State *L); /* tw.vec3 for arguments of which one is traced */
/* arithmetic, dot and cross product of two operands of which one is traced */
bool tw_any_traced(lua_State *L);
int tw_traced_arith(lua_State *L, tw_tape_op op);
int tw_traced_dot(lua_State *L);
int tw_traced_cross(lua_State *L);
/* tw.quat, tw.axis_angle, tw.euler, tw.rotation and q:dot for arguments of which one is traced */
int tw_traced_quat(lua_State *L);
int tw_traced_axis_angle(lua_State *L);
int tw_traced_euler(lua_State *L);
int tw_traced_rotation(lua_State *L);
int tw_traced_q_dot(lua_State *L);
/* records the function of points and bodies at index as a new formula, for the object whose field
 * is being read */
bool tw_read_formula(tw_reader *r, int index, tw_formula **formula);
/* description of a traced value, like "a number that depends on t"; NULL: it is not traced */
const char *tw_traced_name(lua_State *L, int index, char *buf, size_t size);
/* raises an error if a function is being traced, during which reading a value of the scene would
 * make it a constant; what: what is read */
void tw_refuse_traced(lua_State *L, const char *what);
void tw_open_trace(lua_State *L, int module);

typedef struct tw_spline_data {
    const void *tag;
    tw_spline *spline;
    int count, dim;
    tw_spline_ends ends;
    double *knots; /* [count] times, then [count x dim] values at them */
} tw_spline_data;

const tw_spline_data *tw_test_spline(lua_State *L, int index);
void tw_open_spline(lua_State *L, int module);

/* ---- handle.c: objects in Lua --------------------------------------------------------------- */

typedef struct tw_handle {
    const void *tag;
    tw_scene *scene;
    tw_class class_;
    tw_id id;
    char label[]; /* name for messages, like "rod 'link3'", valid also after the object's removal */
} tw_handle;

typedef struct tw_getter {
    const char *name;
    int (*get)(lua_State *L, tw_handle *h, void *object);
} tw_getter;

void tw_push_object(lua_State *L, tw_scene *scene, const tw_object *o);
/* pushes the handle of an object; nil: no object has that id */
void tw_push_id(lua_State *L, tw_scene *scene, tw_class class_, tw_id id);
tw_handle *tw_test_handle(lua_State *L, int index);
/* object of the handle at index; raises an error if the object is of another class or has been
 * removed; what: name of the method for the message, like "body:place" */
void *tw_check_object(lua_State *L, int index, tw_class class_, const char *what,
                      tw_handle **handle);
void tw_gone(lua_State *L, const tw_handle *h);
/* pushes the table of Lua values that are attached to an object; if there is none, makes one (make
 * true) or pushes nil */
void tw_push_attachment(lua_State *L, tw_scene *scene, tw_class class_, tw_id id, bool make);
/* [tw_class] name of the metatable of the class's handles */
extern const char *const tw_handle_metatables[];

/* ---- scenes.c ------------------------------------------------------------------------------- */

extern const char tw_scene_tag;

typedef struct tw_scene_data {
    const void *tag;
    tw_scene *scene; /* the userdata's scene; NULL after it was collected */
} tw_scene_data;

/* makes the table of scenes and the metatable "tw.weak" in the registry */
void tw_open_scenes(lua_State *L);
/* registers the userdata of the scene, at index, so that tw_push_scene can push it */
void tw_register_scene(lua_State *L, int index, const tw_scene *scene);
void tw_push_scene(lua_State *L, tw_scene *scene);
tw_scene *tw_test_scene(lua_State *L, int index);
/* scene to which the first argument of scene:what{...} or group:what{...} belongs; *group: that
 * group; no id if it is the scene */
tw_scene *tw_check_maker(lua_State *L, const char *what, tw_id *group);
tw_scene *tw_check_scene(lua_State *L, const char *what);
/* references to Lua values for the engine: makes one for the value on top of the stack; below:
 * releases one, pushes the value of one */
/* makes a reference to the value on top of the stack, and pops the value */
int tw_scene_ref(lua_State *L, tw_scene *scene);
void tw_scene_unref(tw_scene *scene, int ref);
void tw_scene_push_ref(lua_State *L, tw_scene *scene, int ref);

/* pushes the function of a reference on the stack that is returned. Then the caller pushes the
 * arguments and calls tw_callback_call. NULL: there is no memory, and the failure is set */
lua_State *tw_callback_begin(tw_scene *scene, int ref);
/* calls the function with the `arguments` values pushed; on success pushes `results` values. t:
 * time that the text of a failure gives; NAN: none */
tw_status tw_callback_call(tw_scene *scene, lua_State *L, int arguments, int results,
                           const char *what, double t);

#endif
