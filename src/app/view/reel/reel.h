/*
 * A reel: a film in the form that the page shows. Each thing has its triangles once, and a pose in
 * each frame in which it exists. It is filled from the film's frames and, unless the film is a
 * baked one, from the scene.
 *
 * The page gets it as messages: `film`, `things`, `objects`, `events`, `stage` are JSON; `frames`
 * is binary (reel_batch.c). An exported page holds them all; a live page gets them while the film
 * is simulated.
 */
#ifndef TW_APP_VIEW_REEL_H
#define TW_APP_VIEW_REEL_H

#include "base/array.h"
#include "io/gltf/shape.h"
#include "io/store/store.h"
#include "library/film.h"
#include "library/states.h"

#include <stdio.h>

/* triangles of a shape, shared by all things of that shape */
typedef struct tw_reel_mesh {
    uint64_t digest; /* digest of the shape, by which equal shapes are found */
    tw_triangles triangles;
    TW_ARRAY(int8_t) normal; /* [vertices][4] components of the unit normal times 127, and a 0 */
} tw_reel_mesh;

typedef struct tw_reel_part {
    size_t mesh;  /* index */
    tw_pose pose; /* pose of the part relative to the thing */
    tw_material material;
} tw_reel_part;

/* Thing: a body, or a piece of a prop, as long as its shape and material stay the same. When they
 * change, another thing with the same name and key takes its place */
typedef struct tw_reel_thing {
    uint32_t key;    /* serial number of the body, or tag of the piece of a prop */
    uint64_t digest; /* digest of the shapes and materials */
    char *name;      /* owned */
    bool body;
    size_t first_part, parts;
} tw_reel_thing;

enum { TW_REEL_POSE = 7, TW_REEL_MARK = 12, TW_REEL_CAMERA = 12 };

typedef struct tw_reel_frame {
    double time;         /* s */
    size_t first, count; /* entries */
    /* the marks of this frame (debug layer): index of the first in tw_reel.mark, and number */
    size_t first_mark, marks;
    /* the values of the curves at this frame: index of the first in tw_reel.value, and number. They
     * belong to the first `curves` curves of the film, which are those that exist so far */
    size_t first_curve, curves;
} tw_reel_frame;

/* shape and material of an item of the last frame */
typedef struct tw_reel_item {
    tw_shape shape;
    tw_material material;
    size_t items;    /* first item of a thing: number of the thing's items; else 0 */
    uint64_t digest; /* of that thing */
} tw_reel_item;

typedef struct tw_reel_curve {
    uint32_t key; /* serial number of the object that has the curve; 0: the scene has it */
    int sort;     /* quantity that the curve shows (curve_sort in reel_world.c) */
} tw_reel_curve;

typedef struct tw_reel {
    TW_ARRAY(tw_reel_mesh) mesh;
    TW_ARRAY(tw_reel_part) part;
    TW_ARRAY(tw_reel_thing) thing;
    TW_ARRAY(tw_reel_frame) frame;
    /* [entries] index of the thing of each entry (a thing in one frame) */
    TW_ARRAY(uint32_t) which;
    TW_ARRAY(float) pose;        /* [entries][TW_REEL_POSE] position x y z, quaternion w x y z */
    TW_ARRAY(float) mark;        /* [marks][TW_REEL_MARK]; reel_batch.c */
    TW_ARRAY(tw_reel_item) item; /* items of the last frame, in its order */
    TW_ARRAY(char *) text;       /* labels of marks, owned */
    /* hash table, its size a power of two: 1 + index of a text; 0: a free slot */
    TW_ARRAY(uint32_t) text_place;
    /* [frames][TW_REEL_CAMERA] cameras, of those first frames for which they are chosen */
    TW_ARRAY(float) camera;
    TW_ARRAY(tw_reel_curve) curve;
    TW_ARRAY(float) value;    /* values of the curves, frame by frame */
    char *objects;            /* JSON objects, separated by commas; owned */
    size_t objects_size;      /* bytes */
    FILE *object_stream;      /* stream that writes to `objects` */
    TW_ARRAY(uint64_t) known; /* bit k: the object with serial number k was written to `objects` */
    unsigned long topology;   /* tw_scene_state.topology at the last search for new objects */
    TW_ARRAY(uint64_t) off;   /* bit k: the object with serial number k is switched off */
    char *events;             /* JSON, owned */
    size_t events_size, event_count;
    FILE *event_stream;
    /* true: bodies are sent with the named points of their kinds, for the page's editor */
    bool points;
    const tw_frame *stage; /* frame whose lights and ground the page shows, not owned; NULL: none */
} tw_reel;

/* properties of the film as a whole */
typedef struct tw_reel_film {
    const char *name, *script;
    /* frame rate, 1/s; time of the scene at which the film begins, s; duration, s */
    double fps, begin, duration;
    int width, height;  /* size of the film's pictures, pixels */
    const char *params; /* JSON objects that describe the script's parameters, separated by commas;
                           NULL: none */
} tw_reel_film;

tw_status tw_reel_open(tw_reel *r);
void tw_reel_free(tw_reel *r);

/* adds the next frame; scene: in the state that the frame shows; NULL: the film is a baked one */
tw_status tw_reel_add(tw_reel *r, const tw_frame *frame, tw_scene *scene);
/* adds a frame for a time between two frames: that of the last frame, with the poses that its
 * bodies have at present; to be removed (tw_reel_drop) before the next frame is added */
tw_status tw_reel_between(tw_reel *r, const tw_scene *scene, double t);
/* removes the last frame, which the caller will add again after a change */
void tw_reel_drop(tw_reel *r);
/* adds the scene's new objects, and the present values of the curves; in reel_world.c */
tw_status tw_reel_world(tw_reel *r, tw_scene *scene);
/* adds an event to the timeline; leaves out events of the sorts TW_STORE_EVERY and TW_STORE_DURING,
 * since they occur too often */
void tw_reel_event(tw_reel *r, const tw_store_event *event);
/* adds to the timeline the event that constraints contradict each other from time t on, s */
void tw_reel_conflict(tw_reel *r, double t, const char *text);
/* sets the cameras from frames [count], which must be completed; count: the number of frames that
 * were added, and the debug layer from marked [count], which may be the same frames */
tw_status tw_reel_complete(tw_reel *r, tw_frame *const *frames, tw_frame *const *marked,
                           size_t count);

/* adds all frames of a baked film; all [tw_store_count]: becomes the frames, to which the reel
 * refers; the caller frees them after the reel */
tw_status tw_reel_read(tw_reel *r, tw_store *store, tw_frame **all);

/* ---- messages; reel_json.c, reel_batch.c ----------------------------------------------------- */

void tw_reel_put_film(FILE *out, const tw_reel_film *film);
/* writes the things from index `first` on, and the meshes from index `mesh` on */
void tw_reel_put_things(FILE *out, const tw_reel *r, size_t first, size_t mesh);
void tw_reel_put_objects(FILE *out, tw_reel *r);
void tw_reel_put_events(FILE *out, tw_reel *r);
/* true: memory ran out for objects or events, so some are missing */
bool tw_reel_lost(const tw_reel *r);
void tw_reel_put_stage(FILE *out, const tw_frame *frame);
/* writes the frames from .. to - 1, little-endian */
void tw_reel_put_frames(FILE *out, const tw_reel *r, size_t from, size_t to);

#endif
