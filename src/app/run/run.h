/*
 * `tauwerk run`: a scene script to a film, tables of its motion, and checks. `tauwerk bake`: the
 * same with a baked film (io/store/store.h) instead of pictures, which `tauwerk render` draws.
 */
#ifndef TW_APP_RUN_RUN_H
#define TW_APP_RUN_RUN_H

#include "app/base/options.h"
#include "app/base/trust.h"
#include "app/render/render.h"
#include "base/array.h"
#include "base/text/path.h"

typedef struct tw_run_options {
    const char *script;   /* the script, or the baked film that is drawn */
    const char *folder;   /* NULL: renders/NAME */
    tw_frame_range range; /* range of the drawn frames */
    int width, height;    /* 0: the scene's */
    tw_quality quality;
    int samples; /* samples of drafts; 0: not asked for */
    tw_format format;
    bool alpha;
    const struct tw_look_kind *look; /* NULL: the scene's */
    int threads;                     /* 0: as many as there are processors */
    unsigned layers;                 /* 0: the scene's */
    tw_catch ground;                 /* parts of the ground in pictures with alpha */
    unsigned extras;                 /* tw_extra: layers of the files besides colour */
    const char *trace, *constraints, *events, *records;
    const char *solved;  /* file of the answers of scene:solve */
    const char *video;   /* NULL: none */
    const char *audio;   /* file of the sound, "clicks"; NULL: the film's, or none */
    bool impacts;        /* the table of impacts is written beside the pictures */
    const char *summary; /* NULL: none */
    tw_words sweeps;     /* NAME=A:STEP:B or NAME=V,V,... */
    int jobs;            /* processes of a sweep; 0: as many as processors */
    bool no_render, quiet, json;
    tw_words sets;     /* NAME=VALUE */
    double limit_time; /* s; 0: none */
    int limit_memory;  /* MB; 0: none */
    tw_trust trust;
    const char *bake;  /* file of the baked film; NULL: pictures */
    const char *words; /* the command line, for the manifest; set by tw_run */
} tw_run_options;

extern const tw_option_table tw_run_table, tw_bake_table, tw_render_table;

tw_status tw_run(int argc, char *const *argv);
tw_status tw_bake(int argc, char *const *argv);
tw_status tw_render_baked(int argc, char *const *argv);
/* the same with the words of the command line for the manifest; bake.c */
tw_status tw_render_words(int argc, char *const *argv, const char *words);

/* how a film of several scenes is cut together, if no scene ends early */
typedef struct tw_film_shot {
    char scene[TW_PATH_WORD]; /* name */
    double from;              /* s of the scene's own film, where the shot begins */
    int start, frames;        /* place in the whole film, counted from 0; fades overlap */
} tw_film_shot;

typedef struct tw_film_cut {
    char name[TW_PATH_WORD];
    int frames;
    double fps; /* 1/s */
    TW_ARRAY(tw_film_shot) shots;
} tw_film_cut;

/* the cut of the film of several scenes that the script has returned, which is not simulated; its
 * shots are to be freed in every case; film.c */
struct tw_script;
tw_status tw_film_plan(struct tw_script *script, tw_film_cut *cut);

/* setters of options for how pictures are drawn: tw_quality, int, tw_format */
tw_status tw_set_quality(void *place, const char *value);
tw_status tw_set_samples(void *place, const char *value);
tw_status tw_set_format(void *place, const char *value);
tw_status tw_set_look_kind(void *place, const char *value); /* const struct tw_look_kind * */
/* the same for who hands the option on: const char *, the name of a look */
tw_status tw_set_look_name(void *place, const char *value);
tw_status tw_set_ground(void *place, const char *value); /* tw_catch */
tw_status tw_set_extras(void *place, const char *value); /* unsigned */
/* how pictures of this size, pixels, are drawn by the options */
static inline tw_picture_options tw_run_picture(const tw_run_options *o, int width, int height) {
    return (tw_picture_options){.width = width,
                                .height = height,
                                .quality = o->quality,
                                .alpha = o->alpha,
                                .samples = o->samples,
                                .ground = o->ground,
                                .extras = o->extras};
}
/* do the options of pictures go together? Completes the format */
tw_status tw_check_pictures(const tw_option_table *table, tw_run_options *o);
/* begins to keep to --limit-time and --limit-memory */
tw_status tw_limits(double seconds, int megabytes);

/* the manifest's facts, JSON members each on a line and ended by a comma: the origin of the
 * pictures */
enum { TW_FACTS = 8192 }; /* bytes with room for all of these facts */
typedef struct tw_facts {
    const char *script, *scene, *options;
    uint64_t program, source; /* digests */
    int width, height;
} tw_facts;
void tw_facts_make(const tw_facts *facts, char text[TW_FACTS]);

/* facts in which films that look different differ */
typedef struct tw_film_facts {
    uint64_t source;         /* digest of the script, or of the baked frames */
    const char *const *sets; /* [set_count] NAME=VALUE */
    size_t set_count;
    const struct tw_look_kind *look; /* look that was asked for; NULL: the scene's */
    unsigned layers;
    double fps; /* 1/s */
    int frames; /* planned */
} tw_film_facts;
/* a key (tw_render): equal facts, equal key */
uint64_t tw_film_key(const tw_film_facts *facts);

#endif
