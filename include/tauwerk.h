/*
 * Tauwerk: mechanisms, contacts and their pictures, as a library. C11, C17, C++17.
 *
 * Link with `pkg-config --cflags --libs tauwerk`, or in CMake with find_package(tauwerk) and the
 * target tauwerk::tauwerk.
 *
 * The library calls everything by its name: kinds ("rod", "hinge"), fields ("length"), verbs
 * ("place", "at"). Names, units, frames and defaults are those of scene scripts: `tauwerk help rod`
 * and docs/guide of the project. A new kind therefore changes nothing in this header.
 *
 *     tw_engine *engine;
 *     tw_ref scene, rod;
 *     const tw_entry fields[] = {{"length", tw_number(0.5)}, {"position", tw_vector(0, 0, 1)}};
 *     if (tw_open(NULL, &engine) != TW_OK || tw_scene_new(engine, NULL, 0, &scene) != TW_OK ||
 *         tw_make(engine, scene, "rod", fields, 2, &rod) != TW_OK ||
 *         tw_advance(engine, scene, 1.0) != TW_OK)
 *         fprintf(stderr, "%s\n", tw_last_error(engine));
 *
 * Failures: a function that can fail returns a status; after any but TW_OK, tw_last_error gives the
 * reason, and nothing has changed unless the function's comment says so. The library prints
 * nothing, never ends the process and changes no global state of the process.
 *
 * Threads: one engine is used by one thread at a time; different engines are independent, and their
 * results have the same bits whether they run one after the other or in several threads.
 *
 * Bits: the same calls give the same bits, on any processor, for any number of threads.
 *
 * Version: see docs/library.md, "Changes to expect".
 */
#ifndef TAUWERK_H
#define TAUWERK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Version of this header, "MAJOR.MINOR.PATCH". */
#define TAUWERK_VERSION "0.2.0"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TW_API __attribute__((visibility("default")))
#else
#define TW_API
#endif

/* ---- Results -------------------------------------------------------------------------------- */

/* Status of a call. */
/* the engine's own sources define the same list in base/status.h, and must not get it twice */
#ifndef TW_STATUS_LIST
typedef enum tw_status {
    TW_OK = 0,
    TW_SCRIPT = 1,   /* an error of a script, a wrong field, a wrong name */
    TW_ARGUMENT = 2, /* a wrong argument of a function of this header, a stale reference */
    /* found when a script runs: a parameter set by tw_set_param that the script does not read, or
     * whose value has a wrong type */
    TW_USAGE = 3,
    TW_DIVERGED = 4,    /* the simulation failed */
    TW_UNDERFLOW = 5,   /* the step size became too small for the simulation to go on */
    TW_NONFINITE = 6,   /* a value became infinite or NaN */
    TW_IO = 7,          /* a file cannot be read or written */
    TW_MEMORY = 8,      /* memory ran out */
    TW_MISMATCH = 9,    /* a check of the script failed */
    TW_TIME_LIMIT = 10, /* the time limit of the callback `poll` is over */
    TW_INTERRUPTED = 11 /* a user interrupted through the callback `poll` */
} tw_status;
#endif

/* Version of the library that is linked, "MAJOR.MINOR.PATCH". */
TW_API const char *tw_version(void);

/* ---- Values --------------------------------------------------------------------------------- */

/* An engine: owns scenes, references to their objects, and memory for results. */
typedef struct tw_engine tw_engine;

/* Reference to a scene, body, point, force, constraint, group, prop, event, snapshot, or another
 * thing that the engine keeps. Two references are the same where both members are equal. The
 * reference of a removed or released object is stale: using it is TW_ARGUMENT. {0, 0} refers to the
 * module itself: tw_call(engine, tw_module(), "euler", ...). */
typedef struct tw_ref {
    uint32_t slot;
    uint32_t generation;
} tw_ref;

