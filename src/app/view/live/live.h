/*
 * A process that simulates for `tauwerk view`: the script, its scene, the reel of the frames
 * shown, and the live scene's stops.
 *
 * It simulates the film as `run` does. At some frames it leaves a copy of itself (a fork) that
 * waits: to go back in time is to wake the copy before, which has the script's own state, too, and
 * goes on with the same bits. Where it stands at a frame it takes orders (docs/view.md). Only what
 * changes the scene stops its motion (tw_live_stop).
 *
 * run.c simulates; stand.c stands, leaves copies and hears orders; hand.c pulls bodies; touch.c
 * changes fields; draw.c draws frames; say.c writes messages.
 */
#ifndef TW_APP_VIEW_LIVE_H
#define TW_APP_VIEW_LIVE_H

#include "app/view/message/letter.h"
#include "app/view/reel/reel.h"
#include "app/view/view.h"
#include "library/live.h"

struct cJSON;

enum { TW_NOWHERE = -1 };

/* the hand that holds a point of a body */
typedef struct tw_hand {
    bool holds, pulls; /* pulls: in the running motion; else poses at rest */
    uint32_t body;     /* serial */
    vec3 point;        /* body axes, m */
    vec3 target;       /* world, m */
    bool moved;        /* the target has changed since it was last applied */
    bool ends, keeps;
    double tau, max_force; /* s, N */
    double from;           /* time of the scene at which the hand took hold, s */
    tw_ref at, nail, pull;
    uint32_t constraint;    /* serial of the pull */
    TW_ARRAY(double) key;   /* [keys][4] t, x, y, z */
    TW_ARRAY(tw_pose) pose; /* poses of all bodies when the hand took hold at rest */
} tw_hand;

typedef struct tw_work {
    const tw_view_options *options;
    tw_view_task task;
    int line;
    tw_door door;
    tw_script *script; /* the door's */
    tw_scene *scene;   /* NULL: a baked film */
    tw_ref scene_ref;
    tw_reel reel;
    const tw_film *film;         /* the film's frames so far; NULL: none */
    int width, height;           /* pixels of its pictures */
    TW_ARRAY(tw_frame *) marked; /* the debug layer of the same frames, owned */
    bool unmarked;               /* further frames have none: the scene is too large */
    size_t said_frames, said_things, said_meshes;
    double said;  /* tw_clock of the last message */
    FILE *params; /* JSON of the script's parameters */
    char *param_text;
    size_t param_size;
    uint64_t read[TW_VIEW_MOVED / 64]; /* bits of the sliders that the script has read */
    /* stand.c */
    int frame;           /* shown last, from 0 */
    int target;          /* frame to stand at; nothing is said before it. TW_NOWHERE: none */
    struct cJSON *order; /* taken within a look, done when the motion has stopped; owned */
    bool again;          /* the frame is taken once more */
    bool told_touched;
    bool touched;  /* the scene is not the script's any more */
    bool fresh;    /* the scene was touched since the last copy was made */
    bool ended;    /* the film is complete */
    int render;    /* frame that is asked for before the film is complete; TW_NOWHERE: none */
    double copied; /* tw_clock at the last copy */
    double apart;  /* wall-clock time between copies, s */
    double kernel; /* s that the kernel had worked at the last copy; 0: its cost is known */
    int copies;    /* number of copies since `apart` has grown */
    double paced, paced_time; /* tw_clock and the scene's time when the motion went on */
    double told_pace;
    tw_hand hand;
} tw_work;

/* ---- run.c ----------------------------------------------------------------------------------- */

/* simulates, then takes orders; ends with the line (tw_launch_work, of tw_view_options) */
void tw_view_work(void *options, const char *task, size_t size, int line);

/* ---- say.c ----------------------------------------------------------------------------------- */

typedef struct tw_message {
    FILE *out;
    char *bytes;
    size_t size;
} tw_message;

tw_status tw_message_begin(tw_message *m);
tw_status tw_message_send(tw_work *w, tw_message *m, tw_say_sort sort, size_t first, bool text);
/* {"type": TYPE, "text": TEXT} */
tw_status tw_say_word(tw_work *w, tw_say_sort sort, const char *type, const char *text);
tw_status tw_say_film(tw_work *w, const tw_reel_film *film);
tw_status tw_say_stage(tw_work *w, const tw_frame *f);
tw_status tw_say_lists(tw_work *w);
/* sends things and frames that were not sent yet */
tw_status tw_say_new(tw_work *w);
tw_status tw_say_live(tw_work *w, bool running);
/* an object's id, name, file and line, as members */
void tw_put_object(FILE *out, const tw_origin *o);
/* a letter without a message */
tw_status tw_tell(tw_work *w, tw_letter_kind kind, int first);

/* ---- stand.c --------------------------------------------------------------------------------- */

/* within a look, after the frame was added to the reel: says it, leaves copies, stands where it is
 * to stand. Returns in copies, too, when they are woken */
tw_status tw_stand_look(tw_work *w);
/* the motion has stopped for an order (tw_film_options.stopped) */
tw_status tw_stand_stopped(tw_work *w, bool *again);
/* the film is complete: draws frames on request until the line closes */
_Noreturn void tw_stand_end(tw_work *w);
/* ends the process when the line is closed */
void tw_stand_check(tw_work *w);

/* ---- hand.c ---------------------------------------------------------------------------------- */

tw_status tw_hand_begin(tw_work *w, const struct cJSON *order);
/* a move or an end is noted: done by tw_hand_apply */
void tw_hand_hear(tw_work *w, const struct cJSON *order);
/* carries out the noted orders; the scene stands */
tw_status tw_hand_apply(tw_work *w);
/* ends the hold at the film's end */
tw_status tw_hand_end(tw_work *w);

/* ---- touch.c --------------------------------------------------------------------------------- */

/* is it an order that changes the scene, but a drag? */
bool tw_touch_knows(const char *type);
tw_status tw_touch_do(tw_work *w, const char *type, const struct cJSON *order);

/* ---- draw.c ---------------------------------------------------------------------------------- */

/* another process draws the frame and says its pictures: draft, normal */
tw_status tw_draw_begin(tw_work *w, int frame);

#endif
