/*
 * The options that say whether a script is trusted, and that limit its resources; all commands that
 * run a script have them. docs/trust.md describes the model.
 */
#ifndef TW_APP_BASE_TRUST_H
#define TW_APP_BASE_TRUST_H

#include "app/base/options.h"
#include "library/scripts.h"

typedef struct tw_trust {
    /* sandbox: --sandbox was given; trusted: --trust was given. After tw_trust_settle exactly one
     * is true */
    bool sandbox, trusted;
    /* largest number of Lua instructions that a script may run; 0: no limit */
    double instructions;
    int objects;   /* largest number of objects that a script makes; 0: no limit */
    int frames;    /* largest number of frames of a film; 0: no limit */
    double pixels; /* largest number of pixels of a picture that is drawn or read; 0: no limit */
    double file;   /* largest size of a file that may be read, MB; 0: no limit */
} tw_trust;

/* rows of the table of options for a tw_trust; options: type of the command's struct of options;
 * member: its tw_trust */
#define TW_OPTION_TRUST(options, member)                                               \
    {"sandbox",                                                                        \
     0,                                                                                \
     NULL,                                                                             \
     "the script reads only below its folder, writes only below the output "           \
     "folder, starts nothing, and has bounds (tauwerk help trust)",                    \
     tw_set_switch,                                                                    \
     offsetof(options, member) + offsetof(tw_trust, sandbox)},                         \
        {"trust",       0,                                                             \
         NULL,          "the script may do what a program may",                        \
         tw_set_switch, offsetof(options, member) + offsetof(tw_trust, trusted)},      \
        {"limit-instructions",                                                         \
         0,                                                                            \
         "N",                                                                          \
         "stop a script after N instructions of Lua with status 124 "                  \
         "(in a sandbox 1e10)",                                                        \
         tw_set_positive,                                                              \
         offsetof(options, member) + offsetof(tw_trust, instructions)},                \
        {"limit-objects",                                                              \
         0,                                                                            \
         "N",                                                                          \
         "no more than N objects of a script (in a sandbox 200000)",                   \
         tw_set_count,                                                                 \
         offsetof(options, member) + offsetof(tw_trust, objects)},                     \
        {"limit-frames",                                                               \
         0,                                                                            \
         "N",                                                                          \
         "no film of more than N frames (in a sandbox 100000)",                        \
         tw_set_count,                                                                 \
         offsetof(options, member) + offsetof(tw_trust, frames)},                      \
        {"limit-file",                                                                 \
         0,                                                                            \
         "MB",                                                                         \
         "read no mesh, picture, robot or golden of more than MB (in a sandbox 1024)", \
         tw_set_positive,                                                              \
         offsetof(options, member) + offsetof(tw_trust, file)},                        \
    {                                                                                  \
        "limit-pixels", 0, "N", "no picture of more than N pixels (in a sandbox 4e7)", \
            tw_set_positive, offsetof(options, member) + offsetof(tw_trust, pixels)    \
    }

/* sets the options that the user did not set: `sandbox` to `preset`, and in a sandbox the default
 * limits. Limits for files are in force from here on */
tw_status tw_trust_settle(tw_trust *t, const char *command, bool preset);
/* writes the options, after tw_trust_settle, as words for a command line of this program; returns
 * their number */
enum { TW_TRUST_WORDS = 6, TW_TRUST_WORD = 48 };
size_t tw_trust_words(const tw_trust *t, char words[TW_TRUST_WORDS][TW_TRUST_WORD]);
/* in a sandbox, if the user gave no --limit-memory (megabytes 0): limits the process's memory from
 * here on. A given limit is set where that option is read */
tw_status tw_trust_memory(const tw_trust *t, int megabytes);
/* largest memory of Lua, bytes, for tw_script_options; 0: the default */
size_t tw_trust_heap(const tw_trust *t, int megabytes);
/* limits for tw_script_options; writes: the output folder, which must live as long as the script;
 * NULL: none */
tw_script_bounds tw_trust_bounds(const tw_trust *t, const char *writes);
/* TW_SCRIPT: the film has more frames, or its pictures have more pixels, than the limits allow */
tw_status tw_trust_film(const tw_trust *t, const char *name, int frames, int width, int height);

#endif
