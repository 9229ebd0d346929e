/*
 * Finds the glyphs of characters; see font.h. Fallback fonts are mapped into memory, not read: a
 * search for a character touches only those few pages of a file that hold its table of characters.
 */
#include "picture/letters/font.h"

#include "base/array.h"
#include "base/file.h"
#include "base/process/self.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define STB_TRUETYPE_IMPLEMENTATION
#include "picture/letters/stb.h"

enum { PATH = 1024 };

typedef struct face {
    stbtt_fontinfo info;
    bool tried, ready;
    char reason[PATH + 200];
} face;

/* a fallback font: a Noto font that is installed */
typedef struct spare {
    char *path;
    int rank; /* order of preference: NotoSans-Regular, then other sans, then all others */
    stbtt_fontinfo info;
    bool tried, ready;
} spare;

/* result of an earlier search for a character that DejaVu lacks */
typedef struct found {
    int code, index;
    const spare *in; /* font that has the character; NULL: no font has it */
} found;

static struct {
    pthread_mutex_t lock; /* guards all members of this struct */
    face face[TW_FONT_COUNT];
    bool searched;
    TW_ARRAY(spare) spares;
    TW_ARRAY(found) found;
} fonts = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- memory of a glyph ---------------------------------------------------------------------- */

/* Block of memory that stb_truetype gets while it draws a glyph. stb_truetype takes a failed
 * allocation for an empty outline, or does not check it. So the first failed allocation jumps back
 * (longjmp) to tw_font_bitmap, which frees all blocks. */
typedef union block {
    struct {
        union block *next, *before;
    } in;
    max_align_t align;
} block;

static _Thread_local struct {
    block *first;
    jmp_buf out;
} held;

void *tw_font_alloc(size_t size) {
    block *b = malloc(sizeof *b + size);
    if (!b) longjmp(held.out, 1);
    b->in.next = held.first;
    b->in.before = NULL;
    if (held.first) held.first->in.before = b;
    held.first = b;
    return b + 1;
}

void tw_font_free(void *memory) {
    if (!memory) return;
    block *b = (block *)memory - 1;
    if (b->in.next) b->in.next->in.before = b->in.before;
    *(b->in.before ? &b->in.before->in.next : &held.first) = b->in.next;
    free(b);
}

tw_status tw_font_bitmap(const tw_font_place *p, tw_font_pixels *pixels) {
    *pixels = (tw_font_pixels){0};
    if (setjmp(held.out) != 0) {
        while (held.first) tw_font_free(held.first + 1);
        return tw_fail_memory();
    }
    pixels->coverage = stbtt_GetGlyphBitmapSubpixel(
        p->info, (float)p->scale, (float)p->scale, (float)p->x, (float)p->y, p->index,
        &pixels->width, &pixels->height, &pixels->left, &pixels->top);
    return TW_OK;
}

/* ---- sizes ---------------------------------------------------------------------------------- */

/* ratio of the scales, in pixels per font unit, at which the ems of the two fonts are equally large
 */
static double em_ratio(const stbtt_fontinfo *of, const stbtt_fontinfo *to) {
    return (double)stbtt_ScaleForMappingEmToPixels(of, 1) /
           (double)stbtt_ScaleForMappingEmToPixels(to, 1);
}

/* ---- DejaVu --------------------------------------------------------------------------------- */

static const char *const files[TW_FONT_COUNT] = {
    [TW_FONT_SANS] = "DejaVuSans.ttf",
    [TW_FONT_SERIF] = "DejaVuSerif.ttf",
    [TW_FONT_MONO] = "DejaVuSansMono.ttf",
    [TW_FONT_BOLD] = "DejaVuSans-Bold.ttf",
    [TW_FONT_SERIF_BOLD] = "DejaVuSerif-Bold.ttf",
    [TW_FONT_MONO_BOLD] = "DejaVuSansMono-Bold.ttf",
};

/* Path of a face's file. Sans: the file that TAUWERK_FONT names, if it is set. All faces:
 * ../share/tauwerk/fonts beside the program (tarball), if the file is there; otherwise the folder
 * of the font path that was fixed when the program was built */