/* Type of a value, which says which members of tw_variant hold it. */
typedef enum tw_variant_kind {
    TW_IS_NOTHING = 0,    /* an unset field */
    TW_IS_BOOL = 1,       /* truth */
    TW_IS_NUMBER = 2,     /* number */
    TW_IS_VECTOR = 3,     /* a vector, is.vector: x, y, z */
    TW_IS_QUATERNION = 4, /* a quaternion, is.quaternion: w, x, y, z */
    TW_IS_TEXT = 5,       /* text [count] bytes, UTF-8, and a NUL */
    TW_IS_REF = 6,        /* ref */
    TW_IS_LIST = 7,       /* item [count] */
    TW_IS_TABLE = 8,      /* entry [count]; entries without a name come first, in their order */
    TW_IS_FUNCTION = 9    /* call, context; only in values passed to the engine */
} tw_variant_kind;

typedef struct tw_variant tw_variant;
typedef struct tw_entry tw_entry;

/* Function that the engine calls: an event, a condition, a hook. Gets `count` arguments, which are
 * valid until it returns, and may write *result, whose memory the function keeps and frees itself.
 * It may call the engine, but not leave by a jump or an exception. A status other than TW_OK ends
 * the running call with that failure. */
typedef tw_status (*tw_function)(void *context, tw_engine *engine, const tw_variant *argument,
                                 size_t count, tw_variant *result);

/* Value of a field, an argument or a result: `kind` says which of the other members are valid. */
struct tw_variant {
    tw_variant_kind kind;
    size_t count; /* number of bytes of a text, of items of a list, or of entries of a table */
    union {
        bool truth;
        double number;
        double vector[3];
        double quaternion[4];
        tw_ref ref;
        const char *text;
        const tw_variant *item;
        const tw_entry *entry;
        struct {
            tw_function call;
            void *context;
        } function;
    } is;
};

/* Named value: a field with its value. */
struct tw_entry {
    /* name of the entry; NULL: it has none, and is the next item of the table's list part */
    const char *name;
    tw_variant value;
};

/* ---- Engines -------------------------------------------------------------------------------- */

