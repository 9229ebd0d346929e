/*
 * The lanes of a renderer: each draws one picture at a time and puts it on the disk, as whole
 * frame, as guess that is kept aside, or as copy of a picture that is there and equals it.
 *
 * render.c owns the renderer: it opens lanes, puts jobs into the queue and keeps the list of
 * guesses. Lanes take jobs out, one after the other, and record what they have drawn.
 */
#ifndef TW_APP_RENDER_LANE_H
#define TW_APP_RENDER_LANE_H

#include "app/render/manifest.h"
#include "app/render/render.h"
#include "base/array.h"
#include "base/thread.h"
#include "library/picture/chains.h"

#include <pthread.h>

enum { TW_PICTURE_NAME = 256, TW_PICTURE_PATH = 4096 };

typedef struct tw_lane {
    tw_renderer *r;
    tw_image image;
    tw_team *tiles; /* NULL: one thread */
    pthread_t thread;
    bool running;
    /* number of the frame that the lane draws; 0: none. Under the renderer's lock */
    int number;
    uint64_t digest;
} tw_lane;

/* Picture drawn ahead of time. The renderer's list owns it until its frame is given or dropped; if
 * it is unfinished then, its job owns it */
typedef struct tw_guess {
    int number;
    unsigned serial;            /* serial number, part of the file's name */
    char file[TW_PICTURE_NAME]; /* the picture's */
    bool bare;                  /* drawn without the overlay: a PNG of image.srgb */
    /* digest of the frame, without the overlay if bare; once the guess is wanted, of the frame that
     * was given */
    uint64_t digest;
    bool ready;             /* drawn, and its file kept aside */
    bool wanted, forgotten; /* wanted or forgotten before the picture was ready */
    tw_frame *frame;        /* bare and wanted: frame with the overlay's contents; owned */
    tw_picture_record record;
} tw_guess;

typedef struct tw_render_job {
    tw_frame *frame; /* frame; NULL: the guess is ready and has it */
    char file[TW_PICTURE_NAME];
    uint64_t digest;
    tw_guess *guess; /* NULL: the frame is final */
} tw_render_job;

struct tw_renderer {
    tw_render o;
    tw_manifest manifest;
    tw_lane *lane;
    int lanes;
    int most; /* number of lanes that may draw at one time */
    tw_chains *chains;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* ring of jobs [room]; under the lock */
    tw_render_job *queue; /* [room], a ring */
    int room, first, waiting;
    int active;   /* lanes that draw */
    bool blocked; /* the thread that gives frames waits for room */
    bool ended, dropped, resting;
    bool told; /* unusual names have been reported (picture_file.h) */
    int there, drawn;
    int frames; /* frames of the film; 0: not known yet */
    bool whole; /* all frames were given */
    TW_ARRAY(tw_picture_record)
    made;           /* the pictures of this run; their files have names by frame */
    tw_alike alike; /* equal pictures among those */
    TW_ARRAY(tw_guess *) guesses;
    unsigned serial;
    tw_kept failure; /* the earliest frame's failure so far */
    int failed;      /* number of the earliest frame that failed */
};

/* FOLDER/file */
tw_status tw_picture_path(const tw_render *r, const char *file, char path[TW_PICTURE_PATH]);

/* ".png" */
const char *tw_picture_ending(tw_format format);
/* NAME.0001.png of a frame */
void tw_picture_name(const tw_render *r, int number, char name[TW_PICTURE_NAME]);

/* into the journal, as a picture of this film. The lock is held */
tw_status tw_renderer_note(tw_renderer *r, tw_picture_record *record);

/* may pictures be copies of others? The environment variable TAUWERK_AGAIN=0 has every picture
 * drawn anew, even those of equal frames, for tests and measurements */
bool tw_render_reuses(void);

/* frees a guess and its file aside */
void tw_guess_free(const tw_render *r, tw_guess *g);
/* is the overlay to be drawn over a guess? Not where pictures have none. g may be NULL */
bool tw_guess_apart(const tw_render *o, const tw_guess *g);
/* a picture ahead of time is drawn. The lock is held */
tw_status tw_guess_end(tw_renderer *r, tw_guess *g, const tw_picture_record *record);

/* a job that will not be done, or has failed. The lock is held */
void tw_render_job_drop(const tw_renderer *r, tw_render_job *j);
/* keeps the calling thread's failure at frame `number`, if there is one. The lock is held */
void tw_renderer_fail(tw_renderer *r, int number, tw_status s);

/* does a job now */
void tw_lane_draw(tw_lane *l, tw_render_job *j);
/* a lane's thread: jobs of the queue until it has ended */
void *tw_lane_work(void *lane);

#endif
