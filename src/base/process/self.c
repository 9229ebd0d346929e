#define _GNU_SOURCE /* dl_iterate_phdr */
#include "base/process/self.h"

#include "base/file.h"
#include "base/hash.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char self[] = "/proc/self/exe";

/* true: the path is the loader of a tarball, ROOT/lib/tauwerk/ld-linux..., which starts the
 * program; the path is replaced by ROOT/bin/tauwerk */
static bool is_launched(char path[TW_SELF_PATH]) {
    static const char place[] = "/lib/tauwerk/ld-linux";
    char *at = strstr(path, place);
    for (char *next = at; next && (next = strstr(next + 1, place));) at = next;
    if (!at || strchr(at + sizeof place - 1, '/')) return false;
    /* fits: the text is shorter than the one that it replaces */
    memcpy(at, "/bin/tauwerk", sizeof "/bin/tauwerk");
    return true;
}

/* finds the path of the running program's file; "" on a machine without /proc */
static tw_status find(char path[TW_SELF_PATH]) {
    ssize_t n = readlink(self, path, TW_SELF_PATH);
    if (n <= 0) path[0] = '\0';
    if (n == 0 || (n < 0 && errno == ENOENT)) return TW_OK;
    if (n < 0) return tw_fail_system("the program's own path is unknown");
    if (n == TW_SELF_PATH) { /* cut off */
        path[0] = '\0';
        return tw_fail(TW_IO, "the path of the program is too long");
    }
    path[n] = '\0';
    return TW_OK;
}

tw_status tw_self_program(char path[TW_SELF_PATH]) {
    TW_TRY(find(path));
    if (!is_launched(path)) memcpy(path, self, sizeof self);
    return TW_OK;
}

tw_status tw_self_folder(char *folder, size_t size) {
    char path[TW_SELF_PATH];
    folder[0] = '\0';
    TW_TRY(find(path));
    if (!*path) return TW_OK;
    is_launched(path);
    *strrchr(path, '/') = '\0';
    size_t n = strlen(path);
    if (n >= size) return tw_fail(TW_IO, "the path of the program is too long");
    memcpy(folder, path, n + 1);
    return TW_OK;
}

/* ---- digest -------------------------------------------------------------------------------- */

static size_t padded(size_t size) {
    return (size + 3) & ~(size_t)3;
}

/* hash of the build id in the notes [size] of a segment of the program, where the linker has
 * written it; 0: the notes have none */
static uint64_t hash_build_id(const char *notes, size_t size) {
    ElfW(Nhdr) note;
    while (size >= sizeof note) {
        memcpy(&note, notes, sizeof note);
        size_t name = padded(note.n_namesz), room = padded(note.n_descsz);
        if (name > size - sizeof note || room > size - sizeof note - name) return 0;
        const char *text = notes + sizeof note;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(text, "GNU", 4))
            return tw_hash_bytes(tw_hash_begin(), text + name, note.n_descsz);
        notes += sizeof note + name + room;
        size -= sizeof note + name + room;
    }
    return 0;
}

/* callback for dl_iterate_phdr: finds the build id of the first object, which is the program; a
 * result other than 0 ends the iteration */
static int find_build_id(struct dl_phdr_info *object, size_t size, void *digest) {
    (void)size;
    uint64_t *d = digest;
    for (int i = 0; i < object->dlpi_phnum && !*d; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_NOTE) continue;
        uintptr_t at = object->dlpi_addr + segment->p_vaddr;
        *d = hash_build_id((const char *)at, segment->p_memsz);
    }
    return 1;
}

tw_status tw_self_digest(uint64_t *digest) {
    *digest = 0;
    dl_iterate_phdr(find_build_id, digest);
    if (*digest) return TW_OK;
    char *data;
    size_t size;
    TW_TRY(tw_file_read(self, &data, &size));
    *digest = tw_hash_bytes(tw_hash_begin(), data, size);
    free(data);
    return TW_OK;
}