static void path_of(tw_font font, char path[PATH]) {
    const char *own = getenv("TAUWERK_FONT");
    const char *end = strrchr(TW_FONT, '/');
    int folder = end ? (int)(end - TW_FONT) + 1 : 0;
    char program[PATH - 100] = "";
    if (font == TW_FONT_SANS && own && *own) {
        snprintf(path, PATH, "%s", own);
        return;
    }
    if (tw_self_folder(program, sizeof program) == TW_OK && *program) {
        snprintf(path, PATH, "%s/../share/tauwerk/fonts/%s", program, files[font]);
        if (!tw_file_absent(path)) return;
    }
    snprintf(path, PATH, "%.*s%s", folder, TW_FONT, files[font]);
}

/* loads a face's file on its first use. After TW_MEMORY the next call tries again; other failures
 * are final, and their message is kept in `reason` */
static tw_status load(tw_font font) {
    face *f = &fonts.face[font];
    char path[PATH], *data;
    size_t size;
    path_of(font, path);
    tw_status s = tw_file_read(path, &data, &size);
    if (s == TW_MEMORY) return s;
    f->tried = true;
    if (s != TW_OK) {
        snprintf(f->reason, sizeof f->reason, "no letters: %s (package fonts-dejavu-core)",
                 tw_failure());
        return TW_OK;
    }
    const unsigned char *bytes = (const unsigned char *)data;
    int offset = size > 12 ? stbtt_GetFontOffsetForIndex(bytes, 0) : -1;
    f->ready = offset >= 0 && stbtt_InitFont(&f->info, bytes, offset);
    if (!f->ready) {
        snprintf(f->reason, sizeof f->reason, "no letters: '%s' is not a TrueType font", path);
        free(data);
    }
    return TW_OK;
}

/* Loads the font at its first use. The caller holds the lock. */
static tw_status face_ready(tw_font font) {
    if (!fonts.face[font].tried) TW_TRY(load(font));
    return fonts.face[font].ready ? TW_OK : tw_fail(TW_IO, "%s", fonts.face[font].reason);
}

tw_status tw_font_face(tw_font font, const stbtt_fontinfo **info) {
    pthread_mutex_lock(&fonts.lock);
    tw_status s = face_ready(font);
    pthread_mutex_unlock(&fonts.lock);
    *info = &fonts.face[font].info;
    return s;
}

/* ---- Noto ----------------------------------------------------------------------------------- */

static int by_rank(const void *a, const void *b) {
    const spare *s = a, *t = b;
    return s->rank != t->rank ? (s->rank > t->rank) - (s->rank < t->rank)
                              : strcmp(s->path, t->path);
}

/* true: a file with this name is a fallback font. *rank: its place in the order of preference,
 * least first */
static bool counts(const char *name, int *rank) {
    const char *end = strrchr(name, '.');
    if (!end || strncmp(name, "Noto", 4) != 0 || !strstr(name, "-Regular.")) return false;
    *rank = !strncmp(name, "NotoSans-", 9) ? 0 : !strncmp(name, "NotoSans", 8) ? 1 : 2;
    return !strcmp(end, ".ttf") || !strcmp(end, ".otf") || !strcmp(end, ".ttc");
}

static tw_status spare_error(const char *path) {
    return tw_fail_system("cannot read '%s'", path);
}

static tw_status list_folder(const char *folder) {
    DIR *d = opendir(folder);
    tw_status s = TW_OK;
    if (!d && (errno == ENOENT || errno == ENOTDIR || errno == EACCES)) return TW_OK;
    if (!d) return spare_error(folder);
    for (const struct dirent *e; s == TW_OK && (e = tw_folder_next(d, folder, &s));) {
        spare own = {0};
        if (!counts(e->d_name, &own.rank)) continue;
        size_t n = strlen(folder) + strlen(e->d_name) + 2;
        own.path = malloc(n);
        if (!own.path) {
            s = tw_fail_memory();
            break;
        }
        snprintf(own.path, n, "%s/%s", folder, e->d_name);
        s = tw_push(&fonts.spares, own);
        if (s != TW_OK) free(own.path);
    }
    closedir(d);
    return s;
}

static void forget_spares(void) {
    for (size_t i = 0; i < fonts.spares.count; i++) free(fonts.spares.data[i].path);
    fonts.spares.count = 0;
}

