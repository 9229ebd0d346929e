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

/* a folder of this process, and a file in it with these bytes; path [200] */
static inline void fuzz_folder(char *folder, const char *name, char *path) {
    static char made[100];
    if (!*made) {
        const char *temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(made, sizeof made, "%s/tauwerk-fuzz-XXXXXX", temporary);
        if (!mkdtemp(made)) abort();
    }
    snprintf(folder, 100, "%s", made);
    snprintf(path, 200, "%s/%s", made, name);
}

static inline void fuzz_file(const char *path, const uint8_t *data, size_t size) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0) abort();
}

#endif
