/*
 * The lanes of a renderer: each draws one picture at a time and writes it to the disk: a final
 * picture, a guess (a picture drawn ahead of time) in a temporary file, or a copy of an equal
 * picture that exists.
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
    /* threads that share the tiles of the lane's picture; NULL: the lane's own thread */
    tw_team *tiles;
    pthread_t thread;
    bool running;
    /* number of the frame that the lane is drawing; 0: none. Guarded by the renderer's lock */
    int number;
    uint64_t digest;
} tw_lane;

/* Guess: a picture drawn ahead of time, of a frame as it will probably be. The renderer's list owns
 * it until the film's frame is given or the guess is dropped; if the guess is still being drawn at
 * that time, its job owns it from then on */
typedef struct tw_guess {
    int number;
    unsigned serial;            /* serial number, part of the temporary file's name */
    char file[TW_PICTURE_NAME]; /* the picture's */
    bool bare; /* true: drawn without the overlay; the temporary file is a PNG of image.srgb */
    /* digest of the guessed frame, without the overlay if bare; once `wanted`, of the frame that
     * was given */
    uint64_t digest;
    bool ready; /* true: the picture is drawn, and its temporary file is complete */
    /* set only while the guess is not `ready`. wanted: the given frame equals the guess, so its
     * picture becomes final when it is ready; forgotten: the picture will be discarded */
    bool wanted, forgotten;
    /* the given frame, whose overlay is still to be drawn over a guess that is bare and wanted;
     * owned */
    tw_frame *frame;
    tw_picture_record record;
} tw_guess;

typedef struct tw_render_job {
    /* frame to draw; NULL: the guess's picture is drawn, and only its overlay is missing */
    tw_frame *frame;
    char file[TW_PICTURE_NAME];
    uint64_t digest;
    tw_guess *guess; /* guess that the job draws; NULL: the job draws a final frame */
} tw_render_job;

struct tw_renderer {
    tw_render o;
    tw_manifest manifest;
    tw_lane *lane;
    int lanes;
    int most; /* largest number of lanes that may draw at the same time */
    tw_chains *chains;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* queue of waiting jobs, a ring of `room` places; guarded by the lock, as are the members
     * below */
    tw_render_job *queue; /* [room] the ring of jobs, from index `first` on */
    int room, first, waiting;
    int active;   /* number of lanes that are drawing */
    bool blocked; /* true: the thread that gives frames is waiting for room in the queue */
    bool ended, dropped, resting;
    /* true: the notice on names that the layer `id` must change has been given (picture_file.h) */
    bool told;
    int there, drawn;
    int frames; /* number of frames of the film; 0: not yet known */
    bool whole; /* true: all frames of the film were given, none was passed over */
    /* records of the pictures made in this run; their file names are NULL, since they follow
     * from the frames' numbers */
    TW_ARRAY(tw_picture_record) made;
    tw_alike alike; /* finds equal pictures in `made` by their digests */
    TW_ARRAY(tw_guess *) guesses;
    unsigned serial;
    tw_kept failure; /* failure of the earliest frame that failed so far */
    int failed;      /* number of that frame */
};

/* FOLDER/file */
tw_status tw_picture_path(const tw_render *r, const char *file, char path[TW_PICTURE_PATH]);

/* ".png" */
const char *tw_picture_ending(tw_format format);
/* name: file name NAME.0001.png of frame `number` */
void tw_picture_name(const tw_render *r, int number, char name[TW_PICTURE_NAME]);

/* adds the record of a picture of this film to the journal. The caller holds the lock */
tw_status tw_renderer_note(tw_renderer *r, tw_picture_record *record);

/* true: pictures may be copies of equal ones. With the environment variable TAUWERK_AGAIN=0, for
 * tests and measurements, every picture is drawn */
bool tw_render_reuses(void);

/* frees a guess and removes its temporary file */
void tw_guess_free(const tw_render *r, tw_guess *g);
/* true: the guess is bare, and the pictures have an overlay, which is still to be drawn. g may be
 * NULL */
bool tw_guess_apart(const tw_render *o, const tw_guess *g);
/* to be called when a guess's picture is drawn: makes it the final picture or discards it if that
 * was decided meanwhile. The caller holds the lock */
tw_status tw_guess_end(tw_renderer *r, tw_guess *g, const tw_picture_record *record);

/* frees a job that will not be done or has failed. The caller holds the lock */
void tw_render_job_drop(const tw_renderer *r, tw_render_job *j);
/* stores the calling thread's failure s at frame `number` unless s is TW_OK. The caller holds the
 * lock */
void tw_renderer_fail(tw_renderer *r, int number, tw_status s);

/* does a job at once, in the calling thread */
void tw_lane_draw(tw_lane *l, tw_render_job *j);
/* function of a lane's thread: does jobs of the queue until the queue has ended */
void *tw_lane_work(void *lane);

#endif
