/*
 * A reel: a film in the form that the page shows. Each thing has its triangles once, and a pose in
 * each frame in which it exists. It is filled from frames and, except for baked films, from the
 * scene's world.
 *
 * The page gets it as messages: `film`, `things`, `objects`, `events`, `stage` are JSON; `frames`
 * is binary (reel_batch.c). An exported page holds them all; a live one gets them as they come.
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
    uint64_t digest; /* digest of the shape */
    tw_triangles triangles;
    TW_ARRAY(int8_t) normal; /* [vertices][4] unit normals times 127, and a 0 */
} tw_reel_mesh;

typedef struct tw_reel_part {
    size_t mesh;  /* index */
    tw_pose pose; /* pose in the thing */
    tw_material material;
} tw_reel_part;

/* a body, or a piece of a prop, while its shape and material stay the same: after a change it is
 * another thing of the same name and key */
typedef struct tw_reel_thing {
    uint32_t key;    /* key of the body or piece of a prop: serial number or tag */
    uint64_t digest; /* digest of shapes and materials */
    char *name;      /* owned */
    bool body;
    size_t first_part, parts;
} tw_reel_thing;

enum { TW_REEL_POSE = 7, TW_REEL_MARK = 12, TW_REEL_CAMERA = 12 };

typedef struct tw_reel_frame {
    double time;              /* s */
    size_t first, count;      /* entries */
    size_t first_mark, marks; /* range of this frame's marks (debug layer) in the reel: index of the
                                 first, and number */
    /* range of values of the curves that exist at this frame, which are the film's first `curves`
     * curves */
    size_t first_curve, curves;
} tw_reel_frame;

typedef struct tw_reel_curve {
    uint32_t key; /* serial number of the object; 0: a curve of the scene */
    int sort;     /* which of the object's curves it is (curve_sort in reel_world.c) */
} tw_reel_curve;

typedef struct tw_reel {
    TW_ARRAY(tw_reel_mesh) mesh;
    TW_ARRAY(tw_reel_part) part;
    TW_ARRAY(tw_reel_thing) thing;
    TW_ARRAY(tw_reel_frame) frame;
    TW_ARRAY(uint32_t) which;      /* thing of each entry */
    TW_ARRAY(float) pose;          /* [entries][TW_REEL_POSE] position x y z, quaternion w x y z */
    TW_ARRAY(float) mark;          /* [marks][TW_REEL_MARK]; reel_batch.c */
    TW_ARRAY(char *) text;         /* labels of marks, owned */
    TW_ARRAY(uint32_t) text_place; /* hash table [power of two]: index of a text + 1; 0: free */
    TW_ARRAY(float)
    camera; /* [frames][TW_REEL_CAMERA] cameras of the frames that have one so far */
    TW_ARRAY(tw_reel_curve) curve;
    TW_ARRAY(float) value;    /* values of curves */
    char *objects;            /* JSON objects, separated by commas; owned */
    size_t objects_size;      /* bytes */
    FILE *object_stream;      /* stream that writes to `objects` */
    TW_ARRAY(uint64_t) known; /* bit k: the object with serial number k was written to `objects` */
    unsigned long topology;   /* tw_scene_state.topology at the last search for new objects */
    char *events;             /* JSON, owned */
    size_t events_size, event_count;
    FILE *event_stream;
    bool points;           /* true: bodies are written with the named points of their kinds */
    const tw_frame *stage; /* frame whose lights and ground are shown, not owned; NULL: none */
} tw_reel;

/* data of a film as a whole */
typedef struct tw_reel_film {
    const char *name, *script;
    double fps, begin, duration; /* 1/s, s, s */
    int width, height;           /* size of its pictures */
    const char
        *params; /* JSON objects for the script's parameters, separated by commas; NULL: none */
} tw_reel_film;

tw_status tw_reel_open(tw_reel *r);
void tw_reel_free(tw_reel *r);

/* adds the next frame; scene: in the state of that frame; NULL: the film is a baked one */
tw_status tw_reel_add(tw_reel *r, const tw_frame *frame, tw_scene *scene);
/* removes the last frame, which will be added again */
void tw_reel_drop(tw_reel *r);
/* reel_world.c: adds new objects of the scene, and the present values of the curves */
tw_status tw_reel_world(tw_reel *r, tw_scene *scene);
/* adds an event to the timeline; leaves out the sorts TW_STORE_EVERY and TW_STORE_DURING, which
 * occur too often */
void tw_reel_event(tw_reel *r, const tw_store_event *event);
/* adds an event: constraints contradict each other at time t */
void tw_reel_conflict(tw_reel *r, double t, const char *text);
/* sets the cameras from frames [count], which must be complete and as many as were added, and the
 * debug layer from marked [count], which may be the same frames */
tw_status tw_reel_complete(tw_reel *r, tw_frame *const *frames, tw_frame *const *marked,
                           size_t count);

/* adds all frames of a baked film; all [tw_store_count]: the frames, which the caller frees after
 * the reel */
tw_status tw_reel_read(tw_reel *r, tw_store *store, tw_frame **all);

/* ---- messages; reel_json.c, reel_batch.c ----------------------------------------------------- */

void tw_reel_put_film(FILE *out, const tw_reel_film *film);
/* writes the things from index `first` on, and the meshes from index `mesh` on */
void tw_reel_put_things(FILE *out, const tw_reel *r, size_t first, size_t mesh);
void tw_reel_put_objects(FILE *out, tw_reel *r);
void tw_reel_put_events(FILE *out, tw_reel *r);
bool tw_reel_lost(const tw_reel *r); /* true: memory was missing for objects or events */
void tw_reel_put_stage(FILE *out, const tw_frame *frame);
/* writes the frames from .. to - 1, little-endian */
void tw_reel_put_frames(FILE *out, const tw_reel *r, size_t from, size_t to);

#endif