/* Options of an engine; all members but `size` zero: the defaults. */
typedef struct tw_engine_options {
    /* set by the caller to sizeof(tw_engine_options); members beyond it are taken as zero, so
     * that programs compiled with an older, shorter struct still work */
    size_t size;
    size_t memory; /* largest memory that scripts may use, bytes; 0: 1 GiB */
    int threads;   /* number of threads that draw pictures; 0: one for each processor */
    /* true: scripts may read files below their own folder only, and may not write files. The sizes
     * of files and pictures are not limited: set limits of the process for that (docs/trust.md) */
    bool sandbox;
    /* Receiver of the output of scripts, in pieces, not necessarily whole lines. NULL: discarded.
     */
    void (*output)(void *context, const char *text, size_t length);
    void *output_context;
    /* Receiver of warnings, "FILE:LINE: ..."; each once. NULL: they are discarded. */
    void (*notice)(void *context, const char *text);
    void *notice_context;
    /* Callback, called every few thousand instructions of a script and at every step of a
     * simulation: a status other than TW_OK ends the running call with that status. NULL: none. */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_engine_options;

/* Opens an engine. options: NULL for the defaults. On failure *engine is NULL, and
 * tw_last_error(NULL) has the reason. */
TW_API tw_status tw_open(const tw_engine_options *options, tw_engine **engine);

/* Closes an engine and frees its scenes, objects and references. Does nothing for NULL, and
 * within a callback of the engine. */
TW_API void tw_close(tw_engine *engine);

/* Reason of the engine's last failure: "rod 'r1': field 'length': expected ..., got ...". Valid
 * until the next call. engine NULL: the reason why tw_open failed in this thread. The result is
 * never NULL. */
TW_API const char *tw_last_error(const tw_engine *engine);

/* Sets the file and line that errors and diagnoses name for objects made from now on outside
 * scripts: tw_here(engine, __FILE__, __LINE__). file: NULL for none. */
TW_API tw_status tw_here(tw_engine *engine, const char *file, int line);

/* ---- Scenes and objects --------------------------------------------------------------------- */

/* Makes a scene from fields [count]: "gravity", "duration", "stepper", ... */
TW_API tw_status tw_scene_new(tw_engine *engine, const tw_entry *field, size_t count,
                              tw_ref *scene);

/* Makes an object of a kind from fields [count]. owner: a scene or a group. *object: the new
 * object; object may be NULL. */
TW_API tw_status tw_make(tw_engine *engine, tw_ref owner, const char *kind, const tw_entry *field,
                         size_t count, tw_ref *object);

/* Reads a field. Texts, lists and tables of *value live until the next call with this engine, or,
 * inside a tw_function, until that returns. */
TW_API tw_status tw_get(tw_engine *engine, tw_ref object, const char *field, tw_variant *value);

/* Read a field that is a number, a vector (x, y, z), or a reference ("end1", "center"). A field of
 * another kind is TW_ARGUMENT, and leaves the result as it was. */
TW_API tw_status tw_get_number(tw_engine *engine, tw_ref object, const char *field, double *number);
TW_API tw_status tw_get_vector(tw_engine *engine, tw_ref object, const char *field,
                               double vector[3]);
TW_API tw_status tw_get_ref(tw_engine *engine, tw_ref object, const char *field, tw_ref *ref);

/* Assigns a field. A failure leaves the field as it was. */
TW_API tw_status tw_set(tw_engine *engine, tw_ref object, const char *field,
                        const tw_variant *value);

/* Calls a verb of an object with arguments [count]: ("connect", ...), ("place", ...), ("at", ...).
 * result: its first result, as in tw_get; may be NULL. */
TW_API tw_status tw_call(tw_engine *engine, tw_ref object, const char *verb,
                         const tw_variant *argument, size_t count, tw_variant *result);

/* Joins two points by a ball joint, as the verb "connect" does. owner: a scene or a group. joint:
 * the constraint; may be NULL. */
TW_API tw_status tw_connect(tw_engine *engine, tw_ref owner, tw_ref a, tw_ref b, tw_ref *joint);

/* Removes an object from its scene; its reference becomes stale. */
TW_API tw_status tw_remove(tw_engine *engine, tw_ref object);

/* Forgets a reference, which becomes stale; its object stays where the scene needs it. A scene is
 * freed when no reference to it or to any of its objects is left. */
TW_API tw_status tw_release(tw_engine *engine, tw_ref ref);

/* ---- Time ----------------------------------------------------------------------------------- */

/* Simulates up to the scene's time t, s, not less than its present time; events up to t are run.
 * After a failure the scene keeps the state in which the simulation stopped. */
TW_API tw_status tw_advance(tw_engine *engine, tw_ref scene, double t);

/* Keeps the state of a scene. Release the reference when it is not needed any more. */
TW_API tw_status tw_snapshot(tw_engine *engine, tw_ref scene, tw_ref *snapshot);

/* Takes a scene back to a snapshot of it; with one-step steppers the motion after it repeats bit by
 * bit. */
TW_API tw_status tw_restore(tw_engine *engine, tw_ref scene, tw_ref snapshot);

/* *hash: 64 bits computed from the exact bits of time, and of names, states, masses and switches of
 * objects; scenes that agree in all these have equal hashes. */
TW_API tw_status tw_hash(tw_engine *engine, tw_ref scene, uint64_t *hash);

/* Says which constraints are redundant or contradict each other: a text, as in tw_get. The verb
 * "diagnose" gives the same as a table. */
TW_API tw_status tw_explain(tw_engine *engine, tw_ref scene, const char **text);

/* ---- Scripts -------------------------------------------------------------------------------- */

/* Sets a parameter of the scripts that run from now on (tw.param), as `--set name=value` does. */
TW_API tw_status tw_set_param(tw_engine *engine, const char *name, const char *value);

/* Runs a Lua scene script. scenes: the list of the scenes that it returned, as in tw_get; may be
 * NULL. */
TW_API tw_status tw_run_file(tw_engine *engine, const char *path, tw_variant *scenes);

/* Runs Lua text. name: the name of the text in errors. result: the first value that it returns, as
 * in tw_get; may be NULL. */
TW_API tw_status tw_run_text(tw_engine *engine, const char *text, const char *name,
                             tw_variant *result);

/* Plays a scene to the end of its film as `tauwerk run` does: frame 1 shows the present time, and
 * the film has fps x duration frames (rounded, at least 1; its pace, scene:retime, is not applied).
 * look: callback for each frame, with the frame's number and time, s, while the scene shows that
 * time; may read and draw only. NULL: none. Then the scene's checks run: TW_MISMATCH if one failed.
 * passed, failed: numbers of checks that did so; may be NULL. */
TW_API tw_status tw_play(tw_engine *engine, tw_ref scene,
                         tw_status (*look)(void *context, int frame, double time), void *context,
                         int *passed, int *failed);

/* ---- Pictures ------------------------------------------------------------------------------- */

/* Qualities of pictures, from fast to slow. */
typedef enum tw_draw_quality {
    TW_DRAW_DRAFT = 0,
    TW_DRAW_NORMAL = 1,
    TW_DRAW_FINE = 2,
    TW_DRAW_FINAL = 3
} tw_draw_quality;

/* Options of a picture; all members but `size` zero: a draft of the size that the scene gives. */
typedef struct tw_draw_options {
    /* set by the caller to sizeof(tw_draw_options); members beyond it are taken as zero, as in
     * tw_engine_options */
    size_t size;
    int width, height; /* size of the picture, pixels; 0: the scene's own */
    tw_draw_quality quality;
    bool alpha;       /* transparent background */
    const char *look; /* name of the look; NULL: the scene's own */
} tw_draw_options;

/* Draws the scene as it stands now. options: may be NULL. pixels: RGBA, 8 bits, sRGB, row by row
 * from the top left, width x height x 4 bytes; NULL: none. path: of a PNG file; NULL: none. An
 * automatic camera frames this instant, not the whole film. */
TW_API tw_status tw_draw(tw_engine *engine, tw_ref scene, const tw_draw_options *options,
                         uint8_t *pixels, const char *path);

/* ---- Making values -------------------------------------------------------------------------- */

/* Reference to the module `tauwerk` itself. */
static inline tw_ref tw_module(void) {
    tw_ref module;
    module.slot = module.generation = 0;
    return module;
}

static inline tw_variant tw_nothing(void) {
    tw_variant v;
    v.kind = TW_IS_NOTHING;
    v.count = 0;
    v.is.number = 0;
    return v;
}

static inline tw_variant tw_bool(bool truth) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_BOOL;
    v.is.truth = truth;
    return v;
}

