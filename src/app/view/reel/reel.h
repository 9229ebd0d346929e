/*
 * A reel: a film as the page shows it. Each thing has its triangles once, and a pose in each frame
 * in which it is there. It is filled from frames, and from the world where there is one: a baked
 * film has frames only.
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

/* a shape as triangles, shared by all things of that shape */
typedef struct tw_reel_mesh {
    uint64_t digest; /* digest of the shape */
    tw_triangles triangles;
    TW_ARRAY(int8_t) normal; /* [vertices][4] unit normals times 127; the fourth pads */
} tw_reel_mesh;

typedef struct tw_reel_part {
    size_t mesh;  /* index */
    tw_pose pose; /* pose in the thing */
    tw_material material;
} tw_reel_part;

/* a body, or a piece of a prop, as long as its shape and material stay the same: what changes its
 * looks is another thing of the same name from there on */
typedef struct tw_reel_thing {
    uint32_t key;    /* key of the body or piece: the same for all of its looks */
    uint64_t digest; /* digest of shapes and materials */
    char *name;      /* owned */
    bool body;
    size_t first_part, parts;
} tw_reel_thing;

enum { TW_REEL_POSE = 7, TW_REEL_MARK = 12, TW_REEL_CAMERA = 12 };

typedef struct tw_reel_frame {
    double time;              /* s */
    size_t first, count;      /* entries */
    size_t first_mark, marks; /* records of the debug layer */
    /* values of the curves known at this frame, which are the first ones of the film */
    size_t first_curve, curves;
} tw_reel_frame;

typedef struct tw_reel_curve {
    uint32_t key; /* serial of the object; 0: of the scene */
    int sort;     /* index among the object's curves */
} tw_reel_curve;

typedef struct tw_reel {
    TW_ARRAY(tw_reel_mesh) mesh;
    TW_ARRAY(tw_reel_part) part;
    TW_ARRAY(tw_reel_thing) thing;
    TW_ARRAY(tw_reel_frame) frame;
    TW_ARRAY(uint32_t) which;      /* thing of each entry */
    TW_ARRAY(float) pose;          /* [entries][TW_REEL_POSE] x y z, w x y z of the quaternion */
    TW_ARRAY(float) mark;          /* [marks][TW_REEL_MARK]; reel_batch.c */
    TW_ARRAY(char *) text;         /* labels of marks, owned */
    TW_ARRAY(uint32_t) text_place; /* [power of two] by hash: a text's index + 1; 0: free */
    TW_ARRAY(float) camera;        /* [frames][TW_REEL_CAMERA], as far as cameras are known */
    TW_ARRAY(tw_reel_curve) curve;
    TW_ARRAY(float) value;    /* values of curves */
    char *objects;            /* JSON, objects with commas between them; owned */
    size_t objects_size;      /* bytes */
    FILE *object_stream;      /* stream that writes the objects */
    TW_ARRAY(uint64_t) known; /* bits of the serials of objects that have been sent */
    unsigned long topology;   /* topology of the scene at the last search for objects */
    char *events;             /* JSON, owned */
    size_t events_size, event_count;
    FILE *event_stream;
    bool points;           /* bodies are told with the points that their kinds have */
    const tw_frame *stage; /* frame whose lights and ground are shown; not owned */
} tw_reel;

/* the film as a whole */
typedef struct tw_reel_film {
    const char *name, *script;
    double fps, begin, duration; /* 1/s, s, s */
    int width, height;           /* size of its pictures */
    const char *params;          /* JSON of the script's parameters, with commas; NULL: none */
} tw_reel_film;

tw_status tw_reel_open(tw_reel *r);
void tw_reel_free(tw_reel *r);

/* the next frame; scene NULL: of a baked film. The scene shows the frame's time */
tw_status tw_reel_add(tw_reel *r, const tw_frame *frame, tw_scene *scene);
/* forgets the last frame, which is to be added again */
void tw_reel_drop(tw_reel *r);
/* reel_world.c: objects that are new, and the values of curves now */
tw_status tw_reel_world(tw_reel *r, tw_scene *scene);
/* adds an event to the timeline */
void tw_reel_event(tw_reel *r, const tw_store_event *event);
/* constraints that contradict each other, at time t */
void tw_reel_conflict(tw_reel *r, double t, const char *text);
/* cameras of complete frames, as many as were added, and the debug layer of `marked`; both may be
 * the same */
tw_status tw_reel_complete(tw_reel *r, tw_frame *const *frames, tw_frame *const *marked,
                           size_t count);

/* all of a baked film; its frames into all [tw_store_count], to be freed by the caller after the
 * reel */
tw_status tw_reel_read(tw_reel *r, tw_store *store, tw_frame **all);

/* ---- messages; reel_json.c, reel_batch.c ----------------------------------------------------- */

void tw_reel_put_film(FILE *out, const tw_reel_film *film);
/* things from `first` on, with meshes from `mesh` on */
void tw_reel_put_things(FILE *out, const tw_reel *r, size_t first, size_t mesh);
void tw_reel_put_objects(FILE *out, tw_reel *r);
void tw_reel_put_events(FILE *out, tw_reel *r);
bool tw_reel_lost(const tw_reel *r); /* objects or events that were put have no memory */
void tw_reel_put_stage(FILE *out, const tw_frame *frame);
/* frames `from` to before `to`; bytes in the order of little-endian machines */
void tw_reel_put_frames(FILE *out, const tw_reel *r, size_t from, size_t to);

#endif
