/*
 * A golden: the record of a script's run, a text file that one run writes and later runs are
 * compared with. Lines consist of words; names and texts come last, so that they may have spaces.
 *
 *     tauwerk golden 1
 *     scene NAME                      what follows is of this scene
 *     film FRAMES FPS BEGIN           FRAMES that there were, BEGIN in s
 *     shot START FRAMES FROM NAME     of a film of scenes, before them: where the shot stands, and
 *                                     its scene, from second FROM of that one's film on
 *     of SCRIPT                       the script that records the scene: here are the length of its
 *                                     film, and its state before that begins
 *     allowed ...                     [TW_ALLOWED] tolerances (tw_allowed_name)
 *     look NAME                       of the pictures, where it is not the scene's own
 *     bodies N, then N lines "is NAME"   the bodies from here on, in order
 *     state FRAME HASH [MARKS]        16 hexadecimal digits, every frame; 12 letters a body: 3 each
 *                                     for its position, orientation, velocity, angular velocity
 *     body FRAME x y z qw qx qy qz vx vy vz wx wy wz NAME           samples, all digits
 *     constraint FRAME deviation rate residual fx fy fz NAME
 *     curve FRAME kinetic potential deviation residual contacts depth complementarity
 *     picture FRAME FILE              a PNG in the same folder
 *     end
 *
 * Read in place: texts point into the golden's memory. Backslashes and control characters of names
 * are written as \xHH, and stay so.
 */
#ifndef TW_APP_CHECK_GOLDEN_H
#define TW_APP_CHECK_GOLDEN_H

#include "base/array.h"
#include "base/status.h"
#include "library/states.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TW_CONSTRAINT_NUMBERS = 6,
    TW_CURVES = 7,
    TW_MARK = 3, /* number of letters of the mark of a field: a short hash of its numbers */
    TW_MARKS = 4 * TW_MARK /* number of letters of the marks of a body's four fields */
};

typedef enum tw_allowed {
    TW_ALLOWED_POSITION,
    TW_ALLOWED_ORIENTATION,
    TW_ALLOWED_VELOCITY,
    TW_ALLOWED_ANGULAR_VELOCITY,
    TW_ALLOWED_ENERGY,
    TW_ALLOWED_DEVIATION,
    TW_ALLOWED_RESIDUAL,
    TW_ALLOWED_FORCE,
    TW_ALLOWED_CONTACT,
    TW_ALLOWED_PICTURE,
    /* 1: hashes of states are compared if the tolerances of states are 0; 0: they are not */
    TW_ALLOWED_HASH,
    TW_ALLOWED
} tw_allowed;

extern const char *const tw_allowed_name[TW_ALLOWED];
extern const char *const tw_curve_name[TW_CURVES];
/* for each curve: which of the tolerances applies to it */
extern const tw_allowed tw_curve_allowed[TW_CURVES];

typedef struct tw_golden_list {
    size_t first, count; /* the names of a list: a range of tw_golden_scene.names */
} tw_golden_list;

typedef struct tw_golden_state {
    int frame;
    uint64_t hash;
    const char *marks; /* marks of the bodies' fields at that frame; "": the frame has none */
    size_t list; /* index in tw_golden_scene.lists of the list of the bodies that exist at that
                    frame */
} tw_golden_state;

/* sample at one frame: of a body, of a constraint, or of the curves */
typedef struct tw_golden_sample {
    int frame;
    double v[TW_BODY_NUMBERS];
    const char *name;
} tw_golden_sample;

typedef TW_ARRAY(tw_golden_sample) tw_golden_samples;

typedef struct tw_golden_picture {
    int frame;
    const char *file;
} tw_golden_picture;

typedef struct tw_golden_shot {
    int start, frames;
    double from; /* begin of the shot, in seconds of the scene's own film */
    const char *name;
} tw_golden_shot;

/* record of a scene, or of a film of several scenes */
typedef struct tw_golden_scene {
    const char *name;
    const char *look; /* look of the pictures; "": the scene's own */
    const char *of;   /* name of the script that records the scene; "": the golden's own script */
    int frames;
    double fps, begin;
    double allowed[TW_ALLOWED];
    TW_ARRAY(const char *) names;
    TW_ARRAY(tw_golden_list) lists;
    TW_ARRAY(tw_golden_state) states;
    tw_golden_samples bodies;
    tw_golden_samples constraints;
    tw_golden_samples curves;
    TW_ARRAY(tw_golden_picture) pictures;
    /* shots of a film of several scenes; empty: this is the record of a scene */
    TW_ARRAY(tw_golden_shot) shots;
} tw_golden_scene;

typedef struct tw_golden {
    char *text;
    TW_ARRAY(tw_golden_scene) scenes;
} tw_golden;

/* reads a golden; TW_IO: the text names the file, and the line of a mistake in it. After a failure
 * *golden is empty. */
tw_status tw_golden_read(const char *path, tw_golden *golden);
void tw_golden_free(tw_golden *golden);

/* writes a name or text, with backslashes and control characters as \xHH */
void tw_golden_put_text(FILE *out, const char *text);
/* writes a space and all digits of x */
void tw_golden_put_number(FILE *out, double x);

#endif
