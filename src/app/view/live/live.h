/*
 * A process that simulates for `tauwerk view`: the script, its scene, the reel (the film in the
 * form that the page shows), and the places where the motion stops.
 *
 * It simulates the film like `run`. At some frames it leaves a copy of itself (a fork) that waits.
 * To go back in time to a frame, the last copy before that frame is woken; it has the state of the
 * script, too, and continues with the same bits. While the process waits at a frame, it takes
 * orders (messages of windows, docs/view.md). Only orders that change the scene stop its motion
 * (tw_live_stop). run.c simulates; stand.c waits at frames, leaves copies and receives orders;
 * changed.c takes over another text of the script; hand.c drags bodies; touch.c changes fields;
 * draw.c draws frames; say.c writes messages.
 */
#ifndef TW_APP_VIEW_LIVE_H
#define TW_APP_VIEW_LIVE_H

#include "app/view/message/letter.h"
#include "app/view/reel/reel.h"
#include "app/view/view.h"
#include "library/live.h"

struct cJSON;

enum { TW_NOWHERE = -1 };

/* Hand: the state of dragging a point of a body with the pointer */
typedef struct tw_hand {
    /* holds: a point is being dragged; pulls: by a force in the running motion; not pulls: by
     * changing poses while the motion stands */
    bool holds, pulls;
    uint32_t body; /* serial */
    vec3 point;    /* the dragged point, body axes, m */
    vec3 target;   /* world, m */
    bool moved;    /* true: `target` has changed since the hand last applied it */
    bool ends, keeps;
    double tau, max_force; /* s, N */
    double from;           /* time of the scene at which the drag began, s */
    tw_ref at, nail, pull;
    tw_id watch;            /* watch of the times between frames, while the hand pulls */
    int apart;              /* number of the watch's times in a frame */
    uint32_t constraint;    /* serial number of the constraint `pull` */
    TW_ARRAY(double) key;   /* [keys][4] path of the target while the hand pulls: t, x, y, z */
    TW_ARRAY(tw_pose) pose; /* poses of all bodies at the begin of a drag while the motion stands */
} tw_hand;

typedef struct tw_work {
    const tw_view_options *options;
    tw_view_task task;
    int line;
    tw_door door;
    tw_script *script; /* the door's */
    tw_scene *scene;   /* the scene; NULL: the film is a baked one */
    tw_ref scene_ref;
    tw_reel reel;
    const tw_film *film; /* the film's frames so far; NULL: none */
    int width, height;   /* size of the film's pictures, pixels */
    /* frames of the film once more, with the marks of the debug layer; owned */
    TW_ARRAY(tw_frame *) marked;
    /* true: the scene is too large for the debug layer, and further frames get none */
    bool unmarked;
    size_t said_frames, said_things, said_meshes;
    double said;  /* time (tw_clock) at which poses were last sent */
    FILE *params; /* stream that writes the script's parameters, as JSON, to param_text */
    char *param_text;
    size_t param_size;
    /* bit i: the script has read the parameter of the i-th moved slider */
    uint64_t read[TW_VIEW_MOVED / 64];
    /* stand.c */
    int frame; /* number of the frame shown last, from 0 */
    /* frame at which the process is to wait; before it no messages are sent; TW_NOWHERE: there
     * is none */
    int target;
    /* an order that was received while the motion stood at a frame and can be carried out only
     * after the motion has stopped (tw_film_options.stopped); owned */
    struct cJSON *order;
    bool again; /* true: the present frame is to be taken from the scene and shown once more */
    bool told_touched;
    /* true: orders have changed the scene, so it is no longer as the script makes it */
    bool touched;
    bool fresh; /* true: the scene was changed since the last copy was made */
    bool ended; /* true: the film is complete */
    /* true: another text of the script was taken over, and the frames after this one are shown anew
     */
    bool anew;
    /* messages of failures may have wrong lines where they name one after this line of the script;
     * INT_MAX: none */
    int from;
    /* frame whose picture a window ordered before the film was complete; TW_NOWHERE: none */
    int render;
    double copied; /* time (tw_clock) of the last copy */
    double apart;  /* present least real time between two copies, s */
    /* kernel time that the process had used when the last copy was made, s; 0: the cost of that
     * copy is already taken into account in `apart`, or cannot be measured */
    double kernel;
    int copies; /* number of copies since `apart` was doubled */
    /* time (tw_clock), and the scene's time, when the motion last continued, s */
    double paced, paced_time;
    double told_pace;
    tw_hand hand;
} tw_work;

