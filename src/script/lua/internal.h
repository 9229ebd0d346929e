/*
 * What the files of the script layer share. Conventions of this layer:
 *
 * - Every userdata of ours begins with a tag; tw_test_... functions tell ours from others.
 * - Functions that read Lua values for the engine (tw_read_...) never raise errors: they return
 *   false and leave "expected ..., got ..." in the reader, so that engine memory is never lost.
 * - The engine's callbacks call Lua only through tw_callback_..., which never let an error pass.
 * - A failure of the engine becomes a Lua error through tw_raise, a Lua error becomes a status
 *   through tw_status_of_error; the status survives the way through the script.
 */
#ifndef TW_SCRIPT_LUA_INTERNAL_H
#define TW_SCRIPT_LUA_INTERNAL_H

#include "script/lua/heap.h"
#include "script/lua/regress.h"
#include "script/script.h"

#include "base/array.h"
#include "base/math/random.h"
#include "dynamics/contact/contact.h"
#include "frame/layers.h"
#include "frame/marks/track.h"
#include "model/field/formula.h"
#include "numeric/value/spline.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* fields of the table on top of the stack */
static inline void tw_set_number(lua_State *L, const char *name, double x) {
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_integer(lua_State *L, const char *name, lua_Integer x) {
    lua_pushinteger(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_boolean(lua_State *L, const char *name, bool x) {
    lua_pushboolean(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_text(lua_State *L, const char *name, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

typedef struct tw_set_option {
    char *name, *value;
    bool read;
} tw_set_option;

typedef struct tw_check_entry {
    tw_scene *scene; /* NULL: of the whole script */
    char *label, *file, *text;
    int line;
    bool passed, reported;
} tw_check_entry;

typedef struct tw_tracer tw_tracer;

struct tw_script {
    lua_State *L;   /* the main thread */
    lua_State *now; /* the thread that runs Lua at the moment */
    tw_heap heap;
    tw_script_options options;
    tw_status stopped;       /* what poll said; TW_OK: nothing yet */
    char raised[2048];       /* text of the last status that was raised as a Lua error */
    tw_status raised_status; /* and that status */
    bool placed;             /* the failure's text already names its script line */
    long references;         /* callbacks held for the engine; 0 at the end */
    long live_scenes;        /* scenes not yet destroyed */
    char *file;              /* the script that runs */
    tw_tracer *tracer;       /* the function being traced, or NULL */
    unsigned traces;         /* number of traces begun */
    TW_ARRAY(tw_set_option) set;
    TW_ARRAY(tw_scene *) returned; /* anchored in the registry */
    const tw_script_film *film;    /* returned; likewise; NULL: none */
    TW_ARRAY(tw_check_entry) checks;
    TW_ARRAY(tw_scene *) scenes; /* all that live */
    struct tw_track *track;      /* calls are noted (change.h), or NULL */
};

typedef struct tw_place {
    char file[512];
    int line; /* 0: unknown */
} tw_place;

typedef struct tw_record_entry {
    int ref; /* the record's table in the scene's references */
    char *name;
    TW_ARRAY(double) t, v;
    TW_ARRAY(bool) vector;
    TW_ARRAY(vec3) xyz;
} tw_record_entry;

/* structs of the stage whose fields must agree (agree.c), and fields of each at most */
enum { TW_AGREE_CAMERA, TW_AGREE_GRADIENT, TW_AGREE_FOG, TW_AGREES, TW_AGREE_FIELDS = 24 };

/* a function of a graph */
typedef struct tw_graph_entry {
    int ref;
    bool sampler; /* it is called at times of its own, not at the frames */
} tw_graph_entry;

struct tw_scene {
    tw_script *script;
    tw_world *world;
    tw_sim *sim;
    unsigned layers;
    tw_place made_at;  /* line of the script */
    bool named;        /* by the script, */
    tw_place named_at; /* there */
    /* lines of the script that gave the fields */
    tw_place given_at[TW_AGREES][TW_AGREE_FIELDS];
    tw_tolerances tolerances;
    bool closing;           /* being collected: its references are gone already */
    const char *inside;     /* what of the script the simulation is calling, or NULL */
    TW_ARRAY(int) on_frame; /* references */
    TW_ARRAY(int) at_end;
    TW_ARRAY(int) captions;
    TW_ARRAY(tw_graph_entry) graphs;
    TW_ARRAY(tw_record_entry) records;
    tw_tracks *tracks; /* there from the start: the first trail may be made in an event */
    bool chases;       /* smooth places of the camera are kept up to date */
    bool asks_bodies;  /* a body has a function that is asked at each frame */
    tw_retime retime;
    bool paced; /* the film has been told how fast it runs */
    tw_random random;
    bool seeded; /* random has begun */
};

static inline tw_script *tw_script_of(lua_State *L) {
    return *(tw_script **)lua_getextraspace(L);
}

/* ---- error.c: places and errors ------------------------------------------------------------ */

/* the line of the user's script that is running */
tw_place tw_place_now(lua_State *L);
/* raises "FILE:LINE: text" */
_Noreturn void tw_error(lua_State *L, const char *format, ...);
/* raises the failure of the engine that s stands for; prefix may be NULL */
_Noreturn void tw_raise(lua_State *L, tw_status s, const char *prefix);
/* raises when s is a failure */
void tw_try(lua_State *L, tw_status s);
/* turns the error value on top of L's stack (popped) into a failure; code: what lua_pcall said */
tw_status tw_status_of_error(lua_State *L, int code);
/* "-1", "'text'", "a table", "rod 'r1'": what a wrong value is, into buf */
const char *tw_describe(lua_State *L, int index, char *buf, size_t size);
/* raises unless the world may be changed now */
void tw_check_writable(lua_State *L, tw_scene *scene, const char *what);

/* ---- regress.c: scene.check ---------------------------------------------------------------- */

tw_status tw_tolerances_preset(tw_tolerances *t);
void tw_set_tolerances(lua_State *L, tw_scene *scene, int index);
void tw_push_tolerances(lua_State *L, tw_scene *scene);

/* ---- drafts of structs: picture.c ---------------------------------------------------------- */

/* pushes a struct of `size` bytes with the rows' defaults, and returns it; what it owns is freed
 * when an error passes by */
void *tw_push_draft(lua_State *L, const tw_param *rows, int count, size_t size);
/* what *target owned is freed, and the draft at index takes its place */
void tw_take_draft(lua_State *L, int index, void *target);

/* ---- looks: look.c -------------------------------------------------------------------------- */

/* scene.look = what is at index: a name, or a table { "studio", floor = ..., ... } */
void tw_set_look(lua_State *L, tw_scene *scene, int index);
/* pushes the name; where something is adjusted, a table that can be assigned again */
void tw_push_look(lua_State *L, tw_scene *scene);
/* pushes a field of the stage; what the script has not said itself is the look's */
void tw_push_stage_field(lua_State *L, tw_scene *scene, const tw_param *row);

/* ---- values: vec.c, trace.c, spline.c ------------------------------------------------------ */

typedef struct tw_reader {
    lua_State *L;
    tw_scene *scene;                      /* may be NULL where no objects can occur */
    const tw_object *object;              /* whose field is read; NULL where it is no object's */
    const struct tw_enclosing *enclosing; /* tables of parts that this one is in (parts.c) */
    int given; /* stack index of the table that the object is made from; 0: none */
    char error[1024];
} tw_reader;

bool tw_read_fail(tw_reader *r, const char *format, ...);
/* the engine's failure, "WHAT: " before it (NULL: nothing); that memory ended stays its status */
bool tw_read_failed(tw_reader *r, const char *what);
/* "expected WHAT, got ..." */
bool tw_read_expected(tw_reader *r, int index, const char *what);

void tw_push_vec3(lua_State *L, vec3 v);
void tw_push_quat(lua_State *L, quat q);
const vec3 *tw_test_vec3(lua_State *L, int index);
const quat *tw_test_quat(lua_State *L, int index);
/* {x, y, z}, {x=, y=, z=} or a vec3; n numbers; a quaternion */
bool tw_get_numbers(lua_State *L, int index, int n, double *out);
bool tw_get_vec3(lua_State *L, int index, vec3 *v);
bool tw_get_quat(lua_State *L, int index, quat *q);
vec3 tw_check_vec3(lua_State *L, int index, const char *what);
void tw_open_vec(lua_State *L, int module);

/* a frame that coordinates are put through */
typedef struct tw_frame_change {
    bool point, vector; /* what v is: a position, a direction; neither: left alone */
    bool rotation;      /* of quaternions likewise */
    bool color;         /* a function may return a colour as text */
    tw_pose pose;
} tw_frame_change;

bool tw_is_traced(lua_State *L, int index);  /* a number that depends on t */
bool tw_is_traced3(lua_State *L, int index); /* a vector of such */
/* traces the function at index: one input, dim outputs (0: what it returns); *tape is new */
bool tw_trace(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_tape **tape);
int tw_traced_vector(lua_State *L); /* tw.vec3 with a traced argument */
/* a + b and the like, dot, cross, where one of the two is traced */
bool tw_any_traced(lua_State *L);
int tw_traced_arith(lua_State *L, tw_tape_op op);
int tw_traced_dot(lua_State *L);
int tw_traced_cross(lua_State *L);
/* tw.quat, tw.axis_angle, tw.euler, tw.rotation and q:dot with a traced argument */
int tw_traced_quat(lua_State *L);
int tw_traced_axis_angle(lua_State *L);
int tw_traced_euler(lua_State *L);
int tw_traced_rotation(lua_State *L);
int tw_traced_q_dot(lua_State *L);
/* the function of points and bodies at index, for the object of the reader; *formula is new */
bool tw_read_formula(tw_reader *r, int index, tw_formula **formula);
/* "something that depends on t"; NULL when it is not traced */
const char *tw_traced_name(lua_State *L, int index, char *buf, size_t size);
/* raises when a function of t is being traced: what it reads now would be frozen */
void tw_refuse_traced(lua_State *L, const char *what);
void tw_open_trace(lua_State *L, int module);

typedef struct tw_spline_data {
    const void *tag;
    tw_spline *spline;
    int count, dim;
    tw_spline_ends ends;
    double *knots; /* [count] times, then [count x dim] points */
} tw_spline_data;

const tw_spline_data *tw_test_spline(lua_State *L, int index);
void tw_open_spline(lua_State *L, int module);
/* number, vector, quaternion, spline or function as a value of dim 1, 3 or 4, owned by the caller
 */
bool tw_read_value(tw_reader *r, int index, int dim, const tw_frame_change *change, tw_value *v);
/* linear light of a colour: a name, "#rrggbb" or {r, g, b} */
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

bool tw_read_color(tw_reader *r, int index, vec3 *light);
extern const char tw_color_expectation[];
void tw_push_value(lua_State *L, const tw_value *v, double t);

/* ---- fields.c ------------------------------------------------------------------------------ */

enum { TW_FIELD_MEMORY = 2048 };
typedef union tw_field_memory {
    max_align_t align;
    unsigned char bytes[TW_FIELD_MEMORY];
} tw_field_memory;

/* reads what stands at index as a field of row p into memory (offset 0), checked; pose: the frame
 * that its coordinates are given in (NULL: the world's) */
bool tw_read_field(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, void *memory);
/* pushes the field; values that vary: at the scene's time */
void tw_push_field(lua_State *L, tw_scene *scene, const tw_param *p, const void *base);
/* what the field should be: "a positive number" */
const char *tw_param_expectation(const tw_param *p);
/* the same row at offset 0 */
tw_param tw_param_at_zero(const tw_param *p);
/* the table at index as fields of rows [n], into base; what: "tw.scene" */
void tw_read_fields(lua_State *L, int index, tw_scene *scene, const char *what, const tw_param *p,
                    int n, void *base, const char *const *others);
bool tw_read_material(tw_reader *r, int index, void *look);
/* mesh.c: a file's name, or lists; what is pushed are those again */
bool tw_read_mesh(tw_reader *r, int index, const tw_param *p, tw_mesh_ref *ref);
void tw_push_mesh(lua_State *L, const tw_param *p, const tw_mesh_ref *ref);

/* pushes the path of a file beside the script, or as it stands; NULL, nothing pushed: none */
const char *tw_push_beside(lua_State *L, const char *name);
/* material.c: a pattern's or a file's name */
bool tw_read_texture(tw_reader *r, int index, const tw_param *p, tw_texture_ref *ref);

/* parts.c: {{kind = ..., ...}, ...}; compound:part(name) */
struct tw_parts;
bool tw_read_parts(tw_reader *r, int index, struct tw_parts **parts);
void tw_push_parts(lua_State *L, int index, const struct tw_parts *list);
int tw_body_part(lua_State *L);
void tw_open_parts(lua_State *L);

/* ---- handle.c: objects in Lua -------------------------------------------------------------- */

typedef struct tw_handle {
    const void *tag;
    tw_scene *scene;
    tw_class class_;
    tw_id id;
    char label[]; /* "rod 'link3'", also when it is gone */
} tw_handle;

typedef struct tw_getter {
    const char *name;
    int (*get)(lua_State *L, tw_handle *h, void *object);
} tw_getter;

void tw_push_object(lua_State *L, tw_scene *scene, const tw_object *o);
/* nil when the id names nothing */
void tw_push_id(lua_State *L, tw_scene *scene, tw_class class_, tw_id id);
tw_handle *tw_test_handle(lua_State *L, int index);
/* the living object of a handle of this class, or raises; what: "body:place" */
void *tw_check_object(lua_State *L, int index, tw_class class_, const char *what,
                      tw_handle **handle);
void tw_gone(lua_State *L, const tw_handle *h);
/* methods of a class: x:remove() (what: "prop:remove"), x:exists() */
int tw_method_remove(lua_State *L, tw_class class_, const char *what);
int tw_method_exists(lua_State *L);
/* pushes the table attached to an object; made when asked for, else nil */
void tw_push_attachment(lua_State *L, tw_scene *scene, tw_class class_, tw_id id, bool make);
void tw_open_handles(lua_State *L);
extern const luaL_Reg tw_body_methods[], tw_point_methods[], tw_force_methods[],
    tw_constraint_methods[], tw_group_methods[], tw_prop_methods[];
extern const tw_getter tw_body_getters[], tw_point_getters[], tw_force_getters[],
    tw_constraint_getters[], tw_group_getters[], tw_prop_getters[];

/* ---- scene.c ------------------------------------------------------------------------------- */

void tw_push_scene(lua_State *L, tw_scene *scene);
tw_scene *tw_test_scene(lua_State *L, int index);
/* self of scene:what{...} or group:what{...}; *group: none for scenes */
tw_scene *tw_check_maker(lua_State *L, const char *what, tw_id *group);
tw_scene *tw_check_scene(lua_State *L, const char *what);
void tw_open_scene(lua_State *L, int module);
void tw_scene_destroy(tw_scene *scene);
/* the keeping of Lua values for the engine */
int tw_scene_ref(lua_State *L, tw_scene *scene); /* pops the value */
void tw_scene_unref(tw_scene *scene, int ref);
void tw_scene_push_ref(lua_State *L, tw_scene *scene, int ref);
extern const luaL_Reg tw_timeline_functions[], tw_readout_functions[], tw_advance_functions[];
extern const luaL_Reg tw_assemble_functions[]; /* assemble.c */
extern const luaL_Reg tw_retime_functions[];   /* retime.c */
extern const luaL_Reg tw_diagnose_functions[]; /* diagnose.c */
extern const luaL_Reg tw_contact_functions[];  /* contact.c */
int tw_scene_contacts(lua_State *L, tw_handle *h, void *scene);
/* pushes the table of a contact that has just begun */
tw_status tw_push_meeting(lua_State *L, tw_scene *scene, const tw_contact_reading *met);
void tw_open_contacts(lua_State *L);
void tw_push_diagnosis(lua_State *L, tw_scene *scene);
void tw_open_random(lua_State *L);
extern const tw_getter tw_scene_getters[];

/* ---- create.c, body.c, group.c ------------------------------------------------------------- */

void tw_open_makers(lua_State *L, int methods);
void tw_make(lua_State *L, tw_scene *scene, tw_id group, tw_class class_, const tw_kind *kind,
             const void *maker, int table);
int tw_connect(lua_State *L);
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

/* ---- prop.c -------------------------------------------------------------------------------- */

void tw_open_props(lua_State *L, int makers);
/* after a prop was put into the world */
tw_status tw_prop_made(tw_scene *scene, const tw_prop *p);
/* is the value at index a function that is asked at each frame? */
bool tw_is_callback(lua_State *L, int index, const tw_param *p);
/* pushes what such a function of the field gives now; false: there is none */
bool tw_push_answer(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p);
/* keeps the function at index for the object's field, or forgets the one that it had */
void tw_keep_callback(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                      int index);

/* ---- picture.c ----------------------------------------------------------------------------- */

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

void tw_push_part(lua_State *L, tw_scene *scene, tw_part_kind kind, tw_id body, size_t light);
/* the struct and rows of a part; NULL: not a part */
void *tw_test_part(lua_State *L, int index, tw_scene **scene, const tw_param **p, int *n);
/* scene.camera and the like: pushes and returns true when `name` is one */
bool tw_picture_get(lua_State *L, tw_scene *scene, const char *name);
bool tw_picture_set(lua_State *L, tw_scene *scene, const char *name, int index);
extern const luaL_Reg tw_picture_functions[];
void tw_open_picture(lua_State *L);
/* the body or group on top of the stack */
bool tw_read_followed(tw_reader *r, const tw_param *body, tw_id *id, bool *group);

/* ---- agree.c: fields of the stage that must agree with others -------------------------------- */

/* raise what is wrong with a struct that a table of the script has filled; it is not in place yet
 */
void tw_agree_camera(lua_State *L, tw_scene *scene, const tw_stage_camera *fresh);
void tw_agree_gradient(lua_State *L, const tw_scene *scene, const tw_stage_gradient *fresh);
void tw_agree_fog(lua_State *L, const tw_scene *scene, const tw_stage_fog *fresh);
/* index: the table, whose fields must be of the light's kind */
void tw_agree_light(lua_State *L, int index, const tw_stage_light *fresh);
/* May row `p` of the struct at base become `memory`? The failure's text: "expected ..., got ..." */
tw_status tw_agree_assign(const tw_scene *scene, const tw_param *p, const void *base,
                          const tw_field_memory *memory);
/* remembers this line of the script for field `p` of the struct at base; NULL: for all of them */
void tw_agree_given(lua_State *L, tw_scene *scene, const void *base, const tw_param *p);
/* checks what functions of t give at a frame; a failure names the line that gave the field */
tw_status tw_agree_at(const tw_scene *scene, double t);

/* ---- framed.c ------------------------------------------------------------------------------- */

/* scene.camera.frame = body, group, a list of them, or nil: raises what is wrong */
void tw_read_framed(lua_State *L, tw_scene *scene, int index, tw_stage_camera *camera);
/* pushes the list, without what has been removed; nil: everything is framed */
void tw_push_framed(lua_State *L, tw_scene *scene, const tw_stage_camera *camera);

/* ---- timeline.c, check.c ------------------------------------------------------------------- */

/* pushes the reference; then push the arguments and call finish. NULL: no memory, failure set */
lua_State *tw_callback_begin(tw_scene *scene, int ref);
/* calls with `arguments`; on success `results` stand on the stack. t NAN: not told */
tw_status tw_callback_call(tw_scene *scene, lua_State *L, int arguments, int results,
                           const char *what, double t);
/* registers; the functions stand on the stack at run and probe (0: none); pushes the handle */
int tw_add_event(lua_State *L, tw_scene *scene, const char *what, tw_event *e, int run, int probe);
void tw_open_events(lua_State *L);
void tw_open_ramp(lua_State *L, int host);
void tw_open_snapshot(lua_State *L, int host);
void tw_check_free(tw_script *s);
void tw_open_check(lua_State *L, int host);
/* graph.c */
void tw_open_graph(lua_State *L, int host);
tw_status tw_scene_graphs(tw_scene *scene, double t, tw_frame *frame);

/* ---- film.c: tw.film ------------------------------------------------------------------------ */

const tw_script_film *tw_test_film(lua_State *L, int index); /* NULL: it is none */
void tw_take_film(lua_State *L, int index, const tw_script_film *film);
void tw_open_film(lua_State *L, int host);

/* ---- host.c: what is made deterministic ---------------------------------------------------- */

void tw_open_host(lua_State *L);
/* pushes an array of the keys of the table at index, in the fixed order */
void tw_push_keys(lua_State *L, int index);
/* tostring with stable serials instead of addresses */
const char *tw_tostring(lua_State *L, int index, size_t *length);
void tw_print_text(tw_script *s, const char *text, size_t length);

/* guard.c: takes away what of Lua's library could bring the process down */
void tw_open_guard(lua_State *L);

/* the module */
int tw_open_module(lua_State *L);
/* loads a chunk of lua/tauwerk; pushes it; TW_IO when it is not to be found */
tw_status tw_load_library(lua_State *L, const char *name);
/* tells ours from other userdata: those that begin with this tag */
void *tw_test_tag(lua_State *L, int index, const void *tag);

/* ---- change.c ------------------------------------------------------------------------------- */

void tw_track_call(tw_script *s, lua_State *L, lua_Debug *ar);
void tw_script_hook_calls(tw_script *s); /* state.c */
/* names.c: the returned scenes get names that differ; TW_SCRIPT: the script's own do not */
tw_status tw_script_name_scenes(tw_script *s);

#endif