/* lists the fallback fonts in the folders of TAUWERK_FALLBACK_FONTS (separated by ':'), or, if it
 * is not set, in Debian's folders. The caller holds the lock */
static tw_status search(void) {
    static const char debian[] = "/usr/share/fonts/truetype/noto:/usr/share/fonts/opentype/noto";
    const char *folders = getenv("TAUWERK_FALLBACK_FONTS");
    if (fonts.searched) return TW_OK;
    if (!folders) folders = debian;
    /* a list that an earlier call left incomplete, because memory ran out, is discarded */
    forget_spares();
    for (const char *p = folders; *p;) {
        char folder[PATH];
        size_t n = strcspn(p, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)n, p);
        if (n > 0 && n < sizeof folder) TW_TRY(list_folder(folder));
        p += n + (p[n] == ':');
    }
    if (fonts.spares.count)
        qsort(fonts.spares.data, fonts.spares.count, sizeof *fonts.spares.data, by_rank);
    fonts.searched = true;
    return TW_OK;
}

/* opens a fallback font; a file that is no font, is missing or may not be read is skipped, as if it
 * were not installed; other errors are failures */
static tw_status open_spare(spare *s) {
    struct stat st;
    int fd = open(s->path, O_RDONLY | O_CLOEXEC);
    s->tried = fd < 0 && (errno == ENOENT || errno == EACCES);
    if (fd < 0) return s->tried ? TW_OK : spare_error(s->path);
    if (fstat(fd, &st) != 0) {
        close(fd);
        return spare_error(s->path);
    }
    size_t size = st.st_size > 12 ? (size_t)st.st_size : 0;
    void *data = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (data == MAP_FAILED && errno == ENOMEM) return spare_error(s->path);
    s->tried = true;
    if (!data || data == MAP_FAILED) return TW_OK;
    int offset = stbtt_GetFontOffsetForIndex(data, 0);
    s->ready = offset >= 0 && stbtt_InitFont(&s->info, data, offset);
    if (!s->ready) munmap(data, size);
    return TW_OK;
}

/* Finds the first fallback font that has the character `code`. The caller holds the lock. */
static tw_status find_spare(int code, found *out) {
    for (size_t i = 0; i < fonts.found.count; i++) {
        *out = fonts.found.data[i];
        if (out->code == code) return TW_OK;
    }
    *out = (found){.code = code};
    TW_TRY(search());
    for (size_t i = 0; i < fonts.spares.count && !out->in; i++) {
        spare *s = &fonts.spares.data[i];
        if (!s->tried) TW_TRY(open_spare(s));
        if (s->ready) out->index = stbtt_FindGlyphIndex(&s->info, code);
        if (s->ready && out->index) out->in = s;
    }
    return tw_push(&fonts.found, *out);
}

/* -------------------------------------------------------------------------------------------- */

/* glyph number `index` of the font `info`, scaled so that its em is that of the face `beside`. The
 * caller holds the lock, also for the functions below */
static tw_glyph in_font(const stbtt_fontinfo *info, int index, const stbtt_fontinfo *beside) {
    return (tw_glyph){.info = info, .index = index, .factor = em_ratio(info, beside)};
}

static tw_status glyph_of(tw_font font, int code, tw_glyph *g) {
    const stbtt_fontinfo *own = &fonts.face[font].info, *sans = &fonts.face[TW_FONT_SANS].info;
    found other;
    TW_TRY(face_ready(font));
    *g = (tw_glyph){.info = own, .index = stbtt_FindGlyphIndex(own, code), .factor = 1};
    if (g->index) return TW_OK;
    if (font != TW_FONT_SANS) {
        TW_TRY(face_ready(TW_FONT_SANS));
        int index = stbtt_FindGlyphIndex(sans, code);
        if (index) *g = in_font(sans, index, own);
        if (index) return TW_OK;
    }
    TW_TRY(find_spare(code, &other));
    if (other.in)
        *g = in_font(&other.in->info, other.index, own);
    else
        g->missing = true;
    return TW_OK;
}

tw_status tw_font_glyph(tw_font font, int code, tw_glyph *glyph) {
    pthread_mutex_lock(&fonts.lock);
    tw_status s = glyph_of(font, code, glyph);
    pthread_mutex_unlock(&fonts.lock);
    return s;
}
