/* What the fuzzing targets share: bytes as a text, and as a file in memory. */
#ifndef TW_FUZZ_FILE_H
#define TW_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* a copy followed by a NUL byte, as tw_file_read gives it */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static char fuzz_made[100]; /* the folder of this process */

static inline void fuzz_remove(void) {
    static const char *const names[] = {"film.twb",    "scene.lua",     "robot.xml",
                                        "a.golden",    "manifest.json", "manifest.journal",
                                        "impacts.csv", "film.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[200];
        snprintf(path, sizeof path, "%s/%s", fuzz_made, names[i]);
        unlink(path);
    }
    rmdir(fuzz_made);
}

/* a folder of this process, which goes with it, and the path of a file there; path [200] */
static inline void fuzz_folder(char *folder, const char *name, char *path) {
    if (!*fuzz_made) {
        const char *temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(fuzz_made, sizeof fuzz_made, "%s/tauwerk-fuzz-XXXXXX", temporary);
        if (!mkdtemp(fuzz_made)) abort();
        atexit(fuzz_remove);
    }
    snprintf(folder, 100, "%s", fuzz_made);
    snprintf(path, 200, "%s/%s", fuzz_made, name);
}

static inline void fuzz_file(const char *path, const uint8_t *data, size_t size) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0) abort();
}

#endif
