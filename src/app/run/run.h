/*
 * `tauwerk run`: makes a film, tables of the motion and checks from a scene script. `tauwerk bake`:
 * the same with a baked film (io/store/store.h) instead of pictures, which `tauwerk render` draws.
 */
#ifndef TW_APP_RUN_RUN_H
#define TW_APP_RUN_RUN_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/render/render.h"
#include "base/array.h"
#include "base/text/path.h"

typedef struct tw_run_options {
    const char *script;   /* path of the script, or, for `render`, of the baked film */
    const char *folder;   /* NULL: renders/NAME */
    tw_frame_range range; /* range of the frames to be drawn */
    int width, height;    /* size of the pictures, pixels; 0: the scene's */
    tw_quality quality;
    int samples; /* --samples, number of samples of drafts; 0: not given */
    tw_format format;
    bool alpha;
    const struct tw_look_kind *look; /* look of the pictures; NULL: the scene's */
    int threads;                     /* number of threads; 0: as many as there are processors */
    unsigned layers; /* set of flags of the layers to be drawn (--draw); 0: the scene's */
    tw_catch ground; /* --ground: how pictures with an alpha channel show the ground */
    unsigned extras; /* --layers: set of flags tw_extra, the layers of the files besides colour */
    const char *trace, *constraints, *events, *records;
    const char *solved; /* --solved: file for the solutions of scene:solve */
    const char *video;  /* NULL: none */
    /* the film's sound: path of a file, or "clicks"; NULL: the one that the script gives, or
     * none */
    const char *audio;
    bool impacts;        /* --impacts: writes the table of impacts beside the pictures */
    const char *summary; /* NULL: none */
    tw_words sweeps;     /* parameters to be varied, NAME=A:STEP:B or NAME=V,V,... */
    int jobs;            /* number of parallel processes of a sweep; 0: as many as processors */
    bool no_render, quiet, json;
    tw_words sets;     /* NAME=VALUE */
    double limit_time; /* time limit, s; 0: none */
    int limit_memory;  /* memory limit, MB; 0: none */
    tw_trust trust;
    const char *bake;  /* path of the baked film, the output of `bake`; NULL: pictures are drawn */
    const char *words; /* the words of the command line, for the manifest; set by the commands */
} tw_run_options;

extern const tw_option_table tw_run_table, tw_bake_table, tw_render_table;

tw_status tw_run(int argc, char *const *argv);
tw_status tw_bake(int argc, char *const *argv);
tw_status tw_render_baked(int argc, char *const *argv);
/* tw_render_baked, with the words of the command line, which the manifest lists; in bake.c */
tw_status tw_render_words(int argc, char *const *argv, const char *words);

/* a shot of a film of several scenes, as it is planned: it comes earlier if a scene ends early */
typedef struct tw_film_shot {
    char scene[TW_PATH_WORD]; /* name */
    double from;              /* begin of the shot in the scene's own film, s */
    /* index, from 0, of the shot's first frame in the whole film, and number of its frames; in a
     * fade two shots overlap */
    int start, frames;
} tw_film_shot;

typedef struct tw_film_cut {
    char name[TW_PATH_WORD];
    int frames;
    double fps; /* 1/s */
    TW_ARRAY(tw_film_shot) shots;
} tw_film_cut;

/* *cut: planned shots of the film of several scenes that the script returned, found without a
 * simulation; cut->shots must be freed, also after a failure; in film.c */
struct tw_script;
tw_status tw_film_plan(struct tw_script *script, tw_film_cut *cut);

/* setters of options for drawing pictures: of the tw_quality, the int, and the tw_format at
 * `place` */
tw_status tw_set_quality(void *place, const char *value);
tw_status tw_set_samples(void *place, const char *value);
tw_status tw_set_format(void *place, const char *value);
/* checks that a look has the name, but stores the name as a const char *, for commands that pass
 * the option on to another process */
tw_status tw_set_look_name(void *place, const char *value);
tw_status tw_set_ground(void *place, const char *value); /* tw_catch */
tw_status tw_set_extras(void *place, const char *value); /* unsigned */
/* picture options that follow from the options of the command, for pictures of the given size,
 * pixels */
static inline tw_picture_options tw_run_picture(const tw_run_options *o, int width, int height) {
    return (tw_picture_options){.width = width,
                                .height = height,
                                .quality = o->quality,
                                .alpha = o->alpha,
                                .samples = o->samples,
                                .ground = o->ground,
                                .extras = o->extras};
}
/* checks that the options for pictures do not contradict each other, and sets the format and the
 * ground if none was given */
tw_status tw_check_pictures(const tw_option_table *table, tw_run_options *o);
/* puts the limits of --limit-time and --limit-memory into force */
tw_status tw_limits(double seconds, int megabytes);

/* facts of the manifest about the origin of the pictures: JSON members, each a line that ends with
 * a comma */
enum { TW_FACTS = 8192 }; /* bytes, enough for all facts */
typedef struct tw_facts {
    const char *script, *scene, *options;
    uint64_t program, source; /* digests */
    int width, height;
} tw_facts;
void tw_facts_make(const tw_facts *facts, char text[TW_FACTS]);

/* what distinguishes a film from other films, for its key */
typedef struct tw_film_facts {
    uint64_t source;         /* digest of the script, or of the baked frames */
    const char *const *sets; /* [set_count] NAME=VALUE */
    size_t set_count;
    const struct tw_look_kind *look; /* look from the option --look; NULL: the scene's */
    unsigned layers;
    double fps; /* 1/s */
    int frames; /* planned */
} tw_film_facts;
/* key of a film (tw_render.film): equal facts give equal keys */
uint64_t tw_film_key(const tw_film_facts *facts);

#endif
