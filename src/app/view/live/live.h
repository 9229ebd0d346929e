/*
 * A process that simulates for `tauwerk view`: the script, its scene, the reel of the frames
 * shown, and the live scene's stops.
 *
 * It simulates the film like `run`. At some frames it leaves a copy of itself (a fork) that waits:
 * going back in time means waking the last copy before, which has the script's state, too, and
 * continues with the same bits. While it waits at a frame it takes orders (docs/view.md). Only
 * orders that change the scene stop its motion (tw_live_stop). * run.c simulates; stand.c waits at
 * frames, leaves copies and receives orders; hand.c drags bodies; touch.c changes fields; draw.c
 * draws frames; say.c writes messages.
 */
#ifndef TW_APP_VIEW_LIVE_H
#define TW_APP_VIEW_LIVE_H

#include "app/view/message/letter.h"
#include "app/view/reel/reel.h"
#include "app/view/view.h"
#include "library/live.h"

struct cJSON;

enum { TW_NOWHERE = -1 };

/* state of dragging a point of a body */
typedef struct tw_hand {
    bool holds, pulls; /* holds: a point is being dragged; pulls: by a force in the running motion;
                          false: poses change at rest */
    uint32_t body;     /* serial */
    vec3 point;        /* body axes, m */
    vec3 target;       /* world, m */
    bool moved;        /* `target` has changed since it was last applied */
    bool ends, keeps;
    double tau, max_force; /* s, N */
    double from;           /* time of the scene at which the drag began, s */
    tw_ref at, nail, pull;
    uint32_t constraint;    /* serial of the pull */
    TW_ARRAY(double) key;   /* [keys][4] path of the target while pulling: t, x, y, z */
    TW_ARRAY(tw_pose) pose; /* poses of all bodies when a drag at rest began */
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
    const tw_film *film; /* the film's frames so far; NULL: none */
    int width, height;   /* pixels of its pictures */
    TW_ARRAY(tw_frame *)
    marked;        /* a second list of the film's frames, with the debug layer; owned */
    bool unmarked; /* the scene is too large: further frames get no debug layer */
    size_t said_frames, said_things, said_meshes;
    double said;  /* tw_clock when poses were last sent */
    FILE *params; /* JSON of the script's parameters */
    char *param_text;
    size_t param_size;
    uint64_t
        read[TW_VIEW_MOVED / 64]; /* bit i: the script has read the parameter of moved slider i */
    /* stand.c */
    int frame;  /* shown last, from 0 */
    int target; /* frame at which to wait; no messages are sent before it; TW_NOWHERE: none */
    struct cJSON *order; /* order that was received at a frame and is carried out when the motion
                            has stopped; owned */
    bool again;          /* true: the present frame is to be taken and shown once more */
    bool told_touched;
    bool touched; /* orders have changed the scene, so it is no longer the script's */
    bool fresh;   /* the scene was changed since the last copy was made */
    bool ended;   /* the film is complete */
    int render; /* frame whose picture was ordered before the film was complete; TW_NOWHERE: none */
    double copied; /* tw_clock at the last copy */
    double apart;  /* present least wall-clock time between copies, s */
    double kernel; /* kernel time of the process at the last copy, s; 0: that copy's cost is already
                      in `apart` */
    int copies;    /* number of copies since `apart` was doubled */
    double paced, paced_time; /* tw_clock and the scene's time when the motion last continued, s */
    double told_pace;
    tw_hand hand;
} tw_work;

/* ---- run.c ----------------------------------------------------------------------------------- */

/* work of the process (tw_launch_work; options: tw_view_options): simulates, then takes orders;
 * ends when the line is closed */
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
/* sends the reel's things and frames that were not sent yet */
tw_status tw_say_new(tw_work *w);
tw_status tw_say_live(tw_work *w, bool running);
/* writes an object's id, name, file and line as JSON members */
void tw_put_object(FILE *out, const tw_origin *o);
/* sends a letter without data */
tw_status tw_tell(tw_work *w, tw_letter_kind kind, int first);

/* ---- stand.c --------------------------------------------------------------------------------- */

/* to be called at each frame, after it was added to the reel: sends it, leaves copies, and waits
 * for orders if this is the frame at which to wait. Returns also in copies that are woken */
tw_status tw_stand_look(tw_work *w);
/* carries out orders after the motion has stopped (tw_film_options.stopped) */
tw_status tw_stand_stopped(tw_work *w, bool *again);
/* to be called when the film is complete: draws frames on request until the line is closed */
_Noreturn void tw_stand_end(tw_work *w);
/* ends the process when the line is closed */
void tw_stand_check(tw_work *w);

/* ---- hand.c ---------------------------------------------------------------------------------- */

tw_status tw_hand_begin(tw_work *w, const struct cJSON *order);
/* stores an order that moves or ends the drag, for tw_hand_apply */
void tw_hand_hear(tw_work *w, const struct cJSON *order);
/* carries out the stored orders; the motion must have stopped */
tw_status tw_hand_apply(tw_work *w);
/* ends the drag at the film's end */
tw_status tw_hand_end(tw_work *w);

/* ---- touch.c --------------------------------------------------------------------------------- */

/* true: an order of this type changes the scene (drags excepted) */
bool tw_touch_knows(const char *type);
tw_status tw_touch_do(tw_work *w, const char *type, const struct cJSON *order);

/* ---- draw.c ---------------------------------------------------------------------------------- */

/* starts a process that draws the frame and sends its pictures: a draft, then normal quality */
tw_status tw_draw_begin(tw_work *w, int frame);

#endif
