/*
 * How far a script is trusted, and how much of everything it may take: the options that commands
 * with a script share. docs/trust.md describes the model.
 */
#ifndef TW_APP_BASE_TRUST_H
#define TW_APP_BASE_TRUST_H

#include "app/base/options.h"
#include "library/scripts.h"

typedef struct tw_trust {
    /* as the options say; after tw_trust_settle exactly one is true */
    bool sandbox, trusted;
    /* instructions of Lua; 0: any number, likewise of the other bounds */
    double instructions;
    int objects;   /* objects that a script makes in all */
    int frames;    /* frames of a film */
    double pixels; /* pixels of a picture, drawn or read */
    double file;   /* size of a file that is read, MB */
} tw_trust;

/* rows of a table of options; `options`: the struct, `member`: its tw_trust */
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

/* Choices where the user made none: sandbox or not by `preset`, and the sandbox's bounds. Bounds of
 * files hold from here on */
tw_status tw_trust_settle(tw_trust *t, const char *command, bool preset);
/* the options as words for a command line of ours, after tw_trust_settle; the number of words */
enum { TW_TRUST_WORDS = 6, TW_TRUST_WORD = 48 };
size_t tw_trust_words(const tw_trust *t, char words[TW_TRUST_WORDS][TW_TRUST_WORD]);
/* in a sandbox: no more memory than a sandbox has from here on; `megabytes` (0: not asked for) is
 * the value of --limit-memory, which is enforced elsewhere */
tw_status tw_trust_memory(const tw_trust *t, int megabytes);
/* memory of Lua, bytes, for tw_script_options; 0: as usual */
size_t tw_trust_heap(const tw_trust *t, int megabytes);
/* writes: the output folder; NULL: none. It must live as long as the script */
tw_script_bounds tw_trust_bounds(const tw_trust *t, const char *writes);
/* TW_SCRIPT: the film has more frames, or its pictures more pixels, than the bounds let it have */
tw_status tw_trust_film(const tw_trust *t, const char *name, int frames, int width, int height);

#endif