/* ---- run.c ----------------------------------------------------------------------------------- */

/* work of the process (tw_launch_work; options: tw_view_options): simulates the film, then takes
 * orders; ends the process when the line is closed */
void tw_view_work(void *options, const char *task, size_t size, int line);

/* ---- say.c ----------------------------------------------------------------------------------- */

typedef struct tw_message {
    FILE *out;
    char *bytes;
    size_t size;
} tw_message;

tw_status tw_message_begin(tw_message *m);
tw_status tw_message_send(tw_work *w, tw_message *m, tw_say_sort sort, size_t first, bool text);
/* sends the message {"type": TYPE, "text": TEXT} */
tw_status tw_say_word(tw_work *w, tw_say_sort sort, const char *type, const char *text);
tw_status tw_say_film(tw_work *w, const tw_reel_film *film);
tw_status tw_say_stage(tw_work *w, const tw_frame *f);
tw_status tw_say_lists(tw_work *w);
/* sends the things and frames of the reel that were not sent yet */
tw_status tw_say_new(tw_work *w);
/* sends the bodies' present poses as a frame that the next one replaces */
tw_status tw_say_between(tw_work *w, double t);
tw_status tw_say_live(tw_work *w, bool running);
/* writes an object's id, name, file and line as JSON members */
void tw_put_object(FILE *out, const tw_origin *o);
/* sends a letter without data */
tw_status tw_tell(tw_work *w, tw_letter_kind kind, int first);

/* ---- stand.c --------------------------------------------------------------------------------- */

/* to be called at each frame, after it was added to the reel: sends it, leaves copies, and waits
 * for orders if this is the frame at which to wait. Returns once more in each copy that is woken */
tw_status tw_stand_look(tw_work *w);
/* to be called while a hand pulls, between frames: sends the poses of time t, and takes up where
 * the hand is now */
tw_status tw_stand_between(tw_work *w, double t);
/* carries out the stored order after the motion has stopped (tw_film_options.stopped); *again: the
 * motion continues */
tw_status tw_stand_stopped(tw_work *w, bool *again);
/* to be called when the film is complete: draws frames on request until the line is closed */
_Noreturn void tw_stand_end(tw_work *w);
/* ends the process if the line is closed */
void tw_stand_check(tw_work *w);

/* ---- changed.c ---------------------------------------------------------------------------------
 */

/* to be called before the task's text is run, so that other texts can be taken over */
tw_status tw_changed_note(tw_work *w);
/* takes over another text of the script at a frame; false: the film with that text differs up to
 * there, or may, and this process cannot be used any more */
bool tw_changed_with(tw_work *w, const char *text, size_t size);
/* true: since then, functions that have other lines in the present text have made objects, so the
 * script must be run from its start for their lines */
bool tw_changed_lines_differ(const tw_work *w);

/* ---- hand.c ---------------------------------------------------------------------------------- */

tw_status tw_hand_begin(tw_work *w, const struct cJSON *order);
/* stores an order that moves the hand's target or ends the drag, until tw_hand_apply */
void tw_hand_hear(tw_work *w, const struct cJSON *order);
/* carries out the stored orders of the hand; the motion must have stopped */
tw_status tw_hand_apply(tw_work *w);
/* ends the drag at the film's end */
tw_status tw_hand_end(tw_work *w);

/* ---- touch.c --------------------------------------------------------------------------------- */

/* true: an order of this type changes the scene, by other means than a drag */
bool tw_touch_knows(const char *type);
tw_status tw_touch_do(tw_work *w, const char *type, const struct cJSON *order);

/* ---- draw.c ---------------------------------------------------------------------------------- */

/* starts a process that draws the frame and sends two pictures of it: first a draft, then one of
 * normal quality */
tw_status tw_draw_begin(tw_work *w, int frame);

#endif