static inline tw_variant tw_number(double number) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_NUMBER;
    v.is.number = number;
    return v;
}

static inline tw_variant tw_vector(double x, double y, double z) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_VECTOR;
    v.is.vector[0] = x;
    v.is.vector[1] = y;
    v.is.vector[2] = z;
    return v;
}

static inline tw_variant tw_quaternion(double w, double x, double y, double z) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_QUATERNION;
    v.is.quaternion[0] = w;
    v.is.quaternion[1] = x;
    v.is.quaternion[2] = y;
    v.is.quaternion[3] = z;
    return v;
}

/* Value that is a text, which ends with NUL; it is not copied. */
static inline tw_variant tw_text(const char *text) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_TEXT;
    while (text[v.count]) v.count++;
    v.is.text = text;
    return v;
}

static inline tw_variant tw_reference(tw_ref ref) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_REF;
    v.is.ref = ref;
    return v;
}

/* Value that is a list of items [count]; they are not copied. */
static inline tw_variant tw_list(const tw_variant *item, size_t count) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_LIST;
    v.count = count;
    v.is.item = item;
    return v;
}

/* Value that is a table of entries [count]; they are not copied. */
static inline tw_variant tw_table(const tw_entry *entry, size_t count) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_TABLE;
    v.count = count;
    v.is.entry = entry;
    return v;
}

/* Value made of a function and its context, which must live as long as the scene that gets it. */
static inline tw_variant tw_callback(tw_function call, void *context) {
    tw_variant v = tw_nothing();
    v.kind = TW_IS_FUNCTION;
    v.is.function.call = call;
    v.is.function.context = context;
    return v;
}

#ifdef __cplusplus
}
#endif

#endif
